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
from satcross.cnf.variables import VariableMap, parts, single_bits
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
    letters = single_bits(compiled.classes.every)
    variables = VariableMap([letters] * len(compiled.domains), is_compact=False)
    sink = FlatSink(budget)
    selectors = tuple(variables.fresh() for _ in compiled.placed) if with_selectors else ()
    variables.one_block_each(sink)
    for cell, domain in enumerate(compiled.domains):
        if domain != compiled.classes.every:
            sink.add([lit for bit, lit in variables.lits[cell].items() if bit & domain])
    encoder = Encoder(variables, sink)
    for number, placed in enumerate(compiled.placed):
        placed.constraint.clauses(encoder, placed.cells, selectors[number] if with_selectors else None)
    return Encoding(compiled, variables, sink, selectors)


def encode_residual(
    placed: Sequence[Placed], domains: Sequence[int], sink: Sink, *, single_letters: bool = False
) -> VariableMap:
    """Put the clauses of `placed` over `domains` into `sink`, and return its variables.

    single_letters  give every letter of every cell a variable of its own, as formulas for other programs need it
    """
    blocks = [single_bits(domain) for domain in domains] if single_letters else _blocks(placed, domains)
    variables = VariableMap(blocks, is_compact=not single_letters)
    variables.one_block_each(sink)
    encoder = Encoder(variables, sink)
    for each in placed:
        each.constraint.clauses(encoder, each.cells)
    return variables


def _blocks(placed: Sequence[Placed], domains: Sequence[int]) -> list[tuple[int, ...]]:
    """Return for each cell the blocks of letters that none of the clues on it can tell apart any more."""
    sets: list[set[int]] = [set() for _ in domains]
    is_compared = [False] * len(domains)
    for constraint, cells, _, _ in placed:
        found = constraint.letter_sets([domains[cell] for cell in cells])
        for cell, masks in zip(cells, found, strict=True):
            if masks is None:
                is_compared[cell] = True
            else:
                sets[cell].update(masks)
    return [
        single_bits(domain) if compared else parts(domain, masks)
        for domain, masks, compared in zip(domains, sets, is_compared, strict=True)
    ]
