"""The search: a loop over strategies.

    residual -> backtracking -> diving -> the portfolio of solvers -> listing by cubes -> disjoint cubes of solutions

`plan` says which strategy comes when, and `search` runs them.  Two solutions settle whether there is only one, so the
strategies before the last one only have to find two.  They are found by backtracking where little is left, by diving
where solutions abound, else by SAT solvers.  If more solutions are wanted, listing finds them all.

Every cube that comes out here has still to be verified (`satcross.solver.verify`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import Final, TypeAlias

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.solver.residual import Masks, Residual, are_single
from satcross.solver.strategy import NO_MORE, Found, Strategy, without


class Stopwatch:
    """The seconds that each stage has taken, by its name; the stages do not know of it."""

    __slots__ = ("_last", "seconds")

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = perf_counter()

    def start(self) -> None:
        """Let the time of the next stage start now."""
        self._last = perf_counter()

    def book(self, stage: str) -> None:
        """Add the time since the last call to `stage`."""
        now = perf_counter()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._last
        self._last = now

    def timed(self, stage: str, messages: Iterator[Found]) -> Iterator[Found]:
        """Yield `messages`, and book the time that they take; writing formulas is its own stage."""
        self.start()
        for message in messages:
            self.book(stage if message.formula is None else "encode")
            yield message
            self.start()
        self.book(stage)


class KnownSolutions:
    """The disjoint cubes of solutions that have been found.

    Args:
        is_one: Says whether a cube stands for one solution.
    """

    __slots__ = ("_is_one", "cubes")

    def __init__(self, is_one: Callable[[Masks], bool] = are_single) -> None:
        self._is_one: Final = is_one
        self.cubes: list[Masks] = []

    @property
    def are_several(self) -> bool:
        """Whether there is more than one solution."""
        return len(self.cubes) > 1 or not all(map(self._is_one, self.cubes))


class Stage(NamedTuple):
    """A strategy and how it is used.

    Attributes:
        is_for_all: Whether it is to find all solutions, however many, so that they must not be kept in memory; it is
            the last stage.  The others are left when there are known to be several solutions.
        is_held: Whether its cubes are held back.  They are the answer if it finds everything, and otherwise are in the
            wider cubes of the last stage.
    """

    strategy: Strategy
    is_for_all: bool = False
    is_held: bool = False

    @property
    def name(self) -> str:
        """The name of the strategy, under which statistics say how long it took."""
        return self.strategy.__name__


Plan: TypeAlias = Callable[[KnownSolutions], Iterator[Stage]]
"""Yields the strategies to try, one after another; it may look at what is known by then."""


def plan(known: KnownSolutions) -> Iterator[Stage]:
    """Yield the strategies that satcross uses, in their order.  Each is imported when its turn comes."""
    from satcross.solver.strategies import backtracking

    yield Stage(backtracking)
    if not known.cubes:
        from satcross.solver.strategies import diving

        yield Stage(diving)
    yield from plan_without_propagation(known)


def plan_without_propagation(known: KnownSolutions) -> Iterator[Stage]:
    """Yield the strategies for residuals that are not a fixpoint of propagation: solvers first."""
    if not known.are_several:
        from satcross.solver.strategies import portfolio

        yield Stage(portfolio)
    from satcross.solver.strategies import listing

    yield Stage(listing, is_for_all=True)


def wide(plan: Plan) -> Plan:
    """Return the plan for few wide cubes, instead of the first ones as soon as they are found."""
    return lambda known: (stage._replace(is_held=not stage.is_for_all) for stage in plan(known))


def search(
    residual: Residual,
    budget: Budget = UNLIMITED,
    *,
    plan: Plan = plan,
    known: KnownSolutions | None = None,
    stopwatch: Stopwatch | None = None,
) -> Iterator[Found]:
    """Yield the solutions of `residual`, a fixpoint of propagation, as disjoint cubes.

    Args:
        known: Where cubes are kept that have been found; it says which cubes stand for one solution.

    The search is complete if and only if the last message says so.  It raises TimeUp and LimitError as `Budget` does.
    """
    if residual.is_settled:
        yield Found(residual.masks, is_last=True)
        return
    known = known or KnownSolutions()
    stopwatch = stopwatch or Stopwatch()
    shown: list[Masks] = []
    for stage in plan(known):
        earlier = tuple(shown if stage.is_for_all else known.cubes)
        for message in stopwatch.timed(stage.name, stage.strategy(residual, budget)):
            new = [] if message.cube is None else list(without(message.cube, earlier))
            known.cubes += [] if stage.is_for_all else new
            if stage.is_held:
                new = known.cubes if message.is_last else []
            elif not stage.is_for_all:
                shown += new
            yield from _in_turn(new, message)
            if message.is_last:
                return
            if known.are_several and not stage.is_for_all:
                break
        if stage.is_for_all:
            return


def _in_turn(cubes: Sequence[Masks], message: Found) -> Iterator[Found]:
    """Yield one message for each of `cubes`; what else `message` says, the last of them says."""
    for cube in cubes:
        yield Found(cube, is_last=message.is_last and cube is cubes[-1])
    if not cubes and message.cube is None:
        yield message
    elif not cubes and message.is_last:
        yield NO_MORE
