"""From a core regex and the domains of a line to a circuit, for clues that are more than regular.

The circuit says "some way of matching reaches the end of the line".  It is built from *states* (k, i, captures): the
continuation k still to be matched, the index i reached, and the captures that k may still read.  Each state is one
node, made once.  A state that is deep down is promised first and worked out later, so recursion never runs along the
line.  Matching runs left to right, but inside a JavaScript lookbehind right to left.

Continuations are chains of frames (`solver.constraints.continuation`).  Before a COMMIT, the end of an atomic
construct, the order of ways can be seen.  With k any continuation that ends so, write good(x, k) for "the first way
through x and then k to the COMMIT satisfies what follows it", and can(x, k) for "there is a way to the COMMIT", which
is the same state with the COMMIT cut off (REACHED).  Then

    good(a|b, k) = good(a, k) or (not can(a, k) and good(b, k))

and a greedy loop is the choice body|exit, a lazy one exit|body.  Everywhere else a choice is a plain disjunction.

Captures are carried in the states first.  Where that grows large, `unroll` starts again and gives the groups choices
(`choosable_groups`).

There are three ways to carry the captures of a group from where it matched to where it is referred to.

InStates       The states of the unroller carry where the group starts and ends.  Propagation is then as sharp as it
               can be.  But captures multiply where several groups of unknown place are alive at the same time, and
               every place of the group is compared with every place of the reference: O(n^2) equalities.
ChosenLetters  A group of fixed length gets a choice for each of its letters (`solver.constraints.circuit`), an
               auxiliary value that states need not carry: O(n) equalities.
ChosenSpan     Any other group gets two choices, where it starts and where it ends.  A reference walks along the letters
               of the group step by step: O(n^2) states.

`unroll` decides which way each group goes (docs/decisions/006-choices.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import LimitError
from satcross.regex.core import Alt, Atomic, Cond, Core, Group, Letters, Look, Ref, Repeat
from satcross.regex.letters.classes import Classes
from satcross.solver.constraints.choosable_groups import choosable_groups
from satcross.solver.constraints.circuit import FALSE, TRUE, Builder, Circuit, Leaves, Relations
from satcross.solver.constraints.continuation import (
    ALONG,
    CLOSE,
    END,
    HERE,
    MATCH,
    REACHED,
    ROUND,
    Continuations,
    Frame,
)

Capture: TypeAlias = tuple[int, int, int]
"""(group, start, end) of a group that is set; CHOSEN twice where choices hold its place or letters."""

Captures: TypeAlias = tuple[Capture, ...]
"""The groups that are set and may still be referred to, by number."""

CHOSEN: Final = -1


def _open(states: _Unroller, frame: Frame, start: int, i: int, captures: Captures) -> int:
    """Return the node of the state in which the item of a group comes next, and then its end; it starts at `start`."""
    node, is_back, follow = frame.node, frame.is_back, frame.follow
    assert isinstance(node, Group)
    close = states.chains.close(node, start, is_back, follow)
    return states.run(states.chains.match(node.item, is_back, close), i, captures)


def _close(states: _Unroller, frame: Frame, capture: Capture, i: int, captures: Captures) -> int:
    """Return the node of the state after a group has been set to `capture`."""
    return states.run(frame.follow, i, _with(captures, capture))


def _with(captures: Captures, capture: Capture) -> Captures:
    """Return the captures after a group has been set to `capture`."""
    return tuple(sorted([*[each for each in captures if each[0] != capture[0]], capture]))


class InStates:
    """Carries the captures of any number of groups in the states."""

    __slots__ = ("_states",)

    def __init__(self, states: _Unroller) -> None:
        self._states: Final = states

    def open(self, frame: Frame, i: int, captures: Captures) -> int:
        """Remember the start in the continuation, unless the group is one letter, which is set immediately."""
        states, node = self._states, frame.node
        assert isinstance(node, Group)
        if not isinstance(node.item, Letters):
            return _open(states, frame, i, i, captures)
        index = i - 1 if frame.is_back else i
        letter = states.leaves.letter(index, states.leaves.mask(node.item)) if 0 <= index < states.leaves.n else FALSE
        if letter == FALSE:
            return FALSE
        captures = _with(captures, (node.number, index, index + 1))
        onward = index if frame.is_back else index + 1
        return states.leaves.builder.conj(letter, states.run_moved(frame.follow, onward, captures))

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

    def __init__(self, states: _Unroller, group: int, length: int) -> None:
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

    def __init__(self, states: _Unroller, group: int) -> None:
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


Carrier: TypeAlias = InStates | ChosenLetters | ChosenSpan
"""A way to carry the captures of a group.

