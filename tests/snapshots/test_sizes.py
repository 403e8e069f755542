"""How large the formulas of `puzzles/` are.  `make accept` rewrites these numbers, so that a change is seen as one.

Nothing is accepted before the puzzle's expected solutions have come out.
"""

import json
import os
from pathlib import Path

import pytest

from satcross import load
from satcross.puzzle import ANY
from satcross.solver.cnf import FlatSink
from satcross.solver.compile import compile_puzzle
from satcross.solver.encode import encode_residual, encode_whole
from satcross.solver.residual import Residual
from satcross.solver.solutions import Search

SNAPSHOT = Path(__file__).parent / "sizes.json"
PUZZLES = sorted((Path(__file__).parents[2] / "puzzles").glob("*.toml"))

Sizes = dict[str, list[int]]


def sizes(path: Path) -> Sizes:
    """Return [variables, clauses, literals] of each encoding."""
    puzzle = load(path)
    compiled = compile_puzzle(puzzle)
    sink = FlatSink()
    variables = encode_residual(Residual.of(compiled.constraints, compiled.domains), sink)
    found = {"before propagation": _size(variables.count, sink)}
    if puzzle.alphabet != ANY:
        whole = encode_whole(compile_puzzle(puzzle, single_letters=True), with_selectors=True)
        found["whole, with selectors"] = _size(whole.variables.count, whole.clauses)
    return found


def _size(variables: int, sink: FlatSink) -> list[int]:
    return [variables, sink.clauses, len(sink.literals) - sink.clauses]


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_formulas_are_as_large_as_they_were(path: Path) -> None:
    known: dict[str, Sizes] = json.loads(SNAPSHOT.read_text()) if SNAPSHOT.exists() else {}
    found = sizes(path)
    if os.environ.get("ACCEPT"):
        puzzle = load(path)
        solved = {solution.letters for solution in Search(puzzle, limit=max(2, len(puzzle.expected) + 1))}
        assert not puzzle.expects_all or solved == set(puzzle.expected)
        SNAPSHOT.write_text(json.dumps({**known, path.stem: found}, indent=1, sort_keys=True) + "\n")
    else:
        assert known.get(path.stem) == found
