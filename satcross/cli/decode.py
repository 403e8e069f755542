"""`satcross decode`: a SAT solver's answer to an exported formula, as a grid, checked against the clues."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from satcross.cli import NO, UNKNOWN, YES, report
from satcross.cli.answers import json_solution, print_json
from satcross.cli.limits import add_process_limits
from satcross.cli.parser import Options, Subparsers, add_command
from satcross.cli.puzzles import add_drawing_options, add_file_options, answer_one
from satcross.cli.terminal import style_of
from satcross.cnf.dimacs import Answer, AnswerError, read_answer
from satcross.errors import PuzzleError, SatcrossError
from satcross.pictures.text import draw, text_of
from satcross.puzzle.files.decoding import decode
from satcross.puzzle.model import Puzzle
from satcross.reading import lines, read_bytes, shown_name

MOST_BYTES: Final = 4_000_000_000  # of a formula, read only up to its header
PLENTY: Final = 1_000_000  # bytes that a solver's output may have besides the literals
BYTES_PER_VARIABLE: Final = 14
ABOUT_FORMULAS: Final = ("foreign-formula", "schema")


def add_parser(subparsers: Subparsers) -> None:
    parser = add_command(
        subparsers,
        "decode",
        """
ANSWER is what the solver printed: its 's' and 'v' lines, or MiniSat's result file. The letters are checked against
the clues, and an answer that does not solve the puzzle is refused with exit status 1.
That there is no solution is the solver's word alone.
""",
        """
        satcross export puzzle.toml -o puzzle.cnf
        cadical -q puzzle.cnf | satcross decode puzzle.toml puzzle.cnf -
        """,
    )
    parser.add_argument("file", metavar="FILE", help="the puzzle, in any format that satcross reads")
    parser.add_argument("formula", metavar="OUT.cnf", help="what satcross export wrote for it")
    parser.add_argument("answer", metavar="ANSWER", help="the solver's output (-: stdin)")
    parser.add_argument("--json", action="store_true", help="the solution as a JSON object")
    add_file_options(parser)
    add_process_limits(parser)
    add_drawing_options(parser)


def run(options: Options) -> int:
    from satcross.solve.exchange import head

    try:
        formula = head(lines(options.formula, MOST_BYTES, "formula"))
    except PuzzleError as error:
        raise error.at(*([] if error.place else [shown_name(options.formula)])) from None
    variables = int(formula[-1].split()[2][:18])
    text = decode(
        read_bytes(options.answer, PLENTY + BYTES_PER_VARIABLE * variables, "answer"), shown_name(options.answer)
    )
    try:
        answer = read_answer(text)
    except AnswerError as error:
        raise error.at(shown_name(options.answer)) from None
    if answer.is_satisfiable is None and not answer.true:
        print("Unknown: the solver came to no answer.")
        return UNKNOWN
    return answer_one(options, lambda asked: _decode(asked.puzzle, formula, answer, options))


def _decode(puzzle: Puzzle, formula: Sequence[str], answer: Answer, options: Options) -> int:
    from satcross.solve.exchange import decode as solution_of
    from satcross.solve.recheck import WrongAnswerError

    try:
        solution = solution_of(puzzle, formula, answer)
    except WrongAnswerError as error:
        report(error.at(shown_name(options.answer)))
        return NO
    except AnswerError as error:
        raise error.at(shown_name(options.answer)) from None
    except PuzzleError as error:
        if error.code not in ABOUT_FORMULAS:
            raise
        place = [shown_name(options.formula)]
        raise SatcrossError(error.message, place=place, hint=error.hint, code=error.code) from None
    if solution is None:
        print("No solution, says the solver.")
        return NO
    if options.json:
        print_json(json_solution(solution))
    else:
        print(text_of(draw(puzzle, solution.letters, style=style_of(sys.stdout, options.color, options.ascii))))
    return YES
