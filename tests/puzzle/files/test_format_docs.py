"""docs/puzzle-format.md says what the reader does: its examples are read and solved, every key is named."""

import re
from pathlib import Path

import pytest

import satcross
from satcross.puzzle.files import READABLE, WRITABLE, read_source
from satcross.puzzle.files.document import COMMON
from satcross.puzzle.kinds import DIRECTION_KEYS, SHAPES

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "puzzle-format.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```(toml|json)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("format", "text"), EXAMPLES)
def test_the_examples_are_read_and_solved(format: str, text: str) -> None:
    (puzzle,) = read_source(text.encode(), "example", format).puzzles
    found = satcross.check(puzzle)
    assert found.status in ("unique", "several")
    if puzzle.expected:
        assert [witness.letters for witness in found.witnesses] == list(puzzle.expected)


def test_the_page_names_every_key_and_format() -> None:
    for key in {key for shape in SHAPES.values() for key in shape.keys} | DIRECTION_KEYS | set(COMMON):
        assert f"`{key}" in PAGE or f"\n{key} = " in PAGE or f"[{key}]" in PAGE, key
    for format in {*READABLE, *WRITABLE} - {"toml", "json"}:
        assert f"| `{format}` |" in PAGE
