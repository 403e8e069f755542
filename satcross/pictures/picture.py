"""The picture of a puzzle, before it becomes SVG or PDF.

In: a puzzle, and what to write in its cells.  Out: a `Picture`, a list of shapes and texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise, starmap
from math import ceil, cos, radians, sin, sqrt
from typing import Final

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.errors import printable
from satcross.pictures.embedding import Point
from satcross.pictures.figures import (
    DROP,
    LANGUAGE_STYLES,
    STYLES,
    Content,
    Figure,
    FigureStyle,
    Picture,
    Polygon,
    Polyline,
    Text,
    TextAnchor,
    arrow,
    circle,
    crossed_ring,
    has_right_to_left,
    is_right_to_left,
    ring,
    text_corners,
    track_style,
)
from satcross.pictures.layout import lay_out
from satcross.pictures.layout_parts import CAPTION_TYPE, CELL, LEADING, NAME, TAG_TYPE, TYPE, Label, Layout, ListedLine
from satcross.pictures.lettering import width, wrap, wrap_words
from satcross.puzzle import Puzzle, Solution
from satcross.puzzle.colors import UNPAINTED, Paint, paints_of
from satcross.regex.letters import size, to_text, union
from satcross.solver.compile import compile_puzzle
from satcross.solver.residual import Residual

LIST_TYPE: Final = 0.0135  # type size of the list, as a share of the picture's width: 7 points on A4
_INDENT: Final = 4.2  # type sizes from a line's number to its clues
_NAME_TYPE: Final = 0.85  # type size of a line's name, as a share of the type size of its clues
_NAME_LEADING: Final = 0.9  # distance of the rows of a line's name, as a share of the distance of rows of clues
_AFTER: Final = 0.5  # rows between two lines of the list
_LINES_PER_COLUMN: Final = 12  # about how many lines each column should have in a list as wide as the picture


class _Block(NamedTuple):
    """One line of the list: the rows of its name, and the rows of its clues, each with the clue's number."""

    listed: ListedLine
    names: tuple[str, ...]
    rows: tuple[tuple[str, int], ...]

    @property
    def height(self) -> float:
        """In type sizes."""
        return (len(self.names) * _NAME_LEADING + len(self.rows) + _AFTER) * LEADING


def list_width(listed: Sequence[ListedLine]) -> float:
    """Return the least width of the list: as many columns as are needed to make it no taller than a page."""
    return 12 * CELL * min(3, ceil(sqrt(len(listed) / _LINES_PER_COLUMN))) if listed else 0.0


def list_figures(listed: Sequence[ListedLine], left: float, top: float, wide: float, has_tracks: bool) -> list[Figure]:
    """Return the list of lines below the grid, in as many columns as have room.

    Args:
        has_tracks: Whether each line has a colour, which the list then shows.
    """
    if not listed:
        return []
    size = max(TYPE, wide * LIST_TYPE)
    longest = max(width(text) for each in listed for text in (each.name, *each.clues))
    columns = max(1, min(int(wide / ((_INDENT + 1 + min(28.0, max(9.0, longest))) * size)), ceil(len(listed) / 3)))
    pitch = wide / columns
    blocks = [_block(each, (pitch - (_INDENT + 1) * size) / size) for each in listed]
    fill = _column_height([block.height * size for block in blocks], columns)
    figures: list[Figure] = []
    column, y = 0, top
    for block in blocks:
        if y > top and y + block.height * size > top + fill + 1e-6:
            column, y = column + 1, top
        figures += _block_figures(block, left + column * pitch, y, size, has_tracks)
        y += block.height * size
    return figures


def _block(listed: ListedLine, ems: float) -> _Block:
    wrapped = wrap_words if listed.is_in_prose else wrap
    rows = tuple((row, clue) for clue, text in enumerate(listed.clues) for row in wrapped(text, ems))
    return _Block(listed, wrap_words(listed.name, ems / _NAME_TYPE) if listed.name else (), rows)


def _block_figures(block: _Block, x: float, y: float, size: float, has_tracks: bool) -> list[Figure]:
    """Return one line of the list, whose top left corner is (x, y)."""
    listed = block.listed
    figures: list[Figure] = []
    line = y + LEADING * size * 0.8
    if has_tracks:
        colour = ((x + 0.1 * size, line + 0.25 * size), (x + 2.4 * size, line + 0.25 * size))
        figures.append(Polyline(track_style(listed.line), colour))
    figures.append(Text("title", (x + 2.4 * size, line), str(listed.number), size, "end"))
    middle = (x + 3.3 * size, line - DROP * size)
    figures += [arrow(middle, listed.towards, size)] if listed.towards else crossed_ring(middle, 0.38 * size)
    for name in block.names:
        figures.append(Text("note", (x + _INDENT * size, line), name, size * _NAME_TYPE))
        line += LEADING * size * _NAME_LEADING
    for text, clue in block.rows:
        figures.append(Text("clue", (x + _INDENT * size, line), text, size, mark=("clue", f"{listed.line}.{clue}")))
        line += LEADING * size
    return figures


