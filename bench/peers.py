"""Other solvers on the same puzzle: `python -m bench.peers PEER FAMILY NAME [SECONDS]` prints one JSON object.

With "file" for FAMILY, NAME is a file with a puzzle instead of a rung.

Every peer starts from the same parsed clues and must find two solutions, or prove that there is only one, as we do.
Its CPU time counts from the compiled puzzle (parsed clues, unrolled), so what it takes for its own model counts.

    guess     propagate and guess in plain Python: our own propagation, then the cell with the fewest letters left
    plain-sat CaDiCaL, with a variable for each letter and each state of minimal automata, and forward clauses only
    cp-sat    OR-Tools, AddAutomaton on each line, the clue's positions determinised
    z3        its theory of strings and regexes
    minizinc  MiniZinc with Gecode's `regular`, on the same automata

A peer that is not installed says so.  No peer supports backreferences, so they get the rungs with regular clues.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, count, islice
from time import monotonic
from typing import Any

from bench.rung import find, peak_megabytes
from satcross import load
from satcross.base.bits import single_bits
from satcross.base.budget import Budget
from satcross.errors import TimeUp
from satcross.puzzle import Clue
from satcross.regex.core import Alt, Core, Group, Letters, Repeat, Seq
from satcross.solver.compile import CompiledPuzzle, compile_puzzle
from satcross.solver.constraints.layers import Table
from satcross.solver.constraints.regular import RegularConstraint
from satcross.solver.python_sat import Solver
from satcross.solver.residual import Residual

Grid = tuple[int, ...]
"""The letter class of each cell."""


def guess(compiled: CompiledPuzzle, seconds: float) -> list[Grid]:
    """Return up to two solutions, by propagation and guessing."""
    budget = Budget(seconds)

    def search(domains: Sequence[int]) -> Iterator[Grid]:
        state, _ = Residual.of(compiled.constraints, domains).state.propagated(budget)
        if state is None:
            return
        found = state.masks
        open_cells = [cell for cell, domain in enumerate(found) if domain & (domain - 1)]
        if not open_cells:
            yield tuple(domain.bit_length() - 1 for domain in found)
            return
        cell = min(open_cells, key=lambda each: found[each].bit_count())
        for letter in single_bits(found[cell]):
            yield from search([*found[:cell], letter, *found[cell + 1 :]])

    return list(islice(search(compiled.domains), 2))


def automaton(table: Table, n: int, classes: int) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Return (transitions (state, class, state), final states) of a deterministic automaton; state 0 is the start."""
    number = {-1: 0}
    layer = [-1]
    triples: list[tuple[int, int, int]] = []
    for _ in range(n):
        following = []
        for active in layer:
            possible = table.first if active == -1 else table.after[active]
            for letter in range(classes):
                reached = possible & table.holding[1 << letter]
                if reached:
                    if reached not in number:
                        number[reached] = len(number)
                        following.append(reached)
                    triples.append((number[active], letter, number[reached]))
        layer = following
    return triples, [state for active, state in number.items() if active != -1 and active & table.last]


def plain_sat(compiled: CompiledPuzzle, seconds: float) -> list[Grid]:
    """Return up to two solutions by the formula that one would write first."""
    letters = range(len(compiled.classes.members))
    number = count(1)
    held = [[next(number) for _ in letters] for _ in compiled.domains]
    with Solver("cadical195", Budget(seconds)) as solver:
        for cell in held:
            solver.add(cell)
            for one, other in combinations(cell, 2):
                solver.add([-one, -other])
        for constraint in compiled.constraints:
            made = constraint.line_constraint
            assert isinstance(made, RegularConstraint)
            cells = [held[index] for index in constraint.cells]
            _add_automaton(solver, cells, *automaton(made.table, made.n, len(letters)), number)
        found: list[Grid] = []
        while len(found) < 2 and solver.solve():
            grid = tuple(next(letter for letter in letters if solver.is_true(cell[letter])) for cell in held)
            found.append(grid)
            solver.add([-cell[letter] for cell, letter in zip(held, grid, strict=True)])
        return found


