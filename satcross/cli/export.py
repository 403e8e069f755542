"""`satcross export`, `decode` and `encodings`: a puzzle as a formula, and a solver's answer as a grid.

`satcross decode` checks the grid against the clues.

`satcross encodings` shows side by side the ways in which regular clues become clauses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from os.path import isfile
from typing import Final, TypeAlias

from satcross.base.budget import POSITIONS, Budget
from satcross.base.reading import blocks, decode, lines, read_bytes, shown_name
from satcross.cli.answers import json_head, json_mismatches, mismatch_lines, table_lines, with_mismatches
from satcross.cli.limits import budget_of, limits_of
from satcross.cli.options import DRAWING, FILE_OPTIONS, FILES, LIMITS, option, process_limits
from satcross.cli.outcome import SCHEMA
from satcross.cli.parser import Options, Parser, PlainAnswer, changed, command_parser
from satcross.cli.puzzles import FiledPuzzle, one_puzzle
from satcross.cli.series import OUTPUT_HELP, is_series, write_series
from satcross.cli.signals import NO, UNKNOWN, YES
from satcross.cli.sinks import appearance_of
from satcross.cli.terminal import note, note_reading, report, reporter, say, write_lines
from satcross.errors import LimitError, OptionError, PuzzleError, SatcrossError, TimeUp
from satcross.pictures.text import draw, text_of
from satcross.puzzle import Puzzle
from satcross.solver.constraints.regular import RegularConstraint
from satcross.solver.dimacs import Answer, AnswerError, read_answer
from satcross.solver.encode import encode_whole
from satcross.solver.encodings import ENCODINGS, encoding_named
from satcross.solver.expected import mismatches
from satcross.solver.formula import VariableMeanings, compile_for_formula, decoded, export, meaning_of
from satcross.solver.verify import WrongAnswerError


def make_export_parser() -> Parser:
    return command_parser(
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
        satcross export puzzles -o formulas
        """,
        (
            *FILES,
            option("--output", default="-", metavar="OUT.cnf", help=OUTPUT_HELP),
            option("--simplify", action="store_true", help="write only what propagation leaves open"),
            option(
                "--encoding",
                default=POSITIONS,
                help=f"how regular clues are encoded (see satcross encodings); default {POSITIONS}",
            ),
            option(
                "--competition",
                action="store_true",
                help="in the form of the SAT Competition: variables numbered densely, no comments (it cannot be"
                " decoded)",
            ),
            FILE_OPTIONS,
            *LIMITS,
        ),
    )


def run_export(options: Options) -> int:
    def write(asked: FiledPuzzle, path: str) -> None:
        formula = export(
            asked.puzzle,
            is_simplified=options.simplify,
            encoding=options.encoding,
            for_competition=options.competition,
            budget=limits_of(options).budget(report=reporter()),
        )
        write_lines(path, (line + "\n" for line in formula))

    try:
        if is_series(options):
            return write_series(options, ".cnf", write, is_work=False)
        with one_puzzle(changed(options, file=options.files[0])) as asked:
            write(asked, options.output)
    except TimeUp:
        say("satcross: out of time, nothing is written")
        return UNKNOWN
    return YES


MOST_BYTES: Final = 2_000_000_000  # of a formula, read only up to its header, or of an answer
PLENTY: Final = 1_000_000  # bytes that a solver's output may have besides the literals
BYTES_PER_VARIABLE: Final = 14


def make_decode_parser() -> Parser:
    return command_parser(
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
        (
            option("file"),
            option("formula", metavar="OUT.cnf", help="what satcross export wrote for it"),
            option("answer", metavar="ANSWER", help="the solver's output (-: stdin)"),
            option("--json", help="the solution as a JSON object"),
            FILE_OPTIONS,
            *process_limits(),
            *DRAWING,
        ),
    )


def run_decode(options: Options) -> PlainAnswer:
    _check_order(options)
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


def _check_order(options: Options) -> None:
    """Raise OptionError if the puzzle is a formula: the three files are easily exchanged."""
    if not isfile(options.file):
        return
    start = next(blocks(options.file, MOST_BYTES, "puzzle file"), b"")
    if re.match(rb"(?:c\b.*\n)*p cnf [0-9]", start):
        raise OptionError(
            "this is a formula, and the first file is the puzzle",
            place=[shown_name(options.file)],
            hint="the order is satcross decode PUZZLE FORMULA ANSWER",
        )


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


Size: TypeAlias = "dict[str, int] | None"
"""Variables, clauses and literals of a formula; None: it is too large."""


def make_encodings_parser() -> Parser:
    return command_parser(
        "encodings",
        """
Without a puzzle, it says what the variables of each encoding mean, how many clauses a clue gets, and what unit
propagation on them finds out. With a puzzle, it shows how large its whole formula is in each encoding, and which of its
clues are written in the same way in all of them, because they are not regular or are lists of words. --encoding of
other commands chooses one.
""",
        """
        satcross encodings
        satcross encodings puzzle.toml
        satcross solve --encoding diagram --stats puzzle.toml
        """,
        (
            option("file", nargs="?", help="a puzzle whose formulas are compared (-: stdin)"),
            option("--json"),
            FILE_OPTIONS,
            *LIMITS,
        ),
    )


def run_encodings(options: Options) -> PlainAnswer:
    if options.file is None:
        return _overview()
    with one_puzzle(options) as asked:
        return _comparison(asked, options)


def _overview() -> PlainAnswer:
    fields = ("name", "variables", "clauses a letter", "unit propagation", "published")
    keys = ("name", "idea", "size", "propagation", "reference")
    table = [(name, *encoding_named(name)[:4]) for name in ENCODINGS]
    value = {"schema": SCHEMA, "encodings": [dict(zip(keys, row, strict=True)) for row in table]}
    return PlainAnswer(YES, table_lines([fields, *table]), value)


def _comparison(asked: FiledPuzzle, options: Options) -> PlainAnswer:
    sizes, fixed = _sizes(asked.puzzle, budget_of(options))
    formulas = {name: size or "too large" for name, size in sizes.items()}
    value = {**json_head(asked), "formulas": formulas, "one_way_only": fixed}
    return PlainAnswer(YES, _comparison_lines(sizes, fixed), value)


def _comparison_lines(sizes: dict[str, Size], fixed: list[str]) -> Iterator[str]:
    rows = [
        (name, *(("too large", "", "") if size is None else [f"{number:,}" for number in size.values()]))
        for name, size in sizes.items()
    ]
    figures = ("variables", "clauses", "literals")
    yield from table_lines([("name", *figures), *rows], figures)
    if fixed:
        yield "\nThe same in every encoding, because they are not regular or are lists of words:"
        yield from (f"  {each}" for each in fixed)


def _sizes(puzzle: Puzzle, budget: Budget) -> tuple[dict[str, Size], list[str]]:
    """Return the size of the whole formula in each encoding, None if it is too large, and the clues it leaves alone."""
    compiled = compile_for_formula(puzzle, budget)
    sizes: dict[str, Size] = {}
    for name in ENCODINGS:
        try:
            whole = encode_whole(compiled, with_selectors=False, budget=budget, encoding=name)
        except LimitError:
            sizes[name] = None
        else:
            clauses = whole.clauses.clauses
            literals = len(whole.clauses.literals) - clauses  # each clause ends in 0
            sizes[name] = {"variables": whole.variables.count, "clauses": clauses, "literals": literals}
    others = [each for each in compiled.constraints if not isinstance(each.line_constraint, RegularConstraint)]
    return sizes, [", ".join(each.place) for each in others]
