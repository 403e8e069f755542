"""What several regexes have in common: strings that they all match, strings that tell them apart, overlaps.

In: patterns of one dialect.  Out: `Common`, `Comparison` or `Overlaps`, each with strings as witnesses.  How they are
found is in `satcross.author.regexes`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import combinations, islice
from random import Random
from typing import Any, Final, Literal, Unpack

from satcross.author.regexes import Regexes, Settings, Wanted
from satcross.base.budget import Budget, limits
from satcross.base.records import NamedTuple
from satcross.errors import Field, LimitError, TimeUp, naming, wrong_type

UP_TO: Final = 40
"""Letters of the longest strings that are looked at where no automaton decides."""

SHOWN: Final = 20
"""Strings that are listed."""


def _with_lists(record: NamedTuple) -> dict[str, Any]:
    """Return the fields of `record`, with a list in place of each tuple, as JSON has it."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in record._asdict().items()}


class Common(NamedTuple):
    """Strings that all patterns match and no excluded pattern does.

    Attributes:
        strings: The first ones, in order of length, then of the alphabet.
        counts: How many there are of each length that was looked at; None: not known.
        total: How many there are of any length; None: infinitely many, or not known.
        is_infinite: Whether there are infinitely many; None: not known.
        bound: There may be others that are longer than this; None: all lengths are decided.
        reason: Why they are not.
        others: The letters of these strings that stand for others, which no pattern tells from them.
        positions: The letters that each position can hold, over all strings of the length that was asked for.
        drawn: Strings drawn at random, each with the same probability.
    """

    patterns: tuple[str, ...]
    excluded: tuple[str, ...]
    strings: tuple[str, ...]
    counts: Mapping[int, int | None]
    total: int | None = None
    is_infinite: bool | None = None
    bound: int | None = None
    reason: str = ""
    others: str = ""
    positions: tuple[str, ...] | None = None
    drawn: tuple[str, ...] | None = None

    @property
    def status(self) -> Literal["some", "none", "unknown"]:
        """What is known: "some" or "none" of these strings, or "unknown" if there may be longer ones."""
        return "some" if self.strings else "none" if self.bound is None else "unknown"

    def as_json(self) -> dict[str, Any]:
        """Return what `satcross regex A B ... --json` prints."""
        counts = [{"length": length, "count": number} for length, number in self.counts.items()]
        return {**_with_lists(self), "status": self.status, "counts": counts}


