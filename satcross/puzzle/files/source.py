"""What reading a file gives: puzzles, and where in the file each of their clues stands.

A *path* leads to a value of a file as keys and indices do (`("clues", "rows", 2)`); formats without keys use
whatever their `line_numbers` understands.  `Puzzle` itself knows nothing of files, so errors that turn up later, when
clues are parsed, are given their file and line by `locate`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias, TypeVar

from satcross.errors import ErrorCode, ManyErrors, PuzzleError, SatcrossError, Span
from satcross.model import Puzzle

Path: TypeAlias = tuple[str | int, ...]
MOST_TOKENS: Final = 1_000_000  # of a file whose lines are numbered: what comes after them is told without its line
DEEPEST: Final = 9  # parts of a path that leads to something of a puzzle
SHOWN: Final = 40  # letters of a value in a sentence

Error = TypeVar("Error", bound=SatcrossError)


class Entry(NamedTuple):
    """One puzzle of a file.

    name, identity  what the file calls it, for choosing one of many; may be empty
    paths           for each line of the puzzle, for each of its clues: where that clue stands
    """

    puzzle: Puzzle
    name: str = ""
    identity: str = ""
    paths: tuple[tuple[Path, ...], ...] = ()


class Source(NamedTuple):
    """A file that has been read: its name for people, its format, its text, its puzzles."""

    name: str
    format: str
    text: str
    entries: tuple[Entry, ...]

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        return tuple(entry.puzzle for entry in self.entries)


class KeyedError(PuzzleError):
    """An error about the value at `path` of a file whose line is not known yet."""

    def __init__(
        self,
        message: str,
        path: Path,
        *,
        place: Sequence[str] = (),
        text: str | None = None,
        span: Span | None = None,
        hint: str | None = None,
        code: ErrorCode | None = None,
    ) -> None:
        super().__init__(message, place=place, text=text, span=span, hint=hint, code=code)
        self.path: Final = path


def keyed(make: Callable[[], Puzzle], path_of: Callable[[tuple[str, ...]], Path]) -> Puzzle:
    """Return `make()`; a PuzzleError of it is raised again with the path that `path_of` finds for its place."""
    try:
        return make()
    except PuzzleError as error:
        path = path_of(error.place)
        raise error.replace(place=()).convert(partial(KeyedError, path=path)) from error


def key_text(path: Path) -> str:
    """Return `path` for people; entries of lists count from 1.

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
    """Return what `value`, as JSON and TOML have it, is called in a sentence."""
    names = {str: "a text", bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "a table"}
    return "nothing" if value is None else names.get(type(value), f"a {type(value).__name__}")


def shown(value: object) -> str:
    """Return `value` as a sentence quotes it: a short text or number as it is, anything else by its kind.

    >>> shown("x"), shown(-3), shown(10**9999), shown([[[]]])
    ("'x'", '-3', 'a number of 9999 digits or so', 'a list')
    """
    if isinstance(value, str):
        return repr(value if len(value) <= SHOWN else value[:SHOWN] + "...")
    if isinstance(value, int) and value.bit_length() > 256:
        return f"a number of {int(value.bit_length() * 0.30103)} digits or so"
    return repr(value) if isinstance(value, int | float | None) else kind_of(value)


def line_of(line_numbers: Mapping[Path, int], path: Path) -> int | None:
    """Return the line of `path`, or of the innermost thing around it that has one."""
    for end in range(len(path), 0, -1):
        if path[:end] in line_numbers:
            return line_numbers[path[:end]]
    return None


def locate(source: Source, number: int, error: Error, line_numbers: Callable[[str], Mapping[Path, int]]) -> Error:
    """Return `error`, raised for puzzle `number` (from 0) of `source`, its place now beginning with file and line.

    The place it came with starts with a line's name and `clue 1`, `clue 2`, ...; any other gets the file's name only.
    """
    if isinstance(error, ManyErrors):
        return error.each(lambda each: locate(source, number, each, line_numbers))
    entry = source.entries[number]
    file = source.name
    path = _clue_path(entry, error.place)
    if path is not None:
        line = line_of(line_numbers(source.text), path)
        file = file if line is None else f"{file}:{line}"
    return error.at(file, *([f"puzzle {entry.name or number + 1}"] if len(source.entries) > 1 else []))


def _clue_path(entry: Entry, place: tuple[str, ...]) -> Path | None:
    for line, paths in zip(entry.puzzle.lines, entry.paths, strict=False):
        if place and line.name == place[0] and paths:
            word, _, clue = place[1].partition(" ") if len(place) > 1 else ("", "", "")
            number = int(clue) if word == "clue" and clue.isdecimal() else 1
            return paths[min(number, len(paths)) - 1]
    return None
