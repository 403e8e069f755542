"""Proofs by several processes: a formula that is hard to refute is split, and the refutations of its parts are put
together.

In: the formula of a puzzle.  Out: the lines of one DRAT proof, which a checker replays like any other.

    one process      refutes the whole formula
    other processes  each a part: the formula with literals assumed, which say what letters a few cells may hold
    composition      the refutations of two parts, and then steps that prove the same of what they are parts of

A part that takes more than a number of conflicts is split by the letters of a cell (`satcross.solver.subproblems`).
Propagation only chooses the cell: whatever it knows, the solver has to prove again.  Suppose that both halves are
refuted, "the cell holds a letter of A" and "it holds another one".  Then for each letter of A, the cell does not hold
it, by the first refutation.  So the second refutation holds without its assumption.  A checker sees each of these steps
by unit propagation.

The whole formula or its parts: the proof is the one that needs less work on each process.  Work is counted in
conflicts, not in seconds, and each part is refuted by a fresh solver.  So the same number of processes gives the same
proof.  One that is found before there are parts is that of a single process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from satcross.base.budget import GLANCE_SECONDS, Budget
from satcross.base.tasks import Death, Failure, Part, Result
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.base.workers import Answer, Send, Worker, Workers
from satcross.puzzle.model import Puzzle
from satcross.regex.letters.sets import from_text
from satcross.solver.backends.proof import Refutation, check_prover, refute_assumed, step_of
from satcross.solver.cnf.sink import Lit
from satcross.solver.formula import clauses_in, meaning_of
from satcross.solver.presolve import presolve
from satcross.solver.residual import Residual
from satcross.solver.subproblems import Halving, Splitter

Clause: TypeAlias = frozenset[Lit]


def refute_by_parts(
    puzzle: Puzzle,
    lines: Sequence[str],
    *,  # the rest are options of the command
    jobs: int,
    solver: str,
    budget: Budget,
    tuning: Tuning = DEFAULT_TUNING,
) -> list[str]:
    """Return a proof that a formula has no model, found by `jobs` processes, 2 or more.

    Args:
        lines: The formula of `puzzle`, as `export` writes it.

    Raises:
        SatcrossError: If a process dies (code `worker`).
        TimeUp: If the time is up.
        SatcrossError: What `refute_assumed` raises.
    """
    check_prover(solver)
    search = _Search(jobs, lambda: _Parts(puzzle, lines, tuning, budget), tuning)
    settings = (list(clauses_in(lines)), solver, budget._replace(deadline=None, report=None))
    with Workers(jobs, _refuting, *settings) as workers:
        while (steps := search.steps()) is None:
            budget.note(f"looking for a proof by {jobs} processes, conflicts", search.conflicts)
            budget.check("the search for a proof")
            search.go_on(workers, GLANCE_SECONDS)
    return steps


def _refuting(clauses: Sequence[list[Lit]], solver: str, budget: Budget) -> Answer:
    """Return the function of a worker: its tasks are what is assumed, and after how many conflicts to give up.

    If it is not to give up, it sends the number of its conflicts now and then.
    """

    def answered(task: tuple[tuple[Lit, ...], int | None], send: Send) -> Refutation | None:
        assumed, most = task
        watched = budget._replace(report=lambda what, done, total: send(done)) if most is None else budget
        return refute_assumed(clauses, assumed, most, solver, watched)

    return answered


class _Part:
    """A part of the formula, and what is known of it.

    Attributes:
        assumed: Literals: what the letters of some cells are.
        residual: What propagation leaves of the puzzle then; None: it has no solution, as propagation has shown.
        most: After how many conflicts the solver gives up.
        clause: The negations of some of `assumed`, which cannot all be true; None: that has not been proved yet.
    """

    def __init__(self, assumed: tuple[Lit, ...], residual: Residual | None, most: int) -> None:
        self.assumed: Final = assumed
        self.residual: Final = residual
        self.most = most
        self._spent = 0
        self._refutation: Refutation | None = None
        self._halves: tuple[_Part, _Part] | None = None
        self._letters: tuple[Lit, ...] = ()
        self._about_cell: Clause = frozenset()
        self._clause: Clause | None = None

    def refute(self, refutation: Refutation) -> None:
        """Take note of how the solver has refuted this part."""
        self._refutation = refutation
        self._spent += refutation.conflicts

    def give_up(self) -> None:
        """Take note that the solver has given up; if it is asked again, it may take twice as long."""
        self._spent += self.most
        self.most *= 2

    def split(self, halves: tuple[_Part, _Part], letters: tuple[Lit, ...], about_cell: Iterable[Lit]) -> None:
        """Replace this part by two.

        Args:
            letters: The variables of the letters that the cell may hold in the first half.
            about_cell: What one half or the other assumes of the cell.
        """
        self._halves = halves
        self._letters = letters
        self._about_cell = frozenset([-lit for lit in about_cell])

    @property
    def clause(self) -> Clause | None:
        """What is proved of this part.  It depends on what is proved of the halves, but not on which came first."""
        if self._clause is None:
            self._clause = self._proved()
        return self._clause

    def _proved(self) -> Clause | None:
        if self._refutation is not None:
            return frozenset(self._refutation.clause)
        if self._halves is None:
            return None
        one = self._halves[0].clause
        if one is None or self._is_about(one):
            return one
        other = self._halves[1].clause
        if other is None or self._is_about(other):
            return other
        return (one | other) - self._about_cell

    def _is_about(self, clause: Clause) -> bool:
        """Return whether the clause of a half holds for this whole part."""
        return clause <= {-lit for lit in self.assumed}

    def open(self) -> Iterator[_Part]:
        """Yield the parts within this one that still have to be refuted."""
        if self.clause is not None:
            return
        if self._halves is None:
            yield self
            return
        for half in self._halves:
            yield from half.open()

    @property
    def spent(self) -> int:
        """The conflicts of the parts within this one, in their order, up to the first that is still open."""
        total = self._spent
        for half in self._halves or ():
            total += half.spent
            if half.clause is None or self._is_about(half.clause):
                break
        return total

    def steps(self) -> Iterator[str]:
        """Yield the lines of the proof of `clause`; of what they add, only that and clauses of one literal stay."""
        if self._refutation is not None:
            yield from self._refutation.steps
            return
        assert self._halves is not None
        proved: list[Clause] = []
        for half in self._halves:
            assert half.clause is not None
            yield from half.steps()
            proved.append(half.clause)
            if self._is_about(half.clause):
                break
        else:
            assert self.clause is not None
            if len(self._letters) > 1:
                for lit in self._letters:
                    proved.append(self.clause | {-lit})
                    yield step_of(sorted(proved[-1]))
            yield step_of(sorted(self.clause))
        for clause in proved:
            if len(clause) > 1 and clause != self.clause:
                yield f"d {step_of(sorted(clause))}"


class _Parts:
    """The parts of a formula; `all` of them together are the formula itself."""

    def __init__(self, puzzle: Puzzle, lines: Sequence[str], tuning: Tuning, budget: Budget) -> None:
        compiled, residual, _ = presolve(puzzle, tuning, budget, single_letters=True)
        self._splitter: Final = None if residual is None else Splitter(residual, tuning, budget)
        self._lits: Final[list[dict[int, Lit]]] = [{} for _ in puzzle.cells]
        for lit, (cell, letter) in meaning_of(puzzle, lines).letters.items():
            self._lits[cell][compiled.classes.mask(from_text(letter))] = lit
        self.all: Final = _Part((), residual, tuning.proof_conflicts)
        self.can_be_split: Final = self.split(self.all)

    def split(self, part: _Part) -> bool:
        """Split a part in two, and return whether that is possible."""
        if self._splitter is None or part.residual is None:
            return False
        split = self._splitter.split(part.residual)
        if split is None:
            return False
        self._split(part, split)
        return True

    def _split(self, part: _Part, split: Halving) -> None:
        lits = self._lits[split.cell]
        inside = tuple([lit for letter, lit in lits.items() if letter & split.letters])
        outside = tuple([lit for letter, lit in lits.items() if not letter & split.letters])
        one, other = _holds_one_of(inside, outside), _holds_one_of(outside, inside)
        first, second = (
            _Part((*part.assumed, *[lit for lit in assumed if lit not in part.assumed]), residual, part.most)
            for assumed, residual in zip((one, other), split.parts, strict=True)
        )
        part.split((first, second), inside, (*one, *other))


class _Search:
    """The search for a proof: who works on what, and who has found one with less work.

    Attributes:
        conflicts: The conflicts of the process that refutes the whole formula, as far as it has reported them.
    """

    def __init__(self, jobs: int, make_parts: Callable[[], _Parts], tuning: Tuning) -> None:
        self._helpers: Final = jobs - 1
        self._make_parts: Final = make_parts
        self._alone: Final = tuning.proof_conflicts
        self._parts: _Parts | None = None
        self._whole: Refutation | None = None
        self._tasks: Final[dict[Worker, _Part | None]] = {}  # None: the whole formula
        self._has_begun = False
        self.conflicts = 0

    def steps(self) -> list[str] | None:
        """Return the proof that needed less work on each process; None if that is not known yet."""
        spent = 0 if self._parts is None else self._parts.all.spent
        while_together = max(0, self.conflicts - self._alone) * self._helpers
        if self._whole is not None:
            is_alone = self._parts is not None and not self._parts.can_be_split
            return self._whole.steps if is_alone or while_together <= spent else self._composed()
        return self._composed() if spent < while_together else None

    def _composed(self) -> list[str] | None:
        if self._parts is None or self._parts.all.clause is None:
            return None
        return list(self._parts.all.steps())

    def go_on(self, workers: Workers, seconds: float) -> None:
        """Give tasks to idle workers, and wait for news, at most `seconds`.  Raises SatcrossError."""
        if not self._has_begun:
            self._give(workers, None, ((), None))
            self._has_begun = True
        if self._parts is not None and self._parts.can_be_split:
            for part in self._parts.all.open():
                if workers.are_busy:
                    break
                if part not in self._tasks.values():
                    self._give(workers, part, (part.assumed, part.most))
        for worker, message in workers.messages(self._tasks, seconds):
            self._take(worker, message)
        if self._parts is None and self.conflicts > self._alone:
            self._parts = self._make_parts()

    def _give(self, workers: Workers, part: _Part | None, task: tuple[tuple[Lit, ...], int | None]) -> None:
        worker = workers.idle()
        self._tasks[worker] = part
        worker.give(task)

    def _take(self, worker: Worker, message: Part | Result | Failure | Death) -> None:
        if isinstance(message, Failure):
            raise message.error
        if isinstance(message, Death):
            raise message.error("a process that worked on the proof")
        if isinstance(message, Part):
            self.conflicts = message.value
            return
        part = self._tasks.pop(worker)
        if part is None:
            self._whole = message.value
            self.conflicts = message.value.conflicts
        elif message.value is not None:
            part.refute(message.value)
        else:
            part.give_up()
            assert self._parts is not None
            self._parts.split(part)


def _holds_one_of(letters: Sequence[Lit], others: Sequence[Lit]) -> list[Lit]:
    """Return literals that are all true iff the cell holds one of `letters`, the variables of which these are."""
    return list(letters) if len(letters) == 1 else [-lit for lit in others]
