"""`satcross prove` and `satcross verify`: a verdict written down so that strangers can check it, and the check.

`satcross verify` finds out whether a proof proves what it claims of a puzzle.
"""

from __future__ import annotations

import os
import shlex

from satcross.author.proof import Proof, prove, verify
from satcross.base.wording import counted
from satcross.cli.answers import json_head, json_mismatches, mismatch_lines, out_of_time, with_mismatches
from satcross.cli.limits import budget_of
from satcross.cli.options import FILE_OPTIONS, LIMITS, option
from satcross.cli.parser import Options, Parser, PlainAnswer, command_parser
from satcross.cli.puzzles import check_is_folder_name, one_puzzle
from satcross.cli.signals import NO, UNKNOWN, YES
from satcross.errors import OptionError, TimeUp, printable
from satcross.solver.expected import mismatches
from satcross.solver.refutation import PROVERS


def make_prove_parser() -> Parser:
    return command_parser(
        "prove",
        """
The folder gets formula.cnf (the whole formula, with the solution ruled out), proof.drat (why it has no model),
solution.json and manifest.json. Nothing is simplified away before the proof. satcross verify checks the folder, and so
does any DRAT checker. If the puzzle has several solutions, there is nothing to prove, and the exit status is 1.
""",
        """
        satcross prove puzzle.toml -o proof
        satcross verify puzzle.toml proof
        """,
        (
            option("file"),
            option("--output", required=True, metavar="DIR", help="the folder; it is created if it does not exist"),
            option("--solver", default=PROVERS[0], help=f"one of {', '.join(PROVERS)}; default {PROVERS[0]}"),
            option("--json"),
            FILE_OPTIONS,
            *LIMITS,
        ),
    )


def run_prove(options: Options) -> PlainAnswer:
    check_is_folder_name(options.output)
    with one_puzzle(options) as asked:
        budget = budget_of(options)
        result = prove(asked.puzzle, options.output, solver=options.solver, budget=budget)
        claim = result.claim if isinstance(result, Proof) else result
        if isinstance(result, Proof):
            steps, wrong, status = result.steps, result.mismatches, YES
            what = "it has exactly one solution" if claim == "unique" else "it has no solution"
            text = f"proved that {what}, in {counted(steps, 'step')}: {options.output}"
        else:
            steps, wrong, status = 0, mismatches(asked.puzzle, (), budget), NO if claim == "several" else UNKNOWN
            text = f"{'several solutions' if status == NO else 'unknown (out of time)'}; nothing is written"
        more = json_mismatches(asked.puzzle, wrong)
        value = {**json_head(asked), "status": claim, "proved": status == YES, "steps": steps, **more}
        lines = [f"{asked.label}: {text}", *mismatch_lines(wrong).splitlines()]
        return PlainAnswer(with_mismatches(status, wrong), lines, value)


def make_verify_parser() -> Parser:
    return command_parser(
        "verify",
        """
The formula is written again from the puzzle and compared byte by byte. The solution is matched against every clue. The
proof is replayed by a checker that shares nothing with the solver: the package dratify (the extra verify), or a
program that gets formula and proof as arguments and prints "s VERIFIED".
""",
        """
        satcross verify puzzle.toml proof
        satcross verify --checker drat-trim puzzle.toml proof
        """,
        (
            option("file"),
            option("folder", metavar="DIR", help="the folder that satcross prove has written"),
            option("--checker", metavar="PROGRAM", help="a DRAT checker such as drat-trim"),
            option("--json"),
            FILE_OPTIONS,
            *LIMITS,
        ),
    )


def run_verify(options: Options) -> PlainAnswer:
    if os.path.isdir(options.file) and not os.path.isdir(options.folder):
        raise OptionError(
            "the puzzle comes first, and then the folder of the proof",
            place=[options.file],
            hint=f"satcross verify {shlex.join([options.folder, options.file])}",
        )
    with one_puzzle(options) as asked:
        try:
            verdict = verify(asked.puzzle, options.folder, checker=options.checker, budget=budget_of(options))
        except TimeUp:
            return out_of_time(asked)
        value = {**json_head(asked), **verdict.as_json()}
        if not verdict.is_verified:
            return PlainAnswer(NO, [f"{asked.label}: not verified: {printable(verdict.message)}"], value)
        what = "exactly one solution" if verdict.claim == "unique" else "no solution"
        return PlainAnswer(
            YES, [f"{asked.label}: verified: it has {what} (proof replayed by {verdict.checker})"], value
        )
