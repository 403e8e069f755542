"""What is shown on a terminal: colours or none, which characters, errors, and whether there is progress.

Commands write to the standard streams only through this module.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from stat import S_ISFIFO, S_ISSOCK
from typing import TYPE_CHECKING, Final, Literal, Protocol, TextIO, TypeAlias

from satcross.base.budget import Report
from satcross.base.reading import shown_name
from satcross.errors import Field, ManyErrors, SatcrossError, render, tidy
from satcross.pictures.text import FAINT, STRONG, WARNING, TextStyle

if TYPE_CHECKING:
    from argparse import Namespace

WIDTH: Final = 100  # columns, where nobody says how many there are

Written: TypeAlias = tuple[Literal["out", "error"], str]
"""Text for standard output or standard error."""


def style_of(stream: TextIO, color: str = "auto", is_ascii: bool = False) -> TextStyle:
    """Return how to draw on `stream`.

    Args:
        color: "always", "never", or "auto": on a terminal, unless NO_COLOR is set or the terminal is "dumb".
        is_ascii: Whether the user asked for ASCII; a stream that cannot encode box drawing gets it unasked.
    """
    if color == "auto":
        is_plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
        is_colour = stream.isatty() and not is_plain
    else:
        is_colour = color == "always"
    encoding = (getattr(stream, "encoding", None) or "ascii").lower()
    has_all_colours = os.environ.get("COLORTERM") in ("truecolor", "24bit")
    return TextStyle(is_colour, is_ascii or not encoding.startswith("utf"), has_all_colours)


def wants_progress(options: Namespace) -> bool:
    """Return whether a person watches the command, who would like to see its progress.

    Standard error has to be a terminal, and standard output no pipe, since the reader of the pipe may be a pager on the
    same terminal.  Commands that cannot take long have no option `--quiet`.
    """
    if options.quiet or options.json or os.environ.get("TERM") == "dumb":
        return False
    try:
        output = os.fstat(sys.stdout.fileno()).st_mode
    except (OSError, ValueError, AttributeError):
        return False
    return sys.stderr.isatty() and not S_ISFIFO(output) and not S_ISSOCK(output)


class ProgressLine(Protocol):
    """The line of the terminal that shows what is being done."""

    def note(self, what: str, done: int | None = None, total: int | None = None) -> None:
        """Say what is being done from now on, and how much of it is done."""

    def turn_to(self, subject: str) -> None:
        """Say which of several puzzles is worked on from now on."""


_line: ProgressLine | None = None


@contextmanager
def telling(line: ProgressLine) -> Iterator[None]:
    """Send the notes of what is being done to `line` within the block."""
    global _line
    before, _line = _line, line
    try:
        yield
    finally:
        _line = before


def reporter() -> Report | None:
    """Return the function that shows what is being done (`Budget.report`); None where no progress is shown."""
    return None if _line is None else _line.note


def note(what: str, done: int | None = None, total: int | None = None) -> None:
    """Show what is being done from now on, where progress is shown (`Budget.note`)."""
    if _line is not None:
        _line.note(what, done, total)


def turn_to(subject: str) -> None:
    """Show that `subject`, one of several puzzles, is worked on from now on, where progress is shown."""
    if _line is not None:
        _line.turn_to(subject)


def note_reading(path: str) -> None:
    """Show that the file `path` is being read; while a user types standard input, show nothing."""
    if _line is not None:
        note("" if path == "-" and sys.stdin.isatty() else f"reading {tidy(shown_name(path))}")


def terminal_width() -> int:
    """Return the columns of the terminal that standard output is, or `WIDTH` if it is none."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or WIDTH
    except (OSError, ValueError, AttributeError):
        return WIDTH


def message_line(text: str) -> Written:
    """Return the text as a line of standard error."""
    return "error", text + "\n"


def write_to_stream(written: Written) -> None:
    """Write to a standard stream of this process, immediately."""
    name, text = written
    if name == "out":
        sys.stdout.write(text)
        sys.stdout.flush()
    elif text:
        sys.stdout.flush()
        try:
            sys.stderr.write(text)
        except BrokenPipeError:
            raise
        except OSError as error:  # the disk is full, for example; the work goes on
            _unheard.append(error)


_unheard: Final[list[OSError]] = []


def check_heard() -> None:
    """Raise OSError if standard error has not taken something."""
    if _unheard:
        raise _unheard.pop()


def show(text: str) -> None:
    """Write the text to standard output, immediately."""
    write_to_stream(("out", text))


def say(text: str) -> None:
    """Write the text as a line of standard error, immediately."""
    write_to_stream(message_line(text))


def write_output(path: str, data: bytes | str) -> None:
    """Write `data` to the file `path`, whole or not at all; or to standard output if the path is "-"."""
    if path != "-":
        from satcross.base.writing import write_bytes, write_text

        write_bytes(path, data) if isinstance(data, bytes) else write_text(path, data)
    elif isinstance(data, bytes):
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    else:
        sys.stdout.write(data)


def write_lines(path: str, lines: Iterable[str]) -> None:
    """Write lines, each with its end, to the file `path`; or to standard output if the path is "-".

    A file is written whole or not at all.  Standard output gets each line as soon as it is there.
    """
    if path == "-":
        sys.stdout.writelines(lines)
        return
    from satcross.base.writing import replacing

    with replacing(path) as file:
        file.writelines(lines)


def report(error: SatcrossError) -> int:
    """Show `error` on standard error and return the exit status that it stands for."""
    say(error_text(error))
    return error.exit_status


FLAGS: Final = {"constructs": "--with", "is_simplified": "--simplify", "letters": "--fill-letters", "at": "--theme-at"}
"""The options whose names differ from the names of the library's fields."""


def flag_of(field: Field) -> str:
    """Return a field as people write it on the command line.

    >>> flag_of(Field("max_nodes")), flag_of(Field("alphabet", "A-Z"))
    ('--max-nodes', '--alphabet A-Z')
    """
    flag = FLAGS.get(field.name) or "--" + field.name.replace("_", "-")
    return f"{flag} {field.value}" if field.value else flag


def each_error(error: SatcrossError) -> tuple[SatcrossError, ...]:
    """Return the errors that `error` stands for: several, or itself."""
    return error.errors if isinstance(error, ManyErrors) else (error,)


def error_text(error: SatcrossError, style: TextStyle | None = None) -> str:
    """Return `error` as standard error shows it: on a terminal with the carets and the hint in colour.

    Args:
        style: None: as suits standard error.
    """
    if isinstance(error, ManyErrors):
        return "\n".join(error_text(each, style) for each in error.errors)
    text = render(error.with_names(flag_of), with_code=True)
    text = text if error.place else f"satcross: {text}"
    style = style_of(sys.stderr) if style is None else style
    return "\n".join(style.paint(line, _colour(line)) for line in text.split("\n"))


def _colour(line: str) -> str:
    if not line.startswith("    "):
        return STRONG
    is_carets = line.strip(" ^") == ""
    return WARNING if is_carets else FAINT if line.lstrip().startswith("hint: ") else ""
