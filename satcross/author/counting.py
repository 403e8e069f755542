"""How many solutions a puzzle has, without listing them.

In: a puzzle.  Out: a `Tally`, which says whether the number is exact or a lower bound.

The search propagates, splits on the letters of a cell, and adds up.  It need not visit every solution, for three
reasons.  Letters that no open clue tells apart are one case, which counts as often as there are such letters.  Where
the open clues fall into components, their counts are multiplied.  And a component whose clues ask the same of its cells
as those of an earlier one is not counted again.  Cells are decided in an order in which few clues are half decided at
any time, so that such components recur.  (R. Bayardo and J. Pehoushek, Counting models using connected components, AAAI
2000; component caching: T. Sang et al., Combining component caching and clause learning for effective model counting,
SAT 2004.)

Where that takes too many nodes, the formula of the component goes to the projected model counter ganak, if it is
installed.  Over the open alphabet, letters that no clue tells apart count once, as they are listed once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from itertools import accumulate
from math import prod
from random import Random
from typing import Final, Literal, NamedTuple, TextIO, TypeAlias

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.platform import CAN_RECURSE_DEEPLY, blocked, unblock
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.base.wording import counted, decimal_text, in_one_line, whole_number
from satcross.errors import ErrorCode, Field, OptionError, SatcrossError, TimeUp, naming
from satcross.puzzle.model import ANY, Cell, Puzzle, Solution
from satcross.solver.cnf import FlatSink
from satcross.solver.compile import PresolvedPuzzle, presolve, presolved_by_letter
from satcross.solver.encode import encode_residual
from satcross.solver.oracle import Oracle
from satcross.solver.residual import Component, Masks, Residual
from satcross.solver.solutions import Search
from satcross.solver.verify import verify_solutions

# Other people's model counter, run in its own process, which can be stopped when the time is up.
#
# In: a component of a residual.  Out: the number of its solutions.  The process runs this module as a script.  It reads
# the formula from its standard input: first a line with the variables to project on, then a line for each clause, with
# its literals in decimal.  Only its answer reaches standard output, because the libraries print notes of their own
# there.


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

    Raises:
        MissingError: If ganak is not installed.
        TimeUp: If the time is up.
        LimitError: If it runs out of memory.
    """
    formula = _formula(component, budget)
    budget.note("counting by ganak")
    said = _run(formula, budget)
    if not said.strip().isdecimal():
        raise SatcrossError(f"{PACKAGE} printed no number", code=ErrorCode.COUNTER)
    return whole_number(said.strip())


def _run(formula: str, budget: Budget) -> str:
    """Return what ganak prints about `formula`."""
    import subprocess

    check_installed()
    command = [sys.executable, "-m", "satcross.author.counting"]
    pipe = subprocess.PIPE
    with ExitStack() as ending:
        with blocked("SIGINT", "SIGTERM", "SIGHUP"):  # an interruption within it would leave the process behind
            process = ending.enter_context(subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True))
            ending.callback(process.wait)  # `Popen` would not wait for a process when it is interrupted
            ending.callback(process.kill)
        try:
            shown, errors = process.communicate(formula, timeout=budget.seconds_left)
        except subprocess.TimeoutExpired:
            raise TimeUp from None
    if process.returncode:
        if process.returncode < 0 or "bad_alloc" in errors or "MemoryError" in errors:
            raise budget.exceeded(f"counting by {PACKAGE}")
        said = (errors.strip().splitlines() or ["it gave no reason"])[-1]
        raise SatcrossError(f"{PACKAGE} failed: {said}", code=ErrorCode.COUNTER)
    return shown


def _formula(component: Component, budget: Budget) -> str:
    """Return the formula of `component`, as the process reads it.

    Every letter of its cells is a variable to project on, and other cells hold one letter.
    """
    chosen = set(component.cells)
    masks = [mask if cell in chosen else mask & -mask for cell, mask in enumerate(component.residual.masks)]
    sink = FlatSink(budget)
    variables = encode_residual(Residual.of_open(component.residual.constraints, masks), sink, single_letters=True)
    shown = [lit for cell in component.cells for lit in variables.lits[cell].values()]
    return "\n".join([" ".join(map(str, lits)) for lits in (shown, *sink)])


