"""The questions that an editor asks on request: a solution with a certain letter, changes of clues, files.

In: a draft and the message that asks.  Out: the messages that answer it, or a file (`Blob`).
"""

from __future__ import annotations

import os
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from time import monotonic
from typing import Final, cast

from satcross.author.counting import marginals
from satcross.base.budget import Budget
from satcross.errors import LimitError, ManyErrors, OptionError, PuzzleError, SatcrossError, TimeUp
from satcross.generator.maker import complete
from satcross.generator.repair import Change, alternatives, repair
from satcross.generator.request import Request
from satcross.generator.results import GeneratorProgress, Phase
from satcross.generator.settle import settle
from satcross.puzzle import ANY, MENTIONED, POSITIVE, Puzzle, address_text
from satcross.puzzle.files import FORMAT_OF_ENDING, read_source
from satcross.puzzle.files.link import FRAGMENT, document_in
from satcross.puzzle.files.source import Source, WordSource
from satcross.solver.compile import presolve
from satcross.solver.solutions import Search, solutions
from satcross.studio.answers import (
    ChangePart,
    DocumentsMessage,
    DoneMessage,
    ProgressMessage,
    ProposalMessage,
    ShownMessage,
    StudioMessage,
)
from satcross.studio.documents import (
    Draft,
    Preview,
    budget_for,
    document_of,
    documents_of,
    names_of,
    proposal_of,
    read_draft,
)
from satcross.studio.exports import Blob, letters_by_address, text_of
from satcross.studio.messages import (
    CompleteMessage,
    Document,
    ImportMessage,
    MendMessage,
    OpenedMessage,
    QuestionPart,
    ReshapeMessage,
    SaveMessage,
    ShowMessage,
)
from satcross.studio.shape import reshaped
from satcross.studio.templates import template_document, template_file
from satcross.studio.typed_json import fault

SHOW: Final = 10.0
MEND: Final = 60.0
COMPLETE: Final = 120.0
"""Seconds that a question may take."""

PREVIEW: Final = 1.0
"""Seconds for the number of solutions of a proposal."""

PHASES: Final[dict[Phase, str]] = {
    "grid": "looking for letters",
    "clues": "collecting clues",
    "start": "looking for clues that lead to one solution",
    "lower": "making the clues simpler",
    "search": "looking for clues that are short",
    "check": "checking the puzzle",
}
"""What is said of each phase of the generator."""

BETWEEN_REPORTS: Final = 0.4
"""Seconds between two messages that say how far a question has come."""

SETTLING: Final = 3
"""How many changes of one clue are proposed that settle a cell, before changes that leave one solution."""

PROPOSALS: Final = 5
"""How many changes are proposed unless the message says how many."""


def show(draft: Draft, message: ShowMessage) -> Iterator[ShownMessage]:
    """Yield a solution that has the letter in the cell."""
    letters = _solution_with(draft, {_cell(draft, message["cell"]): message["letter"]}, budget_for(SHOW))
    yield {"type": "shown", **names_of(message), "letters": list(letters)}


def mend(draft: Draft, message: MendMessage) -> Iterator[StudioMessage]:
    """Yield changes of clues, the cheapest first; for a cell the changes of one clue that settle it, then whole
    repairs.

    Before repairs comes the solution that they aim at.
    """
    budget = budget_for(MEND)
    most = min(20, max(1, message.get("most", PROPOSALS)))
    try:
        if message["how"] == "repair":
            yield from islice(_repaired(draft, message, budget), 1 + most)  # the aim comes first
        else:
            yield from islice(_varied(draft, message, budget), most)
    except TimeUp:
        pass
    yield {"type": "done", **names_of(message)}


