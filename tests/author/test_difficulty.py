"""How hard a puzzle is does not depend on its size; how long it takes does."""

from itertools import product
from pathlib import Path
from random import Random
from string import ascii_uppercase

import pytest

from satcross import load
from satcross.author.clue_selectors import Theory
from satcross.author.constructs import hard_constructs
from satcross.author.difficulty import (
    TakenRound,
    difficulty,
    greatest_difficulty,
    label_of,
    length_of,
    scarcity_of,
    stretches,
    value_of,
)
from satcross.author.explanation import Explanation, explain, explain_without_words
from satcross.base.budget import UNLIMITED
from satcross.generator.board import Board, BoardTerms, ClueSlot
from satcross.puzzle import Clue, Line, Puzzle
from satcross.puzzle.shapes import NamedLine, lines, rectangle
from satcross.solver.compile import presolve
from tests.small_puzzles import small_puzzles
from tools.rated_puzzles import PAGE, page_with, table

PUZZLES = Path(__file__).parents[2] / "puzzles"


def copies(puzzle: Puzzle, number: int = 2) -> Puzzle:
    """Return several copies of `puzzle` side by side, each with its own cells."""
    named = [
        NamedLine([f"{copy}:{cell}" for cell in line.cells], list(line.clues), name=f"{line.name} of copy {copy}")
        for line, copy in product(puzzle.lines, range(number))
    ]
    given = {f"{copy}:{cell}": letter for cell, letter in puzzle.given for copy in range(number)}
    return lines(named, dialect=puzzle.dialect, alphabet=puzzle.alphabet, flags=puzzle.flags, given=given)


def shuffled(puzzle: Puzzle, seed: int) -> Puzzle:
    """Return `puzzle` with its lines in another order."""
    order = list(puzzle.lines)
    Random(seed).shuffle(order)
    return puzzle._replace(lines=tuple(order))


def renumbered(puzzle: Puzzle, order: list[int]) -> Puzzle:
    """Return `puzzle` with its cells in another order, as free lines: a turned or mirrored grid is one of these."""
    place = {cell: new for new, cell in enumerate(order)}
    moved = [line._replace(cells=tuple([place[cell] for cell in line.cells])) for line in puzzle.lines]
    given = tuple(sorted([(place[cell], letter) for cell, letter in puzzle.given]))
    cells = tuple([puzzle.cells[cell] for cell in order])
    shape = puzzle.shape._replace(kind="lines")
    return puzzle._replace(cells=cells, lines=tuple(moved), given=given, shape=shape, expected=(), expects_all=False)


def renamed(puzzle: Puzzle) -> Puzzle:
    """Return `puzzle` with A for Z, B for Y, and so on, in clues without a range of letters."""
    letters = str.maketrans(ascii_uppercase, ascii_uppercase[::-1])
    clues = [
        [clue._replace(pattern=clue.pattern.translate(letters)) for clue in regexes(line)] for line in puzzle.lines
    ]
    other = [line._replace(clues=tuple(each)) for line, each in zip(puzzle.lines, clues, strict=True)]
    return puzzle._replace(lines=tuple(other), expected=(), expects_all=False)


def regexes(line: Line) -> list[Clue]:
    """Return the clues of `line`, none of which is a word list."""
    return [clue for clue in line.clues if isinstance(clue, Clue)]


def kinds(explanation: Explanation) -> str:
    """Return the rounds of a chain, each by the first letter of its techniques' kind."""
    letters = {"read": "r", "mark": "m", "narrow": "m", "cross": "j", "try": "j"}
    rounds = {step.round: letters[step.technique] for step in explanation.steps}
    return "".join(rounds.values())


@pytest.mark.parametrize("name", ["cab", "honeycomb", "mirror", "mit-2013"])
def test_two_copies_side_by_side_are_as_hard_as_one_and_take_twice_as_long(name: str) -> None:
    puzzle = load(PUZZLES / f"{name}.toml")
    one, two = difficulty(puzzle), difficulty(copies(puzzle))
    assert (two.value, two.label, two.marking_rounds) == (one.value, one.label, one.marking_rounds)
    assert two.steps == 2 * one.steps


@pytest.mark.parametrize("name", ["knot", "lynx"])
def test_copies_are_as_hard_as_one_also_where_several_clues_are_needed_at_once(name: str) -> None:
    puzzle = load(PUZZLES / "generated" / f"{name}.toml")
    one, two = difficulty(puzzle), difficulty(copies(puzzle, 3))
    assert two.value == one.value
    assert two.joint_steps == 3 * one.joint_steps


@pytest.mark.parametrize("name", ["generated/maze", "generated/staff", "generated/joy", "generated/knot"])
def test_the_names_of_the_letters_do_not_matter(name: str) -> None:
    puzzle = load(PUZZLES / f"{name}.toml")
    assert difficulty(renamed(puzzle)).value == difficulty(puzzle).value


