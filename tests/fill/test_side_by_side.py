"""Searches side by side: their fills are those of the single searches, in the order of their dead ends."""

import os
import pickle
import signal
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from satcross.base.budget import UNLIMITED
from satcross.errors import OptionError, SatcrossError, TimeUp
from satcross.puzzle.wordlists import read_words
from satcross.words.files import template_in
from satcross.words.filling import Filling
from satcross.words.problem import Problem, build_problem
from satcross.words.search import FillSearch, Letters
from satcross.words.side_by_side import SideBySide, seed_of
from tests.processes import children
from tests.word_lists import make_list

SQUARE = template_in("...\n...\n...")
FEW = make_list([a + b + c for a in "AB" for b in "AB" for c in "AB"])
MANY = make_list([a + b + c for a in "ABCD" for b in "ABCD" for c in "ABCDE"])
IMPATIENT = UNLIMITED.tuned(descent_dead_ends=1)


def never(problem: Problem, letters: Letters) -> bool:
    return False


def die(problem: Problem, letters: Letters) -> bool:
    os.kill(os.getpid(), signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    return True


def complain(problem: Problem, letters: Letters) -> bool:
    raise ValueError("no")


def merged(problem: Problem, seed: int, jobs: int, most: int) -> list[Letters]:
    """Return the fills of the single searches, `most` of each, in the order of dead ends and numbers."""

    def timed(number: int) -> Iterator[tuple[int, int, int, Letters]]:
        search = FillSearch(problem, seed_of(seed, number), budget=IMPATIENT)
        for place, letters in enumerate(islice(search, most)):
            yield search.dead_ends, number, place, letters

    found = sorted(each for number in range(jobs) for each in timed(number))
    return list(dict.fromkeys(letters for *_, letters in found))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_fills_come_in_the_order_of_dead_ends_whichever_process_is_quicker(seed: int) -> None:
    before = children()
    problem = build_problem(SQUARE, MANY)
    search = SideBySide(problem, seed, jobs=3, budget=IMPATIENT)
    assert list(islice(search, 4)) == merged(problem, seed, 3, 12)[:4]
    assert not search.is_complete
    assert children() <= before  # tests before this one may have left a judge that waits for questions


def test_what_the_processes_get_can_be_pickled_also_if_the_words_come_from_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "words").write_text("abc\nabd\nabcd\n")
    for _ in range(2):
        words = read_words([tmp_path / "words"])
    assert list((tmp_path / "satcross").iterdir())
    search = SideBySide(build_problem(SQUARE, words), 1, jobs=2)
    (problem, *_) = pickle.loads(pickle.dumps(search._settings))
    assert sorted(problem.words[0]) == ["ABC", "ABD"]
    assert problem.word_list.letters == "ABCD"


@pytest.mark.parametrize("seed", [1, 2])
def test_several_searches_find_every_fill_once(seed: int) -> None:
    problem = build_problem(SQUARE, FEW)
    search = SideBySide(problem, seed, jobs=2, budget=IMPATIENT)
    found = list(search)
    assert search.is_complete
    assert len(found) == len(set(found))
    assert set(found) == set(FillSearch(problem, 5))


def test_several_searches_that_find_nothing_say_that_there_is_no_fill() -> None:
    search = SideBySide(build_problem(SQUARE, FEW), 1, jobs=2, accepts=never)
    assert list(search) == []
    assert search.is_complete
    assert search.work.dead_ends > 0


def test_searches_stop_after_the_dead_ends_they_may_meet_and_can_go_on() -> None:
    search = SideBySide(build_problem(SQUARE, FEW), 1, jobs=2)
    search.stop_after(1)
    found = list(search)
    assert not search.is_complete
    search.stop_after(None)
    found += list(search)
    assert search.is_complete
    assert len(set(found)) == len(found)


def test_the_fullest_state_of_all_searches_is_kept() -> None:
    before = children()
    words = make_list([a + b + c + d for a in "ABCDEF" for b in "BDFHJ" for c in "ACDEF" for d in "ABDG"])
    problem = build_problem(template_in("....\n" * 4), words)
    said: list[str] = []

    def report(what: str, done: int | None, total: int | None) -> None:
        said.append(what)
        if "best 8 of 8" in what:
            raise TimeUp

    search = SideBySide(problem, 1, UNLIMITED._replace(report=report), jobs=2, accepts=never)
    with pytest.raises(TimeUp):
        next(iter(search))
    assert search.partial()[1] == len(problem.words) == 8  # filled, but not accepted
    assert said[0] == "filling by 2 processes, best 0 of 8 slots, dead ends"
    assert children() <= before  # tests before this one may have left a judge that waits for questions


def test_a_process_that_dies_is_one_clear_error() -> None:
    before = children()
    with pytest.raises(SatcrossError, match="a process that looked for a fill was killed") as caught:
        list(SideBySide(build_problem(SQUARE, FEW), 1, jobs=2, accepts=die))
    assert caught.value.code == "worker"
    assert children() <= before  # tests before this one may have left a judge that waits for questions


def test_an_error_in_a_process_is_raised_here() -> None:
    with pytest.raises(ValueError, match="no"):
        list(SideBySide(build_problem(SQUARE, FEW), 1, jobs=2, accepts=complain))


def test_a_template_that_propagation_excludes_needs_no_process() -> None:
    search = SideBySide(build_problem(template_in("AZ\n.."), make_list(["ab", "ba"])), 1, jobs=2)
    assert (list(search), search.is_complete, search.work.nodes) == ([], True, 0)


def test_filling_takes_a_number_of_jobs_that_its_engine_can_use() -> None:
    fills = [fill.rows for fill in Filling(SQUARE, FEW, seed=3, jobs=2)]
    assert sorted(fills) == sorted(fill.rows for fill in Filling(SQUARE, FEW, seed=3))
    with pytest.raises(OptionError, match="at least 1, not 0"):
        Filling(SQUARE, FEW, jobs=0)
    with pytest.raises(OptionError, match="the engine sat searches in one process"):
        Filling(SQUARE, FEW, jobs=2, engine="sat")
