"""Generating puzzles: the letters of the grid, candidates for the clues, a choice of clues, and the examination of it.

    request -> grid -> pool -> start -> search -> examination -> puzzle
                 ^                        ^            |
                 |                        +------------+   what lint finds, and how far the difficulty is off
                 +-------------------------------------+   if nothing helps: another grid, or another pool

In: a `Request`.  Out: `Generated` puzzles, each the best that was found, with what it lacks.  Equal requests give equal
puzzles on every machine: all choices come from the seed, and effort is counted in work (`Board.work`), not in seconds.
Only a deadline or an interrupt can end a search earlier, and then the puzzle says so.

The sections below are what is returned, one puzzle (`Maker`), and the functions `generate` and `complete`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from satcross.author.lint import Finding
from satcross.base.budget import UNLIMITED, Budget, limits
from satcross.base.records import NamedTuple
from satcross.base.wording import counted, listed
from satcross.errors import LimitError, PuzzleError, TimeUp
from satcross.generator.board import Board, BoardTerms, ClueSlot, check_letters
from satcross.generator.examination import Examination, examine, is_as_hard_as_asked, unmet_by
from satcross.generator.grid import make_grid
from satcross.generator.improver import Goal, Improver, Standing
from satcross.generator.pool import HARD_TO_READ, VOICES, Pool, Rules, plain_candidate
from satcross.generator.puzzle_boards import Existing, board_of, target_of, undecided_cells
from satcross.generator.request import BEGUN, Request, check_attainable, check_request, covering, lines_with_cells
from satcross.generator.results import Generated, GeneratorProgress, Phase, Watch, puzzle_of
from satcross.generator.search import Choice, Chooser, cost_of
from satcross.generator.themes import Theme
from satcross.generator.tuning import DEFAULT_GENERATOR_TUNING, GeneratorTuning
from satcross.puzzle import ANY, MENTIONED, POSITIVE, Puzzle, Solution, address_text
from satcross.solver.solutions import check

SERIOUS: Final = ("not-unique", "difficulty", "beginnings", "construct", "equal-clues")
"""What must not be lacking; a puzzle that lacks something else is better than one that lacks any of these."""


class KnownChoice(NamedTuple):
    """A choice, if it is known."""

    board: Board
    choice: Choice
    standing: Standing
    theme: Theme | None = None
    examined: Examination | None = None


class Rank(NamedTuple):
    """How good a puzzle is: smaller is better, and what comes first counts more.

    Attributes:
        serious: What it lacks that must not be lacking.
        unmet: What it lacks.
        flaws: The flaws of its choice.
        distance: How far its difficulty is from the wanted band.
        cost: The cost of its clues.
        path: The merit of its path, negated.
    """

    serious: int
    unmet: int
    flaws: int
    distance: float
    cost: int
    path: float


_UNFINISHED: Final = {"grid": "the letters were still being chosen", "clues": "clues were still being collected"}
"""What there is to say of a search whose time is up in one of these phases."""


class Maker:
    """Makes one puzzle, and keeps the best so far in case it is stopped."""

    def __init__(
        self,
        request: Request,
        budget: Budget,
        watch: Watch | None,
        tuning: GeneratorTuning = DEFAULT_GENERATOR_TUNING,
        *,
        keeps_clues: bool = False,
    ) -> None:
        """Make the maker of a new puzzle; or of more clues for `request.shape`, if it `keeps_clues`."""
        self._tuning: Final = tuning
        self._request: Final = request
        self._keeps_clues: Final = keeps_clues
        self._budget: Final = budget
        self._watch: Final = watch
        self._random: Final = Random(request.text)
        self._voice: Final = self._random.choice(VOICES)
        self._missing = 0.0  # by which the difficulty of earlier attempts was too low
        self._undecided: tuple[int, ...] = ()  # cells that no new clue reads, and that can hold several letters
        self._theme: Theme | None = None  # of the current attempt
        self._phase: Phase = "grid"
        self._chooser: Chooser | None = None  # of the current attempt
        self._now: KnownChoice | None = None
        self._best: tuple[Rank, KnownChoice] | None = None

    def make(self) -> None:
        """Find a puzzle, and examine it.  Raises TimeUp; LimitError if no clues lead to one solution."""
        self._find()
        if self._best is not None:
            self._keep(self._tidied(self._best[1]))

    def _find(self) -> None:
        if self._keeps_clues and self._needs_no_clue():
            return
        tuning = self._tuning
        work = 0
        for number in range(tuning.attempts):
            is_late = work > tuning.total
            try:
                chooser, choice = self._start()
            except LimitError:
                cannot_succeed = self._undecided and self._request.shape.expected
                if self._best is None and (number == tuning.attempts - 1 or cannot_succeed):
                    raise
                if is_late:
                    return
                continue
            is_complete = self._attempt(chooser, choice, is_late=is_late)
            assert self._best is not None, "an attempt keeps what it has found"
            made = self._best[1]
            if is_complete and (number > 0 or not made.standing.flaws):
                return  # if the first puzzle lacks nothing, but has flaws, a second one may have fewer
            work += chooser.board.work
            if work > tuning.late or (work > tuning.total and not self._is_worth_more(made)):
                return
            difficulty = _examination(made).difficulty.value
            low, high = self._request.band
            self._missing += max(low - difficulty, 0.0) - max(difficulty - high, 0.0)

    def _is_worth_more(self, made: KnownChoice) -> bool:
        """Return whether late attempts are made to find a better puzzle: not for a part of a clue without an effect."""
        assert made.examined is not None
        return any(each.code != "no-effect" for each in unmet_by(self._request, made.examined))

    def _needs_no_clue(self) -> bool:
        """Keep the puzzle as it is if its clues have one solution already; return whether they have."""
        shape = self._request.shape
        if not any(line.clues for line in lines_with_cells(shape)):
            return False
        if check(shape, budget=self._budget).status != "unique":
            return False
        made = KnownChoice(self._board(self._slots()).board, {}, Standing(0, 0.0, 0, 0))
        examined = self._examine(made)
        if examined.is_unique:
            self._keep(made._replace(examined=examined))
        return examined.is_unique

    def _start(self) -> tuple[Chooser, Choice]:
        """Return a chooser, and a choice from which the search can start."""
        request = self._request
        slots = self._slots()
        for _ in range(self._tuning.tries):
            self._report("grid")
            board, fixed, self._theme = self._board(slots)
            if self._keeps_clues:
                self._undecided = undecided_cells(request.shape, board.letters, self._budget)
                if self._undecided:
                    continue
            self._report("clues")
            pool = self._pool(board, range(len(slots)))
            chooser = Chooser(
                pool,
                fixed,
                band=self._wanted,
                most_marking=request.most_marking,
                star_share=self._tuning.star_share if request.shape.shape.lattice == "square" else 1,
            )
            self._report("start")
            self._chooser = chooser
            choice = self._first_choice(chooser)
            if choice is not None:
                self._now = KnownChoice(board, choice, Standing(0, 0.0, 0, cost_of(choice)), self._theme)
                self._report("lower", self._now)
                chooser.settle(choice, self._random)
                return chooser, choice
        message = "no clues were found that lead to one solution"
        hint = "allow longer clues, two clues per line, or more constructs"
        if self._undecided:
            cells = listed([address_text(request.shape.cells[cell]) for cell in self._undecided])
            message += f"; only lines whose clues stay read {cells}, where they allow several letters"
            hint = "tighten these clues, or take one out so that a new one is made"
        raise LimitError(message, hint=hint)

    def _first_choice(self, chooser: Chooser) -> Choice | None:
        """Return a choice from which the search can start; None if two starts find none: then a new pool is drawn."""
        for _ in range(2):
            choice = chooser.start(self._random)
            if choice is not None:
                return choice
        return None

    def _pool(self, board: Board, slots: range) -> Pool:
        """Return a pool with the constructs and beginnings that are wanted.

        Clues that are hard to read are more frequent in it if earlier attempts were too easy.
        """
        request = self._request
        weight = min(max(self._tuning.style_per_point**self._missing, 0.2), 5.0)
        rules = Rules(
            request.max_length,
            request.forbidden,
            {**self._voice, **{name: weight * self._voice.get(name, 1.0) for name in HARD_TO_READ}, **request.style},
            request.allows_words,
            allows_told=request.is_sparse,
            is_generous=request.is_sparse,
        )
        pool = Pool(board, tuple(slots), rules, self._random, self._tuning)
        for construct in request.constructs:
            pool.reserve(construct, self._random)
        if self._beginnings:
            pool.reserve_beginnings(self._beginnings, self._random)
        return pool

    @property
    def _wanted(self) -> tuple[float, float]:
        """The lowest and the highest difficulty that the search aims at."""
        low, high = self._request.band
        return low + self._tuning.margin, high - self._tuning.margin

    @property
    def _beginnings(self) -> int:
        """How many lines it must be possible to begin immediately."""
        return -(-len(lines_with_cells(self._request.shape)) // BEGUN) if self._request.is_gentle else 0

    def _board(self, slots: list[ClueSlot]) -> Existing:
        """Return a board with letters in all cells, and the clues that stay."""
        request = self._request
        if self._keeps_clues:
            allowed = request.shape.alphabet
            drawn = request.letters if allowed in (ANY, MENTIONED, POSITIVE) else allowed
            target = target_of(request.shape, request.solution, drawn, self._random, self._budget)
            letters = make_grid(request._replace(solution=target, letters=drawn, kind="letters"), self._random).letters
            return board_of(request.shape, letters, slots, is_open=request.alphabet == ANY, budget=self._budget)
        letters, theme = make_grid(request, self._random, self._tuning)
        alphabet = "" if request.alphabet == ANY else request.alphabet
        own = frozenset(letters)
        missing = 0 if alphabet else max(0, 6 - len(own))  # a grid of few letters leaves nothing to choose from
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
        goal = Goal(*self._wanted, frozenset(self._request.constructs), self._beginnings)
        improver = Improver(chooser, goal, self._random)
        rounds = self._tuning.few_rounds if is_late else self._tuning.rounds
        findings: tuple[Finding, ...] = ()
        for number in range(rounds + 1):
            if number == rounds and not findings:
                break  # what lint has found in the last round can be mended once more, a difficulty cannot
            made = self._search(improver, choice, is_late=is_late)
            self._report("check", made)
            examined = self._examine(made)
            made = made._replace(examined=examined)
            if self._keep(made) or (examined.has_only_dead_decoys and self._keep(self._tidied(made))):
                return True
            if made.standing.flaws or improver.goal.distance(made.standing.difficulty):
                break  # what a whole search has not removed is rarely removed by another one with the same letters
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
        clues = min(len(choice), self._tuning.many_clues)
        polish = 0 if is_late else self._tuning.polish
        last = board.work
        for better, standing in improver.improve(choice):
            if best is None or standing.total < best.total:
                best, choice, last = standing, better, board.work
                self._now = KnownChoice(board, choice, best, self._theme)
                self._report("search", self._now)
            patience = polish if best.meets(improver.goal) else self._tuning.patience
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
        unmet = unmet_by(self._request, examined)
        low, high = self._request.band
        difficulty = examined.difficulty.value
        serious = sum(each.code in SERIOUS for each in unmet)
        off = max(low - difficulty, difficulty - high, 0.0)
        rank = Rank(serious, len(unmet), made.standing.flaws, off, made.standing.cost, -examined.path.merit)
        if self._best is None or rank < self._best[0]:
            self._best = rank, made
        self._now = None
        return not unmet

    def _repaired(self, improver: Improver, made: KnownChoice, examined: Examination) -> Choice:
        """Return a choice that avoids the faults that were found, and correct the difficulty that is aimed at."""
        chooser, lines = improver.chooser, self._request.shape.lines
        low, high = self._request.band
        shift, margin = examined.difficulty.value - made.standing.difficulty, self._tuning.margin
        improver.goal = improver.goal._replace(low=low + margin - shift, high=high - margin - shift)
        names = {finding.line for finding in examined.findings}
        choice = dict(made.choice)
        for slot in made.choice:
            if lines[chooser.board.slots[slot].line].name in names:
                chooser.refuse(slot, choice[slot].pattern)
                if not chooser.replace(choice, slot) and not chooser.replace_around(choice, slot, self._random):
                    choice = chooser.start(self._random) or dict(made.choice)
                    break
        chooser.settle(choice, self._random)
        return choice

    def _tidied(self, made: KnownChoice) -> KnownChoice:
        """Return `made` with each clue as lint would have it, as long as the puzzle has all that was asked for.

        Where it would not, the clue stays as it is, and that it could be looser is not a fault.
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
        candidate = plain_candidate(board, slot, finding.rewrite, made.choice[slot].family, self._tuning)
        if candidate is None:
            return None
        cost = made.standing.cost - made.choice[slot].cost + candidate.cost
        other = made._replace(choice={**made.choice, slot: candidate}, standing=made.standing._replace(cost=cost))
        if not is_as_hard_as_asked(self._request, self._puzzle(other), self._budget):
            return None
        examined = self._examine(other)
        is_worse = any(each.code in SERIOUS for each in unmet_by(self._request, examined))
        return None if is_worse else other._replace(examined=examined)

    def result(self, *, is_stopped: bool) -> Generated | None:
        """Return the best puzzle so far; None if there is none yet.

        Args:
            is_stopped: Whether the search was ended by the clock or by an interrupt.
        """
        if self._now is not None:
            self._report("check", self._now)
            self._keep(self._now._replace(examined=self._examine(self._now, UNLIMITED)))
        if self._best is None:
            return None
        _, made = self._best
        examined = _examination(made)
        return Generated(
            examined.puzzle,
            Solution(examined.puzzle, made.board.letters),
            examined.difficulty,
            self._request.seed,
            made.standing.cost,
            tuple(made.choice[slot].family for slot in sorted(made.choice)),
            unmet_by(self._request, examined, is_stopped=is_stopped),
            examined.path,
        )

    def time_up(self) -> TimeUp:
        """Return why there is no puzzle yet, and how near to one the clues have come."""
        number = None if self._chooser is None else self._chooser.fewest_open
        reached = _UNFINISHED.get(self._phase, "no clues that lead to one solution were found")
        if number is not None:
            cells = counted(len(self._request.shape.cells), "cell")
            reached = f"the best clues so far leave {number} of {cells} open"
        return TimeUp(f"the time is up, and there is no puzzle yet: {reached}")

    def _report(self, phase: Phase, made: KnownChoice | None = None) -> None:
        self._phase = phase
        if self._watch is None:
            return
        reached = () if made is None else (made.standing.cost, made.standing.difficulty or None)
        self._watch(GeneratorProgress(self._request.seed, phase, *reached))


