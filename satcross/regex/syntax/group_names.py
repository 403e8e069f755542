"""The names of ECMAScript's groups: how they are written, and which groups may share one.

Groups may have the same name if they stand in different alternatives, so that no match goes through both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

from satcross.errors import ErrorCode
from satcross.regex.letters.sets import contains
from satcross.regex.syntax.reader import OpenGroup, Reader
from satcross.regex.syntax.tree import Groups

PAIR: Final = r"\\u([Dd][89ABab][0-9A-Fa-f]{2})\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})"
CODE: Final = r"\\u\{([0-9A-Fa-f]+)\}"
OPENING: Final = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]?|(?P<open>\((?:(?!\?)|\?<(?![=!])(?P<name>[^>(]*)>))", re.DOTALL)
"""An escape, a class, or the parenthesis of a capturing group."""

Path: TypeAlias = tuple[tuple[int, int], ...]
"""A branch of a pattern: for each parenthesis around it, outermost first, its place (-1: the whole pattern) and the
number of the branch in it."""


def groups_in(reader: Reader) -> Groups:
    """Return the capturing groups of the reader's whole pattern, also those that have not been read yet."""
    count = 0
    numbers: dict[str, tuple[int, ...]] = {}
    for opening in OPENING.finditer(reader.pattern):
        if opening["open"] is not None:
            count += 1
            if opening["name"] is not None:
                name = read_name(reader, opening.start("name"), opening.end("name"))
                numbers[name] = (*numbers.get(name, ()), count)
    return Groups(count, numbers)


def read_name(reader: Reader, start: int, end: int) -> str:
    """Return the group name written from `start` to `end`, with its escapes resolved."""
    written = reader.pattern[start:end]
    name = re.sub(f"{PAIR}|{CODE}", _letter, written)
    name = re.sub(r"\\u([0-9A-Fa-f]{4})", lambda escape: chr(int(escape[1], 16)), name)
    if not name:
        raise reader.error("a group name is missing here", start, start, code=ErrorCode.REGEX_NAME)
    if not all(_is_in_name(letter, i == 0) for i, letter in enumerate(name)):
        raise reader.error(f"{written!r} is not a group name", start, end, code=ErrorCode.REGEX_NAME)
    return name


def _letter(escape: re.Match[str]) -> str:
    if escape[3]:
        return chr(min(int(escape[3][-8:], 16), 0x110000 - 1))
    code = int(escape[1], 16)
    return chr(0x10000 + (code - 0xD800) * 0x400 + int(escape[2], 16) - 0xDC00)


def _is_in_name(letter: str, is_first: bool) -> bool:
    """Return whether `letter` may stand in a group's name."""
    if letter.isascii():
        return letter in "$_" or letter.isalpha() or (letter.isdecimal() and not is_first)
    from satcross.regex.letters.properties import letters_with

    if not is_first and letter in "\u200c\u200d":
        return True
    return contains(letters_with("ID_Start" if is_first else "ID_Continue"), ord(letter))


class NameClaims:
    """Which part of each branch holds the groups of each name."""

    __slots__ = ("_places",)

    def __init__(self) -> None:
        # by name and branch: the place of the only parenthesis in it that may hold groups of this name
        self._places: dict[str, dict[Path, int]] = {}

    def may_claim(self, name: str, opened: Sequence[OpenGroup], branches: Sequence[int]) -> bool:
        """Return whether the group opened last may have `name`, which is its own from now on.

        Args:
            opened: The open parentheses, outermost first.
            branches: Which branch is being read of the whole pattern, and of each open parenthesis but the last.
        """
        if any(group.name == name for group in opened):
            return False
        places = self._places.setdefault(name, {})
        path: Path = ()
        for place, branch in zip([-1, *(group.start for group in opened)], [*branches, 0], strict=True):
            if places.setdefault(path, place) != place:
                return False
            path = (*path, (place, branch))
        return True
