"""Three ways to carry the captures of a group from where it matched to where it is referred to.

InStates       The states of the unroller carry where the group starts and ends.  Propagation is then as sharp as it
               can be.  But captures multiply where several groups of unknown place are alive at once, and every place
               of the group is compared with every place of the reference: O(n^2) equalities.
ChosenLetters  A group of fixed length gets a choice for each of its letters (`solver.constraints.general.nodes`), an
               auxiliary value that states need not carry: O(n) equalities.
ChosenSpan     Any other group gets two choices, where it starts and where it ends.  A reference walks along the letters
               of the group step by step: O(n^2) states.

`satcross.solver.constraints.general.unroll` decides which way each group goes (docs/decisions/006-choices.md).
"""

from __future__ import annotations

from typing import Final, Protocol, TypeAlias

from satcross.regex.meaning.core import Alt, Atomic, Cond, Core, Group, Look, Ref, Repeat, Seq
from satcross.solver.constraints.general.builder import Leaves
from satcross.solver.constraints.general.continuation import Continuations, Frame
from satcross.solver.constraints.general.nodes import FALSE

Capture: TypeAlias = tuple[int, int, int]
"""(group, start, end) of a group that is set; CHOSEN twice where choices hold its place or letters."""

Captures: TypeAlias = tuple[Capture, ...]
"""The groups that are set and may still be referred to, by number."""

CHOSEN: Final = -1


class Unrolling(Protocol):
    """What a way to carry captures needs of the unroller.

    Attributes:
        choices: Number of values of each choice made so far; the first has the index n.
    """

    leaves: Leaves
    chains: Continuations
    choices: list[int]

    def run(self, frame: Frame, i: int, captures: Captures) -> int:
        """Return the node of the state: `frame` still to be matched, index i reached, `captures` set."""

    def run_moved(self, frame: Frame, i: int, captures: Captures) -> int:
        """Return the node of the state after a letter has been consumed."""


class Carrier(Protocol):
    """A way to carry the captures of a group."""

    def open(self, frame: Frame, i: int, captures: Captures) -> int:
        """Return the node of the state in which the group, the node of `frame`, starts at index i."""

    def close(self, frame: Frame, i: int, captures: Captures) -> int:
        """Return the node of the state in which the group, the node of `frame`, ends at index i."""

    def refer(self, frame: Frame, i: int, captures: Captures, capture: Capture) -> int:
        """Return the node of the state in which the reference, the node of `frame`, to `capture` starts at index i."""


def _open(states: Unrolling, frame: Frame, start: int, i: int, captures: Captures) -> int:
    """Return the node of the state in which the item of a group comes next, and then its end; it starts at `start`."""
    node, is_back, follow = frame.node, frame.is_back, frame.follow
    assert isinstance(node, Group)
    assert follow is not None
    close = states.chains.close(node, start, is_back, follow)
    return states.run(states.chains.match(node.item, is_back, close), i, captures)


def _close(states: Unrolling, frame: Frame, capture: Capture, i: int, captures: Captures) -> int:
    """Return the node of the state after a group has been set to `capture`."""
    assert frame.follow is not None
    others = [each for each in captures if each[0] != capture[0]]
    return states.run(frame.follow, i, tuple(sorted([*others, capture])))


class InStates:
    """Carries the captures of any number of groups in the states."""

    __slots__ = ("_states",)

    def __init__(self, states: Unrolling) -> None:
        self._states: Final = states

    def open(self, frame: Frame, i: int, captures: Captures) -> int:
        """Remember the start in the continuation."""
        return _open(self._states, frame, i, i, captures)

    def close(self, frame: Frame, i: int, captures: Captures) -> int:
        """Set the capture from the start, which the continuation knows, to `i`."""
        node = frame.node
        assert isinstance(node, Group)
        start, end = (i, frame.place) if frame.is_back else (frame.place, i)
        return _close(self._states, frame, (node.number, start, end), i, captures)

    def refer(self, frame: Frame, i: int, captures: Captures, capture: Capture) -> int:
        """Compare letter by letter with the captured ones."""
        states, leaves = self._states, self._states.leaves
        node, follow = frame.node, frame.follow
        assert isinstance(node, Ref)
        assert follow is not None
        _, start, end = capture
        length = end - start
        index = i - length if frame.is_back else i
        if index < 0 or index + length > leaves.n:
            return FALSE
        relation = leaves.relation(node.fold)
        if not all([leaves.can_be_same(index + k, start + k, relation) for k in range(length)]):
            return FALSE
        onward = index if frame.is_back else index + length
        rest = states.run_moved(follow, onward, captures) if length else states.run(follow, i, captures)
        if rest == FALSE:
            return FALSE
        return leaves.builder.conj(*leaves.same_run(index, start, length, relation), rest)


