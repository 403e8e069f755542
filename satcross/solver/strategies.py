"""Strategies: the ways to search a residual, behind one signature.

In: a residual, the tuning, and a budget.  Out: messages, each with a cube of solutions or with news of the search; the
last one says whether there are no more.

    backtracking    decides one cell after another, where few letters are left; may give up
    portfolio       writes a formula, which SAT solvers try in turn
    diving          settles line after line on one cube, to find first solutions of open puzzles; may give up
    listing         finds all solutions as disjoint cubes, in memory that does not grow with their number
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from math import log2
from typing import Final, TypeAlias

from satcross.base.budget import AUTO, GLANCE_SECONDS, UNLIMITED, Budget, Tuning
from satcross.base.platform import CAN_FORK
from satcross.base.records import NamedTuple
from satcross.errors import TooManyStates
from satcross.solver.cnf import Lit
from satcross.solver.constraints import Constraint
from satcross.solver.encode import are_lists, encode_residual
from satcross.solver.python_sat import Solver
from satcross.solver.residual import Component, LetterState, Masks, Residual
from satcross.solver.strategy import NO_MORE, STILL_SEARCHING, FormulaSize, Found
from satcross.solver.sweep import Diagram, Sweep, sweep_order


class Oracle:
    """A SAT solver that says whether masks within `residual` hold a solution, and which.

    In: masks within the residual.  Out: a solution there, or the answer that there is none.  The formula is written
    once. Masks become assumptions, and what the solver learns on one question helps it with the next.
    """

    __slots__ = ("_budget", "_questions", "_residual", "_solver", "_variables")

    def __init__(self, residual: Residual, budget: Budget = UNLIMITED) -> None:
        self._residual: Final = residual
        self._budget: Final = budget
        self._make()

    def _make(self) -> None:
        self._solver = Solver(self._budget.tuning.solver, self._budget)
        self._variables = encode_residual(self._residual, self._solver, encoding=self._budget.tuning.encoding)
        self._questions = 0

    def close(self) -> None:
        """Free the solver's memory; the oracle cannot be asked afterwards."""
        self._solver.close()

    def witness(self, masks: Sequence[int]) -> Masks | None:
        """Return a solution within `masks`, as masks of letters that nothing tells apart; None if there is none."""
        return self._ask(masks, self._variables.within(masks))

    def another(self, masks: Sequence[int], witness: Sequence[int]) -> Masks | None:
        """Return a solution within `masks` that differs from `witness` in some cell; None if there is none."""
        self._questions += 1
        if self._questions > self._budget.tuning.oracle_questions:
            self.close()
            self._make()
        asked = self._variables.fresh()
        lits = self._variables.lits
        clause = [
            lit
            for cell, (here, held) in enumerate(zip(masks, witness, strict=True))
            if here != held
            for block, lit in lits[cell].items()
            if block & here and not block & held
        ]
        if not clause:
            return None
        self._solver.add([-asked, *clause])
        try:
            return self._ask(masks, [asked, *self._variables.within(masks)])
        finally:
            self._solver.add([-asked])

    def _ask(self, masks: Sequence[int], assumed: list[Lit]) -> Masks | None:
        if not self._solver.solve(assumed):
            return None
        masks_held = self._variables.decode(self._solver.is_true)
        return tuple([here & held for here, held in zip(masks, masks_held, strict=False)])


def backtracking(residual: Residual, budget: Budget) -> Iterator[Found]:
    """Yield solutions of `residual`, a fixpoint of propagation; give up after a number of dead ends.  Raises TimeUp.

    In: a residual with few letters left.  Out: its first solutions, as disjoint cubes, or the proof that there are no
    more. Where few letters are left this saves the import of the SAT solvers, an eighth of the time of a process that
    solves one small puzzle.
    """
    if not _is_worthwhile(residual, budget.tuning):
        return
    budget.note("backtracking")
    pending = [residual]
    dead_ends = 0
    while dead_ends <= budget.tuning.dead_ends:
        budget.check()
        here = pending.pop()
        if here.is_settled:
            yield Found(here.masks, is_last=not pending)
        elif (branching := here.branching()) is not None:
            cell, parts = branching
            below = [here.restrict({cell: part}) for part in reversed(parts)]
            pending += [each for each in below if each is not None]
            dead_ends += below.count(None)
            if not pending:
                yield NO_MORE
        else:
            return  # only a solver can tell whether these letters are a solution
        if not pending:
            return


