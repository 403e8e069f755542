"""The clauses of a word list, from the words that are left.

Variables: w[v], "the word is v", for the words v that are left.

Clauses:

    selector -> OR w[v]
    w[v] -> x[c(i), v(i)]
    selector, x[c(i), a] -> OR w[v], v(i) = a      unless all words have a at i

Unit propagation keeps exactly the letters that words support (F. Bacchus, GAC via unit propagation, CP 2007).

Size: a variable and n clauses of two literals for each word; only units if at most one word is left.
"""

from __future__ import annotations

from collections.abc import Sequence

from satcross.base.bits import members
from satcross.puzzle.wordlists.index import WordIndex, numbers
from satcross.solver.cnf.encoder import Encoder
from satcross.solver.cnf.sink import Lit


def add_clauses(index: WordIndex, words: int, encoder: Encoder, cells: Sequence[int], selector: Lit | None) -> None:
    """Add clauses that let `cells` hold one of the set `words` of `index`, where `selector` (if any) is true."""
    if not words:
        encoder.require([], selector)
    elif not words & (words - 1):
        for cell, mask in zip(cells, index.letters(words, encoder.domains(cells)), strict=True):
            encoder.require([encoder.member(cell, mask)], selector)
    else:
        lit_of = {word: encoder.variables.fresh(1, "words: the line reads the word") for word in numbers(words)}
        encoder.require(list(lit_of.values()), selector)
        for i, (cell, domain) in enumerate(zip(cells, encoder.domains(cells), strict=True)):
            if domain & (domain - 1):
                for k in members(domain):
                    holding = [lit_of[word] for word in numbers(index.holding[i][k] & words)]
                    _word_implies_letter(encoder, holding, cell, 1 << k)
                    if len(holding) < len(lit_of):
                        _letter_implies_word(encoder, holding, cell, 1 << k, selector)


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
