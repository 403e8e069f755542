"""`satcross match`: whether a regex matches a text, and how.

In: the options of `satcross match`.  Out: the answer about one regex and one text, or a line for each pair of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import product
from typing import Final

from satcross.base.reading import shown_name
from satcross.base.wording import counted
from satcross.cli.clues import CLUE_OPTIONS
from satcross.cli.limits import budget_of
from satcross.cli.options import option, process_limits
from satcross.cli.outcome import SCHEMA, json_line
from satcross.cli.parser import Options, Parser, PlainAnswer, changed, command_parser
from satcross.cli.regexes import PlacedLines, lines_in, shown_text
from satcross.cli.signals import NO, YES, worse
from satcross.cli.terminal import note, report, show, write_to_stream
from satcross.errors import OptionError, SatcrossError, printable
from satcross.puzzle import ANY
from satcross.puzzle.shapes import line
from satcross.regex.letters import EVERY_LETTER, has_units_for_letters
from satcross.regex.lower import lower
from satcross.regex.matcher import Matcher
from satcross.regex.syntax import Tree, with_all_groups
from satcross.regex.syntax.parse import parse
from satcross.solver.solutions import Search

BOTH_MISSING: Final = "PATTERN and TEXT are"


def make_match_parser() -> Parser:
    return command_parser(
        "match",
        """
The whole text must match. If it does, the answer shows what each group matched last, in the first way that the engine
would find. If it does not, the answer shows the longest beginning that a match of the same length can have.

