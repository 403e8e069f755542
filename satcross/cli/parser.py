"""The parsers of commands, the options that several commands have, and the limits that options set.

In: the arguments of a command.  Out: its options, as data.  Errors are `OptionError`s, with a "did you mean" where that
helps.  Each command makes its parser with `command_parser`.
"""

from __future__ import annotations

import argparse
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, NoReturn

from satcross.base.budget import AUTO, CLAUSES, MEMORY, NODES, POSITIONS, Budget, Report, now, size_text
from satcross.base.platform import (
    cancel_alarm_clock,
    limit_memory,
    memory_granted,
    processors,
    set_alarm_clock,
    when_dropped,
)
from satcross.base.records import NamedTuple
from satcross.base.wording import capital, listed
from satcross.cli.commands import COMMANDS
from satcross.cli.terminal import reporter, show, terminal_width
from satcross.errors import LimitError, OptionError, TimeUp, did_you_mean
from satcross.puzzle import DIALECTS

if TYPE_CHECKING:
    from datetime import date

HELP_WIDTH: Final = 100  # columns; longer lines are hard to read


class Options(argparse.Namespace):
    """The options of a command, as they were parsed.  They are not changed.

    Options that only some commands have are those below: other commands behave as if they were left out.

    Attributes:
        command: The name of the command.
        started: When its time began (`now`); this is no option, and makes no difference between two of them.
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
        lines: What people read; each line is written as soon as it is there.
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
    ("FILE", "IN", "OUT", "OUT.cnf", "DIR", "FOLDER", "GRID", "LIST", "TEMPLATE", "ANSWER", "PROGRAM")
)
"""What stands for the names of files in the help.  These may hold any bytes, and all other arguments are text."""

LITERAL: Final = "\0"
"""Begins an argument that is no option, whatever follows.  No argument of a process has this letter."""

REQUIRED: Final = "the following arguments are required: "
"""How argparse begins to say what is missing."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises instead of exiting, and lets options and arguments mix freely.

    Attributes:
        options: All options and arguments, in the order in which they were added.
        flags: The options by what is written for them.
        hyphen_hint: How to write an argument that begins with a hyphen; None: nobody needs to know.
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
            message = f"unexpected argument {text!r}"
            if text != unknown[0] and is_like_an_option(text) and self.knows(text.partition("=")[0]):
                raise OptionError(message, hint="options have to come before the --")
            self.error(message)
        return options

    def error(self, message: str) -> NoReturn:
        """Raise the error; if some argument looks like an option and is none, that is the error."""
        help_hint = f"{self.prog} --help"
        for argument in self._read:
            flag = argument.partition("=")[0]
            if is_like_an_option(flag) and not self.knows(flag):
                is_word = flag.startswith("--") and flag.replace("-", "").isalpha()
                other_hint = help_hint if is_word else self.hyphen_hint or help_hint
                similar = did_you_mean(flag, self.flags)
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
            raise OptionError(f"{listed(missing)} {verb} missing", hint=help_hint)
        raise OptionError(message.removeprefix("argument "), hint=help_hint)

    def _shown(self, name: str) -> str:
        """Return how an argument is written on the command line: `-o OUT` for argparse's `-o/--output`."""
        flag = name.partition("/")[0]
        action = self.flags.get(flag)
        return flag if action is None else f"{flag} {action.metavar}"

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
    """Return the settings of an option, whose type then refuses what is no text, and what is none of its choices."""
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
    if not {"-h", "-help", "--help"}.isdisjoint(arguments[:end]):
        show(parser.format_help())  # argparse's print_help would ignore that this fails
        return None
    parsed = parser.parse_mixed(arguments[:end], arguments[end + 1 :])
    return Options(now(), **vars(parsed), command=parser.prog.rpartition(" ")[2])


def changed(options: Options, **values: object) -> Options:
    """Return the options with other values."""
    return Options(options.started, **{**vars(options), **values})


def is_like_an_option(text: str) -> bool:
    """Return whether `text` begins as an option does, and is no negative number."""
    return len(text) > 1 and text.startswith("-") and not text[1:].replace(".", "", 1).isdecimal()


