"""`satcross slots`: the slots of a template, and what may still go into them."""

from __future__ import annotations

from collections.abc import Iterator

from satcross.base.reading import shown_name
from satcross.cli.answers import table_lines
from satcross.cli.fill import SCHEMA, WORDS, choice_of, reading_of
from satcross.cli.limits import budget_of
from satcross.cli.options import option, process_limits
from satcross.cli.parser import Options, Parser, PlainAnswer, command_parser
from satcross.cli.signals import NO, YES
from satcross.cli.terminal import note, note_reading
from satcross.errors import (
    SatcrossError,
)
from satcross.puzzle.wordlists import read_words
from satcross.words.files import (
    load_template,
)
from satcross.words.filling import candidates, pattern
from satcross.words.problem import Problem, build_problem
from satcross.words.propagation import Network
from satcross.words.template import (
    BLOCK,
    OPEN,
)

SHOWN = 5  # possible letters that a cell lists; of more it shows how many there are


def make_slots_parser() -> Parser:
    return command_parser(
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
        (
            option("file", metavar="TEMPLATE", help="the template (-: standard input)"),
            option("--unlock"),
            WORDS,
            option("--json"),
            *process_limits("give up after this time"),
        ),
    )


def run_slots(options: Options) -> PlainAnswer:
    note_reading(options.file)
    template = load_template(options.file, options.unlock)
    note("reading the word lists")
    reading = reading_of(options)
    words = read_words(options.words, reading, use_cache=not options.no_cache)
    choice = choice_of(options, reading)
    try:
        problem = build_problem(template, words, choice, reading, budget_of(options))
    except SatcrossError as error:
        raise error.at(shown_name(options.file)) from None
    note("propagating")
    slots, letters = slots_and_letters(problem)
    value = {"schema": SCHEMA, "file": options.file, "possible": letters is not None, "slots": slots}
    if letters is not None:
        places = [f"{row},{column}" for row, column in problem.grid.places]
        value["letters"] = dict(zip(places, letters, strict=True))
    return PlainAnswer(NO if letters is None else YES, _slots_lines(template.rows, slots, letters), value)


def slots_and_letters(problem: Problem) -> tuple[list[dict[str, str | int]], list[str] | None]:
    """Return what may still go into the template of `problem`.

    First there is a row of the table for each slot, by the names of its columns.  Then there are the letters that are
    possible in each cell after propagation; None if a slot has no word left.
    """
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
    return slots, None if failing else letters


def _slots_lines(rows: tuple[str, ...], slots: list[dict[str, str | int]], letters: list[str] | None) -> Iterator[str]:
    shown = [[str(value) for value in slot.values()] for slot in slots]
    yield from table_lines([[*slots[0]], *shown], ("row", "column", "length", "crossings", "fitting", "left"))
    no_fill = "No fill: the words of these slots cannot cross each other."
    yield f"\n{no_fill if letters is None else _letters_text(rows, letters)}"


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
