"""`satcross render`: a puzzle as a picture or a page to play on, or several as a book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from satcross.base.records import NamedTuple
from satcross.cli.answers import idle_solver
from satcross.cli.limits import budget_of
from satcross.cli.options import FILE_OPTIONS, FILES, SEARCH, count, option
from satcross.cli.parser import OptionGroup, Options, Parser, changed, command_parser
from satcross.cli.puzzles import UnreadableFile, one_puzzle, read_given_grid, revised_puzzle, with_grid
from satcross.cli.signals import NO, UNKNOWN, YES
from satcross.cli.terminal import note, say, write_output
from satcross.errors import OptionError, TimeUp
from satcross.pictures.paper_sizes import PAPERS
from satcross.pictures.rendering import BOOK_FORMATS, FORMATS, check_extra, format_of, render
from satcross.puzzle import Puzzle

if TYPE_CHECKING:
    from satcross.author.player_steps import PlayerSteps
    from satcross.pictures.figures import Content

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

Several puzzles, or an option of books, make a book: .pdf, or .html to print from a browser. It has a table of contents,
the puzzles with their difficulty, and the answers. A puzzle without exactly one solution stops it.
""",
        """
        satcross render puzzles/mit-2013.toml -o mit.pdf
        satcross render puzzles/mit-2013.toml -o mit.html
        satcross render puzzle.json --solution -o solved.svg
        satcross render puzzle.json --differences -o - --format txt
        satcross render puzzles/hello.toml puzzles/star.toml --rules --title 'Two puzzles' -o book.pdf
        """,
        (
            *FILES,
            option("--output", required=True, help="the picture or the book to write (-: stdout)"),
            option("--format", choices=FORMATS, metavar=None, help="what to draw; default: from the extension of OUT"),
            CONTENTS,
            option("--page", choices=[*PAPERS], default="a4", help="paper of a PDF or a book; default a4"),
            option("--hide-letters", action="store_true", help="draw cells that have a colour without their letters"),
            option("--pixels", type=count, metavar="N", help="width of a PNG"),
            option("--font", metavar="FILE", help="TrueType font in which a PDF or PNG is set"),
            option("--no-hints", action="store_true", help="leave the hints and the solution out of a page to play on"),
            option("--ascii", help="draw text with ASCII characters only"),
            option("--grid"),
            BOOK,
            FILE_OPTIONS,
            *SEARCH,
        ),
    )


CONTENTS: Final = OptionGroup(
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
)
"""The options that say what is in the cells."""

BOOK: Final = OptionGroup(
    "books",
    (
        option("--per-page", choices=["1", "2", "4", "6"], metavar=None, help="puzzles on a page; default: what fits"),
        option("--order", choices=["given", "difficulty", "title"], default="given", help="default given"),
        option("--title", metavar="TEXT", help="the title of the book"),
        option("--author", metavar="TEXT", help="the author of the book"),
        option("--answers", metavar="FILE", help="where the answers are: end (the default), none, or this file"),
        option("--hints", action="store_true", help="the first three hints for each puzzle, at the end"),
        option("--rules", action="store_true", help="how such puzzles work, and the signs in their clues"),
        option("--allow-several", action="store_true", help="also print puzzles with several solutions"),
    ),
)
"""The options of a book."""

ABOUT_ONE: Final = ("solution", "candidates", "differences", "no_hints", "ascii", "pixels", "grid")
"""The options of pictures and pages of one puzzle."""


def run_render(options: Options) -> int:
    if options.to is None and options.output == "-":
        raise OptionError("standard output has no file extension", hint=f"--format {'|'.join(FORMATS)}", code="option")
    format = options.to or format_of(options.output)
    check_extra(format)
    if format not in BOOK_FORMATS:
        if _wants_book(options):
            _check_book(format, options)
        with one_puzzle(changed(options, file=options.files[0])) as asked:
            return _render(with_grid(asked.puzzle, asked.grid, budget_of(options)), format, options)
    from satcross.cli.book import asked_about, write_book

    found = asked_about(options, read_given_grid(options))
    only = found[0]
    if _wants_book(options) or len(found) > 1 or isinstance(only, str):
        _check_book(format, options)
        return write_book(found, format, options)
    if isinstance(only, UnreadableFile):
        raise only.error
    with revised_puzzle(only, options) as asked:
        return _render(with_grid(asked.puzzle, asked.grid, budget_of(options)), format, options)


def _wants_book(options: Options) -> bool:
    """Return whether the options ask for a book, and not for one puzzle: several files, or an option of books."""
    given = vars(options)
    names = [each.names[-1].removeprefix("--").replace("-", "_") for each in BOOK.options]
    return len(options.files) > 1 or any(given[name] not in (None, False, "given") for name in names)


def _check_book(format: str, options: Options) -> None:
    """Raise OptionError if a book cannot be written in `format`, or has no use for an option."""
    if format not in BOOK_FORMATS:
        raise OptionError(
            f"several puzzles, or options of books, make a book, which is PDF or HTML, not {format}",
            hint="write -o book.pdf, or draw one puzzle without these options",
            code="option-together",
        )
    for name in ABOUT_ONE:
        if vars(options)[name] not in (None, False):
            raise OptionError(
                f"--{name.replace('_', '-')} is about one puzzle, and this is a book",
                hint="leave it out, or draw the puzzles one by one",
                code="option-together",
            )


def _render(puzzle: Puzzle, format: str, options: Options) -> int:
    contents = _contents(puzzle, options)
    if options.hide_letters:
        contents = _without_letters(contents, puzzle, format)
    for remark in contents.remarks:
        say(f"satcross: {remark}")
    if contents.status != YES:
        return contents.status
    guide = _guide(puzzle, options) if format == "html" else None
    note("drawing")
    if format == "pdf":
        from satcross.pictures.book import printed_puzzle
        from satcross.pictures.pdf import to_pdf

        printed = printed_puzzle(puzzle, contents.letters, contents.differing, options.page)
        for remark in printed.remarks:
            say(f"satcross: {remark}")
        write_output(options.output, to_pdf(printed.document, options.font))
        return YES
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
        budget=budget_of(options),
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

    letters: tuple[Content, ...] = ()
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


def _without_letters(contents: _Contents, puzzle: Puzzle, format: str) -> _Contents:
    """Return `contents` with a colour alone in each cell whose letter has one.  Raises OptionError."""
    if format in ("html", "txt"):
        why = "a page to play on has a switch for that" if format == "html" else "text has no colours"
        hint = "draw that as svg, pdf or png"
        raise OptionError(f"--hide-letters and {format} cannot be combined: {why}", hint=hint, code="option-together")
    if not puzzle.colors:
        return contents._replace(remarks=(*contents.remarks, "the letters of this puzzle have no colours"))
    from satcross.puzzle.colors import hidden_letters

    given = dict(puzzle.given)
    letters = contents.letters or [given.get(cell, "") for cell in range(len(puzzle.cells))]
    return contents._replace(letters=hidden_letters(puzzle, letters))


def _nothing(status: int, why: str, remarks: tuple[str, ...] = ()) -> _Contents:
    return _Contents(remarks=(*remarks, f"nothing was drawn: {why}"), status=status)
