"""What the script of a page needs to check clues.

In: the compiled clues of a puzzle.  Out: plain values for `player/check.js`.  A clue is one of these kinds:

    regexp     a JavaScript clue: its pattern, for the browser's own RegExp, and one of the following for partial lines
    table      another regular clue: its positions, with bit sets in hexadecimal
    circuit    any other clue: its circuit, node by node
    words      the words of a list
    unchecked  a clue that would be too large for a page, or a word for which there is a text

Letters are mapped to the puzzle's letter classes by `starts` and `classes`.
"""

from __future__ import annotations

from typing import Any, Final

from satcross.puzzle.model import Clue, Puzzle, WordClue
from satcross.regex.letters.classes import Classes
from satcross.solver.constraints.general.nodes import LETTER, Circuit
from satcross.solver.constraints.protocol import LineConstraint
from satcross.solver.constraints.regular.table import Table

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
