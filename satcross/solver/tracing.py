"""Propagation made visible: which clue ruled out which letters, step by step."""

from __future__ import annotations

from collections.abc import Iterator

from satcross.base.budget import Budget, limits
from satcross.base.records import NamedTuple
from satcross.base.showing import in_one_line
from satcross.base.wording import counted
from satcross.errors import TimeUp
from satcross.puzzle import Cell, Puzzle
from satcross.solver.compile import compile_puzzle
from satcross.solver.diagnosis import reason_of
from satcross.solver.residual import Residual, Step


class TraceStep(NamedTuple):
    """One deduction from one clue.

    Attributes:
        line: The name of the line.
        clue: The number of the clue on this line, from 1.
        pattern: The clue's text ("" for a word list).
        ruled_out: The cells that lost letters, and the letters they lost.
        candidates: The letters still possible, for each cell of the puzzle in its order.
        alphabet: All letters.
        is_contradiction: Whether the clue cannot be satisfied any more: the puzzle has no solution.
    """

    line: str
    clue: int
    pattern: str
    ruled_out: tuple[tuple[Cell, str], ...]
    candidates: tuple[str, ...]
    alphabet: str
    is_contradiction: bool

    def __repr__(self) -> str:
        changed = "contradiction" if self.is_contradiction else f"{counted(len(self.ruled_out), 'cell')} changed"
        return in_one_line("TraceStep", f"{self.line} {self.pattern}", changed)


def trace(puzzle: Puzzle, *, timeout: float | None = None, budget: Budget | None = None) -> Iterator[TraceStep]:
    """Yield the deductions of propagation on `puzzle`, up to its fixpoint or a contradiction.

    Over the open alphabet each class of letters that no clue tells apart is shown as one letter.

    Args:
        timeout, budget: The time limit in seconds, and further limits.

    Raises:
        SatcrossError: What `compile_puzzle` raises.
    """
    budget = limits(timeout, budget)
    compiled = compile_puzzle(puzzle, budget)
    steps: list[Step] = []
    stopped = None
    try:
        Residual.of(compiled.constraints, compiled.domains).state.propagated(budget, steps=steps)
    except TimeUp as error:
        stopped = error
    for step in steps:
        constraint = compiled.constraints[step.number]
        reason = reason_of(puzzle, constraint.line, constraint.clue)
        yield TraceStep(
            reason.line,
            reason.clue,
            reason.pattern,
            tuple((puzzle.cells[cell], compiled.letters.of(mask)) for cell, mask in step.ruled_out),
            compiled.letters.of_each(step.domains),
            compiled.letters.of(compiled.classes.every),
            step.is_contradiction,
        )
    if stopped is not None:
        raise stopped
