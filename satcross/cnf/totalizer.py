"""At least k of some literals, for every k at once, as literals of their own.

Reference: O. Bailleux and Y. Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, CP 2003.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from satcross.cnf.sink import Lit, Sink


def totalizer(lits: Sequence[Lit], most: int, fresh: Callable[[], Lit], sink: Sink) -> list[Lit]:
    """Return literals t[0], t[1], ..., at most `most` of them: t[k] is true if more than k of `lits` are.

    Denying t[k] therefore allows at most k of `lits`.

    Variables: for each node of a balanced tree over `lits`, "more than k of the literals below", for k < `most`.
    Clauses: of a node with children r and s: r[i-1], s[j-1] -> t[i+j-1] (r[-1] and s[-1] being true).
    Size: O(n most) variables, O(n most^2) clauses.
    """
    if len(lits) < 2:
        return list(lits[:most])
    half = len(lits) // 2
    left = totalizer(lits[:half], most, fresh, sink)
    right = totalizer(lits[half:], most, fresh, sink)
    found = [fresh() for _ in range(min(most, len(left) + len(right)))]
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if 0 < i + j <= len(found):
                clause = [found[i + j - 1]]
                clause += [-left[i - 1]] if i else []
                clause += [-right[j - 1]] if j else []
                sink.add(clause)
    return found
