"""Data: shapes of JSON, YAML, sections of settings, XML."""

import json
import re
from collections.abc import Sequence
from html import escape
from random import Random
from typing import Any, Final

from tests.writers.drawn import Drawn
from tests.writers.layouts import Unclear, layout
from tests.writers.source_code import named_lists


def _dumped(value: Any, random: Random) -> str:
    """Return JSON in one of the styles in which it is printed."""
    return json.dumps(value, indent=random.choice((None, None, 2, 4)), ensure_ascii=random.random() < 0.5) + "\n" * (
        random.random() < 0.8
    )


def _beside(drawn: Drawn, random: Random) -> dict[str, Any]:
    """Return what stands beside the clues in files of JSON."""
    sides: list[dict[str, Any]] = [
        {"title": "Owl"}, {"id": 7}, {"tags": ["easy", "birds"]}, {"hints": ["a pet"]}, {"name": "No. 3",
        "difficulty": 2},
        {"solution": list(drawn.solution)}, {"alphabet": drawn.letters}, {"author": "Kim", "date": "2021-03-04"},
        {"size": [len(drawn.rows), len(drawn.columns)]}, {"description": "Two lists of clues."}, {"values": [["", ""]]},
        {"notes": ["x"]},
    ]  # fmt: skip
    found: dict[str, Any] = {}
    for side in random.sample(sides, random.choice((0, 0, 1, 2))):
        if not (drawn.is_hexagon and {"solution", "size"} & set(side)):
            found |= side
    return found


def _or_none(clues: Sequence[str], random: Random) -> list[str | None]:
    with_null = random.random() < 0.3
    return [clue or (None if with_null else "") for clue in clues]


@layout("JSON: named lists", "empty ends hexagon")
def named_json(drawn: Drawn, random: Random) -> str:
    found: dict[str, Any] = {name: _or_none(clues, random) for name, clues in named_lists(drawn, random)}
    beside = _beside(drawn, random)
    whole = {**beside, **found} if random.random() < 0.5 else {**found, **beside}
    kind = random.random()
    if kind < 0.15:
        whole = {"puzzle": whole}
    elif kind < 0.25:
        whole = {"data": {"attributes": whole}}
    return _dumped([whole] if kind > 0.9 else whole, random)


@layout("JSON: lists in a list", "empty")
def nested_json(drawn: Drawn, random: Random) -> str:
    return _dumped([_or_none(clues, random) for clues in drawn.families], random)


@layout("JSON: one list and sizes")
def sized_json(drawn: Drawn, random: Random) -> str:
    row, column = random.choice([("rows", "cols"), ("height", "width"), ("rows", "columns")])
    return _dumped({row: len(drawn.rows), column: len(drawn.columns), "clues": [*drawn.rows, *drawn.columns]}, random)


@layout("JSON: an object for each clue", "empty")
def object_for_each(drawn: Drawn, random: Random) -> str:
    directions = random.choice([("row", "col"), ("across", "down"), ("horizontal", "vertical"), ("row", "column")])
    kind, number, text = (
        random.choice(["direction", "type", "dir", "axis"]),
        random.choice(["n", "index", "id"]),
        "regex",
    )
    first = random.choice((0, 1))
    listed = [
        {kind: direction, number: n, text: clue}
        for direction, clues in zip(directions, drawn.families, strict=True)
        for n, clue in enumerate(clues, first)
    ]
    if number != "id" and random.random() < 0.4:
        random.shuffle(listed)
    return _dumped({"clues": listed} if random.random() < 0.5 else listed, random)


@layout("JSON: a key for each clue", "empty")
def key_for_each(drawn: Drawn, random: Random) -> str:
    row, column = random.choice([("row", "col"), ("r", "c"), ("row_", "column_"), ("across", "down")])
    found = {f"{row}{n}": clue for n, clue in enumerate(drawn.rows, 1)}
    return _dumped(found | {f"{column}{n}": clue for n, clue in enumerate(drawn.columns, 1)}, random)


@layout("JSON: objects as clues", "empty")
def objects_as_clues(drawn: Drawn, random: Random) -> str:
    key = random.choice(["regex", "clue", "pattern", "re"])
    found = {}
    for name, clues in named_lists(drawn, random):
        found[name] = [
            {"id": n, key: clue} if random.random() < 0.9 else {key: clue} for n, clue in enumerate(clues, 1)
        ]
    return _dumped(found, random)


@layout("JSON: objects of a row and a column", "empty")
def row_and_column(drawn: Drawn, random: Random) -> str | None:
    if len(drawn.rows) != len(drawn.columns):
        return None
    first, second = random.choice([("row", "col"), ("row", "column"), ("across", "down")])
    text = _dumped([{first: row, second: column} for row, column in zip(*drawn.families, strict=True)], random)
    return text if drawn.rows[-1] and drawn.columns[-1] else Unclear(text)  # the last one may only fill up the list


