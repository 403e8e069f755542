"""What the studio finds out about every revision, in the order in which an author wants to know it.

In: a draft.  Out: messages.  `at_once` yields the messages that have to follow each keystroke; `later` the messages
that take longer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, cast

from satcross.author.counting import marginals
from satcross.author.diagnose import diagnose
from satcross.author.difficulty import difficulty_of
from satcross.author.explanation import ExplanationStep, explain
from satcross.author.likely_mistakes import likely_mistakes
from satcross.author.lint import Finding, lint
from satcross.author.possible_letters import PossibleLetters
from satcross.base.budget import Budget
from satcross.base.records import NamedTuple
from satcross.base.wording import decimal_text
from satcross.errors import RegexError, TimeUp
from satcross.puzzle import ANY, Clue
from satcross.regex.analysis.in_words import in_words
from satcross.regex.analysis.lengths import lengths
from satcross.regex.letters import EVERY_LETTER, contains, to_text
from satcross.regex.lower import lower
from satcross.regex.syntax import (
    Anchor,
    Choice,
    Class,
    Conditional,
    Dot,
    Literal,
    Reference,
    Syntax,
    SyntaxGroup,
    SyntaxLook,
    SyntaxRepeat,
    SyntaxSequence,
    Tree,
)
from satcross.regex.syntax.parse import parse
from satcross.solver.compile import PresolvedPuzzle, presolve
from satcross.solver.diagnosis import Cause
from satcross.solver.residual import Masks
from satcross.solver.verify import Verifier
from satcross.studio.answers import (
    CandidatePart,
    CausePart,
    ClueError,
    ConflictMessage,
    FindingPart,
    GroupPart,
    LintMessage,
    ParsedClue,
    ParseMessage,
    ReasonPart,
    StepPart,
    StepsMessage,
    StudioMessage,
    TasteMessage,
    TokenKind,
    TokenPart,
    VerdictMessage,
)
from satcross.studio.crossword import Dictionary, words_of
from satcross.studio.documents import Draft, budget_for, place_keys
from satcross.studio.shape import layout_of

LONGEST: Final = 60
"""Letters: whether a clue can match longer strings than this is not looked at, and said to be open."""


class ReadClue(NamedTuple):
    """What is written in a clue; see `ParsedClue`."""

    tokens: tuple[TokenPart, ...]
    groups: tuple[GroupPart, ...]
    error: ClueError | None
    lengths: tuple[int, int | None] | None
    words: str = ""


@lru_cache(maxsize=4096)
def read_clue(pattern: str, dialect: str, flags: str) -> ReadClue:
    """Return what is written in the clue `pattern`.

    In: the text of a clue.  Out: the message `ParsedClue`, without the clue's place.  The tokens are the leaves of the
    syntax tree, and what its inner nodes write themselves: parentheses, bars, quantifiers.
    """
    try:
        tree = parse(pattern, dialect, flags)
    except RegexError as error:
        return ReadClue((), (), clue_error(error), None)
    words = "; ".join(part.words for part in in_words(tree))
    remarks = [_token(each.start, each.end, "comment") for each in tree.remarks if each.end > each.start]
    tokens = sorted([*_tokens(tree.root), *remarks], key=lambda token: token["start"])
    return ReadClue(tuple(tokens), tuple(_groups(tree)), None, _lengths(tree), words)


def clue_error(error: RegexError) -> ClueError:
    """Return `error` as a part of a message."""
    answer: ClueError = {"code": str(error.code), "message": error.message, "hint": error.hint or ""}
    if error.span is not None:
        answer["start"], answer["end"] = error.span
    return answer


def _lengths(tree: Tree) -> tuple[int, int | None] | None:
    """Return the least and the greatest length of a match; None if none is possible, or if it is not known."""
    try:
        possible = lengths(lower(tree, EVERY_LETTER), LONGEST)
    except RegexError:
        return None
    if not possible:
        return None
    longest = possible.bit_length() - 1
    return (possible & -possible).bit_length() - 1, None if longest == LONGEST else longest


def _tokens(node: Syntax) -> Iterator[TokenPart]:
    """Yield the tokens of `node`; none of them overlap."""
    if isinstance(node, SyntaxGroup):
        yield _token(node.start, node.start + len(node.opener), "group", node.number)
        yield from _tokens(node.body)
        yield _token(node.end - 1, node.end, "group", node.number)
    elif isinstance(node, SyntaxLook):
        yield _token(node.start, node.start + 3 + node.is_behind, "look")
        yield from _tokens(node.body)
        yield _token(node.end - 1, node.end, "look")
    elif isinstance(node, Conditional):
        yield _token(node.start, node.start + len(node.opener), "reference", node.number)
        for part in node.parts:
            yield from _tokens(part)
        if node.bar is not None:
            yield _token(node.bar, node.bar + 1, "alternation")
        yield _token(node.end - 1, node.end, "group")
    elif isinstance(node, SyntaxRepeat):
        yield from _tokens(node.item)
        yield _token(node.end - len(node.quantifier.spelling), node.end, "quantifier")
    elif isinstance(node, Choice):
        for part in node.branches:
            yield from _tokens(part)
        for bar in node.bars:
            yield _token(bar, bar + 1, "alternation")
    elif isinstance(node, SyntaxSequence):
        for part in node.items:
            yield from _tokens(part)
    elif isinstance(node, Reference):
        yield _token(node.start, node.end, "reference", node.numbers[0] if node.numbers else None)
    elif node.end > node.start:
        yield _token(node.start, node.end, _kind(node))


def _kind(node: Syntax) -> TokenKind:
    """Return the kind of a leaf of the tree."""
    if isinstance(node, Literal):
        return "escape" if node.spelling.startswith("\\") else "literal"
    if isinstance(node, Dot):
        return "any"
    if isinstance(node, Class):
        return "class"
    return "anchor" if isinstance(node, Anchor) else "escape"


def _token(start: int, end: int, kind: TokenKind, group: int | None = None) -> TokenPart:
    token: TokenPart = {"start": start, "end": end, "kind": kind}
    if group is not None:
        token["group"] = group
    return token


def _groups(tree: Tree) -> Iterator[GroupPart]:
    """Yield the capturing groups in the order of their numbers, each with the references to it."""
    nodes = list(_below(tree.root))
    references: dict[int, list[Any]] = {}
    for node in nodes:
        if isinstance(node, Reference):
            for number in node.numbers:
                references.setdefault(number, []).append([node.start, node.end])
        elif isinstance(node, Conditional):
            references.setdefault(node.number, []).append([node.start, node.start + len(node.opener)])
    groups = {each.number: each for each in nodes if isinstance(each, SyntaxGroup) and each.number is not None}
    for number, group in sorted(groups.items()):
        yield {
            "number": number,
            "name": group.name or "",
            "start": group.start,
            "end": group.end,
            "references": references.get(number, []),
        }


def _below(node: Syntax) -> Iterator[Syntax]:
    yield node
    for part in node.parts:
        yield from _below(part)


DECIDING: Final = 5.0
"""Seconds for the first step; together with the second it stays below what a page may ask for."""

COUNTING: Final = 6.0
"""Seconds for counting."""


def verdicts(draft: Draft, revision: int, presolved: PresolvedPuzzle, budget: Budget) -> Iterator[VerdictMessage]:
    """Yield what is known of the solutions of `draft`, whose puzzle is `presolved`.

    If time or memory are too short, the last verdict says so.

    In: a draft.  Out: messages of the type `VerdictMessage`, each of which says at least as much as the one before.

    1. Whether there are no solutions, one or several, and the letters that they have: the solver is asked for solutions
       with letters that have not been seen (`PossibleLetters`).
    2. If there are several, they are counted letter by letter (`marginals`).
    """
    messages = VerdictMessages(draft, revision, presolved)
    possible = PossibleLetters(presolved, budget=budget.until(DECIDING))
    if possible.first is None:
        yield messages.verdict("none" if possible.is_exact else "unknown", 0, is_exact=possible.is_exact)
        return
    verifier = Verifier(presolved.letters, budget)
    found = [masks for masks in (possible.first, possible.second) if masks is not None]
    witnesses = len({next(verifier.solutions(masks, 1)) for masks in found})
    is_representative = presolved.is_representative(possible.seen)
    is_settled = possible.is_exact and not possible.has_several
    messages.see(possible.seen, is_exact=possible.is_exact)
    if is_settled:
        yield messages.verdict("several" if is_representative else "unique", 1, is_exact=not is_representative)
        return
    status = "several" if possible.has_several or is_representative else "unknown"
    yield messages.verdict(status, witnesses, is_last=False)
    try:
        counted = marginals(presolved, budget.until(COUNTING))
        reason = "limit"
    except TimeUp:
        counted, reason = None, "time"
    if counted is None:
        yield messages.verdict(status, witnesses, stopped=reason)
        return
    messages.count(counted.cells, counted.total)
    status = "several" if counted.total > 1 or is_representative else "unique"
    yield messages.verdict(status, counted.total, is_exact=not is_representative)


class VerdictMessages:
    """The messages that say what is known of a verdict."""

    def __init__(self, draft: Draft, revision: int, presolved: PresolvedPuzzle) -> None:
        self._draft: Final = draft
        self._revision: Final = revision
        self._read: Final = presolved.letters
        self._cells: list[list[CandidatePart]] = [[] for _ in draft.puzzle.cells]
        self._are_letters_exact = presolved.residual is None
        self._seen: Masks = ()

    def see(self, seen: Masks, *, is_exact: bool) -> None:
        """Update the letters that solutions have."""
        self._seen = seen
        self._are_letters_exact = is_exact
        self._cells = []
        for mask in seen:
            letters = self._read.of(mask)
            share = round(1 / len(letters), 4) if letters else 0.0
            self._cells.append([{"letter": letter, "count": "", "share": share} for letter in letters])

    def count(self, tallies: Sequence[Mapping[str, int]], total: int) -> None:
        """Update how many of all `total` solutions, which may be more than a float can hold, have each letter."""
        self._cells = [
            [
                {"letter": letter, "count": decimal_text(number), "share": number * 10_000 // total / 10_000}
                for letter, number in sorted(tally.items(), key=lambda each: (-each[1], each[0]))
            ]
            for tally in tallies
        ]

    def verdict(
        self, status: str, count: int, *, is_exact: bool = False, is_last: bool = True, stopped: str = ""
    ) -> VerdictMessage:
        """Return what is known as a message."""
        read = self._read
        is_certain = self._are_letters_exact and not any([mask & read.representatives for mask in self._seen])
        certain = [cell[0]["letter"] if len(cell) == 1 and is_certain else "" for cell in self._cells]
        is_unknown = is_last and status == "unknown" and not stopped
        return {
            "type": "verdict",
            "revision": self._revision,
            "status": status,  # type: ignore[typeddict-item] # one of `Status`
            "count": decimal_text(count),
            "kind": "exact" if is_exact else "at_least",
            "cells": self._cells,
            "are_letters_exact": self._are_letters_exact,
            "certain": certain,
            "wrong": self._wrong() if self._are_letters_exact else [],
            "alphabet": ANY if read.is_alphabet_open else to_text(read.alphabet),
            "is_last": is_last,
            "stopped": "time" if is_unknown else stopped,  # type: ignore[typeddict-item] # "" or a reason
            "milliseconds": 0,
        }

    def _wrong(self) -> list[int]:
        """Return the cells in which no solution has the author's letter."""
        members = self._read.classes.members
        wrong = []
        for cell, letter in sorted(self._draft.letters.items()):
            mask = self._seen[cell] if self._seen else 0
            if not any(mask >> place & 1 and contains(each, ord(letter)) for place, each in enumerate(members)):
                wrong.append(cell)
        return wrong


