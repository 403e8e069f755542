"""Small limits: every field of `Tuning` at random values, for all routes, and for questions that are asked again.

No limit changes which answers are right.  So what is known of a puzzle has to come out of every route, whatever the
limits are.  They are changed for the whole process, because the command line takes no `Tuning`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice, product
from random import Random
from typing import Final

import pytest

from satcross.author.counting import count_presolved, marginals
from satcross.base.budget import AUTO, DEFAULT_TUNING, UNLIMITED, Budget, Tuning
from satcross.errors import TimeUp
from satcross.puzzle import ANY, Puzzle
from satcross.solver.compile import PresolvedPuzzle, presolve
from satcross.solver.encodings import ENCODINGS
from satcross.solver.python_sat import SOLVERS
from satcross.solver.solutions import Search
from tests.puzzle_fuzzer.brute import LISTED
from tests.puzzle_fuzzer.routes import Difference, Known, Route, agree, agree_on_grids
from tests.residuals import unpropagated

MOST_BITS: Final = 10  # of a number; numbers of each length are equally likely
FRACTIONS: Final = (0.0, 1e-6, 0.1, 1.7, 20.0)
NAMES: Final = {"encoding": tuple(ENCODINGS), "solver": (AUTO, *SOLVERS)}
LOOKS: Final = (1, 2, 3, 5, 10, 30, 100)  # at the clock, after which the time is up


def random_limits(random: Random) -> dict[str, object]:
    """Return new values for some fields of `Tuning`, or for all of them; most are small."""
    share = random.choice((0.1, 0.5, 1.0))
    return {name: _random_value(name, random) for name in Tuning._fields if random.random() < share}


def _random_value(name: str, random: Random) -> object:
    default = getattr(DEFAULT_TUNING, name)
    if name in NAMES:
        return random.choice(NAMES[name])
    if isinstance(default, tuple):
        return tuple(random.choices(FRACTIONS, k=random.randint(0, len(default))))
    return random.getrandbits(random.randint(0, MOST_BITS)) if isinstance(default, int) else random.choice(FRACTIONS)


@contextmanager
def limited_to(values: dict[str, object]) -> Iterator[None]:
    """Let every `Tuning` have these values wherever it has the default ones."""
    with pytest.MonkeyPatch.context() as patch:
        for place, name in enumerate(Tuning._fields):
            if name in values:
                patch.setattr(Tuning, name, property(_reading(place, DEFAULT_TUNING[place], values[name])))
        yield


def _reading(place: int, default: object, value: object) -> Callable[[Tuning], object]:
    return lambda tuning: value if tuning[place] == default else tuning[place]


def effective(tuning: Tuning) -> Tuning:
    """Return `tuning` with the values that it has within `limited_to`."""
    return Tuning(*[getattr(tuning, name) for name in Tuning._fields])


@contextmanager
def ending_after(looks: int) -> Iterator[Budget]:
    """Give the block a budget whose time is up after so many looks at the clock; in the block it ends with TimeUp."""
    time = 0.0

    def look() -> float:
        nonlocal time
        time += 1.0
        return time

    with pytest.MonkeyPatch.context() as patch, suppress(TimeUp):
        patch.setattr("satcross.base.budget.monotonic", look)
        yield UNLIMITED._replace(deadline=float(looks))


def again_search(presolved: PresolvedPuzzle, known: Known, random: Random, budget: Budget) -> None:
    search = Search(presolved.compiled.puzzle, presolved=presolved, budget=budget, limit=10 * LISTED)
    found = [each.letters for each in search]
    if search.stopped == "timeout":
        assert known.grids is not None
        agree("asked again, search that ended: among the solutions", known.grids.issuperset(found), True)
        agree("asked again, search that ended: status", search.status in ("unknown", known.status), True)
        return
    agree_on_grids("asked again, search", found, known)
    agree("asked again, search: status", search.status, known.status)


def again_cubes(presolved: PresolvedPuzzle, known: Known, random: Random, budget: Budget) -> None:
    search = Search(presolved.compiled.puzzle, presolved=presolved, budget=budget)
    cubes = [each.letters for each in search.cubes()]
    if search.stopped != "timeout":
        agree_on_grids("asked again, cubes", (letters for each in cubes for letters in product(*each)), known)


def again_count(presolved: PresolvedPuzzle, known: Known, random: Random, budget: Budget) -> None:
    tally = count_presolved(presolved, "search", random.choice((None, 1, 3)), budget)
    assert known.count is not None
    if tally.kind == "exact":
        agree("asked again, count", tally.value, known.count)
    else:
        agree("asked again, count: at least", tally.value <= known.count, True)


def again_marginals(presolved: PresolvedPuzzle, known: Known, random: Random, budget: Budget) -> None:
    told = marginals(presolved, budget)
    assert known.grids is not None
    if told is None:
        return
    agree("asked again, marginals: total", told.total, known.count)
    for cell, numbers in enumerate(told.cells if known.grids else ()):
        letters = [grid[cell] for grid in known.grids]
        agree("asked again, marginals", numbers, {letter: letters.count(letter) for letter in sorted(set(letters))})


def again_narrowed(presolved: PresolvedPuzzle, known: Known, random: Random, budget: Budget) -> None:
    """Fewer letters, as a search asks about them: those solutions that have no others are left."""
    assert known.grids is not None
    compiled, residual, _ = presolved
    if residual is None:
        return
    masks = [mask & random.getrandbits(32) or mask for mask in residual.masks]
    letters = [compiled.letters.of(mask) for mask in masks]
    left = frozenset(grid for grid in known.grids if all(map(str.__contains__, letters, grid)))
    narrowed = presolved._replace(residual=residual.restrict(dict(enumerate(masks))))
    question = random.choice((again_count, again_marginals))
    question(narrowed, known._replace(grids=left, count=len(left)), random, budget)
    if narrowed.residual is not None and not narrowed.residual.open:
        spelled = islice(product(*map(compiled.letters.of, narrowed.residual.masks)), LISTED)
        agree("asked again, narrowed: all are solutions", left.issuperset(spelled), True)


QUESTIONS: Final[Sequence[Callable[[PresolvedPuzzle, Known, Random, Budget], None]]] = (
    again_search,
    again_cubes,
    again_count,
    again_marginals,
    again_narrowed,
    again_narrowed,
    again_narrowed,
)


def by_asking_again(puzzle: Puzzle, known: Known, random: Random) -> None:
    """One compiled puzzle is asked again and again, each time with other limits; the time may end at any moment.

    Mostly it has not been propagated, which would leave little to ask about.
    """
    if known.grids is None or puzzle.alphabet == ANY:
        return
    with limited_to(random_limits(random)):
        presolved = presolve(puzzle) if random.random() < 0.3 else unpropagated(puzzle)
    for _ in range(12):
        question, limits, looks = random.choice(QUESTIONS), random_limits(random), random.choice((*LOOKS, 10**6))
        with limited_to(limits), ending_after(looks) as budget:
            try:
                question(presolved, known, random, budget)
            except Difference as difference:
                raise Difference(f"{difference} (after {looks} looks, limits {limits})") from None


LIMITS_ROUTES: Final = (Route("again", by_asking_again, 40),)
