"""The names that options take, where their parsers do not list them; only completion needs them all."""

from __future__ import annotations

from collections.abc import Sequence

from satcross.author.difficulty import HARDEST, LABELS
from satcross.author.lint import CODES
from satcross.generator.families import FAMILIES
from satcross.generator.pool import CONSTRUCTS
from satcross.generator.theme import PLACES
from satcross.puzzle.files import READABLE, WRITABLE
from satcross.puzzle.model import ANY, MENTIONED, POSITIVE
from satcross.solver.backends.proof import PROVERS
from satcross.solver.backends.python_sat import SOLVERS
from satcross.solver.encodings.registry import ENCODINGS
from satcross.solver.families import FAMILIES as PUZZLE_FAMILIES
from satcross.words.crossword import FORMATS
from satcross.words.patterns import SYMMETRIES


def names_of(command: str, option: str) -> tuple[str, ...]:
    """Return the names that the option of a command takes; () if it takes none."""
    names: dict[str, Sequence[str]] = {
        "format": READABLE,
        "to": FORMATS if command == "fill" else WRITABLE,
        "charset": ("utf-8", "utf-16", "latin-1", "windows-1252"),
        "encoding": ENCODINGS,
        "family": tuple(PUZZLE_FAMILIES),
        "solver": PROVERS if command == "prove" else SOLVERS,
        "ignore": CODES,
        "symmetry": tuple(SYMMETRIES),
        "difficulty": [*[label for _, label in LABELS], HARDEST],
        "constructs": tuple(CONSTRUCTS),
        "without": tuple(CONSTRUCTS),
        "at": PLACES,
        "style": [f"{family}=" for family in FAMILIES],
        "alphabet": (MENTIONED, POSITIVE, ANY),
    }
    return tuple(names.get(option, ()))
