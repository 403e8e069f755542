"""Nobody but the person who started the server can use it: requests from elsewhere are refused, and it stays up."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from satcross.studio.guard import Guard
from tests.studio.client import SMALL, Server, sync

PATHS = ("/", "/page/main.js", "/player/theme.js", "/files/x/y", "/nothing")


def is_up(server: Server) -> bool:
    with server.editor() as editor:
        return bool(editor.about(SMALL, "verdict")["status"] == "unique")


def test_the_token_is_exchanged_for_a_cookie(server: Server) -> None:
    answer, _ = server.ask("GET", f"/?token={server.token}")
    assert (answer.status, answer.getheader("Location")) == (303, "/")
    cookie = answer.getheader("Set-Cookie") or ""
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    page, text = server.ask("GET", "/", {"Cookie": cookie.split(";")[0]})
    assert page.status == 200
    assert b"<html" in text
    assert server.ask("GET", f"/?token={server.token}", {"Cookie": server.cookie()})[0].status == 303


def test_the_address_that_the_browser_is_given_works_once() -> None:
    """Other users of the computer can see the arguments of a browser."""

    async def visit(token: str) -> int:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            return {"type": "http.request", "body": b""}

        scope = {"type": "http", "method": "GET", "path": "/", "query_string": f"token={token}".encode(),
                 "headers": [(b"host", b"127.0.0.1:1")]}  # fmt: skip
        await guard(scope, receive, send)
        return int(sent[0]["status"])

    async def unreached(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError

    guard = Guard(unreached, 1, lambda text: None)
    token = guard.token_for_once()
    assert [asyncio.run(visit(each)) for each in (token, token, guard.token, guard.token)] == [303, 403, 303, 303]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("query", ["", "?token=", "?token=wrong"])
def test_an_address_without_the_token_is_of_no_use(server: Server, path: str, query: str) -> None:
    answer, text = server.ask("GET", path + query)
    assert answer.status == 403
    assert b"token" in text
    assert answer.getheader("Set-Cookie") is None


@pytest.mark.parametrize("cookie", ["satcross-studio=x", "satcross-studio-{port}=wrong", ";;=", "\x01\xff", "a=" * 500])
def test_no_other_cookie_will_do(server: Server, cookie: str) -> None:
    assert server.ask("GET", "/", {"Cookie": cookie.format(port=server.port)})[0].status in (400, 403)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "", "[::1]:{port}",
                                  "127.0.0.1:{port}.evil.example", "localhost.evil.example:{port}"])  # fmt: skip
@pytest.mark.parametrize("path", ["/", "/page/main.js"])
def test_a_host_name_that_points_here_is_of_no_use(server: Server, host: str, path: str) -> None:
    """DNS rebinding: the browser takes the server for one of the attacker's site."""
    headers = {"Host": host.format(port=server.port), "Cookie": server.cookie()}
    answer, _ = server.ask("GET", path, headers)
    assert answer.status in (400, 421)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_nothing_can_be_posted(server: Server, method: str) -> None:
    cookie = {"Cookie": server.cookie()}
    assert server.ask(method, "/", cookie)[0].status == 405
    assert server.ask(method, "/", cookie | {"Origin": "http://evil.example"})[0].status == 403


ORIGINS = ("http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1", "http://localhost")


@pytest.mark.parametrize("origin", ORIGINS)
def test_pages_from_elsewhere_cannot_open_the_socket(server: Server, origin: str) -> None:
    headers = {"Cookie": server.cookie(), "Origin": origin.format(port=server.port)}
    address = f"ws://127.0.0.1:{server.port}/socket"
    with pytest.raises(Exception, match="403"), sync.connect(address, additional_headers=headers):
        pass
    assert server.ask("GET", "/", headers)[0].status == 403


def test_the_page_itself_can(server: Server) -> None:
    origin = f"http://127.0.0.1:{server.port}"
    address = f"ws://127.0.0.1:{server.port}/socket"
    with sync.connect(address, additional_headers={"Cookie": server.cookie(), "Origin": origin}) as socket:
        assert '"hello"' in socket.recv(timeout=120)


def test_the_socket_needs_the_cookie_or_the_token(server: Server) -> None:
    address = f"ws://127.0.0.1:{server.port}/socket"
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Cookie": "satcross-studio=1"}):
        with pytest.raises(Exception, match="403"), sync.connect(address, additional_headers=headers):
            pass
    with pytest.raises(Exception, match="403"), sync.connect(f"{address}?token={server.token}"):
        pass


@pytest.mark.parametrize("path", ["/page/../server.py", "/page/..%2fserver.py", "/page/%2e%2e/server.py", "/page/",
                                  "/page//etc/passwd", "/player/../html.py", "/files/..%2f..%2fetc%2fpasswd/x",
                                  "/page/main.js%00", "/etc/passwd", "/page/__init__.py", "/page/\\..\\server.py",
                                  "//evil.example/", "/static/main.js"])  # fmt: skip
def test_no_path_leads_to_another_file(server: Server, path: str) -> None:
    answer, text = server.ask("GET", path, {"Cookie": server.cookie()})
    assert answer.status == 404
    assert b"import" not in text
    assert b"root:" not in text


def test_nothing_runs_in_the_page_but_what_comes_from_here(server: Server) -> None:
    cookie = server.cookie()
    for path in PATHS:
        for headers in ({}, {"Cookie": cookie}):
            answer, _ = server.ask("GET", path, headers)
            policy = answer.getheader("Content-Security-Policy") or ""
            assert "default-src 'none'" in policy
            assert "script-src 'self';" in policy
            assert "frame-ancestors 'none'" in policy
            assert answer.getheader("X-Content-Type-Options") == "nosniff"
            assert answer.getheader("Referrer-Policy") == "no-referrer"
            assert answer.getheader("Access-Control-Allow-Origin") is None


def test_after_all_that_the_server_is_up(server: Server) -> None:
    server.ask("GET", "/", {"Host": "rebound.example"})
    assert is_up(server)
