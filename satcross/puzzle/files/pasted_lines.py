"""Puzzles in plain text: one clue a line.

In: a text.  Out: what is found in it, nothing if it is something else.  The lists are apart by an empty line, a line of
dashes, or a heading; or each line says what it is.  Numbers, bullets, commas and quotation marks are left out if all
clues of a list have them.

    HE|LL|O+            Rows:                 Row 1: HE|LL|O+
    [PLEASE]+           1. `HE|LL|O+`         Row 2: [PLEASE]+
                        2. `[PLEASE]+`        Column 1: [^SPEAK]+
    [^SPEAK]+           Columns:              Column 2: EP|IP|EF
    EP|IP|EF            ...
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, groupby, pairwise
from typing import Any, Final

from satcross.puzzle.files.clue_lists import FILLER, Family, FoundLists, fact_of, seat_of, word_set, words_of
from satcross.puzzle.files.literals import SourceText, unescaped

FENCE: Final = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*$", re.M)
NAMED_LINES: Final = "lines with names"
_DASHES: Final = re.compile(r"\s*(?:(?:[-=_~—–*+]\s?){3,}|%{2,}|#{2,}|/{2,})\s*")
_SIZE: Final = re.compile(
    r"(?:size|grid|dimensions?)?\s*[:=]?\s*(\d{1,5})(?:\s*(?:[x×,*]|by|\s)\s*(\d{1,5}))?\.?", re.I
)
_PROSE: Final = re.compile(r"(?=.*[a-z])(?:[\w,'’\"“”.:;!?()–—-]+\s+)+[\w,'’\"“”.:;!?()–—-]+|[A-Z]?[a-z]{3,}[.:!]?")
_LABEL: Final = re.compile(
    r"(?:[-*•>]\s+)?[*_`]{0,2}(?:(?P<before>\d+)\s*[.)-]?\s*)?(?P<words>[A-Za-z]+(?:[ _-][A-Za-z]+)*)[ _#.-]*"
    r"(?P<number>\d+)?[*_`]{0,2}\s*(?:\((?P<in_brackets>\d+)\))?[*_`]{0,2}(?:\s*[:=)→]\s*[*_]{0,2}|\s+[-–—]\s+|\.\s+|\s*$|(?<=\d)\s+)"
)


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
    r"|([{}&%$#_])|(?:\^|hat)\{\\? ?\})"
)
_VERBATIM: Final = re.compile(r"\\(?:verb|lstinline)\*?([^\w\s])(.*)\1", re.S)
_IN_COMMAND: Final = re.compile(
    r"\\(?:texttt|text|textbf|textsf|mathtt|code|multicolumn\{\d+\}\{[^}]*\}|rotatebox\{\d+\})\{(.*)\}", re.S
)


_OF_DOCUMENTS: Final = re.compile(
    r"\\(?:(?:sub)*section\*?\{([^}]*)\}|(?:begin|end)\{\w+\*?\}(?:\[[^\]]*\])?|item\b(?:\[[^\]]*\])?\s*(.*))"
)


def from_latex(text: str) -> str:
    r"""Return what LaTeX prints for `text`: `\texttt{[AW]\{2\}}` prints `[AW]{2}`."""
    if whole := _VERBATIM.fullmatch(text):
        return whole[2]
    while inner := _IN_COMMAND.fullmatch(text):
        text = inner[1]
        if not _IN_COMMAND.fullmatch(text):
            return _COMMANDS.sub(lambda hit: _PLAIN[hit[1]] if hit[1] else hit[2] or "^", text)
    return text


def _without_latex(text: str) -> str:
    """Return the text of a line of a LaTeX document."""
    command = _OF_DOCUMENTS.fullmatch(text)
    return from_latex((command[1] or command[2] or "").strip() if command else text)


_WORD_IN_FRONT: Final = re.compile(r"(?P<words>[A-Za-z]+)\s+(?P<before>)(?P<number>)")


def from_lines(text: str) -> list[FoundLists]:
    """Return the puzzle of plain text with one clue a line."""
    texts = [line.strip() for line in text.split("\n")]
    if {"→", "↓"} <= {line[:1] for line in texts}:
        texts = list(map(_without_arrow, texts))
    if "\\item" in text or "\\begin{" in text:
        texts = list(map(_without_latex, texts))
    lines, facts = _without_facts([SourceText(line, n) for n, line in enumerate(texts, 1)])
    for layout in (_command_line, _labelled_lines, _under_headings, _in_blocks):
        if pasted := layout(lines):
            return [pasted._replace(facts={**facts, **pasted.facts}, notes=pasted.notes + _left_out(pasted, texts))]
    return []


def _left_out(pasted: FoundLists, texts: Sequence[str]) -> tuple[str, ...]:
    """Return the note that says what stands around the clues, such as numbers and quotation marks, if anything does."""
    lines = [line[0] for line in pasted.families[0].lines[:2] if line and line[0].text]
    if pasted.layout == NAMED_LINES or not lines or len({clue.line for clue in lines}) < len(lines):
        return ()
    before, clue, after = texts[lines[0].line - 1].partition(lines[0].text)
    around = [f"{text!r} {place}" for text, place in ((before, "before"), (after, "behind")) if text]
    note = f"{' and '.join(around)} the first clue, and the like, {'were' if len(around) > 1 else 'was'} left out"
    return (note,) if clue and around else ()


_COUNT_LINE: Final = re.compile(r"(rows|columns|cols|height|width)[ \t:=]+(\d{1,4})", re.I)
_ARROWS: Final = {"→": "Row", "↓": "Column", "←": "Right", "↑": "Bottom"}


def _without_arrow(text: str) -> str:
    """Return `text` with the name of the direction to which the arrow in front points, if one does."""
    rest = text[1:].strip(" :.\ufe0f")
    if text[:1] not in _ARROWS or heading(rest):
        return text
    return f"{_ARROWS[text[0]]}: {rest}" if rest else f"{_ARROWS[text[0]]}s:"


_FACT_LINE: Final = re.compile(
    r"[#*_\s]*(title|name|author|by|alphabet|letters|characters|solution|answer|output|difficulty|level|source|date|id|url)s?"
    r"[*_\s]*[:=]\s*(.*)|[#*_\s]*(solution|answer|output)s?[*_\s]*", re.I)  # fmt: skip


def _without_facts(lines: Sequence[SourceText]) -> tuple[list[SourceText], dict[str, Any]]:
    """Return the lines without those that say something else of the puzzle, and what these say.

    What follows `Solution:` is the solution, up to an empty line.
    """
    facts: dict[str, Any] = {}
    kept: list[SourceText] = []
    solution: list[str] | None = None
    for line in lines:
        match = _FACT_LINE.fullmatch(line.text)
        if count := _COUNT_LINE.fullmatch(line.text):
            facts["rows" if count[1].lower() in ("rows", "height") else "columns"] = int(count[2])
        elif match:
            fact = fact_of(words_of(match[1] or match[3])) or ""
            value = re.sub(r"^>!|!<$|^[|]{2}|[|]{2}$", "", (match[2] or "").strip()).strip("'\"`")
            solution = [] if fact == "solution" and not value else None
            if value and fact:
                facts.setdefault(fact, value)
        elif solution is not None and (line.text or not solution):
            solution += [] if FENCE.fullmatch(line.text) else line.text.split()
            facts["solution"] = solution
        else:
            solution = None
            kept.append(line)
    while kept and not kept[0].text:
        kept.pop(0)
    return kept, facts


def line_label(text: str) -> tuple[tuple[str, ...], int | None] | None:
    """Return the words and the number of a line's name, such as "Row 1:"; None if `text` is none."""
    match = _LABEL.fullmatch(text.strip() + ":") or _LABEL.fullmatch(text.strip())
    return _label_of(match) if match else None


