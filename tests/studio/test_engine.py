"""A session needs no server: the same code talks where there are neither sockets nor processes, as in a Web Worker."""

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterator
from typing import Any, cast

import pytest

from satcross.studio import in_worker
from satcross.studio.answers import HelloMessage, StudioMessage
from satcross.studio.engine import Engine, EngineDiedError, ThisProcess, WorkItem
from satcross.studio.exports import Blob
from satcross.studio.messages import PROTOCOL, Question
from satcross.studio.session import Session, SessionContext
from satcross.studio.typed_json import fault, kind_by_type

SMALL = {"puzzle": {"clues": {"rows": [["HE|LL|O+"], ["[PLEASE]+"]], "columns": [["[^SPEAK]+"], ["EP|IP|EF"]]}}}
KIND_BY_TYPE = kind_by_type(StudioMessage)
LAST = ("done", "refusal", "shown", "documents", "saved", "exported")

HELLO: HelloMessage = {
    "type": "hello", "protocol": PROTOCOL, "version": "", "files": [], "words": [], "exports": {}, "largest": 1_000_000,
    "capabilities": [], "links": "", "players": "",
}  # fmt: skip


def talk(
    engine: Callable[[Callable[[Any], None]], Engine], *messages: dict[str, Any], published: list[Blob] | None = None
) -> list[dict[str, Any]]:
    """Return what a session says to an editor that sends each message when the one before it has been answered."""
    said: list[dict[str, Any]] = []

    async def run() -> None:
        is_answered = asyncio.Event()

        def take(message: dict[str, Any]) -> None:
            assert fault(message, KIND_BY_TYPE[message["type"]]) == "", message
            said.append(message)
            if message["type"] in LAST:
                is_answered.set()

        async def send(text: str) -> None:
            take(json.loads(text))

        async def editor() -> AsyncIterator[str]:
            for message in messages:
                is_answered.clear()
                yield json.dumps(message)
                async with asyncio.timeout(60):
                    await is_answered.wait()

        def publish(blob: Blob) -> str:
            (published if published is not None else []).append(blob)
            return f"blob:{blob.name}"

        context = SessionContext(engine(take), None, publish, lambda: HELLO, lambda text: None)
        await Session(context, send).talk(editor())

    asyncio.run(run())
    assert said.pop(0) == HELLO
    return said


EDIT = {"type": "edit", "revision": 1, "document": SMALL, "want": ["layout", "parse", "verdict", "lint", "steps"]}


def test_a_session_answers_without_a_server() -> None:
    said = talk(
        ThisProcess,
        EDIT,
        {"type": "show", "id": "a", "revision": 1, "cell": 0, "letter": "H"},
        {"type": "mend", "id": "b", "revision": 1, "how": "loosen", "line": 0, "clue": 0, "most": 1},
    )
    assert [each["type"] for each in said[:6]] == ["layout", "parse", "verdict", "lint", "steps", "done"]
    assert (said[2]["status"], said[2]["certain"]) == ("unique", ["H", "E", "L", "P"])
    assert (said[6]["type"], said[6]["letters"]) == ("shown", ["H", "E", "L", "P"])
    assert said[-1] == {"type": "done", "revision": 1, "id": "b"}


def test_progress_is_reported_while_the_engine_can_do_nothing_else() -> None:
    lines = [{"name": "x", "cells": ["a", "b"], "clues": ["A."]}, {"name": "y", "cells": ["b", "a"]}]
    open_line = {"puzzle": {"shape": "lines", "line": lines}}
    said = talk(ThisProcess, {**EDIT, "document": open_line}, {"type": "complete", "id": "c", "revision": 1})
    assert [each["type"] for each in said if each.get("id") == "c"][-3:] == ["progress", "proposal", "done"]


def test_a_file_is_published_by_what_carries_the_session() -> None:
    published: list[Blob] = []
    said = talk(ThisProcess, EDIT, {"type": "export", "id": "d", "revision": 1, "format": "svg"}, published=published)
    assert (said[-1]["type"], said[-1]["url"]) == ("exported", "blob:puzzle.svg")
    assert b"<svg" in published[0].data[:100]


@pytest.mark.parametrize(
    "question",
    [{"type": "open", "id": "e", "name": "x.toml"}, {"type": "save", "id": "e", "revision": 1, "name": "x.toml"}],
)
def test_files_are_refused_where_there_are_none(question: dict[str, Any]) -> None:
    refusal = talk(ThisProcess, EDIT, question)[-1]
    assert (refusal["type"], refusal["id"], refusal["message"]) == ("refusal", "e", "this studio has no files")


