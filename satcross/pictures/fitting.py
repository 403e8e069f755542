"""A puzzle in an area of a page: as large as it fits, with clues that can be read on paper.

In: a puzzle, and the width and height of an area in points.  Out: an `Arrangement`.

No clue is smaller than `LEAST_CLUE`.  If the clues beside the grid would be, their type becomes larger in proportion to
the grid, and clues that then have no room go to the list.  If the cells become too small, clues may reach less far, so
that more of them go to the list.  The list is below the grid if it takes less than half of the area, or else it has the
next pages.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import inf
from typing import Final, Protocol

from satcross.base.records import NamedTuple
from satcross.pictures.figures import Content, Picture
from satcross.pictures.layout import lay_out
from satcross.pictures.layout_parts import CELL, LEAST_TYPE, TYPE, LabelRoom, Layout
from satcross.pictures.paper import PlacedPicture
from satcross.pictures.picture import draw, list_pictures
from satcross.puzzle import Puzzle

LEAST_CLUE: Final = 7.0  # points
LIST_SCALE: Final = 8.0 / TYPE  # the clues of a list are of 8 points or more
LARGEST_CELL: Final = 88.0  # points: 31 mm
COMFORTABLE_CELL: Final = 20.0  # points: 7 mm, enough to write in by hand
LEAST_CELL: Final = 11.0  # points: 4 mm
REACHES: Final = (1.0, 0.6, 0.35, 0.15)  # shares of the usual reach of clues, in the order in which they are tried
ROUNDS: Final = 6  # in which the type size and the scale are matched; two or three are usual


class Arrangement(NamedTuple):
    """A puzzle in an area, and on further pages that it needs.

    Attributes:
        pages: What is in the area, with places relative to its top left corner, and what is on each further page.
        cell: The width of a cell, in points.
        moved: The names of the lines whose clues are in the list because they would be too small beside the grid.
    """

    pages: tuple[tuple[PlacedPicture, ...], ...]
    cell: float = inf
    moved: tuple[str, ...] = ()


class Body(Protocol):
    """Something that fills an area of a page."""

    def arranged(self, wide: float, high: float, *, is_alone: bool) -> Arrangement | None:
        """Return the arrangement in an area, or None if it does not fit.

        Args:
            is_alone: Whether nothing else is on the page, so that small cells and further pages are allowed.
        """


class PuzzleBody(NamedTuple):
    """A puzzle with `letters` in its cells, and with the cells `differing` marked (`picture.draw`)."""

    puzzle: Puzzle
    letters: Sequence[Content] = ()
    differing: Collection[int] = ()

    def arranged(self, wide: float, high: float, *, is_alone: bool) -> Arrangement | None:
        """Return the arrangement in an area, or None if it does not fit."""
        best: Arrangement | None = None
        usual = lay_out(self.puzzle)
        across, down = (max(side) - min(side) for side in zip(*usual.centres, strict=True))
        smallest = (LEAST_CELL if is_alone else COMFORTABLE_CELL) / CELL
        if across * smallest > wide or down * smallest > high:
            return None
        for reach in REACHES:
            found = self._with_reach(reach, wide, high, is_alone)
            if found is not None and (best is None or found.cell > best.cell):
                best = found
            if best is not None and best.cell >= COMFORTABLE_CELL:
                return best
        return best if is_alone and best is not None and best.cell >= LEAST_CELL else None

    def _with_reach(self, reach: float, wide: float, high: float, is_alone: bool) -> Arrangement | None:
        """Return the arrangement in which clues beside the grid may use this share of their usual reach."""
        bare = self.puzzle._replace(title="", author="", source="")
        least = LEAST_TYPE
        for _ in range(ROUNDS):
            layout = lay_out(bare, LabelRoom(max(TYPE, least), least, reach))
            grid = draw(bare, self.letters, self.differing, layout._replace(listed=()))
            lists = list_pictures(layout.listed, bool(layout.tracks), (wide / LIST_SCALE, high / LIST_SCALE))
            below = lists[0].box[3] * LIST_SCALE if len(lists) == 1 else 0.0
            is_below = 0 < below <= high / 2
            is_too_long = any(each.box[3] * LIST_SCALE > high for each in lists)
            if is_too_long or (lists and not (is_below or is_alone)):
                return None
            room = high - below if is_below else high
            scale = min(wide / grid.box[2], room / grid.box[3], LARGEST_CELL / CELL)
            if min((label.size for label in layout.labels if label.rows), default=inf) * scale >= LEAST_CLUE:
                return self._found(layout, grid, scale, lists, wide, is_below)
            least = 1.01 * LEAST_CLUE / scale
            if least > CELL:
                return None
        return None

    def _found(
        self, layout: Layout, grid: Picture, scale: float, lists: Sequence[Picture], wide: float, is_below: bool
    ) -> Arrangement:
        """Return the arrangement of a grid, and of lists below it or on further pages."""
        first = [PlacedPicture(grid, ((wide - grid.box[2] * scale) / 2, 0.0), scale)]
        if is_below:
            first.append(PlacedPicture(lists[0], (0.0, grid.box[3] * scale), LIST_SCALE))
        further = () if is_below else tuple([(PlacedPicture(each, (0.0, 0.0), LIST_SCALE),) for each in lists])
        always = {each.line for each in lay_out(self.puzzle).listed}
        moved = tuple([self.puzzle.lines[each.line].name for each in layout.listed if each.line not in always])
        return Arrangement((tuple(first), *further), scale * CELL, moved)


class GridBody(NamedTuple):
    """A grid with its letters, without clues, as an answer."""

    picture: Picture

    def arranged(self, wide: float, high: float, *, is_alone: bool) -> Arrangement | None:
        """Return the arrangement in an area, or None if its letters would be too small."""
        scale = min(wide / self.picture.box[2], high / self.picture.box[3], COMFORTABLE_CELL / CELL)
        if scale * CELL < (5.0 if is_alone else 9.0):
            return None
        placed = PlacedPicture(self.picture, ((wide - self.picture.box[2] * scale) / 2, 0.0), scale)
        return Arrangement(((placed,),), scale * CELL)


def answer_picture(puzzle: Puzzle, letters: Sequence[Content]) -> Picture:
    """Return the grid of `puzzle` with `letters`, without clues, numbers and title."""
    bare = puzzle._replace(title="", author="", source="")
    layout = lay_out(bare)._replace(labels=(), arrows=(), listed=(), tags=(), captions=())
    return draw(bare, letters, layout=layout)