class Comparison(NamedTuple):
    """Whether two patterns match the same strings, or whether all that the first one matches matches the second one.

    Attributes:
        answer: None: not known, but no string of up to `bound` letters says no.
        witness: The first string, in order of length, then of the alphabet, that only one of them matches.
        matched_by: The number of this pattern, from 1; None: there is no witness.
        bound, reason, others: As in `Common`.
    """

    question: Literal["same", "within"]
    patterns: tuple[str, str]
    answer: bool | None
    witness: str | None = None
    matched_by: int | None = None
    bound: int | None = None
    reason: str = ""
    others: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return what `satcross regex --same` and `--within` print as JSON."""
        return _with_lists(self)


class Overlap(NamedTuple):
    """Two patterns, by their numbers from 1, and the first string that both match; None: there is none so far."""

    first: int
    second: int
    witness: str | None


class Overlaps(NamedTuple):
    """Which pairs of patterns match a string in common.

    Attributes:
        overlaps: The pairs that do.
        undecided: The pairs of which nothing is known but that they have no string of up to `bound` letters in common.
        compared: The pairs that were compared before the time was up, of `pairs`.
        bound, others: As in `Common`.
    """

    patterns: tuple[str, ...]
    overlaps: tuple[Overlap, ...]
    undecided: tuple[Overlap, ...]
    compared: int
    pairs: int
    bound: int | None = None
    others: str = ""

    @property
    def answer(self) -> bool | None:
        """Whether no two patterns overlap; None: not known."""
        if self.overlaps:
            return False
        return None if self.undecided or self.compared < self.pairs else True

    def as_json(self) -> dict[str, Any]:
        """Return what `satcross regex --disjoint` prints as JSON."""
        pairs = {name: [each._asdict() for each in getattr(self, name)] for name in ("overlaps", "undecided")}
        return {**_with_lists(self), **pairs, "answer": self.answer}


MOST_PAIRS: Final = 2_000_000
"""Pairs that are compared without a time limit; a thousand take about half a second."""


def common(
    patterns: Sequence[str],
    excluded: Sequence[str] = (),
    *,
    length: int | None = None,
    up_to: int = UP_TO,
    limit: int = SHOWN,
    draw: int = 0,
    seed: int = 1,
    timeout: float | None = None,
    budget: Budget | None = None,
    **settings: Unpack[Settings],
) -> Common:
    """Return strings that all `patterns` match and none of `excluded`.

    Args:
        length: Only strings of this length; the answer then has `positions`.
        up_to: Letters of the longest strings that are looked at where no automaton decides, and that are drawn.
        limit: The number of strings that are listed.
        draw: The number of strings that are drawn at random.
        seed: Equal seeds draw the same.
        timeout, budget: The time limit in seconds, and further limits.
        settings: See `Settings`.

    Raises:
        TimeUp: If the time is up before anything is known.
        SatcrossError: If a pattern is malformed, or an argument.

    >>> answer = common(["a*b", ".{3}"])
    >>> answer.strings, answer.total
    (('aab',), 1)
    """
    budget = limits(timeout, budget)
    for name, value in (("patterns", patterns), ("excluded", excluded)):
        if isinstance(value, str):
            raise wrong_type(name, value, "a sequence of strings, for instance a list")
    regexes = Regexes((*patterns, *excluded), budget, **settings)
    numbers = range(len(regexes.patterns))
    wanted = Wanted(regexes, numbers[: len(patterns)], numbers[len(patterns) :])
    lengths = range(up_to + 1) if length is None else range(length, length + 1)
    answer = _listed(Common(tuple(patterns), tuple(excluded), (), {}), wanted, lengths, length is not None, limit)
    with suppress(TimeUp):
        if length is not None and (counted := wanted.counted(wanted.presolved(length))) is not None:
            answer = answer._replace(positions=tuple(map("".join, counted.cells)))
        if draw:
            answer = answer._replace(drawn=wanted.draws(lengths, draw, Random(seed)))
    return answer._replace(others=regexes.others((*answer.strings, *(answer.drawn or ()))))


def _listed(answer: Common, wanted: Wanted, lengths: range, is_one_length: bool, limit: int) -> Common:
    """Return `answer` with the first strings, and how many there are of each length."""
    strings = wanted.strings
    if strings is None:
        return _listed_by_solver(answer, wanted, lengths, limit)
    listed = tuple(
        map(wanted.checked, islice(strings.of_length(lengths[0]) if is_one_length else strings.in_order(), limit))
    )
    looked = lengths if is_one_length else range(len(listed[-1]) + 1 if listed else 0)
    counts = {length: strings.number(length) for length in looked}
    total = counts[lengths[0]] if is_one_length else strings.total
    return answer._replace(strings=listed, counts=counts, total=total, is_infinite=total is None)


def _listed_by_solver(answer: Common, wanted: Wanted, lengths: range, limit: int) -> Common:
    """Do what `_listed` does by the solver, one length after another, as far as there is time."""
    strings: list[str] = []
    counts: dict[int, int | None] = {}
    with suppress(TimeUp):
        for length, presolved in wanted.by_length(lengths):
            strings += islice(wanted.in_order(presolved), limit - len(strings))
            counted = wanted.counted(presolved)
            counts[length] = None if counted is None else counted.total
            wanted.looked = length
            if len(strings) == limit:
                break
    answer = answer._replace(strings=tuple(strings), counts=counts)
    if wanted.looked < lengths[-1] if len(lengths) == 1 else wanted.has_longer(wanted.looked):
        return answer._replace(bound=wanted.looked, reason=wanted.reason)
    total = None if None in counts.values() else sum(filter(None, counts.values()))
    return answer._replace(total=total, is_infinite=False)


def same(
    one: str,
    other: str,
    *,
    up_to: int = UP_TO,
    timeout: float | None = None,
    budget: Budget | None = None,
    **settings: Unpack[Settings],
) -> Comparison:
    """Return whether two patterns match the same strings.  Arguments and errors are as in `common`.

    >>> same("(ab)*a", "a(ba)*").answer, same("a+", "a*").witness
    (True, '')
    """
    return _compared("same", one, other, up_to, limits(timeout, budget), settings)


def within(
    one: str,
    other: str,
    *,
    up_to: int = UP_TO,
    timeout: float | None = None,
    budget: Budget | None = None,
    **settings: Unpack[Settings],
) -> Comparison:
    """Return whether `other` matches all strings that `one` matches.  Arguments and errors are as in `common`.

    >>> within("a+", "a*").answer, within("a*", "a+").witness
    (True, '')
    """
    return _compared("within", one, other, up_to, limits(timeout, budget), settings)


def _compared(
    question: Literal["same", "within"], one: str, other: str, up_to: int, budget: Budget, settings: Settings
) -> Comparison:
    regexes = Regexes((one, other), budget, **settings)
    answer = Comparison(question, (one, other), True)
    for first in (0, 1) if question == "same" else (0,):
        wanted = Wanted(regexes, (first,), (1 - first,))
        witness, bound = wanted.first(up_to)
        if witness is not None:
            if answer.witness is None or (len(witness), witness) < (len(answer.witness), answer.witness):
                others = regexes.others([witness])
                answer = answer._replace(answer=False, witness=witness, matched_by=first + 1, others=others)
        elif bound is not None and answer.answer is not False:
            answer = answer._replace(answer=None, bound=bound, reason=wanted.reason)
    return answer if answer.answer is None else answer._replace(bound=None, reason="")


def disjoint(
    patterns: Sequence[str],
    *,
    up_to: int = UP_TO,
    timeout: float | None = None,
    budget: Budget | None = None,
    **settings: Unpack[Settings],
) -> Overlaps:
    """Return which pairs of patterns match a string in common, and how many pairs there was time to compare.

    >>> disjoint(["if", "[a-z]+", "[0-9]+"]).overlaps
    (Overlap(first=1, second=2, witness='if'),)
    """
    limit = limits(timeout, budget)
    pairs = len(patterns) * (len(patterns) - 1) // 2
    if pairs > MOST_PAIRS and limit.deadline is None:
        raise LimitError(
            f"{len(patterns):,} patterns make {pairs:,} pairs; without a time limit, {MOST_PAIRS:,} are the most",
            hint=naming("with {} as many are compared as there is time for", Field("timeout")),
        )
    answer = Overlaps(tuple(patterns), (), (), 0, pairs)
    found: list[Overlap] = []
    open_: list[Overlap] = []
    compared, bound, others = 0, up_to, ""
    with suppress(TimeUp):
        regexes = Regexes(patterns, limit, **settings)
        for first, second in combinations(range(len(patterns)), 2):
            limit.check()
            witness, looked = Wanted(regexes, (first, second)).first(up_to)
            if witness is not None:
                found.append(Overlap(first + 1, second + 1, witness))
            elif looked is not None:
                open_.append(Overlap(first + 1, second + 1, None))
                bound = min(bound, looked)
            compared += 1
        others = regexes.others([each.witness or "" for each in found])
    return answer._replace(
        overlaps=tuple(found), others=others, undecided=tuple(open_), compared=compared, bound=bound if open_ else None
    )
