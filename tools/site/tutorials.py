"""The tutorials as pages in which their puzzles run.

In: `docs/tutorials/*.md`.  Out: a page for each, and the list of them.  After a block of TOML that is a puzzle, and
after the first command about a puzzle of the repository, there is a place where `site/js/learn.js` lets the reader
change the clues.
"""

from __future__ import annotations

import itertools
import json
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from satcross.errors import SatcrossError
from satcross.puzzle.files import load, read, to_text
from satcross.puzzle.model import Puzzle

if TYPE_CHECKING:
    from markdown_it.token import Token

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "docs" / "tutorials"
ORDER: Final = (
    "solve-your-first-puzzle",
    "make-your-first-puzzle",
    "from-a-message-to-a-puzzle",
    "from-a-clue-to-clauses",
)
MOST_CELLS: Final = 60
"""Of a puzzle whose clues can be changed within a text."""

_COMMAND: Final = re.compile(r"^\$ satcross .*?\b(puzzles/[\w/-]+\.toml)", re.M)

_PAGE: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · satcross</title>
<link rel="icon" href="../icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="../player/player.css">
<script type="module" src="../js/learn.js"></script>
</head>
<body>
<main id="content" class="text lesson" tabindex="-1">
{text}
</main>
</body>
</html>
"""


class Tutorial(NamedTuple):
    """A tutorial: its file without the ending, its heading, its first paragraph as HTML, and the page."""

    name: str
    title: str
    summary: str
    page: str


def tutorials() -> list[Tutorial]:
    """Return all tutorials in the order in which they are read."""
    return [_tutorial(FOLDER / f"{name}.md") for name in ORDER]


def listed(pages: list[Tutorial]) -> str:
    """Return the list of the tutorials as HTML."""
    entries = [
        f'<li><h2><a href="learn/{each.name}.html">{escape(each.title)}</a></h2><p>{each.summary}</p></li>'
        for each in pages
    ]
    return f'<ol class="lessons">{"".join(entries)}</ol>'


def _tutorial(path: Path) -> Tutorial:
    from markdown_it import MarkdownIt  # comes with rich; the package itself does not need it

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(path.read_text("utf-8"))
    for token in _inline(tokens):
        if token.type == "link_open":
            token.attrSet("href", _address(str(token.attrGet("href"))))
    title = next(token.content for token in tokens if token.type == "inline")
    summary = next(
        reader.renderInline(after.content)
        for token, after in itertools.pairwise(tokens)
        if token.type == "paragraph_open"
    )
    parts = []
    seen: set[str] = set()
    start = 0
    for number, token in enumerate(tokens):
        puzzle = _puzzle_after(token, seen)
        if puzzle is not None:
            parts.append(
                reader.renderer.render(tokens[start : number + 1], reader.options, {}) + _place(puzzle, len(parts) + 1)
            )
            start = number + 1
    parts.append(reader.renderer.render(tokens[start:], reader.options, {}))
    text = "".join(parts).replace("<ul>", '<ul class="plain">').replace("<ol>", '<ol class="plain">')
    text = text.replace("<pre>", '<pre tabindex="0">')  # so that a keyboard can scroll it
    return Tutorial(path.stem, title, summary, _PAGE.format(title=escape(title), text=text))


def _inline(tokens: list[Token]) -> list[Token]:
    return [child for token in tokens for child in token.children or ()]


def _address(link: str) -> str:
    """Return the address of a page of the documentation, from the folder learn/."""
    if not link.endswith(".md") and ".md#" not in link:
        return link
    page = link.replace(".md", ".html", 1)
    return f"../docs/{page.removeprefix('../')}" if page.startswith("../") else page


def _puzzle_after(token: Token, seen: set[str]) -> Puzzle | None:
    """Return the puzzle that the reader can change after this part of the text, or None."""
    if token.type != "fence":
        return None
    if token.info == "toml":
        try:
            (puzzle,) = read(token.content.encode(), "block", "toml")
        except SatcrossError:
            return None
        return puzzle if any(line.clues for line in puzzle.lines) else None
    match = _COMMAND.search(token.content)
    if match is None or match[1] in seen:
        return None
    seen.add(match[1])
    puzzle = load(ROOT / match[1])
    return puzzle if len(puzzle.cells) <= MOST_CELLS else None


def _place(puzzle: Puzzle, number: int) -> str:
    """Return the place where `site/js/learn.js` shows the puzzle."""
    document: dict[str, Any] = json.loads(to_text(puzzle._replace(expected=(), expects_all=False), "json"))
    name = escape(f"Puzzle {number}: {puzzle.title}")
    return f'<section class="try" data-puzzle="{escape(json.dumps(document))}" aria-label="{name}"></section>\n'
