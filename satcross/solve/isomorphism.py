"""Subproblems that ask the same of other cells: one answer settles all of them.

In: a residual.  Out: a key.  Two residuals with the same key have solutions both or neither: their undecided cells,
numbered in their order, hold the same letters, and the same constraints are on them.  A cell that is decided is no part
of it, so it does not matter which row holds the letter that was tried, if the rows ask the same.

The key of a constraint is the language of its undecided cells, as the minimal automaton without loops: equal languages
give equal automata.  It is found letter by letter, by propagation.  A constraint whose automaton is too large is only
equal to itself with the same letters.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from satcross.bits import single_bits
from satcross.budget import Budget
from satcross.constraints.protocol import LineConstraint
from satcross.solve.residual import Residual
from satcross.tuning import Tuning

Key: TypeAlias = tuple[object, ...]

_Node: TypeAlias = int
_DEAD: Final = -1
_END: Final = 0


class Isomorphism:
    """Gives keys to residuals of one puzzle.  Only keys of the same object can be compared.  Raises TimeUp."""

    def __init__(self, tuning: Tuning, budget: Budget) -> None:
        self._most: Final = tuning.isomorphism_nodes
        self._budget: Final = budget
        self._node_of: Final[dict[tuple[_Node, ...], _Node]] = {}
        self._language_of: Final[dict[tuple[LineConstraint, tuple[int, ...]], object]] = {}

    def key(self, residual: Residual) -> Key:
        """Return what `residual` asks of its undecided cells, whichever cells these are."""
        masks = residual.masks
        undecided = [
            {cell for cell in constraint.cells if masks[cell] & (masks[cell] - 1)}
            for constraint in residual.constraints
        ]
        rank = {cell: number for number, cell in enumerate(sorted(set[int]().union(*undecided)))}
        asked = []
        for constraint in residual.constraints:
            cells = tuple([rank[cell] for cell in constraint.cells if cell in rank])
            asked.append((cells, self._language(constraint.line_constraint, tuple(constraint.domains(masks)))))
        return tuple(masks[cell] for cell in rank), tuple(sorted(asked, key=repr))

    def _language(self, line_constraint: LineConstraint, domains: tuple[int, ...]) -> object:
        known = self._language_of.get((line_constraint, domains))
        if known is None:
            several = [index for index, mask in enumerate(domains) if mask & (mask - 1)]
            nodes: dict[object, _Node] = {}
            found = self._node(line_constraint, domains, domains, several, nodes)
            known = ("itself", id(line_constraint), domains) if found is None else found
            self._language_of[line_constraint, domains] = known
        return known

    def _node(
        self,
        line_constraint: LineConstraint,
        here: tuple[int, ...],
        letters: tuple[int, ...],
        rest: list[int],
        nodes: dict[object, _Node],
    ) -> _Node | None:
        """Return the node of the language that is left of `here`, over the indices `rest`; None if it is too large.

        letters  the letters of each index at the start
        nodes    what has been found, by what the constraint still asks
        """
        if not rest:
            return _END
        state = (len(rest), line_constraint.signature(here), tuple([here[index] for index in rest]))
        if state in nodes:
            return nodes[state]
        if len(nodes) >= self._most:
            return None
        self._budget.check()
        nodes[state] = _DEAD  # its place is taken; it cannot be met again before it is known
        first, *others = rest
        children = []
        for letter in single_bits(letters[first]):
            pruned = None
            if letter & here[first]:
                pruned = line_constraint.prune([*here[:first], letter, *here[first + 1 :]])
            child = _DEAD
            if pruned is not None:
                below = self._node(line_constraint, tuple(pruned), letters, others, nodes)
                if below is None:
                    return None
                child = below
            children.append(child)
        nodes[state] = self._node_of.setdefault((len(rest), *children), len(self._node_of) + 1)
        return nodes[state]
