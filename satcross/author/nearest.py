"""The two solutions that differ in the fewest cells, or the solution that differs least from a given one.

In: a presolved puzzle, and solutions of it that are known.  Out: a `Pair` of solutions.

For the nearest two solutions the solver gets the formula twice, on variables of its own for each copy, and a literal
"the copies differ here" for each cell.  For the nearest rival of a given solution one copy is enough.  A totalizer
(O. Bailleux and Y. Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, CP 2003; python-sat has it)
counts the cells that differ, and its bound is lowered until the solver finds nothing nearer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import AUTO
from satcross.errors import TimeUp
from satcross.solver.backends.python_sat import Solver
from satcross.solver.cnf.sink import FlatSink, Lit
from satcross.solver.cnf.variables import VariableMap
from satcross.solver.compile import CompiledPuzzle
from satcross.solver.encode import encode_residual
from satcross.solver.presolve import PresolvedPuzzle
from satcross.solver.residual import Masks, Residual


class Pair(NamedTuple):
    """Two different solutions, each as the letters of its cells.

    Attributes:
        is_proved: Whether no pair is nearer (or, if one solution was given, no rival); False: the time ran out.
    """

    one: tuple[str, ...]
    two: tuple[str, ...]
    is_proved: bool


def nearest_pair(
    presolved: PresolvedPuzzle,
    seen: Sequence[int],
    known: tuple[Masks, Masks],
    solver: str,
    budget: Budget,
) -> Pair:
    """Return two solutions that differ in as few cells as any two.

    Args:
        seen: For each cell the letters that occur in solutions; cells with one letter need no comparison.
        known: Two solutions that differ, as letter masks.

    Raises:
        LimitError: If a limit of the budget is exceeded.
    """
    assert presolved.residual is not None
    best, is_proved = known, False
    try:
        with Solver(solver, budget) as engine:
            variables, in_second_copy = _add_two_copies(presolved.residual, engine, budget)
            differs: list[Lit] = []
            for lits, letters in zip(variables.lits[: variables.cells], seen, strict=True):
                if lits and letters & (letters - 1):
                    differs.append(variables.fresh())
                    for lit in lits.values():
                        engine.add([-lit, in_second_copy(lit), differs[-1]])
                        engine.add([-lit, -in_second_copy(lit), -differs[-1]])
            for _ in _nearer(engine, variables, differs, _distance(*known)):
                first = variables.decode(engine.is_true)
                best = first, variables.decode(lambda lit: engine.is_true(in_second_copy(lit)))
            is_proved = True
    except TimeUp:
        pass
    one, two = (_spelled(presolved.compiled, masks) for masks in best)
    return Pair(one, two, is_proved)


def _add_two_copies(residual: Residual, engine: Solver, budget: Budget) -> tuple[VariableMap, Callable[[Lit], Lit]]:
    """Give `engine` the clauses of `residual` twice, about different variables.

    Returns:
        The variables of the first copy, and the function from a literal of it to that of the second one.
    """
    one_copy = FlatSink(budget)
    variables = encode_residual(residual, one_copy)
    count = variables.count
    variables.fresh(count)

    def in_second_copy(lit: Lit) -> Lit:
        return lit + count if lit > 0 else lit - count

    for clause in one_copy:
        engine.add(list(clause))
        engine.add([in_second_copy(lit) for lit in clause])
    return variables, in_second_copy


def nearest_rival(
    presolved: PresolvedPuzzle, solution: tuple[str, ...], solver: str = AUTO, budget: Budget = UNLIMITED
) -> Pair | None:
    """Return the letters of `solution` and those of another one that differs from it in as few cells as any.

    Return None if there is no other.  Over the open alphabet, letters that no clue tells apart make no other solution.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up before another solution is found.
    """
    compiled, residual = presolved.compiled, presolved.residual
    assert residual is not None
    best: Masks | None = None
    is_proved = False
    try:
        with Solver(solver, budget) as engine:
            variables = encode_residual(residual, engine)
            blocks = tuple(
                next((block for block in lits if block & compiled.classes.mask_of(letter)), mask)
                for lits, mask, letter in zip(variables.lits, residual.masks, solution, strict=False)
            )
            twin = _twin(compiled, blocks, solution)
            if twin is not None:
                return Pair(solution, twin, True)
            differs = variables.blocking(blocks)
            engine.add(differs.copy())
            if not differs or not engine.solve():
                return None
            best = variables.decode(engine.is_true)
            for _ in _nearer(engine, variables, differs, _distance(best, blocks)):
                best = variables.decode(engine.is_true)
            is_proved = True
    except TimeUp:
        if best is None:
            raise
    return Pair(solution, _spelled(compiled, best), is_proved)


def twins(compiled: CompiledPuzzle, cube: Masks) -> Pair | None:
    """Return two solutions in `cube` that differ in one cell; None if it stands for one solution only."""
    letters = _spelled(compiled, cube)
    twin = _twin(compiled, cube, letters)
    return None if twin is None else Pair(letters, twin, True)


def _twin(compiled: CompiledPuzzle, cube: Masks, letters: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return `letters` with another letter of `cube` in one cell, or None if no cell has another one."""
    for cell, (mask, letter) in enumerate(zip(cube, letters, strict=True)):
        others = compiled.letters(mask & ~compiled.classes.mask_of(letter) if compiled.is_alphabet_open else mask)
        for other in others.replace(letter, "")[:1]:
            return *letters[:cell], other, *letters[cell + 1 :]
    return None


def _nearer(engine: Solver, variables: VariableMap, differs: Sequence[Lit], distance: int) -> Iterator[None]:
    """Yield after each model that the solver finds with fewer true literals of `differs` than before, but one at least.

    Args:
        distance: The number of literals that are true in the best model so far.
    """
    engine.budget.note("finding the solutions that differ least")
    engine.add(list(differs))
    if distance <= 1:
        return
    from pysat.card import ITotalizer

    with ITotalizer(lits=list(differs), ubound=distance - 1, top_id=variables.count) as counter:
        for clause in counter.cnf.clauses:
            engine.add(clause)
        variables.fresh(counter.top_id - variables.count)
        while distance > 1 and engine.solve([-counter.rhs[distance - 1]]):  # fewer than `distance` are true
            distance = sum(map(engine.is_true, differs))
            yield


def _spelled(compiled: CompiledPuzzle, masks: Masks) -> tuple[str, ...]:
    return tuple(letters[0] for letters in compiled.letters_of_each(masks))


def _distance(one: Masks, two: Masks) -> int:
    return sum(left != right for left, right in zip(one, two, strict=True))
