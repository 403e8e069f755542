"""Questions put to an engine ahead of time get the answers that they get on their own."""

from random import Random

import pytest

from tests.judges.compare import AHEAD, put_ahead
from tests.judges.engines import Engine, Rejected, Way, engine
from tests.judges.generate import Generator, Question


def answer(judge: Engine, question: Question) -> list[Way | None] | str:
    try:
        return judge.ways(question.pattern, question.flags, question.texts)
    except Rejected as reason:
        return str(reason)


@pytest.mark.parametrize("dialect", ["python", "javascript"])
def test_the_answers_are_the_same(dialect: str) -> None:
    judge = engine(dialect)
    generator = Generator(dialect, Random(5), newest=judge.is_newest)
    questions = [generator.question() for _ in range(2 * AHEAD + 1)]
    apart = [answer(judge, question) for question in questions]
    asked = list(put_ahead(questions, judge))
    assert asked == questions
    assert [answer(judge, question) for question in put_ahead(questions, judge)] == apart
