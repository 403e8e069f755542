"""`satcross decode`: a SAT solver's answer to an exported formula, as a grid, checked against the clues."""

from __future__ import annotations

from typing import Final

from satcross.base.reading import decode, lines, read_bytes, shown_name
from satcross.cli.answers import (
    appearance_of,
    json_head,
    json_mismatches,
    mismatch_lines,
    with_mismatches,
)
from satcross.cli.parser import (
    Options,
    Parser,
    PlainAnswer,
    add_drawing_options,
    add_file_argument,
    add_file_options,
    add_process_limits,
    command_parser,
)
from satcross.cli.puzzles import one_puzzle
from satcross.cli.signals import NO, UNKNOWN, YES
from satcross.cli.terminal import note, note_reading, report
from satcross.errors import LimitError, PuzzleError, SatcrossError
from satcross.pictures.text import draw, text_of
from satcross.puzzle.model import Puzzle
from satcross.solver.cnf import Answer, AnswerError, read_answer
from satcross.solver.expected import mismatches
from satcross.solver.formula import VariableMeanings, decoded, meaning_of
from satcross.solver.verify import WrongAnswerError

MOST_BYTES: Final = 2_000_000_000  # of a formula, read only up to its header, or of an answer
PLENTY: Final = 1_000_000  # bytes that a solver's output may have besides the literals
BYTES_PER_VARIABLE: Final = 14


def make_parser() -> Parser:
    parser = command_parser(
        "decode",
        """
ANSWER is what the solver has printed, with lines that begin with s and v, or the file that MiniSat has written. The
letters are checked against the clues. An answer that does not solve the puzzle is refused, with exit status 1. If the
solver says that there is no solution, it is taken at its word; satcross prove writes a proof that can be checked.
""",
        """
        satcross export puzzle.toml -o puzzle.cnf
        cadical -q puzzle.cnf | satcross decode puzzle.toml puzzle.cnf -
        """,
    )
    add_file_argument(parser)
    parser.add_argument("formula", metavar="OUT.cnf", help="what satcross export wrote for it")
    parser.add_argument("answer", metavar="ANSWER", help="the solver's output (-: stdin)")
    parser.add_argument("--json", action="store_true", help="the solution as a JSON object")
    add_file_options(parser)
    add_process_limits(parser)
    add_drawing_options(parser)
    return parser


def run(options: Options) -> PlainAnswer:
    with one_puzzle(options) as asked:
        puzzle = asked.puzzle
        note_reading(options.formula)
        meaning = _meaning(puzzle, options.formula)
        try:
            note_reading(options.answer)
            answer = _answer(options.answer, meaning.variables)
            if answer.is_satisfiable is None and not answer.true:
                return PlainAnswer(UNKNOWN, ["Unknown: the solver came to no answer."])
            note("verifying the answer")
            solution = decoded(puzzle, meaning, answer)
        except WrongAnswerError as error:
            report(error.at(shown_name(options.answer)))
            return PlainAnswer(NO, [])
        except AnswerError as error:
            raise error.at(shown_name(options.answer)) from None
        if solution is None:
            return PlainAnswer(NO, ["No solution, says the solver."])
        wrong = mismatches(puzzle, [solution])
        drawn = text_of(draw(puzzle, solution.letters, style=appearance_of(options).style))
        value = {**json_head(asked), **solution.as_json(), **json_mismatches(puzzle, wrong)}
        return PlainAnswer(with_mismatches(YES, wrong), [drawn, *mismatch_lines(wrong, indent="").splitlines()], value)


def _meaning(puzzle: Puzzle, path: str) -> VariableMeanings:
    """Return what the formula in the file `path` says of its variables; errors name that file, not the puzzle's."""
    try:
        return meaning_of(puzzle, lines(path, MOST_BYTES, "formula"))
    except (PuzzleError, LimitError) as error:
        place = error.place or [shown_name(path)]
        raise error.replace(place=place).convert(SatcrossError) from None


def _answer(path: str, variables: int) -> Answer:
    """Return the answer in the file `path`, to a formula with that many variables."""
    most = min(MOST_BYTES, PLENTY + BYTES_PER_VARIABLE * variables)
    try:
        return read_answer(decode(read_bytes(path, most, "solver's answer"), shown_name(path)))
    except (PuzzleError, LimitError) as error:
        raise error.convert(SatcrossError) from None
