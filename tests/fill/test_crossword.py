"""What a crossword is written as: for people, for other programs, and to be played."""

import base64
import importlib.util
import json
import re
import zlib
from itertools import combinations

import pytest

from satcross.errors import OptionError, PuzzleError
from satcross.pictures.figures import Figure, Polygon, Text
from satcross.pictures.lettering import width
from satcross.pictures.paper import MARGIN
from satcross.play import session as acts
from satcross.play.game import CellContent, Cursor, PlayBoard, changed, new_game
from satcross.play.session import shown_verdicts
from satcross.words.files import FORMATS, guide_of, playable, template_in, write_as, write_template
from satcross.words.printed import printed
from satcross.words.puz import read_puz
from satcross.words.template import Template, slots_without_clue
from satcross.words.text_format import numbered
from tests.pictures.places import figures_on

ROWS = ("CAT", "O#O", "WAY")
BARE = Template(ROWS, "dense")
FARM = """\
Title: Farm
Author: Us
Copyright: © 2026
Editor: Nobody


C A T
O # O
W A Y


A1. It says meow: "= 1" ~ CAT
A3. ~ WAY

D1. It says moo. ~ COW
D2. One ~ another


For a child.
With love.
"""

needs_puz = pytest.mark.skipif(importlib.util.find_spec("puz") is None, reason="puzpy is not installed")
needs_pdf = pytest.mark.skipif(importlib.util.find_spec("reportlab") is None, reason="reportlab is not installed")


def test_text_has_headers_grid_clues_and_notes() -> None:
    crossword = template_in(FARM)
    assert crossword.rows == ROWS
    assert (crossword.title, crossword.author, crossword.copyright) == ("Farm", "Us", "© 2026")
    assert crossword.headers == (("Editor", "Nobody"),)
    assert crossword.texts == {
        "1 across": 'It says meow: "= 1"', "1 down": "It says moo.", "2 down": "One ~ another"
    }  # fmt: skip
    assert crossword.notes == "For a child.\nWith love."
    assert [slot.name for slot in slots_without_clue(crossword)] == ["3 across"]


def test_text_comes_back_as_it_was_with_the_words_behind_the_clues() -> None:
    written = write_template(template_in(FARM), ROWS)
    assert written == FARM.replace("One ~ another", "One ~ another ~ TOY")
    assert template_in(written) == template_in(FARM)


def test_a_word_behind_a_clue_is_not_believed() -> None:
    template = template_in("Title: T\n\nC _ T\nO # O\nW A Y\n\nA1. It says meow. ~ DOG\n")
    assert template.rows == ("C.T", "O#O", "WAY")
    assert template.texts == {"1 across": "It says meow."}


def test_sections_may_have_headings_as_in_xd_files() -> None:
    text = (
        "## Metadata\n\nTitle: Farm\n\n## Grid\n\nCAT\nO#O\nWAY\n\n"
        "## Clues\n\nA1. Meow. ~ CAT\nA1 ^Refs: D1\n\n## Solver's Log\nTime: 3\nA3. No\n\n## Notes\n\nA1. is odd\n"
    )
    crossword = template_in(text)
    assert (crossword.rows, crossword.title, crossword.texts) == (ROWS, "Farm", {"1 across": "Meow."})
    assert crossword.notes == "A1. is odd"
    written = write_template(crossword, crossword.rows)
    assert "A1. Meow. ~ CAT\nA1 ^Refs: D1\nA3. ~ WAY\n" in written
    assert template_in(written) == crossword


