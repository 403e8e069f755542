"""The flags of a regex as bits of one number, for both dialects."""

from __future__ import annotations

from typing import Final

IGNORE_CASE: Final = 1
MULTILINE: Final = 2
DOT_ALL: Final = 4
VERBOSE: Final = 8
ASCII: Final = 16
UNICODE: Final = 32  # JavaScript's u and v; Python's is the absence of ASCII
SETS: Final = 64  # JavaScript's v
