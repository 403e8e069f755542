"""The letters of solutions near a known one are those that brute force finds."""

from collections.abc import Iterator
from itertools import chain
from random import Random

from satcross.author.near_solutions import NearSolutions, united
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import rectangle
from satcross.solver.compile import presolve
from tests.small_puzzles import brute_force, small_puzzles

DIFFERENT = [r"(?!.*(.).*\1).*", r"(?!.*(.).*\1)[A-C]*", r"(?!.*([A-C]).*\1).*", ".*"]


def puzzles_of_letters_that_differ(random: Random) -> Iterator[tuple[Puzzle, set[str]]]:
    for _ in range(15):
        rows, columns = random.choices(DIFFERENT, k=2), [random.choice(["", "[^D].", *DIFFERENT]) for _ in range(3)]
        puzzle = rectangle(rows=rows, columns=columns)._replace(alphabet="ABCD")
        yield puzzle, brute_force(puzzle)


def test_letters_near_a_solution_are_letters_of_solutions_and_miss_none_of_a_single_change() -> None:
    tried = 0
    for puzzle, expected in chain(small_puzzles(150, seed=59), puzzles_of_letters_that_differ(Random(59))):
        presolved = presolve(puzzle)
        if presolved.residual is None or not 1 < len(expected) < 2_000:
            continue
        mask_of = presolved.letters.classes.mask_of
        grids = {tuple(map(mask_of, grid)) for grid in expected}
        near = NearSolutions(presolved.residual)
        every = (0,) * len(puzzle.cells)
        for grid in grids:
            every = united(every, grid)
        for grid in sorted(grids)[:4]:
            tried += 1
            found = near.letters(grid)
            alone = list(grid)
            for other in grids:
                changed = [cell for cell, (one, two) in enumerate(zip(grid, other, strict=True)) if one != two]
                if len(changed) == 1:
                    alone[changed[0]] |= other[changed[0]]
            if all(each.line_constraint.is_exact for each in presolved.residual.constraints):
                repeats = any(len(set(each.cells)) < len(each.cells) for each in presolved.residual.constraints)
                assert repeats or list(found.alone) == alone
            assert all(not mask & ~known for mask, known in zip(found.alone, alone, strict=True))
            assert united(found.alone, found.on_lines) == found.on_lines
            assert united(found.on_lines, every) == every
            another = near.another(grid)
            assert another is None or (another in grids and another != grid)
            assert another is not None or found.on_lines == found.alone
    assert tried > 40
