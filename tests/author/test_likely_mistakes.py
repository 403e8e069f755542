"""Likely mistakes in clues are named, with the place and with what was meant; what is meant as it is stays unnamed."""

from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import satcross
from satcross.author.likely_mistakes import CODES, explained_mistakes, likely_mistakes, mistakes_of_clue
from satcross.author.lint import lint
from satcross.author.overview import overview
from satcross.errors import RegexError
from satcross.puzzle import Dialect
from satcross.puzzle.files import open_source
from satcross.puzzle.shapes import line, rectangle
from satcross.regex.syntax.parse import parse
from satcross.solver.compile import read_letters

PUZZLES = Path(__file__).parents[2] / "puzzles"

BOTH = [
    ("homoglyph", "[AН]", "Н", "[AH]"),
    ("homoglyph", "Αrc", "Α", "Arc"),
    ("homoglyph", "Ａ.B", "Ａ", "A.B"),
    ("homoglyph", "[ˆA]B", "ˆ", "[^A]B"),
    ("homoglyph", "A∗B", "∗", "A*B"),
    ("homoglyph", "(A∣B)C", "∣", "(A|B)C"),
    ("homoglyph", "∖wB", "∖", r"\wB"),
    ("homoglyph", "A…", "…", "A..."),
    ("homoglyph", "[ﬁA]", "ﬁ", "[fiA]"),
    ("invisible", "A\u00a0B", "\u00a0", "A B"),
    ("invisible", "A\u200bB", "\u200b", "AB"),
    ("invisible", "A\u200eB", "\u200e", "AB"),
    ("invisible", "A\u2009B", "\u2009", "A B"),
    ("curly-quote", "[“A]", "“", '["A]'),
    ("dash", "[A–F]", "–", "[A-F]"),
    ("posix-class", "[[:alpha:]]+", "[:alpha:]", "[A-Za-z]+"),
    ("posix-class", "[[:^alpha:]]+", "[:^alpha:]", "[^A-Za-z]+"),
    ("posix-class", "[0[:^digit:]]+", "[:^digit:]", "(?:[0]|[^0-9])+"),
    ("posix-class", "[^0[:^digit:]]+", "[:^digit:]", r"(?:(?![0]|[^0-9])[\s\S])+"),
    ("posix-class", "[^[:^digit:]]+", "[:^digit:]", "[0-9]+"),
    ("posix-class", "[^[:upper:]_].*", "[:upper:]", "[^A-Z_].*"),
    ("posix-class", "[[:upper:][:digit:]-]+[[:lower:]]*", "[:upper:]", "[A-Z0-9-]+[a-z]*"),
    ("posix-class", "[:alpha:]+", "[:alpha:]", "[A-Za-z]+"),
    ("class-operator", "[A-Z&&[^E]]", "&&", ""),
    ("class-bar", "[O|A]B", "|", "[OA]B"),
    ("class-bar", "[TIME|SR]+", "|", "[TIMESR]+"),
    ("dead-anchor", "A^B", "^", r"A\^B"),
    ("dead-anchor", "(A|B$)C", "$", r"(A|B\$)C"),
    ("dead-anchor", "(?=.*A$B).*", "$", r"(?=.*A\$B).*"),
    ("foreign-escape", r"\<[A-Z]+\>", r"\<", r"\b[A-Z]+\b"),
    ("delimiter", "/AB/", "/AB/", "AB"),
    ("delimiter", "/AB/i", "/AB/i", "AB"),
    ("delimiter", '"AB"', '"AB"', "AB"),
    ("html-entity", "A&amp;B", "&amp;", "A&B"),
    ("html-entity", "A&#124;B", "&#124;", r"A\|B"),
    ("trailing-comma", "A|BC,", ",", "A|BC"),
    ("line-break", "AB\n", "\n", "AB"),
]
JAVASCRIPT = [
    ("foreign-escape", r"\hA", r"\h", r"[ \t]A"),
    ("foreign-escape", r"[\hA]", r"\h", r"[ \tA]"),
    ("foreign-escape", r"A\RB", r"\R", "ARB"),
    ("foreign-escape", r"A\K.", r"\K", "AK."),
    ("foreign-escape", r"AB\Z", r"\Z", "AB$"),
    ("foreign-escape", r"\AAB", r"\A", "^AB"),
    ("foreign-escape", r"\QA+\E", r"\QA+\E", r"A\+"),
    ("foreign-escape", r"(.)\g{1}", r"\g{1}", r"(.)\1"),
    ("foreign-escape", r"(.)(.)\g{-2}", r"\g{-2}", r"(.)(.)\1"),
    ("foreign-escape", r"(.)\g{1}0", r"\g{1}", r"(.)(?:\1)0"),
    ("foreign-escape", r"A\Z{2}", r"\Z", ""),
    ("foreign-escape", r"A\ZB", r"\Z", ""),
    ("foreign-escape", r"\p{Lu}+", r"\p{Lu}", ""),
]
CASES = [(dialect, *case) for dialect in ("python", "javascript") for case in BOTH]
CASES += [("javascript", *case) for case in JAVASCRIPT]
CASES += [("python", "posix-class", "[]A[:digit:]]+", "[:digit:]", r"[\]A0-9]+")]


