"""A clue of any kind on a line, as a circuit (`satcross.solver.constraints.general.nodes`).

Everything is read off the nodes, in one pass over them each: their truth, their cubes, how they are used, and the
clauses.  A pass over cubes is what prunes; it is sound, but not always exact.

What only some puzzles need (clauses) is imported when it is asked for, because start-up is felt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.solver.constraints.general.cubes import Packing, cubes_of, find_cube, pack
from satcross.solver.constraints.general.nodes import CERTAIN, IMPOSSIBLE, OPEN, Circuit, truth_of
from satcross.solver.constraints.protocol import Description

if TYPE_CHECKING:
    from satcross.solver.cnf.encoder import Encoder
    from satcross.solver.cnf.sink import Lit

MOST_BITS: Final = 1 << 31
"""Bits that the cubes of one pass take in memory at most, a quarter of a gigabyte.  Larger circuits are not pruned."""


class GeneralConstraint:
    """A clue as a circuit over `width` letter classes (`satcross.solver.constraints.protocol.LineConstraint`)."""

    __slots__ = ("_packing", "_tuning", "circuit", "n", "size", "width")

    is_exact: Final = False

    def __init__(self, circuit: Circuit, width: int, tuning: Tuning = DEFAULT_TUNING) -> None:
        self.circuit: Final = circuit
        self.n: Final = circuit.n
        self.width: Final = width
        self.size: Final = len(circuit.nodes)
        packing = pack(circuit, width)
        fits = self.size * packing.guard.bit_length() <= MOST_BITS
        self._packing: Final[Packing | None] = packing if fits else None
        self._tuning: Final = tuning

    def prune(self, domains: Sequence[int]) -> list[int] | None:
        """Return for each index a mask within `domains` that holds the letters of every match; None if none matches.

        A circuit too large for a pass over cubes prunes nothing.
        """
        circuit, packing = self.circuit, self._packing
        if packing is None:
            return list(domains)
        truth = truth_of(circuit, domains) if circuit.has_negation else None
        cube = cubes_of(circuit, packing, domains, truth)[-1]
        return packing.fields(cube, 0, (self.width,) * self.n) if cube else None

    def is_entailed(self, domains: Sequence[int]) -> bool:
        """Return whether the root is certain; False for a large circuit, unless every domain is one letter."""
        if self.size > self._tuning.pruned_nodes and any([mask & (mask - 1) for mask in domains]):
            return False
        return truth_of(self.circuit, domains)[-1] == CERTAIN

    def signature(self, domains: Sequence[int]) -> tuple[int, ...]:
        """Return `domains`."""
        return tuple(domains)

    def cube(self, domains: Sequence[int]) -> list[int] | None:
        """Return masks within `domains` of which every choice of letters matches, if a few guesses lead to any."""
        circuit, packing = self.circuit, self._packing
        if packing is None:
            return None
        truth = truth_of(circuit, domains)
        cubes = cubes_of(circuit, packing, domains, truth)
        return find_cube(circuit, domains, truth, cubes, self._tuning.dive_cubes) if cubes[-1] else None

    def letter_sets(self, domains: Sequence[int]) -> list[set[int] | None]:
        """Return for each index the letter masks that open nodes ask about; None where letters are compared."""
        from satcross.solver.constraints.general.clauses import letter_sets_of

        truth, _ = self._open(domains)
        return letter_sets_of(self.circuit, truth) if truth[-1] == OPEN else [set() for _ in domains]

    def clauses(self, encoder: Encoder, cells: Sequence[int], selector: Lit | None = None) -> None:
        """Add clauses that bind the letters of `cells` where `selector` (if there is one) is true."""
        from satcross.solver.constraints.general.clauses import literal_of_root

        truth, choices = self._open(encoder.domains(cells))
        if truth[-1] == OPEN:
            encoder.require([literal_of_root(self.circuit, truth, choices, encoder, cells)], selector)
        elif truth[-1] == IMPOSSIBLE:
            encoder.require([], selector)

    def describe(self) -> Description:
        """Return the circuit and the length of its line."""
        return Description(self.n, circuit=self.circuit)

    def _open(self, domains: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the truth of each node within `domains`, and the mask of the values that each choice can take.

        A pass over cubes, if there is room for it, shows more nodes to be impossible, and rules out values.
        """
        circuit, packing = self.circuit, self._packing
        if packing is None:
            return truth_of(circuit, domains), [(1 << values) - 1 for values in circuit.choices]
        truth = truth_of(circuit, domains) if circuit.has_negation else None
        cubes = cubes_of(circuit, packing, domains, truth)
        return truth_of(circuit, domains, cubes), packing.fields(cubes[-1], self.n, circuit.choices)
