"""Repairs: the cheapest changes of clues that make the solution that the author wants the only one.

In: a puzzle with several solutions, or with none, and the solution that is wanted.  Out: `Repaired` puzzles, the
cheapest changes first.

Each clue is a slot.  Its candidates are the clue itself, which costs nothing unless it does not match, the clue with
one part changed, and clues of the pool.  A line without a clue may stay without one.  A new clue costs `CHANGED` in
addition to what it costs to read, so that few clues change.  The cheapest choice is found by implicit hitting sets
(`satcross.generator.cheapest_changes`), and the next ones by excluding the choices already found.  If too many clues
have to change for that, strong clues are taken, and are replaced by cheaper ones as long as the solution stays the only
one.

The sections below are clues that ask less than a given one, repairs that change as few clues as possible, `repair` and
`alternatives`, and changes that settle a single cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any, Final

from satcross.author.lint import lint
from satcross.base.budget import Budget, limits
from satcross.base.records import NamedTuple
from satcross.base.wording import counted
from satcross.errors import Field, OptionError, PuzzleError, TimeUp, naming
from satcross.generator.board import Board, ClueSlot
from satcross.generator.cheapest_changes import CheapestChanges
from satcross.generator.loosening import Loosening
from satcross.generator.pieces import literal
from satcross.generator.pool import (
    AUTHORS,
    KEPT,
    NO_CLUE,
    Candidate,
    Pool,
    Rules,
    asks_nothing,
    constraint_of,
    left_by,
    plain_candidate,
)
from satcross.generator.puzzle_boards import board_of
from satcross.generator.search import Choice, Chooser, cost_of
from satcross.generator.tidy import has_equal_alternatives, in_any_order, is_same_loop, shortened, tokens
from satcross.puzzle import (
    ANY,
    KEYWORDS,
    AnyClue,
    Clue,
    Puzzle,
    WordClue,
    address_text,
    check_are_letters,
)
from satcross.solver.compile import read_letters
from satcross.solver.expected import expected_solution
from satcross.solver.solutions import Check, check


def fewest_changes(
    puzzle: Puzzle, chooser: Chooser, changed: Callable[[Choice], Puzzle], max_length: int, random: Random
) -> Choice | None:
    """Return a choice that changes as few clues as possible; None if none is found.

    In: a chooser for the clues of a puzzle, in which the clues that are there cost nothing.  Out: a choice that changes
    as few of them as any choice, so that all others stay, even if some of these could then be left out.

    A clue that spells out its line rejects all that any clue on this line can reject.  So only two candidates are
    needed for each slot: the clue as it is, and the strongest one.  The fewest that have to be strong are a small
    hitting set (`satcross.generator.cheapest_changes`).  Then the strong ones are made cheaper, where the others
    allow.

    Args:
        changed: Returns the puzzle with the clues of a choice.
        max_length: Characters of a new clue.  If lines are longer, more changes may be needed than with longer clues.

    Raises:
        TimeUp: If the time is up.
    """
    budget = chooser.board.budget
    candidates = {slot: _kept_or_strongest(chooser, slot, max_length) for slot in chooser.pool.candidates}
    choice = CheapestChanges(puzzle, chooser, changed, random, budget, candidates).propose().choice
    if choice is None:
        return None
    slots = [slot for slot, candidate in choice.items() if candidate.cost]
    lowered = dict(choice)
    for slot in slots:
        lowered[slot] = choice[slot]._replace(cost=_cost(chooser.pool.candidates, slot, choice[slot]))
    chooser.lower(lowered, random, slots)
    return lowered


def _kept_or_strongest(chooser: Chooser, slot: int, max_length: int) -> tuple[Candidate, ...]:
    """Return the free candidate of `slot`, if there is one, and its strongest clue at cost 1."""
    pool, board = chooser.pool.candidates[slot], chooser.board
    kept = [candidate for candidate in pool if not candidate.cost]
    others = [candidate for candidate in pool if candidate.cost and candidate.pattern]
    text = "".join(map(literal, board.text(slot)))
    constraint = constraint_of(board, slot, text) if text and len(text) <= max_length else None
    if constraint is not None:
        others.append(Candidate(text, "told", 1, constraint, left_by(board, constraint, len(board.slots[slot].cells))))
    strongest = sorted(others, key=_weakness)[:1]
    is_same = bool(kept and strongest and kept[0].pattern == strongest[0].pattern)
    return (*kept[:1], *([] if is_same else [strongest[0]._replace(cost=1)] if strongest else []))


def _weakness(candidate: Candidate) -> tuple[int, int, str]:
    """Return what puts the strongest clue first, and of these the shortest: a longer one may have idle parts."""
    return sum([mask.bit_count() for mask in candidate.left]), len(candidate.pattern), candidate.pattern


def _cost(candidates: Mapping[int, tuple[Candidate, ...]], slot: int, candidate: Candidate) -> int:
    """Return what a strong clue costs: as much as in the pool, or more than all others there."""
    cost_by_pattern = {each.pattern: each.cost for each in candidates[slot]}
    return cost_by_pattern.get(candidate.pattern, 1 + max(cost_by_pattern.values(), default=0))


CHANGED: Final = 300
"""Cost of changing a clue at all, in tenths of a character: one long clue is changed rather than two short ones."""

EDITED: Final = 200
"""The same for a clue in which one part is changed."""

DROPPED: Final = 200
"""Cost of leaving a clue out."""

EDIT: Final = "edit"
"""The family of clues in which one part is changed."""

TRIES: Final = 8
"""How often strong clues are lowered, if the cheapest changes are too hard to find."""


class Change(NamedTuple):
    """A clue that is replaced; `before` is "" where there was none, `after` where it is left out."""

    line: str
    clue: int
    before: str
    after: str


class Repaired(NamedTuple):
    """A puzzle whose only solution is the wanted solution.

    Attributes:
        changes: How it differs from the puzzle that was given.
        cost: The cost of the changes, in tenths of a character.
        bound: No changes of which this module knows cost less, except changes yielded before, and changes that contain
            them.
        is_proven: Whether this is the cost of these changes.
        is_fewest: Whether no small changes were found, and these are to as few clues as possible.
        redundant: If so, the clues that could be left out: their lines and their numbers there, from 1.
    """

    puzzle: Puzzle
    changes: tuple[Change, ...]
    cost: int
    bound: int
    is_proven: bool
    is_fewest: bool = False
    redundant: tuple[tuple[str, int], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return what `satcross repair` prints as JSON of an offer, without the patch of its file."""
        return {
            "changes": [change._asdict() for change in self.changes],
            "cost": self.cost,
            "bound": self.bound,
            "is_proven": self.is_proven,
            "is_fewest": self.is_fewest,
            "redundant": [{"line": line, "clue": clue} for line, clue in self.redundant],
        }

    @property
    def patch(self) -> str:
        """The changes as lines that begin with `-` and `+`."""
        lines = []
        for change in self.changes:
            lines += [
                f"{sign} {change.line}: {text}" for sign, text in (("-", change.before), ("+", change.after)) if text
            ]
        return "\n".join(lines)


