"""At most one of some literals: one published encoding a function."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from satcross.cnf.sink import Lit, Sink

PAIRWISE_MOST = 5
"""Number of literals up to which the pairwise encoding has fewer clauses than the sequential_counter, or as many."""


def at_most_one(lits: Sequence[Lit], fresh: Callable[[], Lit], sink: Sink) -> None:
    """Add clauses satisfied iff at most one of `lits` is true, in the encoding that is smaller."""
    if len(lits) <= PAIRWISE_MOST:
        pairwise(lits, sink)
    else:
        sequential_counter(lits, fresh, sink)


def pairwise(lits: Sequence[Lit], sink: Sink) -> None:
    """Add (~a | ~b) for each pair of `lits`.   Size: n(n-1)/2 clauses, no variable.

    Reference: folklore; S. Prestwich, CNF encodings, Handbook of Satisfiability (2009), section 2.2.6.
    """
    add = sink.add
    for place, left in enumerate(lits):
        for right in lits[:place]:
            add([-right, -left])


def sequential_counter(lits: Sequence[Lit], fresh: Callable[[], Lit], sink: Sink) -> None:
    """Add clauses satisfied iff at most one of `lits` is true, passing "one was true" along.

    Variables: s(i), "one of the first i literals is true", for 1 < i < n.
    Clauses: (~l1 | s2) is folded in: l1, l2 -> s2;  l(i) -> s(i);  s(i-1) -> s(i);  s(i-1) -> ~l(i).
    Size: n - 2 variables, 3n - 5 clauses.

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
    """Add clauses satisfied iff exactly one of `lits` is true: (l1 | ... | ln), and at most one."""
    sink.add(list(lits))
    at_most_one(lits, fresh, sink)
