"""`satcross render`: a puzzle, its solution, candidates or ambiguity as a picture, or a page to play on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from satcross.cli.answers import idle_solver, report_of
from satcross.cli.limits import budget_of
from satcross.cli.options import add_file_argument, add_file_options, add_grid_option, add_search_options, count
from satcross.cli.parser import Options, Parser, command_parser
from satcross.cli.puzzles import answer_one, with_grid
from satcross.cli.statuses import NO, UNKNOWN, YES
from satcross.cli.terminal import note, write_output
from satcross.errors import ErrorCode, OptionError, TimeUp
from satcross.pictures.rendering import FORMATS, check_extra, format_of, render
from satcross.puzzle.model import Puzzle

if TYPE_CHECKING:
    from satcross.pictures.page.guide import Guide

HINT_SECONDS: Final = 20
"""So long at most the steps to the solution are looked for; nearly all puzzles take less than a second."""


def make_parser() -> Parser:
    parser = command_parser(
        "render",
        """
The ending of OUT says what is drawn: a picture (.svg, .pdf or .png), text (.txt), or a page to play the puzzle on
(.html), which needs no network. The page gives hints, so it holds the solution, packed so that nobody reads it by
accident. --no-hints leaves it out. PDF needs the extra pdf, and PNG the extra png.
""",
        """
        satcross render puzzles/mit-2013.toml -o mit.pdf
        satcross render puzzles/mit-2013.toml -o mit.html
        satcross render puzzle.json --solution -o solved.svg
        satcross render puzzle.json --differences -o - --to txt
        """,
    )
    add_file_argument(parser)
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="the picture to write (-: stdout)")
    parser.add_argument("--to", choices=FORMATS, help="what to draw; default: from the ending of OUT")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--solution", action="store_true", help="fill in a solution")
    what.add_argument("--candidates", action="store_true", help="pencil in the letters that propagation leaves")
    what.add_argument(
        "--differences", action="store_true", help="draw two solutions in one grid, and mark where they differ"
    )
    parser.add_argument("--page", choices=["a4", "letter"], default="a4", help="paper of a PDF; default a4")
    parser.add_argument("--pixels", type=count, metavar="N", help="width of a PNG")
    parser.add_argument("--font", metavar="FILE", help="TrueType font of a PDF or PNG for letters that Courier lacks")
    parser.add_argument(
        "--no-hints", action="store_true", help="a page to play on without hints and the solution in it"
    )
    parser.add_argument("--ascii", action="store_true", help="draw text with ASCII characters only")
    add_grid_option(parser)
    add_file_options(parser)
    add_search_options(parser)
    return parser


def run(options: Options) -> int:
    if options.to is None and options.output == "-":
        raise OptionError(
            "standard output has no ending to go by", hint=f"--to {'|'.join(FORMATS)}", code=ErrorCode.OPTION
        )
    format = options.to or format_of(options.output)
    check_extra(format)
    return answer_one(
        options, lambda asked: _render(with_grid(asked.puzzle, asked.grid, budget_of(options)), format, options)
    )


def _render(puzzle: Puzzle, format: str, options: Options) -> int:
    status, letters, differing = _contents(puzzle, options)
    if status != YES:
        return status
    guide = _guide(puzzle, options) if format == "html" else None
    note("drawing")
    data = render(
        puzzle,
        format,
        letters=letters,
        differing=differing,
        page=options.page,
        pixels=options.pixels,
        font=options.font,
        is_ascii=options.ascii,
        guide=guide,
    )
    write_output(options.output, data)
    return YES


def _guide(puzzle: Puzzle, options: Options) -> Guide | None:
    """Return the guide to the solution that a page to play on gets; if there is none, say why."""
    from satcross.pictures.page.guide import GUIDED_CELLS, guide

    if options.no_hints:
        return None
    solving = guide(puzzle, budget=budget_of(options).until(HINT_SECONDS))
    if solving is None:
        print(
            f"satcross: the page gives no hints: they need a listed alphabet, at most {GUIDED_CELLS} cells, and "
            f"{HINT_SECONDS} seconds at most (--no-hints leaves them out)",
            file=sys.stderr,
        )
    return solving


def _contents(puzzle: Puzzle, options: Options) -> tuple[int, tuple[str | int, ...], tuple[int, ...]]:
    """Return the exit status, what is in each cell, and the cells to mark; if there is nothing to draw, say why."""
    if options.candidates:
        from satcross.pictures.contents import candidates

        try:
            letters = candidates(puzzle, budget_of(options))
        except TimeUp:
            return _nothing(UNKNOWN, "out of time")
        return _nothing(NO, "there is no solution; satcross check says why") if letters is None else (YES, letters, ())
    if options.solution or options.differences:
        from satcross.pictures.contents import overlaid
        from satcross.solver.solutions import Search

        search = Search(
            puzzle,
            limit=2 if options.differences else 1,
            solver=options.solver,
            budget=budget_of(options),
        )
        solutions = list(search)
        if idle := idle_solver(report_of(search)):
            print(f"satcross: {idle}", file=sys.stderr)
        if search.stopped == "timeout" and (options.differences or not solutions):
            return _nothing(UNKNOWN, "out of time")
        if not solutions:
            return _nothing(NO, "there is no solution; satcross check says why")
        if options.differences and len(solutions) == 1:
            print("satcross: there is only one solution, so nothing differs", file=sys.stderr)
        return (YES, *overlaid(solutions))
    return YES, (), ()


def _nothing(status: int, why: str) -> tuple[int, tuple[str | int, ...], tuple[int, ...]]:
    print(f"satcross: nothing was drawn: {why}", file=sys.stderr)
    return status, (), ()
