"""What authors are offered, judged by force: lint's findings, repairs, other clues for a line, and settled cells.

A changed puzzle is solved by the engine, and what two clues accept is compared on every text of the line.  The costs of
repairs are compared with those of all choices of clues.
"""

from collections.abc import Sequence
from itertools import islice, product
from math import prod
from random import Random
from typing import Final

import satcross
from satcross.author.likely_mistakes import CODES as MISTAKES
from satcross.author.lint import Finding, lint
from satcross.base.budget import UNLIMITED
from satcross.errors import LimitError, PuzzleError, SatcrossError
from satcross.generator.pool import AUTHORS, NO_CLUE
from satcross.generator.repair import Change, chooser_for, drafts_of
from satcross.generator.search import Chooser
from satcross.generator.settle import settle
from satcross.generator.tidy import shortened
from satcross.puzzle import ANY, Clue, Line, Puzzle
from satcross.regex.syntax.parse import parse
from tests.judges.defects import engine_defects
from tests.judges.engines import Engine, Rejected, Undecided, engine as engine_of
from tests.puzzle_fuzzer.brute import Grid, accepted, solve
from tests.puzzle_fuzzer.letters import letters_to_try
from tests.puzzle_fuzzer.routes import SECONDS, Difference, Known, OutOfTime, Route, agree

OFFERS: Final = 4
SMALL: Final = 1_000  # grids of a puzzle for which all choices of clues are tried
CHOICES: Final = 100_000  # that are tried
MOST_CELLS: Final = 9


def by_lint(puzzle: Puzzle, known: Known, random: Random) -> None:
    """Clues that can go, that may be looser, and parts without effect are so on every text and every grid."""
    if known.grids is None or puzzle.alphabet == ANY or len(puzzle.cells) > MOST_CELLS:
        return
    engine = engine_of(puzzle.dialect)
    alphabet = letters_to_try(puzzle)
    fixed = puzzle._replace(alphabet=alphabet)
    report = lint(puzzle, budget=satcross.Budget(SECONDS))
    if not report.is_complete:
        raise OutOfTime
    found = report.findings
    agree("lint: clues that conflict", any(each.code == "conflict" for each in found), not known.grids)
    if len(known.grids) == 1:
        redundant = {(each.line, each.clue) for each in found if each.code == "redundant-clue"}
        for line in puzzle.lines:
            for number in range(1, len(line.clues) + 1):
                grids = _grids(_with(fixed, line.name, number, None), alphabet, engine)
                agree(
                    f"lint: {line.name}, clue {number} is redundant",
                    (line.name, number) in redundant,
                    grids == known.grids,
                )
    for each in found:
        if each.code in MISTAKES:
            _judge_slip(puzzle, each, engine)
        elif each.rewrite:
            _judge_rewrite(fixed, each, known, engine)


def _judge_slip(puzzle: Puzzle, finding: Finding, engine: Engine) -> None:
    """A likely mistake means something else than what was probably meant, which has the effect that is told."""
    _, _, effect = finding.message.rpartition(", which gives ")
    if effect not in ("exactly one solution", "solutions"):
        return
    line = next(each for each in puzzle.lines if each.name == finding.line)
    clue = Clue(finding.rewrite, _is_reversed(line.clues[finding.clue - 1]))
    grids = _grids(_with(puzzle, line.name, finding.clue, clue), None, engine)
    what = f"lint: {finding.code}, {finding.rewrite} for {finding.pattern} on {line.name}"
    agree(f"{what} gives one solution", effect == "exactly one solution", len(grids or ()) == 1)
    agree(f"{what} gives a solution", bool(grids), True)


