"""Reading and writing of puzzle files in all known formats.

Each format has a module of this package, which is imported when a file needs it:

    toml            satcross's own, for people      .toml
    json            satcross's own, for programs    .json
    regexcrossword  JSON of the website             .json: one puzzle, a list, or the whole file of challenges
    trux            text, line by line              .txt
    board           JSON of the hexagon player      .json, or a link with ?puzzle=
    hexregex        JSON                            .json
    slots           free-form JSON                  .json: for each slot, the names of its cells and a regex
    link            a link that holds the puzzle    an address with #puzzle=
    pasted          lists of clues in any layout    any other text

The formats hexregex, slots and pasted are only read.  A text in none of the others is read as a pasted one, unless the
name of its file ends in `.toml` or the text has a key that only satcross's own files have.

A file may also hold several puzzles in JSON formats, as a list or as an object with the list `puzzles`.

`open_source` returns all puzzles of a file, with the information that `explain` needs to add the line of the file to an
error; `choose` returns one of them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import IO, Any, Final, TypeVar

from satcross.base.reading import decode, read_bytes, shown_name
from satcross.base.wording import counted
from satcross.errors import (
    ClueName,
    Field,
    ManyErrors,
    OptionError,
    PuzzleError,
    SatcrossError,
    did_you_mean,
    naming,
    wrong_type,
)
from satcross.puzzle import Puzzle
from satcross.puzzle.files.source import (
    MOST_BYTES,
    Entry,
    KeyedError,
    Path,
    Source,
    WordSource,
    key_text,
)

Error = TypeVar("Error", bound=SatcrossError)

# The module of each format.  Each has, or has in its table `PROGRAMS`,
#
#     read(text, folder, force)   the puzzles of a text; for the JSON formats, of the parsed JSON
#     fits(data)                  whether parsed JSON looks like this format; JSON formats only
#     line_numbers(text)          the line of each path in a text; formats other than JSON only
#     write(puzzle)               the text of a puzzle; PuzzleError (`inexpressible`) names what cannot be expressed
MODULE_OF: Final = {
    "toml": "toml_format",
    "json": "json_format",
    "regexcrossword": "programs",
    "trux": "trux",
    "board": "programs",
    "hexregex": "programs",
    "slots": "programs",
    "link": "link",
    "pasted": "pasted",
}
JSON_FORMATS: Final = ("json", "regexcrossword", "hexregex", "board", "slots")
READABLE: Final = tuple(MODULE_OF)
WRITABLE: Final = tuple(name for name in MODULE_OF if name not in ("hexregex", "slots", "pasted"))
FORMAT_OF_ENDING: Final = {".toml": "toml", ".json": "json", ".txt": "trux"}
WORD_CROSSWORDS: Final = (".xd", ".ipuz", ".puz")
LINKS: Final = {"#puzzle=": "link", "?puzzle=": "board"}
"""The signs by which links are recognised, with the format of each."""


def open_source(
    path: str | os.PathLike[str], format: str | None = None, charset: str | None = None, *, force: bool = False
) -> Source:
    """Return all puzzles of the file `path`, with what `explain` needs.

    Args:
        path: `-` is standard input; a link with `#puzzle=` or `?puzzle=` contains the puzzle itself.
        format: One of `READABLE`; None: recognised by the content and the extension.
        charset: None: UTF-8 (Trux text may also be Latin-1).
        force: Accept puzzles of more than `shapes.CELLS` cells.

    Raises:
        SatcrossError: If the file cannot be read.
    """
    name = os.fspath(path)
    if any(sign in name for sign in LINKS) and not os.path.lexists(name):
        return read_source(os.fsencode(name), "<link>", format or _link_format(name), force=force)
    folder = os.path.dirname(name) if name != "-" else ""
    return read_source(
        read_bytes(name, MOST_BYTES, "puzzle file"), shown_name(name), format, charset, folder, force=force
    )


def read_source(
    data: bytes,
    name: str,
    format: str | None = None,
    charset: str | None = None,
    folder: WordSource = "",
    *,
    force: bool = False,
) -> Source:
    """Return all puzzles in the bytes of a file called `name`, with what `explain` needs.

    Args:
        folder: The folder of word lists, or the function that returns the word list of a name.

    The other arguments and the errors are the same as for `open_source`.
    """
    extension = os.path.splitext(name)[1].lower()
    _check_format(name, format, extension)
    ending = format or FORMAT_OF_ENDING.get(extension)
    _refuse_pictures(data, name)
    text = decode(data, name, charset, fallback="latin-1" if ending == "trux" else None)
    if not text.strip():
        raise PuzzleError("the file is empty", place=[name], code="empty")
    newline = "\r\n" if 0 < data.count(b"\r\n") == data.count(b"\n") else "\n"
    recognised = format or _format_of(text, ending)
    try:
        try:
            if recognised in JSON_FORMATS:
                return _read_json(name, text, format, folder, force)
            return Source(name, recognised, text, tuple(_module(recognised).read(text, folder, force=force)), newline)
        except SatcrossError as error:
            if format is not None or not _may_be_pasted(text, ending, recognised, error):
                raise
            return _read_pasted(name, text, newline, force, error)
    except SatcrossError as error:
        raise error if error.place[:1] == (name,) else _placed(error, name, text, recognised) from None


_BEGINNINGS: Final = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"RIFF": "a WebP picture or a sound",
    b"data:image/": "a picture written as text",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a Word or Excel document, or another zip archive",
    b"\xd0\xcf\x11\xe0": "an old Word or Excel document",
    b"{\\rtf": "a document in rich text (RTF)",
}
"""What files of other kinds begin with."""


def _refuse_pictures(data: bytes, name: str) -> None:
    """Raise PuzzleError (`binary`) if `data` is a picture or a document of an office program."""
    for beginning, what in _BEGINNINGS.items():
        if data.startswith(beginning):
            raise PuzzleError(
                f"this is {what}, and satcross reads text",
                place=[name],
                hint="copy the clues from it as text, or type them: one clue per line below Rows: and Columns:",
                code="binary",
            )


def _check_format(name: str, format: str | None, extension: str) -> None:
    """Raise OptionError for a format that cannot be read, or for the extension of a file of word crosswords."""
    if format is not None and format not in READABLE:
        raise OptionError(
            f"there is no input format {format!r}", hint=f"the formats are {', '.join(READABLE)}", code="format"
        )
    if format is None and extension in WORD_CROSSWORDS:
        raise OptionError(
            f"{extension} files are word crosswords, whose clues are not regular expressions",
            place=[name],
            hint="satcross play and satcross fill read them",
            code="format",
        )


def choose(source: Source, wanted: str | int | None = None) -> Entry:
    """Return the puzzle of `source` with this name, id or number from 1; None: the only puzzle.

    Raises:
        OptionError: Unless there is exactly one such puzzle (code `puzzle-choice`).
    """
    entries = source.entries
    if wanted is None:
        if len(entries) == 1:
            return entries[0]
        raise OptionError(
            f"the file has {counted(len(entries), 'puzzle')}",
            place=[source.name],
            hint=naming("choose one by its name, id or number ({}): {}", Field("puzzle"), _names_of_entries(entries)),
            code="puzzle-choice",
        )
    word = str(wanted)
    by_name = [entry for entry in entries if entry.name == word]
    by_identity = [entry for entry in entries if entry.identity == word]
    for matching in (by_name, by_identity):
        if len(matching) == 1:
            return matching[0]
        if matching:
            numbers = ", ".join(str(number) for number, entry in enumerate(entries, 1) if entry in matching)
            raise OptionError(
                f"{len(matching)} puzzles have the name {word!r}",
                place=[source.name],
                hint=f"choose one by its number: {numbers}",
                code="puzzle-choice",
            )
    if word.isdecimal() and len(word) < 19 and 1 <= int(word) <= len(entries):
        return entries[int(word) - 1]
    hint = did_you_mean(word, [entry.name for entry in entries])
    raise OptionError(
        f"there is no puzzle {word!r}",
        place=[source.name],
        hint=hint or f"the file has {counted(len(entries), 'puzzle')}: {_names_of_entries(entries)}",
        code="puzzle-choice",
    )


def _names_of_entries(entries: Sequence[Entry]) -> str:
    """Return the names of the first puzzles of a file, or their numbers where they have none."""
    names = ", ".join(entry.name or str(number) for number, entry in enumerate(entries[:5], 1))
    return names + (", ..." if len(entries) > 5 else "")


def explain(source: Source, number: int, error: Error) -> Error:
    """Return `error`, which puzzle `number` (from 0) of `source` has caused, with file and line added to its place.

    They are found by the line and the clue that its place names: ("row 3", "clue 1").
    """
    if isinstance(error, ManyErrors):
        return error.each(lambda each: explain(source, number, each))
    return error.replace(place=place_in(source, number, error.place))


def place_in(source: Source, number: int, place: tuple[str, ...]) -> tuple[str, ...]:
    """Return `place`, which is in puzzle `number` (from 0) of `source`, with file and line before it.

    The line is found if the place starts with the name of a line; the clue is the first one unless a `ClueName`
    follows.  Otherwise only the file is added.
    """
    entry = source.entries[number]
    path = _clue_path(entry, place)
    file = source.name if path is None else _file_and_line(source.name, source.text, source.format, path)
    return file, *([f"puzzle {entry.name or number + 1}"] if len(source.entries) > 1 else []), *place


def _clue_path(entry: Entry, place: tuple[str, ...]) -> Path | None:
    for line, paths in zip(entry.puzzle.lines, entry.paths, strict=False):
        if place and line.name == place[0] and paths:
            clue = place[1] if len(place) > 1 else ""
            number = clue.number if isinstance(clue, ClueName) else 1
            return paths[min(number, len(paths)) - 1]
    return None


def dumps(puzzle: Puzzle, format: str = "toml") -> str:
    """Return the text of a file with `puzzle`.

    Args:
        format: One of `WRITABLE`.

    >>> from satcross.puzzle.shapes import rectangle
    >>> print(dumps(rectangle(rows=["A|B"], columns=["A"]), "trux").splitlines()[0])
    shape = rectangular

    Raises:
        PuzzleError: If the format cannot express the puzzle (code `inexpressible`).
        OptionError: If there is no such format.
    """
    return to_text(puzzle, format)


def save(puzzle: Puzzle, path: str | os.PathLike[str] | IO[str] | IO[bytes], format: str | None = None) -> None:
    """Write `puzzle` to the file `path`, completely or not at all; or to a file that is open for writing.

    Args:
        path: The name of a file, or a file object: one for bytes gets UTF-8.
        format: One of `WRITABLE`; None: recognised by the extension, TOML for a file object without a name.

    Raises:
        PuzzleError: If the format cannot express the puzzle (code `inexpressible`).
        OptionError: If there is no such format.
        SatcrossError: If the file cannot be written.
    """
    if not isinstance(path, str | os.PathLike):
        _save_to(path, puzzle, format)
        return
    from satcross.base.writing import write_text

    write_text(path, to_text(puzzle, format or format_of_path(os.fspath(path))))


def _save_to(file: IO[Any], puzzle: Puzzle, format: str | None) -> None:
    """Write the puzzle to an open file; the other arguments and the errors are as for `save`."""
    from io import TextIOBase

    if not hasattr(file, "write"):
        raise wrong_type("path", file, "a string, a path or an open file")
    name = getattr(file, "name", None)
    text = to_text(puzzle, format or (format_of_path(name) if isinstance(name, str) else "toml"))
    file.write(text if isinstance(file, TextIOBase) or hasattr(file, "encoding") else text.encode())


def to_text(puzzle: Puzzle, format: str) -> str:
    """Return the text of `puzzle` in this format.  Raises what `save` raises."""
    check_writable(format)
    return str(_module(format).write(puzzle))


def left_out(puzzle: Puzzle, text: str, format: str) -> tuple[str, ...]:
    """Return in words what `puzzle` says, but not `text`, which is the puzzle in this format.

    Links hold no solutions, because players get them.

    >>> from satcross.puzzle.shapes import rectangle
    >>> puzzle = rectangle(rows=["A|B"], columns=["A"], author="Ada", notes="Easy.", colors={"A": "red"})
    >>> left_out(puzzle, dumps(puzzle, "regexcrossword"), "regexcrossword")
    ('the notes', 'the colours')
    """
    if format in ("toml", "json"):
        return ()
    (written,) = read_source(text.encode(), "the text", format, force=True).puzzles
    return tuple(
        words
        for field, words in _TEXTS.items()
        if getattr(puzzle, field) not in ("", (), getattr(written, field))
        and not (field == "expected" and format == "link")
    )


_TEXTS: Final = {
    "title": "the title",
    "author": "the author",
    "source": "the source",
    "notes": "the notes",
    "licence": "the licence",
    "answer": "the answer",
    "colors": "the colours",
    "expected": "the solutions",
}
"""What a format may have no place for although it can express the puzzle."""


def check_writable(format: str) -> None:
    """Raise OptionError (`format`) unless puzzles can be written in this format."""
    if format not in WRITABLE:
        raise OptionError(
            f"there is no output format {format!r}", hint=f"the formats are {', '.join(WRITABLE)}", code="format"
        )


def with_changes(source: Source, changed: Puzzle, format: str) -> str:
    """Return the text of `changed` in this format; in TOML, with all the rest that the TOML file `source` says.

    The lines of that TOML end as the lines of the file do.

    Args:
        changed: The puzzle of `source` with other clues, or with other expected solutions.

    Raises:
        SatcrossError: What `save` raises.
    """
    if source.format == format == "toml":
        from satcross.puzzle.files.toml_edits import edited

        return edited(source.text, changed, os.path.dirname(source.name)).replace("\n", source.newline)
    return to_text(changed, format)


def format_of_path(path: str) -> str:
    """Return the format for writing a file of this name.  Raises OptionError (`format`)."""
    ending = os.path.splitext(path)[1].lower()
    if ending not in FORMAT_OF_ENDING:
        if os.path.isdir(path):
            raise OptionError(
                "this is a folder", place=[path], hint="name a file in it, such as puzzle.toml", code="format"
            )
        known = ", ".join(FORMAT_OF_ENDING)
        raise OptionError(
            f"no format has the file extension {ending!r}" if ending else "the file name has no extension",
            place=[path],
            hint=f"use {known}, or name the format",
            code="format",
        )
    return FORMAT_OF_ENDING[ending]


def extension_of(format: str) -> str:
    """Return the extension of the files of a format that is written."""
    return {"toml": ".toml", "trux": ".txt", "link": ".txt"}.get(format, ".json")


def _format_of(text: str, by_ending: str | None) -> str:
    """Return the format of `text`, judged by its first letters, then by the extension of its file; otherwise TOML."""
    start = text.lstrip()[:1]
    if _link_format(text):
        return _link_format(text)
    if by_ending == "toml":
        return "toml"
    if start == "{" or (start == "[" and by_ending != "trux" and not _is_table_header(text)):
        return "json"
    if by_ending is None and _is_trux(text):
        return "trux"
    return by_ending if by_ending in READABLE else "toml"


def _read_pasted(name: str, text: str, newline: str, force: bool, error: SatcrossError) -> Source:
    """Return the puzzles of a text in no known format; `error` says why it is not in the format that it looks like.

    Raises:
        SatcrossError: If there is no puzzle in it; `error` itself if the text rather is in that format.
    """
    from satcross.puzzle.files import pasted

    is_bad_json = error.code == "json-syntax" and (name.endswith(".json") or pasted.IS_JSON.match(text))
    try:
        return Source(name, "pasted", text, tuple(pasted.read(text, force=force)), newline)
    except pasted.NothingFoundError as nothing:
        is_text = error.code in ("toml-syntax", "trux-syntax", "shape", "json-syntax")
        if error.code == "format" or (is_text and not is_bad_json and not re.search(_HAS_KEY, text)):
            raise nothing.at(name) from None
        raise error from None
    except SatcrossError as other:
        if is_bad_json:
            raise error from None
        raise other.at(name) from None


_HAS_KEY: Final = (
    r"(?m)^[ \t]*(?:[a-z][\w.-]*[ \t]*=|(?:shape|title|alphabet|dialect|clues|rows|columns|cells|side)[ \t]*:(?:\s|$))"
)
_OF_OUR_TOML: Final = r"(?m)^[ \t]*(?:\[+\s*(?:clues|line)\s*\]+|schema[ \t]*=|shape[ \t]*=[ \t]*[\"'])"
_OF_OUR_JSON: Final = r'"clues"\s*:\s*\{\s*"(?:rows|columns|horizontal|rising|falling)"'
_OF_KNOWN_JSON: Final = r'"(?:schema|shape|patterns[XYZ]|slots|given|holes)"\s*:|"kind"\s*:\s*"'


def _may_be_pasted(text: str, ending: str | None, recognised: str, error: SatcrossError) -> bool:
    """Return whether `text`, which raised `error` in the format `recognised`, may be in no known format at all."""
    if ending == "toml" or recognised in ("link", "board", "pasted"):
        return False
    if recognised == "trux":
        return not _is_trux(text)
    if recognised == "toml":
        return re.search(_OF_OUR_TOML, text) is None
    from satcross.puzzle.files.json_format import SURROGATE

    if re.search(_OF_KNOWN_JSON, text) or SURROGATE.search(text):
        return False
    if "escape" in error.message and re.search(_OF_OUR_JSON, text):
        return False
    return error.code in ("format", "json-syntax") or (isinstance(error, KeyedError) and _has_clues_of_others(text))


def _has_clues_of_others(text: str) -> bool:
    """Return whether a JSON text has "clues", but not as satcross's own files have them."""
    from satcross.puzzle.files import json_format
    from satcross.puzzle.kinds import SHAPES

    data = json_format.parse(text)
    clues = data.get("clues") if isinstance(data, dict) else None
    if isinstance(clues, dict):
        return not any(clues.keys() <= {each.key for each in shape.directions.values()} for shape in SHAPES.values())
    return isinstance(clues, list)


