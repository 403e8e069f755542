"""Random puzzles small enough to try every grid, and their solutions by Python's own `re`."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import TypeAlias

from satcross.puzzle import Clue, Line, Puzzle
from satcross.puzzle.shapes import NamedLine, lines, rectangle
from tests.clues import DIFFERENT, accepted, referring_pattern, regular_pattern

Clues: TypeAlias = list[tuple[str, tuple[int, ...]]]
"""Patterns, each with the cells of its line."""

SPECIAL = [
    r"(.)\1*",
    r"(.)(.)?.*\1",
    r"(?!A).*",
    r".*(?<=A).*",
    r"(A|B)*\1",
    r"(?=.*B).*",
    r"(.)*\1",
    "(?:(.)(?!\\1))*",
]


def brute_force(puzzle: Puzzle) -> set[str]:
    """Return all solutions, each as its letters in cell order; the alphabet is listed in the puzzle."""
    engines = [
        (line.cells[::-1] if clue.is_reversed else line.cells, cache(re.compile(clue.pattern).fullmatch))
        for line in puzzle.lines
        for clue in line.clues
        if isinstance(clue, Clue)
    ]
    given = dict(puzzle.given)
    choices = [given.get(cell, puzzle.alphabet) for cell in range(len(puzzle.cells))]
    return {
        "".join(letters)
        for letters in product(*choices)
        if all(matches("".join([letters[cell] for cell in cells])) for cells, matches in engines)
    }


def small_puzzle(random: Random) -> Puzzle:
    """Return a rectangle of at most 9 cells over two or three letters, or crossing lines (cells may repeat)."""

    def pattern() -> str:
        kind = random.random()
        if kind < 0.2:
            return random.choice(SPECIAL) if random.random() < 0.5 else referring_pattern(random)
        return "" if kind < 0.3 else regular_pattern(random, depth=2)

    if random.random() < 0.75:
        rows, columns = random.choice([(1, 3), (2, 2), (2, 3), (3, 2), (3, 3)])
        alphabet = "AB" if rows * columns > 6 else "ABC"
        puzzle = rectangle(rows=[pattern() for _ in range(rows)], columns=[pattern() for _ in range(columns)])
    else:
        alphabet = "ABC"
        names = "abcdef"
        listed = [
            NamedLine([random.choice(names) for _ in range(random.randint(1, 4))], pattern() or ".*")
            for _ in range(random.randint(1, 4))
        ]
        puzzle = lines(listed)
    return puzzle._replace(alphabet=alphabet)


def small_puzzles(number: int, seed: int) -> Iterator[tuple[Puzzle, set[str]]]:
    """Yield `number` puzzles with their solutions: none, one, several, or very many."""
    random = Random(seed)
    for _ in range(number):
        puzzle = small_puzzle(random)
        yield puzzle, brute_force(puzzle)


def word_grids(number: int, seed: int) -> Iterator[tuple[Puzzle, set[str]]]:
    """Yield `number` 3 x 3 grids over two letters, each clue a choice of strings: clues have to be combined."""
    random = Random(seed)
    for _ in range(number):
        words = ["|".join("".join(random.choices("AB", k=3)) for _ in range(random.randint(3, 6))) for _ in range(6)]
        puzzle = rectangle(rows=words[:3], columns=words[3:])._replace(alphabet="AB")
        yield puzzle, brute_force(puzzle)


def crossing_clues(
    random: Random, cells: int, *, depth: int = 1, references: float = 0.4, unchecked: float = 0.03
) -> Clues:
    """Return four clues on lines of fewer than `cells` cells over ABC; a line may visit a cell twice.

    Args:
        depth: How deeply groups are nested.
        references: The share of the clues with backreferences.
        unchecked: The share of the clues that need not match a grid that all others match.
    """
    hidden = random.choices("ABC", k=cells)
    clues: Clues = []
    while len(clues) < 4:
        pattern = referring_pattern(random) if random.random() < references else regular_pattern(random, depth)
        on_line = random.sample(range(cells), random.randint(1, cells - 1))
        on_line += on_line[:1] if random.random() < 0.2 else []
        if accepted(pattern, [hidden[cell] for cell in on_line]) or random.random() < unchecked:
            clues.append((pattern, tuple(on_line)))
    return clues


def crossing_puzzle(clues: Clues, cells: int) -> Puzzle:
    """Return the puzzle of these clues over ABC; its cells are called a, b, c, ..."""
    listed = tuple(Line(f"line {number}", on_line, (Clue(pattern),)) for number, (pattern, on_line) in enumerate(clues))
    return Puzzle(tuple("abcdefgh"[:cells]), listed, alphabet="ABC")


def crossing_puzzles(number: int, seed: int) -> Iterator[tuple[Puzzle, set[str]]]:
    """Yield `number` puzzles of four crossing lines and four cells with their solutions; some have a given letter."""
    random = Random(seed)
    for _ in range(number):
        puzzle = crossing_puzzle(crossing_clues(random, 4), 4)
        solutions = brute_force(puzzle)
        if solutions and random.random() < 0.1:
            letter = random.choice(sorted(solutions))[0]
            puzzle = puzzle._replace(given=((0, letter),))
            solutions = {grid for grid in solutions if grid[0] == letter}
        yield puzzle, solutions


def differing_puzzles(number: int, seed: int) -> Iterator[tuple[Puzzle, set[str]]]:
    """Yield `number` puzzles of four lines and five cells over ABCD, with their solutions.

    Clues ask for letters that differ, for something regular, or both.
    """
    random = Random(seed)
    for _ in range(number):
        hidden = random.choices("ABCD", k=5)
        listed: list[Line] = []
        while len(listed) < 4:
            cells = random.sample(range(5), random.randint(3, 5))
            pattern = random.choice(DIFFERENT) if random.random() < 0.6 else regular_pattern(random, 1, "ABCD")
            if accepted(pattern, [hidden[cell] for cell in cells]) or random.random() < 0.03:
                listed.append(Line(f"line {len(listed)}", tuple(cells), (Clue(pattern),)))
        puzzle = Puzzle(tuple("vwxyz"), tuple(listed), alphabet="ABCD")
        yield puzzle, brute_force(puzzle)