def _examination(made: KnownChoice) -> Examination:
    assert made.examined is not None, "it has been examined"
    return made.examined


def generate(
    request: Request,
    *,
    timeout: float | None = None,
    budget: Budget | None = None,
    watch: Watch | None = None,
    tuning: GeneratorTuning = DEFAULT_GENERATOR_TUNING,
) -> Iterator[Generated]:
    """Yield puzzles as they are found, without end: the first from the seed of `request`, the next from the next seed.

    Args:
        timeout: The time limit for all puzzles together, in seconds.  When it is over, or when the process is
            interrupted, the best puzzle so far is yielded, with what it lacks, and there are no others.  If there is
            none, it raises TimeUp or KeyboardInterrupt.
        budget: Further limits.
        watch: Called with how far the search has come.
        tuning: What steers the search.

    Raises:
        OptionError: If an option of the request cannot be met.
        PuzzleError: If the shape or the solution of the request cannot be used.
        LimitError: If no clues were found that lead to one solution.
        TimeUp: If the time is up before the first puzzle is found; it says how near the search has come.

    >>> from satcross import Request, rectangle
    >>> made = next(generate(Request(rectangle(rows=3, columns=3), solution=tuple("CATARETEN"))))
    >>> made.solution.rows, made.unmet
    (('CAT', 'ARE', 'TEN'), ())
    """
    budget = limits(timeout, budget)
    yield from _made(request, budget, watch, tuning, keeps_clues=False)


