"""The frame of the pages of a site: the navigation, and the parts that pages have in common.

In a page, `<!-- player/NAME -->` stands for a file of the player.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Final

from satcross.base.records import NamedTuple
from satcross.pictures.page import asset

_INCLUDED: Final = re.compile(r"<!-- player/([\w.]+) -->")
_BODY: Final = re.compile(r"<body[^<>]*>\n?")


class SiteLink(NamedTuple):
    """A link of the navigation.

    Attributes:
        current: "page" on the page to which it leads, "true" on pages that belong to that; "" elsewhere.
    """

    address: str
    name: str
    current: str = ""


def page_part(name: str) -> str:
    """Return the text of a file in the folder `page`."""
    return files("satcross.site").joinpath("page", name).read_text(encoding="utf-8")


def mark() -> str:
    """Return the mark of a site as SVG: a hexagon with a dot and a star, which match everything."""
    return page_part("icon.svg").strip().replace("<svg ", '<svg aria-hidden="true" ', 1)


LESSON: Final = (
    '<ol id="steps" aria-label="Lessons"></ol>\n',
    '<section id="lesson" aria-label="What is new"><p id="sentence"></p></section>\n',
)
"""What the page of lessons has beside the puzzle: after the title, and below the head."""


def play_part(title: str, credit: str = "", more: tuple[str, str] = ("", "")) -> str:
    """Return the part of a page in which a puzzle is played.

    Args:
        title, credit: What is above the grid, as text.
        more: HTML after the title, and below the head.
    """
    part = page_part("play.html")
    texts = {"title": escape(title), "credit": escape(credit), "steps": more[0], "sentence": more[1]}
    for name, text in texts.items():
        part = part.replace(f"<!-- {name} -->", text, 1)
    return part.rstrip("\n")


def json_in_page(value: object) -> str:
    """Return JSON that a script element of a page can hold."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def filled(page: str, stands_for: Mapping[str, str], navigation: str) -> str:
    """Return a page with the navigation, and with everything that comments in it stand for."""
    for comment, text in stands_for.items():
        page = page.replace(comment, text)
    page = _INCLUDED.sub(lambda match: asset(match[1]).rstrip("\n"), page)
    return _BODY.sub(lambda match: match[0] + navigation, page, count=1)


def navigation(brand: str, name: str, start: str, links: Sequence[SiteLink], first: tuple[str, str]) -> str:
    """Return the navigation of a page.

    Args:
        brand: What stands for the site, as HTML: its mark, its name, or both.
        name: The name of the site.
        start: The id of the element at which the content begins.
        first: The address of the first page, and what a link to it leads to, such as "today's puzzle".
    """
    made = [f'<a href="{escape(each.address)}"{_current(each)}>{escape(each.name)}</a>' for each in links]
    address, title = first
    return (
        f'<a class="skip" href="#{start}">Skip to the content</a>\n'
        f'<nav id="site" aria-label="{escape(name)}">'
        f'<a class="brand" href="{escape(address)}" data-title="{escape(title)}">{brand}</a>{"".join(made)}</nav>\n'
    )


def _current(link: SiteLink) -> str:
    return f' aria-current="{link.current}"' if link.current else ""
