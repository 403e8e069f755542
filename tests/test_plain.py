"""Values and the plain values that stand for them are two forms of the same; whatever else is read is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any, Literal, NamedTuple

import pytest

import satcross
from satcross.base.budget import UNLIMITED
from satcross.base.plain import Codec, PlainError
from satcross.cli import check, count, lint, solve
from satcross.cli.kept import codec_of
from satcross.cli.parser import parse
from satcross.cli.registry import command_named
from satcross.puzzle.model import Puzzle
from tests.small_puzzles import small_puzzles

INQUIRIES = {"check": check.INQUIRY, "solve": solve.INQUIRY, "count": count.INQUIRY, "lint": lint.INQUIRY}


class Part(NamedTuple):
    name: str
    size: int | None


class Whole(NamedTuple):
    kind: Literal["one", "several"]
    parts: tuple[Part, ...]
    pair: tuple[int, float]
    names: Mapping[str, bool]
    chosen: frozenset[str]


CODEC = Codec(lambda name: None, {})
WHOLE = Whole("one", (Part("a", None), Part("b", 10**30)), (1, 0.5), {"b": True, "a": False}, frozenset({"x", "y"}))


def through_json(plain: object) -> Any:
    return json.loads(json.dumps(plain))


def test_a_value_comes_back_with_the_order_of_its_mappings() -> None:
    back = CODEC.value(through_json(CODEC.plain(WHOLE)), Whole)
    assert back == WHOLE
    assert [*back.names] == ["b", "a"]


@pytest.mark.parametrize("command", INQUIRIES)
def test_outcomes_come_back_and_do_not_repeat_their_puzzle(command: str) -> None:
    inquiry = INQUIRIES[command]
    for puzzle, _ in small_puzzles(12, 5):
        wrong = (("A",) * len(puzzle.cells),)
        for asked in (puzzle, puzzle._replace(expected=wrong, expects_all=True)):
            options = parse(command_named(command), ["--results", "found.db", "any.toml"])
            sent: list[Any] = []
            question = inquiry.question(asked, options)
            outcome = inquiry.answer(question, UNLIMITED, sent.append).outcome
            codec = codec_of(question.puzzle)
            for value in (outcome, *sent):
                plain = through_json(codec.plain(value))
                assert type(value) in inquiry.kinds
                back = codec.value(plain, type(value))
                assert repr(back) == repr(value)
                assert codec.plain(back) == codec.plain(value)


def test_another_puzzle_is_written_in_full() -> None:
    one, other = satcross.line("A[AB]", 2), satcross.line(r"(.)\1", 2)
    assert codec_of(one).plain(one) is None
    back = codec_of(one).value(through_json(codec_of(one).plain(other)), Puzzle)
    assert back == other


def changed(plain: Any, random: Random) -> Any:
    """Return plain values of which one, somewhere, has another type or is missing."""
    if isinstance(plain, list) and plain and random.random() < 0.8:
        place = random.randrange(len(plain))
        return [*plain[:place], changed(plain[place], random), *plain[place + 1 :]]
    if isinstance(plain, dict) and plain and random.random() < 0.8:
        name = random.choice([*plain])
        return {**plain, name: changed(plain[name], random)}
    if isinstance(plain, dict) and plain and random.random() < 0.5:
        return {name: each for name, each in plain.items() if name != min(plain)}
    return random.choice([each for each in (None, 7, "x", 0.5, True, [], {}, [[]]) if type(each) is not type(plain)])


def test_what_is_no_value_of_the_type_is_refused() -> None:
    random = Random(3)
    plain = CODEC.plain(WHOLE)
    refused = 0
    for _ in range(2_000):
        other = changed(plain, random)
        try:
            value = CODEC.value(through_json(other), Whole)
        except PlainError:
            refused += 1
        else:  # a number may be whole, and a size missing
            assert CODEC.plain(value) == other
    assert refused > 1_500


@pytest.mark.parametrize("value", [object(), float("nan"), float("inf"), b"x", {1: 2}.keys()])
def test_what_has_no_plain_form_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        CODEC.plain((value,))
