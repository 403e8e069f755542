"""The guide that a page carries: the steps to the solution, the possible letters of each cell, and one solution.

In: what has been found out about a puzzle.  Out: a packed text for the page, from which nobody reads the solution by
accident.  (It is compressed and in base64, not encrypted: a page that can give hints holds what the hints say.)
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from typing import Literal, NamedTuple

from satcross.showing import in_one_line
from satcross.wording import counted


class GuideStep(NamedTuple):
    """One deduction.

    sentence  the deduction for people
    clues     the clues that force it: line numbers and, on each line, clue numbers, from 0
    leaves    the cells that lose letters, by number, and the letters that remain
    """

    sentence: str
    clues: tuple[tuple[int, int], ...]
    leaves: tuple[tuple[int, str], ...]


class Guide(NamedTuple):
    """What a page needs to give hints, to check letters, and to reveal them.

    status    what is known of the puzzle
    steps     from the empty grid to the solution, or to what all solutions have in common
    possible  for each cell the letters that it has in some solution; empty if there is no solution
    solution  one solution, a letter for each cell; empty if there is none
    """

    status: Literal["unique", "several", "none"]
    steps: tuple[GuideStep, ...]
    possible: tuple[str, ...]
    solution: tuple[str, ...]

    def __repr__(self) -> str:
        return in_one_line("Guide", self.status, counted(len(self.steps), "step"))


def packed(guide: Guide) -> str:
    """Return `guide` as text for `player/guide.js`."""
    plain = {**guide._asdict(), "steps": [step._asdict() for step in guide.steps]}
    return b64encode(zlib.compress(json.dumps(plain, separators=(",", ":")).encode(), 9)).decode()
