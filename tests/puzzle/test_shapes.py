"""Constructors put the right cells on the right lines, in reading order, and refuse what does not fit."""

import pytest
from hypothesis import given, settings, strategies as st

import satcross
from satcross.errors import LimitError, OptionError, PuzzleError, SatcrossError
from satcross.puzzle import Clue, Puzzle, WordClue
from satcross.puzzle.kinds import Hexagon
from satcross.puzzle.settings import with_settings
from satcross.puzzle.shapes import NamedLine, direction_of, hexagon, line, lines, rectangle, triangle


def strings(puzzle: Puzzle, text: str) -> dict[str, str]:
    """Return what each line of `puzzle` reads when its cells contain the letters of `text`."""
    assert len(text) == len(puzzle.cells)
    return {line.name: "".join(text[cell] for cell in line.cells) for line in puzzle.lines}


def test_rows_read_right_and_columns_down() -> None:
    assert strings(rectangle(rows=2, columns=3), "ABCDEF") == {
        "row 1": "ABC",
        "row 2": "DEF",
        "column 1": "AD",
        "column 2": "BE",
        "column 3": "CF",
    }


def test_hexagons_are_read_as_the_mystery_hunt_reads_them() -> None:
    #    A B
    #   C D E
    #    F G
    assert strings(hexagon(side=2), "ABCDEFG") == {
        "horizontal 1": "AB",
        "horizontal 2": "CDE",
        "horizontal 3": "FG",
        "rising 1": "FC",  # the lower left edge, upwards
        "rising 2": "GDA",
        "rising 3": "EB",
        "falling 1": "EG",  # the lower right edge, downwards
        "falling 2": "BDF",
        "falling 3": "AC",
    }


def test_triangles_are_listed_and_read_as_hexagons() -> None:
    #    A
    #   B C
    #  D E F
    assert strings(triangle(side=3), "ABCDEF") == {
        "horizontal 1": "A",
        "horizontal 2": "BC",
        "horizontal 3": "DEF",
        "rising 1": "D",  # the lower edge, upwards
        "rising 2": "EB",
        "rising 3": "FCA",
        "falling 1": "F",  # the right edge, downwards
        "falling 2": "CE",
        "falling 3": "ABD",
    }
    assert triangle(rising=["", "", "A.."]).shape == triangle(side=3).shape


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "the size of the triangle is unknown"),
        ({"side": 0}, "a side must have at least one cell, not 0"),
        ({"falling": []}, "a side must have at least one cell, not 0"),
        ({"side": "3"}, "this must be a whole number or None"),
        ({"side": 3, "rising": ["A"]}, "a triangle of side 3 has 3 such lines, but the list has one entry"),
        ({"horizontal": 2, "rising": ["A"]}, "a triangle of side 2 has 2 such lines, but the list has one entry"),
        ({"side": 2, "holes": [(1, 2)]}, "the hole 1,2 is not a place of the grid"),
        ({"side": 10**6}, "the puzzle has 500,000,500,000 cells"),
    ],
)
def test_what_is_no_triangle_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(SatcrossError, match=message):
        triangle(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("sides", "widths"),
    [
        ([1, 1, 1], [1]),
        ([1, 2, 2], [1, 2, 1]),
        ([4, 5, 5], [4, 5, 6, 7, 8, 7, 6, 5, 4]),
        ([3, 1, 2], [3, 3]),
        ([2, 4, 1], [2, 2, 2, 2]),
    ],
)
def test_irregular_hexagons_have_these_rows(sides: list[int], widths: list[int]) -> None:
    rows = [line for line in hexagon(sides=sides).lines if direction_of(line) == "horizontal"]
    assert [len(row.cells) for row in rows] == widths


@given(st.lists(st.integers(1, 6), min_size=3, max_size=3))
@settings(max_examples=60)
def test_every_cell_of_a_hexagon_is_on_one_line_of_each_family_and_counts_give_the_edges(sides: list[int]) -> None:
    puzzle = hexagon(sides=sides)
    for direction in ("horizontal", "rising", "falling"):
        visited = sorted(cell for each in puzzle.lines if direction_of(each) == direction for cell in each.cells)
        assert visited == list(range(len(puzzle.cells)))
    assert hexagon(**Hexagon.of(*sides).line_counts).shape == puzzle.shape
    crossings = [len(set(a.cells) & set(b.cells)) for a in puzzle.lines for b in puzzle.lines if a is not b]
    assert max(crossings, default=0) <= 1


def test_the_error_for_impossible_clue_counts_names_the_nearest_hexagon() -> None:
    with pytest.raises(PuzzleError, match="no hexagon has 7 horizontal, 7 rising and 6 falling") as caught:
        hexagon(horizontal=7, rising=7, falling=6)
    assert caught.value.hint == "the nearest hexagon has 7, 7 and 7: sides = [4, 4, 4]"


@pytest.mark.long
@given(st.tuples(*[st.integers(0, 12)] * 3))
@settings(max_examples=80)
def test_the_nearest_hexagon_is_indeed_the_nearest(counts: tuple[int, int, int]) -> None:
    directions = dict(zip(("horizontal", "rising", "falling"), counts, strict=True))

    def misfit(sides: list[int]) -> int:
        return sum(abs(count - directions[name]) for name, count in Hexagon.of(*sides).line_counts.items())

    best = min(misfit([a, b, c]) for a in range(1, 13) for b in range(1, 13) for c in range(1, 13))
    if best == 0:
        assert len(hexagon(**directions).lines) == sum(counts)
        return
    with pytest.raises(PuzzleError) as caught:
        hexagon(**directions)
    assert caught.value.hint is not None
    told = [int(edge) for edge in caught.value.hint.rpartition("[")[2].rstrip("]").split(", ")]
    assert misfit(told) == best


