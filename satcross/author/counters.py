"""Other people's model counters and samplers, each run in its own process, which can be stopped when the time is up.

In: a component of a residual.  Out: the number of its solutions.  The process runs this module as a script.  It reads
the formula from its standard input: first a line with the variables to project on, then a line for each clause, with
its literals in decimal.  Only its answer reaches standard output, because the libraries print notes of their own there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from itertools import chain
from typing import Final, NamedTuple, TextIO

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.platform import blocked, unblock
from satcross.base.wording import counted, decimal_text, whole_number
from satcross.errors import ErrorCode, SatcrossError, TimeUp
from satcross.solver.cnf.sink import FlatSink
from satcross.solver.encode import encode_residual
from satcross.solver.residual import Component, Residual

PACKAGES: Final = {
    "ganak": ("pyganak", "count"),
    "approxmc": ("pyapproxmc", "approximate"),
    "unigen": ("pyunigen", "sample"),
}
"""For each program the package that has it, and the extra of satcross that installs the package."""


class _Formula(NamedTuple):
    """Clauses, and for each variable to project on its cell and letter bit."""

    meaning: dict[int, tuple[int, int]]
    sink: FlatSink


def is_installed(name: str) -> bool:
    """Return whether the program `name` can be run."""
    return find_spec(PACKAGES[name][0]) is not None


def check_installed(name: str) -> None:
    """Raise MissingError unless the program `name` can be run."""
    if not is_installed(name):
        from satcross.base.extras import missing_extra

        package, extra = PACKAGES[name]
        raise missing_extra(extra, f"{package} is not installed")


def run_counter(name: str, component: Component, budget: Budget = UNLIMITED, **settings: float) -> int:
    """Return the number of ways to fill the cells of `component` that satisfy its constraints, by the counter `name`.

    Args:
        settings: `epsilon`, `delta` and `seed` of approxmc.

    Raises:
        MissingError: If the counter is not installed.
        TimeUp: If the time is up.
        LimitError: If it runs out of memory.
    """
    formula = _formula(component, budget)
    budget.note(f"counting by {name}")
    said = _run(name, formula, budget, settings)
    if not said.strip().isdecimal():
        raise SatcrossError(f"{PACKAGES[name][0]} printed no number", code=ErrorCode.COUNTER)
    return whole_number(said.strip())


def run_sampler(component: Component, number: int, seed: int, budget: Budget) -> list[list[tuple[int, int]]]:
    """Return `number` ways to fill the cells of `component`, drawn by unigen, each as (cell, letter bit) pairs.

    Raises:
        MissingError: If unigen is not installed.
        TimeUp: If the time is up.
    """
    formula = _formula(component, budget)
    budget.note(f"drawing {counted(number, 'solution')} by unigen")
    said = _run("unigen", formula, budget, {"number": number, "seed": seed})
    models = [[formula.meaning[int(lit)] for lit in line.split() if int(lit) > 0] for line in said.splitlines()]
    return models[:number]


def _run(name: str, formula: _Formula, budget: Budget, settings: dict[str, float]) -> str:
    """Return what the program `name` prints about `formula`."""
    import subprocess

    check_installed(name)
    package = PACKAGES[name][0]
    lines = [" ".join(map(str, formula.meaning)), *[" ".join(map(str, clause)) for clause in formula.sink]]
    command = [sys.executable, "-m", "satcross.author.counters", name, *[f"{k}={v}" for k, v in settings.items()]]
    pipe = subprocess.PIPE
    with ExitStack() as ending:
        with blocked("SIGINT", "SIGTERM", "SIGHUP"):  # an interruption within it would leave the process behind
            process = ending.enter_context(subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True))
            ending.callback(process.wait)  # `Popen` would not wait for a process when it is interrupted
            ending.callback(process.kill)
        try:
            shown, errors = process.communicate("\n".join(lines), timeout=budget.seconds_left)
        except subprocess.TimeoutExpired:
            raise TimeUp from None
    if process.returncode:
        if process.returncode < 0 or "bad_alloc" in errors or "MemoryError" in errors:
            raise budget.exceeded(f"counting by {package}")
        said = (errors.strip().splitlines() or ["it gave no reason"])[-1]
        raise SatcrossError(f"{package} failed: {said}", code=ErrorCode.COUNTER)
    return shown


def _formula(component: Component, budget: Budget) -> _Formula:
    """Return the clauses of `component`; every letter of its cells is a variable, and other cells hold one letter."""
    chosen = set(component.cells)
    masks = [mask if cell in chosen else mask & -mask for cell, mask in enumerate(component.residual.masks)]
    sink = FlatSink(budget)
    variables = encode_residual(Residual.of_open(component.residual.constraints, masks), sink, single_letters=True)
    return _Formula({lit: (cell, bit) for cell in component.cells for bit, lit in variables.lits[cell].items()}, sink)


def main(arguments: Sequence[str]) -> None:
    """Print the number of projected models of the formula on standard input; or (unigen) some models, a line each."""
    unblock("SIGTERM", "SIGHUP")  # it inherits what its parent has blocked while starting it
    name, *given = arguments
    output = _private_output()
    settings = {key: float(value) for key, _, value in (each.partition("=") for each in given)}
    shown, *clauses = [[int(each) for each in line.split()] for line in sys.stdin.read().split("\n")]
    if name == "ganak":
        import pyganak

        exact = pyganak.Counter()
        exact.new_vars(max((abs(lit) for clause in [shown, *clauses] for lit in clause), default=0))
        exact.set_sampling_set(shown)
        for clause in clauses:
            exact.add_clause(clause)
        print(decimal_text(exact.count()), file=output)
    elif name == "unigen":
        import pyunigen

        sampler = pyunigen.Sampler(seed=int(settings["seed"]))
        for clause in clauses:
            sampler.add_clause(clause)
        for model in sampler.sample(num=int(settings["number"]), sampling_set=shown)[2]:
            print(*model, file=output)
    else:
        import pyapproxmc

        rough = pyapproxmc.Counter(seed=int(settings["seed"]), epsilon=settings["epsilon"], delta=settings["delta"])
        for clause in [*clauses, *occurrences(shown, clauses)]:
            rough.add_clause(clause)
        models, hashes = rough.count(shown)
        print(decimal_text(models << hashes), file=output)
    output.flush()


def occurrences(shown: Sequence[int], clauses: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return clauses that let each variable of `shown` occur, without changing the number of projected models.

    Each has a new variable, which can always be true.  pyapproxmc replaces equivalent variables by one of them.  If
    that one occurs in no clause then, pyapproxmc leaves it out, and forgets that it doubles the number of models.

    >>> occurrences([1, 2], [[1, 2, 3], [-1, -2]])
    [[1, 4], [2, 5]]
    """
    last = max(map(abs, chain(shown, *clauses)), default=0)
    return [[lit, last + place] for place, lit in enumerate(shown, 1)]


def _private_output() -> TextIO:
    """Return standard output under another number; what C++ prints to standard output goes nowhere from now on."""
    output = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return output


if __name__ == "__main__":
    main(sys.argv[1:])
