"""What a formula or a circuit says, found out without a solver of others.

All assignments are tried; or what a formula says follows by unit propagation.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

from satcross.base.bits import single_bits
from satcross.solver.cnf import Encoder, FlatSink, Lit, VariableMap
from satcross.solver.constraints.circuit import AND, LETTER, NOT, OR, SAME, TRUE, Circuit
from satcross.solver.constraints.general import GeneralConstraint


class ListSink:
    """Keeps clauses as lists, for small formulas."""

    def __init__(self) -> None:
        self.clauses: list[list[Lit]] = []

    def add(self, clause: list[Lit]) -> None:
        self.clauses.append(list(clause))

    def add_all(self, clauses: Sequence[Sequence[Lit]]) -> None:
        self.clauses.extend(map(list, clauses))


def pigeons(holes: int) -> list[list[Lit]]:
    """Return clauses that put each of `holes` + 1 pigeons in a hole of its own; no solver here refutes a dozen."""
    at = [[1 + pigeon * holes + hole for hole in range(holes)] for pigeon in range(holes + 1)]
    clashes = ([-one, -two] for here, there in combinations(at, 2) for one, two in zip(here, there, strict=True))
    return [*at, *clashes]


def models(clauses: Iterable[Sequence[Lit]], variables: int) -> Iterator[tuple[bool, ...]]:
    """Yield every assignment to the variables 1..`variables` that satisfies all clauses."""
    listed = [tuple(clause) for clause in clauses]
    for values in product([False, True], repeat=variables):
        if all(any(values[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in listed):
            yield values


def projected(clauses: Iterable[Sequence[Lit]], variables: int, inputs: Sequence[Lit]) -> set[tuple[bool, ...]]:
    """Return the models restricted to the literals `inputs`."""
    return {tuple(model[abs(lit) - 1] == (lit > 0) for lit in inputs) for model in models(clauses, variables)}


def satisfiable(clauses: Iterable[Sequence[Lit]]) -> bool:
    """Return whether the clauses have a model, by splitting and unit propagation: a solver of twenty lines."""
    left = [list(clause) for clause in clauses]
    while True:
        if not all(left):
            return False
        unit = next((clause[0] for clause in left if len(clause) == 1), None)
        if unit is None:
            break
        left = assigned(left, unit)
    if not left:
        return True
    lit = left[0][0]
    return satisfiable(assigned(left, lit)) or satisfiable(assigned(left, -lit))


def assigned(clauses: Iterable[Sequence[Lit]], lit: Lit) -> list[list[Lit]]:
    """Return what is left of the clauses where `lit` is true."""
    return [[each for each in clause if each != -lit] for clause in clauses if lit not in clause]


def unit_consequences(clauses: Iterable[Sequence[Lit]]) -> set[Lit] | None:
    """Return the literals that unit propagation makes true, or None if it finds a contradiction."""
    true: set[Lit] = set()
    listed = [tuple(clause) for clause in clauses]
    while True:
        before = len(true)
        for clause in listed:
            if true.isdisjoint(clause):
                left = [lit for lit in clause if -lit not in true]
                if not left:
                    return None
                if len(left) == 1:
                    true.add(left[0])
        if len(true) == before:
            return true


def grids(
    clauses: FlatSink | ListSink, variables: VariableMap, assumptions: Sequence[Lit] = ()
) -> set[tuple[int, ...]]:
    """Return the single letters (as masks) of all cells in every model, cell by cell; tried one grid at a time."""
    listed = list(clauses) if isinstance(clauses, FlatSink) else clauses.clauses
    found = set()
    for blocks in product(
        *[list(lits) or [domain] for lits, domain in zip(variables.lits, variables.domains, strict=False)]
    ):
        chosen = [lits[block] for block, lits in zip(blocks, variables.lits, strict=True) if lits]
        if satisfiable([*listed, *[[lit] for lit in [*chosen, *assumptions]]]):
            found |= set(product(*[[1 << k for k in range(block.bit_length()) if block >> k & 1] for block in blocks]))
    return found


def lines_of_clauses(circuit: Circuit, domains: Sequence[int]) -> set[tuple[int, ...]]:
    """Return the single letters (as masks) of the lines within `domains`, over 3 letters, that satisfy its clauses."""
    sink = ListSink()
    variables = VariableMap([*map(single_bits, domains)], is_compact=False)
    variables.one_block_each(sink)
    GeneralConstraint(circuit, 3).clauses(Encoder(variables, sink), range(circuit.n))
    del variables.lits[circuit.n :]  # choices are no letters
    return grids(sink, variables)


def is_true(circuit: Circuit, letters: Sequence[int]) -> bool:
    """Return whether a line satisfies a circuit, by its definition; `letters` holds the class number of each letter.

    This tries all values of the choices, so it is for small circuits.
    """
    return any(_truth(circuit, (*letters, *values)) for values in product(*map(range, circuit.choices)))


def _truth(circuit: Circuit, values: Sequence[int]) -> bool:
    """Return the truth of the root for these letters and choices."""
    truth: list[bool] = []
    for kind, *rest in circuit.nodes:
        if kind == LETTER:
            truth.append(bool(rest[1] >> values[rest[0]] & 1))
        elif kind == SAME:
            truth.append(_are_same(circuit, rest[2], values[rest[0]], values[rest[1]]))
        elif kind == AND:
            truth.append(all(truth[child] for child in rest))
        elif kind == OR:
            truth.append(any(truth[child] for child in rest))
        elif kind == NOT:
            truth.append(not truth[rest[0]])
        else:
            truth.append(kind == TRUE)
    return truth[-1]


def _are_same(circuit: Circuit, relation: int, left: int, right: int) -> bool:
    """Return whether two letter classes are the same under a relation of the circuit."""
    if not relation:
        return left == right
    return any(block >> left & 1 and block >> right & 1 for block in circuit.relations[relation - 1])
