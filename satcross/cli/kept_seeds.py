"""Generated puzzles kept in a database (`--results`): the question is a request, a seed, and how they are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from satcross.cli.answers import json_solution
from satcross.cli.kept import facts_of_difficulty, joined, opened, settings_of, shown_options
from satcross.cli.outcome import Written
from satcross.cli.parser import Options
from satcross.cli.statuses import UNKNOWN
from satcross.cli.streams import show_harmlessly
from satcross.many.results.content import content_of, hash_of
from satcross.many.results.store import Kept, KeptQuestion, as_json, key_of

if TYPE_CHECKING:
    from satcross.generator.request import Request
    from satcross.generator.result import Generated
    from satcross.puzzle.files.source import Source
    from satcross.puzzle.wordlists.wordlist import WordList

PLACES: Final = ("seed", "count", "output")
"""Options that say which puzzles are made, and in which files: what of it changes an answer is in the question."""


class KeptSeeds:
    """The results database of `generate`, whose questions are the request and a seed.  Use it as a context manager."""

    def __init__(self, options: Options, request: Request, begun: Source | None, path_of: Callable[[int], str | None],
                 format: str) -> None:  # fmt: skip
        """Open the database.

        Args:
            begun: The file of the puzzle that is to be completed, which is written with changes.
            path_of: Returns the file for the puzzle of a seed, None for standard output.
            format: The format of that file.
        """
        settings = {name: value for name, value in settings_of(options).items() if name not in PLACES}
        text = None if begun is None else begun.text
        self._settings: Final = as_json([settings, options.puzzle, _contents_of(request), text, format])
        self._options: Final = as_json({
            name: value for name, value in shown_options(options).items() if name not in PLACES
        })  # fmt: skip
        self._path_of: Final = path_of
        self._is_json: Final[bool] = options.json
        self._store: Final = opened(options)

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
        show_harmlessly(known.output)
        return str(known.facts["answer"]["puzzle"]), known.exit_status

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
        kept = Kept(exit_status, seconds, facts, joined(output), is_final=exit_status != UNKNOWN)
        self._store.keep(self._question(made.seed), content_of(made.puzzle), kept)

    def _question(self, seed: int) -> KeptQuestion:
        path = self._path_of(seed)
        shown = path if self._is_json else path is None
        return KeptQuestion(key_of("generate", self._settings, seed, shown), "generate", "", str(seed), self._options)


def _contents_of(request: Request) -> dict[str, object]:
    """Return all that a request says, with the contents of its shape and its words in place of their names."""
    words = request.words
    contents = {"shape": hash_of(request.shape), "words": None if words is None else _texts_of(words), "seed": None}
    return {**request._asdict(), **contents}


def _texts_of(words: WordList) -> list[tuple[str, list[int] | None]]:
    """Return the words of each length, and their scores."""
    groups = [words.of_length(n) for n in sorted(words.lengths)]
    return [(each.text, None if each.scores is None else list(each.scores)) for each in groups if each is not None]
