"""Mutation testing: change one thing in the solver at a time, and see whether some test fails.

    python tools/mutate.py [--sample 20] [--seed 1] [--part 1/4] [MODULE ...]

In: the modules of TESTS below, and the tests that ought to notice.  Out: for each mutant a line, and the survivors with
their place; exit status 1 if tests/mutants.md does not explain one of them.  Each mutant runs in a separate process,
forked before anything of satcross is imported (but after what its tests import from elsewhere), in which the module's
code is compiled from a changed syntax tree; no file is touched.  A ready-made tool would start an
interpreter and collect all tests for each mutant.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from random import Random
from time import monotonic, process_time, sleep
from types import CodeType
from typing import Final, NamedTuple

import hypothesis.strategies  # noqa: F401  imported here, once, instead of in each mutant's process
import pysat.solvers  # noqa: F401
import pytest

ROOT: Final = Path(__file__).parent.parent
EXPLAINED: Final = ROOT / "tests" / "mutants.md"
FIRST: Final = ["tests/puzzle_fuzzer/test_puzzles.py::test_all_routes_agree[python-0]"]  # a second; finds most
LAST: Final = [
    "tests/solve/test_encode.py",
    "tests/solve/test_listing.py",
    "tests/puzzle_fuzzer/test_puzzles.py::test_all_routes_agree",
]
TESTS: Final = {
    "satcross.solver.cnf": ["tests/cnf", "tests/constraints/test_general.py", "tests/constraints/test_regular.py"],
    "satcross.solver.constraints.layers": ["tests/constraints/test_positions.py", "tests/constraints/test_regular.py"],
    "satcross.solver.constraints.regular": [
        "tests/constraints/test_protocol.py",
        "tests/constraints/test_regular.py",
        "tests/solve/test_listing.py",
        "tests/constraints/test_reduction.py",
        "tests/constraints/test_conjunction.py",
        "tests/constraints/test_product.py",
    ],
    "satcross.solver.encodings": ["tests/constraints/test_regular.py"],
    "satcross.solver.constraints.circuit": [
        "tests/constraints/test_nodes.py",
        "tests/constraints/test_general.py",
        "tests/constraints/test_unroll.py",
    ],
    "satcross.solver.constraints.continuation": ["tests/constraints/test_unroll.py"],
    "satcross.solver.constraints.unroll": ["tests/constraints/test_unroll.py"],
    "satcross.solver.constraints.general": [
        "tests/constraints/test_general.py",
        "tests/constraints/test_nodes.py",
        "tests/constraints/test_unroll.py",
    ],
    "satcross.solver.residual": [
        "tests/constraints/test_propagate.py",
        "tests/solve/test_diving.py",
        "tests/solve/test_residual.py",
        "tests/solve/test_listing.py",
        "tests/author/test_counting.py",
    ],
    "satcross.solver.strategies": [
        "tests/solve/test_diving.py",
        "tests/solve/test_search.py",
        "tests/solve/test_backtracking.py",
        "tests/solve/test_portfolio.py",
        "tests/solve/test_listing.py",
        "tests/author/test_counting.py",
    ],
    "satcross.solver.encode": ["tests/solve/test_encode.py", "tests/solve/test_formula.py"],
    "satcross.solver.compile": [
        "tests/solve/test_compile.py",
        "tests/constraints/test_unroll.py",
        "tests/solve/test_search.py",
    ],
    "satcross.solver.solutions": ["tests/solve/test_search.py", "tests/solve/test_listing.py"],
}
"""The tests of each module; those of FIRST come before, those of LAST after them."""

SWAPPED: Final[dict[type, type]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.Break: ast.Continue, ast.Continue: ast.Break,
}  # fmt: skip


class Mutant(NamedTuple):
    """`number`: which of the module's mutants; `change`: such as "Lt to LtE"; `source`: the line it is done to."""

    module: str
    number: int
    line: int
    change: str
    source: str

    @property
    def name(self) -> str:
        """What tests/mutants.md calls it: without the line's number, which other changes move."""
        return f"`{self.module.removeprefix('satcross.')}`, {self.change}, in `{self.source}`"


class _Mutator(ast.NodeTransformer):
    """Counts the places that can be changed, and changes the one of number `wanted` (-1: none)."""

    def __init__(self, wanted: int = -1) -> None:
        self.wanted = wanted
        self.changes: list[tuple[int, str]] = []

    def _is_wanted(self, node: ast.AST, change: str) -> bool:
        self.changes.append((getattr(node, "lineno", 0), change))
        return len(self.changes) - 1 == self.wanted

    def _swap(self, holder: ast.AST, node: ast.AST) -> ast.AST:
        other = SWAPPED.get(type(node))
        if other is not None and self._is_wanted(holder, f"{type(node).__name__} to {other.__name__}"):
            return other()
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        node.ops = [self._swap(node, op) for op in node.ops]  # type: ignore[misc]
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        node.op = self._swap(node, node.op)  # type: ignore[assignment]
        return self.generic_visit(node)

    visit_BoolOp = visit_BinOp  # noqa: N815

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        node.op = self._swap(node, node.op)  # type: ignore[assignment]
        return self.generic_visit(node)

    def visit_Break(self, node: ast.Break) -> ast.AST:
        return self._swap(node, node)

    visit_Continue = visit_Break  # noqa: N815

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        if self._is_wanted(node, f"without {type(node.op).__name__}"):
            return node.operand
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        value = node.value
        if isinstance(value, bool) and self._is_wanted(node, f"{value} to {not value}"):
            return ast.Constant(not value)
        if type(value) is int and self._is_wanted(node, f"{value} to {value + 1}"):
            return ast.Constant(value + 1)
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return node
        if not _is_turned_otherwise(node.test) and self._is_wanted(node, "if to if not"):
            node.test = ast.UnaryOp(ast.Not(), node.test)
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.Constant):
            return node  # a docstring
        if not isinstance(node.value, ast.Yield | ast.YieldFrom) and self._is_wanted(node, "without the statement"):
            return ast.Pass()
        return self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        return node if node.arg == "strict" else self.generic_visit(node)  # strict=True is an assertion

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None and ast.unparse(node.annotation) != "TypeAlias":
            node.value = self.visit(node.value)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.args.defaults = [self.visit(each) for each in node.args.defaults]
        node.args.kw_defaults = [each and self.visit(each) for each in node.args.kw_defaults]
        node.body = [self.visit(each) for each in node.body]
        return node