def _repaired(draft: Draft, message: MendMessage, budget: Budget) -> Iterator[ProgressMessage | ProposalMessage]:
    """Yield proposals that make the letter in the cell certain, then proposals that leave only the wanted solution."""
    is_cell = "cell" in message and "letter" in message
    wanted = {_cell(draft, message["cell"]): message["letter"]} if is_cell else {}
    letters = _solution_with(draft, wanted, budget, prefers_author=True) or draft.wanted
    if not letters or any(letters[cell] != letter for cell, letter in wanted.items()):
        raise OptionError(
            "there is no solution that could be made the only one",
            hint="write the letters that are wanted into all cells",
        )
    yield {"type": "progress", **names_of(message), "text": _aim(draft, letters, is_cell), "letters": list(letters)}
    seen: set[tuple[Change, ...]] = set()
    if is_cell:
        for settled in islice(settle(draft.puzzle, message["cell"], letters, budget=budget), SETTLING):
            seen.add((settled.change,))
            yield _proposal(draft, message, settled.puzzle, (settled.change,), settled.cost)
    for repaired in repair(draft.puzzle, letters, budget=budget):
        if repaired.changes not in seen:
            yield _proposal(
                draft, message, repaired.puzzle, repaired.changes, repaired.cost, is_proven=repaired.is_proven
            )


def _aim(draft: Draft, letters: tuple[str, ...], is_cell: bool) -> str:
    """Return a sentence that says which solution `letters` is, which is to be the only one."""
    if not draft.letters:
        chosen = "A solution with this letter" if is_cell else "You have written no letters, so one of the solutions"
        return f"{chosen} was picked: the grid shows it."
    if all(letters[cell] == letter for cell, letter in draft.letters.items()):
        return "The solution with your letters is to be the only one: the grid shows it."
    return "The solution to keep has as many of your letters as it can have: the grid shows it."


def _varied(draft: Draft, message: MendMessage, budget: Budget) -> Iterator[ProposalMessage]:
    """Yield proposals with another clue instead of one."""
    line, clue = message.get("line", -1), message.get("clue", 0)
    if not 0 <= line < len(draft.puzzle.lines) or clue not in draft.indices[line]:
        raise OptionError("there is no such clue", hint="name a clue that is not empty, by line and clue")
    number = draft.indices[line].index(clue) + 1
    name = draft.puzzle.lines[line].name
    for varied in alternatives(draft.puzzle, name, number, loosen=message["how"] == "loosen", budget=budget):
        yield _proposal(draft, message, varied.puzzle, varied.changes, varied.cost, is_proven=varied.is_proven)


def _solution_with(
    draft: Draft, wanted: dict[int, str], budget: Budget, *, prefers_author: bool = False
) -> tuple[str, ...]:
    """Return a solution that has the letters `wanted`, () if there is none.

    Args:
        prefers_author: It has as many of the author's letters besides as can be added one after the other.
    """
    given = dict(draft.puzzle.given)
    if any(given.get(cell, letter) != letter for cell, letter in wanted.items()):
        return ()
    given |= wanted
    letters = _solution(draft.puzzle, given, budget)
    if not letters or not prefers_author:
        return letters
    whole = _solution(draft.puzzle, draft.letters | given, budget)
    if whole:
        return whole
    for cell, letter in draft.letters.items():
        if letters[cell] != letter and cell not in given:
            other = _solution(draft.puzzle, {**given, cell: letter}, budget)
            if not other:
                continue
            letters = other
        given.setdefault(cell, letter)
    return letters


def _solution(puzzle: Puzzle, given: dict[int, str], budget: Budget) -> tuple[str, ...]:
    """Return a solution with the letters `given`, () if there is none."""
    is_listed = puzzle.alphabet not in (ANY, MENTIONED, POSITIVE)
    if is_listed and any(letter not in puzzle.alphabet for letter in given.values()):
        return ()
    asked = puzzle._replace(given=tuple(sorted(given.items())))
    try:
        solution = next(solutions(asked, limit=1, budget=budget), None)
    except PuzzleError as error:
        if error.code in ("letter-not-in-alphabet", "given-twice"):
            return ()
        raise
    return () if solution is None else solution.letters


def _proposal(
    draft: Draft, message: MendMessage, puzzle: Puzzle, changes: tuple[Change, ...], cost: int, is_proven: bool = True
) -> ProposalMessage:
    """Return changes as a message, with the document that they lead to, and its verdict."""
    bare = puzzle._replace(expected=(), expects_all=False)
    mode = "words" if draft.is_words else ""
    document = document_of(bare._replace(alphabet=draft.alphabet), letters_by_address(draft), mode, draft.crossword)
    parts = [_change(draft, each) for each in changes]
    return proposal_of(message, document, _preview(bare), parts, cost, is_proven)


