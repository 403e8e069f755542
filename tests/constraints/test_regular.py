"""A regular clue on a line: pruning is exact, entailment is safe, the clauses have the clue's strings as models."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import product
from operator import or_
from random import Random

import pytest

from satcross.base.bits import single_bits
from satcross.solver.cnf.encoder import Encoder
from satcross.solver.cnf.variables import VariableMap
from satcross.solver.constraints.regular.passes import forward_and_backward, incremental
from satcross.solver.constraints.regular.regular_constraint import RegularConstraint
from tests.clues import accepted, clue, hull, letters, mask, regular_pattern, some_domains
from tests.formulas import ListSink, grids, unit_consequences

PATTERNS = [
    "",
    "A",
    "A|B",
    "AB|BA",
    "(?:A|B)*C",
    ".*A.*",
    "(?:AB|C)*",
    "[^A]+",
    "A?B?C?",
    "(?:A|BC|CAB)+",
    "(?:A*B){2}",
]


def regular(pattern: str, n: int) -> RegularConstraint:
    made = clue(pattern, n)
    assert isinstance(made, RegularConstraint)
    return made


def encoded(
    made: RegularConstraint, domains: list[str], selector: bool, *, redundant_clauses: bool = False
) -> tuple[ListSink, VariableMap, int | None]:
    sink = ListSink()
    variables = VariableMap([single_bits(mask(each)) for each in domains], is_compact=not selector)
    variables.one_block_each(sink)
    lit = variables.fresh() if selector else None
    made.clauses(Encoder(variables, sink, redundant_clauses=redundant_clauses), range(len(domains)), lit)
    return sink, variables, lit


def spelled(found: set[tuple[int, ...]]) -> list[str]:
    return sorted("".join(map(letters, masks)) for masks in found)


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("n", range(4))
def test_pruning_keeps_exactly_the_letters_of_matches(pattern: str, n: int) -> None:
    made = regular(pattern, n)
    for domains in product(["A", "C", "AB", "ABC"], repeat=n):
        pruned = made.prune([mask(each) for each in domains])
        assert (pruned and [*map(letters, pruned)]) == hull(accepted(pattern, domains)), domains


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


def test_entailed_clues_hold_for_every_choice_and_single_strings_are_decided() -> None:
    random = Random(3)
    yes = 0
    for _ in range(600):
        pattern, n = regular_pattern(random), random.randint(0, 4)
        made = regular(pattern, n)
        domains = some_domains(n, random)
        if made.is_entailed([mask(each) for each in domains]):
            yes += 1
            assert len(accepted(pattern, domains)) == len(list(product(*domains))), (pattern, domains)
        text = [random.choice(each) for each in domains]
        assert made.is_entailed([mask(each) for each in text]) == bool(accepted(pattern, text))
    assert yes > 50


@pytest.mark.parametrize("selector", [False, True])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_models_of_the_clauses_are_the_strings_of_the_clue(pattern: str, selector: bool) -> None:
    for n in range(4):
        for domains in (["ABC"] * n, ["AB"] * n, ["A", "BC", "ABC"][:n]):
            sink, variables, lit = encoded(regular(pattern, n), domains, selector)
            on = grids(sink, variables, [lit] if lit else [])
            assert spelled(on) == accepted(pattern, domains)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_clue_that_is_switched_off_binds_nothing(pattern: str) -> None:
    sink, variables, lit = encoded(regular(pattern, 3), ["ABC"] * 3, True)
    assert lit is not None
    assert len(grids(sink, variables, [-lit])) == 27


def test_unit_propagation_on_the_clauses_decides_strings() -> None:
    random = Random(4)
    refuted = 0
    for _ in range(400):
        pattern, n = regular_pattern(random), random.randint(1, 4)
        sink, variables, _ = encoded(regular(pattern, n), ["ABC"] * n, False)
        text = random.choices("ABC", k=n)
        ruled_out = [
            [-lit]
            for lits, letter in zip(variables.lits, text, strict=True)
            for block, lit in lits.items()
            if block != mask(letter)
        ]
        consistent = unit_consequences([*sink.clauses, *ruled_out]) is not None
        assert consistent == bool(accepted(pattern, text)), (pattern, text)
        refuted += not consistent
    assert 100 < refuted < 300


@pytest.mark.parametrize("selector", [False, True])
@pytest.mark.parametrize(("pattern", "lost"), [("AB|BA|CC", ["BA", "AB", "CC"]), ("[AB]A|[AC]B|AC", ["AB", "BC"])])
def test_unit_propagation_sees_which_letters_have_lost_their_positions(
    pattern: str, lost: list[str], selector: bool
) -> None:
    """Each pair: without the first at the end, the second cannot be at the start."""
    sink, variables, lit = encoded(regular(pattern, 2), ["ABC", "ABC"], selector)
    on = [[lit]] if lit else []
    for ruled_out, follows in lost:
        found = unit_consequences([*sink.clauses, *on, [-variables.lits[1][mask(ruled_out)]]])
        assert found is not None
        assert -variables.lits[0][mask(follows)] in found


def test_letters_alike_share_one_clause_that_says_what_else_they_leave() -> None:
    """The letters ABC in the middle need the C at the end; without that, and without D, only E is left there."""
    made = clue("AEA|BEB|C[ABC]C|DDD", 3, "ABCDE")
    sink = ListSink()
    variables = VariableMap([single_bits(31)] * 3, is_compact=False)
    variables.one_block_each(sink)
    made.clauses(Encoder(variables, sink), range(3))
    ruled_out = [[-variables.lits[1][mask("D", "ABCDE")]], [-variables.lits[2][mask("C", "ABCDE")]]]
    found = unit_consequences([*sink.clauses, *ruled_out])
    assert found is not None
    assert variables.lits[1][mask("E", "ABCDE")] in found


def test_unit_propagation_on_clauses_both_ways_finds_all_consequences() -> None:
    random = Random(8)
    more = 0
    for _ in range(150):
        words = {"".join(random.choices("ABC", k=4)) for _ in range(random.randint(4, 12))}
        pattern, domains = "|".join(sorted(words)), some_domains(4, random)
        one_way, redundant_clauses = (
            left_by_unit_propagation(pattern, domains, redundant_clauses=each) for each in (False, True)
        )
        assert redundant_clauses == hull(accepted(pattern, domains)), (pattern, domains)
        more += one_way != redundant_clauses
    assert more > 10


def left_by_unit_propagation(pattern: str, domains: list[str], *, redundant_clauses: bool) -> list[str] | None:
    """Return the letters of each cell that unit propagation leaves when those outside of `domains` are ruled out."""
    sink, variables, _ = encoded(
        regular(pattern, len(domains)), ["ABC"] * len(domains), False, redundant_clauses=redundant_clauses
    )
    ruled_out = [
        [-lits[mask(letter)]]
        for lits, domain in zip(variables.lits, domains, strict=True)
        for letter in set("ABC") - set(domain)
    ]
    found = unit_consequences([*sink.clauses, *ruled_out])
    if found is None:
        return None
    return ["".join(letter for letter in "ABC" if -lits[mask(letter)] not in found) for lits in variables.lits]


@pytest.mark.parametrize("redundant_clauses", [False, True])
def test_random_clues_encode_to_their_strings(redundant_clauses: bool) -> None:
    random = Random(5)
    for _ in range(150):
        pattern, n = regular_pattern(random, depth=2), random.randint(0, 4)
        domains = some_domains(n, random)
        sink, variables, _ = encoded(regular(pattern, n), domains, False, redundant_clauses=redundant_clauses)
        assert spelled(grids(sink, variables)) == accepted(pattern, domains), (pattern, domains)


def test_a_line_may_visit_a_cell_twice() -> None:
    """Cells 0, 1, 0 must read AB or BA and then the first letter again."""
    made = regular("ABA|BAC|CCC", 3)
    sink = ListSink()
    variables = VariableMap([single_bits(7)] * 2, is_compact=False)
    variables.one_block_each(sink)
    made.clauses(Encoder(variables, sink), (0, 1, 0))
    assert spelled(grids(sink, variables)) == ["AB", "CC"]


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
