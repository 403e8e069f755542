"""This revision against another, in one run, taking turns: `python -m bench.compare REV [--family NAME] [--rounds N]`.

The other revision is checked out into a temporary git worktree; this revision's benchmark runs both packages on puzzles
that this revision made, so only the package differs.  (Names that an older revision has not got yet are in
`bench/renamed.py`.)  The least total of each rung is compared, and the median of the processor time of whole processes.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from bench.families import Rung, rungs
from bench.startup import against
from satcross.puzzle.files import save

ROOT = Path(__file__).resolve().parent.parent
FAMILIES = ["puzzles", "rectangle", "hexagon", "references", "tight"]
MOST_CELLS = 1000
RUNG_SECONDS = 60
PROCESSES = ["hello", "mit-2013"]
ROUNDS_OF_PROCESSES = 30

RUN = """
import sys
package, root = sys.argv[1:3]
sys.path.insert(0, package)
import satcross
sys.path[0] = root
sys.argv[1:3] = []
from bench.renamed import know_old_names
know_old_names()
from runpy import run_module
run_module("bench.rung", run_name="__main__")
"""
"""Takes `satcross` from one folder and `bench` from another."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.compare", description="Compare with another revision.")
    parser.add_argument("revision")
    parser.add_argument("--family", action="append", help="only this family (can be repeated)")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    families = options.family or FAMILIES
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "other"
        subprocess.run(["git", "worktree", "add", "--detach", "-q", str(other), options.revision], cwd=ROOT, check=True)
        try:
            print(f"{'milliseconds':<36}{options.revision[:12]:>14}{'here':>12}{'ratio':>8}")
            for rung in rungs():
                if rung.family in families and not rung.in_full and rung.size <= MOST_CELLS:
                    compare(rung, other, options.rounds)
            for puzzle in PROCESSES:
                print_line(
                    f"process: solve {puzzle}",
                    other,
                    dict(zip((other, ROOT), against((other, ROOT), puzzle, ROUNDS_OF_PROCESSES), strict=True)),
                )
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(other)], cwd=ROOT, check=True)


def compare(rung: Rung, other: Path, rounds: int) -> None:
    """Print one line: the least total of each revision on a rung, and their ratio."""
    least: dict[Path, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        puzzle = Path(folder) / "puzzle.toml"
        save(rung.puzzle(), puzzle)
        for _ in range(rounds):
            for package in (other, ROOT):
                total = run(package, rung, puzzle)
                if total is not None:
                    least[package] = min(total, least.get(package, total))
    print_line(f"{rung.family} {rung.name}", other, least)


def print_line(name: str, other: Path, seconds: Mapping[Path, float]) -> None:
    """Print what the other revision and this one take, and their ratio."""
    shown = [f"{seconds[package] * 1000:>12.1f}" if package in seconds else f"{'-':>12}" for package in (other, ROOT)]
    ratio = f"{seconds[ROOT] / seconds[other]:>8.2f}" if len(seconds) == 2 else ""
    print(f"{name:<38}{''.join(shown)}{ratio}", flush=True)


def run(package: Path, rung: Rung, puzzle: Path) -> float | None:
    """Return the seconds that the `satcross` in `package` takes for a rung's puzzle; None if it cannot do it."""
    arguments = [str(package), str(ROOT), rung.family, rung.name, str(RUNG_SECONDS), str(puzzle)]
    command = [sys.executable, "-P", "-c", RUN, *arguments]
    environment = {**os.environ, "PYTHONPATH": ""}
    done = subprocess.run(command, cwd=package, env=environment, capture_output=True, text=True)
    return float(json.loads(done.stdout)["total"]) if done.returncode == 0 else None


if __name__ == "__main__":
    main()
