"""The cost of starting: the processor time of whole processes, compared in one run.

They are compared with the bare interpreter, with the bare solver library, and by `bench.compare` with another revision.
"""

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
    "satcross solve puzzles/mit-2013.toml": ('python -c "from pysat.solvers import Solver"', 1.5),
}


def wall_seconds(command: Sequence[str], folder: Path = ROOT, *, is_status_checked: bool = True) -> float:
    """Return how long `command` took as a whole process."""
    start = perf_counter()
    subprocess.run(command, cwd=folder, check=is_status_checked, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return perf_counter() - start


def processor_seconds(command: Sequence[str], folder: Path = ROOT, *, is_status_checked: bool = True) -> float:
    """Return the processor time that `command` took as a whole process."""
    import resource  # not everywhere

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    wall_seconds(command, folder, is_status_checked=is_status_checked)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(rounds: int) -> dict[str, float]:
    """Return the median seconds of each command, the commands taking turns."""
    compile_dir(ROOT / "satcross", quiet=2)  # as installing does; the environment may keep Python from doing it itself
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(rounds):
        for name, command in COMMANDS.items():
            taken[name].append(processor_seconds(command))
    return {name: statistics.median(times) for name, times in taken.items()}


def against(packages: Sequence[Path], puzzle: str, rounds: int) -> list[float]:
    """Return the median seconds that `satcross solve` takes with the `satcross` of each folder, these taking turns."""
    program = "import sys; from satcross.__main__ import main; sys.exit(main())"
    taken: list[list[float]] = [[] for _ in packages]
    for package in packages:
        compile_dir(package / "satcross", quiet=2)
    for _ in range(rounds):
        for package, times in zip(packages, taken, strict=True):
            times.append(processor_seconds([sys.executable, "-c", program, "solve", f"puzzles/{puzzle}.toml"], package))
    return [statistics.median(times) for times in taken]


def ratios(seconds: Mapping[str, float]) -> dict[str, tuple[str, float, float]]:
    """Return for each command with a goal: what it is compared with, the ratio, the goal."""
    return {name: (base, seconds[name] / seconds[base], goal) for name, (base, goal) in GOALS.items()}
