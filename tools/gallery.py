"""Write the page of puzzles to play: a picture of each puzzle of a folder, and its page to play on.

    puzzles/*.toml  ->  docs/generated/puzzles.md, and for each puzzle play/NAME.html, play/NAME.svg

Sphinx calls `write_gallery` before it reads the pages (docs/conf.py).  Nothing of it is kept in the repository.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Final, NamedTuple

import satcross
from satcross.author.difficulty import LABELS
from satcross.author.overview import shape_text
from satcross.base.wording import counted
from satcross.errors import LimitError

MOST_CELLS: Final = 5_000
"""A puzzle of more cells makes a page that is too slow to play on."""

HEADING: Final = """\
# Puzzles to play

Each puzzle of the folder `puzzles` opens as a separate page. It needs no network, and it keeps your letters. The
easy puzzles come first, and small ones before large ones. Sizes are rows x columns.
"""

UNRATED: Final = "not rated"
NOT_RATED: Final = "These puzzles do not have exactly one solution, or they are too large to be rated here."


def write_gallery(puzzles: Path, page_folder: Path, folder: Path) -> None:
    """Write `puzzles.md` into `page_folder`, and the pages to play on, with their pictures, into `folder`/play."""
    pages = folder / "play"
    pages.mkdir(parents=True, exist_ok=True)
    entries = [_entry(path, path.relative_to(puzzles), pages) for path in sorted(puzzles.rglob("*.toml"))]
    parts = [HEADING]
    for label in [*[label for _, label in LABELS], UNRATED]:
        own = sorted([(each.cells, each.text) for each in entries if each is not None and each.label == label])
        about = f"{NOT_RATED}\n" if label == UNRATED else ""
        parts += [f"## {label.capitalize()}\n\n{about}", *[text for _, text in own]] if own else []
    write_if_new(page_folder / "puzzles.md", "\n".join(parts).encode())


class Entry(NamedTuple):
    """A puzzle of the page: the label of its difficulty, its size, and its part of the page."""

    label: str
    cells: int
    text: str


def _entry(path: Path, below: Path, pages: Path) -> Entry | None:
    """Write the page of the puzzle in the file `path`, and return its part of the gallery; None if it is too large."""
    name = "-".join(below.with_suffix("").parts)
    puzzle = satcross.load(path)
    if len(puzzle.cells) > MOST_CELLS:
        return None
    guide = _guide(puzzle)
    difficulty = "" if guide is None else guide.difficulty
    write_if_new(pages / f"{name}.html", satcross.render(puzzle, "html", player_steps=guide))
    write_if_new(pages / f"{name}.svg", satcross.render(puzzle, "svg"))
    title = escape(puzzle.title or name)
    size = f"{shape_text(puzzle)}, {counted(len(puzzle.cells), 'cell')}".replace(" (rows x columns)", "").capitalize()
    facts = " ".join(
        f"{each.rstrip('.')}."
        for each in (size, difficulty.capitalize(), puzzle.author and f"By {puzzle.author}", puzzle.source)
        if each
    )
    text = f"""\
### {title}

{facts}

```{{raw}} html
<p><img src="../play/{name}.svg" alt="{title}, without its solution" style="max-height: 20em"></p>
<details><summary>Play {title} here</summary>
<iframe src="../play/{name}.html" title="{title}" loading="lazy" style="width: 100%; height: 44em; border: 0"></iframe>
</details>
<p><a href="../play/{name}.html">Play {title} on a separate page</a></p>
```
"""
    return Entry(difficulty.partition(",")[0] or UNRATED, len(puzzle.cells), text)


def _guide(puzzle: satcross.Puzzle) -> satcross.PlayerSteps | None:
    try:
        return satcross.player_steps(puzzle)
    except LimitError:
        return None


def write_if_new(path: Path, contents: bytes) -> None:
    """Write `contents` into the file `path` unless it has them, so that Sphinx reads only what is new."""
    if not path.exists() or path.read_bytes() != contents:
        path.write_bytes(contents)
