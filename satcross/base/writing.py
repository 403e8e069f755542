"""Writing files completely or not at all: each is written under another name in the same folder, then renamed.

If anything goes wrong, a file that existed before is unchanged, and no half-written file is left.  Pipes, terminals and
devices, which cannot be replaced by renaming, are written directly; a named pipe that no process reads is an error.  A
symbolic link remains a link.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from errno import EACCES, ENXIO
from io import TextIOWrapper
from time import monotonic, sleep
from typing import BinaryIO, Final, TextIO

from satcross.base.platform import CAN_OPEN_WITHOUT_WAITING
from satcross.base.wording import listed
from satcross.errors import SatcrossError

BUFFER: Final = 1 << 20  # bytes: a formula of a gigabyte takes a thousand system calls
LONGEST_STEM: Final = 200  # bytes of a file's name that are repeated in its temporary name; file systems allow 255

WRITABLE: Final = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH

MOST_NAMED: Final = 5  # files of a series

PATIENCE: Final = 0.5  # seconds to wait until a process opens a named pipe for reading
LOOK: Final = 0.01  # seconds between two looks whether one has


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

    The folder is created if needed.  The last file appears last.

    Raises:
        SatcrossError: If anything fails (code `write`).
    """
    is_new = not os.path.isdir(folder)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise SatcrossError(
            f"the folder cannot be created: {reason}", place=[os.fspath(folder)], code="write"
        ) from None
    try:
        write_all({os.path.join(folder, name): text.encode() for name, text in texts.items()})
    except BaseException:
        if is_new:
            with suppress(OSError):
                os.rmdir(folder)
        raise


def write_all(files: Mapping[str, bytes]) -> None:
    """Write these contents to files by their paths: all of them or none; the last file appears last.

    Raises SatcrossError (`write`) if that fails.
    """
    with ExitStack() as opened:  # they are renamed when it ends, the one opened last first
        for path, data in reversed(list(files.items())):
            file = opened.enter_context(replacing_bytes(path))
            file.write(data)
            file.flush()


def check_replaceable(*paths: str | None) -> None:
    """Raise SatcrossError (`exists`) if any of `paths` is a file with contents, in which people may have worked.

    None and `-` are standard output.
    """
    existing = [path for path in paths if path not in (None, "-") and os.path.isfile(path) and os.path.getsize(path)]
    if existing:
        more = f", and so do {len(existing) - 1} others" if len(existing) > 2 else ""
        more = f", and so does {existing[1]}" if len(existing) == 2 else more
        raise SatcrossError(
            f"this file exists{more}",
            place=existing[:1],
            hint="--overwrite replaces it" if len(existing) == 1 else "--overwrite replaces them",
            code="exists",
        )


def with_others(error: SatcrossError, written: Sequence[str]) -> SatcrossError:
    """Return the error that a file of a series cannot be written, with the files that have been written before it."""
    if error.code != "write" or not written:
        return error
    names = [os.path.basename(path) for path in written]
    if len(names) > MOST_NAMED:
        which = f"{len(names)} files, from {names[0]} to {names[-1]}, are"
    else:
        which = f"{listed(names)} {'is' if len(names) == 1 else 'are'}"
    return error.replace(hint="; ".join(filter(None, (error.hint, f"{which} complete, and will not be removed"))))


def has_text(path: str | None, text: str) -> bool:
    """Return whether `path` is a file with exactly this text."""
    if path is None or not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read() == text.encode()


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

    Raises:
        SatcrossError: If the file system refuses anything (code `write`).
    """
    try:
        if os.path.exists(path) and not stat.S_ISREG(os.stat(path).st_mode):
            with os.fdopen(_opened_directly(path), "wb", BUFFER) as file:
                yield file
        else:
            with _becoming(os.path.realpath(path)) as file:
                yield file
    except OSError as error:
        raise _refused(path, error) from error


def _refused(path: str | os.PathLike[str], error: OSError) -> SatcrossError:
    name, hint = os.fspath(path), None
    folder = os.path.dirname(name)
    reason = error.strerror or str(error)
    if os.path.isdir(path):
        reason, hint = "this is a folder", "name a file in it"
    elif folder and not os.path.exists(folder):
        reason, hint = f"there is no folder {folder}", "make the folder first, or name another one"
    elif isinstance(error, PermissionError) and os.path.isfile(path):
        hint = "allow it with chmod u+w, or name another file"
    return SatcrossError(f"the file cannot be written: {reason}", place=[name], hint=hint, code="write")


def _opened_directly(path: str | os.PathLike[str]) -> int:
    """Return the descriptor of a pipe or device.  Raises OSError, even if no process reads the pipe in `PATIENCE`."""
    flags = os.O_WRONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_NONBLOCK", 0)
    end = monotonic() + PATIENCE
    while True:
        try:
            descriptor = os.open(path, flags)
            break
        except OSError as error:
            if error.errno != ENXIO or not stat.S_ISFIFO(os.stat(path).st_mode):
                raise
            if monotonic() > end:
                raise OSError(ENXIO, "no process reads this pipe") from None
            sleep(LOOK)
    if CAN_OPEN_WITHOUT_WAITING:
        os.set_blocking(descriptor, True)
    return descriptor


@contextmanager
def _becoming(target: str) -> Iterator[BinaryIO]:
    """Give the block a file under a temporary name, which gets the name `target` when the block ends."""
    folder, name = os.path.split(target)
    stem = os.fsencode(name)[:LONGEST_STEM].decode("utf-8", "ignore")
    temporary = os.path.join(folder, f".{stem}.{os.urandom(4).hex()}.tmp")
    file: BinaryIO | None = None
    if os.path.exists(target) and not (os.access(target, os.W_OK) and os.stat(target).st_mode & WRITABLE):
        raise PermissionError(EACCES, "this file may not be changed")  # renaming would not ask
    try:
        # opened inside `try`, because a signal may arrive as soon as the file exists
        file = open(temporary, "xb", BUFFER)  # noqa: SIM115 - closed below, before the rename
        yield file
        file.close()
        if os.path.isfile(target) and not os.path.islink(target):
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
