r"""The letters and strings of Unicode properties as `\p{...}` names them in ECMAScript (ECMA-262, tables 67 to 71).

The tables come from one version of V8 (`property_tables.UNICODE_VERSION`).  They are loaded with the first property.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

from satcross.regex.letters import EVERY_LETTER, LetterSet, intersection, union
from satcross.regex.letters.property_tables import BINARY, CATEGORIES, RANGES, SCRIPTS, STRING_LETTERS, STRING_PRODUCTS

PROPERTIES_OF_STRINGS: Final = (
    "Basic_Emoji",
    "Emoji_Keycap_Sequence",
    "RGI_Emoji",
    "RGI_Emoji_Flag_Sequence",
    "RGI_Emoji_Modifier_Sequence",
    "RGI_Emoji_Tag_Sequence",
    "RGI_Emoji_ZWJ_Sequence",
)
"""The properties that strings of several letters can have; they need the flag v."""

WHOLE: Final = "RGI_Emoji"  # the strings with any of the others


def has_property(name: str) -> bool:
    """Return whether there is a property of letters that is written `name` between the braces."""
    return _key(name) is not None


@cache
def letters_with(name: str) -> LetterSet:
    """Return the letters that have the property `name`; raises KeyError if there is no such property.

    >>> letters_with("ASCII")
    ((0, 127),)
    """
    key = _key(name)
    if key is None:
        raise KeyError(name)
    if key.startswith("scx=") and key not in RANGES:
        key = "sc=" + key[4:]
    return intersection(_unpacked(RANGES[key]), EVERY_LETTER)


@cache
def strings_with(name: str) -> tuple[LetterSet, frozenset[str]]:
    """Return the letters, and the strings of several letters, that have the property of strings `name`.

    >>> letters, strings = strings_with("Emoji_Keycap_Sequence")
    >>> letters, len(strings), "1\\ufe0f\\u20e3" in strings
    ((), 12, True)
    """
    if name == WHOLE:
        parts = [strings_with(each) for each in STRING_PRODUCTS]
        return union(*(letters for letters, _ in parts)), frozenset().union(*(strings for _, strings in parts))
    strings = [
        "".join(string)
        for packed in STRING_PRODUCTS[name].split(",")
        if packed
        for string in product(*([chr(int(code, 36)) for code in place.split("+")] for place in packed.split()))
    ]
    return _unpacked(STRING_LETTERS[name]), frozenset(strings)


def _unpacked(packed: str) -> LetterSet:
    """Return the letters that `packed` gives by gaps and lengths, in base 36."""
    borders = []
    border = 0
    for step in packed.split():
        border += int(step, 36)
        borders.append(border)
    return tuple(zip(borders[::2], (border - 1 for border in borders[1::2]), strict=True))


def _key(name: str) -> str | None:
    """Return the key of `property_tables.RANGES` for `name`; None if there is no such property."""
    kind, equals, value = name.partition("=")
    if not equals:
        return f"gc={CATEGORIES[name]}" if name in CATEGORIES else BINARY.get(name)
    if kind in ("General_Category", "gc"):
        return f"gc={CATEGORIES[value]}" if value in CATEGORIES else None
    if value in SCRIPTS:
        if kind in ("Script", "sc"):
            return f"sc={SCRIPTS[value]}"
        if kind in ("Script_Extensions", "scx"):
            return f"scx={SCRIPTS[value]}"
    return None
