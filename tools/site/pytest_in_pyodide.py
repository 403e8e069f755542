"""pytest in Pyodide: what `tools.site.test_in_pyodide` lets node run.

A test that needs what no browser has is skipped: processes, threads, sockets, alarms, and limits of the system.  It is
known by where Python raises its error, or by what the error says, so that no list of tests has to be kept.
"""

from __future__ import annotations

import os
import sys
from typing import Any, Final

import pytest

LACKING: Final = (
    "emscripten does not support processes",
    "can't start new thread",
    "Function not implemented",
    "has no attribute 'setitimer'",
    "has no attribute 'pthread_sigmask'",
    "No module named '_multiprocessing'",
    "No module named '_posixsubprocess'",
    "No module named 'resource'",
    "No module named 'fcntl'",
    "No module named 'termios'",
    "[Errno 52]",
    "[Errno 138]",
)
"""What the errors say that mean that something is not there."""

MODULES: Final = ("/multiprocessing/", "/subprocess", "/socket", "/threading")
"""Modules of the library that raise errors of other kinds then."""


class Lacking:
    """Skips tests that need what is not there."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
        report = yield
        if call.excinfo is not None and report.failed:
            text = f"{call.excinfo.typename}: {call.excinfo.value}"
            raised_in = str(call.excinfo.traceback[-1].path)
            if any(each in text for each in LACKING) or any(each in raised_in for each in MODULES):
                report.outcome = "skipped"
                report.longrepr = (str(item.path), 0, f"Skipped: {text.splitlines()[0]}")
        return report


def main() -> int:
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    settings = ["-o", "addopts=--strict-markers --import-mode=importlib", "-q", "--no-header", "--tb=short"]
    without = ["-p", "no:cacheprovider", "-p", "no:faulthandler"]
    return pytest.main([*without, *settings, *sys.argv[1:]], plugins=[Lacking()])


if __name__ == "__main__":
    sys.exit(main())
