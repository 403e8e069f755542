"""The searches of `satcross generate`, one for each seed: one after the other, or several side by side.

In: a question, and seeds.  Out: what was found for each seed, in their order, whichever process found it.  A question
holds all that the puzzle of a seed depends on, besides limits.  So the processes that answer it get no options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from satcross.base.workers import Death, Failure, Message, Result, Send
from satcross.cli.limits import WorkLimits, limits_of
from satcross.cli.parser import Options
from satcross.cli.terminal import note, turn_to
from satcross.errors import LimitError, SatcrossError
from satcross.generator.request import Request

if TYPE_CHECKING:
    from satcross.generator.maker import Watch
    from satcross.generator.result import Generated, GeneratorProgress

DOING: Final = {
    "grid": "choosing letters",
    "clues": "collecting clues",
    "search": "searching",
    "check": "checking",
}


class SeedQuestion(NamedTuple):
    """Everything that the puzzle of a seed depends on, besides limits.

    Attributes:
        request: What is asked for, with the seed.
        is_completion: Whether the clues of the request's shape are kept.
    """

    request: Request
    is_completion: bool

    def of_seed(self, seed: int) -> SeedQuestion:
        """Return the same question about another seed."""
        return self._replace(request=self.request._replace(seed=seed))


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
    question: SeedQuestion, seeds: range, options: Options, known: Callable[[int], Generated | None] = lambda seed: None
) -> Iterator[SeedOutcome]:
    """Yield what is found for each seed, in their order.

    Args:
        options: They say which processes search, within which limits, and show progress.
        known: Returns the puzzle of a seed if it is kept already; then it is not looked for, and `stopped` is "known".
    """
    if options.cluster is not None or (options.jobs > 1 and len(seeds) > 1):
        yield from _elsewhere(question, seeds, options, known)
        return
    limits, watch = limits_of(options), partial(_note, options)
    for seed in seeds:
        if len(seeds) > 1:
            turn_to(options, f"seed {seed}")
        made = known(seed)
        yield answer(question.of_seed(seed), limits, watch) if made is None else SeedOutcome(seed, made, "known")


def answer(question: SeedQuestion, limits: WorkLimits, watch: Watch) -> SeedOutcome:
    """Look for the puzzle of a seed; an interrupt ends the search, and does not go further.

    Args:
        watch: Called with how far the search has come.
    """
    from satcross.generator.generate import complete, generate

    request = question.request
    make = complete if question.is_completion else generate
    start, budget = monotonic(), limits.budget()
    try:
        made = next(make(request, budget=budget, watch=watch), None)
    except LimitError as error:
        return SeedOutcome(request.seed, None, "error", error)
    if made is not None and not any(each.code == "time" for each in made.shortfalls):
        return SeedOutcome(request.seed, made, "", seconds=monotonic() - start)
    # nothing but the clock and an interrupt ends a search early
    return SeedOutcome(request.seed, made, "timeout" if budget.seconds_left == 0 else "interrupt")


def _answering(question: SeedQuestion, limits: WorkLimits, *, is_own: bool) -> Callable[[int, Send], SeedOutcome]:
    """Return the function that a worker calls for each seed."""
    return lambda seed, send: answer(question.of_seed(seed), limits, lambda progress: None)


def _elsewhere(
    question: SeedQuestion, seeds: range, options: Options, known: Callable[[int], Generated | None]
) -> Iterator[SeedOutcome]:
    """Yield what is found for each seed, in their order, by the processes or the cluster of the options.

    An interrupt ends the search for the first seed that has not been yielded, as it does in a single process.
    """
    from satcross.cli.jobs import backend_of
    from satcross.many.queue import Queue, Task

    def task(seed: int) -> Task:
        made = known(seed)
        return Task(seed, seed, answer=None if made is None else Result(SeedOutcome(seed, made, "known")))

    with ExitStack() as stack:
        settings = question, limits_of(options)
        backend = stack.enter_context(closing(backend_of(options, _answering, settings, stack=stack)))
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
    note(options, told(progress))


def told(progress: GeneratorProgress) -> str:
    """Return in words how far a search has come."""
    known = [DOING[progress.phase]]
    if progress.cost is not None:
        known.append(f"cost {progress.cost / 10:g}")
    if progress.rating is not None:
        known.append(f"difficulty {progress.rating:.1f}")
    return "; ".join(known)
