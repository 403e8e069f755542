"""Verification: does a grid of letters solve a puzzle, according to the reference matcher?

In: a puzzle whose clues have been read, and grids of letters.  Out: what they violate, or an error.  Every solution
passes through here before it is shown.  The verifier shares the reading of the clues (`parse`, `lower`) with the search
and nothing else: no constraint, no clause and no solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Final, TypeAlias

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.errors import DEFECT, InternalError
from satcross.puzzle import AnyClue, Clue, Line, address_text
from satcross.regex.core import Core, Reachability, leaves_of
from satcross.regex.letters import LetterSet, contains, difference, union
from satcross.regex.matcher import Matcher
from satcross.solver.compile import PuzzleLetters
from satcross.solver.residual import Masks
from satcross.solver.strategy import DECISIVE


class WrongAnswerError(InternalError):
    """An answer that the verifier rejects: a defect in satcross, or in a foreign solver's answer."""

    code = "wrong-answer"


def first_fault(read: PuzzleLetters, letters: Sequence[str], budget: Budget = UNLIMITED) -> str | None:
    """Return what `letters` (one for each cell) violate first, in words; None if they solve the puzzle.

    Raises TimeUp, LimitError, like everything in this module.
    """
    return GridVerifier(read, budget).fault(letters)


def verify_solutions(read: PuzzleLetters, grids: Iterable[Sequence[str]], budget: Budget = UNLIMITED) -> None:
    """Raise WrongAnswerError unless each of `grids` (one letter for each cell) solves the puzzle."""
    verifier = GridVerifier(read, budget)
    for letters in grids:
        verifier.check(letters)


class Fault(NamedTuple):
    """Something that a grid of letters violates.

    Attributes:
        message: What it violates, in words.
        cells: The numbers of the cells that it is about.
        line: The violated line's name; None if the fault is a letter outside the alphabet or beside a given one.
        clue: The violated clue's number on the line, from 1.
        pattern: The violated clue's text; for a word list, its source.
        text: What the line reads, in the direction of the clue.
    """

    message: str
    cells: tuple[int, ...]
    line: str | None = None
    clue: int = 0
    pattern: str = ""
    text: str = ""

    @property
    def place(self) -> str:
        """The line and the clue, with the clue's text."""
        return f"{self.line}, clue {self.clue} ({self.pattern})"


class GridVerifier:
    """Verifies grids of one puzzle, one by one; a line that reads as in the grid before is not matched again."""

    __slots__ = ("_budget", "_matchers", "_read", "_texts")

    def __init__(self, read: PuzzleLetters, budget: Budget = UNLIMITED) -> None:
        self._read: Final = read
        self._budget: Final = budget
        self._matchers: Final[dict[str, Matcher]] = {}
        self._texts: Final[dict[int, str]] = {}

    def check(self, letters: Sequence[str]) -> None:
        """Raise WrongAnswerError unless `letters` solve the puzzle."""
        fault = self.fault(letters)
        if fault is not None:
            raise _wrong(fault)

    def fault(self, letters: Sequence[str]) -> str | None:
        """Return what `letters` (one for each cell) violate first, in words; None if they solve the puzzle."""
        fault = next(self.faults(letters), None)
        return None if fault is None else fault.message

    def faults(self, letters: Sequence[str]) -> Iterator[Fault]:
        """Yield everything that `letters` (one for each cell) violate; if that is the alphabet, then nothing else."""
        puzzle, alphabet = self._read.puzzle, self._read.alphabet
        foreign = {letter for letter in set(letters) if not contains(alphabet, ord(letter))}
        if foreign:
            for cell, letter in enumerate(letters):
                if letter in foreign:
                    yield Fault(
                        f"cell {address_text(puzzle.cells[cell])} holds {letter!r}, which is not in the alphabet",
                        (cell,),
                    )
            return
        for cell, letter in puzzle.given:
            if letters[cell] != letter:
                yield Fault(
                    f"cell {address_text(puzzle.cells[cell])} holds {letters[cell]!r}; {letter!r} was given", (cell,)
                )
        for number, line in enumerate(puzzle.lines):
            text = "".join([letters[cell] for cell in line.cells])
            if self._texts.get(number) != text:
                is_right = True
                for fault in self.line_faults(line, text):
                    is_right = False
                    yield fault
                if is_right:
                    self._texts[number] = text

    def line_faults(self, line: Line, text: str) -> Iterator[Fault]:
        """Yield the clues of `line` that `text`, its letters, does not match."""
        reachability = Reachability(text)
        for number, clue in enumerate(line.clues, 1):
            if isinstance(clue, Clue):
                matcher = self._matchers.get(clue.pattern)
                if matcher is None:
                    matcher = self._matchers[clue.pattern] = Matcher(self._read.cores[clue.pattern], self._budget)
                read = clue.read(text)
                if not matcher.matches(read, None if clue.is_reversed else reachability):
                    message = f"{line.name} reads {read!r}, which clue {number} ({clue.pattern}) does not match"
                    yield Fault(message, line.cells, line.name, number, clue.pattern, read)
            elif text not in clue.words:
                message = f"{line.name} reads {text!r}, which is not in the word list {clue.source}"
                yield Fault(message, line.cells, line.name, number, clue.source, text)


