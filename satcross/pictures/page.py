"""What the script of a page needs to check clues.

In: the compiled clues of a puzzle.  Out: plain values for `player/check.js`.  A clue is one of these kinds:

    regexp     a JavaScript clue: its pattern, for the browser's own RegExp, and one of the following for partial lines
    table      another regular clue: its positions, with bit sets in hexadecimal
    circuit    any other clue: its circuit, node by node
    words      the words of a list
    unchecked  a clue that would be too large for a page, or a word for which there is a text

Letters are mapped to the puzzle's letter classes by `starts` and `classes`.

`to_html` makes HTML of a puzzle, and perhaps of a guide to its solution: with the picture of `svg`, an input over each
cell, the clues as a list, and the data that the page's script works with (`page/player`).

Only text and attributes that have been escaped are put into the page, its data are JSON without `<`, and its
Content-Security-Policy lets nothing run but the script that came with it.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from satcross.author.player_steps import PlayerSteps
from satcross.base.budget import CIRCUITS, UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.errors import printable
from satcross.pictures.figures import TRACK_COLOURS, Picture
from satcross.pictures.layout import lay_out
from satcross.pictures.layout_parts import Layout
from satcross.pictures.lettering import constraint_text, constraint_words, reversed_mark
from satcross.pictures.picture import draw, escape, figures_svg, usual_title
from satcross.pictures.scripts import STRICT, modules_as_functions
from satcross.puzzle import ANY, MENTIONED, POSITIVE, Clue, Puzzle, WordClue, address_text, drawn_rows, lines_of_cells
from satcross.regex.letters import size, to_text
from satcross.regex.letters.classes import Classes
from satcross.solver.compile import CompiledPuzzle, compile_puzzle
from satcross.solver.constraints import LineConstraint
from satcross.solver.constraints.circuit import LETTER, Circuit
from satcross.solver.constraints.different import DifferentConstraint
from satcross.solver.constraints.general import GeneralConstraint
from satcross.solver.constraints.layers import Table
from satcross.solver.constraints.regular import RegularConstraint

NODES: Final = 100_000  # of one circuit; a larger clue stays unchecked, so that the page can be opened at all


class ShippedChecks:
    """Collects the tables, circuits and word lists of the clues; equal ones are shipped once."""

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
        shipped = self.known.get(id(constraint))
        if shipped is None:
            shipped = self.known[id(constraint)] = self._ship(clue, constraint, n)
        if isinstance(clue, Clue) and self.puzzle.dialect == "javascript":
            return {"kind": "regexp", "pattern": clue.pattern, "partial": shipped}
        return shipped

    def data(self) -> dict[str, Any]:
        """Return what the checker in `player/check.js` gets."""
        return {
            "flags": self.puzzle.flags,
            "starts": self.classes.starts,
            "classes": [bit.bit_length() - 1 for bit in self.classes.bits],
            "tables": self.tables,
            "circuits": self.circuits,
            "words": self.words,
        }

    def _ship(self, clue: Clue | WordClue, constraint: LineConstraint, n: int) -> dict[str, Any]:
        if isinstance(clue, WordClue) and clue.text is not None:
            return {"kind": "unchecked"}  # the guide knows the word; the page does not show it
        if isinstance(clue, WordClue):
            self.words.append([word for word in clue.words if len(word) == n])
            return {"kind": "words", "number": len(self.words) - 1}
        if isinstance(constraint, RegularConstraint):
            self.tables.append(_table(constraint.table))
            return {"kind": "table", "number": len(self.tables) - 1}
        assert isinstance(constraint, GeneralConstraint | DifferentConstraint)
        if constraint.size > NODES:
            return {"kind": "unchecked"}
        self.circuits.append(_circuit(constraint.circuit))
        return {"kind": "circuit", "number": len(self.circuits) - 1}


def _table(table: Table) -> dict[str, Any]:
    """Return the positions of a regular clue; positions with equal letters, or equal followers, are grouped."""
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


def packed(plain: object) -> str:
    """Return a value of JSON as text for `unpack` of `player/guide.js`: short, and not read by accident."""
    return b64encode(zlib.compress(json.dumps(plain, separators=(",", ":")).encode(), 9)).decode()


def asset(name: str) -> str:
    """Return the text of a file in the folder `player`."""
    return files("satcross.pictures").joinpath("page", "player", name).read_text(encoding="utf-8")


@cache
def joined_modules(main: str) -> str:
    """Return the script of the module `main` of the player with all modules that it needs."""
    return STRICT + "\n".join(modules_as_functions(main, lambda name: asset(f"{name}.js")).values())


MOST_KEYS: Final = 60  # letters on the keyboard on the screen; with more, the device's own keyboard is better


def to_html(
    puzzle: Puzzle, guide: PlayerSteps | None = None, budget: Budget = UNLIMITED, circled: tuple[int, ...] = ()
) -> str:
    """Return the page for `puzzle`, with circles in the cells `circled`; without `guide` it gives no hints.

    Raises:
        RegexError: If a clue cannot be read.
        LimitError: If a clue is too big.
        SatcrossError: What else `compile_puzzle` raises.
    """
    compiled = compile_puzzle(puzzle, budget._replace(tuning=CIRCUITS))
    layout = lay_out(puzzle)._replace(circled=circled)
    picture = _picture(puzzle, layout)
    script = joined_modules("start")
    title = printable(puzzle.title) or usual_title(puzzle)
    credit = _credit(puzzle, guide)
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        *_head(title, script, _cell_style(picture, layout.inside)),
        '<body class="in-prose">' if puzzle.is_in_prose else "<body>",
        '<div id="app">',
        f'<header><div id="heading"><h1 dir="auto">{escape(title)}</h1>',
        f'<p class="credit" dir="auto">{escape(credit)}</p></div>',
        asset("status.html") + "</header>",
        "<main>",
        *_board(compiled, picture, layout),
        asset("side.html") + asset("zoom.html") + "</main>",
        "</div>",
        '<section id="all-clues" aria-labelledby="clues-title"><h2 id="clues-title" tabindex="-1">Clues</h2>',
        *_clue_list(puzzle, {each.line: each.number for each in layout.listed}),
        "</section>",
        asset("dialogs.html"),
        "<noscript><p>This page needs JavaScript.</p></noscript>",
        f'<script type="application/json" id="data">{_script_json(_data(compiled, picture, layout, guide))}</script>',
        f"<script>{script}</script>",
        "</body>",
        "</html>",
    ]
    return "\n".join(parts) + "\n"


class PlayerParts(NamedTuple):
    """What a page of a site needs to let people play a puzzle, when it has the rest of the page already.

    Attributes:
        svg: The elements of the picture, from back to front.
        numbers: The lines that are listed below the picture, with the number that stands for each of them in it.
        data: What the script `player/main.js` is given.
    """

    title: str
    credit: str
    svg: str
    numbers: dict[int, int]
    data: dict[str, Any]


def player_parts(puzzle: Puzzle, guide: PlayerSteps | None = None) -> PlayerParts:
    """Return what differs between the pages of puzzles; the errors are the same as for `to_html`."""
    compiled = compile_puzzle(puzzle, UNLIMITED._replace(tuning=CIRCUITS))
    layout = lay_out(puzzle)
    picture = _picture(puzzle, layout)
    return PlayerParts(
        printable(puzzle.title) or usual_title(puzzle),
        _credit(puzzle, guide),
        "\n".join(figures_svg(picture)),
        {each.line: each.number for each in layout.listed},
        _data(compiled, picture, layout, guide),
    )


def _picture(puzzle: Puzzle, layout: Layout) -> Picture:
    """Return the picture of an empty grid; title and list are text of the page."""
    untitled = puzzle._replace(title="", author="", source="")
    return draw(untitled, [""] * len(puzzle.cells), (), layout._replace(listed=()))


def _credit(puzzle: Puzzle, guide: PlayerSteps | None) -> str:
    """Return the line below the title: difficulty, author, and source."""
    parts = (guide.difficulty if guide else "", puzzle.author, puzzle.source)
    return " · ".join(printable(part) for part in parts if part)


def _head(title: str, script: str, style: str) -> list[str]:
    """Return the head of the page, which allows no other script than `script`."""
    policy = (
        f"default-src 'none'; script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}';"
        " worker-src blob:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    )
    tracks = "\n".join(f".track{number}{{stroke:{colour}}}" for number, colour in enumerate(TRACK_COLOURS))
    return [
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{asset('player.css')}{tracks}\n{style}\n</style>",
        "</head>",
    ]


def _script_json(value: object) -> str:
    """Return JSON that no HTML parser can mistake for the end of a script, or for anything else."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _cell_style(picture: Picture, inside: float) -> str:
    """Return the CSS rules that depend on the size of the grid."""
    _, _, wide, high = picture.box
    measures = [
        f"aspect-ratio:{wide:.2f}/{high:.2f};width:{wide:.0f}px",
        f"--cell-width:{inside * 0.98 / wide * 100:.3f}%;--cell-height:{inside * 0.98 / high * 100:.3f}%",
        f"--letter:{inside * 0.66 / wide * 100:.3f}cqw",
    ]
    return f"#board{{{';'.join(measures)}}}\n@media print{{#board{{width:min(100%,{wide:.0f}px)!important}}}}"


