r"""A clue in plain words, part by part.

In: the syntax tree of a clue.  Out: a `PartInWords` for each part of the clue, with its place and its words:

    (..).*\1    any 2 letters (part 1); then any letters, as many as fit; then part 1 again

Clues of one dialect and one set of flags have the same words only if they have the same meaning.  This holds because
the words can be read in one way only.  Letters are in capitals or between quotation marks, and every other word is
in small letters.  A phrase within a phrase is between parentheses, unless it is a single letter, string or kind of
letter.  What cannot be seen has no words: parentheses that group, captures that nothing refers to, comments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, assert_never, cast

from satcross.base.records import NamedTuple
from satcross.base.wording import listed
from satcross.errors import Span, printable
from satcross.regex import ASCII, DOT_ALL, IGNORE_CASE, MULTILINE, syntax
from satcross.regex.lower import LETTER_CLASSES
from satcross.regex.syntax import (
    ATOMIC,
    GREEDY,
    LAZY,
    POSSESSIVE,
    Anchor,
    Choice,
    Class,
    Conditional,
    Dot,
    LetterClass,
    Literal,
    Property,
    Quantifier,
    Range,
    Reference,
    StringProperty,
    Strings,
    Syntax,
    SyntaxGroup,
    SyntaxLook,
    SyntaxRepeat,
    Tree,
)


class PartInWords(NamedTuple):
    """A part of a clue: where it is in the text, and what it says."""

    span: Span
    words: str


class NodeInWords(NamedTuple):
    """A node of a clue: its depth below the root, its text, and what it asks of the nodes below it or of a letter."""

    depth: int
    text: str
    words: str


class _Phrase(NamedTuple):
    """Some words, and how strongly they hold together: `SINGLE`, `PHRASE` or `SEVERAL`."""

    words: str
    grade: int


SINGLE: Final = 0  # stands anywhere without parentheses
PHRASE: Final = 1  # needs parentheses within another phrase, but not in a sequence
SEVERAL: Final = 2  # needs parentheses in a sequence, too

_ANCHORS: Final = {
    "^": "the line starts here",
    "$": "the line ends here",
    r"\A": "the line starts here",
    r"\Z": "the very end is here",
    r"\z": "the very end is here",
    r"\b": "a word begins or ends here",
    r"\B": "no word begins or ends here",
}
_AFTER_LINE_ENDS: Final = {
    "^": "the line or a line after a line end starts here",
    "$": "the line or a part of it ends here",
}
_MODES: Final = {LAZY: ", as few as fit", POSSESSIVE: ", none given back"}
_LOOKS: Final = {
    (False, False): "what follows must begin with",
    (False, True): "what follows must not begin with",
    (True, False): "what comes before must end with",
    (True, True): "what comes before must not end with",
}
_ATOMIC: Final = "the first way that fits and no other"
_NOTHING: Final = _Phrase("nothing", SINGLE)


def in_words(tree: Tree) -> tuple[PartInWords, ...]:
    r"""Return the parts of a clue in plain words; joined by "; " they are a sentence.

    A clue that is a sequence has a part for each item, one that is a choice has a part for each branch.

    >>> from satcross.regex.syntax.parse import parse
    >>> for pattern in [r"(..).*\1", "HE|LL|O+", "[PLEASE]+", "(?!A)[^BC]{2}", "(AB?)*C"]:
    ...     print("; ".join(part.words for part in in_words(parse(pattern))))
    any 2 letters (part 1); then any letters, as many as fit; then part 1 again
    either HE; or LL; or O once or more
    one or more letters, each P, L, E, A or S
    what follows must not begin with A; then 2 letters other than B or C
    (A, then perhaps B) any number of times; then C
    """
    words = _Words(tree)
    root = words.visible(tree.root)
    if isinstance(root, Choice):
        leads = ["either", *["or"] * (len(root.branches) - 1)]
        parts = [
            PartInWords(branch.span, f"{lead} {words.of(branch).words}")
            for lead, branch in zip(leads, root.branches, strict=True)
        ]
    else:
        parts = [
            PartInWords(
                Span(items[0].start, items[-1].end), f"{words.lead(items) if number else ''}{words.run(items).words}"
            )
            for number, items in enumerate(words.runs(root))
        ] or [PartInWords(root.span, _NOTHING.words)]
    case = _case(tree.flags)
    return (PartInWords(Span(0, 0), f"{case} throughout"), *parts) if case else tuple(parts)


def nodes_in_words(tree: Tree) -> Iterator[NodeInWords]:
    """Yield the nodes of `tree` in words from the root down, each before its parts; a class is a single node.

    >>> from satcross.regex.syntax.parse import parse
    >>> for node in nodes_in_words(parse("A|[BC]*")):
    ...     print("  " * node.depth + node.text, "-", node.words)
    A|[BC]* - one of
      A - the letter A
      [BC]* - any number of times
        [BC] - B or C
    """
    words = _Words(tree)
    waiting: list[tuple[int, Syntax]] = [(0, tree.root)]
    while waiting:
        depth, node = waiting.pop()
        yield NodeInWords(depth, printable(tree.pattern[node.start : node.end]), words.alone(node))
        if not isinstance(node, Class):
            waiting += [(depth + 1, part) for part in reversed(node.parts)]


def _case(flags: int) -> str:
    """Return which letters are the same under `flags`; "" if each is the same as itself only."""
    if not flags & IGNORE_CASE:
        return ""
    return "either case of A to Z" if flags & ASCII else "in either case"


class _Words:
    """Puts the nodes of one tree into words.

    Groups to which the clue refers are parts, counted from 1 in their order.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree: Final = tree
        self._captured: Final = {number: rank for rank, number in enumerate(sorted(tree.groups.referred), 1)}

    def visible(self, node: Syntax) -> Syntax:
        """Return what is in the parentheses, if they only group and if what is in them is not a literal."""
        while isinstance(node, SyntaxGroup) and node.kind != ATOMIC and node.number not in self._captured:
            node = node.body
        return node

    def runs(self, node: Syntax) -> list[list[Syntax]]:
        """Return the items of `node` and of the sequences in it; literals, or dots, in a row are together."""
        items: list[Syntax] = []
        waiting = [node]
        while waiting:
            item = waiting.pop()
            inner = self.visible(item)
            if isinstance(inner, syntax.SyntaxSequence):
                waiting += reversed(inner.items)
            else:
                items.append(inner if isinstance(inner, Literal | Dot) else item)
        runs: list[list[Syntax]] = []
        for item in items:
            last = runs[-1][-1] if runs else None
            if isinstance(item, Literal | Dot) and type(item) is type(last) and item.flags == cast(Dot, last).flags:
                runs[-1].append(item)
            else:
                runs.append([item])
        return runs

    def lead(self, items: Sequence[Syntax]) -> str:
        """Return the word that leads on from what comes before `items`."""
        return "and " if isinstance(self.visible(items[0]), SyntaxLook | Anchor) else "then "

    def run(self, items: Sequence[Syntax]) -> _Phrase:
        """Return a run of literals or dots, or the only one of `items`, in words."""
        first = items[0]
        if isinstance(first, Literal):
            return self._with_case(_text("".join(cast(Literal, item).text for item in items)), first.flags)
        if isinstance(first, Dot) and len(items) > 1:
            return _Phrase(f"any {len(items)} letters{_even_line_ends(first.flags)}", SINGLE)
        return self.of(first)

    def of(self, node: Syntax) -> _Phrase:
        """Return `node` in words."""
        # one case for each kind of node, hence so long
        known = self.visible(node)
        match known:
            case Literal():
                return self._with_case(_text(known.text), known.flags)
            case Dot():
                return _Phrase("any letter" + _even_line_ends(known.flags), SINGLE)
            case LetterClass() | Property():
                return self._with_case(_Phrase(_named(known), SINGLE), known.flags)
            case StringProperty() | Strings():
                return self._with_case(_strings(known), known.flags)
            case Class():
                return self._with_case(_class(known), known.flags)
            case Range():
                return _range(known)
            case Anchor():
                return self._anchor(known)
            case Reference():
                return self._with_case(self._reference(known), known.flags)
            case SyntaxGroup(kind=syntax.ATOMIC):
                return _Phrase(f"{self._inside(known.body)}, {_ATOMIC}", PHRASE)
            case SyntaxGroup():
                assert known.number is not None
                return _Phrase(f"{self._inside(known.body)} ({self._capture(known.number)})", SINGLE)
            case SyntaxLook():
                return self._look(known)
            case Conditional():
                return self._conditional(known)
            case SyntaxRepeat():
                return self._repeat(known)
            case syntax.SyntaxSequence():
                return self._sequence(self.runs(known))
            case Choice():
                return _Phrase("either " + " or ".join(map(self._inside, known.branches)), SEVERAL)
            case _:
                assert_never(known)

    def alone(self, node: Syntax) -> str:
        """Return what `node` says without the nodes below it, which have their own words; groups have numbers there."""
        # one case for each kind of node, hence so long
        match node:
            case Literal():
                return f"the letter{'s' * (len(node.text) > 1)} {_text(node.text).words}"
            case Dot() | LetterClass() | Property() | StringProperty() | Strings() | Class() | Range() | Anchor():
                return self.of(node).words
            case Reference():
                return f"what {listed([f'group {number}' for number in node.numbers], 'or')} matched, again"
            case SyntaxGroup(kind=syntax.ATOMIC):
                return _ATOMIC
            case SyntaxGroup(number=None):
                return "together" if node.opener == "(?:" else "together, with other flags"
            case SyntaxGroup():
                return f"group {node.number}" + ("" if node.name is None else f", called {node.name}")
            case SyntaxLook():
                return _LOOKS[node.is_behind, node.is_negative]
            case Conditional():
                return f"one of two, depending on whether group {node.number} is set"
            case SyntaxRepeat():
                return _times(node.quantifier) + _MODES.get(node.quantifier.mode, "")
            case Choice():
                return "one of"
            case syntax.SyntaxSequence():
                return "one after the other" if node.items else _NOTHING.words
            case _:
                assert_never(node)

    def _conditional(self, node: Conditional) -> _Phrase:
        otherwise = "nothing" if node.no is None else self._inside(node.no)
        capture = self._capture(node.number)
        return _Phrase(f"if {capture} is there, {self._inside(node.yes)}, otherwise {otherwise}", SEVERAL)

    def _reference(self, reference: Reference) -> _Phrase:
        captured = listed([self._capture(number) for number in reference.numbers], "or")
        return _Phrase(f"{captured} again", PHRASE)

    def _inside(self, node: Syntax) -> str:
        """Return `node` in words as they are within another phrase."""
        return _within(self.of(node), SINGLE)

    def _look(self, node: SyntaxLook) -> _Phrase:
        runs = self.runs(node.body)
        if not node.is_behind and len(runs) > 1 and _is_any_text(self.visible(runs[0][0])):
            there_is = "nowhere after this there may be" if node.is_negative else "somewhere after this there must be"
            return _Phrase(f"{there_is} {_within(self._sequence(runs[1:]), SINGLE)}", PHRASE)
        return _Phrase(f"{_LOOKS[node.is_behind, node.is_negative]} {self._inside(node.body)}", PHRASE)

    def _sequence(self, runs: Sequence[Sequence[Syntax]]) -> _Phrase:
        if len(runs) < 2:
            return self.run(runs[0]) if runs else _NOTHING
        items = [
            f"{', ' + self.lead(items) if number else ''}{_within(self.run(items), PHRASE)}"
            for number, items in enumerate(runs)
        ]
        return _Phrase("".join(items), SEVERAL)

    def _with_case(self, phrase: _Phrase, flags: int) -> _Phrase:
        """Return `phrase` with which letters are the same, where that is not as in the whole clue."""
        case = _case(flags)
        if case == _case(self._tree.flags):
            return phrase
        return _Phrase(f"{_within(phrase, SINGLE)} {case or 'in this case only'}", PHRASE)

    def _anchor(self, node: Anchor) -> _Phrase:
        if node.flags & MULTILINE and node.spelling in _AFTER_LINE_ENDS:
            return _Phrase(_AFTER_LINE_ENDS[node.spelling], PHRASE)
        if node.spelling not in (r"\b", r"\B"):
            return _Phrase(_ANCHORS[node.spelling], PHRASE)
        ascii_only = " (in ASCII)" if self._tree.dialect == "python" and node.flags & ASCII else ""
        return self._with_case(_Phrase(_ANCHORS[node.spelling] + ascii_only, PHRASE), node.flags)

    def _capture(self, number: int) -> str:
        return f"part {self._captured[number]}"

    def _repeat(self, node: SyntaxRepeat) -> _Phrase:
        item = self.visible(node.item)
        mode = _MODES.get(node.quantifier.mode, "")
        if (node.quantifier.low, node.quantifier.high) == (0, 1):
            return _Phrase(f"perhaps {self._inside(item)}{mode}", PHRASE)
        if isinstance(item, Dot):
            even = _even_line_ends(item.flags)
            if (node.quantifier.low, node.quantifier.high) == (0, None):
                return _Phrase(
                    f"any letters{even}{mode if node.quantifier.mode == LAZY else ', as many as fit' + mode}", PHRASE
                )
            if node.quantifier.low == node.quantifier.high and not mode:
                return _Phrase(f"any {_number_of_letters(node.quantifier)}{even}", SINGLE)
            return _Phrase(f"{_number_of_letters(node.quantifier)}{even}{mode}", PHRASE)
        if isinstance(item, Class) and _is_list(item):
            letters = self._with_case(_Phrase(_listed_members(item), PHRASE), item.flags).words
            link = " other than " if item.is_negative else ", each "
            return _Phrase(f"{_number_of_letters(node.quantifier)}{link}{letters}{mode}", PHRASE)
        if isinstance(item, LetterClass | Property):
            return _Phrase(f"{_number_of_letters(node.quantifier)}, each {self.of(item).words}{mode}", PHRASE)
        return _Phrase(f"{self._inside(item)} {_times(node.quantifier)}{mode}", PHRASE)


