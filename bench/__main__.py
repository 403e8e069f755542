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

from bench import author, fill, startup
from bench.chart import chart
from bench.families import Rung, rungs
from bench.peers import PEERS, is_installed
from satcross.writing import write_text

ROOT = Path(__file__).resolve().parent.parent
STAGES = ("read", "compile", "propagate", "encode", "solve", "enumerate", "recheck")
LADDERS = ("rectangle", "hexagon", "regular", "references", "tight")
FILL, AUTHOR = "fill", "author"
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
        results["small"] = startup.small_puzzles()
        print_startup(results["start-up"], results["small"])
    if chosen:
        print_header()
    for rung in chosen:
        results["rungs"].append(run_rung(rung))
        print_rung(results["rungs"][-1])
    if options.peers and chosen:
        results["peers"] = run_peers([rung for rung in chosen if rung.has_peers], results["rungs"])
    if not options.family or FILL in options.family:
        results[FILL] = fill.measure(is_full=options.full, with_peers=options.peers)
    if not options.family or AUTHOR in options.family:
        results[AUTHOR] = author.measure()
    if options.json:
        write_text(options.json, json.dumps(results, indent=1) + "\n")
    if options.chart:
        write_text(options.chart, growth(results["rungs"]))


def machine() -> dict[str, str]:
    """Return where and when this is run, and what."""
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True)
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.partition(":")[2].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        cpu = names[0] if names else cpu
    return {
        "commit": commit.stdout.strip(),
        "cpu": cpu,
        "system": platform.platform(),
        "python": platform.python_version(),
        "date": strftime("%Y-%m-%d"),
    }


def run_json(module: str, *arguments: str, limit: float) -> dict[str, Any] | None:
    """Return what `python -m module` printed as JSON, or None if it did not end in `limit` seconds."""
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
    """Run every installed peer on the rungs, smallest first; after two failures on a ladder it is spared the rest."""
    # peers start from the compiled puzzle
    own_of = {
        (each["family"], each["rung"]): each["total"] - each["seconds"]["read"] - each["seconds"]["compile"]
        for each in ours
        if "total" in each
    }
    found: list[dict[str, Any]] = []
    print(f"\n{'peer':<10}{'rung':<24}{'seconds':>10}{'ours':>10}{'times':>8}")
    for peer in PEERS:
        if not is_installed(peer):
            print(f"{peer:<10}not installed")
            continue
        failures: dict[str, int] = {}
        for rung in chosen:
            if failures.get(rung.family, 0) >= 2:
                continue
            result = run_json("bench.peers", peer, rung.family, rung.name, str(PEER_SECONDS), limit=4 * PEER_SECONDS)
            result = {"peer": peer, "family": rung.family, "rung": rung.name, **(result or {"stopped": "timeout"})}
            found.append(result)
            failures[rung.family] = failures.get(rung.family, 0) + bool(result["stopped"])
            own = own_of.get((rung.family, rung.name))
            taken, times = result["stopped"] or f"{result['total']:.3f}", ""
            if own and not result["stopped"]:
                times = f"{result['total'] / own:.1f}"
            print(f"{peer:<10}{rung.family + ' ' + rung.name:<24}{taken:>10}{own or 0:>10.3f}{times:>8}")
    return found


def print_machine(where: dict[str, str]) -> None:
    print("  ".join(where.values()))


def print_startup(seconds: dict[str, float], small: float) -> None:
    print(f"\n{'whole process':<50}{'ms':>8}{'ratio':>8}{'goal':>7}")
    goals = startup.ratios(seconds)
    for name, taken in seconds.items():
        _, ratio, goal = goals.get(name, ("", 0, 0))
        print(f"{name:<50}{taken * 1000:>8.1f}" + (f"{ratio:>8.2f}{goal:>7}" if goal else ""))
    print(f"{'a small puzzle, warm, on average of 100':<50}{small * 1000:>8.2f}{'':>8}{'1.5':>7} ms")


def print_header() -> None:
    stages = "".join(f"{stage:>10}" for stage in STAGES)
    print("\nmilliseconds, warm, from file to the answer")
    print(f"{'':<34}{'cells':>7}{'total':>10}{stages}{'clauses':>10}{'MB':>7}  status")


def print_rung(result: dict[str, Any]) -> None:
    name = f"{result['family']:<20}{result['rung']:<14}"
    if "total" not in result:
        print(f"{name} {result['stopped']}")
        return
    seconds = result["seconds"]
    stages = "".join(f"{seconds[stage] * 1000:>10.1f}" if stage in seconds else f"{'':>10}" for stage in STAGES)
    status = result["status"] + (f" ({result['stopped']})" if result["stopped"] == "timeout" else "")
    memory = "" if result["peak MB"] is None else f"{result['peak MB']:.0f}"
    print(
        f"{name}{result['cells']:>7}{result['total'] * 1000:>10.1f}{stages}"
        f"{result.get('clauses', 0):>10,}{memory:>7}  {status}",
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
