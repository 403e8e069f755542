"""Every letter class means what the engine takes it for, letter by letter."""

import random
import re
import warnings
from itertools import combinations_with_replacement

import pytest

from satcross.regex.core import Letters
from satcross.regex.letters import BASIC, EVERY_LETTER, LetterSet, contains, from_ranges, from_text
from satcross.regex.lower import lower
from satcross.regex.syntax.parse import parse
from tests.judges import defects
from tests.judges.engines import engine

EVERY_TEXT = ["".join(map(chr, range(low, high + 1))) for low, high in EVERY_LETTER]
CASED = [
    code
    for code in range(0x20000)
    if not 0xD800 <= code <= 0xDFFF and not chr(code).lower() == chr(code) == chr(code).upper()
]
CASED_TEXT = "".join(map(chr, CASED))
# where the engines' classes have their borders: all of Latin 1, blanks, digits, cased letters, and what is odd
BASIC_LETTERS = sorted(
    {chr(code) for code in range(256)}
    | {chr(code) for code in CASED if code < 0x10000}
    | set(
        "\u0660\u0967\u1680\u180e\u2000\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff\u4e00\uac00\ud7ff\ue000\uffff"
    )
)
ALL_LETTERS = BASIC_LETTERS + [chr(code) for code in CASED if code > 0xFFFF] + list("\U0001d7ce\U0001f600\U0010ffff")


def letters_of(pattern: str, dialect: str = "python", flags: str = "", alphabet: LetterSet = EVERY_LETTER) -> LetterSet:
    core = lower(parse(pattern, dialect, flags), alphabet)
    assert isinstance(core, Letters)
    return core.letters


PYTHON_CLASSES = r"""
    . (?s). \d \D \w \W \s \S (?a)\d (?a)\w (?a)\W (?a)\s (?ai)\w [a-z] [^a-z] []a] [^]a] [a\]] [a-] [-a] [--/]
    [A-Z-a-z] [[] [[a&&b||c] ['\2BINGE'] [\b\a\x41\u0042\U00000043\N{COLON}\12\377] [\D5] [^\D5] [\w-] [^\s\S] [\s\S]
    (?i)[a-z] (?i)[^a-z] (?i)k (?i)[k] (?i)[^k] (?i)[k1] (?i)\u017f (?i)\u00df (?i)[\u00dfa] (?i)\u0130 (?i)[\u0130x]
    (?i)\u0131 (?i)\u00b5 (?i)[\u1f88-\u1fff] (?i)\u0390 (?i)[\u0100-\uffff] (?i)\U00010400 (?i)[\U00010400]
    (?i)[\U00010400\U00010400] (?i)[\U00010400x] (?i)[^\U00010400x] (?ia)[\U00010400-\U00010427]
    (?ia)[\u03a3-\U00010428] (?i)[^\u0587-\ufb06A\u01c5-\U0001e900] (?i)[\U00010428x] (?i)[\U00010400-\U00010410]
    (?i)[x\U00010400-\U00010410] (?i)[A-\U00010410] (?i)[\Wk] (?ia)[a-k] (?ia)K (?ia)\u017f (?ia)[\u00e9x]
    (?i)[\U00010400\U00010420-\U00010430] (?i)[^\w\U00010400]
"""


def matched_by_re(pattern: str) -> LetterSet:
    settings = re.match(r"(\(\?[a-z]+\))?", pattern)
    assert settings is not None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        runs = re.compile(f"{settings[0]}(?:{pattern[settings.end() :]})+")
    found = []
    for (low, _), text in zip(EVERY_LETTER, EVERY_TEXT, strict=True):
        found += [(low + run.start(), low + run.end() - 1) for run in runs.finditer(text)]
    return from_ranges(found)


@pytest.mark.parametrize("pattern", PYTHON_CLASSES.split())
def test_python_class(pattern: str) -> None:
    """The letters are those that the running `re` matches, of all of Unicode."""
    assert letters_of(pattern) == matched_by_re(pattern)


def test_python_literal_in_either_case() -> None:
    """Under i every cased letter matches what it matches in `re`."""
    for code in CASED:
        matched = re.compile("(?i)" + chr(code)).findall(CASED_TEXT)
        assert letters_of("(?i)" + chr(code)) == from_ranges((ord(each), ord(each)) for each in matched), hex(code)


