"""One word for one idea: no two packages have a public class of the same name."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

SHARED = {"Group": "a group of the core regex, of literals, of variables, and of options, which never meet"}
"""The names that two packages share, with what they stand for."""


PROMISED = {"Answered", "Generated", "Repaired", "Solved"}
"""Classes of the Python interface that are named by a participle alone; users have these names."""


def test_a_class_is_named_by_a_noun() -> None:
    """`Judgement` says what it is; `Judged` only says that something has happened to something."""
    names = {
        node.name
        for folder in ("satcross", "bench", "tools")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    participle = re.compile(r"_?[A-Z][a-z]+ed|_?(Un)?(Known|Taken|Sought|Told|Made)")
    assert {name for name in names if participle.fullmatch(name)} == PROMISED


@pytest.mark.long
def test_no_two_packages_have_a_public_class_of_the_same_name_and_no_local_name_is_found() -> None:
    """What was found has a name: a solution, a clause, a slot."""
    packages_by_name: dict[str, set[str]] = defaultdict(set)
    for path in (ROOT / "satcross").rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                packages_by_name[node.name].add(".".join(path.relative_to(ROOT).parts[:-1]))
        for each in ast.walk(tree):
            name = each.id if isinstance(each, ast.Name) else each.arg if isinstance(each, ast.arg) else ""
            assert name != "found", f"{path}:{getattr(each, 'lineno', 0)}"
    assert {"Residual", "Constraint", "Puzzle"} <= packages_by_name.keys()
    assert {name: packages for name, packages in packages_by_name.items() if len(packages) > 1}.keys() == SHARED.keys()
