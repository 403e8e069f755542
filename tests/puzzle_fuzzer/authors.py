"""What authors are told about random puzzles is true: the engine is asked about every text that a line can have.

Explanations, diagnoses, glances and breaches of the alphabet speak about single clues.  What a clue says by force:
which letters its texts have in each cell of its line.
"""

import re
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

import satcross
from satcross.author.ambiguity import alphabet_dependence
from satcross.author.diagnose import LETTERS, diagnose
from satcross.author.explanation import ExplanationStep
from satcross.author.overview import overview
from satcross.base.wording import listed
from satcross.errors import SatcrossError
from satcross.puzzle import ANY, Clue, Line, Puzzle, address_text
from satcross.solver.diagnosis import Cause, Diagnosis
from tests.judges.engines import Engine, engine
from tests.puzzle_fuzzer.brute import Grid, accepted, join, solve, texts_of
from tests.puzzle_fuzzer.letters import letters_to_try
from tests.puzzle_fuzzer.routes import SECONDS, Difference, Known, OutOfTime, Route, agree

CELLS: Final = 12  # of a puzzle whose explanation is followed step by step
LENGTHS: Final = 4  # up to which the lengths of a clue's matches are tried


class Forced:
    """What the clues of a puzzle say by force, over the letters of its cells."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._engine: Engine = engine(puzzle.dialect)
        self._lines = {line.name: line for line in puzzle.lines}

    def texts(self, line: Line, clue: Clue, letters: Sequence[str]) -> list[Grid]:
        """Return the letters of the line's different cells in each text within `letters` that the clue matches.

        Raises OutOfTime if there are too many texts.
        """
        texts = accepted(self._puzzle, line, clue, letters, self._engine)
        if texts is None:
            raise OutOfTime
        return texts

    def left(self, line: Line, clue: Clue, letters: Sequence[str]) -> dict[int, str]:
        """Return for each cell of the line, in code-point order, the letters that texts of the clue have there."""
        texts = self.texts(line, clue, letters)
        cells = dict.fromkeys(line.cells)
        return {cell: "".join(sorted({text[place] for text in texts})) for place, cell in enumerate(cells)}

    def clue(self, line: str, number: int) -> tuple[Line, Clue]:
        """Return the line of this name, and its clue of this number, from 1."""
        clue = self._lines[line].clues[number - 1]
        assert isinstance(clue, Clue)
        return self._lines[line], clue

    def can_hold(self, clues: Iterable[tuple[Line, Clue]], letters: Sequence[str]) -> bool:
        """Return whether some grid satisfies all of `clues`.  Raises OutOfTime if there are too many grids."""
        constraints = [(tuple(dict.fromkeys(line.cells)), self.texts(line, clue, letters)) for line, clue in clues]
        found = join(constraints, letters)
        if found is None:
            raise OutOfTime
        return found.count > 0

    def all_clues(self) -> list[tuple[Line, Clue]]:
        """Return all clues, line by line."""
        return [(line, clue) for line in self._puzzle.lines for clue in line.clues if isinstance(clue, Clue)]


def by_explanation(puzzle: Puzzle, known: Known, random: Random) -> None:
    """Each step says all that its clues say of what was known when its round began, and no more.

    Several clues are named only where no single one will do.
    """
    if known.grids is None or len(known.grids) > 300 or puzzle.alphabet == ANY or len(puzzle.cells) > CELLS:
        return
    found = satcross.explain(puzzle, budget=satcross.Budget(SECONDS))
    if not found.is_complete:
        raise OutOfTime
    agree("explain: status", found.status, known.status)
    before = began = found.start
    forced = Forced(puzzle)
    round_number = 1
    for number, step in enumerate(found.steps, 1):
        began = before if step.round != round_number else began
        round_number = step.round
        read = [known if len(known) == 1 else start for known, start in zip(began, found.start, strict=True)]
        _check_step(
            f"explain: step {number}", forced, puzzle, before, read if step.technique == "read" else began, step
        )
        before = step.candidates
    if known.grids:
        hull = ["".join(sorted(set(letters))) for letters in zip(*known.grids, strict=True)]
        agree("explain: what is left", ["".join(sorted(each)) for each in before], hull)


def _check_step(
    name: str, forced: Forced, puzzle: Puzzle, before: Sequence[str], used: Sequence[str], step: ExplanationStep
) -> None:
    """Raise Difference unless `step` follows from its clues, and is no longer than it has to be.

    used  what a step of one clue takes of each cell: the letters that were placed, or all that was known
    """
    clues = [forced.clue(reason.line, reason.clue) for reason in step.reasons]
    if len(clues) > 1:
        for line, clue in forced.all_clues():
            now = {cell: "".join(sorted(before[cell])) for cell in line.cells}
            agree(f"{name} joins clues: {clue.pattern} alone", forced.left(line, clue, before), now)
        for cell, letters in step.ruled_out:
            place = puzzle.cells.index(cell)
            for letter in letters:
                narrowed = [*before[:place], letter, *before[place + 1 :]]
                agree(f"{name}: {letter} in {address_text(cell)}", forced.can_hold(clues, narrowed), False)
        if step.is_contradiction:
            agree(f"{name}: the clues can hold", forced.can_hold(clues, before), False)
        return
    ((line, clue),) = clues
    if step.is_contradiction:
        agree(f"{name}: contradiction", forced.texts(line, clue, before), [])
        return
    left = forced.left(line, clue, used)
    for cell, letters in left.items():
        is_told = len(letters) == 1 or step.technique != "read"
        expected = set(before[cell]) & set(letters) if is_told else set(before[cell])
        agree(
            f"{name}: left in {address_text(puzzle.cells[cell])}",
            "".join(sorted(step.candidates[cell])),
            "".join(sorted(expected)),
        )


def by_diagnosis(puzzle: Puzzle, known: Known, random: Random) -> None:
    """Every sentence about why there is no solution is true."""
    if known.status != "none" or puzzle.alphabet == ANY:
        return
    found = diagnose(puzzle, budget=satcross.Budget(2 * SECONDS))
    forced = Forced(puzzle)
    letters = [letters_to_try(puzzle)] * len(puzzle.cells)
    unmatchable = [
        (line.name, number)
        for line in puzzle.lines
        for number, clue in enumerate(line.clues, 1)
        if isinstance(clue, Clue) and not forced.texts(line, clue, letters)
    ]
    if not found.is_complete and found.kind == "unknown":
        raise OutOfTime
    is_about_one = found.kind in ("length", "alphabet")
    agree("diagnose: names clues that cannot match", is_about_one <= bool(unmatchable), True)
    if found.is_complete:
        agree("diagnose: finds clues that cannot match", is_about_one, bool(unmatchable))
    if is_about_one:
        named = [(cause.line, cause.clue) for cause in found.causes]
        agree("diagnose: clues", named if found.is_complete else [*filter(unmatchable.__contains__, named)], named)
        if found.is_complete:
            agree("diagnose: all clues", named, unmatchable)
        for cause in found.causes:
            _check_unmatchable(puzzle, forced, cause)
    else:
        _check_conflict(puzzle, forced, found, letters)


def _check_unmatchable(puzzle: Puzzle, forced: Forced, cause: Cause) -> None:
    """Raise Difference unless it is true what strings the clue of `cause` would match."""
    judge = engine(puzzle.dialect)
    if example := re.search(r", but (.+) would$", cause.message, re.DOTALL):
        (way,) = judge.ways(cause.pattern, puzzle.flags, [example[1]])
        agree(f"diagnose: {cause} matches its example", way is not None, True)
        return
    line, clue = forced.clue(cause.line, cause.clue)
    widened = puzzle._replace(lines=(line._replace(clues=(clue,)),), given=(), alphabet=ANY)
    try:
        letters = letters_to_try(widened)
    except SatcrossError:
        return
    lengths = []
    for length in range(LENGTHS + 1):
        texts = texts_of(range(length), [letters] * length)
        if texts is None:
            break
        if any(way is not None for way in judge.ways(cause.pattern, puzzle.flags, texts)):
            lengths.append(length)
    _check_lengths(cause.message, lengths, length if texts is None else length + 1)


def _check_lengths(said: str, lengths: Sequence[int], tried: int) -> None:
    """Raise Difference unless what a cause says of the lengths of matches is true.

    lengths  those below `tried` that matches have
    """
    numbers = [{"one": 1, "no": 0}.get(each) or int(each.replace("no", "0")) for each in
               re.findall(r"\b(\d+|one|no)\b", said.partition(" matches")[2].partition(":")[2])]  # fmt: skip
    named: list[int] = []
    wrong: Iterable[int] = ()
    if "none of any other length" in said:
        wrong = range(tried)
    elif "longest match has" in said:
        named, wrong = numbers, range(numbers[0] + 1, tried)
    elif "shortest match has" in said:
        named, wrong = numbers, range(numbers[0])
    elif "its matches have" in said:
        named, wrong = numbers, range(numbers[0] + 1, numbers[1])
    elif "every match has" in said:
        wrong = range(numbers[0])
    elif "no match has more than" in said:
        wrong = range(numbers[1] + 1, tried)
    agree(f"diagnose: {said}", sorted({*lengths} & {*wrong}), [])
    agree(f"diagnose: {said}", [each for each in named if each < tried and each not in lengths], [])


def _check_conflict(puzzle: Puzzle, forced: Forced, found: Diagnosis, letters: Sequence[str]) -> None:
    """Raise Difference unless what `found` blames cannot hold together, and says true things about it."""
    given = {f"the letter {letter} given in cell {address_text(puzzle.cells[cell])}": (cell, letter)
             for cell, letter in puzzle.given}  # fmt: skip
    narrowed = list(letters)
    clues = []
    left: list[dict[int, str]] = []
    for cause in found.causes:
        if cause.clue:
            clues.append(forced.clue(cause.line, cause.clue))
            left.append(forced.left(*clues[-1], letters))
        else:
            cell, letter = given[cause.line]
            narrowed[cell] = letter if letter in narrowed[cell] else ""
            left.append({cell: letter})
    if found.message.startswith("the given letters contradict"):
        for cell, letter in given.values():
            narrowed[cell] = letter if letter in narrowed[cell] else ""
        agree(f"diagnose: {found.message}, but it can hold", forced.can_hold(clues, narrowed), False)
        return
    agree("diagnose: what conflicts can hold", forced.can_hold(clues, narrowed), False)
    if found.is_complete:
        for spared in range(len(clues)):
            others = [*clues[:spared], *clues[spared + 1 :]]
            agree(f"diagnose: can hold without clue {spared}", forced.can_hold(others, narrowed), True)
        for cell in [cell for cell, (one, all_) in enumerate(zip(narrowed, letters, strict=True)) if one != all_]:
            wider = [*narrowed[:cell], letters[cell], *narrowed[cell + 1 :]]
            agree(f"diagnose: can hold without the letter of cell {cell}", forced.can_hold(clues, wider), True)
    place = re.fullmatch("these two conflict in cell (.*)", found.message)
    if place is None:
        return
    cell = [address_text(each) for each in puzzle.cells].index(place[1])
    for cause, own, other in zip(found.causes, left, left[::-1], strict=True):
        if cause.clue:
            text = (
                f"allows only {listed(list(own[cell]), 'or')}"
                if len(own[cell]) <= LETTERS
                else f"does not allow {listed(list(other[cell][:LETTERS]), 'or')}"
            )
            agree(f"diagnose: {cause.pattern}", cause.message, f"{text} in cell {place[1]}")


def by_overview(puzzle: Puzzle, known: Known, random: Random) -> None:
    """A glance at the puzzle names the clues that no text matches, and no clue as idle that excludes one."""
    if puzzle.alphabet == ANY:
        return
    forced = Forced(puzzle)
    letters = [letters_to_try(puzzle)] * len(puzzle.cells)
    warned = overview(puzzle, asks_alphabet=False, budget=satcross.Budget(SECONDS)).warnings
    unmatchable = []
    for line in puzzle.lines:
        for number, clue in enumerate(line.clues, 1):
            assert isinstance(clue, Clue)
            place = f"{line.name}, clue {number}"
            texts = forced.texts(line, clue, letters)
            unmatchable += [] if texts else [place]
            if ("no-effect", place) in [(each.code, each.place) for each in warned]:
                agree(f"overview: {place} is idle", len(texts), len(letters[0]) ** len(set(line.cells)))
    agree("overview: unmatchable", [each.place for each in warned if each.code == "unmatchable"], unmatchable)


def by_alphabet(puzzle: Puzzle, known: Known, random: Random) -> None:
    """A solution is the only one over all of Unicode iff it is; other letters are those that solutions have."""
    if known.status != "unique" or not known.grids or puzzle.alphabet == ANY:
        return
    (grid,) = known.grids
    found = alphabet_dependence(puzzle, grid, budget=satcross.Budget(SECONDS))
    if not found.is_exact:
        raise OutOfTime
    named = "".join([breach.letters for breach in found.breaches])
    widened = puzzle._replace(alphabet=ANY)
    letters = "".join(sorted({*letters_to_try(widened), *grid, *named}))
    forced = solve(widened, letters, engine(puzzle.dialect))
    if forced is None:
        return
    agree("alphabet: the only solution over all of Unicode", found.is_unique_over_any, forced.count == 1)
    if forced.grids is None:
        return
    for cell, address in enumerate(puzzle.cells):
        others = {each[cell] for each in forced.grids} - {grid[cell]}
        told = {letter for breach in found.breaches if breach.cell == address for letter in breach.letters}
        agree(f"alphabet: a breach in {address_text(address)}", bool(told), bool(others))
        if told - others:
            raise Difference(f"alphabet: no solution has one of {told - others} in {address_text(address)}")


AUTHORS_ROUTES: Final = (
    Route("explanation", by_explanation, 8),
    Route("diagnosis", by_diagnosis, 25),
    Route("overview", by_overview, 8),
    Route("alphabet", by_alphabet, 15),
)