def test_an_xd_file_as_its_specification_has_it_is_read() -> None:
    head = "Title:Pets\nSpecial: circle\nDate: 1955-01-01\n\n\n    cAT\n    O#O\n    W.Y\n\n\n"
    text = f"{head}A1. Meow? ~ CAT\n\nD2. To play with. ~ TOY\n"
    crossword = template_in(text)
    assert (crossword.title, crossword.rows) == ("Pets", ("cAT", "O#O", "W.Y"))
    assert crossword.texts == {"1 across": "Meow?", "2 down": "To play with."}
    assert crossword.headers == (("Special", "circle"), ("Date", "1955-01-01"))


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("Title: T\n\nCAT\nO#O\nWAY\n\nA7. ~ CAT\n", ("line 7",), "no slot '7 across'"),
        ("CAT\nO#O\nWAY\n\nA1. One\nA1. Two\n", ("line 6",), "the clue of 1 across is given twice"),
        ("Title: T\nTitle: U\n\nCAT\n", ("line 2",), "the header Title is given twice"),
        ("CAT\nO#O\nWAY\n\nA1. One\nA3 Two\n", ("line 6",), "a full stop must follow"),
        ("Title: T\n\nCAT\nO7O\nWAY\n", ("line 4, column 2",), "a place cannot be '7'"),
        ("CAT\nO#O\nWAY\n\nA1. One\nA9 ^Refs: A1\n", ("line 6",), "no slot '9 across'"),
        ("Rebus: 1=HEART\n\n1AT\n", ("Rebus",), "one letter a cell"),
    ],
)
def test_faults_of_the_text_are_named_with_their_line(text: str, place: tuple[str, ...], message: str) -> None:
    with pytest.raises(PuzzleError, match=message) as caught:
        template_in(text)
    assert caught.value.place == place


def test_toml_has_clues_for_people_beside_regexes() -> None:
    template = template_in(
        "template = '''\n_ _ _\n_ # _\n_ _ _\n'''\ncopyright = 'Us'\n"
        "[slots]\n'1 across' = 'C.*'\n[clues]\n'1 across' = 'It says meow.'\n"
    )
    assert (template.copyright, template.texts, len(template.clues)) == ("Us", {"1 across": "It says meow."}, 1)
    with pytest.raises(PuzzleError, match="the clue of a slot is a text"):
        template_in("template = '_ _'\n[clues]\n'1 across' = ['A']\n")
    with pytest.raises(PuzzleError, match="no slot '9 down'"):
        template_in("template = '_ _'\n[clues]\n'9 down' = 'A'\n")


def test_numbers_and_word_lists_with_their_clues() -> None:
    text = numbered(template_in(FARM))
    assert text.startswith(" 1C   A  2T\n  O ###   O\n 3W   A   Y\n")
    assert 'Across\n  1  CAT  It says meow: "= 1"\n  3  WAY\n' in text
    assert "Down\n  1  COW  It says moo.\n" in text


# -- ipuz


def test_ipuz_has_numbers_blocks_solution_titles_and_clues() -> None:
    document = json.loads(write_as(template_in(FARM), "ipuz"))
    assert document["puzzle"] == [[1, 0, 2], [0, "#", 0], [3, 0, 0]]
    assert document["solution"] == [["C", "A", "T"], ["O", "#", "O"], ["W", "A", "Y"]]
    assert (document["title"], document["author"], document["copyright"]) == ("Farm", "Us", "© 2026")
    assert document["clues"] == {
        "Across": [[1, 'It says meow: "= 1"'], [3, ""]],
        "Down": [[1, "It says moo."], [2, "One ~ another"]],
    }


IPUZ = {
    "version": "http://ipuz.org/v2",
    "kind": ["http://ipuz.org/crossword#1"],
    "title": "Farm",
    "publisher": "A paper",
    "dimensions": {"width": 3, "height": 3},
    "block": "X",
    "puzzle": [["7", {"cell": 0, "style": {"shapebg": "circle"}}, 8], [0, "X", 0], [9, 0, 0]],
    "solution": [["C", {"value": "A", "style": "bold"}, "T"], ["O", "X", "O"], ["W", "A", "Y"]],
    "clues": {"Across:Sideways": [["7", "Meow"], {"number": 9, "clue": "Path", "hint": "3"}], "Down": [[7, "Moo"], 4]},
    "org.example:more": {"a": [1, 2]},
}


def test_an_ipuz_file_comes_back_as_it_was() -> None:
    crossword = template_in(json.dumps(IPUZ))
    assert crossword.texts == {"1 across": "Meow", "3 across": "Path", "1 down": "Moo"}
    assert json.loads(write_template(crossword, crossword.rows)) == IPUZ


def test_only_what_has_changed_changes_in_an_ipuz_file() -> None:
    crossword = template_in(json.dumps(IPUZ))
    texts = {**crossword.texts, "3 across": "Road", "2 down": "To play with"}
    written = json.loads(write_as(crossword._replace(title="Yard", texts=texts, rows=("COT", "O#O", "WAY")), "ipuz"))
    expected = json.loads(json.dumps(IPUZ))
    expected["title"] = "Yard"
    expected["solution"][0][1]["value"] = "O"
    expected["clues"]["Across:Sideways"][1]["clue"] = "Road"
    expected["clues"]["Down"].append([8, "To play with"])
    assert written == expected