def _column_height(heights: Sequence[float], columns: int) -> float:
    """Return the least height (within 2 %) at which the blocks, in order, fill no more than `columns` columns."""
    tallest = max(heights)
    while True:
        used, y = 1, 0.0
        for height in heights:
            if y and y + height > tallest + 1e-6:
                used, y = used + 1, 0.0
            y += height
        if used <= columns:
            return tallest
        tallest *= 1.02


LISTED: Final = 25  # letters of one cell; more are only counted


def candidates(puzzle: Puzzle, budget: Budget = UNLIMITED) -> tuple[Content, ...] | None:
    """Return the letters that propagation leaves in each cell, or None if it finds that there is no solution.

    Every letter of every solution is among them; not every one of them needs to be in a solution.

    Raises:
        SatcrossError: What `compile_puzzle` raises.

    >>> from satcross.puzzle.shapes import rectangle
    >>> candidates(rectangle(rows=["AB|BA", "[AC]."], columns=["A|BC", ""]))
    ('B', 'A', 'C', 'ABC')
    """
    compiled = compile_puzzle(puzzle, budget)
    residual, _ = Residual.of(compiled.constraints, compiled.domains).state.propagated(budget)
    if residual is None:
        return None
    members = compiled.classes.members
    content_of: dict[int, Content] = {}
    for domain in residual.masks:
        if domain not in content_of:
            letters = union(*[letters for number, letters in enumerate(members) if domain >> number & 1])
            content_of[domain] = to_text(letters) if size(letters) <= LISTED else size(letters)
    return tuple(content_of[domain] for domain in residual.masks)


def overlaid(solutions: Sequence[Solution]) -> tuple[tuple[Content, ...], tuple[int, ...]]:
    """Return for each cell its letters in all of `solutions` (one or more), and the numbers of cells with several."""
    columns = zip(*[solution.letters for solution in solutions], strict=True)
    letters = tuple("".join(dict.fromkeys(column)) for column in columns)
    return letters, tuple(cell for cell, text in enumerate(letters) if len(text) > 1)


FACES: Final = "'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,'Courier New',monospace"
UNJOINED: Final = "font-feature-settings:'init' 0,'medi' 0,'fina' 0,'rlig' 0"
"""Arabic letters of a regex stand for themselves and do not join their neighbours."""

_OTHER_END: Final[dict[TextAnchor, TextAnchor]] = {"start": "end", "middle": "middle", "end": "start"}


def to_svg(picture: Picture) -> str:
    """Return `picture` as an SVG document, a unit of the layout being a CSS pixel.

    A regex and the letters of cells run from left to right, letter by letter in their logical order, in whatever script
    they are, because the line of the grid beside them does.  Titles and names follow the rules of their language, which
    a browser applies itself (the Unicode bidirectional algorithm).  Cells carry `data-cell` (the cell number), clues
    `data-clue` (line and clue number, with a dot), and arrows and numbers of lines `data-line`, so that a page can
    style them.  The same picture gives the same bytes.
    """
    left, top, wide, high = picture.box
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_n(left)} {_n(top)} {_n(wide)} {_n(high)}"'
        f' width="{_n(wide)}" height="{_n(high)}" role="img" xml:space="preserve">'
    )
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        head,
        f"<title>{escape(picture.title)}</title>",
        f"<style>text{{font-family:{FACES};white-space:pre}}{''.join(starmap(rule, STYLES.items()))}</style>",
        f'<rect x="{_n(left)}" y="{_n(top)}" width="{_n(wide)}" height="{_n(high)}" fill="#ffffff"/>',
        *figures_svg(picture),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def figures_svg(picture: Picture) -> list[str]:
    """Return the SVG elements of the figures, one per line, from back to front; scripts find marked figures."""
    lines = []
    for figure in picture.figures:
        if isinstance(figure, Text):
            lines.append(_text_element(figure))
            continue
        points = " ".join([f"{_n(x)},{_n(y)}" for x, y in figure.points])
        if isinstance(figure, Polygon):
            mark = "" if figure.mark is None else f' data-{figure.mark[0]}="{figure.mark[1]}"'
            colour = figure.colour and f' style="fill:{figure.colour}"'
            lines.append(f'<polygon class="{figure.style}"{mark}{colour} points="{points}"/>')
        else:
            colour = figure.colour and f' style="stroke:{figure.colour}"'
            lines.append(f'<polyline class="{figure.style}"{colour} points="{points}"/>')
    return lines


