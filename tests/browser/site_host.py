"""The built site, on a host as plain as there are, for tests of it in Chromium."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tools.site.build import sources
from tools.site.bundles import script_of
from tools.site.pages import with_head
from tools.site.serving import Handler, server

BUILT = Path(__file__).parents[2] / "build" / "site"
BELOW = "/satcross/"


class Host:
    """A host that sends the files of a folder below a path.

    Attributes:
        folder: What it sends; another version of the site can take its place.
        asked: The paths of all requests.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self._server = server(folder, 0, BELOW)
        self._server.RequestHandlerClass = self._handler  # type: ignore[assignment, method-assign] # it makes handlers
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}{BELOW}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def _handler(self, *arguments: object) -> Handler:
        host = self

        class Noting(Handler):
            def do_GET(self) -> None:  # noqa: N802 # the base class calls it so
                self._folder = host.folder  # a connection may be older than the folder
                super().do_GET()

            def log_request(self, *_: object) -> None:
                host.asked.append(self.path)

        return Noting(self.folder, BELOW, *arguments)

    def stop(self) -> None:
        """Answer nothing any more."""
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def hosted(pages: Mapping[str, bytes], folder: Path) -> Iterator[str]:
    """Write the pages of a site into `folder`, and yield their address, which is below a path, while they are sent."""
    for path, data in pages.items():
        if path.endswith(".html"):
            data = with_head(data.decode(), "test", "../" * path.count("/")).encode()
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    host = server(folder, 0, "/below/")
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{host.server_address[1]}/below/"
    host.shutdown()


@cache
def _module_script(module: str) -> str:
    return f"(() => {{ {script_of(sources(), module)}; globalThis.module = module; }})()"


def load_module(page: Any, module: str) -> None:
    """Give a page of the site what a module exports, as the global variable `module`."""
    page.evaluate(_module_script(module))


def write_clues(page: Any, rows: list[str], columns: list[str]) -> None:
    """Fill the form of Solve."""
    page.get_by_label("Rows and columns").check()
    page.get_by_label("Rows, from the top").first.fill("\n".join(rows))
    page.get_by_label("Columns, from the left").fill("\n".join(columns))


@contextmanager
def hosting(folder: Path = BUILT) -> Iterator[Host]:
    """Yield a host of the built site."""
    if not (BUILT / "sw.js").exists():
        pytest.skip("the site is not built (python -m tools.site)")
    host = Host(folder)
    try:
        yield host
    finally:
        host.stop()
