"""Read our docstrings as reStructuredText: what Sphinx calls for each name of the Python API.

Our docstrings are plain text for `help`.  They list what goes in like this, indented or not:

    limit    stop after so many solutions
    timeout  in seconds; a second line
             is indented

Sphinx would run such lines together.  Here they become a list of definitions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

ITEM: Final = re.compile(r"( *)(\S+(?: \S+)*)(?<![.?!]) {2,}(\S.*)")
"""A name, or several with commas, and at least two spaces before its meaning.  Sentences also end with two spaces."""


def as_restructured_text(app: object, what: str, name: str, of: object, options: object, lines: list[str]) -> None:
    """Change `lines`, a docstring, to reStructuredText.  (The signature is that of `autodoc-process-docstring`.)"""
    lines[:] = converted(lines)


def converted(lines: list[str]) -> list[str]:
    """Return the docstring `lines` with its lists as lists of definitions.

    >>> print("\\n".join(converted(["Return it.", "", "    limit    stop after", "             so many"])))
    Return it.
    <BLANKLINE>
    `limit`
        stop after so many
    <BLANKLINE>
    """
    return list(_converted(lines))


def _converted(lines: list[str]) -> Iterator[str]:
    number = 0
    is_example = False
    while number < len(lines):
        line = lines[number]
        is_example = line.lstrip().startswith(">>>") or (is_example and bool(line.strip()))
        found = None if is_example else ITEM.fullmatch(line)
        number += 1
        if found is None:
            yield line
            continue
        column = found.start(3)
        meaning = [found[3]]
        while number < len(lines) and lines[number].strip() and _indent(lines[number]) >= column:
            meaning.append(lines[number].strip())
            number += 1
        yield ", ".join(f"`{each}`" for each in found[2].split(", "))
        yield f"    {' '.join(meaning)}"
        yield ""


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
