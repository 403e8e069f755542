"""Values show themselves: `repr` in one line, `print` as a grid, notebooks as a picture that touches nothing else."""

import base64
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

import satcross
from satcross.pictures.rendering import render
from tests.transcript import ROOT

PUZZLES = Path(__file__).parents[1] / "puzzles"


def own(name: str) -> satcross.Puzzle:
    return satcross.load(PUZZLES / f"{name}.toml")


VALUES: dict[str, Callable[[], object]] = {
    "Puzzle": lambda: own("mit-2013"),
    "Puzzle of lines": lambda: own("star"),
    "Solution": lambda: next(satcross.solutions(own("mit-2013"))),
    "Check": lambda: satcross.check(own("mit-2013")),
    "Check, several": lambda: satcross.check(own("latin")),
    "Check, none": lambda: satcross.check(own("pigeons")),
    "Explanation": lambda: satcross.explain(own("hexagon")),
    "ExplanationStep": lambda: satcross.explain(own("hexagon")).steps[0],
    "Hint": lambda: satcross.next_hint(own("hexagon")),
    "Lint": lambda: satcross.lint(own("hello")),
    "Overview": lambda: satcross.overview(own("hello")),
    "Ambiguity": lambda: satcross.ambiguity(own("latin")),
    "AlphabetDependence": lambda: satcross.alphabet_dependence(own("hello"), ("H", "I", "O", "K")),
    "Difficulty": lambda: satcross.difficulty(own("hello")),
    "Count": lambda: satcross.count(own("latin")),
    "Sample": lambda: satcross.sample(own("latin"), 12),
    "Search": lambda: satcross.Search(own("hello")).run(),
    "Cube": lambda: next(iter(satcross.Search(own("latin")).cubes())),
    "Encoding": lambda: satcross.encode(own("hello")),
    "PlayerSteps": lambda: satcross.player_steps(own("hexagon")),
    "TraceStep": lambda: next(satcross.trace(own("mit-2013"))),
    "Template": lambda: satcross.load_template(PUZZLES / "fill" / "sym15-76.txt"),
    "WordList": lambda: satcross.read_words([PUZZLES / "words" / "small.txt"]),
    "Diagnosis": lambda: satcross.check(own("pigeons")).diagnosis,
    "Budget": lambda: satcross.Budget(),
}


@pytest.mark.parametrize("name", VALUES)
def test_a_repr_is_one_line_that_names_its_class(name: str) -> None:
    text = repr(VALUES[name]())
    assert "\n" not in text
    assert text.isprintable()
    assert type(VALUES[name]()).__name__ in text.split("(")[0]
    assert len(text) <= 200


def test_the_reprs_of_what_is_asked_most() -> None:
    puzzle = satcross.rectangle(rows=["HE|LL|O+", "[PLEASE]+"], columns=["[^SPEAK]+", "EP|IP|EF"])
    assert repr(puzzle) == "<Puzzle rectangle 2 x 2, 4 cells, 4 clues>"
    assert repr(own("hive")) == "<Puzzle Hive, hexagon 4 x 5 x 5, 52 cells, 25 clues>"
    assert repr(next(satcross.solutions(puzzle))) == "<Solution HE LP>"
    assert repr(satcross.check(puzzle)) == "<Check unique, HE LP>"
    assert repr(satcross.check(own("latin"))).startswith("<Check several, they differ in ")
    assert (
        repr(satcross.check(satcross.line("AB", 1))) == "<Check none, no string of the right length matches one clue>"
    )
    assert repr(satcross.check(own("mit-2013"), timeout=0.0)) == "<Check unknown, timeout>"
    assert repr(satcross.explain(puzzle)) == "<Explanation unique, 5 steps>"
    assert repr(satcross.lint(puzzle, with_rewrites=False)) == "<Lint unique, no findings>"


def test_a_repr_cannot_steer_a_terminal_however_its_puzzle_is_called() -> None:
    assert repr(satcross.rectangle(rows=["A"], columns=1, title="\x1b[2J" * 100)).isprintable()


@pytest.mark.parametrize(
    ("name", "grid"),
    [
        ("hello", "┌─────┐\n│ H I │\n│ O K │\n└─────┘"),
        ("hexagon", "  H E\n X A G\n  O N"),
        ("ring", "┌───────┐\n│ R E G │\n│ E █ X │\n│ P R O │\n└───────┘"),
    ],
)
def test_a_solution_prints_as_a_grid(name: str, grid: str) -> None:
    assert str(next(satcross.solutions(own(name)))) == grid


def images(html: str) -> list[bytes]:
    return [base64.b64decode(data) for data in re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', html)]


def test_a_notebook_shows_the_pictures_that_render_draws() -> None:
    puzzle = own("mit-2013")
    solution = next(satcross.solutions(puzzle))
    drawn = render(puzzle, letters=solution.letters)
    assert solution._repr_svg_() == drawn.decode()[drawn.index(b"<svg") :]
    assert drawn.endswith(images(solution._repr_html_())[0])
    assert drawn == (ROOT / "docs" / "pictures" / "hexagon-solution.svg").read_bytes()  # looked at, in docs/python.md
    assert render(puzzle).endswith(images(puzzle._repr_html_())[0])
    assert puzzle._repr_svg_() is not None


def test_a_notebook_shows_a_check_with_its_solutions_and_where_they_differ() -> None:
    unique = satcross.check(own("hello"))._repr_html_()
    assert "unique" in unique
    assert len(images(unique)) == 1
    several = satcross.check(own("latin"))
    pictures = images(several._repr_html_())
    assert [picture.count(b'class="differs"') for picture in pictures] == [len(several.differing_cells)] * 2
    none = satcross.check(satcross.rectangle(rows=["<A>"], columns=2))._repr_html_()
    assert "&lt;A&gt;" in none
    assert "its shortest match has 3 letters" in none
    assert images(none) == []


def test_a_notebook_shows_an_explanation_step_by_step_and_its_last_grid() -> None:
    told = satcross.explain(own("hexagon"))
    html = told._repr_html_()
    assert html.count("<li>") == len(told.steps)
    solution = told.solution
    assert solution is not None
    assert render(solution.puzzle, letters=solution.letters).endswith(images(html)[0])


@pytest.mark.parametrize(
    "show",
    [
        lambda puzzle: puzzle,
        lambda puzzle: next(satcross.solutions(puzzle)),
        lambda puzzle: satcross.check(puzzle),
        lambda puzzle: satcross.explain(puzzle),
    ],
)
def test_what_a_notebook_shows_is_well_formed_and_nothing_in_a_puzzle_becomes_markup(
    show: Callable[[satcross.Puzzle], satcross.Check],
) -> None:
    puzzle = satcross.rectangle(rows=["<b>|</b"], columns=3, title='"><script>alert(1)</script>')
    root = ElementTree.fromstring(f"<div>{show(puzzle)._repr_html_()}</div>")
    assert {element.tag for element in root.iter()} <= {"div", "p", "img", "ol", "li"}


def test_a_very_large_puzzle_is_named_and_not_drawn() -> None:
    puzzle = satcross.rectangle(rows=51, columns=50)
    assert puzzle._repr_svg_() is None
    assert images(puzzle._repr_html_()) == []
    assert "2,550 cells" in puzzle._repr_html_()
