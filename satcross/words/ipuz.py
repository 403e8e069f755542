"""Word crosswords as `.ipuz` (version 2, http://ipuz.org): JSON that crossword programs exchange."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from satcross.base.printable_json import printable_json
from satcross.errors import ErrorCode, PuzzleError
from satcross.puzzle.files import json_text
from satcross.words.slots import BLOCK, OPEN, grid_of

VERSION: Final = "http://ipuz.org/v2"
KIND: Final = "http://ipuz.org/crossword#1"


def read_ipuz(text: str) -> tuple[list[str], dict[str, Any]]:
    """Return the rows of the template in an `.ipuz` text, and the whole document.

    The letters of `value` entries and those of `solution` are given letters.

    Raises:
        PuzzleError: For a text that is not JSON or not a crossword, rows of unequal length, or several letters in a
            cell.
    """
    data = json_text.parse(_object_in(text))
    kinds = data.get("kind", [])
    if not isinstance(kinds, list) or not any(isinstance(kind, str) and "crossword" in kind for kind in kinds):
        raise PuzzleError(
            "this is not an ipuz crossword", hint=f'a crossword has "kind": ["{KIND}"]', code=ErrorCode.IPUZ
        )
    puzzle: Any = data.get("puzzle")
    solution: Any = data.get("solution")
    if not _is_grid(puzzle) or not (solution is None or _is_grid(solution)):
        raise PuzzleError(
            "the grid is not a list of equally long rows", hint='write "puzzle": [[...], ...]', code=ErrorCode.IPUZ
        )
    block = data.get("block", BLOCK)
    rows: list[str] = []
    for row, line in enumerate(puzzle):
        places = ""
        for column, cell in enumerate(line):
            content = cell.get("cell", 0) if isinstance(cell, dict) else cell
            letter: Any = cell.get("value") if isinstance(cell, dict) else None
            if not letter and solution is not None and row < len(solution) and column < len(solution[row]):
                solved = solution[row][column]
                letter = solved.get("value") if isinstance(solved, dict) else solved
            is_letter = isinstance(letter, str) and letter.isalpha()
            if is_letter and len(letter) > 1:
                message = f"the cell holds {letter[:20]!r}; satcross fills one letter a cell"
                raise PuzzleError(message, place=[f"row {row + 1}, column {column + 1}"], code=ErrorCode.IPUZ)
            places += BLOCK if content is None or content == block else letter if is_letter else OPEN
        rows.append(places)
    return rows, data


def write_ipuz(rows: Sequence[str], document: dict[str, Any] | None = None, title: str = "", author: str = "") -> str:
    """Return filled (or partly filled) `rows` as an `.ipuz` text.

    Args:
        document: The document of the template, if that was `.ipuz`; everything in it except the solution stays.
    """
    grid = grid_of(rows)
    if document is None:
        cell_of = {place: cell for cell, place in enumerate(grid.places)}
        document = {"version": VERSION, "kind": [KIND]}
        document |= {key: text for key, text in (("title", title), ("author", author)) if text}
        document["dimensions"] = {"width": len(rows[0]), "height": len(rows)}
        document["puzzle"] = [
            [
                BLOCK if letter == BLOCK else grid.numbers.get(cell_of[row, column], 0)
                for column, letter in enumerate(text, 1)
            ]
            for row, text in enumerate(rows, 1)
        ]
        document["clues"] = {
            direction.capitalize(): [[slot.number, ""] for slot in grid.slots if slot.direction == direction]
            for direction in ("across", "down")
        }
    puzzle = document["puzzle"]
    block = document.get("block", BLOCK)
    document = {key: value for key, value in document.items() if key != "solution"}
    document["solution"] = [
        [
            (None if puzzle[row][column] is None else block) if letter == BLOCK else 0 if letter == OPEN else letter
            for column, letter in enumerate(text)
        ]
        for row, text in enumerate(rows)
    ]
    return printable_json(document, indent=1) + "\n"


def _object_in(text: str) -> str:
    """Return the JSON object in `text`, which may be the argument of a function call, as in files for browsers.

    What comes before it is replaced by spaces, so that every letter stays on its line and in its column.
    """
    start, end = max(0, text.find("{")), text.rfind("}") + 1
    before = "".join(letter if letter == "\n" else " " for letter in text[:start])
    return before + text[start : end or None]


def _is_grid(value: object) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(row, list) and row and len(row) == len(value[0]) for row in value)
    )
