"""The messages between the studio and an editor: its own page, or any other program.

Every message is a JSON object with the key `type`.  The classes here, and those of the answers in
`satcross.studio.answers`, are the only definition of what it holds: the server checks what it receives against them,
and docs/studio.schema.json is made from them.  satcross/studio/protocol.md shows an example of each.

An editor sends the whole document with `edit`, under a *revision*, which is a number that grows.  The server answers
with what it knows of that revision, as soon as it knows it: `layout`, `parse`, `verdict` and so on.  A newer revision
cancels what is still open of the older one.  Everything else that an editor asks is a *question* with an `id`, about
the revision that was sent last.  Every answer names the revision that it belongs to, and the `id` if it has one.

Places in the document: `line` is an index into `layout.lines`; `clue` is an index into the line's list of clues as the
document has it, empty ones included (0 if it is no list); `cell` is an index into `layout.cells`.  `start` and `end`
are a half-open range of code points of the clue.  Numbers of solutions are strings of digits, because they can be
larger than the numbers of JavaScript.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from types import NoneType, UnionType
from typing import (
    Any,
    Final,
    Literal,
    NotRequired,
    TypeAlias,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from satcross.puzzle.kinds import Kind

PROTOCOL: Final = 1
"""The version of these messages; a client must not go on if `hello.protocol` is another one."""

Topic: TypeAlias = Literal["layout", "parse", "verdict", "lint", "steps", "words"]
"""What an editor wants to know of each revision; it is found out in this order."""

Format: TypeAlias = Literal[
    "svg", "pdf", "png", "html", "toml", "json", "regexcrossword", "trux", "board",
    "grid", "xd", "ipuz", "puz", "link", "proof",
]  # fmt: skip


class Crossword(TypedDict):
    """What a word crossword has besides its letters, title, author and notes.

    Attributes:
        clues: What people read as the clue of a slot, by its first cell and its direction ("2,3 down").
        copyright: Who may do what with it.
        ipuz: The text of the `.ipuz` file that it comes from; what else is in there is kept.
        puz: The content of the `.puz` file that it comes from, in base64.
    """

    clues: NotRequired[dict[str, str]]
    copyright: NotRequired[str]
    ipuz: NotRequired[str]
    puz: NotRequired[str]


class Document(TypedDict):
    """What an author makes: the unit of undo and autosave.

    Attributes:
        puzzle: The puzzle as docs/puzzle.schema.json describes it; its clues need not be regexes yet.
        letters: The author's own letters, by the address of the cell ("2,3", or its name): the solution that is wanted,
            as far as the author has decided it; not given to the player.
        mode: "regex", or "words" for a crossword whose rows and columns are words.
        crossword: What such a crossword has besides.
    """

    puzzle: dict[str, Any]
    letters: NotRequired[dict[str, str]]
    mode: NotRequired[Literal["regex", "words"]]
    crossword: NotRequired[Crossword]


class RevisionPart(TypedDict):
    """The key of messages about a revision of the document."""

    revision: int


class QuestionPart(RevisionPart):
    """The keys of questions about a revision, and of their answers."""

    id: str


class SpanPart(TypedDict):
    """The keys that name a part of a clue, where it is known."""

    start: NotRequired[int]
    end: NotRequired[int]


class PlacePart(SpanPart):
    """The keys that name a clue, where it is known."""

    line: NotRequired[int]
    clue: NotRequired[int]


# The messages of an editor to the studio.


class EditMessage(RevisionPart):
    """The document as it is now; everything that is wanted of it is found out and sent.

    Attributes:
        want: [] to find out nothing; without it, everything but "steps" and "words".
    """

    type: Literal["edit"]
    document: Document
    want: NotRequired[list[Topic]]


class CancelMessage(TypedDict):
    """Stop working on the question `id`; without `id`, on everything."""

    type: Literal["cancel"]
    id: NotRequired[str]


class ShowMessage(QuestionPart):
    """Ask for a whole solution that has `letter` in `cell`; answered by `shown`."""

    type: Literal["show"]
    cell: int
    letter: str


class MendMessage(QuestionPart):
    """Ask for changes of clues, the cheapest first; answered by `proposal`s, the last of which is followed by `done`.

    Attributes:
        how: "repair" makes the wanted solution the only one; "loosen" and "vary" replace one clue by another that
            accepts more, or by any other, so that the solution stays the only one.
        cell: For "repair": the wanted solution has `letter` there, and agrees with the author's letters as far as it
            can; the first proposals change one clue and only make this letter certain, so that others may still vary.
        line: The line of the clue, for "loosen" and "vary".
        clue: The number of the clue, for "loosen" and "vary".
        most: How many proposals are wanted, 5 if it is missing.
    """

    type: Literal["mend"]
    how: Literal["repair", "loosen", "vary"]
    cell: NotRequired[int]
    letter: NotRequired[str]
    line: NotRequired[int]
    clue: NotRequired[int]
    most: NotRequired[int]


class CompleteMessage(QuestionPart):
    """Ask for clues for all lines without one, so that there is one solution; answered by a `proposal` and `done`.

    The author's letters are kept, and other cells get letters as the clues allow.  Equal seeds give equal puzzles.
    """

    type: Literal["complete"]
    seed: NotRequired[int]
    difficulty: NotRequired[Literal["", "gentle", "moderate", "hard", "fiendish"]]


class FillMessage(QuestionPart):
    """Ask for words for the rest of a word crossword; answered by a `proposal` and `done`.

    Equal seeds give equal words.
    """

    type: Literal["fill"]
    seed: NotRequired[int]


class GridOf(TypedDict):
    """A shape that a document can get.

    Attributes:
        kind: "rectangle" with `rows`, `columns`, `holes` and `bars`; "hexagon" with three neighbouring `sides` (top,
            upper right, lower right) and `holes`; "triangle" with `side` and `holes`; "lines" with `lines`.
        bars: Pairs of neighbouring cells with a bar between them: the lines end there.
        lines: The cells of each free line, by name.
    """

    kind: Kind
    rows: NotRequired[int]
    columns: NotRequired[int]
    sides: NotRequired[list[int]]
    side: NotRequired[int]
    holes: NotRequired[list[str]]
    bars: NotRequired[list[tuple[str, str]]]
    lines: NotRequired[list[NamedCells]]


class NamedCells(TypedDict):
    """A free line: its name, and the names of its cells in reading order."""

    name: str
    cells: list[str]


class ReshapeMessage(QuestionPart):
    """Ask for the document in another shape; answered by `documents` with one document.

    Clues stay on the lines, and letters in the cells, that the new shape still has.
    """

    type: Literal["reshape"]
    shape: GridOf


class ImportMessage(TypedDict):
    """Ask for the documents in a text or a file of any format that satcross reads; answered by `documents`.

    Attributes:
        text: What an author has pasted.
        data: The content of a file, in base64, instead of `text`.
        name: The name of that file; its ending helps to recognise the format.
    """

    type: Literal["import"]
    id: str
    text: NotRequired[str]
    data: NotRequired[str]
    name: NotRequired[str]


class OpenMessage(TypedDict):
    """Ask for the puzzles in a file that was named on the command line; answered by `documents`."""

    type: Literal["open"]
    id: str
    name: str


class SaveMessage(QuestionPart):
    """Write the document to a file that was named on the command line, completely or not at all; answered by `saved`.

    Attributes:
        version: The version of the file as the editor knows it (from `hello`, `documents` or `saved`); if the file has
            another content now, nothing is written, and the answer is a `refusal` with the code "changed-on-disk".
        overwrite: Write nevertheless.
    """

    type: Literal["save"]
    name: str
    version: NotRequired[str]
    overwrite: NotRequired[bool]


class ExportMessage(QuestionPart):
    """Ask for the document as a file; answered by `exported`.

    Attributes:
        letters: Whether pictures show the only solution.
        pixels: The width of a PNG.
    """

    type: Literal["export"]
    format: Format
    letters: NotRequired[bool]
    page: NotRequired[Literal["a4", "letter"]]
    pixels: NotRequired[int]


class PlayMessage(QuestionPart):
    """Ask for a page to play the puzzle on, with hints; answered by `exported`."""

    type: Literal["play"]


EditorQuestion: TypeAlias = (
    ShowMessage
    | MendMessage
    | CompleteMessage
    | FillMessage
    | ReshapeMessage
    | ImportMessage
    | OpenMessage
    | SaveMessage
    | ExportMessage
    | PlayMessage
)
"""A message of an editor that has an answer of its own."""

EditorMessage: TypeAlias = EditMessage | CancelMessage | EditorQuestion


# What a session asks an engine: most questions of an editor as they are, and two kinds of its own.


class WantedMessage(TypedDict):
    """One half of what is wanted of each revision: what follows each keystroke, or what takes longer."""

    type: Literal["early", "late"]
    want: NotRequired[Collection[str]]


class OpenedMessage(OpenMessage):
    """The question of an editor for a file, with its content."""

    data: bytes


FileQuestion: TypeAlias = SaveMessage | ExportMessage | PlayMessage
"""A question that is answered by a file."""

Question: TypeAlias = WantedMessage | OpenedMessage | EditorQuestion


# Typed JSON: whether a value is what a `TypedDict` says.
#
# In: a class of messages.  Out: the first fault of a value.
# `tools/studio_schema.py` makes a JSON Schema of the same annotations; a test compares the two.


SIMPLE: Final[dict[Any, tuple[str, tuple[type, ...]]]] = {
    str: ("string", (str,)),
    bool: ("boolean", (bool,)),
    int: ("integer", (int,)),
    float: ("number", (int, float)),
    NoneType: ("null", (NoneType,)),
}
"""The name of each simple type in JSON, and the classes of its values in Python."""


@cache
def fields(kind: Any) -> dict[str, tuple[Any, bool]]:
    """Return for each key of a TypedDict the type of its value, and whether it is required."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        key: (get_args(hint)[0], False) if get_origin(hint) is NotRequired else (hint, True)
        for key, hint in hints.items()
    }


