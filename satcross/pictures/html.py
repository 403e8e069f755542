"""A page to play a puzzle on: one file, which asks nothing of the network.

In: a puzzle.  Out: HTML with the picture of `svg`, an input over each cell, the clues as a list for screen readers and
small screens, and what the page's script needs to tell whether a full line satisfies a clue:

    regexp     JavaScript clues: the pattern, for the browser's own RegExp
    table      other regular clues: their Positions positions, bit sets in hexadecimal
    circuit    all other clues: their circuit, node by node
    words      words from a list
    unchecked  what would be too big to ship

Letters are mapped to the puzzle's letter classes by `starts` and `classes`.  Only text and attributes that have been
escaped are put into the page, its data are JSON without `<`, and its Content-Security-Policy lets nothing run but the
script that came with it.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from satcross.budget import UNLIMITED, Budget
from satcross.constraints.general.nodes import LETTER, Circuit
from satcross.constraints.protocol import LineConstraint
from satcross.constraints.regular.table import Table
from satcross.model import Clue, Puzzle, WordClue
from satcross.pictures.figures import STYLES, Picture
from satcross.pictures.layout.lay_out import lay_out
from satcross.pictures.layout.parts import CELL
from satcross.pictures.lettering import constraint_text, reversed_mark, visible
from satcross.pictures.picture import draw
from satcross.pictures.svg import escape, figures_svg, rule
from satcross.puzzle.addresses import address_text
from satcross.regex.letters.classes import Classes
from satcross.solve.compile import Compiled, compile_puzzle

NODES: Final = 100_000  # of one circuit; a larger clue stays unchecked, so that the page can be opened at all
_LEAST_CELL: Final = 34  # pixels on the screen, for fingers; a wider board can be scrolled
_MOST_CELL: Final = 60


def to_html(puzzle: Puzzle, budget: Budget = UNLIMITED) -> str:
    """Return the page for `puzzle`.

    Raises what `compile_puzzle` raises: RegexError for a clue that cannot be read, LimitError for one that is too big.
    """
    compiled = compile_puzzle(puzzle, budget)
    layout = lay_out(puzzle)
    # title and list are text of the page
    untitled = puzzle._replace(title="", author="", source="")
    picture = draw(untitled, [""] * len(puzzle.cells), (), layout._replace(listed=()))
    script = _asset("check.js") + "\n" + _asset("play.js")
    policy = (
        f"default-src 'none'; script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}';"
        " worker-src blob:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    )
    title = visible(puzzle.title) or "Regular-expression crossword"
    credit = " · ".join(visible(part) for part in (puzzle.author, puzzle.source) if part)
    rules = "\n".join(rule(name, style) for name, style in STYLES.items())
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{rules}\n{_asset('play.css')}</style>",
        "</head>",
        "<body>",
        f"<header><h1>{escape(title)}</h1>",
        f'<p class="credit">{escape(credit)}</p></header>' if credit else "</header>",
        "<main>",
        '<div id="now"><span id="now-name"></span><ul id="now-clues"></ul></div>',
        '<p id="said" role="status" aria-live="polite"></p>',
        *_board(puzzle, picture, layout.centres, layout.inside, _autocapitalize(compiled)),
        '<p><button type="button" id="clear">Clear all letters</button></p>',
        _KEYS,
        "<h2>Clues</h2>",
        *_clue_list(puzzle, {each.line: each.number for each in layout.listed}),
        "</main>",
        f'<script type="application/json" id="data">{_json(_data(compiled, layout.centres))}</script>',
        f"<script>{script}</script>",
        "</body>",
        "</html>",
    ]
    return "\n".join(parts) + "\n"


_KEYS: Final = """\
<details><summary>Keys</summary>
<p>Letters fill a cell and move along the line. Arrow keys go to neighbours, Home and End to the ends of the line,
Enter (or a second tap) to the other line through the cell, Page Up and Page Down to other lines. Backspace clears and
goes back. A clue turns green when its full line satisfies it, red and underlined when it does not.</p></details>"""


def _asset(name: str) -> str:
    return files("satcross.pictures").joinpath(name).read_text(encoding="utf-8")


def _json(value: object) -> str:
    """Return JSON that no HTML parser can mistake for the end of a script, or for anything else."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _autocapitalize(compiled: Compiled) -> str:
    """Return what a phone's keyboard should do: capitals unless there are small letters."""
    has_small = any(low <= ord("z") and high >= ord("a") for low, high in compiled.alphabet)
    return "none" if has_small else "characters"


