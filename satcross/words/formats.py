"""Word crosswords as `.ipuz` files.

`.ipuz` (version 2, http://ipuz.org) is JSON.  The package puzpy, an extra, reads and writes `.puz`.  Of a file that is
read and written again, everything stays but for what has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from satcross.base.printable_json import printable_json
from satcross.errors import ErrorCode, PuzzleError
from satcross.puzzle.files import json_format
from satcross.words.template import (
    ACROSS,
    BLOCK,
    CIRCLE,
    DOWN,
    OPEN,
    PUBLISHED_TEXTS,
    SHADED,
    Grid,
    Place,
    Template,
    check_marks,
    checked_rows,
)

VERSION: Final = "http://ipuz.org/v2"
KIND: Final = "http://ipuz.org/crossword#1"


def read_ipuz(text: str) -> Template:
    """Return the template in an `.ipuz` text; it keeps the whole document.

    The letters of `value` entries and of `solution` are given letters.

    Raises:
        PuzzleError: For a text that is not JSON or not a crossword, rows of unequal length, or several letters in a
            cell.
    """
    data = json_format.parse(_object_in(text))
    kinds = data.get("kind", [])
    if not isinstance(kinds, list) or not any(isinstance(kind, str) and "crossword" in kind for kind in kinds):
        raise PuzzleError("this is not an ipuz crossword", hint=f'a crossword has "kind": ["{KIND}"]', code="ipuz")
    puzzle: Any = data.get("puzzle")
    solution: Any = data.get("solution")
    if not _is_grid(puzzle) or not (solution is None or _is_grid(solution)):
        raise PuzzleError(
            "the grid is not a list of equally long rows", hint='write "puzzle": [[...], ...]', code="ipuz"
        )
    block = data.get("block", BLOCK)
    rows: list[str] = []
    for row, line in enumerate(puzzle, 1):
        places = ""
        for column, cell in enumerate(line, 1):
            given: Any = cell.get("value") if isinstance(cell, dict) else None
            if not given and solution is not None and row <= len(solution) and column <= len(solution[row - 1]):
                given = solution[row - 1][column - 1]
            is_block = _label(cell) in (None, block)
            places += BLOCK if is_block else letter_named(given, data.get("empty"), (row, column), "ipuz")
        rows.append(places)
    details = {key: data[key] for key in PUBLISHED_TEXTS if isinstance(data.get(key), str)}
    template = Template(checked_rows(rows), "dense", ipuz=data, marks=tuple(_marks(data)), **details)
    texts, others = _texts(data, template.grid)
    return template._replace(texts=texts, other_clues=others)


_EMPTY: Final = (None, 0, "", "0", "-", "_", ".", " ")
"""What stands for a cell without a letter."""


def letter_named(value: Any, empty: object, at: Place, code: ErrorCode) -> str:
    """Return the letter of a cell; `OPEN` if it has none.

    Args:
        empty: What else stands for a cell without a letter.

    Raises:
        PuzzleError: For a cell that holds anything but one letter.
    """
    if isinstance(value, dict) and not value.keys() - {"value", "style"}:
        value = value.get("value")
    if value in _EMPTY or (empty is not None and value == empty):
        return OPEN
    if isinstance(value, str) and value.isalpha() and len(value) == 1:
        return value
    shown = repr(value)
    raise PuzzleError(
        f"the cell holds {shown if len(shown) < 24 else shown[:20] + '...'}; satcross fills one letter a cell",
        place=["row {}, column {}".format(*at)],
        code=code,
    )


def _marks(document: Mapping[str, Any]) -> Iterator[tuple[Place, str]]:
    """Yield the marks of the cells.  Raises PuzzleError for bars: words would run across them."""
    styles = document.get("styles")
    named: Mapping[str, Any] = styles if isinstance(styles, dict) else {}
    for row, line in enumerate(document["puzzle"], 1):
        for column, cell in enumerate(line, 1):
            style = cell.get("style") if isinstance(cell, dict) else None
            yield from _marks_of(style, named, (row, column))
    zones = document.get("zones")
    for zone in zones if isinstance(zones, list) else ():
        if isinstance(zone, dict):
            yield from _marks_of(zone.get("style"), named, _first_cell(zone))


def _first_cell(zone: Mapping[str, Any]) -> Place:
    """Return a cell of a zone, which has a rectangle or cells; their columns and rows count from 0."""
    cells = zone.get("cells")
    for corner in (zone.get("rect"), *(cells if isinstance(cells, list) else ())):
        if isinstance(corner, list) and len(corner) > 1 and all(isinstance(each, int) for each in corner[:2]):
            return corner[1] + 1, corner[0] + 1
    return 1, 1


def _marks_of(style: object, named: Mapping[str, Any], at: Place) -> Iterator[tuple[Place, str]]:
    """Yield the marks that `style`, the name of one or an object, gives to a cell."""
    if isinstance(style, str):
        style = named.get(style, {"named": style})
    for key, value in style.items() if isinstance(style, dict) else ():
        if key == "barred" and value:
            raise PuzzleError(
                f"the cell has bars ({value}), and satcross separates words by blocks only",
                place=["row {}, column {}".format(*at)],
                code="ipuz",
            )
        if value not in (None, False, ""):
            words = {("shapebg", "circle"): CIRCLE, ("highlight", "True"): SHADED}.get((key, str(value)))
            yield at, words or f"{key} {value}"


def _label(cell: object) -> object:
    """Return the number of a cell of `puzzle`, 0 if it has none, or what makes it a block."""
    return cell.get("cell", 0) if isinstance(cell, dict) else cell


def _slot_names(document: Mapping[str, Any], grid: Grid) -> dict[tuple[str, str], str]:
    """Return the name of each slot by its direction and the number that the document gives it."""
    names = {}
    for slot in grid.slots:
        row, column = grid.places[slot.cells[0]]
        names[slot.direction, str(_label(document["puzzle"][row - 1][column - 1]))] = slot.name
    return names


def _direction(heading: str) -> str:
    """Return the direction that a heading such as "Across:Horizontal" stands for."""
    return heading.partition(":")[0].strip().lower()


def _entry(entry: object) -> tuple[str, str] | None:
    """Return the number and the text of an entry of the clues; None: it has no number, or is not for one slot."""
    number: object
    text: object
    if isinstance(entry, dict):
        number, text = entry.get("number"), entry.get("clue", "")
    elif isinstance(entry, list) and len(entry) == 2:
        number, text = entry
    else:
        return None
    return (str(number), text) if isinstance(number, int | str) and isinstance(text, str) else None


def _texts(document: Mapping[str, Any], grid: Grid) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the text of the clue of each slot, by the slot's name; and the clues that belong to no slot."""
    clues = document.get("clues")
    names = _slot_names(document, grid)
    texts, others = {}, []
    for heading, entries in clues.items() if isinstance(clues, dict) else ():
        for entry in entries if isinstance(entries, list) else ():
            read = _entry(entry)
            if read is None and isinstance(entry, int):
                continue  # the number of a slot, and nothing about it
            number, text = read or ("", entry if isinstance(entry, str) else "a clue of another form")
            name = names.get((_direction(heading), number))
            if name and text:
                texts[name] = text
            elif text:
                others.append(" ".join(filter(None, (heading.partition(":")[0], number, text))))
    return texts, tuple(others)