def of_alternatives(size: int, random: Random) -> Puzzle:
    """Return a square of which each line is one of six texts, so that single clues say little."""
    grid = ["".join(random.choices("AB", k=size)) for _ in range(size)]

    def clue(text: str) -> str:
        return "|".join(sorted([text, *["".join(random.choices("AB", k=size)) for _ in range(5)]]))

    columns = ["".join(column) for column in zip(*grid, strict=True)]
    return rectangle(rows=list(map(clue, grid)), columns=list(map(clue, columns)), alphabet="AB")


def test_of_random_puzzles_neither_the_order_of_lines_nor_that_of_cells_matters() -> None:
    several = 0
    for number in range(60):
        puzzle = of_alternatives(4, Random(number))
        rated = difficulty(puzzle)
        several += rated.joint_steps > 0
        order = Random(number).sample(range(len(puzzle.cells)), len(puzzle.cells))
        for other in (shuffled(puzzle, number), renumbered(puzzle, order)):
            assert difficulty(other).value == rated.value
    assert several, "some puzzle needs several clues at once"


def test_a_bound_leaves_the_minimal_sets_that_it_allows() -> None:
    """With a bound, the same set is found, or none if it has more clues, if nothing else was asked before."""
    random = Random(0)
    seen = set()
    for number in range(20):
        presolved = presolve(of_alternatives(4, Random(number)))
        for most in (*range(6), *range(6)):
            letters = [(random.randrange(16), random.choice((1, 2)))]
            with Theory(presolved.compiled, UNLIMITED) as free, Theory(presolved.compiled, UNLIMITED) as bounded:
                minimal = free.mus(free.clues, letters)
                found = bounded.mus(bounded.clues, letters, most)
            seen.add(0 if minimal is None else len(minimal))
            assert found == (minimal if minimal is not None and len(minimal) <= most else None)
    assert {0, 1, 4} <= seen


def test_a_round_counts_less_if_few_cells_hang_on_it() -> None:
    line = [range(12)]
    few, many = ([TakenRound("mark", [2] * cells + [1] * (12 - cells), [0], 1, 1)] for cells in (2, 12))
    assert stretches(few, line) == pytest.approx(1 / 3)
    assert stretches(many, line) == 1


def test_a_stretch_ends_where_something_can_be_read_and_the_hardest_counts_most() -> None:
    line, mark = [range(12)], TakenRound("mark", [2] * 12, [0], 1, 1)
    read = mark._replace(kind="read")
    assert stretches([mark, mark, mark], line) == 3
    assert stretches([mark, read, mark, mark], line) == 2.5
    assert stretches([read, read], line) == 0


def test_cases_are_the_letters_of_the_cell_that_has_the_fewest_and_nobody_goes_through_more_than_three() -> None:
    line = [range(30)]
    for fewest, cases in ((2, 2), (3, 3), (9, 3)):
        assert stretches([TakenRound("join", [9] * 29 + [fewest], [0], 4, 4)], line) == 1 + cases


def test_what_comes_after_several_clues_does_not_count_since_one_can_try_letters_from_there_on() -> None:
    line, join = [range(12)], TakenRound("join", [2] * 12, [0], 4, 8)
    rounds = [TakenRound("read", [9] * 12, [1], 4, 8), join, join._replace(kind="mark")]
    assert stretches(rounds, line) == stretches(rounds[:2], line) == 3
    assert scarcity_of(rounds) == 0.5


def test_parts_that_share_no_line_are_rated_each_for_itself() -> None:
    """The first part is marked twice while the second is read in between."""
    both = [range(6), range(6, 12)]
    rounds = [
        TakenRound("mark", [2] * 12, [0, 6], 1, 1),
        TakenRound("read", [2] * 12, [6], 1, 1),
        TakenRound("mark", [2] * 12, [0], 1, 1),
    ]
    assert stretches(rounds, both) == 2


def test_small_puzzles_are_never_fiendish() -> None:
    assert label_of(greatest_difficulty(9)) == "hard"
    assert label_of(greatest_difficulty(16)) == "fiendish"


def test_one_choice_between_two_at_the_end_does_not_make_a_puzzle_hard() -> None:
    """Of a grid of 25 cells, 23 can be read."""
    lines_of_five = [range(row * 5, row * 5 + 5) for row in range(5)]
    rounds = [TakenRound("read", [9] * 25, range(23), 10, 10), TakenRound("join", [1] * 23 + [2, 2], [23, 24], 2, 2)]
    assert value_of(rounds, lines_of_five, 0.0) < 3


@pytest.mark.parametrize("file", ["hive.toml", "mit-2013.toml", "generated/knot.toml", "generated/crossing.toml"])
def test_the_steps_are_the_same_without_words(file: str) -> None:
    puzzle = load(PUZZLES / file)
    told = explain(puzzle)
    steps = tuple([step._replace(sentence="", span=None) for step in told.steps])
    assert explain_without_words(puzzle) == told._replace(steps=steps)


