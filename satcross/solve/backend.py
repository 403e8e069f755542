"""The SAT solvers of python-sat behind one small interface: the only module that knows pysat.

The C extension `pysolvers` is used directly: the Python half of pysat costs more start-up than everything else that
solving a small puzzle needs.

None of CaDiCaL's solvers can be interrupted from outside, and while one runs, Python handles no signal but Ctrl-C.  So
solving goes in slices of so many conflicts, their number following the clock; between them the time limit is looked at.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Any, Final

from satcross.budget import UNLIMITED, Budget
from satcross.cnf.sink import Lit
from satcross.errors import OptionError, did_you_mean

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
SOLVERS: Final = tuple(_PREFIXES)
DEFAULT: Final = "cadical153"

PROVERS: Final = ("glucose4", "glucose3", "glucose42", "cadical153", "cadical195", "maplechrono", "maplecm")
"""The solvers that can write down why there is no model, the one to use first."""

_FIRST_SLICE = 200
_LONGEST_SLICE = 100_000
_SLICE_SECONDS = 0.1


def check_solver(name: str) -> None:
    """Raise OptionError unless `name` is a solver this module offers."""
    if name not in _PREFIXES:
        hint = did_you_mean(name, SOLVERS) or "choose one of " + ", ".join(SOLVERS)
        raise OptionError(f"there is no solver named {name!r}", code="option-solver", hint=hint)


class Solver:
    """A SAT solver that keeps its clauses between calls.  It is a clause sink, and a context manager.

    Raises OptionError for an unknown name.
    """

    __slots__ = ("_add", "_budget", "_call", "_handle", "_model", "_prefix", "clauses", "name")

    def __init__(self, name: str = DEFAULT, budget: Budget = UNLIMITED) -> None:
        check_solver(name)
        import pysolvers

        self.name: Final = name
        self.clauses = 0
        self._prefix = _PREFIXES[name]
        self._call: Any = lambda what, *arguments: getattr(pysolvers, f"{self._prefix}_{what}")(*arguments)
        self._handle = self._call("new")
        self._add: Any = getattr(pysolvers, f"{self._prefix}_add_cl")
        self._budget = budget
        self._model: list[Lit] | None = None

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
        """Take one clause.  Raises LimitError beyond the budget's clauses, TimeUp when its time is up."""
        self.clauses += 1
        if not self.clauses & 4095:
            self._budget.check_clauses(self.clauses, "the formula")
            self._budget.check_time()
        self._add(self._handle, clause)

    def solve(self, assumptions: Sequence[Lit] = ()) -> bool:
        """Return whether the clauses and `assumptions` have a model.

        Raises TimeUp when the budget's time is up, KeyboardInterrupt on Ctrl-C; the solver is then of no more use.
        """
        import pysolvers

        if not self.clauses and not assumptions:  # maplesat crashes where there is no variable
            self._model = []
            return True
        assumed = list(assumptions)
        try:
            answer = self._solve_in_slices(assumed)
        except pysolvers.error as error:
            raise KeyboardInterrupt from error
        self._model = None
        return answer

    def _solve_in_slices(self, assumed: list[Lit]) -> bool:
        conflicts = _FIRST_SLICE
        while True:
            self._budget.check_time()
            start = monotonic()
            self._call("cbudget", self._handle, conflicts)
            answer = self._solve_limited(assumed)
            if answer is not None:
                return answer
            took = monotonic() - start
            if took < _SLICE_SECONDS / 2:
                conflicts = min(2 * conflicts, _LONGEST_SLICE)
            elif took > 2 * _SLICE_SECONDS:
                conflicts = max(conflicts // 2, 1)

    def _solve_limited(self, assumed: list[Lit]) -> bool | None:
        """Return the answer, or None if the budget of conflicts is used up."""
        if self._prefix.startswith("cadical"):
            number = self._call("solve_lim", self._handle, assumed, _is_main_thread())
            return None if number == 0 else number > 0
        expects_interrupt = 0  # from another thread
        answer: bool | None = self._call("solve_lim", self._handle, assumed, _is_main_thread(), expects_interrupt)
        return answer

    def is_true(self, lit: Lit) -> bool:
        """Return whether `lit` is true in the last model; variables the solver never saw are false."""
        if self._model is None:
            self._model = self._call("model", self._handle) or []
        place = abs(lit) - 1
        return (place < len(self._model) and self._model[place] > 0) == (lit > 0)

    def core(self, assumptions: Sequence[Lit]) -> tuple[Lit, ...]:
        """Return assumptions that cannot hold together, after `solve(assumptions)` has said no."""
        if self._prefix.startswith("cadical"):
            found = self._call("core", self._handle, list(assumptions))
        else:
            found = self._call("core", self._handle)
        return tuple(found or ())


def _is_main_thread() -> int:
    """Return 1 on the main thread, the only one on which the solvers may watch for Ctrl-C; costs no import."""
    threading = sys.modules.get("threading")
    return int(threading is None or threading.current_thread() is threading.main_thread())


def refute(clauses: Iterable[list[Lit]], name: str = PROVERS[0], budget: Budget = UNLIMITED) -> list[str] | None:
    """Return a proof that `clauses` have no model, as the lines of a DRAT file; None if they have one.

    Raises OptionError for a solver that writes no proofs, TimeUp.
    """
    check_solver(name)
    if name not in PROVERS:
        hint = "choose one of " + ", ".join(PROVERS)
        raise OptionError(f"the solver {name} does not write proofs", hint=hint, code="option-solver")
    from pysat.solvers import Solver as PysatSolver

    with PysatSolver(name, bootstrap_with=clauses, with_proof=True) as solver:
        answer = None
        while answer is None:
            budget.check_time()
            solver.conf_budget(_LONGEST_SLICE if budget.deadline is None else _FIRST_SLICE)
            answer = solver.solve_limited()
        if answer:
            return None
        steps: list[str] = solver.get_proof()
    return steps if steps[-1:] == ["0"] else [*steps, "0"]
