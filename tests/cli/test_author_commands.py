"""The author's commands: what they say, as text and as JSON, and their exit statuses."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import satcross
from satcross.base.budget import UNLIMITED
from satcross.cli import main
from satcross.cli.check import BRIEFLY, CheckQuestion, Verdict, answer
from satcross.solver.constraints.line_states import RegularReader
from satcross.solver.solutions import Status
from tests.cli.small import NONE
from tests.commands import uncoded

TEXTS = {
    "unique.toml": "title = 'One'\n[clues]\nrows = ['AB|BA']\ncolumns = ['', 'B']\n",
    "several.toml": "title = 'Two'\n[clues]\nrows = ['AB|BA', 'A.']\ncolumns = ['', '']\n",
    "far.toml": "[clues]\nrows = [['AAAA|BBBB|CCCC', 'A*|B*|C*']]\ncolumns = 4\n",
    "none.toml": NONE,
    "loose.toml": "[clues]\nrows = ['AB', '']\ncolumns = ['AC', '.C']\n",
    "convention.toml": "[clues]\nrows = ['A[^B]']\ncolumns = 2\n",
    "doubled.toml": "alphabet = 'AB'\n[clues]\nrows = ['([^A])\\1']\ncolumns = 2\n",
    "huge.toml": f"[clues]\nrows = {['[A-J]+'] * 3}\ncolumns = 10\n",
}


def said(capsys: pytest.CaptureFixture[str], command: str) -> str:
    main(command.split())
    return capsys.readouterr().out


def told(capsys: pytest.CaptureFixture[str], command: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(said(capsys, command + " --json"))
    return answer


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("count unique.toml", 0),
        ("count none.toml", 1),
        ("count several.toml --at-least 2", 0),
        ("count several.toml --at-least 5", 1),
        ("count several.toml --at-least 0", 2),
        ("explain unique.toml", 0),
        ("explain several.toml", 1),
        ("explain none.toml", 1),
        ("hint unique.toml", 0),
        ("lint none.toml", 1),
        ("lint none.toml --ignore conflict --ignore line-without-clue", 0),
        ("lint none.toml --ignore clsh", 2),
        ("prove several.toml -o proof", 1),
        ("prove unique.toml -o proof --solver minisat22", 2),
        ("verify nowhere unique.toml", 2),
    ],
)
def test_exit_statuses(command: str, status: int) -> None:
    assert main(command.split()) == status


def test_counts_are_told_in_words_and_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "count several.toml none.toml") == "several.toml: Two: 4 solutions\nnone.toml: no solution\n"
    assert "(about 10^30)" in said(capsys, "count huge.toml")
    answer = told(capsys, "count huge.toml")
    assert (answer["count"], answer["kind"], answer["complete"]) == (10**30, "exact", True)


def test_check_shows_what_varies_over_all_solutions(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "check several.toml")
    assert "4 solutions" in text
    assert "one of 4 cells is certain; 3 vary between these letters:\n    1,1  AB\n    1,2  AB\n    2,2  AB\n" in text
    answer = told(capsys, "check several.toml")
    assert [each["letters"] for each in answer["candidates"]] == ["AB", "AB", "A", "AB"]
    assert answer["certain_cells"] == [[2, 1]]
    assert answer["differing_cells"] == [[2, 2]]
    assert (answer["count"], answer["complete"]) == (4, True)
    assert answer["differ_least"]


def test_a_space_is_visible_wherever_it_is_one_of_several_letters(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "spaces.toml").write_text("alphabet = ' A-C'\n[clues]\nrows = ['[ A-C]A']\ncolumns = ['[^B]', '']\n")
    assert "    1,1  ␣AC\n" in said(capsys, "check spaces.toml")
    assert "    1,1  _AC\n" in said(capsys, "check --ascii spaces.toml")
    assert "1,2: not ␣BC, leaves A\n" in said(capsys, "solve --trace spaces.toml")
    assert "  alphabet:      ␣ABC  (4 letters: " in said(capsys, "show spaces.toml")
    linted = said(capsys, "lint spaces.toml")
    assert "one given letter would leave only this solution: 1,1 a space" in linted
    (folder / "grid").write_text(". \n")
    assert said(capsys, "explain --grid grid spaces.toml").startswith("1,2: a space is wrong; no solution has it\n")
    assert main(["hint", "--grid", "grid", "spaces.toml"]) == 2
    assert uncoded(capsys.readouterr().err).startswith("grid: no solution has a space in 1,2\n")


def test_check_says_whether_the_verdict_hangs_on_the_alphabet(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "check unique.toml") == "unique.toml: One: unique\n  over any alphabet\n"
    assert said(capsys, "check -q unique.toml") == "unique.toml: One: unique over any alphabet\n"
    assert "unique\n  only by its alphabet: with other letters 1,2 could be" in said(capsys, "check convention.toml")
    answer = told(capsys, "check convention.toml")
    assert answer["unique_over_any_alphabet"] is False
    assert answer["breaches"][0]["cell"] == [1, 2]
    assert answer["breaches_exact"] is True


def test_check_names_few_cells_and_says_that_there_may_be_more(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("two.toml").write_text("alphabet = 'AB'\n[clues]\nrows = ['[AC][BD]']\ncolumns = 2\n")
    assert "could be C, 1,2 could be D\n" in said(capsys, "check two.toml")
    monkeypatch.setattr("satcross.cli.check.CELLS_LISTED", 1)
    assert said(capsys, "check two.toml").endswith("could be C; more cells may vary\n")


def test_check_says_so_if_the_time_is_too_short_for_other_alphabets(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satcross.cli.check.EXTRA_SECONDS", 0.0)
    assert said(capsys, "check unique.toml").startswith(
        "unique.toml: One: unique\n  over its alphabet (over any alphabet: unknown"
    )
    answer = told(capsys, "check unique.toml")
    assert (answer["unique_over_any_alphabet"], answer["breaches"], answer["breaches_exact"]) == (None, [], False)


def test_an_explanation_ends_with_the_solution_and_how_hard_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "explain unique.toml --brief").splitlines()
    assert lines[0].startswith("1. (read) Column 2 B: letter 1 is B.")
    assert lines[-3] == "That is the only solution."
    assert lines[-2].startswith("Difficulty 1.")
    assert lines[-1].startswith("Length: 2 steps in ")
    answer = told(capsys, "explain unique.toml")
    assert answer["steps"][0]["placed"] == [{"cell": [1, 2], "letter": "B"}]
    assert [step["technique"] for step in answer["steps"]] == ["read", "read"]
    assert answer["difficulty"]["most_clues"] == 1
    assert (answer["difficulty"]["label"], answer["difficulty"]["length"]) == ("gentle", "3 minutes")


def test_explain_puts_each_clue_into_words_where_it_first_comes_up(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "explain unique.toml --brief --plain").splitlines()
    assert lines[:2] == [*said(capsys, "explain unique.toml --brief").splitlines()[:1], "  B: B"]
    words = [line for line in lines if line.startswith("  ")]
    assert len(words) == len(set(words)) == 2


def test_a_half_filled_grid_is_taken_up_or_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "grid").write_text("B.\n")
    assert said(capsys, "explain --grid grid unique.toml") == ("1,1: B is wrong; no solution has it\n")
    assert main(["hint", "--grid", "grid", "unique.toml"]) == 2
    assert "no solution has B in 1,1" in uncoded(capsys.readouterr().err)
    for text in ("B", "B..\n", "Z.\n"):
        (folder / "grid").write_text(text)
        assert main(["explain", "--grid", "grid", "unique.toml"]) == 2
        assert uncoded(capsys.readouterr().err).count("\n") <= 2


def test_hints_say_where_by_what_and_which(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "hint unique.toml") == "Look at column 2.\n"
    assert said(capsys, "hint unique.toml --level clue") == "Use column 2 B.\n"
    assert said(capsys, "hint unique.toml --level letters") == "Column 2 B: letter 1 is B.\n"


def test_a_hint_tells_a_finished_grid_from_one_with_several_solutions(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "grid").write_text("AB\n")
    assert said(capsys, "hint unique.toml --grid grid") == "There is nothing more to find.\n"
    (folder / "grid").write_text("..\nA.\n")
    assert said(capsys, "hint several.toml --grid grid") == (
        "There is nothing more to find: there are several solutions, and the clues do not say which one is meant.\n"
    )
    answer = told(capsys, "hint several.toml --grid grid")
    assert (answer["hint"], answer["step"]) == ("", None)


def test_an_explanation_without_any_step_says_that_nothing_follows(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "grid").write_text("..\nA.\n")
    assert said(capsys, "explain several.toml --grid grid") == (
        "There are several solutions, and no letter can be ruled out; satcross check shows two of them.\n"
    )
    assert said(capsys, "explain several.toml").endswith("solutions; that is what they have in common.\n")


@pytest.mark.parametrize(("grid", "hint"), [("B.\n", "remove this letter"), ("BA\n", "remove these letters")])
def test_a_hint_asks_to_remove_what_is_wrong(
    grid: str, hint: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "grid").write_text(grid)
    assert main(["hint", "--grid", "grid", "unique.toml"]) == 2
    assert uncoded(capsys.readouterr().err).endswith(f"    hint: {hint}\n")


def test_lint_points_into_clues(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "lint unique.toml")
    assert "  row 1, clue 1: the alternative BA has no effect" not in text  # the column, not the row, excludes it
    assert "[line-without-clue]" in text
    answer = told(capsys, "lint unique.toml")
    assert {each["code"] for each in answer["findings"]} >= {"line-without-clue"}
    assert answer["complete"]
    answer = told(capsys, "lint loose.toml")
    assert {each["code"] for each in answer["findings"]} >= {"line-without-clue", "looser-clue"}


def test_a_proof_is_written_and_verified(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("dratify")
    assert main(["prove", "unique.toml", "-o", "proof"]) == 0
    assert main(["verify", "unique.toml", "proof"]) == 0
    assert main(["verify", "convention.toml", "proof"]) == 1
    assert "not verified: the solution does not solve this puzzle" in capsys.readouterr().out
    assert main(["verify", "proof", "unique.toml"]) == 2
    assert "satcross verify unique.toml proof" in uncoded(capsys.readouterr().err)


@pytest.mark.parametrize(
    "command", ["explain unique.toml", "hint unique.toml", "verify unique.toml proof", "solve unique.toml --sample 1"]
)
def test_no_time_at_all_is_an_answer_too(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "unique.toml", "-o", "proof"]) == 0
    capsys.readouterr()
    assert main([*command.split(), "--timeout", "1e-9"]) == 3
    assert capsys.readouterr().out == "unique.toml: One: unknown (out of time)\n"
    assert main([*command.split(), "--timeout", "1e-9", "--json"]) == 3
    answer = json.loads(capsys.readouterr().out)
    assert (answer["file"], answer["name"], answer["status"]) == ("unique.toml", "One", "unknown")
    assert (answer["complete"], answer["stopped"]) == (False, "timeout")


def test_many_puzzles_get_as_much_work_after_the_verdict_as_before_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    small = told(capsys, "check -q far.toml")
    assert "more" not in small
    assert small["candidates"] == told(capsys, "check far.toml")["candidates"]
    monkeypatch.setitem(BRIEFLY, "letter_work", 1)
    brief = told(capsys, "check -q far.toml")
    assert (brief["status"], brief["more"], brief["candidates_exact"]) == ("several", "not computed", False)
    assert "more is not computed: --details looks for everything\n" in said(capsys, "check none.toml far.toml")
    assert "more" not in told(capsys, "check far.toml")


def test_a_large_puzzle_shows_two_solutions_without_details(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satcross.cli.check.BRIEF_LETTERS", 1)
    brief = told(capsys, "check -q several.toml")
    assert (brief["more"], len(brief["solutions"]), "candidates" in brief) == ("not computed", 2, False)
    assert "they differ in" in said(capsys, "check -q several.toml")
    assert "more" not in told(capsys, "check -q --details several.toml")


def test_after_the_verdict_few_letters_are_read_although_a_line_has_very_many_states(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(59)
    words = ["".join(random.choices("ABCDEFGH", k=4)) for _ in range(10)]
    clues = [f".*{word}.*" for word in words]
    Path("words.toml").write_text(f"alphabet = 'ABCDEFGH'\n[clues]\nrows = [{clues}]\ncolumns = 50\n")
    letters_read = 0
    read = RegularReader.read

    def counted(*asked: Any) -> tuple[int, ...] | None:
        nonlocal letters_read
        letters_read += 1
        return read(*asked)

    monkeypatch.setattr(RegularReader, "read", counted)
    answer = told(capsys, "check -q words.toml")
    assert (answer["status"], answer["more"]) == ("several", "not computed")
    assert 0 < letters_read < 30_000


@pytest.mark.parametrize(
    ("file", "verdict"), [("far.toml", "several"), ("none.toml", "none"), ("doubled.toml", "unique")]
)
def test_the_verdict_is_said_before_anything_else_is_looked_for(file: str, verdict: Status) -> None:
    parts: list[object] = []
    puzzle = satcross.load(file)

    def looked_for(what: str, *_: object) -> None:
        if what.startswith(("finding", "looking")):
            parts.append("details")

    question = CheckQuestion(puzzle, solver="auto", encoding="positions", difficulty=False, details=True)
    answer(question, UNLIMITED._replace(report=looked_for), parts.append)
    assert parts[0] == Verdict(verdict, is_said_first=True)
    assert "details" in parts


def test_a_stream_has_each_verdict_on_a_line_before_the_whole_answer(capsys: pytest.CaptureFixture[str]) -> None:
    command = "check --json unique.toml far.toml none.toml"
    answers = [without_seconds(line) for line in said(capsys, command).splitlines()]
    lines = [without_seconds(line) for line in said(capsys, command + " --stream").splitlines()]
    assert lines[1::2] == answers
    for verdict, whole in zip(lines[::2], answers, strict=True):
        assert verdict == {name: whole[name] for name in ("schema", "file", "name")} | {"verdict": whole["status"]}


def without_seconds(line: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(line)
    answer.get("stats", {}).pop("seconds", None)
    return answer


@pytest.mark.parametrize("format", ["", " --format sarif"])
def test_only_json_is_streamed(format: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(f"check unique.toml --stream{format}".split()) == 2
    assert "--stream is for --json only" in capsys.readouterr().err
