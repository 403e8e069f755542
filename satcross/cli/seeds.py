"""The searches of `satcross generate`, one for each seed: one after the other, or several side by side.

In: a request and seeds.  Out: what was found for each seed, in their order, whichever process found it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from satcross.cli.limits import budget_of
from satcross.cli.parser import Options
from satcross.cli.terminal import note, turn_to
from satcross.errors import ErrorCode, LimitError, SatcrossError
from satcross.generator.request import Request
from satcross.workers import Death, Failure, Message, Result, Send, Worker, Workers

if TYPE_CHECKING:
    from satcross.generator.result import Generated, GeneratorProgress

DOING: Final = {
    "grid": "choosing letters",
    "clues": "collecting clues",
    "search": "searching",
    "proof": "looking for cheaper clues",
    "check": "checking",
}


class Outcome(NamedTuple):
    """What the search for the puzzle of a seed has found.

    made     None: nothing yet
    stopped  "timeout", "interrupt", "error", or ""
    error    why there is no puzzle
    """

    seed: int
    made: Generated | None
    stopped: str
    error: SatcrossError | None = None


def outcomes(request: Request, seeds: range, options: Options) -> Iterator[Outcome]:
    """Yield what is found for each seed, in their order."""
    if options.jobs > 1 and len(seeds) > 1:
        yield from _side_by_side(request, seeds, options)
        return
    for seed in seeds:
        if len(seeds) > 1:
            turn_to(options, f"seed {seed}")
        yield _search(request._replace(seed=seed), options)


def _search(request: Request, options: Options) -> Outcome:
    """Look for the puzzle of a seed; an interrupt ends the search, and does not go further."""
    from satcross.generator.generate import complete, generate

    make = generate if options.complete is None else complete
    options.started = monotonic()
    budget = budget_of(options)._replace(report=None)  # progress shows the phases of the search only
    try:
        made = next(make(request, budget=budget, watch=partial(_note, options)), None)
    except LimitError as error:
        return Outcome(request.seed, None, "error", error)
    if made is not None and not any(each.code == "time" for each in made.shortfalls):
        return Outcome(request.seed, made, "")
    # nothing but the clock and an interrupt ends a search early
    return Outcome(request.seed, made, "timeout" if budget.seconds_left == 0 else "interrupt")


def _searching(request: Request, options: Options) -> Callable[[int, Send], Outcome]:
    """Return the function that a worker calls for each seed."""
    return lambda seed, send: _search(request._replace(seed=seed), options)


def _side_by_side(request: Request, seeds: range, options: Options) -> Iterator[Outcome]:
    """Yield what is found for each seed, in their order, by `options.jobs` processes.

    An interrupt ends the search for the first seed that has not been yielded, as it does in a single process.
    """
    alone = argparse.Namespace(**{**vars(options), "progress": None})
    waiting = iter(seeds)
    seed_of: dict[Worker, int] = {}
    ready: dict[int, Outcome] = {}
    is_interrupted = False
    with Workers(options.jobs, _searching, request, alone) as workers:
        for seed in seeds:
            note(options, "puzzles", seed - seeds[0], len(seeds))
            while seed not in ready:
                while not workers.are_busy and (next_seed := next(waiting, None)) is not None:
                    worker = workers.idle()
                    worker.give(next_seed)
                    seed_of[worker] = next_seed
                try:
                    arrived = list(workers.messages(list(seed_of)))
                except KeyboardInterrupt:
                    is_interrupted = True
                    next(worker for worker, its_seed in seed_of.items() if its_seed == seed).cancel()
                    continue
                for worker, message in arrived:
                    its_seed = seed_of.pop(worker)
                    ready[its_seed] = _received(its_seed, message)
            found = ready.pop(seed)
            if found.made is not None or not is_interrupted:
                yield found
            if is_interrupted:
                raise KeyboardInterrupt


def _received(seed: int, message: Message) -> Outcome:
    """Return what a worker has found for this seed.  Raises what the search has raised."""
    if isinstance(message, Result):
        found: Outcome = message.value
        return found
    if isinstance(message, Death):
        error = SatcrossError(f"the process that worked on this puzzle {message.reason}", code=ErrorCode.WORKER)
        return Outcome(seed, None, "error", error)
    assert isinstance(message, Failure), "a search sends no parts"
    raise message.error


def _note(options: Options, progress: GeneratorProgress) -> None:
    known = [DOING[progress.phase]]
    if progress.cost is not None:
        bound = "" if progress.bound is None else f", at least {progress.bound / 10:g}"
        known.append(f"cost {progress.cost / 10:g}{bound}")
    if progress.rating is not None:
        known.append(f"rating {progress.rating:.1f}")
    note(options, "; ".join(known))
