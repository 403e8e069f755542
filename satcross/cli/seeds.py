"""The searches of `satcross generate`, one for each seed: one after the other, or several side by side.

In: a request and seeds.  Out: what was found for each seed, in their order, whichever process found it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from satcross.base.workers import Death, Failure, Message, Result, Send
from satcross.cli.limits import budget_of
from satcross.cli.parser import Options
from satcross.cli.terminal import note, turn_to
from satcross.errors import LimitError, SatcrossError
from satcross.generator.request import Request

if TYPE_CHECKING:
    from satcross.generator.result import Generated, GeneratorProgress

DOING: Final = {
    "grid": "choosing letters",
    "clues": "collecting clues",
    "search": "searching",
    "check": "checking",
}


class SeedOutcome(NamedTuple):
    """What the search for the puzzle of a seed has found.

    Attributes:
        made: None: nothing yet.
        stopped: "timeout", "interrupt", "error", "known", or "".
        error: Why there is no puzzle.
        seconds: How long the search took.
    """

    seed: int
    made: Generated | None
    stopped: str
    error: SatcrossError | None = None
    seconds: float = 0.0


def outcomes(
    request: Request, seeds: range, options: Options, known: Callable[[int], Generated | None] = lambda seed: None
) -> Iterator[SeedOutcome]:
    """Yield what is found for each seed, in their order.

    Args:
        known: Returns the puzzle of a seed if it is kept already; then it is not looked for, and `stopped` is "known".
    """
    if options.cluster is not None or (options.jobs > 1 and len(seeds) > 1):
        yield from _elsewhere(request, seeds, options, known)
        return
    for seed in seeds:
        if len(seeds) > 1:
            turn_to(options, f"seed {seed}")
        made = known(seed)
        yield _search(request._replace(seed=seed), options) if made is None else SeedOutcome(seed, made, "known")


def _search(request: Request, options: Options) -> SeedOutcome:
    """Look for the puzzle of a seed; an interrupt ends the search, and does not go further."""
    from satcross.generator.generate import complete, generate

    make = generate if options.complete is None else complete
    options.started = monotonic()
    budget = budget_of(options)._replace(report=None)  # progress shows the phases of the search only
    try:
        made = next(make(request, budget=budget, watch=partial(_note, options)), None)
    except LimitError as error:
        return SeedOutcome(request.seed, None, "error", error)
    seconds = monotonic() - options.started
    if made is not None and not any(each.code == "time" for each in made.shortfalls):
        return SeedOutcome(request.seed, made, "", seconds=seconds)
    # nothing but the clock and an interrupt ends a search early
    return SeedOutcome(request.seed, made, "timeout" if budget.seconds_left == 0 else "interrupt")


def _searching(request: Request, options: Options, *, is_own: bool) -> Callable[[int, Send], SeedOutcome]:
    """Return the function that a worker calls for each seed."""
    return lambda seed, send: _search(request._replace(seed=seed), options)


def _elsewhere(
    request: Request, seeds: range, options: Options, known: Callable[[int], Generated | None]
) -> Iterator[SeedOutcome]:
    """Yield what is found for each seed, in their order, by the processes or the cluster of the options.

    An interrupt ends the search for the first seed that has not been yielded, as it does in a single process.
    """
    from satcross.cli.jobs import backend_of
    from satcross.many.queue import Queue, Task

    def task(seed: int) -> Task:
        made = known(seed)
        return Task(seed, seed, answer=None if made is None else Result(SeedOutcome(seed, made, "known")))

    alone = argparse.Namespace(**{**vars(options), "progress": None, "cluster": None})
    with ExitStack() as stack:
        backend = stack.enter_context(closing(backend_of(options, _searching, (request, alone), stack=stack)))
        watch = partial(note, options, "puzzles", total=len(seeds))
        queue = Queue(backend, map(task, seeds), watch=lambda done: watch(done=done))
        try:
            for asked, message in queue:
                yield _received(asked.key, message)
        except KeyboardInterrupt:
            for _, message in queue.cancelled():
                if isinstance(message, Result) and message.value.made is not None:
                    yield message.value
            raise


def _received(seed: int, message: Message) -> SeedOutcome:
    """Return what a worker has found for this seed.  Raises what the search has raised."""
    from satcross.many.stream import lost

    if isinstance(message, Result):
        outcome: SeedOutcome = message.value
        return outcome
    if isinstance(message, Death):
        return SeedOutcome(seed, None, "error", lost(message))
    assert isinstance(message, Failure), "a search sends no parts"
    raise message.error


def _note(options: Options, progress: GeneratorProgress) -> None:
    known = [DOING[progress.phase]]
    if progress.cost is not None:
        known.append(f"cost {progress.cost / 10:g}")
    if progress.rating is not None:
        known.append(f"difficulty {progress.rating:.1f}")
    note(options, "; ".join(known))
