"""Traps: places where steps of one clue come to an end, so that the last letters take several clues at once.

In: a board and its pool.  Out: a `Trap`: lines that cross each other in a ring, where each crossing holds a letter that
is right or one that is wrong, and where no clue alone can tell.  All but one clue of the ring say that both of its
letters are right or both are wrong, and the last that they are not both wrong.  So all are right, but no clue says so.

A trap is kept by a rule for candidates: no clue may rule anything out of the masks in which the crossings hold both
letters and all other cells are settled.  By monotonicity no chain of steps of one clue then leads further.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Final, NamedTuple

from satcross.generator.board import Board, Ring
from satcross.generator.families import literal, one_of
from satcross.puzzle.model import Kind

NEAR: Final = 4
"""Crossings on one line are at most this many cells apart, so that a clue that names both is short."""


def ring_length(kind: Kind) -> int:
    """Return how many lines the shortest ring has in a shape of this kind."""
    return 3 if kind == "hexagon" else 4


RINGS: Final = 60
"""Rings that are drawn before one is chosen."""


class Trap(NamedTuple):
    """A ring, and the letters among which no clue alone can tell.

    Attributes:
        wrong: The wrong letter of each crossing.
    """

    ring: Ring
    wrong: tuple[str, ...]

    def holds(self, board: Board, slot: int, pattern: str) -> bool:
        """Return whether the clue leads nobody out of the trap: it rules out neither letter of any crossing.

        The reference matcher is asked, because a clue with references or look-arounds may rule out less than it could.
        """
        cells = board.slots[slot].cells
        crossings = [cell for cell in dict.fromkeys(cells) if cell in self.ring.cells]
        wrong = dict(zip(self.ring.cells, self.wrong, strict=True))
        accepted: set[tuple[int, bool]] = set()
        for states in product((False, True), repeat=len(crossings)):
            letters = {cell: wrong[cell] for cell, is_wrong in zip(crossings, states, strict=True) if is_wrong}
            if board.matches(pattern, "".join([letters.get(cell, board.letters[cell]) for cell in cells])):
                accepted.update(zip(crossings, states, strict=True))
        return len(accepted) == 2 * len(crossings)

    def texts(self, board: Board) -> Iterator[tuple[int, dict[str, str]]]:
        """Yield each slot of the ring with clues that could be its own, and the family of each."""
        slots, cells = self.ring
        for number, slot in enumerate(slots):
            pair = cells[number - 1], cells[number]
            wrong = {pair[0]: self.wrong[number - 1], pair[1]: self.wrong[number]}
            is_last = number == len(slots) - 1
            clues = _not_both if is_last else _both_or_none
            yield slot, dict(clues(board, slot, pair, wrong))


def draw_trap(board: Board, slots: Sequence[int], length: int, random: Random) -> Trap | None:
    """Return a trap of so many of `slots`, at random; None if none was found."""
    rings = [ring for _ in range(RINGS) if slots and (ring := _ring(board, slots, length, random))]
    if not rings or len(board.inner) < 2:
        return None
    ring = min(rings, key=lambda each: _width(board, each))
    wrong = []
    for cell in ring.cells:
        right = board.letters[cell]
        near = sorted({board.letters[other] for other in ring.cells} - {right})
        wrong.append(random.choice(near or [letter for letter in board.inner if letter != right]))
    return Trap(ring, tuple(wrong))


def _ring(board: Board, slots: Sequence[int], length: int, random: Random) -> Ring | None:
    """Walk from a random slot to slots that cross it, and return the ring if the last crosses the first."""
    chosen = [random.choice(slots)]
    cells: list[int] = []
    for number in range(length):
        here = board.slots[chosen[-1]].cells
        is_last = number == length - 1
        ways = [
            (cell, slot)
            for cell in here
            if cell not in cells and (not cells or abs(here.index(cell) - here.index(cells[-1])) <= NEAR)
            for slot in (chosen[:1] if is_last else slots)
            if cell in board.slots[slot].cells and (is_last or _is_new_line(board, slot, chosen))
        ]
        if not ways:
            return None
        cell, slot = random.choice(ways)
        cells.append(cell)
        if not is_last:
            chosen.append(slot)
    first = board.slots[chosen[0]].cells
    is_near = abs(first.index(cells[0]) - first.index(cells[-1])) <= NEAR
    is_simple = all(sum(cell in board.slots[slot].cells for cell in cells) == 2 for slot in chosen)
    return Ring(tuple(chosen), tuple(cells)) if is_near and is_simple else None


def _is_new_line(board: Board, slot: int, chosen: Sequence[int]) -> bool:
    return all(board.slots[slot].line != board.slots[other].line for other in chosen)


def _width(board: Board, ring: Ring) -> int:
    """Return how far apart the crossings are, all lines together."""
    total = 0
    for number, slot in enumerate(ring.slots):
        cells = board.slots[slot].cells
        total += abs(cells.index(ring.cells[number - 1]) - cells.index(ring.cells[number]))
    return total


def _both_or_none(board: Board, slot: int, pair: tuple[int, int], wrong: dict[int, str]) -> Iterator[tuple[str, str]]:
    """Yield clues that say: both letters of `pair` are right, or both are wrong."""
    first, second, gap, frames = _around(board, slot, pair)
    right = board.letters[first], board.letters[second]
    other = wrong[first], wrong[second]
    for between in gap:
        one, two = (literal(a) + between + literal(b) for a, b in (right, other))
        for before, after in frames:
            yield f"{before}({one}|{two}){after}", "alternatives"
            yield f"{before}({two}|{one}){after}", "alternatives"
            if right[0] == right[1] and other[0] == other[1]:
                yield f"{before}(.){between}\\1{after}", "echoes"
                yield f"{before}({one_of([right[0], other[0]])}){between}\\1{after}", "echoes"


def _not_both(board: Board, slot: int, pair: tuple[int, int], wrong: dict[int, str]) -> Iterator[tuple[str, str]]:
    """Yield clues that say: at least one letter of `pair` is right."""
    first, second, gap, frames = _around(board, slot, pair)
    right = literal(board.letters[first]), literal(board.letters[second])
    for between in gap:
        for before, after in frames:
            yield f"{before}({right[0]}{between}.|.{between}{right[1]}){after}", "alternatives"
            yield f"{before}(.{between}{right[1]}|{right[0]}{between}.){after}", "alternatives"
        both = literal(wrong[first]) + between + literal(wrong[second])
        yield f"(?!.*{both}).*", "bans"


def _around(board: Board, slot: int, pair: tuple[int, int]) -> tuple[int, int, list[str], list[tuple[str, str]]]:
    """Return `pair` in reading order, clues for what is between, and for what is before and after."""
    cells, text = board.slots[slot].cells, board.text(slot)
    one, two = sorted(map(cells.index, pair))
    inner = text[one + 1 : two]
    between = ["." * len(inner), literal(inner)] if inner else [""]
    return cells[one], cells[two], between, [(a, b) for a in _ways(text[:one]) for b in _ways(text[two + 1 :])]


def _ways(part: str) -> list[str]:
    """Return clues that `part` of a line matches, which say little or nothing about it."""
    if not part:
        return [""]
    ways = [".*", one_of(sorted(set(part))) + "*"] if len(set(part)) <= 4 else [".*"]
    ways.append("." * len(part))
    if len(part) > 2:
        ways += [f"{literal(part[0])}.*", f".*{literal(part[-1])}"]
    return ways
