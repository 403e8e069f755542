"""What every generated puzzle is: unique over any alphabet, without findings of lint, of the difficulty asked for."""

import re
from itertools import islice
from random import Random
from typing import Any

import pytest

import satcross
from satcross.author.lint import Finding
from satcross.errors import PuzzleError, TimeUp
from satcross.generator import maker
from satcross.generator.examination import FAULTS, Examination, examine
from satcross.generator.request import BEGUN
from satcross.generator.search import Chooser
from satcross.generator.tuning import DEFAULT_GENERATOR_TUNING
from satcross.puzzle import ANY, Clue, Puzzle
from tests.clocks import out_of_time
from tests.generator.samples import board, chooser, patterns_of
from tests.selection import slow_but

pytestmark = pytest.mark.long

SHAPES = {
    "2 x 3": satcross.rectangle(rows=2, columns=3),
    "3 x 3": satcross.rectangle(rows=3, columns=3),
    "4 x 4": satcross.rectangle(rows=4, columns=4),
    "2 x 5": satcross.rectangle(rows=2, columns=5),
    "hexagon": satcross.hexagon(side=3),
    "hole": satcross.rectangle(rows=3, columns=4, holes=[(2, 2)]),
    "free form": satcross.lines([satcross.NamedLine(list("abcd")), satcross.NamedLine(list("aebf"))], cells="abcdef"),
}


def first(request: satcross.Request) -> satcross.Generated:
    return next(satcross.generate(request))


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("seed", slow_but([1], [1, 2]))
def test_a_puzzle_is_unique_and_clean(shape: Puzzle, seed: int) -> None:
    made = first(satcross.Request(shape, seed=seed))
    assert made.unmet == ()
    for alphabet in (made.puzzle.alphabet, ANY):
        verdict = satcross.check(made.puzzle._replace(alphabet=alphabet))
        assert verdict.status == "unique"
        assert verdict.witnesses[0].letters == made.solution.letters
    assert not {finding.code for finding in satcross.lint(made.puzzle).findings} & FAULTS.keys()
    assert satcross.difficulty(made.puzzle) == made.difficulty
    patterns = patterns_of(made.puzzle)
    assert len(set(patterns)) == len(patterns)
    assert not any(re.fullmatch(r"\w+", pattern) for pattern in patterns)


def test_equal_requests_give_equal_puzzles_and_other_seeds_others() -> None:
    request = satcross.Request(SHAPES["2 x 3"], seed=7)
    puzzles = list(islice(satcross.generate(request), 2))
    assert [made.seed for made in puzzles] == [7, 8]
    assert first(request) == puzzles[0]
    assert first(request._replace(seed=8)) == puzzles[1]
    assert puzzles[0].puzzle != puzzles[1].puzzle


def test_the_wanted_letters_are_in_the_solution() -> None:
    wanted = ("C", "A", "T", None, None, None, None, None, "S")
    made = first(satcross.Request(SHAPES["3 x 3"], solution=wanted))
    assert made.solution.rows[0] == "CAT"
    assert made.solution[3, 3] == "S"


def test_the_wanted_letters_may_be_a_string() -> None:
    letters: Any = "ABCD"  # a sequence, as calls are checked
    assert first(satcross.Request(satcross.rectangle(rows=2, columns=2), letters)).solution.rows == ("AB", "CD")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"difficulty": "mild"}, "there is no difficulty 'mild'"),
        ({"difficulty": 0.5}, "no puzzle has a difficulty below 1, so difficulty=0.5 is too low"),
        ({"difficulty": float("nan")}, "no puzzle has a difficulty below 1, so difficulty=nan is too low"),
        ({"alphabet": ""}, "the alphabet is empty"),
        ({"constructs": ("classes",), "without": ("classes",)}, "constructs and without cannot be combined"),
        ({"constructs": ("magic",)}, "there is no construct 'magic'"),
        ({"style": {"blokcs": 2.0}}, "there is no family of clues 'blokcs'"),
        ({"clues_per_line": 3}, "a line can have 1 or 2 clues, not 3"),
        ({"solution": ("A",)}, "the grid has one letter, but the shape has 9 cells"),
        ({"solution": ("Ä",) * 9, "alphabet": "ABC"}, "the letter 'Ä' of cell 1,1 is not in the alphabet"),
        ({"letters": "XYZ", "alphabet": "ABC"}, "letters and alphabet cannot be combined"),
    ],
)
def test_a_request_that_makes_no_sense_is_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(satcross.SatcrossError, match=re.escape(message)):
        first(satcross.Request(SHAPES["3 x 3"])._replace(**changes))


def test_an_interrupt_gives_the_best_so_far_and_says_so() -> None:
    def interrupt(progress: satcross.GeneratorProgress) -> None:
        if progress.phase == "lower":
            raise KeyboardInterrupt

    request = satcross.Request(SHAPES["3 x 3"], difficulty=4.9)
    found = list(satcross.generate(request, watch=interrupt))
    assert len(found) == 1
    assert {"difficulty", "time"} <= {each.code for each in found[0].unmet}
    assert satcross.check(found[0].puzzle).status == "unique"


