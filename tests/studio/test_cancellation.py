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

BUSY = 50
"""Hundredths of a second of processor time, after which a worker has handed the puzzle to CaDiCaL."""

PATIENCE = 4.0
"""Seconds; the studio gives the puzzle up a little later."""


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


def workers(server: Server) -> dict[int, int]:
    """Return how much each worker has worked: workers are forks of a process that the server has started."""
    found = {each.number: each for each in map(process_at, PROC.glob("[0-9]*")) if each is not None}
    parent = {number: each.parent for number, each in found.items()}
    return {each.number: each.worked for each in found.values() if parent.get(each.parent) == server.process.pid}


def busy_worker(server: Server, editor: Editor) -> int:
    """Send a revision with much work, and return the process that works on it."""
    for _ in range(10):  # on a busy machine the studio may give up before there has been much work
        before = workers(server)
        editor.revision += 1
        editor.send(type="edit", revision=editor.revision, document=PIGEONS, want=["verdict"])
        until = monotonic() + PATIENCE
        while monotonic() < until:
            for number, worked in workers(server).items():
                if worked - before.get(number, 0) >= BUSY:
                    return number
            sleep(0.05)
    pytest.skip("this machine is too busy")


def test_an_edit_ends_the_work_on_the_one_before_it(server: Server, editor: Editor) -> None:
    times = []
    for _ in range(ROUNDS):
        worker = busy_worker(server, editor)
        start = monotonic()
        editor.revision += 1
        editor.send(type="edit", revision=editor.revision, document=SMALL, want=["verdict"])
        while process_at(PROC / str(worker)):
            assert monotonic() < start + 60, "the worker goes on"
            sleep(0.001)
        times.append(round((monotonic() - start) * 1000))
        while (answer := editor.receive())["revision"] < editor.revision or answer["type"] != "verdict":
            pass
        assert answer["status"] == "unique"
    print(f"\nfrom an edit to the end of the work on the one before it: {sorted(times)} ms")
