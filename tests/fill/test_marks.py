"""What a file of a crossword holds besides letters and blocks is carried, or refused with its place.

The readers that judge are puzpy (`.puz`) and the package ipuz (`.ipuz`), which know nothing of satcross.
"""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from satcross.cli import main
from satcross.errors import OptionError, PuzzleError
from satcross.words.files import load_crossword, load_template, template_in, write_as
from satcross.words.filling import Filling
from satcross.words.puz import read_puz
from satcross.words.template import Template

puz = pytest.importorskip("puz", reason="puzpy is not installed")
ipuz = pytest.importorskip("ipuz", reason="the package ipuz is not installed")

WORDS = str(Path(__file__).resolve().parents[2] / "puzzles" / "words" / "small.txt")
ROWS = ("CAT", "O#O", "WAY")
TEXTS = {"1 across": "Meow", "3 across": "Path", "1 down": "Moo", "2 down": "To play with"}
CIRCLES = (((1, 2), "circle"), ((3, 3), "circle"))

needs_pdf = pytest.mark.skipif(importlib.util.find_spec("reportlab") is None, reason="reportlab is not installed")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def puz_file(change: Callable[[Any], None] = lambda file: None) -> Any:
    """Return a `.puz` file as puzpy makes it, after a change."""
    file = puz.Puzzle()
    file.height, file.width, file.solution, file.fill = 3, 3, "CATO.OWAY", "----.----"
    file.title, file.author = "Farm", "Us"
    file.clues = ["Meow", "Moo", "To play with", "Path"]
    change(file)
    return file


def circled(file: Any) -> None:
    # the player has asked for a hint in the first cell, which is no circle
    file.extensions[b"GEXT"] = bytes([0x40, 0x80, 0, 0, 0, 0, 0, 0, 0xC0])


def circles_of(document: dict[str, Any]) -> list[tuple[int, int]]:
    """Return the cells with circles of an `.ipuz` document."""
    return [
        (row, column)
        for row, line in enumerate(document["puzzle"], 1)
        for column, cell in enumerate(line, 1)
        if isinstance(cell, dict) and cell.get("style", {}).get("shapebg") == "circle"
    ]


def ipuz_of(style: object = None, solution: object = "A", **more: object) -> str:
    """Return an `.ipuz` text whose second cell has this style and this solution."""
    cell = 0 if style is None else {"cell": 0, "style": style}
    return json.dumps({
        "version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"],
        "dimensions": {"width": 3, "height": 3}, "puzzle": [[1, cell, 2], [0, "#", 0], [3, 0, 0]],
        "solution": [["C", solution, "T"], ["O", "#", "O"], ["W", "A", "Y"]],
        "clues": {"Across": [[1, "Meow"]], "Down": []}, **more,
    })  # fmt: skip


# -- circles go wherever a crossword goes


def test_circles_of_a_puz_file_arrive_in_ipuz() -> None:
    crossword = read_puz(puz_file(circled).tobytes())
    assert crossword.marks == CIRCLES
    document = ipuz.read(write_as(crossword, "ipuz").decode())
    assert circles_of(document) == [(1, 2), (3, 3)]
    assert template_in(json.dumps(document)).marks == CIRCLES


def test_circles_of_an_ipuz_file_arrive_in_puz() -> None:
    document = json.loads(write_as(read_puz(puz_file(circled).tobytes()), "ipuz"))
    file = puz.load(write_as(template_in(json.dumps(document)), "puz"))
    assert file.markup().get_markup_squares() == [1, 8]
    assert file.solution == "CATO.OWAY"


@pytest.mark.parametrize("mark", ["circle", "shaded"])
def test_marks_go_through_a_text_and_back(mark: str) -> None:
    crossword = Template(ROWS, "dense", texts=TEXTS, marks=(((1, 2), mark), ((3, 3), mark)))
    written = write_as(crossword, "xd").decode()
    assert f"Special: {mark}\n" in written
    assert "\nCaT\nO#O\nWAy\n" in written
    again = template_in(written)
    assert again.marks == crossword.marks
    assert write_as(again, "xd").decode() == written
    assert template_in(write_as(again, "ipuz").decode()).marks == crossword.marks


@needs_pdf
@pytest.mark.parametrize("format", ["svg", "html", "pdf"])
def test_circles_are_drawn_in_their_cells(format: str) -> None:
    crossword = Template(ROWS, "dense", texts=TEXTS)
    plain, marked = (write_as(each, format) for each in (crossword, crossword._replace(marks=CIRCLES)))
    if format == "pdf":
        assert len(marked) > len(plain)
        return
    circles = [re.findall(r'<polygon class="stroke" points="([^"]*)"', data.decode()) for data in (plain, marked)]
    assert list(map(len, circles)) == [0, 2]
    cells = dict(re.findall(r'<polygon class="cell" data-cell="(\d+)" points="([^"]*)"', marked.decode()))
    for points, cell in zip(circles[1], ("1", "7"), strict=True):
        assert _middle(points) == pytest.approx(_middle(cells[cell]), abs=0.1)


