"""The pool of candidate clues for each slot, with what each costs.

In: a board, and what the author asks of clues.  Out: for each slot its candidates, the cheapest first.  A candidate
matches its line (the reference matcher says so), but does not match every text of its length.  It is not just a word,
and it keeps to the length and the constructs that are allowed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Final

from satcross.base.records import NamedTuple
from satcross.errors import RegexError
from satcross.generator.board import Board
from satcross.generator.families import FAMILIES, blocks, words
from satcross.generator.pieces import literal
from satcross.generator.spelling import is_near_word, is_word
from satcross.generator.taste import blemishes, letters_of_class
from satcross.generator.tidy import alternatives_of_groups, is_loop, shortened, tokens
from satcross.generator.tuning import DEFAULT_GENERATOR_TUNING, GeneratorTuning
from satcross.solver.constraints import LineConstraint


def reading_cost(pattern: str, tuning: GeneratorTuning = DEFAULT_GENERATOR_TUNING) -> int:
    """Return the cost of the text of a clue.

    >>> reading_cost("A.*"), reading_cost("..*"), reading_cost(".*")
    (74, 70, 60)
    """
    total = 10 * len(pattern) + 40 * max(0, len(pattern) - tuning.brief)
    parts = tokens(pattern)
    usual = 2 if len(pattern) <= tuning.brief else 3
    if pattern.count("|") >= usual:
        total -= tuning.alternative * sum([max(0, len(each) - usual) for each in alternatives_of_groups(parts)])
    repeated = [one for one, sign in pairwise(parts) if sign in ("*", "+")]
    total += tuning.starred * sum(map(str.isalnum, repeated)) + tuning.filler * repeated.count(".")
    total += tuning.optional * max(0, parts.count("?") - 1)
    for token in parts:
        if token in ("(?=", "(?!"):
            total += 25  # one reads the line twice
        elif token[0] == "\\" and token[1:].isdigit():
            total -= tuning.reference
        elif token == "+" and not is_loop(parts):
            total += tuning.plus
        elif token[0] == "{":
            total -= tuning.count_character * len(token)
        elif token == "?":
            total -= tuning.option
        elif token.startswith("[^"):
            total -= tuning.exclusion
        elif token[0] == "[":
            total -= tuning.letter_class
        elif token not in (".", "*", "+", "?", "(", ")", "|", "(?:"):
            total += tuning.letter
    return total


def blemish_cost(pattern: str, n: int, tuning: GeneratorTuning = DEFAULT_GENERATOR_TUNING) -> int:
    """Return what it costs that a clue for `n` letters looks like one of a machine.

    >>> blemish_cost("(S|A.)*", 4), blemish_cost("[PLAYK]*", 5), blemish_cost("[PLAY]*", 5)
    (300, 40, 0)
    """
    near = sum([is_near_word(letters) and not is_word(letters) for letters in map(letters_of_class, tokens(pattern))])
    return tuning.blemish * len(blemishes(pattern, n)) + tuning.near_word * near


def settled_letters(left: Sequence[int]) -> int:
    """Return how many of the masks hold one letter: the state of the line when its clue alone is known."""
    return sum([not mask & (mask - 1) for mask in left])


def listing_cost(pattern: str, text: str, tuning: GeneratorTuning = DEFAULT_GENERATOR_TUNING) -> int:
    """Return the cost of a clue that names all letters of its line: the more other letters it names, the less.

    >>> [listing_cost(clue, "MONEY") for clue in ("(MO|N|EY)+", "[MONKEY]*", "(MO|NE|KY|EY|US)+", "[YES].O.*")]
    [90, 45, 22, 0]
    """
    named = set(filter(str.isalpha, pattern))
    return tuning.listed // (1 + len(named - set(text))) if len(text) > 1 and named.issuperset(text) else 0


def giving_cost(given: int, n: int, tuning: GeneratorTuning = DEFAULT_GENERATOR_TUNING) -> int:
    """Return what it costs that a clue tells `given` of the `n` letters of its line by itself.

    In: a clue.  Out: a whole number, in tenths of a character.  A clue that is simpler than another (`tidy.simpler`)
    costs less.  So the cheapest clues that lead to one solution have nothing that could be loosened.
    """
    return tuning.told * given // max(1, n)


CONSTRUCTS: Final = {
    "references": ("\\1", "\\2", "\\3"),
    "lookarounds": ("(?=", "(?!"),
    "classes": ("[",),
    "counts": ("{",),
    "alternatives": ("|",),
}
"""What a request can ask for or exclude, and the tokens that show it (of a class, the first character)."""

HARD_TO_READ: Final = ("echoes", "frames", "loops", "mirrors", "repeats", "bans", "demands", "guards")
"""Families whose clues make a step of an explanation count more (`satcross.author.difficulty`)."""


VOICES: Final[tuple[Mapping[str, float], ...]] = (
    {"sets": 3, "exclusions": 2, "series": 2, "runs": 1.5},
    {"echoes": 2.5, "frames": 2, "loops": 3, "mirrors": 3, "repeats": 3, "series": 1.5},
    {"counts": 3, "forms": 2, "places": 1.5, "strides": 2},
    {"alternatives": 2.5, "pairs": 3, "series": 2},
    {"exclusions": 3, "bans": 2.5, "demands": 2, "guards": 2.5, "firsts": 1.5},
    {"blocks": 3, "chains": 2, "loops": 2},
    {"sets": 2, "enclosures": 2, "options": 1.5, "forms": 1.5, "pairs": 1.5},
)
"""The voices in which puzzles are written, as if by several people; the seed chooses one.  A voice prefers some
families of clues, each by a factor: classes that are words; letters that come again; counted letters; a choice of
words; letters that do not occur; lines in pieces; or short clues."""

TILED: Final = re.compile(r"\|[^()|]*\)[*+]")
"""A loop over alternatives: to a reader, each clue that has one is one of `blocks`."""

EVERYWHERE: Final = ("blocks",)
"""Families that say so much in so few characters that most clues of a large puzzle would be theirs."""

KEPT: Final = "kept"
NO_CLUE: Final = "no clue"
AUTHORS: Final = (KEPT, NO_CLUE)
"""Not families of clues, but what is in their place: the author's own clue, and no clue, whose text is ""."""


