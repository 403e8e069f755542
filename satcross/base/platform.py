"""What the system cannot do on which satcross runs: the one place that knows how Windows and browsers differ.

In a browser, CPython is compiled to WebAssembly (Pyodide).  `os.fork` exists there and cannot be used, there are no
threads, processes, alarms or limits of the system on memory, numbers of C have 32 bits, and the stack of C is small.
Windows has no `fork`, `resource` or alarms either, and its C has a `long` of 32 bits.
"""

from __future__ import annotations

import os
import re
import struct
import sys
from typing import Any, Final

try:
    import resource
except ImportError:  # not on every platform
    resource = None  # type: ignore[assignment]

IS_IN_BROWSER: Final = sys.platform == "emscripten"

CAN_FORK: Final = hasattr(os, "fork") and not IS_IN_BROWSER

ARE_BUDGETS_KEPT: Final = struct.calcsize("l") >= 8
"""Whether all solvers of python-sat stop after the conflicts that they are told.

python-sat reads a number of conflicts as a `long` of C into one of 64 bits.  Where a `long` has 32 bits, the other half
is what happened to be in memory.  CaDiCaL takes 32 bits, and keeps the limit.
"""

MOST_MEMORY: Final = 1_500_000_000 if IS_IN_BROWSER else None
"""Bytes that the process should hold, whatever else allows: a browser may end a page that takes more."""

MOST_NESTED: Final = 1_000 if IS_IN_BROWSER else None
"""Brackets within brackets of a JSON text that may be read: more overflow the stack, which ends a worker."""

CAN_RECURSE_DEEPLY: Final = not IS_IN_BROWSER
"""Whether functions may call each other more deeply than Python allows by default."""

_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"', re.S)


def check_nesting(text: str) -> None:
    """Raise RecursionError if reading the JSON `text` would overflow the stack."""
    if MOST_NESTED is None or text.count("[") + text.count("{") <= MOST_NESTED:
        return
    depth = 0
    for bracket in re.findall(r"[][{}]", _STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > MOST_NESTED:
            raise RecursionError("the JSON is nested too deeply")


def most_memory_held() -> int:
    """Return the most bytes of memory that this process has held; 0 if nobody knows."""
    if IS_IN_BROWSER:
        return _heap()
    if resource is None:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _heap() -> int:
    """Return the bytes of the memory of WebAssembly, which only grows."""
    import pyodide_js  # type: ignore[import-not-found] # it is there and nowhere else

    module: Any = pyodide_js._module
    return int(module.HEAPU8.length)


def limit_memory(size: int) -> None:
    """Let the system refuse this process more than `size` bytes of memory, where it can."""
    if resource is None or IS_IN_BROWSER:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if 0 < size <= sys.maxsize and (soft < 0 or size < soft):
        resource.setrlimit(resource.RLIMIT_DATA, (size, hard))
