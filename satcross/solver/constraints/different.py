r"""A clue that asks for letters that differ: what it leaves of the letters, its cubes, and its clauses.

In: the circuit of a clue, and a letter mask for each index.  Out: what `LineConstraint` asks.

There are many ways to say that letters differ: `(?!.*(.).*\1).*`, `(?:(.)(?!.*\1))*`, `(.)(?!.*\1)(.)(?!.*\2)...`, each
of them for the whole line or a part of it.  All their circuits deny the same equalities, one for each pair of indices.
So `different` looks for these in the circuit, whatever the spelling.  Other conditions of the clue, such as
`[A-F]*` behind the lookahead, become a circuit without the equalities.

Letters that differ are a matching: each index has a letter, and no letter comes twice.  An index keeps the letters that
it has in some matching.  From one matching, the others follow by chains: an index takes another letter, the index that
had it takes another one, and so on, until one takes a free letter, or the letter that the first gave up.  (J.-C. Régin,
A filtering algorithm for constraints of difference in CSPs, AAAI 1994.)

Clauses, for the indices i and j and each letter a that both can have:

    selector -> -x[c(i), a] or -x[c(j), a]
    selector -> OR x[c(i), a], over all i      if there are no more letters than indices
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations
from typing import Final, cast

from satcross.base.bits import single_bits
from satcross.base.budget import Tuning
from satcross.base.records import NamedTuple
from satcross.solver.cnf import Encoder, Lit
from satcross.solver.constraints import LetterReader
from satcross.solver.constraints.circuit import AND, LETTER, NOT, OR, SAME, Circuit, Node, trimmed
from satcross.solver.constraints.general import GeneralConstraint

FEWEST: Final = 3
"""Indices that differ from each other; two are left to the circuit."""


MOST_ASKED: Final = 2
"""Letters that are asked for together with an equality of two indices: each of them can be one of a set."""


class Difference(NamedTuple):
    """The letters at `indices` that are in the mask `letters` differ from each other; other letters may come again."""

    indices: tuple[int, ...]
    letters: int


def different(circuit: Circuit, domains: Sequence[int], width: int, tuning: Tuning) -> DifferentConstraint | None:
    """Return the constraint of `circuit` within `domains` if it asks for letters that differ; else None."""
    denied: dict[tuple[int, int], int] = {}
    others: list[int] = []
    nodes = list(circuit.nodes)
    pending = [len(nodes) - 1]
    while pending:
        number = pending.pop()
        node = nodes[number]
        if node[0] == AND:
            pending += node[1:]
        elif node[0] == NOT:
            for way in _ways(circuit.nodes, node[1]):
                pair = _pair(circuit, way)
                if pair is not None:
                    i, j, letters = pair
                    denied[i, j] = denied.get((i, j), 0) | letters
                else:
                    others.append(len(nodes) + 1)
                    nodes += [(AND, *way), (NOT, len(nodes))]
        else:
            others.append(number)
    difference = _joined(denied, domains)
    if difference is None:
        return None
    rest = None
    if others:
        nodes.append((AND, *others))
        rest_nodes = trimmed(nodes, len(nodes) - 1)
        rest = GeneralConstraint(Circuit(rest_nodes, circuit.n, circuit.choices, circuit.relations), width, tuning)
    return DifferentConstraint(circuit, difference, rest)


def _ways(nodes: Sequence[Node], number: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways in which the node can be true, each as nodes that have to be true together.

    The parts of an OR are separate ways, even where up to `MOST_ASKED` letters are asked for besides it.
    """
    pending: list[tuple[int, ...]] = [(number,)]
    known = set(pending)
    while pending:
        way = pending.pop()
        *letters, last = way
        further: list[tuple[int, ...]] = []
        if nodes[last][0] == OR:
            further = [(*letters, part) for part in nodes[last][1:]]
        elif nodes[last][0] == AND:
            inner = sorted(nodes[last][1:], key=lambda part: nodes[part][0] != LETTER)
            if len(letters) + len(inner) <= MOST_ASKED + 1 and nodes[inner[-2]][0] == LETTER:
                further = [(*letters, *inner)]
        if not further:
            yield way
            continue
        fresh = [each for each in further if each not in known]
        known.update(fresh)
        pending += fresh


def _pair(circuit: Circuit, way: Sequence[int]) -> tuple[int, int, int] | None:
    """Return i, j and a mask if the nodes say "the indices i and j hold the same letter, one of the mask"."""
    *asked, last = [circuit.nodes[number] for number in way]
    if last[0] != SAME or last[2] >= circuit.n or not _is_identity(circuit, last[3]):
        return None
    letters = -1
    for kind, index, mask in asked:
        if kind != LETTER or index not in last[1:3]:
            return None
        letters &= mask
    return last[1], last[2], letters


def _is_identity(circuit: Circuit, relation: int) -> bool:
    """Return whether letters are the same under the relation only if they are identical."""
    return not relation or not any([block & (block - 1) for block in circuit.relations[relation - 1]])


