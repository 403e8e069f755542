"""Lists of clues under whatever names, and the puzzle that they make.

In: lists of clues, each with the words that stand at it, and what else a text says about its puzzle (`FoundLists`).
Out: an `Entry`, which also says in one line how the lists were read.

Two lists make a rectangle, four one whose lines have clues at both ends, three a hexagon, and one with all clues is cut
up.  The words say which list is which: rows, across, left, horizontal; columns, down, top, vertical; right and bottom
for second clues.  If they do not, the first list has the rows.  A solution that the text gives, its sizes and its
alphabet are compared with the puzzle.  (Rows and columns that change places give the transposed grid, which has as many
solutions; only a solution beside them can tell.)
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from satcross.base import NamedTuple
from satcross.base.wording import counted, listed
from satcross.errors import PuzzleError, RegexError, SatcrossError
from satcross.puzzle import KEYWORDS, Cell, Clue, Dialect, Line, Puzzle, expand_alphabet
from satcross.puzzle.files.expressing import letters_named
from satcross.puzzle.files.literals import SourceText
from satcross.puzzle.files.programs import with_solution
from satcross.puzzle.files.source import Entry, Path
from satcross.puzzle.shapes import CELLS, hexagon, rectangle
from satcross.regex.analysis.lengths import lengths
from satcross.regex.letters import EVERY_LETTER, from_text, to_text, union
from satcross.regex.lower import lower
from satcross.regex.matcher import matches
from satcross.regex.syntax.parse import parse


def word_set(*texts: str) -> frozenset[str]:
    """Return the words of `texts`."""
    return frozenset(" ".join(texts).split())


class Family(NamedTuple):
    """A list of clues: the words that stand at it, and for each line its clues."""

    label: tuple[str, ...]
    lines: tuple[tuple[SourceText, ...], ...]


class FoundLists(NamedTuple):
    """What a text holds of one puzzle.

    Attributes:
        layout: What the lists were read from, such as "a Markdown table".
        facts: `title`, `author`, `alphabet`, `solution`, and the sizes `rows`, `columns` and `size`, as they are given.
        letters: Letters inside a table, by row and column from 1.
        notes: What was left out so far, each ending "... were left out" or the like.
        from_right: Whether the columns begin on the right.
        is_javascript: Whether the text is in JavaScript.
        is_source: Whether the lists are literals of source code or JSON, which cannot be mistaken for something else.
    """

    layout: str
    families: tuple[Family, ...]
    facts: Mapping[str, Any]
    letters: Mapping[Cell, str] = {}
    notes: tuple[str, ...] = ()
    from_right: bool = False
    is_javascript: bool = False
    is_source: bool = False


class Seat(NamedTuple):
    """Where a list of clues belongs: "row" or "column", and whether it has the second clues of these lines."""

    axis: str
    is_second: bool


_AXIS_OF: Final = {
    word: axis
    for axis, words in {
        "row": "row rows across horizontal horizontals horizontally horiz hor zeile zeilen ligne lignes fila filas "
        "riga righe linha linhas rij rijen waagerecht waagrecht horizontalement horizontales horizontaal orizzontali "
        "строки строка wiersze řádky rader rækker rivit satırlar 行 横",
        "column": "col cols column columns colum colums vertical verticals vertically vert ver spalte spalten colonne "
        "colonnes columna columnas colonna coluna colunas kolom kolommen senkrecht verticalement verticales "
        "verticaal verticali "
        "столбцы столбец kolumny sloupce kolumner kolonner sarakkeet sütunlar 列 縦",
    }.items()
    for word in words.split()
}
_SIDE_OF: Final = {
    word: side
    for side, words in {
        Seat("row", False): "left lefts ltr lr west",
        Seat("row", True): "right rights rtl rl east",
        Seat("column", False): "down top tops up ttb tb ud north",
        Seat("column", True): "bottom bottoms btt bt du south",
    }.items()
    for word in words.split()
}
_SHORT: Final = {"r": "row", "h": "row", "y": "row", "ys": "row", "a": "row", "c": "column", "v": "column",
                 "x": "column", "xs": "column", "d": "column"}  # fmt: skip
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+")
FILLER: Final = word_set(
    "clue clues hint hints regex regexes regexp regexps re rx pattern patterns expression expressions expr exprs rule",
    "rules constraint constraints list lists line lines side sides edge text texts data def defs the of for from and",
)


_COMPOUND: Final = re.compile(f"({'|'.join(_AXIS_OF)})({'|'.join(FILLER)})|({'|'.join(FILLER)})({'|'.join(_AXIS_OF)})")


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a key or a heading in lower case.

    >>> words_of("rowHints_2"), words_of("Left to right:"), words_of("colpatterns")
    (('row', 'hints', '2'), ('left', 'to', 'right'), ('col', 'patterns'))
    """
    words: list[str] = []
    for word in _WORD.findall(text[:200]):
        compound = _COMPOUND.fullmatch(word.lower())
        words += filter(None, compound.groups()) if compound else [word.lower()]
    return tuple(words)


