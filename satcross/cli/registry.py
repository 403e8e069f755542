"""The commands by their names.

In: the arguments of a command line that names a command.  Out: its answer on standard output, and an exit status.  This
is the one place that imports the modules of commands, and runs them.  The module of a command such as `check` offers
`make_check_parser` and `run_check`.

Whatever is wrong with a request is a `SatcrossError`, which is shown here and nowhere else.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Final

from satcross.base.reading import missing_file
from satcross.base.wording import listed
from satcross.cli.commands import COMMANDS
from satcross.cli.limits import limit_process_memory, limited, limits_of
from satcross.cli.parser import Command, Options, Parser, UnknownOptionError, changed, parse
from satcross.cli.puzzles import files_named
from satcross.cli.signals import YES, raise_at_signals
from satcross.cli.sinks import write_answer
from satcross.cli.terminal import report, say, telling, wants_progress
from satcross.errors import Field, LimitError, OptionError, SatcrossError, TimeUp, fields_in, most_similar

MAKING: Final = "satcross generate makes a puzzle: satcross generate -o puzzle.toml"
DRAWING: Final = "satcross render draws puzzles: satcross render FILE... -o book.pdf"
MODULE_OF: Final = {
    "hint": "explain",
    "verify": "prove",
    "decode": "export",
    "encodings": "export",
}
"""The modules of commands that share one with the command it is named after."""

ELSEWHERE: Final = {
    "version": "satcross --version",
    "complete": "satcross generate --complete FILE",
    "daily": "satcross play --daily",
    "rate": "satcross lint --taste FILE, or satcross explain FILE for the difficulty",
    **dict.fromkeys(("new", "make", "create"), MAKING),
    **dict.fromkeys(("print", "draw", "book", "pdf", "svg", "html"), DRAWING),
    **dict.fromkeys(("view", "open", "list"), "satcross show FILE"),
}
"""Words that people try as commands, and the command to use instead."""


def run(arguments: Sequence[str], *, is_own_process: bool) -> int | None:
    """Run the command that the arguments begin with, and return the exit status; None if time is up."""
    options = None
    try:
        options = _options_of(arguments)
        if options is None:
            return YES
        if is_own_process:
            raise_at_signals()
            limit_process_memory(limits_of(options).memory)
        with limited(limits_of(options), options.started), _progress(options, is_own_process=is_own_process):
            answer = command_named(options.command).run(options)
            if isinstance(answer, int):
                return answer
            return write_answer(answer, is_json=options.json)
    except SatcrossError as error:
        return report(_with_limit_of_cells(error, options))
    except TimeUp:
        return None


def _options_of(arguments: Sequence[str]) -> Options | None:
    """Return the options of the command that the arguments begin with; None if its help has been printed."""
    _check_command(arguments[0])
    try:
        options = parse(command_named(arguments[0]), arguments[1:])
    except UnknownOptionError as error:
        raise with_other_commands(error) from None
    return None if options is None else _with_files_in_folders(options)


@contextmanager
def _progress(options: Options, *, is_own_process: bool) -> Iterator[None]:
    """Show progress within the block, if a person watches."""
    if not (is_own_process and wants_progress(options)):
        yield
        return
    from satcross.cli.progress import Progress

    progress = Progress(options.color, options.ascii)
    progress.note("working")
    try:
        with telling(progress):
            yield
    finally:
        progress.note("")


def _with_limit_of_cells(error: SatcrossError, options: Options | None) -> SatcrossError:
    """Return the error with another hint if it names `--force`, and the command has no such option."""
    if not isinstance(error, LimitError) or hasattr(options, "force") or Field("force") not in fields_in(error.hint):
        return error
    from satcross.puzzle.shapes import CELLS

    return error.replace(hint=f"the limit is {CELLS:,} cells")


def _with_files_in_folders(options: Options) -> Options:
    """Return the options of a command about many puzzles with the files in a folder in its place.

    Say so if there is none for `-r`.
    """
    if not hasattr(options, "recursive"):
        return options
    if any(map(os.path.isdir, options.files)):
        return changed(options, files=files_named(options.files, is_recursive=options.recursive), has_folders=True)
    if options.recursive and not options.quiet:
        has_rows = hasattr(options, "rows")
        more = "; clues of rows are written after --rows" if has_rows else ""
        say(f"satcross: -r changes nothing, because no folder is named{more}")
    return options


def _check_command(name: str) -> None:
    if name in COMMANDS:
        return
    kind = "option" if name.startswith("-") else "command"
    known = [*COMMANDS, "help", *ELSEWHERE] if kind == "command" else ["--help", "--version"]
    similar = most_similar(name, known)
    if similar in ELSEWHERE:
        hint = ELSEWHERE[similar]
    elif similar is not None:
        hint = f"did you mean {similar}?"
    elif kind == "option":
        hint = "options follow a command; satcross --help lists the commands"
    else:
        hint = _hint_about_file(name) or f"the commands are {', '.join(COMMANDS)}"
    raise OptionError(f"there is no {kind} {name!r}", hint=hint)


def _hint_about_file(name: str) -> str:
    """Return how to ask about the file `name`, or about the file that it means; "" if `name` is not a file's."""
    if os.path.exists(name):
        return f"a command comes before the file: satcross solve {name}, or satcross check {name}"
    if os.sep not in name and not os.path.splitext(name)[1]:
        return ""
    error = missing_file(name)
    return f"a command comes before a file; there is no file {name!r}" + (f", {error.hint}" if error.hint else "")


def command_named(name: str) -> Command:
    """Return the command `name`, which is one of `COMMANDS`, from its module."""
    module = import_module(f"satcross.cli.{MODULE_OF.get(name, name)}")
    return Command(getattr(module, f"make_{name}_parser"), getattr(module, f"run_{name}"))


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