def repair(
    puzzle: Puzzle,
    solution: tuple[str, ...] = (),
    *,
    max_length: int = Rules().max_length,
    seed: int = 0,
    timeout: float | None = None,
    budget: Budget | None = None,
) -> Iterator[Repaired]:
    """Yield `puzzle` with changed clues so that `solution` is its only solution, the cheapest changes first.

    If no small changes are found, as few clues as possible change in the first puzzle, which says what is redundant.

    Args:
        solution: A letter for each cell; (): the solution that the author expects.
        timeout, budget: The time limit in seconds, and further limits.

    Every puzzle that is yielded has been checked.  For one that needs no repair, nothing is changed in the first.

    Raises:
        OptionError: If no solution is known.
        PuzzleError: If the solution has another size, or a letter that is not in the alphabet.
        RegexError: If a clue cannot be read.
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.

    >>> from satcross import rectangle
    >>> found = next(repair(rectangle(rows=["A.", "[AB]B"], columns=[".*", "A|B"], expected=[["AA", "BB"]])))
    >>> found.is_proven, len(found.changes)
    (True, 2)
    """
    budget = limits(timeout, budget)
    letters = _wanted(puzzle, solution, budget)
    drafts = drafts_of(puzzle)
    chooser = chooser_for(puzzle, drafts, letters, max_length, Random(seed), budget)

    def changed(choice: Choice) -> tuple[Puzzle, tuple[Change, ...]]:
        return with_changes(puzzle, drafts, choice, letters)

    yield from _distinct(_repairs(puzzle, chooser, changed, max_length, seed))


