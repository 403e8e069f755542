"""Which functions a piece of code calls, and with what."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


@contextmanager
def calls_of(*functions: Callable[..., Any]) -> Iterator[list[tuple[str, dict[str, Any]]]]:
    """Give the block a list that gets the name and the arguments of each call of these functions.

    Calls in other processes are not seen.
    """
    codes = {function.__code__ for function in functions}
    calls: list[tuple[str, dict[str, Any]]] = []

    def see(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code in codes:
            calls.append((frame.f_code.co_name, dict(frame.f_locals)))

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        yield calls
    finally:
        sys.setprofile(before)
