"""Word crosswords in the studio: what can still go into the slots, and the rest filled in.

In: a draft whose rows and columns are words (holes are blocks), and the word lists from the command line.  Out: the
message `Words`, and a proposal for `Fill`.  The author's letters are taken as given.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Final

from satcross.base.bits import members
from satcross.base.records import NamedTuple
from satcross.errors import MissingError, PuzzleError
from satcross.puzzle import address_text
from satcross.puzzle.word_index import numbers
from satcross.puzzle.wordlists import WordList, read_words
from satcross.studio.answers import SlotPart, StudioMessage, WordsMessage
from satcross.studio.documents import Draft, Preview, budget_for, document_of, names_of, proposal_of
from satcross.studio.messages import FillMessage
from satcross.studio.templates import template_of_draft
from satcross.words.filling import Filling, candidates, remarks
from satcross.words.problem import Problem, build_problem
from satcross.words.propagation import Network
from satcross.words.search import crossing_gains
from satcross.words.template import OPEN, Template

SECONDS: Final = 10.0
FILLING: Final = 90.0
"""Seconds for what can go into the slots, and for filling them."""

LISTED: Final = 60
"""Words that are listed for a slot."""

COMPARED: Final = 500
"""Words of a slot that are compared by what they leave to the slots that cross it."""

NO_LIST: Final = "there is no word list, so the studio cannot tell which words fit"


class WordFiles(NamedTuple):
    """The word lists that may be read.

    Attributes:
        chosen: Paths, from the command line: lists for crosswords.
        named: Paths by the names that puzzle files of the command line use.
    """

    chosen: tuple[str, ...] = ()
    named: dict[str, str] = {}  # noqa: RUF012 - it is never changed


class Dictionary:
    """The word lists from the command line, which are read when they are needed, and again after they have changed."""

    def __init__(self, files: WordFiles) -> None:
        self._files: Final = files
        self._lists: Final[dict[tuple[str, ...], tuple[list[int], WordList]]] = {}

    @property
    def has_words(self) -> bool:
        """Whether there are word lists for crosswords."""
        return bool(self._files.chosen)

    @property
    def words(self) -> WordList:
        """The words for crosswords, of all lists.  Raises MissingError if none was chosen."""
        if not self._files.chosen:
            raise MissingError("there is no word list", hint="name one when you start the studio", code="missing-words")
        return self._read(self._files.chosen)

    def list_called(self, name: str) -> WordList:
        """Return the word list to which a document refers as `name`, as it is now.

        Raises:
            PuzzleError: Unless a file of the command line named it when the studio was started: neither a document from
                a stranger nor a page may choose what is read.
        """
        if name not in self._files.named:
            raise PuzzleError(
                "it is not here",
                hint="write the words as a regex, such as ONE|TWO, or name the puzzle file after satcross studio",
                code="outside",
            )
        return self._read((self._files.named[name],))

    def _read(self, paths: tuple[str, ...]) -> WordList:
        changed = [os.stat(path).st_mtime_ns if os.path.exists(path) else 0 for path in paths]
        known = self._lists.get(paths)
        if known is None or known[0] != changed:
            known = self._lists[paths] = (changed, read_words(paths, use_cache=False))
        return known[1]


def words_of(draft: Draft, revision: int, dictionary: Dictionary) -> WordsMessage:
    """Return what can still go into each slot and cell.  Raises SatcrossError if a word list cannot be read."""
    template = template_of_draft(draft)
    if not dictionary.has_words:
        return _none(template, revision, NO_LIST, has_list=False)
    words = dictionary.words
    try:
        problem = build_problem(template, words, budget=budget_for(SECONDS))
    except PuzzleError as error:
        return _none(template, revision, error.message)
    state, failing = Network(problem).start()
    if not failing:
        sets, cells = state.words, state.cells
        unfillable: set[int] = set()
    else:
        sets = [candidates(problem, slot) for slot in range(len(problem.words))]
        cells = [_alone(problem, sets, cell) for cell in range(len(problem.domains))]
        slots = [slot for slot, words_of_slot in enumerate(sets) if not words_of_slot]
        if not slots and failing[0] < len(sets):
            slots = [failing[0]]
        unfillable = {cell for slot in slots for cell in problem.grid.slots[slot].cells}
        unfillable |= {cell for cell, mask in enumerate(cells) if not mask}
    letters = problem.word_list.letters
    return {
        "type": "words",
        "revision": revision,
        "has_list": True,
        "slots": [_slot(problem, number, sets, cells) for number in range(len(sets))],
        "letters": ["".join(letters[place] for place in members(mask)) for mask in cells],
        "unfillable": sorted(unfillable),
        "remarks": remarks(problem) if failing else [],
    }


def _none(template: Template, revision: int, remark: str, *, has_list: bool = True) -> WordsMessage:
    """Return that nothing can be filled, for the reason `remark`."""
    grid = template.grid
    slots: list[SlotPart] = [
        {"name": each.name, "cells": list(each.cells), "count": 0, "words": []} for each in grid.slots
    ]
    return {
        "type": "words",
        "has_list": has_list,
        "revision": revision,
        "slots": slots,
        "letters": [""] * len(grid.places),
        "unfillable": [],
        "remarks": [remark],
    }


def _slot(problem: Problem, number: int, sets: Sequence[int], masks: Sequence[int]) -> SlotPart:
    """Return a slot with its candidates; `sets` has the candidates of every slot, and `masks` each cell's letters."""
    slot = problem.grid.slots[number]
    return {
        "name": slot.name,
        "cells": list(slot.cells),
        "count": sets[number].bit_count(),
        "words": best_words(problem, number, sets, masks)[:LISTED],
    }


