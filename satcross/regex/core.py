"""The core regex: what a clue means, whatever its dialect, in nine kinds of node.

The nodes spell out everything in which the dialects differ, so the unroller and the reference matcher need no dialect.
The empty string is `Seq(())`, failure is `Alt(())`.  A group that nothing refers to leaves no node.  Anchors and word
boundaries are lookarounds over single letters.

Build nodes with the functions at the end (`seq`, `alt`, `repeat`, ...).  They normalise: `repeat(x, 1, 1)` is `x`.
Nodes are immutable and compare by identity.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from satcross.regex.letters import LetterSet, contains

NEVER: Final = 1 << 40
"""The shortest match of what cannot match: longer than any line."""


class CoreNode:
    """What every node has; `Core` is the type of all kinds of nodes.

    Attributes:
        least: The least length of a match, in letters.  It is at least `NEVER` if nothing can match.  In a regular node
            it is 0 only if the empty string matches.
        most: The greatest length of a match, in letters; None: there is no bound.
        writes: Bit set of the group numbers that a match may set (bit g is group g).
        reads: Bit set of the group numbers that a match may look at.
        is_regular: Whether there are only letters, sequences, alternatives and loops: its language is its whole
            meaning.
        parts: The nodes directly below.
        is_ordered: Whether it holds an `Atomic`, or a lookaround that captures: the order of ways to match can be
            seen.
    """

    __slots__ = ("is_ordered", "is_regular", "least", "most", "parts", "reads", "writes")

    least: int
    most: int | None
    writes: int
    reads: int
    is_regular: bool
    is_ordered: bool
    parts: Sequence[Core]

    def _derive(self, parts: Sequence[Core], least: int, most: int | None, is_regular: bool = False) -> None:
        """Set all attributes from `parts`; `is_regular` says that the node and all its parts are regular."""
        self.parts = parts
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


class Letters(CoreNode):
    """One letter of `letters`.  Matches any letter of the alphabet if `letters` holds them all."""

    __slots__ = ("letters",)

    def __init__(self, letters: LetterSet) -> None:
        self.letters: Final = letters
        self.least = 1 if letters else NEVER
        self.most = 1
        self.writes = self.reads = 0
        self.is_regular = True
        self.is_ordered = False


class Seq(CoreNode):
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


class Alt(CoreNode):
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


class Repeat(CoreNode):
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


class Group(CoreNode):
    """`item`; group `number`, from 1, remembers where it matched."""

    __slots__ = ("item", "number")

    def __init__(self, number: int, item: Core) -> None:
        self.number: Final = number
        self.item: Final = item
        self._derive((item,), item.least, item.most)
        self.writes |= 1 << number


class Ref(CoreNode):
    """The string that a group matched, letter by letter: of the groups `numbers`, at most one is set.

    Args:
        unset_matches: Whether it matches the empty string if none of them is set (JavaScript); else it fails.
        fold: The name of the relation "the same letter": "" is identity, else one of `satcross.regex.letters`.
    """

    __slots__ = ("fold", "numbers", "unset_matches")

    def __init__(self, numbers: tuple[int, ...], unset_matches: bool, fold: str = "") -> None:
        self.numbers: Final = numbers
        self.unset_matches: Final = unset_matches
        self.fold: Final = fold
        self._derive((), 0, None)
        for number in numbers:
            self.reads |= 1 << number


class Look(CoreNode):
    """An assertion that `item` matches (or, if `is_negative`, does not match) at this index; nothing is consumed.

    Ahead: a match of `item` starts here.  Behind: a match ends here.  If `width` is a number, `item` is matched from
    left to right, from that many letters back (Python); else it is matched from right to left (JavaScript).
    Only the first match counts.  Its captures stay, except in a negative lookaround.
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


class Cond(CoreNode):
    """`yes` if group `number` is set, else `no`."""

    __slots__ = ("no", "number", "yes")

    def __init__(self, number: int, yes: Core, no: Core) -> None:
        self.number: Final = number
        self.yes: Final = yes
        self.no: Final = no
        most = None if yes.most is None or no.most is None else max(yes.most, no.most)
        self._derive((yes, no), min(yes.least, no.least), most)
        self.reads |= 1 << number


class Atomic(CoreNode):
    """`item`, of whose ways to match only the first one, in priority order, counts."""

    __slots__ = ("item",)

    def __init__(self, item: Core) -> None:
        self.item: Final = item
        self._derive((item,), item.least, item.most)
        self.is_ordered = True


Core: TypeAlias = Letters | Seq | Alt | Repeat | Group | Ref | Look | Cond | Atomic
"""All kinds of nodes; a match over them ends in `assert_never`."""

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


def rejecting(core: Core, alphabet: LetterSet) -> Core:
    """Return the regex that matches the strings over `alphabet` that `core` does not match as a whole."""
    end = Look(Letters(alphabet), is_behind=False, is_negative=True, width=None)
    rejected = Look(seq((core, end)), is_behind=False, is_negative=True, width=None)
    return seq((rejected, repeat(Letters(alphabet), 0, None)))


def leaves_of(cores: Iterable[Core]) -> tuple[set[LetterSet], set[str]]:
    """Return the letter sets in `cores`, and the folds under which references compare letters."""
    leaves: set[Letters] = set()
    folds: set[str] = set()
    nodes = list(cores)
    for node in nodes:  # the list grows while it is walked through
        if type(node) is Letters:
            leaves.add(node)
        else:
            nodes += node.parts
            if type(node) is Ref:
                folds.add(node.fold)
    return {leaf.letters for leaf in leaves}, folds


_PARTS: Final = frozenset({"item", "items", "branches", "yes", "no"})


