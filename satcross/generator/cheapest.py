"""The cheapest choice: an implicit hitting set problem, solved by cuts.

In: a choice that meets the goal, and the pool.  Out: a cheaper one if there is one among the *columns*, and a bound
below which no choice of columns costs.  The columns are the cheapest candidates of each slot, and all that have been of
use; a puzzle of 36 cells has about 300.

The engine proposes the cheapest choice that hits all cuts known so far.  If steps of one clue do not lead from it to
the letters of the grid, the place where they stop gives further cuts.  Otherwise no choice of columns is cheaper.  If
lowering finds a cheaper one outside of the columns, its candidates become columns too.  If the choice is not what was
asked for (its rating, say), exactly this choice is excluded.

Reference: E. Moreno-Centeno and R. Karp, The implicit hitting set approach, Operations Research 2013.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from satcross.base.bits import single_bits
from satcross.generator.board import Board
from satcross.generator.cuts import Cut, cut_of, nearest_rejected
from satcross.generator.engines import HittingSets
from satcross.generator.pool import Candidate
from satcross.generator.search import FLOOD, SURPLUS, Choice, Chooser

COLUMNS: Final = 300
"""Candidates of all slots together; integer programs with more take minutes."""

FEWEST: Final = 10
MOST: Final = 25
"""Candidates of each slot, within these bounds."""

CUTS: Final = 8
"""Cuts that are drawn from one choice; they cost less than another integer program."""

Column: TypeAlias = tuple[int, str]
"""A slot and a clue."""


class Proposal(NamedTuple):
    """What has become known.

    Attributes:
        choice: A choice that leads to the letters of the grid; None: there is none, or none was found in time.
        bound: No choice of columns that has not been excluded costs less.
        is_optimal: Whether none costs less than `choice`.
    """

    choice: Choice | None
    bound: int
    is_optimal: bool


class Cheapest:
    """Proposes choices of `chooser` for `slots`, the cheapest first.

    The engine is told by how much each column is dearer than the cheapest of its slot.

    Args:
        make: Returns a new engine.
    """

    __slots__ = (
        "_base",
        "_board",
        "_chooser",
        "_columns",
        "_cuts",
        "_engine",
        "_excluded",
        "_make",
        "_near",
        "_random",
        "_slots",
    )

    def __init__(
        self, chooser: Chooser, slots: tuple[int, ...], make: Callable[[], HittingSets], random: Random
    ) -> None:
        self._chooser: Final = chooser
        self._board: Final[Board] = chooser.board
        self._slots: Final = slots
        self._make: Final = make
        self._random: Final = random
        self._columns: Final[dict[Column, Candidate]] = {}
        self._near: Final[dict[Column, dict[int, int]]] = {}
        self._cuts: Final[dict[Cut, None]] = {}
        self._excluded: Final[list[frozenset[Column]]] = []
        self._engine: HittingSets | None = None
        self._base = 0
        share = max(FEWEST, min(MOST, COLUMNS // max(1, len(slots))))
        for slot in slots:
            plain = (each for each in chooser.pool.candidates[slot] if chooser.is_plain(slot, each))
            for _, candidate in zip(range(share), plain, strict=False):
                self._add_column(slot, candidate)

    def add(self, choice: Choice) -> bool:
        """Let the candidates of `choice` be columns; return whether that changes anything."""
        before = dict(self._columns)
        for slot, candidate in choice.items():
            self._add_column(slot, candidate)
        return self._columns != before

    def _add_column(self, slot: int, candidate: Candidate) -> None:
        column = slot, candidate.pattern
        if column not in self._columns or candidate.cost < self._columns[column].cost:
            self._columns[column] = candidate
            self._near[column] = nearest_rejected(self._board, slot, candidate.constraint)
            self._engine = None

    def exclude(self, choice: Choice, superfluous: Sequence[int] = ()) -> None:
        """Never propose `choice` again.

        Args:
            superfluous: Slots whose clues can be left out; then they can be left out wherever the other clues are the
                same, so that no choice with these other clues is proposed again.
        """
        self.exclude_all(frozenset((slot, each.pattern) for slot, each in choice.items() if slot not in superfluous))

    def exclude_all(self, columns: frozenset[Column]) -> None:
        """Never propose a choice again that has one of `columns` in each of their slots."""
        if columns in self._excluded:
            return
        self._excluded.append(columns)
        if self._engine is not None:
            self._engine.hit(self._beside(columns))

    @property
    def columns(self) -> Mapping[Column, Candidate]:
        """All columns."""
        return self._columns

    def propose(self) -> Proposal:
        """Return the cheapest choice that has not been excluded.  Raises TimeUp."""
        if self._engine is None:
            self._engine = self._made()
        columns = list(self._columns.items())
        while True:
            taken = self._engine.cheapest()
            if taken.items is None:
                return Proposal(None, self._base + taken.bound, False)
            choice = {column[0]: candidate for column, candidate in (columns[item] for item in taken.items)}
            if not self._cut(choice):
                return Proposal(choice, self._base + taken.bound, taken.is_optimal)

    def _cut(self, choice: Choice) -> bool:
        """Add cuts that `choice` violates; return whether there are any."""
        assert self._engine is not None, "there is an engine that has proposed the choice"
        constraints = self._chooser.constraints(choice)
        for number in range(CUTS):
            cut = cut_of(self._board, constraints, self._random)
            if cut is None:
                return number > 0
            if cut not in self._cuts:
                self._cuts[cut] = None
                self._engine.hit(self._members(cut))
        return True

    def _members(self, cut: Cut) -> list[int]:
        """Return the columns that rule something out of `cut`."""
        return [
            item
            for item, ((slot, _), candidate) in enumerate(self._columns.items())
            if self._board.rules_out(slot, candidate.constraint, cut)
        ]

    def _beside(self, excluded: frozenset[Column]) -> list[int]:
        """Return the columns that differ from those of `excluded` on their slots."""
        slots = {slot for slot, _ in excluded}
        return [item for item, column in enumerate(self._columns) if column[0] in slots and column not in excluded]

    def _made(self) -> HittingSets:
        """Return an engine that knows all columns and cuts."""
        engine = self._make()
        by_slot: dict[int, list[int]] = {}
        by_pattern: dict[str, list[int]] = {}
        by_family: dict[str, list[int]] = {}
        least = {slot: min(each.cost for (other, _), each in self._columns.items() if other == slot)
                 for slot in self._slots}  # fmt: skip
        self._base = sum(least.values())
        for (slot, pattern), candidate in self._columns.items():
            item = engine.add(f"{slot} {pattern}", candidate.cost - least[slot])
            by_slot.setdefault(slot, []).append(item)
            by_pattern.setdefault(pattern, []).append(item)
            by_family.setdefault(candidate.family, []).append(item)
        for items in by_slot.values():
            engine.take_one(items)
        if self._chooser.is_varied:
            for items in by_pattern.values():
                if len(items) > 1:
                    engine.take_at_most_one(items)
            for items in by_family.values():
                usual = self._chooser.most_of_a_family
                for beyond in range(usual):
                    engine.charge(items, usual + beyond, SURPLUS)
                engine.charge(items, 2 * usual, FLOOD + SURPLUS)
        for members in self._nearest():
            engine.hit(members)
        for cut in self._cuts:
            engine.hit(self._members(cut))
        for excluded in self._excluded:
            engine.hit(self._beside(excluded))
        return engine

    def _nearest(self) -> list[tuple[int, ...]]:
        """Return the items that hit each of the nearest cuts: another letter in one cell; equal ones once."""
        members: dict[tuple[int, int], list[int]] = {}
        fixed = self._chooser.fixed_rejected()
        for cell, right in enumerate(self._board.goal):
            for wrong in single_bits(self._board.classes.every & ~right & ~fixed.get(cell, 0)):
                members[cell, wrong] = []
        for item, column in enumerate(self._columns):
            for cell, rejected in self._near[column].items():
                for wrong in single_bits(rejected):
                    if (cell, wrong) in members:
                        members[cell, wrong].append(item)
        return sorted({tuple(items) for items in members.values()})
