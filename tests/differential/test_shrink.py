"""Shrinking keeps the failure and ends with nothing to leave out."""

import re

from tests.judges.generate import Question
from tests.judges.shrink import shrink


def is_valid(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True


def test_what_does_not_matter_is_left_out() -> None:
    def fails(question: Question) -> bool:
        return is_valid(question.pattern) and "A*" in question.pattern and "B" in question.alphabet

    small = shrink(Question("python", "im", "(?:(C|A*)+|B(D))?E", "ABC", 4), fails)
    assert small == Question("python", "", "A*", "B", 0)


def test_groups_that_need_not_capture_do_not() -> None:
    def fails(question: Question) -> bool:
        return is_valid(question.pattern) and "A|B)" in question.pattern and question.pattern.endswith("C")

    assert shrink(Question("python", "", "X(A|B)(C)C", "AB", 2), fails).pattern == "(?:A|B)C"
