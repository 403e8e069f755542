"""Filling: every promise of a fill, judged without the engines, and agreement with brute force on tiny grids."""

from pathlib import Path

import pytest

from satcross.base.budget import DEFAULT_TUNING, UNLIMITED, Budget
from satcross.errors import PuzzleError, RegexError, TimeUp
from satcross.puzzle.wordlists import WordList, fold, read_words
from satcross.words.files import load_template, template_in
from satcross.words.filling import ENGINES, Filling, remarks
from satcross.words.problem import DEFAULT_CHOICE, Problem, WordChoice, build_problem
from satcross.words.quality import Quality
from satcross.words.template import BLOCK, OPEN, Template
from tests.clocks import hurry
from tests.fill.fuzzer import Case, case, differences, fills, has_something_to_fill, runs, scores_of
from tests.pace import ENDLESS
from tests.word_lists import make_list

HERE = Path(__file__).resolve().parent
TEMPLATES = sorted((HERE.parents[1] / "puzzles" / "fill").glob("*.txt"))
SMALL = HERE.parents[1] / "puzzles" / "words" / "small.txt"


@pytest.fixture(scope="module")
def small() -> WordList:
    return read_words([SMALL], use_cache=False)


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
        rows = first_fill(template, small, seed=seed, budget=Budget(ENDLESS))
        assert rows is not None
        assert_is_fill(template, rows, words)


def test_a_slot_whose_letters_are_all_given_stays_even_if_it_is_no_word() -> None:
    filling = Filling(template_in("X Q\n_ _\n"), make_list(["xa", "qb", "ab"]))
    assert [fill.rows for fill in filling] == [("XQ", "AB")]
    assert filling.problem.kept == (("1 across", "XQ"),)


# -- brute force


def test_all_fills_of_tiny_grids_agree_with_brute_force() -> None:
    found = [*differences(1, range(80))]
    assert [difference for _, difference in found if difference is not None] == []
    assert len(found) > 60


def test_brute_force_sees_cases_of_every_kind() -> None:
    cases = [each for each in (case(f"1 {number}") for number in range(600)) if has_something_to_fill(each)]
    numbers_of_fills = {min(len(fills(each) or ()), 2) for each in cases}
    assert numbers_of_fills == {0, 1, 2}
    for chosen in (lambda choice: choice.preferred, lambda choice: choice.required):  # words that the list lacks
        assert any({*chosen(each.choice)} - {*scores_of(each)} and fills(each) for each in cases)
    assert any(build(each).lone and fills(each) for each in cases)


def build(each: Case) -> Problem:
    return build_problem(each.template, make_list(scores_of(each).items()), each.choice)


def test_a_word_is_not_both_required_and_excluded(small: WordList) -> None:
    with pytest.raises(PuzzleError, match="'the' is required, but it is excluded, too"):
        Filling(template_in("..."), small, WordChoice(required=("the",), excluded=("THE",)))


# -- seeds


def test_the_same_seed_gives_the_same_fill_and_others_differ(small: WordList) -> None:
    template = load_template(TEMPLATES[0].with_name("open5.txt"))
    fills = {seed: first_fill(template, small, seed=seed) for seed in range(6)}
    assert fills == {seed: first_fill(template, small, seed=seed) for seed in range(6)}
    assert len(set(fills.values())) > 1


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


def test_a_faulty_regex_is_named_with_its_slot() -> None:
    with pytest.raises(RegexError) as caught:
        Filling(template_with("'1 across' = '(A'"), make_list(FOUR))
    assert "1 across" in caught.value.place


# -- choice of words


def test_as_many_preferred_words_appear_as_possible(small: WordList) -> None:
    template = template_in("_____\n_#_#_\n_____\n_#_#_\n_____\n")
    theme = ("stage", "actor", "scene", "plots")
    for seed in range(3):
        for engine in ENGINES:
            fill = next(iter(Filling(template, small, WordChoice(preferred=theme), seed=seed, engine=engine)))
            assert len({*map(str.upper, theme)} & {*runs(fill.rows)}) == 3
            assert len(fill.missing) == 1
            assert fill.is_maximal
    with_all = Filling(template, small, WordChoice(required=theme))
    assert (list(with_all), with_all.status) == ([], "unfillable")


def test_preferred_words_are_looked_for_as_long_as_there_is_time(small: WordList) -> None:
    """A deadline replaces the limit on the work, which is none here; the search ends when it knows the most."""
    template = template_in("_____\n_#_#_\n_____\n_#_#_\n_____\n")
    choice = WordChoice(preferred=("stage", "actor", "scene", "plots"))
    no_work = DEFAULT_TUNING._replace(preferring_dead_ends=-1)
    for seed in range(5):
        budget = Budget(1000)._replace(tuning=no_work)
        fill = next(iter(Filling(template, small, choice, seed=seed, engine="search", budget=budget)))
        assert fill.is_maximal
        assert len(fill.missing) == 1


def test_the_time_is_shared_by_the_fills_that_are_wanted(small: WordList, monkeypatch: pytest.MonkeyPatch) -> None:
    """No fill places all of these words, and to know that takes longer than the clock allows."""
    hurry(monkeypatch)
    template = template_in("_____\n_#_#_\n_____\n_#_#_\n_____\n")
    choice = WordChoice(preferred=("stage", "actor", "scene", "plots"))
    filling = Filling(template, small, choice, seed=1, engine="search", number=3, budget=Budget(60))
    assert len([fill for fill, _ in zip(filling, range(3), strict=False)]) == 3


def test_preferred_words_without_a_slot_are_missing(small: WordList) -> None:
    fill = next(iter(Filling(template_in("..."), small, WordChoice(preferred=("elephant", "qqq", "a-b")))))
    assert fill == (("QQQ",), Quality(100.0, 100, "QQQ"), ("ELEPHANT",), True)


def test_time_that_runs_out_while_words_are_placed_leaves_the_best_fill(small: WordList) -> None:
    template = template_in("_____\n_#_#_\n_____\n_#_#_\n_____\n")
    choice = WordChoice(preferred=("stage", "actor", "scene", "plots"))
    asked: list[str] = []

    def report(what: str, done: int | None, total: int | None) -> None:
        asked.append(what)
        if what.startswith("placing preferred words"):
            raise TimeUp

    filling = Filling(template, small, choice, seed=1, budget=UNLIMITED._replace(report=report))
    fill = next(iter(filling))
    assert any(what.startswith("placing") for what in asked)
    assert len(fill.rows) == 5


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
    filling = Filling(template_in("......\n" * 6), small, budget=Budget(0.0))
    assert list(filling) == []
    assert (filling.status, filling.is_out_of_time) == ("unknown", True)
    rows, filled = filling.best
    words = {word.upper() for word in SMALL.read_text().split()}
    assert filled < 12
    assert len([run for run in runs(rows) if OPEN not in run and run in words]) >= filled


def test_a_partial_fill_that_turns_out_to_be_whole_is_a_fill(small: WordList) -> None:
    template = load_template(TEMPLATES[0].with_name("quiz132-simple.txt"))
    filling = Filling(template, small, budget=Budget(0.0))
    for fill in filling:
        assert_is_fill(template, fill.rows, {word.upper() for word in SMALL.read_text().split()})
    assert filling.status in ("filled", "unknown")
