r"""Puzzles in tables: Markdown's, drawn ones, HTML, CSV and TSV.

In: a text.  Out: what is found in it, nothing if there is no such table.  The clues are at the edges of the table, with
letters or nothing inside; or there is a column for each list, or a line for each clue.

    |           | [^SPEAK]+ | EP\|IP\|EF |        row,1,HE|LL|O+
    |-----------|-----------|------------|        row,2,[PLEASE]+
    | HE\|LL\|O+|           |            |        column,1,[^SPEAK]+
    | [PLEASE]+ |           |            |        column,2,EP|IP|EF
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from html.parser import HTMLParser
from itertools import groupby, zip_longest
from typing import Final, TypeAlias

from satcross.puzzle import Cell
from satcross.puzzle.files.clue_lists import FILLER, Family, FoundLists, seat_of, words_of
from satcross.puzzle.files.literals import SourceText
from satcross.puzzle.files.pasted_lines import by_label, from_latex, from_lines, heading, line_label

Row: TypeAlias = list[SourceText]
_RULE: Final = re.compile(
    r"[ \t]*[|+:=\-─━═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝┏┳┓┣╋┫┗┻┛\s]*[-─━═=]{1,}[|+:=\-─━═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝┏┳┓┣╋┫┗┻┛\s]*"
)
_NOTHING: Final = frozenset(["", ".", "_", "?", "-", "·", "□", "▢", "☐", "*", "…", "\u00a0"])


def from_markdown(text: str) -> list[FoundLists]:
    """Return the puzzle of a table with bars between the cells: Markdown's, or one that is drawn with lines."""
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    drawn = [(n, re.sub("[│┃║]", "|", line)) for n, line in lines]
    blocks = [
        [(n, line) for n, line in group if "|" in line and not _RULE.fullmatch(line)]
        for _, group in groupby(drawn, lambda each: each[1] == "")
    ]
    table = [each for block in blocks for each in block]
    rules = [
        line
        for _, line in drawn
        if line and _RULE.fullmatch(line) and ("|" in line or "+" in line or "─" in line or "═" in line or "━" in line)
    ]
    is_framed = len(table) > 1 and any(all(line[end] == "|" for _, line in table) for end in (0, -1))
    if not table or not (rules or is_framed):
        return []
    tables = [rows for block in blocks if block and (rows := _cells(block))]
    name = "a Markdown table" if any(re.fullmatch(r"[|\s:-]*-[|\s:-]*", rule) for rule in rules) else "a drawn table"
    pasted = [each for rows in tables for each in _from_table(rows, name)]
    if len(tables) > 1 and len(pasted) < len(tables):
        lists = [family for rows in tables for family in _named_lists(rows)]
        return [FoundLists("several tables", tuple(lists), {})] if len(lists) > 1 else pasted
    return pasted


def _cells(lines: Sequence[tuple[int, str]]) -> list[Row]:
    """Return the cells of a table, or nothing if its lines do not have equally many.

    A bar at an end of a line is part of the frame if all lines have one there, and else it follows an empty cell.
    """
    first, last = (all(line[end] == "|" for _, line in lines) for end in (0, -1))
    for split in (_BAR.split, _split_outside_code, _SPACED_BAR.split):
        rows = [[SourceText(_with_bars(cell.strip()), n) for cell in split(line)] for n, line in lines]
        rows = [row[first : -1 if last else None] for row in rows]
        if not last:
            width = min(map(len, rows))
            rows = [row[:width] if not any(cell.text for cell in row[width:]) else row for row in rows]
        if len({len(row) for row in rows}) == 1:
            return [[_without_marks(cell) for cell in row] for row in rows]
    return []


_BAR: Final = re.compile(r"(?<!\\)\|")
_SPACED_BAR: Final = re.compile(r"(?:(?<=\s)|^)\|(?=\s|$)")


def _with_bars(cell: str) -> str:
    r"""Return the text of a cell in which Markdown writes a bar as `\|`, and Org as `\vert{}`."""
    return re.sub(r"\\vert(?:\{\}|\b)|\\\|", "|", cell)


