"""The pages of a site that a user makes: plain files that need no server, and load nothing from elsewhere.

In: puzzles, and how the site is made up.  Out: the files, by their paths below the site.

    index.html            a card for each puzzle
    p/NAME.html           the page on which a puzzle is played
    print/NAME.html       the puzzle on paper
    pictures/NAME.svg     the silhouette of its card
    previews/NAME.png     what other hosts show with a link to it
    learn.html            the lessons
    about.html            the text of the author
    site.css, *.js        the style sheet and the scripts of all pages
    robots.txt, sitemap.xml, feed.xml    if the address of the site is known

No path begins with a slash, so the site may be below any path.  Equal puzzles give equal bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from typing import Final
from urllib.parse import quote

from satcross.base.records import NamedTuple
from satcross.base.wording import capital, counted
from satcross.errors import LimitError, MissingError, printable
from satcross.pictures.book import printed_puzzle
from satcross.pictures.figures import TRACK_COLOURS
from satcross.pictures.page import PlayerParts, asset, packed, player_parts, puzzle_key
from satcross.pictures.paper_html import to_html
from satcross.pictures.scripts import STRICT, modules_as_functions
from satcross.site.cards import card, filters, silhouette
from satcross.site.frame import LESSON, SiteLink, filled, mark, navigation, page_part, play_part
from satcross.site.lessons import lessons_json
from satcross.site.previews import preview, preview_tags
from satcross.site.published import PublishedPuzzle

POLICY: Final = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' 'unsafe-inline' file:; img-src 'self' file: data:"
    " blob:; worker-src blob:; base-uri 'none'; form-action 'none'"
)
"""The Content-Security-Policy of each page; on disk, some browsers do not count a file's neighbours as 'self'."""

PAGE: Final = "p/{}.html"
SHEET: Final = "print/{}.html"
SILHOUETTE: Final = "pictures/{}.svg"
PREVIEW: Final = "previews/{}.png"
"""The paths of the files of a puzzle, by its name."""

NAVIGATION: Final = (("index.html", "Puzzles"), ("learn.html", "How to play"), ("about.html", "About"))
"""The pages to which the navigation leads; to the last only if there is one."""

_ADDRESS: Final = re.compile(r"(https?://[^\s<>\"]+)")


class SiteMakeUp(NamedTuple):
    """How a site is made up.

    Attributes:
        about: The text of its page about itself; None: it has none.
        address: Where the site will be, with a slash at its end; "" if that is not known.
        paper: The paper of the print sheets, one of `PAPERS`.
        has_previews: Whether there are pictures for other hosts, which need the extra png.
    """

    title: str
    author: str = ""
    about: str | None = None
    address: str = ""
    paper: str = "a4"
    has_previews: bool = True


class ListedPuzzle(NamedTuple):
    """What the pages of a site say of a puzzle that has a page.

    Attributes:
        name: What its page is called.
        file: The file of the puzzle, without folder and extension.
        title, label, kind: As in `PublishedPuzzle`.
        cells: How many it has.
        sentence: What is said of it where a link to its page is shown.
        card: Its card, as HTML.
        picture: The address of its preview, from the folder of the site; "" if it has none.
    """

    name: str
    file: str
    title: str
    label: str
    kind: str
    cells: int
    sentence: str
    card: str
    picture: str

    @property
    def page(self) -> str:
        """The address of its page, from the folder of the site."""
        return f"p/{quote(self.name)}.html"

    @property
    def files(self) -> tuple[str, ...]:
        """The paths of the files about this puzzle only, below the site."""
        return tuple(place.format(self.name) for place in (PAGE, SHEET, SILHOUETTE, PREVIEW))


class SitePuzzle(NamedTuple):
    """A puzzle of the site with all that its page needs.

    Attributes:
        sheet: The page on which it is printed; None if there is none.
        preview: What other hosts show with a link to it, as PNG; None if there is none.
        remarks: Why something is missing.
    """

    known: PublishedPuzzle
    listed: ListedPuzzle
    parts: PlayerParts
    sheet: str | None
    preview: bytes | None
    remarks: tuple[str, ...] = ()


