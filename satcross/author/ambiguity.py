"""What is certain in a puzzle and what is not: over all solutions, not over samples.

In: a puzzle.  Out: an `Ambiguity`: for each cell exactly the letters that some solution has there, the number of
solutions, and two solutions that differ in as few cells as any two do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from satcross.author.counting import Count, Method, count_presolved
from satcross.author.near_solutions import NearSolutions, one_letter_each
from satcross.author.possible_letters import PossibleLetters
from satcross.base.bits import single_bits
from satcross.base.budget import AUTO, UNLIMITED, Budget, limits
from satcross.base.records import NamedTuple
from satcross.base.showing import in_one_line
from satcross.base.wording import counted
from satcross.errors import TimeUp
from satcross.puzzle import ANY, Cell, Puzzle, Solution, check_number_of_letters, differing_cells, json_cell
from satcross.regex.letters import LetterSet, difference, from_text
from satcross.regex.letters.classes import Classes, shown_letter
from satcross.solver.cnf import FlatSink, Lit, VariableMap
from satcross.solver.compile import PresolvedPuzzle, PuzzleLetters, presolve, read_letters
from satcross.solver.encode import encode_residual
from satcross.solver.expected import expected_solution
from satcross.solver.python_sat import Solver
from satcross.solver.residual import Masks, Residual
from satcross.solver.solutions import Status
from satcross.solver.verify import verify_solutions


class Pair(NamedTuple):
    """Two different solutions, each as the letters of its cells.

    For the nearest two solutions the solver gets the formula twice, on separate variables for each copy, and a
    literal "the copies differ here" for each cell.  For the nearest rival of a given solution one copy is enough.  A
    totalizer (O. Bailleux and Y. Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, CP 2003;
    python-sat has it) counts the cells that differ, and its bound is lowered until the solver finds nothing nearer.

    Attributes:
        is_proved: Whether no pair is nearer (or, if one solution was given, no rival); False: the time ran out.
    """

    one: tuple[str, ...]
    two: tuple[str, ...]
    is_proved: bool


def nearest_pair(
    presolved: PresolvedPuzzle,
    letters: Sequence[int],
    known: tuple[Masks, Masks],
    solver: str,
    budget: Budget,
) -> Pair:
    """Return two solutions that differ in as few cells as any two.

    Args:
        letters: For each cell all letters that may occur in solutions; cells with one letter need no comparison.
        known: Two solutions that differ, as letter masks.

    Raises:
        LimitError: If a limit of the budget is exceeded.
    """
    assert presolved.residual is not None
    best, is_proved = known, False
    try:
        with Solver(solver, budget) as engine:
            variables, in_second_copy = _add_two_copies(presolved.residual, engine, budget)
            if twin := _twins_in_a_block(presolved.letters, known[0], variables, engine):
                return twin
            differs: list[Lit] = []
            for lits, mask in zip(variables.lits[: variables.cells], letters, strict=True):
                if lits and mask & (mask - 1):
                    differs.append(variables.fresh())
                    for lit in lits.values():
                        engine.add([-lit, in_second_copy(lit), differs[-1]])
                        engine.add([-lit, -in_second_copy(lit), -differs[-1]])
            for _ in _nearer(engine, variables, differs, min(_distance(*known), len(differs))):
                first = variables.decode(engine.is_true)
                best = first, variables.decode(lambda lit: engine.is_true(in_second_copy(lit)))
            is_proved = True
    except TimeUp:
        pass
    one, two = sorted(_spelled(presolved.letters, masks) for masks in best)
    return Pair(one, two, is_proved)


def _twins_in_a_block(read: PuzzleLetters, known: Masks, variables: VariableMap, engine: Solver) -> Pair | None:
    """Return two solutions with different letters of one block in one cell; None if there are none.

    Args:
        known: A solution.  A cell without variables may have any other letter.

    Raises:
        TimeUp: If the time is up.
    """
    blocks = variables.lits[: variables.cells]
    cells = zip(blocks, variables.domains, known, strict=False)
    free = tuple([mask if lits else domain for lits, domain, mask in cells])
    if twin := twins(read, one_letter_each(known), free):
        return twin
    wide = [lit for lits in blocks for block, lit in lits.items() if read.is_several(block)]
    some = variables.fresh()
    engine.add([-some, *wide])
    if not wide or engine.solve_within(None, [some], conflicts=engine.budget.tuning.letter_conflicts) is not True:
        return None
    cube = variables.decode(engine.is_true)
    return twins(read, one_letter_each(cube), cube)


def _add_two_copies(residual: Residual, engine: Solver, budget: Budget) -> tuple[VariableMap, Callable[[Lit], Lit]]:
    """Give `engine` the clauses of `residual` twice, about different variables.

    Returns:
        The variables of the first copy, and the function from a literal of it to the same literal of the second copy.
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
    """Return the letters of `solution` and the letters of another solution that differs from it in as few cells as any.

    Return None if there is no other.  Over the open alphabet, letters that no clue tells apart make no other solution.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up before another solution is found.
    """
    read, residual = presolved.letters, presolved.residual
    assert residual is not None
    masks = tuple(map(read.classes.mask_of, solution))
    if twin := _twin(read, NearSolutions(residual, budget).letters(masks).alone, solution):
        return Pair(solution, twin, True)
    best: Masks | None = None
    is_proved = False
    try:
        with Solver(solver, budget) as engine:
            variables = encode_residual(residual, engine)
            blocks = tuple(
                next((block for block in lits if block & read.classes.mask_of(letter)), mask)
                for lits, mask, letter in zip(variables.lits, residual.masks, solution, strict=False)
            )
            if twin := _twin(read, blocks, solution):
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
    return Pair(solution, _spelled(read, best), is_proved)


