"""The current cell, and the line along which letters are typed.

A `Cursor` never changes.  Each function returns the cursor after a move, or the same one if there is nowhere to go.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from satcross.play.playboard import PlayBoard

NO_LINE = -1


class Cursor(NamedTuple):
    """Where the player is.

    Attributes:
        line: The line along which letters are typed, by number; NO_LINE if no line goes through the cell.
        place: Which cell of the line it is, from 0: a line may visit a cell twice.
        is_past_end: Whether the last letter of the line has just been typed.
        came_from: The cell, line and place that typing has just gone on from to another line; None: it has not.
    """

    cell: int
    line: int = NO_LINE
    place: int = 0
    is_past_end: bool = False
    came_from: tuple[int, int, int] | None = None


def start(board: PlayBoard, letters: Sequence[str]) -> Cursor:
    """Return the cursor at the first open cell of the first line that has a clue."""
    lines = board.puzzle.lines
    first = next((number for number, line in enumerate(lines) if line.clues and line.cells), None)
    return at_cell(board, 0, NO_LINE) if first is None else along_line(board, letters, first)


def at_cell(board: PlayBoard, cell: int, line: int) -> Cursor:
    """Return the cursor at `cell`, on `line` if that goes through it."""
    through = board.lines_of[cell]
    line = line if line in through else through[0] if through else NO_LINE
    return Cursor(cell, line, board.puzzle.lines[line].cells.index(cell) if through else 0)


def towards(board: PlayBoard, cursor: Cursor, right: int, down: int) -> Cursor:
    """Return the cursor at the neighbour in a direction."""
    neighbour = board.neighbour(cursor.cell, right, down, cursor.line)
    return cursor if neighbour is None else at_cell(board, *neighbour)


def along(board: PlayBoard, cursor: Cursor, step: int) -> Cursor:
    """Return the cursor `step` cells further along its line."""
    place = cursor.place + step
    if cursor.line == NO_LINE or not 0 <= place < len(board.puzzle.lines[cursor.line].cells):
        return cursor
    return Cursor(board.puzzle.lines[cursor.line].cells[place], cursor.line, place)


def back(board: PlayBoard, cursor: Cursor) -> Cursor:
    """Return the cursor at the letter before."""
    return along(board, cursor, -1) if cursor.came_from is None else Cursor(*cursor.came_from)


def advanced(board: PlayBoard, letters: Sequence[str], cursor: Cursor, *, goes_on: bool) -> Cursor:
    """Return the cursor after a letter was typed.

    At the end of the line it is on the next line with an open cell, if it `goes_on`; else, and in a full grid, the next
    letter has no cell.
    """
    further = along(board, cursor, 1)
    if further != cursor:
        return further
    lines = board.puzzle.lines
    for step in range(1, len(lines)) if goes_on and cursor.line != NO_LINE else ():
        line = (cursor.line + step) % len(lines)
        if not all(letters[cell] for cell in lines[line].cells):
            return along_line(board, letters, line)._replace(came_from=cursor[:3])
    return cursor._replace(is_past_end=True)


def to_end(board: PlayBoard, cursor: Cursor, *, is_last: bool) -> Cursor:
    """Return the cursor at the first or the last cell of its line."""
    if cursor.line == NO_LINE:
        return cursor
    place = len(board.puzzle.lines[cursor.line].cells) - 1 if is_last else 0
    return Cursor(board.puzzle.lines[cursor.line].cells[place], cursor.line, place)


def on_next_line(board: PlayBoard, cursor: Cursor) -> Cursor:
    """Return the cursor at the same cell, on the next of the lines through it."""
    through = board.lines_of[cursor.cell]
    if not through:
        return cursor
    return at_cell(board, cursor.cell, through[(through.index(cursor.line) + 1) % len(through)])


def on_other_line(board: PlayBoard, letters: Sequence[str], cursor: Cursor, step: int) -> Cursor:
    """Return the cursor on the line that comes `step` lines later in the puzzle."""
    lines = len(board.puzzle.lines)
    return along_line(board, letters, (cursor.line + step) % lines) if lines else cursor


def along_line(board: PlayBoard, letters: Sequence[str], line: int) -> Cursor:
    """Return the cursor at the first open cell of `line`, or else at its first cell."""
    cells = board.puzzle.lines[line].cells
    if not cells:
        return Cursor(0)
    place = next((place for place, cell in enumerate(cells) if not letters[cell]), 0)
    return Cursor(cells[place], line, place)
