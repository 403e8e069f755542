"""`satcross generate`: new puzzles with the letters that the author wants, as hard as the author wants."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from satcross.base import NamedTuple
from satcross.base.budget import Budget
from satcross.base.reading import shown_name
from satcross.base.wording import counted, listed
from satcross.cli.answers import StreamSink, appearance_of
from satcross.cli.driver import Agenda, answer_agenda, check_many_options
from satcross.cli.outcome import SCHEMA, Appearance, Conclusion, Inquiry, KnownAnswer, PartialAnswer, Send, size_of
from satcross.cli.parser import (
    JSON_LINES,
    Options,
    Parser,
    add_jobs_option,
    add_options,
    add_process_limits,
    cancel_alarm,
    command_parser,
    count,
    day_of,
    new_seed,
)
from satcross.cli.puzzles import FiledPuzzle, GivenGrid, PuzzleFiles, check_is_folder_name, filled_of, read_grid
from satcross.cli.signals import UNKNOWN, YES, ended_like_interrupted
from satcross.cli.terminal import (
    Written,
    error_text,
    message_line,
    note,
    note_reading,
    say,
    write_to_stream,
)
from satcross.errors import (
    ErrorCode,
    LimitError,
    ManyErrors,
    OptionError,
    PuzzleError,
    RegexError,
    SatcrossError,
    TimeUp,
    printable,
)
from satcross.generator.families import FAMILIES
from satcross.generator.maker import Generated, GeneratorProgress, complete, generate
from satcross.generator.pool import CONSTRUCTS
from satcross.generator.request import Request, check_request
from satcross.generator.theme import themed, uncut_size, words_cut
from satcross.puzzle import ANY, MENTIONED, POSITIVE, Clue, Puzzle, expand_alphabet
from satcross.puzzle.files import check_writable, choose, explain, format_of_path, open_source, to_text
from satcross.puzzle.files.source import Source
from satcross.puzzle.shapes import hexagon, rectangle
from satcross.puzzle.wordlists import Reading, WordList, read_words

# What `satcross generate` is asked for: its options about shape, letters and clues, and the question they describe.
#
# The shape is a rectangle, a hexagon, the cells and lines of a puzzle, or that of the author's grid; or a puzzle whose
# clues stay, which is to be completed.


MOST_DIFFICULT: Final = 20.0  # marking rounds; no puzzle takes so many
LONGEST: Final[int] = Request._field_defaults["max_length"]


class Ingredients(NamedTuple):
    """What the puzzles are to be made of.

    Attributes:
        shape: A puzzle with the cells and lines that are wanted, and nothing else; or the one that is to be completed.
        grid: The letters that are wanted, if they are given as a grid.
        begun: The file of the puzzle that is to be completed, if there is one.
    """

    shape: Puzzle
    grid: GivenGrid | None
    begun: Source | None = None


class SeedQuestion(NamedTuple):
    """Everything that the puzzle of a seed depends on, besides limits.

    Attributes:
        request: What is asked for, with the seed.
        is_completion: Whether the clues of the request's shape are kept.
    """

    request: Request
    is_completion: bool

    @property
    def puzzle(self) -> Puzzle:
        """The cells and lines of the puzzle, without its clues: there are no warnings about clues that are kept."""
        shape = self.request.shape
        return shape._replace(lines=tuple(line._replace(clues=()) for line in shape.lines))

    def of_seed(self, seed: int) -> SeedQuestion:
        """Return the same question about another seed."""
        return self._replace(request=self.request._replace(seed=seed))


def add_request_options(parser: Parser) -> None:
    """Add the options that say what puzzle is wanted."""
    _add_shape_options(parser)
    _add_letter_options(parser)
    _add_clue_options(parser)


def _add_shape_options(parser: Parser) -> None:
    group = parser.group("shape")
    group.add_argument("--rows", type=count, metavar="N", help="rows of a rectangle")
    group.add_argument("--columns", type=count, metavar="N", help="columns of a rectangle")
    group.add_argument("--side", type=count, metavar="N", help="cells on each side of a hexagon")
    group.add_argument("--shape", dest="file", metavar="FILE", help="the cells and lines of this puzzle (-: stdin)")
    begun = "write clues for the lines of this puzzle that have none; everything else stays (-: stdin)"
    group.add_argument("--complete", metavar="FILE", help=begun)
    add_options(group, "--puzzle", help="which puzzle of the file: its name, id or number")


def _add_letter_options(parser: Parser) -> None:
    group = parser.group("letters")
    grid = "the solution: its rows, . for cells that may hold anything (-: stdin)"
    add_options(group, "--grid", help=grid)
    group.add_argument("--theme", metavar="TEXT", help="a text that the solution contains; its spaces do not count")
    place = "where: rows (default), columns, diagonal, border (clockwise), or cells such as '1,1 2,2'"
    group.add_argument("--at", metavar="PLACE", help=place)
    words = "fill the rows with words of this list, WORD or WORD;SCORE on each line; repeatable"
    group.add_argument("--words", action="append", default=[], metavar="LIST", help=words)
    add_options(group, "--no-cache")
    group.add_argument(
        "--random",
        action="store_true",
        help="use random letters where nothing is wanted, and neither words nor a theme",
    )
    group.add_argument("--letters", metavar="LETTERS", help="the letters for the other cells; default A-Z")
    alphabet = "the solution is the only one over any letters (default), or over these, such as A-Z"
    add_options(group, "--alphabet", help=alphabet)


def _add_clue_options(parser: Parser) -> None:
    group = parser.group("clues")
    group.add_argument(
        "--difficulty", metavar="LABEL", help="gentle, moderate, hard or fiendish; default: any difficulty"
    )
    rating = "the number of the difficulty that satcross explain gives, within 0.3, instead of --difficulty"
    group.add_argument("--rating", type=rating_value, metavar="R", help=rating)
    group.add_argument("--sparse", action="store_true", help="lines may stay without a clue")
    group.add_argument("--clues-per-line", type=count, default=1, metavar="N", help="1 (default), or 2")
    names = ", ".join(CONSTRUCTS)
    group.add_argument("--with", dest="constructs", nargs="+", action="extend", default=[], metavar="CONSTRUCT",
                       help=f"constructs that at least one clue must use: {names}")  # fmt: skip
    group.add_argument("--without", nargs="+", action="extend", default=[], metavar="CONSTRUCT",
                       help="constructs that no clue may use")  # fmt: skip
    families = f"how often to use a kind of clue: 1 is usual, 0 is never; repeatable. Kinds: {', '.join(FAMILIES)}"
    group.add_argument("--style", action="append", default=[], metavar="NAME=WEIGHT", help=families)
    group.add_argument("--allow-words", action="store_true", help="allow clues that are just the text of their line")
    add_options(group, "--dialect", help="the regex dialect of the clues; default: python")
    add_options(group, "--max-length", default=LONGEST, help=f"characters of a clue; default {LONGEST}")  # fmt: skip


def rating_value(text: str) -> float:
    """Return the rating that `text` writes (the type of an option)."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= MOST_DIFFICULT:
        raise argparse.ArgumentTypeError(f"{text!r} is not a rating above 0 and up to {MOST_DIFFICULT:g}, such as 4.2")
    return value


