"""Making one puzzle: grid, pool, search and gate, and the best puzzle so far at any time.

    request -> grid -> pool -> start -> search -> gate -> puzzle
                 ^                        ^         |
                 |                        +---------+   what lint finds, and how far the hardness is off
                 +----------------------------------+   if nothing helps: another grid, or another pool

All choices come from the seed, and effort is counted in work (`Board.work`), not in seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple, TypeAlias

from satcross.author.lint import Finding
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.wording import listed
from satcross.errors import LimitError
from satcross.generator.answers import Theme
from satcross.generator.board import Board, BoardTerms, ClueSlot
from satcross.generator.existing import Existing, board_of, target_of, undecided_cells
from satcross.generator.gate import Examination, examine, is_as_hard_as_asked, puzzle_of, shortfalls_of
from satcross.generator.grid import make_grid
from satcross.generator.improve import Goal, Improver, Standing
from satcross.generator.pool import HARD_TO_READ, Pool, Rules, plain_candidate
from satcross.generator.request import BEGUN, Request, covering, lines_with_cells
from satcross.generator.result import Generated, GeneratorProgress, Phase
from satcross.generator.search import Choice, Chooser
from satcross.puzzle.model import ANY, MENTIONED, POSITIVE, Puzzle, Solution, address_text
from satcross.solver.solutions import check

Watch: TypeAlias = Callable[[GeneratorProgress], None]

TRIES: Final = 6
"""How often a grid and a pool are drawn, until some clues of the pool lead to the letters of the grid."""

ATTEMPTS: Final = 12
"""How often all begins again, if the best choice lacks something."""

ROUNDS: Final = 3
FEW_ROUNDS: Final = 2
"""How often a choice goes to the search, and goes there again if the gate finds fault with it; and the same for late
attempts."""

PATIENCE: Final = 1_800
"""Work for each clue without a better choice, after which the search ends.  A thousand takes a fiftieth of a second."""

POLISH: Final = 200
"""The same, once the choice has all that was asked for."""

MANY: Final = 16
"""More clues than this get no more work, so that large puzzles do not take forever."""

TOTAL: Final = 300_000
"""Work for one puzzle; what is begun is still brought to its end."""

LATE: Final = 1_300_000
"""If the best puzzle lacks something after TOTAL, but before so much work, late attempts begin, with FEW_ROUNDS and
without polish.  Most of them succeed, in two to ten seconds each."""

MARGIN: Final = 0.1
"""The search keeps this distance from both ends of the wanted band, because pruning sees a little less of clues with
references or look-arounds than `explain` does."""

STYLE_PER_POINT: Final = 4.0
"""How much cheaper clues become that are hard to read, for each point that earlier attempts were too easy."""

STAR_SHARE: Final = {"rectangle": 0.75}
"""No more of the clues of such a shape should have a star than this: people tire of stars.  The short lines of hexagons
need them."""

SERIOUS: Final = ("not-unique", "rating", "beginnings", "construct", "equal-clues")
"""What must not be lacking; a puzzle that lacks something else is better than one that lacks any of these."""

SEVERAL: Final = 6
"""Letters that clues may name, at least, if they can be any: a grid of few letters leaves nothing to choose from."""


class KnownChoice(NamedTuple):
    """A choice, as far as it is known."""

    board: Board
    choice: Choice
    standing: Standing
    theme: Theme | None = None
    examined: Examination | None = None


class Maker:
    """Makes one puzzle, and keeps the best so far in case it is stopped."""

    def __init__(self, request: Request, budget: Budget, watch: Watch, *, keeps_clues: bool = False) -> None:
        """Make the maker of a new puzzle; or of more clues for `request.shape`, if it `keeps_clues`."""
        self._request: Final = request
        self._keeps_clues: Final = keeps_clues
        self._budget: Final = budget
        self._watch: Final = watch
        self._random: Final = Random(request.text)
        self._missing = 0.0  # by which the hardness of earlier attempts was too low
        self._undecided: tuple[int, ...] = ()  # cells that no new clue reads, and that can hold several letters
        self._theme: Theme | None = None  # of the current attempt
        self._now: KnownChoice | None = None
        self._best: tuple[tuple[int, int, int, float, int], KnownChoice] | None = None

    def make(self) -> None:
        """Find a puzzle, and examine it.  Raises TimeUp; LimitError if no clues lead to one solution."""
        self._find()
        if self._best is not None:
            self._keep(self._tidied(self._best[1]))

    def _find(self) -> None:
        if self._keeps_clues and self._needs_no_clue():
            return
        work = 0
        for number in range(ATTEMPTS):
            is_late = work > TOTAL
            try:
                chooser, choice = self._start()
            except LimitError:
                is_hopeless = self._undecided and self._request.shape.expected
                if self._best is None and (number == ATTEMPTS - 1 or is_hopeless):
                    raise
                if is_late:
                    return
                continue
            is_complete = self._attempt(chooser, choice, is_late=is_late)
            if is_complete and (number > 0 or not self._is_flawed):
                return  # if the first puzzle lacks nothing, but has flaws, a second one may have fewer
            work += chooser.board.work
            if work > LATE or (work > TOTAL and not self._is_lacking):
                return
            self._missing += self._out_of_band()

    def _needs_no_clue(self) -> bool:
        """Keep the puzzle as it is if its clues have one solution already; return whether they have."""
        if check(self._request.shape, budget=self._budget).status != "unique":
            return False
        made = KnownChoice(self._board(self._slots()).board, {}, Standing(0, 0.0, 0, 0))
        examined = self._examine(made)
        if examined.is_unique:
            self._keep(made._replace(examined=examined))
        return examined.is_unique

    @property
    def _is_flawed(self) -> bool:
        """Whether the best puzzle so far has flaws, such as too many clues of one skeleton."""
        return self._best is not None and self._best[1].standing.flaws > 0

    @property
    def _is_lacking(self) -> bool:
        """Whether the best puzzle so far lacks something."""
        return self._best is None or self._best[0][1] > 0

    def _out_of_band(self) -> float:
        """Return by how much the best hardness so far is too low; negative if it is too high."""
        if self._best is None or self._best[1].examined is None:
            return 0.0
        low, high = self._request.band
        return _too_low(self._best[1].examined.difficulty.hardness, low, high)

    def _start(self) -> tuple[Chooser, Choice]:
        """Return a chooser, and a choice from which the search can start."""
        request = self._request
        slots = self._slots()
        rules = self._rules()
        for _ in range(TRIES):
            self._tell("grid")
            board, fixed, self._theme = self._board(slots)
            if self._keeps_clues:
                self._undecided = undecided_cells(request.shape, board.letters, self._budget)
                if self._undecided:
                    continue
            self._tell("clues")
            pool = self._pool(board, range(len(slots)), rules)
            chooser = Chooser(
                pool,
                fixed,
                least_marking=request.least_marking,
                most_marking=request.most_marking,
                star_share=STAR_SHARE.get(request.shape.shape.kind, 1),
            )
            choice = chooser.start(self._random) or chooser.start(self._random)  # a new pool takes longer
            if choice is not None:
                chooser.lower(choice, self._random)
                return chooser, choice
        message = "no clues were found that lead to one solution"
        hint = "allow longer clues, two clues per line, or more constructs"
        if self._undecided:
            cells = listed([address_text(request.shape.cells[cell]) for cell in self._undecided])
            message += f"; only lines whose clues stay read {cells}, where they allow several letters"
            hint = "tighten these clues, or take one out so that a new one is made"
        raise LimitError(message, hint=hint)

    def _pool(self, board: Board, slots: range, rules: Rules) -> Pool:
        """Return a pool with the constructs and beginnings that are wanted."""
        request = self._request
        pool = Pool(board, tuple(slots), rules, self._random)
        for construct in request.constructs:
            pool.reserve(construct, self._random)
        if self._beginnings:
            pool.reserve_beginnings(self._beginnings, self._random)
        return pool

    def _rules(self) -> Rules:
        """Return what is asked of each clue."""
        request = self._request
        return Rules(
            request.max_length,
            request.forbidden,
            {**_usual_style(self._missing), **request.style},
            request.allows_words,
            allows_told=request.is_sparse,
            is_generous=request.is_sparse,
        )

    @property
    def _beginnings(self) -> int:
        """How many lines it must be possible to begin at once."""
        return -(-len(lines_with_cells(self._request.shape)) // BEGUN) if self._request.is_gentle else 0

    def _board(self, slots: list[ClueSlot]) -> Existing:
        """Return a board with letters in all cells, and the clues that stay."""
        request = self._request
        if self._keeps_clues:
            allowed = request.shape.alphabet
            drawn = request.letters if allowed in (ANY, MENTIONED, POSITIVE) else allowed
            target = target_of(request.shape, request.solution, drawn, self._random, self._budget)
            letters = make_grid(request._replace(solution=target, letters=drawn, is_random=True), self._random).letters
            return board_of(request.shape, letters, slots, is_open=request.alphabet == ANY, budget=self._budget)
        letters, theme = make_grid(request, self._random)
        alphabet = "" if request.alphabet == ANY else request.alphabet
        own = frozenset(letters)
        missing = 0 if alphabet else max(0, SEVERAL - len(own))
        in_order = dict.fromkeys(sorted(request.letters)) if missing else ()  # there can be a million
        decoys = [letter for letter in in_order if letter not in own]
        few = self._random.sample(decoys, min(len(decoys), missing))
        terms = BoardTerms(dialect=request.dialect, alphabet=alphabet, mentioned="".join(few))
        return Existing(Board(slots, letters, terms, self._budget), {}, theme)

    def _slots(self) -> list[ClueSlot]:
        """Return the slots: one for each clue of a line with cells, or of some of these if the puzzle may be sparse."""
        request = self._request
        lines = request.shape.lines
        if self._keeps_clues:
            empty = [ClueSlot(number, line.cells) for number, line in enumerate(lines) if line.cells and not line.clues]
            return [slot for slot in empty for _ in range(request.clues_per_line)]
        chosen = [number for number, line in enumerate(lines) if line.cells]
        if request.is_sparse:
            needed = covering(request.shape)
            others = [number for number in chosen if number not in needed]
            chosen = sorted([*needed, *self._random.sample(others, len(others) // 2)])
        return [ClueSlot(number, lines[number].cells) for number in chosen for _ in range(request.clues_per_line)]

    def _attempt(self, chooser: Chooser, choice: Choice, *, is_late: bool) -> bool:
        """Search from `choice`, and keep what is found; return whether it is all that was asked for.

        Args:
            is_late: Whether the attempt should be short, because there is little work left for it.
        """
        low, high = self._request.band
        goal = Goal(low + MARGIN, high - MARGIN, frozenset(self._request.constructs), self._beginnings)
        improver = Improver(chooser, goal, self._random)
        rounds = FEW_ROUNDS if is_late else ROUNDS
        findings: tuple[Finding, ...] = ()
        for number in range(rounds + 1):
            if number == rounds and not findings:
                break  # what lint has found in the last round can be mended once more, a hardness cannot
            made = self._search(improver, choice, is_late=is_late)
            self._tell("check", made)
            examined = self._examine(made)
            made = made._replace(examined=examined)
            if self._keep(made):
                return True
            findings = examined.findings
            choice = self._repaired(improver, made, examined)
        if self._request.is_sparse:
            self._drop_superfluous(chooser, improver, choice)
        return False

    def _drop_superfluous(self, chooser: Chooser, improver: Improver, choice: Choice) -> None:
        """Keep `choice` without the clues that can be left out, if there are any: some lines then have no clue."""
        dropped = chooser.superfluous(choice)
        if dropped:
            left = {slot: candidate for slot, candidate in choice.items() if slot not in dropped}
            chooser.lower(left, self._random)
            made = KnownChoice(chooser.board, left, improver.standing(left), self._theme)
            self._keep(made._replace(examined=self._examine(made)))

    def _search(self, improver: Improver, choice: Choice, *, is_late: bool) -> KnownChoice:
        """Return the best choice that is found before patience ends; if it `is_late`, the first that meets the goal."""
        board = improver.chooser.board
        best: Standing | None = None
        clues = min(len(choice), MANY)
        polish = 0 if is_late else POLISH
        last = board.work
        for better, standing in improver.improve(choice):
            if best is None or standing.total < best.total:
                best, choice, last = standing, better, board.work
                self._now = KnownChoice(board, choice, best, self._theme)
                self._tell("search", self._now)
            patience = polish if best.meets(improver.goal) else PATIENCE
            if board.work - last > clues * patience:
                break
        assert best is not None, "the search yields the choice from which it starts"
        return KnownChoice(board, choice, best, self._theme)

    def _puzzle(self, made: KnownChoice) -> Puzzle:
        board, keeps_clues = made.board, self._keeps_clues
        puzzle = puzzle_of(self._request, board.slots, made.choice, board.letters, keeps_clues=keeps_clues)
        return puzzle if made.theme is None else puzzle._replace(title=made.theme.title, answer=made.theme.answer)

    def _examine(self, made: KnownChoice, budget: Budget | None = None) -> Examination:
        request = self._request
        examined = examine(request, self._puzzle(made), budget or self._budget)
        if self._keeps_clues:
            kept = {line.name for line in request.shape.lines if line.clues}
            examined = examined._replace(findings=tuple(each for each in examined.findings if each.line not in kept))
        return examined

    def _keep(self, made: KnownChoice) -> bool:
        """Keep `made` if it is the best so far; return whether it has all that was asked for."""
        examined = _examination(made)
        shortfalls = shortfalls_of(self._request, examined)
        low, high = self._request.band
        hardness = examined.difficulty.hardness
        serious = sum(each.code in SERIOUS for each in shortfalls)
        off = max(low - hardness, hardness - high, 0.0)
        key = (serious, len(shortfalls), made.standing.flaws, off, made.standing.cost)
        if self._best is None or key < self._best[0]:
            self._best = key, made
        self._now = None
        return not shortfalls

    def _repaired(self, improver: Improver, made: KnownChoice, examined: Examination) -> Choice:
        """Return a choice that avoids what the gate has found, and correct the hardness that the search aims at."""
        chooser, lines = improver.chooser, self._request.shape.lines
        low, high = self._request.band
        shift = examined.difficulty.hardness - made.standing.hardness
        improver.goal = improver.goal._replace(low=low + MARGIN - shift, high=high - MARGIN - shift)
        names = {finding.line for finding in examined.findings}
        choice = dict(made.choice)
        for slot in made.choice:
            if lines[chooser.board.slots[slot].line].name in names:
                chooser.refuse(slot, choice[slot].pattern)
                if not chooser.replace(choice, slot) and not chooser.replace_around(choice, slot, self._random):
                    choice = chooser.start(self._random) or dict(made.choice)
                    break
        chooser.lower(choice, self._random)
        return choice

    def _tidied(self, made: KnownChoice) -> KnownChoice:
        """Return `made` with each clue as lint would have it, as long as the puzzle has all that was asked for.

        Where it would not, the clue stays as it is, and that it could be looser is no fault.
        """
        needed: list[Finding] = []
        while True:
            findings = _examination(made).findings
            finding = next((each for each in findings if each.rewrite and each not in needed), None)
            if finding is None:
                rest = tuple(each for each in findings if each not in needed or each.code != "looser-clue")
                return made._replace(examined=_examination(made)._replace(findings=rest))
            rewritten = self._rewritten(made, finding)
            if rewritten is None:
                needed.append(finding)
            else:
                made = rewritten

    def _rewritten(self, made: KnownChoice, finding: Finding) -> KnownChoice | None:
        """Return `made` with the clue that `finding` offers; None if it then lacks something that was asked for."""
        lines, board = self._request.shape.lines, made.board
        slot = next(
            slot
            for slot, candidate in made.choice.items()
            if (lines[board.slots[slot].line].name, candidate.pattern) == (finding.line, finding.pattern)
        )
        candidate = plain_candidate(board, slot, finding.rewrite, made.choice[slot].family)
        if candidate is None:
            return None
        cost = made.standing.cost - made.choice[slot].cost + candidate.cost
        other = made._replace(choice={**made.choice, slot: candidate}, standing=made.standing._replace(cost=cost))
        if not is_as_hard_as_asked(self._request, self._puzzle(other), self._budget):
            return None
        examined = self._examine(other)
        is_worse = any(each.code in SERIOUS for each in shortfalls_of(self._request, examined))
        return None if is_worse else other._replace(examined=examined)

    def result(self, *, is_stopped: bool) -> Generated | None:
        """Return the best puzzle so far; None if there is none yet.

        Args:
            is_stopped: Whether the search was ended by the clock or by an interrupt.
        """
        if self._now is not None:
            self._keep(self._now._replace(examined=self._examine(self._now, UNLIMITED)))
        if self._best is None:
            return None
        made = self._best[1]
        examined = _examination(made)
        return Generated(
            examined.puzzle,
            Solution(examined.puzzle, made.board.letters),
            examined.difficulty,
            self._request.seed,
            made.standing.cost,
            None,
            False,
            tuple(made.choice[slot].family for slot in sorted(made.choice)),
            shortfalls_of(self._request, examined, is_stopped=is_stopped),
        )

    def _tell(self, phase: Phase, made: KnownChoice | None = None) -> None:
        seed = self._request.seed
        if made is None:
            self._watch(GeneratorProgress(seed, phase))
        else:
            self._watch(GeneratorProgress(seed, phase, made.standing.cost, None, made.standing.hardness))


def _examination(made: KnownChoice) -> Examination:
    assert made.examined is not None, "it has been examined"
    return made.examined


def _too_low(hardness: float, low: float, high: float) -> float:
    """Return by how much `hardness` is below `low`; negative if it is above `high`."""
    return max(low - hardness, 0.0) - max(hardness - high, 0.0)


def _usual_style(missing: float) -> dict[str, float]:
    """Return weights that make clues that are hard to read more frequent if earlier attempts were too easy.

    Args:
        missing: By how much the hardness has been too low before.
    """
    weight = min(max(STYLE_PER_POINT**missing, 0.2), 5.0)
    return dict.fromkeys(HARD_TO_READ, weight)
