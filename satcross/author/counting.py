"""How many solutions a puzzle has, which letters they have, and draws from them, without listing them.

In: a puzzle.  Out: a `Count`, which says whether the number is exact or a lower bound; `Marginals`; or a `Sample`.

What propagation leaves open falls into components, whose counts are multiplied.  A component is counted by a sweep over
its cells (`satcross.solver.sweep`), which takes as long as it has states, however many solutions there are.  If there
are too many states, a SAT solver finds the letters that solutions have in each cell, and the sweep is tried again with
these alone: often few cells vary.  If that fails, too, the solutions are listed as cubes, which gives a lower bound at
any time; or the projected model counter ganak takes over, if it is installed.  Over the open alphabet, letters that no
clue tells apart count once, as they are listed once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import cache
from importlib.util import find_spec
from math import prod
from random import Random
from typing import Any, Final, Literal, TypeAlias

from satcross.author.possible_letters import PossibleLetters, SoughtLetters
from satcross.base.budget import UNLIMITED, Budget, limits
from satcross.base.platform import blocked, unblock
from satcross.base.records import NamedTuple
from satcross.base.showing import in_one_line, paragraph
from satcross.base.wording import any_digits, counted, decimal_text
from satcross.errors import Field, LimitError, OptionError, SatcrossError, TimeUp, TooManyStates, naming
from satcross.puzzle import Puzzle, Solution
from satcross.solver.cnf import FlatSink
from satcross.solver.compile import PresolvedPuzzle, presolve
from satcross.solver.encode import encode_residual
from satcross.solver.residual import Component, Masks, Residual
from satcross.solver.solutions import Search
from satcross.solver.strategies import listing
from satcross.solver.sweep import Sweep, sweep_order
from satcross.solver.verify import verify_solutions

SHARE: Final = 0.75  # of the time that is left, for a sweep or ganak; then a lower bound is listed

Method: TypeAlias = Literal["auto", "search", "ganak"]
METHODS: Final[tuple[Method, ...]] = ("auto", "search", "ganak")


class Count:
    """The number of solutions, if it is known.

    Args:
        value: The number of solutions, or a lower bound of it.
        kind: "exact", or "at_least" (a lower bound).
        method: "propagation", "search" (sweeps and lists) or "ganak".
        stopped: "timeout" if the time ran out, "limit" if enough were found, else "".
    """

    __slots__ = ("kind", "method", "stopped", "value")

    def __init__(
        self,
        value: int,
        kind: Literal["exact", "at_least"],
        method: str,
        stopped: Literal["", "limit", "timeout"] = "",
    ) -> None:
        self.value: Final = value
        self.kind: Final = kind
        self.method: Final = method
        self.stopped: Final = stopped

    def as_json(self) -> dict[str, Any]:
        """Return what `satcross count` prints as JSON of a puzzle, without its file, its name and its status."""
        return {
            "count": self.value,
            "kind": self.kind,
            "complete": self.kind == "exact",
            "method": self.method,
            "stopped": self.stopped,
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Count) and self.as_json() == other.as_json()

    def __hash__(self) -> int:
        return hash((self.value, self.kind, self.method, self.stopped))

    def __repr__(self) -> str:
        return in_one_line("Count", self._number_text, f"by {self.method}", self.stopped)

    def _repr_html_(self) -> str:
        return paragraph(f"{self._number_text} (by {self.method})")

    @property
    def _number_text(self) -> str:
        number = decimal_text(self.value, ",")
        noun = "solution" if self.value == 1 else "solutions"
        return f"{'' if self.kind == 'exact' else 'at least '}{number} {noun}"


def count(
    puzzle: Puzzle,
    method: Method = "auto",
    *,
    at_least: int | None = None,
    timeout: float | None = None,
    budget: Budget | None = None,
) -> Count:
    """Return how many solutions `puzzle` has: a lower bound if the time runs out.

    Args:
        method: "search" (our own), "ganak" (needs the extra `count`), or "auto": the search, and ganak where the search
            takes long and ganak is installed.
        at_least: Stop as soon as this many are known.
        timeout, budget: The time limit in seconds, and further limits.

    Raises:
        OptionError: For an unknown method or a number out of range.
        MissingError: For an extra that is not installed.
        SatcrossError: What `compile_puzzle` raises.
    """
    budget = limits(timeout, budget)
    _check_options(method, at_least)
    try:
        presolved = presolve(puzzle, budget)
    except TimeUp:
        return Count(0, "at_least", "propagation", "timeout")
    return count_presolved(presolved, method, at_least, budget)


def count_presolved(
    presolved: PresolvedPuzzle,
    method: Method = "auto",
    at_least: int | None = None,
    budget: Budget = UNLIMITED,
    possible: PossibleLetters | None = None,
) -> Count:
    """Return what `count` returns for a puzzle that has been compiled and propagated.  Raises what `count` raises.

    Args:
        possible: The letters that its solutions have, if they have been looked for.
    """
    _check_options(method, at_least)
    try:
        if at_least is not None and (known := _known(presolved, at_least, budget)) is not None:
            return known
        if presolved.residual is None:
            return Count(0, "exact", "propagation")
        if method == "ganak":
            return _by_ganak(presolved, budget)
    except TimeUp:
        return Count(0, "at_least", "propagation", "timeout")
    counter = _Counter(presolved, budget)
    total, hard = _swept(counter, counter.free(), counter.components)
    if hard and total:
        total, hard = _narrowed(counter, presolved, possible, total, hard)
    if hard and total and method == "auto" and is_ganak_installed():
        tally = _by_ganak(presolved, budget.share(SHARE))
        if tally.kind == "exact":
            return tally
    return _listed(counter, hard, total)


def _check_options(method: Method, at_least: int | None) -> None:
    """Raise OptionError or MissingError where `count` does."""
    if method not in METHODS:
        raise OptionError(f"there is no counting method {method!r}", hint="choose one of " + ", ".join(METHODS))
    if at_least is not None and at_least < 1:
        raise OptionError(naming(f"{{}} must be 1 or more, not {at_least}", Field("at_least")), code="option-number")
    if method == "ganak":
        check_installed()


def _known(presolved: PresolvedPuzzle, wanted: int, budget: Budget) -> Count | None:
    """Return a tally if a few cubes show whether there are `wanted` solutions, else None."""
    puzzle = presolved.compiled.puzzle
    search = Search(puzzle, limit=max(1, budget.tuning.kept_cubes), budget=budget, presolved=presolved)
    for _ in search.cubes():
        if search.count >= wanted:
            return Count(search.count, "at_least", "search", "limit")
    if search.stopped == "timeout":
        return Count(search.count, "at_least", "search", "timeout")
    return Count(search.count, "exact", "search") if search.is_complete else None


class _Counter:
    """A presolved puzzle that propagation has not shown to have no solution, and how to count it.

    Attributes:
        residual: Its open part.
        components: Its parts that have nothing to do with each other.
        weight: Returns how many letters a mask stands for.
    """

    def __init__(self, presolved: PresolvedPuzzle, budget: Budget) -> None:
        assert presolved.residual is not None
        self.residual: Final = presolved.residual
        self.components: Final = presolved.residual.components()
        self.budget: Final = budget
        self.weight: Final = cache(lambda mask: len(presolved.letters.of(mask)))

    def free(self) -> int:
        """Return the number of ways to fill the cells that are in no component."""
        bound = {cell for component in self.components for cell in component.cells}
        return prod(self.weight(mask) for cell, mask in enumerate(self.residual.masks) if cell not in bound)

    def sweep(self, component: Component, budget: Budget) -> Sweep:
        """Return the sweep over `component`.  Raises TooManyStates, TimeUp."""
        return Sweep(component, sweep_order(component), self.weight, budget)

    def cubes(self, component: Component, budget: Budget) -> Iterator[tuple[Masks, int]]:
        """Yield disjoint cubes that hold the solutions of `component`, each with its size.  Raises TimeUp.

        They come from a tree: a sweep has been given up.
        """
        for message in listing(component.residual, budget.tuned(listed_states=0)):
            if message.cube is not None:
                masks = tuple([message.cube[cell] for cell in component.cells])
                yield masks, prod(map(self.weight, masks))
            budget.check("counting")


class _Hard(NamedTuple):
    """A component that has too many states for a sweep, and how many solutions it is known to have."""

    component: Component
    least: int = 0


def _swept(counter: _Counter, total: int, components: Sequence[Component]) -> tuple[int, list[_Hard]]:
    """Return `total` times the counts of all `components` that sweeps count, and the other components."""
    hard = []
    for component in components:
        try:
            total *= counter.sweep(component, counter.budget.share(SHARE)).count()
        except (TooManyStates, TimeUp):
            hard.append(_Hard(component))
    return total, hard


def _narrowed(
    counter: _Counter, presolved: PresolvedPuzzle, possible: PossibleLetters | None, total: int, hard: list[_Hard]
) -> tuple[int, list[_Hard]]:
    """Return what `_swept` returns, after the cells of `hard` have kept only the letters that solutions have there.

    Args:
        possible: The letters of all cells, if they have been looked for.
    """
    still_hard: list[_Hard] = []
    for component, _ in hard:
        masks = component.residual.masks
        try:
            found = possible or PossibleLetters(
                presolved._replace(residual=component.residual),
                budget=counter.budget.share(SHARE),
                sought=SoughtLetters([mask if cell in component.cells else 0 for cell, mask in enumerate(masks)]),
            )
        except LimitError:  # the formula is too large, but cubes may be found without it
            still_hard.append(_Hard(component))
            continue
        letters = {cell: found.seen[cell] for cell in component.cells}
        if not found.is_exact or all(masks[cell] == mask for cell, mask in letters.items()):
            still_hard.append(_Hard(component, _least(counter, component, found)))
            continue
        narrowed = component.residual.restrict(letters)
        if narrowed is None:
            return 0, []
        parts = narrowed.components()
        bound = {cell for part in parts for cell in part.cells}
        total *= prod(counter.weight(mask) for cell, mask in letters.items() if cell not in bound)
        total, left = _swept(counter, total, parts)
        still_hard += [_Hard(part, _least(counter, part, found)) for part, _ in left]
    return total, still_hard


def _least(counter: _Counter, component: Component, found: PossibleLetters) -> int:
    """Return a number of solutions that `component` has at least.

    Different letters in a cell belong to different solutions.  Cells that may each change alone may change together if
    no two of them are on one line.
    """
    cells = component.cells  # none if only the choices of a circuit are open
    most = max([counter.weight(found.seen[cell]) for cell in cells], default=int(found.first is not None))
    if found.widest is None:
        return most
    lines_by_cell: dict[int, set[int]] = {cell: set() for cell in cells}
    for number, constraint in enumerate(component.residual.constraints):
        for cell in lines_by_cell.keys() & set(constraint.cells):
            lines_by_cell[cell].add(number)
    _, alone = found.widest
    changed = set[int]()
    product = 1
    for cell in sorted(cells, key=lambda cell: -counter.weight(alone[cell])):
        if changed.isdisjoint(lines_by_cell[cell]):
            changed |= lines_by_cell[cell]
            product *= counter.weight(alone[cell])
    return max(product, most)


def _listed(counter: _Counter, hard: Sequence[_Hard], total: int) -> Count:
    """Return `total` times the counts of the components `hard`, whose solutions are listed while there is time.

    The number of solutions that were listed is a lower bound.
    """
    is_exact = True
    for place, (component, least) in enumerate(hard):
        if not total:
            break
        number = 0
        most = counter.budget.tuning.counted_cubes
        try:
            if not most:
                raise TimeUp
            cubes = counter.cubes(component, counter.budget.share(1 / (len(hard) - place)))
            for listed, (_, size) in enumerate(cubes, 1):
                number += size
                if listed >= most:
                    raise TimeUp
        except TimeUp:
            is_exact = False
            number = max(number, least)
        total *= number
    if not is_exact:
        return Count(total, "at_least", "search", "timeout")
    return Count(total, "exact", "search" if counter.components else "propagation")


def _by_ganak(presolved: PresolvedPuzzle, budget: Budget) -> Count:
    """Return the product of the counts of all components by ganak, which counts literals: each stands for a letter."""
    total = 0
    try:
        if not presolved.letters.is_by_letter:
            letters = presolved.letters
            presolved = presolve(letters.puzzle, budget, known=letters, single_letters=True)
        counter = _Counter(presolved, budget)
        total = counter.free() * prod(count_by_ganak(component, budget) for component in counter.components)
    except TimeUp:
        return Count(0, "at_least", "ganak", "timeout")
    return Count(total, "exact", "ganak" if counter.components else "propagation")


class Marginals(NamedTuple):
    """The solutions of a puzzle, counted.

    Attributes:
        total: How many there are.
        cells: For each cell, how many of them have each letter there; letters that none has are left out.
    """

    total: int
    cells: tuple[dict[str, int], ...]


def marginals(presolved: PresolvedPuzzle, budget: Budget = UNLIMITED) -> Marginals | None:
    """Return how many solutions of a puzzle have each letter in each cell; None if that takes too much memory.

    A way to a state, a letter and a way onward make a solution, so one pass forwards and one backwards give all counts.
    (A. Darwiche, A differential approach to inference in Bayesian networks, JACM 2003.)  Letters that are shown for
    others over the open alphabet count once.

    Raises:
        TimeUp: If the time is up.

    >>> from satcross import rectangle
    >>> from satcross.solver.compile import presolve
    >>> marginals(presolve(rectangle(rows=["AB|AC|BC"], columns=["", ""])))
    Marginals(total=3, cells=({'A': 2, 'B': 1}, {'B': 1, 'C': 2}))
    """
    if presolved.residual is None:
        return Marginals(0, tuple({} for _ in presolved.compiled.domains))
    counter = _Counter(presolved, budget)
    try:
        diagrams = [
            counter.sweep(component, budget).diagram(budget.tuning.kept_states) for component in counter.components
        ]
    except TooManyStates:
        return None
    total = counter.free() * prod(diagram.total for diagram in diagrams)
    if not total:
        return Marginals(0, tuple({} for _ in presolved.compiled.domains))
    counts = [{mask: total} for mask in counter.residual.masks]
    for diagram in diagrams:
        for cell, count_by_mask in zip(diagram.cells, diagram.letters(), strict=True):
            counts[cell] = {mask: number * total // diagram.total for mask, number in count_by_mask.items()}
    cells = []
    for count_by_mask in counts:
        each: dict[str, int] = {}
        for mask, number in count_by_mask.items():
            held = presolved.letters.of(mask)
            each.update(dict.fromkeys(held, number // len(held)))
        cells.append({letter: each[letter] for letter in sorted(each)})
    return Marginals(total, tuple(cells))


class Sample(NamedTuple):
    """Solutions drawn at random, each with the same probability."""

    solutions: tuple[Solution, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the solutions as a JSON object; `satcross solve --sample` prints them one by one."""
        return {"drawn": len(self.solutions), "solutions": [solution.as_json() for solution in self.solutions]}

    def __repr__(self) -> str:
        return in_one_line("Sample", counted(len(self.solutions), "solution"))


