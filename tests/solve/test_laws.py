"""A grid that is mirrored, transposed or turned has the solutions of the other, moved likewise."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import pytest

from satcross.author.counting import count
from satcross.puzzle import AnyClue, Clue, Puzzle
from satcross.puzzle.shapes import direction_of, hexagon, rectangle
from satcross.regex.letters import to_text
from satcross.solver.compile import compile_puzzle
from satcross.solver.solutions import Search
from tests.judges.engines import engine
from tests.puzzle_fuzzer.__main__ import puzzles

PUZZLES = 25  # for each law
LISTED = 300  # solutions that are compared one by one

Grid = tuple[str, ...]


class Law(NamedTuple):
    """A puzzle in another form, and the grid that each grid then becomes."""

    puzzle: Puzzle
    becomes: Callable[[Grid], Grid] = lambda grid: grid


def number(puzzle: Puzzle) -> int:
    tally = count(puzzle, "search")
    assert tally.kind == "exact"
    return tally.value


def grids(puzzle: Puzzle) -> list[Grid]:
    return sorted(each.letters for each in Search(puzzle))


def agree(puzzle: Puzzle, law: Law) -> None:
    expected = number(puzzle)
    assert number(law.puzzle) == expected, (puzzle, law.puzzle)
    if expected <= LISTED:
        assert grids(law.puzzle) == sorted(map(law.becomes, grids(puzzle))), (puzzle, law.puzzle)


def random_puzzles(kind: str) -> Iterator[Puzzle]:
    """Yield random puzzles of this shape over listed letters, most of which have solutions."""
    made = first = 0
    while made < PUZZLES:
        for prepared in puzzles(engine("python"), 1, range(first, first + 20)):
            puzzle = prepared.puzzle
            is_usable = prepared.verdict is None and puzzle.alphabet != "any" and len(puzzle.cells) <= 16
            if made < PUZZLES and is_usable and kind == puzzle.shape.kind:
                made += 1
                yield puzzle._replace(alphabet=to_text(compile_puzzle(puzzle).alphabet))
        first += 20


def turned(clues: Sequence[AnyClue]) -> list[AnyClue]:
    """Return the clues of a line for the same line read from its other end."""
    return [each._replace(is_reversed=not each.is_reversed) if isinstance(each, Clue) else each for each in clues]


def families(puzzle: Puzzle) -> dict[str, list[Sequence[AnyClue]]]:
    found: dict[str, list[Sequence[AnyClue]]] = {}
    for line in puzzle.lines:
        found.setdefault(direction_of(line).removesuffix(" diagonal"), []).append(line.clues)
    return found


def settings(puzzle: Puzzle) -> dict[str, object]:
    return {"alphabet": puzzle.alphabet, "dialect": puzzle.dialect, "flags": puzzle.flags}


def moved(puzzle: Puzzle, again: Puzzle, move: Callable[[tuple[int, int]], tuple[int, int]]) -> Law:
    """Return the law that `again` is `puzzle`, the cell at each address having moved."""
    place = {move(address): number for number, address in enumerate(puzzle.cells)}  # type: ignore[arg-type]
    source = [place[address] for address in again.cells]  # type: ignore[index]
    given = tuple((cell, dict(puzzle.given)[old]) for cell, old in enumerate(source) if old in dict(puzzle.given))
    return Law(again._replace(given=given), lambda grid: tuple(grid[old] for old in source))


def mirrored(puzzle: Puzzle) -> Law:
    """Return the rectangle with left and right exchanged."""
    lines_of, width = families(puzzle), puzzle.shape.sizes[1]

    def move(address: tuple[int, int]) -> tuple[int, int]:
        return address[0], width + 1 - address[1]

    again = rectangle(
        rows=[turned(clues) for clues in lines_of["row"]],
        columns=lines_of["column"][::-1],
        rising=[turned(clues) for clues in lines_of.get("falling", ())][::-1],
        falling=[turned(clues) for clues in lines_of.get("rising", ())][::-1],
        holes=[move(hole) for hole in puzzle.shape.holes],
        **settings(puzzle),  # type: ignore[arg-type]
    )
    return moved(puzzle, again, move)


def transposed(puzzle: Puzzle) -> Law:
    """Return the rectangle with rows and columns exchanged."""
    lines_of = families(puzzle)
    again = rectangle(
        rows=lines_of["column"],
        columns=lines_of["row"],
        falling=lines_of.get("falling", [])[::-1],
        rising=[turned(clues) for clues in lines_of.get("rising", ())],
        holes=[(column, row) for row, column in puzzle.shape.holes],
        **settings(puzzle),  # type: ignore[arg-type]
    )
    return moved(puzzle, again, lambda address: (address[1], address[0]))


def half_turned(puzzle: Puzzle) -> Law:
    """Return the hexagon upside down: every line is read from its other end, the last of a family comes first."""
    lines_of = families(puzzle)
    again = hexagon(
        sides=puzzle.shape.sizes,
        **{name: [turned(clues) for clues in each][::-1] for name, each in lines_of.items()},  # type: ignore[arg-type]
        **settings(puzzle),  # type: ignore[arg-type]
    )
    last = len(puzzle.cells) - 1
    given = tuple(sorted((last - cell, letter) for cell, letter in puzzle.given))
    return Law(again._replace(given=given), lambda grid: grid[::-1])


@pytest.mark.parametrize(
    ("law", "kind"), [(mirrored, "rectangle"), (transposed, "rectangle"), (half_turned, "hexagon")]
)
def test_moving_a_grid_moves_its_solutions(law: Callable[[Puzzle], Law], kind: str) -> None:
    for puzzle in random_puzzles(kind):
        agree(puzzle, law(puzzle))
