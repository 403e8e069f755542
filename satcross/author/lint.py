"""Which clues matter: what an author can leave out, loosen or tighten, and what has to be corrected.

In: a puzzle.  Out: a `Lint`: findings with stable codes, and a minimal set of clues that suffices.

    line-without-clue       a line that no clue restricts
    redundant-clue          without this clue (alone) the solution stays the only one
    no-effect-alternative   without this alternative the clue accepts the same strings on its line
    no-effect-letter        the same for a letter (or range) of a class
    no-effect-loop          the same with * instead of +
    no-effect-group         the same without these parentheses, which nothing refers to
    no-effect-lookaround    the same without this lookaround or word boundary
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

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import Any, Final, Literal, TypeAlias, assert_never

from satcross.author.ambiguity import nearest_rival
from satcross.author.clue_selectors import Theory
from satcross.author.half_filled_grids import missing_text
from satcross.author.hitting_sets import fewest_hitting
from satcross.author.likely_mistakes import CODES as MISTAKES, explained_mistakes
from satcross.base.bits import single_bits
from satcross.base.budget import UNLIMITED, Budget, limits
from satcross.base.records import NamedTuple
from satcross.base.showing import in_one_line, numbered, paragraph, picture
from satcross.base.wording import counted, letter_in_words
from satcross.errors import LimitError, RegexError, Span, TimeUp
from satcross.puzzle import MENTIONED, POSITIVE, Clue, Puzzle, Solution, WordClue, address_text
from satcross.regex import syntax
from satcross.regex.analysis.equivalence import difference_on_line
from satcross.regex.core import Core, rejecting
from satcross.regex.letters import LetterSet, difference, from_text, size, to_text, union
from satcross.regex.letters.classes import Classes
from satcross.regex.lower import lower, mentioned
from satcross.regex.matcher import Matcher
from satcross.regex.syntax import (
    CAPTURING,
    Choice,
    Class,
    Literal as LiteralSyntax,
    Range,
    Syntax,
    SyntaxGroup,
    SyntaxLook,
    SyntaxRepeat,
    Tree,
)
from satcross.regex.syntax.parse import parse
from satcross.solver.cnf import Encoder, VariableMap
from satcross.solver.compile import CompiledPuzzle, PresolvedPuzzle, compile_clues, presolve, read_letters
from satcross.solver.constraints import Constraint
from satcross.solver.diagnosis import Reason, reason_of
from satcross.solver.expected import enough_solutions, expected_solution
from satcross.solver.posting import line_constraint_of
from satcross.solver.python_sat import Solver
from satcross.solver.solutions import Search, Status

# Whether one clue asks less than another on a line: this is shown, never guessed.
#
# In: the meanings of two clues, and the cells of the line.  Out: whether one accepts every text of the line that the
# other accepts, and at least one more.
#
# A part that is made looser usually makes the clue looser, but not always.  Of an atomic group, or of a lookaround
# with captures, only the first way to match counts, and that may become one after which the rest of the clue fails.
#
# Automata of two clues without captures are run side by side on a line of different cells.  For all others a solver
# looks for a text that one clue accepts and the other rejects.


CONFLICTS: Final = 10_000
"""Conflicts after which the solver gives up; most questions take fewer than ten."""

NODES: Final = 200_000
"""Circuit nodes of one clue beyond which it is not compared."""


def asks_less(
    looser: Core,
    than: Core,
    cells: Sequence[int],
    classes: Classes,
    budget: Budget = UNLIMITED,
) -> bool | None:
    """Return whether `looser` accepts all texts of the line that `than` accepts, and others; None if it is not known.

    Args:
        cells: The cell at each place of the line; a cell that comes twice has one letter.
        classes: A partition of the alphabet into which the letter sets of both clues fall; letters that a clue may
            compare with each other are classes of their own.

    Raises:
        TimeUp: If the time is up.
    """
    if len(set(cells)) == len(cells):
        told_apart = difference_on_line(looser, than, len(cells), classes, budget)
        if told_apart is not None:
            return told_apart.only_first and not told_apart.only_second
    is_lost = _is_possible((than, rejecting(looser, classes.alphabet)), cells, classes, budget)
    if is_lost is not False:
        return None if is_lost is None else False
    return _is_possible((looser, rejecting(than, classes.alphabet)), cells, classes, budget)


def _is_possible(cores: Sequence[Core], cells: Sequence[int], classes: Classes, budget: Budget) -> bool | None:
    """Return whether some text of the line is accepted by all of `cores`; None if finding out would take too long."""
    numbers = {cell: number for number, cell in enumerate(dict.fromkeys(cells))}
    variables = VariableMap([single_bits(classes.every)] * len(numbers), is_compact=False)
    with Solver(budget=budget) as solver:
        variables.one_block_each(solver)
        encoder = Encoder(variables, solver)
        try:
            for core in cores:
                constraint = line_constraint_of(core, len(cells), classes, budget._replace(nodes=NODES, used=0))
                constraint.clauses(encoder, [numbers[cell] for cell in cells])
            return solver.solve_within(None, conflicts=CONFLICTS)
        except LimitError:
            return None


# Other ways to write a clue: edits of its text that may mean the same on its line, or ask less.
#
# In: a clue's syntax tree.  Out: `Rewrite`s, each a text that differs from the clue in one place.  Whether a rewrite
# means the same is decided on the strings of the line's length.  Automata of clues without captures are run side by
# side; others are compared string by string where there are few enough strings.


WORD_BOUNDARIES: Final = (r"\b", r"\B")

RewriteKind: TypeAlias = Literal["alternative", "letter", "loop", "group", "look", "looser"]
"""What is replaced: a part that may have no effect, or ("looser") a part so that the clue asks less."""


class Rewrite(NamedTuple):
    """The clue with the text at `span` replaced.

    Attributes:
        pattern: The clue's new text.
        part: The text that was there.
    """

    kind: RewriteKind
    span: Span
    pattern: str
    part: str


def simplifications(tree: Tree) -> Iterator[Rewrite]:
    """Yield the clue with one part less, and with * for +.

    A part is an alternative, a letter of a class, a pair of parentheses, a lookaround or a word boundary.
    """
    pattern = tree.pattern
    for node in _nodes(tree.root):
        match node:
            case Choice():
                for number, branch in enumerate(node.branches):
                    start = node.bars[number - 1] if number else branch.start
                    end = branch.end if number else node.bars[0] + 1
                    yield _rewrite("alternative", pattern, Span(start, end), "", branch)
            case Class() if not node.operator:
                for member in node.members:
                    if isinstance(member, LiteralSyntax) and len(member.text) > 1:
                        for place in range(member.start, member.end):
                            yield _rewrite("letter", pattern, Span(place, place + 1), "")
                    else:
                        yield _rewrite("letter", pattern, member.span, "")
            case SyntaxRepeat() if _is_plus_of_a_part(node, tree):
                yield _rewrite("loop", pattern, Span(node.end - 1, node.end), "*")
            case SyntaxGroup() if node.kind == CAPTURING and node.number not in tree.groups.referred:
                body = pattern[node.body.start : node.body.end]
                yield _rewrite("group", pattern, node.span, body, node)
            case syntax.Literal() | syntax.Dot() | syntax.LetterClass() | syntax.Property() | Class() | Range():
                pass
            case SyntaxLook():
                yield _rewrite("look", pattern, node.span, "")
            case syntax.Anchor() if node.spelling in WORD_BOUNDARIES:
                yield _rewrite("look", pattern, node.span, "")
            case syntax.Strings() | syntax.StringProperty() | SyntaxGroup() | SyntaxRepeat():
                pass
            case syntax.Anchor() | syntax.Reference() | syntax.Conditional() | syntax.SyntaxSequence():
                pass
            case _:
                assert_never(node)


def loosenings(tree: Tree) -> Iterator[Rewrite]:
    """Yield the clue with `.` for one letter or class, and with * for +.

    Most of these ask less, but not all (`asks_less`).  Negative lookarounds stay as they are: a dot in
    one forbids more, so that the clue would ask more.
    """
    pattern = tree.pattern
    for node in _nodes(tree.root, into_classes=False, into_negations=False):
        match node:
            case LiteralSyntax() if len(node.text) == node.end - node.start:
                for place in range(node.start, node.end):
                    yield _rewrite("looser", pattern, Span(place, place + 1), ".")
            case LiteralSyntax() | Class() | syntax.LetterClass() | syntax.Property():
                yield _rewrite("looser", pattern, node.span, ".")
            case SyntaxRepeat() if _is_plus_of_a_part(node, tree):
                yield _rewrite("looser", pattern, Span(node.end - 1, node.end), "*")
            case syntax.Dot() | syntax.Anchor() | syntax.Reference() | Range() | SyntaxRepeat() | SyntaxGroup():
                pass
            case syntax.Strings() | syntax.StringProperty() | syntax.Conditional() | SyntaxLook():
                pass
            case Choice() | syntax.SyntaxSequence():
                pass
            case _:
                assert_never(node)


def _is_plus_of_a_part(node: SyntaxRepeat, tree: Tree) -> bool:
    """Return whether `node` repeats a part of the clue with a +.

    A + that repeats the whole clue means the same as a * on every line that has cells, and people write either.
    """
    return node.quantifier.spelling == "+" and node is not tree.root


def _rewrite(kind: RewriteKind, pattern: str, span: Span, new: str, part: Syntax | None = None) -> Rewrite:
    """Return the rewrite of `pattern` that has `new` at `span`; `part` is what people are shown, if not that text."""
    shown = pattern[span.start : span.end] if part is None else pattern[part.start : part.end]
    return Rewrite(kind, span, pattern[: span.start] + new + pattern[span.end :], shown)


def _nodes(root: Syntax, *, into_classes: bool = True, into_negations: bool = True) -> Iterator[Syntax]:
    """Yield `root` and all nodes below it, those in letter classes and in negative lookarounds only if told."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        is_negation = isinstance(node, SyntaxLook) and node.is_negative
        if is_negation and not into_negations:
            continue
        if not isinstance(node, Range) and (into_classes or not isinstance(node, Class)):
            waiting += reversed(node.parts)


