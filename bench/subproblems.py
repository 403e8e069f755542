"""One hard puzzle in subproblems: what each of them takes on its own, measured.

    python -m bench.subproblems                    words of size 7, in 1 to 1,024 subproblems (some ten minutes)
    python -m bench.subproblems --parts 16 64      only these numbers of subproblems

In: a puzzle of a family.  Out: `subproblems.json`, the seconds of the processor that splitting took, and that a worker
needs for each subproblem.  `bench.scaling` simulates many workers with them.

Each subproblem is solved by the function that workers call, in a CaDiCaL of its own.  So what another subproblem has
taught is not known: a worker that has several of them, one after another, needs less.  (For hundreds of small ones
workers take MiniSat, which is quicker.)
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import NamedTuple

from satcross.base.budget import UNLIMITED
from satcross.base.tuning import DEFAULT_TUNING
from satcross.puzzle.model import Puzzle
from satcross.solver.compile import compile_puzzle
from satcross.solver.families import member
from satcross.solver.residual import Residual
from satcross.solver.strategies.splitting import _searching
from satcross.solver.subproblems import Splitter

MEASURED = Path(__file__).with_name("subproblems.json")
PARTS = (1, 2, 4, 16, 64, 256, 1_024)
TO_THE_END = DEFAULT_TUNING._replace(worker_conflicts=10**12)


class Split(NamedTuple):
    """A puzzle in subproblems, with seconds of the processor.

    Attributes:
        splitting: What one process takes to make the subproblems.
        encoding: What a worker takes to write a formula, on average.
        solving: The seconds for each subproblem, in the order in which the splitting has made them.
    """

    splitting: float
    encoding: float
    solving: Sequence[float]


def residual_of(puzzle: Puzzle) -> Residual:
    """Return what propagation leaves open of `puzzle`."""
    compiled = compile_puzzle(puzzle)
    residual, _ = Residual.of_open(compiled.constraints, compiled.domains).propagated(UNLIMITED)
    assert residual is not None, "propagation alone settles this puzzle"
    return residual


def measured(residual: Residual, parts: int) -> Split:
    """Split `residual` into a number of subproblems, solve each on its own, and return what that took."""
    start = process_time()
    subproblems = Splitter(residual, DEFAULT_TUNING, UNLIMITED).first(parts)
    splitting = process_time() - start
    encoding, solving = 0.0, []
    for subproblem in subproblems:
        start = process_time()
        answered = _searching(residual, (), TO_THE_END, UNLIMITED)
        encoded = process_time()
        answered((subproblem.masks, ()), lambda _: None)
        encoding += encoded - start
        solving.append(process_time() - encoded)
    return Split(splitting, encoding / max(1, len(subproblems)), solving)


def load(path: Path = MEASURED) -> tuple[str, list[Split]]:
    """Return the title of the puzzle that was measured, and its splits, those into few subproblems first."""
    data = json.loads(path.read_text("utf-8"))
    return data["puzzle"], [Split(**each) for each in data["splits"]]


def save(title: str, splits: Sequence[Split], path: Path = MEASURED) -> None:
    """Write what `load` returns."""
    rounded = [
        Split(round(each.splitting, 3), round(each.encoding, 3), [round(seconds, 3) for seconds in each.solving])
        for each in sorted(splits, key=lambda each: len(each.solving))
    ]
    data = {"puzzle": title, "splits": [each._asdict() for each in rounded]}
    path.write_text(json.dumps(data) + "\n", "utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and write the file."""
    parser = argparse.ArgumentParser(prog="python -m bench.subproblems", description=__doc__.splitlines()[0])
    parser.add_argument("--family", default="words", metavar="NAME", help="of the puzzle; default words")
    parser.add_argument("--size", type=int, default=7, metavar="N", help="of the puzzle; default 7")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the puzzle; default 1")
    parser.add_argument("--parts", type=int, nargs="+", default=PARTS, metavar="N", help="numbers of subproblems")
    parser.add_argument("--to", type=Path, default=MEASURED, metavar="FILE", help="where to write what was measured")
    options = parser.parse_args(arguments)
    puzzle = member(options.family, options.size, options.seed)
    residual, splits = residual_of(puzzle), []
    print(f"{'parts':>6} {'splitting':>10} {'encoding':>10} {'solving':>10} {'longest':>10}")
    for parts in options.parts:
        splits.append(split := measured(residual, parts))
        longest = max(split.solving, default=0.0)
        print(
            f"{len(split.solving):>6,} {split.splitting:8.2f} s {split.encoding:8.3f} s {sum(split.solving):8.2f} s"
            f" {longest:8.2f} s",
            flush=True,
        )
        save(puzzle.title, splits, options.to)
    return 0


if __name__ == "__main__":
    sys.exit(main())
