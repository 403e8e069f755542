"""The session of one editor: its messages in, the studio's messages out, both as JSON text.

A session knows neither sockets nor processes.  Something carries its messages (`satcross.studio.server` over a
WebSocket), and an engine does the work (`satcross.studio.engine`).

The last revision is worked on until it is answered or there is a newer one.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing
from time import monotonic
from types import MappingProxyType
from typing import Any, Final, cast

from satcross.base.platform import check_nesting
from satcross.base.records import NamedTuple
from satcross.errors import MissingError, SatcrossError
from satcross.studio.answers import HelloMessage, LayoutMessage, RefusalMessage, StudioMessage
from satcross.studio.documents import names_of, refusal_of, refusal_with
from satcross.studio.engine import Engine, EngineDiedError, WorkItem, with_names
from satcross.studio.exports import Blob
from satcross.studio.live import LATE, WANTED
from satcross.studio.messages import EditMessage, EditorMessage, FileQuestion, OpenedMessage, Question
from satcross.studio.named_files import ChangedOnDiskError, Files
from satcross.studio.typed_json import fault, kind_by_type

LARGEST: Final = 1_000_000
"""Bytes of a message: far more than the largest puzzle that the studio takes."""

BRIEF_PAUSE: Final = 0.002
"""Seconds without an edit after which a revision is worked on: of many edits in a moment only the last one is."""

PAUSE: Final = 0.25
"""Seconds without an edit after which the answers are looked for that take longer."""

MOST_QUESTIONS: Final = 4
"""Questions that one editor may have open."""

PATIENCE: Final = {"early": 30.0, "late": 60.0}
"""Seconds after which a process that does not keep to its own limits of time is killed."""

QUESTION_PATIENCE: Final = 180.0

ENDING_WITH_EDIT: Final = ("show", "mend", "complete", "fill")
"""Questions that a newer revision cancels."""

UNFINISHED: Final = ("progress", "proposal")
"""Answers to questions after which others come."""

KIND_BY_TYPE: Final = kind_by_type(EditorMessage)


class SessionContext(NamedTuple):
    """What all sessions share.

    Attributes:
        files: None where there is no disk.
        publish: Returns an address at which the page can fetch an exported file.
        report: Called with what was refused, and what went wrong, in words.
    """

    engine: Engine
    files: Files | None
    publish: Callable[[Blob], str]
    hello: Callable[[], HelloMessage]
    report: Callable[[str], None]


class Session:
    """The session of one editor; `send` sends it a message."""

    def __init__(self, context: SessionContext, send: Callable[[str], Awaitable[None]]) -> None:
        self._context: Final = context
        self._send_text: Final = send
        self._sending: Final = asyncio.Lock()
        self._edit: EditMessage | None = None
        self._answering: asyncio.Task[None] | None = None  # works on the last revision
        self._received = 0.0
        self._layout: LayoutMessage | None = None
        self._questions: dict[asyncio.Task[None], WorkItem] = {}  # those that are being answered
        self._reports: set[asyncio.Task[None]] = set()  # so that they are not collected before they are done
        self._has_solution = True  # as far as the last verdict says

    async def talk(self, texts: AsyncIterator[str]) -> None:
        """Answer the messages of the editor until there are no more."""
        await self._send(self._context.hello())
        try:
            async for text in texts:
                await self._take(text)
        finally:
            tasks = [*self._questions, *([self._answering] if self._answering else [])]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _send(self, message: StudioMessage) -> None:
        async with self._sending:
            # in ASCII, since a lone surrogate, which a message may have brought, can only be sent as an escape
            await self._send_text(json.dumps(message, separators=(",", ":")))

    # messages in

    async def _take(self, text: str) -> None:
        if len(text) > LARGEST or len(text.encode("utf-8", "replace")) > LARGEST:
            await self._refuse("too-large", f"the message has more than {LARGEST:,} bytes", "make the puzzle smaller")
            return
        try:
            text.encode()
            check_nesting(text)
            message = json.loads(text, parse_constant=_refuse_constant)
        except (ValueError, RecursionError):
            await self._refuse("malformed", "the message is not valid JSON", "see satcross/studio/protocol.md")
            return
        kind = KIND_BY_TYPE.get(message.get("type")) if _has_type(message) else None
        if kind is None:
            known = ", ".join(KIND_BY_TYPE)
            await self._refuse("malformed", "the message has no known type", f"the types are {known}")
            return
        wrong = fault(message, kind)
        if wrong:
            await self._refuse("malformed", f"{message['type']}: {wrong}", "see docs/studio.schema.json", message)
        elif message["type"] == "edit":
            self._take_edit(message)
        elif message["type"] == "cancel":
            self._cancel(message.get("id"))
        else:
            await self._take_question(message)

    async def _refuse(self, code: str, text: str, hint: str, message: Mapping[str, Any] = MappingProxyType({})) -> None:
        """Refuse `message`, whose `id` and `revision` the refusal has too, if they can be read."""
        self._context.report(f"refused a message: {text}")
        refusal = refusal_with(code, text, hint)
        if isinstance(message.get("id"), str):
            refusal["id"] = message["id"]
        revision = message.get("revision")
        if isinstance(revision, int) and not isinstance(revision, bool):
            refusal["revision"] = revision
        elif self._edit is not None:
            refusal["revision"] = self._edit["revision"]
        await self._send(refusal)

    def _take_edit(self, edit: EditMessage) -> None:
        self._received = monotonic()
        self._work_on(edit)
        for task, item in self._questions.items():
            if item.kind in ENDING_WITH_EDIT:
                self._end(task, item)

    def _cancel(self, identity: str | None) -> None:
        """Cancel one question, or, with None, all of them and the pending parts of the revision."""
        for task, item in self._questions.items():
            if identity in (None, item.message.get("id")):
                self._end(task, item)
        if identity is None and self._edit is not None:
            self._work_on({**self._edit, "want": []})

    def _end(self, task: asyncio.Task[None], item: WorkItem) -> None:
        """Stop answering a question, and say so."""
        if task.done():
            return
        task.cancel()
        refusal = with_names(refusal_with("cancelled", "the question was cancelled"), item)
        telling = asyncio.create_task(self._send(refusal))
        self._reports.add(telling)
        telling.add_done_callback(self._reports.discard)

    # answers to edits

    def _work_on(self, edit: EditMessage) -> None:
        """Answer `edit`, and nothing older."""
        self._edit = edit
        if self._answering is not None:
            self._answering.cancel()
        self._answering = asyncio.create_task(self._answer_edit(edit))

    async def _answer_edit(self, edit: EditMessage) -> None:
        await asyncio.sleep(BRIEF_PAUSE)
        self._has_solution = True
        want = edit.get("want", list(WANTED))
        revision, document = edit["revision"], edit["document"]
        if any(part not in LATE for part in want):
            is_answered = await self._pass_on(WorkItem({"type": "early", "want": want}, revision, document))
            if not is_answered:
                return
        late = [part for part in LATE if part in want or (part == "conflict" and not self._has_solution)]
        if late:
            await asyncio.sleep(PAUSE)
            if not await self._pass_on(WorkItem({"type": "late", "want": late}, revision, document)):
                return
        await self._send({"type": "done", "revision": revision})

    async def _pass_on(self, task: WorkItem) -> bool:
        """Send the answers of a worker; return whether all went well."""
        try:
            async with asyncio.timeout(PATIENCE[task.kind]), aclosing(self._context.engine.answer(task)) as answers:
                async for message in answers:
                    assert not isinstance(message, Blob), "only questions ask for files"
                    await self._send_about_revision(message)
                    if message["type"] == "refusal":
                        return False
            return True
        except Exception as error:  # a defect costs this answer only
            await self._send(self._failure(error, task))
            return False

    async def _send_about_revision(self, message: StudioMessage) -> None:
        """Send a message about the last revision, unless it is a picture that has not changed."""
        if message["type"] == "layout":
            layout: LayoutMessage = {**message, "revision": 0}
            if layout == self._layout:
                return
            self._layout = layout
        if message["type"] == "verdict":
            message["milliseconds"] = round((monotonic() - self._received) * 1000)
            self._has_solution = message["status"] != "none"
        await self._send(message)

    def _failure(self, error: Exception, task: WorkItem) -> RefusalMessage:
        """Return the refusal that says that there is no answer."""
        is_late = isinstance(error, TimeoutError)
        reason = str(error) if isinstance(error, EngineDiedError) else f"{type(error).__name__}: {error}"
        self._context.report(f"{task.kind}: {'took too long and was stopped' if is_late else reason}")
        code = "time" if is_late else "died"
        message = "this took too long" if is_late else "the process that worked on this has died"
        return with_names(refusal_with(code, message, "simplify the puzzle"), task)

    # answers to questions

    async def _take_question(self, message: Question) -> None:
        last = None if self._edit is None else self._edit["revision"]
        revision = cast("int | None", message.get("revision"))
        if revision is not None and revision != last:
            what = "none has been sent" if last is None else f"the last one is {last}"
            text = f"the question is about revision {revision}, but {what}"
            await self._refuse("stale", text, "ask again", message)
        elif len(self._questions) >= MOST_QUESTIONS:
            text = f"{MOST_QUESTIONS} questions are open already"
            await self._refuse("too-many", text, "wait for an answer, or cancel one", message)
        else:
            document = self._edit["document"] if self._edit is not None and revision is not None else None
            task = WorkItem(message, revision or 0, document)
            answering = asyncio.create_task(self._answer_question(task))
            self._questions[answering] = task
            answering.add_done_callback(lambda done: self._questions.pop(done, None))

    async def _finish(self, message: StudioMessage) -> None:
        """Send the last message about the question that this asyncio task answers: nothing is left to be cancelled."""
        answering = asyncio.current_task()
        if answering is not None:
            self._questions.pop(answering, None)
        await self._send(message)

    async def _answer_question(self, task: WorkItem) -> None:
        try:
            async with asyncio.timeout(QUESTION_PATIENCE):
                await self._answer(task)
        except SatcrossError as error:
            refusal = refusal_of(error)
            if isinstance(error, ChangedOnDiskError):
                refusal["code"] = "changed-on-disk"
            await self._finish(with_names(refusal, task))
        except Exception as error:  # a defect costs this answer only
            await self._finish(self._failure(error, task))

    async def _answer(self, task: WorkItem) -> None:
        """Answer a question, with the files that it needs."""
        message = task.message
        version = ""
        if message["type"] == "open":
            files = self._files("paste the puzzle, or drop its file on the page")
            data, version = await asyncio.to_thread(files.read, message["name"])
            opened: OpenedMessage = {"type": "open", "id": message["id"], "name": message["name"], "data": data}
            task = task._replace(message=opened)
        async with aclosing(self._context.engine.answer(task)) as answers:
            async for answer in answers:
                if isinstance(answer, Blob):
                    await self._take_blob(answer, cast("FileQuestion", message))
                elif answer["type"] == "documents":
                    await self._finish({**answer, "version": version})
                elif answer["type"] in UNFINISHED:
                    await self._send(answer)
                else:
                    await self._finish(answer)

    async def _take_blob(self, blob: Blob, message: FileQuestion) -> None:
        """Write the file that `save` has asked for, or put an exported file where it can be fetched."""
        names = names_of(message)
        if message["type"] == "save":
            version = await asyncio.to_thread(
                self._files("download the puzzle").write,
                message["name"],
                blob.data.decode(),
                message.get("version"),
                overwrite=message.get("overwrite", False),
            )
            await self._finish({"type": "saved", **names, "name": message["name"], "version": version})
            return
        format = message["format"] if message["type"] == "export" else "html"
        is_link = format == "link"
        url = "" if is_link else self._context.publish(blob)
        text = blob.data.decode() if is_link else ""
        await self._finish(
            {
                "type": "exported",
                **names,
                "format": format,
                "name": blob.name,
                "url": url,
                "text": text,
                "left_out": blob.left_out,
            }
        )

    def _files(self, hint: str) -> Files:
        """Return the files.  Raises MissingError, with this hint, where there are none."""
        if self._context.files is None:
            raise MissingError("this studio has no files", hint=hint)
        return self._context.files


def _refuse_constant(name: str) -> None:
    """Refuse NaN and Infinity, which Python reads although JSON does not have them."""
    raise ValueError(name)


def _has_type(message: object) -> bool:
    return isinstance(message, dict) and isinstance(message.get("type"), str)
