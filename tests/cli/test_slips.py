"""Slips that everybody makes are answered with what to write instead."""

from pathlib import Path

import pytest

from satcross.cli import main
from tests.commands import uncoded

SINGLE_QUOTES = "    hint: write regexes between single quotes, '...'; a backslash there stands for itself"
CARET = "^"
PUZZLE = "[clues]\nrows = ['A', 'B']\ncolumns = ['AB']\n"
TEXTS = {"puzzle.toml": PUZZLE}


def said_of(content: str | bytes, capsys: pytest.CaptureFixture[str], name: str = "puzzle.toml") -> list[str]:
    """Return what `solve` says about a file with this content, which it refuses."""
    Path(name).write_bytes(content.encode() if isinstance(content, str) else content)
    assert main(["solve", name]) == 2
    return uncoded(capsys.readouterr().err).splitlines()


@pytest.mark.parametrize("clue", [r'"A\dB"', r'"(.)\1B"', r'"""A\dB"""', r'"\xZ"', r'"A\uD800"'])
def test_a_regex_between_double_quotes(clue: str, capsys: pytest.CaptureFixture[str]) -> None:
    head, text, carets, hint = said_of(f"[clues]\nrows = [{clue}]\ncolumns = 3\n", capsys)
    assert "this is not valid TOML" in head
    assert text[carets.index(CARET)] == "\\"
    assert f"line 2, column {carets.index(CARET) - 3}:" in head
    assert hint == SINGLE_QUOTES


def test_a_single_quote_between_single_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    said = said_of("[clues]\nrows = ['it's']\ncolumns = 4\n", capsys)
    assert said[-1] == "    hint: write a string that contains a single quote between three of them: '''...'''"


def test_a_backslash_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    said = said_of(r'{"clues": {"rows": ["A\dB"], "columns": 3}}', capsys, "puzzle.json")
    assert said[-1] == "    hint: in JSON, write a backslash of a regex twice"


def test_other_faults_of_syntax_get_no_such_hint(capsys: pytest.CaptureFixture[str]) -> None:
    assert "hint" not in "".join(said_of("[clues\n", capsys))
    assert "hint" not in "".join(said_of("{", capsys, "puzzle.json"))


