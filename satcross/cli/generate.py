"""`satcross generate`: a puzzle from a shape, with the wanted letters in its solution, as hard as is asked for."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from satcross.cli.answers import SCHEMA, print_json
from satcross.cli.fill import whole
from satcross.cli.limits import budget_of, stop_clock
from satcross.cli.options import add_process_limits, count
from satcross.cli.parser import Options, Parser, command_parser
from satcross.cli.statuses import UNKNOWN, YES, worse
from satcross.cli.terminal import note, note_reading, report, turn_to, write_output
from satcross.errors import ErrorCode, LimitError, OptionError, PuzzleError, SatcrossError, printable
from satcross.generator.families import FAMILIES
from satcross.generator.pool import CONSTRUCTS
from satcross.generator.request import ENGINES, Request, check_request
from satcross.model import ANY, DIALECTS, Clue, Puzzle
from satcross.puzzle.alphabet import expand_alphabet
from satcross.puzzle.files import FORMAT_OF_ENDING, WRITABLE, format_of_path, to_text
from satcross.wording import capital, counted
from satcross.workers import Death, Failure, Message, Result, Send, Worker, Workers

if TYPE_CHECKING:
    from satcross.generator.result import Generated, GeneratorProgress
    from satcross.words.wordlist import WordList

MOST_DIFFICULT: Final = 20.0  # a rating of this means a million steps of one clue

LONGEST: Final[int] = Request._field_defaults["max_length"]

NOT_IN_RECIPE: Final = frozenset(
    (
        "help",
        "count",
        "output",
        "to",
        "overwrite",
        "title",
        "timeout",
        "jobs",
        "memory",
        "quiet",
        "json",
        "no_cache",
        "seed",
    )
)
"""Options that do not change which puzzle a seed gives; the seed itself is written last."""

DOING: Final = {
    "grid": "choosing letters",
    "clues": "collecting clues",
    "search": "searching",
    "proof": "looking for cheaper clues",
    "check": "checking",
}


def make_parser() -> Parser:
    parser = command_parser(
        "generate",
        """
