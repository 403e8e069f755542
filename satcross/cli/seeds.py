"""The question of `satcross generate`: which puzzle a seed gives.

In: a request with its seed.  Out: the puzzle that is found; or that there is none, and why.  The question holds all
that the puzzle depends on, besides limits.  How the puzzle is written is for the process that writes it to know
(`puzzle_files.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from satcross.base.budget import Budget
from satcross.base.wording import counted
from satcross.cli.answers import json_solution
from satcross.cli.driver import Agenda
from satcross.cli.limits import stop_clock
from satcross.cli.outcome import SCHEMA, Appearance, Columns, Inquiry, Send, WorkedOut, json_line, size_of
from satcross.cli.puzzle_files import PuzzleFiles
from satcross.cli.puzzles import FiledPuzzle
from satcross.cli.requested import SeedQuestion
from satcross.cli.statuses import UNKNOWN, YES
from satcross.cli.terminal import Written, error_text, message_line
from satcross.errors import LimitError, SatcrossError, TimeUp, printable
from satcross.generator.result import Generated, GeneratorProgress
from satcross.puzzle.model import Clue

DOING: Final = {
    "grid": "choosing letters",
    "clues": "collecting clues",
    "search": "searching",
    "check": "checking",
}


def answer(question: SeedQuestion, budget: Budget, send: Send) -> WorkedOut:
    """Look for the puzzle of a seed.

    When an interrupt ends the search, the best puzzle so far is sent.

    Raises:
        KeyboardInterrupt: If an interrupt has ended the search.
        SatcrossError: For what would recur with every seed.
    """
    from satcross.generator.generate import complete, generate

    request = question.request
    make = complete if question.is_completion else generate
    made = None

    def watch(progress: GeneratorProgress) -> None:
        if progress.phase == "search":
            stop_clock()  # it looks at its budget, and needs a moment after its end to check the best puzzle
        budget.note(told(progress))

    try:
        made = next(make(request, budget=budget._replace(report=None), watch=watch), None)
    except LimitError as error:
        return WorkedOut(NoPuzzle(request.seed, error.at(f"seed {request.seed}")))
    except TimeUp:
        pass
    budget.note("")
    if made is not None and not any(each.code == "time" for each in made.shortfalls):
        return WorkedOut(MadePuzzle(made))
    if budget.seconds_left == 0:
        return WorkedOut(NoPuzzle(request.seed) if made is None else MadePuzzle(made))
    if made is not None:  # nothing but the clock and an interrupt ends a search early
        send(BestSoFar(made))
    raise KeyboardInterrupt


class MadePuzzle(NamedTuple):
    """The puzzle of a seed."""

    made: Generated

    @property
    def exit_status(self) -> int:
        return UNKNOWN if self.made.shortfalls else YES

    @property
    def verdict(self) -> str:
        return "made"

    def as_json(self, asked: FiledPuzzle) -> dict[str, Any]:
        assert asked.files is not None, "it is known how the puzzle is written"
        return {**self._facts, "puzzle": asked.files.text(self.made)}

    def columns(self, asked: FiledPuzzle) -> Columns:
        made = self.made
        is_final = not made.shortfalls
        witnesses = [json_solution(made.solution)]
        return Columns("made", is_final, 1, is_final, witnesses, made.puzzle, made.difficulty)

    def shown(self, asked: FiledPuzzle, look: Appearance) -> Iterator[Written]:
        assert asked.files is not None, "it is known how the puzzle is written"
        path = asked.files.path(self.made.seed)
        if look.is_json:
            yield json_line(self.as_json(asked) if path is None else {**self._facts, "file": path})
            return
        if path is None:
            yield "out", asked.files.text(self.made)
        yield from map(message_line, self._lines)

    @property
    def _lines(self) -> Iterator[str]:
        """The lines that standard error gets."""
        made = self.made
        clues = [clue for line in made.puzzle.lines for clue in line.clues if isinstance(clue, Clue)]
        length = sum(len(clue.pattern) for clue in clues) / len(clues)
        difficulty = made.difficulty
        yield (
            f"seed {made.seed}: {difficulty.label} ({difficulty.hardness}), {counted(difficulty.steps, 'step')}"
            f" ({difficulty.length}), {counted(len(clues), 'clue')} of {length:.1f} characters,"
            f" cost {made.cost / 10:g}"
        )
        for each in made.shortfalls:
            yield f"  not reached: {printable(each.message)}"

    @property
    def _facts(self) -> dict[str, Any]:
        """What JSON says of the puzzle, but its text and its file."""
        made = self.made
        return {
            "schema": SCHEMA,
            "seed": made.seed,
            "rating": made.rating,  # grows with the length; kept for programs that read it
            "label": made.difficulty.label,
            "hardness": made.difficulty.hardness,
            "steps": made.difficulty.steps,
            "length": made.difficulty.length,
            "cost": made.cost,
            "bound": made.bound,
            "is_proven": made.is_proven,
            "families": made.families,
            "shortfalls": [each._asdict() for each in made.shortfalls],
        }


class BestSoFar(NamedTuple):
    """The best puzzle of a seed when the search was interrupted; a database does not keep it."""

    made: Generated

    @property
    def size(self) -> int:
        return size_of(self.made.solution.letters)

    def shown(self, asked: FiledPuzzle, look: Appearance) -> Iterator[Written]:
        yield from MadePuzzle(self.made).shown(asked, look)


class NoPuzzle(NamedTuple):
    """No puzzle was found; a database does not keep that.

    Attributes:
        error: Why not; None: time was up.
    """

    seed: int
    error: SatcrossError | None = None

    @property
    def exit_status(self) -> int:
        return UNKNOWN if self.error is None else self.error.code.exit_status

    @property
    def verdict(self) -> str:
        return "unknown"

    def as_json(self, asked: FiledPuzzle) -> dict[str, Any]:
        return {"schema": SCHEMA, "seed": self.seed, "puzzle": None}

    def shown(self, asked: FiledPuzzle, look: Appearance) -> Iterator[Written]:
        if self.error is not None:
            yield message_line(error_text(self.error))
        else:
            yield message_line(f"satcross: seed {self.seed}: out of time; there is no puzzle yet")


INQUIRY: Final = Inquiry(None, answer, (MadePuzzle,), errors=())


def agenda_of(question: SeedQuestion, seeds: range, files: PuzzleFiles) -> Agenda:
    """Return what is asked about the puzzle of each seed."""
    shape = question.puzzle
    asked = (FiledPuzzle(shape, name=str(seed), files=files) for seed in seeds)
    return Agenda(asked, lambda each: question.of_seed(int(each.name)), len(seeds))


def told(progress: GeneratorProgress) -> str:
    """Return in words how far a search has come."""
    known = [DOING[progress.phase]]
    if progress.cost is not None:
        known.append(f"cost {progress.cost / 10:g}")
    if progress.rating is not None:
        known.append(f"difficulty {progress.rating:.1f}")
    return "; ".join(known)
