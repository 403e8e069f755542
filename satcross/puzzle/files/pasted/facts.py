"""What lines of plain text state about the puzzle beside its clues: sizes, an alphabet, a title, a solution.

In: the lines of a text.  Out: the other lines, the facts by name, and the remainder.  The facts are checked where the
puzzle is chosen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

from satcross.puzzle.files.pasted.headings import heading, is_prose
from satcross.puzzle.files.pasted.pieces import Node, Piece, Value, listed
from satcross.puzzle.files.pasted.words import fact_of, words_of

_FACT_LINE: Final = re.compile(
    r"(title|name|author|by|alphabet|letters|characters|solution|answer|output|difficulty|level|source|date|id|url"
    r"|shape|cells|lines|dialect|clues use|holes|given|warning)s?"
    r"[*_ ]{0,9}[:=](.*)|(solution|answer|output)s?", re.I)  # fmt: skip
_SHAPE_LINE: Final = re.compile(r"shape:\s+(?:rectangle|hexagon|lines)")
_COUNT_LINE: Final = re.compile(r"(rows|columns|cols|height|width)[ \t:=]+(\d{1,4})", re.I)
_COUNTS: Final = re.compile(r".{0,80}?\b(\d{1,4}) rows?(?:,| and| by| x)* (\d{1,4}) col(?:umn)?s?\b", re.I).match
_FRAME: Final = re.compile(r"[│┌└]|\d{1,4} [→>] [│|]|\+-++\+$")
_OUTLINE: Final = frozenset("·_.↙↖↓→>/\\v|")


Facts: TypeAlias = list[tuple[str, Value]]
"""What lines say of the puzzle: the names of its facts, and their values."""


def without_facts(lines: Sequence[Piece], rest: list[Piece]) -> tuple[list[Piece], Facts, list[Piece]]:
    """Return the lines without facts, the facts about the puzzle that the other lines state, and the remainder.

    What follows `Solution:` is the solution, up to an empty line.  The lines of a drawn grid are its solution or say
    how large it is.
    """
    facts: Facts = []
    kept: list[Piece] = []
    solution: list[Piece] | None = None
    is_warning = is_in_lists = False
    frame: list[Piece] = []
    is_shown = any(_SHAPE_LINE.match(line.text) for line in lines)
    for line in lines:
        is_in_lists = is_in_lists or heading(line.text) is not None
        is_warning = bool(line.text) and (is_warning or (is_shown and line.text.startswith("warning:")))
        if is_warning:
            rest.append(line._replace(kind="empty"))
            continue
        match = _FACT_LINE.fullmatch(line.text.lstrip("#*_ ").rstrip("*_ "))
        if _FRAME.match(line.text) or (frame and line.text and line.text[0] in "+|│"):
            frame.append(line)
        elif _is_of_outline(line.text, is_shown and not is_in_lists):
            rest.append(line._replace(kind="empty"))
        elif counts := _counts(line):
            facts += counts
        elif match:
            key = match[1] or match[3]
            value = (match[2] or "").strip().removeprefix(">!").removesuffix("!<").strip("|'\"`* ")
            solution = [] if fact_of(words_of(key)) == "solution" and not value else None
            if value and "letters that the clues mention" not in value:
                facts.append((key.lower(), Piece(value.partition("  (")[0].strip(), line.line)))
        elif solution is not None and (line.text or not solution):
            solution += [Piece(word, line.line) for word in line.text.split() if "```" not in word]
        else:
            facts += [("solution", listed(solution))] if solution else []
            solution = None
            kept.append(line)
    facts += [("solution", listed(solution))] if solution else []
    return kept, facts + _outline(rest) + _drawn(frame, rest), rest


def _outline(rest: Sequence[Piece]) -> Facts:
    """Return the number of dots of each line of a drawn hexagon in the remainder, if there is one."""
    dots = [line for line in rest if set(line.text.split()) == {"·"}]
    numbers = [("", number_piece(str(line.text.count("·")), line)) for line in dots]
    return [("outline", Node(tuple(numbers), dots[0].line))] if dots else []


def _counts(line: Piece) -> Facts:
    """Return the height and the width that a line such as `rows: 3`, or a sentence, says; empty if it says neither."""
    if (sizes := _COUNTS(line.text)) and is_prose(line.text):
        return [("height", number_piece(sizes[1], line)), ("width", number_piece(sizes[2], line))]
    if count := _COUNT_LINE.fullmatch(line.text):
        return [("height" if count[1].lower() in ("rows", "height") else "width", number_piece(count[2], line))]
    return []


def _is_of_outline(text: str, is_shown: bool) -> bool:
    """Return whether a line is of the outline of a puzzle as `satcross show` draws it, or of a drawn hexagon."""
    words = text.split()
    if not words or not all(word in _OUTLINE or (word.isdecimal() and is_shown) for word in words):
        return False
    return is_shown or "·" in words or (len(words) > 1 and set(words) == {"_"})


def number_piece(text: str, line: Piece) -> Piece:
    return Piece(text, line.line, "number")


def _drawn(frame: Sequence[Piece], rest: list[Piece]) -> Facts:
    """Return what a drawn grid says: its rows, or only its size."""
    rest += [line._replace(kind="empty") for line in frame]
    split = [re.split("[│|]", line.text) for line in frame]
    rows = [parts[1].split() for parts in split if len(parts) > 2]
    if not rows or len(set(map(len, rows))) > 1 or not rows[0]:
        return []
    if any(cell in "·_." for row in rows for cell in row):
        width, height = number_piece(str(len(rows[0])), frame[0]), number_piece(str(len(rows)), frame[0])
        cells = [("", listed([Piece(cell, frame[0].line) for cell in row])) for row in rows]
        return [("width", width), ("height", height), ("drawn", Node(tuple(cells), frame[0].line))]
    return [("solution", listed([Piece("".join(row), frame[0].line) for row in rows]))]
