"""Whether a text matches a core regex, and how: the meaning of `satcross.regex.core`, executed on one text.

In: a core tree and a text.  Out: yes or no, or the captures of the first way to match in priority order.  This is the
reference matcher.  Every printed solution is verified with it, and it shares nothing with the unrolling that found the
solution.

A stateless regex is matched by sets of indices (`reachability`).  Any other is compiled to a program, which a
backtracking machine runs (`backtracker`); an atomic item or a lookaround is its own program, of which only the
first success counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from satcross.base.budget import UNLIMITED, Budget
from satcross.regex.core import Core, Reachability, is_stateless

if TYPE_CHECKING:
    from satcross.regex.backtracker import Captures, IndexRange, Program


def matches(core: Core, text: str) -> bool:
    """Return whether `core` matches the whole of `text`."""
    return Matcher(core).matches(text)


class Matcher:
    """`core`, ready to be matched against many texts.

    Its methods raise TimeUp and LimitError when `budget` is used up: captures can take many states.
    """

    __slots__ = ("_budget", "_core", "_is_stateless", "_programs", "_slots")

    def __init__(self, core: Core, budget: Budget = UNLIMITED) -> None:
        self._core: Final = core
        self._budget: Final = budget
        self._is_stateless: Final = is_stateless(core)
        self._programs: dict[bool, Program] = {}  # by whether the order of the ways to match counts
        self._slots: Final[dict[int, int]] = {}

    def matches(self, text: str, reachability: Reachability | None = None) -> bool:
        """Return whether the whole of `text` matches.

        Args:
            reachability: What other matchers already know of `text`.
        """
        n = len(text)
        if self._core.least > n or (self._core.most is not None and self._core.most < n):
            return False
        if self._is_stateless:
            return bool((reachability or Reachability(text)).reach(self._core, 1, True) >> n & 1)
        return self._run(text, is_ordered=False) is not None

    def first_match(self, text: str) -> dict[int, IndexRange] | None:
        """Return how the whole of `text` matches first, in the order in which engines try; None if it does not.

        How it matches is where, for each group that is set.
        """
        captures = self._run(text, is_ordered=True)
        if captures is None:
            return None
        return {group: span for group, slot in sorted(self._slots.items()) if (span := captures[slot])}

    def _run(self, text: str, is_ordered: bool) -> Captures | None:
        """Return the captures of the first way to match the whole of `text`."""
        from satcross.regex.backtracker import Backtracker

        program = self._programs.get(is_ordered)
        if program is None:
            from satcross.regex.backtracker import Compiler

            program = Compiler(self._slots).program(self._core, is_ordered, forward=True)
            self._programs[is_ordered] = program
        unset: Captures = (None,) * len(self._slots)
        end = Backtracker(text, self._budget).run(program, 0, unset, len(text))
        return None if end is None else end[1]
