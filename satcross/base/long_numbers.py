"""Whole numbers of any length as text, and JSON that holds them.

Python converts no more than 4,300 digits between `int` and text, because that can take long for numbers from outside.
A number of solutions comes from our own counting and may be longer.  `decimal` has no such limit, and is quick.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from json import JSONEncoder

SHORT: Final = 600  # digits, or bits, that Python always converts itself


def decimal_text(number: int) -> str:
    """Return `number` in decimal.

    >>> decimal_text(-12), len(decimal_text(10**5000))
    ('-12', 5001)
    """
    if number.bit_length() <= SHORT:
        return str(number)
    from decimal import Decimal

    return str(Decimal(number))


def grouped_text(number: int) -> str:
    """Return `number` in decimal with a comma for each thousand.

    >>> grouped_text(161280), grouped_text(10**5000)[:9]
    ('161,280', '100,000,0')
    """
    if number.bit_length() <= SHORT:
        return f"{number:,}"
    from decimal import Decimal

    return f"{Decimal(number):,f}"


def whole_number(text: str) -> int:
    """Return the number that `text` writes in decimal digits, with a minus or without.

    Raises:
        ValueError: If it writes none.

    >>> whole_number("-12"), whole_number("1" + 5000 * "0") == 10**5000
    (-12, True)
    """
    if len(text) <= SHORT:
        return int(text)
    from decimal import Decimal

    if not text.removeprefix("-").isdecimal():
        raise ValueError("no whole number")
    return int(Decimal(text))


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
