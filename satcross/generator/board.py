"""A grid whose letters are known, on which clues are tried: what they rule out, and whether they lead to the letters.

In: the lines of a puzzle, and the letter of each cell.  Out: `Board`, which unrolls each clue once, and remembers what
each one rules out.  So the same clue can be tried a thousand times among other clues.

Two alphabets are in use.  A solver of the puzzle knows the letters of the grid, so the *inner* letters are these.  If
the puzzle has to be unique over any alphabet, every cell may also hold one of two *foreign* letters, which stand for
all others: two, because a backreference can tell one foreign letter from another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from satcross.author.constructs import hard_constructs
from satcross.author.difficulty import TakenRound
from satcross.author.rewrites import same_strings, simplifications
from satcross.author.rounds import RoundKind, is_single
from satcross.base.bits import single_bits
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.errors import RegexError
from satcross.puzzle import Dialect
from satcross.regex.core import Core, Letters, repeat
from satcross.regex.letters import from_text
from satcross.regex.letters.classes import Classes, split
from satcross.regex.lower import lower
from satcross.regex.matcher import Matcher
from satcross.regex.syntax import Tree
from satcross.regex.syntax.parse import parse
from satcross.solver.compile import bytes_of_classes
from satcross.solver.constraints import LineConstraint
from satcross.solver.posting import line_constraint_of
from satcross.solver.residual import CrossingLines, LetterState, are_single

Masks: TypeAlias = tuple[int, ...]

FOREIGN: Final = "\ue000\ue001"
"""Two letters that no puzzle uses: they are private to Unicode's users."""

NOT_ASKED: Final[Masks] = ()
"""Stands for the answer to a question that is not remembered; no clue is on a line without letters."""

REMEMBERED: Final = 300_000
"""Answers that the board remembers, about 100 MB; then it forgets them all."""

BETWEEN_CHECKS: Final = 10_000
"""Letters of lines, times letters of the alphabet, between two looks at the clock: some milliseconds."""


class ClueSlot(NamedTuple):
    """A place for a clue.

    Attributes:
        line: The number of the line in the puzzle.
        cells: The cell numbers in the order in which the clue reads them.
    """

    line: int
    cells: tuple[int, ...]


class UnrolledClue(NamedTuple):
    """A clue unrolled to a length; `is_hard` if something has to be remembered in it."""

    tree: Tree
    core: Core
    constraint: LineConstraint
    is_hard: bool


class BoardTerms(NamedTuple):
    """What a puzzle says besides its lines and letters.

    Attributes:
        dialect: The dialect of its clues.
        flags: Their flags.
        alphabet: The letters over which it has one solution; "": any.
        mentioned: Letters that clues may name although the grid does not have them.
        given: Cells whose letters are given.
    """

    dialect: Dialect = "python"
    flags: str = ""
    alphabet: str = ""
    mentioned: str = ""
    given: Collection[int] = ()


DEFAULT_TERMS: Final = BoardTerms()


def check_letters(letters: int, budget: Budget) -> None:
    """Raise LimitError if a board of so many letters would take more memory than is allowed."""
    budget.check_memory(bytes_of_classes(letters), f"telling {letters:,} letters apart")


