"""The common model of satcross's own TOML and JSON files: conversion between nested tables and puzzles.

`docs/puzzle-format.md` describes it for people, `docs/puzzle.schema.json` for programs.  Every error is a `KeyedError`,
which knows the path of the value at fault.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from satcross.base.reading import path_below
from satcross.base.wording import listed
from satcross.errors import SatcrossError, did_you_mean
from satcross.puzzle import (
    AnyClue,
    Cell,
    Clue,
    Line,
    Puzzle,
    Solution,
    WordClue,
    address_of,
    address_text,
    contract_alphabet,
)
from satcross.puzzle.files.source import Entry, InexpressibleError, KeyedError, Path, WordSource, keyed, kind_of, shown
from satcross.puzzle.kinds import DIRECTION_KEYS, SHAPES, Kind
from satcross.puzzle.shapes import CONSTRUCTORS, Details, NamedLine, direction_of, lines, number_in_direction

if TYPE_CHECKING:
    from satcross.puzzle.wordlists import WordList

SCHEMA: Final = 1

TEXTS: Final = ("title", "source", "author", "notes", "licence", "answer", "alphabet", "dialect", "flags")
COMMON: Final = ("schema", "shape", *TEXTS, "given", "colors", "complete", "solutions")
Located = list[tuple[AnyClue, Path]]


def _shape(top: Mapping[str, object]) -> Kind:
    """Return the shape that a document names, after a look at its keys and its schema."""
    name = _text_of_key(top, ("shape",)) if "shape" in top else "rectangle"
    shape = next((kind for kind in SHAPES if kind == name), None)
    if shape is None:
        raise KeyedError(
            f"there is no shape {shown(name)}",
            ("shape",),
            hint=did_you_mean(name, SHAPES) or f"the shapes are {listed([*SHAPES])}",
            code="shape",
        )
    _check_keys(top, _keys(shape), (), shape)
    if (schema := top.get("schema", SCHEMA)) != SCHEMA or isinstance(schema, bool):
        is_newer = isinstance(schema, int) and schema > SCHEMA
        newer = "a newer version of satcross may read it" if is_newer else None
        raise KeyedError(
            f"the schema is {shown(schema)}, but this version of satcross reads schema {SCHEMA}",
            ("schema",),
            hint=newer,
            code="schema",
        )
    return shape


def _sizes(top: Mapping[str, object], shape: Kind, clues: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments for the size of a grid that `top` gives; the others follow from its clues."""
    for direction in SHAPES[shape].directions.values():
        if direction.role == "size" and direction.key not in clues:
            raise KeyedError(
                f"{direction.key} are missing",
                ("clues",),
                hint=f"if they have no clues, give their number: {direction.key} = 5",
                code="missing-key",
            )
    sizes: dict[str, Any] = {}
    if "side" in top:
        sizes["side"] = _whole(top["side"], ("side",))
    if "sides" in top:
        sizes["sides"] = [_whole(edge, ("sides", i)) for i, edge in enumerate(typed(top["sides"], list, ("sides",)))]
    return sizes


def read_document(data: object, folder: WordSource = "", *, force: bool = False) -> Entry:
    """Return the puzzle that `data`, the result of `tomli` or `json`, describes.

    Args:
        folder: The folder of the word lists to which lines refer, or the function that returns the list of a name.
    """
    top = typed(data, dict, ())
    shape = _shape(top)
    has_addresses = shape in CONSTRUCTORS
    details = _details(top, has_names=not has_addresses)
    details["force"] = force
    if not has_addresses:
        return _read_lines(top, folder, details)
    clues = typed(top.get("clues", {}), dict, ("clues",))
    keys = [direction.key for direction in SHAPES[shape].directions.values()]
    _check_keys(clues, keys, ("clues",), shape)
    directions = {key: _clues_of_direction(clues[key], ("clues", key)) for key in keys if key in clues}
    given: dict[str, Any] = {
        key: direction if isinstance(direction, int) else [[clue for clue, _ in located] for located in direction]
        for key, direction in directions.items()
    }
    arguments = {**given, **_sizes(top, shape, given), **details, "holes": _holes(top)}
    puzzle = keyed(lambda: CONSTRUCTORS[shape](**arguments), _path_of)
    return _with_words(Entry(puzzle, puzzle.title, "", _paths(puzzle, directions)), folder)


