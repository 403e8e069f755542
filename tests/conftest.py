"""What each test may rely on, however the tests were started."""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("any pace", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any pace")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--first", action="store_true", help="run each test with the first of its parameters only")
    parser.addoption("--quick", action="store_true", help="the same, and no test that is marked as long or slow")


@pytest.hookimpl(optionalhook=True)  # xdist is missing where tests run in a browser
def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes run tests: one more than there are processors, since many tests wait for others."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Drop what `--first` and `--quick` leave out."""
    if not config.getoption("first") and not config.getoption("quick"):
        return
    chosen: dict[str, pytest.Item] = {}
    for item in items:
        takes_long = any(item.iter_markers("long")) or any(item.iter_markers("slow"))
        if not (takes_long and config.getoption("quick")):
            chosen.setdefault(item.nodeid.partition("[")[0], item)
    kept = {item.nodeid for item in chosen.values()}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
    items[:] = chosen.values()


def pytest_configure(config: pytest.Config) -> None:
    """Let Ctrl-C work in this process, and in those that tests start.

    A shell without job control ignores it for `make test &`, and a process inherits that from the one that starts it.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
