"""Every format is opened and saved: what has been exported and opened again is the document that it was."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

import satcross
from satcross.base.reading import NOWHERE
from satcross.errors import SatcrossError
from satcross.puzzle.files import READABLE
from satcross.puzzle.model import Puzzle
from satcross.puzzle.shapes import hexagon
from satcross.solver.solutions import Search
from satcross.studio.documents import document_of, read_draft
from satcross.studio.exports import TEXTS, exported
from satcross.studio.files import Files
from satcross.studio.messages import Document
from satcross.studio.questions import imported
from satcross.studio.templates import FORMATS

CROSSWORD: Document = {
    "puzzle": {"title": "Owl", "author": "A. N.", "clues": {"rows": 3, "columns": 3}, "holes": ["1,1"]},
    "letters": {"1,2": "O", "1,3": "W", "2,1": "A", "2,2": "R", "2,3": "E", "3,1": "S", "3,2": "T", "3,3": "T"},
    "mode": "words",
}
OPEN_CROSSWORD: Document = {**CROSSWORD, "letters": {"1,2": "O"}}


def opened(data: bytes, name: str) -> dict[str, Any]:
    """Return the answer to the message that opens a file."""
    message = {"type": "import", "id": "a", "data": b64encode(data).decode(), "name": name}
    (answer,) = imported(message, NOWHERE)
    found: dict[str, Any] = answer
    return found


def solutions(puzzle: Puzzle) -> set[tuple[str, ...]]:
    return {solution.letters for solution in Search(puzzle)}


def saved(document: Document, format: str) -> tuple[bytes, str]:
    blob = exported(read_draft(document), {"format": format})
    return blob.data, blob.name


def test_every_format_that_can_be_read_can_be_exported() -> None:
    assert set(READABLE) <= {*TEXTS, "link"}


@pytest.mark.parametrize("format", sorted(READABLE))
def test_a_puzzle_file_is_saved_and_opened(format: str) -> None:
    if format in ("board", "hexregex"):
        clues = {"horizontal": ["AB", "A.C", "BC"], "rising": ["B?A", "", ".*"], "falling": ["C.*", "", "A.|C."]}
        puzzle = hexagon(**clues, dialect="javascript")
    else:
        puzzle = satcross.rectangle(rows=["AB|BA", "[CD]+"], columns=["A.", ".*D"], dialect="javascript")
    if format not in ("board", "hexregex", "slots", "trux", "regexcrossword"):
        puzzle = puzzle._replace(title="Small", author="A. N.")
    elif format == "trux":
        puzzle = puzzle._replace(dialect="python")
    data, name = saved(document_of(puzzle), format)
    answer = opened(data, name)
    again = read_draft(answer["documents"][0]["document"]).puzzle
    assert (answer["format"], [line.cells for line in again.lines]) == (format, [line.cells for line in puzzle.lines])
    assert solutions(again) == solutions(puzzle) != set()  # clues may have been reversed
    assert (again.title, again.author, again.dialect) == (puzzle.title, puzzle.author, puzzle.dialect)


@pytest.mark.parametrize("document", [CROSSWORD, OPEN_CROSSWORD], ids=["filled", "open"])
@pytest.mark.parametrize("format", sorted(FORMATS))
def test_a_word_crossword_is_saved_and_opened(format: str, document: Document) -> None:
    if format == "puz":
        pytest.importorskip("puz", reason="puzpy is not installed")
        if document is OPEN_CROSSWORD:
            with pytest.raises(SatcrossError, match="open cells"):
                saved(document, format)
            return
    data, name = saved(document, format)
    answer = opened(data, name)
    again = answer["documents"][0]["document"]
    assert (answer["format"], again["mode"], again["letters"]) == (format, "words", document["letters"])
    assert again["puzzle"]["holes"] == ["1,1"]
    if format != "grid":
        assert (again["puzzle"]["title"], again["puzzle"]["author"]) == ("Owl", "A. N.")


@pytest.mark.parametrize("text", ["C _\n_ #", "C.\n.#\n", "\n  c .\n  . #\n"])
def test_a_grid_is_pasted(text: str) -> None:
    (answer,) = imported({"type": "import", "id": "a", "text": text}, NOWHERE)
    document = answer["documents"][0]["document"]
    assert (document["mode"], {*document["letters"]}, document["puzzle"]["holes"]) == ("words", {"1,1"}, ["2,2"])


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (b"..ACROSS&DOWN\0" + b"\xff" * 60, "a.puz", "cannot be read|another number"),
        (b"..\n.\n", "a.txt", "place"),
        (b"template = '''\n..\n..'''\n[slots]\n\"1 across\" = 'A.'\n", "a.toml", "regexes on slots"),
        (b'{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"]}', "a.ipuz", "not an ipuz crossword"),
        (b"\xff\xfe", "a.bin", "UTF-8|understand|neither|format|character"),
    ],
)
def test_a_broken_file_is_refused_by_name_of_its_fault(data: bytes, name: str, message: str, tmp_path: Path) -> None:
    if name == "a.puz":
        pytest.importorskip("puz", reason="puzpy is not installed")
    with pytest.raises(SatcrossError, match=message):
        opened(data, name)
    (tmp_path / name).write_bytes(data)
    with pytest.raises(SatcrossError) as raised:
        Files([str(tmp_path / name)])
    assert name in raised.value.place[0]


def test_a_crossword_is_published_as_a_picture() -> None:
    draft = read_draft(CROSSWORD)
    plain, solved = (exported(draft, {"format": "svg", "letters": letters}).data for letters in (False, True))
    assert b">O<" in solved
    assert b">O<" not in plain


def test_a_regex_crossword_is_no_word_crossword() -> None:
    with pytest.raises(SatcrossError, match="for word crosswords"):
        saved({"puzzle": {"clues": {"rows": ["A"], "columns": 1}}}, "puz")
