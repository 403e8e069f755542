"""What a collection is like: verdicts, difficulty, sizes, constructs, the slowest puzzles, near duplicates.

In: a results database that is open for reading, and a filter.  Out: a `Report`, plain values for every way to show it.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from json import loads
from typing import Final, NamedTuple

from satcross.author.difficulty import LENGTHS, LONGEST, length_of
from satcross.many.results.near import NearDuplicates, near_duplicates
from satcross.many.results.schema import EVERYTHING, LABELS, STATUSES, Where

LISTED: Final = 10
"""Puzzles in a list of a report."""

FROM_WHERE: Final = "FROM result JOIN puzzle ON puzzle.hash = result.puzzle WHERE"

Bars = tuple[tuple[str, int], ...]
"""Names, and how many there are of each."""


class Slow(NamedTuple):
    """A puzzle that took long."""

    name: str
    command: str
    status: str
    seconds: float


class Report(NamedTuple):
    """What a collection is like.

    Attributes:
        results: The number of results.
        puzzles: The number of puzzles; several results may be about one puzzle.
        seconds: The time that all answers took together.
        verdicts: How many results have each verdict.
        difficulty: How many results have each label of difficulty.
        ratings: How many results have each rating, which grows with the length.
        lengths: How many results take how long, as `satcross.author.difficulty` says it.
        cells: How many results are about puzzles of each size.
        constructs: How many results are about puzzles with each construct.
        alike: Pairs of puzzles that are nearly the same, by name.
    """

    results: int
    puzzles: int
    seconds: float
    verdicts: Bars
    difficulty: Bars
    ratings: Bars
    lengths: Bars
    cells: Bars
    constructs: Bars
    slowest: tuple[Slow, ...]
    alike: tuple[NearDuplicates, ...]


def report(connection: sqlite3.Connection, condition: Where = EVERYTHING) -> Report:
    """Return what the results are like for which the condition holds."""

    def rows(columns: str, after: str = "") -> sqlite3.Cursor:
        return connection.execute(f"SELECT {columns} {FROM_WHERE} {condition.sql} {after}", condition.values)

    results, puzzles, seconds = rows("count(*), count(DISTINCT puzzle.hash), total(result.seconds)").fetchone()
    verdicts = dict(rows("result.status, count(*)", "GROUP BY result.status"))
    labels = dict(rows("result.difficulty, count(*)", "AND result.difficulty IS NOT NULL GROUP BY result.difficulty"))
    constructs: Counter[str] = Counter()
    for listed, number in rows("puzzle.constructs, count(*)", "GROUP BY puzzle.constructs"):
        constructs.update(dict.fromkeys(loads(listed), number))
    rated = rows("CAST(result.rating AS INTEGER) AS whole, count(*)", "AND result.rating IS NOT NULL GROUP BY whole")
    lengths: Counter[str] = Counter()
    for steps, number in rows("result.steps, count(*)", "AND result.steps IS NOT NULL GROUP BY result.steps"):
        lengths[length_of(steps)] += number
    slowest = rows("result.file, result.name, puzzle.title, result.command, result.status, result.seconds",
                   f"ORDER BY result.seconds DESC, result.id LIMIT {LISTED}")  # fmt: skip
    return Report(
        results,
        puzzles,
        round(seconds, 3),
        tuple((name, verdicts[name]) for name in STATUSES if name in verdicts),
        tuple((name, labels[name]) for name in LABELS if name in labels),
        tuple((f"{low} to {low + 1}", number) for low, number in rated),
        tuple((name, lengths[name]) for _, name in (*LENGTHS, (0, LONGEST)) if name in lengths),
        _sizes(Counter(dict(rows("puzzle.cells, count(*)", "GROUP BY puzzle.cells")))),
        tuple(constructs.most_common()),
        tuple(Slow(_called(*row[:3]), *row[3:]) for row in slowest),
        tuple(_alike(connection, condition)),
    )


def _sizes(number_of: Counter[int]) -> Bars:
    """Return how many puzzles there are by their cells, in ranges that double."""
    count_by_size: Counter[int] = Counter()
    for cells, number in number_of.items():
        count_by_size[max(0, cells - 1).bit_length()] += number
    return tuple(
        (
            f"{(1 << exponent - 1) + 1} to {1 << exponent}" if exponent > 1 else str(exponent + 1),
            count_by_size[exponent],
        )
        for exponent in range(min(count_by_size, default=0), max(count_by_size, default=-1) + 1)
    )


def _alike(connection: sqlite3.Connection, condition: Where) -> Iterator[NearDuplicates]:
    puzzles = connection.execute(
        f"SELECT DISTINCT puzzle.hash, puzzle.patterns {FROM_WHERE} {condition.sql}", condition.values
    )
    for pair in near_duplicates(((key, frozenset(loads(listed))) for key, listed in puzzles), LISTED):
        names = [
            _called(*connection.execute(
                "SELECT result.file, result.name, puzzle.title FROM result JOIN puzzle ON puzzle.hash = result.puzzle"
                " WHERE puzzle.hash = ? ORDER BY result.id LIMIT 1", (key,)).fetchone())
            for key in (pair.one, pair.other)
        ]  # fmt: skip
        yield NearDuplicates(names[0], names[1], round(pair.similarity, 2))


def _called(file: str, name: str, title: str) -> str:
    """Return what to call a puzzle: its file, and its name there or its title."""
    return ": ".join(part for part in (file, name or title) if part) or "a puzzle"
