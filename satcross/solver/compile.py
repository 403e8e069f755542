"""From a puzzle to constraints over letter classes, in named stages.  Every command begins here.

    Puzzle        -> parse_clues    -> syntax trees    (one for each distinct clue)
    syntax trees  -> alphabet_of    -> alphabet
    syntax trees  -> meanings_of    -> core regexes    (within the alphabet)
    core regexes  -> letter_classes -> letter classes
    core regexes  -> post           -> constraints     (`solver.constraints.post`; one for each clue and length)

`compile_letters` goes as far as the letter classes.  `compile_plain` posts only the clues that need no circuit.  Once
these have ruled letters out, `compile_rest` posts the others within what is left.  Nothing is remembered from one
puzzle to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.errors import ClueName, ErrorCode, Field, ManyErrors, PuzzleError, RegexError, SatcrossError, naming
from satcross.puzzle.model import ANY, MENTIONED, POSITIVE, AnyClue, Clue, Puzzle, WordClue, shown_address
from satcross.regex.analysis.mentioned import mentioned
from satcross.regex.flags import has_units_for_letters
from satcross.regex.letters.classes import Classes, split
from satcross.regex.letters.sets import (
    BASIC,
    EVERY_LETTER,
    LetterSet,
    contains,
    from_text,
    size,
    to_text,
    union,
)
from satcross.regex.meaning.core import Core, leaves_of
from satcross.regex.meaning.lower import lower_all
from satcross.regex.syntax.parse import parse
from satcross.regex.syntax.tree import Tree
from satcross.solver.constraints.post import is_plain, node_count, occurrences_of, post
from satcross.solver.constraints.protocol import Constraint

_CLASS_BYTES: Final = 300  # memory of a letter class, beside one bit in the mask of each class
MOST_ERRORS: Final = 100  # at most this many problems are reported per puzzle
READ_AT_ONCE: Final = 1_000  # letters of clues that are read between two checks of the clock


class CompiledPuzzle(NamedTuple):
    """A puzzle ready for propagation and encoding.

    Attributes:
        alphabet: All letters that a cell may hold.
        classes: The letter classes; all masks refer to them.
        constraints: The clues, unrolled and posted on their cells.
        domains: The letter mask of each cell: everything, or the given letter.
        plural: The mask of the classes that hold several letters.
        cores: The meaning of each regex of the puzzle, by its text.
    """

    puzzle: Puzzle
    alphabet: LetterSet
    classes: Classes
    constraints: tuple[Constraint, ...]
    domains: tuple[int, ...]
    plural: int
    cores: dict[str, Core]

    @property
    def representatives(self) -> int:
        """The mask of the letters that are shown for others as well; over a finite alphabet there are none."""
        return self.plural if self.is_alphabet_open else 0

    def is_one_solution(self, masks: Sequence[int]) -> bool:
        """Return whether one solution is listed for the cube `masks`."""
        return not any(map(self.is_several, masks))

    def is_several(self, mask: int) -> bool:
        """Return whether `letters` lists several letters for `mask`."""
        return bool(mask & (mask - 1)) or (not self.is_alphabet_open and bool(mask & self.plural))

    @property
    def is_alphabet_open(self) -> bool:
        """Whether the alphabet is all of Unicode, so that letters of one class stand for each other."""
        return self.puzzle.alphabet == ANY

    def letters(self, mask: int) -> str:
        """Return the letters of a mask in code-point order; over the open alphabet one shown letter for each class."""
        if self.is_alphabet_open or not mask & self.plural:
            return self.classes.letters(mask)
        return to_text(union(*[letters for place, letters in enumerate(self.classes.members) if mask >> place & 1]))

    def letters_of_each(self, masks: Sequence[int]) -> tuple[str, ...]:
        """Return the `letters` of each mask; those of equal masks are looked up once, for large alphabets."""
        letters_of = {mask: self.letters(mask) for mask in set(masks)}
        return tuple([letters_of[mask] for mask in masks])


def compile_puzzle(
    puzzle: Puzzle, budget: Budget = UNLIMITED, tuning: Tuning = DEFAULT_TUNING, *, single_letters: bool = False
) -> CompiledPuzzle:
    """Return `puzzle` compiled.

    Args:
        single_letters: Make every letter a class of its own, as formulas for other programs need it.

    Raises:
        RegexError: If a clue cannot be read; it names line and clue.
        ManyErrors: If several clues cannot be read.
        PuzzleError: If the alphabet is empty, a given letter is outside it, or one cell has two given letters.
        LimitError: If a clue would grow beyond the budget.
        TimeUp: If the time is up.
    """
    return compile_clues(compile_letters(puzzle, budget, single_letters=single_letters), budget, tuning)


def compile_clues(compiled: CompiledPuzzle, budget: Budget, tuning: Tuning) -> CompiledPuzzle:
    """Return `compiled`, which comes from `compile_letters`, with all clues.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.
    """
    occurrences = occurrences_of(compiled.puzzle)
    return compiled._replace(constraints=post(occurrences, compiled.cores, compiled.classes, budget, tuning=tuning))


def compile_plain(
    compiled: CompiledPuzzle, budget: Budget = UNLIMITED, tuning: Tuning = DEFAULT_TUNING
) -> CompiledPuzzle:
    """Return `compiled`, which comes from `compile_letters`, with the clues that need no circuit.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.
    """
    plain = [
        occurrence
        for occurrence in occurrences_of(compiled.puzzle)
        if is_plain(occurrence.clue, compiled.cores, compiled.classes)
    ]
    return compiled._replace(constraints=post(plain, compiled.cores, compiled.classes, budget, tuning=tuning))


def compile_rest(
    compiled: CompiledPuzzle, domains: tuple[int, ...], budget: Budget = UNLIMITED, tuning: Tuning = DEFAULT_TUNING
) -> CompiledPuzzle:
    """Return `compiled`, which comes from `compile_plain`, with all clues, and with `domains`.

    Args:
        domains: The letter mask of each cell, none empty; what the added constraints say of other letters is undefined.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.
    """
    rest = [
        occurrence
        for occurrence in occurrences_of(compiled.puzzle)
        if not is_plain(occurrence.clue, compiled.cores, compiled.classes)
    ]
    left = budget.after(node_count(compiled.constraints))
    constraints = [*compiled.constraints, *post(rest, compiled.cores, compiled.classes, left, domains, tuning)]
    constraints.sort(key=lambda each: (each.line, each.clue))
    return compiled._replace(constraints=tuple(constraints), domains=domains)


def plain_part(compiled: CompiledPuzzle) -> CompiledPuzzle:
    """Return what `compile_plain` has returned for a puzzle that `compile_rest` has completed."""
    cores, classes = compiled.cores, compiled.classes
    plain = tuple(each for each in compiled.constraints if is_plain(clue_of(compiled, each), cores, classes))
    return compiled._replace(constraints=plain, domains=_domains(compiled.puzzle, classes))


def clue_of(compiled: CompiledPuzzle, constraint: Constraint) -> AnyClue:
    """Return the clue of `constraint`."""
    return compiled.puzzle.lines[constraint.line].clues[constraint.clue]


def compile_letters(puzzle: Puzzle, budget: Budget = UNLIMITED, *, single_letters: bool = False) -> CompiledPuzzle:
    """Return `puzzle` compiled up to its letters and the meanings of its clues, without constraints.

    Raises:
        SatcrossError: What `compile_puzzle` raises.
    """
    budget.note("reading the clues")
    trees = parse_clues(puzzle, budget)
    alphabet = alphabet_of(puzzle, trees.values())
    cores = meanings_of(trees, alphabet, budget)
    classes = letter_classes(puzzle, cores, alphabet, budget, single_letters=single_letters)
    return _with_classes(puzzle, alphabet, classes, cores)


def by_letter(compiled: CompiledPuzzle, budget: Budget) -> CompiledPuzzle:
    """Return the puzzle of `compiled` up to its letters, each a class of its own; no clue is read again.

    Raises:
        LimitError: If there would be too many classes.
    """
    puzzle, alphabet, cores = compiled.puzzle, compiled.alphabet, compiled.cores
    classes = letter_classes(puzzle, cores, alphabet, budget, single_letters=True)
    return _with_classes(puzzle, alphabet, classes, cores)


def _with_classes(puzzle: Puzzle, alphabet: LetterSet, classes: Classes, cores: dict[str, Core]) -> CompiledPuzzle:
    plural = sum(1 << place for place, letters in enumerate(classes.members) if size(letters) > 1)
    return CompiledPuzzle(puzzle, alphabet, classes, (), _domains(puzzle, classes), plural, cores)


def meanings_of(trees: Mapping[str, Tree], alphabet: LetterSet, budget: Budget) -> dict[str, Core]:
    """Return the core regex of each clue, by its text; its letter sets lie within `alphabet`.  Raises TimeUp."""
    cores = {}
    letters_read = 0
    for pattern, core in zip(trees, lower_all(trees.values(), alphabet), strict=True):
        cores[pattern] = core
        letters_read = _looked(letters_read + len(pattern), budget)
    return cores


def letter_classes(
    puzzle: Puzzle, cores: dict[str, Core], alphabet: LetterSet, budget: Budget, *, single_letters: bool
) -> Classes:
    """Return the classes of letters that no clue of `puzzle` can tell apart.

    Args:
        single_letters: Make every letter a class of its own.

    Raises:
        LimitError: If there would be too many classes.
    """
    sets, folds = leaves_of(cores.values())
    sets.update(from_text(letter) for _, letter in puzzle.given)
    ties: int | None = 0
    if single_letters or (folds and puzzle.alphabet != ANY):
        # all solutions over a finite alphabet are listed, so cells that are compared need single letters
        ties = None
    elif folds:
        ties = _tied_cells(puzzle, cores)
    words = {letter for line in puzzle.lines for clue in line.clues if isinstance(clue, WordClue)
             for word in clue.words for letter in word}  # fmt: skip
    sets.update(from_text(letter) for letter in words if contains(alphabet, ord(letter)))
    if ties is None:
        letters = size(alphabet)
        budget.check_memory(bytes_of_classes(letters), f"telling {letters:,} letters apart")
    return split(alphabet, sets, ties, sorted(folds))


def bytes_of_classes(letters: int) -> int:
    """Return about how much memory it takes to make a class of each letter."""
    return _CLASS_BYTES * letters + letters**2 // 16


def _looked(letters: int, budget: Budget) -> int:
    """Return the number of letters read since the last check of the clock; check it if they are many."""
    if letters <= READ_AT_ONCE:
        return letters
    budget.check()
    return 0


def parse_clues(puzzle: Puzzle, budget: Budget) -> dict[str, Tree]:
    """Return the syntax tree of each distinct regex, by its text.

    Raises:
        RegexError: If a clue cannot be read.
        ManyErrors: If several cannot; it has the first `MOST_ERRORS` faults.
    """
    trees: dict[str, Tree] = {}
    errors: list[SatcrossError] = []
    letters_read = 0
    budget.check()
    for line in puzzle.lines:
        for number, clue in enumerate(line.clues, 1):
            if isinstance(clue, Clue) and clue.pattern not in trees:
                letters_read = _looked(letters_read + len(clue.pattern), budget)
                try:
                    trees[clue.pattern] = parse(clue.pattern, puzzle.dialect, puzzle.flags)
                except RegexError as error:
                    errors.append(error.at(line.name, ClueName(number)))
                    if len(errors) == MOST_ERRORS:
                        raise ManyErrors(errors) from None
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise ManyErrors(errors)
    return trees


def alphabet_of(puzzle: Puzzle, trees: Iterable[Tree]) -> LetterSet:
    """Return the alphabet of `puzzle`.

    Raises:
        PuzzleError: If it is empty, if a given letter is not in it, or if it has a letter that is two letters in the
            puzzle's dialect.
    """
    is_basic = has_units_for_letters(puzzle.dialect, puzzle.flags)
    if puzzle.alphabet == ANY:
        if is_basic:
            _check_basic(puzzle)
        return BASIC if is_basic else EVERY_LETTER
    if puzzle.alphabet in (MENTIONED, POSITIVE):
        if is_basic:
            _check_basic(puzzle)
        named = mentioned(*trees)
        letters = named.all if puzzle.alphabet == MENTIONED else named.positive
        words = {letter for line in puzzle.lines for clue in line.clues if isinstance(clue, WordClue)
                 for word in clue.words for letter in word}  # fmt: skip
        given = {letter for _, letter in puzzle.given}
        letters = union(letters, from_text("".join(words | given)))
        if not letters:
            raise PuzzleError(
                "the alphabet is empty: no clue mentions a letter",
                code=ErrorCode.ALPHABET_EMPTY,
                hint=naming("name the letters, for instance {}", Field("alphabet", "A-Z")),
            )
        return letters
    letters = from_text(puzzle.alphabet)
    if is_basic and letters and letters[-1][1] > BASIC[-1][1]:
        raise _two_letters(f"the letter {chr(letters[-1][1])!r} of the alphabet")
    for cell, letter in puzzle.given:
        if not contains(letters, ord(letter)):
            message = f"the given letter {letter!r} of cell {shown_address(puzzle.cells[cell])} is not in the alphabet"
            raise PuzzleError(message, code=ErrorCode.GIVEN_FOREIGN)
    return letters


def _check_basic(puzzle: Puzzle) -> None:
    """Raise PuzzleError for a given letter, or a letter of a word list, that is two units of UTF-16."""
    for cell, letter in puzzle.given:
        if letter > "\uffff":
            raise _two_letters(f"the given letter {letter!r} of cell {shown_address(puzzle.cells[cell])}")
    for line in puzzle.lines:
        for clue in line.clues:
            if isinstance(clue, WordClue):
                for word in clue.words:
                    if not word.isascii() and max(word) > "\uffff":
                        raise _two_letters(f"the letter {max(word)!r} of the word {word!r} in {clue.source}")


def _two_letters(what: str) -> PuzzleError:
    message = f"{what} is two letters in JavaScript without the flag u"
    return PuzzleError(message, code=ErrorCode.LETTER, hint='set flags = "u"')


def _tied_cells(puzzle: Puzzle, cores: dict[str, Core]) -> int:
    """Return how many cells lie on lines whose clues compare letters; at most this many cells depend on each other."""
    tied: set[int] = set()
    for line in puzzle.lines:
        if any(isinstance(clue, Clue) and cores[clue.pattern].reads for clue in line.clues):
            tied.update(line.cells)
    return len(tied)


def _domains(puzzle: Puzzle, classes: Classes) -> tuple[int, ...]:
    domains = [classes.every] * len(puzzle.cells)
    for cell, letter in puzzle.given:
        domains[cell] &= classes.mask(from_text(letter))
        if not domains[cell]:
            message = f"the cell {shown_address(puzzle.cells[cell])} is given two different letters"
            raise PuzzleError(message, code=ErrorCode.GIVEN_TWICE)
    return tuple(domains)
