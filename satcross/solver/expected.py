"""Do the solutions of a puzzle agree with the solutions that its author expects?

In: a puzzle that names expected solutions, and the solutions that a search has found.  Out: a `Mismatch` for each
expected solution that does not solve the puzzle, and, if the expected solutions are said to be all, for solutions found
that are not among them.

An expected solution that a search has not found is matched against the clues by the verifier.  So the answer does not
depend on how many solutions the search looked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, product
from typing import Any, Final, Literal

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.puzzle import ANY, Cell, Puzzle, Solution, address_text, differing_cells, json_cell
from satcross.solver.compile import PuzzleLetters, read_letters
from satcross.solver.verify import Fault, GridVerifier

NEAR: Final = 100  # solutions found that a wrong expected one is compared with, to say in which cells it is wrong
UNEXPECTED: Final = 3  # unexpected solutions that are reported; a few are enough to see what is wrong
CLUES_NAMED: Final = 3  # violated clues that a message names
CELLS_NAMED: Final = 12  # differing cells that a message names


class Mismatch(NamedTuple):
    """A disagreement between a puzzle and the solutions that its author expects.

    Attributes:
        kind: "wrong": an expected solution does not solve the puzzle; "unexpected": the expected solutions are said to
            be all, but there is another one.
        message: A sentence without a full stop.
        number: The number of the wrong expected solution, from 1; 0 for an unexpected solution.
        solution: The wrong expected solution (None if it is of another size), or the unexpected one.
        faults: What a wrong solution violates.
        cells: The cells in which `solution` differs from `other`.
        other: The nearest solution found, or for an unexpected solution the nearest expected one; None without any.
    """

    kind: Literal["wrong", "unexpected"]
    message: str
    number: int = 0
    solution: Solution | None = None
    faults: tuple[Fault, ...] = ()
    cells: tuple[Cell, ...] = ()
    other: Solution | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the mismatch as a JSON object."""
        faults = [
            {"line": fault.line, "clue": fault.clue, "pattern": fault.pattern, "text": fault.text,
             "message": fault.message} for fault in self.faults
        ]  # fmt: skip
        return {
            "kind": self.kind,
            "message": self.message,
            "number": self.number,
            "solution": None if self.solution is None else self.solution.as_json(),
            "faults": faults,
            "cells": [json_cell(cell) for cell in self.cells],
        }

    def __str__(self) -> str:
        """The message, and in which cells the two solutions differ."""
        if self.solution is None or self.other is None:
            return self.message
        named = [f"{address_text(cell)} ({self.solution[cell]}, not {self.other[cell]})" for cell in self.cells]
        more = [f"{len(named) - CELLS_NAMED} other cells"] if len(named) > CELLS_NAMED + 1 else []
        cells = ", ".join([*named[:CELLS_NAMED], *more] if more else named)
        other = "the nearest solution found" if self.kind == "wrong" else "the nearest expected one"
        return f"{self.message}; it differs from {other} in {cells}"


class Expectation:
    """Compares the solutions that a search finds, one after another, with the expected solutions of `puzzle`."""

    __slots__ = ("_expected", "_found", "_near", "_other", "_puzzle")

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle: Final = puzzle
        self._expected: Final = frozenset(puzzle.expected)
        self._found: Final[set[tuple[str, ...]]] = set()
        self._near: Final[list[tuple[str, ...]]] = []
        self._other: Final[dict[tuple[str, ...], None]] = {}

    def see(self, letters: tuple[str, ...]) -> None:
        """Take note of a solution that has been found."""
        if letters in self._expected:
            self._found.add(letters)
        elif self._puzzle.expects_all and len(self._other) < UNEXPECTED + len(self._expected):
            self._other[letters] = None
        if len(self._near) < NEAR:
            self._near.append(letters)

    def see_nearest(self, letters: tuple[str, ...]) -> None:
        """Take note of a solution that is nearer to an expected one than those found; it is reported first."""
        self._near.insert(0, letters)
        if self._puzzle.expects_all and letters not in self._expected:
            others = dict.fromkeys((letters, *self._other))
            self._other.clear()
            self._other.update(others)

    def see_cube(self, letters: Sequence[str]) -> None:
        """Take note of a cube of solutions, given as the letters of each cell."""
        some = NEAR if self._puzzle.expects_all else 1
        for each in islice(product(*letters), some + len(self._expected)):
            self.see(each)

    def mismatches(self, budget: Budget = UNLIMITED, read: PuzzleLetters | None = None) -> tuple[Mismatch, ...]:
        """Return how the solutions seen so far disagree with the expected ones.

        The deadline of `budget` does not count: matching a few strings takes no time.

        Args:
            read: What `read_letters` returns for the puzzle, if that is known already.

        Raises:
            SatcrossError: What `compile_puzzle` raises.
        """
        if len(self._found) == len(self._expected) and not self._other:
            return ()
        unlimited = budget._replace(deadline=None)
        read = read or read_letters(self._puzzle, unlimited)
        verifier = GridVerifier(read, unlimited)
        wrong = []
        for number, letters in enumerate(self._puzzle.expected, 1):
            if letters not in self._found and (mismatch := self._wrong(verifier, number, letters)) is not None:
                wrong.append(mismatch)
        classes_of_expected = {_classes(read, letters) for letters in self._expected}
        unexpected = [each for each in self._other if _classes(read, each) not in classes_of_expected]
        return (*wrong, *[self._unexpected(letters) for letters in unexpected[:UNEXPECTED]])

    def _wrong(self, verifier: GridVerifier, number: int, letters: tuple[str, ...]) -> Mismatch | None:
        """Return what is wrong with expected solution `number`, None if it solves the puzzle."""
        cells = len(self._puzzle.cells)
        which = "the expected solution" + (f" {number}" if len(self._puzzle.expected) > 1 else "")
        if len(letters) != cells:
            return Mismatch("wrong", f"{which} has {len(letters)} letters, but the puzzle has {cells} cells", number)
        faults = tuple(verifier.faults(letters))
        if not faults:
            return None
        message = f"{which} does not match {_clues_text(faults)}" if faults[0].line is not None else (
            f"{which} is not possible: {faults[0].message}"
        )  # fmt: skip
        near, differing = self._nearest(letters, self._near)
        return Mismatch("wrong", message, number, Solution(self._puzzle, letters), faults, differing, near)

    def _unexpected(self, letters: tuple[str, ...]) -> Mismatch:
        solution = Solution(self._puzzle, letters)
        if not self._expected:
            return Mismatch("unexpected", "the puzzle is expected to have no solution, but it has one", 0, solution)
        are_all = "solutions are said to be all" if len(self._expected) > 1 else "solution is said to be the only one"
        message = f"the expected {are_all}, but there is another one"
        near, differing = self._nearest(letters, sorted(self._expected))
        return Mismatch("unexpected", message, 0, solution, (), differing, near)

    def _nearest(
        self, letters: tuple[str, ...], others: Sequence[tuple[str, ...]]
    ) -> tuple[Solution | None, tuple[Cell, ...]]:
        """Return the solution among `others` that differs from `letters` in the fewest cells, and these cells."""
        sized = [other for other in others if len(other) == len(letters)]
        if not sized:
            return None, ()
        nearest = min(sized, key=lambda other: sum(mine != theirs for mine, theirs in zip(letters, other, strict=True)))
        near = Solution(self._puzzle, nearest)
        return near, differing_cells(near, Solution(self._puzzle, letters))


