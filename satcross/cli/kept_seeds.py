"""Generated puzzles kept in a database (`--results`): the question is a request and a seed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from satcross.cli.answers import json_solution
from satcross.cli.captured import Stream, Written, captured, replay, replay_kept
from satcross.cli.kept import joined, opened
from satcross.cli.parser import Options
from satcross.many.results.content import content_of
from satcross.many.results.store import Kept, KeptQuestion, as_json

if TYPE_CHECKING:
    from satcross.generator.request import Request
    from satcross.generator.result import Generated


class KeptSeeds:
    """The results database of `generate`, whose questions are the request and a seed.  Use it as a context manager."""

    def __init__(self, options: Options, request: Request) -> None:
        self._options, self._store = opened(options, request=_digest(request))

    def __enter__(self) -> KeptSeeds:
        self._store.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._store.__exit__(*raised)

    def is_known(self, seed: int) -> bool:
        """Return whether the puzzle of this seed is kept, and was not ended by other limits."""
        return self._store.known(self._question(seed), counts=False) is not None

    def show(self, seed: int) -> tuple[str, int]:
        """Show what was shown when the puzzle of this seed was made; return its text, and the exit status."""
        known = self._store.known(self._question(seed))
        assert known is not None
        replay_kept(known.output)
        return str(known.facts["answer"]["puzzle"]), known.exit_status

    def keep(self, made: Generated, text: str, answer: dict[str, Any], seconds: float, show: Callable[[], int]) -> int:
        """Write down a puzzle and what `show` prints, then show it; return the exit status that `show` returns."""
        written: deque[Written] = deque()
        plain = Stream(False, "utf-8", None)
        with captured(plain, plain, written.extend):
            status = show()
        found = made.difficulty
        witness = json_solution(made.solution)
        facts = {"status": "made", "count": 1, "complete": not made.shortfalls, "rating": found.rating,
                 "difficulty": found.label, "witnesses": [witness], "answer": {**answer, "puzzle": text}}  # fmt: skip
        kept = Kept(status, seconds, facts, joined(written))
        self._store.keep(self._question(made.seed), content_of(made.puzzle), kept)
        replay(written)
        return status

    def _question(self, seed: int) -> KeptQuestion:
        return KeptQuestion("generate", "", self._options, "", str(seed))


def _digest(request: Request) -> str:
    """Return the SHA-256 of the letters and words that a request names by files, whose content may change."""
    words = request.words
    listed = [] if words is None else [word for n in words.lengths for word in words.of_length(n) or ()]
    return sha256(as_json([request.solution, listed, content_of(request.shape).hash]).encode()).hexdigest()
