"""Why a puzzle has no solution, and what would give it one.

In: a puzzle without a solution, and a budget.  Out: a `Diagnosis`.  It looks, in this order,

1. for clues that no string of their line's length matches: because of the length, or only because of the alphabet;
2. else for clues of long lines that are given letter by letter, and do not match them (of short lines, the smallest
   conflict says more);
3. else for two clues (or given letters) that allow different letters in a cell;
4. else for the smallest set of clues and given letters that conflict.

Then it tries changes that authors often need: another alphabet, other flags, the other dialect, and, in hexagons and
rectangles, another order or direction of the lines.  A change is only named if the puzzle then has a solution.  What
the time does not suffice for is left out, and the diagnosis says so.

Given letters are treated like clues of lines of one cell, so that they can be blamed as well.

In: a puzzle without a solution.  Out: a `Conflict`.  Two clues that allow different letters in a cell are found by
looking at each alone (`satcross.author.rounds`).  Else a minimal set is found by deletion: propagation leaves out clues
as long as it refutes the others, and then a solver does (`Theory.mus`).  Unless the puzzle is large, the smallest set
follows by hitting sets: clues that can all be satisfied leave out at least one clue of every set that conflicts.  So a
set that conflicts hits whatever any consistent set leaves out, and the smallest set that hits all of this is tried next
(A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, Smallest MUS extraction with minimal hitting set
dualization, CP 2015).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import inf
from sys import maxsize
from typing import Final

from satcross.author.alone import alone, is_matchable, letters_left, searched
from satcross.author.clue_parts import parts_by_index
from satcross.author.clue_selectors import Theory
from satcross.author.remedies import remedies
from satcross.base.budget import Budget, limits
from satcross.base.records import NamedTuple
from satcross.base.wording import counted, listed
from satcross.errors import LimitError, Span, TimeUp
from satcross.puzzle import ANY, AnyClue, Clue, Line, Puzzle, WordClue, address_text, contract_alphabet, shapes
from satcross.regex.analysis.lengths import lengths
from satcross.regex.core import NEVER, Core, is_stateless
from satcross.regex.letters import EVERY_LETTER, LetterSet, contains, size, to_text
from satcross.regex.lower import lower
from satcross.regex.syntax import Class, Literal, Syntax, SyntaxLook, Tree
from satcross.solver.compile import (
    CompiledPuzzle,
    PresolvedPuzzle,
    PuzzleLetters,
    compile_clues,
    read_letters,
)
from satcross.solver.constraints import Constraint
from satcross.solver.diagnosis import Cause, Diagnosis, DiagnosisKind, Remedy, reason_of
from satcross.solver.residual import Residual, Step

LETTERS: Final = 8  # that a message lists as allowed in a cell; where more are, it lists those that are not


class Conflict(NamedTuple):
    """Clues and given letters that contradict each other.

    Attributes:
        clues: The same as (line, clue) from 0; lines beyond the puzzle's lines are given letters.
        cell: The address of the cell in which two of them disagree; "" if they do not conflict in one cell.
        is_minimal: Whether they can be satisfied as soon as any one of them is left out; False: this is not known.
        is_smallest: Whether no other set that conflicts is smaller; False: this is not known.
    """

    causes: tuple[Cause, ...]
    clues: tuple[tuple[int, int], ...]
    cell: str
    is_minimal: bool
    is_smallest: bool


def conflict_of(plain: CompiledPuzzle, budget: Budget) -> Conflict | None:
    """Return the smallest conflict of a puzzle that is compiled without circuits; None if it has a solution.

    Its letters stay the same when a clue is left out.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up before any conflict is found.
    """
    puzzle = plain.puzzle
    if puzzle.given:
        asked = with_given_as_clues(puzzle, plain.alphabet)
        compiled = compile_clues(read_letters(asked, budget, known=plain.letters), budget)
    else:
        compiled = compile_clues(plain.letters, budget, known=plain.constraints)
    return _pair(puzzle, compiled, budget) or _smallest(puzzle, compiled, budget)


def with_given_as_clues(puzzle: Puzzle, alphabet: LetterSet) -> Puzzle:
    """Return `puzzle` with a line of one cell for each given letter instead of the letter."""
    given = tuple(
        Line(f"given {address_text(puzzle.cells[cell])}", (cell,), (WordClue((letter,), "given"),))
        for cell, letter in puzzle.given
    )
    letters = ANY if puzzle.alphabet == ANY else to_text(alphabet)
    return puzzle._replace(lines=puzzle.lines + given, given=(), alphabet=letters, expected=(), expects_all=False)


def cause_of(puzzle: Puzzle, line: int, place: int) -> Cause:
    """Return clue number `place`, from 0, of line number `line`.

    Lines beyond the lines of `puzzle` are given letters (`with_given_as_clues`).
    """
    if line >= len(puzzle.lines):
        cell, letter = puzzle.given[line - len(puzzle.lines)]
        return Cause(f"the letter {letter} given in cell {address_text(puzzle.cells[cell])}", 0, "", cell=cell)
    return Cause(*reason_of(puzzle, line, place))


def _pair(puzzle: Puzzle, compiled: CompiledPuzzle, budget: Budget) -> Conflict | None:
    """Return two clues that allow different letters in a cell, of several pairs one that allows the fewest; or None.

    If searching clues takes longer than a question in passing may take, the others are left out.

    Raises:
        TimeUp: If the time is up.
    """
    allowing, are_all_known = _clues_by_cell(compiled, budget)
    best = min(
        (
            ((one[1][cell] | two[1][cell]).bit_count(), cell, one, two)
            for cell, each in sorted(allowing.items())
            for one, two in combinations(each, 2)
            if not one[1][cell] & two[1][cell]
        ),
        key=lambda pair: pair[:2],
        default=None,
    )
    if best is None:
        return None
    _, cell, one, two = best
    place = address_text(compiled.puzzle.cells[cell])
    causes = []
    for (constraint, left), (_, other) in ((one, two), (two, one)):
        cause = cause_of(puzzle, constraint.line, constraint.clue)
        if cause.clue:
            message = _allowed_text(compiled, left[cell], other[cell], place)
            cause = cause._replace(message=message, span=_span(compiled, constraint, left, cell))
        causes.append(cause)
    blamed = ((one[0].line, one[0].clue), (two[0].line, two[0].clue))
    return Conflict(tuple(causes), blamed, place, is_minimal=are_all_known, is_smallest=are_all_known)


def _clues_by_cell(
    compiled: CompiledPuzzle, budget: Budget
) -> tuple[dict[int, list[tuple[Constraint, dict[int, int]]]], bool]:
    """Return for each cell its clues, each with the letters that it leaves in its cells, and whether these are all.

    There are none if a clue leaves no letters: then it takes no second one to contradict it.
    """
    allowing: dict[int, list[tuple[Constraint, dict[int, int]]]] = {}
    are_all_known = True
    searching = budget.until(budget.tuning.overview_seconds)
    for constraint in compiled.constraints:
        budget.check()
        try:
            within = budget if constraint.is_exact else searching
            left = letters_left(compiled, constraint, compiled.domains, within)
        except (TimeUp, LimitError):
            are_all_known = False
            continue
        if left is None:
            return {}, are_all_known
        for cell in left:
            allowing.setdefault(cell, []).append((constraint, left))
    return allowing, are_all_known


def _allowed_text(compiled: CompiledPuzzle, mask: int, other: int, place: str) -> str:
    letters = compiled.letters.of(mask)
    if len(letters) <= LETTERS:
        return f"allows only {listed(list(letters), 'or')} in cell {place}"
    return f"does not allow {listed(list(compiled.letters.of(other)[:LETTERS]), 'or')} in cell {place}"


def _span(compiled: CompiledPuzzle, constraint: Constraint, left: dict[int, int], cell: int) -> Span | None:
    """Return the part of the clue that may hold the letter of `cell`; None if that is not known.

    Args:
        left: The letters that matches have in each cell of the clue.
    """
    clue = compiled.puzzle.lines[constraint.line].clues[constraint.clue]
    if not isinstance(clue, Clue):
        return None
    tree = compiled.letters.trees[clue.pattern]
    held = parts_by_index(tree, compiled.classes, [left[each] for each in constraint.cells])
    spans = held[constraint.cells.index(cell)] if held is not None else frozenset()
    return Span(min(span.start for span in spans), max(span.end for span in spans)) if spans else None


def _smallest(puzzle: Puzzle, compiled: CompiledPuzzle, budget: Budget) -> Conflict | None:
    refuted = _refuted_by_propagation(compiled, budget)
    with Theory(compiled, budget) as theory:
        best = refuted or theory.conflicting(theory.clues)
        if best is None:
            return None
        is_minimal = is_smallest = False
        try:
            best, is_minimal = theory.mus(best) or best, True
            if sum(each.line_constraint.size for each in compiled.constraints) <= budget.tuning.smallest_size:
                smallest = theory.smallest(theory.clues, (), best, budget)
                best, is_smallest = smallest or best, smallest is not None
        except (TimeUp, LimitError):
            pass
    constraints = [compiled.constraints[clue] for clue in best]
    causes = tuple(cause_of(puzzle, each.line, each.clue) for each in constraints)
    return Conflict(causes, tuple((each.line, each.clue) for each in constraints), "", is_minimal, is_smallest)


def _refuted_by_propagation(compiled: CompiledPuzzle, budget: Budget) -> tuple[int, ...] | None:
    """Return clues that propagation refutes, but not as soon as any one is left out; None if it does not refute all."""
    every = Residual.of(compiled.constraints, compiled.domains, budget.tuning)

    def reasons(clues: Iterable[int]) -> list[int] | None:
        """Return the clues that lead propagation of `clues` to a contradiction, the last first."""
        budget.check()
        steps: list[Step] = []
        fixpoint, _ = every.only(clues).state.propagated(steps=steps)
        if fixpoint is not None:
            return None
        numbers: dict[int, None] = {}
        cells = set[int]()
        for step in reversed(steps):
            if step.is_contradiction or any(cell in cells for cell, _ in step.ruled_out):
                numbers[step.number] = None
                cells.update(compiled.constraints[step.number].cells)
        return list(numbers)

    left = reasons(every.open)
    if left is None:
        return None
    needed: list[int] = []
    while left:
        tried = left.pop(0)
        fewer = reasons([*needed, *left])
        if fewer is None:
            needed.append(tried)
        else:
            left = [clue for clue in fewer if clue not in needed]
    return tuple(needed)


_LONGEST_SEARCHED: Final = 30  # cells of a line whose clue is tried with other lengths
_SEARCHED: Final = 8  # the same for a clue with backreferences, where each length takes a search
_FURTHER: Final = 30  # letters: so much longer than its line a match of a clue is looked for
_PASSING: Final = 0.2  # of the time for the reason, at most, for each question that need not be answered
_SHARE: Final = 0.5  # of the time, for the reason; the rest is for the remedies


def diagnose(
    puzzle: Puzzle,
    *,
    timeout: float | None = None,
    budget: Budget | None = None,
    presolved: PresolvedPuzzle | None = None,
) -> Diagnosis:
    """Return why `puzzle`, which has no solution, has none.

    Args:
        presolved: What `presolve` returns for the puzzle, if that is known already.
        timeout, budget: The time limit in seconds, and further limits.

    Without a time limit it takes `diagnosis_seconds` of the tuning at most, and `remedies_seconds` of these for changes
    that would give a solution.

    >>> from satcross.puzzle.shapes import rectangle
    >>> print(diagnose(rectangle(rows=["AB|BB"], columns=["A", "A"])))
    these two conflict in cell 1,2
    row 1, clue 1 AB|BB: allows only B in cell 1,2
    column 2, clue 1 A: allows only A in cell 1,2
    """
    return _Doctor(puzzle, limits(timeout, budget), presolved).diagnosis()


class _Doctor:
    """One diagnosis; `_is_complete` becomes False as soon as something could not be tried to its end."""

    def __init__(self, puzzle: Puzzle, budget: Budget, presolved: PresolvedPuzzle | None) -> None:
        self._puzzle: Final = puzzle
        self._read = presolved and presolved.letters
        self._known: Final = presolved.compiled.constraints if presolved else ()
        self._remedies_seconds: Final = budget.tuning.remedies_seconds if budget.deadline is None else inf
        if budget.deadline is None:
            budget = budget.until(budget.tuning.diagnosis_seconds)
        else:
            budget = budget.tuned(smallest_size=maxsize)
        left = budget.share(_SHARE * _PASSING).seconds_left
        passing = budget.tuning.overview_seconds if left is None else min(budget.tuning.overview_seconds, left)
        self._budget: Final = budget.tuned(overview_seconds=passing)
        self._is_complete = True
        self._has_solution = False

    def diagnosis(self) -> Diagnosis:
        """Return the reason and the remedies, if there is enough time."""
        try:
            kind, message, causes = self._reason(self._budget.share(_SHARE))
        except (TimeUp, LimitError):
            kind, message, causes = "unknown", "the time or the memory was too short to find out why", ()
            self._is_complete = False
        remedies = () if self._has_solution else self._remedies(kind)
        return Diagnosis(kind, message, causes, remedies, self._is_complete)

    def _reason(self, budget: Budget) -> tuple[DiagnosisKind, str, tuple[Cause, ...]]:
        """Return the kind of the reason, the reason as a sentence, and the clues to blame."""
        if self._read is None:
            self._read = read_letters(self._puzzle, budget)
        compiled = compile_clues(self._read, budget, known=self._known, with_circuits=False)
        unmatchable = self._unmatchable(compiled, budget)
        if unmatchable:
            causes = tuple(cause for _, cause in unmatchable)
            is_short = any(kind == "length" for kind, _ in unmatchable)
            return ("length" if is_short else "alphabet"), _unmatchable_text(compiled, unmatchable), causes
        contradicted = tuple(self._contradicted(compiled, budget))
        if contradicted:
            clues = "this clue" if len(contradicted) == 1 else f"these {len(contradicted)} clues"
            return "conflict", f"the given letters contradict {clues}", contradicted
        conflict = conflict_of(compiled, budget)
        if conflict is None:  # the puzzle has a solution
            self._has_solution = True
            return "unknown", "the puzzle has a solution", ()
        if len(conflict.clues) == 1 and conflict.clues[0][0] < len(self._puzzle.lines):
            # only a search that takes long shows that no string matches this clue
            unmatchable = [self._without_match(compiled, *conflict.clues[0], budget)]
            return unmatchable[0][0], _unmatchable_text(compiled, unmatchable), (unmatchable[0][1],)
        self._is_complete = conflict.is_smallest  # no single clue is to blame if a smallest set has several
        return "conflict", _conflict_text(conflict), conflict.causes

    def _unmatchable(self, compiled: CompiledPuzzle, budget: Budget) -> list[tuple[DiagnosisKind, Cause]]:
        """Return the clues that no string of their line's length matches, each with the reason for it."""
        unmatchable: list[tuple[DiagnosisKind, Cause]] = []
        known: dict[tuple[AnyClue, tuple[int, ...]], tuple[DiagnosisKind, Cause] | None] = {}
        plain = {(each.line, each.clue): each for each in compiled.constraints}
        for number, line in enumerate(self._puzzle.lines):
            for place, clue in enumerate(line.clues):
                key = (clue, tuple(map(line.cells.index, line.cells)))  # equal cells hold equal letters
                if key not in known:
                    known[key] = self._fault(compiled, number, place, plain.get((number, place)), budget)
                fault = known[key]
                if fault is not None:
                    kind, cause = fault
                    unmatchable.append((kind, cause._replace(line=line.name, clue=place + 1)))
        return unmatchable

    def _fault(
        self, compiled: CompiledPuzzle, line: int, place: int, constraint: Constraint | None, budget: Budget
    ) -> tuple[DiagnosisKind, Cause] | None:
        """Return why no string matches this clue of a line; None if some string does, or if that takes too long.

        Args:
            constraint: The clue unrolled, if it needs no circuit.
        """
        has_match = is_matchable(compiled, line, place, constraint, budget)
        self._is_complete &= has_match is not None
        return self._without_match(compiled, line, place, budget) if has_match is False else None

    def _contradicted(self, compiled: CompiledPuzzle, budget: Budget) -> Iterator[Cause]:
        """Yield the clues that are violated by given letters alone, because every cell of their long line has one."""
        puzzle = self._puzzle
        given = dict(puzzle.given)
        for number, line in enumerate(puzzle.lines):
            if len(line.cells) <= LETTERS or not given.keys() >= set(line.cells):
                continue
            for place in range(len(line.clues)):
                filled = alone(compiled.letters, number, place)._replace(given=puzzle.given)
                if searched(filled, 1, budget, compiled.letters)[0] == "none":
                    cause = cause_of(puzzle, number, place)
                    text = "".join(given[cell] for cell in line.cells)
                    read = text[::-1] if cause.is_reversed else text
                    yield cause._replace(message=f"does not match the given letters {read}")

    def _without_match(
        self, compiled: CompiledPuzzle, line: int, place: int, budget: Budget
    ) -> tuple[DiagnosisKind, Cause]:
        """Return what is the matter with this clue of a line, which no string over the alphabet matches."""
        puzzle, read = self._puzzle, compiled.letters
        clue, count = puzzle.lines[line].clues[place], len(puzzle.lines[line].cells)
        cause = cause_of(puzzle, line, place)
        text = f"no string of {counted(count, 'letter')}"
        if len(set(puzzle.lines[line].cells)) < count:
            text += ", some of them in the same cell,"
        if puzzle.alphabet != ANY:
            _, example = searched(alone(read, line, place)._replace(alphabet=ANY), 1, budget, read)
            if example is not None:
                letters = [example.letters[cell] for cell in puzzle.lines[line].cells]
                shown = "".join(letters[::-1] if cause.is_reversed else letters)
                text += f" from {_alphabet_text(read.alphabet)} matches, but {shown} would"
                span = _foreign(read.trees[clue.pattern], read.alphabet) if isinstance(clue, Clue) else None
                return "alphabet", cause._replace(message=text, span=span)
        if not isinstance(clue, Clue):
            return "length", cause._replace(message=f"no word of the list has {counted(count, 'letter')}")
        tree = read.trees[clue.pattern]
        text += f" matches{self._lengths(tree, read, count, budget)}"
        return "length", cause._replace(message=text, span=Span(0, len(clue.pattern)))

    def _lengths(self, tree: Tree, read: PuzzleLetters, count: int, budget: Budget) -> str:
        """Return which lengths the clue does match, as the end of a sentence; "" if that is not known."""
        core = lower(tree, EVERY_LETTER)
        if core.least >= NEVER:
            return ", and none of any other length"
        bounds = _lengths_text(core, count)
        searched_first = not is_stateless(core)  # references exclude lengths within the bounds
        return (searched_first and self._searched_lengths(tree, read, count, budget)) or bounds

    def _searched_lengths(self, tree: Tree, read: PuzzleLetters, count: int, budget: Budget) -> str:
        """Return which lengths near `count` the clue matches, as the end of a sentence; "" if none is found quickly.

        This is for clues with backreferences, whose lengths do not follow from their parts.
        """
        puzzle = self._puzzle
        letters = ANY if puzzle.alphabet == ANY else to_text(read.alphabet)

        def has(length: int) -> bool:
            there = shapes.line(tree.pattern, length, ANY, puzzle.dialect, puzzle.flags)._replace(alphabet=letters)
            return searched(there, 1, budget, read)[1] is not None

        if count > _LONGEST_SEARCHED:
            return ""
        shorter = next((length for length in range(count - 1, -1, -1) if has(length)), None)
        longer = next((length for length in range(count + 1, count + _SEARCHED + 1) if has(length)), None)
        if shorter is not None and longer is not None:
            return f": its nearest matches have {shorter} or {longer} letters"
        nearest = longer if shorter is None else shorter
        return "" if nearest is None else f": its nearest match has {counted(nearest, 'letter')}"

    def _remedies(self, kind: DiagnosisKind) -> tuple[Remedy, ...]:
        """Return up to three changes that help, changes that leave exactly one solution first."""
        # on the square lattice every line keeps its length, whatever is reversed
        may_change_lengths = self._puzzle.shape.lattice == "triangular"
        with_arrangements = kind in ("conflict", "unknown") or (kind == "length" and may_change_lengths)
        budget = self._budget.until(self._remedies_seconds)
        offers: list[Remedy] = []
        try:
            for remedy in remedies(self._puzzle, self._read, with_arrangements=with_arrangements, budget=budget):
                offers.append(remedy)
        except (TimeUp, LimitError):
            self._is_complete = False
        return tuple(sorted(offers, key=lambda each: each.status != "unique")[:3])


