"""Matcher and solver accept exactly the texts that the engines accepted, on every recorded case."""

import pytest

from satcross.errors import RegexError
from satcross.regex.letters import from_text
from satcross.regex.lower import lower
from satcross.regex.matcher import Matcher
from satcross.regex.syntax.parse import parse
from tests.judges.cases import Case, all_cases, is_as_recorded
from tests.judges.compare import difference_of_solutions
from tests.judges.engines import Rejected, engine

CASES = list(all_cases())


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_satcross_accepts_what_the_engine_accepted(case: Case) -> None:
    question = case.question
    if case.accepts is None:
        with pytest.raises(RegexError):
            parse(question.pattern, question.dialect, question.flags)
        return
    if not is_as_recorded(question.pattern, question.dialect):
        pytest.skip("the engine's answer depends on its version")
    matcher = Matcher(lower(parse(question.pattern, question.dialect, question.flags), from_text(question.alphabet)))
    assert tuple(text for text in question.texts if matcher.matches(text)) == case.accepts
    assert tuple(text for text in question.texts if matcher.first_match(text) is not None) == case.accepts
    assert difference_of_solutions(question, case.accepts, thorough=True) == ""


@pytest.mark.parametrize("dialect", ["python", "javascript"])
def test_the_engine_still_says_so(dialect: str) -> None:
    judge = engine(dialect)
    for case in CASES:
        question = case.question
        if question.dialect != dialect or not is_as_recorded(question.pattern, dialect):
            continue
        try:
            ways = judge.ways(question.pattern, question.flags, question.texts)
        except Rejected:
            accepted = None
        else:
            accepted = tuple(text for text, way in zip(question.texts, ways, strict=True) if way is not None)
        if accepted != case.accepts and not judge.is_newest:
            continue  # an older Node lacks duplicate names and modifiers
        assert accepted == case.accepts, case.name
