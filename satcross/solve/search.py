"""Finding solutions: propagation first, then the solver on what is left, each answer checked again before it is shown.

    puzzle -> compiled -> domains at the fixpoint -> (all fixed: done) | guesses | a dive | residual formula
        -> two solutions -> all others as boxes -> solutions

The first two solutions settle whether there is only one.  They come from guessing where little is left, from a dive
where solutions abound, else from the solver; for more, the residual is searched for boxes of solutions
(`satcross.solve.strategies.listing`).

What is known is always three-valued: a search that was stopped, by a limit or by the clock, is not complete, and says
so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import prod
from time import perf_counter
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from satcross.budget import CLAUSES, MEMORY, NODES, Budget
from satcross.constraints.propagate import propagate
from satcross.constraints.protocol import Constraint
from satcross.errors import ErrorCode, OptionError, TimeUp
from satcross.model import ANY, Puzzle, Solution
from satcross.regex.letters.sets import to_text
from satcross.solve.compile import Compiled, compile_plain, compile_puzzle, compile_rest
from satcross.solve.solvers.python_sat import DEFAULT, check_solver
from satcross.solve.verify import Verifier

if TYPE_CHECKING:
    from satcross.solve.verify_cubes import CubeVerifier, Open

Status: TypeAlias = Literal["unique", "several", "none", "unknown"]
Stopped: TypeAlias = Literal["", "limit", "timeout"]

FEW: Final = 2
"""Solutions that are each checked by themselves; more of a box are checked together."""


class Cube(NamedTuple):
    """Solutions of `puzzle`: every combination of the letters of each cell.

    letters  the letters of each cell, in the order of `puzzle.cells`; over the open alphabet one shown letter stands
             for all that no clue can tell from it
    """

    puzzle: Puzzle
    letters: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many solutions it holds."""
        return prod(map(len, self.letters))