def sample(
    puzzle: Puzzle,
    number: int,
    *,
    seed: int = 1,
    timeout: float | None = None,
    budget: Budget | None = None,
) -> Sample:
    """Return `number` solutions of `puzzle` drawn at random (none if it has none); equal seeds draw the same.

    Args:
        timeout, budget: The time limit in seconds, and further limits.

    Raises:
        OptionError: If `number` is below 1.
        TimeUp: If the time is up.
        SatcrossError: What `compile_puzzle` raises.
    """
    budget = limits(timeout, budget)
    if number < 1:
        raise OptionError(f"the number of solutions to draw must be 1 or more, not {number}", code="option-number")
    grids = draws(presolve(puzzle, budget), number, Random(seed), budget)
    return Sample(tuple(Solution(puzzle, grid) for grid in grids))


def draws(presolved: PresolvedPuzzle, number: int, random: Random, budget: Budget) -> list[tuple[str, ...]]:
    """Return the letters of `number` solutions drawn at random; none if there is no solution.  Raises TimeUp."""
    if presolved.residual is None:
        return []
    counter = _Counter(presolved, budget)
    drawn_masks = [list(counter.residual.masks) for _ in range(number)]
    for component in counter.components:
        drawn = _drawn(counter, component, number, random)
        if drawn is None:
            return []
        for masks, (cells, letters_drawn) in zip(drawn_masks, drawn, strict=True):
            for cell, mask in zip(cells, letters_drawn, strict=True):
                masks[cell] = mask
    letters = presolved.letters
    grids = [tuple([random.choice(letters.of(mask)) for mask in masks]) for masks in drawn_masks]
    verify_solutions(letters, grids, budget)
    return grids


