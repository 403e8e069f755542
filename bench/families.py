"""The families of puzzles, by name, and their rungs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from math import perm
from pathlib import Path
from typing import NamedTuple

from bench.ladders import (
    REFERRING,
    REGULAR,
    Styles,
    alphabet,
    grid,
    long_list,
    minimal_rectangle,
    one_line,
    only,
    random_hexagon,
    random_nonogram,
    random_rectangle,
    tight_rectangle,
    word_lists,
    words_on_one_line,
)
from satcross import SatcrossError, load
from satcross.puzzle import Puzzle

PUZZLES = Path(__file__).resolve().parent.parent / "puzzles"

REFERENCES_ON_ONE_LINE = r"(.*)(.*)(.*)(.*)\4\3\2\1"
NESTED = "((A|B)*C?)*"
DIFFERENT = r"(?!.*(.).*\1).*"
OPEN = ".*A.*"
OPEN_GRIDS = (
    (3, 3, 4_051),
    (4, 4, 10_453_697),
    (4, 5, 862_418_881),
    (5, 5, 256_917_198_691),
    (5, 6, 65_998_017_804_601),
)
"""Rows, columns, and how many solutions there are over A, B and C with `OPEN` on every line."""

GUESS = ("guess",)
ALL = ("guess", "plain-sat", "cp-sat", "z3", "minizinc")
SEARCHING = ("plain-sat", "cp-sat")


class Rung(NamedTuple):
    """One puzzle of a family.

    Attributes:
        size: What the ladder grows by, for the chart: cells unless said otherwise.
        limit: Solutions to ask for.
        in_full: Left out of the short suite.
        peers: Other solvers that are tried on it too.
        counted: How many solutions there are, for a rung on which they are counted instead of listed; 0: no such rung.
    """

    family: str
    name: str
    size: int
    puzzle: Callable[[], Puzzle]
    limit: int = 2
    in_full: bool = False
    peers: tuple[str, ...] = ()
    counted: int = 0


def rungs() -> list[Rung]:
    """Return every rung, in the order in which they are run."""
    found = []
    for path in sorted(PUZZLES.glob("*.toml")):
        with suppress(SatcrossError):  # an older revision does not know each kind of shape
            found.append(Rung("puzzles", path.stem, len(load(path).cells), partial(load, path), peers=GUESS))
    for n in (5, 10, 15, 20, 30, 50, 70, 100):
        peers = GUESS if n <= 30 else ()
        found.append(Rung("rectangle", f"{n}x{n}", n * n, partial(random_rectangle, n), in_full=n == 70, peers=peers))
    for side in (4, 7, 10, 15, 20, 30):
        cells = 3 * side * (side - 1) + 1
        peers = GUESS if side <= 15 else ()
        found.append(Rung("hexagon", f"side {side}", cells, partial(random_hexagon, side), peers=peers))
    for n in (5, 10, 15, 20, 30):
        found.append(Rung("regular", f"{n}x{n}", n * n, partial(random_rectangle, n, styles=REGULAR), peers=ALL))
    for style in Styles._fields:
        peers = GUESS if style in ("reference", "lookahead") else ALL
        found.append(Rung("styles", style, 400, partial(random_rectangle, 20, styles=only(style)), peers=peers))
    for letters in (4, 10, 26, 1000):
        found.append(Rung("alphabet", f"{letters} letters", letters, partial(random_rectangle, 15, letters=letters)))
    for per_line in (1, 2, 3):
        found.append(Rung("clues", f"{per_line} a line", per_line, partial(random_rectangle, 15, per_line=per_line)))
    for n in (10, 20, 30):
        found.append(
            Rung("references", f"{n}x{n}", n * n, partial(random_rectangle, n, styles=REFERRING), in_full=n == 30,
                 peers=GUESS)
        )  # fmt: skip
    for n in (10, 20, 30):
        found.append(
            Rung("lookaheads", f"{n}x{n}", n * n, partial(random_rectangle, n, styles=only("lookahead")),
                 in_full=n == 30, peers=GUESS)
        )  # fmt: skip
    for n in (4, 6, 8, 10, 12):
        found.append(Rung("tight", f"{n}x{n}", n * n, partial(tight_rectangle, n), in_full=n == 12, peers=GUESS))
    for n in (6, 8, 10, 12, 14, 16):
        found.append(Rung("minimal", f"{n}x{n}", n * n, partial(minimal_rectangle, n), in_full=n > 10, peers=ALL))
    for n in (24, 100, 400, 1600):
        found.append(
            Rung("nested", f"{n} cells", n, partial(one_line, NESTED, n, "ABC"), in_full=n == 1600, peers=GUESS)
        )
    for n in (10, 20, 40, 60):
        found.append(
            Rung("one-line references", f"{n} cells", n, partial(one_line, REFERENCES_ON_ONE_LINE, n, "ABC"),
                 in_full=n == 60, peers=GUESS)
        )  # fmt: skip
    for listed in (1000, 10_000, 100_000):
        found.append(
            Rung("open", f"list {listed:,}", listed, partial(random_rectangle, 12, per_line=1), limit=listed,
                 in_full=listed == 100_000)
        )  # fmt: skip
    for rows, columns, number in OPEN_GRIDS:
        found.append(
            Rung("open", f"count {number:.0e}", number, partial(grid, rows, columns, OPEN, "ABC"), counted=number)
        )
    return found + list(_hard_rungs()) + list(_growing_rungs())


def _hard_rungs() -> Iterator[Rung]:
    """Yield puzzles on which nothing but search helps, with the references that are best at it."""
    for n, letters in ((8, 2), (6, 4), (5, 8), (10, 2)):
        puzzle = partial(word_lists, n, letters)
        yield Rung("word lists", f"{n}x{n}, {letters} letters", n * n, puzzle, in_full=n == 10, peers=SEARCHING)
    for n in (10, 15, 20, 25):
        yield Rung("nonograms", f"{n}x{n}", n * n, partial(random_nonogram, n), in_full=n == 25, peers=SEARCHING)


def _growing_rungs() -> Iterator[Rung]:
    """Yield clues that grow, and letters that differ."""
    for listed in (5, 10, 20, 40):
        yield Rung("growth", f"{listed} clues", listed, partial(words_on_one_line, listed))
    for words in (100, 300, 1_000):
        yield Rung("growth", f"list of {words:,} words", words, partial(long_list, words, 10))
        yield Rung("growth", f"{words:,} tokens", words, partial(long_list, words, 6, is_repeated=True))
    for n, letters in ((6, 8), (9, 11), (12, 14)):
        puzzle = partial(one_line, DIFFERENT, n, alphabet(letters))
        yield Rung("different", f"count {n} of {letters}", n, puzzle, counted=perm(letters, n))
        yield Rung("different", f"list {n} of {letters}", n, puzzle, limit=5_000)
