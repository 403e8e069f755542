"""Clues differ from each other, spell words, and are of kinds that a solver of the label knows."""

import re
from pathlib import Path
from random import Random

import pytest

import satcross
from satcross.author.explanation import explain
from satcross.author.rounds import is_single
from satcross.generator.board import Board, ClueSlot
from satcross.generator.families import FAMILIES
from satcross.generator.pool import Pool, Rules, constructs_of
from satcross.generator.request import NOT_FOR_BEGINNERS
from satcross.generator.results import puzzle_of
from satcross.generator.search import Chooser
from satcross.generator.spelling import WORDS, spelled, words_with
from satcross.generator.variety import Limits, evenness, skeleton, surplus, too_similar
from satcross.puzzle import Puzzle
from tests.generator.samples import chooser, patterns_of, small_board
from tests.selection import slow_but

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("pattern", "abstract"),
    [("AB.*C", "A.*A"), ("[AB]+[^C]*", "[]+[^]*"), (r"(.)\1{2}", r"(.)\1{2}"), (r"(?!.*AB)\.*", "(?!.*A)A*")],
)
def test_a_skeleton_has_no_letters(pattern: str, abstract: str) -> None:
    assert skeleton(pattern) == abstract


def test_clues_that_are_alike_cost_more_and_the_first_of_a_kind_costs_nothing() -> None:
    limits = Limits.for_clues(10)
    different = [("sets", "[AB]*"), ("anchors", ".*A.*")]
    assert surplus(different, limits, is_strict=True) == 0
    assert surplus([*different, ("anchors", ".*B.*")], limits, is_strict=True) > 0
    assert too_similar(dict(enumerate([*different, ("anchors", ".*B.*")])), limits, is_strict=True) == [1, 2]
    assert evenness([pattern for _, pattern in different]) == 1


def test_a_class_spells_a_word_whose_letters_are_all_different() -> None:
    for word in WORDS:
        if len(set(word)) == len(word):
            assert sorted(spelled(word)) == sorted(word)
    assert "".join(spelled("YALP")) == "PLAY"
    assert words_with("PA", "LYX", 2) == ["LAP", "PAY", "PLAY"]
    assert not words_with("PA", "XZ", 2)


@pytest.mark.parametrize("seed", slow_but([0], range(3)))
def test_what_a_person_knows_after_some_rounds_is_what_explain_says(seed: int) -> None:
    """`Board.read` asks only clues that may have something new to say; the rounds of the model ask all."""
    board = small_board()
    choosing = chooser(board, seed)
    choice = {slot: candidates[0] for slot, candidates in choosing.pool.candidates.items() if candidates}
    known = choosing.constraints(choice)
    for most in range(4):
        marks = board.read(known, most)
        rounds = board.rounds(known)
        if rounds is not None:
            needed = sum(each.kind == "mark" for each in rounds)
            assert (marks == board.goal) == (needed <= most)
        assert all(mask & goal for mask, goal in zip(marks, board.goal, strict=True))
        assert most == 3 or sum(map(is_single, marks)) <= sum(map(is_single, board.read(known, most + 1)))


@pytest.mark.parametrize("seed", slow_but([3, 1], range(1, 5)))
def test_the_search_knows_which_clues_lint_would_call_looser(seed: int) -> None:
    """Clues that are only strong, before any is lowered, leave much to be loosened."""
    shape = satcross.rectangle(rows=3, columns=3)
    board = Board([ClueSlot(number, line.cells) for number, line in enumerate(shape.lines)], "CATARETEN")
    choosing = Chooser(Pool(board, tuple(range(6)), Rules(), Random(seed)), most_marking=3)
    choice = choosing.start(Random(seed))
    assert choice is not None
    findings = satcross.lint(puzzle_of(satcross.Request(shape), board.slots, choice, board.letters)).findings
    looser = {finding.line for finding in findings if finding.code == "looser-clue"}
    loose = {shape.lines[board.slots[slot].line].name for slot in choosing.loose(choice)}
    assert looser
    assert looser <= loose


