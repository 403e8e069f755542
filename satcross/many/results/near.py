"""Puzzles of a collection that are nearly the same: most of their clues are equal, in whatever order.

In: the clues of each puzzle.  Out: pairs of puzzles, the most similar first.

The similarity of two puzzles is the share of their clues that both have (the Jaccard index of their sets of clues).
Only puzzles that share one of their few clues with the smallest hashes are compared, which finds pairs as similar as
`LEAST` with high probability, in a time that grows with the number of puzzles and not with its square.

Reference: A. Broder, On the resemblance and containment of documents, SEQUENCES 1997.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from hashlib import blake2b
from typing import Final, NamedTuple

LEAST: Final = 0.7
"""The share of common clues from which two puzzles are near duplicates."""

SKETCH: Final = 4
"""Clues of a puzzle by which others are found: a pair with three quarters in common is missed about once in 250."""

CROWD: Final = 50
"""Puzzles that share one clue beyond which they are not compared: such a clue says nothing."""


class NearDuplicates(NamedTuple):
    """Two puzzles that are nearly the same, by hash or by name, and the share of their clues that both have."""

    one: str
    other: str
    similarity: float


def near_duplicates(clues_of: Iterable[tuple[str, frozenset[str]]], most: int) -> list[NearDuplicates]:
    """Return up to `most` pairs of puzzles that are nearly the same.

    Args:
        clues_of: The hash of each puzzle, and the set of its clues.

    >>> near_duplicates([("a", frozenset("ABCDEFGH")), ("b", frozenset("ABCDEFGX")), ("c", frozenset("PQRS"))], 9)
    [NearDuplicates(one='a', other='b', similarity=0.7777777777777778)]
    """
    sets: dict[str, frozenset[str]] = {}
    having: dict[int, list[str]] = defaultdict(list)
    for puzzle, clues in clues_of:
        if clues:
            sets[puzzle] = clues
            for number in sorted(map(_number, clues))[:SKETCH]:
                if len(having[number]) <= CROWD:
                    having[number].append(puzzle)
    pairs = {
        (one, other)
        for together in having.values()
        if len(together) <= CROWD
        for place, one in enumerate(together)
        for other in together[place + 1 :]
    }
    candidates = [NearDuplicates(one, other, _similarity(sets[one], sets[other])) for one, other in pairs]
    near = [each for each in candidates if each.similarity >= LEAST]
    return sorted(near, key=lambda each: (-each.similarity, each.one, each.other))[:most]


def _number(clue: str) -> int:
    return int.from_bytes(blake2b(clue.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


def _similarity(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other)