def seat_of(label: Sequence[str]) -> Seat | None:
    """Return where a list with these words belongs, None if they do not say.

    >>> seat_of(["right", "to", "left"]), seat_of(["clues", "across"]), seat_of(["letters"])
    (Seat(axis='row', is_second=True), Seat(axis='row', is_second=False), None)
    """
    words = [word for word in label if word not in FILLER]
    axes = {_AXIS_OF[word] for word in words if word in _AXIS_OF}
    if "to" in words[1:]:
        start = words.index("to", 1) - 1
        begin = Seat("column", True) if words[start] == "down" else _SIDE_OF.get(words[start])
        if not axes or (begin is not None and {begin.axis} == axes):
            return begin
        words = words[:start] + words[start + 3 :]  # in which order the clues are listed
    if len(words) == 1 and words[0] in _SHORT:
        return Seat(_SHORT[words[0]], False)
    sides = {_SIDE_OF[word] for word in words if word in _SIDE_OF}
    axes = axes or {side.axis for side in sides}
    if len(axes) == 1:
        is_second = any(side.is_second for side in sides) or "2" in words[1:] or "second" in words
        return Seat(axes.pop(), is_second)
    plain = {_SHORT[word] for word in words if word in ("x", "y")}
    return Seat(plain.pop(), False) if len(plain) == 1 and not axes else None


_FACT_WORDS: Final = {
    "solution": word_set("solution solutions answer answers output solved expected filled result"),
    "alphabet": word_set("alphabet letters characters charset chars symbols"),
    "title": word_set("title name"),
    "author": word_set("author creator by"),
    "size": word_set("size dimensions dimension dims shape grid side edge"),
    "rows": word_set("height nrows"),
    "columns": word_set("width ncols"),
    "other": word_set("tags kind version id ids words wordlist grid board cells"),
}


def fact_of(words: Sequence[str]) -> str | None:
    """Return which fact a key with these words gives; None: the value may be a list of clues."""
    if seat_of(words) is not None and not set(words) & _FACT_WORDS["solution"]:
        return None
    for fact, known in _FACT_WORDS.items():
        if set(words) & known:
            return fact
    return None


def entry_of(pasted: FoundLists, force: bool) -> Entry:
    """Return the puzzle that the lists of `pasted` make.

    Raises:
        PuzzleError: If they make none, or more than one and nothing says which.
    """
    if not any(clue.text for family in pasted.families for line in family.lines for clue in line):
        raise PuzzleError("lists found, but all of their clues are empty", code="format")
    families, notes, flags = _cleaned(pasted.families)
    families, left_out = _chosen(families)
    pasted = pasted._replace(families=families, notes=(*pasted.notes, *notes, *left_out))
    details = {key: pasted.facts[key] for key in ("title", "author") if isinstance(pasted.facts.get(key), str)}
    readings = _readings(pasted, {"force": force, **details})
    entries = [_with_facts(reading, pasted, flags) for reading in readings]
    solved = [entry for entry in entries if entry.puzzle.expected and is_satisfied(entry.puzzle)]
    chosen = (solved or entries)[0]
    if not pasted.is_source or not all(seat_of(family.label) for family in families):
        _refuse_misfits(chosen.puzzle, pasted.layout)
    reading = f"read as {_shape_text(chosen.puzzle)} from {pasted.layout}"
    remarks = (*pasted.notes, *_settings(chosen.puzzle, flags, families), *_unused(chosen.puzzle, pasted))
    return chosen._replace(reading=reading + "".join(f"; {remark}" for remark in remarks))


