"""Files of word crosswords: read in any form, and written in the same form, for players, or for print.

In: the content of a file.  Out: a `Template`, or text.

    rows    the grid alone, spaced as in RubyQuiz #132 or dense (`satcross.words.template`)
    text    headers such as `Title: Farm`, the rows, and clues such as `A1. It says meow. ~ CAT`: `.xd`
    TOML    the key `template` holds rows, the table `slots` regexes such as `"3 down" = '.*ING'`, the table `clues`
            the words that are shown, such as `"3 down" = "Doing"`; or a rectangle of a puzzle file: holes are blocks,
            and its clues hold for the lines
    ipuz    version 2 (http://ipuz.org): `puzzle` has blocks and given letters; letters of `solution` are given too
    puz     Across Lite: the letters of the solution are given
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from satcross.base.reading import decode, path_below, read_bytes, shown_name
from satcross.errors import Field, OptionError, PuzzleError, SatcrossError, did_you_mean, naming
from satcross.pictures.rendering import check_extra
from satcross.puzzle import AnyClue, Clue, Line, Puzzle, WordClue
from satcross.puzzle.files import toml_format
from satcross.puzzle.files.source import MOST_BYTES, shown
from satcross.puzzle.kinds import Rectangle
from satcross.puzzle.settings import checked_settings
from satcross.puzzle.wordlists import read_words
from satcross.words.formats import read_ipuz, write_ipuz
from satcross.words.puz import check_puz_extra, is_puz, read_puz, write_puz
from satcross.words.template import (
    BLOCK,
    CIRCLE,
    OPEN,
    PUBLISHED_TEXTS,
    Grid,
    LineClue,
    Slot,
    Template,
    check_marks,
    checked_rows,
    read_rows,
    unlocked,
    write_rows,
)
from satcross.words.text_format import is_text, read_text, word_of, write_text

if TYPE_CHECKING:
    from satcross.author.player_steps import PlayerSteps


EDITABLE: Final = ("ipuz", "puz", "xd", "txt")
"""The formats of files in which people work on a crossword."""

FORMATS: Final = (*EDITABLE, "html", "svg", "pdf", "png")

WITH_CLUES: Final = ("ipuz", "puz", "xd", "txt", "html", "pdf")
"""The formats that hold clues."""


def check_format(format: str) -> None:
    """Return if a crossword can be written in `format`, one of `FORMATS`.

    Raises:
        OptionError: For another format.
        MissingError: Where an extra is not installed.
    """
    if format not in FORMATS:
        raise OptionError(
            f"there is no format {format!r}", hint=did_you_mean(format, FORMATS) or "one of " + ", ".join(FORMATS)
        )
    if format == "puz":
        check_puz_extra()
    check_extra(format)


def write_as(crossword: Template, format: str) -> bytes:
    """Return `crossword` as the content of a file of `format`, one of `FORMATS`.

    In: a crossword.  Out: a puzzle whose lines are its slots, each with one word that players do not see, and the clue
    that they read instead; the guide with which letters can be checked and revealed; or the content of a file.
    Pictures show the letters.  A PDF of a crossword with clues has the empty grid with them first, and the letters on a
    separate last page.

    Raises:
        OptionError: For another format, and for a crossword that the format cannot hold.
        MissingError: Where an extra is not installed.
    """
    check_format(format)
    if format == "ipuz":
        return write_ipuz(crossword).encode()
    if format == "puz":
        return write_puz(crossword)
    if format in ("xd", "txt"):
        return write_text(crossword).encode()
    check_marks(crossword, "a page" if format == "html" else "a picture", (CIRCLE,))
    if format == "html":
        from satcross.pictures.page import to_html

        full = to_be_played(crossword)
        return to_html(playable(full), guide_of(full), circled=full.circled).encode()
    return _drawn(crossword, format)


def write_book(crosswords: Sequence[Template]) -> bytes:
    """Return a PDF with these crosswords, and their letters at the end."""
    from satcross.pictures.pdf import to_pdf
    from satcross.words.printed import printed

    for each in crosswords:
        check_marks(each, "a picture", (CIRCLE,))
    return to_pdf(printed(crosswords))


def _drawn(crossword: Template, format: str) -> bytes:
    letters = ["" if letter == OPEN else letter for letter in crossword.letters]
    solution = _picture(crossword._replace(texts={}), letters)
    if format == "svg":
        from satcross.pictures.picture import to_svg

        return to_svg(solution).encode()
    if format == "png":
        from satcross.pictures.pdf import to_png

        return to_png(solution)
    from satcross.pictures.book import printed_picture
    from satcross.pictures.pdf import to_pdf
    from satcross.words.printed import printed

    return to_pdf(printed([crossword]) if crossword.texts else printed_picture(solution, "a4"))


def _picture(crossword: Template, letters: list[str]) -> Any:
    """Return the picture of the grid with `letters`, and with numbers in the corners."""
    from satcross.pictures.layout import lay_out
    from satcross.pictures.picture import draw

    puzzle = playable(crossword)
    return draw(puzzle, letters, layout=lay_out(puzzle)._replace(listed=(), circled=crossword.circled))


def playable(crossword: Template) -> Puzzle:
    """Return the puzzle of a crossword; its letters are capitals."""
    grid = crossword.grid
    letters = [letter.upper() for letter in crossword.letters]
    lines = tuple(
        Line(slot.name, slot.cells, (WordClue((word_of(slot, letters),), text=crossword.texts.get(slot.name, "")),))
        for slot in grid.slots
    )
    rows = crossword.rows
    holes = tuple(
        (row, column) for row, text in enumerate(rows, 1) for column, place in enumerate(text, 1) if place == BLOCK
    )
    alphabet = sorted({*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *letters} - {OPEN})
    return Puzzle(
        grid.places,
        lines,
        Rectangle.of(len(rows), len(rows[0]))._replace(holes=holes),
        alphabet="".join(alphabet),
        title=crossword.title,
        author=crossword.author,
        source=crossword.copyright,
        notes=crossword.notes,
    )


def guide_of(crossword: Template) -> PlayerSteps:
    """Return the guide that holds the letters of a full crossword, and no hints."""
    from satcross.author.player_steps import PlayerSteps

    letters = tuple([letter.upper() for letter in crossword.letters])
    return PlayerSteps("unique", (), letters, letters)


def to_be_played(crossword: Template) -> Template:
    """Return `crossword`.  Raises OptionError if it is locked, has open cells, or no slot."""
    unlocked(crossword)
    if not crossword.is_full:
        raise OptionError("a crossword with open cells cannot be played", hint="fill the open cells first")
    if not crossword.grid.slots:
        raise OptionError("a crossword without slots cannot be played", hint="a slot is two or more places in a row")
    return crossword


TEXTS: Final = (*PUBLISHED_TEXTS, "dialect", "flags")
KEYS: Final = ("schema", "template", "slots", "clues", "source", "licence", *TEXTS)


def load_template(path: str | os.PathLike[str], unlock: str | None = None) -> Template:
    """Return the template in the file `path` (`-`: standard input).

    Args:
        unlock: The four digits that unlock the solution of a `.puz` file.

    Raises:
        SatcrossError: With the name of the file, if it is not a template, has no open cell, or is not unlocked by the
        key.
    """
    return to_be_filled(load_crossword(path, unlock), os.fspath(path))


def load_crossword(path: str | os.PathLike[str], unlock: str | None = None) -> Template:
    """Return what `load_template` returns, even if every cell has its letter already."""
    name = os.fspath(path)
    data = read_bytes(name, MOST_BYTES, "template")
    try:
        if is_puz(data):
            return read_puz(data, unlock)
        if unlock is not None:
            raise OptionError("only a .puz file can be locked", hint=naming("leave out {}", Field("unlock")))
        return template_in(decode(data, shown_name(name), fallback="latin-1"), os.path.dirname(name))
    except SatcrossError as error:
        shown = shown_name(name)
        is_named = any(place == shown or place.startswith(f"{shown}:") for place in error.place[:1])
        raise error if is_named else error.at(shown) from None


def to_be_filled(template: Template, path: str = "") -> Template:
    """Return the template from the file `path`.  Raises PuzzleError if it has no open cell."""
    if template.is_full:
        place = [shown_name(path)] if path else []
        raise PuzzleError(
            "the template has no open cell", place=place, hint="open cells are _ or .", code="template-full"
        )
    return template


def template_in(text: str, folder: str = "") -> Template:
    """Return the template that `text` describes, in any of the forms, even if every cell has its letter already.

    Args:
        folder: It holds the word lists that the template names.

    Raises:
        PuzzleError: For rows of unequal length, and characters that have no meaning.
    """
    start = text.lstrip()
    if start.startswith(("{", "ipuz(")):
        return read_ipuz(text)
    if is_text(text):
        return read_text(text)
    if start.startswith("[") or any(_is_toml(line) for line in text.splitlines()):
        return _read_toml(text, folder)
    return read_rows(text)


def _is_toml(line: str) -> bool:
    return "=" in line or line.lstrip().startswith('"')


def _read_toml(text: str, folder: str) -> Template:
    data = toml_format.parse(text)
    if "template" not in data:
        return template_of(toml_format.read(text, folder)[0].puzzle)
    for key in data:
        if key not in KEYS:
            raise PuzzleError(
                f"a template has no key {key!r}",
                hint=did_you_mean(key, KEYS) or "the keys are " + ", ".join(KEYS),
                code="unknown-key",
            )
    if data.get("schema", 1) != 1:
        raise PuzzleError(
            f"the schema is {shown(data['schema'])}, but this version of satcross reads schema 1",
            place=["schema"],
            code="schema",
        )
    details: dict[str, Any] = {key: _text_of_key(data, key) for key in ("template", *TEXTS) if key in data}
    dialect, flags = checked_settings(details.get("dialect", "python"), details.get("flags", ""))
    details |= {"dialect": dialect, "flags": flags}
    template = read_rows(details.pop("template"))
    grid = template.grid
    clues = [
        LineClue(slot.name, slot.cells, _constraint(each, slot.name, len(slot.cells), folder))
        for slot, value in _by_slot(data, "slots", "\"3 down\" = '.*ING'", grid)
        for each in (value if isinstance(value, list) else [value])
    ]
    texts: dict[str, str] = {}
    for slot, value in _by_slot(data, "clues", '"3 down" = "Doing"', grid):
        if not isinstance(value, str):
            raise PuzzleError(
                "the clue of a slot is a text for people",
                place=[slot.name],
                hint="regexes are under [slots]",
                code="type",
            )
        texts[slot.name] = value
    return template._replace(clues=tuple(clues), texts=texts, **details)


def _by_slot(data: Mapping[str, Any], key: str, example: str, grid: Grid) -> list[tuple[Slot, object]]:
    """Return the slots that the table `key` names, with what it says of each.

    Raises:
        PuzzleError: If it is not a table, or names a slot that the grid does not have.
    """
    table = data.get(key, {})
    if not isinstance(table, dict):
        raise PuzzleError(f"`{key}` is not a table", hint=f"[{key}] and lines such as {example}", code="type")
    return [(grid.slot_called(name), value) for name, value in table.items()]


def _text_of_key(data: Mapping[str, Any], key: str) -> str:
    if not isinstance(data[key], str):
        raise PuzzleError(f"`{key}` must be a string", code="type")
    return str(data[key])


def _constraint(value: object, name: str, n: int, folder: str) -> AnyClue:
    if isinstance(value, str):
        return Clue(value)
    if isinstance(value, dict) and isinstance(value.get("regex"), str) and set(value) <= {"regex", "reversed"}:
        return Clue(value["regex"], value.get("reversed") is True)
    if isinstance(value, dict) and set(value) == {"words"} and isinstance(value["words"], str):
        try:
            words = read_words([path_below(folder, value["words"])], use_cache=False).of_length(n)
        except PuzzleError as error:
            raise error.at(name, f"the word list {shown(value['words'])}") from None
        return WordClue(() if words is None else tuple(sorted(words)), value["words"])
    raise PuzzleError(
        "this is not a clue",
        place=[name],
        hint="a regex, a list of them, { regex = '...', reversed = true } or { words = \"list.txt\" }",
        code="type",
    )


def template_of(puzzle: Puzzle) -> Template:
    """Return the template of a rectangle: holes are blocks, given letters and the clues of its lines stay."""
    if puzzle.shape.lattice != "square":
        raise PuzzleError(
            f"a template is a rectangle, but this puzzle is of the shape {puzzle.shape.noun}", code="shape"
        )
    height, width = puzzle.shape.sizes
    rows = [[BLOCK] * width for _ in range(height)]
    given = dict(puzzle.given)
    for cell, address in enumerate(puzzle.cells):
        assert not isinstance(address, str)
        rows[address[0] - 1][address[1] - 1] = given.get(cell, OPEN)
    clues = [LineClue(line.name, line.cells, clue) for line in puzzle.lines for clue in line.clues]
    texts = checked_rows(["".join(row) for row in rows])
    return Template(
        texts, "dense", clues=tuple(clues), dialect=puzzle.dialect, flags=puzzle.flags, title=puzzle.title,
        author=puzzle.author,
    )  # fmt: skip


def write_template(template: Template, rows: Sequence[str]) -> str:
    """Return the crossword with the letters `rows` in the form that `template` was written in.

    A `.puz` file is not a text, so its crossword gets the text form.
    """
    filled = template.filled(rows)
    if template.ipuz is not None:
        return write_ipuz(filled)
    if template.is_text or template.puz is not None:
        return write_text(filled)
    return write_rows(rows, template.style, is_wide=template.is_wide)
