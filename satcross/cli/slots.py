"""`satcross slots`: the slots of a template, and what may still go into them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from satcross.base.reading import shown_name
from satcross.cli.answers import table_lines
from satcross.cli.fill import SCHEMA, add_word_options, choice_of, reading_of
from satcross.cli.limits import budget_of
from satcross.cli.parser import Options, Parser, PlainAnswer, add_process_limits, command_parser
from satcross.cli.signals import NO, YES
from satcross.cli.terminal import note, note_reading
from satcross.errors import SatcrossError
from satcross.puzzle.wordlists import read_words
from satcross.words.files import load_template
from satcross.words.filling import candidates, pattern
from satcross.words.problem import Problem, build_problem
from satcross.words.propagation import Network
from satcross.words.template import BLOCK, OPEN

SHOWN = 5  # possible letters that a cell lists; of more it shows how many there are


def make_parser() -> Parser:
    parser = command_parser(
        "slots",
        """
Each slot is listed with its number and direction, where it begins, its length, how many slots cross it, how many words
fit its given letters, and how many are left after its crossings are looked at. Below is each cell: the letter if only
one is possible, the letters if they are few, or else how many.
""",
        """
        satcross slots template.txt
        satcross slots template.txt --words mine.txt --json
        """,
    )
    parser.add_argument("file", metavar="TEMPLATE", help="the template (-: standard input)")
    add_word_options(parser)
    parser.add_argument("--json", action="store_true", help="print a JSON object instead")
    add_process_limits(parser, "give up after this time")
    return parser


class SlotsOutcome(NamedTuple):
    """What may still go into a template.

    Attributes:
        places: For each cell its row and its column.
        slots: A row of the table for each slot, by the names of its columns.
        letters: For each cell the letters that are possible after propagation.
        is_fillable: Whether propagation leaves a word for every slot.
    """

    places: tuple[tuple[int, int], ...]
    slots: list[dict[str, str | int]]
    letters: list[str]
    is_fillable: bool


def run(options: Options) -> PlainAnswer:
    note_reading(options.file)
    template = load_template(options.file)
    note("reading the word lists")
    reading = reading_of(options)
    words = read_words(options.words, reading, use_cache=not options.no_cache)
    choice = choice_of(options, reading)
    try:
        problem = build_problem(template, words, choice, reading, budget_of(options))
    except SatcrossError as error:
        raise error.at(shown_name(options.file)) from None
    note("propagating")
    outcome = answer(problem)
    status = YES if outcome.is_fillable else NO
    return PlainAnswer(status, _lines(template.rows, outcome), _json(options.file, outcome))


def answer(problem: Problem) -> SlotsOutcome:
    """Return what may still go into the template of `problem`."""
    grid, known = problem.grid, problem.word_list.letters
    state, failing = Network(problem).start()
    slots: list[dict[str, str | int]] = [
        {
            "slot": slot.name,
            "row": grid.places[slot.cells[0]][0],
            "column": grid.places[slot.cells[0]][1],
            "length": len(slot.cells),
            "crossings": sum([len(grid.crossings[cell]) > 1 for cell in slot.cells]),
            "fitting": candidates(problem, number).bit_count(),
            "left": 0 if failing else state.sizes[number],
            "pattern": pattern(problem, number),
        }
        for number, slot in enumerate(grid.slots)
    ]
    letters = ["".join([each for k, each in enumerate(known) if mask >> k & 1]) for mask in state.cells]
    return SlotsOutcome(grid.places, slots, letters, is_fillable=not failing)


def _json(file: str, outcome: SlotsOutcome) -> dict[str, Any]:
    shown = {"schema": SCHEMA, "file": file, "possible": outcome.is_fillable, "slots": outcome.slots}
    if outcome.is_fillable:
        places = [f"{row},{column}" for row, column in outcome.places]
        shown["letters"] = dict(zip(places, outcome.letters, strict=True))
    return shown


def _lines(rows: tuple[str, ...], outcome: SlotsOutcome) -> Iterator[str]:
    heads = [*outcome.slots[0]]
    slots = [[str(value) for value in slot.values()] for slot in outcome.slots]
    yield from table_lines([heads, *slots], ("row", "column", "length", "crossings", "fitting", "left"))
    no_fill = "No fill: the words of these slots cannot cross each other."
    yield f"\n{_letters_text(rows, outcome.letters) if outcome.is_fillable else no_fill}"


def _letters_text(rows: tuple[str, ...], letters: list[str]) -> str:
    each = iter(letters)
    shown = []
    for row in rows:
        places = []
        for place in row:
            possible = "" if place == BLOCK else next(each)
            few = possible if len(possible) <= SHOWN else str(len(possible))
            places.append(BLOCK if place == BLOCK else few or OPEN)
        shown.append(places)
    width = max(len(place) for places in shown for place in places)
    return "\n".join(" ".join(place.rjust(width) for place in places) for places in shown)
