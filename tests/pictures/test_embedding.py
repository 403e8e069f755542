"""Places for the cells of `lines` puzzles: straight where that is possible, apart always."""

from math import hypot

import pytest

from satcross import load
from satcross.pictures.embedding import embed, enclosed
from satcross.puzzle.shapes import NamedLine, lines
from tests.pictures.samples import box, crossword, cube, loop, star, triangle
from tests.transcript import ROOT

SHAPES = {
    "box": box(),
    "crossword": crossword(),
    "cube": cube(),
    "loop": loop(),
    "star": star(),
    "triangle": triangle(),
}


def bend(points: list[tuple[float, float]]) -> float:
    """Return how far a line strays from even steps between its ends, at most."""
    (x, y), (u, v) = points[0], points[-1]
    last = len(points) - 1
    return max(hypot(px - x - (u - x) * i / last, py - y - (v - y) * i / last) for i, (px, py) in enumerate(points))


@pytest.mark.parametrize("name", SHAPES)
def test_no_two_cells_touch(name: str) -> None:
    places = embed(SHAPES[name]).places
    assert all(hypot(x - u, y - v) > 0.99 for i, (x, y) in enumerate(places) for u, v in places[:i])


@pytest.mark.parametrize(
    ("name", "lattice"), [("crossword", "square"), ("triangle", "triangular"), ("box", "layers"), ("cube", "free")]
)
def test_the_simplest_lattice_is_taken(name: str, lattice: str) -> None:
    assert embed(SHAPES[name]).lattice == lattice


@pytest.mark.parametrize("name", ["crossword", "triangle", "box", "star"])
def test_lines_are_straight(name: str) -> None:
    puzzle = SHAPES[name]
    places = embed(puzzle).places
    assert max(bend([places[cell] for cell in line.cells]) for line in puzzle.lines) < 0.25


def test_crossing_words_lie_across_each_other() -> None:
    places = embed(crossword()).places
    assert [places[cell] for cell in crossword().lines[0].cells] == [(x, 0) for x in range(5)]
    assert [places[cell] for cell in crossword().lines[1].cells] == [(1, y) for y in range(5)]


def test_places_enclosed_by_cells_are_found() -> None:
    assert set(enclosed(embed(crossword()))) == {(3, 1), (2, 3), (3, 3)}
    ring = [NamedLine("abc", ""), NamedLine("cde", ""), NamedLine("ghe", ""), NamedLine("aig", "")]
    assert enclosed(embed(lines(ring))) == ((1.0, 1.0),)


def test_unconnected_parts_lie_side_by_side() -> None:
    embedding = embed(lines([NamedLine("ab", "A"), NamedLine("cd", "A")], cells=["z"]))
    assert embedding.lattice == "square"
    assert len(set(embedding.places)) == 5


def test_a_tangle_of_many_cells_still_has_a_place_for_each() -> None:
    cells = [f"c{i}" for i in range(2000)]
    for count in (10, 80):
        tangle = lines([NamedLine([cells[i * k * 7 % 2000] for i in range(30)], "A") for k in range(1, count)])
        assert len(set(embed(tangle).places)) == len(tangle.cells)


def test_a_star_stands_on_two_of_its_points() -> None:
    puzzle = load(ROOT / "puzzles" / "star.toml")
    places = dict(zip(puzzle.cells, embed(puzzle).places, strict=True))
    points = [places[f"p{number}"] for number in range(1, 6)]  # clockwise from the top
    top, upper_right, lower_right, lower_left, upper_left = points
    assert top[1] < min(y for _, y in points[1:]) - 0.5
    assert upper_right[1] == pytest.approx(upper_left[1], abs=0.1)
    assert lower_right[1] == pytest.approx(lower_left[1], abs=0.1)
    assert lower_right[1] > upper_right[1]
    assert upper_left[0] < lower_left[0] < top[0] < lower_right[0] < upper_right[0]
