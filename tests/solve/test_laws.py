"""Laws that hold whatever the clues are: what changes only a puzzle's form changes no count, others as the law says."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

import pytest

from satcross.author.counting import count
from satcross.puzzle import AnyClue, Clue, Line, Puzzle
from satcross.puzzle.shapes import direction_of, hexagon, lines, rectangle
from satcross.regex.letters import to_text
from satcross.solver.compile import compile_puzzle
from satcross.solver.solutions import Search
from tests.clues import regular_pattern
from tests.judges.engines import engine
from tests.puzzle_fuzzer.__main__ import puzzles
from tests.puzzle_fuzzer.around import around
from tests.puzzle_fuzzer.judge import prepare
from tests.small_puzzles import small_puzzle

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
    return tally.number


def grids(puzzle: Puzzle) -> list[Grid]:
    return sorted(each.letters for each in Search(puzzle))


def agree(puzzle: Puzzle, law: Law) -> None:
    expected = number(puzzle)
    assert number(law.puzzle) == expected, (puzzle, law.puzzle)
    if expected <= LISTED:
        assert grids(law.puzzle) == sorted(map(law.becomes, grids(puzzle))), (puzzle, law.puzzle)


def random_puzzles(seed: int, kind: str = "") -> Iterator[Puzzle]:
    """Yield random puzzles over listed letters, of any shape or the `kind` asked for, most of which have solutions."""
    made = first = 0
    while made < PUZZLES:
        for prepared in puzzles(engine("python"), seed, range(first, first + 20)):
            puzzle = prepared.puzzle
            is_usable = prepared.verdict is None and puzzle.alphabet != "any" and len(puzzle.cells) <= 16
            if made < PUZZLES and is_usable and kind in ("", puzzle.shape.kind):
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
    for puzzle in random_puzzles(1, kind):
        agree(puzzle, law(puzzle))


def with_clues(puzzle: Puzzle, line: int, clues: Sequence[AnyClue]) -> Puzzle:
    changed = puzzle.lines[line]._replace(clues=tuple(clues))
    return puzzle._replace(lines=(*puzzle.lines[:line], changed, *puzzle.lines[line + 1 :]))


def clued_lines(seed: int) -> Iterator[tuple[Puzzle, int, Random]]:
    """Yield puzzles, a line of each that has clues, and a source of random choices."""
    random = Random(seed)
    for puzzle in random_puzzles(seed):
        clued = [index for index, line in enumerate(puzzle.lines) if line.clues]
        if clued:
            yield puzzle, random.choice(clued), random


def test_doubling_a_clue_changes_nothing() -> None:
    for puzzle, line, random in clued_lines(3):
        clues = puzzle.lines[line].clues
        agree(puzzle, Law(with_clues(puzzle, line, [random.choice(clues), *clues])))


def test_adding_a_clue_that_matches_everything_changes_nothing() -> None:
    everything = ["(?s:.*)", r"[\s\S]*", "(?s:.+|)", "(?s:(.)*)", "(?s:.*?)|A"]
    for puzzle, line, random in clued_lines(4):
        clues = puzzle.lines[line].clues
        agree(puzzle, Law(with_clues(puzzle, line, [*clues, Clue(random.choice(everything), random.random() < 0.5)])))


def test_an_alternative_that_matches_everything_takes_a_clue_away() -> None:
    for puzzle, line, _ in clued_lines(5):
        first, *others = puzzle.lines[line].clues
        assert isinstance(first, Clue)
        pattern = f"(?s:.*)|(?:{first.pattern}\n)" if "x" in puzzle.flags else f"(?s:.*)|(?:{first.pattern})"
        if not first.pattern.startswith("(?i)"):
            expected = number(with_clues(puzzle, line, others))
            assert number(with_clues(puzzle, line, [first._replace(pattern=pattern), *others])) == expected


def test_an_alternative_that_never_matches_or_says_the_same_changes_nothing() -> None:
    for puzzle, line, random in clued_lines(6):
        clues = list(puzzle.lines[line].clues)
        which = random.randrange(len(clues))
        clue = clues[which]
        assert isinstance(clue, Clue)
        if "x" not in puzzle.flags and not clue.pattern.startswith("(?i)"):
            for added in (r"|(?!)", r"|[^\s\S]", "|(?!).*"):
                clues[which] = clue._replace(pattern=f"(?:{clue.pattern}){added}")
                agree(puzzle, Law(with_clues(puzzle, line, clues)))


def test_the_count_for_a_choice_is_that_of_its_branches_without_those_counted_twice() -> None:
    random = Random(7)
    seen = 0
    for puzzle, line, _ in clued_lines(7):
        solution = next(iter(Search(puzzle)), None)
        if solution is None or not puzzle.lines[line].cells:
            continue
        text = "".join(solution.letters[cell] for cell in puzzle.lines[line].cells)
        one, two = (around(text, random, puzzle.alphabet, "python", puzzle.flags) for _ in "ab")
        if "\\" in two:  # its references would be to the groups of the other
            two = regular_pattern(random)

        def of(*patterns: str, puzzle: Puzzle = puzzle, line: int = line) -> int:
            return number(with_clues(puzzle, line, [Clue(each) for each in patterns]))

        assert of(f"(?:{one})|(?:{two})") == of(one) + of(two) - of(one, two), (puzzle, one, two)
        seen += of(one, two) > 0
    assert seen > 5


def test_the_counts_for_each_letter_of_a_cell_add_up() -> None:
    random = Random(8)
    for puzzle in random_puzzles(8):
        cell = random.randrange(len(puzzle.cells))
        if cell not in dict(puzzle.given) and len(puzzle.alphabet) < 20:
            given = [tuple(sorted([*puzzle.given, (cell, letter)])) for letter in puzzle.alphabet]
            assert sum(number(puzzle._replace(given=each)) for each in given) == number(puzzle), puzzle


def test_cells_and_lines_may_come_in_any_order() -> None:
    random = Random(9)
    for puzzle in random_puzzles(9):
        order = random.sample(range(len(puzzle.cells)), len(puzzle.cells))  # old numbers in their new order
        place = {old: new for new, old in enumerate(order)}
        shuffled = []
        for line in random.sample(puzzle.lines, len(puzzle.lines)):
            clues = tuple(random.sample(line.clues, len(line.clues)))
            shuffled.append(Line(line.name, tuple(place[cell] for cell in line.cells), clues))
        given = tuple((place[cell], letter) for cell, letter in puzzle.given)
        again = lines([], cells=[f"c{old}" for old in order], **settings(puzzle))  # type: ignore[arg-type]
        again = again._replace(lines=tuple(shuffled), given=given)
        agree(puzzle, Law(again, lambda grid, order=order: tuple(grid[old] for old in order)))


def test_renaming_letters_renames_them_in_the_solutions() -> None:
    random = Random(11)
    for _ in range(2 * PUZZLES):
        puzzle = small_puzzle(random)
        names = dict(
            zip("ABC", random.choice(["BCA", "CAB", "QRS", "äßж", "\u212ak\u017f", "\U0001f600zC"]), strict=True)
        )
        table = str.maketrans(names)
        renamed = puzzle._replace(
            alphabet="".join(sorted(puzzle.alphabet.translate(table))),
            lines=tuple(
                line._replace(
                    clues=tuple(each._replace(pattern=each.pattern.translate(table)) for each in line.clues)  # type: ignore[union-attr]
                )
                for line in puzzle.lines
            ),
        )
        agree(puzzle, Law(renamed, lambda grid, names=names: tuple(names[letter] for letter in grid)))


def test_more_clues_never_mean_more_solutions_and_more_letters_never_fewer() -> None:
    random = Random(12)
    for puzzle in random_puzzles(12):
        line = random.randrange(len(puzzle.lines))
        before = number(puzzle)
        more = with_clues(puzzle, line, [*puzzle.lines[line].clues, Clue(regular_pattern(random))])
        assert number(more) <= before
        assert number(puzzle._replace(alphabet="".join(sorted({*puzzle.alphabet, "Ω"})))) >= before


def test_the_laws_are_tried_on_all_kinds_of_puzzles() -> None:
    found = list(random_puzzles(1))
    assert {puzzle.shape.kind for puzzle in found} == {"rectangle", "hexagon", "lines"}
    statuses = [min(number(puzzle), 2) for puzzle in found]
    assert min(map(statuses.count, (0, 1, 2))) > 2
    assert all(prepare(puzzle).verdict is None for puzzle in found)
    assert any(len(set(line.cells)) < len(line.cells) for puzzle in found for line in puzzle.lines)
