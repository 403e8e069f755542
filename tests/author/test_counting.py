"""Every way of counting agrees with trying every grid, and with the others on puzzles too large for that."""

import os
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pysat.solvers
import pytest

from satcross.author.counting import Count, Method, count
from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import LimitError, OptionError
from satcross.puzzle.shapes import NamedLine, line, lines, rectangle
from tests.clocks import hurry
from tests.processes import children
from tests.small_puzzles import small_puzzles

LARGE = rectangle(rows=["(AB|CD|EF|A)*"] * 4, columns=[".*[ABC].*[DEF].*"] * 5)

SETTLED_BY_SEARCH = rectangle(rows=["AB|BA", "AB|BA"], columns=["AB|BA", "AA|BB"])
"""It has no solution, and propagation does not notice."""


def known(tally: Count) -> tuple[int, str]:
    return tally.value, tally.kind


def test_the_search_counts_what_trying_every_grid_finds() -> None:
    for puzzle, expected in small_puzzles(100, seed=11):
        assert known(count(puzzle, "search")) == (len(expected), "exact"), puzzle


@pytest.mark.parametrize("limit", ["sweep_states", "line_states", "read_nodes"])
def test_cubes_are_listed_where_a_sweep_has_too_many_states(limit: str) -> None:
    budget = UNLIMITED.tuned(**{limit: 1})
    for puzzle, expected in small_puzzles(40, seed=12):
        assert count(puzzle, "search", budget=budget).value == len(expected)


def test_a_lower_bound_without_a_list_combines_cells_that_may_change_alone() -> None:
    budget = UNLIMITED.tuned(sweep_work=0, counted_cubes=0)
    combined = 0
    for puzzle, expected in small_puzzles(150, seed=62):
        found = count(puzzle, "search", budget=budget)
        assert found.value <= len(expected)
        assert found.kind == "at_least" or found.value == len(expected)
        combined += found.kind == "at_least" and found.value > 3
    assert combined > 5
    square = rectangle(rows=["(AB|BA|C|D)*"] * 4, columns=["(A|B|C|D)*|(AB|BA)*"] * 4)
    assert 4**2 <= count(square, "search", budget=budget).value < count(square, "search").value


def test_the_model_counter_agrees_with_brute_force() -> None:
    pytest.importorskip("pyganak")
    for puzzle, expected in small_puzzles(12, seed=13):
        assert known(count(puzzle, "ganak")) == (len(expected), "exact")


def test_search_and_model_counter_agree_on_a_large_puzzle() -> None:
    pytest.importorskip("pyganak")
    found = count(LARGE, "search")
    assert found.value > 10**5
    assert count(LARGE, "ganak").value == found.value


def test_a_search_that_takes_long_is_handed_to_the_model_counter() -> None:
    pytest.importorskip("pyganak")
    puzzle = rectangle(rows=["(AB|BA|C)*"] * 4, columns=["(AB|BA|C)*"] * 4)
    found = count(puzzle, budget=UNLIMITED.tuned(sweep_states=3))
    assert found.method == "ganak"
    assert found.value == count(puzzle, "search").value


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes as Linux lists them")
def test_an_interruption_while_the_model_counter_starts_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyganak")

    class Interrupted(subprocess.Popen[str]):
        def __init__(self, *arguments: Any, **settings: Any) -> None:
            super().__init__(*arguments, **settings)
            signal.raise_signal(signal.SIGINT)

    before = children()
    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        count(LARGE, "ganak")
    assert children() <= before


@pytest.mark.parametrize("method", ["search", "ganak"])
def test_no_solution_is_counted_as_none_where_propagation_does_not_notice(method: Method) -> None:
    if method == "ganak":
        pytest.importorskip("pyganak")
    assert count(SETTLED_BY_SEARCH, method) == Count(0, "exact", method)


def test_what_a_library_prints_is_not_taken_for_its_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = tmp_path / "pyganak.py"
    library.write_text(
        "import os\n"
        "class Counter:\n"
        "    new_vars = set_sampling_set = add_clause = lambda self, given: os.write(1, b'c o 17\\n')\n"
        "    count = lambda self: os.write(1, b'c o intermediate count: 0\\n18\\n') and 3\n"
    )
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(Path(__file__).parents[2])]))
    monkeypatch.setattr("satcross.author.counting.is_ganak_installed", lambda: True)
    assert count(rectangle(rows=["AB|BA|BB"], columns=2), "ganak").value == 3


def test_numbers_are_as_big_as_they_come() -> None:
    assert count(line(".*", 30)._replace(alphabet="ABCDEFGHIJ")).value == 10**30
    assert count(rectangle(rows=["(AA|BB)*"] * 100, columns=[""] * 4)).value == 4**100


def test_a_clue_on_no_cells_is_a_component_too() -> None:
    for pattern, expected in ((r"(A*)\1", 2), (r"(A?)\1(?<!B)", 2), (r"(A?)\1.", 0)):
        puzzle = rectangle(rows=1, columns=["", pattern], holes=[(1, 2)], alphabet="AC")
        assert count(puzzle, "search").value == expected


