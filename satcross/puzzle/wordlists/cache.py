"""The index of word lists, kept between runs in the user's cache folder.

The cache contains only data that is derived from the lists: the folded words and their bit sets.  It is valid as long
as the name, size, time of change and reading of every list are unchanged and the checksum of each part is right;
otherwise the lists are read again.  A cache file is renamed into place, so two processes may write it at the same time,
and no link is followed.

    first line     the format of the file, and the size of the head in bytes
    head           fingerprint of the lists, letters; for each length: count, has scores, offset, bytes, checksum
    parts          for each length the words (UTF-8), scores (32 bits), bit sets (index by index, letter by letter)
"""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from zlib import crc32

from satcross.base.reading import open_kept
from satcross.base.writing import write_kept
from satcross.errors import SatcrossError
from satcross.puzzle.wordlists.index import WordIndex
from satcross.puzzle.wordlists.wordlist import Reading, WordList, Words

FORMAT: Final = b"satcross words 2"
LONGEST_HEAD: Final = 1 << 20


def cached(names: Sequence[str], reading: Reading, read: Callable[[], WordList]) -> WordList:
    """Return the words of the lists `names` from the cache, or else from `read`, and then store them in the cache."""
    fingerprint = _fingerprint(names, reading)
    folder = _folder()
    if fingerprint is None or folder is None:
        return read()
    kept_as = " ".join([*map(os.path.realpath, names), repr(tuple(reading))])
    path = os.path.join(folder, f"words-{crc32(os.fsencode(kept_as)):08x}.index")
    kept = _load(path, fingerprint, names, read)
    if kept is not None:
        return kept
    words = read()
    if _fingerprint(names, reading) == fingerprint:
        _store(path, fingerprint, words)
    return words


def _folder() -> str | None:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "satcross") if os.path.isabs(base) else None


def _fingerprint(names: Sequence[str], reading: Reading) -> str | None:
    """Return a text that identifies the present content of the lists, or None if one is not a regular file."""
    parts = [repr(tuple(reading)), sys.byteorder]
    for name in names:
        try:
            status = os.stat(name)
        except (OSError, ValueError):
            return None
        if not os.path.isfile(name):
            return None
        parts.append(f"{os.path.realpath(name)!r} {status.st_size} {status.st_mtime_ns} {status.st_ino}")
    return " ".join(parts)


class _Part(NamedTuple):
    """The place of the words of one length in the cache file."""

    n: int
    words: int
    has_scores: int
    offset: int
    size: int
    checksum: int


def _store(path: str, fingerprint: str, words: WordList) -> None:
    """Write `words`, if that is possible; otherwise do nothing."""
    parts: list[bytes] = []
    lines = [fingerprint, words.letters]
    offset = 0
    for n in words.lengths:
        words_of_length = words.of_length(n)
        assert words_of_length is not None
        size = (words_of_length.count + 7) // 8
        bits = b"".join(
            [each.to_bytes(size, "little") for holding in words_of_length.index.holding for each in holding]
        )
        scores = b"" if words_of_length.scores is None else words_of_length.scores.tobytes()
        part = words_of_length.text.encode() + scores + bits
        place = _Part(n, words_of_length.count, int(words_of_length.scores is not None), offset, len(part), crc32(part))
        lines.append(" ".join(map(str, place)))
        parts.append(part)
        offset += len(part)
    head = "\n".join(lines).encode()
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_kept(path, b"".join([FORMAT, b" %d %08x\n" % (len(head), crc32(head)), head, *parts]))
    except (OSError, SatcrossError):
        return


def _load(path: str, fingerprint: str, names: Sequence[str], read: Callable[[], WordList]) -> WordList | None:
    """Return the words in the file `path`, or None unless it is a valid cache file of these lists."""
    try:
        with open_kept(path) as file:
            first = file.readline(80)
            if not first.startswith(FORMAT + b" "):
                return None
            size, checksum = first[len(FORMAT) :].split()
            if not 0 < int(size) <= LONGEST_HEAD:
                return None
            head = file.read(int(size))
            if crc32(head) != int(checksum, 16):
                return None
            kept, letters, *lines = head.decode().split("\n")
            if kept != fingerprint:
                return None
            parts = {int(line.split(" ", 1)[0]): _Part(*map(int, line.split(" "))) for line in lines}
            body = file.read(sum(part.size for part in parts.values()) + 1)
    except (OSError, ValueError, TypeError, OverflowError, MemoryError):
        return None
    return WordList(letters, _KeptWords(parts, memoryview(body), letters, read), names) if parts else None


class _KeptWords(Mapping[int, Words]):
    """The words of a cache file by length, each decoded when it is first used; `read` reads the lists themselves."""

    def __init__(
        self, parts: Mapping[int, _Part], body: memoryview, letters: str, read: Callable[[], WordList]
    ) -> None:
        self._parts = parts
        self._body = body
        self._letters = letters
        self._read = read
        self._ready: dict[int, Words] = {}

    def __iter__(self) -> Iterator[int]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    def __getitem__(self, n: int) -> Words:
        words = self._ready.get(n)
        if words is None:
            words = self._take(self._parts[n])
            if words is None:  # the file is damaged
                fresh = self._read().of_length(n)
                assert fresh is not None
                words = fresh
            self._ready[n] = words
        return words

    def _take(self, part: _Part) -> Words | None:
        data = self._body[part.offset : part.offset + part.size]
        if len(data) != part.size or crc32(data) != part.checksum:
            return None
        size = (part.words + 7) // 8
        width = len(self._letters)
        bits = part.n * width * size
        scores = None
        scores_size = 0
        if part.has_scores:
            scores = array("i")
            scores_size = part.words * scores.itemsize
            scores.frombytes(data[part.size - bits - scores_size : part.size - bits])
        text = str(data[: part.size - bits - scores_size], "utf-8")
        starts = range(part.size - bits, part.size, size)
        holding = [int.from_bytes(data[start : start + size], "little") for start in starts]
        index = WordIndex([holding[i * width : (i + 1) * width] for i in range(part.n)], part.words)
        return Words(part.n, text, scores, self._letters, index)
