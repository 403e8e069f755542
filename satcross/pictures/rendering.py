"""A puzzle, and what is in its cells, as a file of any format.

Only the modules that the format needs are imported.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import OptionError, did_you_mean, printable
from satcross.pictures.text import ANY_LETTER, TextStyle, draw, text_of
from satcross.puzzle import Puzzle, check_are_letters, check_number_of_letters
from satcross.puzzle.files import FORMAT_OF_ENDING

if TYPE_CHECKING:
    from satcross.author.player_steps import PlayerSteps
    from satcross.pictures.figures import Content

FORMATS: Final = ("svg", "pdf", "png", "html", "txt")
BOOK_FORMATS: Final = ("pdf", "html")


def format_of(path: str | os.PathLike[str]) -> str:
    """Return the format that the extension of `path` means.  Raises OptionError if it means none."""
    ending = os.path.splitext(os.fspath(path))[1].removeprefix(".").lower()
    if ending == "htm":
        return "html"
    if ending not in FORMATS:
        what = (
            f"no kind of picture has the extension .{ending}"
            if ending
            else "the file name has no extension that names a kind of picture"
        )
        similar = None if f".{ending}" in FORMAT_OF_ENDING else did_you_mean(ending, FORMATS)  # toml does not mean html
        hint = similar or "one of " + ", ".join("." + each for each in FORMATS)
        raise OptionError(what, place=[os.fspath(path)], hint=hint, code="picture-format")
    return ending


def check_extra(format: str) -> None:
    """Raise MissingError if a picture of `format` needs an extra that is not installed."""
    if format in ("pdf", "png"):
        from satcross.pictures import pdf

        pdf.check_extra(format)


# more parameters than elsewhere: each is an option of the command line, and all are named in calls
def render(
    puzzle: Puzzle,
    format: str = "svg",
    *,
    letters: Sequence[Content] = (),
    differing: Iterable[int] = (),
    page: str = "a4",
    pixels: int | None = None,
    font: str | None = None,
    is_ascii: bool = False,
    player_steps: PlayerSteps | None = None,
    budget: Budget = UNLIMITED,
) -> bytes:
    """Return the picture of `puzzle` as the contents of a file; text in UTF-8, the same bytes for the same arguments.

    Args:
        format: One of `FORMATS`; "html" is a page to play on, and shows the given letters only.
        letters: For each cell, in the puzzle's order, the letters it may hold, their number, or a colour alone (see
            `satcross.puzzle.colors.hidden_letters`).
        differing: Numbers of the cells to mark.
        page: The paper of a PDF, one of `PAPERS`.
        pixels: Width of a PNG.
        font: Path of a TrueType font in which a PDF or PNG is set.
        is_ascii: "txt" only: ASCII characters for the frame.
        player_steps: "html" only: what `satcross.player_steps` returns, so that the page can give hints.
        budget: "html" only: the limits of unrolling the clues.

    Raises:
        TimeUp, LimitError: If the budget is used up.
        OptionError: For another format or page, and unless `letters` is empty or has an entry for each cell.
        MissingError: If an extra is not installed, or no font has a letter.
    """
    check_are_letters("letters", letters)
    if len(letters):
        check_number_of_letters("letters", letters, puzzle)
    if format not in FORMATS:
        hint = did_you_mean(format, FORMATS) or "one of " + ", ".join(FORMATS)
        raise OptionError(f"there is no picture format {format!r}", hint=hint, code="picture-format")
    if format == "html":
        return _page(puzzle, letters, player_steps, budget).encode()
    if format == "txt":
        return _as_text(puzzle, letters, differing, is_ascii).encode()
    if format == "pdf":
        return _pdf(puzzle, letters, differing, page, font)
    return _png(puzzle, letters, differing, pixels, font) if format == "png" else _svg(puzzle, letters, differing)


def _svg(puzzle: Puzzle, letters: Sequence[Content], differing: Iterable[int]) -> bytes:
    from satcross.pictures.picture import draw, to_svg

    return to_svg(draw(puzzle, letters, differing)).encode()


def _pdf(puzzle: Puzzle, letters: Sequence[Content], differing: Iterable[int], page: str, font: str | None) -> bytes:
    from satcross.pictures.book import printed_puzzle
    from satcross.pictures.pdf import to_pdf

    return to_pdf(printed_puzzle(puzzle, letters, frozenset(differing), page).document, font)


def _png(
    puzzle: Puzzle, letters: Sequence[Content], differing: Iterable[int], pixels: int | None, font: str | None
) -> bytes:
    from satcross.pictures.pdf import to_png
    from satcross.pictures.picture import draw

    return to_png(draw(puzzle, letters, differing), pixels, font)


def _page(puzzle: Puzzle, letters: Sequence[Content], player_steps: PlayerSteps | None, budget: Budget) -> str:
    """Return a page to play `puzzle` on.  Raises OptionError if letters are to be shown."""
    from satcross.pictures.page import to_html

    if letters:
        hint = "draw that as svg, pdf or png"
        raise OptionError("a page to play on shows no solution", hint=hint, code="option")
    return to_html(puzzle, player_steps, budget)


def _as_text(puzzle: Puzzle, letters: Sequence[Content], differing: Iterable[int], is_ascii: bool) -> str:
    """Return the grid as text, and its clues line by line.

    Several possible letters are side by side; "." means too many letters to list, "·" (in ASCII "_") an open cell.
    """
    from satcross.pictures.lettering import constraint_text, reversed_mark

    given = dict(puzzle.given)
    empty = "_" if is_ascii else "·"
    shown = [
        ANY_LETTER if isinstance(content, int) else content or empty if isinstance(content, str) else ""
        for content in (letters or [given.get(cell, "") for cell in range(len(puzzle.cells))])
    ]
    grid = text_of(draw(puzzle, shown, frozenset(differing), TextStyle(is_ascii=is_ascii)))
    named = [(printable(line.name), clue) for line in puzzle.lines for clue in line.clues]
    column = max((len(name) for name, _ in named), default=0)
    listed = [f"  {name:{column}}  {constraint_text(clue)}{reversed_mark(clue)}" for name, clue in named]
    return "\n".join([grid, "", *listed] if listed else [grid]) + "\n"
