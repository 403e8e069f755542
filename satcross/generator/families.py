r"""Families of clues: each one a way to write a clue that a given text matches.

In: the text of a line, the letters of the grid (each once, in code-point order; decoys are among these), and a source
of random choices.  Out: clue texts.  A family yields what fits the letters, and nothing if nothing does: `echoes` needs
a letter that occurs twice.  What it yields is meant to match the text; the pool checks that with the reference matcher
anyway.

    sets          [ABC]*              every letter is one of a few
    exclusions    [^XYZ]*             some letters do not occur
    runs          [AB]*[CD]*          a few letters, then others
    anchors       .*AB.*C             letters in this order
    enclosures    [ABC]*D.*           a letter, and what is before or after it
    firsts        [^X]*Y.*            a letter, and what is not before it
    alternatives  .*(AB|AC).*         one of two, of which one is right
    blocks        (AB|C|DE)*          the whole line in pieces
    chains        [AB]+C.*(D|EF)      two to four of these, one after the other
    options       A?[BC]+D?.*         letters that may be missing
    strides       (..)*A.*            a letter at an even or odd place
    places        ...A.*              a letter at a place
    stencils      A.[BC].*[DE].       several places, each with a few letters
    forms         A.[BC].             the same, without a gap
    maybes        A.B?[CD]E?          the same, with letters that may be missing
    pairs         (AB|CB).(DE|DF)     a choice for each of some parts
    counts        [AB]{2}.{3}C        how many letters of a kind there are
    series        [ABC]*(DE|FE)G      two or three of these, one after the other
    echoes        .*(.).*\1.*         a letter that comes again
    frames        (.)A.*\1B.*         the same, with letters beside it
    loops         (.)[AB]*\1.*         the same, with all that is between
    mirrors       .*(.)(.)\2\1.*      letters that come again in reverse
    repeats       .*(..).*\1.*        several letters that come again
    bans          (?!.*XY).*A.*       something that does not occur
    demands       (?=.*A)[ABC]*       two things together
    guards        (?!.*AB)[ABC]*      something that does not occur, in a few letters
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from satcross.generator.pieces import (
    LONGEST_FORM,
    PART,
    letters_but,
    literal,
    loop_of,
    none_of,
    one_of,
    random_spans,
    some_letters,
)
from satcross.generator.spelling import is_word, words_like, words_with


def sets(text: str, letters: str, random: Random) -> Iterator[str]:
    own = sorted(set(text))
    if len(own) <= 6:
        yield loop_of(text, random, one_of(own))
        words = words_with(own, letters, 3)
        for word in random.sample(words, min(5, len(words))):
            yield loop_of(text, random, one_of(word))
        for _ in range(2):
            yield loop_of(text, random, one_of([*own, *some_letters(random, letters_but(text, letters), 2)]))


def exclusions(text: str, letters: str, random: Random) -> Iterator[str]:
    others = letters_but(text, letters)
    words = words_with((), others, 5)
    for word in random.sample(words, min(3, len(words))):
        yield loop_of(text, random, none_of(word))
    for most in (1, 2, 3, 4, 5):
        if len(others) >= most:
            yield loop_of(text, random, none_of(random.sample(others, most)))


def runs(text: str, letters: str, random: Random) -> Iterator[str]:
    for _ in range(4):
        cut = random.randint(1, len(text) - 1) if len(text) > 1 else 0
        if not cut:
            continue
        left, right = set(text[:cut]), set(text[cut:])
        if len(left) <= 4 and len(right) <= 4:
            yield f"{_class_of(sorted(left), letters, random)}*{_class_of(sorted(right), letters, random)}*"
            yield f"{_class_of(sorted(left), letters, random)}+{_class_of(sorted(right), letters, random)}+"
        if len(left) <= 4:
            yield f"{_class_of(sorted(left), letters, random)}+.*"
            if others := some_letters(random, sorted(left - right), 2):
                yield f"{_class_of(sorted(left), letters, random)}*{none_of(others)}*"
        if len(right) <= 4:
            yield f".*{_class_of(sorted(right), letters, random)}+"
            if others := some_letters(random, sorted(right - left), 2):
                yield f"{none_of(others)}*{_class_of(sorted(right), letters, random)}*"


def anchors(text: str, letters: str, random: Random) -> Iterator[str]:
    for wanted in (1, 1, 2, 2, 2, 3, 3, 3, *(4, 4, 4) * (len(text) > 5)):
        if wanted > len(text):
            continue
        places = sorted(random.sample(range(len(text)), wanted))
        parts: list[str] = []
        before = -1
        for place in places:
            gap = place - before - 1
            if gap or random.randrange(2):
                parts.append("." if gap == 1 and random.randrange(3) == 0 and parts else ".*")
            parts.append(literal(text[place]))
            before = place
        rest = len(text) - before - 1
        if rest or random.randrange(3):
            parts.append(".*")
        yield "".join(parts)


def _class_of(own: Sequence[str], letters: str, random: Random) -> str:
    """Return a class that has the letters `own`, and more often than not a word with one to three others."""
    words = words_with(own, letters, 2 if len(own) > 1 else 3) if random.randrange(4) else []
    return one_of(random.choice(words) if words else own)


def enclosures(text: str, letters: str, random: Random) -> Iterator[str]:
    for _ in range(6):
        place = random.randrange(len(text))
        left, right = sorted(set(text[:place])), sorted(set(text[place + 1 :]))
        middle = literal(text[place])
        if left and len(left) <= 4:
            yield f"{_class_of(left, letters, random)}*{middle}.*"
        if right and len(right) <= 4:
            yield f".*{middle}{_class_of(right, letters, random)}*"
        if left and right and len(left) <= 4 and len(right) <= 3:
            yield f"{_class_of(left, letters, random)}*{middle}{_class_of(right, letters, random)}*"


def firsts(text: str, letters: str, random: Random) -> Iterator[str]:
    for _ in range(6):
        place = random.randrange(len(text))
        letter = text[place]
        before, after = text[:place], text[place + 1 :]
        kept_out = letters_but(before, letters)
        if before and kept_out:
            banned = some_letters(random, kept_out, 3)
            yield f"{none_of(banned)}*{literal(letter)}.*"
            if letter not in before:
                yield f"{none_of([letter])}*{literal(letter)}.*"
        kept_out = letters_but(after, letters)
        if after and kept_out:
            yield f".*{literal(letter)}{none_of(some_letters(random, kept_out, 3))}*"
        if letter not in before + after:
            yield f"{none_of([letter])}*{literal(letter)}{none_of([letter])}*"


def _decoy(letters: str, random: Random, n: int) -> str:
    """Return `n` random letters of the grid."""
    return "".join(random.choice(letters) for _ in range(n))


def _one_of_these(random: Random, right: str, decoys: set[str]) -> str:
    """Return a group of `right` and `decoys` in random order, or a class if all of them are letters."""
    branches = [literal(right), *map(literal, sorted(decoys))]
    random.shuffle(branches)
    are_letters = {len(right), *map(len, decoys)} == {1}
    return one_of([right, *decoys]) if are_letters else f"({'|'.join(branches)})"


def alternatives(text: str, letters: str, random: Random) -> Iterator[str]:
    for _ in range(8):
        start, end = random_spans(text, random, 1, 3)
        right = text[start:end]
        decoys = _branches_like(right, letters, random, random.choice((1, 1, 2, 2, 3)))
        if not decoys:
            continue
        group = _one_of_these(random, right, decoys)
        before = ".*" if start or random.randrange(2) else ""
        after = ".*" if end < len(text) or random.randrange(2) else ""
        yield f"{before}{group}{after}"


def _branches_like(right: str, letters: str, random: Random, number: int) -> set[str]:
    """Return up to `number` believable branches beside `right`: letters, pairs with a common letter, or words.

    There are none beside three letters or more that are not a word.
    """
    words = words_like(right, letters)
    if len(right) > 2 or (len(words) >= number and random.randrange(2)):
        return set(random.sample(words, min(number, len(words))))
    drawn: set[str] = set()
    for _ in range(number):
        place = random.randrange(len(right))
        kept = right if len(right) == 1 or random.randrange(3) else right[::-1]
        drawn.add(kept[:place] + random.choice(letters) + kept[place + 1 :])
    return drawn - {right}


def blocks(text: str, letters: str, random: Random) -> Iterator[str]:
    for _ in range(10):
        pieces: list[str] = []
        rest = text
        while rest:
            again = [piece for piece in pieces if rest.startswith(piece)]
            sizes = [size for size in (1, 2, 2, 2, 3, 4) if size <= 2 or is_word(rest[:size])]
            piece = random.choice(again) if again else rest[: min(random.choice(sizes), len(rest))]
            if not again:
                pieces.append(piece)
            rest = rest[len(piece) :]
        if len(pieces) == 1:
            continue
        if random.randrange(3):
            pieces += _branches_like(random.choice(pieces), letters, random, 1).difference(pieces)
        random.shuffle(pieces)
        yield loop_of(text, random, f"({'|'.join(map(literal, pieces))})")
    for _ in range(4):
        size = random.choice((2, 2, 3))
        if len(text) % size or len(text) == size:
            continue
        columns = [sorted(set(text[start::size])) for start in range(size)]
        shown = [one_of(column) if len(column) <= 2 else "." for column in columns]
        if any(each != "." for each in shown):
            yield loop_of(text, random, f"({''.join(shown)})")


def chains(text: str, letters: str, random: Random) -> Iterator[str]:
    """Cut the text into two to four parts, and write each in its own way."""
    if len(text) < 3:
        return
    for _ in range(14):
        cuts = sorted(random.sample(range(1, len(text)), random.randint(1, min(3, len(text) - 1))))
        parts = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
        yield "".join(_link(part, letters, random) for part in parts)


def _link(part: str, letters: str, random: Random) -> str:
    """Return a clue for `part`, which is a part of the text."""
    own = sorted(set(part))
    kind = random.randrange(9)
    if kind == 0 and len(own) <= 4:
        return f"{_class_of(own, letters, random)}*"
    if kind == 1 and len(own) <= 3:
        return f"{_class_of(own, letters, random)}+"
    if kind == 2 and (others := some_letters(random, letters_but(part, letters), 2)):
        return f"{none_of(others)}{random.choice('*+')}"
    if kind <= 4 and len(part) <= 2:
        decoy = _decoy(letters, random, random.randint(1, 2))
        if decoy != part:
            return _one_of_these(random, part, {decoy})
    if kind <= 6:
        if len(part) == 1:
            return literal(part) if random.randrange(3) else f"{literal(part)}{literal(random.choice(letters))}?"
        if len(part) == 2:
            return random.choice((literal(part), f"{literal(part[0])}.", f".{literal(part[1])}"))
        return random.choice(
            (f"{literal(part[0])}.*", f".*{literal(part[-1])}", f"{literal(part[0])}.*{literal(part[-1])}")
        )
    if kind == 7 and len(part) >= 4 and (tiled := next(blocks(part, letters, random), "")):
        return tiled
    return "." if len(part) == 1 else ".*"


def frames(text: str, letters: str, random: Random) -> Iterator[str]:
    """Say of one letter that it comes again, and name letters beside it."""
    pairs = [(i, j) for j in range(len(text)) for i in range(j) if text[i] == text[j]]
    for i, j in random.sample(pairs, min(6, len(pairs))):
        others = [k for k in range(len(text)) if k not in (i, j)]
        named = set(random.sample(others, min(random.randint(1, 2), len(others))))
        signs = [literal(letter) if k in named else "." for k, letter in enumerate(text)]
        signs[i], signs[j] = "(.)", "\\1"
        parts: list[str] = []
        for sign, run in itertools.groupby(signs):
            number = len(list(run))
            parts.append(".*" if sign == "." and number > 1 else sign * number)
        yield "".join(parts)


def options(text: str, letters: str, random: Random) -> Iterator[str]:
    for _ in range(6):
        start, end = random_spans(text, random, 1, 3)
        right = literal(text[start])
        decoy = literal(random.choice(letters))
        inner = sorted(set(text[start + 1 : end]))
        before = ".*" if start else ""
        after = ".*" if end < len(text) else ""
        if not inner:
            yield f"{before}{right}{decoy}?{after}"
        elif len(inner) <= 2:
            yield (
                f"{before}{right}{one_of(inner)}+{decoy}?{after}"
                if not after
                else f"{before}{right}{decoy}?{one_of(inner)}{after}"
            )
        if start and end == len(text):
            banned = some_letters(random, letters_but(text[:start], letters), 2)
            if banned:
                yield f"{none_of(banned)}+{decoy}?{literal(text[start:])}"
        elif start == 0:
            banned = some_letters(random, letters_but(text[end:], letters), 2)
            if banned:
                yield f"{literal(text[:end])}{decoy}?{none_of(banned)}+"


def strides(text: str, letters: str, random: Random) -> Iterator[str]:
    for _ in range(5):
        place = random.randrange(len(text))
        size = 2 if place < 4 or random.randrange(2) else 3
        lead = "." * (place % size)
        if place >= size:
            partner = random.choice(letters)
            wanted = one_of([text[place], partner]) if random.randrange(2) else literal(text[place])
            yield f"{lead}({'.' * size})*{wanted}.*"
        back = len(text) - 1 - place
        if back >= size:
            yield f".*{literal(text[place])}{'.' * (back % size)}({'.' * size})*"
        if len(text) > 3:
            step = text[place % 2 :: 2]
            if len(set(step)) <= 3:
                inner = f"{one_of(sorted(set(step)))}."
                whole = f"({inner})*" if place % 2 == 0 else f".({inner})*"
                if (len(text) - place % 2) % 2:
                    whole += "."
                yield whole


def places(text: str, letters: str, random: Random) -> Iterator[str]:
    for _ in range(5):
        place = random.randrange(len(text))
        wanted = _sign(text[place], letters, random)
        if len(text) == 1:
            yield wanted
        if place <= 3:
            yield f"{'.' * place}{wanted}.*"
        back = len(text) - 1 - place
        if back <= 3:
            yield f".*{wanted}{'.' * back}"
    if len(text) > 1:
        ends = [one_of([letter, *some_letters(random, letters, 1)]) for letter in (text[0], text[-1])]
        yield ".*".join(ends)


def stencils(text: str, letters: str, random: Random) -> Iterator[str]:
    """Say of three to five places which letters they hold; there may be a gap of any length between them."""
    if len(text) < 4:
        return
    for _ in range(10):
        named = set(random.sample(range(len(text)), random.randint(3, min(5, len(text) - 1))))
        parts = []
        for place, letter in enumerate(text):
            if place not in named:
                parts.append(".")
            elif random.randrange(3) == 0:
                parts.append(literal(letter))
            else:
                parts.append(one_of([letter, random.choice(letters)]))
        gaps = [place for place in range(len(text)) if place not in named]
        parts[random.choice(gaps)] = ".*"
        yield "".join(parts)


def forms(text: str, letters: str, random: Random) -> Iterator[str]:
    """Say of two to four places which letters they hold, and how many others there are: no part comes again."""
    if not 2 <= len(text) <= LONGEST_FORM:
        return
    for _ in range(12):
        named = set(random.sample(range(len(text)), min(random.randint(2, 2 + len(text) // 2), len(text))))
        yield "".join([_sign(letter, letters, random) if place in named else "." for place, letter in enumerate(text)])


def maybes(text: str, letters: str, random: Random) -> Iterator[str]:
    """Write a form in which one letter may be missing, and another one may be there."""
    if not 3 <= len(text) <= LONGEST_FORM:
        return
    for _ in range(10):
        named = set(random.sample(range(len(text)), min(random.randint(2, 3), len(text))))
        signs = [_sign(letter, letters, random) if place in named else "." for place, letter in enumerate(text)]
        missing = random.choice(sorted(named))
        signs[missing] += "?"
        beside = [place for place in range(len(text) + 1) if "." not in signs[max(0, place - 1) : place + 1]]
        extra = random.choice(beside or [len(text)])
        signs.insert(extra, f"{_sign(random.choice(letters), letters, random)}?")
        yield "".join(signs)


def pairs(text: str, letters: str, random: Random) -> Iterator[str]:
    """Cut the text into parts of one to three letters, and say of some that they are one of two or three."""
    if not 2 <= len(text) <= LONGEST_FORM:
        return
    for _ in range(12):
        parts = []
        rest = text
        while rest:
            size = random.choice((1, 1, 2, 2, 2, 3))
            part, rest = rest[:size], rest[size:]
            kind = random.randrange(4)
            decoys = (
                _branches_like(part, letters, random, random.choice((1, 1, 2))) if kind and len(part) > 1 else set()
            )
            if decoys:
                parts.append(_one_of_these(random, part, decoys))
            elif len(part) == 1 and kind < 2:
                parts.append(_sign(part, letters, random))
            else:
                parts.append("." * len(part))
        yield "".join(parts)


def _sign(letter: str, letters: str, random: Random) -> str:
    """Return the letter itself, or a class that has it."""
    kind = random.randrange(3)
    if kind == 0:
        return literal(letter)
    words = words_with([letter], letters, 3)
    if kind == 1 and words:
        return one_of(random.choice(words))
    return one_of([letter, random.choice(letters)])


def counts(text: str, letters: str, random: Random) -> Iterator[str]:
    """Say how many letters of a class there are in a row."""
    if len(text) < 3:
        return
    for _ in range(12):
        cuts = sorted(random.sample(range(1, len(text)), random.randint(1, min(2, len(text) - 1))))
        parts = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
        yield "".join([_counted(part, letters, random) for part in parts])
    for _ in range(4):
        place = random.randrange(len(text))
        before, after = place, len(text) - 1 - place
        if before >= 2:
            low = random.randint(1, before - 1)
            yield f".{{{low},{before}}}{literal(text[place])}{'.*' if after else ''}"
        if before >= 3:
            yield f".{{{before}}}{_sign(text[place], letters, random)}{'.*' if after else ''}"


def _counted(part: str, letters: str, random: Random) -> str:
    """Return a clue for `part`, with the number of its letters."""
    own = sorted(set(part))
    kind = random.randrange(4)
    if len(part) == 1:
        return _sign(part, letters, random) if kind else "."
    shown = _class_of(own, letters, random) if len(own) <= 3 and kind else "."
    others = some_letters(random, letters_but(part, letters), 3)
    if kind == 1 and others:
        shown = none_of(others)
    return f"{shown}{{{len(part)}}}" if shown != "." or len(part) > 2 else "." * len(part)


def series(text: str, letters: str, random: Random) -> Iterator[str]:
    """Cut the text into two or three parts, and write each as a class, a choice between pairs or words, or letters."""
    if len(text) < 3:
        return
    for _ in range(14):
        cuts = sorted(random.sample(range(1, len(text)), random.randint(1, 2)))
        parts = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
        yield "".join([_member(part, letters, random) for part in parts])


def _member(part: str, letters: str, random: Random) -> str:
    """Return a clue for `part` without a dot, unless it is one letter."""
    own = sorted(set(part))
    kind = random.randrange(4)
    if kind == 0 and len(part) <= 3 and (decoys := _branches_like(part, letters, random, random.choice((1, 1, 2)))):
        return _one_of_these(random, part, decoys)
    if kind == 1 and len(part) == 1:
        return random.choice((".", literal(part)))
    shown = _class_of(own, letters, random)
    return shown if len(part) == 1 else f"{shown}{random.choice(('*', '*', '+', f'{{{len(part)}}}'))}"


def echoes(text: str, letters: str, random: Random) -> Iterator[str]:
    pairs = [(i, j) for j in range(len(text)) for i in range(j) if text[i] == text[j]]
    for i, j in random.sample(pairs, min(5, len(pairs))):
        gap = j - i - 1
        between = "" if gap == 0 else "." * gap if gap <= 2 else ".*"
        before = "." * i if i <= 2 and random.randrange(2) else ".*"
        back = len(text) - 1 - j
        after = "." * back if back <= 2 and random.randrange(2) else ".*"
        yield f"{before}(.){between}\\1{after}"
        yield f".*(.).*\\1{after}" if gap > 2 else f".*(.){between}\\1.*"
        if gap:
            inner = sorted(set(text[i + 1 : j]))
            if len(inner) <= 2:
                yield f"{before}(.){one_of(inner)}{'+' if gap > 1 else ''}\\1{after}"
        if letters_but(text, letters):
            partner = random.choice(letters)
            if partner != text[i]:
                yield f".*({one_of([text[i], partner])}).*\\1.*"


def _unequal_pairs(text: str, random: Random) -> Iterator[tuple[int, int]]:
    """Yield the places of two different letters, the first before the second; in a very long text, places in a part."""
    start = random.randrange(len(text) - PART + 1) if len(text) > PART else 0
    for i in range(start, min(start + PART, len(text))):
        for j in range(i + 1, min(start + PART, len(text))):
            if text[i] != text[j]:
                yield i, j


def _again(text: str, place: int, after: int) -> Iterator[int]:
    """Yield the places of the letter at `place`, near it and behind the place `after`, in their order."""
    at = text.find(text[place], after + 1, place + PART)
    while at >= 0:
        yield at
        at = text.find(text[place], at + 1, place + PART)


def mirrors(text: str, letters: str, random: Random) -> Iterator[str]:
    quadruples = [
        (i, j, k, m) for i, j in _unequal_pairs(text, random) for k in _again(text, j, j) for m in _again(text, i, k)
    ]
    for i, j, k, m in random.sample(quadruples, min(4, len(quadruples))):
        parts = [".*" if i else "", "(.)", ".*" if j - i > 1 else "", "(.)"]
        parts += [".*" if k - j > 1 else "", "\\2", ".*" if m - k > 1 else "", "\\1", ".*" if m < len(text) - 1 else ""]
        yield "".join(parts)


def repeats(text: str, letters: str, random: Random) -> Iterator[str]:
    places = []
    for size in (2, 3):
        for i in range(len(text) - 2 * size + 1):
            for j in range(i + size, len(text) - size + 1):
                if text[i : i + size] == text[j : j + size]:
                    places.append((size, i, j))
    for size, i, j in random.sample(places, min(4, len(places))):
        before = ".*" if i else ""
        between = "" if j == i + size else ".*"
        after = ".*" if j + size < len(text) else ""
        yield f"{before}({'.' * size}){between}\\1{after}"
    pairs = _unequal_pairs(text, random)
    crossed = [(i, j, k, m) for i, j in pairs for k in _again(text, i, j) for m in _again(text, j, k)]
    for i, j, k, m in random.sample(crossed, min(2, len(crossed))):
        gaps = ["" if after - before == 1 else ".*" for before, after in ((i, j), (j, k), (k, m))]
        before = ".*" if i else ""
        after = ".*" if m < len(text) - 1 else ""
        yield f"{before}(.){gaps[0]}(.){gaps[1]}\\1{gaps[2]}\\2{after}"


def bans(text: str, letters: str, random: Random) -> Iterator[str]:
    for _ in range(4):
        start, end = random_spans(text, random, 1, 2)
        wanted = f"{'.*' if start else ''}{literal(text[start:end])}{'.*' if end < len(text) else ''}"
        others = letters_but(text, letters)
        if others:
            yield f"(?!.*{one_of(some_letters(random, others, 2))}){wanted}"
        if len(set(text)) == len(text):
            yield f"(?!.*(.).*\\1){wanted}"
        elif all(one != two for one, two in itertools.pairwise(text)):
            yield f"(?!.*(.)\\1){wanted}"


def demands(text: str, letters: str, random: Random) -> Iterator[str]:
    own = sorted(set(text))
    for _ in range(4):
        place = random.randrange(len(text))
        if len(own) <= 5:
            yield f"(?=.*{literal(text[place])}){one_of(own)}*"
        other = random.randrange(len(text))
        if other != place:
            tail = f".*{literal(text[other])}{'.*' if other < len(text) - 1 else ''}"
            yield f"(?=.*{literal(text[place])}){tail}"


def guards(text: str, letters: str, random: Random) -> Iterator[str]:
    """Forbid a letter or two neighbours, and say what there is instead."""
    pairs = sorted({one + two for one in set(text) for two in set(text)} - {text[i : i + 2] for i in range(len(text))})
    for shown in [*sets(text, letters, random), *runs(text, letters, random), *enclosures(text, letters, random)][:6]:
        if pairs:
            yield f"(?!.*{literal(random.choice(pairs))}){shown}"
        if all(one != two for one, two in itertools.pairwise(text)):
            yield f"(?!.*(.)\\1){shown}"


def loops(text: str, letters: str, random: Random) -> Iterator[str]:
    """Say that a letter comes again, and what is between."""
    pairs = [(i, j) for j in range(2, len(text)) for i in range(j - 1) if text[i] == text[j]]
    for i, j in random.sample(pairs, min(5, len(pairs))):
        inner = text[i + 1 : j]
        before = (
            "" if i == 0 else literal(text[0]) if i == 1 else f"{literal(text[0])}.*" if random.randrange(2) else ".*"
        )
        after = "" if j == len(text) - 1 else ".*"
        shown = list(blocks(inner, letters, random)) if len(inner) > 2 else [literal(inner)]
        if len(set(inner)) <= 3:
            shown.append(f"{one_of(sorted(set(inner)))}*")
        for each in shown[:2]:
            yield f"{before}(.){each}\\1{after}"


def words(text: str, letters: str, random: Random) -> Iterator[str]:
    yield literal(text)


FAMILIES: Final[dict[str, Callable[[str, str, Random], Iterator[str]]]] = {
    family.__name__: family
    for family in (
        sets, exclusions, runs, anchors, enclosures, firsts, alternatives, blocks, chains, options, strides, places,
        stencils, forms, maybes, pairs, counts, series, echoes, frames, loops, mirrors, repeats, bans, demands, guards,
    )
}  # fmt: skip
