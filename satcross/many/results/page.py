"""A report as one HTML page that needs nothing else: figures, pictures and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from satcross.base.wording import counted
from satcross.many.results.charts import panel_svg, panels
from satcross.many.results.report import Report

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
