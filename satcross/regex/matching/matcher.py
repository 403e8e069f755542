"""Whether a text matches a core regex, and how: the meaning of `satcross.regex.meaning.core`, executed on one text.

Every printed solution is checked against this module, which shares nothing with the unrolling that found it.
In: a core tree and a text.  Out: yes or no, or the captures of the first way to match in priority order.

What can be swept (see `sweep`) is.  The rest is *walked*: the tree is threaded into steps, and one path is followed
at a time, depth first and in priority order, from an explicit stack.  A state is a step, an index, the captures, and
for each group and loop around the step how far it has come.  A state that was visited and is met again did not
succeed the first time and never will, so none is expanded twice; captures that nothing will read before they are
written anew do not tell states apart.  Nor is a state expanded that owes its back-references more letters than are
left.  An atomic item or a look-around is a walk of its own, of which only the first success counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from satcross.budget import UNLIMITED, Budget
from satcross.regex.matching.sweep import Sweep, can_be_swept
from satcross.regex.meaning.core import Alt, Atomic, Cond, Core, Group, Letters, Look, Ref, Repeat, Seq

Span: TypeAlias = tuple[int, int]
"""A half-open range of indices."""


class Match(NamedTuple):
    """How a text matched: where, for each group that is set."""

    spans: dict[int, Span]


def matches(core: Core, text: str) -> bool:
    """Return whether `core` matches the whole of `text`."""
    return Matcher(core).matches(text)


def first_match(core: Core, text: str) -> Match | None:
    """Return how `core` matches the whole of `text` first, in the engines' order of trying; None if it does not."""
    return Matcher(core).first_match(text)


class Matcher:
    """`core`, ready to be matched against many texts.

    Its methods raise TimeUp and LimitError when `budget` is used up: captures can take many states.
    """

    __slots__ = ("_budget", "_core", "_in_any_order", "_in_order", "_is_swept", "_plan")

    def __init__(self, core: Core, budget: Budget = UNLIMITED) -> None:
        self._core: Final = core
        self._budget: Final = budget
        self._is_swept: Final = can_be_swept(core)
        self._plan: Final = _Plan()
        self._in_order: _Program | None = None
        self._in_any_order: _Program | None = None

    def matches(self, text: str, sweep: Sweep | None = None) -> bool:
        """Return whether the whole of `text` matches.  `sweep`: what other matchers have found out about it already."""
        n = len(text)
        if self._core.least > n or (self._core.most is not None and self._core.most < n):
            return False
        if self._is_swept:
            return bool((sweep or Sweep(text)).leads(self._core, 1, True) >> n & 1)
        if self._in_any_order is None:
            self._in_any_order = self._plan.program(self._core, is_ordered=False, forward=True)
        return self._walk(self._in_any_order, text) is not None

    def first_match(self, text: str) -> Match | None:
        """Return how the whole of `text` matches first, in the engines' order of trying; None if it does not."""
        if self._in_order is None:
            self._in_order = self._plan.program(self._core, is_ordered=True, forward=True)
        captures = self._walk(self._in_order, text)
        if captures is None:
            return None
        slots = sorted(self._plan.slots.items())
        return Match({group: span for group, slot in slots if (span := captures[slot]) is not None})

    def _walk(self, program: _Program, text: str) -> Captures | None:
        found = _Walker(text, self._budget).walk(program, 0, (None,) * len(self._plan.slots), len(text))
        return None if found is None else found[1]


Captures: TypeAlias = tuple[Span | None, ...]
"""Where each group matched; a group's place in the tuple is its *slot*."""

Frames: TypeAlias = tuple[int | tuple[int, int], ...]
"""What is open around a step, outermost first: for a group the index where it began; for a loop how many rounds it
has made, and the index where its latest began (`ANYWHERE` if it cannot have been empty, or that does not matter)."""

ANYWHERE: Final = -1


class _Step:
    """A step of a walk.

    then      the step after it
    live      the groups (bit g: group g) that may be read from here on before they are written
    owed      slots of groups that will surely be matched again as they now are, on every way to the end from here
    is_fork   may leave states on the walk's stack, or is entered in many ways: each state here is expanded once
    """

    __slots__ = ("live", "owed", "slots", "then")

    is_fork = False
    then: _Step
    live: int
    owed: frozenset[int]
    slots: tuple[int, ...]

    def __init__(self, then: _Step, live: int) -> None:
        self.then = then
        self.live = live
        self.owed = then.owed

    def go(self, walk: _Walk, index: int, captures: Captures, frames: Frames) -> _State | None:
        """Return the state after this step, or None where it fails."""
        raise NotImplementedError


