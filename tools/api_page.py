"""Write the page of the Python API: every name that `satcross` exports, and what its docstring says.

    satcross.__doc__, satcross.api  ->  docs/generated/api.md

The functions come first, under the headings of the package's docstring; then what they return, then the errors.
Sphinx calls `write_api_page` before it reads the pages (docs/conf.py).  The page is not kept in the repository.
"""

from __future__ import annotations

import re
from inspect import isclass
from pathlib import Path
from typing import Final

import satcross
from satcross import api
from tools.gallery import write_if_new

HEADING: Final = """\
# The Python API

`import satcross` gives you every name of this page. [Python](../python.md) has examples for each task. Everything has
types, and everything that a user can get wrong raises a `SatcrossError`.
"""
TYPES: Final = "What the functions take and return"
ERRORS: Final = "Errors"


def write_api_page(folder: Path) -> None:
    """Write `api.md` into `folder`."""
    page = "\n".join([HEADING, *(_section(title, names) for title, names in sections().items())])
    write_if_new(folder / "api.md", page.encode())


def sections() -> dict[str, list[str]]:
    """Return the names under each heading; every exported name is under one."""
    rest = set(api.__all__)
    found: dict[str, list[str]] = {}
    title = ""
    for line in (satcross.__doc__ or "").splitlines():
        if line and not line.startswith(" "):
            title = line
        elif line.startswith("    ") and not line.startswith("    >>>"):
            names = [name for name in re.split(r", *", re.split(r" {2,}", line.strip())[0]) if name in rest]
            rest -= set(names)
            found[title] = found.get(title, []) + names
    is_error = {name: isclass(value := getattr(satcross, name)) and issubclass(value, Exception) for name in rest}
    found[TYPES] = sorted(name for name in rest if not is_error[name])
    found[ERRORS] = sorted(name for name in rest if is_error[name])
    return {title: names for title, names in found.items() if names}


def _section(title: str, names: list[str]) -> str:
    directives = "\n\n".join(f".. {_directive(name)}:: satcross.{name}" + _options(name) for name in names)
    return f"## {title}\n\n```{{eval-rst}}\n{directives}\n```\n"


def _directive(name: str) -> str:
    value = getattr(satcross, name)
    if isclass(value):
        return "autoexception" if issubclass(value, Exception) else "autoclass"
    return "autofunction" if callable(value) and hasattr(value, "__code__") else "autodata"


def _options(name: str) -> str:
    return "\n   :members:" if isclass(getattr(satcross, name)) else ""
