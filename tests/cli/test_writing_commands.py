"""Files appear whole or not at all, whatever happens while a command writes them; and what else was printed stays."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Final

import pytest

import satcross
from satcross.cli import main
from satcross.cli.commands import COMMANDS
from satcross.cli.registry import all_parsers
from tests import hard
from tests.commands import PRINTING, WRITING, prepare, uncoded
from tests.measured import PROGRAM
from tests.processes import started_and_saying, wait_until
from tests.selection import slow_but, slow_rows_but

pytestmark = pytest.mark.long

if os.name != "posix":
    pytest.skip("signals, limits and permissions as POSIX has them", allow_module_level=True)

IN_PROCESSES = ("solve", "prove", "export", "fill", "completion")
"""The commands that `make test` runs in processes of their own with a stream that fails; it runs all of them here."""


KEEPING: Final = ("convert", "generate", "fill", "repair", "template")
"""The commands that replace a file only with `--overwrite`."""


@pytest.fixture(autouse=True)
def files(folder: Path) -> None:
    prepare(folder)
    (folder / "hard.toml").write_text(hard.IMPOSSIBLE)


def run(command: str, *, prefix: Sequence[str] = (), **more: object) -> subprocess.CompletedProcess[str]:
    streams: dict[str, object] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [*prefix, *PROGRAM, *command.split()], encoding="utf-8", check=False, **streams
    )


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", [name for name in WRITING if name != "site"])  # which keeps what it did not write
def test_a_file_is_replaced_by_every_command_and_stays_if_the_disk_fills_up(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(WRITING[name].split())
    error = capsys.readouterr().err
    if "is not installed" in error:
        pytest.skip(error)
    assert status == 0, error
    written = {path: len(data) for path, data in contents(folder).items() if path.startswith("out")}
    assert all(written.values())
    for path in written:
        (folder / path).write_bytes(b"old")
    old = contents(folder)
    most, allowed = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (90, allowed))
    command = [*WRITING[name].split(), *(["--overwrite"] if name.split()[0] in KEEPING else [])]
    try:
        assert main(command) == 2
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, allowed))
    assert ": the file cannot be written: File too large\n" in uncoded(capsys.readouterr().err)
    beside = "found.db-"
    assert {path: data for path, data in contents(folder).items() if not path.startswith(beside)} == {
        path: data for path, data in old.items() if not path.startswith(beside)
    }
    assert main(command) == 0
    assert {path: len(contents(folder)[path]) for path in written} == written


def test_every_command_that_can_write_a_file_is_tried_here() -> None:
    writing = {name for name, parser in all_parsers().items()
               if any(action.metavar in ("OUT", "OUT.cnf", "DIR") and action.dest == "output"
                      for action in parser.options)}  # fmt: skip
    assert writing == {command.split()[0] for command in WRITING.values()} - {"regex"}


BATCH = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
import satcross
from satcross.cli import main

said = []
for command in json.load(sys.stdin):
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as error:
        said.append((main(command.split()), error.getvalue()))
print(json.dumps(said))
"""
"""Runs commands one after another, and prints the exit status and the standard error of each."""


