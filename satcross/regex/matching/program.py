"""Core regex to program: the compiler of the reference matcher.

Each node becomes the instructions that match it and then go on with what follows it.  The compiler also finds out
which captures can still be read at each instruction (a liveness analysis), so that states that differ in other captures
only are the same.
"""

from __future__ import annotations

from typing import Final

from satcross.regex.matching.backtracker import Accept, Instruction, Program
from satcross.regex.matching.instructions import (
    BeginGroup,
    BeginLoop,
    CheckGroup,
    CheckLook,
    CheckStatelessLook,
    EndGroup,
    EndRound,
    LoopHead,
    MatchAtomic,
    MatchLetter,
    MatchReference,
    MatchStateless,
    Split,
)
from satcross.regex.matching.reachability import is_stateless
from satcross.regex.meaning.core import Alt, Atomic, Cond, Core, Group, Letters, Look, Ref, Repeat, Seq


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
        if isinstance(node, Letters):
            return MatchLetter(then, node, forward)
        if isinstance(node, Look):
            if is_stateless(node):
                return CheckStatelessLook(then, node)
            return CheckLook(then, node, self.program(node.item, bool(node.writes), not _is_leftward(node)))
        if is_stateless(node) and (not is_ordered or node.least == node.most):
            return MatchStateless(then, node, forward)
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
        head = LoopHead(then, node, then.live | reads, self._slots_of(node.resets), self._slots_of(node.writes))
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
