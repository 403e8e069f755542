"""`satcross template`: a symmetric pattern of blocks to be filled."""

from __future__ import annotations

import argparse
from typing import Final

from satcross.base.wording import listed
from satcross.base.writing import check_replaceable
from satcross.cli.limits import budget_of
from satcross.cli.options import count, new_seed, option, process_limits
from satcross.cli.parser import OptionGroup, Options, Parser, command_parser
from satcross.cli.signals import UNKNOWN, YES
from satcross.cli.terminal import say, write_output
from satcross.errors import (
    OptionError,
    TimeUp,
)
from satcross.puzzle.wordlists import fold
from satcross.words.patterns import draw_pattern, homeless
from satcross.words.template import (
    write_rows,
)

PATTERN: Final = OptionGroup(
    "pattern",
    (
        option("--word-count", type=count, metavar="N", help="slots; default about a third of the places"),
        option(
            "--with",
            dest="themes",
            action="extend",
            nargs="+",
            default=[],
            metavar="WORD",
            help="reserve slots of these words' lengths, across where they fit",
        ),
        option(
            "--symmetry",
            default="rotation",
            metavar="NAME",
            help="rotation (default), quarter, horizontal, vertical, both, diagonal or none",
        ),
        option("--seed", help="the same seed gives the same pattern; default: a new seed, printed on stderr"),
        option("--min-length", default=3, help="of every slot; default 3"),
        option("--max-length", help="of every slot; default as long as the grid"),
    ),
)
"""The options that say what the pattern is like."""


def make_template_parser() -> Parser:
    return command_parser(
        "template",
        """
Blocks are drawn at random, but in such a way that the pattern is symmetric, all open cells are connected, and no slot
is too short or too long. If several patterns have the wanted number of words, the pattern with the fewest blocks is
written. The exit status is 3 if none was found.
""",
        """
        satcross template 15x15 --word-count 76
        satcross template 13 --symmetry both --seed 5 -o pattern.txt
        satcross template 21x21 --word-count 140 --max-length 13 | satcross fill - --timeout 60
        satcross template 13 --with ELEPHANT GIRAFFE ZEBRAS
        """,
        (
            option("size", type=size, metavar="SIZE", help="rows x columns, such as 15x15 (or 15: as many of both)"),
            option("--output", default="-"),
            option("--overwrite"),
            option("--style", choices=["spaced", "dense"], default="spaced", help="form of the grid"),
            PATTERN,
            *process_limits("give up after this time"),
        ),
    )


def size(text: str) -> tuple[int, int]:
    """Return the rows and columns that `text` writes (the type of an argument)."""
    parts = text.lower().split("x")
    if len(parts) > 2 or not all(part.isascii() and part.isdecimal() and int(part[:9]) > 0 for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 15x15")
    return int(parts[0][:9]), int(parts[-1][:9])


def run_template(options: Options) -> int:
    if not options.overwrite:
        check_replaceable(options.output)
    themes = [_folded(word) for word in options.themes]
    seed = options.seed
    if seed is None:
        seed = new_seed()
        say(f"seed {seed}")
    rows, columns = options.size
    try:
        template = draw_pattern(
            rows,
            columns,
            options.word_count,
            options.symmetry,
            seed,
            min_length=options.min_length,
            max_length=options.max_length,
            themes=themes,
            budget=budget_of(options),
        )
    except TimeUp:
        template = None
    if template is None:
        say("no such pattern was found; try another seed, word count or symmetry")
        if themes:
            say(_unplaced(themes, options))
        return UNKNOWN
    write_output(options.output, write_rows(template.rows, options.style))
    for word in themes:
        slots = [slot for slot in template.grid.slots if len(slot.cells) == len(word)]
        say(f"{word}: {', '.join([slot.name for slot in slots])}")
    return YES


def _unplaced(themes: list[str], options: Options) -> str:
    """Return which of the words are in the way of a pattern, as far as that is known in time."""
    rows, columns = options.size
    try:
        words = homeless(rows, columns, options.symmetry, options.min_length, themes, budget_of(options))
    except TimeUp:
        words = []
    if words:
        return f"no pattern of this size and symmetry has a slot for {listed(words)}"
    return f"it needs slots for {listed(themes)}; fewer of these words may help"


def _folded(word: str) -> str:
    """Return the letters of `word` as they go into a grid.  Raises OptionError if it is not a word."""
    letters = fold(word)
    if not letters:
        raise OptionError(f"{word!r} is not a word", place=["--with"], hint="write it without spaces and signs")
    return letters