def _is_turned_otherwise(test: ast.expr) -> bool:
    """Return whether another mutation already negates the node: `not a` becomes `a`, `a is b` becomes `a is not b`."""
    if isinstance(test, ast.Compare):
        return len(test.ops) == 1 and isinstance(
            test.ops[0], ast.Eq | ast.NotEq | ast.Is | ast.IsNot | ast.In | ast.NotIn
        )
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def mutants(module: str) -> Iterator[Mutant]:
    """Yield all mutants of `module`."""
    counting = _Mutator()
    text = _path(module).read_text("utf-8")
    counting.visit(ast.parse(text))
    for number, (line, change) in enumerate(counting.changes):
        yield Mutant(module, number, line, change, text.splitlines()[line - 1].strip())


def mutated_tree(mutant: Mutant) -> ast.Module:
    """Return the changed syntax tree."""
    tree: ast.Module = _Mutator(mutant.number).visit(ast.parse(_path(mutant.module).read_text("utf-8")))
    return ast.fix_missing_locations(tree)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Gives the mutated module where it is imported."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        if name != self.mutant.module:
            return None
        return importlib.util.spec_from_file_location(name, _path(name), loader=self)  # type: ignore[arg-type]

    def get_source(self, fullname: str) -> str:
        return _path(fullname).read_text("utf-8")

    def get_code(self, fullname: str) -> CodeType:
        return compile(mutated_tree(self.mutant), str(_path(fullname)), "exec")


class Outcome(NamedTuple):
    """`word`: "killed", "survived", or "timeout"; `seconds`: of processor time."""

    word: str
    seconds: float


def run(mutant: Mutant | None, rounds: Sequence[Sequence[str]], seconds: Sequence[int]) -> Outcome:
    """Run one round of tests after the other, until something fails.

    Args:
        seconds: The seconds of processor time for each round; "timeout": it took more, or five times that went by.
    """
    until = monotonic() + 5 * sum(seconds)
    child = os.fork()
    if not child:
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        if mutant is not None:
            sys.meta_path.insert(0, _Finder(mutant))
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow", "-k", "not javascript"]
        try:
            for tests, most in zip(rounds, seconds, strict=True):
                resource.setrlimit(resource.RLIMIT_CPU, (ceil(process_time()) + most, resource.RLIM_INFINITY))
                status = int(pytest.main([*options, *tests]))
                if status:
                    os._exit(status)
            os._exit(0)
        finally:
            os._exit(9)
    while not (ended := os.wait4(child, os.WNOHANG))[0]:
        if monotonic() > until:
            os.kill(child, signal.SIGKILL)
        sleep(0.01)
    _, status, usage = ended
    is_over = os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
    return Outcome("timeout" if is_over else "killed" if status else "survived", usage.ru_utime + usage.ru_stime)


def _path(module: str) -> Path:
    return ROOT / (module.replace(".", "/") + ".py")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("modules", nargs="*", default=list(TESTS))
    parser.add_argument("--sample", type=int, default=20, help="mutants of each module, drawn at random; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=90, help="of processor time, at most, for a round of tests")
    parser.add_argument("--trusting", action="store_true", help="do not run the tests without a change first")
    parser.add_argument("--part", default="1/1", metavar="K/N", help="only the K-th of N parts of each sample")
    options = parser.parse_args()
    which, parts = map(int, options.part.split("/"))
    os.chdir(ROOT)
    explained = EXPLAINED.read_text("utf-8") if EXPLAINED.exists() else ""
    outcomes: Counter[str] = Counter()
    unexplained = []
    for module in options.modules:
        every = list(mutants(module))
        size = min(options.sample or len(every), len(every))
        chosen = sorted(Random(f"{options.seed} {module}").sample(every, size), key=lambda each: each.number)
        part = chosen[which - 1 :: parts]
        rounds = [FIRST, [*TESTS[module], *LAST]]
        seconds = [options.seconds for _ in rounds]
        if not options.trusting:
            unchanged = [run(None, [tests], [options.seconds]) for tests in rounds]
            if any(each.word != "survived" for each in unchanged):
                sys.exit(f"{module}: its tests fail, or take too long, though nothing was changed")
            seconds = [min(options.seconds, 5 + round(2 * each.seconds)) for each in unchanged]
        print(f"{module}: {len(part)} of {len(every)} mutants", flush=True)
        for mutant in part:
            outcome = run(mutant, rounds, seconds).word
            if outcome == "survived" and mutant.name in explained:
                outcome = "explained"
            outcomes[outcome] += 1
            if outcome == "survived":
                unexplained.append(mutant)
            print(f"  {outcome:9} {mutant.line:4} {mutant.name}", flush=True)
    print(", ".join(f"{number} {outcome}" for outcome, number in sorted(outcomes.items())))
    for mutant in unexplained:
        print(f"survived, line {mutant.line}: {mutant.name}")
    return 1 if unexplained else 0


if __name__ == "__main__":
    raise SystemExit(main())