def wanted_of(options: Options) -> Ingredients:
    """Return what the options name.  Raises SatcrossError if two of them cannot be combined, or one is wrong."""
    _check_combinations(options)
    grid = read_grid(options)  # before the puzzle, of which it may be said that both cannot be standard input
    if options.complete is None:
        return Ingredients(_shape(options, grid), grid)

    source = _source(options.complete)
    return Ingredients(choose(source, options.puzzle).puzzle, grid, source)


def question_of(wanted: Ingredients, options: Options) -> SeedQuestion:
    """Return what the options ask about the first seed.  Raises SatcrossError if one of them is wrong."""
    if wanted.begun is None:
        return SeedQuestion(_request(wanted, _letters(options.alphabet or ANY, "--alphabet"), options), False)
    given, dialect = wanted.shape.alphabet, wanted.shape.dialect
    alphabet = ANY if given in (ANY, MENTIONED, POSITIVE) else given
    return SeedQuestion(_request(wanted, alphabet, options)._replace(dialect=dialect), True)


def _request(wanted: Ingredients, alphabet: str, options: Options) -> Request:
    solution = _solution(wanted, alphabet, options)
    if options.words and solution and None not in solution:
        other = "--theme" if wanted.grid is None else "--grid"
        message = f"--words and {other} cannot be combined: no cell is left for a word"
        raise OptionError(message, code=ErrorCode.OPTION_TOGETHER)
    return Request(
        wanted.shape,
        solution=solution,
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
        dialect=options.dialect or "python",
        max_length=options.max_length,
        alphabet=alphabet,
        allows_words=options.allow_words,
        seed=options.seed or 0,
        is_random=options.random,
        is_sparse=options.sparse,
    )