_State: TypeAlias = tuple[_Step, int, Captures, Frames]


class _End(_Step):
    """The end of a program."""

    __slots__ = ()

    def __init__(self) -> None:
        self.live = 0
        self.owed = frozenset()


class _Program(NamedTuple):
    """The steps that match one item, and the slots of all groups that it reads or writes."""

    first: _Step
    touched: tuple[int, ...]


class _Walk(NamedTuple):
    """One walk: its walker, and the states still to be tried, the next one last."""

    walker: _Walker
    pending: list[_State]


class _Walker:
    """A text that is walked through, and what the walks of its atomic items and look-arounds found."""

    __slots__ = ("_budget", "_found", "n", "sweep", "text")

    def __init__(self, text: str, budget: Budget) -> None:
        self.text: Final = text
        self._budget: Final = budget
        self.n: Final = len(text)
        self.sweep: Final = Sweep(text)
        self._found: dict[tuple[_Program, int, Captures], tuple[int, Captures] | None] = {}

    def walk(self, program: _Program, index: int, captures: Captures, goal: int | None) -> tuple[int, Captures] | None:
        """Return where the first way through `program` from `index` ends (at `goal`, if given), and its captures."""
        walk = _Walk(self, [])
        seen: set[tuple[object, ...]] = set()
        state: _State | None = (program.first, index, captures, ())
        while True:
            if state is None:
                if not walk.pending:
                    return None
                state = walk.pending.pop()
            step, index, captures, frames = state
            if isinstance(step, _End):
                if goal is None or index == goal:
                    return index, captures
                state = None
                continue
            if step.is_fork:
                if goal is not None and step.owed and index + _length(captures, step.owed) > goal:
                    state = None
                    continue
                key = (
                    step,
                    index,
                    tuple([captures[slot] for slot in step.slots]),
                    tuple([each if isinstance(each, int) else (each[0], each[1] == index) for each in frames]),
                )
                if key in seen:
                    state = None
                    continue
                seen.add(key)
                if not len(seen) & 1023:
                    self._budget.check("matching a text")
            state = step.go(walk, index, captures, frames)

    def walk_apart(self, program: _Program, index: int, captures: Captures) -> tuple[int, Captures] | None:
        """Return what `walk` does, without a goal; each question is answered once."""
        touched = tuple([captures[slot] for slot in program.touched])
        key = (program, index, touched)
        if key not in self._found:
            self._found[key] = self.walk(program, index, captures, None)
        found = self._found[key]
        if found is None:
            return None
        end, written = found
        after = list(captures)
        for slot in program.touched:
            after[slot] = written[slot]
        return end, tuple(after)


def _length(captures: Captures, slots: Iterable[int]) -> int:
    """Return how many letters the captures in `slots` have together."""
    return sum([span[1] - span[0] for slot in slots if (span := captures[slot]) is not None])


class _Letter(_Step):
    """One letter of a set, to the right (`delta` 1) or to the left (-1)."""

    __slots__ = ("delta", "node", "offset")

    def __init__(self, then: _Step, node: Letters, forward: bool) -> None:
        super().__init__(then, then.live)
        self.node: Final = node
        self.delta: Final = 1 if forward else -1
        self.offset: Final = 0 if forward else 1

    def go(self, walk: _Walk, index: int, captures: Captures, frames: Frames) -> _State | None:
        # index 0 has nothing to its left: the shifted set has no bit there
        fits = (walk.walker.sweep.places(self.node) << self.offset) >> index & 1
        return (self.then, index + self.delta, captures, frames) if fits else None


class _Leap(_Step):
    """A node that can be swept, where the order of its ways cannot be seen."""

    __slots__ = ("forward", "node")

    is_fork = True

    def __init__(self, then: _Step, node: Core, forward: bool) -> None:
        super().__init__(then, then.live)
        self.node: Final = node
        self.forward: Final = forward

    def go(self, walk: _Walk, index: int, captures: Captures, frames: Frames) -> _State | None:
        ends = walk.walker.sweep.leads(self.node, 1 << index, self.forward)
        while ends:
            end = ends & -ends
            ends ^= end
            state = (self.then, end.bit_length() - 1, captures, frames)
            if not ends:
                return state
            walk.pending.append(state)
        return None


