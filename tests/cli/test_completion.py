"""The completion scripts: bash's is run, and all three know every command and option."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from satcross.cli.commands import COMMANDS
from satcross.cli.completion import bash, fish, flags_of, zsh
from satcross.cli.parser import all_commands


def completed(*words: str) -> list[str]:
    """Return what bash offers for the last of `words`."""
    typed = " ".join(f"'{word}'" for word in words)
    script = (
        f'{bash()}\nCOMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _satcross; printf "%s\\n" "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, encoding="utf-8", check=True)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["satcross", "so"], ["solve"]),
        (["satcross", "help", "expo"], ["export"]),
        (["satcross", "solve", "--li"], ["--limit"]),
        (["satcross", "solve", "--dialect", ""], ["python", "javascript"]),
        (["satcross", "completion", "f"], ["fish"]),
        (["satcross", "check", "pyproject"], ["pyproject.toml"]),
        (["satcross", "export", "-o", "READ"], ["README.md"]),
    ],
    ids=" ".join,
)
def test_bash_completes(words: list[str], offered: list[str]) -> None:
    assert completed(*words) == offered


@pytest.mark.parametrize("script", [bash, zsh, fish])
def test_a_script_knows_every_command_and_option(script: object) -> None:
    assert callable(script)
    text = script()
    for name, parser in all_commands().items():
        assert name in text
        for flag in flags_of(parser):
            for each in flag.names:
                assert (each in text) or f"-l {each[2:]}" in text or f"-s {each[1:]}" in text


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_shell_accepts_its_script(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    script = {"zsh": zsh, "fish": fish}[shell]()
    subprocess.run([shell, "-n"], input=script, encoding="utf-8", check=True)


def test_the_list_of_commands_is_in_the_order_of_the_help() -> None:
    assert list(all_commands()) == list(COMMANDS)