def _add_automaton(
    solver: Solver,
    cells: Sequence[Sequence[int]],
    triples: Iterable[tuple[int, int, int]],
    finals: Collection[int],
    number: Iterator[int],
) -> None:
    """Add forward clauses for the minimal automaton of the lines that `triples` and `finals` accept.

    Args:
        cells: The variables of the letters of each cell.
        number: The numbers of new variables.
    """
    heads = {(tail, letter): head for tail, letter, head in triples}
    states: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}

    @cache
    def variable(place: int, tail: int) -> int | None:
        """Return the variable of all states that accept the same from `place` on; None: nothing, 0: the end."""
        if place == len(cells):
            return 0 if tail in finals else None
        reached = [(letter, variable(place + 1, heads[tail, letter])) for letter in range(len(cells[0]))
                   if (tail, letter) in heads]  # fmt: skip
        accepting = tuple((letter, head) for letter, head in reached if head is not None)
        return states.setdefault((place, accepting), next(number)) if accepting else None

    start, first = variable(0, 0), cells[0][0]
    for unit in [start] if start else [first, -first]:
        solver.add([unit])
    for (place, accepting), state in states.items():
        heads_of = dict(accepting)
        for letter, held in enumerate(cells[place]):
            if letter not in heads_of:
                solver.add([-state, -held])
            elif heads_of[letter]:  # not the end
                solver.add([-state, -held, heads_of[letter]])


def cp_sat(compiled: CompiledPuzzle, seconds: float) -> list[Grid]:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    classes = len(compiled.classes.members)
    cells = [model.new_int_var(0, classes - 1, f"c{cell}") for cell in range(len(compiled.domains))]
    for constraint in compiled.constraints:
        made = constraint.line_constraint
        assert isinstance(made, RegularConstraint)
        triples, finals = automaton(made.table, made.n, classes)
        model.add_automaton([cells[cell] for cell in constraint.cells], 0, finals, triples)
    found: list[Grid] = []
    deadline = monotonic() + seconds
    while len(found) < 2:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = max(0.01, deadline - monotonic())
        status = solver.solve(model)
        if status == cp_model.UNKNOWN:
            raise TimeUp
        if status == cp_model.INFEASIBLE:
            break
        assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE), solver.status_name(status)
        grid = tuple(solver.value(cell) for cell in cells)
        found.append(grid)
        model.add_forbidden_assignments(cells, [grid])
    return found


def z3(compiled: CompiledPuzzle, seconds: float) -> list[Grid]:
    import z3 as engine

    def letters(node: Letters) -> Any:
        shown = [
            engine.Re(letter)
            for place, letter in enumerate(compiled.classes.shown)
            if compiled.classes.mask(node.letters) >> place & 1
        ]
        return shown[0] if len(shown) == 1 else engine.Union(*shown)

    def regex(node: Core) -> Any:
        if isinstance(node, Letters):
            return letters(node)
        if isinstance(node, Seq):
            parts = [regex(item) for item in node.items]
            return engine.Re("") if not parts else parts[0] if len(parts) == 1 else engine.Concat(*parts)
        if isinstance(node, Alt):
            branches = [regex(branch) for branch in node.branches]
            return branches[0] if len(branches) == 1 else engine.Union(*branches)
        if isinstance(node, Group):
            return regex(node.item)
        assert isinstance(node, Repeat)
        item = regex(node.item)
        if node.high is not None:
            return engine.Loop(item, node.low, node.high)
        return engine.Star(item) if node.low == 0 else engine.Concat(*[item] * node.low, engine.Star(item))

    # a string for each line, tied where lines cross: much better than a string for each cell
    solver = engine.Solver()
    solver.set("timeout", int(seconds * 1000))
    texts: dict[int, Any] = {}
    cells: dict[int, Any] = {}
    for constraint in compiled.constraints:
        line = compiled.puzzle.lines[constraint.line]
        if constraint.line not in texts:
            text = texts[constraint.line] = engine.String(line.name)
            solver.add(engine.Length(text) == len(constraint.cells))
            for i, cell in enumerate(constraint.cells):
                if cell in cells:
                    solver.add(text.at(i) == cells[cell])
                cells.setdefault(cell, text.at(i))
        clue = line.clues[constraint.clue]
        assert isinstance(clue, Clue)
        solver.add(engine.InRe(texts[constraint.line], regex(compiled.letters.cores[clue.pattern])))
    found: list[Grid] = []
    while len(found) < 2:
        answer = solver.check()
        if answer == engine.unknown:
            raise TimeUp
        if answer == engine.unsat:
            break
        model = solver.model()
        letters_of = {cell: model.eval(at, model_completion=True).as_string() for cell, at in cells.items()}
        found.append(tuple(compiled.classes.shown.index(letters_of[cell]) for cell in range(len(compiled.domains))))
        solver.add(engine.Or(*[at != engine.StringVal(letters_of[cell]) for cell, at in cells.items()]))
    return found