def _shape_text(puzzle: Puzzle) -> str:
    """Return the shape as people say it: "2 rows and 3 columns"."""
    shape = puzzle.shape
    return (
        f"{counted(shape.sizes[0], 'row')} and {counted(shape.sizes[1], 'column')}"
        if shape.kind == "rectangle"
        else f"a hexagon of side {shape.sizes[0]}"
        if len(set(shape.sizes)) == 1
        else f"a hexagon with edges of {listed([str(each) for each in shape.sizes])} cells"
    )


MOST_TRIED: Final = 60  # clues, and letters of their lines, since the question is only whether these are clues at all


def _refuse_misfits(puzzle: Puzzle, layout: str) -> None:
    """Raise PuzzleError if half of the clues cannot fill their lines: then they are none, or were cut up wrongly."""
    clues = [(line, clue) for line, clue in _regexes(puzzle) if len(line.cells) <= MOST_TRIED][:MOST_TRIED]
    misfits = []
    for line, clue in clues:
        known = _lengths(clue.pattern, puzzle.dialect, puzzle.flags, len(line.cells))
        if known is not None and not known >> len(line.cells) & 1:
            misfits.append((line, clue))
    if 2 * len(misfits) >= max(3, len(clues)):
        line, clue = misfits[0]
        raise PuzzleError(
            f"this looks like {_shape_text(puzzle)} from {layout}, but then {len(misfits)} of "
            f"{counted(len(clues), 'clue')} cannot fill their lines, such as {clue.pattern[:40]} in {line.name}, "
            f"which has {counted(len(line.cells), 'cell')}",
            code="format",
        )


def _lengths(pattern: str, dialect: Dialect, flags: str, most: int) -> int | None:
    """Return the lengths of the matches as bits, 0 if the pattern cannot be read; None if they are not known."""
    try:
        return lengths(lower(parse(pattern, dialect, flags), EVERY_LETTER), most)
    except SatcrossError:
        return 0


def _cleaned(families: Sequence[Family]) -> tuple[tuple[Family, ...], list[str], str]:
    """Return the lists without what stands around their clues, what that was, and the flags that all clues have."""
    notes: list[str] = []
    clues = [clue for family in families for line in family.lines for clue in line if clue.text.strip()]
    flags = [set(clue.flags) for clue in clues]
    cleaned = _changed(families, lambda text: text.strip() if len(text) > 1 else text)
    if any(_ENTITY.search(clue.text) for clue in clues):
        cleaned = _changed(cleaned, html.unescape)
        notes.append("HTML entities were read as the letters they stand for")
    texts = [clue.text for family in cleaned for line in family.lines for clue in line if clue.text.strip()]
    if all(delimited := [_DELIMITED.fullmatch(text) for text in texts]):
        cleaned = _changed(cleaned, lambda text: _DELIMITED.sub(r"\1", text).replace("\\/", "/"))
        notes.append("slashes around the clues were left out")
        flags = [set(match[2]) for match in delimited if match]
        texts = [match[1] for match in delimited if match]
    if all(map(_ANCHORED.fullmatch, texts)):
        cleaned = _changed(cleaned, lambda text: _ANCHORED.sub(r"\1\2", text))
        notes.append("^ and $ around the clues were left out, since the whole line must match anyway")
    return cleaned, notes, "".join(sorted(set.intersection(*flags)))


def _changed(families: Sequence[Family], change: Callable[[str], str]) -> tuple[Family, ...]:
    """Return the lists with `change` of the text of each clue."""
    return tuple(
        Family(family.label, tuple(tuple(SourceText(change(text), n) for text, n, _ in line) for line in family.lines))
        for family in families
    )


