"""Where clauses go.

A clause is a list of literals, which are non-zero ints as in DIMACS.  A *sink* is anything with `add` and `add_all`.
Encoders give it a few clauses at a time and keep none, so a formula of millions of clauses never exists as Python
objects.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Final, Protocol, TypeAlias

from satcross.base.budget import UNLIMITED, Budget

Lit: TypeAlias = int

LONG_CLAUSE: Final = 65_536
"""Literals of a clause from which on the budget is asked before the clause is taken: a quarter of a megabyte."""


class Sink(Protocol):
    """A place to put clauses."""

    def add(self, clause: list[Lit]) -> None:
        """Take one clause."""

    def add_all(self, clauses: Sequence[Sequence[Lit]]) -> None:
        """Take several clauses, in this order; for many small ones this is quicker than one at a time."""


class CountingSink(Sink, Protocol):
    """A place to put clauses that keeps to a budget.

    Attributes:
        clauses: How many clauses it has taken.
        budget: How many it may take.
    """

    clauses: int
    budget: Budget


class RecordingSink:
    """Passes clauses on to another sink, and keeps a copy of each."""

    __slots__ = ("_sink", "clauses")

    def __init__(self, sink: Sink) -> None:
        self._sink: Final = sink
        self.clauses: list[list[Lit]] = []

    def add(self, clause: list[Lit]) -> None:
        """Take one clause."""
        self.clauses.append(clause.copy())
        self._sink.add(clause)

    def add_all(self, clauses: Sequence[Sequence[Lit]]) -> None:
        """Take several clauses."""
        self.clauses.extend(map(list, clauses))
        self._sink.add_all(clauses)


class FlatSink:
    """Keeps clauses as one flat array of ints, each clause followed by 0: four bytes for each literal."""

    __slots__ = ("_next_check", "budget", "clauses", "literals")

    def __init__(self, budget: Budget = UNLIMITED) -> None:
        self.literals = array("i")
        self.clauses = 0
        self.budget = budget
        self._next_check = 1

    def add(self, clause: list[Lit]) -> None:
        """Take one clause, which may be changed.

        Raises:
            LimitError: Beyond the budget's clauses or memory.
            TimeUp: When its time is up.
        """
        self.clauses += 1
        if self.clauses >= self._next_check or len(clause) > LONG_CLAUSE:
            self._next_check = self.budget.check_clause(self.clauses, len(clause))
        clause.append(0)
        self.literals.extend(clause)

    def add_all(self, clauses: Sequence[Sequence[Lit]]) -> None:
        """Take several clauses.  Raises what `add` raises."""
        for clause in clauses:
            self.add([*clause])

    def __iter__(self) -> Iterator[list[Lit]]:
        """Yield the clauses in the order in which they were added."""
        start = 0
        literals = self.literals
        while start < len(literals):
            end = literals.index(0, start)
            yield literals[start:end].tolist()
            start = end + 1
