"""What can go wrong, as values: every error a user can cause, with the place and the text it is about.

The library raises these and never prints; `render` turns one into the text that people read.  A *span* is
half-open, in code points from 0; people are shown lines and columns from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range `[start, end)` of code points in a text."""

    start: int
    end: int


class SatcrossError(Exception):
    """A request that cannot be served as it stands.

    code     a stable name such as `regex-unsupported`, for programs
    message  one sentence without a full stop, for people
    place    where: file, line, clue, most general first; empty when there is only the text itself
    text     the text at fault, or None; `span` marks the part at fault in it
    hint     what to write instead, or None
    """

    code = "error"

    def __init__(
        self,
        message: str,
        *,
        place: Sequence[str] = (),
        text: str | None = None,
        span: Span | None = None,
        hint: str | None = None,
        code: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.place = tuple(place)
        self.text = text
        self.span = span
        self.hint = hint
        if code is not None:
            self.code = code

    def at(self, *place: str) -> SatcrossError:
        """Return this error with `place` put before the place it already names."""
        self.place = place + self.place
        return self


class RegexError(SatcrossError):
    """A clue that its dialect rejects, or that satcross does not read (`code` is `regex-unsupported`)."""

    code = "regex-syntax"


class PuzzleError(SatcrossError):
    """A puzzle, or a file that holds one, that makes no sense."""

    code = "puzzle"


class OptionError(SatcrossError):
    """An option or an argument that makes no sense."""

    code = "option"


class LimitError(SatcrossError):
    """Something that would need more than the budget allows; raised before it is taken."""

    code = "limit"


class MissingError(SatcrossError):
    """A program, file or optional package that is not there."""

    code = "missing"


class ManyErrors(SatcrossError):  # noqa: N818 - several
    """Several errors of one input, so that a person can mend them all in one go."""

    code = "many"

    def __init__(self, errors: Sequence[SatcrossError]) -> None:
        super().__init__("; ".join(error.message for error in errors))
        self.errors = tuple(errors)

    def at(self, *place: str) -> ManyErrors:
        for error in self.errors:
            error.at(*place)
        return self


class TimeUp(Exception):  # noqa: N818 - not an error: the third answer
    """The time allowed has run out; whoever set the limit turns this into the answer "unknown"."""


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return the hint that asks for the one of `known` that is most like `word`, or None if nothing is.

    >>> did_you_mean("colums", ["rows", "columns"])
    'did you mean columns?'
    """
    from difflib import get_close_matches

    close = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"did you mean {close[0]}?" if close else None


LONGEST = 400  # code points shown of a message, a place or a hint, which may repeat what a file says
WINDOW = 60  # code points of a long line shown on either side of the span


def render(error: SatcrossError) -> str:
    """Return `error` as the lines a person reads: place and message, the text with carets, the hint.

    >>> print(render(RegexError("look-behind is not supported", place=["row 3"], text="(?<=A)B", span=Span(0, 4))))
    row 3: look-behind is not supported
        (?<=A)B
        ^^^^
    """
    if isinstance(error, ManyErrors):
        return "\n".join(render(each) for each in error.errors)
    lines = [": ".join(filter(None, [", ".join(map(tidy, error.place)), tidy(error.message)]))]
    if error.text is not None and error.span is not None:
        lines += _underline(error.text, error.span)
    if error.hint is not None:
        lines.append(f"    hint: {tidy(error.hint)}")
    return "\n".join(lines)


def _underline(text: str, span: Span) -> list[str]:
    """Return the line of `text` that `span` starts in, and carets under the span; long lines are cut."""
    line_start = text.rfind("\n", 0, span.start) + 1
    line_end = text.find("\n", span.start)
    line_end = len(text) if line_end < 0 else line_end
    if line_start == line_end:
        return []
    start = max(line_start, span.start - WINDOW)
    end = min(line_end, span.start + WINDOW)
    shown, column = "", 0
    if start > line_start:
        shown, column = "...", 3
    column += width_of(text[start : span.start])
    carets = max(1, width_of(text[span.start : min(max(span.end, span.start + 1), end)]))
    shown += "".join(visible(letter) for letter in text[start:end]) + ("..." if end < line_end else "")
    return ["    " + shown, "    " + " " * column + "^" * carets]


def tidy(text: str) -> str:
    r"""Return `text` as it can stand in a line: unprintable letters as escapes, the middle of a very long one left out.

    >>> tidy("a\x1b[2J"), len(tidy("A" * 10**6))
    ('a\\x1b[2J', 405)
    """
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"
    return printable(text)


def printable(text: str) -> str:
    """Return `text` with every letter that cannot be printed as its escape: nothing in it steers a terminal."""
    return text if text.isprintable() else "".join(map(visible, text))


def visible(letter: str) -> str:
    """Return `letter` if it can be printed, else its escape."""
    return letter if letter.isprintable() else f"\\x{ord(letter):02x}" if ord(letter) < 256 else f"\\u{ord(letter):04x}"


def width_of(text: str) -> int:
    """Return how many terminal columns `text` takes as `visible` shows it."""
    if text.isascii() and text.isprintable():
        return len(text)
    from unicodedata import combining, east_asian_width

    width = 0
    for letter in text:
        seen = visible(letter)
        wide = len(seen) == 1 and east_asian_width(seen) in "WF"
        width += 0 if combining(letter) else len(seen) + wide
    return width
