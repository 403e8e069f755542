"""What takes long says so on a terminal, and only there, and leaves no trace."""

import os
import re
import shlex
import sys
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest

from satcross.cli.commands import COMMANDS
from satcross.cli.progress import Progress
from satcross.cli.registry import all_parsers, run
from satcross.cli.terminal import telling
from tests import hard
from tests.terminals import Seen, on_terminal, screen

pytestmark = pytest.mark.skipif(os.name != "posix", reason="terminals as POSIX has them")

HARD_REGEX = r"(.*)(.*)(.*)(.*)(.*)\5\4\3\2\1"


def many_words() -> set[str]:
    random = Random(5)
    return {"".join(random.choices("abcdefgh", k=8)) for _ in range(2_000)}


TEXTS = {
    "latin.toml": "alphabet = '1-9'\n[clues]\nrows = [{0}]\ncolumns = [{0}]\n".format(r"'(?!.*(.).*\1).*'," * 9),
    "hard.toml": hard.UNIQUE,
    "small.toml": "[clues]\nrows = ['AB']\ncolumns = ['A', 'B']\n",
    "words.txt": "\n".join(sorted(many_words())),
    "template.txt": "________\n" * 8,
}


@pytest.fixture(autouse=True)
def pipe(folder: Path) -> None:
    os.mkfifo(folder / "pipe")


NOTES = {
    "solve hard.toml": "searching by .*, conflicts: [1-9]",
    "solve --sample 9 latin.toml": "counting, [0-9,]+ states before the next cell, cells [1-9]",
    "solve --grid pipe small.toml": "reading pipe",
    "check hard.toml": "searching by .*, conflicts: [1-9]",
    "check small.toml hard.toml": "hard.toml: searching by ",
    "check --jobs 2 small.toml small.toml hard.toml": "puzzles 1 of 3",
    "count latin.toml": "counting, [0-9,]+ states before the next cell, cells [1-9]",
    "lint latin.toml": "looking for letters to give",
    "explain hard.toml": "finding the letters that solutions have",
    "hint hard.toml": "finding the letters that solutions have",
    "prove -o proof hard.toml": "searching by .*, conflicts: [1-9]",
    "render -o out.svg --differences hard.toml": "searching by .*, conflicts: [1-9]",
    "site -o club hard.toml": "searching by .*, conflicts: [1-9]",
    "fill --seed 1 --no-cache --words words.txt -o out.ipuz template.txt": "filling, best ",
    "template --seed 1 --word-count 3 60x60": "drawing patterns",
    "generate --seed 1 --rows 9 --columns 9": "collecting clues",
    "generate --shape pipe --seed 1": "reading pipe",
    f"match {HARD_REGEX} {'AB' * 50}C": "matching",
    "regex --length 41 ([A-Z]*)([A-Z]*)[A-D]\\2\\1": "listing solutions",
    **dict.fromkeys(
        ["show pipe", "encodings pipe", "mark pipe answers", "export pipe", "convert pipe --format json", "slots pipe",
         "repair pipe", "decode small.toml pipe answer", "verify pipe proof"], "reading pipe"),
}  # fmt: skip
"""Commands that can take long, and what they say meanwhile."""


class Recorded(Progress):
    """Shows nothing, and interrupts the command when it says what it is expected to say."""

    def __init__(self, expected: str) -> None:
        super().__init__()
        self.expected = expected

    def note(self, what: str, done: int | None = None, total: int | None = None) -> None:
        far = "" if done is None else f": {done:,}" if total is None else f" {done:,} of {total:,}"
        self._what = f"{what}{far}"
        if re.search(self.expected, self.text):
            raise KeyboardInterrupt


@pytest.mark.parametrize("command", NOTES)
def test_what_takes_long_says_what_it_is_doing(command: str) -> None:
    name, *arguments = command.split()
    with telling(Recorded(NOTES[command])), pytest.raises(KeyboardInterrupt):
        run([name, *arguments, "--timeout", "60"], is_own_process=False)


def test_every_command_that_can_take_long_is_tried_here() -> None:
    tried = {command.partition(" ")[0] for command in NOTES}
    others = {"completion", "play", "studio"}  # nothing to wait for, and pages that show it
    assert tried == COMMANDS.keys() - others
    assert all("--quiet" in parser.format_help() for name, parser in all_parsers().items() if name in tried)


def test_the_line_has_the_time_and_steers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("satcross.cli.progress.monotonic", lambda: now)
    progress = Progress()
    progress.turn_to("\x1b[2J\u202e.toml")
    progress._what = "counting"
    now += 83
    assert progress.text == "1:23 \\x1b[2J\\u202e.toml: counting"


def plain(written: str) -> str:
    """Return everything that was ever on the screen, each state of the line of progress on a line of its own."""
    return screen(re.sub(r"\r\x1b\[2K|\r\x1b\[1A\x1b\[2K", "\n", written))


IMPATIENT = """
import os, re, sys, time
from satcross.base import budget
from satcross.cli import main, progress

progress.PATIENCE = 0.01
looks, pictures, stage = int(os.environ.get("LOOKS", "1000000000")), 3, os.environ.get("STAGE", "")

def text(self, text=progress.Progress.text.fget):
    global pictures
    shown = text(self)
    pictures -= bool(re.search(stage, shown))
    return shown

def clock():
    global looks
    looks -= 1
    return time.monotonic() + 1000 * (looks < 0 or pictures < 0)

progress.Progress.text = property(text)
budget.monotonic = clock
sys.exit(main())
"""
"""The program, but what takes long is said so at once.

Its time is up when the line has been drawn a few times in the stage STAGE, if one is named; where nobody draws it,
after LOOKS looks at the clock.
"""

