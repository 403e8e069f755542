"""What the system and the Python cannot do on which satcross runs: the one place that knows how they differ.

In a browser, CPython is compiled to WebAssembly (Pyodide).  `os.fork` exists there and cannot be used, there are no
threads, processes, alarms or limits of the system on memory, numbers of C have 32 bits, and the stack of C is small.
Windows has no `fork`, `resource` or alarms either, and its C has a `long` of 32 bits.
"""

from __future__ import annotations

import os
import re
import signal
import struct
import sys
from _thread import get_ident, interrupt_main, start_new_thread
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from time import sleep
from types import FrameType
from typing import Any, Final, TypeAlias, TypeVar

try:
    import resource
except ImportError:  # not on every platform
    resource = None  # type: ignore[assignment]

Handler: TypeAlias = Callable[[int, FrameType | None], object]

HAS_RE_OF_3_14: Final = sys.version_info >= (3, 14)
r"""Whether this Python's `re`, which says what clues of the dialect `python` mean, comes from Python 3.14 or later.

From then on,

- `\z` is the end of the text, as `\Z` is;
- `\B` matches in the empty text;
- where case is ignored, a class treats capitals above U+FFFF like other capitals.
"""

SYSTEM: Final = sys.platform
"""The system as Python calls it: linux, darwin, win32, emscripten, and others."""

IS_WINDOWS: Final = SYSTEM == "win32"
IS_IN_BROWSER: Final = SYSTEM == "emscripten"

CAN_FORK: Final = hasattr(os, "fork") and not IS_IN_BROWSER

ARE_BUDGETS_KEPT: Final = struct.calcsize("l") >= 8
"""Whether all solvers of python-sat stop after the number of conflicts that they are given.

python-sat reads a number of conflicts as a `long` of C into one of 64 bits.  Where a `long` has 32 bits, the other half
is what happened to be in memory.  CaDiCaL takes 32 bits, and keeps the limit.
"""

MOST_MEMORY: Final = 1_500_000_000 if IS_IN_BROWSER else None
"""Bytes that the process should hold, whatever else allows: a browser may end a page that takes more."""

MOST_CODE: Final = 24_000_000
"""Bytes that Python, satcross and the libraries of the solvers take themselves, about."""

WORN: Final = 750_000_000 if IS_IN_BROWSER else None
"""Bytes of memory from which on a process should be replaced when it has nothing to do, since it gives none back."""

MOST_NESTED: Final = 1_000 if IS_IN_BROWSER else None
"""Brackets within brackets of a JSON text that may be read: more overflow the stack, which ends a worker."""

CAN_OPEN_WITHOUT_WAITING: Final = hasattr(os, "O_NONBLOCK")
"""Whether opening a pipe need not wait for a process at its other end."""

_STRING: Final = r'(?s)"(?:[^"\\]|\\(?:.|\Z))*(?:"|\Z)'


