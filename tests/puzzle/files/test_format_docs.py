"""docs/puzzle-format.md and the schema say what the reader does: their examples are read, solved, validated."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

import satcross
from satcross.errors import PuzzleError
from satcross.puzzle.files import READABLE, WRITABLE, load, read
from satcross.puzzle.files.document import COMMON, KEYS, write_document

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "puzzle-format.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```(toml|json)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("format", "text"), EXAMPLES)
def test_the_examples_are_read_and_solved(format: str, text: str) -> None:
    (puzzle,) = read(text.encode(), "example", format)
    found = satcross.check(puzzle)
    assert found.status in ("unique", "several")
    if puzzle.expected:
        assert [witness.letters for witness in found.witnesses] == list(puzzle.expected)


def test_the_page_names_every_key_and_format() -> None:
    for key in {key for keys in KEYS.values() for key in keys} | set(COMMON):
        assert f"`{key}" in PAGE or f"\n{key} = " in PAGE or f"[{key}]" in PAGE, key
    for format in {*READABLE, *WRITABLE} - {"toml", "json"}:
        assert f"| `{format}` |" in PAGE


def test_the_schema_accepts_our_puzzles_and_examples() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(json.loads((ROOT / "docs" / "puzzle.schema.json").read_text()))
    validator.check_schema(validator.schema)
    for path in sorted((ROOT / "puzzles").glob("*.toml")):
        validator.validate(tomllib.loads(path.read_text(encoding="utf-8")))
        validator.validate(write_document(load(path)))
    for format, text in EXAMPLES:
        validator.validate(tomllib.loads(text) if format == "toml" else json.loads(text))


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"shape": "circle"},
        {"clues": {"rows": ["A"], "columns": ["A"]}, "side": 2},
        {"clues": {"rows": ["A"], "columns": ["A"]}, "titel": "x"},
        {"clues": {"rows": ["A"], "columns": [{"regexp": "A"}]}},
        {"shape": "hexagon", "sides": [1, 2]},
        {"shape": "lines", "line": [{"cells": []}]},
        {"clues": {"rows": ["A"], "columns": ["A"]}, "given": {"1,1": "AB"}},
    ],
)
def test_the_schema_and_the_reader_refuse_the_same(data: object) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((ROOT / "docs" / "puzzle.schema.json").read_text())
    assert not jsonschema.Draft202012Validator(schema).is_valid(data)
    with pytest.raises(PuzzleError):
        read(json.dumps(data).encode(), "p.json", "json")
