"""What a worker process of the studio does: it answers one question after another about documents.

In: a `Task`.  Out: the messages that answer it, one after the other; the process that gave the task sends them on.
Everything that a puzzle can make slow or large happens here, in a process that can be killed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from satcross.errors import ErrorCode, LimitError, SatcrossError, TimeUp
from satcross.studio import live
from satcross.studio.documents import Draft, read_draft, refusal_of
from satcross.studio.messages import Document, Refusal
from satcross.workers import Answer, Send


class Task(NamedTuple):
    """A question.

    kind      "early" and "late" are the two halves of what is wanted of each revision; else the type of a message
    document  None for questions that are about no document
    message   the message that asks
    """

    kind: str
    revision: int
    document: Document | None
    message: dict[str, Any]


class Blob(NamedTuple):
    """A file that an answer is about, for the process that gave the task: it is not sent to the editor."""

    name: str
    data: bytes
    media_type: str
    policy: str


def make_answer() -> Answer:
    """Return the function that answers tasks, after everything has been imported that most of them need."""
    import satcross.studio.warm  # noqa: F401 - importing it is what warms up

    return answer


def answer(task: Task, send: Send) -> None:
    """Send the messages that answer `task`; a SatcrossError becomes a `Refusal`."""
    draft = None
    try:
        if task.document is not None:
            draft = read_draft(task.document)
        for message in _messages(task, draft):
            send(message)
    except TimeUp:
        send(_refused("time", "there was not enough time for this", task))
    except MemoryError:
        send(_with_names(refusal_of(LimitError("this needs too much memory", code=ErrorCode.LIMIT)), task))
    except RecursionError:
        send(_with_names(refusal_of(LimitError("this is nested too deeply", code=ErrorCode.LIMIT)), task))
    except SatcrossError as error:
        send(_with_names(refusal_of(error, draft), task))


def _messages(task: Task, draft: Draft | None) -> Iterator[Any]:
    if draft is not None and task.kind == "early":
        yield from live.at_once(draft, task.revision, task.message.get("want", live.WANTED))
    elif draft is not None and task.kind == "late":
        yield from live.later(draft, task.revision, task.message.get("want", live.WANTED))
    else:
        yield from QUESTIONS[task.kind](task, draft)


Question = Callable[[Task, Draft | None], Iterator[Any]]
QUESTIONS: Final[dict[str, Question]] = {}
"""The functions that answer the questions that have an `id`, by the type of the message."""


def _refused(code: str, message: str, task: Task) -> Refusal:
    refusal: Refusal = {"type": "refusal", "code": code, "message": message, "hint": "", "place": []}
    return _with_names(refusal, task)


def _with_names(refusal: Refusal, task: Task) -> Refusal:
    """Return `refusal` with the revision and the id of `task`."""
    refusal["revision"] = task.revision
    if "id" in task.message:
        refusal["id"] = task.message["id"]
    return refusal
