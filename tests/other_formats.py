"""Puzzles as texts of every format that satcross reads, those that it does not write included."""

import json
from typing import Any

from satcross.puzzle import Clue, Puzzle, address_text
from satcross.puzzle.files import WRITABLE, to_text
from satcross.puzzle.files.programs import to_board
from satcross.puzzle.shapes import direction_of


def text_of(puzzle: Puzzle, format: str) -> str:
    """Return `puzzle` in this format.  For hexregex, no line may have two clues; for slots, each cell needs a clue."""
    if format in WRITABLE:
        return to_text(puzzle, format)
    return json.dumps(_slots(puzzle) if format == "slots" else _hexregex(puzzle))


def _hexregex(puzzle: Puzzle) -> dict[str, Any]:
    if puzzle.shape.kind == "hexagon":
        return {"kind": "hexagon", "edge": puzzle.shape.sizes[0], **to_board(puzzle)}
    rows, columns = puzzle.shape.sizes
    lists: dict[str, list[str]] = {"row": [], "column": []}
    for line in puzzle.lines:
        lists[direction_of(line)].append(line.clues[0].pattern if line.clues else "")  # type: ignore[union-attr]
    return {"kind": "rectangle", "rows": rows, "cols": columns, "x": lists["column"], "y": lists["row"]}


def _slots(puzzle: Puzzle) -> dict[str, Any]:
    slots = [
        {"cells": [address_text(puzzle.cells[cell]) for cell in clue.read(line.cells)], "regex": clue.pattern}
        for line in puzzle.lines
        for clue in line.clues
        if isinstance(clue, Clue)
    ]
    return {"title": puzzle.title, "author": puzzle.author, "dialect": puzzle.dialect, "slots": slots}