class Rules(NamedTuple):
    """What the author asks of each clue.

    Attributes:
        max_length: The most characters of a clue.
        without: Constructs that no clue may have, as named in CONSTRUCTS.
        style: What the cost of a family is divided by; 0: never use it.
        allows_words: Whether a clue may be the text of its line itself.
        allows_told: Whether a clue may tell all letters of its line by itself.
        is_generous: Whether clues may give letters away at no cost.
    """

    max_length: int = 18
    without: frozenset[str] = frozenset()
    style: Mapping[str, float] = {}
    allows_words: bool = False
    allows_told: bool = False
    is_generous: bool = False


class Candidate(NamedTuple):
    """A clue that may be chosen.

    Attributes:
        left: What it leaves of each letter of its line, if nothing else is known.
    """

    pattern: str
    family: str
    cost: int
    constraint: LineConstraint
    left: tuple[int, ...]


def constructs_of(pattern: str) -> frozenset[str]:
    """Return which of CONSTRUCTS occur in `pattern`."""
    parts = tokens(pattern)
    return frozenset(
        name for name, signs in CONSTRUCTS.items() if any(part in signs or part[0] in signs for part in parts)
    )


def constraint_of(board: Board, slot: int, pattern: str) -> LineConstraint | None:
    """Return the clue `pattern`, unrolled to its line; None if it does not match the line, or cannot be read.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.
    """
    text = board.text(slot)
    try:
        if not board.matches(pattern, text):
            return None
    except RegexError:
        return None  # a digit of the grid after a backreference, say
    return board.unrolled(pattern, len(text)).constraint