class _Where(_Step):
    """A look-around that can be swept."""

    __slots__ = ("look",)

    def __init__(self, then: _Step, look: Look) -> None:
        super().__init__(then, then.live)
        self.look: Final = look

    def go(self, walk: _Walk, index: int, captures: Captures, frames: Frames) -> _State | None:
        holds = walk.walker.sweep.where(self.look) >> index & 1
        return (self.then, index, captures, frames) if holds else None


class _Choose(_Step):
    """The first of `firsts` that leads to success."""

    __slots__ = ("firsts",)

    is_fork = True

    def __init__(self, then: _Step, firsts: tuple[_Step, ...]) -> None:
        super().__init__(then, 0)
        self.firsts: Final = firsts
        self.owed = firsts[0].owed if firsts else frozenset()
        for first in firsts:
            self.live |= first.live
            self.owed &= first.owed

    def go(self, walk: _Walk, index: int, captures: Captures, frames: Frames) -> _State | None:
        for first in self.firsts[:0:-1]:
            walk.pending.append((first, index, captures, frames))
        return (self.firsts[0], index, captures, frames) if self.firsts else None


class _Open(_Step):
    """Where a group begins (in the direction of matching)."""

    __slots__ = ()

    def go(self, walk: _Walk, index: int, captures: Captures, frames: Frames) -> _State | None:
        return self.then, index, captures, (*frames, index)


class _Close(_Step):
    """Where a group ends, and is written."""

    __slots__ = ("slot",)

    def __init__(self, then: _Step, group: int, slot: int) -> None:
        super().__init__(then, then.live & ~(1 << group))
        self.owed = then.owed - {slot}
        self.slot: Final = slot

    def go(self, walk: _Walk, index: int, captures: Captures, frames: Frames) -> _State | None:
        start = frames[-1]
        assert isinstance(start, int)
        span = (start, index) if start <= index else (index, start)
        return self.then, index, (*captures[: self.slot], span, *captures[self.slot + 1 :]), frames[:-1]


class _Enter(_Step):
    """Before the first round of a loop."""

    __slots__ = ()

    def go(self, walk: _Walk, index: int, captures: Captures, frames: Frames) -> _State | None:
        return self.then, index, captures, (*frames, (0, ANYWHERE))


class _Head(_Step):
    """Between the rounds of a loop: one more (from `body`), or out of it (to `then`).

    Rounds whose number cannot matter are not counted: optional rounds but the last consume something, and so do
    all but one of the first n + 1 mandatory ones unless the others change nothing, so that n + 1 of either are as
    good as any number (the mandatory ones only if a round writes no group).
    """

    __slots__ = ("body", "forgets", "loop")

    is_fork = True
    body: _Step

    def __init__(self, then: _Step, loop: Repeat, live: int, forgets: tuple[int, ...], writes: tuple[int, ...]) -> None:
        super().__init__(then, live)
        self.owed = then.owed.difference(writes)
        self.loop: Final = loop
        self.forgets: Final = forgets

    def low(self, n: int) -> int:
        """Return how many mandatory rounds are counted."""
        return self.loop.low if self.loop.writes else min(self.loop.low, n + 1)

    def go(self, walk: _Walk, index: int, captures: Captures, frames: Frames) -> _State | None:
        loop, n = self.loop, walk.walker.n
        frame = frames[-1]
        assert isinstance(frame, tuple)
        rounds = frame[0]
        low = self.low(n)
        out = (self.then, index, captures, frames[:-1])
        if loop.high is None or loop.high - loop.low > n:
            rounds = min(rounds, low)
        elif rounds == low + loop.high - loop.low:
            return out
        if self.forgets:
            forgetful = list(captures)
            for slot in self.forgets:
                forgetful[slot] = None
            captures = tuple(forgetful)
        start = index if rounds >= low and not loop.item.least else ANYWHERE
        round_ = (self.body, index, captures, (*frames[:-1], (rounds, start)))
        if rounds < low:
            return round_
        preferred, other = (round_, out) if loop.is_greedy else (out, round_)
        walk.pending.append(other)
        return preferred