def _middle(points: str) -> tuple[float, ...]:
    numbers = [float(number) for number in re.split("[ ,]", points)]
    return tuple((min(each) + max(each)) / 2 for each in (numbers[::2], numbers[1::2]))


def test_random_marks_are_carried_or_refused_with_their_places() -> None:
    """Of 200 crosswords no mark is lost: each target either gives all of them back, or names the cells."""
    random = Random(1)
    carried = refused = 0
    for _ in range(200):
        cells = random.sample([(1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2), (3, 3)], random.randint(1, 5))
        kinds = random.choice([["circle"], ["shaded"], ["circle", "shaded"], ["circle", "color ff0000"]])
        crossword = Template(ROWS, "dense", marks=tuple((cell, random.choice(kinds)) for cell in sorted(cells)))
        for format in ("ipuz", "puz", "xd"):
            try:
                data = write_as(crossword, format)
            except OptionError as error:
                lost = [each for each in crossword.marks if "row {}, column {}".format(*each[0]) in error.message]
                assert lost
                refused += 1
            else:
                again = read_puz(data) if format == "puz" else template_in(data.decode())
                assert again.marks == crossword.marks
                carried += 1
    assert min(carried, refused) > 50


def test_an_ipuz_file_keeps_its_styles_where_the_blocks_change() -> None:
    crossword = template_in(ipuz_of({"color": "ff0000"}))
    changed = json.loads(write_as(crossword._replace(rows=("CAT", "OBO", "WAY"), texts={}), "ipuz"))
    assert changed["puzzle"][0][1] == {"cell": 2, "style": {"color": "ff0000"}}


# -- what cannot be carried is refused, with its place


@pytest.mark.parametrize(
    ("style", "mark"),
    [
        ({"color": "ff0000"}, "color ff0000"),
        ({"mark": {"TL": "x"}}, "mark {'TL': 'x'}"),
        ({"highlight": True, "shapebg": "circle"}, "shaded"),
        ("pink", "color ffcccc"),
    ],
)
@pytest.mark.parametrize("format", ["puz", "svg", "html"])
def test_other_styles_of_ipuz_are_refused_by_other_formats(style: object, mark: str, format: str) -> None:
    crossword = template_in(ipuz_of(style, styles={"pink": {"color": "ffcccc"}}))
    with pytest.raises(OptionError, match=re.escape(f"row 1, column 2 ({mark})")) as caught:
        write_as(crossword, format)
    assert caught.value.code == "inexpressible"


def test_the_styles_of_a_zone_are_refused_by_other_formats() -> None:
    crossword = template_in(ipuz_of(zones=[{"rect": [0, 1, 2, 1], "style": {"color": "ff0000"}}]))
    with pytest.raises(OptionError, match=re.escape("row 2, column 1 (color ff0000)")):
        write_as(crossword, "xd")


@pytest.mark.parametrize("style", [{"barred": "L"}, {"barred": "TR", "shapebg": "circle"}, "wall"])
def test_bars_are_refused_because_words_would_run_across_them(style: object) -> None:
    with pytest.raises(PuzzleError, match=r"the cell has bars \((L|TR|B)\)") as caught:
        template_in(ipuz_of(style, styles={"wall": {"barred": "B"}}))
    assert caught.value.place == ("row 1, column 2",)


@pytest.mark.parametrize("solution", ["CAT", "7", {"Across": "A", "Down": "B"}, ["A", "B"], {"value": "AB"}, "A1"])
def test_a_cell_of_an_ipuz_file_that_does_not_hold_one_letter_is_refused(solution: object) -> None:
    with pytest.raises(PuzzleError, match=r"the cell holds .*; satcross fills one letter a cell") as caught:
        template_in(ipuz_of(solution=solution))
    assert caught.value.place == ("row 1, column 2",)


@pytest.mark.parametrize("solution", [0, None, "", "0", "-", "_", {"value": 0}, "?"])
def test_a_cell_without_a_letter_is_open(solution: object) -> None:
    assert template_in(ipuz_of(solution=solution, empty="?")).rows[0] == "C.T"


def test_a_rebus_square_of_a_puz_file_is_refused() -> None:
    def rebus(file: Any) -> None:
        file.extensions[b"GRBS"] = bytes([0, 0, 5, 0, 0, 0, 0, 0, 0])
        file.extensions[b"RTBL"] = b" 4:CAT;17:HEART;"

    with pytest.raises(PuzzleError, match="the cell holds 'CAT'; satcross fills one letter a cell") as caught:
        read_puz(puz_file(rebus).tobytes())
    assert caught.value.place == ("row 1, column 3",)


