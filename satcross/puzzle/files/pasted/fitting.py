"""Whether clues can fill their lines, judged by the lengths of each clue and by the letters of all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from satcross.errors import SatcrossError
from satcross.puzzle import Clue, Dialect, Puzzle
from satcross.puzzle.files.expressing import letters_named
from satcross.puzzle.files.pasted.pieces import Piece
from satcross.regex.analysis.lengths import lengths
from satcross.regex.core import Core, Letters, Look, Reachability, is_stateless
from satcross.regex.letters import EVERY_LETTER
from satcross.regex.lower import lower
from satcross.regex.syntax.parse import parse

MOST_TRIED: Final = 60  # cells of a line, and letters of a clue in units of ten: longer ones are taken to fit

MOST_TESTS: Final = 2000
"""Letters of the alphabet times the cells of all lines.  In larger puzzles letters are not compared."""


@lru_cache(8192)
def known_lengths(pattern: str, dialect: Dialect) -> int | None:
    """Return the lengths that the matches may have as bits, None if the pattern cannot be read."""
    try:
        return lengths(lower(parse(pattern, dialect, ""), EVERY_LETTER), MOST_TRIED)
    except (SatcrossError, RecursionError):
        return None


def fits(clue: Piece, cells: int, dialect: Dialect) -> bool:
    """Return whether `clue` may fill `cells` cells; one that cannot be read does not."""
    if clue.kind == "empty" or cells > MOST_TRIED or len(clue.text) > 10 * MOST_TRIED:
        return True
    known = known_lengths(clue.text, dialect)
    return known is not None and bool(known >> cells & 1)


def is_readable(clue: Piece, dialect: Dialect) -> bool:
    """Return whether `clue` is a regex of this dialect."""
    return clue.kind == "empty" or len(clue.text) > 10 * MOST_TRIED or known_lengths(clue.text, dialect) is not None


class _Possible(Reachability):
    """A text of which it is only known which letters each index may have."""

    def __init__(self, possible: Sequence[set[int]]) -> None:
        super().__init__(" " * len(possible))
        self._indices_by_letter = {
            letter: sum(1 << n for n, each in enumerate(possible) if letter in each)
            for letter in set().union(*possible)
        }

    def may_match(self, core: Core) -> bool:
        return bool(self.reach(core, 1, True) >> self.n & 1)


def letters_agree(puzzle: Puzzle) -> bool:
    """Return whether each cell has a letter that its lines allow, one line at a time; False shows a contradiction.

    Only clues of which this can be said quickly are looked at, and none of them if the puzzle is large.
    """
    alphabet = letters_named(puzzle)
    letters = {code for low, high in alphabet[:MOST_TESTS] for code in range(low, min(high, low + MOST_TESTS) + 1)}
    if not letters or len(letters) * sum(len(line.cells) for line in puzzle.lines) > MOST_TESTS:
        return True
    possible = [set(letters) for _ in puzzle.cells]
    for cell, letter in puzzle.given:
        possible[cell] &= {ord(letter)}
    clues = [(line, clue) for line in puzzle.lines for clue in line.clues if isinstance(clue, Clue)]
    cores = [(lower(parse(each.pattern, puzzle.dialect, puzzle.flags), alphabet), each.read(line.cells))
             for line, each in clues]  # fmt: skip
    while True:
        before = list(map(len, possible))
        for core, cells in cores:
            if _only_grows(core):
                _narrow(core, cells, possible)
        if before == list(map(len, possible)) or not all(possible):
            return all(possible)


def _only_grows(core: Core) -> bool:
    """Return whether a clue matches more texts the more letters are possible."""
    nodes = [core] if is_stateless(core) else []
    for node in nodes:  # the list grows while it is walked through
        if isinstance(node, Look) and node.is_negative:
            return False
        nodes += [] if isinstance(node, Letters) else node.parts
    return bool(nodes)


def _narrow(core: Core, cells: Sequence[int], possible: list[set[int]]) -> None:
    """Take out the letters with which a clue cannot match."""
    here = [possible[cell] for cell in cells]
    for place, cell in enumerate(cells):
        possible[cell] = here[place] = {
            letter for letter in here[place] if _Possible([*here[:place], {letter}, *here[place + 1 :]]).may_match(core)
        }


_CLASS: Final = re.compile(r"\[(?:[^\]\\]|\\.)*+\]?|\\.", re.S)  # a class without an end is no clue


def without_idle_escapes(pattern: str) -> str:
    r"""Return `pattern` without the backslashes that mean nothing, such as those before # and, in a class, before $.

    >>> print(without_idle_escapes(r"[\$]\$\#"))
    [$]\$#
    """

    def without(hit: re.Match[str]) -> str:
        idle = "/\"'`#@%&~:=,<>!_" + "$.*+?(){}|" * (hit[0][0] == "[")
        return re.sub(r"\\(.)", lambda escape: escape[1] if escape[1] in idle else escape[0], hit[0], flags=re.S)

    return _CLASS.sub(without, pattern)


_REGEX: Final = re.compile(r"[\[\]|\\^$]|[*+?]\S|\.[*+?]|[)\]\w][*+](?:\s|$)|\{\d|\(\?")


def looks_like_regexes(pieces: Sequence[Piece]) -> bool:
    """Return whether the omitted text may hold a clue."""
    return any(piece.kind == "unreadable" and _REGEX.search(piece.text) for piece in pieces)


def nonogram_clue(numbers: Sequence[int]) -> str:
    r"""Return the regex of the line of a nonogram with these blocks: `#` is black, `.` is white.

    >>> nonogram_clue([2, 1])
    '\\.*#{2}\\.+#{1}\\.*'
    """
    blocks = [f"#{{{number}}}" for number in numbers if number]
    return r"\.*" + r"\.+".join(blocks) + r"\.*" * bool(blocks)
