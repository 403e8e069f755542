"""Whatever ends `satcross play`, at whatever moment: it ends soon, and the game is kept."""

import json
import os
import random
import select
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.processes import MOST_PATIENCE, bound, hear_hangups

pytest.importorskip("textual", reason="needs the extra play")
pytestmark = [pytest.mark.long, pytest.mark.skipif(os.name != "posix", reason="a terminal of its own")]

HELLO = Path(__file__).parents[2] / "puzzles" / "hello.toml"
ROUNDS = int(os.environ.get("ROUNDS", "2"))
KEYS = (b"H", b"\x1b[C", b"I", b"\x1b[B", b"\x7f", b"\t", b" ", b"A", b"\r")


def played(folder: Path, act: Callable[[int, int], None], seconds: float, *, closes: bool = False) -> tuple[int, float]:
    """Return the exit status of a game that `act` ends while keys are typed, and how long that took.

    Args:
        act: Called with the process and the terminal after so many seconds of play.
    """
    import pty

    process, terminal = pty.fork()
    if not process:
        hear_hangups()
        environment = {**os.environ, "TERM": "xterm-256color", "XDG_STATE_HOME": str(folder)}
        os.execve(sys.executable, [sys.executable, "-m", "satcross", "play", str(HELLO)], environment)
    bound(process)
    written = b""
    chance = random.Random(seconds)
    has_begun = has_typed = False
    until = time.monotonic() + MOST_PATIENCE
    ended = None
    status = 0
    while ended is None or not status:
        now = time.monotonic()
        assert now < until, "it goes on"
        if not (closes and ended) and select.select([terminal], [], [], 0.005)[0]:
            try:
                written += os.read(terminal, 65536)
            except OSError:
                closes = True
        if not has_begun and b"Column" in written:
            os.write(terminal, b"H")
            has_begun = True
        if has_begun and not has_typed and b"1/4" in written:
            has_typed, until_act = True, now + seconds
        if has_typed and ended is None:
            os.write(terminal, chance.choice(KEYS))
            if now > until_act:
                act(process, terminal)
                ended = time.monotonic()
        if ended is not None:
            found, status = os.waitpid(process, os.WNOHANG)
            status = status or (found != 0) * -1
            time.sleep(0.005)
    if not closes:
        os.close(terminal)
    return os.waitstatus_to_exitcode(max(status, 0)), time.monotonic() - ended


def check_kept(folder: Path) -> None:
    (kept,) = (folder / "satcross" / "games").iterdir()
    assert len(json.loads(kept.read_text())["cells"]) == 4


MOMENTS = [random.Random(number).uniform(0, 0.5) for number in range(ROUNDS)]


@pytest.mark.parametrize("seconds", MOMENTS)
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_ends_the_game_and_keeps_it(number: int, status: int, seconds: float, tmp_path: Path) -> None:
    ended, took = played(tmp_path, lambda process, terminal: os.kill(process, number), seconds)
    assert ended == status
    assert took < 20
    check_kept(tmp_path)


@pytest.mark.parametrize("seconds", MOMENTS)
def test_a_terminal_that_is_closed_ends_the_game_and_keeps_it(seconds: float, tmp_path: Path) -> None:
    ended, took = played(tmp_path, lambda process, terminal: os.close(terminal), seconds, closes=True)
    assert ended == 129
    assert took < 20
    check_kept(tmp_path)