def site_puzzle(known: PublishedPuzzle, file: str, make_up: SiteMakeUp) -> SitePuzzle:
    """Return a puzzle with all that its page needs.

    Args:
        file: Its file, without folder and extension.

    Raises:
        SatcrossError: If it cannot be played in a page, as `player_parts` raises it.
    """
    parts = player_parts(known.puzzle, known.guide)
    sheet = shown = None
    remarks = []
    try:
        sheet = to_html(printed_puzzle(known.puzzle, (), (), make_up.paper, known.difficulty).document)
    except LimitError as error:
        remarks.append(f"there is no page to print it: {error.message}")
    try:
        shown = preview(known.puzzle, known.facts, make_up.title) if make_up.has_previews else None
    except MissingError as error:
        remarks.append(f"there is no picture for links to it: {error.message}")
    listed = ListedPuzzle(
        known.name,
        file,
        known.title,
        known.label,
        known.kind,
        len(known.puzzle.cells),
        known.sentence(),
        _card(known),
        "" if shown is None else quote(PREVIEW.format(known.name)),
    )
    return SitePuzzle(known, listed, parts, sheet, shown, tuple(remarks))


def site_files(listed: Sequence[ListedPuzzle], made: Mapping[str, SitePuzzle], make_up: SiteMakeUp) -> dict[str, bytes]:
    """Return the files of a site with these puzzles, one or more, in this order.

    Args:
        made: The puzzles by their names; the site already has the files of all other puzzles.
    """
    picture = next((each.picture for each in listed if each.picture), "")
    pages = [_index(listed, make_up, picture), _lessons(picture)]
    if make_up.about is not None:
        pages.append(_about(make_up.about, picture))
    files: dict[str, bytes] = {}
    for number, (name, each) in enumerate((one.name, made.get(one.name)) for one in listed):
        if each is None:
            continue
        files[SILHOUETTE.format(name)] = silhouette(each.known.puzzle).encode()
        if each.sheet is not None:
            files[SHEET.format(name)] = each.sheet.encode()
        if each.preview is not None:
            files[PREVIEW.format(name)] = each.preview
        pages.append(_puzzle_page(each, _neighbours(listed, number), make_up))
    files |= {page.path: _whole(page, make_up).encode() for page in pages}
    return files | _common() | (_for_machines(listed, make_up) if make_up.address else {})


class _Page(NamedTuple):
    """What differs between two pages of a site.

    Attributes:
        path: Where it is.
        title: Its title, "" for the title of the site.
        sentence: What is said of it where a link to it is shown.
        body: What follows the navigation.
        scripts: The files of its scripts.
        style: The class of the body.
        picture: The address of its preview, from the folder of the site; "" if it has none.
    """

    path: str
    title: str
    sentence: str
    body: str
    scripts: tuple[str, ...]
    style: str = ""
    picture: str = ""


def _puzzle_page(each: SitePuzzle, neighbours: str, make_up: SiteMakeUp) -> _Page:
    """Return the page on which a puzzle is played.

    Args:
        neighbours: The links to other puzzles.
    """
    known, parts = each.known, each.parts
    address = {"link": f"{make_up.address}{each.listed.page}"} if make_up.address else {}
    shown = {
        "title": parts.title,
        "label": known.label,
        "svg": parts.svg,
        "numbers": parts.numbers,
        "data": {**parts.data, "difficulty": known.difficulty, **address},
    }
    is_rated = known.guide is not None and known.guide.difficulty != ""
    credit = parts.credit if is_rated else " · ".join(filter(None, (known.difficulty, parts.credit)))
    sheet = "" if each.sheet is None else f'<a href="../{quote(SHEET.format(known.name))}">Print this puzzle</a>'
    others = f'<nav aria-label="Other puzzles">{neighbours}</nav>'
    body = (
        "<noscript><style>#app { display: none !important; }</style>"
        f'<p class="no-script">To play here, allow JavaScript. {sheet}</p></noscript>',
        play_part(parts.title, credit),
        f'<footer id="about-puzzle">{others}{sheet}</footer>',
        f'<script type="text/plain" id="puzzle">{packed(shown)}</script>',
    )
    listed = each.listed
    path, scripts = PAGE.format(known.name), ("player.js", "puzzle.js")
    return _Page(path, parts.title, listed.sentence, "\n".join(body), scripts, "loading", listed.picture)


