"""Whether a clue can fill a line, as far as its lengths say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from satcross.errors import SatcrossError
from satcross.puzzle import Dialect
from satcross.puzzle.files.pasted.pieces import Piece
from satcross.regex.analysis.lengths import lengths
from satcross.regex.letters import EVERY_LETTER
from satcross.regex.lower import lower
from satcross.regex.syntax.parse import parse

MOST_TRIED: Final = 60  # cells of a line, and letters of a clue in units of ten: longer ones are taken to fit


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
