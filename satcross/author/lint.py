"""Which clues matter: what an author can leave out, loosen or tighten, and what has to be corrected.

In: a puzzle.  Out: a `Lint`: findings with stable codes, and a minimal set of clues that suffices.

    line-without-clue       a line that no clue restricts
    redundant-clue          without this clue (alone) the solution stays the only one
    no-effect-alternative   without this alternative the clue accepts the same strings on its line
    no-effect-letter        the same for a letter (or range) of a class
    no-effect-loop          the same with * instead of +
    no-effect-group         the same without these parentheses, which nothing refers to
    no-effect-lookaround    the same without this lookaround or word boundary
    dead-decoy              an alternative or optional part without which the solution and each step of the explanation
                            stay the same
    looser-clue             a clue that accepts more, with which the solution stays the only one
    conflict                   a minimal set of clues that cannot all be satisfied: there is no solution
    homoglyph ...           the likely mistakes of `satcross.author.likely_mistakes`, each with its own code
    expected-solution       a solution that the puzzle expects does not match this clue, or is not possible
    unexpected-solution     the expected solutions are said to be all, but there is another one
    missing-answer          the answer that the puzzle states cannot be read in its solution
    several-solutions       there is more than one solution; the next two are about one of them (an expected one)
    give-letters            the fewest letters that, when they are given, leave only this solution; if that is too hard
                            to find out, a set of which none can be spared
    tighten-clue            if this clue accepted only this solution's string, no other solution would be left

When a clue is left out, the alphabet stays as it is.  Each finding is verified: the solver has been asked for other
solutions, and has found none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final

from satcross.author.ambiguity import nearest_rival
from satcross.author.clue_selectors import Theory
from satcross.author.dead_decoys import decoys, is_dead, text_of
from satcross.author.explanation import AskedClues, asked_clues
from satcross.author.half_filled_grids import missing_text
from satcross.author.hitting_sets import fewest_hitting
from satcross.author.likely_mistakes import CODES as MISTAKES, explained_mistakes
from satcross.author.looser import asks_less
from satcross.author.rewrites import Rewrite, loosenings, mean_the_same, simplifications
from satcross.base.budget import Budget, limits
from satcross.base.records import NamedTuple
from satcross.base.showing import in_one_line, numbered, paragraph, picture
from satcross.base.wording import counted, letter_in_words
from satcross.errors import RegexError, Span, TimeUp
from satcross.puzzle import MENTIONED, POSITIVE, Clue, Puzzle, Solution, WordClue, address_text
from satcross.regex.core import Core
from satcross.regex.letters import LetterSet, difference, from_text, union
from satcross.regex.lower import lower, mentioned
from satcross.regex.matcher import Matcher
from satcross.regex.syntax import (
    Tree,
)
from satcross.regex.syntax.parse import parse
from satcross.solver.compile import CompiledPuzzle, PresolvedPuzzle, compile_clues, presolve, read_letters
from satcross.solver.constraints import Constraint
from satcross.solver.diagnosis import Reason, reason_of
from satcross.solver.expected import enough_solutions, expected_solution
from satcross.solver.posting import line_constraint_of
from satcross.solver.solutions import Search, Status

CODES: Final = (
    *MISTAKES, "expected-solution", "unexpected-solution", "missing-answer", "line-without-clue", "redundant-clue",
    "no-effect-alternative", "no-effect-letter", "no-effect-loop", "no-effect-group", "no-effect-lookaround",
    "dead-decoy", "looser-clue", "conflict", "several-solutions", "give-letters", "tighten-clue",
)  # fmt: skip


DEAD: Final = "{} does not mislead: without it each step of the explanation stays the same"


class Finding(NamedTuple):
    """Something to look at.

    Attributes:
        code: One of CODES; of a remark of taste, one that the docstring of `satcross.generator.remarks` lists.
        message: A sentence without a full stop.
        line: The line's name; "" for the puzzle as a whole.
        clue: The clue's number from 1; 0 for the line or the puzzle as a whole.
        pattern: The clue's text.
        span: The part of `pattern` that the message is about, or None.
        rewrite: The clue as it could be, or "".
    """

    code: str
    message: str
    line: str = ""
    clue: int = 0
    pattern: str = ""
    span: Span | None = None
    rewrite: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the finding as a JSON object."""
        return {**self._asdict(), "span": None if self.span is None else list(self.span)}


