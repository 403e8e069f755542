"""A search for fills: depth first with restarts, on states that are arc consistent.

A decision puts one letter into one cell; the opposite decision excludes that letter there.  Both leave each slot on
the cell only a part of its candidates.  The letter is chosen in three steps:

1. The slot with the fewest candidates in proportion to its weight, to which a share of the weights of the slots that
   cross it is added.  A dead end adds to the weights of the slot without candidates and of the slot that took its last
   ones, and recent dead ends count most (F. Boussemart et al., Boosting systematic search by weighting constraints,
   ECAI 2004; decay as in MiniSat's VSIDS).
2. Of a random sample of its candidates, the word that leaves the crossing slots the most candidates.
3. The letter of that word whose cell has the fewest letters in proportion to the weights of the slots on it.

If a decision put in a whole word, its opposite would exclude one word of hundreds, and prune hardly anything.

A descent ends after too many dead ends.  The next one has other random numbers and keeps the weights.
What was excluded before any decision stays excluded.  Most descents are short, which finds fills of hard templates
sooner.  Some are long, and these become longer and longer, so that the search comes to an end (M. Luby et al., Optimal
speedup of Las Vegas algorithms, Information Processing Letters 1993).

A search that ends has seen everything: then there are no fills but those it has yielded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import log
from random import Random
from typing import Final, Literal, TypeAlias

from satcross.base.bits import members
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.puzzle.word_index import numbers
from satcross.puzzle.wordlists import DEFAULT_SCORE
from satcross.words.problem import Problem
from satcross.words.propagation import Decision, Failing, Network, State

Letters: TypeAlias = tuple[str, ...]
"""The letter of each cell, `OPEN` where none is known (cells in no slot and on no line with a clue)."""

Accepts: TypeAlias = Callable[[Problem, Letters], bool]
"""A last test that a fill of a problem must pass."""

Engine: TypeAlias = Literal["auto", "search", "sat"]
"""How fills are looked for: slot by slot, by a SAT solver, or by one after the other."""

DECAY: Final = 0.998  # the weight of a dead end is multiplied by it at each later one; so about the last 500 count
CROSSING_SHARE: Final = 0.3  # of the weights of the crossing slots, added to the weight of a slot when one is chosen
NOISE: Final = 1.0  # the most that is added at random to the rank of a word, which is a sum of logarithms
SCORE_WEIGHT: Final = 0.05  # added to the rank for each point of the score
PREFERENCE: Final = 1e6  # added to the rank of a preferred word: more than everything else together
OVERFLOW: Final = 1e100  # weights are scaled down when the step reaches this; floats end at 1e308
LEAST_WEIGHT: Final = 1e-100  # a weight is not scaled down below this, since sizes are divided by it


class Effort(NamedTuple):
    """How much work a search has done."""

    nodes: int = 0
    dead_ends: int = 0
    restarts: int = 0


def accept_all(problem: Problem, letters: Letters) -> bool:
    """Return True: the fill needs no last test."""
    return True


def descent_lengths() -> Iterator[int]:
    """Yield how long each descent may be: Luby's sequence.

    All descents of one length together take as long as all descents of any other length, up to a factor of two.

    >>> from itertools import islice
    >>> list(islice(descent_lengths(), 15))
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    number, length = 1, 1
    while True:
        yield length
        number, length = (number + 1, 1) if number & -number == length else (number, 2 * length)


def crossing_gains(
    problem: Problem, sets: Sequence[int], masks: Sequence[int], slot: int
) -> list[dict[str, float] | None]:
    """Return for each index of a slot the logarithm of how many words each letter leaves to the crossing slot.

    None stands for an index whose cell has one letter, or is on no other slot.

    Args:
        sets: The candidates of each slot.
        masks: The letters of each cell.
    """
    alphabet = problem.word_list.letters
    gains: list[dict[str, float] | None] = []
    for cell in problem.grid.slots[slot].cells:
        mask = masks[cell]
        crossing = [each for each in problem.grid.crossings[cell] if each[0] != slot]
        if not mask & (mask - 1) or not crossing:
            gains.append(None)
            continue
        other, i = crossing[0]
        holding = problem.words[other].index.holding[i]
        gains.append({alphabet[k]: log((sets[other] & holding[k]).bit_count() + 0.1) for k in numbers(mask)})
    return gains


