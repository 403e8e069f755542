"""What the codes of errors and findings mean, as the documentation explains them.

In: a code, such as `regex-class`.  Out: its section of docs/errors.md, or its row of the table in
docs/authors-guide.md, as plain text.  The wheel has a copy of both pages.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parent.parent


def explanation(code: str) -> str | None:
    """Return what `code` means; None if there is no such code.

    >>> print(explanation("regex-class").splitlines()[0])
    regex-class
    >>> print(explanation("homoglyph").splitlines()[0])
    homoglyph
    >>> explanation("regex-klass")
    """
    section = re.search(rf"^### `{re.escape(code)}`\n(.*?)(?=^##|\Z)", _page("errors.md"), re.M | re.S)
    if section is not None:
        return f"{code}\n\n{_plain(section[1])}\n"
    row = re.search(rf"^\| [^|\n]*`{re.escape(code)}`[^|\n]* \| (.*) \|$", _page("authors-guide.md"), re.M)
    return None if row is None else f"{code}\n\n{_plain(row[1])}\n"


def codes() -> list[str]:
    """Return the codes of errors and of findings."""
    errors = re.findall(r"^### `([a-z-]+)`$", _page("errors.md"), re.M)
    rows = re.findall(r"^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \|", _page("authors-guide.md"), re.M)
    return [*errors, *[code for row in rows for code in re.findall("`([^`]*+)`", row)]]


def _page(name: str) -> str:
    copied = PACKAGE / "docs" / name
    return (copied if copied.exists() else PACKAGE.parent / "docs" / name).read_text("utf-8")


def _plain(text: str) -> str:
    """Return Markdown as it reads on a terminal: examples are indented, and links are only their text."""
    text = re.sub(r"\[([^\[\]]*+)\]\([^\[()]*+\)", r"\1", text.strip())
    lines, is_code = [], False
    for line in text.split("\n"):
        if line.startswith("```"):
            is_code = not is_code
        else:
            lines.append(f"    {line}" if is_code and line else line if is_code else line.replace(r"\|", "|"))
    return "\n".join(lines).rstrip()
