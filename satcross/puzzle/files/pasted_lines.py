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
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any, Final

from satcross.puzzle.files.clue_lists import FILLER, Family, FoundLists, fact_of, seat_of, word_set, words_of
from satcross.puzzle.files.literals import SourceText

FENCE: Final = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*$", re.M)
_DASHES: Final = re.compile(r"\s*(?:[-=_~—–*]\s?){3,}\s*")
_SIZE: Final = re.compile(
    r"(?:size|grid|dimensions?)?\s*[:=]?\s*(\d{1,5})(?:\s*(?:[x×,*]|by|\s)\s*(\d{1,5}))?\.?", re.I
)
_PROSE: Final = re.compile(r"(?=.*[a-z])(?:[\w,'’\"“”.:;!?()–—-]+\s+)+[\w,'’\"“”.:;!?()–—-]+|[A-Z]?[a-z]{3,}[.:!]?")
_LABEL: Final = re.compile(
    r"(?:[-*•]\s+)?[*_`]{0,2}(?:(?P<before>\d+)\s*[.)-]?\s*)?(?P<words>[A-Za-z]+(?:[ _-][A-Za-z]+)*)[ _#.-]*"
    r"(?P<number>\d+)?[*_`]{0,2}\s*(?:\((?P<in_brackets>\d+)\))?[*_`]{0,2}(?:\s*[:=)→]\s*[*_]{0,2}|\s+[-–—]\s+|\.\s+|\s*$|(?<=\d)\s+)"
)


def from_lines(text: str) -> list[FoundLists]:
    """Return the puzzle of plain text with one clue a line."""
    lines, facts = _without_facts([SourceText(line.strip(), n) for n, line in enumerate(text.split("\n"), 1)])
    for layout in (_labelled_lines, _under_headings, _in_blocks):
        if pasted := layout(lines):
            return [pasted._replace(facts={**facts, **pasted.facts})]
    return []


_FACT_LINE: Final = re.compile(
    r"[#*_\s]*(title|name|author|by|alphabet|letters|characters|solution|answer|difficulty|level|source|date|id|url)s?"
    r"[*_\s]*[:=]\s*(.*)", re.I)  # fmt: skip


def _without_facts(lines: Sequence[SourceText]) -> tuple[list[SourceText], dict[str, Any]]:
    """Return the lines without those that say something else of the puzzle, and what these say.

    What follows `Solution:` is the solution, up to an empty line.
    """
    facts: dict[str, Any] = {}
    kept: list[SourceText] = []
    solution: list[str] | None = None
    for line in lines:
        match = _FACT_LINE.fullmatch(line.text)
        if match:
            fact, value = fact_of(words_of(match[1])) or "", match[2].strip().strip("'\"`")
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


def _label_of(match: re.Match[str]) -> tuple[tuple[str, ...], int | None] | None:
    words = tuple(word for word in words_of(match["words"]))
    if seat_of(words) is None or not all(
        seat_of([word]) or word in FILLER or word in ("to", "left", "down") for word in words
    ):
        return None
    number = match["number"] or match["before"]
    return words, int(number) if number else None


def _labelled_lines(lines: Sequence[SourceText]) -> FoundLists | None:
    """Return the puzzle of lines that each say what they are: `Row 1: A.*`, or `Rows: A.*, B`."""
    named: list[tuple[tuple[tuple[str, ...], int | None], SourceText]] = []
    for line in lines:
        if not line.text or _DASHES.fullmatch(line.text):
            continue
        match = _LABEL.match(line.text)
        label = _label_of(match) if match else None
        if match is None or label is None or not line.text[match.end() :].strip():
            if named or not _PROSE.fullmatch(line.text):
                return None
            continue
        named.append((label, line._replace(text=line.text[match.end() :].strip())))
    if len({label[0] for label, _ in named}) < 2:
        return None
    return FoundLists("lines with names", tuple(_cleaned_lines(each) for each in by_label(named)), {})


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


_QUOTED: Final = re.compile(r"[rRbBuU]?(['\"])(.*)\1,?")


def _in_one_line(text: SourceText) -> list[SourceText]:
    """Return the clues that stand in one line, with commas, semicolons, tabs or blanks between them."""
    inner = text.text
    if re.fullmatch(r"\[.*[,;]\s.*\]", inner):
        inner = inner[1:-1]
    for separator in (r"\s*\t\s*", r"\s*;\s+", r"\s*,\s+", r"\s{2,}", r"\s+"):
        parts = re.split(separator, inner.strip())
        if len(parts) > 1:
            quoted = [_QUOTED.fullmatch(part) for part in parts]
            if all(quoted):
                parts = [match[2] for match in quoted if match]
            return [text._replace(text=part) for part in parts if part]
    return [text._replace(text=inner)]


def heading(text: str) -> tuple[str, ...] | None:
    """Return the words of a heading such as "## Rows (3)" or "Down:"; None if the line is none."""
    text = re.sub(r"^[^\w\s!-~]+\s+|\s+[^\w\s!-~]+$", "", text)  # signs such as arrows
    bare = re.sub(r"\([^()]*\)|^[#/;\s*_\[<=-]+|[#/;\s*_\]:>=.|-]+$", "", text).rstrip(" :")
    words = words_of(bare)
    if not words or len(words) > 6 or not re.fullmatch(r"[A-Za-z _,/→-]+", bare):
        return None
    known = [word for word in words if word not in FILLER]
    if any(len(word) < 2 for word in known) and not text.rstrip().endswith(":"):
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
    for line in lines:
        words = heading(line.text) if line.text else None
        if words is not None:
            families.append((words, []))
        elif line.text and not _DASHES.fullmatch(line.text):
            (families[-1][1] if families else before).append(line)
    while families and len(families[-1][1]) > 1 and _is_sentence(families[-1][1][-1].text):
        families[-1][1].pop()  # what is said below the last list
    if len(families) < 2 or len({words for words, _ in families}) < len(families):
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
    return FoundLists("lists with headings", tuple(map(_cleaned_lines, lists)), _sizes(before))


