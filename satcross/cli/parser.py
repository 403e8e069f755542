"""What the commands' options have in common, and a parser whose complaints are `OptionError`s with a "did you mean".

Commands call `add_command` in their `add_parser`; whoever needs every option of every command (completion, the
reference in docs/) asks `all_commands`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final, NoReturn, Protocol, TypeAlias

from satcross.cli.commands import COMMANDS
from satcross.cli.terminal import terminal_width
from satcross.errors import OptionError, did_you_mean

HELP_WIDTH: Final = 100  # columns; longer lines are hard to read

Options: TypeAlias = argparse.Namespace


class Command(Protocol):
    """A module `satcross.cli.<command>`."""

    def add_parser(self, subparsers: Subparsers) -> None: ...

    def run(self, options: Options) -> int: ...


class Parser(argparse.ArgumentParser):
    """An argument parser that raises instead of exiting."""

    def error(self, message: str) -> NoReturn:
        raise OptionError(message.removeprefix("argument "), hint=f"{self.prog} --help")

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if action.choices is not None and value not in action.choices:
            known = list(map(str, action.choices))
            suggested = did_you_mean(str(value), known)
            raise argparse.ArgumentError(
                action, f"{value!r} is none of {', '.join(known)}{f'; {suggested}' if suggested else ''}"
            )


class HelpShown(Exception):  # noqa: N818 - not an error: the help was asked for
    """The help has been printed; there is nothing else to do."""


class _Help(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *ignored: object) -> NoReturn:
        parser.print_help()
        raise HelpShown


Group: TypeAlias = argparse._ArgumentGroup
Subparsers: TypeAlias = "argparse._SubParsersAction[Parser]"


def parse(command: Command, arguments: Sequence[str]) -> Options | None:
    """Return the options in `arguments`, whose first is the name of `command`; None if its help was asked for.

    Raises OptionError for what is unknown, missing or makes no sense.
    """
    parser, subparsers = _top()
    command.add_parser(subparsers)
    try:
        options, unknown = parser.parse_known_args(arguments)
    except HelpShown:
        return None
    if unknown:
        own = subparsers.choices[arguments[0]]
        flag = unknown[0].partition("=")[0]
        if flag.startswith("-"):
            hint = did_you_mean(flag, own._option_string_actions) or f"{own.prog} --help"
            raise OptionError(f"there is no option {flag!r}", hint=hint)
        raise OptionError(f"one argument too many: {flag!r}", hint=f"{own.prog} --help")
    return options


def all_commands() -> dict[str, Parser]:
    """Return the parser of every command by its name."""
    from importlib import import_module

    _, subparsers = _top()
    for name in COMMANDS:
        import_module(f"satcross.cli.{name}").add_parser(subparsers)
    return dict(subparsers.choices)


def add_command(subparsers: Subparsers, name: str, description: str, examples: str) -> Parser:
    """Return the parser of the command `name`, which has `--help` so far.

    description  paragraphs after the one-line summary that `COMMANDS` holds
    examples     command lines, one a line
    """
    summary = COMMANDS[name][0].upper() + COMMANDS[name][1:] + "."
    parser = subparsers.add_parser(
        name,
        help=COMMANDS[name],
        description=f"{summary}\n\n{description.strip()}",
        epilog="examples:\n" + "".join(f"  {line.strip()}\n" for line in examples.strip().splitlines()),
        formatter_class=_formatter,
        allow_abbrev=False,
        add_help=False,
    )
    parser.add_argument("-h", "--help", action=_Help, nargs=0, help="show this")
    return parser


def _formatter(prog: str) -> argparse.HelpFormatter:
    """Return the help's formatter, its width told: to find it out, argparse would import shutil for every option."""
    return argparse.RawDescriptionHelpFormatter(prog, width=min(HELP_WIDTH, terminal_width()))


def _top() -> tuple[Parser, Subparsers]:
    parser = Parser(prog="satcross", add_help=False, allow_abbrev=False)
    return parser, parser.add_subparsers(dest="command", prog="satcross", parser_class=Parser)
