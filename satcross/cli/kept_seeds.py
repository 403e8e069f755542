"""Generated puzzles kept in a database (`--results`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from satcross.base.plain import PlainError
from satcross.cli.answers import json_solution
from satcross.cli.kept import codec_of, facts_of_difficulty, joined, opened, shown_options
from satcross.cli.outcome import Written
from satcross.cli.parser import Options
from satcross.cli.statuses import UNKNOWN
from satcross.generator.result import Generated
from satcross.many.results.content import content_of, hash_of
from satcross.many.results.store import Kept, KeptQuestion, as_json, key_of

if TYPE_CHECKING:
    from satcross.cli.seeds import SeedQuestion
    from satcross.generator.request import Request
    from satcross.puzzle.wordlists.wordlist import WordList

PLACES: Final = ("seed", "count", "output")
"""Options that say which puzzles are made, and in which files, which the database does not repeat for people."""


class KeptSeeds:
    """The results database of `generate`, for a question about several seeds.  Use it as a context manager."""

    def __init__(self, options: Options, question: SeedQuestion) -> None:
        """Open the database."""
        self._key: Final = key_of(_contents_of(question.request), question.is_completion)
        shown = {name: value for name, value in shown_options(options).items() if name not in PLACES}
        self._options: Final = as_json(shown)
        self._codec: Final = codec_of(question.request.shape)
        self._store: Final = opened(options)

    def __enter__(self) -> KeptSeeds:
        self._store.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._store.__exit__(*raised)

    def known(self, seed: int) -> Generated | None:
        """Return the puzzle of this seed, None if it is not kept, or if other limits had ended the search for it."""
        return self._store.known(self._question(seed), self._generated)

    def keep(
        self, made: Generated, answer: dict[str, Any], exit_status: int, output: Sequence[Written], seconds: float
    ) -> None:
        """Write down a puzzle and what is shown of it; `answer` has its text, too."""
        facts = {
            **facts_of_difficulty(made.difficulty),
            "status": "made",
            "count": 1,
            "complete": not made.shortfalls,
            "witnesses": [json_solution(made.solution)],
            "answer": answer,
        }
        plain = self._codec.plain(made)
        kept = Kept(exit_status, seconds, facts, joined(output), plain, is_final=exit_status != UNKNOWN)
        self._store.keep(self._question(made.seed), content_of(made.puzzle), kept)

    def _generated(self, plain: object) -> Generated | None:
        try:
            made: Generated = self._codec.value(plain, Generated)
        except PlainError:
            return None
        return made

    def _question(self, seed: int) -> KeptQuestion:
        return KeptQuestion(key_of("generate", self._key, seed), "generate", "", str(seed), self._options)


def _contents_of(request: Request) -> dict[str, object]:
    """Return all that a request says, with the contents of its shape and its words in place of their names."""
    words = request.words
    contents = {"shape": hash_of(request.shape), "words": None if words is None else _texts_of(words), "seed": None}
    return {**request._asdict(), **contents}


def _texts_of(words: WordList) -> list[tuple[str, list[int] | None]]:
    """Return the words of each length, and their scores."""
    groups = [words.of_length(n) for n in sorted(words.lengths)]
    return [(each.text, None if each.scores is None else list(each.scores)) for each in groups if each is not None]
