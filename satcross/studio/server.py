"""The server of the studio: the page, its modules, exported files, and the WebSocket.

    GET /TOKEN/               the page
    GET /TOKEN/page/NAME      what the page consists of
    GET /TOKEN/player/NAME    modules of the page to play on, which this page uses too
    GET /TOKEN/files/KEY/NAME a file that was exported
    /TOKEN/socket             the WebSocket (`satcross.studio.session`)

Every request passes `Guard` first.  Names in requests are looked up among names that are known at the start; no path is
made of them.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from threading import Thread
from typing import Any, Final
from urllib.parse import quote

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from satcross import __version__
from satcross.base.platform import IS_WINDOWS
from satcross.base.records import NamedTuple
from satcross.base.workers import Worker, fork_from_warm_process
from satcross.errors import Field, OptionError, naming
from satcross.studio.answers import HelloMessage
from satcross.studio.crossword import WordFiles
from satcross.studio.engine import make_answer
from satcross.studio.exports import Blob, exports
from satcross.studio.guard import Guard, notify
from satcross.studio.messages import PROTOCOL
from satcross.studio.named_files import Files
from satcross.studio.pool import WorkerPool
from satcross.studio.session import LARGEST, Session, SessionContext

PORT: Final = 8137
"""Used if it is free and none is asked for, so that what the page keeps in the browser is found again."""

MOST_FILES: Final = 30
"""Exported files that wait to be fetched; the oldest ones have to go."""

HOME: Final = Path(__file__).parent / "page"
PLAYER: Final = Path(__file__).parent.parent / "pictures" / "page" / "player"
MEDIA_TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}
"""Of the files that may be sent, by their endings."""


class ServerOptions(NamedTuple):
    """What the command line says.

    Attributes:
        port: 0: any; None: `PORT`, or any if that is taken.
        words: Word lists for crosswords.
        site: The address of the site on which players open links; "" if there is none.
    """

    files: Files
    words: tuple[str, ...]
    port: int | None
    opens_browser: bool
    site: str = ""


def run(
    settings: ServerOptions,
    announce: Callable[[str], None],
    heeding: Callable[[Callable[[], None]], AbstractContextManager[None]],
) -> None:
    """Serve until a signal comes.

    Args:
        announce: Called with the address.
        heeding: Returns a block in which signals call a function that ends the server.

    Raises:
        OptionError: For a port that cannot be used.
    """
    listening = listen(settings.port)
    port: int = listening.getsockname()[1]
    fork_from_warm_process("satcross.studio.warm")
    connections = Connections(settings)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        word_files = WordFiles(settings.words, settings.files.word_lists)
        async with WorkerPool(partial(Worker, make_answer, (word_files,), ())) as pool:
            connections.pool = pool
            asyncio.get_running_loop().set_exception_handler(_notify_of_loop)
            announce(f"http://127.0.0.1:{port}/{guard.token}/")
            if settings.opens_browser:
                # other users of this computer may see the arguments of programs, so this address works only once
                address = f"http://127.0.0.1:{port}/{guard.token_for_once()}/"
                Thread(target=_browse, args=(address,), daemon=True).start()
            yield

    guard = Guard(application(connections.shelf, connections.talk, lifespan), port)
    server = _server_of(guard)

    def leave() -> None:
        server.should_exit = True

    with listening, heeding(leave):
        asyncio.run(server.serve(sockets=[listening]))


def _server_of(guard: Guard) -> uvicorn.Server:
    """Return the server of the application behind `guard`."""
    config = uvicorn.Config(
        guard,
        log_config=None,
        log_level="critical",
        lifespan="on",
        ws_max_size=8 * LARGEST,
        ws_per_message_deflate=False,  # nothing is sent farther than to this machine
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    return uvicorn.Server(config)


class Connections:
    """The sessions of a server, and what they share; `pool` is set when the server starts."""

    def __init__(self, settings: ServerOptions) -> None:
        self.pool: WorkerPool | None = None
        self.shelf: Final = Shelf()
        self._settings: Final = settings

    async def talk(self, websocket: WebSocket) -> None:
        """Run the session of an editor until it leaves.  A defect ends only this connection."""
        assert self.pool is not None, "the server has started"

        async def send(text: str) -> None:
            with suppress(WebSocketDisconnect, RuntimeError):  # the editor has left
                await websocket.send_text(text)

        session = Session(SessionContext(self.pool, self._settings.files, self.shelf.put, self._hello, notify), send)
        try:
            await websocket.accept()
            await session.talk(_texts(websocket))
        except Exception as error:
            notify(f"a connection was closed after an error: {type(error).__name__}: {error}")
            with suppress(RuntimeError):
                await websocket.close(1011)

    def _hello(self) -> HelloMessage:
        return {
            "type": "hello",
            "protocol": PROTOCOL,
            "version": __version__,
            "files": self._settings.files.listed(),
            "words": [os.path.basename(path) for path in self._settings.words],
            "exports": exports(),
            "largest": LARGEST,
            "capabilities": ["files", "words", "players"] if self._settings.site else ["files", "words"],
            "links": "/",
            "players": self._settings.site,
        }


async def _texts(websocket: WebSocket) -> AsyncIterator[str]:
    """Yield the messages of an editor until it leaves; "" for one that is not a text."""
    while (message := await websocket.receive())["type"] != "websocket.disconnect":
        text = message.get("text")
        yield text if isinstance(text, str) else ""


def application(
    shelf: Shelf, talk: Callable[[WebSocket], object], lifespan: Callable[[Starlette], object] | None
) -> Starlette:
    """Return the routes, without the guard."""
    page = _files(HOME)
    player = _files(PLAYER)

    async def home(request: Request) -> Response:
        return _sent(page, "index.html")

    async def part(request: Request) -> Response:
        return _sent(page, request.path_params["name"])

    async def player_part(request: Request) -> Response:
        return _sent(player, request.path_params["name"])

    async def exported(request: Request) -> Response:
        blob = shelf.get(request.path_params["key"])
        if blob is None:
            return PlainTextResponse("This file is not here any more; export it again.\n", 404)
        headers = {"Content-Security-Policy": blob.policy} if blob.policy else {}
        return Response(blob.data, media_type=blob.media_type, headers=headers)

    routes = [
        Route("/", home),
        Route("/page/{name}", part),
        Route("/player/{name}", player_part),
        Route("/files/{key}/{name}", exported),
        WebSocketRoute("/socket", talk),
    ]
    return Starlette(routes=routes, lifespan=lifespan)  # type: ignore[arg-type] # both forms of a lifespan are one


def listen(port: int | None) -> socket.socket:
    """Return a listening socket of 127.0.0.1.  Raises OptionError if the port is taken, or may not be used."""
    # the protocol is named, because asyncio only then sends small messages at once
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if not IS_WINDOWS:  # where it means something else
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(("127.0.0.1", PORT if port is None else port))
        except OSError as error:
            if port is not None:
                reason = (error.strerror or str(error)).lower()
                raise OptionError(
                    f"the port {port} cannot be used: {reason}",
                    hint=naming("choose another one with {}, or leave it out", Field("port")),
                    code="option",
                ) from None
            listening.bind(("127.0.0.1", 0))
        listening.listen()
    except BaseException:
        listening.close()
        raise
    return listening


def _notify_of_loop(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Print what went wrong outside of all requests (a handler of exceptions of the event loop)."""
    error = context.get("exception")
    notify(f"{context['message']}: {error}" if error else context["message"])