def is_matched(pattern: str, length: int, dialect: Dialect, flags: str = "") -> bool:
    """Return whether some string of this length matches `pattern`."""
    return satcross.check(line(pattern, length, "any", dialect, flags)).status in ("unique", "several")


@pytest.mark.parametrize(("dialect", "code", "pattern", "at", "rewrite"), CASES)
def test_a_likely_mistake_has_a_code_a_place_and_a_proposal(
    dialect: Dialect, code: str, pattern: str, at: str, rewrite: str
) -> None:
    matched = (n for n in range(1, 7) if rewrite and is_matched(rewrite, n, dialect))
    (mistake,) = [
        each for each in likely_mistakes(line(pattern, next(matched, 3), dialect=dialect)) if each.code == code
    ]
    assert (mistake.line, mistake.clue, mistake.pattern, mistake.rewrite) == ("row 1", 1, pattern, rewrite)
    assert pattern[slice(*mistake.span)] == at


def test_every_code_has_a_case() -> None:
    assert {case[1] for case in CASES} | {"branch-length"} == set(CODES)


MEANT = [
    "(Y$|YH|\\d$)+", "^(P|Y)*(PA|\\.H$)", "(F|^L|Y)?[POWER!]*", "[[]]?", "[?[?]?]", "[A-Z-a-z]", "[--/]",
    "['\\2BINGE']+", "(A*)*", "\\.?(I|D|IO|M)+\\w?(\\1)+\\.?", "(?=.*[PRY].*)(?=.*E.*A)[AEIOU]+.+",
    "(?=.*(.)\\1$)[X-Z]{4}", "[^ZENI$](TA|NG)", "(\\sH|HI|SI)[I-Z]*\\b\\s+", "HE|LL|O+", "[*/&|@]+", "[|A]", "A{1,2}",
    "[FIND]?\\$?[LAKME]", "КОТ|ГОД", "(.)(?=.+>$)\\1+[<.>]{2}",
]  # fmt: skip


@pytest.mark.parametrize("dialect", ["python", "javascript"])
@pytest.mark.parametrize("pattern", MEANT)
def test_what_published_clues_mean_is_no_mistake(pattern: str, dialect: Dialect) -> None:
    assert likely_mistakes(line(pattern, 4, dialect=dialect)) == ()


@pytest.mark.parametrize("path", sorted(PUZZLES.rglob("*.toml")), ids=lambda path: path.stem)
def test_our_puzzles_have_no_likely_mistakes(path: Path) -> None:
    try:
        source = open_source(path)
    except satcross.SatcrossError:
        return  # a template of words
    assert [likely_mistakes(puzzle) for puzzle in source.puzzles] == [()] * len(source.puzzles)


def test_other_clues_can_say_that_a_letter_is_meant() -> None:
    for others in ((r"\|", "A|B"), ("[|]", "A")):
        assert likely_mistakes(rectangle(rows=["[O|A].", others[0]], columns=[others[1], "B"])) == ()
    assert likely_mistakes(rectangle(rows=["A,", "B,"], columns=["AB", ",[,]"])) == ()
    assert likely_mistakes(rectangle(rows=["/A/", "ABC"], columns=["[/A]", ".."])) == ()


def test_brackets_are_proposed_where_a_branch_does_not_fit() -> None:
    def of(pattern: str, length: int) -> list[tuple[str, str]]:
        return [(mistake.code, mistake.rewrite) for mistake in likely_mistakes(line(pattern, length))]

    assert of("EC|CD[ABS]", 3) == [("branch-length", "(EC|CD)[ABS]")]
    assert of("[AB]C|DE|F", 2) == [("branch-length", "[AB](C|DE|F)")] or of("[AB]C|D", 2) == [
        ("branch-length", "[AB](C|D)")
    ]
    assert of("EC|CDA", 2) == []  # no brackets make both fit
    assert of("EC|CD", 2) == of("HE|LL|O+", 2) == []


def test_a_slip_that_explains_the_verdict_says_so_and_comes_first() -> None:
    several = rectangle(rows=["[O|A]", "B"], columns=["[^O]B"])
    (mistake,) = explained_mistakes(read_letters(several), satcross.check(several).status)
    assert mistake.effect == "exactly one solution"
    assert mistake.sentence.endswith("perhaps [OA] was meant, which gives exactly one solution")


def test_slips_that_explain_the_verdict_only_together_say_so() -> None:
    puzzle = rectangle(rows=["А.", "ВC"], columns=["AB", "DC"])  # two Cyrillic letters
    effects = [mistake.effect for mistake in explained_mistakes(read_letters(puzzle), satcross.check(puzzle).status)]
    assert effects == ["exactly one solution with the other proposals"] * 2


