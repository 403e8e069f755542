"""The list of layouts: each a function that writes a puzzle as people do, with what it can express."""

import re
from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple

from satcross.puzzle import Clue, Puzzle
from satcross.puzzle.files.pasted.fitting import without_idle_escapes
from tests.writers.drawn import TRIES, Drawn, draw as draw_usual


class Unclear(str):
    """A text that may mean another puzzle as well: the reader may refuse it."""


class Conditioned(Unclear):
    """A text with a condition beside the clues.

    The reader may refuse it, keep the condition, or say that it left out what has `word` in it.
    """

    word: str

    def __new__(cls, text: str, word: str) -> "Conditioned":
        found = super().__new__(cls, text)
        found.word = word
        return found


def is_equal(drawn: Drawn, puzzle: Puzzle) -> bool:
    """Return whether `puzzle` has the shape, the clues of each line in order, and the given letters of `drawn`.

    What the reader says about letters and solutions must be true as well, if it says anything.
    """
    is_any = puzzle.alphabet in ("mentioned", "any", "positive")
    return (is_any or set(puzzle.alphabet) >= set(drawn.letters)) and is_equal_but_alphabet(drawn, puzzle)


def is_equal_but_alphabet(drawn: Drawn, puzzle: Puzzle) -> bool:
    """Return whether `puzzle` is that of `drawn`, if the text may state an alphabet without letters of the solution."""
    expected = puzzle.expected in ((), (tuple("".join(drawn.solution)),))
    return expected and _compared(puzzle) == _compared(drawn.puzzle())


def _compared(puzzle: Puzzle) -> object:
    """Return what counts of a puzzle."""
    clues = [
        [(without_idle_escapes(clue.pattern), clue.is_reversed) for clue in line.clues if isinstance(clue, Clue)]
        for line in puzzle.lines
    ]
    return puzzle.cells, clues, [line.cells for line in puzzle.lines], puzzle.given, puzzle.flags


class Layout(NamedTuple):
    """A way to write puzzles.

    Attributes:
        write: Writes a puzzle (a list of them if `number` is more than 1), or returns None where it cannot.
        can: Which of "empty", "ends", "given", "hexagon" and "rectangle" it can express.
        cannot: What a clue must not have, because the layout would mean something else by it.
        unclear: What a clue may have though the text is then ambiguous: the reader may refuse it.
        number: How many puzzles a text has.
        source: Draws its puzzles, if they are not the usual ones.
        is_same: Whether a puzzle that was read is the one that was written.
    """

    write: Callable[[Any, Random], str | None]
    can: frozenset[str]
    cannot: re.Pattern[str] | None
    unclear: re.Pattern[str] | None
    number: int
    source: Callable[[Random], Drawn] | None
    is_same: Callable[[Drawn, Puzzle], bool]

    def allows(self, pattern: str) -> bool:
        return self.cannot is None or self.cannot.search(pattern) is None

    def draw(self, random: Random) -> tuple[Drawn, ...]:
        """Return random puzzles that the layout can express."""
        found: list[Drawn] = []
        for _ in range(1000 * self.number):
            drawn = draw_usual(random, self.can, self.allows) if self.source is None else self.source(random)
            found += [drawn] if drawn is not None else []
            if len(found) == self.number:
                return tuple(found)
        raise ValueError("no puzzle can be written in this layout")

    def written(self, puzzles: tuple[Drawn, ...], seed: int) -> str | None:
        """Return the text of these puzzles; the same for the same seed."""
        return self.write(puzzles[0] if self.number == 1 else puzzles, Random(seed))

    def text(self, random: Random) -> tuple[tuple[Drawn, ...], int, str]:
        """Return random puzzles, a seed, and their text under this seed.  Raises ValueError if none can be written."""
        for _ in range(10 * TRIES):
            puzzles, seed = self.draw(random), random.getrandbits(32)
            text = self.written(puzzles, seed)
            if text is not None:
                return puzzles, seed, text
        raise ValueError("this layout can write nothing")


LAYOUTS: Final[dict[str, Layout]] = {}


def layout(
    name: str,
    can: str = "",
    cannot: str = "",
    unclear: str = "",
    number: int = 1,
    draw: Callable[[Random], Drawn] | None = None,
    is_same: Callable[[Drawn, Puzzle], bool] = is_equal,
) -> Callable[[Callable[[Any, Random], str | None]], Callable[[Any, Random], str | None]]:
    """Enter a writer into the list of layouts.

    Args:
        can: What it can express besides rectangles with one clue on each line: words of `Layout.can`.
        cannot: See `Layout`; a regex in which blanks do not count.
    """

    def entered(write: Callable[[Any, Random], str | None]) -> Callable[[Any, Random], str | None]:
        words = can.split()
        kept = frozenset(words if "only" in words else [*words, "rectangle"])
        never, ambiguous = (re.compile(each, re.VERBOSE) if each else None for each in (cannot, unclear))
        assert name not in LAYOUTS, name
        LAYOUTS[name] = Layout(write, kept, never, ambiguous, number, draw, is_same)
        return write

    return entered