`open` and `refer` return the node for starting the frame's group or reference at index i, `close` the node for ending
the group there.
"""


def unroll(
    root: Core,
    classes: Classes,
    domains: Sequence[int],
    blocks_of: Relations = lambda fold: (),
    budget: Budget = UNLIMITED,
) -> Circuit:
    """Return the circuit that is true of exactly the strings within `domains` that `root` matches.

    Args:
        classes: The letter classes; letters that a `Ref` compares must be separate classes.
        domains: Letter mask of each index: what the circuit says of strings outside does not matter.
        blocks_of: Masks of the blocks of letters that are the same under a fold.

    Raises:
        LimitError: When the circuit exceeds the budget's nodes.
        TimeUp: When its time is up.
    """
    lengths = choosable_groups(root)
    if lengths and len(domains) > 1:
        is_fixed = any(length is not None for length in lengths.values())
        comparisons = budget.tuning.equalities // len(classes.members) if is_fixed else None
        small = budget._replace(nodes=min(budget.nodes, budget.used + budget.tuning.span_nodes))
        leaves = Leaves(Builder(small, comparisons), domains, classes, blocks_of)
        try:
            return circuit_of(root, leaves, {})
        except LimitError:
            pass
    return circuit_of(root, Leaves(Builder(budget), domains, classes, blocks_of), lengths)


FRAMES: Final = 60
"""Continuation frames that are unrolled by recursion before a state is put off; this keeps Python's stack small."""


def circuit_of(root: Core, leaves: Leaves, chosen: Mapping[int, int | None], frames: int = FRAMES) -> Circuit:
    """Return the circuit of `root`, made with the builder of `leaves`.

    Args:
        chosen: The groups that have choices, and their lengths (`choosable_groups`).
        frames: Continuation frames that are unrolled by recursion.

    Raises:
        LimitError: When the circuit exceeds the budget of the builder.
        TimeUp: If the time is up.
    """
    unroller = _Unroller(leaves, chosen, frames)
    try:
        return unroller.circuit(root)
    finally:
        unroller.close()


