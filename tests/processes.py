"""What other processes are doing, so that tests wait for that and not for the clock."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

try:
    from resource import RLIMIT_CPU, RLIMIT_DATA, prlimit
except ImportError:  # Linux has it
    prlimit = None  # type: ignore[assignment]

MOST_SECONDS = 300
"""Seconds of computing that a process of a test may take; none needs a tenth of them."""

MOST_PATIENCE = 120
"""Seconds to wait for what another process does; only a defect takes as long."""

MOST_BYTES = 2 << 30
"""Memory that a process of a test may fill."""


def started(command: Sequence[str], **settings: Any) -> subprocess.Popen[str]:
    """Start a command that a test is going to interrupt; the system ends it if it goes on all the same."""
    process = subprocess.Popen(
        command, encoding="utf-8", preexec_fn=hear_hangups if os.name == "posix" else None, **settings
    )
    bound(process.pid)
    return process


SAYING = """
import os, re, sys
from multiprocessing import set_start_method
from satcross.cli import generate, main, progress, registry, terminal

line, expected = int(sys.argv.pop(1)), sys.argv.pop(1)

def say(what, done=None, total=None):
    global line
    if line and re.search(expected, what if done is None else f"{what} {done}"):
        pipe, line = line, 0  # first, because the answer to this may be an interrupt
        os.write(pipe, b"!")

def answer_and_say(question, budget, send, answer=generate.answer):
    return answer(question, budget._replace(report=say), send)

generate.INQUIRY = generate.INQUIRY._replace(answer=answer_and_say)
progress.Progress.note = lambda self, *news: say(*news)
terminal.note = lambda *news, **more: say(*news, **more)
terminal.wants_progress = registry.wants_progress = lambda options: True
if hasattr(os, "fork"):
    set_start_method("fork")
sys.exit(main())
"""
"""The program; it and each worker say once in a pipe that they do what is expected, and nobody shows progress."""


def started_and_saying(expected: str, *arguments: str, processes: int = 1, **settings: Any) -> subprocess.Popen[str]:
    """Start satcross and wait until so many processes, of it and its workers, say that they do what is expected.

    So a test can interrupt a command in the middle of its work, however long the command takes to get there.

    Args:
        expected: A regular expression for a note of progress and what is done of it ("searching by .*, conflicts 1").
    """
    ours, line = os.pipe()
    command = [sys.executable, "-c", SAYING, str(line), expected, *arguments]
    process = started(command, pass_fds=(line,), **settings)
    os.close(line)
    for _ in range(processes):
        is_said = bool(select.select([ours], [], [], MOST_PATIENCE)[0]) and bool(os.read(ours, 1))
        if not is_said:
            process.kill()
        assert is_said, process.communicate()
    os.close(ours)
    return process


def hear_hangups() -> None:
    """Let SIGHUP end this process, also where `nohup` has started the tests."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def bound(number: int) -> None:
    """Bound the time and the memory of the process `number`, and of each process that it starts."""
    if prlimit is not None:
        prlimit(number, RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        prlimit(number, RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))


def seconds_used(number: int) -> float:
    """Return the processor time that the process `number` has used itself."""
    fields = Path(f"/proc/{number}/stat").read_text("utf-8").rpartition(")")[2].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


def wait_until(holds: Callable[[], bool], seconds: float = MOST_PATIENCE) -> None:
    """Wait until `holds()`; fail if that takes longer than so many seconds, which only a defect does."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def children() -> frozenset[int]:
    """Return the processes that this one has started and not yet waited for."""
    found: set[int] = set()
    for thread in Path("/proc/self/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # the thread has ended meanwhile
            found.update(map(int, thread.read_text("utf-8").split()))
    return frozenset(found)