def main() -> None:
    """Print the number of projected models of the formula on standard input."""
    unblock("SIGTERM", "SIGHUP")  # it inherits what its parent has blocked while starting it
    output = _private_output()
    shown, *clauses = [[int(each) for each in line.split()] for line in sys.stdin.read().split("\n")]
    import pyganak

    counter = pyganak.Counter()
    counter.new_vars(max((abs(lit) for clause in [shown, *clauses] for lit in clause), default=0))
    counter.set_sampling_set(shown)
    for clause in clauses:
        counter.add_clause(clause)
    print(decimal_text(counter.count()), file=output, flush=True)


def _private_output() -> TextIO:
    """Return standard output under another number; what C++ prints to standard output goes nowhere from now on."""
    output = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return output


if __name__ == "__main__":
    main()

Method: TypeAlias = Literal["auto", "search", "ganak"]
METHODS: Final[tuple[Method, ...]] = ("auto", "search", "ganak")

DEEP: Final = 50_000  # Python frames that counting may nest: two for each cell that is decided


class Tally(NamedTuple):
    """The number of solutions, as far as it is known.

    Attributes:
        kind: "exact", or "at least" (a lower bound).
        method: "propagation", "search", "ganak", or "search and ganak".
        stopped: "timeout" if the time ran out, "limit" if enough were found, else "".
    """

    number: int
    kind: Literal["exact", "at least"]
    method: str
    stopped: Literal["", "limit", "timeout"] = ""

    def __repr__(self) -> str:
        _, *others = zip(self._fields, self, strict=True)
        shown = [f"number={decimal_text(self.number)}", *[f"{name}={value!r}" for name, value in others]]
        return f"Tally({', '.join(shown)})"


def count(
    puzzle: Puzzle,
    method: Method = "auto",
    *,
    at_least: int | None = None,
    budget: Budget = UNLIMITED,
    tuning: Tuning = DEFAULT_TUNING,
    presolved: PresolvedPuzzle | None = None,
) -> Tally:  # as many parameters as a user of the API can choose something by name
    """Return how many solutions `puzzle` has: a lower bound if the time runs out.

    Args:
        method: "search" (our own), "ganak" (needs the extra `count`), or "auto": the search, and ganak where the search
            takes long and ganak is installed.
        at_least: Stop as soon as this many are known.
        presolved: What `presolve` returns for the puzzle, if that is known already.

    Raises:
        OptionError: For an unknown method or a number out of range.
        MissingError: For an extra that is not installed.
        SatcrossError: What `compile_puzzle` raises.
    """
    _check_options(method, at_least)
    try:
        presolved = presolved or presolve(puzzle, tuning, budget)
        if at_least is not None and (known := _known(presolved, at_least, tuning, budget)) is not None:
            return known
        if _may_ask_counter(method):
            presolved = presolved_by_letter(presolved, tuning, budget)
    except TimeUp:
        return Tally(0, "at least", "propagation", "timeout")
    if presolved.residual is None:
        return Tally(0, "exact", "propagation")
    return _exact(Counter(presolved, tuning, budget), method, budget)


def _check_options(method: Method, at_least: int | None) -> None:
    """Raise OptionError or MissingError where `count` does."""
    if method not in METHODS:
        raise OptionError(f"there is no counting method {method!r}", hint="choose one of " + ", ".join(METHODS))
    if at_least is not None and at_least < 1:
        message = naming(f"{{}} must be 1 or more, not {at_least}", Field("at_least"))
        raise OptionError(message, code=ErrorCode.OPTION_AT_LEAST)
    if method == "ganak":
        check_installed()


def _may_ask_counter(method: Method) -> bool:
    """Return whether ganak may be asked, which counts the true literals of a cell and not their letters."""
    return method == "ganak" or (method == "auto" and is_ganak_installed())


