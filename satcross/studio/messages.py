"""The messages between the studio and an editor: its own page, or any other program.

Every message is a JSON object with the key `type`.  The classes here are the only definition of what it holds: the
server checks what it receives against them, and docs/studio.schema.json is made from them.  docs/studio.md shows an
example of each.

An editor sends the whole document with `Edit`, under a *revision*, which is a number that grows.  The server answers
with what it knows of that revision, as soon as it knows it: `Layout`, `Parse`, `Verdict` and so on.  A newer revision
cancels what is still open of the older one.  Everything else that an editor asks is a *question* with an `id`, about
the revision that was sent last.  Every answer names the revision that it belongs to, and the `id` if it has one.

Places in the document: `line` is an index into `Layout.lines`; `clue` is an index into the line's list of clues as the
document has it, empty ones included (0 if it is no list); `cell` is an index into `Layout.cells`.  `start` and `end`
are a half-open range of code points of the clue.  Numbers of solutions are strings of digits, because they can be
larger than the numbers of JavaScript.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict

PROTOCOL: Final = 1
"""The version of these messages; a client must not go on if `Hello.protocol` is another one."""

Part: TypeAlias = Literal["layout", "parse", "verdict", "lint", "steps", "words"]
"""What an editor wants to know of each revision; it is found out in this order."""

Status: TypeAlias = Literal["unique", "several", "none", "unknown"]
CountKind: TypeAlias = Literal["exact", "at least"]
PointXY: TypeAlias = tuple[float, float]


class Document(TypedDict):
    """What an author makes: the unit of undo and autosave.

    puzzle   the puzzle as docs/puzzle.schema.json describes it; its clues need not be regexes yet
    letters  the author's own letters, by the address of the cell ("2,3", or its name): the solution that is wanted, as
             far as the author has decided it; not given to the player
    mode     "regex", or "words" for a crossword whose rows and columns are words
    """

    puzzle: dict[str, Any]
    letters: NotRequired[dict[str, str]]
    mode: NotRequired[Literal["regex", "words"]]


# what an editor sends


class Edit(TypedDict):
    """The document as it is now; everything that is wanted of it is found out and sent.

    want  [] to find out nothing; without it, everything but "steps" and "words"
    """

    type: Literal["edit"]
    revision: int
    document: Document
    want: NotRequired[list[Part]]


class Cancel(TypedDict):
    """Stop working on the question `id`; without `id`, on everything."""

    type: Literal["cancel"]
    id: NotRequired[str]


class Show(TypedDict):
    """Ask for a whole solution that has `letter` in `cell`; answered by `Shown`."""

    type: Literal["show"]
    id: str
    revision: int
    cell: int
    letter: str


class Mend(TypedDict):
    """Ask for changes of clues, the cheapest first; answered by `Proposal`s, the last of which is followed by `Done`.

    how     "repair" makes the wanted solution the only one; "loosen" and "vary" replace one clue by another that
            accepts more, or by any other, so that the solution stays the only one
    cell    for "repair": the wanted solution has `letter` there, and agrees with the author's letters as far as it can;
            the first proposals change one clue and only make this letter certain, so that others may still vary
    line, clue  for "loosen" and "vary"
    most    how many proposals are wanted, 5 if it is missing
    """

    type: Literal["mend"]
    id: str
    revision: int
    how: Literal["repair", "loosen", "vary"]
    cell: NotRequired[int]
    letter: NotRequired[str]
    line: NotRequired[int]
    clue: NotRequired[int]
    most: NotRequired[int]


class Complete(TypedDict):
    """Ask for clues for all lines without one, so that there is one solution; answered by a `Proposal` and `Done`.

    The author's letters are kept, and other cells get letters as the clues allow.  Equal seeds give equal puzzles.
    """

    type: Literal["complete"]
    id: str
    revision: int
    seed: NotRequired[int]
    difficulty: NotRequired[Literal["", "gentle", "moderate", "hard", "fiendish"]]


class Fill(TypedDict):
    """Ask for words for the rest of a word crossword; answered by a `Proposal` and `Done`.

    Equal seeds give equal words.
    """

    type: Literal["fill"]
    id: str
    revision: int
    seed: NotRequired[int]


class GridOf(TypedDict):
    """A shape that a document can get.

    kind   "rectangle" with `rows`, `columns`, `holes` and `bars`; "hexagon" with three neighbouring `sides` (top, upper
           right, lower right) and `holes`; "lines" with `lines`
    bars   pairs of neighbouring cells with a bar between them: the lines end there
    lines  the cells of each free line, by name
    """

    kind: Literal["rectangle", "hexagon", "lines"]
    rows: NotRequired[int]
    columns: NotRequired[int]
    sides: NotRequired[list[int]]
    holes: NotRequired[list[str]]
    bars: NotRequired[list[tuple[str, str]]]
    lines: NotRequired[list[NamedCells]]


class NamedCells(TypedDict):
    """A free line: its name, and the names of its cells in reading order."""

    name: str
    cells: list[str]


class Reshape(TypedDict):
    """Ask for the document in another shape; answered by `Documents` with one document.

    Clues stay on the lines, and letters in the cells, that the new shape still has.
    """

    type: Literal["reshape"]
    id: str
    revision: int
    shape: GridOf


class Import(TypedDict):
    """Ask for the documents in a text or a file of any format that satcross reads; answered by `Documents`.

    text  what an author has pasted
    data  the content of a file, in base64, instead of `text`
    name  of that file; its ending helps to recognise the format
    """

    type: Literal["import"]
    id: str
    text: NotRequired[str]
    data: NotRequired[str]
    name: NotRequired[str]


class Open(TypedDict):
    """Ask for the puzzles in a file that was named on the command line; answered by `Documents`."""

    type: Literal["open"]
    id: str
    name: str


class Save(TypedDict):
    """Write the document to a file that was named on the command line, completely or not at all; answered by `Saved`.

    version  of the file as the editor knows it (`Documents.version`, `Saved.version`, `File.version`); if the file has
             another content now, nothing is written, and the answer is a `Refusal` with the code "changed-on-disk"
    overwrite  write nevertheless
    """

    type: Literal["save"]
    id: str
    revision: int
    name: str
    version: NotRequired[str]
    overwrite: NotRequired[bool]


class Export(TypedDict):
    """Ask for the document as a file; answered by `Exported`.

    letters  whether pictures show the only solution
    pixels   the width of a PNG
    """

    type: Literal["export"]
    id: str
    revision: int
    format: Literal[
        "svg",
        "pdf",
        "png",
        "html",
        "toml",
        "json",
        "regexcrossword",
        "trux",
        "board",
        "hexregex",
        "slots",
        "typst",
        "grid",
        "ipuz",
        "puz",
        "link",
        "proof",
    ]
    letters: NotRequired[bool]
    page: NotRequired[Literal["a4", "letter"]]
    pixels: NotRequired[int]


class Play(TypedDict):
    """Ask for a page to play the puzzle on, with hints; answered by `Exported`."""

    type: Literal["play"]
    id: str
    revision: int


Question: TypeAlias = Show | Mend | Complete | Fill | Reshape | Import | Open | Save | Export | Play
Request: TypeAlias = Edit | Cancel | Question


# what the server sends at once


class File(TypedDict):
    """A file that was named on the command line; `version` is "" if it does not exist yet.

    is_writable  whether `Save` can write it: its ending names a format, and it holds one puzzle at most
    """

    name: str
    version: str
    is_writable: bool


class Hello(TypedDict):
    """The first message of the server.

    exports  the formats that can be exported here, and for those that cannot, the command that installs what is missing
    words    the word lists for crosswords, from the command line
    largest  the longest message that is accepted, in bytes
    """

    type: Literal["hello"]
    protocol: int
    version: str
    files: list[File]
    words: list[str]
    exports: dict[str, str]
    largest: int


class Refusal(TypedDict):
    """A message that the server does not answer otherwise, or a document that cannot be read.

    code   that of satcross's errors (docs/errors.md), or "malformed", "stale" (a question about another revision than
           the last one), "too-large", "too-many", "cancelled", "changed-on-disk", "time", "died" (the worker process)
    place  where it went wrong, in words, the most general first
    line, clue, start, end  the same in the document, where that is known
    """

    type: Literal["refusal"]
    code: str
    message: str
    hint: str
    place: list[str]
    revision: NotRequired[int]
    id: NotRequired[str]
    line: NotRequired[int]
    clue: NotRequired[int]
    start: NotRequired[int]
    end: NotRequired[int]


class Done(TypedDict):
    """There is nothing more about the question `id`; without `id`, about the revision."""

    type: Literal["done"]
    revision: int
    id: NotRequired[str]


# what the server sends about a revision


class LaidOutCell(TypedDict):
    """A cell: its address in the document, its name for people, its middle, and its corners."""

    address: str
    name: str
    at: PointXY
    outline: list[PointXY]


class LabelPlace(TypedDict):
    """Where the clues of a line are written: `at` touches the grid, `outward` is a unit vector away from it.

    angle  of the text in degrees, clockwise, at least -90 and less than 90
    tag    the number or name of the line, which stands between the grid and the clue
    """

    at: PointXY
    outward: PointXY
    angle: float
    tag: str


class LaidOutLine(TypedDict):
    """A line.

    family  "rows", "columns", "falling", "rising" or "horizontal", the key of `clues` in the document; "" if the line
            is an entry of `line`
    index   of the line in that list
    label   null if there is no room beside the grid: its clues belong into a list
    """

    name: str
    family: str
    index: int
    cells: list[int]
    label: LabelPlace | None


class Track(TypedDict):
    """A step of a line between cells that do not touch."""

    line: int
    start: PointXY
    end: PointXY


class Layout(TypedDict):
    """The picture of the shape.  It is sent when it differs from the last one that was sent on this connection.

    It does not depend on what the clues say.  The width of a cell is 40; x grows to the right, y downwards.

    box     left, top, width and height of the grid without labels
    inside  the side of the square for letters in a cell
    blocks  places without a cell
    bars    edges between neighbouring cells that no line crosses
    shape   the shape that `Reshape` would make this one from
    """

    type: Literal["layout"]
    revision: int
    box: tuple[float, float, float, float]
    inside: float
    cells: list[LaidOutCell]
    lines: list[LaidOutLine]
    blocks: list[list[PointXY]]
    bars: list[tuple[PointXY, PointXY]]
    tracks: list[Track]
    shape: GridOf


TokenKind: TypeAlias = Literal[
    "literal",
    "any",
    "class",
    "escape",
    "anchor",
    "quantifier",
    "alternation",
    "group",
    "look",
    "reference",
    "comment",
]


class Token(TypedDict):
    """A part of a clue to be coloured; tokens do not overlap, and come in their order.

    kind   "group" and "look" are the opening and the closing of one
    group  the number of the capturing group, for "group" and "reference"
    """

    start: int
    end: int
    kind: TokenKind
    group: NotRequired[int]


class Group(TypedDict):
    """A capturing group, with its parentheses, and the references to it."""

    number: int
    name: str
    start: int
    end: int
    references: list[tuple[int, int]]


class ClueError(TypedDict):
    """Why a clue cannot be read; without `start` and `end` the whole clue is at fault."""

    code: str
    message: str
    hint: str
    start: NotRequired[int]
    end: NotRequired[int]


class ParsedClue(TypedDict):
    """A clue that is not empty.  One that cannot be read has no tokens.

    lengths  the lengths of the strings that it can match: the least and the greatest, null if there is no bound
    words    the clue in plain words, "" if it cannot be read
    """

    line: int
    clue: int
    tokens: list[Token]
    groups: list[Group]
    error: ClueError | None
    lengths: tuple[int, int | None] | None
    words: str


class Parse(TypedDict):
    """What is written in the clues.  Nothing more is found out about a revision in which a clue has an error."""

    type: Literal["parse"]
    revision: int
    clues: list[ParsedClue]


class Candidate(TypedDict):
    """A letter that some solution has in a cell.

    count  in how many solutions it is, of those counted; "" if they are not counted letter by letter
    share  the same as a part of all that were counted, from 0 to 1; a rough measure if `count` is ""
    """

    letter: str
    count: str
    share: float


class Verdict(TypedDict):
    """What is known of the solutions.  Several are sent about a revision; each says at least as much as the one before.

    count, kind   how many solutions there are
    cells         for each cell its candidates, the most frequent first; [] if nothing is known of the cell yet
    are_letters_exact  whether `cells` has every letter that a solution has, and no other
    certain       for each cell the letter that every solution has there, or "" if there is none or it is not known
    wrong         cells in which no solution has the author's letter
    alphabet      the letters, or "any"
    is_last       whether no more is found out; then `stopped` says why, if something is still not known: "time" or
                  "limit"
    milliseconds  since the server received the revision
    """

    type: Literal["verdict"]
    revision: int
    status: Status
    count: str
    kind: CountKind
    cells: list[list[Candidate]]
    are_letters_exact: bool
    certain: list[str]
    wrong: list[int]
    alphabet: str
    is_last: bool
    stopped: Literal["", "time", "limit"]
    milliseconds: int


class Cause(TypedDict):
    """A clue, or (then with `cell` instead of `line`) a given letter, that is to blame; `text` says so in words."""

    text: str
    line: NotRequired[int]
    clue: NotRequired[int]
    cell: NotRequired[int]
    start: NotRequired[int]
    end: NotRequired[int]


class Clash(TypedDict):
    """Why there is no solution: the smallest set of clues and given letters that clash.

    kind      "length", "alphabet", "clash" or "unknown", as docs/python.md describes `Diagnosis.kind`
    remedies  changes that would help, as sentences
    """

    type: Literal["clash"]
    revision: int
    kind: Literal["length", "alphabet", "clash", "unknown"]
    message: str
    causes: list[Cause]
    remedies: list[str]


class Finding(TypedDict):
    """A finding of `satcross lint`; without `line` it is about the puzzle as a whole.

    rewrite  the clue as it could be, or ""
    """

    code: str
    message: str
    rewrite: str
    line: NotRequired[int]
    clue: NotRequired[int]
    start: NotRequired[int]
    end: NotRequired[int]


class Lint(TypedDict):
    """All findings; `is_complete` says whether everything was examined."""

    type: Literal["lint"]
    revision: int
    findings: list[Finding]
    is_complete: bool


class Reason(TypedDict):
    """A clue that a step uses, and the part of it of which the step speaks."""

    line: int
    clue: int
    start: NotRequired[int]
    end: NotRequired[int]


class Step(TypedDict):
    """A step of the solution: what it rules out in which cells, and the letters that are certain after it."""

    sentence: str
    reasons: list[Reason]
    ruled_out: list[tuple[int, str]]
    placed: list[tuple[int, str]]
    is_contradiction: bool


class Steps(TypedDict):
    """How a person finds the solution, and how hard that is.

    start   the letters that each cell can hold before the first step
    label   "gentle", "moderate", "hard" or "fiendish"; "" if the chain is not complete
    """

    type: Literal["steps"]
    revision: int
    start: list[str]
    steps: list[Step]
    rating: float
    label: str
    is_complete: bool


class Slot(TypedDict):
    """A place for a word.

    words   the first candidates, the best first; `count` is how many there are
    """

    name: str
    cells: list[int]
    count: int
    words: list[str]


class Words(TypedDict):
    """What can still go into a word crossword, given its letters and clues.

    letters     for each cell the letters that words can have there; "" in an unfillable cell
    unfillable  cells that no word fits
    remarks     why it cannot be filled, or is hard to fill
    """

    type: Literal["words"]
    revision: int
    slots: list[Slot]
    letters: list[str]
    unfillable: list[int]
    remarks: list[str]


# what the server answers to questions


class Shown(TypedDict):
    """A whole solution, a letter for each cell; [] if there is none with that letter."""

    type: Literal["shown"]
    revision: int
    id: str
    letters: list[str]


class Change(TypedDict):
    """A clue that is replaced; `before` is "" where there was none, `after` where it is left out."""

    line: int
    clue: int
    before: str
    after: str


class Proposal(TypedDict):
    """A document that could replace the present one, and what it would be.

    letters  the solution, a letter for each cell; "" where it is open
    cost     of the changes in tenths of a character; proposals come in the order of their costs
    is_proven  whether it is certain that no cheaper change does the same, apart from the proposals before it
    remarks  what was asked for and is not reached
    """

    type: Literal["proposal"]
    revision: int
    id: str
    document: Document
    changes: list[Change]
    status: Status
    count: str
    kind: CountKind
    letters: list[str]
    cost: int
    is_proven: bool
    remarks: list[str]


class Progress(TypedDict):
    """That a long question is still being worked on, and how far it has come."""

    type: Literal["progress"]
    revision: int
    id: str
    text: str


class NamedDocument(TypedDict):
    """A document, and the name or number of its puzzle in the file."""

    name: str
    document: Document


class Documents(TypedDict):
    """Documents to go on with.

    format   of the text or file; "" for `Reshape`
    version  of the file, for `Save`; "" if it is no file
    """

    type: Literal["documents"]
    id: str
    format: str
    version: str
    documents: list[NamedDocument]


class Saved(TypedDict):
    """The file has been written."""

    type: Literal["saved"]
    revision: int
    id: str
    name: str
    version: str


class Exported(TypedDict):
    """A file that can be fetched by GET for some minutes.

    url   where, relative to the address of the page
    name  what the file could be called
    text  the link, for the format "link" (then there is no `url`)
    """

    type: Literal["exported"]
    revision: int
    id: str
    format: str
    name: str
    url: str
    text: str


Answer: TypeAlias = (
    Hello
    | Refusal
    | Done
    | Layout
    | Parse
    | Verdict
    | Clash
    | Lint
    | Steps
    | Words
    | Shown
    | Proposal
    | Progress
    | Documents
    | Saved
    | Exported
)

REQUESTS: Final[tuple[type, ...]] = (
    Edit,
    Cancel,
    Show,
    Mend,
    Complete,
    Fill,
    Reshape,
    Import,
    Open,
    Save,
    Export,
    Play,
)
ANSWERS: Final[tuple[type, ...]] = (
    Hello,
    Refusal,
    Done,
    Layout,
    Parse,
    Verdict,
    Clash,
    Lint,
    Steps,
    Words,
    Shown,
    Proposal,
    Progress,
    Documents,
    Saved,
    Exported,
)
