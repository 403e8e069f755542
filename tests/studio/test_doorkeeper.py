"""Programs that connect and ask nothing keep nobody else out."""

import asyncio
import socket
import sys
from contextlib import ExitStack
from pathlib import Path
from time import sleep
from typing import cast

import pytest

from satcross.studio.server import LARGEST_HEAD, MOST_WAITING, Doorkeeper
from tests.processes import MOST_PATIENCE
from tests.studio.client import SMALL, serving


class Line:
    """A transport, as far as a doorkeeper uses it."""

    def __init__(self) -> None:
        self.is_aborted = False
        self.protocol: asyncio.BaseProtocol | None = None

    def abort(self) -> None:
        self.is_aborted = True

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol


class Listener(asyncio.Protocol):
    """The HTTP server's protocol: what it receives."""

    def __init__(self) -> None:
        self.received = b""

    def data_received(self, data: bytes) -> None:
        self.received += data


def connected(doorkeeper: Doorkeeper) -> tuple[Line, asyncio.Protocol]:
    """Return a new connection, and the protocol that it has at first."""
    line, protocol = Line(), doorkeeper()
    protocol.connection_made(cast(asyncio.Transport, line))
    return line, protocol


def test_a_connection_is_passed_on_when_the_head_of_its_request_is_complete() -> None:
    async def run() -> None:
        line, newcomer = connected(Doorkeeper(Listener))
        for part in (b"GET / HTTP/1.1\r\nHost: x\r", b"\n\r"):
            newcomer.data_received(part)
            assert line.protocol is None
        newcomer.data_received(b"\nrest")
        assert isinstance(line.protocol, Listener)
        assert line.protocol.received == b"GET / HTTP/1.1\r\nHost: x\r\n\r\nrest"
        assert not line.is_aborted

    asyncio.run(run())


def test_one_that_says_nothing_is_closed_after_a_while() -> None:
    async def run() -> tuple[bool, bool]:
        silent, _ = connected(Doorkeeper(Listener, patience=0.0))
        asking, newcomer = connected(Doorkeeper(Listener, patience=0.0))
        newcomer.data_received(b"GET / HTTP/1.1\r\n\r\n")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return silent.is_aborted, asking.is_aborted

    assert asyncio.run(run()) == (True, False)


def test_a_head_without_end_is_not_read_to_its_end() -> None:
    async def run() -> bool:
        line, newcomer = connected(Doorkeeper(Listener))
        for _ in range(LARGEST_HEAD // 1000 + 1):
            newcomer.data_received(b"x" * 1000)
        return line.is_aborted

    assert asyncio.run(run())


def test_those_that_have_waited_longest_go_when_there_are_too_many() -> None:
    async def run() -> list[bool]:
        doorkeeper = Doorkeeper(Listener)
        return [line.is_aborted for line in [connected(doorkeeper)[0] for _ in range(MOST_WAITING + 3)]]

    assert asyncio.run(run()) == [True] * 3 + [False] * MOST_WAITING


PATIENT = """
import sys
from satcross.cli import main
from satcross.studio.server import Doorkeeper
Doorkeeper.__init__.__defaults__ = (1e6,)
sys.exit(main())
"""
"""A server that closes no connection because it has waited for long."""


@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="sets the limits of another process")
def test_half_open_connections_keep_nobody_out(tmp_path: Path) -> None:
    """There are more of them than the server may have files open."""
    import resource

    with serving(tmp_path, program=["-c", PATIENT]) as server, ExitStack() as stack:
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (160, 160))
        for number in range(200):
            if number % 16 == 0:
                sleep(0.01)  # connections that the server has no time to accept take a second each
            connection = stack.enter_context(
                socket.create_connection(("127.0.0.1", server.port), timeout=MOST_PATIENCE)
            )
            if number % 2:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        with server.editor() as editor:
            assert editor.about(SMALL, "verdict")["status"] == "unique"
        assert server.ask("GET", server.path())[0].status == 200
        assert "Traceback" not in server.said
        assert server.said.count("\n") < 30


def test_a_refused_connection_does_not_stay_open(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        for path in ("/", "/wrong/", "/page/main.js"):
            assert server.ask("GET", path)[0].getheader("Connection") == "close"
        assert server.ask("GET", server.path())[0].getheader("Connection") != "close"