FILE_SAYS_SHAPE: Final = "the file says which cells there are"
FILE_SAYS_ALL: Final = "the file says how the puzzle is read"
SHAPES: Final = ("--rows", "--columns", "--side")

CLASHES: Final = (
    ("--rows", "--side", "a rectangle has rows and a hexagon has a side"),
    ("--columns", "--side", "a rectangle has columns and a hexagon has a side"),
    *((each, "--shape", FILE_SAYS_SHAPE) for each in SHAPES),
    *((each, "--complete", FILE_SAYS_SHAPE) for each in (*SHAPES, "--shape")),
    *((each, "--complete", FILE_SAYS_ALL) for each in ("--alphabet", "--dialect")),
    ("--title", "--complete", "the file says what the title is"),
    ("--answer", "--complete", "the file says what the answer is"),
    ("--grid", "--theme", "both say which letters the solution has"),
    ("--grid", "--at", "the grid itself says where its letters are"),
    ("--random", "--words", "either words or single letters fill the cells"),
    ("--random", "--complete", "the clues that are there say which letters are possible"),
    ("--words", "--letters", "either words or single letters fill the cells"),
    ("--json", "-o -", "both are for standard output"),
)
"""Options of which only one can be given, and why."""


def _check_combinations(options: Options) -> None:
    """Raise OptionError for options of the shape, the letters or the output of which only one can be given."""
    given = {
        "--rows": options.rows, "--columns": options.columns, "--side": options.side, "--shape": options.file,
        "--complete": options.complete, "--puzzle": options.puzzle, "--grid": options.grid, "--theme": options.theme,
        "--at": options.at, "--words": options.words or None, "--letters": options.letters, "--title": options.title,
        "--answer": options.answer,
        "--random": options.random or None, "--alphabet": options.alphabet, "--dialect": options.dialect,
        "--json": options.json or None, "-o -": True if options.output == "-" else None,
    }  # fmt: skip
    for one, two, reason in CLASHES:
        if given[one] is not None and given[two] is not None:
            message = f"{one} and {two} cannot be combined: {reason}"
            raise OptionError(message, hint=f"leave out {one} or {two}", code=ErrorCode.OPTION_TOGETHER)
    for one, other in (("--rows", "--columns"), ("--columns", "--rows"), ("--at", "--theme")):
        if given[one] is not None and given[other] is None:
            raise OptionError(f"{one} needs {other} as well", hint="satcross generate --help")
    has_file = given["--shape"] is not None or given["--complete"] is not None
    if options.puzzle is not None and not has_file:
        raise OptionError("--puzzle needs --shape or --complete as well", hint="satcross generate --help")
    if not has_file and all(given[name] is None for name in ("--rows", "--side", "--grid")):
        hint = "choose --rows N --columns N, --side N, --shape FILE, or --grid FILE with the rows of a rectangle"
        raise OptionError("the shape is missing", hint=hint)
    needs = (
        ("--no-cache", options.no_cache, "--words", options.words),
        ("--jobs", options.jobs > 1, "--count", options.count is not None),
    )
    for one, has_one, other, has_other in needs:
        if has_one and not has_other:
            raise OptionError(f"{one} needs {other} as well", hint="satcross generate --help")
    if options.count is not None:
        if options.output in (None, "-") and not options.json:
            raise OptionError("--count needs a folder for its files", hint="name one with -o FOLDER")
        if options.output is not None and os.path.isfile(options.output):
            message = "--count needs a folder for its files, and this is a file"
            raise OptionError(message, place=[options.output], hint="name a folder with -o FOLDER")
        if options.output not in (None, "-"):
            check_is_folder_name(options.output)
    _check_standard_input(options)


def _check_standard_input(options: Options) -> None:
    """Raise OptionError if the word list and something else are both standard input."""
    others = {"--grid": options.grid, "--shape": options.file, "--complete": options.complete}
    for name, file in others.items():
        if file == "-" and "-" in options.words:
            message = f"--words and {name} cannot be combined: both are standard input"
            raise OptionError(message, hint="name a file for one of them", code=ErrorCode.OPTION_TOGETHER)
    if options.words.count("-") > 1:
        raise OptionError("--words names standard input twice", hint="name a file for one of them")


