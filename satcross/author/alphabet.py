"""Whether a puzzle has one solution only because its alphabet has no other letters.

In: a puzzle with one solution over its alphabet.  Out: whether that solution is still the only one when a cell may hold
any letter of Unicode; and if not, which other letters the cells can then hold.  Letters that no clue tells apart form
one class, so the question is finite.
"""

from __future__ import annotations

from typing import NamedTuple

from satcross.author.ambiguity import PossibleLetters
from satcross.base.bits import single_bits
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import AUTO
from satcross.errors import TimeUp
from satcross.puzzle.model import ANY, Cell, Puzzle, check_number_of_letters
from satcross.regex.letters.classes import Classes, shown_letter
from satcross.regex.letters.sets import LetterSet, difference, from_text
from satcross.solver.compile import alphabet_of, parse_clues
from satcross.solver.presolve import PresolvedPuzzle, presolve


class Breach(NamedTuple):
    """A cell that has one possible letter only because the alphabet has no others.

    Attributes:
        letters: Other letters that some solution over all of Unicode has there, at least one: one for each class of
            letters that no clue tells apart, outside the alphabet where the class has such a letter; visible ones come
            first.
    """

    cell: Cell
    letters: str


class AlphabetDependence(NamedTuple):
    """Whether a unique puzzle stays unique over any alphabet.

    Attributes:
        is_unique_over_any: None: the time ran out.
        breaches: Cells that could then hold other letters.
        is_exact: Whether these are all such cells, with all such letters.
    """

    is_unique_over_any: bool | None
    breaches: tuple[Breach, ...]
    is_exact: bool = True


def alphabet_dependence(
    puzzle: Puzzle,
    letters: tuple[str, ...],
    *,
    most: int | None = None,
    solver: str = AUTO,
    budget: Budget = UNLIMITED,
    presolved: PresolvedPuzzle | None = None,
) -> AlphabetDependence:
    """Return whether `letters`, the only solution of `puzzle`, stays the only one over all of Unicode.

    Args:
        most: How many breaches suffice, which is quicker; None: all are wanted.
        presolved: What `presolve` returns for the puzzle, if that is known already.

    Raises:
        OptionError: Unless there is a letter for each cell.
        SatcrossError: What `compile_puzzle` raises.
    """
    check_number_of_letters("letters", letters, puzzle)
    try:
        if presolved is None:
            alphabet = alphabet_of(puzzle, parse_clues(puzzle, budget).values())
        else:
            alphabet = presolved.compiled.alphabet
        over_any = presolve(puzzle._replace(alphabet=ANY), budget=budget)
    except TimeUp:
        return AlphabetDependence(None, (), is_exact=False)
    possible = PossibleLetters(over_any, solver, budget, most_varying=most)
    assert possible.first or not possible.is_exact, "a solution over the smaller alphabet is one over the larger"
    breaches = []
    for cell, mask, letter in zip(puzzle.cells, possible.seen, letters, strict=True):
        others = _others(over_any.compiled.classes, mask, letter, alphabet)
        if others:
            breaches.append(Breach(cell, others))
    is_unique = False if breaches else True if possible.is_exact else None
    return AlphabetDependence(is_unique, tuple(breaches), possible.is_exact)


def _others(classes: Classes, mask: int, letter: str, alphabet: LetterSet) -> str:
    """Return a letter other than `letter` of each class in `mask` that has one, visible letters first.

    Args:
        alphabet: The letters to avoid in a class that has others.
    """
    others = [difference(classes.members[bit.bit_length() - 1], from_text(letter)) for bit in single_bits(mask)]
    shown = [shown_letter(difference(letters, alphabet) or letters) for letters in others if letters]
    return "".join(sorted(shown, key=lambda each: (not each.isprintable(), each.isspace())))
