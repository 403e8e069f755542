"""Matching by sets of indices: which indices of a text a core regex leads to, for all starting indices at once.

This works for *stateless* nodes: they read and write no group, and the order of their ways to match cannot be seen.
Such a node is a relation between indices (0 to n, the length of the text).  A set of indices is an int, bit i for index
i, and goes through the node as a whole.  A look-around is the set of indices where it holds: those that its item
reaches from anywhere (behind), or from which its item reaches anywhere (ahead).  The time is polynomial in n and in the
size of the regex; unless loops are nested deeply, it is one pass.
"""

from __future__ import annotations

from typing import Final

from satcross.regex.core import Alt, Core, Group, Letters, Look, Repeat, Seq
from satcross.regex.letters.sets import LetterSet, contains

DEEP: Final = 3
"""In loops nested deeper than this each index is followed once, alone; otherwise every level would double the work."""

FEW: Final = 4
"""Up to this many ranges of a letter set it is quicker to go through them than to look each letter up."""


def is_stateless(node: Core) -> bool:
    """Return whether `node` is a relation between indices, whatever was captured before."""
    return not (node.writes or node.reads or node.is_ordered)


class Reachability:
    """A text of length `n`, and what is known of it so far."""

    __slots__ = ("_depth", "_every_index", "_indices_by_letter", "_looks", "_loops", "_occurrences", "n", "text")

    def __init__(self, text: str) -> None:
        self.text: Final = text
        self.n: Final = len(text)
        self._every_index: Final = (2 << self.n) - 1
        self._indices_by_letter: dict[int, int] = {}
        bit = 1
        for letter in map(ord, text):
            self._indices_by_letter[letter] = self._indices_by_letter.get(letter, 0) | bit
            bit <<= 1
        self._occurrences: dict[Letters, int] = {}
        self._looks: dict[Look, int] = {}
        self._loops: dict[tuple[Repeat, bool], dict[int, int]] = {}
        self._depth = 0

    def occurrences(self, node: Letters) -> int:
        """Return the indices at which a letter of `node` stands."""
        indices = self._occurrences.get(node)
        if indices is None:
            indices = self._occurrences[node] = self.indices_of(node.letters)
        return indices

    def indices_of(self, letters: LetterSet) -> int:
        """Return the indices at which one of `letters` stands."""
        indices = 0
        if len(letters) == 1 and letters[0][0] == letters[0][1]:
            return self._indices_by_letter.get(letters[0][0], 0)
        if len(letters) <= FEW:
            for low, high in letters:
                for letter, here in self._indices_by_letter.items():
                    if low <= letter <= high:
                        indices |= here
        else:
            for letter, here in self._indices_by_letter.items():
                if contains(letters, letter):
                    indices |= here
        return indices

    def reach(self, node: Core, indices: int, forward: bool) -> int:
        """Return the indices that `node` leads to from `indices`; if not `forward`, those from which it leads there."""
        if type(node) is Letters:
            occurrences = self.occurrences(node)
            return (indices & occurrences) << 1 if forward else (indices >> 1) & occurrences
        if type(node) is Seq:
            for item in node.items if forward else reversed(node.items):
                if type(item) is Letters and forward:
                    indices = (indices & self.occurrences(item)) << 1
                else:
                    indices = self.reach(item, indices, forward)
                if not indices:
                    break
            return indices
        if type(node) is Alt:
            reached = 0
            for branch in node.branches:
                reached |= self.reach(branch, indices, forward)
            return reached
        if type(node) is Repeat:
            return self._reach_through_loop(node, indices, forward)
        if type(node) is Look:
            return indices & self.indices_where(node)
        assert type(node) is Group  # in a negative look-around, and read only outside it
        return self.reach(node.item, indices, forward)

    def indices_where(self, look: Look) -> int:
        """Return the indices at which `look` holds."""
        indices = self._looks.get(look)
        if indices is None:
            indices = self.reach(look.item, self._every_index, look.is_behind)
            if look.is_negative:
                indices ^= self._every_index
            self._looks[look] = indices
        return indices

    def _reach_through_loop(self, loop: Repeat, indices: int, forward: bool) -> int:
        item = loop.item
        if forward and loop.high is None and isinstance(item, Letters):
            occurrences = self.occurrences(item)
            rounds = loop.low
            while rounds and indices:
                indices = (indices & occurrences) << 1
                rounds -= 1
            # the carries of the sum run from each index through the matching letters that follow it without a gap
            return ((occurrences + (indices & occurrences)) ^ occurrences) | indices
        if self._depth <= DEEP:
            return self._reach_in_rounds(loop, indices, forward)
        known = self._loops.setdefault((loop, forward), {})
        reached = 0
        while indices:
            index = indices & -indices
            indices ^= index
            if index not in known:
                known[index] = self._reach_in_rounds(loop, index, forward)
            reached |= known[index]
        return reached

    def _reach_in_rounds(self, loop: Repeat, indices: int, forward: bool) -> int:
        self._depth += 1
        for _ in range(loop.low):
            after = self.reach(loop.item, indices, forward)
            if after == indices:  # the set stays constant from here on; it does so after n + 1 rounds at the latest
                break
            indices = after
        reached = latest = indices
        rounds = self.n if loop.high is None else loop.high - loop.low
        while latest and rounds:
            latest = self.reach(loop.item, latest, forward) & ~reached
            reached |= latest
            rounds -= 1
        self._depth -= 1
        return reached
