"""Writing files completely or not at all: each is written under another name in the same folder, then renamed.

If anything goes wrong, a file that existed before is unchanged, and no half-written file is left.  Pipes, terminals and
devices, which cannot be replaced by renaming, are written directly.  A symbolic link remains a link.
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
    """Write `text` to `path` in UTF-8.  Raises SatcrossError (`write`) if that fails."""
    with replacing(path) as file:
        file.write(text)


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write `data` to `path`.  Raises SatcrossError (`write`) if that fails."""
    with replacing_bytes(path) as file:
        file.write(data)


def write_folder(folder: str | os.PathLike[str], texts: Mapping[str, str]) -> None:
    """Write `texts`, by file name, to files in `folder`: all of them or none.

    The folder is created if needed.  The last file appears last.  Raises SatcrossError (`write`) if anything fails.
    """
    is_new = not os.path.isdir(folder)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise SatcrossError(
            f"the folder cannot be created: {reason}", place=[os.fspath(folder)], code=ErrorCode.WRITE
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
    """Give the block a UTF-8 text file that becomes `path` when the block ends; see `replacing_bytes`."""
    with replacing_bytes(path) as binary:
        text = TextIOWrapper(binary, encoding="utf-8", newline="\n")
        try:
            yield text
            text.flush()
        finally:
            try:
                text.detach()
            except OSError:  # the data that could not be flushed is being discarded
                binary.close()


@contextmanager
def replacing_bytes(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Give the block a binary file that becomes `path` when the block ends; if the block raises, it is deleted.

    Raises SatcrossError (`write`) if the file system refuses anything.
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
            f"the file cannot be written: {error.strerror or error}", place=[os.fspath(path)], code=ErrorCode.WRITE
        ) from error


def _renamed(target: str) -> Iterator[BinaryIO]:
    folder, name = os.path.split(target)
    temporary = os.path.join(folder, f".{name[:200]}.{os.urandom(4).hex()}.tmp")
    file: BinaryIO | None = None
    try:
        # opened inside `try`, because a signal may arrive as soon as the file exists
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
        except OSError:  # the disk is full, which has been reported already
            pass
        finally:
            with suppress(FileNotFoundError):
                os.unlink(temporary)
        raise