class Lint(NamedTuple):
    """The findings about a puzzle.

    Attributes:
        sufficient: A minimal set of clues that leave only the solution; empty unless there is exactly one solution.
        is_complete: Whether everything was examined; False: the time ran out.
    """

    puzzle: Puzzle
    status: Status
    findings: tuple[Finding, ...]
    sufficient: tuple[Reason, ...]
    is_complete: bool

    def as_json(self) -> dict[str, Any]:
        """Return what `satcross lint` prints as JSON of a puzzle, without its file and name."""
        return {
            "status": self.status,
            "complete": self.is_complete,
            "findings": [finding.as_json() for finding in self.findings],
            "sufficient": [reason.as_json() for reason in self.sufficient],
        }

    def __repr__(self) -> str:
        known = "" if self.is_complete else "not complete"
        return in_one_line("Lint", self.status, counted(len(self.findings), "finding"), known)

    def _repr_html_(self) -> str:
        return (
            picture(self.puzzle)
            + paragraph(repr(self)[1:-1])
            + numbered([f"{each.line}, clue {each.clue} {each.pattern}: {each.message}" for each in self.findings])
        )


def lint(
    puzzle: Puzzle,
    *,
    with_rewrites: bool = True,
    most_looser: int | None = None,
    timeout: float | None = None,
    budget: Budget | None = None,
    presolved: PresolvedPuzzle | None = None,
) -> Lint:
    """Return what can be left out, loosened or tightened in `puzzle`, and what has to be corrected.

    Args:
        with_rewrites: Whether to examine the parts of each clue too; this is never done over the open alphabet.
        most_looser: How many looser clues to look for on each line; None: all.
        presolved: What `presolve` returns for the puzzle, if that is known already.
        timeout, budget: The time limit in seconds, and further limits.

    Raises:
        SatcrossError: What `compile_puzzle` raises.
    """
    budget = limits(timeout, budget)
    linter = _Linter(puzzle, budget, presolved)
    try:
        for finding in linter.findings(with_rewrites, most_looser):
            linter.found.append(finding)
        is_complete = True
    except TimeUp:
        is_complete = False
    findings = sorted(linter.found, key=lambda finding: CODES.index(finding.code))
    return Lint(puzzle, linter.status, tuple(findings), linter.sufficient, is_complete)


