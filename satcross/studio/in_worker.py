"""The studio in a Web Worker, where there is no server: what carries the messages of a session there.

In: the texts that the page posts to its worker.  Out: the texts that the page gets, and the files that it asked for.
`site/engine/worker.js` starts Python, and calls `start`; nothing in this module knows JavaScript.
"""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Callable, Generator
from itertools import count
from typing import Any, Final, TypeAlias

from satcross import __version__
from satcross.base.platform import should_restart, when_dropped
from satcross.studio.answers import HelloMessage
from satcross.studio.engine import Answer, ThisProcess, answers
from satcross.studio.exports import Blob, exports
from satcross.studio.messages import PROTOCOL
from satcross.studio.session import LARGEST, Session, SessionContext

PostFile: TypeAlias = Callable[[str, bytes, str], None]
"""Sends the page a file: its key, what is in it, and its media type."""


def start(
    post: Callable[[str], None],
    post_file: PostFile,
    report: Callable[[str], None],
    restart: Callable[[], None] = lambda: None,
    interrupt_again: Callable[[], None] = lambda: None,
    work: Callable[..., Generator[Answer, None, None]] = answers,
) -> Callable[[str], None]:
    """Start a session with the page in the running event loop.

    Args:
        post: Sends the page a message.
        report: Called with what was refused, and what went wrong, in words.
        restart: Called when nothing is left to do, and another process should go on because this one holds too much
            memory (`base.platform.should_restart`).
        interrupt_again: Called to have an interrupt sent again that Python has dropped (`base.platform`).
        work: Does what `answers` does.

    Returns:
        The function that takes the next message of the page.
    """
    texts: asyncio.Queue[str] = asyncio.Queue()
    engine = ThisProcess(
        lambda message: post(json.dumps(message)), lambda: restart() if should_restart() else None, work
    )
    _heed_signals(engine)
    when_dropped(KeyboardInterrupt, lambda error: interrupt_again())

    async def send(text: str) -> None:
        post(text)

    session = Session(SessionContext(engine, None, _shelf(post_file), _hello, report), send)
    talking = asyncio.get_running_loop().create_task(session.talk(_taken(texts)))

    def take(text: str) -> None:
        if talking.done():
            talking.result()
        texts.put_nowait(text)

    return take


def _heed_signals(engine: ThisProcess) -> None:
    """Let signals interrupt: SIGINT if a newer edit or a cancellation has come, SIGUSR1 if a question is waiting."""
    signal.signal(signal.SIGINT, lambda number, frame: engine.interrupt(is_question=False))
    signal.signal(signal.SIGUSR1, lambda number, frame: engine.interrupt(is_question=True))


def _shelf(post_file: PostFile) -> Callable[[Blob], str]:
    """Return a function that sends a file to the page, and returns the key by which the page knows it."""
    numbers: Final = count(1)

    def publish(blob: Blob) -> str:
        key = f"file:{next(numbers)}"
        post_file(key, blob.data, blob.media_type)
        return key

    return publish


async def _taken(texts: asyncio.Queue[str]) -> AsyncIterator[str]:
    while True:
        yield await texts.get()


def _hello() -> HelloMessage:
    possible: dict[str, Any] = {format: "" for format, command in exports().items() if not command}
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "version": __version__,
        "files": [],
        "words": [],
        "exports": possible,
        "largest": LARGEST,
        "capabilities": ["players"],
        "links": "",
        "players": "./",
    }