def check_nesting(text: str) -> None:
    """Raise RecursionError if reading the JSON `text` would overflow the stack."""
    if MOST_NESTED is None or text.count("[") + text.count("{") <= MOST_NESTED:
        return
    depth = 0
    for bracket in re.findall(r"[][{}]", re.sub(_STRING, "", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > MOST_NESTED:
            raise RecursionError("the JSON is nested too deeply")


def most_memory_held() -> int:
    """Return the most bytes of memory that this process has held; 0 if it is not known."""
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


def should_restart() -> bool:
    """Return whether this process holds so much memory, and cannot give it back, that a new one should replace it."""
    return WORN is not None and most_memory_held() >= WORN


@cache
def memory_granted() -> int | None:
    """Return the bytes of memory that the system grants this process; None: there is no such limit, or none known.

    This is what `ulimit -d` or `ulimit -v` said before the first call, so it has to come before `limit_memory`.
    """
    if resource is None or IS_IN_BROWSER:
        return None
    data, space = (resource.getrlimit(which)[0] for which in (resource.RLIMIT_DATA, resource.RLIMIT_AS))
    granted = [data] * (0 <= data < sys.maxsize) + [space - MOST_CODE] * (0 <= space < sys.maxsize)
    return min(granted, default=None)


def limit_memory(size: int) -> None:
    """Let the system refuse this process more than `size` bytes of memory, where it can.

    The system does not count what programs and libraries take themselves, so some of `size` is kept for them.
    """
    if resource is None or IS_IN_BROWSER:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    data = size - min(MOST_CODE, size // 20)
    if 0 < size <= sys.maxsize and (soft < 0 or data < soft):
        resource.setrlimit(resource.RLIMIT_DATA, (data, hard))


def set_alarm_clock(seconds: float, again: float, ring: Handler) -> None:
    """Let the system call `ring` after `seconds`, and every `again` seconds after that, where it has alarms."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, seconds, again)


def cancel_alarm_clock() -> None:
    """Take back `set_alarm_clock`."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def signals_named(names: Iterable[str]) -> dict[str, signal.Signals]:
    """Return the signals with these names that the system has, by their names."""
    return {name: signal.Signals[name] for name in names if name in signal.Signals.__members__}


def block(*names: str) -> None:
    """Keep these signals from this thread, where it can have a choice of signals."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, signals_named(names).values())


def unblock(*names: str) -> None:
    """Take back `block` for these signals."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals_named(names).values())


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def blocked(*names: str) -> Iterator[None]:
    """Let these signals, or all if there is no name, wait until the end of the block, where a thread can block them.

    Threads and processes that are started within the block begin with these signals blocked.

    It is not enough that this thread blocks a signal: another thread may receive it, and then Python calls the handler
    on the main thread all the same.  So on the main thread a handler that only remembers the signal takes the place of
    each handler, and after the block the handlers of the signals that have come are called.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    chosen = signals_named(names).values() if names else signal.valid_signals()
    handlers = _handlers(chosen) if is_main_thread() else {}
    came: set[int] = set()
    is_over = False

    def wait(number: int, frame: FrameType | None) -> None:
        if is_over:  # a handler has raised an exception before all were back in their places
            handlers[number](number, frame)
        else:
            came.add(number)

    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, chosen)
        for number in handlers:
            signal.signal(number, wait)
        yield
    finally:
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        finally:
            is_over = True
            for number, handler in handlers.items():
                signal.signal(number, handler)
            for number in came:
                handlers[number](number, None)


def _handlers(numbers: Iterable[int]) -> dict[int, Handler]:
    """Return the functions that Python calls when these signals come, where there are any."""
    handlers = {number: signal.getsignal(number) for number in numbers}
    return {number: handler for number, handler in handlers.items() if callable(handler)}


def is_main_thread() -> bool:
    """Return whether this is the thread on which Python handles signals; costs no import."""
    threading = sys.modules.get("threading")
    return threading is None or threading.current_thread() is threading.main_thread()


Kind = TypeVar("Kind", bound=BaseException)

AGAIN: Final = 0.01  # seconds until a signal is sent again


def when_dropped(kind: type[Kind], act: Callable[[Kind], object]) -> None:
    """From now on call `act` with each exception of this kind that Python drops, instead of printing the exception.

    Python drops an exception that is raised where nothing can catch it.  That is so in `__del__`, in the callback of a
    weak reference (each import ends with one), and while a generator that is not needed any more is closed.  Python
    then prints the exception and goes on (`sys.unraisablehook`).  If a signal handler has raised it, the signal has had
    no effect, and has to be sent again.
    """
    before = sys.unraisablehook

    def look(dropped: sys.UnraisableHookArgs) -> None:
        if isinstance(dropped.exc_value, kind):
            act(dropped.exc_value)
        else:
            before(dropped)

    sys.unraisablehook = look


def send_again(number: int) -> None:
    """Send this signal to the main thread, on which this is called, when that has had time to leave the finalizer.

    If it is still in the finalizer then, Python drops the exception again, and the signal is sent again.
    """
    # not Thread.start, which takes locks that this thread may hold
    start_new_thread(_send_later, (get_ident(), number))


def _send_later(main_thread: int, number: int) -> None:
    """Send this signal to the main thread; where the system can, this also ends what the thread waits for."""
    sleep(AGAIN)
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main_thread, number)
    else:
        interrupt_main(signal.Signals(number))