def write_document(puzzle: Puzzle) -> dict[str, Any]:
    """Return the document from which `read_document` makes `puzzle`, with its keys in the order usual for people."""
    top: dict[str, Any] = {"schema": SCHEMA}
    for key in ("title", "source", "author", "notes", "licence", "answer"):
        if getattr(puzzle, key):
            top[key] = getattr(puzzle, key)
    top["shape"] = puzzle.shape.kind
    top |= puzzle.shape.written_sizes
    top["alphabet"] = contract_alphabet(puzzle.alphabet)
    top["dialect"] = puzzle.dialect
    if puzzle.flags:
        top["flags"] = puzzle.flags
    if puzzle.given:
        top["given"] = {address_text(puzzle.cells[cell]): letter for cell, letter in puzzle.given}
    if puzzle.colors:
        top["colors"] = dict(puzzle.colors)
    if puzzle.shape.holes:
        top["holes"] = [address_text(hole) for hole in puzzle.shape.holes]
    if not puzzle.shape.is_grid:
        top["cells"] = list(puzzle.cells)
        top["line"] = [
            {"name": line.name, "cells": [puzzle.cells[cell] for cell in line.cells]} | _line_clues(line.clues)
            for line in puzzle.lines
        ]
    else:
        top["clues"] = _written_families(puzzle)
    if puzzle.expects_all:
        top["complete"] = True
    if puzzle.expected:
        top["solutions"] = [written_solution(puzzle, letters) for letters in puzzle.expected]
    elif puzzle.expects_all:
        top["solutions"] = []
    return top


def _read_lines(top: Mapping[str, Any], folder: WordSource, details: Details) -> Entry:
    named: list[NamedLine] = []
    paths: list[tuple[Path, ...]] = []
    for number, value in enumerate(typed(top.get("line", []), list, ("line",))):
        path: Path = ("line", number)
        table = typed(value, dict, path)
        _check_keys(table, ("name", "cells", "clues", "words"), path)
        if "cells" not in table:
            raise KeyedError("the cells of the line are missing", path, code="missing-key")
        cells = texts_at(table["cells"], (*path, "cells"))
        located = _clues_of_line(table.get("clues", ""), (*path, "clues"))
        if "words" in table:
            located.append((WordClue((), _text_of_key(table, (*path, "words"))), (*path, "words")))
        name = _text_of_key(table, (*path, "name")) if "name" in table else ""
        named.append(NamedLine(cells, [clue for clue, _ in located], name))
        paths.append(tuple(path for _, path in located))
    extra = texts_at(top.get("cells", []), ("cells",))
    position = {f"line {number}": number - 1 for number, _ in enumerate(named, 1)}
    position |= {line.name: number for number, line in enumerate(named) if line.name}

    def path_of(place: tuple[str, ...]) -> Path:
        return ("line", position[place[0]]) if place and place[0] in position else _path_of(place)

    puzzle = keyed(lambda: lines(named, cells=extra, **details), path_of)
    return _with_words(Entry(puzzle, puzzle.title, "", tuple(paths)), folder)


def _details(top: Mapping[str, Any], *, has_names: bool) -> Details:
    """Return the keys of all shapes; `has_names` says that `1,2` is the name of a cell and not its row and column."""
    details: dict[str, Any] = {key: _text_of_key(top, (key,)) for key in TEXTS if key in top}
    if "given" in top:
        given = typed(top["given"], dict, ("given",))
        details["given"] = {_address(cell, has_names): _text_of_key(given, ("given", cell)) for cell in given}
    if "colors" in top:
        colors = typed(top["colors"], dict, ("colors",))
        details["colors"] = {letter: _text_of_key(colors, ("colors", letter)) for letter in colors}
    solutions = [
        _solution(value, number, has_names)
        for number, value in enumerate(typed(top.get("solutions", []), list, ("solutions",)))
    ]
    details["expected"] = [letters for letters, _ in solutions]
    complete = _truth(top, ("complete",))
    details["expects_all"] = complete or any(is_complete for _, is_complete in solutions)
    return cast("Details", details)


def _solution(value: object, number: int, has_names: bool) -> tuple[Sequence[str] | Mapping[Cell, str], bool]:
    """Return the letters of a solution, and whether the solution says that there are no others."""
    path: Path = ("solutions", number)
    table = typed(value, dict, path)
    _check_keys(table, ("rows", "cells", "complete"), path)
    complete = _truth(table, (*path, "complete"))
    if ("rows" in table) == ("cells" in table):
        raise KeyedError("a solution must have either rows or cells", path, code="missing-key")
    if "rows" in table:
        return texts_at(table["rows"], (*path, "rows")), complete
    cells = typed(table["cells"], dict, (*path, "cells"))
    return {_address(cell, has_names): _text_of_key(cells, (*path, "cells", cell)) for cell in cells}, complete


def _address(text: str, has_names: bool) -> Cell:
    return text if has_names else address_of(text)


