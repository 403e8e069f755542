"""docs/dialects.md says what the engines and satcross say: every row of its tables."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from satcross.errors import OptionError, RegexError
from satcross.regex.letters import from_text
from satcross.regex.lower import lower
from satcross.regex.matcher import Matcher
from satcross.regex.syntax.parse import parse
from tests.judges.cases import is_as_recorded
from tests.judges.engines import Rejected, engine

PAGE = Path(__file__).parent.parent / "docs" / "dialects.md"


class Row(NamedTuple):
    construct: str
    pattern: str
    flags: str
    texts: list[str]
    cells: dict[str, str]


def rows() -> list[Row]:
    found = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 6 and cells[1].startswith("`"):
            construct, pattern, flags, texts, python, javascript = cells
            found.append(
                Row(construct, pattern[1:-1], flags, quoted(texts), {"python": python, "javascript": javascript})
            )
    return found


def quoted(cell: str) -> list[str]:
    """Return the texts between backticks in a cell."""
    texts = re.findall(r"`([^`]*)`", cell)
    return ["" if text == '""' else text.encode("ascii").decode("unicode_escape") for text in texts]


ROWS = rows()


def test_there_are_rows() -> None:
    assert len(ROWS) > 50


@pytest.mark.parametrize("dialect", ["python", "javascript"])
@pytest.mark.parametrize("row", ROWS, ids=[row.construct for row in ROWS])
def test_satcross_reads_it_so(row: Row, dialect: str) -> None:
    cell = row.cells[dialect]
    if not is_as_recorded(row.pattern, dialect):
        pytest.skip("the engine's answer depends on its version")
    if cell == "no such flag":
        with pytest.raises(OptionError):
            parse(row.pattern, dialect, row.flags)
    elif cell == "refused":
        with pytest.raises(RegexError):
            parse(row.pattern, dialect, row.flags)
    else:
        letters = from_text("".join(row.texts) + "\u00e9#")
        matcher = Matcher(lower(parse(row.pattern, dialect, row.flags), letters))
        assert [text for text in row.texts if matcher.matches(text)] == quoted(cell)


@pytest.mark.parametrize("dialect", ["python", "javascript"])
def test_the_engine_says_so(dialect: str) -> None:
    judge = engine(dialect)
    for row in ROWS:
        cell = row.cells[dialect]
        if not is_as_recorded(row.pattern, dialect):
            continue
        if cell == "no such flag" or (not judge.is_newest and ("(?i:" in row.pattern or row.pattern.count("?<n>") > 1)):
            continue
        try:
            ways = judge.ways(row.pattern, row.flags, row.texts)
        except Rejected:
            assert cell == "refused", row.construct
        else:
            found = [text for text, way in zip(row.texts, ways, strict=True) if way is not None]
            assert cell != "refused", row.construct
            assert found == quoted(cell), row.construct
