"""Sweeps: all solutions of a component together, cell by cell, without guessing and without a solver.

In: a component of a residual.  Out: the number of its solutions, draws, how many of them have each letter where, or the
solutions one by one.

The cells are read in an order in which few lines are half read at any time.  Beginnings that leave every line the same
rest (`satcross.solver.constraints.line_states`) are one *state*, with the number of ways that lead to it.  So the work
grows with the number of states and not with the number of solutions: for the 8 x 10^8 Latin squares of order 6 there
are at most 2 million states before any cell.  (It is a decision diagram, made layer by layer.  D. Knuth, The Art of
Computer Programming 4A, 2011, section 7.1.4, counts with such diagrams.)

A state is one integer with a field of bits for each line that is half read: the number of what the line still accepts.
Lines that have not begun, or have been read whole, have 0 there; their fields are used again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import log2
from typing import TYPE_CHECKING, Final, TypeAlias

from satcross.base.budget import Budget
from satcross.base.records import NamedTuple
from satcross.errors import TooManyStates
from satcross.solver.constraints.line_states import Allowance, Rests, rests_of
from satcross.solver.encode import letter_blocks
from satcross.solver.residual import Component

if TYPE_CHECKING:
    from random import Random

Ways: TypeAlias = dict[int, int]
"""For each state, the number of ways that lead to it or from it."""

CHUNK: Final = 20_000
"""States between two checks of the clock."""

STATE_BYTES: Final = 100
"""Bytes that the next chunk of states may take for each state that there is: tables double."""


Move: TypeAlias = tuple[int, int, int]
"""What a letter does to a state: the exclusive or of the states before and after, how many letters do the same because
no line tells them apart, and their mask."""


class _Line(NamedTuple):
    """A line at one of its cells: where the field of its states is, how wide, and which states follow on which letter.

    Forwards one state follows.  Backwards there may be several.
    """

    offset: int
    field: int
    moves: Mapping[int, Mapping[int, Sequence[int]]]


class Step(dict[int, tuple[Move, ...]]):
    """The moves at one cell, by the states of the lines through it; they are worked out when they are asked for.

    Attributes:
        fields: The bits of the states of its lines.
    """

    __slots__ = ("_letters", "_lines", "fields")

    def __init__(self, lines: Sequence[_Line], letters: Sequence[tuple[int, int]]) -> None:
        self.fields: Final = sum([line.field << line.offset for line in lines])
        self._lines: Final = lines
        self._letters: Final = letters

    def __missing__(self, here: int) -> tuple[Move, ...]:
        ways = [(line.offset, state := here >> line.offset & line.field, line.moves[state]) for line in self._lines]
        moves: list[Move] = []
        for letter, weight in self._letters:
            changes = [0]
            for offset, state, following in ways:
                afters = following.get(letter)
                if afters is None:
                    break
                changes = [change | (state ^ after) << offset for change in changes for after in afters]
            else:
                moves += [(change, weight, letter) for change in changes]
        self[here] = answer = tuple(moves)
        return answer

    def work(self, states: int) -> int:
        """Return the work that the moves from `states` take: each letter is read by each line."""
        return states * len(self._letters) * len(self._lines)

    def backwards(self) -> Step:
        """Return the moves from the states after the cell to those before it."""
        lines = []
        for line in self._lines:
            before: dict[int, dict[int, list[int]]] = {}
            for state, following in line.moves.items():
                for letter, states in following.items():
                    for after in states:
                        before.setdefault(after, {}).setdefault(letter, []).append(state)
            lines.append(line._replace(moves=before))
        return Step(lines, self._letters)


class Sweep:
    """The solutions of one component.

    Attributes:
        cells: Its cells in the order of the sweep.
        steps: For each of them, the moves.
        start: The ways before the first of them: none if a line accepts nothing.
    """

    __slots__ = ("_allowance", "_budget", "_steps_backwards", "cells", "start", "steps")

    def __init__(
        self, component: Component, order: Sequence[int], weight: Callable[[int], int], budget: Budget
    ) -> None:
        """Make the states of each line.

        Args:
            order: The cells of the component, in the order of the sweep.
            weight: Returns how many letters a mask stands for.

        Raises:
            TooManyStates: If a line has more states than the tuning allows, or takes more work.
            TimeUp: If the time is up.
        """
        self._allowance: Final = Allowance(budget.tuning.sweep_work)
        self.cells: Final = tuple(order)
        self._budget: Final = budget
        self._steps_backwards: Final[dict[int, Step]] = {}
        blocks = letter_blocks(component.residual, budget)
        lines_by_step = _lines_by_cell(component, order, blocks, budget, self._allowance)
        self.start: Final[Ways] = {} if lines_by_step is None else {0: 1}
        self.steps: Final = [
            Step(lines, [(block, weight(block)) for block in blocks[cell]])
            for cell, lines in zip(order, lines_by_step or (), strict=False)
        ]

    def count(self) -> int:
        """Return the number of solutions.  Raises TooManyStates, TimeUp."""
        ways = self.start
        for layer in self._layers(self._budget.tuning.sweep_states):
            ways = layer
        return ways.get(0, 0)

    def diagram(self, most: int) -> Diagram:
        """Return all states, which are kept in memory.  Raises TooManyStates if there are more than `most`, TimeUp."""
        layers = [self.start]
        for layer in self._layers(most):
            layers.append(layer)
            most -= len(layer)
            if most < 0:
                raise TooManyStates
        return Diagram(self, layers)

    def draws(self, number: int, random: Random) -> list[tuple[int, ...]] | None:
        """Return `number` draws, each as a letter mask for each cell; None if there is no solution.

        The probability of a draw is its share of the solutions.  It is made backwards: from a state that has been drawn
        one goes back to the last cell whose states have been kept, and draws one of the states there and a way from it.

        Raises:
            TooManyStates: If the states before some cell are too many.
            TimeUp: If the time is up.
        """
        kept = self._kept_layers()
        last = len(self.steps)
        if not kept.pop(last):
            return None
        drawn: list[tuple[int, ...]] = [()] * number
        draws_by_state = {0: list(range(number))}
        for first, ways in reversed(kept.items()):
            following: dict[int, list[int]] = {}
            for state, draws in draws_by_state.items():
                onward = self._ways_to(state, first, last)
                begins = [begin for begin in onward[0] if begin in ways]
                weights = [onward[0][begin] * ways[begin] for begin in begins]
                for draw in draws:
                    begin = begins[_index_drawn(weights, random)]
                    drawn[draw] = (*self._way(begin, first, onward, random), *drawn[draw])
                    following.setdefault(begin, []).append(draw)
            draws_by_state, last = following, first
        return drawn

    def _layers(self, most: int) -> Iterator[Ways]:
        """Yield the ways that lead to each state after each cell.  Raises TooManyStates, TimeUp."""
        ways = self.start
        for number, step in enumerate(self.steps):
            self._budget.note(f"counting, {len(ways):,} states before the next cell, cells", number, len(self.steps))
            ways = self._after(step, ways, most)
            yield ways

    def _kept_layers(self) -> dict[int, Ways]:
        """Return the ways after 0, 1, 2, ... cells, or 0, 2, 4, ..., or 0, 4, 8, ... if these fit; and at the end."""
        kept, gap = {0: self.start}, 1
        ways = self.start
        for place, ways in enumerate(self._layers(self._budget.tuning.sweep_states), 1):
            if not place % gap:
                kept[place] = ways
            while sum(map(len, kept.values())) > self._budget.tuning.sweep_states:
                gap *= 2
                kept = {each: layer for each, layer in kept.items() if not each % gap}
        return kept | {len(self.steps): ways}

    def _ways_to(self, state: int, first: int, last: int) -> list[Ways]:
        """Return before each cell from `first` to `last`, and after it, the ways that lead to `state` at the end."""
        layers = [{state: 1}]
        for place in range(last - 1, first - 1, -1):
            layers.append(self._after(self._backwards(place), layers[-1], self._budget.tuning.sweep_states))
        return layers[::-1]

    def _way(self, state: int, first: int, onward: Sequence[Ways], random: Random) -> Iterator[int]:
        """Yield the letters of a way from `state` before the cell `first` to the end of `onward`, drawn at random."""
        for step, after in zip(self.steps[first:], onward[1:], strict=False):
            moves = step[state & step.fields]
            weights = [after.get(state ^ change, 0) * weight for change, weight, _ in moves]
            change, _, letter = moves[_index_drawn(weights, random)]
            state ^= change
            yield letter

    def _backwards(self, place: int) -> Step:
        step = self._steps_backwards.get(place)
        if step is None:
            step = self._steps_backwards[place] = self.steps[place].backwards()
        return step

    def _after(self, step: Step, ways: Ways, most: int) -> Ways:
        """Return the ways that lead to each state after `step`."""
        fields = step.fields
        following: Ways = {}
        known = following.get
        waiting = iter(ways.items())
        while chunk := tuple(islice(waiting, CHUNK)):
            self._allowance.take(step.work(len(chunk)))
            for state, number in chunk:
                for change, weight, _ in step[state & fields]:
                    reached = state ^ change
                    following[reached] = known(reached, 0) + number * weight
            if len(following) > most or not self._budget.has_memory(STATE_BYTES * len(following)):
                raise TooManyStates
            self._budget.check("counting")
        return following


def _index_drawn(weights: Sequence[int], random: Random) -> int:
    """Return an index, drawn with the probability of its share of the `weights`."""
    place = random.randrange(sum(weights))
    for index, weight in enumerate(weights):
        if place < weight:
            return index
        place -= weight
    raise AssertionError


class Diagram:
    """All states of a sweep, and the ways that lead to them.

    Attributes:
        total: The number of solutions.
    """

    __slots__ = ("_layers", "_onward", "_steps", "cells", "total")

    def __init__(self, sweep: Sweep, layers: Sequence[Ways]) -> None:
        self.cells: Final = sweep.cells
        self.total: Final = layers[-1].get(0, 0)
        self._steps: Final = sweep.steps
        self._layers: Final = layers
        self._onward: Final = self._ways_onward()

    def _ways_onward(self) -> list[Ways]:
        """Return for each layer the ways from its states to the end; states that do not lead there are left out."""
        onward: list[Ways] = [{0: 1}] if self.total else [{}]
        for step, layer in zip(reversed(self._steps), reversed(self._layers[:-1]), strict=True):
            after = onward[-1]
            here = {}
            for state in layer:
                number = sum([after.get(state ^ change, 0) * weight for change, weight, _ in step[state & step.fields]])
                if number:
                    here[state] = number
            onward.append(here)
        return onward[::-1]

    def letters(self) -> list[dict[int, int]]:
        """Return for each cell how many of the solutions have a letter of each mask there."""
        counts: list[dict[int, int]] = []
        for step, layer, after in zip(self._steps, self._layers, self._onward[1:], strict=False):
            here: dict[int, int] = {}
            for state, number in layer.items():
                for change, weight, letter in step[state & step.fields]:
                    onward = after.get(state ^ change)
                    if onward:
                        here[letter] = here.get(letter, 0) + number * weight * onward
            counts.append(here)
        return counts

    def cubes(self) -> Iterator[tuple[int, ...]]:
        """Yield the solutions as disjoint cubes, each as a letter mask for each cell.

        Letters that lead to the same state are in one cube.
        """
        if not self.total:
            return
        size = len(self._steps)
        known: list[dict[int, tuple[tuple[int, int], ...]]] = [{} for _ in range(size)]
        masks = [0] * size
        pending = [iter([(0, 0)])]
        while pending:
            move = next(pending[-1], None)
            if move is None:
                pending.pop()
                continue
            place = len(pending) - 1
            if place:
                masks[place - 1] = move[0]
            if place == size:
                yield tuple(masks)
                continue
            state = move[1]
            moves = known[place].get(state)
            if moves is None:
                moves = known[place][state] = self._joined(place, state)
            pending.append(iter(moves))

    def _joined(self, place: int, state: int) -> tuple[tuple[int, int], ...]:
        """Return the letters that lead from `state` to the same state, and that state, for each that has an end."""
        step, onward = self._steps[place], self._onward[place + 1]
        letters_to: dict[int, int] = {}
        for change, _, letter in step[state & step.fields]:
            reached = state ^ change
            if reached in onward:
                letters_to[reached] = letters_to.get(reached, 0) | letter
        return tuple([(letters, reached) for reached, letters in letters_to.items()])


def _lines_by_cell(
    component: Component,
    order: Sequence[int],
    blocks: Sequence[Sequence[int]],
    budget: Budget,
    allowance: Allowance,
) -> list[list[_Line]] | None:
    """Return for each cell of `order` the lines through it; None if one of them accepts nothing.

    Raises:
        TooManyStates: If a line has more states than the tuning allows, or all take more work than `allowance` has.
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
            letters = [blocks[order[place]] for place in places]
            rests = rests_of(reader, letters, budget.tuning.line_states, allowance)
            if rests is None:
                return None
            rests_by_places.append((places, rests))
    fields = _fields([(places[0], places[-1], max(map(len, rests))) for places, rests in rests_by_places])
    for (places, rests), (offset, width) in zip(rests_by_places, fields, strict=True):
        for place, moves in zip(places, rests, strict=True):
            by_state = {
                state: {letter: (after,) for letter, after in following.items()}
                for state, following in enumerate(moves)
            }
            lines_by_step[place].append(_Line(offset, (1 << width) - 1, by_state))
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


def sweep_order(component: Component) -> tuple[int, ...]:
    """Return the cells of `component` in an order in which little is half decided at any time.

    Three orders are compared: the puzzle's order, mostly row by row; line by line from the last line back, mostly
    column by column; and always the line with the fewest cells left.  A line whose cells are read in part may have as
    many states as there are beginnings, but also no more than ends.
    """
    bits = {cell: log2(component.residual.masks[cell].bit_count()) for cell in component.cells}
    scopes = [bits.keys() & constraint.cells for constraint in component.residual.constraints]
    backwards: dict[int, None] = {}
    for scope in reversed(scopes):
        backwards.update(dict.fromkeys(sorted(scope)))
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

    return min(component.cells, tuple(backwards), tuple(nearest), key=width)