def numbered_lines(text: str) -> int:
    """Return how many lines of `text` begin with a name that has a number, such as "Row 1: "."""
    labels = [_label_of(match) for line in text.split("\n") if (match := _LABEL.match(line.strip()))]
    return sum(label is not None and label[1] is not None for label in labels)


_NUMBERS: Final = {
    word: number
    for words in ("one two three four five six seven eight nine ten", "first second third fourth fifth sixth seventh")
    for number, word in enumerate(words.split(), 1)
}


def _label_of(match: re.Match[str]) -> tuple[tuple[str, ...], int | None] | None:
    words = words_of(match["words"])
    named = [_NUMBERS[word] for word in words if word in _NUMBERS]
    words = tuple(word for word in words if word not in _NUMBERS)
    if seat_of(words) is None or not all(
        seat_of([word]) or word in FILLER or word in ("to", "left", "down") for word in words
    ):
        return None
    number = match["number"] or match["before"]
    return words, int(number) if number else named[0] if named else None


def _command_line(lines: Sequence[SourceText]) -> FoundLists | None:
    """Return the puzzle of a command such as `solve --rows 'A.*' B --columns '[AB]*'`, cut into words."""
    line = next((line for line in lines if re.search(r" --?[A-Za-z]", line.text)), None)
    try:
        words = shlex.split(line.text[:5000]) if line else []
    except ValueError:  # a quotation mark that is never closed
        return None
    families: dict[tuple[str, ...], list[tuple[SourceText, ...]]] = {}
    option: tuple[str, ...] = ()
    for word in words:
        if re.fullmatch(r"--?[A-Za-z][\w-]*", word):
            option = words_of(word)
        elif line and seat_of(option):
            families.setdefault(option, []).append((line._replace(text=word),))
    lists = tuple(Family(label, tuple(clues)) for label, clues in families.items())
    return FoundLists("a command", lists, {}) if len(lists) > 1 else None


