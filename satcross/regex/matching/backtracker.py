"""Runs the programs of the reference matcher on one text: depth first, in priority order, without recursion.

A *program* is a chain of instructions (`satcross.regex.matching.instructions`).  A *state* is an instruction, an index,
the captures, and how far each group and loop around the instruction has come.  One state is followed at a time; the
alternatives wait on a stack.  A state that occurs again did not succeed the first time and never will, so no state is
expanded twice.  Captures that nothing will read before they are written anew do not distinguish states.  A state whose
back-references need more letters than are left is not expanded either.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from satcross.base.budget import Budget
from satcross.regex.matching.reachability import Reachability

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
        owed: Slots of groups that every way to the end matches again as they are now.
        is_fork: Whether it may leave states on the stack, or is reached in many ways: each state here is expanded once.
    """

    __slots__ = ("live", "owed", "slots", "then")

    is_fork = False
    then: Instruction
    live: int
    owed: frozenset[int]
    slots: tuple[int, ...]

    def __init__(self, then: Instruction, live: int) -> None:
        self.then = then
        self.live = live
        self.owed = then.owed

    def execute(self, run: Run, index: int, captures: Captures, progress: Progress) -> State | None:
        """Return the state after this instruction; None if it fails."""
        raise NotImplementedError


State: TypeAlias = tuple[Instruction, int, Captures, Progress]


class Accept(Instruction):
    """The end of a program."""

    __slots__ = ()

    def __init__(self) -> None:
        self.live = 0
        self.owed = frozenset()


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
            elif goal is not None and instruction.owed and index + _length(captures, instruction.owed) > goal:
                state = None
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


def _length(captures: Captures, slots: Iterable[int]) -> int:
    """Return how many letters the captures in `slots` have together."""
    return sum([span[1] - span[0] for slot in slots if (span := captures[slot]) is not None])
