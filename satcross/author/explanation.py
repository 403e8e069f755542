"""The solution of a puzzle as a chain of steps that a person can follow.

In: a puzzle, perhaps half filled in.  Out: an `Explanation`: steps, each of which rules letters out of cells by a
minimal set of clues and by what earlier steps have established.

Steps of one clue come first, and among them those that settle the most cells.  Such a step rules out every letter that
no match of its clue has, whatever kind of clue it is (`satcross.author.alone`).  When no clue alone says anything new,
the solver is asked why letters that no solution has are impossible.  Each answer is a minimal set of clues: none of
them can be left out.  (It need not be the smallest set there is.)  The smallest set found is the next step, with all
the letters that its clues exclude together.  Two clues that share one cell say no more together than each alone.  So
such a step takes a cycle of lines, or clues that share several cells.

Letters are ruled out only where no solution has them.  So the chain of a puzzle with several solutions ends with
exactly what they have in common, and the chain of a puzzle without any ends with the clues that clash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from satcross.author.alone import letters_left
from satcross.author.ambiguity import possible_masks
from satcross.author.filled import check_filled
from satcross.author.reason import Reason, reason_of
from satcross.author.sentences import tell
from satcross.author.theory import Theory
from satcross.base.bits import single_bits
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.showing import in_one_line, numbered, paragraph, picture
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.base.wording import counted, listed
from satcross.errors import ErrorCode, PuzzleError, Span, TimeUp
from satcross.puzzle.addresses import address_text
from satcross.puzzle.model import Cell, Puzzle, Solution
from satcross.solver.constraints.protocol import Constraint
from satcross.solver.presolve import Presolved, propagated, reopened, unpropagated
from satcross.solver.residual import Masks
from satcross.solver.solutions import Status

_MARKED: Final = 25  # letters that a cell of a picture may list; more are counted


class ExplanationStep(NamedTuple):
    """One deduction.

    Attributes:
        reasons: The clues that force it; none of them can be left out.
        facts: The cells on their lines that earlier steps had narrowed.
        ruled_out: Cells, and the letters they lose.
        placed: Cells that now hold one letter for certain, and the letter.
        candidates: What every cell of the puzzle can hold after this step.
        is_contradiction: Whether the clues cannot all be satisfied any more: there is no solution.
        sentence: The step in words; letters are numbered along their line.
        span: The part of its one clue that holds the letters the sentence speaks of; None: the whole clue, several
            clues, or not derived.
    """

    reasons: tuple[Reason, ...]
    facts: tuple[Cell, ...]
    ruled_out: tuple[tuple[Cell, str], ...]
    placed: tuple[tuple[Cell, str], ...]
    candidates: tuple[str, ...]
    is_contradiction: bool
    sentence: str
    span: Span | None = None

    def __repr__(self) -> str:
        return in_one_line("ExplanationStep", self.sentence)


class Explanation(NamedTuple):
    """A chain of steps.

    Attributes:
        status: What is known of the puzzle (with the letters that were filled in).
        start: What every cell can hold before the first step.
        steps: The chain.
        wrong: Letters filled in that no solution has.
        violated: Clues that the letters filled in violate already.
        is_complete: Whether the chain reaches its end; False: the time ran out.
    """

    puzzle: Puzzle
    status: Status
    start: tuple[str, ...]
    steps: tuple[ExplanationStep, ...]
    wrong: tuple[tuple[Cell, str], ...]
    violated: tuple[Reason, ...]
    is_complete: bool

    def __repr__(self) -> str:
        known = "" if self.is_complete else "not complete"
        wrong = counted(len(self.wrong), "wrong letter") if self.wrong else ""
        return in_one_line("Explanation", self.status, counted(len(self.steps), "step"), wrong, known)

    def _repr_html_(self) -> str:
        wrong = [f"{letter} in {address_text(cell)} is wrong; no solution has it" for cell, letter in self.wrong]
        wrong += [f"{reason} is already violated" for reason in self.violated]
        left = self.steps[-1].candidates if self.steps else self.start
        letters = [text if len(text) <= _MARKED else len(text) for text in left]
        verdict = self.status if self.is_complete else f"{self.status} (there may be further steps)"
        return (
            numbered(step.sentence for step in self.steps)
            + paragraph("\n".join([*wrong, verdict]))
            + picture(self.puzzle, letters)
        )

    @property
    def solution(self) -> Solution | None:
        """The solution at which the chain ends, or None if it does not end with the only one."""
        if not self.is_complete or self.status != "unique":
            return None
        return Solution(self.puzzle, self.steps[-1].candidates if self.steps else self.start)


class Hint(NamedTuple):
    """The next step: as much of it as was asked for, in words (`text` is "" if there is none), and the step itself."""

    text: str
    step: ExplanationStep | None


def explain(
    puzzle: Puzzle,
    filled: Sequence[str] = (),
    *,
    budget: Budget = UNLIMITED,
    tuning: Tuning = DEFAULT_TUNING,
    presolved: Presolved | None = None,
) -> Explanation:
    """Return how the solution of `puzzle` follows.

    Args:
        filled: What is in the grid already: a letter, or "" for an open cell, for each cell of the puzzle in its order.
        presolved: What `presolve` returns for the puzzle, if that is known already and nothing is filled in.

    Raises:
        PuzzleError: If the grid has another size, a letter outside the alphabet, or another letter than the given one
            (code `filled`).
        SatcrossError: What `compile_puzzle` raises.
        TimeUp: If the time is up.
    """
    chain = _Chain(puzzle, filled, budget, tuning, presolved)
    start = chain.state
    try:
        if filled and not chain.accepts_filled():
            return Explanation(puzzle, "none", start, (), chain.wrong, chain.violated, True)
        for _ in chain.steps():
            pass
    except TimeUp:
        return Explanation(puzzle, "unknown", start, tuple(chain.told), (), (), False)
    return Explanation(puzzle, chain.status, start, tuple(chain.told), (), (), True)


def next_hint(
    puzzle: Puzzle,
    filled: Sequence[str] = (),
    strength: Literal[1, 2, 3] = 1,
    *,
    budget: Budget = UNLIMITED,
    tuning: Tuning = DEFAULT_TUNING,
) -> Hint:
    """Return the next step: where to look (1), by which clue (2), or the letters themselves (3).

    Raises:
        SatcrossError: What `explain` raises.
        TimeUp: If the time is up.
        PuzzleError: If what is filled in is wrong already (code `filled-wrong`).
    """
    chain = _Chain(puzzle, filled, budget, tuning)
    if filled and not chain.accepts_filled():
        cells = ", ".join(f"{letter} in {address_text(cell)}" for cell, letter in chain.wrong)
        clues = ", ".join(map(str, chain.violated))
        message = f"no solution has {cells}" if cells else f"the letters violate {clues}"
        raise PuzzleError(message, code=ErrorCode.FILLED_WRONG, hint="remove these letters")
    step = next(chain.steps(), None)
    if step is None:
        return Hint("", None)
    if strength == 3:
        return Hint(step.sentence, step)
    if strength == 2:
        return Hint("Use " + listed([str(reason) for reason in step.reasons]) + ".", step)
    names = list(dict.fromkeys(reason.line for reason in step.reasons))
    return Hint(f"Look at {listed(names)}.", step)


class _Chain:
    """The letters that are left, and the steps that rule them out."""

    def __init__(
        self,
        puzzle: Puzzle,
        filled: Sequence[str],
        budget: Budget,
        tuning: Tuning,
        presolved: Presolved | None = None,
    ) -> None:
        self._puzzle = puzzle
        self._budget = budget
        self._tuning = tuning
        opened = unpropagated(puzzle, tuning, budget) if presolved is None else reopened(presolved, tuning, budget)
        self._known = presolved
        self._unfilled = self._filled = opened  # all clues open, without what is filled in and with it
        self._given = [(cell, letter) for cell, letter in enumerate(filled) if letter]
        if filled:
            check_filled(puzzle, filled, opened.compiled.alphabet)
        if self._given:
            # what is filled in counts like given letters, but it is a fact of the first step, not part of the puzzle
            self._filled = unpropagated(self._filled_puzzle(), tuning, budget)
            classes, given = self._filled.compiled.classes, dict(puzzle.given)
            domains = tuple(classes.mask_of(given[cell]) if cell in given else classes.every
                            for cell in range(len(puzzle.cells)))  # fmt: skip
            opened = self._filled._replace(compiled=self._filled.compiled._replace(domains=domains))
        self._opened = opened
        self._compiled = opened.compiled
        self.masks = list(self._compiled.domains)
        for cell, letter in self._given:
            self.masks[cell] &= self._compiled.classes.mask_of(letter)
        self.wrong: tuple[tuple[Cell, str], ...] = ()
        self.violated: tuple[Reason, ...] = ()
        self.status: Status = "unknown"
        self.told: list[ExplanationStep] = []
        self._possible: Masks | None = None  # the letters that solutions have; None: there is no solution
        self._left_by_clue: dict[Constraint, dict[int, int]] = {}  # what `_letters_left` has returned last

    @property
    def state(self) -> tuple[str, ...]:
        """What every cell can hold now."""
        return tuple(map(self._compiled.letters, self.masks))

    def accepts_filled(self) -> bool:
        """Return whether some solution has the letters filled in; if not, set `wrong` and `violated`."""
        compiled = self._compiled
        nothing = [0] * len(self.masks)
        self.violated = tuple(
            reason_of(self._puzzle, constraint)
            for constraint in compiled.constraints
            if letters_left(compiled, constraint, self.masks, self._budget, self._tuning, sought=nothing) is None
        )
        presolved = propagated(self._unfilled, self._tuning, self._budget)
        possible = possible_masks(presolved, budget=self._budget)
        if possible is None:
            return not self.violated
        self.wrong = tuple(
            (self._puzzle.cells[cell], letter)
            for cell, letter in self._given
            if not presolved.compiled.classes.mask_of(letter) & possible[cell]
        )
        return not self.wrong and not self.violated

    def steps(self) -> Iterator[ExplanationStep]:
        """Yield the steps, and set `status` after the last."""
        presolved = self._known or propagated(self._filled, self._tuning, self._budget)
        possible = self._possible = possible_masks(presolved, budget=self._budget)
        theory: Theory | None = None
        try:
            while True:
                self._budget.note("explaining, steps", len(self.told))
                self._budget.check()
                if possible is not None and all(mask == goal for mask, goal in zip(self.masks, possible, strict=True)):
                    break
                step = self._one_clue()
                if step is None:
                    if theory is None:
                        theory = Theory(self._opened, self._budget)
                    step = self._several_clues(theory)
                if step is None:
                    break
                self.told.append(step)
                yield step
                if step.is_contradiction:
                    break
        finally:
            if theory is not None:
                theory.__exit__()
        if possible is None:
            self.status = "none"
        else:
            plural = self._compiled.plural
            is_one = all(not mask & (mask - 1) and not mask & plural for mask in possible)
            self.status = "unique" if is_one else "several"

    def _filled_puzzle(self) -> Puzzle:
        """Return the puzzle with the letters filled in as given letters."""
        letters = {**dict(self._given), **dict(self._puzzle.given)}
        return self._puzzle._replace(given=tuple(sorted(letters.items())))

    def _one_clue(self) -> ExplanationStep | None:
        """Return the step of one clue that settles the most cells, and of several the one that excludes the most.

        What pruning sees comes first.  Only if it sees nothing are the clues searched that may still say something.
        """
        step = self._best_step(self._compiled.constraints, self._pruned)
        if step is not None:
            return step
        return self._best_step(filter(self._may_say_more, self._compiled.constraints), self._letters_left)

    def _best_step(
        self, constraints: Iterable[Constraint], look: Callable[[Constraint], dict[int, int] | None]
    ) -> ExplanationStep | None:
        """Return the best step of one of `constraints`, as far as `look` tells what each of them leaves."""
        best: tuple[tuple[int, int], Constraint, dict[int, int]] | None = None
        for constraint in constraints:
            left = look(constraint)
            if left is None:
                return self._step([constraint], {})
            kept = self._kept(left)
            settled = sum(1 for mask in kept.values() if not mask & (mask - 1))
            lost = sum((self.masks[cell] ^ mask).bit_count() for cell, mask in kept.items())
            if kept and (best is None or (settled, lost) > best[0]):
                best = (settled, lost), constraint, kept
        if best is None:
            return None
        _, constraint, kept = best
        if self._may_say_more(constraint):
            left = self._letters_left(constraint)
            kept = {} if left is None else self._kept(left)
        return self._step([constraint], kept)

    def _kept(self, left: dict[int, int]) -> dict[int, int]:
        """Return the letters `left` of those cells that have lost some."""
        return {cell: mask for cell, mask in left.items() if mask != self.masks[cell]}

    def _pruned(self, constraint: Constraint) -> dict[int, int] | None:
        """Return what pruning leaves of each cell of a clue, perhaps more than the clue; None if it leaves one none."""
        pruned = constraint.line_constraint.prune(constraint.domains(self.masks))
        if pruned is None:
            return None
        left: dict[int, int] = {}
        for cell, mask in zip(constraint.cells, pruned, strict=True):
            left[cell] = left.get(cell, self.masks[cell]) & mask
        return left if all(left.values()) else None

    def _may_say_more(self, constraint: Constraint) -> bool:
        """Return whether a clue may rule out letters that pruning leaves: only letters that no solution has."""
        if constraint.is_exact:
            return False
        return self._possible is None or any(self.masks[cell] != self._possible[cell] for cell in constraint.cells)

    def _letters_left(self, constraint: Constraint) -> dict[int, int] | None:
        """Return the letters that a clue alone leaves each of its cells; None if it leaves some cell none."""
        known = self._left_by_clue.get(constraint)
        if known is None or any(self.masks[cell] != mask for cell, mask in known.items()):
            possible = self._possible
            sought = (
                None if possible is None else [mask & ~goal for mask, goal in zip(self.masks, possible, strict=True)]
            )
            known = letters_left(self._compiled, constraint, self.masks, self._budget, self._tuning, sought=sought)
            if known is not None:
                self._left_by_clue[constraint] = known
        return known

    def _several_clues(self, theory: Theory) -> ExplanationStep | None:
        """Return the step of the smallest set of clues that is found; None if there is nothing left to say."""
        compiled, possible = theory.compiled, self._possible
        for cell, (mask, full) in enumerate(zip(self.masks, compiled.domains, strict=True)):
            theory.rule_out(cell, full & ~mask | compiled.classes.every & ~full)
        if possible is None:
            clash = theory.mus(theory.clues)
            return self._step([compiled.constraints[clue] for clue in clash], {}) if clash else None
        impossible = [
            (cell, bit)
            for cell, (mask, goal) in enumerate(zip(self.masks, possible, strict=True))
            for bit in single_bits(mask & ~goal)
        ]
        impossible.sort(key=lambda letter: self.masks[letter[0]].bit_count())
        clues = self._smallest_mus(theory, impossible[: self._tuning.explained_letters])
        if clues is None:
            return None
        kept: dict[int, int] = {}
        cells = {cell for clue in clues for cell in compiled.constraints[clue].cells}
        for cell, bit in impossible:
            if cell in cells and not theory.is_possible(clues, [(cell, bit)]):
                kept[cell] = kept.get(cell, self.masks[cell]) & ~bit
        return self._step([compiled.constraints[clue] for clue in clues], kept)

    def _smallest_mus(self, theory: Theory, letters: Sequence[tuple[int, int]]) -> tuple[int, ...] | None:
        """Return the smallest of the minimal sets of clues that exclude one of `letters`; None without such a set.

        Args:
            letters: (cell, letter bit) pairs; one minimal set is found for each, so that smaller ones may exist.
        """
        best: tuple[int, ...] | None = None
        for number, letter in enumerate(letters):
            self._budget.note(f"looking for clues to step {len(self.told) + 1}, letters", number, len(letters))
            self._budget.check()
            smaller = theory.mus(theory.clues, [letter], None if best is None else len(best) - 1)
            if smaller is not None:
                best = smaller
                if len(best) == 1:
                    break
        return best

    def _step(self, constraints: Sequence[Constraint], kept: dict[int, int]) -> ExplanationStep:
        """Narrow the masks to `kept` and return the step; nothing kept: the clues contradict what is known."""
        compiled = self._compiled
        puzzle = compiled.puzzle
        cells = [cell for each in constraints for cell in each.cells]
        facts = [cell for cell in dict.fromkeys(cells) if self.masks[cell] != compiled.domains[cell]]
        masks_before = tuple(self.masks)
        ruled_out = [(cell, self.masks[cell] & ~mask) for cell, mask in sorted(kept.items())]
        settled = [cell for cell, mask in sorted(kept.items()) if not mask & (mask - 1)]
        for cell, mask in kept.items():
            self.masks[cell] = mask
        reasons = tuple(reason_of(puzzle, each) for each in constraints)
        told = tell(compiled, constraints, masks_before, tuple(self.masks), self._budget, self._tuning)
        return ExplanationStep(
            reasons,
            tuple(puzzle.cells[cell] for cell in facts),
            tuple((puzzle.cells[cell], compiled.letters(mask)) for cell, mask in ruled_out),
            tuple((puzzle.cells[cell], compiled.letters(kept[cell])) for cell in settled),
            self.state,
            not kept,
            told.sentence,
            told.span,
        )