def _preview(puzzle: Puzzle) -> Preview:
    presolved = presolve(puzzle, budget=budget_for(PREVIEW))
    budget = budget_for(PREVIEW)
    search = Search(puzzle, limit=2, budget=budget, presolved=presolved).run()
    try:
        figures = marginals(presolved, budget_for(PREVIEW))
    except (TimeUp, LimitError):
        figures = None
    if figures is None:
        return Preview(("",) * len(puzzle.cells), search.status, search.count, search.is_complete)
    letters = tuple(next(iter(each)) if len(each) == 1 else "" for each in figures.cells)
    is_exact = not presolved.letters.is_alphabet_open or search.status == "unique"
    return Preview(letters, search.status, figures.total, is_exact)


def _change(draft: Draft, change: Change) -> ChangePart:
    line = draft.line_of(change.line)
    assert line is not None
    clue = draft.clue_index(line, change.clue - 1)
    return {"line": line, "clue": clue, "before": change.before, "after": change.after}


class _Reporter:
    """Sends how far the generator has come, when that has changed, and not too often."""

    def __init__(self, names: QuestionPart, send: Callable[[ProgressMessage], None]) -> None:
        self._names: Final = names
        self._send: Final = send
        self._text = ""
        self._next = 0.0

    def __call__(self, progress: GeneratorProgress) -> None:
        so_far = "" if progress.cost is None else f"; those found so far have about {progress.cost // 10} characters"
        text = PHASES[progress.phase] + so_far
        if text != self._text and monotonic() >= self._next:
            self._text, self._next = text, monotonic() + BETWEEN_REPORTS
            revision, identity = self._names["revision"], self._names["id"]
            self._send({"type": "progress", "revision": revision, "id": identity, "text": text})


def completed(
    draft: Draft, message: CompleteMessage, send: Callable[[ProgressMessage], None]
) -> Iterator[ProposalMessage | DoneMessage]:
    """Yield the puzzle with clues for the lines that have none; `send` is given progress meanwhile."""
    puzzle = draft.puzzle
    wanted = [dict(puzzle.given).get(cell, draft.letters.get(cell)) for cell in range(len(puzzle.cells))]
    request = Request(
        shape=puzzle._replace(alphabet=draft.alphabet),
        solution=tuple(wanted) if any(wanted) else (),
        difficulty=message.get("difficulty", ""),
        alphabet=ANY if draft.alphabet in (MENTIONED, POSITIVE) else draft.alphabet,
        dialect=puzzle.dialect,
        seed=message.get("seed", 0),
    )
    watch = _Reporter(message, send)
    try:
        made = next(complete(request, budget=budget_for(COMPLETE), watch=watch))
    except TimeUp as error:
        raise LimitError(str(error), hint="try another seed") from None
    changes: list[ChangePart] = []
    for number, (before, after) in enumerate(zip(puzzle.lines, made.puzzle.lines, strict=True)):
        for clue in after.clues[len(before.clues) :]:
            assert not before.clues
            changes.append({"line": number, "clue": 0, "before": "", "after": getattr(clue, "pattern", "")})
    bare = puzzle._replace(lines=made.puzzle.lines, alphabet=made.puzzle.alphabet)
    search = Search(bare, limit=2, budget=budget_for(PREVIEW)).run()
    letters = {address_text(cell): letter for cell, letter in zip(bare.cells, made.solution.letters, strict=True)}
    unmet = [each.message for each in made.unmet]
    preview = Preview(made.solution.letters, search.status, search.count, search.is_complete, unmet)
    yield proposal_of(message, document_of(bare, letters), preview, changes, made.cost)
    yield {"type": "done", **names_of(message)}


def reshape(draft: Draft, message: ReshapeMessage) -> Iterator[DocumentsMessage]:
    """Yield the document in another shape."""
    yield _documents(message["id"], "", [("", reshaped(draft, message["shape"]))])