def _joined(denied: dict[tuple[int, int], int], domains: Sequence[int]) -> Difference | None:
    """Return what the `denied` equalities say together: None if it is not that letters differ, each from all others."""
    indices = sorted({index for pair in denied for index in pair})
    letters = 0
    for (i, j), mask in denied.items():
        letters |= mask & domains[i] & domains[j]
    if len(indices) < FEWEST:
        return None
    for i, j in combinations(indices, 2):
        shared = domains[i] & domains[j]
        if denied.get((i, j), 0) & shared != letters & shared:
            return None
    return Difference(tuple(indices), letters)


class DifferentConstraint:
    """Letters that differ, and the other conditions of the clue (`satcross.solver.constraints.LineConstraint`).

    Args:
        circuit: All that the clue says.
        rest: The other conditions; None: there are none.
    """

    __slots__ = ("_rest", "circuit", "difference", "is_exact", "size")

    def __init__(self, circuit: Circuit, difference: Difference, rest: GeneralConstraint | None) -> None:
        self.circuit: Final = circuit
        self.difference: Final = difference
        self._rest: Final = rest
        self.size: Final = len(circuit.nodes)
        self.is_exact: Final = rest is None

    def prune(self, domains: Sequence[int]) -> Sequence[int] | None:
        """Return for each index the letters that it has in some matching, and that the rest allows."""
        pruned = self._matchable(domains)
        return pruned if pruned is None or self._rest is None else self._rest.prune(pruned)

    def is_entailed(self, domains: Sequence[int]) -> bool:
        """Return whether no two indices share a letter, and the rest is certain."""
        indices, letters = self.difference
        seen = 0
        for index in indices:
            here = domains[index] & letters
            if here & seen:
                return False
            seen |= here
        return self._rest is None or self._rest.is_entailed(domains)

    def cube(self, domains: Sequence[int]) -> list[int] | None:
        """Return a matching in which free letters are handed out to the indices that can have them."""
        cube = self._widened(domains)
        if cube is None or self._rest is None:
            return cube
        within = self._rest.cube(cube)
        if within is None and (other := self._rest.cube(domains)) is not None:
            within = self._widened(other)
        return within

    def replacements(self, string: Sequence[int]) -> list[int]:
        """Return for each index letters with which `string` matches if no other index changes: the letters not held
        yet."""
        indices, letters = self.difference
        possible = [-1] * len(string) if self._rest is None else list(self._rest.replacements(string))
        held = letters & _union([string[index] for index in indices])
        for index in indices:
            possible[index] &= ~held | string[index]
        return possible

    def letter_sets(self, domains: Sequence[int]) -> Sequence[set[int] | None]:
        """Return for each index the letters that another index can have as well, and what the rest asks about."""
        sets = [set[int]() for _ in domains] if self._rest is None else list(self._rest.letter_sets(domains))
        shared = _shared(self._masks(domains))
        for index in self.difference.indices:
            asked = sets[index]
            if asked is not None:
                asked.update(single_bits(domains[index] & shared))
        return sets

    def clauses(self, encoder: Encoder, cells: Sequence[int], selector: Lit | None = None) -> None:
        """Add clauses that bind the letters of `cells` where `selector` (if there is one) is true."""
        domains = encoder.domains(cells)
        indices, letters = self.difference
        masks = self._masks(domains)
        if self._matching(domains, masks) is None:
            encoder.require([], selector)
            return
        every = _union([domains[index] for index in indices])
        is_full = not every & ~letters and every.bit_count() == len(indices)
        for letter in single_bits(_shared(masks)):
            lits = [encoder.member(cells[index], letter) for index in indices if domains[index] & letter]
            for left, right in combinations(lits, 2):
                encoder.require([-left, -right], selector)
            if is_full:
                encoder.require(lits, selector)
        if self._rest is not None:
            self._rest.clauses(encoder, cells, selector)

    def reader(self, domains: Sequence[int], order: Sequence[Sequence[int]]) -> LetterReader:
        """Return what reads the letters of a line."""
        rest = None if self._rest is None else self._rest.reader(domains, order)
        return DifferentReader(self.difference, domains, order, rest)

    def _masks(self, domains: Sequence[int]) -> list[int]:
        """Return for each index of the difference the letters that it can have and that must not come again."""
        indices, letters = self.difference
        return [domains[index] & letters for index in indices]

    def _matching(self, domains: Sequence[int], masks: Sequence[int]) -> list[int] | None:
        """Return a letter of `masks` for each index; 0 where another letter can come; None if there is no matching."""
        indices, letters = self.difference
        held = [0] * len(indices)
        taken: dict[int, int] = {}
        for place, index in enumerate(indices):
            if not domains[index] & ~letters and not _seat(masks, held, taken, place):
                return None
        return held

    def _matchable(self, domains: Sequence[int]) -> Sequence[int] | None:
        """Return for each index the letters that it has in some matching; None if there is no matching."""
        masks = self._masks(domains)
        held = self._matching(domains, masks)
        if held is None:
            return None
        reach = _closed(masks, held)
        if not reach:
            return domains
        closed = sum(reach)
        pruned = list(domains)
        for index, mask, letter in zip(self.difference.indices, masks, held, strict=True):
            if letter in reach:
                pruned[index] = sum([each for each in single_bits(mask) if reach[each] & letter])
            else:
                pruned[index] &= ~closed
        return pruned

    def _widened(self, domains: Sequence[int]) -> list[int] | None:
        """Return a matching within `domains`, in which each free letter widens the narrowest index that can have it."""
        indices, letters = self.difference
        masks = self._masks(domains)
        held = self._matching(domains, masks)
        if held is None:
            return None
        cube = list(domains)
        for index, letter in zip(indices, held, strict=True):
            cube[index] = letter or domains[index] & ~letters
        for letter in single_bits(_union(masks) & ~sum(held)):
            index = min(
                [index for index in indices if domains[index] & letter], key=lambda each: cube[each].bit_count()
            )
            cube[index] |= letter
        return cube