LIMITED = ("--timeout", "100")


def impatient(*arguments: str, **settings: Any) -> Seen:
    """Run the command on a terminal, with progress from its first hundredth of a second on."""
    return on_terminal(*arguments, program=[sys.executable, "-c", IMPATIENT], **settings)


@pytest.mark.long
def test_the_line_leaves_no_trace() -> None:
    command = ("check", *LIMITED, "small.toml", "hard.toml")
    seen = impatient(*command, STAGE="searching by .*, conflicts: ")
    *screen, summary = seen.screen.splitlines()
    assert summary == "2 puzzles: 1 unique, 1 unknown"
    assert re.search("0:[0-9]{2} hard.toml: searching by .*, conflicts: ", plain(seen.written))
    quiet = impatient(*command, "--quiet", LOOKS="100")
    assert quiet.status == seen.status
    assert "\x1b[2K" not in quiet.written
    assert without_numbers("\n".join(screen)) == without_numbers(quiet.screen.rstrip("\n"))


def without_numbers(text: str) -> str:
    """Return `text` without what is different each time: seconds, and the size of what was done in them."""
    return re.sub(r"[0-9.,]+ ?m?s?\b", "#", text)


@pytest.mark.long
def test_what_is_printed_meanwhile_is_as_without_the_line() -> None:
    command = ["solve", "--all", *LIMITED, "--rows", "[A-H]+\t?", "[A-H]+", "--columns", *["[A-H]+"] * 40]
    shown = impatient(*command, columns=60, STAGE="searching|listing")
    quiet = impatient(*command, "--quiet", columns=60, LOOKS="8")
    assert "searching" in shown.written or "listing" in shown.written
    first = quiet.screen.split("\n")[:100]
    assert shown.screen.split("\n")[:100] == first
    last = shown.screen.split("\n")[-40:]
    assert {len(line) for line in last if "─" in line} == {len(line) for line in first if "─" in line}


@pytest.mark.long
def test_nobody_is_shown_progress_who_did_not_ask_for_it() -> None:
    command = ["count", *LIMITED, "latin.toml"]
    program = f"{sys.executable} -c {shlex.quote(IMPATIENT)} {shlex.join(command)}"
    assert "counting" in plain(impatient(*command, STAGE="counting").written)
    assert "counting" not in impatient(*command, "--json", LOOKS="10").written
    assert "counting" not in impatient(*command, TERM="dumb", LOOKS="10").written
    through_pipes = on_terminal("-c", f"{program} | cat", program=["bash"], LOOKS="10")
    assert through_pipes.written == "latin.toml: unknown (out of time)\n"
    without_terminal = on_terminal("-c", f"{program} 2>&1 > out | cat", program=["bash"], LOOKS="10")
    assert "counting" not in without_terminal.written


@pytest.mark.long
def test_output_to_a_file_is_no_obstacle(folder: Path) -> None:
    seen = impatient("check", *LIMITED, "hard.toml", output=folder / "out", STAGE="searching")
    assert "searching by " in plain(seen.written)
    assert "searching" not in seen.screen
    assert seen.screen + (folder / "out").read_text() == "hard.toml: unknown (out of time)\n"


def test_ascii_and_colours_are_respected_and_a_narrow_terminal_is_not_overflowed() -> None:
    puzzles = ["small.toml", "hard.toml"]
    seen = impatient("check", *LIMITED, "--ascii", "--color", "never", *puzzles, columns=24)
    shown = [line for line in plain(seen.written).splitlines() if re.search("0:0[0-9] ", line)]
    assert shown
    assert [line for line in shown if not line.isascii() or len(line) >= 24] == []
    assert "\x1b[1m" not in seen.written


def test_ctrl_c_while_progress_is_shown() -> None:
    def press(terminal: int, written: str) -> bool:
        is_drawn_alone = written.count("conflicts") > 2  # the first time it may be drawn below a line that is printed
        return is_drawn_alone and bool(os.write(terminal, b"\x03"))

    seen = impatient("solve", "hard.toml", act=press)
    assert (seen.screen.splitlines()[-1], seen.status) == ("satcross: interrupted", 130)
    assert "conflicts" not in seen.screen
    assert seen.written.count("\x1b[?25l") == seen.written.count("\x1b[?25h")  # the cursor is there again


@pytest.mark.long
def test_nothing_is_shown_while_somebody_types_the_puzzle(folder: Path) -> None:
    started = monotonic()

    def type_late(terminal: int, written: str) -> bool:
        if monotonic() - started < 1:
            return False
        return bool(os.write(terminal, (folder / "small.toml").read_bytes() + b"\x04"))

    seen = impatient("solve", "-", act=type_late)
    assert seen.status == 0
    assert "reading" not in plain(seen.written)
    assert screen(seen.written.partition("[clues]")[0]).strip() == ""
    program = f"{sys.executable} -c {shlex.quote(IMPATIENT)}"
    piped = on_terminal("-c", f"(sleep 1; cat small.toml) | {program} solve -", program=["bash"])
    assert "0:00 reading <standard input>" in plain(piped.written)


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
    on_terminal("solve", "small.toml", program=[sys.executable, "started.py"])
    modules = (folder / "modules").read_text().split()
    assert "satcross.cli.registry" in modules
    assert "rich" not in modules
