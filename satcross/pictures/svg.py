"""A picture as SVG 1.1: no script, no network, every text of the puzzle escaped.

A regex and the letters of cells run from left to right, letter by letter in their logical order, in whatever script
they are, because the line of the grid beside them does.  Titles and names follow the rules of their language, which a
browser applies itself (the Unicode bidirectional algorithm).  Cells carry `data-cell` (the cell number), clues
`data-clue` (line and clue number, with a dot), and arrows and numbers of lines `data-line`, so that a page can style
them.  The same picture gives the same bytes.
"""

from __future__ import annotations

from itertools import starmap
from typing import Final

from satcross.pictures.figures import (
    LANGUAGE_STYLES,
    STYLES,
    FigureStyle,
    Picture,
    Polygon,
    Text,
    TextAnchor,
    has_right_to_left,
    is_right_to_left,
)
from satcross.pictures.lettering import width

FACES: Final = "'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,'Courier New',monospace"
UNJOINED: Final = "font-feature-settings:'init' 0,'medi' 0,'fina' 0,'rlig' 0"
"""Arabic letters of a regex stand for themselves and do not join their neighbours."""

_OTHER_END: Final[dict[TextAnchor, TextAnchor]] = {"start": "end", "middle": "middle", "end": "start"}


def to_svg(picture: Picture) -> str:
    """Return `picture` as an SVG document, a unit of the layout being a CSS pixel."""
    left, top, wide, high = picture.box
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_n(left)} {_n(top)} {_n(wide)} {_n(high)}"'
        f' width="{_n(wide)}" height="{_n(high)}" role="img" xml:space="preserve">'
    )
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        head,
        f"<title>{escape(picture.title)}</title>",
        f"<style>text{{font-family:{FACES};white-space:pre}}{''.join(starmap(rule, STYLES.items()))}</style>",
        f'<rect x="{_n(left)}" y="{_n(top)}" width="{_n(wide)}" height="{_n(high)}" fill="#ffffff"/>',
        *figures_svg(picture),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def figures_svg(picture: Picture) -> list[str]:
    """Return the SVG elements of the figures, one a line, from back to front."""
    lines = []
    for figure in picture.figures:
        if isinstance(figure, Text):
            lines.append(_text(figure))
            continue
        points = " ".join([f"{_n(x)},{_n(y)}" for x, y in figure.points])
        if isinstance(figure, Polygon):
            mark = "" if figure.mark is None else f' data-{figure.mark[0]}="{figure.mark[1]}"'
            lines.append(f'<polygon class="{figure.style}"{mark} points="{points}"/>')
        else:
            lines.append(f'<polyline class="{figure.style}" points="{points}"/>')
    return lines


def escape(text: str) -> str:
    """Return `text` for use in SVG, XML and HTML, between tags or in a quoted attribute."""
    return (
        text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&quot;")
        .replace("'", "&#39;")
    )


def rule(name: str, style: FigureStyle) -> str:
    """Return the CSS rule of a style."""
    parts = [f"fill:{style.fill or 'none'}"]
    if style.stroke:
        parts.append(f"stroke:{style.stroke};stroke-width:{_n(style.line)};stroke-linejoin:round;stroke-linecap:round")
    if style.is_bold:
        parts.append("font-weight:bold")
    return f".{name}{{{';'.join(parts)}}}"


def _text(text: Text) -> str:
    x, y = _n(text.at[0]), _n(text.at[1])
    mark = "" if text.mark is None else f' data-{text.mark[0]}="{text.mark[1]}"'
    turn = f' transform="rotate({_n(text.angle)} {x} {y})"' if text.angle else ""
    return (
        f'<text class="{text.style}"{mark} x="{x}" y="{y}" font-size="{_n(text.size)}"{_placing(text)}{turn}>'
        f"{escape(text.text)}</text>"
    )


def _placing(text: Text) -> str:
    """Return the attributes that say where a text runs from its point, and how far.

    Whatever face is found, a text takes the room that the layout has given it.  Only a text that follows the rules of a
    language that is written from right to left is as long as its face makes it.
    """
    anchor, direction = text.anchor, ""
    length = width(text.text) * text.size
    exact = f' textLength="{_n(length)}" lengthAdjust="spacingAndGlyphs"' if len(text.text) > 1 else ""
    if has_right_to_left(text.text):
        if text.style not in LANGUAGE_STYLES:
            direction = f' direction="ltr" unicode-bidi="bidi-override" style="{UNJOINED}"'
        elif is_right_to_left(text.text):
            direction, exact = ' direction="rtl"', ""
            anchor = _OTHER_END[anchor]
    anchored = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f"{anchored}{direction}{exact}"


def _n(value: float) -> str:
    """Return a number with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
