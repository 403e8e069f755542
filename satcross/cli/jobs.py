"""Many puzzles answered by several processes; the output is that of one process.

Each worker runs the command as it is without `--jobs`, with its standard streams captured (`captured.py`).  This
process writes what the workers would have written, puzzle by puzzle, in the order of the input: what the first
unfinished puzzle says as it arrives, and what the puzzles after it say when their turn has come.  Output that waits for
its turn is bounded; a worker beyond the bound has to wait until its messages are taken.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain, islice
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from satcross.cli.captured import Stream, Written, captured, replay, stream_of
from satcross.cli.limits import back
from satcross.cli.parser import Options
from satcross.cli.puzzles import Answer, Asked, Question, answer_question, questions
from satcross.cli.statuses import YES, Terminated, worse
from satcross.cli.terminal import note, report
from satcross.errors import ErrorCode, SatcrossError
from satcross.workers import GRACE, Death, Failure, Message, Part, Result, Send, Worker, Workers

if TYPE_CHECKING:
    from satcross.puzzle.files.source import Source

AHEAD: Final = 1_000  # puzzles that may be given out while the first of them is unfinished
HELD: Final = 16_000_000  # code points of output that may wait for their turn

Task: TypeAlias = "tuple[Source | None, int]"
"""A file (None: that of the worker's last task), and the number of a puzzle in it."""


class Ended(NamedTuple):
    """How the command ended for a puzzle: its exit status, and whether an error ended the whole command."""

    status: int
    is_final: bool


def answering(options: Options, answer: Answer, out: Stream, error: Stream) -> Callable[[Task, Send], Ended]:
    """Return the function that a worker calls for each task."""
    back(options)
    latest: Source | None = None

    def answered(task: Task, send: Send) -> Ended:
        nonlocal latest
        source, number = task
        latest = source or latest
        assert latest is not None
        with captured(out, error, send):
            try:
                return Ended(answer_question(Question(latest, number), options, answer), is_final=False)
            except SatcrossError as fault:
                return Ended(report(fault), is_final=True)

    return answered


class PendingAnswer:
    """A puzzle that has been given to a worker, or an error that waits for its turn; and what is known of it so far."""

    __slots__ = ("_question", "_written", "ended", "failure", "size", "worker")

    def __init__(self, question: Question | SatcrossError, worker: Worker | None = None) -> None:
        self._question: Final = question
        self._written: Final[deque[Written]] = deque()
        self.worker: Final = worker
        self.size = 0  # of the text that has not been written
        self.ended: Ended | None = None
        self.failure: Exception | None = question if isinstance(question, SatcrossError) else None

    @property
    def is_over(self) -> bool:
        return self.ended is not None or self.failure is not None

    @property
    def has_news(self) -> bool:
        return self.is_over or bool(self._written)

    def receive(self, message: Message) -> None:
        """Keep what the worker has sent."""
        if isinstance(message, Part):
            self._written.extend(message.value)
            self.size += sum(len(text) for _, text in message.value)
        elif isinstance(message, Result):
            self.ended = message.value
        elif isinstance(message, Failure):
            self.failure = message.error
        else:
            self.failure = self._death(message)

    def _death(self, death: Death) -> SatcrossError:
        assert isinstance(self._question, Question)
        source, number, _ = self._question
        entry = source.entries[number]
        return SatcrossError(
            f"the process that worked on this puzzle {death.reason}",
            place=[Asked(entry.puzzle, source.name, entry.name).label],
            hint="if memory is short, --jobs with fewer processes needs less",
            code=ErrorCode.WORKER,
        )

    def show(self) -> None:
        """Write the output that has arrived."""
        replay(self._written)
        self.size = 0

    def end(self) -> Ended:
        """Return how it ended; a user's error is reported now.  Raises any other error that the worker has met."""
        if self.ended is not None:
            return self.ended
        assert self.failure is not None
        if not isinstance(self.failure, SatcrossError):
            raise self.failure
        return Ended(report(self.failure), is_final=False)


def answer_side_by_side(options: Options, answer: Answer) -> int:
    """Do what `answer_each` does, with `options.jobs` processes; this process answers for a single puzzle itself."""
    asked = questions(options)
    first = list(islice(asked, 2))
    if len(first) < 2:
        return worse(YES, *(answer_question(question, options, answer) for question in first))
    alone = Namespace(**{**vars(options), "jobs": 1, "progress": None})
    settings = (alone, answer, stream_of(sys.stdout), stream_of(sys.stderr))
    with Workers(options.jobs, answering, *settings) as workers:
        return Queue(workers, PuzzleCount(options), chain(first, asked)).run()


class PuzzleCount:
    """How many puzzles are done, and how many there are; a file that has not been opened counts as one puzzle."""

    def __init__(self, options: Options) -> None:
        self._options: Final = options
        self._done = 0
        self._total = len(options.files)
        self._is_one_per_file: Final = options.puzzle is not None
        self._source: Source | None = None

    def note_asked(self, question: Question | SatcrossError) -> None:
        if isinstance(question, Question) and question.source is not self._source:
            self._source = question.source
            if not self._is_one_per_file:
                self._total += len(self._source.entries) - 1

    def note_done(self) -> None:
        self._done += 1

    def show(self) -> None:
        note(self._options, "puzzles", self._done, self._total)


class Queue:
    """The answers that have not been shown completely, in the order of the input."""

    def __init__(self, workers: Workers, count: PuzzleCount, asked: Iterator[Question | SatcrossError]) -> None:
        self._workers: Final = workers
        self._count: Final = count
        self._asked: Final = asked
        self._is_all_asked = False
        self._pending: Final[deque[PendingAnswer]] = deque()
        self._answer_of: Final[dict[Worker, PendingAnswer]] = {}
        self._source_of: Final[dict[Worker, Source]] = {}

    def run(self) -> int:
        """Answer for all puzzles, and return the worst exit status."""
        worst = YES
        try:
            while True:
                self._give_out()
                while self._pending and self._pending[0].has_news:
                    ended = self._show_first()
                    if ended is not None and ended.is_final:
                        return ended.status
                    worst = worst if ended is None else worse(worst, ended.status)
                if self._pending:
                    self._listen()
                elif self._is_all_asked:
                    return worst
        except (KeyboardInterrupt, Terminated):
            self._cancel_first()
            raise

    @property
    def _is_too_much_held(self) -> bool:
        return sum(answer.size for answer in islice(self._pending, 1, None)) > HELD

    def _give_out(self) -> None:
        """Give puzzles to idle workers, unless too much is waiting to be shown."""
        while not (self._is_all_asked or self._workers.are_busy or len(self._pending) >= AHEAD):
            if self._is_too_much_held:
                return
            question = next(self._asked, None)
            if question is None:
                self._is_all_asked = True
                return
            self._count.note_asked(question)
            self._pending.append(self._given(question))

    def _given(self, question: Question | SatcrossError) -> PendingAnswer:
        if isinstance(question, SatcrossError):
            self._count.note_done()
            return PendingAnswer(question)
        source, number, _ = question
        worker = self._workers.idle()
        worker.give((None if self._source_of.get(worker) is source else source, number))
        self._source_of[worker] = source
        self._answer_of[worker] = PendingAnswer(question, worker)
        return self._answer_of[worker]

    def _listen(self) -> None:
        """Wait for messages of the workers; if too much is held, only of the first pending answer's worker."""
        first = self._pending[0].worker
        assert first is not None
        among = [first] if self._is_too_much_held else list(self._answer_of)
        self._count.show()
        for worker, message in self._workers.messages(among):
            answer = self._answer_of[worker]
            answer.receive(message)
            if answer.is_over:
                self._count.note_done()
                del self._answer_of[worker]
            if isinstance(message, Death):
                del self._source_of[worker]

    def _show_first(self) -> Ended | None:
        """Show what has arrived of the first pending answer; if that is all of it, return how it ended."""
        answer = self._pending[0]
        answer.show()
        if not answer.is_over:
            return None
        self._pending.popleft()
        return answer.end()

    def _cancel_first(self) -> None:
        """Cancel the first pending answer, and show what its command still says when it is interrupted."""
        answer = self._pending[0] if self._pending else None
        if answer is None or answer.worker is None:
            return
        answer.show()
        until = monotonic() + GRACE
        answer.worker.cancel()
        while not answer.is_over and monotonic() < until:
            for _, message in self._workers.messages([answer.worker], until - monotonic()):
                answer.receive(message)
            answer.show()
