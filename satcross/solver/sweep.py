"""Sweeps: all solutions of a component at once, cell by cell, without guessing and without a solver.

In: a component of a residual.  Out: the number of its solutions, draws, how many of them have each letter where, or the
solutions one by one.

The cells are read in an order in which few lines are half read at any time.  Beginnings that leave every line the same
rest (`satcross.solver.constraints.rests`) are one *state*, with the number of ways that lead to it.  So the work grows
with the number of states and not with that of the solutions: 2 x 3 x 10^5 for the 8 x 10^8 Latin squares of order 6.
(This is a decision diagram whose nodes are merged as they are made: A. Hadzic et al., Approximate compilation of
constraints into multivalued decision diagrams, CP 2008, without the approximation; counting: R. Bryant, 1986.)

A state is one integer with a field of bits for each line that is half read: the number of what the line still accepts.
Lines that have not begun, and those that have been read, have 0 there; their fields are used again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from math import log2
from typing import Final, NamedTuple, TypeAlias

from satcross.base.budget import Budget
from satcross.base.tuning import Tuning
from satcross.puzzle.model import Cell
from satcross.solver.constraints.protocol import TooManyStates
from satcross.solver.constraints.rests import Rests, rests_of
from satcross.solver.encode import letter_blocks
from satcross.solver.residual import Component

Ways: TypeAlias = dict[int, int]
"""For each state, the number of ways that lead to it or from it."""

CHUNK: Final = 20_000
"""States between two checks of the clock."""


Move: TypeAlias = tuple[int, int, int]
"""What a letter does to a state: the exclusive or of the states before and after, how many letters do the same because
no line tells them apart, and their mask."""


class _Line(NamedTuple):
    """A line at one of its cells: where the field of its states is, how wide, and what follows each state."""

    offset: int
    field: int
    moves: tuple[Mapping[int, int], ...]


class _Step(dict[int, tuple[Move, ...]]):
    """The moves at one cell, by the states of the lines through it; they are worked out when they are asked for.

    Attributes:
        cell: The cell.
        fields: The bits of the states of its lines.
    """

    __slots__ = ("_letters", "_lines", "cell", "fields")

    def __init__(self, cell: int, lines: Sequence[_Line], letters: Sequence[tuple[int, int]]) -> None:
        self.cell: Final = cell
        self.fields: Final = sum([line.field << line.offset for line in lines])
        self._lines: Final = lines
        self._letters: Final = letters

    def __missing__(self, here: int) -> tuple[Move, ...]:
        moves = []
        states = [here >> line.offset & line.field for line in self._lines]
        for letter, weight in self._letters:
            change = 0
            for line, state in zip(self._lines, states, strict=True):
                after = line.moves[state].get(letter)
                if after is None:
                    break
                change |= (state ^ after) << line.offset
            else:
                moves.append((change, weight, letter))
        self[here] = found = tuple(moves)
        return found


class Sweep:
    """The solutions of one component.

    Attributes:
        cells: Its cells in the order of the sweep.
    """

    __slots__ = ("_budget", "_start", "_steps", "_tuning", "cells")

    def __init__(
        self, component: Component, order: Sequence[int], weight: Callable[[int], int], tuning: Tuning, budget: Budget
    ) -> None:
        """Make the states of each line.

        Args:
            order: The cells of the component, in the order of the sweep.
            weight: Returns how many letters a mask stands for.

        Raises:
            TooManyStates: If a line has more states than the tuning allows.
            TimeUp: If the time is up.
        """
        self.cells: Final = tuple(order)
        self._tuning: Final = tuning
        self._budget: Final = budget
        blocks = letter_blocks(component.residual, budget)
        lines_by_step = _lines(component, order, blocks, tuning, budget)
        self._start: Final[Ways] = {} if lines_by_step is None else {0: 1}
        self._steps: Final = [
            _Step(cell, lines, [(block, weight(block)) for block in blocks[cell]])
            for cell, lines in zip(order, lines_by_step or (), strict=False)
        ]

    def count(self) -> int:
        """Return the number of solutions.  Raises TooManyStates, TimeUp."""
        ways = self._start
        for number, step in enumerate(self._steps):
            self._budget.note("counting, cells", number, len(self._steps))
            ways = self._after(step, ways)
        return ways.get(0, 0)

    def _after(self, step: _Step, ways: Ways) -> Ways:
        """Return the ways that lead to each state after `step`."""
        fields, most = step.fields, self._tuning.sweep_states
        following: Ways = {}
        known = following.get
        waiting = iter(ways.items())
        while chunk := tuple(islice(waiting, CHUNK)):
            for state, number in chunk:
                for change, weight, _ in step[state & fields]:
                    reached = state ^ change
                    following[reached] = known(reached, 0) + number * weight
            if len(following) > most:
                raise TooManyStates
            self._budget.check("counting")
        return following


def _lines(
    component: Component, order: Sequence[int], blocks: Sequence[Sequence[int]], tuning: Tuning, budget: Budget
) -> list[list[_Line]] | None:
    """Return for each cell of `order` the lines through it; None if one of them accepts nothing.

    Raises:
        TooManyStates: If a line has more states than the tuning allows.
        TimeUp: If the time is up.
    """
    masks = component.residual.masks
    place_of = {cell: place for place, cell in enumerate(order)}
    lines_by_step: list[list[_Line]] = [[] for _ in order]
    rests_by_places: list[tuple[list[int], Rests]] = []
    for constraint in component.residual.constraints:
        budget.check()
        places = sorted({place_of[cell] for cell in constraint.cells if cell in place_of})
        steps = [[i for i, each in enumerate(constraint.cells) if each == order[place]] for place in places]
        reader = constraint.line_constraint.reader(constraint.domains(masks), steps)
        if reader.start is None:
            return None
        if places:
            rests = rests_of(reader, [blocks[order[place]] for place in places], tuning.line_states)
            if rests is None:
                return None
            rests_by_places.append((places, rests))
    fields = _fields([(places[0], places[-1], rests.most) for places, rests in rests_by_places])
    for (places, rests), (offset, width) in zip(rests_by_places, fields, strict=True):
        for place, moves in zip(places, rests.moves, strict=True):
            lines_by_step[place].append(_Line(offset, (1 << width) - 1, moves))
    return lines_by_step


def _fields(lines: Sequence[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """Return the offset and the width in bits of the field of each line, so that lines with one field never overlap.

    Args:
        lines: The first place of each line, its last one, and its number of states.
    """
    fields: dict[int, tuple[int, int]] = {}
    free: list[tuple[int, int]] = []
    busy: list[tuple[int, tuple[int, int]]] = []
    top = 0
    for number in sorted(range(len(lines)), key=lambda each: lines[each][0]):
        first, last, states = lines[number]
        free += [field for end, field in busy if end < first]
        busy = [each for each in busy if each[0] >= first]
        width = (states - 1).bit_length()
        field = next((each for each in free if each[1] >= width), None)
        if field is None:
            field = top, width
            top += width
        else:
            free.remove(field)
        fields[number] = field
        busy.append((last, field))
    return [fields[number] for number in range(len(lines))]


def sweep_order(component: Component, addresses: Sequence[Cell]) -> list[int]:
    """Return the cells of `component` in an order in which little is half decided at any time.

    Three orders are compared: row by row, column by column, and always the line with the fewest cells left.  A line
    whose cells are read in part may have as many states as there are beginnings, but also no more than ends.
    """
    cells = set(component.cells)
    bits = {cell: log2(component.residual.masks[cell].bit_count()) for cell in cells}
    scopes = [cells.intersection(constraint.cells) for constraint in component.residual.constraints]
    by_column = sorted(cells, key=lambda cell: addresses[cell][::-1] if isinstance(addresses[cell], tuple) else ())
    nearest: dict[int, None] = {}
    waiting = list(scopes)
    while waiting:
        scope = min(waiting, key=lambda each: len(each - nearest.keys()))
        waiting.remove(scope)
        nearest.update(dict.fromkeys(sorted(scope)))

    def width(order: Sequence[int]) -> float:
        """Return the most bits that all lines together may have to remember before any cell."""
        rank = {cell: place for place, cell in enumerate(order)}
        changes = [0.0] * (len(order) + 1)
        most = 0.0
        for scope in scopes:
            read, unread = 0.0, sum([bits[cell] for cell in scope])
            kept = 0.0
            for cell in sorted(scope, key=rank.__getitem__):
                read, unread = read + bits[cell], unread - bits[cell]
                changes[rank[cell]] += min(read, unread) - kept
                kept = min(read, unread)
        total = 0.0
        for change in changes:
            total += change
            most = max(most, total)
        return most

    return list(min([sorted(cells), by_column, list(nearest)], key=width))
