"""A server of the studio in a process of its own, and an editor that talks to it.  Every answer is checked."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from satcross.studio.answers import StudioMessage
from satcross.studio.typed_json import fault, kind_by_type
from tests.processes import MOST_PATIENCE, started

sync = pytest.importorskip("websockets.sync.client")

ROOT = Path(__file__).resolve().parent.parent.parent
ANSWER_BY_TYPE = kind_by_type(StudioMessage)

PAGE = ROOT / "satcross" / "studio" / "protocol.md"
EXAMPLES: list[dict[str, Any]] = [
    json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.S)
]
"""The messages that satcross/studio/protocol.md shows."""

SMALL: dict[str, Any] = {
    "puzzle": {"clues": {"rows": [["HE|LL|O+"], ["[PLEASE]+"]], "columns": [["[^SPEAK]+"], ["EP|IP|EF"]]}}
}
"""A document with one solution: HE, LP."""


class Server:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str], address: str, errors: Path) -> None:
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([\w-]+)/", address)
        assert found is not None, (address, errors.read_text())
        self.process = process
        self.port = int(found[1])
        self.token = found[2]
        self._errors = errors

    @property
    def said(self) -> str:
        """What the server has printed on standard error."""
        return self._errors.read_text()

    def ask(self, method: str, path: str, headers: dict[str, str] | None = None) -> tuple[HTTPResponse, bytes]:
        """Return the answer to a request, with no headers but these and Host."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.putrequest(method, path, skip_host=True)
            for name, value in ({"Host": f"127.0.0.1:{self.port}"} | (headers or {})).items():
                connection.putheader(name, value)
            connection.endheaders()
            answer = connection.getresponse()
            return answer, answer.read()
        finally:
            connection.close()

    def path(self, name: str = "") -> str:
        """Return the secret path of a part of the server."""
        return f"/{self.token}/{name}"

    @contextmanager
    def editor(self) -> Iterator[Editor]:
        """Give the block an editor that is connected."""
        address = f"ws://127.0.0.1:{self.port}{self.path('socket')}"
        with sync.connect(address, max_size=None, open_timeout=120) as socket:
            yield Editor(socket)


class Editor:
    """An editor at its WebSocket."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.hello = self.receive()
        self.revision = 0

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self) -> dict[str, Any]:
        """Return the next message, which must be what its type says."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=120))
        assert fault(message, ANSWER_BY_TYPE[message["type"]]) == "", message
        return message

    def edit(self, document: Any, *want: str) -> list[dict[str, Any]]:
        """Send a new revision, and return all that is said about it."""
        self.revision += 1
        self.send(type="edit", revision=self.revision, document=document, **({"want": list(want)} if want else {}))
        found = []
        while True:
            message = self.receive()
            if message["revision"] < self.revision and not found:
                continue  # it was on its way already
            assert message["revision"] == self.revision, "answers to older revisions are dropped"
            found.append(message)
            if message["type"] in ("done", "refusal"):
                return found

    def about(self, document: Any, type: str, *want: str) -> dict[str, Any]:
        """Return the last message of this type about `document`."""
        return [each for each in self.edit(document, *(want or ("parse", "verdict"))) if each["type"] == type][-1]

    def ask(self, type: str, **more: Any) -> list[dict[str, Any]]:
        """Ask a question about the last revision, and return its answers."""
        keys = {} if type in ("import", "open") else {"revision": self.revision}
        self.send(type=type, id="q", **keys, **more)
        found = []
        while True:
            message = self.receive()
            assert message.get("id") == "q", message
            found.append(message)
            is_stream = type in ("mend", "complete", "fill")
            if message["type"] in ("refusal", "done") or not is_stream:
                return found


@contextmanager
def serving(folder: Path, *arguments: str, program: Sequence[str] = ("-m", "satcross")) -> Iterator[Server]:
    """Run a server in `folder` for the duration of the block, by Python with `program`."""
    errors = folder / "errors.txt"
    command = [sys.executable, *program, "studio", "--no-browser", "--port", "0", *arguments]
    with errors.open("w") as stream:
        process = started(
            command, stdout=subprocess.PIPE, stderr=stream, cwd=folder, start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])},
        )  # fmt: skip
        try:
            assert process.stdout is not None
            yield Server(process, process.stdout.readline().strip(), errors)
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(MOST_PATIENCE)
            finally:
                process.kill()
                process.communicate()
