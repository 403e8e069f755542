"""Regexes in words: every node once, its text cut from the pattern, and something to say about each."""

from itertools import pairwise

import pytest

from satcross.regex.analysis.in_words import nodes_in_words
from satcross.regex.syntax.parse import parse
from tests.judges.cases import all_cases

CASES = [case for case in all_cases() if case.accepts is not None]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_every_part_of_every_case_has_a_meaning(case: object) -> None:
    question = case.question  # type: ignore[attr-defined]
    lines = list(nodes_in_words(parse(question.pattern, question.dialect, question.flags)))
    assert lines[0].depth == 0
    assert all(line.words for line in lines)
    assert all(after.depth <= before.depth + 1 for before, after in pairwise(lines))


def test_deep_patterns_are_explained() -> None:
    depth = 50
    assert len(list(nodes_in_words(parse("(" * depth + "A" + ")" * depth)))) == depth + 1
