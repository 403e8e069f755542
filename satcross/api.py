"""The Python API: what the commands answer, as functions.  The package `satcross` exports these names.

    >>> import satcross
    >>> puzzle = satcross.rectangle(rows=["HE|LL|O+", "[PLEASE]+"], columns=["[^SPEAK]+", "EP|IP|EF"])
    >>> satcross.check(puzzle).status
    'unique'
    >>> [solution.text.split() for solution in satcross.solutions(puzzle)]
    [['HE', 'LP']]

The library never prints.  A mistake in a call of a function is a `SatcrossError`, and `satcross.errors.render` formats
it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeAlias, TypeVar

from satcross.base.budget import AUTO, UNLIMITED, Budget, limits
from satcross.base.reading import NOWHERE
from satcross.base.showing import draw_with
from satcross.errors import (
    ErrorCode,
    Field,
    LimitError,
    ManyErrors,
    MissingError,
    OptionError,
    PuzzleError,
    RegexError,
    SatcrossError,
    TimeUp,
    naming,
    wrong_type,
)
from satcross.puzzle import ANY, Clue, Line, Puzzle, Solution, shapes
from satcross.puzzle.files import choose, explain as located, open_source, read_source
from satcross.puzzle.files.source import Source
from satcross.puzzle.shapes import NamedLine
from satcross.solver.compile import compile_puzzle, parse_clues
from satcross.solver.encode import Encoding, encode_whole
from satcross.solver.solutions import Check, Cube, Search, Status, check as decide
from satcross.solver.tracing import TraceStep

if TYPE_CHECKING:
    from satcross.author.ambiguity import AlphabetDependence, Ambiguity, alphabet_dependence, ambiguity
    from satcross.author.comparing import Common, Comparison, Overlap, Overlaps, common, disjoint, same, within
    from satcross.author.counting import Count, Sample, count, sample
    from satcross.author.diagnose import diagnose
    from satcross.author.difficulty import Difficulty, difficulty
    from satcross.author.explanation import Explanation, ExplanationStep, Hint, explain, next_hint
    from satcross.author.likely_mistakes import LikelyMistake, likely_mistakes
    from satcross.author.lint import Finding, Lint, lint
    from satcross.author.overview import Overview, overview
    from satcross.author.player_steps import PlayerSteps, player_steps
    from satcross.author.proof import Proof, Verification, prove, verify
    from satcross.generator.day import daily
    from satcross.generator.examination import Unmet
    from satcross.generator.maker import complete, generate
    from satcross.generator.repair import Change, Repaired, alternatives, repair
    from satcross.generator.request import Request
    from satcross.generator.results import Generated, GeneratorProgress
    from satcross.generator.theme import themed
    from satcross.many.queue import BatchResult, Solved, Where
    from satcross.pictures.rendering import render
    from satcross.puzzle.files import dumps, save
    from satcross.puzzle.wordlists import WordList, read_words
    from satcross.solver.diagnosis import Cause, Diagnosis, Reason, Remedy
    from satcross.solver.expected import Mismatch, mismatches
    from satcross.solver.formula import decode, export
    from satcross.solver.solutions import solutions
    from satcross.solver.tracing import trace
    from satcross.solver.verify import Fault
    from satcross.words.files import load_template
    from satcross.words.filling import Fill, Filling
    from satcross.words.template import Template

_LATER: Final = {
    "author.ambiguity": ["AlphabetDependence", "alphabet_dependence", "Ambiguity", "ambiguity"],
    "author.comparing": ["Common", "Comparison", "Overlap", "Overlaps", "common", "disjoint", "same", "within"],
    "author.counting": ["Count", "count", "Sample", "sample"],
    "author.diagnose": ["diagnose"],
    "author.difficulty": ["Difficulty", "difficulty"],
    "author.explanation": ["Explanation", "ExplanationStep", "Hint", "explain", "next_hint"],
    "author.lint": ["Finding", "Lint", "lint"],
    "author.likely_mistakes": ["LikelyMistake", "likely_mistakes"],
    "author.overview": ["Overview", "overview"],
    "author.proof": ["Proof", "Verification", "prove", "verify"],
    "words.filling": ["Fill", "Filling"],
    "generator.day": ["daily"],
    "generator.maker": ["complete", "generate"],
    "generator.results": ["Generated", "GeneratorProgress"],
    "generator.repair": ["Change", "Repaired", "alternatives", "repair"],
    "generator.request": ["Request"],
    "generator.examination": ["Unmet"],
    "generator.theme": ["themed"],
    "many.queue": ["BatchResult", "Solved"],
    "author.player_steps": ["PlayerSteps", "player_steps"],
    "pictures.rendering": ["render"],
    "solver.diagnosis": ["Cause", "Diagnosis", "Reason", "Remedy"],
    "solver.expected": ["Mismatch", "mismatches"],
    "solver.formula": ["decode", "export"],
    "solver.solutions": ["solutions"],
    "solver.tracing": ["trace"],
    "solver.verify": ["Fault"],
    "words.files": ["load_template"],
    "words.template": ["Template"],
    "puzzle.files": ["dumps", "save"],
    "puzzle.wordlists": ["read_words", "WordList"],
}
"""Further names, by the module that defines them; that module is imported when one of them is used."""

__all__ = [
    "AlphabetDependence",
    "Ambiguity",
    "BatchResult",
    "Budget",
    "Cause",
    "Change",
    "Check",
    "Clue",
    "Common",
    "Comparison",
    "Count",
    "Cube",
    "Diagnosis",
    "Difficulty",
    "Encoding",
    "ErrorCode",
    "Explanation",
    "ExplanationStep",
    "Fault",
    "Fill",
    "Filling",
    "Finding",
    "Generated",
    "GeneratorProgress",
    "Hint",
    "LikelyMistake",
    "LimitError",
    "Line",
    "Lint",
    "ManyErrors",
    "Mismatch",
    "MissingError",
    "NamedLine",
    "OptionError",
    "Overlap",
    "Overlaps",
    "Overview",
    "PlayerSteps",
    "Proof",
    "Puzzle",
    "PuzzleError",
    "Reason",
    "RegexError",
    "Remedy",
    "Repaired",
    "Request",
    "Sample",
    "SatcrossError",
    "Search",
    "Solution",
    "Solved",
    "Status",
    "Template",
    "TimeUp",
    "TraceStep",
    "Unmet",
    "Verification",
    "WordList",
    "alphabet_dependence",
    "alternatives",
    "ambiguity",
    "check",
    "check_many",
    "common",
    "complete",
    "count",
    "count_many",
    "daily",
    "decode",
    "diagnose",
    "difficulty",
    "disjoint",
    "dumps",
    "encode",
    "explain",
    "export",
    "generate",
    "generate_many",
    "hexagon",
    "likely_mistakes",
    "line",
    "lines",
    "lint",
    "lint_many",
    "load",
    "load_template",
    "loads",
    "mismatches",
    "next_hint",
    "overview",
    "player_steps",
    "prove",
    "read_words",
    "rectangle",
    "render",
    "repair",
    "same",
    "sample",
    "save",
    "solutions",
    "solve_many",
    "themed",
    "trace",
    "triangle",
    "verify",
    "within",
]


_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def __getattr__(name: str) -> object:
    for module, names in _LATER.items():
        if name in names:
            value = getattr(import_module(f"satcross.{module}"), name)
            globals()[name] = value if isinstance(value, type) else _checking_type(value)
            return globals()[name]
    raise AttributeError(f"module 'satcross.api' has no attribute {name!r}")


_TYPES: Final = {
    "puzzle": "satcross.puzzle.Puzzle",
    "shape": "satcross.puzzle.Puzzle",
    "request": "satcross.generator.request.Request",
    "day": "datetime.date",
}
"""The types of first arguments, by the names of their parameters."""


def _checking_type(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Return `function`, which then also raises OptionError if its first argument has a wrong type."""
    parameter = function.__code__.co_varnames[0]
    if parameter not in _TYPES:
        return function
    module, _, name = _TYPES[parameter].rpartition(".")
    expected = getattr(import_module(module), name)

    @wraps(function)
    def asked(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        for given in [*args[:1], *[value for key, value in kwargs.items() if key == parameter]]:
            if not isinstance(given, expected):
                hint = _HINT if name == "Puzzle" and isinstance(given, str | os.PathLike) else None
                raise wrong_type(parameter, given, f"a {name}", hint)
        return function(*args, **kwargs)

    asked.__module__ = __name__
    return asked


_HINT: Final = "satcross.load reads a puzzle from a file, and satcross.loads from a text"


class _Drawer:
    """Draws puzzles with `satcross.pictures`, which is imported when the first picture is wanted."""

    def grid(self, puzzle: Puzzle, letters: Sequence[str]) -> str:
        from satcross.pictures.text import grid

        return grid(puzzle, letters)

    def svg(self, puzzle: Puzzle, letters: Sequence[str | int], differing: Iterable[int]) -> str:
        from satcross.pictures.rendering import render

        return render(puzzle, "svg", letters=letters, differing=differing).decode()

    def document(self, puzzle: Puzzle) -> dict[str, Any]:
        from satcross.puzzle.files.document import write_document

        return write_document(puzzle)


draw_with(_Drawer())


def _with_readable_clues(make: Callable[_Arguments, Puzzle]) -> Callable[_Arguments, Puzzle]:
    """Return the constructor `make`, which then also refuses clues that cannot be read.

    It raises RegexError with the line, the clue and the part at fault, or ManyErrors where several clues are
    malformed.
    Readers of files use the bare constructors, because they know the line of the file as well.
    """

    @wraps(make)
    def made(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> Puzzle:
        puzzle = make(*args, **kwargs)
        parse_clues(puzzle, UNLIMITED)
        return puzzle

    made.__module__ = __name__
    return made


rectangle: Final = _with_readable_clues(shapes.rectangle)
hexagon: Final = _with_readable_clues(shapes.hexagon)
triangle: Final = _with_readable_clues(shapes.triangle)
lines: Final = _with_readable_clues(shapes.lines)
line: Final = _with_readable_clues(shapes.line)


def load(
    path: str | os.PathLike[str],
    puzzle: str | int | None = None,
    format: str | None = None,
    charset: str | None = None,
    *,
    force: bool = False,
) -> Puzzle:
    """Return the puzzle in the file `path`, which may be a text in which people have puzzles, too.

    Args:
        path: `-` is standard input; a link with `?puzzle=` contains the puzzle itself.
        puzzle: Which puzzle, if the file has several: its name, its id, or its number from 1.
        format: "toml", "json", "regexcrossword", "trux", "board", "hexregex", "slots" or "pasted"; None: recognised.
        charset: None: UTF-8 (Trux text may also be Latin-1).
        force: Accept puzzles of more than 200,000 cells.

    Raises:
        SatcrossError: If the file or a clue in it cannot be read, and if `puzzle` is missing or names no puzzle.
    """
    if not isinstance(path, str | os.PathLike):
        raise wrong_type("path", path, "a string or a path")
    if not isinstance(charset, str | None):
        raise wrong_type("charset", charset, "a string or None")
    _check_choice(puzzle, format, force)
    return _chosen(open_source(path, format, charset, force=force), puzzle)


def _check_choice(puzzle: object, format: object, force: object) -> None:
    """Raise OptionError for a wrong type of an argument that `load` and `loads` have in common."""
    if not isinstance(puzzle, str | int | None):
        raise wrong_type("puzzle", puzzle, "a string, a whole number or None")
    if not isinstance(format, str | None):
        raise wrong_type("format", format, "a string or None")
    if not isinstance(force, int):
        raise wrong_type("force", force, "True or False")


def _chosen(source: Source, puzzle: str | int | None) -> Puzzle:
    """Return this puzzle of `source`, the only one if None.  Raises SatcrossError and for a clue that is malformed."""
    entry = choose(source, puzzle)
    try:
        parse_clues(entry.puzzle, UNLIMITED)
    except (RegexError, ManyErrors) as error:
        raise located(source, source.entries.index(entry), error) from None
    return entry.puzzle


def loads(text: str, puzzle: str | int | None = None, format: str | None = None, *, force: bool = False) -> Puzzle:
    """Return the puzzle in `text`: the content of a puzzle file, a link, or pasted text.

    The other arguments mean the same as in `load`.  A text cannot refer to word lists.

    >>> check(loads("HE|LL|O+" "\\n" "[PLEASE]+" "\\n\\n" "[^SPEAK]+" "\\n" "EP|IP|EF"))
    <Check unique, HE LP>

    Raises:
        SatcrossError: If the text or a clue in it cannot be read, and if `puzzle` is missing or names no puzzle.
    """
    if not isinstance(text, str):
        raise wrong_type("text", text, "a string")
    _check_choice(puzzle, format, force)
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise PuzzleError("half of a surrogate pair is not a letter", code="encoding") from None
    return _chosen(read_source(data, "<text>", format, folder=NOWHERE, force=force), puzzle)


@_checking_type
def check(puzzle: Puzzle, *, solver: str = AUTO, timeout: float | None = None, budget: Budget | None = None) -> Check:
    """Return whether `puzzle` has one solution, several, or none; "unknown" only if the time runs out.

    If there is none, `Check.diagnosis` says why (see `diagnose`), if there is enough time left.  If the
    puzzle names the solutions that its author expects, these are compared with what is found.

    Args:
        timeout: The time limit, in seconds.
        budget: Further limits, such as on memory and on the size of the formula.

    >>> print(check(rectangle(rows=["AB", "A"], columns=["A."])).diagnosis)
    no string of the right length matches one clue
    row 1, clue 1 AB: no string of one letter matches: its shortest match has 2 letters
    """
    budget = limits(timeout, budget)
    verdict = decide(puzzle, solver=solver, budget=budget)
    if verdict.status != "none":
        return verdict
    from satcross.author.diagnose import diagnose

    return verdict._replace(diagnosis=diagnose(puzzle, budget=budget))


@_checking_type
def encode(
    puzzle: Puzzle, *, with_selectors: bool = False, timeout: float | None = None, budget: Budget | None = None
) -> Encoding:
    """Return the whole formula of `puzzle`, with one variable for each letter of each cell, and its variable map.

    >>> encoding = encode(rectangle(rows=["AB|BA"], columns=["A|B", ""]))
    >>> len(encoding.variables.lits), encoding.variables.lits[0]
    (2, {1: 1, 2: 2})

    Args:
        timeout, budget: The time limit in seconds, and further limits.

    Raises:
        OptionError: For the alphabet `any`, which is too large for a formula.
        SatcrossError: What `compile_puzzle` raises.
    """
    budget = limits(timeout, budget)
    if puzzle.alphabet == ANY:
        raise OptionError(
            "a formula cannot have a variable for every letter of Unicode",
            code="option-alphabet",
            hint=naming("choose a finite alphabet, for instance {}", Field("alphabet", "mentioned")),
        )
    return encode_whole(
        compile_puzzle(puzzle, budget, single_letters=True), with_selectors=with_selectors, budget=budget
    )


Given: TypeAlias = Puzzle | str | os.PathLike[str]
"""A puzzle, or the name of its file."""


def check_many(
    puzzles: Iterable[Given],
    executor: Where = 1,
    *,
    in_order: bool = True,
    solver: str = AUTO,
    timeout: float | None = None,
) -> Iterator[BatchResult[Given, Check]]:
    """Yield what `check` says of each of `puzzles`, which may be any iterable, however long.

    Args:
        puzzles: Puzzles, or names of files, which `load` reads where the answer is found.  What is wrong with a file is
            its answer.
        executor: A number of processes on this machine, or any executor of `concurrent.futures` (loky's and Dask's
            too), or a function that makes one.  A function is better where a pool breaks as a whole when it loses a
            worker.
        in_order: Whether the answers come in the order of the puzzles, or each as soon as it is there.
        timeout: The time limit for one puzzle, in seconds.

    A puzzle over which a worker is lost is tried once more, and then reported as failed.

    >>> puzzles = [line("A|B", 1), line("A", 1), line("AB", 1)]
    >>> [each.answer.status for each in check_many(puzzles)]
    ['several', 'unique', 'none']
    """
    return _about_puzzles(partial(check, solver=solver, timeout=timeout), puzzles, executor, in_order)


def solve_many(
    puzzles: Iterable[Given],
    executor: Where = 1,
    *,
    in_order: bool = True,
    limit: int | None = 2,
    solver: str = AUTO,
    timeout: float | None = None,
) -> Iterator[BatchResult[Given, Solved]]:
    """Yield at most `limit` solutions of each of `puzzles`; see `check_many` for the other arguments.

    >>> [each.answer.solutions[0].text for each in solve_many([line("AB?", 2), line("[^A]", 1, alphabet="AC")])]
    ['AB', 'C']
    """
    from satcross.many.queue import solve

    return _about_puzzles(partial(solve, limit=limit, solver=solver, timeout=timeout), puzzles, executor, in_order)


def count_many(
    puzzles: Iterable[Given],
    executor: Where = 1,
    *,
    in_order: bool = True,
    at_least: int | None = None,
    timeout: float | None = None,
) -> Iterator[BatchResult[Given, Count]]:
    """Yield the number of solutions of each of `puzzles`, as `count` does; for the rest see `check_many`.

    >>> [each.answer.value for each in count_many([line("[A-J]*", 20)])]
    [100000000000000000000]
    """
    from satcross.author.counting import count

    return _about_puzzles(partial(count, at_least=at_least, timeout=timeout), puzzles, executor, in_order)


def lint_many(
    puzzles: Iterable[Given],
    executor: Where = 1,
    *,
    in_order: bool = True,
    with_rewrites: bool = True,
    timeout: float | None = None,
) -> Iterator[BatchResult[Given, Lint]]:
    """Yield what `lint` finds in each of `puzzles`; for the rest see `check_many`.

    >>> [each.answer.is_complete for each in lint_many([line("A", 1)])]
    [True]
    """
    from satcross.author.lint import lint

    return _about_puzzles(partial(lint, with_rewrites=with_rewrites, timeout=timeout), puzzles, executor, in_order)


def generate_many(
    requests: Iterable[Request], executor: Where = 1, *, in_order: bool = True, timeout: float | None = None
) -> Iterator[BatchResult[Request, Generated]]:
    """Yield the puzzle of each of `requests`, usually one request with many seeds; for the rest see `check_many`.

    >>> from satcross import Request
    >>> request = Request(rectangle(rows=2, columns=2))
    >>> [each.answer.seed for each in generate_many(request._replace(seed=seed) for seed in (7, 8))]
    [7, 8]
    """
    from satcross.many import queue

    return queue.answered(partial(queue.generate, timeout=timeout), requests, executor, in_order=in_order)


def _about_puzzles(
    question: Callable[[Puzzle], _Result], puzzles: Iterable[Given], executor: Where, in_order: bool
) -> Iterator[BatchResult[Given, _Result]]:
    """Yield the answers to `question` about each of `puzzles`.  Raises OptionError for a single puzzle."""
    from satcross.many.queue import answered

    if isinstance(puzzles, Puzzle | str):
        raise wrong_type("puzzles", puzzles, "an iterable of puzzles or of file names, for instance a list")
    return answered(partial(_ask_about, question), puzzles, executor, in_order=in_order)


def _ask_about(question: Callable[[Puzzle], _Result], given: Puzzle | str | os.PathLike[str]) -> _Result:
    """Return the answer to `question` about a puzzle, or about the puzzle in the file with this name."""
    puzzle = load(given) if isinstance(given, str | os.PathLike) else given
    if not isinstance(puzzle, Puzzle):
        raise wrong_type("puzzle", puzzle, "a Puzzle, or the name of its file")
    return question(puzzle)
