"""Which cells of a table are clues: those at its edges, those below the name of a list, or those behind one.

In: a table.  Out: each way to read it, a `Found`, whose fact `letters` has the cells inside.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, product
from typing import Final

from satcross.puzzle.files.pasted.headings import heading, line_label
from satcross.puzzle.files.pasted.markup import without_marks
from satcross.puzzle.files.pasted.pieces import Node, Piece, listed, piece_of
from satcross.puzzle.files.pasted.roles import Found, Listing
from satcross.puzzle.files.pasted.tables import FILLED
from satcross.puzzle.files.pasted.words import FILLER, Seat, seat_of, words_of

Row = tuple[Piece, ...]
MARKS: Final = frozenset(["", ".", "_", "?", "-", "·", "□", "▢", "☐", "*", "…", "\u00a0"])
"""What is in a cell whose letter is not given."""
_CORNER: Final = re.compile(r"[\w\s/\\×x↓→.&#-]*+")


def readings_of(
    table: Node, *, needs_corner: bool, has_names_only: bool = False, is_framed: bool = False
) -> list[Found]:
    """Return the ways to read `table`.  The rows and columns around the puzzle in a spreadsheet may be empty.

    Args:
        needs_corner: Whether its first cell has to be empty or to say which edge is which, as in CSV.
        has_names_only: Whether its clues can only be below or behind the names of lists.
        is_framed: Whether empty rows or columns were before it, so that empty ones behind it are as likely no lines.
    """
    found = _readings_of(table, needs_corner=needs_corner, has_names_only=has_names_only)
    smaller = None
    if needs_corner:
        smaller = (None if found else _without_empty_edge(table, 0)) or _without_empty_edge(table, -1)
    if smaller is None:
        return found
    is_framed = is_framed or not found
    less = readings_of(smaller, needs_corner=True, is_framed=is_framed)
    return found + [each._replace(penalty=each.penalty + (not is_framed)) for each in less]


def _without_empty_edge(table: Node, place: int) -> Node | None:
    """Return `table` without its first or last row or column, None if both have text; `place` is 0 or -1."""
    rows = [row.items for _, row in table.items if isinstance(row, Node)]
    if not rows or len(rows[0]) < 2:
        return None
    kept = slice(1, None) if place == 0 else slice(-1)
    for lines, smaller in ((rows, rows[kept]), (list(zip(*rows, strict=True)), [row[kept] for row in rows])):
        if not any(cell.text for _, cell in lines[place] if isinstance(cell, Piece)):
            return table._replace(items=tuple(("", Node(row, table.line)) for row in smaller))
    return None


def _readings_of(table: Node, *, needs_corner: bool, has_names_only: bool) -> list[Found]:
    rows = [tuple(piece for _, piece in row.items if isinstance(piece, Piece)) for _, row in table.items
            if isinstance(row, Node)]  # fmt: skip
    if not rows or len(rows[0]) < 2 or any(cell.kind == "unreadable" for row in rows for cell in row):
        return []
    half = len(rows[0]) // 2  # two tables side by side, perhaps with a column between them
    heads = [cell.text for cell in rows[0]]
    if half > 1 and heads[:half] == heads[-half:] and all(re.fullmatch(r"[#\w .]+", head) for head in heads[:half]):
        beside = [row[-half:] for row in rows[1:] if any(cell.text for cell in row[-half:])]
        rows = [*[row[:half] for row in rows if any(cell.text for cell in row[:half])], *beside]
    columns = [[row[n] for row in rows[1:]] for n in range(len(rows[0]))]
    if found := _named([row[0] for row in rows], [row[1:] for row in rows]) or _named(rows[0], columns):
        return found
    if has_names_only or len(rows) < 2 or any(cell.why == FILLED for cell in rows[0]):
        return []
    if found := _columns(rows):
        return found
    corner = rows[0][0].text
    records = [Found(lists, {}) for lists in [_records(rows)] if lists]
    if records and corner:
        return records
    words = words_of(corner)
    is_corner = (
        not corner or any(seat_of([word]) or word in FILLER for word in words) or re.fullmatch(r"\W{1,3}", corner)
    )
    if needs_corner and not (is_corner and _CORNER.fullmatch(corner)):
        return []
    if corner and not is_corner and not _CORNER.fullmatch(corner):
        return []
    axes = [seat.axis for word in words if (seat := seat_of([word]))]
    if axes == ["column", "row"] and not re.search("[→↓]", corner):
        return []  # does the corner name what is beside it, or what is below it?
    if len(corner) > 1 and not axes and not any(row[0].text for row in rows[1:]):
        return []  # it may be a clue
    return records + [each for right in (0, 1) for bottom in (0, 1) if (each := _edges(rows, right, bottom))]


def named_lists(table: Node) -> list[Listing]:
    """Return the lists of a table that has one of several lists: its column that is called after a direction."""
    rows = [tuple(piece for _, piece in row.items if isinstance(piece, Piece)) for _, row in table.items
            if isinstance(row, Node)]  # fmt: skip
    if len(rows) < 2 or not rows[0]:
        return []
    label = _head(rows[0][0])
    place = _clue_column(rows[0])
    if place and label and all(row[0].text.isdecimal() for row in rows[1:]):
        return [Listing(label, tuple((_bare(row[place]),) for row in rows[1:]))]
    return [each for found in _columns(rows, 1)[:1] for each in found.lists]


def _clue_column(heads: Row) -> int:
    """Return the place of the column that has the clues in a table of one list, 0 if none is known."""
    places = [n for n, head in enumerate(heads) if n and not FILLER.isdisjoint(words_of(head.text))]
    return 1 if len(heads) == 2 else places[0] if len(places) == 1 else 0


def other_heads(table: Node) -> list[Piece]:
    """Return the heads of the columns of a table of one list that have no clues."""
    heads = [piece for _, row in table.items[:1] if isinstance(row, Node) for _, piece in row.items]
    pieces = tuple(piece for piece in heads if isinstance(piece, Piece))
    return [piece._replace(kind="unreadable") for n, piece in enumerate(pieces) if n not in (0, _clue_column(pieces))]


def _head(cell: Piece) -> tuple[str, ...] | None:
    """Return the words of a name of a list; a single letter is a clue."""
    return heading(cell.text + ":") if len(cell.text) > 1 else None


def _bare(cell: Piece) -> Piece:
    """Return a cell without the stars around all of it; whether backquotes are part of it is decided later."""
    return cell if cell.kind == "unreadable" or cell.text[:1] == "`" else piece_of(without_marks(cell.text), cell.line)


def _clues(cell: Piece) -> Row:
    """Return the clues of a cell, which may have one on each line."""
    parts = re.split(r"\n|<br\s*/?>", cell.text)
    parts = [part.strip() for part in parts] if len(parts) > 1 else parts
    return tuple(_bare(cell._replace(text=part)) for part in parts)


def of_lengths(labels: Sequence[tuple[str, ...]], lists: Sequence[Sequence[Piece]]) -> list[Found]:
    """Return the ways in which the columns of a table can end; the empty cells at an end may only fill up the table."""
    height = max(map(len, lists))
    options: list[list[int]] = []
    lists = [[cell for cell in cells if cell.why != FILLED] for cells in lists]
    for cells in lists if len(lists) > 1 else ():
        least = max((n for n, cell in enumerate(cells, 1) if cell.text), default=0)
        options.append([n for n in range(max(least, 1), len(cells) + 1) if n in (least, height) or height - least < 4])
    if len(lists) == 1:
        options = [[height]]
    return [
        Found(
            tuple(
                Listing(label, tuple(map(_clues, cells[:length])))
                for label, cells, length in zip(labels, lists, lengths, strict=True)
            ),
            {},
        )
        for lengths in islice(product(*options), 64)
        if max(lengths) == height or len(lists) == 1
    ]


def _named(names: Sequence[Piece], lists: Sequence[Sequence[Piece]]) -> list[Found]:
    """Return the lists with these names, nothing unless each of two to four names gives another direction."""
    labels = [_head(name) or () for name in names]
    seats = {seat_of(label) for label in labels}
    if not 1 < len(names) < 5 or None in seats or len(seats) < len(names) or not lists[0]:
        return []
    return of_lengths(labels, lists)


def _columns(rows: Sequence[Row], least: int = 2) -> list[Found]:
    """Return the lists in the columns of a table that are called after a direction."""
    heads = [_head(head) for head in rows[0]]
    places = [n for n, head in enumerate(heads) if head and seat_of(head)]
    if len({seat_of(heads[n] or ()) for n in places}) < max(least, len(places)) or not places:
        return []
    return of_lengths([heads[n] or () for n in places], [[row[n] for row in rows[1:]] for n in places])


def _records(rows: Sequence[Row]) -> tuple[Listing, ...]:
    """Return the lists of a table with a line for each clue: its direction, perhaps its number, the clue."""
    has_head = line_label(rows[0][0].text) is None or any(set(words_of(cell.text)) & FILLER for cell in rows[0][1:])
    body = rows[1:] if has_head else rows
    labels = [line_label(_bare(row[0]).text) for row in body]
    named = [(label[0], row) for label, row in zip(labels, body, strict=True) if label and not label[1].strip(" :.")]
    if any(cell.why == FILLED for row in body for cell in row):
        return ()
    if len(named) < len(body) or len({label[0] for label, _ in named}) < 2:
        return ()
    width = len(rows[0])
    numbers = [n for n in range(1, width) if all(row[n].text.isdecimal() for row in body)]
    clues = [n for n in range(1, width) if n not in numbers and any(row[n].text for row in body)]
    if len(clues) > 1 and has_head:
        clues = [n for n in clues if set(words_of(rows[0][n].text)) & FILLER][:1]
    if not clues and len(numbers) == 2:
        clues = [numbers.pop()]
    if len(clues) != 1 or len(numbers) > 1:
        return ()
    families: dict[tuple[str, ...], dict[int, Row]] = {}
    for (words, own), row in named:
        places = families.setdefault(words, {})
        number = int(row[numbers[0]].text[:9]) if numbers else len(places) + 1 if own is None else own
        places[number] = (*places.get(number, ()), *_clues(row[clues[0]]))
    return tuple(
        Listing(words, tuple(places[n] for n in sorted(places)), tuple(sorted(places)))
        for words, places in families.items()
    )


def _edges(rows: Sequence[Row], right: int, bottom: int) -> Found | None:
    """Return the puzzle whose first row and first column have the clues, the last ones second clues if asked for."""
    height, width = len(rows) - 1 - bottom, len(rows[0]) - 1 - right
    if height < 1 or width < 1 or (right and rows[0][-1].text) or (bottom and rows[-1][0].text):
        return None
    if right and bottom and rows[-1][-1].text:
        return None
    body = [row[1 : width + 1] for row in rows[1 : height + 1]]
    if any(len(cell.text.strip()) > 1 for row in body for cell in row):
        return None
    others = {
        Seat("row", True): [row[-1] for row in rows[1 : height + 1]] if right else [],
        Seat("column", True): list(rows[-1][1 : width + 1]) if bottom else [],
    }
    if (right or bottom) and not any(cell.text for cells in others.values() for cell in cells):
        return None
    lists = [
        Listing(("rows",), tuple(_clues(row[0]) for row in rows[1 : height + 1])),
        Listing(("columns",), tuple(map(_clues, rows[0][1 : width + 1]))),
    ]
    for name, seat in (("right", Seat("row", True)), ("bottom", Seat("column", True))):
        if others[seat]:
            lists.append(Listing((name,), tuple(map(_clues, others[seat]))))
    letters = Node(tuple(("", listed([cell._replace(text=cell.text.strip()) for cell in row])) for row in body), 1)
    return Found(tuple(lists), {"letters": [letters]})
