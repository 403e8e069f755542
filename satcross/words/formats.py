"""Word crosswords as files of other programs: `.ipuz`, and Across Lite's `.puz`.

`.ipuz` (version 2, http://ipuz.org) is JSON.  The package puzpy, an extra, reads and writes `.puz`.  Of a file that is
read and written again, everything stays but for what has changed.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from satcross.base.extras import missing_extra
from satcross.base.printable_json import printable_json
from satcross.base.wording import counted
from satcross.errors import ErrorCode, Field, OptionError, PuzzleError, naming
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
    Slot,
    Template,
    check_marks,
    checked_rows,
)

VERSION: Final = "http://ipuz.org/v2"
KIND: Final = "http://ipuz.org/crossword#1"


def read_ipuz(text: str) -> Template:
    """Return the template in an `.ipuz` text; it keeps the whole document.

    The letters of `value` entries and those of `solution` are given letters.

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
            places += BLOCK if is_block else _letter(given, data.get("empty"), (row, column), "ipuz")
        rows.append(places)
    details = {key: data[key] for key in PUBLISHED_TEXTS if isinstance(data.get(key), str)}
    template = Template(checked_rows(rows), "dense", ipuz=data, marks=tuple(_marks(data)), **details)
    texts, others = _texts(data, template.grid)
    return template._replace(texts=texts, other_clues=others)


_EMPTY: Final = (None, 0, "", "0", "-", "_", ".", " ")
"""What stands for a cell without a letter."""


def _letter(value: Any, empty: object, at: Place, code: ErrorCode) -> str:
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
    """Return the number and the text of an entry of the clues; None: it has no number, or is no text for one slot."""
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
    """Return what people read as the clue of each slot, by the slot's name; and the clues that belong to no slot."""
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


# -- .puz


_MARK: Final = b"ACROSS&DOWN\0"  # what every `.puz` file has after its first two bytes
_BLOCKS: Final = ".:"  # the second in diagramless crosswords
_MARKUP: Final = b"GEXT"  # the extension with a byte for each cell: whether it has a circle
_REBUS: Final = b"GRBS"  # the extension with a byte for each cell: which text of several letters it holds
_REBUS_TABLE: Final = b"RTBL"  # the extension with these texts
_CIRCLED: Final = 0x80  # in the markup of a cell
_NOT_PROVIDED: Final = 2  # the state of a solution that is not in the file
_UNICODE_VERSION: Final = b"2.0"  # texts of older files are Latin-1
_KEY_DIGITS: Final = 4  # of what unlocks a solution
_NORMAL: Final = 0  # the state of a solution that is not locked


def is_puz(data: bytes) -> bool:
    """Return whether `data` is the content of a `.puz` file."""
    return data[2:].startswith(_MARK)


def check_puz_extra() -> None:
    """Raise MissingError if the extra for `.puz` files is not installed."""
    _puzpy("writing .puz needs puzpy, which is not installed")