def are_alike(one: Core, two: Core) -> bool:
    """Return whether two core regexes have the same nodes, so that they mean the same."""
    pairs = [(one, two)]
    for left, right in pairs:  # the list grows while it is walked through
        if left is right:
            continue
        fields = [name for name in type(left).__slots__ if name not in _PARTS]
        if type(left) is not type(right) or any(getattr(left, name) != getattr(right, name) for name in fields):
            return False
        if type(left) is not Letters:
            if len(left.parts) != len(right.parts):
                return False
            pairs += zip(left.parts, right.parts, strict=True)
    return True


DEEP: Final = 3
"""In loops nested deeper than this each index is followed once, alone; otherwise every level would double the work."""

FEW: Final = 4
"""Up to this many ranges of a letter set it is quicker to go through them than to look each letter up."""


def is_stateless(node: Core) -> bool:
    """Return whether `node` is a relation between indices, whatever was captured before."""
    return not (node.writes or node.reads or node.is_ordered)


class Reachability:
    """A text of length `n`, and what is known of it so far.

    This works for *stateless* nodes: they read and write no group, and the order of their ways to match cannot be seen.
    Such a node is a relation between indices (0 to n, the length of the text).  A set of indices is an int, bit i for
    index i, and goes through the node as a whole.  A lookaround is the set of indices where it holds: the indices that
    its item reaches from anywhere (behind), or from which its item reaches anywhere (ahead).  The time is polynomial in
    n and in the size of the regex; unless loops are nested deeply, it is one pass.
    """

    __slots__ = ("_depth", "_every_index", "_indices_by_letter", "_looks", "_loops", "_occurrences", "n", "text")

    def __init__(self, text: str) -> None:
        self.text: Final = text
        self.n: Final = len(text)
        self._every_index: Final = (2 << self.n) - 1
        self._indices_by_letter: dict[int, int] = {}
        bit = 1
        for letter in map(ord, text):
            self._indices_by_letter[letter] = self._indices_by_letter.get(letter, 0) | bit
            bit <<= 1
        self._occurrences: dict[Letters, int] = {}
        self._looks: dict[Look, int] = {}
        self._loops: dict[tuple[Repeat, bool], dict[int, int]] = {}
        self._depth = 0

    def occurrences(self, node: Letters) -> int:
        """Return the indices at which a letter of `node` stands."""
        indices = self._occurrences.get(node)
        if indices is None:
            indices = self._occurrences[node] = self.indices_of(node.letters)
        return indices

    def indices_of(self, letters: LetterSet) -> int:
        """Return the indices at which one of `letters` stands."""
        indices = 0
        if len(letters) == 1 and letters[0][0] == letters[0][1]:
            return self._indices_by_letter.get(letters[0][0], 0)
        if len(letters) <= FEW:
            for low, high in letters:
                for letter, here in self._indices_by_letter.items():
                    if low <= letter <= high:
                        indices |= here
        else:
            for letter, here in self._indices_by_letter.items():
                if contains(letters, letter):
                    indices |= here
        return indices

    def reach(self, node: Core, indices: int, forward: bool) -> int:
        """Return the indices that `node` leads to from `indices`; if not `forward`, from which it leads to
        `indices`."""
        if type(node) is Letters:
            occurrences = self.occurrences(node)
            return (indices & occurrences) << 1 if forward else (indices >> 1) & occurrences
        if type(node) is Seq:
            for item in node.items if forward else reversed(node.items):
                if type(item) is Letters and forward:
                    indices = (indices & self.occurrences(item)) << 1
                else:
                    indices = self.reach(item, indices, forward)
                if not indices:
                    break
            return indices
        if type(node) is Alt:
            reached = 0
            for branch in node.branches:
                reached |= self.reach(branch, indices, forward)
            return reached
        if type(node) is Repeat:
            return self._reach_through_loop(node, indices, forward)
        if type(node) is Look:
            return indices & self.indices_where(node)
        assert type(node) is Group  # in a negative lookaround, and read only outside it
        return self.reach(node.item, indices, forward)

    def indices_where(self, look: Look) -> int:
        """Return the indices at which `look` holds."""
        indices = self._looks.get(look)
        if indices is None:
            indices = self.reach(look.item, self._every_index, look.is_behind)
            if look.is_negative:
                indices ^= self._every_index
            self._looks[look] = indices
        return indices

    def _reach_through_loop(self, loop: Repeat, indices: int, forward: bool) -> int:
        item = loop.item
        if forward and loop.high is None and isinstance(item, Letters):
            occurrences = self.occurrences(item)
            rounds = loop.low
            while rounds and indices:
                indices = (indices & occurrences) << 1
                rounds -= 1
            # the carries of the sum run from each index through the matching letters that follow it without a gap
            return ((occurrences + (indices & occurrences)) ^ occurrences) | indices
        if self._depth <= DEEP:
            return self._reach_in_rounds(loop, indices, forward)
        known = self._loops.setdefault((loop, forward), {})
        reached = 0
        while indices:
            index = indices & -indices
            indices ^= index
            if index not in known:
                known[index] = self._reach_in_rounds(loop, index, forward)
            reached |= known[index]
        return reached

    def _reach_in_rounds(self, loop: Repeat, indices: int, forward: bool) -> int:
        self._depth += 1
        for _ in range(loop.low):
            after = self.reach(loop.item, indices, forward)
            if after == indices:  # the set stays constant from here on; it does so after n + 1 rounds at the latest
                break
            indices = after
        reached = latest = indices
        rounds = self.n if loop.high is None else loop.high - loop.low
        while latest and rounds:
            latest = self.reach(loop.item, latest, forward) & ~reached
            reached |= latest
            rounds -= 1
        self._depth -= 1
        return reached