class FailingEngine:
    """An engine that raises an error instead of answering."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def answer(self, task: WorkItem) -> AsyncGenerator[Any, None]:
        raise self._error
        yield


@pytest.mark.parametrize("error", [EngineDiedError("it was killed"), KeyError("a defect"), RuntimeError("another")])
def test_a_question_is_answered_even_if_the_engine_fails(error: Exception) -> None:
    question = {"type": "show", "id": "f", "revision": 1, "cell": 0, "letter": "H"}
    said = talk(lambda report: FailingEngine(error), EDIT, question)
    assert [(each["type"], each["code"], each.get("id")) for each in said] == [
        ("refusal", "died", None), ("refusal", "died", "f"),
    ]  # fmt: skip


def test_no_number_that_json_lacks_is_taken() -> None:
    said = talk(ThisProcess, {**EDIT, "revision": float("nan")})
    assert said[-1]["code"] == "malformed"


def interrupted(kind: str, *, is_question: bool) -> list[Any]:
    """Return what an engine says that is interrupted once, before its second message."""
    begun: list[str] = []

    def work(*_: Any) -> Generator[Any, None, None]:
        begun.append(kind)
        yield "first"
        if len(begun) == 1:
            engine.interrupt(is_question=is_question)
        yield f"second, of attempt {len(begun)}"

    engine = ThisProcess(lambda message: None, work=work)

    async def run() -> list[Any]:
        return [each async for each in engine.answer(WorkItem(cast("Question", {"type": kind}), 1, None))]

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("kind", "is_question", "attempts"), [("early", False, 2), ("early", True, 1), ("late", True, 2)]
)
def test_work_begins_again_after_an_interrupt_and_only_what_can_wait_gives_way_to_a_question(
    kind: str, is_question: bool, attempts: int
) -> None:
    assert interrupted(kind, is_question=is_question) == ["first", f"second, of attempt {attempts}"]


def test_an_engine_that_is_not_at_work_is_not_interrupted() -> None:
    ThisProcess(lambda message: None).interrupt(is_question=False)


def test_a_question_is_answered_before_what_can_wait_and_then_the_engine_rests() -> None:
    said: list[Any] = []

    def work(task: WorkItem, *_: Any) -> Generator[Any, None, None]:
        yield f"{task.kind} begins"
        yield f"{task.kind} ends"

    engine = ThisProcess(lambda message: None, lambda: said.append("rest"), work)

    async def ask(kind: str) -> None:
        async for message in engine.answer(WorkItem(cast("Question", {"type": kind}), 1, None)):
            said.append(message)

    async def run() -> None:
        await asyncio.gather(ask("show"), ask("late"))

    asyncio.run(run())
    assert said == ["show begins", "show ends", "late begins", "late ends", "rest"]


@pytest.fixture
def _signals_as_before() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGUSR1)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("_signals_as_before")
@pytest.mark.parametrize("is_worn", [False, True])
def test_a_worker_with_much_memory_says_so_when_it_has_answered(is_worn: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr("satcross.studio.in_worker.should_restart", lambda: is_worn)

    async def run() -> None:
        take = in_worker.start(
            lambda text: said.append(json.loads(text)["type"]),
            lambda *_: None,
            lambda text: None,
            lambda: said.append("worn"),
        )
        take(json.dumps(EDIT))
        async with asyncio.timeout(60):
            while "done" not in said:
                await asyncio.sleep(0.01)

    asyncio.run(run())
    assert ("worn" in said) == is_worn


@pytest.mark.usefixtures("_signals_as_before")
def test_a_newer_edit_ends_the_work_on_an_older_one_in_a_worker() -> None:
    """The page writes a signal and sends the edit, which the worker cannot read while it works."""
    said: list[dict[str, Any]] = []
    take: list[Callable[[str], None]] = []
    edits = [json.dumps({**EDIT, "revision": revision}) for revision in (1, 2)]

    def work(task: WorkItem, *_: Any) -> Generator[Any, None, None]:
        if task.revision == 1:
            take[0](edits[1])
            signal.raise_signal(signal.SIGINT)
        yield {"type": "lint", "revision": task.revision, "findings": [], "is_complete": True}

    async def run() -> None:
        def post(text: str) -> None:
            said.append(json.loads(text))

        take.append(in_worker.start(post, lambda *_: None, lambda text: None, work=work))
        take[0](edits[0])
        async with asyncio.timeout(60):
            while not said or said[-1]["type"] != "done":
                await asyncio.sleep(0.01)

    asyncio.run(run())
    assert {each["revision"] for each in said[1:]} == {2}


WITHOUT = """
import sys
for name in ("multiprocessing", "starlette", "uvicorn", "websockets"):
    sys.modules[name] = None
sys.path.insert(0, sys.argv[1])
import threading
def refuse(*_):
    raise RuntimeError("can't start new thread")
threading.Thread.start = refuse
import tests.studio.test_engine as test
test.test_a_session_answers_without_a_server()
test.test_a_file_is_published_by_what_carries_the_session()
"""


def test_neither_processes_nor_threads_nor_a_server_are_needed(request: pytest.FixtureRequest) -> None:
    command = [sys.executable, "-c", WITHOUT, str(request.config.rootpath)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.stderr == ""
