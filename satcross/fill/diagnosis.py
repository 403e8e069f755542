"""Why a template cannot be filled, or is hard to fill: which slots have no or few words, which givens clash.

In: a problem.  Out: remarks for people, the most telling first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from satcross.fill.problem import Problem
from satcross.fill.propagation import NOTHING, Network
from satcross.fill.slots import OPEN

FEW: Final = 20  # words of a slot that is called hard
NAMED: Final = 5  # slots and clashes that are named


def remarks(problem: Problem) -> list[str]:
    """Return what stands in the way of a fill, a sentence each, without a full stop."""
    found = [*_homeless(problem), *_hopeless(problem)]
    if not found:
        found = [*_clashes(problem)]
    if not found:
        found = [*_scarce(problem)]
    size = _counted(len(problem.word_list), "word")
    return [*found, f"a larger word list is the usual remedy; {problem.word_list.name} has {size}"]


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def pattern(problem: Problem, slot: int) -> str:
    """Return the given letters of a slot, `_` for open cells.

    `___` and so on: nothing is given.
    """
    places = [problem.grid.places[cell] for cell in problem.grid.slots[slot].cells]
    return "".join([problem.rows[row - 1][column - 1] for row, column in places]).replace(OPEN, "_")


def candidates(problem: Problem, slot: int) -> int:
    """Return the set of the words that fit a slot's given letters, whatever crosses it."""
    cells = problem.grid.slots[slot].cells
    return problem.allowed[slot] & problem.words[slot].index.within([problem.domains[cell] for cell in cells])


def _homeless(problem: Problem) -> Iterator[str]:
    """Yield the required words for which there is no slot."""
    lengths = {words.n for words in problem.words}
    for n, number in problem.required:
        words = problem.word_list.of_length(n)
        if n not in lengths and words is not None:
            yield f"no slot to fill has {n} cells, for the required word {words[number]}"


def _hopeless(problem: Problem) -> Iterator[str]:
    """Yield the slots that no word fits, even by themselves."""
    found = [slot for slot in range(len(problem.words)) if not candidates(problem, slot)]
    for slot in found[:NAMED]:
        shown = pattern(problem, slot)
        given = f" like {shown}" if shown.strip("_") else f" of {len(shown)} letters"
        clued = any(clue.name == problem.grid.slots[slot].name for clue in problem.line_clues)
        yield f"no word fits {problem.grid.slots[slot].name}: none{given}{' satisfies its clue' if clued else ''}"
    if len(found) > NAMED:
        yield f"nor does a word fit {_counted(len(found) - NAMED, 'other slot')}"


def _clashes(problem: Problem) -> Iterator[str]:
    """Yield given letters that cannot all stay, if the template is hopeless with them and not without them.

    A minimal set: one letter is taken out after the other, and stays out if it is not needed for the clash.
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
    return Network(problem).start()[1] != NOTHING


def _scarce(problem: Problem) -> Iterator[str]:
    """Yield the slots with the fewest candidates after propagation."""
    network = Network(problem)
    state, failing = network.start()
    slots = problem.grid.slots
    if failing != NOTHING:
        name = slots[failing].name if failing < len(slots) else problem.line_clues[failing - len(slots)].name
        yield f"no word is left for {name} once the slots that cross it are looked at"
        return
    scarce = sorted((size, slot) for slot, size in enumerate(state.sizes) if 1 < size <= FEW)
    for size, slot in scarce[:NAMED]:
        yield f"only {size} words are left for {slots[slot].name}"
