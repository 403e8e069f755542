"""JSON that a terminal may show: whatever is not printable is escaped, so the text steers nothing.

In: a value.  Out: its JSON text.  It stands for the same value as with the letters themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from json import JSONEncoder
from typing import Any, Final

from satcross.base.wording import decimal_text


def printable_json(value: object, *, indent: int | None = None) -> str:
    r"""Return `value` as JSON, on one line unless `indent` says by how many spaces each level is indented.

    On one line, whole numbers may have any length.

    >>> print(printable_json({"title": "é\x1b[2J\u202e"}))
    {"title": "é\u001b[2J\u202e"}
    """
    if indent is None:
        return escaped(encoded(value, _ONE_LINE))
    return escaped(JSONEncoder(ensure_ascii=False, indent=indent).encode(value))


def encoded(value: object, encoder: JSONEncoder) -> str:
    """Return `value` as JSON, written by `encoder`, which does not indent; its numbers may have any length."""
    try:
        return encoder.encode(value)
    except ValueError:  # too many digits
        return "".join(_pieces(value, encoder))


def _pieces(value: Any, encoder: JSONEncoder) -> Iterator[str]:
    if isinstance(value, dict):
        items = sorted(value.items()) if encoder.sort_keys else value.items()
        for place, (key, item) in enumerate(items):
            yield f"{encoder.item_separator if place else '{'}{encoder.encode(key)}{encoder.key_separator}"
            yield from _pieces(item, encoder)
        yield "}" if value else "{}"
    elif isinstance(value, list | tuple):
        for place, item in enumerate(value):
            yield encoder.item_separator if place else "["
            yield from _pieces(item, encoder)
        yield "]" if value else "[]"
    elif isinstance(value, int) and not isinstance(value, bool):
        yield decimal_text(value)
    else:
        yield encoder.encode(value)


def escaped(text: str) -> str:
    r"""Return `text` with JSON's escapes for all letters but line feeds that are not printable.

    >>> print(escaped("a\x9b\nb"))
    a\u009b
    b
    """
    if text.isprintable():
        return text
    return "".join([letter if letter.isprintable() or letter == "\n" else _in_ascii(letter)[1:-1] for letter in text])


_ONE_LINE: Final = JSONEncoder(ensure_ascii=False)
_in_ascii: Final[Callable[[object], str]] = JSONEncoder().encode