def command_parser(
    name: str, description: str, examples: str, options: Iterable[Option | OptionGroup], hyphen_hint: str | None = None
) -> Parser:
    """Return the parser of the command `name`.

    Args:
        description: Paragraphs after the one-line summary that `COMMANDS` holds.
        examples: Command lines, one a line.
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
    parser.add([Option(("-h", "--help"), {"action": "help", "help": "show this help"}), *options])
    return parser


def _formatter(prog: str) -> argparse.HelpFormatter:
    """Return a formatter of help with a fixed width: to find it out, argparse would import shutil for every option."""
    return argparse.RawDescriptionHelpFormatter(prog, width=min(HELP_WIDTH, terminal_width()))


# Options that several commands have, and the types of their values.


REPORTS: Final = ("github", "junit", "sarif")
"""Formats of reports (`cli.answers`)."""

LEAST_MEMORY: Final = 64 << 20  # bytes; the interpreter alone takes a third

MOST_DIGITS: Final = 18  # of a whole number, so that it fits into 64 bits


def count(text: str) -> int:
    """Return the whole number from 1 up that `text` writes (the type of an option)."""
    return _whole_number(text, 1)


def whole(text: str) -> int:
    """Return the whole number from 0 up that `text` writes (the type of an option)."""
    return _whole_number(text, 0)


def _whole_number(text: str, least: int) -> int:
    is_number = text.isascii() and text.isdecimal()
    if is_number and len(text) > MOST_DIGITS:
        raise ArgumentTypeError(f"{text!r} is too large: {MOST_DIGITS} digits are the most")
    if not is_number or int(text) < least:
        raise ArgumentTypeError(f"{text!r} is not a whole number of {least} or more")
    return int(text)


def jobs(text: str) -> int:
    """Return the number of processes that `text` writes; auto: one for each processor (the type of an option)."""
    return processors() if text == "auto" else count(text)


def new_seed() -> int:
    """Return a random seed, for a command that was given none."""
    from random import SystemRandom

    return SystemRandom().randrange(1_000_000)


def day_of(text: str) -> date:
    """Return the day that `text` writes.  Raises OptionError if there is no such day."""
    from datetime import date

    try:
        return date.fromisoformat(text)
    except ValueError:
        raise OptionError(f"there is no day {text!r}", hint="write it as 2026-02-14") from None


def memory(text: str) -> int:
    """Return the bytes that `text` writes, such as 500M or 2G (the type of an option)."""
    digits = text.upper().removesuffix("B").removesuffix("I")
    unit = {"K": 10, "M": 20, "G": 30, "T": 40}.get(digits[-1:], 0)
    try:
        value = int(float(digits[:-1] if unit else digits) * (1 << unit))
    except (ValueError, OverflowError):
        value = 0
    if value < LEAST_MEMORY:
        least = f"{LEAST_MEMORY >> 20}M"
        raise ArgumentTypeError(f"{text!r} is not an amount of memory such as 2G, of at least {least}")
    return value


def seconds(text: str) -> float:
    """Return the time above 0, in seconds, that `text` writes (the type of an option)."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return value


JSON_LINES: Final = "print JSON Lines, one object for each puzzle"