@layout("JSON: numbered objects", "empty")
def numbered_json(drawn: Drawn, random: Random) -> str:
    first = random.choice((0, 1))
    return _dumped(
        {name: {str(n): clue for n, clue in enumerate(clues, first)} for name, clues in named_lists(drawn, random)},
        random,
    )


@layout("JSON: four sides within", "always ends ends empty")
def sides_within(drawn: Drawn, random: Random) -> str | None:
    if not drawn.ends:
        return None
    horizontal = {"left": drawn.rows, "right": drawn.ends[0]}
    return _dumped({"horizontal": horizontal, "vertical": {"top": drawn.columns, "bottom": drawn.ends[1]}}, random)


@layout("JSON: pairs of clues", "always ends ends empty")
def pairs(drawn: Drawn, random: Random) -> str | None:
    if not drawn.ends:
        return None
    rows, columns = (list(zip(*both, strict=True)) for both in zip(drawn.families, drawn.ends, strict=True))
    return _dumped({"rows": rows, "cols": columns}, random)


@layout("JSON: objects of two sides", "always ends ends empty")
def objects_of_sides(drawn: Drawn, random: Random) -> str | None:
    if not drawn.ends:
        return None
    rows = [{"left": left, "right": right} for left, right in zip(drawn.rows, drawn.ends[0], strict=True)]
    columns = [{"top": top, "bottom": bottom} for top, bottom in zip(drawn.columns, drawn.ends[1], strict=True)]
    return _dumped({"rows": rows, "cols": columns}, random)


@layout("JSON: lines in strings", "hexagon", cannot=r"^\s|\s$")
def lines_in_strings(drawn: Drawn, random: Random) -> str:
    return _dumped({name: "\n".join(clues) for name, clues in named_lists(drawn, random)}, random)


@layout("JSON: a table", "empty given")
def table_in_json(drawn: Drawn, random: Random) -> str | None:
    if len(drawn.rows) == len(drawn.columns) == 1:
        return None  # two lists of two clues
    given = dict(drawn.given)
    width = len(drawn.columns)
    lines = [["", *drawn.columns]]
    for number, clue in enumerate(drawn.rows, 1):
        lines.append([clue, *(given.get((number, n), "") for n in range(1, width + 1))])
    text = _dumped(lines, random)
    return Unclear(text) if len(lines) == 2 else text  # two lists may be rows and columns


@layout("JSON: with comments and commas at the end", "empty hexagon")
def json5(drawn: Drawn, random: Random) -> str:
    lines = [f'  "{name}": [{", ".join(map(json.dumps, clues))},],' for name, clues in named_lists(drawn, random)]
    return "{\n  // an owl\n" + "\n".join(lines) + "\n}\n"


@layout("JSON: in entities", "empty")
def json_in_entities(drawn: Drawn, random: Random) -> str:
    return escape(json.dumps(dict(named_lists(drawn, random))))


@layout("JSON: in a line of a log", "empty")
def log(drawn: Drawn, random: Random) -> str:
    found = dict(named_lists(drawn, random))
    written = repr({name: list(clues) for name, clues in found.items()}) if random.random() < 0.5 else json.dumps(found)
    return f"INFO puzzle={written} solved in 0.1 s\n"


PLAIN_SCALAR: Final = re.compile(r"[A-Za-z(.^$\\+/;~][^\n]*")
IN_FLOW: Final = re.compile(r"[][{},]")
WORDS_OF_YAML: Final = {"null", "~", "true", "false", "yes", "no", "on", "off", "y", "n", ".inf", ".nan"}


def scalar(text: str, random: Random, in_flow: bool = False) -> str:
    """Return a string as YAML writes it: without quotation marks only if it is then the same string."""
    is_plain = (
        PLAIN_SCALAR.fullmatch(text) is not None
        and not re.search(r": |:$| #|\s$", text)
        and text.lower() not in WORDS_OF_YAML
        and not re.fullmatch(r"[-+.\d][\d_.eExXa-fA-F]*", text)
        and not (in_flow and IN_FLOW.search(text))
    )
    if is_plain and random.random() < 0.8:
        return text
    if random.random() < 0.5:
        return "'" + text.replace("'", "''") + "'"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@layout("YAML: blocks", "empty hexagon ends")
def yaml_blocks(drawn: Drawn, random: Random) -> str:
    indent = random.choice(["", "  "])
    above = random.choice(
        ["", "", "title: Owl\n", "---\n", "# a puzzle\n", f"size: {{rows: {len(drawn.rows)}}}\n", "id: 3\n"]
    )
    parts = []
    for name, clues in named_lists(drawn, random):
        parts.append(f"{name}:\n" + "".join(f"{indent}- {scalar(clue, random)}\n" for clue in clues))
    text = random.choice(["", "\n"]).join(parts)
    if random.random() < 0.2:
        text = "puzzle:\n" + re.sub("(?m)^(?=.)", "  ", text)
    return above + text


