"""Count over many seeds what makes generated puzzles read as if a person or a machine had written them.

    python -m tools.taste --seeds 50 --sizes 3x4 4x4 5x5 6x6 --difficulty moderate

In: sizes, a difficulty and a number of seeds.  Out: for each size the share of puzzles with each mark of a machine and
with each kind of clue that people like, the kinds of solutions, the figures of the path, and the processor time.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from statistics import mean
from typing import Final

import satcross
from satcross.generator.path import Path
from satcross.generator.remarks import remarks_on
from satcross.generator.results import Generated
from satcross.generator.solution_kinds import SQUARE, sayings
from satcross.generator.taste import liked
from satcross.puzzle import Clue

SIZES: Final = ("3x4", "4x4", "4x5", "5x5", "6x6")


def marks_of(made: Generated) -> set[str]:
    """Return the marks of a puzzle: those of machines, those of people, and what its solution is."""
    puzzle = made.puzzle
    patterns = [clue.pattern for line in puzzle.lines for clue in line.clues if isinstance(clue, Clue)]
    marks = {each.code for each in remarks_on(puzzle) if each.clue}
    marks.update(*[liked(pattern) for pattern in patterns])
    if any(each.code == "dead-decoy" for each in satcross.lint(puzzle).findings):
        marks.add("dead decoy")
    answers = {saying.answer for saying in sayings().get(len(puzzle.cells), ())}
    marks.add("saying" if puzzle.answer in answers else "square" if puzzle.title == SQUARE.title else "words")
    if made.unmet:
        marks.add("unmet")
    return marks


def report(size: str, difficulty: str, seeds: int) -> str:
    """Return the counts for puzzles of one size."""
    rows, columns = map(int, size.split("x"))
    marks: Counter[str] = Counter()
    paths: list[Path] = []
    seconds: list[float] = []
    for seed in range(1, seeds + 1):
        request = satcross.Request(satcross.rectangle(rows=rows, columns=columns), difficulty=difficulty, seed=seed)
        began = time.process_time()
        made = next(satcross.generate(request))
        seconds.append(time.process_time() - began)
        marks.update(marks_of(made))
        paths.append(made.path)
    shares = ", ".join(f"{name} {number / seeds:.0%}" for name, number in sorted(marks.items()))
    path = ", ".join(
        f"{name} {mean(getattr(each, name) for each in paths):.2f}" for name in ("doors", "turns", "readable_at")
    )
    return f"{size} {difficulty}, {seeds} seeds: {shares}; {path}; {mean(seconds):.2f} s, at most {max(seconds):.2f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--sizes", nargs="+", default=SIZES)
    parser.add_argument("--difficulty", default="moderate")
    options = parser.parse_args()
    for size in options.sizes:
        print(report(size, options.difficulty, options.seeds), flush=True)


if __name__ == "__main__":
    main()