def twins(read: PuzzleLetters, solution: Masks, alone: Masks) -> Pair | None:
    """Return `solution` and another one that differs from it in one cell; None if there is no such solution.

    Args:
        alone: For each cell the letters that it may have while all others keep theirs.
    """
    letters = _spelled(read, solution)
    twin = _twin(read, alone, letters)
    return None if twin is None else Pair(letters, twin, True)


def _twin(read: PuzzleLetters, alone: Masks, letters: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return `letters` with another letter of `alone` in one cell, or None if no cell has another one."""
    for cell, (mask, letter) in enumerate(zip(alone, letters, strict=True)):
        others = read.of(mask & ~read.classes.mask_of(letter) if read.is_alphabet_open else mask)
        for other in others.replace(letter, "")[:1]:
            return *letters[:cell], other, *letters[cell + 1 :]
    return None


def _nearer(engine: Solver, variables: VariableMap, differs: Sequence[Lit], distance: int) -> Iterator[None]:
    """Find models with fewer and fewer true literals of `differs` (at least one), and yield after each of them.

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
        most = engine.budget.tuning.letter_conflicts
        while distance > 1:
            nearer = engine.solve_within(None, [-counter.rhs[distance - 1]], conflicts=most)  # fewer are true
            if nearer is None:
                raise TimeUp
            if not nearer:
                return
            distance = sum(map(engine.is_true, differs))
            yield


def _spelled(read: PuzzleLetters, masks: Masks) -> tuple[str, ...]:
    return tuple(letters[0] for letters in read.of_each(masks))


def _distance(one: Masks, two: Masks) -> int:
    return sum(left != right for left, right in zip(one, two, strict=True))


class Ambiguity(NamedTuple):
    """What the solutions of `puzzle` have in common, and where they differ.

    Attributes:
        candidates: For each cell the letters that some solution has there; over the open alphabet one shown letter for
            each class of letters that no clue tells apart; empty if the time did not suffice for any.
        is_exact: Whether `candidates` has them all; False: the time ran out before that was proved.
        solutions: How many solutions there are, as far as that is known.
        nearest: Two solutions that differ in as few cells as any two, or the only solution, or none; if the puzzle
            names an expected solution: that one, and the solution that differs least from it.
        is_nearest: Whether it is proved that the two solutions are the nearest ones.
        interchangeable: The cells in which a shown letter stands for others as well; only over the open alphabet.
    """

    puzzle: Puzzle
    status: Status
    candidates: tuple[str, ...]
    is_exact: bool
    solutions: Count
    nearest: tuple[Solution, ...]
    is_nearest: bool
    interchangeable: tuple[Cell, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return what `satcross check` prints as JSON of it."""
        return {
            "candidates": [
                {"cell": json_cell(cell), "letters": letters}
                for cell, letters in zip(self.puzzle.cells, self.candidates, strict=False)
            ],
            "candidates_exact": self.is_exact,
            "certain_cells": [json_cell(cell) for cell in self.certain],
            "differ_least": self.is_nearest,
        }

    def __repr__(self) -> str:
        varying = f"{counted(len(self.varying), 'cell')} may vary" if self.candidates else ""
        return in_one_line("Ambiguity", self.status, counted(self.solutions.value, "solution"), varying)

    @property
    def certain(self) -> tuple[Cell, ...]:
        """The cells that hold the same letter in all solutions."""
        return self._cells_with(is_certain=True) if self.is_exact else ()

    @property
    def varying(self) -> tuple[Cell, ...]:
        """The cells that hold different letters in different solutions."""
        return self._cells_with(is_certain=False)

    def _cells_with(self, *, is_certain: bool) -> tuple[Cell, ...]:
        several = set(self.interchangeable)
        pairs = zip(self.puzzle.cells, self.candidates, strict=False)
        return tuple(
            cell for cell, letters in pairs if letters and (len(letters) == 1 and cell not in several) == is_certain
        )

    @property
    def differing_cells(self) -> tuple[Cell, ...]:
        """The cells in which the nearest two solutions differ."""
        return differing_cells(*self.nearest) if len(self.nearest) == 2 else ()


def ambiguity(
    puzzle: Puzzle,
    *,
    solver: str = AUTO,
    timeout: float | None = None,
    budget: Budget | None = None,
) -> Ambiguity:
    """Return the ambiguity of `puzzle`.

    Args:
        timeout, budget: The time limit in seconds, and further limits.

    What the time did not suffice for is marked: `is_exact`, `is_nearest`, `solutions.kind`.

    Raises:
        SatcrossError: What `compile_puzzle` raises.
        OptionError: For an unknown solver.
    """
    budget = limits(timeout, budget)
    try:
        presolved = presolve(puzzle, budget)
    except TimeUp:
        return _unknown(puzzle)
    return ambiguity_of(presolved, solver, budget)


def ambiguity_of(
    presolved: PresolvedPuzzle,
    solver: str = AUTO,
    budget: Budget = UNLIMITED,
    counting: Budget | None = None,
    known: Iterable[Solution] = (),
) -> Ambiguity:
    """Return what `ambiguity` returns for a puzzle that has been compiled and propagated.

    Args:
        counting: The budget for counting, which is then done without ganak; None: `budget`.
        known: Solutions that are known already.

    Raises what `ambiguity` raises.
    """
    puzzle = presolved.compiled.puzzle
    try:
        mask_of = presolved.letters.classes.mask_of
        masks = [tuple(map(mask_of, solution.letters)) for solution in known]
        possible = PossibleLetters(presolved, solver, budget, known=masks)
        if possible.first is None:
            if not possible.is_exact:
                return _unknown(puzzle)
            nothing = ("",) * len(puzzle.cells)
            return Ambiguity(puzzle, "none", nothing, True, Count(0, "exact", "propagation"), (), True)
        if possible.is_exact and not possible.has_several:
            return _with_one_solution(presolved, possible, budget)
        return _with_several_solutions(presolved, possible, solver, budget, counting)
    except TimeUp:
        return _unknown(puzzle)


def _unknown(puzzle: Puzzle) -> Ambiguity:
    return Ambiguity(puzzle, "unknown", (), False, Count(0, "at_least", "search", "timeout"), (), False)


def _with_one_solution(presolved: PresolvedPuzzle, possible: PossibleLetters, budget: Budget) -> Ambiguity:
    """Return the ambiguity of a puzzle whose cells have one shown letter each, perhaps standing for others."""
    read = presolved.letters
    candidates = read.of_each(possible.seen)
    only = Solution(read.puzzle, candidates)
    verify_solutions(read, [only.letters], budget)
    interchangeable = _interchangeable(read, possible.seen)
    status: Status = "several" if interchangeable else "unique"
    tally = Count(1, "exact", "search")
    return Ambiguity(read.puzzle, status, candidates, True, tally, (only,), True, interchangeable)


def _interchangeable(read: PuzzleLetters, masks: Masks) -> tuple[Cell, ...]:
    """Return the cells in whose `masks` a shown letter stands for several."""
    pairs = zip(read.puzzle.cells, masks, strict=True)
    return tuple(cell for cell, mask in pairs if mask & read.representatives)


def _with_several_solutions(
    presolved: PresolvedPuzzle, possible: PossibleLetters, solver: str, budget: Budget, counting: Budget | None
) -> Ambiguity:
    """Return the ambiguity of a puzzle that has at least one solution, and may have others."""
    read = presolved.letters
    puzzle = read.puzzle
    method: Method = "auto" if counting is None else "search"  # ganak is not installed everywhere
    tally = count_presolved(presolved, method, budget=counting or budget, possible=possible)
    pair, known = _nearest(presolved, possible, solver, budget)
    nearest = tuple(Solution(puzzle, letters) for letters in (known if pair is None else (pair.one, pair.two)))
    verify_solutions(read, [solution.letters for solution in nearest], budget)
    if tally.kind == "at_least":
        tally = Count(max(tally.value, len(nearest)), tally.kind, tally.method, tally.stopped)
    interchangeable = _interchangeable(read, possible.seen)
    return Ambiguity(
        puzzle,
        "several" if possible.has_several or interchangeable else "unknown",
        read.of_each(possible.seen),
        possible.is_exact,
        tally,
        nearest,
        pair is not None and pair.is_proved,
        interchangeable,
    )


def _nearest(
    presolved: PresolvedPuzzle, possible: PossibleLetters, solver: str, budget: Budget
) -> tuple[Pair | None, tuple[tuple[str, ...], ...]]:
    """Return the two nearest solutions, or None if two are not known; and a solution that is known."""
    read = presolved.letters
    target = expected_solution(read, budget)
    if target is not None:
        return nearest_rival(presolved, target.letters, solver, budget), (target.letters,)
    assert presolved.residual is not None
    assert possible.first is not None
    known = (tuple(letters[0] for letters in read.of_each(possible.first)),)
    pair = None if possible.widest is None else twins(read, *possible.widest)
    if pair is None and possible.second is not None:
        letters = possible.seen if possible.is_exact else presolved.residual.masks
        pair = nearest_pair(presolved, letters, (possible.first, possible.second), solver, budget)
    return pair, known


class Breach(NamedTuple):
    """A cell that has one possible letter only because the alphabet has no others.

    Attributes:
        letters: Other letters that some solution over all of Unicode has there, at least one: one for each class of
            letters that no clue tells apart, outside the alphabet where the class has such a letter; visible ones come
            first.
    """

    cell: Cell
    letters: str


class AlphabetDependence(NamedTuple):
    """Whether a unique puzzle stays unique over any alphabet.

    Attributes:
        is_unique_over_any: None: the time ran out.
        breaches: Cells that could then hold other letters.
        is_exact: Whether these are all such cells, with all such letters.
    """

    is_unique_over_any: bool | None
    breaches: tuple[Breach, ...]
    is_exact: bool = True

    def as_json(self) -> dict[str, Any]:
        """Return what `satcross check` prints as JSON of it."""
        return {
            "unique_over_any_alphabet": self.is_unique_over_any,
            "breaches": [{"cell": json_cell(breach.cell), "letters": breach.letters} for breach in self.breaches],
            "breaches_exact": self.is_exact,
        }


def alphabet_dependence(
    puzzle: Puzzle,
    letters: tuple[str, ...],
    *,
    most: int | None = None,
    solver: str = AUTO,
    timeout: float | None = None,
    budget: Budget | None = None,
) -> AlphabetDependence:
    """Return whether `letters`, the only solution of `puzzle`, stays the only one over all of Unicode.

    In: a puzzle with one solution over its alphabet.  Out: whether that solution is still the only one when a cell may
    hold any letter of Unicode; and if not, which other letters the cells can then hold.  Letters that no clue tells
    apart form one class, so the question is finite.

    Args:
        most: How many breaches suffice, which is quicker; None: all are wanted.
        timeout, budget: The time limit in seconds, and further limits.

    Raises:
        OptionError: Unless there is a letter for each cell.
        SatcrossError: What `compile_puzzle` raises.
    """
    budget = limits(timeout, budget)
    check_number_of_letters("letters", letters, puzzle)
    try:
        read = read_letters(puzzle, budget)
    except TimeUp:
        return AlphabetDependence(None, (), is_exact=False)
    return dependence_of(read, letters, most=most, solver=solver, budget=budget)


def dependence_of(
    read: PuzzleLetters,
    letters: tuple[str, ...],
    *,
    most: int | None = None,
    solver: str = AUTO,
    budget: Budget = UNLIMITED,
) -> AlphabetDependence:
    """Return what `alphabet_dependence` returns for a puzzle that has been read.  Raises what that raises."""
    puzzle = read.puzzle
    try:
        over_any = presolve(puzzle._replace(alphabet=ANY), budget, known=read)
    except TimeUp:
        return AlphabetDependence(None, (), is_exact=False)
    possible = PossibleLetters(over_any, solver, budget, most_varying=most)
    assert possible.first or not possible.is_exact, "a solution over the smaller alphabet is one over the larger"
    breaches = []
    for cell, mask, letter in zip(puzzle.cells, possible.seen, letters, strict=True):
        others = _others(over_any.compiled.classes, mask, letter, read.alphabet)
        if others:
            breaches.append(Breach(cell, others))
    is_unique = False if breaches else True if possible.is_exact else None
    return AlphabetDependence(is_unique, tuple(breaches), possible.is_exact)


def _others(classes: Classes, mask: int, letter: str, alphabet: LetterSet) -> str:
    """Return a letter other than `letter` of each class in `mask` that has one, visible letters first.

    Args:
        alphabet: The letters to avoid in a class that has others.
    """
    others = [difference(classes.members[bit.bit_length() - 1], from_text(letter)) for bit in single_bits(mask)]
    shown = [shown_letter(difference(letters, alphabet) or letters) for letters in others if letters]
    return "".join(sorted(shown, key=lambda each: (not each.isprintable(), each.isspace())))
