"""Filling word crosswords: whole processes, each template with several seeds, against qxw where it is installed.

qxw gets the same words, folded, in the same run, as a deck of cells in its batch mode, with "random" and "unique" on.
It draws its own random numbers, so single runs cannot be repeated.

A run that does not fill its template in time counts as longer than all others, so that the median shows it.  Processor
time is given beside wall-clock time, because it stays comparable when the machine has other work.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from time import perf_counter, process_time
from typing import Any, NamedTuple

from bench.startup import SATCROSS
from satcross.base.writing import write_text
from satcross.puzzle.wordlists import read_words
from satcross.words.files import load_template
from satcross.words.template import OPEN, grid_of

ROOT = Path(__file__).resolve().parent.parent
OURS, DRAWN = ROOT / "puzzles" / "fill", ROOT / "bench" / "templates"
LISTS = {
    "wamerican": Path("/usr/share/dict/american-english"),
    "wamerican-huge": Path("/usr/share/dict/american-english-huge"),
}
LOAD_GOAL = 0.4  # seconds, `wamerican`
SHORT_SEEDS, FULL_SEEDS, PEER_SEEDS = 3, 20, 5
SECONDS, PEER_SECONDS = 20.0, 20.0
MOST_FAILURES = 2  # runs; if the first ones all fail, the others are left out


class FillRung(NamedTuple):
    """A template and a word list.

    Attributes:
        goal: Median seconds of the whole process; None: there is no goal.
        in_full: Left out of the short suite.
    """

    path: Path
    words: str
    goal: float | None
    in_full: bool = False

    @property
    def name(self) -> str:
        return self.path.stem


RUNGS = (
    FillRung(OURS / "open5.txt", "wamerican", 0.3),
    FillRung(OURS / "lattice9.txt", "wamerican", 0.3),
    FillRung(OURS / "sym15-76.txt", "wamerican", 0.8),
    FillRung(DRAWN / "15x15-70-words-41-blocks.txt", "wamerican", 5),
    FillRung(DRAWN / "15x15-70-words-31-blocks.txt", "wamerican", 5),
    FillRung(DRAWN / "15x15-70-words-35-blocks.txt", "wamerican", 5, in_full=True),
    FillRung(DRAWN / "15x15-70-words-27-blocks.txt", "wamerican", 5, in_full=True),
    FillRung(OURS / "sunday21.txt", "wamerican", 6),
    FillRung(DRAWN / "21x21-144-words-85-blocks.txt", "wamerican", 6),
    FillRung(DRAWN / "21x21-144-words-73-blocks.txt", "wamerican", 6, in_full=True),
    FillRung(DRAWN / "15x15-66-words-37-blocks.txt", "wamerican", None, in_full=True),
    FillRung(DRAWN / "15x15-66-words-30-blocks.txt", "wamerican", None, in_full=True),
    FillRung(OURS / "sym15-76.txt", "wamerican-huge", 2, in_full=True),
    FillRung(OURS / "blocks15-72.txt", "wamerican-huge", 2, in_full=True),
    FillRung(DRAWN / "15x15-70-words-27-blocks.txt", "wamerican-huge", 2),
    FillRung(DRAWN / "15x15-66-words-37-blocks.txt", "wamerican-huge", 2),
    FillRung(DRAWN / "15x15-66-words-30-blocks.txt", "wamerican-huge", 2),
)


class Run(NamedTuple):
    """One process: seconds of wall clock (infinite if it filled nothing), of processor time, megabytes at most."""

    wall: float
    processor: float
    megabytes: float


def run(command: Sequence[str], seconds: float, environment: Mapping[str, str] | None = None) -> Run:
    """Run `command`; status 0 means that it filled the template."""
    start = perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    timer = Timer(seconds, process.kill)
    timer.start()
    try:
        _, status, usage = os.wait4(process.pid, 0)
    finally:
        timer.cancel()
    wall = perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    megabytes = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return Run(wall if process.returncode == 0 else inf, usage.ru_utime + usage.ru_stime, megabytes)


def summary(runs: Sequence[Run]) -> dict[str, Any]:
    """Return what a table shows of the runs of a rung; "median" is None where most were not filled."""
    filled = [each for each in runs if each.wall < inf]
    median = statistics.median_high([each.wall for each in runs])
    return {
        "runs": len(runs),
        "filled": len(filled),
        "median": median if median < inf else None,
        "slowest": max([each.wall for each in filled], default=None),
        "processor": statistics.median_high([each.processor for each in runs]),
        "peak MB": round(max(each.megabytes for each in runs), 1),
    }


def deck(path: Path) -> str:
    """Return a template as qxw's batch mode takes it: for each slot the names of its cells, and the given letters."""
    rows = load_template(path).rows
    grid = grid_of(rows)
    names = ["r{}c{}".format(*place) for place in grid.places]
    letters = [rows[row - 1][column - 1] for row, column in grid.places]
    lines = [".RANDOM 1", ".UNIQUE 1"]
    for slot in grid.slots:
        given = "".join(["." if letters[cell] == OPEN else letters[cell] for cell in slot.cells])
        lines.append(" ".join([names[cell] for cell in slot.cells]) + (f" ={given}" if given.strip(".") else ""))
    return "\n".join(lines) + "\n"


