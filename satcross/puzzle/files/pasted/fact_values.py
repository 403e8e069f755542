"""What the facts of a pasted text mean: its sizes, and its alphabet.

In: the values beside the lists of a puzzle.  Out: plain values of Python.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from satcross.errors import PuzzleError
from satcross.puzzle import KEYWORDS, expand_alphabet
from satcross.puzzle.files.pasted.pieces import Node, Piece, Value, number_of

_SIZE_KEYS: Final = {"rows": "rows", "height": "rows", "cols": "columns", "columns": "columns", "width": "columns"}


def sizes_in(facts: Mapping[str, Sequence[Value]]) -> dict[str, int]:
    """Return the sizes that the text gives: "rows", "columns", "height", "width" and "side"."""
    sizes: dict[str, int] = {}
    for fact in ("rows", "columns"):
        for value in facts.get(fact, ()):
            if isinstance(value, Piece) and (number := number_of(value.text.strip())) is not None:
                sizes[fact] = number
    for value in facts.get("size", ()):
        keyed = {key.lower(): each for key, each in value.items} if isinstance(value, Node) else {}
        numbers = [int(text) for text in re.findall(r"\d{1,6}", joined(value))[:3]]
        for key, axis in _SIZE_KEYS.items():
            each = keyed.get(key)
            if isinstance(each, Piece) and (number := number_of(each.text)) is not None:
                sizes[axis] = number
        if keyed.keys() & _SIZE_KEYS.keys():
            continue
        if len(numbers) == 2:
            sizes.update(height=numbers[0], width=numbers[1])
        elif len(numbers) == 1:
            sizes["side"] = numbers[0]
    return sizes


def joined(value: Value) -> str:
    """Return the texts in `value` with blanks between them."""
    return value.text if isinstance(value, Piece) else " ".join(joined(each) for _, each in value.items)


_CONSTANTS: Final = {
    "ascii_uppercase": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ascii_lowercase": "abcdefghijklmnopqrstuvwxyz",
    "ascii_letters": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "digits": "0123456789",
    "hexdigits": "0123456789abcdefABCDEF",
}
_RANGE: Final = re.compile(r"\(?([\"'])(.)\1\s*\.\.[.=<]?\s*\1(.)\1\)?(?:\s*\.\s*to_a)?")
_QUOTED: Final = re.compile(r"([\"'])([^\"']*)\1")


def alphabet_of(value: Value | None) -> str:
    """Return the alphabet that a text gives as a string, a class, a list of letters or constants of its language.

    It is empty if the text gives none, or one that would have to be computed.
    """
    if isinstance(value, Node):
        letters = [each.text for _, each in value.items if isinstance(each, Piece) and each.kind != "unreadable"]
        is_whole = len(letters) == len(value.items) and all(len(each) == 1 for each in letters) and not value.name
        return "".join(sorted(set(letters))) if letters and is_whole else ""
    if value is None or not value.text or value.text in KEYWORDS:
        return ""
    if value.kind == "unreadable":
        return _computed(value.text)
    text = value.text[1:-1] if re.fullmatch(r"\[[^\[\]^]+\]", value.text) else value.text
    if len(text) > 1 and not re.search(r"\w-\w", text):
        return "".join(sorted(set(text))) if len(set(text)) == len(text) else ""
    try:
        return expand_alphabet(text)
    except PuzzleError:
        return ""


def _computed(text: str) -> str:
    """Return the alphabet that constants of a language give: `string.ascii_uppercase + "-"`, or `"A".."Z"`."""
    letters = ""
    for part in map(str.strip, re.split(r"[+|](?=\s?[\w\"'(])", text)):
        name = part.rpartition(".")[2]
        if span := _RANGE.fullmatch(part):
            letters += "".join(map(chr, range(ord(span[2]), ord(span[3]) + 1)))
        elif quoted := _QUOTED.fullmatch(part):
            letters += quoted[2]
        elif re.fullmatch(r"(?:string\.)?\w+", part) and name in _CONSTANTS:
            letters += _CONSTANTS[name]
        else:
            return ""
    return "".join(sorted(set(letters)))


def plain(value: Value) -> Any:
    """Return `value` as Python has it: strings, and lists of them."""
    return value.text if isinstance(value, Piece) else [plain(each) for _, each in value.items]
