"""The encodings of regular clues to choose from, behind one small interface.

In: a name.  Out: the `LineEncoding` with this name.  Each one is a module of this package that opens with what its
variables mean, its clauses, its size, and where it was published.  To add one, write such a module and name it here.

All encodings speak of the same letters: x[c, B], "cell c holds a letter of block B" (`solver.cnf.variables`).  All of
them start from the same layers of merged states.  Projected on the letters, they all have the same models.  They differ
in their size, and in what unit propagation finds out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final, NamedTuple, TypeAlias

from satcross.errors import ErrorCode, OptionError, did_you_mean
from satcross.solver.cnf.encoder import Encoder
from satcross.solver.cnf.sink import Lit
from satcross.solver.encodings.layers import MergedLayer

ENCODINGS: Final = ("positions", "transitions", "table", "reachability", "diagram", "binary")
"""The names of the encodings, the default first."""

AddClauses: TypeAlias = Callable[[Sequence[MergedLayer], Encoder, Sequence[int], Lit | None], None]
"""Adds clauses that bind the letters of some cells to the layers, where a selector (None: always) is true."""


class LineEncoding(NamedTuple):
    """A way to write a regular clue as clauses.

    idea         what its variables say, in a few words
    size         what the number of its clauses for one letter of a line grows with
    propagation  what unit propagation on the clauses of one clue finds out
    reference    where it was published
    """

    idea: str
    size: str
    propagation: str
    reference: str
    add_clauses: AddClauses


def encoding_named(name: str) -> LineEncoding:
    """Return the encoding with this name.  Raises OptionError for an unknown name."""
    check_encoding(name)
    found: LineEncoding = import_module(f"satcross.solver.encodings.{name}").ENCODING
    return found


def check_encoding(name: str) -> None:
    """Raise OptionError unless `name` is an encoding."""
    if name not in ENCODINGS:
        hint = did_you_mean(name, ENCODINGS) or "choose one of " + ", ".join(ENCODINGS)
        raise OptionError(f"there is no encoding named {name!r}", code=ErrorCode.OPTION_ENCODING, hint=hint)
