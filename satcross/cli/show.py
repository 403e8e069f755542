"""`satcross show`: a puzzle at a glance.

Below the outline are the lines of the puzzle with their clues, as rows of text.  The numbers come from
`satcross.pictures.outline`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from satcross.author.overview import Overview, overview
from satcross.base.budget import Budget
from satcross.base.records import NamedTuple
from satcross.base.wording import counted
from satcross.cli.answers import json_head
from satcross.cli.driver import answer_agenda, puzzle_agenda
from satcross.cli.options import DRAWING, FILE_OPTIONS, FILES, JSON_LINES, option, process_limits
from satcross.cli.outcome import Appearance, Inquiry, Send
from satcross.cli.parser import Options, Parser, command_parser
from satcross.cli.puzzles import FiledPuzzle, puzzles_asked_about
from satcross.cli.signals import YES
from satcross.cli.sinks import sink_of
from satcross.cli.terminal import Written
from satcross.errors import printable, width_of
from satcross.pictures.embedding import Embedding, embed
from satcross.pictures.lettering import constraint_text, reversed_mark
from satcross.pictures.outline import arrow, outline, tags
from satcross.pictures.text import ARROWS, FAINT, PLAIN, STRONG, TextStyle, shown_letters, width_of_picture
from satcross.puzzle import ANY, Line, Puzzle, address_text
from satcross.puzzle.shapes import direction_of

_WAYS: Final = dict(
    zip(
        ARROWS,
        ("to the right", "down to the right", "downwards", "down to the left",
         "to the left", "up to the left", "upwards", "up to the right"),
        strict=True,
    )
)  # fmt: skip
_LEAST: Final = 20  # columns for a clue, however narrow the screen is


def listing(
    puzzle: Puzzle, embedding: Embedding | None, width: int, most: int, style: TextStyle = PLAIN
) -> Iterator[str]:
    """Yield the rows of the list, none of which takes more than `width` columns.

    Args:
        embedding: Where the cells of a puzzle of named lines are; None for grids.
        most: How many lines of each direction are listed; the others are counted.
    """
    if embedding is not None:
        yield from _of_named_lines(puzzle, embedding, width, most, style)
        return
    directions: dict[str, list[Line]] = {}
    for line in puzzle.lines:
        directions.setdefault(direction_of(line), []).append(line)
    for direction, lines in directions.items():
        clued = [line for line in lines if line.clues]
        if not clued:
            continue
        yield style.paint(_heading(puzzle, clued[0]), STRONG)
        column = max(len(_number(line)) for line in clued[:most]) + 4
        for line in clued[:most]:
            texts = _clues(line)
            if direction.endswith("diagonal") and line.cells:
                texts[0] = f"from {address_text(puzzle.cells[line.cells[0]])}: {texts[0]}"
            for place, text in enumerate(texts):
                number = "" if place else _number(line)
                yield from _wrapped(f"{number:>{column - 2}}  ", text, width, style)
        yield from _rest(len(clued) - most)


def _heading(puzzle: Puzzle, line: Line) -> str:
    """Return what the lines of the direction of `line` are called, and how they are read."""
    name = direction_of(line)
    plural = f"{name} lines" if puzzle.shape.directions[name].role == "implied" else f"{name}s"
    return f"{plural}, read {_WAYS[arrow(puzzle, line, None)]}"


def _of_named_lines(puzzle: Puzzle, embedding: Embedding, width: int, most: int, style: TextStyle) -> Iterator[str]:
    """Yield each line with its number, its name and its cells, and then its clues; lower numbers first."""
    numbers = tags(puzzle, embedding)
    clued = [line for line in puzzle.lines if line.clues]
    clued.sort(key=lambda line: numbers.get(line.cells[0], 0))
    column = max((len(str(number)) for number in numbers.values()), default=0)
    link = " > " if style.is_ascii else " → "
    for line in clued[:most]:
        number = numbers.get(line.cells[0])
        head = f"  {number:>{column}} {arrow(puzzle, line, embedding, style)} " if number else "  "
        cells = link.join(address_text(puzzle.cells[cell]) for cell in line.cells)
        yield from _wrapped(head, printable(f"{line.name}: {cells}"), width, style)
        for text in _clues(line):
            yield from _wrapped(" " * (width_of(head) + 2), text, width, style)
    yield from _rest(len(clued) - most)


def _clues(line: Line) -> list[str]:
    return [constraint_text(clue) + reversed_mark(clue) for clue in line.clues]


def _number(line: Line) -> str:
    return line.name.rpartition(" ")[2]


def _rest(number: int) -> Iterator[str]:
    if number > 0:
        yield f"  and {counted(number, 'more line')}"


def _wrapped(head: str, text: str, width: int, style: TextStyle) -> Iterator[str]:
    """Yield `text` in rows of `width` columns, `head` before the first and spaces before the others."""
    indent = width_of(head)
    room = max(_LEAST, width - indent)
    for place, part in enumerate(_cut(text, room)):
        yield (" " * indent if place else style.paint(head, FAINT)) + part


def _cut(text: str, room: int) -> Iterator[str]:
    """Yield `text` in parts of at most `room` columns; text that fits is one part."""
    part, used = "", 0
    for letter in text:
        wide = width_of(letter)
        if used + wide > room:
            yield part
            part, used = "", 0
        part, used = part + letter, used + wide
    yield part


LISTED: Final = 40  # lines of a family; more would fill the screen several times
DRAWN: Final = 4_000  # cells; the lines of a larger puzzle are listed without a drawing
INDENT: Final = "  "
FACTS: Final = 17  # columns before each fact
LEAST: Final = 20  # columns for a fact, however narrow the screen is


def make_show_parser() -> Parser:
    return command_parser(
        "show",
        """