VERDICT: Final = 12.0
DIAGNOSIS: Final = 4.0
LINT: Final = 10.0
STEPS: Final = 20.0
"""Seconds that each answer may take at most."""

WANTED: Final = ("layout", "parse", "verdict", "lint")
"""What is found out about a revision whose `EditMessage` does not say what it wants."""

LATE: Final = ("conflict", "lint", "taste", "steps")
"""What takes longer.  The conflict belongs to the verdict that there is no solution."""


def at_once(draft: Draft, revision: int, want: Collection[str], dictionary: Dictionary) -> Iterator[StudioMessage]:
    """Yield the messages that follow each keystroke.

    Raises:
        SatcrossError: For a puzzle that cannot be compiled, and where words are wanted and there is no word list.
    """
    if "layout" in want:
        yield layout_of(draft.puzzle, revision)
    parse = parse_of(draft, revision)
    if "parse" in want:
        yield parse
    if has_error(parse):
        return
    if "words" in want:
        yield words_of(draft, revision, dictionary)
    if "verdict" in want and not draft.is_words:
        budget = budget_for(VERDICT)
        presolved = presolve(draft.puzzle, budget=budget)
        yield from verdicts(draft, revision, presolved, budget)


def later(draft: Draft, revision: int, want: Collection[str]) -> Iterator[StudioMessage]:
    """Yield the messages that may come later."""
    if draft.is_words or has_error(parse_of(draft, revision)):
        return
    presolved = presolve(draft.puzzle, budget=budget_for(LINT))
    if "conflict" in want:
        yield conflict_of(draft, revision, presolved)
    if "lint" in want:
        yield lint_of(draft, revision, presolved)
    if "taste" in want:
        yield taste_of(draft, revision)
    if "steps" in want:
        yield steps_of(draft, revision, presolved)


