"""Families of puzzles: equal requests give equal puzzles, and what a family promises holds."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from satcross.base.budget import Budget
from satcross.cli import main
from satcross.errors import OptionError, TimeUp
from satcross.puzzle.files import read
from satcross.solver import families
from satcross.solver.families import FAMILIES, instance, member
from satcross.solver.solutions import check

SIZE = 4


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_a_family_promises_holds(name: str, seed: int) -> None:
    puzzle = member(name, SIZE, seed)
    status = check(puzzle).status
    assert {"solvable": status in ("unique", "several"), "unique": status == "unique", "none": status == "none"}[
        FAMILIES[name].known
    ]
    assert member(name, SIZE, seed) == puzzle


@pytest.mark.parametrize("name", sorted(set(FAMILIES) - {"pigeons", "parities"}))
def test_another_seed_draws_another_puzzle(name: str) -> None:
    assert member(name, SIZE, 1).lines != member(name, SIZE, 2).lines


def test_no_clue_of_a_minimal_puzzle_can_go() -> None:
    puzzle = member("minimal", SIZE, 1)
    for number, line in enumerate(puzzle.lines):
        for left_out in range(len(line.clues)):
            lines = list(puzzle.lines)
            lines[number] = line._replace(clues=line.clues[:left_out] + line.clues[left_out + 1 :])
            assert check(puzzle._replace(lines=tuple(lines))).status == "several"


def test_clues_match_the_string_that_they_are_made_around() -> None:
    random = Random(3)
    for make in (families.letters_in_order, families.tokens, families.mixed, families.reference, families.nested_star):
        for _ in range(60):
            text = "".join(random.choices("ABCD", k=random.randint(2, 9)))
            pattern = make(text, "ABCD", random)
            assert re.fullmatch(pattern, text), (make, pattern, text)


@pytest.mark.parametrize("name", FAMILIES)
def test_the_files_of_an_instance_say_what_is_true(name: str) -> None:
    texts = instance(name, SIZE, 1)
    stem = f"{name}-{SIZE}-1"
    (puzzle,) = read(texts[f"{stem}.toml"].encode(), "puzzle.toml")
    assert puzzle.lines == member(name, SIZE, 1).lines
    metadata = json.loads(texts[f"{stem}.json"])
    assert metadata["known"] == FAMILIES[name].known
    assert {each["file"] for each in metadata["formulas"]} | {f"{stem}.toml", f"{stem}.json"} == set(texts)
    for each in metadata["formulas"]:
        formula = CNF(from_string=texts[each["file"]])
        with Solver("minisat22", bootstrap_with=formula.clauses) as solver:
            assert solver.solve() == each["satisfiable"]
        assert each["difficulty"]["is_solved"]
        assert each["difficulty"]["clauses"] == len(formula.clauses)
        assert not any(line.startswith("c") for line in texts[each["file"]].splitlines())


def test_a_solver_that_gives_up_is_reported_as_such() -> None:
    texts = instance("pigeons", 7, 1, most_conflicts=50)
    (formula,) = json.loads(texts["pigeons-7-1.json"])["formulas"]
    assert not formula["difficulty"]["is_solved"]
    assert formula["difficulty"]["conflicts"] >= 50


@pytest.mark.parametrize(("name", "size", "hint"), [("pigeon", 4, "did you mean pigeons?"), ("random", 1, None)])
def test_wrong_requests_are_refused(name: str, size: int, hint: str | None) -> None:
    with pytest.raises(OptionError) as caught:
        member(name, size, 1)
    assert caught.value.hint == hint


def test_the_clock_is_looked_at_while_a_puzzle_is_made() -> None:
    with pytest.raises(TimeUp):
        member("minimal", 12, 1, Budget.lasting(0))


def test_instances_are_written_into_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "made"
    assert main(["family", "pigeons", "--size", "3", "--count", "2", "-o", str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        f"pigeons-3-{seed}.{ending}" for seed in (1, 2) for ending in ("cnf", "json", "toml")
    ]
    assert "2 instances in " in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["pigeons"], ["pigeons", "--size", "3", "--count", "2"]])
def test_what_is_missing_is_named(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["family", *arguments]) == 2
    assert "hint: " in capsys.readouterr().err


def test_out_of_time_is_a_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["family", "minimal", "--size", "14", "--timeout", "0.01"]) == 3
    assert "out of time" in capsys.readouterr().err
