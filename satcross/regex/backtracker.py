"""Core regex to program: the compiler of the reference matcher.

Each node becomes the instructions that match it and then go on with what follows it.  The compiler also finds out
which captures can still be read at each instruction (a liveness analysis), so that states that differ in other captures
only are the same.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from satcross.base import NamedTuple
from satcross.base.budget import Budget
from satcross.regex.core import (
    Alt,
    Atomic,
    Cond,
    Core,
    Group,
    Look,
    Reachability,
    Ref,
    Repeat,
    Seq,
    is_stateless,
)
from satcross.regex.letters import representative

# Runs the programs of the reference matcher on one text: depth first, in priority order, without recursion.
#
# A *program* is a chain of instructions (see below).  A *state* is an instruction, an index, the
# captures, and how far each group and loop around the instruction has come.  One state is followed at a time; the
# alternatives wait on a stack.  A state that occurs again did not succeed the first time and never will, so no state is
# expanded twice.  Captures that nothing will read before they are written anew do not distinguish states.


IndexRange: TypeAlias = tuple[int, int]
"""A half-open range of indices."""

Captures: TypeAlias = tuple[IndexRange | None, ...]
"""Where each group matched; a group's position in the tuple is its *slot*."""

Progress: TypeAlias = tuple[int | tuple[int, int], ...]
"""How far the groups and loops around an instruction have come, outermost first.  Of a group: the index where it began.
Of a loop: how many rounds it has made, and the index where the latest one began (`ANYWHERE` if that one cannot have
been empty, or if that does not matter)."""

ANYWHERE: Final = -1


