"""Templates: every form is read, written back, and complained about with the place."""

import json
from pathlib import Path

import pytest

from satcross.errors import PuzzleError
from satcross.puzzle import Clue
from satcross.puzzle.shapes import rectangle
from satcross.words.files import load_template, template_in, template_of, to_be_filled, write_template
from satcross.words.template import grid_of, write_rows

FOLDER = Path(__file__).resolve().parents[2] / "puzzles" / "fill"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_a_template_is_written_back_as_it_was(path: Path) -> None:
    template = load_template(path)
    assert write_template(template, template.rows) == path.read_text()


@pytest.mark.parametrize(
    ("text", "rows", "style"),
    [
        ("_ _ #\nA _ _\n", ("..#", "A.."), "spaced"),
        ("\n\n_ _ #\n\nA _ _\n\n", ("..#", "A.."), "spaced"),
        ("  _ _ #  \r\n  A _ _\r\n", ("..#", "A.."), "spaced"),
        ("..#\nA..", ("..#", "A.."), "dense"),
        ("__#\né__", ("..#", "é.."), "dense"),
        ("_\n_\n", (".", "."), "spaced"),
    ],
)
def test_both_forms_are_read(text: str, rows: tuple[str, ...], style: str) -> None:
    template = template_in(text)
    assert (template.rows, template.style) == (rows, style)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("_ _ _\n_ _\n", ("line 2",), "the row has 2 places, the first one 3 places"),
        ("_ _ _\n_ 7 _\n", ("line 2, column 3",), "a place cannot be '7'"),
        ("_ _ _\n_ __\n", ("line 2, column 4",), "a space is needed between places"),
        ("_ _  _\n", ("line 1, column 5",), "two spaces"),
        ("..*\n", ("line 1, column 3",), "a place cannot be"),
        ("###\n###\n", (), "no open cell"),
        ("ABC\n", (), "no open cell"),
        ("", (), "empty"),
        ("\n \n", (), "empty"),
    ],
)
def test_bad_templates_are_refused_with_the_place(text: str, place: tuple[str, ...], message: str) -> None:
    with pytest.raises(PuzzleError, match=message) as caught:
        to_be_filled(template_in(text))
    assert caught.value.place == place


def test_the_quiz_form_is_upper_case_with_blocks_as_spaces_and_blank_lines_between_rows() -> None:
    assert write_rows(["ab#", "#.C"], "quiz") == "A B  \n\n  _ C\n"


def test_toml_holds_a_template_and_regexes_on_its_slots(tmp_path: Path) -> None:
    (tmp_path / "theme.txt").write_text("cat\ncow\nhorse\n")
    text = """
    title = "Small"
    template = '''
    _ _ _
    _ # _
    _ _ _
    '''
    [slots]
    "1 across" = ['.*T', { regex = 'C.*', reversed = false }]
    "3 across" = { words = "theme.txt" }
    """
    template = template_in(text, str(tmp_path))
    assert template.rows == ("...", ".#.", "...")
    assert [(clue.name, clue.cells) for clue in template.clues] == [("1 across", (0, 1, 2))] * 2 + [
        ("3 across", (5, 6, 7))
    ]
    assert template.clues[0].constraint == Clue(".*T")
    assert template.clues[2].constraint.words == ("CAT", "COW")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("template = '_ _'\n[slots]\n'9 down' = 'A'", "no slot '9 down'"),
        ("template = '_ _'\n[slots]\n'1 across' = 7", "not a clue"),
        ("template = '_ _'\nslot = 1", "no key 'slot'"),
        ("template = '_ _'\nschema = 2", "the schema is 2"),
        ("template = '_ _", "not valid TOML"),
        ("shape = 'hexagon'\nside = 2\n[clues]\n", "a template is a rectangle"),
    ],
)
def test_faults_of_toml_are_named(text: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        template_in(text)


def test_a_rectangle_is_a_template_whose_holes_are_blocks() -> None:
    puzzle = rectangle(rows=["A.*", ""], columns=3, holes=[(1, 3)], given={(2, 2): "E"})
    template = template_of(puzzle)
    assert template.rows == ("..#", ".E.")
    assert [(clue.cells, clue.constraint) for clue in template.clues] == [((0, 1), Clue("A.*"))]


IPUZ = {
    "version": "http://ipuz.org/v2",
    "kind": ["http://ipuz.org/crossword#1"],
    "title": "Small",
    "dimensions": {"width": 3, "height": 2},
    "puzzle": [[1, {"cell": 2, "value": "O"}, "#"], [3, 0, None]],
    "clues": {"Across": [[1, "One"]]},
}


def test_ipuz_gives_blocks_and_letters_and_keeps_the_rest() -> None:
    template = template_in(json.dumps(IPUZ))
    assert template.rows == (".O#", "..#")
    assert template.title == "Small"
    written = json.loads(write_template(template, ("TO#", "AN#")))
    assert written.pop("solution") == [["T", "O", "#"], ["A", "N", None]]
    assert written == IPUZ


@pytest.mark.parametrize(
    "change",
    [{"kind": ["http://ipuz.org/sudoku#1"]}, {"puzzle": [[0], [0, 0]]}, {"solution": [["ABC", 0, "#"], [0, 0, 0]]}],
)
def test_what_ipuz_cannot_mean_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(PuzzleError):
        template_in(json.dumps({**IPUZ, **change}))


def test_slots_are_numbered_as_in_every_crossword() -> None:
    grid = grid_of(["...", ".#.", "..."])
    assert [(slot.name, slot.cells) for slot in grid.slots] == [
        ("1 across", (0, 1, 2)),
        ("3 across", (5, 6, 7)),
        ("1 down", (0, 3, 5)),
        ("2 down", (2, 4, 7)),
    ]
    assert grid.crossings[0] == ((0, 0), (2, 0))
    assert grid.crossings[1] == ((0, 1),)
