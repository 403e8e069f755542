"""Why a puzzle has no solution, for people and for programs."""

from __future__ import annotations

from typing import Final

from satcross.author.diagnose import diagnose
from satcross.base.budget import Budget
from satcross.base.wording import counted
from satcross.errors import describe, printable
from satcross.pictures.text import FAINT, TextStyle
from satcross.solver.diagnosis import Cause, Diagnosis
from satcross.solver.solutions import Search

LISTED: Final = 12  # clues to blame; where there are more, the rest is counted
CROSSING: Final = 2  # clues; how two clues contradict each other can be seen at a glance


def diagnosed(search: Search, budget: Budget) -> Diagnosis:
    """Return why the puzzle of `search` has no solution, and say so while it is looked for."""
    budget.note("looking for the reason")
    return diagnose(search.puzzle, budget=budget, presolved=search.presolved)


def diagnosis_text(diagnosis: Diagnosis, style: TextStyle, *, is_brief: bool = False) -> str:
    """Return the reason below a verdict: the clues to blame, with carets, and the changes that would help."""
    blocks = [printable(diagnosis.message) + (":" if diagnosis.causes else "")]
    blocks += ["  " + _cause_text(cause).replace("\n", "\n  ") for cause in diagnosis.causes[:LISTED]]
    if len(diagnosis.causes) > LISTED:
        blocks.append(f"  and {counted(len(diagnosis.causes) - LISTED, 'more clue')}")
    if diagnosis.kind == "conflict" and len(diagnosis.causes) > CROSSING:
        blocks.append("satcross explain shows step by step how they conflict")
    blocks += [style.paint(f"hint: {printable(str(remedy))}", FAINT) for remedy in diagnosis.remedies]
    if not diagnosis.is_complete and not is_brief:
        blocks.append("The time was too short to try everything; --timeout gives more.")
    return "\n".join("  " + block.replace("\n", "\n  ") for block in blocks)


def _cause_text(cause: Cause) -> str:
    if cause.span is None or not cause.message:
        return printable(f"{cause}{': ' if cause.message else ''}{cause.message}")
    place = [cause.line, f"clue {cause.clue}", *["read backwards"][: cause.is_reversed]]
    return describe(cause.message, place=place, text=cause.pattern, span=cause.span)
