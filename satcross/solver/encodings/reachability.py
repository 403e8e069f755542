"""Reachability in a nondeterministic automaton: all states that the letters so far lead to are true together.

In: the layers of a regular clue.  Out: clauses that are satisfied iff the letters lead to a merged state of the last
layer.

Variables: r[i, s], "the letters up to index i lead to the merged state s, which holds the letter at i".

Clauses, with S(s) the letters of the merged state s:

    selector, r[i, s], x[c(i+1)] in S(t) -> r[i+1, t]    for each t after s
    selector, x[c(0)] in S(s) -> r[0, s]
    selector, r[i, s] -> x[c(i)] in S(s)
    r[i+1, t] -> OR r[i, s], t after s
    selector -> OR r[n-1, s]

Size: a clause for each pair of merged states that can follow each other, and two for each merged state.

A string makes exactly the states true that it reaches.  Unit propagation follows a string forwards; it is not domain
consistent.

Reference: K. Lotz, A. Goel, B. Dutertre, B. Kiesl-Reiter, S. Kong, R. Majumdar and D. Nowotka, Solving string
constraints using SAT, CAV 2023 (the solver nfa2sat), where membership in a regular language is reachability in a
nondeterministic automaton, within a bound on the length.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.solver.cnf.encoder import Encoder
from satcross.solver.cnf.sink import Lit
from satcross.solver.encodings.layers import MergedLayer
from satcross.solver.encodings.line_encoding import Known, LineEncoding, imply

REACHED: Final = "reached states: the letters so far lead to the merged state"


def add_clauses(layers: Sequence[MergedLayer], encoder: Encoder, cells: Sequence[int], selector: Lit | None) -> None:
    """Add clauses that bind the letters of `cells` to `layers` where `selector` (if any) is true."""
    before: list[Lit] = []
    for i, (cell, layer) in enumerate(zip(cells, layers, strict=True)):
        first = encoder.variables.fresh(len(layer.letters), REACHED)
        here = list(range(first, first + len(layer.letters)))
        for state, mask, earlier in zip(here, layer.letters, layer.before, strict=True):
            held = _held(encoder, cell, mask)
            sources: list[Known] = [before[number] for number in earlier] if i else [None]
            for source in sources:
                imply(encoder, [source, held], [state], selector)
            imply(encoder, [state], sources)
            imply(encoder, [state], [held], selector)
        before = here
    if layers:
        encoder.require([*before], selector)


def _held(encoder: Encoder, cell: int, mask: int) -> Known:
    """Return the literal "`cell` holds a letter of `mask`", None if it always does."""
    domain = encoder.variables.domains[cell]
    return None if mask & domain == domain else encoder.member(cell, mask)


ENCODING: Final = LineEncoding(
    idea="all states that the letters so far lead to",
    size="pairs of states",
    propagation="forwards only",
    reference="Lotz and others, CAV 2023",
    add_clauses=add_clauses,
)
