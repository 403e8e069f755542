"""`satcross prove`: a verdict written down so that strangers can check it."""

from __future__ import annotations

from satcross.author.proof import Proof, prove
from satcross.base.wording import counted
from satcross.cli.answers import json_head, json_mismatches, print_json, print_mismatches, with_mismatches
from satcross.cli.folders import check_is_folder_name
from satcross.cli.limits import budget_of
from satcross.cli.options import add_file_argument, add_file_options, add_limit_options, count
from satcross.cli.parser import Options, Parser, command_parser
from satcross.cli.puzzles import Asked, answer_one
from satcross.cli.statuses import NO, UNKNOWN, YES
from satcross.solver.backends.proof import PROVERS
from satcross.solver.expected import mismatches


def make_parser() -> Parser:
    parser = command_parser(
        "prove",
        """
The folder gets formula.cnf (the whole formula, with the solution ruled out), proof.drat (why it has no model),
solution.json and manifest.json. Nothing is simplified away before the proof. satcross verify checks the folder, and so
does any DRAT checker. With --jobs, a formula that is hard to refute is split over processes, and the refutations of its
parts become one proof. If the puzzle has several solutions, there is nothing to prove, and the exit status is 1.
""",
        """
        satcross prove puzzle.toml -o proof
        satcross verify proof puzzle.toml
        """,
    )
    add_file_argument(parser)
    parser.add_argument(
        "-o", "--output", required=True, metavar="DIR", help="the folder; it is created if it does not exist"
    )
    parser.add_argument(
        "--solver", default=PROVERS[0], metavar="NAME", help=f"one of {', '.join(PROVERS)}; default {PROVERS[0]}"
    )
    jobs = "use N processes, for a puzzle that is hard to prove; default 1"
    parser.add_argument("--jobs", type=count, default=1, metavar="N", help=jobs)
    parser.add_argument("--json", action="store_true", help="print a JSON object instead")
    add_file_options(parser)
    add_limit_options(parser)
    return parser


def run(options: Options) -> int:
    check_is_folder_name(options.output)
    return answer_one(options, lambda asked: _answer(asked, options))


def _answer(asked: Asked, options: Options) -> int:
    budget = budget_of(options)
    result = prove(asked.puzzle, options.output, solver=options.solver, jobs=options.jobs, budget=budget)
    is_proved = isinstance(result, Proof)
    claim = result.claim if isinstance(result, Proof) else result
    wrong = result.mismatches if isinstance(result, Proof) else mismatches(asked.puzzle, (), budget)
    if options.json:
        steps = result.steps if isinstance(result, Proof) else 0
        more = json_mismatches(asked.puzzle, wrong)
        print_json({**json_head(asked), "status": claim, "proved": is_proved, "steps": steps, **more})
    elif isinstance(result, Proof):
        what = "it has exactly one solution" if claim == "unique" else "it has no solution"
        print(f"{asked.label}: proved that {what}, in {counted(result.steps, 'step')}: {options.output}")
    elif claim == "several":
        print(f"{asked.label}: several solutions; nothing is written")
    else:
        print(f"{asked.label}: unknown (out of time); nothing is written")
    if not options.json:
        print_mismatches(wrong)
    return with_mismatches(YES if is_proved else NO if claim == "several" else UNKNOWN, wrong)
