"""Answers that the generator brings: a list of good form, places where no word is cut, titles that tell nothing."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

import satcross
from satcross.generator.grid import make_grid
from satcross.generator.spelling import common_words
from satcross.generator.themes import PLACES_BY_SHAPE, Theme, place_theme, themes
from satcross.puzzle import Puzzle
from satcross.puzzle.wordlists import Reading, read_words

SHAPES = {
    **{f"{n} x {n}": satcross.rectangle(rows=n, columns=n) for n in (3, 4, 5, 6, 8, 12)},
    "4 x 7": satcross.rectangle(rows=4, columns=7),
    **{f"hexagon of side {side}": satcross.hexagon(side=side) for side in (2, 3, 4, 5, 6)},
}


def text_at(letters: tuple[str | None, ...], cells: tuple[int, ...]) -> str:
    return "".join(letters[cell] or " " for cell in cells)


def test_there_are_many_answers_of_each_kind_and_no_two_are_equal() -> None:
    kinds = Counter(
        "pair" if theme.is_pair else "phrase" if len(theme.words) > 1 else f"word of {len(theme.words[0])}"
        for theme in themes()
    )
    assert len(themes()) >= 400
    assert kinds["pair"] >= 30
    assert kinds["phrase"] >= 30
    assert all(kinds[f"word of {length}"] >= 5 for length in range(3, 13))
    assert len({theme.answer for theme in themes()}) == len({theme.title for theme in themes()}) == len(themes())


def test_an_answer_has_capitals_and_a_title_that_does_not_give_it_away() -> None:
    for theme in themes():
        assert all(re.fullmatch("[A-Z]+", word) for word in theme.words), theme
        assert theme.title, theme
        words_of_title = set(re.findall("[A-Z]+", theme.title.upper()))
        assert not {word for word in theme.words if len(word) > 3} & words_of_title, theme
        assert not theme.is_pair or (len(theme.words) == 2 and set(theme.words[0]) & set(theme.words[1])), theme


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_theme_is_placed_in_every_shape_and_no_word_is_cut(shape: Puzzle) -> None:
    for seed in range(20):
        placed = place_theme(shape, seed, Random(seed))
        assert placed is not None
        theme, letters = placed
        whole = ["".join(theme.words)] if _is_on_border(theme, letters, shape) else theme.words
        lines = [line.cells for line in shape.lines] + [_diagonal(shape), _border(shape)]
        assert all(any(word in text_at(letters, cells) for cells in lines) for word in whole)


def _is_on_border(theme: Theme, letters: tuple[str | None, ...], shape: Puzzle) -> bool:
    return not theme.is_pair and "".join(theme.words) in text_at(letters, _border(shape)) and len(theme.words) > 1


def _diagonal(shape: Puzzle) -> tuple[int, ...]:
    return tuple(cell for cell, address in enumerate(shape.cells) if address[0] == address[1])


def _border(shape: Puzzle) -> tuple[int, ...]:
    """Walk around the outermost cells: they are the ends of rows, and the first and the last row."""
    rows = [line.cells for line in shape.lines if line.name.startswith(("row", "horizontal"))]
    right, left = [row[-1] for row in rows[1:-1]], [row[0] for row in rows[1:-1]]
    return (*rows[0], *right, *reversed(rows[-1]), *reversed(left))


def test_themes_take_turns_so_that_neighbouring_seeds_have_others() -> None:
    shape = satcross.rectangle(rows=5, columns=5)
    answers = [placed[0] for seed in range(100) if (placed := place_theme(shape, seed, Random(seed)))]
    assert len(set(answers)) == 100


@pytest.mark.parametrize("place", PLACES_BY_SHAPE)
def test_each_place_is_used_somewhere(place: str) -> None:
    shape = satcross.rectangle(rows=5, columns=5)
    assert any(list(PLACES_BY_SHAPE[place](shape, theme)) for theme in themes())


def test_a_shape_without_room_and_letters_without_words_get_no_theme() -> None:
    assert place_theme(satcross.rectangle(rows=2, columns=2), 1, Random(1)) is None
    assert place_theme(satcross.rectangle(rows=5, columns=5), 1, Random(1), "XQ".__contains__) is None


def test_a_puzzle_says_something_and_keeps_it_in_its_file(tmp_path: Path) -> None:
    made = next(satcross.generate(satcross.Request(satcross.rectangle(rows=4, columns=4), kind="words", seed=3)))
    puzzle = made.puzzle
    assert (puzzle.title, puzzle.answer) in {(theme.title, theme.answer) for theme in themes()}
    satcross.save(puzzle, tmp_path / "puzzle.toml")
    assert satcross.load(tmp_path / "puzzle.toml") == puzzle


@pytest.mark.parametrize("changes", [{"kind": "letters"}, {"solution": tuple("CATARETEN")}], ids=["random", "grid"])
def test_random_letters_and_letters_of_an_author_have_no_answer(changes: dict[str, object]) -> None:
    request = satcross.Request(satcross.rectangle(rows=3, columns=3))._replace(**changes)
    assert next(satcross.generate(request)).puzzle.answer == ""


@pytest.mark.parametrize("shape", [SHAPES["5 x 5"], SHAPES["4 x 7"], SHAPES["hexagon of side 4"]])
def test_every_row_is_a_word_as_far_as_the_theme_leaves_room(shape: Puzzle) -> None:
    """Where no word fits the letters of the theme, the row keeps them."""
    rows = [line.cells for line in shape.lines if line.name.startswith(("row", "horizontal"))]
    words = 0
    for seed in range(10):
        request = satcross.Request(shape, kind="words", seed=seed)
        placed = place_theme(shape, seed, Random(request.text))
        assert placed is not None
        theme, wanted = placed
        letters = make_grid(request, Random(request.text)).letters
        texts = ["".join(letters[cell] for cell in row) for row in rows]
        assert all(want in (None, letter) for want, letter in zip(wanted, letters, strict=True))
        for row, text in zip(rows, texts, strict=True):
            known = [wanted[cell] for cell in row]
            could = any(
                all(want in (None, letter) for want, letter in zip(known, word, strict=True))
                for word in common_words()[len(row)]
                if word not in texts
            )
            is_word = text in common_words()[len(row)] or text in theme.words
            assert is_word or None not in known or not could
            words += is_word
    assert words >= 5 * len(rows)


def test_our_words_are_common_and_of_good_form() -> None:
    for length, words in common_words().items():
        assert 3 <= length <= 8
        assert len(words) == len(set(words)) > 200
        assert all(re.fullmatch("[A-Z]+", word) and len(word) == length for word in words)
    known = {word for words in common_words().values() for word in words}
    assert {"HOUSE", "RIVER", "PUZZLE", "EAT"} <= known
    assert not {"LONDON", "PETER", "DAMN", "BASTARD", "BSABB"} & known


def test_letters_and_alphabets_of_an_author_leave_out_words_that_need_others() -> None:
    shape = satcross.rectangle(rows=4, columns=4)
    few = satcross.Request(shape, letters="AEST")
    assert set(make_grid(few, Random(1)).letters) <= set("AEST")
    digits = satcross.Request(shape, letters="0123456789")
    assert set(make_grid(digits, Random(1)).letters) <= set("0123456789")


def test_words_are_chosen_so_that_lines_that_cross_them_can_be_words_too(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(["cat", "are", "ten", "cob", "ant", "oxo", "bye", "Eve"]))
    words = read_words([path], Reading(drop_capitals=True), use_cache=False)
    assert "EVE" not in words
    shape = satcross.rectangle(rows=3, columns=3)
    request = satcross.Request(shape, solution=("C", "A", "T", *[None] * 6), words=words)
    for seed in range(10):
        letters = make_grid(request, Random(seed)).letters
        assert "".join(letters[3:6]) == "ARE"  # of all words only this one leaves words for the three columns
        assert "".join(letters[6:]) == "TEN"
