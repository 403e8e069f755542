"""A document as a file: pictures, pages to play on, puzzle files, a link, and the proof.

In: a draft, and what the message asks for.  Out: a `Blob`.  A puzzle file has the author's letters as its expected
solution if there is one for each cell.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from satcross.author.player_steps import player_steps
from satcross.author.proof import proved
from satcross.base.budget import Budget
from satcross.base.extras import install_command
from satcross.base.records import NamedTuple
from satcross.base.wording import listed
from satcross.errors import PuzzleError, TimeUp
from satcross.pictures.page import to_html
from satcross.pictures.rendering import render
from satcross.puzzle import Puzzle, address_text
from satcross.puzzle.files import left_out, to_text
from satcross.puzzle.files.link import fragment_of
from satcross.solver.solutions import Search
from satcross.studio import templates
from satcross.studio.documents import Draft, budget_for, document_of
from satcross.studio.messages import ExportMessage

SECONDS: Final = 30.0
"""Time for one export; hints of a page, and proofs, can take long."""

TEXTS: Final = {
    "toml": "toml",
    "json": "json",
    "regexcrossword": "json",
    "trux": "txt",
    "board": "json",
}
"""The formats of puzzle files, with the extension of each."""

MEDIA_TYPES: Final = {
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "png": "image/png",
    "html": "text/html",
    "toml": "application/toml",
    "json": "application/json",
    "txt": "text/plain",
    "xd": "text/plain",
    "ipuz": "application/json",
    "puz": "application/octet-stream",
    "zip": "application/zip",
}

NEEDS: Final = {"pdf": ("reportlab",), "png": ("reportlab", "pypdfium2"), "puz": ("puz",)}
"""The packages without which a format cannot be exported."""

ATTACHED: Final = "default-src 'none'; sandbox"
"""The policy of files that are not pages: nothing in them may run, even if a browser shows them."""


class Blob(NamedTuple):
    """A file that an answer is about, for the process that gave the task: it is not sent to the editor itself.

    Attributes:
        policy: The Content-Security-Policy with which it is served.
        left_out: What the format has no place for, as part of a sentence; "": nothing.
    """

    name: str
    data: bytes
    media_type: str
    policy: str
    left_out: str = ""


def exports() -> dict[str, str]:
    """Return each format, with the command that installs what it needs here, or "" if nothing is missing."""
    formats = ("svg", "pdf", "png", "html", *TEXTS, *templates.FORMATS, "link", "proof")
    return {
        each: install_command(each) if any(find_spec(name) is None for name in NEEDS.get(each, ())) else ""
        for each in formats
    }


def exported(draft: Draft, message: ExportMessage) -> Blob:
    """Return the file that `message` asks for.  Raises SatcrossError."""
    format = message["format"]
    budget = budget_for(SECONDS)
    title = file_name(draft.puzzle)
    if format == "html":
        return playable(draft)
    if format == "link":
        made = document_of(draft.puzzle, letters_by_address(draft), "words" if draft.is_words else "", draft.crossword)
        return Blob(title, fragment_of(made).encode(), "text/plain", ATTACHED)
    if format == "proof":
        return Blob(f"{title}-proof.zip", _proof(draft.with_expected, budget), MEDIA_TYPES["zip"], ATTACHED)
    if format in TEXTS:
        ending = TEXTS[format]
        text = text_of(draft, format)
        missing = listed(left_out(draft.with_expected, text, format))
        return Blob(f"{title}.{ending}", text.encode(), MEDIA_TYPES[ending], ATTACHED, missing)
    if draft.is_words or format in templates.FORMATS:
        ending = templates.FORMATS.get(format, format)
        is_picture = format not in templates.FORMATS
        data = templates.template_file(draft, format, with_letters=message.get("letters", False) or not is_picture)
        return Blob(f"{title}.{ending}", data, MEDIA_TYPES[ending], ATTACHED)
    letters: tuple[str, ...] = ()
    if message.get("letters"):
        letters = _only_solution(draft.puzzle, budget)
    data = render(draft.puzzle, format, letters=letters, page=message.get("page", "a4"), pixels=message.get("pixels"))
    return Blob(f"{title}.{format}", data, MEDIA_TYPES[format], ATTACHED)


def playable(draft: Draft) -> Blob:
    """Return the page to play the puzzle on, with hints if they can be found in time.  Only this studio may frame it.

    The page describes in a separate element what may run in it.
    """
    if draft.is_words:
        data = templates.template_file(draft, "html")
        return Blob(f"{file_name(draft.puzzle)}.html", data, MEDIA_TYPES["html"], "frame-ancestors 'self'")
    hints = player_steps(draft.puzzle, budget=budget_for(SECONDS / 2))
    page = to_html(draft.puzzle, hints, budget_for(SECONDS / 2))
    return Blob(f"{file_name(draft.puzzle)}.html", page.encode(), MEDIA_TYPES["html"], "frame-ancestors 'self'")


def text_of(draft: Draft, format: str) -> str:
    """Return the puzzle file.  `complete` is said of a solution only if it is known to be the only one."""
    puzzle = draft.with_expected
    if puzzle.expected and format in ("toml", "json"):
        search = Search(draft.puzzle, limit=2, budget=budget_for(SECONDS / 10))
        letters = [solution.letters for solution in search]
        puzzle = puzzle._replace(expects_all=search.status == "unique" and letters == list(puzzle.expected))
    return to_text(puzzle, format)


def _only_solution(puzzle: Puzzle, budget: Budget) -> tuple[str, ...]:
    search = Search(puzzle, limit=2, budget=budget)
    letters = [solution.letters for solution in search]
    if search.status != "unique":
        number = "an unknown number" if search.status == "unknown" else search.status
        raise PuzzleError(
            f"a picture of the solution needs a puzzle with one solution, but this has {number}",
            code="grid-contradiction",
            hint="draw it without letters",
        )
    return letters[0]


def _proof(puzzle: Puzzle, budget: Budget) -> bytes:
    """Return a ZIP file with the proof folder.  Equal puzzles give equal bytes."""
    outcome = proved(puzzle, budget=budget)
    if outcome == "unknown":
        raise TimeUp
    if isinstance(outcome, str):
        raise PuzzleError(
            "there is nothing to prove: the puzzle has several solutions",
            code="grid-contradiction",
            hint="make the solution the only one first",
        )
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for name, text in outcome[1].items():
            archive.writestr(ZipInfo(f"proof/{name}", (1980, 1, 1, 0, 0, 0)), text, ZIP_DEFLATED)
    return stream.getvalue()


def letters_by_address(draft: Draft) -> dict[str, str]:
    """Return the author's letters by the addresses of their cells."""
    return {address_text(draft.puzzle.cells[cell]): letter for cell, letter in draft.letters.items()}


def file_name(puzzle: Puzzle) -> str:
    """Return a file name without ending for `puzzle`, made from its title.

    >>> from satcross import line
    >>> file_name(line("A", 1)._replace(title="../Ä  small one?"))
    'ä-small-one'
    """
    return re.sub(r"[^\w]+", "-", puzzle.title.lower())[:60].strip("-") or "puzzle"
