"""What a line still accepts after some of its letters: a minimal automaton that reads the letters in any order.

In: a constraint, the letters of its cells, and the order in which these are read.  Out: `Rests`: for each step numbered
states, and which state follows which letter.  Two beginnings of a line have the same state if and only if the same
letters may follow them.

A reader says what follows from one letter (`satcross.solver.constraints.LetterReader`).  For a regular clue a state
is the layers of the indices from the first to the last that have not been read: the positions on some way through the
whole line with the letters read so far.  For any other clue it is a circuit in which the letters read are known: what
they decide is a constant, what they are compared with is asked of the other letter, and equal nodes are made once.
Choices are left until all letters are known; then each value is tried.

The states of a reader may differ although they ask the same of the letters to come.  So the automaton is built
forwards, and its states are merged backwards, from the last step: two states are one if every letter leads from them to
the same state.  (D. Revuz, Minimisation of acyclic deterministic automata in linear time, TCS 1992.)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Final, TypeAlias, cast

from satcross.base.bits import single_bits
from satcross.errors import TooManyStates
from satcross.solver.constraints import LetterReader
from satcross.solver.constraints.circuit import AND, CERTAIN, FALSE, LETTER, NOT, OPEN, SAME, TRUE, Circuit, Node
from satcross.solver.constraints.layers import Table

Moves: TypeAlias = dict[int, int]
"""The state after each letter that may come next."""


MOST_MOVES: Final = 64
"""Moves of one step, for each state that a step may have."""


class Allowance:
    """Work that may still be done, counted so that every machine stops at the same place."""

    __slots__ = ("_left",)

    def __init__(self, most: int) -> None:
        self._left = most

    def take(self, work: int) -> None:
        """Count `work`.  Raises TooManyStates if all of it together is more than allowed."""
        self._left -= work
        if self._left < 0:
            raise TooManyStates


Rests: TypeAlias = tuple[tuple[Moves, ...], ...]
"""For each step and each state before it, the moves.  The first step has one state; so has the end."""


def rests_of(
    reader: LetterReader, letters: Sequence[Sequence[int]], most: int, allowance: Allowance | None = None
) -> Rests | None:
    """Return the states of a line; None if no letters are accepted.

    Args:
        letters: For each step, at least one, the letters that may come, as masks.
        allowance: For the letters read, each of which takes as long as there are steps from there on.

    Raises:
        TooManyStates: If there are more than `most` before any step, more than `MOST_MOVES` times as many moves, or
            more work than allowed.
    """
    if reader.start is None:
        return None
    before: list[list[dict[int, int]]] = []
    states: dict[Hashable, int] = {reader.start: 0}
    for step, choices in enumerate(letters):
        following: dict[Hashable, int] = {}
        moves = []
        if len(states) * len(choices) > MOST_MOVES * most:
            raise TooManyStates
        if allowance is not None:
            allowance.take(len(states) * len(choices) * (len(letters) - step))
        for state in states:
            after = {}
            for letter in choices:
                reached = reader.read(step, state, letter)
                if reached is not None:
                    after[letter] = following.setdefault(reached, len(following))
            moves.append(after)
            if len(following) > most:
                raise TooManyStates
        before.append(moves)
        states = following
    return _merged(before, len(states))


def _merged(before: Sequence[Sequence[Moves]], ends: int) -> Rests | None:
    """Return the automaton with equal states merged, and without states that lead to no end."""
    number_of: list[int | None] = [0] * ends
    layers: list[tuple[Moves, ...]] = []
    for moves in reversed(before):
        known: dict[tuple[tuple[int, int], ...], int] = {}
        numbers: list[int | None] = []
        for after in moves:
            live = tuple([(letter, end) for letter, state in after.items() if (end := number_of[state]) is not None])
            numbers.append(known.setdefault(live, len(known)) if live else None)
        layers.append(tuple(map(dict, known)))
        number_of = numbers
    return tuple(reversed(layers)) if layers[-1] else None


class RegularReader:
    """Reads the letters of a line (`satcross.solver.constraints.LetterReader`).

    Args:
        layers: The positions at each index within the letters that are left; None: nothing matches.
        order: For each step the indices, which all hold the letter that is read.
    """

    __slots__ = ("_order", "_spans", "_table", "start")

    def __init__(self, table: Table, layers: Sequence[int] | None, order: Sequence[Sequence[int]]) -> None:
        self._table: Final = table
        self._order: Final = order
        self._spans: Final = _spans(order)
        first, end = self._spans[0]
        self.start: Final = None if layers is None else tuple(layers[first:end])

    def read(self, step: int, state: Hashable, letter: int) -> tuple[int, ...] | None:
        """Return the layers after `letter`; None if no way through them is left."""
        holding, after, before = self._table.holding, self._table.after, self._table.before
        layers = list(cast(tuple[int, ...], state))
        first, _ = self._spans[step]
        holds = holding[letter]
        for index in self._order[step]:
            layers[index - first] &= holds
        here = layers[0]
        for place in range(1, len(layers)):
            here = layers[place] = layers[place] & after[here]
        if not here:
            return None
        for place in range(len(layers) - 2, -1, -1):
            here = layers[place] = layers[place] & before[here][1]
        begin, end = self._spans[step + 1]
        return tuple(layers[begin - first : end - first])


def _spans(order: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Return before each step, and at the end, the range of the indices that are still to be read."""
    spans = [(0, 0)]
    low: int | None = None
    high = 0
    for indices in reversed(order):
        low = min(indices) if low is None else min(low, *indices)
        high = max(high, *[index + 1 for index in indices])
        spans.append((low, high))
    spans[0] = (low or 0,) * 2
    return spans[::-1]


