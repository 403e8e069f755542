r"""Texts in which people have puzzles: lists in source code and JSON, tables, and plain lines.

In: a text that is in no known format.  Out: the puzzles in it, each with a line that says how it was read.  There are
three stages, each with one immutable value:

    text --tokenizers--> Pieces   everything that is in the text, in lists with the names beside them
         --roles-------> Found    the lists of each puzzle, and the facts beside them
         --choice------> Reading  the way to arrange the lists in which all clues fit

Each tokenizer reads the text in its own way.  A reading that leaves out what may be a clue is not valid.  If two valid
readings differ and are equally good, the text is refused, and the message shows both.  Nothing is evaluated, and the
time is linear in the length of the text.

    HE|LL|O+            |           | [^SPEAK]+ | EP\|IP\|EF |         Rows:
    [PLEASE]+           |-----------|-----------|------------|         1. HE|LL|O+
                        | HE\|LL\|O+|           |            |         2. [PLEASE]+
    [^SPEAK]+           | [PLEASE]+ |           |            |         Columns:
    EP|IP|EF                                                           ...
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Final

from satcross.base.records import NamedTuple
from satcross.errors import LimitError, PuzzleError
from satcross.puzzle.files.pasted.choice import Candidate, Reading, ambiguous, decided, readings_of
from satcross.puzzle.files.pasted.edges import named_lists, of_lengths, other_heads, readings_of as readings_of_table
from satcross.puzzle.files.pasted.fitting import looks_like_regexes
from satcross.puzzle.files.pasted.headings import is_prose, says_order
from satcross.puzzle.files.pasted.lines import from_lines
from satcross.puzzle.files.pasted.literals import CLOSES_NOTHING, NEVER_CLOSED, from_source
from satcross.puzzle.files.pasted.markup import without_bbcode
from satcross.puzzle.files.pasted.pages import from_page
from satcross.puzzle.files.pasted.pieces import Node, Piece, Pieces
from satcross.puzzle.files.pasted.roles import Found, Listing, clue_lists, tables_in
from satcross.puzzle.files.pasted.scanner import ways_to_read_strings
from satcross.puzzle.files.pasted.tables import from_bars, from_columns, from_markup, from_separated
from satcross.puzzle.files.pasted.words import names_columns_first, seat_of, words_of
from satcross.puzzle.files.pasted.yaml_lists import from_yaml
from satcross.puzzle.files.source import Entry, Path, WordSource

SMALLEST: Final = "three lines are enough: A|B (the clue of a row), an empty line, and [BC] (the clue of a column)"
SMALLEST_JSON: Final = 'lists under two names are enough: {"rows": ["A|B"], "columns": ["[BC]"]}'
MOST_LINES: Final = 3000  # of a text that is not source code or JSON
MOST_PASTED: Final = 500  # puzzles of a text; files of more are in known formats
MOST_LETTERS: Final = 60_000
"""Letters of a text: no puzzle that people paste has more, and these are read within a second."""

IS_JSON: Final = re.compile(
    r"""(?!\s*+\[(["'])(?:(?!\1)[^\n\]])*+\](?:(?!\1)[^\n])*+\n)"""  # a class that holds a quotation mark
    r"""\s*+(?://[^\n]*+\n\s*+)*+(?:\{\s*+(?:["'“]|\}|$)|\[\s*+(?:\{|\]\s*$|(?:\[\s*+)?["'“]))"""
)
_SIZES: Final = {"rows", "columns", "size", "height", "width"}
IN_NO_LIST: Final = "it is in no list"


class NothingFoundError(PuzzleError):
    """The text has no layout in which clues can be told from the rest."""


def read(text: str, folder: WordSource = "", *, force: bool = False) -> list[Entry]:
    """Return the puzzles of `text`.

    Raises:
        PuzzleError: If no layout fits (code `format`), or if the lists of clues make no puzzle.
        LimitError: If the text is too long (code `size`).
    """
    if len(text) > MOST_LETTERS:
        raise LimitError(f"this text is in no known format, and has more than {MOST_LETTERS:,} letters", code="size")
    text = re.sub("\r\n?|[\u2028\u2029\x85]", "\n", text)
    first: PuzzleError | None = None
    last: PuzzleError | None = None  # of what rather is not source code
    is_source_at_fault = False
    texts: list[_Text] = []
    for view in views(text):
        for pieces in tokenized(view.text):
            if "late" in pieces.traits and (not texts or texts[-1].rank[0]):
                continue  # only where the escapes leave clues that do not fit
            try:
                texts += [_Text(tuple(readings), pieces) for readings in _readings(pieces, view, force)]
            except PuzzleError as error:
                if pieces.layout == "source code" and not _CODE.search(text):
                    last = last or error
                first = first or (None if error is last else error)
                is_source_at_fault = is_source_at_fault or (
                    pieces.layout in ("JSON", "source code") and _is_named(pieces)
                )
    if is_source_at_fault and (signs := [hit[0][0] for hit in _CODE.finditer(text)]):
        is_code = "=" in signs or "(" in signs
        texts = [
            each
            for each in texts
            if each.pieces.layout == "source code" or (not is_code and (each.rank[0] or "source" in each.pieces.traits))
        ]
    if texts:
        return [reading.entry for reading in _best(texts).readings]
    raise _refusal(text, first or last)


def _refusal(text: str, first: PuzzleError | None) -> PuzzleError:
    """Return the error for a text in which nothing can be read, whose `first` error may say why."""
    is_json = IS_JSON.match(text) is not None
    smallest = SMALLEST_JSON if is_json else SMALLEST
    if first is not None:
        return first.replace(hint="; ".join(filter(None, [first.hint, smallest])))
    found = "JSON: it is in no known format, and has" if is_json else "text:"
    lists = "no lists of clues" + ("" if is_json else ", no table, and no clues line by line")
    return NothingFoundError(f"no puzzle was found in this {found} {lists}", hint=smallest, code="format")


def _is_named(pieces: Pieces) -> bool:
    """Return whether a list of source code has a name that says rows or columns."""
    return any(isinstance(value, Node) and seat_of(words_of(key)) for key, value in pieces.root.items) or any(
        {seat.axis for each in found.lists if (seat := each.seat)} == {"row", "column"} for found in clue_lists(pieces)
    )


_CODE: Final = re.compile(r"[=:(][ \t]*(?:\[\])?\w{0,9}[@~]?[\[({][^\n\w]{0,3}[\"'`]")
"""A list of strings behind a sign: where it cannot be read, lines of text are not looked for."""


class _Text(NamedTuple):
    """The readings of the puzzles that a tokenizer found."""

    readings: tuple[Reading, ...]
    pieces: Pieces

    @property
    def is_partial(self) -> bool:
        """Whether one of its puzzles was left out."""
        return "was left out: " in self.readings[0].entry.reading

    @property
    def rank(self) -> tuple[bool, int, float, int]:
        """How good it is: whether all clues fit, a given solution too, how plain it is, and how many do not fit."""
        is_strict = not self.pieces.traits & {"loose", "late"}
        plainness = 2 * all(each.is_named for each in self.readings) + is_strict - 0.5 * self.is_partial
        misfits = sum(each.misfits for each in self.readings)
        return not misfits, min(each.solved for each in self.readings), plainness, -misfits


def _best(texts: Sequence[_Text]) -> _Text:
    """Return the best reading of a text.  Raises PuzzleError if another one is as good."""
    best = max(texts, key=lambda each: each.rank)
    texts = [each for each in texts if each.rank[0] or each.rank == best.rank]
    candidates = [
        Candidate(
            each.rank,
            tuple(reading.key for reading in each.readings),
            [partial(attrgetter("entry.puzzle"), reading) for reading in each.readings],
        )
        for each in texts
    ]
    place, *others = decided(candidates)
    if others:
        raise ambiguous(texts[place].readings[0], texts[others[0]].readings[0])
    return texts[place]


_FATAL: Final = (IN_NO_LIST, CLOSES_NOTHING, NEVER_CLOSED)


def _readings(pieces: Pieces, view: View, force: bool) -> list[list[Reading]]:
    """Return the readings of the puzzles in `pieces`; of a single puzzle all that are equally good.

    Raises:
        PuzzleError: If none can be read, or if something that may be a clue is left out.
    """
    puzzles, rest = _puzzles(pieces)
    rest = [*rest, *pieces.rest, *view.rest]
    if not puzzles:
        return []
    if len(puzzles) > MOST_PASTED:
        raise LimitError(f"this text has more puzzles than the limit of {MOST_PASTED:,}", code="size")
    _refuse_remainder(pieces, rest)
    readings: list[Reading] = []
    failed: list[tuple[int, PuzzleError]] = []
    for number, found in enumerate(puzzles, 1):
        try:
            reading, *others = readings_of(found, pieces.layout, pieces.traits, force)
            if others and len(puzzles) > 1:
                raise ambiguous(reading, others[0])
            readings += [reading, *others]
        except PuzzleError as error:
            failed.append((number, error))
    if failed and (not readings or len(puzzles) == 1):
        raise failed[0][1]
    if not any(each.is_named for each in readings):
        _refuse_columns_first(view.text, [found for way in puzzles for found in way])
    ways = [readings] if len(puzzles) > 1 else [[each] for each in readings]
    return [_noted(way, pieces, view, rest, failed) for way in ways]


def _refuse_remainder(pieces: Pieces, rest: Sequence[Piece]) -> None:
    """Raise PuzzleError if what is in no list may be a clue, or says how the clues are to be read."""
    is_code = "source" in pieces.traits and pieces.layout != "JSON"
    for piece in rest:
        if not is_code and says_order(piece.text):
            raise PuzzleError(
                f"this asks for an order that cannot be read: {piece.text[:60]!r}",
                place=[f"line {piece.line}"],
                hint="list the rows from top to bottom, then the columns from left to right, and leave this out",
                code="format",
            )
        is_gap = pieces.layout == "lines with names" and piece.text in ("...", "…", "etc.")
        is_clue = looks_like_regexes([piece]) and not (is_code and piece in pieces.rest)
        if is_gap or is_clue or piece.why in _FATAL:
            raise PuzzleError(
                f"this looks like {pieces.layout}, but then it is not known what this is: {piece.text[:40]!r}"
                + (f" ({piece.why})" if piece.why else ""),
                place=[f"line {piece.line}"],
                code="format",
            )


def _refuse_columns_first(text: str, puzzles: Sequence[Found]) -> None:
    """Raise PuzzleError if `text` has lists without names and sizes, and speaks of columns before rows."""
    if names_columns_first(text) and not any(found.facts.keys() & _SIZES for found in puzzles):
        raise PuzzleError(
            "the text names columns before rows, and does not say which list is which",
            hint="write rows and columns beside the lists",
            code="format",
        )


def _noted(
    readings: list[Reading],
    pieces: Pieces,
    view: View,
    rest: Sequence[Piece],
    failed: Sequence[tuple[int, PuzzleError]],
) -> list[Reading]:
    """Return the readings, the first of which says the omitted text."""
    notes = [f"puzzle {number} was left out: {error.message}" for number, error in failed]
    if pieces.layout in ("plain lines", "lists with headings"):
        notes += _around(readings[0], view.text)
    left_out = sorted(
        (piece for piece in rest if piece.text and not piece.why), key=lambda piece: piece.kind, reverse=True
    )
    notes += [f"{piece.text[:60]!r} below the last list was left out" for piece in rest if piece.why == "below"]
    if left_out:
        more = f" and {len(left_out) - 1} more" if len(left_out) > 1 else ""
        notes.append(f"{left_out[0].text[:60]!r}{more} was left out")
    entry = readings[0].entry
    entry = entry._replace(reading=entry.reading + "".join(f"; {note}" for note in notes))
    return [readings[0]._replace(entry=entry), *readings[1:]]


def _around(reading: Reading, text: str) -> list[str]:
    """Return the note that says the signs around the clues, such as numbers and quotation marks, if anything does."""
    line, clue = next(
        (
            (path[0][1], clues.clues[0].pattern)  # type: ignore[union-attr]
            for path, clues in zip(reading.entry.paths, reading.entry.puzzle.lines, strict=False)
            if path
        ),
        (1, " "),
    )
    before, found, after = text.split("\n")[int(line) - 1].strip().partition(clue)
    around = [f"{part!r} {place}" for part, place in ((before, "before"), (after, "behind")) if part]
    verb = "were" if len(around) > 1 else "was"
    return [f"{' and '.join(around)} the first clue, and the like, {verb} left out"] if found and around else []


def _puzzles(pieces: Pieces) -> tuple[list[list[Found]], list[Piece]]:
    """Return the puzzles in `pieces`, each in all ways to read it, and what is in none."""
    tables = list(tables_in(pieces))
    named = [named_lists(table) for table in tables]
    if len(tables) > 1 and len({each.seat for lists in named for each in lists} - {None}) == len(tables):
        heads = [piece for table in tables for piece in other_heads(table)]
        return [[Found(tuple(each for lists in named for each in lists), {})]], heads
    if not tables:
        strays = [
            value._replace(kind="unreadable", why=IN_NO_LIST)
            for key, value in pieces.root.items[1:]
            if isinstance(value, Piece)
            and value.kind == "clue"
            and (not key or key.isdecimal())
            and " " not in value.text
        ]
        return [_expanded(found) for found in clue_lists(pieces)], strays
    needs_corner, has_names_only = "separated" in pieces.traits, "names only" in pieces.traits
    ways = [readings_of_table(each, needs_corner=needs_corner, has_names_only=has_names_only) for each in tables]
    texts = [_cells(table) for table, way in zip(tables, ways, strict=True) if not way]
    return [way for way in ways if way], [piece for each in texts for piece in each]


def _cells(table: Node) -> list[Piece]:
    cells = [piece for _, row in table.items if isinstance(row, Node) for _, piece in row.items]
    return [piece._replace(kind="unreadable") for piece in cells if isinstance(piece, Piece) and piece.text]


def _expanded(found: Found) -> list[Found]:
    """Return the ways to read a puzzle; a list of lists may be the rows of a table, or all lists of the puzzle."""
    if found.is_filled:
        cells = [[line[0] for line in each.lines] for each in found.lists]
        return [each._replace(facts=found.facts) for each in of_lengths([each.label for each in found.lists], cells)]
    if len(found.lists) > 1 or found.lists[0].is_inline or max(map(len, found.lists[0].lines)) < 2:
        return [found]
    rows = found.lists[0].lines
    ways: list[Found] = []
    if not rows[0][0].text and len({len(row) for row in rows}) == 1 and len(rows) + len(rows[0]) > 4:
        table = Node(tuple(("", Node(tuple(("", cell) for cell in row), 0)) for row in rows), 0)
        inner = readings_of_table(table, needs_corner=True)
        ways += [each._replace(facts={**found.facts, **each.facts}) for each in inner]
    if 2 <= len(rows) <= 4:
        lists = tuple(Listing((), tuple((piece,) for piece in row)) for row in rows)
        ways.append(found._replace(lists=lists, penalty=int(bool(ways))))
    return ways or [found]


class View(NamedTuple):
    """A text in which a puzzle is looked for, whose lines have the numbers of the whole text; and what is not in it."""

    text: str
    rest: tuple[Piece, ...] = ()


CITATIONS: Final = 3  # within each other
FENCE: Final = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*$", re.M)
_PROMPT: Final = re.compile(r"^(?:(?:In|Out) ?\[\d{1,9}\]:|>>>(?= \S)) ?", re.M)
_PYTHON: Final = re.compile(r"^>>> \w+ *=", re.M)
_PRINTED: Final = re.compile(r"^(?!>>>|\.\.\. |\n)", re.M)
_CONTINUED: Final = re.compile(r"^\.\.\. ", re.M)
_CITED: Final = re.compile(r"\s*+(?:>[^\n]*+\n\s*+)*+(?:>[^\n]*+)?\s*+")


def views(text: str) -> Iterator[View]:
    """Yield the texts in which a puzzle is looked for: without prompts, fences, the marks of citations and the like."""
    if text.lstrip()[:1] in (")", "]", "}"):
        return
    if text.lstrip().startswith("{") and '"cells"' in text and (cells := _cells_of_notebook(text)):
        yield View(cells)
        return
    for _ in range(CITATIONS):
        if not text.lstrip().startswith(">") or not _CITED.fullmatch(text):
            break
        text = re.sub(r"^[ \t]*> ?", "", text, flags=re.M)
    if _PYTHON.search(text):
        text = _CONTINUED.sub("", _PRINTED.sub("# ", text))
    text = _PROMPT.sub(lambda hit: "result = " if hit[0][0] == "O" else "", without_bbcode(text))
    text = _without_here_documents(text) if "<<" in text else text
    parts = FENCE.split(text)
    parts = parts if len(parts) % 2 else [text]  # each fence is opened and closed
    without_fences = "".join(parts)
    inside = "".join(part if n % 2 else "\n" * part.count("\n") for n, part in enumerate(parts))
    if len(parts) > 1 and inside.strip():
        around = "".join("\n" * part.count("\n") if n % 2 else part for n, part in enumerate(parts))
        rest = [Piece(line.strip(), n, "unreadable") for n, line in enumerate(around.split("\n"), 1) if line.strip()]
        yield View(inside, tuple(each._replace(kind="empty") if is_prose(each.text) else each for each in rest))
    yield View(without_fences)
    if re.search("&(?:quot|lt|apos|#39|#x27);", text):
        yield View(html.unescape(without_fences))


_HERE: Final = re.compile(r"<<-? ?['\"]?([A-Za-z]\w*)")


def _without_here_documents(text: str) -> str:
    """Return `text` with numbers before the lines of its here-documents, below the names of their files."""
    lines: list[str] = []
    number, end = 0, ""
    for line in text.split("\n"):
        name, begin = re.search(r"\b(\w{1,40})\.\w", line[:200]), _HERE.search(line[:200])
        if end:
            number, end = (number + 1, end) if line != end else (0, "")
            lines.append(f"{number}: {line}" if end else "")
        elif name and begin:
            end = begin[1]
            lines.append(f"{name[1]}:")
        else:
            lines.append(line)
    return text if end else "\n".join(lines)


def _cells_of_notebook(text: str) -> str:
    """Return the text of all cells of a Jupyter notebook, "" if `text` is none."""
    try:
        return "\n\n".join(["".join(cell["source"]) for cell in json.loads(text)["cells"]])
    except (ValueError, RecursionError, LookupError, TypeError):
        return ""


_IN_BOLD: Final = re.compile(r"^[ \t]*(?:[-*+][ \t]+|\d{1,3}\.[ \t]+)?\*\*[^*\n]{1,40}\*\*:?[ \t]*`", re.M)
"""A name in bold and a clue in code, as Markdown has them and no language."""


def tokenized(text: str) -> Iterator[Pieces]:
    """Yield what each tokenizer finds in `text`."""
    if IS_JSON.match(text):
        yield from_source(text)
        return
    if text.count("\n") > MOST_LINES:
        yield from_source(text)
        return
    pages, plain = from_page(text)
    yield from pages
    yield from from_markup(text)
    yield from from_bars(text)
    yield from from_yaml(text)
    if re.search(r"[\[({\"'`/]", text) and len(_IN_BOLD.findall(text)) < 2:
        for strings, is_late in ways_to_read_strings(text):
            source = from_source(text, strings)
            yield source._replace(traits=source.traits | {"late"}) if is_late else source
            if source.layout == "JSON":
                break
        for _, value in source.root.items:
            if isinstance(value, Piece) and value.text.count("\n") > 2:
                yield from from_bars(value.text)
                yield from from_lines(value.text)
    yield from from_separated(text)
    yield from from_columns(text)
    yield from from_lines(text)
    for each in from_lines(plain) if plain else ():
        yield each._replace(layout="an HTML page")


def line_numbers(text: str) -> Mapping[Path, int]:
    """Return the line of each path: a path of this format is ("line", number)."""
    return {("line", number): number for number in range(1, text.count("\n") + 2)}
