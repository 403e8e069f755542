"""Patterns made around a text so that they match it: what authors of puzzles do.

The text is cut into pieces; each becomes itself, a class, a run, a group of choices, or a reference to an earlier equal
piece.  Lookaheads, atomic and lazy items are strewn in where they do not hurt.
"""

from random import Random

PUNCTUATION = "^$\\.*+?()[]{}|/"


def around(text: str, random: Random, letters: str, dialect: str, flags: str) -> str:
    """Return a pattern that matches `text`, over `letters`."""
    return _Maker(random, letters, dialect, flags).pattern(text)


class _Maker:
    def __init__(self, random: Random, letters: str, dialect: str, flags: str) -> None:
        self.random = random
        self.letters = letters
        self.dialect = dialect
        self.flags = flags
        self.groups: dict[str, int] = {}
        self.count = 0

    def pattern(self, text: str) -> str:
        random = self.random
        made = ""
        if text and random.random() < 0.12:
            made += f"(?=.*{self.letter(random.choice(text))})" if "\n" not in text else ""
        if random.random() < 0.05:
            others = [each for each in self.letters if each not in text]
            made += f"(?!.*{self.letter(random.choice(others))})" if others else ""
        rest = text
        while rest:
            length = min(len(rest), random.choices((1, 2, 3, 4), (50, 28, 15, 7))[0])
            made += self.piece(rest[:length], text)
            rest = rest[length:]
        if not text:
            made += random.choice(["", f"{self.letter(self.letters[0])}*"])
        if random.random() < 0.15:
            made = f"{made}|{self.other(len(text))}"
        return made

    def piece(self, piece: str, text: str) -> str:
        random = self.random
        kind = random.random()
        if piece in self.groups and kind < 0.6:
            return f"(?:\\{self.groups[piece]})"
        if kind < 0.2:
            return "".join(map(self.letter, piece))
        if kind < 0.4:
            return "".join(self.one(each) for each in piece)
        if kind < 0.5:
            return self.one_of(piece) + random.choice(
                ["*", "+", "*?", "+?", f"{{{len(piece)}}}", f"{{1,{len(piece)}}}"]
            )
        if kind < 0.6:
            return random.choice([".*", ".+", f".{{{len(piece)}}}"]) if "\n" not in piece else self.one_of(piece) + "*"
        if kind < 0.72:
            branches = [self.literal(piece), *[self.other(len(piece)) for _ in range(random.randint(1, 2))]]
            random.shuffle(branches)
            return self.group("|".join(branches), piece, captures=random.random() < 0.6)
        if kind < 0.8:
            return self.group("".join(self.one(each) for each in piece), piece, captures=True)
        if kind < 0.85:
            return self.literal(piece) + f"(?:{self.other(random.randint(1, 2))})?"
        if kind < 0.9:
            return f"(?!{self.other(1)}{{{len(text) + 1}}})" + self.literal(piece)
        if kind < 0.95:
            return f"(?:{self.other(1)}|{self.literal(piece)})+"
        if self.dialect == "python":
            return f"(?>{self.literal(piece)})" if random.random() < 0.5 else f"(?:{self.literal(piece)})++"
        return f"(?={self.literal(piece)}){self.literal(piece)}"

    def group(self, inside: str, piece: str, captures: bool) -> str:
        if not captures:
            return f"(?:{inside})"
        self.count += 1
        self.groups[piece] = self.count
        return f"({inside})"

    def other(self, length: int) -> str:
        return self.literal("".join(self.random.choices(self.letters, k=length)))

    def literal(self, text: str) -> str:
        return "".join(map(self.letter, text))

    def one(self, letter: str) -> str:
        kind = self.random.random()
        if kind < 0.3:
            return self.letter(letter)
        if kind < 0.5 and letter not in "\n\r\u2028\u2029":
            return "."
        if kind < 0.85:
            return self.one_of(letter)
        others = sorted(set(self.letters) - {letter})
        if not others or "i" in self.flags:  # a negated class may exclude the letter's other case
            return self.letter(letter)
        return (
            f"[^{''.join(map(self.member, self.random.sample(others, self.random.randint(1, min(3, len(others))))))}]"
        )

    def one_of(self, text: str) -> str:
        members = {*text, *self.random.sample(self.letters, min(len(self.letters), self.random.randint(0, 2)))}
        return f"[{''.join(map(self.member, sorted(members)))}]"

    def letter(self, letter: str) -> str:
        if letter in PUNCTUATION or ("x" in self.flags and letter in "# "):
            return "\\" + letter
        return "\\n" if letter == "\n" else letter

    def member(self, letter: str) -> str:
        return letter if letter.isalnum() or ord(letter) > 0x7F else f"\\x{ord(letter):02x}"