class CircuitReader:
    """Reads the letters of a line (`satcross.solver.constraints.LetterReader`).

    What is impossible or certain within the domains is a constant from the start.  So a letter mask may be read whose
    letters only such nodes tell apart (`letter_sets`).

    Args:
        domains: Letter mask of each index.
        truth: The truth of each node within `domains`.
        order: For each step the indices, which all hold the letter that is read.
    """

    __slots__ = ("_known", "_order", "start")

    def __init__(
        self, known: KnownLetters, domains: Sequence[int], truth: Sequence[int], order: Sequence[Sequence[int]]
    ) -> None:
        self._known: Final = known
        self._order: Final = order
        node = known.root(truth)
        for index, mask in enumerate(domains):
            if not mask & (mask - 1):
                node = known.given(node, index, mask)
        self.start: Final = self._state(node, is_end=not order)

    def read(self, step: int, state: Hashable, letter: int) -> int | None:
        """Return the node that is left after `letter`; None if it is never true."""
        node = cast(int, state)
        for index in self._order[step]:
            node = self._known.given(node, index, letter)
        return self._state(node, is_end=step == len(self._order) - 1)

    def _state(self, node: int, *, is_end: bool) -> int | None:
        if is_end:
            return TRUE if self._known.can_be_true(node) else None
        return None if node == FALSE else node


