"""The numbers, bullets and names in front of the lines of one list of clues.

In: the lines below a heading or in a block.  Out: the list of its clues, each under its number if the lines have any.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from satcross.puzzle.files.pasted.pieces import Node, Piece, listed, piece_of

INLINE: Final = "one line"
"""The name of a list that is in one line, in which it is not yet decided what separates the clues."""
_BACKWARDS: Final = " (read backwards)"
_NOTHING: Final = ("(none)", "(empty)", "(blank)", "(no clue)")
BULLET: Final = re.compile(r"([-*+•‣◦–>→►])(?:\s+|$)")
MARKS: Final = (
    re.compile(r"[(\[#]?(\d{1,3}|[a-zA-Z])\s*([.):\]=])(?:\s+|$)"),
    re.compile(r"\*\*(\d{1,3}|[a-zA-Z])(?:\*\*\s*([.):\]=])|[.):]\*\*)(?:\s+|$)"),
    re.compile(r"()?(\d{1,3})\s*([:=])"),
    re.compile(r"#?(\d{1,3})()(?:\s+|$)"),
)
_SIGNS_BEHIND: Final = ".):="
"""The signs behind the name of a line; without one, a line that is only a name is rather a clue."""
_NAMED: Final = re.compile(rf"([A-Za-z]{{1,7}}) ?(\d{{1,3}})[{_SIGNS_BEHIND}]?(?:\s+|$)")
_COORDINATES: Final = re.compile(r"(\(\d{1,3}, ?\d{1,3}\))\s+(?:\d{1,3}\s+)?")
_LENGTH: Final = re.compile(r"(.*\S)\s+\(\d{1,3}\)")
_SHOWN: Final = re.compile(r"(\d{1,4})\s{2}(\S.*)").fullmatch


def section(lines: Sequence[Piece], is_numbered: bool = False) -> Node:
    """Return the list of the lines of a section, without bullets and numbers if all lines have them.

    A line that is indented below a number is a second clue of its line, as `satcross show` prints it.
    """
    if len(lines) == 1 and not marks_of([lines[0].text], is_numbered) and not _SHOWN(lines[0].text):
        return Node((("", lines[0]),), lines[0].line, INLINE)
    texts = [line.text for line in lines]
    if all(map(_COORDINATES.match, texts)):
        texts = [_COORDINATES.sub("", text, count=1) for text in texts]
    if all(map(_LENGTH.fullmatch, texts)):
        texts = [match[1] for text in texts if (match := _LENGTH.fullmatch(text))]
    for _ in range(2):
        if len(texts) > 1 and all(map(BULLET.match, texts)):
            texts = [BULLET.sub("", text, count=1) for text in texts]
        named = list(map(_NAMED.match, texts))
        empty = [text for name, text in zip(named, texts, strict=True) if name and name.end() == len(text)]
        has_clues = len(empty) < len(texts) and all(text[-1] in _SIGNS_BEHIND for text in empty)
        if all(named) and has_clues and len({name[1] for name in named if name}) == 1:
            numbers = [int(name[2]) for name in named if name]
            texts = [_NAMED.sub("", text, count=1) for text in texts]
            return numbered([(n, place_of(text, line)) for n, text, line in zip(numbers, texts, lines, strict=True)])
        if (marks := marks_of(texts, is_numbered)) is not None:
            break
    if marks is None and (len(texts) > 2 or _SHOWN(texts[0])) and (shown := _second_clues(texts)):
        return numbered([(n, place_of(text, line)) for (n, text), line in zip(shown, lines, strict=True)])
    if marks is None:
        return listed([place_of(text, line) for text, line in zip(texts, lines, strict=True)])
    bare = [text for _, text in marks]
    bare = [BULLET.sub("", text, count=1) for text in bare] if all(map(BULLET.match, bare)) else bare
    return numbered([(n, place_of(text, line)) for (n, _), text, line in zip(marks, bare, lines, strict=True)])


def _second_clues(texts: Sequence[str]) -> list[tuple[int, str]]:
    """Return the clues with their numbers where a line without a number has one more clue of the line above it."""
    shown: list[tuple[int, str]] = []
    for text in texts:
        match = _SHOWN(text)
        if match is None and not shown:
            return []
        shown.append((int(match[1]), match[2]) if match else (shown[-1][0], text))
    is_rising = all(one[0] <= other[0] for one, other in pairwise(shown))
    return shown if is_rising and (len({n for n, _ in shown}) < len(shown) or len(shown) == 1) else []


def marks_of(texts: Sequence[str], is_numbered: bool = False) -> list[tuple[int, str]] | None:
    """Return the number of each line and what is behind it, if all lines have numbers or letters that go up.

    A single line needs a sign behind its number unless it `is_numbered` as other lists are.
    """
    for kind, pattern in enumerate(MARKS):
        matches = [match for text in texts if (match := pattern.match(text))]
        signs = {match[match.re.groups] for match in matches}
        if (
            len(matches) < len(texts)
            or len(signs) > 1
            or (len(texts) == 1 and not any(signs) and not is_numbered and texts[0][0] != "#")
        ):
            continue
        marks = [match[match.re.groups - 1] for match in matches]
        if len(set(map(len, marks))) > 1 and any(mark[0] == "0" for mark in marks):
            continue  # 0 and 01
        numbers = [int(mark) if mark.isdecimal() else ord(mark) - ord("A" if mark < "a" else "a") + 1 for mark in marks]
        steps = [later - earlier for earlier, later in pairwise(numbers)]
        rests = [text[match.end() :] for text, match in zip(texts, matches, strict=True)]
        is_letters = not marks[0].isdecimal()
        if is_letters and numbers[0] != 1:
            continue
        is_list_of_nothing = (is_numbered or signs <= {":", ")"}) and not is_letters
        is_shuffled = kind < 3 and sorted(numbers) == list(range(min(numbers), min(numbers) + len(numbers)))
        is_rising = all(step > 0 if kind < 3 else step == 1 for step in steps)
        if (is_rising or is_shuffled) and (any(rests) or is_list_of_nothing):
            return list(zip(numbers, rests, strict=True))
    return None


def numbered(clues: Sequence[tuple[int | None, Piece]]) -> Node:
    """Return the list of clues that have numbers, each number being the name of its place."""
    if len(clues) == 1 and clues[0][0] is None:
        return Node((("", clues[0][1]),), clues[0][1].line, INLINE)
    numbers = {number for number, _ in clues if number is not None}
    has_gap = bool(numbers) and len(numbers) < max(numbers) - min(numbers) + 1
    places: dict[str, list[Piece]] = {}
    for place, (number, clue) in enumerate(clues):
        if has_gap and str(number) in places:
            clue = clue._replace(kind="unreadable", why=f"the number {number} comes twice, and another one is missing")
        places.setdefault(f"#{place}" if number is None else str(number), []).append(clue)
    return Node(
        tuple(
            (key if key[0] != "#" else "", group[0] if len(group) == 1 else listed(group))
            for key, group in places.items()
        ),
        clues[0][1].line,
    )


def place_of(text: str, line: Piece) -> Piece:
    """Return what is in a place; a clue that is read backwards has the flag `<`, and "(none)" is an empty place."""
    if text in _NOTHING:
        return Piece("", line.line, "empty")
    if text.endswith(_BACKWARDS):
        return Piece(text.removesuffix(_BACKWARDS), line.line, flags="<")
    return piece_of(text, line.line)


def without_bullets(lists: list[list[Piece]]) -> list[list[Piece]]:
    """Return the lists without the bullets in front of their lines, if all lines have one."""
    texts = [line.text for lines in lists for line in lines]
    if not all(map(BULLET.match, texts)) or max(map(len, texts)) < 2:
        return lists
    return [[piece_of(BULLET.sub("", line.text, count=1), line.line) for line in lines] for lines in lists]
