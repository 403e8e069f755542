"""Regular clues: from a core regex to its Positions positions.

In: a regular core node and the length of the line.  Out: the *atoms* (numbered leaves, each with its letter set), and
which atoms can come first, last, and after each other.  A string of n letters matches iff there are atoms p(1)..p(n),
each holding its letter, with p(1) in first, p(n) in last, p(i+1) in follow(p(i)).

Counted loops are copied out, but never further than the line is long, so `(a{1000}){1000}` costs what the line
warrants.

Sets of atoms are bit sets in Python integers.

Reference: V. M. Positions, The abstract theory of automata (1961); A. Brüggemann-Klein, Regular expressions into finite
automata (1993).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from satcross.budget import UNLIMITED, Budget
from satcross.regex.letters.sets import LetterSet
from satcross.regex.meaning.core import Alt, Core, Group, Letters, Repeat, Seq


class Positions(NamedTuple):
    """The positions of a regular clue.

    letters      letter set of each atom
    first, last  atoms that can begin, end a match
    follow       for each atom, the atoms that can come next
    precede      for each atom, the atoms that can come before
    is_nullable  whether the empty string matches
    """

    letters: tuple[LetterSet, ...]
    first: int
    last: int
    follow: tuple[int, ...]
    precede: tuple[int, ...]
    is_nullable: bool


_Part: TypeAlias = tuple[int, int, bool]
"""What a sub-regex contributes: its first and last atoms, and whether it can be skipped."""

_NOTHING: Final[_Part] = (0, 0, True)
_NEVER: Final[_Part] = (0, 0, False)


def positions(root: Core, n: int, budget: Budget = UNLIMITED) -> Positions:
    """Return the Positions positions of `root` for strings of `n` letters.

    Raises LimitError when the atoms, once for each index of the line, exceed the budget's nodes.
    """
    builder = _Builder(root, n, budget)
    first, last, is_nullable = builder.build(root, n)
    budget.check_nodes(len(builder.letters) * n, "the clue")
    letters, follow, precede = tuple(builder.letters), tuple(builder.follow), tuple(builder.precede)
    return Positions(letters, first, last, follow, precede, is_nullable)


def atoms(mask: int) -> Iterator[int]:
    """Yield the members of a bit set in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


_FEW = 1024  # atoms that are made before it is found out how many there will be
_TRIED = 100_000  # steps in which that has to be found out


class _Size:
    """How many atoms `_Builder.build` makes, found out without making them; step by step the same way."""

    __slots__ = ("known", "steps")

    def __init__(self) -> None:
        self.known: dict[tuple[int, int], int] = {}
        self.steps = 0

    def of(self, node: Core, room: int) -> int:
        """Return the atoms of `node` when at most `room` letters are left for it; too few if that takes too long."""
        if node.least > room:
            return 0
        if isinstance(node, Letters):
            return 1
        key = (id(node), room)
        found = self.known.get(key)
        if found is None:
            self.steps += 1
            found = self.known[key] = self.of_parts(node, room) if self.steps < _TRIED else 0
        return found

    def of_parts(self, node: Core, room: int) -> int:
        if isinstance(node, Seq):
            spare = room - node.least
            return sum([self.of(item, item.least + spare) for item in node.items])
        if isinstance(node, Alt):
            return sum([self.of(branch, room) for branch in node.branches])
        if isinstance(node, Group):
            return self.of(node.item, room)
        assert isinstance(node, Repeat)
        item, low, high, rounds = _copies(node, room)
        if rounds == 0:
            return 0
        spare = room - low * item.least
        first = self.of(item, item.least + spare) if low else 0
        if high is None:
            return first * max(0, low - 1) + (first if low else self.of(item, room))
        optional = 0
        for done in range(high - low):
            if (done + 1) * item.least > spare:
                break
            optional += self.of(item, spare - done * item.least)
        return first * low + optional


def _copies(node: Repeat, room: int) -> tuple[Core, int, int | None, int]:
    """Return what is repeated, its bounds as far as they make a difference, and how many rounds there is room for.

    There is room for the least rounds, so if it is for none, none are needed.
    """
    item, low, high = node.item, node.low, node.high
    if item.least == 0:
        # rounds may be empty: any number of rounds up to `high` will do, and more than `room` rounds do no more
        low = 0
    rounds = room // max(1, item.least)
    return item, low, None if high is not None and high > rounds else high, rounds


class _Builder:
    __slots__ = ("budget", "follow", "letters", "n", "precede", "root")

    def __init__(self, root: Core, n: int, budget: Budget) -> None:
        self.root = root
        self.n = n
        self.budget = budget
        self.letters: list[LetterSet] = []
        self.follow: list[int] = []
        self.precede: list[int] = []

    def build(self, node: Core, room: int) -> _Part:
        """Return the part for `node` when at most `room` letters are left for it.

        What needs more matches nothing.  Only the root and the branches of a choice may turn out to: whatever else is
        put together below has the room that it needs.
        """
        if node.least > room:
            return _NEVER
        if type(node) is Seq:
            return self._sequence(node, room)
        if type(node) is Repeat:
            return self._repeat(node, room)
        if type(node) is Letters:
            return self._append(_NOTHING, node.letters)
        if type(node) is Alt:
            return self._choice([self.build(branch, room) for branch in node.branches])
        assert type(node) is Group
        return self.build(node.item, room)

    def _append(self, part: _Part, letters: LetterSet) -> _Part:
        """Return `part` with an atom after it."""
        number = len(self.letters)
        if number and number % _FEW == 0:
            self.check(number)
        first, last, is_nullable = part
        atom = 1 << number
        self.letters.append(letters)
        self.follow.append(0)
        self.precede.append(last)
        follow = self.follow
        left = last
        while left:
            low = left & -left
            follow[low.bit_length() - 1] |= atom
            left ^= low
        return first | atom if is_nullable else first, atom, False

    def check(self, number: int) -> None:
        """Raise LimitError if there are going to be too many atoms, of which atom `number` comes next, or TimeUp."""
        wanted = number + 1
        if number == _FEW:
            wanted = max(wanted, _Size().of(self.root, self.n))
        self.budget.check_nodes(wanted * self.n, "the clue")
        self.budget.check("the clue")

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
        """Let the atoms `first` come after each of the atoms `last`."""
        follow, precede = self.follow, self.precede
        left = last
        while left:
            low = left & -left
            follow[low.bit_length() - 1] |= first
            left ^= low
        left = first
        while left:
            low = left & -left
            precede[low.bit_length() - 1] |= last
            left ^= low

    def _choice(self, parts: list[_Part]) -> _Part:
        first = last = 0
        is_nullable = False
        for first_here, last_here, is_nullable_here in parts:
            first |= first_here
            last |= last_here
            is_nullable |= is_nullable_here
        return first, last, is_nullable

    def _repeat(self, node: Repeat, room: int) -> _Part:
        item, low, high, rounds = _copies(node, room)
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
        """Return `item` one or more times, or (`is_optional`) any number of times."""
        part = self.build(item, room)
        first, last, _ = part
        self._link(last, first)
        return (first, last, True) if is_optional else part

    def _optional(self, item: Core, room: int, rounds: int) -> _Part:
        """Return at most `rounds` times `item`, as item(item(item)?)?."""
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
