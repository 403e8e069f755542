"""A book of puzzles: title and contents, the puzzles, hints and answers, as pages.

In: entries, and how the book is made up.  Out: a `PrintedDocument`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import Final

from satcross.base.records import NamedTuple
from satcross.errors import printable
from satcross.pictures.figures import Content, Picture, Text
from satcross.pictures.fitting import LARGEST_CELL, Body, GridBody, PuzzleBody
from satcross.pictures.layout_parts import CELL
from satcross.pictures.lettering import shortened, width
from satcross.pictures.page_areas import FOOT, GAP, Flow, Item, flowed
from satcross.pictures.paper import MARGIN, Bookmark, Page, PlacedPicture, PrintedDocument, paper_size, text_block
from satcross.pictures.picture import credit_of, usual_title
from satcross.puzzle import Puzzle

PER_PAGE: Final = (1, 2, 4, 6)
"""How many puzzles a page may have."""

BOOK_TITLE: Final = 24.0
SECTION_TITLE: Final = 16.0
ENTRY_TITLE: Final = 12.0
PROSE: Final = 9.5
SMALL: Final = 8.5
LONGEST_TITLE: Final = 300  # letters
LONGEST_LISTED: Final = 60  # letters of a title in the contents and the bookmarks


class Entry(NamedTuple):
    """A puzzle of a book.

    Attributes:
        title: Its title, which may be empty.
        credit: Who made it, and where it comes from.
        remarks: How hard it is and how long it takes.
        body: The puzzle itself.
        solution: The grid with its letters; None: the book has no answer to it.
        answer: What the solution says, and anything else to say beside it.
        hints: The sentences of the hints.
        place: Where it comes from, for messages, such as the name of its file.
    """

    title: str
    credit: str
    remarks: str
    body: Body
    solution: Picture | None = None
    answer: str = ""
    hints: tuple[str, ...] = ()
    place: str = ""


class MakeUp(NamedTuple):
    """How a book is made up.

    Attributes:
        paper: One of `PAPERS`.
        per_page: How many puzzles a page has, one of `PER_PAGE`; None: as many as make the fewest pages.
        rules: The styles, texts and type sizes of the rows that say how such puzzles work.
        has_answers: Whether the answers are at the end.
    """

    paper: str = "a4"
    per_page: int | None = None
    title: str = ""
    author: str = ""
    rules: Sequence[tuple[str, str, float]] = ()
    has_answers: bool = True


class MadeBook(NamedTuple):
    """A book, and what should be said about its pages."""

    document: PrintedDocument
    remarks: tuple[str, ...]


def printed_puzzle(
    puzzle: Puzzle, letters: Sequence[Content], differing: Collection[int], paper: str, remarks: str = ""
) -> MadeBook:
    """Return a single puzzle on its page or pages: with its title, and without a number.

    Args:
        remarks: How hard it is and how long it takes.

    Raises:
        LimitError: If it is too large for the paper.
        OptionError: For an unknown paper.
    """
    title = shortened(printable(puzzle.title), LONGEST_TITLE)
    heading = [("title", title, SECTION_TITLE)] if title else []
    heading += _notes(credit_of(puzzle), remarks)
    item = Item("the puzzle", tuple(heading), PuzzleBody(puzzle, letters, differing))
    flow = flowed([item], paper_size(paper), (1,))
    return MadeBook(PrintedDocument(title or usual_title(puzzle), flow.pages), flow.remarks)


def printed_picture(picture: Picture, paper: str) -> PrintedDocument:
    """Return a picture as the only one on a page, as wide as the page if its cells are not too large then."""
    size = paper_size(paper)
    wide, high = size[0] - 2 * MARGIN, size[1] - 2 * MARGIN
    scale = min(wide / picture.box[2], high / picture.box[3], LARGEST_CELL / CELL)
    placed = PlacedPicture(picture, (MARGIN + (wide - picture.box[2] * scale) / 2, MARGIN), scale)
    return PrintedDocument(picture.title, (Page(size, (placed,)),))


def book(entries: Sequence[Entry], make_up: MakeUp) -> MadeBook:
    """Return a book of `entries`, one or more.

    Raises:
        LimitError: If a puzzle is too large for the paper.
        OptionError: For an unknown paper.
    """
    size = paper_size(make_up.paper)
    names = _names(entries)
    items = [
        Item(name, (("title", name, ENTRY_TITLE), *_notes(entry.credit, entry.remarks)), entry.body, entry.place)
        for name, entry in zip(names, entries, strict=True)
    ]
    numbers = PER_PAGE if make_up.per_page is None else (make_up.per_page,)
    flow = flowed(items, size, numbers)
    hints = _hint_pages(entries, names, size)
    answers = _answers(entries, names, size) if make_up.has_answers else Flow((), (), ())
    sections = [(title, len(pages)) for title, pages in (("Hints", hints), ("Answers", answers.pages)) if pages]
    count = len(_front(make_up, entries, names, [0] * len(names), sections, size))
    places = [count + place for place in flow.places]
    ends: list[tuple[str, int]] = []
    begin = count + len(flow.pages)
    for title, length in sections:
        ends.append((title, begin))
        begin += length
    pages = (*_front(make_up, entries, names, places, ends, size), *flow.pages, *hints, *answers.pages)
    bookmarks = [Bookmark(shortened(name, LONGEST_LISTED), place) for name, place in zip(names, places, strict=True)]
    bookmarks += [Bookmark(title, page) for title, page in ends]
    title = printable(make_up.title) or (printable(entries[0].title) if len(entries) == 1 else "Puzzles")
    document = PrintedDocument(title, _numbered(pages), printable(make_up.author), tuple(bookmarks))
    return MadeBook(document, (*flow.remarks, *answers.remarks))


def answer_book(entries: Sequence[Entry], make_up: MakeUp) -> PrintedDocument:
    """Return the answers alone, as a document."""
    names = _names(entries)
    flow = _answers(entries, names, paper_size(make_up.paper))
    title = ": ".join(filter(None, (printable(make_up.title), "Answers")))
    return PrintedDocument(title, _numbered(flow.pages), printable(make_up.author))


def _names(entries: Sequence[Entry]) -> list[str]:
    """Return what each entry is called: its number, if there are several, and its title."""
    if len(entries) == 1:
        return [shortened(printable(entries[0].title), LONGEST_TITLE) or "Puzzle"]
    return [
        f"{number}. {shortened(printable(entry.title), LONGEST_TITLE)}" if entry.title else f"Puzzle {number}"
        for number, entry in enumerate(entries, 1)
    ]


def _notes(credit: str, remarks: str) -> list[tuple[str, str, float]]:
    return [("note", printable(text), SMALL) for text in (credit, remarks) if text]


def _numbered(pages: Sequence[Page]) -> tuple[Page, ...]:
    """Return the pages with their numbers at the foot."""
    numbered = []
    for number, page in enumerate(pages, 1):
        wide, high = page.size
        text = Text("note", (wide / 2, 0.75 * FOOT), str(number), SMALL, "middle")
        foot = Picture((0.0, 0.0, wide, FOOT), (text,), "")
        numbered.append(page._replace(pictures=(*page.pictures, PlacedPicture(foot, (0.0, high - MARGIN - FOOT)))))
    return tuple(numbered)


class _Block(NamedTuple):
    """A text that stays on one page.

    Attributes:
        after: The distance to the next block.
        target: The index of the page to which it leads.
        keeps_next: Whether the next block is on the same page.
    """

    picture: Picture
    after: float = 0.0
    target: int | None = None
    keeps_next: bool = False


def _stacked(blocks: Sequence[_Block], size: tuple[float, float]) -> list[Page]:
    """Return pages with the blocks below each other."""
    pages: list[Page] = []
    y = high = size[1] - 2 * MARGIN - FOOT
    for block, following in zip_longest(blocks, blocks[1:]):
        needed = block.picture.box[3]
        if block.keeps_next and following is not None:
            needed += block.after + following.picture.box[3]
        if y + needed > high:
            pages.append(Page(size, ()))
            y = 0.0
        placed = PlacedPicture(block.picture, (MARGIN, MARGIN + y), 1.0, block.target)
        pages[-1] = pages[-1]._replace(pictures=(*pages[-1].pictures, placed))
        y += block.picture.box[3] + block.after
    return pages


def _front(
    make_up: MakeUp,
    entries: Sequence[Entry],
    names: Sequence[str],
    places: Sequence[int],
    sections: Sequence[tuple[str, int]],
    size: tuple[float, float],
) -> list[Page]:
    """Return the pages before the puzzles: title, author, rules and contents, as far as there are any."""
    wide = size[0] - 2 * MARGIN
    blocks = []
    if make_up.title:
        rows = [("title", printable(make_up.title), BOOK_TITLE), ("note", printable(make_up.author), ENTRY_TITLE)]
        blocks.append(_Block(text_block(rows, wide), 2 * GAP))
    elif make_up.author:
        blocks.append(_Block(text_block([("note", printable(make_up.author), ENTRY_TITLE)], wide), GAP))
    blocks += [_Block(text_block([row], wide), 3.0) for row in make_up.rules]
    if len(entries) > 1:
        before = GAP if make_up.rules else 0.0
        blocks.append(
            _Block(_spaced(text_block([("title", "Contents", SECTION_TITLE)], wide), before), GAP / 2, keeps_next=True)
        )
        listed = [(name, entry.remarks, at) for name, entry, at in zip(names, entries, places, strict=True)]
        listed += [(title, "", at) for title, at in sections]
        blocks += [_Block(_listed(name, remarks, page, wide), 4.0, page) for name, remarks, page in listed]
    return _stacked(blocks, size)


def _spaced(picture: Picture, above: float) -> Picture:
    """Return the picture with more room above it."""
    left, top, wide, high = picture.box
    return picture._replace(box=(left, top - above, wide, high + above))


def _listed(name: str, remarks: str, page: int, wide: float) -> Picture:
    """Return a row of the contents: a name, shortened to its room, remarks, and the number of the page."""
    number_room = 4 * SMALL
    remarks_room = width(remarks) * SMALL + 2 * SMALL if remarks else 0.0
    room = wide - number_room - remarks_room
    most = max(12, int(room / (0.6 * PROSE)))
    text = shortened(name, most)
    while width(text) * PROSE > room and len(text) > 4:
        most -= 1
        text = shortened(name, most)
    y = PROSE
    figures = [Text("clue", (0.0, y), text, PROSE), Text("clue", (wide, y), str(page + 1), PROSE, "end")]
    if remarks:
        figures.append(Text("note", (wide - number_room, y), remarks, SMALL, "end"))
    return Picture((0.0, 0.0, wide, PROSE * 1.25), tuple(figures), "")


def _hint_pages(entries: Sequence[Entry], names: Sequence[str], size: tuple[float, float]) -> list[Page]:
    wide = size[0] - 2 * MARGIN
    blocks = []
    for name, entry in zip(names, entries, strict=True):
        if entry.hints:
            blocks.append(
                _Block(text_block([("title", shortened(name, LONGEST_LISTED), PROSE)], wide), 2.0, keeps_next=True)
            )
            sentences = [f"{number}. {printable(text)}" for number, text in enumerate(entry.hints, 1)]
            blocks += [_Block(text_block([("clue", text, SMALL)], wide, 12.0), 2.0) for text in sentences]
            blocks[-1] = blocks[-1]._replace(after=GAP / 2)
    heading = _Block(text_block([("title", "Hints", SECTION_TITLE)], wide), GAP, keeps_next=True)
    return _stacked([heading, *blocks], size) if blocks else []


def _answers(entries: Sequence[Entry], names: Sequence[str], size: tuple[float, float]) -> Flow:
    """Return the answers on pages, four to nine on each, below a heading."""
    items = []
    for name, entry in zip(names, entries, strict=True):
        if entry.solution is not None:
            rows = [("title", shortened(name, LONGEST_LISTED), SMALL)] + (
                [("note", printable(entry.answer), SMALL)] if entry.answer else []
            )
            items.append(Item(name, tuple(rows), GridBody(entry.solution), entry.place))
    if not items:
        return Flow((), (), ())
    heading = text_block([("title", "Answers", SECTION_TITLE)], size[0] - 2 * MARGIN)
    top = heading.box[3] + GAP
    flow = flowed(items, size, (4, 6, 9), top)
    head = PlacedPicture(heading, (MARGIN, MARGIN))
    return flow._replace(pages=tuple([page._replace(pictures=(head, *page.pictures)) for page in flow.pages]))
