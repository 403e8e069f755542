"""What takes long says so on a terminal, and only there, and leaves no trace."""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic, sleep

import pytest

from satcross.cli.commands import COMMANDS
from satcross.cli.progress import PATIENCE
from satcross.cli.registry import all_parsers
from tests import hard
from tests.selection import slow_but
from tests.terminals import PROGRAM, on_terminal, screen

pytestmark = [pytest.mark.long, pytest.mark.skipif(os.name != "posix", reason="terminals as POSIX has them")]

ROOT = Path(__file__).resolve().parents[2]
HARD_REGEX = r"(.*)(.*)(.*)(.*)(.*)\5\4\3\2\1"

LATIN = "alphabet = '1-9'\n[clues]\nrows = [{0}]\ncolumns = [{0}]\n".format(r"'(?!.*(.).*\1).*'," * 9)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "latin.toml").write_text(LATIN)
    (tmp_path / "hard.toml").write_text(hard.UNIQUE)
    (tmp_path / "small.toml").write_text("[clues]\nrows = ['AB']\ncolumns = ['A', 'B']\n")
    random = Random(5)
    words = {"".join(random.choices("abcdefgh", k=8)) for _ in range(20_000)}
    (tmp_path / "words.txt").write_text("\n".join(sorted(words)))
    (tmp_path / "template.txt").write_text("________\n" * 8)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return tmp_path


LONG = {
    "solve --timeout 2.5 hard.toml": ", conflicts: ",
    "solve --jobs 2 --timeout 4 hard.toml": "searching by ",
    "solve --sample 9 --timeout 2.5 latin.toml": "counting, nodes: ",
    "check --timeout 2.5 hard.toml": ", conflicts: ",
    "check --timeout 2.5 small.toml hard.toml": "hard.toml: searching by ",
    "check --jobs 2 --timeout 2.5 small.toml hard.toml hard.toml": "puzzles 1 of 3 0:0",
    "count --timeout 2.5 latin.toml": "counting, nodes: ",
    "lint --timeout 2.5 latin.toml": "looking for letters to give",
    "explain --timeout 2.5 hard.toml": "finding the letters that solutions have",
    "hint --timeout 2.5 hard.toml": "finding the letters that solutions have",
    "prove --timeout 2.5 -o proof hard.toml": ", conflicts: ",
    "render --timeout 2.5 -o out.svg --differences hard.toml": ", conflicts: ",
    "fill --timeout 2.5 --seed 1 --no-cache --words words.txt -o out.ipuz template.txt": "filling, best ",
    "template --timeout 2.5 --seed 1 --words 3 60x60": "drawing patterns ",
    "generate --timeout 2.5 --seed 1 --rows 40 --columns 40": "collecting clues 0:0",
    f"match --timeout 2.5 {HARD_REGEX} {'AB' * 50}C": "matching 0:01",
    "family --timeout 1.6 parities --size 11 -o made": "searching by glucose4",
    "regex --timeout 2.5 --length 41 ([A-Z]*)([A-Z]*)[A-D]\\2\\1": "listing solutions",
}
"""Commands that take longer than a second, and what they say meanwhile."""

READING = (
    "show pipe", "encodings pipe", "export pipe", "convert pipe --to json", "decode small.toml pipe answer",
    "slots pipe", "generate --shape pipe --seed 1 --engine none",
    "repair pipe", "verify proof pipe", "solve --grid pipe small.toml",
)  # fmt: skip
"""Commands that wait for a file."""


@pytest.mark.parametrize("command", slow_but(["solve --timeout 2.5 hard.toml"], LONG))
def test_what_takes_long_says_what_it_is_doing_and_leaves_no_trace(command: str) -> None:
    seen = on_terminal(*command.split())
    assert LONG[command] in plain(seen.written)
    quiet = on_terminal(*command.split(), "--quiet")
    assert quiet.status == seen.status
    assert "\x1b[2K" not in quiet.written
    assert without_numbers(seen.screen) == without_numbers(quiet.screen)


def plain(written: str) -> str:
    """Return everything that was ever on the screen, each state of the line of progress on a line of its own."""
    text = screen(written.replace("\r\x1b[2K", "\n"))
    return re.sub(" [━╸╺]+ ", " ", text)


def without_numbers(text: str) -> str:
    """Return `text` without what is different each time: seconds, and the size of what was done in them."""
    return re.sub(r"[0-9.,]+ ?m?s?\b", "#", text)


