"""The routes: every way in which satcross can be asked for the solutions of a puzzle, each compared with what is known.

A route takes a puzzle, what is known of its solutions, and a source of random choices; it raises `Difference` where an
answer is not the known one.  `known` is brute force by the real engines where that is possible, else satcross's own
first answer.
"""

import io
import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib.util import find_spec
from itertools import islice, product
from math import prod
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import satcross
from satcross.author.ambiguity import ambiguity
from satcross.author.counting import count, marginals
from satcross.author.proof import Proof, prove, verify
from satcross.base.budget import UNLIMITED
from satcross.cli import main as command_line
from satcross.errors import SatcrossError
from satcross.puzzle import ANY, MENTIONED, POSITIVE, Clue, Line, Puzzle, address_text
from satcross.puzzle.files import read_source, to_text
from satcross.puzzle.shapes import rectangle
from satcross.solver.compile import compile_puzzle, presolve
from satcross.solver.dimacs import read_answer
from satcross.solver.encode import encode_whole
from satcross.solver.formula import decode, export
from satcross.solver.python_sat import SOLVERS, Solver
from satcross.solver.refutation import PROVERS
from satcross.solver.search import Stage, search
from satcross.solver.solutions import Search, Status
from satcross.solver.strategies import backtracking, diving, listing, portfolio
from tests.puzzle_fuzzer.brute import LISTED, Grid
from tests.puzzle_fuzzer.outside import LIBRARY, answer_of_program, programs, projected_models
from tests.residuals import presolved_for, propagate, unpropagated

FORMATS: Final = ("toml", "json", "trux", "regexcrossword", "board")
CLAUSES: Final = 20_000  # beyond this, a formula is left to the quicker routes
PROVED: Final = 1_500  # clauses of formulas whose proofs are checked
OUTSIDE: Final = 12  # solutions up to which another solver is asked for all
SECONDS: Final = 5.0  # for one question; then the puzzle is undecided

NO_BACKTRACKING: Final = UNLIMITED.tuned(backtracking_letters=-1)
BY_TREES: Final = UNLIMITED.tuned(listed_states=0)
ONLY_TREES: Final = NO_BACKTRACKING.tuned(dive_circuit_bits=(), listed_states=0)
HASTY: Final = UNLIMITED.tuned(
    dead_ends=1, dive_open_share=1_000, quick_conflicts=0.0, oracle_questions=3, kept_cubes=1, listed_states=10,
    remembered=20, entailment_states=1, pruned_nodes=0, verified_cuts=1,
)  # fmt: skip
"""Every limit is reached soon."""


class Difference(Exception):  # noqa: N818 - what is looked for
    """Two routes do not agree."""


class OutOfTime(Exception):  # noqa: N818 - the third answer
    """A route has taken too long."""


class Known(NamedTuple):
    """What is known of a puzzle.

    status  of the puzzle; over the open alphabet one grid may stand for several solutions
    count   of solutions as satcross lists them; None: too many
    grids   the solutions, None: too many
    judge   who says so
    """

    status: Status
    count: int | None
    grids: frozenset[Grid] | None
    judge: str


class Route(NamedTuple):
    """`weight`: in how many of a hundred puzzles it is taken."""

    name: str
    run: Callable[[Puzzle, Known, Random], None]
    weight: float


def agree(what: str, found: object, expected: object) -> None:
    """Raise Difference unless `found` is what is expected."""
    if found != expected:
        raise Difference(f"{what}: {_shown(found)}, expected {_shown(expected)}")


def agree_on_grids(what: str, found: Iterable[Sequence[str]], known: Known) -> None:
    """Raise Difference unless `found` are the known solutions, each once."""
    assert known.grids is not None
    listed = [tuple(each) for each in found]
    grids = set(listed)
    if len(grids) != len(listed):
        raise Difference(f"{what}: {len(listed) - len(grids)} solutions are listed twice")
    for kind, some in (("wrong", grids - known.grids), ("missing", known.grids - grids)):
        if some:
            raise Difference(f"{what}: {len(some)} solutions {kind} by {known.judge}, as {_shown(min(some))}")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) < 200 else text[:200] + "..."


