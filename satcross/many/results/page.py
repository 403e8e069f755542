"""A report as a picture: bars for verdicts, difficulty, length, sizes and constructs, as SVG text.

Or as one HTML page that needs nothing else: figures, pictures and tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from satcross.base.wording import counted
from satcross.many.results.report import Bars, Report

STYLE: Final = """\
:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #8884; overflow-wrap: anywhere; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
svg { max-width: 100%; height: auto; }
"""


def to_html(report: Report, title: str, conditions: Sequence[str] = ()) -> str:
    """Return the page of a report.

    Args:
        title: What the collection is called.
        conditions: The filter, as the user wrote it.
    """
    shown = f" with {escape(' and '.join(conditions))}" if conditions else ""
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>",
        f"<p>{counted(report.results, 'result')} about {counted(report.puzzles, 'puzzle')}{shown},"
        f" in {report.seconds:,.1f} seconds of work.</p>",
        *[panel_svg(name, bars) for name, bars in panels(report)],
    ]
    if report.slowest:
        slow = [(each.name, each.command, each.status, f"{each.seconds:.3f}") for each in report.slowest]
        parts += ["<h2>Slowest</h2>", _table(("puzzle", "command", "verdict", "seconds"), slow)]
    if report.alike:
        alike = [(each.one, each.other, f"{each.similarity:.0%}") for each in report.alike]
        parts += ["<h2>Near duplicates</h2>", _table(("one puzzle", "the other", "clues in common"), alike)]
    return "\n".join([*parts, "</main>\n</body>\n</html>\n"])


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    last = len(head) - 1

    def row(tag: str, cells: Sequence[str]) -> str:
        kinds = [' class="number"' if place == last else "" for place in range(len(cells))]
        made = [f"<{tag}{kind}>{escape(cell)}</{tag}>" for kind, cell in zip(kinds, cells, strict=True)]
        return f"<tr>{''.join(made)}</tr>"

    return "\n".join(["<table>", row("th", head), *[row("td", cells) for cells in rows], "</table>"])


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
