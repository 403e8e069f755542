"""Each test of the command line runs in a folder of its own."""

import os
import sys
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder of this test, in which are the files whose texts its module lists as `TEXTS`.

    Python processes that are started there import what this one imports.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    for name, text in getattr(request.module, "TEXTS", {}).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path
