"""A clue as a circuit: random circuits over few letters, compared with all their lines."""

from itertools import product
from random import Random

import pytest

from satcross.base.bits import parts, single_bits
from satcross.base.budget import CIRCUITS, UNLIMITED
from satcross.solver.cnf import Encoder, VariableMap
from satcross.solver.constraints.circuit import CERTAIN, IMPOSSIBLE, OPEN, Builder, Circuit, truth_of
from satcross.solver.constraints.general import NEGATIVE, POSITIVE, GeneralConstraint, cubes_of, pack, polarities
from tests.clues import clue, mask
from tests.formulas import ListSink, grids, is_true

WIDTH = 3
EVERY = (1 << WIDTH) - 1
RELATIONS = ((3, 4),)


def random_circuit(random: Random, n: int = 3) -> Circuit:
    """Return a circuit of AND, OR, NOT over letter sets, equalities and (not below a NOT) a choice."""
    builder = Builder()
    plain = [builder.letter(random.randrange(n), random.randint(1, EVERY), EVERY) for _ in range(3)]
    plain += [builder.same(random.randrange(n), random.randrange(n), random.randint(0, 1)) for _ in range(2)]
    for _ in range(random.randint(1, 5)):
        chosen = random.sample(plain, 2)
        plain.append(random.choice([builder.conj, builder.disj, lambda a, b: builder.negation(a)])(*chosen))
    nodes = plain[-4:] + ([builder.letter(n, 1 << k, 3) for k in range(2)] if random.random() < 0.3 else [])
    for _ in range(4):
        nodes.append(random.choice([builder.conj, builder.disj])(*random.sample(nodes, 2)))
    return builder.finish(nodes[-1], n, choices=(2,), relations=RELATIONS)


def lines(circuit: Circuit, domains: list[int]) -> set[tuple[int, ...]]:
    """Return the lines within `domains` that satisfy the circuit, as masks, by its definition."""
    return {
        line for line in product(*map(single_bits, domains)) if is_true(circuit, [bit.bit_length() - 1 for bit in line])
    }


CASES = [(seed, random_circuit(Random(seed))) for seed in range(300)]
DOMAINS = [[7, 7, 7], [1, 7, 7], [3, 6, 7], [2, 2, 5], [1, 2, 4], [6, 6, 6]]


def test_pruning_loses_no_line_and_sees_single_lines_exactly() -> None:
    for seed, circuit in CASES:
        made = GeneralConstraint(circuit, WIDTH)
        for domains in DOMAINS:
            found, kept = lines(circuit, domains), made.prune(domains)
            if kept is None:
                assert not found, (seed, domains)
            else:
                assert all(not kept[i] & ~domains[i] for i in range(3))
                assert all(line[i] & kept[i] for line in found for i in range(3)), (seed, domains)


def test_entailed_means_every_line() -> None:
    entailed = 0
    for seed, circuit in CASES:
        for domains in DOMAINS:
            if GeneralConstraint(circuit, WIDTH).is_entailed(domains):
                entailed += 1
                assert lines(circuit, domains) == set(product(*map(single_bits, domains))), (seed, domains)
    assert entailed > 100


def test_a_line_of_single_letters_is_decided_unless_choices_are_open() -> None:
    for seed, circuit in CASES:
        made = GeneralConstraint(circuit, WIDTH)
        if not any(node[0] == 2 and node[1] >= 3 for node in circuit.nodes):
            for line in product(single_bits(EVERY), repeat=3):
                assert made.is_entailed(line) == bool(lines(circuit, list(line))), (seed, line)


@pytest.mark.parametrize("has_selector", [False, True])
def test_models_of_the_clauses_are_the_lines_of_the_circuit(has_selector: bool) -> None:
    for seed, circuit in CASES[:150]:
        for domains in DOMAINS[:3]:
            sink = ListSink()
            made = GeneralConstraint(circuit, WIDTH)
            asked = made.letter_sets(domains)
            blocks = [
                single_bits(domain) if sets is None or has_selector else parts(domain, sets)
                for domain, sets in zip(domains, asked, strict=True)
            ]
            variables = VariableMap(blocks, is_compact=not has_selector)
            variables.one_block_each(sink)
            selector = variables.fresh() if has_selector else None
            made.clauses(Encoder(variables, sink), range(3), selector)
            del variables.lits[3:]
            on = grids(sink, variables, [selector] if selector else [])
            assert on == lines(circuit, domains), (seed, domains)
            if selector:
                assert grids(sink, variables, [-selector]) == set(product(*map(single_bits, domains)))