def left_by(board: Board, constraint: LineConstraint, n: int) -> tuple[int, ...]:
    """Return what `constraint` leaves of each of `n` letters, if nothing else is known."""
    left = board.prune(constraint, (board.classes.every,) * n)
    assert left is not None, "the clue matches its line"
    return tuple(left)


def crossed_by(board: Board, slot: int, left: Sequence[int], lone: Collection[int]) -> list[int]:
    """Return the masks of `left` whose cells are on the line of another clue, not among the cells `lone`."""
    return [mask for cell, mask in zip(board.slots[slot].cells, left, strict=True) if cell not in lone]


def plain_candidate(
    board: Board, slot: int, pattern: str, family: str, tuning: GeneratorTuning = DEFAULT_GENERATOR_TUNING
) -> Candidate | None:
    """Return the clue `pattern`, at what it costs to read; None if it does not match the line, or cannot be read.

    No rule of taste is asked: it is a clue that is there already, or much like one.
    """
    constraint = constraint_of(board, slot, pattern)
    if constraint is None:
        return None
    left = left_by(board, constraint, len(board.slots[slot].cells))
    given = settled_letters(crossed_by(board, slot, left, board.lone_cells()))
    return Candidate(
        pattern, family, reading_cost(pattern, tuning) + giving_cost(given, len(left), tuning), constraint, left
    )


def asks_nothing(board: Board, candidate: Candidate) -> bool:
    """Return whether every text of its length matches `candidate`."""
    everything = (board.classes.every,) * len(candidate.left)
    return candidate.left == everything and candidate.constraint.is_entailed(everything)


