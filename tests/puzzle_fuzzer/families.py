"""Random puzzles of the families that are measured: word lists, nonograms, drafts, letters that differ, growing clues.

They are small enough that the real engine can be asked about every text of every line.  In each family there are
puzzles without a solution, with one, and with several.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from bench.ladders import LATIN, REFERRING, random_hexagon, random_nonogram, random_rectangle
from satcross.puzzle import Clue, Puzzle
from satcross.puzzle.shapes import hexagon, rectangle
from tests.clues import DIFFERENT

TRIED: Final = 0.25  # of nonograms and drafts have a clue of another puzzle


def puzzle(seed: object, number: int) -> Puzzle:
    """Return the puzzle of this number; its title names its family."""
    random = Random(f"{seed} family {number}")
    name = list(FAMILIES)[number % len(FAMILIES)]
    return FAMILIES[name](random)._replace(expected=(), expects_all=False, title=f"{name} {number} of seed {seed}")


def _text(random: Random, letters: str, length: int) -> str:
    return "".join(random.choices(letters, k=length))


def _listed(random: Random, letters: str, length: int, number: int) -> str:
    return "|".join(sorted({_text(random, letters, length) for _ in range(number)}))


def _word_lists(random: Random) -> Puzzle:
    """Return a square with a list of words on each line; about one solution is to be expected."""
    n, size = random.choice(((3, 2), (4, 2), (5, 2), (6, 2), (7, 2), (3, 4), (4, 4), (5, 4), (3, 8), (4, 8)))
    letters = LATIN[:size]
    number = max(2, round(size ** (n / 2) * random.choice((0.9, 1.0, 1.0, 1.1, 1.3))))
    clues = [_listed(random, letters, n, number) for _ in range(2 * n)]
    return rectangle(rows=clues[:n], columns=clues[n:], alphabet=letters)


def _with_another_clue(puzzle: Puzzle, other: Puzzle, random: Random) -> Puzzle:
    """Return `puzzle`, or with the clues of one line of `other` in its place."""
    if random.random() > TRIED:
        return puzzle
    lines = list(puzzle.lines)
    number = random.randrange(len(lines))
    lines[number] = lines[number]._replace(clues=other.lines[number].clues)
    return puzzle._replace(lines=tuple(lines))


def _nonograms(random: Random) -> Puzzle:
    n = random.randint(3, 10)
    made, other = (random_nonogram(n, random.getrandbits(32)) for _ in range(2))
    return _with_another_clue(made, other, random)


def _drafts(random: Random) -> Puzzle:
    """Return a rectangle or a hexagon with clues in the styles of real puzzles."""
    n, letters = random.choice(((3, 6), (4, 3), (4, 4), (4, 6), (5, 3), (5, 4), (6, 3), (6, 4)))
    options = {"letters": letters, "per_line": random.choice((1, 1, 2))}
    if random.random() < 0.3:
        options["styles"] = REFERRING
    make: Callable[..., Puzzle] = random_rectangle
    if random.random() < 0.3:
        n, make = random.choice((2, 3)), random_hexagon
    made, other = (make(n, seed=random.getrandbits(32), **options) for _ in range(2))
    return _with_another_clue(made, other, random)


def _different(random: Random) -> Puzzle:
    """Return a grid or a hexagon whose clues ask for letters that differ, some for words."""
    size = random.choice((3, 4, 5))
    letters = LATIN[: random.randint(size, size + 2)]

    def clue(length: int) -> str:
        kind = random.random()
        if kind < 0.65:
            return r"(?!.*(.).*\1).*" if kind < 0.4 else random.choice(DIFFERENT)
        if kind < 0.75:
            return _listed(random, letters, length, random.randint(2, 30))
        return f".*{_text(random, letters, random.randint(1, 2))}.*" if kind < 0.85 else ""

    if size == 3 and random.random() < 0.4:
        clues = [[clue(length) for length in (2, 3, 2)] for _ in range(3)]
        return hexagon(horizontal=clues[0], rising=clues[1], falling=clues[2])._replace(alphabet=letters)
    rows = random.randint(1, size)
    places = [(row, column) for row in range(1, rows + 1) for column in range(1, size + 1)]
    given = {place: random.choice(letters) for place in random.sample(places, random.randint(0, 1 + len(places) // 3))}
    row_clues, column_clues = ([clue(n) for _ in range(number)] for n, number in ((size, rows), (rows, size)))
    return rectangle(rows=row_clues, columns=column_clues, given=given, alphabet=letters)


def _growing(random: Random) -> Puzzle:
    """Return few lines with many clues, long lists, or many tokens."""
    letters, n = random.choice((("AB", 10), ("AB", 12), ("ABC", 7), ("ABCD", 5), ("ABCD", 6)))
    rows = random.randint(1, 3)

    def clues() -> tuple[Clue, ...]:
        kind = random.randrange(3)
        if kind == 0:
            parts = [_text(random, letters, random.randint(1, 4)) for _ in range(random.randint(2, 8))]
            return tuple(Clue(f".*{part}.*") for part in parts)
        if kind == 1:
            return (Clue(_listed(random, letters, n, random.randint(20, 300))),)
        tokens = [_text(random, letters, random.randint(1, 4)) for _ in range(random.randint(2, 20))]
        return (Clue(f"({'|'.join(tokens)})*"),)

    columns = [_listed(random, letters, rows, len(letters) ** rows // 2) for _ in range(n)]
    made = rectangle(rows=[""] * rows, columns=columns, alphabet=letters)
    lines = [line._replace(clues=clues()) if len(line.cells) == n else line for line in made.lines]
    return made._replace(lines=tuple(lines))


FAMILIES: Final[dict[str, Callable[[Random], Puzzle]]] = {
    "word lists": _word_lists,
    "nonograms": _nonograms,
    "drafts": _drafts,
    "different letters": _different,
    "growing clues": _growing,
}
