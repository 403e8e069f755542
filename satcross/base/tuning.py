"""Tuning: every limit and threshold of the search, as one immutable value that is passed down.

In: nothing.  Out: `Tuning`, whose defaults are what satcross uses.  No field changes which answers are right; each one
only decides which way of finding them is tried first, how long, and how much memory it may use.  A test that needs
another limit passes `DEFAULT_TUNING._replace(...)`.

Limits that a user may set (time, memory, circuit nodes, clauses) are in `satcross.base.budget`.
"""

from typing import Final, NamedTuple

AUTO: Final = "auto"
"""The name of a solver that leaves the choice to satcross."""

POSITIONS: Final = "positions"
"""The name of the encoding of regular clues that satcross uses by itself (`satcross.solver.encodings`)."""


class Tuning(NamedTuple):
    """The limits and thresholds of the search, each with its unit and its reason."""

    # -- constraints: how clues are unrolled (satcross.solver.constraints)

    product_pairs: int = 500
    """Pairs of positions.  Several regular clues on one line become one product up to this size; larger products cost
    more than they prune."""

    counted_positions: int = 1_024
    """Positions of a regular clue that are made before counting how many there will be.  Making that many takes a
    few milliseconds."""

    counting_steps: int = 100_000
    """Parts of a clue that are looked at to count its positions, a few tenths of a second.  Beyond this the count is
    too low, and a clue that is too large is noticed later."""

    span_nodes: int = 40_000
    """Circuit nodes.  A clue that would grow beyond this size is unrolled again with choices for its captures."""

    equalities: int = 8_000
    """Equalities times letter classes.  From here on groups of fixed length get choices instead of equalities."""

    chosen_letters: int = 8
    """Letters.  Groups of a fixed length up to this one get one choice for each letter; longer ones cost too many."""

    recursion: int = 60
    """Continuation frames that are unrolled by recursion before a state is put off; this keeps Python's stack small."""

    packed_bits: int = 1 << 31
    """Bits of all the cubes of one circuit pass, a quarter of a gigabyte.  Larger circuits are not pruned."""

    circuit_guesses: int = 6
    """Tries to find a cube of matches in a circuit.  Most circuits that have one show it within a few tries."""

    remembered_word_bits: int = 100_000_000
    """Bits that an index of words remembers of each kind of answer, 12 MB; then it starts afresh."""

    # -- backtracking (satcross.solver.strategies.backtracking)

    backtracking_letters: int = 160
    """Letters still to be ruled out, in all cells together.  Beyond this size backtracking mostly ran in vain."""

    backtracking_guesses: int = 40
    """Guesses.  This many take about as long as writing the formula of such a puzzle."""

    # -- diving (satcross.solver.strategies.diving)

    dive_circuit_bits: tuple[float, ...] = (1_000.0, 20.0)
    """Bits of choice that the cube of a circuit is assumed to take away, in the first and the second dive.  In the
    first they are so many that circuits settle before all other lines: a circuit is slow to propagate until it has."""

    dive_costs: float = 1.7
    """There is a dive only if the cubes of all lines together take away at most this many times the choice there is.
    Cubes of lines that cross take some of it twice.  Tight puzzles, in which dives are in vain, begin at 2.1."""

    dive_cubes: int = 3
    """Cubes that one line tries before it stays open."""

    dive_open_lines: int = 4
    dive_open_share: int = 7
    """Lines.  A dive is given up when `dive_open_lines` and one line in `dive_open_share` have stayed open."""

    # -- formulas (satcross.solver.encode)

    encoding: str = POSITIONS
    """The name of the encoding of regular clues, one of `satcross.solver.encodings`."""

    # -- the portfolio of solvers (satcross.solver.strategies.portfolio)

    solver: str = AUTO
    """The name of the SAT solver; "auto": Glucose first, and CaDiCaL for large or hard formulas."""

    quick_letters: int = 8_000
    """Letters that the cells can still hold, all but one of each.  Glucose is tried first up to this size."""

    quick_conflicts: int = 10_000
    """Conflicts that Glucose may take for one question before CaDiCaL takes over."""

    # -- one solver (satcross.solver.backends)

    first_slice: int = 200
    """Conflicts of the first slice of solving.  Each slice is twice as long as the one before, up to the longest."""

    longest_slice: int = 2_000
    """Conflicts of the longest slice.  Time and memory are checked between slices."""

    slice_work: int = 40_000_000
    """Conflicts times clauses of a slice, where there are many clauses; that is a few seconds."""

    proof_slice: int = 1_000
    """Conflicts of a slice while a proof is searched."""

    proof_conflicts: int = 10_000
    """Conflicts that the search for a proof takes before the formula is split over processes, about half a second.
    A part may take twice as many as what it is a part of, because parts of one size get ever harder together."""

    first_slice_seconds: float = 2e-5
    """Seconds for each clause that the first slice takes at most (measured: CaDiCaL 1.6e-6, Glucose 1.3e-5)."""

    slice_growth: float = 4.0
    """How many times longer than any slice before it a slice may take."""

    solving_bytes: int = 64
    """Bytes for each clause that solving takes beyond the clauses themselves (measured: 10 to 20)."""

    proving_bytes: int = 256
    """Bytes for each clause that a proof may take: with fewer left, a copy of this process proves."""

    slice_bytes: int = 32 << 20
    """Bytes that a slice may take beyond that: with fewer left, a copy of this process goes on."""

    portion_seconds: float = 10.0
    """Seconds that the first copy may take of those that go on when there is little memory left."""

    freeing_seconds: float = 4e-7
    """Seconds for each clause that it takes to free a solver (measured: 2e-7)."""

    # -- splitting over processes (satcross.solver.strategies.splitting)

    jobs: int = 1
    """Processes that search together, this one included."""

    solo_seconds: float = 1.0
    """Seconds of solving before other processes help; starting them takes a tenth of that."""

    glance_seconds: float = 0.1
    """Seconds of solving between two looks at what the other processes have found; with 0 nothing would be solved."""

    small_subproblems: int = 512
    """Subproblems at first.  Where there are some hundreds, look-ahead leaves little to do in each of them."""

    splitting_seconds: float = 1.0
    """Seconds after which a puzzle is split no further at first, because the other processes wait meanwhile."""

    small_conflicts: int = 2_000
    """Conflicts after which a small subproblem is put off; where small ones pay they take a few hundred."""

    small_tries: int = 8
    """So many small subproblems may be put off, even if fewer have been searched to the end."""

    worker_conflicts: int = 5_000
    """Conflicts after which a worker looks whether its subproblem is to be split, because another one has nothing to
    do; half a second."""

    shared_cells: int = 3
    """Cells of a refuted choice of letters up to which the other workers learn of it; longer ones rarely help."""

    tried_blocks: int = 4
    """Blocks of letters of a cell up to which a split tries each of them against the others."""

    split_candidates: int = 12
    """Cells that are tried before one is chosen to split a subproblem."""

    # -- listing by cubes (satcross.solver.strategies.listing)

    listing_trouble: int = 48
    """Trouble (one for each dead end, four less for each cube) from which on the solver is asked."""

    oracle_questions: int = 4_000
    """Questions "is there another one?" after which the solver is made anew, because each leaves a clause behind."""

    kept_cubes: int = 2_000
    """Cubes of a component that are kept in memory instead of being searched for again."""

    # -- the residual (satcross.solver.residual)

    remembered_lines: int = 50_000
    """Lines with their letters whose pruning is remembered; then the memory is emptied."""

    entailment_states: int = 64
    """Sets of positions at one index up to which entailment of a regular clue is decided exactly."""

    pruned_nodes: int = 1_000
    """Circuit nodes.  A larger circuit is left to the solver while the tree of masks is searched, and there is no
    backtracking where all open circuits together are larger."""

    # -- verification (satcross.solver.verify, satcross.solver.verify_cubes)

    single_solutions: int = 2
    """Solutions that are verified one by one; more solutions of a cube are verified together."""

    verified_strings: int = 4_096
    """Strings of one line that are matched to verify a cube; beyond that each solution is matched as it comes."""

    verified_cuts: int = 1_024
    """Cuts of a line's letter sets while a cube is verified; beyond that its strings are matched."""

    remembered_verdicts: int = 5_000
    """Verdicts on each clue that are remembered; then the memory is emptied."""

    # -- counting and sampling (satcross.author)

    counting_nodes: int = 20_000
    """Nodes of the counting search before a model counter is tried, if one is installed."""

    sampling_nodes: int = 50_000
    """Nodes of the counting search before a sampler is tried, if one is installed."""

    remembered_components: int = 400_000
    """Components whose counts are remembered; then the memory is emptied."""

    first_cubes: int = 2_000
    """Cubes that are listed for "at least N" before everything is counted."""

    # -- explanations, lint and overviews (satcross.author)

    explained_letters: int = 200
    """Impossible letters for which a step of an explanation looks for the clues to blame.  Each takes a few questions
    to the solver; the letters of cells with few candidates come first, because they are blamed on few clues."""

    compared_strings: int = 4_096
    """Strings of one line that are matched to decide whether two clues mean the same, where they are not regular."""

    compared_states: int = 20_000
    """Pairs of states at one index up to which it is decided whether two regular clues mean the same."""

    overview_seconds: float = 2.0
    """Seconds for each question of an overview that needs a search; an overview is to come at once."""

    diagnosis_seconds: float = 10.0
    """Seconds that the reason why there is no solution may take, if no time limit is given."""

    # -- filling word crosswords (satcross.words)

    fill_formula_clauses: int = 500_000
    """Clauses.  Up to this size the formula of a template is tried after some dead ends; larger ones take too long."""

    fill_dead_ends: int = 300
    """Dead ends that the search for a fill meets at least before the formula is tried."""

    fill_clauses_per_dead_end: int = 200
    """Clauses that are written in the time of one dead end.  Searching takes at least as long as writing."""

    descent_dead_ends: int = 300
    """Dead ends that a short descent of a search for fills may meet; a longer one may meet a multiple of them."""

    sampled_words: int = 30
    """Candidates of a slot that are compared before one of them is put in.  A sample keeps a decision quick on a
    large word list."""

    wished_words: int = 40
    """Preferred words that the first descent tries to put in before it begins; each later one tries half as many."""

    partial_tries: int = 4
    """Words that are tried in each slot that a partial fill leaves open."""

    freed_slots: int = 6
    """Slots that are freed at a time to improve a fill, besides those that cross the first of them."""

    improving_dead_ends: int = 60
    """Dead ends that one attempt to improve a fill may meet; many short attempts find more than a few long ones."""

    improving_fills: int = 4
    """Fills that one attempt to improve a fill looks at."""

    pattern_moves: int = 6_000
    """Toggles that are tried in one search for a block pattern, while its temperature falls."""

    pattern_starts: int = 4
    """Searches for a block pattern before it counts as not found."""


DEFAULT_TUNING: Final = Tuning()
"""What satcross uses unless a caller passes something else."""
