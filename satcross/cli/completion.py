"""`satcross completion SHELL`: the script that completes commands, options and their values in bash, zsh or fish.

The script is made from the commands' own parsers, so it cannot disagree with them, and it is static: completing starts
no Python.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final, NamedTuple

from satcross.cli.commands import COMMANDS
from satcross.cli.parser import Options, Parser, all_commands, command_parser
from satcross.cli.statuses import YES

SHELLS: Final = ("bash", "zsh", "fish")


class Flag(NamedTuple):
    """An option: its names, what it does in a few words, the values it takes.

    values  None: no value; (): any value or a file; else one of these
    """

    names: tuple[str, ...]
    summary: str
    values: tuple[str, ...] | None


def make_parser() -> Parser:
    parser = command_parser(
        "completion",
        """
Put the line for your shell where it starts from:

  bash   source <(satcross completion bash)       in ~/.bashrc
  zsh    source <(satcross completion zsh)        in ~/.zshrc, after compinit
  fish   satcross completion fish | source        in ~/.config/fish/config.fish
""",
        """
        satcross completion bash > ~/.local/share/bash-completion/completions/satcross
        satcross completion fish > ~/.config/fish/completions/satcross.fish
        """,
    )
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")
    return parser


def run(options: Options) -> int:
    script = {"bash": bash, "zsh": zsh, "fish": fish}[options.shell]
    print(script(), end="")
    return YES


def flags_of(parser: Parser) -> list[Flag]:
    """Return the options of `parser` in the order in which its help lists them."""
    flags = []
    for action in parser._actions:
        if action.option_strings and action.help != argparse.SUPPRESS:
            values = None if action.nargs == 0 else tuple(map(str, action.choices or ()))
            flags.append(Flag(tuple(action.option_strings), _summary(action.help), values))
    return flags


def words_of(parser: Parser) -> tuple[str, ...]:
    """Return the words that `parser` takes where it takes no file: the values of a positional with choices."""
    return tuple(
        str(value) for action in parser._actions if not action.option_strings for value in action.choices or ()
    )


def bash() -> str:
    """Return the script for bash."""
    cases = []
    for name, parser in all_commands().items():
        flags = flags_of(parser)
        names = " ".join(each for flag in flags for each in flag.names)
        values = [
            f"                {'|'.join(flag.names)}) {_bash_words(flag.values)}; return ;;\n"
            for flag in flags
            if flag.values is not None
        ]
        words = words_of(parser)
        rest = _bash_words(words)
        cases.append(
            f"        {name})\n"
            f'            case "$previous" in\n{"".join(values)}            esac\n'
            f'            if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "{names}" -- "$current"))\n'
            f"            else {rest}; fi ;;\n"
        )
    return f"""\
# bash completion for satcross
_satcross() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "{" ".join(COMMANDS)} help --help --version" -- "$current"))
        return
    fi
    case "${{COMP_WORDS[1]}}" in
        help) COMPREPLY=($(compgen -W "{" ".join(COMMANDS)}" -- "$current")) ;;
{"".join(cases)}    esac
}}
complete -o filenames -F _satcross satcross
"""


def zsh() -> str:
    """Return the script for zsh."""
    listed = "\n".join(f"        {_quoted(f'{name}:{summary}')}" for name, summary in COMMANDS.items())
    cases = []
    for name, parser in all_commands().items():
        specs = []
        for flag in flags_of(parser):
            value = (
                "" if flag.values is None else f":value:({' '.join(flag.values)})" if flag.values else ":value:_files"
            )
            for each in flag.names:
                specs.append(_quoted(f"{each}[{flag.summary.replace('[', '(').replace(']', ')')}]{value}"))
        words = words_of(parser)
        specs.append(_quoted(f"*:word:({' '.join(words)})" if words else "*:file:_files"))
        cases.append(f"        {name}) _arguments {' '.join(specs)} ;;\n")
    return f"""\
#compdef satcross
# zsh completion for satcross
_satcross() {{
    local -a commands=(
{listed}
    )
    if ((CURRENT == 2)); then
        _describe command commands
        return
    fi
    local command=$words[2]
    shift words
    ((CURRENT--))
    case $command in
{"".join(cases)}    esac
}}
compdef _satcross satcross
"""


def fish() -> str:
    """Return the script for fish."""
    lines = ["# fish completion for satcross", "complete -c satcross -f -n __fish_use_subcommand"]
    for name, summary in COMMANDS.items():
        lines.append(f"complete -c satcross -n __fish_use_subcommand -a {name} -d {_quoted(summary)}")
    for name, parser in all_commands().items():
        is_used = f"-n '__fish_seen_subcommand_from {name}'"
        for flag in flags_of(parser):
            names = " ".join(f"-l {each[2:]}" if each.startswith("--") else f"-s {each[1:]}" for each in flag.names)
            value = "" if flag.values is None else f" -x -a {_quoted(' '.join(flag.values))}" if flag.values else " -r"
            lines.append(f"complete -c satcross {is_used} {names}{value} -d {_quoted(flag.summary)}")
        if words := words_of(parser):
            lines.append(f"complete -c satcross {is_used} -f -a {_quoted(' '.join(words))}")
    return "\n".join(lines) + "\n"


def _summary(text: str | None) -> str:
    """Return the help up to its first break, so that it fits beside the option."""
    return (text or "").replace("%%", "%").partition(":")[0].partition(";")[0].partition(" (")[0]


def _bash_words(words: Sequence[str] | None) -> str:
    if words:
        return f'COMPREPLY=($(compgen -W "{" ".join(words)}" -- "$current"))'
    return 'compopt -o default 2> /dev/null; COMPREPLY=($(compgen -f -- "$current"))'


def _quoted(text: str) -> str:
    """Return `text` as one word of a shell, in single quotes."""
    return "'" + text.replace("'", "'\\''") + "'"
