"""`satcross fill`: word crosswords filled from a dictionary."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import isfinite
from typing import Any, Final

from satcross.base.reading import shown_name
from satcross.base.wording import counted
from satcross.base.writing import check_replaceable
from satcross.cli.limits import budget_of
from satcross.cli.options import new_seed, option, process_limits, seconds, whole
from satcross.cli.outcome import json_line
from satcross.cli.parser import OptionGroup, Options, Parser, command_parser
from satcross.cli.puzzles import check_is_folder_name
from satcross.cli.signals import NO, UNKNOWN, YES, Termination
from satcross.cli.terminal import flag_of, note, note_reading, say, show, write_output, write_to_stream
from satcross.errors import (
    LimitError,
    MissingError,
    OptionError,
    SatcrossError,
    TimeUp,
    headline,
    printable,
    with_names,
)
from satcross.puzzle.wordlists import ONE_A_LINE, Reading, WordListError, read_named, read_words
from satcross.words.files import (
    EDITABLE,
    FORMATS,
    WITH_CLUES,
    check_format,
    load_crossword,
    to_be_filled,
    write_as,
    write_book,
    write_template,
)
from satcross.words.filling import PUZZLE, Fill, Filling, certify, expected_fills, remarks
from satcross.words.problem import WordChoice
from satcross.words.quality import has_quality
from satcross.words.template import PUBLISHED_TEXTS, Template, slots_without_clue, unlocked, write_rows
from satcross.words.text_format import numbered, word_of

SCHEMA: Final = 1
STATUS: Final = {"filled": YES, "unfillable": NO, "unknown": UNKNOWN}

LISTED: Final = 8  # slots without a clue, or words, that a message names; more would hide the other messages
NO_SCORES: Final = "no word of the list has a score; write WORD;SCORE, from 0 to 100, or name words with --prefer"

BEYOND: Final = -3.0
"""The logarithm of the expected number of fills below which a template is called beyond its word list."""


def make_fill_parser() -> Parser:
    return command_parser(
        "fill",
        """
