"""Files appear whole or not at all: they are written under another name in the same folder, then renamed.

In go a path and what to write.  Whatever goes wrong, a file that was there before is still there, and no half-written
one is.  What cannot be renamed over (a pipe, a terminal, `/dev/null`) is written directly; a symbolic link stays one.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from io import TextIOWrapper
from typing import BinaryIO, TextIO

from satcross.errors import ErrorCode, SatcrossError

BUFFER = 1 << 20  # bytes: a formula of a gigabyte takes a thousand system calls


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write `text` to `path`, in UTF-8.  Raises SatcrossError (`write`) when that fails."""
    with replacing(path) as file:
        file.write(text)


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write `data` to `path`.  Raises SatcrossError (`write`) when that fails."""
    with replacing_bytes(path) as file:
        file.write(data)


def write_folder(folder: str | os.PathLike[str], texts: Mapping[str, str]) -> None:
    """Write `texts` to files of these names in `folder`, made if it is not there: all of them or none.

    The last one appears last.  Raises SatcrossError (`write`) when that fails.
    """
    is_new = not os.path.isdir(folder)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise SatcrossError(
            f"cannot make the folder: {reason}", place=[os.fspath(folder)], code=ErrorCode.WRITE
        ) from None
    try:
        with ExitStack() as files:  # they are renamed when it ends, the one opened last first
            for name, text in reversed(list(texts.items())):
                file = files.enter_context(replacing(os.path.join(folder, name)))
                file.write(text)
                file.flush()
    except BaseException:
        if is_new:
            with suppress(OSError):
                os.rmdir(folder)
        raise


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """Give a text file (UTF-8) that becomes `path` when the block ends; see `replacing_bytes`."""
    with replacing_bytes(path) as binary:
        text = TextIOWrapper(binary, encoding="utf-8", newline="\n")
        try:
            yield text
            text.flush()
        finally:
            try:
                text.detach()
            except OSError:  # what could not be flushed is being thrown away
                binary.close()


@contextmanager
def replacing_bytes(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Give a binary file that becomes `path` when the block ends, and vanishes if an exception leaves the block.

    Raises SatcrossError (`write`) for whatever the file system refuses.
    """
    target = os.path.realpath(path)
    try:
        if os.path.exists(target) and not stat.S_ISREG(os.stat(target).st_mode):
            with open(target, "wb", BUFFER) as file:
                yield file
        else:
            yield from _renamed(target)
    except OSError as error:
        raise SatcrossError(
            f"cannot write: {error.strerror or error}", place=[os.fspath(path)], code=ErrorCode.WRITE
        ) from error


def _renamed(target: str) -> Iterator[BinaryIO]:
    folder, name = os.path.split(target)
    temporary = os.path.join(folder, f".{name[:200]}.{os.urandom(4).hex()}.tmp")
    file: BinaryIO | None = None
    try:
        # within the block: a signal may come as soon as the file is there
        file = open(temporary, "xb", BUFFER)  # noqa: SIM115 - closed below, before the rename
        yield file
        file.close()
        if os.path.exists(target):
            os.chmod(temporary, stat.S_IMODE(os.stat(target).st_mode))
        os.replace(temporary, target)
    except BaseException:
        try:
            if file is not None:
                file.close()
        except OSError:  # a full disk, told already
            pass
        finally:
            with suppress(FileNotFoundError):
                os.unlink(temporary)
        raise