@pytest.mark.parametrize("command", slow_but(["solve --grid pipe small.toml"], READING))
def test_who_waits_for_a_file_is_told_so(command: str, folder: Path) -> None:
    os.mkfifo(folder / "pipe")

    def write_late() -> None:
        with open(folder / "pipe", "w"):
            sleep(PATIENCE + 0.7)

    writer = Thread(target=write_late)
    writer.start()
    seen = on_terminal(*command.split())
    writer.join()
    assert "reading pipe 0:01" in plain(seen.written)
    assert "reading pipe 0:0" not in seen.screen


def test_every_command_that_can_take_long_is_tried_here() -> None:
    tried = {command.partition(" ")[0] for command in (*LONG, *READING)}
    others = {"completion", "play", "studio", "report"}  # nothing to wait for, pages that show it, and a database
    assert tried == COMMANDS.keys() - others
    assert all("--quiet" in parser.format_help() for name, parser in all_parsers().items() if name in tried)


def test_nobody_is_shown_progress_who_did_not_ask_for_it(folder: Path) -> None:
    command = ["count", "--timeout", "1.8", "latin.toml"]
    assert PATIENCE < 1.8
    assert "counting" not in on_terminal(*command, "--json").written
    assert "counting" not in on_terminal(*command, TERM="dumb").written
    through_pipes = on_terminal("-c", f"{shlex.join([*PROGRAM, *command])} | cat", program=["bash"])
    assert through_pipes.written == "latin.toml: unknown (out of time)\n"
    without_terminal = on_terminal("-c", f"{shlex.join([*PROGRAM, *command])} 2>&1 > out | cat", program=["bash"])
    assert without_terminal.written == ""


def test_output_to_a_file_is_no_obstacle(folder: Path) -> None:
    seen = on_terminal(*["count", "--timeout", "1.8", "latin.toml"], output=folder / "out")
    assert "counting, nodes: " in plain(seen.written)
    assert seen.screen == ""
    assert (folder / "out").read_text() == "latin.toml: unknown (out of time)\n"


def test_ascii_and_colours_are_respected_and_a_narrow_terminal_is_not_overflowed() -> None:
    puzzles = ["hard.toml", "hard.toml"]
    seen = on_terminal("check", "--jobs", "2", "--timeout", "2", "--ascii", "--color", "never", *puzzles, columns=24)
    shown = [line for line in plain(seen.written).splitlines() if "puzzles" in line]
    assert shown
    assert all(line.isascii() and len(line) < 24 for line in shown)
    assert "\x1b[1" not in seen.written


def test_ctrl_c_while_progress_is_shown() -> None:
    def press(terminal: int, written: str) -> bool:
        return "conflicts" in written and bool(os.write(terminal, b"\x03"))

    seen = on_terminal("solve", "hard.toml", act=press)
    assert (seen.screen.splitlines()[-1], seen.status) == ("satcross: interrupted", 130)
    assert "conflicts" not in seen.screen


def test_nothing_is_shown_while_somebody_types_the_puzzle(folder: Path) -> None:
    started = monotonic()

    def type_late(terminal: int, written: str) -> bool:
        if monotonic() - started < PATIENCE + 1:
            return False
        return bool(os.write(terminal, (folder / "small.toml").read_bytes() + b"\x04"))

    seen = on_terminal("solve", "-", act=type_late)
    assert seen.status == 0
    assert "\x1b[2K" not in seen.written
    piped = on_terminal("-c", f"(sleep 1.7; cat small.toml) | {shlex.join(PROGRAM)} solve -", program=["bash"])
    assert "reading <standard input> 0:01" in plain(piped.written)


STARTED = """
import sys
from satcross.cli import main
try:
    main()
finally:
    print(*sorted(sys.modules), file=open("modules", "w"))
"""


def test_rich_is_imported_only_when_something_takes_long(folder: Path) -> None:
    (folder / "started.py").write_text(STARTED)
    program = [sys.executable, "started.py"]
    on_terminal("solve", "small.toml", program=program)
    modules = (folder / "modules").read_text().split()
    assert "satcross.cli.progress" in modules
    assert "rich" not in modules
    seen = on_terminal("solve", "--timeout", "3", "hard.toml", program=program)
    assert "conflicts" in seen.written
    assert "rich.console" in (folder / "modules").read_text().split()
