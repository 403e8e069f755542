"""A set of letters as people write it: `.`, one letter, or a class in brackets."""

from __future__ import annotations

from satcross.errors import visible
from satcross.regex.letters.sets import LetterSet, difference, from_ranges, from_text, size

RUN = 3  # neighbouring letters; this many or more are written as a range


def class_text(letters: str, alphabet: str) -> str:
    """Return the class of `letters`, a subset of `alphabet`, or the negated class of all others if that is shorter.

    >>> class_text("ABC", "ABCD"), class_text("B", "ABCD"), class_text("ABCD", "ABCD"), class_text("ABXZ", "ABCXZ")
    ('[^D]', 'B', '.', '[^C]')
    """
    return letter_set_text(from_text(letters), from_text(alphabet))


def letter_set_text(letters: LetterSet, alphabet: LetterSet) -> str:
    """Return the class of `letters`, a subset of `alphabet`."""
    if letters == alphabet:
        return "."
    if not letters:
        return "[]"
    if size(letters) == 1:
        return _letter(letters[0][0], in_class=False)
    inside, outside = _members(letters), _members(difference(alphabet, letters))
    return f"[{inside}]" if len(inside) <= len(outside) + 1 else f"[^{outside}]"


def _members(letters: LetterSet) -> str:
    written = []
    for low, high in from_ranges(letters):
        if high - low + 1 >= RUN:
            written.append(f"{_letter(low, in_class=True)}-{_letter(high, in_class=True)}")
        else:
            written += [_letter(code, in_class=True) for code in range(low, high + 1)]
    return "".join(written)


def _letter(code: int, in_class: bool) -> str:
    letter = chr(code)
    special = r"\]^-" if in_class else r"\.[]"
    return "\\" + letter if letter in special else visible(letter)
