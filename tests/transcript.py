"""Command lines with what they print, as one text: `$ command`, its output, `! ` before what came on standard error.

A transcript is checked by running its commands in a shell and comparing everything; times are blotted out.
"""

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from satcross.cli import main

ROOT = Path(__file__).resolve().parent.parent
TIME = re.compile(r"\b\d+(\.\d+)? (ms|s)\b")


SPECIAL = frozenset("|&;<>()$*?~`")
"""Characters that mean something to a shell, unless they are quoted."""


class Done(NamedTuple):
    """The exit status of a command, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def printed_by(command: str, folder: Path) -> bytes:
    """Return what a command at the beginning of a pipe prints.  SAT solvers end with 10 (satisfiable) or 20 (not)."""
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, check=False)
    assert done.returncode in (0, 10, 20), f"$ {command}\n{done.stderr.decode()}"
    return done.stdout


def run(command: str, folder: Path = ROOT) -> Done:
    """Run `command` as a shell in `folder` does; `satcross` alone, or at the end of a pipe, runs in this process."""
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LANGUAGE")}
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), environment.get("PATH", "")])
    environment["PYTHONIOENCODING"] = "utf-8"
    before, pipe, last = command.rpartition(" | ")
    words = plain_words(last)
    if words[:1] == ["satcross"] and "satcross" not in before:
        given = printed_by(before, folder) if pipe else b""
        return run_here(words, given, folder, environment)
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=500,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def plain_words(command: str) -> list[str]:
    """Return the words of a command that has nothing special for a shell, else an empty list.

    >>> plain_words("satcross match 'a|b' b"), plain_words("satcross --help > file")
    (['satcross', 'match', 'a|b', 'b'], [])
    """
    is_plain = not SPECIAL & set(re.sub(r"'[^']*'", "", command))
    return shlex.split(command, comments=True) if is_plain else []


def run_here(words: list[str], given: bytes, folder: Path, environment: Mapping[str, str]) -> Done:
    """Run a satcross command in this process, with `given` as its standard input."""
    out, error = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in {*os.environ} - environment.keys():
            patch.delenv(name)
        patch.setattr(sys, "argv", words)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", error)
        status = main(words[1:])
    shown = []
    for stream in (out, error):
        stream.flush()
        text = stream.buffer.getvalue().decode()  # type: ignore[attr-defined]
        shown.append(text.replace("\r\n", "\n"))  # CSV ends its lines so, and a shell's output is read so
    return Done(status, *shown)


def replay(text: str, folder: Path = ROOT) -> str:
    """Return the transcript of the commands in `text` as they run now.

    Lines that begin with `#` before a command are kept as they are.
    """
    shown: list[str] = []
    for line in text.splitlines():
        if line.startswith("# "):
            shown.append(line)
        elif line.startswith("$ "):
            done = run(line[2:], folder)
            shown.append(line)
            shown += done.stdout.splitlines()
            shown += [f"! {each}".rstrip() for each in done.stderr.splitlines()]
            shown += [f"[exit {done.returncode}]"] if done.returncode else []
            shown.append("")
    return blot("\n".join(shown).rstrip("\n") + "\n")


def blot(text: str) -> str:
    """Return `text` without its times."""
    return TIME.sub("# ms", text)
