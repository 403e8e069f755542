"""From a puzzle to its open rest, in three stages.  Every command begins here.

    Puzzle        -> read_letters  -> PuzzleLetters     the clues read, the alphabet, and its classes of letters
    PuzzleLetters -> compile_clues -> CompiledPuzzle    the clues as constraints on cells
    PuzzleLetters -> propagate     -> PresolvedPuzzle   compiled, and the residual after propagation

Each stage contains the one before.  `compile_puzzle` and `presolve` lead from a puzzle to the second and the third one.
A further question about this puzzle, or about one with other cells or another alphabet, takes over the known
`PuzzleLetters`, so that no regex is parsed twice.

`propagate` compiles in two steps.  Clues that need a circuit wait until the others have ruled out what they can.  Their
circuits are then made only for the letters that are left, which makes them smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.errors import (
    ClueName,
    Field,
    ManyErrors,
    PuzzleError,
    RegexError,
    SatcrossError,
    naming,
)
from satcross.puzzle import ANY, MENTIONED, POSITIVE, Clue, Puzzle, WordClue, shown_address
from satcross.regex.core import Core, leaves_of
from satcross.regex.letters import (
    BASIC,
    EVERY_LETTER,
    LetterSet,
    contains,
    from_text,
    has_units_for_letters,
    size,
    to_text,
    union,
)
from satcross.regex.letters.classes import Classes, split
from satcross.regex.lower import lower_all, mentioned
from satcross.regex.syntax import Tree
from satcross.regex.syntax.parse import parse
from satcross.solver.constraints import Constraint
from satcross.solver.constraints.regular import conjuncts
from satcross.solver.posting import node_count, occurrences_of, post
from satcross.solver.residual import Residual

_CLASS_BYTES: Final = 300  # memory of a letter class, beside one bit in the mask of each class
MOST_ERRORS: Final = 100  # at most this many problems are reported per puzzle
READ_AT_ONCE: Final = 1_000  # letters of clues that are read between two checks of the clock


class PuzzleLetters(NamedTuple):
    """A puzzle whose clues have been read.

    Attributes:
        trees: What is written in each regex of the puzzle, by its text.
        cores: What each regex means, by its text.
        alphabet: All letters that a cell may hold.
        classes: The letter classes; all masks refer to them.
        plural: The mask of the classes that hold several letters.
        domains: The letter mask of each cell: everything, or the given letter.
    """

    puzzle: Puzzle
    trees: Mapping[str, Tree]
    cores: Mapping[str, Core]
    alphabet: LetterSet
    classes: Classes
    plural: int
    domains: tuple[int, ...]

    @property
    def is_by_letter(self) -> bool:
        """Whether each letter is its own class, unless the alphabet is open: then there are too many."""
        return self.is_alphabet_open or not self.plural

    @property
    def representatives(self) -> int:
        """The mask of the letters that are shown for others as well; over a finite alphabet there are none."""
        return self.plural if self.is_alphabet_open else 0

    def is_one_solution(self, masks: Sequence[int]) -> bool:
        """Return whether the cube stands for exactly one listed solution."""
        return not any(map(self.is_several, masks))

    def is_several(self, mask: int) -> bool:
        """Return whether `of` lists several letters for `mask`."""
        return bool(mask & (mask - 1)) or (not self.is_alphabet_open and bool(mask & self.plural))

    @property
    def is_alphabet_open(self) -> bool:
        """Whether the alphabet is all of Unicode, so that letters of one class stand for each other."""
        return self.puzzle.alphabet == ANY

    def of(self, mask: int) -> str:
        """Return the letters of a mask in code-point order; over the open alphabet one shown letter for each class."""
        if self.is_alphabet_open or not mask & self.plural:
            return self.classes.letters(mask)
        return to_text(union(*[letters for place, letters in enumerate(self.classes.members) if mask >> place & 1]))

    def of_each(self, masks: Sequence[int]) -> tuple[str, ...]:
        """Return the letters of each mask; equal masks are looked up once, for large alphabets."""
        letters_of = {mask: self.of(mask) for mask in set(masks)}
        return tuple([letters_of[mask] for mask in masks])


class CompiledPuzzle(NamedTuple):
    """A puzzle ready for propagation and encoding.

    Attributes:
        constraints: The clues, unrolled and posted on their cells.
        domains: The letter mask of each cell; what the constraints say of other letters is undefined.
    """

    letters: PuzzleLetters
    constraints: tuple[Constraint, ...]
    domains: tuple[int, ...]

    @property
    def puzzle(self) -> Puzzle:
        return self.letters.puzzle

    @property
    def alphabet(self) -> LetterSet:
        """All letters that a cell may hold."""
        return self.letters.alphabet

    @property
    def classes(self) -> Classes:
        """The letter classes; all masks refer to them."""
        return self.letters.classes


def compile_puzzle(puzzle: Puzzle, budget: Budget = UNLIMITED, *, single_letters: bool = False) -> CompiledPuzzle:
    """Return `puzzle` compiled.

    Args:
        single_letters: Make every letter its own class, as formulas for other programs need it.

    Raises:
        RegexError: If a clue cannot be read; it names line and clue.
        ManyErrors: If several clues cannot be read.
        PuzzleError: If the alphabet is empty, a given letter is outside it, or one cell has two given letters.
        LimitError: If a clue would grow beyond the budget.
        TimeUp: If the time is up.
    """
    return compile_clues(read_letters(puzzle, budget, single_letters=single_letters), budget)


def compile_clues(
    letters: PuzzleLetters,
    budget: Budget = UNLIMITED,
    *,
    known: Iterable[Constraint] = (),
    within: tuple[int, ...] | None = None,
    with_circuits: bool = True,
) -> CompiledPuzzle:
    """Return the puzzle with its clues unrolled and posted on their cells.

    Args:
        known: Constraints over the same letter classes; constraints that are not circuits are not made again.
        within: The letter mask of each cell, none empty: what circuits say of other letters is undefined; None: all
            letters.
        with_circuits: False leaves out the clues that need a circuit.

    Raises:
        LimitError: If a limit of the budget is exceeded; its place is the line's name and the clue.
        TimeUp: If the time is up.
    """
    puzzle, cores, classes = letters.puzzle, letters.cores, letters.classes
    plain = {pattern for pattern, core in cores.items() if conjuncts(core, classes.alphabet) is not None}

    def is_plain(clue: Clue | WordClue) -> bool:
        return isinstance(clue, WordClue) or clue.pattern in plain

    kept = {(each.line, each.clue): each for each in known if is_plain(puzzle.lines[each.line].clues[each.clue])}
    missing = [
        each
        for each in occurrences_of(puzzle)
        if (each.line, each.number) not in kept and (with_circuits or is_plain(each.clue))
    ]
    left = budget.after(node_count(kept.values())) if kept else budget
    constraints = [*kept.values(), *post(missing, cores, classes, left, within)]
    constraints.sort(key=lambda each: (each.line, each.clue))
    return CompiledPuzzle(letters, tuple(constraints), letters.domains if within is None else within)


def read_letters(
    puzzle: Puzzle, budget: Budget = UNLIMITED, *, known: PuzzleLetters | None = None, single_letters: bool = False
) -> PuzzleLetters:
    """Return `puzzle` with its clues read, and its letters.

    Args:
        known: A puzzle that has been read: a clue that it has too is not parsed again, unless dialect or flags differ.
        single_letters: Make every letter its own class.

    Raises:
        SatcrossError: What `compile_puzzle` raises.
    """
    budget.note("reading the clues")
    if known is not None and (known.puzzle.dialect, known.puzzle.flags) != (puzzle.dialect, puzzle.flags):
        known = None
    trees = parse_clues(puzzle, budget, {} if known is None else known.trees)
    if known is not None and known.puzzle is puzzle:
        alphabet, cores = known.alphabet, known.cores
    else:
        alphabet = alphabet_of(puzzle, trees.values())
        same = known.cores if known is not None and known.alphabet == alphabet else {}
        cores = meanings_of(trees, alphabet, same, budget)
    classes = letter_classes(puzzle, cores, alphabet, budget, single_letters=single_letters)
    plural = sum(1 << place for place, letters in enumerate(classes.members) if size(letters) > 1)
    return PuzzleLetters(puzzle, trees, cores, alphabet, classes, plural, _domains(puzzle, classes))


def meanings_of(
    trees: Mapping[str, Tree], alphabet: LetterSet, known: Mapping[str, Core], budget: Budget
) -> dict[str, Core]:
    """Return the core regex of each clue, by its text; its letter sets are within `alphabet`.  Raises TimeUp.

    Args:
        known: Meanings over the same alphabet.
    """
    cores = {pattern: known[pattern] for pattern in trees if pattern in known} if known else {}
    missing = {pattern: tree for pattern, tree in trees.items() if pattern not in cores} if cores else trees
    letters_read = 0
    for pattern, core in zip(missing, lower_all(missing.values(), alphabet), strict=True):
        cores[pattern] = core
        letters_read = _letters_since_check(letters_read + len(pattern), budget)
    return cores


def letter_classes(
    puzzle: Puzzle, cores: Mapping[str, Core], alphabet: LetterSet, budget: Budget, *, single_letters: bool
) -> Classes:
    """Return the classes of letters that no clue of `puzzle` can tell apart.

    Args:
        single_letters: Make every letter its own class.

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
    sets.update(from_text(letter) for letter in _letters_of_words(puzzle) if contains(alphabet, ord(letter)))
    if ties is None:
        letters = size(alphabet)
        budget.check_memory(bytes_of_classes(letters), f"telling {letters:,} letters apart")
    return split(alphabet, sets, ties, sorted(folds))


