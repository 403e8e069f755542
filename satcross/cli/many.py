"""What `satcross solve` prints of very many solutions: cubes of them, or some drawn at random."""

from __future__ import annotations

import sys
from typing import Final

from satcross.base.wording import capital, counted
from satcross.cli.answers import (
    Timer,
    json_mismatches,
    json_object,
    json_solution,
    print_json,
    print_mismatches,
    search_for,
    summary,
    with_mismatches,
)
from satcross.cli.limits import budget_of
from satcross.cli.parser import Options
from satcross.cli.puzzles import Asked
from satcross.cli.questions import json_head, say_unknown
from satcross.cli.statuses import NO, UNKNOWN, YES
from satcross.cli.terminal import style_of
from satcross.errors import OptionError, TimeUp, visible
from satcross.pictures.text import draw, text_of
from satcross.puzzle.alphabet import contract_alphabet
from satcross.solver.solutions import Cube

NO_SOLUTION: Final = "No solution; satcross check says why."


def print_cubes(asked: Asked, options: Options) -> int:
    """Print disjoint cubes that hold exactly the solutions, as they are found, and return the exit status."""
    if options.sample is not None or options.trace:
        raise OptionError("--cubes lists all solutions", hint="leave out --sample and --trace")
    timer = Timer()
    search = search_for(asked, options, None if options.all else options.limit)
    style = style_of(sys.stdout, options.color, options.ascii)
    number = 0
    for number, cube in enumerate(search.cubes(), 1):
        if options.json:
            print_json(_json(cube))
        else:
            size = counted(cube.size, "solution")
            symbols = [_symbol(letters) for letters in cube.letters]
            print(f"Cube {number} ({size}):\n\n{text_of(draw(asked.puzzle, symbols, style=style))}\n", flush=True)
    mismatches = search.mismatches()
    if options.json:
        more = json_mismatches(asked.puzzle, mismatches)
        print_json(json_object(asked, search, None, cubes=number, **more))
    else:
        end = {"": ", and no others", "limit": "; --all lists them all", "timeout": " so far (out of time)"}
        found = f"{counted(search.count, 'solution')} in {counted(number, 'cube')}{end[search.stopped]}"
        print(f"{capital(found)}." if search.count or search.stopped else NO_SOLUTION)
        print_mismatches(mismatches, indent="")
        print(summary(search, timer, options), file=sys.stderr)
    status = UNKNOWN if search.stopped == "timeout" else YES if search.count else NO
    return with_mismatches(status, mismatches)


def _symbol(letters: str) -> str:
    if len(letters) == 1:
        return letters
    return f"[{''.join(map(visible, contract_alphabet(letters)))}]"


def _json(cube: Cube) -> dict[str, object]:
    return {"cells": list(cube.letters), "size": cube.size}


def print_sample(asked: Asked, options: Options) -> int:
    """Print solutions drawn at random, and return the exit status."""
    from satcross.author.sampling import sample
    from satcross.base.tuning import AUTO
    from satcross.solver.backends.python_sat import check_solver
    from satcross.solver.expected import mismatches

    check_solver(options.solver)
    if options.trace:
        raise OptionError("--sample and --trace do not go together")
    try:
        found = sample(asked.puzzle, options.sample, seed=options.seed, budget=budget_of(options))
    except TimeUp:
        return say_unknown(asked, is_json=options.json)
    style = style_of(sys.stdout, options.color, options.ascii)
    for number, solution in enumerate(found.solutions, 1):
        if options.json:
            print_json(json_solution(solution))
        else:
            print(f"Solution {number}:\n\n{text_of(draw(asked.puzzle, solution.letters, style=style))}\n")
    disagreements = mismatches(asked.puzzle, found.solutions, budget_of(options))
    how = "uniformly, by counting" if found.is_uniform else "almost uniformly, by unigen"
    if options.json:
        count = len(found.solutions)
        drawn = {"drawn": count, "method": found.method, "uniform": found.is_uniform}
        print_json({**json_head(asked), **drawn, **json_mismatches(asked.puzzle, disagreements)})
    else:
        print(f"Drawn {how}." if found.solutions else NO_SOLUTION)
        print_mismatches(disagreements, indent="")
        if options.solver != AUTO:
            print(f"the solver {options.solver} was not needed: solutions are drawn by counting", file=sys.stderr)
    return with_mismatches(YES if found.solutions else NO, disagreements)
