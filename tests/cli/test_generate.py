"""`satcross generate`: what it writes where, its exit statuses, and what it refuses."""

import json
import pickle
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import satcross
from satcross.base.budget import Budget
from satcross.cli import generate as seeds, main
from satcross.cli.outcome import Outcome, Question
from satcross.cli.request_options import DifficultyRange, question_about
from satcross.generator import maker
from satcross.generator.examination import FAULTS
from satcross.many.results import hash_of
from tests.commands import uncoded
from tests.processes import started_and_saying

pytestmark = pytest.mark.long

SMALL = ["--rows", "3", "--columns", "3"]
TINY = ["--rows", "2", "--columns", "2"]


def generate(*arguments: str) -> int:
    return main(["generate", *arguments])


def made(*arguments: str, name: str = "made.toml") -> satcross.Puzzle:
    """Return the puzzle that the command writes with these arguments."""
    assert generate(*arguments, "-o", name, "--overwrite") == 0
    return satcross.load(name)


@pytest.mark.parametrize(
    "arguments",
    [
        SMALL,
        [*SMALL, "--difficulty", "moderate", "--dialect", "javascript"],
        ["--side", "2", "--max-length", "9"],
        [*SMALL, "--clues-per-line", "2"],
        [*SMALL, "--alphabet", "A-C", "--fill-letters", "A-C"],
    ],
    ids=" ".join,
)
def test_the_other_commands_have_no_objections(arguments: list[str]) -> None:
    puzzle = made("--seed", "1", *arguments)
    verdict = satcross.check(puzzle)
    assert (verdict.status, verdict.mismatches) == ("unique", ())
    assert tuple(solution.letters for solution in satcross.solutions(puzzle)) == puzzle.expected
    assert puzzle.expects_all
    assert not {finding.code for finding in satcross.lint(puzzle).findings} & FAULTS.keys()
    assert main(["check", "made.toml"]) == 0


def test_standard_output_is_the_file_and_standard_error_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = made(*TINY, "--seed", "1")
    written = capsys.readouterr()
    assert written.out == ""
    rated = satcross.difficulty(puzzle)
    assert f"seed 1: {rated.label} ({rated.value}), " in written.err
    assert generate(*TINY, "--seed", "1") == 0
    assert capsys.readouterr().out == Path("made.toml").read_text("utf-8")


