"""Making a failing question small: patterns, texts and flags that still fail, and nothing to leave out any more."""

from collections.abc import Callable, Iterator

from tests.judges.generate import Question


def shrink(question: Question, fails: Callable[[Question], bool]) -> Question:
    """Return a small question that `fails`, got from `question` (which does) by leaving things out."""
    while True:
        smaller = (each for each in smaller_questions(question) if _weight(each) < _weight(question))
        found = next((each for each in smaller if fails(each)), None)
        if found is None:
            return question
        question = found


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
