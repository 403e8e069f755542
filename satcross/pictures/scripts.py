"""Modules of a page (ES modules) as functions of a classic script.

In: the name of a module, and the texts of modules by their names, such as "player/start".  Out: for each module that it
needs, a statement that defines what the module exports.

Pages on disk, and pages that hold their script, cannot load modules.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from graphlib import TopologicalSorter
from posixpath import dirname, join, normpath
from typing import Final

STRICT: Final = '"use strict";\n'
"""What a script begins with: modules are strict by themselves."""

_IMPORT: Final = re.compile(r'^import (?:\{[^{}]*\} from )?"(\.\.?/[\w/]+)\.js";\n', re.M)
_EXPORT: Final = re.compile(r"^export (?=const (\w+) = )", re.M)


def modules_as_functions(main: str, read: Callable[[str], str]) -> dict[str, str]:
    """Return the statements of the module `main`, and of all modules that it needs, by the names of the modules.

    Each module becomes a function that is called immediately and returns what the module exports, so that names which
    are not exported stay within their module.  A module comes after the modules that it imports.
    """
    sources: dict[str, str] = {}
    imports: dict[str, list[str]] = {}
    waiting = [main]
    while waiting:
        name = waiting.pop()
        if name not in sources:
            sources[name] = read(name)
            imports[name] = [normpath(join(dirname(name), path)) for path in _IMPORT.findall(sources[name])]
            waiting += imports[name]
    return {name: _as_function(sources[name]) for name in TopologicalSorter(imports).static_order()}


def _as_function(source: str) -> str:
    body = _EXPORT.sub("", _IMPORT.sub("", source))
    exported = ", ".join(_EXPORT.findall(source))
    defined = f"const {{{exported}}} = " if exported else ""
    return f"{defined}(() => {{\n{body}return {{{exported}}};\n}})();\n"
