"""What constrains a line, whatever it is: a regular clue, a clue of any other kind, a word list.

A line constraint is about a string of n letters and knows no cells.  A `Constraint` puts it on the cells of a line, so
that equal clues on lines of equal length share all their work.  `LineConstraint` is all that code outside of
`satcross.solver.constraints` may ask of a constraint.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import TYPE_CHECKING, Protocol

from satcross.base.records import NamedTuple
from satcross.errors import ClueName

if TYPE_CHECKING:
    from satcross.solver.cnf import Encoder, Lit


class LetterReader(Protocol):
    """Reads the letters of a line one step after another, in an order that is known from the start.

    A state stands for what was read so far: equal states at the same step ask the same of the letters to come.
    """

    @property
    def start(self) -> Hashable | None:
        """The state before the first step; None: nothing matches."""

    def read(self, step: int, state: Hashable, letter: int) -> Hashable | None:
        """Return the state after `letter`, a mask of one letter, at this step; None: nothing that begins so matches.

        After the last step there is a state only if the line matches.
        """


class LineConstraint(Protocol):
    """A constraint on a string of letters; the domain of each index is a mask of letter classes."""

    @property
    def size(self) -> int:
        """The number of nodes that count against the budget: positions times indices, or circuit nodes."""

    @property
    def is_exact(self) -> bool:
        """Whether `prune` keeps only letters that are in some match, taking each index for its own cell.

        Regular clues and word lists are exact (the field says domain consistent), circuits are not.
        """

    def prune(self, domains: Sequence[int]) -> Sequence[int] | None:
        """Return masks within `domains` that hold every letter of every match; None if nothing matches.

        If nothing is ruled out, `domains` itself may be returned.
        """

    def is_entailed(self, domains: Sequence[int]) -> bool:
        """Return True only if every choice of letters from `domains` matches; False means that this is not known.

        For regular clues and word lists the answer is exact, as long as the limits of the tuning are not reached.
        """

    def cube(self, domains: Sequence[int]) -> list[int] | None:
        """Return masks within `domains` such that every choice of letters from them matches, preferably wide ones.

        Return None if none is found.
        """

    def replacements(self, string: Sequence[int]) -> Sequence[int]:
        """Return for each index letters with which `string` matches if no other index changes.

        These are all such letters, except for circuits with choices and very large ones.  Letters that the index
        cannot have may be among them.

        Args:
            string: A mask of one letter for each index; the string matches.
        """

    def letter_sets(self, domains: Sequence[int]) -> Sequence[Collection[int] | None]:
        """Return for each index the letter masks that `clauses` will ask about; None if it compares letters there."""

    def clauses(self, encoder: Encoder, cells: Sequence[int], selector: Lit | None = None) -> None:
        """Add clauses that bind the letters of `cells` to the constraint where `selector` (if any) is true.

        Clauses that define auxiliary variables may stay in force without it: they exclude no letters.
        """

    def reader(self, domains: Sequence[int], order: Sequence[Sequence[int]]) -> LetterReader:
        """Return what reads the indices that have several letters.  It and its `read` may raise TooManyStates.

        Args:
            domains: Letter mask of each index; strings outside need not be told from others.
            order: For each step the indices, which all hold the letter that is read.
        """


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
    def is_exact(self) -> bool:
        """Whether pruning keeps only letters that are in some match, so that a second one rules out nothing more."""
        return self.line_constraint.is_exact and len(set(self.cells)) == len(self.cells)

    def domains(self, masks: Sequence[int]) -> list[int]:
        """Return the masks of its cells, in the order in which it reads them."""
        return [masks[cell] for cell in self.cells]

    def replacements(self, solution: Sequence[int]) -> dict[int, int]:
        """Return for each of its cells letters that it accepts there while the other cells stay as in `solution`.

        A cell that comes several times keeps its letter.
        """
        once = set[int]()
        letters: dict[int, int] = {}
        for cell, mask in zip(self.cells, self.line_constraint.replacements(self.domains(solution)), strict=True):
            letters[cell] = solution[cell] if cell in once else mask
            once.add(cell)
        return letters
