"""The completion scripts: each shell that is here runs its script, and all three know every command and option."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest

from satcross.author.lint import CODES
from satcross.cli.completion import SHELLS
from satcross.cli.registry import all_parsers
from satcross.puzzle.files import WRITABLE
from satcross.solver.python_sat import SOLVERS
from satcross.solver.refutation import PROVERS
from tests.terminals import on_terminal
from tools.completion_scripts import FOLDER, argument_of, flags_of, value_of, write_scripts

pytestmark = pytest.mark.long


def script(shell: str) -> str:
    """Return the script for a shell."""
    return (FOLDER / f"satcross.{shell}").read_text("utf-8")


FILES = {"json", "auto.toml", "conflict.toml", "grid.cnf"}
"""What lies in the folder where something is completed; `json` is a folder."""

CASES = {
    "so": {"solve"},
    "help expo": {"export"},
    "solve --li": {"--limit"},
    "solve --dialect ": {"python", "javascript"},
    "completion ": set(SHELLS),
    "convert auto.toml --format ": set(WRITABLE),
    "convert auto.toml --format js": {"json"},
    "solve --solver ": set(SOLVERS),
    "prove --solver ": set(PROVERS),
    "lint --ignore ": set(CODES),
    "lint --ignore no-effect-a": {"no-effect-alternative"},
    "solve --timeout ": set(),
    "solve --puzzle ": set(),
    "regex ": set(),
    "check au": {"auto.toml"},
    "check --grid gr": {"grid.cnf"},
    "export -o au": {"auto.toml"},
}
"""What is typed after `satcross`, and what is offered for the last word."""

FREE_METAVARS = {
    "N", "E", "D", "R", "SECONDS", "SIZE", "CLUE", "PATTERN", "TEXT", "LETTERS", "DATE", "PAGE", "NAME", "PLACE",
    "ADDRESS", "WORD", "CONDITION", "KEY",
}  # fmt: skip
"""What the help calls values that nobody can guess.  Some of them may be names as well (`names.py`)."""


@pytest.fixture(autouse=True)
def files(folder: Path) -> None:
    for name in FILES - {"json"}:
        (folder / name).touch()
    (folder / "json").mkdir()
    for shell in SHELLS:
        (folder / f".{shell}").write_text(script(shell), "utf-8")


def needs(shell: str) -> str:
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"no {shell} here")
    return found


END = "====="
"""What a shell writes after all that it offers in a case."""


def test_bash_offers() -> None:
    """What the function has left in COMPREPLY is what the keyboard would get."""
    code = "source .bash\n"
    for typed in CASES:
        words = ["satcross", *typed.split(" ")]
        listed = " ".join(f"'{word}'" for word in words)
        code += f"COMPREPLY=(); COMP_WORDS=({listed}); COMP_CWORD={len(words) - 1}; _satcross\n"
        code += f"""printf '%s\\n' "${{COMPREPLY[@]}}" {END}\n"""
    done = subprocess.run([needs("bash"), "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stderr == ""
    offered = [set(part.split()) for part in done.stdout.split(f"{END}\n")[:-1]]
    assert dict(zip(CASES, offered, strict=True)) == CASES


def test_fish_offers() -> None:
    code = "source .fish\n" + "".join(f"complete -C 'satcross {typed}'\necho {END}\n" for typed in CASES)
    done = subprocess.run([needs("fish"), "--no-config", "-c", code], capture_output=True, encoding="utf-8", check=True)
    parts = [part.splitlines() for part in done.stdout.split(f"{END}\n")[:-1]]
    offered = [{line.partition("\t")[0] for line in lines} for lines in parts]
    assert dict(zip(CASES, offered, strict=True)) == CASES


def is_at_work(terminal: int) -> bool:
    """Return whether a process of the shell on `terminal` runs, or would if the machine had time; False: not known."""
    try:
        session = str(os.getsid(os.tcgetpgrp(terminal)))
    except ProcessLookupError:  # a command has just ended, and the shell goes on
        return True
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # the process has ended
            state, _, _, its_session, *_ = file.read_text("utf-8").rpartition(")")[2].split()
            if its_session == session and state in "RD":
                return True
    return False


def shown_after(lines: Sequence[str], shell: str, arguments: list[str], start: str) -> list[str]:
    """Return what the shell, started with `arguments` and told `start`, writes after each line and two tabs."""
    keys = [f"{start}\r", *[f"\x15satcross {line}\t\t" for line in lines], "\x15exit\r"]
    waited, before = [time.monotonic()], [""]
    places: list[int] = []

    def act(terminal: int, written: str) -> bool:
        if written != before[0] or is_at_work(terminal):
            before[0], waited[0] = written, time.monotonic()
        if keys and "ready> " in written and time.monotonic() - waited[0] > 0.6:
            os.write(terminal, keys.pop(0).encode())
            waited[0] = time.monotonic()
            places.append(len(written.replace("\r\n", "\n")))
        return not keys

    seen = on_terminal(*arguments, program=[needs(shell)], act=act, TERM="xterm", PS1="ready> ", PROMPT="ready> ")
    texts = [seen.written[here:there] for here, there in pairwise(places)]
    return [re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>])|[\a\r]", "", text) for text in texts[1:]]


@pytest.mark.skipif(os.name != "posix", reason="terminals as POSIX has them")
@pytest.mark.parametrize(
    ("shell", "arguments", "start"),
    [
        ("bash", ["--noprofile", "--norc", "-i"], "source .bash"),
        ("zsh", ["-f", "-i"], "autoload -U compinit; compinit -u -D; source .zsh"),
    ],
)
def test_at_the_keyboard(shell: str, arguments: list[str], start: str) -> None:
    lines = ["lint --ignore no-effect-a", "convert auto.toml --format ", "check --grid gr"]
    code, formats, grid = shown_after(lines, shell, arguments, start)
    assert "lint --ignore no-effect-alternative" in code
    assert all(name in formats for name in WRITABLE)
    assert "auto.toml  " not in formats
    assert "json/" not in formats
    assert "--grid grid.cnf" in grid


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the help of other Pythons differs in small things")
def test_the_scripts_are_those_of_the_parsers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if "ACCEPT" in os.environ:
        write_scripts()
    monkeypatch.setattr("tools.completion_scripts.FOLDER", tmp_path)
    write_scripts()
    for shell in SHELLS:
        assert (tmp_path / f"satcross.{shell}").read_text("utf-8") == script(shell), "make accept"


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_knows_every_command_and_option(shell: str) -> None:
    text = script(shell)
    for name, parser in all_parsers().items():
        assert name in text
        for flag in flags_of(name, parser):
            for each in flag.names:
                assert (each in text) or f"-l {each[2:]}" in text or f"-s {each[1:]}" in text


def test_nothing_is_offered_only_where_nobody_can_guess() -> None:
    """A new option has to say what it takes: names, files, or what its metavar calls something free."""
    for name, parser in all_parsers().items():
        for action in parser.options:
            if action.nargs != 0:
                value = value_of(name, action)
                assert value.names or value.is_file or action.metavar in FREE_METAVARS, (name, action.dest)
        assert argument_of(name, parser).is_file == (
            name not in ("regex", "match", "template", "completion", "generate")
        )


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_shell_accepts_its_script(shell: str) -> None:
    subprocess.run([needs(shell), "-n"], input=script(shell), encoding="utf-8", check=True)
