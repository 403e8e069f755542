"""Puzzles worth publishing, at the difficulty asked for.

    request -> grid -> pool of candidate clues -> search for a cheap choice -> gate -> puzzle

The search knows what propagation and the rating will say.  The gate asks the project's own `check`, `lint` and
`explain`; what it finds goes back to the search.  Equal requests give equal puzzles: all choices come from the seed,
and effort is counted in revisions, not in seconds.  Only a deadline can end a search earlier, and then the puzzle says
so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final, TypeAlias

from satcross.budget import UNLIMITED, Budget
from satcross.errors import LimitError, TimeUp
from satcross.generator.board import Board, ClueSlot
from satcross.generator.gate import Examined, examine, puzzle_of, shortfalls_of
from satcross.generator.grid import make_grid
from satcross.generator.improve import Goal, Improver, Standing
from satcross.generator.pool import Pool, Rules
from satcross.generator.request import Request, check_request
from satcross.generator.result import Generated, GeneratorProgress, Phase
from satcross.generator.search import Choice, Chooser, cost_of
from satcross.model import ANY, Solution

Watch: TypeAlias = Callable[[GeneratorProgress], None]

TRIES: Final = 6
"""How often a grid and a pool are drawn, if no clues of the pool lead to the letters of the grid."""

ROUNDS: Final = 5
"""How often a choice goes back to the search, after the gate has found fault with it."""

WORK: Final = 60_000
"""Revisions of a search for a better choice; they take two to five seconds."""

POLISH: Final = 6_000
"""Revisions after which a choice that has all that was asked for is good enough, if nothing better was found."""

MARGIN: Final = 0.1
"""The search stays so far within the wanted rating, because its own rating can differ a little from the real one."""


def generate(
    request: Request, *, budget: Budget = UNLIMITED, watch: Watch = lambda progress: None
) -> Iterator[Generated]:
    """Yield puzzles as they are found, without end: the first from the seed of `request`, the next from the next seed.

    budget  its deadline is that of all puzzles together; when it has passed, or when the process is interrupted, the
            best puzzle so far is yielded, with what it lacks, and there are no others
    watch   is told how far the search has come

    Raises OptionError and PuzzleError for a request that cannot be carried out, and LimitError if no clues were found
    that lead to one solution.
    """
    check_request(request)
    seed = request.seed
    while True:
        maker = _Maker(request._replace(seed=seed), budget, watch)
        is_stopped = False
        try:
            maker.make()
        except (TimeUp, KeyboardInterrupt):
            is_stopped = True
        found = maker.result(is_stopped)
        if found is not None:
            yield found
        if is_stopped:
            return
        seed += 1


class _Maker:
    """Makes one puzzle, and keeps the best one so far in case it is stopped."""

    def __init__(self, request: Request, budget: Budget, watch: Watch) -> None:
        self._request: Final = request
        self._budget = budget
        self._watch: Final = watch
        self._random: Final = Random(request.seed)
        self._board: Board | None = None
        self._choice: Choice = {}
        self._examined: Examined | None = None

    def make(self) -> None:
        """Find a puzzle, and examine it.  Raises TimeUp, LimitError."""
        chooser = self._start()
        low, high = self._request.band
        goal = Goal(low + MARGIN, high - MARGIN, frozenset(self._request.constructs))
        improver = Improver(chooser, goal, self._random)
        for _ in range(ROUNDS):
            standing = self._improve(improver)
            self._tell("check", standing)
            self._examined = self._examine()
            if not self._repair(improver, standing, self._examined):
                break

    def _start(self) -> Chooser:
        """Return a chooser, after it has made a choice from which the search can start."""
        request = self._request
        rules = Rules(request.max_length, frozenset(request.without), request.style, request.allows_words)
        slots = [
            ClueSlot(number, line.cells) for number, line in enumerate(request.shape.lines)
            for _ in range(request.clues_per_line)
        ]  # fmt: skip
        for _ in range(TRIES):
            self._tell("grid")
            letters = make_grid(request, self._random)
            alphabet = "" if request.alphabet == ANY else request.alphabet
            board = Board(slots, letters, request.dialect, alphabet, self._budget)
            self._tell("clues")
            chooser = Chooser(Pool(board, tuple(range(len(slots))), rules, self._random))
            choice = chooser.start(self._random)
            if choice is not None:
                self._board, self._choice = board, choice
                chooser.lower(choice, self._random)
                return chooser
        message = "no clues were found that lead to one solution"
        raise LimitError(message, hint="allow longer clues, two clues per line, or more constructs")

    def _improve(self, improver: Improver) -> Standing:
        """Search for a better choice within the work allowed, and return how good the best one is."""
        board = improver.chooser.board
        begin = last = board.work
        best: Standing | None = None
        for choice, standing in improver.improve(self._choice):
            if best is None or standing.total < best.total:
                best, self._choice, last = standing, choice, board.work
                self._examined = None
                self._tell("search", standing)
            is_done = best.meets(improver.goal) and board.work - last > POLISH
            if is_done or board.work - begin > WORK:
                break
        assert best is not None, "the search yields the choice from which it starts"
        return best

    def _examine(self) -> Examined:
        assert self._board is not None, "there is a choice"
        puzzle = puzzle_of(self._request, self._board.slots, self._choice, self._board.letters)
        return examine(self._request, puzzle, self._budget)

    def _repair(self, improver: Improver, standing: Standing, examined: Examined) -> bool:
        """Make another choice that avoids what the gate has found; return whether there is anything to improve."""
        chooser = improver.chooser
        request = self._request
        found = {finding.line for finding in examined.findings}
        faulty = [slot for slot in self._choice if request.shape.lines[chooser.board.slots[slot].line].name in found]
        low, high = request.band
        rating = examined.difficulty.rating
        is_rated = low <= rating <= high
        if not faulty and is_rated:
            return False
        if not is_rated:
            shift = rating - standing.rating
            improver.goal = improver.goal._replace(low=low + MARGIN - shift, high=high - MARGIN - shift)
        tried = dict(self._choice)
        for slot in faulty:
            chooser.refuse(slot, tried[slot].pattern)
            chooser.take_strong(tried, slot, self._random)
        if faulty and chooser.solves(tried):
            chooser.lower(tried, self._random)
            self._choice = tried
        return True

    def result(self, is_stopped: bool) -> Generated | None:
        """Return the best puzzle so far; None if there is none yet.

        is_stopped  whether the search was ended by the clock or by an interrupt
        """
        if self._board is None:
            return None
        if self._examined is None:
            self._budget = UNLIMITED
            self._examined = self._examine()
        examined = self._examined
        shortfalls = shortfalls_of(self._request, examined, is_stopped=is_stopped)
        families = tuple(self._choice[slot].family for slot in sorted(self._choice))
        return Generated(
            examined.puzzle,
            Solution(examined.puzzle, self._board.letters),
            examined.difficulty,
            self._request.seed,
            cost_of(self._choice),
            None,
            False,
            families,
            shortfalls,
        )

    def _tell(self, phase: Phase, standing: Standing | None = None) -> None:
        cost, rating = (None, None) if standing is None else (standing.cost, standing.rating)
        self._watch(GeneratorProgress(self._request.seed, phase, cost, None, rating))
