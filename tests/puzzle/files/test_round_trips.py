"""What is written can be read back as the same puzzle, in every format that can express it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import satcross
from satcross import load
from satcross.errors import ClueName, PuzzleError
from satcross.puzzle import Clue, Puzzle, address_text
from satcross.puzzle.files import WRITABLE, choose, explain, left_out, open_source, read_source, save, to_text
from satcross.puzzle.files.expressing import undo_reversals
from satcross.puzzle.files.programs import from_link, to_link
from satcross.puzzle.files.source import InexpressibleError
from satcross.puzzle.kinds import Hexagon, Triangle
from satcross.puzzle.shapes import NamedLine, hexagon, lines, rectangle, triangle
from tests.other_formats import text_of

PUZZLES = Path(__file__).parents[3] / "puzzles"
MIT = PUZZLES / "mit-2013.toml"

letters = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
patterns = st.text(st.sampled_from("AB'\"\\.*[]()|^$?\n\t #=é\u2028\x7f") | letters, max_size=8)
clues = st.builds(Clue, patterns.filter(bool), st.booleans())
line_clues = st.lists(clues, max_size=3)
words = st.text(letters, max_size=6)


def same(puzzle: Puzzle, format: str) -> Puzzle:
    (found,) = read_source(text_of(puzzle, format).encode(), "puzzle", format).puzzles
    return found


@st.composite
def details(draw: st.DrawFn, cells: list[Any]) -> dict[str, Any]:
    alphabet = draw(st.sampled_from(["mentioned", "positive", "any"]) | st.just("-/0-9A-Z"))
    letter = st.sampled_from("0189AZ/-")
    some = draw(st.lists(st.sampled_from(cells), unique=True, max_size=3))
    return {
        "alphabet": alphabet,
        "dialect": draw(st.sampled_from(["python", "javascript"])),
        "flags": draw(st.sampled_from(["", "i", "ms"])),
        "given": {cell: draw(letter) for cell in some},
        "expected": [{cell: draw(letter) for cell in cells} for _ in range(draw(st.integers(0, 2)))],
        "expects_all": draw(st.booleans()),
        "colors": draw(st.dictionaries(letter, st.sampled_from(["#c0392b", "#F80", "Gold", "none"]), max_size=3)),
        **{key: draw(words) for key in ("title", "source", "author", "notes", "licence", "answer")},
    }


@st.composite
def rectangles(draw: st.DrawFn) -> Puzzle:
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = [(row, column) for row in range(1, height + 1) for column in range(1, width + 1)]
    holes = draw(st.lists(st.sampled_from(cells), unique=True, max_size=len(cells) - 1))
    family = {
        "rows": draw(st.lists(line_clues, min_size=height, max_size=height)),
        "columns": draw(st.lists(line_clues, min_size=width, max_size=width)),
    }
    for key in ("falling", "rising"):
        if draw(st.booleans()):
            family[key] = draw(st.lists(line_clues, min_size=height + width - 1, max_size=height + width - 1))
    return rectangle(**family, holes=holes, **draw(details([cell for cell in cells if cell not in holes])))


@st.composite
def triangles(draw: st.DrawFn) -> Puzzle:
    side = draw(st.integers(1, 4))
    family = {name: draw(st.lists(line_clues, min_size=side, max_size=side)) for name in Triangle.directions}
    return triangle(**family, **draw(details(list(triangle(side=side).cells))))


@st.composite
def hexagons(draw: st.DrawFn) -> Puzzle:
    sides = [draw(st.integers(1, 3)) for _ in range(3)]
    family = {
        name: draw(st.lists(line_clues, min_size=n, max_size=n)) for name, n in Hexagon.of(*sides).line_counts.items()
    }
    return hexagon(**family, **draw(details(list(hexagon(sides=sides).cells))))


@st.composite
def free_form(draw: st.DrawFn) -> Puzzle:
    names = draw(
        st.lists(
            st.sampled_from(["1,2", "1", "a b"]) | st.text(letters, min_size=1, max_size=4),
            unique=True,
            min_size=1,
            max_size=5,
        )
    )
    some = st.lists(st.sampled_from(names), min_size=1, max_size=5)
    called = draw(
        st.lists(st.text(letters, min_size=1).filter(lambda text: "line " not in text), unique=True, max_size=3)
    )
    return lines(
        [NamedLine(draw(some), draw(line_clues), name) for name in called], cells=names, **draw(details(names))
    )


@pytest.mark.long
@given(rectangles() | hexagons() | triangles() | free_form())
@settings(max_examples=70)
def test_our_formats_express_every_puzzle(puzzle: Puzzle) -> None:
    assert same(puzzle, "toml") == puzzle
    assert same(puzzle, "json") == puzzle


plain = st.text(st.sampled_from("AB'\"\\.*[]()|^$? #=é"), min_size=1, max_size=8)


@given(
    st.lists(st.lists(plain, max_size=3), min_size=5, max_size=5),
    st.lists(st.lists(plain, max_size=2), min_size=9, max_size=9),
)
@settings(max_examples=40)
def test_trux_text_expresses_rectangles_and_regular_hexagons(
    in_rectangle: list[list[str]], in_hexagon: list[list[str]]
) -> None:
    for puzzle in (
        rectangle(rows=in_rectangle[:2], columns=in_rectangle[2:]),
        hexagon(horizontal=in_hexagon[:3], rising=in_hexagon[3:6], falling=in_hexagon[6:]),
    ):
        assert same(puzzle, "trux") == puzzle


@given(st.lists(st.lists(plain, max_size=2), min_size=8, max_size=8), words, st.sampled_from(["mentioned", "A-C-"]))
@settings(max_examples=40)
def test_the_websites_json_expresses_grids_with_two_clues_on_a_line(
    given: list[list[str]], title: str, alphabet: str
) -> None:
    settings: dict[str, Any] = {
        "dialect": "javascript",
        "title": title,
        "alphabet": alphabet,
        "source": "regexcrossword.com",
    }
    for puzzle in (
        rectangle(rows=given[:5], columns=given[5:], **settings),
        hexagon(horizontal=given[:4], rising=given[4:6], falling=given[6:] + given[:1], **settings),
    ):
        assert same(puzzle, "regexcrossword") == puzzle


simple = st.text(st.sampled_from("ABC."), max_size=5) | st.sampled_from(["(AB|C)*", "[^A]+B?", r"(.)A\1", "A{2}|B"])


@pytest.mark.long
@given(st.lists(simple, min_size=9, max_size=9), words, words)
@settings(max_examples=40)
def test_board_and_hexregex_express_hexagons_whose_clues_can_be_reversed(
    clues: list[str], title: str, author: str
) -> None:
    puzzle = hexagon(
        horizontal=clues[:3], rising=clues[3:6], falling=clues[6:], dialect="javascript", title=title, author=author
    )
    for format in ("board", "hexregex"):
        found = undo_reversals(same(puzzle, format))
        assert found._replace(alphabet=puzzle.alphabet) == puzzle
    board = from_link(to_link(puzzle, "https://example.org/play"))
    (linked,) = read_source(json.dumps(board).encode(), "board.json").puzzles
    assert undo_reversals(linked) == puzzle


@pytest.mark.parametrize("format", ["toml", "json", "trux", "regexcrossword", "board", "hexregex", "slots"])
def test_the_mit_puzzle_has_the_same_only_solution(format: str) -> None:
    original = load(MIT)
    found = same(original, format)
    (witness,) = satcross.check(found).witnesses
    letter_of = dict(zip(map(str, original.cells), original.expected[0], strict=True))
    names = [cell if isinstance(cell, str) else str(cell) for cell in found.cells]
    if format == "slots":
        letter_of = {name.strip("()").replace(" ", ""): letter for name, letter in letter_of.items()}
    assert [letter_of[name] for name in names] == list(witness.letters)


@pytest.mark.parametrize("path", sorted(PUZZLES.glob("*.toml")), ids=lambda path: path.stem)
def test_our_puzzles_are_written_as_they_are_read(path: Path, tmp_path: Path) -> None:
    puzzle = load(path)
    for name in ("copy.toml", "copy.json"):
        save(puzzle, tmp_path / name)
        assert load(tmp_path / name) == puzzle


@pytest.mark.parametrize("format", WRITABLE)
def test_control_characters_of_clues_are_written_as_escapes(format: str) -> None:
    """Every format has a puzzle here that it can express, with such letters plain, in classes and after backslashes."""
    clues = ["[A\x1b]", "\\\u202e|\\\\?\x9b", "\t|\x9b", "[^\U000e0001]", "\u202e|\t", "A|\\\x9b"]
    expressed = 0
    for dialect in ("python", "javascript"):
        for puzzle in (
            rectangle(rows=clues[:2], columns=clues[4:], dialect=dialect),
            hexagon(side=2, horizontal=clues[:3], rising=[*clues[4:], "."], dialect=dialect),
        ):
            try:
                text = to_text(puzzle, format)
            except InexpressibleError:
                continue
            assert all(letter.isprintable() or letter == "\n" for letter in text)
            (found,) = read_source(text.encode(), "puzzle", format).puzzles
            assert {each.letters for each in satcross.solutions(found)} == {
                each.letters for each in satcross.solutions(puzzle)
            }
            expressed += 1
    assert expressed


def test_a_clue_is_reversed_in_the_dialect_of_the_format() -> None:
    puzzle = hexagon(side=1, rising=["(?=.*A)[AB]"])
    assert "[AB](?<=A.*)" in to_text(puzzle, "board")  # of no fixed width: JavaScript only
    assert satcross.check(same(puzzle, "board")).status == "unique"


def test_a_links_text_is_the_puzzle_itself(tmp_path: Path) -> None:
    link = to_link(load(MIT), "https://example.org/hex")
    (tmp_path / "link.txt").write_text(link + "\n")
    assert len(load(link).cells) == len(load(tmp_path / "link.txt").cells) == 127


def test_a_puzzle_may_mention_a_link() -> None:
    puzzle = rectangle(rows=["A"], columns=1, title="?puzzle=1", notes="see https://example.org/?puzzle=2")
    for format in ("toml", "json"):
        assert read_source(
            to_text(puzzle, format).replace("\n", " " if format == "json" else "\n").encode(), "p"
        ).puzzles == (puzzle,)


def test_every_writable_format_names_what_it_cannot_express() -> None:
    odd = lines([NamedLine(["a", "b"], [Clue("A(?=B).")])], given={"a": "A"}, flags="i", alphabet="A-C")
    for format in set(WRITABLE) - {"toml", "json", "link"}:
        with pytest.raises(satcross.SatcrossError, match="cannot express") as caught:
            to_text(odd, format)
        assert caught.value.code == "inexpressible"


@pytest.mark.parametrize(
    ("puzzle", "format", "feature"),
    [
        (rectangle(rows=[["A", "B", "C"]], columns=1, dialect="javascript"), "regexcrossword", "more than two clues"),
        (rectangle(rows=["A"], columns=1), "board", "rectangles"),
        (hexagon(sides=[1, 2, 2], dialect="javascript"), "board", "unequal edges"),
        (hexagon(side=1, horizontal=[["A", "B"]], dialect="javascript"), "board", "more than one clue"),
        (rectangle(rows=["AB"], columns=2, holes=[(1, 1)]), "trux", "holes"),
        (rectangle(rows=["AB"], columns=2, falling=["A", "B"]), "trux", "diagonals"),
        (rectangle(rows=["AB"], columns=2, alphabet="A-C"), "trux", "an alphabet"),
        (rectangle(rows=1, columns=1, alphabet="\U0001f600"), "regexcrossword", "two letters in JavaScript"),
        (rectangle(rows=["(?x)A\tB"], columns=2), "trux", "control characters in a verbose clue"),
        (rectangle(rows=["(A)?\\1B"], columns=1), "regexcrossword", "javascript clues, but this is a python clue"),
        (rectangle(rows=[r".(\N{SP}){0}"], columns=1), "regexcrossword", "it mentions other letters"),
        (rectangle(rows=[r"\w"], columns=["é"]), "regexcrossword", "javascript clues, but this is a python clue"),
        (hexagon(side=1, rising=[r"(?:(A)|B)\1?"], dialect="javascript"), "board", "cannot be reversed"),
    ],
)  # fmt: skip
def test_a_feature_that_a_format_cannot_express_is_named(puzzle: Puzzle, format: str, feature: str) -> None:
    with pytest.raises(satcross.SatcrossError, match=feature):
        to_text(puzzle, format)


@pytest.mark.parametrize(
    ("format", "without"),
    [
        ("toml", ()),
        ("json", ()),
        ("link", ()),
        ("trux", ("the colours", "the solutions")),
        ("regexcrossword", ("the source", "the notes", "the licence", "the answer", "the colours")),
        ("board", ("the source", "the notes", "the licence", "the answer", "the colours", "the solutions")),
    ],
)
def test_what_a_format_leaves_out_of_a_puzzle_is_named(format: str, without: tuple[str, ...]) -> None:
    puzzle = hexagon(
        side=1, horizontal=["A"], title="T", author="Ada", source="S", notes="Two\nlines.", licence="CC0-1.0",
        answer="A", colors={"A": "gold"}, expected=[["A"]], expects_all=True,
    )  # fmt: skip
    text = text_of(puzzle, format)
    assert left_out(puzzle, text, format) == without
    written = same(puzzle, format)
    assert (written.title, written.author) == ("T", "Ada")
    assert left_out(written, text, format) == ()


def test_a_reversed_clue_keeps_the_letters_that_javascript_reads_as_letters() -> None:
    puzzle = rectangle(rows=[Clue(r"aa\Z", is_reversed=True)], columns=3, dialect="javascript")
    found = same(puzzle, "regexcrossword")
    assert [line.clues for line in found.lines[:1]] == [(Clue(r"\Zaa"),)]
    assert [each.letters for each in satcross.solutions(found)] == [("Z", "a", "a")]


CHALLENGES = [
    {
        "id": "tutorial", "name": "Tutorial", "descr": "", "puzzles": [
            {"id": "t1", "name": "The OR", "patternsX": [["A|B"], ["C", ""]], "patternsY": [["AC", None]]},
            {"id": "t2", "name": "Hex", "hexagonal": True, "patternsY": [["A"], ["BC"], ["D"]],
             "patternsX": [["AB"], ["CD"]], "patternsZ": [["DB"], ["CA"]], "solutionMap": [["A"], ["B", "C"], ["D"]]},
        ],
    },
    {"id": "b", "name": "More", "puzzles": [
        {"id": 7, "name": "The OR", "patternsX": [["X"]], "patternsY": [["X"]], "characters": ["X", "-", "Y"]}]},
]  # fmt: skip


def test_a_challenges_file_holds_many_puzzles_to_choose_from() -> None:
    source = read_source(json.dumps(CHALLENGES).encode(), "challenges.json")
    assert [entry.name for entry in source.entries] == ["The OR", "Hex", "The OR"]
    assert choose(source, "Hex") is choose(source, "t2") is choose(source, 2) is choose(source, "2")
    assert choose(source, "7") is source.entries[2]
    assert source.puzzles[2].alphabet == "-XY"
    assert [puzzle.dialect for puzzle in source.puzzles] == ["javascript"] * 3
    for wanted, message in ((None, "has 3 puzzles"), ("The OR", "2 puzzles have the name"), ("Hx", "no puzzle 'Hx'")):
        with pytest.raises(satcross.SatcrossError, match=message):
            choose(source, wanted)


def test_an_irregular_hexagon_of_the_website_has_its_known_solution() -> None:
    puzzle = read_source(json.dumps(CHALLENGES).encode(), "challenges.json").puzzles[1]
    assert puzzle.shape.sizes == (1, 2, 2)
    assert [witness.letters for witness in satcross.check(puzzle).witnesses] == list(puzzle.expected)


BANK = Path(__file__).parents[2] / "hostile" / "good" / "bank.json"


@pytest.mark.parametrize("is_solved", [False, True])
def test_a_cell_of_hexregex_holds_any_letter_from_a_to_z(is_solved: bool) -> None:
    """No clue mentions the letters of the solution, but they are among A-Z; any others are there for its sake."""
    table: dict[str, Any] = {"kind": "rect", "rows": 1, "cols": 2, "x": ["[^AC-Z]", "."], "y": [".[^A-Y]"]}
    (found,) = read_source(
        json.dumps(table | {"solution": ["BZ"]} if is_solved else table).encode(), "one.json"
    ).puzzles
    assert [each.letters for each in satcross.solutions(found)] == [("B", "Z")]
    assert satcross.check(found).status == "unique"
    (found,) = read_source(json.dumps(table | {"solution": ["bé"]}).encode(), "one.json").puzzles
    assert ("b", "é") in {each.letters for each in satcross.solutions(found)}


def test_the_letters_of_a_solution_of_the_website_belong_to_its_alphabet() -> None:
    table: dict[str, Any] = {"patternsX": [["[^A]"], ["."]], "patternsY": [["[^A]."]], "solutionMap": ["XY"]}
    for characters in ([], ["A"]):
        (found,) = read_source(json.dumps(table | {"characters": characters}).encode(), "one.json").puzzles
        assert found.alphabet == "AXY"
        assert ("X", "Y") in {each.letters for each in satcross.solutions(found)}
    (found,) = read_source(json.dumps(table | {"solutionMap": ["AA"]}).encode(), "one.json").puzzles
    assert found.alphabet == "mentioned"


def test_a_bank_of_hexregex_holds_many_puzzles_to_choose_from(tmp_path: Path) -> None:
    source = open_source(BANK)
    assert (source.format, [entry.name for entry in source.entries]) == ("hexregex", ["small", "pair"])
    assert [puzzle.shape.kind for puzzle in source.puzzles] == ["hexagon", "rectangle"]
    assert choose(source, "pair") is choose(source, 2)
    for number, table in enumerate(json.loads(BANK.read_text())["puzzles"]):
        (alone,) = read_source(json.dumps(table).encode(), "one.json").puzzles
        assert source.puzzles[number] == alone
    save(load(BANK, "pair"), tmp_path / "pair.toml")
    assert load(tmp_path / "pair.toml").lines == source.puzzles[1].lines


@pytest.mark.parametrize("is_object", [False, True])
def test_a_list_holds_puzzles_in_all_json_formats(is_object: bool) -> None:
    """Each entry is read as a file with nothing else is, and an error in it has the line of the whole file."""
    hexagonal = hexagon(side=1, horizontal=["A"], rising=["A"], falling=["A"], dialect="javascript")
    grid = rectangle(rows=["AB"], columns=["A", "B"], dialect="javascript")
    free = lines([NamedLine(["a", "b"], "AB", "top")], cells=["a", "b"])
    one_by_one = [(hexagonal, "json"), (free, "json"), (grid, "regexcrossword"), (hexagonal, "board")]
    one_by_one += [(grid, "hexregex"), (hexagonal, "hexregex"), (free, "slots")]
    texts = [text_of(puzzle, format) for puzzle, format in one_by_one]
    head, tail = ('{"puzzles": [\n', "]}") if is_object else ("[\n", "]")
    for start in range(len(texts)):
        turned = texts[start:] + texts[:start]
        source = read_source((head + ",\n".join(turned) + tail).encode(), "list.json")
        assert source.puzzles == tuple(
            each for text in turned for each in read_source(text.encode(), "one.json").puzzles
        )
        for number in range(len(turned)):
            name = source.puzzles[number].lines[0].name
            error = explain(source, number, PuzzleError("wrong", place=[name, ClueName(1)]))
            line_number = int(error.place[0].removeprefix("list.json:"))
            assert re.search('"(A|AB)"', (head + ",\n".join(turned) + tail).split("\n")[line_number - 1])


def test_the_slots_of_one_puzzle_are_not_a_list_of_puzzles() -> None:
    pairs = [[["a", "b"], "AB"], [["b", "c"], "BC"]]
    objects = [{"cells": cells, "regex": regex} for cells, regex in pairs]
    for slots in (pairs, objects):
        (found,) = read_source(json.dumps(slots).encode(), "slots.json").puzzles
        assert len(found.lines) == 2
        assert len(read_source(json.dumps([{"slots": slots}] * 3).encode(), "list.json").puzzles) == 3


def test_a_list_has_a_limit() -> None:
    one = {"kind": "rect", "rows": 1, "cols": 1, "x": ["A"], "y": ["A"]}
    assert len(read_source(json.dumps([one] * 20).encode(), "list.json").puzzles) == 20
    with pytest.raises(satcross.SatcrossError, match="more puzzles than the limit"):
        read_source(json.dumps([one] * 10_001).encode(), "list.json")


def test_standard_input_is_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(MIT.read_bytes())))
    assert open_source("-").puzzles == (load(MIT),)


@pytest.mark.parametrize("format", sorted(set(WRITABLE) - {"toml", "json", "link"}))
def test_our_puzzles_have_the_same_solutions_in_every_format_that_can_express_them(format: str) -> None:
    held = 0
    for path in sorted(PUZZLES.glob("*.toml")):
        original = load(path)
        try:
            found = same(original, format)
        except satcross.SatcrossError as error:
            refusal = error.code
        else:
            refusal, held = "inexpressible", held + 1
            number_of = {address_text(cell): number for number, cell in enumerate(found.cells)}
            order = [number_of[address_text(cell)] for cell in original.cells]
            solutions = {tuple(each.letters[number] for number in order) for each in satcross.solutions(found)}
            assert solutions == set(original.expected), path.stem
        assert refusal == "inexpressible", path.stem
    assert held >= 5
