"""Joined Arabic letters, for formats whose writer draws letter by letter.

In: a text in logical order.  Out: the same text with Unicode's presentation forms, in which neighbouring letters join.
Browsers do this themselves.  Letters of a regex are never joined: each stands for itself.
"""

from __future__ import annotations

from functools import cache
from unicodedata import combining, decomposition


def joined(text: str) -> str:
    """Return `text` with each Arabic letter in the form that its neighbours require.

    >>> [f"{ord(letter):X}" for letter in joined("\\u0628\\u0628\\u0627")]
    ['FE91', 'FE92', 'FE8E']
    """
    if text.isascii():
        return text
    forms = _forms()
    result: list[str] = []
    place, is_joined = 0, False  # whether the letter before joins this one
    while place < len(text):
        if combining(text[place]):
            result.append(text[place])
            place += 1
            continue
        ligature = text[place : place + 2]
        letters = ligature if len(ligature) == 2 and ("isolated", ligature) in forms else text[place]
        following = next((letter for letter in text[place + len(letters) :] if not combining(letter)), "")
        joins_next = ("initial", letters) in forms and ("final", following) in forms
        kind = ("medial" if joins_next else "final") if is_joined else ("initial" if joins_next else "isolated")
        result.append(forms.get((kind, letters), letters))
        place, is_joined = place + len(letters), joins_next
    return "".join(result)


@cache
def _forms() -> dict[tuple[str, str], str]:
    """Return the presentation forms of Arabic letters and of the ligatures of lam and alef, by position and letters."""
    forms: dict[tuple[str, str], str] = {}
    for code in (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEFD)):
        kind, *letters = decomposition(chr(code)).split() or [""]
        if kind.startswith("<"):
            forms[kind.strip("<>"), "".join(chr(int(letter, 16)) for letter in letters)] = chr(code)
    return forms
