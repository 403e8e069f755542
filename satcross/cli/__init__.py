"""The command line: arguments in; results on standard output, messages on standard error, an exit status out.

To keep start-up short, nothing is imported before it is needed: the version and the list of commands need no parser at
all, and only the module of the command that is asked for is imported (`registry.py`).  The module of `check` offers

    make_check_parser()       returns the parser of its arguments (see `parser.command_parser`)
    run_check(options)        does it, and returns its answer, or the exit status if a sink has written all answers

and so do the modules of the other commands.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from errno import EBADF
from typing import TextIO

from satcross import __version__
from satcross.cli.commands import COMMANDS, help_text
from satcross.cli.signals import BROKEN_PIPE, INTERRUPTED, MISUSE, UNKNOWN, YES, Termination, end_at_signals


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line `argv` (without the program's name; default: this process's) and return the exit status."""
    if argv is not None:
        return _ended(list(argv), is_own_process=False)
    end_at_signals()
    _collect_rarely()
    _open_closed_streams()
    try:
        status = _ended(sys.argv[1:], is_own_process=True)
        end_at_signals()
    except (KeyboardInterrupt, Termination) as late:  # there is nothing left to tidy up
        end_at_signals()
        return late.status if isinstance(late, Termination) else INTERRUPTED
    return status


def _ended(arguments: list[str], *, is_own_process: bool) -> int:
    """Run the command line, say why if it ends early, and return the exit status."""
    try:
        arguments = _prepared(arguments)
        status = _answer_at_once(arguments)
        if status is None:
            from satcross.cli.registry import run

            status = run(arguments, is_own_process=is_own_process)
            from satcross.cli.terminal import check_heard

            check_heard()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)
    except Termination as termination:
        return _complain("interrupted", termination.status)
    except BrokenPipeError:
        _flush(sys.stdout)
        _flush(sys.stderr)
        return BROKEN_PIPE
    except OSError as error:
        return _complain(_reason(error), MISUSE)
    except Exception as error:
        from satcross.errors import unexpected

        defect = unexpected(error)
        return _complain(": ".join(filter(None, [defect.message, defect.hint])), defect.exit_status)
    return _complain("out of time", UNKNOWN) if status is None else status


def _prepared(arguments: list[str]) -> list[str]:
    """Return the command line with `COMMAND --help` for `help COMMAND`, and let the streams write every character."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a letter that the terminal's encoding lacks is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    is_about_command = arguments[:1] == ["help"] and (len(arguments) == 1 or arguments[1] in COMMANDS)
    return [*arguments[1:2], "--help"] if is_about_command else arguments


def _explain(topic: str) -> int:
    """Print what the code `topic` of an error or a finding means, and return the exit status."""
    from satcross.cli.codes import codes, explanation

    code = topic.strip("[]")
    text = explanation(code)
    if text is None:
        from satcross.cli.terminal import report
        from satcross.errors import OptionError, did_you_mean

        hint = (
            did_you_mean(code, [*codes(), *COMMANDS])
            or "satcross help lists the commands, and docs/errors.md the codes"
        )
        return report(OptionError(f"there is no command and no code {topic!r}", hint=hint))
    print(text, end="")
    return YES


def _answer_at_once(arguments: list[str]) -> int | None:
    """Answer what needs no command, and return the exit status; None if there is a command to run."""
    if not arguments:
        print(help_text(), end="", file=sys.stderr)
        return MISUSE
    if arguments[0] == "help":
        return _explain(arguments[1])
    if arguments[0] in ("--version", "-V"):
        print(f"satcross {__version__}")
        return YES
    if arguments[0] in ("--help", "-h", "-help"):
        print(help_text(), end="")
        return YES
    return None


def _collect_rarely() -> None:
    """Let Python look for unreachable objects less often, and not at all when the process ends.

    Nearly nothing that satcross makes is in a cycle, so these searches free little.  Without them `satcross solve`
    takes an eighth less time on a small puzzle.  Only our own process may be changed like this.
    """
    gc.set_threshold(50_000, 20, 20)
    atexit.register(gc.freeze)


def _complain(reason: str, status: int) -> int:
    """Write the rest of the output, then why there is no more, if the streams take it; return `status`."""
    _flush(sys.stdout)
    with suppress(OSError):
        print(f"satcross: {reason}", file=sys.stderr)
    _flush(sys.stderr)
    return status


def _reason(error: OSError) -> str:
    """Return what the system has refused, and where, in words."""
    if error.errno == EBADF:
        return "standard output is closed"
    with suppress(OSError):
        os.getcwd()
        reason = error.strerror or str(error)
        return f"{'standard output' if error.filename is None else error.filename}: {reason}"
    return "the working folder does not exist any more; change to another one"


def _flush(stream: TextIO) -> None:
    """Write what `stream` still holds, or else discard it: the interpreter would fail at it again on its way out."""
    try:
        stream.flush()
    except OSError:
        _discard(stream)


def _discard(stream: TextIO) -> None:
    """Let nothing more be written to the file of `stream`."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
    except (OSError, ValueError, AttributeError):  # the stream is no file, or closed
        pass


def _open_closed_streams() -> None:
    """Open the standard streams that the parent has closed, or the next file opened would take their place.

    Whatever is written to standard output must not be lost silently, so writing to this one fails.  What is said
    on standard error, its user has chosen not to hear.
    """
    for name, mode, access in (("stdin", "r", os.O_RDONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY)):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, access), mode, encoding="utf-8"))
