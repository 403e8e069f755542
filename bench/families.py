"""The families of puzzles, by name, and their rungs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bench.ladders import REFERRING, REGULAR, one_line, random_hexagon, random_rectangle, tight_rectangle
from satcross.puzzle.files import load
from satcross.puzzle.model import Puzzle

PUZZLES = Path(__file__).resolve().parent.parent / "puzzles"

REFERENCES_ON_ONE_LINE = r"(.*)(.*)(.*)(.*)\4\3\2\1"
NESTED = "((A|B)*C?)*"


class Rung(NamedTuple):
    """One puzzle of a family.

    size     what the ladder grows by, for the chart: cells unless said otherwise
    limit    solutions to ask for
    in_full  left out of the short suite
    has_peers  whether other solvers are tried on it too
    """

    family: str
    name: str
    size: int
    puzzle: Callable[[], Puzzle]
    limit: int = 2
    in_full: bool = False
    has_peers: bool = False


def rungs() -> list[Rung]:
    """Return every rung, in the order in which they are run."""
    found = [
        Rung("puzzles", path.stem, len(load(path).cells), partial(load, path), has_peers=path.stem == "mit-2013")
        for path in sorted(PUZZLES.glob("*.toml"))
    ]
    for n in (5, 10, 15, 20, 30, 50, 70, 100):
        found.append(Rung("rectangle", f"{n}x{n}", n * n, partial(random_rectangle, n), in_full=n == 70))
    for side in (4, 7, 10, 15, 20, 30):
        cells = 3 * side * (side - 1) + 1
        found.append(Rung("hexagon", f"side {side}", cells, partial(random_hexagon, side)))
    for n in (5, 10, 15, 20, 30):
        found.append(Rung("regular", f"{n}x{n}", n * n, partial(random_rectangle, n, styles=REGULAR), has_peers=True))
    for letters in (4, 10, 26, 1000):
        found.append(Rung("alphabet", f"{letters} letters", letters, partial(random_rectangle, 15, letters=letters)))
    for per_line in (1, 2, 3):
        found.append(Rung("clues", f"{per_line} a line", per_line, partial(random_rectangle, 15, per_line=per_line)))
    for n in (10, 20, 30):
        found.append(
            Rung("references", f"{n}x{n}", n * n, partial(random_rectangle, n, styles=REFERRING), in_full=n == 30)
        )
    for n in (4, 6, 8, 10, 12):
        found.append(Rung("tight", f"{n}x{n}", n * n, partial(tight_rectangle, n), in_full=n == 12, has_peers=True))
    for n in (24, 100, 400, 1600):
        found.append(Rung("nested", f"{n} cells", n, partial(one_line, NESTED, n, "ABC"), in_full=n == 1600))
    for n in (10, 20, 40, 60):
        found.append(
            Rung("one-line references", f"{n} cells", n, partial(one_line, REFERENCES_ON_ONE_LINE, n, "ABC"),
                 in_full=n == 60)
        )  # fmt: skip
    for count in (1000, 10_000, 100_000):
        found.append(
            Rung("open", f"{count:,} solutions", count, partial(random_rectangle, 12, per_line=1), limit=count,
                 in_full=count == 100_000)
        )  # fmt: skip
    return found
