r"""Properties of strings, such as `\p{RGI_Emoji}`: the strings that V8 matches, in classes and outside of them."""

from collections.abc import Sequence
from random import Random

import pytest

from satcross.errors import RegexError
from satcross.puzzle.shapes import line
from satcross.regex.letters import to_text
from satcross.regex.letters.properties import PROPERTIES_OF_STRINGS, strings_with
from satcross.regex.syntax.parse import parse
from satcross.solver.solutions import Search
from tests.judges.compare import compare
from tests.judges.engines import Engine, Rejected, engine
from tests.judges.generate import Question


def v8() -> Engine:
    judge = engine("javascript")
    if not judge.is_newest:
        pytest.skip(f"{judge.version} is older than the tables")
    return judge


def listed(name: str) -> list[str]:
    letters, strings = strings_with(name)
    return sorted([*to_text(letters), *strings])


def neighbours(strings: Sequence[str]) -> list[str]:
    """Return strings that differ little from `strings`: a letter less, one more, or another one."""
    random = Random(1)
    letters = sorted(set("".join(strings)))
    found = set()
    for string in strings:
        place = random.randrange(len(string))
        found.add(string[:place] + string[place + 1 :])
        found.add(string[:place] + random.choice(letters) + string[place:])
        found.add(string[:place] + random.choice(letters) + string[place + 1 :])
        found.add(string + random.choice(letters))
    return sorted(found)


@pytest.mark.parametrize("name", PROPERTIES_OF_STRINGS)
def test_v8_matches_these_strings_and_none_of_their_neighbours(name: str) -> None:
    judge = v8()
    ours = listed(name)
    everything = listed("RGI_Emoji")
    texts = sorted({*everything, *neighbours(ours), *neighbours(everything)})
    ways = judge.ways(rf"\p{{{name}}}", "v", texts)
    assert [text for text, way in zip(texts, ways, strict=True) if way is not None] == ours


def test_v8_knows_no_others_of_two_letters() -> None:
    """Each letter before a modifier or the emoji selector, and each pair of regional indicators."""
    judge = v8()
    indicators = [chr(code) for code in range(0x1F1E6, 0x1F200)]
    ours = {string for string in listed("RGI_Emoji") if len(string) == 2}
    tried = {left + right for left in indicators for right in indicators} | ours
    for code in [*range(0x3400), *range(0x1F000, 0x20000)]:
        tried |= {chr(code) + after for after in "\ufe0e\ufe0f\u20e3\U0001f3fb\U0001f3ff"}
    texts = sorted(tried)
    ways = judge.ways(r"\p{RGI_Emoji}", "v", texts)
    assert {text for text, way in zip(texts, ways, strict=True) if way is not None} == ours


# flags of countries, a keycap and its parts, a person with a skin tone, a couple, and letters with case partners
LETTERS = "\U0001f1e9\U0001f1ea1\ufe0f\u20e3\U0001f44b\U0001f3fbA"
COUPLE = "\U0001f469\u200d\u2764\ufe0f\U0001f468"
PATTERNS = [
    (r"\p{RGI_Emoji}", LETTERS, 3),
    (r"\p{RGI_Emoji}", COUPLE, 6),
    (r"\p{Basic_Emoji}+", "\u2764\ufe0f\u24c2\u24dcAa", 4),
    (r"\p{RGI_Emoji_Flag_Sequence}.|A", LETTERS, 3),
    (r"[\p{RGI_Emoji_Flag_Sequence}A]*", LETTERS, 4),
    (r"[\p{RGI_Emoji}--\p{Emoji_Keycap_Sequence}]1?", LETTERS, 4),
    (r"[\p{RGI_Emoji}--\q{1\ufe0f\u20e3|\u{1F1E9}\u{1F1EA}}]{2}", LETTERS, 4),
    (r"[\p{RGI_Emoji}&&\q{1\ufe0f\u20e3|1|\u{1F1E9}\u{1F1EA}|\u{1F44B}}]", LETTERS, 3),
    (r"[\p{RGI_Emoji}&&\p{Emoji}]", LETTERS, 3),
    (r"[^\p{RGI_Emoji}&&\p{Emoji}]", LETTERS, 2),
    (r"[[\p{Emoji_Keycap_Sequence}1]A]+", "1A\ufe0f\u20e3", 5),
    (r"[\p{RGI_Emoji}--\p{Basic_Emoji}]", LETTERS, 3),
    (r"(\p{RGI_Emoji})\1", LETTERS, 4),
    (r"(?=(\p{RGI_Emoji}))\1.?", LETTERS, 4),
    (r"(?=([\p{RGI_Emoji}\p{RI}]))\1.", LETTERS, 3),
    (r"..(?<=\p{RGI_Emoji}).?", LETTERS, 3),
    (r"(?!\p{RGI_Emoji}).{2}", LETTERS, 2),
    (r"(?:\p{RGI_Emoji}(?!\ufe0f))+", COUPLE, 5),
    (r"(?<a>\p{RGI_Emoji_ZWJ_Sequence}?)(?:\k<a>|\u200d)", COUPLE, 6),
]