Drawn: TypeAlias = tuple[Sequence[int], Masks]
"""Cells, and a letter mask for each; every choice of letters from it is as likely as any solution."""


def _drawn(counter: _Counter, component: Component, number: int, random: Random) -> list[Drawn] | None:
    """Return `number` draws from the solutions of `component`; None if it has none.  Raises TimeUp."""
    try:
        sweep = counter.sweep(component, counter.budget.share(SHARE))
        draws = sweep.draws(number, random)
    except (TooManyStates, TimeUp):
        return _drawn_from_cubes(counter, component, number, random)
    return None if draws is None else [(sweep.cells, letters) for letters in draws]


def _drawn_from_cubes(counter: _Counter, component: Component, number: int, random: Random) -> list[Drawn] | None:
    """Do what `_drawn` does by listing cubes; each replaces a draw with the probability of its share of those so far.

    (J. Vitter, Random sampling with a reservoir, ACM TOMS 1985.)
    """
    total = 0
    drawn: list[Drawn] = []
    for masks, size in counter.cubes(component, counter.budget):
        total += size
        replaced = [place for place in range(number) if not drawn or random.randrange(total) < size]
        drawn = drawn or [(component.cells, masks)] * number
        for place in replaced:
            drawn[place] = component.cells, masks
    return drawn or None


