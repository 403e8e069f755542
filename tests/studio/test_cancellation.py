"""How long the work on a revision goes on after a newer one has come, while a SAT solver runs.

The test only checks that the work ends.  It prints what it measured (`pytest -s`); docs/studio.md reports the figures
of a quiet machine.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import pytest

from tests.studio.client import SMALL, Editor, Server
from tests.studio.test_session import PIGEONS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what processes do is read from /proc"),
]

PROC = Path("/proc")

ROUNDS = 5

BUSY = 100
"""Hundredths of a second of processor time, after which a worker has long handed the puzzle to CaDiCaL."""


class Process(NamedTuple):
    """A process; `worked` are hundredths of a second of processor time."""

    number: int
    parent: int
    worked: int


def process_at(folder: Path) -> Process | None:
    """Return the process of a folder in /proc; None if it has ended."""
    try:
        state, parent, *others = (folder / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if state == "Z" else Process(int(folder.name), int(parent), int(others[9]) + int(others[10]))


def busy_worker(server: Server) -> int:
    """Wait until some worker of the server has worked for a while, and return its process."""
    until = monotonic() + 60
    while monotonic() < until:
        found = {each.number: each for each in map(process_at, PROC.glob("[0-9]*")) if each is not None}
        for each in found.values():
            # workers are forks of a process that the server has started
            forked_from = found.get(each.parent)
            if forked_from and forked_from.parent == server.process.pid and each.worked >= BUSY:
                return each.number
        sleep(0.05)
    raise AssertionError("no worker is busy")


def test_an_edit_ends_the_work_on_the_one_before_it(server: Server, editor: Editor) -> None:
    times = []
    for _ in range(ROUNDS):
        editor.revision += 1
        editor.send(type="edit", revision=editor.revision, document=PIGEONS, want=["verdict"])
        worker = busy_worker(server)
        start = monotonic()
        editor.revision += 1
        editor.send(type="edit", revision=editor.revision, document=SMALL, want=["verdict"])
        while process_at(PROC / str(worker)):
            assert monotonic() < start + 60, "the worker goes on"
            sleep(0.001)
        times.append(round((monotonic() - start) * 1000))
        while (answer := editor.receive())["type"] != "verdict":
            pass
        assert (answer["revision"], answer["status"]) == (editor.revision, "unique")
    print(f"\nfrom an edit to the end of the work on the one before it: {sorted(times)} ms")
