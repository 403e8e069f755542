"""Word crosswords as files of Across Lite: `.puz`."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, Final

from satcross.base.extras import missing_extra
from satcross.base.wording import counted
from satcross.errors import Field, OptionError, PuzzleError, naming
from satcross.words.formats import letter_named
from satcross.words.template import (
    BLOCK,
    CIRCLE,
    DOWN,
    OPEN,
    PUBLISHED_TEXTS,
    Place,
    Slot,
    Template,
    check_marks,
    checked_rows,
)

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
        BLOCK if letter in _BLOCKS else OPEN if is_hidden else letter_named(letter, None, at, "format")
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
            letter_named(text_of.get(str(number - 1), "?"), None, at, "format")


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
