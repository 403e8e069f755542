"""Text that runs from right to left: its direction, the order of its letters, and how Arabic letters join.

A regex is always shown from left to right, letter by letter in its logical order, because the line of the grid beside
it is.  Titles and names follow the rules of their language, the Unicode bidirectional algorithm (Unicode Standard
Annex 9). A browser applies these rules itself.  For PDF they are applied here: rules P2 and P3, W1 to W7, N1 and N2,
I1 and I2, and L1 to L4.  Explicit formatting characters are never part of a text here, since they are shown as
escapes, and brackets are resolved as other neutral letters are.

Browsers join Arabic letters themselves, too; for PDF, whose writer draws letter by letter, `joined` puts Unicode's
presentation forms in their place.  Letters of a regex are never joined: each stands for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Final
from unicodedata import bidirectional, combining, decomposition

_NUMBERS: Final = frozenset(("EN", "AN"))
_NEUTRAL: Final = frozenset(("B", "S", "WS", "ON"))
_MIRRORED: Final = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


def has_right_to_left(text: str) -> bool:
    """Return whether `text` has letters that run from right to left."""
    return not text.isascii() and any(bidirectional(letter) in ("R", "AL", "AN") for letter in text)


def is_right_to_left(text: str) -> bool:
    """Return whether `text` as a whole runs from right to left: whether its first strong letter does."""
    if text.isascii():
        return False
    strong = (kind for kind in map(bidirectional, text) if kind in ("L", "R", "AL"))
    return next(strong, "L") != "L"


def visual_order(text: str) -> str:
    """Return the letters of one row of text in the order in which they stand from left to right.

    >>> [ascii(letter) for letter in visual_order("\\u05d0\\u05d1 12")]
    ["'1'", "'2'", "' '", "'\\\\u05d1'", "'\\\\u05d0'"]
    """
    if not has_right_to_left(text):
        return text
    base = int(is_right_to_left(text))
    levels = _levels(text, base)
    clusters: list[tuple[int, str]] = []  # a letter with its combining marks, and its level
    for letter, level in zip(text, levels, strict=True):
        if combining(letter) and clusters:
            clusters[-1] = (clusters[-1][0], clusters[-1][1] + letter)
        else:
            clusters.append((level, letter.translate(_MIRRORED) if level % 2 else letter))
    for lowest in range(max(levels), 0, -1):
        clusters = _reversed_runs(clusters, lowest)
    return "".join(letters for _, letters in clusters)


def _reversed_runs(clusters: list[tuple[int, str]], lowest: int) -> list[tuple[int, str]]:
    """Return the clusters with each run of those at least at the level `lowest` reversed (rule L2)."""
    result: list[tuple[int, str]] = []
    for is_high, run in groupby(clusters, lambda each: each[0] >= lowest):
        members = list(run)
        result += members[::-1] if is_high else members
    return result


def _levels(text: str, base: int) -> list[int]:
    """Return the embedding level of each letter: even runs from left to right, odd from right to left."""
    direction = "R" if base else "L"
    kinds = _resolved_neutrals(
        _resolved_numbers([bidirectional(letter) or "L" for letter in text], direction), direction
    )
    levels = []
    for kind in kinds:
        if base == 0:
            levels.append({"R": 1, "EN": 2, "AN": 2}.get(kind, 0))
        else:
            levels.append(1 if kind == "R" else 2)
    for place in range(len(text) - 1, -1, -1):  # L1: blanks at the end
        if bidirectional(text[place]) not in ("WS", "B", "S"):
            break
        levels[place] = base
    return levels


def _resolved_numbers(kinds: list[str], direction: str) -> list[str]:
    """Return the kinds after the rules W1 to W7 for marks and numbers."""
    before = direction  # W1: a mark is like the letter that carries it
    for place, kind in enumerate(kinds):
        before = kinds[place] = before if kind == "NSM" else kind
    strong = direction  # W2: digits after an Arabic letter; W3: then it is simply right to left
    for place, kind in enumerate(kinds):
        strong = kind if kind in ("L", "R", "AL") else strong
        if kind == "EN" and strong == "AL":
            kinds[place] = "AN"
    kinds = ["R" if kind == "AL" else kind for kind in kinds]
    for place in range(1, len(kinds) - 1):  # W4: one separator between two numbers
        left, kind, right = kinds[place - 1 : place + 2]
        if left == right and ((kind == "ES" and left == "EN") or (kind == "CS" and left in _NUMBERS)):
            kinds[place] = left
    place = 0  # W5: signs such as % beside a number; W6: all others are neutral
    for kind, group in groupby(list(kinds)):
        end = place + len(list(group))
        if kind == "ET" and "EN" in (*kinds[place - 1 : place], *kinds[end : end + 1]):
            kinds[place:end] = ["EN"] * (end - place)
        place = end
    kinds = ["ON" if kind in ("ES", "ET", "CS") else kind for kind in kinds]
    strong = direction  # W7: digits after a letter that runs from left to right
    for place, kind in enumerate(kinds):
        strong = kind if kind in ("L", "R") else strong
        if kind == "EN" and strong == "L":
            kinds[place] = "L"
    return kinds


def _resolved_neutrals(kinds: Sequence[str], direction: str) -> list[str]:
    """Return the kinds after the rules N1 and N2: neutral letters join equal neighbours, or else the whole text."""
    groups = [(is_neutral, list(group)) for is_neutral, group in groupby(kinds, lambda kind: kind in _NEUTRAL | {"BN"})]
    resolved: list[str] = []
    for place, (is_neutral, group) in enumerate(groups):
        if is_neutral:
            left = _side(resolved[-1]) if resolved else direction
            right = _side(groups[place + 1][1][0]) if place + 1 < len(groups) else direction
            group = [left if left == right else direction] * len(group)
        resolved += group
    return resolved


def _side(kind: str) -> str:
    return "R" if kind in _NUMBERS else kind


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
