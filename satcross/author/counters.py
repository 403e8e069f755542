"""Other people's model counter, run in its own process, which can be stopped when the time is up.

In: a component of a residual.  Out: the number of its solutions.  The process runs this module as a script.  It reads
the formula from its standard input: first a line with the variables to project on, then a line for each clause, with
its literals in decimal.  Only its answer reaches standard output, because the libraries print notes of their own there.
"""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from importlib.util import find_spec
from typing import Final, TextIO

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.platform import blocked, unblock
from satcross.base.wording import decimal_text, whole_number
from satcross.errors import ErrorCode, SatcrossError, TimeUp
from satcross.solver.cnf.sink import FlatSink
from satcross.solver.encode import encode_residual
from satcross.solver.residual import Component, Residual

PACKAGE: Final = "pyganak"
"""The package of the counter; the extra `count` installs it."""


def is_ganak_installed() -> bool:
    """Return whether ganak can be run."""
    return find_spec(PACKAGE) is not None


def check_installed() -> None:
    """Raise MissingError unless ganak can be run."""
    if not is_ganak_installed():
        from satcross.base.extras import missing_extra

        raise missing_extra("count", f"{PACKAGE} is not installed")


def count_by_ganak(component: Component, budget: Budget = UNLIMITED) -> int:
    """Return the number of ways to fill the cells of `component` that satisfy its constraints.

    Raises:
        MissingError: If ganak is not installed.
        TimeUp: If the time is up.
        LimitError: If it runs out of memory.
    """
    formula = _formula(component, budget)
    budget.note("counting by ganak")
    said = _run(formula, budget)
    if not said.strip().isdecimal():
        raise SatcrossError(f"{PACKAGE} printed no number", code=ErrorCode.COUNTER)
    return whole_number(said.strip())


def _run(formula: str, budget: Budget) -> str:
    """Return what ganak prints about `formula`."""
    import subprocess

    check_installed()
    command = [sys.executable, "-m", "satcross.author.counters"]
    pipe = subprocess.PIPE
    with ExitStack() as ending:
        with blocked("SIGINT", "SIGTERM", "SIGHUP"):  # an interruption within it would leave the process behind
            process = ending.enter_context(subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True))
            ending.callback(process.wait)  # `Popen` would not wait for a process when it is interrupted
            ending.callback(process.kill)
        try:
            shown, errors = process.communicate(formula, timeout=budget.seconds_left)
        except subprocess.TimeoutExpired:
            raise TimeUp from None
    if process.returncode:
        if process.returncode < 0 or "bad_alloc" in errors or "MemoryError" in errors:
            raise budget.exceeded(f"counting by {PACKAGE}")
        said = (errors.strip().splitlines() or ["it gave no reason"])[-1]
        raise SatcrossError(f"{PACKAGE} failed: {said}", code=ErrorCode.COUNTER)
    return shown


def _formula(component: Component, budget: Budget) -> str:
    """Return the formula of `component`, as the process reads it.

    Every letter of its cells is a variable to project on, and other cells hold one letter.
    """
    chosen = set(component.cells)
    masks = [mask if cell in chosen else mask & -mask for cell, mask in enumerate(component.residual.masks)]
    sink = FlatSink(budget)
    variables = encode_residual(Residual.of_open(component.residual.constraints, masks), sink, single_letters=True)
    shown = [lit for cell in component.cells for lit in variables.lits[cell].values()]
    return "\n".join([" ".join(map(str, lits)) for lits in (shown, *sink)])


def main() -> None:
    """Print the number of projected models of the formula on standard input."""
    unblock("SIGTERM", "SIGHUP")  # it inherits what its parent has blocked while starting it
    output = _private_output()
    shown, *clauses = [[int(each) for each in line.split()] for line in sys.stdin.read().split("\n")]
    import pyganak

    counter = pyganak.Counter()
    counter.new_vars(max((abs(lit) for clause in [shown, *clauses] for lit in clause), default=0))
    counter.set_sampling_set(shown)
    for clause in clauses:
        counter.add_clause(clause)
    print(decimal_text(counter.count()), file=output, flush=True)


def _private_output() -> TextIO:
    """Return standard output under another number; what C++ prints to standard output goes nowhere from now on."""
    output = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return output


if __name__ == "__main__":
    main()
