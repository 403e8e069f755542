"""What a search knows: statuses under every limit, time limits, wrong answers that never get out."""

import pickle
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from math import prod
from random import Random
from time import monotonic
from typing import Any

import pytest

from satcross.base.bits import single_bits
from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import LimitError, OptionError, TimeUp
from satcross.puzzle import Clue, Line, Puzzle
from satcross.puzzle.shapes import line, rectangle
from satcross.solver.cnf import VariableMap
from satcross.solver.residual import Residual
from satcross.solver.search import KnownSolutions, Stage, search
from satcross.solver.solutions import Search, check, solutions
from satcross.solver.strategy import NO_MORE, Found
from satcross.solver.verify import GridVerifier, WrongAnswerError
from tests.clues import referring_pattern, regular_pattern
from tests.hard import pigeons
from tests.pace import ENDLESS
from tests.residuals import presolved_for, propagated

EASY = rectangle(rows=["HE|LL|O+", "[PLEASE]+"], columns=["[^SPEAK]+", "EP|IP|EF"])
NEEDS_SEARCH = rectangle(rows=["AB|BA", "AB|BA"], columns=["AA|BB", "AB|BA|AA"])
TWO = rectangle(rows=["AB|BA", "AB|BA"], columns=["AB|BA", "AB|BA"])
NONE = rectangle(rows=["A"], columns=["B"])
HIDDEN_NONE = rectangle(rows=["AB|BA", "AB|BA", "AB|BA"], columns=["B*A?B*", "B*A?B*"])


def several(count: int) -> Puzzle:
    """Return a puzzle of one cell with so many solutions."""
    return line("[A-Z]", 1, alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:count])


NO_BACKTRACKING = UNLIMITED.tuned(backtracking_letters=-1)
NO_DIVING = NO_BACKTRACKING.tuned(dive_circuit_bits=())


@pytest.fixture(
    params=[{}, {"budget": NO_BACKTRACKING}, {"budget": NO_DIVING}, {"use_propagation": False}],
    ids=["every strategy", "no backtracking", "no backtracking or diving", "no propagation"],
)
def searching(request: pytest.FixtureRequest) -> Callable[..., Search]:
    """Run a test with every strategy and with fewer."""
    settings = dict(request.param)
    use_propagation = settings.pop("use_propagation", True)

    def search(puzzle: Puzzle, **more: Any) -> Search:
        return Search(puzzle, presolved=presolved_for(puzzle, use_propagation), **settings, **more)

    return search


@pytest.mark.parametrize("solver", ["cadical153", "glucose4", "minisat22"])
@pytest.mark.parametrize(
    ("puzzle", "status", "count"),
    [(EASY, "unique", 1), (NEEDS_SEARCH, "unique", 1), (TWO, "several", 2), (NONE, "none", 0), (HIDDEN_NONE, "none", 0),
     (several(3), "several", 3), (line("", 0, alphabet="A"), "unique", 1), (line("A", 0), "none", 0)],
)  # fmt: skip
def test_a_search_to_the_end_knows_all(
    puzzle: Puzzle, status: str, count: int, solver: str, searching: Callable[..., Search]
) -> None:
    search = searching(puzzle, solver=solver).run()
    assert (search.status, search.count, search.is_complete, search.stopped) == (status, count, True, "")


@pytest.mark.parametrize(
    ("puzzle", "limit", "status", "is_complete"),
    [
        (EASY, 1, "unique", True),  # propagation has proved it
        (EASY, 2, "unique", True),
        (several(2), 1, "unknown", False),
        (several(2), 2, "several", False),  # both are found, but not that there are no more
        (several(2), 3, "several", True),
        (several(5), 2, "several", False),
        (TWO, 1, "unknown", False),
        (NONE, 1, "none", True),
        (NEEDS_SEARCH, 1, "unique", True),  # backtracking has ruled out all others on its way
        (NEEDS_SEARCH, 2, "unique", True),
    ],
)
def test_a_limit_leaves_open_what_it_leaves_open(puzzle: Puzzle, limit: int, status: str, is_complete: bool) -> None:
    search = Search(puzzle, limit=limit)
    found = list(search)
    assert (search.status, search.is_complete) == (status, is_complete)
    assert len(found) == search.count <= limit
    assert search.stopped == ("" if is_complete else "limit")


def test_solutions_come_one_by_one() -> None:
    search = Search(several(26))
    assert search.status == "unknown"
    assert search.count == 0
    next(search)
    assert (search.count, search.status) == (1, "unknown")
    next(search)
    assert (search.count, search.status, search.is_complete) == (2, "several", False)


def test_a_huge_number_of_solutions_is_no_obstacle_to_the_first() -> None:
    puzzle = rectangle(rows=["[A-Z]{20}"] * 20, columns=["[A-Z]{20}"] * 20)
    assert len(list(islice(Search(puzzle), 3))) == 3