def imported(message: ImportMessage, word_source: WordSource) -> Iterator[DocumentsMessage]:
    """Yield the documents in a text or a file of any format, or in a link to the studio."""
    text = message.get("text", "")
    if FRAGMENT in text and "\n" not in text.strip():
        yield _documents(message["id"], "link", [("", _checked(document_in(text), word_source))])
        return
    try:
        data = b64decode(message["data"], validate=True) if "data" in message else text.encode()
    except ValueError:
        raise OptionError("`data` is not base64", hint="see satcross/studio/protocol.md") from None
    name = os.path.basename(message.get("name", ""))
    try:
        yield _documents(message["id"], *documents_in(data, name or _NO_FILE, word_source))
    except SatcrossError as error:
        raise error if name else _without_file(error) from None


_NO_FILE: Final = "text"


def _without_file(error: SatcrossError) -> SatcrossError:
    """Return `error` with a place that names only the line of a text, which is in no file."""
    if isinstance(error, ManyErrors):
        return error.each(_without_file)
    file, _, line = (error.place or ("",))[0].partition(":")
    return error.replace(place=(*([f"line {line}"] if line else []), *error.place[1:])) if file == _NO_FILE else error


def opened(message: OpenedMessage, word_source: WordSource) -> Iterator[DocumentsMessage]:
    """Yield the documents in the file whose content, `data`, the server has read."""
    yield _documents(message["id"], *documents_in(message["data"], message["name"], word_source))


def documents_in(data: bytes, name: str, word_source: WordSource) -> tuple[str, list[tuple[str, Document]], str]:
    """Return the format and the documents of a file's content, and how it was read.  Raises SatcrossError."""
    source: Source | None = None
    try:
        crossword = template_document(data, name)
    except SatcrossError:  # a heading such as `Rows:` looks like a header of a word crossword
        crossword, source = None, _pasted(data, name, word_source)
        if source is None:
            raise
    if crossword is not None and crossword[0] == "ipuz":
        source = _of_regexes(data, name, word_source)
    if crossword is not None and source is None:
        return crossword[0], [("", crossword[1])], ""
    source = source or read_source(data, name, folder=word_source)
    return source.format, documents_of(source.entries), source.entries[0].reading


def _pasted(data: bytes, name: str, word_source: WordSource) -> Source | None:
    """Return what is read from a text in no known format, None if it is none."""
    try:
        source = read_source(data, name, folder=word_source)
    except SatcrossError:
        return None
    return source if source.format == "pasted" else None


def _of_regexes(data: bytes, name: str, word_source: WordSource) -> Source | None:
    """Return the puzzle of regexes that is written as a crossword; None for clues in words, which match no letters."""
    source = _pasted(data, name, word_source)
    with suppress(SatcrossError, TimeUp):
        if source is not None and _solution(source.entries[0].puzzle, {}, budget_for(PREVIEW)):
            return source
    return None


def saved(draft: Draft, message: SaveMessage) -> Iterator[Blob]:
    """Yield what the file that `save` names will contain."""
    ending = os.path.splitext(message["name"])[1].lower()
    if ending not in FORMAT_OF_ENDING:
        raise OptionError(
            f"no format has the extension {ending!r}",
            hint=f"the extensions are {', '.join(FORMAT_OF_ENDING)}",
            code="format",
        )
    is_grid = draft.is_words and ending == ".txt"
    data = template_file(draft, "grid") if is_grid else text_of(draft, FORMAT_OF_ENDING[ending]).encode()
    yield Blob(message["name"], data, "text/plain", "")


def _checked(value: object, word_source: WordSource) -> Document:
    """Return `value` as a document that can be read.  Raises PuzzleError."""
    wrong = fault(value, Document)
    if wrong:
        raise PuzzleError(f"the link holds no document of the studio: {wrong}", hint="copy the whole link", code="link")
    document = cast("Document", value)
    read_draft(document, word_source)
    return document


def _documents(identity: str, format: str, named: list[tuple[str, Document]], reading: str = "") -> DocumentsMessage:
    return {
        "type": "documents",
        "id": identity,
        "format": format,
        "version": "",
        "reading": reading,
        "documents": [{"name": name, "document": document} for name, document in named],
    }


def _cell(draft: Draft, cell: int) -> int:
    if not 0 <= cell < len(draft.puzzle.cells):
        raise OptionError(f"there is no cell {cell}", hint="a cell is an index into the cells of the layout")
    return cell
