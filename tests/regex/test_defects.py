"""The differences that the tests forgive the engines are differences that the engines have."""

import re
import sys

import pytest

from satcross.regex.letters import from_text
from satcross.regex.lower import lower
from satcross.regex.matcher import matches
from satcross.regex.syntax.parse import parse
from tests.judges import defects
from tests.judges.defects import engine_defects
from tests.judges.engines import engine
from tests.transcript import ROOT

JUDGED = sys.version_info[:2] == (3, 11)

READ_WRONGLY = [
    ("python", "A|\U00010400", "i", "\U00010400"),
    ("python", "BA|B\U00010400", "i", "B\U00010400"),
    ("python", "[AB]|\U00010400", "i", "\U00010400"),
    ("python", r"(?:A|\U00010400)+", "i", "\U00010400"),
    ("javascript", "(?i:B|[A])", "", "a"),
    ("javascript", "(?i:[A]??)", "", "a"),
    ("javascript", "(?i:[A]{0,3}?)", "", "a"),
    ("javascript", "(?:(?i:B|(?-i:C))|[A])", "", "a"),
    ("javascript", "(?i:B|(?-i:C|[A]))", "", "a"),
    ("javascript", "(?i:)[a]", "v", "A"),
    ("javascript", r"(?i:)\w", "v", "\u017f"),
    ("javascript", "(?-i:)[a]", "iv", "A"),
    ("javascript", "(?-i:)[a]", "iu", "A"),
    ("javascript", r"(?i:)\w", "u", "\u017f"),
    ("javascript", r"\u212a|k|k", "i", "k"),
    ("javascript", r"a\u212a|ak|ak", "i", "ak"),
    ("javascript", "Sſ|SSſS|Ss", "i", "ss"),
    ("javascript", r"(?:)[\q{a}]", "iv", "A"),
    ("javascript", r"(?:)[^\q{k}]", "iv", "K"),
    ("javascript", r"(?:)\p{ASCII}", "iv", "\u017f"),
    ("javascript", r"(?:)\P{ASCII}", "iv", "\u212a"),
]


@pytest.mark.parametrize(("dialect", "pattern", "flags", "text"), READ_WRONGLY)
def test_what_the_engine_reads_wrongly_is_forgiven(dialect: str, pattern: str, flags: str, text: str) -> None:
    judge = engine(dialect)
    if (dialect == "python" and not JUDGED) or ("(?" in pattern and not judge.is_newest):
        pytest.skip("the defects are those of other releases")
    tree = parse(pattern, dialect, flags)
    (way,) = judge.ways(pattern, flags, [text])
    assert (way is not None) != matches(lower(tree, from_text(text + "aAbBcC")), text), "the engine has been mended"
    assert engine_defects(tree)


def test_v8_11_does_not_match_a_repeated_class_of_all_letters() -> None:
    judge = engine("javascript")
    if judge.is_newest:
        pytest.skip("later releases match it")
    assert judge.ways("[^]*", "v", ["A"]) == [None]
    assert engine_defects(parse("[^]*", "javascript", "v")) == {defects.REPEATED_ANY}


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
    ("dialect", "pattern", "flags"),
    [
        ("python", r"(?:(A)|B)?+\1?", ""),
        ("python", r"(?:(A)|B)*+", ""),
        ("python", r"(?>(?:(A)|B)*)\1", ""),
        ("python", r"(A)(?(1)A|B)", ""),
        ("python", "A|\U00010428", "i"),
        ("python", "A|\U00010400", ""),
        ("javascript", "(?m:B|[A])", ""),
        ("javascript", "(?i:B)|A", ""),
        ("javascript", "[A]|B|C", "i"),
        ("javascript", r"\u212a|k|k", ""),
        ("javascript", r"\u212a|k|k", "iu"),
        ("javascript", r"\u212a|k", "i"),
        ("javascript", "é|É|é", "i"),
        ("javascript", r"[\q{a}]", "v"),
        ("javascript", r"[\q{ab|}]", "iv"),
        ("javascript", r"\P{ASCII}", "iu"),
        ("javascript", r"\P{Lu}", "iv"),
        ("javascript", "[^]*", "u"),
    ],
)
def test_nothing_else_is_forgiven(dialect: str, pattern: str, flags: str) -> None:
    assert not engine_defects(parse(pattern, dialect, flags))


def test_the_page_on_defects_gives_examples_of_all_defects() -> None:
    page = (ROOT / "tests" / "engine-defects.md").read_text(encoding="utf-8")
    codes = set()
    for line in page.splitlines():
        if re.match(r"\| `[a-z-]+` \| (CPython|V8)", line):
            code, engine_name, pattern, flags = (
                cell.strip().strip("`").replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:5]
            )
            dialect = "python" if engine_name.startswith("CPython") else "javascript"
            is_there = code != defects.LOST_CAPITAL or sys.version_info < (3, 14)
            assert (code in engine_defects(parse(pattern, dialect, flags))) == is_there
            codes.add(code)
    assert codes == {
        defects.POSSESSIVE_CAPTURE, defects.OPEN_CONDITION, defects.LOST_CAPITAL,
        defects.MODIFIED_CLASS, defects.LEAKING_MODIFIER, defects.UNLIKE_BRANCHES,
        defects.FOLDED_STRING, defects.FOLDED_ASCII, defects.REPEATED_ANY,
    }  # fmt: skip
