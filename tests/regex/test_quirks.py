"""The warnings about clues on which an engine contradicts itself; each has its reproducer."""

from __future__ import annotations

import re
import sys

import pytest

from satcross.regex.parse import parse
from satcross.regex.quirks import MODIFIED_CLASS, OPEN_CONDITION, POSSESSIVE_CAPTURE, quirks
from tests.judges.engines import engine

JUDGED = sys.version_info[:2] == (3, 11)


@pytest.mark.parametrize(
    ("pattern", "codes"),
    [
        (r"(?:(A)|B)*+\1", [POSSESSIVE_CAPTURE]),
        (r"(?:(A)|B){2,3}+\1", [POSSESSIVE_CAPTURE]),
        (r"(?:(A)|B)?+\1?", []),
        (r"(?:(A)|B)*+", []),
        (r"(?>(?:(A)|B)*)\1", []),
        (r"((?(1)A|B))*", [OPEN_CONDITION]),
        (r"(A)(?(1)A|B)", []),
    ],
)
def test_quirks_are_found(pattern: str, codes: list[str]) -> None:
    assert [quirk.code for quirk in quirks(parse(pattern))] == codes


@pytest.mark.skipif(not JUDGED, reason="the contradictions were recorded with CPython 3.11")
def test_re_leaves_stale_captures_in_possessive_loops() -> None:
    found = re.fullmatch(r"(?:(?:(A)|B))*+", "AB")
    assert found is not None
    assert found.span(1) == (1, 1)


@pytest.mark.skipif(not JUDGED, reason="the contradictions were recorded with CPython 3.11")
def test_re_reads_a_condition_on_an_open_group_from_abandoned_attempts() -> None:
    # the group is open whenever the condition is read, so only "A" or "a" can be right
    assert re.fullmatch(r"A(?(1)[\D\s]*?)|(((?(1)a*a+?){1,}?).)", "aa")


@pytest.mark.parametrize(
    ("pattern", "flags", "codes"),
    [
        ("(?i:B|[A])", "", [MODIFIED_CLASS]),
        ("(?i:B|x(?:[A]))", "", [MODIFIED_CLASS]),
        ("(?-i:B|[A])", "i", [MODIFIED_CLASS]),
        ("(?i:[A]|B)", "", []),
        ("B|(?i:[A])", "", []),
        ("(?i:B|[A])", "i", []),
        ("(?i:B|[A])", "u", []),
        ("(?m:B|[A])", "", []),
        ("(?:(A)|B)*", "", []),
    ],
)
def test_quirks_of_v8_are_found(pattern: str, flags: str, codes: list[str]) -> None:
    assert [quirk.code for quirk in quirks(parse(pattern, "javascript", flags))] == codes


def test_v8_forgets_modifiers_in_later_branches() -> None:
    judge = engine("javascript")
    if not judge.is_newest:
        pytest.skip("this Node has no modifiers")
    assert judge.ways("(?i:[A]|B)", "", ["a"]) == [()]
    assert judge.ways("(?i:B|[A])", "", ["a"]) == [None], "V8 has been mended: drop the quirk"
