"""A regular clue on a line: pruning and entailment are exact; its clauses are tested in tests/encodings."""

from collections.abc import Iterable
from functools import reduce
from itertools import product
from math import prod
from operator import or_
from random import Random

import pytest

from satcross.solver.constraints.layers import forward_and_backward, incremental
from satcross.solver.constraints.regular import RegularConstraint
from tests.clues import accepted, clue, hull, letters, mask, regular_pattern, some_domains


def regular(pattern: str, n: int) -> RegularConstraint:
    made = clue(pattern, n)
    assert isinstance(made, RegularConstraint)
    return made


@pytest.mark.long
def test_pruning_random_clues_is_exact() -> None:
    random = Random(2)
    for _ in range(500):
        pattern, n = regular_pattern(random), random.randint(0, 5)
        domains = some_domains(n, random)
        pruned = regular(pattern, n).prune([mask(each) for each in domains])
        expected = hull(accepted(pattern, domains)) if n else [] if accepted(pattern, domains) else None
        assert (pruned if not pruned else [*map(letters, pruned)]) == expected, (pattern, domains)


@pytest.mark.long
def test_a_step_of_several_positions_is_the_union_of_their_steps() -> None:
    random = Random(12)
    for _ in range(200):
        table = regular(regular_pattern(random, 5), 8).table
        active = random.getrandbits(len(table.masks)) & ~table.covering[random.choice((0b001, 0b110))]
        chosen = [position for position in range(len(table.masks)) if active >> position & 1]
        for _ in range(2):  # the second time from memory
            assert table.after[active] == union(table.follow[position] for position in chosen)
            assert table.before[active] == (
                union(table.masks[position] for position in chosen),
                union(table.precede[position] for position in chosen),
            )


def union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


def test_an_incremental_pass_returns_what_a_forward_and_backward_pass_returns() -> None:
    random = Random(11)
    verdicts, unchanged = [], 0
    for _ in range(400):
        pattern, n = regular_pattern(random), random.randint(2, 7)
        made = regular(pattern, n)
        domains = [mask(each) for each in some_domains(n, random)]
        found = forward_and_backward(made.table, domains)
        while found is not None:
            layers, kept = found
            for i, letter_mask in kept:
                domains[i] = letter_mask
            for i in random.sample(range(n), random.randint(1, 2)):
                domains[i] &= random.randint(1, 7)
            lost = [i for i in range(n) if layers[i] & ~made.table.holding[domains[i]]]
            found = forward_and_backward(made.table, domains)
            if not lost:
                assert found == (layers, []), (pattern, domains)
                unchanged += 1
                break
            random.shuffle(lost)
            again = incremental(made.table, domains, layers, lost)
            verdicts.append(again is not None)
            assert again == found, (pattern, domains)
    assert {True, False} == set(verdicts)
    assert unchanged > 50


def test_a_clue_is_entailed_iff_it_holds_for_every_choice() -> None:
    random = Random(3)
    yes = 0
    for _ in range(600):
        pattern, n = regular_pattern(random), random.randint(0, 4)
        made = regular(pattern, n)
        domains = some_domains(n, random)
        is_entailed = made.is_entailed([mask(each) for each in domains])
        assert is_entailed == (len(accepted(pattern, domains)) == prod(map(len, domains))), (pattern, domains)
        yes += is_entailed
        text = [random.choice(each) for each in domains]
        assert made.is_entailed([mask(each) for each in text]) == bool(accepted(pattern, text))
    assert yes > 50


def ways(made: RegularConstraint, i: int, allowed: int, domains: list[int]) -> list[int]:
    """Return how many choices of letters each way through the clue has, from index i on, by trying them all."""
    table = made.table
    if i == len(domains):
        return [1]
    found = []
    for position, letter_mask in enumerate(table.masks):
        choices = (letter_mask & domains[i]).bit_count()
        if choices and allowed >> position & 1 and (i < len(domains) - 1 or table.last >> position & 1):
            found += [choices * rest for rest in ways(made, i + 1, table.follow[position], domains)]
    return found


def test_a_box_holds_matches_only_and_no_way_has_more_choices() -> None:
    random = Random(6)
    sizes = set()
    for _ in range(400):
        pattern, n = regular_pattern(random), random.randint(1, 4)
        made, domains = regular(pattern, n), some_domains(n, random)
        masks = [mask(each) for each in domains]
        box, matches = made.cube(masks), accepted(pattern, domains)
        if box is None:
            assert not matches, (pattern, domains)
            continue
        spelled = {"".join(each) for each in product(*map(letters, box))}
        assert spelled <= set(matches), (pattern, domains)
        assert len(spelled) == max(ways(made, 0, made.table.first, masks)), (pattern, domains)
        sizes.add(len(spelled))
    assert len(sizes) > 5
