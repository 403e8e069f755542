"""Compile the modules in the folder `tree` that the site ships, in place, to the bytecode of the Python that runs this.

In: `tree`, with the sources.  Out: `tree`, with the bytecode, and no more.  `tools.site.python_parts` lets Pyodide run
it, in node.

Docstrings are left out, which nobody reads there, but for those that Pyodide's own functions get; assertions stay.
The tables of line numbers, which take a third of the space, say of all code of a function that it is in its first line.
So a traceback still names each function, and says where it begins.
"""

from __future__ import annotations

import ast
import marshal
import sys
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType
from typing import Final

from tools.site.modules import shipped

HEADER: Final = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
"""It says that the source, which is not there, is not to be looked at."""


def main() -> None:
    tree = Path("tree")
    sources = {path.relative_to(tree).as_posix(): path.read_bytes() for path in sorted(tree.rglob("*.py"))}
    wanted = shipped({module_name(path): data for path, data in sources.items()})
    for path, data in sources.items():
        if module_name(path) in wanted:
            read = ast.parse(data, path)
            kept = read if path.startswith("_pyodide/") else without_docstrings(read)
            code = compile(kept, path, "exec", dont_inherit=True)
            (tree / path).with_suffix(".pyc").write_bytes(HEADER + marshal.dumps(with_first_lines(code)))
        (tree / path).unlink()


def module_name(path: str) -> str:
    """Return the name of the module in a file."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            match node.body:
                case [ast.Expr(ast.Constant(str())), *rest]:
                    node.body = rest or [ast.copy_location(ast.Pass(), node.body[0])]
    return tree


def with_first_lines(code: CodeType) -> CodeType:
    """Return the same code, whose instructions are all in the first line of their function.

    An entry of the table is for up to eight units of two bytes: its kind (13: no columns) and the number of units less
    one, then how many lines further they are (https://github.com/python/cpython/blob/main/InternalDocs/code_objects.md).
    """
    entries, rest = divmod(len(code.co_code) // 2, 8)
    lengths = [*[8] * entries, *([rest] if rest else [])]
    table = b"".join(bytes((0x80 | 13 << 3 | length - 1, 0)) for length in lengths)
    consts = tuple(with_first_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=table, co_consts=consts)


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    main()
