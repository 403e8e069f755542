"""The SAT solvers of python-sat behind one small interface.  Besides `ambiguity`, which counts with
pysat.card, the only module that imports python-sat.

In: clauses, then questions under assumptions.  Out: whether there is a model, the model, or a core of the
assumptions.

The C extension `pysolvers` is used directly: the Python half of pysat costs more start-up than everything else that
solving a small puzzle needs.

While a solver runs, Python handles no signal but Ctrl-C.  So solving goes in slices of a number of conflicts, and
between them time and memory are checked.  The length of a slice follows the conflicts so far, not the clock: each
slice begins with a restart, so other slices would find other models, and equal questions must get equal answers.  Of
a large formula even a small slice can take many seconds.  When less time than that is left, a copy of this process
continues, which can be killed.  The same happens when little memory is left, because a
solver that gets none ends its process.
"""

from __future__ import annotations

import signal
from array import array
from collections.abc import Iterable, Sequence
from time import monotonic, process_time
from typing import Any, Final

from satcross.base.budget import AUTO, LONGEST_WAIT, UNLIMITED, Budget
from satcross.base.platform import ARE_BUDGETS_KEPT, CAN_FORK, is_main_thread, limit_memory, unblock
from satcross.errors import OptionError, did_you_mean
from satcross.solver.cnf import LONG_CLAUSE, Lit
from satcross.solver.forked import run_forked

_PREFIXES: Final = {
    "cadical103": "cadical103",
    "cadical153": "cadical153",
    "cadical195": "cadical195",
    "glucose3": "glucose3",
    "glucose4": "glucose41",
    "glucose42": "glucose421",
    "maplechrono": "maplechrono",
    "maplecm": "maplecm",
    "maplesat": "maplesat",
    "mergesat3": "mergesat3",
    "minicard": "minicard",
    "minisat22": "minisat22",
}
SOLVERS: Final = (AUTO, *_PREFIXES)

BYTES_OF_VARIABLE: Final = 256
"""What a solver's tables hold for each variable; measured: 10 to 60, by versions of CaDiCaL 140 to 200, and a quarter
of that again while the largest table is copied."""

SOLVING_BYTES: Final = 64
"""Bytes for each clause that solving takes beyond the clauses themselves; measured: 10 to 20."""

FREEING_SECONDS: Final = 4e-7
"""Seconds for each clause that it takes to free a solver; measured: 2e-7."""

SLICE: Final = 500
"""Conflicts of the first slice."""

SLICE_SHARE: Final = 4
"""A slice is one in this many of the conflicts so far: each one begins with a restart, and CaDiCaL simplifies again."""

LONGEST_SLICE: Final = 5_000
"""Conflicts of the longest slice, so that time and memory are checked often enough."""

LOOK_SECONDS: Final = 0.01
"""Seconds between two looks at the memory.  A question may take less, and a look opens files."""

SLICE_GROWTH: Final = 4.0
"""How many times longer than any slice before it a slice may take, because of what the solver has learnt."""

_DEFAULT_SOLVER: Final = "cadical153"

CADICAL: Final = tuple([name for name in _PREFIXES if name.startswith("cadical")])


def check_solver(name: str) -> None:
    """Raise OptionError unless `name` is a solver this module offers."""
    if name not in SOLVERS:
        raise OptionError(
            f"there is no solver named {name!r}",
            code="option-solver",
            hint=did_you_mean(name, SOLVERS) or "choose one of " + ", ".join(SOLVERS),
        )


def solver_used(name: str) -> str:
    """Return the solver that is used where `name` is asked for: CaDiCaL if that one would not keep to limits here."""
    if name == AUTO or (name not in CADICAL and not ARE_BUDGETS_KEPT):
        return _DEFAULT_SOLVER
    return name


