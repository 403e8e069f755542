"""The standard output and standard error of a worker process, captured so that its parent can write them.

Every write and every flush is kept, in their order.  The parent repeats them, so the user sees what one process alone
would have written.  Colours, widths and encodings follow the parent's streams.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Final, Literal, NamedTuple, TextIO, TypeAlias

PIECE: Final = 60_000  # code points of output after which a worker sends it without being asked to flush

Written: TypeAlias = tuple[Literal["out", "error", "flush"], str]
"""Text for standard output or standard error, or the flushing of standard output."""


class Stream(NamedTuple):
    """What a program can ask about a stream: whether it is a terminal, its encoding, its file descriptor."""

    is_terminal: bool
    encoding: str
    descriptor: int | None


def stream_of(stream: TextIO) -> Stream:
    """Return what is known about a standard stream of this process."""
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError, AttributeError):
        descriptor = None
    return Stream(stream.isatty(), getattr(stream, "encoding", None) or "ascii", descriptor)


class OutputBuffer:
    """What has been written to the captured streams and has not been sent to the parent."""

    def __init__(self, send: Callable[[list[Written]], None]) -> None:
        self._send: Final = send
        self._written: list[Written] = []
        self._size = 0

    def write(self, name: Literal["out", "error", "flush"], text: str) -> None:
        self._written.append((name, text))
        self._size += len(text)
        if self._size > PIECE:
            self.send()

    def send(self) -> None:
        written, self._written, self._size = self._written, [], 0
        if written:
            self._send(written)


class CapturedOutput:
    """Stands in for a standard stream of a worker.  It looks like the parent's stream, and writes to `buffer`."""

    def __init__(self, name: Literal["out", "error"], stream: Stream, buffer: OutputBuffer) -> None:
        self._name: Final = name
        self._stream: Final = stream
        self._buffer: Final = buffer
        self.encoding: Final = stream.encoding

    def isatty(self) -> bool:
        return self._stream.is_terminal

    def fileno(self) -> int:
        if self._stream.descriptor is None:
            raise OSError("no file")
        return self._stream.descriptor

    def write(self, text: str) -> int:
        self._buffer.write(self._name, text)
        if self._name == "error" and "\n" in text:
            self._buffer.send()
        return len(text)

    def flush(self) -> None:
        if self._name == "out":
            self._buffer.write("flush", "")
        self._buffer.send()


@contextmanager
def captured(out: Stream, error: Stream, send: Callable[[list[Written]], None]) -> Iterator[None]:
    """Capture both standard streams within the block, and `send` what is written, in pieces."""
    buffer = OutputBuffer(send)
    with redirect_stdout(CapturedOutput("out", out, buffer)), redirect_stderr(CapturedOutput("error", error, buffer)):
        try:
            yield
        finally:
            buffer.send()


def replay_kept(output: Iterable[tuple[str, str]]) -> None:
    """Write what was written to the captured streams at another time, according to a database.

    Anybody may have written that: what could steer a terminal is escaped, in the way that JSON has too.
    """
    for name, text in output:
        (sys.stdout if name == "out" else sys.stderr).write(_harmless(text))
    sys.stdout.flush()


def _harmless(text: str) -> str:
    r"""Return `text` with all letters but line feeds escaped that are not printable.

    >>> print(_harmless('{"name": "\x9b2J"}'))
    {"name": "\u009b2J"}
    """
    if text.replace("\n", "").isprintable():
        return text
    from satcross.base.printable_json import escaped

    return escaped(text)


def replay(written: deque[Written]) -> None:
    """Do to the standard streams of this process what was done to the captured ones; empties `written`."""
    while written:
        name, text = written.popleft()
        if name == "flush":
            sys.stdout.flush()
        else:
            (sys.stdout if name == "out" else sys.stderr).write(text)
