"""Patterns keep every promise: size, words, symmetry, connection, slot lengths; the same seed draws the same one."""

from collections import Counter

import pytest

from satcross.base.budget import UNLIMITED
from satcross.errors import OptionError
from satcross.words.patterns import SYMMETRIES, draw_pattern
from satcross.words.template import BLOCK, grid_of

FEW_MOVES = UNLIMITED.tuned(pattern_moves=UNLIMITED.tuning.pattern_moves // 3)
"""Enough for small grids."""

SAME = {
    "rotation": lambda rows: [row[::-1] for row in rows[::-1]],
    "quarter": lambda rows: ["".join(column) for column in zip(*rows[::-1], strict=True)],
    "horizontal": lambda rows: [row[::-1] for row in rows],
    "vertical": lambda rows: rows[::-1],
    "both": lambda rows: [row[::-1] for row in rows],
    "diagonal": lambda rows: ["".join(column) for column in zip(*rows, strict=True)],
    "none": lambda rows: rows,
}


def is_connected(rows: list[str]) -> bool:
    places = set(grid_of(rows).places)
    waiting = [min(places)]
    while waiting:
        row, column = waiting.pop()
        if (row, column) in places:
            places.remove((row, column))
            waiting += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return not places


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_patterns_are_symmetric_connected_and_without_short_slots(symmetry: str) -> None:
    template = draw_pattern(9, 9, None, symmetry, seed=2, max_length=7, budget=FEW_MOVES)
    assert template is not None
    rows = list(template.rows)
    assert rows == SAME[symmetry](rows)
    assert is_connected(rows)
    runs = [run for line in (*rows, *map("".join, zip(*rows, strict=True))) for run in line.split(BLOCK) if run]
    assert {len(run) for run in runs} <= set(range(3, 8))


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("lengths", [(9, 7, 7, 5), (9,), (5, 5, 3)], ids=str)
def test_lengths_that_are_asked_for_get_slots_across(symmetry: str, lengths: tuple[int, ...]) -> None:
    template = draw_pattern(11, 11, None, symmetry, seed=3, themes=["A" * n for n in lengths], budget=FEW_MOVES)
    assert template is not None
    rows = list(template.rows)
    assert rows == SAME[symmetry](rows)
    assert is_connected(rows)
    across = Counter(len(run) for row in rows for run in row.split(BLOCK) if run)
    assert Counter(lengths) <= across
    assert all(len(run) > 2 for column in zip(*rows, strict=True) for run in "".join(column).split(BLOCK) if run)


def test_a_length_that_is_too_long_for_the_rows_gets_a_slot_down() -> None:
    template = draw_pattern(9, 5, None, seed=1, themes=["A" * 8, "A" * 5], budget=FEW_MOVES)
    assert template is not None
    lengths = {slot.direction: set() for slot in template.grid.slots}
    for slot in template.grid.slots:
        lengths[slot.direction].add(len(slot.cells))
    assert 8 in lengths["down"]
    assert 5 in lengths["across"]


def test_lengths_for_which_there_is_no_room_are_not_found() -> None:
    assert draw_pattern(5, 5, None, themes=["AAAAA"] * 6, budget=FEW_MOVES) is None


def test_a_pattern_has_exactly_the_words_asked_for() -> None:
    template = draw_pattern(11, 11, 38, seed=2)
    assert template is not None
    assert len(grid_of(template.rows).slots) == 38


def test_a_grid_without_blocks_is_found_where_it_fits() -> None:
    template = draw_pattern(5, 5, 10, budget=FEW_MOVES)
    assert template is not None
    assert template.rows == (".....",) * 5


@pytest.mark.long
def test_the_seed_decides() -> None:
    one, same, other = (draw_pattern(7, 7, 18, seed=seed, budget=FEW_MOVES) for seed in (1, 1, 2))
    assert one == same != other


def test_what_cannot_be_is_not_found() -> None:
    assert draw_pattern(3, 3, 7, budget=FEW_MOVES) is None  # only the open grid has no short slots


@pytest.mark.parametrize(
    "options",
    [
        {"symmetry": "spiral"},
        {"min_length": 1},
        {"min_length": 8},
        {"min_length": 4, "max_length": 3},
        {"words": 0},
        {"columns": 9, "symmetry": "quarter"},
        {"columns": 1000},
        {"themes": ["A" * 8]},
        {"themes": ["AAAAA", "AA"]},
    ],
)
def test_requests_that_make_no_sense_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        draw_pattern(**{"rows": 7, "columns": 7, **options})  # type: ignore[arg-type]
