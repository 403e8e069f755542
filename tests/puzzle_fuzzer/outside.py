"""SAT solvers that know nothing but DIMACS: programs, and those of python-sat.

In: the lines of a formula, and how many models projected on the variables of its `c p show` lines.  Out: answers as SAT
competitions define them.  Nothing of satcross is imported.
"""

import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from typing import Final

from pysat.solvers import Solver

PROGRAMS: Final = {"cadical": ("-q",), "kissat": ("-q",), "cryptominisat5": ("--verb=0",)}
LIBRARY: Final = ("lingeling", "mergesat3", "maplecm", "gluecard4", "cadical195", "minisat22")
SECONDS: Final = 60


@cache
def programs() -> tuple[str, ...]:
    """Return the SAT solvers that are installed as programs."""
    return tuple(name for name in PROGRAMS if shutil.which(name))


def answer_of_program(name: str, path: str) -> str:
    """Return what the program `name` prints about the formula in the file `path`."""
    command = [name, *PROGRAMS[name], path]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False).stdout


def projected_models(solver: str, lines: list[str], number: int) -> Iterator[str]:
    """Yield up to `number` answers, each blocked on the shown variables; after the last model, that there is none."""
    shown: list[int] = []
    is_refuted = False
    with Solver(solver) as engine:
        for line in lines:
            if line.startswith("c p show "):
                shown += [int(each) for each in line.split()[3:-1]]
            elif line[:1] not in "cp":
                clause = [int(each) for each in line.split()[:-1]]
                if clause:
                    engine.add_clause(clause)
                else:  # python-sat's solvers do not agree on what an empty clause is
                    number, is_refuted = 1, True
        for _ in range(number):
            if is_refuted or not engine.solve():
                yield "s UNSATISFIABLE"
                return
            model = set(engine.get_model() or ())
            values = [each if each in model else -each for each in shown]
            yield f"s SATISFIABLE\nv {' '.join(map(str, values))} 0"
            if values:
                engine.add_clause([-each for each in values])
            else:
                is_refuted = True
