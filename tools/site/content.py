"""What people see on the site: the navigation, the puzzles to play, the gallery, and the lessons.

In: the puzzles of the repository, the lessons (`satcross.site.lessons`), and the pages in `site/`.  Out: the files, by
their paths below the site.

    puzzles/index.json    the puzzles in the order of the gallery, and which of them is that of which day
    puzzles/NAME.json     a puzzle as `site/js/play.js` reads it
    puzzles/NAME.svg      its picture in the gallery
    p/NAME.html           the page of a puzzle of the gallery
    day/DAY.html          the page of a day that has a puzzle of its own
    mini/DAY.html         the page of the mini of a day
    cards/NAME.png        the picture that other hosts show with a link to the page (`satcross.site.previews`)

In a page, `<!-- player/NAME -->` stands for a file of the player, `<!-- gallery -->` for the list of all puzzles,
`<!-- lessons -->` for the lessons, and `<!-- days -->` for the puzzles of the days; `<!-- filters -->`, `<!-- play -->`
and `<!-- lesson -->` for what other sites have too.
"""

from __future__ import annotations

import itertools
import json
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from string import ascii_uppercase
from typing import Any, Final

from satcross import load
from satcross.author.difficulty import Difficulty, difficulty
from satcross.author.player_steps import player_steps
from satcross.base.budget import Budget
from satcross.generator.day import daily, mini
from satcross.pictures.page import player_parts
from satcross.pictures.picture import draw, to_svg
from satcross.puzzle import Puzzle
from satcross.puzzle.files import save, to_text
from satcross.site.cards import card, filters
from satcross.site.frame import LESSON, SiteLink, filled, mark, navigation, play_part
from satcross.site.lessons import lessons_json
from satcross.site.published import PublishedPuzzle
from tools.site.cards import KINDS, MINI, NAME, OF_SITE, icon, page_of_puzzle, preview, with_card

ROOT: Final = Path(__file__).resolve().parents[2]
PUZZLES: Final = ROOT / "puzzles"

KNOWN: Final = ROOT / "build" / "known"
"""What was found out about puzzles, for the next build."""

ICONS: Final = {"apple-touch-icon": 180, "192": 192, "512": 512}
"""The icons of the site as PNG, with their sizes in pixels."""

SECONDS: Final = 60.0
"""For the guide and the difficulty of one puzzle, which take less than two on any machine of ours."""

FIRST: Final = ("owl", "hexagon", "wish", "orchard", "rings", "evening", "triangle", "shore", "loaf", "sheep")
"""The puzzles at the top of the gallery, in an order that beginners enjoy: six short clues first, then other shapes."""

LABELS: Final = ("gentle", "moderate", "hard", "fiendish")
ABOUT: Final = {
    "gentle": "One clue after the other gives a letter.",
    "moderate": "Some letters have to be ruled out before one can be written.",
    "hard": "Pencil marks help: what is ruled out here matters there.",
    "fiendish": "For those who have solved the others.",
}
"""What is said of puzzles of each difficulty."""

OF_DAYS: Final = range(9, 65)
"""Cells of the puzzles of the day: an hour at most."""

DAYS_OF_WEEK: Final = 7

FIRST_DAY: Final = "2026-01-01"
"""The day of the first puzzle; the others follow in turn."""

NAVIGATION: Final = (
    ("index.html", "", "Today"),
    ("gallery.html", "gallery.html", "Gallery"),
    ("solve.html", "solve.html", "Solve"),
    ("make.html", "make.html", "Make"),
    ("learn.html", "learn.html", "Learn"),
    ("record.html", "record.html", "Record"),
)
"""The pages of the site: file, address, name."""


@dataclass(frozen=True, slots=True)
class RatedPuzzle(PublishedPuzzle):
    """A puzzle of the gallery or of a day, with how hard it is."""

    rated: Difficulty

    @property
    def is_special(self) -> bool:
        """Whether it has other letters than A to Z, a shape of its own, or signs that need another engine or a book."""
        letters = set().union(*self.puzzle.expected)
        plain = {"backreference"}
        return (
            not letters <= set(ascii_uppercase)
            or not self.puzzle.shape.is_grid
            or self.puzzle.dialect != "python"
            or not set(self.rated.constructs) <= plain
        )


def published(paths: Iterable[Path] | None = None) -> list[RatedPuzzle]:
    """Return the puzzles of the repository that may be shared and have one solution, the easiest first.

    Args:
        paths: The files to look at; by default all of `puzzles/`.
    """
    files = paths if paths is not None else [*PUZZLES.glob("*.toml"), *PUZZLES.glob("generated/*.toml")]
    found = [_published(path) for path in files]
    return sorted(filter(None, found), key=lambda each: (each.rated.value, each.name))


