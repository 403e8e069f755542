"""The tables, the lists and the text of HTML and XML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser
from typing import Final

from satcross.puzzle.files.pasted.pieces import Node, Piece, Pieces, listed, piece_of
from satcross.puzzle.files.pasted.tables import SPANS, Row, rest_of, table
from satcross.puzzle.files.pasted.words import seat_of, words_of

_IS_PAGE: Final = re.compile(r"<(?:td|th|li|p|br|pre)\b|</\w+>|<\w+ [^<>\n]{0,400}/>", re.I)
_VOID: Final = ("br", "input", "img", "hr", "meta", "link", "wbr")


def from_page(text: str) -> tuple[list[Pieces], str]:
    """Return the tables of a page, the lists in its elements that are called after a direction, and its text.

    The items of lists have bullets in that text, which has nothing of the tables.  It is empty if there is no page.
    """
    if _IS_PAGE.search(text) is None:
        return [], ""
    page = _Page()
    page.feed(text)
    page.close()
    plain = "".join(page.text)
    found = []
    if tables := [rows for rows in page.tables if any(rows)]:
        rows_of = [[[cell._replace(text=cell.text.strip()) for cell in row] for row in rows if row] for rows in tables]
        nodes = tuple(("", table(rows)) for rows in rows_of)
        found.append(Pieces("an HTML table", Node(nodes, 1), tuple(rest_of(enumerate(plain.split("\n"), 1)))))
    page.named.pop((), None)
    if len({seat_of(label) for label in page.named}) == len(page.named) > 1:
        lists = tuple((" ".join(label), listed(clues)) for label, clues in page.named.items())
        found.append(Pieces("elements of XML", Node(lists, 1), (), frozenset({"source", "blanks"})))
    return found, plain


class _Page(HTMLParser):
    """Collects the cells of the tables of a page, the contents of named elements, and the other text with line ends."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: Final[list[list[Row]]] = []
        self.text: Final[list[str]] = []
        self.named: Final[dict[tuple[str, ...], list[Piece]]] = {}
        """The texts in elements whose names, classes or ids say a direction."""
        self._open: Final[list[tuple[str, tuple[str, ...], bool]]] = []  # tag, label, whether it is still empty
        self._is_in_cell = False
        self._blank = ""  # behind the last tag

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self._blank = ""
        attributes = dict(attrs)
        labels = (words_of(name or "") for name in (tag, attributes.get("id"), attributes.get("class")))
        label = next((each for each in labels if seat_of(each) and each not in (("a",), ("d",), ("h",))), ())
        clues = [value or "" for key, value in attrs if label and key in ("regex", "pattern", "clue", "value")]
        self.named.setdefault(label, []).extend(piece_of(clue, self.getpos()[0]) for clue in clues)
        if tag not in _VOID:
            self._open.append((tag, label, not clues and (tag == "li" or not self._inside_list())))
        if tag == "br" and self._is_in_cell:
            self.handle_data("\n")
        elif tag == "table" or (tag == "tr" and not self.tables):
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th") and self.tables and self.tables[-1]:
            self._is_in_cell = True
            span = attributes.get("colspan") or "1"
            count = int(span) if span.isdecimal() and len(span) < 3 else 1
            is_wide = count > 1 or attributes.get("rowspan", "1") != "1"
            kind = Piece("", self.getpos()[0], "empty", why=SPANS if is_wide else "")
            self.tables[-1][-1].extend([kind] * count)
        elif tag in ("li", "dd"):
            self.text.append("\n- ")
        elif tag in ("p", "br", "div", "ul", "ol", "pre", "dt") or re.fullmatch("h[1-6]", tag):
            self.text.append("\n" if tag != "br" or not self.text or self.text[-1] != "\n" else "")

    def _inside_list(self) -> bool:
        return any(tag in ("ul", "ol", "td", "th") for tag, _, _ in self._open[-20:])

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in (each for each, _, _ in self._open[-20:]):
            while True:
                closed, label, is_empty = self._open.pop()
                owner = label or next((each for _, each, _ in reversed(self._open[-20:]) if each), ())
                is_item = closed == "li" or (label and closed not in ("ul", "ol", "table", "div", "section"))
                if is_item and is_empty and owner and closed == tag:
                    is_blank = label == words_of(tag) and self._blank and "\n" not in self._blank
                    nothing = Piece("", self.getpos()[0], "empty")
                    blank = Piece(self._blank, nothing.line, "unreadable", why="it has only blanks")
                    self.named.setdefault(owner, []).append(blank if is_blank else nothing)
                if closed == tag:
                    break
            self._blank = ""
        if tag in ("td", "th", "tr"):
            self._is_in_cell = False
        elif tag in ("ul", "ol", "div", "table"):
            self.text.append("\n\n")

    def handle_data(self, data: str) -> None:
        label = next((label for _, label, _ in reversed(self._open[-20:]) if label), ())
        self._blank = "" if data.strip() else data
        if data.strip():
            self._open[-20:] = [(tag, each, False) for tag, each, _ in self._open[-20:]]
            if label:
                text = data.strip() if "\n" in data else data
                self.named.setdefault(label, []).append(Piece(text, self.getpos()[0]))
        if self._is_in_cell and self.tables[-1] and self.tables[-1][-1]:
            last = self.tables[-1][-1][-1]
            cell = piece_of((last.text + data).lstrip(), last.line)
            is_raised = any(tag in ("sup", "sub") for tag, _, _ in self._open[-3:])
            why = "raised letters" if is_raised else last.why
            self.tables[-1][-1][-1] = cell._replace(kind="unreadable", why=why) if cell.text and why else cell
        else:
            self.text.append(data.strip("\n") if data.strip() else "")
