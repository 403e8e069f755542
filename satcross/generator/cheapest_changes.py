"""The cheapest changes: an implicit hitting set problem, whose cuts come from other solutions.

In: a puzzle, the solution that is wanted, and candidates for each clue, with their costs.  Out: choices of one
candidate for each clue that make the wanted solution the only one, the cheapest first.

A *rival* is any other solution.  Whatever choice is made in the end, one of its clues rejects the rival.  So each rival
is a cut: a list of candidates, one of which has to be taken.  The cheapest choice that rejects all rivals known so far
is a hitting set (`satcross.author.hitting_sets`), and the solver looks for another rival.  If there is none, no
cheaper choice will do.  This holds even for puzzles that take steps of several clues, since nothing is said of steps.

If the alphabet of the puzzle is made of the letters that its clues mention, a choice also makes the alphabet.  Then
some clue has to mention each letter that is wanted, and a rival with another letter counts only if a clue mentions it.

Reference: E. Moreno-Centeno and R. Karp, The implicit hitting set approach, Operations Research 2013.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import groupby
from operator import itemgetter
from random import Random
from typing import Final, TypeAlias

from satcross.author.hitting_sets import HittingSets
from satcross.base.bits import single_bits
from satcross.base.budget import Budget
from satcross.base.records import NamedTuple
from satcross.generator.board import FOREIGN, Masks
from satcross.generator.pool import NO_CLUE, Candidate
from satcross.generator.search import Choice, Chooser
from satcross.generator.tidy import shortened
from satcross.puzzle import MENTIONED, POSITIVE, Puzzle, WordClue
from satcross.regex.letters import EVERY_LETTER, to_text
from satcross.regex.lower import lower, mentioned
from satcross.regex.matcher import Matcher
from satcross.regex.syntax import Tree
from satcross.regex.syntax.parse import parse
from satcross.solver.solutions import solutions

CANDIDATES: Final = 5_000
LEAST_SHARE: Final = 60
"""Candidates of all slots together, but at least this many of each slot."""

RIVALS: Final = 8
"""Rivals that are looked for in one choice; they cost less than another proposal."""

ROUNDS: Final = 300
"""Proposals before the search gives up."""

DECISIONS: Final = 200
"""Decisions of the search for a rival, before the solver is asked instead."""

Letters: TypeAlias = tuple[str, ...]
"""A letter for each cell."""


class Proposal(NamedTuple):
    """What has become known.

    Attributes:
        choice: A choice that makes the wanted solution the only one; None: there is none, or none was found.
        bound: No choice that has not been excluded costs less.
        is_optimal: Whether none costs less than `choice`.
    """

    choice: Choice | None
    bound: int
    is_optimal: bool


class CheapestChanges:
    """Proposes choices of `chooser` that make the letters of its board the only solution, the cheapest first.

    Args:
        puzzle: What is changed; its alphabet, given letters and word lists stay.
        changed: Returns the puzzle with the clues of a choice.
        candidates: What each slot may have, the cheapest first; None: the candidates of the chooser's pool.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        chooser: Chooser,
        changed: Callable[[Choice], Puzzle],
        random: Random,
        budget: Budget,
        candidates: Mapping[int, tuple[Candidate, ...]] | None = None,
    ) -> None:
        self._puzzle: Final = puzzle
        self._chooser: Final = chooser
        self._changed: Final = changed
        self._problem: Final = HittingSets(budget)
        self._random: Final = random
        self._budget: Final = budget
        board = chooser.board
        self._wanted: Final[Letters] = board.letters
        self._letter_of: Final = {board.classes.mask_of(letter): letter for letter in board.inner + FOREIGN}
        self._matcher: Final = cache(lambda pattern: Matcher(lower(self._tree(pattern), EVERY_LETTER)))
        self._names: Final = cache(self._names_in)
        self._absent: Final[dict[str, int]] = {}
        words = {word for line in puzzle.lines for clue in line.clues if isinstance(clue, WordClue)
                 for word in clue.words}  # fmt: skip
        self._usual: Final = frozenset("".join(words)) | {letter for _, letter in puzzle.given}
        self._items: Final = [
            (slot, each) for slot, share in (candidates or _shares(chooser.pool.candidates)).items() for each in share
        ]
        self._base: Final = self._add_items()
        self._hit_near_rivals()

    def _add_items(self) -> int:
        """Add all candidates to the problem; return what the cheapest of each slot cost together."""
        total = 0
        for _, alike in groupby(self._items, key=itemgetter(0)):
            costs = [candidate.cost for _, candidate in alike]
            total += min(costs)
            self._problem.take_one([self._problem.add(cost - min(costs)) for cost in costs])
        return total

    def exclude(self, choice: Choice) -> None:
        """Exclude `choice` from further proposals, and all choices with the same changes and more (if it has any)."""
        self._hit_others({slot: each for slot, each in choice.items() if each.cost} or choice)

    def _hit_others(self, choice: Choice) -> None:
        """Ask for another candidate in at least one slot of `choice`."""
        self._problem.hit(
            [
                item
                for item, (slot, candidate) in enumerate(self._items)
                if slot in choice and candidate.pattern != choice[slot].pattern
            ]
        )

    def _exclude_idle(self, choice: Choice) -> bool:
        """Exclude new clues of `choice` that have an idle part from further proposals; return whether there are any."""
        board = self._chooser.board
        idle = {
            slot: each
            for slot, each in choice.items()
            if each.cost and shortened(board.plain(each.pattern, len(board.slots[slot].cells))) != each.pattern
        }
        for slot, each in idle.items():
            self._hit_others({slot: each})
        return bool(idle)

    def propose(self) -> Proposal:
        """Return the cheapest choice that has not been excluded.  Raises TimeUp."""
        bound = 0
        for _ in range(ROUNDS):
            taken = self._problem.cheapest()
            bound = max(bound, self._base + taken.bound)
            if taken.items is None:
                break
            choice = dict([self._items[item] for item in taken.items if item < len(self._items)])
            if self._exclude_idle(choice):
                continue
            rivals = self._rivals(choice)
            if not rivals:
                return Proposal(choice, bound, taken.is_optimal)
            for rival in sorted(rivals):
                self._problem.hit(self._rejecting(rival))
        return Proposal(None, bound, False)

    def _rivals(self, choice: Choice) -> set[Letters]:
        """Return some rivals of `choice`, which differ from what is wanted in few cells; none only if there is none."""
        rivals: set[Letters] = set()
        for _ in range(RIVALS):
            near = self._near_rival(choice)
            if near is None:
                break
            rivals.add(near)
        if not rivals:
            changed = self._changed(choice)
            for solution in solutions(changed, limit=2, budget=self._budget):
                if solution.letters != self._wanted:
                    rivals.add(solution.letters)
        return rivals

    def _near_rival(self, choice: Choice) -> Letters | None:
        """Return a rival of which no letter can be made right without making others wrong; None if none was found.

        A rival is set right cell by cell, in random order, as long as there is still another one among the remaining
        letters.
        """
        board = self._chooser.board
        masks = self._rival_within(choice, self._start(choice))
        if masks is None:
            return None
        wrong = [cell for cell, mask in enumerate(masks) if mask != board.goal[cell]]
        for cell in self._random.sample(wrong, len(wrong)):
            if masks[cell] == board.goal[cell]:
                continue
            both = [one | other for one, other in zip(masks, board.goal, strict=True)]
            both[cell] = board.goal[cell]
            masks = self._rival_within(choice, tuple(both)) or masks
        letters = tuple([self._letter_of[mask] for mask in masks])
        is_rejected = any([self._rejects(slot, each, letters) for slot, each in choice.items()])
        return None if is_rejected else letters

    def _rival_within(self, choice: Choice, masks: Masks) -> Masks | None:
        """Return a rival within `masks`, as masks; None if there is none, or if it was not found."""
        board = self._chooser.board
        known = self._chooser.constraints(choice)
        rival = board.rival(known, board.fixpoint(known, masks), DECISIONS)
        return None if rival is None or any([mask & (mask - 1) for mask in rival]) else rival

    def _start(self, choice: Choice) -> Masks:
        """Return all letters that the cells may hold with the clues of `choice`."""
        board = self._chooser.board
        if not self._is_alphabet_mentioned:
            return board.start
        named = self._usual.union(*[self._names(each.pattern) for each in choice.values()])
        mask = sum([bit for bit, letter in self._letter_of.items() if letter in named])
        return tuple([start & mask | goal for start, goal in zip(board.start, board.goal, strict=True)])

    def _rejects(self, slot: int, candidate: Candidate, letters: Letters) -> bool:
        """Return whether the clue does not match its line, according to the reference matcher."""
        if candidate.family == NO_CLUE:
            return False
        cells = self._chooser.board.slots[slot].cells
        text = "".join([letters[cell] for cell in cells])
        if text == "".join([self._wanted[cell] for cell in cells]):
            return False
        return not self._matcher(candidate.pattern).matches(text)

    def _rejecting(self, rival: Letters) -> list[int]:
        """Return the items that a choice may take so that `rival` is not a solution."""
        items = [item for item, one in enumerate(self._items) if self._rejects(*one, rival)]
        return items + self._items_of_absent({*rival})

    def _hit_near_rivals(self) -> None:
        """Ask for what all choices have: rejected rivals that differ in one cell, and letters that are mentioned."""
        board = self._chooser.board
        fixed = self._rejected_by_words()
        cuts: set[tuple[int, ...]] = set()
        for cell, (start, right) in enumerate(zip(board.start, board.goal, strict=True)):
            others = start & ~right & ~fixed.get(cell, 0)
            rejected = [(item, self._rejected(*one, cell, others)) for item, one in enumerate(self._items)]
            for wrong in single_bits(others):
                items = [item for item, mask in rejected if mask & wrong]
                cuts.add((*items, *self._items_of_absent({self._letter_of[wrong]})))
        if self._is_alphabet_mentioned:
            cuts.update(tuple(self._mentioning(letter)) for letter in {*self._wanted} - self._usual)
        for cut in sorted(cuts):
            self._problem.hit(cut)

    def _rejected_by_words(self) -> dict[int, int]:
        """Return for each cell the letters that a word list rejects there, if all other cells are right."""
        rejected: dict[int, int] = {}
        for line in self._puzzle.lines:
            for clue in line.clues:
                if isinstance(clue, WordClue):
                    words = frozenset(clue.words)
                    for cell in {*line.cells}:
                        for bit, letter in self._letter_of.items():
                            text = "".join([letter if each == cell else self._wanted[each] for each in line.cells])
                            if text not in words:
                                rejected[cell] = rejected.get(cell, 0) | bit
        return rejected

    def _rejected(self, slot: int, candidate: Candidate, cell: int, others: int) -> int:
        """Return which of the letters `others` the clue may reject in `cell`, if all other cells are right."""
        board = self._chooser.board
        cells = board.slots[slot].cells
        if cell not in cells:
            return 0
        constraint = candidate.constraint
        if constraint.is_exact and cells.count(cell) == 1:
            left = board.prune(
                constraint, tuple([board.goal[each] | (others if each == cell else 0) for each in cells])
            )
            assert left is not None, "every clue matches the letters of the grid"
            return others & ~left[cells.index(cell)]
        return others  # a cut with too many candidates is still right, and later rivals say more

    @property
    def _is_alphabet_mentioned(self) -> bool:
        return self._puzzle.alphabet in (MENTIONED, POSITIVE)

    def _tree(self, pattern: str) -> Tree:
        return parse(pattern, self._puzzle.dialect, self._puzzle.flags)

    def _names_in(self, pattern: str) -> frozenset[str]:
        """Return the letters that the clue `pattern` adds to the alphabet."""
        named = mentioned(self._tree(pattern))
        return frozenset(to_text(named.all if self._puzzle.alphabet == MENTIONED else named.positive))

    def _mentioning(self, letter: str) -> list[int]:
        return [item for item, (_, candidate) in enumerate(self._items) if letter in self._names(candidate.pattern)]

    def _items_of_absent(self, letters: Iterable[str]) -> list[int]:
        """Return an item for each of `letters` that is not wanted; it may be taken if no clue mentions the letter."""
        if not self._is_alphabet_mentioned:
            return []
        numbers = []
        for letter in sorted({*letters} - self._usual - {*self._wanted}):
            if letter not in self._absent:
                self._absent[letter] = self._problem.add_sign(self._mentioning(letter))
            numbers.append(self._absent[letter])
        return numbers


def _shares(candidates: Mapping[int, tuple[Candidate, ...]]) -> dict[int, tuple[Candidate, ...]]:
    """Return the cheapest candidates of each slot, one of which costs nothing unless the clue does not match."""
    most = max(LEAST_SHARE, CANDIDATES // max(1, len(candidates)))
    return {slot: share[:most] for slot, share in candidates.items()}
