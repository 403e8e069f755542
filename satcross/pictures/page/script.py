"""The script of a page: the modules in the folder `player`, joined into one text.

Each module becomes a function that is called at once and returns what the module exports, so that names which are not
exported stay within their module.  Modules stand after those that they import.
"""

from __future__ import annotations

import re
from functools import cache
from graphlib import TopologicalSorter
from importlib.resources import files
from typing import Final

_IMPORT: Final = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.M)
_EXPORT: Final = re.compile(r"^export (?=const (\w+) = )", re.M)


def asset(name: str) -> str:
    """Return the text of a file in the folder `player`."""
    return files("satcross.pictures.page").joinpath("player", name).read_text(encoding="utf-8")


@cache
def joined_modules(main: str) -> str:
    """Return the script of the module `main` with all modules that it needs."""
    sources = {}
    imports: dict[str, list[str]] = {}
    waiting = [main]
    while waiting:
        name = waiting.pop()
        if name not in sources:
            sources[name] = asset(f"{name}.js")
            imports[name] = _IMPORT.findall(sources[name])
            waiting += imports[name]
    return '"use strict";\n' + "\n".join(
        _as_function(sources[name]) for name in TopologicalSorter(imports).static_order()
    )


def _as_function(source: str) -> str:
    body = _EXPORT.sub("", _IMPORT.sub("", source))
    exported = ", ".join(_EXPORT.findall(source))
    return f"const {{{exported}}} = (() => {{\n{body}return {{{exported}}};\n}})();\n"
