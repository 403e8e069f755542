"""Making a failing question small: patterns, texts and flags that still fail, and nothing to leave out any more."""

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any, TypeVar

from tests.judges.generate import Question

Item = TypeVar("Item")


def shrunk(
    item: Item,
    fails: Callable[[Item], bool],
    smaller: Callable[[Item], Iterator[Item]],
    weight: Callable[[Item], Any],
    tries: Iterable[int],
) -> Item:
    """Return a small item that `fails`, got from `item` (which does) by leaving things out, while there are `tries`.

    Args:
        smaller: Yields items with less in them.
        weight: What must go down at each step.
    """
    left = iter(tries)
    while True:
        lighter = (each for each in smaller(item) if weight(each) < weight(item))
        found = next((each for each, _ in zip(lighter, left, strict=False) if fails(each)), None)
        if found is None:
            return item
        item = found


def shrink(question: Question, fails: Callable[[Question], bool]) -> Question:
    """Return a small question that `fails`, got from `question` (which does)."""
    return shrunk(question, fails, smaller_questions, _weight, count())


def _weight(question: Question) -> tuple[int, int, int, int]:
    """Return what must go down at each step; a plain group weighs less than one that captures."""
    weight = 2 * len(question.pattern.replace("(?:", "(")) - question.pattern.count("(?:")
    return weight, len(question.flags), len(question.alphabet), question.longest


def smaller_questions(question: Question) -> Iterator[Question]:
    """Yield questions with less in them, those with much less first."""
    pattern = question.pattern
    for flag in question.flags:
        yield question._replace(flags=question.flags.replace(flag, ""))
    width = len(pattern) // 2
    while width:
        for start in range(0, len(pattern) - width + 1, max(1, width // 2)):
            yield question._replace(pattern=pattern[:start] + pattern[start + width :])
        width = width - 1 if width < 8 else width * 2 // 3
    for start, letter in enumerate(pattern):
        if letter == "(" and pattern[start + 1 : start + 2] != "?":
            yield question._replace(pattern=pattern[: start + 1] + "?:" + pattern[start + 1 :])
            end = _closing(pattern, start)
            if end is not None:
                yield question._replace(pattern=pattern[:start] + pattern[start + 1 : end] + pattern[end + 1 :])
        if letter == "(" and pattern[start : start + 3] == "(?:":
            end = _closing(pattern, start)
            if end is not None:
                yield question._replace(pattern=pattern[:start] + pattern[start + 3 : end] + pattern[end + 1 :])
    for letter in question.alphabet if len(question.alphabet) > 1 else "":
        yield question._replace(alphabet=question.alphabet.replace(letter, ""))
    if question.longest:
        yield question._replace(longest=question.longest - 1)


def _closing(pattern: str, start: int) -> int | None:
    """Return where the parenthesis that opens at `start` closes, if no class or escape confuses the count."""
    depth = 0
    for place in range(start, len(pattern)):
        depth += (pattern[place] == "(") - (pattern[place] == ")")
        if not depth:
            return place
    return None
