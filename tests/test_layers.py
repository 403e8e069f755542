"""Imports point down one list of layers, and never in a circle; `docs/architecture.md` shows the picture of it."""

import ast
from collections.abc import Iterable, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

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
    ("api", "studio", "play", "site"),
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
    tree = ast.parse(path.read_text("utf-8"))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("satcross."):
            module = node.module.removeprefix("satcross.")
            modules = {f"{module}.{each.name}" for each in node.names}
            imported |= {each if each in NAMES else module for each in modules}
        elif isinstance(node, ast.Import):
            imported |= {
                each.name.removeprefix("satcross.") for each in node.names if each.name.startswith("satcross.")
            }
    if any(isinstance(node, ast.Name) and node.id == "import_module" for node in ast.walk(tree)):
        imported |= imported_by_name(tree)
    if path.is_relative_to(ROOT):
        imported.discard(name_of(path))
    return imported


def imported_by_name(tree: ast.Module) -> set[str]:
    """Return the modules that the texts of a file name, for `import_module`.

    A text that ends in a dot, such as the beginning of f"satcross.cli.{command}", names all modules of that package.
    """
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    names = {text.removeprefix("satcross.") for text in texts if "." in text} & NAMES
    packages = [text.removeprefix("satcross.") for text in texts if text.startswith("satcross.") and text[-1] == "."]
    return names | {name for name in NAMES for package in packages if package and name.startswith(package)}


@cache
def imports() -> Mapping[str, set[str]]:
    """Return the modules that each module imports.  The package itself, which only hands on the API, is left out."""
    return {name_of(path): imports_of(path) for path in MODULES if name_of(path) != "__init__"}


def layer_of(module: str) -> int:
    return next(number for number, layer in enumerate(LAYERS) if module.split(".")[0] in layer)


def test_imports_point_down() -> None:
    wrong = [
        f"{module} imports {imported}"
        for module, names in imports().items()
        for imported in names
        if imported.split(".")[0] != module.split(".")[0] and layer_of(imported) >= layer_of(module)
    ]
    assert wrong == []


def test_every_package_has_its_layer() -> None:
    assert {name.split(".")[0] for name in NAMES} - {"", "__init__", "__main__"} == {
        room for layer in LAYERS for room in layer
    } - {"__main__"}


INTERFACES = {
    "api",
    "cli.book",
    "cli.fill",
    "cli.play",
    "cli.slots",
    "cli.template",
    "studio.crossword",
    "studio.templates",
}
"""The only modules that know word crosswords: they offer them to people."""


def test_only_the_interfaces_know_word_crosswords() -> None:
    knowing = {
        module
        for module, imported in imports().items()
        if any(f"{each}.".startswith("words.") for each in imported) and not module.startswith("words.")
    }
    assert knowing == INTERFACES


def circle_in(graph: Mapping[str, Iterable[str]]) -> str:
    """Return a circle of `graph`, written as a chain; "" if it has none."""
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        return " -> ".join(reversed(error.args[1]))
    return ""


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert circle_in(imports()) == ""


def test_no_package_imports_itself_by_way_of_others() -> None:
    """A package that holds another one is left out there: its own modules may use, and be used by, the inner ones."""
    graph: dict[str, set[str]] = {}
    for module, imported in imports().items():
        for other in imported:
            here, there = (each.rpartition(".")[0] or each for each in (module, other))
            if not f"{here}.".startswith(f"{there}.") and not f"{there}.".startswith(f"{here}."):
                graph.setdefault(here, set()).add(there)
    assert circle_in(graph) == ""


def picture() -> str:
    """Return the layers, the highest first."""
    return "\n".join(" · ".join(layer) for layer in reversed(LAYERS) if layer != ("__main__",))


def test_the_architecture_page_shows_these_layers() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    assert picture() in page, f"docs/architecture.md should show\n{picture()}"