def puzzles_of_days(
    first: date, count: int, folder: Path = ROOT / "build" / "days", report: Callable[[str], None] = lambda text: None
) -> list[RatedPuzzle]:
    """Return the puzzles of earlier days in `folder`, and of `count` days, which are generated unless they are there.

    Each day has a long puzzle, whose name is the day, such as 2026-11-24, and a mini, such as mini-2026-11-24.  Links
    to an earlier day work as long as its file is kept.

    Args:
        report: Called with a line of text whenever a puzzle has been generated.
    """
    folder.mkdir(parents=True, exist_ok=True)
    days = [first + timedelta(days=number) for number in range(count)]
    wanted = [f"{kind}{day.isoformat()}" for kind in ("", MINI) for day in days]
    missing = [name for name in wanted if not (folder / f"{name}.toml").exists()]
    if missing:
        with ProcessPoolExecutor() as pool:
            for number, (name, puzzle) in enumerate(zip(missing, pool.map(_puzzle_called, missing), strict=True)):
                save(puzzle, folder / f"{name}.toml")
                report(f"puzzle {name}, {number + 1} of {len(missing)}: {puzzle.title}")
    kept = [path.stem for path in sorted(folder.glob("*.toml"))]
    names = [name for name in kept if name.removeprefix(MINI) < first.isoformat()] + wanted
    made = [_known(name, load(folder / f"{name}.toml")) for name in names]
    return [each for each in made if each is not None]


def _puzzle_called(name: str) -> Puzzle:
    """Return the long puzzle or the mini of a day, whose title does not name the day."""
    day = date.fromisoformat(name.removeprefix(MINI))
    puzzle = (mini if name.startswith(MINI) else daily)(day).puzzle
    return puzzle._replace(title=puzzle.title.removeprefix(f"{day.isoformat()}: "), licence="CC0-1.0")


def _published(path: Path) -> RatedPuzzle | None:
    puzzle = load(path)
    if not puzzle.licence or not puzzle.expects_all or len(puzzle.expected) != 1:
        return None
    name = "-".join(path.relative_to(PUZZLES).with_suffix("").parts).removeprefix("generated-")
    if path.parent != PUZZLES and (PUZZLES / f"{name}.toml").exists():
        name = f"made-{name}"
    return _known(name, puzzle._replace(author="") if puzzle.author == "satcross generate" else puzzle)


def _known(name: str, puzzle: Puzzle) -> RatedPuzzle | None:
    """Return the puzzle with what is found out about it; None unless it is known to have one solution."""
    path = KNOWN / f"{sha256((_code() + to_text(puzzle, 'json')).encode()).hexdigest()[:24]}.pickle"
    if not path.exists():
        found = player_steps(puzzle, budget=Budget(SECONDS))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pickle.dumps((found, found and difficulty(puzzle, budget=Budget(SECONDS)))))
    known, rated = pickle.loads(path.read_bytes())
    if known is None or known.status != "unique":
        return None
    return RatedPuzzle(name, puzzle, known, f"{rated.label}, {rated.length}", rated)


@cache
def _code() -> str:
    """Return a hash of the code of satcross, on which depends what is found out about a puzzle."""
    every = sha256()
    for path in sorted((ROOT / "satcross").rglob("*.py")):
        every.update(path.read_bytes())
    return every.hexdigest()


