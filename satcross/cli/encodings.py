"""`satcross encodings`: the ways in which regular clues become clauses, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from satcross.base.budget import Budget
from satcross.cli.answers import json_head, table_lines
from satcross.cli.limits import budget_of
from satcross.cli.outcome import SCHEMA
from satcross.cli.parser import Options, Parser, PlainAnswer, add_file_options, add_limit_options, command_parser
from satcross.cli.puzzles import FiledPuzzle, one_puzzle
from satcross.cli.signals import YES
from satcross.errors import LimitError
from satcross.puzzle.model import Puzzle
from satcross.solver.encode import encode_whole
from satcross.solver.encodings import ENCODINGS, encoding_named
from satcross.solver.formula import compile_for_formula

Size: TypeAlias = "dict[str, int] | None"
"""Variables, clauses and literals of a formula; None: it is too large."""


def make_parser() -> Parser:
    parser = command_parser(
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
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="a puzzle whose formulas are compared (-: stdin)")
    parser.add_argument("--json", action="store_true", help="print a JSON object instead")
    add_file_options(parser)
    add_limit_options(parser)
    return parser


def run(options: Options) -> PlainAnswer:
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
    fixed = [", ".join(each.place) for each in compiled.constraints if each.line_constraint.describe().table is None]
    return sizes, fixed