def _within(phrase: _Phrase, highest: int) -> str:
    """Return the words of `phrase`, in parentheses if they hold together less than `highest` says."""
    return phrase.words if phrase.grade <= highest else f"({phrase.words})"


def _text(text: str) -> _Phrase:
    """Return the letters of `text`, without quotation marks if they are capitals."""
    if text and all(letter.isalpha() and not letter.islower() for letter in text):
        return _Phrase(text, SINGLE)
    pieces: list[str] = []
    for letter in text:
        piece = _quoted(pieces[-1] + letter) if pieces else None
        if piece is None:
            pieces.append(letter)
        else:
            pieces[-1] += letter
    words = [_quoted(piece) or f"U+{ord(piece):04X}" for piece in pieces]
    return _Phrase(", then ".join(words), SINGLE if len(words) == 1 else SEVERAL)


def _quoted(text: str) -> str | None:
    """Return `text` in quotation marks that it does not contain; None if that cannot be, or would be unreadable."""
    mark = "'" if '"' in text else '"'
    return f"{mark}{text}{mark}" if mark not in text and text.isprintable() else None


def _letter(letter: str) -> str:
    return "a space" if letter == " " else _text(letter).words


def _is_any_text(node: Syntax) -> bool:
    """Return whether `node` is `.*`, which matches everything up to a line end."""
    if not isinstance(node, SyntaxRepeat) or (node.quantifier.low, node.quantifier.high, node.quantifier.mode) != (
        0,
        None,
        GREEDY,
    ):
        return False
    return isinstance(node.item, Dot) and not node.item.flags & DOT_ALL


