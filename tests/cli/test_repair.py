"""`satcross repair`: the list, the patch and the file, exit statuses, and what it refuses."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import satcross
from satcross.cli import main
from satcross.puzzle.files import read_source
from tests.commands import uncoded

pytestmark = pytest.mark.long

SEVERAL = """\
# Mine
title = "Cats"
[clues]
rows = ['C.*', '[ARE]*', '.*N'] # so far
columns = ['[CAT]*', 'A.E', 'T.N']
"""
EXPECTED = '[[solutions]]\nrows = ["CAT", "ARE", "TEN"]\n'
UNIQUE = SEVERAL.replace("[ARE]*", "(E|AR)*").replace("[CAT]*", "C*AT*") + EXPECTED
TEXTS = {
    "cats.toml": SEVERAL + EXPECTED, "unknown.toml": SEVERAL, "unique.toml": UNIQUE, "solution": "CAT\nARE\nTEN\n",
}  # fmt: skip


def repair(*arguments: str) -> int:
    return main(["repair", *arguments])


def is_repaired(puzzle: satcross.Puzzle) -> bool:
    verdict = satcross.check(puzzle)
    return verdict.status == "unique" and verdict.witnesses[0].rows == ("CAT", "ARE", "TEN")


def test_the_list_has_the_cheapest_changes_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert repair("cats.toml", "--count", "3") == 0
    shown = capsys.readouterr().out
    assert shown.startswith("cats.toml: Cats: several; each offer makes the wanted solution the only one\n  1. ")
    first = next(satcross.repair(satcross.load("cats.toml")))
    for change in first.changes:
        assert f"{change.line}  {change.before}  becomes  {change.after}" in shown
    assert f"(cost {first.cost / 10:g})" in shown
    assert [line[:4] for line in shown.splitlines() if line[2:3].isdigit()] == ["  1.", "  2.", "  3."]


@pytest.mark.parametrize(
    ("end", "newline"), [("\n", "\n"), ("", "\n"), ("\n", "\r\n")], ids=["with a last line end", "without", "crlf"]
)
def test_other_programs_take_the_patch(
    end: str, newline: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    programs = [["patch", "-p1"], ["patch", "cats.toml"], ["git", "apply"]]
    before = (SEVERAL + EXPECTED).rstrip("\n") + end
    (folder / "cats.toml").write_text(before, newline=newline)
    assert repair("cats.toml", "--patch") == 0
    shown = capsys.readouterr()
    assert "1. " in shown.err
    patched = set()
    for program in (each for each in programs if shutil.which(each[0]) is not None):
        (folder / "cats.toml").write_text(before, newline=newline)
        subprocess.run(program, input=shown.out.encode(), check=True, capture_output=True)
        patched.add((folder / "cats.toml").read_bytes())
    if not patched:
        pytest.skip("neither patch nor git is here")
    (data,) = patched
    assert data.count(newline.encode()) == data.count(b"\n")
    text = (folder / "cats.toml").read_text()
    assert is_repaired(satcross.load("cats.toml"))
    lines = zip(before.split("\n"), text.split("\n"), strict=True)
    assert {number for number, (old, new) in enumerate(lines) if old != new} <= {3, 4}
    assert "# so far" in text


def test_the_chosen_offer_is_written_with_all_else_in_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert repair("cats.toml", "--pick", "2", "-o", "repaired.toml") == 0
    second = capsys.readouterr().out
    puzzle = satcross.load("repaired.toml")
    assert is_repaired(puzzle)
    assert Path("repaired.toml").read_text().startswith('# Mine\ntitle = "Cats"\n')
    assert all(clue.pattern in second for line in puzzle.lines for clue in line.clues
               if clue.pattern not in SEVERAL)  # fmt: skip
    assert repair("cats.toml", "-o", "-", "--format", "json") == 0
    assert is_repaired(read_source(capsys.readouterr().out.encode(), "x.json").puzzles[0])


def test_the_solution_can_come_from_a_grid_and_is_written_too() -> None:
    assert repair("unknown.toml", "--solution", "solution", "-o", "repaired.toml") == 0
    puzzle = satcross.load("repaired.toml")
    assert is_repaired(puzzle)
    assert (puzzle.expected, puzzle.expects_all) == ((tuple("CATARETEN"),), True)


def test_json_has_all_that_is_known_of_each_offer(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert repair("cats.toml", "--json", "--count", "2") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["schema"], answer["file"], answer["name"]) == (1, "cats.toml", "Cats")
    assert (answer["status"], answer["complete"], len(answer["offers"])) == ("several", True, 2)
    first = answer["offers"][0]
    assert first["is_proven"]
    assert first["bound"] == first["cost"]
    assert all(change["before"] in SEVERAL for change in first["changes"])
    assert f"+++ b/{'cats.toml'}" in first["patch"]
    satcross.save(satcross.load("cats.toml"), folder / "cats.json")
    assert repair("cats.json", "--json", "--count", "1") == 0
    assert json.loads(capsys.readouterr().out)["offers"][0]["patch"] is None


def test_a_good_puzzle_needs_no_repair(capsys: pytest.CaptureFixture[str]) -> None:
    assert repair("unique.toml") == 0
    assert "unique.toml: Cats: unique; there is nothing to repair" in capsys.readouterr().out
    assert repair("unique.toml", "--patch") == 0
    assert capsys.readouterr().out == ""


def test_a_puzzle_with_another_solution_than_the_wanted_one_is_repaired(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "other").write_text("CAT\nARE\nTAN\n")
    assert repair("unique.toml", "--solution", "other", "--count", "1") == 0
    assert (
        "unique, but with another solution; each offer makes the wanted solution the only one"
        in capsys.readouterr().out
    )


@pytest.mark.parametrize("kind", ["--vary", "--loosen"])
def test_other_clues_for_a_line_keep_the_solution(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert repair("unique.toml", kind, "--line", "row 3", "--json") == 0
    offers = json.loads(capsys.readouterr().out)["offers"]
    assert offers
    for number, offer in enumerate(offers, 1):
        assert [(change["line"], change["before"]) for change in offer["changes"]] == [("row 3", ".*N")]
        assert repair("unique.toml", kind, "--line", "row 3", "--pick", str(number), "-o", "x.toml", "--overwrite") == 0
        assert is_repaired(satcross.load("x.toml"))


def test_no_offer_is_an_answer_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert repair("unique.toml", "--loosen", "--line", "row 2") == 1
    assert "unique; every looser clue leaves several solutions" in capsys.readouterr().out


def test_an_offer_that_comes_too_late_is_not_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert repair("cats.toml", "--timeout", "0.000001") == 3
    assert "out of time" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("unknown.toml", "satcross: it is not known which solution is wanted\n    hint: name it with --solution"),
        ("bare.toml", "bare.toml: the puzzle has no clue that could be repaired\n    hint: satcross generate"),
        ("nowhere.toml", "nowhere.toml: there is no such file"),
        ("cats.toml --solution nowhere", "nowhere: there is no such file"),
        ("cats.toml --solution open", "open: the grid has no letter in cell 3,1\n    hint: a repair needs the whole"),
        ("cats.toml --solution small", "small: the grid has one row, but the puzzle has 3"),
        ("listed.toml --solution solution", "solution: 'E' in cell 2,3 is not in the puzzle's alphabet"),
        ("given.toml", "given.toml: the wanted solution has C in cell 1,1, where X is given"),
        ("cats.toml --vary --line row\u00a01", "cats.toml: the puzzle does not have exactly one solution"),
        ("unique.toml --vary --line row", "there is no line 'row'\n    hint: the lines are called row 1, row 2, "),
        ("unique.toml --vary --line row\u00a01 --clue 2", "there is no clue 2 on row 1: it has one clue"),
        ("words.toml --vary --line row\u00a01", "clue 1 of row 1 is a list of words\n    hint: only clues that are"),
        ("unique.toml --vary", "--vary needs --line as well"),
        ("unique.toml --line x", "--line needs --vary or --loosen as well"),
        ("unique.toml --vary --loosen --line x", "--vary and --loosen cannot be combined"),
        ("unique.toml --vary --line x --solution solution", "--solution and --vary cannot be combined"),
        ("cats.toml --patch --json", "--patch and --json cannot be combined"),
        ("cats.toml --patch -o -", "--patch and -o - cannot be combined"),
        ("cats.toml --pick 2", "--pick needs --patch or -o as well"),
        ("cats.toml --format json", "--format needs -o as well"),
        ("cats.toml --format pdf -o x", "there is no output format 'pdf'"),
        ("cats.toml -o x.pdf", "no format has the file extension '.pdf'"),
        ("cats.json --patch", "a patch can only be made for a TOML file"),
        ("- --solution -", "the puzzle and the grid cannot both be standard input"),
    ],
)  # fmt: skip
def test_bad_input_has_one_clear_error(
    arguments: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "open").write_text("CAT\nARE\n.EN\n")
    (folder / "small").write_text("CA\n")
    (folder / "bare.toml").write_text("[clues]\nrows = ['', '']\ncolumns = ['', '']\n")
    (folder / "listed.toml").write_text("alphabet = 'A-DN-T'\n" + SEVERAL.replace("E", "A"))
    (folder / "list").write_text("CAT\n")
    (folder / "words.toml").write_text("[clues]\nrows = [{ words = 'list' }]\ncolumns = ['C', '', '']\n")
    (folder / "given.toml").write_text("given = { '1,1' = 'X' }\n" + SEVERAL + EXPECTED)
    satcross.save(satcross.load("cats.toml"), folder / "cats.json")
    assert repair(*[word.replace("\u00a0", " ") for word in arguments.split(" ")]) == 2
    shown = capsys.readouterr()
    assert said in uncoded(shown.err)
    assert shown.out == ""
    assert shown.err.count("satcross: ") <= 1
    assert not {"x", "x.toml"} & {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("option", ["--vary", "--loosen"])
def test_a_puzzle_is_not_called_unique_before_that_is_known(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert repair("unique.toml", option, "--line", "row 1", "--timeout", "0.000001") == 3
    assert capsys.readouterr().out == "unique.toml: Cats: unknown (out of time)\n"