def _known(presolved: PresolvedPuzzle, wanted: int, tuning: Tuning, budget: Budget) -> Tally | None:
    """Return a tally if a few cubes show whether there are `wanted` solutions, else None."""
    puzzle = presolved.compiled.puzzle
    search = Search(puzzle, limit=tuning.kept_cubes, budget=budget, tuning=tuning, presolved=presolved)
    for _ in search.cubes():
        if search.count >= wanted:
            return Tally(search.count, "at least", "search", "limit")
    if search.stopped == "timeout":
        return Tally(search.count, "at least", "search", "timeout")
    return Tally(search.count, "exact", "search") if search.is_complete else None


def _exact(counter: Counter, method: Method, budget: Budget) -> Tally:
    """Return the product of the counts of all components, each found by the search or by ganak, as `method` says."""
    budget.note("counting")
    components = counter.residual.components()
    total = counter.free(counter.residual, components)
    used: list[str] = []
    for component in components:
        by, number = "search", None
        try:
            if method != "ganak":
                has_counter = method == "auto" and is_ganak_installed()
                counter.nodes_left = counter.tuning.counting_nodes if has_counter else None
                number = counter.component(component)
            if number is None:
                by, number = "ganak", count_by_ganak(component, budget)
        except TimeUp:
            # a later factor of the product may be 0, unless this was the last one
            is_last = component is components[-1]
            return Tally(total * counter.known if is_last else 0, "at least", by, "timeout")
        if by not in used:
            used.append(by)
        total *= number
        if not total:
            break
    return Tally(total, "exact", " and ".join(used) or "propagation")


class _TooManyNodes(Exception):  # noqa: N818 - not an error: another method takes over
    """The search has visited as many nodes as it may."""


class Counter:
    """Counts the solutions of a presolved puzzle that propagation has not shown to have none, component by component.

    Attributes:
        nodes_left: How many more nodes may be visited (None: no limit).
        known: How many solutions of the component asked about last have been counted, also if the time ran out.
    """

    __slots__ = (
        "_budget",
        "_counts",
        "_letters",
        "_oracle",
        "_rank",
        "_steps",
        "_weights",
        "known",
        "nodes_left",
        "residual",
        "tuning",
    )

    def __init__(self, presolved: PresolvedPuzzle, tuning: Tuning = DEFAULT_TUNING, budget: Budget = UNLIMITED) -> None:
        assert presolved.residual is not None
        self.residual: Final = presolved.residual
        self.tuning: Final = tuning
        self._letters: Final = presolved.compiled.letters
        self._budget: Final = budget
        self._counts: dict[tuple[tuple[int, ...], ...], int] = {}
        self._weights: dict[int, int] = {}
        self._oracle: Oracle | None = None
        self._steps = 0
        self._rank: Final = rank_of(presolved.residual, presolved.compiled.puzzle.cells)
        self.nodes_left: int | None = None
        self.known = 0

    def weight(self, mask: int) -> int:
        """Return how many letters `mask` holds."""
        letters = self._weights.get(mask)
        if letters is None:
            letters = self._weights[mask] = len(self._letters(mask))
        return letters

    def free(self, residual: Residual, components: Sequence[Component]) -> int:
        """Return the number of ways to fill the cells of `residual` outside of its `components`."""
        bound = {cell for component in components for cell in component.cells}
        return prod(self.weight(mask) for cell, mask in enumerate(residual.masks) if cell not in bound)

    def component(self, component: Component) -> int | None:
        """Return the number of ways to fill the cells of `component` such that its constraints hold.

        Return None if that takes more nodes than are left.
        """
        self.known = 0
        with deep_recursion():
            try:
                self._visit()
                for child in self.children(component.residual):
                    self.known += self.within(child, component.cells)
            except _TooManyNodes:
                return None
        return self.known

    def inside(self, component: Component) -> int:
        """Return what `component` returns, if possible from memory.  The caller has allowed for deep recursion."""
        masks = component.residual.masks
        key = (tuple([masks[cell] for cell in component.cells]), *component.residual.signature())
        known = self._counts.get(key)
        if known is None:
            self._visit()
            known = sum(self.within(child, component.cells) for child in self.children(component.residual))
            if len(self._counts) >= self.tuning.remembered:
                self._counts.clear()
            self._counts[key] = known
        return known

    def _visit(self) -> None:
        """Count one more node."""
        if self.nodes_left is not None:
            self.nodes_left -= 1
            if self.nodes_left < 0:
                raise _TooManyNodes
        self._steps += 1
        if not self._steps & 63:
            self._budget.note("counting, nodes", self._steps)
            self._budget.check()

    def children(self, residual: Residual) -> Iterator[Residual]:
        """Yield the residuals into which `residual` is split by the letters of one cell."""
        masks = residual.masks
        bound = {cell for constraint in residual.constraints for cell in constraint.cells}
        for cell in sorted(bound, key=self._rank.__getitem__):
            parts = residual.letter_parts(cell) if masks[cell] & (masks[cell] - 1) else ()
            if len(parts) > 1:
                break
        else:
            if self._has_solution(masks):
                yield residual.as_cube()
            return
        for part in parts:
            child = residual.restrict({cell: part})
            if child is not None:
                yield child

    def within(self, residual: Residual, cells: Sequence[int]) -> int:
        """Return the number of ways to fill `cells`; some of them may lie on no open constraint."""
        components = residual.components()
        bound = {cell for component in components for cell in component.cells}
        total = prod(self.weight(residual.masks[cell]) for cell in cells if cell not in bound)
        for component in components:
            total *= self.inside(component)
            if not total:
                return 0
        return total

    def _has_solution(self, masks: Masks) -> bool:
        """Return whether the solver finds a solution within `masks`, whose letters no constraint tells apart."""
        if self._oracle is None:
            self._oracle = Oracle(self.residual, self.tuning, self._budget)
        return self._oracle.witness(masks) is not None


