"""Choosing clues by local search: strong clues first, then each as cheap as the others allow.

In: a board and its pool.  Out: a choice of one candidate for each slot, such that steps of one clue at a time lead to
the letters of the grid, and no clue can be replaced by a cheaper one.  In particular, none can be left out or loosened.

*Lowering* replaces a clue by the cheapest one with which the steps still lead to all letters.  Every replacement lowers
the cost, so this comes to an end.  *Rebuilding* makes some clues strong again and lowers all of them, which leads from
one choice to others like it.  Where strong clues leave cells open, only the clues through these cells become stronger,
and the pool gets more candidates for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import nsmallest
from math import inf
from random import Random
from typing import Final, TypeAlias

from satcross.author.difficulty import TakenRound, value_of
from satcross.author.rewrites import loosenings
from satcross.base.records import NamedTuple
from satcross.generator.board import Board, Masks
from satcross.generator.pool import AUTHORS, Candidate, Pool
from satcross.generator.tidy import shortened, simpler
from satcross.generator.variety import Limits, SimilarClues, excess, most_taken_off, surplus, too_similar
from satcross.solver.constraints import LineConstraint

Choice: TypeAlias = dict[int, Candidate]
"""The candidate in each slot that has one."""

DECISIONS: Final = 60
"""Decisions after which it counts as unknown whether a looser clue leaves another solution."""


def cost_of(choice: Choice) -> int:
    return sum([each.cost for each in choice.values()])


def _shown(choice: Choice) -> dict[int, tuple[str, str]]:
    """Return the family and the text of each clue."""
    return {slot: (each.family, each.pattern) for slot, each in choice.items()}


def _without(choice: Choice, slot: int) -> Choice:
    return {each: candidate for each, candidate in choice.items() if each != slot}


class Chooser:
    """Chooses from `pool` for its slots; the clues `fixed` stay where they are.

    Attributes:
        is_varied: Whether no two clues may be equal, and many of one family cost more.
        band: The lowest and the highest difficulty that are wanted.  No clue may lead out of it.
        most_marking: How many marking rounds the puzzle may take (`satcross.author.rounds`); None: any number.
        limits: How many clues may be alike at no extra cost.

    Args:
        fixed: The constraint in each slot whose clue must not change.
        star_share: The part of the clues that may have a star at no extra cost.
    """

    def __init__(
        self,
        pool: Pool,
        fixed: dict[int, LineConstraint] | None = None,
        *,
        is_varied: bool = True,
        band: tuple[float, float] = (0.0, inf),
        most_marking: int | None = None,
        star_share: float = 1.0,
    ) -> None:
        self.pool: Final = pool
        self.board: Final[Board] = pool.board
        self.is_varied: Final = is_varied
        self.band: Final = band
        self.most_marking: Final = most_marking
        self._fixed: Final = fixed or {}
        self.limits: Final = Limits.for_clues(len(pool.candidates), star_share, pool.tuning)
        self.fewest_open: int | None = None
        self._refused: Final[set[tuple[int, str]]] = set()
        self._simpler: Final[dict[tuple[int, str], tuple[Candidate, ...]]] = {}
        self._plain: Final[dict[tuple[int, str], Candidate]] = {}
        self._refutations: Final[dict[int, Refutations]] = {}

    def refuse(self, slot: int, pattern: str) -> None:
        """Exclude the clue `pattern` from further choices for `slot`."""
        self._refused.add((slot, pattern))

    def constraints(self, choice: Choice, without: int = -1) -> dict[int, LineConstraint]:
        """Return the constraint in each slot, but for the slot `without`."""
        constraints = {slot: each.constraint for slot, each in choice.items() if slot != without}
        constraints.update(self._fixed)
        return constraints

    def solves(self, choice: Choice) -> bool:
        """Return whether steps of one clue lead to the letters of the grid."""
        return not self._unsettled(choice)

    def rounds(self, choice: Choice) -> list[TakenRound]:
        """Return the rounds of the easiest way through `choice`, which leads to the letters of the grid."""
        rounds = self.board.rounds(self.constraints(choice))
        assert rounds is not None, "steps of one clue lead to the letters"
        return rounds

    def difficulty(self, choice: Choice) -> float:
        """Return how hard `choice` is, which leads to the letters of the grid."""
        lines = [self.board.slots[slot].cells for slot in choice]
        clues = [self.board.unrolled(choice[slot].pattern, len(self.board.slots[slot].cells)) for slot in choice]
        remembered = sum([clue.is_hard for clue in clues])
        return value_of(self.rounds(choice), lines, remembered / max(1, len(choice)))

    def rival(
        self, known: Mapping[int, LineConstraint], masks: Masks, first: Iterable[int] | None = None
    ) -> Masks | None:
        """Return what steps of one clue leave of `masks`; None if that is the letters of the grid.

        Args:
            first: The slots that may rule something out of `masks`; None: all.
        """
        left = self.board.fixpoint(known, masks, first)
        return None if left == self.board.goal else left

    def start(self, random: Random) -> Choice | None:
        """Return a choice of strong clues that lead to the letters of the grid; None if none is found.

        Where the clues leave cells open, the pool gets more candidates for the lines through these cells.
        """
        choice: Choice = {}
        slots = list(self.pool.candidates)
        for slot in slots:
            self.take_strong(choice, slot, random)
        for _ in range(3):
            if self.strengthen(choice, slots * 2, random):
                return choice
            slots = self._slots_through(self._unsettled(choice))
            self.pool.widen(slots, random)
        return choice if self.strengthen(choice, slots * 2, random) else None

    def strengthen(self, choice: Choice, slots: Sequence[int], random: Random) -> bool:
        """Make the clues of `slots` stronger, one by one, until they lead to the letters; return whether they do.

        Only clues that read a cell which is still open are made stronger.
        """
        waiting = random.sample(slots, len(slots))
        while unsettled := self._unsettled(choice):
            self.fewest_open = min(len(unsettled), self.fewest_open or len(unsettled))
            through = set(self._slots_through(unsettled))
            slot = next((slot for slot in waiting if slot in through), None)
            if slot is None:
                return False
            waiting.remove(slot)
            self._strengthen(choice, slot)
        return True

    def _unsettled(self, choice: Choice) -> list[int]:
        """Return the cells to whose letters steps of one clue do not lead."""
        known = self.constraints(choice)
        left = self.rival(known, self.board.start)
        if left is None and self.most_marking is not None:
            marks = self.board.read(known, self.most_marking)
            left = None if marks == self.board.goal else marks
        if left is None:
            return []
        return [cell for cell, (one, two) in enumerate(zip(left, self.board.goal, strict=True)) if one != two]

    def _slots_through(self, cells: Iterable[int]) -> list[int]:
        """Return the slots that read one of `cells`."""
        return [slot for slot in self.pool.candidates if not set(cells).isdisjoint(self.board.slots[slot].cells)]

    def take_strong(self, choice: Choice, slot: int, random: Random) -> None:
        """Put one of the strongest clues into `slot`, at random."""
        choice.pop(slot, None)
        allowed = list(self._allowed(choice, slot, self.pool.candidates[slot]))
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
        vacancy = Vacancy(self, choice, slot)
        allowed = self._allowed(vacancy.others, slot, self.pool.candidates[slot])
        useful = [each for each in allowed if vacancy.is_useful(each.constraint)]
        strongest = nsmallest(
            self.pool.tuning.strongest,
            useful,
            key=lambda each: (vacancy.left_on_line(each.constraint), each.cost, each.pattern),
        )
        if strongest:
            choice[slot] = min(
                strongest, key=lambda each: (vacancy.letters_left(each.constraint), each.cost, each.pattern)
            )

    def replace(self, choice: Choice, slot: int) -> bool:
        """Put the cheapest clue into `slot` that leads to the letters, if there is one that has not been refused."""
        vacancy = Vacancy(self, choice, slot)
        for each in self._allowed(vacancy.others, slot, self.pool.candidates[slot]):
            if vacancy.is_useful(each.constraint) and (plain := self._fitting(vacancy, each)) is not None:
                choice[slot] = plain
                return True
        return False

    def _allowed(self, others: Choice, slot: int, candidates: Iterable[Candidate]) -> Iterator[Candidate]:
        """Yield the candidates that are not refused for `slot`, nor equal to one of `others` if they may not be."""
        taken = {each.pattern for each in others.values()} if self.is_varied else frozenset()
        return (each for each in candidates if each.pattern not in taken and (slot, each.pattern) not in self._refused)

    def _fitting(self, vacancy: Vacancy, candidate: Candidate) -> Candidate | None:
        """Return `candidate` without parts that have no effect, if it may be chosen and leads to the letters."""
        if not vacancy.is_filled_by(candidate.constraint):
            return None
        plain = self._as_plain(vacancy.slot, candidate)
        # The plain clue is the same for the letters of the grid, but it may let foreign ones in.
        is_enough = plain is candidate or vacancy.is_filled_by(plain.constraint)
        return plain if is_enough and any(self._allowed(vacancy.others, vacancy.slot, [plain])) else None

    def replace_around(self, choice: Choice, slot: int, random: Random) -> bool:
        """Take another clue for `slot`, and stronger clues across it; return whether they lead to the letters."""
        self.take_strong(choice, slot, random)
        return slot in choice and self.strengthen(choice, self._slots_through(self.board.slots[slot].cells), random)

    def lower(self, choice: Choice, random: Random, slots: Iterable[int] = ()) -> None:
        """Replace clues of `choice` by cheaper ones, first in `slots`, until none can be replaced."""
        order = list(choice)
        random.shuffle(order)
        first = set(slots)
        order.sort(key=lambda slot: slot not in first)
        waiting = list(order)
        distance = self.distance(self.difficulty(choice))
        while waiting:
            slot = waiting.pop(0)
            if slot not in choice:
                continue
            vacancy = Vacancy(self, choice, slot, self._refutations.get(slot))
            is_lower = not vacancy.is_filled and self._lower_one(choice, vacancy, distance)
            self._refutations[slot] = vacancy.refutations
            if is_lower:
                distance = self.distance(self.difficulty(choice))
                waiting += [each for each in order if each not in waiting]

    def distance(self, difficulty: float) -> float:
        """Return how far `difficulty` is from what is wanted."""
        low, high = self.band
        return max(low - difficulty, difficulty - high, 0.0)

    def _lower_one(self, choice: Choice, vacancy: Vacancy, distance: float) -> bool:
        """Put the cheapest clue into `vacancy` that leads to the letters; return whether that is another one.

        Args:
            distance: How far the difficulty may be from what is wanted.
        """
        slot, now = vacancy.slot, choice[vacancy.slot]
        cost = self._costs_beside(vacancy.others)
        limit = cost(now)
        most = limit + (most_taken_off(self.pool.tuning) if self.is_varied else 0)
        cheap = [each for each in self._options(slot, now) if each.cost < most]  # most are not, and others add to it
        priced = {(price, each.pattern): each for each in cheap if (price := cost(each)) < limit}
        for each in self._allowed(vacancy.others, slot, [priced[key] for key in sorted(priced)]):
            plain = self._fitting(vacancy, each)
            if plain is not None and cost(plain) < limit and self.distance(vacancy.difficulty(plain)) <= distance:
                choice[slot] = plain
                return True
        return False

    def settle(self, choice: Choice, random: Random, slots: Iterable[int] = ()) -> None:
        """Lower `choice`; if it is not as hard as it should be then, change that, and lower it again."""
        self.lower(choice, random, slots)
        if self.distance(self.difficulty(choice)):
            self.approach(choice, random)
            self.lower(choice, random)

    def approach(self, choice: Choice, random: Random) -> None:
        """Replace clues of `choice` one by one until it is as hard as it should be, or no other clue brings it nearer.

        Of the clues that bring it nearer, the cheapest is taken; each point that is still missing costs, too.
        """
        distance = self.distance(self.difficulty(choice))
        waiting = random.sample(sorted(choice), len(choice))
        while waiting and distance:
            slot = waiting.pop(0)
            vacancy = Vacancy(self, choice, slot, self._refutations.get(slot))
            plain = self._nearer(choice, vacancy, distance)
            self._refutations[slot] = vacancy.refutations
            if plain is not None:
                choice[slot] = plain
                distance = self.distance(self.difficulty(choice))
                rest = [each for each in choice if each != slot and each not in waiting]
                waiting += random.sample(rest, len(rest))

    def _nearer(self, choice: Choice, vacancy: Vacancy, distance: float) -> Candidate | None:
        """Return the cheapest clue for `vacancy` that brings the difficulty nearer than `distance`; else None."""
        slot = vacancy.slot
        cost = self._costs_beside(vacancy.others)
        options = self._allowed(vacancy.others, slot, self._options(slot, choice[slot]))
        fitting = {each.pattern: each for each in options if vacancy.is_filled_by(each.constraint)}
        far = {pattern: self.distance(vacancy.difficulty(each)) for pattern, each in fitting.items()}
        point = self.pool.tuning.point
        for pattern in sorted(far, key=lambda pattern: (cost(fitting[pattern]) + round(point * far[pattern]), pattern)):
            if far[pattern] < distance:
                plain = self._fitting(vacancy, fitting[pattern])
                if plain is not None and self.distance(vacancy.difficulty(plain)) < distance:
                    return plain
        return None

    def _costs_beside(self, others: Choice) -> Callable[[Candidate], int]:
        """Return a function from a clue to its cost, given `others`, some of which may be like it."""
        similar = SimilarClues(_shown(others).values(), self.limits, self.pool.tuning, is_strict=self.is_varied)
        return lambda each: each.cost + similar.extra(each.family, each.pattern)

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

    def too_similar(self, choice: Choice) -> list[int]:
        """Return the slots whose clues are like too many others."""
        return too_similar(_shown(choice), self.limits, is_strict=self.is_varied)

    def surplus(self, choice: Choice) -> int:
        """Return what the clues cost in addition because some are alike."""
        return surplus(_shown(choice).values(), self.limits, self.pool.tuning, is_strict=self.is_varied)

    def excess(self, choice: Choice) -> int:
        """Return how many clues there are of skeletons that too many others have."""
        return excess([each.pattern for each in choice.values()], self.limits) if self.is_varied else 0

    def redundant(self, choice: Choice) -> list[int]:
        """Return the slots whose clues, each alone, could be left out."""
        return [slot for slot in choice if self.rival(self.constraints(choice, slot), self.board.start) is None]

    def loose(self, choice: Choice) -> dict[int, str]:
        """Return a looser clue for each slot that can have one, each alone: the letters would still be the only ones.

        Lowering leaves clues that can be looser where the looser one would take more marking rounds than are allowed.
        """
        if self.most_marking is None:
            return {}
        looser = {slot: self._looser(choice, slot) for slot in choice}
        return {slot: pattern for slot, pattern in looser.items() if pattern is not None}

    def _looser(self, choice: Choice, slot: int) -> str | None:
        """Return a looser clue for `slot` that is enough; None if there is none."""
        board, n = self.board, len(self.board.slots[slot].cells)
        known = self.constraints(choice, slot)
        masks = board.fixpoint(known, board.inner_start)  # lint knows the letters that clues mention
        for rewrite in loosenings(board.unrolled(choice[slot].pattern, n).tree):
            if not board.matches(rewrite.pattern, board.text(slot)):
                continue  # a dot in the place of a line break, for instance, asks for more
            looser = board.unrolled(rewrite.pattern, n).constraint
            now = {**known, slot: looser}
            is_enough = board.rival(now, board.fixpoint(now, masks, [slot]), DECISIONS) is None
            if is_enough and not board.means_the_same(choice[slot].pattern, rewrite.pattern, n):
                return rewrite.pattern
        return None

    def loosen(self, choice: Choice, slot: int, pattern: str) -> list[int]:
        """Refuse the clue of `slot`; put the looser `pattern` there if it may be chosen; return the crossing slots."""
        self.refuse(slot, choice[slot].pattern)
        looser = self.pool.candidate(slot, pattern, choice[slot].family)
        if looser is not None and any(self._allowed(_without(choice, slot), slot, [looser])):
            choice[slot] = looser
        return self._crossing(slot)

    def tighten(self, choice: Choice, slot: int) -> bool:
        """Put the cheapest clue into `slot` that leads to the letters and cannot be looser; return whether one does."""
        vacancy = Vacancy(self, choice, slot)
        cost = self._costs_beside(vacancy.others)
        options = set(self._allowed(vacancy.others, slot, self._options(slot, choice[slot])))
        for each in sorted(options, key=lambda each: (cost(each), each.pattern)):
            plain = self._fitting(vacancy, each)
            if plain is not None and self._looser({**vacancy.others, slot: plain}, slot) is None:
                choice[slot] = plain
                return True
        return False

    def need(self, choice: Choice, slot: int) -> bool:
        """Replace a clue that crosses `slot` by the cheapest with which the clue of `slot` is needed, if there is
        one."""
        for crossing in [each for each in self._crossing(slot) if each in choice]:
            vacancy = Vacancy(self, choice, crossing)
            known = self.constraints(vacancy.others, slot)
            masks = self.board.fixpoint(known, self.board.start)
            cost = self._costs_beside(vacancy.others)
            options = set(self._allowed(vacancy.others, crossing, self._options(crossing, choice[crossing])))
            for each in sorted(options, key=lambda each: (cost(each), each.pattern)):
                if self.rival({**known, crossing: each.constraint}, masks, [crossing]) is None:
                    continue
                plain = self._fitting(vacancy, each)
                if plain is not None:
                    choice[crossing] = plain
                    return True
        return False

    def _crossing(self, slot: int) -> list[int]:
        """Return the other slots that read a cell of `slot`."""
        return [each for each in self._slots_through(self.board.slots[slot].cells) if each != slot]

    def superfluous(self, choice: Choice) -> list[int]:
        """Return slots of `choice` whose clues can be left out together."""
        left = dict(choice)
        slots = []
        for slot in self.redundant(choice):
            trial = _without(left, slot)
            if self.solves(trial):
                left = trial
                slots.append(slot)
        return slots


class Refutations(NamedTuple):
    """Why clues have failed in one place.

    Attributes:
        others: The candidates of the other slots.
        rivals: For some of the clues that failed, what they and `others` leave together (`Chooser.rival`).
    """

    others: Choice
    rivals: tuple[Masks, ...]


class Vacancy:
    """A slot for which a clue is wanted, while the clues of the other slots stay.

    Attributes:
        others: The candidates of the other slots.
        is_filled: Whether these lead to the letters of the grid by themselves, in however many marking rounds.

    Args:
        before: Why clues failed in this slot when the other clues were not yet the same.  What is still true of it
            need not be worked out again.
    """

    def __init__(self, chooser: Chooser, choice: Choice, slot: int, before: Refutations | None = None) -> None:
        board = chooser.board
        self._chooser: Final = chooser
        self.slot: Final = slot
        self.others: Final = _without(choice, slot)
        self._known: Final = chooser.constraints(self.others)
        self._masks: Final = board.fixpoint(self._known, board.start)
        rival = chooser.rival(self._known, self._masks, ())
        self.is_filled: Final = rival is None
        self._rivals: Final = [] if rival is None else [rival]
        if rival is not None and before is not None:
            self._rivals.extend(self._still_rivals(before))

    def _still_rivals(self, before: Refutations) -> Iterator[Masks]:
        """Yield the rivals that survive the clues changed since then."""
        changed = [slot for slot, each in self.others.items() if before.others.get(slot) is not each]
        for rival in before.rivals:
            is_new = rival != self._rivals[0]
            if is_new and not any([self._chooser.board.rules_out(slot, self._known[slot], rival) for slot in changed]):
                yield rival

    @property
    def refutations(self) -> Refutations:
        """Why clues have failed in this slot so far."""
        return Refutations(self.others, tuple(self._rivals))

    @cached_property
    def _stuck(self) -> Masks:
        """The pencil marks to which the other clues lead in as many marking rounds as are allowed."""
        most = self._chooser.most_marking
        return self._masks if most is None else self._chooser.board.read(self._known, most)

    def is_useful(self, constraint: LineConstraint) -> bool:
        """Return whether a clue rules out some of the letters that the others leave."""
        board = self._chooser.board
        return any([board.rules_out(self.slot, constraint, masks) for masks in (self._masks, self._stuck)])

    def left_on_line(self, constraint: LineConstraint) -> int:
        """Return how many letters of its line a clue leaves, among the letters that the other clues leave."""
        board = self._chooser.board
        return sum([board.letters_left(self.slot, constraint, masks) for masks in (self._masks, self._stuck)])

    def letters_left(self, constraint: LineConstraint) -> int:
        """Return how many letters of all cells a clue leaves together with the others."""
        board, most = self._chooser.board, self._chooser.most_marking
        now = {**self._known, self.slot: constraint}
        left = board.fixpoint(now, self._masks, [self.slot])
        if most is not None:
            left += board.read(now, most, self._stuck, [self.slot])
        return sum(map(int.bit_count, left))

    def difficulty(self, candidate: Candidate) -> float:
        """Return how hard the puzzle is with a clue that leads to the letters of the grid together with the others."""
        return self._chooser.difficulty({**self.others, self.slot: candidate})

    def is_filled_by(self, constraint: LineConstraint) -> bool:
        """Return whether a clue leads to the letters of the grid together with the others.

        What another clue has left is remembered: a clue that rules nothing out of it leaves all of it as well.
        """
        chooser, slot = self._chooser, self.slot
        board = chooser.board
        for number in range(len(self._rivals) - 1, -1, -1):
            if not board.rules_out(slot, constraint, self._rivals[number]):
                self._rivals.append(self._rivals.pop(number))  # what has refuted one clue will soon refute another
                return False
        now = {**self._known, slot: constraint}
        rival = chooser.rival(now, self._masks, [slot])
        if rival is not None:
            self._rivals.append(rival)
            return False
        return chooser.most_marking is None or board.read(now, chooser.most_marking) == board.goal
