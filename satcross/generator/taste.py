r"""Taste: what readers of puzzles like and dislike in a clue.

In: the text of a clue, and the length of its line.  Out: its blemishes, each with the part that has it, and the kinds
of clues that it belongs to. The blemishes are marks by which readers told a machine's clues from people's in a blind
reading (docs/decisions/086-taste.md):

    dot-in-branch       (S|A.)*       people use a dot as one plain unknown
    dot-beside-option   T?..R?        the same
    slice               (ISEI|S)*     three or more letters in a row that are not a word
    settled-option      H[HO]?[AO]    the length of the line says immediately whether the letter is there
    bag                 [EKL]         a class of three or more letters that is not a word
    bare                .*X.*, [^X]*X.*  says little, so that a puzzle should have one at most
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from satcross.base.records import NamedTuple
from satcross.generator.spelling import is_near_word, is_word
from satcross.generator.tidy import alternatives_of_groups, tokens

SLICE: Final = 3
"""Letters from which on a branch, or a class, should be a word."""

_FILLER: Final = re.compile(r"\.|\[\^\\?[^\\\]]\]|[*+]|\{.*\}")
"""Tokens of a bare clue that say nothing of what occurs: dots, classes of all letters but one, and signs."""

_LETTER: Final = re.compile(r"\\\W|[^.\\()\[\]|*+?{]")


class Blemish(NamedTuple):
    """A mark of a machine, and the part of the clue that has it."""

    code: str
    part: str


@lru_cache(maxsize=100_000)
def blemishes(pattern: str, n: int) -> tuple[Blemish, ...]:
    r"""Return the blemishes of a clue for a line of `n` letters; that it is bare is none if no other one is.

    >>> [each.code for each in blemishes("(S|A.|QXZ)*B?", 5)]
    ['dot-in-branch', 'slice']
    >>> [each.code for each in blemishes("H[HO]?[AOU]", 3)]
    ['bag', 'settled-option']
    >>> blemishes("(TS|RA|PLAY)*[WEST].", 7)
    ()
    """
    parts = tokens(pattern)
    found = [
        *_of_branches(parts),
        *[Blemish("bag", part) for part in parts if is_bag(part)],
        *_of_options(parts),
    ]
    if "?" in parts and n in _lengths(parts):
        found.append(Blemish("settled-option", pattern))
    return tuple(found)


def is_bare(pattern: str) -> bool:
    """Return whether a clue says no more than which letters occur, or that one does not.

    >>> [is_bare(clue) for clue in (".*X.*", "[^X]*", "[^X]*X.*", ".*X.*Y", "..X", "X.Y", ".*[XY]", ".*(XY|Z)")]
    [True, True, True, True, True, False, False, False]
    """
    parts = tokens(pattern)
    fillers = [part for part in parts if _FILLER.fullmatch(part)]
    letters = [part for part in parts if _LETTER.fullmatch(part)]
    is_loose = any(part in ("*", "+") for part in parts) or len(letters) == 1
    return is_loose and bool(fillers) and len(fillers) + len(letters) == len(parts)


def letters_of_class(token: str) -> str:
    """Return the letters that a class lists; "" if the token is not a class, or one with ranges or escapes."""
    letters = token[1:-1].removeprefix("^") if token[0] == "[" and len(token) > 2 else ""
    return letters if letters.isalpha() else ""


def is_bag(token: str) -> bool:
    """Return whether a token is a class of several letters that spell nothing, nor nearly.

    >>> is_bag("[EKL]"), is_bag("[^PLAY]"), is_bag("[XO]")
    (True, False, False)
    """
    letters = letters_of_class(token)
    return len(letters) >= SLICE and not is_word(letters) and not is_near_word(letters)


def branches(parts: Sequence[str]) -> list[str]:
    """Return the alternatives of all groups of a clue, and of the clue itself if it has several.

    >>> branches(tokens("A(BC|D)*"))
    ['BC', 'D']
    """
    return [branch for each in alternatives_of_groups(list(parts)) if len(each) > 1 for branch in each]


def _of_branches(parts: Sequence[str]) -> Iterator[Blemish]:
    for branch in branches(parts):
        if "." in tokens(branch):
            yield Blemish("dot-in-branch", branch)
    for are_letters, run in groupby(parts, str.isalpha):
        letters = "".join(run)
        if are_letters and len(letters) >= SLICE and not is_word(letters):
            yield Blemish("slice", letters)


def _of_options(parts: Sequence[str]) -> Iterator[Blemish]:
    """Yield each letter or class that may be missing and has a dot beside it, or is one."""
    for place, part in enumerate(parts):
        if part == "?" and place and parts[place - 1] != ")":
            before = parts[place - 2] if place > 1 else ""
            after = parts[place + 1] if place + 1 < len(parts) else ""
            sign = parts[place - 1]
            if "." in (before, sign, after):
                yield Blemish("dot-beside-option", "".join((before, sign, part, after)))


def _lengths(parts: Sequence[str]) -> tuple[int, ...]:
    """Return the least and the greatest number of letters, of a clue without groups, stars and counts; () of others."""
    if {"(", "|", "*", "+", "(?:", "(?=", "(?!"}.intersection(parts) or any(part[0] == "{" for part in parts):
        return ()
    signs = sum(part != "?" for part in parts)
    return signs - parts.count("?"), signs


WANTED: Final = ("reference", "word class", "branches")
"""Kinds of clues of which a puzzle should have one at least."""


@lru_cache(maxsize=100_000)
def liked(pattern: str) -> frozenset[str]:
    r"""Return which of WANTED a clue is.

    >>> sorted(liked(r"(.)[WEST]*\1")), sorted(liked("(TS|RA)*"))
    (['reference', 'word class'], ['branches'])
    """
    parts = tokens(pattern)
    kinds = set()
    if any(part[0] == "\\" and part[1:].isdigit() for part in parts):
        kinds.add("reference")
    if any(len(letters) >= SLICE and is_word(letters) for letters in map(letters_of_class, parts)):
        kinds.add("word class")
    each = branches(parts)
    if each and any(len(branch) > 1 for branch in each) and all(_is_small(branch) for branch in each):
        kinds.add("branches")
    return frozenset(kinds)


def _is_small(branch: str) -> bool:
    """Return whether a branch is one or two letters, or a word."""
    return branch.isalpha() and (len(branch) < SLICE or is_word(branch))