# -- puz


@needs_puz
def test_puz_is_read_back_by_puzpy_with_titles_and_clues() -> None:
    import puz

    file = puz.load(write_as(template_in(FARM), "puz"))
    assert (file.width, file.height, file.solution, file.fill) == (3, 3, "CATO.OWAY", "----.----")
    assert (file.title, file.author, file.copyright) == ("Farm", "Us", "© 2026")
    assert file.notes == "For a child.\nWith love."
    assert file.clues == ['It says meow: "= 1"', "It says moo.", "One ~ another", ""]
    with pytest.raises(OptionError, match="A to Z"):
        write_as(Template(("É",)), "puz")
    with pytest.raises(OptionError, match="open cells"):
        write_as(Template(("A.",)), "puz")


@needs_puz
def test_a_puz_file_with_extensions_comes_back_byte_by_byte() -> None:
    import puz

    file = puz.load(write_as(template_in(FARM), "puz"))
    file.preamble, file.fill = b"before", "CA--.----"
    file.extensions[b"GEXT"] = bytes([0, 0x80, 0, 0, 0, 0, 0, 0, 0])
    file.extensions[b"LTIM"] = b"42,1"
    data = file.tobytes().removeprefix(b"before")
    crossword = read_puz(data)
    assert crossword.texts["1 down"] == "It says moo."
    assert write_as(crossword, "puz") == data

    changed = puz.load(write_as(crossword._replace(title="日本", rows=("COT", "O#O", "WAY")), "puz"))
    assert (changed.title, changed.solution, changed.fill) == ("日本", "COTO.OWAY", "CA--.----")
    assert changed.extensions == file.extensions
    assert changed.clues == file.clues


@needs_puz
def test_a_locked_puz_file_stays_locked() -> None:
    import puz

    file = puz.load(write_as(BARE, "puz"))
    file.lock_solution(1234)
    crossword = read_puz(file.tobytes())
    assert crossword.rows == ("...", ".#.", "...")
    again = puz.load(write_as(crossword._replace(title="Farm"), "puz"))
    assert again.title == "Farm"
    assert again.is_solution_locked()
    assert again.unlock_solution(1234)
    assert again.solution == "CATO.OWAY"


# -- pictures and pages


@needs_pdf
@pytest.mark.parametrize("side", [3, 15, 17, 21, 26])
@pytest.mark.parametrize("length", [10, 60])
def test_a_printed_crossword_looks_like_one(side: int, length: int) -> None:
    """Cells of 7 mm, numbers of 5 points, and all clues in columns, none of which lie on each other or on the grid."""
    rows = tuple("".join("#" if row % 4 == column % 4 == 3 else "A" for column in range(side)) for row in range(side))
    crossword = Template(rows, title="Title", author="Author", notes="A note.")
    slots = crossword.grid.slots
    crossword = crossword._replace(texts={slot.name: f"{'word ' * (length // 5)}{slot.name}" for slot in slots})
    document = printed([crossword])
    *pages, solution = [[figure for figure in figures_on(page) if not is_foot(figure)] for page in document.pages]
    texts = [figure for page in pages for figure in page if isinstance(figure, Text)]
    cells = [each for each in pages[0] if isinstance(each, Polygon) and each.style == "cell"]
    assert len(cells) == len(crossword.grid.places)
    assert min(each.points[1][0] - each.points[0][0] for each in cells) >= 7 / 25.4 * 72
    assert {round(text.size, 1) for text in texts if text.style == "number"} == {5.0}
    written = "".join(text.text for text in texts if text.style == "clue").replace(" ", "")
    assert written == "".join(crossword.texts.values()).replace(" ", "")
    assert [text.text for text in texts if text.style == "title"][:2] == ["Title", "Across"]
    for page, figures in zip(document.pages, (*pages, solution), strict=True):
        for left, top, right, bottom in (box(text) for text in figures if isinstance(text, Text)):
            assert left >= MARGIN - 1
            assert right <= page.size[0] - MARGIN + 1
            assert top >= MARGIN - 1
            assert bottom <= page.size[1] - MARGIN + 1
    for figures in pages:
        boxes = [box(text) for text in figures if isinstance(text, Text) and text.style in ("clue", "title")]
        assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
    corners = [(x, y) for each in cells for x, y in each.points]
    grid = (min(corners)[0], min(y for _, y in corners), max(corners)[0], max(y for _, y in corners))
    assert not any(overlap(grid, box(text)) for text in pages[0] if isinstance(text, Text) and text.style == "clue")
    assert sum(figure.style == "letter" for figure in solution) == len(cells)


