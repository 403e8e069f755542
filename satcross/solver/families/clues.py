"""Random regular clues that a hidden string satisfies.

In: a string, the letters of the puzzle, a random generator.  Out: a clue that matches the string, and others too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random


def letters_in_order(text: str, letters: str, random: Random) -> str:
    """Return a clue that asks for some letters of `text` in their order, such as `.*A.*BC.*`."""
    count = min(len(text), random.randint(2, max(2, min(6, len(text) // 2))))
    chosen = sorted(random.sample(range(len(text)), count))
    pieces = [text[chosen[0]]]
    for before, place in pairwise(chosen):
        pieces.append(("" if place == before + 1 else ".*") + text[place])
    return f".*{''.join(pieces)}.*"


def tokens(text: str, letters: str, random: Random) -> str:
    """Return a clue in which some letters occur only as part of certain tokens, such as `([^AB]|AC|BB)*`."""
    used = sorted(set(text))
    bound = random.sample(used, min(3, len(used)))
    texts: set[str] = set()
    place = 0
    while place < len(text):
        length = random.randint(2, 3) if text[place] in bound else 1
        if length > 1:
            texts.add(text[place : place + length])
        place += length
    return f"([^{''.join(bound)}]|{'|'.join(sorted(texts))})*"


def mixed(text: str, letters: str, random: Random) -> str:
    """Return letters in order or tokens, at random."""
    return random.choice([letters_in_order, tokens])(text, letters, random)


def reference(text: str, letters: str, random: Random) -> str:
    """Return a clue with a back-reference, if some letter of `text` comes again; else letters in order."""
    pairs = [(i, j) for i in range(len(text)) for j in range(i + 2, len(text)) if text[i] == text[j]]
    if not pairs:
        return letters_in_order(text, letters, random)
    i, _ = random.choice(pairs)
    return rf".*(.){text[i + 1]}.*\1.*"


def nested_star(text: str, letters: str, random: Random) -> str:
    """Return loops in loops, such as `((A|BC)*(CA)*)*`, from pieces of `text` and others."""
    pieces: list[str] = []
    place = 0
    while place < len(text):
        length = random.randint(1, 3)
        pieces.append(text[place : place + length])
        place += length
    pieces += ["".join(random.choices(letters, k=2)) for _ in range(2)]
    return _starred(sorted(set(pieces)), random)


def _starred(pieces: Sequence[str], random: Random) -> str:
    """Return a loop that matches any sequence of `pieces`, grouped at random."""
    if len(pieces) <= 2:
        return f"({'|'.join(pieces)})*"
    shuffled = random.sample(pieces, len(pieces))
    cut = random.randint(1, len(pieces) - 1)
    return f"({_starred(shuffled[:cut], random)}{_starred(shuffled[cut:], random)})*"
