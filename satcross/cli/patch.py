"""Patches: the difference of two texts in the form that `patch` and `git apply` take."""

from __future__ import annotations

import os
from typing import Final

NO_END: Final = "\\ No newline at end of file\n"


def unified_diff(before: str, after: str, path: str) -> str:
    r"""Return the unified difference between two texts of the file `path`; "" if they are equal.

    >>> print(unified_diff("A\nB\n", "A\nC", "x.toml"), end="")
    --- a/x.toml
    +++ b/x.toml
    @@ -1,2 +1,2 @@
     A
    -B
    +C
    \ No newline at end of file
    """
    from difflib import unified_diff as differing

    relative = os.path.relpath(path) if os.path.isabs(path) else os.path.normpath(path)
    name = (path if relative.startswith(os.pardir) else relative).replace(os.sep, "/").lstrip("/")
    lines = differing(_lines(before), _lines(after), f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n{NO_END}" for line in lines)


def _lines(text: str) -> list[str]:
    """Return the lines of `text` with their ends; only a line feed ends a line, as for `patch`."""
    lines = text.split("\n")
    return [*(line + "\n" for line in lines[:-1]), *lines[-1:]] if lines[-1] else [line + "\n" for line in lines[:-1]]