def _shape(options: Options, grid: GivenGrid | None) -> Puzzle:
    """Return a puzzle with the cells and lines that are wanted, and nothing else."""
    if options.side is not None:
        lines = 2 * options.side - 1
        return hexagon(horizontal=lines, rising=lines, falling=lines, side=options.side)
    if options.rows is not None:
        return rectangle(rows=options.rows, columns=options.columns)
    if options.file is None:
        assert grid is not None, "some option says the shape"
        rows, columns = _size_of_grid(grid)
        return rectangle(rows=rows, columns=columns)
    puzzle = choose(_source(options.file), options.puzzle).puzzle
    lines = tuple(line._replace(clues=()) for line in puzzle.lines)
    return Puzzle(puzzle.cells, lines, puzzle.shape)


def _size_of_grid(grid: GivenGrid) -> tuple[int, int]:
    """Return the rows and columns of the grid.  Raises SatcrossError unless all its rows are of the same length."""
    rows = ["".join(row.split()) for row in grid.text.split("\n") if row.strip()]
    lengths = sorted({len(row) for row in rows})
    if len(lengths) == 1:
        return len(rows), lengths[0]
    place = [shown_name(grid.name)]
    if not rows:
        raise PuzzleError("the grid has no rows", place=place, code=ErrorCode.EMPTY)
    message = f"rows of {listed(list(map(str, lengths)))} letters do not form a rectangle"
    hint = "write . for cells that may hold anything; for other shapes, add --side N or --shape FILE"
    raise PuzzleError(message, place=place, hint=hint, code=ErrorCode.FILLED)


def _source(path: str) -> Source:
    """Return the file of the shape, or of the puzzle to complete."""
    note_reading(path)
    return open_source(path)


def _letters(text: str, option: str) -> str:
    """Return the letters that the option lists.  Raises PuzzleError."""
    try:
        return expand_alphabet(text)
    except PuzzleError as error:
        raise error.replace(place=[option]) from None


def _solution(wanted: Ingredients, alphabet: str, options: Options) -> tuple[str | None, ...]:
    """Return the wanted letter of each cell, None where it may be any; () if none is wanted."""
    if options.theme is not None:
        return themed(wanted.shape, options.theme, options.at or "rows", alphabet)
    return tuple(letter or None for letter in filled_of(wanted.shape, wanted.grid))


def say_what_is_cut(shape: Puzzle, options: Options) -> None:
    """Say which words of the theme are cut at the ends of lines, and how large a rectangle has room for all."""
    theme, at = options.theme or "", options.at or "rows"
    cut = words_cut(shape, theme, at)
    if cut:
        size = " ".join([f"--{field.name} {field.value}" for field in uncut_size(shape, theme, at)])
        parts = listed(["-".join(parts) for parts in cut])
        say(f"satcross: the theme is cut at the end of a line: {printable(parts)}; {size} has room for whole words")


def _words(options: Options) -> WordList | None:
    if not options.words:
        return None

    note("reading the word lists")
    return read_words(options.words, reading=Reading(drop_capitals=True), use_cache=not options.no_cache)


def style_weight(text: str) -> tuple[str, float]:
    """Return the family and the weight that `text` writes as NAME=WEIGHT.  Raises OptionError."""
    name, _, weight = text.partition("=")
    try:
        return name, float(weight)
    except ValueError:
        hint = "write a name and a number, such as --style mirrors=2"
        raise OptionError(f"--style {text!r} has no weight", hint=hint) from None


# The question of `satcross generate`: which puzzle a seed gives.
#
# In: a request with its seed.  Out: the puzzle that is found; or that there is none, and why.  The question holds all
# that the puzzle depends on, besides limits.  How the puzzle is written is for the process that writes it to know
# (`puzzles.py`).


DOING: Final = {
    "grid": "choosing letters",
    "clues": "collecting clues",
    "start": "looking for clues that lead to one solution",
    "lower": "making the clues simpler",
    "search": "looking for better clues",
    "check": "checking the best puzzle",
}


def answer(question: SeedQuestion, budget: Budget, send: Send) -> MadePuzzle | NoPuzzle:
    """Look for the puzzle of a seed.

    When an interrupt ends the search, the best puzzle so far is sent.

    Raises:
        KeyboardInterrupt: If an interrupt has ended the search.
        SatcrossError: For what would recur with every seed.
    """

    request = question.request
    make = complete if question.is_completion else generate
    made = None

    def watch(progress: GeneratorProgress) -> None:
        if progress.phase == "search":
            cancel_alarm()  # it looks at its budget, and needs a moment after its end to check the best puzzle
        budget.note(progress_text(progress))

    try:
        made = next(make(request, budget=budget._replace(report=None), watch=watch), None)
    except LimitError as error:
        return NoPuzzle(request.seed, error.at(f"seed {request.seed}"))
    except TimeUp:
        pass
    budget.note("")
    if made is not None and not any(each.code == "time" for each in made.shortfalls):
        return MadePuzzle(made)
    if budget.seconds_left == 0:
        return NoPuzzle(request.seed) if made is None else MadePuzzle(made)
    if made is not None:  # only the clock and an interrupt end a search early
        send(MadePuzzle(made))
    raise KeyboardInterrupt


