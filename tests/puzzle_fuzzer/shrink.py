"""Making a puzzle small that still fails: clues, lines, cells, letters given and patterns are left out."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from satcross.errors import SatcrossError
from satcross.puzzle import ANY, MENTIONED, POSITIVE, Clue, Line, Puzzle
from satcross.puzzle.kinds import Lines
from satcross.solver.compile import compile_puzzle
from tests.judges.generate import Question
from tests.judges.shrink import shrunk, smaller_questions


def shrink(puzzle: Puzzle, fails: Callable[[Puzzle], bool], patience: int = 3_000) -> Puzzle:
    """Return a small puzzle that `fails`, got from `puzzle` (which does) by leaving things out.

    patience  how many puzzles are tried at most
    """
    return shrunk(puzzle, fails, _smaller, _weight, range(patience))


def _weight(puzzle: Puzzle) -> tuple[int, ...]:
    clues = [clue for line in puzzle.lines for clue in line.clues if isinstance(clue, Clue)]
    return (
        len(clues),
        len(puzzle.lines),
        len(puzzle.cells),
        puzzle.shape.kind != "lines",
        len(puzzle.given),
        len(puzzle.alphabet) + 100 * (puzzle.alphabet in (MENTIONED, POSITIVE, ANY)),
        len(puzzle.flags),
        sum(2 * len(clue.pattern) + clue.is_reversed for clue in clues),
    )


def _smaller(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield puzzles with less in them, those with much less first."""
    for number, line in enumerate(puzzle.lines):
        if line.clues:
            yield _with_line(puzzle, number, line._replace(clues=()))
        for clue in range(len(line.clues) if line.clues[1:] else 0):
            yield _with_line(puzzle, number, line._replace(clues=line.clues[:clue] + line.clues[clue + 1 :]))
    yield _bare(puzzle)
    for k in range(len(puzzle.given)):
        yield puzzle._replace(given=puzzle.given[:k] + puzzle.given[k + 1 :])
    if puzzle.alphabet in (MENTIONED, POSITIVE):
        with suppress(SatcrossError):
            compiled = compile_puzzle(puzzle)
            yield puzzle._replace(alphabet=compiled.letters.of(compiled.classes.every))
    elif puzzle.alphabet != ANY:
        needed = {letter for _, letter in puzzle.given}
        for letter in sorted(set(puzzle.alphabet) - needed) if len(puzzle.alphabet) > 1 else ():
            yield puzzle._replace(alphabet=puzzle.alphabet.replace(letter, ""))
    for flag in puzzle.flags:
        yield puzzle._replace(flags=puzzle.flags.replace(flag, ""))
    if puzzle.shape.kind == "lines":
        for number, line in enumerate(puzzle.lines):
            for index in range(len(line.cells) if len(line.cells) > 1 else 0):
                cells = line.cells[:index] + line.cells[index + 1 :]
                yield _bare(_with_line(puzzle, number, line._replace(cells=cells)))
    for number, line in enumerate(puzzle.lines):
        for place, clue in enumerate(line.clues):
            if isinstance(clue, Clue):
                if clue.is_reversed:
                    yield _with_clue(puzzle, number, place, clue._replace(is_reversed=False))
                question = Question(puzzle.dialect, "", clue.pattern, "A", 0)
                for pattern in dict.fromkeys(each.pattern for each in smaller_questions(question)):
                    if pattern:
                        yield _with_clue(puzzle, number, place, clue._replace(pattern=pattern))


def _with_line(puzzle: Puzzle, number: int, line: Line) -> Puzzle:
    return puzzle._replace(lines=(*puzzle.lines[:number], line, *puzzle.lines[number + 1 :]))


def _with_clue(puzzle: Puzzle, number: int, place: int, clue: Clue) -> Puzzle:
    line = puzzle.lines[number]
    return _with_line(puzzle, number, line._replace(clues=(*line.clues[:place], clue, *line.clues[place + 1 :])))


def _bare(puzzle: Puzzle) -> Puzzle:
    """Return the lines with clues as a puzzle of lines on cells with new names, without the cells of other lines."""
    lines = [line for line in puzzle.lines if line.clues and line.cells]
    used = sorted({cell for line in lines for cell in line.cells} | {cell for cell, _ in puzzle.given})
    place = {cell: k for k, cell in enumerate(used)}
    return puzzle._replace(
        cells=tuple(f"c{k}" for k in range(1, len(used) + 1)),
        lines=tuple(line._replace(cells=tuple(place[cell] for cell in line.cells)) for line in lines),
        shape=Lines.of(),
        given=tuple((place[cell], letter) for cell, letter in puzzle.given),
    )