class ChosenLetters:
    """Gives `group`, which is always `length` letters long, a choice for each letter."""

    __slots__ = ("_first", "_group", "_length", "_states")

    def __init__(self, states: Unrolling, group: int, length: int) -> None:
        self._states: Final = states
        self._group: Final = group
        self._length: Final = length
        self._first: int | None = None

    def open(self, frame: Frame, i: int, captures: Captures) -> int:
        """Nothing is known yet."""
        return _open(self._states, frame, CHOSEN, i, captures)

    def close(self, frame: Frame, i: int, captures: Captures) -> int:
        """Require that the letters before `i` are the chosen ones."""
        rest = _close(self._states, frame, (self._group, CHOSEN, CHOSEN), i, captures)
        return self._states.leaves.builder.conj(self._are_chosen(i - self._length, 0), rest)

    def refer(self, frame: Frame, i: int, captures: Captures, capture: Capture) -> int:
        """Require that the letters from `i` on are the chosen ones."""
        states, leaves, length = self._states, self._states.leaves, self._length
        node, follow = frame.node, frame.follow
        assert isinstance(node, Ref)
        assert follow is not None
        relation = leaves.relation(node.fold)
        if i + length > leaves.n:
            return FALSE
        rest = states.run_moved(follow, i + length, captures) if length else states.run(follow, i, captures)
        return FALSE if rest == FALSE else leaves.builder.conj(self._are_chosen(i, relation), rest)

    def _are_chosen(self, start: int, relation: int) -> int:
        """Return the node "the letters from index `start` on are the same as the chosen ones"."""
        leaves, choices = self._states.leaves, self._states.choices
        if self._first is None:
            self._first = leaves.n + len(choices)
            choices += (leaves.width,) * self._length
        return leaves.builder.conj(*leaves.same_run(start, self._first, self._length, relation))


class ChosenSpan:
    """Gives `group` two choices: where it starts and where it ends."""

    __slots__ = ("_first", "_group", "_states")

    def __init__(self, states: Unrolling, group: int) -> None:
        self._states: Final = states
        self._group: Final = group
        self._first: int | None = None

    def open(self, frame: Frame, i: int, captures: Captures) -> int:
        """Require that the group starts here (or ends, if matching runs right to left)."""
        rest = _open(self._states, frame, CHOSEN, i, captures)
        return self._states.leaves.builder.conj(self._bound(frame.is_back, i), rest)

    def close(self, frame: Frame, i: int, captures: Captures) -> int:
        """Require that the group ends here (or starts, if matching runs right to left)."""
        rest = _close(self._states, frame, (self._group, CHOSEN, CHOSEN), i, captures)
        return self._states.leaves.builder.conj(self._bound(not frame.is_back, i), rest)

    def refer(self, frame: Frame, i: int, captures: Captures, capture: Capture) -> int:
        """Walk along the group from wherever it starts (or ends)."""
        states, leaves = self._states, self._states.leaves
        node, is_back, follow = frame.node, frame.is_back, frame.follow
        assert isinstance(node, Ref)
        assert follow is not None
        return leaves.builder.disj(*[
            leaves.builder.conj(
                self._bound(is_back, start),
                states.run(states.chains.along(node, self._group, start, is_back, follow), i, captures),
            )
            for start in range(leaves.n + 1)
        ])  # fmt: skip

    def along(self, frame: Frame, i: int, captures: Captures) -> int:
        """Return the node of the state within a reference: it ends here, or one more letter is the same."""
        states, leaves = self._states, self._states.leaves
        node, place, follow, is_back = frame.node, frame.place, frame.follow, frame.is_back
        assert isinstance(node, Ref)
        assert follow is not None
        ends = leaves.builder.conj(self._bound(not is_back, place), states.run(follow, i, captures))
        here, there = (i - 1, place - 1) if is_back else (i, place)
        if not (0 <= here < leaves.n and 0 <= there < leaves.n):
            return ends
        same = leaves.same(here, there, leaves.relation(node.fold))
        if same == FALSE:
            return ends
        step = -1 if is_back else 1
        rest = states.chains.along(node, self._group, place + step, is_back, states.chains.moved(follow))
        return leaves.builder.disj(ends, leaves.builder.conj(same, states.run_moved(rest, i + step, captures)))

    def _bound(self, is_end: bool, i: int) -> int:
        """Return the node "the group starts (`is_end`: ends) at index i"."""
        leaves, choices = self._states.leaves, self._states.choices
        if self._first is None:
            self._first = leaves.n + len(choices)
            choices += (leaves.n + 1, leaves.n + 1)
        return leaves.builder.letter(self._first + is_end, 1 << i, (2 << leaves.n) - 1)


def choosable_groups(root: Core) -> dict[int, int | None]:
    """Return the groups of `root` that may have choices, each with its length, or None if that is not fixed.

    A group may have choices if no loop, priority order or negation sees it, since each choice has one value.
    """
    chosen: dict[int, int | None] = {}
    banned = 0

    def visit(node: Core, is_plain: bool) -> None:
        nonlocal banned
        if isinstance(node, Group):
            length = node.item.least if node.item.least == node.item.most else None
            if is_plain and node.number not in chosen:
                chosen[node.number] = length
            else:
                banned |= 1 << node.number
            visit(node.item, is_plain)
        elif isinstance(node, Seq):
            for item in node.items:
                visit(item, is_plain)
        elif isinstance(node, Alt):
            for branch in node.branches:
                visit(branch, is_plain)
        elif isinstance(node, Repeat):
            visit(node.item, is_plain and node.high == 1)
        elif isinstance(node, Cond):
            visit(node.yes, is_plain)
            visit(node.no, is_plain)
        elif isinstance(node, Look | Atomic):
            banned |= node.item.reads | node.item.writes

    visit(root, True)
    if root.is_ordered:
        return {}
    return {number: length for number, length in chosen.items() if not banned >> number & 1}
