"""Verification of many solutions at once: does every combination of letters of a cube solve the puzzle?

In: a compiled puzzle and a cube.  Out: an error, or the lines that could not be decided for the cube as a whole.

A cube is verified line by line.  A regular clue accepts all strings of a line if it accepts one string whose letters
are the sets themselves; a set counts as a letter of a class only if all its letters do.  The reference matcher's
forward pass answers that.  Where the answer is no, the set at some index is cut in two by a letter class of the clue,
and both halves are tried.  Where no class cuts any set, the clue cannot tell the strings apart, and no means no.
Lines with other clues are matched string by string; where that is too much, each solution's own string is matched.
Nothing passes unverified, and nothing is verified twice while it is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Final, NamedTuple, TypeAlias

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.puzzle.model import AnyClue, Clue
from satcross.regex.letters.sets import LetterSet, difference, union
from satcross.regex.matching.matcher import Matcher
from satcross.regex.matching.reachability import Reachability
from satcross.regex.meaning.core import Core, leaves_of
from satcross.solver.compile import CompiledPuzzle
from satcross.solver.verify import WrongAnswerError


class _Line(NamedTuple):
    """A clue on its cells, in the order it reads them, and the verdicts on it, which equal clues share.

    Attributes:
        holds: Whether all strings of a line within these masks match; False: not known.
        accepts: Whether the clue matches this string.
    """

    name: str
    cells: tuple[int, ...]
    clue: AnyClue
    holds: dict[tuple[int, ...], bool]
    accepts: dict[str, bool]


Open: TypeAlias = tuple[_Line, ...]
"""The lines that the check of a cube leaves to the check of each solution."""


class CubeVerifier:
    """Verifies cubes of one puzzle.  All its methods raise TimeUp when the budget's time is up."""

    __slots__ = (
        "_asked",
        "_budget",
        "_classes",
        "_compiled",
        "_letters",
        "_lines",
        "_matchers",
        "_remembered",
        "_sets",
        "_tuning",
    )

    def __init__(self, compiled: CompiledPuzzle, budget: Budget = UNLIMITED, tuning: Tuning = DEFAULT_TUNING) -> None:
        self._compiled: Final = compiled
        self._budget: Final = budget
        self._tuning: Final = tuning
        self._asked = 0
        self._remembered = 0
        memories: dict[AnyClue, tuple[dict[tuple[int, ...], bool], dict[str, bool]]] = {}
        self._lines: Final = [
            _Line(line.name, clue.read(line.cells), clue, *memories.setdefault(clue, ({}, {})))
            for line in compiled.puzzle.lines
            for clue in line.clues
        ]
        self._matchers: Final = {pattern: Matcher(core, budget) for pattern, core in compiled.cores.items()}
        self._letters: Final[dict[int, str]] = {}
        self._sets: Final[dict[int, LetterSet]] = {}
        self._classes: Final[dict[Core, tuple[int, ...]]] = {}

    def letters(self, mask: int) -> str:
        """Return the letters that solutions show for `mask`."""
        letters = self._letters.get(mask)
        if letters is None:
            letters = self._letters[mask] = self._compiled.letters(mask)
        return letters

    def check(self, masks: Sequence[int]) -> Open:
        """Return the lines of the cube `masks` that `check_solution` has to look at.

        Raises:
            WrongAnswerError: If some combination of letters is no solution.
        """
        for cell, letter in self._compiled.puzzle.given:
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
            for letters in product(*[self.letters(masks[cell]) for cell in line.cells]):
                self._require(line, "".join(letters))

    def _holds_for_all(self, line: _Line, here: tuple[int, ...]) -> bool:
        if isinstance(line.clue, Clue):
            core = self._compiled.cores[line.clue.pattern]
            if core.is_regular and self._covers_in_cuts(core, here):
                return True
        strings = [self.letters(mask) for mask in here]
        if prod(map(len, strings)) > self._tuning.matched_strings:
            return False
        for letters in product(*strings):
            self._require(line, "".join(letters))
        return True

    def _covers_in_cuts(self, core: Core, here: tuple[int, ...]) -> bool:
        """Return whether `core`, which is regular, matches all strings of `here`; False: not known."""
        classes = self._classes.get(core)
        if classes is None:
            mask = self._compiled.classes.mask
            sets, _ = leaves_of([core])
            classes = self._classes[core] = tuple(sorted(set(map(mask, sets)), reverse=True))  # a fixed order
        pending = [here]
        for _ in range(self._tuning.verified_cuts):
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
        if self._remembered > self._tuning.remembered:
            self._remembered = 0
            for line in self._lines:
                line.holds.clear()
                line.accepts.clear()

    def _set(self, mask: int) -> LetterSet:
        letter_set = self._sets.get(mask)
        if letter_set is None:
            members = self._compiled.classes.members
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
    hint = "this is a defect in satcross; please report the puzzle"
    return WrongAnswerError(f"the solver's answer is wrong: {fault}", hint=hint)
