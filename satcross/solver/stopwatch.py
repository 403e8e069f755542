"""Time-keeping: how long each stage takes, without the stages knowing of it."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from satcross.solver.found import Found


class Stopwatch:
    """The seconds that each stage has taken, by its name."""

    __slots__ = ("_last", "seconds")

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = perf_counter()

    def start(self) -> None:
        """Let the time of the next stage start now."""
        self._last = perf_counter()

    def book(self, stage: str) -> None:
        """Add the time since the last call to `stage`."""
        now = perf_counter()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._last
        self._last = now

    def timed(self, stage: str, messages: Iterator[Found]) -> Iterator[Found]:
        """Yield `messages`, and book the time that they take; writing formulas is a stage of its own."""
        self.start()
        for message in messages:
            self.book(stage if message.formula is None else "encode")
            yield message
            self.start()
        self.book(stage)
