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
import sys
from base64 import b64encode
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from secrets import compare_digest, token_urlsafe
from threading import Thread
from typing import Any, Final
from urllib.parse import quote

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from satcross import __version__
from satcross.base.platform import IS_WINDOWS
from satcross.base.records import NamedTuple
from satcross.base.workers import Worker, fork_from_warm_process
from satcross.errors import Field, OptionError, naming, printable
from satcross.studio.answers import HelloMessage
from satcross.studio.crossword import WordFiles
from satcross.studio.engine import make_answer
from satcross.studio.exports import Blob, exports
from satcross.studio.messages import PROTOCOL
from satcross.studio.pool import WorkerPool
from satcross.studio.session import LARGEST, Files, Session, SessionContext

# Who may talk to the server: the person who started it, from a page of its own.
#
# In: requests.  Out: those that may pass; all others are refused before anything else looks at them.
#
# - The header Host must be one of the server's own names.  Otherwise a page elsewhere could read what the server
#   answers: its host name would only have to point to 127.0.0.1 (DNS rebinding).
# - The header Origin, where there is one, must be that of the server: pages elsewhere can neither open the WebSocket
#   nor post anything.
# - Every address begins with a random token, which only the printed address has.  There is no cookie: browsers send
#   cookies to all ports of a computer, so another local program would get it.  Programs can send the token in a header
#   instead.
#
# Only the page at the root, the entrance, is answered without the token: it leads browsers that know the secret path to
# the studio.  The studio's own page keeps its path in the browser (page/socket.js).  Only pages of this host and port
# can read it there.  So a link that holds a puzzle need not hold the secret.  A connection that had no token is closed
# after the answer.
#
# Every answer has a Content-Security-Policy, so that nothing runs in the page but what comes from this server.


POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self';"
    " img-src 'self' blob: data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Of every answer, unless the answer has its own."""

_ENTRANCE_SCRIPT: Final = """
const path = localStorage.getItem("satcross:studio:path") ?? "";
if (/^\\/[\\w-]{32}\\/$/.test(path)) location.replace(path + location.hash);
"""
"""The path is checked, because another program may have written it while it used this port."""

_ENTRANCE: Final = f"""<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>satcross studio</title></head>
<body>
<p>Please open the address that <code>satcross studio</code> has printed.</p>
<script>{_ENTRANCE_SCRIPT}</script>
</body>
</html>
"""

_ENTRANCE_POLICY: Final = (
    f"default-src 'none'; script-src 'sha256-{b64encode(sha256(_ENTRANCE_SCRIPT.encode()).digest()).decode()}';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Guard:
    """An ASGI application that lets requests pass to `app` or refuses them.

    Attributes:
        token: The secret of this start of the server.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self.token: Final = token_urlsafe(24)
        self._for_once: set[str] = set()
        self._app: Final = app
        names = ("127.0.0.1", "localhost")
        self._hosts: Final = {f"{name}:{port}" for name in names} | (set(names) if port == 80 else set())

    def token_for_once(self) -> str:
        """Return another token, whose address leads to that of the first token, once."""
        token = token_urlsafe(24)
        self._for_once.add(token)
        return token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        answer = self._refusal(scope, headers)
        prefix = self._prefix(scope, headers)
        if answer is None and prefix is None:
            answer = self._answer_to_stranger(scope, headers)
        if answer is None:
            await self._app({**scope, "root_path": prefix}, receive, _with_headers(send, HEADERS))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "refused"})
        else:
            await answer(scope, receive, _with_headers(send, HEADERS | {"Connection": "close"}))

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        """Return the answer to a request that comes from elsewhere, None to one that does not."""
        host = headers.get("host", "")
        if host not in self._hosts:
            return self._refuse(scope, 421, f"the host {host[:80]!r} is not this server", "use the printed address")
        origin = headers.get("origin")
        if origin is not None and origin.removeprefix("http://") not in self._hosts:
            return self._refuse(
                scope, 403, f"the page {origin[:80]!r} does not belong to this server", "use the printed address"
            )
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            return self._refuse(scope, 405, f"the method {scope['method'][:20]!r} is not allowed", "use GET")
        return None

    def _prefix(self, scope: Scope, headers: Headers) -> str | None:
        """Return what stands before the name of a part in the path: the token, or nothing if a header has the token.

        None if the token is in neither of them.
        """
        first = _first_segment(scope)
        if self._is_token(first):
            return f"/{first}"
        return "" if self._is_token(headers.get("authorization", "").removeprefix("Bearer ")) else None

    def _is_token(self, text: str) -> bool:
        return compare_digest(text.encode(), self.token.encode())

    def _answer_to_stranger(self, scope: Scope, headers: Headers) -> Response:
        """Return the answer to a request without the token."""
        first = _first_segment(scope)
        if scope["type"] == "http" and first in self._for_once:
            self._for_once.remove(first)
            return RedirectResponse(f"/{self.token}/", 303)
        # a person has entered the address, or a page of this server leads here: others must not open documents
        is_from_here = headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        if scope["type"] == "http" and scope["path"] == "/" and is_from_here:
            return HTMLResponse(_ENTRANCE, headers={"Content-Security-Policy": _ENTRANCE_POLICY})
        hint = "open the address that satcross studio has printed"
        return self._refuse(scope, 403, "the address does not have the token of this server", hint)

    def _refuse(self, scope: Scope, status: int, reason: str, hint: str) -> Response:
        method = scope.get("method", "WebSocket")
        path = scope["path"].replace(self.token, "...")
        notify(f"{method[:20]} {path[:80]!r}: {reason}")
        return PlainTextResponse(f"Refused: {reason}. Please {hint}.\n", status)


def _first_segment(scope: Scope) -> str:
    first: str = scope["path"][1:].partition("/")[0]
    return first


def _with_headers(send: Send, added: dict[str, str]) -> Send:
    """Return `send`, which then adds these headers to every answer that does not have them."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in added.items():
                headers.setdefault(name, value)
        await send(message)

    return sent


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
    """

    files: Files
    words: tuple[str, ...]
    port: int | None
    opens_browser: bool


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
    server = uvicorn.Server(config)

    def leave() -> None:
        server.should_exit = True

    with listening, heeding(leave):
        asyncio.run(server.serve(sockets=[listening]))


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
            "capabilities": ["files", "words"],
            "links": "/",
        }


async def _texts(websocket: WebSocket) -> AsyncIterator[str]:
    """Yield the messages of an editor until it leaves; "" for one that is no text."""
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


def notify(text: str) -> None:
    """Print on standard error what was refused, or what went wrong."""
    with suppress(OSError, ValueError):
        print(f"satcross studio: {printable(text)}", file=sys.stderr, flush=True)


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
    """Exported files, which wait in memory until the page fetches them, by a key that nobody can guess."""

    def __init__(self) -> None:
        self._blobs: Final[dict[str, Blob]] = {}

    def put(self, blob: Blob) -> str:
        """Keep `blob` for a while, and return its address, relative to that of the page."""
        key = token_urlsafe(9)
        self._blobs[key] = blob
        if len(self._blobs) > MOST_FILES:
            del self._blobs[next(iter(self._blobs))]
        return f"files/{key}/{quote(blob.name, safe='')}"

    def get(self, key: str) -> Blob | None:
        """Return the file with this key, if it is still there."""
        return self._blobs.get(key)
