"""What the engines accept is read, what they reject is rejected, at the same place; and what was read can be shown."""

import re
import sys
import warnings
from random import Random

import pytest

from satcross.errors import OptionError, RegexError, Span
from satcross.regex.letters import EVERY_LETTER
from satcross.regex.lower import lower, mentioned
from satcross.regex.syntax.parse import LENGTH, parse
from satcross.regex.syntax.reader import NESTING
from tests.judges.engines import Engine, Rejected, engine
from tests.written_trees import show

COMMON = r"""
    a b c 1 _ - , : = ! < > & && -- # ( ( ) ) | | * + ? . ^ $ [ ] [^ { } {2} {1,2} {,2} {2,1} {3,} {,} (?: (?= (?! (?<=
    (?<! (? (?i: (?-s: (?i-m: (?i-i: (?-: \ \1 \2 \8 \0 \12 \377 \400 \b \B \d \W \s \x41 \x4 \u0041 \u12 \e \- \^
    \c \k a-c [a-c] [c-a] [\d-a] [a-\d] é *? *+
"""
PYTHON = (
    COMMON
    + r"""
    (?P<n> (?P<m> (?P=n) (?P=m) (?P<n (?P<> (?P= (?P (?P> (?> (?(1) (?(n) (?(0) (?(2) (?( (?(x (?#x) (?# (?x: (?-x: (?a:
    (?au: (?L (?i) (?x) (?a) (?u) (?z) (?i (?i- \A \Z \z \U00000041 \U00110000 \N{COLON} \N{NOPE} \N \N{
    \N{} {4294967295} (?<n> \\
"""
)
JAVASCRIPT = (
    COMMON
    + r"""
    (?<n> (?<m> \k<n> \k<m> (?<n \u{41} \u{110000} \ud83d\ude00 \cA \c1 \p{L} \P{Lu} \p{Nope} \p / \/ [^] [] !! \q{a|bc}
    [[a-c]&&[bc]] [\q{ab}] [^\q{ab}] \u{d83d} (?ii: (?I:
"""
)
SETS = r"""
    a b - -- && & ^ ^^ ! !! . .. ( | \! \- \b \B \d \q{a} \q{ab|} \q{ a-c c-a [ [^ ] [a-c] [^\q{ab}] \p{Lu} \P{Lu}
    \u{61} / {
"""


def patterns(pieces: str, seed: int, count: int, longest: int = 7) -> list[str]:
    """Return random strings of `pieces`."""
    random = Random(seed)
    words = [*pieces.split(), " ", "\n"]
    return ["".join(random.choices(words, k=random.randint(1, longest))) for _ in range(count)]


def rejection(pattern: str, dialect: str, flags: str = "") -> RegexError | None:
    """Return the error that `pattern` makes; if it makes none, it can be shown, mentioned and lowered."""
    try:
        tree = parse(pattern, dialect, flags)
    except RegexError as error:
        return error
    assert show(tree) == pattern
    mentioned(tree)
    lower(tree, ((10, 10), (32, 126)))
    return None


def rejection_by_re(pattern: str) -> tuple[str, int | None] | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            re.compile(pattern)
        except re.error as error:
            return error.msg, error.pos
        except (OverflowError, ValueError) as error:
            return str(error), None
    return None


@pytest.mark.parametrize("seed", range(4))
def test_python_rejects_what_re_rejects_and_where(seed: int) -> None:
    """Random strings over the metacharacters are accepted, or rejected at the place that `re` names.

    Two places differ on purpose: `re` reads ahead and reports a backslash at the end before what stands in front of it,
    and it counts an escape in a range as two letters, however long it is.
    """
    for pattern in patterns(PYTHON, seed, 5000):
        theirs = rejection_by_re(pattern)
        ours = rejection(pattern, "python")
        assert (ours is None) == (theirs is None), (pattern, ours, theirs)
        if ours is None or theirs is None or theirs[1] is None or theirs[0] == "bad escape (end of pattern)":
            continue
        assert ours.span is not None
        escape_in_range = (
            "range" in ours.message
            and "out of order" in ours.message
            and "\\" in pattern[ours.span.start : ours.span.end]
        )
        assert escape_in_range or ours.span.start == theirs[1], (pattern, ours, theirs)


