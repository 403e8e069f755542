"""Run the suite: `python -m bench [--full] [--peers] [--family NAME] [--json FILE] [--chart FILE]`.

The table goes to standard output, progress to standard error.  Every rung and every peer runs in its own process.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import strftime
from typing import Any

import satcross
from bench import author, averages, fill, jobs, startup
from bench.chart import chart
from bench.families import Rung, rungs
from bench.peers import PEERS, is_installed
from satcross.base.writing import write_text

ROOT = Path(__file__).resolve().parent.parent
STAGES = (
    "read", "compile", "propagate", "backtracking", "diving", "encode", "portfolio", "listing", "verify", "count",
)  # fmt: skip
INSIDE = ("parse", "unroll", "load", "decode")
LADDERS = ("rectangle", "hexagon", "regular", "references", "lookaheads", "minimal")
FILL, AUTHOR, JOBS = "fill", "author", "jobs"
RUNG_SECONDS, PEER_SECONDS = 60.0, 20.0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure satcross.")
    parser.add_argument("--full", action="store_true", help="every rung")
    parser.add_argument("--peers", action="store_true", help="other solvers too, where they are installed")
    parser.add_argument("--family", action="append", help="only this family (can be repeated)")
    parser.add_argument("--json", type=Path, help="write all results to this file")
    parser.add_argument("--chart", type=Path, help="draw the growth along the ladders into this SVG file")
    options = parser.parse_args()
    chosen = [
        rung
        for rung in rungs()
        if (options.full or not rung.in_full) and (not options.family or rung.family in options.family)
    ]
    results: dict[str, Any] = {"machine": machine(), "rungs": [], "peers": []}
    print_machine(results["machine"])
    if not options.family:
        results["start-up"] = startup.measure(rounds=15)
        print_startup(results["start-up"])
        results["averages"] = averages.measure()
        print_averages(results["averages"])
    if chosen:
        print_header()
    for rung in chosen:
        results["rungs"].append(run_rung(rung))
        print_rung(results["rungs"][-1])
    keep(results, options.json)
    if options.peers and chosen:
        results["peers"] = run_peers([rung for rung in chosen if rung.peers], results["rungs"])
        keep(results, options.json)
    if not options.family or FILL in options.family:
        results[FILL] = fill.measure(is_full=options.full, with_peers=options.peers)
        keep(results, options.json)
    if not options.family or AUTHOR in options.family:
        results[AUTHOR] = author.measure()
    if (options.full and not options.family) or JOBS in (options.family or ()):
        results[JOBS] = jobs.measure()
    keep(results, options.json)
    if options.chart:
        write_text(options.chart, growth(results["rungs"]))


def keep(results: dict[str, Any], path: Path | None) -> None:
    """Write the results so far, so that a run that is stopped still leaves them."""
    if path:
        write_text(path, json.dumps(results, indent=1) + "\n")


def machine() -> dict[str, str]:
    """Return the machine, the time and the revision of this run."""
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True)
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.partition(":")[2].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        cpu = names[0] if names else cpu
    return {
        "version": satcross.__version__,
        "commit": commit.stdout.strip(),
        "cpu": cpu,
        "system": platform.platform(),
        "python": platform.python_version(),
        "date": strftime("%Y-%m-%d"),
    }


def run_json(module: str, *arguments: str, limit: float) -> dict[str, Any] | None:
    """Return what `python -m module` printed as JSON; None if it did not end within `limit` seconds."""
    command = [sys.executable, "-m", module, *arguments]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no output"])[-1]
        return {"stopped": f"failed: {last}"}
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def run_rung(rung: Rung) -> dict[str, Any]:
    print(f"{rung.family} {rung.name} ...", end="\r", file=sys.stderr)
    found = run_json("bench.rung", rung.family, rung.name, str(RUNG_SECONDS), limit=3 * RUNG_SECONDS)
    return {"family": rung.family, "rung": rung.name, "size": rung.size, **(found or {"stopped": "timeout"})}


def run_peers(chosen: Sequence[Rung], ours: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Run every installed peer on the rungs that it is meant for."""
    # peers start from the compiled puzzle
    own_of = {
        (each["family"], each["rung"]): each["total"] - each["seconds"]["read"] - each["seconds"].get("compile", 0.0)
        for each in ours
        if "total" in each
    }
    found: list[dict[str, Any]] = []
    print(f"\n{'peer':<10}{'rung':<32}{'seconds':>14}{'ours':>10}{'times':>10}")
    for peer in PEERS:
        if not is_installed(peer):
            print(f"{peer:<10}not installed")
            continue
        for rung in chosen:
            if peer not in rung.peers:
                continue
            result = run_json("bench.peers", peer, rung.family, rung.name, str(PEER_SECONDS), limit=4 * PEER_SECONDS)
            own = own_of.get((rung.family, rung.name))
            result = {"peer": peer, "family": rung.family, "rung": rung.name, "limit": PEER_SECONDS, "ours": own,
                      **(result or {"stopped": "timeout"})}  # fmt: skip
            found.append(result)
            taken, times = peer_texts(result, own)
            name = f"{rung.family} {rung.name}"
            print(f"{peer:<10}{name:<32}{taken:>14}{own or 0:>10.3f}{times:>10}", flush=True)
    return found


