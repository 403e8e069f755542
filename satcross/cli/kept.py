"""Results kept in a database (`--results`): what each question depends on, and what is written down of its answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from itertools import groupby
from operator import itemgetter
from time import perf_counter
from typing import Any, Final, NamedTuple

import satcross
from satcross.author.difficulty import Difficulty, difficulty_of
from satcross.author.explanation import explain_without_words
from satcross.base.budget import Budget
from satcross.base.plain import Codec, PlainError
from satcross.cli.answers import StreamSink, appearance_of
from satcross.cli.outcome import (
    ClueWarning,
    CommandQuestion,
    Conclusion,
    Inquiry,
    KnownAnswer,
    RecordedOutcome,
    Showable,
)
from satcross.cli.parser import Options
from satcross.cli.puzzles import FiledPuzzle
from satcross.cli.signals import UNKNOWN
from satcross.cli.terminal import WIDTH, Written, each_error, flag_of
from satcross.errors import ClueName, LimitError, ManyErrors, OptionError, SatcrossError, Span, TimeUp
from satcross.many.results.content import content_of, hash_of
from satcross.many.results.database import check_name
from satcross.many.results.store import Kept, KeptQuestion, Store, as_json, key_of
from satcross.pictures.text import PLAIN
from satcross.puzzle.model import Puzzle
from satcross.puzzle.wordlists import WordList
from satcross.solver import solutions
from satcross.solver.compile import PresolvedPuzzle

LIMITS: Final = ("timeout", "memory", "max_nodes", "max_clauses", "no_rating")
"""Options that change only an answer that they cut short; `--no-rating` cuts off the rating."""

NOT_SHOWN: Final = (
    "files", "puzzle", "jobs", "cluster", "results", "refresh", "recursive", "quiet", "color", "watch",
    "no_cache", "command", "help",
)  # fmt: skip
"""What of the options the database does not repeat for people with every result."""

PLACES: Final[dict[str, tuple[str, ...]]] = {"generate": ("seed", "count", "output")}
"""Options by their commands that say which puzzles are made, and in which files: a result has its own seed as name."""

RATING_SECONDS: Final = 2.0
"""Seconds that the rating of a puzzle may take, beyond its verdict."""


LAYOUT: Final = str.maketrans("", "", "\n\t")
"""Leaves out what is not printable and steers no terminal."""


def opened(options: Options) -> Store:
    """Return the open database of the options.  Raises OptionError, ResultsError."""
    check_name(options.results)
    values = vars(options)
    limits: dict[str, Any] = {name: values[name] for name in LIMITS if values.get(name, False) is not False}
    where = {"jobs": options.jobs, "cluster": options.cluster}
    return Store(
        options.results, options.command, {**shown_options(options), **limits, **where}, as_json(limits),
        refresh=options.refresh,
    )  # fmt: skip


def shown_options(options: Options) -> dict[str, Any]:
    """Return the options that are given, but limits, as people who read the database see them."""
    given = {name: value for name, value in vars(options).items() if value not in (None, False, [])}
    return {name: value for name, value in given.items() if name not in (*LIMITS, *NOT_SHOWN)}


@contextmanager
def kept_results(options: Options, inquiry: Inquiry) -> Iterator[KeptResults]:
    """Give the block the results database of a command that asks about puzzles.  Raises OptionError, ResultsError."""
    _check_options(options)
    with opened(options) as store:
        yield KeptResults(options, inquiry, store)


class KeptResults:
    """The results database of a command.

    Args:
        options: Those of the command.
        inquiry: What is asked about each puzzle.
    """

    def __init__(self, options: Options, inquiry: Inquiry, store: Store) -> None:
        self._command: Final = options.command
        places = PLACES.get(options.command, ())
        shown = {name: value for name, value in shown_options(options).items() if name not in places}
        self._shown_options: Final = as_json(shown)
        self._kinds: Final = {kind.__name__: kind for kind in (*inquiry.kinds, ClueWarning)}
        style = PLAIN._replace(is_ascii=getattr(options, "ascii", False))
        look = appearance_of(options)
        self._look: Final = look._replace(style=style, width=WIDTH, is_json=options.json, is_quiet=False)
        self._store: Final = store

    def known(self, asked: FiledPuzzle, question: CommandQuestion) -> KnownAnswer | None:
        """Return what an earlier run has found; None if there is nothing that still holds, and can be shown."""
        return self._store.known(self._row_of(question, asked), partial(self._answer_of, question, asked))

    def has_place_for(self, part: Showable) -> bool:
        """Return whether a partial answer is kept with the answer."""
        return type(part) in self._kinds.values()

    def keep(
        self, asked: FiledPuzzle, question: CommandQuestion, conclusion: Conclusion, parts: Sequence[Showable]
    ) -> None:
        """Write down how a question has ended, and what is shown of that; no outcome that has no place here."""
        if conclusion.outcome is not None and not isinstance(conclusion.outcome, RecordedOutcome):
            return
        puzzle = asked.puzzle
        output = self._output(asked, KnownAnswer(tuple(parts), conclusion))
        exit_status = _exit_status(conclusion)
        error = "".join(text for stream, text in output if stream == "error")
        facts: dict[str, Any] = {"status": "unknown" if exit_status == UNKNOWN else "error", "error": error}
        is_final = exit_status != UNKNOWN
        if conclusion.outcome is not None:
            columns = conclusion.outcome.columns(asked)
            puzzle = columns.made or puzzle
            is_final = columns.is_final and not conclusion.is_cut
            facts = {
                "status": columns.status,
                "count": columns.number,
                "complete": columns.is_complete,
                "witnesses": columns.witnesses,
                "answer": conclusion.outcome.as_json(asked),
            }
            difficulty = columns.difficulty or conclusion.rated
            if difficulty is not None:
                facts |= facts_of_difficulty(difficulty)
        elif conclusion.error is not None:
            facts["answer"] = {"errors": list(map(_error_object, each_error(asked.explained(conclusion.error))))}
        plain = _plain_answer(codec_of(question.puzzle), parts, conclusion)
        kept = Kept(exit_status, conclusion.seconds, facts, output, plain, is_final)
        self._store.keep(self._row_of(question, asked), content_of(puzzle), kept)

    def _row_of(self, question: CommandQuestion, asked: FiledPuzzle) -> KeptQuestion:
        puzzle = asked.puzzle
        is_one_of_several = asked.source is not None and len(asked.source.entries) > 1
        file, name = asked.file or "", asked.name or (str(asked.number + 1) if is_one_of_several else "")
        key = key_of(self._command, contents_of(question), (file, name, puzzle.title, puzzle.source))
        return KeptQuestion(
            key, self._command, file.encode("utf-8", "backslashreplace").decode(), name, self._shown_options
        )

    def _answer_of(self, question: CommandQuestion, asked: FiledPuzzle, plain: object) -> KnownAnswer | None:
        """Return the answer that plain values stand for; None if satcross cannot have written them."""
        try:
            answer = _kept_answer(codec_of(question.puzzle), plain, self._kinds)
            output = self._output(asked, answer)
            if answer.conclusion.outcome is not None:
                answer.conclusion.outcome.as_json(asked)
        except Exception:  # the values are a stranger's, and may contradict each other in any way
            return None
        could_steer_a_terminal = not all(text.translate(LAYOUT).isprintable() for _, text in output)
        return None if could_steer_a_terminal else answer

    def _output(self, asked: FiledPuzzle, answer: KnownAnswer) -> list[Written]:
        """Return what the standard streams of any terminal get: without colours, and as wide as usual."""
        output: list[Written] = []
        sink = StreamSink(self._look, output.append, PLAIN)
        for part in answer.parts:
            sink.show_part(asked, part)
        sink.show_conclusion(asked, answer.conclusion)
        return joined(output)


class ErrorRecord(NamedTuple):
    """An error as a results database keeps it.

    Attributes:
        place: The name of a clue is its number.
    """

    code: str
    message: str
    place: tuple[str | int, ...]
    text: str | None
    span: Span | None
    hint: str | None


def _record_of(error: SatcrossError) -> ErrorRecord:
    error = error.with_names(flag_of)
    place = tuple(part.number if isinstance(part, ClueName) else part for part in error.place)
    return ErrorRecord(error.code, error.message, place, error.text, error.span, error.hint)


def _error_of(record: ErrorRecord) -> SatcrossError:
    code, message, place, text, span, hint = record
    names = [ClueName(part) if isinstance(part, int) else part for part in place]
    return SatcrossError(message, place=names, text=text, span=span, hint=hint, code=code)


def _error_object(error: SatcrossError) -> dict[str, str]:
    """Return what programs that read the database get of an error: what is wrong, where, and its code."""
    error = error.with_names(flag_of)
    place = {"place": ", ".join(error.place), "file": (*error.place, "")[0]}
    return {"error": error.message, **place, "code": error.code}


def _plain_answer(codec: Codec, parts: Sequence[Showable], conclusion: Conclusion) -> dict[str, Any]:
    """Return how a question has ended as plain values: partial answers and the outcome with their classes, errors."""
    outcome, error = conclusion.outcome, conclusion.error
    errors = () if error is None else each_error(error)
    return {
        "parts": [[type(part).__name__, codec.plain(part)] for part in parts],
        "outcome": None if outcome is None else [type(outcome).__name__, codec.plain(outcome)],
        "errors": [codec.plain(_record_of(each)) for each in errors],
    }


def _kept_answer(codec: Codec, plain: Any, kinds: Mapping[str, type[Showable]]) -> KnownAnswer:
    """Return what `_plain_answer` has written.  Raises all kinds of errors for what it cannot have written."""
    parts = tuple(codec.value(part, kinds[name]) for name, part in plain["parts"])
    errors = [_error_of(codec.value(record, ErrorRecord)) for record in plain["errors"]]
    outcome = None
    if plain["outcome"] is not None:
        name, value = plain["outcome"]
        outcome = codec.value(value, kinds[name])
        if not isinstance(outcome, RecordedOutcome):
            raise PlainError(f"{name} is no outcome")
    error = None if not errors else errors[0] if len(errors) == 1 else ManyErrors(errors)
    return KnownAnswer(parts, Conclusion(outcome, error))


def codec_of(puzzle: Puzzle) -> Codec:
    """Return how outcomes of questions about `puzzle` are written, which need not repeat it."""
    return Codec(_named, {Puzzle: puzzle})


def _named(name: str) -> Any:
    """Return a type of the library that an outcome names where it is imported only for type checks."""
    return getattr(satcross, name, None) or getattr(solutions, name)


def _exit_status(conclusion: Conclusion) -> int:
    if conclusion.outcome is not None:
        return conclusion.outcome.exit_status
    return UNKNOWN if conclusion.error is None else conclusion.error.exit_status


def contents_of(question: object) -> object:
    """Return a question as plain values, which are equal if and only if the questions are.

    Raises:
        TypeError: For a value of a type that no question has.

    >>> from satcross.pictures.text import TextStyle
    >>> contents_of(TextStyle(is_ascii=True))
    {'TextStyle': {'is_colour': False, 'is_ascii': True}}
    """
    if isinstance(question, Puzzle):
        return hash_of(question)
    if isinstance(question, tuple) and hasattr(question, "_asdict"):
        return {type(question).__name__: {name: contents_of(value) for name, value in question._asdict().items()}}
    if isinstance(question, WordList):
        return _hash_of_words(question)
    if isinstance(question, tuple):
        return [contents_of(value) for value in question]
    if isinstance(question, Mapping):
        return {name: contents_of(value) for name, value in question.items()}
    if isinstance(question, frozenset):
        return sorted(question)
    if question is None or isinstance(question, bool | int | float | str):
        return question
    raise TypeError(f"a question has no {type(question).__name__}")


@lru_cache(maxsize=1)
def _hash_of_words(words: WordList) -> str:
    """Return the SHA-256 of the words and their scores: every seed asks about the same list."""
    groups = [words.of_length(n) for n in sorted(words.lengths)]
    return key_of(
        *((each.text, None if each.scores is None else list(each.scores)) for each in groups if each is not None)
    )


def _check_options(options: Options) -> None:
    """Raise OptionError for options that a results database has no place for."""
    for name in ("all", "cubes", "trace", "sample"):
        if options.command == "solve" and getattr(options, name, None):
            hint = f"leave out --{name} or --results"
            reason = "a database keeps at most two solutions of a puzzle"
            raise OptionError(f"--results and --{name} cannot be combined: {reason}", hint=hint)


def joined(written: Iterable[Written]) -> list[Written]:
    """Return what was written in as few pieces as keep the order."""
    return [(stream, "".join(text for _, text in group)) for stream, group in groupby(written, itemgetter(0))]


def facts_of_difficulty(rated: Difficulty) -> dict[str, object]:
    """Return the columns of a result that say how hard and how long a puzzle is."""
    return {
        "difficulty": rated.label,
        "hardness": rated.hardness,
        "steps": rated.steps,
    }


def with_rating(
    conclusion: Conclusion, puzzle: Puzzle, presolved: PresolvedPuzzle | None, budget: Budget, *, is_wanted: bool
) -> Conclusion:
    """Return `conclusion` with the rating of `puzzle` if it has one solution, and if the rating is found soon.

    Where `budget` leaves less time for it than usual, or it is not wanted, the conclusion is cut short.

    Args:
        presolved: What `presolve` returns for the puzzle, if that is known.
    """
    outcome = conclusion.outcome
    if not isinstance(outcome, RecordedOutcome) or outcome.columns(FiledPuzzle(puzzle)).status != "unique":
        return conclusion
    if not is_wanted:
        return conclusion._replace(is_cut=True)
    start = perf_counter()
    is_short = budget.seconds_left is not None and budget.seconds_left < RATING_SECONDS
    rated = None
    with suppress(TimeUp, LimitError, SatcrossError):
        chain = explain_without_words(puzzle, budget=budget.until(RATING_SECONDS), presolved=presolved)
        rated = difficulty_of(chain)
    conclusion = conclusion._replace(seconds=conclusion.seconds + perf_counter() - start)
    if rated is not None and rated.is_complete:
        return conclusion._replace(rated=rated)
    return conclusion._replace(is_cut=conclusion.is_cut or is_short)