def _board(
    puzzle: Puzzle, picture: Picture, centres: Sequence[tuple[float, float]], inside: float, autocapitalize: str
) -> list[str]:
    """Return the picture with an input over each cell."""
    left, top, wide, high = picture.box
    least, most = wide / CELL * _LEAST_CELL, wide / CELL * _MOST_CELL
    given = dict(puzzle.given)
    across = inside * 0.98 / wide * 100
    type_size = inside * 0.66 / wide * 100
    size = f"#board input{{width:{across:.3f}%;height:{inside * 0.98 / high * 100:.3f}%;font-size:{type_size:.3f}cqw}}"
    board = f"width:100%;min-width:{least:.0f}px;max-width:{most:.0f}px;aspect-ratio:{wide:.2f}/{high:.2f}"
    parts = [
        f"<style>{size}</style>",
        f'<div id="scroll"><div id="board" role="group" aria-label="grid" style="{board}">',
        f'<svg viewBox="{left:.2f} {top:.2f} {wide:.2f} {high:.2f}" aria-hidden="true" focusable="false">',
        *figures_svg(picture),
        "</svg>",
    ]
    through: list[list[str]] = [[] for _ in puzzle.cells]
    for line in puzzle.lines:
        for cell in dict.fromkeys(line.cells):
            through[cell].append(line.name)
    for cell, (x, y) in enumerate(centres):
        label = _cell_label(puzzle, cell, through[cell])
        letter = given.get(cell)
        fixed = f' value="{escape(letter)}" readonly' if letter is not None else ' value=""'
        parts.append(
            f'<input data-cell="{cell}" type="text" autocomplete="off" autocorrect="off" spellcheck="false"'
            f' autocapitalize="{autocapitalize}" inputmode="text" aria-label="{escape(label)}"{fixed}'
            f' style="left:{(x - left) / wide * 100:.3f}%;top:{(y - top) / high * 100:.3f}%">'
        )
    return [*parts, "</div></div>"]


def _cell_label(puzzle: Puzzle, cell: int, lines: Sequence[str]) -> str:
    """Return what a screen reader says of a cell."""
    address = puzzle.cells[cell]
    name = f"cell {address}" if isinstance(address, str) else f"row {address[0]}, cell {address[1]}"
    on = f", on {', '.join(lines)}" if lines else ", on no line"
    return visible(name + on)


def _clue_list(puzzle: Puzzle, number_of: Mapping[int, int]) -> list[str]:
    """Return the clues as a list: line (with its number in the picture if it has one), length and ends, clues."""
    parts = ['<ol id="clues">']
    for number, line in enumerate(puzzle.lines):
        if not line.clues:
            continue
        ends = ""
        if len(line.cells) > 1:
            first, last = (address_text(puzzle.cells[cell]) for cell in (line.cells[0], line.cells[-1]))
            ends = f", from {first} to {last}"
        cells = "1 cell" if len(line.cells) == 1 else f"{len(line.cells)} cells"
        tag = f"<b>{number_of[number]}</b> " if number in number_of else ""
        parts.append(
            f'<li>{tag}{escape(visible(line.name))} <span class="about">({escape(visible(cells + ends))})</span><ul>'
        )
        for place, clue in enumerate(line.clues):
            parts.append(
                f'<li data-clue="{number}.{place}"><code>{escape(constraint_text(clue))}</code>{reversed_mark(clue)}'
                ' <span class="state"></span></li>'
            )
        parts.append("</ul></li>")
    return [*parts, "</ol>"]


