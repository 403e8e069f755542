"""Whatever is called looser accepts all that the clue accepts, and more: by trying every text with Python's `re`."""

import re
from collections import Counter
from itertools import product
from random import Random

import pytest

from satcross.author.looser import asks_less
from satcross.author.rewrites import loosenings
from satcross.regex.syntax.parse import parse
from tests.clues import core, referring_pattern, regular_pattern, single_letters

ORDERED = [
    "(?>A*)B|BB",
    "(?>A|AB)C?.",
    "(?:A*+)[AB]*",
    "(?=(A*))\\1B*",
    "(?=(A|AB))\\1[BC]*",
    "(?>(?:A|B)+?)B*",
    "(A)?(?(1)B|C).",
]


def texts_of(pattern: str, cells: tuple[int, ...], alphabet: str = "ABC") -> set[str]:
    """Return the texts of the line that `re` accepts; a cell that comes twice has one letter."""
    numbers = sorted(set(cells))
    engine = re.compile(pattern)
    lines = (
        "".join(letters[numbers.index(cell)] for cell in cells) for letters in product(alphabet, repeat=len(numbers))
    )
    return {text for text in lines if engine.fullmatch(text)}


def some_pattern(random: Random) -> str:
    kind = random.randrange(4)
    return referring_pattern(random) if kind == 0 else random.choice(ORDERED) if kind == 1 else regular_pattern(random)


def some_line(random: Random) -> tuple[int, ...]:
    """Return the cells of a line of up to four; one line in three visits a cell twice."""
    n = random.randint(0, 4)
    return tuple(random.choices(range(3), k=n)) if random.randrange(3) == 0 else tuple(range(n))


def test_every_edit_is_compared_as_pythons_engine_compares_it() -> None:
    random = Random(32)
    seen: Counter[tuple[bool, bool, bool]] = Counter()
    for _ in range(150):
        pattern, cells = some_pattern(random), some_line(random)
        before = texts_of(pattern, cells)
        edits = [each.pattern for each in loosenings(parse(pattern, "python"))]
        for edit in random.sample(edits, min(4, len(edits))):
            meaning = core(edit)
            after = texts_of(edit, cells)
            is_looser = asks_less(meaning, core(pattern), cells, single_letters())
            assert is_looser == (before < after), (pattern, edit, cells)
            seen[is_looser, meaning.is_regular, len(set(cells)) < len(cells)] += 1
    assert len(seen) == 8, "each answer, for clues of each kind, on lines of each kind"


@pytest.mark.parametrize(
    ("pattern", "edit"), [("(?>A*)B", "(?>.*)B"), ("(?=(A*))\\1.", "(?=(.*))\\1."), ("A*+B", ".*+B")]
)
def test_a_looser_part_can_make_a_clue_stricter(pattern: str, edit: str) -> None:
    assert edit in [each.pattern for each in loosenings(parse(pattern, "python"))]
    assert texts_of(pattern, (0, 1)) > texts_of(edit, (0, 1))
    assert asks_less(core(edit), core(pattern), (0, 1), single_letters()) is False


def test_a_line_that_visits_a_cell_twice_has_fewer_texts() -> None:
    assert asks_less(core("A."), core("AA"), (0, 1), single_letters()) is True
    assert asks_less(core("A."), core("AA"), (0, 0), single_letters()) is False


def test_clues_with_references_are_compared_on_long_lines() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    cells = tuple(range(12))
    clue, edit = core("(.)A.*\\1B.*", letters), core("(.)..*\\1B.*", letters)
    assert asks_less(edit, clue, cells, single_letters(letters)) is True
    assert asks_less(clue, edit, cells, single_letters(letters)) is False


@pytest.mark.parametrize(
    ("pattern", "edits"),
    [
        ("(AB|C)D", ["(AB|C)."]),
        ("AB|CD", []),
        ("AB?C", []),
        ("AB?CD", ["AB?C."]),
        ("[AB]C?..D", ["[AB]C?..."]),
        ("A+(BC)", [".+(BC)", "A*(BC)", "A+(.C)", "A+(B.)"]),
    ],
)
def test_no_dot_is_offered_in_an_alternative_or_beside_an_optional_part(pattern: str, edits: list[str]) -> None:
    found = [each.pattern for each in loosenings(parse(pattern, "python"))]
    assert sorted(found) == sorted(edits)
