"""The parsers of commands.

In: the arguments of a command.  Out: its options, as data.  Errors are `OptionError`s, with a "did you mean" where that
helps.  Each command makes its parser with `command_parser`.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NoReturn

from satcross.base.budget import CLAUSES, MEMORY, NODES, now
from satcross.base.records import NamedTuple
from satcross.base.wording import capital, listed
from satcross.cli.commands import COMMANDS, MOST_USED
from satcross.cli.terminal import show, terminal_width
from satcross.errors import OptionError, did_you_mean

HELP_WIDTH: Final = 100  # columns; longer lines are hard to read


class Options(argparse.Namespace):
    """The options of a command, as they were parsed.  They are not changed.

    Options that only some commands have are those below: other commands behave as if they were left out.

    Attributes:
        command: The name of the command.
        has_folders: Whether `files` are what was found in folders, at least in part.
        started: When its time began (`now`); this is not an option, and makes no difference between two of them.
    """

    __slots__ = ("started",)

    command: str
    started: float

    allow_repeats: bool = False
    ascii: bool = False
    color: str = "auto"
    complete: Any = None
    file: Any = None
    files: Sequence[str] = ()
    grid: Any = None
    has_folders: bool = False
    json: bool = False
    max_clauses: int = CLAUSES
    max_nodes: int = NODES
    memory: int = MEMORY
    output_format: str = "text"
    quiet: bool = True
    results: Any = None
    stats: bool = False
    timeout: float | None = None

    def __init__(self, started: float, **values: object) -> None:
        self.started = started
        vars(self).update(values)


class PlainAnswer(NamedTuple):
    """The answer of a command that is not about many puzzles.

    Attributes:
        lines: The answer for people; each line is written as soon as it is there.
        value: The object that `--json` prints instead; None: it prints the same.
    """

    exit_status: int
    lines: Iterable[str]
    value: Mapping[str, Any] | None = None


class Command(NamedTuple):
    """A command of the program.

    Attributes:
        make_parser: Returns the parser of its options.
        run: Returns the answer; or the exit status, if the answer has been written already.
    """

    make_parser: Callable[[], Parser]
    run: Callable[[Options], PlainAnswer | int]


NAMES_OF_FILES: Final = frozenset(
    ("FILE", "ANSWERS", "IN", "OUT", "OUT.cnf", "DIR", "FOLDER", "LIST", "TEMPLATE", "ANSWER", "PROGRAM")
)
"""What stands for the names of files in the help.  These may hold any bytes, and all other arguments are text."""

LITERAL: Final = "\0"
"""Begins an argument that is not an option, whatever follows.  No argument of a process has this letter."""

REQUIRED: Final = "the following arguments are required: "
"""How argparse begins its list of missing arguments."""


MEANT: Final = {
    "--across": "--rows",
    "--down": "--columns",
    "-c": "--columns",
    "--height": "--rows",
    "--width": "--columns",
    "--size": "--rows N --columns N",
    "--hexagon": "--side N",
    "--grid": "--solution",
    "--to": "--format",
    "--no-color": "--color never",
}
"""Options that people try first, and what they are called here."""

SIZE: Final = re.compile(r"([0-9]+)(?:[x×*]([0-9]+))?")
"""The size of a grid, as people write it without an option."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises instead of exiting, and lets options and arguments mix freely.

    Attributes:
        options: All options and arguments, in the order in which they were added.
        flags: The options by what is written for them.
        hyphen_hint: How to write an argument that begins with a hyphen; None: no hint.
        values: What has been written for each option that takes one value.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.options: Final[list[argparse.Action]] = []
        self.flags: Final[dict[str, argparse.Action]] = {}
        self.hyphen_hint: str | None = None
        self.values: Final[dict[str, object]] = {}
        for name in (None, "store"):
            self.register("action", name, StoreOnce)
        self._read: Sequence[str] = ()  # the arguments before a `--`

    def add(self, options: Iterable[Option | OptionGroup]) -> None:
        """Add these options, in this order."""
        for each in options:
            if isinstance(each, Option):
                self._add(self, each)
                continue
            is_exclusive = each.title is None
            group = self.add_mutually_exclusive_group() if is_exclusive else self.add_argument_group(each.title)
            for option in each.options:
                self._add(group, option)

    def _add(self, to: argparse._ActionsContainer, option: Option) -> None:
        action = to.add_argument(*option.names, **with_reader(option.settings))
        self.options.append(action)
        self.flags.update(dict.fromkeys(action.option_strings, action))

    def parse_mixed(self, arguments: Sequence[str], literal: Sequence[str]) -> argparse.Namespace:
        """Return the options.  Raises OptionError.

        Args:
            literal: Further arguments, none of which is an option: those after a `--`.
        """
        self._read = arguments
        self.values.clear()
        self.usage = ""  # argparse would take a millisecond to write it for its errors, which `error` words
        try:
            # argparse loses the `--` before Python 3.13 if options and arguments mix
            options, unknown = self.parse_known_intermixed_args([*arguments, *(LITERAL + each for each in literal)])
        finally:
            self.usage = None
        if unknown:
            text = unknown[0].removeprefix(LITERAL)
            if text != unknown[0]:
                self.refuse_option(text)
            self.refuse_size(text)
            self.error(f"unexpected argument {text!r}")
        return options

    def refuse_option(self, text: str) -> None:
        """Raise OptionError if an argument after a `--` is an option of this command."""
        if is_like_an_option(text) and self.knows(text.partition("=")[0]):
            raise OptionError(f"unexpected argument {text!r}", hint="options have to come before the --")

    def refuse_size(self, text: str) -> None:
        """Raise OptionError if an argument is the size of a grid, and the command has options for it."""
        size = SIZE.fullmatch(text)
        if size and {"--rows", "--side"} <= self.flags.keys():
            hint = f"a rectangle is --rows {size[1]} --columns {size[2] or size[1]}, and a hexagon --side {size[1]}"
            raise OptionError(f"unexpected argument {text!r}", hint=hint)

    def error(self, message: str) -> NoReturn:
        """Raise the error; if some argument looks like an option and is none, that is the error."""
        help_hint = f"{self.prog} --help"
        for argument in self._read:
            flag = argument.partition("=")[0]
            if is_like_an_option(flag) and not self.knows(flag):
                is_word = flag.startswith("--") and flag.replace("-", "").isalpha()
                other_hint = help_hint if is_word else self.hyphen_hint or help_hint
                similar = did_you_mean(flag, self.flags)
                meant = MEANT.get(flag)
                if meant and meant.split()[0] in self.flags:
                    raise OptionError(f"there is no option {flag!r}", hint=f"did you mean {meant}?")
                if flag == "-o":
                    raise OptionError(
                        f"{self.prog} prints its answer, and has no option '-o'",
                        hint="write > FILE behind the command to keep the answer",
                    )
                if is_word and similar is None:
                    raise UnknownOptionError(flag, hint=help_hint)
                raise OptionError(f"there is no option {flag!r}", hint=similar or other_hint)
        if message.startswith(REQUIRED):
            missing = [self._shown(name) for name in message.removeprefix(REQUIRED).split(", ")]
            verb = "is" if len(missing) == 1 else "are"
            hint = "name the file to write, such as -o puzzle.svg" if missing == ["-o OUT"] else help_hint
            raise OptionError(f"{listed(missing)} {verb} missing", hint=hint)
        raise OptionError(message.removeprefix("argument "), hint=help_hint)

    def _shown(self, name: str) -> str:
        """Return how an argument is written on the command line: `-o OUT` for argparse's `-o/--output`."""
        flag = name.partition("/")[0]
        action = self.flags.get(flag)
        return flag if action is None else f"{flag} {action.metavar}"

    def format_short_help(self) -> str:
        """Return what `-h` prints: the usage, the most used options, and three examples."""
        used = MOST_USED[self.prog.rpartition(" ")[2]].split()
        arguments = [action for action in self.options if not action.option_strings]
        formatter = self._get_formatter()
        formatter.add_text((self.description or "").partition("\n")[0])
        formatter.start_section("most used options")
        formatter.add_arguments([*arguments, *[self.flags[f"--{name}"] for name in used]])
        formatter.end_section()
        head, *examples = (self.epilog or "").splitlines()
        number = len(self.options) - len(arguments) - 1  # besides --help
        more = (
            f"{self.prog} --help shows all {number} options" if number > len(used) else f"{self.prog} --help shows more"
        )
        return f"usage: {self.short_usage}\n\n{formatter.format_help()}\n" + "\n".join(
            [head, *examples[:3], "", more, ""]
        )

    @property
    def short_usage(self) -> str:
        """The command with its arguments, and one word for its options."""
        forms = {"+": "{0} [{0} ...]", "*": "[{0} ...]", "?": "[{0}]", None: "{0}"}
        shown = [forms[str(each.nargs) if each.nargs else None].format(each.metavar or each.dest.upper())
                 for each in self.options if not each.option_strings]  # fmt: skip
        return " ".join([self.prog, "[OPTION ...]", *shown])

    def knows(self, flag: str) -> bool:
        """Return whether the command has this option."""
        is_short = not flag.startswith("--")  # its value may follow without a space
        return (flag[:2] if is_short else flag) in self.flags