def _neighbours(puzzles: Sequence[ListedPuzzle], number: int) -> str:
    """Return the links to the puzzles before and after one."""
    links = []
    for relation, place, shown in (("prev", number - 1, "← {}"), ("next", number + 1, "{} →")):
        if 0 <= place < len(puzzles):
            other = puzzles[place]
            title = escape(printable(other.title))
            text = shown.format(f"<bdi>{title}</bdi>")
            links.append(f'<a rel="{relation}" href="{quote(other.name)}.html" data-title="{title}">{text}</a>')
    return " ".join(links)


def _index(puzzles: Sequence[ListedPuzzle], make_up: SiteMakeUp, picture: str) -> _Page:
    author = printable(make_up.author)
    by = f'<p class="note" dir="auto">By {escape(author)}</p>\n' if author else ""
    choices = filters({each.label for each in puzzles}, {each.kind for each in puzzles})
    cards = "\n".join(each.card for each in puzzles)
    body = (
        '<main id="content" class="text" tabindex="-1">\n'
        f'<h1 dir="auto">{escape(printable(make_up.title))}</h1>\n{by}'
        "<p>Each picture opens a crossword of regular expressions. Your letters are kept in this browser.</p>\n"
        f'{choices}\n<ul class="cards">\n{cards}\n</ul>\n</main>'
    )
    number = capital(counted(len(puzzles), "regular-expression crossword"))
    sentence = f"{number}{f' by {author}' if author else ''} to play in the browser."
    return _Page("index.html", "", sentence, body, ("gallery.js",), picture=picture)


def _card(known: PublishedPuzzle) -> str:
    facts = [*known.facts, *([f"By {known.puzzle.author}"] if known.puzzle.author else [])]
    # other sites may have the same host, so the record knows a puzzle by its contents
    known_as = puzzle_key(known.puzzle).partition(":")[2]
    return card(known, quote(SILHOUETTE.format(known.name)), facts, known_as)


def _lessons(picture: str) -> _Page:
    body = (
        '<noscript><p class="no-script">The lessons need JavaScript.</p></noscript>',
        f'<script type="application/json" id="lessons">{lessons_json()}</script>',
        play_part("How to play", more=LESSON),
    )
    sentence = "Tiny puzzles teach the signs in clues, in three minutes."
    scripts = ("player.js", "learn.js")
    return _Page("learn.html", "How to play", sentence, "\n".join(body), scripts, "loading learning", picture)


def _about(text: str, picture: str) -> _Page:
    paragraphs = "\n".join(
        f'<p dir="auto">{_with_links(each)}</p>' for each in re.split(r"\n[ \t]*\n", text) if each.strip()
    )
    body = f'<main id="content" class="text" tabindex="-1">\n<h1>About</h1>\n{paragraphs}\n</main>'
    return _Page("about.html", "About", "About these puzzles.", body, ("text.js",), picture=picture)


def _with_links(text: str) -> str:
    """Return a paragraph as HTML, in which addresses are links and all else is text.

    >>> _with_links("<b> See https://example.org/a.")
    '&lt;b&gt; See <a href="https://example.org/a">https://example.org/a</a>.'
    """
    parts = [escape(" ".join(map(printable, part.split("\n")))) for part in _ADDRESS.split(text)]
    return "".join(_link(part) if place % 2 else part for place, part in enumerate(parts))


def _link(written: str) -> str:
    """Return a link to an address, which does not end in the punctuation of the sentence."""
    address = written.rstrip(".,:!?)]")
    return f'<a href="{address}">{address}</a>{written[len(address) :]}'


