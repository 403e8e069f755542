"""A picture as SVG 1.1: no script, no network, every text of the puzzle escaped.

Cells and clues carry `data-cell` (the cell number) and `data-clue` (line and clue number, with a dot), so that a page
can style them.  The same picture gives the same bytes.
"""

from __future__ import annotations

from typing import Final

from satcross.pictures.lettering import width
from satcross.pictures.picture import STYLES, Picture, Polygon, Style, Text

FACES: Final = "'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,'Courier New',monospace"


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
        f"<style>text{{font-family:{FACES};white-space:pre}}{''.join(map(_rule, STYLES.items()))}</style>",
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


def rule(name: str, style: Style) -> str:
    """Return the CSS rule of a style."""
    parts = [f"fill:{style.fill or 'none'}"]
    if style.stroke:
        parts.append(f"stroke:{style.stroke};stroke-width:{_n(style.line)};stroke-linejoin:round;stroke-linecap:round")
    if style.is_bold:
        parts.append("font-weight:bold")
    return f".{name}{{{';'.join(parts)}}}"


def _rule(item: tuple[str, Style]) -> str:
    return rule(*item)


def _text(text: Text) -> str:
    x, y = _n(text.at[0]), _n(text.at[1])
    mark = "" if text.mark is None else f' data-{text.mark[0]}="{text.mark[1]}"'
    anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
    turn = f' transform="rotate({_n(text.angle)} {x} {y})"' if text.angle else ""
    # whatever face is found, the text takes the room that the layout has given it
    length = width(text.text) * text.size
    exact = f' textLength="{_n(length)}" lengthAdjust="spacingAndGlyphs"' if len(text.text) > 1 else ""
    return (
        f'<text class="{text.style}"{mark} x="{x}" y="{y}" font-size="{_n(text.size)}"{anchor}{turn}{exact}>'
        f"{escape(text.text)}</text>"
    )


def _n(value: float) -> str:
    """Return a number with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
