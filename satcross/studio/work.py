"""What an engine of the studio does: it answers one question after another about documents.

In: a `WorkItem`.  Out: the messages that answer it, one after the other; a session sends them on.  Everything that a
puzzle can make slow or large happens here; a server does it in a process that can be killed.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from satcross.errors import ErrorCode, LimitError, PuzzleError, SatcrossError, TimeUp
from satcross.puzzle.files.source import WordSource
from satcross.solver.presolve import PresolvedPuzzle
from satcross.studio import live, questions
from satcross.studio.answers import RefusalMessage
from satcross.studio.crossword import Dictionary, WordFiles, filled
from satcross.studio.documents import Draft, read_draft, refusal_of, refusal_with
from satcross.studio.messages import Document

if TYPE_CHECKING:
    from satcross.base.workers import Answer, Send


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