def _sizes(lines: Sequence[SourceText]) -> dict[str, Any]:
    match = next((match for line in lines if (match := _SIZE.fullmatch(line.text))), None)
    return {} if match is None else {"size": " ".join(filter(None, match.groups()))}


def _in_blocks(lines: Sequence[SourceText]) -> FoundLists | None:
    """Return the puzzle of lists with an empty line or a line of dashes between them."""
    blocks = _blocks_of_clues(lines)
    if not blocks or any(_is_sentence(line.text) or line.text[-1] in "([{" for block in blocks for line in block):
        return None
    facts = {}
    count = sum(map(len, blocks)) - 1
    if count > 3 and all(line.text.isdecimal() for line in blocks[0][:2]) and len(blocks[0]) > 1:
        rows, columns = blocks[0][:2]
        if int(rows.text) + int(columns.text) == count - 1:
            blocks[0] = [rows._replace(text=f"{rows.text} {columns.text}"), *blocks[0][2:]]
            count -= 1
    if _SIZE.fullmatch(blocks[0][0].text) and count and _fits(sizes := _sizes(blocks[0][:1]), count):
        facts = sizes
        blocks = [blocks[0][1:], *blocks[1:]] if len(blocks[0]) > 1 else blocks[1:]
    if len(blocks) > 4 and all(len(block) == 1 for block in blocks):
        blocks = [[line for block in blocks for line in block]]
    if len(blocks) == 1 and (
        len(blocks[0]) < 2 or (len(blocks[0]) < 4 and not facts and not _looks_like_regexes(blocks[0]))
    ):
        return None
    parts = [_in_one_line(line) for block in blocks for line in block] if count == 1 and not facts else []
    if len(parts) == 2 and all(len(part) > 1 and _looks_like_regexes(part) for part in parts):
        return FoundLists("two lines", tuple(Family((), tuple((each,) for each in part)) for part in parts), {})
    if len(blocks) == 1 and facts:
        numbers = [int(each) for each in facts["size"].split()] * 2
        facts = {"rows": numbers[0], "columns": numbers[1], **({"size": numbers[0]} if len(numbers) == 2 else {})}
        if sum(numbers[:2]) != len(blocks[0]):
            facts = {"size": numbers[0]}
    if not any(_looks_like_regexes(block) for block in blocks):
        return None
    if len(blocks) == 1 and all(re.fullmatch(r"[\w.# ]+", line.text) for line in blocks[0]):
        return None  # a template of words
    if len(blocks) == 1:
        block = _cleaned_lines(Family((), tuple((line,) for line in blocks[0])))
        return FoundLists("plain lines", (block,), facts)
    families = tuple(Family((), tuple((line,) for line in block)) for block in blocks)
    return FoundLists("plain lines", tuple(map(_cleaned_lines, families)), facts)


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


def _blocks(lines: Sequence[SourceText], divides: Callable[[str], bool]) -> list[list[SourceText]]:
    """Return the lines between those that divide them, without empty ones."""
    blocks: list[list[SourceText]] = [[]]
    for line in lines:
        if divides(line.text):
            blocks.append([])
        elif line.text and not _DASHES.fullmatch(line.text):
            blocks[-1].append(line)
    return [block for block in blocks if block]


def _fits(sizes: Mapping[str, Any], count: int) -> bool:
    """Return whether `count` lines of clues fit a line that may be a size."""
    numbers = [int(each) for each in str(sizes.get("size", "")).split()]
    one = numbers[0] if numbers else 0
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


def _looks_like_regexes(lines: Iterable[SourceText]) -> bool:
    return any(re.search(r"[\[\]|*+\\^$?.{}()]", line.text) for line in lines)


_NUMBERED: Final = re.compile(r"[(\[]?(\d{1,3}|[a-zA-Z])(?:\s*[.):\]=]\s+|(?<=\d)\s+)(.*\S)\s*", re.S)
_BULLET: Final = re.compile(r"(?:[-*+•‣◦–]|[→►])\s+(.*\S)\s*", re.S)
_PAIRS: Final = ('""', "''", "``", "“”", "‘’", "«»", "„“", "”“")


def _cleaned_lines(family: Family) -> Family:
    """Return the list without bullets, numbers, commas and quotation marks, if all its clues have them."""
    texts = [clue.text for line in family.lines for clue in line]
    has_bullets = all(_BULLET.fullmatch(text) for text in texts)
    for strip in (
        _without_bullets,
        _without_numbers,
        _without_bullets,
        _without_commas,
        _without_quotes,
        _without_code,
    ):
        texts = strip(texts)
    if has_bullets:  # as in YAML, where some need quotation marks and others do not
        texts = [quoted[2] if (quoted := _QUOTED.fullmatch(text)) else text for text in texts]
    remaining = iter(texts)
    return family._replace(
        lines=tuple(tuple(clue._replace(text=next(remaining)) for clue in line) for line in family.lines)
    )


def _without_bullets(texts: list[str]) -> list[str]:
    matches = [_BULLET.fullmatch(text) for text in texts]
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
            return [text[1:-1] for text in texts]
    return texts


def _without_code(texts: list[str]) -> list[str]:
    if all(len(text) > 2 and text[0] == text[-1] == "`" for text in texts):
        return [text.strip("`") for text in texts]
    return texts