@pytest.mark.parametrize("flags", ["", "i", "u", "v", "iv"])
def test_javascript_rejects_what_v8_rejects(flags: str) -> None:
    """Random strings over the metacharacters, and random classes under v, are accepted iff V8 accepts them."""
    judge = newest_v8()
    listed = patterns(JAVASCRIPT, 7, 1500)
    if "v" in flags:
        listed += [f"[{each}]" for each in patterns(SETS, 8, 1500)]
    for pattern in listed:
        assert (rejection(pattern, "javascript", flags) is None) == is_accepted(judge, pattern, flags), pattern


def newest_v8() -> Engine:
    judge = engine("javascript")
    if not is_accepted(judge, "(?i:a)|(?<n>b)|(?<n>c)|[a--b]", "v"):
        pytest.skip(f"{judge.version} is too old: it lacks modifiers, duplicate group names or the flag v")
    return judge


def is_accepted(judge: Engine, pattern: str, flags: str) -> bool:
    try:
        judge.ways(pattern, flags, [])
    except Rejected:
        return False
    return True


@pytest.mark.parametrize(
    ("dialect", "pattern", "start", "end", "code", "hint"),
    [
        ("python", "(?<n>a)", 1, 4, "regex-parenthesis", "write (?P<n>"),
        ("python", r"(?P<n>a)\k<n>", 8, 10, "regex-escape", "write (?P=name)"),
        ("python", "a**", 2, 3, "regex-quantifier", "put the repeated part into (?:...)"),
        ("python", "a|*", 2, 3, "regex-quantifier", r"write \* for the letter"),
        ("python", "a{3,1}", 2, 6, "regex-quantifier", "write {1,3}"),
        ("python", "(a", 0, 1, "regex-parenthesis", r"write \( for the letter"),
        ("python", "a)", 1, 2, "regex-parenthesis", r"write \) for the letter"),
        ("python", "a[b", 1, 2, "regex-class", r"write \[ for the letter"),
        ("python", "[z-a]", 1, 4, "regex-class", r"write a-z, or \- for a hyphen"),
        ("python", r"(a)\2", 4, 5, "regex-reference", None),
        ("python", r"(a\1)", 2, 4, "regex-reference", None),
        ("python", "(?P<name>a)(?P=nane)", 15, 19, "regex-reference", "did you mean name?"),
        ("python", "a(?i)b", 1, 5, "regex-flags", "write (?i:...) for a part"),
        ("python", "(?<=a|bc)", 0, 9, "regex-lookbehind", "write one lookbehind for each width: (?:(?<=A)|(?<=BC))"),
        ("python", "A\ud800", 1, 2, "regex-letter", None),
        ("javascript", "(?P<n>a)", 0, 3, "regex-parenthesis", "write (?<name>"),
        ("javascript", "a*+", 2, 3, "regex-quantifier", r"(?=(...))\1 does the same"),
        ("javascript", "(?>a)", 0, 3, "regex-parenthesis", r"(?=(...))\1 does the same"),
        ("javascript", "(?i)a", 0, 3, "regex-parenthesis", "write (?i:...) for a part"),
        ("javascript", "a\U0001f600", 1, 2, "regex-unsupported", 'set flags = "u"'),
        ("javascript", "(?<n>a)(?<n>b)", 10, 11, "regex-name", None),
    ],
)
def test_errors_point_and_help(dialect: str, pattern: str, start: int, end: int, code: str, hint: str | None) -> None:
    """An error marks what is wrong, has a stable code, and says what to write instead where that is known."""
    error = rejection(pattern, dialect)
    assert error is not None
    assert (error.span, error.code) == (Span(start, end), code)
    assert (hint is None) == (error.hint is None)
    assert (hint or "") in (error.hint or "")


