"""Filling: every promise of a fill, judged without the engines, and agreement with brute force on tiny grids."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random

import pytest

from satcross.base.budget import Budget
from satcross.errors import PuzzleError, RegexError
from satcross.puzzle.wordlists.folding import fold
from satcross.puzzle.wordlists.read import read_words
from satcross.puzzle.wordlists.wordlist import WordList
from satcross.words.diagnosis import remarks
from satcross.words.files import load_template, template_in
from satcross.words.filling import Filling
from satcross.words.problem import DEFAULT_CHOICE, WordChoice
from satcross.words.template import BLOCK, OPEN, Template
from tests.word_lists import make_list

HERE = Path(__file__).resolve().parent
TEMPLATES = sorted((HERE.parents[1] / "puzzles" / "fill").glob("*.txt"))
SMALL = HERE.parents[1] / "puzzles" / "words" / "small.txt"
DEBIAN = Path("/usr/share/dict/american-english")


@pytest.fixture(scope="module")
def small() -> WordList:
    return read_words([SMALL], use_cache=False)


def runs(rows: tuple[str, ...]) -> list[str]:
    """Return the words across, then down."""
    lines = [*rows, *("".join(column) for column in zip(*rows, strict=True))]
    return [run for line in lines for run in line.split(BLOCK) if len(run) > 1]


def assert_is_fill(template: Template, rows: tuple[str, ...], words: set[str]) -> None:
    """Every slot a word (or all given), no word twice, givens and blocks kept."""
    assert len(rows) == len(template.rows)
    for wanted, row in zip(template.rows, rows, strict=True):
        assert len(wanted) == len(row)
        for place, letter in zip(wanted, row, strict=True):
            assert letter == fold(place) if place not in (OPEN, BLOCK) else (letter == BLOCK) == (place == BLOCK)
    filled = [word for wanted, word in zip(runs(template.rows), runs(rows), strict=True) if OPEN in wanted]
    assert set(filled) <= words
    assert len(set(filled)) == len(filled)


def first_fill(
    template: Template, words: WordList, choice: WordChoice = DEFAULT_CHOICE, **options: object
) -> tuple[str, ...] | None:
    fill = next(iter(Filling(template, words, choice, **options)), None)  # type: ignore[arg-type]
    return None if fill is None else fill.rows


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_templates_are_filled_from_our_own_small_list(path: Path, small: WordList) -> None:
    words = {line.upper() for line in SMALL.read_text().split()}
    template = load_template(path)
    for seed in range(2):
        rows = first_fill(template, small, seed=seed, budget=Budget.lasting(20))
        assert rows is not None
        assert_is_fill(template, rows, words)


@pytest.mark.skipif(not DEBIAN.exists(), reason="Debian's wamerican is not installed")
@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=pytest.mark.slow if path.stem == "blocks15-72" else ()) for path in TEMPLATES],
    ids=lambda path: path.stem,
)
def test_templates_are_filled_from_debians_list(path: Path, debian: tuple[WordList, set[str]]) -> None:
    template = load_template(path)
    rows = first_fill(template, debian[0], seed=1, budget=Budget.lasting(60))
    assert rows is not None
    assert_is_fill(template, rows, debian[1])


@pytest.fixture(scope="module")
def debian() -> tuple[WordList, set[str]]:
    words = {fold(line) for line in DEBIAN.read_text().splitlines()}
    return read_words([DEBIAN], use_cache=False), words


def test_a_template_without_a_fill_and_a_slot_that_is_all_given() -> None:
    template = template_in("T O\nX _\n")
    filling = Filling(template, make_list(["to", "on", "tx"]))
    assert [fill.rows for fill in filling] == [("TO", "XN")] or filling.status == "unfillable"
    kept = Filling(template_in("Z Q _ _\n_ # # _\n"), make_list(["zqab", "za", "bd", "ab"]))
    assert [fill.rows for fill in kept] == [("ZQAB", "A##D")]


def test_a_slot_whose_letters_are_all_given_stays_even_if_it_is_no_word() -> None:
    filling = Filling(template_in("X Q\n_ _\n"), make_list(["xa", "qb", "ab"]))
    assert [fill.rows for fill in filling] == [("XQ", "AB")]
    assert filling.problem.kept == (("1 across", "XQ"),)


# -- brute force


def brute_force(template: Template, words: list[str], choice: WordChoice) -> set[tuple[str, ...]]:
    """Return every fill, by trying all letters."""
    letters = sorted(set("".join(words)))
    usable = {word for word in words if word not in choice.excluded and len(word) >= choice.min_length}
    places = [(r, c) for r, row in enumerate(template.rows) for c, place in enumerate(row) if place == OPEN]
    found = set()
    for chosen in product(letters, repeat=len(places)):
        grid = [list(row) for row in template.rows]
        for (row, column), letter in zip(places, chosen, strict=True):
            grid[row][column] = letter
        rows = tuple("".join(row) for row in grid)
        filled = runs(rows)
        if (
            set(filled) <= usable
            and (choice.allow_repeats or len(set(filled)) == len(filled))
            and set(choice.required) <= set(filled)
        ):
            found.add(rows)
    return found


SHAPES = (
    "...\n...\n...",
    "..\n..",
    "...\n.#.\n...",
    "..#\n...\n#..",
    "#..\nA..",
    "....\n.##.\n..B.",
    ".A.\n...",
    "...\n#.#\n...",
)


@pytest.mark.parametrize("shape", SHAPES)
def test_all_fills_of_tiny_grids_agree_with_brute_force(shape: str) -> None:
    random = Random(shape)
    template = template_in(shape)
    numbers_of_fills = set()
    for trial in range(6):
        count = random.choice([2, 4, 10, 20])
        words = sorted({"".join(random.choices("ABC", k=random.choice([2, 3, 4]))) for _ in range(3 * count)})
        choice = WordChoice(
            allow_repeats=random.random() < 0.3,
            excluded=tuple(random.sample(words, 2)) if random.random() < 0.3 else (),
            required=(random.choice(words),) if random.random() < 0.2 else (),
            preferred=tuple(random.sample(words, 2)) if random.random() < 0.3 else (),
        )
        expected = brute_force(template, words, choice)
        for engine in ("auto", "search", "sat"):
            filling = Filling(template, make_list(words), choice, seed=trial, engine=engine)  # type: ignore[arg-type]
            listed = [fill.rows for fill in filling]
            taken = {word for _, word in filling.problem.kept}
            if not taken:
                assert sorted(listed) == sorted(expected)
                assert filling.is_complete
                assert filling.status == ("filled" if expected else "unfillable")
        numbers_of_fills.add(min(len(expected), 2))
    assert len(numbers_of_fills) > 1, "the trials should be of different kinds"


# -- seeds


def test_the_same_seed_gives_the_same_fill_and_others_differ(small: WordList) -> None:
    template = load_template(TEMPLATES[0].with_name("open5.txt"))
    fills = {seed: first_fill(template, small, seed=seed) for seed in range(6)}
    assert fills == {seed: first_fill(template, small, seed=seed) for seed in range(6)}
    assert len(set(fills.values())) > 1


def test_fills_do_not_depend_on_the_hash_seed() -> None:
    template = TEMPLATES[0].with_name("mini7.txt")
    command = [
        sys.executable,
        "-m",
        "satcross",
        "fill",
        str(template),
        "--words",
        str(SMALL),
        "--seed",
        "3",
        "--no-cache",
    ]
    printed = {
        subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": hash_seed}, capture_output=True, text=True, check=True
        ).stdout
        for hash_seed in "123"
    }
    assert len(printed) == 1


def test_several_fills_all_differ(small: WordList) -> None:
    template = load_template(TEMPLATES[0].with_name("prefilled9.txt"))
    filling = iter(Filling(template, small, seed=1))
    rows = [next(filling).rows for _ in range(5)]
    assert len(set(rows)) == 5


# -- regexes


def template_with(*slots: str) -> Template:
    return template_in("template = '''\n_ _ _ _\n_ # # _\n_ _ _ _\n'''\n[slots]\n" + "\n".join(slots))


FOUR = ["noon", "near", "neon", "reed", "deed", "nod", "red", "den", "near", "ran", "nun"]


def test_a_regex_on_a_slot_holds_besides_the_dictionary() -> None:
    template = template_with(r"'1 across' = '(.)(.)\2\1'")
    fills = [fill.rows for fill in Filling(template, make_list(FOUR), WordChoice(allow_repeats=True))]
    assert fills
    assert {rows[0] for rows in fills} <= {"NOON", "DEED"}
    plain = Filling(template_with(), make_list(FOUR), WordChoice(allow_repeats=True))
    assert sorted(fills) == sorted(fill.rows for fill in plain if fill.rows[0] in ("NOON", "DEED"))


def test_a_regex_may_read_a_slot_from_its_end() -> None:
    template = template_with("'1 down' = { regex = 'D.*', reversed = true }")
    fills = [fill.rows for fill in Filling(template, make_list(FOUR), WordChoice(allow_repeats=True))]
    assert fills
    assert all("".join(row[0] for row in rows).endswith("D") for rows in fills)


def test_a_regex_on_a_whole_row_holds_too() -> None:
    rectangle = "holes = ['1,3']\n[clues]\nrows = ['(.)(.)\\1\\2', '', '']\ncolumns = 5\n"
    template = template_in(rectangle)
    random = Random(1)
    words = make_list({"".join(random.choices("abc", k=n)) for n in (2, 3, 5) for _ in range(60)})
    fill = next(iter(Filling(template, words, WordChoice(allow_repeats=True), seed=2)))
    first = fill.rows[0].replace(BLOCK, "")
    assert first[:2] == first[2:]


def test_a_clue_that_no_word_matches_makes_the_template_unfillable() -> None:
    filling = Filling(template_with("'1 across' = 'X.*'"), make_list(FOUR))
    assert list(filling) == []
    assert filling.status == "unfillable"


def test_a_faulty_regex_is_named_with_its_slot() -> None:
    with pytest.raises(RegexError) as caught:
        Filling(template_with("'1 across' = '(A'"), make_list(FOUR))
    assert "1 across" in caught.value.place


# -- choice of words


def test_scores_lengths_and_exclusions_bar_words() -> None:
    words = make_list([("AB", 90), ("CD", 10), ("AC", 60), ("BD", 60)])
    template = template_in("..\n..")
    assert {fill.rows for fill in Filling(template, words)} == {("AB", "CD"), ("AC", "BD")}
    assert Filling(template, words, WordChoice(min_score=20)).is_complete is False
    assert list(Filling(template, words, WordChoice(min_score=20))) == []
    assert list(Filling(template, words, WordChoice(excluded=("bd",)))) == []
    assert list(Filling(template, words, WordChoice(min_length=3))) == []


def test_preferred_words_appear_where_they_can(small: WordList) -> None:
    template = load_template(TEMPLATES[0].with_name("lattice9.txt"))
    plain = first_fill(template, small, seed=4)
    assert plain is not None
    theme = runs(plain)[0]
    for seed in range(3):
        rows = first_fill(template, small, WordChoice(preferred=(theme,)), seed=seed)
        assert rows is not None
        assert theme in runs(rows)


def test_theme_words_need_not_be_in_the_list(small: WordList) -> None:
    assert "QQQ" not in small
    for choice in (WordChoice(required=("qqq",)), WordChoice(preferred=("qqq",))):
        (fill, *_) = Filling(template_in("..."), small, choice)
        assert fill.rows == ("QQQ",)


def test_a_required_word_must_be_one(small: WordList) -> None:
    with pytest.raises(PuzzleError, match="is not a word"):
        Filling(template_in("..."), small, WordChoice(required=("q-q",)))


def test_a_required_word_without_a_slot_is_named(small: WordList) -> None:
    filling = Filling(template_in("..."), small, WordChoice(required=("qqqq",)))
    assert list(filling) == []
    assert filling.status == "unfillable"
    assert remarks(filling.problem)[0] == "no slot has 4 cells, for the required word QQQQ; the slots have 3"


# -- bad input, limits


def test_a_slot_longer_than_every_word_is_named() -> None:
    with pytest.raises(PuzzleError, match="the slot has 9 cells; the longest word") as caught:
        Filling(template_in("." * 9), make_list(["abc"]))
    assert caught.value.place == ("1 across (row 1, column 1)",)


def test_open_cells_without_slots_are_nothing_to_fill() -> None:
    with pytest.raises(PuzzleError, match="no slot to fill"):
        Filling(template_in(".#."), make_list(["abc"]))


def test_out_of_time_is_a_third_answer_with_a_partial_fill(small: WordList) -> None:
    filling = Filling(template_in("......\n" * 6), small, budget=Budget.lasting(0.0))
    assert list(filling) == []
    assert (filling.status, filling.is_out_of_time) == ("unknown", True)
    rows, filled = filling.best
    words = {word.upper() for word in SMALL.read_text().split()}
    assert filled < 12
    assert len([run for run in runs(rows) if OPEN not in run and run in words]) >= filled


def test_a_partial_fill_that_turns_out_to_be_whole_is_a_fill(small: WordList) -> None:
    template = load_template(TEMPLATES[0].with_name("quiz132-simple.txt"))
    filling = Filling(template, small, budget=Budget.lasting(0.0))
    for fill in filling:
        assert_is_fill(template, fill.rows, {word.upper() for word in SMALL.read_text().split()})
    assert filling.status in ("filled", "unknown")


def test_the_proof_that_there_is_no_fill_is_found_by_every_engine() -> None:
    # 3 x 3 from words in which every letter has one place only: no letter can be shared by a row and a column
    words = make_list(["ABC", "DEF", "GHI", "ADX", "BEY"])
    for engine in ("auto", "search", "sat"):
        filling = Filling(template_in("...\n...\n..."), words, engine=engine)  # type: ignore[arg-type]
        assert list(filling) == []
        assert filling.status == "unfillable"
