"""The search itself: bookkeeping that only long runs would reach."""

from satcross.words.files import template_in
from satcross.words.problem import build_problem
from satcross.words.search import FillSearch
from tests.word_lists import make_list


def test_a_search_stops_after_the_dead_ends_it_may_meet_and_can_go_on() -> None:
    # six different words out of eight: few grids have them, and propagation sees none at once
    words = make_list([a + b + c for a in "AB" for b in "AB" for c in "AB"])
    search = FillSearch(build_problem(template_in("...\n...\n..."), words), 1, most_dead_ends=1)
    found = list(search)
    assert not search.is_complete
    search.stop_after(None)
    found += list(search)
    assert search.is_complete
    assert len(set(found)) == len(found)
