r"""A regex for the same line read from its other end.

`reverse(pattern)` matches a string exactly if `pattern` matches that string reversed.  The order of sequences is
reversed; branches, loops and classes stay as they are.  A backreference must come after its group in the new order,
too, so the group changes places with the first reference to it: `A(.)B\1` becomes `(.)B\1A`.  This is exact because
the group and its references hold the same string, whichever of them captures it.  `(X)\1*` stays `(X)\1*`, because
powers of one string commute.

A regex has no reverse by these means if the order of its ways to match can be seen (atomic groups, possessive loops),
if a referenced group may take part never or more than once, or if it has Python's `$`, which also matches before a
last line feed.  Then RegexError (`regex-irreversible`) points at the part that prevents it.

The work is done on a *form* of the tree, which has no places.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from satcross.base.records import NamedTuple
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


class Form(NamedTuple):
    """A node of a pattern without its place.

    Attributes:
        kind: "unit", "anchor", "ref", "group", "look", "repeat", "seq" or "choice".
        text: What is written, without the parts: a unit, an anchor, how a group or a lookaround opens, a quantifier;
            of a reference by number "".
        number: The number of a capturing group, or of the group that is referred to.
    """

    kind: str
    text: str = ""
    number: int | None = None
    parts: tuple[Form, ...] = ()


MIRRORED: Final = {"^": "$", "$": "^", r"\A": r"\Z", r"\Z": r"\A", r"\z": r"\A", r"\b": r"\b", r"\B": r"\B"}
"""For each anchor, the anchor that holds at the same place if the line is read from its other end."""


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
    """Return the form of `node`; plain letters become separate units, and nested sequences become one."""
    spelling = tree.pattern[node.start : node.end]
    if isinstance(node, Literal) and node.spelling == node.text:
        letters = tuple(Form("unit", letter) for letter in node.text)
        return letters[0] if len(letters) == 1 else Form("seq", parts=letters)
    if isinstance(node, Reference):
        return Form("ref", "" if spelling[1:].isdecimal() else spelling, node.numbers[0])
    if isinstance(node, Anchor):
        # Python's ^ is \A, whose reverse is \Z; it is not $, which also matches before a last line feed
        is_start = spelling == "^" and tree.dialect == "python" and not node.flags & MULTILINE
        return Form("anchor", r"\A" if is_start else spelling)
    parts = tuple(_form(tree, part) for part in node.parts)
    if isinstance(node, SyntaxSequence):
        return Form(
            "seq", parts=tuple(each for part in parts for each in (part.parts if part.kind == "seq" else [part]))
        )
    if isinstance(node, Choice):
        return Form("choice", parts=parts)
    if isinstance(node, SyntaxRepeat):
        return Form("repeat", node.quantifier.spelling, parts=parts)
    if isinstance(node, SyntaxGroup):
        return Form("group", node.opener, node.number, parts)
    if isinstance(node, SyntaxLook):
        return Form("look", tree.pattern[node.start : node.body.start], parts=parts)
    return Form("unit", spelling)


def _reversed(form: Form) -> Form:
    parts = tuple(map(_reversed, form.parts))
    if form.kind == "look":
        mirrored = form.text.replace("<", "") if "<" in form.text else form.text.replace("?", "?<")
        return Form("look", mirrored, parts=parts)
    if form.kind == "anchor":
        return Form("anchor", MIRRORED[form.text])
    return form._replace(parts=parts[::-1] if form.kind == "seq" else parts)


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
    if isinstance(node, SyntaxLook) and any(isinstance(each, Reference) for each in node.nodes):
        return "a lookaround with a backreference cannot be reversed"
    return None


def _check_reference(tree: Tree, reference: Reference, group: SyntaxGroup) -> None:
    """Refuse a reference to `group` that cannot change places with it."""
    if reference.start < group.end:
        raise _refusal(tree, reference.span, "a reference before its group cannot be reversed")
    if reference.flags & IGNORE_CASE:
        raise _refusal(tree, reference.span, "a reference that ignores case cannot be reversed")
    for each in group.body.nodes:
        if isinstance(each, Reference) or (isinstance(each, SyntaxGroup) and each.number is not None):
            reason = "a referenced group with groups or references inside cannot be reversed"
            raise _refusal(tree, group.span, reason)
        if isinstance(each, Anchor | SyntaxLook):  # it holds where the group stands, not where a reference does
            raise _refusal(tree, group.span, "a referenced group with an assertion inside cannot be reversed")


def _with_captures_first(tree: Tree, form: Form) -> Form:
    """Return `form` with every referenced group in the place of the first of its references."""
    form = _commuted(form)
    for number, spelling in {each.number: each.text for each in _walk(form) if each.kind == "ref"}.items():
        first, is_once = next(_occurrences(form, number))
        if not is_once:
            reason = f"after reversing, group {number} would follow a reference that may not take part"
            raise _refusal(tree, Span(0, len(tree.pattern)), reason)
        if first.kind == "ref":
            group = next(each for each, _ in _occurrences(form, number) if each.kind == "group")
            pending = [group]

            def exchanged(
                form: Form, number: int | None = number, spelling: str = spelling, pending: list[Form] = pending
            ) -> Form:
                """Return `form` with the pending group for the first reference, and a reference for that group."""
                if form.number != number or form.kind not in ("ref", "group"):
                    return form._replace(parts=tuple(map(exchanged, form.parts)))
                if form.kind == "group":
                    return Form("ref", spelling, number)
                return pending.pop() if pending else form

            form = exchanged(form)
    return form


def _occurrences(form: Form, number: int | None, is_once: bool = True) -> Iterator[tuple[Form, bool]]:
    """Yield group `number` and its references, in order, and whether every match goes through each exactly once."""
    if form.kind in ("ref", "group") and form.number == number:
        yield form, is_once
        return
    for part in form.parts:
        yield from _occurrences(part, number, is_once and form.kind in ("seq", "group"))


def _commuted(form: Form) -> Form:
    r"""Return `form` with a group moved before the references to it that it directly follows: `\1*(X)` to `(X)\1*`."""
    parts: list[Form] = []
    for part in form.parts:
        at = len(parts)
        while form.kind == "seq" and part.kind == "group" and at and _refers_only(parts[at - 1], part.number):
            at -= 1
        parts.insert(at, _commuted(part))
    return form._replace(parts=tuple(parts))


def _refers_only(form: Form, number: int | None) -> bool:
    inner = form.parts[0] if form.kind == "repeat" else form
    return inner.kind == "ref" and inner.number == number


def _walk(form: Form) -> Iterator[Form]:
    """Yield `form` and all its parts, in the order of the pattern."""
    yield form
    for part in form.parts:
        yield from _walk(part)


def _captures(form: Form) -> list[int]:
    return [each.number for each in _walk(form) if each.kind == "group" and each.number is not None]


def _renumbered(form: Form) -> Form:
    """Return `form` with its groups numbered in the order of the pattern."""
    new = {number: i for i, number in enumerate(_captures(form), 1)}

    def renumbered(form: Form) -> Form:
        if form.text == "(?:" and form.parts[0].kind == "ref" and not form.parts[0].text:
            return renumbered(form.parts[0])  # it only separates a reference from digits after it
        number = None if form.number is None else new[form.number]
        return form._replace(number=number, parts=tuple(map(renumbered, form.parts)))

    return renumbered(form)


def _spelled(form: Form, new: dict[int, int]) -> str:
    texts = [_spelled(part, new) for part in form.parts]
    match form.kind:
        case "ref":
            return form.text or f"\\{new[form.number or 0]}"
        case "group" | "look":
            return f"{form.text}{texts[0]})"
        case "repeat":
            return texts[0] + form.text
        case "choice":
            return "|".join(texts)
        case "seq":
            for i, part in enumerate(form.parts[:-1]):
                if part.kind == "ref" and not part.text and texts[i + 1][:1].isdecimal():
                    texts[i] = f"(?:{texts[i]})"
            return "".join(texts)
    return form.text


def _refusal(tree: Tree, span: Span, message: str) -> RegexError:
    return RegexError(message, text=tree.pattern, span=span, code="regex-irreversible")
