"""How fast this machine is, so that a bound on processor time means the same work everywhere."""

from functools import cache
from time import process_time

STEPS = 300_000
REFERENCE = 0.02
"""Seconds of the processor that `STEPS` take on the machine for which the bounds in the tests were chosen."""

ENDLESS = 60.0
"""Seconds: work without end takes longer than this, and work that keeps to its time a small part of it, anywhere."""


@cache
def slowness() -> float:
    """Return how many times as long this machine takes as that one, but at least 1."""
    return max(1.0, min(_seconds() for _ in range(3)) / REFERENCE)


def _seconds() -> float:
    began = process_time()
    total = 0
    for number in range(STEPS):
        total += number * number % 7
    return process_time() - began