def peer_texts(result: dict[str, Any], own: float | None) -> tuple[str, str]:
    """Return how long a peer took, and how many times our time that is, as the tables show them.

    >>> peer_texts({"stopped": "", "total": 2.5}, 0.5), peer_texts({"stopped": "timeout", "limit": 20}, 0.1)
    (('2.500', '5.0'), ('> 20', '> 200'))
    """
    if result["stopped"] == "timeout":
        return f"> {result['limit']:.0f}", f"> {result['limit'] / own:.0f}" if own else ""
    if result["stopped"]:
        return result["stopped"], ""
    return f"{result['total']:.3f}", f"{result['total'] / own:.1f}" if own else ""


def print_machine(where: dict[str, str]) -> None:
    print("  ".join(where.values()))


def print_startup(seconds: dict[str, float]) -> None:
    print(f"\n{'whole process':<50}{'ms':>8}{'ratio':>8}{'goal':>7}")
    goals = startup.ratios(seconds)
    for name, taken in seconds.items():
        _, ratio, goal = goals.get(name, ("", 0, 0))
        print(f"{name:<50}{taken * 1000:>8.1f}" + (f"{ratio:>8.2f}{goal:>7}" if goal else ""))


def print_averages(seconds: dict[str, float]) -> None:
    print(f"\n{'average, warm':<50}{'ms':>8}{'':>8}{'goal':>7}")
    goals = averages.goals()
    for name, taken in seconds.items():
        print(f"{name:<50}{taken * 1000:>8.2f}{'':>8}{goals[name]:>7}")


def print_header() -> None:
    stages = "".join(f"{stage:>10}" for stage in STAGES)
    inside = "".join(f"{stage:>8}" for stage in INSIDE)
    print("\nmilliseconds, warm, from file to the answer; in brackets: inside of compile, encode, solve")
    print(
        f"{'':<34}{'cells':>7}{'total':>10}{stages}  ({inside} )"
        f"{'variables':>10}{'clauses':>10}{'literals':>11}{'MB':>6}  status"
    )


def print_rung(result: dict[str, Any]) -> None:
    name = f"{result['family']:<20}{result['rung']:<14}"
    if "total" not in result:
        print(f"{name} {result['stopped']}")
        return
    seconds = result["seconds"]
    stages = "".join(f"{seconds[stage] * 1000:>10.1f}" if stage in seconds else f"{'':>10}" for stage in STAGES)
    clocked = result.get("inside", {})
    inside = "".join(f"{clocked[stage] * 1000:>8.1f}" if stage in clocked else f"{'':>8}" for stage in INSIDE)
    status = result["status"] + (f" ({result['stopped']})" if result["stopped"] == "timeout" else "")
    memory = "" if result["peak MB"] is None else f"{result['peak MB']:.0f}"
    print(
        f"{name}{result['cells']:>7}{result['total'] * 1000:>10.1f}{stages}  ({inside} )"
        f"{result.get('variables', 0):>10,}{result.get('clauses', 0):>10,}{result.get('literals', 0):>11,}"
        f"{memory:>6}  {status}",
        flush=True,
    )


def growth(results: Sequence[dict[str, Any]]) -> str:
    """Return the chart of total time over cells, one line for each ladder."""
    series = {
        family: [
            (each["cells"], each["total"] * 1000) for each in results if each["family"] == family and "total" in each
        ]
        for family in LADDERS
    }
    return chart({name: line for name, line in series.items() if line}, "cells", "milliseconds")


if __name__ == "__main__":
    main()