SHARED: Final[Mapping[str, Mapping[str, Any]]] = {
    "--all": {"action": "store_true"},
    "--alphabet": {"metavar": "LETTERS", "help": "mentioned, positive, any, or letters such as A-Z0-9"},
    "--ascii": {"action": "store_true", "help": "draw with ASCII characters only"},
    "--charset": {"metavar": "NAME", "help": "the character encoding of the files; default: UTF-8"},
    "--cluster": {
        "metavar": "ADDRESS",
        "help": "a cluster of Dask (an extra): its scheduler's address, or local:N for one of N processes here",
    },
    "--color": {
        "choices": ["auto", "always", "never"],
        "default": "auto",
        "help": "colours: on terminals (auto, unless NO_COLOR is set), always or never",
    },
    "--count": {"type": count, "metavar": "N"},
    "--dialect": {"choices": DIALECTS, "help": "the regex dialect of the clues"},
    "--encoding": {
        "default": POSITIONS,
        "metavar": "NAME",
        "help": f"how regular clues are encoded (satcross encodings lists the ways); default {POSITIONS}",
    },
    "--flags": {"metavar": "LETTERS", "help": "flags of every clue, such as i (none: '')"},
    "--force": {"action": "store_true", "help": "accept very large puzzles"},
    "--from": {"dest": "format", "metavar": "FORMAT", "help": "the files' format; default: detected from the file"},
    "--grid": {
        "metavar": "GRID",
        "help": "a half-filled grid to continue from: its rows, with . for open cells (-: stdin)",
    },
    "--jobs": {"type": jobs, "default": 1, "metavar": "N"},
    "--json": {"action": "store_true", "help": "print a JSON object instead"},
    "--limit": {"type": count, "metavar": "N"},
    "--max-clauses": {"type": count, "default": CLAUSES, "metavar": "N", "help": f"clauses; default {CLAUSES:,}"},
    "--max-length": {"type": count, "metavar": "N"},
    "--max-nodes": {"type": count, "default": NODES, "metavar": "N", "help": f"circuit nodes; default {NODES:,}"},
    "--memory": {
        "type": memory,
        "default": MEMORY,
        "metavar": "SIZE",
        "help": f"such as 500M; default {MEMORY >> 30}G",
    },
    "--min-length": {"type": count, "metavar": "N"},
    "--no-cache": {"action": "store_true", "help": "do not use or keep an index of the word lists"},
    "--output": {"metavar": "OUT", "help": "where to write it (-, the default: stdout)"},
    "--output-format": {
        "choices": ["text", "json", *REPORTS],
        "default": "text",
        "help": "text (default), json (as --json), or a report for other programs: github, junit, sarif",
    },
    "--puzzle": {"metavar": "NAME", "help": "only this one of a file's puzzles: its name, id or number"},
    "--quiet": {"action": "store_true", "help": "show no progress, and no statistics"},
    "--recursive": {"action": "store_true", "help": "also read subfolders"},
    "--refresh": {"action": "store_true", "help": "with --results: answer everything again"},
    "--results": {
        "metavar": "FILE",
        "help": "keep each answer in this database; later runs answer only what is new or has changed",
    },
    "--seed": {"type": whole, "metavar": "N"},
    "--solver": {
        "default": AUTO,
        "metavar": "NAME",
        "help": f"a SAT solver of python-sat; default {AUTO}: Glucose, and CaDiCaL for hard formulas",
    },
    "--stats": {"action": "store_true"},
    "--timeout": {"type": seconds, "metavar": "SECONDS", "help": "give up on a puzzle after this time"},
    "--to": {"metavar": "FORMAT", "help": "the format to write; default: from the ending of OUT"},
    "--unlock": {"metavar": "KEY", "help": "the four digits that unlock the solution of a .puz file"},
    "file": {"metavar": "FILE", "help": "the puzzle, in any format that satcross reads (-: stdin)"},
    "files": {"nargs": "+", "metavar": "FILE",
              "help": "puzzles, in any format that satcross reads (-: stdin), or folders"},
}  # fmt: skip
"""The options and arguments that mean the same in several commands, each with its arguments for argparse."""

SHORT: Final = {"--output": "-o", "--quiet": "-q", "--recursive": "-r"}
"""The other name of an option."""


def option(*names: str, **settings: Any) -> Option:
    """Return an option; what `settings` do not say of it is as in `SHARED`."""
    own = (SHORT[names[0]], *names) if names[0] in SHORT else names
    return Option(own, {**SHARED.get(names[0], {}), **settings})


FILES: Final = (option("files"), option("--recursive"))
"""The arguments that name the files of puzzles."""

FILE_OPTIONS: Final = OptionGroup(
    "reading puzzles",
    tuple(map(option, ("--puzzle", "--from", "--charset", "--alphabet", "--dialect", "--flags", "--force"))),
)
"""The options that say how to read the files of puzzles."""


def process_limits(
    timeout: str = "give up on a puzzle after this time", *more: str
) -> tuple[Option | OptionGroup, ...]:
    """Return the options that limit the time and the memory of a process, and `more`.

    Args:
        timeout: What is given up when the time is over.
    """
    limits = (option("--timeout", help=timeout), option("--memory"), *map(option, more))
    return option("--quiet"), OptionGroup("limits", limits)


LIMITS: Final = process_limits("give up on a puzzle after this time", "--max-nodes", "--max-clauses")
"""The options that bound the work."""

SEARCH: Final = (option("--solver"), *LIMITS)
"""The options that choose the solver and bound the work."""


def many_puzzles(what: str = "use N processes, for many puzzles") -> OptionGroup:
    """Return the options that say where many puzzles are answered, and where the answers are kept.

    Args:
        what: What `--jobs` does.
    """
    processes = option("--jobs", help=f"{what} (auto: one for each processor); default 1")
    return OptionGroup("many puzzles", (processes, option("--cluster"), option("--results"), option("--refresh")))


DRAWING: Final = (option("--ascii"), option("--color"))
"""The options that say how grids look."""


