"""Random questions: a dialect, flags, a pattern, an alphabet, and how long the texts may be.

Weighted towards what engines and readers get wrong: nesting, captures in loops, references to groups that may be unset,
lookarounds that capture, empty branches, odd classes, lazy, possessive and atomic items, conditionals.  Some patterns
are variations of those in test suites (`tests.judges.seeds`).  Some are not valid; then both sides must refuse them.
The same seed gives the same questions under one version of Python.
"""

from itertools import product
from random import Random
from typing import NamedTuple

from tests.judges.seeds import varied


class Question(NamedTuple):
    dialect: str
    flags: str
    pattern: str
    alphabet: str
    longest: int

    @property
    def texts(self) -> list[str]:
        """All texts over the alphabet, from the empty one to the longest."""
        lengths = range(self.longest + 1)
        return ["".join(letters) for length in lengths for letters in product(self.alphabet, repeat=length)]


ALPHABETS = {
    "AB": 8, "ABC": 3, "Aa": 1, "A1": 1, "A_": 1, "A B": 2, "A\n": 2, "AB-": 1, "A|": 1, "aA1-": 1,
}  # fmt: skip
ODD_ALPHABETS = [
    "Kk\u212a", "sS\u017f", "\xb5\u03bc\u039c", "\xdf\u1e9e", "iI\u0130\u0131", "\u03c3\u03c2\u03a3", "\xe9\xc9e",
    "A\u2028", "A\r\n", "\x1c \xa0", "A\ufeff", "\u0661A1", "\u01c4\u01c5\u01c6", "\u0430\u0410", "\u1e9bs\u1e61",
    "\ufb05\ufb06", "\u0390\u1fd3", "\U00010400\U00010428A", "\u03a3\u03c3\U00010428", "\U0001e900\U0001e922",
    "\u0149\u01c5\U00010400", "\U0001f600\U0001f601A", "1\ufe0f\u20e3",
]  # fmt: skip
BORDERS = "!A\xb5\u03a3\u0587\ufb06\uffff\U00010400\U00010428\U0001e943\U0010ffff"  # of ranges around odd letters
LONGEST = {2: 4, 3: 3, 4: 2}
QUANTIFIERS = {
    "*": 30, "+": 22, "?": 22, "{2}": 6, "{0,2}": 4, "{1,2}": 4, "{1,}": 2, "{2,}": 3, "{,2}": 2, "{0}": 1, "{1}": 1,
    "{0,1}": 1, "{2,3}": 2, "{": 0.3, "{}": 0.2, "{2,1}": 0.1,
}  # fmt: skip
ODD = r"\101 \x41 \u0041 \0 \n \t \- ] } \08 \. \012 \377 \8 \cA { {A"
ODD_IN_PYTHON = r"\U00000041 \N{SPACE} \400 \a \e \z (?i) #"
ODD_IN_JAVASCRIPT = r"[^] [] \c \c1 \ca \k \k<a \x4 \u004 \u{41} \p{Lu} \P{L} \a \_ \800 \1234"
ODD_MEMBERS = r"- ^ | [ \] \b \101 \1 \- . * A- \w-A -- && || \x41-B \0 \n"
ODD_MEMBERS_IN_JAVASCRIPT = r"\c \cA \c_ \B \8 \k \q{A|AB} [A] [^A] \p{L}"

GROUP = "\ue000"  # stands for the opening of a capturing group until all groups are counted
GROUP_END = "\ue003"
REFERENCE = "\ue001"  # for a backreference
CONDITION = "\ue002"  # for the number of a conditional


