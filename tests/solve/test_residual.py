"""What is known at every node of a tree of letters, by Python's `re`, propagation from scratch, and plain search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from random import Random

import pytest

from satcross.constraints.propagate import propagate
from satcross.constraints.protocol import Constraint
from satcross.constraints.regular.regular_constraint import RegularConstraint
from satcross.solve import residual as narrowing_module
from satcross.solve.residual import Narrowing
from satcross.solve.strategies.listing import boxes
from satcross.tuning import DEFAULT_TUNING, Tuning
from tests.clues import accepted, clue, letters, mask, referring_pattern, regular_pattern

CELLS = 5
Clues = list[tuple[str, tuple[int, ...]]]


def random_clues(random: Random, has_references: bool = True) -> Clues:
    """Return clues on lines of up to four of five cells that have a solution; a line may visit a cell twice."""
    hidden = random.choices("ABC", k=CELLS)
    found: Clues = []
    while len(found) < 4:
        pattern = referring_pattern(random) if has_references and random.random() < 0.3 else regular_pattern(random)
        cells = random.sample(range(CELLS), random.randint(1, 4))
        cells += cells[:1] if random.random() < 0.2 else []
        if accepted(pattern, [hidden[cell] for cell in cells]):
            found.append((pattern, tuple(cells)))
    return found


def placed(clues: Clues, tuning: Tuning = DEFAULT_TUNING) -> list[Constraint]:
    return [
        Constraint(clue(pattern, len(cells), tuning=tuning), cells, line, 0)
        for line, (pattern, cells) in enumerate(clues)
    ]


def several(masks: Sequence[int]) -> list[int]:
    return [cell for cell, each in enumerate(masks) if each.bit_count() > 1]


def on_line(pattern: str, cells: tuple[int, ...], masks: Sequence[int]) -> dict[tuple[str, ...], bool]:
    """Return the choices of letters for the different cells of a line, and whether the clue accepts them."""
    different = sorted(set(cells))
    return {
        chosen: bool(accepted(pattern, [chosen[different.index(cell)] for cell in cells]))
        for chosen in product(*[letters(masks[cell]) for cell in different])
    }


def test_narrowing_comes_to_the_fixpoint_of_propagation_and_says_what_is_open() -> None:
    """Along random ways down a tree; what was remembered on one way is used on the next."""
    random = Random(1)
    seen = set()
    for _ in range(60):
        clues = random_clues(random)
        made = placed(clues)
        root = propagate(made, (7,) * CELLS).domains
        assert root is not None
        narrowing = Narrowing(made, CELLS)
        for _ in range(8):
            masks = list(root)
            is_open = narrowing.start(masks)
            while several(masks):
                cell = random.choice(several(masks))
                masks[cell] &= random.choice([each for each in range(1, 7) if each & masks[cell]])
                expected = propagate(made, masks).domains
                still_open = narrowing.narrow(masks, is_open, (cell,))
                seen.add(expected is None)
                assert (still_open is None) == (expected is None), clues
                if still_open is None:
                    break
                assert tuple(masks) == expected, clues
                assert still_open == narrowing.start(masks) == Narrowing(made, CELLS).start(masks)
                for number in set(range(len(made))).difference(still_open):
                    assert all(on_line(*clues[number], masks).values()), clues
                is_open = still_open
            else:
                assert not any(made[number].line_constraint.is_regular for number in is_open)
    assert seen == {True, False}


def test_constraints_that_were_not_open_are_not_asked_again() -> None:
    made = placed([("A|B", (0,)), ("AB|BA", (0, 1))])
    narrowing = Narrowing(made, 2)
    masks = [mask("A"), mask("AB")]
    assert narrowing.narrow(masks, (0,), (0,)) == ()
    assert masks == [mask("A"), mask("AB")]


def test_letters_of_a_part_are_told_apart_by_no_open_clue_on_the_cell() -> None:
    random = Random(2)
    wide = 0
    for _ in range(30):
        clues = random_clues(random)
        made = placed(clues)
        masks = [random.randint(1, 7) for _ in range(CELLS)]
        is_open = [number for number in range(len(made)) if random.random() < 0.7]
        narrowing = Narrowing(made, CELLS)
        for cell in [*range(CELLS), 0]:
            found = narrowing.parts(cell, masks, is_open)
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


def test_letters_are_parted_by_the_open_clues_on_the_cell_only() -> None:
    narrowing = Narrowing(placed([("[AB]C|CA", (0, 1)), ("A.|BC", (0, 2)), (r"(.)\1", (1, 2))]), 3)
    masks = [7, 7, 7]
    assert set(narrowing.parts(0, masks, [0])) == {mask("AB"), mask("C")}
    assert set(narrowing.parts(0, masks, [1])) == {mask("A"), mask("B"), mask("C")}
    assert narrowing.parts(0, masks, [2]) == (7,)
    assert set(narrowing.parts(1, masks, [2])) == {1, 2, 4}


def test_equal_signatures_ask_the_same_of_the_cells_with_several_letters() -> None:
    """Whatever the other cells hold; and clues whose open stretches are alike do have the same signature."""
    random = Random(3)
    shared = 0
    for _ in range(60):
        clues = random_clues(random)
        made = placed(clues)
        narrowing = Narrowing(made, CELLS)
        wide = [random.randint(1, 7) if random.random() < 0.5 else 0 for _ in range(CELLS)]
        said: dict[tuple[int, ...], tuple[Sequence[int], set[tuple[str, ...]]]] = {}
        for fixed in product([1, 2, 4], repeat=CELLS):
            masks = [each or held for each, held in zip(wide, fixed, strict=True)]
            number = random.randrange(len(made))
            pattern, cells = clues[number]
            if len(set(cells)) != len(cells):
                continue
            here = [masks[cell] for cell in cells]
            texts = accepted(pattern, list(map(letters, here)))
            asked = {tuple(text[index] for index in several(here)) for text in texts}
            signature = narrowing.signature(number, masks)
            assert signature[0] == number
            assert signature == narrowing.signature(number, masks)
            before = said.setdefault(signature, (here, asked))
            shared += before[0] != here
            assert before[1] == asked, (pattern, before[0], here)
    assert shared > 500


def test_what_stands_outside_the_open_stretch_is_no_part_of_a_signature() -> None:
    narrowing = Narrowing(placed([("(A|B)[AB](B|C)", (0, 1, 2))]), 3)
    signatures = {narrowing.signature(0, [first, mask("AB"), last]) for first in (1, 2) for last in (2, 4)}
    assert len(signatures) == 1
    assert narrowing.signature(0, [1, mask("AB"), mask("BC")]) not in signatures


def test_what_was_asked_once_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a clue that keeps exactly what matches is not asked again because of what it has ruled out itself."""
    asked: list[str] = []
    for name in ("prune", "is_entailed", "letter_sets", "layers"):
        original = getattr(RegularConstraint, name)
        monkeypatch.setattr(
            RegularConstraint, name,
            lambda self, domains, original=original, name=name: asked.append(name) or original(self, domains),
        )  # fmt: skip
    narrowing = Narrowing(placed([("AB|BA|CC", (0, 1))]), 2)
    before: list[str] = []
    for _ in range(3):
        masks = [mask("AB"), 7]
        assert narrowing.start(masks) == (0,)
        assert narrowing.narrow(masks, (0,), (0,)) == (0,)
        assert masks == [3, 3]
        assert narrowing.parts(0, masks, (0,)) == (1, 2)
        narrowing.signature(0, masks)
        before = before or list(asked)
        assert asked == before
    assert asked.count("prune") == 1


