"""How long a match of a syntax tree can be, computed as `re` does: Python's look-behinds must have one fixed width."""

from __future__ import annotations

from collections.abc import Iterable

from satcross.errors import ErrorCode, RegexError
from satcross.regex.syntax.tree import (
    Choice,
    Class,
    Conditional,
    Dot,
    Group,
    LetterClass,
    Literal,
    Look,
    Reference,
    Repeat,
    Sequence,
    Syntax,
)

UNBOUNDED = 1 << 64  # `re` limits widths to this

Width = tuple[int, int]


def look_behind_widths(root: Syntax, pattern: str) -> dict[int, int]:
    """Return the width of each look-behind below `root`, by the place where it starts.

    Raises:
        RegexError: At the first one that can match strings of different lengths.
    """
    widths: dict[int, int] = {}
    _Widths(pattern, widths).of(root)
    return widths


class _Widths:
    """Computes widths; collects those of the groups so far in `of_group`, those of the look-behinds in `behind`."""

    def __init__(self, pattern: str, behind: dict[int, int]) -> None:
        self.pattern = pattern
        self.behind = behind
        self.of_group: dict[int, Width] = {}

    def of(self, node: Syntax) -> Width:
        """Return the lengths of the shortest and the longest match of `node`."""
        # one case for each kind of node, hence so long
        match node:
            case Literal():
                return len(node.text), len(node.text)
            case Dot() | LetterClass() | Class():
                return 1, 1
            case Reference():
                return self.of_group[node.numbers[0]]
            case Sequence():
                least = most = 0
                for item in node.items:
                    low, high = self.of(item)
                    least += low
                    most += high
            case Choice():
                least, most = self._of_either(node.branches)
            case Repeat():
                low, high = self.of(node.item)
                least = low * node.quantifier.low
                most = high * (UNBOUNDED if node.quantifier.high is None else node.quantifier.high)
            case Group():
                least, most = self.of(node.body)
                if node.number is not None:
                    self.of_group[node.number] = least, most
            case Conditional():
                least, most = self._of_either((node.yes, node.no))
            case Look():
                self._look_at(node)
                return 0, 0
            case _:
                return 0, 0
        return min(least, UNBOUNDED), min(most, UNBOUNDED)

    def _of_either(self, branches: Iterable[Syntax | None]) -> Width:
        """Return the lengths of the shortest and the longest match of these branches; None is an empty one."""
        widths = [(0, 0) if branch is None else self.of(branch) for branch in branches]
        return min(low for low, _ in widths), max(high for _, high in widths)

    def _look_at(self, look: Look) -> None:
        """Note the width of a look-behind.  Raises RegexError if it can match texts of different lengths."""
        low, high = self.of(look.body)
        if not look.is_behind:
            return
        if low != high:
            widths = f"{low} or more" if high >= UNBOUNDED else f"{low} to {high}"
            raise RegexError(
                f"a look-behind needs one fixed width; this one matches {widths} letters",
                text=self.pattern,
                span=look.span,
                code=ErrorCode.REGEX_LOOK_BEHIND,
                hint="write one look-behind for each width: (?:(?<=A)|(?<=BC))",
            )
        self.behind[look.start] = low
