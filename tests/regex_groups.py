"""Random groups of patterns, and what the real engines say of all their short strings:
`python -m tests.regex_groups --groups 20000`.

A group has some patterns that a string must match, and some that it must not.  The engines of both dialects try every
string over a small alphabet, and satcross must give the same strings, the same first differences and the same overlaps.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from satcross.author.comparing import common, disjoint, same, within
from satcross.errors import LimitError, RegexError, SatcrossError
from satcross.regex.syntax.parse import parse
from tests.judges.defects import engine_defects
from tests.judges.engines import Rejected, Undecided, engine
from tests.judges.generate import Generator

LONGEST = {1: 7, 2: 7, 3: 5, 4: 4}  # letters of the strings that are tried, by the size of the alphabet


class Group(NamedTuple):
    dialect: str
    flags: str
    alphabet: str
    patterns: tuple[str, ...]
    excluded: tuple[str, ...]
    longest: int
    texts: Sequence[str]
    matched: tuple[frozenset[str], ...]  # by each pattern, then by each excluded one


def groups(dialect: str, random: Random) -> Iterator[Group]:
    """Yield groups of patterns that the engine reads, none of which is known to be matched wrongly."""
    generator = Generator(dialect, random, engine(dialect).is_newest, has_wide_ranges=False)
    while True:
        question = generator.question()
        if len(question.alphabet) > 3:
            continue
        longest = LONGEST[len(question.alphabet)]
        texts = question._replace(longest=longest).texts
        texts = sorted(texts, key=lambda text: (len(text), text))
        patterns: list[str] = []
        matched: list[frozenset[str]] = []
        wanted = random.choice((1, 2, 2, 3, 4))
        while len(patterns) < wanted:
            pattern = generator.pattern()
            try:
                if engine_defects(parse(pattern, dialect, question.flags)):
                    continue
                ways = engine(dialect).ways(pattern, question.flags, texts)
            except (RegexError, Rejected, Undecided, SatcrossError):
                continue
            patterns.append(pattern)
            matched.append(frozenset([text for text, way in zip(texts, ways, strict=True) if way is not None]))
        first = random.choice((wanted, wanted, max(1, wanted - 1)))
        yield Group(
            dialect, question.flags, question.alphabet, tuple(patterns[:first]), tuple(patterns[first:]), longest,
            texts, tuple(matched),
        )  # fmt: skip


def check(group: Group) -> str:
    """Assert that satcross says of `group` what the engine says; return how it was decided."""
    settings = {"dialect": group.dialect, "flags": group.flags, "alphabet": group.alphabet, "up_to": group.longest}
    accepted = frozenset(group.texts).intersection(*group.matched[: len(group.patterns)])
    accepted -= frozenset().union(*group.matched[len(group.patterns) :])
    expected = [text for text in group.texts if text in accepted]
    found = common(group.patterns, group.excluded, limit=len(group.texts) + 1, **settings)
    assert [text for text in found.strings if len(text) <= group.longest] == expected
    for length, number in found.counts.items():
        if number is not None and length <= group.longest:
            assert number == sum(len(text) == length for text in expected), length
    assert found.bound is None or found.bound >= group.longest
    assert found.status == "some" or not expected
    every = (*group.patterns, *group.excluded)
    if len(every) > 1:
        check_pair(group, every[0], every[1], settings)
        overlaps = disjoint(every, **settings)
        decided = {(each.first, each.second): each.witness for each in (*overlaps.overlaps, *overlaps.undecided)}
        for one in range(len(every)):
            for other in range(one + 1, len(every)):
                check_first(group, group.matched[one] & group.matched[other], decided.get((one + 1, other + 1)))
    return "some" if found.bound is None else "bounded"


def check_pair(group: Group, one: str, other: str, settings: dict) -> None:
    left, right = group.matched[:2]
    compared, included = same(one, other, **settings), within(one, other, **settings)
    check_first(group, left ^ right, compared.witness)
    check_first(group, left - right, included.witness)
    assert compared.answer is not True or left == right
    assert included.answer is not True or left <= right
    if compared.witness is not None and len(compared.witness) <= group.longest:
        assert compared.witness in (left, right)[compared.matched_by - 1]


def check_first(group: Group, differing: frozenset[str], witness: str | None) -> None:
    """Assert that `witness` is the first of the strings `differing`; if there is none, a longer one is right too."""
    first = next((text for text in group.texts if text in differing), None)
    assert witness == first or (first is None and witness is not None and len(witness) > group.longest), first


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--groups", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ends: dict[str, int] = {}
    for dialect in ("python", "javascript"):
        random = Random(options.seed)
        source = groups(dialect, random)
        for number in range(options.groups // 2):
            group = next(source)
            try:
                end = check(group)
            except LimitError:
                end = "limit"
            except Exception as error:
                print(f"{dialect}, group {number}: {group.patterns} not {group.excluded} {group.flags!r} "
                      f"over {group.alphabet!r}: {type(error).__name__}: {error}", flush=True)  # fmt: skip
                end = "wrong"
            ends[f"{dialect} {end}"] = ends.get(f"{dialect} {end}", 0) + 1
    print(ends)


if __name__ == "__main__":
    main()
