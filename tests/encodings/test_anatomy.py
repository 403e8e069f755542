"""The page with all clauses of one clue has each encoding, and says what is true."""

from satcross.solver.encodings import ENCODINGS
from tools import anatomy


def test_the_page_has_the_clauses_of_every_encoding() -> None:
    page = anatomy.page()
    assert [line[3:] for line in page.splitlines() if line.startswith("## ")] == ["The letters", *ENCODINGS]
    assert page.count("```text") == 1 + len(ENCODINGS)


def test_the_page_names_the_strings_that_match() -> None:
    assert "It matches AAB, ABC and BCC." in anatomy.page()
