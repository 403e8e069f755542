"""A certificate of "no fill" is verified from the files of its folder alone."""

from pathlib import Path

import pytest

from satcross import load
from satcross.author.proof import verify
from satcross.words.files import template_in
from satcross.words.filling import certify
from satcross.words.problem import build_problem
from tests.word_lists import make_list

WORDS = make_list(["ABC", "DEF", "GHI", "ADX", "BEY", "CDA"])


@pytest.mark.parametrize("text", ["...\n...\n...", "A..\n...\n..X", "ZB.\n...\n..."])
def test_a_template_without_a_fill_has_a_certificate(text: str, tmp_path: Path) -> None:
    template = template_in(text)
    assert certify(template, build_problem(template, WORDS), tmp_path) is None
    assert verify(load(tmp_path / "puzzle.toml"), tmp_path).is_verified


@pytest.mark.parametrize("clue", ["CCD", "ACB|AB", "AB"])
def test_a_cell_of_no_slot_holds_no_other_letters_in_the_puzzle_of_the_certificate(clue: str, tmp_path: Path) -> None:
    template = template_in(f"holes = ['1,3']\n[clues]\nrows = ['{clue}']\ncolumns = 4\n")
    assert certify(template, build_problem(template, make_list(["AB", "CC"])), tmp_path) is None
    verification = verify(load(tmp_path / "puzzle.toml"), tmp_path)
    assert (verification.is_verified, verification.claim) == (True, "none")


def test_a_template_with_a_fill_has_none(tmp_path: Path) -> None:
    template = template_in("...")
    assert certify(template, build_problem(template, WORDS), tmp_path) is not None
    assert list(tmp_path.iterdir()) == []


def test_a_clue_on_a_line_without_cells_is_in_no_certificate(tmp_path: Path) -> None:
    words = make_list(["AB"])
    for clue, reason in (("A", "a line without cells has a clue that the empty string does not match"), ("A?", None)):
        other = "AB" if reason else "BA"
        template = template_in(f"holes = ['1,1', '1,2']\n[clues]\nrows = ['{clue}', '{other}']\ncolumns = 2\n")
        assert certify(template, build_problem(template, words), tmp_path / "proof") == reason
    assert verify(load(tmp_path / "proof" / "puzzle.toml"), tmp_path / "proof").is_verified


def test_several_clues_of_a_slot_are_in_a_certificate(tmp_path: Path) -> None:
    template = template_in("template = '''\n___\n'''\n[slots]\n'1 across' = ['A.*', '.*F']\n")
    assert certify(template, build_problem(template, WORDS), tmp_path) is None
    assert verify(load(tmp_path / "puzzle.toml"), tmp_path).is_verified


def test_a_word_list_of_the_template_is_in_a_certificate(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("XYZ\nABX\n")
    template = template_in("template = '''\n___\n'''\n[slots]\n'1 across' = { words = 'list.txt' }\n", str(tmp_path))
    assert certify(template, build_problem(template, WORDS), tmp_path / "proof") is None
    assert verify(load(tmp_path / "proof" / "puzzle.toml"), tmp_path / "proof").is_verified