def parse_of(draft: Draft, revision: int) -> ParseMessage:
    """Return what is written in the clues."""
    puzzle = draft.puzzle
    clues: list[ParsedClue] = []
    for number, line in enumerate(puzzle.lines):
        for place, clue in enumerate(line.clues):
            if isinstance(clue, Clue):
                read = read_clue(clue.pattern, puzzle.dialect, puzzle.flags)
                clues.append(
                    {
                        "line": number,
                        "clue": draft.clue_index(number, place),
                        "tokens": list(read.tokens),
                        "groups": list(read.groups),
                        "error": read.error,
                        "lengths": read.lengths,
                        "words": read.words,
                    }
                )
    return {"type": "parse", "revision": revision, "clues": clues, "likely_mistakes": list(_likely_mistakes(draft))}


def _likely_mistakes(draft: Draft) -> Iterator[FindingPart]:
    """Yield the likely mistakes in the clues."""
    for mistake in likely_mistakes(draft.puzzle):
        place = place_keys(draft, mistake.line, mistake.clue, mistake.span)
        yield {"code": mistake.code, "message": mistake.sentence, "rewrite": mistake.rewrite, **place}


def has_error(parse: ParseMessage) -> bool:
    """Return whether some clue cannot be read."""
    return any(clue["error"] is not None for clue in parse["clues"])


