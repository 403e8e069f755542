"""`satcross mark`: every layout of answers gives the same marks, and each mark is what `re` says of the lines."""

import csv
import json
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from satcross import rectangle
from satcross.author.answer_sheets import AnswerSheet, read_sheets, sheets_in
from satcross.author.marking import Marker
from satcross.cli import main
from satcross.puzzle import Solution
from satcross.solver.compile import read_letters
from satcross.solver.solutions import solutions

ROWS, COLUMNS = ["HE|LL|O+", "[PLEASE]+"], ["[^SPEAK]+", "EP|IP|EF"]
PUZZLE = rectangle(rows=ROWS, columns=COLUMNS)
FILE = f"[clues]\nrows = {json.dumps(ROWS)}\ncolumns = {json.dumps(COLUMNS)}\n"

Answers = dict[str, list[str]]
ANSWERS: Answers = {"Ann": ["HE", "LP"], "Bob B.": ["LL", "LP"], "Cy": ["H.", ".."], "Дина": ["H1", "LP"]}


def as_text(answers: Answers) -> str:
    return "\n\n".join("\n".join([name, *rows]) for name, rows in answers.items()) + "\n"


def as_loose_text(answers: Answers) -> str:
    blocks = ("\n".join([f"Name: {name}", *(" ".join(row.lower()) for row in rows)]) for name, rows in answers.items())
    return "\ufeff\r\n" + "\n\n\n".join(blocks).replace("\n", "\r\n")


def as_text_without_blank_lines(answers: Answers) -> str:
    return "".join(f"{name}:\n" + "".join(f"{row}\n" for row in rows) for name, rows in answers.items())


def as_names_apart(answers: Answers) -> str:
    return "\n\n".join(name + "\n\n" + "\n".join(rows) for name, rows in answers.items())


def as_csv(answers: Answers) -> str:
    written = StringIO()
    csv.writer(written).writerows([["Name", "row 1", "row 2"], *([name, *rows] for name, rows in answers.items())])
    return written.getvalue()


def as_csv_of_one_cell(answers: Answers) -> str:
    written = StringIO()
    csv.writer(written).writerows([name, "\n".join(rows)] for name, rows in answers.items())
    return written.getvalue()


def as_tsv(answers: Answers) -> str:
    return "".join(f"{name}\t{'/'.join(rows)}\n" for name, rows in answers.items())


def as_json_lines(answers: Answers) -> str:
    return "".join(json.dumps({"name": name, "rows": rows}) + "\n" for name, rows in answers.items())


def as_json_list(answers: Answers) -> str:
    return json.dumps([{"name": name, "rows": rows} for name, rows in answers.items()], indent=2)


LAYOUTS = [
    as_text, as_loose_text, as_text_without_blank_lines, as_names_apart, as_csv, as_csv_of_one_cell, as_tsv,
    as_json_lines, as_json_list,
]  # fmt: skip


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_of_answers_is_read_alike(layout: Callable[[Answers], str]) -> None:
    found = {
        name: ["".join(row.upper().split()) for row in rows]
        for name, rows, _ in sheets_in(layout(ANSWERS), "x", [2, 2])
    }
    assert found == ANSWERS


def test_a_folder_has_a_file_for_each_grid(tmp_path: Path) -> None:
    for name, rows in ANSWERS.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(rows), "utf-8")
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\x00")
    (tmp_path / "Zoe.txt").write_text("\n")
    (tmp_path / "earlier").mkdir()
    found = {sheet.name: sheet for sheet in read_sheets(str(tmp_path), [2, 2])}
    assert {name: list(found[name].rows) for name in ANSWERS} == ANSWERS
    assert all(found[name].problem for name in ("photo", "Zoe", "earlier"))


@pytest.mark.parametrize(
    ("text", "sheets"),
    [
        ("Ann\nHE\n\nBob\nHE\nLP\n", [("Ann", ("HE",)), ("Bob", ("HE", "LP"))]),
        (
            "Name: Ann\nHE\nName: Bob\nHE\nLP\nName: C\n\nLL\nLP\n",
            [("Ann", ("HE",)), ("Bob", ("HE", "LP")), ("C", ("LL", "LP"))],
        ),
        ("Ann:\nHE\nLP\nBob:\nHE\nLP\nOO\n", [("Ann", ("HE", "LP")), ("Bob", ("HE", "LP", "OO"))]),
        ("Ann\n\nBob\nHE\nLP\n", [("Ann", ("Bob", "HE", "LP"))]),
        ("HE\nLP\n", [("x", ("HE", "LP"))]),
        ("HE\nLP\n\nLL\nLP\n", [("x 1", ("HE", "LP")), ("x 2", ("LL", "LP"))]),
        ('{"rows": ["HE", "LP"]}\n{"name": "B"}\n[]\n', [("line 1", ("HE", "LP")), ("B", ()), ("line 3", ())]),
    ],
)
def test_what_cannot_be_read_is_the_answer_of_its_name(text: str, sheets: list[tuple[str, tuple[str, ...]]]) -> None:
    assert [(sheet.name, sheet.rows) for sheet in sheets_in(text, "x", [2, 2])] == sheets


