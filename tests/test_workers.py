"""Worker processes: whose fault is it if nobody listens?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest

from satcross.workers import Part, Send, Workers


def talking(log: Path) -> Callable[[str, Send], None]:
    """Make a function that talks until it is not heard, and takes down what it took for an error."""

    def talk(task: str, send: Send) -> None:
        said = "left"
        try:
            while True:
                send(task)
        except Exception as error:
            said = repr(error)
        finally:
            log.write_text(said)

    return talk


def test_a_worker_that_is_not_listened_to_leaves_and_takes_it_for_no_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    with Workers(1, talking, log) as workers:
        worker = workers.idle()
        worker.give("hello")
        assert worker.message() == Part("hello")
        worker.leave()
        worker.end(monotonic() + 20)
    assert log.read_text() == "left"
    assert capfd.readouterr() == ("", "")