def _board(compiled: CompiledPuzzle, picture: Picture, layout: Layout) -> list[str]:
    """Return the picture with an input over each cell."""
    puzzle = compiled.puzzle
    left, top, wide, high = picture.box
    given = dict(puzzle.given)
    common = (
        'type="text" autocomplete="off" autocorrect="off" spellcheck="false"'
        f' autocapitalize="{_autocapitalize(compiled)}" inputmode="text"'
    )
    lines_of = lines_of_cells(puzzle)
    inputs = []
    for cell, (x, y) in enumerate(layout.centres):
        through = ", ".join([puzzle.lines[number].name for number in lines_of[cell]])
        name = escape(printable(f"{cell_name(puzzle, cell)}, on {through or 'no line'}"))
        letter = given.get(cell)
        fixed = f' value="{escape(letter)}" readonly' if letter is not None else ' value=""'
        place = f"left:{(x - left) / wide * 100:.3f}%;top:{(y - top) / high * 100:.3f}%"
        inputs.append(f'<input data-cell="{cell}" {common} tabindex="-1" aria-label="{name}"{fixed} style="{place}">')
    return [
        '<div id="stage"><div id="scroll"><div id="board" class="grid" role="group" aria-label="grid">',
        f'<svg viewBox="{left:.2f} {top:.2f} {wide:.2f} {high:.2f}" aria-hidden="true" focusable="false">',
        *figures_svg(picture),
        '<g class="marks"></g><polygon class="ring" points=""/>',
        "</svg>",
        *inputs,
        "</div></div></div>",
    ]