class MadePuzzle(NamedTuple):
    """The puzzle of a seed, or the best one so far when the search was interrupted."""

    made: Generated

    @property
    def exit_status(self) -> int:
        return UNKNOWN if self.made.shortfalls else YES

    @property
    def verdict(self) -> str:
        return "made"

    def as_json(self, asked: FiledPuzzle) -> dict[str, Any]:
        assert asked.files is not None, "it is known how the puzzle is written"
        path = asked.files.path(self.made.seed)
        what = {"puzzle": asked.files.text(self.made)} if path is None else {"file": path}
        return {"schema": SCHEMA, **self.made.as_json(), **what}

    @property
    def is_final(self) -> bool:
        return not self.made.shortfalls

    @property
    def size(self) -> int:
        return size_of(self.made.solution.letters)


class NoPuzzle(NamedTuple):
    """No puzzle was found.

    Attributes:
        error: Why not; None: time was up.
    """

    seed: int
    error: SatcrossError | None = None

    @property
    def exit_status(self) -> int:
        return UNKNOWN if self.error is None else self.error.exit_status

    @property
    def verdict(self) -> str:
        return "unknown"

    def as_json(self, asked: FiledPuzzle) -> dict[str, Any]:
        return {"schema": SCHEMA, "seed": self.seed, "puzzle": None}

    @property
    def is_final(self) -> bool:
        return self.exit_status != UNKNOWN


def part_text(asked: FiledPuzzle, part: MadePuzzle, look: Appearance) -> Iterator[Written]:
    """Yield what people read of the best puzzle of a search that was interrupted."""
    return text(asked, part, look)


def part_json(asked: FiledPuzzle, part: MadePuzzle) -> dict[str, Any]:
    """Return what programs get of the best puzzle of a search that was interrupted."""
    return part.as_json(asked)


def text(asked: FiledPuzzle, outcome: MadePuzzle | NoPuzzle, look: Appearance) -> Iterator[Written]:
    """Yield what people read: the puzzle if it has no file, and what there is to say of it."""
    if isinstance(outcome, NoPuzzle):
        seed, error = outcome
        late = f"satcross: seed {seed}: out of time; there is no puzzle yet"
        yield message_line(late if error is None else error_text(error))
        return
    assert asked.files is not None, "it is known how the puzzle is written"
    made = outcome.made
    if asked.files.path(made.seed) is None:
        yield "out", asked.files.text(made)
    clues = [clue for line in made.puzzle.lines for clue in line.clues if isinstance(clue, Clue)]
    length = f" of {sum(len(clue.pattern) for clue in clues) / len(clues):.1f} characters" if clues else ""
    difficulty = made.difficulty
    yield message_line(
        f"seed {made.seed}: {difficulty.label} ({difficulty.hardness}), {counted(difficulty.steps, 'step')}"
        f" ({difficulty.length}), {counted(len(clues), 'clue')}{length},"
        f" cost {made.cost / 10:g}"
    )
    for each in made.shortfalls:
        yield message_line(f"  not reached: {printable(each.message)}")


INQUIRY: Final = Inquiry(None, answer, text, part_text, part_json=part_json, errors=())


def agenda_of(question: SeedQuestion, seeds: range, files: PuzzleFiles) -> Agenda:
    """Return what is asked about the puzzle of each seed."""
    shape = question.puzzle
    asked = (FiledPuzzle(shape, name=str(seed), files=files) for seed in seeds)
    return Agenda(asked, lambda each: question.of_seed(int(each.name)), len(seeds))


def progress_text(progress: GeneratorProgress) -> str:
    """Return in words how far a search has come."""
    known = [DOING[progress.phase]]
    if progress.cost is not None:
        known.append(f"cost {progress.cost / 10:g}")
    if progress.rating is not None:
        known.append(f"difficulty {progress.rating:.1f}")
    return "; ".join(known)


NOT_IN_RECIPE: Final = (
    "help", "count", "output", "to", "title", "answer", "timeout", "jobs", "cluster", "results", "refresh", "memory",
    "quiet", "json", "no_cache", "seed",
)  # fmt: skip
"""Options that do not change which puzzle a seed gives; the seed itself is written last."""