def _labelled_lines(lines: Sequence[SourceText]) -> FoundLists | None:
    """Return the puzzle of lines that each say what they are: `Row 1: A.*`, or `Rows: A.*, B`."""
    named: list[tuple[tuple[tuple[str, ...], int | None], SourceText]] = []
    for line in lines:
        if not line.text or _DASHES.fullmatch(line.text):
            continue
        match = _LABEL.match(line.text)
        label = _label_of(match) if match else None
        if label is None and (match := _WORD_IN_FRONT.match(line.text)):
            label = _label_of(match)
        if match is None or label is None or not line.text[match.end() :].strip():
            is_section = re.fullmatch(r"\[\w+\]", line.text) is not None
            if not (_is_sentence(line.text) if named else is_section or _PROSE.fullmatch(line.text)):
                return None
            continue
        named.append((label, line._replace(text=line.text[match.end() :].strip())))
    if len({label[0] for label, _ in named}) < 2:
        return None
    return FoundLists(NAMED_LINES, tuple(_cleaned_lines(each) for each in by_label(named)), {})


def by_label(named: Iterable[tuple[tuple[tuple[str, ...], int | None], SourceText]]) -> list[Family]:
    """Return the lists of clues that have names, in the order of their numbers."""
    clues: dict[tuple[str, ...], list[tuple[int | None, SourceText]]] = {}
    for (words, number), clue in named:
        clues.setdefault(words, []).append((number, clue))
    families = []
    for words, listed in clues.items():
        if len(listed) == 1 and listed[0][0] is None:
            families.append(Family(words, tuple((each,) for each in _in_one_line(listed[0][1]))))
            continue
        if all(number is not None for number, _ in listed):
            listed = sorted(listed, key=lambda each: each[0] or 0)
            lines = [tuple(clue for _, clue in group) for _, group in groupby(listed, key=lambda each: each[0])]
            families.append(Family(words, tuple(lines)))
        else:
            families.append(Family(words, tuple((clue,) for _, clue in listed)))
    return families


