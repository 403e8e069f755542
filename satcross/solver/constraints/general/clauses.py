"""The clauses of a circuit.

In: a circuit whose root is open, and the truth of its nodes.  Out: clauses that are satisfied iff the letters satisfy
the circuit, for some values of its choices.

Variables: one for each open AND and OR with several open parts, defined only as far as it is used (`polarities`).

Clauses, for a node v and its open parts p:

    where v is used positively          where v is used negatively
    AND    v -> p, for each p           p and ... and p -> v
    OR     v -> p or ... or p           p -> v, for each p

Reference: D. A. Plaisted and S. Greenbaum, A structure-preserving clause form translation, Journal of Symbolic
Computation 2 (1986).
"""

from __future__ import annotations

from collections.abc import Sequence

from satcross.base.bits import single_bits
from satcross.solver.cnf.encoder import Encoder
from satcross.solver.cnf.sink import Lit, Sink
from satcross.solver.constraints.general.nodes import AND, LETTER, NOT, OPEN, OR, SAME, Circuit

POSITIVE, NEGATIVE = 1, 2
"""How a node is used: where it matters that it is true, and where that it is false."""


def letter_sets_of(circuit: Circuit, truth: Sequence[int]) -> list[set[int] | None]:
    """Return for each index the letter masks that open nodes ask about; None where letters are compared."""
    sets_of: list[set[int] | None] = [set() for _ in range(circuit.n)]
    for number in polarities(circuit, truth):
        node = circuit.nodes[number]
        if node[0] == SAME:
            sets_of[node[1]] = None
            if node[2] < circuit.n:
                sets_of[node[2]] = None
        elif node[0] == LETTER and node[1] < circuit.n:
            sets = sets_of[node[1]]
            if sets is not None:
                sets.add(node[2])
    return sets_of


def literal_of_root(
    circuit: Circuit, truth: Sequence[int], choices: Sequence[int], encoder: Encoder, cells: Sequence[int]
) -> Lit:
    """Return a literal that is true only if the letters of `cells` satisfy `circuit`; add the clauses that define it.

    Args:
        choices: Mask of the values that each choice can take.
    """
    cells = [*cells, *_cells_of_choices(encoder, choices)]
    lits: dict[int, Lit] = {}
    polarity_of = polarities(circuit, truth)
    for number, node in enumerate(circuit.nodes):
        polarity = polarity_of.get(number)
        if polarity is None:
            continue
        kind = node[0]
        if kind == LETTER:
            lits[number] = encoder.member(cells[node[1]], node[2])
        elif kind == SAME:
            _, i, j, relation = node
            blocks = circuit.relations[relation - 1] if relation else ()
            lits[number] = encoder.same(cells[i], cells[j], blocks, is_negated=bool(polarity & NEGATIVE))
        elif kind == NOT:
            lits[number] = -lits[node[1]]
        else:
            parts = [lits[child] for child in node[1:] if truth[child] == OPEN]
            if len(parts) == 1:
                lits[number] = parts[0]
                continue
            lit = lits[number] = encoder.variables.fresh(1, "nodes of a circuit: a part of the clue holds")
            (_define_and if kind == AND else _define_or)(encoder.sink, lit, parts, polarity)
    return lits[len(circuit.nodes) - 1]


def _cells_of_choices(encoder: Encoder, choices: Sequence[int]) -> list[int]:
    """Return auxiliary cells, one for each choice, each with exactly one of its values."""
    cells = [encoder.variables.add_cell(single_bits(choice)) for choice in choices]
    if cells:
        encoder.variables.meanings.add("choices of a circuit: the clue is matched in this way")
        encoder.variables.one_block_each(encoder.sink, cells[0])
    return cells


def _define_and(sink: Sink, lit: Lit, parts: Sequence[Lit], polarity: int) -> None:
    if polarity & POSITIVE:
        _implies_each(sink, lit, parts)
    if polarity & NEGATIVE:
        _all_imply(sink, parts, lit)


def _define_or(sink: Sink, lit: Lit, parts: Sequence[Lit], polarity: int) -> None:
    if polarity & NEGATIVE:
        _each_implies(sink, parts, lit)
    if polarity & POSITIVE:
        _implies_one(sink, lit, parts)


def _implies_each(sink: Sink, lit: Lit, parts: Sequence[Lit]) -> None:
    """Add lit -> p, for each p of `parts`."""
    for part in parts:
        sink.add([-lit, part])


def _all_imply(sink: Sink, parts: Sequence[Lit], lit: Lit) -> None:
    """Add p and ... and p -> lit, with all p of `parts`."""
    sink.add([lit, *[-part for part in parts]])


def _each_implies(sink: Sink, parts: Sequence[Lit], lit: Lit) -> None:
    """Add p -> lit, for each p of `parts`."""
    for part in parts:
        sink.add([lit, -part])


def _implies_one(sink: Sink, lit: Lit, parts: Sequence[Lit]) -> None:
    """Add lit -> p or ... or p, with all p of `parts`."""
    sink.add([-lit, *parts])


def polarities(circuit: Circuit, truth: Sequence[int]) -> dict[int, int]:
    """Return for each open node below the root whether it is used POSITIVE, NEGATIVE, or both (both bits)."""
    nodes = circuit.nodes
    polarity_of = {len(nodes) - 1: POSITIVE}
    for number in range(len(nodes) - 1, -1, -1):
        polarity = polarity_of.get(number)
        node = nodes[number]
        if polarity is None or node[0] not in (AND, OR, NOT):
            continue
        passed = _opposite(polarity) if node[0] == NOT else polarity
        for child in node[1:]:
            if truth[child] == OPEN:
                polarity_of[child] = polarity_of.get(child, 0) | passed
    return polarity_of


def _opposite(polarity: int) -> int:
    """Return the polarity of what stands below a NOT of `polarity`."""
    return (polarity & POSITIVE and NEGATIVE) | (polarity & NEGATIVE and POSITIVE)
