"""Which modules satcross imports at the top of a module, which inside a function, and which each use of it loads."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
KEPT: Final = ROOT / "tests" / "golden" / "kept" / "1"

MEASURED: Final = """
import os, sys
start, scenarios = set(sys.modules), sys.argv[1:]
for scenario in scenarios:
    print("|", end="", flush=True)
    child = os.fork()
    if not child:
        out = os.dup(1)
        for stream in 0, 1, 2:
            os.dup2(os.open(os.devnull, os.O_RDWR), stream)
        try:
            exec(scenario, {})
        except BaseException as error:
            os.write(out, f"failed:{type(error).__name__} ".encode())
        os.write(out, " ".join(sorted(set(sys.modules) - start)).encode())
        os._exit(0)
    os.waitpid(child, 0)
"""
"""Runs each of its arguments in a process of its own, and prints the modules that are loaded at its end."""

MISTYPED: Final = "solve --limt 3"

COMMAND_LINES: Final = (
    "--version",
    "--help",
    MISTYPED,
    "solve puzzles/mit-2013.toml",
    "solve --json KEPT/puzzle.toml",
    "solve puzzles/pigeons.toml",
    "solve --rows HE|LL|O+ [PLEASE]+ --columns [^SPEAK]+ EP|IP|EF",
    "check puzzles/hello.toml",
    "check puzzles/hello.toml puzzles/cab.toml",
    "check --jobs 2 puzzles/hello.toml puzzles/cab.toml",
    "check --results OUT/results.db puzzles/hello.toml",
    "count KEPT/puzzle.toml",
    "explain KEPT/puzzle.toml",
    "hint KEPT/puzzle.toml",
    "lint KEPT/puzzle.toml",
    "prove KEPT/puzzle.toml -o OUT/proof",
    "verify KEPT/puzzle.toml KEPT/proof",
    "export KEPT/puzzle.toml",
    "encodings KEPT/puzzle.toml",
    "decode KEPT/puzzle.toml KEPT/formula.cnf KEPT/answer.txt",
    "render KEPT/puzzle.toml -o OUT/page.html",
    "render KEPT/puzzle.toml -o OUT/picture.svg",
    "render KEPT/puzzle.toml -o OUT/picture.pdf",
    "render KEPT/puzzle.toml -o OUT/drawing.txt",
    "show KEPT/puzzle.toml",
    "convert KEPT/puzzle.toml OUT/puzzle.json",
    "convert KEPT/puzzle.json OUT/puzzle.toml",
    "generate --rows 2 --columns 3 --seed 1",
    "repair KEPT/puzzle.toml",
    "fill --no-cache --seed 1 --words KEPT/words.txt KEPT/template.toml",
    "slots --no-cache --words KEPT/words.txt KEPT/template.toml",
    "template 5x5",
    "regex A|B --length 1",
    "match A|B A",
    r"match --dialect javascript --flags u \p{Lu} A",
    "completion bash",
    "completion --help",
)
"""Small uses of every command, and what the tests of start-up look at; KEPT and OUT are folders."""

PROGRAMS: Final = {
    "import satcross": "import satcross",
    "satcross.solutions": "import satcross; list(satcross.solutions(satcross.line('A|B', 1)))",
    "satcross.check": "import satcross; satcross.check(satcross.line('A|B', 1))",
    "satcross.solve_many": "import satcross; list(satcross.solve_many([satcross.line('A|B', 1)]))",
    "satcross.explain": "import satcross; satcross.explain(satcross.line('A|B', 1))",
    "satcross.render": "import satcross; satcross.render(satcross.line('A|B', 1), 'svg')",
    "progress": "import satcross.cli.registry",
    "play": "import satcross.cli.play; import satcross.play.app",
    "studio": "import satcross.cli.studio; import satcross.studio.server",
}
"""Programs: what those of other people write, and what is imported before progress is shown or work can start."""

QUICK: Final = frozenset(
    (
        "import satcross",
        "satcross.solutions",
        "progress",
        *(each for each in COMMAND_LINES if each.startswith(("-", "solve"))),
    )
)
"""The uses whose start is felt most, so that nothing is loaded in them that they do not need."""

MEASURABLE: Final = 500
"""So many lines of modules take about a millisecond to load."""


class LateImport(NamedTuple):
    """An import inside a function of `module`, and the modules it names."""

    module: str
    function: str
    imported: str
    line: int


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def paths() -> Mapping[str, Path]:
    """Return the files of the modules of satcross, by their full names."""
    return {name_of(path): path for path in sorted((ROOT / "satcross").rglob("*.py"))}


def imported_by(node: ast.Import | ast.ImportFrom) -> set[str]:
    """Return the full names of the modules that a statement imports."""
    if isinstance(node, ast.Import):
        return {each.name for each in node.names}
    names = {f"{node.module}.{each.name}" for each in node.names}
    return {name if name in paths() else str(node.module) for name in names}


def imports_in_functions(tree: ast.AST, function: str = "") -> Iterator[tuple[str, ast.Import | ast.ImportFrom]]:
    """Yield the imports inside the functions of `tree`, each with the name of its function.

    Where what importing raises is caught, an import stands where that is of use.
    """
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Try) and node.handlers and isinstance(node.body[0], ast.Import | ast.ImportFrom):
            continue
        if isinstance(node, ast.Import | ast.ImportFrom) and function:
            yield function, node
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        yield from imports_in_functions(node, node.name if is_function else function)


def late_imports() -> list[LateImport]:
    """Return the imports inside functions of satcross."""
    return [
        LateImport(module, function, imported, node.lineno)
        for module in paths()
        for function, node in imports_in_functions(tree_of(module))
        for imported in sorted(imported_by(node))
    ]


def program_of(command_line: str, out: str) -> str:
    """Return the program that runs a command line, and fails where that does."""
    arguments = command_line.replace("KEPT", str(KEPT)).replace("OUT", out).split()
    status = 2 if command_line == MISTYPED else 0
    return f"import sys; from satcross.cli import main; sys.argv[1:] = {arguments!r}; assert main() in ({status}, 1)"


@cache
def loaded() -> Mapping[str, frozenset[str]]:
    """Return the modules that each command line and each program has loaded when it ends."""
    with TemporaryDirectory() as out:
        programs = {each: program_of(each, out) for each in COMMAND_LINES} | PROGRAMS
        command = [sys.executable, "-c", MEASURED, *programs.values()]
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        printed = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=True
        ).stdout
    lists = [frozenset(each.split()) for each in printed.split("|")[1:]]
    return dict(zip(programs, lists, strict=True))


@cache
def lines_of(module: str) -> int:
    """Return how many lines a module of satcross has; 0 for one of others."""
    return len(paths()[module].read_text("utf-8").splitlines()) if module in paths() else 0


@cache
def imported_with(module: str) -> frozenset[str]:
    """Return the modules that importing `module` loads, itself among them, as far as satcross says so."""
    modules, waiting = set(), [module]
    while waiting:
        name = waiting.pop()
        if name not in modules:
            modules.add(name)
            waiting += imported_at_the_top_of(name)
            waiting += [name.rpartition(".")[0]] if "." in name else []
    return frozenset(modules)


@cache
def tree_of(module: str) -> ast.Module:
    """Return what stands in a module of satcross."""
    return ast.parse(paths()[module].read_text("utf-8"))


@cache
def imported_at_the_top_of(module: str) -> set[str]:
    """Return the modules that a module of satcross imports as soon as it is loaded; none for one of others."""
    if module not in paths():
        return set()
    waiting: list[ast.AST] = [tree_of(module)]
    imported = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            imported |= imported_by(node)
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting += ast.iter_child_nodes(node)
    return imported


def uses_spared(late: LateImport, heavy: frozenset[str]) -> Iterator[str]:
    """Yield the uses of satcross that would measurably load more if an import stood at the top of its module.

    That is any module for `QUICK` uses, and for all others one of `heavy` or `MEASURABLE` lines.
    """
    for use, modules in loaded().items():
        if late.module in modules and late.imported not in modules:
            more = imported_with(late.imported) - modules
            is_heavy = any({name, name.split(".")[0]} & heavy for name in more)
            if use in QUICK or is_heavy or sum(map(lines_of, more)) >= MEASURABLE:
                yield use
