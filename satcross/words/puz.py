"""Word crosswords as Across Lite's `.puz` files.  The package puzpy reads and writes them; it is an extra."""

from __future__ import annotations

import struct
from typing import Any, Final

from satcross.base.extras import missing_extra
from satcross.errors import ErrorCode, OptionError, PuzzleError
from satcross.words.rows import checked_rows
from satcross.words.template import BLOCK, DOWN, OPEN, PUBLISHED_TEXTS, Slot, Template

_MARK: Final = b"ACROSS&DOWN\0"  # what every `.puz` file has after its first two bytes
_BLOCKS: Final = ".:"  # the second in diagramless crosswords
_UNICODE_VERSION: Final = b"2.0"  # texts of older files are Latin-1
_NORMAL: Final = 0  # the state of a solution that is not locked


def is_puz(data: bytes) -> bool:
    """Return whether `data` is the content of a `.puz` file."""
    return data[2:].startswith(_MARK)


def check_puz_extra() -> None:
    """Raise MissingError if the extra for `.puz` files is not installed."""
    _puzpy("writing .puz needs puzpy, which is not installed")


def read_puz(data: bytes) -> Template:
    """Return the crossword of a `.puz` file, which keeps its content; the letters of the solution are given letters.

    A solution that is locked stays closed: its cells are open.

    Raises:
        PuzzleError: For a malformed file.
        MissingError: Where the extra is not installed.
    """
    puz = _puzpy("reading .puz needs puzpy, which is not installed")
    try:
        file = puz.load(data)
        width, height = int(file.width), int(file.height)
        solution = str(file.solution)
    except (puz.PuzzleFormatError, ValueError, IndexError, UnicodeError, struct.error) as error:
        raise PuzzleError(f"this .puz file cannot be read: {error}", code=ErrorCode.FORMAT) from None
    if not width or len(solution) != width * height:
        raise PuzzleError("this .puz file does not have one letter for each cell", code=ErrorCode.FORMAT)
    is_locked = file.is_solution_locked()
    places = [
        BLOCK if letter in _BLOCKS else letter if letter.isalpha() and not is_locked else OPEN for letter in solution
    ]
    rows = ["".join(places[start : start + width]) for start in range(0, len(places), width)]
    texts = {key: str(getattr(file, key)) for key in PUBLISHED_TEXTS}
    template = Template(checked_rows(rows), "dense", puz=data, **texts)  # type: ignore[arg-type]
    slots = _slots(template)
    clues = map(str, file.clues) if len(file.clues) == len(slots) else ()
    return template._replace(texts={slot.name: clue for slot, clue in zip(slots, clues, strict=False) if clue})


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
        file.extensions = {}  # they are about the cells of the old grid
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
