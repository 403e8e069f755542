"""Measure one rung: `python -m bench.rung FAMILY NAME [SECONDS]` prints one JSON object.

The rung's puzzle is written to a file first, so that reading it is measured too.  A rung is
repeated, and the run with the least total is reported: what else the machine does only ever adds.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from bench.families import Rung, rungs
from satcross.puzzle.files import load, save
from satcross.puzzle.shapes import rectangle
from satcross.solve.search import Search

REPEAT_SECONDS = 1.0
LEAST_REPEATS, MOST_REPEATS = 3, 20
LONG = 20.0
"""Seconds after which a rung is not repeated any more."""


def measure(rung: Rung, timeout: float) -> dict[str, object]:
    """Return status, sizes and seconds by stage of the rung's quickest run, and the process's peak memory in MB."""
    puzzle = rung.puzzle()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzle.toml"
        save(puzzle, path)
        Search(rectangle(rows=["AB|BA", "AB|BA"], columns=["AA|BB", "AB|BA|AA"])).run()  # warm
        best: dict[str, object] = {}
        began = perf_counter()
        for done in range(1, MOST_REPEATS + 1):
            result = _once(path, rung.limit, timeout)
            if not best or result["total"] < best["total"]:  # type: ignore[operator]
                best = result
            spent = perf_counter() - began
            if spent > LONG or (spent > REPEAT_SECONDS and done >= LEAST_REPEATS):
                break
    return {"family": rung.family, "rung": rung.name, "size": rung.size, **best, "peak MB": peak_megabytes()}


def _once(path: Path, limit: int, timeout: float) -> dict[str, object]:
    start = perf_counter()
    puzzle = load(path)
    read = perf_counter() - start
    search = Search(puzzle, limit=limit, timeout=timeout)
    search.run()
    total = perf_counter() - start
    return {
        "status": search.status,
        "found": search.count,
        "stopped": search.stopped,
        "total": total,
        "seconds": {"read": read, **search.seconds},
        **search.stats,
    }


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
    family, name, *timeout = sys.argv[1:]
    print(json.dumps(measure(find(family, name), float(timeout[0]) if timeout else 60)))
