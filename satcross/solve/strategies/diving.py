"""A first solution of an open puzzle, by diving: line after line settles on one box of its matches.

In: constraints at a fixpoint of propagation.  Out: smaller masks within which most constraints hold for every choice of
letters, so that a small formula is left, or none at all.  Where solutions abound this finds some long before the
formula of the whole puzzle could be written.  Of solutions elsewhere it says nothing.

The line that settles next is the one with the fewest choices left for what its best box takes away.  After each,
propagation goes on.  Where a box leads to a contradiction, the line tries others, with other letters where it was met;
if these do no better it stays open.  What is open in the end may have no solution within the dive; then the cells of
the open lines become free again, and with them the lines that cross them.  (The name is from integer programming: T.
Achterberg, Constraint Integer Programming, 2007, section 9.2.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import log2
from typing import Final, NamedTuple

from satcross.budget import UNLIMITED, Budget
from satcross.constraints.propagate import Propagator, propagate
from satcross.constraints.protocol import Constraint

CIRCUIT: Final = (50.0, 20.0)
"""Bits of choice that the box of a circuit is taken to take away, in the first and in the second dive: many, as it is
slow to propagate until it settles."""

BOXES: Final = 3
"""How many boxes a line tries."""

PATIENCE: Final = 4
PART: Final = 7
"""A dive is given up when `PATIENCE` lines and one in `PART` of all have not settled."""


class Dive(NamedTuple):
    """Where a dive has come to.

    domains  letter mask of each cell
    placed   the constraints that some choice of letters from `domains` may still violate
    """

    domains: tuple[int, ...]
    placed: tuple[Constraint, ...]


def dives(placed: Sequence[Constraint], domains: Sequence[int], budget: Budget = UNLIMITED) -> Iterator[Dive]:
    """Yield dives into `domains`, a fixpoint of propagation; ask for another one if there was no solution.

    Each is followed by what becomes of it when the cells of its open lines are set free.  There is a second one only if
    there are circuits, which then settle later; none where the boxes of all lines together take more choices away than
    there are; and one in which hardly anything settles is left out.  Raises TimeUp.
    """
    costs = _costs(placed, domains, budget)
    if costs is None:
        return
    for circuit in CIRCUIT if None in costs else CIRCUIT[:1]:
        masks, is_open = _dive(placed, domains, [circuit if cost is None else cost for cost in costs], budget)
        if masks is None:
            continue
        dive = _within(masks, [placed[number] for number in sorted(is_open)])
        yield dive
        for each in dive.placed:
            for cell in each.cells:
                masks[cell] = domains[cell]
        surfaced = _within(masks, placed)
        fixpoint = propagate(surfaced.placed, masks, budget).domains
        if fixpoint is not None:
            yield surfaced._replace(domains=fixpoint)


def _within(masks: Sequence[int], placed: Sequence[Constraint]) -> Dive:
    """Return a dive to `masks`, with those of `placed` that may still be violated there."""
    left = [each for each in placed if not each.is_entailed(masks)]
    return Dive(tuple(masks), tuple(left))


class _Unsettled:
    """The constraints that have not settled, and how much choice they have left.

    placed  all constraints
    costs   bits of choice that the box of each takes away
    """

    __slots__ = ("_bits", "_left", "_shares", "_touching", "_waiting")

    def __init__(self, placed: Sequence[Constraint], masks: Sequence[int], costs: Sequence[float]) -> None:
        self._bits = [log2(mask.bit_count()) for mask in masks]
        self._touching: list[list[int]] = [[] for _ in masks]
        for number, each in enumerate(placed):
            for cell in each.cells:
                self._touching[cell].append(number)
        self._shares = [1 / (1 + cost) for cost in costs]
        self._left = [sum([self._bits[cell] for cell in each.cells]) for each in placed]
        self._left = [bits * share for bits, share in zip(self._left, self._shares, strict=True)]
        self._waiting = set(range(len(placed)))

    def narrow(self, cells: Iterable[int], masks: Sequence[int]) -> None:
        """Take note of what is left to `cells`."""
        bits, left, shares = self._bits, self._left, self._shares
        for cell in cells:
            now = log2(masks[cell].bit_count())
            lost = bits[cell] - now
            bits[cell] = now
            for number in self._touching[cell]:
                left[number] -= lost * shares[number]

    def pop(self) -> int | None:
        """Return the number of the next constraint; None if there is none left."""
        if not self._waiting:
            return None
        number = min(self._waiting, key=self._left.__getitem__)
        self._waiting.remove(number)
        return number


def _dive(
    placed: Sequence[Constraint], domains: Sequence[int], costs: Sequence[float], budget: Budget
) -> tuple[list[int] | None, set[int]]:
    """Settle the constraints; return the masks (None: it went badly), and which constraints are still open."""
    masks = list(domains)
    propagator = Propagator(placed, len(masks), budget)
    unsettled = _Unsettled(placed, masks, costs)
    is_open = set()
    patience = PATIENCE + len(placed) // PART
    while (number := unsettled.pop()) is not None:
        budget.check()
        propagator.drop(number)
        settled = _settled(placed[number], masks, propagator)
        if settled is not None:
            masks = settled
            unsettled.narrow(propagator.changed, masks)
        else:
            propagator.take(number)
            is_open.add(number)
            if len(is_open) == patience:
                return None, is_open
    return masks, is_open


def _settled(placed: Constraint, masks: Sequence[int], propagator: Propagator) -> list[int] | None:
    """Return the fixpoint after the constraint has settled on a box; None if some boxes lead to contradictions."""
    constraint, cells = placed[:2]
    here = [masks[cell] for cell in cells]
    for _ in range(BOXES):
        box = constraint.cube(here)
        if box is None:
            return None
        settled = propagator.narrowed(masks, cells, box)
        if settled is not None:
            return settled
        violated = set(propagator.violated)
        others = [
            mask & ~taken or mask if cell in violated else mask
            for cell, mask, taken in zip(cells, here, box, strict=True)
        ]
        if others == here:
            return None
        here = others
    return None


def _costs(placed: Sequence[Constraint], masks: Sequence[int], budget: Budget) -> list[float | None] | None:
    """Return for each constraint how many bits of choice its box takes away (None: a circuit); None if too many."""
    left = sum([log2(mask.bit_count()) for mask in masks])
    costs: list[float | None] = []
    for constraint, cells, *_ in placed:
        budget.check()
        cost = None
        if constraint.is_regular:
            domains = [masks[cell] for cell in cells]
            box = constraint.cube(domains) or domains
            cost = sum([log2(old.bit_count() / new.bit_count()) for old, new in zip(domains, box, strict=True)])
            left -= cost
            if left < 0:
                return None
        costs.append(cost)
    return costs
