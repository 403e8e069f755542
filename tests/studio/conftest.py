from collections.abc import Iterator

import pytest

from tests.studio.client import ROOT, Editor, Server, serving


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without files, and with a word list."""
    with serving(tmp_path_factory.mktemp("studio"), "--words", str(ROOT / "puzzles/words/small.txt")) as running:
        yield running


@pytest.fixture
def editor(server: Server) -> Iterator[Editor]:
    """An editor that is connected to the server."""
    with server.editor() as connected:
        yield connected
