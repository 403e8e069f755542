"""Merged states spell what positions spell, and no two of them say the same."""

from itertools import pairwise
from random import Random

import pytest

from satcross.solver.constraints.regular import RegularConstraint, merge_states
from satcross.solver.merged_layers import MergedLayer
from tests.clues import accepted, clue, letters, mask, regular_pattern, some_domains


def merged(pattern: str, domains: list[str]) -> tuple[list[int], list[MergedLayer]]:
    """Return the positions of each index, as bit sets, and its merged states."""
    made = clue(pattern, len(domains))
    assert isinstance(made, RegularConstraint)
    masks = [mask(each) for each in domains]
    layers = made.layers(masks) or []
    return layers, merge_states(made.table, layers, masks[: len(layers)])


def spelled(found: list[MergedLayer]) -> set[str]:
    """Return what all ways through the merged states spell."""
    ways = [("", None)]
    for letters_of, before, _ in found:
        ways = [
            (text + letter, number)
            for text, last in ways
            for number, held in enumerate(letters_of)
            if last is None or last in before[number]
            for letter in letters(held)
        ]
    return {text for text, _ in ways}


@pytest.mark.long
def test_merged_states_spell_the_strings_of_the_clue() -> None:
    random = Random(51)
    fewer = 0
    for _ in range(600):
        pattern, domains = regular_pattern(random), some_domains(random.randint(1, 5), random)
        layers, found = merged(pattern, domains)
        expected = accepted(pattern, domains)
        assert bool(found) == bool(expected)
        if found:
            assert spelled(found) == set(expected), (pattern, domains)
        fewer += sum(len(each.letters) < layer.bit_count() for each, layer in zip(found, layers, strict=True))
    assert fewer > 200


def test_what_comes_before_and_after_are_the_same_pairs() -> None:
    random = Random(52)
    for _ in range(200):
        _, found = merged(regular_pattern(random), some_domains(random.randint(1, 5), random))
        for number, (left, right) in enumerate(pairwise(found)):
            pairs = {(k, j) for j, places in enumerate(right.before) for k in places}
            assert pairs == {(k, j) for k, places in enumerate(right.after) for j in places}
            assert len(right.after) == len(left.letters), number
            assert {k for k, _ in pairs} == set(range(len(left.letters)))
            assert {j for _, j in pairs} == set(range(len(right.letters)))


def test_no_two_merged_states_hold_the_same_letters_after_the_same_states() -> None:
    random = Random(53)
    for _ in range(300):
        for each in merged(regular_pattern(random), some_domains(random.randint(1, 5), random))[1]:
            held = list(zip(each.letters, each.before, strict=True))
            assert len(held) == len(set(held))


@pytest.mark.parametrize(
    ("pattern", "domains", "widths"),
    [
        ("ABC|BBC|CBC", ["ABC"] * 3, [3, 1, 1]),  # the same to come
        ("ABA|ABB|ABC", ["ABC"] * 3, [1, 1, 3]),  # the same before
        ("ABA|CBC", ["ABC"] * 3, [2, 2, 2]),  # one B after A, one after C, and each goes on in its own way
        ("ABA|CBC", ["A", "ABC", "ABC"], [1, 1, 1]),
        ("[AB]A|[BC]A", ["B", "A"], [1, 1]),  # the same letters of the cell
        (".*A.*", ["ABC"] * 3, [2, 3, 2]),
    ],
)
def test_equivalent_positions_are_one_merged_state(pattern: str, domains: list[str], widths: list[int]) -> None:
    assert [len(each.letters) for each in merged(pattern, domains)[1]] == widths
