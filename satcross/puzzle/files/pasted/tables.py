r"""The rows and cells of tables: Markdown's, drawn ones, HTML, CSV, TSV, MediaWiki, LaTeX, AsciiDoc, list tables.

In: a text.  Out: for each kind of table that is in it, `Pieces` whose root has a node called `TABLE` for each table,
with a node for each row.  A row or a cell without content is kept.

    |           | [^SPEAK]+ | EP\|IP\|EF |        row,1,HE|LL|O+
    |-----------|-----------|------------|        row,2,[PLEASE]+
    | HE\|LL\|O+|           |            |        column,1,[^SPEAK]+
    | [PLEASE]+ |           |            |        column,2,EP|IP|EF
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise, zip_longest
from textwrap import dedent
from typing import Final, TypeAlias

from satcross.errors import PuzzleError
from satcross.puzzle.files.pasted.headings import is_prose
from satcross.puzzle.files.pasted.markup import from_latex, without_tags
from satcross.puzzle.files.pasted.pieces import Node, Piece, Pieces, listed, piece_of

Row: TypeAlias = list[Piece]
TABLE: Final = "table"
SPANS: Final = "its cell has several places"
FILLED: Final = "a cell that its row lacks"

_JOINTS: Final = "+┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝┏┳┓┣╋┫┗┻┛"
_DRAWN: Final = "─━═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝┏┳┓┣╋┫┗┻┛"
_RULE: Final = re.compile(rf"[ \t|+:=\-{_DRAWN}]*+")
_JOINT: Final = re.compile(rf"[+{_DRAWN}]").search
_RULED_CELL: Final = re.compile(r"\s*:?(-+|=+):?\s*")


_IN_BACKQUOTES: Final = re.compile("(`{1,2})[^`]+\\1").fullmatch


def table(rows: Iterable[Row]) -> Node:
    """Return the node of a table, whose rows have equally many cells: rows that lack some at their end are filled."""
    rows = list(rows)
    if any(_IN_BACKQUOTES(cell.text) for row in rows for cell in row):
        rows = [[piece_of("", cell.line) if cell.text in ("``", "````") else cell for cell in row] for row in rows]
    width = max(map(len, rows), default=0)
    filled = [row + [Piece("", row[0].line if row else 0, "empty", why=FILLED)] * (width - len(row)) for row in rows]
    return Node(tuple(("", listed(row)) for row in filled), filled[0][0].line if width else 0, TABLE)


def _pieces(layout: str, tables: Sequence[Iterable[Row]], rest: Iterable[Piece] = (), *traits: str) -> list[Pieces]:
    nodes = tuple(("", table(rows)) for rows in tables)
    return [Pieces(layout, Node(nodes, 1), tuple(rest), frozenset(traits))] if nodes else []


def rest_of(lines: Iterable[tuple[int, str]]) -> list[Piece]:
    """Return the lines around a table, which may be clues."""
    return [
        Piece(line.strip(), number, "empty" if is_prose(line.strip()) or line.lstrip()[0] == "#" else "unreadable")
        for number, line in lines
        if line.strip()
    ]


def is_rule(line: str, number: int) -> bool:
    """Return whether line `number` (from 0) of a table with bars is a line between its rows."""
    if _RULE.fullmatch(line) is None or re.search(rf"[-=─━═{_DRAWN}]", line) is None:
        return False
    if re.search(rf"[+{_DRAWN}]", line):
        return True
    cells = line.strip().removeprefix("|").removesuffix("|").split("|")
    marks = [match[1] if (match := _RULED_CELL.fullmatch(cell)) else "" for cell in cells]
    return all(marks) and (number == 1 or all(len(mark) > 2 for mark in marks))


def from_bars(text: str) -> list[Pieces]:
    """Return the tables with bars between the cells: Markdown's, Org's, or drawn with lines."""
    lines = [
        (n, line.strip() if line.lstrip()[:1] in ("|", *_JOINTS) else line.rstrip())
        for n, line in enumerate(re.sub("[│┃║]", "|", text).split("\n"), 1)
    ]
    tables, rest = [], []
    kinds: set[bool] = set()  # of the lines between rows: whether they are those of Markdown
    for is_inside, group in groupby(lines, lambda each: "|" in each[1] or is_rule(each[1], 0)):
        block = list(group)
        rules = [is_rule(line, place) for place, (_, line) in enumerate(block)]
        body = [each for each, rule in zip(block, rules, strict=True) if not rule]
        is_framed = is_inside and len(body) > 1 and any(all(line[end] == "|" for _, line in body) for end in (0, -1))
        if body and body[0][1].startswith("||") and body[0][1].endswith("||"):
            body = [(n, line.replace("||", "|")) for n, line in body]  # the heads of a table of Jira
        first = next((line for (_, line), rule in zip(block, rules, strict=True) if rule), "")
        rows = _cells(body, first) if is_inside and body and (any(rules) or is_framed) else []
        if rows:
            kinds |= {_JOINT(line) is None for (_, line), rule in zip(block, rules, strict=True) if rule}
            tables.append(rows)
        else:
            rest += rest_of(body)
    is_markdown = kinds == {True}
    name = "a Markdown table" if is_markdown else "a drawn table"
    return _pieces(name, tables, rest, *(["escapes"] if is_markdown else []))


_BAR: Final = re.compile(r"(?<!\\)\|")
_SPACED_BAR: Final = re.compile(r"(?:(?<=\s)|^)\|(?=\s|$)")


def _outside_code(line: str) -> list[str]:
    """Return the cells of a line in which bars within backquotes do not separate."""
    hidden = re.sub(r"`[^`]*+`", lambda code: code[0].replace("|", "\0").replace("\\\0", "\0"), line)
    return [cell.replace("\0", "|") for cell in _BAR.split(hidden)]


def _cells(lines: Sequence[tuple[int, str]], rule: str) -> list[Row]:
    """Return the cells of a table, or nothing if a row has more of them than the first.

    If the line between the rows shows where the columns end, they end there.  A bar at an end of a line is part of the
    frame if all lines have one there, and else it follows an empty cell.
    """
    ends = [n for n, sign in enumerate(rule) if sign in _JOINTS + "|"] if _JOINT(rule) else []
    is_framed = rule[:1] in (*_JOINTS, "|")
    if len(ends) > 2 * is_framed and all(line[n : n + 1] == "|" for _, line in lines for n in ends):
        ends = ends if is_framed else [-1, *ends, max(len(line) for _, line in lines)]
        return [[_bar_cell(line[a + 1 : b], n, _VERT) for a, b in pairwise(ends)] for n, line in lines]
    first, last = (all(line[end] == "|" for _, line in lines) for end in (0, -1))
    columns = rule.strip("| \t").count("|") + 1 if "|" in rule and not ends else 0
    ragged: list[Row] = []
    for split in (_BAR.split, _outside_code, _SPACED_BAR.split):
        rows = [[_bar_cell(cell, n) for cell in split(line)] for n, line in lines]
        rows = [row[first : -1 if last else None] for row in rows]
        if not last:
            width = min(map(len, rows))
            rows = [row[:width] if not any(cell.text for cell in row[width:]) else row for row in rows]
        if len({len(row) for row in rows}) == 1 and len(rows[0]) == (columns or len(rows[0])):
            return rows
        if first and max(map(len, rows)) == len(rows[0]):
            ragged = ragged or (rows if not columns or len(rows[0]) == columns else [])
    return ragged


_VERT: Final = re.compile(r"\\vert(?:\{\}|\b)")
_VERT_OR_BAR: Final = re.compile(rf"{_VERT.pattern}|\\\|")


def _bar_cell(cell: str, line: int, bar: re.Pattern[str] = _VERT_OR_BAR) -> Piece:
    r"""Return a cell in which Markdown writes a bar as `\|`, and Org as `\vert{}`."""
    return piece_of(bar.sub("|", without_tags(cell)).strip(), line)


_FORMULA: Final = re.compile(r"=(?:[A-Z]{1,2}\d{1,3}\b|[A-Z]+\().*").fullmatch


def from_separated(text: str) -> list[Pieces]:
    """Return the table in CSV or TSV."""
    lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip() or "\t" in line]
    found = []
    for delimiter, name in (("\t", "a table with tabs"), (",", "a table in CSV"), (";", "a table in CSV")):
        is_indented = delimiter == "\t" and not any("\t" in line.lstrip("\t") for _, line in lines)
        if len(lines) > 1 and all(delimiter in line for _, line in lines) and not is_indented:
            try:
                rows = list(csv.reader([line for _, line in lines], delimiter=delimiter, skipinitialspace=True))
            except csv.Error:
                continue
            if (
                len(rows) == len(lines) and (len(rows) < 5 or min(map(len, rows)) > max(map(len, rows)) - 2)
            ) or delimiter == "\t":
                if formula := next((cell for row in rows for cell in row if _FORMULA(cell)), None):
                    raise PuzzleError(f"{formula[:40]!r} is a formula of a spreadsheet, not a clue", code="format")
                cells = [[piece_of(cell.strip(), n) for cell in row] for (n, _), row in zip(lines, rows, strict=False)]
                found += _pieces(name, [cells], (), "separated")
    return found


_COLUMNS: Final = re.compile(r"[ \t]*=[ =]*+")


def from_columns(text: str) -> list[Pieces]:
    """Return the table whose columns are apart by blanks: a picture of the grid, or lists under their names."""
    lines = [(n, line) for n, line in enumerate(dedent(text.expandtabs()).split("\n"), 1)]
    rules = [line for _, line in lines if _COLUMNS.fullmatch(line)]
    lines = [(n, line.rstrip()) for n, line in lines if line.strip() and not _COLUMNS.fullmatch(line)]
    if len(lines) < 2 or len(lines[0][1]) > 2000 or text.count("\t") >= len(lines):
        return []
    found = []
    if rules and len(starts := [hit.start() for hit in re.finditer("=+", rules[0])]) > 1:
        edges = [*starts, None]
        rows = [[piece_of(line[a:b].strip(), n) for a, b in pairwise(edges)] for n, line in lines]
        return _pieces("a table of reStructuredText", [rows])
    names = list(re.finditer(r"\S+(?: \S+)*+", lines[0][1]))
    starts = [name.start() for name in names[1:]]
    if starts and not any(line[start - 1 : start].strip() for _, line in lines for start in starts):
        edges = [0, *starts, None]
        rows = [[piece_of(line[a:b].strip(), n) for a, b in pairwise(edges)] for n, line in lines]
        found += _pieces("columns of text", [_without_numbers(rows)], (), "names only")
    heads = lines[0][1].split()
    words = [[piece_of(word, n) for word in line.split()] for n, line in lines]
    if (
        lines[0][1][0] == " "
        and heads[0] not in ("-", "*", "•")
        and all(len(row) == len(heads) + 1 or (len(row) == 1 and len(heads) > 1) for row in words[1:])
    ):
        found += _pieces("a picture of the grid", [[[Piece("", lines[0][0], "empty"), *words[0]], *words[1:]]])
    return found


_NUMBER: Final = re.compile(r"(\d{1,3})[.):] +").match


def _without_numbers(rows: list[Row]) -> list[Row]:
    """Return a table without the numbers of its rows in front of its cells, if all cells below the names have them."""
    bare = [rows[0]]
    for n, row in enumerate(rows[1:], 1):
        numbers = [_NUMBER(cell.text) for cell in row]
        if any(cell.text and (not number or int(number[1]) != n) for cell, number in zip(row, numbers, strict=True)):
            return rows
        places = [number.end() if number else 0 for number in numbers]
        bare.append([piece_of(cell.text[place:], cell.line) for cell, place in zip(row, places, strict=True)])
    return bare


# Of each markup language: the name of its tables; what stands before a table; what stands behind it, unless the text
# ends with it; and the marks in it.  `row` begins a row, `first` a row with its first cell, `cell` a cell; `skip` is no
# mark.
_MARKUPS: Final = (
    (
        "a MediaWiki table",
        re.compile(r"^[ \t]*\{\|", re.M),
        "\n|}",
        re.compile(
            r"(?P<skip><nowiki>(?:[^<\n]|<(?!/?nowiki>))*+(?:</nowiki>)?|\n[ \t]*\|\+[^\n]*)"
            r"|(?P<row>\n[ \t]*\|-[^\n]*)|(?P<cell>\n[ \t]*[!|]|!!|\|\|)"
        ),
    ),
    (
        "a LaTeX table",
        re.compile(r"\\begin\{(?:tabular|array|longtable|tblr)[xy*]?\}(?:\[\w?\])?"),
        "\\end{",
        re.compile(
            r"(?P<skip>\\verb\*?(?:\|[^|\n]*+\|?|![^!\n]*+!?|\+[^+\n]*+\+?)|\\[&%])"
            r"|(?P<first>\\\\(?:\[[\w.]{0,9}\])?)|(?P<cell>&)"
        ),
    ),
    ("an AsciiDoc table", re.compile(r"^\|===+$", re.M), "\n|===", re.compile(r"(?P<row>\n)|(?P<cell>(?<!\\)\|)")),
    (
        "a list table",
        re.compile(r"^[ \t]*\.\. list-table::", re.M),
        "\n\n\n\n",
        re.compile(r"(?P<first>\n[ \t]*\*[ \t]+-)|(?P<cell>\n[ \t]+-(?!\S))"),
    ),
)


def from_markup(text: str) -> list[Pieces]:
    """Return the tables of MediaWiki, LaTeX, AsciiDoc or reStructuredText."""
    for name, opening, closing, marks in _MARKUPS:
        if begin := opening.search(text):
            end = text.find(closing, begin.end())
            end = end if end >= 0 else len(text)
            around = list(enumerate(text[: begin.start()].split("\n"), 1))
            behind = enumerate(text[end + len(closing) :].split("\n"), text.count("\n", 0, end + len(closing)) + 1)
            rest = [each for each in [*around, *behind] if not re.fullmatch(r"[${}\\\w:]*|\[cols=.*", each[1].strip())]
            return _pieces(name, [_marked_rows(text, begin.end(), end, marks, name == "a LaTeX table")], rest_of(rest))
    return []


_COLUMN_SPEC: Final = re.compile(r"(?:\{[^{}\n]*+(?:\{[^{}\n]*+\}[^{}\n]*+)*+\}){0,2}")


def _marked_rows(text: str, start: int, end: int, marks: re.Pattern[str], is_begun: bool) -> list[Row]:
    """Return the cells between the marks of a table."""
    rows: list[Row] = [[]]
    if is_begun:  # as in LaTeX, with the columns between braces
        columns = _COLUMN_SPEC.match(text, start)
        assert columns is not None
        start = columns.end()
        first = marks.search(text, start, end)
        rows[0].append(
            piece_of(_plain_cell(text[start : first.start() if first else end]), text.count("\n", 0, start) + 1)
        )
    line = text.count("\n", 0, start) + 1
    hits = [hit for hit in marks.finditer(text, start, end) if hit.lastgroup != "skip"]
    for hit, following in zip_longest(hits, hits[1:]):
        content = text[hit.end() : following.start() if following else end]
        is_end = following is None and hit.lastgroup == "first" and not _plain_cell(content)
        if hit.lastgroup != "cell":
            rows.append([])
        if hit.lastgroup != "row" and not is_end:
            cell = _plain_cell(content)
            piece = piece_of(cell.replace("\\|", "|") if "(?<!" in marks.pattern else cell, line)
            spans = re.search(r"\b(?:row|col)span\b", content)
            rows[-1].append(piece._replace(kind="unreadable", why=SPANS) if spans else piece)
        line += text.count("\n", hit.start(), following.start() if following else end)
    return [row for row in rows if row]


_RULES: Final = re.compile(r"\\(?:hline|toprule|midrule|bottomrule|[ck]line\{[^{}\n]{0,20}\})")
_ATTRIBUTES: Final = re.compile(r"[ \t]*(?:\w+=\"[^\"\n]*\"[ \t]*)++\|(?!\|)")


def _plain_cell(text: str) -> str:
    """Return the text of a cell without the commands, the tags and the attributes around it."""
    attributes = _ATTRIBUTES.match(text)
    text = without_tags(_RULES.sub("", text[attributes.end() :] if attributes else text)).strip()
    text = text.removesuffix("\n|").removesuffix("\n!").strip()
    return from_latex(text).replace("{{!}}", "|")
