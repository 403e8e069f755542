"""How the open nodes of a circuit are used: where it matters that they are true, and where that they are false.

Reference: D. A. Plaisted and S. Greenbaum, A structure-preserving clause form translation, Journal of Symbolic
Computation 2 (1986).
"""

from __future__ import annotations

from collections.abc import Sequence

from satcross.solver.constraints.general.nodes import AND, NOT, OR, Circuit
from satcross.solver.constraints.general.truth import OPEN

POSITIVE, NEGATIVE = 1, 2


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
