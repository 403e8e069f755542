"""`satcross generate`: a puzzle from a shape, with the wanted letters in its solution, as hard as is asked for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from satcross.cli.driver import answer_agenda, check_many_options
from satcross.cli.limits import stop_clock
from satcross.cli.options import (
    add_jobs_option,
    add_overwrite_option,
    add_process_limits,
    count,
    day_of,
    new_seed,
    whole,
)
from satcross.cli.outcome import Conclusion, Showable
from satcross.cli.parser import Options, Parser, command_parser
from satcross.cli.puzzle_files import PuzzleFiles
from satcross.cli.puzzles import FiledPuzzle
from satcross.cli.requested import Ingredients, SeedQuestion, add_request_options, question_of, wanted_of
from satcross.cli.seeds import INQUIRY, BestSoFar, MadePuzzle, agenda_of
from satcross.cli.signals import ended_like_interrupted
from satcross.cli.sinks import StreamSink, appearance_of
from satcross.cli.terminal import note, say, warn_of_overwrite, write_to_stream
from satcross.errors import ErrorCode, ManyErrors, OptionError, PuzzleError, RegexError
from satcross.generator.request import ENGINES, check_request
from satcross.puzzle.files import check_writable, explain, format_of_path, to_text
from satcross.puzzle.model import Clue

NOT_IN_RECIPE: Final = (
    "help", "count", "output", "to", "overwrite", "title", "timeout", "jobs", "cluster", "results", "refresh", "memory",
    "quiet", "json", "no_cache", "seed",
)  # fmt: skip
"""Options that do not change which puzzle a seed gives; the seed itself is written last."""


def make_parser() -> Parser:
    parser = command_parser(
        "generate",
        """
