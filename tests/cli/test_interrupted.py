"""Interrupted work: what was found stays found, the exit status tells, and nobody sees a traceback."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests import hard
from tests.processes import started, started_and_saying

pytestmark = [pytest.mark.long, pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")]

FILLING = "filling.*, best [1-9]"  # a slot is filled
MANY = ["--rows", "[A-H]+", "[A-H]+", "[A-H]+", "--columns", *["[A-H]+"] * 6]  # 8 ** 18 solutions
PROGRAM = [sys.executable, "-m", "satcross"]


def read_to_end(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Return what is still to come on the pipes (`communicate` forgets what `readline` has read)."""
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        return process.stdout.read(), process.stderr.read()


def start(*arguments: str) -> subprocess.Popen[str]:
    return started([*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def start_and_wait(note: str, *arguments: str) -> subprocess.Popen[str]:
    """Start a command, and wait until it says that it does what `note` matches."""
    return started_and_saying(note, *arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_list_keeps_its_solutions_and_ends_with_the_object(number: int, status: int) -> None:
    process = start("solve", "--all", "--json", *MANY)
    assert process.stdout is not None
    first = process.stdout.readline()
    process.send_signal(number)
    rest, errors = read_to_end(process)
    assert process.returncode == status
    assert errors == "satcross: interrupted\n"
    *solutions, last = [json.loads(line) for line in [first, *rest.splitlines()]]
    assert all(list(solution) == ["rows"] for solution in solutions)
    assert last["complete"] is False
    assert last["count"] - len(solutions) in (0, 1)  # one may have been found and not printed yet


def test_ctrl_c_while_drawing_leaves_whole_grids() -> None:
    process = start("solve", "--all", "--ascii", *MANY)
    assert process.stdout is not None
    first = [process.stdout.readline() for _ in range(6)]
    process.send_signal(signal.SIGINT)
    rest, errors = read_to_end(process)
    assert (process.returncode, errors) == (130, "satcross: interrupted\n")
    assert first[0].strip() == "+-------------+"
    assert ("".join(first) + rest).count("+-------------+") % 2 == 0


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_solver_deep_in_its_work_can_be_interrupted(number: int, status: int) -> None:
    Path("hard.toml").write_text(hard.IMPOSSIBLE)
    process = start_and_wait("conflicts [1-9]", "solve", "--json", "hard.toml")
    process.send_signal(number)
    shown, errors = read_to_end(process)
    assert (process.returncode, errors) == (status, "satcross: interrupted\n")
    assert json.loads(shown)["status"] == "unknown"


EARLY = """
import argparse, os, signal, sys
place = sys.argv.pop(1)
def interrupt():
    if place:
        os.kill(os.getpid(), signal.SIGINT)
class Finder:
    def find_spec(name, path, target=None):
        if name == place:
            interrupt()
sys.meta_path.insert(0, Finder)
if place == "parsing":
    argparse.ArgumentParser.parse_known_intermixed_args = lambda *arguments: interrupt()
from satcross.__main__ import main
status = main()
if place == "the end":
    interrupt()
sys.exit(status)
"""
"""A program that sends itself Ctrl-C at a place of its start: an import, or the parsing of the arguments."""


@pytest.mark.parametrize(
    "place",
    ["satcross.cli", "satcross.cli.commands", "satcross.cli.signals", "satcross.cli.parser", "satcross.cli.solve",
     "satcross.puzzle.shapes", "parsing", "the end"],
)  # fmt: skip
def test_ctrl_c_at_the_start_or_at_the_end_shows_no_traceback(place: str) -> None:
    command = [sys.executable, "-c", EARLY, place, "solve", "--rows", "A", "--columns", "A"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode in (130, -signal.SIGINT)
    assert done.stderr in ("", "satcross: interrupted\n", "The only solution.\n") or place == "the end"
    assert "Traceback" not in done.stderr


IN_A_FINALIZER = """
import os, sys, time
from satcross.cli import export
number = int(sys.argv.pop(1))
class Deleted:
    def __del__(self):
        os.kill(os.getpid(), number)
def lines(*puzzle, **settings):
    yield "the first line"
    Deleted()
    time.sleep(60)
export.export = lines
from satcross.__main__ import main
sys.exit(main())
"""
"""The program with an export that gets a signal while Python deletes an object, and then waits for a long time."""


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_that_comes_while_an_object_is_deleted_is_not_lost(number: int, status: int) -> None:
    Path("puzzle.toml").write_text("[clues]\nrows = ['A']\ncolumns = ['A']\n")
    command = ["export", "puzzle.toml", "-o", "out.cnf", "--timeout", "50"]
    process = started(
        [sys.executable, "-c", IN_A_FINALIZER, str(int(number)), *command],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    _, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (status, "satcross: interrupted\n")
    assert os.listdir() == ["puzzle.toml"]


LATE = """
import os, sys
from satcross import cli
number = int(sys.argv.pop(1))
def ended(*arguments, run=cli._ended, **settings):
    status = run(*arguments, **settings)
    os.kill(os.getpid(), number)
    return status
cli._ended = ended
from satcross.__main__ import main
sys.exit(main())
"""
"""The program with a signal that comes when the command has ended, before signals end the process by themselves."""


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_after_the_last_word_of_a_command_ends_it_without_a_word(number: int, status: int) -> None:
    command = [sys.executable, "-c", LATE, str(int(number)), "solve", "--quiet", "--rows", "A", "--columns", "A"]
    process = started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    shown, errors = process.communicate(timeout=120)
    assert shown.endswith("The only solution.\n")
    assert (process.returncode, errors) == (status, "")


def test_a_signal_that_the_parent_ignores_stays_ignored() -> None:
    ignoring = ["sh", "-c", 'trap "" INT HUP; exec "$@"', "sh", sys.executable, "-c"]
    code = (
        "import signal; from satcross.cli.signals import *; raise_at_signals(); end_at_signals();"
        "print([signal.getsignal(number).name for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)])"
    )
    done = subprocess.run([*ignoring, code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == "['SIG_IGN', 'SIG_IGN', 'SIG_DFL']\n"


def test_an_export_that_runs_out_of_time_leaves_no_file() -> None:
    Path("large.toml").write_text("[clues]\nrows = [" + "'([A-Z]{3})*', " * 60 + "]\ncolumns = 60\n")
    done = subprocess.run(
        [*PROGRAM, "export", "--timeout", "0.05", "large.toml", "-o", "out.cnf"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 3
    assert done.stderr.startswith("satcross: out of time")
    assert os.listdir() == ["large.toml"]


def words_at_random(size: int, number: int) -> list[str]:
    """Write an open template with `size` rows and columns and a list of random words; return the command to fill it."""
    random = Random(5)
    words = {"".join(random.choices("abcdefgh", k=size)) for _ in range(number)}
    Path("words").write_text("\n".join(f"{word};{random.randint(1, 99)}" for word in sorted(words)))
    Path("template").write_text(("_" * size + "\n") * size)
    return ["fill", "template", "--words", "words", "--no-cache", "--seed", "1"]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks Linux for the processes")
@pytest.mark.parametrize(("jobs", "helpers"), [("1", 0), ("2", 2)])
def test_an_interrupted_fill_keeps_the_best_partial_grid_and_leaves_no_process(jobs: str, helpers: int) -> None:
    process = start_and_wait(FILLING, *words_at_random(8, 6_000), "--jobs", jobs)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text("utf-8").split()
    process.send_signal(signal.SIGINT)
    grid, errors = read_to_end(process)
    assert process.returncode == 130
    assert [len(row) for row in grid.splitlines()] == [8] * 8
    assert any(letter.isalpha() for letter in grid)
    said, *_, last = errors.splitlines()
    assert said.startswith("unknown: interrupted; the best partial fill has ")
    assert last == "satcross: interrupted"
    assert len(children) == helpers
    assert not any(Path(f"/proc/{number}").exists() for number in children)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_all_processes_shows_no_traceback(number: int) -> None:
    process = started_and_saying(
        FILLING, *words_at_random(8, 6_000), "--jobs", "2", start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    os.killpg(process.pid, number)
    first, *_, last = read_to_end(process)[1].splitlines()
    assert first.startswith("unknown: interrupted; the best partial fill has ")
    assert last == "satcross: interrupted"
    assert process.returncode == 128 + number


def test_a_fill_that_is_interrupted_while_it_is_improved_is_printed() -> None:
    command = words_at_random(6, 6_000)
    process = start_and_wait("improving the fill", *command, "--improve", "60")
    process.send_signal(signal.SIGINT)
    grid, errors = read_to_end(process)
    assert (process.returncode, errors) == (130, "satcross: interrupted\n")
    words = {line.partition(";")[0].upper() for line in Path("words").read_text("utf-8").split()}
    rows = grid.split()
    assert len(rows) == 6
    assert {*rows, *map("".join, zip(*rows, strict=True))} <= words


def test_a_watched_file_is_checked_whenever_it_changes() -> None:
    puzzle, other = Path("puzzle.toml"), Path("new.toml")

    def save(rows: str) -> None:
        other.write_text(f"[clues]\nrows = [{rows}]\ncolumns = 2\n")
        os.replace(other, puzzle)  # as many editors do

    save("'A[AB]'")
    process = start("check", "--watch", "--json", str(puzzle))
    assert process.stdout is not None
    assert process.stderr is not None
    assert json.loads(process.stdout.readline())["status"] == "several"
    assert process.stderr.readline() == "satcross: watching one file; Ctrl-C ends it\n"
    save("'AB'")
    assert json.loads(process.stdout.readline())["status"] == "unique"
    save("'AB', 'A'")
    assert json.loads(process.stdout.readline())["status"] == "none"
    save("'A('")
    assert "puzzle.toml:2, row 1, clue 1" in process.stderr.readline()
    while "hint:" not in process.stderr.readline():
        pass
    process.send_signal(signal.SIGINT)
    _, errors = read_to_end(process)
    assert (process.returncode, errors.splitlines()[-1]) == (130, "satcross: interrupted")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["-"], "standard input cannot be watched"),
     (["x.toml", "--format", "sarif"], "--watch and --format sarif cannot be combined")],
)  # fmt: skip
def test_what_cannot_be_watched_is_refused(arguments: list[str], said: str) -> None:
    process = start("check", "--watch", *arguments)
    _, errors = read_to_end(process)
    assert process.returncode == 2
    assert said in errors
