"""`satcross regex` and `satcross match`: what a clue means, and whether it matches."""

import json
from pathlib import Path

import pytest

import satcross
from satcross.cli import main
from tests.commands import uncoded


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    main(list(arguments))
    return capsys.readouterr().out.splitlines()


def test_it_says_how_many_strings_and_letter_sets_are_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    shown = said(capsys, "regex", "(AB|BA|AA|CC)*", "--length", "4", "--limit", "2")
    start = shown.index("16 strings match over the alphabet ABC")
    assert shown[start + 1 : start + 4] == ["  AAAA", "  AAAB", "  and 14 more (--limit N shows more of them)"]
    sets = int(shown[start + 5].removeprefix("as letter sets: "))
    assert shown[-1] == f"  and {sets - 2} more (--limit N shows more of them)"


@pytest.mark.parametrize("arguments", [["(?i)A|B"], ["A|B", "--flags", "i"]])
def test_the_flag_that_ignores_case_is_named(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "regex", "--explain", *arguments)[0] == "(flag i)  in either case throughout"


def test_an_empty_alternative_is_still_called_empty(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "regex", "--explain", "|A")[0] == "(empty)  either nothing"


def test_groups_are_shown_with_the_letters_that_they_have_matched(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "match", "(A)(B*)(C+)", "ACC") == [
        "matches",
        "  group 1: A, letter 1",
        "  group 2: (empty), before letter 2",
        "  group 3: CC, letters 2 to 3",
    ]


@pytest.mark.parametrize(
    ("clue", "widths"), [("(?<=A*)B", "0 or more"), ("(?<=A+)B", "1 or more"), ("(?<=A|BC)B", "1 to 2")]
)
def test_a_lookbehind_of_several_widths_is_refused_with_them(
    clue: str, widths: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["regex", clue]) == 2
    assert f"this one matches {widths} letters\n" in uncoded(capsys.readouterr().err)


def test_a_limit_that_changes_nothing_is_noted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["regex", "A*", "--explain", "--limit", "3"]) == 0
    assert uncoded(capsys.readouterr().err) == "satcross: --limit changes nothing beside --explain without --length\n"


def test_one_regex_without_a_length_also_lists_its_first_strings(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "regex", "[AB]C?", "--limit", "3")[-8:] == [
        "", "4 strings match", "  1 to 2 letters: 2 each", "the first:", "  A", "  B", "  AC",
        "  and 1 more (--limit N shows more of them)",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "status", "line"),
    [
        (["a+", ".*b"], 1, "no string of any length matches"),
        (["a*", ".{2}"], 0, "one string matches"),
        ([r"(.+)\1", "a*b", "--up-to", "4"], 3, "no string of up to 4 letters matches; longer ones are not decided: "),
        (["--same", "a|b", "[ab]"], 0, "both match the same strings"),
        (["--same", "a+", "a*"], 1, "no: only pattern 2 matches (empty)"),
        (["--within", "a+", "a*"], 0, "the second matches all strings that the first matches"),
        (
            ["--within", r"(.+)\1", "(..)+", "--up-to", "4"],
            3,
            "unknown: no string of up to 4 letters shows a difference",
        ),
        (["--disjoint", "a", "b", "c"], 0, "no two of 3 patterns match a string in common"),
        (["--disjoint", "a", "b|a"], 1, "the two patterns match a string in common"),
        (["--disjoint", r"(.+)\1", "a*b", "--up-to", "4"], 3, "unknown: no overlap was found"),
        (["a", "--not", "a"], 1, "no string of any length matches"),
        (["b", "ab", "--search"], 0, "infinitely many strings match"),
        (["(", "a"], 2, ""),
        (["--same", "a"], 2, ""),
        (["--same", "a", "b", "--limit", "3"], 2, ""),
        (["a", "b", "--positions"], 2, ""),
        (["a", "b", "--explain"], 2, ""),
        (["a", "--up-to", "3", "--length", "3"], 2, ""),
        ([], 2, ""),
    ],
)
def test_a_question_has_an_exit_status_and_its_answer(
    arguments: list[str], status: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["regex", *arguments]) == status
    printed = capsys.readouterr()
    assert printed.out.partition("\n")[0].startswith(line)
    assert (status == 2) == (printed.err != "")