def conflict_of(draft: Draft, revision: int, presolved: PresolvedPuzzle | None = None) -> ConflictMessage:
    """Return why the puzzle, which has no solution, has none."""
    diagnosis = diagnose(draft.puzzle, budget=budget_for(DIAGNOSIS), presolved=presolved)
    return {
        "type": "conflict",
        "revision": revision,
        "kind": diagnosis.kind,
        "message": diagnosis.message,
        "causes": [_cause(draft, cause) for cause in diagnosis.causes],
        "remedies": list(map(str, diagnosis.remedies)),
    }


def _cause(draft: Draft, cause: Cause) -> CausePart:
    text = f"{cause}: {cause.message}" if cause.message else str(cause)
    if cause.cell is not None:
        return {"text": text, "cell": cause.cell}
    made: CausePart = {"text": text}
    made.update(place_keys(draft, cause.line, cause.clue, cause.span))  # type: ignore[typeddict-item] # some of its keys
    return made


def lint_of(draft: Draft, revision: int, presolved: PresolvedPuzzle | None) -> LintMessage:
    """Return what could be better."""
    try:
        report = lint(draft.with_expected, budget=budget_for(LINT), presolved=presolved)
    except TimeUp:
        return {"type": "lint", "revision": revision, "findings": [], "is_complete": False}
    findings = [_finding(draft, each) for each in report.findings]
    return {"type": "lint", "revision": revision, "findings": findings, "is_complete": report.is_complete}


def _finding(draft: Draft, found: Finding) -> FindingPart:
    keys = place_keys(draft, found.line, found.clue, found.span) if found.line else {}
    return {"code": found.code, "message": found.message, "rewrite": found.rewrite, **keys}


def taste_of(draft: Draft, revision: int) -> TasteMessage:
    """Return the remarks of taste, which `satcross lint --taste` prints."""
    from satcross.generator.remarks import remarks_on

    try:
        remarks = [_finding(draft, each) for each in remarks_on(draft.puzzle, budget_for(LINT))]
    except TimeUp:
        return {"type": "taste", "revision": revision, "remarks": [], "is_complete": False}
    return {"type": "taste", "revision": revision, "remarks": remarks, "is_complete": True}


def steps_of(draft: Draft, revision: int, presolved: PresolvedPuzzle | None = None) -> StepsMessage:
    """Return how a person finds the solution, and how hard that is."""
    chain = explain(draft.puzzle, budget=budget_for(STEPS), presolved=presolved)
    rated = difficulty_of(chain)
    number_of = {cell: number for number, cell in enumerate(draft.puzzle.cells)}

    def step(each: ExplanationStep) -> StepPart:
        span = each.span if len(each.reasons) == 1 else None
        reasons = [cast("ReasonPart", place_keys(draft, reason.line, reason.clue, span)) for reason in each.reasons]
        return {
            "sentence": each.sentence,
            "reasons": reasons,
            "ruled_out": [(number_of[cell], letters) for cell, letters in each.ruled_out],
            "placed": [(number_of[cell], letter) for cell, letter in each.placed],
            "is_contradiction": each.is_contradiction,
            "technique": each.technique,
        }

    return {
        "type": "steps",
        "revision": revision,
        "start": list(chain.start),
        "steps": [step(each) for each in chain.steps],
        "label": rated.label if rated.is_complete else "",
        "difficulty": rated.value,
        "length": rated.length,
        "is_complete": chain.is_complete,
    }