It shows the size, the shape, the alphabet and where that comes from, what the clues are made of, an outline of the
puzzle with the numbers of its lines, and their clues. It also names what looks like a mistake: clues that no string of
their length matches, clues that constrain nothing, letters outside the alphabet, cells without clues, and a verdict
that depends on the alphabet.
""",
        """
        satcross show puzzles/mit-2013.toml
        satcross show --json puzzles/*.toml
        """,
        (
            *FILES,
            option("--json", help=JSON_LINES),
            FILE_OPTIONS,
            *process_limits(),
            *DRAWING,
        ),
    )


def run_show(options: Options) -> int:
    with sink_of(options, INQUIRY) as sink:
        agenda = puzzle_agenda(puzzles_asked_about(options), options, INQUIRY)
        return answer_agenda(agenda, INQUIRY, options, sink)


class ShowOutcome(NamedTuple):
    """A puzzle at a glance."""

    overview: Overview

    @property
    def exit_status(self) -> int:
        return YES

    @property
    def verdict(self) -> str:
        return "with warnings" if self.overview.warnings else "without warnings"

    def as_json(self, asked: FiledPuzzle) -> dict[str, Any]:
        return {**json_head(asked), **self.overview.as_json()}

    @property
    def is_final(self) -> bool:
        return True


class ShowQuestion(NamedTuple):
    """What `show` is asked about a puzzle."""

    puzzle: Puzzle


def answer(question: ShowQuestion, budget: Budget, send: Send) -> ShowOutcome:
    """Return the overview of a puzzle."""
    return ShowOutcome(overview(question.puzzle, budget=budget))


def text(asked: FiledPuzzle, outcome: ShowOutcome, look: Appearance) -> Iterator[Written]:
    """Yield the text for people."""
    yield "out", _overview_text(asked, outcome.overview, look) + "\n"


INQUIRY: Final = Inquiry(ShowQuestion, answer, text)


def _overview_text(asked: FiledPuzzle, seen: Overview, look: Appearance) -> str:
    puzzle = seen.puzzle
    low, high = seen.clues_per_line
    per_line = f"{low}" if low == high else f"{low} to {high}" if low else f"at most {high}"
    count = counted(len(seen.alphabet), "letter")
    letters = "" if seen.alphabet == ANY else f"{shown_letters(seen.alphabet, look.style)}  ({count}: "
    flags = f", flags {puzzle.flags}" if puzzle.flags else ""
    facts = [
        ("shape", seen.shape),
        ("cells", f"{len(puzzle.cells)}" + (f", {len(puzzle.given)} given" if puzzle.given else "")),
        (
            "lines",
            f"{len(puzzle.lines)}, {per_line} {'clue' if high == 1 else 'clues'} each, {seen.clues} in total",
        ),
        ("alphabet", f"{letters}{seen.reason}{')' if letters else ''}"),
        ("dialect", f"{puzzle.dialect}{flags}"),
        ("clues use", ", ".join(f"{name} ({count})" for name, count in seen.constructs) or "letters only"),
    ]
    if puzzle.expected or puzzle.expects_all:
        known = counted(len(puzzle.expected), "solution")
        facts.append(("expected", f"{known}{' (complete)' if puzzle.expects_all else ''}"))
    if puzzle.colors:
        colours = [f"{shown_letters(letter, look.style)} {color}" for letter, color in puzzle.colors]
        facts.append(("colours", ", ".join(colours)))
    facts += [(key, getattr(puzzle, key)) for key in ("author", "source", "licence", "notes") if getattr(puzzle, key)]
    text = f"{asked.label}\n" + "".join(
        f"  {name + ':':{FACTS - 2}}{_broken_value(value, look.width)}\n" for name, value in facts
    )
    text += _drawing(puzzle, look)
    for warned in seen.warnings:
        warning = ": ".join(filter(None, ["warning", warned.place, warned.message]))
        text += f"\n{INDENT}{_broken_value(f'{warning} [{warned.code}]', look.width, 2 * len(INDENT))}"
    return text + ("\n" if seen.warnings else "")


def _broken_value(value: str, width: int, indent: int = FACTS) -> str:
    """Return `value` as it is printed, broken between words, the further lines below the first."""
    room = max(LEAST, width - indent)
    rows: list[str] = []
    for line in map(printable, value.splitlines()):
        row = ""
        for word in line.split(" "):
            if row and width_of(f"{row} {word}") > room:
                rows.append(row)
                row = word
            else:
                row = f"{row} {word}" if row else word
        rows.append(row)
    return ("\n" + " " * indent).join(rows)


def _drawing(puzzle: Puzzle, look: Appearance) -> str:
    """Return the outline of the puzzle with the numbers of its lines, and below it the list of the lines."""

    width, style = look.width, look.style
    if len(puzzle.cells) > DRAWN:
        return f"\n{INDENT}The puzzle is too large to be drawn here.\n"
    embedding = None if puzzle.shape.is_grid else embed(puzzle)
    picture = outline(puzzle, embedding, style)
    text = ""
    if picture and len(INDENT) + width_of_picture(picture) <= width:
        text = "\n" + "\n".join(f"{INDENT}{row.text}".rstrip() for row in picture) + "\n"
    elif picture:
        wide = len(INDENT) + width_of_picture(picture)
        message = f"The drawing takes {wide} columns, but the screen has {width}; satcross render draws it in a file."
        text = f"\n{INDENT}{_broken_value(message, width, len(INDENT))}\n"
    listed = "".join(f"{INDENT}{row}".rstrip() + "\n" for row in listing(puzzle, embedding, width - 2, LISTED, style))
    return text + (f"\n{listed}" if listed else "")
