"""Choosing clues by local search: first strong ones, then each as cheap as the others allow.

In: a board and its pool.  Out: a choice, one candidate for each slot, such that steps of one clue at a time lead to the
letters of the grid, and no clue can be replaced by a cheaper one.  In particular none can be left out, and none can be
loosened.

*Lowering* replaces one clue by the cheapest that still does.  Every replacement lowers the cost, so it comes to an end.
*Rebuilding* makes some clues strong again, and lowers all: it leads from one choice to others nearby.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final, TypeAlias

from satcross.author.rewrites import loosenings
from satcross.generator.board import Board, Masks
from satcross.generator.pool import AUTHORS, Candidate, Pool
from satcross.generator.tidy import shortened, simpler
from satcross.generator.variety import Crowd, Limits, crowded, surplus
from satcross.solver.constraints.protocol import LineConstraint

Choice: TypeAlias = dict[int, Candidate]
"""The candidate in each slot that has one."""

DECISIONS: Final = 60
"""Decisions after which it counts as unknown whether clues lead out of the traps; a trap takes about ten."""


def cost_of(choice: Choice) -> int:
    return sum([each.cost for each in choice.values()])


def _shown(choice: Choice) -> dict[int, tuple[str, str]]:
    """Return the family and the text of each clue."""
    return {slot: (each.family, each.pattern) for slot, each in choice.items()}


class Chooser:
    """Chooses from `pool` for its slots; the clues `fixed` stay where they are.

    Attributes:
        is_varied: Whether no two clues may be equal, and many of one family cost more.
        held: Slots whose clues hold a trap; without any, steps of one clue must lead to the letters of the grid.
        most_marking: How many marking rounds the puzzle may take (`satcross.author.rounds`); None: any number.
        limits: How many clues may be alike at no extra cost.

    Args:
        fixed: The constraint in each slot whose clue must not change.
    """

    __slots__ = (
        "_fixed",
        "_open",
        "_plain",
        "_refused",
        "_simpler",
        "board",
        "held",
        "is_varied",
        "limits",
        "most_marking",
        "pool",
    )

    def __init__(
        self,
        pool: Pool,
        fixed: dict[int, LineConstraint] | None = None,
        *,
        is_varied: bool = True,
        most_marking: int | None = None,
    ) -> None:
        self.pool: Final = pool
        self.board: Final[Board] = pool.board
        self.is_varied: Final = is_varied
        self.most_marking: Final = most_marking
        self._fixed: Final = fixed or {}
        self.held: Final = frozenset(slot for trap in pool.traps for slot in trap.ring.slots)
        self._open: Final = frozenset(cell for trap in pool.traps for cell in trap.ring.cells)
        self.limits: Final = Limits.for_clues(len(pool.candidates))
        self._refused: Final[set[tuple[int, str]]] = set()
        self._simpler: Final[dict[tuple[int, str], tuple[Candidate, ...]]] = {}
        self._plain: Final[dict[tuple[int, str], Candidate]] = {}

    def refuse(self, slot: int, pattern: str) -> None:
        """Never choose the clue `pattern` for `slot` again."""
        self._refused.add((slot, pattern))

    def constraints(self, choice: Choice, without: int = -1) -> dict[int, LineConstraint]:
        """Return the constraint in each slot, but for the slot `without`."""
        constraints = {slot: each.constraint for slot, each in choice.items() if slot != without}
        constraints.update(self._fixed)
        return constraints

    def solves(self, choice: Choice) -> bool:
        """Return whether steps of one clue lead to the letters of the grid, but for traps, out of which clues lead."""
        known = self.constraints(choice)
        return self._rival(known, self.board.start) is None and self._is_readable(known)

    def _stuck(self, known: Mapping[int, LineConstraint]) -> Masks:
        """Return the pencil marks with which the clues `known` come to an end, if marking rounds are limited."""
        return () if self.most_marking is None else self.board.read(known, self.most_marking)

    def _leads(self, known: Mapping[int, LineConstraint], masks: Masks, stuck: Masks, slot: int) -> bool:
        """Return whether the clues lead to the letters.

        Args:
            masks: What those beside that of `slot` leave.
            stuck: The pencil marks with which these come to an end.
        """
        if self._rival(known, masks, [slot]) is not None:
            return False
        if self.most_marking is None:
            return True
        further = self.board.read(known, self.most_marking, stuck, [slot])  # this takes more rounds than are allowed
        return self._is_settled(further) and self._is_readable(known)

    def _is_settled(self, marks: Masks) -> bool:
        """Return whether `marks` are the letters of the grid, but for traps."""
        settled = enumerate(zip(marks, self.board.goal, strict=True))
        return all([one == two or cell in self._open for cell, (one, two) in settled])

    def _is_readable(self, known: Mapping[int, LineConstraint]) -> bool:
        """Return whether no more marking rounds than allowed lead to the letters of the grid, or to a trap."""
        if self.most_marking is None:
            return True
        return self._is_settled(self.board.read(known, self.most_marking))

    def _rival(
        self, known: Mapping[int, LineConstraint], masks: Masks, first: Iterable[int] | None = None
    ) -> Masks | None:
        """Return masks that hold another solution, as far as is known; None if there is none.

        Args:
            first: The slots that may rule something out of `masks`; None: all.
        """
        board = self.board
        left = board.fixpoint(known, masks, first)
        if left == board.goal:
            return None
        if not self._open or not self._is_settled(left):
            return left
        return board.rival(known, left, DECISIONS)

    def start(self, random: Random) -> Choice | None:
        """Return a choice of strong clues that lead to the letters of the grid; None if the pool has none."""
        choice: Choice = {}
        self.take_ring_clues(choice, self.held, random)
        slots = list(self.pool.candidates)
        for slot in slots:
            if slot not in self.held:
                self.take_strong(choice, slot, random)
        return choice if self.strengthen(choice, slots * 3, random) else None

    def strengthen(self, choice: Choice, slots: Sequence[int], random: Random) -> bool:
        """Make the clues of `slots` stronger, one by one, until they lead to the letters; return whether they do."""
        for slot in random.sample(slots, len(slots)):
            if self.solves(choice):
                return True
            self._strengthen(choice, slot)
        return self.solves(choice)

    def take_ring_clues(self, choice: Choice, slots: Iterable[int], random: Random) -> None:
        """Put a clue that holds a trap into each of `slots`, at random."""
        for slot in sorted(slots):
            choice.pop(slot, None)
            allowed = [each for each in self.pool.ring_clues[slot] if self._may_take(choice, slot, each)]
            if allowed:
                choice[slot] = random.choice(allowed)

    def take_strong(self, choice: Choice, slot: int, random: Random) -> None:
        """Put one of the strongest clues into `slot`, at random."""
        choice.pop(slot, None)
        allowed = [each for each in self.pool.candidates[slot] if self._may_take(choice, slot, each)]
        if not allowed:
            return
        strong = sorted(allowed, key=lambda each: (sum([mask.bit_count() for mask in each.left]), each.pattern))
        strong = strong[: max(3, len(strong) // 3)]
        used = Counter([each.family for each in choice.values()])
        families = sorted({each.family for each in strong})
        rare = [family for family in families if used[family] < self.limits.of_family] or families
        family = random.choice(rare)
        choice[slot] = self._as_plain(slot, random.choice([each for each in strong if each.family == family]))

    def _strengthen(self, choice: Choice, slot: int) -> None:
        """Put the clue into `slot` that leaves the fewest letters in the grid."""
        board = self.board
        known = self.constraints(choice, slot)
        masks = board.fixpoint(known, board.start)
        stuck = self._stuck(known)
        best: tuple[int, int, str] | None = None
        taken = choice.get(slot)
        others = {each: candidate for each, candidate in choice.items() if each != slot}
        for each in self.pool.ring_clues.get(slot, self.pool.candidates[slot]):
            if self._may_take(others, slot, each) and board.rules_out(slot, each.constraint, masks):
                now = {**known, slot: each.constraint}
                left = board.fixpoint(now, masks, [slot])
                if self.most_marking is not None:
                    left += board.read(now, self.most_marking, stuck, [slot])
                key = (sum(map(int.bit_count, left)), each.cost, each.pattern)
                if best is None or key < best:
                    best, taken = key, each
        if taken is not None:
            choice[slot] = taken

    def replace(self, choice: Choice, slot: int) -> bool:
        """Put the cheapest clue into `slot` that leads to the letters, if there is one that has not been refused."""
        board = self.board
        known = self.constraints(choice, slot)
        masks = board.fixpoint(known, board.start)
        stuck = self._stuck(known)
        others = {each: candidate for each, candidate in choice.items() if each != slot}
        for each in self.pool.candidates[slot]:
            if self._may_take(others, slot, each) and board.rules_out(slot, each.constraint, masks):
                plain = self._as_plain(slot, each)
                is_new = self._may_take(others, slot, plain)
                if is_new and self._leads({**known, slot: plain.constraint}, masks, stuck, slot):
                    choice[slot] = plain
                    return True
        return False

    def _may_take(self, others: Choice, slot: int, candidate: Candidate) -> bool:
        """Return whether `candidate` is not refused, and differs from the clues of the other slots if it has to."""
        if (slot, candidate.pattern) in self._refused:
            return False
        return not self.is_varied or all([each.pattern != candidate.pattern for each in others.values()])

    def lower(self, choice: Choice, random: Random, slots: Iterable[int] = ()) -> None:
        """Replace clues of `choice` by cheaper ones, those of `slots` first, until none can be replaced."""
        order = list(choice)
        random.shuffle(order)
        first = set(slots)
        order.sort(key=lambda slot: slot not in first)
        waiting = list(order)
        while waiting:
            slot = waiting.pop(0)
            if slot in choice and self._lower_one(choice, slot):
                waiting += [each for each in order if each not in waiting]

    def _lower_one(self, choice: Choice, slot: int) -> bool:
        """Put the cheapest clue into `slot` that still leads to the letters; return whether that is another one."""
        board, now = self.board, choice[slot]
        known = self.constraints(choice, slot)
        masks = board.fixpoint(known, board.start)
        stuck = self._stuck(known)
        rival = self._rival(known, masks)
        if rival is None:
            return False
        others = {each: candidate for each, candidate in choice.items() if each != slot}
        crowd = Crowd(_shown(others).values(), self.limits, is_strict=self.is_varied)

        def cost(each: Candidate) -> int:
            return each.cost + crowd.extra(each.family, each.pattern)

        limit = cost(now)
        cheap = [each for each in self._options(slot, now) if each.cost < limit]  # most are not, and others add to it
        options = {each for each in cheap if cost(each) < limit and self._may_take(others, slot, each)}
        for each in sorted(options, key=lambda each: (cost(each), each.pattern)):
            if not board.rules_out(slot, each.constraint, rival):
                continue
            if self._leads({**known, slot: each.constraint}, masks, stuck, slot):
                plain = self._as_plain(slot, each)
                is_new = cost(plain) < limit and self._may_take(others, slot, plain)
                # The plain clue is the same for the letters of the grid, but it may let foreign ones in.
                if is_new and (plain is each or self._leads({**known, slot: plain.constraint}, masks, stuck, slot)):
                    choice[slot] = plain
                    return True
        return False

    def _options(self, slot: int, now: Candidate) -> Sequence[Candidate]:
        return [*self.pool.candidates[slot], *self.simpler(slot, now)]

    def simpler(self, slot: int, candidate: Candidate) -> tuple[Candidate, ...]:
        """Return the clues that are a little simpler than `candidate`, and may be chosen."""
        alternatives = self._simpler.get((slot, candidate.pattern))
        if alternatives is None:
            n = len(self.board.slots[slot].cells)
            made = [
                self.pool.candidate(slot, pattern, candidate.family)
                for pattern in simpler(self.board, candidate.pattern, n)
            ]
            alternatives = tuple([each for each in made if each is not None])
            self._simpler[slot, candidate.pattern] = alternatives
        return alternatives

    def _as_plain(self, slot: int, candidate: Candidate) -> Candidate:
        """Return `candidate` without parts that have no effect; if that may not be a clue, refuse `candidate`.

        What the author has written stays as it is.
        """
        if candidate.family in AUTHORS:
            return candidate
        plainer = self._plain.get((slot, candidate.pattern))
        if plainer is None:
            pattern = shortened(self.board.plain(candidate.pattern, len(self.board.slots[slot].cells)))
            plain = self.pool.candidate(slot, pattern, candidate.family)
            if plain is None:
                self.refuse(slot, candidate.pattern)
            plainer = self._plain[slot, candidate.pattern] = plain or candidate
        return plainer

    def crowd(self, choice: Choice) -> list[int]:
        """Return the slots whose clues are like too many others."""
        return crowded(_shown(choice), self.limits, is_strict=self.is_varied)

    def surplus(self, choice: Choice) -> int:
        """Return what the clues cost in addition because some are alike."""
        return surplus(_shown(choice).values(), self.limits, is_strict=self.is_varied)

    def redundant(self, choice: Choice) -> list[int]:
        """Return the slots whose clues, each alone, could be left out."""
        start = self.board.start
        return [slot for slot in choice if self._rival(self.constraints(choice, slot), start) is None]

    def loose(self, choice: Choice) -> list[int]:
        """Return the slots whose clues could be looser, each alone: the letters would still be the only ones.

        Lowering leaves such clues where a looser one would take more marking rounds than are allowed.
        """
        if self.most_marking is None:
            return []
        return [slot for slot in choice if self._has_looser(choice, slot)]

    def _has_looser(self, choice: Choice, slot: int) -> bool:
        board, n = self.board, len(self.board.slots[slot].cells)
        known = self.constraints(choice, slot)
        masks = board.fixpoint(known, board.inner_start)  # lint knows the letters that clues mention
        for rewrite in loosenings(board.unrolled(choice[slot].pattern, n).tree):
            looser = board.unrolled(rewrite.pattern, n).constraint
            now = {**known, slot: looser}
            is_enough = board.rival(now, board.fixpoint(now, masks, [slot]), DECISIONS) is None
            if is_enough and not board.means_the_same(choice[slot].pattern, rewrite.pattern, n):
                return True
        return False

    def superfluous(self, choice: Choice) -> list[int]:
        """Return slots of `choice` whose clues can be left out together."""
        left = dict(choice)
        slots = []
        for slot in self.redundant(choice):
            trial = {each: candidate for each, candidate in left.items() if each != slot}
            if self.solves(trial):
                left = trial
                slots.append(slot)
        return slots