With --texts or --patterns, each pattern is tried on each text, and each answer is a line. The exit status is 0 if all
of them match.
""",
        r"""
        satcross match '(.)*DO\1' ADDOD
        satcross match --dialect javascript '(A)?\1B' B
        satcross match '[AEIOU].*' --texts words.txt
        satcross match --patterns exercise.txt HELLO --json
        """,
        (
            option("pattern", nargs="?", metavar="PATTERN", help="the regex (after -- if it begins with a hyphen)"),
            option("text", nargs="?", metavar="TEXT", help="the string that has to match"),
            option("--patterns", dest="pattern_file", metavar="FILE", help="regexes, one per line (-: stdin)"),
            option("--texts", dest="text_file", metavar="FILE", help="texts, one per line (-: stdin)"),
            *CLUE_OPTIONS,
            option("--json"),
            *process_limits("give up after this time"),
        ),
        hyphen_hint="put -- before a regex that begins with a hyphen",
    )


def run_match(options: Options) -> PlainAnswer | int:
    given = [each for each in (options.pattern, options.text) if each is not None]
    needed = [options.pattern_file, options.text_file].count(None)
    if len(given) < needed:
        missing = "TEXT is" if given or options.pattern_file else "PATTERN is" if options.text_file else BOTH_MISSING
        raise OptionError(f"{missing} missing")
    if len(given) > needed:
        raise OptionError(
            f"unexpected argument {given[-1]!r}", hint="--patterns and --texts replace an argument each, by a file"
        )
    if needed == 2:
        return _match(options)
    if options.pattern_file == options.text_file == "-":
        raise OptionError("the patterns and the texts cannot both be standard input", hint="name a file for one")
    patterns = _lines_of(options.pattern_file, "patterns") or [("", given[0])]
    texts = _lines_of(options.text_file, "texts") or [("", given[-1])]
    return _match_each(options, patterns, texts)


def _lines_of(path: str | None, what: str) -> PlacedLines:
    """Return the lines of a file, none if there is no file.  Raises OptionError for an empty file."""
    found = [] if path is None else lines_in(path, what)
    if path is not None and not found:
        raise OptionError(f"there are no {what} in this file", place=[shown_name(path)])
    return found


def _match_each(options: Options, patterns: PlacedLines, texts: PlacedLines) -> int:
    """Write a line, or an object, for each pattern and each text, and return the worst exit status."""
    status = YES
    width = max(len(shown_text(text)) for _, text in texts)
    for (place, pattern), (text_place, text) in product(patterns, texts):
        try:
            found = _match(changed(options, pattern=pattern, text=text))
        except SatcrossError as error:
            error = error.at(place or text_place)
            status = worse(status, error.exit_status if options.json else report(error))
            if options.json:
                value = {"schema": SCHEMA, "pattern": pattern, "text": text, "matches": None, "error": error.message}
                write_to_stream(json_line(value))
            continue
        status = worse(status, found.exit_status)
        if options.json:
            write_to_stream(json_line(found.value or {}))
            continue
        verdict, *details = found.lines
        reason = f": {details[0].strip()}" if found.exit_status and details else ""
        head = f"{shown_text(pattern)}  " if len(patterns) > 1 else ""
        show(f"{head}{shown_text(text):{width}}  {verdict}{reason}\n")
    return status


def _match(options: Options) -> PlainAnswer:
    """Return the answer about one regex and one text."""
    tree = parse(options.pattern, options.dialect, options.flags)
    if has_units_for_letters(options.dialect, options.flags) and max(options.text, default="") > "\uffff":
        raise OptionError(
            f"the letter {max(options.text)!r} of the text is two letters in JavaScript without the flag u",
            hint="add --flags u",
        )
    tree = with_all_groups(tree)
    note("matching")
    core = lower(tree, EVERY_LETTER)
    spans = Matcher(core).first_match(options.text)
    value: dict[str, object] = {
        "schema": SCHEMA,
        "pattern": options.pattern,
        "dialect": options.dialect,
        "flags": options.flags,
        "text": options.text,
        "matches": spans is not None,
    }
    if spans is None:
        return PlainAnswer(NO, [*_mismatch_lines(options), *_exchanged(options)], value)
    value["groups"] = {str(number): list(span) for number, span in spans.items()}
    return PlainAnswer(YES, ["matches", *_groups(tree, options.text, spans)], value)


def _exchanged(options: Options) -> Iterator[str]:
    """Yield a hint if the two arguments seem to be exchanged: as a regex, the text matches the regex as a text."""
    if not set(options.text) & set(".[({*+?|\\^$"):
        return
    with suppress(SatcrossError):
        core = lower(with_all_groups(parse(options.text, options.dialect, options.flags)), EVERY_LETTER)
        if Matcher(core).first_match(options.pattern) is not None:
            yield "  the regex comes first: exchanged, the two match"


def _groups(tree: Tree, text: str, spans: Mapping[int, tuple[int, int]]) -> Iterator[str]:
    name_of = {number: name for name, numbers in tree.groups.numbers_by_name.items() for number in numbers}
    for number in range(1, tree.groups.total + 1):
        name = f" ({name_of[number]})" if number in name_of else ""
        span = spans.get(number)
        if span is None:
            yield f"  group {number}{name}: not set"
        else:
            start, end = span
            if end > start + 1:
                place = f"letters {start + 1} to {end}"
            else:
                place = f"letter {end}" if end > start else f"before letter {start + 1}"
            yield f"  group {number}{name}: {printable(text[start:end]) or '(empty)'}, {place}"


def _mismatch_lines(options: Options) -> Iterator[str]:
    """Yield that the text does not match, then how many of its first letters a match of the same length can have."""
    yield "does not match"
    text = options.text
    # what k letters allow, fewer do too
    possible, impossible = -1, len(text)
    while impossible - possible > 1:
        middle = (possible + impossible) // 2
        if _can_begin(options, middle):
            possible = middle
        else:
            impossible = middle
    size = counted(len(text), "letter")
    if possible < 0:
        yield f"  no text of {size} does"
    elif not possible:
        yield f"  no match of {size} begins with {printable(text[0])}"
    else:
        begun, next_letter = printable(text[:possible]), printable(text[possible])
        yield f"  matches of {size} can begin with {begun}, but not continue with {next_letter}"


def _can_begin(options: Options, letters: int) -> bool:
    """Return whether a match as long as the text begins with the first `letters` letters of it."""

    puzzle = line(options.pattern, len(options.text), ANY, options.dialect, options.flags)
    puzzle = puzzle._replace(given=tuple(enumerate(options.text[:letters])))
    return bool(Search(puzzle, limit=1, budget=budget_of(options)).run().count)
