"""Write the table of how hard some puzzles of this repository are into docs/difficulty.md.

    python -m tools.rated_puzzles

The table stands between two comments of the page, and is sorted by the difficulty.  `tests/author/test_difficulty.py`
compares it with what this tool would write.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from satcross import load
from satcross.author.difficulty import Difficulty, difficulty
from satcross.base.wording import counted
from satcross.puzzle import Puzzle

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "difficulty.md"
BEGIN: Final = "<!-- made by tools/rated_puzzles.py -->"
END: Final = "<!-- end -->"
EXAMPLES: Final = ("star", "hello", "kot", "box", "mirror", "mit-2013", "hundred", "wise-one")


def rated() -> Iterator[tuple[Difficulty, Puzzle, str]]:
    """Yield the difficulty of each example, the puzzle, and where it comes from."""
    for name in EXAMPLES:
        puzzle = load(ROOT / "puzzles" / f"{name}.toml")
        yield difficulty(puzzle), puzzle, puzzle.source if puzzle.author != "the satcross authors" else ""


def table() -> str:
    """Return the table, the easiest puzzle first."""
    rows = [
        "| difficulty | puzzle | marking rounds | length |",
        "|---|---|---|---|",
    ]
    for each, puzzle, source in sorted(rated(), key=lambda row: (row[0].value, row[1].title)):
        title = f"{puzzle.title} ({source})" if source else puzzle.title
        joint = f", {counted(each.most_clues, 'clue')} together" if each.most_clues > 1 else ""
        rows.append(f"| {each.value:.2f}, {each.label} | {title} | {each.marking_rounds}{joint} | {each.length} |")
    return "\n".join(rows)


def page_with(rows: str) -> str:
    """Return the text of the page with `rows` as its table."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n\n{rows}\n\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page_with(table()), encoding="utf-8")
