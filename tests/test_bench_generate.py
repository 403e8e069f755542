"""The benchmark of generated puzzles judges them from outside, and counts what lint objects to."""

from pathlib import Path

import pytest

import satcross
from bench.generate import KINDS, judge, main, measure_all, read, row, summary

pytestmark = pytest.mark.long


def test_a_puzzle_is_judged_by_lint_and_explain() -> None:
    puzzle = satcross.rectangle(rows=["AB", "(B|AAA)A"], columns=["A.", "BA"])
    found = judge(puzzle)
    assert found.is_unique
    assert not found.is_clean
    assert found.redundant >= 1
    assert found.idle >= 1
    assert found.length == (2 + 8 + 2 + 2) / 4
    difficulty = satcross.difficulty(puzzle)
    assert (found.difficulty, found.label) == (difficulty.value, difficulty.label)


def test_a_puzzle_with_two_solutions_is_not_unique() -> None:
    assert not judge(satcross.rectangle(rows=["AB|BA"], columns=["[AB]", "[AB]"])).is_unique


def test_what_is_measured_is_kept_in_a_file_and_summed_up_by_label(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = str(tmp_path / "kept.jsonl")
    measured = list(measure_all(KINDS[:1], ["gentle", "moderate"], [0], kept))
    assert list(read(kept)) == measured
    assert [each.asked for each in measured] == ["gentle", "moderate"]
    told = summary(KINDS[0], "gentle", measured[:1])
    assert (told["unique"], told["clean"], told["label"], told["bare"]) == (100, 100, 100, 0)
    assert "5 x 5, gentle" in row(told)
    main(["--read", kept])
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()] == [
        ["generated", "puzzles"],
        ["5", "x"],
        ["5", "x"],
        [],
        ["share", "of"],
        ["5", "x"],
    ]
