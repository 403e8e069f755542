"""The result of reading a file: its puzzles, and the place of each clue in the file.

A *path* is the sequence of keys and indices that leads to a value of a file, such as `("clues", "rows", 2)`; a format
without keys uses separate paths that its `line_numbers` understands.  A `Puzzle` knows nothing of files.  Therefore
`explain` (`satcross.puzzle.files`) adds file and line to errors that occur later, when the clues are parsed.

Solutions are read here too, as the files of several programs have them: letters row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeAlias

from satcross.base.records import NamedTuple
from satcross.errors import ErrorCode, PuzzleError, Span
from satcross.puzzle import Puzzle

if TYPE_CHECKING:
    from satcross.puzzle.wordlists import WordList

Path: TypeAlias = tuple[str | int, ...]
MOST_TOKENS: Final = 1_000_000  # whose lines are numbered; errors about later ones have no line number
MOST_BYTES: Final = 5_000_000  # of a puzzle file: 2,000 puzzles take 3 MB, and a slot list of 200,000 cells 4 MB
MOST_PUZZLES: Final = 10_000  # of one file
DEEPEST: Final = 9  # the most parts of a path to anything in a puzzle
SHOWN: Final = 40  # the most letters of a value that a message quotes


class Entry(NamedTuple):
    """One puzzle of a file.

    Attributes:
        name: The name of the puzzle in the file, by which it can be chosen; may be empty.
        identity: The id of the puzzle in the file, by which it can be chosen; may be empty.
        paths: For each line of the puzzle, the paths of its clues.
        reading: How a text in no known format was read, in one line; "" for files in a known format.
    """

    puzzle: Puzzle
    name: str = ""
    identity: str = ""
    paths: tuple[tuple[Path, ...], ...] = ()
    reading: str = ""


WordSource: TypeAlias = "str | Callable[[str], WordList]"
"""Where word lists are to which a puzzle refers: their folder, or the function that returns the list of a name."""


class Source(NamedTuple):
    """A file that has been read: its name in messages, its format, its text, its puzzles.

    Attributes:
        text: The text, with a line feed at the end of each line, whatever the file has.
        newline: What ends each line of the file.
    """

    name: str
    format: str
    text: str
    entries: tuple[Entry, ...]
    newline: str = "\n"

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        return tuple(entry.puzzle for entry in self.entries)


class KeyedError(PuzzleError):
    """An error about the value at `path` of a file; its line is looked up later."""

    def __init__(
        self,
        message: str,
        path: Path,
        *,  # the parameters of `SatcrossError`
        place: Sequence[str] = (),
        text: str | None = None,
        span: Span | None = None,
        hint: str | None = None,
        code: ErrorCode | None = None,
    ) -> None:
        super().__init__(message, place=place, text=text, span=span, hint=hint, code=code)
        self.path: Final = path


def keyed(make: Callable[[], Puzzle], path_of: Callable[[tuple[str, ...]], Path]) -> Puzzle:
    """Return `make()`.  A PuzzleError becomes a KeyedError with the path that `path_of` returns for its place."""
    try:
        return make()
    except PuzzleError as error:
        path = path_of(error.place)
        raise error.replace(place=()).convert(partial(KeyedError, path=path)) from error


def key_text(path: Path) -> str:
    """Return `path` as messages show it; entries of lists are counted from 1.

    >>> key_text(("clues", "rows", 2))
    'clues.rows 3'
    """
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f" {part + 1}" if text else f"entry {part + 1}"
        else:
            text += f".{part}" if text else part
    return text


def kind_of(value: object) -> str:
    """Return what messages call the type of `value`, which comes from JSON or TOML."""
    names = {
        str: "a string",
        bool: "true or false",
        int: "a number",
        float: "a number",
        list: "a list",
        dict: "a table",
    }
    return "null" if value is None else names.get(type(value), f"a {type(value).__name__}")


def shown(value: object) -> str:
    """Return `value` as messages quote it: a short string or number as it is, anything else by its type.

    >>> shown("x"), shown(-3), shown(10**9999), shown([[[]]])
    ("'x'", '-3', 'a number of about 9999 digits', 'a list')
    """
    if isinstance(value, str):
        return repr(value if len(value) <= SHOWN else value[:SHOWN] + "...")
    if isinstance(value, int) and value.bit_length() > 256:
        return f"a number of about {int(value.bit_length() * 0.30103)} digits"
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, int | float) else kind_of(value)


def expected_letters(puzzle: Puzzle, solution: object) -> tuple[str, ...] | None:
    """Return the letters of `solution` in the order of the cells; None unless it has one letter for each cell.

    It may be a string (the rows with blanks, line ends or nothing between them), or lists or objects of strings, nested
    up to three levels deep, in the order of the rows.  Null and the empty string are places without a cell.
    """
    wanted = len(puzzle.cells)
    letters = tuple(islice(_letters(solution, wanted, 3), wanted + 1))
    return letters if len(letters) == len(puzzle.cells) else None


def _letters(solution: object, wanted: int, depth: int) -> Iterator[str]:
    if isinstance(solution, str):
        yield from solution if len(solution) in (1, wanted) else "".join(solution.split())
    elif isinstance(solution, list | dict) and depth:
        for part in solution.values() if isinstance(solution, dict) else solution:
            yield from _letters(part, wanted, depth - 1)


class InexpressibleError(PuzzleError):
    """A feature of the puzzle that a format cannot express."""

    def __init__(self, format: str, feature: str, place: Sequence[str] = (), hint: str | None = None) -> None:
        hint = hint or "the formats toml and json can express it"
        super().__init__(f"{format} cannot express {feature}", place=place, hint=hint, code="inexpressible")