A template is text: _ or . is open, # a block, a letter is given; one space between places, or none. Headers (Title:
... and Author: ... and Copyright: ...) may be above the grid, and the clues of slots (A1. It says meow.) below it.
A template can also be TOML (with regexes on slots), .ipuz or .puz. Standard output gets the crossword in the
template's own form, and nothing else. Every fill is checked once more against template and word list before it is
shown. A crossword without open cells is not filled, only written, for example as a page to play on.
""",
        """
        satcross fill template.txt
        satcross fill template.txt --words mine.txt --prefer theme.txt --seed 7
        satcross fill template.txt --count 3 --timeout 20 --numbered
        satcross fill template.txt -o crossword.xd
        satcross fill crossword.xd -o crossword.html
        satcross fill crossword.puz -o crossword.xd
        satcross template 15x15 --word-count 76 | satcross fill -
        """,
        (
            option("file", metavar="TEMPLATE", help="the template (-: standard input)"),
            option("--unlock"),
            WORDS,
            FILLING,
            *process_limits("give up after this time: partial fill, status 3"),
            OUTPUT,
        ),
    )


WORDS: Final = OptionGroup(
    "words",
    (
        option(
            "--words",
            action="append",
            default=[],
            metavar="FILE",
            help="a word list with WORD or WORD;SCORE on each line; repeatable; default /usr/share/dict/words",
        ),
        option("--accents", choices=["fold", "keep"], default="fold", help="whether É counts as E; default fold"),
        option(
            "--capitals",
            choices=["keep", "drop"],
            default="keep",
            help="keep or drop words with capital letters in the lists of --words; default keep",
        ),
        option("--min-score", type=whole, default=0, metavar="N", help="drop words with a lower score"),
        option("--min-length", default=1, help="drop shorter words"),
        option("--exclude", action="append", default=[], metavar="FILE", help="words not to use"),
        option("--no-cache"),
    ),
)
"""The options that say which words there are."""


FILLING: Final = OptionGroup(
    "filling",
    (
        option(
            "--prefer",
            action="append",
            default=[],
            metavar="FILE",
            help="place as many of these words as possible, in the lists or not",
        ),
        option(
            "--require",
            action="append",
            default=[],
            metavar="FILE",
            help="words that must all appear, in the lists or not",
        ),
        option("--allow-repeats", action="store_true", help="let a word appear twice"),
        option("--seed", help="the same seed gives the same fill; default: a new seed, printed on stderr"),
        option("--count", default=1, help="make N different fills, which -o FILE.pdf makes a book of"),
        option(
            "--engine",
            choices=["auto", "search", "sat"],
            default="auto",
            help="search slot by slot (search), by a SAT solver (sat), or by one after the other (auto, the default)",
        ),
        option("--jobs", help="run N searches side by side; the same seed and N give the same fill; default 1"),
        option("--improve", type=seconds, metavar="SECONDS", help="spend this time on each fill for better words"),
    ),
)
"""The options that say which fills are wanted, and how to look for them."""


OUTPUT: Final = OptionGroup(
    "output",
    (
        option("--style", choices=["spaced", "dense", "quiz"], help="form of the grid; default the template's"),
        option("--numbered", action="store_true", help="numbers in the grid, and the words across and down"),
        option("--quality", action="store_true", help="also print the mean and the worst score, on stderr"),
        option("--json", help="a JSON object with everything instead"),
        option(
            "--output",
            help="write .xd or .txt (text), .ipuz, .puz, .html (a page to play on), .svg, .pdf or .png instead"
            " (-: stdout)",
        ),
        option("--overwrite"),
        option("--format", help="the format of OUT; default: from its extension"),
        option("--proof", metavar="FOLDER", help="if there is no fill, write a proof of that into FOLDER"),
        option("--stats", help="print the engine and the work, on stderr"),
    ),
)
"""The options that say what is written, where, and in which form."""


def reading_of(options: Options) -> Reading:
    return Reading(options.accents == "keep", options.capitals == "drop")


def words_in(flag: str, options: Options, reading: Reading) -> tuple[str, ...]:
    """Return all words of the files that an option names, and say which entries are left out.

    Raises:
        WordListError: For an entry that is not a word in the files of `--require`.
        SatcrossError: What `read_named` raises.
    """
    files = vars(options).get(flag, [])
    try:
        words, others = read_named(files, reading)
    except MissingError as error:
        if error.hint:
            raise
        raise MissingError(error.message, place=error.place, hint=ONE_A_LINE, code=error.code) from None
    named = ", ".join(map(printable, others[:LISTED])) + (", ..." if len(others) > LISTED else "")
    if others and flag == "require":
        raise WordListError(
            f"what cannot be placed is required: {named}",
            place=[f"--{flag}"],
            hint="write words without spaces and signs",
        )
    if others and flag == "prefer":
        say(f"--{flag}: {counted(len(others), 'entry', 'entries')} left out, because they are not words: {named}")
    return words


def choice_of(options: Options, reading: Reading) -> WordChoice:
    return WordChoice(
        options.min_score,
        options.min_length,
        words_in("exclude", options, reading),
        words_in("prefer", options, reading),
        words_in("require", options, reading),
        options.allow_repeats,
    )


def run_fill(options: Options) -> int:
    format = _format(options)
    if options.proof is not None:
        check_is_folder_name(options.proof)
    if format and format != "pdf" and options.count > 1:
        raise OptionError(
            "a file holds one fill", hint="write a book of them with -o FILE.pdf, or use --count 1 with different seeds"
        )
    if format in EDITABLE and not options.overwrite:
        check_replaceable(options.output)
    note_reading(options.file)
    template = load_crossword(options.file, options.unlock)
    if template.is_full and template.grid.slots:
        _write_full(template, format, options)
        return YES
    to_be_filled(template, options.file)
    seed = new_seed() if options.seed is None else options.seed
    filling = _filling(template, seed, options)
    if options.seed is None:
        say(f"seed {seed}")
    _warn_if_beyond(filling)
    output = _FillOutput(template, format, seed, len(filling.problem.preferred_texts), options)
    try:
        for fill in islice(filling, options.count):
            output.show(fill)
    except (KeyboardInterrupt, Termination):
        reached = filling.reached()
        if reached is not None:
            output.show(reached)
        output.conclude(filling, why_stopped="interrupted")
        raise
    finally:
        filling.close()
    output.conclude(filling, why_stopped="out of time")
    if options.proof is not None and filling.status == "unfillable":
        say(_prove(template, filling, options))
    return UNKNOWN if filling.is_out_of_time and filling.count < options.count else STATUS[filling.status]


def _filling(template: Template, seed: int, options: Options) -> Filling:
    """Return the fills that the options ask for; nothing is searched yet."""
    try:
        unlocked(template)
    except SatcrossError as error:
        raise error.at(shown_name(options.file)) from None
    note("reading the word lists")
    reading = reading_of(options)
    words = read_words(options.words, reading, use_cache=not options.no_cache)
    choice = choice_of(options, reading)
    try:
        return Filling(
            template,
            words,
            choice,
            seed=seed,
            number=options.count,
            engine=options.engine,
            jobs=options.jobs,
            improve_seconds=options.improve,
            reading=reading,
            budget=budget_of(options),
        )
    except SatcrossError as error:
        raise error.at(shown_name(options.file)) from None


def _write_full(crossword: Template, format: str | None, options: Options) -> None:
    """Write a crossword that has all its letters."""
    if options.json:
        solution = {"rows": list(crossword.rows), "words": _word_by_slot(crossword, crossword.rows), "quality": None}
        answer = {"schema": SCHEMA, "file": options.file, "status": "filled", "complete": True, "count": 1}
        write_to_stream(json_line({**answer, "engine": "given", "solutions": [solution], **_published(crossword)}))
    elif format:
        _write(options.output, format, crossword, crossword.rows)
    else:
        show(_drawn(crossword, crossword.rows, options))
    _name_missing_clues(crossword, format)


def _name_missing_clues(crossword: Template, format: str | None) -> None:
    """Say which slots have no clue, where clues are written or the author has begun to write them."""
    slots, missing = crossword.grid.slots, slots_without_clue(crossword)
    if not missing or not (crossword.texts or format in WITH_CLUES):
        return
    if len(missing) == len(slots):
        say("no slot has a clue")
        return
    names = ", ".join([slot.name for slot in missing[:LISTED]]) + (", ..." if len(missing) > LISTED else "")
    say(f"{len(missing)} of {counted(len(slots), 'slot')} have no clue: {names}")


def _published(crossword: Template) -> dict[str, Any]:
    """Return the titles, the clues and the marked cells of a crossword, if it has any."""
    details = {key: getattr(crossword, key) for key in PUBLISHED_TEXTS}
    clues = {slot.name: crossword.texts[slot.name] for slot in crossword.grid.slots if crossword.texts.get(slot.name)}
    marks = [[row, column, mark] for (row, column), mark in crossword.marks]
    return {key: value for key, value in (*details.items(), ("clues", clues), ("marks", marks)) if value}


def _warn_if_beyond(filling: Filling) -> None:
    """Say that the template is probably beyond the word list, if that can be expected."""
    expected = expected_fills(filling.problem)
    if isfinite(expected) and expected < BEYOND:
        list_name = filling.problem.word_list.name
        say(
            f"the template is probably too hard for {list_name}: letter frequencies suggest about 10^{expected:.0f} "
            "fills; use a larger list, or add a block"
        )


class _FillOutput:
    """The output of the command: each fill as soon as it is found, and the messages at the end.

    Args:
        format: The format of the file that the fill is written to; None: it is printed.
        seed: The seed of the fills.
        preferred: The number of preferred words.
    """

    def __init__(self, template: Template, format: str | None, seed: int, preferred: int, options: Options) -> None:
        self._fills: list[Fill] = []  # JSON gets all of them at the end
        self._template = template
        self._format = format
        self._seed = seed
        self._preferred = preferred
        self._options = options

    def show(self, fill: Fill) -> None:
        """Write one more fill."""
        self._fills.append(fill)
        if self._format and self._options.count == 1:
            _write(self._options.output, self._format, self._template, fill.rows)
        elif not self._format and not self._options.json:
            gap = "" if len(self._fills) == 1 else "\n"
            show(gap + _drawn(self._template, fill.rows, self._options))
            if self._options.quality:
                say(f"quality: {fill.quality or NO_SCORES}")
        if fill.missing:
            say(_missing_words(fill, self._preferred, is_first=len(self._fills) == 1))

    def conclude(self, filling: Filling, why_stopped: str) -> None:
        """Write what there is to say at the end; without any fill, the best partial one."""
        if self._fills and self._format and self._options.count > 1:
            crosswords = [self._template.filled(fill.rows) for fill in self._fills]
            write_output(self._options.output, write_book(crosswords))
        if self._options.json:
            write_to_stream(json_line(self._json_object(filling)))
        elif not self._fills and filling.status == "unknown" and self._options.output is None:
            self._show_partial(filling.best[0])
        for message in _messages(filling, self._options, why_stopped):
            say(message)
        if self._fills:
            _name_missing_clues(self._template, self._format)

    def _show_partial(self, rows: tuple[str, ...]) -> None:
        """Write a partial fill; as bare rows if the form of the template cannot mark its open cells."""
        try:
            text = _drawn(self._template, rows, self._options)
        except OptionError as error:
            text = write_rows(rows, self._template.style)
            say(f"only the rows are shown: {headline(error)}")
        show(text)

    def _json_object(self, filling: Filling) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "schema": SCHEMA,
            "file": self._options.file,
            "status": filling.status,
            "complete": filling.is_complete,
            "count": filling.count,
            "engine": filling.engine,
            "seed": self._seed,
            "solutions": [
                {
                    "rows": list(fill.rows),
                    "words": _word_by_slot(self._template, fill.rows),
                    "quality": None if fill.quality is None else fill.quality._asdict(),
                    **({"missing": fill.missing, "maximal": fill.is_maximal} if self._preferred else {}),
                }
                for fill in self._fills
            ],
            "stats": filling.stats,
            **_published(self._template),
        }
        if not self._fills:
            answer["remarks"] = [with_names(remark, flag_of) for remark in remarks(filling.problem)]
            if filling.status == "unknown":
                rows, filled = filling.best
                answer["partial"] = {"rows": list(rows), "filled": filled, "slots": len(filling.problem.words)}
        return answer


def _missing_words(fill: Fill, preferred: int, *, is_first: bool) -> str:
    """Return which of the preferred words, whose number is `preferred`, the fill does not hold."""
    named = ", ".join(fill.missing[:LISTED]) + (", ..." if len(fill.missing) > LISTED else "")
    fills = "fill" if is_first else "other fill"
    end = f"no {fills} has more of them" if fill.is_maximal else f"no {fills} with more of them was found"
    return f"preferred words: {preferred - len(fill.missing)} of {preferred} placed; missing: {named}; {end}"


def _prove(template: Template, filling: Filling, options: Options) -> str:
    """Write the proof that there is no fill, if there can be one; return what to say of it."""

    try:
        reason = certify(template, filling.problem, options.proof, budget_of(options))
    except (LimitError, TimeUp) as error:
        reason = error.message if isinstance(error, LimitError) else "out of time"
    return f"no proof: {reason}" if reason else f"proof: satcross verify {options.proof}/{PUZZLE} {options.proof}"


def _format(options: Options) -> str | None:
    """Return the format of the file to write; None: the grid is printed.  Raises OptionError if it is unknown."""
    if options.output is None:
        if options.to is not None:
            raise OptionError("--format is the format of a file", hint=f"name the file: -o FILE.{options.to}, or -o -")
        return None
    if options.to is None and options.output == "-":
        raise OptionError("standard output has no file extension", hint=f"--format {'|'.join(FORMATS)}")
    ending: str = options.to or options.output.rpartition(".")[2].lower()
    if ending not in FORMATS:
        hint = "one of " + ", ".join(f".{each}" for each in FORMATS)
        place = [options.output] if options.to is None else []
        raise OptionError(f"no format of crosswords is called .{ending}", place=place, hint=hint)
    check_format(ending)
    return ending


def _write(path: str, format: str, template: Template, rows: tuple[str, ...]) -> None:
    write_output(path, write_as(template.filled(rows), format))


def _drawn(template: Template, rows: tuple[str, ...], options: Options) -> str:
    if options.numbered:
        return numbered(template.filled(rows))
    return write_template(template, rows) if options.style is None else write_rows(rows, options.style)


def _messages(filling: Filling, options: Options, why_stopped: str) -> Iterator[str]:
    """Yield what the grid on standard output does not say."""
    for name, word in filling.problem.kept:
        yield f"{name} stays as given: {word} is not in {filling.problem.word_list.name}"
    if options.improve is not None and not has_quality(filling.problem):
        yield f"--improve has nothing to go by: {NO_SCORES}"
    if options.stats:
        yield f"engine: {filling.engine}"
        yield from (f"{name}: {value:,}" for name, value in filling.stats.items())
    if filling.count >= options.count:
        return
    if filling.count:
        others = "there are no others" if filling.is_complete else why_stopped
        yield f"{filling.count} of {options.count} fills: {others}"
        return

    if filling.status == "unfillable":
        yield f"unfillable: there is no fill with these words (by {filling.engine})"
    else:
        filled = f"the best partial fill has {filling.best[1]} of {len(filling.problem.words)} slots"
        yield f"unknown: {why_stopped}; {filled}"
    for remark in remarks(filling.problem):
        yield f"  {printable(with_names(remark, flag_of))}"
    if options.capitals == "drop":
        yield "  --capitals drop leaves out the words of the lists that have capital letters"


def _word_by_slot(template: Template, rows: tuple[str, ...]) -> dict[str, str]:
    letters = template.filled(rows).letters
    return {slot.name: word_of(slot, letters) for slot in template.grid.slots}
