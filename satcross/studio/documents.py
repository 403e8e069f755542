"""Documents of the studio and puzzles, and where in a document the clue of a puzzle stands.

In: a document as a message has it.  Out: a `Draft`, which has the puzzle, and knows for each clue its index in the
document.  And back: the document of a puzzle, in one form whatever the file was like.

A puzzle leaves empty clues out, a document may have them while the author types.  So clue number 1 of a line can be its
second entry in the document.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.reading import NOWHERE
from satcross.base.records import NamedTuple
from satcross.base.wording import decimal_text
from satcross.errors import ClueName, Field, LimitError, ManyErrors, PuzzleError, SatcrossError, Span
from satcross.puzzle import MENTIONED, POSITIVE, Puzzle, address_text
from satcross.puzzle.files.document import key_of, read_document, write_document
from satcross.puzzle.files.source import Entry, KeyedError, WordSource, key_text
from satcross.puzzle.shapes import direction_of
from satcross.regex.letters import from_text, to_text, union
from satcross.solver.compile import alphabet_of, parse_clues
from satcross.studio.answers import ChangePart, ProposalMessage, RefusalMessage, Status
from satcross.studio.messages import Crossword, Document, PlacePart, QuestionPart

MOST_CELLS: Final = 2_500
"""Cells: the pictures of larger puzzles, and answers about them, are too large to follow each keystroke."""

MEMORY: Final = 1 << 30
"""Bytes that one question may take."""

FIRST_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What a cell can hold as long as no clue mentions a letter."""


class Draft(NamedTuple):
    """A document that has been read.

    Attributes:
        puzzle: Without expected solutions.
        indices: For each line, the index in the document of each of its clues.
        letters: The author's letters, by cell number.
        is_words: Whether rows and columns are words.
        crossword: What a word crossword has besides, or None.
        alphabet: As the document has it; the puzzle's alphabet is a list where letters are typed that no clue mentions.
    """

    puzzle: Puzzle
    indices: tuple[tuple[int, ...], ...]
    letters: dict[int, str]
    is_words: bool = False
    crossword: Crossword | None = None
    alphabet: str = MENTIONED

    @property
    def wanted(self) -> tuple[str, ...]:
        """The author's letters, one for each cell; () if some are missing."""
        letters = dict(self.puzzle.given) | self.letters
        return tuple(letters[cell] for cell in sorted(letters)) if len(letters) == len(self.puzzle.cells) else ()

    @property
    def with_expected(self) -> Puzzle:
        """The puzzle, whose expected solution has the author's letters if there is one for each cell."""
        return self.puzzle._replace(expected=(self.wanted,)) if self.wanted else self.puzzle

    def line_of(self, name: str) -> int | None:
        """Return the line of this name."""
        return next((number for number, line in enumerate(self.puzzle.lines) if line.name == name), None)

    def clue_index(self, line: int, clue: int) -> int:
        """Return the index in the document of a clue of the puzzle; `clue` counts from 0."""
        indices = self.indices[line]
        return indices[clue] if clue < len(indices) else len(indices)


def read_draft(document: Document, word_source: WordSource = NOWHERE) -> Draft:
    """Return what `document` says.

    Args:
        word_source: Returns the word lists to which lines refer; by default there are none.

    Raises:
        PuzzleError: If the document is not a puzzle.
        LimitError: If it has more than `MOST_CELLS` cells.
    """
    entry = read_document(document["puzzle"], word_source)
    puzzle = entry.puzzle._replace(expected=(), expects_all=False)
    check_size(puzzle)
    number_of = {address_text(cell): number for number, cell in enumerate(puzzle.cells)}
    letters: dict[int, str] = {}
    for address, letter in document.get("letters", {}).items():
        if address not in number_of:
            raise PuzzleError("there is no such cell", place=["letters", address], code="no-such-cell")
        if len(letter) != 1 or 0xD800 <= ord(letter) <= 0xDFFF:
            raise PuzzleError(f"{letter[:20]!r} is not a single letter", place=["letters", address], code="letter")
        letters[number_of[address]] = letter
    is_words = document.get("mode") == "words"
    counted = puzzle if is_words else puzzle._replace(alphabet=_alphabet_with(puzzle, letters))
    indices = tuple(map(_indices, entry.paths))
    return Draft(counted, indices, letters, is_words, document.get("crossword"), puzzle.alphabet)


