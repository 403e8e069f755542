"""Engines of the studio: they answer the questions of sessions, in worker processes or in this process.

In: work items.  Out: the messages that answer them, as they come.  A session does not know which engine it has.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, cast

from satcross.base.records import NamedTuple
from satcross.errors import LimitError, PuzzleError, SatcrossError, TimeUp
from satcross.studio import live, questions
from satcross.studio.answers import RefusalMessage, StudioMessage
from satcross.studio.crossword import Dictionary, WordFiles, filled
from satcross.studio.documents import Draft, read_draft, refusal_of, refusal_with
from satcross.studio.exports import Blob, exported, playable
from satcross.studio.messages import Document, OpenedMessage, Question

if TYPE_CHECKING:
    from satcross.base.workers import Answer as WorkerFunction, Send


class WorkItem(NamedTuple):
    """A question; `document` is None for questions that are about no document."""

    message: Question
    revision: int
    document: Document | None

    @property
    def kind(self) -> str:
        """The type of the message that asks."""
        return self.message["type"]


Answer: TypeAlias = StudioMessage | Blob
"""A message to the editor, or a file."""


def make_answer(word_files: WordFiles) -> WorkerFunction:
    """Return the function of a worker process that answers tasks, when all that most of them need is imported."""
    import satcross.studio.warm  # noqa: F401 - importing it is what warms up

    dictionary = Dictionary(word_files)

    def answer(task: WorkItem, send: Send) -> None:
        for message in answers(task, send, dictionary):
            send(message)

    return answer


def answers(
    task: WorkItem, report: Callable[[StudioMessage], None], dictionary: Dictionary
) -> Generator[Answer, None, None]:
    """Yield the messages that answer `task`; a SatcrossError becomes a `refusal`.

    In: a `WorkItem`.  Out: the messages that answer it, one after the other; a session sends them on.  Everything that
    a puzzle can make slow or large happens here; a server does it in a process that can be killed.

    Args:
        report: Called with messages about progress, immediately.
    """
    draft = None
    try:
        if task.document is not None:
            draft = read_draft(task.document, dictionary.list_called)
        yield from _messages(task, draft, dictionary, report)
    except TimeUp:
        yield with_names(refusal_with("time", "there was not enough time for this"), task)
    except MemoryError:
        yield with_names(refusal_of(LimitError("this needs too much memory", code="limit")), task)
    except RecursionError:
        yield with_names(refusal_of(LimitError("this is nested too deeply", code="limit")), task)
    except UnicodeEncodeError as error:  # JSON can write it in a message, but no file can
        text = f"U+{ord(error.object[error.start]):04X} is half of a surrogate pair, not a letter"
        yield with_names(refusal_of(PuzzleError(text, hint="delete it", code="letter")), task)
    except SatcrossError as error:
        yield with_names(refusal_of(error, draft), task)


def _messages(
    task: WorkItem, draft: Draft | None, dictionary: Dictionary, report: Callable[[StudioMessage], None]
) -> Iterator[Answer]:
    message = task.message
    if message["type"] == "import":
        yield from questions.imported(message, dictionary.list_called)
        return
    if message["type"] == "open":
        yield from questions.opened(cast("OpenedMessage", message), dictionary.list_called)
        return
    assert draft is not None, "the server refuses questions before the first edit"
    if message["type"] == "early":
        yield from live.at_once(draft, task.revision, message.get("want", live.WANTED), dictionary)
    elif message["type"] == "late":
        yield from live.later(draft, task.revision, message.get("want", live.WANTED))
    elif message["type"] == "complete":
        yield from questions.completed(draft, message, report)
    elif message["type"] == "fill":
        yield from filled(draft, message, dictionary)
    elif message["type"] == "show":
        yield from questions.show(draft, message)
    elif message["type"] == "mend":
        yield from questions.mend(draft, message)
    elif message["type"] == "reshape":
        yield from questions.reshape(draft, message)
    elif message["type"] == "save":
        yield from questions.saved(draft, message)
    elif message["type"] == "export":
        yield exported(draft, message)
    elif message["type"] == "play":
        yield playable(draft)


def with_names(refusal: RefusalMessage, task: WorkItem) -> RefusalMessage:
    """Return `refusal` with the revision of `task`, and with its id if it is a question."""
    refusal["revision"] = task.revision
    identity = task.message.get("id")
    if isinstance(identity, str):
        refusal["id"] = identity
    return refusal


TURN: Final = 0.2
"""Seconds in which a message that came with an interrupt is read, and a session cancels what it ends."""


PATIENT: Final = "late"
"""The kind of task that gives way to questions."""


class EngineDiedError(Exception):
    """What was at work has ended before its answer was complete; the message says how."""


class Engine(Protocol):
    """Answers questions; questions of several editors at the same time, if it can."""

    def answer(self, task: WorkItem) -> AsyncGenerator[Answer, None]:
        """Yield the messages that answer `task`.

        The work ends when the iteration is given up or cancelled.

        Raises:
            EngineDiedError: If what was at work has ended before its answer was complete.
        """
        ...


class ThisProcess:
    """Answers in this process, which can do nothing else until the next message is there.

    It needs no processes, no threads and no sockets, so that it runs in a Web Worker, too.  What takes longer about a
    revision waits while there are questions.
    """

    def __init__(
        self,
        report: Callable[[StudioMessage], None],
        rest: Callable[[], None] = lambda: None,
        work: Callable[..., Generator[Answer, None, None]] = answers,
    ) -> None:
        """Let `report` get messages about progress immediately, while nothing can be yielded.

        Args:
            rest: Called whenever all that was asked has been answered.
            work: Does what `answers` does.
        """
        self._report: Final = report
        self._rest: Final = rest
        self._work: Final = work
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

    async def answer(self, task: WorkItem) -> AsyncGenerator[Answer, None]:
        """Do what `Engine.answer` does.

        After an interrupt, other questions get a turn, and one of them may cancel this answer.  If no question
        does, the work begins again; equal questions get equal answers, so that what has been said stays true.
        """
        with self._turn(task):
            sent = 0
            while True:
                if task.kind == PATIENT:
                    await self._is_calm.wait()
                try:
                    with closing(self._work(task, self._report, self._dictionary)) as messages:
                        for number, message in enumerate(self._watched(messages, task.kind)):
                            if number >= sent:
                                sent += 1
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

    def _watched(self, messages: Iterator[Answer], kind: str) -> Iterator[Answer]:
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