def minizinc(compiled: CompiledPuzzle, seconds: float) -> list[Grid]:
    classes = len(compiled.classes.members)
    lines = ['include "regular.mzn";', f"array[1..{len(compiled.domains)}] of var 1..{classes}: c;"]
    for constraint in compiled.constraints:
        made = constraint.line_constraint
        assert isinstance(made, RegularConstraint)
        triples, finals = automaton(made.table, made.n, classes)
        states = 1 + max((max(tail, head) for tail, _, head in triples), default=0)
        heads = [[0] * classes for _ in range(states)]
        for tail, letter, head in triples:
            heads[tail][letter] = head + 1
        rows = "|".join(",".join(map(str, row)) for row in heads)
        cells = ",".join(f"c[{cell + 1}]" for cell in constraint.cells)
        ends = ",".join(str(state + 1) for state in finals)
        lines.append(f"constraint regular([{cells}], {states}, {classes}, [|{rows}|], 1, {{{ends}}});")
    lines += ["solve satisfy;", 'output [show(c[i]) ++ " " | i in index_set(c)] ++ ["\\n"];']
    command = [
        "minizinc",
        "--solver",
        "gecode",
        "-n",
        "2",
        "--time-limit",
        str(int(seconds * 1000)),
        "--input-from-stdin",
    ]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
    if "UNKNOWN" in done.stdout:
        raise TimeUp
    grids = [line.split() for line in done.stdout.splitlines() if line[:1].isdigit()]
    if len(grids) < 2 and "==========" not in done.stdout and "UNSATISFIABLE" not in done.stdout:
        raise TimeUp
    return [tuple(int(word) - 1 for word in grid) for grid in grids]


PEERS: dict[str, Callable[[CompiledPuzzle, float], list[Grid]]] = {
    "guess": guess,
    "plain-sat": plain_sat,
    "cp-sat": cp_sat,
    "z3": z3,
    "minizinc": minizinc,
}


def is_installed(peer: str) -> bool:
    """Return whether this peer can be run here."""
    from importlib.util import find_spec

    if peer == "minizinc":
        return shutil.which("minizinc") is not None
    module = {"cp-sat": "ortools", "z3": "z3"}.get(peer)
    return module is None or find_spec(module) is not None


def processor_seconds() -> float:
    """Return the CPU seconds of this process and of the programs that it has run."""
    return sum(os.times()[:4])


def measure(peer: str, family: str, name: str, seconds: float) -> dict[str, object]:
    """Return what the peer found and how long it took; "timeout" if it did not end in time."""
    compiled = compile_puzzle(load(name) if family == "file" else find(family, name).puzzle())
    outcome, found = "", -1
    if peer != "guess" and not all(constraint.line_constraint.is_exact for constraint in compiled.constraints):
        return {"peer": peer, "family": family, "rung": name, "found": found, "stopped": "not regular"}
    start = processor_seconds()
    try:
        found = len(PEERS[peer](compiled, seconds))
    except TimeUp:
        outcome = "timeout"
    total = processor_seconds() - start
    return {
        "peer": peer, "family": family, "rung": name, "found": found, "stopped": outcome, "total": total,
        "peak MB": peak_megabytes(),
    }  # fmt: skip


if __name__ == "__main__":
    peer, family, name, *timeout = sys.argv[1:]
    print(json.dumps(measure(peer, family, name, float(timeout[0]) if timeout else 20)))
