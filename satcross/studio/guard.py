"""Who may talk to the server: the person who started it, from its own page.

In: requests. Out: the requests that may pass; all others are refused before anything else looks at them.

- The header Host must be one of the server's own names.  Otherwise a page elsewhere could read what the server
  answers: its host name would only have to point to 127.0.0.1 (DNS rebinding).
- The header Origin, where there is one, must be the server's: pages elsewhere can neither open the WebSocket nor post
  anything.
- Every address begins with a random token, which only the printed address has.  There is no cookie: browsers send
  cookies to all ports of a computer, so another local program would get it.  Programs can send the token in a header
  instead.

Only the page at the root, the entrance, is answered without the token: it leads browsers that know the secret path to
the studio.  The studio's own page keeps its path in the browser (page/socket.js).  Only pages of this host and port
can read it there.  So a link that holds a puzzle need not hold the secret.  A connection that had no token is closed
after the answer.

Every answer has a Content-Security-Policy, so that nothing runs in the page but what comes from this server.
"""

from __future__ import annotations

import sys
from base64 import b64encode
from contextlib import suppress
from hashlib import sha256
from secrets import compare_digest, token_urlsafe
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from satcross.errors import printable

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
        """Return another token, whose address leads once to the address of the first token."""
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
        """Return what is before the name of a part in the path: the token, or nothing if a header has the token.

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


def notify(text: str) -> None:
    """Print on standard error what was refused, or what went wrong."""
    with suppress(OSError, ValueError):
        print(f"satcross studio: {printable(text)}", file=sys.stderr, flush=True)
