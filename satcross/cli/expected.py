"""What commands say when a puzzle and the solutions that its author expects disagree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from satcross.cli.answers import json_cell, json_solution
from satcross.cli.statuses import NO, YES, worse
from satcross.errors import printable
from satcross.model import Puzzle

if TYPE_CHECKING:
    from satcross.solve.expected import Mismatch


def print_mismatches(mismatches: Sequence[Mismatch]) -> None:
    """Print each of `mismatches` on a line of its own, below the answer."""
    for mismatch in mismatches:
        print(f"  {printable(str(mismatch))}", flush=True)


def json_mismatches(puzzle: Puzzle, mismatches: Sequence[Mismatch]) -> dict[str, Any]:
    """Return the entry for `mismatches`; no entry for a puzzle that names no expected solutions."""
    return {"mismatches": list(map(_json, mismatches))} if puzzle.expected or puzzle.expects_all else {}


def with_mismatches(status: int, mismatches: Sequence[Mismatch]) -> int:
    """Return the exit status `status`, or "no" if that is worse and there are mismatches."""
    return worse(status, NO if mismatches else YES)


def _json(mismatch: Mismatch) -> dict[str, Any]:
    return {
        "kind": mismatch.kind,
        "message": mismatch.message,
        "number": mismatch.number,
        "solution": None if mismatch.solution is None else json_solution(mismatch.solution),
        "faults": [
            {"line": fault.line, "clue": fault.clue, "pattern": fault.pattern, "text": fault.text,
             "message": fault.message} for fault in mismatch.faults
        ],
        "cells": [json_cell(cell) for cell in mismatch.cells],
    }  # fmt: skip
