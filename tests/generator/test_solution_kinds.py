"""The generator brings solutions that are worth finding: a saying, a word square, a set of words."""

import re
from collections import Counter
from random import Random

import pytest

import satcross
from satcross.cli import main
from satcross.generator.grid import make_grid
from satcross.generator.own_saying import letters_of_saying
from satcross.generator.solution_kinds import _sets, sayings, sayings_in_turn
from satcross.generator.spelling import common_words
from satcross.puzzle import Puzzle, Solution, drawn_rows


def rows_of(shape: Puzzle, **asked: object) -> tuple[str, ...]:
    request = satcross.Request(shape)._replace(**asked)  # type: ignore[arg-type]
    return Solution(shape, make_grid(request, Random(request.text)).letters).rows


def test_there_are_many_sayings_of_good_form_each_once_and_with_a_title() -> None:
    every = [saying for those in sayings().values() for saying in those]
    assert len(every) >= 1200
    assert len({saying.answer for saying in every}) == len(every)
    assert len({saying.title for saying in every}) > 0.99 * len(every)
    for saying in every:
        assert re.fullmatch("[A-Z]+( [A-Z]+)*", saying.answer)
        assert 9 <= len("".join(saying.words)) <= 36
        assert saying.title
        assert saying.answer.lower() not in saying.title.lower()


@pytest.mark.parametrize("shape", [satcross.rectangle(rows=3, columns=4), satcross.hexagon(side=3)], ids=str)
def test_a_saying_fills_all_cells_if_there_is_one_of_that_length(shape: Puzzle) -> None:
    texts = {"".join(saying.words) for saying in sayings()[len(shape.cells)]}
    seen = {"".join(rows_of(shape, seed=seed)) for seed in range(30)}
    assert seen <= texts
    assert len(seen) == 30  # they take turns


def test_sayings_that_the_alphabet_lacks_letters_for_are_not_used() -> None:
    shape = satcross.rectangle(rows=3, columns=3)
    allowed = "ABCDEFGHIKLMNOPQRSTUVWXYZ"  # without J
    assert sayings_in_turn(shape, allowed.__contains__)
    assert all("J" not in saying.answer for saying in sayings_in_turn(shape, allowed.__contains__))
    assert set("".join(rows_of(shape, letters="XQZ"))) <= set("XQZ")


@pytest.mark.parametrize("size", [(3, 3), (3, 4), (4, 4), (5, 5)])
def test_all_rows_and_columns_of_a_square_are_words(size: tuple[int, int]) -> None:
    known = {word for words in common_words().values() for word in words}
    found = 0
    for seed in range(5):
        try:
            rows = rows_of(satcross.rectangle(rows=size[0], columns=size[1]), kind="square", seed=seed)
        except satcross.errors.OptionError:
            continue
        found += 1
        columns = tuple("".join(column) for column in zip(*rows, strict=True))
        assert known.issuperset([*rows, *columns])
        assert rows == columns or len({*rows, *columns}) == sum(size)
    assert found >= 3


def test_the_words_of_a_set_have_a_title_in_common() -> None:
    words_of = {each.title: each.words for each in _sets()}
    assert all(Counter(words).most_common(1)[0][1] == 1 for words in words_of.values())
    for seed in range(5):
        shape = satcross.rectangle(rows=4, columns=5)
        request = satcross.Request(shape, kind="set", seed=seed)
        letters, theme = make_grid(request, Random(request.text))
        assert theme is not None
        rows = Solution(shape, letters).rows
        assert set(rows) <= set(words_of[theme.title])
        assert len(set(rows)) == 4
        assert theme.words == rows


def test_a_puzzle_shows_its_saying_as_the_answer() -> None:
    made = next(satcross.generate(satcross.Request(satcross.rectangle(rows=3, columns=3), seed=5)))
    assert "".join(made.solution.rows) == made.puzzle.answer.replace(" ", "")
    assert satcross.check(made.puzzle).status == "unique"
    assert made.puzzle.title


@pytest.mark.parametrize(
    ("saying", "sizes"), [("Turn off and on", "3 x 4"), ("Don't panic!", "3 x 3"), ("R2-D2 is here", "2 x 5")]
)  # fmt: skip
def test_a_saying_of_ones_own_picks_its_rows_and_columns(
    saying: str, sizes: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", "--saying", saying, "--seed", "1"]) == 0
    puzzle = satcross.loads(capsys.readouterr().out)
    assert " x ".join(map(str, puzzle.shape.sizes)) == sizes
    letters = re.sub(r"\W", "", saying).upper()
    assert "".join(puzzle.expected[0]) == letters
    assert puzzle.answer == saying.upper()


def test_a_saying_of_ones_own_runs_along_the_rows_of_a_hexagon(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--saying", "Skeleton in the closet", "--seed", "1"]) == 0
    puzzle = satcross.loads(capsys.readouterr().out)
    assert ["".join(puzzle.expected[0][cell] for cell in row) for row in drawn_rows(puzzle)] == [
        "SKE", "LETO", "NINTH", "ECLO", "SET",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--saying", "A"], "the saying has one letter; sayings of 4 to 64 letters fit, such as 12 in 3 x 4 cells"),
        (["--saying", "A" * 400], "the saying has 400 letters; sayings of 4 to 64 letters fit"),
        (["--saying", "ABCDEFGHIJKLM"], "choose a saying of 12 letters (3 x 4) or 14 letters (2 x 7)"),
        (["--saying", "FÜR ELISE ABC", "--alphabet", "A-Z"], "the letter 'Ü' of the saying is not in the alphabet"),
        (["--saying", "Don't panic", "--rows", "4", "--columns", "4"], "hint: it fills 3 x 3 cells"),
        (["--saying", "Hello", "--theme", "Hello"], "both say which letters the solution has"),
        (["--kind", "saying", "--rows", "6", "--columns", "6"], "no saying of ours fills a shape of 36 cells"),
        (["--kind", "squares", "--rows", "4", "--columns", "4"], "there is no kind of solution 'squares'"),
    ],
)
def test_bad_input_is_answered_with_what_would_fit(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", *options]) == 2
    assert message in capsys.readouterr().err


def test_a_letter_without_a_single_capital_stays_as_it_is() -> None:
    assert letters_of_saying("großer Spaß", alphabet="AEGOPRSß") == "GROßERSPAß"
