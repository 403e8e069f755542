"""Our own list of answers: words, pairs and phrases for the solutions of generated puzzles, and where they can stand.

In: a shape, a number and a source of random choices.  Out: the theme from `themes.txt` whose turn it is, and the
letters that it wants.  The places are

    line       one word that fills a row, a column or another line
    diagonal   one word from the upper left corner to the lower right one
    crossing   two words on lines that cross, with the common letter where they do
    rows       the words of a phrase on neighbouring lines of the first direction, one on each
    border     a phrase along the outermost cells, clockwise

No word runs over the end of a line, except along the border.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from itertools import chain
from random import Random
from typing import Final, TypeAlias

from satcross.base.records import NamedTuple
from satcross.generator.theme import cells_at
from satcross.puzzle import Line, Puzzle
from satcross.puzzle.shapes import direction_of

FULL: Final = 0.7
"""A phrase fills at least this part of the border, and crossing words at least this part of their lines."""

Way: TypeAlias = tuple[tuple[int, str], ...]
"""The wanted letter of some cells."""


class Theme(NamedTuple):
    """An answer, and the title that hints at it.

    Attributes:
        is_pair: Whether its two words cross.
    """

    words: tuple[str, ...]
    title: str
    is_pair: bool

    @property
    def answer(self) -> str:
        """The text that is shown once the puzzle is solved."""
        return (" + " if self.is_pair else " ").join(self.words)


@cache
def themes() -> tuple[Theme, ...]:
    """Return the themes of the package."""
    return read_themes("themes.txt")


def read_themes(name: str) -> tuple[Theme, ...]:
    """Return the answers in the list `name` of the package, each with its title."""
    text = files(__package__).joinpath(name).read_text(encoding="utf-8")
    return tuple([_theme(line) for line in text.splitlines() if line and not line.startswith("#")])


def _theme(line: str) -> Theme:
    answer, _, title = line.partition("; ")
    return Theme(tuple(answer.replace("+", " ").split()), title, is_pair=" + " in answer)


def themes_in_turn(shape: Puzzle, allowed: Callable[[str], bool]) -> list[Theme]:
    """Return the themes that have room in `shape`, in the order in which they take turns, which is always the same.

    Args:
        allowed: Returns whether a cell may hold this letter.
    """
    kinds = PLACES_BY_SHAPE.values()
    fitting = [
        theme
        for theme in themes()
        if all(map(allowed, chain.from_iterable(theme.words))) and any(next(ways(shape, theme), ()) for ways in kinds)
    ]
    return Random(len(fitting)).sample(fitting, len(fitting))


def place_theme(
    shape: Puzzle, turn: int, random: Random, allowed: Callable[[str], bool] = lambda letter: True
) -> tuple[Theme, tuple[str | None, ...]] | None:
    """Return a theme that has room in `shape`, and the wanted letter of each cell; None if there is no such theme.

    The theme has a random place.  The wanted letter is None where there may be any.

    Args:
        turn: The number of the theme in `themes_in_turn`, counted on from the start after the last one.
        allowed: Returns whether a cell may hold this letter.
    """
    in_turn = themes_in_turn(shape, allowed)
    if not in_turn:
        return None
    theme = in_turn[turn % len(in_turn)]
    by_kind = [list(ways(shape, theme)) for ways in PLACES_BY_SHAPE.values()]
    letter_by_cell = dict(random.choice(random.choice([ways for ways in by_kind if ways])))
    return theme, tuple(map(letter_by_cell.get, range(len(shape.cells))))


@cache
def _simple_lines(shape: Puzzle) -> list[Line]:
    """Return the lines that visit no cell twice."""
    return [line for line in shape.lines if len(set(line.cells)) == len(line.cells)]


def _line_ways(shape: Puzzle, theme: Theme) -> Iterator[Way]:
    if len(theme.words) == 1:
        for line in _simple_lines(shape):
            if len(line.cells) == len(theme.words[0]):
                yield tuple(zip(line.cells, theme.words[0], strict=True))


def _diagonal_ways(shape: Puzzle, theme: Theme) -> Iterator[Way]:
    is_square = shape.shape.lattice == "square" and len(set(shape.shape.sizes)) == 1
    if is_square and len(theme.words) == 1 and len(theme.words[0]) == len(cells_at(shape, "diagonal")):
        yield tuple(zip(cells_at(shape, "diagonal"), theme.words[0], strict=True))


@cache
def _crossings(shape: Puzzle) -> list[tuple[tuple[int, ...], tuple[int, ...], int, int]]:
    """Return the cells of two lines that cross, and the places on both where they do, for all such lines."""
    lines = _simple_lines(shape)
    return [
        (one.cells, two.cells, one.cells.index(cell), two.cells.index(cell))
        for one in lines
        for two in lines
        if direction_of(one) != direction_of(two)
        for cell in set(one.cells).intersection(two.cells)
    ]


def _crossing_ways(shape: Puzzle, theme: Theme) -> Iterator[Way]:
    if not theme.is_pair:
        return
    across, down = theme.words
    for one, two, place, other_place in _crossings(shape):
        if not (FULL * len(one) <= len(across) <= len(one) and FULL * len(two) <= len(down) <= len(two)):
            continue
        for i, letter in enumerate(across):
            for j, other in enumerate(down):
                starts = place - i, other_place - j
                fits = 0 <= starts[0] <= len(one) - len(across) and 0 <= starts[1] <= len(two) - len(down)
                if letter == other and fits:
                    yield (
                        *zip(one[starts[0] :], across, strict=False),
                        *zip(two[starts[1] :], down, strict=False),
                    )


def _is_closed(shape: Puzzle) -> bool:
    """Return whether `shape` is a grid without holes."""
    return shape.shape.is_grid and not shape.shape.holes


@cache
def _rows(shape: Puzzle) -> list[tuple[int, ...]]:
    """Return the cells of the lines of the first direction."""
    return [line.cells for line in shape.lines if direction_of(line) == direction_of(shape.lines[0])]


def _row_ways(shape: Puzzle, theme: Theme) -> Iterator[Way]:
    rows, words = _rows(shape), theme.words
    if not _is_closed(shape) or theme.is_pair or not len(rows) // 2 < len(words) <= len(rows):
        return
    first = (len(rows) - len(words)) // 2
    chosen = rows[first : first + len(words)]
    if all(len(word) <= len(cells) for word, cells in zip(words, chosen, strict=True)):
        pairs = [zip(cells, word, strict=False) for word, cells in zip(words, chosen, strict=True)]
        yield tuple(chain.from_iterable(pairs))


def _border_ways(shape: Puzzle, theme: Theme) -> Iterator[Way]:
    if _is_closed(shape) and len(theme.words) > 1 and not theme.is_pair:
        cells, letters = cells_at(shape, "border"), "".join(theme.words)
        if FULL * len(cells) <= len(letters) <= len(cells):
            yield tuple(zip(cells, letters, strict=False))


PLACES_BY_SHAPE: Final[dict[str, Callable[[Puzzle, Theme], Iterator[Way]]]] = {
    "line": _line_ways,
    "diagonal": _diagonal_ways,
    "crossing": _crossing_ways,
    "rows": _row_ways,
    "border": _border_ways,
}