def unmarked_svg(picture: Picture) -> list[str]:
    """Return the SVG elements of the figures without their marks, which is shorter, and looks the same."""

    def fill(figure: Figure) -> tuple[str, str] | None:
        return (figure.style, figure.colour) if isinstance(figure, Polygon) else None

    elements = []
    for filled, group in groupby(picture.figures, fill):
        figures = tuple(each._replace(mark=None) if isinstance(each, Text) else each for each in group)
        if filled is None:
            elements += figures_svg(picture._replace(figures=figures))
        else:
            style, colour = filled
            painted = colour and f' style="fill:{colour}"'
            outlines = [each.points for each in figures if isinstance(each, Polygon)]
            elements.append(f'<path class="{style}"{painted} d="{path_data(outlines)}"/>')
    return elements


def path_data(outlines: Iterable[Sequence[Point]]) -> str:
    """Return closed outlines as the data of one SVG path, which is much shorter than a polygon for each.

    >>> path_data([[(0, 0), (40, 0), (40, 40.5), (0, 40.5)], [(-1, 2), (-3, 2.004), (-2, 9)]])
    'M0 0h40v40.5h-40zM-1 2h-2l1 7z'
    """
    return "".join([f"M{_n(outline[0][0])} {_n(outline[0][1])}{''.join(_sides(outline))}z" for outline in outlines])


def _sides(outline: Sequence[Point]) -> Iterator[str]:
    """Yield the sides of an outline but the last, as SVG paths have them, between points that are rounded."""
    rounded = [(round(x, 2), round(y, 2)) for x, y in outline]
    for (left, top), (x, y) in pairwise(rounded):
        across, down = _n(x - left), _n(y - top)
        yield f"h{across}" if down == "0" else f"v{down}" if across == "0" else f"l{across} {down}"


def escape(text: str) -> str:
    """Return `text` for use in SVG, XML and HTML, between tags or in a quoted attribute."""
    return (
        text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&quot;")
        .replace("'", "&#39;")
    )


def rule(name: str, style: FigureStyle) -> str:
    """Return the CSS rule of a style."""
    parts = [f"fill:{style.fill or 'none'}"]
    if style.stroke:
        parts.append(f"stroke:{style.stroke};stroke-width:{_n(style.line)};stroke-linejoin:round;stroke-linecap:round")
    if style.is_bold:
        parts.append("font-weight:bold")
    return f".{name}{{{';'.join(parts)}}}"


def _text_element(text: Text) -> str:
    x, y = _n(text.at[0]), _n(text.at[1])
    mark = "" if text.mark is None else f' data-{text.mark[0]}="{text.mark[1]}"'
    turn = f' transform="rotate({_n(text.angle)} {x} {y})"' if text.angle else ""
    styles = ";".join(filter(None, [text.colour and f"fill:{text.colour}", UNJOINED if _is_forced(text) else ""]))
    style = styles and f' style="{styles}"'
    return (
        f'<text class="{text.style}"{mark}{style} x="{x}" y="{y}" font-size="{_n(text.size)}"{_placing(text)}{turn}>'
        f"{escape(text.text)}</text>"
    )


def _is_forced(text: Text) -> bool:
    """Return whether a text has letters that run from right to left, and yet runs from left to right."""
    return text.style not in LANGUAGE_STYLES and has_right_to_left(text.text)


def _placing(text: Text) -> str:
    """Return the attributes that say where a text runs from its point, and how far.

    Whatever face is found, a text takes the room that the layout has given it.  Only a text that follows the rules of a
    language that is written from right to left is as long as its face makes it.
    """
    anchor, direction = text.anchor, ""
    length = width(text.text) * text.size
    exact = f' textLength="{_n(length)}" lengthAdjust="spacingAndGlyphs"' if len(text.text) > 1 else ""
    if _is_forced(text):
        direction = ' direction="ltr" unicode-bidi="bidi-override"'
    elif is_right_to_left(text.text):
        direction, exact = ' direction="rtl"', ""
        anchor = _OTHER_END[anchor]
    anchored = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f"{anchored}{direction}{exact}"


