"""Files are read block by block, within a bound, and never wait for what will not come.

In go a path (`-` is standard input) and how much may be read; out come the bytes.  Whatever the path leads to (nothing,
a folder, a loop of links, a pipe that nobody writes to, a device without an end) is an error that names it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

from satcross.errors import ErrorCode, LimitError, MissingError, PuzzleError

BLOCK: Final = 1 << 20
PATIENCE: Final = 500  # milliseconds in which somebody has to open a named pipe for writing


def blocks(path: str, most: int, what: str = "file") -> Iterator[bytes]:
    """Yield what the file `path` holds, at most `most` bytes of it, in blocks that are not empty.

    what  what the file is, for people
    Raises MissingError (no such file), PuzzleError (`unreadable`), LimitError (`size`, which also ends endless input).
    """
    read = 0
    for block in _blocks(path, most, what):
        read += len(block)
        if read > most:
            raise _too_large(path, most, what)
        yield block


def read_bytes(path: str, most: int, what: str = "file") -> bytes:
    """Return what the file `path` holds.  Arguments and errors as for `blocks`."""
    return b"".join(blocks(path, most, what))


def lines(path: str, most: int, what: str = "file") -> Iterator[str]:
    """Yield the lines of the text file `path`, without their ends.

    Raises what `blocks` raises, and PuzzleError: `encoding` for what is not UTF-8, `binary` for NUL or endless lines.
    """
    rest = b""
    number = 1
    for block in blocks(path, most, what):
        whole, _, rest = (rest + block).rpartition(b"\n")
        if b"\0" in block or len(rest) > BLOCK:
            raise PuzzleError(f"this {what} is not text", place=[f"{shown_name(path)}:{number}"], code=ErrorCode.BINARY)
        for line in whole.split(b"\n") if whole else ():
            yield _text(line, path, number, what)
            number += 1
    if rest:
        yield _text(rest, path, number, what)


def _text(line: bytes, path: str, number: int, what: str) -> str:
    try:
        return line.decode().removesuffix("\r")
    except UnicodeDecodeError:
        place = [f"{shown_name(path)}:{number}"]
        raise PuzzleError(f"this {what} is not text in UTF-8", place=place, code=ErrorCode.ENCODING) from None


def path_below(folder: str, name: str) -> str:
    """Return the path of the file that a file in `folder` calls `name`.

    Raises PuzzleError (`outside`) unless it lies in that folder or below it, links followed: what a stranger's file
    names is no reason to read anything else.
    """
    path = os.path.join(folder, name)
    root = os.path.realpath(folder or os.curdir)
    if "\0" in name or os.path.commonpath([root, os.path.realpath(path)]) != root:
        hint = "a file may name only files in its own folder or below it"
        raise PuzzleError("this lies outside the folder of the file that names it", hint=hint, code=ErrorCode.OUTSIDE)
    return os.path.join(folder or os.curdir, name)


def shown_name(path: str) -> str:
    """Return the name of the file for people."""
    return "<standard input>" if path == "-" else path


def _too_large(path: str, most: int, what: str) -> LimitError:
    article = "an" if what[0] in "aeiou" else "a"
    return LimitError(
        f"{article} {what} has at most {most:,} bytes; this is more", place=[shown_name(path)], code=ErrorCode.SIZE
    )


def _blocks(path: str, most: int, what: str) -> Iterator[bytes]:
    try:
        if path == "-":
            import sys

            while block := sys.stdin.buffer.read(BLOCK):
                yield block
            return
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
        try:
            if os.fstat(descriptor).st_size > most:
                raise _too_large(path, most, what)
            if block := _first_block(descriptor):
                yield block
            while block and (block := os.read(descriptor, BLOCK)):
                yield block
        finally:
            os.close(descriptor)
    except FileNotFoundError:
        message = "this link leads nowhere" if os.path.islink(path) else "there is no such file"
        raise MissingError(message, place=[shown_name(path)]) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"the {what} cannot be read: {reason[:1].lower()}{reason[1:]}"
        raise PuzzleError(message, place=[shown_name(path)], code=ErrorCode.UNREADABLE) from None


def _first_block(descriptor: int) -> bytes:
    """Return the first block, waiting for it if somebody may still write it.  Raises OSError for a deserted pipe."""
    import stat

    if not stat.S_ISFIFO(os.fstat(descriptor).st_mode):
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(descriptor, True)
        return os.read(descriptor, BLOCK)
    import select

    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    is_awake = bool(waiting.poll(PATIENCE))
    try:
        block = os.read(descriptor, BLOCK)
    except BlockingIOError:  # somebody has opened it for writing, and takes their time
        os.set_blocking(descriptor, True)
        return os.read(descriptor, BLOCK)
    if not block and not is_awake:
        raise OSError(0, "nobody writes to this pipe")
    os.set_blocking(descriptor, True)
    return block
