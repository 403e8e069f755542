"""Limits: what the user allows (`Budget`), and where each way of searching gives up (`Tuning`).

A budget limits the work of each stage that can grow without bound, and is checked before anything is used.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Any, Final, Self, TypeAlias

from satcross.base.platform import MOST_MEMORY, most_memory_held
from satcross.base.records import NamedTuple, with_changed_fields
from satcross.errors import Field, LimitError, OptionError, TimeUp, naming, wrong_type

AUTO: Final = "auto"
"""The name of a solver or an encoding that leaves the choice to satcross."""

POSITIONS: Final = "positions"
"""The name of the encoding of most regular clues (`satcross.solver.encodings`)."""

TRANSITIONS: Final = "transitions"
"""The name of the encoding of lists of words (`satcross.solver.encodings`)."""


class Tuning(NamedTuple):
    """Every limit and threshold of the search, each with its unit and its reason.  A budget carries it.

    Its defaults are what satcross uses.  No field changes which answers are right.  Each one only decides which way of
    finding them is tried first, how long, and how much memory it may use.  A test that needs another limit passes
    `UNLIMITED.tuned(...)`.
    """

    # -- constraints: how clues are unrolled (satcross.solver.constraints)

    product_pairs: int = 500
    """Pairs of positions.  A clue that begins with lookaheads becomes one product with them up to this size; larger
    products cost more than they prune."""

    table_strings: int = 2_000
    """Strings.  A clue that is not regular and matches no more of them within the letters that are left becomes a list
    of them, which prunes exactly."""

    table_bits: int = 1 << 23
    """Bits: strings that the letters left could make, times circuit nodes and letters that these compare.  Up to 1 MB
    the matches are looked for, which takes about a millisecond for each clue."""

    span_nodes: int = 40_000
    """Circuit nodes.  A clue that would grow beyond this size is unrolled again with choices for its captures."""

    equalities: int = 8_000
    """Equalities times letter classes.  From here on groups of fixed length get choices instead of equalities."""

    # -- trees of residuals (satcross.solver.strategies)

    dead_ends: int = 48
    """Dead ends in a tree of residuals after which a SAT solver is asked instead.  This many take about as long as
    writing the formula of a small puzzle."""

    backtracking_letters: int = 160
    """Letters still to be ruled out, in all cells together.  Beyond this size backtracking mostly failed."""

    backtracking_words: int = 40
    """The same for lists of words, of which propagation rules out little before most letters are decided."""

    # -- diving (satcross.solver.strategies)

    dive_circuit_bits: tuple[float, ...] = (1_000.0, 20.0)
    """Bits of choice that the cube of a circuit is assumed to take away, in the first and the second dive.  In the
    first they are so many that circuits settle before all other lines: a circuit is slow to propagate until it has."""

    dive_costs: float = 1.7
    """There is a dive only if the cubes of all lines together take away at most this many times the choice there is.
    Cubes of lines that cross take some of it twice.  Tight puzzles, in which dives are without success, begin at
    2.1."""

    dive_cubes: int = 3
    """Cubes that one line tries before it stays open, and guesses in which a circuit tries to find one."""

    dive_open_share: int = 7
    """Lines.  A dive is given up when more than one line in this many has stayed open."""

    # -- formulas (satcross.solver.encode)

    encoding: str = AUTO
    """The name of the encoding of regular clues, or "auto" (`satcross.solver.encode`)."""

    # -- the portfolio of solvers (satcross.solver.strategies)

    solver: str = AUTO
    """The name of the SAT solver; "auto": Glucose first, and CaDiCaL for hard formulas."""

    quick_conflicts: float = 0.1
    """Conflicts for each clause of the formula that Glucose may take before CaDiCaL takes over.  A conflict in a large
    formula costs more, but so does writing it again."""

    processes: int = 1
    """Processes that search one hard residual (`satcross.solver.race`)."""

    hard_conflicts: int = 1_000
    """Conflicts of one solver after which a residual is known to be hard: about a twentieth of a second.  Then
    other processes help, if there are any, and `satcross solve` leaves the reason for "no solution" to `check`."""

    # -- one solver (satcross.solver.python_sat)

    first_slice_seconds: float = 2e-5
    """Seconds for each clause that the first slice takes at most (measured: CaDiCaL 1.6e-6, Glucose 1.3e-5)."""

    slice_bytes: int = 32 << 20
    """Bytes that a slice of solving may take beyond what it takes for each clause: with fewer left, a copy of this
    process goes on."""

    # -- listing by cubes (satcross.solver.strategies)

    oracle_questions: int = 4_000
    """Questions "is there another one?" after which the solver is made again, because each leaves a clause behind."""

    kept_cubes: int = 2_000
    """Cubes of a component that are kept in memory instead of being searched for again, and cubes that are listed for
    "at least N" before everything is counted."""

    listed_states: int = 250_000
    """States of a sweep before all cells together up to which its cubes are listed, and no tree is searched:
    about 0.3 s and 60 MB."""

    # -- the residual (satcross.solver.residual), and what else is asked again and again

    remembered: int = 50_000
    """Answers that one memory keeps: what a clue says of some letters, verdicts on strings, counts of components.  Then
    the memory is emptied."""

    entailment_states: int = 64
    """Sets of positions at one index up to which entailment of a regular clue is decided exactly."""

    pruned_nodes: int = 1_000
    """Circuit nodes.  A larger circuit is left to the solver while the tree of masks is searched, and there is no
    backtracking where all open circuits together are larger."""

    # -- verification (satcross.solver.verify)

    matched_strings: int = 4_096
    """Strings of one line that are matched one by one, to verify a cube or to decide whether two clues that are not
    regular mean the same."""

    verified_cuts: int = 1_024
    """Cuts of a line's letter sets while a cube is verified; beyond that its strings are matched."""

    # -- sweeps (satcross.solver.sweep)

    read_nodes: int = 200_000
    """Circuit nodes that become known, one after another, while the letters of a line are read."""

    line_states: int = 20_000
    """States of one line before one of its letters.  A line with more of them is left to the search."""

    sweep_states: int = 3_000_000
    """States of a sweep before one cell, about 150 bytes each.  A Latin square of order 6 has 2 million."""

    sweep_work: int = 1_000_000_000_000
    """Letters read by lines while the states of a sweep are made, each times the cells that the line has yet to read,
    and letters tried in states: 1,000,000 take about half a second."""

    kept_states: int = 1_000_000
    """States of a sweep before all cells together that are kept in memory, about 250 bytes each, for the letters of all
    solutions."""

    # -- explanations, lint and overviews (satcross.author)

    explained_letters: int = 200
    """Impossible letters for which a step of an explanation looks for the clues to blame.  Each takes a few questions
    to the solver; the letters of cells with few candidates come first, because they are blamed on few clues."""

    compared_states: int = 20_000
    """Pairs of states at one index up to which it is decided whether two regular clues mean the same."""

    automaton_states: int = 20_000
    """States of the automata of regexes, for strings of any length, and of what several have in common: about a
    second."""

    letter_work: int = 1_000_000_000_000
    """Solutions, times the clauses of the formula, that are taken while the letters of all solutions are looked for."""

    letter_conflicts: int = 1_000_000_000
    """Conflicts that one question about the letters of all solutions, or about nearer solutions, may take."""

    unseen_share: int = 4
    """Dives look for the letters of all solutions if at most one letter in so many has not been seen before: then the
    solutions are many, and dives mostly succeed."""

    counted_cubes: int = 1_000_000_000
    """Cubes that are listed for a lower bound on the number of solutions."""

    given_letters: int = 1_000_000
    """Letters to give beyond which they are not named."""

    rivals: int = 1_000
    """Other solutions that are collected while looking for the fewest letters to give, or grids while looking for the
    fewest clues.  The puzzles in `puzzles/` without half of their clues take at most 171 of them.  For some larger
    puzzles that are open everywhere 5,000 are not enough."""

    smallest_size: int = 20_000
    """Positions times cells of all clues up to which the smallest conflict is looked for if no time limit is given;
    beyond that a minimal one is enough."""

    overview_seconds: float = 2.0
    """Seconds for each question of an overview that needs a search; an overview should appear immediately."""

    diagnosis_seconds: float = 10.0
    """Seconds that it may take to find out why there is no solution, if no time limit is given."""

    remedies_seconds: float = 1.5
    """Of these, seconds for the changes that would give a solution.  There are up to 400 ways to arrange the clues of a
    hexagon, and to read long clues takes some milliseconds."""

    # -- filling word crosswords (satcross.words)

    fill_formula_clauses: int = 500_000
    """Clauses.  Up to this size the formula of a template is tried after some dead ends; larger ones take too long."""

    descent_dead_ends: int = 300
    """Dead ends that a short descent of a search for fills may meet; a longer one may meet a multiple of them.  The
    formula is not tried before this many."""

    sampled_words: int = 30
    """Candidates of a slot that are compared before one of them is put in.  A sample keeps a decision quick on a
    large word list."""

    freed_slots: int = 6
    """Slots that are freed at a time to improve a fill, besides the slots that cross the first of them."""

    improving_dead_ends: int = 60
    """Dead ends that one attempt to improve a fill may meet; many short attempts find more than a few long ones."""

    preferring_dead_ends: int = 4_000
    """Dead ends after the last gain, after which the search for fills with more preferred words ends: about 5 s."""

    preferring_conflicts: int = 20_000
    """Conflicts that a SAT solver may meet in order to place one more preferred word."""

    pattern_moves: int = 6_000
    """Toggles that are tried in one search for a block pattern, while its temperature falls."""

    def __repr__(self) -> str:
        return with_changed_fields(self)