def _distinct(offers: Iterable[Repaired]) -> Iterator[Repaired]:
    """Yield `offers` without offers that differ from an earlier one only in the order of alternatives."""
    known: set[tuple[tuple[str, int, str], ...]] = set()
    for offer in offers:
        changes = tuple([(each.line, each.clue, in_any_order(each.after)) for each in offer.changes])
        if changes not in known:
            known.add(changes)
            yield offer


def _repairs(
    puzzle: Puzzle,
    chooser: Chooser,
    changed: Callable[[Choice], tuple[Puzzle, tuple[Change, ...]]],
    max_length: int,
    seed: int,
) -> Iterator[Repaired]:
    """Yield what `repair` yields: the cheapest changes, else changes of the fewest clues; then lowered strong clues."""

    def puzzle_of(choice: Choice) -> Puzzle:
        return changed(choice)[0]

    letters, budget = chooser.board.letters, chooser.board.budget
    cheapest = CheapestChanges(puzzle, chooser, puzzle_of, Random(seed), budget)
    known: set[tuple[str, ...]] = set()

    def offer(
        choice: Choice, cost: int, bound: int, *, is_proven: bool = False, is_fewest: bool = False
    ) -> Iterator[Repaired]:
        """Yield the puzzle with the clues of `choice` if that is new, and the wanted solution is then the only one."""
        if _patterns(choice) not in known:
            known.add(_patterns(choice))
            repaired, changes = changed(choice)
            if _is_only_solution(repaired, letters, budget):
                redundant = _redundant(repaired, budget) if is_fewest else ()
                yield Repaired(repaired, changes, cost, min(cost, bound), is_proven, is_fewest, redundant)

    is_small = False
    while (proposal := cheapest.propose()).choice is not None:
        cheapest.exclude(proposal.choice)
        for small in offer(proposal.choice, cost_of(proposal.choice), proposal.bound, is_proven=proposal.is_optimal):
            is_small = True
            yield small
    few = None if is_small else fewest_changes(puzzle, chooser, puzzle_of, max_length, Random(seed))
    if few is not None:
        yield from offer(few, cost_of(few), proposal.bound, is_fewest=True)
    for cost, choice in _lowered(chooser, Random(seed)):
        yield from offer(choice, cost, proposal.bound)


def _redundant(puzzle: Puzzle, budget: Budget) -> tuple[tuple[str, int], ...]:
    """Return the clues that can be left out, each alone, as line names and numbers.  Raises TimeUp."""
    findings = lint(puzzle, budget=budget).findings
    return tuple((each.line, each.clue) for each in findings if each.code == "redundant-clue")


def _is_only_solution(puzzle: Puzzle, letters: tuple[str, ...], budget: Budget) -> bool:
    """Return whether `letters` are the only solution of `puzzle`.  Raises TimeUp."""
    try:
        verdict = _checked(puzzle, budget)
    except PuzzleError as error:
        if error.code in ("alphabet-empty", "letter-not-in-alphabet"):
            return False  # no clue is left that mentions the letter
        raise
    return verdict.status == "unique" and verdict.witnesses[0].letters == letters


def _checked(puzzle: Puzzle, budget: Budget) -> Check:
    """Return what `check` says of `puzzle`.  Raises TimeUp if that is not known: "unknown" is not an answer here."""
    verdict = check(puzzle, budget=budget)
    if verdict.status == "unknown":
        raise TimeUp
    return verdict


