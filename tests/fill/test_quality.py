"""Scores: what a fill is worth, and that improving never makes it worse."""

import pytest

from satcross.words.files import template_in
from satcross.words.filling import Filling
from satcross.words.problem import WordChoice
from satcross.words.quality import quality
from tests.clocks import hurry
from tests.word_lists import make_list

WORDS = make_list([("AB", 90), ("CD", 10), ("AC", 60), ("BD", 60), ("EF", 5), ("GH", 5), ("EG", 5), ("FH", 5)])


def test_quality_is_mean_and_worst_score() -> None:
    filling = Filling(template_in("A.\n.."), WORDS)
    fill = next(iter(filling))
    assert (fill.quality.mean, fill.quality.worst, fill.quality.worst_word) == (55.0, 10, "CD")
    assert quality(filling.problem, tuple("EFGH")).mean == 5


def test_improving_finds_the_better_words(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch, 0.001)
    random_fills = {next(iter(Filling(template_in("..\n.."), WORDS, seed=seed))).quality.mean for seed in range(30)}
    improved = {
        next(iter(Filling(template_in("..\n.."), WORDS, seed=seed, improve_seconds=1.0))).quality.mean
        for seed in range(5)
    }
    assert min(random_fills) <= 55
    assert improved == {55.0}


def test_improved_fills_differ_and_no_fill_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch, 0.001)
    template = template_in("..\n..")
    plain = {fill.rows for fill in Filling(template, WORDS)}
    improved = [fill.rows for fill in Filling(template, WORDS, improve_seconds=0.2)]
    assert sorted(improved) == sorted(plain)


def test_improving_gives_up_no_preferred_word(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch, 0.001)
    words = make_list(
        [("AB", 100_000), ("CD", 100_000), ("AC", 100_000), ("BD", 100_000), ("EF", 5), ("GH", 5), ("EG", 5), ("FH", 5)]
    )
    fill = next(iter(Filling(template_in("..\n.."), words, WordChoice(preferred=("ef",)), improve_seconds=1.0)))
    assert {"EF", "GH"} & {*fill.rows, *map("".join, zip(*fill.rows, strict=True))} == {"EF", "GH"}
