"""The words that say to which side of a puzzle a list of clues belongs, or what else the value of a name is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from satcross.base.records import NamedTuple


def word_set(*texts: str) -> frozenset[str]:
    """Return the words of `texts`."""
    return frozenset(" ".join(texts).split())


class Seat(NamedTuple):
    """Where a list of clues belongs: "row" or "column", and whether it has the second clues of these lines."""

    axis: str
    is_second: bool = False


_AXIS_OF: Final = {
    word: axis
    for axis, words in {
        "row": "row rows across horizontal horizontals horizontally horiz hor zeile zeilen ligne lignes fila filas "
        "riga righe linha linhas rij rijen waagerecht waagrecht horizontalement horizontales horizontaal orizzontali "
        "строки строка горизонтали горизонталь wiersze poziomo řádky vodorovně rader vågrätt rækker vandret vannrett "
        "rivit vaaka satırlar yatay horizontais vízszintes sorok οριζόντια 行 横 横向 ヨコ ヨコのカギ よこ "
        "よこのカギ 가로",
        "column": "col cols column columns colum colums vertical verticals vertically vert ver spalte spalten colonne "
        "colonnes columna columnas colonna coluna colunas kolom kolommen senkrecht verticalement verticales "
        "verticaal verticali "
        "столбцы столбец вертикали вертикаль kolumny pionowo sloupce svisle kolumner lodrätt kolonner lodret loddrett "
        "sarakkeet pysty sütunlar dikey verticais függőleges oszlopok κάθετα 列 縦 纵向 "
        "タテ タテのカギ たて たてのカギ 세로",
    }.items()
    for word in words.split()
}
_SIDE_OF: Final = {
    word: side
    for side, words in {
        Seat("row"): "left lefts ltr lr west",
        Seat("row", True): "right rights rtl rl east",
        Seat("column"): "down top tops up ttb tb ud north",
        Seat("column", True): "bottom bottoms btt bt du south",
    }.items()
    for word in words.split()
}
_PLACE: Final = re.compile(
    r"\b(?:(?:along|at|on)(?: the)?|(?:down|across|up) the) (top|bottom|left|right|side)\b"
).search
"""Where the clues are written: "down the left side" has the clues of the rows, as "along the side" has."""

_SHORT: Final = {"r": "row", "h": "row", "y": "row", "ys": "row", "a": "row", "c": "column", "v": "column",
                 "x": "column", "xs": "column", "d": "column"}  # fmt: skip
_WORD: Final = re.compile(r"[A-Z]+|[^\W\d_A-Z]+|\d+")
FILLER: Final = word_set(
    "clue clues hint hints regex regexes regexp regexps re rx pattern patterns expression expressions expr exprs rule",
    "rules constraint constraints list lists line lines side sides edge text texts data def defs the of for from and",
    "read these are по",
)
_COMPOUND: Final = re.compile(f"({'|'.join(_AXIS_OF)})({'|'.join(FILLER)})|({'|'.join(FILLER)})({'|'.join(_AXIS_OF)})")


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a name or a heading in lower case.

    >>> words_of("rowHints_2"), words_of("Left to right:"), words_of("colpatterns")
    (('row', 'hints', '2'), ('left', 'to', 'right'), ('col', 'patterns'))
    """
    words: list[str] = []
    written: list[str] = []
    end = -1
    for hit in _WORD.finditer(text[:200]):
        if hit.start() == end and written[-1].isupper() and not hit[0].isdecimal():
            capitals = written.pop()  # the last of them begins the next word
            written += [*filter(None, [capitals[:-1]]), capitals[-1] + hit[0]]
        else:
            written.append(hit[0])
        end = hit.end()
    for word in written:
        compound = _COMPOUND.fullmatch(word.lower())
        words += filter(None, compound.groups()) if compound else [word.lower()]
    for n in range(len(words) - 1, 0, -1):
        if words[n - 1] in ("north", "south") and words[n] in ("east", "west"):
            words[n - 1 : n + 1] = [words[n - 1] + words[n]]
    return tuple(words)


NUMBERS: Final = {
    word: number
    for words in ("one two three four five six seven eight nine ten", "first second third fourth fifth sixth seventh")
    for number, word in enumerate(words.split(), 1)
}


