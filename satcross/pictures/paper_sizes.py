"""The sizes of paper, in a module that every command may import: names and numbers alone."""

from __future__ import annotations

from typing import Final

PAPERS: Final = {"a4": (595.276, 841.89), "letter": (612.0, 792.0), "a5": (419.528, 595.276), "6x9": (432.0, 648.0)}
"""The width and the height of each paper, in points."""
