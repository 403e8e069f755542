"""Many puzzles, answered by several processes, their output shown as if one had answered them in turn.

Each worker does what the command does without `--jobs`, its standard streams taken down: what was written to which, and
when it was flushed.  This process repeats that, puzzle by puzzle in the order of the input: the puzzle whose turn it is
as it comes, those after it when their turn has come.  How far the workers may be ahead of what is shown is bounded, in
puzzles and in text; a worker beyond that waits for its messages to be taken.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from itertools import chain, islice
from time import monotonic
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TextIO, TypeAlias

from satcross.cli.limits import back
from satcross.cli.parser import Options
from satcross.cli.progress import Bar, mute
from satcross.cli.puzzles import Answer, Asked, Question, answer_question, questions
from satcross.cli.statuses import YES, Terminated, worse
from satcross.cli.terminal import report
from satcross.errors import ErrorCode, SatcrossError
from satcross.workers import GRACE, Death, Failure, Message, Part, Result, Send, Worker, Workers

if TYPE_CHECKING:
    from satcross.puzzle.files.source import Source

AHEAD: Final = 1_000  # puzzles given out before the one that is shown has been answered
HELD: Final = 16_000_000  # code points of output that waits for its turn
PIECE: Final = 60_000  # code points of output, after which a worker sends it unasked

Task: TypeAlias = "tuple[Source | None, int]"
"""A file (None: that of the worker's last task), and the number of a puzzle in it."""

Written: TypeAlias = tuple[Literal["out", "error", "flush"], str]
"""Text for standard output or standard error, or the flushing of standard output."""


class Stream(NamedTuple):
    """What is to be known of the stream that output ends up on: a terminal or not, its encoding, its descriptor."""

    is_terminal: bool
    encoding: str
    descriptor: int | None


class Ended(NamedTuple):
    """The answer for a puzzle: its exit status, and whether it was an error that ends the whole command."""

    status: int
    is_final: bool


class CapturedOutput:
    """A standard stream of a worker: what is written is kept in order, and sent when it is flushed, or is much."""

    def __init__(self, name: Literal["out", "error"], stream: Stream, notes: OutputBuffer) -> None:
        self._name: Final = name
        self._stream: Final = stream
        self._notes: Final = notes
        self.encoding: Final = stream.encoding

    def isatty(self) -> bool:
        return self._stream.is_terminal

    def fileno(self) -> int:
        if self._stream.descriptor is None:
            raise OSError("no file")
        return self._stream.descriptor

    def write(self, text: str) -> int:
        self._notes.write(self._name, text)
        if self._name == "error" and "\n" in text:
            self._notes.send()
        return len(text)

    def flush(self) -> None:
        if self._name == "out":
            self._notes.write("flush", "")
        self._notes.send()


class OutputBuffer:
    """What the streams of a worker were told and the parent has not been."""

    def __init__(self, send: Send) -> None:
        self._send: Final = send
        self._written: list[Written] = []
        self._size = 0

    def write(self, name: Literal["out", "error", "flush"], text: str) -> None:
        self._written.append((name, text))
        self._size += len(text)
        if self._size > PIECE:
            self.send()

    def send(self) -> None:
        written, self._written, self._size = self._written, [], 0
        if written:
            self._send(written)


def answering(options: Options, answer: Answer, out: Stream, error: Stream) -> Callable[[Task, Send], Ended]:
    """Return the function of a worker."""
    mute()
    back(options)
    known: Source | None = None

    def answered(task: Task, send: Send) -> Ended:
        nonlocal known
        known = task[0] or known
        assert known is not None
        notes = OutputBuffer(send)
        with redirect_stdout(CapturedOutput("out", out, notes)), redirect_stderr(CapturedOutput("error", error, notes)):
            try:
                ended = Ended(answer_question(Question(known, task[1]), options, answer), is_final=False)
            except SatcrossError as fault:
                ended = Ended(report(fault), is_final=True)
            finally:
                notes.send()
        return ended

    return answered


class PendingAnswer:
    """A puzzle that has been given out, or an error that has to wait for its turn; what is known of it so far.

    size  of the text that is held
    """

    __slots__ = ("ended", "failure", "question", "size", "worker", "written")

    def __init__(self, question: Question | SatcrossError, worker: Worker | None = None) -> None:
        self.question: Final = question
        self.worker: Final = worker
        self.written: deque[Written] = deque()
        self.size = 0
        self.ended: Ended | None = None
        self.failure: Exception | None = None

    def note(self, message: Message) -> None:
        """Take in what the worker has sent."""
        if isinstance(message, Part):
            self.written += message.value
            self.size += sum(len(text) for _, text in message.value)
        elif isinstance(message, Result):
            self.ended = message.value
        else:
            self.failure = message.error if isinstance(message, Failure) else self._death(message.reason)

    def _death(self, reason: str) -> SatcrossError:
        assert isinstance(self.question, Question)
        entry = self.question.source.entries[self.question.number]
        return SatcrossError(
            f"the process that worked on this puzzle {reason}",
            place=[Asked(entry.puzzle, self.question.source.name, entry.name).label],
            hint="if memory is short, --jobs with fewer processes needs less",
            code=ErrorCode.WORKER,
        )

    @property
    def is_over(self) -> bool:
        return self.worker is None or self.ended is not None or self.failure is not None

    def show(self) -> None:
        """Show what is held."""
        while self.written:
            name, text = self.written.popleft()
            if name == "flush":
                sys.stdout.flush()
            else:
                (sys.stdout if name == "out" else sys.stderr).write(text)
        self.size = 0

    def status(self) -> Ended:
        """Return how it ended, after saying so if it was an error.  Raises what the worker did not foresee."""
        if isinstance(self.question, SatcrossError):
            return Ended(report(self.question), is_final=False)
        if isinstance(self.failure, SatcrossError):
            return Ended(report(self.failure), is_final=False)
        if self.failure is not None:
            raise self.failure
        assert self.ended is not None
        return self.ended


def answer_side_by_side(options: Options, answer: Answer) -> int:
    """Do what `answer_each` does with `options.jobs` processes; a single puzzle is answered by this one."""
    asked = questions(options)
    first = list(islice(asked, 2))
    if len(first) < 2:
        return worse(YES, *(answer_question(question, options, answer) for question in first))
    alone = Namespace(**{**vars(options), "jobs": 1})
    settings = (alone, answer, _stream(sys.stdout), _stream(sys.stderr))
    with Workers(options.jobs, answering, *settings) as workers, Bar("puzzles") as bar:
        is_one_each = options.puzzle is not None
        return Queue(workers, bar, chain(first, asked), len(options.files), is_one_each=is_one_each).run()


def _stream(stream: TextIO) -> Stream:
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError, AttributeError):
        descriptor = None
    return Stream(stream.isatty(), getattr(stream, "encoding", None) or "ascii", descriptor)


