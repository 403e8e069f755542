"""The author's workbench: what `check`, `explain`, `lint`, `prove`, `count` and `solve --all` take.

The first tasks use the puzzle of the 2013 MIT Mystery Hunt in a warm process: everything is imported, and the same
task is done for a small puzzle before the clock starts.  Lists are whole processes, their start included, that write
JSON Lines into a pipe.

`python -m bench.author NAME` measures one task and prints one JSON object.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple

import satcross
from bench.families import PUZZLES
from bench.ladders import random_rectangle
from bench.startup import ROOT, SATCROSS, processor_seconds
from satcross.puzzle.files import save

MIT = PUZZLES / "mit-2013.toml"
REPEAT_SECONDS, MOST_REPEATS = 1.0, 10
SECONDS = 60.0  # for each task

REGION_ROWS = (".*A.*", ".*B.*", ".*[AB].*")
REGION_COLUMNS = ("[AB]*C?", "(A|BC?)*", "(AC?|B)*", "C?[AB]*")

CUBES, NO_CUBES = ".*A.*", "(AB|BA|C)*"


class Task(NamedTuple):
    """One measurement.

    Attributes:
        goal: In `unit`: the most seconds that it may take, or the least number of solutions "a second";
            or the most that it may take, "times solve".
        measure: Returns the measured number.
    """

    name: str
    goal: float
    unit: str
    measure: Callable[[], float]

    def reaches(self, measured: float) -> bool:
        """Return whether the goal is reached."""
        return measured >= self.goal if self.unit == "a second" else measured <= self.goal


def check(puzzle: satcross.Puzzle) -> None:
    """Find the verdict, and the letters of each cell over all solutions."""
    assert satcross.check(puzzle).status == satcross.ambiguity(puzzle).status == "unique"


def explain(puzzle: satcross.Puzzle) -> None:
    """Find the whole chain of steps."""
    chain = satcross.explain(puzzle)
    assert chain.is_complete
    assert chain.status == "unique"


def lint(puzzle: satcross.Puzzle) -> None:
    """Find all redundant clues, and a minimal set of clues that suffices."""
    assert satcross.lint(puzzle, with_rewrites=False).sufficient


def lint_inside(puzzle: satcross.Puzzle) -> None:
    """Do the same, and find what could be simpler or looser inside of clues."""
    assert satcross.lint(puzzle).is_complete


def prove_and_verify(puzzle: satcross.Puzzle) -> None:
    """Write the proof, and let dratify replay it."""
    with TemporaryDirectory() as folder:
        assert isinstance(satcross.prove(puzzle, folder), satcross.Proof)
        assert satcross.verify(puzzle=puzzle, folder=folder).is_verified


def count(puzzle: satcross.Puzzle) -> None:
    """Count all solutions."""
    found = satcross.count(puzzle)
    assert found.kind == "exact"
    assert found.value >= 1


def regions(number: int) -> satcross.Puzzle:
    """Return 3 x 3 squares side by side, no clue on two of them; up to twelve all have other clues."""
    lines = []
    for region in range(number):
        row_clue = REGION_ROWS[region % len(REGION_ROWS)]
        column_clue = REGION_COLUMNS[region % len(REGION_COLUMNS)]
        cells = [[f"{region}:{row},{column}" for column in "123"] for row in "123"]
        lines += [satcross.NamedLine(row, row_clue) for row in cells]
        lines += [satcross.NamedLine(column, column_clue) for column in zip(*cells, strict=True)]
    return satcross.lines(lines)


def grid(n: int, clue: str) -> satcross.Puzzle:
    """Return an n x n puzzle over A, B, C with `clue` on every line."""
    return satcross.rectangle(rows=[clue] * n, columns=[clue] * n, alphabet="ABC")


def draft(n: int) -> satcross.Puzzle:
    """Return an n x n puzzle with one clue on each line, and so with very many solutions."""
    return random_rectangle(n, per_line=1)


def warm_seconds(ask: Callable[[satcross.Puzzle], None], puzzle: satcross.Puzzle) -> float:
    """Return the seconds of the quickest of several runs of `ask`."""
    ask(satcross.rectangle(rows=["AB|BA", "AB|BA"], columns=["AA|BA", "AB|BA|AA"]))
    taken: list[float] = []
    while len(taken) < MOST_REPEATS and sum(taken) < REPEAT_SECONDS:
        start = process_time()
        ask(puzzle)
        taken.append(process_time() - start)
    return min(taken)


def listed_in_a_second(puzzle: satcross.Puzzle, number: int) -> float:
    """Return how many solutions a second `satcross solve --all --json` lists until it has listed `number`."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "puzzle.toml"
        save(puzzle, path)
        start = perf_counter()
        command = [*SATCROSS, "solve", "--all", "--json", str(path)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            assert process.stdout is not None
            listed = sum(1 for _ in islice(process.stdout, number))
            taken = perf_counter() - start
            process.kill()
    assert listed == number
    return number / taken


def times_solve(command: Sequence[str], draft: satcross.Puzzle) -> float:
    """Return how many times as long `satcross COMMAND` takes as `satcross solve -q` for a puzzle, whole processes.

    It is the ratio of CPU seconds, each the least of three runs in turns.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "puzzle.toml"
        save(draft, path)
        rounds = [(_cpu_seconds([*command, str(path)]), _cpu_seconds(["solve", "-q", str(path)])) for _ in range(3)]
    asked, solved = map(min, zip(*rounds, strict=True))
    return asked / solved


def _cpu_seconds(arguments: Sequence[str]) -> float:
    """Return the CPU seconds of a satcross process."""
    return processor_seconds([*SATCROSS, *arguments], is_status_checked=False)


def _on_mit(ask: Callable[[satcross.Puzzle], None]) -> float:
    return warm_seconds(ask, satcross.load(MIT))


TASKS = (
    Task("check, and what each cell can hold", 0.06, "s", partial(_on_mit, check)),
    Task("explain, the whole chain", 10, "s", partial(_on_mit, explain)),
    Task("lint: redundant clues, and a minimal set that suffices", 5, "s", partial(_on_mit, lint)),
    Task("lint: inside of clues too", 5, "s", partial(_on_mit, lint_inside)),
    Task("prove and verify", 10, "s", partial(_on_mit, prove_and_verify)),
    Task("count 12 regions, more than 10^12 solutions", 2, "s", lambda: warm_seconds(count, regions(12))),
    Task("check -q of a draft, 20 x 20", 3, "times solve", lambda: times_solve(["check", "-q"], draft(20))),
    Task("check -q of a draft, 40 x 40", 3, "times solve", lambda: times_solve(["check", "-q"], draft(40))),
    Task("check of a draft, 20 x 20", 3, "times solve", lambda: times_solve(["check"], draft(20))),
    Task("lint of a draft, 20 x 20", 5, "times solve", lambda: times_solve(["lint"], draft(20))),
    Task("list a million, in cubes", 50_000, "a second", lambda: listed_in_a_second(grid(6, CUBES), 1_000_000)),
    Task("list 30,000, hardly any cubes", 3_000, "a second", lambda: listed_in_a_second(grid(8, NO_CUBES), 30_000)),
)


def measure() -> list[dict[str, Any]]:
    """Return the results of all tasks, each in a process of its own, and print them as they come."""
    print(f"\n{'author':<58}{'measured':>12}{'goal':>10}")
    results = []
    for task in TASKS:
        result = {"task": task.name, "goal": task.goal, "unit": task.unit, **_measured(task)}
        results.append(result)
        taken = result["stopped"] or shown(result["measured"], task.unit)
        missed = "" if not result["stopped"] and task.reaches(result["measured"]) else "  missed"
        print(f"{task.name:<58}{taken:>12}{shown(task.goal, task.unit):>10}  {task.unit}{missed}", flush=True)
    return results


def _measured(task: Task) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.author", task.name]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return {"measured": None, "stopped": "timeout"}
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no output"])[-1]
        return {"measured": None, "stopped": f"failed: {last}"}
    return {"measured": json.loads(done.stdout), "stopped": ""}


def shown(number: float, unit: str) -> str:
    """Return a measurement as the tables show it.

    >>> shown(61234.5, "a second"), shown(0.0512, "s"), shown(5, "s")
    ('61,234', '0.051', '5')
    """
    return f"{number:,.0f}" if unit == "a second" else f"{number:.3f}".rstrip("0").rstrip(".")


if __name__ == "__main__":
    print(json.dumps(next(task for task in TASKS if task.name == sys.argv[1]).measure()))