def write_ipuz(crossword: Template) -> str:
    """Return a filled (or partly filled) crossword as an `.ipuz` text.

    If it was `.ipuz`, everything in its document stays, but for what has changed: letters, titles and clues.
    """
    if crossword.ipuz is None or not _has_blocks_of(crossword.ipuz, crossword.rows):
        document = _fresh(crossword)
    else:
        document = {**crossword.ipuz}
        for key in PUBLISHED_TEXTS:
            if getattr(crossword, key) != (document.get(key) or ""):
                document[key] = getattr(crossword, key)
        if crossword.texts != _texts(document, crossword.grid)[0]:
            document["clues"] = _changed_clues(document, crossword)
    solution = document.pop("solution", None)
    document["solution"] = [
        [_solved(document, solution, row, column, letter) for column, letter in enumerate(text)]
        for row, text in enumerate(crossword.rows)
    ]
    return printable_json(document, indent=1) + "\n"


def _has_blocks_of(document: Mapping[str, Any], rows: Sequence[str]) -> bool:
    """Return whether the grid of the document has its blocks where `rows` have them."""
    block = document.get("block", BLOCK)
    blocks = [[_label(cell) in (None, block) for cell in line] for line in document["puzzle"]]
    return blocks == [[letter == BLOCK for letter in text] for text in rows]


