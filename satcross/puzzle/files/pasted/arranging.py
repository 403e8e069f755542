"""The places of lists in a puzzle: rows and columns, the directions of a hexagon, second clues.

In: the lists of one puzzle, whose clues are bare, with the facts beside them.  Out: each way to arrange them, an
`Arranged`; or an error that says why there is none.  Two lists make a rectangle, four one whose lines have clues at
both ends, three a hexagon, and one with all clues is cut up.  If nothing says which list has the rows, it is the first
one.  (Rows and columns that change places give the transposed grid, which has as many solutions.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, Literal

from satcross.base.records import NamedTuple
from satcross.base.wording import counted, listed
from satcross.errors import PuzzleError
from satcross.puzzle import Dialect
from satcross.puzzle.files.pasted.fitting import fits
from satcross.puzzle.files.pasted.pieces import Piece
from satcross.puzzle.files.pasted.roles import Line, Listing
from satcross.puzzle.files.pasted.words import OF_HEXAGONS, Seat, direction_in_hexagon, seat_of
from satcross.puzzle.shapes import CELLS

TOGETHER: Final = "satcross regex --file FILE lists the strings that match all regexes of a file"
MOST_CUT: Final = 200  # clues of one list that is cut up where they fit


class Arranged(NamedTuple):
    """Lists of clues in their places.

    Attributes:
        lists: Rows and columns; or horizontal, rising and falling lines.
        is_named: Whether words beside the lists show where each belongs.
        spare: Lists that have no place, each with the reason why it cannot be one of them.
        is_board: Whether rising and falling lines are read from the other end, as the board player does.
        penalty: How unlikely it is beside others.
    """

    kind: Literal["rectangle", "hexagon"]
    lists: tuple[tuple[Line, ...], ...]
    is_named: bool = False
    spare: tuple[str, ...] = ()
    is_board: bool = False
    penalty: int = 0

    def cells(self) -> Iterator[tuple[Line, int]]:
        """Yield each line with the number of its cells; nothing for a hexagon that does not exist."""
        if self.kind == "rectangle":
            rows, columns = self.lists
            yield from ((line, len(columns)) for line in rows)
            yield from ((line, len(rows)) for line in columns)
            return
        for lines, lengths in zip(self.lists, hexagon_lengths([len(each) for each in self.lists]), strict=False):
            yield from zip(lines, lengths, strict=True)


def hexagon_lengths(counts: Sequence[int]) -> list[list[int]]:
    """Return the numbers of cells of all lines of the hexagon with so many lines in its directions; [] if it is none.

    There are b + c + 1 horizontal, a + c + 1 rising and a + b + 1 falling lines, as `satcross.puzzle.shapes` says.
    """
    total, odd = divmod(sum(counts) - 3, 2)
    a, b, c = (total - (count - 1) for count in counts)
    if odd or min(a, b, c) < 0:
        return []
    if counts[0] * counts[1] > CELLS:
        return [[CELLS] * count for count in counts]
    sizes = [[0] * count for count in counts]
    for r in range(b + c + 1):
        for q in range(max(0, c - r), min(a + c, a + b + c - r) + 1):
            for direction, place in enumerate((r, q, a + b + c - q - r)):
                sizes[direction][place] += 1
    return sizes


def arrangements(
    lists: Sequence[Listing], sizes: Mapping[str, int], dialect: Dialect, traits: frozenset[str]
) -> Iterator[Arranged]:
    """Yield the ways to arrange `lists`.

    Args:
        sizes: The sizes that the text says: "rows", "columns", or "height" and "width" of which it is not known which
            is which, or "side".

    Raises:
        PuzzleError: If there is no way.
    """
    if len(lists) == 1:
        yield from _cut(lists[0], sizes, dialect, traits)
        return
    seats = _seats(lists)
    if any(set(each.label) & (OF_HEXAGONS - {"sw", "se", "nw", "ne"}) for each in lists) or (
        len(lists) == 3
        and (len(set(seats) - {None}) < 2 or {each.label[-1:] for each in lists} == {("x",), ("y",), ("z",)})
    ):
        yield from _hexagons(lists)
        return
    first = {seat: n for n, seat in reversed(list(enumerate(seats))) if seat}
    corner = (Seat("row"), Seat("column"))
    if all(seat in first for seat in corner):
        numbers = ["".join(each.label[-1:]) for each in lists]
        if len(lists) == 4 and numbers[::2] == numbers[1::2] and "".join(numbers).isdecimal():
            raise _undecided_sides()
        yield from _rectangle(lists, first, sizes, dialect)
    elif len(lists) == 2:
        yield from _two(lists, seats, sizes, traits)
    elif len(lists) == 4:
        raise _undecided_sides()
    else:
        names = listed([f"{_name(each)} ({len(each.lines)})" for each in lists[:6]])
        raise PuzzleError(
            f"{counted(len(lists), 'list')} of clues found, but a puzzle has two, three or four: {names}", code="format"
        )


def _undecided_sides() -> PuzzleError:
    return PuzzleError(
        "four lists of clues found, and their names do not say which side of a rectangle each belongs to",
        hint="name them rows, columns, right and bottom",
        code="format",
    )


def _name(each: Listing) -> str:
    return " ".join(each.label) or "a list without a name"


def _seats(lists: Sequence[Listing]) -> list[Seat | None]:
    """Return the seats of the lists; one called `a` is only "across" beside one called `d`."""
    labels = [each.label for each in lists]
    if any(len("".join(label)) == 1 and seat_of(label) is None for label in labels):
        return [None] * len(labels)
    if ("a",) in labels and ("d",) not in labels:
        return [None] * len(labels)
    has_up = any({"up", "top"} & set(label) for label in labels)
    return [
        Seat("column", True) if has_up and "down" in label and {"to", "up", "the"}.isdisjoint(label) else seat_of(label)
        for label in labels
    ]


def _sized(rows: int, columns: int, sizes: Mapping[str, int], is_decided: bool) -> bool:
    """Return whether rows and columns have to change places for the sizes that the text says.

    Raises:
        PuzzleError: If the sizes differ either way.
    """
    side = sizes.get("side")
    wanted = (sizes.get("rows", sizes.get("height", side)), sizes.get("columns", sizes.get("width", side)))
    given = (rows, columns)
    if all(want in (None, have) for want, have in zip(wanted, given, strict=True)):
        return False
    if not is_decided and all(want in (None, have) for want, have in zip(wanted, given[::-1], strict=True)):
        return True
    size = " x ".join("?" if want is None else str(want) for want in wanted)
    raise _wrong_size(f"{counted(rows, 'row')} and {counted(columns, 'column')} have clues", size)


def _wrong_size(found: str, size: str) -> PuzzleError:
    return PuzzleError(
        f"{found}, but the size beside them is {size}", hint="correct the size, or take it out", code="clue-count"
    )


def _two(
    lists: Sequence[Listing], seats: Sequence[Seat | None], sizes: Mapping[str, int], traits: frozenset[str]
) -> Iterator[Arranged]:
    axes = [seat.axis if seat else "" for seat in seats]
    if axes[0] and axes[0] == axes[1]:
        raise PuzzleError(
            f"two lists of clues found, {_name(lists[0])} and {_name(lists[1])}, but none for the "
            f"{'column' if axes[0] == 'row' else 'row'}s",
            code="format",
        )
    is_decided = bool(axes[0] or axes[1])
    both = list(lists[::-1] if axes[0] == "column" or axes[1] == "row" else lists)
    if _sized(len(both[0].lines), len(both[1].lines), sizes, is_decided):
        both, is_decided = both[::-1], True
    rows, columns = (each.lines for each in both)
    is_named = bool(axes[0] and axes[1])
    if "right" in traits:
        columns = columns[::-1]
    yield Arranged("rectangle", (rows, columns), is_named)
    if not is_decided and "right" not in traits:
        yield Arranged("rectangle", (columns, rows), penalty=2)


def _rectangle(
    lists: Sequence[Listing], first: Mapping[Seat, int], sizes: Mapping[str, int], dialect: Dialect
) -> Iterator[Arranged]:
    """Yield the rectangle of lists of which two are called rows and columns, if each other one is explained."""
    rows, columns = (lists[first[Seat(axis)]].lines for axis in ("row", "column"))
    _sized(len(rows), len(columns), sizes, True)
    lines = {"row": list(rows), "column": list(columns)}
    used = {first[Seat("row")], first[Seat("column")]}
    for axis in ("row", "column"):
        place = first.get(Seat(axis, True))
        if place is not None:
            used.add(place)
            seconds = lists[place].lines
            if len(seconds) != len(lines[axis]):
                raise PuzzleError(
                    f"one side has clues for {counted(len(lines[axis]), axis)}, the other for {len(seconds)}",
                    hint='an empty string, "", stands for no clue',
                    code="clue-count",
                )
            lines[axis] = [(*one, *other) for one, other in zip(lines[axis], seconds, strict=True)]
    spare = [each for n, each in enumerate(lists) if n not in used]
    is_hexagon = _fits_hexagon(lists, dialect)
    for each in spare:
        if {"hint", "hints"} & set(each.label) and each.label not in [lists[n].label for n in used]:
            continue  # what players read beside the clues
        for axis, cells in (("rows", len(columns)), ("columns", len(rows))):
            is_of_axis = each.seat is not None and f"{each.seat.axis}s" == axis
            count = len(each.lines) if is_of_axis else len(rows if axis == "rows" else columns)
            if is_hexagon or _may_be_clues(each, count, cells, dialect):
                raise PuzzleError(
                    f"the list {_name(each)} has as many clues as there are {axis}, and nothing says what it is",
                    place=[f"line {each.lines[0][0].line}"],
                    hint="name it right or bottom if it has second clues, or take it out"
                    + ("; a hexagon has the lists horizontal, rising and falling" if len(lists) == 3 else ""),
                    code="format",
                )
        if each.seat is not None:
            raise PuzzleError(f"the list {_name(each)} has no place in this puzzle", code="format")
    notes = tuple(f"the list {_name(each)} was left out" for each in spare)
    yield Arranged("rectangle", (tuple(lines["row"]), tuple(lines["column"])), True, notes)


def _fits_hexagon(lists: Sequence[Listing], dialect: Dialect) -> bool:
    """Return whether three lists can be the lines of a hexagon, whatever they are called."""
    if len(lists) != 3:
        return False
    lines = list(Arranged("hexagon", tuple(each.lines for each in lists)).cells())
    return bool(lines) and all(fits(piece, cells, dialect) for line, cells in lines for piece in line)


def _may_be_clues(each: Listing, count: int, cells: int, dialect: Dialect) -> bool:
    """Return whether the list may have clues for `count` lines of `cells` cells."""
    pieces = [piece for line in each.lines for piece in line]
    return (
        len(each.lines) == count
        and any(piece.kind == "clue" for piece in pieces)
        and all(piece.kind != "unreadable" and fits(piece, cells, dialect) for piece in pieces)
    )


def _hexagons(lists: Sequence[Listing]) -> Iterator[Arranged]:
    """Yield the hexagons of three lists: as on the board if they are called x, y and z, otherwise as in our files."""
    spare = [each for each in lists if {"hint", "hints"} & set(each.label) and not direction_in_hexagon(each.label)]
    lists = [each for each in lists if each not in spare]
    notes = tuple(f"the list {_name(each)} was left out" for each in spare)
    if len(lists) != 3:
        names = listed([_name(each) for each in lists])
        raise PuzzleError(f"a hexagon has three lists of clues, but {len(lists)} were found: {names}", code="format")
    by_name = {each.label[-1]: each.lines for each in lists if each.label}
    counts = [len(each.lines) for each in lists]
    if not hexagon_lengths(counts):
        raise PuzzleError(
            f"three lists of {listed([str(n) for n in counts])} clues found, which make no hexagon", code="clue-count"
        )
    if set(by_name) == {"x", "y", "z"}:
        board = (by_name["y"], by_name["z"], by_name["x"][::-1])
        if len(set(counts)) == 1:
            yield Arranged("hexagon", board, True, is_board=True)
        yield Arranged("hexagon", tuple(each.lines for each in lists), penalty=1)
        return
    named = [direction_in_hexagon(each.label) for each in lists]
    is_named = sorted(named) == ["falling", "horizontal", "rising"]
    if any(each.label for each in lists) and not is_named:
        names = listed([_name(each) for each in lists])
        raise PuzzleError(
            f"three lists of clues found, called {names}, and these names do not say which is which",
            hint="call them horizontal, rising and falling, or x, y and z as the board player does",
            code="format",
        )
    order = [named.index(name) for name in ("horizontal", "rising", "falling")] if is_named else [0, 1, 2]
    yield Arranged("hexagon", tuple(lists[n].lines for n in order), is_named, notes)


def _cut(each: Listing, sizes: Mapping[str, int], dialect: Dialect, traits: frozenset[str]) -> Iterator[Arranged]:
    """Yield the puzzles of one list with all clues, or with one direction's clues beside the number of the other."""
    lines, count = each.lines, len(each.lines)
    height, width = sizes.get("rows", sizes.get("height", 0)), sizes.get("columns", sizes.get("width", 0))
    if each.seat:
        yield _of_one_direction(each, each.seat, width if each.seat.axis == "row" else height)
        return
    rows = [height] if height and width else list(range(1, count)) if count <= MOST_CUT else [count // 2]
    side = sizes.get("side", 0)
    if count == 2 * side:
        height = width = side
        rows = [side]
    thirds = [lines[start:end] for start, end in pairwise([0, count // 3, 2 * count // 3, count])]
    is_hexagon = count % 6 == 3 and not (height and width and height + width == count)
    if is_hexagon and side in (0, (count // 3 + 1) // 2) and ("right" in traits or side or not height):
        yield Arranged("hexagon", tuple(thirds), penalty=0 if "right" in traits or side else 1)
        if "right" in traits or side:
            return
    if side and count != 2 * side:
        raise _wrong_size(f"{counted(count, 'clue')} are in one list", str(side))
    fitting = []
    for n in rows:
        columns = lines[n:][:: -1 if "right" in traits else 1]
        arranged = Arranged("rectangle", (lines[:n], columns), penalty=0 if 2 * n == count or height else 1)
        if (height and len(columns) == width) or all(
            fits(piece, cells, dialect) for line, cells in arranged.cells() for piece in line
        ):
            fitting.append(arranged)
    yield from fitting
    if not fitting and count % 2 == 0 and not height:
        yield Arranged("rectangle", (lines[: count // 2], lines[count // 2 :]))
    elif not fitting and not is_hexagon:
        raise PuzzleError(
            f"{counted(count, 'clue')} found in one list, which does not say where the rows end",
            hint="leave an empty line between the clues of the rows and the clues of the columns; " + TOGETHER,
            code="format",
        )


def _of_one_direction(each: Listing, seat: Seat, others: int) -> Arranged:
    """Return the puzzle whose `others`, the lines of the other direction, have no clues."""
    if not others or seat.is_second:
        name = "columns" if seat.axis == "row" else "rows"
        raise PuzzleError(
            f"a list of {counted(len(each.lines), 'clue')} found, called {' '.join(each.label)}, but no other list",
            hint=f"a list for the {name} is needed too; empty strings stand for no clues",
            code="format",
        )
    nothing: tuple[Line, ...] = ((),) * min(others, CELLS + 1)
    return Arranged("rectangle", (each.lines, nothing) if seat.axis == "row" else (nothing, each.lines), True)


def first_piece(lists: Sequence[Listing]) -> Piece | None:
    """Return the first piece that cannot be read as a clue."""
    return next((fault for each in lists if (fault := each.fault)), None)