def kind_by_type(union: Any) -> dict[str, Any]:
    """Return each class of a union of messages, by the value of its key `type`."""
    return {get_args(fields(kind)["type"][0])[0]: kind for kind in get_args(union)}


def fault(value: object, kind: Any, path: str = "") -> str:
    """Return the first reason why `value` is not of the type `kind`, without a full stop; "" if it is.

    >>> fault({"a": [1, "x"]}, dict[str, list[int]])
    'a[1] must be an integer'
    """
    name = path or "the message"
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return ""
    if is_typeddict(kind):
        return _fault_of_object(value, kind, path)
    if origin is Literal:
        return "" if any(value is each or value == each for each in arguments) else f"{name} must be {_one_of(kind)}"
    if origin in (Union, UnionType):
        faults = [fault(value, each, path) for each in arguments]
        return "" if "" in faults else faults[0]
    if origin is list or origin is tuple:
        kinds = arguments * len(value) if origin is list and isinstance(value, list) else arguments
        if not isinstance(value, list) or len(value) != len(kinds):
            return f"{name} must be a list" + (f" of {len(arguments)}" if origin is tuple else "")
        inner = (fault(each, kinds[number], f"{path}[{number}]") for number, each in enumerate(value))
        return next(filter(None, inner), "")
    if origin is dict:
        if not isinstance(value, dict):
            return f"{name} must be an object"
        inner = (fault(each, arguments[1], f"{path}.{key}".lstrip(".")) for key, each in value.items())
        return next(filter(None, inner), "")
    word, classes = SIMPLE[kind]
    is_right = isinstance(value, classes) and isinstance(value, bool) == (kind is bool)
    return "" if is_right else f"{name} must be {'an' if word[0] in 'aeio' else 'a'} {word}"


def _fault_of_object(value: object, kind: Any, path: str) -> str:
    if not isinstance(value, dict):
        return f"{path or 'the message'} must be an object"
    known = fields(kind)
    for key in value:
        if key not in known:
            return f"the key {key!r:.60} is unknown" + (f" in {path}" if path else "")
    for key, (expected, is_required) in known.items():
        if key in value:
            inner = fault(value[key], expected, f"{path}.{key}".lstrip("."))
            if inner:
                return inner
        elif is_required:
            return f"the key {key!r} is missing" + (f" in {path}" if path else "")
    return ""


def _one_of(kind: Any) -> str:
    return "one of " + ", ".join(map(str, get_args(kind)))