def _link_format(text: str) -> str:
    """Return the format of `text` if it is a single link, and not a puzzle that mentions such a link; else ""."""
    if text.lstrip()[:1] in ("{", "[") or "\n" in text.strip():
        return ""
    return next((format for sign, format in LINKS.items() if sign in text[:4096]), "")


def _is_table_header(text: str) -> bool:
    return re.match(r"\s*\[\[?\s*[A-Za-z]+\s*\]", text) is not None


def _is_trux(text: str) -> bool:
    return re.search(r"^shape\s*=\s*(rectangular|hexagonal)\s*$", text, re.M) is not None


def _read_json(name: str, text: str, format: str | None, folder: WordSource, force: bool) -> Source:
    """Return the puzzles of `text`, all in this JSON format; None: each in the format that it looks like."""
    from satcross.puzzle.files import json_format
    from satcross.puzzle.files.json_format import Form, forms, read_below

    if _link_format(text) == "board" and format in (None, "board"):
        forms_read = [Form("board", text, ())]
    else:
        possible = JSON_FORMATS if format is None else (format,)
        forms_read = forms(json_format.parse(text), {each: _module(each).fits for each in possible}, format)
    entries = [
        entry
        for form in forms_read
        for entry in read_below(form, partial(_module(form.format).read, folder=folder, force=force))
    ]
    return Source(name, forms_read[0].format, text, tuple(entries))


def _module(format: str) -> Any:
    module: Any = import_module(f"satcross.puzzle.files.{MODULE_OF[format]}")
    return module.PROGRAMS[format] if MODULE_OF[format] == "programs" else module


def _line_numbers(format: str, text: str) -> Mapping[Path, int]:
    """Return the line of each path in a text of this format."""
    if format == "link" or _link_format(text):
        return {}
    line_numbers: Mapping[Path, int] = _module("json" if format in JSON_FORMATS else format).line_numbers(text)
    return line_numbers


def _file_and_line(name: str, text: str, format: str, path: Path) -> str:
    """Return the file with the line of `path`, or of the innermost value around it that has a line."""
    line_numbers = _line_numbers(format, text)
    line = next((line_numbers[path[:end]] for end in range(len(path), 0, -1) if path[:end] in line_numbers), None)
    return name if line is None else f"{name}:{line}"


def _placed(error: SatcrossError, name: str, text: str, format: str) -> SatcrossError:
    """Return `error` with the file, the line and the key at fault added to its place."""
    if isinstance(error, KeyedError):
        return error.at(_file_and_line(name, text, format, error.path), *([key_text(error.path)] if error.path else []))
    return error.at(name)