def _judge_rewrite(puzzle: Puzzle, finding: Finding, known: Known, engine: Engine) -> None:
    if engine_defects(parse(finding.rewrite, puzzle.dialect, puzzle.flags)):
        return  # the engine contradicts itself about it
    line = next(each for each in puzzle.lines if each.name == finding.line)
    what = f"lint: {finding.code}, {finding.rewrite} for {finding.pattern} on {line.name}"
    is_reversed = _is_reversed(line.clues[finding.clue - 1])
    clue, rewritten = (Clue(each, is_reversed) for each in (finding.pattern, finding.rewrite))
    before, after = (_accepted(puzzle, line, each, engine) for each in (clue, rewritten))
    if finding.code not in ("looser-clue", "dead-decoy"):
        agree(f"{what} accepts the same", after, before)
        return
    if finding.code == "dead-decoy":
        agree(f"{what} gains nothing", after <= before, True)
    else:
        _is_looser(what, before, after)
    changed = _with(puzzle, line.name, finding.clue, rewritten)
    agree(f"{what} keeps the solution", _grids(changed, puzzle.alphabet, engine), known.grids)


def _is_looser(what: str, before: frozenset[Grid], after: frozenset[Grid]) -> None:
    if not before < after:
        raise Difference(f"{what} loses {sorted(before - after)[:3]} and gains {sorted(after - before)[:3]}")


def by_repair(puzzle: Puzzle, known: Known, random: Random) -> None:
    """Repairs make any grid the only solution, change what they name, and nothing cheaper does."""
    if puzzle.alphabet == ANY or len(puzzle.cells) > MOST_CELLS:
        return
    engine, alphabet = engine_of(puzzle.dialect), letters_to_try(puzzle)
    given = dict(puzzle.given)
    wanted = tuple(given.get(cell, random.choice(alphabet)) for cell in range(len(puzzle.cells)))
    if known.grids and random.random() < 0.7:
        wanted = random.choice(sorted(known.grids))
    budget = satcross.Budget(SECONDS)
    for number, offer in enumerate(islice(satcross.repair(puzzle, wanted, budget=budget), OFFERS)):
        _judge_changes(f"repair, offer {number + 1}", puzzle, offer.puzzle, offer.changes)
        agree(f"repair {offer.patch!r}: solutions", _grids(offer.puzzle, None, engine), {wanted})
        agree("repair: the bound is that of a proof", offer.bound <= offer.cost, True)
        if number == 0 and offer.is_proven:
            agree("repair: changes nothing", not offer.changes, known.grids == {wanted})
            least = _least_cost(puzzle, wanted, alphabet, offer.cost, engine)
            if least is not None:
                agree(f"repair {offer.patch!r}: cost", offer.cost, least)


def _least_cost(puzzle: Puzzle, wanted: Grid, alphabet: str, limit: int, engine: Engine) -> int | None:
    """Return what the cheapest choice of clues costs that leaves `wanted` only, if at most `limit`, else one more.

    Each clue is a whole number that has a bit for each grid which it accepts.  Return None if there are too many grids
    or choices, or if the clues decide which letters there are.
    """
    given = dict(puzzle.given)
    choices = [given.get(cell, alphabet) for cell in range(len(puzzle.cells))]
    if prod(map(len, choices)) > SMALL or puzzle.alphabet != alphabet:
        return None
    grids = list(product(*choices))
    drafts = drafts_of(puzzle)
    chooser = chooser_for(puzzle, drafts, wanted, 18, Random(0), UNLIMITED)
    options = []
    for slot, draft in enumerate(drafts):
        texts = ["".join([grid[cell] for cell in draft.cells]) for grid in grids]
        least: dict[int, int] = {}
        for pattern, cost in _choices(chooser, slot):
            bits = _bits(engine, puzzle.flags, pattern, texts)
            if bits is not None:
                least[bits] = min(cost, least.get(bits, cost))
        options.append(sorted((cost, bits) for bits, cost in least.items()))
    best = limit + 1
    right = 1 << grids.index(wanted)

    tried = 0

    def choose(slot: int, cost: int, left: int) -> None:
        nonlocal best, tried
        tried += 1
        if tried > CHOICES:
            return
        if slot == len(options):
            best = min(best, cost) if left == right else best
            return
        for more, bits in options[slot]:
            if cost + more >= best:
                return
            choose(slot + 1, cost + more, left & bits)

    choose(0, 0, (1 << len(grids)) - 1)
    return best if tried <= CHOICES else None


