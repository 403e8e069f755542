"""`satcross render`: the file asked for, or one clear error and no file."""

from pathlib import Path

import pytest

from satcross.cli import main
from tests.cli.small import NONE, SEVERAL

UNIQUE = 'shape = "rectangle"\n[clues]\nrows = ["HE|LL|O+", "[PLEASE]+"]\ncolumns = ["[^SPEAK]+", "EP|IP|EF"]\n'
TEXTS = {"unique.toml": UNIQUE, "several.toml": SEVERAL, "none.toml": NONE}


@pytest.mark.parametrize(
    ("name", "start"),
    [("a.svg", b"<?xml"), ("a.html", b"<!DOCTYPE html>"), ("a.HTM", b"<!DOCTYPE html>"), ("a.txt", "  ┌".encode())],
)
def test_the_ending_says_what_is_drawn(folder: Path, name: str, start: bytes) -> None:
    assert main(["render", "unique.toml", "-o", name]) == 0
    assert (folder / name).read_bytes().startswith(start)


@pytest.mark.parametrize(("name", "start"), [("a.pdf", b"%PDF-"), ("a.png", b"\x89PNG")])
def test_extras_draw_pdf_and_png(folder: Path, name: str, start: bytes) -> None:
    pytest.importorskip("reportlab")
    pytest.importorskip("pypdfium2")
    assert main(["render", "unique.toml", "-o", name, "--page", "letter", "--pixels", "300"]) == 0
    assert (folder / name).read_bytes().startswith(start)


def drawn(arguments: list[str], capfdbinary: pytest.CaptureFixture[bytes]) -> str:
    assert main(["render", *arguments, "-o", "-", "--format", "txt", "--ascii"]) == 0
    return capfdbinary.readouterr().out.decode()


def test_text_goes_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert "_ _" in drawn(["unique.toml"], capfdbinary)
    assert "row 1     HE|LL|O+" in drawn(["unique.toml"], capfdbinary)
    assert "H E" in drawn(["unique.toml", "--solution"], capfdbinary)
    assert "H E" in drawn(["unique.toml", "--candidates"], capfdbinary)
    assert "[" in drawn(["several.toml", "--differences"], capfdbinary)


def test_where_nothing_is_marked_the_reason_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["render", "--differences", "unique.toml", "-o", "a.txt"]
    assert main(arguments) == 0
    assert "there is only one solution" in capsys.readouterr().err
    Path("any.toml").write_text("alphabet = 'any'\n[clues]\nrows = ['.']\ncolumns = 1\n")
    assert main(["render", "--differences", "any.toml", "-o", "a.txt"]) == 0
    assert "the solutions differ only in letters that no clue tells apart" in capsys.readouterr().err


@pytest.mark.parametrize("what", ["--solution", "--candidates", "--differences"])
def test_without_a_solution_there_is_no_file(folder: Path, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "none.toml", what, "-o", "a.svg"]) == 1
    assert capsys.readouterr().err == "satcross: nothing was drawn: there is no solution; satcross check says why\n"
    assert not (folder / "a.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "a.gif"], "no kind of picture has the extension .gif"),
        (["-o", "a.sgv"], "did you mean svg?"),
        (["-o", "picture"], "the file name has no extension that names a kind of picture"),
        (["-o", "-"], "standard output has no file extension"),
        (["-o", "a.svg", "--solution", "--candidates"], "not allowed with"),
        (["-o", "a.html", "--solution"], "shows no solution"),
        (["-o", "a.png", "--pixels", "0"], "not a whole number of 1 or more"),
        (["-o", "nowhere/a.svg"], "cannot be written"),
    ],
)
def test_what_makes_no_sense_is_one_clear_error(
    folder: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(folder.iterdir())
    assert main(["render", "unique.toml", *arguments]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert not printed.out
    assert sorted(folder.iterdir()) == before
