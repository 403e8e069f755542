"""Growth along the ladders as one picture: time over cells, both axes logarithmic, as SVG text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT = 720, 440
LEFT, RIGHT, TOP, BOTTOM = 70, 170, 20, 50
COLOURS = ("#1f6f8b", "#c8553d", "#588157", "#7b5ea7", "#b08900", "#444444")

Series = Mapping[str, Sequence[tuple[float, float]]]


def chart(series: Series, x_label: str, y_label: str) -> str:
    """Return the picture of `series`: name to (x, y) points, all positive.

    Linear growth is a straight line that rises one decade for each decade to the right.
    """
    points = [point for line in series.values() for point in line]
    x_low, x_high = _decades([x for x, _ in points])
    y_low, y_high = _decades([y for _, y in points])

    def place(x: float, y: float) -> tuple[float, float]:
        across = (log10(x) - x_low) / (x_high - x_low)
        up = (log10(y) - y_low) / (y_high - y_low)
        return LEFT + across * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="sans-serif" font-size="12">',
        f"<title>{escape(y_label)} over {escape(x_label)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for decade in range(x_low, x_high + 1):
        x, bottom = place(10.0**decade, 10.0**y_low)
        parts.append(f'<path d="M{x:.1f} {TOP}V{bottom:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 18:.1f}" text-anchor="middle">{_number(decade)}</text>')
    for decade in range(y_low, y_high + 1):
        left, y = place(10.0**x_low, 10.0**decade)
        parts.append(f'<path d="M{left:.1f} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">{_number(decade)}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle">{escape(x_label)}</text>')
    middle = -(TOP + HEIGHT - BOTTOM) / 2
    parts.append(f'<text transform="rotate(-90)" x="{middle}" y="16" text-anchor="middle">{escape(y_label)}</text>')
    for number, (name, line) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        placed = [place(x, y) for x, y in sorted(line)]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in placed)
        parts.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in placed]
        y = TOP + 16 + 20 * number
        parts.append(f'<path d="M{WIDTH - RIGHT + 15} {y - 4}h20" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 42}" y="{y}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _decades(values: Sequence[float]) -> tuple[int, int]:
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    return low, max(high, low + 1)


def _number(decade: int) -> str:
    return f"{10**decade:,}" if decade >= 0 else f"{10.0**decade:g}"