class Board:
    """The grid.

    Attributes:
        letters: The letter of each cell.
        slots: The places for clues.
        inner: The letters of the grid and of its alphabet, each once, in code-point order.
        classes: Every inner letter, and the foreign ones, each its own class.
        start: The mask of each cell before any clue is known.
        inner_start: The same for a solver who knows the letters of the grid.
        goal: The mask of the letter of each cell.
        work: How many fixpoints and new answers there were: the measure of time that is the same on every machine.
    """

    def __init__(
        self,
        slots: Sequence[ClueSlot],
        letters: Sequence[str],
        terms: BoardTerms = DEFAULT_TERMS,
        budget: Budget = UNLIMITED,
    ) -> None:
        dialect, flags, alphabet, mentioned, given = terms
        self.slots: Final = tuple(slots)
        self.letters: Final = tuple(letters)
        self.dialect: Final[Dialect] = dialect
        self.budget: Final = budget
        self.flags: Final = flags
        self.inner: Final = alphabet or "".join(sorted({*letters, *mentioned}))
        check_letters(len(self.inner), budget)
        self.classes: Final[Classes] = split(from_text(self.inner + ("" if alphabet else FOREIGN)), [], None)
        self.goal: Final[Masks] = tuple(map(self.classes.mask_of, letters))
        self.start: Final[Masks] = self._start(self.classes.every, given)
        self.inner_start: Final[Masks] = self._start(self.classes.mask(from_text(self.inner)), given)
        self._inner_classes: Final = split(from_text(self.inner), [], None)
        self.work = 0
        self._unchecked = 0
        self._plain: Final[dict[tuple[str, int], str]] = {}
        self._unrolled: Final[dict[tuple[str, int], UnrolledClue]] = {}
        self._memory: dict[LineConstraint, dict[Masks, Masks | None]] = {}
        self._remembered = 0
        self._crossings: Final = CrossingLines([slot.cells for slot in self.slots], len(self.letters))

    def _start(self, every: int, given: Collection[int]) -> Masks:
        return tuple([mask if cell in given else every for cell, mask in enumerate(self.goal)])

    def lone_cells(self) -> frozenset[int]:
        """Return the cells that only one clue reads."""
        return frozenset(cell for cell, slots in enumerate(self._crossings.touching) if len(slots) == 1)

    def text(self, slot: int) -> str:
        """Return the letters that the clue of `slot` reads."""
        return "".join(self.letters[cell] for cell in self.slots[slot].cells)

    def unrolled(self, pattern: str, n: int) -> UnrolledClue:
        """Return the clue unrolled to `n` letters.  Raises RegexError, LimitError, TimeUp."""
        unrolled = self._unrolled.get((pattern, n))
        if unrolled is None:
            tree = parse(pattern, self.dialect, self.flags)
            core = lower(tree, self.classes.alphabet)
            constraint = line_constraint_of(core, n, self.classes, self.budget)
            unrolled = UnrolledClue(tree, core, constraint, bool(hard_constructs(tree.root)))
            self._unrolled[pattern, n] = unrolled
            self.work += 5  # it takes about as long as five revisions
        return unrolled

    def everything(self, n: int) -> LineConstraint:
        """Return what holds for all texts of `n` letters: a line without a clue."""
        return line_constraint_of(repeat(Letters(self.classes.alphabet), 0, None), n, self.classes, self.budget)

    def plain(self, pattern: str, n: int) -> str:
        """Return a clue that the same strings of `n` inner letters match, and in which lint finds no idle part."""
        plain = self._plain.get((pattern, n))
        if plain is None:
            plain = pattern
            for rewrite in simplifications(parse(pattern, self.dialect, self.flags)):
                if self.means_the_same(pattern, rewrite.pattern, n):
                    plain = self.plain(rewrite.pattern, n)
                    break
            self._plain[pattern, n] = plain
        return plain

    def means_the_same(self, one: str, other: str, n: int) -> bool:
        """Return whether the same strings of `n` inner letters match both; False if that is not known."""
        try:
            trees = [parse(each, self.dialect, self.flags) for each in (one, other)]
        except RegexError:
            return False
        self.work += 10  # it takes about as long as ten revisions
        one_core, other_core = (lower(tree, self._inner_classes.alphabet) for tree in trees)
        return bool(same_strings(one_core, other_core, n, self._inner_classes))

    def matches(self, pattern: str, text: str) -> bool:
        """Return whether the reference matcher matches the whole of `text`."""
        return Matcher(self.unrolled(pattern, len(text)).core).matches(text)

    def prune(self, constraint: LineConstraint, domains: Masks) -> Masks | None:
        """Return what `constraint` leaves of `domains`; None if nothing matches."""
        memory = self._memory.get(constraint)
        if memory is None:
            memory = self._memory[constraint] = {}
        known = memory.get(domains, NOT_ASKED)
        if known is not NOT_ASKED:
            return known
        self._check_time(len(domains))
        left = constraint.prune(domains)
        pruned = memory[domains] = None if left is None else tuple(left)
        self.work += 1
        self._remembered += 1
        if self._remembered > REMEMBERED:
            self._remembered = 0
            self._memory = {}
        return pruned

    def _check_time(self, letters: int) -> None:
        """Raise TimeUp once the time is up.  For long lines and large alphabets the clock is read more often."""
        self._unchecked += letters * self.classes.every.bit_length()
        if self._unchecked > BETWEEN_CHECKS:
            self._unchecked = 0
            self.budget.check("the generator")

    def rules_out(self, slot: int, constraint: LineConstraint, masks: Masks) -> bool:
        """Return whether `constraint` in `slot` rules any letter out of `masks`."""
        before = self._crossings.masks_of[slot](masks)
        return self.prune(constraint, before) != before

    def letters_left(self, slot: int, constraint: LineConstraint, masks: Masks) -> int:
        """Return how many letters `constraint` in `slot` leaves of `masks` on its line."""
        left = self.prune(constraint, self._crossings.masks_of[slot](masks))
        assert left is not None, "the clue matches the letters of the grid"
        return sum(map(int.bit_count, left))

    def fixpoint(self, chosen: Mapping[int, LineConstraint], masks: Masks, first: Iterable[int] | None = None) -> Masks:
        """Return the rest of `masks` when no clue can rule out more.

        Args:
            chosen: The constraint in each slot that has one; all of them hold for the letters of the grid.
            first: The slots that may rule something out of `masks`; None: all.

        The result does not depend on the order of the revisions, since pruning is monotone.
        """
        self._count()
        state, _ = self._state(chosen, masks).propagated(first=first)
        assert state is not None, "every clue matches the letters of the grid"
        return state.masks

    def _state(self, chosen: Mapping[int, LineConstraint], masks: Masks) -> LetterState:
        return LetterState(self._crossings, masks, chosen, self.prune)

    def _restricted(self, state: LetterState, cell: int, letters: int) -> LetterState | None:
        """Return the state after `cell` has kept only `letters`; None if some clue matches nothing that is left."""
        self._count()
        return state.restrict({cell: letters})

    def _count(self) -> None:
        """Count one fixpoint as work.  Raises TimeUp."""
        self.work += 1
        self._check_time(1)

    def rival(self, chosen: Mapping[int, LineConstraint], masks: Masks, most: int) -> Masks | None:
        """Return another solution within the fixpoint `masks`; None if the letters of the grid are the only one.

        Args:
            most: After this many decisions the search gives up, and returns masks in which some cell holds several
                letters.
        """
        decisions = 0
        state = self._state(chosen, masks)
        while state.masks != self.goal:
            cell = _least(state.masks)
            pending = [(state, cell, state.masks[cell] & ~self.goal[cell])]
            while pending:
                here, split, wrong = pending.pop()
                decisions += 1
                if decisions > most:
                    return here.masks
                below = self._restricted(here, split, wrong)
                if below is None:
                    continue
                if are_single(below.masks):
                    return below.masks
                at = _least(below.masks)
                pending += [(below, at, bit) for bit in single_bits(below.masks[at])]
            rest = self._restricted(state, cell, self.goal[cell])
            assert rest is not None, "every clue matches the letters of the grid"
            state = rest
        return None

    def read(
        self,
        chosen: Mapping[int, LineConstraint],
        most: int,
        marks: Masks | None = None,
        first: Iterable[int] | None = None,
    ) -> Masks:
        """Return the pencil marks of a person who carries them on at most `most` times.

        Args:
            marks: What the person knows at first; None: nothing.
            first: The slots whose clues may have something to say then; None: all.
        """
        known = list(self.inner_start if marks is None else marks)
        left = most
        for kind, _ in self._way(chosen, known, chosen if first is None else first):
            left -= kind == "mark"
            if left < 0:
                break
        return tuple(known)

    def rounds(self, chosen: Mapping[int, LineConstraint]) -> list[TakenRound] | None:
        """Return the rounds of the easiest way, as `explain` takes them; None if they do not lead to the letters."""
        known = list(self.inner_start)
        taken: list[TakenRound] = []
        for kind, news in self._way(chosen, known, chosen):
            letters = [mask.bit_count() for mask in known]
            several = {cell for cell, number in enumerate(letters) if number > 1}
            unfinished = sum([not several.isdisjoint(self.slots[slot].cells) for slot in chosen])
            taken.append(TakenRound(kind, letters, frozenset().union(*news.values()), len(news), unfinished))
        return taken if tuple(known) == self.goal else None

    def _way(
        self, chosen: Mapping[int, LineConstraint], marks: list[int], first: Iterable[int]
    ) -> Iterator[tuple[RoundKind, dict[int, dict[int, int]]]]:
        """Yield each round of `satcross.author.rounds`, and change `marks` after it.

        A round is its kind, and for each slot whose clue leads on, the remaining letters of the cells that it narrows.
        A clue is asked again only if one of its cells has changed.
        """
        self._count()
        letters = [mark if is_single(mark) else mask for mask, mark in zip(self.inner_start, marks, strict=True)]
        to_read, to_mark = set(first), set(first)
        while True:
            kind: RoundKind = "read"
            read = self._news(chosen, to_read, letters)
            singles = {slot: {cell: new for cell, new in left.items() if is_single(new)} for slot, left in read.items()}
            news = {slot: left for slot, left in singles.items() if left}
            if not news:
                kind, news = "mark", self._news(chosen, to_mark, marks)
                to_mark = set()
            if not news:
                return
            yield kind, news
            for left in news.values():
                for cell, new in left.items():
                    marks[cell] &= new
            changed = set().union(*news.values())
            placed = [cell for cell in changed if is_single(marks[cell])]
            for cell in placed:
                letters[cell] = marks[cell]
            to_read = self._touched_by(placed)
            to_mark |= self._touched_by(changed)

    def _touched_by(self, cells: Iterable[int]) -> set[int]:
        """Return the slots that read one of `cells`."""
        touching = self._crossings.touching
        return set().union(*[touching[cell] for cell in cells])

    def _news(
        self, chosen: Mapping[int, LineConstraint], slots: Iterable[int], masks: Sequence[int]
    ) -> dict[int, dict[int, int]]:
        """Return for each of `slots` whose clue narrows cells the remaining letters of these."""
        news: dict[int, dict[int, int]] = {}
        for slot in slots:
            constraint = chosen.get(slot)
            if constraint is None:
                continue
            before = self._crossings.masks_of[slot](masks)
            after = self.prune(constraint, before)
            assert after is not None, "every clue matches the letters of the grid"
            if after != before:
                left = news[slot] = {}
                for cell, old, new in zip(self.slots[slot].cells, before, after, strict=True):
                    if old != new:
                        left[cell] = left.get(cell, new) & new  # a line may visit a cell twice
        return news


def _least(masks: Masks) -> int:
    """Return the cell with the fewest letters among the cells that hold several."""
    return min([(mask.bit_count(), cell) for cell, mask in enumerate(masks) if mask & (mask - 1)])[1]