def seat_of(label: Sequence[str]) -> Seat | None:
    """Return where a list with these words belongs, None if they do not say.

    >>> seat_of(["right", "to", "left"]), seat_of(["clues", "across"]), seat_of(["letters"])
    (Seat(axis='row', is_second=True), Seat(axis='row', is_second=False), None)
    """
    if place := _PLACE(" ".join(label)):
        return Seat("row") if place[1] == "side" else _SIDE_OF[place[1]]
    words = [word for word in label if word not in FILLER]
    axes = {_AXIS_OF[word] for word in words if word in _AXIS_OF}
    if "to" in words[1:]:
        start = words.index("to", 1) - 1
        begin = Seat("column", True) if words[start] == "down" else _SIDE_OF.get(words[start])
        if not axes or (begin is not None and {begin.axis} == axes):
            return begin
        words = words[:start] + words[start + 3 :]  # in which order the clues are listed
    if len(words) == 1 and words[0] in _SHORT:
        return Seat(_SHORT[words[0]])
    if axes and words[-1:] in (["downwards"], ["right"]) and "to" in label:
        words.pop()  # "rows, read to the right"
    sides = {_SIDE_OF[word] for word in words if word in _SIDE_OF}
    axes = axes or {side.axis for side in sides}
    if len(axes) == 1:
        is_second = any(side.is_second for side in sides) or "2" in words[1:] or "second" in words
        return Seat(axes.pop(), is_second)
    plain = {_SHORT[word] for word in words if word in ("x", "y")}
    return Seat(plain.pop()) if len(plain) == 1 and not axes else None


def names_columns_first(text: str) -> bool:
    """Return whether the first word of `text` that says rows or columns says columns.

    >>> names_columns_first("solve(colClues, rowClues)"), names_columns_first("two rows of columns")
    (True, False)
    """
    words = (hit[0].lower() for hit in re.finditer(r"[A-Z]?[a-z]{2,}", text))
    return next((axis for word in words if (axis := _AXIS_OF.get(word))), "") == "column"


def is_side(words: Sequence[str]) -> bool:
    """Return whether a list with these words has clues of one side or direction."""
    return seat_of(words) is not None or not OF_HEXAGONS.isdisjoint(words)


_DIRECTIONS: Final = {
    "horizontal": word_set("horizontal horizontals row rows across east"),
    "rising": word_set("rising northwest nw z"),
    "falling": word_set("falling southwest sw x"),
}
OF_HEXAGONS: Final = word_set(
    "rising falling diagonal diagonals diag diags northwest northeast southwest southeast nw ne sw se z upleft downleft"
)


def direction_in_hexagon(label: Sequence[str]) -> str:
    """Return the direction that a list of a hexagon has, "" if its words do not say.

    >>> direction_in_hexagon(["read", "up", "to", "the", "left"]), direction_in_hexagon(["diagonal"])
    ('rising', '')
    """
    words = set(label)
    named = [direction for direction, known in _DIRECTIONS.items() if words & known]
    if len(named) == 1 or (named and named[-1] != "horizontal"):
        return named[-1]
    turned = [d for word, d in (("up", "rising"), ("upwards", "rising"), ("down", "falling")) if word in words]
    if "left" in words and len(turned) == 1:
        return turned[0]
    seat = seat_of(label)
    return "horizontal" if not named and seat is not None and seat.axis == "row" and not turned else ""


_FACT_WORDS: Final = {
    "letters": word_set("drawn"),
    "solution": word_set("solution solutions answer answers output solved expected filled result"),
    "alphabet": word_set("alphabet letters characters charset chars symbols"),
    "title": word_set("title name"),
    "author": word_set("author creator by"),
    "outline": word_set("outline"),
    "flags": word_set("flags flag"),
    "size": word_set("size dimensions dimension dims shape side edge"),
    "rows": word_set("height nrows"),
    "columns": word_set("width ncols"),
    "other": word_set(
        "tags kind version id ids words wordlist grid board cells label labels names candidate candidates values notes "
        "note comments descriptions explanation explanations difficulty level source date url lengths colors colours"
    ),
}


def fact_of(words: Sequence[str]) -> str | None:
    """Return which fact a name with these words gives; None: its value may be a list of clues."""
    known = set(words)
    if known & {"label", "labels", "names"}:
        return "other"
    if seat_of(words) is not None and not known & _FACT_WORDS["solution"]:
        return None
    return next((fact for fact, names in _FACT_WORDS.items() if known & names), None)
