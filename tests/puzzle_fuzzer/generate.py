"""Random puzzles: every shape, both dialects, flags, alphabets, given letters, none to three clues on a line.

A puzzle begins as a `Draft`: cells, lines, a hidden grid, and for each clue some candidate patterns.  Which of them are
valid, and which match the hidden grid, the engine says; then the draft becomes a puzzle.  Most puzzles are *planted*:
the hidden grid solves them, so that puzzles without a solution do not crowd out the others.  A draft depends on its
seed, number and dialect alone.
"""

from itertools import islice
from random import Random
from typing import Final, NamedTuple

from satcross.puzzle import ANY, MENTIONED, POSITIVE, Clue, Dialect, Puzzle
from satcross.puzzle.kinds import Hexagon
from satcross.puzzle.shapes import NamedLine, hexagon, lines, rectangle, triangle
from tests.clues import referring_pattern, regular_pattern
from tests.judges.engines import Engine, Rejected, Undecided
from tests.judges.generate import Generator
from tests.puzzle_fuzzer.around import around

ALPHABETS: Final = {
    "AB": 10, "ABC": 12, "ABCD": 4, "Aa": 1, "aAbB": 1, "A1": 1, "A_-": 1, "A B": 1, "A\n": 0.5, "A|^": 0.5, "äöé": 1,
    "жш": 1, "中丰": 0.5, "Kk\u212a": 0.5, "sS\u017f": 0.5, "\u03c3\u03c2\u03a3": 0.5, "A\u2028\xa0": 0.3,
    "A\U0001f600\U00010400": 0.5, "\U00010400\U00010428A": 0.5, "\U0001e900\U0001e922\u03a3\u03c3": 0.3,
    "ABCDEFGH": 2, "ABCDEFGHIJKLMNOPQRSTUVWXYZ": 1,
}  # fmt: skip
LONGEST: Final = 60  # of a pattern; longer ones are the matter of tests/differential
RANGE: Final = 1_000  # between letters further apart than this, a range mentions so many that all else takes long
SPARE: Final = ["", "", "", "", "Z", "XY", "é", "-", "0_", "\u212a", "\u3042"]
NAMES: Final = ["a", "b", "c", "d", "e", "f", "g h", "1,2", "ü", "x\\y", '"']


class Draft(NamedTuple):
    """What becomes a puzzle when the engine has spoken.

    bare         the puzzle without clues
    hidden       the hidden grid: a letter for each cell
    is_planted   whether the clues have to match the hidden grid
    candidates   for each line and clue the patterns to choose from, and whether the clue reads the line from its end
    """

    bare: Puzzle
    hidden: tuple[str, ...]
    is_planted: bool
    candidates: tuple[tuple[tuple[tuple[str, ...], bool], ...], ...]

    def puzzle(self, engine: Engine) -> Puzzle:
        """Return the puzzle; patterns that `engine`, the one of its dialect, refuses are left out."""
        filled = []
        for line, clues in zip(self.bare.lines, self.candidates, strict=True):
            text = "".join([self.hidden[cell] for cell in line.cells])
            chosen = []
            for patterns, is_reversed in clues:
                usable = (each for each in patterns if self._is_usable(each, text[:: -1 if is_reversed else 1], engine))
                chosen += [Clue(pattern, is_reversed) for pattern in islice(usable, 1)]
            filled.append(line._replace(clues=tuple(chosen)))
        return self.bare._replace(lines=tuple(filled))

    def _is_usable(self, pattern: str, hidden: str, engine: Engine) -> bool:
        """Return whether the engine accepts the pattern; of a planted puzzle, also the hidden text by it."""
        try:
            (way,) = engine.ways(pattern, self.bare.flags, [hidden])
        except (Rejected, Undecided):
            return False
        return way is not None or not self.is_planted


