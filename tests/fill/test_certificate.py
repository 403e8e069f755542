"""A certificate of "no fill" is verified from the files of its folder alone."""

from __future__ import annotations

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
    assert certify(template, build_problem(template, WORDS), tmp_path)
    assert verify(tmp_path, load(tmp_path / "puzzle.toml")).is_verified


def test_a_template_with_a_fill_has_none(tmp_path: Path) -> None:
    template = template_in("...")
    assert not certify(template, build_problem(template, WORDS), tmp_path)
    assert list(tmp_path.iterdir()) == []
