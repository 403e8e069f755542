"""A clue of any kind on a line, as a circuit: what its letters can still be, given the cells' domains.

`prune` works on *boxes*: a box is one letter mask for every index (and for every choice), packed into one Python integer,
a field each.  From the leaves to the root every node gets a box that holds each assignment within the domains that
makes the node true: a leaf restricts its own field, an AND intersects, an OR unites.  A box with an empty field is
empty.  The root's box is the answer: sound for every circuit, and exact where all ways through an OR/AND layered graph are
boxes themselves, as in clues without equalities and negations.

What surely holds under all assignments (`_is_certain`) is only needed below negations: NOT is impossible iff its part is
certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.circuit.nodes import AND, FALSE, LETTER, NOT, OR, SAME, Circuit

PACKED_BITS = 1 << 31
"""Size (bits of all boxes of one sweep) beyond which a clue is left to the solver: a quarter of a gigabyte."""


class GeneralClue:
    """A clue as a circuit over letter classes, `width` of them."""

    __slots__ = ("_full", "_guard", "_low", "_offsets", "circuit", "n", "width")

    is_exact: Final = False
    effort: Final = 1

    def __init__(self, circuit: Circuit, width: int) -> None:
        self.circuit: Final = circuit
        self.n: Final = circuit.n
        self.width: Final = width
        offsets = []
        offset = guard = low = full = 0
        # each field has a guard bit above it, so that empty fields show by one subtraction
        for values in (*((width,) * circuit.n), *circuit.choices):
            offsets.append(offset)
            low |= 1 << offset
            full |= ((1 << values) - 1) << offset
            offset += values + 1
            guard |= 1 << (offset - 1)
        self._offsets: Final = tuple(offsets)
        self._guard: Final = guard
        self._low: Final = low
        self._full: Final = full

    def prune(self, domains: Sequence[int]) -> list[int] | None:
        """Return for each index a mask within `domains` that holds every letter of every match; None if none matches."""
        if len(self.circuit.nodes) * self._guard.bit_length() > PACKED_BITS:
            return list(domains)
        box = self.boxes(domains)[-1]
        if not box:
            return None
        field = (1 << self.width) - 1
        return [box >> offset & field for offset in self._offsets[: self.n]]

    def boxes(self, domains: Sequence[int]) -> list[int]:
        """Return the box of each node, 0 where the node cannot be true."""
        circuit = self.circuit
        offsets, guard, low = self._offsets, self._guard, self._low
        every = (1 << self.width) - 1
        n = self.n
        start = self._full
        for i, domain in enumerate(domains):
            start ^= (every ^ domain) << offsets[i]
        certain = self.certain(domains) if circuit.has_negation else ()
        boxes: list[int] = []
        for node in circuit.nodes:
            kind = node[0]
            if kind == AND:
                box = boxes[node[1]]
                for child in node[2:]:
                    box &= boxes[child]
                if box and ((box | guard) - low) & guard != guard:
                    box = 0
            elif kind == OR:
                box = 0
                for child in node[1:]:
                    box |= boxes[child]
            elif kind == LETTER:
                _, i, mask = node
                offset = offsets[i]
                if i < n:
                    here = domains[i]
                    box = start ^ (here & ~mask) << offset if here & mask else 0
                else:
                    values = self.circuit.choices[i - n]
                    box = start ^ ((1 << values) - 1 & ~mask) << offset
            elif kind == SAME:
                box = self._same(node, domains, start)
            elif kind == NOT:
                box = 0 if certain[node[1]] else start
            else:
                box = 0 if kind == FALSE else start
            boxes.append(box)
        return boxes

    def _same(self, node: tuple[int, ...], domains: Sequence[int], start: int) -> int:
        _, i, j, relation = node
        left, right = domains[i], domains[j]
        if relation:
            near_left = near_right = 0
            for block in self.circuit.relations[relation - 1]:
                if left & block and right & block:
                    near_left |= left & block
                    near_right |= right & block
        else:
            near_left = near_right = left & right
        if not near_left:
            return 0
        return start ^ (left ^ near_left) << self._offsets[i] ^ (right ^ near_right) << self._offsets[j]

    def certain(self, domains: Sequence[int]) -> list[bool]:
        """Return for each node whether it is true under every assignment within `domains` (False: not known)."""
        certain: list[bool] = []
        possible: list[bool] = []
        relations = self.circuit.relations
        for node in self.circuit.nodes:
            kind = node[0]
            if kind == AND:
                certain.append(all([certain[child] for child in node[1:]]))
                possible.append(all([possible[child] for child in node[1:]]))
            elif kind == OR:
                certain.append(any([certain[child] for child in node[1:]]))
                possible.append(any([possible[child] for child in node[1:]]))
            elif kind == NOT:
                certain.append(not possible[node[1]])
                possible.append(not certain[node[1]])
            elif kind == LETTER:
                _, i, mask = node
                domain = domains[i] if i < self.n else -1
                certain.append(not domain & ~mask)
                possible.append(bool(domain & mask))
            elif kind == SAME:
                left, right = domains[node[1]], domains[node[2]]
                if node[3]:
                    blocks = relations[node[3] - 1]
                    possible.append(any(left & block and right & block for block in blocks))
                    certain.append(any(not (left | right) & ~block for block in blocks))
                else:
                    possible.append(bool(left & right))
                    certain.append(left == right and not left & (left - 1))
            else:
                certain.append(kind != FALSE)
                possible.append(kind != FALSE)
        return certain

    def is_entailed(self, domains: Sequence[int]) -> bool:
        """Return True if every choice of letters from `domains` surely satisfies the clue (False: not known)."""
        return self.certain(domains)[-1]