def _lowered(chooser: Chooser, random: Random) -> list[tuple[int, Choice]]:
    """Return choices that solve, and that no cheaper clue improves, with what they cost; the cheapest first."""
    costs = {(slot, each.pattern): each.cost for slot, lowered in chooser.pool.candidates.items() for each in lowered}
    lowered: dict[tuple[str, ...], tuple[int, Choice]] = {}
    for _ in range(TRIES):
        choice = chooser.start(random)
        if choice is None:
            continue
        chooser.lower(choice, random)
        cost = sum([costs.get((slot, each.pattern), each.cost + CHANGED) for slot, each in choice.items()])
        lowered[_patterns(choice)] = cost, choice
    return sorted(lowered.values(), key=lambda each: (each[0], _patterns(each[1])))


def _patterns(choice: Choice) -> tuple[str, ...]:
    return tuple([choice[slot].pattern for slot in sorted(choice)])


def alternatives(
    puzzle: Puzzle,
    line: str,
    clue: int = 1,
    *,  # each is an option that an author sets by itself
    loosen: bool = False,
    max_length: int = Rules().max_length,
    seed: int = 0,
    timeout: float | None = None,
    budget: Budget | None = None,
) -> Iterator[Repaired]:
    """Yield the puzzle, which has one solution, with other clues instead of one; the cheapest first.

    Args:
        line: The name of the line.
        clue: The number of the clue on this line, from 1.
        loosen: Only clues that accept more than the present clue.
        timeout, budget: The time limit in seconds, and further limits.

    Raises:
        OptionError: If there is no such clue.
        PuzzleError: If the puzzle does not have exactly one solution.

    >>> from satcross import rectangle
    >>> puzzle = rectangle(rows=["AB", "B[AC]"], columns=["A.", "BA"])
    >>> [found.changes[0].after for found in alternatives(puzzle, "row 1", loosen=True)]
    ['..', '.B', 'A.']
    """
    budget = limits(timeout, budget)
    letters = _only_solution(puzzle, budget)
    drafts = drafts_of(puzzle)
    slot = _draft_of(puzzle, drafts, line, clue)
    chooser = chooser_for(puzzle, drafts, letters, max_length, Random(seed), budget)
    unchanged = unchanged_choice(chooser)
    looser = _looser(puzzle, drafts, unchanged, chooser.board, slot, max_length) if loosen else None
    for candidate in _others(chooser.pool.candidates[slot] if looser is None else looser, unchanged[slot].pattern):
        changed, changes = with_changes(puzzle, drafts, {**unchanged, slot: candidate}, letters)
        if _is_only_solution(changed, letters, budget):
            yield Repaired(changed, changes, candidate.cost, candidate.cost, False)


def _others(candidates: Iterable[Candidate], present: str) -> Iterator[Candidate]:
    """Yield the candidates that are really other clues than `present` and those before them."""
    known = {in_any_order(present)}
    for candidate in candidates:
        in_order = in_any_order(candidate.pattern)
        if candidate.family not in AUTHORS and in_order not in known and not is_same_loop(candidate.pattern, present):
            known.add(in_order)
            yield candidate


def _only_solution(puzzle: Puzzle, budget: Budget) -> tuple[str, ...]:
    """Return the only solution of `puzzle`.  Raises PuzzleError if it has none or several, and TimeUp."""
    verdict = _checked(puzzle, budget)
    if verdict.status != "unique":
        message = f"the puzzle does not have exactly one solution: the verdict is {verdict.status}"
        raise PuzzleError(message, code="grid-contradiction", hint="make your solution the only one first")
    return verdict.witnesses[0].letters


def unchanged_choice(chooser: Chooser) -> Choice:
    """Return the clues as they are, all of which match the letters of the board."""
    choice = {slot: candidates[0] for slot, candidates in chooser.pool.candidates.items()}
    assert not any(each.cost for each in choice.values()), "what stays costs nothing"
    return choice


class ClueDraft(NamedTuple):
    """A clue that may change: its line, its number there, and how it reads now; None: the line has none."""

    line: int
    number: int
    cells: tuple[int, ...]
    clue: Clue | None


def drafts_of(puzzle: Puzzle) -> list[ClueDraft]:
    """Return all clues that are regexes, and a place for a clue on each line that has none."""
    drafts = []
    for line_number, line in enumerate(puzzle.lines):
        if not line.clues:
            drafts.append(ClueDraft(line_number, 0, line.cells, None))
        for number, clue in enumerate(line.clues):
            if isinstance(clue, Clue):
                cells = line.cells[::-1] if clue.is_reversed else line.cells
                drafts.append(ClueDraft(line_number, number, cells, clue))
    return drafts


