"""Measure one rung: `python -m bench.rung FAMILY NAME [SECONDS [FILE]]` prints one JSON object.

FILE holds the rung's puzzle, for a comparison of revisions that would make different puzzles.
The rung's puzzle is written to a file first, so that reading it is measured too.  A rung is
repeated, and the run with the least total is reported, because other work of the machine only adds time.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any
from unittest.mock import patch

from bench.families import Rung, rungs
from satcross import load
from satcross.author.counting import count
from satcross.base.budget import UNLIMITED
from satcross.puzzle.files import save
from satcross.puzzle.shapes import rectangle
from satcross.solver import compile
from satcross.solver.cnf import VariableMap
from satcross.solver.python_sat import Solver
from satcross.solver.solutions import Search

REPEAT_SECONDS = 1.0
LEAST_REPEATS, MOST_REPEATS = 3, 20
LONG = 20.0
"""Seconds after which a rung is not repeated any more."""


def measure(rung: Rung, timeout: float) -> dict[str, object]:
    """Return status, sizes and seconds by stage of the rung's quickest run, and the process's peak memory in MB.

    The stages of `Search` come with the total.  Those inside of them (`parse` and `unroll` of compiling, `load` of
    encoding, `decode` of solving) and the literals are measured in one more run with clocks inside.
    """
    puzzle = rung.puzzle()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzle.toml"
        save(puzzle, path)
        Search(rectangle(rows=["AB|BA", "AB|BA"], columns=["AA|BB", "AB|BA|AA"])).run()  # warm
        best: dict[str, Any] = {}
        began = process_time()
        for done in range(1, MOST_REPEATS + 1):
            result = _count_once(path, rung) if rung.counted else _once(path, rung.limit, timeout)
            if not best or result["total"] < best["total"]:
                best = result
            spent = process_time() - began
            if spent > LONG or (spent > REPEAT_SECONDS and done >= LEAST_REPEATS):
                break
        peak = peak_megabytes()
        inside = {} if rung.counted else _inside(path, rung.limit, timeout)
    return {"family": rung.family, "rung": rung.name, "size": rung.size, **best, **inside, "peak MB": peak}


def _once(path: Path, limit: int, timeout: float) -> dict[str, Any]:
    start = process_time()
    puzzle = load(path)
    read = process_time() - start
    search = Search(puzzle, limit=limit, budget=UNLIMITED.until(timeout))
    search.run()
    total = process_time() - start
    return {
        "status": search.status,
        "found": search.count,
        "stopped": search.stopped,
        "total": total,
        "seconds": {"read": read, **search.seconds},
        **search.stats,
    }


def _count_once(path: Path, rung: Rung) -> dict[str, Any]:
    start = process_time()
    puzzle = load(path)
    read = process_time() - start
    found = count(puzzle)
    total = process_time() - start
    assert (found.value, found.kind) == (rung.counted, "exact")
    seconds = {"read": read, "count": total - read}
    status = "several" if found.value > 1 else "unique"
    return {"status": status, "found": found.value, "stopped": "", "total": total, "seconds": seconds,
            "cells": len(puzzle.cells)}  # fmt: skip


def _inside(path: Path, limit: int, timeout: float) -> dict[str, Any]:
    """Return the seconds of the stages inside of others, and the number of literals handed to the solver."""
    seconds = dict.fromkeys(("parse", "load", "decode"), 0.0)
    literals = 0

    def clocked(stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any) -> Any:
            start = process_time()
            try:
                return function(*arguments)
            finally:
                seconds[stage] += process_time() - start

        return run

    add = clocked("load", Solver.add)

    def counting_add(solver: Solver, clause: list[int]) -> None:
        nonlocal literals
        literals += len(clause)
        add(solver, clause)

    with (
        patch.object(compile, "parse", clocked("parse", compile.parse)),
        patch.object(Solver, "add", counting_add),
        patch.object(VariableMap, "decode", clocked("decode", VariableMap.decode)),
    ):
        taken = _once(path, limit, timeout)["seconds"]
    seconds["unroll"] = taken.get("compile", 0.0) - seconds["parse"]
    return {"inside": seconds, "literals": literals}


def peak_megabytes() -> float | None:
    """Return the most memory this process has used so far; None where the system does not tell."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10), 1)


def find(family: str, name: str) -> Rung:
    """Return the rung of this name."""
    return next(rung for rung in rungs() if (rung.family, rung.name) == (family, name))


if __name__ == "__main__":
    family, name, *rest = sys.argv[1:]
    rung = find(family, name)
    if len(rest) > 1:
        rung = rung._replace(puzzle=partial(load, rest[1]))
    print(json.dumps(measure(rung, float(rest[0]) if rest else 60)))
