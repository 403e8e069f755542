"""Imports point down one list only; `docs/architecture.md` shows the picture of it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = (
    ("errors", "budget", "reading", "writing", "workers"),
    ("regex", "cnf", "puzzle.model"),
    ("circuit",),
    ("puzzle", "words"),
    ("solve",),
    ("author", "pictures"),
    ("fill",),
    ("api",),
    ("cli", "__main__"),
)
TOGETHER = {
    "errors",
    "budget",
    "reading",
    "writing",
    "workers",
    "puzzle",
    "words",
    "author",
    "pictures",
    "__main__",
}  # may import others of their layer
MODULES = sorted((ROOT / "satcross").rglob("*.py"))


def part_of(module: str) -> str:
    """Return the entry of `LAYERS` that the module `satcross.<module>` belongs to."""
    parts = module.split(".")
    return "puzzle.model" if parts[:2] == ["puzzle", "model"] else parts[0]


def layer_of(part: str) -> int:
    return next(number for number, layer in enumerate(LAYERS) if part in layer)


def imports_of(path: Path) -> set[str]:
    """Return the modules of satcross that the file imports anywhere, without the leading `satcross.`."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("satcross."):
            found.add(node.module.removeprefix("satcross."))
        elif isinstance(node, ast.Import):
            found |= {each.name.removeprefix("satcross.") for each in node.names if each.name.startswith("satcross.")}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_down(path: Path) -> None:
    module = ".".join(path.relative_to(ROOT / "satcross").with_suffix("").parts)
    if module == "__init__":  # the package itself re-exports the API
        return
    here = part_of(module)
    for imported in imports_of(path):
        there = part_of(imported)
        is_below = layer_of(there) < layer_of(here)
        is_beside = layer_of(there) == layer_of(here) and here in TOGETHER
        assert here == there or is_below or is_beside, f"{module} imports {imported}"


def picture() -> str:
    """Return the layers, the highest first."""
    return "\n".join(" · ".join(part for part in layer if part != "__main__") for layer in reversed(LAYERS))


def test_the_architecture_page_shows_these_layers() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    assert picture() in page, f"docs/architecture.md should show\n{picture()}"
