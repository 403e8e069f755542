"""Pictures: every clue is there whole, beside its line, over nothing else, and its arrow says which way it reads."""

from math import hypot

import pytest

from satcross.pictures.figures import Picture, Polygon, Text, text_corners
from satcross.pictures.layout import lay_out
from satcross.pictures.layout_parts import CELL, LEAST_TYPE, NAME, Label
from satcross.pictures.lettering import constraint_text
from satcross.pictures.picture import draw, list_pictures
from satcross.puzzle import Clue, Puzzle
from satcross.puzzle.shapes import NamedLine, hexagon, lines, rectangle
from tests.pictures.samples import LONG, MIT, SAMPLES, small

Corners = list[tuple[float, float]]


def overlap(first: Corners, second: Corners) -> bool:
    """Return whether two convex figures share more than a hair's breadth: no edge of either separates them."""
    for figure in (first, second):
        for (x, y), (u, v) in zip(figure, figure[1:] + figure[:1], strict=True):
            normal = (y - v, u - x)
            length = hypot(*normal) or 1.0
            one = [(px * normal[0] + py * normal[1]) / length for px, py in first]
            two = [(px * normal[0] + py * normal[1]) / length for px, py in second]
            if min(max(one), max(two)) - max(min(one), min(two)) < 0.1:
                return False
    return True


def clue_boxes(picture: Picture) -> list[Corners]:
    boxes = []
    for figure in picture.figures:
        if isinstance(figure, Text) and figure.style in ("clue", "number", "title", "note"):
            left_start, left_end, right_start, right_end = text_corners(figure)
            boxes.append([left_start, left_end, right_end, right_start])
    return boxes


def bottom_of(picture: Picture) -> float:
    return max(
        y
        for figure in picture.figures
        for _, y in (text_corners(figure) if isinstance(figure, Text) else figure.points)
    )


@pytest.mark.parametrize("name", SAMPLES)
def test_every_clue_is_written_out_once(name: str) -> None:
    puzzle = SAMPLES[name]
    layout = lay_out(puzzle)
    written: dict[tuple[int, int], str] = {}
    for label in layout.labels:
        for row in [row for row in label.rows if row.clue != NAME]:
            written[label.line, row.clue] = written.get((label.line, row.clue), "") + row.text
    for entry in layout.listed:
        for number, text in enumerate(entry.clues):
            assert (entry.line, number) not in written
            written[entry.line, number] = text.removesuffix(" (read backwards)")
    assert written == {
        (line, clue): constraint_text(constraint)
        for line, each in enumerate(puzzle.lines)
        for clue, constraint in enumerate(each.clues)
    }


@pytest.mark.parametrize("name", SAMPLES)
def test_no_text_covers_a_cell_or_another_text(name: str) -> None:
    puzzle = SAMPLES[name]
    picture = draw(puzzle, [""] * len(puzzle.cells))
    numbers_in_cells = {tag.number for tag in lay_out(puzzle).tags}
    board = draw(puzzle, [""] * len(puzzle.cells), layout=lay_out(puzzle)._replace(listed=()))
    boxes = [box for box in clue_boxes(picture) if not numbers_in_cells or box[0][1] > bottom_of(board)]
    cells = [
        list(figure.points) for figure in picture.figures if isinstance(figure, Polygon) and figure.style == "cell"
    ]
    for number, box in enumerate(boxes):
        assert not any(overlap(box, other) for other in boxes[:number])
        assert not any(overlap(box, cell) for cell in cells)


@pytest.mark.parametrize("name", SAMPLES)
def test_everything_lies_within_the_picture(name: str) -> None:
    picture = draw(SAMPLES[name])
    left, top, wide, high = picture.box
    for figure in picture.figures:
        for x, y in text_corners(figure) if isinstance(figure, Text) else figure.points:
            assert left <= x <= left + wide
            assert top <= y <= top + high


def reading(puzzle: Puzzle, label: Label) -> tuple[float, float]:
    """Return the unit vector from the first to the second cell of a label's line."""
    centres = lay_out(puzzle).centres
    first, second = puzzle.lines[label.line].cells[:2]
    dx, dy = centres[second][0] - centres[first][0], centres[second][1] - centres[first][1]
    return dx / hypot(dx, dy), dy / hypot(dx, dy)


@pytest.mark.parametrize("name", ["mit", "small", "irregular", "triangle", "star"])
def test_arrows_point_the_way_a_clue_reads(name: str) -> None:
    puzzle = SAMPLES[name]
    layout = lay_out(puzzle)
    rows = [(label, row) for label in layout.labels for row in label.rows if row.is_first and row.clue != NAME]
    assert len(rows) == len(layout.arrows)
    for (label, row), arrow in zip(rows, layout.arrows, strict=True):
        clue = puzzle.lines[label.line].clues[row.clue]
        sign = -1 if isinstance(clue, Clue) and clue.is_reversed else 1
        wanted = reading(puzzle, label)
        tolerance = 0.25 if name == "star" else 1e-6
        assert arrow.towards == pytest.approx((sign * wanted[0], sign * wanted[1]), abs=tolerance)


