"""The front door: what `satcross` offers, its examples, and that it is lazy."""

from __future__ import annotations

import doctest
import subprocess
import sys
from collections.abc import Callable

import pytest

import satcross
from satcross import api
from satcross.budget import Budget
from satcross.errors import OptionError


def test_the_examples_of_the_api_are_true() -> None:
    failures, tried = doctest.testmod(api)
    assert tried > 3
    assert failures == 0


@pytest.mark.parametrize("name", api.__all__)
def test_every_name_can_be_had_from_the_package(name: str) -> None:
    assert getattr(satcross, name) is getattr(api, name)
    assert name in dir(satcross)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'solv'"):
        satcross.solv  # noqa: B018


def test_importing_the_package_loads_nothing() -> None:
    script = "import satcross, sys; print([name for name in sys.modules if name.startswith('satcross.')])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_puzzle_a_check_a_solution() -> None:
    puzzle = satcross.rectangle(rows=["AB|BA"], columns=["A|B", ""])
    assert [solution[1, 2] for solution in satcross.solutions(puzzle)] in (["A", "B"], ["B", "A"])
    assert satcross.check(puzzle).status == "several"
    assert next(satcross.trace(satcross.line("AB", 2))).candidates == ("A", "B")


def test_the_formula_has_a_variable_for_each_cell_and_letter() -> None:
    encoding = satcross.encode(satcross.rectangle(rows=["AB|BA"], columns=["A|B", ""]), with_selectors=True)
    assert [len(lits) for lits in encoding.variables.lits] == [2, 2]
    assert len(encoding.selectors) == 2
    with pytest.raises(OptionError):
        satcross.encode(satcross.line("A", 1, alphabet="any"))


@pytest.mark.parametrize(
    ("limits", "message"),
    [({"nodes": 50}, "circuit nodes"), ({"clauses": 50}, "clauses"), ({"memory": 16 << 20}, "of memory")],
    ids=["nodes", "clauses", "memory"],
)
@pytest.mark.parametrize(
    "ask",
    [
        lambda puzzle, budget: satcross.check(puzzle, budget=budget),
        lambda puzzle, budget: list(satcross.solutions(puzzle, 2, budget=budget)),
        lambda puzzle, budget: satcross.Search(puzzle, limit=2, budget=budget).run(),
        lambda puzzle, budget: satcross.explain(puzzle, budget=budget),
        lambda puzzle, budget: satcross.lint(puzzle, budget=budget),
        lambda puzzle, budget: satcross.encode(puzzle, budget=budget),
        lambda puzzle, budget: list(satcross.export(puzzle, budget=budget)),
        lambda puzzle, budget: satcross.prove(puzzle, "/nowhere", budget=budget),
    ],
    ids=["check", "solutions", "Search", "explain", "lint", "encode", "export", "prove"],
)
def test_the_limits_of_the_command_line_can_be_had_from_python(
    ask: Callable[..., object], limits: dict[str, int], message: str
) -> None:
    clue = r"(?!.*(.).*\1).*"
    puzzle = satcross.rectangle(rows=[clue] * 14, columns=[clue] * 14, alphabet="A-N")
    with pytest.raises(satcross.SatcrossError, match=message) as caught:
        ask(puzzle, Budget.lasting(None, **limits))
    assert caught.value.code == "limit"


def test_a_check_says_why_there_is_no_solution() -> None:
    found = satcross.check(satcross.rectangle(rows=["HELLO"], columns=4))
    assert found.diagnosis is not None
    assert (found.status, found.diagnosis.kind) == ("none", "length")
    assert satcross.check(satcross.rectangle(rows=["HI"], columns=2)).diagnosis is None


def test_a_check_asks_for_the_reason_only_as_long_as_it_may() -> None:
    with pytest.raises(OptionError):
        satcross.check(satcross.line("A", 1), timeout=-1)
    clue = r"(?!.*(.).*\1).*"
    puzzle = satcross.rectangle(rows=[clue] * 4, columns=[clue] * 4, alphabet="ABC")  # no row of four has four letters
    found = satcross.check(puzzle, timeout=60)
    assert found.diagnosis is not None
    assert found.diagnosis.kind == "alphabet"
