"""`satcross regex` about strings of any length: what several patterns have in common.

In: the options of `satcross regex`.  Out: the answers of `satcross.author.comparing`, for people and for programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, TypeAlias

from satcross.author.comparing import SHOWN, UP_TO, Common, Comparison, Overlaps, common, disjoint, same, within
from satcross.author.regexes import Place, Settings
from satcross.base.reading import lines, shown_name
from satcross.base.wording import counted, grouped, listed
from satcross.cli.limits import budget_of
from satcross.cli.options import check_combinations
from satcross.cli.outcome import SCHEMA
from satcross.cli.parser import Options, PlainAnswer
from satcross.cli.signals import NO, UNKNOWN, YES
from satcross.cli.terminal import note_reading
from satcross.errors import OptionError, printable
from satcross.pictures.lettering import class_text

PATTERN_BYTES: Final = 64 << 20
"""Bytes of a file of patterns."""

SHOWN_PATTERN: Final = 32
"""Letters of a pattern in a table."""

PlacedLines: TypeAlias = list[tuple[str, str]]
"""Texts, each with its place: the file and the line, or "" on the command line."""

QUESTIONS: Final = ("same", "within", "disjoint")


def answer(options: Options, patterns: Sequence[str], names: Sequence[str]) -> PlainAnswer:
    """Return the answer about these patterns; errors and tables call them by `names`."""
    _check(options, patterns)
    excluded = options.excluded or []
    all_names = [*names, *[f"--not {number}" for number in range(1, len(excluded) + 1)]]
    place: Place = "search" if options.search else "prefix" if options.prefix else "whole"
    settings = Settings(
        dialect=options.dialect, flags=options.flags, alphabet=options.alphabet, place=place, names=all_names
    )
    up_to = UP_TO if options.up_to is None else options.up_to
    budget = budget_of(options)
    head = {"schema": SCHEMA, "dialect": options.dialect, "flags": options.flags}
    if options.disjoint:
        overlaps = disjoint(patterns, up_to=up_to, budget=budget, **settings)
        return PlainAnswer(_status(overlaps.answer), _overlap_lines(overlaps, names), head | overlaps.as_json())
    if options.same or options.within:
        compare = same if options.same else within
        compared = compare(*patterns, up_to=up_to, budget=budget, **settings)
        return PlainAnswer(_status(compared.answer), _comparison_lines(compared), head | compared.as_json())
    seed = 1 if options.seed is None else options.seed
    found = common(
        patterns,
        excluded,
        length=options.length,
        up_to=up_to,
        limit=options.limit or SHOWN,
        draw=options.sample or 0,
        seed=seed,
        budget=budget,
        **settings,
    )
    status = {"some": YES, "none": NO, "unknown": UNKNOWN}[found.status]
    return PlainAnswer(status, _common_lines(found, options), head | found.as_json())


def is_plain(options: Options, patterns: Sequence[str]) -> bool:
    """Return whether one regex is asked about, and nothing but what it means."""
    names = (*QUESTIONS, "excluded", "search", "prefix", "positions", "sample", "seed", "up_to")
    return len(patterns) == 1 and all([getattr(options, name) in (None, False) for name in names])


def patterns_of(options: Options) -> tuple[list[str], list[str]]:
    """Return the patterns on the command line and in files, and what messages call each.  Raises SatcrossError."""
    patterns = list(options.patterns)
    names = [f"pattern {number}" for number in range(1, len(patterns) + 1)]
    for path in options.file or ():
        for place, text in lines_in(path, "patterns"):
            if text.strip():
                patterns.append(text)
                names.append(place)
    if not patterns:
        raise OptionError("PATTERN is missing" if not options.file else "there is no pattern in these files")
    return patterns, names


def lines_in(path: str, what: str) -> PlacedLines:
    """Return the lines of a file of patterns or of texts, which messages call `what`.  Raises SatcrossError."""
    note_reading(path)
    found = list(lines(path, PATTERN_BYTES, f"file of {what}"))
    found[:1] = [text.removeprefix("\ufeff") for text in found[:1]]
    return [(f"{shown_name(path)}:{number}", text) for number, text in enumerate(found, 1)]


def _check(options: Options, patterns: Sequence[str]) -> None:
    """Raise OptionError for options that cannot be combined."""
    asked = [f"--{name}" for name in QUESTIONS if getattr(options, name)]
    names = ("length", "limit", "positions", "sample")
    given = {f"--{name}": getattr(options, name) for name in (*QUESTIONS, *names, "up_to", "seed")}
    given = {name.replace("_", "-"): value for name, value in given.items()} | {"--not": options.excluded}
    exclusive = [
        (question, f"--{name}", "it is about strings of any length") for question in asked for name in ("not", *names)
    ]
    check_combinations(
        "regex",
        given,
        [*exclusive, ("--length", "--up-to", "only this length is looked at")],
        [("--positions", "--length"), ("--seed", "--sample")],
    )
    if asked and asked[0] != "--disjoint" and len(patterns) != 2:
        raise OptionError(f"{asked[0]} needs two patterns, not {len(patterns)}")
    if asked == ["--disjoint"] and len(patterns) < 2:
        raise OptionError("--disjoint needs two patterns or more")


def _status(answer: bool | None) -> int:
    return UNKNOWN if answer is None else YES if answer else NO


def _common_lines(found: Common, options: Options) -> Iterator[str]:
    """Yield how many strings there are, how many of each length, the first of them, and what stands for what."""
    least = sum(filter(None, found.counts.values()))
    of_length = "" if options.length is None else f" of {counted(options.length, 'letter')}"
    if found.bound is not None:
        some = f"at least {_matches(least)}, looking at strings {{}}"
        yield _bounded(found.bound, some if least else "no string {} matches", found.reason)
    elif found.is_infinite:
        yield "infinitely many strings match"
    elif found.total is None:
        yield f"strings{of_length} match, too many to count"
    else:
        of_any = "" if found.total else of_length or " of any length"
        yield f"no string{of_any} matches" if not found.total else _matches(found.total)
    if options.length is None:
        yield from _count_lines(found.counts)
    if found.strings:
        yield "the first:"
        yield from ("  " + shown_text(text) for text in found.strings)
        rest = None if found.total is None else found.total - len(found.strings)
        if rest != 0 and len(found.strings) == (options.limit or SHOWN):
            yield f"  and {'' if rest is None else grouped(rest) + ' '}more (--limit N shows more of them)"
    if options.positions and found.positions is not None:
        yield "the letters of each position:"
        every = "".join(set("".join(found.positions)))
        for number, letters in enumerate(found.positions, 1):
            yield f"  {number}: {class_text(letters, every + chr(0))}"
    if found.drawn is not None:
        yield "drawn at random:"
        yield from ("  " + shown_text(text) for text in found.drawn)
    yield from _others(found.others)


def _count_lines(counts: Mapping[int, int | None]) -> Iterator[str]:
    """Yield how many strings there are of each length, lengths with the same number in one line."""
    for number, group in groupby(counts, counts.__getitem__):
        lengths = list(group)
        if number != 0:
            span = f"{lengths[0]:,} to " if len(lengths) > 1 else ""
            shown = "not counted" if number is None else grouped(number) + (" each" if span else "")
            yield f"  {span}{counted(lengths[-1], 'letter')}: {shown}"


def _matches(number: int) -> str:
    return counted(number, "string matches", "strings match")


def _bounded(bound: int, known: str, reason: str) -> str:
    """Return what is `known` of strings of up to `bound` letters, and why nothing is known of longer ones."""
    if bound < 0:
        return f"unknown: {reason}"
    letters = "letter" if bound == 1 else "letters"
    return f"{known.format(f'of up to {bound:,} {letters}')}; longer ones are not decided: {reason}"


def _others(others: str) -> Iterator[str]:
    """Yield which letters stand for others."""
    if others:
        each = listed(list(map(shown_text, others)))
        which = each if len(others) == 1 else f"each of {each}"
        yield f"{which} stands for any letter that no pattern tells from it"


def _comparison_lines(compared: Comparison) -> Iterator[str]:
    is_same = compared.question == "same"
    if compared.answer:
        yield "both match the same strings" if is_same else "the second matches all strings that the first matches"
    elif compared.witness is not None:
        yield f"no: only pattern {compared.matched_by} matches {shown_text(compared.witness)}"
        yield from _others(compared.others)
    else:
        yield _bounded(compared.bound or 0, "unknown: no string {} shows a difference", compared.reason)


def _overlap_lines(overlaps: Overlaps, names: Sequence[str]) -> Iterator[str]:
    number = len(overlaps.overlaps)
    if number:
        pairs = "pair matches" if number == 1 else "pairs match"
        of_all = "the two patterns match" if overlaps.compared == 1 else f"{number:,} of {overlaps.compared:,} {pairs}"
        yield f"{of_all} a string in common"
    elif overlaps.answer:
        yield f"no two of {len(overlaps.patterns):,} patterns match a string in common"
    else:
        yield "unknown: no overlap was found"
    rows = []
    for first, second, witness in (*overlaps.overlaps, *overlaps.undecided):
        sides = [f"{names[each - 1]} {_cut(overlaps.patterns[each - 1])}" for each in (first, second)]
        rows.append((*sides, f"not up to {overlaps.bound} letters" if witness is None else shown_text(witness)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  " + "  ".join([text.ljust(width) for text, width in zip(row, widths, strict=True)]).rstrip()
    if overlaps.compared < overlaps.pairs:
        yield f"out of time: {overlaps.compared:,} of {overlaps.pairs:,} pairs were compared"
    yield from _others(overlaps.others)


def _cut(pattern: str) -> str:
    text = shown_text(pattern)
    return text if len(text) <= SHOWN_PATTERN else text[: SHOWN_PATTERN - 3] + "..."


def shown_text(text: str) -> str:
    """Return `text` as a line shows it."""
    return printable(text) or "(empty)"
