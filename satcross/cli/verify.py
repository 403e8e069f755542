"""`satcross verify`: whether a proof proves what it claims of a puzzle."""

from __future__ import annotations

from satcross.author.proof import verify
from satcross.cli.answers import json_head, out_of_time
from satcross.cli.limits import budget_of
from satcross.cli.parser import Options, Parser, PlainAnswer, add_file_options, add_limit_options, command_parser
from satcross.cli.puzzles import one_puzzle
from satcross.cli.signals import NO, YES
from satcross.errors import TimeUp, printable


def make_parser() -> Parser:
    parser = command_parser(
        "verify",
        """
The formula is written again from the puzzle and compared byte by byte. The solution is matched against every clue. The
proof is replayed by a checker that shares nothing with the solver: the package dratify (the extra verify), or a
program that gets formula and proof as arguments and prints "s VERIFIED".
""",
        """
        satcross verify proof puzzle.toml
        satcross verify --checker drat-trim proof puzzle.toml
        """,
    )
    parser.add_argument("folder", metavar="DIR", help="the folder that satcross prove has written")
    parser.add_argument("file", metavar="FILE", help="the puzzle that the proof is about (-: stdin)")
    parser.add_argument("--checker", metavar="PROGRAM", help="a DRAT checker such as drat-trim")
    parser.add_argument("--json", action="store_true", help="print a JSON object instead")
    add_file_options(parser)
    add_limit_options(parser)
    return parser


def run(options: Options) -> PlainAnswer:
    with one_puzzle(options) as asked:
        try:
            verdict = verify(options.folder, asked.puzzle, checker=options.checker, budget=budget_of(options))
        except TimeUp:
            return out_of_time(asked)
        value = {
            **json_head(asked),
            "verified": verdict.is_verified,
            "claim": verdict.claim,
            "fault": verdict.fault,
            "message": verdict.message,
            "checker": verdict.checker,
        }
        if not verdict.is_verified:
            return PlainAnswer(NO, [f"{asked.label}: not verified: {printable(verdict.message)}"], value)
        what = "exactly one solution" if verdict.claim == "unique" else "no solution"
        return PlainAnswer(
            YES, [f"{asked.label}: verified: it has {what} (proof replayed by {verdict.checker})"], value
        )
