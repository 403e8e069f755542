"""What all kinds of constraints offer: pruning, entailment and cubes that agree with each other."""

import re
from math import prod
from random import Random

import pytest

from satcross.base.bits import single_bits
from satcross.base.budget import UNLIMITED
from satcross.puzzle import WordClue
from satcross.solver.cnf import Encoder, VariableMap
from satcross.solver.constraints import Constraint, LineConstraint
from satcross.solver.constraints.different import DifferentConstraint
from satcross.solver.constraints.general import GeneralConstraint
from satcross.solver.constraints.word_constraint import word_constraint
from tests.clues import DIFFERENT, accepted, clue, hull, letters, mask, single_letters, some_domains
from tests.constraints.test_rests import check
from tests.formulas import ListSink, grids


def constraints_of_all_kinds() -> list[LineConstraint]:
    words = WordClue(("ABC", "ACC", "BBC", "CAB"))
    as_circuit = UNLIMITED.tuned(table_strings=0)
    return [clue("[AB].C|CAB", 3), clue(r"(.).\1", 3, budget=as_circuit), word_constraint(words, 3, single_letters())]


@pytest.mark.parametrize("made", constraints_of_all_kinds(), ids=["regular", "general", "words"])
def test_each_kind_keeps_what_it_says_of_its_own_answers(made: LineConstraint) -> None:
    """Pruning, entailment and cubes agree with each other on all kinds of domains."""
    random = Random(4)
    cubes = 0
    for _ in range(100):
        domains = [mask(each) for each in some_domains(3, random)]
        pruned = made.prune(domains)
        if pruned is None:
            assert not made.is_entailed(domains)
            assert made.cube(domains) is None
            continue
        cube = made.cube(domains)
        if cube is not None:
            cubes += 1
            assert all(here and not here & ~domain for here, domain in zip(cube, domains, strict=True))
            assert made.is_entailed(cube)
        smaller = list(pruned)
        index = random.randrange(3)
        smaller[index] = random.choice(single_bits(pruned[index]))
        again = made.prune(smaller)
        if again is not None:
            assert all(not here & ~earlier for here, earlier in zip(again, smaller, strict=True))
            assert not made.is_exact or [*(made.prune(again) or ())] == [*again]
    assert cubes > 10


def test_the_size_of_a_constraint_is_what_counts_against_the_budget() -> None:
    regular, general, words = constraints_of_all_kinds()
    assert isinstance(general, GeneralConstraint)
    circuit = general.circuit
    assert (regular.size, general.size, words.size) == (6 * 3, len(circuit.nodes), 0)


def test_a_constraint_on_cells_is_exact_if_it_prunes_exactly_and_reads_no_cell_twice() -> None:
    regular, general, words = constraints_of_all_kinds()
    assert Constraint(regular, (0, 1, 2), 0, 0).is_exact
    assert Constraint(words, (0, 1, 2), 0, 0).is_exact
    assert not Constraint(regular, (0, 1, 0), 0, 0).is_exact
    assert not Constraint(general, (0, 1, 2), 0, 0).is_exact


def test_a_constraint_takes_the_masks_of_its_cells_from_those_of_all_cells() -> None:
    made = Constraint(clue("A[BC]|BB", 2), (3, 1), 0, 0)
    assert made.domains([7, mask("B"), 7, mask("AB")]) == [mask("AB"), mask("B")]


def test_the_cube_of_a_word_list_is_a_word_and_all_that_differ_from_it_in_letters_that_can_be_chosen_freely() -> None:
    words = WordClue(("AAA", "ABA", "ACA", "BBA", "CCC"))
    made = word_constraint(words, 3, single_letters())
    assert [*map(letters, made.cube([7, 7, 7]) or [])] == ["A", "ABC", "A"]
    assert [*map(letters, made.cube([mask("BC"), 7, mask("A")]) or [])] == ["B", "B", "A"]
    assert made.cube([mask("B"), 7, mask("C")]) is None


def five(text: str) -> int:
    """Return the mask of letters of ABCDE."""
    return sum(single_letters("ABCDE").mask_of(letter) for letter in text)