def test_over_the_open_alphabet_letters_that_no_clue_tells_apart_are_several_solutions() -> None:
    assert Search(line("[AB]", 1, alphabet="any")).run().status == "several"
    assert Search(line("A", 1, alphabet="any")).run().status == "unique"
    assert Search(line(r"(.)\1", 2, alphabet="any")).run().status == "several"
    assert Search(line(r"(A)\1", 2, alphabet="any")).run().status == "unique"
    assert Search(line(r"(.)(?!\1).", 2, alphabet="any"), limit=1).run().status != "unique"


def test_a_finite_alphabet_is_listed_in_full_however_large() -> None:
    alphabet = "".join(map(chr, range(0x4E00, 0x4E00 + 4200)))
    search = Search(line(r"(.)\1", 2, alphabet=alphabet))
    first = list(islice(search, 20))
    assert all(solution.letters[0] == solution.letters[1] for solution in first)
    assert len(set(first)) == 20


def test_a_timeout_leaves_the_status_unknown() -> None:
    start = monotonic()
    search = Search(pigeons(13), budget=Budget(0.3)).run()
    assert (search.status, search.stopped, search.is_complete, search.count) == ("unknown", "timeout", False, 0)
    assert monotonic() - start < ENDLESS


def test_a_timeout_stops_the_check_of_a_wide_cube() -> None:
    start = monotonic()
    puzzle = line(r"(.)?.*(?:\1|)", 5, alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    search = Search(puzzle, budget=Budget(0.3))
    assert list(search.cubes()) == []
    assert (search.status, search.stopped) == ("unknown", "timeout")
    assert monotonic() - start < ENDLESS


@pytest.mark.long
def test_a_timeout_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is up as soon as the first solution has been verified."""
    verify, late = GridVerifier.check, 0.0

    def verified(self: GridVerifier, letters: Sequence[str]) -> None:
        nonlocal late
        verify(self, letters)
        late = 1_000.0

    monkeypatch.setattr(GridVerifier, "check", verified)
    monkeypatch.setattr("satcross.base.budget.monotonic", lambda: monotonic() + late)
    puzzle = pigeons(13, way_out="|Y+")
    search = Search(puzzle, budget=Budget(500))
    found = list(search)
    assert search.stopped == "timeout"
    assert [solution.rows[0] for solution in found] == ["Y" * 13]
    assert search.status == "unknown"
    late = 0.0
    verdict = check(puzzle, timeout=500)
    assert (verdict.status, verdict.witnesses, verdict.stopped) == ("unknown", tuple(found), "timeout")


def test_a_caller_who_takes_long_over_the_last_solution_has_not_run_out_of_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = solutions(EASY, timeout=60)
    next(found)
    monkeypatch.setattr("satcross.base.budget.monotonic", lambda: monotonic() + 100)
    assert list(found) == []


def test_a_list_that_was_cut_short_does_not_pass_for_a_whole_one() -> None:
    with pytest.raises(TimeUp):
        list(solutions(pigeons(13), timeout=0.2))


@pytest.mark.parametrize("propagated", [True, False])
def test_a_wrong_answer_of_the_solver_does_not_get_out(propagated: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Break the decoding so that each cell shows another of its letters."""
    honest = VariableMap.decode

    def broken(self: VariableMap, is_true):
        return tuple(
            next((other for other in lits if other != block), block)
            for block, lits in zip(honest(self, is_true), self.lits, strict=False)
        )

    monkeypatch.setattr(VariableMap, "decode", broken)
    presolved = presolved_for(NEEDS_SEARCH, propagated)
    with pytest.raises(WrongAnswerError, match="answer is wrong"):
        list(Search(NEEDS_SEARCH, presolved=presolved, budget=NO_BACKTRACKING))


def test_check_shows_two_witnesses_and_where_they_differ() -> None:
    puzzle = rectangle(rows=["AB|BA", "AB"], columns=["", ""])
    verdict = check(puzzle)
    assert verdict.status == "several"
    assert {witness.text for witness in verdict.witnesses} == {"AB\nAB", "BA\nAB"}
    assert verdict.differing_cells == ((1, 1), (1, 2))


def test_what_was_needed_is_reported() -> None:
    assert not Search(EASY).run().was_searched
    search = Search(NEEDS_SEARCH).run()
    assert search.was_searched
    assert search.stats["cells"] == 4
    assert search.stats["variables"] == 0
    assert {"compile", "propagate", "backtracking"} <= search.seconds.keys()
    assert search.alphabet == "AB"
    search = Search(NEEDS_SEARCH, presolved=presolved_for(NEEDS_SEARCH, use_propagation=False)).run()
    assert not {"propagate", "backtracking", "diving"} & search.seconds.keys()
    assert search.stats["variables"] > 0
    search = Search(NEEDS_SEARCH, budget=NO_BACKTRACKING).run()
    assert search.was_searched
    assert search.stats["variables"] > 0
    assert {"compile", "propagate", "encode", "portfolio"} <= search.seconds.keys()


def test_answers_are_plain_values() -> None:
    verdict = check(TWO)
    again = pickle.loads(pickle.dumps(verdict))
    assert again == verdict
    assert again.witnesses[0] in set(verdict.witnesses)


@pytest.mark.parametrize(("wrong", "code"), [
    ({"limit": 0}, "option-number"), ({"limit": -1}, "option-number"), ({"solver": "best"}, "option-solver"),
])  # fmt: skip
def test_settings_that_make_no_sense_are_refused_at_once(wrong: dict[str, object], code: str) -> None:
    with pytest.raises(OptionError) as caught:
        Search(EASY, **wrong)  # type: ignore[arg-type]
    assert caught.value.code == code


@pytest.mark.parametrize("seconds", [-1, float("nan")])
def test_a_time_that_makes_no_sense_is_refused(seconds: float) -> None:
    with pytest.raises(OptionError) as caught:
        check(EASY, timeout=seconds)
    assert caught.value.code == "option-timeout"


def test_limits_are_errors_not_answers() -> None:
    many_nodes = rectangle(rows=["(?:A{0,9}B?){0,9}"], columns=[""] * 40, alphabet="AB")
    with pytest.raises(LimitError):
        Search(many_nodes, budget=UNLIMITED._replace(nodes=1000)).run()
    with pytest.raises(LimitError):
        Search(pigeons(39), budget=UNLIMITED._replace(clauses=1000)).run()


def brute_force(residual: Residual, budget: Budget) -> Iterator[Found]:
    """Try every grid of a tiny residual: a strategy of our own, as anybody may add one; give up on other residuals."""
    letters = [single_bits(mask) for mask in residual.masks]
    if prod(map(len, letters)) > MOST_GRIDS:
        return
    for grid in product(*letters):
        if all(constraint.line_constraint.is_entailed(constraint.domains(grid)) for constraint in residual.constraints):
            yield Found(grid, is_last=False)
    yield NO_MORE


MOST_GRIDS = 700
BRUTE_FORCE = Stage(brute_force)


def only_brute_force(known: KnownSolutions) -> Iterator[Stage]:
    yield BRUTE_FORCE._replace(is_for_all=True)


def test_a_search_whose_strategies_give_up_is_not_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satcross.solver.solutions.plan", only_brute_force)
    statuses = [Search(puzzle).run().status for puzzle in (NEEDS_SEARCH, TWO, HIDDEN_NONE)]
    assert statuses == ["unique", "several", "none"]
    large = Search(pigeons(4, way_out="|Y+")).run()
    assert (large.status, large.is_complete, large.stopped, large.count) == ("unknown", False, "", 0)
    in_cubes = Search(pigeons(4, way_out="|Y+"))
    assert list(in_cubes.cubes()) == []
    assert (in_cubes.status, in_cubes.is_complete) == ("unknown", False)


def test_nothing_comes_after_a_strategy_for_all_solutions_even_if_it_gives_up() -> None:
    """What it has found is not remembered, so another strategy would find the same again."""

    def one_only(residual: Residual, budget: Budget) -> Iterator[Found]:
        yield next(found for found in brute_force(residual, budget) if found.cube is not None)

    def gives_up(known: KnownSolutions) -> Iterator[Stage]:
        yield Stage(one_only, is_for_all=True)
        yield BRUTE_FORCE

    residual = propagated(TWO).residual
    assert residual is not None
    assert [found.is_last for found in search(residual, plan=gives_up)] == [False]


@pytest.mark.long
def test_the_open_alphabet_is_like_a_finite_one_with_letters_to_spare() -> None:
    """Clues over A, B, C cannot tell other letters apart, so four of them stand for all on three cells."""
    random = Random(16)
    seen = []
    for _ in range(250):
        clues = [regular_pattern(random, depth=1) if random.random() < 0.5 else referring_pattern(random) for _ in "ab"]
        cells = [tuple(random.sample(range(3), random.randint(1, 3))) for _ in clues]
        lines = tuple(Line(f"line {k}", cells[k], (Clue(clues[k]),)) for k in range(2))
        puzzle = Puzzle(("a", "b", "c"), lines, alphabet="any")
        statuses = {
            Search(asked, limit=2, presolved=presolved_for(asked, use_propagation)).run().status
            for asked in (puzzle, puzzle._replace(alphabet="ABC123"))
            for use_propagation in (True, False)
        }
        assert len(statuses) == 1, (clues, cells, statuses)
        seen += statuses
    assert min(map(seen.count, ("none", "unique", "several"))) > 3
