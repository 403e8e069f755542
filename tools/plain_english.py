"""Check that the documents, and what the program prints, are written in plain English.

    python -m tools.plain_english [FILE ...]

In: the documents and notebooks of the repository, the strings of `satcross` (help, messages and docstrings), and the
text and strings of its pages in HTML and JavaScript; or the files named.
Out: a line for each habit of HABITS that is found, with its place and a cure; exit status 1 if there is one.
EXCEPTIONS has the places where a habit is right, each with a reason.  Blocks of code and words in backticks are left
out.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent

HABITS: Final = {
    r"what (?:is|are|was|were|remains) left|what is (?:still )?(?:open|missing)|what people": "a noun: the rest",
    r"(?:files?|tables?|options?|pages?|titles?|lists?|headers?|names?|rows?|pictures?) (?:says?|tells?)": "lists",
    r"(?:the ones?|those|ones) (?:that|which|who|whose|of|for|with|in|from|not|to)": "repeat the noun",
    r"that of(?! course)": "repeat the noun",
    r"of (?:its|their|your|our|his|one's|my) own": "its own; separate",
    r"nobody|somebody|anybody|whoever|whomever": "you; other programs; the passive",
    r"also (?:where|if|in|when|on|at|for|with|of|those|after)": "even; including",
    r"(?<!here\s)(?:is|are|was|were) no (?!longer|more|match|other|different)[a-z]+": "is not a",
    r"(?:stands?|stood) (?!for|alone|out|by|at the)|lies|lie (?:in|on|at|between)": "is; appears; comes first",
    r"(?-i:Of) (?:the|all|these|those|each|an?|its|such|several|two|many|every|some) [^.]*,": "Among; turn it round",
    r"\d\.\d+ of the": "13 % faster; a fifth as long",
    r"of the processor|processor time|processor seconds|processor's": "CPU",
    r"in vain|anew|afresh|mend(?:s|ed|ing)?|dearer": "without success; again; fix; costlier",
    r"(?:file|whose|the) endings?|(?:by|from) (?:its|their) ending": "extension",
    r"at once": "immediately; at the same time",
    r"(?:clusters?|scheduler|executor) of Dask|(?:scanning|workflows?|pages) of GitHub": "Dask cluster",
    r"look-(?:ahead|around|behind)s?|back-references?": "lookahead, lookaround, backreference",
    r"makes no odds|for ever|is of use|as far as (?:the|it|they|you)": "say it as you would to a colleague",
}
"""Each habit as a regular expression, and its cure."""

EXCEPTIONS: Final = {
    ("docs/gallery.md", "at once"): "two riddles of puzzles",
    ("docs/difficulty.md", "at once"): "the table is made of what `explain` prints",
    ("satcross/cli/explain.py", "at once"): "the words of the table in docs/difficulty.md",
    ("satcross/regex/analysis/in_words.py", "at once"): "an intersection of classes, which is short in a sentence",
    ("docs/gallery.md", "Nobody"): "the title of a puzzle",
    ("docs/decisions/005-clauses-of-regular-clues.md", "at once"): "a bound on what is held together",
}
"""The file and the words of each habit that is right, and why."""

FENCED: Final = re.compile(r"^( *)```.*?^ *```$", re.M | re.S)
TAG: Final = re.compile(
    r"<(?:script|style)\b.*?</(?:script|style)>|<!--.*?-->|\b(?:id|class|data-\w+)=\"[^\"]*\"", re.S
)
"""The parts of a page in HTML that nobody reads there; the texts of attributes such as `title` are read."""

SCRIPT_STRING: Final = re.compile(r"""//[^\n]*|/\*.*?\*/|"([^"\n]* [^"\n]*)"|`([^`]* [^`]*)`""", re.S)
"""A comment, or a string of several words in JavaScript."""

CODE: Final = re.compile(r"`[^`\n]*`|\]\([^)]*\)|^# \d+\. .*$", re.M)


READ: Final = {
    ".github": ("md",),
    "bench": ("md",),
    "docs": ("md",),
    "examples": ("ipynb",),
    "puzzles": ("md",),
    "satcross": ("py", "md", "html", "js"),
    "site": ("md", "html", "js"),
    "tests": ("md",),
}
"""The kinds of files in each folder that people read."""

UNREAD: Final = {"generated", "_build", "node_modules", "hostile"}
"""Folders with files that programs write, or that are not ours."""


def sources() -> list[Path]:
    """Return the documents that people read, and the modules of the program."""
    pages = [page for folder, ends in READ.items() for end in ends for page in (ROOT / folder).rglob(f"*.{end}")]
    return sorted(page for page in [*ROOT.glob("*.md"), *pages] if not UNREAD & set(page.parts))


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the text of a document, or each string of a module or script, with its first line."""
    content = path.read_text("utf-8")
    if path.suffix == ".js":
        for found in SCRIPT_STRING.finditer(content):
            yield 1 + content.count("\n", 0, found.start()), found[1] or found[2] or ""
        return
    if path.suffix == ".ipynb":
        cells = [cell for cell in json.loads(content)["cells"] if cell["cell_type"] == "markdown"]
        yield from ((1, blank_in(CODE, "".join(cell["source"]))) for cell in cells)
        return
    if path.suffix != ".py":
        yield 1, blank_in(TAG, content) if path.suffix == ".html" else blank_in(CODE, blank_in(FENCED, content))
        return
    for node in ast.walk(ast.parse(content)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, blank_in(CODE, node.value)


def blank_in(pattern: re.Pattern[str], text: str) -> str:
    """Return `text` with blanks in place of each match of `pattern`, so that every character stays on its line."""
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def habits(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the words and the cure of each habit in the file `path`."""
    name = path.relative_to(ROOT).as_posix()
    for line, text in texts(path):
        for habit, cure in HABITS.items():
            for found in re.finditer(rf"\b(?:{habit})\b".replace(" ", r"(?: |\n *)"), text, re.I):
                words = " ".join(found[0].split())
                if (name, words) not in EXCEPTIONS:
                    yield line + text.count("\n", 0, found.start()), words, cure


def main(arguments: list[str]) -> int:
    found = [
        (path, *habit)
        for path in [Path(each).resolve() for each in arguments] or sources()
        for habit in sorted(habits(path))
    ]
    for path, line, words, cure in found:
        print(f"{path.relative_to(ROOT)}:{line}: {words!r}: {cure}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
