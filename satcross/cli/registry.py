"""The commands by their names: the one place that imports their modules.

In: the name of a command.  Out: its module, which offers `make_parser` and `run` (`satcross.cli.parser.Command`).
"""

from __future__ import annotations

from importlib import import_module

from satcross.base.wording import listed
from satcross.cli.commands import COMMANDS
from satcross.cli.parser import Command, Options, Parser, UnknownOptionError
from satcross.errors import OptionError


def command_named(name: str) -> Command:
    """Return the module of the command `name`, which is one of `COMMANDS`."""
    command: Command = import_module(f"satcross.cli.{name}")
    return command


def all_parsers() -> dict[str, Parser]:
    """Return the parser of every command by its name."""
    return {name: command_named(name).make_parser() for name in COMMANDS}


def with_other_commands(error: UnknownOptionError) -> OptionError:
    """Return the error with a hint that names the commands that have the option, if there are any.

    >>> from satcross.cli.parser import UnknownOptionError
    >>> with_other_commands(UnknownOptionError("--theme", "satcross check --help")).hint
    'satcross generate has it'
    """
    commands = [f"satcross {name}" for name, parser in all_parsers().items() if parser.knows(error.flag)]
    verb = "has" if len(commands) == 1 else "have"
    return OptionError(error.message, hint=f"{listed(commands)} {verb} it" if commands else error.hint)


def run(options: Options) -> int:
    """Run the command of the options, and return its exit status."""
    if options.command == "completion":  # it needs the parsers of all commands, which only this module knows
        from satcross.cli import completion

        return completion.run(options, all_parsers())
    return command_named(options.command).run(options)
