"""Reading files block by block, up to a limit, without waiting for data that will never come; and their text.

The input is a path (`-` is standard input) and the most bytes that may be read; the output is the bytes.  Any other
outcome is an error that names the path: a missing file, a folder, a loop of links, a pipe without a writer, a device
that never ends, or that says nothing.  `decode` makes text of the bytes of a file.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from io import BufferedReader
from itertools import islice
from typing import Final, cast

from satcross.base.platform import CAN_OPEN_WITHOUT_WAITING
from satcross.errors import Field, LimitError, MissingError, OptionError, PuzzleError, most_similar, naming

BLOCK: Final = 1 << 20
NOWHERE: Final = "\0"
"""In place of the folder of a puzzle that must not refer to other files."""

NAMES_COMPARED: Final = 2000
"""How many names of a folder are compared with the name of a file that does not exist."""

PATIENCE: Final = 500  # milliseconds to wait until a process opens a named pipe for writing, or a device says something


def blocks(path: str, most: int, what: str = "file") -> Iterator[bytes]:
    """Yield the content of the file `path`, at most `most` bytes, in non-empty blocks.

    Args:
        what: What messages call the file.

    Raises:
        MissingError: If there is no such file.
        PuzzleError: If the file cannot be read (code `unreadable`).
        LimitError: If the file is larger than `most`, or its input is endless (code `size`).
    """
    read = 0
    for block in _blocks(path, most, what):
        read += len(block)
        if read > most:
            raise _too_large(path, most, what)
        yield block


def read_bytes(path: str, most: int, what: str = "file") -> bytes:
    """Return the content of the file `path`.  Arguments and errors are as for `blocks`."""
    return b"".join(blocks(path, most, what))


def lines(path: str, most: int, what: str = "file") -> Iterator[str]:
    """Yield the lines of the text file `path`, without their line ends.

    Raises:
        SatcrossError: What `blocks` raises.
        PuzzleError: If the file is not UTF-8 (code `encoding`), or has a NUL or an endless line (code `binary`).
    """
    rest = b""
    number = 1
    for block in blocks(path, most, what):
        whole, _, rest = (rest + block).rpartition(b"\n")
        if b"\0" in block or len(rest) > BLOCK:
            raise PuzzleError(f"this {what} is not text", place=[f"{shown_name(path)}:{number}"], code="binary")
        for line in whole.split(b"\n") if whole else ():
            yield _decoded_line(line, path, number, what)
            number += 1
    if rest:
        yield _decoded_line(rest, path, number, what)


def _decoded_line(line: bytes, path: str, number: int, what: str) -> str:
    try:
        return line.decode().removesuffix("\r")
    except UnicodeDecodeError:
        place = [f"{shown_name(path)}:{number}"]
        raise PuzzleError(f"this {what} is not UTF-8 text", place=place, code="encoding") from None


def path_below(folder: str, name: str) -> str:
    """Return the path of the file to which a file in `folder` refers as `name`.

    Args:
        folder: `NOWHERE` if the puzzle must not refer to any file.

    Raises:
        PuzzleError: Unless that path, with links followed, is in the folder or below it: a file from a stranger must
            not make satcross read other files (code `outside`).
    """
    if folder == NOWHERE:
        raise PuzzleError(
            "this puzzle may not refer to another file",
            hint="write the words as a regex, such as ONE|TWO",
            code="outside",
        )
    path = os.path.join(folder, name)
    root = os.path.realpath(folder or os.curdir)
    if "\0" in name or os.path.commonpath([root, os.path.realpath(path)]) != root:
        raise PuzzleError(
            "it is outside the folder of the file that names it",
            hint="move it into that folder or below it",
            code="outside",
        )
    return os.path.join(folder or os.curdir, name)


def shown_name(path: str) -> str:
    """Return what messages call the file `path`."""
    return "<standard input>" if path == "-" else path


def _too_large(path: str, most: int, what: str) -> LimitError:
    return LimitError(f"this {what} is larger than the limit of {most:,} bytes", place=[shown_name(path)], code="size")


def is_url(path: str) -> bool:
    """Return whether `path` is written as the address of something on the network, or as `file://`."""
    return re.match("[A-Za-z][A-Za-z0-9+.-]+://", path) is not None


def missing_file(path: str) -> MissingError:
    """Return the error for a file that does not exist, with what was probably meant."""
    if is_url(path):
        advice = "save what it leads to in a file, and name that file"
        return MissingError("this is a URL, which satcross does not read", place=[path], hint=advice)
    if os.path.islink(path):
        return MissingError("this link points to a file that does not exist", place=[path])
    similar = _most_similar_path(path) or _path_in_a_folder(path)
    hint = None if similar is None else f"did you mean {similar}?"
    if hint is None and not REGEX_SIGNS.isdisjoint(path):
        hint = naming("to give clues instead of a file, write them after {} and {}", Field("rows"), Field("columns"))
    return MissingError("there is no such file", place=[path], hint=hint)


REGEX_SIGNS: Final = frozenset("|[]()*+?^$\\")
"""Characters that clues have, and names of files hardly ever."""


def _path_in_a_folder(path: str) -> str | None:
    """Return the path of a file with this name in one of the folders beside it; None if there is none, or several."""
    folder, name = os.path.split(path)
    try:
        with os.scandir(folder or os.curdir) as entries:
            beside = [entry.name for entry in islice(entries, NAMES_COMPARED) if entry.is_dir()]
    except OSError:
        return None
    paths = [each for each in (os.path.join(folder, each, name) for each in sorted(beside)) if os.path.isfile(each)]
    return paths[0] if len(paths) == 1 else None


def _most_similar_path(path: str) -> str | None:
    """Return the path of a file that exists, and differs from `path` in one similar name; None if there is none."""
    folder, name = os.path.split(path)
    if folder and not os.path.isdir(folder):
        similar_folder = _most_similar_path(folder)
        if similar_folder is None:
            return None
        similar = os.path.join(similar_folder, name)
        return similar if os.path.exists(similar) else None
    try:
        with os.scandir(folder or os.curdir) as entries:
            names = sorted(entry.name for entry in islice(entries, NAMES_COMPARED))
    except OSError:
        return None
    stem, ending = os.path.splitext(name)
    names.sort(key=lambda each: os.path.splitext(each)[1] == ending)  # of two with one stem, the last one is kept
    named = {os.path.splitext(each)[0]: each for each in names}
    similar_stem = most_similar(stem, named)
    return None if similar_stem is None else os.path.join(folder, named[similar_stem])


def _blocks(path: str, most: int, what: str) -> Iterator[bytes]:
    try:
        if path == "-":
            import sys

            while block := cast(BufferedReader, sys.stdin.buffer).read1(BLOCK):  # so that one Ctrl-D ends it
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
        raise missing_file(path) from None
    except IsADirectoryError:
        raise PuzzleError(
            f"the {what} cannot be read: this is a folder",
            place=[shown_name(path)],
            hint="name one of the files in it",
            code="unreadable",
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PuzzleError(
            f"the {what} cannot be read: {reason[:1].lower()}{reason[1:]}", place=[shown_name(path)], code="unreadable"
        ) from None


def _first_block(descriptor: int) -> bytes:
    """Return the first block, after waiting for a process to write it.

    Raises:
        OSError: For a pipe without a writer, and for a device that says nothing.  A terminal that is standard input
            (`/dev/stdin`) may take its time, because a user types there.
    """
    status = os.fstat(descriptor)
    is_device = stat.S_ISCHR(status.st_mode) and not _is_standard_input(status)
    if not stat.S_ISFIFO(status.st_mode) and not is_device:
        if CAN_OPEN_WITHOUT_WAITING:
            os.set_blocking(descriptor, True)
        return os.read(descriptor, BLOCK)
    import select

    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    is_awake = bool(waiting.poll(PATIENCE))
    if is_device and not is_awake:
        raise OSError(0, "this device says nothing")
    try:
        block = os.read(descriptor, BLOCK)
    except BlockingIOError:  # a process has opened the pipe but has not written yet
        os.set_blocking(descriptor, True)
        return os.read(descriptor, BLOCK)
    if not block and not is_awake:
        raise OSError(0, "no process writes to this pipe")
    os.set_blocking(descriptor, True)
    return block


def _is_standard_input(status: os.stat_result) -> bool:
    """Return whether what has this status is also the standard input of this process."""
    try:
        return os.path.samestat(status, os.fstat(0))
    except OSError:
        return False


def decode(data: bytes, name: str, charset: str | None = None, fallback: str | None = None) -> str:
    """Return the text of `data`, without a byte-order mark and with `\\n` as the line end.

    Args:
        charset: The character encoding of the file; None: UTF-8, or `fallback` if the data is not UTF-8.

    Raises:
        PuzzleError: If the data is not in this encoding (code `encoding`, with the offset in bytes), or has a NUL (code
            `binary`).
        OptionError: If there is no such charset.
    """
    if charset is None and data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise PuzzleError(
            "the file is UTF-16, not UTF-8",
            place=[name],
            hint="save it as UTF-8, or give its charset: utf-16",
            code="encoding",
        )
    try:
        text = data.decode(charset or "utf-8")
    except LookupError:
        raise OptionError(
            f"there is no charset {charset!r}", hint="give one that Python knows, such as utf-8, latin-1 or utf-16"
        ) from None
    except UnicodeError as error:
        if charset is not None or fallback is None:
            raise _wrong_charset(data, name, charset, getattr(error, "start", 0)) from None
        text = data.decode(fallback)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    nul = text.find("\0")
    if nul >= 0:
        line = text.count("\n", 0, nul) + 1
        raise PuzzleError(
            "the file contains a NUL character, so it is not text", place=[f"{name}:{line}"], code="binary"
        )
    return text


def _wrong_charset(data: bytes, name: str, charset: str | None, start: int) -> PuzzleError:
    """Return the error for a file whose byte number `start` does not belong to text in this encoding."""
    line = data.count(b"\n", 0, start) + 1
    byte = f"0x{data[start]:02X}" if start < len(data) else "the end"
    return PuzzleError(
        f"the file is not {charset or 'UTF-8'}: byte {byte} at offset {start}",
        place=[f"{name}:{line}"],
        hint="save it as UTF-8, or give its charset" + ("" if charset else _likely_charset(data[start])),
        code="encoding",
    )


def _likely_charset(byte: int) -> str:
    """Return, as the end of a hint, which charset of Western Europe has `byte`, and as which letter."""
    if byte >= 0xA0:
        return f"; in latin-1 that byte is {chr(byte)!r}"
    letter = bytes([byte]).decode("windows-1252", errors="ignore")
    return f"; in windows-1252 that byte is {letter!r}" if letter else ""
