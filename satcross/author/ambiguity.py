"""What is certain in a puzzle and what is not: over all solutions, not over samples.

In: a puzzle.  Out: an `Ambiguity`: for each cell exactly the letters that some solution has there, the number of
solutions, and two solutions that differ in as few cells as any two do.

The letters are found as a backbone is: every model shows some, and a clause that demands one not yet seen is asked for
until there is none (M. Janota, I. Lynce and J. Marques-Silva, Algorithms for computing backbones of propositional
formulae, AI Communications 2015).  The nearest two solutions are two copies of the formula with a counter of the cells
in which they differ, its bound lowered until no pair is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from satcross.author.counting import Tally, count
from satcross.budget import UNLIMITED, Budget
from satcross.cnf.sink import FlatSink, Lit
from satcross.cnf.totalizer import totalizer
from satcross.errors import TimeUp
from satcross.model import Cell, Puzzle, Solution
from satcross.solve.compile import Compiled
from satcross.solve.encode import encode_residual
from satcross.solve.presolve import Presolved, presolve
from satcross.solve.residual import Masks, Residual
from satcross.solve.solutions import Status
from satcross.solve.solvers.python_sat import DEFAULT, Solver
from satcross.solve.verify import verify_solutions


class Ambiguity(NamedTuple):
    """What the solutions of `puzzle` have in common, and where they part.

    candidates   for each cell the letters that some solution has there; over the open alphabet one shown letter for
                 each class of letters that no clue tells apart; empty if the time did not suffice for any
    is_exact     whether `candidates` has them all; False: the time ran out before that was proved
    solutions    how many solutions there are, as far as that is known
    nearest      two solutions, or the only one, or none
    is_nearest   whether no two solutions differ in fewer cells
    """

    puzzle: Puzzle
    status: Status
    candidates: tuple[str, ...]
    is_exact: bool
    solutions: Tally
    nearest: tuple[Solution, ...]
    is_nearest: bool

    @property
    def certain(self) -> tuple[Cell, ...]:
        """The cells that hold the same letter in all solutions."""
        pairs = zip(self.puzzle.cells, self.candidates, strict=False)
        return tuple(cell for cell, letters in pairs if len(letters) == 1) if self.is_exact else ()

    @property
    def varying(self) -> tuple[Cell, ...]:
        """The cells that hold different letters in different solutions."""
        pairs = zip(self.puzzle.cells, self.candidates, strict=False)
        return tuple(cell for cell, letters in pairs if len(letters) > 1)

    @property
    def differing_cells(self) -> tuple[Cell, ...]:
        """The cells in which the nearest two solutions differ."""
        if len(self.nearest) < 2:
            return ()
        one, two = self.nearest
        pairs = zip(self.puzzle.cells, one.letters, two.letters, strict=True)
        return tuple(cell for cell, left, right in pairs if left != right)


def ambiguity(
    puzzle: Puzzle,
    *,
    solver: str = DEFAULT,
    budget: Budget = UNLIMITED,
    counting_seconds: float | None = None,
) -> Ambiguity:
    """Return the ambiguity of `puzzle`.

    counting_seconds  how long to count at most (None: until the budget's time is up)

    What the time did not suffice for is marked: `is_exact`, `is_nearest`, `solutions.kind`.
    Raises what `compile_puzzle` raises, OptionError for an unknown solver.
    """
    nothing = Ambiguity(puzzle, "unknown", (), False, Tally(0, "at least", "search", "timeout"), (), False)
    try:
        presolved = presolve(puzzle, budget=budget)
    except TimeUp:
        return nothing
    if presolved.residual is None:
        return _none(puzzle)
    compiled = presolved.compiled
    is_complete = True
    shown = _Letters(presolved.residual, solver, budget)
    try:
        shown.find_all()
    except TimeUp:
        is_complete = False
    if shown.first is None:
        return _none(puzzle) if is_complete else nothing
    candidates = tuple(map(compiled.letters, shown.seen))
    first = shown.first
    stands_for_more = presolved.stands_for_more(shown.seen)
    if is_complete and all(len(letters) == 1 for letters in candidates):
        only = Solution(puzzle, _spelled(compiled, first))
        try:
            verify_solutions(compiled, [only.letters], budget)
        except TimeUp:
            return nothing
        status: Status = "several" if stands_for_more else "unique"
        return Ambiguity(puzzle, status, candidates, True, Tally(1, "exact", "search"), (only,), True)
    tally = count(puzzle, budget=budget if counting_seconds is None else budget.until(counting_seconds))
    is_several = any(len(letters) > 1 for letters in candidates) or stands_for_more
    nearest, is_nearest = _nearest(presolved, shown.seen, (first, shown.second or first), solver, budget)
    solutions = tuple(dict.fromkeys(Solution(puzzle, letters) for letters in nearest))
    try:
        verify_solutions(compiled, [solution.letters for solution in solutions], budget)
    except TimeUp:
        return nothing
    if tally.kind == "at least" and tally.number < len(solutions):
        tally = tally._replace(number=len(solutions))
    return Ambiguity(
        puzzle,
        "several" if is_several else "unknown",
        candidates,
        is_complete,
        tally,
        solutions,
        is_nearest and len(solutions) == 2,
    )


def possible_masks(presolved: Presolved, solver: str = DEFAULT, budget: Budget = UNLIMITED) -> Masks | None:
    """Return for each cell the letter classes that some solution has there; None if there is no solution.

    Raises TimeUp.
    """
    if presolved.residual is None:
        return None
    shown = _Letters(presolved.residual, solver, budget)
    shown.find_all()
    return tuple(shown.seen) if shown.first is not None else None


def _none(puzzle: Puzzle) -> Ambiguity:
    return Ambiguity(puzzle, "none", ("",) * len(puzzle.cells), True, Tally(0, "exact", "propagation"), (), True)


def _spelled(compiled: Compiled, masks: Sequence[int]) -> tuple[str, ...]:
    return tuple(compiled.letters(mask)[0] for mask in masks)


class _Letters:
    """The letters seen in solutions: masks `seen`; and the `first` two solutions, as masks."""

    def __init__(self, residual: Residual, solver: str, budget: Budget) -> None:
        self._residual = residual
        self._solver = solver
        self._budget = budget
        self.seen = [0] * len(residual.masks)
        self.first: tuple[int, ...] | None = None
        self.second: tuple[int, ...] | None = None

    def find_all(self) -> None:
        with Solver(self._solver, self._budget) as solver:
            variables = encode_residual(self._residual, solver)
            asked: list[Lit] = []
            while solver.solve(asked):
                masks = variables.decode(solver.is_true)
                self.first, self.second = (masks, None) if self.first is None else (self.first, self.second or masks)
                self.seen = [before | mask for before, mask in zip(self.seen, masks, strict=True)]
                unseen = [
                    lit
                    for lits, seen in zip(variables.lits[: variables.cells], self.seen, strict=True)
                    for block, lit in lits.items()
                    if not block & seen
                ]
                for lit in asked:
                    solver.add([-lit])
                if not unseen:
                    return
                asked = [variables.fresh()]
                solver.add([-asked[0], *unseen])


def _nearest(
    presolved: Presolved,
    seen: Sequence[int],
    known: tuple[tuple[int, ...], tuple[int, ...]],
    solver: str,
    budget: Budget,
) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], bool]:
    """Return two solutions that differ in as few cells as any two, and whether that is proved.

    seen   the letters that occur in solutions; cells with one need no comparison
    known  two solutions, as masks
    """
    compiled, residual = presolved.compiled, presolved.residual
    assert residual is not None
    letters = compiled.letters
    for masks in known:
        for cell, mask in enumerate(masks):
            if len(letters(mask)) > 1:
                one = _spelled(compiled, masks)
                return (one, (*one[:cell], letters(mask)[1], *one[cell + 1 :])), True
    best = known
    distance = _distance(*best)
    if distance <= 1:
        return (_spelled(compiled, best[0]), _spelled(compiled, best[1])), distance == 1
    is_least = False
    try:
        with Solver(solver, budget) as engine:
            one_copy = FlatSink(budget)
            variables = encode_residual(residual, one_copy)
            shift = variables.count
            for clause in one_copy:
                engine.add(list(clause))
                engine.add([lit + shift if lit > 0 else lit - shift for lit in clause])
            total = 2 * shift

            def fresh() -> Lit:
                nonlocal total
                total += 1
                return total

            differs = []
            for lits, letters_seen in zip(variables.lits[: variables.cells], seen, strict=True):
                if lits and letters_seen & (letters_seen - 1):
                    differ = fresh()
                    differs.append(differ)
                    for lit in lits.values():
                        other = lit + shift if lit > 0 else lit - shift
                        engine.add([-lit, other, differ])
                        engine.add([-lit, -other, -differ])
            engine.add(differs.copy())
            more_than = totalizer(differs, distance, fresh, engine)
            while distance > 1 and engine.solve([-more_than[distance - 1]]):
                one_masks = variables.decode(engine.is_true)
                two_masks = variables.decode(lambda lit: engine.is_true(lit + shift if lit > 0 else lit - shift))
                best = one_masks, two_masks
                distance = _distance(*best)
            is_least = True
    except TimeUp:
        pass
    return (_spelled(compiled, best[0]), _spelled(compiled, best[1])), is_least


def _distance(one: Sequence[int], two: Sequence[int]) -> int:
    return sum(left != right for left, right in zip(one, two, strict=True))