_ENTITY: Final = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|vert|bsol|ast|lbrack|rbrack|lsqb|rsqb|#\d+|#x[0-9a-fA-F]+);")
_DELIMITED: Final = re.compile(r"/((?:[^/\\]|\\.|\[(?:[^\]\\]|\\.)*+\])*+)/([a-z]*)", re.S)
_ANCHORED: Final = re.compile(r"\^(?:\(\?:((?:[^()\\]|\\.)*+)\)|(.*))(?<!\\)\$", re.S)  # perhaps with a group within


def _readings(pasted: FoundLists, details: dict[str, Any]) -> list[Entry]:
    """Return the puzzles that the lists can make, the most likely one first; all but the first only if undecided."""
    families = list(pasted.families)
    if len(families) == 1:
        families = _beside_a_number(families[0], pasted) or _cut(families[0], pasted)
    seats = _seats(families)
    if len(families) == 3:
        return _hexagons(families, details)
    if len(families) == 2:
        return _two(families, seats, pasted, details)
    if len(families) == 4:
        return [_four(families, seats, details)]
    names = listed([f"{' '.join(each.label) or 'a list'} ({len(each.lines)})" for each in pasted.families[:6]])
    raise PuzzleError(
        f"{counted(len(pasted.families), 'list')} of clues found, but a puzzle has two, three or four: {names}",
        code="format",
    )


def _seats(families: Sequence[Family]) -> list[Seat | None]:
    """Return the seats of the lists; one called `a` is only "across" beside one called `d`."""
    labels = [family.label for family in families]
    if ("a",) in labels and ("d",) not in labels:
        return [None] * len(labels)
    return [seat_of(label) for label in labels]


def _chosen(families: tuple[Family, ...]) -> tuple[tuple[Family, ...], list[str]]:
    """Return the lists of which a puzzle consists, and the names of others, which have no place in a rectangle."""
    seats = _seats(families)
    seated = [n for n, seat in enumerate(seats) if seat is not None]
    is_hexagon = any(set(family.label) & (_RISING | _FALLING) - {"up", "down"} for family in families)
    if (
        len(seated) not in (2, 4)
        or len(seated) == len(seats)
        or len({seats[n] for n in seated}) < len(seated)
        or is_hexagon
    ):
        return families, []
    others = ["_".join(family.label) or "without a name" for n, family in enumerate(families) if n not in seated]
    return tuple(families[n] for n in seated), [f"the list {each} was left out" for each in others]


def _beside_a_number(family: Family, pasted: FoundLists) -> list[Family]:
    """Return the one list and, without clues, the lines of the other direction, if the text says how many they are."""
    seat = seat_of(family.label)
    other = "columns" if seat == Seat("row", False) else "rows"
    numbers = _numbers(pasted.facts, other)
    if seat is None or seat.is_second or len(numbers) != 1:
        return []
    return [family, Family((other,), ((),) * min(numbers[0], CELLS + 1))]


