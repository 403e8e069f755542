"""The verdicts on many puzzles, summed up in a line.

In: what a sink is shown.  Out: the same, shown by another sink; and how many puzzles have which verdict.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from satcross.base.wording import counted
from satcross.cli.outcome import Outcome, Showable
from satcross.cli.puzzles import Asked
from satcross.cli.statuses import SEVERITY, UNKNOWN
from satcross.errors import SatcrossError

if TYPE_CHECKING:
    from satcross.cli.sinks import AnswerSink


class CountingSink:
    """Lets another sink show everything, and counts the verdicts.  A file that cannot be read counts as a puzzle."""

    def __init__(self, sink: AnswerSink) -> None:
        self._sink: Final = sink
        self._verdicts: Final[Counter[tuple[int, str]]] = Counter()

    def show_part(self, asked: Asked, part: Showable) -> None:
        self._sink.show_part(asked, part)

    def show_outcome(self, asked: Asked, outcome: Outcome) -> None:
        self._sink.show_outcome(asked, outcome)
        self._verdicts[SEVERITY.index(outcome.exit_status), outcome.verdict] += 1

    def show_error(self, error: SatcrossError) -> int:
        status = self._sink.show_error(error)
        self._verdicts[SEVERITY.index(status), "unknown" if status == UNKNOWN else "error"] += 1
        return status

    def show_out_of_time(self, asked: Asked) -> None:
        self._sink.show_out_of_time(asked)
        self._verdicts[SEVERITY.index(UNKNOWN), "unknown"] += 1

    def summary(self) -> str:
        """Return how many puzzles there were with which verdict, the best first; "" if there was only one puzzle."""
        if self._verdicts.total() < 2:
            return ""
        worst_first = sorted(self._verdicts, key=lambda key: (-key[0], key[1]))
        numbers: dict[str, int] = {}
        for severity, verdict in reversed(worst_first):
            numbers[verdict] = numbers.get(verdict, 0) + self._verdicts[severity, verdict]
        return f"{counted(self._verdicts.total(), 'puzzle')}: {', '.join(_text(*each) for each in numbers.items())}"


def _text(verdict: str, number: int) -> str:
    return f"{number:,} {verdict}{'s' if verdict == 'error' and number > 1 else ''}"
