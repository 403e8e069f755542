"""Texts in which people have puzzles are read as the puzzles they are: the known solution is the oracle."""

import json
import re
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings, strategies as st

import satcross
from satcross.errors import SatcrossError, render
from satcross.puzzle.files import read_source
from satcross.puzzle.files.pasted import MOST_LETTERS
from satcross.puzzle.files.pasted.literals import from_source
from satcross.puzzle.files.pasted.scanner import unescaped

TEXTS: Final = {
    name: (text, tuple(rows.split()))
    for name, rows, text in re.findall(
        r"^%%%% ([^:]*): (.*)\n((?:(?!%%%%).*\n)+)", Path(__file__).with_name("pasted.txt").read_text("utf-8"), re.M
    )
}
"""By their names: a text, and the rows of the only solution of its puzzle."""

OWL: Final = ("CAT", "OWL")
TEXTS |= {
    "CSV of a spreadsheet": ("\ufeff;CO;[AW]{2,3};T?L?\r\nC[AO]T;;;\r\n(O|W)+L;;;\r\n", OWL),
    "TSV": ("\tCO\t[AW]{2,3}\tT?L?\nC[AO]T\t\t\t\n(O|W)+L\t\t\t\n", OWL),
    "TSV with dots": ("\tCO\t[AW]{2,3}\tT?L?\nC[AO]T\t.\tA\t.\n(O|W)+L\t.\t.\t.\n", OWL),
    "lines with Windows line ends": ("C[AO]T\r\n(O|W)+L\r\n\r\nCO\r\n[AW]{2,3}\r\nT?L?\r\n", OWL),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_read_as_the_puzzle_that_it_is(name: str) -> None:
    text, solution = TEXTS[name]
    source = read_source(text.encode(), "pasted")
    (puzzle,) = source.puzzles
    assert source.entries[0].reading.startswith("read as")
    check = satcross.check(puzzle)
    assert (check.status, [witness.rows for witness in check.witnesses]) == ("unique", [solution])
    assert not check.mismatches


@pytest.mark.parametrize("ending", ["txt", "json", "md", "py", "csv"])
@pytest.mark.parametrize("name", ["across and down", "lines", "Markdown", "Python", "CSV"])
def test_the_name_of_the_file_does_not_matter(name: str, ending: str) -> None:
    text, solution = TEXTS[name]
    (puzzle,) = read_source(text.encode(), f"puzzle.{ending}").puzzles
    assert [each.rows for each in satcross.solutions(puzzle)] == [solution]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("/A|B/\n\n/[BC]/\n", "read as one row and one column from plain lines; slashes around the clues were"),
        ("| |A|\n|-|-|\n|[AB]| |\n", "read as one row and one column from a Markdown table"),
        ("/a|b/i\n\n/[bc]/i\n", "capital and small letters are the same"),
        ("^A|B$\n\n^[BC]$\n", "^ and $ around the clues were left out"),
        ("rows: A&amp;B\ncols: [A, '&amp;', B]\n", "HTML entities were read as the letters they stand for"),
        ('{"rows": ["A|B"], "cols": ["[BC]"], "extras": ["AAA"]}', "the list extras was left out"),
        ("Rows:\nA|B\nColumns:\n[BC]\nthanks!\n", "'thanks!' below the last list was left out"),
        ('{"rows": ["A|B"], "cols": ["[BC]"], "solution": ["AB"]}', "the solution beside it does not fit its cells"),
        ("const rows = ['A|B'], cols = ['[BC]'];", "the clues are read as JavaScript's"),
        ("Rows:\n1. `A|B`\n\nColumns:\n1. `[BC]`\n", "'1. `' before and '`' behind the first clue, and the like, were"),
        ("(?<x>A)\\k<x>\n\nA\nA\n", "the clues are read as JavaScript's"),
    ],
)
def test_what_was_recognised_is_said(text: str, reading: str) -> None:
    assert reading in read_source(text.encode(), "pasted").entries[0].reading


def test_a_square_that_reads_both_ways_has_its_rows_first() -> None:
    entry = read_source(b"AB\nC.\n\nAC\nB[AD]\n", "pasted").entries[0]
    assert [clue.pattern for line in entry.puzzle.lines for clue in line.clues] == ["AB", "C.", "AC", "B[AD]"]  # type: ignore[union-attr]


