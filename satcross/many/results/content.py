"""What is kept of a puzzle: a hash of its content, and what a collection can be sorted by.

In: a puzzle.  Out: plain values.  Two puzzles have the same hash if nothing that a command says of them can differ but
their titles and the like: the same cells, lines, clues, given letters, alphabet, dialect, flags and expected solutions.
"""

from __future__ import annotations

from hashlib import sha256
from json import JSONEncoder
from typing import Final, NamedTuple

from satcross.author.rounds import hard_constructs
from satcross.base.budget import UNLIMITED
from satcross.errors import ManyErrors, RegexError
from satcross.puzzle.model import Clue, Puzzle, WordClue
from satcross.solver.compile import parse_clues

_encoded: Final = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Content(NamedTuple):
    """What is kept of a puzzle.

    Attributes:
        shape: "rectangle", "hexagon" or "lines".
        size: Such as "3 x 4" or "hexagon 4 5 5"; "" for other lines.
        constructs: The kinds of constructs in its clues that are harder to read than letters, sets and alternatives.
        patterns: The clues, line by line.
    """

    hash: str
    title: str
    author: str
    source: str
    shape: str
    size: str
    cells: int
    clues: int
    dialect: str
    alphabet: str
    constructs: tuple[str, ...]
    patterns: tuple[str, ...]


def hash_of(puzzle: Puzzle) -> str:
    """Return the SHA-256 of the content of `puzzle`, in hexadecimal."""
    lines = [(line.name, line.cells, [_clue(clue) for clue in line.clues]) for line in puzzle.lines]
    content = (
        puzzle.cells, lines, puzzle.shape, puzzle.given, puzzle.alphabet, puzzle.dialect, puzzle.flags,
        puzzle.expected, puzzle.expects_all,
    )  # fmt: skip
    return sha256(_encoded(content).encode("utf-8", "surrogatepass")).hexdigest()


def _clue(clue: Clue | WordClue) -> tuple[object, ...]:
    return ("regex", *clue) if isinstance(clue, Clue) else ("words", *clue.words)


def content_of(puzzle: Puzzle) -> Content:
    """Return what is kept of `puzzle`."""
    patterns = [
        clue.pattern if isinstance(clue, Clue) else f"words of {clue.source}"
        for line in puzzle.lines
        for clue in line.clues
    ]
    return Content(
        hash_of(puzzle),
        puzzle.title,
        puzzle.author,
        puzzle.source,
        puzzle.shape.kind,
        " x ".join(map(str, puzzle.shape.sizes)),
        len(puzzle.cells),
        len(patterns),
        puzzle.dialect,
        puzzle.alphabet,
        _constructs(puzzle),
        tuple(patterns),
    )


def _constructs(puzzle: Puzzle) -> tuple[str, ...]:
    try:
        trees = parse_clues(puzzle, UNLIMITED)
    except (RegexError, ManyErrors):
        return ()
    return tuple(sorted(frozenset[str]().union(*[hard_constructs(tree.root) for tree in trees.values()])))
