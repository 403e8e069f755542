"""The options that several commands have, with the types of their values."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from satcross.base.budget import AUTO, CLAUSES, MEMORY, NODES
from satcross.base.platform import (
    processors,
)
from satcross.errors import OptionError
from satcross.puzzle import DIALECTS

if TYPE_CHECKING:
    from datetime import date
from satcross.cli.parser import Option, OptionGroup, Options

REPORTS: Final = ("github", "junit", "sarif")
"""Formats of reports (`cli.answers`)."""

LEAST_MEMORY: Final = 64 << 20  # bytes; the interpreter alone takes a third

MOST_DIGITS: Final = 18  # of a whole number, so that it fits into 64 bits


def count(text: str) -> int:
    """Return the whole number from 1 up that `text` writes (the type of an option)."""
    return _whole_number(text, 1)


def whole(text: str) -> int:
    """Return the whole number from 0 up that `text` writes (the type of an option)."""
    return _whole_number(text, 0)


def _whole_number(text: str, least: int) -> int:
    is_number = text.isascii() and text.isdecimal()
    if is_number and len(text) > MOST_DIGITS:
        raise ArgumentTypeError(f"{text!r} is too large: {MOST_DIGITS} digits are the most")
    if not is_number or int(text) < least:
        raise ArgumentTypeError(f"{text!r} is not a whole number of {least} or more")
    return int(text)


def jobs(text: str) -> int:
    """Return the number of processes that `text` writes; auto: one for each processor (the type of an option)."""
    return processors() if text == "auto" else count(text)


def new_seed() -> int:
    """Return a random seed, for a command that was given none."""
    from random import SystemRandom

    return SystemRandom().randrange(1_000_000)


def day_of(text: str) -> date:
    """Return the day that `text` writes.  Raises OptionError if there is no such day."""
    from datetime import date

    try:
        return date.fromisoformat(text)
    except ValueError:
        raise OptionError(f"there is no day {text!r}", hint="write it as 2026-02-14") from None


def memory(text: str) -> int:
    """Return the bytes that `text` writes, such as 500M or 2G (the type of an option)."""
    digits = text.upper().removesuffix("B").removesuffix("I")
    unit = {"K": 10, "M": 20, "G": 30, "T": 40}.get(digits[-1:], 0)
    try:
        value = int(float(digits[:-1] if unit else digits) * (1 << unit))
    except (ValueError, OverflowError):
        value = 0
    if value < LEAST_MEMORY:
        least = f"{LEAST_MEMORY >> 20}M"
        raise ArgumentTypeError(f"{text!r} is not an amount of memory such as 2G, of at least {least}")
    return value


def seconds(text: str) -> float:
    """Return the time above 0, in seconds, that `text` writes (the type of an option)."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise ArgumentTypeError(f"{text!r} is not a number of seconds above 0; leave the option out for no limit")
    return value


JSON_LINES: Final = "print JSON Lines, one object for each puzzle"

SHARED: Final[Mapping[str, Mapping[str, Any]]] = {
    "--all": {"action": "store_true"},
    "--alphabet": {"metavar": "LETTERS", "help": "mentioned, positive, any, or letters such as A-Z0-9"},
    "--ascii": {"action": "store_true", "help": "draw with ASCII characters only"},
    "--charset": {"metavar": "NAME", "help": "the character encoding of the files; default: UTF-8"},
    "--cluster": {
        "metavar": "ADDRESS",
        "help": "a Dask cluster (an extra): its scheduler's address, or local:N for one of N processes here",
    },
    "--color": {
        "choices": ["auto", "always", "never"],
        "default": "auto",
        "help": "colours: on terminals (auto, unless NO_COLOR is set), always or never",
    },
    "--count": {"type": count, "metavar": "N"},
    "--dialect": {"choices": DIALECTS, "help": "the regex dialect of the clues"},
    "--encoding": {
        "default": AUTO,
        "metavar": "NAME",
        "help": f"how regular clues are encoded (satcross encodings lists the ways); default {AUTO}",
    },
    "--format": {"dest": "to", "metavar": "FORMAT", "help": "the format to write; default: from the extension of OUT"},
    "--flags": {"metavar": "LETTERS", "help": "flags of every clue, such as i (none: '')"},
    "--force": {"action": "store_true", "help": "accept very large puzzles"},
    "--from": {
        "dest": "input_format",
        "metavar": "FORMAT",
        "help": "the files' format; default: detected from the file",
    },
    "--grid": {
        "metavar": "FILE",
        "help": "a half-filled grid to continue from: its rows, with . for open cells (-: stdin)",
    },
    "--jobs": {"type": jobs, "default": 1, "metavar": "N"},
    "--json": {"action": "store_true", "help": "print a JSON object instead"},
    "--limit": {"type": count, "metavar": "N"},
    "--max-clauses": {"type": count, "default": CLAUSES, "metavar": "N", "help": f"clauses; default {CLAUSES:,}"},
    "--max-length": {"type": count, "metavar": "N"},
    "--max-nodes": {"type": count, "default": NODES, "metavar": "N", "help": f"circuit nodes; default {NODES:,}"},
    "--memory": {
        "type": memory,
        "default": MEMORY,
        "metavar": "SIZE",
        "help": f"such as 500M; default {MEMORY >> 30}G",
    },
    "--min-length": {"type": count, "metavar": "N"},
    "--no-cache": {"action": "store_true", "help": "do not use or keep an index of the word lists"},
    "--output": {"metavar": "OUT", "help": "where to write it (-, the default: stdout)"},
    "--overwrite": {"action": "store_true", "help": "replace a file that exists"},
    "--puzzle": {"metavar": "NAME", "help": "only this one of a file's puzzles: its name, id or number"},
    "--quiet": {"action": "store_true", "help": "show no progress, and no statistics"},
    "--recursive": {"action": "store_true", "help": "also read subfolders"},
    "--refresh": {"action": "store_true", "help": "with --results: answer everything again"},
    "--results": {
        "metavar": "FILE",
        "help": "keep each answer in this database; later runs answer only what is new or has changed",
    },
    "--seed": {"type": whole, "metavar": "N"},
    "--solver": {
        "default": AUTO,
        "metavar": "NAME",
        "help": f"a SAT solver of python-sat; default {AUTO}: Glucose, and CaDiCaL for hard formulas",
    },
    "--stats": {"action": "store_true"},
    "--timeout": {"type": seconds, "metavar": "SECONDS", "help": "give up on a puzzle after this time"},
    "--unlock": {"metavar": "KEY", "help": "the four digits that unlock the solution of a .puz file"},
    "file": {"metavar": "FILE", "help": "the puzzle, in any format that satcross reads (-: stdin)"},
    "files": {"nargs": "+", "metavar": "FILE",
              "help": "puzzles, in any format that satcross reads (-: stdin), or folders"},
}  # fmt: skip
"""The options and arguments that mean the same in several commands, each with its arguments for argparse."""