def qxw() -> str | None:
    """Return where qxw is, or None."""
    return shutil.which("qxw") or shutil.which("qxw", path="/usr/games")


def measure(*, is_full: bool, with_peers: bool) -> dict[str, Any]:
    """Return the results of all rungs whose word lists are installed, and print them as they come."""
    results: dict[str, Any] = {"load": [], "fills": []}
    installed = {name: path for name, path in LISTS.items() if path.exists()}
    if not installed:
        print("\nno word lists: apt install wamerican wamerican-huge")
        return results
    peer = qxw() if with_peers else None
    if with_peers and peer is None:
        print("\nqxw is not installed")
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_CACHE_HOME": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        print(f"\n{'word list':<44}{'words':>9}{'read, index':>14}{'from cache':>12}{'goal':>7}  processor seconds")
        for name, path in installed.items():
            loaded = _loaded(path, environment)
            results["load"].append({"words": name, **loaded})
            goal = f"{LOAD_GOAL:>7}" if name == "wamerican" else ""
            print(f"{name:<44}{loaded['count']:>9,}{loaded['read']:>14.3f}{loaded['cached']:>12.3f}{goal}")
            if peer:
                words = read_words([path], use_cache=False)
                folded = [word for n in words.lengths if n > 1 for word in words.of_length(n) or ()]
                write_text(Path(folder) / name, "\n".join(folded) + "\n")
        print(
            f"\n{'template':<28}{'words':<16}{'filled':>8}{'median':>9}{'slowest':>9}{'processor':>11}{'MB':>6}{'goal':>6}"
            + (f"{'qxw':>8}{'median':>9}{'times':>7}" if peer else "")
        )
        for rung in RUNGS:
            if rung.words not in installed or (rung.in_full and not is_full):
                continue
            found = _ours(rung, installed[rung.words], FULL_SEEDS if is_full else SHORT_SEEDS, environment)
            entry = {"template": rung.name, "words": rung.words, "goal": rung.goal, **found}
            if peer:
                entry["qxw"] = _theirs(peer, rung, Path(folder))
            results["fills"].append(entry)
            _print(entry)
    return results


def _ours(rung: FillRung, words: Path, seeds: int, environment: Mapping[str, str]) -> dict[str, Any]:
    command = [*SATCROSS, "fill", str(rung.path), "--words", str(words), "--timeout", str(SECONDS)]
    return summary(
        _runs(run([*command, "--seed", str(seed)], 2 * SECONDS, environment) for seed in range(1, seeds + 1))
    )


def _theirs(peer: str, rung: FillRung, folder: Path) -> dict[str, Any]:
    file = folder / f"{rung.name}.qxd"
    write_text(file, deck(rung.path))
    command = [peer, "-b", "-d", str(folder / rung.words), str(file)]
    return summary(_runs(run(command, PEER_SECONDS) for _ in range(PEER_SEEDS)))


def _runs(runs: Iterable[Run]) -> list[Run]:
    found: list[Run] = []
    for each in runs:
        found.append(each)
        if len(found) == MOST_FAILURES and all(each.wall == inf for each in found):
            break
    return found


def _loaded(path: Path, environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the time for reading and indexing, without and with the cache, each in a process of its own."""
    command = [sys.executable, "-m", "bench.fill", str(path)]
    anew, cached = (
        json.loads(subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True).stdout)
        for _ in range(2)
    )
    return {"count": anew["count"], "read": anew["seconds"], "cached": cached["seconds"]}


def load(path: str) -> dict[str, Any]:
    """Read and index all words of a list, from the cache if they are there."""
    start = process_time()
    words = read_words([path])
    for n in words.lengths:
        found = words.of_length(n)
        assert found is not None
        found.index  # noqa: B018 - built when it is first asked for
    taken = process_time() - start
    return {"count": len(words), "seconds": taken}


def _print(entry: Mapping[str, Any]) -> None:
    goal = "" if entry["goal"] is None else f"{entry['goal']:g}"
    line = f"{entry['template']:<28}{entry['words']:<16}{_filled(entry):>8}{_seconds(entry, SECONDS):>9}"
    slowest = "" if entry["slowest"] is None else f"{entry['slowest']:.2f}"
    line += f"{slowest:>9}{entry['processor']:>11.2f}{entry['peak MB']:>6.0f}{goal:>6}"
    theirs = entry.get("qxw")
    if theirs:
        line += f"{_filled(theirs):>8}{_seconds(theirs, PEER_SECONDS):>9}"
        if entry["median"] and theirs["median"]:
            line += f"{theirs['median'] / entry['median']:>7.1f}"
        elif entry["median"]:
            at_least = f">{PEER_SECONDS / entry['median']:.0f}"
            line += f"{at_least:>7}"
    print(line, flush=True)


def _filled(result: Mapping[str, Any]) -> str:
    return f"{result['filled']}/{result['runs']}"


def _seconds(result: Mapping[str, Any], limit: float) -> str:
    return f">{limit:g}" if result["median"] is None else f"{result['median']:.2f}"


if __name__ == "__main__":
    print(json.dumps(load(sys.argv[1])))
