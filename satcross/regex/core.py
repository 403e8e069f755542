"""The core regex: what a clue means, whatever its dialect, in nine kinds of node.

The nodes spell out everything in which the dialects differ, so the unroller and the reference matcher need no dialect.
The empty string is `Seq(())`, failure is `Alt(())`.  A group that nothing refers to leaves no node.  Anchors and word
boundaries are look-arounds over single letters.

Build nodes with the functions at the end (`seq`, `alt`, `repeat`, ...).  They normalise: `repeat(x, 1, 1)` is `x`.
Nodes are immutable and compare by identity.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from satcross.regex.letters.sets import LetterSet

NEVER: Final = 1 << 40
"""The shortest match of what cannot match: longer than any line."""


class Core:
    """A node.

    Attributes:
        least: The least length of a match, in letters.  It is at least `NEVER` if nothing can match.  In a regular node
            it is 0 only if the empty string matches.
        most: The greatest length of a match, in letters; None: there is no bound.
        writes: Bit set of the group numbers that a match may set (bit g is group g).
        reads: Bit set of the group numbers that a match may look at.
        is_regular: Whether there are only letters, sequences, alternatives and loops: its language is its whole
            meaning.
        is_ordered: Whether it holds an `Atomic`, or a look-around that captures: the order of ways to match can be
            seen.
    """

    __slots__ = ("is_ordered", "is_regular", "least", "most", "reads", "writes")

    least: int
    most: int | None
    writes: int
    reads: int
    is_regular: bool
    is_ordered: bool

    def _derive(self, parts: Sequence[Core], least: int, most: int | None, is_regular: bool = False) -> None:
        """Set all attributes from those of `parts`; `is_regular` says that the node and all its parts are regular."""
        self.least = least
        self.most = most
        self.writes = self.reads = 0
        self.is_regular = is_regular
        self.is_ordered = False
        if not is_regular:
            for part in parts:
                self.writes |= part.writes
                self.reads |= part.reads
                self.is_ordered |= part.is_ordered


class Letters(Core):
    """One letter of `letters`.  Matches any letter of the alphabet if `letters` holds them all."""

    __slots__ = ("letters",)

    def __init__(self, letters: LetterSet) -> None:
        self.letters: Final = letters
        self.least = 1 if letters else NEVER
        self.most = 1
        self.writes = self.reads = 0
        self.is_regular = True
        self.is_ordered = False


class Seq(Core):
    """All `items`, one after the other; where matching runs from right to left, from the last to the first."""

    __slots__ = ("items",)

    def __init__(self, items: tuple[Core, ...]) -> None:
        self.items: Final = items
        least = 0
        most: int | None = 0
        is_regular = True
        for item in items:
            least += item.least
            most = None if most is None or item.most is None else most + item.most
            if not item.is_regular:
                is_regular = False
        self._derive(items, least, most, is_regular)


class Alt(Core):
    """One of `branches`, tried in order."""

    __slots__ = ("branches",)

    def __init__(self, branches: tuple[Core, ...]) -> None:
        self.branches: Final = branches
        least = NEVER
        most: int | None = 0
        is_regular = True
        for each in branches:
            if each.least < least:
                least = each.least
            if most is not None and (each.most is None or each.most > most):
                most = each.most
            if not each.is_regular:
                is_regular = False
        self._derive(branches, least, most, is_regular)


class Repeat(Core):
    """`item`, at least `low` and at most `high` rounds (None: no bound), as many as possible if `is_greedy`.

    Args:
        resets: Bit set of the groups that each round forgets when it begins (JavaScript); 0 in Python.
        empty_round_fails: Whether an optional round (one beyond `low`) that consumes nothing fails (ECMAScript,
            RepeatMatcher step 2.b); else it counts, and no round follows it (CPython).
    """

    __slots__ = ("empty_round_fails", "high", "is_greedy", "item", "low", "resets")

    def __init__(
        self, item: Core, low: int, high: int | None, is_greedy: bool, resets: int, empty_round_fails: bool
    ) -> None:
        self.item: Final = item
        self.low: Final = low
        self.high: Final = high
        self.is_greedy: Final = is_greedy
        self.resets: Final = resets
        self.empty_round_fails: Final = empty_round_fails
        most = 0 if item.most == 0 or high == 0 else None if item.most is None or high is None else item.most * high
        self._derive((item,), item.least * low, most, item.is_regular)
        self.writes |= resets


class Group(Core):
    """`item`; group `number`, from 1, remembers where it matched."""

    __slots__ = ("item", "number")

    def __init__(self, number: int, item: Core) -> None:
        self.number: Final = number
        self.item: Final = item
        self._derive((item,), item.least, item.most)
        self.writes |= 1 << number


class Ref(Core):
    """The string that a group matched, letter by letter: of the groups `numbers`, at most one is set.

    Args:
        unset_matches: Whether it matches the empty string if none of them is set (JavaScript); else it fails.
        fold: The name of the relation "the same letter": "" is identity, else one of `letters.folding`.
    """

    __slots__ = ("fold", "numbers", "unset_matches")

    def __init__(self, numbers: tuple[int, ...], unset_matches: bool, fold: str = "") -> None:
        self.numbers: Final = numbers
        self.unset_matches: Final = unset_matches
        self.fold: Final = fold
        self._derive((), 0, None)
        for number in numbers:
            self.reads |= 1 << number


class Look(Core):
    """An assertion that `item` matches (or, if `is_negative`, does not match) at this index; nothing is consumed.

    Ahead: a match of `item` starts here.  Behind: a match ends here.  If `width` is a number, `item` is matched from
    left to right, from that many letters back (Python); else it is matched from right to left (JavaScript).
    Only the first match counts.  Its captures stay; those of a negative look-around never do.
    """

    __slots__ = ("is_behind", "is_negative", "item", "width")

    def __init__(self, item: Core, is_behind: bool, is_negative: bool, width: int | None) -> None:
        self.item: Final = item
        self.is_behind: Final = is_behind
        self.is_negative: Final = is_negative
        self.width: Final = width
        self._derive((item,), 0, 0)
        if is_negative:
            self.writes = 0
        self.is_ordered |= self.writes != 0


class Cond(Core):
    """`yes` if group `number` is set, else `no`."""

    __slots__ = ("no", "number", "yes")

    def __init__(self, number: int, yes: Core, no: Core) -> None:
        self.number: Final = number
        self.yes: Final = yes
        self.no: Final = no
        most = None if yes.most is None or no.most is None else max(yes.most, no.most)
        self._derive((yes, no), min(yes.least, no.least), most)
        self.reads |= 1 << number


class Atomic(Core):
    """`item`, of whose ways to match only the first one, in priority order, counts."""

    __slots__ = ("item",)

    def __init__(self, item: Core) -> None:
        self.item: Final = item
        self._derive((item,), item.least, item.most)
        self.is_ordered = True


Node: TypeAlias = Letters | Seq | Alt | Repeat | Group | Ref | Look | Cond | Atomic

EMPTY: Final = Seq(())
FAIL: Final = Alt(())


def seq(items: Iterable[Core]) -> Core:
    """Return `items` in sequence; nested sequences are flattened, and one item is itself."""
    flat: list[Core] = []
    for item in items:
        if type(item) is Seq:
            flat += item.items
        else:
            flat.append(item)
    return flat[0] if len(flat) == 1 else Seq(tuple(flat)) if flat else EMPTY


def alt(branches: Iterable[Core]) -> Core:
    """Return the ordered choice of `branches`; one branch is itself."""
    listed = tuple(branches)
    return listed[0] if len(listed) == 1 else Alt(listed)


def repeat(
    item: Core,
    low: int,
    high: int | None,
    *,
    is_greedy: bool = True,
    resets: int = 0,
    empty_round_fails: bool = False,
) -> Core:
    """Return `item` repeated; no rounds are `EMPTY`, and exactly one round of an item without resets is the item."""
    if high == 0 or (isinstance(item, Seq) and not item.items):
        return EMPTY
    if low == high == 1 and not resets:
        return item
    return Repeat(item, low, high, is_greedy, resets, empty_round_fails)


def atomic(item: Core) -> Core:
    """Return `item` with only its first way to match; an item that can match in one way only is returned as it is."""
    return item if isinstance(item, Letters | Atomic | Look) else Atomic(item)


def leaves_of(cores: Iterable[Core]) -> tuple[set[LetterSet], set[str]]:
    """Return the letter sets in `cores`, and the folds under which references compare letters."""
    leaves: set[Letters] = set()
    folds: set[str] = set()
    nodes = list(cores)
    for node in nodes:  # the list grows while it is walked through
        if type(node) is Letters:
            leaves.add(node)
        elif type(node) is Seq:
            nodes += node.items
        elif type(node) is Repeat:
            nodes.append(node.item)
        elif type(node) is Alt:
            nodes += node.branches
        elif type(node) is Ref:
            folds.add(node.fold)
        elif type(node) is Cond:
            nodes += (node.yes, node.no)
        else:
            assert isinstance(node, (Group, Look, Atomic))
            nodes.append(node.item)
    return {leaf.letters for leaf in leaves}, folds
