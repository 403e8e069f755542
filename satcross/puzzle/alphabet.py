r"""Conversion between alphabets as people write them and alphabets as the model holds them.

`mentioned`, `positive` and `any` are keywords (see the model).  Any other text lists letters and is read from left to
right: a letter, a `-` and a letter are a range that includes both ends; every other letter stands for itself.  Nothing
is ever escaped; the letter `-` is written first or last.  `A-Z0-9` has 36 letters, `-+*/` has four.
"""

from __future__ import annotations

from satcross.errors import ErrorCode, PuzzleError, Span
from satcross.puzzle.model import ANY, MENTIONED, POSITIVE

KEYWORDS = (MENTIONED, POSITIVE, ANY)


def expand_alphabet(text: str) -> str:
    """Return `text` if it is a keyword, otherwise its letters, each once, in the order of their code points.

    Raises:
        PuzzleError: For an empty text, a range that is out of order, and surrogates (code `alphabet`).

    >>> expand_alphabet("0-9-")
    '-0123456789'
    """
    if text in KEYWORDS:
        return text
    if not text:
        raise _refusal("the alphabet is empty", hint="list its letters, such as A-Z, or leave the alphabet out")
    codes: set[int] = set()
    start = 0
    while start < len(text):
        low = ord(text[start])
        if text[start + 1 : start + 2] == "-" and start + 2 < len(text):
            high, end = ord(text[start + 2]), start + 3
            if high < low:
                hint = f"write {text[end - 1]}-{text[start]}; if '-' is a letter of the alphabet, put it first or last"
                raise _refusal(f"the range {text[start:end]} is out of order", text, Span(start, end), hint)
            codes.update(code for code in range(low, high + 1) if not 0xD800 <= code <= 0xDFFF)
        else:
            end = start + 1
            codes.add(low)
        if 0xD800 <= low <= 0xDFFF:
            raise _refusal(f"U+{low:04X} is half of a surrogate pair, not a letter", text, Span(start, end))
        start = end
    letters = "".join(map(chr, sorted(codes)))
    return letters[::-1] if letters in KEYWORDS else letters


def contract_alphabet(alphabet: str) -> str:
    """Return a short text from which `expand_alphabet` makes `alphabet`: a keyword, or letters in code-point order.

    >>> contract_alphabet("-0123456789A")
    '-0-9A'
    """
    if alphabet in KEYWORDS or alphabet[::-1] in KEYWORDS:
        return alphabet
    codes = sorted(ord(letter) for letter in alphabet if letter != "-")
    runs: list[list[int]] = []
    for code in codes:
        if runs and code == runs[-1][1] + 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    parts = ["-"] if "-" in alphabet else []
    for low, high in runs:
        parts.append(f"{chr(low)}-{chr(high)}" if high - low > 2 else "".join(map(chr, range(low, high + 1))))
    return "".join(parts)


def _refusal(message: str, text: str | None = None, span: Span | None = None, hint: str | None = None) -> PuzzleError:
    return PuzzleError(message, place=["alphabet"], text=text, span=span, hint=hint, code=ErrorCode.ALPHABET)
