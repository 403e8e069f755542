"""Functions are small; where one is larger, there is a reason.  A module is one subject."""

from pathlib import Path

import pytest

from tests.transcript import ROOT
from tools.code_sizes import MOST_FLOATING, REASONS, Sizes, measure, name_in


@pytest.fixture(scope="module")
def sizes() -> Sizes:
    return measure(path.relative_to(ROOT) for path in sorted((ROOT / "satcross").rglob("*.py")))


@pytest.mark.long
def test_few_comments_head_a_part_of_a_module(sizes: Sizes) -> None:
    assert len(sizes.floating) <= MOST_FLOATING, sizes.floating


@pytest.mark.long
def test_no_module_is_too_large(sizes: Sizes) -> None:
    assert sizes.large == []


def test_a_comment_that_heads_a_part_is_one_between_blank_lines(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text("# head\n\n# -- a part\n# in two lines\n\nA = 1\n\n# of B\nB = 2  # two\n\n# fmt: off\n\nC = 3\n")
    assert [each.rpartition(": ")[2] for each in measure([path]).floating] == ["# -- a part"]


@pytest.mark.long
def test_every_larger_function_has_a_reason_and_every_reason_a_function(sizes: Sizes) -> None:
    assert {name_in(entry) for entry in (*sizes.long, *sizes.wide)} == REASONS.keys()
