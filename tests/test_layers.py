"""Imports point down one list of layers, and never in a circle; `docs/architecture.md` shows the picture of it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = (
    ("errors",),
    ("base",),
    ("regex",),
    ("puzzle",),
    ("solver",),
    ("author",),
    ("pictures", "generator"),
    ("words", "many"),
    ("api", "studio", "play"),
    ("cli",),
    ("__main__",),
)
"""The lowest first.  What stands side by side does not know of each other."""

MODULES = sorted((ROOT / "satcross").rglob("*.py"))


def name_of(path: Path) -> str:
    """Return the name of the module in the file `path`, without the leading `satcross.`."""
    return ".".join(path.relative_to(ROOT / "satcross").with_suffix("").parts).removesuffix(".__init__")


NAMES = {name_of(path) for path in MODULES}


def imports_of(path: Path) -> set[str]:
    """Return the modules of satcross that the file imports anywhere, without the leading `satcross.`."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("satcross."):
            module = node.module.removeprefix("satcross.")
            modules = {f"{module}.{each.name}" for each in node.names}
            found |= {each if each in NAMES else module for each in modules}
        elif isinstance(node, ast.Import):
            found |= {each.name.removeprefix("satcross.") for each in node.names if each.name.startswith("satcross.")}
    return found - {name_of(path)}


IMPORTS = {name_of(path): imports_of(path) for path in MODULES if name_of(path) != "__init__"}
"""The modules that each module imports.  The package itself, which only hands on the API, is left out."""


def layer_of(module: str) -> int:
    return next(number for number, layer in enumerate(LAYERS) if module.split(".")[0] in layer)


@pytest.mark.parametrize("module", sorted(IMPORTS))
def test_imports_point_down(module: str) -> None:
    for imported in IMPORTS[module]:
        is_within = imported.split(".")[0] == module.split(".")[0]
        assert is_within or layer_of(imported) < layer_of(module), f"{module} imports {imported}"


def circle_in(graph: Mapping[str, Iterable[str]]) -> str:
    """Return a circle of `graph`, written as a chain; "" if it has none."""
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        return " -> ".join(reversed(error.args[1]))
    return ""


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert circle_in(IMPORTS) == ""


def test_no_package_imports_itself_by_way_of_others() -> None:
    """A package that holds another one is left out there: its own modules may use, and be used by, the inner ones."""
    graph: dict[str, set[str]] = {}
    for module, imported in IMPORTS.items():
        for other in imported:
            here, there = (each.rpartition(".")[0] or each for each in (module, other))
            if not f"{here}.".startswith(f"{there}.") and not f"{there}.".startswith(f"{here}."):
                graph.setdefault(here, set()).add(there)
    assert circle_in(graph) == ""


def test_a_circle_would_be_seen() -> None:
    assert circle_in({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"]}).count(" -> ") == 3


def picture() -> str:
    """Return the layers, the highest first."""
    return "\n".join(" · ".join(layer) for layer in reversed(LAYERS) if layer != ("__main__",))


def test_the_architecture_page_shows_these_layers() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    assert picture() in page, f"docs/architecture.md should show\n{picture()}"
