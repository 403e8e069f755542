"""The front door: what `satcross` offers, its examples, and that it is lazy."""

import inspect
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import satcross
from satcross import api
from satcross.base.budget import Budget
from satcross.errors import OptionError


@pytest.mark.parametrize("name", api.__all__)
def test_every_name_can_be_had_from_the_package(name: str) -> None:
    assert getattr(satcross, name) is getattr(api, name)
    assert name in dir(satcross)


def test_a_star_imports_every_name() -> None:
    names: dict[str, object] = {}
    exec("from satcross import *", names)
    assert {*api.__all__} == {*names} - {"__builtins__"}


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'solv'"):
        satcross.solv  # noqa: B018


def test_importing_the_package_loads_nothing() -> None:
    script = "import satcross, sys; print([name for name in sys.modules if name.startswith('satcross.')])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_formula_has_a_variable_for_each_cell_and_letter() -> None:
    encoding = satcross.encode(satcross.rectangle(rows=["AB|BA"], columns=["A|B", ""]), with_selectors=True)
    assert [len(lits) for lits in encoding.variables.lits] == [2, 2]
    assert len(encoding.selectors) == 2
    with pytest.raises(OptionError):
        satcross.encode(satcross.line("A", 1, alphabet="any"))


@pytest.mark.parametrize(
    ("limits", "message"),
    [({"nodes": 50}, "circuit nodes"), ({"clauses": 50}, "clauses"), ({"memory": 16 << 20}, "of memory")],
    ids=["nodes", "clauses", "memory"],
)
@pytest.mark.parametrize(
    "ask",
    [
        lambda puzzle, budget: satcross.check(puzzle, budget=budget),
        lambda puzzle, budget: list(satcross.solutions(puzzle, 2, budget=budget)),
        lambda puzzle, budget: satcross.Search(puzzle, limit=2, budget=budget).run(),
        lambda puzzle, budget: satcross.explain(puzzle, budget=budget),
        lambda puzzle, budget: satcross.lint(puzzle, budget=budget),
        lambda puzzle, budget: satcross.encode(puzzle, budget=budget),
        lambda puzzle, budget: list(satcross.export(puzzle, budget=budget)),
        lambda puzzle, budget: satcross.prove(puzzle, "/nowhere", budget=budget),
    ],
    ids=["check", "solutions", "Search", "explain", "lint", "encode", "export", "prove"],
)
def test_the_limits_of_the_command_line_can_be_had_from_python(
    ask: Callable[..., object], limits: dict[str, int], message: str
) -> None:
    clue = r"(?!.*(.).*\1).*"
    puzzle = satcross.rectangle(rows=[clue] * 14, columns=[clue] * 14, alphabet="A-N")
    with pytest.raises(satcross.SatcrossError, match=message) as caught:
        ask(puzzle, Budget(**limits))
    assert caught.value.code == "limit"


FUNCTIONS = [name for name in api.__all__ if name.islower()]


WITHOUT_TIME: dict[str, Callable[[Any], object]] = {
    "check": lambda found: found.status == "unknown",
    "count": lambda found: found.stopped == "timeout",
    "lint": lambda found: not found.is_complete,
    "ambiguity": lambda found: found.status == "unknown",
    "diagnose": lambda found: found.kind == "unknown",
    "player_steps": lambda found: found is None,
}
"""What functions return when there is no time; the others raise TimeUp."""


@pytest.mark.parametrize("limits", [{"timeout": 0}, {"budget": Budget(0)}, {"timeout": 0, "budget": Budget()}])
@pytest.mark.parametrize(
    "name", [*WITHOUT_TIME, "solutions", "explain", "next_hint", "difficulty", "repair", "overview", "trace"]
)
def test_without_time_nothing_is_claimed(name: str, limits: dict[str, Any]) -> None:
    puzzle = satcross.rectangle(rows=["A.", "[AB]B"], columns=[".*", "A|B"], expected=[["AA", "BB"]])
    try:
        found = getattr(satcross, name)(puzzle, **limits)
        assert WITHOUT_TIME[name](found) if name in WITHOUT_TIME else list(found)
    except satcross.TimeUp:
        assert name not in WITHOUT_TIME


@pytest.mark.parametrize(
    "name",
    [name for name in FUNCTIONS if next(iter(inspect.signature(getattr(satcross, name)).parameters)) == "puzzle"],
)
def test_what_is_no_puzzle_is_refused_at_once(name: str) -> None:
    with pytest.raises(OptionError, match=r"puzzle: this must be a Puzzle, not 'puzzle\.toml'") as caught:
        getattr(satcross, name)("puzzle.toml")
    assert "satcross.load reads" in (caught.value.hint or "")


