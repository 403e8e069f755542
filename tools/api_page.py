"""Write the pages of the Python API: every name that `satcross` exports, with its docstring.

    satcross.__doc__, satcross.api  ->  docs/generated/api*.md

The functions are under the headings of the package's docstring, a page for one or two of them.  What they return and
the errors have a page.  Sphinx calls `write_api_pages` before it reads the pages (docs/conf.py).  The pages are not
kept in the repository.
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

`import satcross` gives you every name of these pages. [Python](../python.md) has examples for each task. Everything has
type hints, and a mistake in a call raises a `SatcrossError`.
"""
TYPES: Final = "What the functions take and return"
ERRORS: Final = "Errors"
PAGES: Final = {
    "Make a puzzle": "api-make",
    "Solve it": "api-solve",
    "Understand it": "api-solve",
    "Repair it": "api-repair",
    "Ask about many of them": "api-many",
    "Show it": "api-show",
    "Prove it, and use other solvers": "api-show",
    "Compare regexes": "api-regexes",
    "Fill word crosswords": "api-words",
    TYPES: "api-types",
    ERRORS: "api-types",
}
"""The page of each heading of the package's docstring."""


def write_api_pages(folder: Path) -> None:
    """Write `api.md`, which lists the other pages, and these pages into `folder`."""
    parts: dict[str, list[str]] = {}
    titles: dict[str, list[str]] = {}
    for title, names in sections().items():
        parts.setdefault(PAGES[title], []).append(_section(title, names))
        titles.setdefault(PAGES[title], []).append(title)
    for page, texts in parts.items():
        text = "\n".join([f"# {' / '.join(titles[page])}\n", *texts]) if len(texts) > 1 else texts[0].removeprefix("#")
        write_if_new(folder / f"{page}.md", text.encode())
    listed = "".join(f"- [{' / '.join(titles[page])}]({page}.md)\n" for page in parts)
    contents = "```{toctree}\n:hidden:\n\n" + "".join(f"{page}\n" for page in parts) + "```\n"
    write_if_new(folder / "api.md", "\n".join([HEADING, listed, contents]).encode())


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