Every puzzle has exactly one solution, over any alphabet unless --alphabet lists one. check, lint and explain have
tested it: no clue can be left out, no part of a clue is without effect, and it is as hard as you ask for. If something
cannot be reached, standard error says so, the best puzzle so far is written, and the exit status is 3. The same
options and the same seed give the same puzzle on every machine, unless --timeout ends the search.
""",
        """
        satcross generate --rows 5 --columns 5 --theme CRANE --at diagonal --difficulty gentle
        satcross generate --side 3 --theme 'HELLO WORLD' --at border -o hello.toml
        satcross generate --rows 4 --columns 4 --grid letters.txt --rating 3.5 --seed 7
        satcross generate --rows 6 --columns 6 --words words.txt --without references look-arounds
        satcross generate --complete begun.toml -o complete.toml
        satcross generate --day 2026-02-14 -o today.toml
        satcross generate --side 4 --count 10 -o puzzles --style mirrors=3 --style sets=0
        """,
    )
    add_request_options(parser)
    _add_search_options(parser)
    add_jobs_option(parser, "use N processes, for --count", is_made=True)
    add_process_limits(parser, "end the search for a puzzle after this time: the best so far, status 3")
    _add_output_options(parser)
    return parser


def _add_search_options(parser: Parser) -> None:
    """Add the options that choose one of the puzzles that answer the request."""
    group = parser.add_argument_group("search")
    group.add_argument(
        "--seed",
        type=whole,
        metavar="N",
        help="the same seed gives the same puzzle; default: a new seed, printed on stderr",
    )
    group.add_argument("--engine", choices=ENGINES, help="without effect; the next major version has no such option")
    day = "the puzzle of this day, such as 2026-02-14: gentle on Mondays, hard on Sundays, the same for everybody"
    group.add_argument("--day", metavar="DATE", help=day)


def _add_output_options(parser: Parser) -> None:
    """Add the options that say what is written: how many puzzles, where, and in which form."""
    group = parser.add_argument_group("output")
    out = "the file to write, or with --count the folder; default: TOML on standard output"
    group.add_argument("-o", "--output", metavar="OUT", help=out)
    group.add_argument("--to", metavar="FORMAT", help="the format to write; default: from the ending of OUT, or toml")
    group.add_argument("--count", type=count, metavar="N", help="make N puzzles, each in a file named after its seed")
    add_overwrite_option(group)
    group.add_argument(
        "--title", metavar="TEXT", help="the title; default: a hint at the answer, or difficulty, shape and seed"
    )
    group.add_argument("--json", action="store_true", help="print JSON Lines, one object for each puzzle")


def run(options: Options) -> int:
    if options.engine is not None:
        message = "--engine has no effect; the next major version has no such option"
        say(f"satcross: warning: {message}")
    warn_of_overwrite(options)
    stop_clock()  # the search looks at its budget, and needs a moment after its end to check the best puzzle
    if options.day is not None:
        return _run_day(options)
    wanted = wanted_of(options)
    question = question_of(wanted, options)
    check_request(question.request)
    format = _format(options)
    _check_format(question, format)
    first = new_seed() if options.seed is None else options.seed
    seeds = range(first, first + (options.count or 1))
    check_many_options(options)
    files = _files(options, format, tuple(_recipe_words(options)))._replace(
        title=options.title or "", begun=wanted.begun
    )
    agenda = agenda_of(question, seeds, files)
    is_elsewhere = options.cluster is not None or (options.jobs > 1 and len(seeds) > 1)
    with ended_like_interrupted(), _about(wanted):
        return answer_agenda(agenda, INQUIRY, options, _sink(options), is_elsewhere=is_elsewhere)


class PuzzleFileSink(StreamSink):
    """Writes each puzzle into its file, if it has one, and then shows what there is to say of it."""

    def show_part(self, asked: FiledPuzzle, part: Showable) -> None:
        if isinstance(part, MadePuzzle | BestSoFar) and asked.files is not None:
            asked.files.write(part.made)
        super().show_part(asked, part)


def _sink(options: Options) -> PuzzleFileSink:
    return PuzzleFileSink(appearance_of(options), write_to_stream)


OF_ANY_DAY: Final = ("help", "day", "output", "to", "overwrite", "quiet", "json", "engine")
"""Options that can be combined with --day."""


def _run_day(options: Options) -> int:
    """Write the puzzle of a day."""
    from satcross.generator.day import daily

    day = day_of(options.day)
    for action in make_parser()._actions:
        if action.dest not in OF_ANY_DAY and getattr(options, action.dest, action.default) != action.default:
            message = f"--day and {action.option_strings[-1]} cannot be combined"
            hint = "with --day, give only -o, --to, --json or --quiet"
            raise OptionError(message, hint=hint, code=ErrorCode.OPTION_TOGETHER)
    format = _format(options)
    note(f"making the puzzle of {day.isoformat()}")
    with ended_like_interrupted():
        made = daily(day)
    note("")
    files = _files(options, format, ("satcross", "generate", "--day", day.isoformat()))._replace(is_by_seed=False)
    asked = FiledPuzzle(made.puzzle, name=str(made.seed), files=files)
    return _sink(options).show_conclusion(asked, Conclusion(MadePuzzle(made)))


@contextmanager
def _about(wanted: Ingredients) -> Iterator[None]:
    """Let errors about the puzzle that is to be completed name its file, and the line of the clue at fault."""
    try:
        yield
    except (RegexError, PuzzleError, ManyErrors) as error:
        if wanted.begun is None:
            raise
        raise explain(wanted.begun, wanted.begun.puzzles.index(wanted.shape), error) from None


def _files(options: Options, format: str, recipe: tuple[str, ...]) -> PuzzleFiles:
    """Return how puzzles are written that the command `recipe` makes."""
    output = None if options.output == "-" else options.output
    return PuzzleFiles(format, output, is_folder=options.count is not None, recipe=recipe)


def _format(options: Options) -> str:
    """Return the format to write.  Raises OptionError if there is none of that name."""
    if options.to is not None:
        check_writable(options.to)
        format: str = options.to
        return format
    if options.count is not None or options.output in (None, "-"):
        return "toml"
    if os.path.isdir(options.output):
        raise OptionError("this is a folder", place=[options.output], hint="write puzzles into it with --count")
    return format_of_path(options.output)


def _check_format(question: SeedQuestion, format: str) -> None:
    """Raise PuzzleError (`inexpressible`) if the format has no place for such puzzles, before one is looked for."""
    request = question.request
    kept = request.shape.lines if question.is_completion else ()
    clues = (Clue("."),) * request.clues_per_line
    clues_of = [line.clues or clues for line in kept] or [clues] * len(request.shape.lines)
    lines = tuple(line._replace(clues=each) for line, each in zip(request.shape.lines, clues_of, strict=True))
    letters = tuple(letter or "A" for letter in request.solution) or ("A",) * len(request.shape.cells)
    to_text(request.shape._replace(lines=lines, dialect=request.dialect, expected=(letters,), expects_all=True), format)


def _recipe_words(options: Options) -> Iterator[str]:
    """Yield the words of the command that makes these puzzles again, without the seed."""
    yield from ("satcross", "generate")
    for action in make_parser()._actions:
        value: Any = getattr(options, action.dest, None)
        if action.dest in NOT_IN_RECIPE or value == action.default:
            continue
        flag = action.option_strings[-1]
        if value is True:
            yield flag
        elif action.nargs == "+":
            yield from (flag, *value)
        else:
            for each in value if isinstance(value, list) else [value]:
                yield from [f"{flag}={each}"] if str(each).startswith("-") else [flag, str(each)]