class Search:
    """The solutions of a puzzle, found as they are asked for.  Iterate it once; its attributes tell what is known.

    count         solutions found
    is_complete   whether there are no others
    was_searched  whether guesses or the solver were needed; False: propagation alone decided
    stopped       what ended the search early: "limit", "timeout", or "" if nothing did
    alphabet      its letters, or "any"; None until the search has begun
    stats         cells, letters, clues, sweeps, variables, clauses, and `seconds` by stage

    limit    stop after so many solutions (None: find all)
    timeout  in seconds, from the first solution asked for
    memory   bytes that the search may take beyond what the process holds at its start
    budget   instead of `timeout`, `memory`, `max_nodes` and `max_clauses`; its time has started already
    use_propagation  False hands the whole puzzle to the solver; the answers are the same
    jobs     how many processes may decide together, once the solver takes long, that there are no more solutions; the
             answers are the same.  (Where processes are spawned, a script has to guard its main part.)

    Raises, when iterated, what `compile_puzzle` raises; OptionError at once for an unknown solver or a silly number.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        limit: int | None = None,
        solver: str = DEFAULT,
        timeout: float | None = None,
        max_nodes: int = NODES,
        max_clauses: int = CLAUSES,
        memory: int | None = MEMORY,
        budget: Budget | None = None,
        use_propagation: bool = True,
        jobs: int = 1,
    ) -> None:
        check_solver(solver)
        if limit is not None and limit < 1:
            raise OptionError(f"the limit must be at least 1, not {limit}", code=ErrorCode.OPTION_LIMIT)
        if timeout is not None and not timeout >= 0:
            raise OptionError(f"the timeout must not be negative, but is {timeout}", code=ErrorCode.OPTION_TIMEOUT)
        if jobs < 1:
            raise OptionError(f"the number of jobs must be at least 1, not {jobs}", code=ErrorCode.OPTION_JOBS)
        self.puzzle: Final = puzzle
        self.limit: Final = limit
        self.solver: Final = solver
        self.timeout: Final = timeout
        self.use_propagation: Final = use_propagation
        self.jobs: Final = jobs
        self.count = 0
        self.is_complete = False
        self.was_searched = False
        self.stopped: Stopped = ""
        self.alphabet: str | None = None
        self.stats: dict[str, int] = {}
        self.seconds: dict[str, float] = {}
        self._max_nodes = max_nodes
        self._max_clauses = max_clauses
        self._memory = memory
        self._budget = budget
        self._stands_for_more = False
        self._clock = 0.0
        self._judge: Verifier | None = None
        self._check: CubeVerifier | None = None
        self._solutions = self._run()

    def __iter__(self) -> Iterator[Solution]:
        return self._solutions

    def __next__(self) -> Solution:
        return next(self._solutions)

    def run(self) -> Search:
        """Search to the end (or the limit, or the timeout) and return this search."""
        for _ in self._solutions:
            pass
        return self

    def cubes(self) -> Iterator[Cube]:
        """Yield disjoint cubes that hold exactly the solutions; use it instead of iterating the search.

        The search's limit is one on cubes here; `count` still counts solutions.
        """
        budget = self._start()
        number = 0
        try:
            for compiled, masks in self._boxes(budget, is_hasty=False):
                self._stands_for_more |= compiled.is_alphabet_open and self._has_plural(compiled, masks)
                cube = Cube(self.puzzle, tuple(map(compiled.letters, masks)))
                check, is_open = self._recheck_all(compiled, masks, budget)
                check.check_strings(masks, is_open)
                self._tick("recheck")
                number += 1
                self.count += cube.size
                if number == self.limit and not self.is_complete:
                    self.stopped = "limit"
                yield cube
                self._clock = perf_counter()
                if number == self.limit:
                    return
                if not self.is_complete:
                    budget.check()
        except TimeUp:
            self.stopped = "timeout"
            return
        self.is_complete = True

    @property
    def status(self) -> Status:
        """What is known of the puzzle: "unique", "several", "none", or "unknown"."""
        if self.count > 1 or (self.count and self._stands_for_more):
            return "several"
        if not self.is_complete:
            return "unknown"
        return "unique" if self.count else "none"

    def _tick(self, stage: str) -> None:
        """Book the time since the last tick on `stage`."""
        now = perf_counter()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._clock
        self._clock = now

    def _start(self) -> Budget:
        self._clock = perf_counter()
        return self._budget or Budget.lasting(self.timeout, self._max_nodes, self._max_clauses, self._memory)

    def _run(self) -> Iterator[Solution]:
        budget = self._start()
        puzzle, limit = self.puzzle, self.limit
        try:
            for compiled, masks in self._boxes(budget, is_hasty=True):
                self._stands_for_more |= compiled.is_alphabet_open and self._has_plural(compiled, masks)
                for letters in self._spell(compiled, masks, budget):
                    self.count += 1
                    if limit is not None and self.count >= limit and not self.is_complete:
                        self.stopped = "limit"
                    yield Solution(puzzle, letters)
                    if limit is not None and self.count >= limit:
                        return
                    if not self.count & 255:
                        budget.check()
                self._clock = perf_counter()
                if not self.is_complete:
                    budget.check()
        except TimeUp:
            self.stopped = "timeout"
            return
        self.is_complete = True

    def _boxes(self, budget: Budget, *, is_hasty: bool) -> Iterator[tuple[Compiled, tuple[int, ...]]]:
        """Yield disjoint boxes that hold exactly the solutions; set `is_complete` before the last one if that is known.

        is_hasty  yield the first one as soon as it is found, at the price of more boxes
        """
        compiled, domains = self._settled(budget)
        if domains is None:
            return
        placed = self._open(compiled, domains) if self.use_propagation else compiled.placed
        if not placed and _are_single(domains):
            self.is_complete = self._is_one(compiled, domains)
            yield compiled, domains
            return
        self.was_searched = True
        self.stats.update(variables=0, clauses=0)
        found: list[tuple[int, ...]] = []
        for masks, is_last in self._first(placed, domains, budget):
            found.append(masks)
            is_one = self._is_one(compiled, masks)
            is_all = is_last and (is_hasty or len(found) == 1)
            self.is_complete = is_all and is_one
            if is_hasty or is_all:
                yield compiled, masks
            if is_all:
                return
            if len(found) > 1 or not is_one:
                break
        else:
            if found and not is_hasty:
                yield compiled, found[0]
            return
        from satcross.solve.residual import Narrowing
        from satcross.solve.strategies.listing import boxes, without

        for box in boxes(Narrowing(placed, len(domains)), domains, self.solver, budget):
            self._tick("enumerate")
            for each in without(box, found) if is_hasty else (box,):
                yield compiled, each

    def _settled(self, budget: Budget) -> tuple[Compiled, tuple[int, ...] | None]:
        """Return the puzzle compiled, and the masks of its cells where no clue can rule out more.

        None: there is no solution.  Clues that need a circuit wait until the others have ruled out what they can, and
        are unrolled within the letters that are left.
        """
        clues = sum([len(line.clues) for line in self.puzzle.lines])
        compiled = (compile_plain if self.use_propagation else compile_puzzle)(self.puzzle, budget)
        self._tick("compile")
        self.alphabet = ANY if compiled.is_alphabet_open else to_text(compiled.alphabet)
        self.stats = {"cells": len(self.puzzle.cells), "clues": clues, "classes": len(compiled.classes.members)}
        if not self.use_propagation:
            return compiled, compiled.domains
        domains, sweeps = propagate(compiled.placed, compiled.domains, budget)
        self._tick("propagate")
        if domains is not None and len(compiled.placed) < clues:
            plain = set(compiled.placed)
            compiled = compile_rest(compiled, domains, budget)
            self._tick("compile")
            rest = [number for number, each in enumerate(compiled.placed) if each not in plain]
            domains, more = propagate(compiled.placed, domains, budget, rest)
            self._tick("propagate")
            sweeps += more
        self.stats["sweeps"] = sweeps
        return compiled, domains

    def _open(self, compiled: Compiled, domains: tuple[int, ...]) -> list[Constraint]:
        """Return the clues that some choice of letters from `domains`, the fixpoint, may violate."""
        is_solved = _are_single(domains)
        # at the fixpoint an exact constraint matches some choice of letters: the only one, if all cells are fixed
        placed = [
            each
            for each in compiled.placed
            if not (is_solved and each.line_constraint.is_domain_consistent) and not each.is_entailed(domains)
        ]
        self._tick("propagate")
        return placed

    def _first(
        self, placed: Sequence[Constraint], domains: Sequence[int], budget: Budget
    ) -> Iterator[tuple[tuple[int, ...], bool]]:
        """Yield disjoint boxes of solutions, each with whether it is known to be the last.

        What guessing finds is first, then what is left of a dive, then what is left of all.
        """
        found: list[tuple[int, ...]] = []
        if self.use_propagation and placed:
            from satcross.solve.strategies.backtracking import guess

            guessed = guess(placed, domains, 1 if self.limit == 1 else 2, budget)
            self._tick("guess")
            for number, masks in enumerate(guessed.found, 1):
                yield masks, guessed.is_complete and number == len(guessed.found)
            if guessed.is_complete:
                return
            found += guessed.found
        if self.use_propagation and placed and not found:
            from satcross.solve.strategies.diving import dives

            for dive in dives(placed, domains, budget):
                self._tick("dive")
                for masks, _ in self._models(dive.placed, dive.domains, budget):
                    found.append(masks)
                    yield masks, False
                if found:
                    break
            self._tick("dive")
        if not found:
            yield from self._models(placed, domains, budget)
            return
        from satcross.solve.strategies.listing import without

        for masks, is_last in self._models(placed, domains, budget):
            fresh = list(without(masks, found))
            for each in fresh:
                yield each, is_last and each is fresh[-1]
            found += fresh

    def _models(
        self, placed: Sequence[Constraint], domains: Sequence[int], budget: Budget
    ) -> Iterator[tuple[tuple[int, ...], bool]]:
        """Yield solutions with disjoint masks, and whether it is certain that there are no others."""
        if not placed:
            yield tuple(domains), True
            return
        from satcross.solve.strategies.portfolio import models

        for model in models(
            self.puzzle,
            placed,
            domains,
            enough=1 if self.limit == 1 else 2,
            solver=self.solver,
            jobs=self.jobs,
            budget=budget,
            encoded=self._encoded,
        ):
            self._tick("solve")
            yield model
        self._tick("solve")

    def _encoded(self, variables: int, clauses: int) -> None:
        """Book a formula that has been written."""
        self._tick("encode")
        self.stats["variables"] += variables
        self.stats["clauses"] += clauses

    @staticmethod
    def _has_plural(compiled: Compiled, masks: Sequence[int]) -> bool:
        """Return whether some cell holds a class of several letters."""
        return any(mask & compiled.plural for mask in masks)

    @staticmethod
    def _is_one(compiled: Compiled, masks: Sequence[int]) -> bool:
        """Return whether one solution is listed for the box `masks`."""
        return _are_single(masks) and (compiled.is_alphabet_open or not any(mask & compiled.plural for mask in masks))

    def _spell(self, compiled: Compiled, masks: Sequence[int], budget: Budget) -> Iterator[tuple[str, ...]]:
        """Yield the letters of every solution in the box `masks`: every combination of their letters.

        Over the open alphabet each class stands with its shown letter for all of its letters.
        """
        letters_of = {mask: tuple(compiled.letters(mask)) for mask in set(masks)}  # tuples, which `product` shares
        spelled = [letters_of[mask] for mask in masks]
        is_one = self._check is None and self.count < FEW and all([len(letters) == 1 for letters in spelled])
        if is_one or (self.limit is not None and self.limit - self.count <= FEW):
            if self._judge is None:
                self._judge = Verifier(compiled, budget)
            for letters in product(*spelled):
                self._judge.check(letters)
                self._tick("recheck")
                yield letters
            return
        check, is_open = self._recheck_all(compiled, masks, budget)
        self._tick("recheck")
        for letters in product(*spelled):
            if is_open:
                check.check_solution(letters, is_open)
            yield letters

    def _recheck_all(self, compiled: Compiled, masks: Sequence[int], budget: Budget) -> tuple[CubeVerifier, Open]:
        """Check the box `masks` by the second route, as far as that can be done for all its solutions at once."""
        from satcross.solve.verify_cubes import CubeVerifier

        if self._check is None:
            self._check = CubeVerifier(compiled, budget)
        return self._check, self._check.check(masks)


def _are_single(masks: Sequence[int]) -> bool:
    """Return whether each cell has one class of letters left."""
    return not any([mask & (mask - 1) for mask in masks])


class Check(NamedTuple):
    """The verdict on a puzzle.

    witnesses        none, one (the only solution, or the only one known) or two solutions
    differing_cells  addresses of the cells in which two witnesses differ, in the puzzle's order
    stopped          why the verdict is "unknown", if it is
    """

    status: Status
    witnesses: tuple[Solution, ...]
    was_searched: bool
    stopped: Stopped

    @property
    def differing_cells(self) -> tuple[tuple[int, int] | str, ...]:
        if len(self.witnesses) < 2:
            return ()
        one, two = self.witnesses
        pairs = zip(one.puzzle.cells, one.letters, two.letters, strict=True)
        return tuple(cell for cell, left, right in pairs if left != right)


def check(
    puzzle: Puzzle, *, solver: str = DEFAULT, timeout: float | None = None, budget: Budget | None = None
) -> Check:
    """Return whether `puzzle` has one solution, several, or none; "unknown" only if the time runs out.

    budget  instead of `timeout`, to set the other limits too
    """
    search = Search(puzzle, limit=2, solver=solver, timeout=timeout, budget=budget)
    witnesses = tuple(search)
    return Check(search.status, witnesses, search.was_searched, search.stopped)


def solutions(
    puzzle: Puzzle,
    limit: int | None = None,
    *,
    solver: str = DEFAULT,
    timeout: float | None = None,
    budget: Budget | None = None,
) -> Iterator[Solution]:
    """Yield the solutions of `puzzle`, as they are found.

    budget  instead of `timeout`, to set the other limits too
    Raises TimeUp if the time runs out before the search is complete: a stopped list must not pass for a whole one.
    """
    search = Search(puzzle, limit=limit, solver=solver, timeout=timeout, budget=budget)
    yield from islice(search, limit)
    if search.stopped == "timeout":
        raise TimeUp
