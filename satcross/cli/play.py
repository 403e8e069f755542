"""`satcross play`: a puzzle is played in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import date
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from satcross.base.budget import Budget
from satcross.base.extras import missing_extra
from satcross.base.wording import capital
from satcross.cli.limits import cancel_alarm
from satcross.cli.options import FILE_OPTIONS, day_of, option
from satcross.cli.parser import OptionGroup, Options, Parser, command_parser
from satcross.cli.puzzles import FiledPuzzle, one_puzzle
from satcross.cli.signals import NO, YES, calling
from satcross.cli.terminal import note, say
from satcross.errors import OptionError, SatcrossError
from satcross.play import keeping
from satcross.play.game import Game, PlayBoard, new_game
from satcross.puzzle import Puzzle

if TYPE_CHECKING:
    from satcross.author.player_steps import PlayerSteps

DIFFICULTIES: Final = ("gentle", "moderate", "hard", "fiendish")
CROSSWORDS: Final = (".xd", ".ipuz", ".puz")
GUIDE_SECONDS: Final = 60  # after this time there are no hints


def make_play_parser() -> Parser:
    return command_parser(
        "play",
        """
It shows the grid, the clues of the current cell in plain words, and which of their parts match so far. F1 lists the
keys. The game is kept when you leave, and the same command continues it. Word crosswords (.xd, .ipuz and .puz files)
can be played, too. --daily plays the puzzle of the day, which is the same for everybody: gentle on Mondays, hard on
Sundays, or as hard as you ask for. It needs the extra play. The exit status is 0 if the puzzle is solved.
""",
        """
        satcross play puzzles/hexagon.toml
        satcross play --daily
        satcross play --daily --date 2026-02-14 --difficulty gentle
        """,
        (
            option("file", nargs="?", help="the puzzle, in any format that satcross reads"),
            option("--new", action="store_true", help="start over instead of continuing the game that was kept"),
            OptionGroup(
                "the puzzle of a day",
                (
                    option("--daily", action="store_true", help="play a generated puzzle instead of FILE"),
                    option("--date", metavar="DATE", help="of this day, such as 2026-02-14; default: today"),
                    option("--difficulty", choices=DIFFICULTIES, help="default: the difficulty of the day of the week"),
                ),
            ),
            option("--unlock"),
            FILE_OPTIONS,
        ),
    )


def run_play(options: Options) -> int:
    cancel_alarm()  # people take their time
    _check(options)
    if options.daily:
        day = date.today() if options.date is None else day_of(options.date)
        puzzle = _daily(day, options.difficulty or "")
        return _play(FiledPuzzle(puzzle, puzzle.title), partial(_worked_out, puzzle), options)
    if options.file.lower().endswith(CROSSWORDS):
        return _play_crossword(options)
    with one_puzzle(options) as asked:
        return _play(asked, partial(_worked_out, asked.puzzle), options)


def _check(options: Options) -> None:
    """Raise OptionError or MissingError if there is nothing to play, or nowhere to play it."""
    if options.daily and options.file is not None:
        raise OptionError(
            "--daily and a file cannot be combined: only one puzzle is played",
            hint="leave out --daily or the file",
            code="option-together",
        )
    if not options.daily:
        for option, value in (("--date", options.date), ("--difficulty", options.difficulty)):
            if value is not None:
                raise OptionError(f"{option} is about the puzzle of a day", hint=f"add --daily, or leave {option} out")
        if options.file is None:
            raise OptionError("there is no puzzle to play", hint="name a file, or choose --daily")
        if options.file == "-":
            raise OptionError("standard input is needed for the keys", hint="write the puzzle into a file first")
    if find_spec("textual") is None:
        raise missing_extra("play", "playing in the terminal needs textual", "play in a browser: satcross render")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise OptionError(
            "playing needs a terminal for the keys and the grid",
            hint="run it without < and | and >, or make a page: satcross render FILE -o page.html",
        )


def _daily(day: date, difficulty: str) -> Puzzle:
    """Return the puzzle of a day, which is made once and kept; its title is shown immediately."""
    what = f"the {difficulty + ' ' if difficulty else ''}puzzle of {day:%A}, {day.isoformat()}"
    say(capital(what))
    file = keeping.day_file(day, difficulty)
    puzzle = keeping.kept_day(file)
    if puzzle is not None:
        return puzzle
    note(f"making {what}")
    from satcross.generator.day import daily

    try:
        puzzle = daily(day, difficulty).puzzle
    finally:
        note("")
    keeping.keep_day(puzzle, file)
    return puzzle


def _play_crossword(options: Options) -> int:
    from satcross.words.files import guide_of, load_crossword, playable, to_be_played

    try:
        crossword = to_be_played(load_crossword(options.file, options.unlock))
    except SatcrossError as error:
        raise error if error.place else error.at(options.file) from None
    if crossword.marks:
        marks = [f"{mark} in row {row}, column {column}" for (row, column), mark in crossword.marks]
        say(f"play does not show how these cells are marked: {'; '.join(marks)}")
    return _play(FiledPuzzle(playable(crossword), options.file), lambda: guide_of(crossword), options)


def _worked_out(puzzle: Puzzle) -> PlayerSteps | None:
    from satcross.api import player_steps

    return player_steps(puzzle, budget=Budget(GUIDE_SECONDS))


def _play(asked: FiledPuzzle, guide: Callable[[], PlayerSteps | None], options: Options) -> int:
    from satcross.play.app import PlayApp
    from satcross.play.session import is_solved

    puzzle = asked.puzzle if asked.puzzle.title else asked.puzzle._replace(title=asked.name)
    board = PlayBoard(puzzle, Budget())
    where = keeping.folder()
    settings_file = keeping.settings_file(where)
    kept_game: Game | None = None if options.new else keeping.kept(board, where)

    def keep(game: Game) -> None:
        keeping.keep(board, game, where)

    app = PlayApp(
        board,
        kept_game or new_game(board.given, len(puzzle.cells)),
        guide,
        keep,
        keeping.load_settings(settings_file),
        lambda settings: keeping.save_settings(settings, settings_file),
    )
    with calling(app.leave):
        app.run()
    return YES if is_solved(board, app.session.game) else NO
