"""Several processes for many puzzles: the same output as from one, and no process left behind, whatever happens."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from satcross.cli import main
from tests import hard, processes
from tests.cli.small import FAULTY, NONE, SEVERAL, UNIQUE, many
from tests.pace import slowness
from tests.processes import seconds_used, wait_until
from tests.selection import slow_but
from tests.transcript import blot

pytestmark = pytest.mark.long

METHODS = ["fork", "spawn", "forkserver"]
RUN = """
import os, sys
if __name__ == "__main__":
    from multiprocessing import set_start_method
    set_start_method(sys.argv.pop(1))
    from satcross.cli import main
    def die_unless_another_has():
        try:
            os.mkdir(os.environ["DIES"])
        except FileExistsError:
            return
        os.kill(os.getpid(), 9)
    if "DIES" in os.environ:
        os.register_at_fork(after_in_child=die_unless_another_has)
    sys.exit(main())
"""
CHILDREN = Path("/proc/self/task")
BUSY = 0.15 * slowness()
"""Seconds of the processor that only a worker on a hard puzzle uses."""
needs_proc = pytest.mark.skipif(not CHILDREN.exists(), reason="processes are watched in /proc")
TEXTS = {
    "unique.toml": UNIQUE, "several.toml": SEVERAL, "none.toml": NONE, "faulty.toml": FAULTY, "hard.toml": hard.UNIQUE,
    "defect.toml": "[clues]\nrows = ['(?:a|(b))*+\\1']\ncolumns = 2\n",
    "endless.toml": "[clues]\nrows = ['[A-H]+', '[A-H]+', '[A-H]+']\ncolumns = 6\n",
    "many.json": many(40, first="A|B", faulty=range(5, 40, 7)),
    "run.py": RUN,
}  # fmt: skip


def run(command: str, stdin: str = "") -> tuple[int, str]:
    """Return the exit status of `satcross <command>` and what it wrote on both streams, its times blotted out."""
    written = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "80")
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        patch.setattr(sys, "stdout", written)
        patch.setattr(sys, "stderr", written)
        status = main(command.split())
    written.flush()
    return status, timeless(written.buffer.getvalue().decode())


def run_by(method: str, command: str, **variables: str) -> tuple[int, str]:
    """Return the same of a process that starts others by `method`."""
    done = subprocess.run(
        [sys.executable, "run.py", method, *command.split()], env={**os.environ, "COLUMNS": "80", **variables},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False, timeout=120,
    )  # fmt: skip
    return done.returncode, timeless(done.stdout)


def timeless(text: str) -> str:
    text = re.sub(r'"seconds": \{.*?\}', '"seconds": {}', blot(text))
    text = re.sub(r"(compile|propagate|backtracking|encode|portfolio|verify|listing) .*", r"\1", text)
    return re.sub(r"[\d.]+ s$", "# s", text, flags=re.M)


ALL = "unique.toml several.toml missing.toml none.toml many.json faulty.toml defect.toml unique.toml"


@pytest.mark.parametrize(
    "command",
    [
        f"solve {ALL}",
        f"solve --all --json {ALL}",
        f"check {ALL}",
        f"check --json --color always {ALL}",
        "solve --color always --ascii --trace unique.toml several.toml",
        "solve --stats --limit 1 unique.toml several.toml",
        "solve --cubes many.json",
        "solve --sample 2 many.json several.toml",
        "check --puzzle 3 many.json unique.toml",
        "solve unique.toml several.toml --solver best",  # ends the command at the first puzzle
        "solve --cubes --trace several.toml unique.toml",
        "solve missing.toml unique.toml",
        "solve missing.toml faulty.toml none.toml",
        "solve missing.toml",
        "solve - several.toml",
    ],
)
def test_several_processes_say_what_one_says(command: str) -> None:
    status, shown = run(command, stdin=UNIQUE)
    assert shown
    assert "Traceback" not in shown
    assert run(f"{command} --jobs 3", stdin=UNIQUE) == (status, shown)


@pytest.mark.parametrize("method", METHODS)
def test_it_does_not_matter_how_processes_are_started(method: str) -> None:
    assert run_by(method, f"check --json {ALL} --jobs 2") == run(f"check --json {ALL}")


@needs_proc
def test_the_puzzles_of_one_file_are_spread(started) -> None:
    """Two workers are busy at the same time with puzzles of the same file, and its easy ones hold up neither."""
    rows, columns = hard.CLUES
    grid = {"patternsX": [[clue] for clue in columns], "patternsY": [[clue] for clue in rows]}
    several = [{"patternsX": [["A"]], "patternsY": [["A"]]}, grid, {"patternsX": [["B"]], "patternsY": [["B"]]}, grid]
    Path("four.json").write_text(json.dumps(several))
    process = started("solve --json four.json")
    process.send_signal(signal.SIGINT)
    shown, _ = process.communicate(timeout=120)
    assert process.returncode == 130
    assert [json.loads(line)["status"] for line in shown.splitlines()][:2] == ["unique", "unknown"]


def children(pid: int) -> list[int]:
    """Return the processes that the process `pid` has started, and those that they have, the oldest first."""
    try:
        own = [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []
    return [each for child in own for each in (child, *children(child))]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.fixture
def started() -> Iterator:
    """Return a function that starts satcross with two jobs and waits until two workers are busy."""
    running: list[subprocess.Popen[str]] = []

    def start(command: str, method: str = "fork", *, used: float = BUSY, **variables: str) -> subprocess.Popen[str]:
        process = processes.started(
            [sys.executable, "run.py", method, *command.split(), "--jobs", "2"],
            env={**os.environ, **variables}, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        running.append(process)
        wait_until(lambda: len(busy(process.pid, used if method == "fork" else 1.0)) == 2)
        return process

    yield start
    for process in running:
        process.kill()
        process.communicate()


def busy(pid: int, used: float) -> list[int]:
    """Return the children that have used so many seconds of the processor."""
    workers = []
    for child in children(pid):
        with suppress(OSError):  # it has ended meanwhile
            workers += [child] if seconds_used(child) >= used else []
    return workers


def kill_all_busy(process: subprocess.Popen[str]) -> None:
    """Kill each worker of `process` that works on a hard puzzle, until the process has ended."""
    while process.poll() is None:
        for worker in busy(process.pid, BUSY):
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        time.sleep(0.02)


@needs_proc
def test_a_puzzle_whose_worker_is_killed_is_tried_again() -> None:
    alone = run(f"check {ALL}")
    assert run_by("fork", f"check {ALL} --jobs 2", DIES="one") == alone
    assert Path("one").exists()


@needs_proc
def test_a_puzzle_over_which_two_workers_are_killed_is_an_error_about_it_only(started) -> None:
    process = started("solve --json hard.toml hard.toml unique.toml faulty.toml several.toml")
    kill_all_busy(process)
    shown, errors = process.communicate(timeout=120)
    statuses = [json.loads(line)["status"] for line in shown.splitlines()]
    assert statuses == ["unknown", "unknown", "unique", "error", "several"]
    first, _, second, *_ = errors.splitlines()
    killed = "the process that worked on this puzzle was killed by signal 9 (SIGKILL)"
    assert first == second == f"hard.toml: {killed} [worker]"
    assert "faulty.toml:2, row 1, clue 1: " in errors
    assert process.returncode == 2


@needs_proc
@pytest.mark.parametrize("method", slow_but(["fork"], METHODS))
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_run_says_what_one_process_would_and_leaves_none(
    started, number: int, status: int, method: str
) -> None:
    process = started("solve --json unique.toml hard.toml hard.toml hard.toml", method)
    first = process.stdout.readline()
    workers = children(process.pid)
    if number == signal.SIGINT:
        os.killpg(process.pid, number)  # as a terminal does
    else:
        process.send_signal(number)
    rest, errors = process.stdout.read(), process.stderr.read()
    assert process.wait(timeout=120) == status
    assert errors == "satcross: interrupted\n"
    answers = [json.loads(line) for line in [first, *rest.splitlines()]]
    assert [each["status"] for each in answers] == ["unique", "unknown"]
    assert workers
    wait_until(lambda: not any(map(is_running, workers)))


@needs_proc
@pytest.mark.parametrize("method", slow_but(["fork"], METHODS))
def test_workers_leave_when_their_parent_is_killed(started, method: str) -> None:
    process = started("solve --json unique.toml hard.toml hard.toml", method)
    process.stdout.readline()
    workers = children(process.pid)
    assert workers
    process.kill()
    wait_until(lambda: not any(map(is_running, workers)))


@needs_proc
def test_a_reader_that_has_seen_enough_ends_all_processes_silently(started) -> None:
    process = started("solve --all endless.toml endless.toml", used=0.0)
    workers = children(process.pid)
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=120) == 141
    assert process.stderr.read() == ""
    wait_until(lambda: not any(map(is_running, workers)))


@needs_proc
def test_endless_lists_side_by_side_take_no_more_and_more_memory(started) -> None:
    """The second puzzle's list waits for the first one's; its worker must not write on into memory."""
    process = started("solve --all --json hard.toml endless.toml", used=0.01)
    worker = children(process.pid)[1]

    def is_resting() -> bool:
        before = seconds_used(worker)
        time.sleep(0.5)
        return seconds_used(worker) == before

    wait_until(is_resting)
    pages = [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in (process.pid, worker)]
    assert max(pages) * os.sysconf("SC_PAGE_SIZE") < 100e6