Every puzzle has exactly one solution, over any alphabet unless --alphabet lists one. check, lint and explain have
looked at it: no clue can go, no part of a clue is idle, and the rating is the one asked for. What could not be reached
is said on standard error, and the best puzzle so far is written; the status is then 3. The same options and the same
seed give the same puzzle on every machine, unless --timeout ends the search.
""",
        """
        satcross generate --rows 5 --columns 5 --theme CRANE --at diagonal --difficulty gentle
        satcross generate --side 3 --theme 'HELLO WORLD' --at border -o hello.toml
        satcross generate --rows 4 --columns 4 --grid letters.txt --rating 3.5 --seed 7
        satcross generate --rows 6 --columns 6 --words words.txt --without references look-arounds
        satcross generate --side 4 --count 10 -o puzzles --style mirrors=3 --style sets=0
        """,
    )
    _add_shape_options(parser)
    _add_letter_options(parser)
    _add_clue_options(parser)
    group = parser.add_argument_group("search")
    group.add_argument("--seed", type=whole, metavar="N", help="same seed, same puzzle; default: a new one, on stderr")
    engines = "what looks for the cheapest clues and proves that they are: rc2 (default), highs (an extra) or none"
    group.add_argument("--engine", choices=ENGINES, default="rc2", help=engines)
    parser.add_argument("--jobs", type=count, default=1, metavar="N", help="N processes, for --count; default 1")
    add_process_limits(parser, "end the search for a puzzle after this time: the best so far, status 3")
    group = parser.add_argument_group("output")
    out = "the file to write, or with --count the folder; default: TOML on standard output"
    group.add_argument("-o", "--output", metavar="OUT", help=out)
    group.add_argument("--to", metavar="FORMAT", help="the format to write; default: told from OUT's ending, or toml")
    group.add_argument("--count", type=count, metavar="N", help="so many puzzles, in files called after their seeds")
    group.add_argument("--overwrite", action="store_true", help="write files that exist already")
    group.add_argument("--title", metavar="TEXT", help="the title; default: difficulty, shape and seed")
    group.add_argument("--json", action="store_true", help="JSON Lines, an object a puzzle")
    return parser


def _add_shape_options(parser: Parser) -> None:
    group = parser.add_argument_group("shape")
    group.add_argument("--rows", type=count, metavar="N", help="rows of a rectangle")
    group.add_argument("--columns", type=count, metavar="N", help="columns of a rectangle")
    group.add_argument("--side", type=count, metavar="N", help="cells on each side of a hexagon")
    group.add_argument("--shape", dest="file", metavar="FILE", help="the cells and lines of this puzzle (-: stdin)")
    group.add_argument("--puzzle", metavar="NAME", help="which puzzle of that file: its name, id or number")


def _add_letter_options(parser: Parser) -> None:
    group = parser.add_argument_group("letters")
    grid = "the solution: its rows, . for cells that may hold anything (-: stdin)"
    group.add_argument("--grid", metavar="GRID", help=grid)
    group.add_argument("--theme", metavar="TEXT", help="a text that the solution contains; its spaces do not count")
    place = "where: rows (default), columns, diagonal, border (clockwise), or cells such as '1,1 2,2'"
    group.add_argument("--at", metavar="PLACE", help=place)
    words = "fill the rows with words of this list, WORD or WORD;SCORE a line; repeatable"
    group.add_argument("--words", action="append", default=[], metavar="LIST", help=words)
    group.add_argument("--no-cache", action="store_true", help="neither use nor keep an index of the word lists")
    group.add_argument("--letters", metavar="LETTERS", help="what the other cells may hold; default A-Z")
    alphabet = "the solution is the only one over any letters (default), or over these, such as A-Z"
    group.add_argument("--alphabet", default=ANY, metavar="LETTERS", help=alphabet)


def _add_clue_options(parser: Parser) -> None:
    group = parser.add_argument_group("clues")
    group.add_argument("--difficulty", metavar="LABEL", help="gentle, moderate, hard or fiendish; default: as it comes")
    rating = "the rating that satcross explain gives, within 0.3, instead of --difficulty"
    group.add_argument("--rating", type=rating_value, metavar="R", help=rating)
    group.add_argument("--clues-per-line", type=count, default=1, metavar="N", help="1 (default), or 2")
    names = ", ".join(CONSTRUCTS)
    group.add_argument("--with", dest="constructs", nargs="+", action="extend", default=[], metavar="CONSTRUCT",
                       help=f"what some clue must use: {names}")  # fmt: skip
    group.add_argument("--without", nargs="+", action="extend", default=[], metavar="CONSTRUCT",
                       help="what no clue may use")  # fmt: skip
    families = f"how much a kind of clues is wanted: 1 is usual, 0 never; repeatable. Kinds: {', '.join(FAMILIES)}"
    group.add_argument("--style", action="append", default=[], metavar="NAME=WEIGHT", help=families)
    group.add_argument("--allow-words", action="store_true", help="let a clue be the text of its line itself")
    group.add_argument("--dialect", choices=DIALECTS, default="python", help="whose regexes the clues are")
    group.add_argument("--max-length", type=count, default=LONGEST, metavar="N",
                       help=f"characters of a clue; default {LONGEST}")  # fmt: skip


def rating_value(text: str) -> float:
    """Return the rating that `text` writes (the type of an option)."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= MOST_DIFFICULT:
        raise argparse.ArgumentTypeError(f"{text!r} is not a rating above 0 and up to {MOST_DIFFICULT:g}, such as 4.2")
    return value


def run(options: Options) -> int:
    stop_clock()  # the search looks at its budget, and needs a moment after its end to check the best puzzle
    request = request_of(options)
    check_request(request)
    format = _format(options)
    _check_format(request, format)
    if options.seed is None:
        from random import SystemRandom

        request = request._replace(seed=SystemRandom().randrange(1_000_000))
        print(f"seed {request.seed}", file=sys.stderr)
    seeds = range(request.seed, request.seed + (options.count or 1))
    _check_new(seeds, format, options)
    worst = YES
    for found in _found(request, seeds, options):
        worst = worse(worst, _show(found, format, options))
    return worst


