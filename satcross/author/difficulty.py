"""How hard a puzzle is for a person, and how long it takes, from the chain of steps that explains it.

In: an explanation.  Out: a `Difficulty`.

The *hardness* says how hard the hardest thing is, and does not depend on the size.  Its whole part comes from the
rounds of the easiest way (`satcross.author.rounds`):

    1                 all letters can be read
    1 + n             n marking rounds are needed
    2 + n at least    n clues are needed at once, for n from 2

To that is added a number below 1, the scarcity: on average over the rounds, the share of the unfinished clues that do
not lead on.  And up to a half is added for clues in which something has to be remembered: half of their share among
all clues.  The labels:

    under 3    gentle      one marking round at most
    under 4    moderate    two
    under 5    hard        three, or two clues at once
    above      fiendish

The *length* is the number of steps.  The *rating* is the number that stood for the difficulty before there was a
hardness: log2(1 + the sum of the efforts of all steps).  The effort of a step is 4^(clues - 1), plus half of that for
each kind of construct in its clues that is harder to read than letters, classes, groups, alternatives and loops.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Final, NamedTuple

from satcross.author.constructs import hard_constructs
from satcross.author.explanation import ROUND_KIND, Explanation, ExplanationStep, explain_without_words
from satcross.author.rounds import Round
from satcross.base.budget import UNLIMITED, Budget
from satcross.puzzle.model import Clue, Puzzle
from satcross.regex.syntax.parse import parse

LABELS: Final = ((3.0, "gentle"), (4.0, "moderate"), (5.0, "hard"))  # with the hardness below which each holds
LENGTHS: Final = ((15, "short"), (35, "half an hour"), (70, "an hour"), (250, "an evening"))  # up to so many steps
LONGEST: Final = "several evenings"
REMEMBERED: Final = 0.5  # is added to the hardness if every clue holds something to remember
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
        hardness: How hard the hardest thing is, as this module's docstring defines it.
        marking_rounds: How often all marks have to be carried on.
        rounds: How many rounds there are.
        scarcity: The share of the unfinished clues that do not lead on, on average over the rounds.
        length: The number of steps as a time in words, "short" to "several evenings".
    """

    rating: float
    label: str
    steps: int
    most_clues: int
    joint_steps: int
    constructs: tuple[str, ...]
    is_complete: bool
    hardness: float
    marking_rounds: int
    rounds: int
    scarcity: float
    length: str


class Way(NamedTuple):
    """What the hardness of an easiest way is made of.

    Attributes:
        marking_rounds: How many of its rounds are marking rounds.
        most_clues: The largest number of clues needed at once.
        scarcity: The share of the unfinished clues that do not lead on, on average over the rounds.
        remembered: The share of the puzzle's clues in which something has to be remembered.
    """

    marking_rounds: int = 0
    most_clues: int = 1
    scarcity: float = 0.0
    remembered: float = 0.0

    @property
    def hardness(self) -> float:
        """How hard the hardest thing is, as this module's docstring defines it."""
        joint = 2 + self.most_clues if self.most_clues > 1 else 0
        return round(max(1 + self.marking_rounds, joint) + self.scarcity + REMEMBERED * self.remembered, 2)


def way_of(rounds: Sequence[Round], most_clues: int, remembered: float) -> Way:
    """Return what the hardness of a way of these rounds is made of."""
    scarcity = sum([each.scarcity for each in rounds]) / len(rounds) if rounds else 0.0
    return Way(sum([each.kind == "mark" for each in rounds]), most_clues, scarcity, remembered)


def label_of(hardness: float) -> str:
    """Return the label of puzzles of this hardness."""
    return next((label for bound, label in LABELS if hardness < bound), HARDEST)


def length_of(steps: int) -> str:
    """Return how long so many steps take, in words."""
    return next((words for most, words in LENGTHS if steps <= most), LONGEST)


def difficulty(puzzle: Puzzle, *, budget: Budget = UNLIMITED) -> Difficulty:
    """Return how hard `puzzle` is.  Raises what `explain` raises."""
    return difficulty_of(explain_without_words(puzzle, budget=budget))


def difficulty_of(explanation: Explanation) -> Difficulty:
    """Return how hard the steps of `explanation` are."""
    steps = explanation.steps
    effort = sum([step_effort(len(step.reasons), len(step.constructs)) for step in steps])
    sizes = [len(step.reasons) for step in steps]
    rounds = _rounds(steps)
    way = way_of(rounds, max(sizes, default=0), _remembered_share(explanation.puzzle))
    return Difficulty(
        round(log2(1 + effort), 2),
        label_of(way.hardness),
        len(sizes),
        max(sizes, default=0),
        sum(size > 1 for size in sizes),
        tuple(sorted({name for step in steps for name in step.constructs})),
        explanation.is_complete,
        way.hardness,
        way.marking_rounds,
        len(rounds),
        round(way.scarcity, 2),
        length_of(len(steps)),
    )


def _remembered_share(puzzle: Puzzle) -> float:
    """Return the share of the clues of `puzzle` in which something has to be remembered."""
    clues = [clue for line in puzzle.lines for clue in line.clues]
    patterns = [clue.pattern for clue in clues if isinstance(clue, Clue)]
    hard = [pattern for pattern in patterns if hard_constructs(parse(pattern, puzzle.dialect, puzzle.flags).root)]
    return len(hard) / len(clues) if clues else 0.0


def _rounds(steps: Sequence[ExplanationStep]) -> list[Round]:
    """Return the rounds of `steps`, without what each clue says in them."""
    firsts = {step.round: step for step in reversed(steps)}
    return [
        Round(ROUND_KIND[step.technique], {}, step.open_clues, step.unfinished_clues)
        for _, step in sorted(firsts.items())
    ]


def step_effort(clues: int, constructs: int) -> float:
    """Return the effort of a step of several clues, with some kinds of constructs that are hard to read."""
    return float(GROWTH ** (clues - 1) * (1 + CONSTRUCT * constructs))
