"""The kinds of shapes: the places, lines and directions of each, what it is called, and which formats have it.

A shape is a value of three plain parts, `kind`, `sizes` and `holes`, which files, databases and other processes keep.
Its class knows everything else; `SHAPES` lists the classes.  Whatever reads, writes or draws puzzles asks the class, so
that a new kind is a class here and its constructor in `satcross.puzzle.shapes`.

A *place* is a row and a column of the drawn grid, both from 1, whether there is a cell or a hole.  Every place also has
lattice coordinates: (column, row) on the square lattice, and (q, r, -q - r) on the triangular lattice.  There, r grows
downwards and q to the right, so that the place is at x = q + r/2.  A hexagon whose edges have a + 1 (top), b + 1 (upper
right) and c + 1 (lower right) cells has the places with

    0 <= q <= a + c,   0 <= r <= b + c,   c <= q + r <= a + b + c.

A triangle of n rows has the cells with 0 <= r < n and -r <= q <= 0.

The clues of the triangular lattice are listed counter-clockwise around the grid, as in the puzzle of the 2013 MIT
Mystery Hunt:

    horizontal  one r after the other from the top, read with q ascending (left to right)
    rising      one q after the other from the lower left edge, read with r descending (upwards)
    falling     one q + r after the other from the lower right edge, read with r ascending (downwards)
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import permutations, product
from math import sqrt
from typing import Any, ClassVar, Final, Literal, Self, TypeAlias

from satcross.base.records import NamedTuple

Kind: TypeAlias = Literal["rectangle", "hexagon", "triangle", "lines"]
Place: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[float, float]
Vector: TypeAlias = tuple[int, ...]
Lattice: TypeAlias = Literal["square", "triangular", "free"]

ROW_HEIGHT: Final = sqrt(3) / 2  # on the triangular lattice, where neighbours have the distance 1


class Direction(NamedTuple):
    """A direction of the lines of a shape.

    Attributes:
        key: What files call the list of its clues.
        listing: The vector along which its lines are listed, in lattice coordinates.
        reading: The vector along which each line is read.
        role: "size" if the number of its lines makes the size of the shape, "implied" if the size has that number, and
            "extra" if a puzzle may have these lines or not.
    """

    key: str
    listing: Vector
    reading: Vector
    role: Literal["size", "implied", "extra"] = "implied"


class _Parts(NamedTuple):
    kind: Kind
    sizes: tuple[int, ...] = ()
    holes: tuple[Place, ...] = ()


class Shape(_Parts):
    """How the cells of a puzzle are arranged; the solver does not use it.

    What this class answers holds for cells that have names and no places.

    Attributes:
        kind: A key of `SHAPES`.
        sizes: The numbers of cells that make the size; each class says which.
        holes: The places of the shape without a cell.
        noun: The usual name of such a shape; it is the `kind` of its values.
        lattice: The lattice of its places: "square" or "triangular"; "free" for cells without places.
        directions: Its directions by the name of their lines, such as "row"; the lines of the first are the drawn rows.
        parameters: The parameters of its constructor that make the size.
        options: What `generate` calls its sizes, with their descriptions.
        keys: The keys of files that only some shapes have.
        theme_places: Where a theme can be written, as `satcross.generator.theme` calls the places.
    """

    __slots__ = ()

    noun: ClassVar[Kind]
    lattice: ClassVar[Lattice] = "free"
    directions: ClassVar[Mapping[str, Direction]] = {}
    parameters: ClassVar[tuple[str, ...]] = ()
    options: ClassVar[Mapping[str, str]] = {}
    keys: ClassVar[tuple[str, ...]] = ()
    theme_places: ClassVar[tuple[str, ...]] = ("rows",)

    @classmethod
    def of(cls, *sizes: int) -> Self:
        """Return the shape of these sizes, without holes."""
        return cls(cls.noun, sizes)

    @property
    def is_grid(self) -> bool:
        """Whether the cells have places, so that their addresses are rows and columns."""
        return self.lattice != "free"

    @property
    def text(self) -> str:
        """The shape with its size."""
        return self.noun

    @property
    def title(self) -> str:
        """The shape as short as titles have it."""
        return self.text

    @property
    def feature(self) -> str:
        """What a format that does not have such a shape cannot express, in the plural."""
        return f"{self.noun}s"

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats other than satcross's own in which the shape can be written."""
        return ()

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of the constructor that make the size, by the names of `parameters`."""
        return dict(zip(self.parameters, self.sizes, strict=True))

    @property
    def written_sizes(self) -> dict[str, Any]:
        """The entries of a file that make the size, besides the clues."""
        return {}

    @classmethod
    def sizes_of(cls, *numbers: int) -> tuple[int, ...]:
        """Return the sizes for the values of the `options`."""
        return numbers

    @property
    def place_count(self) -> int:
        """The number of places, holes too."""
        return 0

    @property
    def line_counts(self) -> dict[str, int]:
        """The number of lines of each direction, without extra lines."""
        return {}

    def spans(self) -> list[tuple[int, int]]:
        """Return for each drawn row the first lattice coordinate of its first place, and the number of its places."""
        return []

    def centres(self) -> dict[Place, Point]:
        """Return the middle of each place, row by row, in the units of `point`."""
        return {
            (row, index + 1): self.point((first + index, row - 1))
            for row, (first, width) in enumerate(self.spans(), 1)
            for index in range(width)
        }

    def drawn_places(self) -> Iterator[list[tuple[Place, int]]]:
        """Yield for each drawn row its places, holes too, each with its left edge in halves of a cell."""
        centres = self.centres()
        left = min(x for x, _ in centres.values())
        for row, (_, width) in enumerate(self.spans(), 1):
            places = [(row, column) for column in range(1, width + 1)]
            yield [(place, round(2 * (centres[place][0] - left))) for place in places]

    def lines(self) -> dict[str, list[list[Place]]]:
        """Return the places of each line by direction, as they are listed and read; without extra lines."""
        return {}

    def point(self, vector: Vector) -> Point:
        """Return lattice coordinates as x and y in units of the distance between neighbours; y grows downwards."""
        raise NotImplementedError

    def symmetries(self) -> Iterator[tuple[Vector, Vector]]:
        """Yield the symmetries of the shape without holes: which lattice axis comes where, and its sign."""
        return iter(())

    def enlarged(self, at: str, letters: int) -> Shape:
        """Return a shape of this kind, without holes, that has room for so many letters at `at`."""
        raise NotImplementedError


class Lines(Shape):
    """Lines of cells that have names; there are no sizes."""

    __slots__ = ()

    noun = "lines"
    text = "lines of named cells"
    keys = ("cells", "line")
    title = "puzzle"
    feature = "cells with names"


class Rectangle(Shape):
    """Rows and columns, whose numbers are its sizes, and perhaps diagonals."""

    __slots__ = ()

    noun = "rectangle"
    lattice = "square"
    directions: ClassVar[Mapping[str, Direction]] = {
        "row": Direction("rows", (0, 1), (1, 0), "size"),
        "column": Direction("columns", (1, 0), (0, 1), "size"),
        "falling diagonal": Direction("falling", (1, -1), (1, 1), "extra"),
        "rising diagonal": Direction("rising", (1, 1), (1, -1), "extra"),
    }
    parameters = ("rows", "columns")
    options: ClassVar[Mapping[str, str]] = {"rows": "rows of a rectangle", "columns": "columns of a rectangle"}
    keys = ("holes", "clues")
    theme_places = ("rows", "columns", "diagonal", "border")
    formats = ("regexcrossword", "trux")

    @property
    def title(self) -> str:
        return f"{self.sizes[0]} x {self.sizes[1]}"

    @property
    def text(self) -> str:
        return f"rectangle, {self.title} (rows x columns)"

    @property
    def place_count(self) -> int:
        return self.sizes[0] * self.sizes[1]

    @property
    def line_counts(self) -> dict[str, int]:
        return {"row": self.sizes[0], "column": self.sizes[1]}

    def spans(self) -> list[tuple[int, int]]:
        return [(0, self.sizes[1])] * self.sizes[0]

    def lines(self) -> dict[str, list[list[Place]]]:
        height, width = self.sizes
        rows = [[(row, column) for column in range(1, width + 1)] for row in range(1, height + 1)]
        return {"row": rows, "column": [[places[column] for places in rows] for column in range(width)]}

    def diagonals(self, name: str) -> list[list[Place]]:
        """Return the places of all diagonals of this direction, as they are listed and read."""
        height, width = self.sizes
        falling = [
            [(start + i, 1 + i) for i in range(width) if 0 < start + i <= height]
            for start in range(height, 1 - width, -1)
        ]
        if self.directions[name].reading[1] > 0:
            return falling
        return [[(height + 1 - row, column) for row, column in places] for places in falling]

    def point(self, vector: Vector) -> Point:
        return float(vector[0]), float(vector[1])

    def symmetries(self) -> Iterator[tuple[Vector, Vector]]:
        for axes in [(0, 1), (1, 0)] if self.sizes[0] == self.sizes[1] else [(0, 1)]:
            for signs in product((1, -1), repeat=2):
                yield axes, signs

    def enlarged(self, at: str, letters: int) -> Shape:
        rows, columns = self.sizes
        match at:
            case "rows":
                rows = -(-letters // columns)
            case "columns":
                columns = -(-letters // rows)
            case "diagonal":
                rows = columns = letters
            case _:  # the border has 2 (rows + columns) - 4 places
                rows = max(rows, 2)
                columns = max(2, -(-letters // 2) + 2 - rows)
        return self.of(rows, columns)


class _Triangular(Shape):
    """What shapes on the triangular lattice have in common."""

    __slots__ = ()

    lattice = "triangular"
    directions: ClassVar[Mapping[str, Direction]] = {
        "horizontal": Direction("horizontal", (0, 1, 0), (1, 0, -1)),
        "rising": Direction("rising", (1, 0, 0), (0, -1, 1)),
        "falling": Direction("falling", (0, 0, 1), (-1, 1, 0)),
    }

    @property
    def written_sizes(self) -> dict[str, Any]:
        return self.arguments

    def lines(self) -> dict[str, list[list[Place]]]:
        drawn: list[list[Place]] = []
        upwards: dict[int, list[Place]] = {}
        downwards: dict[int, list[Place]] = {}
        for r, (first, width) in enumerate(self.spans()):
            drawn.append([(r + 1, column) for column in range(1, width + 1)])
            for q, place in enumerate(drawn[r], first):
                upwards.setdefault(q, []).append(place)
                downwards.setdefault(q + r, []).append(place)
        return {
            "horizontal": drawn,
            "rising": [upwards[q][::-1] for q in sorted(upwards)],
            "falling": [downwards[total] for total in sorted(downwards, reverse=True)],
        }

    def point(self, vector: Vector) -> Point:
        q, r = vector[:2]
        return q + r / 2, r * ROW_HEIGHT

    def _room(self, at: str) -> int:
        """Return how many places the shape without holes has for a theme at `at`, one of `theme_places`."""
        widths = [width for _, width in self.spans()]
        if at == "border":
            return widths[0] + sum([min(2, width) for width in widths[1:-1]]) + sum(widths[1:][-1:])
        return max(widths) if at == "diagonal" else self.place_count

    def enlarged(self, at: str, letters: int) -> Shape:
        sides = range(1, letters + 1)
        side = 1 + bisect_left(sides, letters, key=lambda side: self.of(*self.sizes_of(side))._room(at))
        return self.of(*self.sizes_of(side))


class Hexagon(_Triangular):
    """Six edges, of which opposite ones are equal; the sizes are the top, the upper right and the lower right one."""

    __slots__ = ()

    noun = "hexagon"
    parameters = ("sides",)
    options: ClassVar[Mapping[str, str]] = {"side": "cells on each side of a hexagon"}
    keys = ("holes", "clues", "side", "sides")
    theme_places = ("rows", "diagonal", "border")

    @property
    def is_regular(self) -> bool:
        return len(set(self.sizes)) == 1

    @property
    def text(self) -> str:
        edges = ", ".join(map(str, self.sizes))
        return f"hexagon of side {self.sizes[0]}" if self.is_regular else f"hexagon with edges {edges}"

    @property
    def feature(self) -> str:
        return "hexagons" if self.is_regular else "hexagons with unequal edges"

    @property
    def formats(self) -> tuple[str, ...]:
        return ("regexcrossword", "trux", "board", "hexregex") if self.is_regular else ("regexcrossword",)

    @property
    def arguments(self) -> dict[str, Any]:
        return {"sides": list(self.sizes)}

    @property
    def written_sizes(self) -> dict[str, Any]:
        return {"side": self.sizes[0]} if self.is_regular else self.arguments

    @classmethod
    def sizes_of(cls, *numbers: int) -> tuple[int, ...]:
        return numbers * 3

    @property
    def place_count(self) -> int:
        a, b, c = (size - 1 for size in self.sizes)
        return (a + c + 1) * (b + c + 1) - (b * b + b + c * c + c) // 2

    @property
    def line_counts(self) -> dict[str, int]:
        a, b, c = self.sizes
        return {"horizontal": b + c - 1, "rising": a + c - 1, "falling": a + b - 1}

    def spans(self) -> list[tuple[int, int]]:
        a, b, c = (size - 1 for size in self.sizes)
        firsts = [max(0, c - r) for r in range(b + c + 1)]
        return [(first, min(a + c, a + b + c - r) - first + 1) for r, first in enumerate(firsts)]

    def symmetries(self) -> Iterator[tuple[Vector, Vector]]:
        for axes in permutations((0, 1, 2)) if self.is_regular else [(0, 1, 2)]:
            for sign in (1, -1):
                yield axes, (sign,) * 3


class Triangle(_Triangular):
    """Rows of one cell, two cells, and so on; the size is their number."""

    __slots__ = ()

    noun = "triangle"
    parameters = ("side",)
    options: ClassVar[Mapping[str, str]] = {"triangle": "cells on each side of a triangle"}
    keys = ("holes", "clues", "side")
    theme_places = ("rows", "border")

    @property
    def text(self) -> str:
        return f"triangle of side {self.sizes[0]}"

    @property
    def place_count(self) -> int:
        return self.sizes[0] * (self.sizes[0] + 1) // 2

    @property
    def line_counts(self) -> dict[str, int]:
        return dict.fromkeys(self.directions, self.sizes[0])

    def spans(self) -> list[tuple[int, int]]:
        return [(-r, r + 1) for r in range(self.sizes[0])]

    def symmetries(self) -> Iterator[tuple[Vector, Vector]]:
        for axes in permutations((0, 1, 2)):
            yield axes, (1, 1, 1)


SHAPES: Final[Mapping[Kind, type[Shape]]] = {shape.noun: shape for shape in (Rectangle, Hexagon, Triangle, Lines)}
DIRECTION_KEYS: Final = frozenset(direction.key for shape in SHAPES.values() for direction in shape.directions.values())
"""What files call the directions of any shape."""
