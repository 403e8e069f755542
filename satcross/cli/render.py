"""`satcross render`: a puzzle, its solution, candidates or ambiguity as a picture, or a page to play on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from satcross.base.records import NamedTuple
from satcross.cli.answers import idle_solver
from satcross.cli.limits import budget_of
from satcross.cli.options import FILE_OPTIONS, SEARCH, count, option
from satcross.cli.parser import OptionGroup, Options, Parser, command_parser
from satcross.cli.puzzles import one_puzzle, with_grid
from satcross.cli.signals import NO, UNKNOWN, YES
from satcross.cli.terminal import note, say, write_output
from satcross.errors import OptionError, TimeUp
from satcross.pictures.rendering import FORMATS, check_extra, format_of, render
from satcross.puzzle import Puzzle

if TYPE_CHECKING:
    from satcross.author.player_steps import PlayerSteps

OUT_OF_TIME: Final = "out of time"
NO_SOLUTION: Final = "there is no solution; satcross check says why"

HINT_SECONDS: Final = 20
"""Seconds for looking for the steps to the solution; nearly all puzzles take less than one."""


def make_render_parser() -> Parser:
    return command_parser(
        "render",
        """
The extension of OUT decides what is drawn: a picture (.svg, .pdf or .png), text (.txt), or a page to play the puzzle
on (.html), which needs no network. The page gives hints, so it holds the solution, lightly obfuscated so that you do
not see it by accident. --no-hints leaves it out. PDF needs the extra pdf, and PNG the extra png.
""",
        """
        satcross render puzzles/mit-2013.toml -o mit.pdf
        satcross render puzzles/mit-2013.toml -o mit.html
        satcross render puzzle.json --solution -o solved.svg
        satcross render puzzle.json --differences -o - --format txt
        """,
        (
            option("file"),
            option("--output", required=True, help="the picture to write (-: stdout)"),
            option("--format", choices=FORMATS, metavar=None, help="what to draw; default: from the extension of OUT"),
            OptionGroup(
                None,
                (
                    option("--solution", action="store_true", help="fill in a solution"),
                    option("--candidates", action="store_true", help="pencil in the letters that propagation leaves"),
                    option(
                        "--differences",
                        action="store_true",
                        help="draw two solutions in one grid, and mark where they differ",
                    ),
                ),
            ),
            option("--page", choices=["a4", "letter"], default="a4", help="paper of a PDF; default a4"),
            option("--pixels", type=count, metavar="N", help="width of a PNG"),
            option("--font", metavar="FILE", help="TrueType font of a PDF or PNG for letters that Courier lacks"),
            option("--no-hints", action="store_true", help="leave the hints and the solution out of a page to play on"),
            option("--ascii", help="draw text with ASCII characters only"),
            option("--grid"),
            FILE_OPTIONS,
            *SEARCH,
        ),
    )


def run_render(options: Options) -> int:
    if options.to is None and options.output == "-":
        raise OptionError("standard output has no ending to go by", hint=f"--format {'|'.join(FORMATS)}", code="option")
    format = options.to or format_of(options.output)
    check_extra(format)
    with one_puzzle(options) as asked:
        return _render(with_grid(asked.puzzle, asked.grid, budget_of(options)), format, options)


def _render(puzzle: Puzzle, format: str, options: Options) -> int:
    contents = _contents(puzzle, options)
    for remark in contents.remarks:
        say(f"satcross: {remark}")
    if contents.status != YES:
        return contents.status
    guide = _guide(puzzle, options) if format == "html" else None
    note("drawing")
    data = render(
        puzzle,
        format,
        letters=contents.letters,
        differing=contents.differing,
        page=options.page,
        pixels=options.pixels,
        font=options.font,
        is_ascii=options.ascii,
        player_steps=guide,
    )
    write_output(options.output, data)
    return YES


def _guide(puzzle: Puzzle, options: Options) -> PlayerSteps | None:
    """Return the guide to the solution that a page to play on gets; if there is none, say why."""
    from satcross.author.player_steps import GUIDED_CELLS, player_steps

    if options.no_hints:
        return None
    solving = player_steps(puzzle, budget=budget_of(options).until(HINT_SECONDS))
    if solving is None:
        say(
            f"satcross: the page gives no hints: they need a listed alphabet, at most {GUIDED_CELLS} cells, and "
            f"{HINT_SECONDS} seconds at most (--no-hints leaves them out)"
        )
    return solving


class _Contents(NamedTuple):
    """What is drawn.

    Attributes:
        letters: What is in each cell; empty: nothing.
        differing: The cells to mark.
        remarks: What standard error gets.
        status: The exit status; unless it is `YES`, nothing is drawn.
    """

    letters: tuple[str | int, ...] = ()
    differing: tuple[int, ...] = ()
    remarks: tuple[str, ...] = ()
    status: int = YES


def _contents(puzzle: Puzzle, options: Options) -> _Contents:
    if options.candidates:
        from satcross.pictures.picture import candidates

        try:
            letters = candidates(puzzle, budget_of(options))
        except TimeUp:
            return _nothing(UNKNOWN, OUT_OF_TIME)
        return _nothing(NO, NO_SOLUTION) if letters is None else _Contents(letters)
    if options.solution or options.differences:
        from satcross.pictures.picture import overlaid
        from satcross.solver.solutions import Search

        search = Search(
            puzzle,
            limit=2 if options.differences else 1,
            solver=options.solver,
            budget=budget_of(options),
        )
        solutions = list(search)
        idle = idle_solver(search.report())
        remarks: tuple[str, ...] = (idle,) if idle else ()
        if search.stopped == "timeout" and (options.differences or not solutions):
            return _nothing(UNKNOWN, OUT_OF_TIME, remarks)
        if not solutions:
            return _nothing(NO, NO_SOLUTION, remarks)
        if options.differences and len(solutions) == 1:
            if search.status == "unique":
                remarks += ("there is only one solution, so nothing differs",)
            else:
                remarks += ("the solutions differ only in letters that no clue tells apart, so nothing is marked",)
        return _Contents(*overlaid(solutions), remarks)
    return _Contents()


def _nothing(status: int, why: str, remarks: tuple[str, ...] = ()) -> _Contents:
    return _Contents(remarks=(*remarks, f"nothing was drawn: {why}"), status=status)
