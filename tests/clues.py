"""Small clues, and what they accept by Python's own `re`."""

import re
from collections.abc import Iterable, Sequence
from itertools import product
from random import Random

from satcross.base.budget import UNLIMITED, Budget
from satcross.regex.core import Core
from satcross.regex.letters import from_text
from satcross.regex.letters.classes import Classes, split
from satcross.regex.lower import lower
from satcross.regex.syntax.parse import parse
from satcross.solver.constraints import LineConstraint
from satcross.solver.posting import line_constraint_of

DIFFERENT = [
    r"(?!.*(.).*\1).*", r"(?:(.)(?!.*\1))*", r"(?:(.)(?!.*\1.*)){3}.*", r"(.)(?!\1)(.)(?!\1|\2).*", r"(?!(.)*.*\1).*",
    r"(?!.*(.).*\1.).*", r"A(?!.*(.).*\1).*", r"(?!.*([AB]).*\1).*", r"^(?!.*(?:(A).*\1|(B).*\2)).*$",
    r"(?!.*(.).*\1).*A.*", r"(?!.*(.).*\1)[AB]*.", r"(?!.*([A-C]).*\1)(?:.A)*.*", r"(?=.*B)(?!.*(.).*\1).*",
]  # fmt: skip
"""Clues that ask for letters that differ, on the whole line or a part of it, alone or with other conditions."""


def core(pattern: str, alphabet: str = "ABC", dialect: str = "python") -> Core:
    return lower(parse(pattern, dialect), from_text(alphabet))


def single_letters(alphabet: str = "ABC") -> Classes:
    return split(from_text(alphabet), [], None)


def clue(pattern: str, n: int, alphabet: str = "ABC", budget: Budget = UNLIMITED) -> LineConstraint:
    """Return the clue unrolled over single letters: class number k is the k-th letter of the alphabet."""
    return line_constraint_of(core(pattern, alphabet), n, single_letters(alphabet), budget=budget)


def mask(letters: str, alphabet: str = "ABC") -> int:
    return sum(1 << alphabet.index(letter) for letter in letters)


def letters(number: int, alphabet: str = "ABC") -> str:
    return "".join(letter for place, letter in enumerate(alphabet) if number >> place & 1)


def spelled(lines: Iterable[Sequence[int]]) -> list[str]:
    """Return the strings over ABC whose letters are given as masks, sorted."""
    return sorted("".join(map(letters, line)) for line in lines)


def accepted(pattern: str, domains: Sequence[str]) -> list[str]:
    """Return the strings within `domains` that `re` accepts."""
    engine = re.compile(pattern)
    return [text for text in map("".join, product(*domains)) if engine.fullmatch(text)]


def hull(texts: Sequence[str]) -> list[str] | None:
    """Return the letters that occur at each index, or None if there is no text."""
    return ["".join(sorted(set(column))) for column in zip(*texts, strict=True)] if texts else None


def some_domains(n: int, random: Random, alphabet: str = "ABC") -> list[str]:
    return ["".join(sorted(random.sample(alphabet, random.randint(1, len(alphabet))))) for _ in range(n)]


def regular_pattern(random: Random, depth: int = 2, alphabet: str = "ABC") -> str:
    """Return a random regular clue: letters, classes, groups, empty branches, all quantifiers, nested.

    It stays small, for the engine's backtracking is exponential in nested loops.
    """

    def branch(depth: int) -> str:
        return "".join(item(depth) for _ in range(random.choice((0, 1, 1, 2, 2, 3))))

    def item(depth: int) -> str:
        if depth and random.random() < 0.5:
            inner = "|".join(branch(depth - 1) for _ in range(random.choice((1, 2, 2, 3))))
            atom = f"({'?:' if random.random() < 0.5 else ''}{inner})"
        else:
            atom = random.choice([*alphabet, ".", f"[{alphabet[:2]}]", f"[^{random.choice(alphabet)}]"])
        return atom + random.choice(["", "", "", "", "*", "+", "?", "{2}", "{,2}", "{1,3}", "{2,}", "*?", "{0}"])

    return "|".join(branch(depth) for _ in range(random.choice((1, 1, 2))))


def referring_pattern(random: Random) -> str:
    """Return a random clue with backreferences: to groups that vary in length, may be unset, are nested or looped."""
    group = [
        "(A|BC)",
        "(.*)",
        "(.+?)",
        "(AB?)",
        "(.)",
        "(B)?",
        "((A)|.)",
        "(..?)",
        "(?:(C)|A)",
        "(A*)",
        "(.)*",
        "([AB])+",
    ]
    between = ["", "", "A", ".", "C*", "(?:B|)", ".*", "(?=.*C)", "(?!B)"]
    opened = random.choices(group, k=random.choice((1, 1, 2, 3)))
    pattern = "".join(each + random.choice(between) for each in opened)
    total = re.compile(pattern).groups
    for _ in range(random.choice((1, 1, 2, 3))):
        pattern += (
            f"\\{random.randint(1, total)}" + random.choice(["", "", "*", "?", "+", "{2}"]) + random.choice(between)
        )
    return pattern