def test_patterns_come_from_files_and_keep_their_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tokens.txt"
    file.write_text("\ufeffif\r\n\n[a-z]+\n", "utf-8")
    assert main(["regex", "--disjoint", "--file", str(file), "[0-9]"]) == 1
    assert capsys.readouterr().out.splitlines()[1] == f"  {file}:1 if  {file}:3 [a-z]+  if"
    file.write_text("a\n[b\n", "utf-8")
    assert main(["regex", "c", "--file", str(file)]) == 2
    assert uncoded(capsys.readouterr().err).startswith(f"{file}:2: this bracket is never closed")
    file.write_text("\n", "utf-8")
    assert main(["regex", "--file", str(file)]) == 2


def test_json_holds_what_the_functions_return(capsys: pytest.CaptureFixture[str]) -> None:
    main(["regex", "a*b", ".{3}", "--json"])
    assert json.loads(capsys.readouterr().out) == {
        "schema": 1, "dialect": "python", "flags": "", **satcross.common(["a*b", ".{3}"]).as_json(),
    } | {"patterns": ["a*b", ".{3}"], "excluded": [], "strings": ["aab"]}  # fmt: skip


def test_positions_and_draws_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "regex", "[ab]c|bd", "--length", "2", "--positions", "--sample", "1")[5:-1] == [
        "the letters of each position:", "  1: [ab]", "  2: [cd]", "drawn at random:",
    ]  # fmt: skip


def test_a_file_of_texts_is_answered_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "texts").write_text("\ufeffabc\r\n\nabd\n", "utf-8")
    assert main(["match", "ab[cx]", "--texts", str(tmp_path / "texts")]) == 1
    assert [line.split("  ")[0] for line in capsys.readouterr().out.splitlines()] == ["abc", "(empty)", "abd"]
    assert main(["match", "ab[cx]", "--json", "--texts", str(tmp_path / "texts")]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["text"], each["matches"]) for each in found] == [("abc", True), ("", False), ("abd", False)]


def test_a_wrong_pattern_of_a_file_is_an_answer_of_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "patterns").write_text("a(c\na.c\n")
    assert main(["match", "--patterns", str(tmp_path / "patterns"), "abc"]) == 2
    read = capsys.readouterr()
    assert read.out == "a.c  abc  matches\n"
    assert "patterns:1: this parenthesis is never closed" in read.err
    assert main(["match", "--patterns", str(tmp_path / "patterns"), "abc", "--json"]) == 2
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert (first["matches"], first["error"]) == (None, "this parenthesis is never closed")
    assert main(["regex", "--each", "--explain", "--file", str(tmp_path / "patterns")]) == 2
    read = capsys.readouterr()
    assert read.out.startswith(f"{tmp_path / 'patterns'}:2: a.c\n  a ")
    assert "patterns:1: this parenthesis is never closed" in read.err


def test_each_regex_is_answered_as_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    alone = [said(capsys, "regex", pattern, "--length", "3") for pattern in ("A|B", "(A|B)*")]
    together = said(capsys, "regex", "A|B", "(A|B)*", "--length", "3", "--each")
    shown = [[f"pattern {n}: {text}", *(f"  {line}".rstrip() for line in lines)]
             for n, text, lines in zip((1, 2), ("A|B", "(A|B)*"), alone, strict=True)]  # fmt: skip
    assert together == [*shown[0], "", *shown[1]]


def test_a_regex_of_a_file_may_look_like_an_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "flags").write_text("--length\n")
    for options in ([], ["--each"]):
        assert main(["regex", "--file", str(tmp_path / "flags"), "--json", *options]) == 0
        assert json.loads(capsys.readouterr().out)["strings"] == ["--length"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "PATTERN and TEXT are missing"),
        (["A"], "TEXT is missing"),
        (["--texts", "t"], "PATTERN is missing"),
        (["A", "B", "--texts", "t"], "unexpected argument 'B'"),
        (["--patterns", "-", "--texts", "-"], "the patterns and the texts cannot both be standard input"),
    ],
)
def test_match_needs_a_pattern_and_a_text(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *arguments]) == 2
    assert message in capsys.readouterr().err
