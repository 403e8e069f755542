"""docs/errors.md: each error code has an example that raises an error with this code, or a reason for none.

The examples stand in the page.  What they print is compared where all pages are (tests/test_docs.py); with ACCEPT=1
it is written here.
"""

import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

import satcross
from satcross.cli import terminal
from satcross.errors import ErrorCode
from tests.transcript import ROOT, run

CODES = set(get_args(ErrorCode))

PAGE = ROOT / "docs" / "errors.md"
SECTION = re.compile(r"^### `(?P<code>[a-z-]+)`\n(?P<text>.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(?P<kind>console|pycon)\n(?P<lines>.*?)^```$", re.MULTILINE | re.DOTALL)
NO_EXAMPLE = "There is no example: "


class Section(NamedTuple):
    """What the page says of a code.

    text      everything below the heading
    commands  the commands of the example, the last of which ends with the error; empty if it is Python
    call      the call that raises the error, if the example is Python
    """

    code: str
    text: str
    commands: tuple[str, ...] = ()
    call: str = ""


def sections() -> list[Section]:
    return [section_of(each["code"], each["text"]) for each in SECTION.finditer(PAGE.read_text("utf-8"))]


def section_of(code: str, text: str) -> Section:
    block = BLOCK.search(text)
    if block is None:
        return Section(code, text)
    lines = block["lines"].splitlines()
    if block["kind"] == "console":
        return Section(code, text, commands=tuple(line[2:] for line in lines if line.startswith("$ ")))
    return Section(code, text, call=[line[4:] for line in lines if line.startswith(">>> ")][-1])


SECTIONS = sections()
WITH_COMMANDS = [each for each in SECTIONS if each.commands]
WITH_CALL = [each for each in SECTIONS if each.call]


def test_every_code_has_one_section_with_an_example_or_a_reason_for_none() -> None:
    assert sorted(each.code for each in SECTIONS) == sorted(CODES)
    without = [each for each in SECTIONS if not each.commands and not each.call]
    assert [each.code for each in without if NO_EXAMPLE not in each.text] == []


def without_shell(command: str) -> str:
    """Return a command as it can run in this process: what the shell puts in is put in, and nothing is cut off."""

    def printed(inserted: re.Match[str]) -> str:
        done = subprocess.run(inserted[1], shell=True, capture_output=True, text=True, check=True)
        return shlex.quote(done.stdout)

    return re.sub(r'"\$\((.*)\)"', printed, command.removesuffix(" 2>&1 | cut -c 1-70"))


@pytest.mark.skipif(os.name != "posix", reason="the shells of POSIX")
@pytest.mark.parametrize("section", WITH_COMMANDS, ids=lambda section: section.code)
def test_an_example_raises_an_error_with_its_code(
    section: Section, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    render = terminal.render

    def noting(error: satcross.SatcrossError, *, with_code: bool) -> str:
        shown.append(error.code)
        return render(error, with_code=with_code)

    monkeypatch.setattr(terminal, "render", noting)
    (tmp_path / "puzzles").symlink_to(ROOT / "puzzles")
    for command in section.commands:
        for part in command.split("; "):
            run(without_shell(part), tmp_path)
    assert section.code in shown


@pytest.mark.parametrize("section", WITH_CALL, ids=lambda section: section.code)
def test_a_call_raises_an_error_with_its_code(section: Section) -> None:
    puzzle = satcross.load(ROOT / "puzzles" / "hello.toml")
    with pytest.raises(satcross.SatcrossError) as raised:
        eval(section.call, {"satcross": satcross, "puzzle": puzzle})
    assert raised.value.code == section.code


@pytest.mark.skipif("ACCEPT" not in os.environ, reason="writes what the commands of the page print")
def test_what_the_commands_print_is_accepted(tmp_path: Path) -> None:
    (tmp_path / "puzzles").symlink_to(ROOT / "puzzles")
    page = PAGE.read_text("utf-8")
    for section in WITH_COMMANDS:
        shown = ""
        for command in section.commands:
            done = run(command, tmp_path)
            shown += f"$ {command}\n{done.stdout}{done.stderr}"
        block = BLOCK.search(section.text)
        assert block is not None
        page = page.replace(block[0], f"```console\n{shown.rstrip()}\n```")
    PAGE.write_text(page, "utf-8", newline="\n")
