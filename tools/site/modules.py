"""Which modules the site ships: those that the worker of the site may need, and no others.

In: the modules of the standard library, of satcross and of the wheels, by name.  Out: the names of those to ship.

Of satcross all modules are shipped but those listed here, and of the others those that are imported anywhere, also
inside a function of a module that nobody calls.  What cannot be used in a browser is listed here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final

NEVER: Final = (
    "satcross.cli", "satcross.many", "satcross.play", "satcross.api", "satcross.__main__", "satcross.site",
    "satcross.studio.server",
    "satcross.studio.pool",
    "pyodide.console", "multiprocessing", "ctypes", "doctest", "pdb", "pydoc", "sqlite3", "unittest", "xml", "_pyrepl",
    "ssl", "test", "tkinter", "webbrowser", "xmlrpc", "smtplib", "ftplib", "wsgiref", "http.server", "antigravity",
    "_pyio", "turtle", "curses", "dbm", "getpass", "cProfile", "profile", "trace", "tracemalloc", "argparse",
    "urllib.request", "urllib.response", "http", "email", "mimetypes", "tarfile", "py_compile", "rlcompleter",
    "pyodide.http", "pyodide._nodesock_transport", "asyncio.proactor_events", "asyncio.windows_events",
    "asyncio.windows_utils", "concurrent.futures.process", "concurrent.futures.interpreter", "concurrent.interpreters",
)  # fmt: skip
"""What cannot be used there, such as processes and the command line, and what only helps with finding defects."""

OF_PYODIDE: Final = (
    "_sysconfigdata__emscripten_wasm32-emscripten", "asyncio", "encodings.aliases", "encodings.utf_8",
    "encodings.ascii", "encodings.latin_1", "encodings.idna", "site", "importlib.metadata", "shutil", "tarfile",
    "sysconfig", "traceback", "linecache", "tokenize", "signal", "_sitebuiltins", "_py_warnings", "runpy",
)  # fmt: skip
"""What Python and Pyodide import when they start, besides the packages `pyodide` and `_pyodide`."""

WHOLE: Final = ("satcross", "pyodide", "_pyodide")
"""Packages of which every module is shipped, since some are imported by name."""


def shipped(sources: Mapping[str, bytes]) -> set[str]:
    """Return the modules to ship.

    Args:
        sources: The text of each module, by its name; that of a package is its `__init__`.
    """
    packages = {name.rpartition(".")[0] for name in sources}
    wanted: set[str] = set()
    waiting = [*OF_PYODIDE, *(name for name in sources if name.partition(".")[0] in WHOLE)]
    while waiting:
        name = waiting.pop()
        if name in wanted or name not in sources or is_never(name):
            continue
        wanted.add(name)
        waiting.append(name.rpartition(".")[0])
        waiting += imports(ast.parse(sources[name]), name if name in packages else name.rpartition(".")[0])
    return wanted


def is_never(name: str) -> bool:
    """Return whether a module is left out by `NEVER`."""
    return any(f"{name}.".startswith(f"{each}.") for each in NEVER)


def imports(tree: ast.Module, package: str) -> Iterator[str]:
    """Yield the names that a module of `package` imports anywhere, and those that may be modules in what it imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            parent = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*parent, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{each.name}" for each in node.names)