def _cheapest_first(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    return tuple(sorted(candidates, key=lambda each: (each.cost, each.pattern)))


def _richest(candidates: Mapping[int, Sequence[Candidate]], number: int) -> list[int]:
    """Return the `number` slots with the most candidates."""
    return sorted(candidates, key=lambda slot: (-len(candidates[slot]), slot))[:number]


class Pool:
    """The candidates of each slot of `board`; more can be made of a clue that is known to match."""

    def __init__(
        self,
        board: Board,
        slots: tuple[int, ...],
        rules: Rules,
        random: Random,
        tuning: GeneratorTuning = DEFAULT_GENERATOR_TUNING,
    ) -> None:
        """Draw candidates for `slots`."""
        self.board: Final = board
        self.tuning: Final = tuning
        self._rules: Final = rules
        self._jitter: Final = {
            (slot, family): random.randrange(tuning.jitter + 1)
            for slot in slots
            for family in (*FAMILIES, words.__name__)
        }
        self._reserved: Final[dict[int, str]] = {}
        self._lone: Final = board.lone_cells()
        turns = random.sample(slots, len(slots) // tuning.turns)
        turns += [slot for slot in slots if self._is_lone(slot)]
        self._barred: Final = {(slot, family) for family in EVERYWHERE for slot in slots if slot not in turns}
        self._widened: Final[set[int]] = set()
        self._beginnings: Final[set[int]] = set()
        self.candidates: Final = {slot: self._draw(slot, random) for slot in slots}

    def widen(self, slots: Iterable[int], random: Random) -> None:
        """Draw more candidates for `slots`.  From now on these may be of any family, and tell their whole line."""
        for slot in slots:
            self._widened.add(slot)
            candidates = {each.pattern: each for each in (*self.candidates[slot], *self._draw(slot, random))}
            self.candidates[slot] = _cheapest_first(candidates.values())

    def reserve(self, construct: str, random: Random) -> None:
        """Let one slot, at random, have only clues that use `construct`; nothing happens if no slot has enough."""
        with_it = {
            slot: tuple(each for each in candidates if construct in constructs_of(each.pattern))
            for slot, candidates in self.candidates.items()
            if slot not in self._reserved
        }
        rich = _richest(with_it, 3)
        chosen = [slot for slot in rich if with_it[slot]]
        if chosen:
            slot = random.choice(chosen)
            self._reserved[slot] = construct
            self.candidates[slot] = with_it[slot]

    def reserve_beginnings(self, number: int, random: Random) -> None:
        """Let `number` slots, at random, have only clues that tell a letter immediately, if slots have enough."""
        telling = {
            slot: tuple([each for each in candidates if settled_letters(each.left)])
            for slot, candidates in self.candidates.items()
        }
        rich = _richest(telling, 3 * number)
        for slot in random.sample(rich, min(number, len(rich))):
            if telling[slot]:
                self._beginnings.add(slot)
                self.candidates[slot] = telling[slot]

    def _is_barred(self, slot: int, family: str) -> bool:
        """Return whether no clue of `slot` may be of `family`, so that not all clues are."""
        return (slot, family) in self._barred and slot not in self._widened

    def _is_lone(self, slot: int) -> bool:
        """Return whether no other clue reads some cell of `slot`."""
        return not self._lone.isdisjoint(self.board.slots[slot].cells)

    def _draw(self, slot: int, random: Random) -> tuple[Candidate, ...]:
        text = self.board.text(slot)
        if not text:
            return ()  # nothing can be said of a line without cells
        draws = 2 if len(text) > self.tuning.long or self._is_lone(slot) else 1
        drawn: dict[str, str] = {}  # the family of each clue
        families = dict(FAMILIES)
        if self._rules.allows_words:
            families[words.__name__] = words
        for name, family in families.items():
            if self._rules.style.get(name, 1.0) <= 0 or self._is_barred(slot, name):
                continue
            for _ in range(draws):
                drawn.update(
                    (pattern, name)
                    for pattern in map(shortened, family(text, self.board.inner, random))
                    if pattern not in drawn
                )
        made = [self.candidate(slot, pattern, name) for pattern, name in drawn.items()]
        return _cheapest_first([each for each in made if each is not None])

    def candidate(self, slot: int, pattern: str, family: str) -> Candidate | None:
        """Return the clue `pattern` as a candidate; None if it breaks the rules or does not match the line."""
        without = self._rules.without
        if len(pattern) > self._rules.max_length or (without and constructs_of(pattern) & without):
            return None
        if slot in self._reserved and self._reserved[slot] not in constructs_of(pattern):
            return None
        if family in FAMILIES and TILED.search(pattern):
            family = blocks.__name__
            if self._is_barred(slot, family):
                return None
        board = self.board
        text = board.text(slot)
        if len(text) == 1 and ("*" in pattern or "+" in pattern):
            return None  # a line of one letter cannot repeat it
        if any(each.code == "settled-option" for each in blemishes(pattern, len(text))):
            return None  # the clue without the option, or with it for certain, means the same
        constraint = constraint_of(board, slot, pattern)
        if constraint is None:
            return None
        left = left_by(board, constraint, len(text))
        if slot in self._beginnings and not settled_letters(left):
            return None
        is_word = pattern == literal(text)
        if is_word and not self._rules.allows_words:
            return None
        crossed = crossed_by(board, slot, left, self._lone)
        allows_told = self._rules.allows_told or slot in self._widened or len(crossed) <= 1
        if settled_letters(left) == len(text) and not is_word and not allows_told:
            return None
        style = self._rules.style.get(family, 1.0)
        given = 0 if self._rules.is_generous else settled_letters(crossed)
        ugly = blemish_cost(pattern, len(text), self.tuning)
        reading = ugly + round((reading_cost(pattern, self.tuning) + self._jitter.get((slot, family), 0)) / style)
        cost = reading + giving_cost(given, len(text), self.tuning)
        if not self._rules.allows_told:
            cost += self.tuning.opening * (given > 0)
            cost += listing_cost(pattern, text, self.tuning) * (1 if board.slots[slot].line else self.tuning.first)
        made = Candidate(pattern, family, cost, constraint, left)
        return None if asks_nothing(board, made) else made