def test_a_folder_that_must_not_be_written_to_is_one_line(folder: Path) -> None:
    prefix: list[str] = []
    if not os.geteuid():  # root may write anywhere, unless that capability is taken away
        if not shutil.which("setpriv"):
            pytest.skip("nobody is kept from writing here")
        prefix = ["setpriv", "--bounding-set", "-dac_override"]
    (folder / "locked").mkdir()
    (folder / "locked").chmod(0o555)
    commands = [command.replace(" out", " locked/out") for command in WRITING.values()]
    done = subprocess.run(
        [*prefix, sys.executable, "-c", BATCH], input=json.dumps(commands), encoding="utf-8",
        stdout=subprocess.PIPE, check=True,
    )  # fmt: skip
    for command, (status, error) in zip(commands, json.loads(done.stdout), strict=True):
        if "is not installed" not in error:
            assert status == 2, command
            assert error.splitlines()[-1].startswith("locked/out"), command
            assert uncoded(error).endswith(": Permission denied\n"), command
    assert contents(folder / "locked") == {}


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize(
    ("stream", "said"),
    [(">/dev/full", "standard output: No space left on device"), (">&-", "standard output is closed")],
)
@pytest.mark.parametrize("command", slow_but(["--help", *IN_PROCESSES], ["--help", *PRINTING]))
def test_standard_output_that_takes_nothing_is_one_line(command: str, stream: str, said: str) -> None:
    skip_without_its_package(command)
    done = run(PRINTING.get(command, command), prefix=["sh", "-c", f'exec "$@" {stream}', "sh"], stdout=None)
    assert done.returncode == 2
    *before, last = done.stderr.splitlines()
    assert last == f"satcross: {said}"
    assert "Traceback" not in done.stderr
    assert command != "--help" or not before


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize(
    "command", ["--help", "--version", *(f"{name} --help" for name in COMMANDS), *PRINTING.values()]
)
def test_neither_stream_can_be_written(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, with streams of its own: what a command prints, its help, and what is said of the failure."""
    skip_without_its_package(command)
    with open("/dev/full", "w") as out, open("/dev/full", "w", buffering=1) as error:
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", error)
        assert main(command.split()) == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize(
    ("command", "streams", "status"),
    [("--help", ">/dev/full 2>/dev/full", 2), ("solve hello.toml", ">/dev/full 2>/dev/full", 2),
     ("solve hello.toml", "2>/dev/full", 2),  # whatever it has to say besides the answer is lost
     ("solve hello.toml", "<&-", 0), ("solve hello.toml", "2>&-", 0),  # the user does not want to hear it
     ("solve nofile", "2>&-", 2), ("solve nofile", ">&- 2>&-", 2), ("export mit.toml -o out.cnf", ">&-", 0)],
)  # fmt: skip
def test_the_status_tells_whether_everything_was_written(command: str, streams: str, status: int) -> None:
    done = run(command, prefix=["sh", "-c", f'exec "$@" {streams}', "sh"])
    assert done.returncode == status
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", slow_but(IN_PROCESSES, PRINTING))
def test_a_reader_that_has_left_ends_every_command_silently(command: str) -> None:
    skip_without_its_package(command)
    reading, writing = os.pipe()
    os.close(reading)
    done = run(PRINTING[command], stdout=writing)
    os.close(writing)
    assert done.returncode == 141
    assert "Error" not in done.stderr
    assert "satcross" not in done.stderr


def skip_without_its_package(command: str) -> None:
    """Skip the test of a command that needs a package which is not installed."""
    if command.startswith("verify"):
        pytest.importorskip("dratify")


SLOW = {
    "export": ("export large.toml -o out.cnf", "writing clauses [1-9]"),
    "prove": ("prove hard.toml -o out", "conflicts [1-9]"),
    "render": ("render hard.toml --solution -o out.svg", "conflicts [1-9]"),
    "fill": ("fill grid.txt --words words.txt --no-cache --seed 1 --improve 60 -o out.ipuz", "improving the fill"),
    "count": ("count hard.toml --method ganak", "counting by ganak"),
    "explain": ("explain hard.toml", "finding the letters"),
    "lint": ("lint hard.toml", "searching by"),
    "check": ("check hard.toml", "conflicts [1-9]"),
}
"""Commands that take long, and what they say in the middle of it."""


@pytest.mark.parametrize(
    ("name", "number"),
    slow_rows_but(
        [
            *((name, signal.SIGINT) for name in SLOW),
            ("export", signal.SIGTERM),
            ("count", signal.SIGHUP),
            ("fill", signal.SIGTERM),
        ],
        product(SLOW, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)),
    ),
)
def test_an_interrupted_command_leaves_neither_half_a_file_nor_processes(
    name: str, number: signal.Signals, folder: Path
) -> None:
    command, note = SLOW[name]
    if name == "count":
        pytest.importorskip("pyganak")
    (folder / "large.toml").write_text("[clues]\nrows = [" + "'([A-Z]{3})*', " * 90 + "]\ncolumns = 90\n")
    old = contents(folder)
    process = started_and_saying(
        note, *command.split(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    if name == "export":
        assert any(path.name.startswith(".out") for path in folder.iterdir())
    if name == "count":
        wait_until(lambda: len(members(process.pid)) > 1)
    process.send_signal(number)
    _, error = process.communicate(timeout=120)
    assert process.returncode == 128 + number, error
    assert error.splitlines()[-1] == "satcross: interrupted"
    assert "Traceback" not in error
    left = contents(folder)
    if name == "fill":  # it gives the best fill so far
        assert json.loads(left.pop("out.ipuz"))["solution"]
    assert left == old
    assert members(process.pid) == []


def members(session: int) -> list[int]:
    """Return the processes of a session."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def test_two_processes_may_write_the_same_file(folder: Path) -> None:
    puzzles = ["mit.toml", "draw.toml"]
    whole = []
    for puzzle in puzzles:
        assert main(["export", puzzle, "-o", str(folder / "out.cnf")]) == 0
        whole.append((folder / "out.cnf").read_bytes())
    writers = [subprocess.Popen([*PROGRAM, "export", puzzle, "-o", "out.cnf"]) for puzzle in puzzles * 3]
    seen = set()
    while any(writer.poll() is None for writer in writers):
        seen.add((folder / "out.cnf").read_bytes())
    assert [writer.wait() for writer in writers] == [0] * 6
    assert seen | {(folder / "out.cnf").read_bytes()} <= set(whole)
    assert not [path for path in folder.iterdir() if path.name.endswith(".tmp")]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory as Linux limits it")
def test_memory_that_is_refused_while_writing_leaves_what_was_there(folder: Path) -> None:
    (folder / "large.toml").write_text("[clues]\nrows = [" + "'([A-Z]{3})*', " * 120 + "]\ncolumns = 120\n")
    (folder / "out.cnf").write_text("old")
    done = run("export large.toml -o out.cnf --memory 64M")
    assert done.returncode == 3
    assert "the limit is 64 MB" in done.stderr
    assert (folder / "out.cnf").read_text() == "old"
    assert not [path for path in folder.iterdir() if path.name.endswith(".tmp")]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_message_that_cannot_be_written_does_not_keep_a_file_from_being_written(tmp_path: Path) -> None:
    command = f"generate --rows 2 --columns 2 --seed 1 -o {tmp_path}/made.toml"
    done = run(command, prefix=["sh", "-c", 'exec "$@" 2>/dev/full', "sh"])
    assert done.returncode == 2
    assert satcross.load(tmp_path / "made.toml").lines


def test_a_working_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    pytest.importorskip("reportlab", reason="needs the extra pdf")
    there = 'mkdir "$1/gone" && cd "$1/gone" && rmdir "$1/gone" && shift && exec "$@"'
    hello = Path(satcross.__file__).parents[1] / "puzzles/hello.toml"
    done = run(f"render {hello} -o {tmp_path}/x.pdf", prefix=["sh", "-c", there, "sh", str(tmp_path)])
    assert done.returncode == 2
    assert done.stderr == "satcross: the working folder does not exist any more; change to another one\n"


def test_pictures_need_no_home_and_run_no_code_from_there(tmp_path: Path) -> None:
    pytest.importorskip("reportlab", reason="needs the extra pdf")
    hello = Path(satcross.__file__).parents[1] / "puzzles/hello.toml"
    (tmp_path / ".reportlab_mods").write_text("raise SystemExit(7)")
    (tmp_path / ".reportlab_settings").write_text("raise SystemExit(7)")
    (tmp_path / "file").touch()
    for home in (tmp_path, tmp_path / "file"):
        done = run(f"render {hello} -o {tmp_path}/x.pdf", prefix=["env", f"HOME={home}"])
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("kilobytes", [16_000, 20_000, 40_000, 60_000, 70_000, 100_000])
@pytest.mark.parametrize(
    "command", ["check --jobs 2 hello.toml mit.toml", "prove hello.toml -o proof", "check mit.toml"]
)
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps to this limit")
def test_a_low_limit_of_the_system_is_a_limit(command: str, kilobytes: int) -> None:
    done = run(command, prefix=["sh", "-c", f'ulimit -d {kilobytes} && exec "$@"', "sh"])
    assert done.returncode in (0, 3)
    assert "Traceback" not in done.stderr
    assert done.returncode == 0 or "memory" in done.stderr
