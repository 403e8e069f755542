"""Every malformed file gives one clear error that names the file, the line and the key; never another exception."""

import base64
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
    ("", "p.toml: the file is empty"),
    ("title = 'x'", "p.toml, clues: rows are missing"),
    ("title = 3", "p.toml:1, title: this must be a string, not a number"),
    ("titel = 'x'\n" + ROWS, "p.toml:1, titel: the key 'titel' is unknown\n    hint: did you mean title?"),
    ("shape = 'rectangel'", "p.toml:1, shape: there is no shape 'rectangel'\n    hint: did you mean rectangle?"),
    ("shape = 'hexagon'\n[clues]\nrows = ['A']", "p.toml:3, clues.rows: the key 'rows' is unknown"),
    ("schema = 2", "the schema is 2, but this version of satcross reads schema 1"),
    ("a = ", "p.toml, line 1, column 5: this is not valid TOML"),
    ("a = 1\na = 2", "p.toml, line 2, column 1: the key a is given twice"),
    ("a = '", "not valid TOML"),
    ("x = " + "[" * 3000, "nested too deeply"),
    ("x = " + "9" * 5000, "too many digits"),
    ("[clues]\nrows = 'A'\ncolumns = ['A']", "p.toml:2, clues.rows: this must be a list of clues, not a string"),
    ("[clues]\nrows = ['A', 3]\ncolumns = ['A']", "p.toml:2, clues.rows 2: a clue must be a string or a table"),
    ("[clues]\nrows = [\n 'A',\n ['B', 3]]\ncolumns = ['A']", "p.toml:4, clues.rows 2 2: a clue must be"),
    ("[clues]\nrows = [{ regexp = 'A' }]\ncolumns = 1", "p.toml:2, clues.rows 1.regexp: the key 'regexp' is unknown"),
    ("[clues]\nrows = [{ reversed = true }]\ncolumns = 1", "either a regex or words"),
    ("[clues]\nrows = [{ regex = 'A', reversed = 1 }]\ncolumns = 1", "this must be true or false"),
    ("[clues]\nrows = [{ words = 'no' }]\ncolumns = 1", "clues.rows 1: the word list 'no': there is no such word list"),
    ("[clues]\nrows = -1\ncolumns = 1", "p.toml:2, clues.rows: this must be 0 or more, not -1"),
    ("[clues]\nrows = 1000\ncolumns = 1000", "1,000,000 cells; solving it may take about 60 GB"),
    ("[clues]\nrows = 99999999999999999999\ncolumns = 1", "cells; solving it may take"),
    ("clues = 3", "p.toml:1, clues: this must be a table"),
    ("alphabet = ''\n" + ROWS, "p.toml:1, alphabet: the alphabet is empty"),
    ("alphabet = 'Z-A'\n" + ROWS, "p.toml:1, alphabet: the range Z-A is out of order\n    Z-A\n    ^^^"),
    ("dialect = 'perl'\n" + ROWS, "p.toml:1, dialect: there is no dialect 'perl'"),
    ("flags = 'q'\n" + ROWS, "p.toml:1, flags: there is no flag 'q'"),
    ("given = { '1,2' = 'A' }\n" + ROWS, "p.toml:1, given.1,2: there is no such cell"),
    ("given = { '1,1' = 'AB' }\n" + ROWS, "'AB' is not a single letter"),
    ("given = { '1,1' = 'Z' }\nalphabet = 'A-C'\n" + ROWS, "p.toml:1, given.1,1: the letter 'Z' is not in"),
    ("given = ['A']\n" + ROWS, "p.toml:1, given: this must be a table, not a list"),
    ("holes = ['A1']\n" + ROWS, "p.toml:1, holes 1: 'A1' is not the address of a cell"),
    ("holes = ['5,5']\n" + ROWS, "the hole 5,5 is not a place of the grid"),
    ("complete = 'yes'\n" + ROWS, "this must be true or false"),
    (ROWS + "[[solutions]]\nrows = ['AB']", "p.toml:4, solutions 1: row 1 of the solution has 2"),
    (ROWS + "[[solutions]]\nrow = ['A']", "p.toml:5, solutions 1.row: the key 'row' is unknown"),
    (ROWS + "[[solutions]]\n", "either rows or cells"),
    (HEX + "side = 0", "p.toml:2, side: an edge must have at least one cell"),
    (HEX + "side = 'x'", "this must be a whole number"),
    (HEX + "sides = [1, 2]", "p.toml:2, sides: this must be three neighbouring edges"),
    (HEX + "side = 99999999", "solving it may take"),
    (HEX + "side = 2\n[clues]\nhorizontal = ['A']", "p.toml:4, clues.horizontal: a hexagon with the edges"),
    (HEX + "[clues]\nhorizontal = 7\nrising = 7\nfalling = 6", "the nearest hexagon has 7, 7 and 7: sides = [4, 4, 4]"),
    (LINES, "the puzzle has no cells"),
    (LINES + "line = 3", "this must be a list"),
    (LINES + "[[line]]\nname = 'x'", "p.toml:2, line 1: the cells of the line are missing"),
    (LINES + "[[line]]\ncells = []", "the line has no cells"),
    (LINES + "[[line]]\ncells = ['a', 1]", "p.toml:3, line 1.cells 2: this must be a string"),
    (LINES + "cells = ['a', 'a']", "p.toml:2, cells: the cell 'a' is listed twice"),
    (LINES + "[[line]]\nname = 'x'\ncells = ['a']\n[[line]]\nname = 'x'\ncells = ['a']", "two lines have the name 'x'"),
    (LINES + "[[line]]\ncells = ['a']\n[[solutions]]\nrows = ['A']", "a letter for each cell by name"),
    ("x = 1\n\x00", "p.toml:2: the file contains a NUL character"),
]  # fmt: skip

