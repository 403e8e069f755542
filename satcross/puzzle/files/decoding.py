"""The bytes of a puzzle file, bounded, and the text they hold."""

from __future__ import annotations

from satcross.errors import LimitError, MissingError, OptionError, PuzzleError

MOST_BYTES = 16_000_000  # a file of 2,000 puzzles has 3 MB; beyond this it is something else


def read_bytes(path: str) -> bytes:
    """Return what the file `path` holds; `-` is standard input.

    Raises MissingError (no such file), PuzzleError (`unreadable`), LimitError (more than `MOST_BYTES`, which also
    ends endless input).
    """
    try:
        if path == "-":
            import sys

            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise MissingError("there is no such file", place=[shown_name(path)]) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"the file cannot be read: {reason[:1].lower()}{reason[1:]}"
        raise PuzzleError(message, place=[shown_name(path)], code="unreadable") from None
    if len(data) > MOST_BYTES:
        message = f"a puzzle file has at most {MOST_BYTES:,} bytes; this is more"
        raise LimitError(message, place=[shown_name(path)], code="size")
    return data


def shown_name(path: str) -> str:
    """Return the name of the file for people."""
    return "<standard input>" if path == "-" else path


def decode(data: bytes, name: str, encoding: str | None = None, fallback: str | None = None) -> str:
    """Return the text of `data`, without a byte-order mark and with `\\n` at the ends of lines.

    encoding  that of the file; None: UTF-8, or `fallback` where it is not UTF-8
    Raises PuzzleError (`encoding`, with the offset in bytes; `binary` for NUL) and OptionError (no such encoding).
    """
    if encoding is None and data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        hint = "give its encoding: utf-16"
        raise PuzzleError("the file is UTF-16, not UTF-8", place=[name], hint=hint, code="encoding")
    try:
        text = data.decode(encoding or "utf-8")
    except LookupError:
        raise OptionError(f"there is no encoding {encoding!r}", hint="such as utf-8, latin-1, utf-16") from None
    except UnicodeError as error:
        start = getattr(error, "start", 0)
        if encoding is None and fallback is not None:
            text = data.decode(fallback)
        else:
            line = data.count(b"\n", 0, start) + 1
            byte = f"0x{data[start]:02X}" if start < len(data) else "the end"
            message = f"the file is not {encoding or 'UTF-8'}: byte {byte} at offset {start}"
            latin = "" if encoding else f"; in latin-1 that byte is {chr(data[start])!r}"
            hint = f"give its encoding{latin}"
            raise PuzzleError(message, place=[f"{name}:{line}"], hint=hint, code="encoding") from None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    nul = text.find("\0")
    if nul >= 0:
        line = text.count("\n", 0, nul) + 1
        message = "the file holds a NUL character, so it is not the text of a puzzle"
        raise PuzzleError(message, place=[f"{name}:{line}"], code="binary")
    return text
