"""Every way in which satcross says which texts a clue accepts.  All must agree with the engines and with each other.

A route is a function from (question, texts) to the accepted ones.  `ROUTES` is the list of all; a new route joins it
and inherits every case.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

from satcross.base.budget import POSITIONS
from satcross.puzzle.shapes import line
from satcross.regex.core import Core
from satcross.regex.letters import from_text
from satcross.regex.lower import lower
from satcross.regex.matcher import Matcher
from satcross.regex.syntax.parse import parse
from satcross.solver.encodings import ENCODINGS
from satcross.solver.solutions import Search
from tests.judges.generate import Question
from tests.residuals import presolved_for

Route: TypeAlias = Callable[[Question, Sequence[str]], list[str]]


def core_of(question: Question) -> Core:
    return lower(parse(question.pattern, question.dialect, question.flags), from_text(question.alphabet))


def by_matcher(question: Question, texts: Sequence[str]) -> list[str]:
    matcher = Matcher(core_of(question))
    return [text for text in texts if matcher.matches(text)]


def by_ordered_matcher(question: Question, texts: Sequence[str]) -> list[str]:
    matcher = Matcher(core_of(question))
    return [text for text in texts if matcher.first_match(text) is not None]


def by_pipeline(
    question: Question, texts: Sequence[str], use_propagation: bool, solver: str, encoding: str = POSITIONS
) -> list[str]:
    """Return all solutions of the lines as long as one of the texts, in the order of `texts`."""
    found: set[str] = set()
    for length in {len(text) for text in texts}:
        puzzle = line(question.pattern, length, dialect=question.dialect, flags=question.flags)  # type: ignore[arg-type]
        puzzle = puzzle._replace(alphabet=question.alphabet)
        presolved = presolved_for(puzzle, use_propagation)
        search = Search(puzzle, presolved=presolved, solver=solver, encoding=encoding)
        listed = ["".join(solution.letters) for solution in search]
        assert len(listed) == len(set(listed)), f"length {length}: a solution is listed twice"
        assert search.is_complete
        found.update(listed)
    assert found <= set(texts)
    return [text for text in texts if text in found]


ROUTES: Final[dict[str, Route]] = {
    "matcher": by_matcher,
    "matcher in order": by_ordered_matcher,
    "propagation, cadical": partial(by_pipeline, use_propagation=True, solver="cadical153"),
    "no propagation, cadical": partial(by_pipeline, use_propagation=False, solver="cadical153"),
    "propagation, glucose": partial(by_pipeline, use_propagation=True, solver="glucose4"),
    "no propagation, minisat": partial(by_pipeline, use_propagation=False, solver="minisat22"),
    **{
        f"no propagation, {name}": partial(by_pipeline, use_propagation=False, solver="minisat22", encoding=name)
        for name in ENCODINGS
        if name != POSITIONS
    },
}