def test_a_letter_that_a_clue_gives_is_read() -> None:
    chain = explain(rectangle(rows=["AB|AC", ".."], columns=["A.", "BA"], alphabet="ABC"))
    assert [step.technique for step in chain.steps[:2]] == ["read", "read"]
    assert kinds(chain).startswith("r")


def test_marks_are_kept_only_where_nothing_can_be_read() -> None:
    """The row leaves B and C, the column A and B: only both marks together give the letter."""
    chain = explain(rectangle(rows=["[BC]"], columns=["[AB]"], alphabet="ABC"))
    assert [step.technique for step in chain.steps] == ["narrow", "mark"]
    assert kinds(chain) == "m"


def test_clues_that_say_something_only_together_are_crossed_or_tried() -> None:
    three = explain(rectangle(rows=["AA|BB", "AA|BB"], columns=["AA|BB", "AB|BA|AA"])).steps[0]
    assert (three.technique, len(three.reasons)) in (("cross", 2), ("cross", 3), ("try", 4))
    assert explain(load(PUZZLES / "mirror.toml")).steps[0].technique == "try"


@pytest.mark.parametrize(
    ("name", "expected"),
    [("mit-2013", (13, 2)), ("hundred", (20, 5)), ("wise-one", (29, 8)), ("hive", (8, 1)), ("star", (2, 0))],
)
def test_the_rounds_of_puzzles_made_by_hand(name: str, expected: tuple[int, int]) -> None:
    """A prototype counted the same reading and marking rounds."""
    rounds = kinds(explain(load(PUZZLES / f"{name}.toml")))
    assert (rounds.count("r"), rounds.count("m")) == expected


@pytest.mark.parametrize("name", ["comb", "crane", "hare", "lynx", "owl", "sunrise", "winter"])
def test_the_board_of_the_generator_takes_the_same_rounds_as_the_explanation(name: str) -> None:
    """Both count the same rounds, and in each of them the same clues lead on."""
    puzzle = load(PUZZLES / "generated" / f"{name}.toml")._replace(alphabet="mentioned")
    letters = explain(puzzle).steps[-1].candidates
    slots = [ClueSlot(number, line.cells) for number, line in enumerate(puzzle.lines) for _ in line.clues]
    clues = [clue for line in puzzle.lines for clue in line.clues]
    mentioned = "".join(sorted(set("".join(explain(puzzle).start))))
    board = Board(slots, letters, BoardTerms(puzzle.dialect, alphabet=mentioned))
    chosen = {}
    for number, (slot, clue) in enumerate(zip(slots, clues, strict=True)):
        assert isinstance(clue, Clue)
        chosen[number] = board.unrolled(clue.pattern, len(slot.cells)).constraint
    rounds = board.rounds(chosen)
    assert rounds is not None
    steps = {step.round: step for step in reversed(explain(puzzle).steps)}
    assert [(each.open, each.unfinished) for each in rounds] == [
        (steps[number].open_clues, steps[number].unfinished_clues) for number in sorted(steps)
    ]
    rated = difficulty(puzzle)
    assert [each.kind for each in rounds].count("mark") == rated.marking_rounds
    hard = [
        bool(hard_constructs(board.unrolled(clue.pattern, len(slot.cells)).tree.root))
        for slot, clue in zip(slots, clues, strict=True)
        if isinstance(clue, Clue)
    ]
    assert value_of(rounds, [slot.cells for slot in slots], sum(hard) / len(hard)) == rated.value


def test_labels_and_lengths_are_words() -> None:
    assert [label_of(value) for value in (1.0, 2.99, 3.0, 4.0, 5.0, 30.0)] == [
        "gentle", "gentle", "moderate", "hard", "fiendish", "fiendish",
    ]  # fmt: skip
    assert [length_of(minutes) for minutes in (0, 6, 8, 19, 30, 50, 100, 1_000)] == [
        "3 minutes", "5 minutes", "10 minutes", "20 minutes", "half an hour", "an hour", "an evening",
        "several evenings",
    ]  # fmt: skip


def test_of_random_puzzles_copies_are_as_hard_as_one() -> None:
    for puzzle, expected in small_puzzles(40, seed=51):
        if len(expected) == 1:
            assert difficulty(copies(puzzle)).value == difficulty(puzzle).value


def test_the_table_of_the_puzzles_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page_with(table())


def test_the_puzzles_that_people_have_made_are_in_an_order_that_a_person_would_agree_with() -> None:
    """All letters of a star can be read; the wise one takes marks in eight rounds."""
    order = ["star", "hello", "honeycomb", "mit-2013", "sixty-four", "hundred", "wise-one"]
    rated = [difficulty(load(PUZZLES / f"{name}.toml")) for name in order]
    assert [each.value for each in rated] == sorted(each.value for each in rated)
    assert [each.label for each in rated] == [
        "gentle", "gentle", "moderate", "moderate", "moderate", "hard", "fiendish",
    ]  # fmt: skip
