"""Decoding of the bytes of a puzzle file."""

from __future__ import annotations

from typing import Final

from satcross.errors import ErrorCode, OptionError, PuzzleError

MOST_BYTES: Final = 5_000_000  # of a puzzle file: 2,000 puzzles take 3 MB, and a slot list of 200,000 cells 4 MB


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
        hint = "save it as UTF-8, or give its charset: utf-16"
        raise PuzzleError("the file is UTF-16, not UTF-8", place=[name], hint=hint, code=ErrorCode.ENCODING)
    try:
        text = data.decode(charset or "utf-8")
    except LookupError:
        raise OptionError(
            f"there is no charset {charset!r}", hint="give one that Python knows, such as utf-8, latin-1 or utf-16"
        ) from None
    except UnicodeError as error:
        start = getattr(error, "start", 0)
        if charset is None and fallback is not None:
            text = data.decode(fallback)
        else:
            line = data.count(b"\n", 0, start) + 1
            byte = f"0x{data[start]:02X}" if start < len(data) else "the end"
            message = f"the file is not {charset or 'UTF-8'}: byte {byte} at offset {start}"
            hint = "save it as UTF-8, or give its charset" + ("" if charset else _likely_charset(data[start]))
            raise PuzzleError(message, place=[f"{name}:{line}"], hint=hint, code=ErrorCode.ENCODING) from None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    nul = text.find("\0")
    if nul >= 0:
        line = text.count("\n", 0, nul) + 1
        message = "the file contains a NUL character, so it is not text"
        raise PuzzleError(message, place=[f"{name}:{line}"], code=ErrorCode.BINARY)
    return text


def _likely_charset(byte: int) -> str:
    """Return, as the end of a hint, which charset of Western Europe has `byte`, and as which letter."""
    if byte >= 0xA0:
        return f"; in latin-1 that byte is {chr(byte)!r}"
    letter = bytes([byte]).decode("windows-1252", errors="ignore")
    return f"; in windows-1252 that byte is {letter!r}" if letter else ""
