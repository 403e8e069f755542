"""The puzzle of a day: from the date alone, without a clock, and harder at the end of the week."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

import satcross
from satcross.cli import main
from satcross.generator import day as puzzles_of_days
from satcross.generator.day import CANDIDATES, IN_GALLERY, MINUTES, SHAPES, daily, mini, requests_of_day, set_of_mini
from satcross.generator.request import Request
from satcross.generator.results import Generated
from satcross.generator.solution_kinds import sayings_in_turn
from satcross.generator.themes import themes_in_turn
from satcross.puzzle import Puzzle
from tests.selection import slow_but

pytestmark = pytest.mark.long

MONDAY = date(2026, 11, 23)
HARDNESS = ("gentle", "moderate", "hard", "fiendish")


@pytest.fixture(scope="module")
def made() -> Generated:
    """Return the puzzle of `MONDAY`, which takes long to make."""
    return daily(MONDAY)


def test_the_puzzle_of_a_monday_is_gentle_and_lacks_nothing(made: Generated) -> None:
    assert made.difficulty.label == "gentle"
    assert made.unmet == ()
    assert satcross.check(made.puzzle).status == "unique"
    assert made.puzzle.title.startswith("2026-11-23: ")


def test_everybody_gets_this_puzzle_on_this_day(made: Generated) -> None:
    """Also in a browser: `make test-site` runs this test in Pyodide.  It changes whenever the generator does."""
    puzzle = made.puzzle
    assert puzzle.expected == (tuple("HALFALOAFISBETTERTHANNONE"),)
    clues = [clue.pattern for each in puzzle.lines for clue in each.clues if isinstance(clue, satcross.Clue)]
    assert clues == [
        "..[LM]..", "(AF|I|LO)+", "...(TT|UT)", ".RT..", "(ONE|N)*",
        "H(LS|SE)E.", "A.B..", "[HAIL]*E[SOFT]*", "(TH|FF|N)*", "A.*A.*",
    ]  # fmt: skip


def test_a_week_gets_harder_and_its_shapes_are_of_a_usual_size(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asked_for(monkeypatch, [MONDAY + timedelta(days=number) for number in range(14)])
    labels = [HARDNESS.index(request.difficulty) for request in asked]
    assert labels[:7] == labels[7:] == sorted(labels[:7])
    assert labels[0] == 0
    assert labels[6] == HARDNESS.index("hard")
    assert all(is_usual(request.shape) for request in asked)
    assert len({request.shape for request in asked}) >= 4
    assert len({request.seed for request in asked}) == 14


def is_usual(shape: Puzzle) -> bool:
    sizes = set(shape.shape.sizes)
    return sizes <= ({5, 6, 7} if shape.shape.kind == "rectangle" else {3, 4})


def asked_for(monkeypatch: pytest.MonkeyPatch, days: list[date], difficulty: str = "") -> list[Request]:
    """Return the first request for each of `days`; nothing is generated."""
    asked: list[Request] = []

    def generate(request: Request, **how: object) -> Iterator[object]:
        asked.append(request)
        return iter(())

    monkeypatch.setattr(puzzles_of_days, "generate", generate)
    for day in days:
        with pytest.raises(StopIteration):
            daily(day, difficulty)
    return asked


@pytest.mark.parametrize("difficulty", HARDNESS)
def test_a_difficulty_can_be_asked_for_on_any_day(difficulty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asked_for(monkeypatch, [MONDAY, MONDAY + timedelta(days=1)], difficulty)
    assert {request.difficulty for request in asked} == {difficulty}
    assert {request.shape for request in asked} == set(SHAPES)


@pytest.mark.parametrize("best", range(CANDIDATES))
def test_of_the_candidates_the_one_to_the_best_taste_is_taken(best: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def generate(request: Request, **how: object) -> Iterator[Generated]:
        puzzle = satcross.rectangle(rows=["A"], columns=[""], title=str(len(seeds)))
        seeds.append(request.seed)
        yield Generated(puzzle, None, None, request.seed, 0, (), (), None)  # type: ignore[arg-type]

    monkeypatch.setattr(puzzles_of_days, "generate", generate)
    monkeypatch.setattr(puzzles_of_days, "taste", lambda puzzle: puzzle.title == str(best))
    assert daily(MONDAY).puzzle.title == f"2026-11-23: {best}"
    assert len(set(seeds)) == CANDIDATES


@pytest.mark.parametrize("first", slow_but([MONDAY], [date(1900, 1, 1), MONDAY, date(2027, 2, 27)]), ids=str)
def test_no_answer_comes_again_within_forty_days(first: date) -> None:
    """Every day has candidates of its own, and none of them is in the gallery."""
    answers: list[str] = []
    for number in range(40):
        for request in requests_of_day((first + timedelta(days=number)).toordinal(), ""):
            themes = sayings_in_turn if request.kind == "saying" else themes_in_turn
            in_turn = themes(request.shape, puzzles_of_days.LETTERS.__contains__)
            answers.append(in_turn[request.seed % len(in_turn)].answer)
    assert len(answers) >= 80
    assert len(set(answers)) == len(answers)
    assert not IN_GALLERY & set(answers)


@pytest.mark.parametrize("day", [MONDAY, MONDAY + timedelta(days=1)], ids=["3 x 3", "4 x 4"])
def test_a_mini_is_a_gentle_square_of_related_words_for_a_few_minutes(day: date) -> None:
    made = mini(day)
    rows = made.puzzle.answer.split(", ")
    assert set(rows) == set(set_of_mini(day).words)
    assert made.puzzle.expected == (tuple("".join(rows)),)
    assert len(rows) in (3, 4)
    assert {len(row) for row in rows} == {len(rows)}
    assert satcross.check(made.puzzle).status == "unique"
    assert made.unmet == ()
    assert made.difficulty.label == "gentle"
    assert MINUTES[0] <= made.difficulty.minutes <= MINUTES[1]


@pytest.mark.parametrize("first", [date(1900, 1, 1), date(2026, 11, 27), date(2027, 12, 31)], ids=str)
def test_no_mini_has_the_words_of_another_one_within_a_year(first: date) -> None:
    answers = [frozenset(set_of_mini(first + timedelta(days=number)).words) for number in range(366)]
    assert len(set(answers)) == len(answers)


def test_minis_of_a_size_with_the_same_title_are_far_apart() -> None:
    """The words of a title are few, so players would soon know them."""
    for weekdays in ((0, 2), (1, 3, 4, 5, 6)):
        days = [MONDAY + timedelta(days=number) for number in range(364)]
        titles = [set_of_mini(day).title for day in days if day.weekday() in weekdays]
        assert all(len(set(titles[place : place + 4])) == 4 for place in range(len(titles) - 3))


def test_the_command_writes_what_the_library_returns_whenever_it_is_made(
    made: Generated, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = f"{tmp_path}/today.toml"
    assert main(["generate", "--day", MONDAY.isoformat(), "-o", path]) == 0
    assert satcross.load(path) == made.puzzle
    assert main(["generate", "--day", "2026-02-30"]) == 2
    assert "there is no day '2026-02-30'" in capsys.readouterr().err
    assert main(["generate", "--day", MONDAY.isoformat(), "--rows", "5"]) == 2
    assert "--day and --rows cannot be combined" in capsys.readouterr().err
