"""What is known at every node of a tree of letters, by Python's `re`, propagation from scratch, and plain search."""

from collections.abc import Iterable, Sequence
from itertools import product
from random import Random

import pytest

from satcross.base.budget import Budget
from satcross.solver.constraints import Constraint
from satcross.solver.residual import Component, Residual
from tests.clues import accepted, clue, letters, mask
from tests.residuals import AS_CIRCUITS, at_fixpoint, posted, propagate
from tests.small_puzzles import Clues, crossing_clues

CELLS = 5


def solvable_clues(random: Random) -> Clues:
    return crossing_clues(random, CELLS, depth=2, references=0.3, unchecked=0)


def all_open(
    clues: Clues, masks: Iterable[int], is_open: Iterable[int] | None = None, budget: Budget = AS_CIRCUITS
) -> Residual:
    """Return a residual in which the clues `is_open` (None: all) count as open, whether they are entailed or not."""
    residual = Residual.of(posted(clues, budget), masks, budget.tuning)
    return residual if is_open is None else residual.only(is_open)


def several(masks: Sequence[int]) -> list[int]:
    return [cell for cell, each in enumerate(masks) if each.bit_count() > 1]


def on_line(pattern: str, cells: tuple[int, ...], masks: Sequence[int]) -> dict[tuple[str, ...], bool]:
    """Return the choices of letters for the different cells of a line, and whether the clue accepts them."""
    different = sorted(set(cells))
    return {
        chosen: bool(accepted(pattern, [chosen[different.index(cell)] for cell in cells]))
        for chosen in product(*[letters(masks[cell]) for cell in different])
    }


@pytest.mark.long
def test_restricting_comes_to_the_fixpoint_of_propagation_and_says_what_is_open() -> None:
    """Along random ways down a tree; what was remembered on one way is used on the next."""
    random = Random(1)
    seen = set()
    for _ in range(60):
        clues = solvable_clues(random)
        made = posted(clues)
        fixpoint = propagate(made, (7,) * CELLS).domains
        assert fixpoint is not None
        root = at_fixpoint(made, fixpoint)
        for _ in range(8):
            residual = root
            while several(residual.masks):
                cell = random.choice(several(residual.masks))
                letters_left = residual.masks[cell]
                letters_left &= random.choice([each for each in range(1, 7) if each & letters_left])
                before = residual.masks, residual.open
                expected = propagate(made, [*before[0][:cell], letters_left, *before[0][cell + 1 :]]).domains
                restricted = residual.restrict({cell: letters_left})
                assert (residual.masks, residual.open) == before
                seen.add(expected is None)
                assert (restricted is None) == (expected is None), clues
                if restricted is None:
                    break
                residual = restricted
                assert residual.masks == expected, clues
                assert residual.open == at_fixpoint(made, expected).open
                assert residual.is_settled == (not residual.open)
                for number in set(range(len(made))).difference(residual.open):
                    assert all(on_line(*clues[number], residual.masks).values()), clues
            else:
                assert not any(each.line_constraint.is_exact for each in residual.constraints)
    assert seen == {True, False}


@pytest.mark.long
def test_open_constraints_are_those_that_some_choice_of_letters_violates() -> None:
    """Of regular clues, as these are decided exactly; and none that is violated is taken for entailed."""
    random = Random(6)
    seen = set()
    for _ in range(200):
        clues = solvable_clues(random)
        made = posted(clues)
        masks = propagate(made, [random.randint(1, 7) for _ in range(CELLS)]).domains
        if masks is None:
            continue
        residual = at_fixpoint(made, masks)
        for number, (pattern, cells) in enumerate(clues):
            is_violated = not all(on_line(pattern, cells, masks).values())
            is_open = number in residual.open
            assert is_open or not is_violated, clues
            if residual.constraint(number).line_constraint.is_exact and len(set(cells)) == len(cells):
                assert is_open == is_violated, clues
                seen.add(is_open)
    assert seen == {True, False}


@pytest.mark.long
def test_letters_of_a_part_are_told_apart_by_no_open_clue_on_the_cell() -> None:
    random = Random(2)
    wide = 0
    for _ in range(60):
        clues = solvable_clues(random)
        masks = [random.randint(1, 7) for _ in range(CELLS)]
        is_open = [number for number in range(len(clues)) if random.random() < 0.7]
        residual = all_open(clues, masks, is_open)
        for cell in [*range(CELLS), 0]:
            found = residual.letter_parts(cell)
            assert sorted(letters(sum(found))) == sorted(letters(masks[cell]))
            assert sum(map(int.bit_count, found)) == masks[cell].bit_count()
            for part in found:
                wide += part.bit_count() > 1
                for number in is_open:
                    pattern, cells = clues[number]
                    if cell in cells:
                        said = [
                            [*on_line(pattern, cells, [*masks[:cell], mask(letter), *masks[cell + 1 :]]).values()]
                            for letter in letters(part)
                        ]
                        assert all(each == said[0] for each in said), clues
    assert wide > 50


