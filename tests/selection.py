"""Which of many similar tests `make test` runs; `make test-slow` runs all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def slow_but(quick: Collection[Any], cases: Iterable[Any]) -> list[Any]:
    """Return the parameters of a test, all marked as slow but those in `quick`."""
    cases = list(cases)
    assert all(case in cases for case in quick)
    return [case if case in quick else pytest.param(case, marks=pytest.mark.slow) for case in cases]
