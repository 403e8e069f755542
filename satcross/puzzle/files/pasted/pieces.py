"""What a tokenizer finds in a pasted text: pieces in lists, the names beside them, and the remainder.

This is the value between the first stage and the second.  A tokenizer drops nothing: each word of the text is in a
piece, in the name of a value, or in the remainder (`Pieces.words` shows all of them, for the tests).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from satcross.base.records import NamedTuple

Kind: TypeAlias = Literal["clue", "empty", "number", "unreadable"]
DIGITS: Final = 9  # of the longest number that may be a size or the number of a line


class Piece(NamedTuple):
    """One place of a list.

    Attributes:
        text: What is there: the clue, or what cannot be read as one, as it is written.
        line: Its line in the text, from 1.
        flags: The flags of a regex literal; "<" if the clue is read backwards.
        why: Why it is unreadable; for a clue, "joined" if it consists of strings that are side by side.
    """

    text: str
    line: int
    kind: Kind = "clue"
    flags: str = ""
    why: str = ""


class Node(NamedTuple):
    """A list, an object, a call or a section: its values, each with its name or "".

    Attributes:
        name: The function that is called; "" for a list.
    """

    items: tuple[tuple[str, Value], ...]
    line: int
    name: str = ""


Value: TypeAlias = Piece | Node


class Pieces(NamedTuple):
    """What one tokenizer finds in a text.

    Attributes:
        layout: What the lists are read from, such as "a Markdown table".
        rest: What is in no list; its kind is "unreadable" if it may be a clue.
        traits: "source", "javascript", "right" (the columns begin on the right), "named" (each line has its name),
            "escapes" (backslashes may be Markdown's), "loose" (each line is a clue, whatever it looks like), "numbers"
            (a number may be a clue), "blanks" (those around clues may be part of them), "late" (to be tried only where
            clues do not fit otherwise).
    """

    layout: str
    root: Node
    rest: tuple[Piece, ...] = ()
    traits: frozenset[str] = frozenset()

    def words(self) -> Iterator[str]:
        """Yield each word of the text, wherever it was put."""
        for text in (*_texts(self.root), *[each.text for each in self.rest]):
            yield from re.findall(r"\w+", text)


def _texts(value: Value) -> Iterator[str]:
    """Yield all texts in `value`, and the names in it."""
    if isinstance(value, Piece):
        yield value.text
        return
    yield value.name
    for key, each in value.items:
        yield key
        yield from _texts(each)


def listed(pieces: list[Piece]) -> Node:
    """Return the list of these pieces."""
    return Node(tuple(("", each) for each in pieces), pieces[0].line if pieces else 0)


def piece_of(text: str, line: int) -> Piece:
    """Return the piece of a place that holds `text`, nothing being an empty place."""
    return Piece(text, line, "clue" if text else "empty")


def number_of(text: str) -> int | None:
    """Return the whole number that `text` is, None if it is none or has too many digits."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= DIGITS else None
