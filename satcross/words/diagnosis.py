"""What can be said about the fills of a template before any search: why there are none or few, and about how many.

In: a problem.  Out: remarks for people, the most important first: slots with no or few words, given letters that clash;
or the number of fills to expect.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, log10
from typing import Final

from satcross.base.bits import members
from satcross.base.wording import counted, listed
from satcross.puzzle.wordlists.index import WordIndex
from satcross.words.problem import Problem
from satcross.words.propagation import Network
from satcross.words.template import OPEN

FEW: Final = 20  # words: a slot with no more candidates is named as hard to fill
NAMED: Final = 5  # slots that are named for one reason; more would hide the most important ones


def remarks(problem: Problem) -> list[str]:
    """Return what prevents a fill or makes it hard, each as a sentence without a full stop."""
    without_slot = [*_required_without_slot(problem)]
    if without_slot:
        return without_slot
    notes = [*_slots_without_word(problem)]
    if not notes:
        notes = [*_clash(problem)]
    if not notes:
        notes = [*_slots_with_few_words(problem)]
    size = counted(len(problem.word_list), "word")
    return [*notes, f"a larger word list is the usual remedy; {problem.word_list.name} has {size}"]


def pattern(problem: Problem, slot: int) -> str:
    """Return the given letters of a slot, with `_` for each open cell."""
    places = [problem.grid.places[cell] for cell in problem.grid.slots[slot].cells]
    return "".join([problem.rows[row - 1][column - 1] for row, column in places]).replace(OPEN, "_")


def candidates(problem: Problem, slot: int) -> int:
    """Return the set of the words that fit a slot's given letters, whatever crosses it."""
    cells = problem.grid.slots[slot].cells
    return problem.allowed[slot] & problem.words[slot].index.within([problem.domains[cell] for cell in cells])


def _required_without_slot(problem: Problem) -> Iterator[str]:
    """Yield a remark for each required word whose length no slot has."""
    lengths = {words.n for words in problem.words}
    for n, number in problem.required:
        words = problem.word_list.of_length(n)
        if n not in lengths and words is not None:
            there = listed([str(n) for n in sorted(lengths)])
            yield f"no slot has {counted(n, 'cell')}, for the required word {words[number]}; the slots have {there}"


def _slots_without_word(problem: Problem) -> Iterator[str]:
    """Yield remarks about the slots that no word fits, whatever crosses them."""
    slots = [slot for slot in range(len(problem.words)) if not candidates(problem, slot)]
    for slot in slots[:NAMED]:
        shown = pattern(problem, slot)
        given = f" like {shown}" if shown.strip("_") else f" of {counted(len(shown), 'letter')}"
        clued = any(clue.name == problem.grid.slots[slot].name for clue in problem.line_clues)
        yield f"no word fits {problem.grid.slots[slot].name}: none{given}{' satisfies its clue' if clued else ''}"
    if len(slots) > NAMED:
        yield f"nor does a word fit {counted(len(slots) - NAMED, 'other slot')}"


def _clash(problem: Problem) -> Iterator[str]:
    """Yield a remark about given letters that clash, if propagation fails with them and not without them.

    It names a minimal set: one letter after the other is taken out, and stays out if the others clash without it.
    """
    givens = [
        cell for cell, (row, column) in enumerate(problem.grid.places) if problem.rows[row - 1][column - 1] != OPEN
    ]
    every = (1 << len(problem.word_list.letters)) - 1
    if not givens or not _fails(problem):
        return
    opened = problem._replace(domains=(every,) * len(problem.domains))
    if _fails(opened):
        return
    kept = list(givens)
    domains = list(problem.domains)
    for cell in givens:
        attempt = [*domains]
        attempt[cell] = every
        if _fails(problem._replace(domains=tuple(attempt))):
            domains = attempt
            kept.remove(cell)
    letters = problem.word_list.letters
    named = [
        "{} in row {}, column {}".format(letters[problem.domains[cell].bit_length() - 1], *problem.grid.places[cell])
        for cell in kept
    ]
    yield "these given letters clash: " + "; ".join(named)


def _fails(problem: Problem) -> bool:
    return bool(Network(problem).start()[1])


def _slots_with_few_words(problem: Problem) -> Iterator[str]:
    """Yield remarks about the slots with the fewest candidates after propagation, or about one that fails."""
    network = Network(problem)
    state, failing = network.start()
    slots = problem.grid.slots
    if failing:
        first = failing[0]
        name = slots[first].name if first < len(slots) else problem.line_clues[first - len(slots)].name
        yield f"no word for {name} fits together with the slots that cross it"
        return
    scarce = sorted((size, slot) for slot, size in enumerate(state.sizes) if 1 < size <= FEW)
    for size, slot in scarce[:NAMED]:
        yield f"only {size} words are left for {slots[slot].name}"


def expected_fills(problem: Problem) -> float:
    """Return log10 of the expected number of fills of `problem`; minus infinity if a crossing or a slot admits none.

    That is the number to expect if the words of each slot are drawn at random from its candidates: the product of the
    numbers of candidates, times the probability, for each crossing, that the two words agree there.  That probability
    follows from how often each letter occurs at the two indices.  Real words are not drawn at random, and crossings
    depend on each other, so the figure is good to some powers of ten.  It tells what is far beyond a word list.
    """
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
