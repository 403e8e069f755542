"""Nobody but the person who started the server can use it: requests from elsewhere are refused, and it stays up."""

import asyncio
from base64 import b64encode
from hashlib import sha256
from typing import Any

import pytest
from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse

from satcross.studio.guard import Guard
from tests.studio.client import SMALL, Server, sync

NAMES = ("", "page/main.js", "player/theme.js", "files/x/y", "nothing")
"""Of parts of the server; the first is the page."""


def socket_address(server: Server, path: str) -> str:
    """Return the address of the WebSocket below `path`."""
    return f"ws://127.0.0.1:{server.port}{path}socket"


def is_up(server: Server) -> bool:
    with server.editor() as editor:
        return bool(editor.about(SMALL, "verdict")["status"] == "unique")


def test_the_printed_address_is_that_of_the_page(server: Server) -> None:
    answer, text = server.ask("GET", server.path())
    assert answer.status == 200
    assert b"<html" in text
    without_slash, _ = server.ask("GET", f"/{server.token}")
    assert (without_slash.getheader("Location") or "").endswith(server.path())


def test_browsers_carry_no_secret_to_other_ports(server: Server) -> None:
    """A cookie is sent to every port of the host; so there is none, and one that a browser still has is of no use."""
    for path in ("/", server.path(), server.path("page/main.js"), "/wrong/"):
        assert server.ask("GET", path)[0].getheader("Set-Cookie") is None
    root = socket_address(server, "/")
    for name in ("satcross-studio", f"satcross-studio-{server.port}", "token"):
        cookie = {"Cookie": f"{name}={server.token}"}
        assert server.ask("GET", "/page/main.js", cookie)[0].status == 403
        with pytest.raises(Exception, match="403"), sync.connect(root, additional_headers=cookie):
            pass


def test_the_root_leads_to_the_studio_only_who_knows_the_way(server: Server) -> None:
    """So a link that holds a puzzle need not hold the secret."""
    answer, text = server.ask("GET", "/")
    assert answer.status == 200
    assert server.token.encode() not in text
    script = text.split(b"<script>")[1].split(b"</script>")[0]
    digest = b64encode(sha256(script).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in (answer.getheader("Content-Security-Policy") or "")


@pytest.mark.parametrize(
    ("site", "status"), [("none", 200), ("same-origin", 200), ("same-site", 403), ("cross-site", 403)]
)
def test_pages_from_elsewhere_cannot_open_a_puzzle_in_the_studio(server: Server, site: str, status: int) -> None:
    """Another port of this computer is the same site."""
    assert server.ask("GET", "/", {"Sec-Fetch-Site": site})[0].status == status


def test_the_address_that_the_browser_is_given_works_once() -> None:
    """Other users of the computer can see the arguments of a browser."""

    async def visit(token: str) -> tuple[int, str | None]:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            return {"type": "http.request", "body": b""}

        scope = {"type": "http", "method": "GET", "path": f"/{token}/", "headers": [(b"host", b"127.0.0.1:1")]}
        await guard(scope, receive, send)
        location = MutableHeaders(raw=sent[0]["headers"]).get("location")
        return int(sent[0]["status"]), location

    async def page(scope: Any, receive: Any, send: Any) -> None:
        await PlainTextResponse("")(scope, receive, send)

    guard = Guard(page, 1)
    token = guard.token_for_once()
    assert asyncio.run(visit(token)) == (303, f"/{guard.token}/")
    assert asyncio.run(visit(token)) == (403, None)
    assert asyncio.run(visit(guard.token)) == (200, None)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "prefix", ["/wrong/", "//{token}/", "/./{token}/", "/x/../{token}/", "/{token}x/", "/?x={token}&"]
)
def test_an_address_without_the_token_is_of_no_use(server: Server, name: str, prefix: str) -> None:
    answer, text = server.ask("GET", prefix.format(token=server.token) + name)
    if "?" in prefix:
        assert (answer.status, b"<script>" in text) == (200, True)  # the entrance
    else:
        assert answer.status == 403
        assert b"token" in text