def _union(masks: Sequence[int]) -> int:
    """Return the letters of all `masks`."""
    union = 0
    for mask in masks:
        union |= mask
    return union


def _shared(masks: Sequence[int]) -> int:
    """Return the letters that several of `masks` have."""
    seen = shared = 0
    for mask in masks:
        shared |= seen & mask
        seen |= mask
    return shared


def _seat(masks: Sequence[int], held: list[int], taken: dict[int, int], place: int) -> bool:
    """Give `place` one of its letters, and others another one where that is necessary; return False if none is left.

    Args:
        held: For each place, the letter that it has; 0: none.
        taken: For each letter that a place has, the place.
    """
    wanted: dict[int, int] = {}
    seen = 0
    pending = [place]
    for here in pending:  # the list grows while it is walked through
        fresh = masks[here] & ~seen
        seen |= fresh
        for letter in single_bits(fresh):
            wanted[letter] = here
            if letter in taken:
                pending.append(taken[letter])
                continue
            while letter:
                taker = wanted[letter]
                taken[letter] = taker
                held[taker], letter = letter, held[taker]
            return True
    return False


def _closed(masks: Sequence[int], held: Sequence[int]) -> dict[int, int]:
    """Return the letters that their places can only pass round, and for each of them the letters that a chain leads to.

    From such a letter no chain of places that take another letter ends in a free letter.
    """
    reach = {letter: mask for mask, letter in zip(masks, held, strict=True) if letter}
    movable = _union(masks) & ~sum(reach)
    before = -1
    while before != movable:
        before = movable
        for letter, mask in list(reach.items()):
            if mask & movable:
                movable |= letter
                del reach[letter]
    for via in reach:
        for letter, mask in reach.items():
            if mask & via:
                reach[letter] = mask | reach[via]
    return reach


class DifferentReader:
    """Reads letters that differ; a state is the set of the letters read that may not come again.

    Args:
        domains: Letter mask of each index.
        order: For each step the indices, which all hold the letter that is read.
        rest: Reads what else the clue asks for.
    """

    __slots__ = ("_kept", "_letters", "_readings", "_rest", "start")

    def __init__(
        self, difference: Difference, domains: Sequence[int], order: Sequence[Sequence[int]], rest: LetterReader | None
    ) -> None:
        indices, self._letters = difference
        self._rest: Final = rest
        self._readings: Final = [len([index for index in step if index in indices]) for step in order]
        self._kept: Final = [0] * (len(order) + 1)
        for step in range(len(order) - 1, -1, -1):
            here = [domains[index] for index in order[step] if index in indices]
            self._kept[step] = self._kept[step + 1] | _union(here) & self._letters
        known = [domains[index] & self._letters for index in indices if not domains[index] & (domains[index] - 1)]
        self.start: Final = self._state(0, _union(known), None if rest is None else rest.start, not _shared(known))

    def read(self, step: int, state: Hashable, letter: int) -> Hashable | None:
        """Return the state after `letter`; None if it came before, or the rest rules it out."""
        readings = self._readings[step]
        rest = None
        if isinstance(state, int):  # there is no rest
            if readings == 1 and letter & self._letters:  # the most frequent case, spelled out for speed
                return None if state & letter else (state | letter) & self._kept[step + 1]
            used = state
        else:
            used, here = cast(tuple[int, Hashable], state)
            assert self._rest is not None
            rest = self._rest.read(step, here, letter)
        if readings:
            letter &= self._letters
            return self._state(step + 1, used | letter, rest, not letter or (readings == 1 and not used & letter))
        return self._state(step + 1, used, rest, True)

    def _state(self, step: int, used: int, rest: Hashable | None, is_right: bool) -> Hashable | None:
        """Return the state before a step; None if it is not right, or the rest has none."""
        if not is_right:
            return None
        used &= self._kept[step]
        if self._rest is None:
            return used
        return None if rest is None else (used, rest)
