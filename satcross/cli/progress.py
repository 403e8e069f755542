"""Progress on the terminal: what a command that takes long is doing, how far it is, and how long it has been at work.

In: notes of the stages (`Budget.note`) and of the commands (`terminal.note`).  Out: one line on standard error.  It
appears when nothing has been written for a second.  It disappears before anything else is written and at the end, so
it leaves no trace.

A thread draws the line, because a stage that takes long does nothing else.  A SAT solver lets no other thread run
during a slice of its work.  Then the line stands still, for some seconds if the formula has millions of clauses.

The thread must not disturb the work, nor wait for it too long:

- It blocks all signals.  A solver leaves its work by a jump in the handler of Ctrl-C, which has to run on the main
  thread.
- It is never in the middle of drawing when the process is forked.  The copy has no thread that would end the drawing.
- `threading` is imported here, by the main thread.  Before Python 3.13, the thread that imports it first passes for the
  main thread.
- Rich takes a tenth of a second to import, so it is imported for the first line only.  The main thread waits for that.
  Otherwise the import could go on only between slices, for a moment each time.
"""

from __future__ import annotations

import os
import signal
import sys
from _thread import interrupt_main
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from threading import Lock, Thread
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, TextIO

from satcross.cli.parser import Options
from satcross.cli.terminal import style_of
from satcross.pictures.text import TextStyle

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

PATIENCE: Final = 1.0  # seconds without output after which the line appears
TICK: Final = 0.1  # seconds between two pictures of the line
BAR: Final = 24  # columns of a bar
WIDE: Final = 60  # columns of a terminal that has room for a bar
PAUSE: Final = getattr(signal, "SIGURG", None)
"""A signal that nothing else uses.  It is never sent; its handler makes the main thread wait (`interrupt_main`)."""


@contextmanager
def shown_progress(options: Options) -> Iterator[None]:
    """Show progress within the block; `options.progress` takes the notes."""
    progress = Progress(_Line(sys.stderr, style_of(sys.stderr, getattr(options, "color", "auto"), _is_ascii(options))))
    with ExitStack() as streams:
        streams.enter_context(redirect_stderr(_Watched(sys.stderr, progress)))
        if sys.stdout.isatty():
            streams.enter_context(redirect_stdout(_Watched(sys.stdout, progress)))
        options.progress = progress
        progress.start()
        try:
            yield
        finally:
            progress.end()


def _is_ascii(options: Options) -> bool:
    return bool(getattr(options, "ascii", False))


class Progress:
    """What is being done, and the thread that shows it on `line`."""

    def __init__(self, line: _Line) -> None:
        self._line: Final = line
        self._lock: Final = Lock()  # held while the line is drawn or erased
        self._running: Final = Lock()  # held by the main thread until the end
        self._preparing: Final = Lock()  # held by the thread while it imports Rich
        self._is_over = False
        self._subject = ""
        self._doing: tuple[str, int | None, int | None] = ("working", None, None)
        self._started = self._written = monotonic()
        self._has_open_line = False

    def note(self, what: str, done: int | None = None, total: int | None = None) -> None:
        """Say what is being done from now on ("": nothing that should be shown), and how much of it is done."""
        self._doing = what, done, total

    def turn_to(self, subject: str) -> None:
        """Say which of several puzzles is worked on from now on."""
        self._subject = subject
        self._started = monotonic()

    def start(self) -> None:
        self._running.acquire()
        if PAUSE is not None:
            signal.signal(PAUSE, self._wait)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(
                before=self._lock.acquire, after_in_parent=self._lock.release, after_in_child=self._end_in_copy
            )
        thread = Thread(target=self._run, daemon=True)
        if not hasattr(signal, "pthread_sigmask"):
            thread.start()
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            thread.start()  # it inherits the blocked signals
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def make_way(self, *, leaves_open_line: bool = False) -> None:
        """Erase the line, because something else is going to be written; the next second without output starts now.

        leaves_open_line  whether what is going to be written does not end its last line
        """
        with self._lock:
            self._line.erase()
            self._written = monotonic()
            self._has_open_line = leaves_open_line

    def end(self) -> None:
        """Erase the line, and draw it no more."""
        with self._lock:
            self._is_over = True
            self._line.erase()
        self._running.release()

    def _end_in_copy(self) -> None:
        """Draw nothing in a process that has been forked off; the line is the parent's."""
        self._is_over = True
        self._line.forget()
        self._lock.release()

    def _run(self) -> None:
        while not self._running.acquire(timeout=TICK):
            with self._lock:
                what, done, total = self._doing
                now = monotonic()
                if self._is_over or not what or self._has_open_line or now - self._written < PATIENCE:
                    continue
                try:
                    if not self._line.is_prepared:
                        self._prepare()
                    what = f"{self._subject}: {what}" if self._subject else what
                    self._line.draw(what, done, total, now - self._started)
                except OSError:  # the terminal is gone
                    return

    def _prepare(self) -> None:
        with self._preparing:
            if PAUSE is not None:
                interrupt_main(PAUSE)
            self._line.prepare()

    def _wait(self, number: int, frame: FrameType | None) -> None:
        """Let the main thread wait until the line is prepared.

        Not longer than a second, in case the main thread is importing a module that Rich needs as well.
        """
        if self._preparing.acquire(timeout=1.0):
            self._preparing.release()


