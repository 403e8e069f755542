"""A service that makes puzzles needs no temporary file, and its mistakes are named."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import satcross
from satcross.puzzle.files import WRITABLE

ROOT = Path(__file__).parents[1]
HELLO = satcross.load(ROOT / "puzzles" / "hello.toml")


@pytest.mark.parametrize("path", sorted((ROOT / "puzzles").glob("*.toml")), ids=lambda path: path.stem)
def test_dumps_writes_what_loads_reads(path: Path) -> None:
    puzzle = satcross.load(path)
    if any(hasattr(clue, "words") for line in puzzle.lines for clue in line.clues):
        pytest.skip("a text cannot refer to word lists")
    for text in (satcross.dumps(puzzle), satcross.dumps(puzzle, "json"), json.dumps(puzzle.as_json())):
        assert satcross.loads(text) == puzzle


@pytest.mark.parametrize("format", WRITABLE)
def test_dumps_gives_the_text_that_save_writes(format: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle"
    try:
        satcross.save(HELLO, path, format)
    except satcross.PuzzleError:
        with pytest.raises(satcross.PuzzleError):
            satcross.dumps(HELLO, format)
    else:
        assert satcross.dumps(HELLO, format) == path.read_text("utf-8")


def test_save_writes_to_open_files(tmp_path: Path) -> None:
    data, text = io.BytesIO(), io.StringIO()
    satcross.save(HELLO, data)
    satcross.save(HELLO, text, "json")
    assert satcross.loads(data.getvalue().decode()) == satcross.loads(text.getvalue()) == HELLO
    for mode in ("w", "wb"):
        with open(tmp_path / "puzzle.json", mode) as file:
            satcross.save(HELLO, file)
        assert json.loads((tmp_path / "puzzle.json").read_text())["title"] == "Hello"
    with pytest.raises(satcross.OptionError, match="a string, a path or an open file"):
        satcross.save(HELLO, 3)  # type: ignore[call-overload]


@pytest.mark.parametrize("rows", [True, False, [{}], ["A", {}], [["A", {}]], [b""], [{"regex": "A"}]], ids=repr)
def test_what_is_no_clue_is_refused(rows: object) -> None:
    with pytest.raises((satcross.OptionError, satcross.PuzzleError), match=r"not a clue|a sequence or a whole number"):
        satcross.rectangle(rows=rows, columns=1)  # type: ignore[arg-type]


def test_the_errors_are_names_of_the_package() -> None:
    """Every error of the library that the documentation names can be caught as `satcross.NAME`."""
    for name in (
        "SatcrossError",
        "PuzzleError",
        "RegexError",
        "OptionError",
        "LimitError",
        "MissingError",
        "ManyErrors",
    ):
        assert issubclass(getattr(satcross, name), satcross.SatcrossError)
    assert issubclass(satcross.TimeUp, Exception)


def test_answers_are_short_in_a_console_and_pictures_in_a_notebook() -> None:
    lint = satcross.lint(HELLO)
    made = satcross.generate(satcross.Request(satcross.rectangle(rows=2, columns=2), seed=3))
    generated = made if hasattr(made, "puzzle") else next(iter(made))
    answers = (satcross.count(HELLO), lint, satcross.next_hint(HELLO), generated)
    for answer in answers:
        assert repr(answer).startswith(f"<{type(answer).__name__} ")
        assert len(repr(answer)) < 120
        assert answer._repr_html_().startswith(("<p", "<img"))
    assert repr(answers[0]) == "<Count 1 solution, by propagation>"
    assert "<img" in lint._repr_html_()
    assert "<img" in generated._repr_html_()


def test_mixed_lists_of_puzzles_and_files_are_fine_for_mypy(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "user.py").write_text(
        "import satcross\nfrom pathlib import Path\n"
        "puzzle = satcross.line('A', 1)\n"
        "for many in (satcross.check_many, satcross.solve_many, satcross.count_many, satcross.lint_many):\n    pass\n"
        "satcross.check_many([puzzle, 'a.toml', Path('b.toml')])\n"
        "satcross.count_many([puzzle, 'a.toml'])\n"
        "names: list[str] = ['a.toml']\n"
        "satcross.lint_many(names)\n"
        "text: str = satcross.dumps(puzzle)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(tmp_path / "user.py")],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_a_hint_says_that_letters_have_to_be_capitals() -> None:
    with pytest.raises(satcross.PuzzleError) as caught:
        satcross.next_hint(HELLO, "hi\n..")
    assert caught.value.hint is not None
    assert caught.value.hint.startswith("write H;")