class Outcome(NamedTuple):
    """What the search for the puzzle of a seed has found.

    made     None: nothing yet
    stopped  "timeout", "interrupt", "error", or ""
    error    why there is no puzzle
    """

    seed: int
    made: Generated | None
    stopped: str
    error: SatcrossError | None = None


def _found(request: Request, seeds: range, options: Options) -> Iterator[Outcome]:
    """Yield what is found for each seed, in their order."""
    if options.jobs > 1 and len(seeds) > 1:
        yield from _side_by_side(request, seeds, options)
        return
    for seed in seeds:
        if len(seeds) > 1:
            turn_to(options, f"seed {seed}")
        yield _search(request._replace(seed=seed), options)


def _search(request: Request, options: Options) -> Outcome:
    """Look for the puzzle of a seed; an interrupt ends the search, and does not go further."""
    from satcross.generator.generate import generate

    options.started = monotonic()
    budget = budget_of(options)._replace(report=None)  # progress shows the phases of the search only
    try:
        made = next(generate(request, budget=budget, watch=partial(_note, options)), None)
    except LimitError as error:
        return Outcome(request.seed, None, "error", error)
    if made is not None and not any(each.code == "time" for each in made.shortfalls):
        return Outcome(request.seed, made, "")
    # nothing but the clock and an interrupt ends a search early
    return Outcome(request.seed, made, "timeout" if budget.seconds_left == 0 else "interrupt")


def _searching(request: Request, options: Options) -> Callable[[int, Send], Outcome]:
    """Return the function that a worker calls for each seed."""
    return lambda seed, send: _search(request._replace(seed=seed), options)


def _side_by_side(request: Request, seeds: range, options: Options) -> Iterator[Outcome]:
    """Yield what is found for each seed, in their order, by `options.jobs` processes.

    An interrupt ends the search for the first seed that has not been yielded, as it does in a single process.
    """
    alone = argparse.Namespace(**{**vars(options), "progress": None})
    waiting = iter(seeds)
    seed_of: dict[Worker, int] = {}
    ready: dict[int, Outcome] = {}
    is_interrupted = False
    with Workers(options.jobs, _searching, request, alone) as workers:
        for seed in seeds:
            note(options, "puzzles", seed - seeds[0], len(seeds))
            while seed not in ready:
                while not workers.are_busy and (next_seed := next(waiting, None)) is not None:
                    worker = workers.idle()
                    worker.give(next_seed)
                    seed_of[worker] = next_seed
                try:
                    arrived = list(workers.messages(list(seed_of)))
                except KeyboardInterrupt:
                    is_interrupted = True
                    next(worker for worker, its_seed in seed_of.items() if its_seed == seed).cancel()
                    continue
                for worker, message in arrived:
                    its_seed = seed_of.pop(worker)
                    ready[its_seed] = _received(its_seed, message)
            found = ready.pop(seed)
            if found.made is not None or not is_interrupted:
                yield found
            if is_interrupted:
                raise KeyboardInterrupt


def _received(seed: int, message: Message) -> Outcome:
    """Return what a worker has found for this seed.  Raises what the search has raised."""
    if isinstance(message, Result):
        found: Outcome = message.value
        return found
    if isinstance(message, Death):
        error = SatcrossError(f"the process that worked on this puzzle {message.reason}", code=ErrorCode.WORKER)
        return Outcome(seed, None, "error", error)
    assert isinstance(message, Failure), "a search sends no parts"
    raise message.error


def _show(found: Outcome, format: str, options: Options) -> int:
    """Write the puzzle, say what there is to say of it, and return the exit status.

    Raises KeyboardInterrupt if the search was interrupted.
    """
    made = found.made
    if made is not None:
        _write_puzzle(made, format, options)
    elif found.error is not None:
        return report(found.error.at(f"seed {found.seed}"))
    elif found.stopped == "timeout":
        print(f"satcross: seed {found.seed}: out of time; there is no puzzle yet", file=sys.stderr)
    if found.stopped == "interrupt":
        raise KeyboardInterrupt
    return UNKNOWN if made is None or made.shortfalls else YES