def _n(value: float) -> str:
    """Return a number with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


_MARGIN: Final = 12.0


def draw(
    puzzle: Puzzle,
    letters: Sequence[Content] = (),
    differing: Iterable[int] = (),
    layout: Layout | None = None,
) -> Picture:
    """Return the picture of `puzzle`.

    Args:
        letters: For each cell what is in it: nothing, a letter, several possible ones (pencil marks), how many, or a
            colour alone; empty: the given letters only.
        differing: Cells to mark.
        layout: If the caller has it already.
    """
    layout = layout or lay_out(puzzle)
    figures = _grid(puzzle, layout, letters, frozenset(differing))
    left, top, right, bottom = _extent(figures)
    wide = max(right - left, list_width(layout.listed), 12 * CELL if puzzle.title else 0.0)
    listed = list_figures(layout.listed, left, bottom + 1.5 * TYPE, wide, bool(layout.tracks))
    heading = _heading(puzzle, left, top - TYPE, wide)
    return framed([*figures, *listed, *heading], printable(puzzle.title) or usual_title(puzzle))


def list_pictures(listed: Sequence[ListedLine], has_tracks: bool, page: tuple[float, float]) -> list[Picture]:
    """Return the list of lines as pictures, each no larger than `page` (width and height) if its first line is not."""
    drawings = []
    rest = list(listed)
    while rest:
        count = len(rest)
        while True:
            picture = framed(list_figures(rest[:count], 0.0, 0.0, page[0] - 2 * _MARGIN, has_tracks), "")
            high = picture.box[3]
            if high <= page[1] or count == 1:
                break
            count = max(1, min(count - 1, int(count * page[1] / high)))
        drawings.append(picture)
        rest = rest[count:]
    return drawings


def framed(figures: Sequence[Figure], title: str) -> Picture:
    """Return the picture of `figures` with a margin around them."""
    left, top, right, bottom = _extent(figures)
    box = (left - _MARGIN, top - _MARGIN, right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN)
    return Picture(box, tuple(figures), title)


def credit_of(puzzle: Puzzle) -> str:
    """Return who made a puzzle, and where it comes from."""
    return " · ".join(part for part in (puzzle.author, puzzle.source) if part)


def usual_title(puzzle: Puzzle) -> str:
    """Return what a puzzle without a title is called."""
    return "Crossword" if puzzle.is_in_prose else "Regular-expression crossword"


def _grid(puzzle: Puzzle, layout: Layout, letters: Sequence[Content], marked: frozenset[int]) -> list[Figure]:
    """Return the cells, what is in them, and what is beside them."""
    given = dict(puzzle.given)
    if not letters:
        letters = [given.get(cell, "") for cell in range(len(puzzle.cells))]
    figures: list[Figure] = [Polyline(track_style(track.line), (track.start, track.end)) for track in layout.tracks]
    figures += [Polygon("block", corners) for corners in layout.blocks]
    paints = paints_of(puzzle)
    paint = [_paint(content, paints) for content in letters]
    on_line = {cell for line in puzzle.lines if line.clues for cell in line.cells}
    last: list[Figure] = []  # thick outlines are drawn over those of their neighbours
    for cell, corners in enumerate(layout.outlines):
        style = "differs" if cell in marked else "given" if cell in given else "cell" if cell in on_line else "free"
        (last if cell in marked else figures).append(Polygon(style, corners, ("cell", str(cell)), paint[cell].fill))
    figures += last
    figures += [Polyline("bar", bar) for bar in layout.bars]
    figures += [circle(layout.centres[cell], layout.inside) for cell in layout.circled]
    for centre, content, (_, ink) in zip(layout.centres, letters, paint, strict=True):
        if not isinstance(content, Paint):
            figures += _in_cell(centre, layout.inside, content, ink)
    for tag in layout.tags:
        figures.append(Text("number", (tag.at[0], tag.at[1] + DROP * tag.size), str(tag.number), tag.size))
    for caption in layout.captions:
        size = TYPE * CAPTION_TYPE
        figures.append(Text("note", (caption.at[0], caption.at[1] + DROP * size), caption.text, size, "middle"))
    return figures + _beside(layout)


def _paint(content: Content, paints: Mapping[str, Paint]) -> Paint:
    """Return how a cell with this content is painted; `paints` has the paint of each letter."""
    if isinstance(content, str):
        return paints.get(content, UNPAINTED)
    return content if isinstance(content, Paint) else UNPAINTED


def _in_cell(centre: Point, inside: float, text: str | int, ink: str) -> list[Figure]:
    """Return the letter of a cell in the colour `ink`, or its possible letters in small type, or how many there are."""
    x, y = centre
    if isinstance(text, int):
        size = inside * 0.27 if text < 100_000 else inside * 0.19
        count = Text("pencil", (x, y), f"{text:,}", size, "middle")
        return [count, Text("pencil", (x, y + LEADING * inside * 0.27), "letters", inside * 0.2, "middle")]
    if len(text) == 1:
        return [_letter("letter", x, y, text, inside * 0.62, ink)]
    columns = ceil(sqrt(len(text)))
    rows = ceil(len(text) / columns) if columns else 0
    pitch = inside * 0.92 / max(2.3, columns)
    size = pitch * 1.05
    return [
        _letter(
            "pencil",
            x + (number % columns - (columns - 1) / 2) * pitch,
            y + (number // columns - (rows - 1) / 2) * pitch,
            letter,
            size,
        )
        for number, letter in enumerate(text)
    ]


def _letter(style: str, x: float, y: float, letter: str, size: float, ink: str = "") -> Figure:
    """Return one letter with its middle at (x, y); a space is drawn as an open box."""
    if letter == " ":
        wide, high = 0.24 * size, 0.12 * size
        low = y + DROP * size
        corners = ((x - wide, low - high), (x - wide, low), (x + wide, low), (x + wide, low - high))
        return Polyline("stroke", corners, ink)
    shown = printable(letter)
    if len(shown) > 1:
        size /= len(shown) * 0.7
    return Text(style, (x, y + DROP * size), shown, size, "middle", colour=ink)


def _beside(layout: Layout) -> list[Figure]:
    """Return the labels around the grid and their arrows."""
    figures = [figure for label in layout.labels for figure in _label_figures(label)]
    return figures + [arrow(each.centre, each.towards, each.length, ("line", str(each.line))) for each in layout.arrows]


def _label_figures(label: Label) -> list[Figure]:
    """Return the clues of one line and its number or name; only the number if the clues are in the list."""
    if not label.rows:
        return _disc(label.point(0, label.text_start + 0.8 * TYPE), label)
    anchor: TextAnchor = "start" if label.is_outward else "end"
    figures: list[Figure] = []
    if label.tag:
        size = label.size * TAG_TYPE
        at = _baseline(label.point(0, label.tag_start), label.angle, size)
        figures.append(Text("tag", at, label.tag, size, anchor, label.angle, ("line", str(label.line))))
    for index, row in enumerate(label.rows):
        size = label.type_size(row)
        at = _baseline(label.point(index, label.text_start), label.angle, size)
        if row.clue == NAME:
            figures.append(Text("tag", at, row.text, size, anchor, label.angle, ("line", str(label.line))))
        else:
            figures.append(Text("clue", at, row.text, size, anchor, label.angle, ("clue", f"{label.line}.{row.clue}")))
    return figures


def _baseline(middle: Point, angle: float, size: float) -> Point:
    """Return the point of the baseline below the middle of a row of text."""
    turn = radians(angle)
    return middle[0] - sin(turn) * DROP * size, middle[1] + cos(turn) * DROP * size


def _disc(centre: Point, label: Label) -> list[Figure]:
    """Return the number of a line in a circle."""
    size = 0.9 * TYPE if len(label.tag) < 3 else 0.65 * TYPE
    at = (centre[0], centre[1] + DROP * size)
    number = Text("number", at, label.tag, size, "middle", mark=("line", str(label.line)))
    return [ring(centre, 0.8 * TYPE), number]


def _heading(puzzle: Puzzle, left: float, bottom: float, wide: float) -> list[Figure]:
    """Return title, author and source above the grid, wrapped to its width."""
    rows: list[tuple[str, str, float]] = []
    if puzzle.title:
        size = TYPE * 1.5
        rows += [("title", row, size) for row in wrap_words(printable(puzzle.title), wide / size)]
    credit = credit_of(puzzle)
    if credit:
        rows += [("note", row, TYPE * 0.9) for row in wrap_words(printable(credit), wide / (TYPE * 0.9))]
    figures: list[Figure] = []
    y = bottom
    for style, row, size in reversed(rows):
        figures.append(Text(style, (left, y), row, size))
        y -= size * 1.35
    return figures


def _extent(figures: Iterable[Figure]) -> tuple[float, float, float, float]:
    """Return left, top, right, bottom of all that is drawn."""
    xs: list[float] = [0.0]
    ys: list[float] = [0.0]
    for figure in figures:
        if isinstance(figure, Text):
            for x, y in text_corners(figure):
                xs.append(x)
                ys.append(y)
        else:
            for x, y in figure.points:
                xs.append(x)
                ys.append(y)
    return min(xs), min(ys), max(xs), max(ys)
