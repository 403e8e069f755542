"""The steps of propagation that `solve --trace` shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from satcross.base.budget import Budget
from satcross.base.records import NamedTuple
from satcross.cli.outcome import Appearance
from satcross.cli.puzzles import FiledPuzzle
from satcross.cli.terminal import Written
from satcross.errors import TimeUp, printable
from satcross.pictures.text import STRONG, candidates_symbol, draw, shown_letters, text_of
from satcross.puzzle import Puzzle, shown_address

if TYPE_CHECKING:
    from satcross.solver.tracing import TraceStep


class TracedStep(NamedTuple):
    """A step of propagation: its number from 1, line and clue, what it rules out, the grid."""

    number: int
    step: TraceStep


def step_text(asked: FiledPuzzle, part: TracedStep, look: Appearance) -> Iterator[Written]:
    """Yield the text of a step."""
    from satcross.solver.diagnosis import WORD_LIST

    step, style = part.step, look.style
    clue = printable(f"{step.line}, clue {step.clue}  {step.pattern or WORD_LIST}")
    yield "out", f"{part.number}. {style.paint(clue, STRONG)}\n"
    if step.is_contradiction:
        yield "out", "    cannot be satisfied any more\n\n"
        return
    number_of = {address: number for number, address in enumerate(asked.puzzle.cells)}
    for cell, letters in step.ruled_out:
        left = shown_letters(step.candidates[number_of[cell]], style) or "nothing"
        ruled_out = shown_letters(letters, style)
        yield "out", f"    {shown_address(cell)}: not {ruled_out}, leaves {left}\n"
    symbols = [candidates_symbol(letters, len(step.alphabet)) for letters in step.candidates]
    marked = {number_of[cell] for cell, _ in step.ruled_out}
    colours = [colour for _, colour in symbols]
    picture = draw(asked.puzzle, [symbol for symbol, _ in symbols], marked, style, colours)
    yield "out", text_of(picture) + "\n\n"


def traced(puzzle: Puzzle, budget: Budget) -> Iterator[TracedStep]:
    """Yield the steps of propagation."""
    from satcross.solver.tracing import trace

    try:
        for number, step in enumerate(trace(puzzle, budget=budget), 1):
            yield TracedStep(number, step)
    except TimeUp:  # the search comes to the same end, and says so
        return