def _write_puzzle(made: Generated, format: str, options: Options) -> None:
    note(options, "")
    path = _path(options, format, made.seed)
    puzzle = made.puzzle._replace(title=options.title or title_of(made))
    text = _recipe(options, made.seed) * (format == "toml") + to_text(puzzle, format)
    if path is not None:
        _write(path, text)
    if options.json:
        print_json(_json(made, text, path))
        return
    if path is None:
        write_output("-", text)
        sys.stdout.flush()
    print("\n".join(_told(made)), file=sys.stderr)


def _note(options: Options, progress: GeneratorProgress) -> None:
    known = [DOING[progress.phase]]
    if progress.cost is not None:
        bound = "" if progress.bound is None else f", at least {progress.bound / 10:g}"
        known.append(f"cost {progress.cost / 10:g}{bound}")
    if progress.rating is not None:
        known.append(f"rating {progress.rating:.1f}")
    note(options, "; ".join(known))


def request_of(options: Options) -> Request:
    """Return what the options ask for.  Raises SatcrossError if two of them cannot be combined, or one is wrong."""
    _check_combinations(options)
    shape = _shape(options)
    alphabet = _letters(options.alphabet, "--alphabet")
    return Request(
        shape,
        solution=_solution(shape, alphabet, options),
        words=_words(options),
        letters=Request._field_defaults["letters"]
        if options.letters is None
        else _letters(options.letters, "--letters"),
        difficulty=options.difficulty or "",
        rating=options.rating,
        clues_per_line=options.clues_per_line,
        constructs=tuple(options.constructs),
        without=tuple(options.without),
        style=dict(map(style_weight, options.style)),
        dialect=options.dialect,
        max_length=options.max_length,
        alphabet=alphabet,
        allows_words=options.allow_words,
        seed=options.seed or 0,
        engine=options.engine,
    )


def _check_combinations(options: Options) -> None:
    """Raise OptionError for options of the shape, the letters or the output of which only one can be given."""
    given = {
        "--rows": options.rows, "--columns": options.columns, "--side": options.side, "--shape": options.file,
        "--puzzle": options.puzzle, "--grid": options.grid, "--theme": options.theme, "--at": options.at,
        "--words": options.words or None, "--letters": options.letters,
    }  # fmt: skip
    clashes = (
        ("--rows", "--side", "a rectangle has rows and a hexagon has a side"),
        ("--columns", "--side", "a rectangle has columns and a hexagon has a side"),
        *((each, "--shape", "the file says which cells there are") for each in ("--rows", "--columns", "--side")),
        ("--grid", "--theme", "both say which letters the solution has"),
        ("--grid", "--at", "the grid itself says where its letters are"),
        ("--words", "--letters", "either words or single letters fill the cells"),
    )
    for one, two, reason in clashes:
        if given[one] is not None and given[two] is not None:
            raise OptionError(f"{one} and {two} cannot be combined: {reason}", code=ErrorCode.OPTION_TOGETHER)
    pairs = (("--rows", "--columns"), ("--columns", "--rows"), ("--at", "--theme"), ("--puzzle", "--shape"))
    for one, other in pairs:
        if given[one] is not None and given[other] is None:
            raise OptionError(f"{one} needs {other} as well", hint="satcross generate --help")
    if given["--rows"] is None and given["--side"] is None and given["--shape"] is None:
        raise OptionError("the shape is missing", hint="choose --rows N --columns N, --side N, or --shape FILE")
    if options.count is not None and options.output in (None, "-") and not options.json:
        raise OptionError("--count needs a folder for its files", hint="name one with -o FOLDER")