class Solver:
    """A SAT solver that keeps its clauses between calls.  It is a clause sink, and a context manager.

    The default is CaDiCaL here.

    Raises:
        OptionError: For an unknown name.
    """

    __slots__ = (
        "_add",
        "_call",
        "_core",
        "_handle",
        "_longest",
        "_model",
        "_next_check",
        "_next_look",
        "_prefix",
        "_variables",
        "budget",
        "clauses",
        "name",
    )

    def __init__(self, name: str = AUTO, budget: Budget = UNLIMITED) -> None:
        check_solver(name)
        import pysolvers

        self.name: Final = solver_used(name)
        self.clauses = 0
        self._prefix = _PREFIXES[self.name]
        self._call: Any = lambda what, *arguments: getattr(pysolvers, f"{self._prefix}_{what}")(*arguments)
        self._handle = self._call("new")
        self._add: Any = getattr(pysolvers, f"{self._prefix}_add_cl")
        self.budget = budget
        self._variables = 0  # the highest that a check has met
        self._next_check = 1
        self._next_look = 0.0  # when memory is looked at again, on the clock of `monotonic`
        self._longest: float | None = None  # seconds of a slice
        self._model: Sequence[Lit] | None = None
        self._core: tuple[Lit, ...] | None = None

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the solver's memory; it cannot be used afterwards."""
        if self._handle is not None:
            if self._prefix.startswith("cadical"):
                self._call("del", self._handle, None)
            else:
                self._call("del", self._handle)
            self._handle = None

    def add(self, clause: list[Lit]) -> None:
        """Take one clause.  Raises LimitError beyond the budget's clauses or memory, TimeUp when its time is up."""
        self.clauses += 1
        if self.clauses >= self._next_check or len(clause) > LONG_CLAUSE:
            self._next_check = self.budget.check_clause(self.clauses, len(clause))
            self._variables = max(self._variables, max(map(abs, clause), default=0))
            self.budget.check_memory(max(self._memory_needed, growth(self._variables)), "the formula")
            self._check()
        self._add(self._handle, clause)

    def add_all(self, clauses: Sequence[Sequence[Lit]]) -> None:
        """Take several clauses.  Raises what `add` raises."""
        if self.clauses + len(clauses) >= self._next_check or max(map(len, clauses), default=0) > LONG_CLAUSE:
            for clause in clauses:
                self.add([*clause])
            return
        self.clauses += len(clauses)
        add, handle = self._add, self._handle
        for clause in clauses:
            add(handle, clause)

    def _check(self) -> None:
        """Raise TimeUp when no more time is left than freeing the clauses takes, LimitError when memory is used up."""
        self.budget.check("the search for solutions", tidying=self._tidying_seconds)

    @property
    def _tidying_seconds(self) -> float:
        """How many seconds it may take to free the clauses."""
        return FREEING_SECONDS * self.clauses

    @property
    def _memory_needed(self) -> int:
        """How many more bytes solving may take."""
        return SOLVING_BYTES * self.clauses

    def solve(self, assumptions: Sequence[Lit] = ()) -> bool:
        """Return whether the clauses and `assumptions` have a model.

        Raises:
            TimeUp: If the budget's time is up.
            LimitError: If the budget's memory is used up.
            KeyboardInterrupt: On Ctrl-C; the solver cannot be used afterwards.
        """
        answer = self.solve_within(None, assumptions)
        assert answer is not None
        return answer

    def solve_within(
        self, seconds: float | None, assumptions: Sequence[Lit] = (), *, conflicts: int | None = None
    ) -> bool | None:
        """Return what `solve` does, or None if that takes longer; asking the same question again resumes the search.

        Args:
            seconds: The CPU seconds that it may take.
            conflicts: The most conflicts that it may take.  Glucose stops at its next restart only, so it takes more.

        Raises:
            SatcrossError: What `solve` raises.
        """
        if not self.clauses and not assumptions:  # maplesat crashes where there is no variable
            self._model = []
            return True
        self._model = self._core = None
        until = None if seconds is None else process_time() + seconds
        return self._solve_in_slices(list(assumptions), until, conflicts)

    def _solve_in_slices(self, assumed: list[Lit], until: float | None, most: int | None) -> bool | None:
        taken = self.conflicts
        end = None if most is None else taken + most
        while (until is None or process_time() < until) and (end is None or taken < end):
            self._check()
            left = self.budget.seconds_left
            if left is not None and left < self._may_take() and CAN_FORK:
                return self._solve_apart(assumed, left)
            start = monotonic()
            if start >= self._next_look:
                self.budget.check_memory(self._memory_needed, "the search for solutions")
                if CAN_FORK and not self.budget.has_memory(self._memory_needed + self.budget.tuning.slice_bytes):
                    return self._solve_apart(assumed, left)
                self._next_look = start + LOOK_SECONDS
            conflicts = min(max(SLICE, taken // SLICE_SHARE), LONGEST_SLICE)
            answer = self._slice(assumed, conflicts if end is None else min(conflicts, end - taken))
            if answer is not None:
                return answer
            self._longest = max(monotonic() - start, self._longest or 0.0)
            taken = self.conflicts
        return None

    def _may_take(self) -> float:
        """Return how many seconds the next slice may take at most."""
        return (
            self.budget.tuning.first_slice_seconds * self.clauses
            if self._longest is None
            else SLICE_GROWTH * self._longest
        )

    def _solve_apart(self, assumed: list[Lit], left: float | None) -> bool:
        """Do what `solve` does in a copy of this process, with as many seconds as are `left`; None: there is no limit.

        A solver that gets no memory ends its process.  A copy may end so; this process goes on to the next puzzle.
        """

        def work() -> bytes:
            if self.budget.ceiling is not None:
                limit_memory(self.budget.ceiling)
            self.budget = UNLIMITED
            answer = self._solve_in_slices(assumed, None, None)
            lits = self._call("model", self._handle) if answer else self.core(assumed)
            return array("i", [bool(answer), *(lits or ())]).tobytes()

        seconds = LONGEST_WAIT if left is None else left - self._tidying_seconds
        answer, *lits = array("i", run_forked(work, seconds, self.budget, "the search for solutions"))
        if answer:
            self._model = lits
        else:
            self._core = tuple(lits)
        return bool(answer)

    def _slice(self, assumed: list[Lit], conflicts: int) -> bool | None:
        """Return the answer, or None if it is not found within that many conflicts.  Raises KeyboardInterrupt."""
        import pysolvers

        self._call("cbudget", self._handle, conflicts)
        try:
            return self._solve_limited(assumed)
        except pysolvers.error:
            self._handle = None  # not even to be freed: it is half-way through its work
            recover_from_interrupt()
            raise KeyboardInterrupt from None

    def _solve_limited(self, assumed: list[Lit]) -> bool | None:
        """Return the answer, or None if the budget of conflicts is used up."""
        if self._prefix.startswith("cadical"):
            number = self._call("solve_lim", self._handle, assumed, int(is_main_thread()))
            return None if number == 0 else number > 0
        expects_interrupt = 0  # from another thread
        answer: bool | None = self._call("solve_lim", self._handle, assumed, int(is_main_thread()), expects_interrupt)
        return answer

    @property
    def conflicts(self) -> int:
        """The number of conflicts that the solver has met since it was made."""
        return int(self._call("acc_stats", self._handle)["conflicts"])

    def is_true(self, lit: Lit) -> bool:
        """Return whether `lit` is true in the last model; variables the solver never saw are false."""
        if self._model is None:
            self._model = self._call("model", self._handle) or []
        place = abs(lit) - 1
        return (place < len(self._model) and self._model[place] > 0) == (lit > 0)

    def true_lits(self, variables: int) -> list[Lit]:
        """Return the literals of the first `variables` variables that are true in the last model."""
        if self._model is None:
            self._model = self._call("model", self._handle) or []
        known = self._model[:variables]
        return [*known, *range(-len(known) - 1, -variables - 1, -1)]

    def prefer(self, lits: Iterable[Lit]) -> None:
        """Make the solver try these literals before their negations; CaDiCaL 1.0.3 ignores it."""
        import pysolvers

        if hasattr(pysolvers, f"{self._prefix}_setphases"):
            self._call("setphases", self._handle, list(lits))

    def core(self, assumptions: Sequence[Lit]) -> tuple[Lit, ...]:
        """Return assumptions that contradict each other, after `solve(assumptions)` has said no."""
        if self._core is not None:
            return self._core
        if self._prefix.startswith("cadical"):
            literals = self._call("core", self._handle, list(assumptions))
        else:
            literals = self._call("core", self._handle)
        return tuple(literals or ())


def growth(variables: int) -> int:
    """Return how many more bytes a solver may take in one step for one more variable: its tables double."""
    return BYTES_OF_VARIABLE * variables


def recover_from_interrupt() -> None:
    """Make Ctrl-C work again after it has made a solver jump out of its work.

    python-sat leaves SIGINT blocked then, and a handler in place that would jump to where nothing is any more.
    """
    handler = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler if handler is None else handler)
    unblock("SIGINT")
