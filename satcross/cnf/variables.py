"""Which variable means what: one-hot letters of cells, and fresh auxiliary variables.

Variables: x[c, k] is true iff cell c holds a letter of class k.

A cell whose domain is one class has no variable.  In a compact map a cell with two classes has one variable, the
second letter being its negation; otherwise every class of the domain has its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from satcross.cnf.cardinality import exactly_one
from satcross.cnf.sink import Lit, Sink


class VariableMap:
    """The variables of a formula.

    lits  for each cell a mapping from the class bit (1 << k) to the literal "the cell holds class k", for the classes
          of its domain in ascending order; empty for a cell with one class only
    """

    __slots__ = ("count", "domains", "lits")

    def __init__(self, domains: Sequence[int], *, is_compact: bool) -> None:
        self.domains = tuple(domains)
        self.count = 0
        self.lits: list[dict[int, Lit]] = []
        for domain in self.domains:
            bits = single_bits(domain)
            lits: dict[int, Lit] = {}
            if is_compact and len(bits) == 2:
                self.count += 1
                lits = {bits[0]: self.count, bits[1]: -self.count}
            elif len(bits) > 1 or not is_compact:
                for bit in bits:
                    self.count += 1
                    lits[bit] = self.count
            self.lits.append(lits)

    def fresh(self) -> Lit:
        """Return a new auxiliary variable."""
        self.count += 1
        return self.count

    def one_letter_each(self, sink: Sink) -> None:
        """Add "each cell holds exactly one letter"."""
        for lits in self.lits:
            variables = list(lits.values())
            is_negated_pair = len(variables) == 2 and variables[0] == -variables[1]
            if variables and not is_negated_pair:
                exactly_one(variables, self.fresh, sink)

    def decode(self, is_true: Callable[[Lit], bool]) -> tuple[int, ...]:
        """Return the class bit of each cell in a model, given the truth of literals."""
        decoded = []
        for domain, lits in zip(self.domains, self.lits, strict=True):
            bit = domain
            for each, lit in lits.items():
                if is_true(lit):
                    bit = each
                    break
            decoded.append(bit)
        return tuple(decoded)


def single_bits(mask: int) -> list[int]:
    """Return the single bits of `mask`, ascending."""
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low)
        mask ^= low
    return bits
