"""How good a fill is, and better ones: how many preferred words it holds, and then the scores of its words.

Words without a score are not judged.  Without any score and any preferred word, a fill has no quality.

`MorePreferred` looks for fills that hold more of the preferred words.  It requires the words of the best fill and some
more, from one to all, sometimes in the place of another one.  It also asks a SAT solver for one more.

`improve` frees a few neighbouring slots of a fill at a time, preferably slots with low scores, fills them again, and
keeps what is better (large neighbourhood search: P. Shaw, Using constraint programming and local search methods to
solve vehicle routing problems, CP 1998).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from satcross.base.budget import Budget
from satcross.base.records import NamedTuple
from satcross.errors import TimeUp
from satcross.puzzle.wordlists import DEFAULT_SCORE
from satcross.words.formula import FormulaSearch, formula_size
from satcross.words.problem import NumberedWord, Problem
from satcross.words.propagation import Network, preferred_words
from satcross.words.search import Accepts, Engine, FillSearch, Letters
from satcross.words.text_format import word_of

PREFERRED_SCORE: Final = 100  # the score of a preferred word is at least this, the highest of most word lists
ATTEMPT: Final = 20  # dead ends that take as long as to prepare an attempt to place one more preferred word
MOST_SEARCHES: Final = 16  # searches for sets of preferred words that can be continued; each holds some megabytes


class Quality(NamedTuple):
    """The mean and the worst score of the words of a fill; `worst_word` has the worst score."""

    mean: float
    worst: int
    worst_word: str

    def __str__(self) -> str:
        return f"mean {self.mean:.1f}, worst {self.worst} ({self.worst_word})"


def quality(problem: Problem, letters: Sequence[str]) -> Quality | None:
    """Return the quality of the fill with `letters` in its cells; None: no word has a score, and none is preferred."""
    if not has_quality(problem):
        return None
    scored = [
        (_score(problem, number, letters), word_of(slot, letters)) for number, slot in enumerate(problem.grid.slots)
    ]
    worst, word = min(scored)
    return Quality(sum(score for score, _ in scored) / len(scored), worst, word)


def has_quality(problem: Problem) -> bool:
    """Return whether some word has a score, or is preferred."""
    return problem.word_list.has_scores or any(problem.preferred)


def preferred_in(problem: Problem, letters: Sequence[str]) -> set[NumberedWord]:
    """Return the preferred words that the fill with `letters` in its cells holds."""
    held = set()
    for slot_number, slot in enumerate(problem.grid.slots):
        words = problem.words[slot_number]
        number = words.find(word_of(slot, letters))
        if number is not None and problem.preferred[slot_number] >> number & 1:
            held.add((words.n, number))
    return held


class MorePreferred:
    """The search for fills that hold more and more of the preferred words.

    Attributes:
        is_maximal: Whether no fill that is accepted holds more of them than the last one.

    Args:
        seed: Decides the order in which it tries words.
        accepts: A last test that a fill must pass.
        engine: Whether to search slot by slot, to ask a SAT solver (unless the formula would be too large), or both.
    """

    def __init__(
        self,
        problem: Problem,
        seed: int | str,
        budget: Budget,
        accepts: Accepts,
        engine: Engine,
    ) -> None:
        self._problem = problem
        self._random = Random(f"prefer {seed}")
        self._seed = seed
        self._budget = budget
        self._accepts = accepts
        self._engine = engine
        self._root, _ = Network(problem).start()
        self._wanted = preferred_words(problem, self._root)
        self._held: set[NumberedWord] = set()
        self._refuted: set[frozenset[NumberedWord]] = set()  # sets of words that no fill holds together
        self._searches: dict[frozenset[NumberedWord], FillSearch] = {}  # those that may be continued
        self._begun = 0
        self.is_maximal = False

    def after(self, letters: Letters) -> Iterator[Letters]:
        """Yield fills, each with more preferred words than the one before, which first is `letters`.

        It ends when the time is up or no fill holds more; without a deadline, when nothing more is likely to be found.
        """
        tuning = self._budget.tuning
        has_deadline = self._budget.seconds_left is not None
        self._held = preferred_in(self._problem, letters)
        size = formula_size(self._problem, self._root)
        uses_formula = self._engine != "search" and size <= tuning.fill_formula_clauses
        try:
            if self._engine == "auto" and uses_formula:
                yield from self._by_search(tuning.descent_dead_ends)
            if uses_formula:
                is_last = has_deadline and self._engine == "sat"
                yield from self._by_formula(None if is_last else tuning.preferring_conflicts)
            if self._engine != "sat" and not self.is_maximal:
                yield from self._by_search(None if has_deadline else tuning.preferring_dead_ends)
        except TimeUp:
            return
        finally:
            self.is_maximal = self.is_maximal or not self._candidates()

    def _candidates(self) -> list[NumberedWord]:
        """Return the words that may be added, in exchange for others or not; none if a fill cannot hold more words.

        At least one word of each refuted set is not held; and a slot holds one word.
        """
        without: set[NumberedWord] = set()
        possible = len(self._wanted)
        for words in sorted(self._refuted, key=len):
            if without.isdisjoint(words):
                without |= words
                possible -= 1
        if len(self._held) >= possible:
            return []
        slots = Counter(words.n for words in self._problem.words)
        slots.subtract(n for n, _ in self._held)
        return sorted(word for word in self._wanted - self._held if slots[word[0]] > 0)

    def _by_search(self, most_dead_ends: int | None) -> Iterator[Letters]:
        """Yield fills found by short searches; end after `most_dead_ends` without a better one (None: at the deadline).

        Each search requires a set of words.  A set that comes again is searched on, and longer each time.
        """
        spent = 0
        while (missing := self._candidates()) and (most_dead_ends is None or spent <= most_dead_ends):
            self._budget.note("placing preferred words, best", len(self._held), len(self._wanted))
            self._budget.check()
            spent += ATTEMPT
            wanted = self._next_set(missing)
            if not wanted - self._held:
                continue
            search = self._search_for(wanted)
            before = search.dead_ends
            search.stop_after(before + max(before, self._budget.tuning.improving_dead_ends))
            letters = next(iter(search), None)
            spent += search.dead_ends - before
            if letters is None:
                if search.is_complete:
                    self._refuted.add(wanted)
                continue
            del self._searches[wanted]
            number, held = len(self._held), preferred_in(self._problem, letters)
            if len(held) >= number:
                self._held = held
            if len(held) > number:
                spent = 0
                yield letters

    def _next_set(self, missing: list[NumberedWord]) -> frozenset[NumberedWord]:
        """Return words to hold together: those held, perhaps without one, and some of the missing ones.

        All missing words are added as often as half of them, a quarter, and so on down to one.
        """
        random = self._random
        wanted = set(self._held)
        number = max(1, len(missing) >> random.randrange(len(missing).bit_length()))
        if wanted and random.random() < 0.5:
            wanted.remove(random.choice(sorted(wanted)))
        slots = Counter(words.n for words in self._problem.words)
        slots.subtract(n for n, _ in wanted)
        for word in random.sample(missing, number):
            if slots[word[0]] > 0 and not any(words <= {*wanted, word} for words in self._refuted):
                wanted.add(word)
                slots[word[0]] -= 1
        return frozenset(wanted)

    def _search_for(self, wanted: frozenset[NumberedWord]) -> FillSearch:
        """Return the search for fills that hold these words: one that has begun, or a new one."""
        if wanted not in self._searches:
            if len(self._searches) == MOST_SEARCHES:
                del self._searches[next(iter(self._searches))]
            self._begun += 1
            self._searches[wanted] = FillSearch(
                self._problem._replace(required=tuple(dict.fromkeys([*self._problem.required, *sorted(wanted)]))),
                f"{self._seed} prefer {self._begun}",
                self._budget._replace(report=None),
                accepts=self._accepts,
            )
        return self._searches[wanted]

    def _by_formula(self, most_conflicts: int | None) -> Iterator[Letters]:
        """Yield fills that a SAT solver finds, until there are no more or it has met too many conflicts."""
        while self._candidates():
            search = FormulaSearch(
                self._problem,
                self._root,
                self._budget,
                self._accepts,
                least_preferred=len(self._held) + 1,
                most_conflicts=most_conflicts,
            )
            letters = next(iter(search), None)
            if letters is None:
                self.is_maximal = search.is_complete
                return
            self._held = preferred_in(self._problem, letters)
            yield letters


def improve(
    problem: Problem,
    letters: Letters,
    seed: int | str,
    budget: Budget,
    accepts: Accepts,
) -> Iterator[Letters]:
    """Yield better and better fills that `accepts` accepts, starting from `letters`, until the budget's time is up.

    A fill is better if it holds more preferred words, or as many and its words have a higher mean score, or the same
    and a better worst one.  Without scores and preferred words no fill is better than another.
    """
    random = Random(f"improve {seed}")
    if not has_quality(problem):
        return
    best = _value(problem, letters)
    attempt = 0
    silent = budget._replace(report=None)
    try:
        while True:
            budget.note("improving the fill, attempts", attempt)
            budget.check()
            attempt += 1
            freed = _neighbourhood(problem, letters, random, budget.tuning.freed_slots)
            reopened = _reopened(problem, letters, freed)
            search = FillSearch(
                reopened,
                f"{seed} {attempt}",
                silent,
                accepts=accepts,
                most_dead_ends=budget.tuning.improving_dead_ends,
            )
            improved = next(iter(search), None)
            if improved is not None and _value(problem, improved) > best:
                best, letters = _value(problem, improved), improved
                yield letters
    except TimeUp:
        return


def _value(problem: Problem, letters: Letters) -> tuple[int, float, int]:
    """Return what is compared of two fills, the most important first."""
    judged = quality(problem, letters)
    assert judged is not None
    return len(preferred_in(problem, letters)), judged.mean, judged.worst


def _score(problem: Problem, slot: int, letters: Sequence[str]) -> int:
    words = problem.words[slot]
    number = words.find(word_of(problem.grid.slots[slot], letters))
    if number is None:
        return DEFAULT_SCORE
    score = words.score(number)
    return max(score, PREFERRED_SCORE) if problem.preferred[slot] >> number & 1 else score


def _neighbourhood(problem: Problem, letters: Letters, random: Random, others: int) -> set[int]:
    """Return slots to free: one with a low score, the slots that cross it, and about `others` more near them."""
    slots = range(len(problem.words))
    first = min(random.sample(slots, min(3, len(slots))), key=lambda slot: _score(problem, slot, letters))
    freed = {first}
    edge = [first]
    while edge and len(freed) < others + len(problem.grid.slots[first].cells):
        slot = edge.pop(0)
        crossing = [
            other for cell in problem.grid.slots[slot].cells for other, _ in problem.grid.crossings[cell]
            if other not in freed
        ]  # fmt: skip
        random.shuffle(crossing)
        freed.update(crossing)
        edge += crossing
    return freed


def _reopened(problem: Problem, letters: Letters, freed: set[int]) -> Problem:
    """Return the problem in which the cells of slots other than `freed` keep their letters."""
    alphabet = problem.word_list.letters
    kept = {cell for number, slot in enumerate(problem.grid.slots) if number not in freed for cell in slot.cells}
    domains = [
        1 << alphabet.index(letters[cell]) if cell in kept else domain for cell, domain in enumerate(problem.domains)
    ]
    return problem._replace(domains=tuple(domains))