def _choices(chooser: Chooser, slot: int) -> list[tuple[str | None, int]]:
    """Return the clues that the slot may have, with their costs; None: no clue.  Those with idle parts do not count."""
    n = len(chooser.board.slots[slot].cells)
    return [
        (None if each.family == NO_CLUE else each.pattern, each.cost)
        for each in chooser.pool.candidates[slot]
        if each.family in AUTHORS or shortened(chooser.board.plain(each.pattern, n)) == each.pattern
    ]


def _bits(engine: Engine, flags: str, pattern: str | None, texts: Sequence[str]) -> int | None:
    """Return a bit for each text that matches; None if the engine refuses the clue."""
    if pattern is None:
        return (1 << len(texts)) - 1
    distinct = sorted(set(texts))
    try:
        ways = dict(zip(distinct, engine.ways(pattern, flags, distinct), strict=True))
    except Rejected:
        return None
    return sum(1 << place for place, text in enumerate(texts) if ways[text] is not None)


def by_variation(puzzle: Puzzle, known: Known, random: Random) -> None:
    """Other clues for a line keep the only solution; what is called looser accepts more; nothing else changes."""
    clued = [(line, number) for line in puzzle.lines for number in range(len(line.clues))]
    if known.grids is None or len(known.grids) != 1 or puzzle.alphabet == ANY or not clued:
        return
    engine = engine_of(puzzle.dialect)
    line, number = random.choice(clued)
    before = line.clues[number]
    assert isinstance(before, Clue)
    for loosen in (False, True):
        budget = satcross.Budget(SECONDS)
        offers = satcross.alternatives(puzzle, line.name, number + 1, loosen=loosen, budget=budget)
        for offer in islice(offers, 10):
            after = offer.changes[0].after
            what = f"{'loosen' if loosen else 'vary'} {line.name}: {after} for {before.pattern}"
            agree(f"{what}: changes", offer.changes, (Change(line.name, number + 1, before.pattern, after),))
            _judge_changes(what, puzzle, offer.puzzle, offer.changes)
            agree(f"{what}: solutions", _grids(offer.puzzle, None, engine), known.grids)
            if loosen:
                fixed = puzzle._replace(alphabet=letters_to_try(puzzle))
                agree(f"{what}: alphabet", letters_to_try(offer.puzzle), fixed.alphabet)
                clues = (before, before._replace(pattern=after))
                _is_looser(what, *(_accepted(fixed, line, each, engine) for each in clues))


def by_completion(puzzle: Puzzle, known: Known, random: Random) -> None:
    """Clues for the lines that have none, some of which have no cells: one solution, and the other clues stay.

    Nothing is completed if and only if the clues that stay have no solution.
    """
    if puzzle.alphabet == ANY or len(puzzle.cells) > MOST_CELLS or not puzzle.lines:
        return
    bare = {line.name for line in puzzle.lines if line.cells and random.random() < 0.7}
    begun = puzzle._replace(
        lines=tuple([line._replace(clues=()) if line.name in bare else line for line in puzzle.lines]), expected=()
    )
    if not any(line.cells and not line.clues for line in begun.lines):
        return
    engine = engine_of(puzzle.dialect)
    request = satcross.Request(begun, seed=random.randint(1, 99))
    try:
        made = next(satcross.complete(request, budget=satcross.Budget(SECONDS)), None)
    except LimitError:
        return
    except PuzzleError as error:
        if error.code == "grid-contradiction":
            agree("complete: the clues have a solution", _has_solution(begun, engine), False)
        return
    if made is None:
        raise OutOfTime
    for before, after in zip(begun.lines, made.puzzle.lines, strict=True):
        agree(f"complete: clues of {before.name}", after.clues[: len(before.clues)], before.clues)
    grids = _grids(made.puzzle, None, engine) or frozenset()
    agree("complete: the solution is one", made.solution.letters in grids, True)
    is_known = all(each.code != "not-unique" for each in made.unmet)
    agree("complete: the puzzle says whether it is known to have one solution", made.puzzle.expects_all, is_known)
    if is_known:
        agree("complete: solutions", len(grids), 1)


