"""What constrains a line, whatever it is: a regular clue, a clue of any other kind, a word list.

A line constraint is about a string of n letters and knows no cells.  A `Constraint` puts it on the cells of a line, so
that equal clues on lines of equal length share all their work.  `LineConstraint` is all that code outside of
`satcross.solver.constraints` may ask of a constraint.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from satcross.errors import ClueName

if TYPE_CHECKING:
    from satcross.solver.cnf.encoder import Encoder
    from satcross.solver.cnf.sink import Lit
    from satcross.solver.constraints.general.nodes import Circuit
    from satcross.solver.constraints.regular.table import Table

Kept: TypeAlias = list[int] | None
"""What a constraint keeps between two revisions, for itself; None: nothing."""

Revision: TypeAlias = tuple[Kept, list[tuple[int, int]]]
"""What is kept now, and (index, letters) pairs: the letters that are left wherever some are ruled out."""


class Description(NamedTuple):
    """What a constraint is made of, in plain values: for pictures, and for other programs.

    Attributes:
        n: The number of letters.
        table: The table of a regular clue, else None.
        circuit: The circuit of any other clue, else None.
    """

    n: int
    table: Table | None = None
    circuit: Circuit | None = None


class LineConstraint(Protocol):
    """A constraint on a string of letters; the domain of each index is a mask of letter classes."""

    @property
    def size(self) -> int:
        """The number of nodes that count against the budget: positions times indices, or circuit nodes."""

    @property
    def is_regular(self) -> bool:
        """Whether its language is regular, so that one pass over the line tells everything."""

    @property
    def is_domain_consistent(self) -> bool:
        """Whether `prune` keeps only letters that are in some match, taking each index for a cell of its own."""

    @property
    def priority(self) -> int:
        """The priority in propagation; constraints of lower numbers go first."""

    def prune(self, domains: Sequence[int]) -> list[int] | None:
        """Return masks within `domains` that hold every letter of every match; None if nothing matches."""

    def revise(self, domains: Sequence[int], kept: Kept, narrowed: Sequence[int]) -> Revision | None:
        """Return what `prune` rules out, and what to keep for the next revision; None if nothing matches.

        Args:
            kept: What the last revision returned to be kept, over larger domains; None: there was no such revision.
            narrowed: The indices for which `is_affected` was true since then, at least one unless `kept` is None.
        """

    def is_affected(self, kept: list[int], index: int, mask: int) -> bool:
        """Return whether another revision may rule something out once the domain at `index` has shrunk to `mask`."""

    def is_entailed(self, domains: Sequence[int]) -> bool:
        """Return True only if every choice of letters from `domains` matches; False means that this is not known.

        This is a quick test; `holds_for_all` finds out more.
        """

    def holds_for_all(self, domains: Sequence[int]) -> bool:
        """Return True only if every choice of letters from `domains` matches, after a longer look than `is_entailed`.

        For regular clues and word lists the answer is exact, as long as the limits of the tuning are not reached.
        """

    def signature(self, domains: Sequence[int]) -> tuple[int, ...]:
        """Return what is asked of the indices that have several letters: equal signatures ask the same of them."""

    def cube(self, domains: Sequence[int]) -> list[int] | None:
        """Return masks within `domains` such that every choice of letters from them matches, preferably wide ones.

        Return None if none is found.
        """

    def letter_sets(self, domains: Sequence[int]) -> Sequence[Collection[int] | None]:
        """Return for each index the letter masks that `clauses` will ask about; None if it compares letters there."""

    def clauses(self, encoder: Encoder, cells: Sequence[int], selector: Lit | None = None) -> None:
        """Add clauses that bind the letters of `cells` to the constraint where `selector` (if any) is true.

        Clauses that define auxiliary variables may stay in force without it: they exclude no letters.
        """

    def describe(self) -> Description:
        """Return what the constraint is made of."""


class Constraint(NamedTuple):
    """A constraint on the cells of a line.

    Attributes:
        cells: Cell numbers in the order the constraint reads them.
        line: The number of the line in the puzzle, from 0.
        clue: The number of the clue on this line, from 0.
        name: The line's name, as people read it.

    The methods take the letter masks of all cells of the puzzle.
    """

    line_constraint: LineConstraint
    cells: tuple[int, ...]
    line: int
    clue: int
    name: str = ""

    @property
    def place(self) -> tuple[str, str]:
        """Where it stands, as errors say it."""
        return self.name, ClueName(self.clue + 1)

    @property
    def is_idempotent(self) -> bool:
        """Whether a second pruning in a row can never rule out more than the first."""
        return self.line_constraint.is_domain_consistent and len(set(self.cells)) == len(self.cells)

    def domains(self, masks: Sequence[int]) -> list[int]:
        """Return the masks of its cells, in the order in which it reads them."""
        return [masks[cell] for cell in self.cells]

    def is_entailed(self, masks: Sequence[int]) -> bool:
        """Return True only if every choice of letters from `masks` satisfies it, after a quick look."""
        return self.line_constraint.is_entailed([masks[cell] for cell in self.cells])

    def holds_for_all(self, masks: Sequence[int]) -> bool:
        """Return True only if every choice of letters from `masks` satisfies it, after a longer look."""
        return self.line_constraint.holds_for_all([masks[cell] for cell in self.cells])


def revision_of(domains: Sequence[int], pruned: Sequence[int] | None) -> Revision | None:
    """Return the revision of a line constraint that keeps nothing, from what its `prune` has returned for `domains`."""
    if pruned is None:
        return None
    return None, [(i, new) for i, (old, new) in enumerate(zip(domains, pruned, strict=True)) if new != old]
