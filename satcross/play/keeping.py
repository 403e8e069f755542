"""Games that go on another day: kept in the user's folder for the state of programs, one file for each puzzle.

A file that cannot be read, or that was written for something else, counts as no game.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Final

from satcross.base.reading import open_kept
from satcross.base.writing import write_kept
from satcross.errors import SatcrossError
from satcross.play.game import CellContent, Contents, Game, new_game
from satcross.play.playboard import PlayBoard

VERSION: Final = 1
MOST_BYTES: Final = 16 << 20  # of a file; a game takes some kilobytes


def folder() -> str | None:
    """Return the folder in which games are kept; None if there is no place for it."""
    base = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return os.path.join(base, "satcross", "games") if os.path.isabs(base) else None


def name_of(board: PlayBoard) -> str:
    """Return the name of the file for a puzzle: the same for equal cells, lines and given letters."""
    puzzle = board.puzzle
    return sha256(repr((puzzle.cells, puzzle.lines, puzzle.given)).encode()).hexdigest()[:24] + ".json"


def keep(board: PlayBoard, game: Game, where: str | None) -> bool:
    """Write `game` into the folder `where`; return whether that was possible."""
    if where is None:
        return False
    try:
        os.makedirs(where, exist_ok=True)
        write_kept(os.path.join(where, name_of(board)), to_json(game).encode())
    except (OSError, SatcrossError):
        return False
    return True


def kept(board: PlayBoard, where: str | None) -> Game | None:
    """Return the game of this puzzle that is kept in the folder `where`; None if there is none."""
    if where is None:
        return None
    try:
        with open_kept(os.path.join(where, name_of(board))) as file:
            data = file.read(MOST_BYTES + 1)
        return from_json(board, data.decode()) if len(data) <= MOST_BYTES else None
    except (OSError, ValueError):
        return None


def to_json(game: Game) -> str:
    """Return `game` as JSON.

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
    """Return the game that `text` holds; None if it is no game of this puzzle."""
    try:
        packed = json.loads(text)
        if packed["version"] != VERSION or len(packed["cells"]) != len(board.puzzle.cells):
            return None
        read = _reader(board)
        fresh = new_game(board.given, len(board.puzzle.cells))
        contents = tuple(read(cell, each) for cell, each in enumerate(packed["cells"]))
        done = tuple(_step(read, each, fresh) for each in packed["done"])
        counts = [max(0, int(packed[name])) for name in ("seconds", "hints", "checks")]
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError, OverflowError):
        return None
    return Game(contents, fresh.fixed, done, (), *counts)


def _packed(content: CellContent) -> tuple[str, str, int]:
    return content.letter, content.marks, int(content.is_revealed)


def _reader(board: PlayBoard) -> Callable[[int, Any], CellContent]:
    """Return the function that reads what is in a cell; letters that are not in the alphabet are left out."""

    def read(cell: int, packed: Any) -> CellContent:
        letter, marks, is_revealed = packed
        if cell in board.given:
            return CellContent(board.given[cell])
        letter = letter if isinstance(letter, str) and board.is_letter(letter) else ""
        marks = "".join(sorted(filter(board.is_letter, marks))) if isinstance(marks, str) else ""
        return CellContent(letter, marks, bool(is_revealed))

    return read


def _step(read: Callable[[int, Any], CellContent], packed: Mapping[str, Any], fresh: Game) -> Contents:
    step = {int(cell): read(int(cell), content) for cell, content in packed.items()}
    return {cell: content for cell, content in step.items() if 0 <= cell < len(fresh.contents)}
