"""The Python API: one verb, one function.  `satcross` re-exports these names.

    >>> import satcross
    >>> puzzle = satcross.rectangle(rows=["HE|LL|O+", "[PLEASE]+"], columns=["[^SPEAK]+", "EP|IP|EF"])
    >>> satcross.check(puzzle).status
    'unique'
    >>> [solution.text.split() for solution in satcross.solutions(puzzle)]
    [['HE', 'LP']]

The library never prints.  What a user can get wrong is a `SatcrossError`; `satcross.errors.render` draws it.
"""

from __future__ import annotations

from satcross.budget import UNLIMITED, Budget
from satcross.errors import SatcrossError
from satcross.puzzle.files import load, save
from satcross.puzzle.model import Clue, Line, Puzzle, Solution
from satcross.puzzle.shapes import hexagon, line, lines, rectangle
from satcross.solve.encode import Encoding, encode_residual, encode_whole
from satcross.solve.search import Check, Search, Status, check, solutions
from satcross.solve.tracing import TraceStep, trace

__all__ = [
    "Budget",
    "Check",
    "Clue",
    "Encoding",
    "Line",
    "Puzzle",
    "SatcrossError",
    "Search",
    "Solution",
    "Status",
    "TraceStep",
    "check",
    "encode",
    "encode_residual",
    "hexagon",
    "line",
    "lines",
    "load",
    "rectangle",
    "save",
    "solutions",
    "trace",
]


def encode(puzzle: Puzzle, *, with_selectors: bool = False, budget: Budget = UNLIMITED) -> Encoding:
    """Return the whole formula of `puzzle`, one variable per cell and letter, with its variable map.

    >>> encoding = encode(rectangle(rows=["AB|BA"], columns=["A|B", ""]))
    >>> len(encoding.variables.lits), encoding.variables.lits[0]
    (2, {1: 1, 2: 2})

    Raises OptionError for an open alphabet (a formula needs an end of letters), and what `compile_puzzle` raises.
    """
    from satcross.errors import OptionError
    from satcross.puzzle.model import ANY
    from satcross.solve.compile import compile_puzzle

    if puzzle.alphabet == ANY:
        raise OptionError(
            "a formula cannot hold a variable for every letter of Unicode",
            code="option-alphabet",
            hint="choose a finite alphabet, for instance --alphabet mentioned",
        )
    return encode_whole(
        compile_puzzle(puzzle, budget, single_letters=True), with_selectors=with_selectors, budget=budget
    )
