"""The benchmark of word crosswords: templates are as named, other fillers get the same problem, medians are fair."""

from math import inf
from pathlib import Path

import pytest

from bench.fill import DRAWN, RUNGS, Run, deck, summary
from satcross.words.files import load_template
from satcross.words.template import BLOCK, grid_of


@pytest.mark.parametrize("path", sorted(DRAWN.glob("*.txt")), ids=lambda path: path.stem)
def test_a_drawn_template_is_what_its_name_says(path: Path) -> None:
    rows = load_template(path).rows
    words, blocks = len(grid_of(rows).slots), sum(row.count(BLOCK) for row in rows)
    assert path.stem == f"{len(rows)}x{len(rows[0])}-{words}-words-{blocks}-blocks"


def test_every_template_is_there() -> None:
    assert all(rung.path.is_file() for rung in RUNGS)


def test_a_deck_has_each_slot_with_its_cells_and_given_letters(tmp_path: Path) -> None:
    (tmp_path / "template.txt").write_text("_ A\n# _\n")
    assert deck(tmp_path / "template.txt") == ".RANDOM 1\n.UNIQUE 1\nr1c1 r1c2 =.A\nr1c2 r2c2 =A.\n"


def test_a_run_that_fills_nothing_counts_as_the_longest() -> None:
    quick, failed = Run(1, 0.5, 20), Run(inf, 9, 90)
    assert summary([quick, failed, quick])["median"] == 1
    assert summary([quick, failed, failed])["median"] is None
    assert summary([quick, failed])["median"] is None
    assert summary([failed])["slowest"] is None
