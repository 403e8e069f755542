"""The clues of a puzzle in a solver that says which of them exclude something.

The clauses of each clue are switched on by a selector of its own, and facts (letters ruled out of cells) are clauses.
A question names the clues that may be used.  If they exclude what is asked, `mus` finds a minimal set of them that
does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from sys import maxsize
from typing import Final

from satcross.base import NamedTuple, single_bits
from satcross.base.budget import UNLIMITED, Budget
from satcross.solver.cnf import Encoder, Lit, exactly_one
from satcross.solver.compile import CompiledPuzzle
from satcross.solver.constraints import LineConstraint
from satcross.solver.encode import encode_whole
from satcross.solver.python_sat import Solver

SOLVER: Final = "glucose4"
"""Glucose tries "false" first.  So it leaves clues alone that are not asked about, and questions about few clues are
cheap."""


# Hitting sets: the cheapest items that hit every one of some sets.
#
# In: items with costs, groups of which exactly one item is taken, and sets of items that have to be hit.  Out: the
# cheapest items.
#
# This is weighted MaxSAT, solved by its cores.  A solver is asked to take no item that costs something.  If it cannot,
# it names a core: items of which at least one has to be taken.  The cheapest item of the core is paid for, and what the
# others cost beyond that still counts.  New literals say how many of the core are taken beyond the first, and are paid
# for in the same way.  As soon as the solver finds a model, what has been paid is the least cost.  Dear items come
# first (stratification), so that few cores are large.
#
# Within a group, items that another one is at least as good as are left out.
#
# References: N. Narodytska and F. Bacchus, Maximum satisfiability using core-guided MaxSAT resolution, AAAI 2014;
# C. Ansotegui, M. Bonet and J. Levy, SAT-based MaxSAT algorithms, Artificial Intelligence 196 (2013).


CONFLICTS: Final = 5_000
"""Conflicts of the solver for one problem, about three seconds.  Most take a few hundred."""


class Selection(NamedTuple):
    """What to take.

    Attributes:
        items: The items, by their numbers; None: nothing hits all sets, or nothing was found in time.
        bound: Nothing that hits all sets costs less.
        is_optimal: Whether nothing that hits all sets costs less than these items.
    """

    items: tuple[int, ...] | None
    bound: int
    is_optimal: bool


class HittingSets:
    """A growing problem; items are known by their numbers, in the order in which they were added."""

    def __init__(self, budget: Budget = UNLIMITED) -> None:
        self._budget: Final = budget
        self._costs: Final[list[int]] = []
        self._groups: Final[list[Sequence[int]]] = []
        self._signs: Final[dict[int, Sequence[int]]] = {}
        self._sets: Final[dict[tuple[int, ...], None]] = {}

    def add(self, cost: int) -> int:
        """Return the number of one more item."""
        self._costs.append(cost)
        return len(self._costs) - 1

    def take_one(self, items: Sequence[int]) -> None:
        """Ask for exactly one of `items`."""
        self._groups.append(items)

    def add_sign(self, items: Sequence[int]) -> int:
        """Return the number of one more item, which may be taken at no cost if none of `items` is."""
        sign = self.add(0)
        self._signs[sign] = items
        return sign

    def hit(self, items: Sequence[int]) -> None:
        """Ask for at least one of `items`."""
        self._sets[tuple(items)] = None

    def cheapest(self) -> Selection:
        """Return what to take.  Raises TimeUp, LimitError."""
        with Solver(SOLVER, self._budget) as solver:
            fresh = count(len(self._costs) + 1).__next__
            return _cheapest(solver, self._add_clauses(solver, fresh), fresh, range(len(self._costs)))

    def _add_clauses(self, solver: Solver, fresh: Callable[[], Lit]) -> dict[Lit, int]:
        """Add the clauses of the problem, and return what it costs if a literal is not true.

        The variable of an item is its number + 1.
        """
        worse = {item for group in self._groups for item in self._worse(group)}
        for item in worse:
            solver.add([-item - 1])  # some solvers make true what stands in no clause
        for group in self._groups:
            exactly_one([item + 1 for item in group if item not in worse], fresh, solver)
        for sign, items in self._signs.items():
            for item in items:
                if item not in worse:
                    solver.add([-sign - 1, -item - 1])
        for each in self._sets:
            solver.add([item + 1 for item in each if item not in worse])
        return {-item - 1: cost for item, cost in enumerate(self._costs) if cost and item not in worse}

    def _worse(self, group: Sequence[int]) -> Iterator[int]:
        """Yield the items of `group` that another one of the group is at least as good as."""
        hits = dict.fromkeys(group, 0)
        untrue = dict.fromkeys(group, 0)
        for bits, sets_of_items in ((hits, self._sets), (untrue, self._signs.values())):
            for place, items in enumerate(sets_of_items):
                for number in bits.keys() & items:
                    bits[number] |= 1 << place
        best: list[int] = []
        for item in sorted(group, key=lambda each: (self._costs[each], each)):
            if any([not hits[item] & ~hits[other] and not untrue[other] & ~untrue[item] for other in best]):
                yield item
            else:
                best.append(item)


def fewest_hitting(
    number: int, missed: Callable[[Sequence[int]], Sequence[int] | None], budget: Budget, most: int = maxsize
) -> Sequence[int] | None:
    """Return the fewest of `number` items that hit all of some sets; None if that is too hard to find out.

    Args:
        missed: Returns a set that the given items do not hit; None if they hit all.  So only the sets that are needed
            are found (E. Moreno-Centeno and R. Karp, The implicit hitting set approach, Operations Research 2013).
        most: After so many sets it gives up.

    Raises:
        TimeUp: If the time is up.
        LimitError: If a limit of the budget is exceeded.
    """
    problem = HittingSets(budget)
    for _ in range(number):
        problem.add(1)
    chosen: Sequence[int] = ()
    for _ in range(most):
        budget.check()
        unhit = missed(chosen)
        if unhit is None:
            return chosen
        problem.hit(unhit)
        found = problem.cheapest().items
        if found is None:
            break
        chosen = found
    return None


def _cheapest(solver: Solver, cost_by_lit: dict[Lit, int], fresh: Callable[[], Lit], items: Sequence[int]) -> Selection:
    """Return which of `items` are true in a model of `solver` in which the literals that are not true cost least.

    Args:
        cost_by_lit: What each literal costs if it is not true; it changes on the way.
    """
    paid = 0
    least = max(cost_by_lit.values(), default=0)  # literals that cost less are not asked for yet
    while True:
        asked = [lit for lit, cost in cost_by_lit.items() if cost >= least]
        has_model = solver.solve_within(None, asked, conflicts=CONFLICTS - solver.conflicts)
        if has_model is None:
            return Selection(None, paid, False)
        if has_model and len(asked) == len(cost_by_lit):
            return Selection(tuple([item for item in items if solver.is_true(item + 1)]), paid, True)
        if has_model:
            least //= 2
            continue
        core = solver.core(asked)
        if not core:
            return Selection(None, 0, False)
        paid += _pay(core, cost_by_lit, fresh, solver)


def _pay(core: Sequence[Lit], cost_by_lit: dict[Lit, int], fresh: Callable[[], Lit], solver: Solver) -> int:
    """Return what the first literal of `core` that is not true costs, and let `cost_by_lit` have what is left.

    Variables: later[i], "one after the i-th literal is not true"; fine[i], true at no cost unless that is so and the
    i-th is not true either.
    Clauses: l[i+1] | later[i];  -later[i+1] | later[i];  -fine[i] | l[i] | -later[i].
    """
    price = min([cost_by_lit[lit] for lit in core])
    for lit in core:
        cost_by_lit[lit] -= price
        if not cost_by_lit[lit]:
            del cost_by_lit[lit]
    later: Lit | None = None
    for lit, following in zip(core[-2::-1], core[:0:-1], strict=True):
        before, later, fine = later, fresh(), fresh()
        solver.add([following, later])
        if before is not None:
            solver.add([-before, later])
        solver.add([-fine, lit, -later])
        cost_by_lit[fine] = price
    return price


class Theory:
    """The clues of a puzzle, by their numbers in `compiled.constraints`.

    Attributes:
        clues: The numbers of all clues of the puzzle.
    """

    def __init__(self, compiled: CompiledPuzzle, budget: Budget) -> None:
        self.compiled: Final = compiled
        self.clues: Final = tuple(range(len(compiled.constraints)))
        encoding = encode_whole(compiled, with_selectors=True, budget=budget)
        self._variables: Final = encoding.variables
        self._lits: Final = encoding.variables.lits
        self._selectors: Final = list(encoding.selectors)
        self._clue_of: Final = {lit: clue for clue, lit in enumerate(encoding.selectors)}
        self._asked: list[Lit] = []
        self._solver = Solver(SOLVER, budget)
        for clause in encoding.clauses:
            self._solver.add(clause)

    def __enter__(self) -> Theory:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.close()

    def add(self, constraint: LineConstraint, cells: tuple[int, ...]) -> int:
        """Return the number of one more clue, which `clues` does not list."""
        selector = self._variables.fresh()
        self._clue_of[selector] = len(self._selectors)
        self._selectors.append(selector)
        constraint.clauses(Encoder(self._variables, self._solver), cells, selector)
        return len(self._selectors) - 1

    def rule_out(self, cell: int, mask: int) -> None:
        """Add the fact that `cell` holds no letter of `mask`."""
        for bit in single_bits(mask):
            self._solver.add([-self._lits[cell][bit]])

    def block(self, masks: Sequence[int]) -> None:
        """Add the fact that some cell holds another letter than in `masks` (one letter each)."""
        self._solver.add([-self._lits[cell][mask] for cell, mask in enumerate(masks)])

    def is_possible(self, clues: Iterable[int], letters: Iterable[tuple[int, int]] = ()) -> bool:
        """Return whether `clues` and the facts allow `letters`, (cell, letter bit) pairs."""
        self._asked = [*[self._lits[cell][bit] for cell, bit in letters], *[self._selectors[clue] for clue in clues]]
        return self._solver.solve(self._asked)

    def masks(self) -> tuple[int, ...]:
        """Return the letter of each cell in a grid that the last question has found possible."""
        is_true = self._solver.is_true
        cells = self._lits[: len(self.compiled.domains)]
        return tuple(next(bit for bit, lit in lits.items() if is_true(lit)) for lits in cells)

    def clashing(self, clues: Iterable[int]) -> tuple[int, ...] | None:
        """Return a set of `clues` that the facts contradict; None if they allow all of `clues`.

        The set is not minimal, but it is found at once.
        """
        return None if self.is_possible(clues) else tuple(self._core())

    def mus(
        self, clues: Iterable[int], letters: Sequence[tuple[int, int]] = (), most: int | None = None
    ) -> tuple[int, ...] | None:
        """Return a minimal set of `clues` that excludes `letters`, given the facts; None if `clues` allow `letters`.

        Args:
            most: Give up, and return None, as soon as the set is known to have more clues than this.

        A set is minimal if it allows `letters` as soon as any one of its clues is left out; other sets may be smaller.
        It is found by deletion (J. Marques-Silva, Minimal unsatisfiability, ISMVL 2010).
        """
        if self.is_possible(clues, letters):
            return None
        needed: list[int] = []
        left = self._core()
        while left:
            tried = left.pop()
            if self.is_possible([*needed, *left], letters):
                needed.append(tried)
                if most is not None and len(needed) > most:
                    return None
            else:
                core = set(self._core())
                left = [clue for clue in left if clue in core]
        return tuple(sorted(needed))

    def smallest(
        self, clues: Sequence[int], letters: Sequence[tuple[int, int]], known: tuple[int, ...], budget: Budget
    ) -> tuple[int, ...] | None:
        """Return a smallest set of `clues` that excludes one of `letters`, or contradicts the facts without letters.

        Clues that a grid with some of the letters satisfies exclude none of these.  So a set that excludes one of them
        hits the other clues.  That is asked of all letters at once: exactly one is taken, at no cost.

        Args:
            known: A set that does so; it is returned if no other is smaller.

        None: that is too hard to find out.

        Raises:
            TimeUp: If the time is up.
            LimitError: If a limit of the budget is exceeded.
        """
        problem = HittingSets(budget)
        item_of = {clue: problem.add(1) for clue in clues}
        item_of_letter = {letter: problem.add(0) for letter in letters}
        if letters:
            problem.take_one(list(item_of_letter.values()))
        for _ in range(budget.tuning.rivals):
            budget.check()
            taken, least, _ = problem.cheapest()
            if taken is None:
                return None
            if least >= len(known):
                return known
            chosen = [clue for clue, item in item_of.items() if item in taken]
            letter = [each for each, item in item_of_letter.items() if item in taken]
            if not self.is_possible(chosen, letter):
                return tuple(sorted(chosen))
            satisfied, masks = self._grown(chosen, letter, clues)
            problem.hit(
                [item_of[clue] for clue in clues if clue not in satisfied]
                + [item for (cell, bit), item in item_of_letter.items() if not masks[cell] & bit]
            )
        return None

    def _grown(
        self, chosen: Sequence[int], letter: Sequence[tuple[int, int]], clues: Sequence[int]
    ) -> tuple[set[int], tuple[int, ...]]:
        """Return what a grid with `letter` satisfies of `clues`, as many as can be added to `chosen`; and the grid."""
        masks = self.masks()
        satisfied = set(chosen)
        for clue in clues:
            if clue not in satisfied and self.is_possible([*satisfied, clue], letter):
                satisfied.add(clue)
                masks = self.masks()
        return satisfied, masks

    def _core(self) -> list[int]:
        return sorted(self._clue_of[lit] for lit in self._solver.core(self._asked) if lit in self._clue_of)
