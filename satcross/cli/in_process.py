"""Questions about puzzles, asked and answered by this process; a worker answers by the same function.

In: an agenda (what is asked about), an inquiry (what is asked), and the options, of which limits are made.  Out: how
each question ended, as a value; it is kept, if there is a results database, and then a sink shows it.  A worker gets
questions and settings, and no options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from satcross.base.budget import Report, now
from satcross.cli.limits import (
    WorkLimits,
    back,
    limits_of,
    set_alarm,
    stop_clock,
    within_memory,
)
from satcross.cli.outcome import CommandQuestion, Conclusion, Inquiry, KnownAnswer, PartialAnswer, Send, Showable
from satcross.cli.parser import Options
from satcross.cli.puzzles import ABOUT_PUZZLES, Asked, revised, with_grid
from satcross.cli.sinks import AnswerSink, show_conclusion
from satcross.cli.statuses import YES, worse
from satcross.cli.terminal import reporter, turn_to
from satcross.errors import SatcrossError, TimeUp

if TYPE_CHECKING:
    from satcross.cli.kept import KeptResults
    from satcross.puzzle.files.source import Source

Rating: TypeAlias = Literal["rated", "unrated", "no database"]
"""Whether a results database gets the ratings of puzzles with one solution, if there is a database."""


class Settings(NamedTuple):
    """What every answer of a command depends on besides its question.

    Attributes:
        rating: Whether puzzles with one solution are rated as well.
    """

    inquiry: Inquiry
    limits: WorkLimits
    rating: Rating


def settings_of(options: Options, inquiry: Inquiry) -> Settings:
    """Return what the options say about every answer."""
    is_kept = getattr(options, "results", None) is not None
    rating: Rating = "no database" if not is_kept else "unrated" if getattr(options, "no_rating", False) else "rated"
    return Settings(inquiry, limits_of(options), rating)


class PuzzleCount:
    """How many puzzles there are; a file that has not been opened counts as one puzzle.

    Args:
        total: The files, or the puzzles that are to be made.
        is_one_per_file: Whether one puzzle of each file is chosen.
    """

    def __init__(self, total: int, *, is_one_per_file: bool = True) -> None:
        self.total = total
        self._is_one_per_file: Final = is_one_per_file
        self._source: Source | None = None

    def note_asked(self, asked: Asked | SatcrossError) -> None:
        """Count the other puzzles of its file, too."""
        if isinstance(asked, Asked) and asked.source is not None and asked.source is not self._source:
            self._source = asked.source
            if not self._is_one_per_file:
                self.total += len(asked.source.entries) - 1


class Agenda(NamedTuple):
    """What a command is asked about, one after another.

    Attributes:
        asked: Puzzles, and an error in the place of a file that cannot be read.
        question_of: Returns the question about a puzzle, or how it ended if it cannot be asked.
        number: How many puzzles there are.
    """

    asked: Iterator[Asked | SatcrossError]
    question_of: Callable[[Asked], CommandQuestion | Conclusion]
    number: PuzzleCount


class Begun(NamedTuple):
    """A puzzle about which the question has been made.

    Attributes:
        question: None if it cannot be asked.
        known: The answer, if nobody has to look for it.
    """

    asked: Asked
    question: CommandQuestion | None
    known: KnownAnswer | None = None


class Answers:
    """The answers of a command.  Each is kept before it is shown, if there is a database.

    What is known about a puzzle before the end is shown at once, unless the database keeps it with the answer.
    """

    def __init__(self, agenda: Agenda, sink: AnswerSink, kept: KeptResults | None) -> None:
        self._agenda: Final = agenda
        self._sink: Final = sink
        self._kept: Final = kept
        self._held: list[PartialAnswer] = []

    def begin(self, asked: Asked) -> Begun:
        """Make the question, and look whether the answer is known.

        Raises:
            SatcrossError: For what would recur with every puzzle.
        """
        question = self._agenda.question_of(asked)
        if isinstance(question, Conclusion):
            return Begun(asked, None, KnownAnswer((), question))
        return Begun(asked, question, None if self._kept is None else self._kept.known(asked, question))

    def take_part(self, asked: Asked, part: PartialAnswer) -> None:
        """Show something that is known before the end, or hold it where it is to be kept first."""
        if self._kept is not None and self._kept.has_place_for(part):
            self._held.append(part)
        else:
            self._sink.show_part(asked, part)

    def end(self, begun: Begun, conclusion: Conclusion) -> int:
        """Keep and show how the question about a puzzle has ended, and return the exit status."""
        parts: Sequence[Showable]
        if begun.known is not None:
            parts = begun.known.parts
        else:
            parts, self._held = self._held, []
            if self._kept is not None and begun.question is not None:
                self._kept.keep(begun.asked, begun.question, conclusion, parts)
        for part in parts:
            self._sink.show_part(begun.asked, part)
        return show_conclusion(begun.asked, conclusion, self._sink)

    def show_error(self, error: SatcrossError) -> int:
        """Show the error that is in the place of an answer, and return the exit status."""
        self._held = []
        return self._sink.show_error(error)


def answer_here(agenda: Agenda, answers: Answers, settings: Settings) -> int:
    """Answer about one puzzle after another in this process, and return the worst exit status."""
    worst = YES
    for asked in agenda.asked:
        agenda.number.note_asked(asked)
        if isinstance(asked, SatcrossError):
            worst = worse(worst, answers.show_error(asked))
            continue
        if agenda.number.total > 1:
            turn_to(asked.label)
        started = now() if asked.started is None else asked.started
        begun = answers.begin(asked._replace(started=started))
        if begun.known is not None:
            conclusion = begun.known.conclusion
        else:
            assert begun.question is not None, "what cannot be asked has an answer"
            send = partial(answers.take_part, asked)
            conclusion = answered(begun.question, settings, send, started, reporter())
        worst = worse(worst, answers.end(begun, conclusion))
    return worst


def question_about(asked: Asked, options: Options, inquiry: Inquiry) -> CommandQuestion | Conclusion:
    """Return the question about a puzzle, which holds all that its answer depends on besides limits.

    Return a conclusion instead if it cannot be asked: because of an error of the puzzle, or because its time, which
    begins with the puzzle, is up.

    Raises:
        SatcrossError: For what would recur with every puzzle.
    """
    limits, ask = limits_of(options), inquiry.question
    assert ask is not None, "the question is about a puzzle that is there"
    budget = limits.budget(asked.started)
    set_alarm(budget)
    try:
        return within_memory(
            lambda: ask(with_grid(revised(asked.puzzle, options), asked.grid, budget), options), limits.memory
        )
    except ABOUT_PUZZLES as error:
        return Conclusion(error=error)
    except TimeUp:
        return Conclusion()
    finally:
        stop_clock()


def answering(settings: Settings, *, is_own: bool) -> Callable[[CommandQuestion, Send], Conclusion]:
    """Return the function that a worker calls for each question.

    Args:
        is_own: Whether the process belongs to this command, which may then limit it.
    """
    if is_own:
        back(settings.limits.memory)
    return lambda question, send: answered(question, settings, send, now())


def answered(
    question: CommandQuestion, settings: Settings, send: Send, started: float, report: Report | None = None
) -> Conclusion:
    """Answer `question`, and return how that ended.

    Args:
        send: Gets what is known before the end.
        started: When the time began (`now`).
        report: Gets what is being done.

    Raises:
        SatcrossError: For what would recur with every puzzle.
    """
    from satcross.cli.clues import warnings_about

    inquiry, limits, rating = settings
    start = perf_counter()
    budget = limits.budget(started, report)
    set_alarm(budget)
    conclusion, presolved = Conclusion(), None
    try:
        for warning in warnings_about(question.puzzle):
            send(warning)
        outcome, presolved = within_memory(lambda: inquiry.answer(question, budget, send), limits.memory)
        conclusion = Conclusion(outcome, is_cut=budget.seconds_left == 0)
    except inquiry.errors as error:
        conclusion = Conclusion(error=error)
    except TimeUp:
        pass
    finally:
        stop_clock()
    conclusion = conclusion._replace(seconds=perf_counter() - start)
    if rating == "no database":
        return conclusion
    from satcross.cli.kept import with_rating

    return with_rating(conclusion, question.puzzle, presolved, budget, is_wanted=rating == "rated")
