"""Every kind of shape goes through everything that can be done with a puzzle.

A kind that `SHAPES` lists is taken through all of it, and so is every command, format and kind of picture; what is not
for puzzles of a shape is named below.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from itertools import pairwise, product
from pathlib import Path
from typing import Final

import pytest

import satcross
from satcross import Puzzle
from satcross.author.remedies import arrangements
from satcross.cli import main
from satcross.cli.commands import COMMANDS
from satcross.errors import OptionError, PuzzleError
from satcross.generator.theme import PLACES, themed
from satcross.pictures.embedding import embed
from satcross.pictures.outline import outline
from satcross.pictures.page import player_parts
from satcross.pictures.rendering import FORMATS
from satcross.pictures.text import text_of
from satcross.play.game import PlayBoard
from satcross.puzzle import Clue, Solution
from satcross.puzzle.files import READABLE, WRITABLE, open_source, to_text
from satcross.puzzle.kinds import SHAPES, Kind, Shape
from satcross.puzzle.settings import with_settings
from satcross.puzzle.shapes import CONSTRUCTORS, NamedLine, lines
from satcross.studio.documents import document_of, read_draft
from satcross.studio.messages import GridOf
from satcross.studio.shape import layout_of, reshaped, shape_of
from satcross.studio.typed_json import fault
from tools.site.content import content, published

ROOT = Path(__file__).parents[1]
LETTERS = "SATISFYINGCROSSWORDPUZZLE"


def bare(kind: Kind, size: int = 3) -> Puzzle:
    """Return a small puzzle of this kind without clues."""
    if kind == "lines":
        return lines([NamedLine(cells) for cells in ("abc", "dec", "fbe")])
    shape = SHAPES[kind].of(*SHAPES[kind].sizes_of(*[size] * len(SHAPES[kind].options)))
    return CONSTRUCTORS[kind](**shape.arguments)


def sample(kind: Kind, dialect: str = "javascript") -> Puzzle:
    """Return a puzzle of this kind whose only solution is the beginning of `LETTERS`: each line has its string."""
    puzzle = bare(kind)
    letters = tuple(LETTERS[: len(puzzle.cells)])
    clued = [line._replace(clues=(Clue("".join([letters[cell] for cell in line.cells])),)) for line in puzzle.lines]
    return with_settings(
        puzzle._replace(
            lines=tuple(clued), expected=(letters,), expects_all=True, title="Shaped", author="T", licence="CC0-1.0"
        ),
        dialect=dialect,
    )


def is_same(puzzle: Puzzle, other: Puzzle) -> bool:
    """Return whether two puzzles have the same cells, lines and clues in the same shape."""
    return (puzzle.shape, puzzle.cells, puzzle.lines) == (other.shape, other.cells, other.lines)


def without_clues(puzzle: Puzzle) -> Puzzle:
    return puzzle._replace(lines=tuple([line._replace(clues=()) for line in puzzle.lines]))


each_kind = pytest.mark.parametrize("kind", SHAPES)


# -- the class


@each_kind
def test_its_lines_visit_every_cell_and_lead_straight_on(kind: Kind) -> None:
    """The places of `lines`, their numbers and the steps between them are those that the other answers give."""
    puzzle = bare(kind, 4)
    shape = puzzle.shape
    assert shape.kind == kind == shape.noun
    assert getattr(satcross, kind) is not None
    if not shape.is_grid:
        assert kind not in CONSTRUCTORS
        return
    middles = shape.centres()
    assert list(puzzle.cells) == list(middles)
    assert len(middles) == shape.place_count
    for name, listed in shape.lines().items():
        assert shape.line_counts[name] == len(listed)
        assert sorted(place for places in listed for place in places) == sorted(middles)
        right, down = shape.point(shape.directions[name].reading)
        for places in listed:
            for one, two in pairwise(places):
                step = (middles[two][0] - middles[one][0], middles[two][1] - middles[one][1])
                assert step == pytest.approx((right, down))


def coordinates(shape: Shape) -> set[tuple[int, ...]]:
    spans = enumerate(shape.spans())
    places = [(first + index, row) for row, (first, width) in spans for index in range(width)]
    return {place if shape.lattice == "square" else (*place, -sum(place)) for place in places}


@each_kind
def test_its_symmetries_move_the_grid_onto_itself(kind: Kind) -> None:
    shape = bare(kind, 4).shape
    places = coordinates(shape)
    found = 0
    for axes, signs in shape.symmetries():
        found += 1
        moved = [tuple(sign * place[axis] for axis, sign in zip(axes, signs, strict=True)) for place in places]
        shifts = [min(each[axis] for each in moved) - min(each[axis] for each in places) for axis in range(len(axes))]
        assert {tuple(each - shift for each, shift in zip(one, shifts, strict=True)) for one in moved} == places
    assert (found > 1) is shape.is_grid


# -- formats


@pytest.mark.parametrize(("kind", "format"), [*product(SHAPES, WRITABLE)])
def test_each_format_is_written_and_read_back_or_refuses_the_shape(kind: Kind, format: str, tmp_path: Path) -> None:
    puzzle = sample(kind, "python" if format == "trux" else "javascript")
    if format not in ("toml", "json", "link", *puzzle.shape.formats):
        with pytest.raises(PuzzleError, match=f"cannot express {puzzle.shape.feature}$"):
            to_text(puzzle, format)
        return
    (tmp_path / "p").write_text(to_text(puzzle, format), encoding="utf-8")
    (again,) = open_source(tmp_path / "p", format).puzzles  # which may have marked clues as reversed
    assert is_same(without_clues(again), without_clues(puzzle))
    assert satcross.check(again).status == "unique"
    assert [each.letters for each in satcross.solutions(again)] == list(puzzle.expected)
    assert format in READABLE


@each_kind
def test_its_keys_and_the_schema_agree(kind: Kind) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((ROOT / "docs" / "puzzle.schema.json").read_text("utf-8"))
    assert schema["properties"]["shape"]["enum"] == list(SHAPES)
    jsonschema.validate(json.loads(to_text(sample(kind), "json")), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**json.loads(to_text(sample(kind), "json")), "sise": 3}, schema)


# -- pictures


@pytest.mark.parametrize(("kind", "format"), [*product(SHAPES, FORMATS)])
def test_each_kind_of_picture_shows_every_letter(kind: Kind, format: str) -> None:
    if format in ("pdf", "png"):
        pytest.importorskip({"pdf": "reportlab", "png": "PIL"}[format], reason="needs the extra of this format")
    puzzle = sample(kind)
    letters = puzzle.expected[0]
    drawn = satcross.render(puzzle, format) if format == "html" else satcross.render(puzzle, format, letters=letters)
    if format in ("svg", "txt"):
        assert set(letters) <= set(drawn.decode())
    assert len(drawn) > 20


@each_kind
def test_the_outline_numbers_each_line(kind: Kind) -> None:
    puzzle = sample(kind)
    drawn = text_of(outline(puzzle, None if puzzle.shape.is_grid else embed(puzzle)))
    assert len(re.findall(r"\d", drawn)) >= len({line.cells[0] for line in puzzle.lines})


# -- commands

RUNS: Final[Mapping[str, tuple[str, ...]]] = {
    "solve": ("solve p.toml", "solve --all --json p.toml", "solve --trace p.toml"),
    "check": ("check p.toml", "check --difficulty p.toml"),
    "count": ("count p.toml",),
    "explain": ("explain p.toml", "explain --plain p.toml"),
    "hint": ("hint p.toml --level letters",),
    "mark": ("mark p.toml grids.jsonl",),
    "lint": ("lint p.toml",),
    "prove": ("prove p.toml -o proof",),
    "verify": ("verify p.toml proof",),
    "export": ("export p.toml -o p.cnf",),
    "encodings": ("encodings p.toml",),
    "decode": ("decode p.toml p.cnf answer.txt",),
    "render": ("render p.toml --solution -o p.svg", "render p.toml -o p.html"),
    "site": ("site p.toml -o site",),
    "show": ("show p.toml", "show --json p.toml"),
    "convert": ("convert p.toml q.json", "check q.json"),
    "generate": ("generate --shape p.toml --seed 1 -o new.toml", "check new.toml"),
    "repair": ("repair p.toml",),
}
"""What each command does with a puzzle of any shape; every answer is yes, but lint finds something."""
ELSEWHERE: Final = {"play", "studio"}
NO_PUZZLE: Final = {"fill", "slots", "template", "regex", "match", "completion"}


def run(line: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    status = main(line.split())
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_every_command_is_here() -> None:
    assert {*RUNS, *ELSEWHERE, *NO_PUZZLE} == set(COMMANDS)


@pytest.mark.long
@pytest.mark.parametrize(("kind", "command"), [*product(SHAPES, RUNS)])
def test_each_command(
    kind: Kind, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    puzzle = sample(kind)
    satcross.save(puzzle, "p.toml")
    rows = Solution(puzzle, tuple(puzzle.expected[0])).rows
    Path("grids.jsonl").write_text(json.dumps({"name": "Ann", "rows": rows}))
    before = {"verify": "prove", "decode": "export"}.get(command)
    for line in (*(RUNS[before] if before else ()), *RUNS[command]):
        if line.startswith("decode"):
            Path("answer.txt").write_text(answer_of(puzzle, Path("p.cnf").read_text("utf-8")))
        status, out, err = run(line, capsys)
        assert status == (1 if command == "lint" else 0), (line, out, err)
        if line in ("solve p.toml", "decode p.toml p.cnf answer.txt"):
            assert "".join(puzzle.expected[0][:2]) in re.sub(r"[^A-Z]", "", out)


def answer_of(puzzle: Puzzle, formula: str) -> str:
    """Return what a SAT solver prints for `formula`: the variables of the only solution."""
    names = map(satcross.puzzle.address_text, puzzle.cells)
    held = set(zip(names, puzzle.expected[0], strict=True))
    words = [line.split() for line in formula.splitlines() if line.startswith("c x ")]
    return f"s SATISFIABLE\nv {' '.join(each[2] for each in words if (each[3], each[4]) in held)} 0\n"


@each_kind
def test_a_template_is_refused_by_name_or_filled(
    kind: Kind, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    satcross.save(bare(kind), tmp_path / "p.toml")
    status, _, err = run(f"slots {tmp_path / 'p.toml'}", capsys)
    if SHAPES[kind].lattice == "square":
        assert "shape" not in err
    else:
        assert (status, f"of the shape {kind}" in err) == (2, True)


@each_kind
def test_the_wrong_size_and_unknown_keys_are_refused(
    kind: Kind, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "p.toml").write_text(f'shape = "{kind}"\nsise = 3\n')
    status, _, err = run(f"check {tmp_path / 'p.toml'}", capsys)
    assert status == 2
    assert "Traceback" not in err
    if kind in CONSTRUCTORS:
        with pytest.raises(OptionError):
            CONSTRUCTORS[kind](**SHAPES[kind].of(*bare(kind).shape.sizes).arguments, holes=3)


# -- author and generator


@each_kind
def test_no_solution_is_diagnosed_with_every_arrangement(kind: Kind) -> None:
    puzzle = sample(kind)
    wrong = puzzle.lines[-1]._replace(clues=(Clue("Q" * len(puzzle.lines[-1].cells)),))
    found = satcross.diagnose(puzzle._replace(lines=(*puzzle.lines[:-1], wrong), expected=()))
    assert found.kind == "conflict"
    others = [arranged for arranged, _ in arrangements(puzzle)]
    assert bool(others) is puzzle.shape.is_grid
    assert all(each.cells == puzzle.cells for each in others)


@pytest.mark.parametrize(("kind", "at"), [*product(SHAPES, PLACES)])
def test_each_place_of_a_theme_holds_it_or_is_refused(kind: Kind, at: str) -> None:
    puzzle = bare(kind)
    if at not in puzzle.shape.theme_places:
        with pytest.raises(OptionError, match=f"has no {at}"):
            themed(puzzle, "AB", at)
        return
    assert [letter for letter in themed(puzzle, "A", at) if letter] == ["A"]
    if puzzle.shape.is_grid:
        with pytest.raises(OptionError) as refused:
            themed(puzzle, "A " * 40, at)
        assert f"{next(iter(puzzle.shape.options))}" in str(refused.value.hint)
        larger = puzzle.shape.enlarged(at, 40)
        assert (
            len([letter for letter in themed(CONSTRUCTORS[kind](**larger.arguments), "A" * 7, "border") if letter]) == 7
        )


@pytest.mark.long
@pytest.mark.parametrize("kind", [kind for kind in SHAPES if SHAPES[kind].options])
def test_a_puzzle_is_generated_by_its_options(kind: Kind, capsys: pytest.CaptureFixture[str]) -> None:
    options = [word for name in SHAPES[kind].options for word in (f"--{name}", "2")]
    assert main(["generate", *options, "--seed", "2", "--json"]) == 0
    made = satcross.loads(json.loads(capsys.readouterr().out)["puzzle"])
    assert made.shape == bare(kind, 2).shape


# -- players and pages


@each_kind
def test_the_terminal_shows_each_cell_once(kind: Kind) -> None:
    app = pytest.importorskip("satcross.play.app", reason="needs the extra play")
    board = PlayBoard(sample(kind))
    for size in ((120, 40), (30, 12)):
        rows = app.grid_rows(board, *size)
        shown = [piece.cell for row in rows for piece in row if piece.cell is not None and piece.is_middle]
        assert set(shown) == set(range(len(board.puzzle.cells)))


@pytest.mark.parametrize(("kind", "other"), [*product(SHAPES, SHAPES)])
def test_the_studio_reads_draws_and_reshapes_it(kind: Kind, other: Kind) -> None:
    puzzle = sample(kind)
    draft = read_draft(document_of(puzzle))
    assert is_same(draft.puzzle, puzzle)
    assert fault(shape_of(puzzle), GridOf) == ""
    assert len(layout_of(puzzle, 1)["cells"]) == len(puzzle.cells)
    made = read_draft(reshaped(draft, shape_of(sample(other)))).puzzle
    assert is_same(without_clues(made), bare(other))


@each_kind
def test_the_pages_offer_it(kind: Kind) -> None:
    dialog = (ROOT / "satcross" / "studio" / "page" / "index.html").read_text("utf-8")
    assert f'name="shape" value="{kind}"' in dialog
    for name in SHAPES[kind].parameters:
        assert re.search(rf'data-for="[^"]*\b{kind}\b[^"]*"(?:(?!</div>).)*data-size="{name}"', dialog, re.S)
    solving = (ROOT / "site" / "solve.html").read_text("utf-8")
    assert (f'name="kind" value="{kind}"' in solving) is (kind in CONSTRUCTORS)


@pytest.mark.long
@each_kind
def test_the_gallery_shows_it(kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.site.content.PUZZLES", tmp_path)
    for name in ("owl", "crane"):  # the page also needs puzzles for the next days
        shutil.copy(ROOT / "puzzles" / "generated" / f"{name}.toml", tmp_path)
    satcross.save(sample(kind), tmp_path / "shaped.toml")
    templates = {"gallery.html": b"<body><!-- filters --><!-- gallery --></body>"}
    page = content(templates, published([*tmp_path.iterdir()]))["gallery.html"].decode()
    (shown,) = re.findall(r'data-puzzle="shaped"[^>]*data-shape="(.*?)"', page)
    assert f'<option value="{shown}">' in page


READING = """
const content = {firstElementChild: {namespaceURI: "svg"}};
const element = () => ({content, setAttribute() {}, append() {}, style: {}, dataset: {}});
globalThis.document = {createElementNS: element, createElement: element, addEventListener() {}};
const {pageOf} = await import("./js/reading.js");
const {data} = await pageOf({puzzle: JSON.parse(process.argv[2])}, "x");
const lines = data.lines.map(({name, cells}) => [name, cells]);
console.log(JSON.stringify({places: data.places, names: data.names, lines, colors: data.colors}));
"""


@each_kind
def test_the_page_reads_it_from_a_link_as_satcross_does(kind: Kind, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    for name, folder in (
        ("js", "site/js"),
        ("player", "satcross/pictures/page/player"),
        ("page", "satcross/studio/page"),
    ):
        shutil.copytree(ROOT / folder, tmp_path / name)
    (tmp_path / "run.mjs").write_text(READING)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    puzzle = sample(kind)._replace(colors=(("A", "gold"),))
    done = subprocess.run([node, "run.mjs", to_text(puzzle, "json")], cwd=tmp_path, capture_output=True, text=True)
    assert done.stderr == ""
    read = json.loads(done.stdout)
    ours = player_parts(puzzle).data
    assert read["colors"] == ours["colors"] == {"A": "gold"}
    assert read["lines"] == [[line["name"], list(line["cells"])] for line in ours["lines"]]
    if puzzle.shape.is_grid:  # it cannot place other cells
        assert read["names"] == ours["names"]
        assert read["places"] == [pytest.approx(place, abs=0.1) for place in ours["places"]]