DEFAULT_TUNING: Final = Tuning()
"""What satcross uses unless a caller passes something else."""

CIRCUITS: Final = DEFAULT_TUNING._replace(table_strings=0)
"""For formulas and pages: a circuit is shorter than the list of its matches."""

NODES: Final = 5_000_000
CLAUSES: Final = 30_000_000
MEMORY: Final = 4 << 30
LONGEST_WAIT: Final = 1_000_000.0  # seconds; systems cannot wait for more than 2^31 milliseconds at once

GLANCE_SECONDS: Final = 0.1  # of work between two looks at what other processes have found

BETWEEN_CHECKS: Final = 4_096  # clauses
EASE: Final = 16 << 20  # bytes kept in reserve, since memory is used between two checks as well

Report: TypeAlias = Callable[[str, int | None, int | None], None]
"""Called with what is being done, how much of it is done, and how much of it there is (None: not known)."""


def now() -> float:
    """Return the time on the clock of deadlines, in seconds."""
    return monotonic()


class _BudgetFields(NamedTuple):
    nodes: int
    clauses: int
    deadline: float | None
    used: int
    ceiling: int | None
    report: Report | None
    tuning: Tuning


class Budget(_BudgetFields):
    """How much work is allowed: `Budget(seconds=10)` is a budget of ten seconds, which start now.

    Args:
        seconds: None: no limit.
        nodes: Circuit nodes, all clues of a puzzle together.
        clauses: Clauses of one formula.
        memory: Bytes that may be used in addition to what the process holds now; None: no limit, but one request may
            not exceed `MEMORY`.

    Attributes:
        used: Circuit nodes that earlier clues have already used.
        deadline: When the time is up, on the clock of `now`; None: no limit.
        ceiling: Memory that the process may hold, in bytes; None: no limit.
        report: Called with what is being done, for people who wait; None: no function is called.
        tuning: The limits and thresholds of the search.

    Raises:
        OptionError: If `seconds` is negative.
    """

    __slots__ = ()

    def __new__(
        cls, seconds: float | None = None, nodes: int = NODES, clauses: int = CLAUSES, memory: int | None = MEMORY
    ) -> Self:
        if seconds is not None and not seconds >= 0:
            raise OptionError(f"the timeout must not be negative, but is {seconds}", code="option-timeout")
        deadline = None if seconds is None else now() + seconds
        ceiling = None if memory is None else memory_held() + memory
        if ceiling is not None and MOST_MEMORY is not None:
            ceiling = min(ceiling, MOST_MEMORY)
        return super().__new__(cls, nodes, clauses, deadline, 0, ceiling, None, DEFAULT_TUNING)

    def __reduce__(self) -> tuple[Any, ...]:
        return _copied, (tuple(self),)

    def __repr__(self) -> str:
        left = self.seconds_left
        limits = {
            "seconds": None if left is None else round(left, 1),
            "nodes": None if self.nodes == NODES else self.nodes,
            "clauses": None if self.clauses == CLAUSES else self.clauses,
        }
        return f"Budget({', '.join([f'{name}={value}' for name, value in limits.items() if value is not None])})"

    def tuned(self, **changes: Any) -> Budget:
        """Return this budget with these fields of its tuning changed."""
        return self._replace(tuning=self.tuning._replace(**changes))

    def after(self, nodes: int) -> Budget:
        """Return this budget with `nodes` circuit nodes already used."""
        return self._replace(used=nodes)

    def until(self, seconds: float, started: float | None = None) -> Budget:
        """Return this budget with its deadline at most `seconds` from now, or from `started` (`now`)."""
        end = (now() if started is None else started) + seconds
        return self._replace(deadline=end if self.deadline is None else min(end, self.deadline))

    def share(self, fraction: float) -> Budget:
        """Return this budget with at most `fraction` of the seconds that are left; itself if there is no limit."""
        left = self.seconds_left
        return self if left is None else self.until(fraction * left)

    def check(self, what: str = "this", *, tidying: float = 0.0) -> None:
        """Raise TimeUp once the deadline has passed, LimitError once `what` has used up the memory.

        Args:
            tidying: How many seconds before the deadline to stop, since freeing memory takes time as well.
        """
        if self.deadline is not None and now() + tidying >= self.deadline:
            raise TimeUp
        if self.ceiling is not None:
            self.check_memory(0, what)

    def note(self, what: str, done: int | None = None, total: int | None = None) -> None:
        """Report what is being done from now on, and how much of it is done.

        Args:
            done: What has been done, in the unit that `what` names.
            total: How much of it there is.
        """
        if self.report is not None:
            self.report(what, done, total)

    @property
    def seconds_left(self) -> float | None:
        """The seconds that are left, at least 0; None: no limit, or one that is further away than `LONGEST_WAIT`."""
        left = inf if self.deadline is None else self.deadline - now()
        return None if left > LONGEST_WAIT else max(0.0, left)

    def check_nodes(self, wanted: int, what: str) -> None:
        """Raise LimitError if `what` needs more circuit nodes than are allowed."""
        if self.used + wanted > self.nodes:
            total = f" ({self.used + wanted:,} together with the clues before it)" if self.used else ""
            raise LimitError(
                f"{what} needs at least {wanted:,} circuit nodes{total}; the limit is {self.nodes:,}",
                hint=naming("raise the limit with {}, or simplify the clue", Field("max_nodes")),
            )

    def check_clause(self, number: int, literals: int) -> int:
        """Raise LimitError before clause `number` would exceed the budget, and what `check` raises.

        Args:
            literals: The number of literals of the clause.

        Return the number of the clause before which this must be called again.
        """
        if number > self.clauses:
            raise LimitError(
                f"the formula needs at least {number:,} clauses; the limit is {self.clauses:,}",
                hint=naming("raise the limit with {}, or make the puzzle smaller", Field("max_clauses")),
            )
        self.check_memory(16 * literals, "the formula")
        self.check("the formula")
        return min(number + BETWEEN_CHECKS, self.clauses + 1)

    def check_memory(self, wanted: int, what: str = "this") -> None:
        """Raise LimitError if `what` needs `wanted` more bytes and fewer are left."""
        if self.ceiling is None:
            if wanted > MEMORY:
                raise self.exceeded(what, wanted)
            return
        if not wanted and most_memory_held() + EASE <= self.ceiling:
            return
        held = memory_held()
        if held + wanted + EASE > self.ceiling:
            raise self.exceeded(what, held + wanted + EASE)

    def has_memory(self, wanted: int) -> bool:
        """Return whether `wanted` more bytes are left."""
        return self.ceiling is None or memory_held() + wanted + EASE <= self.ceiling

    def exceeded(self, what: str, wanted: int | None = None) -> LimitError:
        """Return the error for `what` needing more memory than is allowed: `wanted` bytes, if that is known."""
        need = "more memory than is available" if wanted is None else f"at least {size_text(wanted)} of memory"
        limit = f"; the limit is {size_text(MEMORY if self.ceiling is None else self.ceiling)}"
        return LimitError(
            f"{what} needs {need}{limit}",
            hint=naming("raise the limit with {}, or make the puzzle smaller", Field("memory")),
        )