def test_the_comment_in_the_file_makes_the_same_puzzle_again(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [*SMALL, "--theme", "'t is cat", "--style", "sets=0", "--without", "lookarounds", "references"]
    assert generate(*arguments, "--title", "Pets") == 0
    first = capsys.readouterr()
    assert first.err.startswith("seed ")
    comment = first.out.splitlines()[0]
    assert generate(*shlex.split(comment)[3:]) == 0
    again = capsys.readouterr().out
    assert again.splitlines()[0] == comment
    assert 'title = "Pets"' in first.out
    assert re.sub("title = .*", "", again) == re.sub("title = .*", "", first.out)


def test_author_and_note_are_kept_by_the_formats_that_have_them() -> None:
    for name in ("made.toml", "made.json"):
        puzzle = made(*TINY, "--seed", "1", "--author", "Ann <b>", "--note", "For you", name=name)
        assert (puzzle.author, puzzle.notes) == ("Ann <b>", "For you")
    assert made("--side", "2", "--seed", "1", "--author", "Ann", "--format", "board", name="x.json").author == "Ann"


def test_the_title_does_not_tell_the_theme() -> None:
    puzzle = made(*SMALL, "--theme", "CAT", "--theme-at", "diagonal", "--seed", "2")
    assert puzzle.title == f"{satcross.difficulty(puzzle).label.capitalize()} 3 x 3, no. 2"


@pytest.mark.parametrize("format", ["json", "regexcrossword", "trux"])
def test_other_formats_hold_the_same_clues(format: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [*TINY, "--seed", "1", "--dialect", "javascript"]
    expected = made(*arguments)
    capsys.readouterr()
    assert generate(*arguments, "--format", format) == 0
    Path("other").write_text(capsys.readouterr().out)
    assert satcross.load("other", format=format).lines == expected.lines


def test_a_format_without_place_for_such_a_puzzle_is_refused_before_the_search(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert generate(*SMALL, "--format", "board") == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "seed" not in shown.err


def test_a_folder_of_puzzles_whose_names_are_their_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path("new") / "folder"
    arguments = [*TINY, "--seed", "4", "--count", "2", "-o", str(folder)]
    assert generate(*arguments) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["4.toml", "5.toml"]
    capsys.readouterr()
    assert generate(*TINY, "--seed", "5") == 0
    assert capsys.readouterr().out == (folder / "5.toml").read_text("utf-8")


def test_json_has_what_is_known_of_each_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(*TINY, "--seed", "4", "--count", "2", "--json") == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    answers = [json.loads(line) for line in shown.out.splitlines()]
    assert [answer["seed"] for answer in answers] == [4, 5]
    for answer in answers:
        Path("puzzle.toml").write_text(answer["puzzle"])
        puzzle = satcross.load("puzzle.toml")
        found = satcross.difficulty(puzzle)
        assert (answer["difficulty"], answer["label"]) == (found.value, found.label)
        assert len(answer["families"]) == sum(len(line.clues) for line in puzzle.lines)
        assert answer["unmet"] == []
    assert generate(*TINY, "--seed", "4", "--json", "-o", "file.toml") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["file"] == "file.toml"
    assert Path("file.toml").read_text("utf-8") == answers[0]["puzzle"]


def test_the_letters_of_the_author_are_in_the_solution() -> None:
    Path("grid.txt").write_text("C.T\n...\n..S\n")
    puzzle = made(*SMALL, "--solution", "grid.txt", "--fill-letters", "XYZ", "--seed", "1")
    letters = puzzle.expected[0]
    assert (letters[0], letters[2], letters[8]) == ("C", "T", "S")
    assert {letters[cell] for cell in (1, 3, 4, 5, 6, 7)} <= set("XYZCTS")


def test_rows_can_be_words() -> None:
    words = ["cat", "ore", "gem", "tea", "ant", "dog"]
    Path("words").write_text("\n".join(words))
    puzzle = made(*SMALL, "--words", "words", "--no-cache", "--seed", "1")
    rows = satcross.Solution(puzzle, puzzle.expected[0]).rows
    assert {row.lower() for row in rows} <= set(words)
    assert len(set(rows)) == 3


def test_the_shape_of_another_puzzle_is_all_that_is_taken_of_it() -> None:
    Path("old.toml").write_text(
        "title = 'Old'\nauthor = 'A'\nalphabet = 'XY'\ngiven = { '1,1' = 'X' }\nholes = ['2,2']\n"
        "[clues]\nrows = ['X*', '', '']\ncolumns = 3\n"
    )
    puzzle = made("--shape", "old.toml", "--seed", "1")
    assert puzzle.shape == satcross.load("old.toml").shape
    assert (puzzle.author, puzzle.given, puzzle.alphabet) == ("", (), "mentioned")
    assert "Old" not in puzzle.title


def test_a_grid_can_say_the_shape_too() -> None:
    Path("grid.txt").write_text("C . T\n. . .\n\n")
    puzzle = made("--solution", "grid.txt", "--seed", "1")
    assert puzzle.shape.sizes == (2, 3)
    assert (puzzle.expected[0][0], puzzle.expected[0][2]) == ("C", "T")


def test_a_begun_puzzle_is_completed_and_all_else_in_its_file_stays(capsys: pytest.CaptureFixture[str]) -> None:
    begun = "# Mine\ntitle = 'Cats'\n[clues]  # so far\nrows = ['C(A|O)T', '', '.*N']\ncolumns = 3\n"
    Path("begun.toml").write_text(begun + "[[solutions]]\nrows = ['CAT', 'ARE', 'TEN']\n")
    puzzle = made("--complete", "begun.toml", "--seed", "1")
    text = Path("made.toml").read_text("utf-8")
    assert text.startswith("# Mine\ntitle = 'Cats'\n[clues]  # so far\nrows = ['C(A|O)T', '")
    assert satcross.check(puzzle).status == "unique"
    assert [solution.rows for solution in satcross.solutions(puzzle)] == [("CAT", "ARE", "TEN")]
    assert generate("--complete", "begun.toml", "--seed", "1", "--format", "json") == 0
    Path("made.json").write_text(capsys.readouterr().out)
    assert satcross.load("made.json").lines == puzzle.lines


@pytest.fixture
def one_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search gives up after the first attempt."""

    def make_maker(request: Any, budget: Any, watch: Any, tuning: Any, **more: Any) -> maker.Maker:
        return made(request, budget, watch, tuning._replace(late=0), **more)

    made = maker.Maker
    monkeypatch.setattr(maker, "Maker", make_maker)


@pytest.mark.usefixtures("one_attempt")
def test_a_completed_puzzle_with_several_solutions_does_not_claim_to_have_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With the flag i no clue tells capital letters from small ones."""
    Path("begun.toml").write_text("flags = 'i'\ngiven = { '1,1' = 'B' }\n[clues]\nrows = 1\ncolumns = 3\n")
    assert generate("--complete", "begun.toml", "--seed", "5") == 3
    shown = capsys.readouterr()
    Path("made.toml").write_text(shown.out)
    assert "not reached: the solution is not known to be the only one" in shown.err
    assert len(list(satcross.solutions(satcross.load("made.toml")))) == 4
    assert "complete" not in shown.out


def test_a_puzzle_whose_letters_are_all_given_needs_no_clue(capsys: pytest.CaptureFixture[str]) -> None:
    Path("begun.toml").write_text("given = { '1,1' = 'B' }\n[clues]\nrows = 1\ncolumns = 1\n")
    assert generate("--complete", "begun.toml", "--seed", "5") == 0
    assert "no steps (3 minutes), no clues, cost 0\n" in uncoded(capsys.readouterr().err)


@pytest.mark.usefixtures("one_attempt")
def test_what_was_not_reached_is_said_and_the_best_so_far_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate("--rows", "1", "--columns", "2", "--difficulty", "2.9", "--seed", "1") == 3
    shown = capsys.readouterr()
    assert "not reached: the difficulty is" in shown.err
    Path("best.toml").write_text(shown.out)
    assert satcross.check(satcross.load("best.toml")).status == "unique"


def test_without_time_for_any_puzzle_nothing_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(*SMALL, "--seed", "1", "--timeout", "0.000001") == 3
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "seed 1: the time is up, and there is no puzzle yet: clues were still being collected" in shown.err


def answered(question: Question, seconds: float | None = None) -> Outcome:
    return seeds.answer(question, Budget(seconds), lambda part: None)


def test_a_question_about_a_seed_holds_all_that_its_puzzle_depends_on() -> None:
    request = satcross.Request(satcross.rectangle(rows=["", ""], columns=["", ""]))
    styles = [{"sets": 0.5, "echoes": 2.0}, {"echoes": 2.0, "sets": 0.5}, {"sets": 0.6}]
    one, same, other = (hash_of(question_about(request._replace(style=style), is_completion=False)) for style in styles)
    assert one == same != other
    for seed in (5, 6):
        sent = pickle.loads(pickle.dumps(question_about(request._replace(seed=seed), is_completion=False)))
        assert answered(sent) == seeds.MadePuzzle(next(satcross.generate(request._replace(seed=seed))))


def test_the_time_of_each_seed_begins_with_its_search() -> None:
    question = question_about(satcross.Request(satcross.rectangle(rows=[""], columns=["", ""])), is_completion=False)
    answer = answered(question, 0.0)
    assert isinstance(answer, seeds.NoPuzzle)
    assert (answer.seed, answer.error.code) == (0, "limit")
    assert isinstance(answered(question, 1000.0), seeds.MadePuzzle)


@pytest.mark.skipif(sys.platform != "linux", reason="workers that inherit the pipe into which they say what they do")
@pytest.mark.parametrize(("jobs", "number", "status"), [("1", signal.SIGTERM, 143), ("2", signal.SIGINT, 130)])
def test_an_interrupt_gives_the_best_so_far(jobs: str, number: int, status: int) -> None:
    command = shlex.split("generate --rows 1 --columns 2 --difficulty 3.2 --seed 1 --json --count 3")
    has_a_puzzle = "; difficulty [0-9]"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started_and_saying(has_a_puzzle, *command, "--jobs", jobs, processes=int(jobs), **pipes) as process:
        process.send_signal(number)
        shown, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (status, "satcross: interrupted\n")
    answer = json.loads(shown)
    assert {"difficulty", "time"} <= {each["code"] for each in answer["unmet"]}
    Path("best.toml").write_text(answer["puzzle"])
    assert satcross.check(satcross.load("best.toml")).status == "unique"


TEXTS = {
    "square": "AB\nCD\n",
    "umlaut": "...\n.Ä.\n...\n",
    "words": "four\nletters\n",
    "two.toml": "[clues]\nrows = 2\ncolumns = 2\n",
    "full.toml": "[clues]\nrows = ['A']\ncolumns = ['A']\n",
    "bad.toml": "[clues]\nrows = ['A(', '']\ncolumns = 2\n",
    "begun.toml": "[clues]\nrows = ['A[BC]', '']\ncolumns = 2\n",
    "ragged": "AB\nC\n",
}
"""The files in the folder of each test."""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("", "the shape is missing"),
        ("--rows 3", "--rows needs --columns as well"),
        ("--rows 3 --columns 3 --side 3", "--rows and --side cannot be combined"),
        ("--side 3 --shape two.toml", "--side and --shape cannot be combined"),
        ("--side 3 --puzzle x", "--puzzle needs --shape or --complete as well"),
        ("--solution ragged", "ragged: rows of 1 and 2 letters do not form a rectangle"),
        ("--complete two.toml --rows 2 --columns 2", "--rows and --complete cannot be combined"),
        ("--complete two.toml --dialect python", "--dialect and --complete cannot be combined"),
        ("--complete full.toml", "full.toml: every line has a clue already\n    hint: take out the clues"),
        ("--complete bad.toml", "bad.toml:2, row 1, clue 1: "),
        ("--complete begun.toml --theme AX", "begun.toml: the clues have no solution with the wanted letters"),
        ("--complete - --solution -", "the puzzle and the grid cannot both be standard input"),
        ("--side 3 --theme-at border", "--theme-at needs --theme as well"),
        ("--side 3 --theme A --solution square", "--solution and --theme cannot be combined"),
        ("--side 3 --words words --fill-letters A-Z", "--words and --fill-letters cannot be combined"),
        ("--side 3 --with classes --without classes", "--with and --without cannot be combined: both name classes"
         "\n    hint: leave classes out of --without"),
        ("--side 3 --with lookarounds --max-length 6", "--with lookarounds and --max-length 6 cannot be combined:"
         " such clues have at least 7 characters\n    hint: choose --max-length 7 or more"),
        ("--side 3 --with lookarounds --style bans=0 --style demands=0 --style guards=0",
         "--with lookarounds and --style cannot be combined: it gives the weight 0 to bans, demands and guards"),
        ("--rows 1 --columns 1", "one cell cannot make a puzzle: one clue would say everything\n"
         "    hint: choose a shape of at least 2 cells"),
        ("--rows 1 --columns 9 --difficulty hard", "this shape is too simple for --difficulty hard\n"
         "    hint: choose --difficulty gentle, or a shape of at least 8 cells whose lines cross"),
        ("--rows 2 --columns 3 --difficulty fiendish", "choose --difficulty gentle or moderate, or a"
         " shape of at least 16 cells"),
        ("--side 3 --alphabet AB --difficulty hard", "--difficulty hard and --alphabet AB cannot be combined: over two"
         " letters there is nothing to mark\n    hint: choose --difficulty gentle, or a third letter in"
         " --alphabet"),
        ("--rows 1 --columns 9 --difficulty 6", "generated puzzles of this shape have a difficulty below 3, so"
         " --difficulty 6 is too high\n    hint: choose --difficulty 3 or less, or --difficulty gentle"),
        ("--side 3 --with references --difficulty gentle", "--with references and --difficulty gentle cannot be"
         " combined: beginners do not know these clues\n    hint: choose --difficulty moderate or a harder one"),
        ("--side 1 --clues-per-line 2", "hint: choose --clues-per-line 1, or a larger shape"),
        ("--side 3 --difficulty 0.5", "no puzzle has a difficulty below 1, so --difficulty 0.5 is too low"),
        ("--side 3 --count 2", "--count needs a folder"),
        ("--side 3 --difficulty gentel", "there is no difficulty 'gentel'\n    hint: did you mean gentle?"),
        ("--side 3 --with class", "there is no construct 'class'"),
        ("--side 3 --style mirors=2", "there is no family of clues 'mirors'\n    hint: did you mean mirrors?"),
        ("--side 3 --style mirrors", "--style 'mirrors' has no weight"),
        ("--side 3 --difficulty gentle..hard", "gentle..hard is for several puzzles\n    hint: give --count"),
        ("--side 3 --count 2 -o d --difficulty hard..gentle", "does not go from one difficulty to a greater one"),
        ("--side 3 --count 2 -o d --difficulty 2..hard", "does not go from one difficulty to a greater one"),
        ("--side 3 --count 2 -o d --difficulty gentle..hrad", "no difficulty 'hrad'\n    hint: did you mean hard?"),
        ("--rows 1 --columns 9 --count 2 -o d --difficulty easy..hard", "too simple for --difficulty hard"),
        ("--side 3 --difficulty low", "there is no difficulty 'low'"),
        ("--rows 3 --columns 3 --solution square", "square: the grid has 2 rows, but the puzzle has 3"),
        ("--rows 3 --columns 3 --solution nowhere", "nowhere"),
        ("--rows 3 --columns 3 --solution umlaut --alphabet A-Z", "the letter 'Ä' of cell 2,2 is not in the alphabet"),
        ("--rows 3 --columns 3 --theme aä --alphabet A-Z", "the letter 'Ä' of the theme is not in the alphabet\n"
         "    aä\n     ^\n"),
        ("--rows 3 --columns 3 --theme CRANE --theme-at diagonal", "3 cells on the diagonal\n    CRANE\n       ^^\n"),
        ("--rows 3 --columns 3 --fill-letters Z-A", "fill-letters: the range Z-A is out of order\n    Z-A\n    ^^^\n"),
        ("--rows 3 --columns 3 --alphabet Z-A", "--alphabet: the range Z-A is out of order"),
        ("--rows 3 --columns 3 --words words --no-cache", "has no word of 3 letters for row 1"),
        ("--rows 2 --columns 4 --words words --no-cache", "words has only one word of 4 letters, and row 2 needs"),
        ("--rows 2 --columns 4 --words words --no-cache --theme X", "words has no word like X... for row 1"),
        ("--rows 3 --columns 3 --fill-letters A", "every cell would hold A, so that no clue would be needed"),
        ("--rows 2 --columns 2 --theme AAAA", "every cell would hold A"),
        ("--side 3 --format pdf", "there is no output format 'pdf'"),
        ("--side 3 -o .", ".: this is a folder\n    hint: write puzzles into it with --count"),
        ("--side 3 -o puzzle.pdf", "no format has the file extension '.pdf'"),
        ("--rows 3 --columns 3 --format board", "board"),
        ("--rows 9999 --columns 9999", "cells; solving it may take"),
        ("--side 3 --jobs 2", "--jobs needs --count as well"),
        ("--side 3 --no-cache", "--no-cache needs --words as well"),
        ("--side 3 --refresh", "--refresh is about a results database\n    hint: name it with --results"),
        ("--side 3 --jobs 2 --cluster local:1 --count 2 --json", "--jobs and --cluster both say"),
        ("--side 3 --json -o -", "--json and -o - cannot be combined: both are for standard output"),
        ("--side 3 --count 2 -o words", "words: --count needs a folder for its files, and this is a file"),
        ("--words - --solution -", "--words and --solution cannot be combined: both are standard input"),
        ("--shape - --words -", "--words and --shape cannot be combined: both are standard input"),
        ("--side 3 --words - --words -", "--words names standard input twice"),
        ("--solution square --words words", "--words and --solution cannot be combined: no cell is left for a word"),
        ("--rows 2 --columns 2 --theme ABCD --words words", "--words and --theme cannot be combined: no cell is left"),
        ("--rows 2 --columns 4 --words words --alphabet A-E", "--words and --alphabet cannot be combined: words has no"
         " word of 4 letters for row 1 whose letters are all in the alphabet"),
        ("--rows 3 --columns 3 --dialect javascript --theme A\U0001f600", "--dialect javascript and --solution or"
         " --theme cannot be combined: the letter '\U0001f600' is two letters in JavaScript"),
        ("--side 3 --dialect javascript --fill-letters A\U0001f600", "--dialect javascript and --fill-letters cannot"),
    ],
)  # fmt: skip
def test_bad_input_has_one_clear_error(arguments: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(*arguments.split(), "--seed", "1") == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in uncoded(shown.err)
    assert shown.err.count("satcross: ") <= 1


def test_the_theme_is_the_answer_unless_another_one_is_named() -> None:
    assert made(*SMALL, "--theme", "cat  ten", "--seed", "2").answer == "CAT TEN"
    assert made(*SMALL, "--theme", "CAT", "--answer", "A pet", "--seed", "2").answer == "A pet"
    assert made(*SMALL, "--kind", "letters", "--answer", "42", "--seed", "2").answer == "42"


def test_what_has_to_be_cut_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(*SMALL, "--theme", "cats eat", "--seed", "2") == 0
    assert "the theme is cut at the end of a line: CAT-S and EA-T; --rows 3 --columns 4" in uncoded(
        capsys.readouterr().err
    )
    assert generate(*SMALL, "--theme", "cat eat", "--seed", "2") == 0
    assert "cut" not in uncoded(capsys.readouterr().err)


def test_a_range_of_difficulties_is_spread_over_the_series(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "series"
    arguments = ["--rows", "4", "--columns", "4", "--difficulty", "gentle..hard", "--seed", "5", "--count", "3"]
    assert generate(*arguments, "--author", "Ada", "--note", "For Bob", "-o", str(folder)) == 0
    puzzles = [satcross.load(path) for path in sorted(folder.iterdir())]
    assert [satcross.difficulty(puzzle).label for puzzle in puzzles] == ["gentle", "moderate", "hard"]
    assert {(puzzle.author, puzzle.notes) for puzzle in puzzles} == {("Ada", "For Bob")}
    capsys.readouterr()
    recipe = (folder / "6.toml").read_text().partition("\n")[0].removeprefix("# satcross generate ")
    assert generate(*shlex.split(recipe)) == 0
    assert satcross.loads(capsys.readouterr().out).lines == puzzles[1].lines


@pytest.mark.parametrize(
    ("first", "last", "number", "spread"),
    [
        ("easy", "fiendish", 2, ["gentle", "fiendish"]),
        ("gentle", "fiendish", 3, ["gentle", "hard", "fiendish"]),
        ("gentle", "medium", 5, ["gentle", "gentle", "gentle", "moderate", "moderate"]),
        (2.0, 4.0, 3, [2.0, 3.0, 4.0]),
    ],
)
def test_the_difficulties_of_a_series_rise(
    first: str | float, last: str | float, number: int, spread: list[str | float]
) -> None:
    assert DifficultyRange(first, last).spread(number) == spread


def test_what_a_format_has_no_place_for_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(*TINY, "--dialect", "javascript", "--seed", "4", "--note", "For Bob", "--format", "link") == 0
    assert "no place" not in capsys.readouterr().err
    hexagon = ["--side", "2", "--dialect", "javascript", "--alphabet", "A-Z", "--seed", "1"]
    assert generate(*hexagon, "--note", "For Bob", "--author", "Ada", "--format", "regexcrossword") == 0
    shown = capsys.readouterr()
    assert "satcross: the format regexcrossword has no place for the notes\n" in shown.err
    assert '"author": "Ada"' in shown.out
