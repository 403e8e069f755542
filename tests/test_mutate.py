"""The tool of mutation testing changes what it says, and notices whether tests notice."""

import ast
import os
import subprocess
import sys

import pytest

from tools.mutate import EXPLAINED, ROOT, mutants, mutated_tree

pytestmark = pytest.mark.long

TOOL = ROOT / "tools" / "mutate.py"


@pytest.mark.slow
def test_each_mutant_is_another_program() -> None:
    module = "satcross.solver.cnf"
    found = list(mutants(module))
    assert len(found) > 20
    assert {"0 to 1", "1 to 2", "without the statement", "if to if not"} <= {each.change for each in found}
    original = ast.unparse(ast.parse((ROOT / "satcross/solver/cnf.py").read_text()))
    texts = {ast.unparse(mutated_tree(each)) for each in found}
    assert original not in texts
    assert len(texts) == len(found)


@pytest.mark.slow
def test_a_change_that_tests_notice_is_killed() -> None:
    module = "satcross.solver.cnf"
    command = [sys.executable, str(TOOL), "--trusting", "--sample", "1", module]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": "."}, check=False)
    assert done.stdout.splitlines()[0] == f"{module}: 1 of {len(list(mutants(module)))} mutants"
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "1 killed")


def test_what_is_explained_is_still_a_mutant() -> None:
    entries = [line for line in EXPLAINED.read_text(encoding="utf-8").splitlines() if line.startswith("- `")]
    assert entries
    for entry in entries:
        module = "satcross." + entry.split("`")[1]
        assert any(entry.startswith(f"- {mutant.name}:") for mutant in mutants(module)), entry
