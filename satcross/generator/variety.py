"""Variety: how much the cost of a clue grows because other clues of the puzzle are like it.

In: the clues of a puzzle.  Out: what another clue costs in addition, in tenths of a character.

Clues are alike if they are of one family, or if they have the same *skeleton*: the clue with its letters and
classes abstracted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import log
from typing import Final

from satcross.base.records import NamedTuple
from satcross.generator.taste import WANTED, is_bare, liked
from satcross.generator.tidy import tokens
from satcross.generator.tuning import DEFAULT_GENERATOR_TUNING, GeneratorTuning

_SIGNS: Final = frozenset([".", "*", "+", "?", "(", ")", "|"])


SINGLE: Final = ("[]", "[^]")
"""Skeletons that may come again: hardly anything else suits a line of one cell."""


@lru_cache(maxsize=100_000)
def skeleton(pattern: str) -> str:
    r"""Return `pattern` with A for each run of letters, and [] or [^] for each class.

    >>> skeleton(r"(GO|[A-C]T)*[^PLAY]\1{2}")
    '(A|[]A)*[^]\\1{2}'
    """
    parts: list[str] = []
    for token in tokens(pattern):
        if token[0] == "[":
            parts.append("[^]" if token.startswith("[^") else "[]")
        elif token in _SIGNS or token[0] in "({" or (token[0] == "\\" and token[1:].isdigit()):
            parts.append(token)
        elif not parts or parts[-1] != "A":
            parts.append("A")
    return "".join(parts)


def skeletons(patterns: Iterable[str]) -> Counter[str]:
    """Return how many of the clues have each skeleton.

    A single class is left out.

    >>> skeletons(["A.*", "[XY]", "[PLAY]", "B.*"])
    Counter({'A.*': 2})
    """
    return Counter([each for each in map(skeleton, patterns) if each not in SINGLE])


def has_star(pattern: str) -> bool:
    """Return whether `pattern` has a star, other than a letter `*`."""
    return "*" in skeleton(pattern)


def evenness(patterns: Iterable[str]) -> float:
    """Return how evenly skeletons are spread over clues: their entropy over the entropy of clues which are all
    different.

    >>> evenness(["A.*", ".*B"]), evenness(["A.*", "B.*"])
    (1.0, 0.0)
    """
    counts = Counter(map(skeleton, patterns))
    total = counts.total()
    if total < 2:
        return 1.0
    entropy = -sum(count / total * log(count / total) for count in counts.values())
    return entropy / log(total) or 0.0


class Limits(NamedTuple):
    """How many clues of a puzzle may be alike at no extra cost.

    Attributes:
        of_family: This many of one family.
        of_skeleton: This many of one skeleton.
        of_stars: This many with a star.
    """

    of_family: int
    of_skeleton: int
    of_stars: int

    @classmethod
    def for_clues(
        cls, number: int, star_share: float = 1.0, tuning: GeneratorTuning = DEFAULT_GENERATOR_TUNING
    ) -> Limits:
        """Return the limits for a puzzle of `number` clues; the part `star_share` of them may have a star."""
        of_family = max(tuning.few, -(-number // tuning.family_share))
        return cls(of_family, max(1, int(tuning.skeleton_share * number)), int(star_share * number))


FLOOD: Final = 600
"""Cost of a clue that is like far too many others; hardly any puzzle needs such a clue."""


class SimilarClues:
    """Clues that others are compared with.

    Args:
        limits: How many may be alike at no extra cost.
        is_strict: Whether skeletons count as well as families.
    """

    def __init__(
        self,
        clues: Iterable[tuple[str, str]],
        limits: Limits,
        tuning: GeneratorTuning = DEFAULT_GENERATOR_TUNING,
        *,
        is_strict: bool,
    ) -> None:
        """Add `clues`, each with its family and its text, to the clues that others are compared with."""
        self._limits: Final = limits
        self._tuning: Final = tuning
        self._is_strict: Final = is_strict
        self._families: Final[Counter[str]] = Counter()
        self._skeletons: Final[Counter[str]] = Counter()
        self._liked: Final[Counter[str]] = Counter()
        self._stars = self._bare = 0
        for family, pattern in clues:
            self.add(family, pattern)

    def add(self, family: str, pattern: str) -> None:
        """Add one clue to the clues that others are compared with."""
        self._families[family] += 1
        if self._is_strict:
            self._skeletons.update(skeletons([pattern]))
            self._stars += has_star(pattern)
            self._bare += is_bare(pattern)
            self._liked.update(liked(pattern))

    def extra(self, family: str, pattern: str) -> int:
        """Return what a clue costs extra because of similar clues; below 0 if it is the first of its kind."""
        beyond = self._families[family] + 1 - self._limits.of_family
        extra = self._tuning.surplus * max(0, beyond) + FLOOD * (beyond > self._limits.of_family)
        if self._is_strict:
            twins = self._skeletons[skeleton(pattern)]
            extra += self._tuning.twin * twins + FLOOD * (twins >= self._limits.of_skeleton)
            extra += FLOOD * (self._stars >= self._limits.of_stars and has_star(pattern))
            extra += FLOOD * (self._bare > 0 and is_bare(pattern))
            extra -= self._tuning.wanted * sum([not self._liked[kind] for kind in liked(pattern)])
        return extra


def surplus(
    clues: Iterable[tuple[str, str]],
    limits: Limits,
    tuning: GeneratorTuning = DEFAULT_GENERATOR_TUNING,
    *,
    is_strict: bool,
) -> int:
    """Return what `clues` cost in addition, all together, because some are alike."""
    similar = SimilarClues((), limits, tuning, is_strict=is_strict)
    total = 0
    for family, pattern in clues:
        total += similar.extra(family, pattern)
        similar.add(family, pattern)
    return total


def most_taken_off(tuning: GeneratorTuning = DEFAULT_GENERATOR_TUNING) -> int:
    """Return the greatest amount by which a clue can cost less because of other clues."""
    return tuning.wanted * len(WANTED)


def excess(patterns: Iterable[str], limits: Limits) -> int:
    """Return how many of the clues are bare, or of one skeleton, beyond the number that may be so at no extra cost."""
    shown = list(patterns)
    beyond = sum([max(0, number - limits.of_skeleton) for number in skeletons(shown).values()])
    return beyond + max(0, sum(map(is_bare, shown)) - 1)


def too_similar(patterns: dict[int, tuple[str, str]], limits: Limits, *, is_strict: bool) -> list[int]:
    """Return the numbers of the clues that are of families or skeletons which are used too often."""
    families = Counter([family for family, _ in patterns.values()])
    of_skeleton = skeletons([pattern for _, pattern in patterns.values()])
    return [
        number
        for number, (family, pattern) in patterns.items()
        if families[family] > limits.of_family or (is_strict and of_skeleton[skeleton(pattern)] > limits.of_skeleton)
    ]