def _data(compiled: Compiled, centres: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """Return what the script needs, as `play.js` reads it."""
    puzzle = compiled.puzzle
    shipped = _Shipped(puzzle, compiled.classes)
    lines: list[dict[str, Any]] = [
        {"name": visible(line.name), "cells": line.cells, "clues": [{}] * len(line.clues)} for line in puzzle.lines
    ]
    for constraint in compiled.constraints:
        clue = puzzle.lines[constraint.line].clues[constraint.clue]
        is_reversed = isinstance(clue, Clue) and clue.is_reversed
        lines[constraint.line]["clues"][constraint.clue] = {
            "text": constraint_text(clue),
            "reversed": is_reversed,
            "check": {
                "reversed": is_reversed,
                **shipped.check(clue, constraint.line_constraint, len(constraint.cells)),
            },
        }
    return {
        "key": "satcross:" + sha256(repr((puzzle.cells, puzzle.lines, puzzle.given)).encode()).hexdigest()[:24],
        "places": [(round(x, 1), round(y, 1)) for x, y in centres],
        "alphabet": compiled.alphabet,
        "lines": lines,
        "check": {
            "flags": puzzle.flags,
            "starts": compiled.classes.starts,
            "classes": [bit.bit_length() - 1 for bit in compiled.classes.bits],
            "tables": shipped.tables,
            "circuits": shipped.circuits,
            "words": shipped.words,
        },
    }


class _Shipped:
    """Collects the tables, circuits and word lists of the clues, each once."""

    __slots__ = ("circuits", "classes", "known", "puzzle", "tables", "words")

    def __init__(self, puzzle: Puzzle, classes: Classes) -> None:
        self.puzzle = puzzle
        self.classes = classes
        self.tables: list[dict[str, Any]] = []
        self.circuits: list[dict[str, Any]] = []
        self.words: list[list[str]] = []
        self.known: dict[int, dict[str, Any]] = {}

    def check(self, clue: Clue | WordClue, constraint: LineConstraint, n: int) -> dict[str, Any]:
        """Return how the script checks `clue` on a line of `n` cells."""
        if isinstance(clue, Clue) and self.puzzle.dialect == "javascript":
            return {"kind": "regexp", "pattern": clue.pattern}
        found = self.known.get(id(constraint))
        if found is None:
            found = self.known[id(constraint)] = self._ship(clue, constraint, n)
        return found

    def _ship(self, clue: Clue | WordClue, constraint: LineConstraint, n: int) -> dict[str, Any]:
        if isinstance(clue, WordClue):
            self.words.append([word for word in clue.words if len(word) == n])
            return {"kind": "words", "number": len(self.words) - 1}
        _, table, circuit = constraint.describe()
        if table is not None:
            self.tables.append(_table(table))
            return {"kind": "table", "number": len(self.tables) - 1}
        assert circuit is not None
        if len(circuit.nodes) > NODES:
            return {"kind": "unchecked"}
        self.circuits.append(_circuit(circuit))
        return {"kind": "circuit", "number": len(self.circuits) - 1}


def _table(table: Table) -> dict[str, Any]:
    """Return the positions of a regular clue; those with equal letters, or equal followers, are grouped."""
    holding: dict[int, int] = {}
    for atom, mask in enumerate(table.masks):
        holding[mask] = holding.get(mask, 0) | 1 << atom
    following: dict[int, int] = {}
    for atom, after in enumerate(table.follow):
        following[after] = following.get(after, 0) | 1 << atom
    return {
        "letters": [(f"{mask:x}", f"{atoms:x}") for mask, atoms in holding.items()],
        "follow": [(f"{atoms:x}", f"{after:x}") for after, atoms in following.items()],
        "first": f"{table.first:x}",
        "last": f"{table.last:x}",
        "nullable": table.is_nullable,
    }


def _circuit(circuit: Circuit) -> dict[str, Any]:
    return {
        "nodes": [(*node[:2], f"{node[2]:x}") if node[0] == LETTER else node for node in circuit.nodes],
        "choices": circuit.choices,
        "relations": [[f"{block:x}" for block in blocks] for blocks in circuit.relations],
    }