def _line_called(puzzle: Puzzle, text: str) -> str:
    """Return the name of the line that `text` means: its own name, or a short form such as "col 4" or "r3".

    Raises:
        OptionError: If there is no such line.
    """
    names = [line.name for line in puzzle.lines]
    if text in names:
        return text
    short = re.fullmatch(r"(?i)(r|row|c|col|column)\W*([0-9]+)", text.strip())
    name = f"{'row' if short[1][0] in 'rR' else 'column'} {int(short[2])}" if short else ""
    if name in names:
        return name
    listed_names = ", ".join(names[:4]) + (" and so on" if len(names) > 4 else "")
    raise OptionError(f"there is no line {text!r}", hint=f"the lines are called {listed_names}")


def _draft_of(puzzle: Puzzle, drafts: list[ClueDraft], line: str, clue: int) -> int:
    line = _line_called(puzzle, line)
    for number, draft in enumerate(drafts):
        if puzzle.lines[draft.line].name == line and draft.number == clue - 1 and draft.clue is not None:
            return number
    named = [each for each in puzzle.lines if each.name == line]
    if clue > len(named[0].clues):
        raise OptionError(f"there is no clue {clue} on {line}: it has {counted(len(named[0].clues), 'clue')}")
    raise OptionError(f"clue {clue} of {line} is a list of words", hint="only clues that are regexes are changed")


def _wanted(puzzle: Puzzle, solution: tuple[str, ...], budget: Budget) -> tuple[str, ...]:
    """Return the letters that the solution should have."""
    check_are_letters("solution", solution)
    if not solution and len(puzzle.expected) == 1:
        solution = puzzle.expected[0]
    if not solution:
        expected = expected_solution(read_letters(puzzle, budget), budget) if puzzle.expected else None
        if expected is None:
            raise OptionError(
                "it is not known which solution is wanted",
                hint=naming("name it with {}, or write it into the file: [[solutions]]", Field("solution")),
            )
        solution = expected.letters
    if len(solution) != len(puzzle.cells):
        message = f"the solution has {counted(len(solution), 'letter')}, but the puzzle has {len(puzzle.cells)} cells"
        raise PuzzleError(message, code="solution-shape", hint="write one letter for each cell")
    for address, letter in zip(puzzle.cells, solution, strict=True):
        if puzzle.alphabet not in KEYWORDS and letter not in puzzle.alphabet:
            raise PuzzleError(
                f"the letter {letter!r} of cell {address_text(address)} is not in the alphabet",
                code="letter-not-in-alphabet",
                hint=naming("add it to {}, or change the solution", Field("alphabet")),
            )
    for cell, letter in puzzle.given:
        if solution[cell] != letter:
            where = address_text(puzzle.cells[cell])
            message = f"the wanted solution has {solution[cell]} in cell {where}, where {letter} is given"
            raise PuzzleError(message, code="given-twice", hint="change the solution, or the given letter")
    return solution


def chooser_for(
    puzzle: Puzzle, drafts: list[ClueDraft], letters: tuple[str, ...], max_length: int, random: Random, budget: Budget
) -> Chooser:
    """Return a chooser with a slot for each draft; word lists stay."""
    slots = [ClueSlot(draft.line, draft.cells) for draft in drafts]
    board, fixed, _ = board_of(
        puzzle,
        letters,
        slots,
        stays=lambda clue: isinstance(clue, WordClue),
        is_open=puzzle.alphabet == ANY,
        budget=budget,
    )
    pool = Pool(board, tuple(range(len(slots))), Rules(max_length, allows_told=True), random)
    for slot, draft in enumerate(drafts):
        candidates = {each.pattern: each._replace(cost=each.cost + CHANGED) for each in pool.candidates[slot]}
        candidates.update((each.pattern, each) for each in _edited(board, slot, draft.clue, max_length))
        candidates.update((each.pattern, each) for each in _authors(board, slot, draft.clue))
        pool.candidates[slot] = tuple(sorted(candidates.values(), key=lambda each: (each.cost, each.pattern)))
    return Chooser(pool, fixed, is_varied=False)


