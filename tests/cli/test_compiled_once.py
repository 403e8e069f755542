"""A puzzle is read, compiled and propagated once for a command's question and all its follow-up questions."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

import satcross
from satcross.cli import main
from satcross.cli.check import INQUIRY as CHECK
from satcross.cli.count import INQUIRY as COUNT
from satcross.cli.lint import INQUIRY as LINT
from satcross.cli.registry import command_named
from satcross.cli.show import INQUIRY as SHOW
from satcross.cli.solve import CUBES, INQUIRY as SOLVE, SAMPLE
from satcross.puzzle import Clue, Puzzle
from satcross.puzzle.files.toml_format import write
from satcross.puzzle.shapes import rectangle
from satcross.regex.syntax.parse import parse
from satcross.solver.compile import propagate, read_letters
from tests.calls import calls_of
from tests.commands import PUZZLES
from tests.small_puzzles import small_puzzles

COMMANDS = (
    ["check"],
    ["check", "--json"],
    ["lint", "--all"],
    ["explain"],
    ["solve", "--json"],
    ["count"],
    ["count", "--at-least", "2"],
    ["check", "--results", "found.db"],
    ["solve", "--results", "found.db"],
    ["count", "--results", "found.db"],
    ["lint", "--all", "--results", "found.db"],
)


def with_expected(puzzle: Puzzle, solutions: set[str]) -> Puzzle:
    """Return a puzzle that expects one of its solutions, or none, and a grid that may be wrong."""
    wrong = ("A",) * len(puzzle.cells)
    return puzzle._replace(expected=(wrong, *[tuple(each) for each in sorted(solutions)[:1]]), expects_all=True)


@pytest.mark.parametrize("command", COMMANDS[:2], ids=" ".join)
def test_check_parses_each_regex_once(command: Sequence[str], folder: Path) -> None:
    """Also for the graded grid, other alphabets, and likely mistakes with what was meant."""
    slipped = rectangle(rows=["[O|A]", "BC|B"], columns=["[^O]B"])
    letters = {(1, 1): "A", (1, 2): "B", (2, 1): "B", (2, 2): "B"}
    full = rectangle(rows=["AB|BA", "A?B+"], columns=["AB|BA", "B|BB"], given=letters)
    puzzles = [slipped, full, satcross.load(PUZZLES / "hello.toml"), satcross.load(PUZZLES / "pigeons.toml")]
    puzzles += [with_expected(puzzle, solutions) for puzzle, solutions in small_puzzles(9, 8)]
    statuses = set()
    for number, puzzle in enumerate(puzzles):
        file = folder / f"{number}.toml"
        file.write_text(write(puzzle), encoding="utf-8")
        with calls_of(parse) as calls:
            statuses.add(main([*command, str(file)]))
        parsed = Counter((each["pattern"], each["dialect"], each["flags"]) for _, each in calls)
        clues = [clue for line in puzzle.lines for clue in line.clues if isinstance(clue, Clue)]
        assert {(clue.pattern, puzzle.dialect, puzzle.flags) for clue in clues} <= parsed.keys()
        assert set(parsed.values()) == {1}, puzzle
    assert statuses == {0, 1}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_puzzle_is_compiled_and_propagated_once(command: Sequence[str], folder: Path) -> None:
    statuses = set()
    for number, (puzzle, solutions) in enumerate(small_puzzles(8, 5)):
        statuses.add(min(len(solutions), 2))
        file = folder / f"{number}.toml"
        file.write_text(write(with_expected(puzzle, solutions)), encoding="utf-8")
        with calls_of(read_letters, propagate) as calls:
            main([*command, str(file)])
        assert [each["known"] for name, each in calls if name == "read_letters"].count(None) == 1
        propagated = [each["letters"].puzzle for name, each in calls if name == "propagate"]
        assert propagated.count(propagated[0]) == 1
    assert statuses == {0, 1, 2}


def test_the_fields_of_each_question_are_options_of_its_command() -> None:
    questions = {"solve": SOLVE, "check": CHECK, "count": COUNT, "lint": LINT, "show": SHOW}
    for command, inquiry in questions.items():
        options = {action.dest for action in command_named(command).make_parser().options}
        assert set(inquiry.options) <= options, command
    assert {*CUBES.options, *SAMPLE.options} <= {action.dest for action in command_named("solve").make_parser().options}
