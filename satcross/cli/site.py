"""`satcross site`: a folder of pages on which puzzles are chosen and played.

In: the files of puzzles.  Out: a site (`satcross.site.pages`) in a folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from unicodedata import normalize
from urllib.parse import unquote

from satcross.author.difficulty import LABELS
from satcross.author.player_steps import player_steps
from satcross.base.reading import decode, read_bytes, shown_name
from satcross.base.wording import counted
from satcross.cli.limits import limits_of
from satcross.cli.options import FILE_OPTIONS, FILES, SEARCH, option
from satcross.cli.parser import OptionGroup, Options, Parser, command_parser
from satcross.cli.publishing import made_of_each, site_address, solved
from satcross.cli.puzzles import (
    FiledPuzzle,
    UnreadableFile,
    check_is_folder_name,
    puzzles_asked_about,
    revised_puzzle,
    stem_of,
)
from satcross.cli.signals import NO, UNKNOWN
from satcross.cli.terminal import note, reporter, say, show
from satcross.errors import MissingError, OptionError, PuzzleError, SatcrossError
from satcross.pictures.paper_sizes import PAPERS
from satcross.pictures.rendering import check_extra
from satcross.puzzle import Puzzle
from satcross.site.folder import manifest_of, write_site
from satcross.site.pages import ListedPuzzle, SiteMakeUp, SitePuzzle, site_files, site_puzzle
from satcross.site.published import PublishedPuzzle

HINT_SECONDS: Final = 20  # for the hints and the label of a puzzle
MOST_ABOUT: Final = 1_000_000  # bytes
LONGEST_NAME: Final = 80  # letters of the name of a page
TITLE: Final = "Regular-expression crosswords"


def make_site_parser() -> Parser:
    return command_parser(
        "site",
        """
The site is plain files: a page with a card for each puzzle, for each puzzle a page to play and a page to print, and
lessons for beginners. It needs no server and no network, works from a folder and below any address, and keeps the
progress of players in their browsers. The extra png adds the pictures that chats show with a link.