def _fresh(crossword: Template) -> dict[str, Any]:
    """Return the document of a crossword without its solution; of an older document, what is not about the grid."""
    rows, grid = crossword.rows, crossword.grid
    cell_of = {place: cell for cell, place in enumerate(grid.places)}
    document: dict[str, Any] = {"version": VERSION, "kind": [KIND]}
    if crossword.ipuz is not None:
        document = {key: value for key, value in crossword.ipuz.items() if key not in ("saved", "solution", "block")}
    document |= {key: getattr(crossword, key) for key in PUBLISHED_TEXTS if getattr(crossword, key)}
    document["dimensions"] = {"width": len(rows[0]), "height": len(rows)}
    styles = _kept_styles(crossword)
    document["puzzle"] = [
        [
            BLOCK if letter == BLOCK else _styled(grid.numbers.get(cell_of[row, column], 0), styles.get((row, column)))
            for column, letter in enumerate(text, 1)
        ]
        for row, text in enumerate(rows, 1)
    ]
    document["clues"] = {
        direction.capitalize(): [
            [slot.number, crossword.texts.get(slot.name, "")] for slot in grid.slots if slot.direction == direction
        ]
        for direction in (ACROSS, DOWN)
    }
    return document


def _kept_styles(crossword: Template) -> dict[Place, object]:
    """Return the style of each cell that has one, as an older document writes it if there is one."""
    if crossword.ipuz is not None:
        return {
            (row, column): cell["style"]
            for row, line in enumerate(crossword.ipuz["puzzle"], 1)
            for column, cell in enumerate(line, 1)
            if isinstance(cell, dict) and cell.get("style")
        }
    check_marks(crossword, "a new .ipuz file", (CIRCLE, SHADED))
    styles: dict[Place, dict[str, object]] = {}
    for place, mark in crossword.marks:
        styles.setdefault(place, {}).update({"shapebg": "circle"} if mark == CIRCLE else {"highlight": True})
    return dict(styles)


def _styled(number: int, style: object) -> object:
    return number if style is None else {"cell": number, "style": style}


def _changed_clues(document: Mapping[str, Any], crossword: Template) -> dict[str, Any]:
    """Return the clues of the document with the texts of the crossword; what else an entry says stays."""
    names = _slot_names(document, crossword.grid)
    number_of = {name: number for (_, number), name in names.items()}
    old = document.get("clues")
    clues: dict[str, Any] = {key: list(value) for key, value in old.items()} if isinstance(old, dict) else {}
    left = dict.fromkeys(slot.name for slot in crossword.grid.slots)
    for heading, entries in clues.items():
        for place, entry in enumerate(entries):
            read = _entry(entry)
            name = read and names.get((_direction(heading), read[0]))
            if name:
                left.pop(name, None)
                text = crossword.texts.get(name, "")
                entries[place] = {**entry, "clue": text} if isinstance(entry, dict) else [entry[0], text]
    heading_of = {_direction(heading): heading for heading in clues}
    for name in left:
        if crossword.texts.get(name):
            direction = name.rpartition(" ")[2]
            number = number_of[name]
            entries = clues.setdefault(heading_of.get(direction, direction.capitalize()), [])
            entries.append([int(number) if number.isdecimal() else number, crossword.texts[name]])
    return clues


def _solved(document: Mapping[str, Any], solution: Any, row: int, column: int, letter: str) -> object:
    """Return the entry of a place in the solution; what the old entry says besides the letter stays."""
    try:
        old = solution[row][column]
    except (IndexError, TypeError):
        old = None
    if letter == BLOCK:
        is_missing = _label(document["puzzle"][row][column]) is None
        return None if is_missing else document.get("block", BLOCK)
    entry = 0 if letter == OPEN else letter
    return {**old, "value": entry} if isinstance(old, dict) else entry


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