def _alphabet_with(puzzle: Puzzle, letters: dict[int, str]) -> str:
    """Return the alphabet of `puzzle`, but a list of letters if it comes from the clues and lacks what is typed.

    So a draft whose clues mention no letter yet can be worked on, and its file has all letters that its author typed.

    Args:
        letters: The letters that are typed, by cell number.
    """
    if puzzle.alphabet not in (MENTIONED, POSITIVE):
        return puzzle.alphabet
    try:
        trees = parse_clues(puzzle, UNLIMITED).values()
    except SatcrossError:
        return puzzle.alphabet  # the page says of each clue why it cannot be read
    try:
        counted = known = alphabet_of(puzzle, trees)
    except PuzzleError as error:
        if error.code != "alphabet-empty":
            return puzzle.alphabet
        known, counted = (), from_text(FIRST_LETTERS)
    counted = union(counted, from_text("".join(letters.values())))
    return puzzle.alphabet if counted == known else to_text(counted)


def check_size(puzzle: Puzzle) -> None:
    """Raise LimitError if `puzzle` is too large for the studio."""
    if len(puzzle.cells) > MOST_CELLS:
        raise LimitError(
            f"this puzzle has {len(puzzle.cells):,} cells; pages take up to {MOST_CELLS:,}",
            hint="larger puzzles can be solved on the command line",
            code="size",
        )


def budget_for(seconds: float) -> Budget:
    """Return the budget of a part of the work about a draft, which begins now."""
    return Budget(seconds, memory=MEMORY)


def _indices(paths: tuple[tuple[str | int, ...], ...]) -> tuple[int, ...]:
    """Return the index of each clue in its line's list; 0 if the line has a single clue instead of a list."""
    indices = []
    for path in paths:
        last = path[-1]
        indices.append(last if isinstance(last, int) and len(path) == 4 else 0)
    return tuple(indices)


def document_of(
    puzzle: Puzzle, letters: dict[str, str] | None = None, mode: str = "", crossword: Crossword | None = None
) -> Document:
    """Return the document of `puzzle`; each line's clues are a list, and the only expected solution is in `letters`.

    Args:
        letters: The letters of the document, in the place of the letters that it names.
        mode: The mode of the document, in the place of the mode that it names.
        crossword: What a word crossword has besides.
    """
    if letters is None:
        only = puzzle.expected[0] if len(puzzle.expected) == 1 else ()
        given = dict(puzzle.given)
        letters = {
            address_text(puzzle.cells[cell]): letter for cell, letter in enumerate(only) if given.get(cell) != letter
        }
    written = write_document(puzzle._replace(expected=(), expects_all=False))
    if not puzzle.shape.is_grid:
        for entry in written["line"]:
            entry["clues"] = _listed(entry.get("clues", ""))
    else:
        written["clues"] = _directions(puzzle, written["clues"])
    made: Document = {"puzzle": written, "letters": letters}
    if mode == "words":
        made["mode"] = "words"
        if crossword:
            made["crossword"] = crossword
    return made


def documents_of(entries: tuple[Entry, ...]) -> list[tuple[str, Document]]:
    """Return the documents of the puzzles of a file, each with its name or its number.  Raises LimitError."""
    documents = []
    for number, entry in enumerate(entries, 1):
        check_size(entry.puzzle)
        documents.append((entry.name or str(number), document_of(entry.puzzle)))
    return documents