def test_a_clue_whose_letters_are_known_but_not_its_choices_is_a_component_too() -> None:
    puzzle = rectangle(rows=["C.", "[^A].", ".*"], columns=[r"(.).*C\1", ".*"], alphabet="ABC")
    assert known(count(puzzle, budget=UNLIMITED.tuned(equalities=0, read_nodes=0))) == (27, "exact")


def test_independent_regions_are_multiplied() -> None:
    """Six regions of 3 x 3 with a hundred and more solutions each."""
    rows = ["[AB]*A[AB]*"] * 18
    small = count(rectangle(rows=rows[:3], columns=["(AB|B|A)*"] * 3)).value
    puzzle = rectangle(rows=rows, columns=["(?:AB|B|A)*"] * 3)
    assert count(puzzle).value == small**6


def test_at_least_stops_early() -> None:
    found = count(LARGE, at_least=1000)
    assert found.kind == "at_least"
    assert found.value >= 1000
    assert found.stopped == "limit"
    assert known(count(line("AB|BA", 2), at_least=3)) == (2, "exact")


def test_a_clue_that_leaves_few_cells_open_is_counted_by_its_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    random, n = Random(5), 36
    text = random.choices("AB", k=n)
    excluded: list[tuple[list[int], list[str]]] = []  # letters that must not occur together at three indices
    while len(excluded) < 230:
        indices, letters = sorted(random.sample(range(n), 3)), random.choices("AB", k=3)
        if [text[index] for index in indices] != letters:
            excluded.append((indices, letters))
    gaps = [[after - before - 1 for before, after in pairwise([-1, *indices])] for indices, _ in excluded]
    parts = [zip(each, letters, strict=True) for each, (_, letters) in zip(gaps, excluded, strict=True)]
    looks = "".join("(?!" + "".join(f".{{{gap}}}{letter}" for gap, letter in part) + ")" for part in parts)
    puzzle = line(f"{looks}[AB]{{{n}}}[XYZ][XY]", n + 2, "ABXYZ")
    clauses = [
        [(-1 if letter == "A" else 1) * (index + 1) for index, letter in zip(indices, letters, strict=True)]
        for indices, letters in excluded
    ]
    with pysat.solvers.Solver("glucose4", clauses) as solver:
        expected = 6 * sum(1 for _ in solver.enum_models())
    hurry(monkeypatch)
    assert count(puzzle, "search", timeout=10) == Count(expected, "exact", "search")


def test_at_least_is_counted_though_no_cube_may_be_kept() -> None:
    puzzle = rectangle(rows=["AB|BA", "AB|BA"], columns=["AB|BA", "AB|BA"])
    assert count(puzzle, at_least=1, budget=UNLIMITED.tuned(kept_cubes=0)).value in (1, 2)


def test_a_trillion_solutions_in_independent_regions_are_counted_in_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    rows = [[f"{region}{row}{column}" for column in "abc"] for region in range(12) for row in "123"]
    columns = [[f"{region}{row}{column}" for row in "123"] for region in range(12) for column in "abc"]
    regions = [NamedLine(row, ".*A.*") for row in rows] + [NamedLine(column, "(AB|B|A)*C?") for column in columns]
    found = count(lines(regions), budget=Budget(20.0))
    assert found.kind == "exact"
    one = count(lines(regions[:3] + regions[36:39])).value
    assert found.value == one**12 > 10**12


def test_time_up_leaves_a_lower_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = rectangle(rows=["(AB|BA|C)*"] * 7, columns=["(AB|BA|C)*"] * 7)
    hurry(monkeypatch)
    found = count(puzzle, "search", budget=Budget(1.0))
    assert (found.kind, found.stopped) == ("at_least", "timeout")
    assert 0 <= found.value <= count(puzzle, "search").value


def test_no_time_is_no_number() -> None:
    found = count(LARGE, "search", budget=Budget(0.0))
    assert (found.kind, found.stopped) == ("at_least", "timeout")


def test_at_least_no_solution_is_refused() -> None:
    with pytest.raises(OptionError):
        count(LARGE, at_least=0)


@pytest.mark.skipif(os.name != "posix", reason="a program in the place of Python is a script here")
@pytest.mark.parametrize("end", ["echo std::bad_alloc >&2; exit 1", "kill -KILL $$"])
def test_a_counter_that_runs_out_of_memory_is_a_limit(
    end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "python"
    program.write_text(f"#!/bin/sh\ncat > {tmp_path}/formula\n{end}\n")
    program.chmod(0o755)
    monkeypatch.setattr("satcross.author.counting.is_ganak_installed", lambda: True)
    monkeypatch.setattr("sys.executable", str(program))
    with pytest.raises(LimitError, match="counting by pyganak needs more memory than is available"):
        count(rectangle(rows=["AB|BA|BB"], columns=2), "ganak")