class _Unroller:
    """Makes the nodes of states.

    Methods named after a construct take the frame whose node is such a construct, and return the node of the state.
    """

    __slots__ = (
        "_carriers",
        "_deepest",
        "_depth",
        "_free",
        "_in_states",
        "_n",
        "_spans",
        "_states",
        "_steps",
        "_waiting",
        "chains",
        "choices",
        "leaves",
    )

    def __init__(self, leaves: Leaves, chosen: Mapping[int, int | None], deepest: int) -> None:
        self.leaves = leaves
        self._n: Final = leaves.n
        self.chains = Continuations(leaves.is_any)
        self.choices: list[int] = []  # the number of values of each choice so far; the first has the index n
        self._states: Final[dict[tuple[Frame, int, Captures], int]] = {}
        self._waiting: Final[list[tuple[int, Frame, int, Captures]]] = []
        self._free: Final[dict[Repeat, Repeat]] = {}
        self._deepest: Final = deepest
        self._depth = 0
        self._steps = 0
        self._in_states: Final = InStates(self)
        self._spans: Final = {group: ChosenSpan(self, group) for group, length in chosen.items() if length is None}
        self._carriers: Final[dict[int, Carrier]] = {
            **self._spans,
            **{group: ChosenLetters(self, group, length) for group, length in chosen.items() if length is not None},
        }

    def close(self) -> None:
        """Let go of what refers back to this object, so that its tables are freed immediately.

        They may be megabytes, and unreachable objects that refer to each other are looked for rarely.
        """
        del self._in_states
        self._spans.clear()
        self._carriers.clear()

    def circuit(self, root: Core) -> Circuit:
        """Return the circuit of "`root` matches the whole line"."""
        builder = self.leaves.builder
        number = self.run(self.chains.match(root, False, self.chains.end), 0, ())
        while self._waiting:
            promised, frame, i, captures = self._waiting.pop()
            builder.define(promised, self._step(frame, i, captures))
        return builder.finish(number, self.leaves.n, tuple(self.choices), tuple(self.leaves.relations))

    def run(self, frame: Frame, i: int, captures: Captures) -> int:
        """Return the node of the state."""
        kind = frame.kind
        if kind == END:
            return TRUE if i == self._n else FALSE
        if kind == REACHED:
            return TRUE
        room = i if frame.is_back else self._n - i
        if frame.least > room or (frame.most is not None and frame.most < room and not frame.is_back):
            return FALSE
        if not frame.first <= i <= frame.last:
            return FALSE
        if captures:
            live = frame.live
            captures = tuple([each for each in captures if live >> each[0] & 1])
        key = (frame, i, captures)
        number = self._states.get(key)
        if number is None:
            if self._depth >= self._deepest:
                return self._later(key)
            self._depth += 1
            number = self._states[key] = self._step(frame, i, captures)
            self._depth -= 1
        return number

    def _later(self, key: tuple[Frame, int, Captures]) -> int:
        """Return a promised node for a state, which will be worked out from the work list."""
        number = self._states[key] = self.leaves.builder.later()
        self._waiting.append((number, *key))
        return number

    def run_moved(self, frame: Frame, i: int, captures: Captures) -> int:
        """Return the node of the state after a letter has been consumed."""
        return self.run(self.chains.moved(frame), i, captures)

    def _step(self, frame: Frame, i: int, captures: Captures) -> int:
        """Work out the state: do what the first frame says."""
        self._steps += 1
        if not self._steps & 1023:
            self.leaves.builder.check(self._steps)
        kind = frame.kind
        if kind == MATCH:
            return self._match(frame, i, captures)
        if kind == ROUND:
            return self._end_round(frame, i, captures)
        if kind == CLOSE:
            assert isinstance(frame.node, Group)
            return self._carrier(frame.node.number).close(frame, i, captures)
        if kind == ALONG:
            return self._spans[frame.detail].along(frame, i, captures)
        return self.run(frame.follow, i if frame.place == HERE else frame.place, captures)

    def _match(self, frame: Frame, i: int, captures: Captures) -> int:
        node, is_back, follow = frame.node, frame.is_back, frame.follow
        if isinstance(node, Letters):
            return self._consume(frame, i, captures)
        if isinstance(node, Alt):
            chains = [self.chains.match(branch, is_back, follow) for branch in node.branches]
            return self._choose(follow.is_first, [(chain, captures) for chain in chains], i)
        if isinstance(node, Repeat):
            if isinstance(node.item, Letters):
                if node.low == node.high:
                    return self._letters_then(follow, node.item, node.low, is_back, i, captures)
                if node.high is None and not follow.is_first:
                    return self._run_of_letters(frame, i, captures)
            return self._loop(frame, 0, True, i, captures)
        if isinstance(node, Group):
            if follow.live >> node.number & 1:
                return self._carrier(node.number).open(frame, i, captures)
            return self.run(self.chains.match(node.item, is_back, follow), i, captures)
        if isinstance(node, Ref):
            return self._refer(frame, i, captures)
        if isinstance(node, Look):
            return self._look(frame, i, captures)
        if isinstance(node, Cond):
            is_set = any(group == node.number for group, _, _ in captures)
            return self.run(self.chains.match(node.yes if is_set else node.no, is_back, follow), i, captures)
        assert isinstance(node, Atomic)
        inner = follow if follow is self.chains.reached else self.chains.commit(HERE, follow)
        return self.run(self.chains.match(node.item, is_back, inner), i, captures)

    def _choose(self, is_first: bool, ways: Sequence[tuple[Frame, Captures]], i: int) -> int:
        """Return "one of `ways` succeeds", or if `is_first`, "the first of `ways` that can, does"."""
        builder = self.leaves.builder
        if not is_first:
            return builder.disj(*[self.run(frame, i, captures) for frame, captures in ways])
        number = FALSE
        for frame, captures in reversed(ways):
            good = self.run(frame, i, captures)
            if number != FALSE:
                can = self.run(self.chains.cut(frame), i, captures)
                number = builder.conj(builder.negation(can), number)
            number = builder.disj(good, number)
        return number

    # -- letters

    def _consume(self, frame: Frame, i: int, captures: Captures) -> int:
        node, follow = frame.node, frame.follow
        assert isinstance(node, Letters)
        index, onward = (i - 1, i - 1) if frame.is_back else (i, i + 1)
        if not 0 <= index < self._n:
            return FALSE
        letter = self.leaves.letter(index, self.leaves.mask(node))
        if letter == FALSE:
            return FALSE
        return self.leaves.builder.conj(letter, self.run_moved(follow, onward, captures))

    def _letters_then(self, follow: Frame, node: Letters, count: int, is_back: bool, i: int, captures: Captures) -> int:
        """Return the node of the state "`count` letters of `node`, at least one, then `follow`"."""
        leaves = self.leaves
        step, behind = (-1, -1) if is_back else (1, 0)
        far = i + step * count
        if not 0 <= far <= leaves.n:
            return FALSE
        mask = leaves.mask(node)
        letters = [leaves.letter(place + behind, mask) for place in range(i, far, step)]
        if FALSE in letters:
            return FALSE
        return leaves.builder.conj(*letters, self.run_moved(follow, far, captures))

    def _run_of_letters(self, frame: Frame, i: int, captures: Captures) -> int:
        """Return the node of the state "at least this many letters of a set, then what follows".

        It says what `_loop` would say, but works out the states along the line from the far end, each from the one
        beyond it, without a promise.
        """
        node, is_back, follow = frame.node, frame.is_back, frame.follow
        assert isinstance(node, Repeat)
        assert isinstance(node.item, Letters)
        leaves, builder = self.leaves, self.leaves.builder
        mask = leaves.mask(node.item)
        if node.low:
            after = self.chains.match(self._any_number(node), is_back, follow)
            return self._letters_then(after, node.item, node.low, is_back, i, captures)
        moved = self.chains.moved(follow)
        leave = self.run(follow, i, captures)
        chain = self.chains.match(node, is_back, moved)
        live = chain.live
        beyond = self._beyond(chain, mask, i, tuple([each for each in captures if live >> each[0] & 1]))
        if beyond == FALSE:
            return leave
        return builder.disj(leave, builder.conj(leaves.letter(i - 1 if is_back else i, mask), beyond))

    def _beyond(self, chain: Frame, mask: int, i: int, captures: Captures) -> int:
        """Return the node of the state `chain`, any number of letters of `mask`, one letter on from index i."""
        leaves, builder, states = self.leaves, self.leaves.builder, self._states
        domains = leaves.domains
        is_back, moved = chain.is_back, chain.follow
        assert moved is not None
        step, behind = (-1, -1) if is_back else (1, 0)
        number: int | None = None
        places = []
        most = min(leaves.n - chain.least, chain.last)
        j = i + step
        while (j >= chain.least if is_back else j <= most) and number is None and mask & domains[j - step + behind]:
            number = states.get((chain, j, captures))
            if number is None:
                places.append(j)
                j += step
        beyond = FALSE if number is None else number
        for j in reversed(places):
            if beyond != FALSE:
                beyond = builder.conj(leaves.letter(j + behind, mask), beyond)
            beyond = states[chain, j, captures] = builder.disj(self.run(moved, j, captures), beyond)
        return beyond

    def _any_number(self, node: Repeat) -> Repeat:
        """Return `node` without its least number of rounds."""
        repeat = self._free.get(node)
        if repeat is None:
            repeat = self._free[node] = Repeat(node.item, 0, None, node.is_greedy, node.resets, node.empty_round_fails)
        return repeat

    # -- loops

    def _loop(self, frame: Frame, rounds: int, may_go_on: bool, i: int, captures: Captures) -> int:
        """Return the node of the state between two rounds, after `rounds` of them."""
        node, is_back, follow = frame.node, frame.is_back, frame.follow
        assert isinstance(node, Repeat)
        low, high = self._bounds(node)
        inner = captures
        if node.resets:
            inner = tuple([each for each in captures if not node.resets >> each[0] & 1])
        if rounds < low:
            chain = self.chains.match(node.item, is_back, self.chains.round(node, rounds, 1, is_back, follow))
            return self.run(chain, i, inner)
        if not may_go_on or (high is not None and rounds >= high):
            return self.run(follow, i, captures)
        done = low if high is None else rounds
        has_moved = 0 if node.item.least == 0 else 1
        again = (
            self.chains.match(node.item, is_back, self.chains.round(node, done, has_moved, is_back, follow)),
            inner,
        )
        leave = (follow, captures)
        return self._choose(follow.is_first, (again, leave) if node.is_greedy else (leave, again), i)

    def _bounds(self, node: Repeat) -> tuple[int, int | None]:
        """Return the bounds of a loop, without counting rounds that cannot make a difference on this line."""
        n = self._n
        low, high = node.low, node.high
        if not node.writes and not node.reads:
            # of more than n rounds one consumes nothing, and so might any number more of the same
            low = min(low, n + 1)
        if high is not None and high - node.low > n:
            # each optional round but the last consumes something
            high = None
        elif high is not None:
            high = low + high - node.low
        return low, high

    def _end_round(self, frame: Frame, i: int, captures: Captures) -> int:
        node, has_moved = frame.node, frame.detail
        assert isinstance(node, Repeat)
        if not has_moved and node.empty_round_fails:
            return FALSE
        return self._loop(frame, frame.place + 1, bool(has_moved), i, captures)

    # -- references and lookaround

    def _carrier(self, group: int) -> Carrier:
        return self._carriers.get(group, self._in_states)

    def _refer(self, frame: Frame, i: int, captures: Captures) -> int:
        node, follow = frame.node, frame.follow
        assert isinstance(node, Ref)
        capture = next((each for each in captures if each[0] in node.numbers), None)
        if capture is None:
            return self.run(follow, i, captures) if node.unset_matches else FALSE
        return self._carrier(capture[0]).refer(frame, i, captures, capture)

    def _look(self, frame: Frame, i: int, captures: Captures) -> int:
        node, follow = frame.node, frame.follow
        assert isinstance(node, Look)
        is_back = node.is_behind and node.width is None
        start = i
        if node.is_behind and node.width is not None:
            start = i - node.width
            if start < 0:
                return self.run(follow, i, captures) if node.is_negative else FALSE
        builder = self.leaves.builder
        if not node.is_negative and node.writes & follow.live:
            return self.run(self.chains.match(node.item, is_back, self.chains.commit(i, follow)), start, captures)
        seen = self.run(self.chains.match(node.item, is_back, self.chains.reached), start, captures)
        if node.is_negative:
            seen = builder.negation(seen)
        return FALSE if seen == FALSE else builder.conj(seen, self.run(follow, i, captures))