def settled(seed: int, band: tuple[float, float]) -> tuple[float, float]:
    """Return how far from `band` the difficulty of a choice, as `explain` rates it, is before and after settling."""
    shape = satcross.rectangle(rows=4, columns=4)
    board = Board([ClueSlot(number, line.cells) for number, line in enumerate(shape.lines)], "CATSAREATENSSEED")
    choosing = Chooser(Pool(board, tuple(range(8)), Rules(), Random(seed)), band=band)
    choice = choosing.start(Random(seed))
    assert choice is not None
    distances = []
    for _ in range(2):
        puzzle = puzzle_of(satcross.Request(shape), board.slots, choice, board.letters)
        distances.append(choosing.distance(satcross.difficulty(puzzle).value))
        choosing.settle(choice, Random(seed))
    return distances[0], distances[1]


@pytest.mark.parametrize("seed", range(3))
def test_settling_brings_the_difficulty_nearer_to_what_is_wanted(seed: int) -> None:
    for band in ((0.0, 2.9), (3.0, 3.9), (4.0, 4.9), (5.0, 9.0)):
        before, after = settled(seed, band)
        assert after < before or after == 0


@pytest.mark.parametrize(
    "shape",
    [satcross.rectangle(rows=3, columns=3), satcross.rectangle(rows=6, columns=4), satcross.hexagon(side=3)],
    ids=["3 x 3", "6 x 4", "hexagon"],
)
def test_a_gentle_puzzle_is_one_for_beginners(shape: Puzzle) -> None:
    made = next(satcross.generate(satcross.Request(shape, difficulty="gentle", seed=1)))
    assert made.unmet == ()
    assert made.difficulty.label == "gentle"
    assert made.difficulty.marking_rounds <= 1
    assert made.difficulty.most_clues == 1
    assert all(line.clues for line in made.puzzle.lines)
    assert explain(made.puzzle).steps[0].open_clues * 4 >= len(made.puzzle.lines)
    patterns = patterns_of(made.puzzle)
    assert not any(constructs_of(pattern) & {*NOT_FOR_BEGINNERS} for pattern in patterns)
    assert not any(re.search(r"\\\d|\(\?|\{", pattern) for pattern in patterns)


def test_a_gentle_puzzle_has_counts_if_they_are_asked_for() -> None:
    request = satcross.Request(satcross.rectangle(rows=3, columns=3), constructs=("counts",), difficulty="gentle")
    made = next(satcross.generate(request))
    assert (made.difficulty.label, made.unmet) == ("gentle", ())
    assert any("{" in pattern for pattern in patterns_of(made.puzzle))


@pytest.mark.parametrize("construct", NOT_FOR_BEGINNERS)
@pytest.mark.parametrize("seed", slow_but(range(3), range(10)))
def test_a_construct_that_beginners_do_not_know_has_an_effect_and_makes_a_puzzle_not_gentle(
    construct: str, seed: int
) -> None:
    request = satcross.Request(satcross.rectangle(rows=3, columns=3), constructs=(construct,), seed=seed)
    made = next(satcross.generate(request))
    assert made.difficulty.label != "gentle"
    assert any(construct in constructs_of(pattern) for pattern in patterns_of(made.puzzle))
    assert not [each for each in satcross.lint(made.puzzle).findings if each.code.startswith("no-effect-")]


@pytest.mark.parametrize("label", ["gentle", "moderate", "hard", "fiendish"])
def test_every_label_can_be_had_for_sixteen_cells(label: str) -> None:
    request = satcross.Request(satcross.rectangle(rows=4, columns=4), difficulty=label, seed=2)
    made = next(satcross.generate(request))
    assert (made.difficulty.label, made.unmet) == (label, ())
    assert all(line.clues for line in made.puzzle.lines)


def test_only_a_sparse_puzzle_may_have_lines_without_a_clue() -> None:
    request = satcross.Request(satcross.rectangle(rows=4, columns=4), difficulty="moderate", seed=4)
    assert all(line.clues for line in next(satcross.generate(request)).puzzle.lines)
    sparse = next(satcross.generate(request._replace(is_sparse=True)))
    assert not all(line.clues for line in sparse.puzzle.lines)
    assert satcross.check(sparse.puzzle).status == "unique"


def test_the_guide_of_authors_has_an_example_of_each_kind_of_clue() -> None:
    page = (Path(__file__).parents[2] / "docs" / "authors-guide.md").read_text("utf-8")
    examples = re.findall(r"`(\w+)` \| `([^`]+)`(?: \(for (\w+)\))?", page)
    assert {name for name, _, _ in examples} == set(FAMILIES)
    for name, clue, word in examples:
        assert re.fullmatch(clue.replace(r"\|", "|"), word or "PUZZLE"), name
