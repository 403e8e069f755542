"""`satcross check`: one verdict a puzzle, and two solutions side by side where there are several."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from satcross.cli import NO, UNKNOWN, YES
from satcross.cli.answers import json_object, print_json, search_for
from satcross.cli.parser import Options, Subparsers, add_command
from satcross.cli.puzzles import Asked, add_drawing_options, add_file_options, add_search_options, answer_each
from satcross.cli.terminal import style_of, terminal_width
from satcross.puzzle.addresses import address_text
from satcross.render.text import Style, beside, draw, text_of, width_of_picture

if TYPE_CHECKING:
    from satcross.solve.search import Check

COLOURS: Final = {"unique": "1;32", "several": "1;33", "none": "1;31", "unknown": "1;35"}
CELLS_LISTED: Final = 12  # more of them are better seen in the pictures
STATUS: Final = {"unique": YES, "several": NO, "none": NO, "unknown": UNKNOWN}


def add_parser(subparsers: Subparsers) -> None:
    parser = add_command(
        subparsers,
        "check",
        """
The verdicts are unique, several, none and unknown. For "several" two solutions are shown, the cells in which
they differ marked. The exit status is 0 only if every puzzle has exactly one solution.
""",
        """
        satcross check puzzles/*.toml
        satcross check --json --timeout 10 puzzles/*.toml
        """,
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="puzzles, in any format that satcross reads (-: stdin)"
    )
    parser.add_argument("--json", action="store_true", help="JSON Lines, an object a puzzle")
    add_file_options(parser)
    add_search_options(parser)
    add_drawing_options(parser)


def run(options: Options) -> int:
    return answer_each(options, lambda asked: _answer(asked, options))


def _answer(asked: Asked, options: Options) -> int:
    from satcross.solve.search import Check

    search = search_for(asked, options, limit=2)
    witnesses = tuple(search)
    found = Check(search.status, witnesses, search.was_searched, search.stopped)
    if options.json:
        cells = [cell if isinstance(cell, str) else list(cell) for cell in found.differing_cells]
        print_json(json_object(asked, search, list(witnesses), differing_cells=cells))
    else:
        style = style_of(sys.stdout, options.color, options.ascii)
        reason = " (out of time)" if found.stopped == "timeout" else ""
        print(f"{asked.label}: {style.paint(found.status, COLOURS[found.status])}{reason}", flush=True)
        if found.status == "several":
            print(_witnesses(found, style), flush=True)
    return STATUS[found.status]


def _witnesses(found: Check, style: Style) -> str:
    """Return two solutions side by side where the screen is wide enough, and the cells in which they differ."""
    puzzle = found.witnesses[0].puzzle
    if len(found.witnesses) == 1:
        picture = draw(puzzle, found.witnesses[0].letters, style=style)
        return f"\n{text_of(picture)}\n\n  and others: letters that no clue can tell apart are interchangeable in it\n"
    number_of = {address: number for number, address in enumerate(puzzle.cells)}
    marked = {number_of[cell] for cell in found.differing_cells}
    first, second = (draw(puzzle, witness.letters, marked, style) for witness in found.witnesses)
    side_by_side = beside(first, second)
    is_narrow = width_of_picture(side_by_side) > terminal_width()
    pictures = f"{text_of(first)}\n\n{text_of(second)}" if is_narrow else text_of(side_by_side)
    count = len(found.differing_cells)
    cells = "  ".join(map(address_text, found.differing_cells[:CELLS_LISTED]))
    more = "" if count <= CELLS_LISTED else f"  and {count - CELLS_LISTED} more"
    return f"\n{pictures}\n\n  they differ in {count} {'cell' if count == 1 else 'cells'}: {cells}{more}\n"