def test_signatures_that_are_remembered_stay_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrowing_module, "REMEMBERED", 5)
    narrowing = Narrowing(placed([(".*A.*", (0, 1, 2))]), 3)
    for masks in product(range(1, 8), repeat=3):
        narrowing.signature(0, masks)
        assert len(narrowing._signatures) <= 5


def test_the_cell_to_decide_is_on_the_open_line_with_the_fewest_combinations_and_has_the_fewest_letters_there() -> None:
    made = placed([("(.).\\1.|[AB]*", (0, 1)), ("AAA|BBB|ABC", (2, 3, 4)), ("A|[AB]", (1,))])
    narrowing = Narrowing(made, CELLS)
    assert narrowing.branching([7, 7, 3, 3, 3], (0, 1)) == (2, (1, 2))
    assert narrowing.branching([7, 7, 7, 3, 7], (0, 1)) == (0, (3, 4))
    assert narrowing.branching([7, 7, 7, 3, 7], (1,)) == (3, (1, 2))
    assert narrowing.branching([7, 7, 1, 1, 7], (0, 1)) == (4, (1, 6))
    assert narrowing.branching([3, 3, 7, 7, 7], (0,)) is None
    assert narrowing.branching([3, 3, 7, 7, 7], ()) is None


def test_components_are_the_open_constraints_joined_by_cells_with_several_letters_the_larger_first() -> None:
    random = Random(4)
    sizes = set()
    for _ in range(300):
        lines = [tuple(random.sample(range(9), random.randint(1, 3))) for _ in range(6)]
        made = placed([(".*", cells) for cells in lines])
        masks = [random.choice([1, 2, 4, 3, 5, 6, 7]) for _ in range(9)]
        is_open = sorted(random.sample(range(6), random.randint(1, 6)))
        found = Narrowing(made, 9).components(masks, is_open)
        assert sorted(found) == sorted(joined(lines, several(masks), is_open))
        assert [len(cells) for cells, _ in found] == sorted([len(cells) for cells, _ in found], reverse=True)
        sizes |= {len(numbers) for _, numbers in found}
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
    before: list[int], still_open: tuple[int, ...] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = nodes(placed([(r"(.)\1", (0, 1))])[0]) - 1
    monkeypatch.setattr(narrowing_module, "PRUNED_NODES", most)
    made = placed([(r"(.)\1", (0, 1))], DEFAULT_TUNING._replace(pruned_nodes=most))
    masks = list(before)
    assert Narrowing(made, 2).narrow(masks, (0,), (0, 1)) == still_open
    assert masks == before
    assert made[0].holds_for_all(before) == (still_open == ())


