"""`satcross regex` and `satcross match`: what a clue means, and whether it matches."""

import pytest

from satcross.cli import main


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
def test_a_look_behind_of_several_widths_is_refused_with_them(
    clue: str, widths: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["regex", clue]) == 2
    assert f"this one matches {widths} letters\n" in capsys.readouterr().err


def test_a_limit_on_strings_without_a_length_is_noted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["regex", "A*", "--limit", "3"]) == 0
    assert capsys.readouterr().err == "satcross: --limit changes nothing without --length\n"