@pytest.mark.parametrize("clue", [r'"\bA.B"', r"'A'"])
def test_an_escape_that_toml_accepts(clue: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("puzzle.toml").write_text(f"[clues]\nrows = [{clue}]\ncolumns = 4\n")
    main(["check", "puzzle.toml"])
    warned = uncoded(capsys.readouterr().err)
    assert ("puzzle.toml:2, row 1, clue 1: the clue asks for the letter backspace" in warned) == ("b" in clue)


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        ("rows = ['A']\ncolumns = ['A']\n", "it belongs to the clues, below the line [clues]"),
        ("[clues]\nrows = ['A']\ncolumns = ['A']\nalphabet = 'A'\n", "it belongs to the whole file, above the line"),
        ("side = 2\n[clues]\nhorizontal = ['A']\n", 'it is a key of puzzles with shape = "hexagon"'),
        ("cells = ['a']\n", 'it is a key of puzzles with shape = "lines"'),
        ("[clues]\nrow = ['A']\ncolumns = ['A']\n", "did you mean rows?"),
    ],
)
def test_a_key_in_the_wrong_place(content: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said_of(content, capsys)[-1].startswith(f"    hint: {hint}")


@pytest.mark.parametrize(
    ("byte", "named"),
    [(0x92, "; in windows-1252 that byte is '’'"), (0xE4, "; in latin-1 that byte is 'ä'"), (0x81, "its charset")],
)
def test_bytes_of_other_charsets(byte: int, named: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = said_of(b"title = 'It" + bytes([byte]) + b"s'\n[clues]\nrows = ['A']\ncolumns = 1\n", capsys)
    assert said[-1].endswith(named)


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["solve", "--rows", "A", "-?", "--columns", "A"], "[-]"),
        (["solve", "--rows", "--A+", "--columns", "A"], "[-]"),
        (["regex", "-A"], "put -- before"),
        (["solve", "--colunms", "A", "--rows", "A"], "did you mean --columns?"),
        (["verson"], "satcross --version"),
        (["hepl"], "did you mean help?"),
        (["complete"], "satcross generate --complete"),
        (["vrify"], "did you mean verify?"),
        (["--verbose"], "satcross --help"),
        (["new"], "satcross generate makes a puzzle"),
        (["new", "--rows", "3"], "satcross generate makes a puzzle"),
        (["create"], "satcross generate makes a puzzle"),
        (["solve", "puzzle.toml", "-o", "out.txt"], "write > FILE"),
        (["check", "-o", "out.txt", "puzzle.toml"], "write > FILE"),
        (["nowhere.toml"], "a command comes before a file"),
    ],
)
def test_options_and_commands(arguments: list[str], hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert hint in uncoded(capsys.readouterr().err).splitlines()[-1]


def test_what_a_format_has_no_place_for_can_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    Path("puzzle.toml").write_text("alphabet = 'A-F'\n[clues]\nrows = ['[AB]']\ncolumns = ['A']\n")
    assert main(["convert", "puzzle.toml", "--format", "trux"]) == 2
    assert "hint: with --alphabet mentioned it is written without one" in uncoded(capsys.readouterr().err)
    assert main(["convert", "puzzle.toml", "--format", "trux", "--alphabet", "mentioned"]) == 0
    Path("puzzle.toml").write_text("flags = 'i'\n[clues]\nrows = ['[AB]']\ncolumns = ['A']\n")
    assert main(["convert", "puzzle.toml", "--format", "trux"]) == 2
    assert "hint: with --flags '' it is written without them" in uncoded(capsys.readouterr().err)
    assert main(["convert", "puzzle.toml", "--format", "trux", "--flags", "", "--dialect", "javascript"]) == 0


@pytest.mark.parametrize("command", ["solve", "check", "show", "lint", "explain", "convert --format json"])
def test_a_file_that_does_not_exist_gets_the_nearest_name(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("sub").mkdir()
    for name in ("sub/hexagon.toml", "sub/mirror.toml"):
        Path(name).write_text(PUZZLE)
    assert main([*command.split(), "sub/hexagn.toml"]) == 2
    head, hint = uncoded(capsys.readouterr().err).splitlines()
    assert head == "sub/hexagn.toml: there is no such file"
    assert hint == "    hint: did you mean sub/hexagon.toml?"
    assert main([*command.split(), "sub/quite-another-name"]) == 2
    assert "hint" not in uncoded(capsys.readouterr().err)


@pytest.mark.parametrize(
    ("command", "meant"),
    [
        ("check stes/hexagon.toml", "sets/hexagon.toml"),
        ("solve puzzle.toml --grid gird.txt", "grid.txt"),
        ("verify puzzle.toml prof", "proof/manifest.json"),
        ("decode puzzle.toml formule.cnf grid.txt", "formula.cnf"),
        ("generate --complete puzle.toml", "puzzle.toml"),
        ("fill gird.txt", "grid.txt"),
    ],
)
def test_every_kind_of_file_gets_the_nearest_name(command: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("sets/hexagon.toml", "grid.txt", "proof/manifest.json", "formula.cnf", "puzzle.toml"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(PUZZLE)
    assert main(command.split()) == 2
    assert uncoded(capsys.readouterr().err).endswith(f"\n    hint: did you mean {meant}?\n")


def test_a_word_list_that_does_not_exist_gets_the_nearest_name(capsys: pytest.CaptureFixture[str]) -> None:
    Path("grid.txt").write_text("..\n..\n")
    Path("words.txt").write_text("AB\n")
    assert main(["fill", "grid.txt", "--words", "word.txt"]) == 2
    assert (
        uncoded(capsys.readouterr().err) == "word.txt: there is no such word list\n    hint: did you mean words.txt?\n"
    )


@pytest.mark.parametrize("address", ["https://example.org/puzzle.toml", "file:///tmp/puzzle.toml"])
@pytest.mark.parametrize("command", ["solve", "render -o x.svg", "fill", "studio --no-browser"])
def test_a_url_is_called_a_url(command: str, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    if command.startswith("studio"):
        pytest.importorskip("starlette")
    assert main([*command.split(), address]) == 2
    said = uncoded(capsys.readouterr().err)
    assert said.startswith(f"{address}: this is a URL, which satcross does not read\n    hint: save ")


def test_the_name_of_a_puzzle_in_place_of_a_picture_gets_the_endings(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("render puzzle.toml -o other.toml", "fill grid.txt -o other.toml"):
        assert main(command.split()) == 2
        assert "    hint: one of ." in uncoded(capsys.readouterr().err)


def test_rows_in_place_of_the_file_of_a_grid_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    for flag, command in (("--grid", "solve puzzle.toml"), ("--solution", "generate --rows 2 --columns 2")):
        assert main([*command.split(), flag, "A.\n.B"]) == 2
        assert f"    hint: {flag} names a file; to give the rows themselves, pipe them: " in uncoded(
            capsys.readouterr().err
        )


def test_convert_takes_the_file_to_write_in_both_ways(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "puzzle.toml", "argument.json"]) == 0
    assert main(["convert", "puzzle.toml", "-o", "option.json"]) == 0
    assert Path("option.json").read_text() == Path("argument.json").read_text() != ""
    assert main(["convert", "puzzle.toml", "one.json", "-o", "two.json"]) == 2
    assert "two.json: this is the name of a file, and a folder is needed" in uncoded(capsys.readouterr().err)
    assert not Path("one.json").exists()
    assert not Path("two.json").exists()


@pytest.mark.parametrize("command", [[], ["solve"], ["generate"]])
def test_help_with_one_hyphen_helps(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "-help"]) == 0
    said = capsys.readouterr().out
    assert main([*command, "--help"]) == 0
    assert said == capsys.readouterr().out != ""


@pytest.mark.parametrize(
    "command",
    [
        "generate --rows 2 --columns 2 --count 2 --seed 1 -o",
        "prove puzzle.toml -o",
        "fill grid.txt --words words.txt --proof",
    ],
)
def test_a_folder_does_not_get_the_name_of_a_file(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("grid.txt").write_text("__\n__\n")
    Path("words.txt").write_text("AB\n")
    assert main([*command.split(), "puzzles.toml"]) == 2
    said = uncoded(capsys.readouterr().err)
    assert "puzzles.toml: this is the name of a file, and a folder is needed" in said
    assert said.endswith("    hint: name a folder, such as -o puzzles\n")
    assert not Path("puzzles.toml").exists()


@pytest.mark.parametrize("options", [[], ["--cubes"]])
def test_quiet_leaves_out_the_statistics(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["solve", "puzzle.toml", *options])
    loud = capsys.readouterr()
    assert "propagation" in loud.err
    main(["solve", "puzzle.toml", "-q", *options])
    assert capsys.readouterr() == (loud.out, "")


@pytest.mark.parametrize(
    "command",
    ["generate --rows 1000 --columns 1000", "generate --complete large.toml", "regex A* --length 1000000",
     "generate --rows 1000 --columns 1000 --count 2 -o made"],
)  # fmt: skip
def test_only_commands_with_force_advise_it(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("large.toml").write_text("[clues]\nrows = 1000\ncolumns = 1000\n")
    assert main(command.split()) == 2
    assert uncoded(capsys.readouterr().err).endswith("\n    hint: the limit is 200,000 cells\n")
    assert main(["show", "large.toml"]) == 2
    assert "200,000 cells, or 20,000,000 with --force" in uncoded(capsys.readouterr().err)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("explain here", "here: the puzzle file cannot be read: this is a folder\n    hint: name one of the files"),
        ("solve --grid here puzzle.toml", "here: the grid cannot be read: this is a folder"),
        ("convert puzzle.toml here", "here: no puzzles are in this folder\n    hint: puzzles are in files that end"),
        ("repair puzzle.toml -o here", "here: this is a folder\n    hint: name a file in it, such as puzzle.toml"),
        ("convert puzzle.toml copy", "copy: the file name has no extension\n    hint: use .toml, .json, "),
        ("export puzzle.toml -o no/such.cnf", "no/such.cnf: the file cannot be written: there is no folder no\n"
         "    hint: make the folder first, or name another one"),
        ("render puzzle.toml -o no/such.svg", "no/such.svg: the file cannot be written: there is no folder no\n"),
        ("verify puzzle.toml puzzle.toml", "puzzle.toml/manifest.json: the proof cannot be read: not a directory\n"),
        ("fill binary", "binary:2: the file contains a NUL character, so it is not text\n"),
        ("check puzzle.toml --puzzle 2", "puzzle.toml: there is no puzzle '2'\n    hint: the file has one puzzle: One"),
    ],
)  # fmt: skip
def test_a_folder_or_a_file_in_the_wrong_place(command: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("here").mkdir()
    Path("puzzle.toml").write_text(
        "title = 'One'\n[clues]\nrows = ['A[AB]']\ncolumns = 2\n[[solutions]]\nrows = ['AB']\n"
    )
    Path("binary").write_bytes(b"_ _\n_ \0\n")
    assert main(command.split()) == 2
    assert uncoded(capsys.readouterr().err).startswith(said)


def test_a_file_without_a_command_and_a_file_in_a_folder_beside_it(capsys: pytest.CaptureFixture[str]) -> None:
    Path("puzzles").mkdir()
    Path("puzzles/owl.toml").write_text(PUZZLE)
    for arguments, hint in (
        (["puzzles/owl.toml"], "a command comes before the file: satcross solve puzzles/owl.toml"),
        (["owl.toml"], "did you mean puzzles/owl.toml?"),
        (["solve", "owl.toml"], "did you mean puzzles/owl.toml?"),
    ):
        assert main(arguments) == 2
        assert hint in uncoded(capsys.readouterr().err)
    Path("other").mkdir()
    Path("other/owl.toml").write_text(PUZZLE)
    assert main(["solve", "owl.toml"]) == 2
    assert "hint" not in uncoded(capsys.readouterr().err)


def test_a_missing_comma_between_strings_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    said = said_of("[clues]\nrows = ['HI' 'OK']\ncolumns = ['HO', 'IK']\n", capsys)
    assert said[-1] == "    hint: write a comma between the strings: ['HI', 'OK']"


@pytest.mark.parametrize(
    ("rows", "columns", "said"),
    [
        (
            "НI AM",
            "HA IM",
            "Н (U+041D) only looks like H; perhaps HI was meant, which gives exactly one solution [homog",
        ),
        (
            "/HI/ /AM/",
            "/.A/ /I./",
            "perhaps HI was meant, which gives exactly one solution with the other proposals [deli",
        ),
        ("[[:alpha:]]+", "[^A-Zahl] []:]", "[:alpha:] lists its own letters in this dialect; perhaps [A-Za-z]+ was"),
        (
            "[O|A]",
            "[^O]",
            "in a class, | is a letter, which the cell can then hold; perhaps [OA] was meant",
        ),
    ],
)
def test_solve_names_the_likely_mistakes_that_check_names(
    rows: str, columns: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["solve", "--rows", *rows.split(), "--columns", *columns.split()])
    shown = capsys.readouterr().out
    assert said in shown
    Path("puzzle.toml").write_text(f"[clues]\nrows = {rows.split()}\ncolumns = {columns.split()}\n")
    main(["check", "puzzle.toml"])
    assert said in capsys.readouterr().out
    main(["solve", "puzzle.toml", "--json"])
    assert '"likely_mistakes": [{"code": "' in capsys.readouterr().out


def test_many_likely_mistakes_do_not_hide_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    clues = [f"/{letter}/" for letter in "ABCDEFGH"]
    main(["solve", "--rows", *clues, "--columns", "A-H{8}"])
    shown = capsys.readouterr().out
    assert shown.count("[delimiter]") == 6
    assert "  satcross check shows 2 more likely mistakes\n" in shown


def test_no_mistake_is_named_where_the_answer_is_plain(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--rows", "[A|B]", "--columns", "A"]) == 0
    assert "class-bar" not in capsys.readouterr().out


@pytest.mark.parametrize("seed", range(6))
def test_check_of_a_file_that_expects_one_solution_gives_one_answer(
    seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """The cells in which another solution is said to differ are those in which the two pictures differ."""
    rows = "".join("ABCD"[seed * k % 4] for k in range(1, 9))
    Path("puzzle.toml").write_text(
        f"complete = true\nalphabet = 'A-D'\n[clues]\nrows = ['.{{4}}', '(.)+|....']\ncolumns = 4\n"
        f"[[solutions]]\nrows = ['{rows[:4]}', '{rows[4:]}']\n"
    )
    assert main(["check", "puzzle.toml"]) == 1
    mismatch, *others = [line for line in capsys.readouterr().out.splitlines() if "differ" in line]
    assert mismatch.count(" not ") == 1
    assert others == [f"  they differ in one cell: {mismatch.rpartition(' in ')[2].partition(' ')[0]}"]
