"""The lines of a puzzle with their clues, as text below its outline.

In: a puzzle, and how wide the screen is.  Out: rows of text.  The numbers are those of `satcross.pictures.outline`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from satcross.base.wording import counted
from satcross.errors import printable, width_of
from satcross.pictures.embedding import Embedding
from satcross.pictures.lettering import constraint_text, reversed_mark
from satcross.pictures.outline import arrow, tags
from satcross.pictures.text import FAINT, PLAIN, STRONG, TextStyle
from satcross.puzzle.model import Line, Puzzle, address_text
from satcross.puzzle.shapes import direction_of

HEADINGS: Final = {
    "row": "rows, read to the right",
    "column": "columns, read downwards",
    "falling diagonal": "falling diagonals, read down to the right",
    "rising diagonal": "rising diagonals, read up to the right",
    "horizontal": "horizontal lines, read to the right",
    "rising": "rising lines, read up to the left",
    "falling": "falling lines, read down to the left",
}
_LEAST: Final = 20  # columns for a clue, however narrow the screen is


def listing(
    puzzle: Puzzle, embedding: Embedding | None, width: int, most: int, style: TextStyle = PLAIN
) -> Iterator[str]:
    """Yield the rows of the list, none of which takes more than `width` columns.

    Args:
        embedding: Where the cells of a puzzle of named lines are; None for rectangles and hexagons.
        most: How many lines of each direction are listed; the others are counted.
    """
    if embedding is not None:
        yield from _of_named_lines(puzzle, embedding, width, most, style)
        return
    directions: dict[str, list[Line]] = {}
    for line in puzzle.lines:
        directions.setdefault(direction_of(line), []).append(line)
    for direction, lines in directions.items():
        clued = [line for line in lines if line.clues]
        if not clued:
            continue
        yield style.paint(HEADINGS[direction], STRONG)
        column = max(len(_number(line)) for line in clued[:most]) + 4
        for line in clued[:most]:
            texts = _clues(line)
            if direction.endswith("diagonal") and line.cells:
                texts[0] = f"from {address_text(puzzle.cells[line.cells[0]])}: {texts[0]}"
            for place, text in enumerate(texts):
                number = "" if place else _number(line)
                yield from _wrapped(f"{number:>{column - 2}}  ", text, width, style)
        yield from _rest(len(clued) - most)


def _of_named_lines(puzzle: Puzzle, embedding: Embedding, width: int, most: int, style: TextStyle) -> Iterator[str]:
    """Yield each line with its number, its name and its cells, and then its clues; those of lower numbers first."""
    numbers = tags(puzzle, embedding)
    clued = [line for line in puzzle.lines if line.clues]
    clued.sort(key=lambda line: numbers.get(line.cells[0], 0))
    column = max((len(str(number)) for number in numbers.values()), default=0)
    link = " > " if style.is_ascii else " → "
    for line in clued[:most]:
        number = numbers.get(line.cells[0])
        head = f"  {number:>{column}} {arrow(line, embedding, style)} " if number else "  "
        cells = link.join(address_text(puzzle.cells[cell]) for cell in line.cells)
        yield from _wrapped(head, printable(f"{line.name}: {cells}"), width, style)
        for text in _clues(line):
            yield from _wrapped(" " * (width_of(head) + 2), text, width, style)
    yield from _rest(len(clued) - most)


def _clues(line: Line) -> list[str]:
    return [constraint_text(clue) + reversed_mark(clue) for clue in line.clues]


def _number(line: Line) -> str:
    return line.name.rpartition(" ")[2]


def _rest(number: int) -> Iterator[str]:
    if number > 0:
        yield f"  and {counted(number, 'more line')}"


def _wrapped(head: str, text: str, width: int, style: TextStyle) -> Iterator[str]:
    """Yield `text` in rows of `width` columns, `head` before the first and spaces before the others."""
    indent = width_of(head)
    room = max(_LEAST, width - indent)
    for place, part in enumerate(_cut(text, room)):
        yield (" " * indent if place else style.paint(head, FAINT)) + part


def _cut(text: str, room: int) -> Iterator[str]:
    """Yield `text` in parts of at most `room` columns; text that fits is one part."""
    part, used = "", 0
    for letter in text:
        wide = width_of(letter)
        if used + wide > room:
            yield part
            part, used = "", 0
        part, used = part + letter, used + wide
    yield part