class _Line:
    """The last line of the terminal `stream`, drawn by Rich."""

    def __init__(self, stream: TextIO, style: TextStyle) -> None:
        self._stream: Final = stream
        self._style: Final = style
        self._console: Console | None = None
        self._spinner: Any = None
        self._is_drawn = False

    @property
    def is_prepared(self) -> bool:
        return self._console is not None

    def prepare(self) -> None:
        """Import Rich; afterwards the line can be drawn."""
        from rich.console import Console
        from rich.spinner import Spinner

        self._spinner = Spinner("line" if self._style.is_ascii else "dots")
        self._console = Console(file=self._stream, no_color=not self._style.is_colour, highlight=False)

    def draw(self, what: str, done: int | None, total: int | None, seconds: float) -> None:
        """Draw what is being done, how far it is, and for how long, in place of what the line said before."""
        from rich.segment import Segment, Segments

        assert self._console is not None
        console = self._console
        options = console.options
        if self._style.is_ascii:
            options.encoding = "ascii"
        shown = [
            segment for part in self._parts(what, done, total, seconds) for segment in console.render(part, options)
        ]
        with console:  # both are written at once
            self._clear(console)
            console.print(Segments(Segment.adjust_line_length(shown, console.width - 1, pad=False)), end="")
        self._is_drawn = True

    def erase(self) -> None:
        """Take the line off the terminal, if it is there."""
        if self._is_drawn and self._console is not None:
            self._is_drawn = False
            self._clear(self._console)

    def forget(self) -> None:
        """Let the line be another process's."""
        self._is_drawn = False

    @staticmethod
    def _clear(console: Console) -> None:
        from rich.control import Control
        from rich.segment import ControlType

        console.control(Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2)))

    def _parts(self, what: str, done: int | None, total: int | None, seconds: float) -> Iterator[RenderableType]:
        """Yield the parts of the line, from left to right; on a narrow terminal what is being done is cut first."""
        from rich.progress_bar import ProgressBar
        from rich.text import Text

        assert self._console is not None
        far = "" if done is None else f": {done:,}" if total is None else f" {done:,} of {total:,}"
        end = f"{far} {_clock(seconds)}"
        has_bar = done is not None and total is not None and self._console.width >= WIDE
        left = self._console.width - 3 - len(end) - (BAR + 1 if has_bar else 0)
        text = Text(what)
        text.truncate(max(0, left), overflow="crop" if self._style.is_ascii else "ellipsis")
        yield Text.assemble(self._spinner.render(monotonic()), " ", text, end=" " if has_bar else "")
        if has_bar:
            yield ProgressBar(total, done or 0, width=BAR)
        yield Text(end, end="")


def _clock(seconds: float) -> str:
    """Return a time as minutes and seconds, with hours where there are any.

    >>> _clock(7.9), _clock(83), _clock(3_601)
    ('0:07', '1:23', '1:00:01')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class _Watched:
    """A standard stream; what is written to it appears where the line of `progress` was."""

    def __init__(self, stream: TextIO, progress: Progress) -> None:
        self._stream: Final = stream
        self._progress: Final = progress

    def write(self, text: str) -> int:
        if text:
            self._progress.make_way(leaves_open_line=not text.endswith("\n"))
        return self._stream.write(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        self._stream.flush()

    @property
    def buffer(self) -> Any:
        self._progress.make_way()
        return self._stream.buffer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