@pytest.mark.parametrize(
    "ask",
    [
        lambda puzzle, solution: satcross.repair(puzzle, solution),
        lambda puzzle, solution: satcross.export(puzzle, blocked=solution),
        lambda puzzle, solution: satcross.alphabet_dependence(puzzle, solution),
        lambda puzzle, solution: satcross.render(puzzle, "svg", letters=solution),
    ],
)
def test_where_letters_are_wanted_a_solution_is_refused(ask: Callable[..., Any]) -> None:
    puzzle = satcross.line("[AB]", 1)
    with pytest.raises(OptionError, match="this must be a sequence") as caught:
        list(ask(puzzle, next(satcross.solutions(puzzle))))
    assert "`letters`" in (caught.value.hint or "")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_can_be_sent_to_another_process(name: str) -> None:
    assert pickle.loads(pickle.dumps(getattr(satcross, name))) is getattr(satcross, name)


@pytest.mark.parametrize("grid", [["A.", ".."], "A. ..", "A_\n__\n", ["A", "", "", ""], ("A", ".", ".", ".")])
def test_a_half_filled_grid_is_given_as_rows_or_by_cells(grid: Any) -> None:
    puzzle = satcross.rectangle(rows=["AB|BA", "AB|BA"], columns=["AA|BB", ""])
    assert satcross.next_hint(puzzle, grid, level="clue").text == "Use row 1 AB|BA."
    assert satcross.explain(puzzle, grid).status == "unique"


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        (["A.", "."], "row 2 of the grid has one letter, but in the puzzle it has 2"),
        (["A."], "the grid has one row, but the puzzle has 2"),
        (["A.", 1], "filled: this must be a list of rows"),
    ],
)
def test_what_is_wrong_with_a_grid_is_named(grid: Any, message: str) -> None:
    with pytest.raises(satcross.SatcrossError, match=message):
        satcross.next_hint(satcross.rectangle(rows=["AB|BA", "AB|BA"], columns=2), grid)


def test_a_check_says_why_there_is_no_solution() -> None:
    found = satcross.check(satcross.rectangle(rows=["HELLO"], columns=4))
    assert found.diagnosis is not None
    assert (found.status, found.diagnosis.kind) == ("none", "length")
    assert satcross.check(satcross.rectangle(rows=["HI"], columns=2)).diagnosis is None


def test_a_check_asks_for_the_reason_only_as_long_as_it_may() -> None:
    with pytest.raises(OptionError):
        satcross.check(satcross.line("A", 1), timeout=-1)
    clue = r"(?!.*(.).*\1).*"
    puzzle = satcross.rectangle(rows=[clue] * 4, columns=[clue] * 4, alphabet="ABC")  # no row of four has four letters
    found = satcross.check(puzzle, timeout=60)
    assert found.diagnosis is not None
    assert found.diagnosis.kind == "alphabet"


def test_the_help_lists_every_function_by_task_and_no_name_that_is_not_there() -> None:
    listed = set(re.findall(r"^    ((?:\w+, )*\w+) {2,}", satcross.__doc__ or "", re.M))
    names = {name for row in listed for name in row.split(", ")}
    functions = {name for name in api.__all__ if name.islower()}
    assert functions - names == set()
    assert names - set(api.__all__) == set()


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda clue: satcross.rectangle(rows=["A", clue], columns=1), ("row 2", "clue 1")),
        (lambda clue: satcross.rectangle(rows=1, columns=[["A", clue]]), ("column 1", "clue 2")),
        (lambda clue: satcross.hexagon(side=1, horizontal=["A"], rising=[clue], falling=[""]), ("rising 1", "clue 1")),
        (lambda clue: satcross.lines([satcross.NamedLine(["a"], clue, "top")]), ("top", "clue 1")),
        (lambda clue: satcross.line(clue, 1), ("row 1", "clue 1")),
    ],
    ids=["rows", "columns", "hexagon", "lines", "line"],
)
def test_a_malformed_clue_is_refused_at_once_with_its_place(
    make: Callable[[str], satcross.Puzzle], place: tuple[str, ...]
) -> None:
    with pytest.raises(satcross.RegexError, match="never closed") as caught:
        make("A(B")
    assert (caught.value.place, caught.value.text, caught.value.span) == (place, "A(B", (1, 2))


def test_several_malformed_clues_are_refused_together_and_the_dialect_counts() -> None:
    with pytest.raises(satcross.ManyErrors) as caught:
        satcross.rectangle(rows=["(", "[^]"], columns=1)
    assert [error.place for error in caught.value.errors] == [("row 1", "clue 1"), ("row 2", "clue 1")]
    assert satcross.rectangle(rows=["[^]"], columns=1, dialect="javascript", alphabet="A").lines