@pytest.mark.parametrize(
    ("phase", "reached"),
    [
        ("grid", "the letters were still being chosen"),
        ("clues", "clues were still being collected"),
        ("start", "no clues that lead to one solution were found"),
        ("open", r"the best clues so far leave \d+ of 16 cells open"),
    ],
)
def test_where_there_is_no_puzzle_yet_it_is_said_how_far_the_search_has_come(
    phase: str, reached: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def watch(progress: satcross.GeneratorProgress) -> None:
        if progress.phase == phase:
            raise TimeUp

    if phase == "open":
        monkeypatch.setattr(Chooser, "_strengthen", out_of_time)
    request = satcross.Request(SHAPES["4 x 4"])
    with pytest.raises(TimeUp, match=f"^the time is up, and there is no puzzle yet: {reached}$"):
        next(satcross.generate(request, watch=watch))


def test_where_there_is_a_puzzle_the_end_of_the_time_ends_the_list() -> None:
    made = 0

    def watch(progress: satcross.GeneratorProgress) -> None:
        if progress.seed == 1:
            raise TimeUp

    for _ in satcross.generate(satcross.Request(SHAPES["3 x 3"], seed=0), watch=watch):
        made += 1
    assert made == 1


def test_the_search_tells_how_far_it_has_come() -> None:
    told: list[satcross.GeneratorProgress] = []
    made = next(satcross.generate(satcross.Request(SHAPES["3 x 3"]), watch=told.append))
    assert list(dict.fromkeys(each.phase for each in told)) == ["grid", "clues", "start", "lower", "search", "check"]
    assert told[-1].cost == made.cost


def test_a_search_that_lacks_something_in_the_end_begins_once_more() -> None:
    short = DEFAULT_GENERATOR_TUNING._replace(total=0, rounds=1)
    request = satcross.Request(satcross.triangle(side=3), difficulty="gentle", seed=5)
    assert next(satcross.generate(request, tuning=short)).unmet == ()
    shorter = next(satcross.generate(request, tuning=short._replace(late=0)))
    assert "redundant-clue" in {each.code for each in shorter.unmet}


def loosened(puzzle: Puzzle, finding: Finding) -> Puzzle:
    """Return the puzzle with the clue that lint offers."""
    lines = [
        line._replace(clues=(Clue(finding.rewrite),)) if line.name == finding.line else line for line in puzzle.lines
    ]
    return puzzle._replace(lines=tuple(lines))


@pytest.mark.parametrize("seed", [0, 3])
def test_a_clue_is_as_loose_as_the_difficulty_allows(seed: int) -> None:
    made = next(satcross.generate(satcross.Request(SHAPES["4 x 4"], difficulty="gentle", seed=seed)))
    for finding in satcross.lint(made.puzzle).findings:
        if finding.code == "looser-clue":
            other = loosened(made.puzzle, finding)
            beginnings = satcross.explain(other).steps[0].open_clues
            assert satcross.difficulty(other).label != "gentle" or beginnings * BEGUN < len(other.lines)


def test_dead_decoys_are_taken_out_and_the_search_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """With this seed, dead decoys are the only faults of the first puzzle that is examined."""
    examined: list[Examination] = []

    def noted(*arguments: Any) -> Examination:
        examined.append(examine(*arguments))
        return examined[-1]

    monkeypatch.setattr(maker, "examine", noted)
    phases: list[str] = []
    request = satcross.Request(satcross.rectangle(rows=4, columns=4), difficulty="gentle", seed=3)
    made = next(satcross.generate(request, watch=lambda progress: phases.append(progress.phase)))
    assert {finding.code for finding in examined[0].findings} == {"dead-decoy"}
    assert phases.count("check") == 1
    assert examined[-1].puzzle == made.puzzle
    assert made.unmet == ()


@pytest.mark.parametrize("seed", [3, 4, 7])
def test_a_clue_that_could_be_left_out_becomes_needed_by_another_one_that_crosses_it(seed: int) -> None:
    search = chooser(board(satcross.rectangle(rows=3, columns=3), "CATARETEN"), seed)
    strong = search.start(Random(seed))
    assert strong is not None
    redundant = search.redundant(strong)
    assert redundant
    for slot in redundant:
        choice = dict(strong)
        assert search.need(choice, slot)
        assert slot not in search.redundant(choice)
        assert search.solves(choice)
        (changed,) = [each for each in choice if choice[each] != strong[each]]
        cells = search.board.slots[changed].cells
        assert len(set(cells) & set(search.board.slots[slot].cells)) == 1


def test_a_line_of_holes_gets_no_clue() -> None:
    shape = satcross.rectangle(rows=3, columns=3, holes=[(1, 2), (2, 2), (3, 2)])
    made = next(satcross.generate(satcross.Request(shape, solution=tuple("CATRED"))))
    assert [line.name for line in made.puzzle.lines if not line.clues] == ["column 2"]
    assert satcross.check(made.puzzle).status == "unique"


def test_a_line_of_holes_needs_no_clue_to_be_complete() -> None:
    shape = satcross.rectangle(rows=["C.", "RE"], columns=["CR", "", ".*E"], holes=[(1, 2), (2, 2)])
    with pytest.raises(PuzzleError, match="every line has a clue already"):
        next(satcross.complete(satcross.Request(shape)))
    holes = [(row, 4) for row in (1, 2, 3)]
    begun = satcross.rectangle(rows=["C(A|O)T", "", ""], columns=4, holes=holes)
    made = next(satcross.complete(satcross.Request(begun, solution=tuple("CATARETEN"))))
    assert [line.name for line in made.puzzle.lines if not line.clues] == ["column 4"]