def _is_worthwhile(residual: Residual, tuning: Tuning) -> bool:
    """Return whether few letters are left, and guesses are cheap."""
    letters = sum([mask.bit_count() - 1 for mask in residual.masks])
    line_constraints = [each.line_constraint for each in residual.constraints]
    nodes = sum([each.size for each in line_constraints if not each.is_exact])
    if letters > tuning.backtracking_letters or nodes > tuning.pruned_nodes:
        return False
    return letters <= tuning.backtracking_words or not are_lists(residual.constraints, residual.masks)


QUICK: Final = "glucose4"


class SolverTurn(NamedTuple):
    """One solver of the portfolio, and how long it may try.

    In: a residual.  Out: its solutions, one after another, and at last that there are no others.

        residual -> formula -> a quick solver, for a number of conflicts -> a steady solver -> models -> cubes

    Which SAT solvers of the portfolio try a formula, in which order, and for how long.

    Glucose settles what tight puzzles leave open in half of CaDiCaL's time.  CaDiCaL is better for hard formulas: it
    simplifies as it goes, and so proves what Glucose never would.

    Attributes:
        solver: Its name.
        conflicts: How many it may take for all questions, for each clause of its formula; None: as many as it takes.
        redundant_clauses: Whether the formula gets clauses that only help to propagate.  With them Glucose has half of
            the conflicts.  For CaDiCaL, which eliminates variables, they make pigeon holes twenty times harder.
    """

    solver: str
    conflicts: float | None
    redundant_clauses: bool


def solver_turns(residual: Residual, tuning: Tuning) -> tuple[SolverTurn, ...]:
    """Return the solvers that try a formula in turn.  Lists of words are left to CaDiCaL."""
    last = SolverTurn(tuning.solver, None, redundant_clauses=False)
    if tuning.solver != AUTO or are_lists(residual.constraints, residual.masks):
        return (last,)
    return SolverTurn(QUICK, tuning.quick_conflicts, redundant_clauses=True), last


def portfolio(residual: Residual, budget: Budget) -> Iterator[Found]:
    """Yield all solutions of `residual`, as disjoint cubes.  Raises LimitError, TimeUp."""
    if residual.is_settled:
        yield Found(residual.masks, is_last=True)
        return
    known: list[Masks] = []
    for turn in solver_turns(residual, budget.tuning):
        with Solver(turn.solver, budget) as solver:
            variables = encode_residual(
                residual, solver, redundant_clauses=turn.redundant_clauses, encoding=budget.tuning.encoding
            )
            yield Found(None, is_last=False, formula=FormulaSize(variables.count, solver.clauses))
            most = None if turn.conflicts is None else round(turn.conflicts * solver.clauses)
            for cube in known:
                solver.add(variables.blocking(cube))
            while True:
                taken = solver.conflicts
                budget.note(f"searching by {solver.name}, conflicts", taken)
                answer = solver.solve_within(GLANCE_SECONDS, conflicts=None if most is None else most - taken)
                if answer:
                    cube = variables.decode(solver.is_true)
                    blocking = variables.blocking(cube)
                    yield Found(cube, is_last=not blocking)
                    if not blocking:
                        return
                    known.append(cube)
                    solver.add(blocking)
                elif answer is False:
                    yield NO_MORE._replace(is_hard=_is_hard(budget.tuning, solver))
                    return
                elif most is None and CAN_FORK and budget.tuning.processes > 1 and _is_hard(budget.tuning, solver):
                    from satcross.solver.race import race

                    yield from race(residual, known, budget)
                    return
                elif most is not None and solver.conflicts >= most:
                    break
                else:
                    yield STILL_SEARCHING