def test_overview_and_lint_have_the_likely_mistakes() -> None:
    puzzle = rectangle(rows=["[O|A]", "B"], columns=["[^O]B"])
    assert "class-bar" in [warned.code for warned in overview(puzzle).warnings]
    (finding,) = [finding for finding in lint(puzzle).findings if finding.code == "class-bar"]
    assert (finding.line, finding.clue, finding.rewrite) == ("row 1", 1, "[OA]")


@given(st.text(st.sampled_from("AB|[]()^$*+?\\{},&;:/<>pQE-\n\u00a0“Н–"), min_size=1, max_size=12), st.integers(1, 4))
@settings(max_examples=300)
def test_no_clue_makes_the_search_fail_or_is_passed_over(pattern: str, length: int) -> None:
    """The oracle reads every clue; `likely_mistakes` reads only those whose text may have a mistake."""
    for dialect in ("python", "javascript"):
        found = likely_mistakes(line(pattern, length, dialect=dialect))
        assert all(0 <= mistake.span.start <= mistake.span.end <= len(pattern) for mistake in found)
        try:
            may_end_in_line_feed = int(dialect == "python" and "\n" in pattern)
            every = list(mistakes_of_clue(parse(pattern, dialect), length, pattern, [pattern], may_end_in_line_feed))
        except RegexError:
            every = []
        firsts = {code: span for code, _, span, _ in reversed(every)}
        assert {mistake.code: mistake.span for mistake in found} == firsts
        assert len(found) == len(firsts)


@pytest.mark.parametrize("dialect", ["python", "javascript"])
def test_the_flags_of_a_puzzle_are_heeded(dialect: Dialect) -> None:
    def codes(pattern: str, n: int, flags: str) -> list[str]:
        return [mistake.code for mistake in likely_mistakes(line(pattern, n, dialect=dialect, flags=flags))]

    assert (codes("A$B", 2, ""), codes("A$B", 2, "m")) == (["dead-anchor"], [])
    codes_with_line_feed = [mistake.code for mistake in likely_mistakes(line(r"A$[B\n]", 2, dialect=dialect))]
    assert codes_with_line_feed == ([] if dialect == "python" else ["dead-anchor"])  # `re` matches "A\n"
    for flags in ("i", "s", "x") if dialect == "python" else ("i", "s", "u", "v"):
        assert codes("EC|CD[ABS]", 3, flags) == ["branch-length"]


def test_mistakes_of_one_kind_are_one_finding_with_one_proposal() -> None:
    for pattern, length, rewrite in (
        ("[[:upper:]]+[[:digit:]]", 3, "[A-Z]+[0-9]"),
        ("A^B^C", 5, r"A\^B\^C"),
        ("A&amp;B&amp;", 4, "A&B&"),
        ("[O|A][T|E]", 2, "[OA][TE]"),
    ):
        (mistake,) = likely_mistakes(line(pattern, length))
        assert mistake.rewrite == rewrite
        assert mistake.message.endswith("(and one more place in the clue)")


def test_proposed_brackets_do_not_change_the_number_of_a_group() -> None:
    (mistake,) = likely_mistakes(line(r"(?=(.)\1)(A)|(.)[AB]", 2))
    assert mistake.rewrite == r"(?:(?=(.)\1)(A)|(.))[AB]"


PIECES = (
    "A", "B", ".", "[", "]", "[^", "(", ")", "(?:", "|", "*", "+", "{2}", "?", "^", "$", ",", "-", "&amp;", "&&", "/",
    '"', "[A|B]", "А",
    "\u00a0", "“", "–", "[[:upper:]]", "[:digit:]", "[[:^alpha:]", "[:punct:]]", "[0[:^space:]]", r"\Z", r"\A", r"\h",
    r"\H", r"\K",
    r"\Q", r"\E", r"\g{1}", r"\g{-1}", r"\g1", r"\p{Lu}", r"\<", r"\>", r"\1", "(.)", "(?<x>.)", "0", "\n",
)  # fmt: skip


@given(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=7).map("".join),
    st.integers(1, 4),
    st.sampled_from([("python", ""), ("python", "i"), ("javascript", ""), ("javascript", "u"), ("javascript", "v")]),
)
@settings(max_examples=200)
def test_every_proposal_can_be_read_and_matches_something(
    pattern: str, length: int, setting: tuple[Dialect, str]
) -> None:
    dialect, flags = setting
    for mistake in likely_mistakes(line(pattern, length, dialect=dialect, flags=flags)):
        if mistake.rewrite:
            assert is_matched(mistake.rewrite, length, dialect, flags)
            again = likely_mistakes(line(mistake.rewrite, length, dialect=dialect, flags=flags))
            assert mistake.code not in [other.code for other in again]