def _authors(board: Board, slot: int, clue: Clue | None) -> Iterator[Candidate]:
    """Yield no clue, and the clue as it is unless it does not match; what is there already costs nothing."""
    n = len(board.slots[slot].cells)
    yield Candidate("", NO_CLUE, DROPPED if clue else 0, board.everything(n), (board.classes.every,) * n)
    if clue is not None:
        kept = plain_candidate(board, slot, clue.pattern, KEPT)
        if kept is not None:
            yield kept._replace(cost=0)


def _edited(board: Board, slot: int, clue: Clue | None, max_length: int) -> Iterator[Candidate]:
    """Yield the clue with one part changed; it may have as many characters as it has already."""
    before = "" if clue is None else clue.pattern
    for text in _edits(before, board.text(slot)):
        made = plain_candidate(board, slot, text, EDIT) if len(text) <= max(max_length, len(before)) else None
        if made is not None and not asks_nothing(board, made):
            yield made._replace(cost=made.cost + EDITED)


def _edits(pattern: str, text: str) -> Iterator[str]:
    """Yield `pattern` with one part changed, so that it asks for more, or for a letter of `text`."""
    parts = tokens(pattern)
    own = sorted(set(text))
    for place, part in enumerate(parts):
        before, after = "".join(parts[:place]), "".join(parts[place + 1 :])
        others: list[str] = []
        if part in ("*", "+", "?"):
            others = [each for each in ("*", "+", "?", "") if each != part]
        elif part == "." or (len(part) == 1 and part.isalnum()):
            others = [literal(letter) for letter in own if letter != part] + ["."] * (part != ".")
        elif part[0] == "[" and "\\" not in part and "-" not in part:
            inner = part[2:-1] if part[1] == "^" else part[1:-1]
            opening = part[: len(part) - len(inner) - 1]
            others = [shortened(f"{opening}{inner.replace(letter, '')}]") for letter in inner if len(inner) > 1]
            others += [f"{opening}{inner}{letter}]" for letter in own if letter not in inner]
        for other in others:
            edit = before + other + after
            if not has_equal_alternatives(edit):
                yield edit


def _looser(
    puzzle: Puzzle, drafts: list[ClueDraft], unchanged: Choice, board: Board, slot: int, max_length: int
) -> list[Candidate]:
    """Return what asks less than the clue of `slot`, by one part or by several, the cheapest first."""
    draft, before = drafts[slot], unchanged[slot]
    without = {**unchanged, slot: before._replace(pattern="")}
    others, _ = with_changes(puzzle, drafts, without, board.letters)
    loosening = Loosening(puzzle, others, before.pattern, draft.cells, board.budget)
    texts = loosening.texts(board, max(max_length, len(before.pattern)))
    made = [plain_candidate(board, slot, text, EDIT) for text in texts if text != ".*"]
    return sorted([each for each in made if each is not None], key=lambda each: (each.cost, each.pattern))


def with_changes(
    puzzle: Puzzle, drafts: list[ClueDraft], choice: Choice, letters: tuple[str, ...]
) -> tuple[Puzzle, tuple[Change, ...]]:
    """Return `puzzle` with the clues of `choice`, and how it differs."""
    clues: list[list[AnyClue | None]] = [list(line.clues) or [None] for line in puzzle.lines]
    changes = []
    for slot, draft in enumerate(drafts):
        before, after = "" if draft.clue is None else draft.clue.pattern, choice[slot].pattern
        if after != before:
            is_reversed = draft.clue is not None and draft.clue.is_reversed
            clues[draft.line][draft.number] = Clue(after, is_reversed) if after else None
            changes.append(Change(puzzle.lines[draft.line].name, draft.number + 1, before, after))
    lines = tuple(
        line._replace(clues=tuple([clue for clue in clues_of_line if clue is not None]))
        for line, clues_of_line in zip(puzzle.lines, clues, strict=True)
    )
    return puzzle._replace(lines=lines, expected=(letters,), expects_all=True), tuple(changes)
