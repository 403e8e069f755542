"""Puzzles as Typst documents for print: A4, scaled down to the width of the page, without imports.

In a rectangle, the first clue of a row is on its left and further clues are on its right; those of a column are above
and below it.  In a hexagon, the clues of a line are where its reading begins, along the line; an arrow shows the
direction of lines that are read towards the left.  A `lines` puzzle is a list of its lines, each with a box for each
cell and the name of the cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final

from satcross.puzzle.model import AnyClue, Cell, Clue, Puzzle, address_text
from satcross.puzzle.shapes import direction_of

HEAD: Final = """\
#set page(paper: "a4", margin: 1.5cm)
#set text(size: 10pt)
#let fit(body) = layout(size => {
  let factor = calc.min(1, size.width / measure(body).width)
  align(center, scale(factor * 100%, reflow: true, body))
})
"""
CELL: Final = """\
#let cell(letter) = box(width: 8mm, height: 8mm, stroke: 0.5pt, align(center + horizon, letter))
"""
HEXAGONS: Final = """\
#let hexagon(x, y, letter) = {
  place(top + left, polygon(stroke: 0.5pt, ..CORNERS.map(p => (x + p.at(0), y + p.at(1)))))
  place(top + left, dx: x, dy: y, context {
    let size = measure(letter)
    move(dx: -size.width / 2, dy: -size.height / 2, letter)
  })
}
#let clue(x, y, angle, ends, body) = place(top + left, dx: x, dy: y, context {
  let size = measure(body)
  rotate(angle, origin: top + left, move(dx: if ends { -size.width } else { 0pt }, dy: -size.height / 2, body))
})
"""
WIDTH: Final = 9.0  # of a hexagon, in mm
SIDE: Final = WIDTH / sqrt(3)


def write(puzzle: Puzzle) -> str:
    """Return the Typst document of `puzzle`, for solving by hand: with the given letters, without solutions."""
    text = HEAD
    if puzzle.title:
        text += f"= #{_string(puzzle.title)}\n"
    if byline := ", ".join(filter(None, [puzzle.author, puzzle.source])):
        text += f"#text(fill: luma(35%), {_string(byline)})\n"
    text += "\n"
    if puzzle.shape.kind == "rectangle":
        text += CELL + _rectangle(puzzle)
    elif puzzle.shape.kind == "hexagon":
        text += _hexagon(puzzle)
    else:
        text += CELL + _lines(puzzle)
    if puzzle.notes:
        text += f"\n#{_string(puzzle.notes)}\n"
    return text


def _rectangle(puzzle: Puzzle) -> str:
    height, width = puzzle.shape.sizes
    lines = {line.name: line for line in puzzle.lines}
    given = _given(puzzle)
    present = set(puzzle.cells)

    def column(number: int, which: slice) -> str:
        line = lines.get(f"column {number}")
        turned = ", ".join(_clue(clue) for clue in (line.clues[which] if line else ()))
        return f"rotate(-90deg, reflow: true, stack(dir: ttb, spacing: 2pt, {turned}))" if turned else "[]"

    rows = [", ".join(["[]", *(column(n, slice(0, 1)) for n in range(1, width + 1)), "[]"])]
    for row in range(1, height + 1):
        clues = lines[f"row {row}"].clues
        cells = [f"cell({given.get((row, n), '[]')})" if (row, n) in present else "[]" for n in range(1, width + 1)]
        rows.append(", ".join([_stack(clues[:1]), *cells, _stack(clues[1:])]))
    rows.append(", ".join(["[]", *(column(n, slice(1, None)) for n in range(1, width + 1)), "[]"]))
    columns = ", ".join(["auto"] * (width + 2))
    alignment = (
        f"(x, y) => if x == 0 {{ right + horizon }} else if x == {width + 1} {{ left + horizon }}"
        f" else if y == 0 {{ center + bottom }} else {{ center + top }}"
    )
    text = f"#fit(grid(columns: ({columns}), align: {alignment}, inset: (x, y) => if x == 0 or x == {width + 1}"
    text += f" or y == 0 or y == {height + 1} {{ 2pt }} else {{ 0pt }},\n"
    text += "".join(f"  {row},\n" for row in rows) + "))\n"
    diagonals = [line for line in puzzle.lines if direction_of(line).endswith("diagonal") and line.clues]
    return text + "".join(f"\n#{_string(line.name)}: #{_stack(line.clues)}\n" for line in diagonals)


def _hexagon(puzzle: Puzzle) -> str:
    a, b, c = (edge - 1 for edge in puzzle.shape.sizes)
    given = _given(puzzle)
    margin = max((len(_text(clue)) for line in puzzle.lines for clue in line.clues), default=0) * 2.2 + 6

    def centre(cell: Cell) -> tuple[float, float]:
        assert not isinstance(cell, str)
        row, column = cell
        r = row - 1
        q = column - 1 + max(0, c - r)
        return margin + (q + r / 2) * WIDTH, margin / 2 + r * SIDE * 1.5 + SIDE

    corners = [(0.0, -1.0), (0.5, -0.5), (0.5, 0.5), (0.0, 1.0), (-0.5, 0.5), (-0.5, -0.5)]
    text = "#let CORNERS = (" + ", ".join(f"({x * WIDTH:.2f}mm, {y * SIDE:.2f}mm)" for x, y in corners) + ")\n"
    text += HEXAGONS
    right = margin + (a + max(b, c) + (b + c) / 2) * WIDTH + margin * 0.6
    bottom = margin + (b + c) * SIDE * 1.5 + 2 * SIDE
    text += f"#fit(box(width: {right:.2f}mm, height: {bottom:.2f}mm, {{\n"
    for cell in puzzle.cells:
        x, y = centre(cell)
        text += f"  hexagon({x:.2f}mm, {y:.2f}mm, {given.get(cell, '[]')})\n"
    steps = {
        "horizontal": (-1.0, 0.0, 0, "true"),
        "rising": (0.5, 1.0, 60, "false"),
        "falling": (0.5, -1.0, -60, "false"),
    }
    for line in puzzle.lines:
        if line.clues and line.cells:
            x, y = centre(puzzle.cells[line.cells[0]])
            dx, dy, angle, ends = steps[direction_of(line)]
            x += dx * WIDTH * 0.65
            y += dy * SIDE * 1.5 * 0.65
            arrow = "" if angle == 0 else "sym.arrow.l + h(2pt) + "
            text += f"  clue({x:.2f}mm, {y:.2f}mm, {angle}deg, {ends}, {arrow}{_beside(line.clues)})\n"
    return text + "}))\n"


def _lines(puzzle: Puzzle) -> str:
    given = _given(puzzle)
    text = "#let named(name, letter) = stack(dir: ttb, spacing: 1pt, text(size: 6pt, name), cell(letter))\n"
    text += "#table(columns: (auto, 1fr, auto), stroke: none, align: horizon,\n"
    for line in puzzle.lines:
        boxes = ", ".join(
            f"named({_string(address_text(puzzle.cells[cell]))}, {given.get(puzzle.cells[cell], '[]')})"
            for cell in line.cells
        )
        text += f"  {_string(line.name)}, {_stack(line.clues)}, stack(dir: ltr, spacing: 0pt, {boxes}),\n"
    return text + ")\n"


def _given(puzzle: Puzzle) -> dict[Cell, str]:
    """Return the given letters by address, as Typst expressions."""
    return {puzzle.cells[cell]: _string(letter) for cell, letter in puzzle.given}


def _stack(clues: Sequence[AnyClue]) -> str:
    return f"stack(dir: ttb, spacing: 2pt, {', '.join(map(_clue, clues))})" if clues else "[]"


def _beside(clues: Iterable[AnyClue]) -> str:
    return " + h(8pt) + ".join(map(_clue, clues))


def _clue(clue: AnyClue) -> str:
    return f"raw({_string(_text(clue))})"


def _text(clue: AnyClue) -> str:
    """Return a clue as it is printed; `↩` marks a clue that reads its line from the end."""
    if isinstance(clue, Clue):
        return f"{clue.pattern} ↩" if clue.is_reversed else clue.pattern
    return f"a word of {clue.source}"


def _string(text: str) -> str:
    """Return `text` as a Typst string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(each if each.isprintable() else f"\\u{{{ord(each):x}}}" for each in escaped) + '"'
