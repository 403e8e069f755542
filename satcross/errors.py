"""Errors as values: everything a user can do wrong, each with a code, a place, and the text that is at fault.

The library raises these errors and never prints.  `render` turns one into the text that people read.  A *span* is
half-open and counts code points from 0; people are shown lines and columns from 1.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from os.path import basename
from typing import Any, Final, Literal, NamedTuple, Self, TypeAlias, TypeVar


class Span(NamedTuple):
    """A half-open range `[start, end)` of code points in a text."""

    start: int
    end: int


ErrorCode: TypeAlias = Literal[
    "error",
    "many",
    # Regexes
    "regex-class",
    "regex-conditional",
    "regex-dialect",
    "regex-escape",
    "regex-flags",
    "regex-irreversible",
    "regex-length",
    "regex-letter",
    "regex-lookbehind",
    "regex-name",
    "regex-nesting",
    "regex-parenthesis",
    "regex-quantifier",
    "regex-reference",
    "regex-syntax",
    "regex-unsupported",
    # Puzzles and files
    "address",
    "cell-name",
    "no-such-cell",
    "alphabet",
    "alphabet-empty",
    "binary",
    "empty",
    "encoding",
    "unreadable",
    "clue-count",
    "color",
    "no-cells",
    "shape",
    "size",
    "dialect",
    "flags",
    "duplicate-cell",
    "duplicate-line",
    "given-twice",
    "letter-not-in-alphabet",
    "letter",
    "format",
    "inexpressible",
    "link",
    "json-key",
    "json-syntax",
    "toml-syntax",
    "trux-syntax",
    "ipuz",
    "missing-key",
    "unknown-key",
    "schema",
    "type",
    "outside",
    "puzzle",
    "puzzle-choice",
    "solution-shape",
    # Options, limits, what is missing
    "limit",
    "worker",
    "cluster",
    "results",
    "missing",
    "missing-extra",
    "missing-words",
    "option-alphabet",
    "option",
    "option-encoding",
    "option-number",
    "option-solver",
    "option-timeout",
    "option-together",
    "font",
    "page",
    "picture-format",
    "pixels",
    "exists",
    "write",
    # Answers, proofs, half-filled grids
    "answer",
    "foreign-formula",
    "counter",
    "grid-letter",
    "grid-shape",
    "grid-contradiction",
    "internal",
    "proof",
    "wrong-answer",
    # Word crosswords
    "required-word",
    "slot",
    "slot-too-long",
    "template",
    "template-foreign",
    "template-full",
    "template-ragged",
    "word-list",
]
"""The codes of errors, for programs: `error.code == "regex-class"`.  docs/errors.md explains each."""

Converted = TypeVar("Converted", bound="SatcrossError")


class ClueName(str):
    """The name of a clue of a line in the place of an error; `number` counts from 1.

    >>> ClueName(2), ClueName(2).number
    ('clue 2', 2)
    """

    __slots__ = ("number",)

    number: int

    def __new__(cls, number: int) -> Self:
        name = super().__new__(cls, f"clue {number}")
        name.number = number
        return name

    def __getnewargs__(self) -> tuple[int]:  # type: ignore[override] # those of this class, not of str
        return (self.number,)


class Field(NamedTuple):
    """A field of a request that an error speaks of: in Python a parameter, on the command line an option.

    Attributes:
        value: What to write there, for instance; "" if that does not matter.

    >>> str(Field("max_nodes")), str(Field("alphabet", "A-Z"))
    ('max_nodes', 'alphabet=A-Z')
    """

    name: str
    value: str = ""

    def __str__(self) -> str:
        return f"{self.name}={self.value}" if self.value else self.name


class FieldText(str):
    """A text that names fields: as Python does, until `with_names` says them in another way.  `naming` makes it."""

    __slots__ = ("_parts", "_template")

    _template: str
    _parts: tuple[str | Field, ...]

    def __new__(cls, template: str, parts: Sequence[str | Field]) -> Self:
        text = super().__new__(cls, template.format(*map(str, parts)))
        text._template = template
        text._parts = tuple(parts)
        return text

    def __getnewargs__(self) -> tuple[str, tuple[str | Field, ...]]:  # type: ignore[override] # not those of str
        return self._template, self._parts

    def with_names(self, name_of: Callable[[Field], str]) -> str:
        """Return the text with what `name_of` returns for each field."""
        return self._template.format(
            *[name_of(part) if isinstance(part, Field) else with_names(part, name_of) for part in self._parts]
        )


def naming(template: str, *parts: str | Field) -> FieldText:
    """Return a text in which a field, or another text, is in place of each `{}` of `template`.

    >>> text = naming("raise the limit with {}, or simplify the clue", Field("max_nodes"))
    >>> text, text.with_names(lambda field: f"/{field.name}")
    ('raise the limit with max_nodes, or simplify the clue', 'raise the limit with /max_nodes, or simplify the clue')
    """
    return FieldText(template, parts)


def with_names(text: str, name_of: Callable[[Field], str]) -> str:
    """Return `text` with what `name_of` returns for each field that it names."""
    return text.with_names(name_of) if isinstance(text, FieldText) else text


def fields_in(text: str | None) -> Iterator[Field]:
    """Yield the fields that `text` names, if `naming` has made it.

    >>> [field.name for field in fields_in(naming("raise the limit with {}", Field("max_nodes")))]
    ['max_nodes']
    """
    for part in text._parts if isinstance(text, FieldText) else ():
        if isinstance(part, Field):
            yield part
        else:
            yield from fields_in(part)


class SatcrossError(Exception):
    """A request that satcross cannot carry out.

    Args:
        code: What went wrong, for programs; each class has a default.
        message: What went wrong, for people: one sentence without a full stop.
        place: Where it went wrong: file, line, clue, the most general first; empty if there is only the text itself.
        text: The text at fault, or None; `span` is the part of it that is at fault.
        hint: What to do or write instead, or None.

    The message and the hint may name fields (`naming`), which `with_names` says in another way.
    `at` and `replace` return new errors.  `str(error)` is the place and the message.
    """

    code: ErrorCode = "error"

    def __init__(
        self,
        message: str,
        *,
        place: Sequence[str] = (),
        text: str | None = None,
        span: Span | None = None,
        hint: str | None = None,
        code: ErrorCode | None = None,
    ) -> None:
        super().__init__(message)
        self.message: Final = message
        self.place: Final = tuple(place)
        self.text: Final = text
        self.span: Final = span
        self.hint: Final = hint
        self.code = self.code if code is None else code

    @property
    def exit_status(self) -> int:
        """The exit status of a command that ends with this error: 3 if the answer is unknown, 2 for bad input."""
        return 3 if self.code in ("limit", "worker") else 2

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (type(self), self.args, self.__dict__)

    def __str__(self) -> str:
        return headline(self)

    def at(self, *place: str) -> Self:
        """Return this error with `place` added in front of its place."""
        return self.replace(place=place + self.place)

    def replace(
        self,
        *,
        message: str | None = None,
        place: Sequence[str] | None = None,
        hint: str | None = None,
        code: ErrorCode | None = None,
    ) -> Self:
        """Return this error with the values that are given; its class, text and span remain."""
        changes: dict[str, Any] = {
            "message": message,
            "place": None if place is None else tuple(place),
            "hint": hint,
            "code": code,
        }
        changes = {name: value for name, value in changes.items() if value is not None}
        args = self.args if message is None else (message,)
        return _remake(type(self), args, {**self.__dict__, **changes}).with_traceback(self.__traceback__)

    def with_names(self, name_of: Callable[[Field], str]) -> Self:
        """Return this error with what `name_of` returns for each field that its message or its hint names."""
        message = with_names(self.message, name_of)
        changes = {"message": message, "hint": self.hint and with_names(self.hint, name_of)}
        return _remake(type(self), (message,), {**self.__dict__, **changes}).with_traceback(self.__traceback__)

    def convert(self, kind: Callable[..., Converted]) -> Converted:
        """Return an error of the class `kind` that says the same, with the same code."""
        error = kind(self.message, place=self.place, text=self.text, span=self.span, hint=self.hint, code=self.code)
        return error.with_traceback(self.__traceback__)


def _remake(kind: type[Converted], args: tuple[Any, ...], attributes: dict[str, Any]) -> Converted:
    error = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error


class RegexError(SatcrossError):
    """A clue that its dialect rejects, or that satcross does not support (the code is then `regex-unsupported`)."""

    code: ErrorCode = "regex-syntax"


class PuzzleError(SatcrossError):
    """A puzzle, or a file that should contain one, with a mistake."""

    code: ErrorCode = "puzzle"


class OptionError(SatcrossError):
    """An option or an argument with a mistake."""

    code: ErrorCode = "option"


def wrong_type(place: str, value: object, expected: str, hint: str | None = None) -> OptionError:
    """Return the error for an argument of a wrong type; `place` is its name, and `expected` what it must be."""
    shown = repr(value)
    shown = shown if len(shown) <= 40 else f"{shown[:40]}..."
    return OptionError(f"this must be {expected}, not {shown}", place=[place], code="type", hint=hint)


class LimitError(SatcrossError):
    """A request that needs more than the budget allows; it is raised before more is used."""

    code: ErrorCode = "limit"


class MissingError(SatcrossError):
    """A program, a file or an optional package that does not exist."""

    code: ErrorCode = "missing"


class InternalError(SatcrossError):
    """A defect in satcross: an exception that nothing expects, or an answer that the verifier rejects."""

    code: ErrorCode = "internal"


DEFECT: Final = "this is a defect in satcross; please report the puzzle"


SHORTAGES: Final = ("failed to map segment", "annot allocate memory", "can't start new thread")
"""What errors say that come from a lack of memory: of the loader of libraries, the system, and Python's threads."""


