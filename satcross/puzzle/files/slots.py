"""Free-form lists of slots in JSON: each slot is a list of cell names and a regex.

    [{"cells": ["a", "b", "c"], "regex": "A.C"}, [["c", "d"], "CD"], ...]     or {"slots": [...], "title": ...}

A cell exists as soon as a slot names it.  Clues are in the dialect `python`, unless the object has the key `dialect`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from satcross.base.printable_json import printable_json
from satcross.errors import ErrorCode
from satcross.puzzle.alphabet import contract_alphabet
from satcross.puzzle.files.expressing import InexpressibleError
from satcross.puzzle.files.source import Entry, KeyedError, Path, WordSource, keyed
from satcross.puzzle.model import MENTIONED, Clue, Puzzle, address_text
from satcross.puzzle.shapes import NamedLine, lines

NAME: Final = "a slot list"
KEYS: Final = ("slots", "title", "author", "dialect", "alphabet")


def fits(data: object) -> bool:
    """Return whether `data` looks like this JSON format."""
    slots = data.get("slots") if isinstance(data, dict) else data
    if not isinstance(slots, list) or not slots:
        return False
    first = slots[0]
    return "cells" in first if isinstance(first, dict) else isinstance(first, list) and len(first) == 2


def read(data: object, folder: WordSource = "", *, force: bool = False) -> list[Entry]:
    """Return the one puzzle of `data`."""
    top: Mapping[str, Any] = data if isinstance(data, dict) else {"slots": data}
    start: Path = ("slots",) if isinstance(data, dict) else ()
    details: dict[str, Any] = {"force": force}
    for key in top:
        if key not in KEYS:
            raise KeyedError(
                f"the key {key!r} is unknown",
                (key,),
                hint=f"the keys allowed here are {', '.join(KEYS)}",
                code=ErrorCode.UNKNOWN_KEY,
            )
        if key != "slots":
            if not isinstance(top[key], str):
                raise KeyedError("this must be a string", (key,), code=ErrorCode.TYPE)
            details[key] = top[key]
    slots = top.get("slots")
    if not isinstance(slots, list):
        raise KeyedError("this must be a list of slots", start, code=ErrorCode.TYPE)
    named, paths = [], []
    for number, slot in enumerate(slots):
        cells, regex, path = _slot(slot, (*start, number))
        named.append(NamedLine(cells, regex, f"slot {number + 1}"))
        paths.append((path,) if regex else ())

    def path_of(place: tuple[str, ...]) -> Path:
        word, _, number = place[0].partition(" ") if place else ("", "", "")
        return (*start, int(number) - 1) if word == "slot" and number.isdecimal() else (word,)

    puzzle = keyed(lambda: lines(named, **details), path_of)
    return [Entry(puzzle, puzzle.title, "", tuple(paths))]


def write(puzzle: Puzzle) -> str:
    """Return the slot list of `puzzle` with one slot for each clue; the cells of a grid are named `row,column`.

    A reversed clue becomes a slot with its cells in the opposite order.

    Raises:
        PuzzleError: With the code `inexpressible`.
    """
    if puzzle.given:
        raise InexpressibleError(NAME, "given letters")
    if puzzle.flags:
        raise InexpressibleError(NAME, f"the flags {puzzle.flags!r}")
    clued = {cell for line in puzzle.lines if line.clues for cell in line.cells}
    if len(clued) < len(puzzle.cells):
        free = next(cell for number, cell in enumerate(puzzle.cells) if number not in clued)
        raise InexpressibleError(NAME, "cells without clues", [address_text(free)])
    slots = []
    for line in puzzle.lines:
        for clue in line.clues:
            if not isinstance(clue, Clue):
                raise InexpressibleError(NAME, "word lists", [line.name])
            if not line.cells:
                raise InexpressibleError(NAME, "clues on lines without cells", [line.name])
            names = [address_text(puzzle.cells[cell]) for cell in clue.read(line.cells)]
            slots.append({"cells": names, "regex": clue.pattern or "(?:)"})
    written: dict[str, Any] = {}
    for key in ("title", "author"):
        if getattr(puzzle, key):
            written[key] = getattr(puzzle, key)
    if puzzle.dialect != "python":
        written["dialect"] = puzzle.dialect
    if puzzle.alphabet != MENTIONED:
        written["alphabet"] = contract_alphabet(puzzle.alphabet)
    head = printable_json(written)[:-1] + (", " if written else "")
    return head + '"slots": [\n  ' + ",\n  ".join(printable_json(slot) for slot in slots) + "\n]}\n"


def _slot(slot: object, path: Path) -> tuple[list[str], str, Path]:
    """Return the cells, the regex and the path of the regex."""
    keys: tuple[str | int, str | int]
    if isinstance(slot, dict):
        keys = ("cells", "regex")
        values = [slot.get(key) for key in keys]
    elif isinstance(slot, list) and len(slot) == 2:
        keys = (0, 1)
        values = slot
    else:
        raise KeyedError(
            "a slot must be an object with cells and regex, or a list of the two", path, code=ErrorCode.TYPE
        )
    cells, regex = values
    if not isinstance(cells, list) or not all(isinstance(cell, str) for cell in cells):
        raise KeyedError("the cells of a slot must be a list of names", (*path, keys[0]), code=ErrorCode.TYPE)
    if not isinstance(regex, str):
        raise KeyedError("the regex of a slot must be a string", (*path, keys[1]), code=ErrorCode.TYPE)
    return cells, regex, (*path, keys[1])
