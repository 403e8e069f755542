"""Matching by sets of indices: what a core regex without captures and without order leads to in one text.

A node that reads and writes no group and is not ordered is known by the indices it leads to, so a set of indices
(bit i of an int: index i, from 0 to n, the length of the text) is carried through it whole.  A look-around is the set
of indices where it holds: those that its item can reach from anywhere (behind), or from which its item can reach
anywhere (ahead).  Time is polynomial in n and the size of the regex: one pass where no loops are nested deeply.
"""

from __future__ import annotations

from typing import Final

from satcross.regex.letters.sets import contains
from satcross.regex.meaning.core import Alt, Core, Group, Letters, Look, Repeat, Seq

DEEP: Final = 3
"""Loops nested deeper than this are swept index by index, each once: else every level would double the work."""

FEW: Final = 4
"""Ranges of a letter set up to which it is quicker to go through them than to look each letter up."""


def can_be_swept(node: Core) -> bool:
    return not (node.writes or node.reads or node.is_ordered)


class Sweep:
    """A text of length `n`, and what has been found out about it so far."""

    __slots__ = ("_depth", "_every_index", "_holds", "_indices", "_leads", "_places", "n", "text")

    def __init__(self, text: str) -> None:
        self.text: Final = text
        self.n: Final = len(text)
        self._every_index: Final = (2 << self.n) - 1
        self._indices: dict[int, int] = {}
        bit = 1
        for letter in map(ord, text):
            self._indices[letter] = self._indices.get(letter, 0) | bit
            bit <<= 1
        self._places: dict[Letters, int] = {}
        self._holds: dict[Look, int] = {}
        self._leads: dict[tuple[Repeat, bool], dict[int, int]] = {}
        self._depth = 0

    def places(self, node: Letters) -> int:
        """Return the indices at which a letter of `node` stands."""
        places = self._places.get(node)
        if places is None:
            letters = node.letters
            places = 0
            if len(letters) == 1 and letters[0][0] == letters[0][1]:
                places = self._indices.get(letters[0][0], 0)
            elif len(letters) <= FEW:
                for low, high in letters:
                    for letter, indices in self._indices.items():
                        if low <= letter <= high:
                            places |= indices
            else:
                for letter, indices in self._indices.items():
                    if contains(letters, letter):
                        places |= indices
            self._places[node] = places
        return places

    def leads(self, node: Core, marks: int, forward: bool) -> int:
        """Return the indices to which `node` leads from `marks`; if not `forward`, from which it leads to `marks`."""
        if type(node) is Letters:
            places = self.places(node)
            return (marks & places) << 1 if forward else (marks >> 1) & places
        if type(node) is Seq:
            for item in node.items if forward else reversed(node.items):
                if type(item) is Letters and forward:
                    marks = (marks & self.places(item)) << 1
                else:
                    marks = self.leads(item, marks, forward)
                if not marks:
                    break
            return marks
        if type(node) is Alt:
            reached = 0
            for branch in node.branches:
                reached |= self.leads(branch, marks, forward)
            return reached
        if type(node) is Repeat:
            return self._leads_in_loop(node, marks, forward)
        if type(node) is Look:
            return marks & self.where(node)
        assert type(node) is Group  # in a negative look-around, and read only outside it
        return self.leads(node.item, marks, forward)

    def where(self, look: Look) -> int:
        """Return the indices at which `look` holds."""
        holds = self._holds.get(look)
        if holds is None:
            holds = self.leads(look.item, self._every_index, look.is_behind)
            if look.is_negative:
                holds ^= self._every_index
            self._holds[look] = holds
        return holds

    def _leads_in_loop(self, loop: Repeat, marks: int, forward: bool) -> int:
        item = loop.item
        if forward and loop.high is None and isinstance(item, Letters):
            places = self.places(item)
            rounds = loop.low
            while rounds and marks:
                marks = (marks & places) << 1
                rounds -= 1
            # the carries of the sum run through each stretch of fitting letters that a mark stands in, to its end
            return ((places + (marks & places)) ^ places) | marks
        if self._depth <= DEEP:
            return self._leads_in_rounds(loop, marks, forward)
        leads = self._leads.setdefault((loop, forward), {})
        reached = 0
        while marks:
            mark = marks & -marks
            marks ^= mark
            if mark not in leads:
                leads[mark] = self._leads_in_rounds(loop, mark, forward)
            reached |= leads[mark]
        return reached

    def _leads_in_rounds(self, loop: Repeat, marks: int, forward: bool) -> int:
        self._depth += 1
        for _ in range(loop.low):
            after = self.leads(loop.item, marks, forward)
            if after == marks:  # and so for ever; comes true after n + 1 rounds at the latest
                break
            marks = after
        reached = latest = marks
        rounds = self.n if loop.high is None else loop.high - loop.low
        while latest and rounds:
            latest = self.leads(loop.item, latest, forward) & ~reached
            reached |= latest
            rounds -= 1
        self._depth -= 1
        return reached
