"""docs/error-examples.md: each error code has an example that raises an error with this code, or a reason for none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import satcross
from satcross.errors import ErrorCode
from tests.transcript import ROOT, run
from tools.error_examples import EXAMPLES, WITHOUT_EXAMPLE, meanings, page

PAGE = ROOT / "docs" / "error-examples.md"
STARTER = """\
#!{python}
import sys
import satcross.cli.terminal as terminal
from satcross.cli import main

def render(error, shown=terminal.render):
    print("code", error.code.value, file=sys.stderr)
    return shown(error)

terminal.render = render
sys.exit(main())
"""
"""A `satcross` that also prints the code of each error."""

COMMANDS = {code: example for code, example in EXAMPLES.items() if not example.startswith(">>> ")}
EXPRESSIONS = {code: example for code, example in EXAMPLES.items() if code not in COMMANDS}


def error_of(expression: str) -> satcross.SatcrossError:
    """Return the error that `expression` raises."""
    puzzle = satcross.load(ROOT / "puzzles" / "hello.toml")
    with pytest.raises(satcross.SatcrossError) as raised:
        eval(expression.removeprefix(">>> "), {"satcross": satcross, "puzzle": puzzle})
    return raised.value


def test_every_code_has_an_example_or_a_reason_for_none() -> None:
    assert sorted([*EXAMPLES, *WITHOUT_EXAMPLE]) == sorted(ErrorCode)
    assert [each.code for each in meanings() if each.code not in {*EXAMPLES, *WITHOUT_EXAMPLE}] == []


@pytest.mark.skipif(os.name != "posix", reason="the shells of POSIX")
@pytest.mark.parametrize("code", COMMANDS)
def test_an_example_raises_an_error_with_its_code(code: str, tmp_path: Path) -> None:
    (tmp_path / "puzzles").symlink_to(ROOT / "puzzles")
    starter = tmp_path / "bin" / "satcross"
    starter.parent.mkdir()
    starter.write_text(STARTER.format(python=sys.executable))
    starter.chmod(0o755)
    environment = os.environ | {"PATH": f"{starter.parent}{os.pathsep}{os.environ['PATH']}"}
    for command in COMMANDS[code].splitlines():
        done = subprocess.run(command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert f"code {code}" in (done.stdout + done.stderr).splitlines()


@pytest.mark.parametrize("code", EXPRESSIONS)
def test_an_expression_raises_an_error_with_its_code(code: str) -> None:
    assert error_of(EXPRESSIONS[code]).code.value == code


def test_the_page_is_made_of_the_examples(tmp_path: Path) -> None:
    """What the examples print is compared where all pages are (tests/test_docs.py), unless it is to be written."""
    (tmp_path / "puzzles").symlink_to(ROOT / "puzzles")

    def shown(example: str) -> str:
        if example.startswith(">>> "):
            error = error_of(example)
            kind = f"{type(error).__module__}.{type(error).__qualname__}"
            return f"{example}\nTraceback (most recent call last):\n    ...\n{kind}: {error}\n"
        text = ""
        for command in example.splitlines():
            done = run(command, tmp_path)
            text += f"$ {command}\n{done.stdout}{done.stderr}"
        return text.rstrip() + "\n"

    if os.environ.get("ACCEPT"):
        PAGE.write_text(page(shown), "utf-8", newline="\n")
    written = PAGE.read_text("utf-8")
    for each in meanings():
        assert f"## {each.code}\n\n{each.wrong}" in written, "make accept"
    for example in EXAMPLES.values():
        for line in example.splitlines():
            assert line in written, "make accept"
