"""The average time for one puzzle of a kind, from its file to the proof or to two solutions, in a warm process.

Puzzles of one size differ, and a single one may be lucky or unlucky.  So the goals for kinds of puzzles are measured on
several puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from satcross.puzzle import Puzzle

SMALL_SIZES = {1: 5, 2: 25, 3: 25, 4: 15, 5: 10, 6: 6, 7: 4, 8: 3, 9: 1, 10: 1, 11: 1, 12: 1, 13: 1, 14: 1, 15: 1}
"""How many small puzzles of which side: most of what people publish lies between 2x2 and 6x6."""

LARGE = 8
"""How many large puzzles of a kind, the first seeds."""

ROUNDS = 3
SECONDS = 3.0
"""How often each kind is measured at least, and how long at least: the least of many rounds is what others on the
machine disturb least."""


class Kind(NamedTuple):
    """Puzzles to be averaged, and the seconds that one of them may take (None: there is no goal)."""

    name: str
    goal: float | None
    puzzles: Callable[[], Iterator[Puzzle]]


def kinds() -> list[Kind]:
    """Return the kinds of puzzles to be measured.

    As published: at most two clues a line, 14 in a puzzle on average, as in those that people publish.
    Tight: clues of the ladders, added until there is one solution; 22 on average, up to 154.  Some take search.
    """
    from bench.ladders import published_rectangle, random_hexagon, random_rectangle, tight_rectangle

    def tight(side: int, seed: int) -> Puzzle:
        return tight_rectangle(side, per_line=1 + side // 5, added=max(2, side // 2), seed=seed)

    def small(puzzle: Callable[[int, int], Puzzle]) -> Callable[[], Iterator[Puzzle]]:
        return lambda: (puzzle(side, seed) for side, count in SMALL_SIZES.items() for seed in range(count))

    def large(puzzle: Callable[[int], Puzzle]) -> Callable[[], Iterator[Puzzle]]:
        return lambda: map(puzzle, range(LARGE))

    return [
        Kind("a small puzzle, as published", 0.0015, small(lambda side, seed: published_rectangle(side, seed=seed))),
        Kind("a small puzzle, tight", None, small(tight)),
        Kind("a hexagon of side 15, 26 letters, 2 clues a line", 0.15, large(lambda n: random_hexagon(15, seed=n))),
        Kind("30 x 30, the same", 0.15, large(lambda n: random_rectangle(30, seed=n))),
    ]


def goals() -> dict[str, str]:
    """Return the milliseconds that a puzzle of each kind may take, as text; "" if there is no goal."""
    return {kind.name: "" if kind.goal is None else f"{kind.goal * 1000:.1f}" for kind in kinds()}


def measure() -> dict[str, float]:
    """Return the average seconds of each kind of puzzles."""
    return {kind.name: average(kind) for kind in kinds()}


def average(kind: Kind) -> float:
    """Return the average seconds for a puzzle of `kind`, in the quickest of all rounds."""
    from satcross import load
    from satcross.puzzle.files import save
    from satcross.solver.solutions import Search

    with TemporaryDirectory() as folder:
        paths = []
        for number, puzzle in enumerate(kind.puzzles()):
            paths.append(Path(folder) / f"{number}.toml")
            save(puzzle, paths[-1])
        taken: list[float] = []
        while len(taken) < ROUNDS or sum(taken) < SECONDS:
            start = process_time()
            for path in paths:
                Search(load(path), limit=2).run()
            taken.append(process_time() - start)
        return min(taken) / len(paths)
