"""Expected solutions: every disagreement that trying every grid finds is found, and every command says so."""

import json
from pathlib import Path
from random import Random

import pytest

from satcross.author.ambiguity import ambiguity
from satcross.author.lint import lint
from satcross.cli import main
from satcross.puzzle import Puzzle, Solution
from satcross.puzzle.shapes import line, rectangle
from satcross.solver.expected import UNEXPECTED, Mismatch, enough_solutions, mismatches
from satcross.solver.solutions import Search, check
from tests.small_puzzles import small_puzzles

HELLO = """
title = "Hello"
complete = true
[clues]
rows = ['HI|NO', '[OK]+']
columns = ['H[^K]', 'IK|OK']
[[solutions]]
rows = ["{}", "OK"]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "right.toml").write_text(HELLO.format("HI"))
    (tmp_path / "wrong.toml").write_text(HELLO.format("NO"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def numbers(found: tuple[Mismatch, ...]) -> list[int]:
    return [mismatch.number for mismatch in found if mismatch.kind == "wrong"]


def expecting(puzzle: Puzzle, *grids: str, are_all: bool = False) -> Puzzle:
    return puzzle._replace(expected=tuple(map(tuple, grids)), expects_all=are_all)


def test_wrong_and_unexpected_solutions_are_those_that_trying_every_grid_finds() -> None:
    random = Random(71)
    kinds = set()
    for puzzle, solutions in small_puzzles(120, seed=71):
        right = random.sample(sorted(solutions), min(len(solutions), random.randint(0, 3)))
        wrong = ["".join(random.choices(puzzle.alphabet, k=len(puzzle.cells))) for _ in range(random.randint(0, 2))]
        grids = random.sample([*right, *wrong], len(right) + len(wrong))
        for are_all in (False, True):
            asked = expecting(puzzle, *grids, are_all=are_all)
            if not (grids or are_all):
                assert check(asked).mismatches == ()
                continue
            found = check(asked).mismatches
            assert numbers(found) == [number for number, each in enumerate(grids, 1) if each not in solutions]
            unexpected = {"".join(each.solution.letters) for each in found if each.solution and not each.number}
            assert unexpected <= solutions - set(grids)
            assert bool(unexpected) == (are_all and bool(solutions - set(grids)))
            kinds |= {each.kind for each in found}
    assert kinds == {"wrong", "unexpected"}


def test_a_mismatch_names_each_violated_clue_and_the_cells() -> None:
    [mismatch, other] = check(expecting(rectangle(rows=["HI|NO", "[OK]+"], columns=["H[^K]", "IK|OK"]), "NOOK",
                                        are_all=True)).mismatches  # fmt: skip
    [fault] = mismatch.faults
    assert (fault.line, fault.clue, fault.pattern, fault.text) == ("column 1", 1, "H[^K]", "NO")
    assert mismatch.cells == ((1, 1), (1, 2))
    assert mismatch.other == other.solution
    assert str(mismatch) == (
        "the expected solution does not match column 1, clue 1 (H[^K]), where it reads 'NO'; "
        "it differs from the nearest solution found in 1,1 (N, not H), 1,2 (O, not I)"
    )
    assert str(other) == (
        "the expected solution is said to be the only one, but there is another one; "
        "it differs from the nearest expected one in 1,1 (H, not N), 1,2 (I, not O)"
    )


def test_letters_that_are_not_possible_and_grids_of_another_size_are_wrong() -> None:
    puzzle = rectangle(rows=["AB|BA"], columns=2, given={(1, 1): "A"})
    messages = [each.message for each in mismatches(expecting(puzzle, "AB", "AX", "BA", "A"))]
    assert messages == [
        "the expected solution 2 is not possible: cell 1,2 holds 'X', which is not in the alphabet",
        "the expected solution 3 is not possible: cell 1,1 holds 'B'; 'A' was given",
        "the expected solution 4 has 1 letters, but the puzzle has 2 cells",
    ]


def test_a_puzzle_may_be_expected_to_have_no_solution() -> None:
    assert check(expecting(line("A", 2), are_all=True)).mismatches == ()
    [mismatch] = check(expecting(line("A", 1), are_all=True)).mismatches
    assert str(mismatch) == "the puzzle is expected to have no solution, but it has one"


def test_over_any_alphabet_letters_that_no_clue_tells_apart_are_one_solution() -> None:
    puzzle = line("[^X][YZ]", 2, alphabet="any")
    assert check(expecting(puzzle, "MZ", "ZY", are_all=True)).mismatches == ()
    [mismatch] = check(expecting(puzzle, "MY", are_all=True)).mismatches
    assert mismatch.kind == "unexpected"
    assert mismatch.solution is not None
    assert mismatch.solution.letters[0] in "YZ"


def test_what_is_not_expected_is_found_however_many_solutions_are_expected() -> None:
    puzzle = line("[AB]{3}", 3)
    grids = ["AAA", "AAB", "ABA", "ABB", "BAA", "BAB", "BBA", "BBB"]
    assert check(expecting(puzzle, *grids, are_all=True)).mismatches == ()
    for left_out in grids:
        asked = expecting(puzzle, *[grid for grid in grids if grid != left_out], are_all=True)
        assert enough_solutions(asked) == 8
        [mismatch] = check(asked).mismatches
        assert mismatch.solution == Solution(asked, tuple(left_out))
        search = Search(asked)
        assert list(search.cubes())
        assert [each.solution for each in search.mismatches()] == [mismatch.solution]


@pytest.mark.parametrize("stated", [["AB", "AB"], ["AB", "AA"], ["AB", "BA"], ["AB", "BA", "AB"], []])
def test_count_finds_the_disagreements_that_check_finds(
    stated: list[str], capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    """A solution that is stated twice, or that is wrong, does not make up for one that is not stated."""
    solutions = "".join(f"[[solutions]]\nrows = ['{each}']\n" for each in stated)
    (folder / "two.toml").write_text(
        f"alphabet = 'AB'\ncomplete = true\n[clues]\nrows = ['AB|BA']\ncolumns = 2\n{solutions}"
    )
    said = []
    for command in ("check", "count"):
        main([command, "--json", "two.toml"])
        said.append(json.loads(capsys.readouterr().out)["mismatches"])
    assert [each["kind"] for each in said[0]] == [each["kind"] for each in said[1]]
    assert any(each["kind"] == "unexpected" for each in said[1]) == ("BA" not in stated)


def test_only_a_few_unexpected_solutions_are_reported() -> None:
    search = Search(expecting(line("[A-Z]{2}", 2), "AA", are_all=True)).run()
    assert search.count == 26**2
    assert len(search.mismatches()) == UNEXPECTED


def test_the_expected_solution_is_compared_with_the_nearest_other_one() -> None:
    """Of 'AAAA' the nearest is 'AABB', though 'CCCC' and 'CCCD' are nearer to each other."""
    puzzle = line("A{4}|AABB|CCCC|CCCD", 4)
    assert ambiguity(puzzle).differing_cells == ((1, 4),)
    asked = expecting(puzzle, "DDDD", "AAAA")
    found = ambiguity(asked)
    assert [solution.text for solution in found.nearest] == ["AAAA", "AABB"]
    assert found.is_nearest
    assert check(asked).witnesses[0].text == "AAAA"
    messages = {finding.code: finding.message for finding in lint(asked).findings}
    assert messages["several-solutions"] == (
        "there are several solutions; what follows is about the expected solution; "
        "the nearest other one differs from it in 1,3 (B, not A), 1,4 (B, not A)"
    )
    assert messages["expected-solution"] == (
        "the expected solution 1 reads 'DDDD' here, which this clue does not match"
    )


COMMANDS = [
    "check", "solve", "solve --all", "solve --limit 1", "solve --cubes", "solve --sample 2", "lint", "prove -o proof",
    "count", "explain",
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_that_finds_solutions_compares_them(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    ignored = " --ignore looser-clue --ignore no-effect-loop" if command == "lint" else ""
    assert main(f"{command} right.toml{ignored}".split()) == 0
    assert "expected" not in capsys.readouterr().out
    assert main(f"{command} wrong.toml{ignored}".split()) == 1
    text = capsys.readouterr().out
    assert "column 1" in text
    assert "'NO'" in text
    assert command in ("lint", "count") or text.count("it differs from") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_says_so_in_json(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(f"{command} --json wrong.toml".split()) == 1
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    if command == "lint":
        assert last["findings"][0]["code"] == "expected-solution"
        return
    wrong = last["mismatches"][0]
    assert (wrong["kind"], wrong["number"], wrong["solution"]) == ("wrong", 1, {"rows": ["NO", "OK"]})
    assert [(fault["line"], fault["clue"], fault["text"]) for fault in wrong["faults"]] == [("column 1", 1, "NO")]
    main(f"{command} --json right.toml".split())
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["mismatches"] == []


def test_a_half_filled_grid_leaves_the_expected_solutions_that_have_its_letters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "grid.txt").write_text("N.\n..\n")
    assert main(["solve", "--grid", "grid.txt", "right.toml"]) == 1
    assert capsys.readouterr().out.startswith("Hello\n\nNo solution.\n  these two conflict in cell 1,1:\n")
    (tmp_path / "grid.txt").write_text("H.\n..\n")
    assert main(["solve", "--grid", "grid.txt", "right.toml"]) == 0


def test_show_warns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "wrong.toml"]) == 0
    assert "warning: the expected solution does not match column 1" in capsys.readouterr().out


def test_lint_names_what_disagrees() -> None:
    puzzle = expecting(rectangle(rows=["HI|NO", "[OK]+"], columns=["H[^K]", "IK|OK"]), "NOOK", are_all=True)
    found = [(each.code, each.line) for each in lint(puzzle).findings if each.code.endswith("expected-solution")]
    assert found == [("expected-solution", "column 1"), ("unexpected-solution", "")]
