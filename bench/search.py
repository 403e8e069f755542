"""Puzzles on which nothing but search helps, beside the best references: `python -m bench.search [--dzn FOLDER]`.

It writes `bench/search.md`.  FOLDER holds nonograms of the MiniZinc benchmarks, as `.dzn` files; those called `dom_N`
need no file.  A figure is the sum of the CPU seconds of all puzzles in a row.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from bench.__main__ import PEER_SECONDS, machine, run_json
from bench.families import DIFFERENT, SEARCHING
from bench.ladders import (
    REGULAR,
    alphabet,
    domino_nonogram,
    long_list,
    minizinc_nonogram,
    one_line,
    random_nonogram,
    random_rectangle,
    word_lists,
    words_on_one_line,
)
from bench.peers import is_installed
from bench.report import table
from bench.startup import COMMANDS, ROOT, SATCROSS, processor_seconds
from satcross.base.writing import write_text
from satcross.puzzle import Puzzle
from satcross.puzzle.files import save

PAGE = ROOT / "bench" / "search.md"
SECONDS = 60  # for each puzzle
NUMBER = 20  # of word lists of a size
LIST_SIZES = ((8, 2), (10, 2), (6, 4), (4, 8), (5, 8))
FIRST_SEED = 500  # of the seeds that are measured; the solvers were chosen with other seeds


class Row(NamedTuple):
    """Puzzles whose times are added.

    Attributes:
        command: What satcross is asked.
        has_peers: Whether the references answer the same question.
    """

    name: str
    puzzles: Sequence[Callable[[], Puzzle]]
    command: Sequence[str] = ("solve", "-q")
    has_peers: bool = True


def rows(folder: Path | None) -> Iterator[Row]:
    """Yield all rows, and a row for each `.dzn` file in `folder`."""
    for n, letters in LIST_SIZES:
        seeds = range(FIRST_SEED, FIRST_SEED + NUMBER)
        yield Row(
            f"word lists, {n} x {n}, {letters} letters", [partial(word_lists, n, letters, each) for each in seeds]
        )
    for n in (20, 30):
        yield Row(f"random nonograms, {n} x {n}", [partial(random_nonogram, n, seed) for seed in range(5)])
    for n in (10, 12, 14):
        yield Row(f"nonogram dom_{n}", [partial(domino_nonogram, n)])
    for path in sorted(folder.glob("*.dzn")) if folder else ():
        if not path.stem.startswith("dom_"):
            yield Row(f"nonogram {path.stem}", [partial(minizinc_nonogram, path.read_text("utf-8"))])
    for n in (10, 20, 40):
        puzzle = partial(random_rectangle, n, per_line=1, styles=REGULAR)
        yield Row(f"draft, {n} x {n}", [puzzle])
    for n in (5, 10, 20, 40):
        yield Row(f"{n} clues `.*WORD.*` on one line", [partial(words_on_one_line, n)])
    yield Row("a list of 1,000 words", [partial(long_list, 1_000, 10)])
    yield Row("1,000 tokens, starred", [partial(long_list, 1_000, 6, is_repeated=True)])
    for n, letters in ((9, 11), (12, 14)):
        puzzle = partial(one_line, DIFFERENT, n, alphabet(letters))
        yield Row(f"letters that differ, {n} of {letters}: count", [puzzle], ("count",), has_peers=False)
        listing = ("solve", "-q", "--limit", "5000")
        yield Row(f"letters that differ, {n} of {letters}: 5,000 solutions", [puzzle], listing, has_peers=False)


def measured(row: Row, peers: Sequence[str], start: float) -> dict[str, Any]:
    """Return the seconds of satcross and of each peer for the puzzles of the row.

    Args:
        start: The seconds that Python takes to start with the solvers, which a peer needs as well.
    """
    sums: dict[str, Any] = {"satcross": 0.0, **dict.fromkeys(peers if row.has_peers else (), 0.0)}
    with TemporaryDirectory() as folder:
        for number, puzzle in enumerate(row.puzzles):
            path = Path(folder) / f"{number}.toml"
            save(puzzle(), path)
            asked = [*SATCROSS, *row.command, "--timeout", str(SECONDS), str(path)]
            sums["satcross"] += processor_seconds(asked, is_status_checked=False)
            for peer in [each for each in list(sums)[1:] if sums[each] is not None]:
                found = run_json("bench.peers", peer, "file", str(path), str(PEER_SECONDS), limit=4 * PEER_SECONDS)
                sums[peer] = sums[peer] + found["total"] + start if found and not found["stopped"] else None
    return sums


def cells(row: Row, sums: dict[str, Any], peers: Sequence[str]) -> list[str]:
    """Return the row of the table."""
    own = sums["satcross"]
    shown = []
    for peer in peers:
        taken = sums.get(peer, "")
        shown.append("stopped" if taken is None else f"{taken:.2f} (× {own / taken:.2f})" if taken else "")
    return [row.name, str(len(row.puzzles)), f"{own:.2f}", *shown]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.search", description="Measure searching.")
    parser.add_argument("--dzn", type=Path, help="nonograms of the MiniZinc benchmarks")
    folder = parser.parse_args().dzn
    where = machine()
    peers = [peer for peer in SEARCHING if is_installed(peer)]
    command = COMMANDS['python -c "from pysat.solvers import Solver"']
    start = min(processor_seconds(command) for _ in range(5))
    lines = []
    for row in rows(folder):
        lines.append(cells(row, measured(row, peers, start), peers))
        print("  ".join(lines[-1]), file=sys.stderr, flush=True)
    parts = [
        "# Search, compared with the best references",
        f"`make bench-search` writes this page. {where['cpu']}, Python {where['python']}, satcross {where['version']},"
        f" revision `{where['commit']}`, {where['date']}. A figure is the sum of the CPU seconds of all puzzles of the"
        f" row. satcross is a whole process. A reference begins with the compiled puzzle, and has the {start:.2f} s for"
        f" starting Python with python-sat added. It finds two solutions, or proves that there are fewer. It is stopped"
        f" after {PEER_SECONDS:g} s, and then left out of the row. In brackets: how many times as long satcross took."
        " `bench/peers.py` describes the references.",
        table(["puzzles", "number", "satcross", *peers], lines),
    ]
    write_text(PAGE, "\n\n".join(parts) + "\n")


if __name__ == "__main__":
    main()