@pytest.mark.parametrize(("pattern", "alphabet", "longest"), PATTERNS)
@pytest.mark.parametrize("flags", ["v", "iv"])
def test_the_texts_the_captures_and_the_solutions_are_those_of_v8(
    pattern: str, alphabet: str, longest: int, flags: str
) -> None:
    verdict = compare(Question("javascript", flags, pattern, alphabet, longest), v8())
    assert verdict.outcome == "agreed", verdict.detail


@pytest.mark.parametrize(
    ("pattern", "flags", "message"),
    [
        (r"\P{RGI_Emoji}", "v", "RGI_Emoji is a property of strings, which cannot be negated"),
        (r"[^\p{RGI_Emoji}]", "v", "a negated class cannot hold strings"),
        (r"[^a\p{Emoji_Keycap_Sequence}--b]", "v", "is not allowed here within a class"),
        (r"[^\p{Basic_Emoji}--b]", "v", "a negated class cannot hold strings"),
        (r"\p{RGI_Emoji}", "u", "RGI_Emoji is a property of strings, which needs the flag v"),
        (r"[\p{RGI_Emoji}-a]", "v", "is not allowed here within a class"),
        (r"\p{RGI_Flag_Sequence}", "v", "there is no property 'RGI_Flag_Sequence'"),
    ],
)
def test_what_v8_refuses_is_refused(pattern: str, flags: str, message: str) -> None:
    with pytest.raises(Rejected):
        v8().ways(pattern, flags, [])
    with pytest.raises(RegexError, match=message):
        parse(pattern, "javascript", flags)


@pytest.mark.parametrize(
    ("length", "status"), [(1, "several"), (7, "several"), (8, "several"), (9, "none"), (11, "none")]
)
def test_all_of_unicode_has_room_for_them(length: int, status: str) -> None:
    puzzle = line(r"\p{RGI_Emoji}", length, "any", "javascript", "v")
    search = Search(puzzle, limit=20)
    found = ["".join(solution.letters) for solution in search]
    expected = {string for string in listed("RGI_Emoji") if len(string) == length}
    assert (search.status if expected else "none") == (status if expected else "none")
    assert set(found) <= expected
    assert bool(found) == bool(expected)


def test_an_alphabet_without_their_letters_leaves_none() -> None:
    assert Search(line(r"\p{RGI_Emoji}", 2, "A-Z", "javascript", "v")).run().status == "none"
    indicators = "\U0001f1e9\U0001f1ea"
    search = Search(line(r"\p{RGI_Emoji}", 2, indicators, "javascript", "v"))
    assert sorted("".join(solution.letters) for solution in search) == ["\U0001f1e9\U0001f1ea", "\U0001f1ea\U0001f1ea"]