def test_a_hexagons_clue_stands_where_its_line_begins() -> None:
    layout = lay_out(MIT)
    assert len(layout.labels) == 39
    for label in layout.labels:
        first = layout.centres[MIT.lines[label.line].cells[0]]
        assert hypot(label.at[0] - first[0], label.at[1] - first[1]) < 0.7 * CELL


def test_no_text_stands_on_its_head() -> None:
    for puzzle in SAMPLES.values():
        assert all(-90 <= label.angle <= 90 for label in lay_out(puzzle).labels)


def test_clues_of_rows_and_columns_are_read_in_the_direction_of_their_letters() -> None:
    puzzle = rectangle(rows=["A", ["B", "C"]], columns=["D", ["E", "F"]])
    angles = {puzzle.lines[label.line].name.split()[0]: label.angle for label in lay_out(puzzle).labels}
    assert angles == {"row": 0, "column": 90}


def test_the_second_clue_of_a_row_stands_to_its_right() -> None:
    layout = lay_out(small())
    assert [label.at[0] > CELL for label in layout.labels if label.line == 1] == [False, True]


def test_long_clues_are_wrapped_then_shrunk_then_listed() -> None:
    puzzle = rectangle(rows=["A" * 30, LONG, LONG * 30], columns=1)
    layout = lay_out(puzzle)
    first, second = (label for label in layout.labels if label.rows)
    assert len(first.rows) == 1 or first.size == 13
    assert len(second.rows) > 1
    assert second.size >= LEAST_TYPE
    assert [entry.line for entry in layout.listed] == [2]


def test_a_long_list_goes_on_over_pages() -> None:
    layout = lay_out(rectangle(rows=[LONG * 12] * 30, columns=30))
    page = (700.0, 1000.0)
    pictures = list_pictures(layout.listed, False, page)
    assert len(pictures) > 1
    assert all(picture.box[2] <= page[0] and picture.box[3] <= page[1] for picture in pictures)
    listed = "".join(
        figure.text
        for picture in pictures
        for figure in picture.figures
        if isinstance(figure, Text) and figure.style == "clue"
    )
    assert listed == LONG * 12 * 30


def test_candidates_are_small_many_are_counted_and_a_space_can_be_seen() -> None:
    picture = draw(small(), ["AB", 1000, " ", ""])
    texts = [figure.text for figure in picture.figures if isinstance(figure, Text) and figure.style == "pencil"]
    assert texts == ["A", "B", "1,000", "letters"]
    assert any(not isinstance(figure, Text | Polygon) and figure.style == "stroke" for figure in picture.figures)


def test_cells_that_differ_are_marked() -> None:
    picture = draw(small(), ["H", "E", "LO", "P"], differing=[2])
    marked = [figure.mark for figure in picture.figures if isinstance(figure, Polygon) and figure.style == "differs"]
    assert marked == [("cell", "2")]


def texts_of(puzzle: Puzzle, style: str) -> list[str]:
    return [figure.text for figure in draw(puzzle).figures if isinstance(figure, Text) and figure.style == style]


def test_every_line_has_its_number_beside_it_as_messages_use_it() -> None:
    layout = lay_out(MIT)
    assert [label.tag for label in layout.labels] == [line.name.rpartition(" ")[2] for line in MIT.lines]
    assert texts_of(MIT, "tag") == [str(number) for number in range(1, 14)] * 3
    # a line whose clue is too long keeps its number, in the picture and in the list
    layout = lay_out(rectangle(rows=["A", LONG * 30], columns=1))
    assert [(label.tag, bool(label.rows)) for label in layout.labels] == [("1", True), ("2", False)]
    assert [(each.number, each.name) for each in layout.listed] == [(2, "row 2")]


def test_layers_have_captions_that_agree_with_the_names_of_lines() -> None:
    named = lines(
        [NamedLine([f"{z}{y}{x}" for x in "ab"], "A.", f"floor {z}, row {y}") for z in "12" for y in "12"]
        + [NamedLine([f"{z}{y}{x}" for y in "12"], "A.", f"floor {z}, column {x}") for z in "12" for x in "ab"]
        + [NamedLine([f"{z}{y}{x}" for z in "12"], "A.", f"lift {y}{x}") for x in "ab" for y in "12"]
    )
    assert [caption.text for caption in lay_out(named).captions] == ["floor 1", "floor 2"]
    assert [caption.text for caption in lay_out(SAMPLES["box"]).captions] == ["layer 1", "layer 2"]
    assert lay_out(SAMPLES["crossword"]).captions == ()


def test_the_families_of_a_hexagon_have_their_names_where_their_lines_begin() -> None:
    """Messages say "rising 6": the word stands beside the label of the first rising line."""
    layout = lay_out(MIT)
    at = {caption.text: caption.at for caption in layout.captions}
    assert set(at) == {"horizontal", "rising", "falling"}
    first = {MIT.lines[label.line].name: label.at for label in layout.labels}
    for family, (x, y) in at.items():
        distance = {name: hypot(u - x, v - y) for name, (u, v) in first.items() if name.startswith(family)}
        assert min(distance, key=distance.__getitem__) == f"{family} 1"
    without = lay_out(hexagon(horizontal=["A"] * 3, rising=3, falling=3))
    assert [caption.text for caption in without.captions] == ["horizontal"]
