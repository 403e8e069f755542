"""Patterns in the spirit of the engines' own test suites, for the generator to vary.

They are about what such suites are about: escapes next to digits, loops that match the empty string, captures kept and
reset, references ahead of their groups, assertions in odd places, classes with hyphens and brackets at their ends.
Python's own suite is read where it is installed (`test.re_tests` of the standard library).
"""

import re
from functools import cache
from importlib import import_module
from random import Random
from typing import Final

OWN: Final = r"""
    (a*)* (a*)+ (a*?)*?b (?:a?)*?b (a|ab)(bc|c)? ((a)|b)* (?:(a)|(b)|c)* (a?){3} (?:a{0}b)+ (?:|a)+ (?:a|)*b
    (a+|b)*?c (?:(?:a{2}){2})* x*?y?? (?:a*?b?)+ ((a*)(b)?)* (?:ab?)??b (a)\1 (a|b)\1 (a*)b\1 (a)?\1b (?:(a)|b)\1
    ((a)\2)+ (a|(b))+\2 (.)(.)\2\1 (a)\10 (a)(?:\1|b)* (?:(a)|(b))(?:\1|\2) (ab?)\1b? (?=(a+))\1b (?!(a)b)\1a
    (.*)\1(.) (a)|b\1 (?=a)a (?=ab)a. (?!b)[ab]* a(?!b). (?=(a|ab))a(b|c) (?<=a)b|a a(?<!b)b (?<=(a))b\1|ab
    (?=.*b)(?!.*aa).* (?:(?=(a))a)+b (?=(?=a).b).. (?!(?!a))a (?=a*)b (?<=^a)b|^. (?<!^)a|b ^ $ ^a$ ^*a a^b a$b
    (?:^a|b)* (?:a|$)* \ba\b \Ba\B a\b. \b (?:\b|a)+ ^^a$$ [a-] [-a] []a] [^]a] [a^] [a-c-e] [\]a] [\w-a] [a-\d]
    [\d-] [^\W_] [\b] [\0-a] \0 \01 \012 \8 \x61 \x6 \u0061 \u006 \ca \c [\ca] \a \e \Z \A a{ a{1 a{,1} a{1, a{1}{2}
    { } ] a{01} a{1,1}? a{0,0}b a{2,1} () ()* (|a) (a|) ((((a)))) (a)(b)(c) (?:) (?:)*a a||b |a (?:a|b|)c ) ( (? (?:
"""

PYTHON: Final = r"""
    (?P<x>a)(?P=x) (?P<x>a)?(?(x)b|c) (a)?(?(1)b|c) (a)?(?(1)b) (?>a|ab)b (?>a*)a? a*+b (?:a|b)++b a?+a (?i:a)b
    (?i)a (?-i:a)a (?s:.) (?m:^a$) (?x:a#b) (?#c)a \Aa\Z a\Z|b (?a:\w) (?u:\w) \N{COLON} \U00000061 (?:(a)|b)++\1?
    (?(1)a|b)(c) (?<=a|b)b (?<=ab|a)b
"""

JAVASCRIPT: Final = r"""
    \1(a) (?:\1(a))* (a\1) \k<x>(?<x>a) (?<x>a)\k<x> (?:(a)|b)*\1 (?=(a))?b (?=a)*b (?!a){2}b [^] [] []|a \c1 [\c1]
    [\c_] \_ \p{Lu} \u{61} \k (?<=(\d)\1)a (?<=\1(a))b|. (?<=([ab]+)([bc]+))$ (?<!(a)\1)b (?<=a*?)b
    (?:(?<x>a)|(?<x>b)) [\q{ab|a}] [a--b] [[a-c]&&[b]] (?i:a)b \p{Emoji_Keycap_Sequence} [\p{RGI_Emoji}--\q{a}]
"""

TOKEN: Final = re.compile(
    r"\\[pPkqN][{<][^}>]*[}>]|\\[ux]\{?[0-9a-f]*\}?|\\.|\(\?[^:)=!]*|\{[^}]*\}|([A-Za-z])", re.DOTALL
)
"""One part of a pattern; group 1 is a plain letter."""


@cache
def seeds(dialect: str) -> tuple[str, ...]:
    """Return the patterns to vary.  Python's suite serves both dialects: what one refuses, it has to refuse."""
    return (*OWN.split(), *(PYTHON if dialect == "python" else JAVASCRIPT).split(), *_of_python())


@cache
def _of_python() -> tuple[str, ...]:
    try:
        suite = import_module("test.re_tests")
    except ImportError:  # some distributions leave the tests of the standard library out
        return ()
    return tuple(sorted({pattern for pattern, *_ in suite.tests if len(pattern) <= 40}))


def varied(dialect: str, alphabet: str, random: Random) -> str:
    """Return one of the seeds with letters of `alphabet`, perhaps joined with another one, or damaged in one place."""
    pattern = _with_letters(random.choice(seeds(dialect)), alphabet, random)
    kind = random.random()
    if kind < 0.3:
        other = _with_letters(random.choice(seeds(dialect)), alphabet, random)
        return random.choice(("{}{}", "{}|{}", "(?:{}){}", "({}){}", "(?={}){}", "(?!{}){}", "(?:{}|{})*")).format(
            pattern, other
        )
    if kind < 0.45:
        place = random.randrange(len(pattern) + 1)
        piece = random.choice(("", "*", "+", "?", "*?", "|", "^", "$", r"\1", ".", random.choice(alphabet)))
        return pattern[:place] + piece + pattern[place + random.randint(0, 1) :]
    return pattern


def _with_letters(pattern: str, alphabet: str, random: Random) -> str:
    """Return `pattern` with each letter replaced by one of `alphabet`, equal letters by equal ones."""
    letters: dict[str, str] = {}

    def replaced(found: re.Match[str]) -> str:
        letter = found.group(1)
        return found.group() if letter is None else letters.setdefault(letter, random.choice(alphabet))

    return TOKEN.sub(replaced, pattern)
