"""A clock that goes on by the work that is done, so that time is up at the same place on every machine, and soon."""

from typing import NoReturn

import pytest

from satcross.errors import TimeUp

TICK = 0.02
"""Seconds that pass on it between two looks: there are some hundred looks at the clock in a second of search."""


def out_of_time(*_: object, **__: object) -> NoReturn:
    """Do what a function does whose time is up."""
    raise TimeUp


def hurry(patch: pytest.MonkeyPatch, tick: float = TICK) -> None:
    """Let the budgets of this process look at a clock on which `tick` seconds pass between two looks."""
    now = 1000.0

    def look() -> float:
        nonlocal now
        now += tick
        return now

    patch.setattr("satcross.base.budget.monotonic", look)