def _autocapitalize(compiled: CompiledPuzzle) -> str:
    """Return what a phone's keyboard should do: type capitals unless there are small letters."""
    has_small = any(low <= ord("z") and high >= ord("a") for low, high in compiled.alphabet)
    return "none" if has_small else "characters"


def cell_name(puzzle: Puzzle, cell: int) -> str:
    """Return the name of a cell for people."""
    address = puzzle.cells[cell]
    return f"cell {address}" if isinstance(address, str) else f"row {address[0]}, cell {address[1]}"


def _clue_list(puzzle: Puzzle, number_of: Mapping[int, int]) -> list[str]:
    """Return the clues as a list: line (with its number in the picture if it has one), length and ends, clues.

    Only lines whose clues are not in the picture are printed.
    """
    parts = ['<ol id="clues">']
    for number, line in enumerate(puzzle.lines):
        if not line.clues:
            continue
        ends = ""
        if len(line.cells) > 1 and not puzzle.is_in_prose:
            first, last = (address_text(puzzle.cells[cell]) for cell in (line.cells[0], line.cells[-1]))
            ends = f", from {first} to {last}"
        cells = "1 cell" if len(line.cells) == 1 else f"{len(line.cells)} cells"
        tag = f'<span class="place">{number_of[number]}</span> ' if number in number_of else ""
        printed = ' class="printed"' if number in number_of else ""
        parts.append(
            f'<li{printed}>{tag}<button type="button" class="go" data-go="{number}">'
            f"<bdi>{escape(printable(line.name))}</bdi></button>"
            f' <span class="about">({escape(printable(cells + ends))})</span><ul>'
        )
        for place, clue in enumerate(line.clues):
            parts.append(
                f'<li data-clue="{number}.{place}"><code>{escape(constraint_text(clue))}</code>{reversed_mark(clue)}'
                ' <span class="state"></span></li>'
            )
        parts.append("</ul></li>")
    return [*parts, "</ol>"]


