"""The questions of the differential test have what engines and readers get wrong."""

import re
from random import Random

import pytest

from satcross.errors import RegexError
from satcross.regex.analysis.reverse import reverse
from tests.judges.generate import Generator
from tests.judges.seeds import seeds, varied


@pytest.mark.parametrize("dialect", ["python", "javascript"])
def test_every_kind_of_question_occurs(dialect: str) -> None:
    generator = Generator(dialect, Random(1))
    questions = [generator.question() for _ in range(3_000)]
    patterns = [question.pattern for question in questions]
    assert sum(max(question.alphabet) > "\uffff" for question in questions) > 20
    assert any(re.search(r"\[.*[!-~]-[\U00010000-\U0010ffff].*\]", pattern) for pattern in patterns)
    assert all(max(question.alphabet) <= "\uffff" or {"u", "v"} & set(question.flags) for question in questions
               if dialect == "javascript")  # fmt: skip
    assert sum(is_reversible(question.pattern, dialect, question.flags) for question in questions) > 500
    if dialect == "python":
        wide = [each for each in questions if re.search("-[\U00010000-\U0010ffff]", each.pattern)]
        assert {"i", "ia"} <= {"".join(sorted(each.flags, reverse=True)) for each in wide}


def is_reversible(pattern: str, dialect: str, flags: str) -> bool:
    try:
        reverse(pattern, dialect, flags)
    except RegexError:
        return False
    return True


@pytest.mark.parametrize("dialect", ["python", "javascript"])
def test_variations_have_the_letters_of_the_alphabet(dialect: str) -> None:
    random = Random(1)
    made = {varied(dialect, "XY", random) for _ in range(2_000)}
    assert len(made) > 1_000
    assert len(seeds(dialect)) > 140  # without the suite of the standard library, which may be missing
    assert {"(X)|Y\\1", "(X?){3}", r"[\w-X]"} & made
