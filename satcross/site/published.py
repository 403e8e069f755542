"""A puzzle of a site, with what the site says of it."""

from __future__ import annotations

from dataclasses import dataclass

from satcross.author.player_steps import PlayerSteps
from satcross.errors import printable
from satcross.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class PublishedPuzzle:
    """A puzzle of a site.

    Attributes:
        name: What its page is called.
        guide: What gives hints; None: the page gives none.
        difficulty: Its label and its length, such as "gentle, 10 minutes"; "" if they are not known.
    """

    name: str
    puzzle: Puzzle
    guide: PlayerSteps | None
    difficulty: str

    @property
    def title(self) -> str:
        return self.puzzle.title or self.name

    @property
    def label(self) -> str:
        """How hard it is, one of the labels of `satcross.author.difficulty`; "" if that is not known."""
        return self.difficulty.partition(", ")[0]

    @property
    def size(self) -> str:
        """Its shape and size for people."""
        if self.puzzle.shape.is_grid:
            return self.puzzle.shape.title.replace(" x ", " × ")
        return f"{len(self.puzzle.lines)} lines, {len(self.puzzle.cells)} cells"

    @property
    def kind(self) -> str:
        """The kind of its shape, "other" for named cells and lines."""
        return self.puzzle.shape.kind if self.puzzle.shape.is_grid else "other"

    @property
    def facts(self) -> tuple[str, ...]:
        """Its size, and its difficulty and length if they are known."""
        return tuple(text[:1].upper() + text[1:] for text in (self.size, self.difficulty) if text)

    def sentence(self, when: str = "") -> str:
        """Return what is said of it where a link to its page is shown.

        Args:
            when: For which day it is, such as " for 2026-11-24".
        """
        by = f", by {printable(self.puzzle.author)}" if self.puzzle.author else ""
        article = f"A {self.label} regular" if self.label else "A regular"
        return f"{article}-expression crossword{when}{by}: {self.size}. Play it in the browser."
