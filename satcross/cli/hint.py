"""`satcross hint`: only the next step, and only as much of it as is asked for."""

from __future__ import annotations

from typing import Final, Literal

from satcross.author.explanation import hint_and_status
from satcross.cli.answers import json_head, out_of_time
from satcross.cli.grids import about_the_grid, filled_of
from satcross.cli.limits import budget_of
from satcross.cli.parser import (
    Options,
    Parser,
    PlainAnswer,
    add_file_argument,
    add_file_options,
    add_grid_option,
    add_limit_options,
    command_parser,
)
from satcross.cli.puzzles import one_puzzle
from satcross.cli.signals import NO, YES
from satcross.errors import TimeUp, printable

STRENGTHS: Final[dict[str, Literal[1, 2, 3]]] = {"where": 1, "clue": 2, "letters": 3}

NOTHING_MORE: Final = "There is nothing more to find."
NOTHING_CERTAIN: Final = (
    "There is nothing more to find: there are several solutions, and the clues do not say which one is meant."
)


def make_parser() -> Parser:
    parser = command_parser(
        "hint",
        """
It says where to look, or by which clue (--tell clue), or the letters themselves (--tell letters). The exit status is 1
if there is nothing more to find.
""",
        """
        satcross hint puzzle.toml
        satcross hint --grid grid.txt --tell letters puzzle.toml
        """,
    )
    add_file_argument(parser)
    add_grid_option(parser)
    parser.add_argument(
        "--tell", choices=list(STRENGTHS), default="where", help="how much to give away; default: where"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON object instead")
    add_file_options(parser)
    add_limit_options(parser)
    return parser


def run(options: Options) -> PlainAnswer:
    with one_puzzle(options) as asked:
        strength = STRENGTHS[options.tell]
        filled = filled_of(asked.puzzle, asked.grid)
        try:
            with about_the_grid(asked.grid):
                hint, solutions = hint_and_status(asked.puzzle, filled, strength, budget_of(options))
        except TimeUp:
            return out_of_time(asked)
        step = hint.step.as_json() if hint.step is not None and options.tell == "letters" else None
        text = printable(hint.text) or (NOTHING_CERTAIN if solutions == "several" else NOTHING_MORE)
        status = YES if hint.step is not None else NO
        return PlainAnswer(status, [text], {**json_head(asked), "hint": hint.text, "step": step})
