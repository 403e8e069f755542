"""What constrains a line, whatever it is: a regular clue, any other clue, a dictionary.

A constraint is about a string of n letters and knows no cells; `Constraint` puts it on the cells of a line, so that equal
clues on lines of equal length share all their work.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

from satcross.cnf.encoder import Encoder
from satcross.cnf.sink import Lit


class LineConstraint(Protocol):
    """A constraint on a string of letters, given as masks of letter classes by index."""

    @property
    def is_domain_consistent(self) -> bool:
        """Whether `prune` keeps only letters that are in some match, taking each index for a cell of its own."""

    @property
    def priority(self) -> int:
        """Constraints of lower priority go first."""

    def prune(self, domains: Sequence[int]) -> list[int] | None:
        """Return masks within `domains` that hold every letter of every match; None if nothing matches."""

    def is_entailed(self, domains: Sequence[int]) -> bool:
        """Return True only if every choice of letters from `domains` matches; where each is one letter, if it does.

        (A clue with auxiliary choices may say False even then: the solver decides.)
        """

    def box(self, domains: Sequence[int]) -> list[int] | None:
        """Return masks within `domains` of which every choice of letters matches, wide ones; None if none is found."""

    def letter_sets(self, domains: Sequence[int]) -> Sequence[Collection[int] | None]:
        """Return for each index the letter masks that `clauses` will ask about; None if it compares letters there."""

    def clauses(self, encoder: Encoder, cells: Sequence[int], selector: Lit | None = None) -> None:
        """Add clauses that bind the letters of `cells` to the constraint where `selector` (if any) is true.

        Clauses that define auxiliary variables may stay in force without it: they exclude no letters.
        """


class Constraint(NamedTuple):
    """A constraint on the cells of a line.

    cells         cell numbers in the order the constraint reads them
    line, clue    which line of the puzzle, and which of its clues, from 0
    name          the line's, for people
    """

    constraint: LineConstraint
    cells: tuple[int, ...]
    line: int
    clue: int
    name: str = ""

    @property
    def place(self) -> tuple[str, str]:
        """Where it stands, as errors say it."""
        return self.name, f"clue {self.clue + 1}"