def _unmatchable_text(compiled: CompiledPuzzle, unmatchable: list[tuple[DiagnosisKind, Cause]]) -> str:
    clues = counted(len(unmatchable), "clue")
    if any(kind == "length" for kind, _ in unmatchable):
        return f"no string of the right length matches {clues}"
    return f"no string from the alphabet {_alphabet_text(compiled.alphabet)} matches {clues}"


def _conflict_text(conflict: Conflict) -> str:
    count = len(conflict.causes)
    if conflict.cell:
        return f"these two conflict in cell {conflict.cell}"
    if count == 1:
        return "this cannot be satisfied"
    if not conflict.is_minimal:
        return f"these {count} conflict: they cannot all be satisfied"
    if count == 2:
        return "these two conflict"
    return f"these {count} conflict: they cannot all be satisfied, but any {count - 1} of them can"


def _alphabet_text(alphabet: LetterSet) -> str:
    """Return the alphabet as people write it; of a long one, the number of its letters."""
    letters = contract_alphabet(to_text(alphabet))
    return letters if len(letters) <= 2 * LETTERS else f"the {size(alphabet):,} letters of the alphabet"


def _lengths_text(core: Core, count: int) -> str:
    """Return which lengths a clue may match, as the end of a sentence; "" if that is not known."""
    possible = lengths(core, count + _FURTHER)
    if possible is not None and core.is_regular:
        return _lengths_of_matches(possible, count)
    least, most = core.least, core.most
    if possible:  # lookarounds may exclude some of these lengths, but no match has another one
        least = max(least, (possible & -possible).bit_length() - 1)
        most = possible.bit_length() - 1 if most is not None and most <= count + _FURTHER else most
    if least > count:
        return f": every match has {counted(least, 'letter')} or more"
    return f": no match has more than {counted(most, 'letter')}" if most is not None and most < count else ""


