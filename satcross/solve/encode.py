"""From a compiled puzzle to a formula, in two encodings that share their code.

Whole     every letter of every cell has its variable, and every clue its clauses, switched on by a selector of its own
          or (for export) always on.  Explanations, proofs and other programs work on this one.
Residual  only what propagation left open: domains as they are now, clues not yet satisfied for sure, no selectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from satcross.budget import UNLIMITED, Budget
from satcross.circuit.constraint import Placed
from satcross.cnf.encoder import Encoder
from satcross.cnf.sink import FlatSink, Lit, Sink
from satcross.cnf.variables import VariableMap
from satcross.solve.compile import Compiled


class Encoding(NamedTuple):
    """The whole formula of a puzzle.

    variables  x[c, a] for each cell c and letter a, numbered cell by cell, letters in code-point order
    clauses    the clauses, as a flat array
    selectors  selector of each clue, in the order of `compiled.placed`; empty if the clues are always on
    """

    compiled: Compiled
    variables: VariableMap
    clauses: FlatSink
    selectors: tuple[Lit, ...]


def encode_whole(compiled: Compiled, *, with_selectors: bool, budget: Budget = UNLIMITED) -> Encoding:
    """Return the formula of a puzzle whose classes are single letters.  Equal puzzles give equal formulas.

    Raises LimitError when it exceeds the budget, TimeUp.
    """
    every = (compiled.classes.every,) * len(compiled.domains)
    variables = VariableMap(every, is_compact=False)
    sink = FlatSink(budget)
    selectors = tuple(variables.fresh() for _ in compiled.placed) if with_selectors else ()
    variables.one_letter_each(sink)
    for cell, domain in enumerate(compiled.domains):
        for bit, lit in variables.lits[cell].items():
            if domain == bit:
                sink.add([lit])
    encoder = Encoder(variables, sink)
    for number, placed in enumerate(compiled.placed):
        placed.constraint.clauses(encoder, placed.cells, selectors[number] if with_selectors else None)
    return Encoding(compiled, variables, sink, selectors)


def encode_residual(placed: Sequence[Placed], domains: Sequence[int], sink: Sink) -> VariableMap:
    """Put the clauses of `placed` over `domains` into `sink`, and return its variables."""
    variables = VariableMap(domains, is_compact=True)
    variables.one_letter_each(sink)
    encoder = Encoder(variables, sink)
    for each in placed:
        each.constraint.clauses(encoder, each.cells)
    return variables
