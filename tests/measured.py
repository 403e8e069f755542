"""The program as strangers run it: in a process of its own, whose time and memory are measured."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

PROGRAM = (sys.executable, "-m", "satcross")

# A small process in between: a process counts as its own the memory of the one that started it.
STARTER = """
import os, sys
child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, used = os.wait4(child, 0)
with open(sys.argv[1], "w") as file:
    print(os.waitstatus_to_exitcode(status), used.ru_maxrss, used.ru_utime + used.ru_stime, file=file)
"""


class Run(NamedTuple):
    """What a run printed, and what it took.

    status   exit status; -n where signal n ended it
    memory   bytes held at most
    seconds  of computing, by all its processes: what other programs do meanwhile does not count
    """

    status: int
    out: str
    error: str
    memory: int
    seconds: float


def measured(
    arguments: Sequence[str | Path],
    folder: Path,
    *,
    env: Mapping[str, str] | None = None,
    stdin: Any = None,
    cwd: Path | None = None,
    timeout: float = 60,
) -> Run:
    """Run `satcross` with `arguments` in `cwd`, else in `folder`, where a file keeps for a moment what was measured."""
    note = folder / "measured.txt"
    done = subprocess.run(
        [sys.executable, "-S", "-c", STARTER, str(note), *PROGRAM, *map(str, arguments)],
        cwd=cwd or folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **(env or {})},
        stdin=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
    )
    status, memory, seconds = note.read_text().split()
    note.unlink()
    return Run(int(status), done.stdout, done.stderr, int(memory) * 1024, float(seconds))