def _split_outside_code(line: str) -> list[str]:
    """Return the cells of a line in which bars within backticks do not separate."""
    hidden = re.sub(r"`[^`]*`", lambda code: code[0].replace("|", "\0").replace("\\\0", "\0"), line)
    return [cell.replace("\0", "|") for cell in _BAR.split(hidden)]


def _without_marks(cell: SourceText) -> SourceText:
    """Return the cell without the backticks, stars or quotation marks around all of it."""
    text = cell.text
    for mark in ("**", "``", "`"):
        if len(text) > 2 * len(mark) and text.startswith(mark) and text.endswith(mark) and mark not in text[2:-2]:
            text = text[len(mark) : -len(mark)].strip()
    return cell._replace(text=text)


def from_separated(text: str) -> list[FoundLists]:
    """Return the puzzle of a table in CSV or TSV, or of one whose columns are apart by blanks."""
    lines = [line for line in text.split("\n") if line.strip()]
    if named := _named_lines(text):
        return [FoundLists("columns of text", named, {})]
    for delimiter, name in (("\t", "a table with tabs"), (",", "a table in CSV"), (";", "a table in CSV")):
        if len(lines) > 1 and all(delimiter in line for line in lines):
            try:
                rows = list(csv.reader(text.split("\n"), delimiter=delimiter, skipinitialspace=True))
            except csv.Error:
                continue
            table = [
                [SourceText(cell.strip(), n) for cell in row]
                for n, row in enumerate(rows, 1)
                if any(map(str.strip, row))
            ]
            if lists := _named_rows(table):
                return [FoundLists(name, lists, {})]
            widths = set(map(len, table))
            if widths and max(widths) > 1 and min(widths) > max(widths) - 2:
                table = _padded(table)
                corner = table[0][0].text
                is_corner = not corner or re.search(r"[/\\×↓→]|rows?\b|cols?\b|clue", corner, re.I) is not None
                is_table = is_corner or _named_columns(table)
                pasted = _from_table(table, name) if is_table else _from_records(table, name)
                if pasted:
                    return pasted
    return _from_blanks(text)


def _named(names: Row, lists: Iterable[Sequence[SourceText]]) -> tuple[Family, ...]:
    """Return the lists of clues with these names, nothing unless each of two to four names says its own direction."""
    labels = [heading(name.text + ":") or () for name in names]
    seats = {seat_of(label) for label in labels}
    if not 1 < len(names) < 5 or None in seats or len(seats) < len(names):
        return ()
    clues = [tuple((cell,) for cell in cells if cell.text) for cells in lists]
    return tuple(Family(label, each) for label, each in zip(labels, clues, strict=True)) if all(clues) else ()


def _named_rows(rows: Sequence[Row]) -> tuple[Family, ...]:
    """Return the lists of a table with a row for each, which begins with its name."""
    return _named([row[0] for row in rows], [row[1:] for row in rows])


def _named_lines(text: str) -> tuple[Family, ...]:
    """Return the lists of clues that stand beside each other below their names, with blanks between them."""
    numbered = [(n, line.expandtabs()) for n, line in enumerate(text.split("\n"), 1)]
    lines = [(n, line) for n, line in numbered if line.strip() and not _RULE.fullmatch(line)]
    names = list(re.finditer(r"\S+(?: \S+)*", lines[0][1][:1000])) if lines else []
    starts = [name.start() for name in names[1:]]
    if any(line[start - 1 : start].strip() for _, line in lines for start in starts):
        return ()
    columns = [
        [SourceText(line[start:stop].strip(), n) for n, line in lines[1:]]
        for start, stop in zip([0, *starts], [*starts, None], strict=True)
    ]
    return _named([SourceText(name[0], 0) for name in names], columns)