def _holes(top: Mapping[str, Any]) -> list[tuple[int, int]]:
    holes = []
    for number, text in enumerate(texts_at(top.get("holes", []), ("holes",))):
        hole = address_of(text)
        if isinstance(hole, str):
            raise KeyedError(
                f"{shown(text)} is not the address of a cell",
                ("holes", number),
                hint='give row and column, such as "2,3"',
                code="address",
            )
        holes.append(hole)
    return holes


def _clues_of_direction(value: object, path: Path) -> list[Located] | int:
    if isinstance(value, int) and not isinstance(value, bool):
        return _whole(value, path)
    if not isinstance(value, list):
        raise KeyedError(
            f"this must be a list of clues, not {kind_of(value)}",
            path,
            hint="give a list with an entry for each line, even if there is only one line",
            code="type",
        )
    return [_clues_of_line(entry, (*path, number)) for number, entry in enumerate(value)]


def _clues_of_line(value: object, path: Path) -> Located:
    """Return the clues of one line, each with its path."""
    if isinstance(value, list):
        return [each for number, entry in enumerate(value) for each in _clue(entry, (*path, number))]
    return _clue(value, path)


def _clue(value: object, path: Path) -> Located:
    """Return the clue that `value` describes, or no clue for `""`."""
    if isinstance(value, str):
        return [(Clue(value), path)] if value else []
    if not isinstance(value, dict):
        raise KeyedError(
            f"a clue must be a string or a table such as {{ regex = 'A+', reversed = true }}, not {kind_of(value)}",
            path,
            code="type",
        )
    _check_keys(value, ("regex", "reversed", "words"), path)
    if ("regex" in value) == ("words" in value):
        raise KeyedError("a clue must have either a regex or words", path, code="missing-key")
    if "words" in value:
        if "reversed" in value:
            raise KeyedError("a word list cannot be reversed", (*path, "reversed"), code="type")
        return [(WordClue((), _text_of_key(value, (*path, "words"))), path)]
    is_reversed = _truth(value, (*path, "reversed"))
    pattern = _text_of_key(value, (*path, "regex"))
    return [(Clue(pattern, is_reversed), path)] if pattern else []


def _with_words(entry: Entry, folder: WordSource) -> Entry:
    """Return `entry` with the words of the right length, read from the files to which its word clues refer."""
    if not any(isinstance(clue, WordClue) for line in entry.puzzle.lines for clue in line.clues):
        return entry
    lists: dict[str, WordList] = {}
    lines_with_words = []
    for line, paths in zip(entry.puzzle.lines, entry.paths, strict=True):
        clues: list[AnyClue] = []
        for clue, path in zip(line.clues, paths, strict=True):
            if isinstance(clue, WordClue):
                if clue.source not in lists:
                    try:
                        lists[clue.source] = _word_list(folder, clue.source)
                    except SatcrossError as error:
                        message = f"the word list {shown(clue.source)}: {error.message}"
                        keyed_error = partial(KeyedError, path=path)
                        raise error.replace(message=message, place=()).convert(keyed_error) from error
                words = lists[clue.source].of_length(len(line.cells))
                clue = WordClue(() if words is None else tuple(sorted(words)), clue.source)
            clues.append(clue)
        lines_with_words.append(line._replace(clues=tuple(clues)))
    return entry._replace(puzzle=entry.puzzle._replace(lines=tuple(lines_with_words)))


def _word_list(source: WordSource, name: str) -> WordList:
    """Return the word list that a puzzle refers to as `name`.  Raises SatcrossError."""
    if callable(source):
        return source(name)
    from satcross.puzzle.wordlists import read_words

    return read_words([path_below(source, name)], use_cache=False)


def _paths(puzzle: Puzzle, directions: Mapping[str, list[Located] | int]) -> tuple[tuple[Path, ...], ...]:
    """Return, for each line of a grid, the paths of its clues."""
    paths: list[tuple[Path, ...]] = []
    for line in puzzle.lines:
        direction = directions.get(key_of(puzzle, line), 0)
        paths.append(
            () if isinstance(direction, int) else tuple([path for _, path in direction[number_in_direction(line) - 1]])
        )
    return tuple(paths)


def _path_of(place: tuple[str, ...]) -> Path:
    """Return the path of the value that a constructor calls `place`."""
    if not place:
        return ("clues",)
    if place[0] in DIRECTION_KEYS:
        return ("clues", place[0])
    if place[0] == "solutions":
        return ("solutions", int(place[1]) - 1)
    return place


def _written_families(puzzle: Puzzle) -> dict[str, Any]:
    clues: dict[str, Any] = {}
    for line in puzzle.lines:
        clues.setdefault(key_of(puzzle, line), []).append(written_line(line.clues))
    for name, count in puzzle.shape.line_counts.items():
        key, _, _, role = puzzle.shape.directions[name]
        if not any(clues.get(key, ())):
            clues.pop(key, None)
            if role == "size":
                clues[key] = count
    return clues


