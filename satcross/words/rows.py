"""The grid of a word crossword as rows of text.

spaced  `_` is open, `#` a block, a letter is given; one space between places; rows may be a blank line apart
dense   `.` or `_` is open, `#` a block, a letter is given; nothing between places
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from satcross.base.wording import counted
from satcross.errors import ErrorCode, PuzzleError, Span
from satcross.words.template import BLOCK, OPEN, Template

OPEN_MARKS: Final = "._"
GREATEST_SIDE: Final = 500  # places; larger grids are mistakes, and would fill the memory
MOST_LETTERS: Final = 4 * GREATEST_SIDE  # letters of a line of text, with the spaces between places


def read_rows(text: str) -> Template:
    """Return the template of which `text` has the rows, and nothing else.

    Raises:
        PuzzleError: With line and column, for what is no row.
    """
    lines = text.splitlines()
    filled = [number for number, line in enumerate(lines) if line.strip()]
    if not filled:
        raise PuzzleError(
            "the template is empty", hint="rows of _ or . (open), # (block) and letters", code=ErrorCode.TEMPLATE
        )
    if len(filled) > GREATEST_SIDE or max(len(lines[number]) for number in filled) > MOST_LETTERS:
        message = f"the template has more than {GREATEST_SIDE} places a side"
        raise PuzzleError(message, code=ErrorCode.SIZE)
    is_spaced = any(" " in lines[number].strip() for number in filled)
    is_wide = len(filled) > 1 and all(later - earlier > 1 for earlier, later in pairwise(filled))
    uses_underscores = any("_" in lines[number] for number in filled)
    indent = min(len(lines[number]) - len(lines[number].lstrip()) for number in filled)
    rows: list[str] = []
    for number in filled:
        line = lines[number].rstrip()
        row = line[indent::2] if is_spaced else line[indent:]
        for column, letter in enumerate(line):
            is_between = is_spaced and (column - indent) % 2 == 1
            if column >= indent and (letter != " " if is_between else not _is_place(letter)):
                raise _foreign(line, number, column, is_between)
        if rows and len(row) != len(rows[0]):
            message = f"the row has {counted(len(row), 'place')}, the first one {counted(len(rows[0]), 'place')}"
            raise PuzzleError(
                message,
                place=[f"line {number + 1}"],
                text=line,
                span=Span(0, len(line)),
                code=ErrorCode.TEMPLATE_RAGGED,
            )
        rows.append(_normal(row))
    style = "spaced" if is_spaced or (uses_underscores and len(rows[0]) == 1) else "dense"
    return Template(checked_rows(rows), style, is_wide)


def _is_place(letter: str) -> bool:
    return letter in OPEN_MARKS or letter == BLOCK or letter.isalpha()


def _foreign(line: str, number: int, column: int, is_between: bool) -> PuzzleError:
    letter = line[column]
    what = "a space is needed between places, not" if is_between or letter == " " else "a place cannot be"
    message = f"{what} {letter!r}" if letter != " " else "there are two spaces between places"
    return PuzzleError(
        message,
        place=[f"line {number + 1}, column {column + 1}"],
        text=line,
        span=Span(column, column + 1),
        hint="_ or . (open), # (block) or a letter; one space between all places, or nothing",
        code=ErrorCode.TEMPLATE_FOREIGN,
    )


def _normal(row: str) -> str:
    return "".join([OPEN if letter in OPEN_MARKS else letter for letter in row])


def checked_rows(rows: Sequence[str]) -> tuple[str, ...]:
    """Return `rows`.  Raises PuzzleError if they are too many or too long."""
    if max(len(rows), len(rows[0])) > GREATEST_SIDE:
        message = f"the template has {len(rows)} by {len(rows[0])} places"
        raise PuzzleError(message, hint=f"the limit is {GREATEST_SIDE} a side", code=ErrorCode.SIZE)
    return tuple(rows)


def write_rows(rows: Sequence[str], style: str, *, is_wide: bool = False) -> str:
    """Return `rows` as text that ends in a newline.

    Args:
        style: "spaced" or "dense", or "quiz", as RubyQuiz #132 prints solutions: upper case, blocks as spaces, and
            blank lines between rows.
    """
    if style == "quiz":
        return "\n".join(" ".join(row.upper().replace(BLOCK, " ").replace(OPEN, "_")) + "\n" for row in rows)
    if style == "dense":
        return ("\n\n" if is_wide else "\n").join(rows) + "\n"
    return ("\n\n" if is_wide else "\n").join(" ".join(row).replace(OPEN, "_") for row in rows) + "\n"
