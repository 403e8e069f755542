"""The messages between the studio and an editor: its own page, or any other program.

Every message is a JSON object with the key `type`.  The classes here, and the classes of answers in
`satcross.studio.answers`, are the only definition of what it holds: the server checks what it receives against them,
and docs/studio.schema.json is made from them.  satcross/studio/protocol.md shows an example of each.

An editor sends the whole document with `edit`, under a *revision*, which is a number that grows.  The server answers
with what it knows of that revision, as soon as it knows it: `layout`, `parse`, `verdict` and so on.  A newer revision
cancels the pending parts of the older one.  Everything else that an editor asks is a *question* with an `id`, about
the revision that was sent last.  Every answer names the revision that it belongs to, and the `id` if it has one.

Places in the document: `line` is an index into `layout.lines`; `clue` is an index into the line's list of clues as the
document has it, empty ones included (0 if it is not a list); `cell` is an index into `layout.cells`.  `start` and `end`
are a half-open range of code points of the clue.  Numbers of solutions are strings of digits, because they can be
larger than the numbers of JavaScript.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import (
    Any,
    Final,
    Literal,
    NotRequired,
    TypeAlias,
    TypedDict,
)

from satcross.puzzle.kinds import Kind

PROTOCOL: Final = 1
"""The version of these messages; a client must not go on if `hello.protocol` is another one."""

Topic: TypeAlias = Literal["layout", "parse", "verdict", "lint", "taste", "steps", "words"]
"""What an editor wants to know of each revision; it is found out in this order."""

Format: TypeAlias = Literal[
    "svg", "pdf", "png", "html", "toml", "json", "regexcrossword", "trux", "board",
    "grid", "xd", "ipuz", "puz", "link", "proof",
]  # fmt: skip


class Crossword(TypedDict):
    """What a word crossword has besides its letters, title, author and notes.

    Attributes:
        clues: The clue of a slot for people, by its first cell and its direction ("2,3 down").
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
            if the author has decided it; not given to the player.
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
        cell: For "repair": the wanted solution has `letter` there, and agrees with as many of the author's letters as
            it can; the first proposals change one clue and only make this letter certain, so that others may still
            vary.
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
"""A message of an editor that has its own answer."""

EditorMessage: TypeAlias = EditMessage | CancelMessage | EditorQuestion


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