def _cut(family: Family, pasted: FoundLists) -> list[Family]:
    """Return the lists that one list with all clues consists of."""
    lines, count = family.lines, len(family.lines)
    if seat := seat_of(family.label):
        message = f"a list of {counted(count, 'clue')} found, called {' '.join(family.label)}, but no other list"
        other = "columns" if seat == Seat("row", False) else "rows"
        raise PuzzleError(
            message, hint=f"a list for the {other} is needed too; empty strings stand for no clues", code="format"
        )
    heights = _numbers(pasted.facts, "rows"), _numbers(pasted.facts, "columns")
    sides = [n for n in _numbers(pasted.facts, "size") if 3 * (2 * n - 1) == count]
    fitting = _fitting_cuts(lines, pasted.is_javascript)
    if all(heights) and heights[0][0] + heights[1][0] == count:
        cuts = [0, heights[0][0], count]
    elif sides or (count % 6 == 3 and pasted.from_right):
        cuts = [0, count // 3, 2 * count // 3, count]
    elif count % 2 == 0 and (count // 2 in fitting or len(fitting) != 1):
        cuts = [0, count // 2, count]
    elif len(fitting) == 1:
        cuts = [0, fitting[0], count]
    else:
        raise PuzzleError(
            f"{counted(count, 'clue')} found in one list, which does not say where the rows end",
            hint="leave an empty line between the clues of the rows and those of the columns",
            code="format",
        )
    return [Family((), lines[start:end]) for start, end in pairwise(cuts)]


def _fitting_cuts(lines: Sequence[tuple[SourceText, ...]], is_javascript: bool) -> list[int]:
    """Return how many rows there can be if all clues fill their lines; [] for long lists, which are not tried."""
    count = len(lines)
    if count > MOST_TRIED:
        return []
    dialect: Dialect = "javascript" if is_javascript else "python"
    known = [[_lengths(clue.text, dialect, "", count) for clue in line if clue.text] for line in lines]
    return [
        rows
        for rows in range(1, count)
        if all(
            bits is None or bits >> (count - rows if n < rows else rows) & 1
            for n, each in enumerate(known)
            for bits in each
        )
    ]


def _numbers(facts: Mapping[str, Any], key: str) -> list[int]:
    """Return the sizes that the text gives under `key`."""
    value = facts.get(key)
    if isinstance(value, str):
        return [int(number) for number in re.findall(r"\d{1,6}", value)[:2]]
    if isinstance(value, list):
        return [each for each in value if isinstance(each, int)][:2]
    return [value] if isinstance(value, int) else []


def _two(families: list[Family], seats: list[Seat | None], pasted: FoundLists, details: dict[str, Any]) -> list[Entry]:
    """Return the rectangles of two lists: one if their names or sizes tell them apart, otherwise both."""
    if any(set(family.label) & {"z", "rising", "falling"} for family in families):
        raise PuzzleError("a hexagon has three lists of clues, but only two were found", code="format")
    axes = [seat.axis if seat else "" for seat in seats]
    sizes = [*_numbers(pasted.facts, "size")]
    wanted = [*_numbers(pasted.facts, "rows")[:1], *_numbers(pasted.facts, "columns")[:1]]
    wanted = wanted if len(wanted) == 2 else sizes if len(sizes) == 2 else sizes * 2
    counts = [len(family.lines) for family in families]
    is_decided = len(set(axes)) == 2
    if is_decided and (axes[0] == "column" or axes[1] == "row"):
        families, counts = families[::-1], counts[::-1]
    if len(wanted) == 2 and wanted != counts:
        if is_decided or wanted != counts[::-1]:
            given = f"{counted(counts[0], 'row')} and {counted(counts[1], 'column')} have clues"
            raise PuzzleError(
                f"{given}, but the size beside them is {wanted[0]} x {wanted[1]}",
                hint="correct the size, or take it out",
                code="clue-count",
            )
        families = families[::-1]
    is_decided = is_decided or pasted.from_right or (len(set(counts)) == 2 and len(wanted) == 2)
    first = _rectangle(families[0].lines, families[1].lines[:: -1 if pasted.from_right else 1], pasted, details)
    if is_decided or pasted.letters:
        return [first]
    return [first, _rectangle(families[1].lines, families[0].lines, pasted, details)]


def _four(families: list[Family], seats: list[Seat | None], details: dict[str, Any]) -> Entry:
    """Return the rectangle of four lists, which their names must tell apart."""
    by_seat: dict[Seat, Family] = {}
    for family, seat in zip(families, seats, strict=True):
        if seat is not None:
            by_seat[seat if seat not in by_seat else Seat(seat.axis, True)] = family
    numbers = ["".join(family.label[-1:]) for family in families]
    if len(by_seat) < 4 or (numbers[::2] == numbers[1::2] and "".join(numbers).isdecimal()):  # rows1, cols1, rows2, ...
        raise PuzzleError(
            "four lists of clues found, and their names do not say which side of a rectangle each belongs to",
            hint="name them rows, columns, right and bottom",
            code="format",
        )
    both: dict[str, list[tuple[SourceText, ...]]] = {}
    for axis in ("row", "column"):
        first, second = by_seat[Seat(axis, False)].lines, by_seat[Seat(axis, True)].lines
        if len(first) != len(second):
            raise PuzzleError(
                f"one side has clues for {counted(len(first), axis)}, the other for {len(second)}",
                hint='an empty string, "", stands for no clue',
                code="clue-count",
            )
        both[axis] = [(*one, *other) for one, other in zip(first, second, strict=True)]
    return _rectangle(both["row"], both["column"], None, details)


def _rectangle(
    rows: Sequence[tuple[SourceText, ...]],
    columns: Sequence[tuple[SourceText, ...]],
    pasted: FoundLists | None,
    details: dict[str, Any],
) -> Entry:
    lists = [[tuple(clue for clue in line if clue.text) for line in lines] for lines in (rows, columns)]
    letters = pasted.letters if pasted is not None else {}
    given = letters if len(letters) < len(rows) * len(columns) else {}
    puzzle = rectangle(
        rows=[[clue.text for clue in line] for line in lists[0]],
        columns=[[clue.text for clue in line] for line in lists[1]],
        given=given,
        **details,
    )
    if letters and not given:
        puzzle = with_solution(puzzle, [letters[cell] for cell in puzzle.cells])
    return Entry(puzzle, puzzle.title, "", _paths(line for lines in lists for line in lines))


def _paths(lines: Iterable[Sequence[SourceText]]) -> tuple[tuple[Path, ...], ...]:
    return tuple(tuple(("line", clue.line) for clue in line) for line in lines)


_RISING: Final = word_set("rising z sw southwest nw northwest up upwards")
_FALLING: Final = word_set("falling x se southeast ne northeast down downwards")


def _hexagons(families: list[Family], details: dict[str, Any]) -> list[Entry]:
    """Return the hexagons of three lists: those of the board if they are called x, y and z, otherwise ours."""
    by_name = {family.label[-1]: family for family in families if family.label}
    if set(by_name) == {"x", "y", "z"}:
        board = [by_name["y"], by_name["z"], by_name["x"]._replace(lines=by_name["x"].lines[::-1])]
        side = (len(board[0].lines) + 1) // 2
        as_board = _own_hexagon(board, {**details, "side": side, "dialect": "javascript"}, is_board=True)
        return [*as_board, *_own_hexagon(families, details)]
    if by_name.keys() & {"x", "y", "z"}:
        names = listed([" ".join(family.label) or "without a name" for family in families])
        raise PuzzleError(
            f"three lists of clues found, called {names}, and these names do not say which is which",
            hint="call them horizontal, rising and falling, or x, y and z as the board player does",
            code="format",
        )
    order = sorted(range(3), key=lambda n: (_place_in_hexagon(families[n].label, n), n))
    return _own_hexagon([families[n] for n in order], details)


def _place_in_hexagon(label: Sequence[str], place: int) -> int:
    words = set(label)
    seat = seat_of(label)
    if words & _RISING:
        return 1
    if words & _FALLING:
        return 2
    return 0 if seat is not None and seat.axis == "row" else place


def _own_hexagon(families: list[Family], details: dict[str, Any], *, is_board: bool = False) -> list[Entry]:
    """Return the hexagon of horizontal, rising and falling lines; the board reads the last two from their ends."""
    lists = [[tuple(clue for clue in line if clue.text) for line in family.lines] for family in families]
    names = ("horizontal", "rising", "falling")
    clues: dict[str, Any] = {
        name: [[Clue(clue.text, is_board and name != "horizontal") for clue in line] for line in lines]
        for name, lines in zip(names, lists, strict=True)
    }
    try:
        puzzle = hexagon(**clues, **details)
    except PuzzleError as error:
        raise _no_hexagon(error, lists) from None
    return [Entry(puzzle, puzzle.title, "", _paths(line for lines in lists for line in lines))]


def _no_hexagon(error: PuzzleError, lists: Sequence[Sequence[object]]) -> PuzzleError:
    """Return `error` with what was found before it."""
    numbers = listed([str(len(lines)) for lines in lists])
    return PuzzleError(
        f"three lists of {numbers} clues found, which make no hexagon: {error.message}",
        hint=error.hint,
        code="clue-count",
    )


def _with_facts(entry: Entry, pasted: FoundLists, flags: str) -> Entry:
    """Return `entry` with the dialect, the alphabet and the solution that the text gives."""
    puzzle = entry.puzzle
    if pasted.is_javascript or not _is_readable(puzzle):
        in_javascript = puzzle._replace(dialect="javascript")
        if pasted.is_javascript or _is_readable(in_javascript):
            puzzle = in_javascript
    alphabet = _alphabet(pasted.facts.get("alphabet"))
    if alphabet:
        puzzle = puzzle._replace(alphabet=alphabet)
    if "i" in flags:
        puzzle = _in_one_case(puzzle, pasted.facts.get("solution"))
    return entry._replace(puzzle=with_solution(puzzle, pasted.facts.get("solution")))


def _alphabet(value: object) -> str:
    """Return the alphabet that a text gives as a string, a class or a list of letters; "" if it gives none."""
    if isinstance(value, list):
        letters = [each for each in value if isinstance(each, str)]
        return "".join(sorted(set(letters))) if letters and all(len(each) == 1 for each in letters) else ""
    if not isinstance(value, str) or not value or value in KEYWORDS:
        return ""
    text = value[1:-1] if re.fullmatch(r"\[[^\[\]^]+\]", value) else value
    if len(text) > 1 and not re.search(r"\w-\w", text):
        return "".join(sorted(set(text))) if len(set(text)) == len(text) else ""
    try:
        return expand_alphabet(text)
    except PuzzleError:
        return ""


def _in_one_case(puzzle: Puzzle, solution: object) -> Puzzle:
    """Return `puzzle` without regard to case, over capitals, or over small letters if its solution has these."""
    with_flag = puzzle._replace(flags="i")
    is_small = isinstance(solution, str | list) and str(solution).lower() == str(solution) != str(solution).upper()
    known = to_text(letters_named(with_flag)) if len(letters_named(with_flag)) < 1000 else ""
    letters = {each.lower() if is_small else each.upper() for each in known}
    return with_flag._replace(alphabet="".join(sorted(each for each in letters if len(each) == 1)))


def _is_readable(puzzle: Puzzle) -> bool:
    try:
        for _, clue in _regexes(puzzle):
            parse(clue.pattern, puzzle.dialect, puzzle.flags)
    except RegexError:
        return False
    return True


def is_satisfied(puzzle: Puzzle) -> bool:
    """Return whether the first expected solution of `puzzle` matches all its clues."""
    letters = puzzle.expected[0]
    alphabet = union(from_text("".join(letters)), letters_named(puzzle))
    try:
        return all(
            matches(
                lower(parse(clue.pattern, puzzle.dialect, puzzle.flags), alphabet),
                "".join(letters[cell] for cell in clue.read(line.cells)),
            )
            for line, clue in _regexes(puzzle)
        )
    except SatcrossError:
        return False


def _regexes(puzzle: Puzzle) -> list[tuple[Line, Clue]]:
    """Return all clues of a pasted puzzle, which has no word lists, with their lines."""
    return [(line, clue) for line in puzzle.lines for clue in line.clues if isinstance(clue, Clue)]


def _settings(puzzle: Puzzle, flags: str, families: Sequence[Family]) -> list[str]:
    """Return what the reading decided about the meaning of the clues."""
    notes = ["the clues are read as JavaScript's"] if puzzle.dialect == "javascript" else []
    notes += ["capital and small letters are the same"] if puzzle.flags == "i" else []
    is_unnamed = puzzle.shape.kind == "hexagon" and not any(family.label for family in families)
    return [*notes, "its lists are taken as the horizontal, the rising and the falling lines"] if is_unnamed else notes


def _unused(puzzle: Puzzle, pasted: FoundLists) -> list[str]:
    """Return which facts of the text do not fit the puzzle."""
    solution = pasted.facts.get("solution")
    is_filled = bool(re.search(r"\w", str(solution or "")))
    return ["the solution beside it does not fit its cells and was left out"] * (is_filled and not puzzle.expected)
