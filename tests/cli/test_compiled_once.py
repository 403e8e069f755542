"""A puzzle is compiled and propagated once for a command's question, all its follow-up questions and its rating."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from satcross.cli import main
from satcross.puzzle import ANY, Puzzle
from satcross.puzzle.files.toml_format import write
from satcross.solver.compile import presolve, read_letters
from tests.calls import calls_of
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


def contents(puzzle: Puzzle) -> tuple[object, ...]:
    """Return what makes it this puzzle and no variant of it, but for the alphabet."""
    return puzzle.cells, puzzle.lines, puzzle.given, puzzle.dialect, puzzle.flags


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_puzzle_is_compiled_and_propagated_once(command: Sequence[str], folder: Path) -> None:
    statuses = set()
    for number, (puzzle, solutions) in enumerate(small_puzzles(8, 5)):
        statuses.add(min(len(solutions), 2))
        file = folder / f"{number}.toml"
        file.write_text(write(with_expected(puzzle, solutions)), encoding="utf-8")
        with calls_of(read_letters, presolve) as calls:
            main([*command, str(file)])
        asked = [(name, each["puzzle"]) for name, each in calls]
        same = Counter((name, each.alphabet) for name, each in asked if contents(each) == contents(puzzle))
        assert (same["read_letters", puzzle.alphabet], same["presolve", puzzle.alphabet]) == (1, 1)
        assert same["read_letters", ANY] <= 1  # the question whether another alphabet would allow more solutions
    assert statuses == {0, 1, 2}
