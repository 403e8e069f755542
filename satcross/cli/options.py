"""Options that several commands have, and the types of their values."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentTypeError
from typing import TYPE_CHECKING, Final

from satcross.base.budget import CLAUSES, MEMORY, NODES
from satcross.base.tuning import AUTO, POSITIONS
from satcross.cli.parser import Group, Options, Parser
from satcross.errors import OptionError
from satcross.puzzle.model import DIALECTS

if TYPE_CHECKING:
    from datetime import date

REPORTS: Final = ("github", "junit", "sarif")
"""Formats of reports (`reports.py`)."""

LEAST_MEMORY: Final = 64 << 20  # bytes; the interpreter alone takes a third

MOST_DIGITS: Final = 18  # of a whole number, so that it fits into 64 bits


def add_file_argument(parser: Parser) -> None:
    """Add the argument that names the file of one puzzle."""
    parser.add_argument("file", metavar="FILE", help="the puzzle, in any format that satcross reads (-: stdin)")


def add_files_argument(parser: Parser) -> None:
    """Add the arguments that name the files of puzzles."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="puzzles, in any format that satcross reads (-: stdin), or folders"
    )
    add_recursive_option(parser)


def add_recursive_option(parser: Parser) -> None:
    """Add the option that says how folders are read."""
    parser.add_argument("-r", "--recursive", action="store_true", help="also read subfolders")


def add_file_options(parser: Parser) -> None:
    """Add the options that say how to read the files of puzzles."""
    group = parser.add_argument_group("reading puzzles")
    group.add_argument("--puzzle", metavar="NAME", help="only this one of a file's puzzles: its name, id or number")
    group.add_argument(
        "--from", dest="format", metavar="FORMAT", help="the files' format; default: detected from the file"
    )
    group.add_argument("--charset", metavar="NAME", help="the character encoding of the files; default: UTF-8")
    group.add_argument("--alphabet", metavar="LETTERS", help="mentioned, positive, any, or letters such as A-Z0-9")
    group.add_argument("--dialect", choices=DIALECTS, help="the regex dialect of the clues")
    group.add_argument("--flags", metavar="LETTERS", help="flags of every clue, such as i (none: '')")
    group.add_argument("--force", action="store_true", help="accept very large puzzles")


def add_grid_option(parser: Parser) -> None:
    """Add the option for a half-filled grid."""
    parser.add_argument(
        "--grid",
        metavar="GRID",
        help="a half-filled grid to continue from: its rows, with . for open cells (-: stdin)",
    )


def add_encoding_option(parser: Parser) -> None:
    """Add the option that says how regular clues become clauses."""
    meaning = f"how regular clues are encoded (satcross encodings lists the ways); default {POSITIONS}"
    parser.add_argument("--encoding", default=POSITIONS, metavar="NAME", help=meaning)


def add_search_options(parser: Parser) -> None:
    """Add the options that choose the solver and bound the work."""
    meaning = f"a SAT solver of python-sat; default {AUTO}: Glucose, and CaDiCaL for hard formulas"
    parser.add_argument("--solver", default=AUTO, metavar="NAME", help=meaning)
    add_limit_options(parser)


def add_limit_options(parser: Parser) -> None:
    """Add the options that bound the work."""
    group = add_process_limits(parser)
    group.add_argument("--max-nodes", type=count, default=NODES, metavar="N", help=f"circuit nodes; default {NODES:,}")
    group.add_argument("--max-clauses", type=count, default=CLAUSES, metavar="N", help=f"clauses; default {CLAUSES:,}")


def add_jobs_option(parser: Parser, what: str = "use N processes, for many puzzles", *, is_made: bool = False) -> None:
    """Add the options that say where many puzzles are answered, and where the answers are kept.

    Args:
        what: What `--jobs` does.
        is_made: Whether the puzzles are made by the command, which rates them in any case.
    """
    group = parser.add_argument_group("many puzzles")
    group.add_argument("--jobs", type=count, default=1, metavar="N", help=f"{what}; default 1")
    cluster = "a cluster of Dask (an extra): its scheduler's address, or local:N for one of N processes here"
    group.add_argument("--cluster", metavar="ADDRESS", help=cluster)
    rated = "" if is_made else ", and rate each puzzle that has one solution"
    results = f"store each result in this database{rated}; later runs answer only what is new or has changed"
    group.add_argument("--results", metavar="FILE", help=results)
    if not is_made:
        faster = "with --results: do not rate the puzzles, which is faster"
        group.add_argument("--no-rating", action="store_true", help=faster)
    group.add_argument("--refresh", action="store_true", help="with --results: answer everything again")


def add_format_option(parser: Parser) -> None:
    """Add the option that says in which format the answers are."""
    kinds = "text (default), json (as --json), or a report for other programs: github, junit, sarif"
    parser.add_argument("--output-format", choices=["text", "json", *REPORTS], default="text", help=kinds)


def is_json(options: Options) -> bool:
    """Return whether the answers are objects for programs, and not text."""
    return bool(options.json) or getattr(options, "output_format", "text") != "text"


def is_for_programs(options: Options) -> bool:
    """Return whether the answers are collected for a report that other programs read."""
    return getattr(options, "output_format", "text") in REPORTS


def add_drawing_options(parser: Parser) -> None:
    """Add the options that say how grids look."""
    parser.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")
    parser.add_argument(
        "--color",
        choices=["auto", "always", "never"],
        default="auto",
        help="colours: on terminals (auto, unless NO_COLOR is set), always or never",
    )


def add_overwrite_option(parser: Group) -> None:
    """Accept `--overwrite`, as earlier versions do; it has no effect, and the help does not mention it."""
    parser.add_argument("--overwrite", action="store_true", help=SUPPRESS)


def add_process_limits(parser: Parser, timeout: str = "give up on a puzzle after this time") -> Group:
    """Add the options that bound what a process takes of the machine; `timeout` says what is given up."""
    parser.add_argument("-q", "--quiet", action="store_true", help="show no progress, and no statistics")
    group = parser.add_argument_group("limits")
    group.add_argument("--timeout", type=seconds, metavar="SECONDS", help=timeout)
    group.add_argument(
        "--memory", type=memory, default=MEMORY, metavar="SIZE", help=f"such as 500M; default {MEMORY >> 30}G"
    )
    return group


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


def new_seed() -> int:
    """Return a seed that nobody knows, for a command that is given none."""
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
        raise ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return value
