"""A puzzle at a glance: its size, its alphabet and why, what its clues are made of, and what looks like a mistake.

In: a puzzle.  Out: an `Overview`.  The puzzle is compiled; it is solved only to see whether the verdict depends on the
alphabet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from satcross.author.alone import is_matchable, searched
from satcross.author.constructs import constructs
from satcross.author.likely_mistakes import mistakes_in
from satcross.base.budget import Budget, limits
from satcross.base.records import NamedTuple
from satcross.base.showing import in_one_line
from satcross.base.wording import counted
from satcross.puzzle import ANY, KEYWORDS, MENTIONED, POSITIVE, Cell, Clue, Puzzle, WordClue, free_cells_text, json_cell
from satcross.regex.letters import LetterSet, difference, from_text, to_text
from satcross.regex.lower import mentioned
from satcross.solver.compile import CompiledPuzzle, PuzzleLetters, compile_puzzle
from satcross.solver.expected import mismatches

REASONS: Final = {
    MENTIONED: "the letters that the clues mention",
    POSITIVE: "the letters that the clues mention outside negations",
    ANY: "any letter of Unicode",
}
LETTERS_LISTED: Final = 12  # of the letters that the alphabet lacks; more would fill the screen


class Caution(NamedTuple):
    """Something that looks like a mistake.

    Attributes:
        code: "unmatchable", "no-effect", "letter-not-in-alphabet", "expected-solution", "free-cell",
            "depends-on-alphabet", or the code of a likely mistake (`satcross.author.likely_mistakes`).
        place: The line and the clue; "" for the puzzle as a whole.
    """

    code: str
    place: str
    message: str


class Overview(NamedTuple):
    """A puzzle at a glance.

    Attributes:
        shape: The shape in words, such as "rectangle, 2 x 3 (rows x columns)".
        alphabet: The letters, or "any".
        reason: Why the alphabet has these letters.
        clues: The number of clues.
        clues_per_line: The smallest and the largest number of clues on a line.
        constructs: How many clues use each construct, the commonest first.
        free_cells: The cells that no clue reads and no given letter fixes.
    """

    puzzle: Puzzle
    shape: str
    alphabet: str
    reason: str
    clues: int
    clues_per_line: tuple[int, int]
    constructs: tuple[tuple[str, int], ...]
    free_cells: tuple[Cell, ...]
    warnings: tuple[Caution, ...]

    def as_json(self) -> dict[str, Any]:
        """Return what `satcross show` prints as JSON of a puzzle, without its file and name."""
        puzzle = self.puzzle
        return {
            "shape": puzzle.shape.kind,
            "sizes": list(puzzle.shape.sizes),
            "cells": len(puzzle.cells),
            "lines": len(puzzle.lines),
            "clues": self.clues,
            "alphabet": self.alphabet,
            "alphabet_reason": self.reason,
            "dialect": puzzle.dialect,
            "flags": puzzle.flags,
            "colors": dict(puzzle.colors),
            "constructs": dict(self.constructs),
            "free_cells": [json_cell(cell) for cell in self.free_cells],
            "warnings": [warned._asdict() for warned in self.warnings],
        }

    def __repr__(self) -> str:
        return in_one_line("Overview", self.shape, counted(self.clues, "clue"), counted(len(self.warnings), "warning"))


def overview(
    puzzle: Puzzle,
    *,
    asks_alphabet: bool = True,
    timeout: float | None = None,
    budget: Budget | None = None,
) -> Overview:
    """Return `puzzle` at a glance.

    Args:
        asks_alphabet: Also solve the puzzle over any alphabet, to see whether the verdict depends on the alphabet.
        timeout, budget: The time limit in seconds, and further limits.

    Raises:
        SatcrossError: What `compile_puzzle` raises.
        TimeUp: If the time is up.

    >>> from satcross.puzzle.shapes import rectangle
    >>> [warned.code for warned in overview(rectangle(rows=["ABC", ".*"], columns=["A.", ""])).warnings]
    ['unmatchable', 'no-effect']
    """
    budget = limits(timeout, budget)
    compiled = compile_puzzle(puzzle, budget)
    budget.note("looking for likely mistakes")
    counts = [len(line.clues) for line in puzzle.lines]
    warnings = _warnings(compiled, budget)
    if asks_alphabet and puzzle.alphabet in (MENTIONED, POSITIVE):
        warnings += _alphabet_warnings(compiled.letters, budget)
    return Overview(
        puzzle=puzzle,
        shape=shape_text(puzzle),
        alphabet=ANY if puzzle.alphabet == ANY else to_text(compiled.alphabet),
        reason=REASONS.get(puzzle.alphabet, "the puzzle lists them"),
        clues=sum(counts),
        clues_per_line=(min(counts, default=0), max(counts, default=0)),
        constructs=_constructs(compiled.letters),
        free_cells=puzzle.free_cells,
        warnings=tuple(warnings),
    )


def _warnings(compiled: CompiledPuzzle, budget: Budget) -> list[Caution]:
    """Return what looks like a mistake, apart from the alphabet."""
    puzzle, read = compiled.puzzle, compiled.letters
    found = mistakes_in(read)
    warnings = [Caution(each.code, f"{each.line}, clue {each.clue}", each.sentence) for each in found]
    warnings += [*_clue_warnings(compiled, budget), *_foreign_letters(read), *_foreign_colors(compiled)]
    warnings += [Caution("expected-solution", "", str(each)) for each in mismatches(puzzle, (), budget, read)]
    if not any(warned.code == "unmatchable" for warned in warnings):
        letters = None if puzzle.alphabet == ANY else len(to_text(compiled.alphabet))
        warnings += [Caution("free-cell", "", message) for message in [free_cells_text(puzzle, letters)] if message]
    return warnings


def shape_text(puzzle: Puzzle) -> str:
    """Return the shape of `puzzle` in words."""
    holes = len(puzzle.shape.holes)
    return puzzle.shape.text + (f", {counted(holes, 'hole')}" if holes else "")


def _clue_warnings(compiled: CompiledPuzzle, budget: Budget) -> Iterator[Caution]:
    """Yield warnings about clues that no string of their length matches, and about clues that every string matches."""
    everything = (1 << len(compiled.classes.members)) - 1
    for constraint in compiled.constraints:
        line = compiled.puzzle.lines[constraint.line]
        domains = [everything] * len(constraint.cells)
        place = f"{line.name}, clue {constraint.clue + 1}"
        length = counted(len(constraint.cells), "letter")
        if constraint.line_constraint.is_entailed(domains):
            yield Caution("no-effect", place, f"every string of {length} matches, so the clue constrains nothing")
        elif is_matchable(compiled, constraint.line, constraint.clue, constraint, budget) is False:
            yield Caution("unmatchable", place, f"no string of {length} matches")


def _foreign_letters(read: PuzzleLetters) -> Iterator[Caution]:
    """Yield warnings about the clues that name letters which a listed alphabet lacks."""
    puzzle = read.puzzle
    if puzzle.alphabet in KEYWORDS:
        return
    alphabet = from_text(puzzle.alphabet)
    for line in puzzle.lines:
        for number, clue in enumerate(line.clues, 1):
            if isinstance(clue, Clue):
                letters = difference(mentioned(read.trees[clue.pattern]).all, alphabet)
                if letters:
                    message = f"it names letters that the alphabet lacks: {_few(letters)}"
                    yield Caution("letter-not-in-alphabet", f"{line.name}, clue {number}", message)


def _foreign_colors(compiled: CompiledPuzzle) -> Iterator[Caution]:
    """Yield a warning about the letters that have a colour and that the alphabet lacks."""
    colored = from_text("".join(letter for letter, _ in compiled.puzzle.colors))
    letters = () if compiled.puzzle.alphabet == ANY else difference(colored, compiled.alphabet)
    if letters:
        message = f"letters that the alphabet lacks have a colour: {_few(letters)}"
        yield Caution("letter-not-in-alphabet", "", message)


def _few(letters: LetterSet) -> str:
    """Return the first of `letters`, as a message lists them."""
    named = to_text(letters[:20])
    return named if len(named) <= LETTERS_LISTED else f"{named[:LETTERS_LISTED]}..."


def _alphabet_warnings(read: PuzzleLetters, budget: Budget) -> Iterator[Caution]:
    """Yield a warning if the verdict is another one over any alphabet."""
    both = (read.puzzle, read.puzzle._replace(alphabet=ANY))
    known, widened = (searched(each, 2, budget, read)[0] for each in both)
    if "unknown" not in (known, widened) and known != widened:
        message = f"the verdict depends on the alphabet: {known} over these letters, {widened} over any"
        yield Caution("depends-on-alphabet", "", message)


def _constructs(read: PuzzleLetters) -> tuple[tuple[str, int], ...]:
    """Return how many clues use each construct, the commonest first."""
    used: dict[str, int] = {}
    for line in read.puzzle.lines:
        for clue in line.clues:
            if isinstance(clue, WordClue):
                names = {"word list"}
            else:
                names = set(constructs(read.trees[clue.pattern].root))
                names |= {"reversed clue"} if clue.is_reversed else set()
            for name in names:
                used[name] = used.get(name, 0) + 1
    return tuple(sorted(used.items(), key=lambda item: (-item[1], item[0])))
