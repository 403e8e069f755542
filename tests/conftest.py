"""What each test may rely on, however the tests were started."""

from __future__ import annotations

import signal

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Let Ctrl-C work in this process, and in those that tests start.

    A shell without job control ignores it for `make test &`, and a process inherits that from the one that starts it.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