def by_search(puzzle: Puzzle, known: Known, random: Random) -> None:
    """All solutions, by any solver, with every strategy and with fewer."""
    for without, limits in (
        ("nothing", UNLIMITED),
        ("backtracking", NO_BACKTRACKING),
        ("backtracking, diving or sweeps", ONLY_TREES),
        ("propagation", UNLIMITED),
    ):
        solver = random.choice(("cadical153", "glucose4", random.choice(SOLVERS)))
        use_propagation = without != "propagation"
        budget = limits.until(SECONDS)
        presolved = presolved_for(puzzle, use_propagation, budget)
        search = Search(puzzle, solver=solver, presolved=presolved, budget=budget, limit=LISTED + 1)
        found = [each.letters for each in search]
        name = f"search with {solver}, without {without}"
        _in_time(search)
        agree(f"{name}: status", search.status, known.status)
        if known.grids is not None:
            agree_on_grids(name, found, known)
            agree(f"{name}: complete", search.is_complete, True)
        agree(f"{name}: count", search.count, len(found))


def by_strategy(puzzle: Puzzle, known: Known, random: Random) -> None:
    """Any strategies in any order, and listing last: on what propagation leaves open, or on all that there is."""
    if known.grids is None or puzzle.alphabet == ANY:
        return
    budget = random.choice((UNLIMITED, BY_TREES, HASTY)).until(SECONDS)
    is_propagated = random.random() < 0.7
    if is_propagated:
        compiled, residual, _ = presolve(puzzle, budget)
    else:
        compiled, residual, _ = unpropagated(puzzle, budget)
    before_listing = [backtracking, diving] if is_propagated else []
    strategies = random.sample([*before_listing, portfolio], random.randint(0, 1 + len(before_listing)))
    stages = [*map(Stage, strategies), Stage(listing, is_for_all=True)]
    name = f"{' then '.join(each.name for each in stages)}{'' if is_propagated else ', without propagation'}"
    said = [] if residual is None else list(search(residual, budget, plan=lambda *_: iter(stages)))
    agree(f"{name}: the last message says so", [each.is_last for each in said[:-1]].count(True), 0)
    agree(f"{name}: complete", residual is None or said[-1].is_last, True)
    cubes = [each.cube for each in said if each.cube is not None]
    grids = (letters for cube in cubes for letters in product(*map(compiled.letters.of, cube)))
    agree_on_grids(name, islice(grids, 10 * LISTED), known)


def by_check(puzzle: Puzzle, known: Known, random: Random) -> None:
    """The verdict with its witnesses."""
    verdict = satcross.check(puzzle, solver=random.choice(SOLVERS), timeout=SECONDS)
    if verdict.stopped == "timeout":
        raise OutOfTime
    agree("check: status", verdict.status, known.status)
    letters = {each.letters for each in verdict.witnesses}
    agree("check: different witnesses", len(letters), len(verdict.witnesses))
    if known.count is not None:
        agree("check: number of witnesses", len(letters), min(2, known.count))
    if known.grids is not None:
        agree("check: witnesses among the solutions", letters <= known.grids, True)


def by_limit(puzzle: Puzzle, known: Known, random: Random) -> None:
    """A list that stops early: its solutions are some of all, and it never says more than it can know."""
    limit = random.randint(1, 3)
    budget = satcross.Budget(SECONDS)
    presolved = presolved_for(puzzle, random.random() < 0.7, budget)
    search = Search(puzzle, limit=limit, presolved=presolved, budget=budget)
    found = [each.letters for each in search]
    _in_time(search)
    if known.count is not None:
        agree(f"limit {limit}: number", len(found), min(limit, known.count))
    if known.grids is not None:
        agree(f"limit {limit}: among the solutions", len(set(found) & known.grids), len(found))
    if search.status != "unknown":
        agree(f"limit {limit}: status", search.status, known.status)
    if limit > 1 or not found:
        agree(f"limit {limit}: says something", search.status != "unknown", True)