def _directions(puzzle: Puzzle, written: dict[str, Any]) -> dict[str, list[Any]]:
    counts = puzzle.shape.line_counts | Counter(map(direction_of, puzzle.lines))
    directions = {}
    for name, count in counts.items():
        key = puzzle.shape.directions[name].key
        entries = written.get(key, count)
        directions[key] = [[] for _ in range(entries)] if isinstance(entries, int) else list(map(_listed, entries))
    return directions


def _listed(entry: Any) -> list[Any]:
    """Return the clues of a line, which may be none, one or several, as a list."""
    return entry if isinstance(entry, list) else [entry] if entry else []


def key_and_index(puzzle: Puzzle) -> list[tuple[str, int]]:
    """Return for each line its list in the document's clues, and its index there; "" for lines of the shape `lines`."""
    if not puzzle.shape.is_grid:
        return [("", number) for number in range(len(puzzle.lines))]
    counted: dict[str, int] = {}
    keys = []
    for line in puzzle.lines:
        key = key_of(puzzle, line)
        keys.append((key, counted.get(key, 0)))
        counted[key] = counted.get(key, 0) + 1
    return keys


def place_keys(draft: Draft, line: str, clue: int, span: Span | None = None) -> PlacePart:
    """Return the keys of a message for a place: the line `line`, its clue number `clue` (from 1; 0: none), a span."""
    number = draft.line_of(line)
    if number is None:
        return {}
    place: PlacePart = {"line": number}
    if clue:
        place["clue"] = draft.clue_index(number, clue - 1)
    if span is not None:
        place["start"], place["end"] = span.start, span.end
    return place


def setting_of(field: Field) -> str:
    """Return a field of the library in words, since the page has neither Python nor a command line.

    >>> setting_of(Field("clues_per_line", "1 or 2"))
    'clues per line 1 or 2'
    """
    return f"{field.name.replace('_', ' ')} {field.value}".strip()


def refusal_of(error: SatcrossError, draft: Draft | None = None) -> RefusalMessage:
    """Return `error` as a message; of several errors the first one."""
    if isinstance(error, ManyErrors):
        return refusal_of(error.errors[0], draft)
    error = error.with_names(setting_of)
    place = list(error.place)
    if isinstance(error, KeyedError) and error.path:
        place.insert(0, key_text(error.path))
    refusal = refusal_with(str(error.code), error.message, error.hint or "", place)
    clue = place[1] if len(place) == 2 else ""
    if draft is not None and isinstance(clue, ClueName):
        return {**refusal, **place_keys(draft, place[0], clue.number, error.span)}
    return refusal


def refusal_with(code: str, message: str, hint: str = "", place: Sequence[str] = ()) -> RefusalMessage:
    """Return the refusal that says this, without the revision and the question that it is about."""
    return {"type": "refusal", "code": code, "message": message, "hint": hint, "place": list(place)}


class Preview(NamedTuple):
    """What is known of a document that is proposed.

    Attributes:
        letters: For each cell a letter, "" where it is open.
        solutions: How many solutions are known.
        is_exact: Whether there are no others.
        remarks: What was asked for and is not reached.
    """

    letters: Sequence[str]
    status: Status = "unknown"
    solutions: int = 0
    is_exact: bool = False
    remarks: Sequence[str] = ()


def names_of(question: QuestionPart) -> QuestionPart:
    """Return the keys that every answer to a question has."""
    return {"revision": question["revision"], "id": question["id"]}


def proposal_of(
    question: QuestionPart, document: Document, preview: Preview, changes: Sequence[ChangePart] = (), cost: int = 0,
    is_proven: bool = False,
) -> ProposalMessage:  # fmt: skip
    """Return the message that proposes `document`."""
    return {
        "type": "proposal",
        **names_of(question),
        "document": document,
        "changes": list(changes),
        "status": preview.status,
        "count": decimal_text(preview.solutions),
        "kind": "exact" if preview.is_exact else "at_least",
        "letters": list(preview.letters),
        "cost": cost,
        "is_proven": is_proven,
        "remarks": list(preview.remarks),
    }
