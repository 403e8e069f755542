"""One hard question parted among processes: are there other solutions than those known, and how many?

What propagation left open is parted into *cubes*: letter sets for the most constraining cells, which is where parting
rules out most in the others.  Each worker asks a solver of its own about one cube after another; what that has learned
stays with it.  There are hardly more cubes than workers, for what one of them learns the others do not know: a cube is
parted again only when somebody is left without work.  This process itself goes on with the whole.

Whose solution comes first is a matter of chance, so what is taken from here is only what all ways of searching agree
upon: that there is none, or exactly one.  Only cubes searched to the end count; a worker that dies has proved nothing.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import log2
from typing import Final, NamedTuple, TypeAlias

from satcross.budget import Budget
from satcross.cnf.variables import VariableMap
from satcross.constraints.protocol import Constraint
from satcross.model import Puzzle
from satcross.solve.compile import compile_puzzle
from satcross.solve.encode import encode_residual
from satcross.solve.residual import Narrowing
from satcross.solve.solvers.python_sat import Solver
from satcross.workers import Answer, Part, Result, Send, Worker, Workers

Masks: TypeAlias = tuple[int, ...]

SECONDS: Final = 2.0  # of searching, after which a worker asks whether it is to go on
LOOKED_AT: Final = 12  # cells that are tried before one is chosen


class Residual(NamedTuple):
    """What propagation left open, in plain values.

    clues    the open clues, as (line, clue) from 0
    domains  the letter masks of the cells
    known    solutions that are not asked for
    """

    puzzle: Puzzle
    clues: frozenset[tuple[int, int]]
    domains: Masks
    known: tuple[Masks, ...]


class Cube(NamedTuple):
    """A part of the residual.

    masks    of all cells
    is_open  the constraints that some letters within the masks violate
    """

    masks: Masks
    is_open: tuple[int, ...]

    @property
    def freedom(self) -> float:
        """How many bits it takes to say which letters the cells hold."""
        return sum([log2(mask.bit_count()) for mask in self.masks])


def others(
    residual: Residual,
    placed: Sequence[Constraint],
    variables: VariableMap,
    most: int,
    jobs: int,
    solver: str,
    budget: Budget,
) -> Generator[tuple[Masks, ...] | None, None, None]:
    """Let workers search beside this process, which counts as one of the `jobs`; ask for the next item to see to them.

    Yields None while they search, and at last the solutions that are not `known`, all of them.  Ends without those if
    there are `most` of them, or a worker failed.

    placed, variables  the open constraints, and the variables of their encoding: their blocks are not parted
    Raises TimeUp.
    """
    parting = Parting(placed, residual.domains, variables)
    waiting = parting.root()
    found: dict[Masks, None] = {}
    searched: dict[Worker, Cube] = {}
    while waiting and len(waiting) < jobs:
        widest = max(waiting, key=lambda cube: cube.freedom)
        parts = parting.parts(widest, budget)
        if parts == [widest]:
            break
        waiting.remove(widest)
        waiting += parts
    with Workers(jobs - 1, searching, residual, solver, budget._replace(deadline=None)) as workers:
        while waiting or searched:
            while waiting and not workers.are_busy:
                worker = workers.idle()
                searched[worker] = waiting.pop()
                worker.give(searched[worker].masks)
            yield None
            for worker, message in workers.messages(searched, 0):
                if isinstance(message, Part):
                    found[message.value] = None
                    if len(found) >= most:
                        return
                    continue
                if not isinstance(message, Result):
                    return
                cube = searched.pop(worker)
                is_searched = message.value
                if is_searched:
                    continue
                if waiting or len(searched) == jobs - 2:
                    searched[worker] = cube
                    worker.give(cube.masks)
                else:
                    waiting += parting.parts(cube, budget)
    yield tuple(found)


class Parting:
    """How the constraints `placed` are parted: by the letters of one cell after another."""

    def __init__(self, placed: Sequence[Constraint], domains: Masks, variables: VariableMap) -> None:
        self._narrowing: Final = Narrowing(placed, len(domains))
        self._domains: Final = domains
        self._blocks: Final = [tuple(lits) for lits in variables.lits[: variables.cells]]
        self._cells_of: Final = [frozenset(each.cells) for each in placed]

    def root(self) -> list[Cube]:
        """Return the whole as a cube."""
        return [Cube(self._domains, self._narrowing.start(list(self._domains)))]

    def parts(self, cube: Cube, budget: Budget) -> list[Cube]:
        """Return disjoint cubes that hold what `cube` holds: two, or fewer where one is seen to hold nothing.

        The cell is one on many open constraints, with few letters; of several such, the one whose halves narrow the
        others most, both of them.  A cube that cannot be parted is returned as it is.  Raises TimeUp.
        """
        best, best_gain = [cube], 0.0
        freedom = cube.freedom
        for cell in self._candidates(cube):
            budget.check("the search for solutions")
            halves = [self._narrowed(cube, cell, mask) for mask in self._halves(cube, cell)]
            left = [half for half in halves if half is not None]
            if len(left) < 2:
                return left
            gain = (freedom - left[0].freedom) * (freedom - left[1].freedom)
            if gain > best_gain:
                best, best_gain = left, gain
        return best

    def _candidates(self, cube: Cube) -> list[int]:
        touching = [0] * len(cube.masks)
        for number in cube.is_open:
            for cell in self._cells_of[number]:
                touching[cell] += 1
        blocks = [self._within(cube, cell) for cell in range(len(cube.masks))]
        cells = [cell for cell, inside in enumerate(blocks) if touching[cell] and len(inside) > 1]
        return sorted(cells, key=lambda cell: (-touching[cell], len(blocks[cell])))[:LOOKED_AT]

    def _within(self, cube: Cube, cell: int) -> list[int]:
        return [block for block in self._blocks[cell] if block & cube.masks[cell]]

    def _halves(self, cube: Cube, cell: int) -> tuple[int, int]:
        inside = self._within(cube, cell)
        first = sum(inside[: len(inside) // 2]) & cube.masks[cell]
        return first, cube.masks[cell] & ~first

    def _narrowed(self, cube: Cube, cell: int, mask: int) -> Cube | None:
        """Return `cube` with the letters `mask` in `cell`; None if it holds no solution then."""
        masks = [*cube.masks[:cell], mask, *cube.masks[cell + 1 :]]
        is_open = self._narrowing.narrow(masks, cube.is_open, (cell,))
        return None if is_open is None else Cube(tuple(masks), is_open)


def searching(residual: Residual, solver: str, budget: Budget) -> Answer:
    """Return the function of a worker: tasks are the masks of cubes.

    It sends each solution that it finds, and returns whether it has searched the cube to its end; if not, it goes on
    when it is given the same cube again.
    """
    compiled = compile_puzzle(residual.puzzle, budget)
    placed = [each for each in compiled.placed if (each.line, each.clue) in residual.clues]
    engine = Solver(solver, budget)
    variables = encode_residual(placed, residual.domains, engine)
    for masks in residual.known:
        engine.add(variables.blocking(masks))

    def answered(cube: Masks, send: Send) -> bool:
        assumed = variables.within(cube)
        while True:
            answer = engine.solve_within(SECONDS, assumed)
            if not answer:
                return answer is False
            found = variables.decode(engine.is_true)
            send(found)
            engine.add(variables.blocking(found))

    return answered