def check_combinations(
    command: str,
    given: Mapping[str, object],
    clashes: Iterable[tuple[str, str, str]],
    needs: Iterable[tuple[str, str]],
) -> None:
    """Raise OptionError for options that cannot be combined, and for one without those that it needs.

    Args:
        given: What is written for each option; None, False or an empty list if it is left out.
        clashes: Options of which only one can be given, and why.
        needs: An option, and one that it needs.
    """
    has = {name for name, value in given.items() if value not in (None, False, [])}
    for one, two, reason in clashes:
        if has >= {one, two}:
            raise OptionError(
                f"{one} and {two} cannot be combined: {reason}",
                hint=f"leave out {one} or {two}",
                code="option-together",
            )
    for one, other in needs:
        if one in has and other not in has:
            raise OptionError(f"{one} needs {other} as well", hint=f"satcross {command} --help")


def is_json(options: Options) -> bool:
    """Return whether the answers are objects for programs, and not text."""
    return bool(options.json) or options.output_format != "text"


def is_for_programs(options: Options) -> bool:
    """Return whether the answers are collected for a report that other programs read."""
    return options.output_format in REPORTS


# The limits of a command: a budget from its options, and a backstop behind it.
#
# Every stage asks its `Budget` as it goes.  Behind that, in a process of its own, the system refuses memory beyond
# the limit, and an alarm ends whatever has not looked at the clock in time: both come up as exceptions, wherever the
# work is.


GRACE: Final = 0.3  # seconds after the deadline in which the budget has to be checked
AGAIN: Final = 0.5  # seconds until the alarm rings again, in case its exception was lost

_is_limited = False


class WorkLimits(NamedTuple):
    """The limits of one piece of work, whenever and wherever it begins.

    Attributes:
        seconds: How long it may take; None: no limit.
        memory: Bytes that the process may hold.
        nodes: Circuit nodes, all clues of a puzzle together.
        clauses: Clauses of one formula.
    """

    seconds: float | None = None
    memory: int = MEMORY
    nodes: int = NODES
    clauses: int = CLAUSES

    def budget(self, started: float | None = None, report: Report | None = None) -> Budget:
        """Return a budget whose time starts now, or has started at `started` (`now`)."""
        budget = Budget(self.nodes, self.clauses, ceiling=self.memory, report=report)
        return budget if self.seconds is None else budget.until(self.seconds, started)


def limits_of(options: Options) -> WorkLimits:
    """Return the limits that the options set for each piece of work."""
    return WorkLimits(
        options.timeout,
        min(filter(None, (memory_granted(), options.memory))),
        options.max_nodes,
        options.max_clauses,
    )


def budget_of(options: Options) -> Budget:
    """Return the budget that the options describe, as much of it as is left."""
    return limits_of(options).budget(options.started, reporter())


def limit_process_memory(memory: int) -> None:
    """Let the system refuse this process more than `memory` bytes, and let alarms ring in it.

    Raises:
        LimitError: If there is too little memory to begin with.
    """
    if memory < LEAST_MEMORY:
        raise LimitError(
            f"the system lets this process have only {size_text(max(0, memory))} of memory;"
            f" satcross needs at least {size_text(LEAST_MEMORY)}",
            hint="raise the limit of the system: ulimit -d, or ulimit -v",
        )
    global _is_limited
    _is_limited = True
    when_dropped(TimeUp, lambda alarm: None)  # it rings again
    limit_memory(memory)


@contextmanager
def limited(limits: WorkLimits, started: float | None = None, report: Report | None = None) -> Iterator[Budget]:
    """Give the block the budget of a piece of work, and let an alarm ring soon after its time is up.

    Args:
        started: When the time began (`now`); None: now.

    Raises:
        TimeUp: If the alarm rings in the block.
        LimitError: If the system refuses memory in the block.
    """
    budget = limits.budget(started, report)
    left = budget.seconds_left
    if left is not None and _is_limited:
        set_alarm_clock(left + GRACE, AGAIN, _ring)
    try:
        yield budget
    except MemoryError:
        raise LimitError(
            f"this needs more memory than the limit, {size_text(limits.memory)}", hint="raise the limit with --memory"
        ) from None
    finally:
        cancel_alarm()


def cancel_alarm() -> None:
    """Cancel the alarm, for work that checks its budget or has no end."""
    if _is_limited:
        cancel_alarm_clock()


def _ring(number: int, frame: FrameType | None) -> NoReturn:
    raise TimeUp
