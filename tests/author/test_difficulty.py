"""How hard a puzzle is does not depend on its size; how long it takes does."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

from satcross.author.difficulty import Way, difficulty, label_of, length_of, way_of
from satcross.author.explanation import Explanation, explain, explain_without_words
from satcross.generator.board import Board, BoardTerms, ClueSlot
from satcross.puzzle.files import load
from satcross.puzzle.model import Clue, Puzzle
from satcross.puzzle.shapes import NamedLine, lines, rectangle
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


def kinds(explanation: Explanation) -> str:
    """Return the rounds of a chain, each by the first letter of its techniques' kind."""
    letters = {"read": "r", "mark": "m", "narrow": "m", "cross": "j", "try": "j"}
    rounds = {step.round: letters[step.technique] for step in explanation.steps}
    return "".join(rounds.values())


@pytest.mark.parametrize(
    "name", ["barred", "box", "cab", "hive", "honeycomb", "machine", "mirror", "mit-2013", "ring", "sixty-four"]
)
def test_two_copies_side_by_side_are_as_hard_as_one_and_take_twice_as_long(name: str) -> None:
    puzzle = load(PUZZLES / f"{name}.toml")
    one, two = difficulty(puzzle), difficulty(copies(puzzle))
    assert (two.hardness, two.label, two.marking_rounds) == (one.hardness, one.label, one.marking_rounds)
    assert two.steps == 2 * one.steps


@pytest.mark.parametrize("name", ["knot", "crossing", "maze", "lynx"])
def test_copies_are_as_hard_as_one_also_where_several_clues_are_needed_at_once(name: str) -> None:
    puzzle = load(PUZZLES / "generated" / f"{name}.toml")
    one, two = difficulty(puzzle), difficulty(copies(puzzle, 3))
    assert two.hardness == one.hardness
    assert two.joint_steps == 3 * one.joint_steps


@pytest.mark.parametrize("name", ["hive", "machine", "mit-2013"])
def test_the_order_of_the_lines_does_not_matter(name: str) -> None:
    puzzle = load(PUZZLES / f"{name}.toml")
    assert difficulty(shuffled(puzzle, 1)).hardness == difficulty(puzzle).hardness


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
    assert way_of(rounds, 1, 0.0).marking_rounds == rated.marking_rounds
    assert round(way_of(rounds, 1, 0.0).scarcity, 2) == rated.scarcity


def test_a_marking_round_more_is_harder_than_anything_beside_it() -> None:
    assert Way(1, scarcity=0.99).hardness < Way(2).hardness
    assert Way(2, scarcity=0.99).hardness < Way(2, most_clues=2).hardness == Way(3).hardness
    assert Way(0, most_clues=2).hardness < Way(0, most_clues=3).hardness < Way(0, most_clues=4).hardness


def test_labels_and_lengths_are_words() -> None:
    assert [label_of(hardness) for hardness in (1.0, 2.99, 3.0, 4.0, 5.0, 30.0)] == [
        "gentle", "gentle", "moderate", "hard", "fiendish", "fiendish",
    ]  # fmt: skip
    assert [length_of(steps) for steps in (0, 16, 50, 100, 1_000)] == [
        "short", "half an hour", "an hour", "an evening", "several evenings",
    ]  # fmt: skip


def test_of_random_puzzles_copies_are_as_hard_as_one() -> None:
    for puzzle, expected in small_puzzles(40, seed=51):
        if len(expected) == 1:
            assert difficulty(copies(puzzle)).hardness == difficulty(puzzle).hardness


def test_the_table_of_the_puzzles_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page_with(table())


def test_the_puzzles_that_people_have_made_are_in_an_order_that_a_person_would_agree_with() -> None:
    """All letters of a star can be read; the wise one takes marks in eight rounds."""
    order = ["star", "hello", "honeycomb", "mit-2013", "sixty-four", "hundred", "wise-one"]
    rated = [difficulty(load(PUZZLES / f"{name}.toml")) for name in order]
    assert [each.hardness for each in rated] == sorted(each.hardness for each in rated)
    assert [each.label for each in rated] == [
        "gentle", "gentle", "gentle", "moderate", "hard", "fiendish", "fiendish",
    ]  # fmt: skip
