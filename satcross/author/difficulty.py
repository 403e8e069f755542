"""How hard a puzzle is for a person, and how long it takes, from the chain of steps that explains it.

In: an explanation.  Out: a `Difficulty`.

A person takes the easiest way, round by round (`satcross.author.rounds`).  A *stretch* is a run of rounds in which
nothing can be read.  It belongs to one *part* of the puzzle: open cells that lines connect.  It counts, for each round,

    1                 if single clues narrow the pencil marks
    1 + cases, 4 at most   if several clues are needed together; so many letters the cell of the part with the fewest
    has

and less in proportion if fewer than six cells are open in the part.  Where several clues are needed together, one can
try letters from there on, so that later rounds of the part do not count.  The *value* is the sum of

    1
    the hardest stretch of a part, and half of its other stretches; at most 1.5, and an eighth for each of its cells
    the scarcity: the share of the unfinished clues that do not lead on, on average over the rounds of single clues
    a quarter of the share of the clues in which something has to be remembered

in the part where it is greatest.  The labels:

    under 3    gentle
    under 4    moderate
    under 5    hard
    above      fiendish

A puzzle is not gentle, but moderate, if beginners do not know some construct in its clues: a backreference, a
lookaround, a conditional or an atomic group.

Nothing of this depends on the order of lines, cells and letters; and several puzzles side by side, which share no line,
are as hard as the hardest of them, but for the scarcity.

The *minutes* are the sum of what all steps take; `Difficulty.length` says them in words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from math import inf
from operator import attrgetter
from typing import Any, Final

from satcross.author.constructs import hard_constructs
from satcross.author.explanation import Explanation, ExplanationStep, explain_without_words
from satcross.author.rounds import ROUND_KIND, RoundKind
from satcross.base.budget import Budget, limits
from satcross.base.records import NamedTuple
from satcross.puzzle import Clue, Puzzle
from satcross.regex import syntax
from satcross.regex.syntax.parse import parse

LABELS: Final = ((3.0, "gentle"), (4.0, "moderate"), (5.0, "hard"), (inf, "fiendish"))
"""The labels, with the number below which each holds."""

GENTLE: Final = LABELS[0][1]

EASIEST: Final = 1.0
"""The difficulty of a puzzle in which each letter can be read, and each clue leads on immediately."""

LENGTHS: Final = (
    (4, "3 minutes"), (7, "5 minutes"), (14, "10 minutes"), (24, "20 minutes"), (45, "half an hour"), (75, "an hour"),
    (240, "an evening"), (inf, "several evenings"),
)  # fmt: skip
"""How long a puzzle takes in words, with the minutes up to which each holds."""

REMEMBERED: Final = 0.25  # is added to the difficulty if every clue holds something to remember

MANY_CELLS: Final = 6
"""Cells.  If fewer than this many hang on a round, it is easier in proportion."""

MOST_CASES: Final = 3
"""Cases that people go through, at most, before they look elsewhere."""


class Difficulty(NamedTuple):
    """How hard a puzzle is.

    Attributes:
        label: "gentle", "moderate", "hard" or "fiendish".
        steps: Number of steps.
        most_clues: The largest number of clues needed together.
        joint_steps: How many steps need several clues together; there a person without pencil marks would have to
            search.
        constructs: The constructs in the clues of the steps, apart from letters, classes, groups, alternatives and
            loops.
        is_complete: Whether the explanation reaches its end.
        value: How hard the hardest stretch is, as this module's docstring defines it.
        marking_rounds: How often all marks have to be carried on.
        rounds: How many rounds there are.
        scarcity: The share of the unfinished clues that do not lead on, on average over the rounds of single clues.
        length: How long the puzzle takes in words, "3 minutes" to "several evenings".
        minutes: How long it takes; an estimate.
    """

    label: str
    steps: int
    most_clues: int
    joint_steps: int
    constructs: tuple[str, ...]
    is_complete: bool
    value: float
    marking_rounds: int
    rounds: int
    scarcity: float
    length: str
    minutes: float

    def as_json(self) -> dict[str, Any]:
        """Return the entry "difficulty" of what `satcross explain` prints as JSON."""
        return {**self._asdict(), "constructs": list(self.constructs)}


class TakenRound(NamedTuple):
    """A round that a player has taken, with what makes a puzzle hard.

    Attributes:
        letters: How many letters each cell can hold when it begins.
        changed: The cells that lose letters in it.
        open: How many clues lead on.
        unfinished: How many clues have a cell without a letter when it begins.
    """

    kind: RoundKind
    letters: Sequence[int]
    changed: Collection[int]
    open: int
    unfinished: int


def value_of(rounds: Sequence[TakenRound], lines: Sequence[Sequence[int]], remembered: float) -> float:
    """Return how hard an easiest way is, as this module's docstring defines it.

    Args:
        lines: The cells of each line that has a clue.
        remembered: The share of the clues in which something has to be remembered.
    """
    return round(EASIEST + stretches(rounds, lines) + scarcity_of(rounds) + REMEMBERED * remembered, 2)


def scarcity_of(rounds: Sequence[TakenRound]) -> float:
    """Return the share of the unfinished clues that do not lead on, on average over the rounds of single clues.

    What comes after the first round of several clues does not count: it depends on which of these are taken.
    """
    single = rounds[: next((number for number, each in enumerate(rounds) if each.kind == "join"), None)]
    return sum([1 - each.open / each.unfinished for each in single if each.unfinished]) / max(1, len(single))


def stretches(rounds: Sequence[TakenRound], lines: Sequence[Sequence[int]]) -> float:
    """Return what the stretches count in the part where they count most.

    >>> both = [TakenRound("mark", [2, 2, 2, 2, 2, 2], [0], 1, 2), TakenRound("mark", [1, 2, 2, 2, 1, 1], [1], 1, 2)]
    >>> stretches(both, [[0, 1, 2, 3, 4, 5]])
    1.5
    >>> stretches([both[0], both[1]._replace(kind="join")], [[0, 1, 2, 3, 4, 5]])
    2.25
    """
    cells = range(len(rounds[0].letters)) if rounds else range(0)
    counted: list[list[float]] = [[0.0] for _ in cells]  # of each cell, the stretches of its part; the last goes on
    room = [0] * len(cells)  # how many open cells its part has at first
    tried: set[int] = set()  # cells of parts where several clues were needed
    for each in _runs(rounds):
        for part in open_parts(each.letters, lines):
            for cell in part:
                room[cell] = room[cell] or len(part)
            if part.isdisjoint(each.changed) or not part.isdisjoint(tried):
                continue
            cases = min(MOST_CASES, *[each.letters[cell] for cell in part]) if each.kind == "join" else 0
            for cell in part:
                if each.kind == "read":
                    counted[cell].append(0.0)
                else:
                    counted[cell][-1] += (1 + cases) * min(1.0, len(part) / MANY_CELLS)
            if each.kind == "join":
                tried |= part
    total = [(max(counted[cell]) + sum(counted[cell])) / 2 for cell in cells]
    return max([min(total[cell], _most_of_stretches(room[cell])) for cell in cells], default=0.0)


def _runs(rounds: Sequence[TakenRound]) -> Iterator[TakenRound]:
    """Yield `rounds`, each run of reading as one round: however long it takes, it ends a stretch."""
    for kind, run in groupby(rounds, key=attrgetter("kind")):
        first, *others = run
        if kind == "read":
            yield first._replace(changed=set(first.changed).union(*[each.changed for each in others]))
        else:
            yield from (first, *others)


def _most_of_stretches(cells: int) -> float:
    """Return what the stretches count at most in a part of so many cells."""
    return 1.5 + cells / 8


def greatest_difficulty(cells: int) -> float:
    """Return a difficulty that no puzzle of so many cells exceeds."""
    return EASIEST + _most_of_stretches(cells) + 1 + REMEMBERED


def open_parts(letters: Sequence[int], lines: Sequence[Sequence[int]]) -> list[set[int]]:
    """Return the cells that can hold several letters, in sets that no line connects.

    >>> open_parts([2, 3, 1, 2], [[0, 2], [1, 0], [2, 3]])
    [{0, 1}, {3}]
    """
    several = {cell for cell, number in enumerate(letters) if number > 1}
    parts: list[set[int]] = []
    for line in lines:
        part = several.intersection(line)
        apart = [each for each in parts if each.isdisjoint(part)]
        if part:
            parts = [*apart, part.union(*[each for each in parts if not each.isdisjoint(part)])]
    return parts + [{cell} for cell in several.difference(*parts)]


def label_of(value: float) -> str:
    """Return the label of puzzles of this difficulty."""
    return next(label for bound, label in LABELS if value < bound)


def length_of(minutes: float) -> str:
    """Return how long so many minutes are, in words."""
    return next(words for most, words in LENGTHS if minutes <= most)


def minutes_of(steps: Iterable[ExplanationStep]) -> float:
    """Return how many minutes a person takes for `steps`.

    A step takes the longer, the fewer of the unfinished clues lead on, and the more often marks have been carried on.
    """
    total = 0.0
    marking: dict[int, int] = {}  # the number of each marking round among these
    for step in steps:
        tried = step.unfinished_clues / step.open_clues  # clues, before one leads on
        if len(step.reasons) > 1:
            total += 1.5 if step.technique == "cross" else 2.5
        elif step.technique == "read":
            total += 0.15 + 0.05 * tried
        else:
            total += marking.setdefault(step.round, len(marking) + 1) * (0.3 + 0.1 * tried)
    return total


def difficulty(puzzle: Puzzle, *, timeout: float | None = None, budget: Budget | None = None) -> Difficulty:
    """Return how hard `puzzle` is, if there is enough time.

    Args:
        timeout, budget: The time limit in seconds, and further limits.

    Raises:
        SatcrossError: What `explain` raises.
    """
    budget = limits(timeout, budget)
    return difficulty_of(explain_without_words(puzzle, budget=budget))


def difficulty_of(explanation: Explanation) -> Difficulty:
    """Return how hard the steps of `explanation` are."""
    steps = explanation.steps
    sizes = [len(step.reasons) for step in steps]
    rounds = list(_rounds(explanation))
    lines = [line.cells for line in explanation.puzzle.lines if line.clues]
    value = value_of(rounds, lines, _remembered_share(explanation.puzzle))
    minutes = minutes_of(steps)
    label = label_of(value)
    if label == GENTLE and not is_for_beginners(explanation.puzzle):
        label = label_of(LABELS[0][0])
    return Difficulty(
        label,
        len(sizes),
        max(sizes, default=0),
        sum(size > 1 for size in sizes),
        tuple(sorted({name for step in steps for name in step.constructs})),
        explanation.is_complete,
        value,
        sum([each.kind == "mark" for each in rounds]),
        len(rounds),
        round(scarcity_of(rounds), 2),
        length_of(minutes),
        round(minutes, 1),
    )


def is_for_beginners(puzzle: Puzzle) -> bool:
    """Return whether beginners know all constructs in the clues of `puzzle`."""
    clues = [clue for line in puzzle.lines for clue in line.clues if isinstance(clue, Clue)]
    return not any(
        _is_advanced(node) for clue in clues for node in parse(clue.pattern, puzzle.dialect, puzzle.flags).root.nodes
    )


def _is_advanced(node: syntax.Syntax) -> bool:
    if isinstance(node, syntax.SyntaxRepeat):
        return node.quantifier.mode not in (syntax.GREEDY, syntax.LAZY)
    if isinstance(node, syntax.SyntaxGroup):
        return node.kind == syntax.ATOMIC
    return isinstance(node, syntax.Reference | syntax.SyntaxLook | syntax.Conditional)


def _remembered_share(puzzle: Puzzle) -> float:
    """Return the share of the clues of `puzzle` in which something has to be remembered."""
    clues = [clue for line in puzzle.lines for clue in line.clues]
    patterns = [clue.pattern for clue in clues if isinstance(clue, Clue)]
    hard = [pattern for pattern in patterns if hard_constructs(parse(pattern, puzzle.dialect, puzzle.flags).root)]
    return len(hard) / len(clues) if clues else 0.0


def _rounds(explanation: Explanation) -> Iterator[TakenRound]:
    """Yield the rounds of `explanation`."""
    number_of = {address: number for number, address in enumerate(explanation.puzzle.cells)}
    before = explanation.start
    for _, group in groupby(explanation.steps, key=attrgetter("round")):
        steps = list(group)
        first = steps[0]
        changed = {number_of[address] for step in steps for address, _ in step.ruled_out}
        letters = list(map(len, before))
        yield TakenRound(ROUND_KIND[first.technique], letters, changed, first.open_clues, first.unfinished_clues)
        before = steps[-1].candidates
