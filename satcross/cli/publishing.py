"""The puzzles of a publication, such as a book or a site: each has one solution, unless several are allowed.

In: what the files of a command hold.  Out: what is made of each puzzle, in their order; what cannot be published is
named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeVar
from urllib.parse import urlsplit

from satcross.base.budget import Budget
from satcross.base.records import NamedTuple
from satcross.cli.parser import Options
from satcross.cli.puzzles import FiledPuzzle, UnreadableFile
from satcross.cli.signals import NO, UNKNOWN, YES, worse
from satcross.cli.terminal import note, report, say
from satcross.errors import OptionError, SatcrossError
from satcross.puzzle import Puzzle, Solution
from satcross.solver.solutions import Search

_Asked = TypeVar("_Asked", bound="FiledPuzzle | str")
_Made = TypeVar("_Made")


class NotPublishableError(Exception):
    """A puzzle that stops the publication, with the exit status that it means."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status: Final = status


class Solved(NamedTuple):
    """A solution of a puzzle, and whether it is the only one."""

    solution: Solution
    is_unique: bool


def solved(puzzle: Puzzle, options: Options, budget: Budget, shows: str) -> Solved:
    """Return a solution of a puzzle that may be published.

    Args:
        shows: What the publication does with a puzzle: "prints" or "shows".

    Raises:
        NotPublishableError: If it has no solution, or several although the options do not allow that, or if the time
            is up.
    """
    search = Search(puzzle, limit=2, solver=options.solver, budget=budget)
    solutions = list(search)
    if len(solutions) < 2 and search.stopped == "timeout":
        raise NotPublishableError(UNKNOWN, "out of time before its solutions were known")
    if not solutions:
        raise NotPublishableError(NO, "there is no solution; satcross check says why")
    is_unique = search.status == "unique"
    if not is_unique and not options.allow_several:
        raise NotPublishableError(NO, f"there are several solutions; --allow-several {shows} the puzzle all the same")
    return Solved(solutions[0], is_unique)


def made_of_each(found: Sequence[_Asked | UnreadableFile], make: Callable[[_Asked], _Made]) -> tuple[list[_Made], int]:
    """Return what `make` makes of each puzzle, and the worst exit status; a word crossword is the name of its file."""
    made: list[_Made] = []
    status = YES
    for number, asked in enumerate(found):
        note("solving", number, len(found))
        try:
            if isinstance(asked, UnreadableFile):
                raise asked.error
            made.append(make(asked))
        except NotPublishableError as error:
            say(f"{asked if isinstance(asked, str) else asked.label}: {error}")
            status = worse(status, error.status)
        except SatcrossError as error:
            status = worse(status, report(error))
    return made, status


def site_address(text: str, place: str) -> str:
    """Return the address of a site with a slash at its end.

    Args:
        place: The option that has the text.

    Raises:
        OptionError: If it is not an address.
    """
    try:
        parts = urlsplit(text)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and not (parts.query or parts.fragment)
    except ValueError:
        is_address = False
    if not is_address or re.search(r"[\s<>\"']", text):
        raise OptionError(
            f"{text!r} is not the address of a site", place=[place], hint="such as https://example.org/puzzles/"
        )
    return text.rstrip("/") + "/"
