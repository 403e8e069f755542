"""`satcross export`: a puzzle as a formula for any SAT solver or model counter."""

from __future__ import annotations

from satcross.cli.limits import budget_of
from satcross.cli.parser import (
    Options,
    Output,
    Parser,
    add_encoding_option,
    add_file_argument,
    add_file_options,
    add_limit_options,
    command_parser,
)
from satcross.cli.puzzles import one_puzzle
from satcross.cli.signals import UNKNOWN, YES
from satcross.cli.terminal import message_line, write_lines
from satcross.errors import TimeUp
from satcross.solver.formula import export


def make_parser() -> Parser:
    parser = command_parser(
        "export",
        """
The formula is in DIMACS form, with one variable for each letter of each cell; comments say which. Its models,
projected on those variables ('c p show' and 'c ind' list them), are the solutions of the puzzle.
Equal puzzles give equal files.
""",
        """
        satcross export puzzle.toml -o puzzle.cnf
        minisat puzzle.cnf answer; satcross decode puzzle.toml puzzle.cnf answer
        satcross export --simplify puzzle.toml | grep -c '^c x'
        satcross export --encoding diagram --competition puzzle.toml -o puzzle.cnf
        """,
    )
    add_file_argument(parser)
    parser.add_argument(
        "-o", "--output", default="-", metavar="OUT.cnf", help="where to write it (-, the default: stdout)"
    )
    parser.add_argument("--simplify", action="store_true", help="write only what propagation leaves open")
    add_encoding_option(parser)
    parser.add_argument(
        "--competition",
        action="store_true",
        help="in the form of the SAT Competition: variables numbered densely, no comments (it cannot be decoded)",
    )
    add_file_options(parser)
    add_limit_options(parser)
    return parser


def run(options: Options) -> Output:
    try:
        with one_puzzle(options) as asked:
            formula = export(
                asked.puzzle,
                is_simplified=options.simplify,
                encoding=options.encoding,
                for_competition=options.competition,
                budget=budget_of(options),
            )
            write_lines(options.output, (line + "\n" for line in formula))
    except TimeUp:
        yield message_line("satcross: out of time, nothing is written")
        return UNKNOWN
    return YES
