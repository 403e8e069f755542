"""The books that `satcross render` makes of several puzzles: PDF, or a page to print from a browser.

In: the files of puzzles and word crosswords.  Out: the book, and its answers in a file, if that is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from os.path import realpath, splitext
from typing import Final, TypeAlias

from satcross.author.difficulty import LABELS, difficulty_of
from satcross.author.explanation import explain
from satcross.author.player_steps import GUIDED_CELLS
from satcross.base.budget import Budget
from satcross.base.reading import shown_name
from satcross.base.records import NamedTuple
from satcross.base.writing import write_all
from satcross.cli.limits import limits_of
from satcross.cli.parser import Options, changed
from satcross.cli.publishing import made_of_each, solved
from satcross.cli.puzzles import (
    FiledPuzzle,
    GivenGrid,
    UnreadableFile,
    puzzles_asked_about,
    revised_puzzle,
)
from satcross.cli.signals import NO, UNKNOWN
from satcross.cli.terminal import note, reporter, say, write_output
from satcross.errors import LimitError, OptionError, TimeUp
from satcross.pictures.book import PROSE, SECTION_TITLE, Entry, MakeUp, answer_book, book
from satcross.pictures.fitting import PuzzleBody, answer_picture
from satcross.pictures.paper import PrintedDocument
from satcross.pictures.picture import credit_of
from satcross.pictures.rendering import BOOK_FORMATS, check_extra, format_of
from satcross.pictures.rules import rule_rows
from satcross.puzzle import ANY, Puzzle
from satcross.puzzle.colors import hidden_letters
from satcross.puzzle.files import WORD_CROSSWORDS
from satcross.words.files import load_crossword
from satcross.words.printed import crossword_entry

HINTS: Final = 3  # of each puzzle
EXPLAINING_SECONDS: Final = 20  # for the label and the hints of a puzzle


_Rank: TypeAlias = tuple[float, float]
"""The place of the label among the labels, and the number of the difficulty; of both, more is harder."""

NOT_RATED: Final[_Rank] = (inf, inf)


class _Made(NamedTuple):
    """A puzzle of the book: its entry, how hard it is (`_Rank`), and itself, if it has regexes."""

    entry: Entry
    rank: _Rank
    puzzle: Puzzle | None


def write_book(asked: Sequence[FiledPuzzle | UnreadableFile | str], format: str, options: Options) -> int:
    """Write the book of these puzzles and crosswords, and return the exit status."""
    answers_format = _answers_format(options)
    made, status = made_of_each(asked, lambda each: _made(each, options))
    if status in (NO, UNKNOWN) or not made:
        say("satcross: nothing was written")
        return status
    if options.order != "given":
        by_title = options.order == "title"
        made.sort(key=lambda each: (each.entry.title.casefold(), NOT_RATED) if by_title else ("", each.rank))
    note("laying out the pages")
    entries = [each.entry for each in made]
    puzzles = [each.puzzle for each in made if each.puzzle is not None]
    make_up = MakeUp(
        options.page,
        None if options.per_page is None else int(options.per_page),
        options.title or "",
        options.author or "",
        rule_rows(puzzles, SECTION_TITLE, PROSE) if options.rules and puzzles else (),
        has_answers=options.answers in (None, "end"),
    )
    printed = book(entries, make_up)
    for remark in printed.remarks:
        say(f"satcross: {remark}")
    note("drawing")
    data = _file(printed.document, format, options)
    if answers_format is None:
        write_output(options.output, data)
        return status
    answers = _file(answer_book(entries, make_up), answers_format, options)
    if options.output == "-":
        write_output(options.answers, answers)
        write_output("-", data)
    else:
        write_all({options.output: data, options.answers: answers})
    return status


def _answers_format(options: Options) -> str | None:
    """Return the format of the file of the answers, None if there is none.  Raises OptionError."""
    if options.answers in (None, "end", "none"):
        return None
    if realpath(options.answers) == realpath(options.output):
        raise OptionError("--answers and -o name the same file", hint="name two files, or leave out --answers")
    format = format_of(options.answers)
    if format not in BOOK_FORMATS:
        raise OptionError(
            f"answers are PDF or HTML, not {format}", place=[options.answers], hint="--answers end, none or FILE.pdf"
        )
    check_extra(format)
    return format


def _file(document: PrintedDocument, format: str, options: Options) -> bytes:
    if format == "html":
        from satcross.pictures.paper_html import to_html

        return to_html(document).encode()
    from satcross.pictures.pdf import to_pdf

    return to_pdf(document, options.font)


def asked_about(options: Options, grid: GivenGrid | None = None) -> list[FiledPuzzle | UnreadableFile | str]:
    """Return what the files of the options hold, in their order; a word crossword as the name of its file."""
    found: list[FiledPuzzle | UnreadableFile | str] = []
    for file in options.files:
        if splitext(file)[1].lower() in WORD_CROSSWORDS:
            found.append(file)
        else:
            found += puzzles_asked_about(changed(options, files=[file]), grid)
    return found


def _crossword(file: str) -> Entry:
    crossword = load_crossword(file)
    if not crossword.texts:
        raise OptionError(
            "no slot of this crossword has a clue", place=[file], hint="write clues, such as A1. It purrs."
        )
    if not crossword.is_full:
        raise OptionError("this crossword has open cells", place=[file], hint="fill them first: satcross fill")
    return crossword_entry(crossword)


def _made(asked: FiledPuzzle | str, options: Options) -> _Made:
    """Return a puzzle of the book.  Raises SatcrossError, NotPublishableError."""
    if isinstance(asked, str):
        return _Made(_crossword(asked), NOT_RATED, None)
    with revised_puzzle(asked, options) as revision:
        return _puzzle(revision, options)


def _puzzle(asked: FiledPuzzle, options: Options) -> _Made:
    puzzle = asked.puzzle
    budget = limits_of(options).budget(report=reporter())
    solution, is_unique = solved(puzzle, options, budget, "prints")
    remarks, rank, hints = _explained(puzzle, budget) if is_unique else ("", NOT_RATED, ())
    letters = solution.letters
    answer = [puzzle.answer] if puzzle.answer else []
    answer += [] if is_unique else ["one of several solutions"]
    entry = Entry(
        puzzle.title,
        credit_of(puzzle),
        remarks,
        PuzzleBody(puzzle),
        answer_picture(puzzle, hidden_letters(puzzle, letters) if options.hide_letters else letters),
        " · ".join(answer),
        hints if options.hints else (),
        shown_name(asked.file) if asked.file else "",
    )
    return _Made(entry, rank, puzzle)


def _explained(puzzle: Puzzle, budget: Budget) -> tuple[str, _Rank, tuple[str, ...]]:
    """Return the label and the minutes of a puzzle, its rank, and its first hints; nothing if it takes too long."""
    nothing = "", NOT_RATED, ()
    if len(puzzle.cells) > GUIDED_CELLS or puzzle.alphabet == ANY or puzzle.is_in_prose:
        return nothing
    try:
        chain = explain(puzzle, budget=budget.until(EXPLAINING_SECONDS))
    except (TimeUp, LimitError):
        return nothing
    if not chain.is_complete:
        return nothing
    rated = difficulty_of(chain)
    sentences = [step.sentence for step in chain.steps if not step.is_contradiction]
    place = [label for _, label in LABELS].index(rated.label)
    return f"{rated.label}, {rated.length}", (place, rated.value), tuple(sentences[:HINTS])
