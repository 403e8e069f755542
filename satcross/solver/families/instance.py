"""Instances for experiments: a puzzle of a family, its formulas, and what is known of them, as files.

In: a family, a size, a seed.  Out: the texts of the files, by name.  NAME is the family, the size and the seed.

    NAME.toml         the puzzle
    NAME.cnf          its formula, as competitions ask for it
    NAME-other.cnf    of a puzzle with one solution: the formula of another solution, which has no model
    NAME.json         how it was made, what holds by construction, and how hard the formulas are for a named solver

Equal requests give equal files: difficulty is counted in conflicts, not in seconds.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import POSITIONS
from satcross.puzzle.files import to_text
from satcross.solver.backends.python_sat import Solver
from satcross.solver.families.family import FAMILIES, member
from satcross.solver.formula import export

SCHEMA: Final = 1


def instance(
    name: str,
    size: int,
    seed: int,
    *,  # each is an option of the command
    encoding: str = POSITIONS,
    solver: str = "glucose4",
    most_conflicts: int = 100_000,
    budget: Budget = UNLIMITED,
) -> dict[str, str]:
    """Return the files of an instance, by name.

    Args:
        most_conflicts: The solver gives up after this many, and the difficulty is given as at least that.

    Raises:
        SatcrossError: What `member` and `export` raise.
    """
    puzzle = member(name, size, seed, budget)
    known = FAMILIES[name].known
    stem = f"{name}-{size}-{seed}"
    texts = {f"{stem}.toml": to_text(puzzle, "toml")}
    formulas: list[tuple[str, Sequence[str] | None]] = [(f"{stem}.cnf", None)]
    if known == "unique":
        formulas.append((f"{stem}-other.cnf", puzzle.expected[0]))
    described = []
    for file, blocked in formulas:
        lines = list(export(puzzle, blocked=blocked, encoding=encoding, for_competition=True, budget=budget))
        texts[file] = "".join([f"{line}\n" for line in lines])
        is_satisfiable = known != "none" and blocked is None
        difficulty = _difficulty(lines, solver, most_conflicts, budget)
        described.append({"file": file, "satisfiable": is_satisfiable, "difficulty": difficulty})
    metadata = {
        "schema": SCHEMA, "family": name, "size": size, "seed": seed, "known": known, "encoding": encoding,
        "cells": len(puzzle.cells), "clues": sum([len(line.clues) for line in puzzle.lines]), "formulas": described,
    }  # fmt: skip
    texts[f"{stem}.json"] = json.dumps(metadata, indent=2) + "\n"
    return texts


def _difficulty(lines: Sequence[str], solver: str, most: int, budget: Budget) -> dict[str, Any]:
    """Return how many conflicts `solver` needs for the formula of a DIMACS file without comments."""
    header, *clauses = lines
    _, _, variables, count = header.split()
    with Solver(solver, budget) as engine:
        for clause in clauses:
            engine.add([int(word) for word in clause.split()[:-1]])
        budget.note(f"searching by {solver}")
        answer = engine.solve_within(None, conflicts=most)
        facts = {"solver": solver, "variables": int(variables), "clauses": int(count)}
        return {**facts, "conflicts": engine.conflicts, "is_solved": answer is not None}
