"""Block patterns for crosswords: symmetric, connected, without short slots, drawn at random.

In: a size, a number of words, a symmetry, a seed, and perhaps the lengths of words that are to have a slot.  Out: a
`Template` without letters.  Simulated annealing starts from an empty grid and toggles *orbits*: sets of places that the
symmetry maps to each other.  A run of open places that becomes too short is filled with blocks.  Of all patterns with
the wanted number of words that the search meets, it keeps the pattern with the fewest blocks.

Slots of lengths that are asked for are put into the grid first, at random, with their mirror images under the symmetry.
Their open places and the blocks at their ends are *fixed*: the search does not change them.

Rows and columns are bit sets of open places (bit c of row r, and bit r of column c), so that a few shifts show the
runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from math import exp
from random import Random
from typing import Final, TypeAlias

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.base.wording import counted
from satcross.errors import OptionError, did_you_mean
from satcross.puzzle.word_index import numbers
from satcross.words.template import BLOCK, OPEN, Template

SYMMETRIES: Final = ("rotation", "quarter", "horizontal", "vertical", "both", "diagonal", "none")
"""Half a turn, a quarter turn, mirrored left to right, top to bottom, both ways, at the main diagonal; none."""

BLOCK_COST: Final = 1.0  # of a block: the unit of the costs
WORD_COST: Final = 2.5  # of each word too many or too few; more than the blocks cost that change the number of words
LONG_COST: Final = 2.0  # of each cell by which a slot is too long; more than the block that would shorten it
HEAT: Final = 2.0  # the temperature at the start, in units of cost: about one word
LEAST_HEAT: Final = 0.1  # the temperature at the end: hardly any pattern is taken that costs more

Place: TypeAlias = tuple[int, int]
"""Row and column, from 0."""

Map: TypeAlias = Callable[[int, int], Place]
"""Maps the row and the column of a place to the place where the symmetry has its image."""

GREATEST_SIDE: Final = 200  # places: a search on more would take many minutes
ARRANGEMENTS: Final = 5  # of the slots that are asked for; each gets a search of its own until one finds a pattern
PLACINGS: Final = 40  # attempts to put all these slots into the grid, for each arrangement
TRIES: Final = 40  # attempts to put one more of them into the grid


def draw_pattern(
    rows: int,
    columns: int,
    words: int | None = None,
    symmetry: str = "rotation",
    seed: int = 0,
    *,
    min_length: int = 3,
    max_length: int | None = None,
    themes: Sequence[str] = (),
    budget: Budget = UNLIMITED,
) -> Template | None:  # as many parameters as a user can choose something by name
    """Return a pattern of exactly `words` slots (None: about a third of the places), or None if none was found.

    Args:
        min_length: The least length of a slot, in cells; no run of open cells is shorter.
        max_length: The greatest length of a slot, in cells.
        themes: Each of these words gets a slot of its length: across, or down if the rows are too short for it.

    Raises:
        OptionError: For sizes, lengths or symmetries that make no sense.
        TimeUp: If the time is up.
    """
    _check(rows, columns, words, symmetry, min_length, max_length)
    longest = max(rows, columns) if max_length is None else max_length
    _check_themes(themes, min_length, longest)
    lengths = [*map(len, themes)]
    random = Random(" ".join(map(str, (rows, columns, words, symmetry, seed, min_length, max_length, *lengths))))
    goal = _Goal(round(rows * columns / 3) if words is None else words, words is not None, min_length, longest)
    board = _Board(_Pattern([(1 << columns) - 1] * rows, columns), tuple(_maps(rows, columns, symmetry)), min_length)
    orbits = _orbits(rows, columns, board.maps)
    for _ in range(ARRANGEMENTS if lengths else 1):
        start, fixed = _start(board, lengths, random, budget)
        if start is not None:
            free = [orbit for orbit in orbits if fixed.is_free(orbit)]
            pattern = _anneal(start, free, goal._replace(fixed=fixed), random, budget)
            if pattern is not None:
                return pattern.template()
    return None


def homeless(
    rows: int, columns: int, symmetry: str, min_length: int, themes: Sequence[str], budget: Budget = UNLIMITED
) -> list[str]:
    """Return the words of `themes` for which no pattern with a slot is found, even without the other words.

    Raises:
        TimeUp: If the time is up.
    """
    board = _Board(_Pattern([(1 << columns) - 1] * rows, columns), tuple(_maps(rows, columns, symmetry)), min_length)
    return [word for word in themes if _start(board, [len(word)], Random(word), budget)[0] is None]


class _FixedPlaces(NamedTuple):
    """What the slots that are asked for need.

    Attributes:
        open_places: Their own places.
        blocks: The places at their ends.
        lines: The row of each slot across, as (True, row), and the column of each slot down, as (False, column).
    """

    open_places: frozenset[Place] = frozenset()
    blocks: frozenset[Place] = frozenset()
    lines: frozenset[tuple[bool, int]] = frozenset()

    def is_free(self, orbit: Iterable[Place]) -> bool:
        """Return whether no place of `orbit` is fixed."""
        return (self.open_places | self.blocks).isdisjoint(orbit)

    def agrees_with(self, pattern: _Pattern) -> bool:
        """Return whether `pattern` has all these places open.  Nothing but a toggle opens a block."""
        return all([pattern.across[row] >> column & 1 for row, column in self.open_places])


class _Goal(NamedTuple):
    """The pattern that is wanted.

    Attributes:
        words: The number of slots.
        is_exact: Whether a pattern with another number of slots is of no use.
        shortest: The least length of a slot, in cells.
        longest: The greatest length of a slot, in cells.
        fixed: What the slots that are asked for need.
    """

    words: int
    is_exact: bool
    shortest: int
    longest: int
    fixed: _FixedPlaces = _FixedPlaces()


class _Board(NamedTuple):
    """Where slots that are asked for are put: a grid without blocks, its symmetry, and the least length of a slot."""

    empty: _Pattern
    maps: tuple[Map, ...]
    shortest: int


def _start(
    board: _Board, lengths: Sequence[int], random: Random, budget: Budget
) -> tuple[_Pattern | None, _FixedPlaces]:
    """Return a pattern with slots of `lengths` (None: none was found), and what they need.

    There is a line between two of these slots if that is possible.
    """
    for attempt in range(PLACINGS):
        apart = 2 if attempt < PLACINGS // 2 else 1
        pattern: _Pattern | None = board.empty
        fixed = _FixedPlaces()
        wanted = Counter(lengths)
        while pattern is not None and +wanted:
            budget.check()
            length = max(+wanted)
            pattern, fixed, slots = _with_slot(board, fixed, length, apart, random)
            wanted[length] -= slots
        if pattern is not None:
            return pattern, fixed
    return None, _FixedPlaces()


def _with_slot(
    board: _Board, fixed: _FixedPlaces, length: int, apart: int, random: Random
) -> tuple[_Pattern | None, _FixedPlaces, int]:
    """Return a pattern (None: none was found) with one more slot and its images, what it needs, and how many it has.

    Args:
        length: Of the slot; its images in the same direction are counted.
        apart: The least distance of its line from the lines of the slots before.
    """
    empty, maps, shortest = board
    rows, columns = len(empty.across), len(empty.down)
    is_across = length <= columns
    starts = _starts(length, columns if is_across else rows, shortest)
    for _ in range(TRIES):
        line, start = random.randrange(rows if is_across else columns), random.choice(starts)
        slots = {_image(line, range(start, start + length), each, is_across) for each in maps}
        ends = {_image(line, (start - 1, start + length), each, is_across) for each in maps}
        own = [slot for slot in slots if _is_across(slot) == is_across]
        lines = {(is_across, min(slot)[0 if is_across else 1]) for slot in own}
        if any(abs(other - new) < apart for way, other in fixed.lines for _, new in lines if way == is_across):
            continue
        more = _FixedPlaces(
            fixed.open_places.union(*slots),
            fixed.blocks.union({(r, c) for r, c in set().union(*ends) if 0 <= r < rows and 0 <= c < columns}),
            fixed.lines | lines,
        )
        if more.blocks.isdisjoint(more.open_places):
            pattern = empty.toggled(sorted(more.blocks), shortest) if more.blocks else empty
            if pattern is not None and more.agrees_with(pattern):
                return pattern, more, len(own)
    return None, fixed, 0


def _image(line: int, indices: Iterable[int], image: Map, is_across: bool) -> frozenset[Place]:
    """Return the images of the places with these indices on a row (or column)."""
    return frozenset([image(line, i) if is_across else image(i, line) for i in indices])


def _is_across(slot: Collection[Place]) -> bool:
    return len({row for row, _ in slot}) == 1


def _starts(length: int, size: int, shortest: int) -> list[int]:
    """Return where a slot may begin on a line of `size` places.

    It may be in the middle, which mirrors need; otherwise what is beside it has room for another slot, if possible.
    """
    starts = range(size - length + 1)
    gaps = {0, 1, *range(shortest + 1, size)}  # places beside the slot: none, a block, or a block and another slot
    good = [start for start in starts if {start, size - length - start} <= gaps or 2 * start == size - length]
    return good or [*starts]


def _anneal(
    pattern: _Pattern,
    orbits: Sequence[tuple[Place, ...]],
    goal: _Goal,
    random: Random,
    budget: Budget,
) -> _Pattern | None:
    """Return the best pattern that one search from `pattern` meets, or None if none meets the goal.  Raises TimeUp."""
    places = len(pattern.across) * len(pattern.down)
    cost = pattern.cost(goal)
    best: tuple[int, _Pattern] | None = None
    for move in range(budget.tuning.pattern_moves):
        if not move & 63:
            budget.note("drawing patterns, moves", move, budget.tuning.pattern_moves)
            budget.check()
        off = abs(pattern.words() - goal.words)
        rank = off * places + pattern.blocks()
        is_allowed = not (goal.is_exact and off) and not pattern.too_long(goal.longest)
        if is_allowed and (best is None or rank < best[0]):
            best = (rank, pattern)
        if not orbits:
            break
        changed = pattern.toggled(random.choice(orbits), goal.shortest)
        if changed is None or not goal.fixed.agrees_with(changed):
            continue
        new_cost = changed.cost(goal)
        heat = HEAT * (1 - move / budget.tuning.pattern_moves) + LEAST_HEAT
        if new_cost <= cost or random.random() < exp((cost - new_cost) / heat):
            pattern, cost = changed, new_cost
    return None if best is None else best[1]


def _check(rows: int, columns: int, words: int | None, symmetry: str, min_length: int, max_length: int | None) -> None:
    if symmetry not in SYMMETRIES:
        raise OptionError(
            f"there is no symmetry {symmetry!r}",
            hint=did_you_mean(symmetry, SYMMETRIES) or "choose one of " + ", ".join(SYMMETRIES),
        )
    if not 2 <= min_length <= min(rows, columns):
        raise OptionError(
            f"the slots of a {rows} by {columns} grid cannot all have {counted(min_length, 'cell')}",
            hint="a slot has at least 2 cells, and must fit into the grid both ways",
        )
    if max(rows, columns) > GREATEST_SIDE:
        raise OptionError(f"a grid of {rows} by {columns} is too large", hint=f"the limit is {GREATEST_SIDE} a side")
    if max_length is not None and max_length < min_length:
        raise OptionError(f"slots of {counted(min_length, 'cell')} or more cannot have {max_length} or fewer")
    if symmetry in ("quarter", "diagonal") and rows != columns:
        raise OptionError(f"only squares have the symmetry {symmetry!r}")
    if words is not None and not 1 <= words <= rows * columns:
        raise OptionError(f"a {rows} by {columns} grid cannot have {counted(words, 'word')}")


def _check_themes(themes: Sequence[str], min_length: int, longest: int) -> None:
    for word in themes:
        if not min_length <= len(word) <= longest:
            raise OptionError(
                f"no slot has {counted(len(word), 'cell')}, for the word {word}",
                hint=f"the slots have {min_length} to {longest} cells",
            )


def _maps(rows: int, columns: int, symmetry: str) -> list[Map]:
    """Return what maps places onto each other, first the identity."""
    bottom, right = rows - 1, columns - 1
    maps: dict[str, list[Map]] = {
        "rotation": [lambda row, column: (bottom - row, right - column)],
        "quarter": [
            lambda row, column: (bottom - row, right - column),
            lambda row, column: (column, bottom - row),
            lambda row, column: (right - column, row),
        ],
        "horizontal": [lambda row, column: (row, right - column)],
        "vertical": [lambda row, column: (bottom - row, column)],
        "both": [
            lambda row, column: (bottom - row, right - column),
            lambda row, column: (row, right - column),
            lambda row, column: (bottom - row, column),
        ],
        "diagonal": [lambda row, column: (column, row)],
        "none": [],
    }
    return [lambda row, column: (row, column), *maps[symmetry]]


def _orbits(rows: int, columns: int, maps: Sequence[Map]) -> list[tuple[Place, ...]]:
    """Return the places in groups that the symmetry maps onto themselves."""
    return sorted(
        {tuple(sorted({each(row, column) for each in maps})) for row in range(rows) for column in range(columns)}
    )


class _Pattern:
    """Open places of a grid: bit c of `across[r]`, and bit r of `down[c]`."""

    __slots__ = ("across", "down")

    def __init__(self, across: Sequence[int], columns: int) -> None:
        self.across: Final = tuple(across)
        self.down: Final = tuple(
            [sum([(open_places >> column & 1) << row for row, open_places in enumerate(across)])
             for column in range(columns)]
        )  # fmt: skip

    def toggled(self, orbit: Sequence[Place], min_length: int) -> _Pattern | None:
        """Return the pattern with the places of `orbit` toggled and short runs filled with blocks.

        Return None if that is the same pattern, is not connected, or has an edge of the grid without an open place.
        """
        across = list(self.across)
        for row, column in orbit:
            across[row] ^= 1 << column
        while True:
            pattern = _Pattern(across, len(self.down))
            short = [_short_runs(places, min_length) for places in across]
            for column, places in enumerate(pattern.down):
                for row in numbers(_short_runs(places, min_length)):
                    short[row] |= 1 << column
            if not any(short):
                break
            across = [places & ~filled for places, filled in zip(across, short, strict=True)]
        edges = (pattern.across[0], pattern.across[-1], pattern.down[0], pattern.down[-1])
        return pattern if pattern.across != self.across and all(edges) and pattern._is_connected() else None

    def _is_connected(self) -> bool:
        """Return whether every open place can be reached from the first one."""
        width = len(self.down) + 1  # with a gap, so that the end of a row does not touch the beginning of the next
        places = sum([row << number * width for number, row in enumerate(self.across)])
        reached = places & -places
        while True:
            more = (reached | reached << 1 | reached >> 1 | reached << width | reached >> width) & places
            if more == reached:
                return reached == places
            reached = more

    def words(self) -> int:
        """Return the number of slots."""
        return sum([(places & ~(places << 1) & places >> 1).bit_count() for places in (*self.across, *self.down)])

    def blocks(self) -> int:
        """Return the number of blocks."""
        return len(self.across) * len(self.down) - sum([places.bit_count() for places in self.across])

    def too_long(self, longest: int) -> int:
        """Return by how many cells the slots exceed `longest`, all together."""
        if longest >= max(len(self.across), len(self.down)):
            return 0
        return sum([_windows(places, longest + 1).bit_count() for places in (*self.across, *self.down)])

    def cost(self, goal: _Goal) -> float:
        """Return how far the pattern is from what is wanted."""
        return (
            WORD_COST * abs(self.words() - goal.words)
            + BLOCK_COST * self.blocks()
            + LONG_COST * self.too_long(goal.longest)
        )  # fmt: skip

    def template(self) -> Template:
        """Return the pattern as a template without letters."""
        columns = range(len(self.down))
        rows = ["".join([OPEN if places >> column & 1 else BLOCK for column in columns]) for places in self.across]
        return Template(tuple(rows))


def _windows(places: int, length: int) -> int:
    """Return the places at which `length` open places in a row begin."""
    starts = places
    for distance in range(1, length):
        starts &= places >> distance
    return starts


def _short_runs(places: int, min_length: int) -> int:
    """Return the open places in runs of fewer than `min_length`."""
    run = places & ~(places << 1) & ~_windows(places, min_length)
    for _ in range(min_length - 2):
        run |= run << 1 & places
    return run
