"""One word for one idea: no two packages have a public class of the same name."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

SHARED = {
    "Group": "a group of the syntax tree, and one of the core regex",
    "Look": "a look-around of the syntax tree, and one of the core regex",
    "Repeat": "a repetition of the syntax tree, and one of the core regex",
    "Literal": "letters of the syntax tree, and an argument after `--` on the command line, which never meet",
}
"""The names that two packages share, with what they stand for.

The syntax tree remembers the text of a regex, and the core regex its meaning alone.  They are two trees for the same
constructs, so their nodes have the same names.
"""


def public_classes() -> dict[str, set[str]]:
    """Return the packages that have a public class of each name."""
    packages_by_name: dict[str, set[str]] = defaultdict(set)
    for path in (ROOT / "satcross").rglob("*.py"):
        package = ".".join(path.relative_to(ROOT).parts[:-1])
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                packages_by_name[node.name].add(package)
    return packages_by_name


def test_no_two_packages_have_a_public_class_of_the_same_name() -> None:
    found = public_classes()
    assert {"Residual", "Constraint", "Puzzle"} <= found.keys()
    assert {name: packages for name, packages in found.items() if len(packages) > 1}.keys() == SHARED.keys()


def test_no_local_name_is_found() -> None:
    """What was found has a name: a solution, a clause, a slot."""
    paths = list((ROOT / "satcross").rglob("*.py"))
    assert len(paths) > 100
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = node.id if isinstance(node, ast.Name) else node.arg if isinstance(node, ast.arg) else ""
            assert name != "found", f"{path}:{getattr(node, 'lineno', 0)}"
