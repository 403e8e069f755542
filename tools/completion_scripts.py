"""Write the scripts that complete commands, options and their values in bash, zsh and fish.

    python -m tools.completion_scripts

`make accept` writes them, into `satcross/cli/completions`.  They are made from the commands' own parsers, and a test
fails if they differ from them.  `satcross completion` only prints them, since it would take three times as long to make
all parsers at the start of each shell.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from satcross.author.difficulty import LABELS
from satcross.author.lint import CODES
from satcross.base.records import NamedTuple
from satcross.cli import completion
from satcross.cli.commands import COMMANDS
from satcross.cli.parser import NAMES_OF_FILES, Parser
from satcross.cli.registry import all_parsers
from satcross.generator.families import FAMILIES
from satcross.generator.pool import CONSTRUCTS
from satcross.generator.solution_kinds import KINDS
from satcross.generator.theme import PLACES
from satcross.puzzle import ANY, MENTIONED, POSITIVE
from satcross.puzzle.files import READABLE, WRITABLE
from satcross.solver.encodings import ENCODINGS
from satcross.solver.python_sat import SOLVERS
from satcross.solver.refutation import PROVERS
from satcross.words.files import FORMATS
from satcross.words.patterns import SYMMETRIES

FOLDER: Final = Path(completion.__file__).parent / "completions"
"""Where the scripts are."""


class Value(NamedTuple):
    """What can be written for an option or an argument: one of some names, files, or something else.

    Attributes:
        names: The names.
        is_file: Whether it is a file or a folder.
    """

    names: tuple[str, ...] = ()
    is_file: bool = False


class Flag(NamedTuple):
    """An option: its names, what it does in a few words, and its value (None: it has none)."""

    names: tuple[str, ...]
    summary: str
    value: Value | None


def write_scripts() -> None:
    """Write the script for each shell."""
    parsers = all_parsers()
    for shell, script in {"bash": bash, "zsh": zsh, "fish": fish}.items():
        (FOLDER / f"satcross.{shell}").write_text(script(parsers), "utf-8", newline="\n")


def flags_of(command: str, parser: Parser) -> list[Flag]:
    """Return the options of `parser`, which is that of `command`, in the order in which its help lists them."""
    flags = []
    for action in parser.options:
        if action.option_strings and action.help != argparse.SUPPRESS:
            value = None if action.nargs == 0 else value_of(command, action)
            flags.append(Flag(tuple(action.option_strings), _summary(action.help), value))
    return flags


def argument_of(command: str, parser: Parser) -> Value:
    """Return what can be written where no option is: the value of the first argument (all take values alike)."""
    positional = [action for action in parser.options if not action.option_strings]
    return value_of(command, positional[0]) if positional else Value()


def value_of(command: str, action: argparse.Action) -> Value:
    """Return what can be written for `action`, an option or an argument of `command`."""
    names = tuple(map(str, action.choices)) if action.choices else names_of(command, action.dest)
    return Value(names, is_file=not names and action.metavar in NAMES_OF_FILES)


def names_of(command: str, option: str) -> tuple[str, ...]:
    """Return the names that an option takes whose parser does not list them; () if it takes none."""
    names: dict[str, Sequence[str]] = {
        "input_format": READABLE,
        "to": FORMATS if command == "fill" else WRITABLE,
        "charset": ("utf-8", "utf-16", "latin-1", "windows-1252"),
        "encoding": tuple(ENCODINGS),
        "solver": PROVERS if command == "prove" else SOLVERS,
        "ignore": CODES,
        "symmetry": tuple(SYMMETRIES),
        "kind": KINDS,
        "difficulty": [label for _, label in LABELS],
        "constructs": tuple(CONSTRUCTS),
        "without": tuple(CONSTRUCTS),
        "at": PLACES,
        "style": [f"{family}=" for family in FAMILIES],
        "alphabet": (MENTIONED, POSITIVE, ANY),
    }
    return tuple(names.get(option, ()))


def bash(parsers: Mapping[str, Parser]) -> str:
    """Return the script for bash."""
    cases = "".join([_bash_case(name, parser) for name, parser in parsers.items()])
    return f"""\
