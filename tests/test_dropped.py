"""Exceptions that Python drops in finalizers: each kind has its own answer, and all others are printed."""

import sys

import pytest

from satcross.base.platform import when_dropped
from satcross.errors import TimeUp


class Failing:
    """An object whose finalizer raises an exception."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def __del__(self) -> None:
        raise self._error


def test_each_kind_of_dropped_exception_has_its_own_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    answered: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda dropped: answered.append(("printed", dropped.exc_value)))
    when_dropped(KeyboardInterrupt, lambda interruption: answered.append(("interrupted", interruption)))
    when_dropped(TimeUp, lambda alarm: answered.append(("rung", alarm)))
    interruption, alarm, other = KeyboardInterrupt(), TimeUp(), ValueError()
    for error in (interruption, alarm, other):
        Failing(error)
    assert answered == [("interrupted", interruption), ("rung", alarm), ("printed", other)]
