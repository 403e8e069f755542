"""Compare all routes to the solutions of random puzzles for as long as asked; shrink and save what differs.

    python -m tests.puzzle_fuzzer --seconds 600 [--cases 100000] [--seed 1] [--first 0] [--dialect javascript]
    python -m tests.puzzle_fuzzer --families [--seconds 600] ...
    python -m tests.puzzle_fuzzer --puzzle FILE [--route NAME]

Puzzles that differ go to tests/puzzle_fuzzer/found/, where the tests take them up.  Exit status 1 if there are any.
"""

import argparse
import gc
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from time import monotonic

from satcross import load
from satcross.errors import SatcrossError
from satcross.puzzle import DIALECTS, Dialect, Puzzle
from satcross.puzzle.files import to_text
from tests.judges.engines import Engine, find_engine
from tests.puzzle_fuzzer.families import puzzle as of_family
from tests.puzzle_fuzzer.generate import draft
from tests.puzzle_fuzzer.judge import ROUTES, Prepared, Verdict, compiling_once, judge, prepare
from tests.puzzle_fuzzer.shrink import shrink

FOUND = Path(__file__).parent / "found"
REPORT = 1_000  # puzzles


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.puzzle_fuzzer", description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--cases", type=int, default=None, help="stop after so many puzzles")
    parser.add_argument("--first", type=int, default=0, help="number of the first puzzle of the seed")
    parser.add_argument("--dialect", choices=DIALECTS, default=None, help="default: both, by turns")
    parser.add_argument("--seed", type=int, default=None, help="default: a new one each time")
    parser.add_argument("--families", action="store_true", help="puzzles of the families that bench/ measures")
    parser.add_argument("--puzzle", default=None, help="all routes for the puzzle of this file")
    parser.add_argument("--route", default=None, help="of a puzzle: only this route")
    options = parser.parse_args()
    if options.puzzle is not None:
        return try_one(load(options.puzzle), options.route)
    dialects = ["python"] if options.families else [each for each in DIALECTS if options.dialect in (None, each)]
    engines: dict[Dialect, Engine] = {}
    for dialect in dialects:
        engine = find_engine(dialect)
        if engine is None:
            print(f"{dialect}: left out, there is no `node` (npm ci --prefix tests/judges)")
        else:
            engines[dialect] = engine
    seed = options.seed if options.seed is not None else Random().randrange(10**9)
    with compiling_once():
        make = families if options.families else puzzles
        return fuzz(make, engines, seed, options.first, options.cases, options.seconds)


def fuzz(
    make: Callable[[Engine, object, range], Iterator[Prepared]],
    engines: dict[Dialect, Engine],
    seed: int,
    first: int,
    cases: int | None,
    seconds: float,
) -> int:
    """Print the counts of all outcomes, and return 1 if there are differences, else 0."""
    gc.set_threshold(50_000)  # next to nothing lives longer than its puzzle
    started = monotonic()
    outcomes: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    number = first
    print(
        f"seed {seed}, puzzles from {first}, judges {', '.join(each.version for each in engines.values())}", flush=True
    )
    dialects = list(engines)
    while number - first != cases and monotonic() - started < seconds:
        engine = engines[dialects[number % len(dialects)]]
        (prepared,) = make(engine, seed, range(number, number + 1))
        verdict = judge(prepared, engine, prepared.puzzle.title)
        outcomes[verdict.outcome] += 1
        if verdict.status:
            statuses[verdict.status] += 1
        if verdict.outcome in ("differ", "undecided"):
            print(f"  puzzle {number} ({engine.dialect}): {verdict.outcome}, {verdict.route}", flush=True)
        if verdict.outcome == "differ":
            report(prepared.puzzle, verdict, engine)
        number += 1
        if (number - first) % REPORT == 0:
            print(f"  {_counts(number - first, started, outcomes, statuses)}", flush=True)
    print(
        f"seed {seed}, puzzles {first} to {number - 1}: {_counts(number - first, started, outcomes, statuses)}",
        flush=True,
    )
    return 1 if outcomes["differ"] else 0


def puzzles(engine: Engine, seed: object, numbers: range) -> Iterator[Prepared]:
    """Yield the puzzles of these numbers, ready to be judged."""
    for number in numbers:
        made = draft(seed, number, engine.dialect, newest=engine.is_newest)  # type: ignore[arg-type]
        yield prepare(made.puzzle(engine))


def families(engine: Engine, seed: object, numbers: range) -> Iterator[Prepared]:
    """Yield the puzzles of these numbers from the families that are measured."""
    for number in numbers:
        yield prepare(of_family(seed, number))


def report(puzzle: Puzzle, verdict: Verdict, engine: Engine) -> None:
    """Print the puzzle, made small, with the command that shows the difference again; save it."""
    small, found = smallest(puzzle, verdict, engine)
    print(f"{found.route}: {found.detail}")
    try:
        text = to_text(small, "toml")
    except SatcrossError as error:
        print(f"{small!r}\n(not saved: {error.message})", flush=True)
        return
    FOUND.mkdir(exist_ok=True)
    path = FOUND / f"{engine.dialect}-{sha256(text.encode()).hexdigest()[:10]}.toml"
    path.write_text(text, encoding="utf-8")
    print(f"{text}\npython -m tests.puzzle_fuzzer --puzzle {path} --route '{found.route}'", flush=True)


def smallest(puzzle: Puzzle, verdict: Verdict, engine: Engine) -> tuple[Puzzle, Verdict]:
    """Return a small puzzle with the difference of `puzzle`, and the verdict on it."""
    routes = [route for route in ROUTES if route.name == verdict.route]

    def found(smaller: Puzzle) -> Verdict:
        return judge(prepare(smaller), engine, puzzle.title, routes)

    def has_same_difference(smaller: Puzzle) -> bool:
        try:
            again = found(smaller)
        except Exception:
            return False
        return again.outcome == "differ" and again.route == verdict.route and kind_of(again) == kind_of(verdict)

    small = shrink(puzzle, has_same_difference) if has_same_difference(puzzle) else puzzle
    return small, found(small)


def kind_of(verdict: Verdict) -> str:
    """Return what kind of difference it is: shrinking must not turn one into another."""
    return verdict.detail.partition(",")[0] if verdict.detail.startswith("crash") else ""


def try_one(puzzle: Puzzle, route: str | None) -> int:
    """Print what all routes, or the one of this name, say of `puzzle`; return 1 if there is a difference, else 0."""
    engine = find_engine(puzzle.dialect)
    if engine is None:
        raise SystemExit(f"{puzzle.dialect}: there is no judge")
    routes = [each for each in ROUTES if route in (None, each.name)]
    verdicts = [judge(prepare(puzzle), engine, seed, routes) for seed in (puzzle.title, 1, 2, 3)]
    for verdict in dict.fromkeys(verdicts):
        print(f"{verdict.outcome}, {verdict.route}: {verdict.detail}" if verdict.route else verdict.outcome)
    return int(any(verdict.outcome == "differ" for verdict in verdicts))


def _counts(done: int, started: float, outcomes: Counter[str], statuses: Counter[str]) -> str:
    seconds = monotonic() - started
    listed = ", ".join(f"{number:,} {name}" for name, number in sorted(outcomes.items()))
    solved = ", ".join(f"{number:,} {name}" for name, number in sorted(statuses.items()))
    return f"{done:,} puzzles in {seconds:.0f} s ({done / max(seconds, 1e-9):.0f}/s): {listed}; {solved}"


if __name__ == "__main__":
    raise SystemExit(main())