class StoreOnce(argparse.Action):
    """Stores the value of an option or an argument; an option that is given again would lose its first value."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, value: Any, flag: str | None = None
    ) -> None:
        assert isinstance(parser, Parser)
        if flag is not None and self.dest in parser.values:
            first = parser.values[self.dest]
            raise OptionError(
                f"{flag} is given twice: {first!r} and {value!r}", hint="leave one of them out", code="option-together"
            )
        parser.values[self.dest] = value
        setattr(namespace, self.dest, value)


class Option(NamedTuple):
    """An option or an argument: its names, and what argparse is told of it."""

    names: tuple[str, ...]
    settings: Mapping[str, Any]


class OptionGroup(NamedTuple):
    """Options that the help lists under a title; or, if it is None, options of which only one may be given."""

    title: str | None
    options: tuple[Option, ...]


def with_reader(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of an option, whose type then refuses what is not a text, and what is none of its choices."""
    if settings.get("action", "append") not in ("append", "extend"):  # it has no value
        return dict(settings)
    kind, choices = settings.get("type", str), settings.get("choices")

    def read(written: str) -> Any:
        text = written.removeprefix(LITERAL)
        is_text = not any("\ud800" <= letter <= "\udfff" for letter in text)  # and no byte that is not in the encoding
        if settings.get("metavar") not in NAMES_OF_FILES and not is_text:
            raise argparse.ArgumentTypeError(f"{text!r} is not UTF-8 text")
        value = kind(text)
        if choices is not None and value not in choices:
            known = list(map(str, choices))
            suggested = did_you_mean(str(value), known)
            raise argparse.ArgumentTypeError(
                f"{value!r} is not one of {', '.join(known)}{f'; {suggested}' if suggested else ''}"
            )
        return value

    return {**settings, "type": read}


