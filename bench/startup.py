"""The cost of starting: whole processes, compared with the bare interpreter and the bare solver library in one run."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from compileall import compile_dir
from pathlib import Path
from time import perf_counter

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