def test_a_digit_in_a_puz_file_does_not_become_an_open_cell() -> None:
    def with_digit(file: Any) -> None:
        file.solution = "CA7O.OWAY"

    with pytest.raises(PuzzleError, match="the cell holds '7'") as caught:
        read_puz(puz_file(with_digit).tobytes())
    assert caught.value.place == ("row 1, column 3",)


def test_clues_that_belong_to_no_slot_are_not_dropped() -> None:
    def with_another(file: Any) -> None:
        file.clues.append("A fifth clue")

    with pytest.raises(PuzzleError, match="5 clues for 4 slots"):
        read_puz(puz_file(with_another).tobytes())


def test_a_solution_that_the_file_does_not_provide_is_open() -> None:
    def withheld(file: Any) -> None:
        file.solution, file.solution_state = "XXXX.XXXX", 2

    assert read_puz(puz_file(withheld).tobytes()).rows == ("...", ".#.", "...")


def test_a_text_cannot_mark_an_open_cell() -> None:
    with pytest.raises(OptionError, match="row 1, column 2: in a text, a marked cell needs its letter"):
        write_as(Template(("C.T",), marks=(((1, 2), "circle"),)), "xd")


# -- locked files


def locked(tmp: Path) -> str:
    path = tmp / "locked.puz"
    path.write_bytes(puz_file(lambda file: file.lock_solution(1234)).tobytes())
    return str(path)


@pytest.mark.parametrize("output", [["-o", "x.puz"], ["-o", "x.ipuz"], [], ["--json"]])
def test_a_locked_file_is_not_filled(output: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = locked(tmp_path)
    assert main(["fill", path, "--words", WORDS, "--no-cache", *output]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "the solution of this crossword is locked (scrambled), so its letters are not known" in shown.err
    assert "--unlock KEY unlocks it" in shown.err
    assert not list(Path().glob("x.*"))


def test_slots_shows_a_locked_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["slots", locked(tmp_path), "--words", WORDS, "--no-cache"]) in (0, 1)
    assert "1 across" in capsys.readouterr().out


def test_a_key_unlocks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = locked(tmp_path)
    assert main(["fill", path, "--unlock", "1234", "-o", "open.puz"]) == 0
    file = puz.load(Path("open.puz").read_bytes())
    assert not file.is_solution_locked()
    assert (file.solution, file.clues) == ("CATO.OWAY", ["Meow", "Moo", "To play with", "Path"])
    assert load_crossword(path, "1234").rows == ROWS


@pytest.mark.parametrize("key", ["1235", "123", "abcd", "", "12345", "-123"])
def test_another_key_does_not(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fill", locked(tmp_path), f"--unlock={key}", "-o", "open.puz"]) == 2
    assert f"{key!r} does not unlock the solution" in capsys.readouterr().err
    assert not Path("open.puz").exists()


def test_a_key_for_a_file_that_is_not_locked_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "open.puz").write_bytes(puz_file().tobytes())
    (tmp_path / "open.txt").write_text("...\n")
    for name, message in (("open.puz", "is not locked"), ("open.txt", "only a .puz file can be locked")):
        assert main(["fill", str(tmp_path / name), "--unlock", "1234"]) == 2
        assert message in capsys.readouterr().err


def test_python_refuses_to_fill_a_locked_file(tmp_path: Path) -> None:
    from satcross import read_words

    template = load_template(locked(tmp_path))
    with pytest.raises(OptionError, match="is locked"):
        Filling(template, read_words([WORDS], use_cache=False))


def test_the_page_and_the_studio_refuse_a_locked_file(tmp_path: Path) -> None:
    from satcross.studio.templates import template_document

    data = Path(locked(tmp_path)).read_bytes()
    with pytest.raises(OptionError, match="is locked"):
        write_as(read_puz(data), "html")
    with pytest.raises(OptionError, match="is locked"):
        template_document(data, "locked.puz")


@pytest.mark.parametrize("format", ["xd", "puz", "html", "svg"])
def test_clues_of_no_slot_of_an_ipuz_file_are_refused_by_other_formats(format: str) -> None:
    grid = [[1, 2], [3, 0]]
    clues = {"Across": [[1, "One"], [3, "Three"]], "Down": [1, 2], "Diagonal": [[1, "From corner to corner"]]}
    document = {
        "version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"],
        "dimensions": {"width": 2, "height": 2}, "puzzle": grid, "solution": [["A", "B"], ["C", "D"]], "clues": clues,
    }  # fmt: skip
    Path("given.ipuz").write_text(json.dumps(document))
    crossword = load_crossword("given.ipuz")
    assert crossword.other_clues == ("Diagonal 1 From corner to corner",)
    with pytest.raises(OptionError, match="belong to no slot: Diagonal 1 From corner to corner"):
        write_as(crossword, format)
    assert json.loads(write_as(crossword, "ipuz"))["clues"]["Diagonal"] == clues["Diagonal"]
