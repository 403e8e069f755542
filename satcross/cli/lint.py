"""`satcross lint`: what an author could leave out, loosen, tighten or has to mend."""

from __future__ import annotations

import sys
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Final

from satcross.cli.answers import print_json
from satcross.cli.limits import budget_of
from satcross.cli.options import add_drawing_options, add_file_options, add_files_argument, add_limit_options
from satcross.cli.parser import Options, Parser, command_parser
from satcross.cli.progress import working
from satcross.cli.puzzles import Asked, answer_each
from satcross.cli.questions import json_head
from satcross.cli.statuses import NO, UNKNOWN, YES
from satcross.cli.terminal import style_of
from satcross.errors import OptionError, describe, did_you_mean, printable
from satcross.pictures.text import FAINT, STRONG

if TYPE_CHECKING:
    from satcross.author.lint import Finding, Lint

INSIDE: Final = {"looser-clue", "idle-alternative", "idle-letter", "idle-loop", "idle-group"}
"""The findings for which every clue is looked into."""


def make_parser() -> Parser:
    parser = command_parser(
        "lint",
        """
Clues that could go, parts of clues that do no work, looser clues that would do, clues that clash, lines without clues;
where there are several solutions, the fewest letters that would have to be given, and which clue could be tightened.
Every claim is verified. --ignore leaves out findings by their codes. Exit status 1 if there are findings.
""",
        """
        satcross lint puzzle.toml
        satcross lint --ignore looser-clue --ignore redundant-clue puzzles/*.toml
        satcross lint --json puzzle.toml
        """,
    )
    add_files_argument(parser)
    parser.add_argument("--ignore", action="append", default=[], metavar="CODE", help="no findings of this kind")
    parser.add_argument("--json", action="store_true", help="JSON Lines, an object a puzzle")
    add_file_options(parser)
    add_limit_options(parser)
    add_drawing_options(parser)
    return parser


def run(options: Options) -> int:
    from satcross.author.lint import CODES

    for code in options.ignore:
        if code not in CODES:
            hint = did_you_mean(code, CODES) or "the codes are " + ", ".join(CODES)
            raise OptionError(f"there is no finding {code!r}", hint=hint)
    return answer_each(options, _answer)


def _answer(asked: Asked, options: Options) -> int:
    from satcross.author.lint import lint

    looks_inside = not set(options.ignore) >= INSIDE
    with working("linting"):
        found = lint(asked.puzzle, with_rewrites=looks_inside, budget=budget_of(options))
    shown = [finding for finding in found.findings if finding.code not in options.ignore]
    if options.json:
        print_json({**json_head(asked), **_json(found, shown)})
    else:
        style = style_of(sys.stdout, options.color, options.ascii)
        print(f"{asked.label}: {style.paint(_heading(found, shown), STRONG)}")
        for finding in shown:
            print("  " + _text(finding).replace("\n", "\n  ") + " " + style.paint(f"[{finding.code}]", FAINT))
        if found.sufficient:
            clues = len([clue for line in asked.puzzle.lines for clue in line.clues])
            print(f"  {len(found.sufficient)} of the {clues} clues suffice:")
            for reason in found.sufficient:
                print(f"    {printable(str(reason))}")
        sys.stdout.flush()
    if not found.is_complete:
        return UNKNOWN
    return NO if shown else YES


def _heading(found: Lint, shown: Collection[Finding]) -> str:
    number = "no findings" if not shown else "one finding" if len(shown) == 1 else f"{len(shown)} findings"
    return f"{found.status}, {number}" + ("" if found.is_complete else " so far (out of time)")


def _text(finding: Finding) -> str:
    if not finding.pattern:
        return printable(finding.message)
    place = [finding.line, f"clue {finding.clue}"]
    if finding.span is None:
        return printable(f"{', '.join(place)}: {finding.message}: {finding.pattern}")
    return describe(finding.message, place=place, text=finding.pattern, span=finding.span)


def _json(found: Lint, shown: Collection[Finding]) -> dict[str, Any]:
    return {
        "status": found.status,
        "complete": found.is_complete,
        "findings": [
            {**finding._asdict(), "span": None if finding.span is None else list(finding.span)} for finding in shown
        ],
        "sufficient": [reason._asdict() for reason in found.sufficient],
    }
