"""The regex engines that decide what a clue means: Python's `re` here, V8's RegExp in a Node process.

An engine's `ways(pattern, flags, texts)` returns for each text how the pattern matches the whole of it: for each group
its half-open span in letters or None; None instead if it does not match.  It raises `Rejected` if the engine refuses
the pattern, and `Undecided` if the engine breaks down or takes too long.
"""

import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import pytest

from tests.pace import ENDLESS

HERE = Path(__file__).parent
SECONDS = 2.0  # for one question; nearly all need microseconds
REGEXES = 2_000  # of one Node process; with much compiled V8 stops optimizing, and then gets modifiers wrong

Way: TypeAlias = tuple["tuple[int, int] | None", ...]


class Rejected(Exception):  # noqa: N818 - an answer, not an error
    """The engine refuses the pattern; the message is the engine's."""


class Undecided(Exception):  # noqa: N818 - the third answer
    """The engine gives no answer."""


class Engine(Protocol):
    """A judge.  `is_newest`: it knows everything that its dialect has (duplicate group names, modifiers)."""

    dialect: str
    version: str
    is_newest: bool

    def ways(self, pattern: str, flags: str, texts: Sequence[str]) -> list[Way | None]: ...


class Python:
    """The `re` module of the running interpreter.  Flags are its letters, such as "is"."""

    dialect = "python"
    is_newest = True
    version = f"CPython {sys.version.split()[0]}"

    def ways(self, pattern: str, flags: str, texts: Sequence[str]) -> list[Way | None]:
        bits = 0
        for letter in flags:
            bits |= re.RegexFlag[letter.upper()]
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compiled = re.compile(pattern, bits)
        except (re.error, OverflowError, RecursionError, ValueError) as error:
            raise Rejected(str(error)) from None
        ways: list[Way | None] = []
        try:
            with _alarm():
                for text in texts:
                    found = compiled.fullmatch(text)
                    if found is None:
                        ways.append(None)
                    else:
                        spans = (found.span(group) for group in range(1, compiled.groups + 1))
                        ways.append(tuple([None if span == (-1, -1) else span for span in spans]))
        except (SystemError, MemoryError, TimeoutError) as error:
            raise Undecided(str(error)) from None
        return ways


@contextmanager
def _alarm() -> Iterator[None]:
    """Raise TimeoutError after some time; `re` looks for signals while it matches."""

    def ring(number: int, frame: object) -> None:
        raise TimeoutError(f"not done after {SECONDS} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class V8:
    """RegExp in a Node process that lives as long as this object.  Flags are ECMAScript's, such as "iu"."""

    dialect = "javascript"

    def __init__(self, node: str) -> None:
        self._node = node
        self._process: subprocess.Popen[bytes] | None = None
        self._asked = 0
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            [self._node, str(HERE / "v8.js")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=-1
        )
        greeting = self._read(ENDLESS)
        self.is_newest = int(greeting["version"].removeprefix("v").split(".")[0]) >= 24
        self.version = f"Node {greeting['version'].removeprefix('v')} (V8 {greeting['v8']})"

    def _read(self, seconds: float = SECONDS) -> Any:
        assert self._process is not None
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], seconds)
        line = self._process.stdout.readline() if ready else b""
        if not line:
            self.close()
            raise Undecided("no answer from Node")
        return json.loads(line)

    def ways(self, pattern: str, flags: str, texts: Sequence[str]) -> list[Way | None]:
        self._asked += 1
        if self._asked > REGEXES:
            self.close()
        if self._process is None:
            self._start()
        assert self._process is not None
        assert self._process.stdin is not None
        asked = {"pattern": pattern, "flags": flags, "texts": list(texts)}
        self._process.stdin.write(json.dumps(asked).encode() + b"\n")
        self._process.stdin.flush()
        answer = self._read()
        if "error" in answer:
            raise Rejected(answer["error"])
        return [
            None if way is None else tuple([None if span is None else _in_letters(span, text) for span in way])
            for way, text in zip(answer["ways"], texts, strict=True)
        ]

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            self._asked = 0


def _in_letters(span: Sequence[int], text: str) -> tuple[int, int]:
    """Return `span`, which counts units of UTF-16, in letters."""
    if max(text, default="") > "\uffff":
        span = [len(text.encode("utf-16-le")[: 2 * place].decode("utf-16-le")) for place in span]
    start, end = span
    return start, end


def find_node() -> str | None:
    """Return the Node to use: $SATCROSS_NODE, or the pinned one if it is installed here, or the system's."""
    pinned = HERE / "node_modules" / ".bin" / "node"
    return os.environ.get("SATCROSS_NODE") or (str(pinned) if pinned.exists() else shutil.which("node"))


@cache
def find_engine(dialect: str) -> Engine | None:
    """Return the judge of `dialect`, or None if it is not installed."""
    if dialect == "python":
        return Python()
    path = find_node()
    return None if path is None else V8(path)


def engine(dialect: str) -> Engine:
    """Return the judge of `dialect`; skips the test that asks where there is none."""
    found = find_engine(dialect)
    if found is None:
        pytest.skip("the judge of the javascript dialect is missing: no `node` on the path")
    return found
