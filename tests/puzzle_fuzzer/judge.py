"""One puzzle put to the real engine, by force where it is small, and to satcross by several routes: one answer?"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from random import Random
from typing import Final, Literal, NamedTuple, TypeAlias

import pytest

from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import LimitError, SatcrossError, TimeUp
from satcross.puzzle import ANY, Clue, Puzzle
from satcross.regex.syntax.parse import parse
from satcross.solver.compile import CompiledPuzzle, compile_puzzle
from tests.judges.defects import engine_defects
from tests.judges.engines import Engine, Rejected, Undecided
from tests.puzzle_fuzzer.authors import AUTHORS_ROUTES
from tests.puzzle_fuzzer.brute import Solutions, solve
from tests.puzzle_fuzzer.letters import letters_to_try
from tests.puzzle_fuzzer.limits import LIMITS_ROUTES, effective, limited_to, random_limits
from tests.puzzle_fuzzer.offers import OFFERS_ROUTES
from tests.puzzle_fuzzer.routes import ROUTES as SOLVING_ROUTES, Difference, Known, OutOfTime, Route, first_answer

Outcome: TypeAlias = Literal["by force", "by routes", "differ", "refused", "excluded", "undecided"]
ROUTES: Final = (*SOLVING_ROUTES, *AUTHORS_ROUTES, *OFFERS_ROUTES, *LIMITS_ROUTES)
LIMITED: Final = 0.4  # of the puzzles are solved with small limits
WITNESSES: Final = 20  # solutions of a large puzzle that the engine is asked about


class Verdict(NamedTuple):
    """What came of a puzzle.

    by force    all routes gave the solutions that the engine gives
    by routes   all routes gave one answer, and the engine accepts the solutions; there were too many texts to try
    differ      they did not; `route` says which, `detail` how
    refused     satcross refuses the puzzle for a reason that is no matter of regexes: an empty alphabet, a limit
    excluded    a difference on a clue that runs into a known contradiction of the engine
    undecided   the engine, or satcross, took too long
    """

    outcome: Outcome
    route: str = ""
    detail: str = ""
    status: str = ""


class Prepared(NamedTuple):
    """A puzzle, and the letters to try by force; the verdict, if satcross refuses the puzzle or breaks down."""

    puzzle: Puzzle
    alphabet: str
    verdict: Verdict | None = None


@contextmanager
def compiling_once() -> Iterator[None]:
    """Let the routes of a puzzle share one compilation, which is most of their work; it is immutable."""

    original = compile_puzzle

    @lru_cache(maxsize=100)
    def remembered(puzzle: Puzzle, budget: Budget, single_letters: bool) -> CompiledPuzzle:
        return original(puzzle, budget=budget, single_letters=single_letters)

    def compiled(puzzle: Puzzle, budget: Budget = UNLIMITED, *, single_letters: bool = False) -> CompiledPuzzle:
        return remembered(puzzle, UNLIMITED._replace(tuning=effective(budget.tuning)), single_letters)

    with pytest.MonkeyPatch.context() as patch:
        for name, module in list(sys.modules.items()):
            if name.startswith(("satcross.", __package__)) and getattr(module, "compile_puzzle", None) is original:
                patch.setattr(module, "compile_puzzle", compiled)
        yield


def prepare(puzzle: Puzzle) -> Prepared:
    """Return `puzzle`, ready to be judged."""
    try:
        alphabet = letters_to_try(puzzle)
    except SatcrossError as error:
        if isinstance(error, LimitError) or error.code == "alphabet-empty":
            return Prepared(puzzle, "", Verdict("refused", detail=error.code))
        return Prepared(puzzle, "", Verdict("differ", "compile", f"satcross refuses: {error.message}"))
    except Exception as error:
        return Prepared(puzzle, "", Verdict("differ", "compile", _crash(error)))
    return Prepared(puzzle, alphabet)


def judge(prepared: Prepared, engine: Engine, seed: object, routes: Sequence[Route] | None = None) -> Verdict:
    """Return the verdict.

    seed    decides which routes are taken, and how, and with which limits
    routes  those to take; None: each as often as its weight says
    """
    if prepared.verdict is not None:
        return prepared.verdict
    puzzle = prepared.puzzle
    try:
        forced = solve(puzzle, prepared.alphabet, engine)
    except (Undecided, Rejected):
        return Verdict("undecided", "engine")
    if routes is None:
        choice = Random(f"{seed} routes")
        routes = [route for route in ROUTES if choice.random() * 100 < route.weight]
    name = "first answer"
    limits = limits_for(seed)
    try:
        known = _known(puzzle, forced, engine)
        with limited_to(limits):
            for route in routes:
                name = route.name
                route.run(puzzle, known, Random(f"{seed} {name}"))
    except (OutOfTime, TimeUp, Undecided):
        return Verdict("undecided", name)
    except Exception as error:
        detail = (str(error) if isinstance(error, Difference) else _crash(error)) + _shown(limits)
        return Verdict("excluded" if _has_defects(puzzle) else "differ", name, detail)
    return Verdict("by routes" if forced is None else "by force", status=known.status)


def limits_for(seed: object) -> dict[str, object]:
    """Return the fields of `Tuning` that the routes of a puzzle find changed, with their values."""
    random = Random(f"{seed} limits")
    return random_limits(random) if random.random() < LIMITED else {}


def _shown(limits: dict[str, object]) -> str:
    return f", with {', '.join(f'{name}={value!r}' for name, value in limits.items())}" if limits else ""


def _known(puzzle: Puzzle, forced: Solutions | None, engine: Engine) -> Known:
    if forced is not None and puzzle.alphabet != ANY:
        status = ("none", "unique")[forced.count] if forced.count < 2 else "several"
        return Known(status, forced.count, forced.grids, engine.version)  # type: ignore[arg-type]
    known = first_answer(puzzle)
    if forced is not None:
        status = ("none", "unique")[forced.count] if forced.count < 2 else "several"
        if known.status != status:
            raise Difference(f"status over the open alphabet: {known.status}, by {engine.version} {status}")
    _ask_about(puzzle, sorted(known.grids or ())[:WITNESSES], engine)
    return known


def _ask_about(puzzle: Puzzle, grids: Iterable[Sequence[str]], engine: Engine) -> None:
    """Raise Difference if `engine` does not accept one of `grids`."""
    grids = list(grids)
    for line in puzzle.lines if grids else ():
        for clue in line.clues:
            assert isinstance(clue, Clue)
            texts = ["".join([grid[cell] for cell in line.cells]) for grid in grids]
            texts = [text[::-1] for text in texts] if clue.is_reversed else texts
            for text, way in zip(texts, engine.ways(clue.pattern, puzzle.flags, texts), strict=True):
                if way is None:
                    raise Difference(f"{line.name}, {clue.pattern}: {engine.version} does not match {text!r}")


def _has_defects(puzzle: Puzzle) -> bool:
    patterns = {clue.pattern for line in puzzle.lines for clue in line.clues if isinstance(clue, Clue)}
    return any(engine_defects(parse(pattern, puzzle.dialect, puzzle.flags)) for pattern in patterns)


def _crash(error: Exception) -> str:
    return f"crash: {type(error).__name__}, {error}"
