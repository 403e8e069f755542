"""A printed document as one page of HTML, to be printed from a browser.

Each page is an SVG of its size, so that text is text.  There is no script, and nothing is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from satcross.pictures.figures import PAPER_STYLES
from satcross.pictures.paper import Page, PlacedPicture, PrintedDocument
from satcross.pictures.picture import FACES, escape, rule, unmarked_svg

STYLE: Final = f"""\
body{{margin:0;background:#777;font-family:sans-serif}}
nav{{background:#fff;padding:1em 2em}}
section{{background:#fff;margin:1em auto;break-after:page;break-inside:avoid}}
section:last-child{{break-after:auto}}
svg{{display:block;width:100%;height:100%}}
svg text{{font-family:{FACES};white-space:pre}}
h1{{position:absolute;clip-path:inset(50%)}}
@media screen{{section{{max-width:100%;height:auto!important}}}}
@media print{{body{{background:none}}nav{{display:none}}section{{margin:0}}}}
"""


def to_html(document: PrintedDocument) -> str:
    """Return `document` as a page of HTML."""
    wide, high = document.pages[0].size
    sizes = f"@page{{size:{wide:.2f}pt {high:.2f}pt;margin:0}}@page turned{{size:{high:.2f}pt {wide:.2f}pt;margin:0}}"
    author = f'<meta name="author" content="{escape(document.author)}">' if document.author else ""
    head = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';style-src 'unsafe-inline'\">"
        f"{author}<title>{escape(document.title)}</title>"
    )
    used = {figure.style for page in document.pages for placed in page.pictures for figure in placed.picture.figures}
    rules = "".join([rule(name, style) for name, style in PAPER_STYLES.items() if name in used])
    style = f"<style>{STYLE}{sizes}{rules}</style></head>"
    pages = [_page(page, number, page.size != (wide, high)) for number, page in enumerate(document.pages, 1)]
    title = f"<h1>{escape(document.title)}</h1>"  # for those who do not see the pages
    body = ["<body>", *_outline(document), f"<main>{title}", *pages, "</main></body></html>"]
    return "\n".join([head, style, *body]) + "\n"


def _outline(document: PrintedDocument) -> Iterator[str]:
    """Yield the list of bookmarks, which is not printed."""
    if document.bookmarks:
        yield '<nav aria-label="Bookmarks"><ul>'
        for each in document.bookmarks:
            yield f'<li><a href="#page{each.page + 1}">{escape(each.title)}</a></li>'
        yield "</ul></nav>"


def _page(page: Page, number: int, is_turned: bool) -> str:
    wide, high = page.size
    turned = "page:turned;" if is_turned else ""
    parts = "\n".join(map(_placed, page.pictures))
    return (
        f'<section id="page{number}" aria-label="page {number}" style="{turned}width:{wide:.2f}pt;height:{high:.2f}pt">'
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.2f} {high:.2f}" xml:space="preserve">\n'
        f"{parts}\n</svg></section>"
    )


def _placed(placed: PlacedPicture) -> str:
    (x, y), scale, (left, top, _, _) = placed.at, placed.scale, placed.picture.box
    place = f"translate({x:.2f} {y:.2f}) scale({scale:.4f}) translate({-left:.2f} {-top:.2f})"
    group = "\n".join([f'<g transform="{place}">', *unmarked_svg(placed.picture), "</g>"])
    return group if placed.target is None else f'<a href="#page{placed.target + 1}">{group}</a>'
