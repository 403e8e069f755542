"""Several processes against one, whole processes taking turns: `python -m bench.jobs` prints the table.

Many puzzles are distributed over the processes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.ladders import random_rectangle
from bench.startup import SATCROSS, wall_seconds
from satcross.puzzle import Puzzle
from satcross.puzzle.files import save

JOBS = max(2, os.cpu_count() or 2)
MANY = 60
ROUNDS = 3


def many() -> list[Puzzle]:
    return [random_rectangle(15, seed=seed) for seed in range(MANY)]


TASKS: dict[str, Callable[[], list[Puzzle]]] = {
    f"{MANY} puzzles of 15 x 15": many,
}


def measure() -> list[dict[str, Any]]:
    """Return the least seconds of each task with one process and with `JOBS`, and print them as they come."""
    print(f"\n{'side by side':<40}{'one process':>14}{f'--jobs {JOBS}':>12}{'times':>8}")
    found = []
    for name, puzzles in TASKS.items():
        with TemporaryDirectory() as folder:
            paths = [str(Path(folder) / f"{number:03}.toml") for number, _ in enumerate(puzzles())]
            for path, puzzle in zip(paths, puzzles(), strict=True):
                save(puzzle, path)
            taken: dict[int, list[float]] = {1: [], JOBS: []}
            for _ in range(ROUNDS):
                for jobs, seconds in taken.items():
                    seconds.append(wall_seconds([*SATCROSS, "solve", "--jobs", str(jobs), *paths]))
        alone, together = min(taken[1]), min(taken[JOBS])
        found.append({"task": name, "jobs": JOBS, "alone": alone, "together": together})
        print(f"{name:<40}{alone:>12.2f} s{together:>10.2f} s{alone / together:>8.2f}", flush=True)
    return found


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
