"""Write the results of a run as a page: `python -m bench.report bench/results.json bench/measurements.md`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench import author, averages, fill, startup
from bench.__main__ import INSIDE, STAGES, peer_texts
from satcross.base.writing import write_text


def page(results: dict[str, Any]) -> str:
    """Return the page as Markdown."""
    where = results["machine"]
    parts = [
        "# Measurements",
        "`make bench-full` writes this page. [Performance](../docs/performance.md) explains the figures. They are from"
        " one run on one machine:",
        f"{where['cpu']}, {where['system']}, Python {where['python']}, satcross {where['version']},"
        f" revision `{where['commit']}`, {where['date']}.",
        "## Start-up",
        "The CPU time of whole processes that take turns, the median of 15 runs. Ratios are to `python -c pass`,"
        " the ratio of `solve` is to the import.",
        table(["process", "ms", "ratio", "goal"], startup_rows(results)),
        "## Kinds of puzzles",
        f"CPU milliseconds from the file to the proof that there is one solution, or to two solutions, after a warm-up."
        f" Averages over a hundred small puzzles, and over {averages.LARGE} large ones.",
        table(["", "ms", "goal"], average_rows(results["averages"])),
        "## Ladders",
        "Puzzles of one family that become larger and larger. CPU milliseconds from the file to two solutions, or to"
        " the proof that there is only one, after a warm-up, the quickest of several runs. The column MB is the peak"
        " memory of the process. The columns in brackets are parts of compile, encode and solve, from one more run with"
        " clocks in it.",
        "![time over cells, both logarithmic](pictures/growth.svg)",
        table(
            [
                "puzzle",
                "cells",
                "total",
                "µs a cell",
                *STAGES,
                *[f"({stage})" for stage in INSIDE],
                "variables",
                "clauses",
                "literals",
                "MB",
                "status",
            ],
            rung_rows(results),
        ),
    ]
    if results["peers"]:
        parts += [
            "## Other solvers",
            "CPU seconds from the same compiled puzzle to two solutions, or to the proof that there is one. The"
            " figures of satcross include encoding, solving and verifying. In brackets: how many times as long it took."
            " `>` means that the solver was stopped after that many seconds.",
            table(*peer_table(results)),
        ]
    if results.get("author"):
        parts += [
            "## The author's workbench",
            "The puzzle of the 2013 MIT Mystery Hunt, after a warm-up. Lists are whole processes.",
            table(["task", "measured", "goal", ""], author_rows(results["author"])),
        ]
    if results.get("jobs"):
        parts += [
            "## Several processes",
            "Seconds of whole processes that take turns, the least of several runs.",
            table(["task", "one process", "several", "jobs", "times"], jobs_rows(results["jobs"])),
        ]
    fills = results.get("fill", {}).get("fills")
    if fills:
        parts += [
            "## Word crosswords",
            f"Seconds of whole processes with one seed each, the index of the words cached. A run that has filled"
            f" nothing in {fill.SECONDS:g} seconds counts as longer than all others. The last columns are runs of qxw.",
            table(
                ["template", "words", "filled", "median", "slowest", "processor", "MB", "goal", "filled", "median"],
                fill_rows(fills),
            ),
        ]
    return "\n\n".join(parts) + "\n"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    ruler = ["---", *["---:"] * (len(heads) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in [heads, ruler, *rows])


def startup_rows(results: dict[str, Any]) -> list[list[str]]:
    seconds = results["start-up"]
    ratios = startup.ratios(seconds)
    rows = []
    for name, taken in seconds.items():
        _, ratio, goal = ratios.get(name, ("", 0.0, 0.0))
        rows.append([f"`{name}`", f"{taken * 1000:.1f}", f"{ratio:.2f}" if goal else "", f"{goal}" if goal else ""])
    return rows


def average_rows(seconds: dict[str, float]) -> list[list[str]]:
    goals = averages.goals()
    return [[name, f"{taken * 1000:.2f}", goals[name]] for name, taken in seconds.items()]


def rung_rows(results: dict[str, Any]) -> list[list[str]]:
    rows = []
    for each in results["rungs"]:
        if "total" not in each:
            rows.append(
                [f"{each['family']} {each['rung']}", "", each["stopped"], *[""] * (len(STAGES) + len(INSIDE) + 6)]
            )
            continue
        seconds = each["seconds"]
        rows.append([
            f"{each['family']} {each['rung']}",
            f"{each['cells']:,}",
            f"{each['total'] * 1000:.1f}",
            f"{each['total'] * 1e6 / each['cells']:.0f}",
            *[f"{seconds[stage] * 1000:.1f}" if stage in seconds else "" for stage in STAGES],
            *[f"{each['inside'][stage] * 1000:.1f}" if "inside" in each else "" for stage in INSIDE],
            f"{each.get('variables', 0):,}",
            f"{each.get('clauses', 0):,}",
            f"{each.get('literals', 0):,}",
            f"{each['peak MB'] or 0:.0f}",
            each["status"],
        ])  # fmt: skip
    return rows


def author_rows(tasks: Sequence[dict[str, Any]]) -> list[list[str]]:
    return [
        [
            each["task"],
            each["stopped"] or author.shown(each["measured"], each["unit"]),
            author.shown(each["goal"], each["unit"]),
            each["unit"],
        ]
        for each in tasks
    ]


def jobs_rows(tasks: Sequence[dict[str, Any]]) -> list[list[str]]:
    return [
        [
            each["task"],
            f"{each['alone']:.2f}",
            f"{each['together']:.2f}",
            f"{each['jobs']}",
            f"{each['alone'] / each['together']:.2f}",
        ]
        for each in tasks
    ]


def fill_rows(fills: Sequence[dict[str, Any]]) -> list[list[str]]:
    rows = []
    for each in fills:
        theirs = each.get("qxw")
        rows.append([
            each["template"],
            each["words"],
            f"{each['filled']}/{each['runs']}",
            *[f"{each[key]:.2f}" if each[key] else "-" for key in ("median", "slowest", "processor")],
            f"{each['peak MB']:.0f}",
            f"{each['goal']:g}" if each["goal"] else "",
            f"{theirs['filled']}/{theirs['runs']}" if theirs else "",
            (f"{theirs['median']:.2f}" if theirs["median"] else "-") if theirs else "",
        ])  # fmt: skip
    return rows


def peer_table(results: dict[str, Any]) -> tuple[list[str], list[list[str]]]:
    own = {(each["family"], each["rung"]): each["ours"] for each in results["peers"]}
    peers = list(dict.fromkeys(each["peer"] for each in results["peers"]))
    taken = {(each["peer"], each["family"], each["rung"]): each for each in results["peers"]}
    rows = [
        [f"{family} {rung}", "-" if ours is None else f"{ours:.3f}", *_times(taken, peers, family, rung, ours)]
        for (family, rung), ours in own.items()
    ]
    return ["puzzle", "satcross", *peers], rows


def _times(taken: dict[Any, Any], peers: Sequence[str], family: str, rung: str, own: float | None) -> Iterator[str]:
    for peer in peers:
        each = taken.get((peer, family, rung))
        seconds, times = peer_texts(each, own) if each is not None else ("", "")
        yield f"{seconds} (× {times})" if times else seconds


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:])
    write_text(target, page(json.loads(source.read_text("utf-8"))))