def make_generate_parser() -> Parser:
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
    add_jobs_option(parser, "use N processes, for --count")
    add_process_limits(parser, "end the search for a puzzle after this time: the best so far, status 3")
    _add_output_options(parser)
    return parser


def _add_search_options(parser: Parser) -> None:
    """Add the options that choose one of the puzzles that answer the request."""
    group = parser.group("search")
    add_options(group, "--seed", help="the same seed gives the same puzzle; default: a new seed, printed on stderr")
    day = "the puzzle of this day, such as 2026-02-14: gentle on Mondays, hard on Sundays, the same for everybody"
    group.add_argument("--day", metavar="DATE", help=day)


def _add_output_options(parser: Parser) -> None:
    """Add the options that say what is written: how many puzzles, where, and in which form."""
    group = parser.group("output")
    out = "the file to write, or with --count the folder; default: TOML on standard output"
    add_options(group, "--output", help=out)
    add_options(group, "--to", help="the format to write; default: from the ending of OUT, or toml")
    add_options(group, "--count", help="make N puzzles, each in a file named after its seed")
    group.add_argument(
        "--title", metavar="TEXT", help="the title; default: a hint at the answer, or difficulty, shape and seed"
    )
    group.add_argument(
        "--answer", metavar="TEXT", help="what players see at the end; default: the theme, if there is one"
    )
    add_options(group, "--json", help=JSON_LINES)


def run_generate(options: Options) -> int:
    cancel_alarm()  # the search looks at its budget, and needs a moment after its end to check the best puzzle
    if options.day is not None:
        return _run_day(options)
    wanted = wanted_of(options)
    question = question_of(wanted, options)
    check_request(question.request)
    say_what_is_cut(wanted.shape, options)
    format = _format(options)
    _check_format(question, format)
    first = new_seed() if options.seed is None else options.seed
    seeds = range(first, first + (options.count or 1))
    check_many_options(options)
    files = _files(options, format, tuple(_recipe_words(options)))._replace(
        title=options.title or "", answer=_answer(options), begun=wanted.begun
    )
    agenda = agenda_of(question, seeds, files)
    is_elsewhere = options.cluster is not None or (options.jobs > 1 and len(seeds) > 1)
    with ended_like_interrupted(), _about(wanted):
        return answer_agenda(agenda, INQUIRY, options, _sink(options), is_elsewhere=is_elsewhere)


def _answer(options: Options) -> str:
    """Return what players should see at the end: `--answer`, or else the words of `--theme` in capitals."""
    return options.answer or " ".join((options.theme or "").upper().split())


class PuzzleFileSink(StreamSink):
    """Writes each puzzle into its file, if it has one, and then shows what there is to say of it."""

    def show_part(self, asked: FiledPuzzle, part: PartialAnswer) -> None:
        _write(asked, part)
        super().show_part(asked, part)

    def show_conclusion(self, asked: FiledPuzzle, conclusion: Conclusion) -> int:
        _write(asked, conclusion.outcome)
        return super().show_conclusion(asked, conclusion)

    def show_known(self, asked: FiledPuzzle, known: KnownAnswer) -> int:
        files, seed = asked.files, known.answer["seed"]
        text = None if files is None else files.kept(known.answer)
        assert files is not None, "it is known how the puzzle is written"
        assert text is not None, "the answer has a puzzle"
        files.write(text, seed)
        path = files.path(seed)
        shown = {**known.answer, "puzzle": text}
        if path is not None:
            del shown["puzzle"]
            shown["file"] = path
        elif not self._look.is_json:
            write_to_stream(("out", text))
        return super().show_known(asked, known._replace(answer=shown))


def _write(asked: FiledPuzzle, made: object) -> None:
    """Write a puzzle that has been made into its file, if it has one."""
    if isinstance(made, MadePuzzle) and asked.files is not None:
        asked.files.write(asked.files.text(made.made), made.made.seed)


def _sink(options: Options) -> PuzzleFileSink:
    return PuzzleFileSink(appearance_of(options), INQUIRY)


OF_ANY_DAY: Final = ("help", "day", "output", "to", "quiet", "json")
"""Options that can be combined with --day."""


def _run_day(options: Options) -> int:
    """Write the puzzle of a day."""
    from satcross.generator.day import daily

    day = day_of(options.day)
    for action in make_generate_parser().options:
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
    for action in make_generate_parser().options:
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
