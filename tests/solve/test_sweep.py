"""A sweep finds what trying every grid finds: the number of solutions, their letters, all of them, and fair draws."""

from collections import Counter
from itertools import chain, product
from math import prod
from random import Random

import pytest

from satcross.author.counting import count
from satcross.base.budget import UNLIMITED
from satcross.errors import TooManyStates
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import NamedLine, lines, rectangle
from satcross.solver.compile import presolve
from satcross.solver.sweep import Sweep, sweep_order
from tests.small_puzzles import crossing_puzzles, small_puzzles, word_grids


def sweeps(puzzle: Puzzle) -> list[tuple[Sweep, dict[int, str]]]:
    """Return the sweep of each component, and the letters of each mask of one letter."""
    presolved = presolve(puzzle, single_letters=True)
    assert presolved.residual is not None
    letters = presolved.letters
    shown = {1 << place: letters.of(1 << place) for place in range(len(presolved.compiled.classes.members))}

    def weight(mask: int) -> int:
        return len(letters.of(mask))

    return [(Sweep(each, sweep_order(each), weight, UNLIMITED), shown) for each in presolved.residual.components()]


def read(mask: int, shown: dict[int, str]) -> str:
    return "".join([letter for bit, letter in shown.items() if bit & mask])


def test_cubes_and_letters_and_draws_are_those_of_all_solutions() -> None:
    several = 0
    for puzzle, expected in chain(small_puzzles(100, seed=91), crossing_puzzles(60, seed=92), word_grids(30, seed=93)):
        if presolve(puzzle).residual is None:
            continue
        for sweep, shown in sweeps(puzzle):
            diagram = sweep.diagram(10_000)
            texts = {tuple(grid[cell] for cell in diagram.cells) for grid in expected}
            if expected:
                assert diagram.total == sweep.count() == len(texts)
                grids = [grid for cube in diagram.cubes() for grid in product(*[read(mask, shown) for mask in cube])]
                assert len(grids) == len(set(grids))
                assert set(grids) == texts
                for place, counted in enumerate(diagram.letters()):
                    each: Counter[str] = Counter()
                    for mask, number in counted.items():
                        held = read(mask, shown)
                        each.update(dict.fromkeys(held, number // len(held)))
                    assert each == Counter(text[place] for text in texts)
                for draw in sweep.draws(3, Random(1)) or ():
                    assert {*product(*[read(mask, shown) for mask in draw])} <= texts
                several += 1
            elif not diagram.total:
                assert not [*diagram.cubes()]
                assert sweep.draws(3, Random(1)) is None
    assert several > 50


LATIN = {4: 576, 5: 161_280}


@pytest.mark.parametrize(("order", "number"), LATIN.items())
def test_latin_squares_are_counted(order: int, number: int) -> None:
    """The numbers are those of the Encyclopedia of Integer Sequences, A002860."""
    clue = rf"(?!.*(.).*\1)[A-{'ABCDE'[order - 1]}]{{{order}}}"
    found = count(rectangle(rows=[clue] * order, columns=[clue] * order))
    assert (found.value, found.kind) == (number, "exact")


def test_sudokus_of_sixteen_cells_are_counted() -> None:
    different = r"(?!.*(.).*\1)[1-4]{4}"
    rows = [[f"{row}{column}" for column in "abcd"] for row in "1234"]
    boxes = [
        [f"{row}{column}" for row in pair for column in couple] for pair in ("12", "34") for couple in ("ab", "cd")
    ]
    listed = [NamedLine(cells, different) for cells in [*rows, *zip(*rows, strict=True), *boxes]]
    assert count(lines(listed)).value == 288


def test_cells_that_repeat_a_letter_far_away_are_counted() -> None:
    """Rows that end as they begin: 5 x 5 letters for the corners of each, and any three between."""
    puzzle = rectangle(rows=[r"(..).(?:\1)"] * 3, columns=[".*"] * 5, alphabet="A-E")
    assert count(puzzle).value == (5**3) ** 3


def test_fields_of_lines_that_are_read_one_after_the_other_are_used_again() -> None:
    """A long strip of crossings: a state has room for a few lines at a time, and the number is a power."""
    puzzle = rectangle(rows=["AB|BA|CC"] * 200, columns=[".*", ".*"])
    assert len(sweeps(puzzle)) == 200
    assert count(puzzle).value == 3**200
    chained = rectangle(rows=["(?:AB|BA|CC){40}"] * 3, columns=["A.A|B.B|C.C"] * 80)
    (sweep, _) = sweeps(chained)[0]
    assert max(step.fields.bit_length() for step in sweep.steps) < 12
    assert count(chained).value == prod([9] * 40)


def test_a_sweep_with_too_many_states_is_given_up() -> None:
    puzzle = rectangle(rows=["(AB|BA|C)*"] * 4, columns=["(AB|BA|C)*"] * 4)
    presolved = presolve(puzzle)
    assert presolved.residual is not None
    (component,) = presolved.residual.components()
    assert Sweep(component, component.cells, lambda mask: 1, UNLIMITED.tuned(sweep_work=2_000)).count()
    for limit, most in (("sweep_states", 5), ("line_states", 1), ("sweep_work", 100), ("sweep_work", 1_000)):
        with pytest.raises(TooManyStates):
            Sweep(component, component.cells, lambda mask: 1, UNLIMITED.tuned(**{limit: most})).count()
    with pytest.raises(TooManyStates):
        Sweep(component, component.cells, lambda mask: 1, UNLIMITED).diagram(20)