def same_strings(one: Core, two: Core, n: int, classes: Classes, budget: Budget = UNLIMITED) -> bool | None:
    """Return whether both accept the same strings of `n` letters; None if finding out would take too long.

    Args:
        classes: A partition of the alphabet into which the letter sets of both fall.
    """
    told_apart = difference_on_line(one, two, n, classes, budget)
    if told_apart is not None:
        return not any(told_apart)
    letters = to_text(tuple(each for members in classes.members for each in members[:1]))
    if any(size(members) > 1 for members in classes.members) or len(letters) ** n > budget.tuning.matched_strings:
        return None
    left, right = Matcher(one), Matcher(two)
    return all(left.matches(text) == right.matches(text) for text in map("".join, product(letters, repeat=n)))


def mean_the_same(
    one: Core, two: Core, cells: Sequence[int], classes: Classes, budget: Budget = UNLIMITED
) -> bool | None:
    """Return whether both accept the same texts of a line; None if it is not known.

    Where the strings are too many to compare, a solver looks for a text that only one of them accepts.

    Args:
        cells: The cell at each place of the line.
        classes: What `asks_less` gets.

    Raises:
        TimeUp: If the time is up.
    """
    known = same_strings(one, two, len(cells), classes, budget)
    if known is not None:
        return known
    for accepting, rejected in ((one, two), (two, one)):
        differs = _is_possible((accepting, rejecting(rejected, classes.alphabet)), cells, classes, budget)
        if differs is not False:
            return None if differs is None else False
    return True


