"""The JSON format of satcross: the same model as its TOML format, for programs."""

from __future__ import annotations

from satcross.base.printable_json import printable_json
from satcross.puzzle.files.document import read_document, write_document
from satcross.puzzle.files.source import Entry, WordSource
from satcross.puzzle.model import Puzzle


def fits(data: object) -> bool:
    """Return whether `data` looks like this JSON format."""
    return isinstance(data, dict) and any(key in data for key in ("schema", "shape", "clues", "line"))


def read(data: object, folder: WordSource = "", *, force: bool = False) -> list[Entry]:
    """Return the one puzzle of `data`."""
    return [read_document(data, folder, force=force)]


def write(puzzle: Puzzle) -> str:
    return printable_json(write_document(puzzle), indent=2) + "\n"