class _Round(_Step):
    """Where a round of a loop ends.  `then` is the loop's head, `out` the step after the loop."""

    __slots__ = ("out",)

    then: _Head

    def __init__(self, then: _Head, out: _Step) -> None:
        super().__init__(then, then.live)
        self.out: Final = out

    def go(self, walk: _Walk, index: int, captures: Captures, frames: Frames) -> _State | None:
        frame = frames[-1]
        assert isinstance(frame, tuple)
        rounds, start = frame
        if start == index:
            return None if self.then.loop.empty_round_fails else (self.out, index, captures, frames[:-1])
        return self.then, index, captures, (*frames[:-1], (rounds + 1, ANYWHERE))


class _Again(_Step):
    """A back-reference to the first of `slots_of_name` that is set."""

    __slots__ = ("delta", "fold", "of", "unset_matches")

    def __init__(self, then: _Step, ref: Ref, of: tuple[int, ...], forward: bool) -> None:
        super().__init__(then, then.live | ref.reads)
        self.owed = then.owed.union(of) if len(of) == 1 else then.owed
        self.of: Final = of
        self.fold: Final = ref.fold
        self.unset_matches: Final = ref.unset_matches
        self.delta: Final = 1 if forward else -1

    def go(self, walk: _Walk, index: int, captures: Captures, frames: Frames) -> _State | None:
        span = next((captures[slot] for slot in self.of if captures[slot] is not None), None)
        if span is None:
            return (self.then, index, captures, frames) if self.unset_matches else None
        text = walk.walker.text
        end = index + self.delta * (span[1] - span[0])
        if not 0 <= end <= walk.walker.n:
            return None
        meant, found = text[span[0] : span[1]], text[min(index, end) : max(index, end)]
        fits = meant == found or (self.fold != "" and _are_folded_alike(self.fold, meant, found))
        return (self.then, end, captures, frames) if fits else None


class _If(_Step):
    """Two ways on, by whether a group is set."""

    __slots__ = ("no", "slot")

    def __init__(self, yes: _Step, no: _Step, group: int, slot: int) -> None:
        super().__init__(yes, yes.live | no.live | 1 << group)
        self.owed = yes.owed & no.owed
        self.no: Final = no
        self.slot: Final = slot

    def go(self, walk: _Walk, index: int, captures: Captures, frames: Frames) -> _State | None:
        return self.no if captures[self.slot] is None else self.then, index, captures, frames


class _First(_Step):
    """An atomic item: its first way, and no other."""

    __slots__ = ("program",)

    def __init__(self, then: _Step, program: _Program) -> None:
        super().__init__(then, program.first.live | then.live)
        self.owed = then.owed.difference(program.touched)
        self.program: Final = program

    def go(self, walk: _Walk, index: int, captures: Captures, frames: Frames) -> _State | None:
        found = walk.walker.walk_apart(self.program, index, captures)
        return None if found is None else (self.then, *found, frames)


class _Look(_Step):
    """A look-around; its item is tried from `width` letters back."""

    __slots__ = ("is_negative", "program", "width")

    def __init__(self, then: _Step, look: Look, program: _Program) -> None:
        super().__init__(then, program.first.live | then.live)
        self.owed = then.owed.difference(program.touched)
        self.program: Final = program
        self.is_negative: Final = look.is_negative
        self.width: Final = look.width if look.is_behind and look.width is not None else 0

    def go(self, walk: _Walk, index: int, captures: Captures, frames: Frames) -> _State | None:
        start = index - self.width
        found = walk.walker.walk_apart(self.program, start, captures) if start >= 0 else None
        if self.is_negative:
            return (self.then, index, captures, frames) if found is None else None
        return None if found is None else (self.then, index, found[1], frames)


def _are_folded_alike(fold: str, meant: str, found: str) -> bool:
    from satcross.regex.letters.folding import are_same

    return all(are_same(fold, ord(left), ord(right)) for left, right in zip(meant, found, strict=True))


