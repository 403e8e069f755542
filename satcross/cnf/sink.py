"""Where clauses go.

A clause is a list of literals, non-zero ints as in DIMACS.  A *sink* is anything with `add`; encoders hand it one
clause at a time and keep none, so a formula of millions of clauses never exists as Python objects.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Protocol, TypeAlias

from satcross.budget import UNLIMITED, Budget

Lit: TypeAlias = int


class Sink(Protocol):
    """A place to put clauses."""

    def add(self, clause: list[Lit]) -> None:
        """Take one clause."""


class FlatSink:
    """Keeps clauses as one flat array of ints, each clause ended by 0: four bytes a literal."""

    __slots__ = ("_budget", "clauses", "literals")

    def __init__(self, budget: Budget = UNLIMITED) -> None:
        self.literals = array("i")
        self.clauses = 0
        self._budget = budget

    def add(self, clause: list[Lit]) -> None:
        """Take one clause.  Raises LimitError beyond the budget's clauses, TimeUp when its time is up."""
        self.clauses += 1
        if not self.clauses & 4095:
            self._budget.check_clauses(self.clauses, "the formula")
            self._budget.check_time()
        clause.append(0)
        self.literals.extend(clause)

    def __iter__(self) -> Iterator[list[Lit]]:
        """Yield the clauses in the order they came."""
        start = 0
        literals = self.literals
        while start < len(literals):
            end = literals.index(0, start)
            yield literals[start:end].tolist()
            start = end + 1