def _is_hard(tuning: Tuning, solver: Solver) -> bool:
    """Return whether the formula of `solver` is known to be hard, unless the user has chosen the solver."""
    return tuning.solver == AUTO and solver.conflicts >= tuning.hard_conflicts


def diving(residual: Residual, budget: Budget) -> Iterator[Found]:
    """Yield solutions of the first dive into `residual`, a fixpoint of propagation, that has any.  Raises TimeUp."""
    for dive in dives(residual, budget):
        yield STILL_SEARCHING  # what follows is timed by itself
        has_solutions = False
        for message in portfolio(dive, budget):
            has_solutions |= message.cube is not None
            yield message._replace(is_last=False)
        if has_solutions:
            return


def dives(residual: Residual, budget: Budget, costs: Costs | None = None) -> Iterator[Residual]:
    """Yield residuals within `residual`; ask for another one if the last had no solution.

    Each dive is followed by what becomes of it when the cells of its open lines are set free.  There is a second dive
    only if there are circuits, which then settle later.  There is no dive where the cubes of all lines together take
    away far more choices than there are.  A dive in which hardly anything settles is left out.

    In: a residual.  Out: some solutions, but never the claim that there are no others.  A dive gives up most choices
    together, so that a small formula remains, or none at all.  Where solutions abound this finds some long before the
    formula of the whole puzzle could be written.

    The line that settles next is the line with the fewest choices left for what its best cube takes away.  After each
    line propagation goes on.  Where a cube leads to a contradiction, the line tries others, with other letters where
    the contradiction was met.  If these do no better the line stays open.  The open lines may have no solution
    within the dive.  Then the cells of the open lines become free again, and with them the lines that cross them.

    The term is from integer programming: T. Achterberg, Constraint Integer Programming, 2007, section 9.2.

    Raises:
        TimeUp: If the time is up.
    """
    constraints = residual.constraints
    costs = costs or costs_of_cubes(residual, budget)
    if costs is None:
        return
    bits = budget.tuning.dive_circuit_bits
    for circuit in bits if None in costs.values() else bits[:1]:
        known = [costs[number] for number in residual.open]
        dive = _dive(residual, [circuit if cost is None else cost for cost in known], budget)
        if dive is None:
            continue
        yield dive
        masks = list(dive.masks)
        for constraint in dive.constraints:
            for cell in constraint.cells:
                masks[cell] = residual.masks[cell]
        freed, _ = Residual.of(constraints, masks, budget.tuning).propagated(budget)
        if freed is not None:
            yield freed


class UnsettledConstraints:
    """The constraints that have not settled, and how much choice they have left.

    Args:
        costs: Bits of choice that the cube of each takes away.
    """

    __slots__ = ("_bits", "_left", "_shares", "_touching")

    def __init__(self, residual: Residual, costs: Sequence[float]) -> None:
        self._bits = [log2(mask.bit_count()) for mask in residual.masks]
        self._touching: list[list[int]] = [[] for _ in residual.masks]
        self._shares = {number: 1 / (1 + cost) for number, cost in zip(residual.open, costs, strict=True)}
        self._left: dict[int, float] = {}
        for number, each in zip(residual.open, residual.constraints, strict=True):
            self._left[number] = sum([self._bits[cell] for cell in each.cells]) * self._shares[number]
            for cell in each.cells:
                self._touching[cell].append(number)

    def narrow(self, cells: Iterable[int], masks: Sequence[int]) -> None:
        """Update the choice that is left after the masks of `cells` have shrunk."""
        bits, left, shares = self._bits, self._left, self._shares
        for cell in cells:
            now = log2(masks[cell].bit_count())
            lost = bits[cell] - now
            bits[cell] = now
            for number in self._touching[cell]:
                if number in left:
                    left[number] -= lost * shares[number]

    @property
    def number(self) -> int:
        """How many constraints have not settled."""
        return len(self._left)

    def pop(self) -> int | None:
        """Return the number of the next constraint; None if there is none left."""
        if not self._left:
            return None
        number = min(self._left, key=self._left.__getitem__)
        del self._left[number]
        return number


