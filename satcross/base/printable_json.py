"""JSON that a terminal may show: whatever is not printable is escaped, so the text steers nothing.

In: a value.  Out: its JSON text.  It stands for the same value as with the letters themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from json import JSONEncoder
from typing import Final

from satcross.base.wording import any_digits


def printable_json(value: object, *, indent: int | None = None) -> str:
    r"""Return `value` as JSON, on one line unless `indent` says by how many spaces each level is indented.

    >>> print(printable_json({"title": "é\x1b[2J\u202e"}))
    {"title": "é\u001b[2J\u202e"}
    """
    with any_digits():
        return escaped(JSONEncoder(ensure_ascii=False, indent=indent).encode(value))


def escaped(text: str) -> str:
    r"""Return `text` with JSON's escapes for all letters but line feeds that are not printable.

    >>> print(escaped("a\x9b\nb"))
    a\u009b
    b
    """
    if text.isprintable():
        return text
    return "".join([letter if letter.isprintable() or letter == "\n" else _in_ascii(letter)[1:-1] for letter in text])


_in_ascii: Final[Callable[[object], str]] = JSONEncoder().encode