def by_cubes(puzzle: Puzzle, known: Known, random: Random) -> None:
    """Disjoint cubes."""
    solver, budget = random.choice(SOLVERS), random.choice((UNLIMITED, BY_TREES))
    if known.count is None:
        search = Search(puzzle, solver=solver, budget=budget.until(1.0), limit=100)
        sizes = [each.size for each in search.cubes()]
        agree("cubes: count", search.count, sum(sizes))
        agree("cubes: status", search.status, known.status if search.status != "unknown" else "unknown")
        return
    search = Search(puzzle, solver=solver, budget=budget.until(SECONDS))
    cubes = [each.letters for each in search.cubes()]
    _in_time(search)
    agree("cubes: status", search.status, known.status)
    agree("cubes: count", (sum(prod(map(len, each)) for each in cubes), search.count), (known.count, known.count))
    if known.grids is not None:
        agree_on_grids("cubes", (letters for each in cubes for letters in product(*each)), known)


def by_counting(puzzle: Puzzle, known: Known, random: Random) -> None:
    """The number without the list."""
    tally = count(puzzle, "search", budget=satcross.Budget(SECONDS))
    if tally.stopped:
        raise OutOfTime
    agree("count: kind", tally.kind, "exact")
    if known.count is not None:
        agree("count", tally.value, known.count)
    else:
        agree("count: more than listed", tally.value > LISTED, True)
    wanted = random.randint(1, 5)
    tally = count(puzzle, at_least=wanted, budget=satcross.Budget(SECONDS))
    if tally.stopped == "timeout":
        raise OutOfTime
    if known.count is not None:
        is_right = tally.value == known.count if tally.kind == "exact" else wanted <= tally.value <= known.count
        agree(f"count at least {wanted}: {tally.value} {tally.kind}", is_right, True)


def by_sampling(puzzle: Puzzle, known: Known, random: Random) -> None:
    """Draws are solutions; there are none if and only if there is no solution."""
    drawn = satcross.sample(puzzle, random.randint(1, 4), seed=random.randint(1, 99), budget=satcross.Budget(SECONDS))
    agree("sample: draws something", bool(drawn.solutions), known.status != "none")
    if known.grids is not None:
        agree("sample: among the solutions", {each.letters for each in drawn.solutions} <= known.grids, True)


def by_parts(puzzle: Puzzle, known: Known, random: Random) -> None:
    """A puzzle that falls into parts has the product of their numbers, however it is counted, and draws from all."""
    plain = [letter for letter in puzzle.alphabet if letter.isalnum()]
    if known.count is None or puzzle.alphabet in (ANY, MENTIONED, POSITIVE) or len(plain) < 2 or "i" in puzzle.flags:
        return
    one, other = random.sample(plain, 2)
    tied, equal = [Clue(f"(?:{one}{other}|{other}{one})")], Clue(f"(?:{one}{one}|{other}{other})")
    second = random.choice([[*tied], [*tied, equal]])  # two cells below two cells; with `equal` there is no solution
    square = rectangle(rows=[tied, second], columns=[tied, tied] if len(second) == 1 else 2)
    parts = random.sample([puzzle, puzzle, square], 3)
    whole, expected = _beside(parts, puzzle), known.count**2 * (0 if len(second) > 1 else 2)
    budget = satcross.Budget(SECONDS)
    tally = count(whole, random.choice(("search", "auto")), budget=budget)
    if tally.stopped:
        raise OutOfTime
    agree("count of parts", (tally.value, tally.kind), (expected, "exact"))
    drawn = satcross.sample(whole, 2, seed=random.randint(1, 99), budget=budget).solutions
    agree("sample of parts", len(drawn), 2 if expected else 0)
    told = marginals(presolve(whole, budget=budget), budget)
    if told is not None:
        agree("marginals of parts: total", told.total, expected)
        sums = {sum(each.values()) for each in told.cells}
        agree("marginals of parts: letters", sums, {expected} if told.cells else set())
    if known.grids is not None and drawn:
        size = len(puzzle.cells)
        first = 0
        for part in parts:
            if part is puzzle:
                agree(
                    "sample of parts: a part",
                    all(each.letters[first : first + size] in known.grids for each in drawn),
                    True,
                )
            first += len(part.cells)