def _data(compiled: CompiledPuzzle, picture: Picture, layout: Layout, guide: PlayerSteps | None) -> dict[str, Any]:
    """Return what the script needs, as `player/puzzle.js` reads it."""
    puzzle = compiled.puzzle
    given = dict(puzzle.given)
    checks = ShippedChecks(puzzle, compiled.classes)
    lines: list[dict[str, Any]] = [
        {"name": printable(line.name), "cells": line.cells, "clues": [{}] * len(line.clues)} for line in puzzle.lines
    ]
    for each in compiled.constraints:
        clue = puzzle.lines[each.line].clues[each.clue]
        is_reversed = isinstance(clue, Clue) and clue.is_reversed
        lines[each.line]["clues"][each.clue] = {
            "text": constraint_text(clue),
            "words": constraint_words(clue, puzzle),
            "reversed": is_reversed,
            "check": {"reversed": is_reversed, **checks.check(clue, each.line_constraint, len(each.cells))},
        }
    return {
        "key": puzzle_key(puzzle),
        "names": [printable(cell_name(puzzle, cell)) for cell in range(len(puzzle.cells))],
        "given": [given.get(cell, "") for cell in range(len(puzzle.cells))],
        "places": [(round(x, 1), round(y, 1)) for x, y in layout.centres],
        "inside": round(layout.inside, 1),
        "box": [round(each, 2) for each in picture.box],
        "grid": _grid_box(layout),
        "alphabet": compiled.alphabet,
        "keys": list(to_text(compiled.alphabet)) if size(compiled.alphabet) <= MOST_KEYS else [],
        "rows": drawn_rows(puzzle),
        "blanks": _blanks(puzzle),
        "lines": lines,
        "colors": dict(puzzle.colors),
        "check": checks.data(),
        "inProse": puzzle.is_in_prose,
        "hasHints": guide is not None and guide.steps != (),
        "difficulty": guide.difficulty if guide else "",
        "guide": packed({**guide._asdict(), "steps": [each._asdict() for each in guide.steps]}) if guide else "",
        "notes": printable(puzzle.notes),
        "answer": b64encode(printable(puzzle.answer).encode()).decode(),  # lightly obfuscated
    }


def puzzle_key(puzzle: Puzzle) -> str:
    """Return the name under which a browser keeps the game of a puzzle: equal puzzles have the same."""
    return f"satcross:{sha256(repr((puzzle.cells, puzzle.lines, puzzle.given)).encode()).hexdigest()[:24]}"


def _grid_box(layout: Layout) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the cells alone."""
    xs = [x for outline in layout.outlines for x, _ in outline] or [0.0]
    ys = [y for outline in layout.outlines for _, y in outline] or [0.0]
    return round(min(xs), 2), round(min(ys), 2), round(max(xs) - min(xs), 2), round(max(ys) - min(ys), 2)


def _blanks(puzzle: Puzzle) -> str:
    """Return the signs for an open cell in the grid as text: the signs that a listed alphabet does not have."""
    is_listed = puzzle.alphabet not in (MENTIONED, POSITIVE, ANY)
    return "".join(sign for sign in "._" if not (is_listed and sign in puzzle.alphabet))
