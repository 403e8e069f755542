"""What `satcross generate` is asked for: its options about shape, letters and clues, and the request they describe.

The shape is a rectangle, a hexagon, the cells and lines of a puzzle, or the shape of the author's grid; or a puzzle
whose clues stay, which is to be completed.
"""

from __future__ import annotations

import argparse
import os
from itertools import combinations, permutations
from typing import Final

from satcross.author.difficulty import LABELS
from satcross.base.reading import shown_name
from satcross.base.records import NamedTuple
from satcross.base.wording import listed
from satcross.cli.options import check_combinations, count, option
from satcross.cli.parser import OptionGroup, Options
from satcross.cli.puzzles import GivenGrid, check_is_folder_name, filled_of, read_grid
from satcross.cli.terminal import (
    note,
    note_reading,
    say,
)
from satcross.errors import (
    OptionError,
    PuzzleError,
    did_you_mean,
    printable,
)
from satcross.generator.families import FAMILIES
from satcross.generator.own_saying import filled_by, letters_of_saying, shape_for
from satcross.generator.pool import CONSTRUCTS
from satcross.generator.request import SYNONYMS, Request
from satcross.generator.theme import themed, uncut_size, words_cut
from satcross.puzzle import ANY, MENTIONED, POSITIVE, Puzzle, expand_alphabet
from satcross.puzzle.files import choose, open_source
from satcross.puzzle.files.source import Source
from satcross.puzzle.kinds import SHAPES
from satcross.puzzle.shapes import CONSTRUCTORS, rectangle
from satcross.puzzle.wordlists import Reading, WordList, read_words

MOST_DIFFICULT: Final = 20.0  # marking rounds; no puzzle takes so many
LONGEST: Final[int] = Request._field_defaults["max_length"]


class Ingredients(NamedTuple):
    """What the puzzles are to be made of.

    Attributes:
        shape: A puzzle with the cells and lines that are wanted, and nothing else; or the puzzle to complete.
        grid: The letters that are wanted, if they are given as a grid.
        begun: The file of the puzzle that is to be completed, if there is one.
    """

    shape: Puzzle
    grid: GivenGrid | None
    begun: Source | None = None


class MakingQuestion(NamedTuple):
    """What `generate` is asked: which puzzle the seed of a request gives, or the best of this many seeds from it on."""

    puzzle: Puzzle
    request: Request
    is_completion: bool
    best_of: int = 1


def question_about(request: Request, *, is_completion: bool, best_of: int = 1) -> MakingQuestion:
    """Return the question which puzzle the seed of a request gives, or the best of this many seeds from it on.

    Its puzzle has no clues, because there are no warnings about clues that are kept.

    Args:
        is_completion: Whether the clues of the request's shape are kept.
    """
    lines = tuple(line._replace(clues=()) for line in request.shape.lines)
    return MakingQuestion(request.shape._replace(lines=lines), request, is_completion, best_of)