class _Linter:
    """Finds the findings, and keeps those found so far in case the time runs out."""

    def __init__(self, puzzle: Puzzle, budget: Budget, presolved: PresolvedPuzzle | None) -> None:
        self._puzzle = puzzle
        self._known = presolved
        self._budget = budget
        self.status: Status = "unknown"
        self.found: list[Finding] = []
        self.sufficient: tuple[Reason, ...] = ()
        self._rivals: list[tuple[int, ...]] = []  # solutions besides the one that the findings are about

    def findings(self, with_rewrites: bool, most_looser: int | None) -> Iterator[Finding]:
        puzzle = self._puzzle
        for line in puzzle.lines:
            if not line.clues:
                yield Finding("line-without-clue", f"{line.name} has no clue", line.name)
        compiled = self._opened
        search = Search(puzzle, limit=enough_solutions(puzzle), budget=self._budget, presolved=self._presolved)
        witnesses = tuple(search)
        self.status = search.status
        yield from self._expected(search)
        for mistake in explained_mistakes(compiled.letters, self.status, self._budget):
            where = (mistake.line, mistake.clue, mistake.pattern, mistake.span)
            yield Finding(mistake.code, mistake.sentence, *where, mistake.rewrite)
        if search.stopped == "timeout":
            raise TimeUp
        if self.status == "unique" and (missing := missing_text(witnesses[0])):
            yield Finding("missing-answer", missing)
        examines_parts = with_rewrites and not compiled.letters.is_alphabet_open
        if examines_parts:
            yield from self._idle(compiled)
        with Theory(compiled, self._budget) as theory:
            for cell, domain in enumerate(compiled.domains):
                theory.rule_out(cell, compiled.classes.every & ~domain)
            if self.status == "none":
                yield from self._conflict(theory)
            elif self.status == "several":
                yield from self._several(theory, witnesses)
            else:
                theory.block(_masks(compiled, witnesses[0]))
                yield from self._redundant(theory)
                if examines_parts:
                    yield from self._looser(theory, most_looser)
                    yield from self._dead(compiled, witnesses[0])

    @cached_property
    def _opened(self) -> CompiledPuzzle:
        """The puzzle with all its clues open, and every letter of a finite alphabet as its own class."""
        letters, known = self._presolved.letters, self._presolved.compiled.constraints
        if not letters.is_by_letter:
            letters, known = read_letters(self._puzzle, self._budget, known=letters, single_letters=True), ()
        return compile_clues(letters, self._budget, known=known, within=letters.domains)

    @cached_property
    def _presolved(self) -> PresolvedPuzzle:
        """The puzzle compiled and propagated."""
        return self._known or presolve(self._puzzle, self._budget)

    def _finding(self, code: str, message: str, constraint: Constraint) -> Finding:
        return Finding(code, message, *reason_of(self._puzzle, constraint.line, constraint.clue)[:3])

    def _reasons(self, theory: Theory, clues: Sequence[int]) -> tuple[Reason, ...]:
        constraints = [theory.compiled.constraints[clue] for clue in clues]
        return tuple([reason_of(self._puzzle, each.line, each.clue) for each in constraints])

    def _expected(self, search: Search) -> Iterator[Finding]:
        """Yield how the puzzle and the solutions that its author expects disagree."""
        for mismatch in search.mismatches():
            which = f"expected solution {mismatch.number}" if len(self._puzzle.expected) > 1 else "expected solution"
            if mismatch.kind == "unexpected":
                yield Finding("unexpected-solution", str(mismatch))
            elif not any(fault.clue for fault in mismatch.faults):
                yield Finding("expected-solution", mismatch.message)
            for fault in mismatch.faults:
                if fault.line is not None:
                    message = f"the {which} reads {fault.text!r} here, which this clue does not match"
                    yield Finding("expected-solution", message, fault.line, fault.clue, fault.pattern)

    def _conflict(self, theory: Theory) -> Iterator[Finding]:
        self._budget.note("looking for clues that conflict")
        conflict = theory.mus(theory.clues)
        if conflict is None:
            return
        reasons = self._reasons(theory, conflict)
        if len(reasons) == 1:
            yield Finding("conflict", "nothing that fits into its line matches this clue", *reasons[0][:3])
        else:
            yield Finding("conflict", "there is no solution, because of " + "; ".join(map(str, reasons)))

    def _redundant(self, theory: Theory) -> Iterator[Finding]:
        clues = theory.clues
        for number, clue in enumerate(clues):
            self._budget.note("looking for redundant clues", number, len(clues))
            if not theory.is_possible([each for each in clues if each != clue]):
                constraint = theory.compiled.constraints[clue]
                yield self._finding("redundant-clue", "without this clue the solution stays the only one", constraint)
        self._budget.note("looking for clues that suffice")
        self.sufficient = self._reasons(theory, theory.mus(clues) or ())

    def _several(self, theory: Theory, witnesses: Sequence[Solution]) -> Iterator[Finding]:
        compiled = theory.compiled
        expected = expected_solution(compiled.letters, self._budget)
        target = witnesses[0] if expected is None else expected
        which = "the first solution found" if expected is None else "the expected solution"
        differs = self._difference_of_rival(target)
        yield Finding("several-solutions", f"there are several solutions; what follows is about {which}{differs}")
        masks = _masks(compiled, target)
        if any(not mask for mask in masks) or any(mask & compiled.letters.plural for mask in masks):
            return  # a letter outside the alphabet, or one that no clue tells from others
        if not theory.is_possible(theory.clues, list(enumerate(masks))):
            return
        theory.block(masks)
        self._budget.note("looking for letters to give")
        cells, are_fewest = self._letters_to_give(theory, masks)
        if cells is None:
            most = counted(self._budget.tuning.given_letters, "given letter")
            yield Finding("give-letters", f"no set of {most} was found that would leave only this solution")
        else:
            yield self._given(target, cells, are_fewest)
        for clue, constraint in enumerate(compiled.constraints):
            self._budget.note("looking for clues to tighten", clue, len(compiled.constraints))
            letters = [(cell, masks[cell]) for cell in dict.fromkeys(constraint.cells)]
            if any(all(rival[cell] == mask for cell, mask in letters) for rival in self._rivals):
                continue  # a known rival reads the same on this line
            if theory.is_possible(theory.clues, letters):
                self._rivals.append(theory.masks())
            else:
                text = "".join(target.letters[cell] for cell in compiled.constraints[clue].cells)
                message = f"if this clue accepted only {text}, this solution would be the only one"
                yield self._finding("tighten-clue", message, constraint)

    def _given(self, target: Solution, cells: Sequence[int], are_fewest: bool) -> Finding:
        """Return the finding that the letters of `cells`, when given, leave only the solution `target`."""
        given = "  ".join(
            f"{address_text(self._puzzle.cells[cell])} {letter_in_words(target.letters[cell])}" for cell in cells
        )
        noun = counted(len(cells), "given letter")
        others = "" if are_fewest else ", but fewer may be enough"
        return Finding("give-letters", f"{noun} would leave only this solution{others}: {given}")

    def _difference_of_rival(self, target: Solution) -> str:
        """Return in which cells the solution nearest to `target` differs from it, as the end of a sentence."""
        rival = nearest_rival(self._presolved, target.letters, budget=self._budget)
        if rival is None:
            return ""
        both = zip(self._puzzle.cells, rival.one, rival.two, strict=True)
        cells = [
            f"{address_text(cell)} ({letter_in_words(two)}, not {letter_in_words(one)})"
            for cell, one, two in both
            if one != two
        ]
        nearest = "the nearest other one" if rival.is_proved else "another one"
        return f"; {nearest} differs from it in {', '.join(cells)}"

    def _letters_to_give(self, theory: Theory, masks: Sequence[int]) -> tuple[tuple[int, ...] | None, bool]:
        """Return cells whose letters, when given, exclude every other solution, and whether these cells are the fewest.

        The fewest hit the set of differing cells of every other solution.  If they are too hard to find out, each other
        solution adds one cell, and then cells that can be spared are left out.  None: there would be too many cells.
        """

        def rival(cells: Sequence[int]) -> list[int] | None:
            """Return where a solution differs that has the letters of `cells`; None if there is no such solution."""
            self._budget.check()
            if not theory.is_possible(theory.clues, [(cell, masks[cell]) for cell in cells]):
                return None
            self._rivals.append(theory.masks())
            return [cell for cell, mask in enumerate(self._rivals[-1]) if mask != masks[cell]]

        fewest = fewest_hitting(len(masks), rival, self._budget, self._budget.tuning.rivals)
        if fewest is not None:
            return tuple(fewest), True
        chosen: list[int] = []
        while differing := rival(chosen):
            chosen.append(differing[0])
            if len(chosen) > self._budget.tuning.given_letters:
                return None, False
        for cell in tuple(chosen):
            others = [each for each in chosen if each != cell]
            if rival(others) is None:
                chosen = others
        return tuple(sorted(chosen)), False

    def _idle(self, compiled: CompiledPuzzle) -> Iterator[Finding]:
        messages = {
            "alternative": ("the alternative {} has no effect", "no-effect-alternative"),
            "letter": ("the letter {} of the class has no effect", "no-effect-letter"),
            "loop": ("the + could be a *", "no-effect-loop"),
            "group": ("the parentheses of {} have no effect", "no-effect-group"),
            "look": ("{} has no effect", "no-effect-lookaround"),
        }
        for constraint, tree in self._regexes(compiled, "looking for parts without effect, clues"):
            core = compiled.letters.cores[tree.pattern]
            for rewrite in simplifications(tree):
                self._budget.check()
                other = self._core(compiled, constraint, rewrite)
                if other is not None and mean_the_same(core, other, constraint.cells, compiled.classes, self._budget):
                    message, code = messages[rewrite.kind]
                    finding = self._finding(code, message.format(rewrite.part), constraint)
                    yield finding._replace(span=rewrite.span, rewrite=rewrite.pattern)

    def _dead(self, compiled: CompiledPuzzle, solution: Solution) -> Iterator[Finding]:
        """Yield the decoys that never live, except decoys that have no effect in any case."""
        known = {(each.line, each.clue, each.rewrite) for each in self.found}
        asked: AskedClues | None = None
        for constraint, tree in self._regexes(compiled, "looking for dead decoys, clues"):
            text = text_of(constraint.cells, solution.letters)
            for rewrite in decoys(tree):
                without = self._core(compiled, constraint, rewrite)
                if without is None or not Matcher(without).matches(text):
                    continue
                asked = asked or asked_clues(self._puzzle, budget=self._budget, presolved=self._presolved)
                number = self._number_in(asked, constraint)
                finding = self._finding("dead-decoy", DEAD.format(rewrite.part), constraint)
                is_told = (finding.line, finding.clue, rewrite.pattern) in known
                if not is_told and is_dead(asked, number, without, self._budget):
                    yield finding._replace(span=rewrite.span, rewrite=rewrite.pattern)

    def _number_in(self, asked: AskedClues, constraint: Constraint) -> int:
        """Return the number of the constraint among the constraints of an explanation."""
        places = [(each.line, each.clue) for each in asked.compiled.constraints]
        return places.index((constraint.line, constraint.clue))

    def _looser(self, theory: Theory, most: int | None) -> Iterator[Finding]:
        compiled = theory.compiled
        found: Counter[int] = Counter()
        for constraint, tree in self._regexes(compiled, "looking for looser clues"):
            others = [each for each in theory.clues if compiled.constraints[each] is not constraint]
            if not theory.is_possible(others):
                continue  # the clue is redundant as it stands
            for rewrite in loosenings(tree):
                self._budget.check()
                if most is not None and found[constraint.line] >= most:
                    break
                core = self._core(compiled, constraint, rewrite)
                if core is None:
                    continue
                n = len(constraint.cells)
                unrolled = line_constraint_of(core, n, compiled.classes, self._budget)
                loose = theory.add(constraint._replace(line_constraint=unrolled))
                if theory.is_possible([*others, loose]):
                    continue
                before = compiled.letters.cores[tree.pattern]
                if asks_less(core, before, constraint.cells, compiled.classes, self._budget):
                    found[constraint.line] += 1
                    message = f"{rewrite.pattern} is enough: the solution stays the only one"
                    finding = self._finding("looser-clue", message, constraint)
                    yield finding._replace(span=rewrite.span, rewrite=rewrite.pattern)

    def _regexes(self, compiled: CompiledPuzzle, note: str | None = None) -> Iterator[tuple[Constraint, Tree]]:
        """Yield each clue that is a regex, with its syntax tree.

        Args:
            note: What is being done with the clues, for people who wait.
        """
        puzzle = self._puzzle
        for number, constraint in enumerate(compiled.constraints):
            if note is not None:
                self._budget.note(note, number, len(compiled.constraints))
            clue = puzzle.lines[constraint.line].clues[constraint.clue]
            if isinstance(clue, Clue):
                yield constraint, compiled.letters.trees[clue.pattern]

    def _core(self, compiled: CompiledPuzzle, constraint: Constraint, rewrite: Rewrite) -> Core | None:
        """Return the meaning of a rewritten clue; None if it is not a regex, or would change the alphabet."""
        puzzle = self._puzzle
        try:
            tree = parse(rewrite.pattern, puzzle.dialect, puzzle.flags)
        except RegexError:
            return None
        if puzzle.alphabet in (MENTIONED, POSITIVE) and self._mentions_less(compiled, constraint, tree):
            return None
        return lower(tree, compiled.alphabet)

    def _mentions_less(self, compiled: CompiledPuzzle, constraint: Constraint, tree: Tree) -> bool:
        """Return whether the alphabet would lose letters if the clue of `constraint` read as `tree`."""
        others = [letters for each, letters in self._named_by_clue if each is not constraint]
        return bool(difference(compiled.alphabet, union(self._named_otherwise, self._named(tree), *others)))

    @cached_property
    def _named_by_clue(self) -> list[tuple[Constraint, LetterSet]]:
        """The clues that are regexes, each with the letters that it adds to the alphabet."""
        return [(each, self._named(tree)) for each, tree in self._regexes(self._opened)]

    @cached_property
    def _named_otherwise(self) -> LetterSet:
        """The letters that word lists and given letters add to the alphabet."""
        clues = [clue for line in self._puzzle.lines for clue in line.clues]
        words = [word for clue in clues if isinstance(clue, WordClue) for word in clue.words]
        return from_text("".join([*words, *[letter for _, letter in self._puzzle.given]]))

    def _named(self, tree: Tree) -> LetterSet:
        named = mentioned(tree)
        return named.all if self._puzzle.alphabet == MENTIONED else named.positive


def _masks(compiled: CompiledPuzzle, solution: Solution) -> tuple[int, ...]:
    """Return the letter class of each cell; 0 for a letter outside the alphabet."""
    return tuple(compiled.classes.mask_of(letter) for letter in solution.letters)
