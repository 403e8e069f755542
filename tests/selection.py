"""Which of many similar tests `make test` runs; `make test-slow` runs all of them."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def slow_but(quick: Collection[Any], cases: Iterable[Any]) -> list[Any]:
    """Return the parameters of a test, all marked as slow but those in `quick`."""
    return slow_rows_but({(case,) for case in quick}, [(case,) for case in cases])


def slow_rows_but(quick: Collection[tuple[Any, ...]], rows: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Return the same for a test with several parameters, each of which gets a value of a row."""
    rows = list(rows)
    assert all(row in rows for row in quick)
    return [pytest.param(*row, marks=() if row in quick else pytest.mark.slow) for row in rows]
