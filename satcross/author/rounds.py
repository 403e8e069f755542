"""The easiest way through a puzzle, in rounds, as a person with a pencil goes it.

In: the clues of a puzzle, and what is known of its cells.  Out: the next `Round`, and what is known after it.

- *Reading*: each clue places every letter that it implies together with the letters already placed.
- *Marking*: only if nothing can be read.  A person now keeps in each cell the letters that are still possible (pencil
  marks).  Each clue narrows the marks, once, by what was known when the round began.
- If no clue narrows any mark, several clues are needed together, and this module has no more to say.

All clues of a round start from the same knowledge.  So the rounds do not depend on the order of the clues, and two
copies of a puzzle side by side take the same rounds as one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from satcross.base.records import NamedTuple
from satcross.solver.residual import Masks

RoundKind: TypeAlias = Literal["read", "mark", "join"]

Technique: TypeAlias = Literal["read", "mark", "narrow", "cross", "try"]
"""What a person has to do, from the easiest to the hardest:

    read     one clue and the letters that are placed give letters
    mark     one clue and the letters that are still possible in its cells give letters
    narrow   one clue rules letters out, but places none
    cross    two or three clues are needed together
    try      four clues or more are needed together, so that people assume a letter and refute it
"""

ROUND_KIND: Final[Mapping[Technique, RoundKind]] = {
    "read": "read",
    "mark": "mark",
    "narrow": "mark",
    "cross": "join",
    "try": "join",
}
"""The kind of round in which each technique has its place."""

Left: TypeAlias = Mapping[int, int]
"""What a clue leaves: for each cell that it reads, a letter mask."""

Ask: TypeAlias = Callable[[int, Masks, RoundKind], Left | None]
"""Returns what the clue with this number leaves of the masks of all cells; None if nothing matches.

In a reading round, it need not be exact where several letters are left: only their being several counts."""


class Notes(NamedTuple):
    """What a person knows.

    Attributes:
        start: What each cell can hold before any clue is read.
        marks: What each cell can hold now; a mask of one class is a letter that is placed, unless it is plural.
        plural: The classes of letters that no clue tells apart; a cell that holds one of these is not read.
    """

    start: Masks
    marks: Masks
    plural: int = 0

    @property
    def letters(self) -> Masks:
        """What each cell can hold for a player who has placed the letters but keeps no marks."""
        return tuple(
            [
                mark if is_single(mark) and not mark & self.plural else mask
                for mask, mark in zip(self.start, self.marks, strict=True)
            ]
        )


class Round(NamedTuple):
    """One round.

    Attributes:
        kind: "read" or "mark"; "join" if several clues are needed together.
        news: For each clue that leads on, by its number: the cells that it narrows, and their remaining letters.  After
            reading, these are the cells that hold a new letter.
        open: How many clues lead on.
        unfinished: How many clues have a cell without a letter when the round begins.
        conflict: The number of a clue that nothing matches any more; None if each can be satisfied.
    """

    kind: RoundKind
    news: Mapping[int, Left]
    open: int
    unfinished: int
    conflict: int | None = None


def is_single(mask: int) -> bool:
    """Return whether a letter mask has one letter."""
    return not mask & (mask - 1)


def unfinished_clues(marks: Masks, clues: Mapping[int, Sequence[int]]) -> list[int]:
    """Return the numbers of the clues with a cell that can hold several letters."""
    return [number for number, cells in clues.items() if any([marks[cell] & (marks[cell] - 1) for cell in cells])]


def next_round(notes: Notes, clues: Mapping[int, Sequence[int]], ask: Ask) -> Round | None:
    """Return the next round of clues that are read one at a time; None if they have no more to say.

    Args:
        clues: The cells of each clue, by its number.
    """
    unfinished = unfinished_clues(notes.marks, clues)
    kinds: tuple[tuple[RoundKind, Masks], ...] = (("read", notes.letters), ("mark", notes.marks))
    for kind, known in kinds:
        news: dict[int, Left] = {}
        for number in unfinished:
            left = ask(number, known, kind)
            if left is None:
                return Round(kind, {}, 1, len(unfinished), number)
            new = {
                cell: mask
                for cell, mask in left.items()
                if mask != known[cell] and (kind == "mark" or (is_single(mask) and not mask & notes.plural))
            }
            if new:
                news[number] = new
        if news:
            return Round(kind, news, len(news), len(unfinished))
    return None