class Instruction:
    """One step of a program.

    Attributes:
        then: The instruction after it.
        live: The groups (bit g: group g) that may be read from here on before they are written.
        is_fork: Whether it may leave states on the stack, or is reached in many ways: each state here is expanded once.
    """

    __slots__ = ("live", "slots", "then")

    is_fork = False
    then: Instruction
    live: int
    slots: tuple[int, ...]

    def __init__(self, then: Instruction, live: int) -> None:
        self.then = then
        self.live = live

    def execute(self, run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        """Return the state after this instruction; None if it fails."""
        raise NotImplementedError


State: TypeAlias = tuple[Instruction, int, Captures, Progress]


class Accept(Instruction):
    """The end of a program."""

    __slots__ = ()

    def __init__(self) -> None:
        self.live = 0


class Program(NamedTuple):
    """The instructions that match one item, and the slots of all groups that it reads or writes."""

    first: Instruction
    touched: tuple[int, ...]


class Run(NamedTuple):
    """One run of a program: on which text, and the states that remain to be tried, the next one last."""

    backtracker: Backtracker
    pending: list[State]


class Backtracker:
    """A text, and the results of the programs of atomic items and look-arounds on it."""

    __slots__ = ("_budget", "_results", "n", "reachability", "text")

    def __init__(self, text: str, budget: Budget) -> None:
        self.text: Final = text
        self._budget: Final = budget
        self.n: Final = len(text)
        self.reachability: Final = Reachability(text)
        self._results: dict[tuple[Program, int, Captures], tuple[int, Captures] | None] = {}

    def run(self, program: Program, index: int, captures: Captures, goal: int | None) -> tuple[int, Captures] | None:
        """Return where the first way through `program` from `index` ends (at `goal`, if given), and its captures."""
        run = Run(self, [])
        seen: set[tuple[object, ...]] = set()
        state: State | None = (program.first, index, captures, ())
        while True:
            if state is None:
                if not run.pending:
                    return None
                state = run.pending.pop()
            instruction, index, captures, progress = state
            if isinstance(instruction, Accept):
                if goal is None or index == goal:
                    return index, captures
                state = None
            elif not instruction.is_fork:
                state = instruction.execute(run, index, captures, progress)
            else:
                key = _key(instruction, index, captures, progress)
                if key in seen:
                    state = None
                    continue
                seen.add(key)
                if not len(seen) & 1023:
                    self._budget.check("matching a text")
                state = instruction.execute(run, index, captures, progress)

    def run_once(self, program: Program, index: int, captures: Captures) -> tuple[int, Captures] | None:
        """Return what `run` does without a goal; the result of equal runs is remembered."""
        touched = tuple([captures[slot] for slot in program.touched])
        key = (program, index, touched)
        if key not in self._results:
            self._results[key] = self.run(program, index, captures, None)
        result = self._results[key]
        if result is None:
            return None
        end, written = result
        after = list(captures)
        for slot in program.touched:
            after[slot] = written[slot]
        return end, tuple(after)


def _key(instruction: Instruction, index: int, captures: Captures, progress: Progress) -> tuple[object, ...]:
    """Return what distinguishes a state from others with another future."""
    return (
        instruction,
        index,
        tuple([captures[slot] for slot in instruction.slots]),
        tuple([each if isinstance(each, int) else (each[0], each[1] == index) for each in progress]),
    )


# The instructions of the reference matcher, of which programs are made.


class MatchStateless(Instruction):
    """A stateless node, where the order of its ways to match cannot be seen."""

    __slots__ = ("forward", "node")

    is_fork = True

    def __init__(self, then: Instruction, node: Core, forward: bool) -> None:
        super().__init__(then, then.live)
        self.node: Final = node
        self.forward: Final = forward

    def execute(self, run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        ends = run.backtracker.reachability.reach(self.node, 1 << index, self.forward)
        while ends:
            end = ends & -ends
            ends ^= end
            state = (self.then, end.bit_length() - 1, captures, progress)
            if not ends:
                return state
            run.pending.append(state)
        return None


class Split(Instruction):
    """The first of `branches` that leads to success."""

    __slots__ = ("branches",)

    is_fork = True

    def __init__(self, then: Instruction, branches: tuple[Instruction, ...]) -> None:
        super().__init__(then, 0)
        self.branches: Final = branches
        for branch in branches:
            self.live |= branch.live

    def execute(self, run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        for branch in self.branches[:0:-1]:
            run.pending.append((branch, index, captures, progress))
        return (self.branches[0], index, captures, progress) if self.branches else None


class BeginGroup(Instruction):
    """Where a group begins (in the direction of matching)."""

    __slots__ = ()

    def execute(self, run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        return self.then, index, captures, (*progress, index)


class EndGroup(Instruction):
    """Where a group ends, and is written."""

    __slots__ = ("slot",)

    def __init__(self, then: Instruction, group: int, slot: int) -> None:
        super().__init__(then, then.live & ~(1 << group))
        self.slot: Final = slot

    def execute(self, run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        start = progress[-1]
        assert isinstance(start, int)
        span = (start, index) if start <= index else (index, start)
        return self.then, index, (*captures[: self.slot], span, *captures[self.slot + 1 :]), progress[:-1]


class BeginLoop(Instruction):
    """Before the first round of a loop."""

    __slots__ = ()

    def execute(self, run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        return self.then, index, captures, (*progress, (0, ANYWHERE))


class LoopHead(Instruction):
    """Between the rounds of a loop: one more round (from `body`), or out of the loop (to `then`).

    Rounds whose number cannot matter are not counted.  Optional rounds except the last consume something, and so do all
    but one of the first n + 1 mandatory ones unless the others change nothing.  So n + 1 rounds of either kind are as
    good as any larger number (of the mandatory ones only if a round writes no group).
    """

    __slots__ = ("body", "forgets", "loop")

    is_fork = True
    body: Instruction

    def __init__(self, then: Instruction, loop: Repeat, live: int, forgets: tuple[int, ...]) -> None:
        super().__init__(then, live)
        self.loop: Final = loop
        self.forgets: Final = forgets

    def low(self, n: int) -> int:
        """Return how many mandatory rounds are counted."""
        return self.loop.low if self.loop.writes else min(self.loop.low, n + 1)

    def execute(self, run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        loop, n = self.loop, run.backtracker.n
        own = progress[-1]
        assert isinstance(own, tuple)
        rounds = own[0]
        low = self.low(n)
        out = (self.then, index, captures, progress[:-1])
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
        another = (self.body, index, captures, (*progress[:-1], (rounds, start)))
        if rounds < low:
            return another
        preferred, other = (another, out) if loop.is_greedy else (out, another)
        run.pending.append(other)
        return preferred


class EndRound(Instruction):
    """Where a round of a loop ends.  `then` is the loop's head, `out` the instruction after the loop."""

    __slots__ = ("out",)

    then: LoopHead

    def __init__(self, then: LoopHead, out: Instruction) -> None:
        super().__init__(then, then.live)
        self.out: Final = out

    def execute(self, run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        own = progress[-1]
        assert isinstance(own, tuple)
        rounds, start = own
        if start == index:
            return None if self.then.loop.empty_round_fails else (self.out, index, captures, progress[:-1])
        return self.then, index, captures, (*progress[:-1], (rounds + 1, ANYWHERE))


class MatchReference(Instruction):
    """A back-reference to the first group that is set of those with these slots."""

    __slots__ = ("delta", "fold", "referred", "unset_matches")

    def __init__(self, then: Instruction, ref: Ref, referred: tuple[int, ...], forward: bool) -> None:
        super().__init__(then, then.live | ref.reads)
        self.referred: Final = referred
        self.fold: Final = ref.fold
        self.unset_matches: Final = ref.unset_matches
        self.delta: Final = 1 if forward else -1

    def execute(self, run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        span = next((captures[slot] for slot in self.referred if captures[slot] is not None), None)
        if span is None:
            return (self.then, index, captures, progress) if self.unset_matches else None
        text = run.backtracker.text
        end = index + self.delta * (span[1] - span[0])
        if not 0 <= end <= run.backtracker.n:
            return None
        captured, read = text[span[0] : span[1]], text[min(index, end) : max(index, end)]
        matches = captured == read or (self.fold != "" and _are_folded_alike(self.fold, captured, read))
        return (self.then, end, captures, progress) if matches else None


class CheckGroup(Instruction):
    """A condition: on to `then` if a group is set, else to `no`."""

    __slots__ = ("no", "slot")

    def __init__(self, yes: Instruction, no: Instruction, group: int, slot: int) -> None:
        super().__init__(yes, yes.live | no.live | 1 << group)
        self.no: Final = no
        self.slot: Final = slot

    def execute(self, run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        return self.no if captures[self.slot] is None else self.then, index, captures, progress


class MatchAtomic(Instruction):
    """An atomic item: its first way to match, and no other."""

    __slots__ = ("program",)

    def __init__(self, then: Instruction, program: Program) -> None:
        super().__init__(then, program.first.live | then.live)
        self.program: Final = program

    def execute(self, run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        end = run.backtracker.run_once(self.program, index, captures)
        return None if end is None else (self.then, *end, progress)


class CheckLook(Instruction):
    """A look-around with a program of its own, which starts `width` letters back."""

    __slots__ = ("is_negative", "program", "width")

    def __init__(self, then: Instruction, look: Look, program: Program) -> None:
        super().__init__(then, program.first.live | then.live)
        self.program: Final = program
        self.is_negative: Final = look.is_negative
        self.width: Final = look.width if look.is_behind and look.width is not None else 0

    def execute(self, run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        start = index - self.width
        end = run.backtracker.run_once(self.program, start, captures) if start >= 0 else None
        if self.is_negative:
            return (self.then, index, captures, progress) if end is None else None
        return None if end is None else (self.then, index, end[1], progress)


def _are_folded_alike(fold: str, captured: str, read: str) -> bool:
    same = representative(fold)
    return all(same(ord(left)) == same(ord(right)) for left, right in zip(captured, read, strict=True))


class Compiler:
    """Compiles nodes to programs.

    Args:
        slots: Where the capture of each group is kept; groups are added as they are met.
    """

    __slots__ = ("_flows", "slots")

    def __init__(self, slots: dict[int, int]) -> None:
        self.slots: Final = slots
        self._flows: dict[tuple[Core, bool], tuple[int, int]] = {}

    def program(self, item: Core, is_ordered: bool, forward: bool) -> Program:
        """Return the program that matches `item`; the order of its ways to match counts if `is_ordered`."""
        return Program(self._compile(item, Accept(), is_ordered, forward), self._slots_of(item.reads | item.writes))

    def _slot(self, group: int) -> int:
        return self.slots.setdefault(group, len(self.slots))

    def _slots_of(self, groups: int) -> tuple[int, ...]:
        """Return the slots of a bit set of groups."""
        slots = []
        while groups:
            group = groups & -groups
            groups ^= group
            slots.append(self._slot(group.bit_length() - 1))
        return tuple(slots)

    def _compile(self, node: Core, then: Instruction, is_ordered: bool, forward: bool) -> Instruction:
        """Return the first instruction of `node` followed by `then`."""
        first = self._first_of(node, then, is_ordered, forward)
        first.slots = self._slots_of(first.live) if first.is_fork else ()
        return first

    def _first_of(self, node: Core, then: Instruction, is_ordered: bool, forward: bool) -> Instruction:
        # one case for each kind of node, hence so long
        has_one_way = node.most is not None and node.most <= node.least
        if is_stateless(node) and (has_one_way or not is_ordered):
            return MatchStateless(then, node, forward)
        if isinstance(node, Look):
            return CheckLook(then, node, self.program(node.item, bool(node.writes), not _is_leftward(node)))
        if isinstance(node, Seq):
            for item in reversed(node.items) if forward else node.items:
                then = self._compile(item, then, is_ordered, forward)
            return then
        if isinstance(node, Alt):
            return Split(then, tuple([self._compile(each, then, is_ordered, forward) for each in node.branches]))
        if isinstance(node, Group):
            end = EndGroup(then, node.number, self._slot(node.number))
            first = self._compile(node.item, end, is_ordered, forward)
            return BeginGroup(first, first.live)
        if isinstance(node, Ref):
            return MatchReference(then, node, tuple([self._slot(number) for number in node.numbers]), forward)
        if isinstance(node, Cond):
            yes = self._compile(node.yes, then, is_ordered, forward)
            no = self._compile(node.no, then, is_ordered, forward)
            return CheckGroup(yes, no, node.number, self._slot(node.number))
        if isinstance(node, Atomic):
            return MatchAtomic(then, self.program(node.item, True, forward))
        assert isinstance(node, Repeat)
        reads, _ = self._flow(node, forward)
        head = LoopHead(then, node, then.live | reads, self._slots_of(node.resets))
        head.slots = self._slots_of(head.live)
        head.body = self._compile(node.item, EndRound(head, then), is_ordered, forward)
        return BeginLoop(head, head.live)

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
            reads, writes = self._flow(node.item, not _is_leftward(node))
            return reads, 0 if node.is_negative else writes
        if isinstance(node, Cond):
            yes_reads, yes_writes = self._flow(node.yes, forward)
            no_reads, no_writes = self._flow(node.no, forward)
            return yes_reads | no_reads | 1 << node.number, yes_writes & no_writes
        if isinstance(node, Atomic):
            return self._flow(node.item, forward)
        return node.reads, 0


def _is_leftward(look: Look) -> bool:
    """Return whether the item of `look` is matched from right to left."""
    return look.is_behind and look.width is None