def _even_line_ends(flags: int) -> str:
    return ", even a line end" if flags & DOT_ALL else ""


def _named(node: LetterClass | Property) -> str:
    if isinstance(node, Property):
        return f"a letter {'without' if node.is_negative else 'with'} the property {_quoted(node.name)}"
    kind = f"{'ASCII ' if node.flags & ASCII else ''}{LETTER_CLASSES[node.name].words}"
    article = "an" if kind[0] == "A" else "a"
    return f"a letter that is not {article} {kind}" if node.is_negative else f"{article} {kind}"


def _strings(node: Strings | StringProperty) -> _Phrase:
    if isinstance(node, StringProperty):
        return _Phrase(f"a string with the property {_quoted(node.name)}", SINGLE)
    words = [_within(_text(text), SINGLE) if text else _NOTHING.words for text in node.strings]
    return _Phrase(f"one of the strings {listed(words, 'or')}", PHRASE)


def _is_list(node: Class) -> bool:
    """Return whether `node` lists its letters, and is not just another way to write one letter."""
    letters = {letter for each in node.members for letter in (each.text if isinstance(each, Literal) else (each,))}
    is_letter = len(letters) == 1 and isinstance(node.members[0], Literal) and not node.is_negative
    return bool(node.members) and not node.operator and not is_letter


