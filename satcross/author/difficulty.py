"""How hard a puzzle is for a person, from the chain of steps that explains it.

In: an explanation.  Out: a `Difficulty`.

The effort of a step is 4^(clues - 1), plus half of that for each kind of construct in its clues that is harder to read
than letters, classes, groups, alternatives and loops.  The rating is log2(1 + the sum of all efforts).  So another step
never makes a puzzle easier; a step that needs one clue more counts as much as four steps; and twice the work adds one
point.  The labels were chosen by looking at the puzzles of this repository:

    under 3    gentle      at most six or seven steps of one clue each
    under 5    moderate    up to thirty
    under 6.5  hard        up to ninety, or with a few steps of several clues
    above      fiendish
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log2
from typing import Final, NamedTuple

from satcross.author.explanation import Explanation, ExplanationStep, explain
from satcross.base.budget import UNLIMITED, Budget
from satcross.puzzle.model import Puzzle
from satcross.regex.syntax.parse import parse
from satcross.regex.syntax.tree import Anchor, Conditional, Group, Look, Reference, Repeat, Syntax

LABELS: Final = ((3.0, "gentle"), (5.0, "moderate"), (6.5, "hard"))  # with the rating below which each holds
HARDEST: Final = "fiendish"
GROWTH: Final = 4  # times the effort, for each further clue of a step
CONSTRUCT: Final = 0.5  # of the effort is added, for each kind of construct that is hard to read


class Difficulty(NamedTuple):
    """How hard a puzzle is.

    Attributes:
        rating: log2(1 + effort), as this module's docstring defines it.
        label: "gentle", "moderate", "hard" or "fiendish".
        steps: Number of steps.
        most_clues: The largest number of clues needed at once.
        joint_steps: How many steps need several clues at once; there a person without pencil marks would have to
            search.
        constructs: The constructs in the clues of the steps, apart from letters, classes, groups, alternatives and
            loops.
        is_complete: Whether the explanation reaches its end.
    """

    rating: float
    label: str
    steps: int
    most_clues: int
    joint_steps: int
    constructs: tuple[str, ...]
    is_complete: bool


def difficulty(puzzle: Puzzle, *, budget: Budget = UNLIMITED) -> Difficulty:
    """Return how hard `puzzle` is.  Raises what `explain` raises."""
    return difficulty_of(explain(puzzle, budget=budget))


def difficulty_of(explanation: Explanation) -> Difficulty:
    """Return how hard the steps of `explanation` are."""
    puzzle = explanation.puzzle
    kinds: dict[str, frozenset[str]] = {}

    def kinds_of(step: ExplanationStep) -> frozenset[str]:
        constructs: frozenset[str] = frozenset()
        for reason in step.reasons:
            if reason.pattern not in kinds:
                root = parse(reason.pattern, puzzle.dialect, puzzle.flags).root
                kinds[reason.pattern] = hard_constructs(root)
            constructs |= kinds[reason.pattern]
        return constructs

    effort = 0.0
    for step in explanation.steps:
        effort += step_effort(len(step.reasons), len(kinds_of(step)))
    rating = rating_of(effort)
    sizes = [len(step.reasons) for step in explanation.steps]
    return Difficulty(
        rating,
        next((label for bound, label in LABELS if rating < bound), HARDEST),
        len(sizes),
        max(sizes, default=0),
        sum(size > 1 for size in sizes),
        tuple(sorted({kind for step in explanation.steps for kind in kinds_of(step)})),
        explanation.is_complete,
    )


def step_effort(clues: int, constructs: int) -> float:
    """Return the effort of a step of several clues, with some kinds of constructs that are hard to read."""
    return float(GROWTH ** (clues - 1) * (1 + CONSTRUCT * constructs))


def rating_of(effort: float) -> float:
    """Return the rating of steps whose efforts add up to `effort`."""
    return round(log2(1 + effort), 2)


def hard_constructs(root: Syntax) -> frozenset[str]:
    """Return the kinds of constructs below `root` that are hard to read."""
    return frozenset(_constructs(root))


def _constructs(root: Syntax) -> Iterator[str]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        waiting += node.parts
        if isinstance(node, Reference):
            yield "back-reference"
        elif isinstance(node, Look):
            yield ("negative " if node.is_negative else "") + ("look-behind" if node.is_behind else "look-ahead")
        elif isinstance(node, Conditional):
            yield "conditional"
        elif isinstance(node, Anchor):
            yield "anchor"
        elif (isinstance(node, Group) and node.kind == "atomic") or (isinstance(node, Repeat) and node.mode == "+"):
            yield "atomic group"
