"""The puzzles that a command is asked about: options that name them, and a loop that answers for each.

A file may hold several puzzles, and one bad file or clue does not keep the others from their answers; the exit status
is the worst of all.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from satcross.budget import CLAUSES, NODES
from satcross.cli import MISUSE, NO, UNKNOWN, YES, report
from satcross.cli.clues import warn_of_defects_in
from satcross.cli.limits import add_process_limits, start_clock, stop_clock, within_memory
from satcross.cli.parser import Options, Parser, count
from satcross.errors import LimitError, ManyErrors, PuzzleError, RegexError, SatcrossError, TimeUp, tidy
from satcross.model import DIALECTS, Puzzle

if TYPE_CHECKING:
    from satcross.puzzle.files.source import Source

SEVERITY: Final = (YES, NO, UNKNOWN, MISUSE)
ABOUT_PUZZLES: Final = (RegexError, PuzzleError, LimitError, ManyErrors)  # others would recur with every puzzle


class Asked(NamedTuple):
    """A puzzle that a command is asked about: the file it is in (None: the command line), its name there."""

    puzzle: Puzzle
    file: str | None = None
    name: str = ""

    @property
    def label(self) -> str:
        """What to call it where several are talked about."""
        parts = [tidy(part) for part in (self.file, self.name or self.puzzle.title) if part]
        return ": ".join(parts) or "the puzzle"


def add_file_options(parser: Parser, format_option: str = "--from") -> None:
    """Add the options that say how to read files; `format_option` names the one that tells their format."""
    group = parser.add_argument_group("reading puzzles")
    group.add_argument("--puzzle", metavar="NAME", help="only this one of a file's puzzles: its name, id or number")
    group.add_argument(
        format_option, dest="format", metavar="FORMAT", help="the files' format; default: told from the file"
    )
    group.add_argument("--encoding", metavar="NAME", help="the files' encoding; default: UTF-8")
    group.add_argument("--alphabet", metavar="LETTERS", help="mentioned, positive, any, or letters such as A-Z0-9")
    group.add_argument("--dialect", choices=DIALECTS, help="whose regexes the clues are")
    group.add_argument("--flags", metavar="LETTERS", help="flags of every clue, such as i (none: '')")
    group.add_argument("--force", action="store_true", help="take huge puzzles too")


def add_search_options(parser: Parser) -> None:
    """Add the options that choose the solver and bound the work."""
    from satcross.solve.solvers.python_sat import DEFAULT

    meaning = f"a SAT solver of python-sat; default {DEFAULT}: Glucose, and CaDiCaL for what is large or resists"
    parser.add_argument("--solver", default=DEFAULT, metavar="NAME", help=meaning)
    add_limit_options(parser)


def add_limit_options(parser: Parser) -> None:
    """Add the options that bound the work."""
    group = add_process_limits(parser)
    group.add_argument("--max-nodes", type=count, default=NODES, metavar="N", help=f"circuit nodes; default {NODES:,}")
    group.add_argument("--max-clauses", type=count, default=CLAUSES, metavar="N", help=f"clauses; default {CLAUSES:,}")


def add_jobs_option(parser: Parser) -> None:
    """Add the option that says how many processes work side by side."""
    parser.add_argument(
        "--jobs",
        type=count,
        default=1,
        metavar="N",
        help="N processes, for many puzzles or one that is hard; default 1",
    )


def add_drawing_options(parser: Parser) -> None:
    """Add the options that say how grids look."""
    parser.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")
    parser.add_argument(
        "--color",
        choices=["auto", "always", "never"],
        default="auto",
        help="colours: on terminals (auto, unless NO_COLOR is set), always or never",
    )


Answer: TypeAlias = Callable[[Asked, Options], int]
"""Answers for a puzzle on standard output, and returns the exit status."""


class Question(NamedTuple):
    """Puzzle `number` (from 0) of a file.

    started  when its time began (`monotonic`), if not now: reading the file counts
    """

    source: Source
    number: int
    started: float | None = None


def answer_each(options: Options, answer: Answer) -> int:
    """Answer for every puzzle of `options.files`, show warnings and errors, and return the worst exit status."""
    if getattr(options, "jobs", 1) > 1:
        from satcross.cli.jobs import answer_side_by_side

        return answer_side_by_side(options, answer)
    worst = YES
    for question in questions(options):
        worst = worse(worst, answer_question(question, options, answer))
    return worst


def questions(options: Options) -> Iterator[Question | SatcrossError]:
    """Yield the puzzles of `options.files`, and an error for a file that cannot be read, in their order."""
    from satcross.puzzle.files import choose, open_source

    for file in options.files:
        started = start_clock(options)
        try:
            source = open_source(file, options.format, options.encoding, force=options.force)
            chosen = None if options.puzzle is None else choose(source, options.puzzle)
        except SatcrossError as error:
            yield error
            continue
        except TimeUp:
            yield LimitError("there was not enough time to read it", place=[file])
            continue
        finally:
            stop_clock()
        first: float | None = started
        for number, entry in enumerate(source.entries):
            if chosen is None or entry is chosen:
                yield Question(source, number, first)
                first = None


def answer_question(question: Question | SatcrossError, options: Options, answer: Answer) -> int:
    """Answer, or show an error, and return the exit status."""
    from satcross.puzzle.files import explain

    if isinstance(question, SatcrossError):
        return report(question)
    source, number, started = question
    entry = source.entries[number]
    asked = Asked(entry.puzzle, source.name, entry.name)
    start_clock(options, started)
    try:
        asked = asked._replace(puzzle=revised(entry.puzzle, options))
        warn_of_defects_in(asked.puzzle, partial(explain, source, number))
        return within_memory(partial(answer, asked, options), options)
    except ABOUT_PUZZLES as error:
        return report(explain(source, number, error))
    except TimeUp:
        print(f"satcross: {asked.label}: out of time", file=sys.stderr)
        return UNKNOWN
    finally:
        stop_clock()


def worse(one: int, two: int) -> int:
    """Return the worse of two exit statuses."""
    return max(one, two, key=SEVERITY.index)


def answer_one(options: Options, answer: Callable[[Asked], int]) -> int:
    """Return what `answer` returns for the puzzle of `options.file`.

    Raises SatcrossError, also if the file holds several puzzles and none was chosen.
    """
    from satcross.puzzle.files import choose, explain, open_source

    source = open_source(options.file, options.format, options.encoding, force=options.force)
    entry = choose(source, options.puzzle)
    try:
        return answer(Asked(revised(entry.puzzle, options), source.name, entry.name))
    except ABOUT_PUZZLES as error:
        raise explain(source, source.entries.index(entry), error) from None


def revised(puzzle: Puzzle, options: Options) -> Puzzle:
    """Return `puzzle` with the alphabet, dialect and flags that the options set."""
    if options.dialect is None and options.flags is None and options.alphabet is None:
        return puzzle
    from satcross.puzzle.shapes import with_settings

    return with_settings(puzzle, options.alphabet, options.dialect, options.flags)