def mismatches(
    puzzle: Puzzle,
    solutions: Iterable[Solution] = (),
    budget: Budget = UNLIMITED,
    read: PuzzleLetters | None = None,
) -> tuple[Mismatch, ...]:
    """Return how `puzzle` and the solutions that have been found disagree with the expected solutions of `puzzle`.

    Args:
        read: What `read_letters` returns for the puzzle, if that is known already.

    Raises:
        SatcrossError: What `compile_puzzle` raises.
    """
    expectation = Expectation(puzzle)
    for solution in solutions:
        expectation.see(solution.letters)
    return expectation.mismatches(budget, read)


class GridGrade(NamedTuple):
    """How a full grid does: the number of clues, and the clues that it violates."""

    clues: int
    faults: tuple[Fault, ...]

    @property
    def satisfied(self) -> int:
        """How many clues the grid satisfies."""
        return self.clues - len({(fault.line, fault.clue) for fault in self.faults})

    def as_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        violated = [
            {"line": fault.line, "clue": fault.clue, "pattern": fault.pattern, "text": fault.text}
            for fault in self.faults
        ]
        return {"clues": self.clues, "satisfied": self.satisfied, "violated": violated}


def graded(read: PuzzleLetters, budget: Budget = UNLIMITED) -> GridGrade | None:
    """Return which clues the given letters of a puzzle satisfy; None unless every cell has one.

    >>> from satcross.puzzle.shapes import rectangle
    >>> full = read_letters(rectangle(rows=["AB"], columns=[".*", "A"], given={(1, 1): "A", (1, 2): "B"}))
    >>> graded(full).satisfied, [fault.place for fault in graded(full).faults]
    (2, ['column 2, clue 1 (A)'])
    """
    puzzle = read.puzzle
    if len(puzzle.given) < len(puzzle.cells):
        return None
    letters = [letter for _, letter in puzzle.given]
    verifier = GridVerifier(read, budget)
    faults = tuple(fault for fault in verifier.faults(letters) if fault.line is not None)
    return GridGrade(sum(len(line.clues) for line in puzzle.lines), faults)


def enough_solutions(puzzle: Puzzle) -> int:
    """Return how many solutions show the status of `puzzle`, and whether there is one that is not expected."""
    return max(2, len(set(puzzle.expected)) + 1) if puzzle.expects_all else 2


def expected_solution(read: PuzzleLetters, budget: Budget = UNLIMITED) -> Solution | None:
    """Return the first expected solution that solves the puzzle, or None."""
    verifier = GridVerifier(read, budget)
    for letters in read.puzzle.expected:
        if len(letters) == len(read.puzzle.cells) and next(verifier.faults(letters), None) is None:
            return Solution(read.puzzle, letters)
    return None


def _clues_text(faults: Sequence[Fault]) -> str:
    """Return the violated clues in words."""
    named = [f"{fault.place}, where it reads {fault.text!r}" for fault in faults[:CLUES_NAMED]]
    more = len(faults) - CLUES_NAMED
    return ", nor ".join([*named, *([f"{more} other {'clue' if more == 1 else 'clues'}"] if more > 0 else [])])


def _classes(read: PuzzleLetters, letters: tuple[str, ...]) -> tuple[int | str, ...]:
    """Return what tells solutions apart: the letters, or over the open alphabet their classes."""
    if read.puzzle.alphabet != ANY:
        return letters
    return tuple(map(read.classes.mask_of, letters))
