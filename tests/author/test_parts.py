"""The parts of a clue that can hold a letter: compared with all ways to match, spelled out one by one."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

import pytest

from satcross.author.clue_parts import parts_by_index
from satcross.errors import Span
from satcross.regex.letters import from_text
from satcross.regex.letters.classes import split
from satcross.regex.syntax import Choice, Literal, Syntax, SyntaxGroup, SyntaxRepeat, SyntaxSequence
from satcross.regex.syntax.parse import parse

ALPHABET = "ABC"
CLASSES = split(from_text(ALPHABET), [from_text(letter) for letter in ALPHABET])

CLUES = [
    "A", "AB|BA", "(A|B)*C", "A*B*C*", "[AB]+C?", "(AB|C|)[^C]*", "(A{2,3}B?)+", ".*A.B?", "(A|AB)(C|BC)", "((A|B)+C)*",
    "A??B+?C*", "(?:AB){0,2}.", r"A\x42C*", "(A*)*B", "(|A)(B|)(C|)A",
]  # fmt: skip


def ways(node: Syntax, most: int) -> Iterator[tuple[Span, ...]]:
    """Yield the places of the clue that each way to match at most `most` letters takes its letters from."""
    if isinstance(node, SyntaxSequence):
        yield from in_sequence(node.items, most)
    elif isinstance(node, Choice):
        for branch in node.branches:
            yield from ways(branch, most)
    elif isinstance(node, SyntaxGroup):
        yield from ways(node.body, most)
    elif isinstance(node, SyntaxRepeat):
        low, high = node.quantifier.low, node.quantifier.high
        most_rounds = most + low if high is None else min(high, most + low)
        for rounds in range(low, most_rounds + 1):
            yield from in_sequence([node.item] * rounds, most)
    elif isinstance(node, Literal) and len(node.text) == node.end - node.start:
        if len(node.text) <= most:
            yield tuple(Span(place, place + 1) for place in range(node.start, node.end))
    elif most:
        yield (node.span,)


def in_sequence(nodes: Sequence[Syntax], most: int) -> Iterator[tuple[Span, ...]]:
    if not nodes:
        yield ()
        return
    for first in set(ways(nodes[0], most)):
        for rest in in_sequence(nodes[1:], most - len(first)):
            yield first + rest


@cache
def is_held(part: str, letter: str) -> bool:
    return re.fullmatch(part, letter) is not None


@pytest.mark.parametrize("clue", CLUES)
def test_the_parts_are_those_of_all_ways_to_match(clue: str) -> None:
    generator = Random(clue)
    tree = parse(clue)
    for n in range(5):
        every_way = {way for way in ways(tree.root, n) if len(way) == n}
        for _ in range(8):
            domains = ["".join(generator.sample(ALPHABET, generator.randint(1, 3))) for _ in range(n)]
            expected: list[set[Span]] = [set() for _ in range(n)]
            for way in every_way:
                texts = [clue[span.start : span.end] for span in way]
                if all(
                    any(is_held(text, each) for each in letters) for text, letters in zip(texts, domains, strict=True)
                ):
                    for index, span in enumerate(way):
                        expected[index].add(span)
            masks = [sum(map(CLASSES.mask_of, letters)) for letters in domains]
            assert parts_by_index(tree, CLASSES, masks) == tuple(map(frozenset, expected)), (clue, domains)


def test_a_backreference_may_hold_any_letter_and_a_lookaround_none() -> None:
    held = parts_by_index(parse(r"(?=A)(.)B\1"), CLASSES, [CLASSES.every] * 3)
    assert held is not None
    assert [sorted(spans) for spans in held] == [[Span(6, 7)], [Span(8, 9)], [Span(9, 11)]]


@pytest.mark.long
def test_too_many_nested_loops_are_given_up() -> None:
    clue = "(" * 6 + "A*" + ")*" * 6
    assert parts_by_index(parse(clue), CLASSES, [CLASSES.every] * 40) is None


def test_a_property_of_strings_is_given_up() -> None:
    tree = parse(r"(\p{RGI_Emoji}|AB)C", "javascript", "v")
    assert parts_by_index(tree, CLASSES, [CLASSES.every] * 3) is None
