"""From a puzzle to constraints over letter classes: the front half of the pipeline, which every command shares.

    clue text -> syntax tree -> letters it mentions        (once for each distinct clue)
    all mentioned letters -> alphabet
    syntax tree, alphabet -> core regex -> letter sets     (once for each distinct clue)
    all letter sets -> letter classes
    core regex, length, classes -> unrolled clue           (once for each distinct clue and length)

Nothing is remembered from one puzzle to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from satcross.budget import UNLIMITED, Budget
from satcross.circuit.constraint import LineConstraint, Placed
from satcross.circuit.general import GeneralClue
from satcross.circuit.glushkov import positions
from satcross.circuit.regular import RegularClue, Table
from satcross.circuit.unroll import unroll
from satcross.errors import LimitError, ManyErrors, PuzzleError, RegexError, SatcrossError
from satcross.puzzle.model import ANY, MENTIONED, POSITIVE, Clue, Puzzle, WordClue
from satcross.regex.charset import (
    EVERY_LETTER,
    LetterSet,
    contains,
    from_ranges,
    from_text,
    iterate,
    size,
    to_text,
    union,
)
from satcross.regex.classes import Classes, split
from satcross.regex.core import Alt, Atomic, Cond, Core, Group, Letters, Look, Ref, Repeat, Seq
from satcross.regex.lower import lower
from satcross.regex.mentioned import mentioned
from satcross.regex.parse import parse
from satcross.regex.syntax import Tree

_CLASS = 300  # bytes that a letter class takes, beside a bit in the mask of each class
MOST_ERRORS: Final = 100  # that are told of one puzzle


class Compiled(NamedTuple):
    """A puzzle ready for propagation and encoding.

    alphabet  all letters that a cell may hold
    classes   the letter classes; masks everywhere refer to them
    placed    every clue, unrolled, on its cells
    domains   letter mask of each cell: everything, or the given letter
    plural    mask of the classes that hold several letters
    cores     meaning of each regex of the puzzle, by its text
    """

    puzzle: Puzzle
    alphabet: LetterSet
    classes: Classes
    placed: tuple[Placed, ...]
    domains: tuple[int, ...]
    plural: int
    cores: dict[str, Core]

    @property
    def is_alphabet_open(self) -> bool:
        """Whether the alphabet is all of Unicode, so that letters of one class stand for each other."""
        return self.puzzle.alphabet == ANY

    def letters(self, mask: int) -> str:
        """Return the letters of a mask in code-point order; over the open alphabet one shown letter for each class."""
        if self.is_alphabet_open:
            return self.classes.letters(mask)
        return to_text(union(*[letters for place, letters in enumerate(self.classes.members) if mask >> place & 1]))


def compile_puzzle(puzzle: Puzzle, budget: Budget = UNLIMITED, *, single_letters: bool = False) -> Compiled:
    """Return `puzzle` compiled.

    single_letters  make every letter a class of its own, as formulas for other programs need it

    Raises RegexError (or ManyErrors) with line and clue for clues that cannot be read, PuzzleError for an empty
    alphabet, a given letter outside it or two in one cell, LimitError for a clue that would grow beyond the budget,
    TimeUp.
    """
    trees = _parse_all(puzzle, budget)
    alphabet = _alphabet(puzzle, trees.values())
    cores = {}
    for pattern, tree in trees.items():
        budget.check()
        cores[pattern] = lower(tree, alphabet)
    leaves = [leaf for core in cores.values() for leaf in _leaves(core)]
    sets = {leaf.letters for leaf in leaves if isinstance(leaf, Letters)}
    sets.update(from_text(letter) for _, letter in puzzle.given)
    folds = {leaf.fold for leaf in leaves if isinstance(leaf, Ref)}
    ties: int | None = 0
    if single_letters or (folds and puzzle.alphabet != ANY):
        # a finite alphabet's solutions are listed in full, so cells that are compared need real letters
        ties = None
    elif folds:
        ties = _tied_cells(puzzle, cores)
        sets.update(_folded_singles(folds, alphabet))
    words = {letter for line in puzzle.lines for clue in line.clues if isinstance(clue, WordClue)
             for word in clue.words for letter in word}  # fmt: skip
    sets.update(from_text(letter) for letter in words if contains(alphabet, ord(letter)))
    if ties is None:
        letters = size(alphabet)
        budget.check_memory(_CLASS * letters + letters**2 // 16, f"telling {letters:,} letters apart")
    classes = split(alphabet, sets, ties)
    placed = tuple(_place_all(puzzle, cores, classes, budget))
    plural = sum(1 << place for place, letters in enumerate(classes.members) if size(letters) > 1)
    return Compiled(puzzle, alphabet, classes, placed, _domains(puzzle, classes), plural, cores)


def _parse_all(puzzle: Puzzle, budget: Budget) -> dict[str, Tree]:
    """Return the syntax tree of each distinct regex; the first `MOST_ERRORS` faults are reported together."""
    trees: dict[str, Tree] = {}
    errors: list[SatcrossError] = []
    for line in puzzle.lines:
        for number, clue in enumerate(line.clues, 1):
            if isinstance(clue, Clue) and clue.pattern not in trees:
                budget.check()
                try:
                    trees[clue.pattern] = parse(clue.pattern, puzzle.dialect, puzzle.flags)
                except RegexError as error:
                    errors.append(error.at(line.name, f"clue {number}"))
                    if len(errors) == MOST_ERRORS:
                        raise ManyErrors(errors) from None
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise ManyErrors(errors)
    return trees


def _alphabet(puzzle: Puzzle, trees: Iterable[Tree]) -> LetterSet:
    if puzzle.alphabet == ANY:
        return EVERY_LETTER
    if puzzle.alphabet in (MENTIONED, POSITIVE):
        named = [mentioned(tree) for tree in trees]
        letters = union(*[each.all if puzzle.alphabet == MENTIONED else each.positive for each in named])
        words = {letter for line in puzzle.lines for clue in line.clues if isinstance(clue, WordClue)
                 for word in clue.words for letter in word}  # fmt: skip
        given = {letter for _, letter in puzzle.given}
        letters = union(letters, from_text("".join(words | given)))
        if not letters:
            raise PuzzleError(
                "the alphabet is empty: no clue mentions a letter",
                code="alphabet-empty",
                hint="name the letters, for instance --alphabet A-Z",
            )
        return letters
    letters = from_ranges((ord(letter), ord(letter)) for letter in puzzle.alphabet)
    for cell, letter in puzzle.given:
        if not contains(letters, ord(letter)):
            message = f"the given letter {letter!r} of cell {puzzle.cells[cell]} is not in the alphabet"
            raise PuzzleError(message, code="given-foreign")
    return letters


def _leaves(core: Core) -> Iterator[Letters | Ref]:
    """Yield the letter sets and references of `core`."""
    stack: list[Core] = [core]
    while stack:
        node = stack.pop()
        if isinstance(node, Letters | Ref):
            yield node
        elif isinstance(node, Seq):
            stack += node.items
        elif isinstance(node, Alt):
            stack += node.branches
        elif isinstance(node, Cond):
            stack += [node.yes, node.no]
        else:
            assert isinstance(node, Repeat | Group | Look | Atomic)
            stack.append(node.item)


def _tied_cells(puzzle: Puzzle, cores: dict[str, Core]) -> int:
    """Return how many cells lie on lines whose clues compare letters: no more can be tied to each other."""
    tied: set[int] = set()
    for line in puzzle.lines:
        if any(isinstance(clue, Clue) and cores[clue.pattern].reads for clue in line.clues):
            tied.update(line.cells)
    return len(tied)


def _folded_singles(folds: Iterable[str], alphabet: LetterSet) -> Iterator[LetterSet]:
    """Yield each letter that a fold takes for another as a set of its own."""
    from satcross.regex.folding import representative

    for fold in filter(None, folds):
        same = representative(fold)
        for code in iterate(alphabet):
            if same(code) != code:
                yield ((code, code),)
                yield ((same(code), same(code)),)


def _place_all(puzzle: Puzzle, cores: dict[str, Core], classes: Classes, budget: Budget) -> Iterator[Placed]:
    unrolled: dict[tuple[object, int], LineConstraint] = {}
    nodes = 0
    for line_number, line in enumerate(puzzle.lines):
        n = len(line.cells)
        for clue_number, clue in enumerate(line.clues):
            key = (clue.pattern if isinstance(clue, Clue) else clue.words, n)
            constraint = unrolled.get(key)
            if constraint is None:
                left = budget._replace(used=nodes)
                try:
                    constraint = _unroll(clue, cores, n, classes, left)
                    left.check_nodes(_node_count(constraint), "the clue")
                except LimitError as error:
                    raise error.at(line.name, f"clue {clue_number + 1}") from None
                unrolled[key] = constraint
                nodes += _node_count(constraint)
            is_reversed = isinstance(clue, Clue) and clue.is_reversed
            cells = line.cells[::-1] if is_reversed else line.cells
            yield Placed(constraint, cells, line_number, clue_number, line.name)


def _unroll(clue: Clue | WordClue, cores: dict[str, Core], n: int, classes: Classes, budget: Budget) -> LineConstraint:
    if isinstance(clue, WordClue):
        from satcross.words.constraint import word_constraint

        return word_constraint(clue, n, classes)
    return unroll_core(cores[clue.pattern], n, classes, budget)


def unroll_core(core: Core, n: int, classes: Classes, budget: Budget = UNLIMITED) -> RegularClue | GeneralClue:
    """Return `core` unrolled to `n` letters: by one table if it is regular, else as a circuit."""
    if core.is_regular:
        return RegularClue(Table(positions(core, n, budget), classes), n)
    return GeneralClue(unroll(core, n, classes, lambda fold: fold_blocks(fold, classes), budget), len(classes.members))


def fold_blocks(fold: str, classes: Classes) -> tuple[int, ...]:
    """Return the masks of the letter classes that are the same under `fold`."""
    from satcross.regex.folding import representative

    same = representative(fold)
    blocks: dict[int, int] = {}
    for number, letters in enumerate(classes.members):
        key = same(letters[0][0])
        blocks[key] = blocks.get(key, 0) | 1 << number
    return tuple(blocks.values())


def _node_count(constraint: LineConstraint) -> int:
    if isinstance(constraint, GeneralClue):
        return len(constraint.circuit.nodes)
    return len(constraint.table.masks) * constraint.n if isinstance(constraint, RegularClue) else 0


def _domains(puzzle: Puzzle, classes: Classes) -> tuple[int, ...]:
    domains = [classes.every] * len(puzzle.cells)
    for cell, letter in puzzle.given:
        domains[cell] &= classes.mask(from_text(letter))
        if not domains[cell]:
            raise PuzzleError(f"the cell {puzzle.cells[cell]} is given two different letters", code="given-twice")
    return tuple(domains)