def is_foot(figure: Figure) -> bool:
    return isinstance(figure, Text) and figure.anchor == "middle" and figure.style == "note"


def box(text: Text) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the lower-case letters of a text."""
    (x, y), size = text.at, text.size
    length = width(text.text.rstrip()) * size
    left = x - {"start": 0.0, "middle": length / 2, "end": length}[text.anchor]
    return left, y - 0.5 * size, left + length, y


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@needs_pdf
def test_a_pdf_has_the_empty_grid_with_clues_and_then_the_letters() -> None:
    pytest.importorskip("pypdfium2")
    import pypdfium2

    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(write_as(template_in(FARM), "pdf"))]
    assert "It says moo." in pages[0]
    assert "It says moo." not in pages[-1]
    assert len(pages) == 2
    letters = [
        re.sub(r"[^A-Z]", "", page.replace("Answers", "").replace("Farm", "").replace("Us", "")) for page in pages
    ]
    assert sorted(letters[-1]) == sorted("CATOOWAY")
    assert "Y" not in letters[0]


def test_numbers_of_a_page_are_those_of_the_crossword() -> None:
    rows = ("ABC#", "D#EF", "GHIJ")
    crossword = Template(rows, texts={"1 across": "One"})
    page = write_as(crossword, "html").decode()
    numbers = re.findall(r'class="number"[^>]*>(\d+)<', page)
    assert sorted(map(int, numbers)) == sorted(crossword.grid.numbers.values())


def test_a_page_holds_the_words_only_in_its_guide() -> None:
    crossword = template_in(FARM)
    page = write_as(crossword, "html").decode()
    data = json.loads(re.findall(r'id="data">(.*?)</script>', page)[0])
    assert [line["name"] for line in data["lines"]] == ["1 across", "3 across", "1 down", "2 down"]
    assert data["lines"][0]["clues"][0]["text"] == 'It says meow: "= 1"'
    assert data["lines"][1]["clues"][0]["text"] == "(no clue)"
    assert data["inProse"]
    assert not data["hasHints"]
    for word in ("COW", "TOY"):
        assert word not in page
    guide = json.loads(zlib.decompress(base64.b64decode(data["guide"])))
    assert guide["solution"] == list("CATOOWAY")
    with pytest.raises(OptionError, match="open cells"):
        write_as(Template(("A.",)), "html")


def test_a_crossword_is_a_puzzle_whose_only_solution_is_its_letters() -> None:
    from satcross.solver.solutions import solutions

    crossword = template_in(FARM)
    [solution] = solutions(playable(crossword), limit=2)
    assert solution.letters == guide_of(crossword).solution


def test_other_formats_are_refused() -> None:
    with pytest.raises(OptionError):
        write_as(BARE, "docx")
    assert "docx" not in FORMATS


def test_the_terminal_shows_no_verdicts_of_a_crossword_until_the_grid_is_full() -> None:
    crossword = template_in(FARM)
    board, guide = PlayBoard(playable(crossword)), guide_of(crossword)
    session = acts.begin(board, new_game({}, 8))
    session = acts.type_letter(board, session, "x")
    assert session.message == ""
    assert shown_verdicts(board, session.game.letters, 0) == ("",)
    assert acts.hint(board, session, guide).message == "A word crossword has no hints; F6 reveals a letter."
    assert acts.check(board, session, guide).message == "One letter is wrong."
    for letter in "AT":
        session = acts.type_letter(board, session, letter)
    letters = {cell: CellContent(letter) for cell, letter in enumerate("XATOOWA")}
    nearly = session._replace(game=changed(session.game, letters), cursor=Cursor(7, 1, 2))
    wrong = acts.type_letter(board, nearly, "Y")
    assert wrong.message == "Some letters are wrong; F3 strikes them out."
    assert acts.is_solved(board, changed(wrong.game, {0: CellContent("C")}))