def draft(seed: object, number: int, dialect: Dialect, *, newest: bool = True) -> Draft:
    """Return the draft of this number; `newest`: with what only the newest engines know."""
    random = Random(f"{seed} {dialect} {number}")
    flags = _flags(random, dialect)
    letters = random.choices(list(ALPHABETS), list(ALPHABETS.values()))[0]
    if dialect == "javascript" and not {"u", "v"} & set(flags):
        letters = "".join(letter for letter in letters if letter <= "\uffff")
    size = _size(random, len(letters))
    bare = _bare(random, size)
    hidden = tuple(random.choices(letters, k=len(bare.cells)))
    is_planted = random.random() < 0.8
    kind = random.choices((letters, MENTIONED, POSITIVE, ANY), (57, 31, 10, 2))[0]
    if ord(max(letters)) - ord(min(letters)) > RANGE:
        kind = letters
    if kind == letters:
        kind = "".join(sorted({*letters, *random.choice(SPARE)}))
    given = sorted(
        random.sample(range(len(hidden)), min(len(hidden), random.choices((0, 1, 2, 3), (70, 15, 10, 5))[0]))
    )
    bare = bare._replace(
        alphabet=kind,
        dialect=dialect,
        flags=flags,
        given=tuple((cell, hidden[cell] if is_planted else random.choice(letters)) for cell in given),
        title=f"Random puzzle {number} of seed {seed}",
    )
    # with a wide range a puzzle would mention thousands of letters
    generator = Generator(dialect, random, newest, has_wide_ranges=kind not in (MENTIONED, POSITIVE))
    generator.alphabet, generator.flags = letters, flags
    candidates = []
    weights = (10, 65, 20, 5) if size != "wide" else (5, 75, 20, 0)
    for line in bare.lines:
        clues = []
        for _ in range(random.choices((0, 1, 2, 3), weights)[0]):
            is_reversed = random.random() < 0.1
            text = "".join([hidden[cell] for cell in line.cells])
            text = text[::-1] if is_reversed else text
            clues.append((_candidates(generator, text, letters), is_reversed))
        candidates.append(tuple(clues))
    return Draft(bare, hidden, is_planted, tuple(candidates))


def _flags(random: Random, dialect: Dialect) -> str:
    flags = {random.choice("imsuv" if dialect == "javascript" else "aimsux")} if random.random() < 0.25 else set()
    if flags and random.random() < 0.3:
        flags.add("i")
    return "".join(sorted(flags))


def _size(random: Random, letters: int) -> str:
    """Return how large the puzzle is: "tiny" lets every line be tried, "wide" has long lines, "small" is between."""
    if random.random() < 0.05:
        return "wide"
    return "tiny" if letters > 3 or random.random() < 0.3 else "small"


def _bare(random: Random, size: str) -> Puzzle:
    kind = random.choices(("rectangle", "hexagon", "triangle", "lines"), (45, 20, 10, 25))[0]
    longest = {"tiny": 3, "small": 4, "wide": 9}[size]
    if kind == "rectangle":
        height, width = random.randint(1, longest), random.randint(1, longest)
        places = [(row, column) for row in range(1, height + 1) for column in range(1, width + 1)]
        holes = _holes(random, places)
        diagonals = {}
        for name in ("falling", "rising"):
            if random.random() < 0.15:
                diagonals[name] = height + width - 1 if height != width or random.random() < 0.5 else 1
        return rectangle(rows=height, columns=width, holes=holes, **diagonals)
    if kind == "hexagon":
        edge = {"tiny": 2, "small": 2, "wide": 4}[size]
        side = random.randint(1, edge)
        sides = [side] * 3 if random.random() < 0.5 else [random.randint(1, edge) for _ in range(3)]
        families = {name: count for name, count in Hexagon.of(*sides).line_counts.items() if random.random() < 0.9}
        return hexagon(sides=sides, **families)
    if kind == "triangle":
        return triangle(side=random.randint(1, {"tiny": 3, "small": 3, "wide": 6}[size]))
    names = random.sample(NAMES, random.randint(1, len(NAMES) if size == "wide" else 7))
    drawn = []
    for number in range(random.randint(1, 5)):
        if random.random() < 0.4:  # with repeated cells
            cells = random.choices(names, k=random.randint(1, longest + 1))
        else:
            cells = random.sample(names, random.randint(1, min(longest, len(names))))
        drawn.append(NamedLine(cells, (), "" if random.random() < 0.8 else f"no. {number}"))
    return lines(drawn, cells=names if random.random() < 0.5 else ())


def _holes(random: Random, places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the places without cells: mostly none, some anywhere, or all of a row, which has no cells then."""
    if random.random() > 0.25 or not places[1:]:
        return []
    row, _ = random.choice(places)
    of_row = [place for place in places if place[0] == row]
    if len(of_row) < len(places) and random.random() < 0.3:
        return of_row
    return random.sample(places, random.randint(1, len(places) // 2))


def _candidates(generator: Generator, text: str, letters: str) -> tuple[str, ...]:
    """Return patterns to choose from; the last one matches `text` unless the engine disagrees."""
    random = generator.random
    chosen: list[str] = []
    kind = random.random()
    is_plain = letters.isascii() and letters.isalnum() and "x" not in generator.flags
    if kind < 0.45:
        chosen = [each for each in (generator.pattern() for _ in range(2)) if len(each) <= LONGEST]
    elif kind < 0.55 and is_plain:
        chosen = [regular_pattern(random, depth=random.choice((1, 2)), alphabet=letters[:4]) for _ in range(2)]
        if generator.dialect == "javascript":
            chosen = [each for each in chosen if "{," not in each]
    elif kind < 0.65 and is_plain:
        chosen = [referring_pattern(random) for _ in range(2)]
    chosen.append(around(text, random, letters, generator.dialect, generator.flags))
    return tuple(each or "(?:)" for each in chosen)  # in files an empty text is no clue at all