@layout("YAML: lists in a line", "empty hexagon ends")
def yaml_flow(drawn: Drawn, random: Random) -> str:
    above = random.choice(["", "", "title: Owl\n", "# a puzzle\n"])
    lines = [
        f"{name}: [{', '.join(scalar(clue, random, True) for clue in clues)}]"
        for name, clues in named_lists(drawn, random)
    ]
    return above + "\n".join(lines) + "\n"


@layout(
    "YAML: lists in a line without quotation marks",
    cannot=r",\ |,$|^,|^$|\#|:|^['\"&*!|>%@`{\[~-]|^\s|\s$|^(?i:null|no|on|off|y|n|true)$",
)
def yaml_careless(drawn: Drawn, random: Random) -> str:
    """As people write it who do not know that brackets count: `[C[AO]T, (O|W)+L]`."""
    return "\n".join(f"{name}: [{', '.join(clues)}]" for name, clues in named_lists(drawn, random)) + "\n"


@layout("YAML: lines of a block", "hexagon", cannot=r"^\s|\s$")
def yaml_literal(drawn: Drawn, random: Random) -> str:
    return "".join(
        f"{name}: |\n" + "".join(f"  {clue}\n" for clue in clues) for name, clues in named_lists(drawn, random)
    )


@layout("YAML: numbers", "empty")
def yaml_numbers(drawn: Drawn, random: Random) -> str:
    return "".join(
        f"{name}:\n" + "".join(f"  {n}: {scalar(clue, random)}\n" for n, clue in enumerate(clues, 1))
        for name, clues in named_lists(drawn, random)
    )


@layout("YAML: an object for each clue", "empty")
def yaml_objects(drawn: Drawn, random: Random) -> str:
    lines = []
    for direction, clues in zip(random.choice([("row", "col"), ("across", "down")]), drawn.families, strict=True):
        lines += [f"- dir: {direction}\n  regex: {scalar(clue, random)}\n" for clue in clues]
    return "".join(lines)


def _toml(text: str, random: Random) -> str:
    if "'" not in text and random.random() < 0.7:
        return f"'{text}'"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@layout("TOML: lists", "empty")
def toml_lists(drawn: Drawn, random: Random) -> str:
    above = random.choice(["", "[puzzle]\n", 'name = "Owl"\n', '[[puzzles]]\ntitle = "Owl"\n'])
    lists = [
        f"{name} = [{', '.join(_toml(clue, random) for clue in clues)}]\n" for name, clues in named_lists(drawn, random)
    ]
    if any("\\\\" in clue for clue in drawn.clues):
        above = "[puzzle]\n"  # without a table, single quotation marks are rather those of Python
    return above + "".join(lists)


@layout("sections with numbers", cannot=r"^\s|\s$|^$|^['\"]|\ [;\#]")
def sections(drawn: Drawn, random: Random) -> str:
    sign = random.choice(["=", " = ", ": "])
    return "\n".join(
        f"[{name}]\n" + "".join(f"{n}{sign}{clue}\n" for n, clue in enumerate(clues, 1))
        for name, clues in zip(
            random.choice([("rows", "columns"), ("rows", "cols"), ("across", "down")]), drawn.families, strict=True
        )
    )


@layout("one section with short names", cannot=r"^\s|\s$|^$|^['\"]|\ [;\#]")
def section(drawn: Drawn, random: Random) -> str:
    row, column = random.choice([("r", "c"), ("row", "col"), ("row.", "col."), ("row-", "col-")])
    sign = random.choice(["=", " = "])
    lines = [f"{row}{n}{sign}{clue}\n" for n, clue in enumerate(drawn.rows, 1)]
    lines += [f"{column}{n}{sign}{clue}\n" for n, clue in enumerate(drawn.columns, 1)]
    return random.choice(["", "[puzzle]\n", "[puzzle]\ntitle=Test\n"]) + "".join(lines)


@layout("XML: elements", "empty")
def xml_elements(drawn: Drawn, random: Random) -> str:
    row, column = random.choice([("row", "column"), ("row", "col"), ("across", "down")])
    line = random.choice(["", "\n  "])
    parts = [
        f"{line}<{tag}>{escape(clue, False)}</{tag}>"
        for tag, clues in zip((row, column), drawn.families, strict=True)
        for clue in clues
    ]
    return "<puzzle>" + "".join(parts) + line[:1] + "</puzzle>\n"


@layout("XML: attributes", "empty")
def xml_attributes(drawn: Drawn, random: Random) -> str:
    parts = [
        f'  <{tag} regex="{escape(clue)}"/>\n'
        for tag, clues in zip(("row", "col"), drawn.families, strict=True)
        for clue in clues
    ]
    return "<puzzle>\n" + "".join(parts) + "</puzzle>\n"


@layout("a notebook", "empty")
def notebook(drawn: Drawn, random: Random) -> str:
    source = [f"{name} = {list(clues)!r}\n" for name, clues in named_lists(drawn, random)]
    cells = [
        {"cell_type": "markdown", "source": ["# Day 3\n", "Solve it with SAT."]},
        {"cell_type": "code", "source": source},
    ]
    return _dumped({"nbformat": 4, "cells": cells}, random)
