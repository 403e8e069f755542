"""The messages of the studio to an editor: its own page, or any other program.

`satcross.studio.messages` says what all messages have in common, and what an editor sends.  In docstrings `layout` and
the like are types of messages.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from satcross.studio.messages import Document, GridOf, PlacePart, QuestionPart, RevisionPart, SpanPart

Status: TypeAlias = Literal["unique", "several", "none", "unknown"]
CountKind: TypeAlias = Literal["exact", "at_least"]
PointXY: TypeAlias = tuple[float, float]


class FilePart(TypedDict):
    """A file that was named on the command line; `version` is "" if it does not exist yet.

    Attributes:
        is_writable: Whether `save` can write it: its ending names a format, and it holds one puzzle at most.
    """

    name: str
    version: str
    is_writable: bool


class HelloMessage(TypedDict):
    """The first message of the server.

    Attributes:
        exports: The formats that can be exported here, and for the others the command that installs the packages they
            need.
        words: The word lists for crosswords, from the command line.
        largest: The longest message that is accepted, in bytes.
        capabilities: What is possible here and not everywhere: "files" can be opened and saved, "words" filled in, and
            "players" open links.
        links: The address, relative to the page, at which a link opens whose fragment holds a document.
        players: The address, relative to the page, at which players open a link whose fragment holds a puzzle; "" if
            there is none.
    """

    type: Literal["hello"]
    protocol: int
    version: str
    files: list[FilePart]
    words: list[str]
    exports: dict[str, str]
    largest: int
    capabilities: list[Literal["files", "words", "players"]]
    links: str
    players: str


class RefusalMessage(PlacePart):
    """A message that the server does not answer otherwise, or a document that cannot be read.

    Attributes:
        code: A code of docs/errors.md, or "malformed", "stale" (a question about another revision than the last one),
            "too-large", "too-many", "cancelled", "changed-on-disk", "time", "died" (the worker process).
        place: Where it went wrong, in words, the most general first.
    """

    type: Literal["refusal"]
    code: str
    message: str
    hint: str
    place: list[str]
    revision: NotRequired[int]
    id: NotRequired[str]


class DoneMessage(RevisionPart):
    """There is nothing more about the question `id`; without `id`, about the revision."""

    type: Literal["done"]
    id: NotRequired[str]


class LaidOutCell(TypedDict):
    """A cell: its address in the document, its name for people, its middle, and its corners."""

    address: str
    name: str
    at: PointXY
    outline: list[PointXY]


class LabelPlace(TypedDict):
    """Where the clues of a line are written: `at` touches the grid, `outward` is a unit vector away from it.

    Attributes:
        angle: The rotation of the text in degrees, clockwise, at least -90 and less than 90.
        tag: The number or name of the line, which is between the grid and the clue.
    """

    at: PointXY
    outward: PointXY
    angle: float
    tag: str


class LaidOutLine(TypedDict):
    """A line.

    Attributes:
        family: "rows", "columns", "falling", "rising" or "horizontal", the key of `clues` in the document; "" if the
            line is an entry of `line`.
        index: The index of the line in that list.
        label: Null if there is no room beside the grid: its clues belong into a list.
    """

    name: str
    family: str
    index: int
    cells: list[int]
    label: LabelPlace | None


class TrackPart(TypedDict):
    """A step of a line between cells that do not touch."""

    line: int
    start: PointXY
    end: PointXY


class LayoutMessage(RevisionPart):
    """The picture of the shape.  It is sent when it differs from the last one that was sent on this connection.

    It does not depend on what the clues say.  The width of a cell is 40; x grows to the right, y downwards.

    Attributes:
        box: Left, top, width and height of the grid without labels.
        inside: The side of the square for letters in a cell.
        blocks: Places without a cell.
        bars: Edges between neighbouring cells that no line crosses.
        shape: The shape that `reshape` would make this one from.
    """

    type: Literal["layout"]
    box: tuple[float, float, float, float]
    inside: float
    cells: list[LaidOutCell]
    lines: list[LaidOutLine]
    blocks: list[list[PointXY]]
    bars: list[tuple[PointXY, PointXY]]
    tracks: list[TrackPart]
    shape: GridOf


TokenKind: TypeAlias = Literal[
    "literal", "any", "class", "escape", "anchor", "quantifier",
    "alternation", "group", "look", "reference", "comment",
]  # fmt: skip


class TokenPart(TypedDict):
    """A part of a clue to be coloured; tokens do not overlap, and come in their order.

    Attributes:
        kind: "group" and "look" are the opening and the closing of one.
        group: The number of the capturing group, for "group" and "reference".
    """

    start: int
    end: int
    kind: TokenKind
    group: NotRequired[int]


class GroupPart(TypedDict):
    """A capturing group, with its parentheses, and the references to it."""

    number: int
    name: str
    start: int
    end: int
    references: list[tuple[int, int]]


class ClueError(SpanPart):
    """Why a clue cannot be read; without `start` and `end` the whole clue is at fault."""

    code: str
    message: str
    hint: str


class ParsedClue(TypedDict):
    """A clue that is not empty.  One that cannot be read has no tokens.

    Attributes:
        lengths: The lengths of the strings that it can match: the least and the greatest, null if there is no bound.
        words: The clue in plain words, "" if it cannot be read.
    """

    line: int
    clue: int
    tokens: list[TokenPart]
    groups: list[GroupPart]
    error: ClueError | None
    lengths: tuple[int, int | None] | None
    words: str


class ParseMessage(RevisionPart):
    """What is written in the clues.  Nothing more is found out about a revision in which a clue has an error.

    Attributes:
        likely_mistakes: Likely mistakes.
    """

    type: Literal["parse"]
    clues: list[ParsedClue]
    likely_mistakes: list[FindingPart]


class CandidatePart(TypedDict):
    """A letter that some solution has in a cell.

    Attributes:
        count: How many of the counted solutions have it; "" if they are not counted letter by letter.
        share: The same as a part of all that were counted, from 0 to 1; a rough measure if `count` is "".
    """

    letter: str
    count: str
    share: float


class VerdictMessage(RevisionPart):
    """What is known of the solutions.  Several are sent about a revision; each says at least as much as the one before.

    Attributes:
        count: How many solutions there are.
        kind: How far `count` is known.
        cells: For each cell its candidates, the most frequent first; [] if nothing is known of the cell yet.
        are_letters_exact: Whether `cells` has every letter that a solution has, and no other.
        certain: For each cell the letter that every solution has there, or "" if there is none or it is not known.
        wrong: Cells in which no solution has the author's letter.
        alphabet: The letters, or "any".
        is_last: Whether no more is found out; then `stopped` says why, if something is still not known: "time" or
            "limit".
        milliseconds: Since the server received the revision.
    """

    type: Literal["verdict"]
    status: Status
    count: str
    kind: CountKind
    cells: list[list[CandidatePart]]
    are_letters_exact: bool
    certain: list[str]
    wrong: list[int]
    alphabet: str
    is_last: bool
    stopped: Literal["", "time", "limit"]
    milliseconds: int


class CausePart(PlacePart):
    """A clue, or (then with `cell` instead of `line`) a given letter, that is to blame; `text` says so in words."""

    text: str
    cell: NotRequired[int]


class ConflictMessage(RevisionPart):
    """Why there is no solution: the smallest set of clues and given letters that conflict.

    Attributes:
        kind: "length", "alphabet", "conflict" or "unknown", as docs/python.md describes `Diagnosis.kind`.
        remedies: Changes that would help, as sentences.
    """

    type: Literal["conflict"]
    kind: Literal["length", "alphabet", "conflict", "unknown"]
    message: str
    causes: list[CausePart]
    remedies: list[str]


class FindingPart(PlacePart):
    """A finding of `satcross lint`; without `line` it is about the puzzle as a whole.

    Attributes:
        rewrite: The clue as it could be, or "".
    """

    code: str
    message: str
    rewrite: str


class LintMessage(RevisionPart):
    """All findings; `is_complete` says whether everything was examined."""

    type: Literal["lint"]
    findings: list[FindingPart]
    is_complete: bool


class TasteMessage(RevisionPart):
    """All remarks of `satcross lint --taste`; `is_complete` says whether everything was examined."""

    type: Literal["taste"]
    remarks: list[FindingPart]
    is_complete: bool


class ReasonPart(SpanPart):
    """A clue that a step uses, and the part of it of which the step speaks."""

    line: int
    clue: int


class StepPart(TypedDict):
    """A step of the solution: what it rules out in which cells, and the letters that are certain after it."""

    sentence: str
    reasons: list[ReasonPart]
    ruled_out: list[tuple[int, str]]
    placed: list[tuple[int, str]]
    is_contradiction: bool
    technique: Literal["read", "mark", "narrow", "cross", "try"]


class StepsMessage(RevisionPart):
    """How a person finds the solution, and how hard that is.

    Attributes:
        start: The letters that each cell can hold before the first step.
        label: "gentle", "moderate", "hard" or "fiendish"; "" if the chain is not complete.
        difficulty: How hard the hardest thing is; the label is a word for it.
        length: How long the steps take, "short" to "several evenings".
    """

    type: Literal["steps"]
    start: list[str]
    steps: list[StepPart]
    label: str
    difficulty: float
    length: str
    is_complete: bool


class SlotPart(TypedDict):
    """A place for a word.

    Attributes:
        words: The first candidates; `count` is how many there are.  Higher scores come first; among equally good words,
            the words that leave more candidates to the crossing slots.
    """

    name: str
    cells: list[int]
    count: int
    words: list[str]


class WordsMessage(RevisionPart):
    """What can still go into a word crossword, given its letters and clues.

    Attributes:
        letters: For each cell the letters that words can have there; "" in an unfillable cell.
        unfillable: Cells that no word fits.
        remarks: Why it cannot be filled, or is hard to fill.
        has_list: Whether there is a word list; without one nothing is known of words and letters.
    """

    type: Literal["words"]
    has_list: bool
    slots: list[SlotPart]
    letters: list[str]
    unfillable: list[int]
    remarks: list[str]


class ShownMessage(QuestionPart):
    """A whole solution, a letter for each cell; [] if there is none with that letter."""

    type: Literal["shown"]
    letters: list[str]


class ChangePart(TypedDict):
    """A clue that is replaced; `before` is "" where there was none, `after` where it is left out."""

    line: int
    clue: int
    before: str
    after: str


class ProposalMessage(QuestionPart):
    """A document that could replace the present one, and what it would be.

    Attributes:
        letters: The solution, a letter for each cell; "" where it is open.
        cost: The cost of the changes in tenths of a character; proposals come in the order of their costs.
        is_proven: Whether it is certain that no cheaper change does the same, apart from the proposals before it.
        remarks: What was asked for and is not reached.
    """

    type: Literal["proposal"]
    document: Document
    changes: list[ChangePart]
    status: Status
    count: str
    kind: CountKind
    letters: list[str]
    cost: int
    is_proven: bool
    remarks: list[str]


class ProgressMessage(QuestionPart):
    """That a long question is still being worked on, and how far it has come.

    Attributes:
        letters: The solution that is aimed at, a letter for each cell; before changes of clues are looked for.
    """

    type: Literal["progress"]
    text: str
    letters: NotRequired[list[str]]


class NamedDocument(TypedDict):
    """A document, and the name or number of its puzzle in the file."""

    name: str
    document: Document


class DocumentsMessage(TypedDict):
    """Documents to go on with.

    Attributes:
        format: The format of the text or file; "" for `reshape`.
        version: The version of the file, for `save`; "" if it is not a file.
        reading: How a text in no known format was read, as a sentence without a full stop; "" otherwise.
    """

    type: Literal["documents"]
    id: str
    format: str
    version: str
    reading: str
    documents: list[NamedDocument]


class SavedMessage(QuestionPart):
    """The file has been written."""

    type: Literal["saved"]
    name: str
    version: str


class ExportedMessage(QuestionPart):
    """A file that can be fetched by GET for some minutes.

    Attributes:
        url: Where, relative to the address of the page.
        name: What the file could be called.
        text: The link, for the format "link" (then there is no `url`).
        left_out: What the format has no place for, as part of a sentence; "": nothing.
    """

    type: Literal["exported"]
    format: str
    name: str
    url: str
    text: str
    left_out: str


StudioMessage: TypeAlias = (
    HelloMessage
    | RefusalMessage
    | DoneMessage
    | LayoutMessage
    | ParseMessage
    | VerdictMessage
    | ConflictMessage
    | LintMessage
    | TasteMessage
    | StepsMessage
    | WordsMessage
    | ShownMessage
    | ProposalMessage
    | ProgressMessage
    | DocumentsMessage
    | SavedMessage
    | ExportedMessage
)