def _whole(page: _Page, make_up: SiteMakeUp) -> str:
    """Return a page with its head and its navigation."""
    root = "../" * page.path.count("/")
    site = printable(make_up.title)
    title = " · ".join(filter(None, (page.title, site)))
    address = f"{make_up.address}{quote(page.path.removesuffix('index.html'))}" if make_up.address else ""
    picture = page.picture and f"{make_up.address or root}{page.picture}"
    shows = "The empty puzzle" if page.path.startswith("p/") else "A regular-expression crossword"
    head = [
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f'<meta name="description" content="{escape(page.sentence)}">',
        preview_tags(site, page.title or site, page.sentence, picture, shows, address),
        f'<link rel="icon" href="{root}icon.svg" type="image/svg+xml">',
        f'<link rel="stylesheet" href="{root}site.css">',
        *([f'<link rel="alternate" type="application/rss+xml" href="{root}feed.xml">'] if make_up.address else []),
        *[f'<script defer src="{root}{script}"></script>' for script in page.scripts],
    ]
    links = [
        SiteLink(f"{root}{path}", name, "page" if path == page.path else "")
        for path, name in NAVIGATION
        if path != "about.html" or make_up.about is not None
    ]
    brand = f'{mark()}<span dir="auto">{escape(site)}</span>'
    above = navigation(brand, site, "content", links, (f"{root}index.html", "the puzzles"))
    style = f' class="{page.style}"' if page.style else ""
    lines = ["<!DOCTYPE html>", '<html lang="en">', "<head>", *head, "</head>", f"<body{style}>", page.body]
    return filled("\n".join([*lines, "</body>", "</html>"]) + "\n", {}, above)


@cache
def _common() -> dict[str, bytes]:
    """Return the style sheet and the scripts, which all sites share."""
    tracks = "".join(f".track{number}{{stroke:{colour}}}\n" for number, colour in enumerate(TRACK_COLOURS))
    styles = (asset("player.css"), tracks, page_part("frame.css"), page_part("pages.css"))
    player = modules_as_functions("player/main", _module)
    scripts = {"player.js": player}
    for file, start in (("puzzle.js", "page/puzzle"), ("learn.js", "page/lesson")):
        scripts[file] = {
            name: text for name, text in modules_as_functions(start, _module).items() if name not in player
        }
    for file, start in (("gallery.js", "page/gallery"), ("text.js", "page/plain")):
        scripts[file] = modules_as_functions(start, _module)
    first = {"player.js": f'document.body.insertAdjacentHTML("beforeend", {json.dumps(asset("dialogs.html"))});\n'}
    return {
        "icon.svg": page_part("icon.svg").encode(),
        "site.css": "".join(styles).encode(),
        **{
            file: "".join((STRICT, first.get(file, ""), "\n".join(texts.values()))).encode()
            for file, texts in scripts.items()
        },
    }


def _module(name: str) -> str:
    """Return the text of a module: "player/NAME" or "page/NAME"."""
    folder, _, file = name.partition("/")
    return asset(f"{file}.js") if folder == "player" else page_part(f"{file}.js")


def _for_machines(puzzles: Sequence[ListedPuzzle], make_up: SiteMakeUp) -> dict[str, bytes]:
    """Return the files for search engines and feed readers."""
    root = escape(make_up.address)
    pages = ["", *(each.page for each in puzzles), "learn.html", *(["about.html"] if make_up.about is not None else [])]
    places = "\n".join(f"<url><loc>{root}{page}</loc></url>" for page in pages)
    items = "\n".join(
        f"<item><title>{escape(printable(each.title))}</title><link>{root}{each.page}</link>"
        f"<guid>{root}{each.page}</guid><description>{escape(each.sentence)}</description></item>"
        for each in puzzles
    )
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    places = f'{head}\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{places}\n</urlset>\n'
    feed = (
        f'{head}\n<rss version="2.0"><channel>\n<title>{escape(printable(make_up.title))}</title><link>{root}</link>'
        f"<description>Regular-expression crosswords to play in the browser.</description>\n{items}\n</channel></rss>\n"
    )
    robots = f"User-agent: *\nAllow: /\nSitemap: {make_up.address}sitemap.xml\n"
    return {"robots.txt": robots.encode(), "sitemap.xml": places.encode(), "feed.xml": feed.encode()}
