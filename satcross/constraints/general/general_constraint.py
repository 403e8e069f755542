"""A clue of any kind on a line, as a circuit: what its letters can still be, given the cells' domains.

`prune` works on *boxes*: a box is one letter mask for every index (and for every choice), packed into one Python
integer, a field each.  From the leaves to the root every node gets a box that holds each assignment within the domains
that makes the node true: a leaf restricts its own field, an AND intersects, an OR unites.  A box with an empty field is
empty.  The root's box is the answer: sound for every circuit, and exact where all ways through an OR/AND layered graph
are boxes themselves, as in clues without equalities and negations.

What is certain, true under all assignments within the domains, is only needed below negations: NOT is impossible iff
its part is certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.cnf.encoder import Encoder
from satcross.cnf.sink import Lit
from satcross.cnf.variables import single_bits
from satcross.constraints.general.nodes import AND, FALSE, LETTER, NOT, OR, SAME, Circuit
from satcross.constraints.protocol import Description, Kept, Revision
from satcross.tuning import DEFAULT_TUNING, Tuning

IMPOSSIBLE, OPEN, CERTAIN = 0, 1, 2
POSITIVE, NEGATIVE = 1, 2


class GeneralConstraint:
    """A clue as a circuit over letter classes, `width` of them."""

    __slots__ = ("_full", "_guard", "_low", "_offsets", "_tuning", "circuit", "n", "size", "width")

    is_regular: Final = False
    is_domain_consistent: Final = False
    priority: Final = 1

    def __init__(self, circuit: Circuit, width: int, tuning: Tuning = DEFAULT_TUNING) -> None:
        self._tuning: Final = tuning
        self.size: Final = len(circuit.nodes)
        self.circuit: Final = circuit
        self.n: Final = circuit.n
        self.width: Final = width
        offsets = []
        offset = guard = low = full = 0
        # each field has a guard bit above it, so that empty fields show by one subtraction; the last field always has
        # its one value, so that the box of the one empty string is not empty
        for values in (*((width,) * circuit.n), *circuit.choices, 1):
            offsets.append(offset)
            low |= 1 << offset
            full |= ((1 << values) - 1) << offset
            offset += values + 1
            guard |= 1 << (offset - 1)
        self._offsets: Final = tuple(offsets)
        self._guard: Final = guard
        self._low: Final = low
        self._full: Final = full

    @property
    def is_decided_by_letters(self) -> bool:
        """Whether the circuit has no choices, which single letters leave open."""
        return not self.circuit.choices

    @property
    def _is_too_large(self) -> bool:
        """Whether the cubes of all nodes together would take more memory than the tuning allows."""
        return self.size * self._guard.bit_length() > self._tuning.packed_bits

    def prune(self, domains: Sequence[int]) -> list[int] | None:
        """Return for each index a mask within `domains` that holds the letters of every match; None if none matches."""
        if self._is_too_large:
            return list(domains)
        box = self._boxes(domains, self._evaluate(domains) if self.circuit.has_negation else None)[-1]
        if not box:
            return None
        field = (1 << self.width) - 1
        return [box >> offset & field for offset in self._offsets[: self.n]]

    def revise(self, domains: Sequence[int], kept: Kept, narrowed: Sequence[int]) -> Revision | None:
        """Return what `prune` rules out; nothing is kept."""
        pruned = self.prune(domains)
        if pruned is None:
            return None
        return None, [(i, new) for i, (old, new) in enumerate(zip(domains, pruned, strict=True)) if new != old]

    def is_affected(self, kept: list[int], index: int, mask: int) -> bool:
        """Return True: nothing is kept that would tell."""
        return True

    def is_entailed(self, domains: Sequence[int]) -> bool:
        """Return True if every choice of letters from `domains` surely satisfies the clue (False: not known)."""
        return self._evaluate(domains)[-1] == CERTAIN

    def holds_for_all(self, domains: Sequence[int]) -> bool:
        """Return what `is_entailed` returns; False for a large circuit, unless every domain is one letter."""
        if self.size > self._tuning.pruned_nodes and any(mask & (mask - 1) for mask in domains):
            return False
        return self.is_entailed(domains)

    def signature(self, domains: Sequence[int]) -> tuple[int, ...]:
        """Return `domains`."""
        return tuple(domains)

    def _open(self, domains: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return what is known of the truth of each node within `domains`, and the values that each choice can take.

        Truth is IMPOSSIBLE, OPEN or CERTAIN.
        """
        truth = self._evaluate(domains)
        choices = [(1 << values) - 1 for values in self.circuit.choices]
        if self._is_too_large:
            return truth, choices
        boxes = self._boxes(domains, truth)
        fields = zip(choices, self._offsets[self.n : -1], strict=True)
        return self._evaluate(domains, boxes), [boxes[-1] >> offset & field for field, offset in fields]

    def _boxes(self, domains: Sequence[int], truth: Sequence[int] | None) -> list[int]:
        """Return the box of each node, 0 where the node cannot be true; `truth` is only needed below negations."""
        circuit = self.circuit
        offsets, guard, low = self._offsets, self._guard, self._low
        every = (1 << self.width) - 1
        n = self.n
        start = self._full
        for i, domain in enumerate(domains):
            start ^= (every ^ domain) << offsets[i]
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
                if i < n:
                    here = domains[i]
                    box = start ^ (here & ~mask) << offsets[i] if here & mask else 0
                else:
                    box = start ^ ((1 << circuit.choices[i - n]) - 1 & ~mask) << offsets[i]
            elif kind == SAME:
                box = self._same(node, domains, start)
            elif kind == NOT:
                assert truth is not None
                box = 0 if truth[node[1]] == CERTAIN else start
            else:
                box = 0 if kind == FALSE else start
            boxes.append(box)
        return boxes

    def _same(self, node: tuple[int, ...], domains: Sequence[int], start: int) -> int:
        _, i, j, relation = node
        left = domains[i]
        right = domains[j] if j < self.n else (1 << self.width) - 1
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

    def _evaluate(self, domains: Sequence[int], boxes: Sequence[int] | None = None) -> list[int]:
        """Return the truth of each node from the truth of its parts alone; a node whose box is empty is IMPOSSIBLE.

        domains  letter mask of each index; masks of the choices may follow, else these are unknown
        """
        known = len(domains)
        truth: list[int] = []
        relations = self.circuit.relations
        for number, node in enumerate(self.circuit.nodes):
            kind = node[0]
            if boxes is not None and not boxes[number]:
                value = IMPOSSIBLE
            elif kind == AND:
                value = min([truth[child] for child in node[1:]])
            elif kind == OR:
                value = max([truth[child] for child in node[1:]])
            elif kind == NOT:
                value = CERTAIN - truth[node[1]]
            elif kind == LETTER:
                _, i, mask = node
                if i < known:
                    value = CERTAIN if not domains[i] & ~mask else OPEN if domains[i] & mask else IMPOSSIBLE
                else:
                    value = OPEN
            elif kind == SAME and node[2] >= known:
                value = OPEN
            elif kind == SAME:
                left, right = domains[node[1]], domains[node[2]]
                blocks = relations[node[3] - 1] if node[3] else (left,) if not left & (left - 1) else ()
                if any([not (left | right) & ~block for block in blocks]):
                    value = CERTAIN
                elif node[3]:
                    value = OPEN if any([left & block and right & block for block in blocks]) else IMPOSSIBLE
                else:
                    value = OPEN if left & right else IMPOSSIBLE
            else:
                value = IMPOSSIBLE if kind == FALSE else CERTAIN
            truth.append(value)
        return truth

    def cube(self, domains: Sequence[int]) -> list[int] | None:
        """Return masks within `domains` of which every choice of letters matches, if a few guesses lead to any."""
        if self._is_too_large:
            return None
        truth = self._evaluate(domains)
        boxes = self._boxes(domains, truth)
        if not boxes[-1]:
            return None
        for attempt in range(self._tuning.circuit_guesses):
            masks = self._guess(domains, truth, boxes, attempt)
            if masks is not None and self._evaluate(masks)[-1] == CERTAIN:
                return masks[: self.n]
        return None

    def _guess(
        self, domains: Sequence[int], truth: Sequence[int], boxes: Sequence[int], attempt: int
    ) -> list[int] | None:
        """Return masks for the letters and then the choices that probably make the root true.

        From the root down, one part of each OR that has to be true is guessed, and one of each AND that has to be
        false; letters that have to be the same become one letter.
        """
        nodes, relations = self.circuit.nodes, self.circuit.relations
        masks = [*domains, *[(1 << values) - 1 for values in self.circuit.choices]]
        random = attempt

        def one_of(parts: Sequence[int]) -> int:
            nonlocal random
            random = random * 1103515245 + 12345 & 0x7FFFFFFF
            return parts[(random >> 16) % len(parts)]

        wanted = [(len(nodes) - 1, True)]
        while wanted:
            number, is_true = wanted.pop()
            if truth[number] == (CERTAIN if is_true else IMPOSSIBLE):
                continue
            node = nodes[number]
            kind = node[0]
            if kind == NOT:
                wanted.append((node[1], not is_true))
            elif kind in (AND, OR):
                parts = node[1:]
                if (kind == AND) != is_true:
                    able = [part for part in parts if (boxes[part] if is_true else truth[part] != CERTAIN)]
                    parts = (one_of(able),) if able else ()
                if not parts:
                    return None
                wanted += [(part, is_true) for part in parts]
            elif kind == LETTER:
                masks[node[1]] &= node[2] if is_true else ~node[2]
            elif kind == SAME and is_true:
                _, i, j, relation = node
                blocks = relations[relation - 1] if relation else single_bits(masks[i] & masks[j])
                shared = [block for block in blocks if masks[i] & block and masks[j] & block]
                if not shared:
                    return None
                block = one_of(shared)
                masks[i] &= block
                masks[j] &= block
            else:
                return None
        return masks if all(masks) else None

    def letter_sets(self, domains: Sequence[int]) -> list[set[int] | None]:
        """Return for each index the letter masks that open nodes ask about; None where letters are compared."""
        truth, _ = self._open(domains)
        found: list[set[int] | None] = [set() for _ in domains]
        if truth[-1] == OPEN:
            for number in self._uses(truth):
                node = self.circuit.nodes[number]
                if node[0] == SAME:
                    found[node[1]] = None
                    if node[2] < self.n:
                        found[node[2]] = None
                elif node[0] == LETTER and node[1] < self.n:
                    sets = found[node[1]]
                    if sets is not None:
                        sets.add(node[2])
        return found

    def clauses(self, encoder: Encoder, cells: Sequence[int], selector: Lit | None = None) -> None:
        """Add clauses that bind the letters of `cells` where `selector` (if there is one) is true.

        Variables: one for each inner node that is open within the domains, defined only as far as it is used.

        Clauses, where a node is used positively:  v -> each part of an AND;  v -> OR of the parts of an OR;
        where it is used negatively, the converse.

        Reference: D. A. Plaisted and S. Greenbaum, A structure-preserving clause form translation (1986).
        """
        circuit = self.circuit
        nodes = circuit.nodes
        truth, choices = self._open(encoder.domains(cells))
        root = len(nodes) - 1
        if truth[root] != OPEN:
            if truth[root] == IMPOSSIBLE:
                encoder.require([], selector)
            return
        uses = self._uses(truth)
        places = [*cells, *[encoder.variables.add_cell(single_bits(choice)) for choice in choices]]
        if choices:
            encoder.variables.one_block_each(encoder.sink, places[self.n])
        lits: dict[int, Lit] = {}
        add, fresh = encoder.sink.add, encoder.variables.fresh
        for number, node in enumerate(nodes):
            use = uses.get(number)
            if use is None:
                continue
            kind = node[0]
            if kind == LETTER:
                lits[number] = encoder.member(places[node[1]], node[2])
            elif kind == SAME:
                _, i, j, relation = node
                blocks = circuit.relations[relation - 1] if relation else ()
                lits[number] = encoder.same(places[i], places[j], blocks, is_negated=bool(use & NEGATIVE))
            elif kind == NOT:
                lits[number] = -lits[node[1]]
            else:
                parts = [lits[child] for child in node[1:] if truth[child] == OPEN]
                if len(parts) == 1:
                    lits[number] = parts[0]
                    continue
                lit = lits[number] = fresh()
                sign = 1 if kind == AND else -1
                if use & (POSITIVE if kind == AND else NEGATIVE):
                    for part in parts:
                        add([-lit * sign, part * sign])
                if use & (NEGATIVE if kind == AND else POSITIVE):
                    add([lit * sign, *[-part * sign for part in parts]])
        encoder.require([lits[root]], selector)

    def describe(self) -> Description:
        """Return the circuit and the length of its line."""
        return Description(self.n, circuit=self.circuit)

    def _uses(self, truth: Sequence[int]) -> dict[int, int]:
        """Return how each open node below the root is used: POSITIVE, NEGATIVE, or both bits."""
        nodes = self.circuit.nodes
        uses = {len(nodes) - 1: POSITIVE}
        for number in range(len(nodes) - 1, -1, -1):
            use = uses.get(number)
            node = nodes[number]
            if use is None or node[0] not in (AND, OR, NOT):
                continue
            passed = (use & POSITIVE and NEGATIVE) | (use & NEGATIVE and POSITIVE) if node[0] == NOT else use
            for child in node[1:]:
                if truth[child] == OPEN:
                    uses[child] = uses.get(child, 0) | passed
        return uses
