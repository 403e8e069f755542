"""What is known of each clue, and which parts of it match the letters so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from satcross.author.parts import parts_by_index
from satcross.errors import Span
from satcross.play.keeping import DEFAULT_SETTINGS, PlaySettings
from satcross.play.playboard import PlayBoard, Verdict
from satcross.puzzle.model import Clue

WORDS: Final[dict[Verdict, str]] = {
    "": "",
    "ok": "is satisfied",
    "bad": "is not satisfied",
    "stuck": "can no longer be satisfied",
}
SIGNS: Final[dict[Verdict, str]] = {"": " ", "ok": "✓", "bad": "✗", "stuck": "✗"}


def shown_verdicts(
    board: PlayBoard, letters: Sequence[str], line: int, settings: PlaySettings = DEFAULT_SETTINGS
) -> tuple[Verdict, ...]:
    """Return the verdicts that players see: of a puzzle in prose none, because they would give the words away."""

    def is_shown(verdict: Verdict) -> bool:
        return not board.puzzle.is_in_prose and (verdict != "stuck" or settings.marks_stuck)

    return tuple([verdict if is_shown(verdict) else "" for verdict in verdicts_of(board, letters, line)])


def verdicts_of(board: PlayBoard, letters: Sequence[str], line: int) -> tuple[Verdict, ...]:
    """Return what is known of each clue of a line.

    Args:
        letters: One entry for each cell of the puzzle, "" for an open cell.
    """
    own = tuple(letters[cell] for cell in board.puzzle.lines[line].cells)
    verdicts = board.verdicts_of.get((line, own))
    if verdicts is None:
        clues = range(len(board.puzzle.lines[line].clues))
        verdicts = board.verdicts_of[line, own] = tuple(_verdict(board, letters, own, line, clue) for clue in clues)
    return verdicts


def _verdict(board: PlayBoard, letters: Sequence[str], own: Sequence[str], line: int, clue: int) -> Verdict:
    if own and not any(own):
        return ""
    if all(own):
        return "ok" if board.matches(board.puzzle.lines[line].clues[clue], "".join(own)) else "bad"
    constraint = board.constraint_of[line, clue]
    return "stuck" if constraint.line_constraint.prune(constraint.domains(_masks(board, letters))) is None else ""


class MatchedParts(NamedTuple):
    """Parts of a clue's text.

    Attributes:
        so_far: The states that may hold the letters that are there.
        here: The states that may hold the letter of the current cell.
    """

    so_far: frozenset[Span]
    here: frozenset[Span]


def matched(board: PlayBoard, letters: Sequence[str], line: int, clue: int, cell: int) -> MatchedParts:
    """Return which parts of a clue match what is in its line; no parts for a word list, or if they are not known."""
    given = board.puzzle.lines[line].clues[clue]
    nothing = frozenset[Span]()
    constraint = board.constraint_of[line, clue]
    if not isinstance(given, Clue):
        return MatchedParts(nothing, nothing)
    domains = constraint.domains(_masks(board, letters))
    held = parts_by_index(board.tree(given), board.compiled.classes, domains)
    if held is None:
        return MatchedParts(nothing, nothing)
    cells = constraint.cells
    so_far = [spans for spans, each in zip(held, cells, strict=True) if letters[each]]
    here = [spans for spans, each in zip(held, cells, strict=True) if each == cell]
    return MatchedParts(nothing.union(*so_far), nothing.union(*here))


def _masks(board: PlayBoard, letters: Sequence[str]) -> list[int]:
    """Return the letter mask of each cell."""
    compiled = board.compiled
    return [
        compiled.classes.mask_of(letter) if letter else domain
        for letter, domain in zip(letters, compiled.domains, strict=True)
    ]
