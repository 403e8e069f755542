r"""What markup means: the text that LaTeX, Markdown, HTML or a forum prints for what is written.

\texttt{[AW]\{2\}}  ->  [AW]{2}        <b>A</b>  ->  A        `A|B`  ->  A|B        [b]Rows[/b]  ->  Rows
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from satcross.puzzle.files.pasted.words import word_set

_PLAIN: Final = {
    "textbackslash": "\\",
    "backslash": "\\",
    "textbar": "|",
    "textasciicircum": "^",
    "textasciitilde": "~",
    "vert": "|",
}
_COMMANDS: Final = re.compile(
    r"\\(?:(textbackslash|backslash|textbar|textasciicircum|textasciitilde|vert)(?:\{\}| )?"
    r"|([{}&%$#_])|(\^|~|hat)\{\\? ?\})"
)
_VERBATIM: Final = re.compile(r"\\(?:verb|lstinline)\*?([^\w\s])(.*)\1", re.S)
_IN_COMMAND: Final = re.compile(
    r"\\(?:texttt|text|textbf|textsf|mathtt|code|multicolumn\{\d+\}\{[^}]*\}|rotatebox\{\d+\})\{(.*)\}", re.S
)
_OF_DOCUMENTS: Final = re.compile(
    r"\\(?:(?:sub)*section\*?\{([^}]*)\}|(?:begin|end)\{\w+\*?\}(?:\[[^\]]*\])?|item\b(?:\[[^\]]*\])?\s*+(.*))"
)


def from_latex(text: str) -> str:
    r"""Return what LaTeX prints for `text`.

    >>> from_latex(r"\texttt{[AW]\{2\}}")
    '[AW]{2}'
    """
    if whole := _VERBATIM.fullmatch(text):
        return whole[2]
    inner = _IN_COMMAND.fullmatch(text)
    if inner is None:
        return text
    for _ in range(5):
        text = inner[1]
        inner = _IN_COMMAND.fullmatch(text)
        if inner is None:
            break
    return _COMMANDS.sub(lambda hit: _PLAIN[hit[1]] if hit[1] else hit[2] or hit[3].replace("hat", "^"), text)


def line_of_latex(text: str) -> str:
    """Return the text of a line of a LaTeX document; each item has a bullet."""
    command = _OF_DOCUMENTS.fullmatch(text)
    if command is None:
        return from_latex(text)
    return f"- {from_latex(command[2].strip())}" if command[2] is not None else from_latex((command[1] or "").strip())


_NAMES: Final = "(?:b|i|u|em|strong|code|tt|kbd|samp|span|font|nowiki|pre)"
_TAGS: Final = re.compile(rf"</{_NAMES}>|(?<![?P])<{_NAMES}(?: [^<>]{{0,400}})?>", re.I)


def without_tags(text: str) -> str:
    """Return `text` without the tags that only say how it looks; a named group of a regex is none.

    >>> without_tags("<b>A</b>(?<b>B)")
    'A(?<b>B)'
    """
    return _TAGS.sub("", text) if "<" in text else text


def without_marks(text: str) -> str:
    """Return the text of a cell without the stars, backquotes or equals signs around all of it."""
    for mark in ("**", "``", "`"):
        inner = text[len(mark) : -len(mark)]
        if len(text) > 2 * len(mark) and text.startswith(mark) and text.endswith(mark) and mark not in inner:
            text = inner.strip() if mark == "**" else inner[1:-1] if re.fullmatch(r" `.*` ", inner) else inner
    return text


_BBCODE: Final = re.compile(r"\[(/?)(\w{1,12})(?:=[^][\n]{0,200})?\]|\[\*\]")
_OF_FORUMS: Final = word_set("b i u code list quote spoiler pre tt table td th tr size color font")


def without_bbcode(text: str) -> str:
    """Return `text` with HTML in place of the tables of forums, `[td]`, and without their other tags, `[b]`."""
    tags = Counter((hit[1], hit[2].lower()) for hit in _BBCODE.finditer(text) if hit[2])
    closed = {name for sign, name in tags if sign and tags["", name] == tags["/", name]} & _OF_FORUMS

    def replace(hit: re.Match[str]) -> str:
        tag = (hit[2] or "").lower()
        if tag in closed:
            return f"<{hit[1]}{tag}>" if tag in ("table", "tr", "td", "th") else ""
        return "- " if not tag and closed else hit[0]

    return _BBCODE.sub(replace, text) if closed else text
