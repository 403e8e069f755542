"""Families of puzzles that are crafted to be hard: each one grows with a size, and a seed draws one of its members.

In: the name of a family, a size, a seed.  Out: a puzzle, and what is known of it by construction.  Equal requests give
equal puzzles.  (The habits are those of cnfgen, M. Lauria and others, CNFgen: a generator of crafted benchmarks, SAT
2017: a family is a function with a few numbers, and each instance says how it was made.)

Most clues are random regular ones that match a hidden string, and others too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Final, Literal, NamedTuple, TypeAlias

from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import LimitError, TimeUp
from satcross.puzzle import Clue, Puzzle
from satcross.puzzle.shapes import hexagon, rectangle
from satcross.solver.solutions import Check, check

Known: TypeAlias = Literal["solvable", "unique", "none"]
"""What a family promises of its puzzles: at least one solution, exactly one, or none."""

ClueOf: TypeAlias = Callable[[str, str, Random], str]

UNFILLABLE_TRIES: Final = 200
"""Word grids that are drawn before the search for an unfillable one is given up; about one in two has no fill."""


class PuzzleFamily(NamedTuple):
    """A family of puzzles.

    Attributes:
        size: What the size counts.
        known: What holds of every one of its puzzles.
        puzzle: Makes the puzzle of a size and a seed.
    """

    size: str
    known: Known
    puzzle: Callable[[int, Random, Budget], Puzzle]


def member(name: str, size: int, seed: int, budget: Budget = UNLIMITED) -> Puzzle:
    """Return the puzzle of the family `name` with this size, at least 2, and seed.

    Raises:
        KeyError: For an unknown family.
        LimitError: If no such puzzle was found.
        TimeUp: If the time is up.
    """
    puzzle = FAMILIES[name].puzzle(size, Random(f"{name} {size} {seed}"), budget)
    return puzzle._replace(title=f"{name}, size {size}, seed {seed}")


def _random(size: int, random: Random, budget: Budget) -> Puzzle:
    return _around_a_solution(rectangle(rows=[""] * size, columns=[""] * size), "ABCDEFGH", mixed, random)


def _hexagon(size: int, random: Random, budget: Budget) -> Puzzle:
    edges = [""] * (2 * size - 1)
    blank = hexagon(horizontal=edges, rising=edges, falling=edges)
    return _around_a_solution(blank, "ABCDEFGH", mixed, random)


def _stars(size: int, random: Random, budget: Budget) -> Puzzle:
    return _around_a_solution(rectangle(rows=[""] * size, columns=[""] * size), "ABCDEF", nested_star, random)


def _minimal(size: int, random: Random, budget: Budget) -> Puzzle:
    """Return a puzzle with one solution, and with others if any one of its clues is left out."""
    letters = "ABCD"
    puzzle = _around_a_solution(rectangle(rows=[""] * size, columns=[""] * size), letters, tokens, random)
    hidden = puzzle.expected[0]
    while (verdict := _checked(puzzle, budget)).status != "unique":
        differing = {puzzle.cells.index(cell) for cell in verdict.differing_cells}
        touched = [number for number, line in enumerate(puzzle.lines) if differing.intersection(line.cells)]
        for number in random.sample(touched, min(2, len(touched))):
            text = "".join([hidden[cell] for cell in puzzle.lines[number].cells])
            make = random.choice([tokens, letters_in_order])
            puzzle = _with_clues(puzzle, number, [*_clues(puzzle, number), make(text, letters, random)])
    occurrences = [(number, clue) for number in range(len(puzzle.lines)) for clue in _clues(puzzle, number)]
    for number, clue in random.sample(occurrences, len(occurrences)):
        rest = _clues(puzzle, number)
        rest.remove(clue)
        smaller = _with_clues(puzzle, number, rest)
        if _checked(smaller, budget).status == "unique":
            puzzle = smaller
    return puzzle._replace(expects_all=True)


def _pigeons(size: int, random: Random, budget: Budget) -> Puzzle:
    """Return `size` + 1 pigeons, the rows, and `size` holes, the columns: each pigeon has one hole, no hole two."""
    return rectangle(rows=["O*XO*"] * (size + 1), columns=["O*X?O*"] * size)


def _parities(size: int, random: Random, budget: Budget) -> Puzzle:
    """Return a grid in which every row has an odd and every column an even number of X, with an odd number of rows."""
    rows = size + 1 - size % 2
    return rectangle(rows=["(O*XO*X)*O*XO*"] * rows, columns=["(O*XO*X)*O*"] * size)


def _words(size: int, random: Random, budget: Budget) -> Puzzle:
    """Return a square grid with a list of random words for each line, which no fill satisfies."""
    letters = "ABCD"
    # with letters^(size / 2) words about one fill would be expected; somewhat fewer make it likely that there is none
    words = max(2, round(0.75 * len(letters) ** (size / 2)))
    for _ in range(UNFILLABLE_TRIES):
        lists = [
            "|".join(sorted({"".join(random.choices(letters, k=size)) for _ in range(words)})) for _ in range(2 * size)
        ]
        puzzle = rectangle(rows=lists[:size], columns=lists[size:], alphabet=letters)
        if _checked(puzzle, budget).status == "none":
            return puzzle
    raise LimitError(f"no unfillable grid was found among {UNFILLABLE_TRIES}", hint="try another seed")


FAMILIES: Final[dict[str, PuzzleFamily]] = {
    "random": PuzzleFamily("rows", "solvable", _random),
    "minimal": PuzzleFamily("rows", "unique", _minimal),
    "hexagon": PuzzleFamily("cells of a side", "solvable", _hexagon),
    "stars": PuzzleFamily("rows", "solvable", _stars),
    "pigeons": PuzzleFamily("holes", "none", _pigeons),
    "parities": PuzzleFamily("columns", "none", _parities),
    "words": PuzzleFamily("letters of a word", "none", _words),
}


def _checked(puzzle: Puzzle, budget: Budget) -> Check:
    """Return what is known of `puzzle`.  Raises TimeUp if that is not all."""
    verdict = check(puzzle, budget=budget)
    if verdict.status == "unknown":
        raise TimeUp
    return verdict


def _around_a_solution(blank: Puzzle, letters: str, clue_of: ClueOf, random: Random) -> Puzzle:
    """Return `blank` with random letters as its solution and a clue on each line that they satisfy."""
    hidden = random.choices(letters, k=len(blank.cells))
    puzzle = blank._replace(alphabet=letters, expected=(tuple(hidden),))
    for number, line in enumerate(puzzle.lines):
        text = "".join([hidden[cell] for cell in line.cells])
        puzzle = _with_clues(puzzle, number, [clue_of(text, letters, random)])
    return puzzle


def _clues(puzzle: Puzzle, number: int) -> list[str]:
    return [clue.pattern for clue in puzzle.lines[number].clues if isinstance(clue, Clue)]


def _with_clues(puzzle: Puzzle, number: int, clues: Sequence[str]) -> Puzzle:
    """Return `puzzle` with these clues on a line."""
    lines = list(puzzle.lines)
    lines[number] = lines[number]._replace(clues=tuple(map(Clue, clues)))
    return puzzle._replace(lines=tuple(lines))


def letters_in_order(text: str, letters: str, random: Random) -> str:
    """Return a clue that asks for some letters of `text` in their order, such as `.*A.*BC.*`."""
    count = min(len(text), random.randint(2, max(2, min(6, len(text) // 2))))
    chosen = sorted(random.sample(range(len(text)), count))
    pieces = [text[chosen[0]]]
    for before, place in pairwise(chosen):
        pieces.append(("" if place == before + 1 else ".*") + text[place])
    return f".*{''.join(pieces)}.*"


def tokens(text: str, letters: str, random: Random) -> str:
    """Return a clue in which some letters occur only as part of certain tokens, such as `([^AB]|AC|BB)*`."""
    used = sorted(set(text))
    bound = random.sample(used, min(3, len(used)))
    texts: set[str] = set()
    place = 0
    while place < len(text):
        length = random.randint(2, 3) if text[place] in bound else 1
        if length > 1:
            texts.add(text[place : place + length])
        place += length
    return f"([^{''.join(bound)}]|{'|'.join(sorted(texts))})*"


def mixed(text: str, letters: str, random: Random) -> str:
    """Return letters in order or tokens, at random."""
    return random.choice([letters_in_order, tokens])(text, letters, random)


def nested_star(text: str, letters: str, random: Random) -> str:
    """Return loops in loops, such as `((A|BC)*(CA)*)*`, from pieces of `text` and others."""
    pieces: list[str] = []
    place = 0
    while place < len(text):
        length = random.randint(1, 3)
        pieces.append(text[place : place + length])
        place += length
    pieces += ["".join(random.choices(letters, k=2)) for _ in range(2)]
    return _starred(sorted(set(pieces)), random)


def _starred(pieces: Sequence[str], random: Random) -> str:
    """Return a loop that matches any sequence of `pieces`, grouped at random."""
    if len(pieces) <= 2:
        return f"({'|'.join(pieces)})*"
    shuffled = random.sample(pieces, len(pieces))
    cut = random.randint(1, len(pieces) - 1)
    return f"({_starred(shuffled[:cut], random)}{_starred(shuffled[cut:], random)})*"
