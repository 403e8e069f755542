"""The backtracking half of the reference matcher, which runs a program that it compiles from a core regex.

Programs run on one text: depth first, in priority order, without recursion.

Each node becomes the instructions that match it and then go on with what follows it.  The compiler also finds out
which captures can still be read at each instruction (a liveness analysis), so that states that differ in other captures
only are the same.

Each function below that compiles a node returns one step; `then` is what follows it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_
from typing import Final, TypeAlias

from satcross.base.budget import Budget
from satcross.base.records import NamedTuple
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
from satcross.regex.letters.folding import representative

IndexRange: TypeAlias = tuple[int, int]
"""A half-open range of indices."""

Captures: TypeAlias = tuple[IndexRange | None, ...]
"""Where each group matched; a group's position in the tuple is its *slot*."""

Progress: TypeAlias = tuple[tuple[int, int], ...]
"""How far the groups and loops around an instruction have come, outermost first.  Of a group: the index where it began,
and `ANYWHERE`.  Of a loop: how many rounds it has made, and the index where the latest one began (`ANYWHERE` if that
one cannot have been empty, or if that does not matter)."""

ANYWHERE: Final = -1


class Instruction:
    """One step of a program.

    Attributes:
        execute: Returns the state after this step; None if it fails, and at the end of the program.
        live: The groups (bit g: group g) that may be read from here on before they are written.
        slots: The slots of the live groups; None, unless it may leave states on the stack, or is reached in many ways:
            then each state here is expanded once.
        starts: Returns the indices, as bits, outside of which it fails; None: that is not known.
    """

    __slots__ = ("execute", "live", "slots", "starts")

    def __init__(
        self, execute: Step, live: int, slots: tuple[int, ...] | None = None, starts: Starts | None = None
    ) -> None:
        self.execute: Final = execute
        self.live: Final = live
        self.slots: Final = slots
        self.starts: Final = starts


State: TypeAlias = tuple[Instruction, int, Captures, Progress]
Step: TypeAlias = "Callable[[Run, int, Captures, Progress], State | None]"
Starts: TypeAlias = "Callable[[Run, Captures], int]"
ACCEPT: Final = Instruction(lambda run, index, captures, progress: None, 0)
"""The end of each program."""


class Program(NamedTuple):
    """The instructions that match one item, and the slots of all groups that it reads or writes."""

    first: Instruction
    touched: tuple[int, ...]


class Run(NamedTuple):
    """One run of a program: on which text, and the states that remain to be tried, the next one last."""

    backtracker: Backtracker
    pending: list[State]


class Backtracker:
    """A text, and the results of the programs of atomic items and lookarounds on it.

    A *program* is a chain of instructions (see below).  A *state* is an instruction, an index, the captures, and how
    far each group and loop around the instruction has come.  One state is followed at a time; the alternatives wait on
    a stack.  A state that occurs again did not succeed the first time and never will, so no state is expanded twice.
    Captures that nothing will read before they are written again do not distinguish states.
    """

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
            if instruction is ACCEPT:
                if goal is None or index == goal:
                    return index, captures
            elif instruction.slots is not None:
                key = (instruction, index, *_future(instruction.slots, index, captures, progress))
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


def _future(slots: tuple[int, ...], index: int, captures: Captures, progress: Progress) -> tuple[object, ...]:
    """Return what distinguishes a state at `index` from others with another future."""
    return (
        tuple([captures[slot] for slot in slots]),
        tuple([(begun, start == index) for begun, start in progress]),
    )