def read_puz(data: bytes, key: str | None = None) -> Template:
    """Return the crossword of a `.puz` file, which keeps its content; the letters of the solution are given letters.

    The cells of a solution that stays locked are open, and the template says that it is locked.

    Args:
        key: The four digits that unlock the solution.

    Raises:
        PuzzleError: For a malformed file, and for cells of several letters.
        OptionError: For a key that does not unlock the solution, or a solution that is not locked.
        MissingError: Where the extra is not installed.
    """
    puz = _puzpy("reading .puz needs puzpy, which is not installed")
    file = _loaded(puz, data)
    if key is not None:
        _unlock(file, key)
        data = file.tobytes()
    solution, width = str(file.solution), int(file.width)
    is_locked = file.is_solution_locked()
    is_hidden = is_locked or file.solution_state == _NOT_PROVIDED
    where = [(cell // width + 1, cell % width + 1) for cell in range(len(solution))]
    _check_rebus(file, where)
    places = [
        BLOCK if letter in _BLOCKS else OPEN if is_hidden else _letter(letter, None, at, "format")
        for letter, at in zip(solution, where, strict=True)
    ]
    markup = file.extensions.get(_MARKUP, b"")
    marks = tuple([(at, CIRCLE) for at, bits in zip(where, markup, strict=False) if bits & _CIRCLED])
    rows = ["".join(places[start : start + width]) for start in range(0, len(places), width)]
    texts = {key: str(getattr(file, key)) for key in PUBLISHED_TEXTS}
    template = Template(checked_rows(rows), "dense", puz=data, marks=marks, is_locked=is_locked, **texts)  # type: ignore[arg-type]
    slots = _slots(template)
    if len(file.clues) not in (0, len(slots)):
        message = f"this .puz file has {counted(len(file.clues), 'clue')} for {counted(len(slots), 'slot')}"
        raise PuzzleError(message, code="format")
    clues = map(str, file.clues)
    return template._replace(texts={slot.name: clue for slot, clue in zip(slots, clues, strict=False) if clue})


def _loaded(puz: Any, data: bytes) -> Any:
    """Return the file that the module puz reads.  Raises PuzzleError for a malformed one."""
    try:
        file = puz.load(data)
        cells, letters = int(file.width) * int(file.height), len(str(file.solution))
    except (puz.PuzzleFormatError, ValueError, IndexError, UnicodeError, struct.error) as error:
        raise PuzzleError(f"this .puz file cannot be read: {error}", code="format") from None
    if not cells or letters != cells:
        raise PuzzleError("this .puz file does not have one letter for each cell", code="format")
    return file


def _unlock(file: Any, key: str) -> None:
    """Unlock the solution of a file.  Raises OptionError if it is not locked, or by another key."""
    if not file.is_solution_locked():
        raise OptionError("the solution of this file is not locked", hint=naming("leave out {}", Field("unlock")))
    is_key = key.isascii() and key.isdecimal() and len(key) == _KEY_DIGITS
    if not (is_key and file.unlock_solution(int(key))):
        raise OptionError(f"{key!r} does not unlock the solution", hint="a key has four digits")


def _check_rebus(file: Any, where: Sequence[Place]) -> None:
    """Raise PuzzleError for a cell of several letters (a rebus square)."""
    table = str(file.extensions.get(_REBUS_TABLE, b""), "latin-1").split(";")
    text_of = {number.strip(): text for number, _, text in (entry.partition(":") for entry in table)}
    for at, number in zip(where, file.extensions.get(_REBUS, b""), strict=False):
        if number:
            _letter(text_of.get(str(number - 1), "?"), None, at, "format")


def write_puz(crossword: Template) -> bytes:
    """Return a crossword as the content of a `.puz` file.

    If it was one, everything in that file stays, but for what has changed: letters, titles and clues.

    Raises:
        OptionError: If a cell is open, or holds anything but A to Z.
        MissingError: Where the extra is not installed.
    """
    puz = _puzpy("writing .puz needs puzpy, which is not installed")
    file: Any = puz.Puzzle() if crossword.puz is None else puz.load(crossword.puz)
    solution = "".join(crossword.rows)
    if file.is_solution_locked() and not set(solution) - {BLOCK, OPEN}:
        solution = "".join([BLOCK if letter in _BLOCKS else letter for letter in file.solution])
    if OPEN in solution:
        raise OptionError("a .puz file cannot hold open cells", hint="write the partial fill as .ipuz")
    if not solution.isascii():
        raise OptionError("a .puz file can hold only the letters A to Z", hint="write it as .ipuz")
    old_places = [BLOCK if letter in _BLOCKS else letter for letter in file.solution]
    if [letter == BLOCK for letter in old_places] != [letter == BLOCK for letter in solution]:
        file.height, file.width = len(crossword.rows), len(crossword.rows[0])
        file.solution = solution.replace(BLOCK, ".")
        file.fill = "".join(["." if letter == BLOCK else "-" for letter in solution])
        file.extensions = _markup(crossword)  # the others are about the cells of the old grid
    elif old_places != list(solution):
        file.solution = "".join(
            [old if letter == BLOCK else letter for old, letter in zip(file.solution, solution, strict=True)]
        )
    if file.is_solution_locked() and old_places != list(solution):
        file.solution_state, file.scrambled_cksum = _NORMAL, 0
    for key in PUBLISHED_TEXTS:
        setattr(file, key, getattr(crossword, key))
    slots = _slots(crossword)
    if len(file.clues) == len(slots) or crossword.texts or crossword.puz is None:
        file.clues = [crossword.texts.get(slot.name, "") for slot in slots]
    if not _is_encodable([file.title, file.author, file.copyright, file.notes, *file.clues], file.encoding):
        file.version, file.fileversion, file.encoding = _UNICODE_VERSION, _UNICODE_VERSION + b"\0", "UTF-8"
    data: bytes = file.tobytes()
    return data


def _markup(crossword: Template) -> dict[bytes, bytes]:
    """Return the extension that holds the circles; none if there are none.  Raises OptionError for other marks."""
    check_marks(crossword, "a .puz file", (CIRCLE,))
    circled = {place for place, _ in crossword.marks}
    bits = [
        _CIRCLED * (letter != BLOCK and (row, column) in circled)
        for row, text in enumerate(crossword.rows, 1)
        for column, letter in enumerate(text, 1)
    ]
    return {_MARKUP: bytes(bits)} if any(bits) else {}


def _slots(crossword: Template) -> list[Slot]:
    """Return the slots in the order of a `.puz` file's clues: by number, across before down."""
    return sorted(crossword.grid.slots, key=lambda slot: (slot.number, slot.direction == DOWN))


def _is_encodable(texts: list[str], encoding: str) -> bool:
    try:
        for text in texts:
            text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _puzpy(missing: str) -> Any:
    """Return the module puz.  Raises MissingError, whose message is `missing`."""
    try:
        import puz
    except ImportError:
        raise missing_extra("puz", missing) from None
    return puz
