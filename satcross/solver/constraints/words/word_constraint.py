"""A word list as a clue on a line: the line's string must be one of these words.

A word list is a constraint like a regex (`solver.constraints.protocol`), so words and regexes share one model and one
propagation.

n is the line's length, i an index.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final

from satcross.base.bits import members, single_bits
from satcross.puzzle.model import WordClue
from satcross.puzzle.wordlists.index import WordIndex, build_index
from satcross.regex.letters.classes import Classes
from satcross.solver.cnf.encoder import Encoder
from satcross.solver.cnf.sink import Lit
from satcross.solver.constraints.protocol import Description
from satcross.solver.constraints.words.clauses import add_clauses


class WordConstraint:
    """One of the words of an index, whose letter numbers are those of the puzzle's letter classes.

    Args:
        allowed: The set of the words that count; None: all.
    """

    __slots__ = ("allowed", "index", "n")

    size: Final = 0
    is_exact: Final = True

    def __init__(self, index: WordIndex, allowed: int | None = None) -> None:
        self.index: Final = index
        self.allowed: Final = index.every if allowed is None else allowed
        self.n: Final = index.n

    def within(self, domains: Sequence[int]) -> int:
        """Return the set of the words that count whose letters are all in the masks `domains`."""
        return self.index.within(domains) & self.allowed

    def prune(self, domains: Sequence[int]) -> list[int] | None:
        """Return for each index the letters of the words within `domains`, or None if there is no such word."""
        words = self.within(domains)
        return list(self.index.letters(words, domains)) if words else None

    def is_entailed(self, domains: Sequence[int]) -> bool:
        """Return whether every choice of letters from `domains` is a word: iff there are as many of both."""
        return self.within(domains).bit_count() == prod(domain.bit_count() for domain in domains)

    def signature(self, domains: Sequence[int]) -> tuple[int, ...]:
        """Return `domains`."""
        return tuple(domains)

    def cube(self, domains: Sequence[int]) -> list[int] | None:
        """Return a word within `domains`, with other letters where these make words as well; None if there is no word.

        The word is made of letters that many words have: index by index, the letter that most of the words left have.
        Then each index gets all letters that make words together with every choice made for the other indices.
        """
        left = self.within(domains)
        if not left:
            return None
        holding = self.index.holding
        cube = []
        for i, domain in enumerate(domains):
            letter = max(members(domain), key=lambda number: (holding[i][number] & left).bit_count())
            cube.append(1 << letter)
            left &= holding[i][letter]
        for i, domain in enumerate(domains):
            others = self.within([*cube[:i], domain, *cube[i + 1 :]])
            combinations = prod(mask.bit_count() for mask in cube) // cube[i].bit_count()
            cube[i] = sum(1 << k for k in members(domain) if (holding[i][k] & others).bit_count() == combinations)
        return cube

    def letter_sets(self, domains: Sequence[int]) -> list[tuple[int, ...]]:
        """Return for each index the letter masks that `clauses` will ask about: each letter by itself."""
        return [single_bits(domain) for domain in domains]

    def clauses(self, encoder: Encoder, cells: Sequence[int], selector: Lit | None = None) -> None:
        """Add clauses that bind the letters of `cells` where `selector` (if there is one) is true."""
        add_clauses(self.index, self.within(encoder.domains(cells)), encoder, cells, selector)

    def describe(self) -> Description:
        """Return the length: words have neither a table nor a circuit."""
        return Description(self.n)


def word_constraint(clue: WordClue, n: int, classes: Classes) -> WordConstraint:
    """Return `clue` on a line of `n` letters, without words of other lengths or with letters outside the alphabet.

    Every letter of the words must be a class of its own.
    """
    number_of: dict[str, int] = {}
    for number, letters in enumerate(classes.members):
        if letters[0][0] == letters[-1][1]:
            number_of[chr(letters[0][0])] = number
    known = set(number_of)
    words = [word for word in clue.words if len(word) == n and known.issuperset(word)]
    return WordConstraint(build_index("".join(words), n, number_of, len(classes.members)))


def words_among(index: WordIndex, allowed: int) -> WordConstraint:
    """Return the constraint that a line's string is one of the words of `index` in the set `allowed`."""
    return WordConstraint(index, allowed)
