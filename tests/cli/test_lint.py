"""`satcross lint` shows the most important findings first, and not too many of a kind."""

import json
from pathlib import Path

import pytest

from satcross.author.lint import CODES
from satcross.cli import main
from satcross.cli.lint import KINDS, SHOWN

pytestmark = pytest.mark.long

MIT = str(Path(__file__).parents[2] / "puzzles" / "mit-2013.toml")
TEXTS = {"plus.toml": "[clues]\nrows = ['A+B', '[AB]B']\ncolumns = ['AB', 'BB']\n"}


def lint(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    status = main(["lint", *arguments])
    return status, capsys.readouterr().out.splitlines()


def test_every_code_belongs_to_one_kind() -> None:
    assert sorted(code for _, codes in KINDS for code in codes) == sorted(CODES)


def test_findings_are_grouped_by_kind_and_few_of_each_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    _, every = lint(capsys, "--json", MIT)
    findings = json.loads(every[0])["findings"]
    status, shown = lint(capsys, MIT)
    assert status == 1
    assert shown[0].endswith(f"unique, {len(findings)} findings")
    headings = [line for line in shown[1:] if not line.startswith("    ")]
    kinds = [heading for heading, codes in KINDS if any(finding["code"] in codes for finding in findings)]
    assert [line.strip().partition(" [")[0] for line in headings[:-1]] == kinds
    looser = [finding for finding in findings if finding["code"] == "looser-clue"]
    assert sum("could be" in line for line in shown) == SHOWN
    assert f"    and {len(looser) - SHOWN} more (--all shows them)" in shown
    assert len(shown) < 30
    _, shown = lint(capsys, "--all", MIT)
    for finding in looser:
        assert f"    {finding['line']}  {finding['pattern']}  could be  {finding['rewrite']}" in shown
    assert not any("--all" in line for line in shown)


def test_clues_that_can_be_left_out_are_those_that_the_sufficient_ones_leave(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, (line,) = lint(capsys, "--json", MIT)
    needed = {each["line"] for each in json.loads(line)["sufficient"]}
    _, shown = lint(capsys, "--all", MIT)
    start = next(number for number, line in enumerate(shown) if "suffice" in line)
    assert shown[start].startswith(f"  {len(needed)} of 39 clues suffice")
    spare = {line.strip() for line in shown[start + 1 :]}
    assert len(spare) == 39 - len(needed)
    assert not spare & needed


def test_a_finding_about_a_clue_names_its_line_and_the_clue_first(capsys: pytest.CaptureFixture[str]) -> None:
    Path("none.toml").write_text("[clues]\nrows = ['ABC', '..']\ncolumns = 2\n")
    assert "    row 1  ABC: nothing that fits into its line matches this clue" in lint(capsys, "none.toml")[1]
    Path("several.toml").write_text("[clues]\nrows = ['[AB]']\ncolumns = ['']\n")
    tighten = "if this clue accepted only A, this solution would be the only one [tighten-clue]"
    assert f"    row 1  [AB]: {tighten}" in lint(capsys, "several.toml")[1]


def test_a_plus_that_could_be_a_star_counts_only_if_all_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    others = [each for code in ("redundant-clue", "looser-clue", "no-effect-letter") for each in ("--ignore", code)]
    status, shown = lint(capsys, *others, "plus.toml")
    assert (status, shown[0]) == (0, "plus.toml: unique, no findings")
    assert "  In one place a + could be a * (--all shows them)" in shown
    status, shown = lint(capsys, *others, "--all", "plus.toml")
    assert (status, shown[0]) == (1, "plus.toml: unique, one finding")
    assert any("the + could be a *" in line for line in shown)
    status, (line,) = lint(capsys, *others, "--json", "plus.toml")
    assert [finding["code"] for finding in json.loads(line)["findings"]] == ["no-effect-loop"]
    assert status == 0


def test_a_finding_about_a_word_list_names_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path("words.txt").write_text("A\n")
    Path("given.toml").write_text("given = {'1,1' = 'A'}\n[clues]\nrows = [{words = 'words.txt'}]\ncolumns = 1\n")
    assert "    row 1  (word list)" in lint(capsys, "given.toml")[1]
    Path("none.toml").write_text("given = {'1,1' = 'B'}\n[clues]\nrows = [{words = 'words.txt'}]\ncolumns = ['[AB]']\n")
    conflict = "nothing that fits into its line matches this clue"
    assert f"    row 1  (word list): {conflict}" in lint(capsys, "none.toml")[1]
    assert lint(capsys, "--format", "github", "none.toml")[1][-1].endswith(f"row 1, clue 1 (word list): {conflict}")


def test_few_looser_clues_are_looked_for_on_a_line_unless_all_are_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "long.toml"
    file.write_text(
        "alphabet = 'AB'\n[clues]\nrows = ['AAAAAAAA']\ncolumns = ['A|B', 'A', 'A', 'A', 'A', 'A', 'A', 'A']\n"
    )

    def looser(*options: str) -> int:
        main(["lint", "--json", str(file), *options])
        found = json.loads(capsys.readouterr().out)["findings"]
        return [each["code"] for each in found if each["line"] == "row 1"].count("looser-clue")

    assert looser() == 3
    assert looser("--all") == 7


def test_letters_to_give_are_not_named_where_there_would_be_very_many(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satcross.cli.lint.RIVAL_CELLS", 1)
    file = tmp_path / "open.toml"
    file.write_text(f"alphabet = 'AB'\n[clues]\nrows = {['.*'] * 4}\ncolumns = 4\n")
    main(["lint", str(file)])
    assert "no set of 10 given letters was found that would leave only this solution" in capsys.readouterr().out
    main(["lint", "--all", str(file)])
    assert "16 given letters would leave only this solution" in capsys.readouterr().out


def test_remarks_of_taste_are_shown_on_request_and_are_not_findings(capsys: pytest.CaptureFixture[str]) -> None:
    Path("dot.toml").write_text("[clues]\nrows = ['[WAS]*', '(O.|W)*']\ncolumns = ['[^S].', 'S?[OW]*']\n")
    Path("plain.toml").write_text("[clues]\nrows = ['[AB]']\ncolumns = 1\n")
    status, plain = lint(capsys, "dot.toml")
    with_taste, shown = lint(capsys, "--taste", "dot.toml")
    assert with_taste == status
    assert shown[: len(plain)] == plain
    assert shown[len(plain)] == "  Remarks of taste, which are not findings:"
    assert "        (O.|W)*" in shown
    assert "         ^^ [dot-in-branch]" in shown
    assert lint(capsys, "--taste", "plain.toml")[1][-1] == "  There are no remarks of taste."
    _, (line,) = lint(capsys, "--taste", "--json", "dot.toml")
    remarks = json.loads(line)["taste"]
    assert (remarks[0]["code"], remarks[0]["span"]) == ("dot-in-branch", [1, 3])
    _, (line,) = lint(capsys, "--json", "dot.toml")
    assert "taste" not in json.loads(line)


def test_without_enough_time_it_is_not_said_that_there_are_no_remarks(capsys: pytest.CaptureFixture[str]) -> None:
    status, shown = lint(capsys, "--taste", "--timeout", "0.001", MIT)
    assert status == 3
    assert shown[-1] == "  There are no remarks of taste so far (out of time)."


def test_a_report_has_findings_only_so_that_it_cannot_be_asked_for_taste(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "--taste", "--format", "sarif", MIT]) == 2
    assert "--taste and --format sarif cannot be combined" in capsys.readouterr().err
