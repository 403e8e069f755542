"""What is written for a clue, how wide it is, and how a long clue is broken into rows.

A set of letters is written as people write it: `.`, one letter, or a class in brackets.

Pictures use a monospaced face, in which every letter is 0.6 type sizes wide (East Asian letters are a whole
type size wide), so widths are known without reading a font.  Widths are in *ems*: multiples of the type size.
"""

from __future__ import annotations

from typing import Final
from unicodedata import combining, east_asian_width

from satcross.base.wording import counted
from satcross.errors import printable
from satcross.puzzle import AnyClue, Clue, Puzzle
from satcross.regex.analysis.in_words import in_words
from satcross.regex.letters import LetterSet, difference, from_ranges, from_text, size
from satcross.regex.syntax.parse import parse

ADVANCE: Final = 0.6  # ems; Courier, DejaVu Sans Mono, Menlo and Liberation Mono agree on it within one percent

_BREAK_AFTER: Final = frozenset("|)]}*+?")
_QUANTIFIERS: Final = frozenset("*+?{")


def constraint_text(constraint: AnyClue) -> str:
    """Return what is written for a clue: the regex, the text for players, or the name of the word list."""
    if isinstance(constraint, Clue):
        return printable(constraint.pattern)
    if constraint.text is not None:
        return printable(constraint.text) or "(no clue)"
    return printable(f"«{constraint.source}»") if constraint.source else f"«{len(constraint.words):,} words»"


def constraint_words(constraint: AnyClue, puzzle: Puzzle) -> str:
    """Return a clue of `puzzle` in plain words.

    >>> from satcross.puzzle.shapes import line
    >>> constraint_words(Clue(".*A"), line("", 3))
    'any letters, as many as fit; then A'
    """
    if not isinstance(constraint, Clue):
        return "" if constraint.text is not None else f"one of {counted(len(constraint.words), 'word')}"
    tree = parse(constraint.pattern, puzzle.dialect, puzzle.flags)
    return "; ".join(part.words for part in in_words(tree))


def reversed_mark(constraint: AnyClue) -> str:
    """Return what is written after a clue in a list: a note if the clue reads its line backwards, else nothing."""
    return " (read backwards)" if isinstance(constraint, Clue) and constraint.is_reversed else ""


def shortened(text: str, most: int) -> str:
    """Return `text`, or its beginning and an ellipsis if it has more than `most` letters.

    >>> shortened("middle of the afternoon", 10)
    'middle of…'
    """
    return text if len(text) <= most else text[: most - 1] + "…"


def width(text: str) -> float:
    """Return the width of `text` in ems."""
    if text.isascii():
        return ADVANCE * len(text)

    return sum(0.0 if combining(each) else 1.0 if east_asian_width(each) in "WF" else ADVANCE for each in text)


def wrap(text: str, ems: float) -> tuple[str, ...]:
    """Return `text` cut into rows of at most `ems`; together they are `text`, and there is at least one row.

    A row ends between two groups if possible, or else after a bar, a bracket or a quantifier if one is near, and never
    between a backslash and what it escapes.

    >>> wrap("ABC|DEF|GHI", 6), wrap("(A|B)*(C|D)*", 6)
    (('ABC|DEF|', 'GHI'), ('(A|B)*', '(C|D)*'))
    """
    rows = []
    start = 0
    depths: list[int] = []
    while width(text[start:]) > ems:
        depths = depths or _depths(text)
        count = _fitting(text[start:], ems)
        near = [place for place in range(start + count, start + count // 2, -1) if _may_break(text, place)]
        end = min(near, key=lambda place: depths[place], default=start + count)
        backslashes = end - start - len(text[start:end].rstrip("\\"))
        if backslashes % 2 and end - start > 1:
            end -= 1
        rows.append(text[start:end])
        start = end
    return (*rows, text[start:]) if start < len(text) or not rows else tuple(rows)


def wrap_words(text: str, ems: float) -> tuple[str, ...]:
    """Return `text`, which is not a regex, cut into rows of at most `ems`, between words if possible.

    >>> wrap_words("Alfalfa and onion", 8)
    ('Alfalfa and ', 'onion')
    """
    rows = []
    while width(text) > ems:
        count = _fitting(text, ems)
        end = text.rfind(" ", 0, count) + 1 or count
        rows.append(text[:end])
        text = text[end:]
    return (*rows, text) if text or not rows else tuple(rows)


def _may_break(text: str, place: int) -> bool:
    """Return whether a row may end before `place`: not between a group and its quantifier."""
    return text[place - 1] in _BREAK_AFTER and text[place : place + 1] not in _QUANTIFIERS


def _depths(text: str) -> list[int]:
    """Return for each place between two letters how many groups and classes are open there."""
    depths = [0]
    is_escaped, is_class = False, False
    for letter in text:
        change = 0
        if is_escaped or letter == "\\":
            is_escaped = not is_escaped
        elif letter == "]" and is_class:
            is_class, change = False, -1
        elif letter == "[" and not is_class:
            is_class, change = True, 1
        elif not is_class:
            change = (letter == "(") - (letter == ")")
        depths.append(depths[-1] + change)
    return depths


def _fitting(text: str, ems: float) -> int:
    """Return how many letters of `text` fit, but at least one."""
    used = 0.0
    for place, letter in enumerate(text):
        used += width(letter)
        if used > ems:
            return max(1, place)
    return len(text)


RUN = 3  # neighbouring letters; this many or more are written as a range


def class_text(letters: str, alphabet: str) -> str:
    """Return the class of `letters`, a subset of `alphabet`, or the negated class of all others if that is shorter.

    >>> class_text("ABC", "ABCD"), class_text("B", "ABCD"), class_text("ABCD", "ABCD"), class_text("ABXZ", "ABCXZ")
    ('[^D]', 'B', '.', '[^C]')
    """
    return letter_set_text(from_text(letters), from_text(alphabet))


def letter_set_text(letters: LetterSet, alphabet: LetterSet) -> str:
    """Return the class of `letters`, a subset of `alphabet`."""
    if letters == alphabet:
        return "."
    if not letters:
        return "[]"
    if size(letters) == 1:
        return _letter(letters[0][0], in_class=False)
    inside, outside = _members(letters), _members(difference(alphabet, letters))
    return f"[{inside}]" if len(inside) <= len(outside) + 1 else f"[^{outside}]"


def _members(letters: LetterSet) -> str:
    written = []
    for low, high in from_ranges(letters):
        if high - low + 1 >= RUN:
            written.append(f"{_letter(low, in_class=True)}-{_letter(high, in_class=True)}")
        else:
            written += [_letter(code, in_class=True) for code in range(low, high + 1)]
    return "".join(written)


def _letter(code: int, in_class: bool) -> str:
    letter = chr(code)
    special = r"\]^-" if in_class else r"\.[]"
    return "\\" + letter if letter in special else printable(letter)