PACKAGE: Final = "pyganak"
"""The package of the counter; the extra `count` installs it."""


def is_ganak_installed() -> bool:
    """Return whether ganak can be run."""
    return find_spec(PACKAGE) is not None


def check_installed() -> None:
    """Raise MissingError unless ganak can be run."""
    if not is_ganak_installed():
        from satcross.base.extras import missing_extra

        raise missing_extra("count", f"{PACKAGE} is not installed")


def count_by_ganak(component: Component, budget: Budget = UNLIMITED) -> int:
    """Return the number of ways to fill the cells of `component` that satisfy its constraints.

    In: a component of a residual.  Out: the number of its solutions.  The process runs this module as a script.  It
    reads the formula from its standard input: first a line with the variables to project on, then a line for each
    clause, with its literals in decimal.  Only its answer reaches standard output, because the libraries print
    notes there.

    Raises:
        TimeUp: If the time is up.
        LimitError: If it runs out of memory.
        SatcrossError: With the code `counter`, if ganak fails in another way.
    """
    import subprocess

    formula = _formula(component, budget)
    budget.note("counting by ganak")
    command = [sys.executable, "-m", "satcross.author.counting"]
    pipe = subprocess.PIPE
    with ExitStack() as ending:
        with blocked("SIGINT", "SIGTERM", "SIGHUP"):  # an interruption within it would leave the process behind
            process = ending.enter_context(
                subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8", errors="replace")
            )
            ending.callback(process.wait)  # `Popen` would not wait for a process when it is interrupted
            ending.callback(process.kill)
        try:
            shown, errors = process.communicate(formula, timeout=budget.seconds_left)
        except subprocess.TimeoutExpired:
            raise TimeUp from None
    if process.returncode:
        if process.returncode < 0 or "bad_alloc" in errors or "MemoryError" in errors:
            raise budget.exceeded(f"counting by {PACKAGE}")
        output = (errors.strip().splitlines() or ["it gave no reason"])[-1]
        raise SatcrossError(f"{PACKAGE} failed: {output}", code="counter")
    if not shown.strip().isdecimal():
        raise SatcrossError(f"{PACKAGE} printed no number", code="counter")
    with any_digits():
        return int(shown)


