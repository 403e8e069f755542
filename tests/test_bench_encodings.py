"""The benchmark of encodings measures each encoding with each solver, and its page shows what was measured."""

import json
from pathlib import Path

import pytest

import bench.encodings
from bench.encodings import SolverMeasurement, main, measure, solved, table
from satcross.solver.encodings import ENCODINGS

SOLVER = "glucose4"


def test_small_puzzles_are_measured_in_every_encoding() -> None:
    found = measure({"pigeons": (2, 3), "minimal": (3,)}, 5.0, [SOLVER])
    wanted = [(*each, name) for each in (("pigeons", 2), ("pigeons", 3), ("minimal", 3)) for name in ENCODINGS]
    assert [(each.family, each.size, each.encoding) for each in found] == wanted
    assert all(each.seconds is not None and each.clauses > 0 for each in found)


def test_larger_puzzles_are_left_out_where_a_solver_took_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench.encodings, "solved", lambda *_: (None, 1_000))
    found = measure({"pigeons": (2, 3)}, 5.0, [SOLVER])
    assert [(each.size, each.seconds) for each in found] == [(2, None)] * len(ENCODINGS)


def test_a_formula_is_unsolved_after_the_limit() -> None:
    assert solved([[1], [-1]], SOLVER, 0.0)[0] is None
    assert solved([[1], [-1]], SOLVER, 60.0)[0] is not None


def test_the_table_shows_the_largest_puzzle_and_a_dash_where_it_took_too_long() -> None:
    def row(size: int, encoding: str, seconds: float | None) -> SolverMeasurement:
        return SolverMeasurement("pigeons", size, encoding, SOLVER, 1_200, 0.5, 34, seconds)

    shown = table([row(5, "positions", 9.0), row(6, "positions", 0.25), row(6, "table", None)])
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in shown.splitlines()]
    assert lines[0] == ["family, size", "", *ENCODINGS]
    assert lines[2] == ["pigeons, 6", "clauses", "1,200", "", "1,200", "", "", ""]
    assert lines[4] == ["", SOLVER, "0.25 s, 34", "-", "-", "-", "-", "-"]


def test_the_command_writes_a_page_with_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench.encodings, "LADDERS", {"pigeons": (2, 3, 4, 5)})
    main(["--quick", "--out", str(tmp_path)])
    page = (tmp_path / "encodings-measured.md").read_text()
    measured = [SolverMeasurement(**each) for each in json.loads((tmp_path / "encodings-measured.json").read_text())]
    assert {each.size for each in measured} == {2, 3}
    assert table(measured) in page
    assert "(pictures/encodings-pigeons.svg)" in page
    assert (tmp_path / "pictures" / "encodings-pigeons.svg").read_text().startswith("<svg")
