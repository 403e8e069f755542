"""A known defect of a regex engine that a clue runs into: the value, and the codes it may have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from satcross.errors import Span

POSSESSIVE_CAPTURE: Final = "quirk-possessive-capture"
OPEN_CONDITION: Final = "quirk-open-condition"
LOST_CAPITAL: Final = "quirk-lost-capital"
MODIFIED_CLASS: Final = "quirk-modified-class"
LEAKING_MODIFIER: Final = "quirk-leaking-modifier"
UNLIKE_BRANCHES: Final = "quirk-unlike-branches"


class EngineDefect:
    """A part of a pattern, at `span`, for which the engine's answer contradicts its own documentation.

    Args:
        code: One of the constants above; users filter by them, so they do not change.
    """

    __slots__ = ("code", "message", "span")

    def __init__(self, code: str, message: str, span: Span) -> None:
        self.code: Final = code
        self.message: Final = message
        self.span: Final = span
