"""Links that hold a puzzle in their fragment, which browsers do not send to any server.

    https://example.org/satcross/#puzzle=1.PACKED

1 is the version of this form.  PACKED is the JSON of a document, compressed by deflate without a header, in base64 with
the letters that links may have, and without padding.  A document is `{"puzzle": {...}}`, where the puzzle has the form
of JSON puzzle files; the studio adds the author's letters.  The pages read and write the same links
(`satcross/studio/page/link.js`).
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, Final

from satcross.errors import PuzzleError
from satcross.puzzle import Puzzle, WordClue
from satcross.puzzle.files import json_format
from satcross.puzzle.files.document import read_document, write_document
from satcross.puzzle.files.source import Entry, InexpressibleError, WordSource

FRAGMENT: Final = "#puzzle="
VERSION: Final = "1"

MOST_LETTERS: Final = 300_000
"""Letters of a link: more than browsers take, and enough for every puzzle that the studio takes."""

MOST_BYTES: Final = 4_000_000
"""Bytes of a document: a short link could otherwise unpack to a very long text."""

_CODED: Final = re.compile(r"(\d+)\.([A-Za-z0-9_-]+)")
_HINT: Final = "copy the whole link"


def read(data: str, folder: WordSource = "", *, force: bool = False) -> list[Entry]:
    """Return the one puzzle of the link `data`."""
    document = document_in(data)
    puzzle = document.get("puzzle") if isinstance(document, dict) else None
    if not isinstance(puzzle, dict):
        raise PuzzleError("the link holds no puzzle", hint=_HINT, code="link")
    return [read_document(puzzle, folder, force=force)]


def write(puzzle: Puzzle) -> str:
    """Return the fragment of a link for players: the puzzle without its solutions.

    Raises:
        PuzzleError: If lines refer to word lists (`inexpressible`), which a link does not hold.
    """
    for line in puzzle.lines:
        if any(isinstance(clue, WordClue) for clue in line.clues):
            raise InexpressibleError("a link", "word lists", [line.name])
    return fragment_of({"puzzle": write_document(puzzle._replace(expected=(), expects_all=False))}) + "\n"


def fragment_of(document: Mapping[str, Any]) -> str:
    """Return the fragment of a link that holds `document`.

    >>> document_in(fragment_of({"puzzle": {"clues": {}}}))
    {'puzzle': {'clues': {}}}
    """
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = packer.compress(text.encode()) + packer.flush()
    return f"{FRAGMENT}{VERSION}.{urlsafe_b64encode(packed).decode().rstrip('=')}"


def document_in(link: str) -> Any:
    """Return the document in a link.  Raises PuzzleError (`link`) if there is none."""
    if len(link) > MOST_LETTERS:
        raise PuzzleError(f"the link is longer than the limit of {MOST_LETTERS:,} letters", code="link")
    coded = _CODED.fullmatch(link.strip().partition(FRAGMENT)[2].partition("&")[0])
    if coded is None:
        raise _damaged()
    if coded[1] != VERSION:
        raise PuzzleError(
            f"the link was written by a newer satcross: version {coded[1]} of links is not known here",
            hint="install the newest satcross",
            code="link",
        )
    try:
        return json_format.parse(_unpacked(coded[2]))
    except PuzzleError as error:
        raise error.replace(message=f"the link is damaged: {error.message}", place=(), code="link") from None


def _unpacked(coded: str) -> str:
    """Return the text that is packed in `coded`."""
    unpacker = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    try:
        data = unpacker.decompress(urlsafe_b64decode(coded + "=" * (-len(coded) % 4)), MOST_BYTES)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise ValueError
        return data.decode()
    except (ValueError, zlib.error):
        raise _damaged() from None


def _damaged() -> PuzzleError:
    return PuzzleError("the link is damaged", hint=_HINT, code="link")
