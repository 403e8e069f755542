"""Warming up: everything that most questions need is imported, and every table that they read is loaded.

The process from which workers are forked imports this module, so that each worker is warm from its start.  What exists
then is shared by all of them; the search for unreachable objects leaves it alone, which would copy it.
"""

from __future__ import annotations

import gc

from satcross.puzzle.shapes import rectangle
from satcross.studio import live
from satcross.studio.crossword import Dictionary, WordFiles
from satcross.studio.documents import document_of, read_draft


def _warm_up() -> None:
    """Answer questions about a small puzzle in each dialect."""
    for dialect in ("python", "javascript"):
        puzzle = rectangle(rows=["A|B", r"(.)\1?"], columns=[".[AB]"], dialect=dialect)
        draft = read_draft(document_of(puzzle))
        for _ in live.at_once(draft, 0, live.WANTED, Dictionary(WordFiles())):
            pass
        for _ in live.later(draft, 0, ("lint", "steps")):
            pass


_warm_up()
gc.set_threshold(50_000, 20, 20)
gc.freeze()
