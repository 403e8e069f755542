"""Random puzzles have one answer, by whatever route; and the fuzzer would notice if they had not."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from satcross import load
from satcross.errors import TooManyStates
from satcross.puzzle import Clue, Puzzle
from satcross.puzzle.shapes import NamedLine, lines, rectangle
from satcross.solver.constraints.circuit import Node
from satcross.solver.constraints.line_states import KnownLetters
from satcross.solver.constraints.regular import RegularConstraint
from satcross.solver.residual import Residual
from tests.judges.engines import Engine, engine
from tests.puzzle_fuzzer.__main__ import families, puzzles, smallest
from tests.puzzle_fuzzer.brute import Solutions, solve
from tests.puzzle_fuzzer.judge import ROUTES, Verdict, compiling_once, judge, prepare
from tests.puzzle_fuzzer.routes import Difference, Known
from tests.selection import slow_but

PORTIONS = 6  # of 40 puzzles, so that they can run beside each other
FEW = 3  # of them in `make test`; `make fuzz-puzzles` goes on for as long as it is told
FOUND = sorted((Path(__file__).parent / "found").glob("*.toml"))


def verdicts(judge_of: Engine, seed: int, number: int) -> Iterator[tuple[Puzzle, Verdict]]:
    with compiling_once():
        for first in range(0, number, 20):
            for each in puzzles(judge_of, seed, range(first, first + 20)):
                yield each.puzzle, judge(each, judge_of, each.puzzle.title)


@pytest.mark.parametrize("portion", slow_but(range(FEW), range(PORTIONS)))
@pytest.mark.parametrize("dialect", ["python", "javascript"])
def test_all_routes_agree(dialect: str, portion: int) -> None:
    found = list(verdicts(engine(dialect), portion, 40))
    for puzzle, verdict in found:
        assert verdict.outcome != "differ", f"{puzzle}\n{verdict.route}: {verdict.detail}"
    assert sum(verdict.outcome == "by force" for _, verdict in found) > 20, "the puzzles have become useless"
    assert len({verdict.status for _, verdict in found} - {""}) == 3


@pytest.mark.parametrize("number", slow_but([10], [10, 100]))
def test_all_routes_agree_on_the_families_that_are_measured(number: int) -> None:
    judge_of = engine("python")
    with compiling_once():
        found = [judge(each, judge_of, each.puzzle.title) for each in families(judge_of, 60, range(number))]
    for verdict in found:
        assert verdict.outcome != "differ", f"{verdict.route}: {verdict.detail}"
    assert sum(verdict.outcome == "by force" for verdict in found) > number / 2


@pytest.mark.parametrize("path", FOUND, ids=[path.stem for path in FOUND])
def test_what_once_differed_agrees_by_all_routes(path: Path) -> None:
    puzzle = load(path)
    verdict = judge(prepare(puzzle), engine(puzzle.dialect), puzzle.title, ROUTES)
    assert verdict.outcome != "differ", f"{verdict.route}: {verdict.detail}"


def test_brute_force_tries_every_grid() -> None:
    judge_of = engine("python")
    puzzle = rectangle(rows=["AB|BA", "AB|BA"], columns=["AB|BA|AA", ""], given={(2, 2): "A"}, alphabet="AB")
    assert solve(puzzle, "AB", judge_of) == Solutions(1, frozenset([("A", "B", "B", "A")]))
    loop = lines([NamedLine(["a", "b", "a"], [Clue("(.).*(?!\\1)."), Clue("B?A.*", is_reversed=True)])], cells=["c"])
    assert solve(loop, "AB", judge_of) == Solutions(0, frozenset())
    free = rectangle(rows=2, columns=["A", ""], holes=[(1, 1)])
    assert solve(free, "ABC", judge_of) == Solutions(9, frozenset((x, "A", y) for x in "ABC" for y in "ABC"))


def verdicts_by(
    name: str, fault: Callable[[pytest.MonkeyPatch], None], seed: int, first: int, end: int
) -> Iterator[Verdict]:
    """Yield the verdicts on some puzzles by one route, while there is a fault."""
    judge_of = engine("python")
    routes = [route for route in ROUTES if route.name == name]
    with pytest.MonkeyPatch.context() as patch, compiling_once():
        fault(patch)
        for number in range(first, end, 20):
            for each in puzzles(judge_of, seed, range(number, number + 20)):
                yield judge(each, judge_of, each.puzzle.title, routes)


def lose_a_letter(patch: pytest.MonkeyPatch) -> None:
    """Propagation drops the highest letter of the first cell of a line of three."""
    honest = RegularConstraint.prune

    def prune(self: RegularConstraint, domains: Sequence[int]) -> Sequence[int] | None:
        left = honest(self, domains)
        if left is None or len(left) != 3 or not left[0] & (left[0] - 1):
            return left
        return left[0] & ~(1 << left[0].bit_length() - 1), *left[1:]

    patch.setattr(RegularConstraint, "prune", prune)


def forget_a_clause(patch: pytest.MonkeyPatch) -> None:
    """The encoder leaves out the last clause of clues."""
    from satcross.solver.cnf import Encoder

    honest = Encoder.require

    def require(self: Encoder, clause: list[int], selector: int | None = None) -> None:
        if len(clause) != 2:
            honest(self, clause, selector)

    patch.setattr(Encoder, "require", require)


def forget_a_cube(patch: pytest.MonkeyPatch) -> None:
    """Listing by a tree leaves out the last part of a cell."""
    honest = Residual.branching

    def branching(self: Residual) -> tuple[int, tuple[int, ...]] | None:
        found = honest(self)
        return found and (found[0], found[1][:-1])

    patch.setattr(Residual, "branching", branching)


@pytest.mark.parametrize("fault", [lose_a_letter, forget_a_clause, forget_a_cube])
def test_a_fault_of_the_solver_is_found(fault: Callable[[pytest.MonkeyPatch], None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        fault(patch)
        assert any(verdict.outcome == "differ" for _, verdict in verdicts(engine("python"), 0, 100))


def number_a_node_too_early(patch: pytest.MonkeyPatch) -> None:
    """A node that a limit keeps from being made has its number already, so that other nodes name it."""
    honest = KnownLetters._node

    def node(self: KnownLetters, node: Node, reads: int) -> int:
        try:
            return honest(self, node, reads)
        except TooManyStates:
            self._number_of[node] = len(self._nodes)
            raise

    patch.setattr(KnownLetters, "_node", node)


@pytest.mark.long
def test_a_fault_behind_a_limit_is_found() -> None:
    assert any(verdict.outcome == "differ" for verdict in verdicts_by("again", number_a_node_too_early, 3, 200, 400))


def test_a_fault_of_a_counter_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyganak")
    puzzle = rectangle(rows=["AB|BA", "AB|BA"], columns=["AB|BA", "AB|BA"])
    run = next(each.run for each in ROUTES if each.name == "ganak")
    known = Known("several", 2, frozenset(["ABBA", "BAAB"]), "this test")
    run(puzzle, known, Random(1))
    monkeypatch.setattr("satcross.author.counting.count_by_ganak", lambda *_: 1)
    with pytest.raises(Difference, match=r"pyganak: .*1.*, expected .*2"):
        run(puzzle, known, Random(1))


def believe_that_edits_ask_less(patch: pytest.MonkeyPatch) -> None:
    """Whatever lint and the generator try is called looser."""
    patch.setattr("satcross.generator.loosening.asks_less", lambda *_: True)
    patch.setattr("satcross.author.lint.asks_less", lambda *_: True)


@pytest.mark.parametrize("name", ["lint", "variation"])
def test_a_fault_in_what_authors_are_offered_is_found(name: str) -> None:
    assert any(verdict.outcome == "differ" for verdict in verdicts_by(name, believe_that_edits_ask_less, 1, 0, 400))


def test_a_fault_is_shown_on_a_small_puzzle() -> None:
    judge_of = engine("python")
    with pytest.MonkeyPatch.context() as patch:
        lose_a_letter(patch)
        puzzle, verdict = next(each for each in verdicts(judge_of, 201, 100) if each[1].outcome == "differ")
        small, found = smallest(puzzle, verdict, judge_of)
        assert (found.outcome, found.route) == ("differ", verdict.route)
    assert sum(len(line.clues) for line in small.lines) <= 2  # one alone may not tell two letters apart
    assert len(small.cells) <= 4
    assert judge(prepare(small), judge_of, puzzle.title, ROUTES).outcome == "by force"