def _has_solution(puzzle: Puzzle, engine: Engine) -> bool:
    """Return whether there is one over the letters of the puzzle, or letters that its clues to come may mention."""
    try:
        letters = letters_to_try(puzzle)
    except SatcrossError:  # no letter is mentioned
        letters = "A"
    found = solve(puzzle, letters, engine)
    if found is None:
        raise Undecided("too many grids")
    return found.count > 0


def by_settling(puzzle: Puzzle, known: Known, random: Random) -> None:
    """After one change the cell has the letter in every solution, and the wanted solution is one of them."""
    if not known.grids or len(known.grids) < 2 or puzzle.alphabet == ANY or len(puzzle.cells) > MOST_CELLS:
        return
    engine = engine_of(puzzle.dialect)
    wanted = random.choice(sorted(known.grids))
    cell = random.randrange(len(wanted))
    for settled in islice(settle(puzzle, cell, wanted, budget=satcross.Budget(SECONDS)), OFFERS):
        what = f"settle cell {cell} as {wanted[cell]!r}: {settled.change}"
        _judge_changes(what, puzzle, settled.puzzle, (settled.change,))
        grids = _grids(settled.puzzle, None, engine)
        if grids is not None:
            agree(f"{what}: letters", {grid[cell] for grid in grids}, {wanted[cell]})
            agree(f"{what}: the wanted solution", wanted in grids, True)


def _judge_changes(what: str, before: Puzzle, after: Puzzle, changes: Sequence[Change]) -> None:
    """Raise Difference unless `changes` are exactly how the clues differ."""
    changed = {change.line: [] for change in changes}
    for change in changes:
        changed[change.line].append(change)
    for old, new in zip(before.lines, after.lines, strict=True):
        clues: list[Clue | None] = list(old.clues) or [None]  # type: ignore[list-item]
        for change in changed.get(old.name, ()):
            clues[change.clue - 1] = Clue(change.after, _is_reversed(clues[change.clue - 1])) if change.after else None
        agree(f"{what}: {old.name}", new.clues, tuple(clue for clue in clues if clue is not None))
    agree(f"{what}: all else", after.given + after.cells, before.given + before.cells)


def _is_reversed(clue: object) -> bool:
    return isinstance(clue, Clue) and clue.is_reversed


def _with(puzzle: Puzzle, line: str, number: int, clue: Clue | None) -> Puzzle:
    """Return `puzzle` with another clue, or with none, as the clue of this number, from 1."""
    lines = []
    for each in puzzle.lines:
        clues = list(each.clues)
        if each.name == line:
            clues[number - 1 : number] = [] if clue is None else [clue]
        lines.append(each._replace(clues=tuple(clues)))
    return puzzle._replace(lines=tuple(lines))


def _accepted(puzzle: Puzzle, line: Line, clue: Clue, engine: Engine) -> frozenset[Grid]:
    """Return the letters of the line's different cells in each text that the engine accepts."""
    texts = accepted(puzzle, line, clue, [puzzle.alphabet] * len(puzzle.cells), engine)
    if texts is None:
        raise Undecided("too many texts")
    return frozenset(texts)


def _grids(puzzle: Puzzle, alphabet: str | None, engine: Engine) -> frozenset[Grid] | None:
    """Return all solutions by force; None if they are too many to list.

    Without `alphabet` it is the puzzle's own.  Raises Undecided if there are too many to try.
    """
    found = solve(puzzle, letters_to_try(puzzle) if alphabet is None else alphabet, engine)
    if found is None:
        raise Undecided("too many grids")
    return found.grids


OFFERS_ROUTES: Final = (
    Route("lint", by_lint, 4),
    Route("repair", by_repair, 1.5),
    Route("variation", by_variation, 1.5),
    Route("settling", by_settling, 3),
    Route("completion", by_completion, 1.5),
)
