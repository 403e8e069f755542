"""Giant clues, as contests have them: a whole nonogram, or thousands of forbidden patterns, in one regex.

python -m bench.giant        the seconds that `check` takes for each size, once
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import process_time

from satcross.api import check, line
from satcross.puzzle import Puzzle

SIZES = ((3, 4), (8, 10), (8, 15), (8, 60), (19, 101))
"""Rows and columns of the nonograms."""


def runs(cells: Sequence[str]) -> list[int]:
    """Return the lengths of the runs of `#`.

    >>> runs("##.#")
    [2, 1]
    """
    return [len(run) for run in "".join(cells).split(".") if run]


def nonogram_clue(rows: Sequence[str]) -> str:
    """Return the regex of the pictures that have the runs of the picture `rows`, which are written one after another.

    A lookahead for each column goes through the rows with steps of one row.  Then come the runs of each row, and
    lookbehinds that say where the row ends.

    >>> nonogram_clue(["#."])
    '(?=(?:.{0}[.].{1})*(?:.{0}#.{1}){1}(?:.{0}[.].{1})*$)(?=(?:.{1}[.].{0})*$)[.]*#{1}[.]*(?<=.{2})(?<!.{3})'
    """
    width = len(rows[0])
    ahead = []
    for column, cells in enumerate(zip(*rows, strict=True)):
        empty, full = (f"(?:.{{{column}}}{cell}.{{{width - column - 1}}})" for cell in ("[.]", "#"))
        middle = f"{empty}+".join(f"{full}{{{length}}}" for length in runs(cells))
        ahead.append(f"(?={empty}*{middle}{empty}*$)" if middle else f"(?={empty}*$)")
    across = []
    for number, row in enumerate(rows, 1):
        middle = "[.]+".join(f"#{{{length}}}" for length in runs(row))
        end = number * width
        across.append(f"[.]*{middle}{'[.]*' if middle else ''}(?<=.{{{end}}})(?<!.{{{end + 1}}})")
    return "".join(ahead + across)


def picture(rows: int, columns: int, random: Random) -> list[str]:
    """Return a random picture of `#` and `.`."""
    return ["".join(random.choices("#.", (6, 4), k=columns)) for _ in range(rows)]


def nonogram(rows: int, columns: int, seed: int) -> Puzzle:
    """Return a puzzle of one line, whose clue is a whole nonogram."""
    return line(nonogram_clue(picture(rows, columns, Random(seed))), rows * columns, alphabet="#.")


def forbidden_patterns(branches: int, cells: int, seed: int) -> Puzzle:
    """Return a puzzle of one line, whose clue forbids as many patterns of 30 letters, each at a place of its own."""
    random = Random(seed)
    patterns = [f".{{{random.randrange(cells - 30)}}}" + "".join(random.choices("AB..", k=30)) for _ in range(branches)]
    return line(f"(?!{'|'.join(patterns)}).*", cells, alphabet="AB")


def main() -> None:
    """Print how long `check` takes for each size."""
    puzzles = {f"nonogram of {rows} x {columns}": nonogram(rows, columns, seed=1) for rows, columns in SIZES}
    puzzles["2,500 forbidden patterns on 170 cells"] = forbidden_patterns(2_500, 170, seed=1)
    for name, puzzle in puzzles.items():
        start = process_time()
        verdict = check(puzzle)
        print(f"{name}: {verdict.status}, {process_time() - start:.2f} s of the processor")


if __name__ == "__main__":
    main()
