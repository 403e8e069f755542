"""A word list as a clue on a line: the line's string must be one of these words.

A word list is a constraint like a regex (`solver.constraints`), so words and regexes share one model and one
propagation.

n is the line's length, i an index.

Its clauses are made of the words that are left.  Variables: w[v], "the word is v".  Clauses:

    selector -> OR w[v]
    w[v] -> x[c(i), v(i)]
    selector, x[c(i), a] -> OR w[v], v(i) = a      unless all words have a at i

Unit propagation keeps exactly the letters that words support (F. Bacchus, GAC via unit propagation, CP 2007).

Size: a variable and n clauses of two literals for each word; only units if at most one word is left.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import accumulate
from math import prod
from operator import and_
from typing import Final, cast

from satcross.base.bits import single_bits
from satcross.puzzle import WordClue
from satcross.puzzle.word_index import WordIndex, build_index, numbers
from satcross.regex.letters.classes import Classes
from satcross.solver.cnf import Encoder, Lit
from satcross.solver.constraints import LetterReader


class WordConstraint:
    """One of the words of an index, whose letter numbers are the numbers of the puzzle's letter classes.

    Args:
        allowed: The set of the words that count; None: all.
        blocks: For each index, the masks of letters that no word tells apart; a word has all letters of its block then.
            None: each word has one letter at each index.
    """

    __slots__ = ("_blocks", "_every", "allowed", "index", "n")

    size: Final = 0
    is_exact: Final = True

    def __init__(
        self, index: WordIndex, allowed: int | None = None, blocks: Sequence[Sequence[int]] | None = None
    ) -> None:
        self.index: Final = index
        self.allowed: Final = index.every if allowed is None else allowed
        self.n: Final = index.n
        self._blocks: Final = blocks
        self._every: Final = () if blocks is None else tuple(map(sum, blocks))

    def within(self, domains: Sequence[int]) -> int:
        """Return the set of the words that count whose letters are all in the masks `domains`."""
        return self.index.within(domains) & self.allowed

    def prune(self, domains: Sequence[int]) -> list[int] | None:
        """Return for each index the letters of the words within `domains`, or None if there is no such word."""
        words = self.within(domains)
        return self._letters_of_words(words, domains) if words else None

    def _letters_of_words(self, words: int, domains: Sequence[int]) -> list[int]:
        """Return for each index the letters of `words`, which are within `domains`."""
        if self._blocks is None:
            return list(self.index.letters(words, domains))
        held = self.index.letters(words, self._every)  # which remembers what it returns: whole blocks
        return [mask & domain for mask, domain in zip(held, domains, strict=True)]

    def is_entailed(self, domains: Sequence[int]) -> bool:
        """Return whether every choice of letters from `domains` is a word: iff there are as many of both."""
        return self.within(domains).bit_count() == prod(map(len, self.letter_sets(domains)))

    def cube(self, domains: Sequence[int]) -> list[int] | None:
        """Return a word within `domains`, with other letters where these make words as well; None if there is no word.

        The word is made of letters that many words have: index by index, the letter that most of the words left have.
        Then each index gets all letters that make words together with every choice made for the other indices.
        """
        left = self.within(domains)
        if not left:
            return None
        words = self.index.words
        choices = self.letter_sets(domains)
        cube = []
        for i, letters in enumerate(choices):
            most = max(letters, key=lambda letter: (words(i, letter) & left).bit_count())
            cube.append(most)
            left &= words(i, most)
        combinations = 1
        for i, letters in enumerate(choices):
            others = self.within([*cube[:i], domains[i], *cube[i + 1 :]])
            fitting = [letter for letter in letters if (words(i, letter) & others).bit_count() == combinations]
            cube[i] = sum(fitting)
            combinations *= len(fitting)
        return cube

    def replacements(self, string: Sequence[int]) -> list[int]:
        """Return for each index all letters with which `string` is a word if no other index changes."""
        every = tuple([(1 << len(holding)) - 1 for holding in self.index.holding])
        having = list(map(self.index.words, range(self.n), string))
        onward = [*accumulate(reversed(having), and_, initial=self.allowed)][-2::-1]
        letters = []
        begun = self.allowed
        for i, (words, end) in enumerate(zip(having, onward, strict=True)):
            letters.append(self._letters_of_words(begun & end, every)[i])
            begun &= words
        return letters

    def letter_sets(self, domains: Sequence[int]) -> list[tuple[int, ...]]:
        """Return for each index the letter masks that `clauses` will ask about: each block by itself."""
        if self._blocks is None:
            return [single_bits(domain) for domain in domains]
        return [
            tuple([block & domain for block in blocks if block & domain])
            for blocks, domain in zip(self._blocks, domains, strict=True)
        ]

    def clauses(self, encoder: Encoder, cells: Sequence[int], selector: Lit | None = None) -> None:
        """Add clauses that bind the letters of `cells` where `selector` (if there is one) is true."""
        domains = encoder.domains(cells)
        words = self.within(domains)
        if not words:
            encoder.require([], selector)
        elif not words & (words - 1):
            for cell, mask in zip(cells, self._letters_of_words(words, domains), strict=True):
                encoder.require([encoder.member(cell, mask)], selector)
        else:
            lit_of = {word: encoder.variables.fresh(1, "words: the line reads the word") for word in numbers(words)}
            encoder.require(list(lit_of.values()), selector)
            for i, (cell, letters) in enumerate(zip(cells, self.letter_sets(domains), strict=True)):
                for letter in letters if len(letters) > 1 else ():
                    holding = [lit_of[word] for word in numbers(self.index.words(i, letter) & words)]
                    _word_implies_letter(encoder, holding, cell, letter)
                    if len(holding) < len(lit_of):
                        _letter_implies_word(encoder, holding, cell, letter, selector)

    def reader(self, domains: Sequence[int], order: Sequence[Sequence[int]]) -> LetterReader:
        """Return what reads the letters of a word."""
        return WordReader(self.index, self.within(domains), order)


class WordReader:
    """Reads the letters of words; a state is the set of the words that have the letters read so far."""

    __slots__ = ("_index", "_order", "start")

    def __init__(self, index: WordIndex, words: int, order: Sequence[Sequence[int]]) -> None:
        self._index: Final = index
        self._order: Final = order
        self.start: Final = words or None

    def read(self, step: int, state: Hashable, letter: int) -> int | None:
        """Return the words of the set `state` that have `letter` next; None if there are none."""
        words = cast(int, state)
        for i in self._order[step]:
            words &= self._index.words(i, letter)
        return words or None


def word_constraint(clue: WordClue, n: int, classes: Classes) -> WordConstraint:
    """Return `clue` on a line of `n` letters, without words of other lengths or with letters outside the alphabet.

    Every letter of the words must be its own class.
    """
    number_of: dict[str, int] = {}
    for number, letters in enumerate(classes.members):
        if letters[0][0] == letters[-1][1]:
            number_of[chr(letters[0][0])] = number
    known = set(number_of)
    words = [word for word in clue.words if len(word) == n and known.issuperset(word)]
    return WordConstraint(build_index("".join(words), n, number_of, len(classes.members)))


def _word_implies_letter(encoder: Encoder, holding: Sequence[Lit], cell: int, letter: int) -> None:
    """Add w[v] -> x[c(i), a], for each of the literals `holding` of the words that have the letter a at i."""
    held = encoder.member(cell, letter)
    for lit in holding:
        encoder.sink.add([-lit, held])


def _letter_implies_word(
    encoder: Encoder, holding: Sequence[Lit], cell: int, letter: int, selector: Lit | None
) -> None:
    """Add selector, x[c(i), a] -> OR w[v], for the literals `holding` of the words that have the letter a at i."""
    encoder.require([-encoder.member(cell, letter), *holding], selector)
