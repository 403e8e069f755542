"""A SAT solver outside of this process that knows nothing but DIMACS: a program, or python-sat's in its own process.

In: the text of a formula, and how many models projected on the variables of its `c p show` lines.  Out: answers as SAT
competitions define them.  Run as a program, this module answers requests from standard input, each the name of a
solver, a number of models and a number of lines on a line, and then the formula; it imports nothing of satcross.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Final

PROGRAMS: Final = {"cadical": ("-q",), "kissat": ("-q",), "cryptominisat5": ("--verb=0",)}
LIBRARY: Final = ("lingeling", "mergesat3", "maplecm", "gluecard4", "cadical195", "minisat22")
SECONDS: Final = 60


class Outside:
    """A process of python-sat's solvers, started when it is first asked."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def answers(self, solver: str, formula: str, number: int) -> list[str]:
        """Return up to `number` answers, each with other values of the shown variables; the last may say there is none.

        solver  one of LIBRARY
        """
        if self._process is None:
            command = [sys.executable, __file__]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{solver} {number} {formula.count(chr(10))}\n{formula}")
        self._process.stdin.flush()
        answers = int(self._process.stdout.readline())
        return [self._process.stdout.readline().replace("|", "\n") for _ in range(answers)]

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@cache
def outside() -> Outside:
    return Outside()


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
    from pysat.solvers import Solver

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
            yield f"s SATISFIABLE|v {' '.join(map(str, values))} 0"
            if values:
                engine.add_clause([-each for each in values])
            else:
                is_refuted = True


def main() -> None:
    while request := sys.stdin.readline():
        solver, number, count = request.split()
        lines = [sys.stdin.readline() for _ in range(int(count))]
        answers = list(projected_models(solver, lines, int(number)))
        print(len(answers), *answers, sep="\n", flush=True)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt, BrokenPipeError):
        main()
