"""What a line still accepts: read in any order, it accepts what the engine accepts, and equal rests are one state."""

import re
from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from satcross.base.bits import parts, single_bits
from satcross.base.budget import UNLIMITED
from satcross.errors import TooManyStates
from satcross.puzzle import WordClue
from satcross.solver.constraints import LineConstraint
from satcross.solver.constraints.line_states import Rests, rests_of
from satcross.solver.constraints.word_constraint import word_constraint
from tests.clues import clue, mask, referring_pattern, regular_pattern, single_letters
from tests.small_puzzles import SPECIAL

LETTERS = "ABC"
CLASSES = single_letters(LETTERS)
BIT = {letter: CLASSES.mask_of(letter) for letter in LETTERS}
AS_CIRCUIT = UNLIMITED.tuned(table_strings=0)
CHOICES = AS_CIRCUIT.tuned(equalities=0, span_nodes=0)


def random_order(random: Random, n: int) -> list[list[int]]:
    """Return the indices in random order; now and then two of them hold the same letter."""
    indices = random.sample(range(n), n)
    order = [[index] for index in indices]
    if n > 2 and random.random() < 0.3:
        order[0] += order.pop()
    return order


def check(constraint: LineConstraint, matches: Callable[[str], object], n: int, random: Random) -> Rests | None:
    order = random_order(random, n)
    domains = [sum(BIT[each] for each in random.sample(LETTERS, random.randint(1, 3))) for _ in range(n)]
    for indices in order:
        for index in indices:
            domains[index] = domains[indices[0]]
    read = [step for step in order if domains[step[0]] & (domains[step[0]] - 1)]
    letters = [[bit for bit in BIT.values() if bit & domains[step[0]]] for step in read]
    expected: dict[tuple[int, ...], bool] = {}
    for choice in product(*letters):
        masks = list(domains)
        for indices, bit in zip(read, choice, strict=True):
            for index in indices:
                masks[index] = bit
        text = "".join(letter for mask in masks for letter, bit in BIT.items() if bit == mask)
        expected[choice] = bool(matches(text))
    reader = constraint.reader(domains, read)
    if not read or reader.start is None:
        assert (reader.start is not None) >= any(expected.values())
        return None
    rests = rests_of(reader, letters, 10_000)
    assert (rests is not None) == any(expected.values())
    if rests is None:
        return None
    for choice, is_match in expected.items():
        state: int | None = 0
        for moves, bit in zip(rests, choice, strict=True):
            state = moves[state].get(bit) if state is not None else None
        assert (state is not None) == is_match, choice
    for step in range(len(read)):
        rest_of = {
            begun: frozenset(each[step:] for each, is_match in expected.items() if is_match and each[:step] == begun)
            for begun in product(*letters[:step])
        }
        assert len(rests[step]) == len(set(rest_of.values()) - {frozenset()})
    return rests


@pytest.mark.parametrize("kind", ["regular", "referring", "special"])
def test_a_line_is_read_in_any_order(kind: str) -> None:
    random = Random(kind)
    pattern_of = {
        "regular": lambda: regular_pattern(random, depth=2),
        "referring": lambda: referring_pattern(random),
        "special": lambda: random.choice(SPECIAL),
    }[kind]
    checked = 0
    for _ in range(120):
        n, pattern = random.randint(1, 5), pattern_of()
        budget = random.choice((UNLIMITED, AS_CIRCUIT, CHOICES))
        checked += check(clue(pattern, n, budget=budget), re.compile(pattern).fullmatch, n, random) is not None
    assert checked > 25


def read_in_blocks(constraint: LineConstraint, matches: Callable[[str], object], n: int, random: Random) -> int:
    """Check what is accepted when letters that the constraint does not tell apart are read as one; count the blocks."""
    order = [[index] for index in random.sample(range(n), n)]
    domains = [sum(random.sample(sorted(BIT.values()), random.randint(2, 3))) for _ in range(n)]
    blocks = [
        single_bits(domain) if sets is None else parts(domain, sorted(sets))
        for domain, sets in zip(domains, constraint.letter_sets(domains), strict=True)
    ]
    reader = constraint.reader(domains, order)
    rests = None if reader.start is None else rests_of(reader, [blocks[step[0]] for step in order], 10_000)
    for masks in product(*map(single_bits, domains)):
        state: int | None = None if rests is None else 0
        for moves, (index,) in zip(rests or (), order, strict=rests is not None):
            (block,) = [each for each in blocks[index] if each & masks[index]]
            state = None if state is None else moves[state].get(block)
        text = "".join(letter for mask in masks for letter, bit in BIT.items() if bit == mask)
        assert (state is not None) == bool(matches(text)), text
    return sum(map(len, blocks))


@pytest.mark.parametrize("kind", ["referring", "special"])
def test_letters_that_a_clue_does_not_tell_apart_are_read_as_one(kind: str) -> None:
    random = Random(kind)
    for _ in range(60):
        n = random.randint(1, 5)
        pattern = referring_pattern(random) if kind == "referring" else random.choice(SPECIAL)
        read_in_blocks(clue(pattern, n, budget=AS_CIRCUIT), re.compile(pattern).fullmatch, n, random)


def test_letters_that_only_an_impossible_part_of_a_clue_tells_apart_are_read_as_one() -> None:
    pattern = r"..[AB].|...[AB]|(?=B)(?:CCCC|CBCC)"
    circuit = clue(pattern, 4, budget=AS_CIRCUIT)
    for seed in range(20):
        assert read_in_blocks(circuit, re.compile(pattern).fullmatch, 4, Random(seed)) < 12


def test_words_are_read_in_any_order() -> None:
    random = Random(4)
    for _ in range(60):
        n = random.randint(1, 4)
        words = frozenset("".join(random.choices(LETTERS, k=n)) for _ in range(random.randint(1, 12)))
        check(word_constraint(WordClue(tuple(sorted(words)), "list"), n, CLASSES), words.__contains__, n, random)


def test_different_letters_have_as_many_rests_as_there_are_sets_of_them() -> None:
    letters = "ABCDEF"
    bits = [mask(letter, letters) for letter in letters]
    circuit = clue(r"(?!.*(.).*\1)[A-F]{6}", 6, letters, AS_CIRCUIT)
    reader = circuit.reader([sum(bits)] * 6, [[index] for index in range(6)])
    rests = rests_of(reader, [bits] * 6, 20)
    assert rests is not None
    assert [len(moves) for moves in rests] == [1, 6, 15, 20, 15, 6]
    with pytest.raises(TooManyStates):
        rests_of(reader, [bits] * 6, 10)


def test_a_circuit_that_was_too_large_to_read_is_read_again_and_says_the_same() -> None:
    random = Random(56)
    refused = 0
    for _ in range(400):
        n, pattern = random.randint(2, 5), referring_pattern(random)
        circuit = clue(pattern, n, budget=AS_CIRCUIT.tuned(read_nodes=random.randint(1, 60)))
        for _ in range(4):
            try:
                check(circuit, re.compile(pattern).fullmatch, n, random)
            except TooManyStates:
                refused += 1
    assert refused > 100
