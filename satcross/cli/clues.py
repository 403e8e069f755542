"""What commands about a single clue have in common."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from satcross.cli.parser import Parser
from satcross.puzzle.model import DIALECTS

if TYPE_CHECKING:
    from satcross.regex.syntax import Tree


def add_clue_options(parser: Parser) -> None:
    """Add the options that say how a regex is read."""
    parser.add_argument("--dialect", choices=DIALECTS, default="python", help="whose regex it is; default python")
    parser.add_argument("--flags", default="", metavar="LETTERS", help="its flags, such as i")


def warn_of_quirks(tree: Tree) -> None:
    """Say on standard error where the regex's own engine would contradict itself."""
    from satcross.errors import RegexError, render
    from satcross.regex.quirks import quirks

    for quirk in quirks(tree):
        hint = "satcross follows the engine's documentation here, not the engine"
        warning = RegexError(quirk.message, text=tree.pattern, span=quirk.span, hint=hint)
        print(f"satcross: warning: {render(warning)}", file=sys.stderr)