@pytest.mark.parametrize("name", NAMES[1:])
def test_the_root_has_no_other_parts(server: Server, name: str) -> None:
    assert server.ask("GET", f"/{name}")[0].status == 403
    assert server.ask("GET", f"/{name}?token={server.token}")[0].status == 403


def test_programs_can_send_the_token_in_a_header(server: Server) -> None:
    for token, status in ((server.token, 200), ("wrong", 403), ("", 403)):
        assert server.ask("GET", "/page/main.js", {"Authorization": f"Bearer {token}"})[0].status == status


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "", "[::1]:{port}",
                                  "127.0.0.1:{port}.evil.example", "localhost.evil.example:{port}"])  # fmt: skip
@pytest.mark.parametrize("name", ["", "page/main.js"])
def test_a_host_name_that_points_here_is_of_no_use(server: Server, host: str, name: str) -> None:
    """DNS rebinding: the browser takes the server for one of the attacker's site."""
    answer, _ = server.ask("GET", server.path(name), {"Host": host.format(port=server.port)})
    assert answer.status in (400, 421)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_nothing_can_be_posted(server: Server, method: str) -> None:
    assert server.ask(method, server.path())[0].status == 405
    assert server.ask(method, server.path(), {"Origin": "http://evil.example"})[0].status == 403


ORIGINS = ("http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1", "http://localhost")


@pytest.mark.parametrize("origin", ORIGINS)
def test_pages_from_elsewhere_cannot_open_the_socket(server: Server, origin: str) -> None:
    headers = {"Origin": origin.format(port=server.port)}
    address = socket_address(server, server.path())
    with pytest.raises(Exception, match="403"), sync.connect(address, additional_headers=headers):
        pass
    assert server.ask("GET", server.path(), headers)[0].status == 403


def test_the_page_itself_can(server: Server) -> None:
    headers = {"Origin": f"http://127.0.0.1:{server.port}"}
    with sync.connect(socket_address(server, server.path()), additional_headers=headers) as socket:
        assert '"hello"' in socket.recv(timeout=120)


def test_the_socket_needs_the_token(server: Server) -> None:
    root = socket_address(server, "/")
    for headers in ({}, {"Authorization": "Bearer wrong"}):
        with (
            pytest.raises(Exception, match="403"),
            sync.connect(socket_address(server, "/"), additional_headers=headers),
        ):
            pass
    with pytest.raises(Exception, match="403"), sync.connect(f"{root}?token={server.token}"):
        pass


@pytest.mark.parametrize("path", ["page/../server.py", "page/..%2fserver.py", "page/%2e%2e/server.py", "page/",
                                  "page//etc/passwd", "player/../html.py", "files/..%2f..%2fetc%2fpasswd/x",
                                  "page/main.js%00", "etc/passwd", "page/__init__.py", "page/\\..\\server.py",
                                  "//evil.example/", "static/main.js", "../etc/passwd"])  # fmt: skip
def test_no_path_leads_to_another_file(server: Server, path: str) -> None:
    answer, text = server.ask("GET", server.path(path))
    assert answer.status == 404
    assert b"import" not in text
    assert b"root:" not in text


def test_nothing_runs_in_the_page_but_what_comes_from_here(server: Server) -> None:
    for name in NAMES:
        for path in (server.path(name), f"/wrong/{name}"):
            answer, _ = server.ask("GET", path)
            policy = answer.getheader("Content-Security-Policy") or ""
            assert "default-src 'none'" in policy
            assert "script-src 'self';" in policy
            assert "frame-ancestors 'none'" in policy
            assert answer.getheader("X-Content-Type-Options") == "nosniff"
            assert answer.getheader("Referrer-Policy") == "no-referrer"
            assert answer.getheader("Access-Control-Allow-Origin") is None


def test_a_refused_connection_does_not_stay_open(server: Server) -> None:
    for path in ("/", "/wrong/", "/page/main.js"):
        assert server.ask("GET", path)[0].getheader("Connection") == "close"
    assert server.ask("GET", server.path())[0].getheader("Connection") != "close"


def test_after_all_that_the_server_is_up(server: Server) -> None:
    server.ask("GET", "/", {"Host": "rebound.example"})
    assert is_up(server)
