"""Exported files, which wait in memory until the page fetches them."""

from __future__ import annotations

from collections import OrderedDict
from secrets import token_urlsafe
from typing import Final
from urllib.parse import quote

from satcross.studio.exports import Blob

MOST_FILES: Final = 30
MOST_BYTES: Final = 100_000_000
"""Of all files together; the oldest ones have to go."""


class Shelf:
    """The files that can be fetched, by a key that nobody can guess."""

    def __init__(self) -> None:
        self._blobs: Final[OrderedDict[str, Blob]] = OrderedDict()

    def put(self, blob: Blob) -> str:
        """Keep `blob` for a while, and return its address, relative to that of the page."""
        key = token_urlsafe(9)
        self._blobs[key] = blob
        while len(self._blobs) > MOST_FILES or (len(self._blobs) > 1 and self._size() > MOST_BYTES):
            self._blobs.popitem(last=False)
        return f"files/{key}/{quote(blob.name, safe='')}"

    def get(self, key: str) -> Blob | None:
        """Return the file with this key, if it is still there."""
        return self._blobs.get(key)

    def _size(self) -> int:
        return sum(len(blob.data) for blob in self._blobs.values())
