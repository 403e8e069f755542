"""`satcross show`: a puzzle at a glance."""

from __future__ import annotations

from typing import Any, Final

from satcross.author.overview import Overview, overview
from satcross.cli.answers import SCHEMA, json_cell, print_json
from satcross.cli.limits import budget_of
from satcross.cli.options import add_file_options, add_files_argument, add_process_limits
from satcross.cli.parser import Options, Parser, command_parser
from satcross.cli.puzzles import Asked, answer_each
from satcross.cli.statuses import YES
from satcross.errors import printable
from satcross.model import ANY, Puzzle
from satcross.puzzle.addresses import address_text
from satcross.puzzle.alphabet import contract_alphabet
from satcross.wording import counted

RECTANGLE: Final = """\
      ↓ ↓ ↓
    → . . .    rows to the right, columns down{diagonals}
    → . . .
"""
HEXAGON: Final = """\
           ↙ ↙
      →   . . ↙    horizontal to the right,
     →   . . .     rising up to the left,
      →   . . ↖    falling down to the left
           ↖ ↖
"""
LINES_SHOWN: Final = 40


def make_parser() -> Parser:
    parser = command_parser(
        "show",
        """
Size, shape, alphabet and why, clues, what they are made of, the directions in which lines are read, and what looks
like a mistake: clues that no string of their length matches, clues that constrain nothing, letters outside the
alphabet, cells without clues, a verdict that depends on the alphabet.
""",
        """
        satcross show puzzles/mit-2013.toml
        satcross show --json puzzles/*.toml
        """,
    )
    add_files_argument(parser)
    parser.add_argument("--json", action="store_true", help="JSON Lines, an object a puzzle")
    add_file_options(parser)
    add_process_limits(parser)
    return parser


def run(options: Options) -> int:
    return answer_each(options, _answer)


def _answer(asked: Asked, options: Options) -> int:
    seen = overview(asked.puzzle, budget=budget_of(options))
    if options.json:
        print_json(_json_object(asked, seen))
    else:
        print(_text(asked, seen), flush=True)
    return YES


def _text(asked: Asked, seen: Overview) -> str:
    puzzle = seen.puzzle
    low, high = seen.clues_per_line
    per_line = f"{low}" if low == high else f"{low} to {high}"
    count = counted(len(seen.alphabet), "letter")
    letters = "" if seen.alphabet == ANY else f"{contract_alphabet(seen.alphabet)}  ({count}: "
    flags = f", flags {puzzle.flags}" if puzzle.flags else ""
    facts = [
        ("shape", seen.shape),
        ("cells", f"{len(puzzle.cells)}" + (f", {len(puzzle.given)} given" if puzzle.given else "")),
        (
            "lines",
            f"{len(puzzle.lines)}, {per_line} {'clue' if per_line == '1' else 'clues'} each, {seen.clues} together",
        ),
        ("alphabet", f"{letters}{seen.reason}{')' if letters else ''}"),
        ("dialect", f"{puzzle.dialect}{flags}"),
        ("clues use", ", ".join(f"{name} ({count})" for name, count in seen.constructs) or "letters only"),
    ]
    if puzzle.expected or puzzle.expects_all:
        known = counted(len(puzzle.expected), "solution")
        facts.append(("expected", f"{known}{', all there are' if puzzle.expects_all else ''}"))
    facts += [(key, getattr(puzzle, key)) for key in ("author", "source", "licence", "notes") if getattr(puzzle, key)]
    text = f"{asked.label}\n" + "".join(f"  {name + ':':15}{_lines(value)}\n" for name, value in facts)
    text += "\n" + _directions(puzzle)
    for warned in seen.warnings:
        text += f"\n  warning: {printable(': '.join(filter(None, [warned.place, warned.message])))} [{warned.code}]"
    return text + ("\n" if seen.warnings else "")


def _lines(value: str) -> str:
    """Return `value` as it is printed, its further lines below the first."""
    return ("\n" + " " * 17).join(map(printable, value.splitlines()))


def _directions(puzzle: Puzzle) -> str:
    """Return how the lines are read: a small picture, or for named cells the cells of each line."""
    if puzzle.shape.kind == "hexagon":
        return HEXAGON
    if puzzle.shape.kind == "rectangle":
        has_diagonals = len(puzzle.lines) > sum(puzzle.shape.sizes)
        return RECTANGLE.format(diagonals=", falling ↘ and rising ↗ diagonals" if has_diagonals else "")
    shown = puzzle.lines[:LINES_SHOWN]
    text = "".join(
        printable(f"    {line.name}: {' → '.join(address_text(puzzle.cells[cell]) for cell in line.cells)}") + "\n"
        for line in shown
    )
    return text + (f"    and {len(puzzle.lines) - LINES_SHOWN} more\n" if len(puzzle.lines) > LINES_SHOWN else "")


def _json_object(asked: Asked, seen: Overview) -> dict[str, Any]:
    puzzle = seen.puzzle
    return {
        "schema": SCHEMA,
        "file": asked.file,
        "name": asked.name or puzzle.title,
        "shape": puzzle.shape.kind,
        "sizes": list(puzzle.shape.sizes),
        "cells": len(puzzle.cells),
        "lines": len(puzzle.lines),
        "clues": seen.clues,
        "alphabet": seen.alphabet,
        "alphabet_reason": seen.reason,
        "dialect": puzzle.dialect,
        "flags": puzzle.flags,
        "constructs": dict(seen.constructs),
        "free_cells": [json_cell(cell) for cell in seen.free_cells],
        "warnings": [warned._asdict() for warned in seen.warnings],
    }
