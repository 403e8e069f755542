"""The layout of a puzzle: the places of cells, of clues along their lines, of arrows, and of bars.

In: a puzzle.  Out: a `Layout`.  All pictures, and the page to play on, are drawn from it.

A clue is written along its line, outside the grid where the line begins.  (In a rectangle the second clue stands
where the line ends.)  Text is rotated by a quarter turn at most, so that it is never upside down.  The arrow before a
clue shows in which direction the line is read, and the small number or name beside the arrow is the one that messages
use for the line.  A clue that is too long is wrapped and set in smaller type.  If it still does not fit, or if it
would cover something, only the line's number stands there, and its clues are in the list below the grid.
"""

from __future__ import annotations

from satcross.pictures.layout.hexagon import lay_out_hexagon
from satcross.pictures.layout.lines import lay_out_lines
from satcross.pictures.layout.parts import Layout
from satcross.pictures.layout.rectangle import lay_out_rectangle
from satcross.puzzle.model import Puzzle


def lay_out(puzzle: Puzzle) -> Layout:
    """Return the layout of `puzzle`."""
    if puzzle.shape.kind == "rectangle":
        return lay_out_rectangle(puzzle)
    if puzzle.shape.kind == "hexagon":
        return lay_out_hexagon(puzzle)
    return lay_out_lines(puzzle)
