"""The encodings of regular clues, by their names.

In: a name.  Out: the `LineEncoding` with this name.  Each one is a module of this package that opens with what its
variables mean, its clauses, its size, and where it was published.  To add one, write such a module and name it here.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from satcross.errors import ErrorCode, OptionError, did_you_mean
from satcross.solver.encodings.line_encoding import LineEncoding

ENCODINGS: Final = ("positions", "transitions", "table", "reachability", "diagram", "binary")
"""The names of the encodings, the default first."""


def encoding_named(name: str) -> LineEncoding:
    """Return the encoding with this name.  Raises OptionError for an unknown name."""
    check_encoding(name)
    encoding: LineEncoding = import_module(f"satcross.solver.encodings.{name}").ENCODING
    return encoding


def check_encoding(name: str) -> None:
    """Raise OptionError unless `name` is an encoding."""
    if name not in ENCODINGS:
        hint = did_you_mean(name, ENCODINGS) or "choose one of " + ", ".join(ENCODINGS)
        raise OptionError(f"there is no encoding named {name!r}", code=ErrorCode.OPTION_ENCODING, hint=hint)
