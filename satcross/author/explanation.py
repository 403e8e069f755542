"""The solution of a puzzle as a chain of steps that a person can follow.

In: a puzzle, perhaps half filled in.  Out: an `Explanation`: steps, each of which rules letters out of cells by a
minimal set of clues and by what earlier steps have established.

The steps go the easiest way, round by round (`satcross.author.rounds`).  First come letters that one clue gives
together with the letters that are placed, whatever kind of clue it is.  Where nothing can be
read so, each clue narrows the letters that are still possible, once.  Within a round, the step that settles the most
cells comes first.  When no clue alone says anything new, the solver is asked why letters that no solution has are
impossible, in each part of the puzzle that has no open cell in common with the others.  Each answer is a minimal set of
clues: none of them can be left out.  A smallest set of all is the next step there, with all the letters that its clues
exclude together.  Two clues that share one cell say no more together
than each alone.  So such a step takes a cycle of lines, or clues that share several cells.

Letters are ruled out only where no solution has them.  So the chain of a puzzle with several solutions ends with
exactly what they have in common, and the chain of a puzzle without any ends with the clues that conflict.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, Literal, TypeAlias

from satcross.author.alone import CluesAlone
from satcross.author.clue_selectors import Theory
from satcross.author.constructs import hard_constructs
from satcross.author.half_filled_grids import check_filled, filled_from
from satcross.author.possible_letters import PossibleLetters, SoughtLetters, possible_masks
from satcross.author.rounds import Left, Notes, Round, RoundKind, Technique, is_single, next_round, unfinished_clues
from satcross.author.sentences import sentence_of
from satcross.base.bits import single_bits
from satcross.base.budget import UNLIMITED, Budget, limits
from satcross.base.records import NamedTuple
from satcross.base.showing import in_one_line, numbered, paragraph, picture
from satcross.base.wording import counted, letter_in_words, listed
from satcross.errors import PuzzleError, Span, TimeUp, wrong_type
from satcross.puzzle import Cell, Puzzle, Solution, address_text, json_cell
from satcross.solver.compile import CompiledPuzzle, PresolvedPuzzle, compile_clues, presolve
from satcross.solver.diagnosis import Reason, reason_of
from satcross.solver.residual import Component, Masks, Residual
from satcross.solver.solutions import Status


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
        technique: What a person has to do: "read", "mark", "narrow", "cross" or "try".
        round: The number of its round, from 1.
        open_clues: How many clues lead on in this round.
        unfinished_clues: How many clues have a cell without a letter when the round begins.
        constructs: The constructs in its clues that are hard to read, such as "backreference".
    """

    reasons: tuple[Reason, ...]
    facts: tuple[Cell, ...]
    ruled_out: tuple[tuple[Cell, str], ...]
    placed: tuple[tuple[Cell, str], ...]
    candidates: tuple[str, ...]
    is_contradiction: bool
    sentence: str
    span: Span | None = None
    technique: Technique = "read"
    round: int = 1
    open_clues: int = 1
    unfinished_clues: int = 1
    constructs: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the step as a JSON object."""
        return {
            "sentence": self.sentence,
            "clues": [reason.as_json() for reason in self.reasons],
            "facts": [json_cell(cell) for cell in self.facts],
            "ruled_out": [{"cell": json_cell(cell), "letters": letters} for cell, letters in self.ruled_out],
            "placed": [{"cell": json_cell(cell), "letter": letter} for cell, letter in self.placed],
            "contradiction": self.is_contradiction,
            "span": None if self.span is None else list(self.span),
            "technique": self.technique,
            "constructs": list(self.constructs),
            "round": self.round,
            "open_clues": self.open_clues,
            "unfinished_clues": self.unfinished_clues,
        }

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

    def as_json(self) -> dict[str, Any]:
        """Return what `satcross explain` prints as JSON, without the file, the name and the difficulty."""
        return {
            "status": self.status,
            "complete": self.is_complete,
            "wrong": [{"cell": json_cell(cell), "letter": letter} for cell, letter in self.wrong],
            "violated": [reason.as_json() for reason in self.violated],
            "steps": [step.as_json() for step in self.steps],
        }

    def __repr__(self) -> str:
        known = "" if self.is_complete else "not complete"
        wrong = counted(len(self.wrong), "wrong letter") if self.wrong else ""
        return in_one_line("Explanation", self.status, counted(len(self.steps), "step"), wrong, known)

    def _repr_html_(self) -> str:
        wrong = [f"{letter} in {address_text(cell)} is wrong; no solution has it" for cell, letter in self.wrong]
        wrong += [f"{reason} is already violated" for reason in self.violated]
        left = self.steps[-1].candidates if self.steps else self.start
        letters = [
            text if len(text) <= 25 else len(text) for text in left
        ]  # of more letters it shows how many there are
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

    def __repr__(self) -> str:
        return in_one_line("Hint", self.text or "no next step")

    def _repr_html_(self) -> str:
        return paragraph(self.text or "There is no next step.")

    def as_json(self) -> dict[str, Any]:
        """Return what `satcross hint` prints as JSON if it tells letters, without the file and the name."""
        return {"hint": self.text, "step": None if self.step is None else self.step.as_json()}


def explain(
    puzzle: Puzzle,
    filled: str | Sequence[str] = (),
    *,
    timeout: float | None = None,
    budget: Budget | None = None,
    presolved: PresolvedPuzzle | None = None,
) -> Explanation:
    """Return how the solution of `puzzle` follows.

    Args:
        filled: What is in the grid already: its rows, with . for open cells; or, for each cell of the puzzle in its
            order, a letter, or "" for an open cell.
        presolved: What `presolve` returns for the puzzle, if that is known already and nothing is filled in.
        timeout, budget: The time limit in seconds, and further limits.

    Raises:
        PuzzleError: If the grid has another size, a letter outside the alphabet, or another letter than the given one
            (code `grid-shape`).
        SatcrossError: What `compile_puzzle` raises.
        TimeUp: If the time is up before the first step is looked for; later, the explanation is not complete.
    """
    budget = limits(timeout, budget)
    return _whole(_Chain(puzzle, filled, budget, presolved))


def explain_without_words(
    puzzle: Puzzle, *, budget: Budget = UNLIMITED, presolved: PresolvedPuzzle | None = None
) -> Explanation:
    """Return what `explain` returns for an empty grid, without sentences and spans.

    It takes less than half as long, because words are found by asking what each clue needed to know.
    """
    return _whole(_Chain(puzzle, (), budget, presolved, has_sentences=False))


class AskedClues(NamedTuple):
    """What an explanation asks each clue, by its number in `compiled`.

    Attributes:
        questions: How the clue is asked, and what each cell can hold then.
        joined: The clues that a step needs together with others.
    """

    compiled: CompiledPuzzle
    questions: dict[int, dict[tuple[RoundKind, Masks], Masks]]
    joined: set[int]


def asked_clues(puzzle: Puzzle, *, budget: Budget = UNLIMITED, presolved: PresolvedPuzzle | None = None) -> AskedClues:
    """Return what the explanation of `puzzle` asks each clue: it depends on the answers only.  Raises TimeUp."""
    chain = _Chain(puzzle, (), budget, presolved, has_sentences=False)
    for _ in chain.steps():
        pass
    return chain.asked


def _whole(chain: _Chain) -> Explanation:
    """Return all steps of `chain`, or the steps for which the time has sufficed."""
    puzzle, start = chain.puzzle, chain.state
    try:
        if not chain.accepts_filled():
            return Explanation(puzzle, "none", start, (), chain.wrong, chain.violated, True)
        for _ in chain.steps():
            pass
    except TimeUp:
        return Explanation(puzzle, "unknown", start, tuple(chain.found), (), (), False)
    return Explanation(puzzle, chain.status, start, tuple(chain.found), (), (), True)


HintLevel: TypeAlias = Literal["where", "clue", "letters"]
LEVELS: Final[tuple[HintLevel, ...]] = ("where", "clue", "letters")
"""How much a hint can give away, the least first."""


def next_hint(
    puzzle: Puzzle,
    filled: str | Sequence[str] = (),
    level: HintLevel = "where",
    *,
    timeout: float | None = None,
    budget: Budget | None = None,
) -> Hint:
    """Return the next step: "where" to look, by which "clue", or the "letters" themselves.

    Args:
        filled: What is in the grid already, as for `explain`.
        level: How much the text of the hint gives away.
        timeout, budget: The time limit in seconds, and further limits.

    Raises:
        SatcrossError: What `explain` raises.
        TimeUp: If the time is up.
        PuzzleError: If what is filled in is wrong already (code `grid-contradiction`).
    """
    if level not in LEVELS:
        raise wrong_type("level", level, listed([repr(each) for each in LEVELS], "or"))
    budget = limits(timeout, budget)
    return hint_and_status(puzzle, filled, level, budget)[0]


def hint_and_status(
    puzzle: Puzzle,
    filled: str | Sequence[str],
    level: HintLevel,
    budget: Budget,
) -> tuple[Hint, Status]:
    """Return what `next_hint` returns, and, if there is no next step, whether "unique" or "several" solutions are left.

    Raises what `next_hint` raises.
    """
    chain = _Chain(puzzle, filled, budget)
    if not chain.accepts_filled():
        cells = ", ".join(f"{letter_in_words(letter)} in {address_text(cell)}" for cell, letter in chain.wrong)
        clues = ", ".join(map(str, chain.violated))
        raise PuzzleError(
            f"no solution has {cells}" if cells else f"the letters violate {clues}",
            code="grid-contradiction",
            hint="remove this letter" if len(chain.wrong) == 1 else "remove these letters",
        )
    step = next(chain.steps(), None)
    return Hint("" if step is None else _words_of_hint(step, level), step), chain.status


def _words_of_hint(step: ExplanationStep, level: HintLevel) -> str:
    """Return as much of `step` as `level` asks for."""
    if level == "letters":
        return step.sentence
    if level == "clue":
        return "Use " + listed([str(reason) for reason in step.reasons]) + "."
    names = list(dict.fromkeys(reason.line for reason in step.reasons))
    return f"Look at {listed(names)}."


class _Chain:
    """The letters that are left, and the steps that rule them out.

    Args:
        has_sentences: Whether the steps have sentences and spans.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        filled: str | Sequence[str],
        budget: Budget,
        presolved: PresolvedPuzzle | None = None,
        *,
        has_sentences: bool = True,
    ) -> None:
        filled = filled_from(puzzle, filled)
        self.puzzle: Final = puzzle
        self._has_sentences: Final = has_sentences
        self._budget = budget
        presolved = presolved or presolve(puzzle, budget)
        self._unfilled = self._filled = presolved  # without what is filled in, and with it
        self._is_filled = bool(filled)
        self._given = [(cell, letter) for cell, letter in enumerate(filled) if letter]
        if filled:
            check_filled(puzzle, filled, presolved.letters.alphabet)
        if self._given:
            self._filled = self._with_filled()
        self._compiled = self._opened()  # all clues open
        self._alone: CluesAlone  # while there are steps
        self.masks = list(self._compiled.domains)
        for cell, letter in self._given:
            self.masks[cell] &= self._compiled.classes.mask_of(letter)
        self.wrong: tuple[tuple[Cell, str], ...] = ()
        self.violated: tuple[Reason, ...] = ()
        self.status: Status = "unknown"
        self.found: list[ExplanationStep] = []
        self._possible: Masks | None = None  # the letters that solutions have; None: there is no solution
        self._rounds = 0
        self._theory: Theory | None = None
        self._clues: Final = {number: each.cells for number, each in enumerate(self._compiled.constraints)}
        self._left_by_clue: dict[tuple[int, Masks, bool], Left | None] = {}  # what `_ask` has returned
        self._candidates: Final = list(self.state)
        self.asked: Final = AskedClues(self._compiled, {}, set())

    @property
    def state(self) -> tuple[str, ...]:
        """What every cell can hold now."""
        return self._compiled.letters.of_each(self.masks)

    def accepts_filled(self) -> bool:
        """Return whether some solution has the letters filled in; if not, set `wrong` and `violated`."""
        if not self._is_filled:
            return True
        nothing = SoughtLetters([0] * len(self.masks))
        with CluesAlone(self._compiled, self._budget) as clues:
            self.violated = tuple(
                reason_of(self.puzzle, constraint.line, constraint.clue)
                for constraint in self._compiled.constraints
                if clues.letters_left(constraint, self.masks, nothing) is None
            )
        possible = possible_masks(self._unfilled, budget=self._budget)
        if possible is None:
            return not self.violated
        self.wrong = tuple(
            (self.puzzle.cells[cell], letter)
            for cell, letter in self._given
            if not self._unfilled.compiled.classes.mask_of(letter) & possible[cell]
        )
        return not self.wrong and not self.violated

    def steps(self) -> Iterator[ExplanationStep]:
        """Yield the steps, and set `status` after the last."""
        found = PossibleLetters(self._filled, budget=self._budget)
        if not found.is_exact:
            raise TimeUp
        possible = self._possible = None if found.first is None else found.seen
        self._alone = CluesAlone(self._compiled, self._budget, found.first)
        try:
            while possible is None or tuple(self.masks) != possible:
                count = len(self.found)
                for step in self._round():
                    self.found.append(step)
                    yield step
                    self._budget.note("explaining, steps", len(self.found))
                    self._budget.check()
                if len(self.found) == count or self.found[-1].is_contradiction:
                    break
        finally:
            self._alone.__exit__()
            if self._theory is not None:
                self._theory.__exit__()
        if possible is None:
            self.status = "none"
        else:
            plural = self._compiled.letters.plural
            is_one = all(not mask & (mask - 1) and not mask & plural for mask in possible)
            self.status = "unique" if is_one else "several"

    def _with_filled(self) -> PresolvedPuzzle:
        """Return the puzzle with the letters that are filled in as given letters."""
        given = dict(self.puzzle.given)
        added = tuple([(cell, letter) for cell, letter in self._given if cell not in given])
        puzzle = self.puzzle._replace(given=self.puzzle.given + added)
        return presolve(puzzle, self._budget, known=self._unfilled.letters)

    def _opened(self) -> CompiledPuzzle:
        """Return the puzzle with all its clues open, and the domains that it has without what is filled in.

        What is filled in is a fact of the first step, not part of the puzzle.
        """
        letters, known = self._filled.letters, self._filled.compiled.constraints
        classes, given = letters.classes, dict(self.puzzle.given)
        cells = range(len(self.puzzle.cells))
        domains = tuple(classes.mask_of(given[cell]) if cell in given else classes.every for cell in cells)
        return compile_clues(letters, self._budget, known=known, within=domains)

    def _round(self) -> Iterator[ExplanationStep]:
        """Yield the steps of the next round: of one clue each if that is possible."""
        self._rounds += 1
        self._budget.check()
        marks = tuple(self.masks)
        following = next_round(
            Notes(self._compiled.domains, marks, self._compiled.letters.plural), self._clues, self._ask
        )
        if following is None:
            clues = self._clues if self._possible is None else ()
            violated = next((number for number in clues if self._ask(number, marks, "mark") is None), None)
            if violated is None:
                yield from self._joint_steps(marks)
                return
            following = Round("read", {}, 1, 1, violated)
        if following.conflict is not None:
            yield self._step([following.conflict], {}, following)
        else:
            yield from self._single_steps(following)

    def _single_steps(self, following: Round) -> Iterator[ExplanationStep]:
        """Yield the steps of a round of one clue each; the steps that settle the most come first."""
        waiting = dict(following.news)
        while waiting:
            number = max(waiting, key=lambda each: (*self._gain(waiting[each]), -each))
            kept = self._kept(waiting.pop(number))
            if kept:
                is_refuted = not all(kept.values())
                yield self._step([number], {} if is_refuted else kept, following)
                if is_refuted:
                    return

    def _gain(self, left: Left) -> tuple[int, int]:
        """Return how many cells are settled, and how many letters ruled out."""
        kept = self._kept(left)
        settled = sum([is_single(mask) for mask in kept.values()])
        return settled, sum([(self.masks[cell] ^ mask).bit_count() for cell, mask in kept.items()])

    def _kept(self, left: Left) -> dict[int, int]:
        """Return the remaining letters of the cells that lose letters."""
        narrower = {cell: mask & self.masks[cell] for cell, mask in left.items()}
        return {cell: mask for cell, mask in narrower.items() if mask != self.masks[cell]}

    def _ask(self, number: int, masks: Masks, kind: RoundKind) -> Left | None:
        """Return what a clue leaves of the cells that it reads; None if nothing matches.

        Letters that some solution has may be missing from the question, so that they are left in any case.  To read,
        it is enough to know whether a cell has one letter or several.
        """
        constraint = self._compiled.constraints[number]
        on_line = tuple([masks[cell] for cell in constraint.cells])
        self.asked.questions.setdefault(number, {}).setdefault((kind, on_line), masks)
        reads = kind == "read" and not constraint.is_exact
        key = number, on_line, reads
        if key not in self._left_by_clue:
            sought = None if constraint.is_exact else self._sought(masks, reads=reads)
            self._left_by_clue[key] = self._alone.letters_left(constraint, masks, sought)
        return self._left_by_clue[key]

    def _sought(self, masks: Masks, *, reads: bool) -> SoughtLetters | None:
        """Return the letters of `masks` that a clue may rule out, if these have to be known; None: all."""
        possible = self._possible
        if possible is None:
            return SoughtLetters(masks, 2) if reads else None
        if not reads:
            return SoughtLetters([mask & ~goal for mask, goal in zip(masks, possible, strict=True)])
        return SoughtLetters(
            [mask & ~goal if is_single(goal) else 0 for mask, goal in zip(masks, possible, strict=True)], 1
        )

    def _joint_steps(self, marks: Masks) -> Iterator[ExplanationStep]:
        """Yield a step of several clues in each part of the puzzle that shares no open cell with the others."""
        compiled, possible = self._compiled, self._possible
        if self._theory is None:
            self._theory = Theory(self._compiled, self._budget)
        theory = self._theory
        for cell, (mask, full) in enumerate(zip(marks, compiled.domains, strict=True)):
            theory.rule_out(cell, full & ~mask | compiled.classes.every & ~full)
        unfinished = len(unfinished_clues(marks, self._clues))
        if possible is None:
            conflict = theory.mus(theory.clues)
            if conflict:
                conflict = theory.smallest(theory.clues, (), conflict, self._budget) or conflict
                yield self._step(conflict, {}, Round("join", {}, len(conflict), unfinished))
            return
        parts = Residual.of(compiled.constraints, marks, self._budget.tuning).components()
        joint = [(part, self._smallest_mus(theory, part)) for part in parts]
        following = Round("join", {}, sum([len(clues or ()) for _, clues in joint]), unfinished)
        for part, clues in joint:
            if clues is not None:
                yield self._step(clues, self._excluded(theory, part, clues), following)

    def _impossible(self, cells: Iterable[int]) -> list[tuple[int, int]]:
        """Return the letters that no solution has, as (cell, letter bit) pairs, nearly settled cells first."""
        assert self._possible is not None
        cells = sorted(cells, key=lambda cell: (self.masks[cell].bit_count(), cell))
        return [(cell, bit) for cell in cells for bit in single_bits(self.masks[cell] & ~self._possible[cell])]

    def _excluded(self, theory: Theory, part: Component, clues: Sequence[int]) -> dict[int, int]:
        """Return what `clues` together leave of the cells of `part` that they read, where that is less than now."""
        read = {cell for clue in clues for cell in self._clues[clue]}
        kept: dict[int, int] = {}
        for cell, bit in self._impossible(read.intersection(part.cells)):
            if not theory.is_possible(clues, [(cell, bit)]):
                kept[cell] = kept.get(cell, self.masks[cell]) & ~bit
        return kept

    def _smallest_mus(self, theory: Theory, part: Component) -> tuple[int, ...] | None:
        """Return a smallest set of clues that excludes a letter of `part`; None without such a set.

        A minimal set for each of some letters comes first.  Two clues are the fewest: no single one says anything new.
        """
        best: tuple[int, ...] | None = None
        letters = self._impossible(part.cells)
        tried = letters[: self._budget.tuning.explained_letters]
        for number, letter in enumerate(tried):
            self._budget.note(f"looking for clues to step {len(self.found) + 1}, letters", number, len(tried))
            self._budget.check()
            smaller = theory.mus(part.residual.open, [letter], None if best is None else len(best) - 1)
            if smaller is not None:
                best = smaller
                if len(best) <= 2:
                    return best
        if best is None:
            return None
        return theory.smallest(sorted(part.residual.open), letters, best, self._budget) or best

    def _step(self, clues: Sequence[int], kept: dict[int, int], following: Round) -> ExplanationStep:
        """Narrow the masks to `kept` and return the step; nothing kept: the clues contradict what is known."""
        compiled = self._compiled
        puzzle = compiled.puzzle
        constraints = [compiled.constraints[clue] for clue in clues]
        if len(clues) > 1:
            self.asked.joined.update(clues)
        notes = Notes(compiled.domains, tuple(self.masks))
        known = notes.letters if following.kind == "read" else notes.marks
        cells = dict.fromkeys(cell for each in constraints for cell in each.cells)
        ruled_out = [(cell, self.masks[cell] & ~mask) for cell, mask in sorted(kept.items())]
        settled = [
            cell for cell, mask in sorted(kept.items()) if is_single(mask) and not mask & compiled.letters.plural
        ]
        for cell, mask in kept.items():
            self.masks[cell] = mask
            self._candidates[cell] = compiled.letters.of(mask)
        after = tuple([kept.get(cell, mask) for cell, mask in enumerate(known)])
        sentence, span = "", None
        if self._has_sentences:
            sentence, span = sentence_of(self._alone, constraints, known, after)
        reasons = tuple(reason_of(puzzle, each.line, each.clue) for each in constraints)
        return ExplanationStep(
            reasons=reasons,
            facts=tuple(puzzle.cells[cell] for cell in cells if known[cell] != compiled.domains[cell]),
            ruled_out=tuple((puzzle.cells[cell], compiled.letters.of(mask)) for cell, mask in ruled_out),
            placed=tuple((puzzle.cells[cell], compiled.letters.of(kept[cell])) for cell in settled),
            candidates=tuple(self._candidates),
            is_contradiction=not kept,
            sentence=sentence,
            span=span,
            technique=_technique(following.kind, len(clues), places_letters=bool(settled)),
            round=self._rounds,
            open_clues=following.open,
            unfinished_clues=following.unfinished,
            constructs=self._constructs(reasons),
        )

    def _constructs(self, reasons: Iterable[Reason]) -> tuple[str, ...]:
        """Return the constructs in clues that are hard to read; a word list has no text, and none."""
        trees = [self._compiled.letters.trees[reason.pattern] for reason in reasons if reason.pattern]
        return tuple(sorted(frozenset[str]().union(*[hard_constructs(tree.root) for tree in trees])))


def _technique(kind: RoundKind, clues: int, *, places_letters: bool) -> Technique:
    if clues > 1:
        return "cross" if clues <= 3 else "try"
    if kind == "read":
        return "read"
    return "mark" if places_letters else "narrow"
