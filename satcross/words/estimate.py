"""How many fills a template can be expected to have, before any search.

In: a problem.  Out: the decimal logarithm of the expected number of fills, if the words of each slot are drawn at
random from its candidates: the product of the numbers of candidates, times the probability, for each crossing, that the
two words agree there.  That probability follows from how often each letter occurs at the two indices.

Real words are not drawn at random, and crossings depend on each other, so the figure is good to some powers of ten.  It
tells what is far beyond a word list.
"""

from __future__ import annotations

from math import inf, log10

from satcross.base.bits import members
from satcross.puzzle.wordlists.index import WordIndex
from satcross.words.diagnosis import candidates
from satcross.words.problem import Problem


def expected_fills(problem: Problem) -> float:
    """Return log10 of the expected number of fills of `problem`; minus infinity if a crossing or a slot admits none."""
    left = [candidates(problem, slot) for slot in range(len(problem.words))]
    if not all(left):
        return -inf
    total = sum([log10(words.bit_count()) for words in left])
    shares: dict[tuple[int, int, int, int], list[float]] = {}
    for cell, crossing in enumerate(problem.grid.crossings):
        if len(crossing) == 2:
            letters = problem.domains[cell]
            one, other = [_shares(problem.words[slot].index, left[slot], i, letters, shares) for slot, i in crossing]
            agreeing = sum([p * q for p, q in zip(one, other, strict=True)])
            if not agreeing:
                return -inf
            total += log10(agreeing)
    return total


def _shares(
    index: WordIndex, words: int, i: int, letters: int, known: dict[tuple[int, int, int, int], list[float]]
) -> list[float]:
    """Return, for each letter of the mask `letters`, what share of the set `words` of `index` has it at index `i`."""
    key = (index.n, words, i, letters)
    shares = known.get(key)
    if shares is None:
        count = words.bit_count()
        shares = known[key] = [(index.holding[i][letter] & words).bit_count() / count for letter in members(letters)]
    return shares
