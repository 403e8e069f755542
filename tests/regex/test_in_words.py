"""Clues in words: every construct has words, and clues with the same words accept the same strings."""

import json
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from satcross import load
from satcross.cli import main
from satcross.errors import SatcrossError
from satcross.puzzle import Clue
from satcross.regex.analysis.equivalence import distinguishing_line
from satcross.regex.analysis.in_words import in_words
from satcross.regex.letters import from_text
from satcross.regex.lower import lower
from satcross.regex.syntax import Tree
from satcross.regex.syntax.parse import parse
from tests.judges.cases import all_cases
from tests.judges.generate import Generator

PUZZLES = sorted((Path(__file__).parents[2] / "puzzles").glob("*.toml"))
LONGEST = 3  # letters of the strings on which two clues are compared
COMPARED = 3  # clues of equal words that a clue is compared with


def sentence(pattern: str, dialect: str = "python", flags: str = "") -> str:
    return "; ".join(part.words for part in in_words(parse(pattern, dialect, flags)))


def published() -> Iterator[tuple[str, str, str, str]]:
    """Yield the clues of our puzzles and of the cases on disk: dialect, flags, pattern, and letters to try it on."""
    for path in PUZZLES:
        puzzle = load(path)
        letters = "".join(sorted(set("".join(map("".join, puzzle.expected)))))
        for line in puzzle.lines:
            for clue in line.clues:
                if isinstance(clue, Clue):
                    yield puzzle.dialect, puzzle.flags, clue.pattern, letters[:6]
    for case in all_cases():
        if case.accepts is not None:
            yield case.question.dialect, case.question.flags, case.question.pattern, case.question.alphabet


def assert_equal_words_mean_the_same(clues: Iterator[tuple[str, str, str, str]]) -> int:
    """Compare all clues with equal words; return how many pairs of different patterns that were.

    The flags u and v are a matter of the whole puzzle, like the dialect, so the words need not tell them.
    """
    seen: dict[tuple[str, str, str], dict[str, tuple[Tree, str]]] = defaultdict(dict)
    pairs = 0
    for dialect, flags, pattern, letters in clues:
        tree = parse(pattern, dialect, flags)
        words = sentence(pattern, dialect, flags)
        known = seen[dialect, "".join(sorted(set(flags) & set("uv"))), words]
        for other, (other_tree, other_letters) in known.items():
            pairs += other != pattern
            alphabet = from_text(letters + other_letters)
            left, right = lower(tree, alphabet), lower(other_tree, alphabet)
            for length in range(LONGEST + 1):
                found = distinguishing_line(left, right, length, alphabet)
                assert found is None, (
                    f"{pattern!r} and {other!r} ({dialect}) differ on {found!r}, but both are: {words}"
                )
        if len(known) < COMPARED:
            known[pattern] = (tree, letters)
    return pairs


def test_every_published_clue_has_words_and_shares_them_only_with_its_equals() -> None:
    clues = list(published())
    assert len(clues) > 600
    assert_equal_words_mean_the_same(iter(clues))


def test_the_parts_follow_each_other_and_each_says_something() -> None:
    for dialect, flags, pattern, _ in published():
        parts = in_words(parse(pattern, dialect, flags))
        assert parts
        assert all(part.words for part in parts)
        assert all(before.span.end <= after.span.start for before, after in pairwise(parts))


@pytest.mark.parametrize("dialect", ["python", "javascript"])
def test_random_clues_with_equal_words_accept_the_same_strings(dialect: str) -> None:
    generator = Generator(dialect, Random(23))

    def clues() -> Iterator[tuple[str, str, str, str]]:
        for _ in range(600):
            question = generator.question()
            try:
                parse(question.pattern, dialect, question.flags)
            except SatcrossError:
                continue
            yield dialect, question.flags, question.pattern, question.alphabet

    assert assert_equal_words_mean_the_same(clues()) > 5


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("", "nothing"),
        ("A.*", "A; then any letters, as many as fit"),
        ("A.*?", "A; then any letters, as few as fit"),
        (".*+A", "any letters, as many as fit, none given back; then A"),
        (r"(.)(..)\2\1", "any letter (part 1); then any 2 letters (part 2); then part 2 again; then part 1 again"),
        ("(HE|LL)+O{2,3}", "(either HE or LL) once or more; then O 2 to 3 times"),
        ("[A-FX]{2}[^A-F]?", "2 letters, each A to F or X; then perhaps (a letter other than A to F)"),
        (r"\.,a 'b\"", """".,a 'b"; then '"'""".replace("; then", ", then")),
        ("(?=.*A)(?!B)(?<=C)(?<!D)", "somewhere after this there must be A; and what follows must not begin with B; "
         "and what comes before must end with C; and what comes before must not end with D"),
        ("(A)?(?(1)B|C)", "perhaps A (part 1); then if part 1 is there, B, otherwise C"),
        ("(?i)A(?-i:B)", "in either case throughout; A; then B in this case only"),
        ("(?>A|AB)C", "(either A or AB), the first way that fits and no other; then C"),
        (r"^\bA\Z", "the line starts here; and a word begins or ends here; then A; and the very end is here"),
    ],
)  # fmt: skip
def test_what_clues_say(pattern: str, words: str) -> None:
    assert sentence(pattern) == words


def test_what_clues_of_javascript_say() -> None:
    assert sentence("[^][]", "javascript") == "any letter at all; then no letter at all"
    assert sentence(r"[\w--[AB]]", "javascript", "v") == "a word letter but not (A or B)"
    assert sentence(r"[\q{AB|}C]", "javascript", "v") == "(one of the strings AB or nothing) or C"


def test_what_groups_and_what_cannot_be_seen_has_no_words() -> None:
    assert sentence("(?:A)(BC(?#comment))D") == "ABCD"


def test_the_command_says_the_words_beside_the_parts_and_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["regex", "--explain", "(AB|C)[^D]"]) == 0
    assert capsys.readouterr().out == "(AB|C)  either AB or C\n[^D]    then a letter other than D\n"
    assert main(["regex", "--explain", "--json", "--length", "2", "A|B"]) == 1
    assert json.loads(capsys.readouterr().out)["words"] == [
        {"span": [0, 1], "text": "A", "words": "either A"},
        {"span": [2, 3], "text": "B", "words": "or B"},
    ]