# bash completion for satcross
_satcross_names() {{
    COMPREPLY=($(compgen -W "$1" -- "$current"))
    if [[ ${{COMPREPLY[0]}} == *= ]]; then compopt -o nospace 2> /dev/null; fi
}}
_satcross_files() {{
    local IFS=$'\\n'
    compopt -o filenames 2> /dev/null
    COMPREPLY=($(compgen -f -- "$current"))
}}
_satcross() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        _satcross_names '{" ".join(COMMANDS)} help --help --version'
        return
    fi
    # --format=json is three words to bash
    if [[ $current == = ]]; then current=; elif [[ $previous == = ]]; then previous=${{COMP_WORDS[COMP_CWORD-2]}}; fi
    case "${{COMP_WORDS[1]}}" in
        help) _satcross_names '{" ".join(COMMANDS)}' ;;
{cases}    esac
}}
complete -F _satcross satcross
"""


def _bash_case(command: str, parser: Parser) -> str:
    """Return the case for `command`: what follows each option with a value, the options, and the argument."""
    flags = flags_of(command, parser)
    values = [
        f"                {'|'.join(flag.names)}) {_bash_value(flag.value)}return ;;\n"
        for flag in flags
        if flag.value is not None
    ]
    options = " ".join(each for flag in flags for each in flag.names)
    argument = _bash_value(argument_of(command, parser))
    return (
        f"        {command})\n"
        f'            case "$previous" in\n{"".join(values)}            esac\n'
        f"            if [[ $current == -* ]]; then _satcross_names '{options}'\n"
        f"            else {argument or ':; '}fi ;;\n"
    )


def zsh(parsers: Mapping[str, Parser]) -> str:
    """Return the script for zsh."""
    listed = "\n".join(f"        {_quoted(f'{name}:{summary}')}" for name, summary in COMMANDS.items())
    cases = []
    for name, parser in parsers.items():
        specs = []
        for flag in flags_of(name, parser):
            value = "" if flag.value is None else f":value:{_zsh_value(flag.value)}"
            for each in flag.names:
                specs.append(_quoted(f"{each}[{flag.summary.replace('[', '(').replace(']', ')')}]{value}"))
        specs.append(_quoted(f"*:argument:{_zsh_value(argument_of(name, parser))}"))
        cases.append(f"        {name}) _arguments {' '.join(specs)} ;;\n")
    return f"""\
#compdef satcross
# zsh completion for satcross
_satcross() {{
    local -a commands=(
{listed}
    )
    if ((CURRENT == 2)) || [[ $words[2] == help ]]; then
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


def fish(parsers: Mapping[str, Parser]) -> str:
    """Return the script for fish."""
    lines = ["# fish completion for satcross", "complete -c satcross -f -n __fish_use_subcommand"]
    for name, summary in COMMANDS.items():
        lines.append(f"complete -c satcross -n __fish_use_subcommand -a {name} -d {_quoted(summary)}")
    lines.append(f"complete -c satcross -n '__fish_seen_subcommand_from help' -f -a {_quoted(' '.join(COMMANDS))}")
    for name, parser in parsers.items():
        is_used = f"-n '__fish_seen_subcommand_from {name}; and not __fish_seen_subcommand_from help'"
        for flag in flags_of(name, parser):
            names = " ".join(f"-l {each[2:]}" if each.startswith("--") else f"-s {each[1:]}" for each in flag.names)
            value = "" if flag.value is None else f" {_fish_value(flag.value)}"
            lines.append(f"complete -c satcross {is_used} {names}{value} -d {_quoted(flag.summary)}")
        argument = argument_of(name, parser)
        if not argument.is_file:
            lines.append(f"complete -c satcross {is_used} -f -a {_quoted(' '.join(argument.names))}")
    return "\n".join(lines) + "\n"


def _bash_value(value: Value) -> str:
    """Return the command that offers `value`, with what separates it from the next; "" if nothing is offered."""
    if value.names:
        return f"_satcross_names '{' '.join(value.names)}'; "
    return "_satcross_files; " if value.is_file else ""


def _zsh_value(value: Value) -> str:
    """Return the action of a specification for `_arguments`; a space offers nothing."""
    return f"({' '.join(value.names)})" if value.names else "_files" if value.is_file else " "


def _fish_value(value: Value) -> str:
    """Return the options of `complete` for an option that takes `value`."""
    if value.names:
        return f"-x -a {_quoted(' '.join(value.names))}"
    return "-r -F" if value.is_file else "-x"


def _summary(text: str | None) -> str:
    """Return the help up to its first break, so that it fits beside the option."""
    return (text or "").replace("%%", "%").partition(":")[0].partition(";")[0].partition(" (")[0]


def _quoted(text: str) -> str:
    """Return `text` as one word of a shell, in single quotes."""
    return "'" + text.replace("'", "'\\''") + "'"


if __name__ == "__main__":
    write_scripts()
