"""A line matches all that a clue asks of it iff it matches the clue, as Python's own `re` says."""

import re
from itertools import product
from random import Random

import pytest

from satcross.regex.core import Core
from satcross.regex.letters import from_text
from satcross.regex.matcher import matches
from satcross.solver.constraints.regular import conjuncts
from tests.clues import core, regular_pattern

TEXTS = ["".join(letters) for n in range(5) for letters in product("ABC", repeat=n)]

TOLD = [
    "A|B",
    "^A*B$",
    r"\AA*B\Z",
    "^^A*$$",
    "^$",
    "(?=A)B?A",
    "(?=.*A)",
    "(?=.*A).*B.*",
    "(?=.*A)(?=B|C).*C",
    "(?=A|AB)..",
    "(?=(A)).*",
    "(?=)B*",
    "(?!A).*",
    "(?!.*A).*B.*",
    "(?!.*A)(?!.*B).*",
    "(?!.*[AB])(?=..).*",
    "(?!.).*",
    "^(?!.*C)(?=.*A).{3}$",
    "A*(?!B)",
    "(?<!A)B*",
]


def asked(pattern: str) -> tuple[Core, ...] | None:
    return conjuncts(core(pattern), from_text("ABC"))


def check(pattern: str, found: tuple[Core, ...]) -> None:
    assert all(each.is_regular for each in found)
    engine = re.compile(pattern)
    for text in TEXTS:
        assert all(matches(each, text) for each in found) == bool(engine.fullmatch(text)), (pattern, text)


@pytest.mark.parametrize("pattern", TOLD)
def test_what_these_ask_of_a_line_is_told_in_regular_pieces(pattern: str) -> None:
    found = asked(pattern)
    assert found
    check(pattern, found)


def test_any_letter_but_a_line_end_is_not_any_letter() -> None:
    """A newline hides what comes after it from `.*`."""
    assert conjuncts(core("(?!.*A)[^B]*", "AB\n"), from_text("AB\n")) is None


@pytest.mark.long
def test_random_lookaheads_ask_what_the_engine_asks() -> None:
    random = Random(3)
    told = 0
    for _ in range(600):
        look = random.choice(["(?={0})", "(?!{0})", "(?!.*{1})", "(?=.*{0})", "^", "(?<!{1})"])
        piece, letter = regular_pattern(random, 1), random.choice(["A", ".", "[AB]", "[^A]"])
        pattern = look.format(piece, letter) + f"(?:{regular_pattern(random)})" + random.choice(["", "$", "(?!A)"])
        found = asked(pattern)
        if found is not None:
            told += 1
            check(pattern, found)
    assert told > 250
