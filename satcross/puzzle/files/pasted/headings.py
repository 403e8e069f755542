"""Lines of text that say something about the lines below or beside them: headings, names of lines, sizes, sentences."""

from __future__ import annotations

import re
from typing import Final

from satcross.puzzle.files.pasted.words import FILLER, NUMBERS, OF_HEXAGONS, seat_of, word_set, words_of

DASHES: Final = re.compile(r"\s*(?:([-=_~—–*+])\s?(?:\1\s?){2,}|\+(?:[-=]{2,}\+)+|%{2,}|#{2,}|/{2,})\s*")
"""A rule of one sign; one of several signs may be a clue."""
SIZE: Final = re.compile(
    r"(?:size|grid|dimensions?)?\s*+(?:[:=]\s*+)?(\d{1,5}+)\s*+(?:(?:[x×,*]|by)?\s*+(\d{1,5}+))?\.?", re.I
)
_WORD: Final = r"[\w,'’\"“”.:;!?()–—-]++"
_PROSE: Final = re.compile(rf"(?=.*[a-z])(?:{_WORD}\s++)+{_WORD}|[A-Z]?[a-z]{{2,}}[.,:!]{{0,3}}")
_OF_HEADINGS: Final = OF_HEXAGONS | word_set(
    "to left right top bottom up down east west north south upwards downwards first second going x y z along on at"
)
_REVERSED: Final = re.compile(
    r"\b(?:right[ -]to[ -]left|bottom[ -]to[ -]top|bottom[ -]up|upwards?|backwards?|reversed|in reverse)\b", re.I
)
_BEFORE_LABEL: Final = re.compile(r"(?:[-*•>+]\s++)?(\*\*|__|[*_`])?\(?")
_LABEL: Final = re.compile(
    r"(?:(?P<before>\d{1,6}+)\s?[.)-]?\s?)?"
    r"(?P<words>[^\W\d_]++(?:[ _-][^\W\d_]++){0,5})(?:[ _#.-]{0,3}(?P<number>\d{1,6}+)(?=[\s:=)(.→*_`-]|$))?"
    r"(?:\s?[(\[](?P<inside>\d{1,6}+)[)\]])?"
)
Label = tuple[tuple[str, ...], int | None]
"""The words of a line's name, and its number."""


def is_sentence(text: str) -> bool:
    """Return whether `text` is written for people, not for a regex engine."""
    if re.match(r"\(?\w{1,3}[.):,]\s|\(\d{1,3},|\d{1,4}\s{2}", text):
        return False  # a number in front
    if re.fullmatch(r"([\"'`/]).*\1[,;]?", text):
        return False  # in quotation marks
    text = re.sub(r"^[-*+•–] ", "", text)
    if SIZE.fullmatch(text):
        return False
    if re.search(r"[\[\]|*+\\^$?]", text) is None:
        return _PROSE.fullmatch(text) is not None and " " in text
    parts = text.split()
    plain = [part for part in parts if re.fullmatch(r"[A-Za-z][a-z'’]+[,.;:!?)]*", part)]
    return len(plain) > 2 and 2 * len(plain) >= len(parts)


def is_prose(text: str) -> bool:
    """Return whether `text` may be a title or a sentence: words with blanks between them, or one small word."""
    return _PROSE.fullmatch(text) is not None or is_sentence(text)


def is_marked(text: str) -> bool:
    """Return whether a heading has a sign that says that it is one."""
    return re.match(r"[#*=_\[</]|\W*$", text) is not None or text.rstrip("*_").endswith((":", "]", "=", "-"))


def heading(text: str) -> tuple[str, ...] | None:
    """Return the words of a heading such as "## Rows (3)" or "Down:"; None if the line is none.

    The number in brackets is its last word.
    """
    if len(text) > 120 or (len(text) > 2 and text[0] == text[-1] == "/"):
        return None
    parts = text.partition(" # ")[0].split()
    text = " ".join(part for part in parts if not all(sign > "~" and not sign.isalnum() for sign in part))  # no arrows
    count = ""
    if aside := re.search(r"[(\[]([\w ,/→:-]{1,60})[)\]]", text):
        is_direction = seat_of(words_of(aside[1])) or set(words_of(aside[1])) & OF_HEXAGONS
        count = aside[1].strip() if re.fullmatch(r"\s*\d{1,6}\s*", aside[1]) else ""
        text = text.replace(aside[0], f" {aside[1]}" if is_direction else "")
    number = re.match(r"\d{1,6}[.)]\s", text)
    bare = text[number.end() if number else 0 :].lstrip("#/; \t*_[<=>-").rstrip("#/; \t*_]:>=.|-")
    words = words_of(bare)
    if not words or len(words) > 8 or not re.fullmatch(r"(?:[^\W\d_]|[ _,/→-])+", bare):
        return None
    known = [word for word in words if word not in FILLER]
    if any(len(word) < 2 and word.isascii() for word in known) and not text.rstrip().endswith(":"):
        return None
    if seat_of(words) is None and not set(known) & OF_HEXAGONS:
        return None
    if not all(seat_of([word]) or word in _OF_HEADINGS for word in known):
        return None
    return (*words, count) if count else words


def says_order(text: str) -> bool:
    """Return whether `text` says that clues or letters are in the reverse order."""
    return _REVERSED.search(text) is not None


def announced(text: str) -> tuple[str, ...] | None:
    """Return the word of a sentence that says which clues follow, such as "and the columns are"."""
    if not is_sentence(text) or re.fullmatch(r".*(?:rows|columns|across|down|are|is|follow)[:.]?", text) is None:
        return None
    words = {word for word in words_of(text) if word in ("rows", "columns", "across", "down")}
    return (words.pop(),) if len(words) == 1 else None


def line_label(text: str) -> tuple[Label, str] | None:
    """Return the name with which a line begins, and what is behind it; None if it begins with none.

    >>> line_label("Row 1: A.*")
    ((('row',), 1), ': A.*')
    """
    before = _BEFORE_LABEL.match(text)
    assert before is not None
    mark = before[1] or ""
    match = _LABEL.match(text, before.end())
    for _ in range(6):
        if match is None:
            return None
        words = words_of(match["words"])
        named = [NUMBERS[word] for word in words if word in NUMBERS]
        words = tuple(word for word in words if word not in NUMBERS)
        is_clue = match["before"] and match["number"] and not re.match(r"\s?[:=→]", text[match.end() :])  # 3D 06
        rest = text[match.end("words") if is_clue else match.end() :]
        if _is_name(words) and not rest[:1].isalnum():
            number = match["before"] if is_clue else match["number"] or match["before"] or match["inside"]
            if mark:
                inside, found, rest = rest.partition(mark)
                if not found or inside.strip() not in ("", ":", ".", "="):
                    return None
                rest = inside.strip() + rest
            return (words, int(number) if number else named[0] if named else None), rest
        longest = max(match["words"].rfind(sign) for sign in " _-")
        match = _LABEL.match(text, before.end(), match.start("words") + longest) if longest > 0 else None
    return None


def _is_name(words: tuple[str, ...]) -> bool:
    is_known = seat_of(words) is not None or bool(set(words) & (OF_HEXAGONS | {"up"}))
    return is_known and all(
        (seat_of([word]) or word in FILLER or word in _OF_HEADINGS) and (len(word) > 1 or len(words) == 1)
        for word in words
    )