def _dive(residual: Residual, costs: Sequence[float], budget: Budget) -> Residual | None:
    """Settle the constraints wherever possible and return the open rest; None if too many lines stay open.

    A constraint that has settled is not open: its cube holds nothing but matches, and masks only shrink.
    """
    here = residual.for_one_way(budget)
    unsettled = UnsettledConstraints(residual, costs)
    lines = unsettled.number
    staying_open = 0
    while (number := unsettled.pop()) is not None:
        budget.note("diving, lines", lines - unsettled.number, lines)
        budget.check()
        settled = _settled(here, residual.constraint(number), number, budget.tuning)
        if settled is not None:
            unsettled.narrow(settled.changed, settled.masks)
            here = settled
        else:
            staying_open += 1
            if staying_open * budget.tuning.dive_open_share > lines:
                return None
    return residual.at(here)


def _settled(here: LetterState, constraint: Constraint, number: int, tuning: Tuning) -> LetterState | None:
    """Return the state after a constraint has settled on a cube; None if a few cubes lead to contradictions."""
    others = here.without((number,))
    domains = constraint.domains(here.masks)
    for _ in range(tuning.dive_cubes):
        cube = constraint.line_constraint.cube(domains)
        if cube is None:
            return None
        letters = dict(zip(constraint.cells, cube, strict=True))
        for cell, mask in zip(constraint.cells, cube, strict=True):
            letters[cell] &= mask  # it may read a cell twice
        settled = others.restrict(letters)
        if settled is not None:
            return settled
        domains = [mask & ~taken or mask for mask, taken in zip(domains, cube, strict=True)]
    return None


Costs: TypeAlias = dict[int, float | None]
"""For the number of each open constraint, how many bits of choice its cube takes away; None for a circuit."""


def costs_of_cubes(residual: Residual, budget: Budget) -> Costs | None:
    """Return what the cubes cost; None if all of them together take away far more choices than there are."""
    left = budget.tuning.dive_costs * sum([log2(mask.bit_count()) for mask in residual.masks])
    costs: Costs = {}
    for number, constraint in zip(residual.open, residual.constraints, strict=True):
        budget.check()
        cost = None
        if constraint.line_constraint.is_exact:
            domains = constraint.domains(residual.masks)
            cube = constraint.line_constraint.cube(domains) or domains
            cost = sum([log2(old.bit_count() / new.bit_count()) for old, new in zip(domains, cube, strict=True)])
            left -= cost
            if left < 0:
                return None
        costs[number] = cost
    return costs


def listing(residual: Residual, budget: Budget) -> Iterator[Found]:
    """Yield all solutions of `residual`, a fixpoint of propagation, as disjoint cubes.  Raises TimeUp, LimitError.

    In: a residual, a fixpoint of propagation.  Out: disjoint cubes that hold exactly its solutions.  Components of the
    residual, which share no open constraint, are listed on their own, and their cubes combined.

    If the sweep over a component has few states, these are kept, and its cubes are read off without another question.

    Otherwise the tree of residuals is searched depth first: if some constraint is open, split the letters of one cell,
    and go on with each part.  A part holds letters that no open constraint on the cell tells apart, so cubes come out
    wide.  Nothing found has to be remembered, so the millionth cube costs what the first did.

    Propagation alone may walk into many dead ends.  When it does, a SAT solver is asked, under assumptions that stand
    for the masks, first for a solution, then for another one.  Two solutions split the masks between them, so that no
    question is wasted: a cube costs one answer "no others", and each split one answer "here".  The clause "another one"
    is switched off again by its own literal, and the solver is made again before these pile up.
    """
    budget.note("listing solutions")
    components = [ListedComponent(component, budget) for component in residual.components()]
    # a component without a solution must not be found out again for every cube of the others
    if all([next(iter(component), None) is not None for component in components]):
        for number, cube in enumerate(_combined(components, list(residual.masks))):
            if not number & 63:
                budget.note("listing solutions")
                budget.check()
            yield Found(cube, is_last=False)
    yield NO_MORE


