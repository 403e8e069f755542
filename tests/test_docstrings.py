"""Docstrings are in Google style, and the arguments, fields and errors that they explain exist.

Editors and Sphinx read the sections without a tool of ours.  A home-made table of names, as a paragraph of names and
explanations in columns, is read by nobody.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, TypeAlias

import pytest

from tests.transcript import ROOT

SOURCES = sorted(path for folder in ("satcross", "bench", "tools") for path in (ROOT / folder).rglob("*.py"))
SECTION = re.compile(r"^(Args|Attributes|Raises):\n((?: .*\n|\n(?= ))+)", re.M)
ENTRY = re.compile(r"^    (\*{0,2}\w+): (.+)", re.M)
COLUMNS = re.compile(r"^(?: {4})?(\*{0,2}[a-z_]+(?:, [a-z_]+)*) {2,}\S", re.M)

Definition: TypeAlias = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Documented(NamedTuple):
    """A class or function that has a docstring.

    Attributes:
        names: Its arguments, or the fields, attributes and methods of a class and the arguments that make one.
    """

    place: str
    text: str
    names: frozenset[str]

    def entries(self) -> Iterator[tuple[str, str, str]]:
        """Yield section, name and explanation of each entry."""
        for title, body in SECTION.findall(self.text + "\n"):
            for name, explanation in ENTRY.findall(body):
                yield title, name.lstrip("*"), explanation


def arguments(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Return the names of all arguments of `function`."""
    given = function.args
    return {
        each.arg for each in [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg] if each
    }


def names_of(node: Definition, classes: dict[str, ast.ClassDef]) -> set[str]:
    """Return the names that the docstring of `node` may explain; `classes` are those of its module."""
    if not isinstance(node, ast.ClassDef):
        return arguments(node)
    names = {
        each.target.id for each in node.body if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    }
    for each in node.body:
        if isinstance(each, ast.Assign):
            names |= {target.id for target in each.targets if isinstance(target, ast.Name)}
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            names |= {each.name} | (arguments(each) if each.name in ("__init__", "__new__") else set())
    names |= {
        each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)
    }
    for base in node.bases:
        if isinstance(base, ast.Name) and base.id in classes:
            names |= names_of(classes[base.id], classes)
    return names


@cache
def documented() -> tuple[Documented, ...]:
    """Return every class and function with a docstring."""
    return tuple(read())


def read() -> Iterator[Documented]:
    """Yield every class and function with a docstring."""
    for path in SOURCES:
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        classes = {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}
        for node in nodes:
            if isinstance(node, Definition) and (text := ast.get_docstring(node)):
                place = f"{path.relative_to(ROOT)}:{node.lineno}"
                yield Documented(place, text, frozenset(names_of(node, classes)))


def test_sections_explain_what_exists() -> None:
    foreign = [
        f"{each.place}: {name}"
        for each in documented()
        for title, name, _ in each.entries()
        if title != "Raises" and name not in each.names
    ]
    assert foreign == []
    assert sum(1 for each in documented() for _ in each.entries()) > 800


def test_explanations_are_sentences() -> None:
    lower = [
        f"{each.place}: {name}"
        for each in documented()
        for _, name, explanation in each.entries()
        if re.match(r"[a-z]+ ", explanation)
    ]
    assert lower == []


def test_no_docstring_has_a_table_of_its_names() -> None:
    tables = [
        f"{each.place}: {listed}"
        for each in documented()
        for listed in COLUMNS.findall(each.text)
        if {name.lstrip("*") for name in listed.split(", ")} <= each.names
    ]
    assert tables == []


@pytest.mark.parametrize(
    ("text", "is_table"),
    [
        ("Return it.\n\nlimit  stop after this many", True),
        ("Return it.\n\n    limit    stop after this many", True),
        ("Return it.\n\nArgs:\n    limit: Stop after this many.", False),
        ("Return it.  It ends.  The limit counts.", False),
    ],
)
def test_a_table_is_recognised(text: str, is_table: bool) -> None:
    assert bool(COLUMNS.search(text)) is is_table