@pytest.mark.parametrize(
    ("dialect", "flags"), [("python", "L"), ("python", "au"), ("javascript", "g"), ("javascript", "uv")]
)
def test_flags_that_do_not_exist(dialect: str, flags: str) -> None:
    """Flags that a dialect lacks, or that exclude each other, are refused by name."""
    with pytest.raises(OptionError):
        parse("a", dialect, flags)


def test_unknown_dialect() -> None:
    with pytest.raises(OptionError, match="perl"):
        parse("a", "perl")


@pytest.mark.parametrize("dialect", ["python", "javascript"])
@pytest.mark.parametrize("opener", ["(", "(?:", "(?=", "(?:a|(", "(?!(b"])
def test_nesting_is_limited(dialect: str, opener: str) -> None:
    """10,000 nested parentheses are one clear error; what is just within the limit is read and lowered."""
    error = rejection(opener * 10_000 + ")" * 10_000 * opener.count("("), dialect)
    assert error is not None
    assert error.code == "regex-nesting"
    depth = NESTING // opener.count("(")
    assert rejection((opener + "a") * depth + ")*" * (depth * opener.count("(")), dialect) is None


def test_nesting_of_classes_is_limited() -> None:
    error = rejection("[" * 10_000 + "]" * 10_000, "javascript", "v")
    assert error is not None
    assert error.code == "regex-nesting"
    assert rejection("[" * NESTING + "]" * NESTING, "javascript", "v") is None


@pytest.mark.parametrize("dialect", ["python", "javascript"])
@pytest.mark.parametrize("piece", ["a", "a|", "[a]", ".", "a*", "(a)", r"\x41", "[ab-c]"])
def test_length_is_limited(dialect: str, piece: str) -> None:
    """A megabyte is refused at once; the longest pattern allowed is read without recursion."""
    error = rejection(piece * 1_000_000, dialect)
    assert error is not None
    assert error.code == "regex-length"
    pattern = piece * (LENGTH // 10 // len(piece))
    assert show(parse(pattern, dialect)) == pattern


def test_huge_numbers() -> None:
    """Counts and group numbers of any length are read or rejected, whatever the interpreter thinks of long integers."""
    nines = "9" * 10_000
    assert rejection("a{" + nines + "}", "python") is not None
    assert rejection("a{" + nines + "}", "javascript") is None
    assert rejection("\\" + nines, "javascript") is None
    assert rejection("a{" + "0" * 9_000 + "2}", "javascript") is None


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "|",
        "(?x) a b # one\n | c * # two\n",
        "(?i)(?m)(?#first)a(?#second)*(?#third)|(?#fourth)",
        "(?P<n>a)(?(n)b|c)(?(1)d)(?P=n)",
        r"[]a-c\d^-]{2,}+(?i-s:x)(?>y)z*?",
    ],
)
def test_show_is_the_pattern(pattern: str) -> None:
    """Every letter of a pattern can be found in its tree, comments and blanks included."""
    assert show(parse(pattern)) == pattern


def test_spans_nest() -> None:
    """A node lies within its parent and behind its elder siblings, and its text alone means the same."""
    waiting = [parse(r"(?:ab*|[c-f\d]{2})(?=x(y))(z)\2?").root]
    while waiting:
        node = waiting.pop()
        ends = [node.start, *(part.end for part in node.parts)]
        assert all(end <= part.start <= part.end <= node.end for end, part in zip(ends, node.parts, strict=False))
        waiting += node.parts


def test_every_letter_of_the_alphabet_is_kept() -> None:
    """Any letter at all is the alphabet itself."""
    assert lower(parse("(?s)."), EVERY_LETTER).letters is EVERY_LETTER  # type: ignore[attr-defined]


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="it is the end of the text there")
def test_a_small_z_is_an_error_before_python_3_14() -> None:
    error = rejection(r"a\zb", "python")
    assert error is not None
    assert (error.span, error.hint) == (Span(1, 3), r"write \Z for the end")
