"""The reading of a text: among all ways to arrange its lists, the ways in which every clue can fill its line.

In: what one tokenizer found of one puzzle.  Out: a `Reading`.  It is valid only if no list has a piece that cannot be
read, and if the sizes beside it hold.  If two ways that differ are equally good, it is an error that shows both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, Final

from satcross.base.records import NamedTuple
from satcross.base.wording import counted, listed
from satcross.errors import PuzzleError, SatcrossError
from satcross.puzzle import KEYWORDS, Cell, Clue, Dialect, Line as PuzzleLine, Puzzle
from satcross.puzzle.files.expressing import letters_named
from satcross.puzzle.files.pasted.arranging import TOGETHER, Arranged, arrangements, first_piece
from satcross.puzzle.files.pasted.dress import Dressed, dressings
from satcross.puzzle.files.pasted.edges import MARKS
from satcross.puzzle.files.pasted.fact_values import alphabet_of, joined, plain, sizes_in
from satcross.puzzle.files.pasted.fitting import (
    fits,
    is_readable,
    letters_agree,
    nonogram_clue,
    without_idle_escapes,
)
from satcross.puzzle.files.pasted.literals import flags_of
from satcross.puzzle.files.pasted.pieces import Node, Piece, Value, number_of
from satcross.puzzle.files.pasted.remarks_in_clues import more_than_a_clue
from satcross.puzzle.files.pasted.roles import Found, Line, Listing
from satcross.puzzle.files.pasted.variants import variants
from satcross.puzzle.files.pasted.words import words_of
from satcross.puzzle.files.programs import with_solution
from satcross.puzzle.files.source import Entry
from satcross.puzzle.shapes import hexagon, rectangle
from satcross.regex.letters import from_text, to_text, union
from satcross.regex.lower import lower
from satcross.regex.matcher import matches
from satcross.regex.syntax.parse import parse

MOST_WAYS: Final = 200  # that are looked at
MOST_RIVALS: Final = 8  # whose letters are compared


class Way(NamedTuple):
    """One way to read the lists of a puzzle: their places, and what was taken off the clues.

    Attributes:
        misfits: The clues that cannot fill their lines, each with the number of cells.
    """

    arranged: Arranged
    dialect: Dialect
    notes: tuple[str, ...]
    penalty: int
    misfits: tuple[tuple[Piece, int], ...]

    @property
    def key(self) -> tuple[object, ...]:
        """What two ways have in common that make the same puzzle."""
        lists = tuple(
            tuple(
                tuple((without_idle_escapes(piece.text), piece.flags) for piece in line if piece.kind == "clue")
                for line in lines
            )
            for lines in self.arranged.lists
        )
        return self.arranged.kind, self.arranged.is_board, lists


class Reading(NamedTuple):
    """A puzzle, and how it was read.

    Attributes:
        misfits: How many clues cannot fill their lines.
        is_named: Whether words say where each list belongs.
        shown: The first clues of each list.
        solved: 1 if the solution that the text gives matches all clues, -1 if it does not, 0 if there is none.
    """

    entry: Entry
    key: tuple[object, ...]
    misfits: int
    is_named: bool
    shown: str
    solved: int

    @property
    def summary(self) -> str:
        """What messages show of it: its shape, its layout and its first clues."""
        return self.entry.reading.removeprefix("read as ").partition(";")[0] + self.shown


def readings_of(found: Sequence[Found], layout: str, traits: frozenset[str], force: bool) -> list[Reading]:
    """Return the best reading of one puzzle, or several that are equally good.

    Args:
        found: What a text has of the puzzle, in each way to tell its pieces apart.

    Raises:
        PuzzleError: If there is none.
    """
    ways: list[tuple[Way, Found]] = []
    first: PuzzleError | None = None
    for each in found:
        try:
            ways += [(way, each) for way in islice(_ways(each, traits), MOST_WAYS)]
        except PuzzleError as error:
            first = first or error
    if not ways:
        raise first or PuzzleError("lists found, but no way to make a puzzle of them", code="format")
    chosen = _best(ways, layout)
    if "source" not in traits or layout == "YAML":
        for way, _ in chosen:
            _refuse_remarks(way)
    return [_reading(way, each, layout, force) for way, each in chosen]


def _best(ways: Sequence[tuple[Way, Found]], layout: str) -> list[tuple[Way, Found]]:
    """Return the ways in which all clues fit, and the likeliest of them; one whose solution fits comes first."""
    fitting = [each for each in ways if not each[0].misfits]
    if not fitting:
        _refuse_misfits(*ways[0], layout)
        return [ways[0]]
    least = min(way.penalty for way, _ in fitting)
    likely = (each for each in fitting if each[0].penalty == least or each[1].facts.get("solution"))
    solved = [each for each in likely if _is_solved(*each)]
    if solved:
        return [min(solved, key=lambda each: each[0].penalty)]
    candidates = [Candidate(-way.penalty, way.key, [partial(_puzzle, way, each, False)]) for way, each in fitting]
    return [fitting[place] for place in decided(candidates)]


class Candidate(NamedTuple):
    """A way to read a text in which all clues can fill their lines.

    Attributes:
        rank: How likely it is beside others.
        key: What two ways have in common that make the same puzzle.
        puzzles: For each of its puzzles a function that makes it.
    """

    rank: Any
    key: object
    puzzles: Sequence[Callable[[], Puzzle]]

    def agrees(self) -> bool:
        """Return whether the letters of rows and columns can agree in each of its puzzles."""
        try:
            return all(letters_agree(puzzle()) for puzzle in self.puzzles)
        except SatcrossError:
            return False


def decided(candidates: Sequence[Candidate]) -> list[int]:
    """Return the place of the likeliest candidate; of equally likely ones, of that in which the letters can agree.

    There is more than one place if there are several of these, or if the letters can agree only in less likely ones.
    """
    distinct: dict[object, int] = {}
    for place in sorted(range(len(candidates)), key=lambda n: candidates[n].rank, reverse=True):
        distinct.setdefault(candidates[place].key, place)
    first, *rivals = list(distinct.values())[:MOST_RIVALS]
    if not rivals:
        return [first]
    equal = [n for n in rivals if candidates[n].rank == candidates[first].rank]
    agreeing = [n for n in (first, *equal) if candidates[n].agrees()]
    if len(agreeing) == 1:
        return agreeing
    return agreeing or [first, *[n for n in rivals[len(equal) :] if candidates[n].agrees()], *equal]


def ambiguous(one: Reading, other: Reading) -> PuzzleError:
    """Return the error for a text that can be read in two ways that are equally good."""
    return PuzzleError(
        f"this can be read in two ways: as {one.summary}; or as {other.summary}",
        hint="make only one of them possible, for instance with one clue per line below Rows: and Columns:",
        code="format",
    )


def _text_of(way: Way) -> str:
    """Return the first clues of each list, as messages show them."""
    lists = [[" & ".join(piece.text for piece in line) for line in lines] for lines in way.arranged.lists]
    shown = " | ".join(
        ", ".join(each[:30] or "(none)" for each in texts[:4]) + ", ..." * (len(texts) > 4) for texts in lists
    )
    return f" ({shown})"


def shape_text(arranged: Arranged) -> str:
    """Return the shape as people say it: "2 rows and 3 columns"."""
    counts = [len(each) for each in arranged.lists]
    if arranged.kind == "rectangle":
        return f"{counted(counts[0], 'row')} and {counted(counts[1], 'column')}"
    total = (sum(counts) - 3) // 2
    edges = [total - count + 2 for count in counts]
    if len(set(edges)) == 1:
        return f"a hexagon of side {edges[0]}"
    return f"a hexagon with edges of {listed([str(each) for each in edges])} cells"


def _ways(found: Found, traits: frozenset[str]) -> Iterator[Way]:
    """Yield the ways to read the lists of `found`, the likeliest first.  Raises PuzzleError if there is none."""
    is_empty = not any(piece.text for each in found.lists for line in each.lines for piece in line)
    if is_empty and len({each.seat for each in found.lists} - {None}) < 2:
        raise PuzzleError("lists found, but all of their clues are empty", code="format")
    flags = "".join(map(flags_of, found.facts.get("flags", ())))
    found = found._replace(lists=tuple(_with_flags(each, flags) for each in found.lists)) if flags else found
    sizes = sizes_in(found.facts)
    first: PuzzleError | None = None
    has_any = False
    for lists, penalty in variants(found.lists, sizes, found.facts.get("outline", ())):
        lists = _of_nonogram(lists) or lists
        if fault := _fault_in(lists, traits):
            first = first or _fault_error(fault, lists)
            continue
        for dressed in dressings(lists, traits):
            try:
                for way in _ways_of(dressed, sizes, traits):
                    has_any = True
                    yield way._replace(penalty=way.penalty + found.penalty + penalty)
            except PuzzleError as error:
                first = first or error
    if not has_any and first is not None:
        raise first


def _with_flags(each: Listing, flags: str) -> Listing:
    """Return a list whose regexes have the flags that are written beside it."""
    return each._replace(
        lines=tuple(tuple(piece._replace(flags=piece.flags + flags) for piece in line) for line in each.lines)
    )


def _fault_in(lists: Sequence[Listing], traits: frozenset[str]) -> Piece | None:
    """Return the first piece that cannot be a clue, or a clue with a sign that shows that it is not the whole clue."""
    fault = first_piece(lists)
    if fault is not None or "source" in traits:
        return fault
    return _half_quoted(lists, traits) or (_with_tab(lists) if "loose" in traits else None)


def _with_tab(lists: Sequence[Listing]) -> Piece | None:
    pieces = (piece for each in lists for line in each.lines for piece in line)
    return next((piece._replace(why="there is a tab in it") for piece in pieces if "\t" in piece.text), None)


def _half_quoted(lists: Sequence[Listing], traits: frozenset[str]) -> Piece | None:
    """Return the clue that has a quotation mark at one end, if others of its list have the same one at both ends."""
    groups = [[piece for line in each.lines for piece in line if piece.kind == "clue"] for each in lists]
    for pieces in (*groups, [piece for group in groups for piece in group]):
        texts = [piece.text.rstrip(",;]") or " " for piece in pieces]
        for mark in "\"'`" if "loose" in traits else "`":
            ends = [(text[0] + text[-1]).count(mark) if len(text) > 1 else 0 for text in texts]
            if 0 < ends.count(1) <= ends.count(2) >= (len(ends) - 2 if 0 in ends else 1):
                return pieces[ends.index(1)]._replace(why="a quotation mark is missing")
    return None


def _fault_error(fault: Piece, lists: Sequence[Listing]) -> PuzzleError:
    where = next((each for each in lists if each.fault), None)
    name = f" in the list {' '.join(where.label)}" if where and where.label else ""
    return PuzzleError(
        f"this{name} cannot be read as a clue: {fault.text.strip()[:40]!r}, {fault.why or 'a number'}",
        place=[f"line {fault.line}"] if fault.line else (),
        hint="write each clue as its own string",
        code="format",
    )


def _ways_of(dressed: Dressed, sizes: Mapping[str, int], traits: frozenset[str]) -> Iterator[Way]:
    lists, notes = with_flags(dressed.lists)
    pieces = [piece for each in lists for line in each.lines for piece in line]
    dialect: Dialect = "python"
    if "javascript" in traits or (
        not all(is_readable(piece, "python") for piece in pieces)
        and all(is_readable(piece, "javascript") for piece in pieces)
    ):
        dialect = "javascript"
    for arranged in arrangements(lists, sizes, dialect, traits):
        misfits = [
            (piece, cells) for line, cells in arranged.cells() for piece in line if not fits(piece, cells, dialect)
        ]
        yield Way(arranged, dialect, (*dressed.notes, *notes), dressed.penalty + arranged.penalty, tuple(misfits))


def with_flags(lists: Sequence[Listing]) -> tuple[tuple[Listing, ...], tuple[str, ...]]:
    """Return the lists with the flags of their regexes as groups in their texts; `i` stays a flag if all have it.

    Raises:
        PuzzleError: If a flag is not known.
    """
    pieces = [piece for each in lists for line in each.lines for piece in line if piece.kind == "clue"]
    for piece in pieces:
        if strange := set(piece.flags) - set("imsxgydu<"):
            raise PuzzleError(
                f"the flag {''.join(sorted(strange))!r} of {piece.text[:40]!r} cannot be read",
                place=[f"line {piece.line}"],
                code="format",
            )
    common = {"i"} if pieces and all("i" in piece.flags for piece in pieces) else set()

    def bare(piece: Piece) -> Piece:
        flags = "".join(sorted(set(piece.flags) & set("imsx") - common))
        kept = "".join(sorted(set(piece.flags) & {"<"} | common))
        return piece._replace(text=f"(?{flags}:{piece.text})" if flags else piece.text, flags=kept)

    changed = tuple(each._replace(lines=tuple(tuple(map(bare, line)) for line in each.lines)) for each in lists)
    return changed, ("capital and small letters are the same",) if common else ()


def _of_nonogram(lists: Sequence[Listing]) -> tuple[Listing, ...] | None:
    """Return the lists of a nonogram, whose clues are lengths of blocks, as regexes over `#` and `.`."""
    if len(lists) != 2:
        return None
    numbers = [[_blocks(line) for line in each.lines] for each in lists]
    counts = [len(each) for each in lists and numbers]
    sums = []
    for blocks, cells in zip(numbers, counts[::-1], strict=True):
        if any(line is None or sum(line) + len(line) - 1 > cells for line in blocks):
            return None
        sums.append(sum(sum(line) for line in blocks if line))
    if sums[0] != sums[1] or not sums[0]:
        return None
    is_regex = all(
        fits(piece._replace(kind="clue"), cells, "python")
        for each, cells in zip(lists, counts[::-1], strict=True)
        for line in each.lines
        for piece in line
        if piece.kind == "clue"
    ) and not any(piece.kind == "number" for each in lists for line in each.lines for piece in line)
    if is_regex:
        return None
    return tuple(
        each._replace(
            lines=tuple(
                (Piece(nonogram_clue(blocks or ()), line[0].line if line else 0),)
                for blocks, line in zip(found, each.lines, strict=True)
            )
        )
        for each, found in zip(lists, numbers, strict=True)
    )


def _blocks(line: Line) -> list[int] | None:
    words = [word for piece in line for word in re.split(r"[,\s]+", piece.text.strip()) if word]
    blocks = [number_of(word) for word in words]
    return None if None in blocks else [block for block in blocks if block]


def _refuse_misfits(way: Way, found: Found, layout: str) -> None:
    """Raise PuzzleError if clues that cannot fill their lines show that this is not a puzzle, or not this one."""
    pieces = [piece for lines in way.arranged.lists for line in lines for piece in line if piece.kind == "clue"]
    piece, cells = way.misfits[0]
    if joined := next((each for each in pieces if each.why == "joined"), None):
        raise PuzzleError(
            "a comma is missing between two strings",
            place=[f"line {joined.line}"],
            hint=f"write a comma between the strings that make {joined.text[:40]!r}",
            code="format",
        )
    unreadable = [each for each in pieces if not is_readable(each, "python") and not is_readable(each, "javascript")]
    if 2 * len(unreadable) > len(pieces):
        raise PuzzleError(
            f"most clues from {layout} would not be regular expressions, such as {unreadable[0].text[:40]!r}",
            place=[f"line {unreadable[0].line}"],
            code="format",
        )
    if way.arranged.spare:
        raise PuzzleError(
            f"{piece.text[:40]} cannot fill its {counted(cells, 'cell')}, and {way.arranged.spare[0]}", code="format"
        )
    is_code = layout in ("JSON", "source code")
    if (
        not (is_code and way.arranged.is_named)
        and not _about_spaces(way)
        and 2 * len(way.misfits) >= max(2, len(pieces))
    ):
        raise PuzzleError(
            f"this looks like {shape_text(way.arranged)} from {layout}, but then {len(way.misfits)} of "
            f"{counted(len(pieces), 'clue')} cannot fill their lines, such as {piece.text[:40]} in a line of "
            f"{counted(cells, 'cell')}",
            hint=TOGETHER if len(found.lists) == 1 else "",
            code="format",
        )


def _refuse_remarks(way: Way) -> None:
    """Raise PuzzleError if a clue seems to hold something else."""
    clues = [[piece for line in lines for piece in line if piece.kind == "clue"] for lines in way.arranged.lists]
    if odd := more_than_a_clue(clues):
        raise PuzzleError(
            f"this may be more than a clue: {odd.text[:60]!r}",
            place=[f"line {odd.line}"],
            hint="write nothing but the clue on its line, or quotation marks around each clue",
            code="format",
        )


def _puzzle(way: Way, found: Found, force: bool) -> Puzzle:
    """Return the puzzle of `way` with the facts that are beside it.  Raises PuzzleError."""
    details: dict[str, Any] = {"force": force, "dialect": way.dialect}
    for fact in ("title", "author"):
        value = next(iter(found.facts.get(fact, ())), None)
        if isinstance(value, Piece) and value.kind in ("clue", "number"):
            details[fact] = value.text
    names = ("rows", "columns") if way.arranged.kind == "rectangle" else ("horizontal", "rising", "falling")
    clues: dict[str, Any] = {
        name: [
            [
                Clue(piece.text, "<" in piece.flags or (way.arranged.is_board and name != "horizontal"))
                for piece in line
                if piece.kind == "clue"
            ]
            for line in lines
        ]
        for name, lines in zip(names, way.arranged.lists, strict=True)
    }
    letters = _letters(found)
    solution = next((plain(each) for each in found.facts.get("solution", ()) if _is_solution(each)), None)
    if way.arranged.kind == "rectangle" and letters:
        rows, columns = (len(lines) for lines in way.arranged.lists)
        if len(letters) < rows * columns:
            details["given"] = letters
        else:
            solution = [letters[cell] for cell in sorted(letters)]
    puzzle = rectangle(**clues, **details) if way.arranged.kind == "rectangle" else hexagon(**clues, **details)
    alphabet = next(filter(None, map(alphabet_of, found.facts.get("alphabet", ()))), "")
    if alphabet and _is_alphabet(puzzle, alphabet):
        puzzle = puzzle._replace(alphabet=alphabet)
    if any("i" in piece.flags for lines in way.arranged.lists for line in lines for piece in line):
        puzzle = _in_one_case(puzzle, solution)
    return with_solution(puzzle, solution)


def _letters(found: Found) -> dict[Cell, str]:
    """Return the letters inside a table by row and column; what is in all other cells is a mark for no letter."""
    rows = [row for value in found.facts.get("letters", ()) if isinstance(value, Node) for _, row in value.items]
    cells: dict[Cell, str] = {
        (r, c): piece.text
        for r, row in enumerate(rows, 1)
        if isinstance(row, Node)
        for c, (_, piece) in enumerate(row.items, 1)
        if isinstance(piece, Piece)
    }
    marks = {text for text in cells.values() if text in MARKS}
    if "" in marks:
        return {cell: text for cell, text in cells.items() if text}
    return {cell: text for cell, text in cells.items() if text not in marks}


def _is_alphabet(puzzle: Puzzle, alphabet: str) -> bool:
    """Return whether each clue can still match something if the cells hold the letters of `alphabet`."""
    try:
        return all(
            lower(parse(clue.pattern, puzzle.dialect, puzzle.flags), from_text(alphabet)).least <= len(line.cells)
            for line, clue in regexes(puzzle)
        )
    except SatcrossError:
        return True


def _in_one_case(puzzle: Puzzle, solution: object) -> Puzzle:
    """Return `puzzle` without regard to case, over capitals, or over small letters if its solution has these."""
    with_flag = puzzle._replace(flags="i")
    is_small = isinstance(solution, str | list) and str(solution).lower() == str(solution) != str(solution).upper()
    known = to_text(letters_named(with_flag)) if len(letters_named(with_flag)) < 1000 else ""
    letters = {each.lower() if is_small else each.upper() for each in known}
    return with_flag._replace(alphabet="".join(sorted(each for each in letters if len(each) == 1)))


def regexes(puzzle: Puzzle) -> list[tuple[PuzzleLine, Clue]]:
    """Return all clues of a pasted puzzle, which has no word lists, with their lines."""
    return [(line, clue) for line in puzzle.lines for clue in line.clues if isinstance(clue, Clue)]


def _is_solved(way: Way, found: Found) -> bool:
    """Return whether the solution that the text gives matches all clues."""
    if not found.facts.get("solution") and not found.facts.get("letters"):
        return False
    try:
        puzzle = _puzzle(way, found, False)
    except SatcrossError:
        return False
    if not puzzle.expected:
        return False
    letters = puzzle.expected[0]
    alphabet = union(from_text("".join(letters)), letters_named(puzzle))
    try:
        return all(
            matches(
                lower(parse(clue.pattern, puzzle.dialect, puzzle.flags), alphabet),
                "".join(letters[cell] for cell in clue.read(line.cells)),
            )
            for line, clue in regexes(puzzle)
        )
    except SatcrossError:
        return False


def _reading(way: Way, found: Found, layout: str, force: bool) -> Reading:
    puzzle = _puzzle(way, found, force)
    paths = tuple(
        tuple(("line", piece.line) for piece in line if piece.kind == "clue")
        for lines in way.arranged.lists
        for line in lines
    )
    remarks = [*way.notes, *way.arranged.spare]
    remarks += ["the clues are read as JavaScript's"] if puzzle.dialect == "javascript" else []
    remarks += (
        [f"over the alphabet {puzzle.alphabet}"]
        if puzzle.alphabet not in KEYWORDS and found.facts.get("alphabet")
        else []
    )
    if way.arranged.kind == "hexagon" and not way.arranged.is_named:
        remarks.append("its lists are taken as the horizontal, the rising and the falling lines")
    names = [joined(each) for each in found.facts.get("left", ())]
    if left := [repr(name) for name in names if words_of(name) not in [each.label for each in found.lists]][:6]:
        remarks.append(f"{listed(left)} {'was' if len(left) == 1 else 'were'} left out")
    remarks += _about_spaces(way)
    pieces = [piece for lines in way.arranged.lists for line in lines for piece in line]
    is_double = any(len(line) > 1 for lines in way.arranged.lists for line in lines)
    if is_double and not any(each.seat and each.seat.is_second for each in found.lists):
        remarks.append("some lines have several clues")
    remarks += [f"strings side by side were joined to {each.text[:40]!r}" for each in pieces if each.why == "joined"][
        :1
    ]
    given = [each for each in found.facts.get("solution", ()) if re.search(r"\w", joined(each)) and _is_solution(each)]
    is_misplaced = bool(given) and not puzzle.expected
    remarks += ["the solution beside it does not fit its cells and was left out"] * is_misplaced
    reading = f"read as {shape_text(way.arranged)} from {layout}" + "".join(f"; {remark}" for remark in remarks)
    return Reading(
        Entry(puzzle, puzzle.title, "", paths, reading),
        way.key,
        len(way.misfits),
        way.arranged.is_named,
        _text_of(way),
        1 if _is_solved(way, found) else -int(is_misplaced),
    )


def _is_solution(value: Value) -> bool:
    """Return whether a value is written as a solution is, and not a call or an expression."""
    return not value.name if isinstance(value, Node) else value.kind == "clue"


def _about_spaces(way: Way) -> list[str]:
    """Return the note that proposes the clues without their blanks, if only so they fill their lines."""
    if not way.misfits or not all(" " in piece.text and "  " not in piece.text for piece, _ in way.misfits):
        return []
    without = [(piece._replace(text=piece.text.replace(" ", "")), cells) for piece, cells in way.misfits]
    if not all(fits(piece, cells, way.dialect) for piece, cells in without):
        return []
    return [f"{way.misfits[0][0].text!r} only fits its line without its blanks: {without[0][0].text!r}"]
