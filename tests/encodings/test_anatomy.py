"""The page with all clauses of one clue is what its tool writes, and says what is true."""

from tests.transcript import ROOT
from tools import anatomy


def test_the_page_is_what_the_tool_writes() -> None:
    """After a change of an encoding: python -m tools.anatomy."""
    assert (ROOT / "docs" / "anatomy.md").read_text("utf-8") == anatomy.page()


def test_the_page_names_the_strings_that_match() -> None:
    assert "It matches AAB, ABC and BCC." in anatomy.page()
