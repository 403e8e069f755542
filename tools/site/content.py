"""What people see on the site: the navigation, the puzzles to play, the gallery, and the tutorials.

In: the puzzles and tutorials of the repository, and the pages in `site/`.  Out: the files, by their paths below the
site.

    puzzles/index.json    the puzzles in the order of their difficulty, and which of them is that of which day
    puzzles/NAME.json     a puzzle as `site/js/play.js` reads it
    puzzles/NAME.svg      its picture
    p/NAME.html           the page of a puzzle of the gallery
    day/DAY.html          the page of a day that has a puzzle of its own
    cards/NAME.png        the picture that other hosts show with a link to the page (`tools.site.cards`)

    learn/NAME.html       a tutorial (`tools.site.tutorials`)

In a page, `<!-- player/NAME -->` stands for a file of the player, `<!-- gallery -->` for the list of all puzzles,
`<!-- tutorials -->` for that of the tutorials, and `<!-- days -->` for the puzzles of the days.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from html import escape
from math import gcd
from pathlib import Path
from typing import Any, Final

from satcross.author.difficulty import Difficulty, difficulty
from satcross.base.budget import Budget
from satcross.generator.day import daily
from satcross.pictures.page.guide import Guide, guide
from satcross.pictures.page.html import player_parts
from satcross.pictures.page.script import asset
from satcross.pictures.picture import draw
from satcross.pictures.svg import to_svg
from satcross.puzzle.files import load, save, to_text
from satcross.puzzle.model import Puzzle
from tools.site.cards import OF_SITE, card, page_of_puzzle, with_card
from tools.site.tutorials import listed, tutorials

ROOT: Final = Path(__file__).resolve().parents[2]
PUZZLES: Final = ROOT / "puzzles"

SECONDS: Final = 60.0
"""For the guide and the difficulty of one puzzle, which take less than two on any machine of ours."""

OF_DAYS: Final = range(9, 65)
"""Cells of the puzzles of the day: an hour at most."""

FIRST_DAY: Final = "2026-01-01"
"""The day of the first puzzle; the others follow in turn."""

NAVIGATION: Final = (
    ("index.html", "", "Today"),
    ("gallery.html", "gallery.html", "Gallery"),
    ("solve.html", "solve.html", "Solve"),
    ("make.html", "make.html", "Make"),
    ("learn.html", "learn.html", "Learn"),
)
"""The pages of the site: file, address, name."""

_INCLUDED: Final = re.compile(r"<!-- player/([\w.]+) -->")
_BODY: Final = re.compile(r"<body[^>]*>\n?")


@dataclass(frozen=True, slots=True)
class PublishedPuzzle:
    """A puzzle of the site."""

    name: str
    puzzle: Puzzle
    guide: Guide
    rated: Difficulty

    @property
    def title(self) -> str:
        return self.puzzle.title or self.name

    @property
    def size(self) -> str:
        """Its shape and size for people."""
        sizes = self.puzzle.shape.sizes
        if self.puzzle.shape.kind == "rectangle":
            return f"{sizes[0]} × {sizes[1]}"
        if self.puzzle.shape.kind == "hexagon":
            is_regular = len(set(sizes)) == 1
            return f"hexagon, {sizes[0]} a side" if is_regular else f"hexagon, {' · '.join(map(str, sizes))}"
        return f"{len(self.puzzle.lines)} lines, {len(self.puzzle.cells)} cells"

    @property
    def facts(self) -> tuple[str, ...]:
        """Its size, its difficulty and its length in words."""
        return self.size, f"{self.rated.label.capitalize()}, {self.rated.length}"


def published(paths: Iterable[Path] | None = None) -> list[PublishedPuzzle]:
    """Return the puzzles of the repository that may be shared and have one solution, the easiest first.

    Args:
        paths: The files to look at; by default all of `puzzles/`.
    """
    files = paths if paths is not None else [*PUZZLES.glob("*.toml"), *PUZZLES.glob("generated/*.toml")]
    found = [_published(path) for path in files]
    return sorted(filter(None, found), key=lambda each: (each.rated.hardness, each.name))


def puzzles_of_days(first: date, count: int, folder: Path = ROOT / "build" / "days") -> list[PublishedPuzzle]:
    """Return the puzzles of `count` days, which are generated unless they are in `folder` already.

    The name of each is its day, such as 2026-11-24.
    """
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for day in (first + timedelta(days=number) for number in range(count)):
        path = folder / f"{day.isoformat()}.toml"
        if not path.exists():
            puzzle = daily(day).puzzle
            title = puzzle.title.removeprefix(f"{day.isoformat()}: ")
            save(puzzle._replace(title=title, licence="CC0-1.0"), path)
        made.append(_known(path.stem, load(path)))
    return [each for each in made if each is not None]


def _published(path: Path) -> PublishedPuzzle | None:
    puzzle = load(path)
    if not puzzle.licence or not puzzle.expects_all or len(puzzle.expected) != 1:
        return None
    name = "-".join(path.relative_to(PUZZLES).with_suffix("").parts).removeprefix("generated-")
    if path.parent != PUZZLES and (PUZZLES / f"{name}.toml").exists():
        name = f"made-{name}"
    return _known(name, puzzle)


def _known(name: str, puzzle: Puzzle) -> PublishedPuzzle | None:
    """Return the puzzle with what is found out about it; None unless it is known to have one solution."""
    known = guide(puzzle, budget=Budget.lasting(SECONDS))
    if known is None or known.status != "unique":
        return None
    rated = difficulty(puzzle, budget=Budget.lasting(SECONDS))
    return PublishedPuzzle(name, puzzle, known, rated)


def content(
    pages: Mapping[str, bytes],
    puzzles: list[PublishedPuzzle],
    days: Sequence[PublishedPuzzle] = (),
    address: str = "",
) -> dict[str, bytes]:
    """Return the puzzles of the site, and its pages with all that stands in them.

    Args:
        pages: The pages as they are in `site/`, and make.html.
        puzzles: What `published` returns, or some of it.
        days: What `puzzles_of_days` returns; on all other days, puzzles of the gallery take turns.
        address: That of the site, with a slash at its end; "" if it is not known.
    """
    files: dict[str, bytes] = {}
    for each in (*puzzles, *days):
        files[f"puzzles/{each.name}.json"] = _json(_playable(each))
        untitled = each.puzzle._replace(title="", author="", source="")
        files[f"puzzles/{each.name}.svg"] = to_svg(draw(untitled)).encode()
        files[f"cards/{each.name}.png"] = card(each.puzzle, each.facts)
    files[f"cards/{OF_SITE}.png"] = card(_example(puzzles))
    index = _index(puzzles, days)
    files["puzzles/index.json"] = _json(index)
    lessons = tutorials()
    texts = {path: page.decode() for path, page in pages.items()} | {
        f"learn/{each.name}.html": each.page for each in lessons
    }
    if "index.html" in texts:
        texts |= {f"p/{each.name}.html": page_of_puzzle(texts["index.html"], each, "puzzle") for each in puzzles}
        texts |= {f"day/{each.name}.html": page_of_puzzle(texts["index.html"], each, "day") for each in days}
    stands_for = {
        "<!-- gallery -->": "\n".join(_cards(puzzles)),
        "<!-- tutorials -->": listed(lessons),
        "<!-- days -->": _json(index["days"]).decode(),
    }
    for path, text in texts.items():
        files[path] = _filled(text, path, stands_for, address).encode()
    return files


def _example(puzzles: Sequence[PublishedPuzzle]) -> Puzzle:
    """Return the puzzle that stands for the whole site: the easiest hexagon if there is one."""
    hexagons = [each for each in puzzles if each.puzzle.shape.kind == "hexagon" and len(each.puzzle.cells) > 7]
    return (hexagons or puzzles)[0].puzzle._replace(title="Crosswords of regular expressions")


def _playable(each: PublishedPuzzle) -> dict[str, Any]:
    parts = player_parts(each.puzzle, each.guide)
    return {**parts._asdict(), "link": to_text(each.puzzle, "link").strip()}


def _index(puzzles: list[PublishedPuzzle], days: Sequence[PublishedPuzzle]) -> dict[str, Any]:
    fit = [each for each in puzzles if len(each.puzzle.cells) in OF_DAYS and each.puzzle.shape.kind != "lines"]
    listed = [
        {
            "name": each.name,
            "title": each.title,
            "label": each.rated.label,
            "size": each.size,
            "cells": len(each.puzzle.cells),
        }
        for each in puzzles
    ]
    # a step through the list that shares no factor with its length, so that neighbouring days differ
    step = next(step for step in range(len(fit) // 2, len(fit) + 1) if gcd(step, len(fit)) == 1)
    names = [fit[place * step % len(fit)].name for place in range(len(fit))]
    return {"puzzles": listed, "days": {"first": FIRST_DAY, "names": names, "made": [each.name for each in days]}}


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _filled(page: str, path: str, stands_for: Mapping[str, str], address: str) -> str:
    """Return a page with the navigation and with everything that comments in it stand for."""
    page = _INCLUDED.sub(lambda match: asset(match[1]).rstrip("\n"), page)
    for comment, text in stands_for.items():
        page = page.replace(comment, text)
    page = with_card(page, path, address)
    root = "../" * path.count("/")
    start = "content" if 'id="content"' in page else "board"
    return _BODY.sub(lambda match: match[0] + _navigation(path, root, start), page, count=1)


def _navigation(path: str, root: str, start: str) -> str:
    current = {path: ' aria-current="page"'}
    links = [
        f'<a href="{root or "./"}{address}"{current.get(file, "")}>{name}</a>' for file, address, name in NAVIGATION
    ]
    return (
        f'<a class="skip" href="#{start}">Skip to the content</a>\n'
        f'<nav id="site" aria-label="satcross"><a class="brand" href="{root or "./"}">satcross</a>'
        f"{''.join(links)}</nav>\n"
    )


def _cards(puzzles: list[PublishedPuzzle]) -> Iterator[str]:
    """Yield the gallery: for each puzzle its picture and its facts, under the names of the difficulties."""
    label = ""
    for each in puzzles:
        if each.rated.label != label:
            yield f"{'</ul></section>' if label else ''}<section><h2>{each.rated.label.capitalize()}</h2>"
            yield '<ul class="cards">'
            label = each.rated.label
        title = escape(each.title)
        yield (
            f'<li><a href="p/{each.name}.html"><img src="puzzles/{each.name}.svg" alt="" loading="lazy">'
            f'<span class="title" dir="auto">{title}</span>'
            f'<span class="facts">{escape(each.size)}, difficulty {each.rated.hardness:.1f},'
            f" {each.rated.length}</span></a></li>"
        )
    yield "</ul></section>"