Writing it again changes only what has changed. A file that satcross site did not write, or that was changed since, is
never touched. A puzzle without exactly one solution stops it. The pages give hints, so they hold the solutions, lightly
obfuscated so that no reader sees them by accident. --no-hints leaves them out.
""",
        """
        satcross site puzzles/hello.toml puzzles/hexagon.toml -o club
        satcross site puzzles/generated -o club --title 'Puzzles of our club' --author Ann --about about.txt
        satcross site puzzles/generated -o club --url https://example.org/club/ --order difficulty
        """,
        (
            *FILES,
            option("--output", required=True, metavar="DIR", help="the folder of the site"),
            SITE,
            FILE_OPTIONS,
            *SEARCH,
        ),
    )


SITE: Final = OptionGroup(
    "the site",
    (
        option("--title", default=TITLE, metavar="TEXT", help=f"its title; default {TITLE!r}"),
        option("--author", default="", metavar="TEXT", help="its author"),
        option("--about", metavar="FILE", help="a text about it, with an empty line between two paragraphs"),
        option("--url", metavar="ADDRESS", help="where it will be; adds a feed and a list of pages for search engines"),
        option("--order", choices=["given", "difficulty", "title"], default="given", help="default given"),
        option("--page", choices=[*PAPERS], default="a4", help="paper of the pages to print; default a4"),
        option("--no-hints", action="store_true", help="leave the hints and the solutions out of the pages"),
        option("--allow-several", action="store_true", help="also show puzzles with several solutions"),
    ),
)
"""The options that say how the site is made up."""


def run_site(options: Options) -> int:
    check_is_folder_name(options.output)
    make_up = _make_up(options)
    earlier = _earlier(options.output)
    found = list(puzzles_asked_about(options))
    _check_names(found)
    puzzles, status = made_of_each(found, lambda asked: _puzzle(asked, make_up, options))
    if status in (NO, UNKNOWN) or not puzzles:
        say("satcross: nothing was written")
        return status
    made = {each.listed.name: each for each in puzzles}
    listed = _ordered(list(dict.fromkeys(_listed(found, made, earlier))), options.order)
    kept = [each for each in listed if each.name not in made]
    for each in kept:
        say(f"{os.path.join(options.output, unquote(each.page))}: this page stays as it was")
    note("writing")
    changes = write_site(
        options.output,
        site_files(listed, made, make_up),
        [each._asdict() for each in listed],
        {path for each in kept for path in each.files},
    )
    removed = f", {changes.removed} removed" if changes.removed else ""
    same = f", {changes.same} unchanged" if changes.same else ""
    first = os.path.join(options.output, "index.html")
    show(f"{first}: {counted(len(listed), 'puzzle')}; {counted(changes.written, 'file')} written{same}{removed}\n")
    return status


def _make_up(options: Options) -> SiteMakeUp:
    """Return how the options make up the site, and say what an extra that is not installed would add."""
    about = None
    if options.about is not None:
        try:
            about = decode(read_bytes(options.about, MOST_ABOUT, "text"), shown_name(options.about))
        except PuzzleError as error:  # not about a puzzle
            raise error.convert(SatcrossError) from None
    address = "" if options.url is None else site_address(options.url, "--url")
    has_previews = True
    try:
        check_extra("png")
    except MissingError as error:
        has_previews = False
        say(f"satcross: no pictures for links: {error.message}; {error.hint}")
    return SiteMakeUp(options.title, options.author, about, address, options.page, has_previews)


def _check_names(found: Sequence[FiledPuzzle | UnreadableFile]) -> None:
    """Raise OptionError if two puzzles have the same name, apart from capitals, which some file systems ignore."""
    labels: dict[str, str] = {}
    for each in found:
        if isinstance(each, UnreadableFile):
            continue
        name = _name(each)
        if name.casefold() in labels:
            raise OptionError(
                f"the pages of two puzzles would both be called {name!r}: {labels[name.casefold()]}, and this one",
                place=[each.label],
                hint="name each file once, and rename one of two files with the same name",
            )
        labels[name.casefold()] = each.label


def _earlier(folder: str) -> list[ListedPuzzle]:
    """Return the puzzles of the site that is in the folder.  Raises OptionError if its manifest is damaged."""
    noted = manifest_of(folder).note
    known = noted if isinstance(noted, list) else []  # of this version of satcross; others may note other things
    fields = [*ListedPuzzle._fields]
    listed = [ListedPuzzle(**each) for each in known if isinstance(each, dict) and [*each] == fields]
    return [each for each in listed if os.path.exists(os.path.join(folder, unquote(each.page)))]


def _listed(
    found: Sequence[FiledPuzzle | UnreadableFile], made: Mapping[str, SitePuzzle], earlier: Sequence[ListedPuzzle]
) -> Iterator[ListedPuzzle]:
    """Yield the puzzles of the site: what was made, and in place of a file with an error its earlier puzzles."""
    for each in found:
        if isinstance(each, UnreadableFile):
            file = stem_of(each.file or "")
            yield from (one for one in earlier if one.file == file and one.name not in made)
        elif (name := _name(each)) in made:
            yield made[name].listed
        else:
            yield from (one for one in earlier if one.name == name)


def _name(asked: FiledPuzzle) -> str:
    """Return the name of a puzzle's file without its extension, with the puzzle's own name if there are several."""
    name = stem_of(asked.file or "puzzle")
    if asked.source is not None and len(asked.source.entries) > 1:
        name += f"-{asked.name or asked.number + 1}"
    return re.sub(r"[^\w-]+", "-", normalize("NFC", name)).strip("-")[:LONGEST_NAME] or "puzzle"


def _puzzle(asked: FiledPuzzle, make_up: SiteMakeUp, options: Options) -> SitePuzzle:
    """Return a puzzle of the site, and name its missing files.  Raises SatcrossError, NotPublishableError."""
    with revised_puzzle(asked, options) as revision:
        known = _published(revision.puzzle, _name(asked), options)
        made = site_puzzle(known, stem_of(asked.file or ""), make_up)
    for remark in made.remarks:
        say(f"{asked.label}: {remark}")
    return made


def _published(puzzle: Puzzle, name: str, options: Options) -> PublishedPuzzle:
    """Return a puzzle with its hints and its label.  Raises NotPublishableError."""
    budget = limits_of(options).budget(report=reporter())
    is_unique = solved(puzzle, options, budget, "shows").is_unique
    guide = player_steps(puzzle, budget=budget.until(HINT_SECONDS))
    difficulty = guide.difficulty if is_unique and guide is not None else ""
    return PublishedPuzzle(name, puzzle, None if options.no_hints else guide, difficulty)


def _ordered(puzzles: list[ListedPuzzle], order: str) -> list[ListedPuzzle]:
    labels = [label for _, label in LABELS]
    if order == "title":
        return sorted(puzzles, key=lambda each: each.title.casefold())
    if order == "difficulty":
        return sorted(puzzles, key=lambda each: (labels.index(each.label) if each.label else len(labels), each.cells))
    return puzzles
