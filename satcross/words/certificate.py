"""Proofs that a template has no fill, for people who do not trust the search.

The template becomes a puzzle of lines whose clues are word lists.  It is written into the proof's folder
(`puzzle.toml` and a list for each set of candidates) beside the proof that it has no solution
(`satcross.author.proof`).  Such a puzzle cannot say that no word appears twice, nor that some word must appear.  So
there is no certificate for a template that fails only because of these.
"""

from __future__ import annotations

import os
from typing import Final

from satcross.author.proof import proved
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.writing import write_folder
from satcross.puzzle.files import toml_format
from satcross.puzzle.model import Line, Puzzle, WordClue
from satcross.puzzle.wordlists.index import numbers
from satcross.words.formula import FormulaSearch
from satcross.words.problem import Problem
from satcross.words.search import FillSearch
from satcross.words.template import OPEN, Template

PUZZLE: Final = "puzzle.toml"


def certify(template: Template, problem: Problem, folder: str | os.PathLike[str], budget: Budget = UNLIMITED) -> bool:
    """Write the proof that `problem`, of `template`, has no fill into `folder`; return whether there is such a proof.

    Raises:
        TimeUp: If the time is up.
        LimitError: For a formula beyond the budget.
        SatcrossError: With the code `write`.
    """
    plain = problem._replace(allow_repeats=True, required=())
    search = FillSearch(plain, 0, budget)
    if not search.is_failing and next(iter(FormulaSearch(plain, search.root, budget)), None) is not None:
        return False
    texts, lines = _word_lists(problem)
    rows, places = problem.rows, problem.grid.places
    puzzle = Puzzle(
        tuple([f"r{row}c{column}" for row, column in places]),
        (*lines, *[Line(f"{clue.name} clue", clue.cells, (clue.constraint,)) for clue in problem.line_clues]),
        given=tuple([
            (cell, rows[row - 1][column - 1])
            for cell, (row, column) in enumerate(places) if rows[row - 1][column - 1] != OPEN
        ]),
        dialect=template.dialect,
        flags=template.flags,
        title=template.title,
    )  # fmt: skip
    proof = proved(puzzle, budget=budget)
    if isinstance(proof, str):
        return False
    write_folder(folder, {**texts, PUZZLE: toml_format.write(puzzle), **proof[1]})
    return True


def _word_lists(problem: Problem) -> tuple[dict[str, str], list[Line]]:
    """Return the text of each word list by its file's name, and the slots as lines whose clues are these lists."""
    texts: dict[str, str] = {}
    file_of: dict[tuple[str, ...], str] = {}
    lines: list[Line] = []
    for slot, words, allowed in zip(problem.grid.slots, problem.words, problem.allowed, strict=True):
        listed = tuple(sorted([words[number] for number in numbers(allowed)]))
        if listed not in file_of:
            file_of[listed] = f"words-{len(file_of) + 1}.txt"
            # a list without words would be refused; a word of another length does not fit the slot either
            text = "\n".join(listed) or problem.word_list.letters[0] * (len(slot.cells) + 1)
            texts[file_of[listed]] = text + "\n"
        lines.append(Line(slot.name, slot.cells, (WordClue(listed, file_of[listed]),)))
    return texts, lines