class KnownLetters:
    """A circuit, and the rest of it once letters are known, as nodes of one larger circuit.

    Its methods take and return numbers of nodes.

    Args:
        width: Number of letter classes.
        most: Parts that all nodes together may have; then TooManyStates is raised.
    """

    __slots__ = ("_at", "_circuit", "_domains", "_left", "_nodes", "_number_of", "_reads")

    def __init__(self, circuit: Circuit, width: int, most: int) -> None:
        self._circuit: Final = circuit
        self._domains: Final = [(1 << values) - 1 for values in [width] * circuit.n + [*circuit.choices]]
        self._left = most
        self._nodes: Final[list[Node]] = [(TRUE,), (FALSE,)]
        self._reads: Final[list[int]] = [0, 0]  # for each node a bit set of the indices that it asks about
        self._number_of: Final[dict[Node, int]] = {(TRUE,): TRUE, (FALSE,): FALSE}
        self._at: Final[dict[tuple[int, int], dict[int, int]]] = {}

    def can_be_true(self, node: int) -> bool:
        """Return whether some values of the choices make a node true that asks about nothing else."""
        if node <= FALSE:
            return node == TRUE
        index = (self._reads[node] & -self._reads[node]).bit_length() - 1
        return any(self.can_be_true(self.given(node, index, value)) for value in single_bits(self._domains[index]))

    def root(self, truth: Sequence[int]) -> int:
        """Return the root of the circuit, given the truth of each of its nodes."""
        numbers: list[int] = []
        for node, known in zip(self._circuit.nodes, truth, strict=True):
            kind = node[0]
            if known != OPEN:
                numbers.append(TRUE if known == CERTAIN else FALSE)
            elif kind == LETTER:
                numbers.append(self._letter(node[1], node[2]))
            elif kind == SAME:
                numbers.append(self._node(node, 1 << node[1] | 1 << node[2]))
            else:
                numbers.append(self._inner(kind, [numbers[child] for child in node[1:]]))
        return numbers[-1]

    def given(self, root: int, index: int, letter: int) -> int:
        """Return the node that is left of `root` once the letter at `index` is known, or the value of a choice."""
        known = self._at.setdefault((index, letter), {})
        pending = [root]
        while pending:
            number = pending[-1]
            if number in known:
                pending.pop()
            elif not self._reads[number] >> index & 1:
                known[number] = number
            else:
                node = self._nodes[number]
                kind = node[0]
                if kind == LETTER:
                    known[number] = TRUE if node[2] & letter else FALSE
                elif kind == SAME:
                    known[number] = self._letter(sum(node[1:3]) - index, self._same_as(letter, node[3]))
                elif unknown := [child for child in node[1:] if child not in known]:
                    pending += unknown
                else:
                    known[number] = self._inner(kind, [known[child] for child in node[1:]])
        return known[root]

    def _same_as(self, letter: int, relation: int) -> int:
        """Return the letters that are the same as `letter` under a relation of the circuit."""
        if not relation:
            return letter
        return next((block for block in self._circuit.relations[relation - 1] if block & letter), 0)

    def _letter(self, index: int, mask: int) -> int:
        domain = self._domains[index]
        mask &= domain
        return FALSE if not mask else TRUE if mask == domain else self._node((LETTER, index, mask), 1 << index)

    def _inner(self, kind: int, parts: Iterable[int]) -> int:
        """Return the node of an AND, OR or NOT of `parts`; or a constant."""
        if kind <= FALSE:
            return kind
        if kind == NOT:
            (part,) = parts
            if part <= FALSE:
                return FALSE - part
            return self._nodes[part][1] if self._nodes[part][0] == NOT else self._node((NOT, part), self._reads[part])
        decisive, neutral = (FALSE, TRUE) if kind == AND else (TRUE, FALSE)
        kept = self._joined(kind, parts)
        if decisive in kept:
            return decisive
        kept.discard(neutral)
        if len(kept) < 2:
            return kept.pop() if kept else neutral
        reads = 0
        for part in kept:
            reads |= self._reads[part]
        return self._node((kind, *sorted(kept)), reads)

    def _joined(self, kind: int, parts: Iterable[int]) -> set[int]:
        """Return the parts of an AND or OR, and of those parts that are such nodes too; one for each letter."""
        masks: dict[int, int] = {}
        joined: set[int] = set()
        for part in parts:
            node = self._nodes[part]
            for each in node[1:] if node[0] == kind else (part,):
                inner = self._nodes[each]
                if inner[0] == LETTER:
                    _, index, mask = inner
                    before = masks.get(index, mask)
                    masks[index] = before & mask if kind == AND else before | mask
                else:
                    joined.add(each)
        joined.update([self._letter(index, mask) for index, mask in masks.items()])
        return joined

    def _node(self, node: Node, reads: int) -> int:
        number = self._number_of.get(node)
        if number is None:
            if len(node) > self._left:  # before anything changes: other readers go on with these nodes
                raise TooManyStates
            self._left -= len(node)
            number = self._number_of[node] = len(self._nodes)
            self._nodes.append(node)
            self._reads.append(reads)
        return number
