"""Encodings times solvers times families: `python -m bench.encodings` writes tables and log-log pictures for the docs.

For each puzzle of some families the whole formula is written in each encoding, and each solver gets each formula.
Of puzzles with one solution it is the question for another one.  Measured are clauses, conflicts, and seconds of the
processor: to write the formula, and to solve it.  A solver that takes longer than the limit gets no larger puzzle of
the family in that encoding.

`--quick` takes the smaller half of each ladder, and `--out FOLDER` writes elsewhere than into docs/.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import process_time
from typing import Final, NamedTuple

from bench.chart import chart
from bench.crafted import FAMILIES, member
from satcross.base.writing import write_text
from satcross.solver.encodings import ENCODINGS
from satcross.solver.formula import export
from satcross.solver.python_sat import Solver

HERE: Final = Path(__file__).resolve().parent
SOLVERS: Final = ("glucose4", "cadical153", "minisat22", "maplechrono", "mergesat3")
LADDERS: Final = {
    "random": (10, 15, 20, 30),
    "hexagon": (4, 6, 8, 11),
    "minimal": (6, 8, 10, 12),
    "stars": (8, 12, 18, 26),
    "pigeons": (5, 6, 7, 8),
    "parities": (3, 4, 5, 6),
    "words": (3, 4, 5, 6),
}
SECONDS: Final = 4.0  # of solving, after which a formula counts as unsolved


class SolverMeasurement(NamedTuple):
    """What one solver takes on one formula.

    Attributes:
        writing: Seconds to write the formula.
        seconds: Seconds to solve it; None: more than the limit.
    """

    family: str
    size: int
    encoding: str
    solver: str
    clauses: int
    writing: float
    conflicts: int
    seconds: float | None


def measure(
    ladders: dict[str, Sequence[int]], limit: float, solvers: Sequence[str] = SOLVERS
) -> list[SolverMeasurement]:
    """Return what each solver takes on each formula; where it took too long, larger ones are left out."""
    found = []
    beyond: set[tuple[str, str, str]] = set()
    for family, sizes in ladders.items():
        for size in sizes:
            puzzle = member(family, size, 1)
            blocked = puzzle.expected[0] if FAMILIES[family].known == "unique" else None
            for encoding in ENCODINGS:
                start = process_time()
                _, *lines = export(puzzle, blocked=blocked, encoding=encoding, for_competition=True)
                writing = process_time() - start
                clauses = [[int(word) for word in line.split()[:-1]] for line in lines]
                for solver in solvers:
                    if (family, encoding, solver) in beyond:
                        continue
                    seconds, conflicts = solved(clauses, solver, limit)
                    found.append(
                        SolverMeasurement(family, size, encoding, solver, len(clauses), writing, conflicts, seconds)
                    )
                    print(*found[-1], flush=True)
                    if seconds is None:
                        beyond.add((family, encoding, solver))
    return found


def solved(clauses: Iterable[Sequence[int]], solver: str, limit: float) -> tuple[float | None, int]:
    """Return the seconds that `solver` takes, None if more than `limit`, and its conflicts."""
    with Solver(solver) as engine:
        for clause in clauses:
            engine.add(list(clause))
        start = process_time()
        answer = engine.solve_within(limit)
        return (None if answer is None else process_time() - start), engine.conflicts


def table(measured: Sequence[SolverMeasurement]) -> str:
    """Return a table of the largest puzzle of each family, with a row for each solver."""
    rows = ["| family, size | | " + " | ".join(ENCODINGS) + " |", "|---|---|" + "---:|" * len(ENCODINGS)]
    for family in dict.fromkeys(each.family for each in measured):
        size = max(each.size for each in measured if each.family == family)
        here = [each for each in measured if each.family == family and each.size == size]
        cells = {name: [each for each in here if each.encoding == name] for name in ENCODINGS}
        rows += [
            _row(f"{family}, {size}", "clauses", [f"{each[0].clauses:,}" if each else "" for each in cells.values()]),
            _row("", "seconds to write", [f"{each[0].writing:.2f}" if each else "" for each in cells.values()]),
            *[
                _row("", solver, [_shown(each, solver) for each in cells.values()])
                for solver in dict.fromkeys(each.solver for each in measured)
            ],
        ]
    return "\n".join(rows)


def _row(*columns: object) -> str:
    *heads, values = columns
    assert isinstance(values, list)
    return "| " + " | ".join(map(str, [*heads, *values])) + " |"


def _shown(here: Sequence[SolverMeasurement], solver: str) -> str:
    """Return seconds and conflicts of a solver, a dash if it took too long."""
    for each in here:
        if each.solver == solver:
            return "-" if each.seconds is None else f"{each.seconds:.2f} s, {each.conflicts:,}"
    return "-"


def pictures(measured: Sequence[SolverMeasurement]) -> dict[str, str]:
    """Return for each family a picture of the seconds of Glucose over the size, a line for each encoding."""
    found = {}
    for family in dict.fromkeys(each.family for each in measured):
        lines = {
            name: [
                (float(each.size), max(each.seconds, 1e-4))
                for each in measured
                if (each.family, each.encoding, each.solver) == (family, name, SOLVERS[0]) and each.seconds is not None
            ]
            for name in ENCODINGS
        }
        drawn = {name: points for name, points in lines.items() if points}
        if drawn:
            label = f"size of the family {family} ({FAMILIES[family].size})"
            found[family] = chart(drawn, label, f"seconds of {SOLVERS[0]}")
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Measure encodings, and write tables and pictures.")
    parser.add_argument("--quick", action="store_true", help="only the smaller half of each ladder")
    parser.add_argument("--out", type=Path, default=HERE, help="the folder; default bench")
    parser.add_argument("--limit", type=float, default=SECONDS, help="seconds for each formula")
    options = parser.parse_args(arguments)
    ladders = {name: sizes[: len(sizes) // 2] if options.quick else sizes for name, sizes in LADDERS.items()}
    measured = measure(ladders, options.limit)
    folder = options.out / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    for family, picture in pictures(measured).items():
        write_text(folder / f"encodings-{family}.svg", picture)
    write_text(options.out / "encodings.md", _page(table(measured), measured, options.limit))
    write_text(options.out / "encodings.json", json.dumps([each._asdict() for each in measured]) + "\n")


def _page(shown: str, measured: Sequence[SolverMeasurement], limit: float) -> str:
    images = "\n\n".join(
        f"![seconds of {SOLVERS[0]} over the size of {family}](pictures/encodings-{family}.svg)"
        for family in pictures(measured)
    )
    return f"""\
# Encodings, measured

`python -m bench.encodings` writes this page. [Encodings](../docs/encodings.md) explains the names. For the largest
puzzle of each family, the table shows the clauses of its whole formula, the seconds it took to write them, and for each
solver of python-sat the seconds and conflicts. A dash stands for more than {limit:g} s. Seconds are CPU seconds from
one run, while other programs were running on the machine: differences below a factor of two mean nothing.

{shown}

{images}
"""


if __name__ == "__main__":
    main()