def rank_of(residual: Residual, addresses: Sequence[Cell]) -> dict[int, int]:
    """Return the rank of each cell in an order in which few open constraints are half decided at any time.

    Three orders are compared: row by row, column by column, and always the constraint with the fewest cells left.
    """
    scopes = [set(constraint.cells) for constraint in residual.constraints if constraint.cells]
    plain = list(range(len(addresses)))
    by_column = sorted(plain, key=lambda cell: addresses[cell][::-1] if isinstance(addresses[cell], tuple) else ())
    orders = [plain, by_column]
    greedy: dict[int, None] = {}
    waiting = list(scopes)
    while waiting:
        nearest = min(waiting, key=lambda scope: len(scope - greedy.keys()))
        waiting.remove(nearest)
        greedy.update(dict.fromkeys(sorted(nearest)))
    orders.append([*greedy, *[cell for cell in plain if cell not in greedy]])

    def width(order: list[int]) -> int:
        """Return the largest number of constraints that are half decided at the same time."""
        rank = {cell: place for place, cell in enumerate(order)}
        changes = [0] * (len(order) + 1)
        for scope in scopes:
            places = [rank[cell] for cell in scope]
            changes[min(places)] += 1
            changes[max(places)] -= 1
        return max(accumulate(changes))

    best = min(orders, key=width)
    return {cell: place for place, cell in enumerate(best)}


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let Python functions call each other as deeply as a large puzzle has cells."""
    before = sys.getrecursionlimit()
    if CAN_RECURSE_DEEPLY:
        sys.setrecursionlimit(max(before, DEEP))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


# How many solutions have each letter in each cell, without listing the solutions.
#
# In: a presolved puzzle.  Out: the number of its solutions and, for each cell, how many of them have each letter.
#
# The solutions are counted as `satcross.author.counting` does, and the search is remembered as a graph.  Its nodes are
# components; the number of a node is a sum over the letters of one cell, each of whose terms is a product over the
# components that are left then, and over the cells that no clue tells apart any more.  A second pass goes through the
# graph from the top: a term passes on to each factor how often the rest of the product occurs.  So every count comes
# from one visit of each node.  (A. Darwiche, A differential approach to inference in Bayesian networks, JACM 2003.)


CountByMask: TypeAlias = dict[int, int]

NODES: Final = 200_000
"""Nodes of the graph: more would take more than a few hundred megabytes."""


class Marginals(NamedTuple):
    """The solutions of a puzzle, counted.

    Attributes:
        total: How many there are.
        cells: For each cell, how many of them have each letter there; letters that none has are left out.
    """

    total: int
    cells: tuple[dict[str, int], ...]


class _Term(NamedTuple):
    """A product: `total` ways to fill some cells.

    Attributes:
        free: Cells that no open clue tells apart, with their masks.
        parts: Indices of the nodes that are left; each node has a lower index than those that refer to it.
    """

    total: int
    free: tuple[tuple[int, int], ...]
    parts: tuple[int, ...]


class _Node(NamedTuple):
    """A component: its terms, and the sum of their totals."""

    total: int
    terms: tuple[_Term, ...]


def marginals(presolved: PresolvedPuzzle, budget: Budget = UNLIMITED) -> Marginals | None:
    """Return how many solutions of a puzzle have each letter in each cell; None if the graph gets too large.

    Letters that are shown for others over the open alphabet count once.

    Raises:
        TimeUp: If the time is up.

    >>> from satcross import rectangle
    >>> from satcross.solver.compile import presolve
    >>> marginals(presolve(rectangle(rows=["AB|AC|BC"], columns=["", ""])))
    Marginals(total=3, cells=({'A': 2, 'B': 1}, {'B': 1, 'C': 2}))
    """
    letters = presolved.compiled.letters
    if presolved.residual is None:
        return Marginals(0, tuple({} for _ in presolved.compiled.domains))
    graph = _Graph(presolved, budget)
    top = graph.top()
    if top is None:
        return None
    cells = []
    for count_by_mask in graph.counts(top, len(presolved.compiled.domains)):
        each: dict[str, int] = {}
        for mask, count in count_by_mask.items():
            held = letters(mask)
            for letter in held:
                each[letter] = each.get(letter, 0) + count // len(held)
        cells.append({letter: each[letter] for letter in sorted(each)})
    return Marginals(top.total, tuple(cells))


class _TooLargeError(Exception):
    """The graph has more than `NODES` nodes."""


class _Graph:
    """The nodes of the components that the search has met."""

    def __init__(self, presolved: PresolvedPuzzle, budget: Budget) -> None:
        self._counter: Final = Counter(presolved, budget=budget)
        self._budget: Final = budget
        self._nodes: list[_Node] = []
        self._index_of: dict[object, int] = {}

    def top(self) -> _Term | None:
        """Return the product that stands for the whole puzzle; None if the graph gets too large."""
        residual = self._counter.residual
        with deep_recursion():
            try:
                return self._term(residual, range(len(residual.masks)))
            except _TooLargeError:
                return None

    def _term(self, residual: Residual, cells: Sequence[int]) -> _Term:
        """Return the product that counts the ways to fill `cells`."""
        components = residual.components()
        bound = {cell for component in components for cell in component.cells}
        free = tuple([(cell, residual.masks[cell]) for cell in cells if cell not in bound])
        total = prod(self._counter.weight(mask) for _, mask in free)
        parts = []
        for component in components:
            index = self._index(component)
            parts.append(index)
            total *= self._nodes[index].total
            if not total:
                break
        return _Term(total, free, tuple(parts))

    def _index(self, component: Component) -> int:
        """Return the index of the node of `component`, which is made if it has not been met yet."""
        masks = component.residual.masks
        key = (component.cells, tuple([masks[cell] for cell in component.cells]), component.residual.signature())
        known = self._index_of.get(key)
        if known is None:
            self._budget.check()
            children = self._counter.children(component.residual)
            terms = [self._term(child, component.cells) for child in children]
            possible = tuple([term for term in terms if term.total])
            known = self._index_of[key] = len(self._nodes)
            self._nodes.append(_Node(sum([term.total for term in possible]), possible))
            if known >= NODES:
                raise _TooLargeError
        return known

    def counts(self, top: _Term, cells: int) -> list[CountByMask]:
        """Return for each cell how many of the solutions that `top` stands for have each mask there."""
        counts: list[CountByMask] = [{} for _ in range(cells)]
        times = [0] * len(self._nodes)  # how often a solution of the node occurs in the whole

        def share(term: _Term, factor: int) -> None:
            """Count the term, each of whose solutions occurs `factor` times."""
            if not term.total:
                return
            for cell, mask in term.free:
                counts[cell][mask] = counts[cell].get(mask, 0) + factor * term.total
            for index in term.parts:
                times[index] += factor * term.total // self._nodes[index].total

        share(top, 1)
        for index in range(len(self._nodes) - 1, -1, -1):
            if times[index]:
                for term in self._nodes[index].terms:
                    share(term, times[index])
        return counts


# Solutions drawn at random, each as likely as any other.
#
# In: a puzzle, a number of solutions, a seed.  Out: solutions, drawn independently, with replacement.
#
# The draw walks through the counter's search from the top.  Wherever the letters of a cell are split, it takes a branch
# with the probability of the branch's share of the solutions, which the counter knows.


class Sample(NamedTuple):
    """Solutions drawn at random, each with the same probability."""

    solutions: tuple[Solution, ...]

    def __repr__(self) -> str:
        return in_one_line("Sample", counted(len(self.solutions), "solution"))


def sample(
    puzzle: Puzzle, number: int, *, seed: int = 1, budget: Budget = UNLIMITED, tuning: Tuning = DEFAULT_TUNING
) -> Sample:
    """Return `number` solutions of `puzzle` drawn at random (none if it has none); equal seeds draw the same.

    Raises:
        OptionError: If `number` is below 1.
        TimeUp: If the time is up.
        SatcrossError: What `compile_puzzle` raises.
    """
    if number < 1:
        message = f"the number of solutions to draw must be 1 or more, not {number}"
        raise OptionError(message, code=ErrorCode.OPTION_SAMPLE)
    presolved = presolve(puzzle, tuning, budget, single_letters=puzzle.alphabet != ANY)
    if presolved.residual is None:
        return Sample(())
    drawer = _Drawer(presolved, Random(seed), tuning, budget)
    drawn = list(drawer.drawn(number)) if drawer.has_solution else []
    verify_solutions(presolved.compiled, drawn, budget)
    return Sample(tuple(Solution(puzzle, letters) for letters in drawn))


class _Drawer:
    """Draws solutions, each with the same probability.  Raises TimeUp."""

    def __init__(self, presolved: PresolvedPuzzle, random: Random, tuning: Tuning, budget: Budget) -> None:
        self._letters = presolved.compiled.letters
        self._random = random
        self._budget = budget
        self._counter = Counter(presolved, tuning, budget)
        self._residual = self._counter.residual
        with deep_recursion():
            self.has_solution = self._counter.within(self._residual, ()) > 0

    def drawn(self, number: int) -> Iterator[tuple[str, ...]]:
        """Yield the letters of `number` solutions.  Raises TimeUp."""
        for done in range(number):
            self._budget.note("drawing solutions", done, number)
            self._budget.check()
            yield self.draw()

    def draw(self) -> tuple[str, ...]:
        """Return the letters of a solution, each with the same probability."""
        masks = list(self._residual.masks)
        with deep_recursion():
            self._settle(masks, self._residual)
        return tuple(self._random.choice(self._letters(mask)) for mask in masks)

    def _settle(self, masks: list[int], residual: Residual) -> None:
        """Restrict `masks` within `residual` to a cube, drawn with the probability of its share of the solutions."""
        for component in residual.components():
            branches = list(self._counter.children(component.residual))
            weights = [self._counter.within(child, component.cells) for child in branches]
            place = self._random.randrange(sum(weights))
            chosen = 0
            while place >= weights[chosen]:
                place -= weights[chosen]
                chosen += 1
            child = branches[chosen]
            for cell in component.cells:
                masks[cell] = child.masks[cell]
            self._settle(masks, child)