def test_a_circuit_of_the_size_allowed_is_pruned(monkeypatch: pytest.MonkeyPatch) -> None:
    most = nodes(placed([(r"(.)\1", (0, 1))])[0])
    monkeypatch.setattr(narrowing_module, "PRUNED_NODES", most)
    made = placed([(r"(.)\1", (0, 1))], DEFAULT_TUNING._replace(pruned_nodes=most))
    masks = [3, 6]
    assert Narrowing(made, 2).narrow(masks, (0,), (0,)) == ()
    assert masks == [2, 2]


def nodes(each: Constraint) -> int:
    assert not each.line_constraint.is_regular
    return each.line_constraint.size


def test_large_circuits_are_left_alone_until_their_letters_are_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """And yet boxes hold exactly the solutions: the solver knows."""
    monkeypatch.setattr(narrowing_module, "PRUNED_NODES", 0)
    random = Random(5)
    left_alone = 0
    for _ in range(20):
        clues = random_clues(random)
        made = placed(clues, DEFAULT_TUNING._replace(pruned_nodes=0))
        for each in made:
            if not each.line_constraint.is_regular:
                wide = [7] * len(each.cells)
                assert Narrowing([each], CELLS).start([7] * CELLS) == (0,)
                assert not each.line_constraint.holds_for_all(wide)
                masks = [mask("A"), *[7] * (CELLS - 1)]
                assert Narrowing([each], CELLS).narrow(masks, (0,), range(CELLS)) in ((0,), None, ())
                left_alone += masks == [1, 7, 7, 7, 7]
        root = propagate(made, (7,) * CELLS).domains
        assert root is not None
        found = ["".join(each) for box in boxes(Narrowing(made, CELLS), root) for each in product(*map(letters, box))]
        assert sorted(found) == [
            grid
            for grid in map("".join, product("ABC", repeat=CELLS))
            if all(accepted(pattern, [grid[cell] for cell in cells]) for pattern, cells in clues)
        ]
    assert left_alone


@pytest.mark.parametrize(("most", "is_known"), [(0, False), (1, False), (2, True), (3, True)])
def test_more_sets_of_positions_than_allowed_are_not_followed(most: int, is_known: bool) -> None:
    made = clue("A.|[BC].", 2, tuning=DEFAULT_TUNING._replace(entailment_states=most))
    assert not made.is_entailed([7, 7])
    assert made.holds_for_all([7, 7]) is is_known
    assert clue("...", 3).holds_for_all([7, 7, 7])  # seen at a glance