class DifficultyRange(NamedTuple):
    """The difficulties of a series, from the first puzzle to the last: two labels, or two numbers."""

    first: str | float
    last: str | float

    def spread(self, number: int) -> list[str | float]:
        """Return the difficulty of each puzzle of a series of `number`, two or more, from the first to the last.

        Raises OptionError unless the range goes from one label to a harder one, or from a number to a greater one.

        >>> DifficultyRange("gentle", "hard").spread(4)
        ['gentle', 'gentle', 'moderate', 'hard']
        >>> DifficultyRange(2.0, 3.5).spread(4)
        [2.0, 2.5, 3.0, 3.5]
        """
        first, last = self
        steps: list[str | float]
        if isinstance(first, str) and isinstance(last, str):
            labels = [label for _, label in LABELS]
            ends = [SYNONYMS.get(end, end) for end in (first, last)]
            for end in ends:
                if end not in labels:
                    hint = did_you_mean(end, labels) or f"the difficulties are {listed(labels)}"
                    raise OptionError(f"there is no difficulty {end!r}", hint=hint, code="option")
            steps = [*labels[labels.index(ends[0]) : labels.index(ends[1]) + 1]]
            if number >= len(steps) > 1:
                return [steps[place * len(steps) // number] for place in range(number)]
            if len(steps) > 1:
                return [steps[round(place * (len(steps) - 1) / (number - 1))] for place in range(number)]
        elif isinstance(first, float) and isinstance(last, float) and first < last:
            return [round(first + (last - first) * place / (number - 1), 2) for place in range(number)]
        raise OptionError(
            f"--difficulty {first}..{last} does not go from one difficulty to a greater one",
            hint="give two labels or two numbers, such as gentle..hard or 2..4.5",
            code="option",
        )


def difficulty_value(text: str) -> str | float | DifficultyRange:
    """Return the label, the number or the range that `text` writes (the type of an option)."""
    first, dots, last = text.partition("..")
    return DifficultyRange(_one_difficulty(first), _one_difficulty(last)) if dots else _one_difficulty(text)


def _one_difficulty(text: str) -> str | float:
    try:
        value = float(text)
    except ValueError:
        return text
    if not 0 < value <= MOST_DIFFICULT:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0 and up to {MOST_DIFFICULT:g}, such as 4.2")
    return value


_GRIDS: Final = {kind: shape for kind, shape in SHAPES.items() if shape.options}
_SIZES: Final = {name: text for shape in _GRIDS.values() for name, text in shape.options.items()}
"""The help of the options that make the size of a grid."""

SHAPE: Final = OptionGroup(
    "shape",
    (
        *(option(f"--{name}", type=count, metavar="N", help=text) for name, text in _SIZES.items()),
        option("--shape", dest="file", metavar="FILE", help="the cells and lines of this puzzle (-: stdin)"),
        option(
            "--complete",
            metavar="FILE",
            help="write clues for the lines of this puzzle that have none; everything else stays (-: stdin)",
        ),
        option("--puzzle", help="which puzzle of the file: its name, id or number"),
    ),
)


LETTERS: Final = OptionGroup(
    "letters",
    (
        option(
            "--solution",
            dest="grid",
            metavar="FILE",
            help="the solution: its rows, . for cells that may hold anything (-: stdin)",
        ),
        option("--theme", metavar="TEXT", help="a text that the solution contains; its spaces do not count"),
        option(
            "--theme-at",
            metavar="PLACE",
            help="where: rows (default), columns, diagonal, border (clockwise), or cells such as '1,1 2,2'",
        ),
        option(
            "--words",
            action="append",
            default=[],
            metavar="LIST",
            help="fill the rows with words of this list, WORD or WORD;SCORE on each line; repeatable",
        ),
        option("--no-cache"),
        option(
            "--saying",
            metavar="TEXT",
            help="a text that fills all cells, row after row, without spaces and punctuation; its length decides"
            " the rows and columns, such as 3 x 4 for 12 letters",
        ),
        option(
            "--kind",
            metavar="KIND",
            help="what the solution is: a saying, a word square (square), a set of words with something in common"
            " (set), words, or random letters; default: the first of these that the shape has room for",
        ),
        option("--fill-letters", metavar="LETTERS", help="the letters for the other cells; default A-Z"),
        option(
            "--alphabet", help="the solution is the only one over any letters (default), or over these, such as A-Z"
        ),
    ),
)


CLUES: Final = OptionGroup(
    "clues",
    (
        option(
            "--difficulty",
            type=difficulty_value,
            metavar="LEVEL",
            help="gentle, moderate, hard or fiendish; or the number that satcross explain shows, such as 3.5, which is"
            " met within 0.3; or with --count a range such as gentle..hard; default: any difficulty",
        ),
        option("--sparse", action="store_true", help="lines may stay without a clue"),
        option("--clues-per-line", type=count, default=1, metavar="N", help="1 (default), or 2"),
        option(
            "--with",
            dest="constructs",
            nargs="+",
            action="extend",
            default=[],
            metavar="CONSTRUCT",
            help=f"constructs that at least one clue must use: {', '.join(CONSTRUCTS)}",
        ),
        option(
            "--without",
            nargs="+",
            action="extend",
            default=[],
            metavar="CONSTRUCT",
            help="constructs that no clue may use",
        ),
        option(
            "--style",
            action="append",
            default=[],
            metavar="NAME=WEIGHT",
            help=f"how often to use a kind of clue: 1 is usual, 0 is never; repeatable. Kinds: {', '.join(FAMILIES)}",
        ),
        option("--allow-words", action="store_true", help="allow clues that are just the text of their line"),
        option("--dialect", help="the regex dialect of the clues; default: python"),
        option("--max-length", default=LONGEST, help=f"characters of a clue; default {LONGEST}"),
    ),
)


def wanted_of(options: Options) -> Ingredients:
    """Return what the options name.  Raises SatcrossError if two of them cannot be combined, or one is wrong."""
    _check_combinations(options)
    grid = read_grid(options)  # before the puzzle, of which it may be said that both cannot be standard input
    if options.complete is None:
        return Ingredients(_shape(options, grid), grid)

    source = _source(options.complete)
    return Ingredients(choose(source, options.puzzle).puzzle, grid, source)


def request_of(wanted: Ingredients, options: Options) -> Request:
    """Return what the options ask for, with the first seed.  Raises SatcrossError if one of them is wrong."""
    if wanted.begun is None:
        return _request(wanted, _letters_of_option(options.alphabet or ANY, "--alphabet"), options)
    given, dialect = wanted.shape.alphabet, wanted.shape.dialect
    return _request(wanted, ANY if given in (ANY, MENTIONED, POSITIVE) else given, options)._replace(dialect=dialect)


def _request(wanted: Ingredients, alphabet: str, options: Options) -> Request:
    solution = _solution(wanted, alphabet, options)
    if options.words and solution and None not in solution:
        other = "--theme" if wanted.grid is None else "--solution"
        raise OptionError(f"--words and {other} cannot be combined: no cell is left for a word", code="option-together")
    return Request(
        wanted.shape,
        solution=solution,
        words=_word_list(options),
        letters=Request._field_defaults["letters"]
        if options.fill_letters is None
        else _letters_of_option(options.fill_letters, "--fill-letters"),
        difficulty=options.difficulty or "",
        clues_per_line=options.clues_per_line,
        constructs=tuple(options.constructs),
        without=tuple(options.without),
        style=dict(map(style_weight, options.style)),
        dialect=options.dialect or "python",
        max_length=options.max_length,
        alphabet=alphabet,
        allows_words=options.allow_words,
        seed=options.seed or 0,
        kind=options.kind or "",
        is_sparse=options.sparse,
    )


FILE_SAYS_SHAPE: Final = "the file defines which cells there are"
FILE_SAYS_ALL: Final = "the file defines how the puzzle is read"
SIZE_OPTIONS: Final = tuple(f"--{name}" for name in _SIZES)

CLASHES: Final = (
    *(
        (f"--{one}", f"--{two}", f"one is for a {shape.noun} and the other for a {other.noun}")
        for shape, other in combinations(_GRIDS.values(), 2)
        for one in shape.options
        for two in other.options
    ),
    *((each, "--shape", FILE_SAYS_SHAPE) for each in SIZE_OPTIONS),
    *((each, "--complete", FILE_SAYS_SHAPE) for each in (*SIZE_OPTIONS, "--shape")),
    *((each, "--complete", FILE_SAYS_ALL) for each in ("--alphabet", "--dialect")),
    ("--title", "--complete", "the file defines what the title is"),
    ("--author", "--complete", "the file defines who the author is"),
    ("--note", "--complete", "the file defines what the note is"),
    ("--answer", "--complete", "the file defines what the answer is"),
    ("--solution", "--theme", "both say which letters the solution has"),
    ("--solution", "--theme-at", "the grid itself says where its letters are"),
    *(("--saying", each, "both say which letters the solution has") for each in ("--solution", "--theme")),
    *(("--saying", each, "the saying fills all cells") for each in ("--words", "--kind", "--fill-letters")),
    *(("--kind", each, "both say what the solution is") for each in ("--words", "--theme")),
    *(
        (each, "--complete", "the clues that are there say which letters are possible")
        for each in ("--kind", "--saying")
    ),
    ("--words", "--fill-letters", "either words or single letters fill the cells"),
    ("--json", "-o -", "both are for standard output"),
)
NEEDS: Final = (
    *(pair for shape in _GRIDS.values() for pair in permutations([f"--{name}" for name in shape.options], 2)),
    ("--theme-at", "--theme"),
    ("--puzzle", "--shape or --complete"),
    ("--no-cache", "--words"),
    ("--jobs", "--count"),
)


def _check_combinations(options: Options) -> None:
    """Raise OptionError for options of the shape, the letters or the output that make no sense together."""
    has_file = options.file is not None or options.complete is not None
    given = {
        **{f"--{name}": vars(options)[name] for name in _SIZES}, "--shape": options.file,
        "--complete": options.complete, "--shape or --complete": has_file, "--puzzle": options.puzzle,
        "--solution": options.grid, "--theme": options.theme, "--theme-at": options.theme_at, "--words": options.words,
        "--fill-letters": options.fill_letters, "--title": options.title, "--answer": options.answer,
        "--author": options.author, "--note": options.note,
        "--kind": options.kind, "--saying": options.saying,
        "--alphabet": options.alphabet, "--dialect": options.dialect,
        "--json": options.json, "-o -": options.output == "-", "--no-cache": options.no_cache, "--count": options.count,
        "--jobs": options.jobs > 1,
    }  # fmt: skip
    check_combinations("generate", given, CLASHES, NEEDS)
    if (
        not has_file
        and options.grid is None
        and options.saying is None
        and all(vars(options)[name] is None for name in _SIZES)
    ):
        sizes = ", ".join([" ".join([f"--{name} N" for name in shape.options]) for shape in _GRIDS.values()])
        raise OptionError(
            "the shape is missing",
            hint=f"choose {sizes}, --shape FILE, --saying TEXT, or --solution FILE with the rows of a rectangle",
        )
    _check_standard_input(options)
    if options.count is None:
        return
    if options.output in (None, "-") and not options.json:
        raise OptionError("--count needs a folder for its files", hint="name one with -o FOLDER")
    if options.output is not None and os.path.isfile(options.output):
        raise OptionError(
            "--count needs a folder for its files, and this is a file",
            place=[options.output],
            hint="name a folder with -o FOLDER",
        )
    if options.output not in (None, "-"):
        check_is_folder_name(options.output)


def _check_standard_input(options: Options) -> None:
    """Raise OptionError if the word list and something else are both standard input."""
    others = {"--solution": options.grid, "--shape": options.file, "--complete": options.complete}
    for name, file in others.items():
        if file == "-" and "-" in options.words:
            raise OptionError(
                f"--words and {name} cannot be combined: both are standard input",
                hint="name a file for one of them",
                code="option-together",
            )
    if options.words.count("-") > 1:
        raise OptionError("--words names standard input twice", hint="name a file for one of them")


def _shape(options: Options, grid: GivenGrid | None) -> Puzzle:
    """Return a puzzle with the cells and lines that are wanted, and nothing else."""
    for kind, shape in _GRIDS.items():
        numbers = [vars(options)[name] for name in shape.options]
        if None not in numbers:
            return CONSTRUCTORS[kind](**shape.of(*shape.sizes_of(*numbers)).arguments)
    if options.file is None and options.saying is not None:
        alphabet = _letters_of_option(options.alphabet or ANY, "--alphabet")
        return shape_for(len(letters_of_saying(options.saying, alphabet)))
    if options.file is None:
        assert grid is not None, "some option gives the shape"
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
        raise PuzzleError("the grid has no rows", place=place, code="empty")
    raise PuzzleError(
        f"rows of {listed(list(map(str, lengths)))} letters do not form a rectangle",
        place=place,
        hint="write . for cells that may hold anything; for other shapes, add --side N or --shape FILE",
        code="grid-shape",
    )


def _source(path: str) -> Source:
    """Return the file of the shape, or of the puzzle to complete."""
    note_reading(path)
    return open_source(path)


def _letters_of_option(text: str, option: str) -> str:
    """Return the letters that the option lists.  Raises PuzzleError."""
    try:
        return expand_alphabet(text)
    except PuzzleError as error:
        raise error.replace(place=[option]) from None


def _solution(wanted: Ingredients, alphabet: str, options: Options) -> tuple[str | None, ...]:
    """Return the wanted letter of each cell, None where it may be any; () if none is wanted."""
    if options.saying is not None:
        return filled_by(wanted.shape, letters_of_saying(options.saying, alphabet))
    if options.theme is not None:
        return themed(wanted.shape, options.theme, options.theme_at or "rows", alphabet)
    return tuple(letter or None for letter in filled_of(wanted.shape, wanted.grid))


def say_what_is_cut(shape: Puzzle, options: Options) -> None:
    """Say which words of the theme are cut at the ends of lines, and how large a rectangle has room for all."""
    theme, at = options.theme or "", options.theme_at or "rows"
    cut = words_cut(shape, theme, at)
    if cut:
        size = " ".join([f"--{field.name} {field.value}" for field in uncut_size(shape, theme, at)])
        parts = listed(["-".join(parts) for parts in cut])
        say(f"satcross: the theme is cut at the end of a line: {printable(parts)}; {size} has room for whole words")


def _word_list(options: Options) -> WordList | None:
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
        raise OptionError(
            f"--style {text!r} has no weight", hint="write a name and a number, such as --style mirrors=2"
        ) from None
