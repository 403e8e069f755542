"""At most one of some literals: one published encoding for each function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from satcross.solver.cnf.sink import Lit, Sink

PAIRWISE_MOST: Final = 5
"""Literals up to which the pairwise encoding has no more clauses than the sequential counter."""


def at_most_one(lits: Sequence[Lit], fresh: Callable[[], Lit], sink: Sink) -> None:
    """Add clauses satisfied iff at most one of `lits` is true, in the encoding that is smaller."""
    if len(lits) <= PAIRWISE_MOST:
        pairwise(lits, sink)
    else:
        sequential_counter(lits, fresh, sink)


def pairwise(lits: Sequence[Lit], sink: Sink) -> None:
    """Add (-a | -b) for each pair of `lits`.

    Size: n (n - 1) / 2 clauses, no variables.

    Reference: S. Prestwich, CNF encodings, Handbook of Satisfiability (2009), section 2.2.6.
    """
    add = sink.add
    for place, left in enumerate(lits):
        for right in lits[:place]:
            add([-right, -left])


def sequential_counter(lits: Sequence[Lit], fresh: Callable[[], Lit], sink: Sink) -> None:
    """Add clauses satisfied iff at most one of `lits` is true, passing "one was true" along.

    Variables: s[i], "one of the first i literals is true", for 1 < i < n; s[1] is the first literal.
    Clauses: l[i] -> s[i];  s[i-1] -> s[i];  s[i-1] -> -l[i].
    Size: n - 2 variables, 3 n - 5 clauses.

    Reference: C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005, section 2.
    """
    if len(lits) < 3:
        pairwise(lits, sink)
        return
    add = sink.add
    seen = lits[0]
    for lit in lits[1:-1]:
        add([-seen, -lit])
        more = fresh()
        add([-seen, more])
        add([-lit, more])
        seen = more
    add([-seen, -lits[-1]])


def exactly_one(lits: Sequence[Lit], fresh: Callable[[], Lit], sink: Sink) -> None:
    """Add clauses satisfied iff exactly one of `lits` is true: (l[1] | ... | l[n]), and at most one."""
    sink.add(list(lits))
    at_most_one(lits, fresh, sink)
