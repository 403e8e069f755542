"""Letter classes: few letters stand for all, and nothing that a clue can see is lost."""

import re
from collections.abc import Sequence
from itertools import combinations, product
from random import Random

import pytest

from satcross.puzzle.shapes import line
from satcross.regex.letters import LetterSet, contains, from_text, intersection, union
from satcross.regex.letters.classes import split
from satcross.regex.letters.folding import representative
from satcross.solver.compile import compile_puzzle
from satcross.solver.solutions import Search

LETTERS = "AaBbCcKk\u212aSs\u017f\u01c4\u01c5\u01c6\xb5\u03bc12-"
RELATIONS = [
    ["python"],
    ["python-ascii"],
    ["javascript"],
    ["javascript-unicode"],
    ["", "python"],
    ["python", "python-ascii"],
    ["", "javascript", "javascript-unicode"],
]


def signatures(letters: str, length: int, sets: Sequence[LetterSet], relations: Sequence[str]) -> set[object]:
    """Return all that clues can see of strings of `length` letters: members of sets, and which letters are the same."""
    codes = [*map(ord, letters)]
    members = {code: tuple(contains(each, code) for each in sets) for code in codes}
    equal = {
        (left, right): tuple(same(left) == same(right) for same in map(representative, relations))
        for left, right in product(codes, repeat=2)
    }
    return {
        (tuple(map(members.__getitem__, text)), tuple(map(equal.__getitem__, combinations(text, 2))))
        for text in product(codes, repeat=length)
    }


@pytest.mark.parametrize("relations", RELATIONS, ids=" ".join)
@pytest.mark.parametrize("ties", [2, 3])
def test_the_shown_letters_show_all_that_clues_can_see(relations: list[str], ties: int) -> None:
    random = Random(ties)
    alphabet = from_text(LETTERS)
    for _ in range(12):
        sets = [from_text("".join(random.sample(LETTERS, random.randint(1, 8)))) for _ in range(random.randint(0, 2))]
        classes = split(alphabet, sets, ties, relations)
        shown = "".join(classes.shown)
        assert signatures(shown, ties, sets, relations) == signatures(LETTERS, ties, sets, relations), sets
        assert union(*classes.members) == alphabet
        assert all(contains(letters, ord(letter)) for letters, letter in zip(classes.members, shown, strict=True))
        for letters in sets:
            mask = classes.mask(letters)
            held = [each for number, each in enumerate(classes.members) if mask >> number & 1]
            assert union(*held) == letters
            assert all(intersection(each, letters) in ((), each) for each in classes.members)


COMPARING = [
    r"(?i)(.)\1",
    r"(?i)(.)(.)\2\1|(.)\3*",
    r"(?i)([a-f])(?!\1).\1",
    r"(?i)(.)[^A-K](?-i:\1)",
    r"(?ia)(.)\1(?i:\1)",
    r"(?i)(k|s)(.)(?!\1|\2)[^\W\d]",
    r"(?i:(.)\1)[b-d]?",
    r"(.)(?i:\1)(?!\1).",
]
FRESH = "Zz\xc9\xe9\u01c7\u01c8\u01c9\u0398\u03b8\u03d1\u03f4?7\n"


@pytest.mark.parametrize("pattern", COMPARING)
def test_a_cell_has_a_letter_over_the_open_alphabet_iff_the_engine_finds_one(pattern: str) -> None:
    """The other cells of the line are given; the engine tries the letters of theirs and of the clue, and fresh ones."""
    random = Random(3)
    compiled = re.compile(pattern)
    answers = set()
    for _ in range(25):
        length = random.choice([2, 3, 3])
        text = "".join(random.choice(LETTERS) for _ in range(length))
        free = random.randrange(length)
        tried = {
            each for letter in text + pattern + LETTERS + FRESH for each in (letter, letter.lower(), letter.upper())
        }
        fits = any(compiled.fullmatch(text[:free] + each + text[free + 1 :]) for each in tried if len(each) == 1)
        puzzle = line(pattern, length, "any")
        puzzle = puzzle._replace(given=tuple((cell, text[cell]) for cell in range(length) if cell != free))
        search = Search(puzzle, limit=1).run()
        assert bool(search.count) == fits, (text, free)
        answers.add(fits)
    assert answers == {True, False}


@pytest.mark.parametrize("pattern", COMPARING)
@pytest.mark.parametrize("length", [2, 3, 4])
def test_solutions_over_the_open_alphabet_are_matched_by_the_engine(pattern: str, length: int) -> None:
    search = Search(line(pattern, length, "any"), limit=200)
    texts = ["".join(solution.letters) for solution in search]
    assert all(re.fullmatch(pattern, text) for text in texts)
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("pattern", COMPARING)
def test_over_listed_letters_the_solutions_are_the_texts_that_the_engine_matches(pattern: str) -> None:
    letters = "Kk\u212aSs\u017fAa-"
    for length in (2, 3):
        texts = map("".join, product(letters, repeat=length))
        expected = sorted(text for text in texts if re.fullmatch(pattern, text))
        puzzle = line(pattern, length)._replace(alphabet=letters)
        assert sorted("".join(solution.letters) for solution in Search(puzzle)) == expected


@pytest.mark.parametrize(
    ("pattern", "length", "status"),
    [
        (r"(?i)(k)\1", 2, "several"),
        (r"(?i)(k)\1(?<=\1(?-i:k))(?<!(?-i:[kK]).)", 2, "unique"),
        (r"(?ia)(.)\1(?<=\u212a)", 2, "unique"),
        (r"(?ia)(k)\1(?<=(?-i:K)k)", 2, "several"),
        (r"(?i)(.)(?-i:[s\u017f])(?<=\1)(?<!(?-i:[Ss]).)(?<!(?-i:s))", 2, "unique"),
        (r"(?ia)(.)(?!\1)(?u:\1)(?<=\u212a)(?<!(?-i:k).)", 2, "unique"),
        (r"(?ia)(.)(?!\1)(?u:\1)", 2, "several"),
        (r"(?i)(.)(?!\1)(?-i:\1)", 2, "none"),
    ],
)
def test_case_partners_count_as_several_letters(pattern: str, length: int, status: str) -> None:
    """The engine's answer over the letters whose case differs is the oracle: none, one, or several texts."""
    texts = [text for text in map("".join, product(LETTERS, repeat=length)) if re.fullmatch(pattern, text)]
    assert ["none", "unique", "several"][min(len(texts), 2)] == status
    assert Search(line(pattern, length, "any")).run().status == status


def test_comparing_without_case_takes_few_classes_over_the_open_alphabet() -> None:
    """Five cells: a newline, which the dot leaves out, and five others, one of them for the rest of Unicode."""
    compiled = compile_puzzle(line(r"(?i)(.).*\1", 5, "any"))
    assert len(compiled.classes.members) == 6
    # K, k and the Kelvin sign are one class; the clue cannot tell them apart
    assert compiled.classes.mask_of("K") == compiled.classes.mask_of("k") == compiled.classes.mask_of("\u212a")


def test_a_clue_that_tells_case_partners_apart_gives_them_classes() -> None:
    compiled = compile_puzzle(line(r"(?i:(.)\1)k", 3, "any"))
    assert compiled.classes.mask_of("K") == compiled.classes.mask_of("\u212a") != compiled.classes.mask_of("k")