def test_check_tries_the_lists_of_a_square_in_the_opposite_order() -> None:
    """Exchanged lists have as many solutions, so only their orders can differ."""
    clues = ("(A|D)B1", "[^A]A2|X", "C+3"), ("[A-C]BC", "(B|X)AC", "1.[3]")
    check = satcross.check(satcross.loads("\n\n".join("\n".join(each) for each in clues)))
    exchanged = satcross.check(satcross.loads("\n\n".join("\n".join(each) for each in clues[::-1])))
    assert (check.status, exchanged.status) == ("unique", "unique")
    assert check.witnesses[0].rows == tuple(map("".join, zip(*exchanged.witnesses[0].rows, strict=True)))
    backwards = satcross.check(satcross.loads("\n\n".join(["\n".join(clues[0]), "\n".join(clues[1][::-1])])))
    assert backwards.status == "none"
    assert backwards.diagnosis is not None
    assert "exactly one solution if the clues of `columns` were listed in the opposite order" in str(
        backwards.diagnosis
    )


REFUSED: Final = {
    "rows = ['A|B', 'C']": "a list of 2 clues found, called rows, but no other list",
    "rows = ['A' 'B']\ncols = ['AB', 'C']": "a comma is missing between two strings",
    '{"red": ["apple", "cherry"], "blue": ["plum", "sloe"]}': "4 of 4 clues cannot fill their lines, such as apple",
    "*.pyc\nbuild/\n\n*.egg\n.venv/\n": "4 of 4 clues cannot fill their lines",
    "The sun shone.\nIt was (almost) noon.\n": "no puzzle was found in this text",
    "[A-Z]+": "no puzzle was found in this text",
    '{"a": ["A."], "b": ["B."], "c": ["C."], "d": ["D."]}': "do not say which side of a rectangle",
    "rows1 = ['A|B']; cols1 = ['[BC]']\nrows2 = ['AB']; cols2 = ['A', 'B']": "do not say which side of a rectangle",
    '["A"], ["B"], ["A"], ["C"]': "do not say which side of a rectangle",
    '{"x": ["A.", "..."], "y": ["..", "..."], "z": [".."]}': "4 of 5 clues cannot fill their lines",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_read_gets_an_error_with_what_was_found_and_the_smallest_text(text: str) -> None:
    error = error_of(text)
    assert error is not None
    assert REFUSED[text] in error.message
    assert "A|B" in (error.hint or "")


def test_a_list_holds_many_puzzles() -> None:
    one = {"title": "One", "rows": ["A|B"], "cols": ["[BC]"], "solution": "B"}
    other = {"title": "Other", "across": ["AB"], "down": ["A", "B"], "solution": "AB"}
    in_lines = f"{json.dumps(one)}\n{json.dumps(other)}"
    for text in (json.dumps([one, other]), json.dumps({"level": {"a": one, "b": other}}), in_lines):
        source = read_source(text.encode(), "pasted")
        assert [entry.name for entry in source.entries] == ["One", "Other"]
        assert [puzzle.expected for puzzle in source.puzzles] == [(("B",),), (("A", "B"),)]


@pytest.mark.parametrize(
    "text",
    [
        "Rows:\nA|B\nColumns:\n[BC]\n\n# Another one\nRows:\nAB\nColumns:\nA\nB\n",
        "rows = ['A|B']; cols = ['[BC]']\nsolve(rows, cols)\nrows = ['AB']; cols = ['A', 'B']\nsolve(rows, cols)\n",
    ],
)
def test_names_that_come_again_begin_another_puzzle(text: str) -> None:
    assert [puzzle.shape.sizes for puzzle in read_source(text.encode(), "pasted").puzzles] == [(1, 1), (1, 2)]


def test_letters_in_a_table_are_given_or_the_solution() -> None:
    table = "| |A|[BC]|\n|-|-|-|\n|AB| {} | {} |\n"
    given, filled = (read_source(table.format(*letters).encode(), "pasted").puzzles[0] for letters in ("A ", "AB"))
    assert (given.given, given.expected) == (((0, "A"),), ())
    assert (filled.given, filled.expected) == ((), (("A", "B"),))


def test_an_error_in_a_clue_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "pasted.txt"
    path.write_text("AB\n(B\n\n..\n..\n")
    with pytest.raises(SatcrossError) as caught:
        satcross.load(path)
    assert caught.value.place == (f"{path}:2", "row 2", "clue 1")


def test_our_own_files_and_those_of_programs_keep_their_errors() -> None:
    """A slip in a file of a known format is not read as something else."""
    for text, message in (
        ("[clues]\nrows = ['A' 'B']\ncolumns = ['A']\n", "this is not valid TOML"),
        ('{"schema": 1, "rows": ["A"], "columns": ["A"]}', "the key 'rows' is unknown"),
        ('{"clues": {"rows": ["A"], "columns": ["A"]}, "holess": []}', "the key 'holess' is unknown"),
        ('{"patternsX": ["A"], "patternsY": ["A"],}', "not valid JSON"),
        ('{"size": 3, "x": ["A"], "y": ["A"], "z": ["A"]}', "hexagon"),
    ):
        with pytest.raises(SatcrossError, match=message):
            read_source(text.encode(), "file")


PIECES: Final = (
    "[", '{"a":[', "'\\'", "/*", '"""', "`\\`", "[/", "<td>", "|-", "a|b\n", "\n\n", "A.\n\n", "1. ", "&amp;", "=",
    'r#"', "(?:", "rows:", "> ", "```\n", "<a ", "%", "“",
    "{|\n|-\n|", "\\begin{tabular}{", "|===\n|", "[td]", "%w[", "p.row(1, 'A')\n", "rows[0] = 'A'\n", "x={[", "→ A\n",
)  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_any_megabyte_is_refused(piece: str) -> None:
    with pytest.raises(SatcrossError):
        read_source((piece * (1_000_000 // len(piece))).encode(), "pasted")


def error_of(text: str) -> SatcrossError | None:
    """Return the error that reading `text` as a pasted one gives, None if it is a puzzle."""
    try:
        source = read_source(text.encode(), "pasted", "pasted")
    except SatcrossError as error:
        return error
    assert all(entry.reading.startswith("read as") for entry in source.entries)
    return None


@pytest.mark.parametrize("piece", PIECES)
def test_the_longest_text_is_a_puzzle_or_an_error(piece: str) -> None:
    error = error_of(piece * (MOST_LETTERS // len(piece)))
    assert error is None or len(render(error)) < 3000


SCRAPS: Final = (
    '"A"', "'B'", "[", "]", "{", "}", "(", ")", ",", ":", "=", "\n", " ", "|", "---", "rows", "cols", "/A/i", "`",
    '"""', "\\", "\\|", "//", "/*", "#", "1.", "<td>", "</td>", "<tr>", "&amp;", "“", "x", "size", "2", "Across",
    "Down:", "- ", "```", "solution", "null", "\t", ";", "^A$", "crossregex", "new RegExp",
    "%w[", "qr/", "~r/", '#"', "{|", "|-", "!", "\\begin{tabular}{c}", "&", "\\item ", "|===", "[*]", "[/b]", "→", "↓",
    "(def ", ".. list-table::", "R1 ", "local x = [[", "<-", "x=('A' ",
)  # fmt: skip
scraps = st.sampled_from(SCRAPS)


@given(st.lists(scraps | st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40).map("".join))
@settings(max_examples=300)
def test_any_text_is_a_puzzle_or_an_error(text: str) -> None:
    error = error_of(text)
    assert error is None or render(error).startswith("pasted")


@given(st.lists(st.text(st.sampled_from("AB'\"\\.*[]()|^$?,/ {}"), min_size=1, max_size=6), min_size=2, max_size=6))
@settings(max_examples=100)
def test_python_and_json_lists_are_read_as_python_and_json_read_them(clues: list[str]) -> None:
    for written in (repr(clues), json.dumps(clues), f"x = {tuple(clues)!r}"):
        ((_, group),) = from_source(written).root.items
        assert [value.text for _, value in group.items] == clues  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text",
    [
        'rows:\n  - \'"[^"]*"\'\n  - A*\ncolumns:\n  - "[^\\"]\\\\.?"\n  - B\n',
        'Rows\n\n- `"[^"]*"`\n- `A*`\n\nColumns\n\n- `[^"]\\.?`\n- `B`\n',
        'Rows\n1. "[^"]*"\n2. A*\n\nColumns\n1. [^"]\\.?\n2. B\n',
        'vector<string> rows = {R"("[^"]*")", R"x(A*)x"};\nvector<string> columns = {R"([^"]\\.?)", "B"};\n',
        'var rows = new[] { @"""[^""]*""", "A*" };\nvar columns = new[] { @"[^""]\\.?", "B" };\n',
    ],
)
def test_quotation_marks_of_a_clue_stay(text: str) -> None:
    puzzle = satcross.loads(text)
    assert [line.clues[0].pattern for line in puzzle.lines] == ['"[^"]*"', "A*", r'[^"]\.?', "B"]


@pytest.mark.parametrize("clue", ["[',!?]+.*", '[".-]?AB'])
def test_a_text_may_begin_with_a_class_of_quotation_marks(clue: str) -> None:
    assert satcross.loads(f"{clue}\nBB\n\nAB\n.B\n").lines[0].clues[0].pattern == clue


def test_the_last_numbered_clue_is_no_sentence_below_the_list() -> None:
    puzzle = satcross.loads("Rows:\n1. a.b\n2. b .\n3. a+\n\nColumns:\n1. a+\n2. .*\n3. a b\n")
    assert [line.clues[0].pattern for line in puzzle.lines] == ["a.b", "b .", "a+", "a+", ".*", "a b"]


def test_escapes_of_regexes_stay() -> None:
    assert unescaped(r"\\d\d\1\b\n\/\x41\u{42}") == "\\d\\d\\1\\b\\n/AB"
