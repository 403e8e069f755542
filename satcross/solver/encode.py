"""From constraints to a formula, in two encodings that share their code.

Whole     every letter of every cell has its variable, and every clue its clauses, switched on by its own selector
          or (for export) always on.  Explanations, proofs and other programs work on this one.
Residual  only what propagation left open: the masks as they are now, and the open constraints, without selectors.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from satcross.base.bits import parts, single_bits
from satcross.base.budget import AUTO, POSITIONS, TRANSITIONS, UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.base.showing import in_one_line
from satcross.base.wording import counted
from satcross.errors import LimitError
from satcross.solver.cnf import CountingSink, Encoder, FlatSink, Lit, VariableMap
from satcross.solver.compile import CompiledPuzzle
from satcross.solver.constraints import Constraint
from satcross.solver.constraints.regular import RegularConstraint
from satcross.solver.residual import Residual

ONE_LETTER = "each cell holds exactly one letter"  # the purpose of the first group

_VARIABLE = 150  # bytes that a letter of a cell takes in a variable map


class Group(NamedTuple):
    """Clauses that were added for one purpose, and the auxiliary variables that came with them.

    Attributes:
        purpose: What the clauses say, unless they come from a constraint.
        constraint: The constraint that they express, or None.
        clauses: Their numbers, from 1.
        variables: The auxiliary variables.
        meanings: What the auxiliary variables stand for, in words.
    """

    purpose: str
    constraint: Constraint | None
    clauses: range
    variables: range
    meanings: tuple[str, ...]


class _Groups:
    """Tells the clauses and variables that are added by their purpose, and puts the groups into `groups`."""

    __slots__ = ("_clauses", "_groups", "_sink", "_variables", "_variables_before")

    def __init__(self, groups: list[Group] | None, variables: VariableMap, sink: CountingSink) -> None:
        self._groups = groups
        self._variables = variables
        self._sink = sink
        self._clauses = sink.clauses
        self._variables_before = variables.count
        variables.meanings.clear()

    def end(self, purpose: str, constraint: Constraint | None = None) -> None:
        """Say that what has been added since the last call had this purpose."""
        variables, sink = self._variables, self._sink
        if self._groups is not None and sink.clauses > self._clauses:
            clauses = range(self._clauses + 1, sink.clauses + 1)
            fresh = range(self._variables_before + 1, variables.count + 1)
            self._groups.append(Group(purpose, constraint, clauses, fresh, tuple(sorted(variables.meanings))))
        self._clauses, self._variables_before = sink.clauses, variables.count
        variables.meanings.clear()


class Encoding(NamedTuple):
    """The whole formula of a puzzle.

    Attributes:
        variables: x[c, a] for each cell c and letter a, numbered cell by cell, letters in code-point order.
        clauses: The clauses, as a flat array.
        selectors: Selector of each clue, in the order of `compiled.constraints`; empty if the clues are always on.
        groups: The clauses by their purpose.
    """

    compiled: CompiledPuzzle
    variables: VariableMap
    clauses: FlatSink
    selectors: tuple[Lit, ...]
    groups: tuple[Group, ...] = ()

    def __repr__(self) -> str:
        variables, clauses = counted(self.variables.count, "variable"), counted(self.clauses.clauses, "clause")
        return in_one_line("Encoding", variables, clauses)


def encode_whole(
    compiled: CompiledPuzzle, *, with_selectors: bool, budget: Budget = UNLIMITED, encoding: str = POSITIONS
) -> Encoding:
    """Return the formula of a puzzle whose classes are single letters.  Equal puzzles give equal formulas.

    Args:
        encoding: The name of the encoding of regular clues (`satcross.solver.encodings`).

    Raises:
        LimitError: When it exceeds the budget, naming the clue that takes the most.
        TimeUp: If the time is up.
    """
    sink = FlatSink(budget)
    variables, selectors, groups = put_whole(compiled, sink, with_selectors=with_selectors, encoding=encoding)
    return Encoding(compiled, variables, sink, selectors, groups)


def put_whole(
    compiled: CompiledPuzzle, sink: CountingSink, *, with_selectors: bool, encoding: str = POSITIONS
) -> tuple[VariableMap, tuple[Lit, ...], tuple[Group, ...]]:
    """Put the clauses of `encode_whole` into `sink`, and return the variables, selectors and groups of an `Encoding`.

    Raises what `encode_whole` raises.
    """
    letters = single_bits(compiled.classes.every)
    sink.budget.check_memory(_VARIABLE * len(letters) * len(compiled.domains), "the formula")
    variables = VariableMap([letters] * len(compiled.domains), is_compact=False)
    selectors = tuple(variables.fresh() for _ in compiled.constraints) if with_selectors else ()
    groups: list[Group] = []
    added = _Groups(groups, variables, sink)
    variables.one_block_each(sink)
    added.end(ONE_LETTER)
    for cell, domain in enumerate(compiled.domains):
        if domain != compiled.classes.every:
            sink.add([lit for bit, lit in variables.lits[cell].items() if bit & domain])
    added.end("given letters")
    encoder = Encoder(variables, sink, encoding=encoding)
    put_clues(compiled.constraints, encoder, sink, selectors, groups=groups)
    return variables, selectors, tuple(groups)


def encode_residual(
    residual: Residual,
    sink: CountingSink,
    *,
    single_letters: bool = False,
    redundant_clauses: bool = False,
    encoding: str = AUTO,
    groups: list[Group] | None = None,
) -> VariableMap:
    """Put the clauses of the open constraints of `residual` into `sink`, and return the variables.

    Args:
        single_letters: Give every letter of every cell its own variable, as formulas for other programs need it.
        redundant_clauses: Add clauses that follow from the others and shorten long searches (`Encoder`).
        encoding: The name of the encoding of regular clues (`satcross.solver.encodings`); "auto": positions, or
            transitions if all clues are lists.
        groups: Gets the clauses by their purpose.
    """
    if single_letters:
        sink.budget.check_memory(_VARIABLE * sum([mask.bit_count() for mask in residual.masks]), "the formula")
        blocks = [single_bits(mask) for mask in residual.masks]
    else:
        blocks = letter_blocks(residual, sink.budget)
        sink.budget.check_memory(_VARIABLE * sum(map(len, blocks)), "the formula")
    variables = VariableMap(blocks, is_compact=not single_letters)
    added = _Groups(groups, variables, sink)
    variables.one_block_each(sink)
    added.end(ONE_LETTER)
    if encoding == AUTO:
        encoding = TRANSITIONS if are_lists(residual.constraints, residual.masks) else POSITIONS
    encoder = Encoder(variables, sink, redundant_clauses=redundant_clauses, encoding=encoding)
    put_clues(residual.constraints, encoder, sink, groups=groups)
    return variables


def are_lists(constraints: Iterable[Constraint], masks: Sequence[int]) -> bool:
    """Return whether every clue is regular and a list of words within the letters of `masks`."""
    return all(
        isinstance(each.line_constraint, RegularConstraint) and each.line_constraint.is_list(each.domains(masks))
        for each in constraints
    )


def put_clues(
    constraints: Sequence[Constraint],
    encoder: Encoder,
    sink: CountingSink,
    selectors: Sequence[Lit] = (),
    *,
    groups: list[Group] | None = None,
) -> None:
    """Add the clauses of all constraints, each switched on by its selector if there are any.

    Raises:
        LimitError: If a limit of the budget is exceeded; it blames the constraint with the most clauses.
    """
    added = _Groups(groups, encoder.variables, sink)
    sizes = []
    before = first = sink.clauses
    try:
        for number, each in enumerate(constraints):
            sink.budget.note("writing the formula, clues", number, len(constraints))
            each.line_constraint.clauses(encoder, each.cells, selectors[number] if selectors else None)
            added.end("", each)
            sizes.append(sink.clauses - before)
            before = sink.clauses
    except LimitError as error:
        sizes.append(sink.clauses - before)
        largest = max(range(len(sizes)), key=sizes.__getitem__)
        message = f"{error.message}; this clue alone has {sizes[largest]:,} clauses"
        if len(sizes) < len(constraints):
            total = first + (sink.clauses - first) * len(constraints) // len(sizes)
            message += f", and all {len(constraints):,} clues would need about {total:,}"
        raise error.replace(message=message, place=constraints[largest].place) from None


def letter_blocks(residual: Residual, budget: Budget) -> list[tuple[int, ...]]:
    """Return for each cell the blocks of letters that none of the open constraints on it tells apart.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.
    """
    domains = residual.masks
    sets: list[set[int]] = [set() for _ in domains]
    is_compared = [False] * len(domains)
    for number, constraint in enumerate(residual.constraints):
        if not number & 63:
            budget.check()
        sets_of_cells = constraint.line_constraint.letter_sets(constraint.domains(domains))
        for cell, masks in zip(constraint.cells, sets_of_cells, strict=True):
            if masks is None:
                is_compared[cell] = True
            else:
                sets[cell].update(masks)
    alike = sum(domain.bit_count() for domain, compared in zip(domains, is_compared, strict=True) if compared)
    budget.check_memory(_VARIABLE * alike, "the formula")
    return [
        single_bits(domain) if compared else parts(domain, masks)
        for domain, masks, compared in zip(domains, sets, is_compared, strict=True)
    ]