def content(
    pages: Mapping[str, bytes],
    puzzles: list[RatedPuzzle],
    days: Sequence[RatedPuzzle] = (),
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
        files[f"cards/{each.name}.png"] = preview(each.puzzle, each.facts)
    for each in puzzles:
        untitled = each.puzzle._replace(title="", author="", source="")
        files[f"puzzles/{each.name}.svg"] = to_svg(draw(untitled)).encode()
    files[f"cards/{OF_SITE}.png"] = preview(_example(puzzles), ("A new puzzle each day",))
    files |= {f"icons/{name}.png": icon(pixels) for name, pixels in ICONS.items()}
    index = _index(puzzles, days)
    files["puzzles/index.json"] = _json(index)
    texts = {path: page.decode() for path, page in pages.items()}
    if "index.html" in texts:
        texts |= {f"p/{each.name}.html": page_of_puzzle(texts["index.html"], each, "puzzle") for each in puzzles}
        names = {each.name for each in days}
        for each in days:
            kind, day = ("mini" if each.name.startswith(MINI) else "day"), each.name.removeprefix(MINI)
            is_of_pair = f"{MINI}{day}" in names
            texts[f"{kind}/{day}.html"] = page_of_puzzle(texts["index.html"], each, kind, is_of_pair)
    stands_for = {
        "<!-- gallery -->": _gallery(puzzles),
        "<!-- filters -->": filters({each.label for each in puzzles}, {each.kind for each in puzzles}),
        "<!-- play -->": play_part("Loading the puzzle …", more=KINDS),
        "<!-- lesson -->": play_part("Learn", more=LESSON),
        "<!-- lessons -->": lessons_json(),
        "<!-- days -->": _json(index["days"]).decode(),
    }
    for path, text in texts.items():
        files[path] = _filled(text, path, stands_for, address).encode()
    return files


def _example(puzzles: Sequence[RatedPuzzle]) -> Puzzle:
    """Return the puzzle that stands for the whole site: the easiest hexagon if there is one."""
    hexagons = [each for each in puzzles if each.puzzle.shape.kind == "hexagon" and len(each.puzzle.cells) > 7]
    return (hexagons or puzzles)[0].puzzle._replace(title="Crosswords of regular expressions")


def _playable(each: RatedPuzzle) -> dict[str, Any]:
    parts = player_parts(each.puzzle, each.guide)
    return {**parts._asdict(), "link": to_text(each.puzzle, "link").strip()}


def _index(puzzles: list[RatedPuzzle], days: Sequence[RatedPuzzle]) -> dict[str, Any]:
    fit = [each for each in puzzles if len(each.puzzle.cells) in OF_DAYS and each.puzzle.shape.is_grid]
    listed = [
        {
            "name": each.name,
            "title": each.title,
            "label": each.rated.label,
            "size": each.size,
            "cells": len(each.puzzle.cells),
        }
        for _, _, members in _sections(puzzles)
        for each in members
    ]
    lengths = {each.name: each.rated.length for each in (*fit, *days)}
    made = [each.name for each in days if not each.name.startswith(MINI)]
    minis = [each.name.removeprefix(MINI) for each in days if each.name.startswith(MINI)]
    return {
        "puzzles": listed,
        "days": {"first": FIRST_DAY, "week": _week(fit), "made": made, "minis": minis, "lengths": lengths},
    }


def _week(easiest_first: Sequence[RatedPuzzle]) -> list[list[str]]:
    """Return the names of the puzzles that take turns on each day of the week, from Monday to Sunday.

    The easiest of them are those of Mondays, the hardest those of Sundays.
    """
    bounds = [day * len(easiest_first) // DAYS_OF_WEEK for day in range(DAYS_OF_WEEK + 1)]
    return [
        [each.name for each in easiest_first[start : max(end, start + 1)]] for start, end in itertools.pairwise(bounds)
    ]


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _filled(page: str, path: str, stands_for: Mapping[str, str], address: str) -> str:
    """Return a page with the navigation and with everything that comments in it stand for."""
    start = "content" if 'id="content"' in page else "board"
    return with_card(filled(page, stands_for, site_navigation(path, "../" * path.count("/"), start)), path, address)


def site_navigation(path: str, root: str, start: str) -> str:
    """Return the navigation of the page `path`; the arguments are those of `satcross.site.frame.navigation`."""
    current = {path: "page", "learn.html" if path.startswith("learn/") else "": "true"}
    links = [SiteLink(f"{root or './'}{address}", name, current.get(file, "")) for file, address, name in NAVIGATION]
    return navigation(f"{mark()}<span>{NAME}</span>", NAME, start, links, (root or "./", "today's puzzle"))


def _sections(puzzles: list[RatedPuzzle]) -> Iterator[tuple[str, str, list[RatedPuzzle]]]:
    """Yield the sections of the gallery: heading, a sentence, and the puzzles, `FIRST` before the easiest others."""
    usual = [each for each in puzzles if not each.is_special]
    first = sorted((each for each in usual if each.name in FIRST), key=lambda each: FIRST.index(each.name))
    yield "Begin here", "Small puzzles with few signs, each with a way that needs no guessing.", first
    for label in LABELS:
        yield (
            label.capitalize(),
            ABOUT[label],
            [each for each in usual if each.rated.label == label and each not in first],
        )
    special = [each for each in puzzles if each.is_special]
    yield "Something different", "Other alphabets, other shapes, and signs that few engines know.", special


def _gallery(puzzles: list[RatedPuzzle]) -> str:
    """Return the gallery: for each puzzle its picture and its facts, in sections."""
    return "\n".join(
        f"<section><h2>{heading}</h2><p>{sentence}</p>\n"
        f'<ul class="cards">\n{chr(10).join(map(_entry, members))}\n</ul></section>'
        for heading, sentence, members in _sections(puzzles)
        if members
    )


def _entry(each: RatedPuzzle) -> str:
    """Return the entry of a puzzle in the gallery."""
    return card(each, f"puzzles/{each.name}.svg", each.facts, each.name)