_QUOTED: Final = re.compile(r"([rRbBuU]?)(['\"])((?:(?!\2)[^\\]|\\.|\2\2)*+)\2,?")


def _between_quotes(texts: list[str]) -> list[str]:
    r"""Return the texts without quotation marks around them; where backslashes are all doubled, `"\\d"` is `\d`.

    A quotation mark within them is doubled or has a backslash: those of `"[^"]"` belong to the clue.
    """
    quoted = [_QUOTED.fullmatch(text) for text in texts]
    inner = [match[3].replace("''", "'") if match else text for match, text in zip(quoted, texts, strict=True)]
    strings = [match is not None and match[1] == "" and match[2] == '"' for match in quoted]
    escaped = "".join(text for text, is_string in zip(inner, strings, strict=True) if is_string)
    if "\\" in escaped and re.fullmatch(r'(?:[^\\]|\\[\\"])*+', escaped):
        return [unescaped(text) if is_string else text for text, is_string in zip(inner, strings, strict=True)]
    return inner


def _is_one_bracket(text: str) -> bool:
    """Return whether the bracket that opens `text` closes at its end, as in `[A[BC], D]`, not in `[A]B, [C]`."""
    depths = list(accumulate((letter == "[") - (letter == "]") for letter in re.sub(r"\\.", "..", text)))
    return depths[-1] == 0 and 0 not in depths[:-1]


def _in_one_line(text: SourceText) -> list[SourceText]:
    """Return the clues that stand in one line, with commas, semicolons, tabs or blanks between them."""
    is_flow = re.fullmatch(r"\[.*[,;]\s.*\]", text.text) is not None and _is_one_bracket(text.text)
    inner = text.text[1:-1] if is_flow else text.text
    for separator in (r"\s*\t\s*", r"\s*;\s+", r"\s*,\s+", r"\s{2,}", r"\s+"):
        parts = re.split(separator, inner.strip())
        if len(parts) > 1:
            if is_flow or all(map(_QUOTED.fullmatch, parts)):
                parts = _between_quotes(parts)
            return [text._replace(text=part) for part in parts if part]
    return [text._replace(text=inner)]


def heading(text: str) -> tuple[str, ...] | None:
    """Return the words of a heading such as "## Rows (3)" or "Down:"; None if the line is none."""
    text = re.sub(r"^[^\w\s!-~]+\s+|\s+[^\w\s!-~]+$", "", text)  # signs such as arrows
    text = re.sub(r"\s+#\s.*$", "", text)
    if aside := re.search(r"\(([^()]*)\)", text):
        text = text.replace(aside[0], f" {aside[1]}" if seat_of(words_of(aside[1])) else "")
    bare = re.sub(r"^\d+[.)]\s|^[#/;\s*_\[<=-]+|[#/;\s*_\]:>=.|-]+$", "", text).rstrip(" :")
    words = words_of(bare)
    if not words or len(words) > 6 or not re.fullmatch(r"(?:[^\W\d_]|[ _,/→-])+", bare):
        return None
    known = [word for word in words if word not in FILLER]
    if any(len(word) < 2 and word.isascii() for word in known) and not text.rstrip().endswith(":"):
        return None
    if seat_of(words) is None and not set(known) & {"rising", "falling", "diagonal", "northeast", "southeast"}:
        return None
    return words if all(seat_of([word]) or word in _OF_HEADINGS for word in known) else None


_OF_HEADINGS: Final = word_set(
    "to left right top bottom up down rising falling diagonal diagonals northeast southeast northwest southwest",
    "first second",
)


