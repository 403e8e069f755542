"""Formulas: the clauses that the constraints of a puzzle share, the variables they speak of, and where they go.

In: letters of cells, and what is to hold for them.  Out: clauses in a sink, or a DIMACS file, and the answer of another
program read back.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol, TypeAlias

from satcross.base.bits import single_bits
from satcross.base.budget import POSITIONS, UNLIMITED, Budget

Lit: TypeAlias = int

LONG_CLAUSE: Final = 65_536
"""Literals of a clause from which on the budget is asked before the clause is taken: a quarter of a megabyte."""


class Sink(Protocol):
    """A place to put clauses.

    A clause is a list of literals, which are non-zero ints as in DIMACS.  A *sink* is anything with `add` and
    `add_all`. Encoders give it a few clauses at a time and keep none, so a formula of millions of clauses never exists
    as Python objects.
    """

    def add(self, clause: list[Lit]) -> None:
        """Take one clause."""

    def add_all(self, clauses: Sequence[Sequence[Lit]]) -> None:
        """Take several clauses, in this order; for many small ones this is quicker than one at a time."""


class CountingSink(Sink, Protocol):
    """A place to put clauses that keeps to a budget.

    Attributes:
        clauses: How many clauses it has taken.
        budget: How many it may take.
    """

    clauses: int
    budget: Budget


class FlatSink:
    """Keeps clauses as one flat array of ints, each clause followed by 0: four bytes for each literal."""

    __slots__ = ("_next_check", "budget", "clauses", "literals")

    def __init__(self, budget: Budget = UNLIMITED) -> None:
        self.literals = array("i")
        self.clauses = 0
        self.budget = budget
        self._next_check = 1

    def add(self, clause: list[Lit]) -> None:
        """Take one clause, which may be changed.

        Raises:
            LimitError: Beyond the budget's clauses or memory.
            TimeUp: When its time is up.
        """
        self.clauses += 1
        if self.clauses >= self._next_check or len(clause) > LONG_CLAUSE:
            self._next_check = self.budget.check_clause(self.clauses, len(clause))
        clause.append(0)
        self.literals.extend(clause)

    def add_all(self, clauses: Sequence[Sequence[Lit]]) -> None:
        """Take several clauses.  Raises what `add` raises."""
        for clause in clauses:
            self.add([*clause])

    def __iter__(self) -> Iterator[list[Lit]]:
        """Yield the clauses in the order in which they were added."""
        start = 0
        literals = self.literals
        while start < len(literals):
            end = literals.index(0, start)
            yield literals[start:end].tolist()
            start = end + 1


PAIRWISE_MOST: Final = 5
"""Literals up to which the pairwise encoding has no more clauses than the sequential counter."""


def at_most_one(lits: Sequence[Lit], fresh: Callable[[], Lit], sink: Sink) -> None:
    """Add clauses satisfied iff at most one of `lits` is true, in the encoding that is smaller."""
    if len(lits) <= PAIRWISE_MOST:
        pairwise(lits, sink)
    else:
        sequential_counter(lits, fresh, sink)


def pairwise(lits: Sequence[Lit], sink: Sink) -> None:
    """Add (-a | -b) for each pair of `lits`.

    Size: n (n - 1) / 2 clauses, no variables.

    Reference: S. Prestwich, CNF encodings, Handbook of Satisfiability (2009), section 2.2.6.
    """
    add = sink.add
    for place, left in enumerate(lits):
        for right in lits[:place]:
            add([-right, -left])


def sequential_counter(lits: Sequence[Lit], fresh: Callable[[], Lit], sink: Sink) -> None:
    """Add clauses satisfied iff at most one of `lits` is true, passing "one was true" along.

    Variables: s[i], "one of the first i literals is true", for 1 < i < n; s[1] is the first literal.
    Clauses: l[i] -> s[i];  s[i-1] -> s[i];  s[i-1] -> -l[i].
    Size: n - 2 variables, 3 n - 5 clauses.

    Reference: C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005, section 2.
    """
    if len(lits) < 3:
        pairwise(lits, sink)
        return
    add = sink.add
    seen = lits[0]
    for lit in lits[1:-1]:
        add([-seen, -lit])
        more = fresh()
        add([-seen, more])
        add([-lit, more])
        seen = more
    add([-seen, -lits[-1]])


def exactly_one(lits: Sequence[Lit], fresh: Callable[[], Lit], sink: Sink) -> None:
    """Add clauses satisfied iff exactly one of `lits` is true: (l[1] | ... | l[n]), and at most one."""
    sink.add(list(lits))
    at_most_one(lits, fresh, sink)


def at_least(lits: Sequence[Lit], least: int, fresh: Callable[[], Lit], sink: Sink) -> None:
    """Add clauses satisfied iff at least `least` of `lits` are true: the sequential counter, read from its end.

    Variables: s[i, j], "at least j of the first i literals are true", for 0 < j <= i; for j > i it is false.
    Clauses: s[i, j] -> s[i-1, j] | l[i];  s[i, j] -> s[i-1, j] | s[i-1, j-1];  s[n, least].
    Size: at most n least variables, 2 n least + 1 clauses.

    Reference: C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005, section 2.
    """
    if least < 1:
        return
    before: list[Lit] = []  # s[i-1, 1], s[i-1, 2], and so on
    for lit in lits:
        after: list[Lit] = []
        for j in range(min(len(before) + 1, least)):
            same = before[j : j + 1]
            after.append(fresh())
            sink.add([-after[j], *same, lit])
            if j > 0:
                sink.add([-after[j], *same, before[j - 1]])
        before = after
    sink.add(before[least - 1 :])


COUNTERS: Final = "sequential counters: one of the first literals is true"
"""The meaning of the auxiliary variables of "at most one"."""


class VariableMap:
    """The variables of a formula.

    Variables: x[c, B] is true iff cell c holds a letter of block B.

    The letters that a cell can still hold (its domain) fall into *blocks* of letters that no clause about this cell
    will tell apart.  In a compact map a cell with one block has no variable, and a cell with two blocks has one, whose
    negation stands for the second block.  Otherwise every block has a variable.

    Attributes:
        domains: Letter mask of each cell.
        lits: For each cell a mapping from block (a mask) to the literal "the cell holds a letter of the block"; the
            blocks are a partition of the domain; empty for a cell without variables.
        cells: Number of cells of the puzzle; cells from there on are auxiliary (`add_cell`) and no part of a solution.
        count: Number of variables so far.
        meanings: What auxiliary variables stand for, in words: of all variables, or of the variables since it was
            cleared.
    """

    __slots__ = ("_is_compact", "cells", "count", "domains", "lits", "meanings")

    def __init__(self, blocks: Sequence[Sequence[int]], *, is_compact: bool) -> None:
        self._is_compact = is_compact
        self.count = 0
        self.meanings: set[str] = set()
        self.domains: list[int] = []
        self.lits: list[dict[int, Lit]] = []
        for each in blocks:
            self.add_cell(each)
        self.cells = len(self.lits)

    def add_cell(self, blocks: Sequence[int]) -> int:
        """Return the number of a new cell whose domain is split into `blocks`."""
        self.domains.append(sum(blocks))
        if self._is_compact and len(blocks) == 2:
            variable = self.fresh()
            self.lits.append({blocks[0]: variable, blocks[1]: -variable})
        elif self._is_compact and len(blocks) == 1:
            self.lits.append({})
        else:
            self.lits.append({block: self.fresh() for block in blocks})
        return len(self.lits) - 1

    def fresh(self, count: int = 1, meaning: str = "") -> Lit:
        """Return a new auxiliary variable, which is the first of `count` consecutive ones.

        Args:
            meaning: What they stand for, in words.
        """
        if meaning:
            self.meanings.add(meaning)
        self.count += count
        return self.count - count + 1

    def one_block_each(self, sink: Sink, first: int = 0) -> None:
        """Add "each cell from number `first` on holds a letter of exactly one block"."""
        for lits in self.lits[first:]:
            variables = list(lits.values())
            is_negated_pair = len(variables) == 2 and variables[0] == -variables[1]
            if variables and not is_negated_pair:
                exactly_one(variables, lambda: self.fresh(1, COUNTERS), sink)

    def decode(self, is_true: Callable[[Lit], bool]) -> tuple[int, ...]:
        """Return the block of each cell of the puzzle in a model, given which literals are true in it."""
        held = self.domains[: self.cells]
        for cell in range(self.cells):
            for block, lit in self.lits[cell].items():
                if is_true(lit):
                    held[cell] = block
                    break
        return tuple(held)

    def within(self, masks: Sequence[int]) -> list[Lit]:
        """Return literals that are all true iff each cell of the puzzle has a letter of its mask.

        No mask may contain a part of a block only.
        """
        within: list[Lit] = []
        for mask, domain, lits in zip(masks, self.domains, self.lits, strict=False):
            if mask != domain:
                out = [-lit for block, lit in lits.items() if not block & mask]
                within += [lits[mask]] if mask in lits else out
        return within

    def blocking(self, blocks: Sequence[int]) -> list[Lit]:
        """Return the clause "some cell of the puzzle holds a letter of another block than that in `blocks`"."""
        return [-lits[block] for block, lits in zip(blocks, self.lits, strict=False) if lits]


class Encoder:
    """Writes clauses over the letters of `variables` into `sink`; equal statements share one literal.

    In: the variable map of a formula.  Out: literals that stand for statements about cells, and the clauses that define
    them.  All statements are relative to the domains of the variable map: a letter outside a cell's domain is false.  A
    mask that is asked about must not contain a part of a block only.

    Args:
        redundant_clauses: Whether constraints should also add clauses that follow from the others and shorten long
            searches.
        encoding: The name of the encoding of regular clues (`satcross.solver.encodings`).
    """

    __slots__ = (
        "_codes",
        "_members",
        "_negated",
        "_same",
        "_truth",
        "encoding",
        "redundant_clauses",
        "sink",
        "variables",
    )

    def __init__(
        self, variables: VariableMap, sink: Sink, *, redundant_clauses: bool = False, encoding: str = POSITIONS
    ) -> None:
        self.variables = variables
        self.sink = sink
        self.redundant_clauses = redundant_clauses
        self.encoding = encoding
        self._codes: dict[int, dict[int, tuple[Lit, ...]]] = {}
        self._members: dict[tuple[int, int], Lit] = {}
        self._same: dict[tuple[int, int, tuple[int, ...]], Lit] = {}
        self._negated: set[tuple[int, int, tuple[int, ...]]] = set()
        self._truth: Lit = 0

    def truth(self) -> Lit:
        """Return a literal that is true in every model."""
        if not self._truth:
            self._truth = self.variables.fresh(1, "a variable that is always true")
            self.sink.add([self._truth])
        return self._truth

    def member(self, cell: int, mask: int) -> Lit:
        """Return a literal that is true iff `cell` holds a letter of `mask`.

        Variables: y[c, S], unless S or its complement in the domain is one block.
        Clauses: y -> OR x[c, B];   x[c, B] -> y;   for the blocks B in S.
        Size: a clause for each block, and one more.
        """
        domain = self.variables.domains[cell]
        mask &= domain
        if mask == domain:
            return self.truth()
        if not mask:
            return -self.truth()
        lits = self.variables.lits[cell]
        single = lits.get(mask)
        if single is not None:
            return single
        opposite = lits.get(domain ^ mask)
        if opposite is not None:
            return -opposite
        variable = self._members.get((cell, mask))
        if variable is None:
            variable = self._members[cell, mask] = self.variables.fresh(
                1, "letter sets: a cell holds a letter of the set"
            )
            inside = [lit for block, lit in lits.items() if block & mask]
            for lit in inside:
                self.sink.add([variable, -lit])
            self.sink.add([-variable, *inside])
        return variable

    def codes(self, cell: int) -> dict[int, tuple[Lit, ...]]:
        """Return for each block of `cell` the literals, one for each bit, that spell the number of the block.

        Variables: b[c, j], bit j of the number of the block; in a cell with one variable that variable is the only bit.
        Clauses, for each block B: x[c, B] -> each bit of B;   all bits of B -> x[c, B].
        Size: 1 + log k clauses for each of the k blocks.
        """
        bits = self._codes.get(cell)
        if bits is None:
            bits = self._codes[cell] = self._new_codes(self.variables.lits[cell], self.variables.domains[cell])
        return bits

    def _new_codes(self, lits: dict[int, Lit], domain: int) -> dict[int, tuple[Lit, ...]]:
        if len(set(map(abs, lits.values()))) < 2:
            return {block: (lit,) for block, lit in lits.items()} if len(lits) == 2 else {domain: ()}
        width = (len(lits) - 1).bit_length()
        first = self.variables.fresh(width, "bits: the number of the letters that a cell holds has the bit")
        codes = {}
        for number, (block, lit) in enumerate(lits.items()):
            code = tuple([first + j if number >> j & 1 else -(first + j) for j in range(width)])
            codes[block] = code
            for bit in code:
                self.sink.add([-lit, bit])
            self.sink.add([lit, *[-bit for bit in code]])
        return codes

    def imply_member(self, lit: Lit | None, cell: int, mask: int) -> None:
        """Add `lit` -> `cell` holds a letter of `mask`, as one long clause or a few short ones (`lit` None: true)."""
        domain = self.variables.domains[cell]
        outside = domain & ~mask
        if not outside:
            return
        lits = self.variables.lits[cell]
        single = lits.get(domain & mask)
        if single is not None:
            self.require([single], lit)
            return
        within = [each for block, each in lits.items() if block & mask]
        if len(lits) - len(within) == 1 or (len(lits) - len(within)) * 3 < len(within):
            for block, each in lits.items():
                if block & outside:
                    self.require([-each], lit)
        else:
            self.require(within, lit)

    def same(self, left: int, right: int, blocks: tuple[int, ...], *, is_negated: bool) -> Lit:
        """Return a literal that is true only if both cells hold a letter of the same of `blocks`.

        Args:
            blocks: A partition of the letters; empty: each letter is a block.
            is_negated: Whether the literal's negation will be used, too; only then must it be true if the letters are
                the same.

        Variables: e[c, d].
        Clauses, for each block B, with b[c] the membership of cell c in B:
            e, b[c] -> b[d];   e, b[d] -> b[c];   and, if negated, b[c], b[d] -> e.
        """
        if left == right:
            return self.truth()
        if left > right:
            left, right = right, left
        near, far = self.variables.domains[left], self.variables.domains[right]
        parts = blocks or single_bits(near | far)
        for cell, domain in ((right, near), (left, far)):
            for block in parts:
                if not domain & ~block:
                    return self.member(cell, block)
        key = (left, right, blocks)
        variable = self._same.get(key)
        if variable is None:
            variable = self._same[key] = self.variables.fresh(1, "equalities: two cells hold the same letter")
            self._require_same(variable, left, right, parts)
        if is_negated and key not in self._negated:
            self._negated.add(key)
            self._imply_same(variable, left, right, parts)
        return variable

    def _require_same(self, lit: Lit, left: int, right: int, blocks: Sequence[int]) -> None:
        """Add lit, b[left] -> b[right] and lit, b[right] -> b[left], for each block b."""
        near, far = self.variables.domains[left], self.variables.domains[right]
        clauses: list[tuple[Lit, ...]] = []
        for block in blocks:
            b = self.member(left, block) if near & block else None
            d = self.member(right, block) if far & block else None
            if b and d:
                clauses += [(-lit, -b, d), (-lit, b, -d)]
            elif b:
                clauses.append((-lit, -b))
            elif d:
                clauses.append((-lit, -d))
        self.sink.add_all(clauses)

    def _imply_same(self, lit: Lit, left: int, right: int, blocks: Sequence[int]) -> None:
        """Add b[left], b[right] -> lit, for each block b."""
        near, far = self.variables.domains[left], self.variables.domains[right]
        for block in blocks:
            if near & block and far & block:
                self.sink.add([lit, -self.member(left, block), -self.member(right, block)])

    def domains(self, cells: Sequence[int]) -> list[int]:
        """Return the domains of `cells`."""
        return [self.variables.domains[cell] for cell in cells]

    def require(self, clause: list[Lit], selector: Lit | None) -> None:
        """Add `clause`, or `selector` -> `clause` if there is a selector."""
        self.sink.add(clause if selector is None else [-selector, *clause])
