"""Limits: what each stage that can blow up may use, checked before it is taken."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from satcross.errors import LimitError, TimeUp

NODES = 5_000_000
CLAUSES = 30_000_000


class Budget(NamedTuple):
    """How much work is allowed.

    nodes     circuit nodes, all clues of a puzzle together
    used      circuit nodes that earlier clues have taken already
    clauses   clauses of one formula
    deadline  on the clock of `time.monotonic`, in seconds; None: no limit
    """

    nodes: int = NODES
    clauses: int = CLAUSES
    deadline: float | None = None
    used: int = 0

    @classmethod
    def lasting(cls, seconds: float | None, nodes: int = NODES, clauses: int = CLAUSES) -> Budget:
        """Return a budget whose time starts now."""
        return cls(nodes, clauses, None if seconds is None else monotonic() + seconds)

    def check_time(self) -> None:
        """Raise `TimeUp` once the deadline has passed."""
        if self.deadline is not None and monotonic() >= self.deadline:
            raise TimeUp

    @property
    def seconds_left(self) -> float | None:
        """The time that is left, at least 0; None: no limit."""
        return None if self.deadline is None else max(0.0, self.deadline - monotonic())

    def check_nodes(self, wanted: int, what: str) -> None:
        """Raise `LimitError` if `what` would need more than the allowed circuit nodes."""
        if self.used + wanted > self.nodes:
            total = f" ({self.used + wanted:,} with those before it)" if self.used else ""
            message = f"{what} needs at least {wanted:,} circuit nodes{total}; the limit is {self.nodes:,}"
            raise LimitError(message, hint="raise the limit with --max-nodes, or write the clue more simply")

    def check_clauses(self, wanted: int, what: str) -> None:
        """Raise `LimitError` if `what` would need more than the allowed clauses."""
        if wanted > self.clauses:
            message = f"{what} needs at least {wanted:,} clauses; the limit is {self.clauses:,}"
            raise LimitError(message, hint="raise the limit with --max-clauses, or make the puzzle smaller")


UNLIMITED = Budget()