def _combined(components: Sequence[ListedComponent], masks: list[int]) -> Iterator[Masks]:
    """Yield every combination of the components' cubes; `masks` is worked on in place."""
    if not components:
        yield tuple(masks)
        return
    first, *others = components
    for cube in first:
        for cell, mask in zip(first.cells, cube, strict=True):
            masks[cell] = mask
        yield from _combined(others, masks)


class _Node(NamedTuple):
    """A node of the search tree that has not been visited: a residual, and what to restrict in it.

    Attributes:
        witness: A solution there, if one is known.
    """

    residual: Residual
    cell: int
    letters: int
    witness: Masks | None


class ListedComponent:
    """The solutions of one component, as cubes.  It can be iterated again and again.

    Attributes:
        cells: Its cells, in the order in which the cubes have their masks.

    Raises:
        TimeUp: If the time is up, even when it is iterated.
    """

    __slots__ = ("_budget", "_cubes", "_diagram", "_residual", "cells")

    def __init__(self, component: Component, budget: Budget = UNLIMITED) -> None:
        self.cells: Final = sweep_order(component)
        self._residual: Final = component.residual
        self._budget: Final = budget
        self._cubes: list[Masks] | None = None
        self._diagram: Diagram | None = None
        if most := budget.tuning.listed_states:
            with suppress(TooManyStates):
                self._diagram = Sweep(component, self.cells, lambda mask: 1, budget).diagram(most)

    def __iter__(self) -> Iterator[Masks]:
        """Yield the cubes, each as the masks of `cells`."""
        if self._diagram is not None:
            yield from self._diagram.cubes()
            return
        if self._cubes is not None:
            yield from self._cubes
            return
        kept: list[Masks] | None = []
        for masks in self._search():
            cube = tuple([masks[cell] for cell in self.cells])
            if kept is not None:
                kept.append(cube)
                if len(kept) > self._budget.tuning.kept_cubes:
                    kept = None
            yield cube
        self._cubes = kept

    def _search(self) -> Iterator[Masks]:
        """Yield the masks of all cells of the puzzle for each cube."""
        oracle: Oracle | None = None
        trouble = steps = 0
        residual: Residual | None = self._residual
        witness: Masks | None = None
        pending: list[_Node] = []
        try:
            while True:
                if residual is None:
                    trouble += 1
                elif residual.is_settled:
                    trouble = max(0, trouble - 4)
                    yield residual.masks
                elif (branching := residual.branching()) is not None and trouble < self._budget.tuning.dead_ends:
                    cell, parts = branching
                    pending += [_Node(residual, cell, part, None) for part in reversed(parts)]
                else:
                    oracle = oracle or Oracle(self._residual, self._budget)
                    cube, nodes = self._asked(oracle, residual, witness, is_cube=branching is None)
                    if cube is not None:
                        yield cube
                    pending += nodes
                if not pending:
                    return
                steps += 1
                if not steps & 63:
                    self._budget.note("listing solutions")
                    self._budget.check()
                node = pending.pop()
                residual, witness = node.residual.restrict({node.cell: node.letters}), node.witness
        finally:
            if oracle is not None:
                oracle.close()

    def _asked(
        self, oracle: Oracle, residual: Residual, witness: Masks | None, *, is_cube: bool
    ) -> tuple[Masks | None, list[_Node]]:
        """Return what the oracle says of `residual`: a cube of solutions, if it can tell, and the rest to search.

        Args:
            witness: A solution of `residual`, if one is known.
            is_cube: Whether `residual` is one cube if it has any solution.
        """
        witness = witness or oracle.witness(residual.masks)
        if witness is None:
            return None, []
        if is_cube:
            return residual.masks, []
        second = oracle.another(residual.masks, witness)
        if second is None:
            return witness, []
        cell = self._difference(residual.masks, witness, second)
        rest = residual.masks[cell] & ~second[cell]
        return None, [_Node(residual, cell, second[cell], second), _Node(residual, cell, rest, witness)]

    def _difference(self, masks: Sequence[int], one: Masks, two: Masks) -> int:
        """Return the cell with the fewest letters in which the solutions `one` and `two` differ."""
        return min((cell for cell in self.cells if one[cell] != two[cell]), key=lambda cell: masks[cell].bit_count())