def _under_headings(lines: Sequence[SourceText]) -> FoundLists | None:
    """Return the puzzle of lists that each have a heading."""
    families: list[tuple[tuple[str, ...], list[SourceText]]] = []
    before: list[SourceText] = []
    is_beside = False  # below a heading of Markdown for something else
    for line in lines:
        words = (heading(line.text) or _announced(line.text)) if line.text else None
        if words is not None:
            families.append((words, []))
            is_beside = False
        elif families and re.fullmatch(r"#{1,6}\s+[A-Z][\w ]*", line.text):
            is_beside = True
        elif line.text and not is_beside and not _DASHES.fullmatch(line.text):
            (families[-1][1] if families else before).append(line)
    below: list[str] = []
    while families and len(families[-1][1]) > 1 and _is_remark(families[-1][1]):
        below.append(f"{families[-1][1].pop().text!r} below the last list was left out")
    names = [words for words, _ in families]
    if len(families) < 2 or (len(set(names)) < len(names) and names != names[:2] * (len(names) // 2)):
        return None
    if not all(clues for _, clues in families) or not all(_is_aside(line.text) for line in before):
        return None
    lists = [
        Family(
            words,
            tuple((each,) for each in (_in_one_line(clues[0]) if len(clues) == 1 and "," in clues[0].text else clues)),
        )
        for words, clues in families
    ]
    return FoundLists("lists with headings", tuple(map(_cleaned_lines, lists)), _sizes(before), notes=tuple(below))


def _announced(text: str) -> tuple[str, ...] | None:
    """Return the word of a sentence that says which clues follow, such as "and the columns are"."""
    if not _is_sentence(text) or re.fullmatch(r".*[a-z]{2}[:.]?", text) is None:
        return None
    words = {word for word in words_of(text) if word in ("rows", "columns", "across", "down")}
    return (words.pop(),) if len(words) == 1 else None


def _is_remark(lines: Sequence[SourceText]) -> bool:
    """Return whether the last line is no clue, but a sentence or a word such as "thanks!"."""
    *clues, last = [line.text for line in lines]
    listed = [*clues, last]
    if _inner(_BULLET, listed) != listed or _without_numbers(listed) != listed:
        return False
    is_word = re.fullmatch(r"[A-Za-z ',]*[a-z]{2}[.,!?:;)( ]*", last) is not None
    return _is_sentence(last) or (
        is_word and not any(re.search(r"(?<!\\)[a-z]{2}", clue) for clue in clues if _REGEX_LETTER.search(clue))
    )


def _sizes(lines: Sequence[SourceText]) -> dict[str, Any]:
    match = next((match for line in lines if (match := _SIZE.fullmatch(line.text))), None)
    return {} if match is None else {"size": " ".join(filter(None, match.groups()))}


def _in_blocks(lines: Sequence[SourceText]) -> FoundLists | None:
    """Return the puzzle of lists with an empty line or a line of dashes between them."""
    blocks = _blocks_of_clues([line for line in lines if not re.fullmatch(r"[A-Za-z][A-Za-z ]*:", line.text)])
    if any(_is_sentence(line.text) or line.text[-1] in "([{" for block in blocks for line in block):
        return None
    blocks, facts = _without_size(blocks)
    if not any(map(_looks_like_regexes, blocks)):
        return None
    parts = [_in_one_line(line) for block in blocks for line in block] if sum(map(len, blocks)) == 2 else []
    if len(parts) == 2 and not facts and all(len(part) > 1 and _looks_like_regexes(part) for part in parts):
        return FoundLists("two lines", tuple(Family((), tuple((each,) for each in part)) for part in parts), {})
    if len(blocks) == 1:
        blocks = _cut_at_numbers(blocks[0])
    if len(blocks) > 4 and all(len(block) == 1 for block in blocks):
        blocks = [[line for block in blocks for line in block]]
    if len(blocks) == 1 and (len(blocks[0]) < 2 or all(re.fullmatch(r"[\w.# ]+", line.text) for line in blocks[0])):
        return None  # a template of words
    if len(blocks) == 3 and all(re.fullmatch(rf"[^\W_]{{{len(blocks[1])}}}", line.text) for line in blocks[2]):
        facts["solution"] = [line.text for line in blocks.pop()]
    families = tuple(Family((), tuple((line,) for line in block)) for block in blocks)
    return FoundLists("plain lines", tuple(map(_cleaned_lines, families)), facts)


def _without_size(blocks: list[list[SourceText]]) -> tuple[list[list[SourceText]], dict[str, Any]]:
    """Return the blocks without a size in their first line or their first two, and that size."""
    total = sum(map(len, blocks))
    for taken in (2, 1):
        first = blocks[0][:taken] if blocks else []
        match = _SIZE.fullmatch("\n".join(line.text for line in first))
        numbers = [int(each) for each in match.groups() if each] if match else []
        if numbers and len(first) == taken < total and _fits(numbers, total - taken):
            break
    else:
        return blocks, {}
    blocks = [block for block in (blocks[0][taken:], *blocks[1:]) if block]
    rows, columns = (numbers * 2)[:2]
    if len(blocks) == 1:
        return blocks, {"rows": rows, "columns": columns} if rows + columns == len(blocks[0]) else {"size": rows}
    return blocks, {"size": " ".join(map(str, numbers))}


def _blocks_of_clues(lines: Sequence[SourceText]) -> list[list[SourceText]]:
    """Return the blocks of lines, without sentences before and after them."""
    blocks = _blocks(lines, lambda text: _DASHES.fullmatch(text) is not None)
    if sum(_looks_like_regexes(block) for block in blocks) not in (2, 3):
        blocks = _blocks(lines, lambda text: not text or _DASHES.fullmatch(text) is not None)
    while blocks and len(blocks[0]) == 1 and len(blocks) > 1 and _is_sentence(blocks[0][0].text):
        blocks.pop(0)
    while len(blocks) > 2 and len(blocks[-1]) == 1 and _is_sentence(blocks[-1][0].text):
        blocks.pop()
    return blocks


def _cut_at_numbers(block: list[SourceText]) -> list[list[SourceText]]:
    """Return the lists in one block whose lines have numbers or letters in front, which begin again with each list."""
    marks = [mark[1] if (mark := _NUMBERED.fullmatch(line.text)) else "" for line in block]
    starts = [n for n, mark in enumerate(marks) if mark in ("1", "a", "A")]
    if not all(marks) or len(starts) < 2 or starts[0] or "." in (each.text[:1] for each in block):
        return [block]
    return [block[start:end] for start, end in pairwise([*starts, len(block)])]


def _blocks(lines: Sequence[SourceText], divides: Callable[[str], bool]) -> list[list[SourceText]]:
    """Return the lines between those that divide them, without empty ones."""
    blocks = [
        [line for line in group if line.text and not _DASHES.fullmatch(line.text)]
        for is_between, group in groupby(lines, lambda line: divides(line.text))
        if not is_between
    ]
    return [block for block in blocks if block]


def _fits(numbers: Sequence[int], count: int) -> bool:
    """Return whether `count` lines of clues fit the numbers of a line that may be a size."""
    one = numbers[0]
    return sum(numbers) == count if len(numbers) == 2 else count in (2 * one, 3 * (2 * one - 1), 3 * one)


def _is_aside(text: str) -> bool:
    """Return whether a line before the first list is none of its clues: a title, a size, a sentence, `key: value`."""
    return bool(text.startswith("#") or _SIZE.fullmatch(text) or _PROSE.fullmatch(text) or re.match(r"\w+: ", text))


def _is_sentence(text: str) -> bool:
    if re.search(r"[\[\]|*+\\^$?]", text) is None:
        return _PROSE.fullmatch(text) is not None and " " in text
    parts = text.split()
    plain = [part for part in parts if re.fullmatch(r"[A-Za-z][a-z'’]+[,.;:!?)]*", part)]
    return len(plain) > 2 and 2 * len(plain) >= len(parts)


_REGEX_LETTER: Final = re.compile(r"[\[\]|*+\\^$?.{}()]")


def _looks_like_regexes(lines: Iterable[SourceText]) -> bool:
    return any(_REGEX_LETTER.search(line.text) for line in lines)


_NUMBERED: Final = re.compile(
    r"[(\[#]?\*{0,2}(\d{1,3}|[a-zA-Z])\*{0,2}(?:\s*[.):\]=]\s+|(?<=[\d*])\s*[):=]|(?<=[\d*])\s+)(.*\S)\s*", re.S
)
_NAMED: Final = re.compile(r"([A-Za-z]{1,7}) ?(?=\d{1,3}[.):=]?\s)")
_COMMENTED: Final = re.compile(r"(.*\S)(?:\s{2,}(?:#|//|--) .*|\s+\(\d+\))")
_BULLET: Final = re.compile(r"(?:[-*+•‣◦–>]|[→►])\s+(.*\S)\s*", re.S)
_CODE: Final = re.compile(r"`++(.+?)`++", re.S)
_PAIRS: Final = ("==", "~~", '""', "''", "``", "“”", "‘’", "«»", "„“", "”“")


def _cleaned_lines(family: Family) -> Family:
    """Return the list without bullets, numbers, commas and quotation marks, if all its clues have them."""
    texts = [clue.text for line in family.lines for clue in line]
    if len({name and name[1] for name in map(_NAMED.match, texts)} - {None}) == 1 and all(map(_NAMED.match, texts)):
        texts = [_NAMED.sub("", text, count=1) for text in texts]
    texts = _inner(_COMMENTED, texts)
    has_bullets = _inner(_BULLET, texts) != texts
    texts = _without_commas(_inner(_BULLET, _without_numbers(_inner(_BULLET, texts))))
    bare = _without_quotes(_inner(_CODE, texts))
    if has_bullets and bare == texts:  # as in YAML, where some need quotation marks and others do not
        bare = _between_quotes(texts)
    remaining = iter(bare)
    return family._replace(
        lines=tuple(tuple(clue._replace(text=next(remaining)) for clue in line) for line in family.lines)
    )


def _inner(pattern: re.Pattern[str], texts: list[str]) -> list[str]:
    """Return the first group of `pattern` in each text, if all texts match it, else the texts."""
    matches = [pattern.fullmatch(text) for text in texts]
    return [match[1] for match in matches if match] if all(matches) else texts


def _without_numbers(texts: list[str]) -> list[str]:
    matches = [match for text in texts if (match := _NUMBERED.fullmatch(text))]
    if len(matches) < len(texts):
        return texts
    if len(texts) == 1 and not re.match(r"[(\[]?\w+\s*[.):\]=]", texts[0]):
        return texts
    marks = [match[1] for match in matches]
    numbers = [int(mark) if mark.isdecimal() else ord(mark) for mark in marks]
    steps = [later - earlier for earlier, later in pairwise(numbers)]
    is_marked = all(re.match(r"[(\[]?\d+\s*[.):]", text) for text in texts)
    is_run = all(step > 0 if is_marked else step == 1 for step in steps)
    return [match[2] for match in matches] if is_run else texts


def _without_commas(texts: list[str]) -> list[str]:
    for mark in (",", ";"):
        if len(texts) > 1 and all(text.endswith(mark) for text in texts[:-1]):
            return [text.removesuffix(mark).rstrip() for text in texts]
    return texts


def _without_quotes(texts: list[str]) -> list[str]:
    for pair in _PAIRS:
        if all(len(text) >= 2 and text[0] == pair[0] and text[-1] == pair[-1] for text in texts):
            bare = _between_quotes(texts)
            if pair in ('""', "''") and bare == texts:
                return texts
            return [each[1:-1] if each == text else each for each, text in zip(bare, texts, strict=True)]
    return texts
