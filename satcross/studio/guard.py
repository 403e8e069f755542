"""Who may talk to the server: the person who started it, from a page of its own.

In: requests.  Out: those that may pass; all others are refused before anything else looks at them.

- The header Host must be one of the server's own names.  Otherwise a page elsewhere, whose name somebody lets point to
  127.0.0.1, could read what the server answers (DNS rebinding).
- The header Origin, where there is one, must be that of the server: pages elsewhere can neither open the WebSocket nor
  post anything.
- A random token, which only the printed address has, is exchanged for a cookie that browsers do not send along with
  requests from other sites.  Programs can send the token in a header instead.

Every answer has a Content-Security-Policy, so that nothing runs in the page but what comes from this server.
"""

from __future__ import annotations

from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from secrets import compare_digest, token_urlsafe
from typing import Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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

ENTRY: Final = "open the address that satcross studio has printed, with its token"

Refused = Callable[[str], None]


class Guard:
    """An ASGI application that lets requests pass to `app` or refuses them.

    token    of this start of the server
    refused  is told of each request that is refused, in words
    """

    def __init__(self, app: ASGIApp, port: int, refused: Refused) -> None:
        self.token: Final = token_urlsafe(24)
        self._for_once: set[str] = set()
        self._app: Final = app
        names = ("127.0.0.1", "localhost")
        self._hosts: Final = {f"{name}:{port}" for name in names} | (set(names) if port == 80 else set())
        self._cookie: Final = f"satcross-studio-{port}"
        self._refused: Final = refused

    def token_for_once(self) -> str:
        """Return another token, which can be exchanged once."""
        token = token_urlsafe(24)
        self._for_once.add(token)
        return token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        answer = self._refusal(scope, headers)
        if answer is None and not self._is_known(headers):
            answer = self._entered(scope)
        if answer is None:
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "refused"})
        else:
            await answer(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        """Return the answer to a request that comes from elsewhere, None to one that does not."""
        host = headers.get("host", "")
        if host not in self._hosts:
            return self._refuse(scope, 421, f"the host {host[:80]!r} is not this server", "use the printed address")
        origin = headers.get("origin")
        if origin is not None and origin.removeprefix("http://") not in self._hosts:
            return self._refuse(
                scope, 403, f"the page {origin[:80]!r} is not of this server", "use the printed address"
            )
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            return self._refuse(scope, 405, f"the method {scope['method'][:20]!r} is not allowed", "use GET")
        return None

    def _is_known(self, headers: Headers) -> bool:
        """Return whether a request has the cookie, or the token in a header."""
        bearer = headers.get("authorization", "").removeprefix("Bearer ")
        return self._is_token(_cookies(headers).get(self._cookie, "")) or self._is_token(bearer)

    def _is_token(self, text: str) -> bool:
        return compare_digest(text.encode(), self.token.encode())

    def _entered(self, scope: Scope) -> Response:
        """Return the answer to a request without the cookie: the cookie, if the request has the token instead."""
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        given = query.get("token", [""])[0]
        if scope["type"] != "http" or scope["path"] != "/" or not given:
            return self._refuse(scope, 403, "the request has no token", ENTRY)
        if given in self._for_once:
            self._for_once.remove(given)
        elif not self._is_token(given):
            return self._refuse(scope, 403, "the token is not that of this server", ENTRY)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(self._cookie, self.token, httponly=True, samesite="strict", path="/")
        return answer

    def _refuse(self, scope: Scope, status: int, reason: str, hint: str) -> Response:
        method = scope.get("method", "WebSocket")
        self._refused(f"{method[:20]} {scope['path'][:80]!r}: {reason}")
        return PlainTextResponse(f"Refused: {reason}. Please {hint}.\n", status)


def _cookies(headers: Headers) -> dict[str, str]:
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(headers.get("cookie", "")).items()}
    except CookieError:
        return {}


def _with_headers(send: Send) -> Send:
    """Return `send`, which then adds `HEADERS` to every answer."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent
