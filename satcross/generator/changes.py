"""The cheapest changes: an implicit hitting set problem, whose cuts come from other solutions.

In: a puzzle, the solution that is wanted, and candidates for each clue, with their costs.  Out: choices of one
candidate for each clue that make the wanted solution the only one, the cheapest first.

A *rival* is any other solution.  Whatever choice is made in the end, one of its clues rejects the rival.  So each rival
is a cut: a list of candidates, one of which has to be taken.  The cheapest choice that rejects all rivals known so far
is a hitting set (`satcross.generator.changes`), and the solver looks for another rival.  If there is none, no
cheaper choice will do.  This holds even for puzzles that take steps of several clues, since nothing is said of steps.

If the alphabet of the puzzle is made of the letters that its clues mention, a choice also makes the alphabet.  Then
some clue has to mention each letter that is wanted, and a rival with another letter counts only if a clue mentions it.

Reference: E. Moreno-Centeno and R. Karp, The implicit hitting set approach, Operations Research 2013.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count, islice
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from satcross.base.bits import single_bits
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.platform import ARE_BUDGETS_KEPT
from satcross.generator.board import FOREIGN, Masks
from satcross.generator.pool import NO_CLUE, Candidate
from satcross.generator.search import Choice, Chooser
from satcross.generator.tidy import shortened
from satcross.puzzle.model import MENTIONED, POSITIVE, Puzzle, WordClue
from satcross.regex.analysis.mentioned import mentioned
from satcross.regex.letters.sets import EVERY_LETTER, to_text
from satcross.regex.matcher import Matcher
from satcross.regex.meaning.lower import lower
from satcross.regex.syntax.parse import parse
from satcross.regex.syntax.tree import Tree
from satcross.solver.cnf import FlatSink, at_most_one
from satcross.solver.solutions import solutions

# Hitting sets: the cheapest items, one of each group, that hit every one of some sets.
#
# In: groups of items with costs, of which one each is taken, and sets of items that have to be hit.  Out: the cheapest
# items.  Nearly everything stays as it is in most of these problems, so a tree of changes finds them.  Where many
# things change and the tree grows too large, weighted MaxSAT does.
#
# The usual item of a group is its cheapest, so that costs count from there.  The tree starts with the usual items.  It
# takes a set that is not hit, and tries each of its items instead of the usual one of its group.  Whatever hits all
# sets also hits this one, so that it is found below one of these items.  The cheapest node is always the next, so that
# the first one in which all sets are hit is the cheapest of all.  Of the nodes below one only the cheapest waits; when
# its turn has come, the next one takes its place.
#
# Reference: A. Ignatiev, A. Morgado and J. Marques-Silva, RC2: an efficient MaxSAT solver, JSAT 2019.


NODES: Final = 20_000
"""Nodes of one tree, about a second.  Three changes take some thousands."""

CONFLICTS: Final = 10_000
"""Conflicts of the SAT solver below RC2 for one problem, about two seconds.  Most take a few hundred."""

Changes: TypeAlias = frozenset[int]
"""The items that are taken instead of the usual ones of their groups."""

Node: TypeAlias = tuple[int, list[int]]
"""A node of the tree: what it costs, and its changes in order."""


class Selection(NamedTuple):
    """What to take.

    Attributes:
        items: The items, by their numbers; None: nothing hits all sets, or nothing was found in time.
        bound: Nothing that hits all sets costs less.
        is_optimal: Whether nothing that hits all sets costs less than these items.
    """

    items: tuple[int, ...] | None
    bound: int
    is_optimal: bool


class _Item(NamedTuple):
    """An item: its group, its cost, and as bits the sets that it hits and the signs that it makes untrue."""

    number: int
    group: int
    cost: int
    hits: int
    untrue: int


class HittingSets:
    """A growing problem; items are known by their numbers, in the order in which they were added."""

    __slots__ = ("_budget", "_costs", "_groups", "_is_given_up", "_sets", "_signs")

    def __init__(self, budget: Budget = UNLIMITED) -> None:
        self._budget: Final = budget
        self._costs: Final[list[int]] = []
        self._groups: Final[list[Sequence[int]]] = []
        self._signs: Final[dict[int, Sequence[int]]] = {}
        self._sets: Final[dict[tuple[int, ...], None]] = {}
        self._is_given_up = False

    def add(self, cost: int) -> int:
        """Return the number of one more item."""
        self._costs.append(cost)
        return len(self._costs) - 1

    def take_one(self, items: Sequence[int]) -> None:
        """Ask for exactly one of `items`."""
        self._groups.append(items)

    def add_sign(self, items: Sequence[int]) -> int:
        """Return the number of one more item, which may be taken at no cost if none of `items` is."""
        sign = self.add(0)
        self._signs[sign] = items
        return sign

    def hit(self, items: Sequence[int]) -> None:
        """Ask for at least one of `items`."""
        self._sets[tuple(items)] = None

    def cheapest(self) -> Selection:
        """Return what to take."""
        bound = 0
        if not self._is_given_up:
            cheapest = self._by_tree()
            if cheapest.items is not None or not self._is_given_up:
                return cheapest
            bound = cheapest.bound
        taken = cheapest_by_maxsat(self._costs, self._groups, self._signs, self._sets, self._budget)
        return taken._replace(bound=max(bound, taken.bound))

    def _by_tree(self) -> Selection:
        """Return the cheapest items; if the tree grows too large, only a bound."""
        sets = sorted(self._sets, key=lambda items: (len(items), items))
        signs = list(self._signs)
        groups = [self._best_of_group(number, sets, signs) for number in range(len(self._groups))]
        by_number = {item.number: item for group in groups for item in group}
        sign_hits = [sum([1 << place for place, items in enumerate(sets) if sign in items]) for sign in signs]
        waiting: list[tuple[int, list[int], int, Iterator[Node]]] = [(0, [], 0, iter(()))]
        ties = count(1)
        seen: set[Changes] = set()

        def wait(nodes: Iterator[Node]) -> None:
            for cost, numbers in islice(nodes, 1):
                heappush(waiting, (cost, numbers, next(ties), nodes))

        while waiting:
            cost, numbers, _, siblings = heappop(waiting)
            wait(siblings)
            changes = frozenset(numbers)
            if changes in seen:
                continue
            seen.add(changes)
            self._budget.check("the generator")
            if len(seen) > NODES:
                self._is_given_up = True
                return Selection(None, cost, False)
            changed = {by_number[number].group: by_number[number] for number in changes}
            taken = [changed.get(number, group[0]) for number, group in enumerate(groups)]
            missing = ~_hits(taken, sign_hits) & ((1 << len(sets)) - 1)
            if not missing:
                return Selection(tuple(item.number for item in taken), cost, True)
            wanted = sets[(missing & -missing).bit_length() - 1]
            ways = [by_number[number] for number in wanted if number in by_number]
            for sign in wanted:
                if sign in self._signs:
                    ways += _ways_without(1 << signs.index(sign), taken, groups, changes)
            wait(_below(cost, changes, [item for item in ways if item.group not in changed]))
        return Selection(None, 0, False)

    def _best_of_group(self, group: int, sets: Sequence[tuple[int, ...]], signs: Sequence[int]) -> list[_Item]:
        """Return the items of a group, the usual one first, without those that another one is at least as good as."""
        own = set(self._groups[group])
        hits = dict.fromkeys(own, 0)
        untrue = dict.fromkeys(own, 0)
        for bits, sets_of_items in ((hits, sets), (untrue, [self._signs[sign] for sign in signs])):
            for place, items in enumerate(sets_of_items):
                for number in own.intersection(items):
                    bits[number] |= 1 << place
        best: list[_Item] = []
        for number in sorted(own, key=lambda each: (self._costs[each], each)):
            item = _Item(number, group, self._costs[number], hits[number], untrue[number])
            if not any([not item.hits & ~other.hits and not other.untrue & ~item.untrue for other in best]):
                best.append(item)
        return best


def _hits(taken: Sequence[_Item], sign_hits: Sequence[int]) -> int:
    """Return, as bits, the sets that `taken` and the signs that they leave true hit."""
    untrue = hits = 0
    for item in taken:
        hits |= item.hits
        untrue |= item.untrue
    for place, hit in enumerate(sign_hits):
        hits |= 0 if untrue >> place & 1 else hit
    return hits


def _below(cost: int, changes: Changes, ways: Iterable[_Item]) -> Iterator[Node]:
    """Yield the nodes below one, the cheapest first: most of them are never looked at."""
    for item in sorted(ways, key=lambda each: (each.cost, each.number)):
        yield cost + item.cost, sorted(changes | {item.number})


def _ways_without(sign: int, taken: Sequence[_Item], groups: Sequence[list[_Item]], changes: Changes) -> list[_Item]:
    """Return the items of which one must be taken so that the sign, a bit, becomes true; none if it cannot."""
    against = [item for item in taken if item.untrue & sign]
    if any(item.number in changes for item in against):
        return []
    return [item for item in groups[against[0].group] if not item.untrue & sign]


def cheapest_by_maxsat(
    costs: Sequence[int],
    groups: Iterable[Sequence[int]],
    signs: Mapping[int, Sequence[int]],
    sets: Iterable[Sequence[int]],
    budget: Budget = UNLIMITED,
) -> Selection:
    """Return what to take.  Items are known by their numbers.

    Args:
        costs: The cost of each item.
        groups: Items of which exactly one is taken.
        signs: Items that may be taken if none of these others is.
        sets: Items of which at least one is taken.

    Raises:
        TimeUp: If the time is up.
    """
    solver = _bounded_rc2(_formula(costs, groups, signs, sets), budget)
    try:
        model = solver.compute()
    except _ConflictsError:
        return Selection(None, solver.cost, False)
    finally:
        solver.delete()
    if model is None:
        return Selection(None, 0, False)
    true = set(model)
    return Selection(tuple(item for item in range(len(costs)) if item + 1 in true), solver.cost, True)


def _formula(
    costs: Sequence[int],
    groups: Iterable[Sequence[int]],
    signs: Mapping[int, Sequence[int]],
    sets: Iterable[Sequence[int]],
) -> Any:
    """Return the problem as a WCNF of python-sat.

    Variables: item + 1 for each item, and those of the cardinality encodings.  Soft clauses: the negation of each item,
    with its cost as its weight.
    """
    from pysat.formula import WCNF

    formula = WCNF()
    formula.nv = len(costs)
    for item, cost in enumerate(costs):
        if cost:  # with the weight 0, python-sat would take the clause for a hard one
            formula.append([-item - 1], weight=cost)
    for group in groups:
        formula.append(_lits(group))
        _take_at_most_one(formula, group)
    for sign, items in signs.items():
        for item in items:
            _take_at_most_one(formula, [sign, item])
    for each in sets:
        formula.append(_lits(each))
    return formula


def _lits(items: Sequence[int]) -> list[int]:
    return [item + 1 for item in items]


def _take_at_most_one(formula: Any, items: Sequence[int]) -> None:
    """Ask for at most one of `items`."""

    def fresh() -> int:
        formula.nv += 1
        return int(formula.nv)

    clauses = FlatSink()
    at_most_one(_lits(items), fresh, clauses)
    for clause in clauses:
        formula.append(clause)


class _ConflictsError(Exception):
    """The SAT solver below RC2 has met too many conflicts."""


def _bounded_rc2(formula: Any, budget: Budget) -> Any:
    """Return RC2 for `formula`; it raises _ConflictsError after `CONFLICTS` conflicts, and TimeUp."""
    from pysat.examples.rc2 import RC2Stratified

    class BoundedSearch(RC2Stratified):  # type: ignore[misc]
        is_minimizing = False

        def minimize_core(self) -> None:
            self.is_minimizing = True  # it sets a limit of its own, and goes on when that is reached
            super().minimize_core()
            self.is_minimizing = False

        def _call_oracle(self, assumptions: Sequence[int] = (), expect_interrupt: bool = False) -> bool | None:
            budget.check("the generator")
            used = self.oracle.accum_stats()["conflicts"]
            if used >= CONFLICTS:
                raise _ConflictsError
            if not self.is_minimizing:
                self.oracle.conf_budget(CONFLICTS - used)
            # If interrupts are expected, python-sat leaves Ctrl-C to Python; otherwise it jumps out of the solver.
            is_satisfiable: bool | None = super()._call_oracle(assumptions=list(assumptions), expect_interrupt=True)
            if not self.is_minimizing and self.oracle.get_status() is None:
                raise _ConflictsError
            return is_satisfiable

    oracle = "g3" if ARE_BUDGETS_KEPT else "cd15"  # its own default, or CaDiCaL
    return BoundedSearch(formula, solver=oracle, blo="full", exhaust=True, minz=True)


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


class SlotCandidate(NamedTuple):
    """A candidate for the clue of a slot."""

    slot: int
    candidate: Candidate


class CheapestChanges:
    """Proposes choices of `chooser` that make the letters of its board the only solution, the cheapest first.

    Args:
        puzzle: What is changed; its alphabet, given letters and word lists stay.
        changed: Returns the puzzle with the clues of a choice.
        candidates: What each slot may have, the cheapest first; None: the candidates of the chooser's pool.
    """

    __slots__ = (
        "_absent",
        "_base",
        "_budget",
        "_changed",
        "_chooser",
        "_items",
        "_letter_of",
        "_matchers",
        "_mentioned",
        "_problem",
        "_puzzle",
        "_random",
        "_usual",
        "_wanted",
    )

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
        self._matchers: Final[dict[str, Matcher]] = {}
        self._mentioned: Final[dict[str, frozenset[str]]] = {}
        self._absent: Final[dict[str, int]] = {}
        words = {word for line in puzzle.lines for clue in line.clues if isinstance(clue, WordClue)
                 for word in clue.words}  # fmt: skip
        self._usual: Final = frozenset("".join(words)) | {letter for _, letter in puzzle.given}
        self._items: Final = [
            SlotCandidate(slot, each)
            for slot, share in (candidates or _shares(chooser.pool.candidates)).items()
            for each in share
        ]
        self._base: Final = self._add_items()
        self._hit_near_rivals()

    def _add_items(self) -> int:
        """Add all candidates to the problem; return what the cheapest of each slot cost together."""
        items: dict[int, list[int]] = {}
        for item, (slot, _) in enumerate(self._items):
            items.setdefault(slot, []).append(item)
        least = {slot: min([self._items[item].candidate.cost for item in numbers]) for slot, numbers in items.items()}
        for slot, candidate in self._items:
            self._problem.add(candidate.cost - least[slot])
        for numbers in items.values():
            self._problem.take_one(numbers)
        return sum(least.values())

    def exclude(self, choice: Choice) -> None:
        """Never propose `choice` again, nor another one with all of its changes; only itself if it changes nothing."""
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
        """Never propose new clues of `choice` again that have an idle part; return whether there are any."""
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

        A rival is set right cell by cell, in random order, as long as there is still another one among what is left.
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
        return letters if self._is_solution(choice, letters) else None

    def _rival_within(self, choice: Choice, masks: Masks) -> Masks | None:
        """Return a rival within `masks`, as masks; None if there is none, or if it was not found."""
        board = self._chooser.board
        known = self._chooser.constraints(choice)
        rival = board.rival(known, board.fixpoint(known, masks), DECISIONS)
        return None if rival is None or any([mask & (mask - 1) for mask in rival]) else rival

    def _start(self, choice: Choice) -> Masks:
        """Return all letters that the cells may hold if the clues are those of `choice`."""
        board = self._chooser.board
        if not self._is_alphabet_mentioned:
            return board.start
        named = self._usual.union(*[self._names(each.pattern) for each in choice.values()])
        mask = sum([bit for bit, letter in self._letter_of.items() if letter in named])
        return tuple([start & mask | goal for start, goal in zip(board.start, board.goal, strict=True)])

    def _is_solution(self, choice: Choice, letters: Letters) -> bool:
        return not any([self._rejects(SlotCandidate(slot, each), letters) for slot, each in choice.items()])

    def _rejects(self, one: SlotCandidate, letters: Letters) -> bool:
        """Return whether the clue does not match its line, according to the reference matcher."""
        if one.candidate.family == NO_CLUE:
            return False
        cells = self._chooser.board.slots[one.slot].cells
        text = "".join([letters[cell] for cell in cells])
        if text == "".join([self._wanted[cell] for cell in cells]):
            return False
        pattern = one.candidate.pattern
        matcher = self._matchers.get(pattern)
        if matcher is None:
            matcher = self._matchers[pattern] = Matcher(lower(self._tree(pattern), EVERY_LETTER))
        return not matcher.matches(text)

    def _rejecting(self, rival: Letters) -> list[int]:
        """Return the items that a choice may take so that `rival` is no solution."""
        items = [item for item, one in enumerate(self._items) if self._rejects(one, rival)]
        return items + self._items_of_absent({*rival})

    def _hit_near_rivals(self) -> None:
        """Ask for what all choices have: rejected rivals that differ in one cell, and letters that are mentioned."""
        board = self._chooser.board
        fixed = self._rejected_by_words()
        cuts: set[tuple[int, ...]] = set()
        for cell, (start, right) in enumerate(zip(board.start, board.goal, strict=True)):
            others = start & ~right & ~fixed.get(cell, 0)
            rejected = [(item, self._rejected(one, cell, others)) for item, one in enumerate(self._items)]
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

    def _rejected(self, one: SlotCandidate, cell: int, others: int) -> int:
        """Return which of the letters `others` the clue may reject in `cell`, if all other cells are right."""
        board = self._chooser.board
        cells = board.slots[one.slot].cells
        if cell not in cells:
            return 0
        constraint = one.candidate.constraint
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

    def _names(self, pattern: str) -> frozenset[str]:
        """Return the letters that the clue `pattern` adds to the alphabet."""
        letters_named = self._mentioned.get(pattern)
        if letters_named is None:
            named = mentioned(self._tree(pattern))
            letters = named.all if self._puzzle.alphabet == MENTIONED else named.positive
            letters_named = self._mentioned[pattern] = frozenset(to_text(letters))
        return letters_named

    def _mentioning(self, letter: str) -> list[int]:
        return [item for item, one in enumerate(self._items) if letter in self._names(one.candidate.pattern)]

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
