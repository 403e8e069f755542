"""Mistakes in calls of the Python API: whatever a parameter is given, the error is a `SatcrossError` with its name."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable, Iterator
from datetime import date
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest

import satcross
from satcross import api
from satcross.base.arguments import check_arguments
from satcross.errors import OptionError, SatcrossError
from satcross.puzzle.shapes import Details
from satcross.solver.cnf import read_answer
from tests.transcript import ROOT

FUNCTIONS = [name for name in api.__all__ if inspect.isfunction(getattr(api, name))]
PUZZLE = satcross.line("A", 1, alphabet="AB")
REQUEST = satcross.Request(satcross.rectangle(rows=1, columns=1), ("A",), alphabet="AB")
VALID: dict[str, object] = {
    "answer": read_answer("s SATISFIABLE\nv 1 -2 0\n"),
    "cells": ["a"],
    "columns": 1,
    "day": date(2026, 2, 14),
    "formula": list(satcross.export(PUZZLE)),
    "horizontal": ["A"],
    "falling": [""],
    "length": 1,
    "letters": ("A",),
    "line": "row 1",
    "lines": [satcross.NamedLine(["a"], "A", "top")],
    "number": 1,
    "pattern": "A",
    "puzzle": PUZZLE,
    "puzzles": [PUZZLE],
    "request": REQUEST,
    "requests": [REQUEST],
    "rising": [""],
    "rows": ["A"],
    "shape": PUZZLE,
    "side": 1,
    "text": "A",
}
"""What the parameters that a call needs are given, by their names."""

NEEDED = {"hexagon": ("horizontal", "rising", "falling", "side")}
"""Parameters that have a default value and still cannot be left out."""

WRONG: dict[str, object] = {
    "object": object(),
    "None": None,
    "text": "text",
    "bytes": b"text",
    "fraction": 0.5,
    "list": [object()],
    "texts": ["A", None],
    "numbers": [1, 2],
    "mapping": {"a": object()},
    "set": {("A",)},
}


def parameters_of(name: str) -> list[str]:
    """Return the names of the parameters of a public function, and those that it takes as `Details`."""
    listed = inspect.signature(getattr(api, name)).parameters.values()
    plain = [each.name for each in listed if each.kind is not inspect.Parameter.VAR_KEYWORD]
    return plain + (list(Details.__annotations__) if len(plain) < len(listed) else [])


def valid_arguments(name: str, folder: Path) -> dict[str, Any]:
    """Return arguments with which the public function can be called."""
    path = folder / "puzzle.toml"
    satcross.save(PUZZLE, path)
    valid = {**VALID, "path": path, "folder": folder}
    parameters = inspect.signature(getattr(api, name)).parameters.values()
    needed = [each.name for each in parameters if each.default is each.empty and each.kind is not each.VAR_KEYWORD]
    return {each: valid[each] for each in (*needed, *NEEDED.get(name, ()))}


def call(name: str, arguments: dict[str, Any]) -> None:
    """Call the public function, and ask for the first value of what it returns, if that is an iterator."""
    value = getattr(api, name)(**arguments)
    if isinstance(value, Iterator):
        list(islice(value, 1))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_wrong_type_is_an_error_that_names_the_parameter(name: str, tmp_path: Path) -> None:
    arguments = valid_arguments(name, tmp_path)
    for parameter in parameters_of(name):
        with pytest.raises(OptionError, match="this must be") as caught:
            call(name, {**arguments, parameter: object()})
        assert (caught.value.place, caught.value.code) == ((parameter,), "type")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_whatever_is_given_there_is_an_answer_or_a_satcross_error(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # "text" may become the name of a file
    arguments = valid_arguments(name, tmp_path)
    for parameter, wrong in product(parameters_of(name), WRONG.values()):
        try:
            call(name, {**arguments, parameter: wrong})
        except SatcrossError:
            continue


@pytest.mark.parametrize("clue", [None, 1, satcross.Clue(3), object()])  # type: ignore[arg-type] # that is the point
def test_what_is_no_clue_is_named(clue: Any) -> None:
    for rows in ([clue], [[clue, "A"]], ["A", clue]):
        with pytest.raises(SatcrossError, match="is no clue") as caught:
            satcross.rectangle(rows=rows, columns=1)
        assert caught.value.code == "type"


MADE_BY_CALLERS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "Search": (satcross.Search, {"puzzle": PUZZLE}),
    "Budget.lasting": (satcross.Budget.lasting, {"seconds": 1.0}),
    "Filling": (
        satcross.Filling,
        {
            "template": satcross.load_template(ROOT / "puzzles/fill/open5.txt"),
            "word_list": satcross.read_words([ROOT / "puzzles/words/small.txt"], use_cache=False),
        },
    ),
}
"""What users of the API call besides functions, each with the arguments that it needs."""

METHOD_CASES = [
    pytest.param(name, parameter, id=f"{name}-{parameter}")
    for name, (make, _) in MADE_BY_CALLERS.items()
    for parameter in inspect.signature(make).parameters
]


@pytest.mark.parametrize(("name", "parameter"), METHOD_CASES)
def test_a_class_names_the_parameter_of_a_wrong_type(name: str, parameter: str) -> None:
    make, arguments = MADE_BY_CALLERS[name]
    make(**arguments)
    with pytest.raises(OptionError, match="this must be") as caught:
        make(**{**arguments, parameter: object()})
    assert (caught.value.place, caught.value.code) == ((parameter,), "type")


@pytest.mark.parametrize("field", satcross.Request._fields)
def test_a_field_of_a_request_that_has_a_wrong_type_is_named(field: str) -> None:
    wrong: Any = {field: object()}
    with pytest.raises(OptionError, match="this must be") as caught:
        satcross.generate(REQUEST._replace(**wrong))
    assert (caught.value.place, caught.value.code) == ((f"request.{field}",), "type")


@pytest.mark.parametrize("field", satcross.Budget._fields)
def test_a_field_of_a_budget_that_has_a_wrong_type_is_named(field: str) -> None:
    wrong: Any = {field: object()}
    with pytest.raises(OptionError, match="this must be") as caught:
        satcross.check(PUZZLE, budget=satcross.Budget()._replace(**wrong))
    assert (caught.value.place, caught.value.code) == ((f"budget.{field}",), "type")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_mistakes_stand_in_calls_whose_other_types_are_right(name: str, tmp_path: Path) -> None:
    arguments = valid_arguments(name, tmp_path)
    check_arguments(inspect.unwrap(getattr(api, name)), (), arguments)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: satcross.check(None), "puzzle: this must be Puzzle, not None"),
        (lambda: satcross.line("A", "3"), "length: this must be a whole number, not '3'"),
        (lambda: satcross.hexagon(side="a"), "side: this must be a whole number or None, not 'a'"),
        (lambda: satcross.explain(PUZZLE, ["A", 3]), r"filled\[1\]: this must be a string, not 3"),
        (lambda: satcross.rectangle(rows=1, columns=1, given={"a": 1}), r"given\['a'\]: this must be a string, not 1"),
        (lambda: satcross.rectangle(rows=1, columns=1, alphabt="A"), "alphabt: rectangle has no such argument"),
        (
            lambda: satcross.render(PUZZLE, letters=["A", "B"]),
            "letters: this must have as many entries as the puzzle has cells, 1,",
        ),
        (
            lambda: satcross.alphabet_dependence(PUZZLE, ()),
            "letters: this must have as many entries as the puzzle has cells, 1,",
        ),
        (
            lambda: list(satcross.export(PUZZLE, blocked=[])),
            "blocked: this must have as many entries as the puzzle has cells, 1,",
        ),
        (lambda: list(satcross.export(PUZZLE, blocked=["Z"])), r"blocked\[0\]: 'Z' is no letter that this cell can"),
        (lambda: satcross.daily(date(2026, 2, 14), "gentel"), "difficulty: there is no difficulty 'gentel'"),
        (lambda: list(satcross.check_many([PUZZLE], int)), "executor: the function must return an executor, not int"),
        (lambda: satcross.read_words("list.txt"), "paths: this must be a list of files, not a single string"),
        (lambda: satcross.check_many([PUZZLE, "A"]), r"puzzles\[1\]: this must be Puzzle, not 'A'"),
    ],
)
def test_the_message_says_what_the_argument_must_be(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        ask()


def test_an_iterator_is_not_used_up_by_the_check() -> None:
    assert [each.answer.status for each in satcross.check_many(iter([PUZZLE])) if each.answer] == ["unique"]


@pytest.mark.parametrize("name", ["check", "difficulty", "solutions"])
def test_public_functions_can_be_sent_to_other_processes(name: str) -> None:
    function = getattr(satcross, name)
    assert pickle.loads(pickle.dumps(function)) is function
