"""A report as a picture: bars for verdicts, difficulty, length, sizes and constructs, as SVG text."""

from __future__ import annotations

from html import escape
from typing import Final

from satcross.many.results.report import Bars, Report

WIDTH: Final = 640
LABEL: Final = 150
ROW: Final = 22
COLOUR: Final = "#1f6f8b"


def panels(report: Report) -> list[tuple[str, Bars]]:
    """Return the titles and the bars of the parts of a report that are not empty."""
    drawn = [
        ("Verdicts", report.verdicts),
        ("Difficulty", report.difficulty),
        ("Length", report.lengths),
        ("Cells", report.cells),
        ("Constructs", report.constructs),
    ]
    return [(title, bars) for title, bars in drawn if bars]


def to_svg(report: Report) -> str:
    """Return the picture of a report, all its panels one below the other."""
    drawn: list[str] = []
    top = 10
    for title, bars in panels(report):
        drawn.append(f'<g transform="translate(0 {top})">{_panel(title, bars)}</g>')
        top += ROW * (len(bars) + 2)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" width="{WIDTH}" height="{top}"'
        ' font-family="sans-serif" font-size="13" role="img">\n<title>A collection of puzzles</title>\n'
        f'<rect width="{WIDTH}" height="{top}" fill="white"/>\n' + "\n".join(drawn) + "\n</svg>\n"
    )


def panel_svg(title: str, bars: Bars) -> str:
    """Return the picture of one panel."""
    height = ROW * (len(bars) + 1) + 6
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif"'
        f' font-size="13" role="img"><title>{escape(title)}</title>{_panel(title, bars)}</svg>'
    )


def _panel(title: str, bars: Bars) -> str:
    most = max(number for _, number in bars)
    parts = [f'<text x="10" y="16" font-weight="bold" fill="currentColor">{escape(title)}</text>']
    for place, (name, number) in enumerate(bars, 1):
        y = ROW * place
        length = max(1.0, (WIDTH - LABEL - 90) * number / most)
        parts.append(f'<text x="{LABEL - 8}" y="{y + 16}" text-anchor="end" fill="currentColor">{escape(name)}</text>')
        parts.append(f'<rect x="{LABEL}" y="{y + 3}" width="{length:.1f}" height="{ROW - 6}" fill="{COLOUR}"/>')
        parts.append(f'<text x="{LABEL + length + 6:.1f}" y="{y + 16}" fill="currentColor">{number:,}</text>')
    return "".join(parts)
