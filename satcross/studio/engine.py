"""What answers the questions of sessions: worker processes (`satcross.studio.engine`), or this process.

In: work items.  Out: the messages that answer them, as they come.  A session does not know which engine it has.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from satcross.base.tasks import Death, Failure, Part, Result
from satcross.base.workers import Worker
from satcross.errors import ErrorCode, LimitError, PuzzleError, SatcrossError, TimeUp
from satcross.puzzle.files.source import WordSource
from satcross.solver.compile import PresolvedPuzzle
from satcross.studio import live, questions
from satcross.studio.crossword import Dictionary, WordFiles, filled
from satcross.studio.documents import Draft, read_draft, refusal_of, refusal_with
from satcross.studio.messages import Document, RefusalMessage

if TYPE_CHECKING:
    from satcross.base.workers import Answer, Send


# What an engine of the studio does: it answers one question after another about documents.
#
# In: a `WorkItem`.  Out: the messages that answer it, one after the other; a session sends them on.  Everything that a
# puzzle can make slow or large happens here; a server does it in a process that can be killed.


class SealedValue:
    """A value that other processes pass on: until it is opened, where it is needed, it is only bytes."""

    def __init__(self, value: object) -> None:
        self._data: Final = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)

    def opened(self) -> Any:
        """Return the value."""
        return pickle.loads(self._data)


class WorkItem(NamedTuple):
    """A question.

    Attributes:
        kind: "early" and "late" are the two halves of what is wanted of each revision; else the type of a message.
        document: None for questions that are about no document.
        message: The message that asks.
        presolved: The `PresolvedPuzzle` puzzle, if an earlier question about the document has made it.
    """

    kind: str
    revision: int
    document: Document | None
    message: dict[str, Any]
    presolved: SealedValue | None = None


def make_answer(word_files: WordFiles) -> Answer:
    """Return the function of a worker process that answers tasks, when all that most of them need is imported.

    It sends messages, and returns the puzzle presolved if that has been done.
    """
    import satcross.studio.warm  # noqa: F401 - importing it is what warms up

    dictionary = Dictionary(word_files)

    def answer(task: WorkItem, send: Send) -> SealedValue | None:
        for message in answers(task, send, dictionary):
            if isinstance(message, SealedValue):
                return message
            send(message)
        return None

    return answer


def answers(task: WorkItem, report: Callable[[Any], None], dictionary: Dictionary) -> Generator[Any, None, None]:
    """Yield the messages that answer `task`; a SatcrossError becomes a `refusal`.

    At the end comes the puzzle presolved, as a `SealedValue`, if that has been done: for other questions about this
    document.

    Args:
        report: Called with messages about progress, at once.
    """
    draft = None
    try:
        if task.document is not None:
            draft = read_draft(task.document, dictionary.list_called)
        for message in _messages(task, draft, dictionary, report):
            yield SealedValue(message) if isinstance(message, PresolvedPuzzle) else message
    except TimeUp:
        yield with_names(refusal_with("time", "there was not enough time for this"), task)
    except MemoryError:
        yield with_names(refusal_of(LimitError("this needs too much memory", code=ErrorCode.LIMIT)), task)
    except RecursionError:
        yield with_names(refusal_of(LimitError("this is nested too deeply", code=ErrorCode.LIMIT)), task)
    except UnicodeEncodeError as error:  # JSON can write it in a message, but no file can
        text = f"U+{ord(error.object[error.start]):04X} is half of a surrogate pair, not a letter"
        yield with_names(refusal_of(PuzzleError(text, hint="delete it", code=ErrorCode.LETTER)), task)
    except SatcrossError as error:
        yield with_names(refusal_of(error, draft), task)


def _messages(
    task: WorkItem, draft: Draft | None, dictionary: Dictionary, report: Callable[[Any], None]
) -> Iterator[Any]:
    if task.kind in ABOUT_NOTHING:
        yield from ABOUT_NOTHING[task.kind](task.message, dictionary.list_called)
        return
    assert draft is not None, "the server refuses questions before the first edit"
    want = task.message.get("want", live.WANTED)
    if task.kind == "early":
        yield from live.at_once(draft, task.revision, want, dictionary)
    elif task.kind == "late":
        presolved: PresolvedPuzzle | None = None if task.presolved is None else task.presolved.opened()
        yield from live.later(draft, task.revision, want, presolved)
    elif task.kind == "complete":
        yield from questions.completed(draft, task.message, report)
    elif task.kind == "fill":
        yield from filled(draft, task.message, dictionary)
    else:
        yield from ABOUT_DOCUMENT[task.kind](draft, task.message)


ABOUT_NOTHING: Final[dict[str, Callable[[dict[str, Any], WordSource], Iterator[Any]]]] = {
    "import": questions.imported,
    "open": questions.opened,
}
"""The functions that answer questions about no document, by the type of the message."""

ABOUT_DOCUMENT: Final[dict[str, Callable[[Draft, dict[str, Any]], Iterator[Any]]]] = {
    "show": questions.show,
    "mend": questions.mend,
    "reshape": questions.reshape,
    "save": questions.saved,
    "export": questions.export,
    "play": questions.play,
}
"""The same for questions about a document."""


def with_names(refusal: RefusalMessage, task: WorkItem) -> RefusalMessage:
    """Return `refusal` with the revision of `task`, and with the id if it is that of a question."""
    refusal["revision"] = task.revision
    if "id" in task.message:
        refusal["id"] = task.message["id"]
    return refusal


TURN: Final = 0.2
"""Seconds in which a message that came with an interrupt is read, and a session cancels what it ends."""


PATIENT: Final = "late"
"""The kind of task that gives way to questions."""


class EngineDiedError(Exception):
    """What was at work has ended before its answer was complete; the message says how."""


class Engine(Protocol):
    """Answers questions; questions of several editors at the same time, if it can."""

    def answer(self, task: WorkItem, *, is_extra: bool = False) -> AsyncGenerator[Any, None]:
        """Yield the messages that answer `task`, and at the end the puzzle as `Sealed`, if it has been presolved.

        The work ends when the iteration is given up or cancelled.

        Args:
            is_extra: Whether the editor has other questions open; only then the task may have to wait for other tasks.

        Raises:
            EngineDiedError: If what was at work has ended before its answer was complete.
        """
        ...


class ThisProcess:
    """Answers in this process, which can do nothing else until the next message is there.

    It needs no processes, no threads and no sockets, so that it runs in a Web Worker, too.  What takes longer about a
    revision waits while there are questions.
    """

    def __init__(self, report: Callable[[Any], None], rest: Callable[[], None] = lambda: None) -> None:
        """Let `report` get messages about progress at once, while nothing can be yielded.

        Args:
            rest: Called whenever all that was asked has been answered.
        """
        self._report: Final = report
        self._rest: Final = rest
        self._tasks = 0
        self._dictionary: Final = Dictionary(WordFiles())
        self._at_work = ""  # the kind of task that a KeyboardInterrupt would end
        self._urgent = 0  # tasks that others wait for
        self._is_calm: Final = asyncio.Event()
        self._is_calm.set()

    def interrupt(self, *, is_question: bool) -> None:
        """Let a newer message be read: a signal handler calls this.

        Args:
            is_question: Whether the message is a question, to which only what can wait gives way.

        Raises:
            KeyboardInterrupt: If something is at work that gives way.  `answer` handles it.
        """
        if self._at_work and (self._at_work == PATIENT or not is_question):
            raise KeyboardInterrupt

    async def answer(self, task: WorkItem, *, is_extra: bool = False) -> AsyncGenerator[Any, None]:
        """Do what `Engine.answer` does.

        After an interrupt, those who wait for other things get a turn, one of whom may cancel this answer.  If nobody
        does, the work begins again; equal questions get equal answers, so that what has been said stays true.
        """
        with self._turn(task):
            said = 0
            while True:
                if task.kind == PATIENT:
                    await self._is_calm.wait()
                try:
                    with closing(answers(task, self._report, self._dictionary)) as messages:
                        for number, message in enumerate(self._watched(messages, task.kind)):
                            if number >= said:
                                said += 1
                                yield message
                            await asyncio.sleep(0)  # a newer edit, which has come meanwhile, is seen
                    return
                except KeyboardInterrupt:
                    await asyncio.sleep(TURN)

    @contextmanager
    def _turn(self, task: WorkItem) -> Iterator[None]:
        """Let what can wait do so within the block."""
        count = int(task.kind != PATIENT)
        self._tasks += 1
        self._urgent += count
        if self._urgent:
            self._is_calm.clear()
        try:
            yield
        finally:
            self._urgent -= count
            if not self._urgent:
                self._is_calm.set()
            self._tasks -= 1
            if not self._tasks:
                self._rest()

    def _watched(self, messages: Iterator[Any], kind: str) -> Iterator[Any]:
        """Yield `messages`; only while the next one is made, an interrupt is allowed."""
        while True:
            self._at_work = kind
            try:
                message = next(messages, None)
            finally:
                self._at_work = ""
            if message is None:
                return
            yield message


# Worker processes for a server that must not wait: a spare one is always warm, and a busy one can be killed.
#
# In: tasks.  Out: the messages that answer them, as they come.  A worker answers one task at a time.  A task is
# cancelled by killing its process, since a SAT solver cannot be interrupted; the spare process takes the next task at
# once.
#
# No editor waits for the work of another one: each has a process for its last revision and one for a question, however
# hard the others' puzzles are.  The processor goes to tasks that have just begun, because longer ones get a low
# priority.


MOST_EXTRA: Final = 6
"""Tasks at the same time, of all editors together, beyond the first two of each editor; others wait."""

LONG: Final = 0.3
"""Seconds after which a task gets a low priority: most edits are answered sooner."""

MOST_EDITORS: Final = 16
"""Editors at the same time."""

SPARE: Final = 2
"""Workers that are kept ready while others are busy: one for the next edit, and one for the next question."""

MOST_IDLE: Final = SPARE + 1
"""Idle workers that are kept."""

CALM: Final = 0.2
"""Seconds until a worker is started in place of one that has been taken, so that it does not slow down the answer."""

THREADS: Final = 2 * MOST_EDITORS + MOST_EXTRA + MOST_IDLE + 4
"""Each busy worker has a thread that waits for its messages; others start workers, or wait until killed ones end."""

PATIENCE: Final = 5.0
"""Seconds until a process that has been killed must have ended."""


class WorkerPool:
    """The workers of one server.  Use it as an asynchronous context manager: no process is left after the block."""

    def __init__(self, start: Callable[[], Worker], *, long: float = LONG) -> None:
        """Let `start` start a worker; it is called in a thread.  `long` are seconds, as `LONG` says."""
        self._start: Final = start
        self._long: Final = long
        self._threads: Final = ThreadPoolExecutor(THREADS, thread_name_prefix="satcross-worker")
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._extra: Final = asyncio.Semaphore(MOST_EXTRA)
        self._restocking: asyncio.Task[None] | None = None
        self._is_closed = False

    async def __aenter__(self) -> WorkerPool:
        self._idle.append(await self._started())
        self._restock()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._is_closed = True
        if self._restocking is not None:
            with suppress(asyncio.CancelledError):
                await self._restocking  # not cancelled: it may have started a process that nobody knows of yet
        for worker in self._all:
            worker.kill()
        await asyncio.gather(*(self._in_thread(worker.join, monotonic() + PATIENCE) for worker in self._all))
        self._threads.shutdown(wait=True)
        for worker in self._all:
            worker.close()

    async def answer(self, task: WorkItem, *, is_extra: bool = False) -> AsyncGenerator[Any, None]:
        """Yield the messages that answer `task`, and then what the worker returns, unless that is None.

        Args:
            is_extra: Whether the editor has other questions open; only then the task may have to wait for other tasks.

        If the iteration is given up or cancelled before its end, the worker is killed.

        Raises:
            EngineDiedError: If there will be no more messages because the worker has died.
        """
        async with self._extra if is_extra else nullcontext():
            # what follows each keystroke gets the worker that was busy last, which is the warmest; others may be killed
            place = -1 if task.kind == "early" else 0
            worker = self._idle.pop(place) if self._idle else await self._started()
            self._restock()
            is_done = False
            step_back = asyncio.get_running_loop().call_later(self._long, worker.step_back)
            try:
                await self._in_thread(worker.give, task)
                while True:
                    message = await self._in_thread(worker.message)
                    if isinstance(message, Part):
                        yield message.value
                        continue
                    is_done = not isinstance(message, Death)
                    result = _result(message)
                    if result is not None:
                        yield result
                    return
            finally:
                step_back.cancel()
                if is_done and not worker.has_stepped_back and len(self._idle) < MOST_IDLE and not self._is_closed:
                    self._idle.append(worker)
                else:
                    worker.kill()
                    self._bury(worker)

    def _bury(self, worker: Worker) -> None:
        """Wait for the end of a killed process, in a thread."""

        def wait() -> None:
            worker.join(monotonic() + PATIENCE)
            self._all.discard(worker)

        if not self._is_closed:
            self._threads.submit(wait)

    def _restock(self) -> None:
        """Start spare workers, unless that is being done already."""
        if not self._is_closed and (self._restocking is None or self._restocking.done()):
            self._restocking = asyncio.get_running_loop().create_task(self._start_spare())

    async def _start_spare(self) -> None:
        if self._idle:
            await asyncio.sleep(CALM)
        while len(self._idle) < SPARE and not self._is_closed:
            self._idle.append(await self._started())

    async def _started(self) -> Worker:
        worker: Worker = await self._in_thread(self._start)
        self._all.add(worker)
        return worker

    async def _in_thread(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)


def _result(message: Result | Failure | Death) -> Any:
    """Return what the worker returns with its last message.  Raises EngineDiedError if that is no result."""
    if isinstance(message, Failure):
        raise EngineDiedError("".join(getattr(message.error, "__notes__", [])) or str(message.error))
    if isinstance(message, Death):
        raise EngineDiedError(f"the worker process {message.reason}")
    return message.value
