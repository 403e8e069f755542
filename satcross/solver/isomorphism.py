"""Subproblems that ask the same of other cells: one answer settles all of them.

In: a residual.  Out: a key.  Two residuals with the same key have solutions both or neither: their undecided cells can
be numbered so that cells with the same number hold the same letters, and the same constraints are on them.  A cell that
is decided is no part of it, so it does not matter which row holds the letter that was tried, if the rows ask the same.

Any numbering is sound.  A good one gives equal numbers to cells with equal roles, whichever rows and columns these are
in.  So cells are told apart by colours: at first the letters that they hold, then the constraints on them and the
colours of the cells that share these, round by round until nothing changes.  Of cells that look alike then, one is
chosen, and the rounds begin again.  (Colour refinement and individualisation: B. McKay and A. Piperno, Practical graph
isomorphism II, J. Symbolic Computation 60, 2014.  We choose only once, so some isomorphic residuals get other keys.)

The key of a constraint is the language of its undecided cells in the order of their numbers, as the minimal automaton
without loops: equal languages give equal automata.  It is found letter by letter, by propagation.  A constraint whose
automaton is too large is only equal to itself with the same letters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from satcross.base.bits import single_bits
from satcross.base.budget import Budget
from satcross.base.tuning import Tuning
from satcross.solver.constraints.protocol import Constraint, LineConstraint
from satcross.solver.residual import Masks, Residual

Key: TypeAlias = tuple[object, ...]

_Node: TypeAlias = int

_Language: TypeAlias = _Node
"""The first node of an automaton."""

_Asked: TypeAlias = tuple[LineConstraint, tuple[int, ...], tuple[int, ...]]
_Comparable = TypeVar("_Comparable", bound=Any)

_DEAD: Final = -1
_END: Final = 0


class _Open(NamedTuple):
    """What a constraint still asks.

    domains  the letters of its line, index by index
    cell_at  the cell at each index that is undecided
    """

    line_constraint: LineConstraint
    domains: tuple[int, ...]
    cell_at: dict[int, int]


def _undecided(constraint: Constraint, masks: Masks) -> dict[int, int]:
    return {index: cell for index, cell in enumerate(constraint.cells) if masks[cell] & (masks[cell] - 1)}


def _ranks(values: Sequence[_Comparable]) -> list[int]:
    """Return for each value how many different values are smaller."""
    rank = {value: number for number, value in enumerate(sorted(set(values)))}
    return [rank[value] for value in values]


def _refined(
    colours: dict[int, int], on_cell: Mapping[int, Sequence[int]], of_constraint: Sequence[int], asked: Sequence[_Open]
) -> dict[int, int]:
    """Return the colours of cells after cells have been told apart by their constraints until nothing changes.

    on_cell        the numbers of the constraints on each cell
    of_constraint  the colour of each constraint
    """
    while True:
        seen = [
            (colour, tuple(sorted([colours[cell] for cell in each.cell_at.values()])))
            for colour, each in zip(of_constraint, asked, strict=True)
        ]
        by_constraint = _ranks(seen)
        looks = [
            (colours[cell], tuple(sorted([by_constraint[number] for number in on_cell[cell]]))) for cell in colours
        ]
        finer = dict(zip(colours, _ranks(looks), strict=True))
        if len(set(finer.values())) == len(set(colours.values())):
            return finer
        colours = finer


class Isomorphism:
    """Gives keys to residuals of one puzzle.  Only keys of the same object can be compared.  Raises TimeUp."""

    def __init__(self, tuning: Tuning, budget: Budget) -> None:
        self._most: Final = tuning.isomorphism_nodes
        self._budget: Final = budget
        self._node_of: Final[dict[tuple[_Node, ...], _Node]] = {}
        self._language_of: Final[dict[_Asked, _Language | None]] = {}

    def key(self, residual: Residual) -> Key:
        """Return what `residual` asks of its undecided cells, whichever cells these are."""
        masks = residual.masks
        asked = [
            _Open(constraint.line_constraint, tuple(constraint.domains(masks)), _undecided(constraint, masks))
            for constraint in residual.constraints
        ]
        rank = self._numbering(masks, asked)
        described = sorted([self._described(each, rank) for each in asked], key=repr)
        return tuple(masks[cell] for cell in rank), tuple(described)

    def _described(self, asked: _Open, rank: Mapping[int, int]) -> Key:
        """Return what a constraint asks, with the numbers of its cells."""
        order = tuple(sorted(asked.cell_at, key=lambda index: (rank[asked.cell_at[index]], index)))
        language = self._language(asked, order)
        if language is None:
            numbers = tuple([rank[cell] for cell in asked.cell_at.values()])
            return (numbers, "itself", id(asked.line_constraint), asked.domains)
        return (tuple([rank[asked.cell_at[index]] for index in order]), language)

    def _numbering(self, masks: Masks, asked: Sequence[_Open]) -> dict[int, int]:
        """Return the number of each undecided cell, in the order of the numbers."""
        cells = sorted({cell for each in asked for cell in each.cell_at.values()})
        of_constraint = _ranks([repr(self._language(each, tuple(each.cell_at)) or each.domains) for each in asked])
        on_cell: dict[int, list[int]] = {cell: [] for cell in cells}
        for number, each in enumerate(asked):
            for cell in set(each.cell_at.values()):
                on_cell[cell].append(number)
        colours = dict(zip(cells, _ranks([masks[cell] for cell in cells]), strict=True))
        while True:
            self._budget.check()
            colours = _refined(colours, on_cell, of_constraint, asked)
            members = Counter(colours.values())
            alike = [colour for colour in members if members[colour] > 1]
            if not alike:
                return dict(sorted(colours.items(), key=lambda item: item[1]))
            chosen = next(cell for cell in cells if colours[cell] == min(alike))
            colours = {cell: 2 * colour + (cell != chosen) for cell, colour in colours.items()}

    def _language(self, asked: _Open, order: tuple[int, ...]) -> _Language | None:
        """Return the language of the undecided indices of a line in this order; None if its automaton is too large."""
        key = (asked.line_constraint, asked.domains, order)
        if key not in self._language_of:
            nodes: dict[object, _Node] = {}
            found = self._node(asked.line_constraint, asked.domains, asked.domains, list(order), nodes)
            self._language_of[key] = found
        return self._language_of[key]

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
