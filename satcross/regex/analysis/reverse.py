r"""A regex for the same line read from its other end.

`reverse(pattern)` matches a string exactly if `pattern` matches that string reversed.  The order of sequences is
reversed; branches, loops and classes stay as they are.  A back-reference must come after its group in the new order,
too, so the group changes places with the first reference to it: `A(.)B\1` becomes `(.)B\1A`.  This is exact because
the group and its references hold the same string, whichever of them captures it.  `(X)\1*` stays `(X)\1*`, because
powers of one string commute.

A regex has no reverse by these means if the order of its ways to match can be seen (atomic groups, possessive loops),
if a referenced group may take part never or more than once, or if it has Python's `$`, which also matches before a
last line feed.  Then RegexError (`regex-irreversible`) points at the part that prevents it.

The work is done on a *form* of the tree: nested tuples without places, as `_form` returns them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from satcross.errors import RegexError, Span
from satcross.regex import IGNORE_CASE, MULTILINE
from satcross.regex.analysis.equivalence import distinguishing_line
from satcross.regex.letters import LetterSet
from satcross.regex.lower import lower, mentioned
from satcross.regex.syntax import (
    ATOMIC,
    POSSESSIVE,
    Anchor,
    Choice,
    Conditional,
    Literal,
    Reference,
    StringProperty,
    Strings,
    Syntax,
    SyntaxGroup,
    SyntaxLook,
    SyntaxRepeat,
    SyntaxSequence,
    Tree,
)
from satcross.regex.syntax.parse import parse

Form: TypeAlias = tuple[Any, ...]
"""("unit", spelling) | ("anchor", spelling) | ("ref", number, spelling) | ("group", opener, number or None, body) |
("look", opener, body) | ("repeat", item, spelling) | ("seq", items) | ("choice", branches)"""

MIRRORED: Final = {"^": "$", "$": "^", r"\A": r"\Z", r"\Z": r"\A", r"\z": r"\A", r"\b": r"\b", r"\B": r"\B"}
"""Of each anchor: the one that holds at the same place if the line is read from its other end."""


def reverse(pattern: str, dialect: str = "python", flags: str = "") -> str:
    r"""Return the regex for the line read from its other end.

    Raises:
        RegexError: What `parse` raises; or if the clue cannot be reversed (code `regex-irreversible`).

    >>> reverse(r"P+(..)\1[AB]C*")
    'C*[AB](..)\\1P+'
    """
    tree = parse(pattern, dialect, flags)
    if tree.remarks:
        raise _refusal(tree, tree.remarks[0].span, "comments and inline flags cannot be reversed")
    _check(tree)
    form = _with_captures_first(tree, _reversed(_form(tree, tree.root)))
    text = _spelled(form, {number: new for new, number in enumerate(_captures(form), 1)})
    try:
        is_same = _renumbered(_form(again := parse(text, dialect, flags), again.root)) == _renumbered(form)
    except RegexError as error:
        reason = f"after reversing, {error.message}"
        raise _refusal(tree, Span(0, len(pattern)), reason) from None
    if not is_same:
        raise _refusal(tree, Span(0, len(pattern)), "after reversing, its letters would combine to something else")
    return text


def verified_reverse(pattern: str, dialect: str, flags: str, length: int, alphabet: LetterSet) -> str:
    """Return `reverse` of `pattern`, verified by the reference matcher for lines of `length` letters of `alphabet`.

    `satcross.regex.analysis.equivalence` says how thoroughly this is verified.

    Raises:
        RegexError: What `reverse` raises; or if a line distinguishes the two, or they mention different letters (code
            `regex-irreversible`).
    """
    text = reverse(pattern, dialect, flags)
    before, after = parse(pattern, dialect, flags), parse(text, dialect, flags)
    if mentioned(before) != mentioned(after):
        raise _refusal(before, Span(0, len(pattern)), "its reverse mentions other letters")
    line = distinguishing_line(lower(before, alphabet), lower(after, alphabet), length, alphabet, is_reversed=True)
    if line is not None:
        raise _refusal(before, Span(0, len(pattern)), f"its reverse does not mean the same for the line {line!r}")
    return text


def _form(tree: Tree, node: Syntax) -> Form:
    """Return the form of `node`; plain letters become units of their own, and nested sequences become one."""
    spelling = tree.pattern[node.start : node.end]
    if isinstance(node, Literal) and node.spelling == node.text:
        letters = tuple(("unit", letter) for letter in node.text)
        return letters[0] if len(letters) == 1 else ("seq", letters)
    if isinstance(node, SyntaxSequence):
        items: list[Form] = []
        for item in node.items:
            form = _form(tree, item)
            items += form[1] if form[0] == "seq" else [form]
        return ("seq", tuple(items))
    if isinstance(node, Choice):
        return ("choice", tuple(_form(tree, branch) for branch in node.branches))
    if isinstance(node, SyntaxRepeat):
        return ("repeat", _form(tree, node.item), node.quantifier.spelling)
    if isinstance(node, SyntaxGroup):
        return ("group", node.opener, node.number, _form(tree, node.body))
    if isinstance(node, SyntaxLook):
        return ("look", tree.pattern[node.start : node.body.start], _form(tree, node.body))
    if isinstance(node, Reference):
        return ("ref", node.numbers[0], "" if spelling[1:].isdecimal() else spelling)
    if isinstance(node, Anchor):
        # Python's ^ is \A, whose reverse is \Z; it is not $, which also matches before a last line feed
        is_start = spelling == "^" and tree.dialect == "python" and not node.flags & MULTILINE
        return ("anchor", r"\A" if is_start else spelling)
    return ("unit", spelling)


def _reversed(form: Form) -> Form:
    match form:
        case ("seq", items):
            return ("seq", tuple(_reversed(item) for item in reversed(items)))
        case ("look", opener, body):
            mirrored = opener.replace("<", "") if "<" in opener else opener.replace("?", "?<")
            return ("look", mirrored, _reversed(body))
        case ("anchor", spelling):
            return ("anchor", MIRRORED[spelling])
    return _with_parts(form, _reversed)


def _check(tree: Tree) -> None:
    """Refuse what has no reverse, whatever the order of the parts."""
    groups: dict[int, SyntaxGroup] = {}
    once: set[int] = set()
    references: list[Reference] = []
    waiting: list[tuple[Syntax, bool]] = [(tree.root, True)]  # with: does every match go through the node exactly once?
    while waiting:
        node, is_once = waiting.pop()
        reason = _reason_against(tree, node)
        if reason is not None:
            raise _refusal(tree, node.span, reason)
        if isinstance(node, SyntaxGroup) and node.number is not None:
            groups[node.number] = node
            if is_once:
                once.add(node.number)
        if isinstance(node, Reference):
            references.append(node)
        part_is_once = is_once and isinstance(node, SyntaxSequence | SyntaxGroup)
        waiting += [(part, part_is_once) for part in node.parts]
    for reference in references:
        number = reference.numbers[0]
        if len(reference.numbers) > 1 or number not in once:
            reason = "the group it refers to may take part never or more than once, so it cannot be reversed"
            raise _refusal(tree, reference.span, reason)
        _check_reference(tree, reference, groups[number])


def _reason_against(tree: Tree, node: Syntax) -> str | None:
    """Return why `node`, apart from what its parts contain, cannot be reversed; None if it can."""
    if isinstance(node, Conditional):
        return "a conditional cannot be reversed"
    if isinstance(node, SyntaxRepeat) and node.quantifier.mode == POSSESSIVE:
        return "a possessive loop cannot be reversed"
    if isinstance(node, SyntaxGroup) and node.kind == ATOMIC:
        return "an atomic group cannot be reversed"
    if isinstance(node, StringProperty):
        return "a property of strings cannot be reversed"
    if isinstance(node, Strings) and any(len(string) > 1 for string in node.strings):
        return "strings in a class cannot be reversed"
    if isinstance(node, Anchor):
        if tree.dialect == "python" and node.spelling == "$" and not node.flags & MULTILINE:
            return "'$' also matches before a last line feed, so it cannot be reversed"
        return None if node.spelling in MIRRORED else f"{node.spelling} cannot be reversed"
    if isinstance(node, SyntaxLook) and any(isinstance(each, Reference) for each in _below(node)):
        return "a look-around with a back-reference cannot be reversed"
    return None


def _check_reference(tree: Tree, reference: Reference, group: SyntaxGroup) -> None:
    """Refuse a reference to `group` that cannot change places with it."""
    if reference.start < group.end:
        raise _refusal(tree, reference.span, "a reference before its group cannot be reversed")
    if reference.flags & IGNORE_CASE:
        raise _refusal(tree, reference.span, "a reference that ignores case cannot be reversed")
    for each in _below(group.body):
        if isinstance(each, Reference) or (isinstance(each, SyntaxGroup) and each.number is not None):
            reason = "a referenced group with groups or references inside cannot be reversed"
            raise _refusal(tree, group.span, reason)
        if isinstance(each, Anchor | SyntaxLook):  # it holds where the group stands, not where a reference does
            raise _refusal(tree, group.span, "a referenced group with an assertion inside cannot be reversed")


def _with_captures_first(tree: Tree, form: Form) -> Form:
    """Return `form` with every referenced group in the place of the first of its references."""
    form = _commuted(form)
    for number, spelling in {each[1]: each[2] for each in _walk(form) if each[0] == "ref"}.items():
        first, is_once = next(_occurrences(form, number))
        if not is_once:
            reason = f"after reversing, group {number} would follow a reference that may not take part"
            raise _refusal(tree, Span(0, len(tree.pattern)), reason)
        if first[0] == "ref":
            group = next(each for each, _ in _occurrences(form, number) if each[0] == "group")
            pending = [group]

            def exchanged(
                form: Form, number: int = number, spelling: str = spelling, pending: list[Form] = pending
            ) -> Form:
                """Return `form` with the pending group for the first reference, and a reference for that group."""
                if form[:2] == ("ref", number):
                    return pending.pop() if pending else form
                if form[0] == "group" and form[2] == number:
                    return ("ref", number, spelling)
                return _with_parts(form, exchanged)

            form = exchanged(form)
    return form


def _occurrences(form: Form, number: int, is_once: bool = True) -> Iterator[tuple[Form, bool]]:
    """Yield group `number` and its references, in order, and whether every match goes through each exactly once."""
    if form[:2] == ("ref", number) or (form[0] == "group" and form[2] == number):
        yield form, is_once
        return
    for part in _parts(form):
        yield from _occurrences(part, number, is_once and form[0] in ("seq", "group"))


def _commuted(form: Form) -> Form:
    r"""Return `form` with a group moved before the references to it that it directly follows: `\1*(X)` to `(X)\1*`."""
    if form[0] != "seq":
        return _with_parts(form, _commuted)
    moved: list[Form] = []
    for item in form[1]:
        at = len(moved)
        while item[0] == "group" and item[2] is not None and at and _refers_only(moved[at - 1], item[2]):
            at -= 1
        moved.insert(at, _commuted(item))
    return ("seq", tuple(moved))


def _refers_only(form: Form, number: int) -> bool:
    return form[:2] == ("ref", number) or (form[0] == "repeat" and form[1][:2] == ("ref", number))


def _parts(form: Form) -> tuple[Form, ...]:
    match form:
        case ("seq" | "choice", parts):
            return tuple(parts)
        case ("repeat", item, _):
            return (item,)
        case ("look", _, body) | ("group", _, _, body):
            return (body,)
    return ()


def _with_parts(form: Form, change: Callable[[Form], Form]) -> Form:
    """Return `form` with each of its direct parts replaced by `change` of it."""
    match form:
        case ("seq" | "choice" as kind, parts):
            return (kind, tuple(map(change, parts)))
        case ("repeat", item, spelling):
            return ("repeat", change(item), spelling)
        case ("look", opener, body):
            return ("look", opener, change(body))
        case ("group", opener, number, body):
            return ("group", opener, number, change(body))
    return form


def _walk(form: Form) -> Iterator[Form]:
    """Yield `form` and all its parts, in the order of the pattern."""
    yield form
    for part in _parts(form):
        yield from _walk(part)


def _captures(form: Form) -> list[int]:
    return [each[2] for each in _walk(form) if each[0] == "group" and each[2] is not None]


def _renumbered(form: Form) -> Form:
    """Return `form` with its groups numbered in the order of the pattern."""
    new = {number: i for i, number in enumerate(_captures(form), 1)}

    def renumbered(form: Form) -> Form:
        match form:
            case ("ref", number, spelling):
                return ("ref", new[number], spelling)
            case ("group", "(?:", None, ("ref", number, "")):  # it only separates a reference from digits after it
                return ("ref", new[number], "")
            case ("group", opener, number, body):
                return ("group", opener, new.get(number), renumbered(body))
        return _with_parts(form, renumbered)

    return renumbered(form)


def _spelled(form: Form, new: dict[int, int]) -> str:
    spell: Callable[[Form], str] = lambda part: _spelled(part, new)  # noqa: E731
    match form:
        case ("unit" | "anchor", spelling):
            return str(spelling)
        case ("ref", number, spelling):
            return str(spelling) or f"\\{new[number]}"
        case ("group", opener, _, body):
            return f"{opener}{spell(body)})"
        case ("look", opener, body):
            return f"{opener}{spell(body)})"
        case ("repeat", item, spelling):
            return spell(item) + str(spelling)
        case ("choice", branches):
            return "|".join(map(spell, branches))
    texts = list(map(spell, form[1]))
    for i, part in enumerate(form[1][:-1]):
        if part[0] == "ref" and not part[2] and texts[i + 1][:1].isdecimal():
            texts[i] = f"(?:{texts[i]})"
    return "".join(texts)


def _below(node: Syntax) -> Iterator[Syntax]:
    yield node
    for part in node.parts:
        yield from _below(part)


def _refusal(tree: Tree, span: Span, message: str) -> RegexError:
    return RegexError(message, text=tree.pattern, span=span, code="regex-irreversible")
