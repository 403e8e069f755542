"""Areas of pages: headings with puzzles or grids below them, several on a page, row by row.

In: items, the size of the paper, and how many areas a page has.  Out: a `Flow`.  An item that cannot be read in such an
area has a page to itself, which is turned if the item is clearly larger then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from satcross.base.records import NamedTuple
from satcross.errors import LimitError, printable
from satcross.pictures.fitting import Arrangement, Body
from satcross.pictures.paper import MARGIN, Page, PlacedPicture, text_block

AREAS: Final = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}
"""The columns and the rows of areas on a page, by their number."""

GAP: Final = 16.0  # between two areas, and below a heading
FOOT: Final = 14.0  # the height of the foot of a page, which has its number
NAMED: Final = 5  # lines in a remark
TURNED: Final = 1.25  # a page is turned if the cells are so much wider then


class Item(NamedTuple):
    """Something that fills an area: a heading, which may be empty, and a body."""

    name: str
    heading: tuple[tuple[str, str, float], ...]
    body: Body
    place: str = ""


class Flow(NamedTuple):
    """Items on pages.

    Attributes:
        places: For each item the index of the page on which it begins.
    """

    pages: tuple[Page, ...]
    places: tuple[int, ...]
    remarks: tuple[str, ...]


def flowed(items: Sequence[Item], size: tuple[float, float], numbers: Iterable[int], top: float = 0.0) -> Flow:
    """Return the items on the fewest pages, and of these with the fewest areas on a page.

    Args:
        numbers: How many areas a page may have, keys of `AREAS`, the fewest first.
        top: The height that stays free at the top of each page.  Without it, the last item fills its page if it is
            alone there, as an item does that is alone before one with a page to itself.

    Raises:
        LimitError: If an item is too large for the paper.
    """
    alone: _Alone = {}
    return min([_flowed(items, size, number, top, alone) for number in numbers], key=lambda flow: len(flow.pages))


_Alone: TypeAlias = dict[int, tuple[list[Page], list[str]]]
"""The pages of items that have a page to themselves, by the index of the item, and what should be said about them."""


def _flowed(items: Sequence[Item], size: tuple[float, float], number: int, top: float, known: _Alone) -> Flow:
    """Return the items on pages with `number` areas each; other pages of single items are added to `known`."""
    columns, rows = AREAS[number]
    wide = (size[0] - 2 * MARGIN - (columns - 1) * GAP) / columns
    high = (size[1] - 2 * MARGIN - FOOT - top - (rows - 1) * GAP) / rows
    pages: list[Page] = []
    places: list[int] = []
    remarks: list[str] = []
    used = number  # of the areas on the last page
    for index, item in enumerate(items):
        placed = _in_area(item, wide, high, is_alone=False) if number > 1 else None
        if placed is None:
            if used == 1 < number:  # the puzzle before would be small on an empty page
                pages[-1:] = _known_alone(known, items, index - 1, size, top)[0]
            alone, said = _known_alone(known, items, index, size, top)
            places.append(len(pages))
            pages += alone
            remarks += said
            used = number
            continue
        if used == number:
            pages.append(Page(size, ()))
            used = 0
        x, y = MARGIN + used % columns * (wide + GAP), MARGIN + top + used // columns * (high + GAP)
        here = tuple([each.moved(x, y) for each in placed.pages[0]])
        pages[-1] = pages[-1]._replace(pictures=pages[-1].pictures + here)
        places.append(len(pages) - 1)
        used += 1
    if used == 1 < number and not top:
        pages[-1:] = _known_alone(known, items, len(items) - 1, size, top)[0]
    return Flow(tuple(pages), tuple(places), tuple(remarks))


def _known_alone(
    known: _Alone, items: Sequence[Item], index: int, size: tuple[float, float], top: float
) -> tuple[list[Page], list[str]]:
    """Return what is in `known` of an item; add it if it is not there yet."""
    if index not in known:
        known[index] = _alone(items[index], size, top)
    return known[index]


def _in_area(item: Item, wide: float, high: float, *, is_alone: bool) -> Arrangement | None:
    """Return an item with its heading in an area, or None if it does not fit."""
    heading = text_block(item.heading, wide)
    above = heading.box[3] + GAP / 2 if item.heading else 0.0
    if above > high / 2:
        return None
    found = item.body.arranged(wide, high - above, is_alone=is_alone)
    if found is None:
        return None
    first = tuple([each.moved(0.0, above) for each in found.pages[0]])
    head = (PlacedPicture(heading, (0.0, 0.0)),) if item.heading else ()
    return found._replace(pages=((*head, *first), *found.pages[1:]))


def _alone(item: Item, size: tuple[float, float], top: float) -> tuple[list[Page], list[str]]:
    """Return the pages of an item that has a page to itself, and what should be said about it.

    Raises:
        LimitError: If the item is too large for the paper.
    """

    def arranged(paper: tuple[float, float]) -> Arrangement | None:
        wide, high = paper[0] - 2 * MARGIN, paper[1] - 2 * MARGIN - FOOT - top
        return _in_area(item, wide, high, is_alone=True)

    upright, turned = arranged(size), None
    if not top and (upright is None or upright.moved):
        turned = arranged(size[::-1])
    is_turned = turned is not None and (upright is None or turned.cell > TURNED * upright.cell)
    found = turned if is_turned else upright
    if found is None:
        raise LimitError(
            f"{item.name} is too large for the paper: its cells or its clues would be too small to read",
            place=[item.place] if item.place else [],
            hint="choose larger paper, or draw it as SVG",
            code="page",
        )
    paper = size[::-1] if is_turned else size
    pages = [Page(paper, tuple([each.moved(MARGIN, MARGIN + top) for each in pictures])) for pictures in found.pages]
    return pages, _said(item, found, is_turned)


def _said(item: Item, found: Arrangement, is_turned: bool) -> list[str]:
    said = []
    if found.moved:
        names = ", ".join(map(printable, found.moved[:NAMED])) + (", ..." if len(found.moved) > NAMED else "")
        said.append(f"{item.name}: these clues are too long to be read beside the grid, so they are in a list: {names}")
    if is_turned:
        said.append(f"{item.name}: the page is turned, because the clues are long")
    return said
