"""Mistakes that people make in puzzle files: the error says what it is, and what to write."""

import pytest

import satcross
from satcross.errors import SatcrossError
from satcross.puzzle.files import read_source
from satcross.puzzle.shapes import rectangle


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("[clues]\nrows = [‘A’]\ncolumns = 1\n", "line 2, column 9", "‘ is a curly quotation mark", "straight"),
        ('[clues]\nrows = ["A”]\ncolumns = 1\n', "line 2, column 11", "” is a curly quotation mark", "straight"),
        (
            "shape: rectangle\nclues:\n  rows:\n  - A\n",
            "",
            "one clue found, called rows, but no other list",
            "a list for the columns",
        ),
        ("shape: rectangle\nclues: rows: [A]\n", "line 1, column 6", "it looks like YAML", "rows = ["),
        ("[clues]\nrows = ['A']\nrows = ['B']\n", "line 3, column 1", "the key rows is given twice", "list"),
        ('{"title": "x"}', "", "has no lists of clues", '{"rows": '),
        ('{"rows": ["A" "B"], "columns": ["A"]}', "", "delimiter", ""),
        ("Rows: A\nB\nC\n", "", "no puzzle was found", "an empty line"),
        ('["A", "B", "C", "D", "E"]', "", "5 clues found in one list", "leave an empty line"),
        ('{"rows": ["A"], "cols": ["A"], "size": 3}', "", "the size beside them is 3 x 3", "correct the size"),
        ('{"left": ["A"], "right": ["A", "B"], "top": ["A"], "bottom": [""]}', "", "the other for 2", "no clue"),
    ],
)
def test_a_common_mistake_in_a_file_is_named(text: str, place: str, message: str, hint: str) -> None:
    with pytest.raises(SatcrossError) as caught:
        read_source(text.encode(), "puzzle")
    assert message in caught.value.message
    assert hint in (caught.value.hint or "")
    assert place in " ".join(caught.value.place)


@pytest.mark.parametrize("text", ["'‘A’'", '"“A"'])
def test_curly_quotation_marks_may_be_letters(text: str) -> None:
    source = read_source(f"[clues]\nrows = [{text}]\ncolumns = 3\n".encode(), "puzzle")
    assert source.entries[0].puzzle.lines[0].clues[0].pattern == text[1:-1]


@pytest.mark.parametrize("dialect", ["python", "javascript"])
@pytest.mark.parametrize("pattern", ["(?R)", "A(?1)", "(?&name)"])
def test_recursion_is_called_by_its_name(pattern: str, dialect: str) -> None:
    with pytest.raises(SatcrossError, match="is recursion") as caught:
        satcross.rectangle(rows=[pattern], columns=2, dialect=dialect)
    assert "write out as many levels" in (caught.value.hint or "")


def test_the_cells_of_a_much_too_large_rectangle_are_counted_before_its_lines() -> None:
    with pytest.raises(SatcrossError, match="1,000,000,000,000 cells"):
        rectangle(rows=1_000_000, columns=1_000_000)
    with pytest.raises(SatcrossError, match="1,000,000 lines"):
        rectangle(rows=1_000_000, columns=["A"])
