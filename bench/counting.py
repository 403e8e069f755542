"""Counting and listing: `python -m bench.counting [--seconds N] [--cp-sat]`.

Each puzzle is counted, and its first solutions are listed, in a process of its own.  Some puzzles are those of the
folder `puzzles` without some of their clues, so that they have thousands of solutions.  `--cp-sat` lists with the
CP-SAT solver of OR-tools beside it, where it can say the clues: letters that differ, and automata.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

from bench.peers import automaton, is_installed
from bench.rung import peak_megabytes
from satcross import Clue, NamedLine, Puzzle, count, lines, load, rectangle
from satcross.base.budget import Budget
from satcross.puzzle import ANY
from satcross.regex.letters import to_text
from satcross.solver.compile import compile_puzzle
from satcross.solver.constraints.regular import RegularConstraint
from satcross.solver.solutions import Search

LISTED: Final = 5_000  # solutions that are listed
FEWEST: Final = 2_000  # solutions that puzzles have from which clues are left out
SOLVED: Final = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
"""A sudoku; puzzles give some of its cells."""
DIFFERENT: Final = r"(?!.*(.).*\1)"
"""How clues begin that ask for different letters."""
COLLECTION: Final = "puzzles here, clues left out"


def different(letters: str) -> str:
    """Return a clue that strings of different letters match."""
    return f"{DIFFERENT}[{letters}]{{{len(letters)}}}"


def latin(order: int) -> Puzzle:
    """Return the puzzle whose solutions are the Latin squares of this order."""
    clue = different("ABCDEFGHI"[:order])
    return rectangle(rows=[clue] * order, columns=[clue] * order)


def sudoku(givens: int) -> Puzzle:
    """Return a sudoku with so many given cells, drawn at random."""
    cells = [[f"{row}{column}" for column in range(9)] for row in range(9)]
    boxes = [[cells[3 * up + i][3 * across + j] for i in range(3) for j in range(3)]
             for up in range(3) for across in range(3)]  # fmt: skip
    listed = [*cells, *map(list, zip(*cells, strict=True)), *boxes]
    puzzle = lines([NamedLine(each, different("123456789")) for each in listed], alphabet="1-9")
    chosen = Random(givens * 10).sample(range(81), givens)
    return puzzle._replace(given=tuple((cell, SOLVED[cell]) for cell in sorted(chosen)))


PUZZLES: Final[Mapping[str, Callable[[], Puzzle]]] = {
    "Latin squares of order 4": lambda: latin(4),
    "Latin squares of order 5": lambda: latin(5),
    "Latin squares of order 6": lambda: latin(6),
    "sudoku, 30 givens": lambda: sudoku(30),
    "sudoku, 26 givens": lambda: sudoku(26),
    "references that cross, 5 x 5": lambda: rectangle(
        rows=[r"(..).\1"] * 5, columns=[r"(.).*\1.*"] * 5, alphabet="A-D"
    ),
    "tokens, 8 x 8": lambda: rectangle(rows=["(AB|BA|C)*"] * 8, columns=["(AB|BA|C)*"] * 8),
}


def with_fewer_clues(puzzle: Puzzle, seed: str) -> Puzzle | None:
    """Return the puzzle without so many of its clues that it has thousands of solutions; None if it never has."""
    places = [(number, clue) for number, line in enumerate(puzzle.lines) for clue in range(len(line.clues))]
    Random(seed).shuffle(places)
    fewer = puzzle._replace(expected=())
    for number, place in places:
        line = fewer.lines[number]
        kept = tuple(each for each in line.clues if each is not puzzle.lines[number].clues[place])
        listed = (*fewer.lines[:number], line._replace(clues=kept), *fewer.lines[number + 1 :])
        fewer = fewer._replace(lines=listed)
        if any(each.clues for each in listed) and count(fewer, at_least=FEWEST).value >= FEWEST:
            return fewer
    return None


def collection() -> Iterator[Puzzle]:
    """Yield the puzzles of the folder `puzzles`, without some of their clues, that have thousands of solutions."""
    for path in sorted(Path("puzzles").glob("*.toml")) + sorted(Path("puzzles/generated").glob("*.toml")):
        puzzle = load(path)
        letters = to_text(compile_puzzle(puzzle).alphabet) if puzzle.alphabet != ANY else ANY
        fewer = with_fewer_clues(puzzle._replace(alphabet=letters), path.name)
        if fewer is not None:
            yield fewer


def puzzles_of(name: str) -> list[Puzzle]:
    """Return the puzzles that are measured under this name."""
    return list(collection()) if name == COLLECTION else [PUZZLES[name]()]


def counted(name: str, seconds: float) -> dict[str, Any]:
    """Return how many solutions the puzzles of this name have, and what counting takes."""
    puzzles = puzzles_of(name)
    began = process_time()
    tallies = [count(puzzle, budget=Budget(seconds)) for puzzle in puzzles]
    return {
        "puzzles": len(puzzles), "count": sum(tally.value for tally in tallies),
        "is exact": all(tally.kind == "exact" for tally in tallies), "seconds": process_time() - began,
        "peak MB": peak_megabytes(),
    }  # fmt: skip


def listed(name: str, seconds: float, lister: Callable[[Puzzle, float], int | None]) -> dict[str, Any]:
    """Return how many solutions a second `lister` lists of the puzzles of this name, and of the slowest of them.

    Args:
        lister: Lists solutions, and returns how many; None if it cannot.
    """
    total, spent, slowest = 0, 0.0, float("inf")
    for puzzle in puzzles_of(name):
        began = process_time()
        number = lister(puzzle, seconds)
        lasted = max(process_time() - began, 1e-6)
        if number is not None:
            total, spent, slowest = total + number, spent + lasted, min(slowest, number / lasted)
    return {"a second": total / spent, "slowest": slowest} if spent else {}


def listed_by_search(puzzle: Puzzle, seconds: float) -> int:
    """Return how many solutions satcross lists, at most `LISTED`."""
    return sum(1 for _ in islice(Search(puzzle, limit=LISTED, budget=Budget(seconds)), LISTED))


def listed_by_cp_sat(puzzle: Puzzle, seconds: float) -> int | None:
    """Return how many solutions CP-SAT lists, at most `LISTED`; None if it cannot say some clue."""
    from ortools.sat.python import cp_model

    class Lister(cp_model.CpSolverSolutionCallback):
        listed = 0

        def on_solution_callback(self) -> None:
            self.listed += 1
            if self.listed == LISTED:
                self.stop_search()

    compiled = compile_puzzle(puzzle, single_letters=True)
    model = cp_model.CpModel()
    letters = len(compiled.classes.members)
    cells = [
        model.new_int_var_from_domain(
            cp_model.Domain.from_values([letter for letter in range(letters) if mask >> letter & 1]), f"{cell}"
        )
        for cell, mask in enumerate(compiled.domains)
    ]
    for constraint in compiled.constraints:
        read = [cells[cell] for cell in constraint.cells]
        clue = puzzle.lines[constraint.line].clues[constraint.clue]
        made = constraint.line_constraint
        if isinstance(clue, Clue) and clue.pattern.startswith(DIFFERENT):
            model.add_all_different(read)
        elif isinstance(made, RegularConstraint):
            triples, finals = automaton(made.table, made.n, letters)
            model.add_automaton(read, 0, finals, triples)
        else:
            return None
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    lister = Lister()
    solver.solve(model, lister)
    return lister.listed


def main() -> None:
    """Print what is measured of each puzzle."""
    parser = argparse.ArgumentParser(prog="python -m bench.counting", description="Measure counting and listing.")
    parser.add_argument("--seconds", type=float, default=120.0, help="for each question; default 120")
    parser.add_argument("--cp-sat", action="store_true", help="list with CP-SAT too")
    parser.add_argument("--only", help="ask about this puzzle in this process, and print an object")
    parser.add_argument("--question", choices=QUESTIONS, default="count", help="with --only")
    options = parser.parse_args()
    if options.cp_sat and not is_installed("cp-sat"):
        parser.error("CP-SAT is not installed: pip install '.[peers]'")
    if options.only:
        print(json.dumps(QUESTIONS[options.question](options.only, options.seconds)))
        return
    for name in (*PUZZLES, COLLECTION):
        print(row(name, options.seconds), flush=True)
        if options.cp_sat and (found := asked("cp-sat", name, options.seconds)):
            print(f"    CP-SAT lists {in_words(found)}", flush=True)


QUESTIONS: Final[Mapping[str, Callable[[str, float], dict[str, Any]]]] = {
    "count": counted,
    "list": lambda name, seconds: listed(name, seconds, listed_by_search),
    "cp-sat": lambda name, seconds: listed(name, seconds, listed_by_cp_sat),
}


def asked(question: str, name: str, seconds: float) -> dict[str, Any]:
    """Return the answer to one of `QUESTIONS` about the puzzles of this name, from a process of its own."""
    command = [
        sys.executable,
        "-m",
        "bench.counting",
        "--seconds",
        str(seconds),
        "--question",
        question,
        "--only",
        name,
    ]
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def row(name: str, seconds: float) -> str:
    """Return what is measured of the puzzles of this name, in words."""
    found = asked("count", name, seconds)
    number = f"{'' if found['is exact'] else 'at least '}{found['count']:,}"
    puzzles = f"{found['puzzles']} {name}" if found["puzzles"] > 1 else name
    return (f"{puzzles}: {number} in {found['seconds']:.2f} s, {found['peak MB']:.0f} MB; "
            f"lists {in_words(asked('list', name, seconds))}")  # fmt: skip


def in_words(rates: Mapping[str, float]) -> str:
    """Return how many solutions a second are listed, and of the slowest puzzle if there are several."""
    slowest = "" if rates["slowest"] == rates["a second"] else f", {rates['slowest']:,.0f} of the slowest puzzle"
    return f"{rates['a second']:,.0f} a second{slowest}"


if __name__ == "__main__":
    main()
