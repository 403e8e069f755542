"""Print how large the package and its tests are, beside the most that they should be:
`python -m tools.code_sizes [--list]`.

A statement is a statement of Python's grammar, but a string that stands alone (a docstring) does not count.  A function
is whatever `def` makes, methods and functions inside functions included.  Its length is counted from `def` to its last
line, with the docstring.  `self` and `cls` do not count as parameters.  Files are those that git knows.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

MOST_LINES: Final = 40  # of a function
MOST_LINES_OF_A_MODULE: Final = 600
MOST_FLOATING: Final = 10  # comments that head parts of modules, in the whole package
FLOATING: Final = re.compile(r"\n\n((?:#(?! fmt: | ruff: ).*\n)+)(?=\n)")
MOST_PARAMETERS: Final = 6

REASONS: Final = {
    "satcross/author/comparing.py common": "users of the API choose each of its options by name",
    "satcross/author/regexes.py __init__": "users of the API choose each of its options by name",
    "satcross/generator/repair.py alternatives": "users of the API choose each of its options by name",
    "satcross/puzzle/files/source.py __init__": "an error with a path has the parameters of every other error as well",
    "satcross/solver/formula.py export": "users of the API choose each of its options by name",
    "satcross/puzzle/shapes.py hexagon": "users of the API choose each of its options by name",
    "satcross/pictures/rendering.py render": "users of the API choose each of its options by name",
    "satcross/solver/solutions.py __init__": "users of the API choose each of its options by name",
    "satcross/words/filling.py __init__": "users of the API choose each of its options by name",
    "satcross/words/patterns.py draw_pattern": "users of the API choose each of its options by name",
}
"""Functions that may be larger, and why: their files and names."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Sizes(NamedTuple):
    """How much Python there is in a list of modules.

    Attributes:
        floating: Comments that head a part of a module, each with its place.  Such a part is either of the module's
            subject, and a sentence of a docstring says so, or it is a module.
        large: Modules of more than `MOST_LINES_OF_A_MODULE` lines, but not those that a tool has made.
        long: Functions of more than `MOST_LINES` lines, each with its place and its number of lines.
        wide: Functions with more than `MOST_PARAMETERS` parameters, each with its place and their number.
    """

    modules: int
    statements: int
    functions: int
    classes: int
    floating: list[str]
    large: list[str]
    long: list[str]
    wide: list[str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="name what is too large, and the comments too")
    options = parser.parse_args()
    package = measure(_files("satcross/*.py"))
    tests = _files("tests")
    lines = sum(path.read_bytes().count(b"\n") for path in tests if path.suffix == ".py")
    rows = [
        ("statements in satcross/", package.statements, "29,400"),
        ("functions", package.functions, "2,700"),
        ("classes", package.classes, ""),
        ("modules", package.modules, ""),
        (f"modules of more than {MOST_LINES_OF_A_MODULE} lines", len(package.large), "0"),
        ("comments that head a part of a module", len(package.floating), str(MOST_FLOATING)),
        (f"functions of more than {MOST_LINES} lines", len(package.long), "0"),
        (f"functions with more than {MOST_PARAMETERS} parameters", len(package.wide), "0"),
        ("lines of Python in tests/", lines, "36,500"),
        ("files in tests/", len(tests), "900"),
    ]
    print(f"{'':41} {'today':>7} {'at most':>8}")
    for name, size, most in rows:
        print(f"{name:41} {size:7,} {most:>8}")
    if options.list:
        print(*("", *map(_with_reason, (*package.floating, *package.large, *package.long, *package.wide))), sep="\n")


def measure(paths: Iterable[Path]) -> Sizes:
    """Return the sizes of the Python modules at `paths`."""
    paths = list(paths)
    nodes = [(path, node) for path in paths for node in ast.walk(ast.parse(path.read_bytes()))]
    functions = [(path, node) for path, node in nodes if isinstance(node, Function)]
    return Sizes(
        modules=len(paths),
        statements=sum(isinstance(node, ast.stmt) and not _is_string(node) for _, node in nodes),
        functions=len(functions),
        classes=sum(isinstance(node, ast.ClassDef) for _, node in nodes),
        floating=[f"{path.as_posix()}: {each[1].splitlines()[0]}" for path in paths for each in _floating(path)],
        large=[
            f"{path.as_posix()}: {lines} lines"
            for path in paths
            if (lines := path.read_bytes().count(b"\n")) > MOST_LINES_OF_A_MODULE
            and b"Made by tools/" not in path.read_bytes()
        ],
        long=list(_above(functions, _lines, MOST_LINES, "lines")),
        wide=list(_above(functions, _parameters, MOST_PARAMETERS, "parameters")),
    )


def name_in(entry: str) -> str:
    """Return the file and the name of a function in a line about it.

    >>> name_in("satcross/words/patterns.py:42 draw_pattern: 9 parameters")
    'satcross/words/patterns.py draw_pattern'
    """
    place, name, *_ = entry.split(" ")
    return f"{place.rpartition(':')[0]} {name.removesuffix(':')}"


def _with_reason(entry: str) -> str:
    reason = REASONS.get(name_in(entry))
    return entry if reason is None else f"{entry} ({reason})"


def _above(
    functions: Iterable[tuple[Path, Function]], size: Callable[[Function], int], most: int, unit: str
) -> Iterator[str]:
    """Yield a line about each function whose size is above `most`."""
    for path, node in functions:
        if size(node) > most:
            yield f"{path.as_posix()}:{node.lineno} {node.name}: {size(node)} {unit}"


def _floating(path: Path) -> Iterable[re.Match[str]]:
    """Return the comments of the file that stand alone between blank lines."""
    return FLOATING.finditer(path.read_text("utf-8"))


def _lines_by_hand(path: Path) -> int:
    """Return the number of lines of the file; none if a tool has made it."""
    content = path.read_bytes()
    return 0 if b"Made by tools/" in content else content.count(b"\n")


def _is_string(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _lines(node: Function) -> int:
    assert node.end_lineno is not None
    return node.end_lineno - node.lineno + 1


def _parameters(node: Function) -> int:
    named = [each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    rest = [each for each in (node.args.vararg, node.args.kwarg) if each is not None]
    return sum(name not in ("self", "cls") for name in named) + len(rest)


def _files(pattern: str) -> list[Path]:
    """Return the files that git knows and that a pattern of git's names, relative to the current folder."""
    names = subprocess.check_output(["git", "ls-files", "-z", pattern], encoding="utf-8")
    return [Path(name) for name in names.split("\0")[:-1]]


if __name__ == "__main__":
    main()
