"""Every malformed file gives one clear error that names the file, the line and the key; never another exception.

Most errors are recorded in `tests/hostile/errors.txt`; here are those that depend on where something stands.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import satcross
from satcross import load
from satcross.errors import ClueName, ManyErrors, RegexError, SatcrossError, render
from satcross.puzzle.files import explain, format_of_path, open_source, read_source, save, to_text
from tests.other_formats import text_of

PUZZLES = Path(__file__).parents[3] / "puzzles"
ROWS = '[clues]\nrows = ["A"]\ncolumns = ["A"]\n'
LINES = 'shape = "lines"\n'
HEX = 'shape = "hexagon"\n'

TOML = [
    ("shape = 'hexagon'\n[clues]\nrows = ['A']", "p.toml:3, clues.rows: the key 'rows' is unknown"),
    ("a = 1\na = 2", "p.toml, line 2, column 1: the key a is given twice"),
    ("[clues]\nrows = [\n 'A',\n ['B', 3]]\ncolumns = ['A']", "p.toml:4, clues.rows 2 2: a clue must be"),
    ("holes = ['A1']\n" + ROWS, "p.toml:1, holes 1: 'A1' is not the address of a cell"),
    (ROWS + "[[solutions]]\nrows = ['AB']", "p.toml:4, solutions 1: row 1 of the solution has 2"),
    (ROWS + "[[solutions]]\nrow = ['A']", "p.toml:5, solutions 1.row: the key 'row' is unknown"),
    (ROWS + "[[solutions]]\n", "either rows or cells"),
    (HEX + "side = 2\n[clues]\nhorizontal = ['A']", "p.toml:4, clues.horizontal: a hexagon of side 2 has 3 such lines"),
    (LINES + "[[line]]\ncells = ['a', 1]", "p.toml:3, line 1.cells 2: this must be a string"),
]  # fmt: skip

JSON = [
    ('{"shape": "rectangle",\n "shape": "hexagon"}', "the key 'shape' occurs twice"),
    ('{"shape": "rectangle",\n "clues": {"rows": ["A"],\n "columns": [null]}}', ":3, clues.columns 1: a clue must be"),
    ('{"patternsX": [["A"]]}', "patternsY is missing"),
    ('{"patternsX": [["A"]],\n "patternsY": [[1]]}', "p.json:2, patternsY 1 1: this must be a string, not a number"),
    ('{"size": "three", "x": [], "y": [], "z": []}', "of a regular hexagon, not 'three'"),
    ('{"kind": "hex", "edge": -1, "x": [], "y": [], "z": []}', "this must be a whole number of 1 or more, not -1"),
    ('{"slots": [{"cells": ["a"], "regex": "A"}], "x": 1}', "the key 'x' is unknown"),
]  # fmt: skip

TRUX_HEAD = "shape = rectangular\nnum_rows = 1\nnum_cols = 1\nnum_regexes_per_row = 1\nnum_regexes_per_col = 1\n"
TRUX = [
    ("shape = round", "p.txt:1, shape: there is no shape 'round'"),
    ("shape = rectangular", "num_rows is missing"),
    (TRUX_HEAD, "asks for 2 regexes (1 x 1 for the rows, 1 x 1 for the columns), but the file has 0"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [(name, *case) for name, cases in (("p.toml", TOML), ("p.json", JSON), ("p.txt", TRUX)) for case in cases],
)
def test_the_error_of_a_malformed_file_says_what_is_wrong_and_where(name: str, text: str, message: str) -> None:
    with pytest.raises(SatcrossError) as caught:
        read_source(text.encode(), name)
    shown = render(caught.value)
    assert message in shown
    assert shown.startswith(name)


@pytest.mark.parametrize(
    ("data", "charset", "message"),
    [
        (b"\n\n'\xc3", None, "p.toml:3: the file is not UTF-8"),
        (b"title = 'x'", "klingon", "there is no charset 'klingon'"),
        (b"\xff", "ascii", "the file is not ascii"),
    ],
)
def test_wrong_charsets_are_named(data: bytes, charset: str | None, message: str) -> None:
    with pytest.raises(SatcrossError) as caught:
        read_source(data, "p.toml", charset=charset)
    assert message in render(caught.value)


def test_other_charsets_byte_order_marks_and_line_ends_are_read() -> None:
    text = "title = 'é'\r\n" + ROWS.replace("\n", "\r\n")
    wanted = read_source(text.replace("\r", "").encode(), "p.toml").puzzles
    for data, charset in (
        (text.encode("utf-8-sig"), None),
        (text.encode("latin-1"), "latin-1"),
        (text.encode("utf-16"), "utf-16"),
    ):
        assert read_source(data, "p.toml", charset=charset).puzzles == wanted


def test_trux_text_may_be_latin_1() -> None:
    text = TRUX_HEAD + "'é'\n'é'\n"
    assert read_source(text.encode("latin-1"), "p.txt").puzzles == read_source(text.encode(), "p.txt").puzzles


def test_missing_and_unreadable_files_are_errors(tmp_path: Path) -> None:
    for path, message in (
        (tmp_path / "none.toml", "no such file"),
        (tmp_path, "cannot be read"),
        ("a\0b", "cannot be read"),
    ):
        with pytest.raises(SatcrossError, match=message):
            load(path)


@pytest.mark.parametrize("call", [lambda: read_source(b"", "x", "word").puzzles, lambda: format_of_path("x.doc")])
def test_unknown_formats_are_named(call: Callable[[], object]) -> None:
    with pytest.raises(SatcrossError) as caught:
        call()
    assert caught.value.code == "format"


def test_nothing_is_written_when_the_format_cannot_express_the_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("before")
    with pytest.raises(SatcrossError, match="cannot express"):
        save(load(PUZZLES / "star.toml"), path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


BAD_CLUES = {
    "p.toml": ("shape = 'rectangle'\n[clues]\nrows = [\n  'A',\n  ['', 'B', '(C'],\n]\ncolumns = ['.+']\n", 5),
    "p.json": (
        json.dumps({"shape": "rectangle", "clues": {"rows": ["A", ["", "B", "(C"]], "columns": [".+"]}}, indent=1),
        9,
    ),
    "p.txt": (
        TRUX_HEAD.replace("rows = 1", "rows = 2").replace("row = 1", "row = 2") + "'A'\n''\n'B'\n'(C'\n'.+'\n",
        9,
    ),
    "slots.json": ('[\n [["a", "b"], "B"],\n [["a"],\n "(C"]\n]', 4),
}


@pytest.mark.parametrize(("name", "line"), [(name, line) for name, (_, line) in BAD_CLUES.items()])
def test_an_error_in_a_clue_names_the_line_of_the_file(name: str, line: int) -> None:
    text = BAD_CLUES[name][0]
    source = read_source(text.encode(), name)
    place = ("slot 2", ClueName(1)) if name == "slots.json" else ("row 2", ClueName(2))
    error = RegexError("no end", place=place)
    assert explain(source, 0, error).place == (f"{name}:{line}", *place)


def test_all_bad_clues_of_a_file_are_reported_together() -> None:
    source = read_source(b"[clues]\nrows = ['(A',\n 'B)']\ncolumns = 1\n", "p.toml")
    with pytest.raises(ManyErrors) as caught:
        satcross.check(source.puzzles[0])
    shown = render(explain(source, 0, caught.value))
    assert "p.toml:2, row 1, clue 1: " in shown
    assert "p.toml:3, row 2, clue 1: " in shown


SEEDS = {
    "p.toml": (PUZZLES / "roses.toml").read_text(),
    "q.toml": (PUZZLES / "star.toml").read_text(),
    "p.json": to_text(load(PUZZLES / "hexagon.toml"), "json"),
    "p.txt": to_text(load(PUZZLES / "hexagon.toml"), "trux"),
    "board.json": to_text(load(PUZZLES / "hexagon.toml"), "board"),
    "site.json": to_text(load(PUZZLES / "hexagon.toml"), "regexcrossword"),
    "hexregex.json": text_of(load(PUZZLES / "hexagon.toml"), "hexregex"),
    "slots.json": text_of(load(PUZZLES / "cube.toml"), "slots"),
}


@given(st.sampled_from(sorted(SEEDS)), st.data())
@settings(max_examples=150)
def test_mutilated_files_are_puzzles_or_errors(name: str, data: st.DataObject) -> None:
    text = SEEDS[name]
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 30)) | st.just(len(text)))
        text = (
            text[:start]
            + data.draw(st.sampled_from(["", "[", "{", '"', "'", "]", "-1", "null", "\n", "a =", "é"]))
            + text[end:]
        )
    try:
        source = read_source(text.encode(), name)
    except SatcrossError as caught:
        complaint = render(caught)
    else:
        complaint = name
        assert all(puzzle.cells for puzzle in source.puzzles)
    assert complaint.startswith(name)


def test_opening_names_the_format() -> None:
    assert open_source(PUZZLES / "hello.toml").format == "toml"
    assert {name: read_source(text.encode(), "x").format for name, text in SEEDS.items()} == {
        "p.toml": "toml",
        "q.toml": "toml",
        "p.json": "json",
        "p.txt": "trux",
        "board.json": "board",
        "site.json": "regexcrossword",
        "hexregex.json": "hexregex",
        "slots.json": "slots",
    }
