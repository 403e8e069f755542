"""The published schema and the reader agree: on our puzzles, and on documents damaged in every place.

What the schema refuses, the reader refuses.  The reader also knows what a schema cannot say (how many clues fit,
which cells there are); but whatever it calls a wrong type, key or shape, the schema refuses, too.
"""

import copy
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from satcross import load
from satcross.errors import SatcrossError
from satcross.puzzle.files.document import read_document, write_document
from tests.puzzle.files.test_format_docs import EXAMPLES
from tests.puzzle.files.test_positions import paths

jsonschema = pytest.importorskip("jsonschema")

ROOT = Path(__file__).parents[3]
SCHEMA = json.loads((ROOT / "docs" / "puzzle.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
FORM = {"type", "unknown-key", "missing-key", "shape", "schema", "address", "letter", "cell-name"}

VALUES: list[Any] = [
    None, True, 0, 1, 2, -1, 1.5, "", "A", "AB", "1,1", " 1 , 1 ", "1234567890,1", "\u0661,\u0661", "\t1,1",
    [], [""], ["A", "B"], ["A", 3], [["A", {"regex": "A"}], ""], ["1,1", "1,1"],
    {}, {"1,1": "A"}, {"regex": "A"}, {"regex": "A", "reversed": True}, {"regex": "A", "words": "w"},
    {"reversed": True},
]  # fmt: skip
DOCUMENTS: list[dict[str, Any]] = [
    {
        "schema": 1, "title": "t", "alphabet": "A-Z", "dialect": "python", "flags": "i", "given": {"1,1": "A"},
        "holes": ["2,2"], "complete": True, "solutions": [{"rows": ["AB", "C"], "complete": True}],
        "clues": {"rows": ["A.", ["C", {"regex": ".", "reversed": True}]], "columns": 2, "falling": ["A"]},
    },
    {
        "shape": "hexagon", "sides": [1, 2, 2], "holes": ["1,1"], "solutions": [{"cells": {"2,1": "A"}}],
        "clues": {"horizontal": ["", "AB", "C"], "rising": 2},
    },
    {"shape": "hexagon", "side": 2, "clues": {"falling": 3}},
    {
        "shape": "lines", "cells": ["c"], "given": {"c": "C"}, "solutions": [{"cells": {"a": "A", "c": "C"}}],
        "line": [{"name": "n", "cells": ["a"], "clues": ["A", {"regex": "."}]}, {"cells": ["a", "a"], "clues": ""}],
    },
]  # fmt: skip


def holder(document: Any, path: tuple[str | int, ...]) -> Any:
    for key in path[:-1]:
        document = document[key]
    return document


def damaged(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield `document` with one value replaced or removed, or with one key added that belongs elsewhere or nowhere."""
    keys = sorted({str(path[-1]) for each in DOCUMENTS for path in paths(each)} | {"titel", "words"})
    for path in paths(document):
        for value in VALUES:
            changed = copy.deepcopy(document)
            holder(changed, path)[path[-1]] = copy.deepcopy(value)
            yield changed
        changed = copy.deepcopy(document)
        del holder(changed, path)[path[-1]]
        yield changed
    for path in [(), *paths(document)]:
        if isinstance(holder(document, (*path, "")), dict):
            for key in keys:
                changed = copy.deepcopy(document)
                holder(changed, (*path, "")).setdefault(key, "A")
                yield changed


def complaint(document: object) -> str | None:
    """Return the code of the reader's error."""
    try:
        read_document(document)
    except SatcrossError as error:
        return error.code
    return None


def test_it_is_a_schema() -> None:
    VALIDATOR.check_schema(SCHEMA)


def test_it_accepts_our_puzzles_and_examples() -> None:
    for path in sorted((ROOT / "puzzles").glob("*.toml")):
        VALIDATOR.validate(tomllib.loads(path.read_text("utf-8")))
        VALIDATOR.validate(write_document(load(path)))
    for format, text in EXAMPLES:
        VALIDATOR.validate(tomllib.loads(text) if format == "toml" else json.loads(text))


@pytest.mark.long
@pytest.mark.parametrize("document", DOCUMENTS, ids=["rectangle", "irregular", "hexagon", "lines"])
def test_it_and_the_reader_refuse_the_same(document: dict[str, Any]) -> None:
    VALIDATOR.validate(document)
    refused = 0
    for changed in damaged(document):
        code = complaint(changed)
        is_valid = VALIDATOR.is_valid(changed)
        refused += not is_valid
        assert is_valid or code is not None, changed
        assert not is_valid or code not in FORM, (code, changed)
    assert refused > 100


@pytest.mark.parametrize("document", [{}, [], None, 3, "", {"shape": "circle"}, {"clues": {}}])
def test_it_and_the_reader_refuse_other_documents(document: object) -> None:
    assert not VALIDATOR.is_valid(document)
    assert complaint(document) in FORM
