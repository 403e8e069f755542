"""`satcross completion SHELL`: the script that completes commands, options and their values in bash, zsh or fish.

The scripts are files, because shells ask for them whenever they start; `tools/completion_scripts.py` makes them from
the parsers of the commands.  They are static: completing starts no Python.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from satcross.cli.options import option
from satcross.cli.parser import Options, Parser, PlainAnswer, command_parser
from satcross.cli.signals import YES

SHELLS: Final = ("bash", "zsh", "fish")


def make_completion_parser() -> Parser:
    return command_parser(
        "completion",
        """
Add the line for your shell to its start-up file:

  bash   source <(satcross completion bash)       in ~/.bashrc
  zsh    source <(satcross completion zsh)        in ~/.zshrc, after compinit
  fish   satcross completion fish | source        in ~/.config/fish/config.fish
""",
        """
        satcross completion bash > ~/.local/share/bash-completion/completions/satcross
        satcross completion fish > ~/.config/fish/completions/satcross.fish
        """,
        (option("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish"),),
    )


def run_completion(options: Options) -> PlainAnswer:
    """Return the script for the shell of the options."""
    script = Path(__file__).parent / "completions" / f"satcross.{options.shell}"
    return PlainAnswer(YES, script.read_text("utf-8").splitlines())
