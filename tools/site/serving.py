"""A host as plain as there are: it sends files, and adds no headers of its own.

It is for people who look at the site on their computer, and for tests.
"""

from __future__ import annotations

import gzip
import sys
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

MEDIA_TYPES: Final = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
    ".json": "application/json", ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2", ".part": "application/octet-stream",
}  # fmt: skip
PACKED: Final = ("text/", "image/svg", "application/json", "application/manifest")


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD with a file of `folder`, whose address begins with `below`."""

    protocol_version = "HTTP/1.1"

    def __init__(self, folder: Path, below: str, *arguments: object) -> None:
        self._folder = folder
        self._below: Final = below
        super().__init__(*arguments)  # type: ignore[arg-type] # the server passes them on

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        if not path.startswith(self._below):
            self._answer(HTTPStatus.NOT_FOUND, b"There is no such file.\n", "text/plain")
            return
        file = self._folder / path.removeprefix(self._below)
        if path.endswith("/"):
            file /= "index.html"
        if not file.resolve().is_relative_to(self._folder.resolve()) or not file.is_file():
            self._answer_unknown()
            return
        data = file.read_bytes()
        self._answer(HTTPStatus.OK, data, MEDIA_TYPES.get(file.suffix, "application/octet-stream"))

    def _answer_unknown(self) -> None:
        """Send the page 404.html of the site if it has one, as most hosts do."""
        page = self._folder / "404.html"
        if page.is_file():
            self._answer(HTTPStatus.NOT_FOUND, page.read_bytes(), MEDIA_TYPES[".html"])
        else:
            self._answer(HTTPStatus.NOT_FOUND, b"There is no such file.\n", "text/plain")

    do_HEAD = do_GET  # noqa: N815 # the base class wants this name

    def _answer(self, status: HTTPStatus, data: bytes, media_type: str) -> None:
        is_packed = media_type.startswith(PACKED) and "gzip" in self.headers.get("Accept-Encoding", "")
        if is_packed:
            data = gzip.compress(data, 6, mtime=0)
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "max-age=600")
        if is_packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """Answers each request in a thread."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Show the traceback of the error that is being handled, unless a browser has only gone away."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type] # it is passed on


def server(folder: Path, port: int, below: str = "/") -> Server:
    """Return a server of this computer for the files in `folder`; `below` begins and ends with a slash."""
    return Server(("127.0.0.1", port), partial(Handler, folder, below))