def best_words(problem: Problem, number: int, sets: Sequence[int], masks: Sequence[int]) -> list[str]:
    """Return candidates of a slot: the best scores first, then candidates that leave most words to the crossing slots.

    How much a word leaves is the product of the numbers of words that fit its letters on each crossing.  Of very many
    candidates with the same score a fair sample is looked at.

    Args:
        sets: The candidates of every slot.
        masks: The letters of each cell.
    """
    words = problem.words[number]
    candidates = list(numbers(sets[number]))
    if words.scores is not None:
        candidates.sort(key=lambda word: -words.score(word))
    gains = crossing_gains(problem, sets, masks, number)
    ranked = [
        (
            -words.score(word),
            -sum([gain.get(letter, 0.0) for gain, letter in zip(gains, words[word], strict=True) if gain]),
            words[word],
        )
        for word in candidates[:COMPARED]
    ]
    return [word for _, _, word in sorted(ranked)]


def _alone(problem: Problem, sets: Sequence[int], cell: int) -> int:
    """Return the letters that each slot on a cell allows there, if it is looked at alone."""
    mask = problem.domains[cell]
    for slot, place in problem.grid.crossings[cell]:
        domains = [problem.domains[each] for each in problem.grid.slots[slot].cells]
        mask &= problem.words[slot].index.letters(sets[slot], domains)[place] if sets[slot] else 0
    return mask


def filled(draft: Draft, message: FillMessage, dictionary: Dictionary) -> Iterator[StudioMessage]:
    """Yield the document with words in all slots."""
    template = template_of_draft(draft)
    yield {"type": "progress", "revision": message["revision"], "id": message["id"], "text": "looking for words"}
    filling = Filling(template, dictionary.words, seed=message.get("seed", 0), budget=budget_for(FILLING))
    fill = next(iter(filling), None)
    if fill is None:
        if filling.status == "unfillable":
            reasons = remarks(filling.problem)
            why = f": {reasons[0]}" if reasons else ""
            raise PuzzleError(f"no words fill the rest{why}", code="template", hint="change a letter or a block")
        raise PuzzleError("no fill was found in time", code="template", hint="try another seed")
    letters = [fill.rows[row - 1][column - 1] for row, column in template.grid.places]
    by_address = {address_text(cell): letter for cell, letter in zip(draft.puzzle.cells, letters, strict=True)}
    given = {address_text(draft.puzzle.cells[cell]) for cell, _ in draft.puzzle.given}
    by_address = {address: letter for address, letter in by_address.items() if address not in given and letter != OPEN}
    yield proposal_of(message, document_of(draft.puzzle, by_address, "words", draft.crossword), Preview(letters))
    yield {"type": "done", **names_of(message)}
