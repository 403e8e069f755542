"""Signs of life are for people at terminals: files and pipes get none, and short work shows none."""

from __future__ import annotations

import sys
from io import StringIO
from time import monotonic, sleep

import pytest

from satcross.cli import progress
from satcross.cli.progress import working


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_nothing_is_written_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    stream = StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with working("counting"):
        sleep(0.05)
    assert stream.getvalue() == ""


def test_long_work_is_shown_and_short_work_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rich")
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with working("counting"):
        pass
    assert stream.getvalue() == ""
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    until = monotonic() + 5
    with working("counting"):
        while "counting" not in stream.getvalue() and monotonic() < until:
            sleep(0.02)
    assert "counting" in stream.getvalue()
