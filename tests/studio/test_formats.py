"""Every format is opened and saved: what has been exported and opened again is the document that it was."""

import json
import os
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

import satcross
from satcross.base.reading import NOWHERE
from satcross.errors import SatcrossError
from satcross.puzzle import Puzzle
from satcross.puzzle.files import WRITABLE
from satcross.puzzle.shapes import hexagon
from satcross.solver.solutions import Search
from satcross.studio.crossword import Dictionary, WordFiles, best_words, words_of
from satcross.studio.documents import document_of, read_draft
from satcross.studio.exports import TEXTS, exported
from satcross.studio.messages import Document
from satcross.studio.named_files import Files
from satcross.studio.questions import imported
from satcross.studio.templates import FORMATS
from satcross.words.filling import candidates
from satcross.words.problem import build_problem
from satcross.words.template import Template
from tests.puzzle.files.test_pasted import TEXTS as PASTED
from tests.word_lists import make_list

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


def test_every_format_that_can_be_written_can_be_exported() -> None:
    assert set(WRITABLE) == {*TEXTS, "link"}


@pytest.mark.parametrize("format", sorted(WRITABLE))
def test_a_puzzle_file_is_saved_and_opened(format: str) -> None:
    if format == "board":
        clues = {"horizontal": ["AB", "A.C", "BC"], "rising": ["B?A", "", ".*"], "falling": ["C.*", "", "A.|C."]}
        puzzle = hexagon(**clues, dialect="javascript")
    else:
        puzzle = satcross.rectangle(rows=["AB|BA", "[CD]+"], columns=["A.", ".*D"], dialect="javascript")
    if format not in ("board", "trux", "regexcrossword"):
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


def test_a_text_in_no_known_format_is_opened_and_it_is_said_how_it_was_read() -> None:
    """Letters and dots with an empty line between are two lists of clues, not a template of words."""
    (answer,) = imported({"type": "import", "id": "a", "text": "A.\n.D\n\nAC\nB.\n"}, NOWHERE)
    assert (answer["format"], answer["reading"]) == ("pasted", "read as 2 rows and 2 columns from plain lines")
    puzzle = read_draft(answer["documents"][0]["document"]).puzzle
    assert solutions(puzzle) == {("A", "B", "C", "D")}


def test_every_pasted_text_is_opened() -> None:
    """Also those whose headings look like the headers of a word crossword."""
    for name, (text, solution) in PASTED.items():
        (answer,) = imported({"type": "import", "id": "a", "text": text}, NOWHERE)
        assert answer["format"] == "pasted", name
        assert len(answer["documents"][0]["document"]["puzzle"]["clues"]) in (2, 3), (name, solution)


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


CLUED: Document = {**CROSSWORD, "crossword": {"clues": {"1,2 across": "Not I", "1,2 down": "…re"}, "copyright": "© Us"}}


@pytest.mark.parametrize("format", sorted({*FORMATS} - {"grid"}))
def test_clues_for_people_and_the_copyright_line_are_saved_and_opened(format: str) -> None:
    if format == "puz":
        pytest.importorskip("puz", reason="puzpy is not installed")
    again = opened(*saved(CLUED, format))["documents"][0]["document"]["crossword"]
    assert (again["clues"], again["copyright"]) == (CLUED["crossword"]["clues"], "© Us")


def test_clues_stay_with_their_words_when_a_block_changes_the_numbers() -> None:
    more: Document = {**CLUED, "puzzle": {**CLUED["puzzle"], "holes": []}, "letters": {}}
    text = saved(more, "xd")[0].decode()
    assert "\nD2. …re ~ ...\n" in text
    assert "Not I" not in text  # no word begins there now; the document still has the clue


def test_an_ipuz_file_loses_nothing_in_the_studio() -> None:
    file = json.loads(saved(CLUED, "ipuz")[0]) | {"publisher": "A paper", "org.example:more": [1]}
    document = opened(json.dumps(file).encode(), "a.ipuz")["documents"][0]["document"]
    assert json.loads(saved(document, "ipuz")[0]) == file
    document["puzzle"]["title"] = "Owls"
    assert json.loads(saved(document, "ipuz")[0]) == {**file, "title": "Owls"}


def test_a_puz_file_loses_nothing_in_the_studio() -> None:
    puz = pytest.importorskip("puz", reason="puzpy is not installed")
    file = puz.load(saved(CLUED, "puz")[0])
    file.extensions[b"LTIM"] = b"42,1"
    data = file.tobytes()
    assert saved(opened(data, "a.puz")["documents"][0]["document"], "puz")[0] == data


def test_a_word_list_that_has_changed_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    dictionary = Dictionary(WordFiles((str(path),), {"list": str(path)}))
    for number, word in enumerate(["ANT", "EMU"]):
        path.write_text(word)
        os.utime(path, (number, number))
        assert word in dictionary.words
        assert word in dictionary.list_called("list")
        assert dictionary.words is dictionary.words


def test_the_page_of_a_word_crossword_shows_its_clues() -> None:
    page = saved(CLUED, "html")[0].decode()
    assert "Not I" in page
    assert "(no clue)" in page
    with pytest.raises(SatcrossError, match="open cells"):
        saved(OPEN_CROSSWORD, "html")


def test_words_are_listed_by_score_and_then_by_what_they_leave_to_the_slots_that_cross_them() -> None:
    scored = make_list([("AB", 50), ("CB", 50), ("DB", 60), ("AX", 50), ("AY", 50), ("CZ", 50), ("DZ", 50), ("BX", 50)])
    problem = build_problem(Template(("..", "..")), scored)
    sets = [candidates(problem, slot) for slot in range(4)]
    words = best_words(problem, 0, sets, problem.domains)
    assert words[0] == "DB"  # the best score, whatever it leaves
    left = {
        word: sum(other[0] == word[0] for other in words) * sum(other[0] == word[1] for other in words)
        for word in words[1:]
    }
    assert [left[word] for word in words[1:]] == sorted(left.values(), reverse=True)
    assert left[words[1]] > left[words[-1]]


def test_without_a_word_list_slots_are_numbered_and_nothing_is_said_of_words() -> None:
    words = words_of(read_draft(CLUED), 1, Dictionary(WordFiles()))
    assert not words["has_list"]
    assert [slot["name"] for slot in words["slots"]][:2] == ["1 across", "3 across"]
    assert words["unfillable"] == []
    assert not any("--" in remark for remark in words["remarks"])