def _stateless(node: Core, then: Instruction, forward: bool) -> Step:
    """Match a stateless node, where the order of its ways to match cannot be seen."""

    starts = then.starts

    def execute(run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        ends = run.backtracker.reachability.reach(node, 1 << index, forward)
        if starts is not None:
            ends &= starts(run, captures)
        while ends:
            end = ends & -ends
            ends ^= end
            state = (then, end.bit_length() - 1, captures, progress)
            if not ends:
                return state
            run.pending.append(state)
        return None

    return execute


def _split(branches: Sequence[Instruction]) -> Step:
    """Take the first of `branches` that leads to success."""

    def execute(run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        for branch in branches[:0:-1]:
            run.pending.append((branch, index, captures, progress))
        return (branches[0], index, captures, progress) if branches else None

    return execute


def _begin(then: Instruction, *, is_loop: bool) -> Step:
    """Begin a group (in the direction of matching), or the first round of a loop."""

    def execute(run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        return then, index, captures, (*progress, (0 if is_loop else index, ANYWHERE))

    return execute


def _end_group(slot: int, then: Instruction) -> Step:
    """End a group, and write it."""

    def execute(run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        start = progress[-1][0]
        span = (start, index) if start <= index else (index, start)
        return then, index, (*captures[:slot], span, *captures[slot + 1 :]), progress[:-1]

    return execute


def _loop_head(loop: Repeat, forgets: tuple[int, ...], then: Instruction, body: Callable[[], Instruction]) -> Step:
    """Make one more round of a loop (from `body`), or leave it.

    Rounds whose number cannot matter are not counted.  Optional rounds except the last consume something, and so do all
    but one of the first n + 1 mandatory ones unless the others change nothing.  So n + 1 rounds of either kind are as
    good as any larger number (of the mandatory ones only if a round writes no group).
    """

    def execute(run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        n, rounds = run.backtracker.n, progress[-1][0]
        low = loop.low if loop.writes else min(loop.low, n + 1)
        out = (then, index, captures, progress[:-1])
        if loop.high is None or loop.high - loop.low > n:
            rounds = min(rounds, low)
        elif rounds == low + loop.high - loop.low:
            return out
        if forgets:
            captures = tuple([None if slot in forgets else span for slot, span in enumerate(captures)])
        start = index if rounds >= low and not loop.item.least else ANYWHERE
        another = (body(), index, captures, (*progress[:-1], (rounds, start)))
        if rounds < low:
            return another
        preferred, other = (another, out) if loop.is_greedy else (out, another)
        run.pending.append(other)
        return preferred

    return execute


def _end_round(loop: Repeat, head: Instruction, then: Instruction) -> Step:
    """End a round of a loop."""

    def execute(run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        rounds, start = progress[-1]
        if start == index:
            return None if loop.empty_round_fails else (then, index, captures, progress[:-1])
        return head, index, captures, (*progress[:-1], (rounds + 1, ANYWHERE))

    return execute


def _reference(ref: Ref, referred: Sequence[int], then: Instruction, forward: bool) -> Step:
    """Match the text of the first group that is set, among the groups with these slots."""
    delta = 1 if forward else -1
    same = representative(ref.fold)
    first, *others = referred

    def execute(run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        span = captures[first]
        for slot in others:
            span = span or captures[slot]
        if span is None:
            return (then, index, captures, progress) if ref.unset_matches else None
        text = run.backtracker.text
        end = index + delta * (span[1] - span[0])
        if not 0 <= end <= run.backtracker.n:
            return None
        captured, read = text[span[0] : span[1]], text[index:end] if forward else text[end:index]
        if captured != read and (
            not ref.fold or any(same(ord(left)) != same(ord(right)) for left, right in zip(captured, read, strict=True))
        ):
            return None
        return then, end, captures, progress

    return execute


def _starts_of_reference(slot: int) -> Starts:
    """Return the indices at which the first letter of a group stands; all if the group is empty or not set."""

    def starts(run: Run, captures: Captures) -> int:
        span = captures[slot]
        if span is None or span[0] == span[1]:
            return -1
        letter = ord(run.backtracker.text[span[0]])
        return run.backtracker.reachability.indices_of(((letter, letter),))

    return starts


def _check_group(slot: int, yes: Instruction, no: Instruction) -> Step:
    """Go on to `yes` if a group is set, else to `no`."""

    def execute(run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        return no if captures[slot] is None else yes, index, captures, progress

    return execute


def _atomic(program: Program, then: Instruction) -> Step:
    """Match an atomic item: its first way, and no other."""

    def execute(run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        end = run.backtracker.run_once(program, index, captures)
        return None if end is None else (then, *end, progress)

    return execute


def _look(look: Look, program: Program, then: Instruction) -> Step:
    """Check a lookaround, whose program starts as many letters back as its width says."""
    width = look.width if look.is_behind and look.width is not None else 0

    def execute(run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        start = index - width
        end = run.backtracker.run_once(program, start, captures) if start >= 0 else None
        if look.is_negative:
            return (then, index, captures, progress) if end is None else None
        return None if end is None else (then, index, end[1], progress)

    return execute


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
        return Program(self._compile(item, ACCEPT, is_ordered, forward), self._slots_of(item.reads | item.writes))

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
        # one case for each kind of node, hence so long
        has_one_way = node.most is not None and node.most <= node.least
        if is_stateless(node) and (has_one_way or not is_ordered):
            return Instruction(_stateless(node, then, forward), then.live, self._slots_of(then.live))
        if isinstance(node, Look):
            program = self.program(node.item, bool(node.writes), not _is_leftward(node))
            return Instruction(_look(node, program, then), program.first.live | then.live)
        if isinstance(node, Seq):
            for item in reversed(node.items) if forward else node.items:
                then = self._compile(item, then, is_ordered, forward)
            return then
        if isinstance(node, Alt):
            branches = [self._compile(each, then, is_ordered, forward) for each in node.branches]
            live = reduce(or_, [branch.live for branch in branches], 0)
            return Instruction(_split(branches), live, self._slots_of(live))
        if isinstance(node, Group):
            end = Instruction(_end_group(self._slot(node.number), then), then.live & ~(1 << node.number))
            first = self._compile(node.item, end, is_ordered, forward)
            return Instruction(_begin(first, is_loop=False), first.live)
        if isinstance(node, Ref):
            referred = [self._slot(number) for number in node.numbers]
            starts = _starts_of_reference(*referred) if forward and not node.fold and len(referred) == 1 else None
            return Instruction(_reference(node, referred, then, forward), then.live | node.reads, starts=starts)
        if isinstance(node, Cond):
            yes = self._compile(node.yes, then, is_ordered, forward)
            no = self._compile(node.no, then, is_ordered, forward)
            check = _check_group(self._slot(node.number), yes, no)
            return Instruction(check, yes.live | no.live | 1 << node.number)
        if isinstance(node, Atomic):
            program = self.program(node.item, True, forward)
            return Instruction(_atomic(program, then), program.first.live | then.live)
        assert isinstance(node, Repeat)
        return self._loop(node, then, is_ordered, forward)

    def _loop(self, loop: Repeat, then: Instruction, is_ordered: bool, forward: bool) -> Instruction:
        live = then.live | self._flow(loop, forward)[0]
        step = _loop_head(loop, self._slots_of(loop.resets), then, lambda: body)
        head = Instruction(step, live, self._slots_of(live))
        body = self._compile(loop.item, Instruction(_end_round(loop, head, then), live), is_ordered, forward)
        return Instruction(_begin(head, is_loop=True), live)

    def _flow(self, node: Core, forward: bool) -> tuple[int, int]:
        """Return the groups that `node` may read before it writes them, and the groups that it always writes."""
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
