"""The layers of a regular clue: its positions, its table over letter classes, and the passes along a line.

In: a regular core regex, the length of its line, and a letter mask for each index.  Out: for each index the positions
that are on some way from the first letter to the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from satcross.base.bits import members, single_bits
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.regex.core import Alt, Core, Letters, Repeat, Seq
from satcross.regex.letters import LetterSet
from satcross.regex.letters.classes import Classes


class Positions(NamedTuple):
    """The positions of a regular clue.

    Attributes:
        letters: Letter set of each position.
        first: The positions that can begin a match.
        last: The positions that can end a match.
        follow: For each position, the positions that can come next.
        precede: For each position, the positions that can come before.
        is_nullable: Whether the empty string matches.
    """

    letters: tuple[LetterSet, ...]
    first: int
    last: int
    follow: tuple[int, ...]
    precede: tuple[int, ...]
    is_nullable: bool


BETWEEN_CHECKS: Final = 1_024
"""Positions that are made between two checks of the limits, in a few milliseconds."""

_Part: TypeAlias = tuple[int, int, bool]
"""What a part of the regex contributes: its first and last positions, and whether it can be skipped."""

_NOTHING: Final[_Part] = (0, 0, True)
_NEVER: Final[_Part] = (0, 0, False)


def positions(root: Core, n: int, budget: Budget = UNLIMITED) -> Positions:
    """Return the positions of `root`, which is regular, for strings of `n` letters.

    In: a regular core node and the length of the line.  Out: the *positions*, which are numbered leaves with a letter
    set each, and which of them can come first, last, and after each other.  A string of n letters matches iff there are
    positions p(1)..p(n), each holding its letter, with p(1) in first, p(n) in last, and p(i+1) in follow(p(i)).

    Counted loops are copied out, but never further than the line is long, so `(a{1000}){1000}` costs no more than the
    line is long.

    Sets of positions are bit sets (`satcross.base.bits`).

    References: V. M. Glushkov, The abstract theory of automata (1961); A. Brüggemann-Klein, Regular expressions into
    finite automata (1993).

    Raises:
        LimitError: When the positions, counted once for each index of the line, exceed the budget's nodes.
        TimeUp: If the time is up.
    """
    builder = _Builder(n, budget)
    first, last, is_nullable = builder.build(root, n)
    budget.check_nodes(len(builder.letters) * n, "the clue")
    letters, follow, precede = tuple(builder.letters), tuple(builder.follow), tuple(builder.precede)
    return Positions(letters, first, last, follow, precede, is_nullable)


class _Builder:
    __slots__ = ("budget", "follow", "letters", "n", "precede")

    def __init__(self, n: int, budget: Budget) -> None:
        self.n = n
        self.budget = budget
        self.letters: list[LetterSet] = []
        self.follow: list[int] = []
        self.precede: list[int] = []

    def build(self, node: Core, room: int) -> _Part:
        """Return the part for `node` when at most `room` letters are left for it.

        A node that needs more room matches nothing.  That can happen only to the root and to the branches of a choice:
        every other part below gets the room that it needs.
        """
        if node.least > room:
            return _NEVER
        if type(node) is Seq:
            return self._sequence(node, room)
        if type(node) is Repeat:
            return self._repeat(node, room)
        if type(node) is Letters:
            return self._append(_NOTHING, node.letters)
        assert type(node) is Alt
        return self._choice([self.build(branch, room) for branch in node.branches])

    def _append(self, part: _Part, letters: LetterSet) -> _Part:
        """Return `part` with a position after it."""
        number = len(self.letters)
        if number and number % BETWEEN_CHECKS == 0:
            self.budget.check_nodes((number + 1) * self.n, "the clue")
            self.budget.check("the clue")
        first, last, is_nullable = part
        position = 1 << number
        self.letters.append(letters)
        self.follow.append(0)
        self.precede.append(last)
        follow = self.follow
        for before in members(last):
            follow[before] |= position
        return first | position if is_nullable else first, position, False

    def _sequence(self, node: Seq, room: int) -> _Part:
        part = _NOTHING
        spare = room - node.least
        for item in node.items:
            if type(item) is Letters:
                part = self._append(part, item.letters)
            else:
                part = self._join(part, self.build(item, item.least + spare))
        return part

    def _join(self, left: _Part, right: _Part) -> _Part:
        if left is _NOTHING:
            return right
        first, last, is_nullable = left
        first_right, last_right, is_right_nullable = right
        self._link(last, first_right)
        return (
            first | first_right if is_nullable else first,
            last | last_right if is_right_nullable else last_right,
            is_nullable and is_right_nullable,
        )

    def _link(self, last: int, first: int) -> None:
        """Let the positions `first` come after each of the positions `last`."""
        follow, precede = self.follow, self.precede
        for before in members(last):
            follow[before] |= first
        for after in members(first):
            precede[after] |= last

    def _choice(self, parts: list[_Part]) -> _Part:
        first = last = 0
        is_nullable = False
        for first_here, last_here, is_nullable_here in parts:
            first |= first_here
            last |= last_here
            is_nullable |= is_nullable_here
        return first, last, is_nullable

    def _repeat(self, node: Repeat, room: int) -> _Part:
        item = node.item
        low = node.low if item.least else 0  # rounds may be empty: any number of them will do
        rounds = room // max(1, item.least)
        high = None if node.high is not None and node.high > rounds else node.high
        if rounds == 0:
            return _NOTHING
        if high is None and low <= 1:
            return self._loop(item, room, low == 0)
        part = _NOTHING
        spare = room - low * item.least
        for _ in range(low - 1 if high is None else low):
            part = self._join(part, self.build(item, item.least + spare))
        if high is None:
            return self._join(part, self._loop(item, item.least + spare, False))
        return self._join(part, self._optional(item, spare, high - low))

    def _loop(self, item: Core, room: int, is_optional: bool) -> _Part:
        """Return the part for `item` one or more times, or any number of times if it `is_optional`."""
        part = self.build(item, room)
        first, last, _ = part
        self._link(last, first)
        return (first, last, True) if is_optional else part

    def _optional(self, item: Core, room: int, rounds: int) -> _Part:
        """Return the part for `item` at most `rounds` times, as item(item(item)?)?."""
        copies = []
        for done in range(rounds):
            if (done + 1) * item.least > room:
                break
            if not done & 15:
                self.budget.check("the clue")
            copies.append(self.build(item, room - done * item.least))
        part = _NOTHING
        for copy in reversed(copies):
            first, last, _ = self._join(copy, part)
            part = (first, last, True)
        return part


Grouped: TypeAlias = list[tuple[int, int]]
"""(positions, value) pairs: the positions that share each distinct value."""


class Table:
    """The positions of a regular clue over letter classes.

    In: the positions of a clue (`solver.constraints.layers`) and letter classes.  Out: `Table`, which answers
    the questions of one step of a pass: which positions hold a letter of a domain, which can come next, and which can
    have come before.  Each answer is worked out once, so a table in use becomes the part of the determinised automaton
    that is needed: only the sets of positions that occur are ever built.

    Sets of positions and sets of letter classes are bit sets (`satcross.base.bits`).

    Each answer of a table is an item of a dictionary that fills itself: looking one up costs no call once it is known,
    and passes look up several for each letter.

    Attributes:
        masks: Letter mask of each position.
        first: The positions that can consume the first letter.
        last: The positions that can consume the last letter.
        is_nullable: Whether the empty string matches.
        follow: For each position, the positions that can come next.
        precede: For each position, the positions that can come before.
        by_letters: The positions that share each letter mask, and the mask.
        holding: For a domain, the positions that hold a letter of it.
        covering: For a domain, the positions that hold every letter of it.
        kinds: For a domain, the different sets of positions that hold one letter of it.
        after: For some positions, the positions that can come next after any of them.
        before: For some positions, the letters that they hold, and the positions that can come before any of them.
    """

    __slots__ = (
        "after",
        "before",
        "by_letters",
        "covering",
        "first",
        "follow",
        "holding",
        "is_nullable",
        "kinds",
        "last",
        "masks",
        "precede",
    )

    def __init__(self, positions: Positions, classes: Classes) -> None:
        self.masks: Final = classes.masks(positions.letters)
        self.first: Final = positions.first
        self.last: Final = positions.last
        self.is_nullable: Final = positions.is_nullable
        self.follow: Final = positions.follow
        self.precede: Final = positions.precede
        self.by_letters: Final = _by_value(self.masks)
        self.holding: Final = _Holding(self.by_letters)
        self.covering: Final = _Covering(self.by_letters)
        self.kinds: Final = _Kinds(self.holding)
        self.after: Final = _After(self.follow)
        self.before: Final = _Before(self.masks, self.precede)

    def by_follow(self) -> Grouped:
        """Return the positions that share what can come next, and that."""
        return _by_value(self.follow)


class _Holding(dict[int, int]):
    __slots__ = ("_by_letters",)

    def __init__(self, by_letters: Grouped) -> None:
        self._by_letters: Final = by_letters

    def __missing__(self, domain: int) -> int:
        held = 0
        for group, mask in self._by_letters:
            if mask & domain:
                held |= group
        self[domain] = held
        return held


class _Covering(dict[int, int]):
    __slots__ = ("_by_letters",)

    def __init__(self, by_letters: Grouped) -> None:
        self._by_letters: Final = by_letters

    def __missing__(self, domain: int) -> int:
        covered = 0
        for group, mask in self._by_letters:
            if not domain & ~mask:
                covered |= group
        self[domain] = covered
        return covered


class _Kinds(dict[int, tuple[int, ...]]):
    __slots__ = ("_holding",)

    def __init__(self, holding: _Holding) -> None:
        self._holding: Final = holding

    def __missing__(self, domain: int) -> tuple[int, ...]:
        kinds = self[domain] = tuple({self._holding[bit]: None for bit in single_bits(domain)})
        return kinds


class _After(dict[int, int]):
    __slots__ = ("_follow",)

    def __init__(self, follow: Sequence[int]) -> None:
        self._follow: Final = follow

    def __missing__(self, active: int) -> int:
        following = 0
        for position in members(active):
            following |= self._follow[position]
        self[active] = following
        return following


class _Before(dict[int, tuple[int, int]]):
    __slots__ = ("_masks", "_precede")

    def __init__(self, masks: Sequence[int], precede: Sequence[int]) -> None:
        self._masks: Final = masks
        self._precede: Final = precede

    def __missing__(self, active: int) -> tuple[int, int]:
        letters = preceding = 0
        for position in members(active):
            letters |= self._masks[position]
            preceding |= self._precede[position]
        before = self[active] = (letters, preceding)
        return before


def _by_value(values: Sequence[int]) -> Grouped:
    """Return (positions, value) pairs: the positions that share each distinct value."""
    groups: dict[int, int] = {}
    for position, value in enumerate(values):
        groups[value] = groups.get(value, 0) | 1 << position
    return [(group, value) for value, group in groups.items()]


Pass: TypeAlias = tuple[list[int], list[tuple[int, int]]]
"""The positions of each layer, and (index, letters) pairs: the letters that are left wherever some are ruled out."""


def forward_and_backward(table: Table, domains: Sequence[int]) -> Pass | None:
    """Return the layers of `domains`, and the rest wherever letters are ruled out; None if nothing matches.

    A regular clue on a line of n letters is a layered graph with one layer for each index.  A layer is the set of the
    positions that are on some way through all layers, given the domains.  A *forward and backward pass* computes the
    layers from nothing; an *incremental pass* updates them after some domains have shrunk, and touches only what
    changes.

    Reference: G. Pesant, A regular language membership constraint for finite sequences of variables, CP 2004.
    """
    if not domains:
        return ([], []) if table.is_nullable else None
    holding, after = table.holding, table.after
    layers = []
    here = 0
    for domain in domains:
        here = (after[here] if here else table.first) & holding[domain]
        if not here:
            return None
        layers.append(here)
    return _backward(table, domains, layers, len(layers), table.last)


def incremental(table: Table, domains: Sequence[int], layers: Sequence[int], narrowed: Sequence[int]) -> Pass | None:
    """Return what `forward_and_backward` returns, computed from the layers of larger domains.

    Args:
        layers: The layers of the last pass, over larger domains.
        narrowed: The indices, at least one, where some position of `layers` has lost all its letters; other domains may
            have shrunk too.

    Layers change only around these indices, as far as one change leads to the next.
    """
    updated = list(layers)
    low, high = min(narrowed), max(narrowed)
    here = layers[low] & table.holding[domains[low]]
    i = low
    while True:
        if not here:
            return None
        if here == layers[i] and i >= high:
            break
        updated[i] = here
        i += 1
        if i == len(updated):
            break
        here = layers[i] & table.after[here]
        if i <= high:
            here &= table.holding[domains[i]]
    return _backward(table, domains, updated, i, -1, low)


def _backward(
    table: Table, domains: Sequence[int], layers: list[int], end: int, preceding: int, low: int = 0
) -> Pass | None:
    """Remove from `layers`, in place, what no way from there to the end reaches; return what the whole pass returns.

    Args:
        end: The layers from this index on are known to be right.
        preceding: The positions that may be just before it.
        low: Below this index the pass ends at the first layer that loses nothing.
    """
    before = table.before
    kept = []
    for i in range(end - 1, -1, -1):
        here = layers[i] & preceding
        if not here:
            return None
        if i < low and here == layers[i]:
            break
        layers[i] = here
        held, preceding = before[here]
        domain = domains[i]
        letters = domain & held
        if letters != domain:
            kept.append((i, letters))
    kept.reverse()
    return layers, kept
