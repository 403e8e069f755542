"""Families of puzzles for experiments: each one grows with a size, and a seed draws one of its members.

In: the name of a family, a size, a seed.  Out: a puzzle, and what is known of it by construction.  Equal requests give
equal puzzles.  (The habits are those of cnfgen, M. Lauria and others, CNFgen: a generator of crafted benchmarks, SAT
2017: a family is a function with a few numbers, and each instance says how it was made.)

Most clues are random regular ones that match a hidden string, and others too.

An *instance* is a puzzle of a family, its formulas, and what is known of them, as files.  NAME is the family, the size
and the seed.

    NAME.toml         the puzzle
    NAME.cnf          its formula, as competitions ask for it
    NAME-other.cnf    of a puzzle with one solution: the formula of another solution, which has no model
    NAME.json         how it was made, what holds by construction, and how hard the formulas are for a named solver

Equal requests give equal files: difficulty is counted in conflicts, not in seconds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import POSITIONS
from satcross.errors import ErrorCode, LimitError, OptionError, TimeUp, did_you_mean
from satcross.puzzle.files import to_text
from satcross.puzzle.model import Clue, Puzzle
from satcross.puzzle.shapes import hexagon, rectangle
from satcross.solver.backends.python_sat import Solver
from satcross.solver.formula import export

if TYPE_CHECKING:
    from satcross.solver.solutions import Check

Known: TypeAlias = Literal["solvable", "unique", "none"]
"""What a family promises of its puzzles: at least one solution, exactly one, or none."""

ClueOf: TypeAlias = Callable[[str, str, Random], str]

UNFILLABLE_TRIES: Final = 200
"""Word grids that are drawn before the search for an unfillable one is given up; about one in two has no fill."""


class PuzzleFamily(NamedTuple):
    """A family of puzzles.

    Attributes:
        summary: What its puzzles are, in a few words.
        size: What the size counts.
        hardness: The sizes that take milliseconds, seconds, and (extrapolated) an hour or more; "-": none that was
            tried.  This is for Glucose and the whole formula in the default encoding.
        known: What holds of every one of its puzzles.
        puzzle: Makes the puzzle of a size and a seed.
    """

    summary: str
    size: str
    hardness: str
    known: Known
    puzzle: Callable[[int, Random, Budget], Puzzle]


def member(name: str, size: int, seed: int, budget: Budget = UNLIMITED) -> Puzzle:
    """Return the puzzle of the family `name` with this size and seed.

    Raises:
        OptionError: For an unknown family or a size below 2.
        LimitError: If no such puzzle was found.
        TimeUp: If the time is up.
    """
    check_family(name)
    if size < 2:
        raise OptionError(f"the size must be 2 or more, not {size}", code=ErrorCode.OPTION_SIZE)
    puzzle = FAMILIES[name].puzzle(size, Random(f"{name} {size} {seed}"), budget)
    return puzzle._replace(title=f"{name}, size {size}, seed {seed}")


def check_family(name: str) -> None:
    """Raise OptionError unless `name` is a family."""
    if name not in FAMILIES:
        hint = did_you_mean(name, FAMILIES) or "choose one of " + ", ".join(FAMILIES)
        raise OptionError(f"there is no family named {name!r}", code=ErrorCode.OPTION_FAMILY, hint=hint)


def _random(size: int, random: Random, budget: Budget) -> Puzzle:
    return _around_a_solution(rectangle(rows=[""] * size, columns=[""] * size), "ABCDEFGH", mixed, random)


def _hexagon(size: int, random: Random, budget: Budget) -> Puzzle:
    edges = [""] * (2 * size - 1)
    blank = hexagon(horizontal=edges, rising=edges, falling=edges)
    return _around_a_solution(blank, "ABCDEFGH", mixed, random)


def _references(size: int, random: Random, budget: Budget) -> Puzzle:
    return _around_a_solution(rectangle(rows=[""] * size, columns=[""] * size), "ABCDEF", reference, random)


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
    "random": PuzzleFamily("random clues around a hidden solution", "rows", "15, 60, -", "solvable", _random),
    "minimal": PuzzleFamily("one solution, and no clue to spare", "rows", "10, -, -", "unique", _minimal),
    "hexagon": PuzzleFamily("hexagons around a hidden solution", "cells of a side", "11, -, -", "solvable", _hexagon),
    "references": PuzzleFamily("back-references in every line", "rows", "14, -, -", "solvable", _references),
    "stars": PuzzleFamily("loops in loops in every line", "rows", "20, -, -", "solvable", _stars),
    "pigeons": PuzzleFamily("one pigeon more than there are holes", "holes", "7, 11, 16", "none", _pigeons),
    "parities": PuzzleFamily("odd rows against even columns", "columns", "4, 6, 12", "none", _parities),
    "words": PuzzleFamily("lists of words that do not cross", "letters of a word", "5, 7, 9", "none", _words),
}


def _checked(puzzle: Puzzle, budget: Budget) -> Check:
    """Return what is known of `puzzle`.  Raises TimeUp if that is not all."""
    from satcross.solver.solutions import check

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


def reference(text: str, letters: str, random: Random) -> str:
    """Return a clue with a back-reference, if some letter of `text` comes again; else letters in order."""
    pairs = [(i, j) for i in range(len(text)) for j in range(i + 2, len(text)) if text[i] == text[j]]
    if not pairs:
        return letters_in_order(text, letters, random)
    i, _ = random.choice(pairs)
    return rf".*(.){text[i + 1]}.*\1.*"


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


SCHEMA: Final = 1


def instance(
    name: str,
    size: int,
    seed: int,
    *,  # each is an option of the command
    encoding: str = POSITIONS,
    solver: str = "glucose4",
    most_conflicts: int = 100_000,
    budget: Budget = UNLIMITED,
) -> dict[str, str]:
    """Return the files of an instance, by name.

    Args:
        most_conflicts: The solver gives up after this many, and the difficulty is given as at least that.

    Raises:
        SatcrossError: What `member` and `export` raise.
    """
    puzzle = member(name, size, seed, budget)
    known = FAMILIES[name].known
    stem = f"{name}-{size}-{seed}"
    texts = {f"{stem}.toml": to_text(puzzle, "toml")}
    formulas: list[tuple[str, Sequence[str] | None]] = [(f"{stem}.cnf", None)]
    if known == "unique":
        formulas.append((f"{stem}-other.cnf", puzzle.expected[0]))
    described = []
    for file, blocked in formulas:
        lines = list(export(puzzle, blocked=blocked, encoding=encoding, for_competition=True, budget=budget))
        texts[file] = "".join([f"{line}\n" for line in lines])
        is_satisfiable = known != "none" and blocked is None
        difficulty = _difficulty(lines, solver, most_conflicts, budget)
        described.append({"file": file, "satisfiable": is_satisfiable, "difficulty": difficulty})
    metadata = {
        "schema": SCHEMA, "family": name, "size": size, "seed": seed, "known": known, "encoding": encoding,
        "cells": len(puzzle.cells), "clues": sum([len(line.clues) for line in puzzle.lines]), "formulas": described,
    }  # fmt: skip
    texts[f"{stem}.json"] = json.dumps(metadata, indent=2) + "\n"
    return texts


def _difficulty(lines: Sequence[str], solver: str, most: int, budget: Budget) -> dict[str, Any]:
    """Return how many conflicts `solver` needs for the formula of a DIMACS file without comments."""
    header, *clauses = lines
    _, _, variables, count = header.split()
    with Solver(solver, budget) as engine:
        for clause in clauses:
            engine.add([int(word) for word in clause.split()[:-1]])
        budget.note(f"searching by {solver}")
        answer = engine.solve_within(None, conflicts=most)
        facts = {"solver": solver, "variables": int(variables), "clauses": int(count)}
        return {**facts, "conflicts": engine.conflicts, "is_solved": answer is not None}