def _files(folder: Path) -> dict[str, tuple[bytes, str]]:
    """Return the content and the media type of each file in a folder of the package, by its name."""
    return {
        each.name: (each.read_bytes(), MEDIA_TYPES[each.suffix])
        for each in sorted(folder.iterdir())
        if each.suffix in MEDIA_TYPES
    }


def _sent(files: dict[str, tuple[bytes, str]], name: str) -> Response:
    if name not in files:
        return PlainTextResponse("There is no such file.\n", 404)
    data, media_type = files[name]
    return Response(data, media_type=media_type)


def _browse(address: str) -> None:
    """Open the address in the browser, if there is one."""
    import webbrowser

    with suppress(webbrowser.Error, OSError):
        webbrowser.open(address)


class Shelf:
    """Exported files, which wait in memory until the page fetches them, by a key that cannot be guessed."""

    def __init__(self) -> None:
        self._blobs: Final[dict[str, Blob]] = {}

    def put(self, blob: Blob) -> str:
        """Keep `blob` for a while, and return its address, relative to the address of the page."""
        key = token_urlsafe(9)
        self._blobs[key] = blob
        if len(self._blobs) > MOST_FILES:
            del self._blobs[next(iter(self._blobs))]
        return f"files/{key}/{quote(blob.name, safe='')}"

    def get(self, key: str) -> Blob | None:
        """Return the file with this key, if it is still there."""
        return self._blobs.get(key)