class UnknownOptionError(OptionError):
    """An option that the command does not have, nor one like it; other commands may have it.

    Attributes:
        flag: The option, such as `--rows`.
    """

    def __init__(self, flag: str, hint: str) -> None:
        super().__init__(f"there is no option {flag!r}", hint=hint)
        self.flag = flag


def parse(command: Command, arguments: Sequence[str]) -> Options | None:
    """Return the options in `arguments`, in any order; None if the help was asked for and has been printed.

    Raises:
        OptionError: If an option is unknown or missing, or a value makes no sense.
    """
    parser = command.make_parser()
    end = arguments.index("--") if "--" in arguments else len(arguments)
    asked = {"-h", "-help", "--help"}.intersection(arguments[:end])
    if asked:
        show(parser.format_short_help() if asked == {"-h"} else parser.format_help())
        return None  # argparse's print_help would ignore that the text cannot be written
    parsed = parser.parse_mixed(arguments[:end], arguments[end + 1 :])
    return Options(now(), **vars(parsed), command=parser.prog.rpartition(" ")[2])


def changed(options: Options, **values: object) -> Options:
    """Return the options with other values."""
    return Options(options.started, **{**vars(options), **values})


def is_like_an_option(text: str) -> bool:
    """Return whether `text` begins as an option does, and is not a negative number."""
    return len(text) > 1 and text.startswith("-") and not text[1:].replace(".", "", 1).isdecimal()


def command_parser(
    name: str, description: str, examples: str, options: Iterable[Option | OptionGroup], hyphen_hint: str | None = None
) -> Parser:
    """Return the parser of the command `name`.

    Args:
        description: Paragraphs after the one-line summary that `COMMANDS` holds.
        examples: Command lines, one per line.
        options: Those besides `--help`.
        hyphen_hint: How to write an argument that begins with a hyphen, for commands that take regexes.
    """
    summary = capital(COMMANDS[name]) + "."
    parser = Parser(
        prog=f"satcross {name}",
        description=f"{summary}\n\n{description.strip()}",
        epilog="examples:\n" + "".join(f"  {line.strip()}\n" for line in examples.strip().splitlines()),
        formatter_class=_formatter,
        allow_abbrev=False,
        add_help=False,
    )
    parser.hyphen_hint = hyphen_hint
    parser.add(
        [
            Option(("-h", "--help"), {"action": "help", "help": "-h shows the most used options, --help all of them"}),
            *options,
        ]
    )
    return parser


def _formatter(prog: str) -> argparse.HelpFormatter:
    """Return a formatter of help with a fixed width: to find it out, argparse would import shutil for every option."""
    return argparse.RawDescriptionHelpFormatter(prog, width=min(HELP_WIDTH, terminal_width()))