class Generator:
    """Makes questions in `dialect`.

    newest           with what only the newest engines know
    has_wide_ranges  with ranges that hold thousands of letters
    """

    def __init__(self, dialect: str, random: Random, newest: bool = True, *, has_wide_ranges: bool = True) -> None:
        self.dialect = dialect
        self.random = random
        self.newest = newest
        self.has_wide_ranges = has_wide_ranges
        self.alphabet = ""
        self.flags = ""
        self.has_names = False

    def question(self) -> Question:
        random = self.random
        if random.random() < 0.9:
            self.alphabet = random.choices(list(ALPHABETS), list(ALPHABETS.values()))[0]
            self.flags = (
                random.choice("imsiims" if self.dialect == "javascript" else "imsxa") if random.random() < 0.15 else ""
            )
        else:
            self.alphabet = random.choice(ODD_ALPHABETS)
            self.flags = "i" if random.random() < 0.7 else ""
        if self.dialect == "javascript" and (max(self.alphabet) > "\uffff" or random.random() < 0.15):
            self.flags += random.choice("uuv")  # without u or v a letter above U+FFFF would be two
        if self.dialect == "python" and self.flags == "i" and random.random() < 0.15:
            self.flags += "a"
        return Question(self.dialect, self.flags, self.pattern(), self.alphabet, LONGEST[len(self.alphabet)])

    def pattern(self) -> str:
        """Return a pattern over `alphabet` under `flags`."""
        random = self.random
        if self.newest and random.random() < 0.12:  # the seeds use what older engines lack, or get wrong
            return varied(self.dialect, self.alphabet, random)
        self.has_names = random.random() < 0.1
        return self._number(self._choice(random.choice((2, 3, 3, 3, 4))))

    def _number(self, pattern: str) -> str:
        """Replace the placeholders, now that the number of groups is known."""
        total = pattern.count(GROUP)
        made: list[str] = []
        opened: list[int] = []
        closed: list[int] = []
        for letter in pattern:
            if letter == GROUP:
                opened.append(len(opened) + len(closed) + 1)
                made.append("(" + self._name(opened[-1]) if self.has_names else "(")
            elif letter == GROUP_END:
                closed.append(opened.pop())
                made.append(")")
            elif letter in (REFERENCE, CONDITION):
                number = self._group(total, closed)
                if letter == CONDITION:
                    made.append(str(number or 1))
                else:
                    made.append(self._reference(number) if number else self.alphabet[0])
            else:
                made.append(letter)
        return "".join(made)

    def _group(self, total: int, closed: list[int]) -> int:
        """Return the number of a group to refer to; 0: none."""
        random = self.random
        if random.random() < 0.01:
            return random.randint(0, total + 2)
        if self.dialect == "javascript" and random.random() < 0.3:
            return random.randint(1, total) if total else 0
        return random.choice(closed) if closed else 0

    def _name(self, group: int) -> str:
        if self.dialect == "javascript" and self.newest and self.random.random() < 0.1:
            group = 1  # the same name again: allowed in different alternatives
        return f"?P<g{group}>" if self.dialect == "python" else f"?<g{group}>"

    def _reference(self, number: int) -> str:
        if self.has_names and self.random.random() < 0.6:
            return f"(?P=g{number})" if self.dialect == "python" else f"\\k<g{number}>"
        return f"\\{number}"

    def _choice(self, depth: int) -> str:
        random = self.random
        branches = random.choices((1, 2, 3), (70, 25, 5))[0]
        return "|".join(self._sequence(depth) if random.random() > 0.06 else "" for _ in range(branches))

    def _sequence(self, depth: int) -> str:
        count = self.random.choices((1, 2, 3), (45, 40, 15))[0]
        return "".join(self._piece(depth) for _ in range(count))

    def _piece(self, depth: int) -> str:
        random = self.random
        atom = self._atom(depth)
        if self._is_assertion(atom) and random.random() < 0.95:
            return atom
        if random.random() < (0.55 if len(atom) > 4 else 0.3):
            return atom + self._quantifier()
        return atom

    def _is_assertion(self, atom: str) -> bool:
        """Return whether `atom` cannot be repeated, or rarely is."""
        behind = ("(?<=", "(?<!") if self.dialect == "javascript" else ()
        ahead = ("(?=", "(?!") if {"u", "v"} & set(self.flags) else ()
        return atom in ("", "^", "$", r"\b", r"\B", r"\A", r"\Z") or atom.startswith((*behind, *ahead))

    def _quantifier(self) -> str:
        random = self.random
        quantifier = random.choices(list(QUANTIFIERS), list(QUANTIFIERS.values()))[0]
        modes = ("", "?", "+") if self.dialect == "python" else ("", "?", "")
        return quantifier + random.choices(modes, (65, 25, 10))[0]

    def _atom(self, depth: int) -> str:
        random = self.random
        if depth <= 0 or random.random() < 0.25:
            return self._leaf()
        inner = depth - 1
        kinds = ["group", "plain", "look", "behind", "reference", "leaf"]
        weights = [34.0, 14, 9, 6, 12, 8]
        if self.dialect == "python":
            kinds += ["atomic", "conditional", "scoped", "comment"]
            weights += [7, 7, 2, 0.3]
        elif self.newest:
            kinds += ["scoped"]
            weights += [2]
        kind = random.choices(kinds, weights)[0]
        if kind == "group":
            return f"{GROUP}{self._choice(inner)}{GROUP_END}"
        if kind == "plain":
            return f"(?:{self._choice(inner)})"
        if kind == "look":
            if random.random() < 0.3:
                return self._giant()
            return random.choice(("(?=", "(?=", "(?!")) + self._choice(inner) + ")"
        if kind == "behind":
            if random.random() < 0.3:  # it says at which places the match can be
                return f"(?<{random.choice('=!')}.{{{random.randint(1, 4)}}})"
            if self.dialect == "python" and random.random() < 0.8:
                fixed = "".join(self._letter() for _ in range(random.randint(0, 2)))
                fixed = random.choice(
                    (fixed, fixed, f"{GROUP}{fixed}{GROUP_END}", f"{self._letter()}|{self._letter()}", REFERENCE)
                )
                return random.choice(("(?<=", "(?<!")) + fixed + ")"
            return random.choice(("(?<=", "(?<=", "(?<!")) + self._choice(inner) + ")"
        if kind == "reference":
            return REFERENCE
        if kind == "atomic":
            return f"(?>{self._choice(inner)})"
        if kind == "conditional":
            no = f"|{self._sequence(inner)}" if random.random() < 0.8 else ""
            return f"(?({CONDITION}){self._sequence(inner)}{no})"
        if kind == "scoped":
            return f"(?{random.choice(('i', 's', 'm', 'i', '-i', 'i-s'))}:{self._choice(inner)})"
        if kind == "comment":
            return "(?#" + random.choice(("", "a", "(")) + ")"
        return self._leaf()

    def _giant(self) -> str:
        """Return what clues that hold a whole nonogram, or thousands of forbidden patterns, are made of, but small."""
        random = self.random
        branches = []
        for _ in range(random.randint(1, 4)):
            letters = random.choices((self._letter(), self._letter(), "."), k=random.randint(1, 3))
            branches.append(f".{{{random.randint(0, 3)}}}{''.join(letters)}")
        repeated, end = random.choice(("", "", "*", "+", "{2}")), random.choice(("", "$"))
        return f"(?{random.choice('=!')}(?:{'|'.join(branches)}){repeated}{end})"

    def _allows_wide_ranges(self) -> bool:
        """Return whether ranges may end anywhere: for odd letters, if a letter above U+FFFF is one letter."""
        if not self.has_wide_ranges or self.alphabet.isascii():
            return False
        return self.dialect == "python" or bool({"u", "v"} & set(self.flags))

    def _letter(self) -> str:
        letter = self.random.choice(self.alphabet)
        return "\\" + letter if letter in "|-" and "u" not in self.flags and "v" not in self.flags else letter

    def _leaf(self) -> str:
        random = self.random
        kind = random.choices(
            ("letter", "dot", "class", "reference", "anchor", "escape", "odd"), (40, 12, 14, 14, 8, 4, 2)
        )[0]
        if kind == "letter":
            return self._letter()
        if kind == "dot":
            return "."
        if kind == "class":
            return self._class()
        if kind == "reference":
            return REFERENCE
        if kind == "anchor":
            anchors = ["^", "$", r"\b", r"\B"] + ([r"\A", r"\Z"] if self.dialect == "python" else [])
            return random.choice(anchors)
        if kind == "escape":
            return random.choice((r"\w", r"\W", r"\d", r"\D", r"\s", r"\S"))
        return self._odd()

    def _odd(self) -> str:
        return self.random.choice(
            [*ODD.split(), *(ODD_IN_PYTHON if self.dialect == "python" else ODD_IN_JAVASCRIPT).split()]
        )

    def _class(self) -> str:
        random = self.random
        members = []
        for _ in range(random.choices((0, 1, 2, 3), (2, 40, 40, 18))[0]):
            kind = random.random()
            if kind < 0.55:
                letter = random.choice(self.alphabet)
                members.append("\\" + letter if letter in "-|" and random.random() < 0.5 else letter)
            elif kind < 0.7:
                ends = BORDERS if self._allows_wide_ranges() and random.random() < 0.5 else self.alphabet
                low, high = sorted((random.choice(self.alphabet), random.choice(ends)))
                members.append(f"{low}-{high}")
            elif kind < 0.85:
                members.append(random.choice((r"\w", r"\W", r"\d", r"\D", r"\s", r"\S")))
            else:
                odd = ODD_MEMBERS_IN_JAVASCRIPT if self.dialect == "javascript" else ""
                members.append(random.choice([*ODD_MEMBERS.split(), *odd.split()]))
        return f"[{'^' if random.random() < 0.25 else ''}{''.join(members)}]"