class _Line(NamedTuple):
    """A clue on its cells, in the order it reads them, and the verdicts on it, which equal clues share.

    If it reads a cell twice, it shares them only with clues that read cells in the same places.

    Attributes:
        holds: Whether all strings of a line within these masks match; False: not known.
        accepts: Whether the clue matches this string.
    """

    name: str
    cells: tuple[int, ...]
    clue: AnyClue
    holds: dict[tuple[int, ...], bool]
    accepts: dict[str, bool]

    def strings(self, letters: Sequence[str]) -> Iterator[str]:
        """Yield every string of the line if each index has some of these `letters`; a cell holds one at a time."""
        letters_of = dict(zip(self.cells, letters, strict=True))
        places = [list(letters_of).index(cell) for cell in self.cells]
        for chosen in product(*letters_of.values()):
            yield "".join([chosen[place] for place in places])


Open: TypeAlias = tuple[_Line, ...]
"""The lines that the check of a cube leaves to the check of each solution."""


class CubeVerifier:
    """Verifies cubes of one puzzle.  All its methods raise TimeUp when the budget's time is up.

    In: such a puzzle and a cube.  Out: an error, or the lines that could not be decided for the cube as a whole.

    A cube is verified line by line.  A regular clue accepts all strings of a line if it accepts one string whose
    letters are the sets themselves; a set counts as a letter of a class only if all its letters do.  The reference
    matcher's forward pass answers that.  Where the answer is no, the set at some index is cut in two by a letter class
    of the clue, and both halves are tried.  Where no class cuts any set, the clue cannot tell the strings apart, and no
    means no. Lines with other clues are matched string by string; where that is too much, each solution's own string is
    matched. Nothing passes unverified, and nothing is verified twice while it is remembered.
    """

    __slots__ = (
        "_asked",
        "_budget",
        "_classes",
        "_letters",
        "_lines",
        "_matchers",
        "_read",
        "_remembered",
        "_sets",
    )

    def __init__(self, read: PuzzleLetters, budget: Budget = UNLIMITED) -> None:
        self._read: Final = read
        self._budget: Final = budget
        self._asked = 0
        self._remembered = 0
        memories: dict[object, tuple[dict[tuple[int, ...], bool], dict[str, bool]]] = {}
        self._lines: Final = []
        for line in read.puzzle.lines:
            for clue in line.clues:
                cells = clue.read(line.cells)
                memory = memories.setdefault((clue, tuple(map(cells.index, cells))), ({}, {}))
                self._lines.append(_Line(line.name, cells, clue, *memory))
        self._matchers: Final = {pattern: Matcher(core, budget) for pattern, core in read.cores.items()}
        self._letters: Final[dict[int, str]] = {}
        self._sets: Final[dict[int, LetterSet]] = {}
        self._classes: Final[dict[Core, tuple[int, ...]]] = {}

    def letters(self, mask: int) -> str:
        """Return the letters that solutions show for `mask`."""
        letters = self._letters.get(mask)
        if letters is None:
            letters = self._letters[mask] = self._read.of(mask)
        return letters

    def check(self, masks: Sequence[int]) -> Open:
        """Return the lines of the cube `masks` that `check_solution` has to look at.

        Raises:
            WrongAnswerError: If some combination of letters is not a solution.
        """
        for cell, letter in self._read.puzzle.given:
            if self.letters(masks[cell]) != letter:
                raise _wrong(f"a cell holds one of {self.letters(masks[cell])!r}; {letter!r} was given")
        is_open = []
        for line in self._lines:
            here = tuple([masks[cell] for cell in line.cells])
            known = line.holds.get(here)
            if known is None:
                known = self._holds_for_all(line, here)
                self._remember()
                line.holds[here] = known
            if not known:
                is_open.append(line)
        return tuple(is_open)

    def check_solution(self, letters: Sequence[str], is_open: Open) -> None:
        """Raise WrongAnswerError unless the lines `is_open` accept `letters`, one for each cell."""
        for line in is_open:
            self._require(line, "".join([letters[cell] for cell in line.cells]))

    def check_strings(self, masks: Sequence[int], is_open: Open) -> None:
        """Raise WrongAnswerError unless the lines `is_open` accept every string of the cube `masks`."""
        for line in is_open:
            for text in line.strings([self.letters(masks[cell]) for cell in line.cells]):
                self._require(line, text)

    def _holds_for_all(self, line: _Line, here: tuple[int, ...]) -> bool:
        if isinstance(line.clue, Clue):
            core = self._read.cores[line.clue.pattern]
            if core.is_regular and self._covers_in_cuts(core, here):
                return True
        strings = [self.letters(mask) for mask in here]
        if prod(map(len, strings)) > self._budget.tuning.matched_strings:
            return False
        for text in line.strings(strings):
            self._require(line, text)
        return True

    def _covers_in_cuts(self, core: Core, here: tuple[int, ...]) -> bool:
        """Return whether `core`, which is regular, matches all strings of `here`; False: not known."""
        classes = self._classes.get(core)
        if classes is None:
            mask = self._read.classes.mask
            sets, _ = leaves_of([core])
            classes = self._classes[core] = tuple(sorted(set(map(mask, sets)), reverse=True))  # a fixed order
        pending = [here]
        for _ in range(self._budget.tuning.verified_cuts):
            masks = pending.pop()
            if not _covers(core, [self._set(mask) for mask in masks]):
                cuts = (
                    (i, held & mask) for i, held in enumerate(masks) for mask in classes if held & mask not in (0, held)
                )
                cut = next(cuts, None)
                if cut is None:
                    return False
                i, inside = cut
                pending.append((*masks[:i], inside, *masks[i + 1 :]))
                pending.append((*masks[:i], masks[i] & ~inside, *masks[i + 1 :]))
            if not pending:
                return True
        return False

    def _require(self, line: _Line, text: str) -> None:
        is_match = line.accepts.get(text)
        if is_match is None:
            self._asked += 1
            if not self._asked & 63:
                self._budget.note("verifying solutions")
                self._budget.check()
            clue = line.clue
            is_match = self._matchers[clue.pattern].matches(text) if isinstance(clue, Clue) else text in clue.words
            self._remember()
            line.accepts[text] = is_match
        if not is_match:
            raise _wrong(f"{line.name} may read {text!r}, which {_name(line.clue)} does not match")

    def _remember(self) -> None:
        """Make room for one more verdict."""
        self._remembered += 1
        if self._remembered > self._budget.tuning.remembered:
            self._remembered = 0
            for line in self._lines:
                line.holds.clear()
                line.accepts.clear()

    def _set(self, mask: int) -> LetterSet:
        letter_set = self._sets.get(mask)
        if letter_set is None:
            members = self._read.classes.members
            letter_set = self._sets[mask] = union(*[each for place, each in enumerate(members) if mask >> place & 1])
        return letter_set