def _copied(values: tuple[Any, ...]) -> Budget:
    """Return the budget with these fields, for pickle."""
    return tuple.__new__(Budget, values)


UNLIMITED: Final = Budget(memory=None)
"""The default limits on nodes and clauses, and no limit on time or memory."""


def limits(timeout: float | None, budget: Budget | None) -> Budget:
    """Return the budget of a call with these arguments, whose time starts now.  If both are given, both hold.

    Args:
        timeout: Seconds; None: no further limit.
        budget: None: no further limit.

    Raises:
        OptionError: If one of them has a wrong type, or `timeout` is negative.
    """
    if not isinstance(timeout, int | float | None):
        raise wrong_type("timeout", timeout, "a number of seconds or None")
    if not isinstance(budget, Budget | None):
        raise wrong_type("budget", budget, "a Budget, such as Budget(seconds=10), or None")
    fresh = Budget(timeout)
    if budget is None:
        return fresh
    return budget if timeout is None else budget.until(timeout)


def size_text(size: int) -> str:
    """Return `size` bytes in MB or GB, rounded up.

    >>> size_text(2 << 30), size_text(300_000_000)
    ('2.0 GB', '287 MB')
    """
    return f"{-(-size * 10 >> 30) / 10:.1f} GB" if size >= 1 << 30 else f"{-(-size >> 20)} MB"


def memory_held() -> int:
    """Return how many bytes of memory this process holds; where that is not known, the most that it has held.

    What it has asked for and not used yet counts too, because the system counts it when it refuses memory.  After a
    fork, the figure may be the parent's: it may be too large, but it is never too small.
    """
    try:
        with open("/proc/self/statm", "rb", 0) as file:
            pages = [int(word) for word in file.read(128).split()]
        resident, data = pages[1], pages[5]
    except (OSError, IndexError, ValueError):
        return most_memory_held()
    return max(resident, data) * 4096
