"""`satcross generate`: a puzzle from a shape, with the wanted letters in its solution, as hard as is asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from satcross.base.wording import capital, counted
from satcross.base.writing import write_folder
from satcross.cli.days import day_of
from satcross.cli.driver import check_many_options
from satcross.cli.fill import whole
from satcross.cli.limits import stop_clock
from satcross.cli.options import add_jobs_option, add_overwrite_option, add_process_limits, count
from satcross.cli.outcome import SCHEMA, Written, json_line
from satcross.cli.parser import Options, Parser, command_parser
from satcross.cli.requested import Wanted, add_request_options, wanted_of
from satcross.cli.seeds import SeedOutcome, SeedQuestion, outcomes
from satcross.cli.signals import ended_like_interrupted
from satcross.cli.statuses import UNKNOWN, YES, worse
from satcross.cli.streams import write_to_stream
from satcross.cli.terminal import note, report, warn_of_overwrite, write_output
from satcross.errors import ErrorCode, ManyErrors, OptionError, PuzzleError, RegexError, printable
from satcross.generator.request import ENGINES, check_request
from satcross.puzzle.files import FORMAT_OF_ENDING, WRITABLE, explain, format_of_path, to_text, with_changes
from satcross.puzzle.model import Clue

if TYPE_CHECKING:
    from satcross.generator.result import Generated
    from satcross.puzzle.files.source import Source

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
looked at it: no clue can be left out, no part of a clue is idle, and it is as hard as you ask for. If
something cannot be reached, standard error says so, the best puzzle so far is written, and the exit status is 3. The
same options and the same seed give the same puzzle on every machine, unless --timeout ends the search.
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
    add_jobs_option(parser, "use N processes, for --count", is_made=True)
    add_process_limits(parser, "end the search for a puzzle after this time: the best so far, status 3")
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
    return parser


def run(options: Options) -> int:
    if options.engine is not None:
        print("satcross: warning: --engine has no effect; the next major version has no such option", file=sys.stderr)
    warn_of_overwrite(options)
    stop_clock()  # the search looks at its budget, and needs a moment after its end to check the best puzzle
    if options.day is not None:
        return _run_day(options)
    wanted = wanted_of(options)
    request = wanted.request
    check_request(request)
    format = _format(options)
    _check_format(wanted, format)
    if options.seed is None:
        from random import SystemRandom

        request = request._replace(seed=SystemRandom().randrange(1_000_000))
    seeds = range(request.seed, request.seed + (options.count or 1))
    check_many_options(options)
    question = SeedQuestion(request, is_completion=wanted.begun is not None)
    worst = YES
    with ended_like_interrupted(), _about(wanted):
        if options.results is not None:
            return _run_kept(question, seeds, wanted.begun, format, options)
        for outcome in outcomes(question, seeds, options):
            worst = worse(worst, _show(outcome, wanted.begun, format, options))
    return worst


OF_ANY_DAY: Final = ("help", "day", "output", "to", "overwrite", "quiet", "json", "engine")
"""Options that can be combined with --day."""


def _run_day(options: Options) -> int:
    """Write the puzzle of a day."""
    from satcross.generator.day import daily

    day = day_of(options.day)
    for action in make_parser()._actions:
        if action.dest not in OF_ANY_DAY and getattr(options, action.dest, action.default) != action.default:
            message = f"--day and {action.option_strings[-1]} cannot be combined: the date says what the puzzle is"
            raise OptionError(message, code=ErrorCode.OPTION_TOGETHER)
    format = _format(options)
    note(options, f"making the puzzle of {day.isoformat()}")
    with ended_like_interrupted():
        made = daily(day)
    note(options, "")
    path = _path(options, format, made.seed)
    text = f"# satcross generate --day {day.isoformat()}\n" * (format == "toml") + to_text(made.puzzle, format)
    if path is not None:
        _write(path, text)
    _write_all(_output(made, text, path, options))
    return _status(made)


def _run_kept(question: SeedQuestion, seeds: range, begun: Source | None, format: str, options: Options) -> int:
    """Do what `run` does with a results database: what is kept is shown again, and new puzzles are kept first."""
    from satcross.cli.kept_seeds import KeptSeeds

    worst = YES
    with KeptSeeds(options, question) as kept:
        for outcome in outcomes(question, seeds, options, known=kept.known):
            made = outcome.made
            if made is not None and outcome.stopped not in ("known", "interrupt"):
                path, text = _path(options, format, made.seed), _text(made, begun, format, options)
                answer = {**_json(made, text, None), "puzzle": text}
                kept.keep(made, answer, _status(made), _output(made, text, path, options), outcome.seconds)
            worst = worse(worst, _show(outcome, begun, format, options))
    return worst


@contextmanager
def _about(wanted: Wanted) -> Iterator[None]:
    """Let errors about the puzzle that is to be completed name its file, and the line of the clue at fault."""
    try:
        yield
    except (RegexError, PuzzleError, ManyErrors) as error:
        if wanted.begun is None:
            raise
        raise explain(wanted.begun, wanted.begun.puzzles.index(wanted.request.shape), error) from None


def _show(outcome: SeedOutcome, begun: Source | None, format: str, options: Options) -> int:
    """Write the puzzle, say what there is to say of it, and return the exit status.

    Args:
        begun: The file of the puzzle that has been completed.

    Raises:
        KeyboardInterrupt: If the search was interrupted.
    """
    made = outcome.made
    if made is not None:
        note(options, "")
        path, text = _path(options, format, made.seed), _text(made, begun, format, options)
        if path is not None:
            _write(path, text)
        _write_all(_output(made, text, path, options))
    elif outcome.error is not None:
        return report(outcome.error.at(f"seed {outcome.seed}"))
    elif outcome.stopped == "timeout":
        print(f"satcross: seed {outcome.seed}: out of time; there is no puzzle yet", file=sys.stderr)
    if outcome.stopped == "interrupt":
        raise KeyboardInterrupt
    return UNKNOWN if made is None else _status(made)


def _status(made: Generated) -> int:
    """Return the exit status for a puzzle."""
    return UNKNOWN if made.shortfalls else YES


def _text(made: Generated, begun: Source | None, format: str, options: Options) -> str:
    """Return the puzzle in the format to write."""
    if begun is not None:
        return with_changes(begun, made.puzzle, format)
    puzzle = made.puzzle._replace(title=options.title or made.puzzle.title or title_of(made))
    return _recipe(options, made.seed) * (format == "toml") + to_text(puzzle, format)


def _output(made: Generated, text: str, path: str | None, options: Options) -> list[Written]:
    """Return what the standard streams get about a puzzle, whose text goes to the file `path` (None: to them)."""
    if options.json:
        return [json_line(_json(made, text, path))]
    puzzle: list[Written] = [("out", text)] if path is None else []
    return [*puzzle, ("error", "".join(f"{line}\n" for line in _told(made)))]


def _write_all(output: Sequence[Written]) -> None:
    for written in output:
        write_to_stream(written)


def _format(options: Options) -> str:
    """Return the format to write.  Raises OptionError if there is none of that name."""
    if options.to is not None:
        if options.to not in WRITABLE:
            hint = f"the formats are {', '.join(WRITABLE)}"
            raise OptionError(f"there is no output format {options.to!r}", hint=hint, code=ErrorCode.FORMAT)
        format: str = options.to
        return format
    if options.count is not None or options.output in (None, "-"):
        return "toml"
    if os.path.isdir(options.output):
        raise OptionError("this is a folder", place=[options.output], hint="write puzzles into it with --count")
    return format_of_path(options.output)


def _check_format(wanted: Wanted, format: str) -> None:
    """Raise PuzzleError (`inexpressible`) if the format has no place for such puzzles, before one is looked for."""
    request = wanted.request
    kept = request.shape.lines if wanted.begun is not None else ()
    clues = (Clue("."),) * request.clues_per_line
    clues_of = [line.clues or clues for line in kept] or [clues] * len(request.shape.lines)
    lines = tuple(line._replace(clues=each) for line, each in zip(request.shape.lines, clues_of, strict=True))
    letters = tuple(letter or "A" for letter in request.solution) or ("A",) * len(request.shape.cells)
    to_text(request.shape._replace(lines=lines, dialect=request.dialect, expected=(letters,), expects_all=True), format)


def _path(options: Options, format: str, seed: int) -> str | None:
    """Return the file to write for this seed, None for standard output."""
    if options.output in (None, "-"):
        return None
    if options.count is None:
        path: str = options.output
        return path
    return os.path.join(options.output, f"{seed}{_ending(format)}")


def _ending(format: str) -> str:
    """Return the ending of the names of files of this format."""
    return {each: ending for ending, each in FORMAT_OF_ENDING.items()}.get(format, ".json")


def _write(path: str, text: str) -> None:
    folder = os.path.dirname(path)
    if folder and not os.path.isdir(folder):
        write_folder(folder, {os.path.basename(path): text})
    else:
        write_output(path, text)


def title_of(made: Generated) -> str:
    """Return a title that does not give the solution away: difficulty, shape and seed."""
    shape = made.puzzle.shape
    sizes = sorted(set(shape.sizes))
    if shape.kind == "rectangle":
        name = " x ".join(map(str, shape.sizes))
    elif shape.kind == "hexagon" and len(sizes) == 1:
        name = f"hexagon of side {sizes[0]}"
    else:
        name = shape.kind if shape.kind == "hexagon" else "puzzle"
    return f"{capital(made.difficulty.label)} {name}, no. {made.seed}"


def _recipe(options: Options, seed: int) -> str:
    """Return a TOML comment with the command that makes this puzzle again."""
    import shlex

    return f"# {printable(shlex.join(['satcross', 'generate', *_recipe_words(options), '--seed', str(seed)]))}\n"


def _recipe_words(options: Options) -> Iterator[str]:
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


def _told(made: Generated) -> Iterator[str]:
    """Yield the lines that standard error gets about a puzzle."""
    clues = [clue for line in made.puzzle.lines for clue in line.clues if isinstance(clue, Clue)]
    length = sum(len(clue.pattern) for clue in clues) / len(clues)
    difficulty = made.difficulty
    yield (
        f"seed {made.seed}: {difficulty.label} ({difficulty.hardness}), {counted(difficulty.steps, 'step')}"
        f" ({difficulty.length}), {counted(len(clues), 'clue')} of {length:.1f} characters, cost {made.cost / 10:g}"
    )
    for each in made.shortfalls:
        yield f"  not reached: {printable(each.message)}"


def _json(made: Generated, text: str, path: str | None) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "seed": made.seed,
        "rating": made.rating,  # grows with the length; kept for programs that read it
        "label": made.difficulty.label,
        "hardness": made.difficulty.hardness,
        "steps": made.difficulty.steps,
        "length": made.difficulty.length,
        "cost": made.cost,
        "bound": made.bound,
        "is_proven": made.is_proven,
        "families": made.families,
        "shortfalls": [each._asdict() for each in made.shortfalls],
        **({"puzzle": text} if path is None else {"file": path}),
    }