def _beside(parts: Sequence[Puzzle], terms: Puzzle) -> Puzzle:
    """Return the puzzle that consists of `parts`, with the alphabet, dialect and flags of `terms`."""
    cells: list[str] = []
    listed: list[Line] = []
    given: list[tuple[int, str]] = []
    for number, part in enumerate(parts):
        first = len(cells)
        cells += [f"{number} {address_text(cell)}" for cell in part.cells]
        listed += [
            Line(f"{number} {line.name}", tuple(first + cell for cell in line.cells), line.clues) for line in part.lines
        ]
        given += [(first + cell, letter) for cell, letter in part.given]
    settings = {"alphabet": terms.alphabet, "dialect": terms.dialect, "flags": terms.flags}
    return Puzzle(tuple(cells), tuple(listed), given=tuple(given), **settings)


def by_ganak(puzzle: Puzzle, known: Known, random: Random) -> None:
    """The number by a model counter of others, where it is installed."""
    if find_spec("pyganak") is None:
        return
    tally = count(puzzle, "ganak", budget=satcross.Budget(SECONDS))
    if tally.stopped:
        raise OutOfTime
    agree("pyganak", (tally.value, tally.kind), (_number(puzzle, known), "exact"))


def _number(puzzle: Puzzle, known: Known) -> int:
    """Return the number of solutions; where they have not been listed, the search counts them."""
    if known.count is not None:
        return known.count
    tally = count(puzzle, "search", budget=satcross.Budget(SECONDS))
    if tally.stopped:
        raise OutOfTime
    return tally.value


def by_whole_formula(puzzle: Puzzle, known: Known, random: Random) -> None:
    """The whole formula with selectors, projected models one by one; with one clue switched off, those without it."""
    if known.grids is None or len(known.grids) > 200 or puzzle.alphabet == ANY:
        return
    compiled = compile_puzzle(puzzle, single_letters=True)
    encoding = encode_whole(compiled, with_selectors=True)
    if encoding.clauses.clauses > CLAUSES:
        return
    off = random.randrange(len(encoding.selectors)) if encoding.selectors else None
    with Solver(random.choice(SOLVERS)) as solver:
        for clause in encoding.clauses:
            solver.add(list(clause))
        name = f"whole formula with {solver.name}"
        if off is not None:
            without = [lit for number, lit in enumerate(encoding.selectors) if number != off]
            line, clue = compiled.constraints[off].line, compiled.constraints[off].clue
            clues = list(puzzle.lines[line].clues)
            del clues[clue]
            lines = list(puzzle.lines)
            lines[line] = lines[line]._replace(clues=tuple(clues))
            letters = compiled.letters.of(compiled.classes.every)
            status = Search(puzzle._replace(lines=tuple(lines), alphabet=letters), limit=1).run().count
            agree(f"{name}, clue {off} off", solver.solve(without), bool(status))
        found = []
        while solver.solve(encoding.selectors):
            masks = encoding.variables.decode(solver.is_true)
            found.append(tuple(map(compiled.letters.of, masks)))
            solver.add(encoding.variables.blocking(masks))
            if len(found) > len(known.grids):
                break
            if not puzzle.cells:
                break
    agree_on_grids(name, found, known)