def test_the_empty_line() -> None:
    for pattern, is_match in [
        ("(?>A*)", True),
        (r"(A)?(?(1)A|)", True),
        ("$", True),
        ("(?!)", False),
        (r"(A)\1", False),
    ]:
        made = clue(pattern, 0)
        assert made.prune([]) == ([] if is_match else None), pattern
        assert made.is_entailed([]) == is_match, pattern
        sink = ListSink()
        made.clauses(Encoder(VariableMap([], is_compact=True), sink), [])
        assert bool(grids(sink, VariableMap([], is_compact=True))) == is_match, pattern


def test_a_cube_holds_matches_only_and_is_mostly_found() -> None:
    found, wide = [], 0
    for seed, circuit in CASES:
        for domains in DOMAINS:
            matches = lines(circuit, domains)
            cube = GeneralConstraint(circuit, WIDTH).cube(domains)
            if cube is not None:
                assert all(here and not here & ~domain for here, domain in zip(cube, domains, strict=True))
                within = set(product(*map(single_bits, cube)))
                assert within <= matches, (seed, domains)
                wide += len(within) > 1
            if matches:
                found.append(cube is not None)
    assert sum(found) > 0.8 * len(found)
    assert wide > 200


def test_what_is_known_of_a_node_is_so_for_all_assignments_within_the_domains() -> None:
    """Its truth, and its cube, which holds every assignment that makes it true."""
    values = set()
    for seed, circuit in CASES[:100]:
        packing = pack(circuit, WIDTH)
        for domains in DOMAINS[:4]:
            truth = truth_of(circuit, domains)
            cubes = cubes_of(circuit, packing, domains, truth)
            for number in range(len(circuit.nodes)):
                below = Circuit(circuit.nodes[: number + 1], 3, (2,), RELATIONS)
                true, every = lines(below, domains), set(product(*map(single_bits, domains)))
                values.add(truth[number])
                assert truth[number] != IMPOSSIBLE or not true, (seed, domains, number)
                assert truth[number] != CERTAIN or true == every, (seed, domains, number)
                masks = packing.fields(cubes[number], 0, (WIDTH,) * 3)
                assert all(line[i] & masks[i] for line in true for i in range(3)), (seed, domains, number)
    assert values == {IMPOSSIBLE, OPEN, CERTAIN}


def test_nodes_are_used_as_often_negated_as_they_stand_below_a_not() -> None:
    builder = Builder()
    first, second = (builder.letter(i, 1, EVERY) for i in range(2))
    both = builder.conj(first, second)
    circuit = builder.finish(builder.disj(builder.negation(both), builder.conj(first, builder.letter(2, 1, EVERY))), 3)
    found = polarities(circuit, truth_of(circuit, [7, 7, 7]))
    by_node = {circuit.nodes[number]: polarity for number, polarity in found.items()}
    assert by_node[2, 0, 1] == POSITIVE | NEGATIVE
    assert by_node[2, 1, 1] == NEGATIVE
    assert by_node[2, 2, 1] == POSITIVE
    assert found[len(circuit.nodes) - 1] == POSITIVE
    assert polarities(circuit, truth_of(circuit, [6, 7, 7])).keys() == {len(circuit.nodes) - 1}


def test_a_branch_that_asks_two_letters_of_one_cell_keeps_no_letters_elsewhere() -> None:
    made = clue(r"(?=A)B(.)\1|CCC", 3, budget=UNLIMITED._replace(tuning=CIRCUITS))
    assert not made.is_exact
    assert made.prune([7, 7, 7]) == [mask("C")] * 3
