"""What stays when the player leaves: games, which go on another day, puzzles of days, and the player's settings.

They are kept in the user's folder for the state of programs: a file for each puzzle in `games`, one for each day in
`days`, and `settings.json` beside them.  A file that cannot be read, or that was written for something else, counts as
no game, no puzzle and no choice.
"""

from __future__ import annotations

import json
import os
from datetime import date
from hashlib import sha256
from typing import Final

from satcross import __version__
from satcross.base.reading import NOWHERE
from satcross.base.records import NamedTuple
from satcross.base.writing import write_bytes
from satcross.errors import SatcrossError
from satcross.play.game import CellContent, Game, PlayBoard
from satcross.puzzle import Puzzle
from satcross.puzzle.files import to_text, toml_format

VERSION: Final = 1


class PlaySettings(NamedTuple):
    """What the player has chosen.

    Attributes:
        marks_stuck: Whether clues are marked that can no longer be satisfied although their line is not full.
        goes_on: Whether typing goes on to another line at the end of one.
        hides_letters: Whether letters that have a colour are hidden once the puzzle is solved.
    """

    marks_stuck: bool = True
    goes_on: bool = True
    hides_letters: bool = False


DEFAULT_SETTINGS: Final = PlaySettings()


def folder() -> str | None:
    """Return the folder in which games are kept; None if there is no place for it."""
    base = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return os.path.join(base, "satcross", "games") if os.path.isabs(base) else None


def name_of(board: PlayBoard) -> str:
    """Return the name of the file for a puzzle: the same for equal cells, lines and given letters."""
    puzzle = board.puzzle
    return sha256(repr((puzzle.cells, puzzle.lines, puzzle.given)).encode()).hexdigest()[:24] + ".json"


def settings_file(games: str | None) -> str | None:
    """Return the file of the settings, beside the folder of the games; None if there is no place for either."""
    return None if games is None else os.path.join(os.path.dirname(games), "settings.json")


def keep(board: PlayBoard, game: Game, where: str | None) -> bool:
    """Write `game` into the folder `where`; return whether that was possible."""
    return where is not None and _write(os.path.join(where, name_of(board)), to_json(game))


def kept(board: PlayBoard, where: str | None) -> Game | None:
    """Return the game of this puzzle that is kept in the folder `where`; None if there is none."""
    text = None if where is None else _read(os.path.join(where, name_of(board)))
    return None if text is None else from_json(board, text)


def save_settings(settings: PlaySettings, path: str | None) -> None:
    """Keep `settings` in the file `path`, if that is possible."""
    if path is not None:
        _write(path, json.dumps(settings._asdict()))


def load_settings(path: str | None) -> PlaySettings:
    """Return the settings that the file `path` keeps."""
    text = None if path is None else _read(path)
    try:
        return DEFAULT_SETTINGS if text is None else PlaySettings(**json.loads(text))
    except (ValueError, TypeError, RecursionError):
        return DEFAULT_SETTINGS


def day_file(day: date, difficulty: str) -> str | None:
    """Return the file of the puzzle of a day, which another version of satcross may make otherwise."""
    games = folder()
    name = "-".join(filter(None, (day.isoformat(), difficulty, __version__))) + ".toml"
    return None if games is None else os.path.join(os.path.dirname(games), "days", name)


def keep_day(puzzle: Puzzle, path: str | None) -> None:
    """Keep the puzzle of a day in the file `path`, if that is possible."""
    if path is not None:
        _write(path, to_text(puzzle, "toml"))


def kept_day(path: str | None) -> Puzzle | None:
    """Return the puzzle of a day that the file `path` keeps; None if there is none."""
    text = None if path is None else _read(path)
    try:
        return None if text is None else toml_format.read(text, NOWHERE)[0].puzzle
    except SatcrossError:
        return None


def _write(path: str, text: str) -> bool:
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_bytes(path, text.encode())
    except (OSError, SatcrossError):
        return False
    return True


def _read(path: str) -> str | None:
    """Return the text of a file; None if it cannot be read."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError):
        return None


def to_json(game: Game) -> str:
    """Return `game` as JSON.

    >>> from satcross.play.game import new_game
    >>> print(to_json(new_game({}, 2)))
    {"version": 1, "cells": [["", "", 0], ["", "", 0]], "done": [], "seconds": 0, "hints": 0, "checks": 0}
    """
    packed = {
        "version": VERSION,
        "cells": [_packed(content) for content in game.contents],
        "done": [{str(cell): _packed(content) for cell, content in step.items()} for step in game.done],
        "seconds": game.seconds,
        "hints": game.hints,
        "checks": game.checks,
    }
    return json.dumps(packed, ensure_ascii=False)


def from_json(board: PlayBoard, text: str) -> Game | None:
    """Return the game that `text` holds; None if it is not a game of this puzzle."""
    try:
        packed = json.loads(text)
        if packed["version"] != VERSION or len(packed["cells"]) != len(board.puzzle.cells):
            return None
        contents = tuple(map(_unpacked, packed["cells"]))
        done = tuple({int(cell): _unpacked(content) for cell, content in step.items()} for step in packed["done"])
        counts = [int(packed[name]) for name in ("seconds", "hints", "checks")]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
        return None
    return Game(contents, frozenset(board.given), done, (), *counts)


def _packed(content: CellContent) -> tuple[str, str, int]:
    return content.letter, content.marks, int(content.is_revealed)


def _unpacked(packed: tuple[str, str, int]) -> CellContent:
    letter, marks, is_revealed = packed
    return CellContent(letter, marks, bool(is_revealed))
