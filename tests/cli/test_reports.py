"""Reports for other programs say of each puzzle what the command says, with file and line."""

import json
import re
from io import BytesIO, TextIOWrapper
from pathlib import Path
from xml.etree import ElementTree

import pytest

from satcross.cli import main

TEXTS = {
    "several.toml": "title = 'A, 50%: <b>'\n[clues]\nrows = ['A[AB]']\ncolumns = 2\n",
    "none.toml": "[clues]\nrows = [\n  'A',\n  'B'\n]\ncolumns = ['C']\n",
    "broken.toml": "[clues]\nrows = ['A(']\ncolumns = 2\n",
    "syntax.toml": "title = 'S'\nclues = = 3\n",
    "good.toml": "title = 'Good'\n[clues]\nrows = ['AB']\ncolumns = 2\n",
}
FILES = ("several.toml", "none.toml", "broken.toml", "nowhere.toml", "good.toml")


def report(format: str, capsys: pytest.CaptureFixture[str], *arguments: str, command: str = "check") -> str:
    assert main([command, "--format", format, *arguments, *FILES]) == 2
    return capsys.readouterr().out


def test_github_shows_each_problem_at_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    lines = report("github", capsys).splitlines()
    found = [re.fullmatch(r"::error file=([^,]+)(?:,line=(\d+))?,title=satcross check%3A ([\w-]+)::(.*)", line)
             for line in lines]  # fmt: skip
    assert [each.groups()[:3] for each in found if each is not None] == [
        ("several.toml", None, "several"),
        ("none.toml", None, "none"),
        ("none.toml", "6", "none"),
        ("broken.toml", "2", "regex-parenthesis"),
        ("nowhere.toml", None, "missing"),
    ]
    assert "::A, 50%25: <b>: " in lines[0]


def test_junit_has_a_test_case_for_each_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    suite = ElementTree.fromstring(report("junit", capsys))
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("5", "2", "2")
    cases = {case.get("classname"): case for case in suite}
    assert list(cases) == list(FILES)
    assert cases["several.toml"].get("name") == "A, 50%: <b>"
    assert len(cases["good.toml"]) == 0
    assert all(len(cases[file]) == 1 for file in FILES[:4])
    (failure,) = cases["none.toml"]
    assert failure.text is not None
    assert failure.text.startswith(failure.get("message", "?"))
    assert len(failure.text.splitlines()) > 1


def test_each_file_and_each_puzzle_has_a_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--json", *FILES, "syntax.toml"]) == 2
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["file"], each["status"]) for each in objects] == [
        ("several.toml", "several"),
        ("none.toml", "none"),
        ("broken.toml", "error"),
        ("nowhere.toml", "error"),
        ("good.toml", "unique"),
        ("syntax.toml", "error"),
    ]
    assert all(each["schema"] == 1 for each in objects)
    (error,) = objects[2]["errors"]
    assert {**error, "message": "", "hint": ""} == {
        "code": "regex-parenthesis", "place": "broken.toml:2, row 1, clue 1", "line": 2, "column": 2, "message": "",
        "hint": "",
    }  # fmt: skip
    assert all(isinstance(error[key], str) for key in ("message", "hint"))
    assert objects[3]["errors"][0]["code"] == "missing"
    (error,) = objects[5]["errors"]
    assert (error["code"], error["line"]) == ("toml-syntax", 2)


def test_several_errors_of_a_puzzle_are_one_line_and_one_test_case(capsys: pytest.CaptureFixture[str]) -> None:
    Path("two.toml").write_text("[clues]\nrows = ['A(', 'B)']\ncolumns = 2\n")
    assert main(["check", "--json", "two.toml"]) == 2
    (line,) = capsys.readouterr().out.splitlines()
    assert len(json.loads(line)["errors"]) == 2
    assert main(["check", "--format", "junit", "two.toml"]) == 2
    suite = ElementTree.fromstring(capsys.readouterr().out)
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("1", "0", "1")
    assert [len(case) for case in suite] == [1]