CODES: Final = (
    *MISTAKES, "expected-solution", "unexpected-solution", "missing-answer", "line-without-clue", "redundant-clue",
    "no-effect-alternative", "no-effect-letter", "no-effect-loop", "no-effect-group", "no-effect-lookaround",
    "looser-clue", "conflict", "several-solutions", "give-letters", "tighten-clue",
)  # fmt: skip


class Finding(NamedTuple):
    """Something to look at.

    Attributes:
        code: One of CODES.
        message: A sentence without a full stop.
        line: The line's name; "" for the puzzle as a whole.
        clue: The clue's number from 1; 0 for the line as a whole.
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
    timeout: float | None = None,
    budget: Budget | None = None,
    presolved: PresolvedPuzzle | None = None,
) -> Lint:
    """Return what can be left out, loosened or tightened in `puzzle`, and what has to be corrected.

    Args:
        with_rewrites: Whether to examine the parts of each clue too; this is never done over the open alphabet.
        presolved: What `presolve` returns for the puzzle, if that is known already.
        timeout, budget: The time limit in seconds, and further limits.

    Raises:
        SatcrossError: What `compile_puzzle` raises.
    """
    budget = limits(timeout, budget)
    linter = _Linter(puzzle, budget, presolved)
    try:
        for finding in linter.findings(with_rewrites):
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

    def findings(self, with_rewrites: bool) -> Iterator[Finding]:
        puzzle = self._puzzle
        for line in puzzle.lines:
            if not line.clues:
                yield Finding("line-without-clue", f"{line.name} has no clue", line.name)
        compiled = self._opened
        search = Search(
            puzzle,
            limit=enough_solutions(puzzle),
            budget=self._budget,
            presolved=self._presolved,
        )
        witnesses = tuple(search)
        self.status = search.status
        yield from self._expected(search)
        for mistake in explained_mistakes(compiled.letters, self.status, self._budget):
            yield Finding(
                mistake.code,
                mistake.sentence,
                mistake.line,
                mistake.clue,
                mistake.pattern,
                mistake.span,
                mistake.rewrite,
            )
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
                    yield from self._looser(theory, witnesses[0])

    @cached_property
    def _opened(self) -> CompiledPuzzle:
        """The puzzle with all its clues open, and every letter of a finite alphabet as a class of its own."""
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
        puzzle, compiled = self._puzzle, theory.compiled
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
        given = "  ".join(
            f"{address_text(puzzle.cells[cell])} {letter_in_words(target.letters[cell])}" for cell in cells
        )
        noun = counted(len(cells), "given letter")
        others = "" if are_fewest else ", but fewer may be enough"
        yield Finding("give-letters", f"{noun} would leave only this solution{others}: {given}")
        for clue, constraint in enumerate(compiled.constraints):
            self._budget.note("looking for clues to tighten", clue, len(compiled.constraints))
            letters = [(cell, masks[cell]) for cell in dict.fromkeys(constraint.cells)]
            if not theory.is_possible(theory.clues, letters):
                text = "".join(target.letters[cell] for cell in compiled.constraints[clue].cells)
                message = f"if this clue accepted only {text}, this solution would be the only one"
                yield self._finding("tighten-clue", message, constraint)

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

    def _letters_to_give(self, theory: Theory, masks: Sequence[int]) -> tuple[tuple[int, ...], bool]:
        """Return cells whose letters, when given, exclude every other solution, and whether these cells are the fewest.

        The fewest hit the set of differing cells of every other solution.  If they are too hard to find out, each other
        solution adds one cell, and then cells that can be spared are left out.
        """

        def rival(cells: Sequence[int]) -> list[int] | None:
            """Return where a solution differs that has the letters of `cells`; None if there is no such solution."""
            self._budget.check()
            if not theory.is_possible(theory.clues, [(cell, masks[cell]) for cell in cells]):
                return None
            return [cell for cell, mask in enumerate(theory.masks()) if mask != masks[cell]]

        fewest = fewest_hitting(len(masks), rival, self._budget, self._budget.tuning.rivals)
        if fewest is not None:
            return tuple(fewest), True
        chosen: list[int] = []
        while differing := rival(chosen):
            chosen.append(differing[0])
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

    def _looser(self, theory: Theory, solution: Solution) -> Iterator[Finding]:
        compiled = theory.compiled
        for constraint, tree in self._regexes(compiled, "looking for looser clues"):
            others = [each for each in theory.clues if compiled.constraints[each] is not constraint]
            if not theory.is_possible(others):
                continue  # the clue is redundant as it stands
            for rewrite in loosenings(tree):
                self._budget.check()
                core = self._core(compiled, constraint, rewrite)
                if core is None:
                    continue
                n = len(constraint.cells)
                unrolled = line_constraint_of(core, n, compiled.classes, self._budget)
                loose = theory.add(unrolled, constraint.cells)
                if theory.is_possible([*others, loose]):
                    continue
                before = compiled.letters.cores[tree.pattern]
                if asks_less(core, before, constraint.cells, compiled.classes, self._budget):
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