class _SetReachability(Reachability):
    """Reachability along letter sets instead of letters: an index has a letter of a class if all of its set are."""

    __slots__ = ("_letter_sets",)

    def __init__(self, letter_sets: Sequence[LetterSet]) -> None:
        super().__init__("." * len(letter_sets))
        self._letter_sets: Final = letter_sets

    def indices_of(self, letters: LetterSet) -> int:
        """Return the indices at which every letter is in `letters`."""
        indices = 0
        for index, here in enumerate(self._letter_sets):
            if not difference(here, letters):
                indices |= 1 << index
        return indices


def _covers(core: Core, letter_sets: Sequence[LetterSet]) -> bool:
    """Return whether one way of matching `core`, which is regular, fits every choice from `letter_sets`."""
    return bool(_SetReachability(letter_sets).reach(core, 1, True) >> len(letter_sets) & 1)


def _name(clue: AnyClue) -> str:
    return f"the clue {clue.pattern}" if isinstance(clue, Clue) else f"the word list {clue.source}"


def _wrong(fault: str) -> WrongAnswerError:
    return WrongAnswerError(f"the solver's answer is wrong: {fault}", hint=DEFECT)


class Verifier:
    """Turns cubes that a search has found into verified solutions of one puzzle.

    In: cubes, one after another.  Out: their solutions, each verified, or an error.  The first solutions are verified
    one by one, which is quicker; solutions of larger cubes are verified together.
    """

    __slots__ = ("_budget", "_cubes", "_grids", "_singles", "read")

    def __init__(self, read: PuzzleLetters, budget: Budget) -> None:
        self.read: Final = read
        self._budget: Final = budget
        self._grids: Final = GridVerifier(read, budget)
        self._cubes: CubeVerifier | None = None
        self._singles = 0

    def solutions(self, cube: Masks, wanted: int | None = None) -> Iterator[tuple[str, ...]]:
        """Yield the letters of every solution in `cube`: every combination of its letters, each verified.

        Args:
            wanted: How many will be asked for at most (None: all).

        Over the open alphabet the shown letter of each letter class stands for all of its letters.

        Raises:
            WrongAnswerError: If the verifier rejects a solution.
        """
        letters_of = {mask: tuple(self.read.of(mask)) for mask in set(cube)}  # tuples, which `product` shares
        spelled = [letters_of[mask] for mask in cube]
        is_single = self._singles < DECISIVE and all([len(letters) == 1 for letters in spelled])
        if is_single or (wanted is not None and wanted <= DECISIVE):
            self._singles += is_single
            for letters in product(*spelled):
                self._grids.check(letters)
                yield letters
            return
        self._singles = DECISIVE
        verifier = self._cube_verifier
        unsure = verifier.check(cube)
        for letters in product(*spelled):
            if unsure:
                verifier.check_solution(letters, unsure)
            yield letters

    def check_cube(self, cube: Masks) -> None:
        """Raise WrongAnswerError unless every combination of letters of `cube` solves the puzzle."""
        verifier = self._cube_verifier
        verifier.check_strings(cube, verifier.check(cube))

    @property
    def _cube_verifier(self) -> CubeVerifier:
        if self._cubes is None:
            self._cubes = CubeVerifier(self.read, self._budget)
        return self._cubes
