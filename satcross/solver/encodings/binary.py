"""Letters in binary, with channelling: merged states say which bits the number of their letter has.

In: the layers of a regular clue.  Out: clauses that are satisfied iff the letters are those of some way through all
layers.

Variables: b[c, j], "bit j of the number of the block that cell c holds", and m[i, s], "merged state s consumes the
letter at index i".  An index with one merged state has no variable.

Clauses, with S(s) the letters of the merged state s:

    x[c, B] -> the bits of B;   the bits of B -> x[c, B]        channelling, once for each cell
    selector -> OR m[i, s]
    selector, m[i, s] -> the bits that all letters of S(s) share
    selector, m[i, s] -> not the bits of B                      for every other block B that is not in S(s)
    m[i, s] -> OR m[i+1, t], t after s

Size: a clause for each merged state and shared bit, one for each merged state and block outside it that the bits do not
exclude, and 2 log k clauses for each of the k blocks of a cell.

Unit propagation finds out little: a merged state excludes letters, but letters exclude merged states only when enough
bits are known, and no letter sees that it has lost its last merged state.  It is not domain consistent.

Reference: T. Walsh, SAT v CSP, CP 2000, which has the logarithmic encoding of domains and what unit propagation does on
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.solver.cnf.encoder import Encoder
from satcross.solver.cnf.sink import Lit
from satcross.solver.encodings.layers import MergedLayer
from satcross.solver.encodings.line_encoding import Known, LineEncoding, blocks_of, imply, some_state

STATES: Final = "merged states: a part of the clue takes the letter"


def add_clauses(layers: Sequence[MergedLayer], encoder: Encoder, cells: Sequence[int], selector: Lit | None) -> None:
    """Add clauses that bind the letters of `cells` to `layers` where `selector` (if any) is true."""
    before: list[Known] = []
    for cell, layer in zip(cells, layers, strict=True):
        here = some_state(encoder, len(layer.letters), STATES)
        imply(encoder, [], here, selector)
        for state, mask in zip(here, layer.letters, strict=True):
            _state_implies_bits(encoder, state, cell, mask, selector)
        for state, after in zip(before, layer.after, strict=False):
            imply(encoder, [state], [here[number] for number in after])
        before = here


def _state_implies_bits(encoder: Encoder, state: Known, cell: int, mask: int, selector: Lit | None) -> None:
    """Add `state` -> `cell` holds a letter of `mask`, in terms of bits."""
    codes = encoder.codes(cell)
    inside = [codes[block] for block, _ in blocks_of(encoder, cell) if block & mask]
    shared = set(inside[0]).intersection(*inside[1:])
    for bit in inside[0]:
        if bit in shared:
            imply(encoder, [state], [bit], selector)
    for block, code in codes.items():
        if not block & mask and not any(-bit in shared for bit in code):
            imply(encoder, [state, *code], [], selector)


ENCODING: Final = LineEncoding(
    idea="as positions, but letters are binary numbers",
    size="states x letters",
    propagation="weak",
    reference="Walsh, CP 2000",
    add_clauses=add_clauses,
)