class _Plan:
    """Turns nodes into steps.  `slots`: the place of each group's capture, for the groups met so far."""

    __slots__ = ("_flows", "slots")

    def __init__(self) -> None:
        self.slots: Final[dict[int, int]] = {}
        self._flows: dict[tuple[Core, bool], tuple[int, int]] = {}

    def slot(self, group: int) -> int:
        return self.slots.setdefault(group, len(self.slots))

    def slots_of(self, groups: int) -> tuple[int, ...]:
        """Return the slots of a bit set of groups."""
        slots = []
        while groups:
            group = groups & -groups
            groups ^= group
            slots.append(self.slot(group.bit_length() - 1))
        return tuple(slots)

    def program(self, item: Core, is_ordered: bool, forward: bool) -> _Program:
        return _Program(self._steps(item, _End(), is_ordered, forward), self.slots_of(item.reads | item.writes))

    def _steps(self, node: Core, then: _Step, is_ordered: bool, forward: bool) -> _Step:
        """Return the first step of `node` followed by `then`; the order of its ways counts if `is_ordered`."""
        step = self._step(node, then, is_ordered, forward)
        step.slots = self.slots_of(step.live) if step.is_fork else ()
        return step

    def _step(self, node: Core, then: _Step, is_ordered: bool, forward: bool) -> _Step:
        if isinstance(node, Letters):
            return _Letter(then, node, forward)
        if isinstance(node, Look):
            if can_be_swept(node):
                return _Where(then, node)
            first_counts = bool(node.writes)
            leftwards = node.is_behind and node.width is None
            return _Look(then, node, self.program(node.item, first_counts, not leftwards))
        if can_be_swept(node) and (not is_ordered or node.least == node.most):
            return _Leap(then, node, forward)
        if isinstance(node, Seq):
            for item in reversed(node.items) if forward else node.items:
                then = self._steps(item, then, is_ordered, forward)
            return then
        if isinstance(node, Alt):
            return _Choose(then, tuple([self._steps(each, then, is_ordered, forward) for each in node.branches]))
        if isinstance(node, Group):
            close = _Close(then, node.number, self.slot(node.number))
            first = self._steps(node.item, close, is_ordered, forward)
            return _Open(first, first.live)
        if isinstance(node, Ref):
            return _Again(then, node, tuple([self.slot(number) for number in node.numbers]), forward)
        if isinstance(node, Cond):
            yes = self._steps(node.yes, then, is_ordered, forward)
            no = self._steps(node.no, then, is_ordered, forward)
            return _If(yes, no, node.number, self.slot(node.number))
        if isinstance(node, Atomic):
            return _First(then, self.program(node.item, True, forward))
        assert isinstance(node, Repeat)
        reads, _ = self._flow(node, forward)
        head = _Head(then, node, then.live | reads, self.slots_of(node.resets), self.slots_of(node.writes))
        head.slots = self.slots_of(head.live)
        head.body = self._steps(node.item, _Round(head, then), is_ordered, forward)
        return _Enter(head, head.live)

    def _flow(self, node: Core, forward: bool) -> tuple[int, int]:
        """Return the groups that `node` may read before it writes them, and those that it always writes."""
        flow = self._flows.get((node, forward))
        if flow is None:
            flow = self._flows[node, forward] = self._flow_through(node, forward)
        return flow

    def _flow_through(self, node: Core, forward: bool) -> tuple[int, int]:
        if not (node.reads or node.writes):
            return 0, 0
        if isinstance(node, Seq):
            reads = writes = 0
            for item in node.items if forward else reversed(node.items):
                more_reads, more_writes = self._flow(item, forward)
                reads |= more_reads & ~writes
                writes |= more_writes
            return reads, writes
        if isinstance(node, Alt):
            reads, writes = 0, -1
            for branch in node.branches:
                more_reads, more_writes = self._flow(branch, forward)
                reads |= more_reads
                writes &= more_writes
            return reads, writes
        if isinstance(node, Repeat):
            reads, writes = self._flow(node.item, forward)
            return reads & ~node.resets, writes | node.resets if node.low else 0
        if isinstance(node, Group):
            reads, writes = self._flow(node.item, forward)
            return reads, writes | 1 << node.number
        if isinstance(node, Look):
            leftwards = node.is_behind and node.width is None
            reads, writes = self._flow(node.item, not leftwards)
            return reads, 0 if node.is_negative else writes
        if isinstance(node, Cond):
            yes_reads, yes_writes = self._flow(node.yes, forward)
            no_reads, no_writes = self._flow(node.no, forward)
            return yes_reads | no_reads | 1 << node.number, yes_writes & no_writes
        if isinstance(node, Atomic):
            return self._flow(node.item, forward)
        return node.reads, 0
