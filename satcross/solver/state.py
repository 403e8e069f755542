"""The one immutable state that everything walks that narrows the letters of cells: searches, and the generator's board.

In: lines on cells, the constraints that may still rule something out, and a letter mask for each cell.  Out: a
`LetterState`.  `restrict` leaves cells fewer letters, propagates, and returns the next state.  Residuals are states
that also know which constraints are still open (`satcross.solver.residual`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Final, Self

from satcross.base.budget import Budget
from satcross.solver.constraints.propagate import CrossingLines, Masks, Prune, Step, pruning_within
from satcross.solver.constraints.protocol import LineConstraint


class LetterState:
    """Letters that are left, and constraints on them.

    Attributes:
        masks: The letter mask of each cell.
        changed: The cells that have lost letters in the restriction that led here.

    Args:
        is_open: The constraints that may rule something out, by the numbers of their lines.
        prune: Asks a constraint what it leaves, or knows it already.
    """

    __slots__ = ("_lines", "_open", "_prune", "changed", "masks")

    def __init__(
        self,
        lines: CrossingLines,
        masks: Masks,
        is_open: Mapping[int, LineConstraint],
        prune: Prune,
        changed: Set[int] = frozenset(),
    ) -> None:
        self._lines: Final = lines
        self._open = is_open
        self._prune: Final = prune
        self.masks: Final = masks
        self.changed: Final = changed

    def propagated(
        self,
        budget: Budget | None = None,
        first: Iterable[int] | None = None,
        steps: list[Step] | None = None,
    ) -> tuple[Self | None, int]:
        """Return the state at the fixpoint of the open constraints, and how many revisions that took.

        None instead of a state: there is no solution.

        Args:
            budget: Its clock is looked at, and nothing is remembered; None: prune as all states from here on do.
            first: Numbers of the constraints that may rule something out; None: all.
            steps: Gets each revision that rules something out, up to the fixpoint or a contradiction.

        Raises:
            TimeUp: If the time is up.
        """
        masks = list(self.masks)
        prune = self._prune if budget is None else pruning_within(budget)
        narrowing = self._lines.narrow(self._open, masks, self._open if first is None else first, prune, steps)
        state = None if narrowing.violated is not None else self._at_fixpoint(tuple(masks))
        return state, narrowing.revisions

    def restrict(self, letters: Mapping[int, int]) -> Self | None:
        """Return the state after cells have kept only some letters and propagation has followed.

        None: there is no solution.

        Args:
            letters: The letters that a cell keeps, by its number.
        """
        masks = list(self.masks)
        touching = self._lines.touching
        first: dict[int, None] = {}
        restricted = []
        for cell, mask in letters.items():
            left = masks[cell] & mask
            if not left:
                return None
            if left != masks[cell]:
                masks[cell] = left
                restricted.append(cell)
                first.update(dict.fromkeys(touching[cell]))
        violated, changed, _ = self._lines.narrow(self._open, masks, first, self._prune)
        if violated is not None:
            return None
        changed.update(restricted)
        return self._narrowed(tuple(masks), changed)

    def without(self, number: int) -> LetterState:
        """Return the state in which a constraint is not open, once its masks are known to lie within its matches."""
        rest = {other: each for other, each in self._open.items() if other != number}
        return LetterState(self._lines, self.masks, rest, self._prune)

    def _at_fixpoint(self, masks: Masks) -> Self:
        """Return this state within `masks`, the fixpoint of its constraints."""
        return self._narrowed(masks, frozenset())

    def _narrowed(self, masks: Masks, changed: Set[int]) -> Self:
        """Return this state within `masks`, a fixpoint in which the cells `changed` have fewer letters."""
        return type(self)(self._lines, masks, self._open, self._prune, changed)
