"""What commands have in common that read clues: the options of those about one, the warnings of all."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from satcross.cli.parser import Parser
from satcross.model import DIALECTS, Clue, Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable

    from satcross.errors import SatcrossError
    from satcross.regex.analysis.defect import EngineDefect
    from satcross.regex.syntax.tree import Tree


def add_clue_options(parser: Parser) -> None:
    """Add the options that say how a regex is read."""
    parser.add_argument("--dialect", choices=DIALECTS, default="python", help="whose regex it is; default python")
    parser.add_argument("--flags", default="", metavar="LETTERS", help="its flags, such as i")


def warn_of_defects(tree: Tree) -> None:
    """Say on standard error where the regex's own engine would contradict itself."""
    from satcross.regex.analysis.defects import engine_defects

    for defect in engine_defects(tree):
        _warn(_warning(defect, tree.pattern))


def warn_of_defects_in(puzzle: Puzzle, explain: Callable[[SatcrossError], SatcrossError]) -> None:
    """Say on standard error of each clue where its own engine would contradict itself first.

    explain  adds file and line to the place of an error, which is a line's name and a clue's number
    Clues that cannot be read are passed over.
    """
    from satcross.regex.analysis.defects import may_have_defects

    for line in puzzle.lines:
        for number, clue in enumerate(line.clues, 1):
            if isinstance(clue, Clue) and may_have_defects(clue.pattern, puzzle.dialect):
                for defect in _defects_of(clue, puzzle)[:1]:
                    _warn(explain(_warning(defect, clue.pattern).at(line.name, f"clue {number}")))


def _defects_of(clue: Clue, puzzle: Puzzle) -> tuple[EngineDefect, ...]:
    from satcross.errors import RegexError
    from satcross.regex.analysis.defects import engine_defects
    from satcross.regex.syntax.parse import parse

    try:
        return engine_defects(parse(clue.pattern, puzzle.dialect, puzzle.flags))
    except RegexError:
        return ()


def _warning(defect: EngineDefect, pattern: str) -> SatcrossError:
    from satcross.errors import RegexError

    hint = "satcross follows the engine's documentation here, not the engine"
    return RegexError(defect.message, text=pattern, span=defect.span, hint=hint)


def _warn(warning: SatcrossError) -> None:
    from satcross.errors import render

    print(f"satcross: warning: {render(warning)}", file=sys.stderr)
