"""The search of one hard residual by several processes, each a copy of this one that can be killed.

In: a residual, and what has been found of it.  Out: the same messages as from the portfolio.

    lists of words   are cut into cubes by the letters of a few cells; each process takes one cube after another
    other residuals  are searched whole by each process, with different solvers, and the first that has ended decides

Every process sends each solution as soon as it is found.  All processes use the same blocks of letters, so two of
their cubes are equal or disjoint.  No process is left behind: copies are killed, and a copy ends when its parent has
ended.

Reference: M. Heule, O. Kullmann, S. Wieringa and A. Biere, Cube and conquer, HVC 2011.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Final, NoReturn

from satcross.base.budget import AUTO, GLANCE_SECONDS, LONGEST_WAIT, Budget
from satcross.base.platform import blocked, limit_memory
from satcross.base.records import NamedTuple
from satcross.solver.cnf import FlatSink, VariableMap
from satcross.solver.encode import are_lists, encode_residual
from satcross.solver.python_sat import Solver
from satcross.solver.residual import Masks, Residual
from satcross.solver.strategy import NO_MORE, STILL_SEARCHING, Found

RACERS: Final = (AUTO, "glucose4", "cadical195", "maplechrono", "cadical103", "glucose42")
"""The solvers of processes that search the same residual; beyond these they come again, for another order of clues."""

CUBES: Final = 8
"""Cubes for each process, so that no process has to wait long for the others."""

_LATER: Final = 0.5  # seconds after the deadline when a copy that nobody has killed ends by itself
_PIECE: Final = 1 << 16  # bytes that are read at once
_END: Final = "end"  # the last line of a copy that has searched everything


def race(residual: Residual, known: Sequence[Masks], budget: Budget) -> Iterator[Found]:
    """Yield the solutions of `residual` besides the cubes `known`, and at last that there are no others.

    Raises:
        TimeUp: If the time is up.
        LimitError: If a process ends without an answer, usually because it ran out of memory.
    """
    count = budget.tuning.processes
    with Solver() as solver:
        variables = encode_residual(residual, solver, encoding=budget.tuning.encoding)
    cubes = _cubes(variables, residual, CUBES * count) if are_lists(residual.constraints, residual.masks) else []
    tokens = _tokens(len(cubes))
    copies: list[_Copy] = []
    found = set(known)
    try:
        for number in range(count):
            name = AUTO if cubes else RACERS[number % len(RACERS)]
            racer = _Racer(residual, known, name, number // len(RACERS), cubes, tokens, budget.tuning.encoding)
            copies.append(_forked(racer, budget))
        for cube in _received(copies, budget, is_first_decisive=not cubes):
            if cube is None:
                yield STILL_SEARCHING
            elif cube not in found:
                found.add(cube)
                yield Found(cube, is_last=False)
        yield NO_MORE._replace(is_hard=True)
    finally:
        for copy in copies:
            os.kill(copy.process, signal.SIGKILL)
        for copy in copies:
            os.waitpid(copy.process, 0)
            os.close(copy.reading)
        os.close(tokens)


def _received(copies: Sequence[_Copy], budget: Budget, *, is_first_decisive: bool) -> Iterator[Masks | None]:
    """Yield the solutions that the copies find until they have ended; now and then None.

    Args:
        is_first_decisive: Whether the first copy that has ended has searched everything.
    """
    import select

    lines = {copy.reading: _Lines() for copy in copies}
    waiting = select.poll()
    for reading in lines:
        waiting.register(reading, select.POLLIN)
    while lines:
        budget.note(f"searching by {len(copies)} processes")
        budget.check("the search for solutions")
        for reading, _ in waiting.poll(GLANCE_SECONDS * 1000):
            for line in lines[reading].read(reading, budget):
                if line != _END:
                    yield tuple(map(int, line.split()))
                elif is_first_decisive:
                    return
                else:
                    waiting.unregister(reading)
                    del lines[reading]
        yield None


def _cubes(variables: VariableMap, residual: Residual, least: int) -> list[list[int]]:
    """Return assumptions, exactly one of which each solution satisfies: the letters of the first cells of a line.

    Args:
        least: How many there are at least, if the line has as many.
    """
    cubes: list[list[int]] = [[]]
    middle = residual.constraints[len(residual.constraints) // 4]
    for cell in dict.fromkeys(middle.cells):
        if len(cubes) >= least:
            break
        lits = list(variables.lits[cell].values()) or [0]
        cubes = [[*cube, lit] if lit else cube for cube, lit in product(cubes, lits)]
    return cubes


def _tokens(count: int) -> int:
    """Return the reading end of a pipe from which each process takes the number of its next cube."""
    reading, writing = os.pipe()
    os.write(writing, bytes(range(min(count, 256))))
    os.close(writing)
    return reading


class _Racer(NamedTuple):
    """What one process does.

    Attributes:
        solver: The name of its solver.
        seed: How its clues are ordered; 0: as they come.
        cubes: Assumptions, of which it takes one after another as `tokens` says; none: it searches everything.
    """

    residual: Residual
    known: Sequence[Masks]
    solver: str
    seed: int
    cubes: Sequence[Sequence[int]]
    tokens: int
    encoding: str

    def solutions(self, parent: int) -> Iterator[Masks]:
        """Yield each solution that is not known, or end this process when its parent has ended."""
        with Solver(self.solver) as solver:
            variables = self._written(solver)
            for cube in self.known:
                solver.add(variables.blocking(cube))
            for assumed in self._assumptions():
                while (answer := solver.solve_within(GLANCE_SECONDS, assumed)) is not False:
                    if os.getppid() != parent:
                        os._exit(0)
                    if answer:
                        cube = variables.decode(solver.is_true)
                        yield cube
                        solver.add(variables.blocking(cube))

    def _written(self, solver: Solver) -> VariableMap:
        """Put the formula into `solver`, and return its variables."""
        is_redundant = self.solver.startswith("glucose")
        if not self.seed:
            return encode_residual(self.residual, solver, redundant_clauses=is_redundant, encoding=self.encoding)
        sink = FlatSink()
        variables = encode_residual(self.residual, sink, redundant_clauses=is_redundant, encoding=self.encoding)
        clauses = [list(clause) for clause in sink]
        Random(self.seed).shuffle(clauses)
        solver.add_all(clauses)
        return variables

    def _assumptions(self) -> Iterator[Sequence[int]]:
        if not self.cubes:
            yield ()
            return
        while token := os.read(self.tokens, 1):
            yield self.cubes[token[0]]


class _Copy(NamedTuple):
    """A process that runs a racer: its number, and the end of the pipe from it."""

    process: int
    reading: int


def _forked(racer: _Racer, budget: Budget) -> _Copy:
    """Start a copy of this process that runs `racer`."""
    reading, writing = os.pipe()
    parent = os.getpid()
    with blocked("SIGINT", "SIGTERM", "SIGHUP"):  # an interruption here would leave the copy behind
        process = os.fork()
        if not process:
            _run(racer, writing, budget, parent)
    os.close(writing)
    return _Copy(process, reading)


def _run(racer: _Racer, writing: int, budget: Budget, parent: int) -> NoReturn:
    """Run `racer` in this process, which is the copy, and end it."""
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        left = budget.seconds_left
        signal.setitimer(signal.ITIMER_REAL, (LONGEST_WAIT if left is None else left) + _LATER)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # C++ writes there what it dies of
        if budget.ceiling is not None:
            limit_memory(budget.ceiling)
        for cube in racer.solutions(parent):
            _write(writing, " ".join(map(str, cube)))
        _write(writing, _END)
    finally:
        os._exit(0)


def _write(writing: int, line: str) -> None:
    rest = f"{line}\n".encode()
    while rest:
        rest = rest[os.write(writing, rest) :]


class _Lines:
    """The lines that a copy has written."""

    __slots__ = ("_begun",)

    def __init__(self) -> None:
        self._begun = b""

    def read(self, reading: int, budget: Budget) -> list[str]:
        """Return the next complete lines.  Raises LimitError if the copy has died."""
        piece = os.read(reading, _PIECE)
        if not piece:
            raise budget.exceeded("the search for solutions")
        *lines, self._begun = (self._begun + piece).split(b"\n")
        return [line.decode() for line in lines]
