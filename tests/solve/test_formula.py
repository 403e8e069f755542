"""Formulas for other programs: their models are the solutions, and a foreign solver's answer comes back as a grid."""

import itertools
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from satcross.errors import OptionError, SatcrossError
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import NamedLine, hexagon, line, lines, rectangle
from satcross.solver.dimacs import read_answer
from satcross.solver.encodings import ENCODINGS
from satcross.solver.formula import decode, export
from satcross.solver.solutions import Search
from tests.formulas import satisfiable

SWAP = rectangle(rows=["AB|BA", "AB|BA"], columns=["AB|BA", ""])
PUZZLES = {
    "swap": SWAP,
    "conflict": rectangle(rows=["AA", "B."], columns=["A+", ".."]),
    "backreference": line(r"(.)(.)\2\1", 4, alphabet="ABC"),
    "given": rectangle(rows=["..", ".."], columns=["..", ".."], alphabet="AB", given={(1, 1): "A"}),
    "hexagon": hexagon(horizontal=["AB|BA", "", ""], rising=["", "A.B|B.A", ""], falling=3, alphabet="AB"),
    "lines": lines([NamedLine(["a b", "\\"], "[XY]Z| X"), NamedLine(["\\", "c"], "(.)\\1")]),
    "auxiliary cells": line(r"(.*)(.*)\1?", 1, alphabet="C"),
    "one letter": rectangle(rows=["A"], columns=["A"]),
}


def solver_answer(formula: str, forbidden: list[list[int]]) -> str:
    """Return what a SAT solver that knows nothing of satcross prints for a formula and `forbidden` clauses."""
    clauses = CNF(from_string=formula).clauses + forbidden
    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        if not solver.solve():
            return "s UNSATISFIABLE\n"
        return f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n"


def shown_variables(formula: str, keyword: str) -> list[int]:
    listed = re.findall(rf"^c {keyword} (.*) 0$", formula, re.M)
    return [int(variable) for variables in listed for variable in variables.split()]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("is_simplified", [False, True])
@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_the_projected_models_decode_to_exactly_the_solutions(
    puzzle: Puzzle, is_simplified: bool, encoding: str
) -> None:
    formula = "\n".join(export(puzzle, is_simplified=is_simplified, encoding=encoding)) + "\n"
    shown = shown_variables(formula, "p show")
    assert shown == shown_variables(formula, "ind")
    found, forbidden = set(), []
    while True:
        answer = read_answer(solver_answer(formula, forbidden))
        solution = decode(puzzle, formula.splitlines(), answer)
        if solution is None:
            break
        assert solution.letters not in found
        found.add(solution.letters)
        forbidden.append([-variable if variable in answer.true else variable for variable in shown] or [])
    assert found == {solution.letters for solution in Search(puzzle)}


@pytest.mark.parametrize("name", ["minisat", "cadical", "cryptominisat5"])
def test_a_real_solver_reads_the_file_and_its_answer_is_read(name: str, tmp_path: Path) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"no {name} here")
    (tmp_path / "swap.cnf").write_text("\n".join(export(SWAP)) + "\n", "utf-8")
    command = [name, "swap.cnf", "answer"] if name == "minisat" else [name, "swap.cnf"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 10
    printed = (tmp_path / "answer").read_text() if name == "minisat" else done.stdout
    solution = decode(SWAP, list(export(SWAP)), read_answer(printed))
    assert solution in list(Search(SWAP))


def test_no_assignment_of_letters_that_breaks_a_clue_is_decoded() -> None:
    formula = list(export(SWAP))
    solutions = {solution.letters for solution in Search(SWAP)}
    for letters in itertools.product("AB", repeat=4):
        true = [2 * cell + "AB".index(letter) + 1 for cell, letter in enumerate(letters)]
        answer = read_answer(f"s SATISFIABLE\nv {' '.join(map(str, true))} 0\n")
        if letters in solutions:
            decoded = decode(SWAP, formula, answer)
            assert decoded is not None
            assert decoded.letters == letters
        else:
            with pytest.raises(SatcrossError) as caught:
                decode(SWAP, formula, answer)
            assert caught.value.code == "wrong-answer"


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ([], "foreign-formula"),
        (["p cnf 1 1", "1 0"], "foreign-formula"),
        (list(export(PUZZLES["one letter"])), "foreign-formula"),
        (list(export(PUZZLES["hexagon"])), "foreign-formula"),
        (["c satcross formula, version 1", "c x 1 1,1 U+FFFFFFFFFFFFFFF"], "foreign-formula"),
        (["c satcross formula, version 1", "c x -1 1,1 A"], "foreign-formula"),
    ],
    ids=["empty", "no comments", "smaller", "larger", "no letter", "no variable"],
)
def test_the_formula_of_something_else_is_refused(formula: list[str], code: str) -> None:
    with pytest.raises(SatcrossError) as caught:
        decode(SWAP, formula, read_answer("s SATISFIABLE\nv 1 0\n"))
    assert caught.value.code == code


def test_an_open_alphabet_has_no_formula() -> None:
    with pytest.raises(SatcrossError, match="every letter of Unicode"):
        list(export(line(".", 1, alphabet="any")))


RANGE = r"(\d+)(?: to (\d+))?"


