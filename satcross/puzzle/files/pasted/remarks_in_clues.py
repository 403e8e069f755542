"""Clues that seem to hold something else: a remark, a number, or a sign that is in front of others too.

In: the clues of a reading.  Out: the first doubtful clue, because of which the text is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from satcross.puzzle.files.pasted.pieces import Piece

_WORD: Final = re.compile(r"(?:^|\s)[A-Z]?[a-z]{2,}[.,:;!?]*(?:\s|$)").search
_NO_CLUE: Final = re.compile(
    r"https?://.*|\d{4}-\d\d-\d\d|\d{1,3} \d{1,3}|[-–—] ?\d+ ?[-–—]|</?[a-z]+>|/\*|\*/|\"{3}|etc\.?|ditto"
).fullmatch
_NAMES_LINES: Final = re.compile(r"\b(?:rows?|columns?)[:=]", re.I).search
_TITLE: Final = re.compile(r"[A-Z][a-z]{3,}:?").fullmatch
_NUMBER: Final = re.compile(r"\d{1,2}[.):]? \S").match
_SIGN: Final = re.compile(r"([^\w\s\\]{1,3}) \S").match
_BEFORE: Final = re.compile(r"\S{1,3} \S").match
_BEHIND: Final = re.compile(r"\S \S{1,2}$").search
_BETWEEN: Final = re.compile(r"\S (?:/|&|and|or) \S").search


def more_than_a_clue(lists: Sequence[Sequence[Piece]]) -> Piece | None:
    """Return the first clue of these lists that seems to hold something else, None if there is none.

    >>> more_than_a_clue([[Piece("A.", 1), Piece(".* - no D", 2)], [Piece(".*", 4), Piece(".*", 5)]])
    Piece(text='.* - no D', line=2, kind='clue', flags='', why='')
    """
    pieces = [piece for each in lists for piece in each]
    odd = next((piece for piece in pieces if _NO_CLUE(piece.text) or _NAMES_LINES(piece.text)), None)
    return odd or _with_words(pieces) or _with_common_sign(pieces) or next(filter(None, map(_numbered, lists)), None)


def _with_words(pieces: Sequence[Piece]) -> Piece | None:
    """Return the clue with a word in small letters, if most clues have none and no small letter."""
    odd = [piece for piece in pieces if _WORD(piece.text) and (" " in piece.text or _TITLE(piece.text))]
    others = [piece.text for piece in pieces if piece not in odd]
    if 2 * len(others) <= len(pieces) or any(re.search(r"(?<!\\)[a-z]", text) for text in others):
        return None
    return next(iter(odd), None)


def _with_common_sign(pieces: Sequence[Piece]) -> Piece | None:
    """Return the first clue if all have a sign or a short word around them, or a bare one if most are in backquotes."""
    texts = [piece.text for piece in pieces]
    signs = {match[1] if (match := _SIGN(text)) else "" for text in texts}
    if len(pieces) < 4:
        return pieces[0] if len(signs) == 1 and "" not in signs else None
    bare = [piece for piece in pieces if len(piece.text) < 3 or piece.text[0] + piece.text[-1] != "``"]
    is_open = all(text[0] == "'" != text[-1] for text in texts)  # as in a spreadsheet
    is_common = is_open or all(map(_BEFORE, texts)) or all(map(_BEHIND, texts))
    return pieces[0] if is_common else bare[0] if 0 < 2 * len(bare) < len(pieces) else None


def _numbered(pieces: Sequence[Piece]) -> Piece | None:
    """Return a clue of a list in which most clues begin with numbers, letters in their order, or one sign."""
    texts = [piece.text for piece in pieces]
    signs = [match[1] for match in map(_SIGN, texts) if match]
    counts = [sum(map(bool, map(_NUMBER, texts))), *map(signs.count, set(signs))]
    letters = [text[0] for text in texts if text[1:2] == " "]
    is_lettered = len(letters) == len(texts) > 2 and "".join(letters) in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    is_joined = len(texts) > 1 and all(map(_BETWEEN, texts))
    is_odd = is_lettered or is_joined or any(count > 1 and 2 * count > len(texts) for count in counts)
    return next((piece for piece in pieces if " " in piece.text), None) if is_odd else None