JSON = [
    ("{", "p.json, line 1, column 2: this is not valid JSON"),
    ('{"shape": "rectangle", "clues": {"rows": ["A"], "columns": ["A"]', "not valid JSON"),
    ('{"shape": "rectangle",\n "shape": "hexagon"}', "the key 'shape' occurs twice"),
    ("[" * 100_000, "nested too deeply"),
    ("[" + "9" * 5000 + "]", "too many digits"),
    ("[]", "no puzzle was found in this"),
    ("3", "no puzzle was found in this"),
    ('{"title":\n "\\ud800", "clues": {"rows": ["A"], "columns": 1}}', "p.json, line 2: half of a surrogate pair"),
    ('{"a": 1}', "no puzzle was found in this"),
    ('{"shape": "rectangle",\n "clues": {"rows": ["A"],\n "columns": [null]}}', ":3, clues.columns 1: a clue must be"),
    ('{"patternsX": [["A"]]}', "patternsY is missing"),
    ('{"patternsX": [["A"]],\n "patternsY": "A"}', "p.json:2, patternsY: this must be a list"),
    ('{"patternsX": [["A"]],\n "patternsY": [[1]]}', "p.json:2, patternsY 1 1: this must be a regex"),
    ('{"patternsX": [["A"]], "patternsY": [["A"]], "characters": "AB"}', "this must be a list of letters"),
    ('{"hexagonal": true, "patternsX": [["A"]], "patternsY": [["A"]], "patternsZ": [["A"], ["A"]]}', "no hexagon has"),
    ('{"size": 4, "x": [], "y": [], "z": []}', "p.json:1, size: this must be an odd number"),
    ('{"size": "three", "x": [], "y": [], "z": []}', "of a regular hexagon, not 'three'"),
    ('{"size": 3, "x": ["A"], "y": ["", "", ""], "z": ["", "", ""]}', "x: a hexagon with the edges 2, 2, 2 has 3"),
    ('{"size": 1, "x": [1], "y": [""], "z": [""]}', "p.json:1, x 1: this must be a regex"),
    ('{"kind": "hex", "edge": -1, "x": [], "y": [], "z": []}', "this must be a whole number of 1 or more, not -1"),
    ('{"kind": "rect", "rows": 1, "x": [], "y": []}', "cols is missing"),
    ('{"kind": "rect", "rows": 2, "cols": 1, "x": ["A"], "y": ["A"]}', "2 regexes, one for each line, but it has 1"),
    ('[{"cells": ["a"]}]', "p.json:1, entry 1.regex: the regex of a slot must be a string"),
    ('[[["a"], "A"], 3]', "a slot must be an object"),
    ('[{"cells": "ab", "regex": "A"}]', "entry 1.cells: this must be a list, not a string"),
    ('[{"cells": [], "regex": "A"}]', "the line has no cells"),
    ('{"slots": [{"cells": ["a"], "regex": "A"}], "x": 1}', "the key 'x' is unknown"),
]  # fmt: skip

TRUX_HEAD = "shape = rectangular\nnum_rows = 1\nnum_cols = 1\nnum_regexes_per_row = 1\nnum_regexes_per_col = 1\n"
TRUX = [
    (" \n", "the file is empty"),
    ("num_rows = 1", "there is no shape ''"),
    ("shape = round", "p.txt:1, shape: there is no shape 'round'"),
    ("shape = rectangular", "num_rows is missing"),
    (TRUX_HEAD, "asks for 2 regexes (1 x 1 for the rows, 1 x 1 for the columns), but the file has 0"),
    (TRUX_HEAD.replace("= 1", "= x", 1), "p.txt:2, num_rows: this must be a whole number of 1 or more, not 'x'"),
    (TRUX_HEAD.replace("= 1", "= 99999999999", 1), "this must be a whole number of 1 or more"),
    (TRUX_HEAD + "'A", "p.txt, line 6: the closing quote of the regex is missing"),
    (TRUX_HEAD + "A", "this line cannot be read: 'A'"),
    (TRUX_HEAD + "colour = red", "the key 'colour' is unknown"),
    (TRUX_HEAD + "num_rows = 2", "the key 'num_rows' occurs twice"),
    ("shape = hexagonal\nnum_regexes_per_line = 1\n" + "'A'\n" * 8, "the nearest hexagon, of side 2, has 9 lines"),
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
        (b"title = 'caf\xe9'", None, "p.toml:1: the file is not UTF-8: byte 0xE9 at offset 12"),
        (b"\n\n'\xc3", None, "p.toml:3: the file is not UTF-8"),
        ("title = 'x'".encode("utf-16"), None, "the file is UTF-16, not UTF-8"),
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


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("https://example.org/?puzzle=%%%", "not base64"),
        ("https://example.org/?puzzle=" + base64.b64encode(b"\xff\xfe\x00").decode(), "not a puzzle"),
        ("https://example.org/?puzzle=" + base64.b64encode(b"[1]").decode(), "this must be an object"),
        ("https://example.org/?puzzle=", "not a puzzle"),
    ],
)
def test_links_without_a_puzzle_are_refused(link: str, message: str) -> None:
    with pytest.raises(SatcrossError, match=message):
        load(link)


def test_missing_and_unreadable_files_are_errors(tmp_path: Path) -> None:
    for path, message in (
        (tmp_path / "none.toml", "no such file"),
        (tmp_path, "cannot be read"),
        ("a\0b", "cannot be read"),
    ):
        with pytest.raises(SatcrossError, match=message):
            load(path)


def test_endless_files_are_refused() -> None:
    if Path("/dev/zero").exists():
        with pytest.raises(SatcrossError, match="the limit of 5,000,000 bytes"):
            load("/dev/zero")


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
