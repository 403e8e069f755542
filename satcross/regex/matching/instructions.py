"""The instructions of the reference matcher; `satcross.regex.matching.program` makes programs of them."""

from __future__ import annotations

from typing import Final

from satcross.regex.letters.folding import representative
from satcross.regex.matching.backtracker import ANYWHERE, Captures, Instruction, Program, Progress, Run, State
from satcross.regex.meaning.core import Core, Letters, Look, Ref, Repeat


class MatchLetter(Instruction):
    """One letter of a set, to the right (`delta` 1) or to the left (-1)."""

    __slots__ = ("delta", "node", "offset")

    def __init__(self, then: Instruction, node: Letters, forward: bool) -> None:
        super().__init__(then, then.live)
        self.node: Final = node
        self.delta: Final = 1 if forward else -1
        self.offset: Final = 0 if forward else 1

    def execute(self, run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        # index 0 has nothing to its left: the shifted set has no bit there
        matches = (run.backtracker.reachability.occurrences(self.node) << self.offset) >> index & 1
        return (self.then, index + self.delta, captures, progress) if matches else None


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


class CheckStatelessLook(Instruction):
    """A look-around that is stateless."""

    __slots__ = ("look",)

    def __init__(self, then: Instruction, look: Look) -> None:
        super().__init__(then, then.live)
        self.look: Final = look

    def execute(self, run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        holds = run.backtracker.reachability.indices_where(self.look) >> index & 1
        return (self.then, index, captures, progress) if holds else None


class Split(Instruction):
    """The first of `branches` that leads to success."""

    __slots__ = ("branches",)

    is_fork = True

    def __init__(self, then: Instruction, branches: tuple[Instruction, ...]) -> None:
        super().__init__(then, 0)
        self.branches: Final = branches
        self.owed = branches[0].owed if branches else frozenset()
        for branch in branches:
            self.live |= branch.live
            self.owed &= branch.owed

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
        self.owed = then.owed - {slot}
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

    def __init__(
        self, then: Instruction, loop: Repeat, live: int, forgets: tuple[int, ...], writes: tuple[int, ...]
    ) -> None:
        super().__init__(then, live)
        self.owed = then.owed.difference(writes)
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
        self.owed = then.owed.union(referred) if len(referred) == 1 else then.owed
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
        self.owed = yes.owed & no.owed
        self.no: Final = no
        self.slot: Final = slot

    def execute(self, run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        return self.no if captures[self.slot] is None else self.then, index, captures, progress


class MatchAtomic(Instruction):
    """An atomic item: its first way to match, and no other."""

    __slots__ = ("program",)

    def __init__(self, then: Instruction, program: Program) -> None:
        super().__init__(then, program.first.live | then.live)
        self.owed = then.owed.difference(program.touched)
        self.program: Final = program

    def execute(self, run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        end = run.backtracker.run_once(self.program, index, captures)
        return None if end is None else (self.then, *end, progress)


class CheckLook(Instruction):
    """A look-around with a program of its own, which starts `width` letters back."""

    __slots__ = ("is_negative", "program", "width")

    def __init__(self, then: Instruction, look: Look, program: Program) -> None:
        super().__init__(then, program.first.live | then.live)
        self.owed = then.owed.difference(program.touched)
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
