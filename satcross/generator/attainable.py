"""Which difficulties puzzles of a shape can have.

In: a shape, and how many clues a line has.  Out: the labels, and the greatest hardness; an error names what to change.

Where no two clues read a common cell, each gives its own letters at once.  Where a clue only meets clues of single
letters, these say all that they know in the first marking round, and the clue uses it in the second, which
is hardly ever moderate.  Over two letters, whatever narrows a cell gives its letter, so that nothing is ever marked.
And few cells leave no room for long ways.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from satcross.author.difficulty import HARDEST, LABELS, most_hardness
from satcross.base.wording import counted, listed
from satcross.errors import ErrorCode, Field, OptionError, PuzzleError, naming
from satcross.generator.request import Request, lines_with_cells
from satcross.puzzle.model import ANY, Puzzle

LEAST_CELLS: Final = {"gentle": 2, "moderate": 4, "hard": 8, HARDEST: 16}
"""The fewest cells of shapes for which the generator finds puzzles of a label, by trying small shapes."""

MARKED_LETTERS: Final = 3
"""The fewest letters of an alphabet in which a cell can lose a letter without being settled."""


def attainable_labels(shape: Puzzle, clues_per_line: int = 1, alphabet: str = ANY) -> tuple[str, ...]:
    """Return the labels that generated puzzles of `shape` can have, the easiest first.

    Args:
        alphabet: As in a `Request`.

    >>> from satcross import rectangle
    >>> attainable_labels(rectangle(rows=1, columns=8))
    ('gentle',)
    >>> attainable_labels(rectangle(rows=4, columns=4))
    ('gentle', 'moderate', 'hard', 'fiendish')
    """
    lines = lines_with_cells(shape)
    readers = Counter(cell for line in lines if len(set(line.cells)) > 1 for cell in set(line.cells))
    has_crossing = max(readers.values(), default=0) > 1
    has_marks = has_crossing and (alphabet == ANY or len(set(alphabet)) >= MARKED_LETTERS)
    labels = [label for _, label in LABELS] + [HARDEST]
    most = len(labels) if has_marks or clues_per_line > 1 else 1
    return tuple([each for each in labels[:most] if len(shape.cells) >= LEAST_CELLS[each]])


def check_attainable(request: Request) -> None:
    """Raise OptionError or PuzzleError if no generated puzzle of the shape can be as hard as `request` wants it."""
    few = _few_letters(request)
    labels = attainable_labels(request.shape, request.clues_per_line, few.value if few else ANY)
    if not labels:
        message = f"{counted(len(request.shape.cells), 'cell')} cannot make a puzzle: one clue would say everything"
        raise PuzzleError(message, code=ErrorCode.NO_CELLS, hint="choose a shape of at least 2 cells")
    if request.difficulty and request.difficulty not in labels:
        wanted = Field("difficulty", request.difficulty)
        others = naming("choose {}", Field("difficulty", listed(labels, "or")))
        if few and request.difficulty in attainable_labels(request.shape, request.clues_per_line):
            message = naming("{} and {} cannot be combined: over two letters there is nothing to mark", wanted, few)
            hint = naming("{}, or a third letter in {}", others, Field(few.name))
        else:
            message = naming("this shape is too simple for {}", wanted)
            larger = f"a shape of at least {LEAST_CELLS[request.difficulty]} cells whose lines cross"
            hint = naming("{}, or {}", others, larger)
        raise OptionError(message, hint=hint, code=ErrorCode.OPTION_TOGETHER)
    if request.rating is not None:
        _check_rating(request, request.rating, labels)


def _few_letters(request: Request) -> Field | None:
    """Return what leaves so few letters that no cell can be marked, if something does; its value is these letters."""
    field = Field("letters", request.letters)  # clues name these, and those of the grid
    if request.alphabet != ANY:
        field = Field("alphabet", request.alphabet)
    elif request.words is not None or not {letter for letter in request.solution if letter} <= set(request.letters):
        return None
    return field if len(set(field.value)) < MARKED_LETTERS else None


def _check_rating(request: Request, rating: float, labels: tuple[str, ...]) -> None:
    low, _ = request.band
    bounds = {label: bound for bound, label in LABELS}
    most = bounds.get(labels[-1], round(most_hardness(len(request.shape.cells)), 1))
    if low >= most:
        wanted = Field("rating", f"{rating:g}")
        message = naming(
            f"generated puzzles of this shape have a hardness below {most:g}, so that {{}} is too high", wanted
        )
        hint = naming("choose {} or less, or {}", Field("rating", f"{most:g}"), Field("difficulty", labels[-1]))
        raise OptionError(message, hint=hint)
