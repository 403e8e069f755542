"""Continuations: what is still to be matched, as chains of frames.

A chain is read from its first frame on.  Equal chains are the same object, so states that hold chains can be compared
by identity.  The end of a chain says what is asked:

    END      The whole line must be consumed.
    REACHED  Nothing more.  Lookarounds and `can` (see `unroll`) only ask whether there is a way.
    COMMIT   An atomic construct ends here.  What follows may use only the first way, in priority order, to get here.

The other frames are MATCH (a node comes next), ROUND (a round of a loop ends), CLOSE (a group ends) and ALONG (a
backreference continues along its group's letters).

A ROUND knows how many rounds were done before it (capped where more make no difference) and whether its round has
consumed anything.  After a letter has been consumed, matching therefore continues with the chain in which all rounds
are marked as moved (`Continuations.moved`).

A lookbehind such as `(?<=.{4})` or `(?<!.{5})`, which any letters satisfy, only says at which indices it can hold.  So
does the number of letters that a chain consumes before it.  Each chain therefore knows the first and the last index at
which it can start, and a loop in front of such a lookbehind does not run along the whole line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from satcross.regex.core import EMPTY, Alt, Atomic, Cond, Core, Group, Letters, Look, Ref, Repeat, Seq

END, REACHED, COMMIT, MATCH, ROUND, CLOSE, ALONG = range(7)

ANYWHERE: Final = 1 << 60
"""The last index of a chain that may start anywhere: beyond any line."""

HERE: Final = -1
"""The place of a COMMIT after which matching goes on from wherever the construct ends, as after an atomic group."""


class Frame:
    """One step of a continuation, and the rest of the chain.

    Attributes:
        kind: What to do: END, REACHED, COMMIT, MATCH, ROUND, CLOSE, ALONG.
        node: The core node that the step is about.
        place: COMMIT: the index to go on from, or HERE; CLOSE: where the group started; ROUND: the rounds done before
            it; ALONG: the index of the group's letter that comes next.
        detail: ROUND: 1 if the round has consumed something, or need not; ALONG: the group.
        is_back: Whether matching runs right to left here.
        follow: The rest of the chain; an end is its own rest.
        least: The fewest letters that must still be consumed before the chain's end.
        most: The most letters that can still be consumed before the line's end; None: no bound is known.
        first: The chain fails at indices below this one.
        last: The chain fails at indices above this one.
        live: Bit set of the groups that the chain may still read.
        is_first: Whether only the first way to the chain's end counts.
        moved: The chain with all rounds marked as moved, once it has been asked for.
        cut: The chain with REACHED for its COMMIT, once it has been asked for.
    """

    __slots__ = (
        "cut",
        "detail",
        "first",
        "follow",
        "is_back",
        "is_first",
        "kind",
        "last",
        "least",
        "live",
        "most",
        "moved",
        "node",
        "place",
    )

    def __init__(self, kind: int, node: Core, place: int, detail: int, is_back: bool, follow: Frame | None) -> None:
        self.kind: Final = kind
        self.node: Final = node
        self.place: Final = place
        self.detail: Final = detail
        self.is_back: Final = is_back
        self.follow: Final[Frame] = follow or self
        self.least = 0
        self.most: int | None = None
        self.first = 0
        self.last = ANYWHERE
        self.live = 0
        self.is_first = False
        self.moved: Frame | None = None
        self.cut: Frame | None = None

    def describe(self, least: int, most: int | None, live: int, follow: Frame) -> None:
        """Set what is known of the chain, whose first step consumes from `least` to `most` letters."""
        self.least = least + follow.least
        self.most = None if most is None or follow.most is None else most + follow.most
        self.live = live
        self.is_first = follow.is_first
        if not self.is_back:
            self.first = 0 if most is None else follow.first - most
            self.last = follow.last - least

    def bound(self, length: int, is_negative: bool) -> None:
        """Keep the indices at which the chain can start if there are (or are not) `length` letters before them."""
        if is_negative:
            self.last = min(self.last, length - 1)
        else:
            self.first = max(self.first, length)


class Continuations:
    """Makes chains, each once.

    Args:
        is_any: Whether a set of letters holds every letter of the line.

    Attributes:
        end: The chain that is nothing but an END.
        reached: The chain that is nothing but a REACHED.
    """

    __slots__ = ("_frames", "_is_any", "_live", "end", "reached")

    def __init__(self, is_any: Callable[[Letters], bool]) -> None:
        self._is_any = is_any
        self._frames: dict[tuple[int, int, int, int, bool, int], Frame] = {}
        self._live: dict[tuple[Core, int, bool], int] = {}
        self.end: Final = Frame(END, EMPTY, 0, 0, False, None)
        self.end.most = 0
        self.reached: Final = Frame(REACHED, EMPTY, 0, 0, False, None)

    def _frame(
        self, kind: int, node: Core, place: int, detail: int, is_back: bool, follow: Frame
    ) -> tuple[Frame, bool]:
        """Return the frame, and whether it is new."""
        key = (kind, id(node), place, detail, is_back, id(follow))
        frame = self._frames.get(key)
        if frame is not None:
            return frame, False
        frame = self._frames[key] = Frame(kind, node, place, detail, is_back, follow)
        return frame, True

    def match(self, node: Core, is_back: bool, follow: Frame) -> Frame:
        """Return the chain "match `node`, then `follow`"."""
        if isinstance(node, Seq):
            for item in node.items if is_back else reversed(node.items):
                follow = self.match(item, is_back, follow)
            return follow
        frame, is_new = self._frame(MATCH, node, 0, 0, is_back, follow)
        if is_new:
            frame.describe(node.least, node.most, self.live(node, follow.live, is_back), follow)
            if isinstance(node, Look) and node.is_behind and not is_back and self._is_any_text(node.item):
                frame.bound(node.item.least, node.is_negative)
        return frame

    def _is_any_text(self, node: Core) -> bool:
        """Return whether `node` matches every string of some length, and nothing else."""
        if isinstance(node, Seq):
            return all(map(self._is_any_text, node.items))
        if isinstance(node, Repeat):
            return node.low == node.high and self._is_any_text(node.item)
        return isinstance(node, Letters) and self._is_any(node)

    def round(self, node: Repeat, rounds: int, has_moved: int, is_back: bool, follow: Frame) -> Frame:
        """Return the chain "a round of `node` ends after `rounds` others; do another one, or `follow`"."""
        frame, is_new = self._frame(ROUND, node, rounds, has_moved, is_back, follow)
        if is_new:
            left = max(0, node.low - rounds - 1)
            most = 0 if node.item.most == 0 else None
            frame.describe(left * node.item.least, most, self._live_between(node, follow.live, is_back), follow)
        return frame

    def close(self, node: Group, start: int, is_back: bool, follow: Frame) -> Frame:
        """Return the chain "the group `node`, which started at `start`, ends here, then `follow`"."""
        frame, is_new = self._frame(CLOSE, node, start, 0, is_back, follow)
        if is_new:
            frame.describe(0, 0, follow.live & ~(1 << node.number), follow)
        return frame

    def along(self, node: Ref, group: int, index: int, is_back: bool, follow: Frame) -> Frame:
        """Return the chain "`node` continues with the letter of `group` at `index`, then `follow`"."""
        frame, is_new = self._frame(ALONG, node, index, group, is_back, follow)
        if is_new:
            frame.describe(0, None, follow.live, follow)
        return frame

    def commit(self, index: int, follow: Frame) -> Frame:
        """Return the chain "an atomic construct ends here, and only its first way to do so continues with `follow`"."""
        frame, is_new = self._frame(COMMIT, EMPTY, index, 0, False, follow)
        if is_new:
            if index == HERE:
                frame.describe(0, 0, follow.live, follow)
            frame.live = follow.live
            frame.is_first = True
        return frame

    def moved(self, frame: Frame) -> Frame:
        """Return the chain `frame` with the present round of every loop marked as having consumed something.

        A lookaround consumes nothing for the loops around it, so the marks stop at its COMMIT.
        """
        chain = []
        while frame.moved is None and frame.follow is not frame and (frame.kind != COMMIT or frame.place == HERE):
            chain.append(frame)
            frame = frame.follow
        moved = frame.moved or frame
        for link in reversed(chain):
            moved = link.moved = self._like(link, 1 if link.kind == ROUND else link.detail, moved)
        return moved

    def cut(self, frame: Frame) -> Frame:
        """Return the chain `frame` with REACHED in place of its first COMMIT."""
        chain = []
        while frame.cut is None and frame.kind != COMMIT:
            chain.append(frame)
            frame = frame.follow
        cut = frame.cut or self.reached
        for link in reversed(chain):
            cut = link.cut = self._like(link, link.detail, cut)
        return cut

    def _like(self, frame: Frame, detail: int, follow: Frame) -> Frame:
        """Return the frame that does what `frame` does, with another detail and another rest of the chain."""
        if detail == frame.detail and follow is frame.follow:
            return frame
        node = frame.node
        if frame.kind == MATCH:
            return self.match(node, frame.is_back, follow)
        if frame.kind == ROUND:
            assert isinstance(node, Repeat)
            return self.round(node, frame.place, detail, frame.is_back, follow)
        if frame.kind == CLOSE:
            assert isinstance(node, Group)
            return self.close(node, frame.place, frame.is_back, follow)
        if frame.kind == ALONG:
            assert isinstance(node, Ref)
            return self.along(node, detail, frame.place, frame.is_back, follow)
        return self.commit(frame.place, follow)

    def live(self, node: Core, after: int, is_back: bool) -> int:
        """Return the groups whose captures may be read by matching `node` and then what reads the groups `after`."""
        if not node.reads and not node.writes:
            return after
        key = (node, after, is_back)
        indices = self._live.get(key)
        if indices is None:
            indices = self._live[key] = self._find_live(node, after, is_back)
        return indices

    def _find_live(self, node: Core, after: int, is_back: bool) -> int:
        if isinstance(node, Seq):
            for item in node.items if is_back else reversed(node.items):
                after = self.live(item, after, is_back)
            return after
        if isinstance(node, Alt):
            live = 0
            for branch in node.branches:
                live |= self.live(branch, after, is_back)
            return live
        if isinstance(node, Repeat):
            live = self._live_between(node, after, is_back)
            return live if node.low == 0 else self.live(node.item, live, is_back) & ~node.resets
        if isinstance(node, Group):
            return self.live(node.item, after & ~(1 << node.number), is_back)
        if isinstance(node, Ref):
            return after | node.reads
        if isinstance(node, Look):
            behind = node.is_behind and node.width is None
            return self.live(node.item, 0 if node.is_negative else after, behind) | (after if node.is_negative else 0)
        if isinstance(node, Cond):
            return 1 << node.number | self.live(node.yes, after, is_back) | self.live(node.no, after, is_back)
        assert isinstance(node, Atomic)
        return self.live(node.item, after, is_back)

    def _live_between(self, node: Repeat, after: int, is_back: bool) -> int:
        """Return what is live between two rounds of `node`: the least fixpoint of "leave, or do another round"."""
        live = after
        while True:
            more = live | (self.live(node.item, live, is_back) & ~node.resets)
            if more == live:
                return live
            live = more
