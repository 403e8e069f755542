"""The command: its address, its errors, and its end."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from satcross.cli import main
from tests.processes import MOST_PATIENCE, wait_until
from tests.studio.client import SMALL, serving
from tests.studio.test_session import SLOW

pytestmark = [pytest.mark.long, pytest.mark.skipif(os.name == "nt", reason="process groups")]


def is_there(group: int) -> bool:
    """Return whether some process of the group still runs."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 0), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_an_interrupt_ends_it_and_leaves_no_process(tmp_path: Path, number: int, status: int) -> None:
    """Although a worker is inside the solver, and the editor does not leave."""
    with serving(tmp_path) as server, server.editor() as editor:
        editor.send(type="edit", revision=1, document=SLOW, want=["parse", "verdict"])
        while editor.receive()["type"] != "parse":
            pass
        group = os.getpgid(server.process.pid)
        server.process.send_signal(number)
        assert server.process.wait(MOST_PATIENCE) == status
        wait_until(lambda: not is_there(group))
        assert "Traceback" not in server.said


def test_it_says_what_it_refused(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.ask("GET", "/", {"Host": "rebound.example"})
        server.ask("POST", server.path(), {"Origin": "http://evil.example"})
        server.ask("GET", "/page/%1b[2J")
        with server.editor() as editor:
            editor.socket.send("{")
            assert editor.receive()["code"] == "malformed"
            assert editor.about(SMALL, "verdict")["status"] == "unique"
        said = server.said
    assert "GET '/': the host 'rebound.example' is not this server" in said
    assert "POST '/.../': the page 'http://evil.example' does not belong to this server" in said
    assert "does not have the token" in said
    assert "\x1b" not in said
    assert server.token not in said


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    with serving(tmp_path) as server, server.editor() as editor:
        editor.edit(SMALL, "verdict")
        for line in subprocess.run(["ps", "-e", "-o", "pid=,ppid=,args="], capture_output=True, text=True,
                                   check=True).stdout.splitlines():  # fmt: skip
            pid, parent, name = line.split(maxsplit=2)
            if "forkserver" in name and int(parent) != server.process.pid and _is_below(int(pid), server.process.pid):
                os.kill(int(pid), signal.SIGKILL)
        answers = [editor.edit(SMALL, "verdict")[-1]["type"] for _ in range(4)]
        assert answers[-1] == "done"


def _is_below(pid: int, ancestor: int) -> bool:
    """Return whether the process `pid` descends from `ancestor`."""
    while pid > 1:
        found = subprocess.run(
            ["ps", "-o", "ppid=", "-p", str(pid)], capture_output=True, text=True, check=False
        ).stdout
        if not found.strip():
            return False
        pid = int(found)
        if pid == ancestor:
            return True
    return False


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["studio", "--no-browser", "--port", str(port)]) == 2
    error = capsys.readouterr().err
    assert f"the port {port} cannot be used" in error
    assert "--port" in error


@pytest.mark.parametrize("port", ["x", "-1", "70000", "1.5", ""])
def test_ports_that_are_none(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["studio", "--no-browser", f"--port={port}"]) == 2
    assert "is not a port" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("missing.xyz", None, "there is no such file"),
        ("no/such/new.toml", None, "there is no such folder"),
        ("broken.toml", "rows = [", "not valid TOML"),
        ("folder.toml", "", ""),
        ("-", None, "standard input"),
    ],
)
def test_files_that_cannot_be_used(
    name: str, content: str | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    if content:
        (tmp_path / name).write_text(content)
    elif content == "":
        (tmp_path / name).mkdir()
    assert main(["studio", "--no-browser", name]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error


def test_a_word_list_that_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["studio", "--no-browser", "--words", "/no/such/list"]) == 2
    assert "/no/such/list" in capsys.readouterr().err


def test_without_its_packages_it_says_how_to_install_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["studio", "--no-browser"]) == 2
    error = capsys.readouterr().err
    assert "the studio needs starlette, uvicorn and websockets" in error
    assert "uvicorn>=" in error


@pytest.mark.parametrize("seed", range(int(os.environ.get("ROUNDS", "2"))))
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 0), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_ends_it_while_it_is_busy(tmp_path: Path, number: int, status: int, seed: int) -> None:
    """At any moment: a signal must not be lost in one of the tasks that answer."""
    with serving(tmp_path) as server, server.editor() as editor:
        until = time.monotonic() + Random(seed).uniform(0, 1)
        while time.monotonic() < until:
            editor.edit(SMALL, "parse")
        server.process.send_signal(number)
        assert server.process.wait(MOST_PATIENCE) == status
        assert "Traceback" not in server.said
