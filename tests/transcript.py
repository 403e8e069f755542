"""Command lines with what they print, as one text: `$ command`, its output, `! ` before what came on standard error.

A transcript is checked by running its commands in a shell and comparing everything; times are blotted out.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TIME = re.compile(r"\b\d+(\.\d+)? (ms|s)\b")


def run(command: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run `command` in a shell that finds this environment's `satcross` first."""
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LANGUAGE")}
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), environment.get("PATH", "")])
    environment["PYTHONIOENCODING"] = "utf-8"
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=500,
        check=False,
    )


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