class Queue:
    """The puzzles that have been given out and not been shown, in the order of the input.

    files  how many there are
    """

    def __init__(
        self, workers: Workers, bar: Bar, asked: Iterator[Question | SatcrossError], files: int, *, is_one_each: bool
    ) -> None:
        self._workers: Final = workers
        self._bar: Final = bar
        self._asked: Final = asked
        self._is_all_asked = False
        self._turns: deque[PendingAnswer] = deque()
        self._turn_of: dict[Worker, PendingAnswer] = {}
        self._source_of: dict[Worker, Source] = {}
        self._held = 0  # by the turns after the first
        self._given = self._over = self._in_file = 0
        self._files = files
        self._is_one_each: Final = is_one_each
        self._latest: Source | None = None

    def run(self) -> int:
        """Answer for all, and return the worst exit status."""
        worst = YES
        try:
            while True:
                self._give_out()
                while self._turns and (self._turns[0].written or self._turns[0].is_over):
                    ended = self._show_first()
                    if ended is not None and ended.is_final:
                        return ended.status
                    worst = worst if ended is None else worse(worst, ended.status)
                if self._turns:
                    self._listen()
                elif self._is_all_asked:
                    return worst
        except (KeyboardInterrupt, Terminated):
            self._bar.hide()
            self._let_first_finish()
            raise

    def _give_out(self) -> None:
        """Give out puzzles as long as somebody has nothing to do, and not too much is waiting to be shown."""
        while not (self._is_all_asked or self._workers.are_busy or len(self._turns) >= AHEAD or self._held > HELD):
            question = next(self._asked, None)
            if question is None:
                self._is_all_asked = True
                return
            self._note_how_many(question)
            if isinstance(question, SatcrossError):
                self._turns.append(PendingAnswer(question))
                continue
            source, number, _ = question
            worker = self._workers.idle()
            worker.give((None if self._source_of.get(worker) is source else source, number))
            self._source_of[worker] = source
            self._turn_of[worker] = PendingAnswer(question, worker)
            self._turns.append(self._turn_of[worker])

    def _note_how_many(self, question: Question | SatcrossError) -> None:
        self._given += 1
        source = None if isinstance(question, SatcrossError) else question.source
        if source is None or source is not self._latest:
            self._files -= 1
            self._in_file = 1 if source is None or self._is_one_each else len(source.entries)
        self._latest = source
        self._in_file -= 1

    def _listen(self) -> None:
        """Take in messages: of all workers, or if too much is held, only of the one whose turn it is."""
        first = self._turns[0].worker
        assert first is not None
        among = [first] if self._held > HELD else list(self._turn_of)
        for worker, message in self._workers.messages(among, self._bar.seconds):
            turn = self._turn_of[worker]
            before = turn.size
            turn.note(message)
            if turn is not self._turns[0]:
                self._held += turn.size - before
            if turn.is_over:
                self._over += 1
                del self._turn_of[worker]
            if isinstance(message, Death):
                del self._source_of[worker]
        self._bar.show(self._over, self._given + self._in_file + self._files)

    def _show_first(self) -> Ended | None:
        """Show what is known of the puzzle whose turn it is; if that is all, return how it ended."""
        turn = self._turns[0]
        self._bar.hide()
        turn.show()
        if not turn.is_over:
            return None
        self._turns.popleft()
        if self._turns:
            self._held -= self._turns[0].size
        return turn.status()

    def _let_first_finish(self) -> None:
        """Call off the puzzle whose turn it is, and show what is still said of it, as its command does when alone."""
        turn = self._turns[0] if self._turns else None
        if turn is None or turn.worker is None:
            return
        turn.show()
        until = monotonic() + GRACE
        turn.worker.cancel()
        while not turn.is_over and monotonic() < until:
            for _, message in self._workers.messages([turn.worker], until - monotonic()):
                turn.note(message)
            turn.show()