def groups(formula: str, keyword: str) -> list[tuple[range, str]]:
    """Return the numbers and the text of each comment about groups of clauses, or of variables."""
    found = re.findall(rf"^c {keyword} {RANGE}: (.+)$", formula, re.M)
    return [(range(int(first), int(last or first) + 1), text) for first, last, text in found]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("is_simplified", [False, True])
@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_every_clause_and_every_auxiliary_variable_has_a_comment(
    puzzle: Puzzle, is_simplified: bool, encoding: str
) -> None:
    formula = "\n".join(export(puzzle, is_simplified=is_simplified, encoding=encoding))
    clauses = [number for numbers, _ in groups(formula, "clauses") for number in numbers]
    assert clauses == list(range(1, len(clauses) + 1))
    header = re.search(r"^p cnf (\d+) (\d+)$", formula, re.M)
    assert header is not None
    listed = [
        [int(item) for item in line.split()] for line in formula[header.end() :].splitlines() if line[:1] not in "cp"
    ]
    assert len(clauses) == len(listed) == int(header[2])
    assert all(clause[-1] == 0 and 0 not in clause[:-1] for clause in listed)
    commented = [number for numbers, _ in groups(formula, "variables") for number in numbers]
    assert sorted([*commented, *shown_variables(formula, "p show")]) == list(range(1, int(header[1]) + 1))


def test_a_group_of_clauses_says_what_its_clue_says() -> None:
    """The oracle is `re`: the clauses of one clue, with those about cells, accept what the clue matches."""
    clues = {"row 1, clue 1": "A(B|C)*A|C.*", "row 1, clue 2": "[AC].{2}[^B]", "row 1, clue 3": r"(.).\1?.*"}
    puzzle = rectangle(rows=[list(clues.values())], columns=4, alphabet="ABC")
    formula = "\n".join(export(puzzle))
    clauses = [line.split()[:-1] for line in formula.splitlines() if line[:1] not in "cp"]
    (cells, _), *others = groups(formula, "clauses")
    shown = shown_variables(formula, "p show")
    for numbers, text in others:
        name, _, pattern = text.partition(": ")
        assert clues[name] == pattern
        chosen = [[int(lit) for lit in clauses[number - 1]] for number in (*cells, *numbers)]
        for letters in itertools.product("ABC", repeat=4):
            held = {shown[3 * cell + "ABC".index(letter)] for cell, letter in enumerate(letters)}
            assumed = [[lit if lit in held else -lit] for lit in shown]
            assert satisfiable(chosen + assumed) == bool(re.fullmatch(pattern, "".join(letters)))


def test_an_answer_to_the_other_form_of_the_formula_is_named_as_such() -> None:
    puzzle = rectangle(rows=["[ABC]{4}", "(AB|CA)*"], columns=["A.", "", "[BC].", ".[BA]"], alphabet="ABC")
    whole, simplified = ("\n".join(export(puzzle, is_simplified=each)) + "\n" for each in (False, True))
    answers = [read_answer(solver_answer(formula, [])) for formula in (whole, simplified)]
    for formula, answer, option in ((whole, answers[1], "with"), (simplified, answers[0], "without")):
        with pytest.raises(SatcrossError) as raised:
            decode(puzzle, formula.splitlines(), answer)
        assert raised.value.hint is not None
        assert re.match(r"it names \d+ variables, but the formula has \d+;", raised.value.hint)
        assert raised.value.hint.endswith(f"(export {option} is_simplified)")


def test_a_formula_says_which_clues_its_encoding_leaves_alone() -> None:
    puzzle = rectangle(rows=["AB|BA", r"(.)\1"], columns=2, alphabet="AB")
    lines = list(export(puzzle, encoding="table"))
    assert "c encoding table, but for one clue without a choice" in lines
    assert not any("encoding" in each for each in export(puzzle))


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_a_formula_for_a_competition_keeps_its_rules(puzzle: Puzzle, encoding: str) -> None:
    """No comments; every number up to the header's occurs; clauses hold no literal twice and none with its negation."""
    header, *rest = export(puzzle, encoding=encoding, for_competition=True)
    clauses = [[int(word) for word in each.split()] for each in rest]
    assert all(clause[-1] == 0 and 0 not in clause[:-1] for clause in clauses)
    used = {abs(lit) for clause in clauses for lit in clause[:-1]}
    assert used == set(range(1, len(used) + 1))
    assert header == f"p cnf {len(used)} {len(clauses)}"
    assert all(len({abs(lit) for lit in clause[:-1]}) == len(clause) - 1 for clause in clauses)
    whole = CNF(from_string="\n".join(export(puzzle, encoding=encoding)))
    with Solver("minisat22", whole.clauses) as one, Solver("minisat22", [each[:-1] for each in clauses]) as other:
        assert one.solve() == other.solve()


@pytest.mark.parametrize("clue", [r"(.)B\1", "ABA", "A*"])
@pytest.mark.parametrize("is_simplified", [True, False])
def test_an_unknown_encoding_is_refused_though_no_clue_would_be_written_in_it(clue: str, is_simplified: bool) -> None:
    with pytest.raises(OptionError, match="no encoding named 'foo'"):
        list(export(line(clue, 3, "AB"), encoding="foo", is_simplified=is_simplified))