def test_marks_are_what_re_says() -> None:
    random = Random(1)
    letters = "HELPO"
    for _ in range(30):
        rows, columns = (
            ["".join(random.choice(["[HE]", "L|P", ".", "[^H]", "O?H"]) for _ in range(2)) for _ in range(2)]
            for _ in "rc"
        )
        puzzle = rectangle(rows=rows, columns=columns, alphabet=letters)
        known = list(solutions(puzzle, 50))
        marker = Marker(read_letters(puzzle), known)
        grid = [random.choice(letters) for _ in range(4)]
        lines = [grid[0] + grid[1], grid[2] + grid[3], grid[0] + grid[2], grid[1] + grid[3]]
        matched = [re.fullmatch(clue, line) is not None for clue, line in zip(rows + columns, lines, strict=True)]
        mark = marker.mark(grid)
        assert (mark.matched, mark.is_solved) == (sum(matched), all(matched))
        right = [sum(a == b for a, b in zip(grid, each.letters, strict=True)) for each in known]
        assert mark.right == (4 if all(matched) else max(right, default=None))


def test_any_solution_counts_even_one_that_is_not_known() -> None:
    puzzle = rectangle(rows=["[AB]+"], columns=2)
    marker = Marker(read_letters(puzzle), [Solution(puzzle, ("A", "A"))])
    assert marker.mark(["B", "B"]).is_solved
    assert marker.mark(["b", "a"]).score == 1.0


def test_small_letters_outside_the_alphabet_are_shown_like_those_in_it() -> None:
    marker = Marker(read_letters(rectangle(rows=["[AB]+"], columns=2)), [])
    assert marker.mark(["b", "x"]).failed[0].text == "BX"


class Outcome(NamedTuple):
    status: int
    out: str
    error: str


@pytest.fixture
def mark(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Return what runs the command on a text of answers."""

    def run(text: str, *options: str) -> Outcome:
        (tmp_path / "puzzle.toml").write_text(FILE)
        (tmp_path / "answers.txt").write_text(text, "utf-8")
        status = main(["mark", str(tmp_path / "puzzle.toml"), str(tmp_path / "answers.txt"), *options])
        return Outcome(status, *capsys.readouterr())

    return run


Marking = Callable[..., Outcome]


def test_the_teacher_sees_a_line_for_each_name_and_what_most_have_missed(mark: Marking) -> None:
    done = mark(as_text(ANSWERS))
    assert done.status == 1
    lines = done.out.splitlines()
    assert lines[0].split() == ["Ann", "solved"]
    assert "2 of 4 cells right" in lines[1]
    assert "column 1, clue 1" not in lines[1]
    assert "1 of 4 cells right, 3 open" in lines[2]
    assert "solved by 1 of 4 answers" in lines[5]
    assert lines[6].startswith("most often missed: ")
    assert mark(as_text({"Ann": ["HE", "LP"]})).status == 0


def test_programs_get_scores_and_a_grid_of_another_size_is_an_error_of_its_name(mark: Marking) -> None:
    done = mark(as_json_lines({**ANSWERS, "Eve": ["HE"]}), "--json")
    found = {value["name"]: value for value in map(json.loads, done.out.splitlines())}
    assert [found[name]["score"] for name in ("Ann", "Cy", "Eve")] == [1.0, 0.25, 0.0]
    assert found["Eve"]["problem"] == "the grid has one row, but the puzzle has 2"
    assert done.status == 2


def test_a_name_is_no_formula_for_a_spreadsheet(mark: Marking) -> None:
    table = list(csv.DictReader(StringIO(mark(as_json_lines({"=1+1": ["HE", "LP"]}), "--csv").out)))
    assert table[0]["name"] == "'=1+1"
    assert (table[0]["solved"], table[0]["right"]) == ("yes", "4")


def test_a_text_without_answers_is_refused(mark: Marking) -> None:
    done = mark("\n\n")
    assert (done.status, "no answers are in it" in done.error) == (2, True)


def test_a_sheet_has_a_name_and_rows_or_a_problem() -> None:
    assert list(sheets_in("Ann", "x", [2, 2])) == [AnswerSheet("Ann", (), "no grid follows this name")]
