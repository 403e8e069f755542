"""Texts with several puzzles: lists of objects, names that come again, calls, contest data."""

import json
from collections.abc import Sequence
from random import Random

from tests.writers.drawn import Drawn
from tests.writers.layouts import layout
from tests.writers.lines import BARE, LOOKS_MARKED
from tests.writers.source_code import NAMES


@layout("several: a list of objects", "empty", number=2)
def objects(puzzles: Sequence[Drawn], random: Random) -> str:
    names = random.choice(NAMES)
    listed = [{"title": f"No. {n}"} | dict(zip(names, each.families, strict=True)) for n, each in enumerate(puzzles, 1)]
    if random.random() < 0.3:
        return "".join(json.dumps(each) + "\n" for each in listed)
    return json.dumps({"levels": listed} if random.random() < 0.5 else listed, indent=random.choice((None, 2)))


@layout("several: lists named twice", "empty", number=2)
def named_twice(puzzles: Sequence[Drawn], random: Random) -> str:
    row, column = random.choice([*NAMES, ("horiz", "vert"), ("horiz", "vert")])
    beside = random.choice(["", "solve({}, {})\n", "check({}, {}, candidate)\n"])
    parts = []
    for each in puzzles:
        grid = f"candidate = {[list(row) for row in each.solution]!r}\n" if "candidate" in beside else ""
        parts.append(
            f"{row} = {list(each.rows)!r}\n{column} = {list(each.columns)!r}\n{grid}{beside.format(row, column)}"
        )
    return "\n".join(parts)


@layout("several: calls", "empty", number=2)
def calls(puzzles: Sequence[Drawn], random: Random) -> str:
    form = random.choice(
        ["test({}, {})\n", "solve({}, {})\n", "print(solve({}, {}))\n", "test_case({}, {}, 'Simple test')\n"]
    )
    return "".join(form.format(list(each.rows), list(each.columns)) for each in puzzles)


@layout("several: contest data", cannot=BARE, unclear=LOOKS_MARKED, number=2)
def contest(puzzles: Sequence[Drawn], random: Random) -> str:
    parts = [
        f"{len(each.rows)} {len(each.columns)}\n" + "".join(f"{clue}\n" for family in each.families for clue in family)
        for each in puzzles
    ]
    return "".join([*parts, "0 0\n" * (random.random() < 0.7)])


@layout("several: headings that come again", cannot=BARE, unclear=LOOKS_MARKED, number=2)
def headings_again(puzzles: Sequence[Drawn], random: Random) -> str:
    names = random.choice([("Rows:", "Columns:"), ("Across", "Down"), ("### Rows", "### Columns")])
    title = random.choice(["Puzzle {}\n\n", "# Puzzle {}\n", "## No. {}\n\n", "Level {}:\n"])
    numbered = random.random() < 0.6
    parts = []
    for number, each in enumerate(puzzles, 1):
        blocks = [
            heading + "\n" + "".join(f"{n}. {clue}\n" if numbered else f"{clue}\n" for n, clue in enumerate(clues, 1))
            for heading, clues in zip(names, each.families, strict=True)
        ]
        parts.append(title.format(number) + "\n".join(blocks))
    return "\n".join(parts)


@layout("several: named lines that come again", cannot=BARE, unclear=r"^[-=.:,;>|\"'`\s]|[\"'`]$|^\d|,$", number=2)
def named_lines_again(puzzles: Sequence[Drawn], random: Random) -> str:
    row, column = random.choice([("Row {}: ", "Column {}: "), ("R{}: ", "C{}: "), ("row {} = ", "col {} = ")])
    parts = []
    for each in puzzles:
        lines = [row.format(n) + clue for n, clue in enumerate(each.rows, 1)]
        lines += [column.format(n) + clue for n, clue in enumerate(each.columns, 1)]
        parts.append("\n".join(lines) + "\n")
    return random.choice(["\n", "\n---\n\n", "\n\n"]).join(parts)