def _lengths_of_matches(possible: int, count: int) -> str:
    """Return which lengths matches have, nearest to `count`, given all of them as bits (`lengths`)."""
    if possible >> count & 1:
        return ""  # the length is right; something else is the matter
    shorter = [length for length in range(count) if possible >> length & 1]
    longer = [length for length in range(count + 1, count + _FURTHER + 1) if possible >> length & 1]
    if shorter and longer:
        return f": its matches have {shorter[-1]} or {longer[0]} letters, or are further off"
    if shorter:
        return f": its longest match has {counted(shorter[-1], 'letter')}"
    return f": its shortest match has {counted(longer[0], 'letter')}" if longer else ""


def _foreign(tree: Tree, alphabet: LetterSet) -> Span | None:
    """Return the first letters of the clue that the alphabet lacks; None if it names none, or only rules them out."""
    waiting: list[Syntax] = [tree.root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, SyntaxLook) or (isinstance(node, Class) and node.is_negative):
            continue
        waiting += reversed(node.parts)
        if isinstance(node, Literal):
            lacks = [not contains(alphabet, ord(letter)) for letter in node.text]
            if any(lacks):
                if len(lacks) != node.end - node.start:
                    return node.span
                first = lacks.index(True)
                after = next((place for place in range(first, len(lacks)) if not lacks[place]), len(lacks))
                return Span(node.start + first, node.start + after)
    return None