SHORT: Final = {"--output": "-o", "--quiet": "-q", "--recursive": "-r"}
"""The other name of an option."""


def option(*names: str, **settings: Any) -> Option:
    """Return an option; what `settings` do not say of it is as in `SHARED`."""
    own = (SHORT[names[0]], *names) if names[0] in SHORT else names
    return Option(own, {**SHARED.get(names[0], {}), **settings})


REPORT_FORMAT: Final = option(
    "--format",
    dest="output_format",
    choices=["text", "json", *REPORTS],
    default="text",
    metavar=None,
    help="text (default), json (as --json), or a report for other programs: github, junit, sarif",
)
"""The option that chooses how the answers to many puzzles are printed."""

FILES: Final = (option("files"), option("--recursive"))
"""The arguments that name the files of puzzles."""

FILE_OPTIONS: Final = OptionGroup(
    "reading puzzles",
    tuple(map(option, ("--puzzle", "--from", "--charset", "--alphabet", "--dialect", "--flags", "--force"))),
)
"""The options that say how to read the files of puzzles."""


def process_limits(
    timeout: str = "give up on a puzzle after this time", *more: str
) -> tuple[Option | OptionGroup, ...]:
    """Return the options that limit the time and the memory of a process, and `more`.

    Args:
        timeout: What is given up when the time is over.
    """
    limits = (option("--timeout", help=timeout), option("--memory"), *map(option, more))
    return option("--quiet"), OptionGroup("limits", limits)


LIMITS: Final = process_limits("give up on a puzzle after this time", "--max-nodes", "--max-clauses")
"""The options that bound the work."""

SEARCH: Final = (option("--solver"), *LIMITS)
"""The options that choose the solver and bound the work."""


def many_puzzles(what: str = "use N processes, for many puzzles or a hard one") -> OptionGroup:
    """Return the options that say where many puzzles are answered, and where the answers are kept.

    Args:
        what: What `--jobs` does.
    """
    processes = option("--jobs", help=f"{what} (auto: one for each processor); default 1")
    return OptionGroup("many puzzles", (processes, option("--cluster"), option("--results"), option("--refresh")))


DRAWING: Final = (option("--ascii"), option("--color"))
"""The options that say how grids look."""


def check_combinations(
    command: str,
    given: Mapping[str, object],
    exclusive: Iterable[tuple[str, str, str]],
    needs: Iterable[tuple[str, str]],
) -> None:
    """Raise OptionError for options that cannot be combined, and for an option without the options that it needs.

    Args:
        given: What is written for each option; None, False or an empty list if it is left out.
        exclusive: Options of which only one can be given, and why.
        needs: An option, and one that it needs.
    """
    has = {name for name, value in given.items() if value not in (None, False, [])}
    for one, two, reason in exclusive:
        if has >= {one, two}:
            raise OptionError(
                f"{one} and {two} cannot be combined: {reason}",
                hint=f"leave out {one} or {two}",
                code="option-together",
            )
    for one, other in needs:
        if one in has and other not in has:
            raise OptionError(f"{one} needs {other} as well", hint=f"satcross {command} --help")


def is_json(options: Options) -> bool:
    """Return whether the answers are objects for programs, and not text."""
    return bool(options.json) or options.output_format != "text"


def is_for_programs(options: Options) -> bool:
    """Return whether the answers are collected for a report that other programs read."""
    return options.output_format in REPORTS
