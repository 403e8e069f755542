"""`satcross fill`, `slots` and `template`: what they print where, and their exit statuses."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

from satcross.cli import main
from satcross.words.files import load_template

ROOT = Path(__file__).resolve().parents[2]
WORDS = str(ROOT / "puzzles" / "words" / "small.txt")
TEMPLATES = ROOT / "puzzles" / "fill"


def fill(*arguments: str) -> int:
    return main(["fill", *arguments, "--words", WORDS, "--no-cache"])


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    class Typed:
        buffer = io.BytesIO(text.encode())

    monkeypatch.setattr("sys.stdin", Typed)


def test_the_grid_alone_is_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert fill(str(TEMPLATES / "quiz132-simple.txt"), "--seed", "1") == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    rows = printed.out.split("\n\n")
    assert len(rows) == 5
    assert rows[1][2] == "#"


def test_a_file_can_go_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    template = str(TEMPLATES / "open5.txt")
    for format in ("ipuz", "svg"):
        path = Path(f"grid.{format}")
        assert fill(template, "--seed", "1", "-o", str(path)) == 0
        capfdbinary.readouterr()
        assert fill(template, "--seed", "1", "-o", "-", "--format", format) == 0
        assert capfdbinary.readouterr().out == path.read_bytes()


def test_a_fresh_seed_is_told_and_gives_the_same_fill_again(capsys: pytest.CaptureFixture[str]) -> None:
    template = str(TEMPLATES / "open5.txt")
    assert fill(template) == 0
    first = capsys.readouterr()
    assert first.err.startswith("seed ")
    assert fill(template, "--seed", first.err.split()[1]) == 0
    assert capsys.readouterr().out == first.out


def test_the_style_of_the_quiz_and_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "._.\n.#.\n...\n")
    assert fill("-", "--seed", "1", "--style", "quiz") == 0
    lines = capsys.readouterr().out.split("\n")
    assert [len(line) for line in lines] == [5, 0, 5, 0, 5, 0]
    assert lines[2][2] == " "


def test_several_fills_and_their_end(capsys: pytest.CaptureFixture[str]) -> None:
    Path("words").write_text("ab\ncd\nac\nbd\n")
    Path("template").write_text("..\n..\n")
    arguments = ["fill", "template", "--words", "words", "--seed", "1", "--count", "5"]
    assert main([*arguments, "--no-cache"]) == 0
    printed = capsys.readouterr()
    assert sorted(printed.out.split("\n\n")) == sorted(["AB\nCD", "AC\nBD\n"]) or printed.out.count("\n") == 5
    assert "2 of 5 fills: there are no others" in printed.err
    assert main([*arguments, "--no-cache", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["status"], answer["count"], answer["complete"], answer["seed"]) == ("filled", 2, True, 1)
    assert answer["solutions"][0]["words"]["1 across"] == answer["solutions"][0]["rows"][0]


def test_unfillable_is_1_and_out_of_time_is_3_with_a_partial_fill(capsys: pytest.CaptureFixture[str]) -> None:
    Path("template").write_text("Q _ Z\n")
    assert fill("template", "--seed", "1") == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "unfillable" in printed.err
    assert "Q_Z" in printed.err
    Path("hard").write_text("_ _ _ _ _ _\n" * 6)
    assert fill("hard", "--seed", "1", "--timeout", "0.000001") == 3
    printed = capsys.readouterr()
    assert "_" in printed.out
    assert "unknown: out of time" in printed.err
    assert "unfillable" not in printed.err


def test_a_proof_is_written_where_there_is_no_fill(capsys: pytest.CaptureFixture[str]) -> None:
    Path("template").write_text("Q _ Z\n")
    assert fill("template", "--seed", "1", "--proof", "proof") == 1
    assert "proof: satcross verify" in capsys.readouterr().err
    assert {"formula.cnf", "proof.drat", "manifest.json", "puzzle.toml"} <= {
        path.name for path in Path("proof").iterdir()
    }


def test_a_template_that_the_words_cannot_fill_is_named_and_no_seed_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("words").write_text("tea\n")
    for command in ("fill", "slots"):
        typed(monkeypatch, "_ _ _ _\n")
        assert main([command, "-", "--words", "words"]) == 2
        assert capsys.readouterr().err.startswith("<standard input>, 1 across (row 1, column 1): the slot has 4 cells")


@pytest.mark.parametrize(
    ("template", "message"),
    [("_ _\n_\n", "the row has one place"), ("?\n", "a place cannot be"), ("##\n", "no open cell"), ("", "empty")],
)
def test_bad_templates_are_2_and_one_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, template: str, message: str
) -> None:
    typed(monkeypatch, template)
    assert fill("-", "--seed", "1") == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert message in printed.err


def test_files_are_written_in_the_format_of_their_ending(capsys: pytest.CaptureFixture[str]) -> None:
    template = str(TEMPLATES / "mini7.txt")
    assert fill(template, "--seed", "1", "-o", "grid.ipuz") == 0
    assert fill(template, "--seed", "1", "-o", "grid.svg") == 0
    assert json.loads(Path("grid.ipuz").read_text())["dimensions"] == {"width": 7, "height": 7}
    assert Path("grid.svg").read_text().startswith(("<?xml", "<svg"))
    assert capsys.readouterr().out == ""
    assert fill(template, "-o", "grid.docx") == 2
    assert fill(template, "-o", "-") == 2
    assert fill(template, "--format", "ipuz") == 2
    assert fill(template, "-o", "-", "--format", "docx") == 2
    assert fill(template, "-o", "grid.ipuz", "--count", "2") == 2


def test_slots_lists_every_slot_and_the_letters_of_cells(capsys: pytest.CaptureFixture[str]) -> None:
    template = str(TEMPLATES / "prefilled9.txt")
    assert main(["slots", template, "--words", WORDS, "--no-cache", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["slots"]) == 30
    given = next(slot for slot in answer["slots"] if slot["slot"] == "14 across")
    assert (given["pattern"], given["left"], given["length"], given["crossings"]) == ("SAT", 1, 3, 1)
    assert answer["letters"]["5,1"] == "S"
    assert main(["slots", template, "--words", WORDS, "--no-cache"]) == 0
    assert "14 across" in capsys.readouterr().out


@pytest.mark.long
def test_a_template_is_drawn_from_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["template", "5x7", "--seed", "1", "--symmetry", "none"]) == 0
    drawn = capsys.readouterr().out
    assert [len(line) for line in drawn.splitlines()] == [13] * 5
    assert main(["template", "3", "--word-count", "7", "--seed", "1"]) == 3
    assert main(["template", "3x", "--seed", "1"]) == 2
    assert main(["template", "9", "--symmetry", "rotten"]) == 2


def test_a_template_has_slots_for_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["template", "7", "--with", "lions", "ZEBRAS", "--seed", "1", "-o", "grid.txt"]) == 0
    told = capsys.readouterr().err.splitlines()
    assert [line.split(":")[0] for line in told] == ["LIONS", "ZEBRAS"]
    names = {slot.name: len(slot.cells) for slot in load_template("grid.txt").grid.slots}
    assert {names[name] for name in told[1].split(": ")[1].split(", ")} == {6}
    assert main(["template", "7", "--with", "ICE CREAM", "--seed", "1"]) == 2
    assert main(["template", "7", "--with", "ELEPHANT", "--seed", "1"]) == 2


FARM = "Title: Farm\n\nC A T\nO # O\nW A Y\n\nA1. It says meow.\n"


def test_a_crossword_gets_titles_and_clues_in_every_format_and_slots_without_clue_are_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("farm.xd").write_text("Title: Stars\n\n" + "_____\n_#_#_\n_____\n_#_#_\n_____\n\nA1. Places to sit\n")
    assert fill("farm.xd", "--seed", "1", "-o", "full.xd") == 0
    assert "5 of 6 slots have no clue: 4 across, 5 across, 1 down" in capsys.readouterr().err
    full = Path("full.xd").read_text()
    assert full.startswith("Title: Stars\n")
    assert "\nA1. Places to sit ~ " in full
    for format, shown in (("ipuz", "Places to sit"), ("html", "Places to sit"), ("txt", "Places to sit")):
        assert main(["fill", "full.xd", "-o", f"full.{format}"]) == 0
        assert shown in Path(f"full.{format}").read_text()
    assert main(["fill", "full.ipuz", "--numbered"]) == 0
    assert "Places to sit" in capsys.readouterr().out


def test_a_full_crossword_is_not_filled_but_written(capsys: pytest.CaptureFixture[str]) -> None:
    Path("farm.xd").write_text(FARM)
    assert main(["fill", "farm.xd", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["engine"], answer["title"], answer["clues"]) == ("given", "Farm", {"1 across": "It says meow."})
    assert answer["solutions"][0]["words"]["2 down"] == "TOY"


def test_a_missing_extra_is_named_before_the_search(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "puz", None)
    monkeypatch.setattr("satcross.words.filling.Filling", None)
    assert fill(str(TEMPLATES / "open5.txt"), "-o", "a.puz") == 2
    assert "puzpy" in capsys.readouterr().err


def test_a_required_word_without_a_slot_of_its_length_is_named_and_no_larger_list(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("required.txt").write_text("ELEPHANTS\n")
    assert fill(str(TEMPLATES / "open5.txt"), "--seed", "1", "--require", "required.txt") == 1
    said = capsys.readouterr().err
    assert "no slot has 9 cells, for the required word ELEPHANTS; the slots have 5" in said
    assert "larger" not in said


def test_words_without_scores_get_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert fill(str(TEMPLATES / "open5.txt"), "--seed", "1", "--quality", "--improve", "0.1") == 0
    said = capsys.readouterr().err
    assert "quality: no word of the list has a score" in said
    assert "--improve has nothing to go by" in said
    assert "mean" not in said
    assert fill(str(TEMPLATES / "open5.txt"), "--seed", "1", "--json") == 0
    assert json.loads(capsys.readouterr().out)["solutions"][0]["quality"] is None


def test_preferred_words_that_are_missing_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("list.txt").write_text("CAT\nOWE\nTOY\nCOT\n")
    Path("theme.txt").write_text("EMU\nelephant\n")
    Path("word.txt").write_text("___")
    theme = ["word.txt", "--prefer", "theme.txt", "--seed", "1"]
    assert main(["fill", *theme, "--words", "list.txt", "--no-cache"]) == 0
    printed = capsys.readouterr()
    assert printed.out == "EMU\n"
    assert printed.err == "preferred words: 1 of 2 placed; missing: ELEPHANT; no fill has more of them\n"
    assert main(["fill", *theme, "--words", "list.txt", "--no-cache", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["solutions"][0]["missing"] == ["ELEPHANT"]
    assert main(["fill", *theme, "--words", "list.txt", "--no-cache", "--count", "2"]) == 0
    assert "missing: ELEPHANT, EMU; no other fill has more of them\n" in capsys.readouterr().err


def test_an_option_that_drops_words_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("list.txt").write_text("ant;30\ncat;10\nhorse;90\nEel;90\n")
    Path("word.txt").write_text("___")
    common = ["fill", "word.txt", "--words", "list.txt", "--no-cache", "--seed", "1"]
    assert main([*common, "--min-score", "50", "--capitals", "drop"]) == 1
    said = capsys.readouterr().err.splitlines()
    assert "  no word that is allowed fits 1 across: --min-score 50 drops ANT, CAT" in said
    assert "  --capitals drop leaves out the words of the lists that have capital letters" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("5x5 --with ELEPHANT CAT", "no slot has 8 cells, for the word ELEPHANT"),
        ("5 --with CAT CATS --symmetry horizontal", "no pattern of this size and symmetry has a slot for CATS"),
        ("5 --with CAROL KATIE PETER ALICE MARIA SARAH", "it needs slots for CAROL, KATIE, PETER, ALICE, MARIA and"),
    ],
)
def test_the_words_that_no_pattern_takes_are_named(
    arguments: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["template", *arguments.split(), "--seed", "1"]) in (2, 3)
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.out == ""


@pytest.mark.parametrize("flag", ["--prefer", "--require"])
def test_dropping_capitals_is_about_the_lists_and_not_about_what_must_be_placed(
    flag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("list.txt").write_text("saturns\nearths\nIo\n")
    Path("mix.txt").write_text("Saturn\nmercury\n")
    Path("grid.txt").write_text("_______\n#######\n______#\n")
    assert main(["fill", "grid.txt", flag, "mix.txt", "--capitals", "drop", "--words", "list.txt", "--no-cache"]) == 0
    assert capsys.readouterr().out == "MERCURY\n#######\nSATURN#\n"


def test_words_that_are_excluded_are_excluded_with_their_capitals(capsys: pytest.CaptureFixture[str]) -> None:
    Path("list.txt").write_text("ant\ncat\n")
    Path("never.txt").write_text("Ant\ndog\n")
    Path("word.txt").write_text("___")
    common = ["fill", "word.txt", "--words", "list.txt", "--no-cache", "--capitals", "drop", "--count", "9"]
    assert main([*common, "--exclude", "never.txt"]) == 0
    assert capsys.readouterr().out == "CAT\n"


def test_entries_that_are_not_words_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("list.txt").write_text("ant\ncat\n")
    Path("theme.txt").write_text("ice cream\n\ncat\ncat's\n")
    Path("word.txt").write_text("___")
    common = ["fill", "word.txt", "--words", "list.txt", "--no-cache", "--seed", "1"]
    assert main([*common, "--prefer", "theme.txt"]) == 0
    shown = capsys.readouterr()
    assert shown.out == "CAT\n"
    assert shown.err == "--prefer: 2 entries left out, because they are not words: ice cream, cat's\n"
    assert main([*common, "--require", "theme.txt"]) == 2
    assert "--require: what cannot be placed is required: ice cream, cat's" in capsys.readouterr().err


def test_the_score_of_a_word_is_its_own_with_words_that_the_list_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    Path("list.txt").write_text("ANT;90\nCAT;10\n")
    Path("theme.txt").write_text("EMU\n")
    Path("low.txt").write_text("CAT\n")
    Path("word.txt").write_text("_ _ _")
    common = ["fill", "word.txt", "--words", "list.txt", "--no-cache", "--min-score", "40", "--seed", "1"]
    assert main([*common, "--prefer", "theme.txt", "--count", "9"]) == 0
    assert capsys.readouterr().out == "E M U\n\nA N T\n"
    assert main([*common, "--require", "low.txt"]) == 0
    assert capsys.readouterr().out == "C A T\n"


@pytest.mark.parametrize("command", ["check", "solve", "lint"])
def test_commands_for_regex_crosswords_say_what_a_word_crossword_is(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "small.xd"
    path.write_text("Title: Small\n\n\nCAT\nARE\nTEN\n\n\nA1. Pet ~ CAT\n")
    assert main([command, str(path)]) == 2
    assert ".xd files are word crosswords" in capsys.readouterr().err


@pytest.mark.parametrize("has_clues", [True, False])
def test_several_fills_are_a_book_with_the_letters_at_the_end(has_clues: bool) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    pytest.importorskip("reportlab")
    clues = "\n\nA1. Rises early.\n" if has_clues else "\n"
    Path("grid.txt").write_text(f"Title: Mini\n\n__\n__{clues}")
    Path("words.txt").write_text("ab\ncd\nac\nbd\n")
    assert main(["fill", "grid.txt", "--words", "words.txt", "--seed", "1", "--count", "2", "-o", "book.pdf"]) == 0
    pages = [page.get_textpage().get_text_range() for page in pdfium.PdfDocument("book.pdf")]
    letters = ["".join(re.findall(r"\b[A-D]\b", page)) for page in pages]
    assert "".join(letters[:-1]) == ""
    assert sorted(letters[-1][start : start + 4] for start in (0, 4)) == ["ABCD", "ACBD"]
    assert sum("Rises early." in page for page in pages) == (2 if has_clues else 0)
    assert all(name in pages[0] for name in ("1. Mini", "2. Mini"))
