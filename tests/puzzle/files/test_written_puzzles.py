"""Puzzles that `tests.writers` writes are read as the same puzzles or refused, and never as others.

`make fuzz-readers` tries other seeds; `python -m tests.writers --seed SEED` repeats one.
"""

from itertools import islice
from random import Random
from typing import Final

import pytest

from tests.writers.every import LAYOUTS
from tests.writers.judge import Verdict, shrunk, summary, verdicts

SEEDS: Final = (4, 5, 6, 7)
MOST_REFUSED: Final = 0.03  # of the texts that can mean one puzzle only


def texts(seed: int) -> list[Verdict]:
    """Return what becomes of a text in each layout."""
    return list(islice(verdicts(list(LAYOUTS), Random(seed)), len(LAYOUTS)))


def described(verdict: Verdict) -> str:
    written = [summary(drawn.puzzle()) for drawn in verdict.puzzles]
    return f"{verdict.layout}:\n{verdict.text}\nread: {verdict.detail}\nwritten: {written}"


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
def test_a_text_gives_the_puzzle_that_was_written_or_is_refused(seed: int) -> None:
    found = texts(seed)
    wrong = [shrunk(verdict) for verdict in found if verdict.outcome in ("misread", "crashed")]
    assert not wrong, "\n\n".join(map(described, wrong))
    clear = [verdict for verdict in found if not verdict.is_excused]
    refused = [f"{each.layout}: {each.detail}" for each in clear if each.outcome == "refused"]
    assert len(refused) <= MOST_REFUSED * len(clear), "\n".join(refused)
