"""Commands run on a terminal of their own, and what a person sees of them."""

import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.processes import MOST_PATIENCE, bound

PROGRAM = [sys.executable, "-m", "satcross"]
COLUMNS = 200


class Seen(NamedTuple):
    """What a command wrote on its terminal, in the order of time, and its exit status."""

    written: str
    status: int

    @property
    def screen(self) -> str:
        """What is left on the screen at the end, without colours."""
        return screen(self.written)


def screen(written: str) -> str:
    r"""Return what a terminal shows after `written`, as far as satcross uses it.

    >>> screen("count: 1\r\x1b[2Kcount: 2\r\x1b[2K\x1b[1mdone\x1b[0m\r\n")
    'done\n'
    """
    lines, column = [""], 0
    for piece in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|[\r\n]|[^\x1b\r\n]+", written):
        if piece == "\n":
            lines.append("")
            column = 0
        elif piece == "\r":
            column = 0
        elif piece == "\x1b[2K":
            lines[-1] = ""
        elif piece == "\x1b[1A":
            assert not lines.pop(), "what is below the cursor is lost here"
        elif piece in ("\x1b[?25l", "\x1b[?25h"):
            continue  # the cursor is hidden, or shown
        elif piece.startswith("\x1b"):
            assert piece.endswith("m"), f"neither a colour nor a known control sequence: {piece!r}"
        else:
            lines[-1] = lines[-1][:column].ljust(column) + piece + lines[-1][column + len(piece) :]
            column += len(piece)
    return "\n".join(lines)


def on_terminal(
    *arguments: str,
    program: Sequence[str] = PROGRAM,
    output: Path | None = None,
    act: Callable[[int, str], bool] = lambda terminal, written: True,
    columns: int = COLUMNS,
    **environment: str,
) -> Seen:
    """Run a command on a terminal of its own, with all its standard streams, and wait for its end.

    output  a file that standard output goes to instead
    act     is called with the terminal and what has been written on it, again and again until it returns True
    """
    import pty
    import select
    import termios

    process, terminal = pty.fork()
    if not process:
        termios.tcsetwinsize(0, (24, columns))
        if output is not None:
            os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT), 1)
        inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        os.execvpe(program[0], [*program, *arguments], {**inherited, "TERM": "xterm", **environment})
    bound(process)
    written = b""
    has_acted = False
    until = time.monotonic() + MOST_PATIENCE
    try:
        while time.monotonic() < until:
            if select.select([terminal], [], [], 0.02)[0]:
                try:
                    written += os.read(terminal, 65536)
                except OSError:  # the command has ended
                    break
            has_acted = has_acted or act(terminal, written.decode(errors="replace"))
        else:
            os.kill(process, 9)
    finally:
        os.close(terminal)
        status = os.waitpid(process, 0)[1]
    return Seen(written.decode().replace("\r\n", "\n"), os.waitstatus_to_exitcode(status))
