"""`satcross decode`: a SAT solver's answer to an exported formula, as a grid, checked against the clues."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from satcross.cli import NO, UNKNOWN, YES, report
from satcross.cli.answers import json_solution, print_json
from satcross.cli.limits import add_process_limits
from satcross.cli.parser import Options, Subparsers, add_command
from satcross.cli.puzzles import add_drawing_options, add_file_options, answer_one
from satcross.cli.terminal import style_of
from satcross.cnf.dimacs import Answer, AnswerError, read_answer
from satcross.errors import MissingError, SatcrossError
from satcross.pictures.text import draw, text_of
from satcross.puzzle.model import Puzzle


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
    try:
        answer = read_answer(_text(options.answer))
    except AnswerError as error:
        raise error.at(options.answer) from None
    if answer.is_satisfiable is None and not answer.true:
        print("Unknown: the solver came to no answer.")
        return UNKNOWN
    formula = _text(options.formula).splitlines()
    return answer_one(options, lambda asked: _decode(asked.puzzle, formula, answer, options))


def _decode(puzzle: Puzzle, formula: Sequence[str], answer: Answer, options: Options) -> int:
    from satcross.solve.exchange import decode
    from satcross.solve.recheck import WrongAnswerError

    try:
        solution = decode(puzzle, formula, answer)
    except WrongAnswerError as error:
        report(error)
        return NO
    if solution is None:
        print("No solution, says the solver.")
        return NO
    if options.json:
        print_json(json_solution(solution))
    else:
        print(text_of(draw(puzzle, solution.letters, style=style_of(sys.stdout, options.color, options.ascii))))
    return YES


def _text(path: str) -> str:
    """Return the text of the file `path` (-: standard input)."""
    try:
        if path == "-":
            return sys.stdin.buffer.read().decode()
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        raise MissingError("there is no such file", place=[path]) from None
    except OSError as error:
        raise SatcrossError(f"the file cannot be read: {error.strerror}", place=[path], code="unreadable") from None
    except UnicodeDecodeError:
        raise SatcrossError("the file is not text in UTF-8", place=[path], code="encoding") from None
