"""Puzzles worth publishing, at the difficulty asked for.

The search (`satcross.generator.maker`) knows what propagation and the rating will say.  The project's own `check`,
`lint` and `explain` have the last word.  Equal requests give equal puzzles, on every machine.  Only a deadline or an
interrupt can end a search earlier, and then the puzzle says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import ErrorCode, PuzzleError, TimeUp
from satcross.generator.attainable import check_attainable
from satcross.generator.board import check_letters
from satcross.generator.maker import Maker, Watch
from satcross.generator.request import Request, check_request, lines_with_cells, warn_of_engine
from satcross.generator.result import Generated
from satcross.puzzle.model import ANY


def generate(
    request: Request, *, budget: Budget = UNLIMITED, watch: Watch = lambda progress: None
) -> Iterator[Generated]:
    """Yield puzzles as they are found, without end: the first from the seed of `request`, the next from the next seed.

    Args:
        budget: Its deadline is that of all puzzles together; when it has passed, or when the process is interrupted,
            the best puzzle so far is yielded, with what it lacks, and there are no others.
        watch: Called with how far the search has come.

    Raises:
        OptionError: If an option of the request cannot be met.
        PuzzleError: If the shape or the solution of the request cannot be used.
        LimitError: If no clues were found that lead to one solution.

    >>> from satcross import Request, rectangle
    >>> made = next(generate(Request(rectangle(rows=3, columns=3), solution=tuple("CATARETEN"))))
    >>> made.solution.rows, made.shortfalls
    (('CAT', 'ARE', 'TEN'), ())
    """
    yield from _made(request, budget, watch, keeps_clues=False)


def complete(
    request: Request, *, budget: Budget = UNLIMITED, watch: Watch = lambda progress: None
) -> Iterator[Generated]:
    """Yield `request.shape` with clues for the lines that have none, again and again; what it has stays as it is.

    Its dialect, flags, alphabet and given letters are those of the shape.  Its solution will be the one that the author
    expects; without one, a solution of the clues that are there.  Clues that were there may have become redundant.

    Raises:
        SatcrossError: What `generate` raises.
        PuzzleError: If the clues have no solution, or if no line is without a clue.

    >>> from satcross import Request, rectangle
    >>> begun = rectangle(rows=["C(A|O)T", "", ""], columns=3, expected=[["CAT", "ARE", "TEN"]])
    >>> made = next(complete(Request(begun)))
    >>> made.puzzle.lines[0].clues[0].pattern, made.solution.rows
    ('C(A|O)T', ('CAT', 'ARE', 'TEN'))
    """
    if all(line.clues for line in lines_with_cells(request.shape)):
        raise PuzzleError(
            "every line has a clue already",
            code=ErrorCode.CLUE_COUNT,
            hint="take out the clues that should be made anew",
        )
    asked = request._replace(dialect=request.shape.dialect)
    yield from _made(asked, budget, watch, keeps_clues=True)


def _made(request: Request, budget: Budget, watch: Watch, *, keeps_clues: bool) -> Iterator[Generated]:
    check_request(request)
    if not keeps_clues:
        check_attainable(request)
    warn_of_engine(request.engine)
    if request.alphabet != ANY:
        check_letters(len(request.alphabet), budget)
    seed = request.seed
    while True:
        maker = Maker(request._replace(seed=seed), budget, watch, keeps_clues=keeps_clues)
        is_stopped = False
        try:
            maker.make()
        except (TimeUp, KeyboardInterrupt):
            is_stopped = True
        made = maker.result(is_stopped=is_stopped)
        if made is not None:
            yield made
        if is_stopped:
            return
        seed += 1
