"""Counting and listing: `python -m bench.counting [--seconds N] [--cp-sat]`.

Each puzzle is counted, and its first solutions are listed, in a process of its own.  `--cp-sat` lists with the CP-SAT
solver of OR-tools beside it, where it is installed and can say the clues: different letters in each line.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from time import process_time
from typing import Any, Final

from bench.rung import peak_megabytes
from satcross import NamedLine, Puzzle, count, lines, rectangle
from satcross.base.budget import Budget
from satcross.solver.solutions import Search

LISTED: Final = 5_000  # solutions that are listed
SOLVED: Final = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
"""A sudoku; puzzles give some of its cells."""


def different(letters: str) -> str:
    """Return a clue that strings of different letters match."""
    return rf"(?!.*(.).*\1)[{letters}]{{{len(letters)}}}"


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


def measured(name: str, seconds: float) -> dict[str, Any]:
    """Return what counting and listing the puzzle of this name take, in seconds of the processor."""
    puzzle = PUZZLES[name]()
    began = process_time()
    tally = count(puzzle, budget=Budget.lasting(seconds))
    counted = process_time() - began
    peak = peak_megabytes()
    began = process_time()
    listed = sum(1 for _ in islice(Search(puzzle, limit=LISTED, timeout=seconds), LISTED))
    rate = listed / max(process_time() - began, 1e-9)
    return {"count": tally.number, "kind": tally.kind, "seconds": counted, "peak MB": peak, "listed a second": rate}


def by_cp_sat(puzzle: Puzzle, seconds: float) -> float:
    """Return how many solutions a second CP-SAT lists; the clues ask for different letters on each line."""
    from ortools.sat.python import cp_model

    class Lister(cp_model.CpSolverSolutionCallback):
        listed = 0

        def on_solution_callback(self) -> None:
            self.listed += 1
            if self.listed == LISTED:
                self.stop_search()

    model = cp_model.CpModel()
    size = max(len(line.cells) for line in puzzle.lines)
    cells = [model.new_int_var(0, size - 1, f"{cell}") for cell in puzzle.cells]
    for line in puzzle.lines:
        model.add_all_different([cells[cell] for cell in line.cells])
    for cell, letter in puzzle.given:
        model.add(cells[cell] == int(letter) - 1)
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.max_time_in_seconds = seconds
    lister = Lister()
    began = process_time()
    solver.solve(model, lister)
    return lister.listed / (process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.counting", description="Measure counting and listing.")
    parser.add_argument("--seconds", type=float, default=120.0, help="for each question; default 120")
    parser.add_argument("--cp-sat", action="store_true", help="list with CP-SAT too")
    parser.add_argument("--only", help="measure this puzzle in this process, and print an object")
    options = parser.parse_args()
    if options.only:
        print(json.dumps(measured(options.only, options.seconds)))
        return
    for row in rows(options.seconds):
        print(row, flush=True)
        name = row.partition(":")[0]
        if options.cp_sat and ("Latin" in name or "sudoku" in name):
            print(f"    CP-SAT lists {by_cp_sat(PUZZLES[name](), options.seconds):,.0f} a second", flush=True)


def rows(seconds: float) -> Iterator[str]:
    """Yield what is measured of each puzzle, in words."""
    for name in PUZZLES:
        command = [sys.executable, "-m", "bench.counting", "--seconds", str(seconds), "--only", name]
        found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        number = f"{'at least ' if found['kind'] != 'exact' else ''}{found['count']:,}"
        yield (f"{name}: {number} in {found['seconds']:.2f} s, {found['peak MB']:.0f} MB; "
               f"{found['listed a second']:,.0f} listed a second")  # fmt: skip


if __name__ == "__main__":
    main()