def _from_blanks(text: str) -> list[FoundLists]:
    """Return the puzzle of a picture: the columns' clues in the first line, then the rows, each with its cells."""
    lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip() and not _RULE.fullmatch(line)]
    rows = [[SourceText(word, n) for word in line.split()] for n, line in lines]
    first = lines[0][1] if lines else ""
    if len(rows) < 2 or not first.startswith((" ", "\t")) or rows[0][0].text in ("-", "*", "•"):
        return []
    width = len(rows[0]) + 1
    body = rows[1:]
    if any(len(row) not in (1, width) or any(len(cell.text) > 1 for cell in row[1:]) for row in body):
        return []
    if width == 2 and all(len(row) == 1 for row in body):
        return []
    return _from_table([[SourceText("", 0), *rows[0]], *body], "a picture of the grid")


# Of each markup language: the name of its tables; what stands before a table; what stands behind it, unless the text
# ends with it; and the marks in it.  `row` begins a row, `first` a row with its first cell, `cell` a cell; `skip` is no
# mark.
_MARKUPS: Final = (
    (
        "a MediaWiki table",
        re.compile(r"^[ \t]*\{\|", re.M),
        "\n|}",
        re.compile(
            r"(?P<skip><nowiki>(?:[^<\n]|<(?!/?nowiki>))*+</nowiki>|\n[ \t]*\|\+[^\n]*)"
            r"|(?P<row>\n[ \t]*\|-[^\n]*)|(?P<cell>\n[ \t]*[!|]|!!|\|\|)"
        ),
    ),
    (
        "a LaTeX table",
        re.compile(r"\\begin\{(?=(?:tabular|array|longtable|tblr)[xy*]?\})"),
        "\\end{",
        re.compile(
            r"(?P<skip>\\verb\*?(?:\|[^|\n]*\||![^!\n]*!|\+[^+\n]*\+)|\\[&%])"
            r"|(?P<first>(?<=\\begin\{)\w+\*?\}(?:\[\w*\])?(?:\{[^{}\n]*(?:\{[^{}\n]*\}[^{}\n]*)*\}){0,2}"
            r"|\\\\(?:\[[^\]\n]*\])?)|(?P<cell>&)"
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


def from_markup(text: str) -> list[FoundLists]:
    """Return the puzzle of a table of MediaWiki, LaTeX, AsciiDoc or reStructuredText."""
    for name, opening, closing, marks in _MARKUPS:
        if begin := opening.search(text):
            end = text.find(closing, begin.end())
            rows = _marked_rows(text, begin.end(), end if end >= 0 else len(text), marks)
            return _from_table([[_without_marks(cell) for cell in row] for row in rows], name)
    return []


def _marked_rows(text: str, start: int, end: int, marks: re.Pattern[str]) -> list[Row]:
    """Return the cells between the marks of a table."""
    rows: list[Row] = [[]]
    line = text.count("\n", 0, start) + 1
    hits = [hit for hit in marks.finditer(text, start, end) if hit.lastgroup != "skip"]
    for hit, following in zip_longest(hits, hits[1:]):
        if hit.lastgroup != "cell":
            rows.append([])
        if hit.lastgroup != "row":
            content = text[hit.end() : following.start() if following else end]
            rows[-1].append(SourceText(_plain_cell(content), line))
        line += text.count("\n", hit.start(), following.start() if following else end)
    return [row for row in rows if row]


_RULES: Final = re.compile(r"\\(?:hline|toprule|midrule|bottomrule|[ck]line\{[^}]*\})")


def _plain_cell(text: str) -> str:
    """Return the text of a cell without the commands, the tags and the attributes around it."""
    text = re.sub(
        r"^[ \t]*(?:\w+=\"[^\"\n]*\"[ \t]*)+\|(?!\|)|</?(?:nowiki|code|tt|pre|kbd)>", "", _RULES.sub("", text)
    ).strip()
    return from_latex(text.removesuffix("\n|").removesuffix("\n!").strip()).replace("{{!}}", "|").replace("\\|", "|")


class _Table(HTMLParser):
    """Collects the cells of the tables of a page; where there is none, its text with line ends."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: Final[list[Row]] = []
        self.text: Final[list[str]] = []
        self.named: Final[dict[tuple[str, ...], list[SourceText]]] = {}
        """The texts in elements whose names, classes or ids say a direction."""
        self._open: Final[list[tuple[str, tuple[str, ...]]]] = []
        self._is_in_cell = False

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        labels = (words_of(name or "") for name in (tag, attributes.get("id"), attributes.get("class")))
        label = next((each for each in labels if seat_of(each) and each not in (("a",), ("d",), ("h",))), ())
        clues = [value for key, value in attrs if label and value and key in ("regex", "pattern", "clue", "value")]
        self.named.setdefault(label, []).extend(SourceText(clue, self.getpos()[0]) for clue in clues)
        if tag not in ("br", "input", "img", "hr", "meta", "link", "wbr", "col"):
            self._open.append((tag, label))
        if tag == "br" and self._is_in_cell:
            self.handle_data("\n")
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th") and self.rows:
            self._is_in_cell = True
            span = attributes.get("colspan") or "1"
            count = int(span) if span.isdecimal() and len(span) < 3 else 1
            self.rows[-1].extend(SourceText("", self.getpos()[0]) for _ in range(count))
        elif tag in ("li", "p", "br", "div", "ul", "ol", "pre", "dt", "dd") or re.fullmatch("h[1-6]", tag):
            self.text.append("\n" if tag != "br" or not self.text or self.text[-1] != "\n" else "")

    def handle_endtag(self, tag: str) -> None:
        if tag in (each for each, _ in self._open[-20:]):
            while self._open.pop()[0] != tag:
                pass
        if tag in ("td", "th", "tr"):
            self._is_in_cell = False
        elif tag in ("ul", "ol", "div", "table"):
            self.text.append("\n\n")

    def handle_data(self, data: str) -> None:
        label = next((label for _, label in reversed(self._open[-20:]) if label), ())
        if label and data.strip():
            self.named.setdefault(label, []).append(SourceText(data.strip(), self.getpos()[0]))
        if self._is_in_cell and self.rows and self.rows[-1]:
            last = self.rows[-1][-1]
            self.rows[-1][-1] = last._replace(text=(last.text + data).lstrip())
        elif not self.rows:
            self.text.append(data.strip("\n") if data.strip() else "")


def from_html(text: str) -> list[FoundLists]:
    """Return the puzzle of a page: that of its table, or that of its text."""
    if not re.search(r"<(?:td|th|li|p|br|pre)\b|</\w+>|<\w+ [^<>\n]*/>", text, re.I):
        return []
    parser = _Table()
    parser.feed(text)
    parser.close()
    rows = [[cell._replace(text=cell.text.strip()) for cell in row] for row in parser.rows if row]
    pasted = _from_table(rows, "an HTML table")
    parser.named.pop((), None)
    if not pasted and len({seat_of(label) for label in parser.named}) == len(parser.named) > 1:
        lists = tuple(Family(label, tuple((clue,) for clue in clues)) for label, clues in parser.named.items())
        return [FoundLists("elements of XML", lists, {})]
    return pasted or [each._replace(layout="an HTML page") for each in from_lines("".join(parser.text))]


def _named_columns(rows: Sequence[Row]) -> bool:
    """Return whether the first row says of two columns or more which direction their clues have."""
    return len({seat for cell in rows[0] if heading(cell.text + ":") and (seat := seat_of(words_of(cell.text)))}) > 1


def _named_lists(rows: list[Row]) -> list[Family]:
    """Return the lists of clues in the columns of a table that are called after a direction."""
    families = []
    if (
        len(rows[0]) == 2
        and all(row[0].text.isdecimal() for row in rows[1:])
        and (label := heading(rows[0][0].text + ":"))
    ):
        return [Family(label, tuple((row[1],) for row in rows[1:]))]
    for place, head in enumerate(rows[0]):
        if heading(head.text + ":") and seat_of(words := words_of(head.text)) is not None:
            cells = [row[place] for row in rows[1:]]
            while cells and not cells[-1].text:
                cells.pop()
            if any(len(cell.text) > 2 for cell in cells) or place == len(rows[0]) - 1:
                families.append(Family(words, tuple((cell,) for cell in cells)))
    return families


def _from_records(rows: list[Row], layout: str) -> list[FoundLists]:
    """Return the puzzle of a table with a line for each clue: its direction, perhaps its number, the clue."""
    has_head = not line_label(rows[0][0].text) or any(set(words_of(cell.text)) & FILLER for cell in rows[0][1:])
    body = rows[1:] if has_head else rows
    labels = [line_label(row[0].text) for row in body]
    named = [(label, row) for label, row in zip(labels, body, strict=True) if label is not None]
    if len(named) < len(body) or len({label[0] for label, _ in named}) < 2:
        return []
    width = len(rows[0])
    numbers = [n for n in range(1, width) if all(row[n].text.isdecimal() for row in body)]
    clues = [n for n in range(1, width) if n not in numbers and any(row[n].text for row in body)]
    if len(clues) > 1 and has_head:
        clues = [n for n in clues if set(words_of(rows[0][n].text)) & FILLER]
    if len(clues) != 1 or len(numbers) > 1:
        return []
    lines = [
        ((words, int(row[numbers[0]].text) if numbers else number), row[clues[0]]) for (words, number), row in named
    ]
    return [FoundLists(layout, tuple(by_label(lines)), {})]


def _padded(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with empty cells at their ends, so that all have equally many."""
    width = max(map(len, rows), default=0)
    return [row + [SourceText("", 0)] * (width - len(row)) for row in rows]


def _from_table(rows: list[Row], layout: str) -> list[FoundLists]:
    """Return the puzzle of a table: clues at its edges, or a column for each list, or a line for each clue.

    Rows may lack cells at their ends.
    """
    rows = _padded([row for row in rows if any(cell.text for cell in row)])
    if len(rows) < 2 or len(rows[0]) < 2:
        return []
    if named := _named_rows(rows):
        return [FoundLists(layout, named, {})]
    if _named_columns(rows) and len(lists := _named_lists(rows)) > 1:
        return [FoundLists(layout, tuple(lists), {})]
    return _from_records(rows, layout) or from_edges(rows, layout)


def from_edges(rows: list[Row], layout: str) -> list[FoundLists]:
    """Return the puzzle of a table whose first row and first column have the clues, the last ones perhaps others."""
    corner = rows[0][0].text
    if len(corner) > 3 and not re.fullmatch(r"[\w\s/\\×x↓→.-]*", corner):
        return []
    height, width = len(rows) - 1, len(rows[0]) - 1
    has_right = width > 1 and not rows[0][-1].text and any(len(row[-1].text) > 1 for row in rows[1:])
    has_bottom = height > 1 and not rows[-1][0].text and any(len(cell.text) > 1 for cell in rows[-1][1:])
    height, width = height - has_bottom, width - has_right
    body = [row[1 : width + 1] for row in rows[1 : height + 1]]
    if any(len(cell.text) > 1 for row in body for cell in row):
        return []
    nothing: Row = [SourceText("", 0)] * (max(height, width) + 2)
    right = [row[-1] for row in rows[1 : height + 1]] if has_right else nothing
    bottom = rows[-1][1:] if has_bottom else nothing
    rows_lines = tuple((*_in_cell(row[0]), other) for row, other in zip(rows[1 : height + 1], right, strict=False))
    columns = tuple((*_in_cell(top), other) for top, other in zip(rows[0][1 : width + 1], bottom, strict=False))
    letters: dict[Cell, str] = {
        (r, c): cell.text for r, row in enumerate(body, 1) for c, cell in enumerate(row, 1) if cell.text not in _NOTHING
    }
    return [FoundLists(layout, (Family(("rows",), rows_lines), Family(("columns",), columns)), {}, letters)]


def _in_cell(cell: SourceText) -> list[SourceText]:
    """Return the clues of a cell, which may have one on each line."""
    return [_without_marks(cell._replace(text=part.strip())) for part in re.split(r"\n|<br\s*/?>", cell.text)]