class FillSearch:
    """The fills of a problem, in an order that the seed decides.

    Attributes:
        nodes: How many nodes the search has visited.
        dead_ends: How many of them were dead ends.
        restarts: How often the search has started again.
        is_complete: Whether all fills have been found.
        root: What is possible before any decision.
        is_failing: Whether propagation alone excludes every fill.
        best: The state that fills the most slots of all that have been met; None: not even the root is possible.
        filled: The number of slots that `best` fills.

    Args:
        most_dead_ends: The same as for `stop_after`.
    """

    def __init__(
        self,
        problem: Problem,
        seed: int | str,
        budget: Budget = UNLIMITED,
        *,
        accepts: Accepts = accept_all,
        most_dead_ends: int | None = None,
    ) -> None:
        self.network: Final = Network(problem)
        self.problem: Final = problem
        self.nodes = self.dead_ends = self.restarts = 0
        self.is_complete = False
        self.best: State | None = None
        self.filled = 0
        self._budget = budget
        self._most = most_dead_ends
        self._accepts = accepts
        self._random: Final = Random(f"fill {seed}")
        self._weights = [1.0] * (self.network.constraints + 1)  # the last one is that a fill must be new and accepted
        self._crossings = [
            [(cell, other) for cell in slot.cells for other, _ in problem.grid.crossings[cell] if other != number]
            for number, slot in enumerate(problem.grid.slots)
        ]
        self._step = 1.0
        self._vain = 0  # dead ends since the last fill
        self._seen: set[Letters] = set()
        self.root, failing = self.network.start()
        self.is_failing: Final = bool(failing)
        if not failing:
            self.keep_fuller(self.root)

    @property
    def work(self) -> Effort:
        """How much work the search has done so far."""
        return Effort(self.nodes, self.dead_ends, self.restarts)

    def stop_after(self, most_dead_ends: int | None) -> None:
        """Let the iteration end without an answer after this many dead ends without a fill; None: never."""
        self._most = most_dead_ends

    def __iter__(self) -> Iterator[Letters]:
        """Yield fills, each different from those before.  Raises TimeUp."""
        if self.is_failing:
            self.is_complete = True
            return
        lengths = descent_lengths()
        length = next(lengths)
        while not self.is_complete:
            fill = self._descend(length * self._budget.tuning.descent_dead_ends)
            if fill is not None:
                self._seen.add(fill)
                self._vain = 0
                yield fill
                continue
            if self._most is not None and self._vain >= self._most:
                return
            self.restarts += 1
            length = next(lengths)

    def _descend(self, allowed: int) -> Letters | None:
        """Return a fill; None after `allowed` dead ends, or if there are no more fills (it sets `is_complete` then)."""
        state = self.root.copy()
        trail: list[tuple[State, Decision]] = []  # each decision, and the state before it
        dead_ends = 0
        while True:
            self.nodes += 1
            self._budget.note(f"filling, best {self.filled} of {len(state.words)} slots, dead ends", self.dead_ends)
            self._budget.check()
            failing: Failing = ()
            decision = self._choose(state)
            if decision is None:
                letters = self.problem.spelled(state.cells)
                if letters not in self._seen and self._accepts(self.problem, letters):
                    return letters
                failing = (self.network.constraints,)
            elif not decision.kept:
                failing = (decision.number,)
            else:
                trail.append((state, decision))
                state = state.copy()
                failing = self.network.decide(state, decision)
            while failing:
                self._blame(failing)
                dead_ends += 1
                if not trail:
                    self.is_complete = True
                    return None
                if dead_ends > allowed or (self._most is not None and self._vain >= self._most):
                    return None
                state, refused = trail.pop()
                failing = self.network.refuse(state, refused)
                if not trail and not failing:
                    self.root = state.copy()
            self.keep_fuller(state)

    def _blame(self, failing: Failing) -> None:
        """Count a dead end, and add to the weights of the constraints `failing`."""
        self.dead_ends += 1
        self._vain += 1
        self._step /= DECAY
        for constraint in failing:
            self._weights[constraint] += self._step
        if self._step > OVERFLOW:
            self._weights = [max(weight / OVERFLOW, LEAST_WEIGHT) for weight in self._weights]
            self._step /= OVERFLOW

    def keep_fuller(self, state: State) -> None:
        """Keep `state` as the best one if it fills more slots than any before."""
        filled = state.sizes.count(1)
        if self.best is None or filled > self.filled:
            self.best = state.copy()
            self.filled = filled

    def partial(self) -> tuple[Letters, int]:
        """Return the letters of a partial fill, and how many slots it fills.

        It is the fullest state that the search has met, with words put into further slots while nothing fails.  Its
        words fit together, but it may be part of no fill.
        """
        if self.best is None:
            return self.problem.spelled(self.problem.domains), 0
        state = self.best.copy()
        for slot in sorted(range(len(state.words)), key=state.sizes.__getitem__):
            if state.sizes[slot] > 1:
                attempt = state.copy()
                if not self.network.assign(attempt, slot, 1 << self._best_word(state, slot)):
                    state = attempt
        return self.problem.spelled(state.cells), state.sizes.count(1)

    def _choose(self, state: State) -> Decision | None:
        """Return the next decision; None if all slots are filled, and all other cells that get letters.

        A decision that leaves nothing means that its slot fails: there is no room for a required word.
        """
        for n, number in self.problem.required:
            places = [
                slot
                for slot, words in enumerate(state.words)
                if self.problem.words[slot].n == n and words >> number & 1
            ]
            if not places:
                return Decision(self._random.choice(self._slots_of(n)), 0)
            if all(state.sizes[slot] > 1 for slot in places):
                return Decision(self._random.choice(places), 1 << number)
        weights = self._weights
        is_open = [mask & (mask - 1) for mask in state.cells]
        chosen = -1
        least = 0.0
        for slot, size in enumerate(state.sizes):
            if size > 1:
                near = sum([weights[other] for cell, other in self._crossings[slot] if is_open[cell]])
                rank = size / (weights[slot] + CROSSING_SHARE * near)
                if chosen < 0 or rank < least:
                    chosen, least = slot, rank
        if chosen >= 0:
            return Decision(chosen, self._sharing(state, chosen, self._best_word(state, chosen)))
        lone = next((cell for cell in self.problem.lone if is_open[cell]), None)
        return None if lone is None else Decision(lone, 1 << self._random.choice(members(state.cells[lone])), True)

    def _sharing(self, state: State, slot: int, number: int) -> int:
        """Return the candidates of `slot` that have the same letter as the word `number` in the best cell to decide.

        Of the cells with several letters, that is the cell with the fewest in proportion to the weights of its slots.
        """
        grid, weights = self.problem.grid, self._weights
        chosen = -1
        least = 0.0
        for i, cell in enumerate(grid.slots[slot].cells):
            mask = state.cells[cell]
            if mask & (mask - 1):
                rank = mask.bit_count() / sum([weights[each] for each, _ in grid.crossings[cell]])
                if chosen < 0 or rank < least:
                    chosen, least = i, rank
        words = self.problem.words[slot]
        letter = self.problem.word_list.letters.index(words[number][chosen])
        return state.words[slot] & words.index.holding[chosen][letter]

    def _slots_of(self, n: int) -> list[int]:
        return [slot for slot, words in enumerate(self.problem.words) if words.n == n] or [0]

    def _best_word(self, state: State, slot: int) -> int:
        """Return the number of the word of a sample that leaves the crossing slots the most candidates."""
        problem = self.problem
        words = problem.words[slot]
        gains = crossing_gains(problem, state.words, state.cells, slot)
        preferred = problem.preferred[slot]
        scores = words.scores
        n, text, random = words.n, words.text, self._random.random
        best, most = -1, 0.0
        for number in self._sample(state.words[slot], state.sizes[slot]):
            gain = NOISE * random()
            start = number * n
            for letter, gain_of in zip(text[start : start + n], gains, strict=True):
                if gain_of is not None:
                    gain += gain_of[letter]
            if scores is not None:
                gain += SCORE_WEIGHT * (scores[number] - DEFAULT_SCORE)
            if preferred and preferred >> number & 1:
                gain += PREFERENCE
            if best < 0 or gain > most:
                best, most = number, gain
        return best

    def _sample(self, words: int, size: int) -> list[int]:
        """Return members of the set `words`, which has `size` members: each as likely as any other."""
        wanted = self._budget.tuning.sampled_words
        if size <= wanted:
            return numbers(words)
        digits = bin(words)[:1:-1]
        if size * 20 < len(digits):
            return self._random.sample(numbers(words), wanted)
        sample: list[int] = []
        while len(sample) < wanted:
            number = int(self._random.random() * len(digits))
            if digits[number] == "1":
                sample.append(number)
        return sample