def unexpected(error: Exception) -> SatcrossError:
    """Return the error that stands for an exception which is not one of satcross: a defect, or a lack of memory.

    Under `python -X dev` the exception itself is raised, with its traceback.
    """
    if isinstance(error, MemoryError) or any(words in str(error) for words in SHORTAGES):
        return LimitError("out of memory")
    if sys.flags.dev_mode:
        raise error
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    where = "" if frame is None else f" ({basename(frame.tb_frame.f_code.co_filename)}, line {frame.tb_lineno})"
    return InternalError(f"internal error: {type(error).__name__}: {error}{where}", hint=DEFECT)


class ManyErrors(SatcrossError):  # noqa: N818 - several
    """Several errors in one input, so that a person can correct all of them together."""

    code: ErrorCode = "many"

    def __init__(self, errors: Sequence[SatcrossError]) -> None:
        super().__init__("; ".join(error.message for error in errors))
        self.errors: Final = tuple(errors)

    def at(self, *place: str) -> Self:
        return self.each(lambda error: error.at(*place))

    def with_names(self, name_of: Callable[[Field], str]) -> Self:
        return self.each(lambda error: error.with_names(name_of))

    def each(self, change: Callable[[SatcrossError], SatcrossError]) -> Self:
        """Return these errors after `change` has been applied to each of them."""
        changed = type(self)([change(error) for error in self.errors])
        return changed.with_traceback(self.__traceback__)