def complete(
    request: Request,
    *,
    timeout: float | None = None,
    budget: Budget | None = None,
    watch: Watch | None = None,
) -> Iterator[Generated]:
    """Yield `request.shape` with clues for the lines that have none, again and again; what it has stays as it is.

    It keeps the dialect, flags, alphabet and given letters of the shape.  Its solution will be the expected solution;
    without one, a solution of the clues that are there.  Clues that were there may have become redundant.

    Args:
        timeout, budget: The time limit in seconds, and further limits.

    Raises:
        SatcrossError: What `generate` raises.
        PuzzleError: If the clues have no solution, or if no line is without a clue.

    >>> from satcross import Request, rectangle
    >>> begun = rectangle(rows=["C(A|O)T", "", ""], columns=3, expected=[["CAT", "ARE", "TEN"]])
    >>> made = next(complete(Request(begun)))
    >>> made.puzzle.lines[0].clues[0].pattern, made.solution.rows
    ('C(A|O)T', ('CAT', 'ARE', 'TEN'))
    """
    budget = limits(timeout, budget)
    if all(line.clues for line in lines_with_cells(request.shape)):
        raise PuzzleError(
            "every line has a clue already",
            code="clue-count",
            hint="take out the clues that should be made again",
        )
    asked = request._replace(dialect=request.shape.dialect)
    yield from _made(asked, budget, watch, keeps_clues=True)


def _made(
    request: Request,
    budget: Budget,
    watch: Watch | None,
    tuning: GeneratorTuning = DEFAULT_GENERATOR_TUNING,
    *,
    keeps_clues: bool,
) -> Iterator[Generated]:
    check_request(request)
    if not keeps_clues:
        check_attainable(request)
    if request.alphabet != ANY:
        check_letters(len(request.alphabet), budget)
    seed, is_first = request.seed, True
    while True:
        maker = Maker(request._replace(seed=seed), budget, watch, tuning, keeps_clues=keeps_clues)
        stop: TimeUp | KeyboardInterrupt | None = None
        try:
            maker.make()
        except (TimeUp, KeyboardInterrupt) as error:
            stop = error
        made = maker.result(is_stopped=stop is not None)
        if made is not None:
            yield made
            is_first = False
        elif stop is not None and is_first:
            raise stop if isinstance(stop, KeyboardInterrupt) else maker.time_up()
        if stop is not None:
            return
        seed += 1