def by_other_solver(puzzle: Puzzle, known: Known, random: Random) -> None:
    """Export, another program's solver, and decode: all solutions, or two."""
    if puzzle.alphabet == ANY:
        return
    is_simplified = random.random() < 0.5
    lines = list(export(puzzle, is_simplified=is_simplified))
    if len(lines) > CLAUSES:
        return
    solver = random.choice((*programs(), *LIBRARY))
    name = f"export{' simplified' if is_simplified else ''}, {solver}, decode"
    if solver in programs():
        with TemporaryDirectory() as folder:
            path = Path(folder) / "formula.cnf"
            path.write_text("\n".join(lines) + "\n")
            answers = [answer_of_program(solver, str(path))]
        wanted = 1
    else:
        wanted = OUTSIDE if known.count is not None and known.count < OUTSIDE else 2
        answers = list(projected_models(solver, lines, wanted))
    found = [decode(puzzle, lines, read_answer(answer)) for answer in answers]
    grids = [each.letters for each in found if each is not None]
    if known.count is not None:
        agree(f"{name}: number", len(grids), min(wanted, known.count))
    if known.grids is not None:
        agree(f"{name}: among the solutions", len(set(grids) & known.grids), len(grids))


def by_formats(puzzle: Puzzle, known: Known, random: Random) -> None:
    """Through every file format that can hold the puzzle, there and back."""
    for format in FORMATS:
        try:
            text = to_text(puzzle, format)
        except SatcrossError as error:
            agree(f"{format}: refusal", error.code, "inexpressible")
            continue
        (found,) = read_source(text.encode(), "puzzle", format).puzzles
        if format in ("toml", "json"):
            agree(f"{format}: the puzzle", found, puzzle)
            continue
        if known.grids is None:
            agree(f"{format}: status", satcross.check(found, timeout=SECONDS).status, known.status)
            continue
        number_of = {address_text(cell): number for number, cell in enumerate(found.cells)}
        order = [number_of[address_text(cell)] for cell in puzzle.cells]
        listed = ([each.letters[number] for number in order] for each in Search(found))
        agree_on_grids(format, listed, known)


def by_proof(puzzle: Puzzle, known: Known, random: Random) -> None:
    """A checked proof of "unique" or "none"."""
    if puzzle.alphabet == ANY or known.status not in ("unique", "none"):
        return
    if sum(1 for _ in islice(export(puzzle), PROVED)) == PROVED:
        return
    solver = random.choice(PROVERS)
    with TemporaryDirectory() as folder:
        proof = prove(puzzle, folder, solver=solver)
        if not isinstance(proof, Proof):
            raise Difference(f"prove: {proof}, expected {known.status}")
        agree("prove: claim", proof.claim, known.status)
        if proof.solution is not None and known.grids is not None:
            agree("prove: solution", frozenset([proof.solution.letters]), known.grids)
        verified = verify(puzzle, folder)
        if not verified.is_verified:
            raise Difference(f"verify, proof by {solver}: {verified.fault}, {verified.message}")


def by_propagation(puzzle: Puzzle, known: Known, random: Random) -> None:
    """Propagation loses no solution, in whatever order the clues come, and says "none" only if there is none."""
    compiled = compile_puzzle(puzzle)
    constraints = list(compiled.constraints)
    fixpoint = propagate(constraints, compiled.domains).domains
    if fixpoint is None:
        agree("propagation: contradiction", "none", known.status)
    elif known.grids is not None and puzzle.alphabet != ANY:
        letters = [compiled.letters.of(mask) for mask in fixpoint]
        for grid in known.grids:
            for cell, letter in enumerate(grid):
                if letter not in letters[cell]:
                    raise Difference(f"propagation loses {letter!r} of cell {cell}, which {_shown(grid)} has")
    # clues that look at each other's cells twice, or compare letters, may stop at other fixpoints in another order
    if all(each.is_exact for each in constraints):
        random.shuffle(constraints)
        agree("propagation: the fixpoint in another order", propagate(constraints, compiled.domains).domains, fixpoint)


