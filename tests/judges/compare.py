"""One question put to the engine and to satcross: do they agree on everything that can be seen?"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

import pytest

from satcross.errors import RegexError
from satcross.puzzle.shapes import line
from satcross.regex.analysis.reverse import reverse
from satcross.regex.letters import from_text
from satcross.regex.lower import lower
from satcross.regex.matcher import Matcher
from satcross.regex.syntax import Tree
from satcross.regex.syntax.parse import parse
from satcross.solver import compile as compiling
from satcross.solver.solutions import Search
from tests.judges.defects import engine_defects
from tests.judges.engines import Engine, Rejected, Undecided, Way
from tests.judges.generate import Question
from tests.residuals import presolved_for

Outcome: TypeAlias = Literal["agreed", "both refuse", "excluded", "undecided", "differ"]


class Verdict(NamedTuple):
    """`detail` says what differs: the route, the engine's answer, the route's."""

    outcome: Outcome
    detail: str = ""


def compare(question: Question, engine: Engine, *, thorough: bool = True) -> Verdict:
    """Return whether satcross agrees with `engine` about all texts of `question`.

    Compared are: whether the pattern is valid; the texts that the matcher accepts; the captures of each, tried in the
    engine's order; the reverse of the pattern, on the texts reversed; and all solutions of the line of each length,
    with propagation and without it (by turns from length to length, unless `thorough`).  A difference on a pattern that
    runs into a contradiction of the engine (`engine_defects`) is "excluded".
    """
    pattern, dialect, flags = question.pattern, question.dialect, question.flags
    texts = question.texts
    try:
        ways = engine.ways(pattern, flags, texts)
    except Undecided as reason:
        return Verdict("undecided", str(reason))
    except Rejected as reason:
        try:
            parse(pattern, dialect, flags)
        except RegexError:
            return Verdict("both refuse")
        return Verdict("differ", f"the engine refuses: {reason}")
    try:
        tree = parse(pattern, dialect, flags)
    except RegexError as error:
        return Verdict("differ", f"satcross refuses: {error.message}")
    detail = _difference(question, tree, ways, thorough)
    if not detail:
        return Verdict("agreed")
    return Verdict("excluded" if engine_defects(tree) else "differ", detail)


def _difference(question: Question, tree: Tree, ways: Sequence[Way | None], thorough: bool) -> str:
    """Return what differs from the engine's `ways`; empty if nothing does."""
    texts = question.texts
    core = lower(tree, from_text(question.alphabet))
    matcher = Matcher(core)
    for text, way in zip(texts, ways, strict=True):
        if matcher.matches(text) != (way is not None):
            return f"matcher, {text!r}: the engine says {way is not None}"
        if way is not None:
            found = matcher.first_match(text)
            if found is None:
                return f"matcher in order, {text!r}: the engine says True"
            spans = {group: span for group, span in enumerate(way, 1) if span is not None and core.writes >> group & 1}
            if found != spans:
                return f"captures of {text!r}: {found}, the engine has {spans}"
    accepted = [text for text, way in zip(texts, ways, strict=True) if way is not None]
    detail = _difference_of_reverse(question, accepted)
    if detail:
        return detail
    with pytest.MonkeyPatch.context() as patch:  # trees and core regexes are immutable: one serves all lengths
        patch.setattr(compiling, "parse", lru_cache(parse))
        lower_once = lru_cache(lower)
        patch.setattr(compiling, "lower_all", lambda trees, alphabet: [lower_once(tree, alphabet) for tree in trees])
        return difference_of_solutions(question, accepted, thorough)


def _difference_of_reverse(question: Question, accepted: Sequence[str]) -> str:
    """Return what differs between the texts `accepted` and those of the reverse; empty if nothing, or there is none."""
    try:
        reversed_pattern = reverse(question.pattern, question.dialect, question.flags)
    except RegexError:
        return ""
    tree = parse(reversed_pattern, question.dialect, question.flags)
    matcher = Matcher(lower(tree, from_text(question.alphabet)))
    found = [text for text in question.texts if matcher.matches(text[::-1])]
    if found == accepted:
        return ""
    text = next(text for text in question.texts if (text in found) != (text in accepted))
    return f"reverse {reversed_pattern!r}, {text!r}: the engine says {text in accepted}"


def difference_of_solutions(question: Question, accepted: Sequence[str], thorough: bool) -> str:
    """Return what differs between the texts `accepted` and the solutions of the lines; empty if nothing does."""
    for length in range(question.longest + 1):
        expected = sorted(text for text in accepted if len(text) == length)
        puzzle = line(question.pattern, length, dialect=question.dialect, flags=question.flags)  # type: ignore[arg-type]
        puzzle = puzzle._replace(alphabet=question.alphabet)
        for use_propagation in (True, False) if thorough else (bool((length + len(question.pattern)) & 1),):
            search = Search(puzzle, presolved=presolved_for(puzzle, use_propagation))
            solutions = sorted("".join(each.letters) for each in search)
            if solutions != expected:
                name = f"{'' if use_propagation else 'no '}propagation"
                return f"{name}, length {length}: {solutions}, the engine has {expected}"
    return ""