def _letters_of_words(puzzle: Puzzle) -> set[str]:
    """Return the letters of all word lists."""
    clues = [clue for line in puzzle.lines for clue in line.clues if isinstance(clue, WordClue)]
    return {letter for clue in clues for word in clue.words for letter in word}


def bytes_of_classes(letters: int) -> int:
    """Return about how much memory it takes to make a class of each letter."""
    return _CLASS_BYTES * letters + letters**2 // 16


def _letters_since_check(letters: int, budget: Budget) -> int:
    """Return the number of letters read since the last check of the clock; check it if they are many."""
    if letters <= READ_AT_ONCE:
        return letters
    budget.check()
    return 0


def parse_clues(puzzle: Puzzle, budget: Budget, known: Mapping[str, Tree] = MappingProxyType({})) -> dict[str, Tree]:
    """Return the syntax tree of each distinct regex, by its text.

    Args:
        known: Trees of the same dialect with the same flags.

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
                letters_read = _letters_since_check(letters_read + len(clue.pattern), budget)
                try:
                    tree = known.get(clue.pattern) or parse(clue.pattern, puzzle.dialect, puzzle.flags)
                    trees[clue.pattern] = tree
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
        given = {letter for _, letter in puzzle.given}
        letters = union(letters, from_text("".join(_letters_of_words(puzzle) | given)))
        if not letters:
            raise PuzzleError(
                "the alphabet is empty: no clue mentions a letter",
                code="alphabet-empty",
                hint=naming("name the letters, for instance {}", Field("alphabet", "A-Z")),
            )
        return letters
    letters = from_text(puzzle.alphabet)
    if is_basic and letters and letters[-1][1] > BASIC[-1][1]:
        raise _two_letters(f"the letter {chr(letters[-1][1])!r} of the alphabet")
    for cell, letter in puzzle.given:
        if not contains(letters, ord(letter)):
            message = f"the given letter {letter!r} of cell {shown_address(puzzle.cells[cell])} is not in the alphabet"
            raise PuzzleError(message, code="letter-not-in-alphabet")
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
    return PuzzleError(message, code="letter", hint='set flags = "u"')


def _tied_cells(puzzle: Puzzle, cores: Mapping[str, Core]) -> int:
    """Return how many cells are on lines whose clues compare letters; at most this many cells depend on each other."""
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
            raise PuzzleError(message, code="given-twice")
    return tuple(domains)


class PresolvedPuzzle(NamedTuple):
    """A puzzle that is ready to be searched.

    Attributes:
        residual: Its open part; None: propagation has shown that there is no solution.
        revisions: How often a constraint was asked to prune; None: nothing has been propagated, all clues are open.
    """

    compiled: CompiledPuzzle
    residual: Residual | None
    revisions: int | None

    @property
    def letters(self) -> PuzzleLetters:
        """The first stage of the puzzle."""
        return self.compiled.letters

    @property
    def is_propagated(self) -> bool:
        """Whether propagation has been tried."""
        return self.revisions is not None

    def is_representative(self, masks: Sequence[int]) -> bool:
        """Return whether solutions in the cube `masks` show one letter for several, over the open alphabet."""
        representatives = self.letters.representatives
        return any([mask & representatives for mask in masks])


def presolve(
    puzzle: Puzzle,
    budget: Budget = UNLIMITED,
    *,
    known: PuzzleLetters | None = None,
    single_letters: bool = False,
    book: Callable[[str], None] = lambda stage: None,
) -> PresolvedPuzzle:
    """Return `puzzle` compiled and propagated.

    Args:
        known: A puzzle whose clues need not be parsed again.
        single_letters: Make every letter its own class, as formulas for other programs need it.
        book: Called with "compile" or "propagate" after each piece of such work.

    Raises:
        SatcrossError: What `compile_puzzle` raises.
    """
    letters = read_letters(puzzle, budget, known=known, single_letters=single_letters)
    return propagate(letters, budget, book)


def propagate(
    letters: PuzzleLetters, budget: Budget, book: Callable[[str], None] = lambda stage: None
) -> PresolvedPuzzle:
    """Return the puzzle compiled and propagated.

    Args:
        book: Called with "compile" or "propagate" after each piece of such work.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.
    """
    compiled = compile_clues(letters, budget, with_circuits=False)
    book("compile")
    budget.note("propagating")
    start = Residual.of(compiled.constraints, compiled.domains, budget.tuning)
    if len(compiled.constraints) == sum([len(line.clues) for line in compiled.puzzle.lines]):
        residual, revisions = start.propagated(budget)
        book("propagate")
        return PresolvedPuzzle(compiled, residual, revisions)
    state, revisions = start.state.propagated(budget)
    book("propagate")
    if state is None:
        return PresolvedPuzzle(compiled, None, revisions)
    plain = set(compiled.constraints)
    compiled = compile_clues(letters, budget, known=compiled.constraints, within=state.masks)
    book("compile")
    budget.note("propagating")
    rest = [number for number, each in enumerate(compiled.constraints) if each not in plain]
    residual, more = Residual.of(compiled.constraints, state.masks, budget.tuning).propagated(budget, rest)
    book("propagate")
    return PresolvedPuzzle(compiled, residual, revisions + more)