def test_a_clue_with_few_matches_is_the_list_of_them_and_prunes_exactly() -> None:
    """As a circuit, neighbours that differ rule nothing out of a cell between two that hold A or B, and C."""
    neighbours = r"(?!.*(.)\1)(?=..(.).\2)[A-C]{5}"
    domains = [five("AB"), five("AB"), five("ABC"), five("AB"), five("ABC")]
    matches = accepted(neighbours, ["ABC"] * 5)
    as_circuit = clue(neighbours, 5, "ABCDE", UNLIMITED.tuned(table_strings=len(matches) - 1))
    as_list = clue(neighbours, 5, "ABCDE", UNLIMITED.tuned(table_strings=len(matches)))
    assert (as_circuit.is_exact, as_list.is_exact) == (False, True)
    wanted = hull(accepted(neighbours, ["AB", "AB", "ABC", "AB", "ABC"]))
    assert wanted is not None
    assert [*(as_list.prune(domains) or ())] == [*map(five, wanted)]


def different_lines(seed: int) -> list[tuple[str, DifferentConstraint, list[str], Random]]:
    """Return such clues with their constraints, and some letters for each index."""
    random, found = Random(seed), []
    for pattern in DIFFERENT * 8:
        domains = some_domains(random.randint(3, 5), random, "ABCD")
        made = clue(pattern, len(domains), "ABCD", UNLIMITED.tuned(table_strings=0))
        if isinstance(made, DifferentConstraint):
            found.append((pattern, made, domains, random))
    assert {pattern for pattern, *_ in found} == set(DIFFERENT)
    return found


def four(text: str) -> int:
    return mask(text, "ABCD")


def test_letters_that_differ_are_recognised_in_every_spelling_and_pruned_as_brute_force_does() -> None:
    for pattern, made, domains, _ in different_lines(1):
        texts, masks = accepted(pattern, domains), [*map(four, domains)]
        pruned, kept = made.prune(masks), hull(texts)
        if made.is_exact or pruned is None:
            assert (pruned and [*pruned]) == (kept and [*map(four, kept)]), (pattern, domains)
        elif kept is not None:
            assert all(not four(here) & ~there for here, there in zip(kept, pruned, strict=True)), (pattern, domains)
        is_entailed = len(texts) == prod(map(len, domains))
        assert made.is_entailed(masks) <= is_entailed
        cube = made.cube(masks)
        if cube is not None:
            assert all(here and not here & ~there for here, there in zip(cube, masks, strict=True))
            spelled_out = [letters(here, "ABCD") for here in cube]
            assert len(accepted(pattern, spelled_out)) == prod(map(len, spelled_out)), (pattern, domains)
        if made.is_exact:
            assert made.is_entailed(masks) == is_entailed
            assert (cube is None) == (not texts)


@pytest.mark.parametrize("has_selector", [False, True])
def test_the_models_of_letters_that_differ_are_the_matches(has_selector: bool) -> None:
    for pattern, made, domains, _ in different_lines(2):
        sink = ListSink()
        variables = VariableMap([single_bits(four(each)) for each in domains], is_compact=not has_selector)
        variables.one_block_each(sink)
        lit = variables.fresh() if has_selector else None
        made.clauses(Encoder(variables, sink), range(len(domains)), lit)
        found = grids(sink, variables, [] if lit is None else [lit])
        assert sorted("".join(letters(here, "ABCD") for here in grid) for grid in found) == accepted(pattern, domains)
        if lit is not None:
            assert len(grids(sink, variables, [-lit])) == prod(map(len, domains))


def test_letters_that_differ_are_read_in_any_order() -> None:
    random, read = Random(3), 0
    for pattern in DIFFERENT * 12:
        n = random.randint(3, 5)
        made = clue(pattern, n, budget=UNLIMITED.tuned(table_strings=0))
        read += isinstance(made, DifferentConstraint) and bool(check(made, re.compile(pattern).fullmatch, n, random))
    assert read > 40


def test_one_pass_says_all_of_a_clue_whose_reference_repeats_a_known_letter() -> None:
    narrowed = clue(r"(A)B\1", 3, "ABC").prune([0b111] * 3)
    assert narrowed is not None
    assert [each.bit_count() for each in narrowed] == [1, 1, 1]


def test_letters_that_a_listed_clue_does_not_tell_apart_stay_together() -> None:
    """Two strings, and not 25 x 26: one without A in front."""
    made = clue(r"(?!A)(?=(.))\1.|(?!.)", 2, "ABCDE")
    assert made.is_exact
    assert made.prune([five("ABC"), five("ABCDE")]) == [five("BC"), five("ABCDE")]
    assert set(made.letter_sets([five("ABCDE")] * 2)[1]) == {five("ABCDE")}
    assert made.is_entailed([five("BE"), five("ABCDE")])
    assert not made.is_entailed([five("AE"), five("ABCDE")])
    assert made.prune([five("B"), five("A")]) == [five("B"), five("A")]
    assert made.prune([five("BCDE"), five("BC")]) == [five("BCDE"), five("BC")]