class TimeUp(Exception):  # noqa: N818 - not an error: the third answer
    """The time limit has been reached; the code that set the limit turns this into the answer "unknown"."""

    def __str__(self) -> str:
        return super().__str__() or "the time is up"


class TooManyStates(Exception):  # noqa: N818 - not an error: another method takes over
    """An automaton has more states than are allowed, when letters are read one after another."""


LIKENESS: Final = 0.65  # of two words, from 0 to 1 (difflib's ratio), from which one may be meant for the other


def most_similar(word: str, known: Iterable[str]) -> str | None:
    """Return the word of `known` that is most similar to `word`, or None if none is."""
    from difflib import get_close_matches

    written = {each.lstrip("-"): each for each in known}  # that two options begin with hyphens does not make them alike
    close = get_close_matches(word.lstrip("-"), list(written), n=1, cutoff=LIKENESS)
    return written[close[0]] if close else None


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return a hint that suggests the most similar word of `known`, or None if no word is similar.

    >>> did_you_mean("colums", ["rows", "columns"])
    'did you mean columns?'
    """
    similar = most_similar(word, known)
    return None if similar is None else f"did you mean {similar}?"


LONGEST = 400  # code points that are shown of a message, a place or a hint, since these may quote a file
WINDOW = 60  # code points of a long line that are shown on each side of the span


def render(error: SatcrossError, *, with_code: bool = False) -> str:
    """Return `error` as people read it: the place and the message, the text with carets, the hint.

    Args:
        with_code: Whether the message ends with the code in brackets, as on the terminal.

    >>> print(render(RegexError("lookbehind is not supported", place=["row 3"], text="(?<=A)B", span=Span(0, 4))))
    row 3: lookbehind is not supported
        (?<=A)B
        ^^^^
    """
    if isinstance(error, ManyErrors):
        return "\n".join(render(each, with_code=with_code) for each in error.errors)
    code = error.code if with_code else ""
    return describe(error.message, place=error.place, text=error.text, span=error.span, hint=error.hint, code=code)


def describe(
    message: str,
    *,
    place: Sequence[str] = (),
    text: str | None = None,
    span: Span | None = None,
    hint: str | None = None,
    code: str = "",
) -> str:
    """Return the lines that `render` returns for an error with these values; warnings and findings look the same."""
    lines = [": ".join(filter(None, [", ".join(map(tidy, place)), tidy(message)])) + (f" [{code}]" if code else "")]
    if text is not None and span is not None:
        lines += underline(text, span)
    if hint is not None:
        lines.append(f"    hint: {tidy(hint)}")
    return "\n".join(lines)


def headline(error: SatcrossError) -> str:
    """Return the place and the message of `error` in one line; of several errors, a line for each.

    >>> headline(RegexError("lookbehind is not supported", place=["row 3", "clue 1"]))
    'row 3, clue 1: lookbehind is not supported'
    """
    if isinstance(error, ManyErrors):
        return "\n".join(map(headline, error.errors))
    return describe(error.message, place=error.place)


def underline(text: str, span: Span) -> list[str]:
    """Return the line of `text` in which `span` starts, and carets under the span, indented; a long line is cut."""
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
    shown += printable(text[start:end]) + ("..." if end < line_end else "")
    return ["    " + shown, "    " + " " * column + "^" * carets]


def tidy(text: str) -> str:
    r"""Return `text` in a form that fits on a line: unprintable letters escaped, the middle of a long text left out.

    >>> tidy("a\x1b[2J"), len(tidy("A" * 10**6))
    ('a\\x1b[2J', 405)
    """
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"
    return printable(text)


def printable(text: str) -> str:
    r"""Return `text` with unprintable letters escaped, so that it cannot control a terminal and can be in XML.

    >>> printable("A\tB C")
    'A\\x09B C'
    """
    return text if text.isprintable() else "".join(map(_printable_letter, text))


def _printable_letter(letter: str) -> str:
    return letter if letter.isprintable() else f"\\x{ord(letter):02x}" if ord(letter) < 256 else f"\\u{ord(letter):04x}"


def width_of(text: str) -> int:
    """Return how many columns of a terminal `text` takes after its letters have been escaped."""
    if text.isascii() and text.isprintable():
        return len(text)
    from unicodedata import combining, east_asian_width

    width = 0
    for letter in text:
        seen = _printable_letter(letter)
        wide = len(seen) == 1 and east_asian_width(seen) in "WF"
        width += 0 if combining(letter) else len(seen) + wide
    return width