def by_ambiguity(puzzle: Puzzle, known: Known, random: Random) -> None:
    """The letters that some solution has in each cell."""
    if known.grids is None or len(known.grids) > 300 or puzzle.alphabet == ANY:
        return
    found = ambiguity(puzzle, budget=satcross.Budget(SECONDS))
    tuning = UNLIMITED.tuning
    is_limited = tuning.letter_work < 10**9 or tuning.letter_conflicts < 10**6  # then less may be known
    if found.status == "unknown" and is_limited:
        return
    agree("ambiguity: status", found.status, known.status)
    hull = [frozenset(letters) for letters in zip(*known.grids, strict=True)]
    candidates = [frozenset(letters) for letters in found.candidates]
    if known.grids and is_limited and not found.is_exact:
        agree("ambiguity: all candidates are in solutions", all(map(frozenset.issubset, candidates, hull)), True)
    elif known.grids:
        agree("ambiguity: candidates", candidates, hull)
    if 1 < len(known.grids) <= 60 and (found.is_nearest or not is_limited):
        grids = sorted(known.grids)
        least = min(_distance(one, two) for k, one in enumerate(grids) for two in grids[:k])
        agree("ambiguity: nearest", len(found.differing_cells), least)


def _distance(one: Grid, two: Grid) -> int:
    return sum(left != right for left, right in zip(one, two, strict=True))


def by_command(puzzle: Puzzle, known: Known, random: Random) -> None:
    """`satcross solve --all --json FILE`."""
    if known.grids is None:
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"puzzle.{random.choice(('toml', 'json'))}"
        satcross.save(puzzle, path)
        said, complained = io.StringIO(), io.StringIO()
        with redirect_stdout(said), redirect_stderr(complained):
            status = command_line(["solve", "--all", "--json", str(path)])
    objects = [json.loads(line) for line in said.getvalue().split("\n") if line]
    if not objects:
        raise Difference(f"solve --json: nothing said, status {status}, {complained.getvalue()}")
    agree("solve --json: exit status", status, 1 if known.status == "none" else 0)
    agree("solve --json: status", objects[-1]["status"], known.status)
    agree("solve --json: count", (objects[-1]["count"], len(objects) - 1), (known.count, known.count))


def by_given_letters(puzzle: Puzzle, known: Known, random: Random) -> None:
    """With all letters of a solution given it is the only one; with some of them, those that have them."""
    if not known.grids:
        return
    grid = random.choice(sorted(known.grids))
    cells = sorted(random.sample(range(len(grid)), random.randint(0, len(grid))))
    fixed = puzzle._replace(given=tuple((cell, grid[cell]) for cell in sorted({*cells, *dict(puzzle.given)})))
    if puzzle.alphabet == ANY:
        agree("given letters of a solution: status", Search(fixed, limit=1).run().count, 1)
        return
    compiled = compile_puzzle(puzzle)
    fixed = fixed._replace(alphabet=compiled.letters.of(compiled.classes.every))
    expected = frozenset(each for each in known.grids if all(each[cell] == grid[cell] for cell in cells))
    agree_on_grids("given letters", (each.letters for each in Search(fixed)), known._replace(grids=expected))


def _in_time(search: Search) -> None:
    if search.stopped == "timeout":
        raise OutOfTime


def first_answer(puzzle: Puzzle) -> Known:
    """Return satcross's own answer, for puzzles that are too large to be tried by force."""
    search = Search(puzzle, limit=LISTED + 1, budget=satcross.Budget(SECONDS))
    grids = [each.letters for each in search]
    _in_time(search)
    is_complete = search.is_complete
    return Known(
        search.status,
        search.count if is_complete else None,
        frozenset(grids) if is_complete and len(grids) <= LISTED else None,
        "satcross's first answer",
    )


ROUTES: Final = (
    Route("search", by_search, 100),
    Route("strategies", by_strategy, 30),
    Route("check", by_check, 20),
    Route("limit", by_limit, 20),
    Route("cubes", by_cubes, 25),
    Route("counting", by_counting, 20),
    Route("whole", by_whole_formula, 15),
    Route("export", by_other_solver, 15),
    Route("formats", by_formats, 20),
    Route("propagation", by_propagation, 30),
    Route("given", by_given_letters, 12),
    Route("ambiguity", by_ambiguity, 8),
    Route("proof", by_proof, 5),
    Route("command", by_command, 5),
    Route("sampling", by_sampling, 15),
    Route("parts", by_parts, 15),
    Route("ganak", by_ganak, 5),
)