@pytest.mark.parametrize("command", ["check", "solve", "lint"])
def test_a_puzzle_whose_time_was_up_at_once_has_a_line_of_json(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--json", "--timeout", "1e-9", "good.toml"]) == 3
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["status"] == "unknown"


def test_sarif_has_rules_levels_and_places(capsys: pytest.CaptureFixture[str]) -> None:
    log = json.loads(report("sarif", capsys, command="lint"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in run["results"]} == rules
    assert {result["level"] for result in run["results"]} == {"error", "warning"}
    places = [result["locations"][0]["physicalLocation"] for result in run["results"]]
    lines = {(place["artifactLocation"]["uri"], place.get("region", {}).get("startLine")) for place in places}
    assert {("none.toml", 6), ("broken.toml", 2), ("nowhere.toml", None)} <= lines


def test_json_is_what_the_option_json_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "--json", "several.toml"]) == 1
    expected = capsys.readouterr().out
    assert main(["lint", "--format", "json", "several.toml"]) == 1
    assert capsys.readouterr().out == expected


def test_a_report_about_good_puzzles_is_whole_too(capsys: pytest.CaptureFixture[str]) -> None:
    for format in ("github", "junit", "sarif"):
        assert main(["check", "--format", format, "good.toml"]) == 0
        shown = capsys.readouterr().out
        assert (shown == "") == (format == "github")
        assert "failure " not in shown


def test_two_ways_to_say_what_is_printed_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--json", "--format", "junit", "good.toml"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "--json and --format junit cannot be combined" in shown.err


SEVERAL_PUZZLES = """[
  {"name": "first", "patternsX": [["A"]], "patternsY": [["B"]]},
  {"name": "broken", "patternsX": [["A("]], "patternsY": [["B"]]},
  {"name": "third",
   "patternsX": [["C"]],
   "patternsY": [["D"]]}
]
"""


@pytest.mark.parametrize("more", [[], ["--jobs", "2"], ["--results", "found.db"]])
@pytest.mark.parametrize("puzzle", [[], ["--puzzle", "third"]])
def test_each_puzzle_of_a_file_has_its_own_lines(
    puzzle: list[str], more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether a puzzle before it cannot be read, or is not asked about."""
    Path("many.json").write_text(SEVERAL_PUZZLES)
    main(["check", "--format", "github", *puzzle, *more, "many.json"])
    shown = capsys.readouterr().out
    lines = re.findall(r"line=(\d+),.*::third: (?:row|column) 1", shown)
    assert sorted(lines) == ["5", "6"]


def test_a_report_about_standard_input_has_lines_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(Path("none.toml").read_bytes())))
    assert main(["check", "--format", "github", "-"]) == 1
    assert "line=6," in capsys.readouterr().out


def test_a_report_names_word_lists_and_given_letters_among_the_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    Path("words.txt").write_text("A\n")
    Path("given.toml").write_text(
        "given = {'1,1' = 'B'}\n[clues]\nrows = [{words = 'words.txt'}]\ncolumns = ['[AB]']\n"
    )
    assert main(["check", "--format", "github", "given.toml"]) == 1
    reasons = [line.rpartition("::")[2] for line in capsys.readouterr().out.splitlines()[1:]]
    assert reasons == ["row 1, clue 1 (word list): allows only A in cell 1,1", "the letter B given in cell 1,1"]


def test_a_trace_names_word_lists(capsys: pytest.CaptureFixture[str]) -> None:
    Path("words.txt").write_text("A\n")
    Path("words.toml").write_text("[clues]\nrows = [{words = 'words.txt'}]\ncolumns = ['[AB]']\n")
    assert main(["solve", "--trace", "words.toml"]) == 0
    assert "1. row 1, clue 1  (word list)\n" in capsys.readouterr().out
