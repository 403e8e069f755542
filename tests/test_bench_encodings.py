"""The benchmark of encodings measures each encoding with each solver, and its page shows what was measured."""

import json
from pathlib import Path

import pytest

import bench.encodings
from bench.encodings import SolverMeasurement, main, table
from satcross.solver.encodings import ENCODINGS

SOLVER = "glucose4"


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
    page = (tmp_path / "encodings.md").read_text()
    measured = [SolverMeasurement(**each) for each in json.loads((tmp_path / "encodings.json").read_text())]
    assert {each.size for each in measured} == {2, 3}
    assert table(measured) in page
    assert "(pictures/encodings-pigeons.svg)" in page
    assert (tmp_path / "pictures" / "encodings-pigeons.svg").read_text().startswith("<svg")
