"""The meaning of clues is the engines': the same texts, the same captures, the same refusals."""

from random import Random

import pytest

from tests.judges.compare import compare
from tests.judges.engines import engine
from tests.judges.generate import Generator
from tests.selection import slow_but

PORTIONS = 12  # of 260 cases, so that they can run beside each other
FEW = 2  # of them in `make test`; `make fuzz` goes on for as long as it is told


@pytest.mark.parametrize("portion", slow_but(range(FEW), range(PORTIONS)))
@pytest.mark.parametrize("dialect", ["python", "javascript"])
def test_random_clues_mean_what_the_engine_says(dialect: str, portion: int) -> None:
    judge = engine(dialect)
    generator = Generator(dialect, Random(portion), newest=judge.is_newest)
    outcomes = []
    for _ in range(260):
        question = generator.question()
        verdict = compare(question, judge, thorough=False)
        assert verdict.outcome != "differ", f"{question}: {verdict.detail}"
        outcomes.append(verdict.outcome)
    assert outcomes.count("agreed") > 190, "the questions have become useless"
