"""What the author's commands have in common: a budget from the options, numbers and letters as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from satcross.cli.answers import json_head, print_json
from satcross.cli.puzzles import Asked
from satcross.cli.statuses import UNKNOWN
from satcross.pictures.text import TextPicture, TextStyle, candidates_symbol, draw
from satcross.puzzle.model import Cell, Puzzle

if TYPE_CHECKING:
    from satcross.solver.diagnosis import Reason


def say_unknown(asked: Asked, *, is_json: bool) -> int:
    """Say that the time ran out before there was anything to tell, and return the exit status."""
    if is_json:
        print_json({**json_head(asked), "status": "unknown", "complete": False, "stopped": "timeout"})
    else:
        print(f"{asked.label}: unknown (out of time)")
    return UNKNOWN


def json_reason(reason: Reason) -> dict[str, Any]:
    """Return a clue as JSON has it."""
    return {
        "line": reason.line,
        "clue": reason.clue,
        "pattern": reason.pattern,
        "reversed": reason.is_reversed,
    }


def draw_candidates(
    puzzle: Puzzle, candidates: Sequence[str], letters: int, changed: Sequence[Cell], style: TextStyle
) -> TextPicture:
    """Return the grid with what each cell can still hold, the cells `changed` marked.

    Args:
        letters: How many letters the alphabet has.
    """
    number_of = {address: number for number, address in enumerate(puzzle.cells)}
    shown = [candidates_symbol(each, letters) for each in candidates]
    marked = {number_of[cell] for cell in changed}
    return draw(puzzle, [symbol for symbol, _ in shown], marked, style, [colour for _, colour in shown])