def _class(node: Class) -> _Phrase:
    if node.operator == "--":
        first, *others = (_member(member) for member in node.members)
        words = f"{first} but not {listed(others, 'or')}"
    elif node.operator:
        words = "at once " + listed([_member(member) for member in node.members])
    elif not node.members:
        return _Phrase("any letter at all" if node.is_negative else "no letter at all", SINGLE)
    elif node.is_negative:
        return _Phrase(f"a letter other than {_listed_members(node)}", PHRASE)
    else:
        members = _members(node)
        return _Phrase(members[0], SINGLE if len(members) == 1 else PHRASE)._replace(words=_listed_members(node))
    return _Phrase(f"a letter other than ({words})" if node.is_negative else words, PHRASE)


def _listed_members(node: Class) -> str:
    return listed(_members(node), "or")


def _members(node: Class) -> list[str]:
    """Return the members of a class in words, each once."""
    members: dict[str, None] = {}
    for member in node.members:
        if isinstance(member, Literal):
            members |= dict.fromkeys(map(_letter, member.text))
        else:
            members[_member(member)] = None
    return list(members)


def _member(node: Syntax) -> str:
    """Return a member of a class in words as they are in a list."""
    if isinstance(node, Literal):
        return _letter(node.text)
    if isinstance(node, Range):
        return _range(node).words
    if isinstance(node, LetterClass | Property):
        return _named(node)
    if isinstance(node, Class):
        return _within(_class(node), SINGLE)
    assert isinstance(node, Strings | StringProperty)
    return _within(_strings(node), SINGLE)


def _range(node: Range) -> _Phrase:
    return _Phrase(f"{_letter(node.low.text)} to {_letter(node.high.text)}", PHRASE)


def _number_of_letters(rounds: Quantifier) -> str:
    """Return how many letters a repetition of any letter asks for."""
    if rounds.high is None:
        return {0: "any number of letters", 1: "one or more letters"}.get(rounds.low, f"{rounds.low} or more letters")
    if rounds.low == rounds.high:
        return {0: "no letters", 1: "one letter"}.get(rounds.low, f"{rounds.low} letters")
    return f"{rounds.low} to {rounds.high} letters" if rounds.low else f"up to {rounds.high} letters"


def _times(rounds: Quantifier) -> str:
    if rounds.high is None:
        return {0: "any number of times", 1: "once or more"}.get(rounds.low, f"{rounds.low} times or more")
    if rounds.low == rounds.high:
        return {0: "no times", 1: "once", 2: "twice"}.get(rounds.low, f"{rounds.low} times")
    if (rounds.low, rounds.high) == (0, 1):
        return "once or not at all"
    return f"{rounds.low} to {rounds.high} times" if rounds.low else f"up to {rounds.high} times"
