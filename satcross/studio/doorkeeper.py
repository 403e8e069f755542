"""Connections wait here until they have sent the head of a request; only then does the HTTP server see them.

In: connections.  Out: those that ask something; all others are closed, after a while or when too many are waiting.

A program that opens a thousand connections and says nothing would otherwise use up the file descriptors of the process,
and nobody else could connect.  A browser sends its request at once, so it does not wait long enough to be among those
that are closed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, cast

HEAD_SECONDS: Final = 10.0
"""Seconds within which the head of a request must be complete."""

MOST_WAITING: Final = 64
"""Connections that may wait; if there are more, the one that has waited longest is closed."""

LARGEST_HEAD: Final = 64_000
"""Bytes of the head of a request."""

BACKLOG: Final = 32
"""Connections accepted at a time; with `MOST_WAITING` it bounds the file descriptors that strangers can use."""

END_OF_HEAD: Final = b"\r\n\r\n"


class Doorkeeper:
    """Makes a protocol for each connection, as the class of the HTTP server's own protocol does.

    Args:
        make_protocol: The class of that protocol; its instances take over the connections that have sent a head.
        patience: Seconds, as `HEAD_SECONDS` says.
    """

    def __init__(self, make_protocol: Callable[..., asyncio.Protocol], patience: float = HEAD_SECONDS) -> None:
        self._make_protocol: Final = make_protocol
        self._patience: Final = patience
        self._waiting: Final[dict[_Newcomer, None]] = {}  # in the order in which they came

    def __call__(self, *arguments: Any, **named: Any) -> asyncio.Protocol:
        return _Newcomer(self._waiting, self._patience, lambda: self._make_protocol(*arguments, **named))


class _Newcomer(asyncio.Protocol):
    """A connection that has not sent the head of a request yet."""

    def __init__(
        self, waiting: dict[_Newcomer, None], patience: float, make_protocol: Callable[[], asyncio.Protocol]
    ) -> None:
        self._waiting: Final = waiting
        self._patience: Final = patience
        self._make_protocol: Final = make_protocol
        self._received: Final = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._waiting[self] = None
        self._timer = asyncio.get_running_loop().call_later(self._patience, self.close)
        if len(self._waiting) > MOST_WAITING:
            next(iter(self._waiting)).close()

    def data_received(self, data: bytes) -> None:
        start = max(0, len(self._received) - len(END_OF_HEAD))
        self._received.extend(data)
        if self._received.find(END_OF_HEAD, start) >= 0:
            self._leave()
            protocol = self._make_protocol()
            self._transport.set_protocol(protocol)
            protocol.connection_made(self._transport)
            protocol.data_received(bytes(self._received))
        elif len(self._received) > LARGEST_HEAD:
            self.close()

    def connection_lost(self, error: Exception | None) -> None:
        self._leave()

    def close(self) -> None:
        """Close the connection without an answer."""
        self._leave()
        self._transport.abort()

    def _leave(self) -> None:
        self._timer.cancel()
        self._waiting.pop(self, None)