def test_clues_are_given_singly_or_in_lists_and_empty_ones_are_none() -> None:
    puzzle = rectangle(rows=["A", ["B", "", "C"], ""], columns=[[]])
    assert [each.clues for each in puzzle.lines] == [(Clue("A"),), (Clue("B"), Clue("C")), (), ()]


def test_clue_objects_are_used_unchanged() -> None:
    words = WordClue(("AB",), "list")
    puzzle = rectangle(rows=[[Clue("", True), words]], columns=2)
    assert puzzle.lines[0].clues == (Clue("", True), words)


def test_a_line_takes_the_empty_regex_literally() -> None:
    puzzle = line("", 0)
    assert puzzle.cells == ()
    assert puzzle.lines[0].clues == (Clue(""),)
    with pytest.raises(OptionError):
        line("A", -1)


def test_all_diagonals_are_given_or_only_the_main_one() -> None:
    letters = "ABCDEFGHI"
    square = strings(rectangle(rows=3, columns=3, falling=["AEI"], rising=["GEC"]), letters)
    assert (square["falling diagonal 1"], square["rising diagonal 1"]) == ("AEI", "GEC")
    everything = strings(rectangle(rows=3, columns=3, falling=[""] * 5, rising=[""] * 5), letters)
    assert [text for name, text in everything.items() if name.startswith("falling")] == ["G", "DH", "AEI", "BF", "C"]
    assert [text for name, text in everything.items() if name.startswith("rising")] == ["A", "DB", "GEC", "HF", "I"]
    with pytest.raises(PuzzleError, match="all 4 diagonals"):
        rectangle(rows=2, columns=3, falling=["A"])


def test_lines_skip_holes_and_the_other_cells_keep_their_addresses() -> None:
    puzzle = rectangle(rows=3, columns=3, holes=[(2, 2)])
    assert (2, 2) not in puzzle.cells
    assert (2, 3) in puzzle.cells
    assert strings(puzzle, "ABCDEFGH")["row 2"] == "DE"
    assert strings(puzzle, "ABCDEFGH")["column 2"] == "BG"


def test_lines_may_visit_cells_twice_and_leave_cells_out() -> None:
    puzzle = lines([NamedLine(["a", "b", "a"], "X.X"), NamedLine(["b"], name="dot")], cells=["free"])
    assert puzzle.cells == ("free", "a", "b")
    assert [(each.name, each.cells) for each in puzzle.lines] == [("line 1", (1, 2, 1)), ("dot", (2,))]


def test_details_are_kept() -> None:
    puzzle = rectangle(
        rows=["A."], columns=2, given={(1, 2): "B"}, alphabet="A-C", dialect="javascript", flags="si", title="T",
        expected=[["AB"], {(1, 1): "A", (1, 2): "C"}], expects_all=True,
    )  # fmt: skip
    assert puzzle.given == ((1, "B"),)
    assert (puzzle.alphabet, puzzle.dialect, puzzle.flags, puzzle.title) == ("ABC", "javascript", "is", "T")
    assert puzzle.expected == (("A", "B"), ("A", "C"))
    assert puzzle.expects_all


def test_settings_replace_those_that_a_puzzle_has() -> None:
    puzzle = rectangle(rows=["A"], columns=1, given={(1, 1): "A"})
    assert with_settings(puzzle, "A-C", "javascript", "v").alphabet == "ABC"
    with pytest.raises(PuzzleError, match="not in the alphabet"):
        with_settings(puzzle, alphabet="XYZ")


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: rectangle(rows="AB", columns=["A"]), "a list of clues"),
        (lambda: rectangle(rows=-1, columns=["A"]), "must be 0 or more, not -1"),
        (lambda: rectangle(rows=["A"], columns=["A"], dialect="perl"), "no dialect 'perl'"),  # type: ignore[arg-type]
        (lambda: rectangle(rows=["A"], columns=["A"], holes=[(2, 1)]), "the hole 2,1"),
        (lambda: rectangle(rows=["A"], columns=2, expected=[{(1, 1): "A"}]), "no letter for the cell 1,2"),
        (lambda: hexagon(horizontal=["A"]), "no clues for rising, falling"),
        (lambda: lines([NamedLine(["a"])], cells=["b", "b"]), "'b' is listed twice"),
    ],
)  # fmt: skip
def test_invalid_arguments_are_refused(build: object, message: str) -> None:
    """Here are those that files cannot have, or that `tests/hostile/corpus` has no file for."""
    assert callable(build)
    with pytest.raises(SatcrossError, match=message):
        build()


def test_a_million_cells_are_refused_with_an_estimate_before_they_are_made() -> None:
    with pytest.raises(LimitError, match="1,000,000 cells; solving it may take about 60 GB"):
        rectangle(rows=1000, columns=1000)
    with pytest.raises(LimitError):
        hexagon(side=10**9)
    with pytest.raises(LimitError):
        rectangle(rows=10**18, columns=1)


@pytest.mark.long
def test_force_accepts_a_large_puzzle() -> None:
    assert len(line("A*", 10).cells) == 10
    assert len(rectangle(rows=1, columns=200_001, force=True).cells) == 200_001


@pytest.mark.parametrize("wrong", [None, 1, 2.5, [None], ["A", 3]])
def test_what_is_no_clue_is_refused(wrong: object) -> None:
    with pytest.raises(PuzzleError, match="is not a clue"):
        rectangle(rows=["A", wrong], columns=2)  # type: ignore[list-item]


@pytest.mark.parametrize("wrong", [b"puzzle.toml", None, 3])
def test_what_is_no_path_is_not_loaded(wrong: object) -> None:
    with pytest.raises(OptionError, match="path: this must be a string or a path"):
        satcross.load(wrong)  # type: ignore[arg-type]