def _formula(component: Component, budget: Budget) -> str:
    """Return the formula of `component`, as the process reads it.

    Every letter of its cells is a variable to project on, and other cells hold one letter.
    """
    chosen = set(component.cells)
    masks = [mask if cell in chosen else mask & -mask for cell, mask in enumerate(component.residual.masks)]
    sink = FlatSink(budget)
    variables = encode_residual(Residual.of(component.residual.constraints, masks), sink, single_letters=True)
    shown = [lit for cell in component.cells for lit in variables.lits[cell].values()]
    return "\n".join([" ".join(map(str, lits)) for lits in (shown, *sink)])


def main() -> None:
    """Print the number of projected models of the formula on standard input."""
    unblock("SIGTERM", "SIGHUP")  # it inherits what its parent has blocked while starting it
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # where C++ prints notes of its own
    shown, *clauses = [[int(each) for each in line.split()] for line in sys.stdin.read().split("\n")]
    import pyganak

    counter = pyganak.Counter()
    counter.new_vars(max((abs(lit) for clause in [shown, *clauses] for lit in clause), default=0))
    counter.set_sampling_set(shown)
    for clause in clauses:
        counter.add_clause(clause)
    print(decimal_text(counter.count()), file=output, flush=True)


if __name__ == "__main__":
    main()