@pytest.mark.long
def test_python_random_classes_in_either_case() -> None:
    """Classes of random cased letters and ranges of them match what they match in `re`."""
    random.seed(5)
    for _ in range(300):
        members = []
        for _ in range(random.randint(1, 4)):
            low = random.choice(CASED)
            high = min(low + random.randint(0, 90), 0x1FFFF)
            is_range = random.random() < 0.5 and not low <= 0xDFFF < high
            members.append(f"{chr(low)}-{chr(high)}" if is_range else chr(low))
        pattern = f"[{random.choice(['', '^'])}{''.join(members)}]"
        flags = random.choice(["i", "ia"])
        ours = letters_of(pattern, flags=flags)
        theirs = re.compile(f"(?{flags})" + pattern).findall(CASED_TEXT)
        assert [chr(code) for code in CASED if contains(ours, code)] == theirs, pattern


BORDERS = "Kk\u0149\u01c5\u03c3\u1fb3\ufb05\uffff\U00010400\U00010428\U0001e922\U0001f600"


@pytest.mark.parametrize("flags", ["i", pytest.param("ia", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "shape", ["{low}-{high}", "^{low}-{high}", "{high}{low}-{high}\U00010401", "^{low}{high}", r"{low}-{high}\d"]
)
def test_python_class_with_borders_everywhere(shape: str, flags: str) -> None:
    """Ranges and letters from all pairs of odd letters, below U+FFFF and above, match what they match in `re`."""
    near = "".join(sorted({*CASED_TEXT, *BORDERS, *"Aa0\U0001f5ff\U0001f601"}))
    alphabet = from_text(near)
    for low, high in combinations_with_replacement(BORDERS, 2):
        pattern = f"[{shape.format(low=low, high=high)}]"
        theirs = re.compile(f"(?{flags}){pattern}").findall(near)
        assert letters_of(pattern, flags=flags, alphabet=alphabet) == from_text("".join(theirs)), pattern


SHAPES = [
    "{a}", "[{a}]", "[{a}x]", "[^{a}]", "[^{a}x]", "[{a}{b}]", "[{a}-{c}]", "[^{a}-{c}]", "[!-{a}]", "[{a}-\U0001ffff]",
    "[^x{a}-\U0001ffff]", "[\U00010428{a}]", "[^{a}\U00010400-\U00010427]", r"[\d{a}]", r"[^\W{a}]", r"[\w{a}-{c}]",
    r"[^\s{a}-{c}x]", r"[\W{a}-\U0001ffff]",
]  # fmt: skip


@pytest.mark.parametrize("flags", ["i", "ia", "iu"])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("step", [293, pytest.param(5, marks=pytest.mark.slow)])
def test_python_classes_of_every_shape_at_the_letters_with_a_case(shape: str, flags: str, step: int) -> None:
    """Each shape, its borders at every `step`th letter whose case differs, against all such letters."""
    cased = from_text(CASED_TEXT)
    compiled = 0
    for place in range(SHAPES.index(shape) % step, len(CASED), step):
        low = CASED[place]
        high = low + place % 60
        if high > 0x1FFFF or low <= 0xDFFF < high or chr(high) in "\\]":
            high = low
        pattern = shape.format(a=chr(low), b=chr(CASED[place - 37]), c=chr(high))
        theirs = re.compile(f"(?{flags}){pattern}").findall(CASED_TEXT)
        assert letters_of(pattern, flags=flags, alphabet=cased) == from_text("".join(theirs)), pattern
        compiled += 1
    assert compiled >= len(CASED) // step


def assert_v8_agrees(pattern: str, flags: str) -> None:
    version = re.search(r"V8 (\d+)", engine("javascript").version)
    assert version is not None
    if {"i", "v"} <= set(flags) and int(version[1]) < 14:
        pytest.skip("V8 has since changed what v and i mean together")
    if {defects.FOLDED_STRING, defects.FOLDED_ASCII} & defects.engine_defects(parse(pattern, "javascript", flags)):
        pytest.skip("V8 contradicts ECMA-262 here")
    is_unicode = "u" in flags or "v" in flags
    letters = ALL_LETTERS if is_unicode else BASIC_LETTERS
    ways = engine("javascript").ways(pattern, flags, letters)
    ours = letters_of(pattern, "javascript", flags, EVERY_LETTER if is_unicode else BASIC)
    theirs = [letter for letter, way in zip(letters, ways, strict=True) if way is not None]
    assert [letter for letter in letters if contains(ours, ord(letter))] == theirs


JAVASCRIPT_CLASSES = r"""
    . \d \D \w \W \s \S [] [^] [a-z] [^a-z] [\w\-] [\W] [^\W] [^\w] [\S] [\x41\u0042\cA\t\v\f\0] k [k] [^k] [k-s]
    \u017f \u00df \u1e9e \u0130 \u0131 \u00b5 [\u00b5] [\u0390\u1fd3] [\u0100-\uffff] [^\u0100-\uffff] [\u1c80-\u1c90]
    \u0345 [\b]
"""


@pytest.mark.parametrize("flags", ["", "s", "i", "u", "iu", "v", "iv"])
@pytest.mark.parametrize("pattern", JAVASCRIPT_CLASSES.split())
def test_javascript_class(pattern: str, flags: str) -> None:
    """The letters are those that V8 matches."""
    assert_v8_agrees(pattern, flags)


LEGACY_CLASSES = r"""
    ['\2BINGE'] [\c] [\c1] [\c_] [\8] [\400] [\377] [\d-x] [a-\d] [\B] [\p] [\k] [--/]
"""


@pytest.mark.parametrize("flags", ["", "i"])
@pytest.mark.parametrize("pattern", LEGACY_CLASSES.split())
def test_javascript_legacy_class(pattern: str, flags: str) -> None:
    """Annex B: escapes that mean something else, or nothing, are read as V8 reads them."""
    assert_v8_agrees(pattern, flags)


PROPERTIES = r"""
    \p{Lu} \P{Lu} \p{L} \p{Script=Greek} \p{scx=Grek} \P{scx=Greek} \p{ASCII} \P{ASCII} \p{Any} [\p{Lu}\d] [^\p{Lu}]
    [\P{Lu}] [^\P{Lu}] [\u{10400}-\u{10410}] [\u{10400}\ud801\udc01] \u{10400}
"""


@pytest.mark.parametrize("flags", ["u", "iu", "v", "iv"])
@pytest.mark.parametrize("pattern", PROPERTIES.split())
def test_javascript_property(pattern: str, flags: str) -> None:
    """Properties hold for the letters for which they hold in V8."""
    assert_v8_agrees(pattern, flags)


SET_OPERATIONS = r"""
    [\p{L}--[a-z]] [\p{L}&&\p{ASCII}] [^\p{L}--[a-z]] [[a-z]--[aeiou]--x] [\w&&[^a-k]] [^[^a-k]] [\w--\d]
    [\P{Lu}&&\p{ASCII}] [\p{Lu}--[K]] [\q{a|b|c}--b] [\q{k}&&\p{Lu}] [^\q{k}] [[k]--\q{K}] [[a-z]&&[k]]
    [\W&&\p{ASCII}] [^\W--[_]] [\S&&\P{L}] [\p{Lowercase}--\p{Ll}] [^\P{Lu}&&\P{Ll}] [\&\-\!] [A&&a]
"""


@pytest.mark.parametrize("flags", ["v", "iv"])
@pytest.mark.parametrize("pattern", SET_OPERATIONS.split())
def test_javascript_set_operation(pattern: str, flags: str) -> None:
    """Under v, classes combine as in V8."""
    assert_v8_agrees(pattern, flags)


@pytest.mark.parametrize(
    ("pattern", "matching"),
    [
        (r"[\q{a}]", "aA"),
        (r"[\q{K}]", "kK\u212a"),
        (r"[^\q{k}]", "aAsS\u017f\xe9\xc91"),
        (r"[\q{\u212a}&&[a-z]]", "kK\u212a"),
        (r"[[a-z]--\q{K}]", "aAsS\u017f"),
        (r"\p{ASCII}", "aAkKsS\u017f\u212a1"),
        (r"\P{ASCII}", "\xe9\xc9"),
        (r"[^\P{ASCII}]", "aAkKsS\u017f\u212a1"),
        (r"[^\p{ASCII}]", "\xe9\xc9"),
        (r"[\p{ASCII}&&\p{Lu}]", "aAkKsS\u017f\u212a"),
    ],
)
def test_under_v_and_i_both_sides_are_folded_as_ecma_262_says(pattern: str, matching: str) -> None:
    """V8 14 contradicts its specification in these cases: operands of every kind are folded."""
    letters = "aAkKsS\u017f\u212a\xe9\xc91"
    ours = letters_of(pattern, "javascript", "iv", EVERY_LETTER)
    assert [letter for letter in letters if contains(ours, ord(letter))] == [
        each for each in letters if each in matching
    ]


@pytest.mark.parametrize("flags", ["i", "iu"])
def test_javascript_literal_in_either_case(flags: str) -> None:
    """Under i every cased letter matches what it matches in V8."""
    letters = [letter for letter in (ALL_LETTERS if "u" in flags else BASIC_LETTERS) if ord(letter) in set(CASED)]
    judge = engine("javascript")
    for letter in letters[::7]:
        ours = letters_of(letter, "javascript", flags)
        near = [
            each
            for each in letters
            if contains(ours, ord(each)) or each.lower() == letter.lower() or each.upper() == letter.upper()
        ]
        ways = judge.ways(letter, flags, near)
        assert [each for each in near if contains(ours, ord(each))] == [
            each for each, way in zip(near, ways, strict=True) if way is not None
        ], letter