def test_letters_are_divided_by_the_open_clues_on_the_cell_only() -> None:
    clues: Clues = [("[AB]C|CA", (0, 1)), ("A.|BC", (0, 2)), (r"(.)\1", (1, 2))]
    assert set(all_open(clues, [7, 7, 7], [0]).letter_parts(0)) == {mask("AB"), mask("C")}
    assert set(all_open(clues, [7, 7, 7], [1]).letter_parts(0)) == {mask("A"), mask("B"), mask("C")}
    assert all_open(clues, [7, 7, 7], [2]).letter_parts(0) == (7,)
    assert set(all_open(clues, [7, 7, 7], [2]).letter_parts(1)) == {1, 2, 4}


def test_the_cell_to_decide_is_on_the_open_line_with_the_fewest_combinations_and_has_the_fewest_letters_there() -> None:
    clues: Clues = [("(.).\\1.|[AB]*", (0, 1)), ("AAA|BBB|ABC", (2, 3, 4)), ("A|[AB]", (1,))]
    assert all_open(clues, [7, 7, 3, 3, 3], (0, 1)).branching() == (2, (1, 2))
    assert all_open(clues, [7, 7, 7, 3, 7], (0, 1)).branching() == (0, (3, 4))
    assert all_open(clues, [7, 7, 7, 3, 7], (1,)).branching() == (3, (1, 2))
    assert all_open(clues, [7, 7, 1, 1, 7], (0, 1)).branching() == (4, (1, 6))
    assert all_open(clues, [3, 3, 7, 7, 7], (0,)).branching() is None
    assert all_open(clues, [3, 3, 7, 7, 7], ()).branching() is None


def test_components_are_the_open_constraints_joined_by_cells_with_several_letters_the_larger_first() -> None:
    random = Random(4)
    sizes = set()
    for _ in range(300):
        lines = [tuple(random.sample(range(9), random.randint(1, 3))) for _ in range(6)]
        masks = tuple(random.choice([1, 2, 4, 3, 5, 6, 7]) for _ in range(9))
        is_open = sorted(random.sample(range(6), random.randint(1, 6)))
        found = all_open([(".*", cells) for cells in lines], masks, is_open).components()
        assert all(isinstance(each, Component) and each.residual.masks == masks for each in found)
        parts = [(each.cells, each.residual.open) for each in found]
        assert sorted(parts) == sorted(joined(lines, several(masks), is_open))
        assert [len(cells) for cells, _ in parts] == sorted([len(cells) for cells, _ in parts], reverse=True)
        sizes |= {len(numbers) for _, numbers in parts}
    assert sizes == {1, 2, 3, 4, 5, 6}


def joined(
    lines: list[tuple[int, ...]], wide: Iterable[int], is_open: list[int]
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the components, one after the other, by going from neighbour to neighbour until there are no more."""
    found = []
    left = list(is_open)
    while left:
        group, cells = {left[0]}, set(lines[left[0]]).intersection(wide)
        while more := {number for number in left if number not in group and cells.intersection(lines[number])}:
            group |= more
            cells |= {cell for number in more for cell in lines[number]}.intersection(wide)
        left = [number for number in left if number not in group]
        found.append((tuple(sorted(cells)), tuple(sorted(group))))
    return found


@pytest.mark.parametrize(
    ("before", "still_open"),
    [
        ([7, 7], (0,)),
        ([1, 7], (0,)),
        ([6, 1], (0,)),
        ([3, 4], (0,)),
        ([1, 2], None),
        ([4, 2], None),
        ([1, 1], ()),
        ([4, 4], ()),
    ],
)
def test_a_large_circuit_is_asked_once_each_cell_has_one_letter(
    before: list[int], still_open: tuple[int, ...] | None
) -> None:
    budget = AS_CIRCUITS.tuned(pruned_nodes=nodes(posted([(r"(.)\1", (0, 1))])[0]) - 1)
    root = all_open([(r"(.)\1", (0, 1))], [7, before[1]], budget=budget)
    restricted = root.restrict({0: before[0]})
    if still_open is None:
        assert restricted is None
    else:
        assert restricted is not None
        assert (restricted.masks, restricted.open) == (tuple(before), still_open)
    constraint = root.constraints[0]
    assert constraint.line_constraint.is_entailed(constraint.domains(before)) == (still_open == ())


def test_a_circuit_of_the_size_allowed_is_pruned() -> None:
    budget = AS_CIRCUITS.tuned(pruned_nodes=nodes(posted([(r"(.)\1", (0, 1))])[0]))
    restricted = all_open([(r"(.)\1", (0, 1))], [7, 6], budget=budget).restrict({0: 3})
    assert restricted is not None
    assert (restricted.masks, restricted.open) == ((2, 2), ())


def nodes(each: Constraint) -> int:
    assert not each.line_constraint.is_exact
    return each.line_constraint.size


@pytest.mark.parametrize(("most", "is_known"), [(0, False), (1, False), (2, True), (3, True)])
def test_more_sets_of_positions_than_allowed_are_not_followed(most: int, is_known: bool) -> None:
    made = clue("A.|[BC].", 2, budget=AS_CIRCUITS.tuned(entailment_states=most))
    assert made.is_entailed([7, 7]) is is_known
    assert clue("...", 3).is_entailed([7, 7, 7])  # seen at a glance
