"""Mistakes in calls of the Python API: whatever a parameter is given, the error is a `SatcrossError` with its name."""

import inspect
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import satcross
from satcross import api
from satcross.errors import OptionError, SatcrossError
from satcross.puzzle.shapes import Details

PUZZLE = satcross.line("A", 1, alphabet="AB")
REQUEST = satcross.Request(satcross.rectangle(rows=1, columns=1), ("A",), alphabet="AB")
CALLS: dict[str, dict[str, Any]] = {
    "load": {"path": "puzzle.toml"},
    "loads": {"text": "A|B\n\n[AB]\n"},
    "rectangle": {"rows": ["A"], "columns": 1},
    "hexagon": {"horizontal": ["A"], "rising": [""], "falling": [""], "side": 1},
    "triangle": {"horizontal": ["A"], "rising": [""], "side": 1},
    "lines": {"lines": [satcross.NamedLine(["a"], "A", "top")]},
    "line": {"pattern": "A", "length": 1},
}
"""The functions that take other people's data, with arguments with which they can be called."""

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


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each test run in a folder of its own with a puzzle; "text" may become the name of a file there."""
    monkeypatch.chdir(tmp_path)
    satcross.save(PUZZLE, "puzzle.toml")


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_type_is_an_error_that_names_the_parameter(name: str) -> None:
    for parameter in parameters_of(name):
        with pytest.raises(OptionError, match="this must be") as caught:
            getattr(api, name)(**{**CALLS[name], parameter: object()})
        assert (caught.value.place, caught.value.code) == ((parameter,), "type")


@pytest.mark.parametrize("name", CALLS)
def test_whatever_is_given_there_is_an_answer_or_a_satcross_error(name: str) -> None:
    for parameter, wrong in product(parameters_of(name), WRONG.values()):
        with suppress(SatcrossError):
            getattr(api, name)(**{**CALLS[name], parameter: wrong})


@pytest.mark.parametrize("clue", [None, 1, satcross.Clue(3), object()])  # type: ignore[arg-type] # that is the point
def test_what_is_no_clue_is_named(clue: Any) -> None:
    for rows in ([clue], [[clue, "A"]], ["A", clue]):
        with pytest.raises(SatcrossError, match="is not a clue") as caught:
            satcross.rectangle(rows=rows, columns=1)
        assert caught.value.code == "type"


@pytest.mark.parametrize("field", satcross.Request._fields)
def test_a_field_of_a_request_that_has_a_wrong_type_is_named(field: str) -> None:
    wrong: Any = {field: object()}
    with pytest.raises(OptionError, match="this must be") as caught:
        next(satcross.generate(REQUEST._replace(**wrong)))
    assert (caught.value.place, caught.value.code) == ((f"request.{field}",), "type")


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: satcross.line("A", "3"), "length: this must be a whole number, not '3'"),
        (lambda: satcross.hexagon(side="a"), "side: this must be a whole number or None, not 'a'"),
        (lambda: satcross.rectangle(rows=1, columns=1, colors={5: "red"}), "a mapping from strings"),
        (lambda: satcross.rectangle(rows=1, columns=1, colors=[("A", "red")]), "colors: this must be a mapping, not"),
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
        (lambda: list(satcross.export(PUZZLE, blocked=["Z"])), r"blocked\[0\]: 'Z' is not a letter that this cell can"),
        (lambda: satcross.daily(date(2026, 2, 14), "gentel"), "difficulty: there is no difficulty 'gentel'"),
        (lambda: list(satcross.check_many([PUZZLE], int)), "executor: the function must return an executor, not int"),
        (lambda: satcross.read_words("list.txt"), "paths: this must be a list of files, not a single string"),
    ],
)
def test_the_message_says_what_the_argument_must_be(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        ask()
