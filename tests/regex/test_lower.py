"""What the core tree says, and that it stays small."""

from itertools import product

import pytest

from satcross.regex.analysis.in_words import in_words
from satcross.regex.core import Alt, Atomic, Cond, Core, Group, Letters, Look, Ref, Repeat, Seq, are_alike
from satcross.regex.letters import EVERY_LETTER, LetterSet, contains, from_text, to_text
from satcross.regex.lower import LETTER_CLASSES, lower, mentioned
from satcross.regex.syntax import CLASS_NAMES
from satcross.regex.syntax.parse import parse

ALPHABET = from_text("\n -_ABCab1")


def core(pattern: str, dialect: str = "python", flags: str = "", alphabet: LetterSet = ALPHABET) -> str:
    """Return the core of `pattern`, written out."""
    return written(lower(parse(pattern, dialect, flags), alphabet), alphabet)


def written(node: Core, alphabet: LetterSet) -> str:
    match node:
        case Letters():
            assert all(contains(alphabet, low) and contains(alphabet, high) for low, high in node.letters)
            return "any" if node.letters == alphabet else repr(to_text(node.letters))
        case Seq():
            return f"seq({', '.join(written(item, alphabet) for item in node.items)})"
        case Alt():
            return f"alt({', '.join(written(branch, alphabet) for branch in node.branches)})"
        case Repeat():
            marks = ("" if node.is_greedy else " lazy") + (" fails" if node.empty_round_fails else "")
            resets = f" resets {node.resets:b}" if node.resets else ""
            return f"repeat({written(node.item, alphabet)}, {node.low}, {node.high}{marks}{resets})"
        case Group():
            return f"group({node.number}, {written(node.item, alphabet)})"
        case Ref():
            words = [", ".join(map(str, node.numbers)), "or empty" if node.unset_matches else "", node.fold]
            return f"ref({' '.join(filter(None, words))})"
        case Look():
            name = ("not_" if node.is_negative else "") + ("behind" if node.is_behind else "ahead")
            return f"{name}({written(node.item, alphabet)}{'' if node.width is None else f', {node.width}'})"
        case Cond():
            return f"cond({node.number}, {written(node.yes, alphabet)}, {written(node.no, alphabet)})"
        case Atomic():
            return f"atomic({written(node.item, alphabet)})"
    raise NotImplementedError(node)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("", "seq()"),
        ("AB", "seq('A', 'B')"),
        ("A|B|[C1]", "'1ABC'"),
        ("A|B|", "alt('A', 'B', seq())"),
        ("(A)(?:B)", "seq('A', 'B')"),
        (r"(A)(B)\2", "seq('A', group(2, 'B'), ref(2))"),
        (r"(?i)(A)\1", "seq(group(1, 'Aa'), ref(1 python))"),
        (r"(?ia)(A)\1", "seq(group(1, 'Aa'), ref(1 python-ascii))"),
        ("Z", "''"),
        (".", repr(" -1ABC_ab")),
        ("(?s).", "any"),
        ("A{1}", "'A'"),
        ("A{0}", "seq()"),
        ("A*?B++", "seq(repeat('A', 0, None lazy), atomic(repeat('B', 1, None)))"),
        ("(?>AB|A)", "atomic(alt(seq('A', 'B'), 'A'))"),
        ("(A)?(?(1)B)", "seq(repeat(group(1, 'A'), 0, 1), cond(1, 'B', seq()))"),
        ("(?<=AB)", "behind(seq('A', 'B'), 2)"),
        ("(?<!A)", "not_behind('A', 1)"),
        ("^", "not_behind(any, 1)"),
        (r"\A", "not_behind(any, 1)"),
        (r"\Z", "not_ahead(any)"),
        ("$", r"ahead(seq(repeat('\n', 0, 1), not_ahead(any)))"),
        ("(?m)^$", "seq(not_behind(' -1ABC_ab', 1), not_ahead(' -1ABC_ab'))"),
        (
            r"\b",
            "alt(seq(behind('1ABC_ab', 1), not_ahead('1ABC_ab')), seq(not_behind('1ABC_ab', 1), ahead('1ABC_ab')))",
        ),
    ],
)
def test_python(pattern: str, expected: str) -> None:
    assert core(pattern) == expected


@pytest.mark.parametrize(
    ("pattern", "flags", "expected"),
    [
        (r"\1(A)", "", "seq(ref(1 or empty), group(1, 'A'))"),
        (r"(?:(A)|B)*\1", "", "seq(repeat(alt(group(1, 'A'), 'B'), 0, None fails resets 10), ref(1 or empty))"),
        ("(A)*", "", "repeat('A', 0, None fails)"),
        (r"(?:(?<n>A)|(?<n>B))\k<n>", "", "seq(alt(group(1, 'A'), group(2, 'B')), ref(1, 2 or empty))"),
        (r"(?<=(A+)\1)", "", "behind(seq(group(1, repeat('A', 1, None fails)), ref(1 or empty)))"),
        ("$", "", "not_ahead(any)"),
        ("[^]", "", "any"),
        ("[]", "", "''"),
        (r"[\q{AB|CAB|A|}C]", "v", "alt(seq('C', 'A', 'B'), seq('A', 'B'), 'AC', seq())"),
        (r"(a)\1", "i", "seq(group(1, 'Aa'), ref(1 or empty javascript))"),
        (r"(a)\1", "iu", "seq(group(1, 'Aa'), ref(1 or empty javascript-unicode))"),
        (r"(?-i:a)b(?i:a)", "i", "seq('a', 'Bb', 'Aa')"),
    ],
)
def test_javascript(pattern: str, flags: str, expected: str) -> None:
    assert core(pattern, "javascript", flags) == expected


def test_dollar_without_newlines_is_the_end() -> None:
    """Where no letter is a newline, Python's `$` is as small as `\\Z`."""
    assert core("$", alphabet=from_text("AB")) == "not_ahead(any)"


def test_boundary_without_word_letters() -> None:
    r"""Where no letter can be part of a word there is no boundary, and `\B` asks for a letter."""
    assert core(r"\b", alphabet=from_text("-+")) == "alt()"
    assert core(r"\B", "javascript", alphabet=from_text("-+")) == "seq()"


def test_javascript_without_u_never_matches_beyond_u_ffff() -> None:
    """There such a letter would be two."""
    assert core(".", "javascript", "s", from_text("A\U0001f600")) == "'A'"
    assert core(".", "javascript", "su", from_text("A\U0001f600")) == "any"


def test_every_letter_class_has_letters_and_words() -> None:
    assert set(LETTER_CLASSES) == set(CLASS_NAMES)
    for name, known in LETTER_CLASSES.items():
        letters = lower(parse(f"\\{name}", "javascript"), EVERY_LETTER)
        assert isinstance(letters, Letters)
        assert letters.letters == known.letters
        assert mentioned(parse(f"\\{name}")).all == known.mentioned
        assert [part.words for part in in_words(parse(f"\\{name}"))] == [f"a {known.words}"]


def test_core_regexes_are_alike_if_they_are_written_alike() -> None:
    texts = [
        "",
        "A",
        "[A]",
        "AB",
        "A|B",
        "A*",
        "A+?",
        r"(.)\1",
        r"(.)A\1",
        "(?=A)",
        "(?!A)",
        "(?<=A)",
        "(?>A*)A",
        "(A)*",
    ]
    for one, two in product(texts, repeat=2):
        nodes = [lower(parse(text, "python"), ALPHABET) for text in (one, two)]
        assert are_alike(*nodes) == (core(one) == core(two))