def _line_clues(clues: Sequence[AnyClue]) -> dict[str, Any]:
    """Return the entries `clues` and `words` for a line of a `lines` puzzle."""
    written = written_line(clues)
    if isinstance(written, dict) and "words" in written:
        return written
    return {"clues": written} if written else {}


def written_line(clues: Sequence[AnyClue]) -> Any:
    """Return the entry for a line with these clues."""
    written = [_written_clue(clue) for clue in clues]
    return "" if not written else written[0] if len(written) == 1 else written


def _written_clue(clue: AnyClue) -> Any:
    if isinstance(clue, WordClue):
        if not clue.source:
            raise InexpressibleError("a puzzle file", "words that were not read from a file")
        return {"words": clue.source}
    pattern = clue.pattern or "(?:)"  # in a file, an empty string means that there is no clue
    return {"regex": pattern, "reversed": True} if clue.is_reversed else pattern


def written_solution(puzzle: Puzzle, letters: tuple[str, ...]) -> dict[str, Any]:
    """Return the entry for the solution with these letters."""
    if not puzzle.shape.is_grid:
        return {"cells": dict(zip(map(address_text, puzzle.cells), letters, strict=True))}
    return {"rows": list(Solution(puzzle, letters).rows)}


def _keys(shape: Kind) -> tuple[str, ...]:
    """Return the keys of a whole file with a puzzle of this shape."""
    return (*COMMON, *SHAPES[shape].keys)


def key_of(puzzle: Puzzle, line: Line) -> str:
    """Return the key of the list that has the clues of `line`, a line of the grid `puzzle`."""
    return puzzle.shape.directions[direction_of(line)].key


def _check_keys(table: Mapping[str, Any], known: Sequence[str], path: Path, shape: Kind | None = None) -> None:
    """Raise KeyedError for a key of the table at `path` that is not `known`.

    Args:
        shape: The shape of the puzzle, if the table is the whole file or its clues.
    """
    for key in table:
        if key not in known:
            hint = _right_place(key, path, shape) if shape else None
            raise KeyedError(
                f"the key {shown(key)} is unknown",
                (*path, key),
                hint=hint or did_you_mean(key, known) or f"the keys allowed here are {', '.join(known)}",
                code="unknown-key",
            )


def _right_place(key: str, path: Path, shape: Kind) -> str | None:
    """Return a hint about a key that is known elsewhere in a file; None if it is known nowhere.

    >>> _right_place("rows", (), "rectangle"), _right_place("alphabet", ("clues",), "rectangle")
    ('it belongs to the clues, below the line [clues]', 'it belongs to the whole file, above the line [clues]')
    """
    keys_of_clues = {kind: {each.key for each in known.directions.values()} for kind, known in SHAPES.items()}
    if not path and key in keys_of_clues[shape]:
        return "it belongs to the clues, below the line [clues]"
    if path and key in _keys(shape):
        return "it belongs to the whole file, above the line [clues]"
    others = [kind for kind in SHAPES if kind != shape and (key in _keys(kind) or key in keys_of_clues[kind])]
    return f'it is a key of puzzles with shape = "{others[0]}"' if others else None


Plain = TypeVar("Plain", dict[str, Any], list[Any], str)


def typed(value: object, kind: type[Plain], path: Path) -> Plain:
    """Return `value`, which is at `path`.  Raises KeyedError unless it is of this type."""
    if not isinstance(value, kind):
        raise KeyedError(f"this must be {kind_of(kind())}, not {kind_of(value)}", path, code="type")
    return value


def texts_at(value: object, path: Path) -> list[str]:
    """Return the list of strings `value`.  Raises KeyedError unless it is one."""
    return [typed(text, str, (*path, number)) for number, text in enumerate(typed(value, list, path))]


def _text_of_key(table: Mapping[str, Any], path: Path) -> str:
    """Return the string at `path`, whose last part is a key of `table`."""
    return typed(table[str(path[-1])], str, path)


def _truth(table: Mapping[str, Any], path: Path) -> bool:
    """Return the truth value at `path`, whose last part is a key of `table`, or False if that key is missing."""
    value = table.get(str(path[-1]), False)
    if not isinstance(value, bool):
        raise KeyedError("this must be true or false", path, code="type")
    return value


def _whole(value: object, path: Path) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise KeyedError(f"this must be a whole number, not {kind_of(value)}", path, code="type")
    if value < 0:
        raise KeyedError(f"this must be 0 or more, not {shown(value)}", path, code="size")
    return value
