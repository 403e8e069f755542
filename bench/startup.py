"""What starting costs: whole processes against the bare interpreter and the bare solver library, in one run."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from compileall import compile_dir
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satcross.puzzle.model import Puzzle

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = Path(sys.executable).with_name("satcross")
SATCROSS = [str(SCRIPT)] if SCRIPT.exists() else [sys.executable, "-m", "satcross"]
COMMANDS: dict[str, list[str]] = {
    "python -c pass": [sys.executable, "-c", "pass"],
    'python -c "from pysat.solvers import Solver"': [sys.executable, "-c", "from pysat.solvers import Solver"],
    "satcross --version": [*SATCROSS, "--version"],
    "satcross --help": [*SATCROSS, "--help"],
    "satcross solve puzzles/mit-2013.toml": [*SATCROSS, "solve", str(ROOT / "puzzles" / "mit-2013.toml")],
}
GOALS = {
    "satcross --version": ("python -c pass", 3.0),
    "satcross --help": ("python -c pass", 6.0),
    "satcross solve puzzles/mit-2013.toml": ('python -c "from pysat.solvers import Solver"', 1.8),
}


def wall_seconds(command: Sequence[str], folder: Path = ROOT) -> float:
    """Return how long `command` took as a whole process."""
    start = perf_counter()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return perf_counter() - start


def measure(rounds: int) -> dict[str, float]:
    """Return the median seconds of each command, the commands taking turns."""
    compile_dir(ROOT / "satcross", quiet=2)  # as installing does; the environment may keep Python from doing it itself
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(rounds):
        for name, command in COMMANDS.items():
            taken[name].append(wall_seconds(command))
    return {name: statistics.median(times) for name, times in taken.items()}


def ratios(seconds: Mapping[str, float]) -> dict[str, tuple[str, float, float]]:
    """Return for each command with a goal: what it is compared with, the ratio, the goal."""
    return {name: (base, seconds[name] / seconds[base], goal) for name, (base, goal) in GOALS.items()}


SMALL_SIZES = {1: 5, 2: 25, 3: 25, 4: 15, 5: 10, 6: 6, 7: 4, 8: 3, 9: 1, 10: 1, 11: 1, 12: 1, 13: 1, 14: 1, 15: 1}
"""How many small puzzles of which side: most of what people publish lies between 2x2 and 6x6."""


def small_puzzles() -> dict[str, float]:
    """Return the average seconds for each of a hundred different small puzzles, read and solved in this process.

    As published: at most two clues a line, 14 in a puzzle on average, as in those that people publish.
    Tight: clues of the ladders, added until there is one solution; 22 on average, up to 154.
    """
    from bench.ladders import published_rectangle, tight_rectangle

    return {
        "as published": _average(lambda side, seed: published_rectangle(side, seed=seed)),
        "tight": _average(
            lambda side, seed: tight_rectangle(side, per_line=1 + side // 5, added=max(2, side // 2), seed=seed)
        ),
    }


def _average(puzzle: Callable[[int, int], Puzzle]) -> float:
    """Return the average seconds for a puzzle made of a side and a seed; the least of three rounds."""
    from satcross.puzzle.files import load, save
    from satcross.solve.search import Search

    with TemporaryDirectory() as folder:
        paths = []
        for side, count in SMALL_SIZES.items():
            for seed in range(count):
                paths.append(Path(folder) / f"{side}-{seed}.toml")
                save(puzzle(side, seed), paths[-1])
        taken = []
        for _ in range(3):
            start = perf_counter()
            for path in paths:
                Search(load(path), limit=2).run()
            taken.append((perf_counter() - start) / len(paths))
        return min(taken)