def _shape(options: Options) -> Puzzle:
    """Return a puzzle with the cells and lines that are wanted, and nothing else."""
    if options.side is not None:
        from satcross.puzzle.shapes import hexagon

        lines = 2 * options.side - 1
        return hexagon(horizontal=lines, rising=lines, falling=lines, side=options.side)
    if options.rows is not None:
        from satcross.puzzle.shapes import rectangle

        return rectangle(rows=options.rows, columns=options.columns)
    from satcross.puzzle.files import load

    if options.grid is not None:
        from satcross.cli.grids import read_grid

        read_grid(options)  # before the puzzle, of which it may be said that both cannot be standard input
    note_reading(options, options.file)
    puzzle = load(options.file, options.puzzle)
    lines = tuple(line._replace(clues=()) for line in puzzle.lines)
    return Puzzle(puzzle.cells, lines, puzzle.shape)


def _letters(text: str, option: str) -> str:
    """Return the letters that the option lists.  Raises PuzzleError."""
    try:
        return expand_alphabet(text)
    except PuzzleError as error:
        raise error.replace(place=[option]) from None


def _solution(shape: Puzzle, alphabet: str, options: Options) -> tuple[str | None, ...]:
    """Return the wanted letter of each cell, None where it may be any; () if none is wanted."""
    if options.theme is not None:
        from satcross.generator.theme import themed

        return themed(shape, options.theme, options.at or "rows", alphabet)
    if options.grid is not None:
        from satcross.cli.grids import filled_of

        return tuple(letter or None for letter in filled_of(shape, options))
    return ()


def _words(options: Options) -> WordList | None:
    if not options.words:
        return None
    from satcross.words.read import read_words

    note(options, "reading the word lists")
    return read_words(options.words, use_cache=not options.no_cache)


def style_weight(text: str) -> tuple[str, float]:
    """Return the family and the weight that `text` writes as NAME=WEIGHT.  Raises OptionError."""
    name, _, weight = text.partition("=")
    try:
        return name, float(weight)
    except ValueError:
        hint = "write a name and a number, such as --style mirrors=2"
        raise OptionError(f"--style {text!r} has no weight", hint=hint) from None


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


def _check_format(request: Request, format: str) -> None:
    """Raise PuzzleError (`inexpressible`) if the format has no place for such puzzles, before one is looked for."""
    clues = (Clue("."),) * request.clues_per_line
    lines = tuple(line._replace(clues=clues) for line in request.shape.lines)
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


def _check_new(seeds: range, format: str, options: Options) -> None:
    """Raise OptionError if a file that would be written exists, unless it may be overwritten."""
    if options.output in (None, "-") or options.overwrite:
        return
    if options.count is None:
        taken = [options.output] if os.path.isfile(options.output) else []
    else:
        stems = [name.removesuffix(_ending(format)) for name in _names_in(options.output)]
        known = {int(stem) for stem in stems if stem.isascii() and stem.isdecimal() and len(stem) < 20}
        taken = [_path(options, format, seed) for seed in sorted(known) if seed in seeds]
    for path in taken:
        if path is not None and os.path.isfile(path):
            hint = "choose another name or seed, or allow it with --overwrite"
            raise OptionError("this file exists already", place=[path], hint=hint, code=ErrorCode.WRITE)


def _names_in(folder: str) -> list[str]:
    return os.listdir(folder) if os.path.isdir(folder) else []


def _write(path: str, text: str) -> None:
    folder = os.path.dirname(path)
    if folder and not os.path.isdir(folder):
        from satcross.writing import write_folder

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
    if made.is_proven:
        bound = ", the cheapest choice of its pool"
    else:
        bound = "" if made.bound is None else f", at least {made.bound / 10:g}"
    found = made.difficulty
    yield (
        f"seed {made.seed}: {found.label} ({found.rating}), {counted(len(clues), 'clue')} of {length:.1f} characters,"
        f" cost {made.cost / 10:g}{bound}"
    )
    for each in made.shortfalls:
        yield f"  not reached: {printable(each.message)}"


def _json(made: Generated, text: str, path: str | None) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "seed": made.seed,
        "rating": made.rating,
        "label": made.difficulty.label,
        "cost": made.cost,
        "bound": made.bound,
        "is_proven": made.is_proven,
        "families": made.families,
        "shortfalls": [each._asdict() for each in made.shortfalls],
        **({"puzzle": text} if path is None else {"file": path}),
    }
